package classify

import (
	"path"
	"strings"
)

// Programs that talk over the network. What they carry out is Send, what they
// only look up is Fetch, and this machine is Loopback: doCurl and its like find
// out which, since a flag alone cannot say.
var netCommands = []Command{
	{
		Name: "curl curlie",
		Flags: []Flag{
			{"-0 -1 -2 -3 -4 -6 -a -B -f -g -i -I -j -J -k -l -L -M -N -O -p -q -R -s -S -v -V -Z -# -: -G --append --use-ascii --fail --globoff --include --head --junk-session-cookies --remote-header-name --insecure --list-only --location --location-trusted --manual --no-buffer --remote-name --remote-name-all --proxytunnel --disable --remote-time --silent --show-error --verbose --version --parallel --parallel-immediate --progress-bar --no-progress-meter --next --get --anyauth --basic --digest --negotiate --ntlm --ntlm-wb --compressed --compressed-ssh --create-dirs --crlf --cert-status --disable-eprt --disable-epsv --disallow-username-in-url --doh-cert-status --doh-insecure --fail-early --fail-with-body --false-start --form-escape --ftp-create-dirs --ftp-pasv --ftp-pret --ftp-skip-pasv-ip --ftp-ssl-ccc --ftp-ssl-control --haproxy-protocol --http0.9 --http1.0 --http1.1 --http2 --http2-prior-knowledge --http3 --http3-only --ignore-content-length --ipv4 --ipv6 --mail-rcpt-allowfails --metalink --mptcp --no-alpn --no-clobber --no-keepalive --no-npn --no-sessionid --no-compressed --path-as-is --post301 --post302 --post303 --raw --remove-on-error --retry-all-errors --retry-connrefused --sasl-ir --ssl --ssl-allow-beast --ssl-auto-client-cert --ssl-no-revoke --ssl-reqd --ssl-revoke-best-effort --sslv2 --sslv3 --styled-output --no-styled-output --suppress-connect-headers --tcp-fastopen --tcp-nodelay --tftp-no-options --tlsv1 --tlsv1.0 --tlsv1.1 --tlsv1.2 --tlsv1.3 --tr-encoding --trace-time --trace-ids --xattr --skip-existing --proxy-anyauth --proxy-basic --proxy-digest --proxy-insecure --proxy-negotiate --proxy-ntlm --proxy-ssl-allow-beast --proxy-tlsv1 --socks5-basic --socks5-gssapi --socks5-gssapi-nec", 0},
			{"-h[=TEXT] --help[=TEXT] -C=TEXT -E=READ -m=TEXT -P=TEXT -r=TEXT -t=TEXT -w=TEXT -X=TEXT -y=TEXT -Y=TEXT -z=TEXT --aws-sigv4=TEXT --cert-type=TEXT --ciphers=TEXT --connect-timeout=TEXT --continue-at=TEXT --create-file-mode=TEXT --curves=TEXT --delegation=TEXT --dns-interface=TEXT --dns-ipv4-addr=TEXT --dns-ipv6-addr=TEXT --dns-servers=TEXT --ech=TEXT --expect100-timeout=TEXT --ftp-account=TEXT --ftp-alternative-to-user=TEXT --ftp-method=TEXT --ftp-port=TEXT --ftp-ssl-ccc-mode=TEXT --happy-eyeballs-timeout-ms=TEXT --haproxy-clientip=TEXT --hostpubmd5=TEXT --hostpubsha256=TEXT --interface=TEXT --ip-tos=TEXT --keepalive-time=TEXT --keepalive-cnt=TEXT --key-type=TEXT --krb=TEXT --limit-rate=TEXT --local-port=TEXT --login-options=TEXT --max-filesize=TEXT --max-redirs=TEXT --max-time=TEXT --noproxy=TEXT --parallel-max=TEXT --pinnedpubkey=TEXT --proto=TEXT --proto-default=TEXT --proto-redir=TEXT --proxy-cert-type=TEXT --proxy-ciphers=TEXT --proxy-key-type=TEXT --proxy-pinnedpubkey=TEXT --proxy-service-name=TEXT --proxy-tls13-ciphers=TEXT --proxy-tlsauthtype=TEXT --proxy-tlsuser=TEXT --range=TEXT --rate=TEXT --request=TEXT --request-target=TEXT --retry=TEXT --retry-delay=TEXT --retry-max-time=TEXT --sasl-authzid=TEXT --service-name=TEXT --signature-algorithms=TEXT --socks5-gssapi-service=TEXT --speed-limit=TEXT --speed-time=TEXT --telnet-option=TEXT --tftp-blksize=TEXT --time-cond=TEXT --tls-max=TEXT --tls13-ciphers=TEXT --tlsauthtype=TEXT --tlsuser=TEXT --trace-config=TEXT --upload-flags=TEXT --vlan-priority=TEXT --write-out=TEXT", 0},
			{"--cacert=READ --capath=LIST --cert=READ --crlfile=READ --etag-compare=READ --proxy-cacert=READ --proxy-capath=LIST --proxy-cert=READ --proxy-crlfile=READ --random-file=READ --egd-file=READ --pubkey=READ --key=READ --proxy-key=READ", 0},
			{"-o=WRITE -c=WRITE -D=WRITE --output=WRITE --cookie-jar=WRITE --dump-header=WRITE --trace=WRITE --trace-ascii=WRITE --stderr=WRITE --etag-save=WRITE --libcurl=WRITE --alt-svc=WRITE --hsts=WRITE --output-dir=WRITE --ssl-sessions=WRITE", 0},
			{"-d=DATA --data=DATA --data-ascii=DATA --data-binary=DATA --data-urlencode=DATA --json=DATA -F=DATA --form=DATA --url-query=DATA", 0},
			{"--data-raw=TEXT --form-string=TEXT", 0},
			{"-T=SEND --upload-file=SEND", 0},
			{"-b=HEADER -A=HEADER -e=HEADER -H=HEADER --cookie=HEADER --user-agent=HEADER --referer=HEADER --header=HEADER --proxy-header=HEADER", 0},
			{"-u=AUTH -U=AUTH --user=AUTH --proxy-user=AUTH --oauth2-bearer=AUTH --pass=AUTH --proxy-pass=AUTH --tlspassword=AUTH --proxy-tlspassword=AUTH", 0},
			{"-n --netrc --netrc-optional", Secret},
			{"--netrc-file=READ", Secret},
			{"--url=URL --doh-url=URL -x=URL --proxy=URL --preproxy=URL --proxy1.0=URL --socks4=URL --socks4a=URL --socks5=URL --socks5-hostname=URL", 0},
			{"--resolve=TEXT --connect-to=TEXT", 0},
			{"--variable=TEXT --expand-url=TEXT --expand-data=TEXT --expand-header=TEXT --expand-output=TEXT --expand-variable=TEXT --expand-user=TEXT", Send},
			{"--unix-socket=TEXT --abstract-unix-socket=TEXT", 0},
			{"-Q=TEXT --quote=TEXT", 0},
			{"--mail-auth=TEXT --mail-from=TEXT --mail-rcpt=TEXT", Send},
			{"-K=READ --config=READ", RunUnseen},
			{"--engine=TEXT", Hijack},
		},
		Args: "URL...",
		Do:   doCurl,
	},
	{
		Name: "wget wget2",
		Flags: []Flag{
			{"-4 -6 -b -c -d -E -F -h -H -k -K -L -m -n -N -nv -nc -nd -nH -np -p -q -r -S -v -V -x --adjust-extension --ask-password --auth-no-challenge --background --backup-converted --backups[=TEXT] --connect-timeout=TEXT --content-disposition --content-on-error --continue --convert-file-only --convert-links --debug --delete-after --dns-timeout=TEXT --follow-ftp --force-directories --force-html --ftps-clear-data-connection --ftps-fallback-to-ftp --ftps-implicit --ftps-resume-ssl --help --hsts --https-only --html-extension --if-modified-since --ignore-case --ignore-length --inet4-only --inet6-only --iri --keep-badhash --keep-session-cookies --mirror --no-adjust --no-cache --no-check-certificate --no-clobber --no-config --no-cookies --no-directories --no-dns-cache --no-glob --no-hsts --no-host-directories --no-http-keep-alive --no-if-modified-since --no-iri --no-netrc --no-parent --no-passive-ftp --no-proxy --no-remove-listing --no-use-server-timestamps --no-verbose --no-warc-compression --no-warc-digests --no-warc-keep-log --page-requisites --passive-ftp --preserve-permissions --progress=TEXT --protocol-directories --quiet --random-wait --recursive --relative --retr-symlinks --retry-connrefused --retry-on-host-error --save-headers --server-response --show-progress --no-show-progress --span-hosts --spider --strict-comments --timestamping --trust-server-names --unlink --verbose --version --warc-cdx", 0},
			{"-A=TEXT -B=TEXT -D=TEXT -g=TEXT -I=TEXT -l=TEXT -Q=TEXT -R=TEXT -t=TEXT -T=TEXT -U=HEADER -w=TEXT -X=TEXT -Y=TEXT --accept=TEXT --accept-regex=TEXT --base=TEXT --bind-address=TEXT --bind-dns-address=TEXT --certificate-type=TEXT --ciphers=TEXT --compression=TEXT --cut-dirs=TEXT --default-page=TEXT --dns-servers=TEXT --domains=TEXT --exclude-directories=TEXT --exclude-domains=TEXT --follow-tags=TEXT --ignore-tags=TEXT --include-directories=TEXT --level=TEXT --limit-rate=TEXT --local-encoding=TEXT --max-redirect=TEXT --method=TEXT --pinnedpubkey=TEXT --prefer-family=TEXT --private-key-type=TEXT --quota=TEXT --read-timeout=TEXT --regex-type=TEXT --reject=TEXT --reject-regex=TEXT --remote-encoding=TEXT --report-speed=TEXT --restrict-file-names=TEXT --retry-on-http-error=TEXT --secure-protocol=TEXT --start-pos=TEXT --timeout=TEXT --tries=TEXT --user-agent=HEADER --referer=HEADER --wait=TEXT --waitretry=TEXT --warc-header=TEXT --warc-max-size=TEXT", 0},
			{"--ca-certificate=READ --ca-directory=LIST --certificate=READ --crl-file=READ --egd-file=READ --private-key=READ --random-file=READ --load-cookies=READ --hsts-file=WRITE --input-metalink=READ", 0},
			{"-O=WRITE -o=WRITE -a=WRITE -P=WRITE --output-document=WRITE --output-file=WRITE --append-output=WRITE --directory-prefix=WRITE --save-cookies=WRITE --rejected-log=WRITE --warc-file=WRITE --warc-tempdir=WRITE --warc-dedup=READ", 0},
			{"-i=READ --input-file=READ", 0},
			{"--post-data=DATA --body-data=DATA", 0},
			{"--post-file=SEND --body-file=SEND", 0},
			{"--header=HEADER", 0},
			{"--user=TEXT --http-user=TEXT --ftp-user=TEXT --proxy-user=TEXT", 0},
			{"--password=AUTH --http-password=AUTH --http-passwd=AUTH --ftp-password=AUTH --proxy-password=AUTH", 0},
			{"--use-askpass=TEXT", Hijack},
			{"-e=TEXT --execute=TEXT", 0},
			{"--config=READ", RunUnseen},
		},
		Args: "URL...",
		Do:   doWget,
	},
	{Name: "svn svnlite", Flags: []Flag{{"-q -v -N --quiet --verbose --non-interactive --force --ignore-externals --depth=TEXT -r=TEXT --revision=TEXT -c=TEXT --change=TEXT --xml --summarize --stop-on-copy --limit=TEXT -l=TEXT --trust-server-cert", 0}, {"--username=TEXT --password=AUTH", 0}, {"--diff-cmd=PROGRAM --diff3-cmd=PROGRAM --editor-cmd=PROGRAM", 0}, {"--config-dir=LOAD --config-option=TEXT", 0}}, Subs: []Command{
		{Name: "checkout co export", Does: Fetch, Args: "URL WRITE", Do: func(k *call, a *args) {
			to := a.word(1)
			if to.Text() == "" {
				to = lit("./" + path.Base(a.word(0).Text()))
			}
			k.fetches(to)
		}},
		{Name: "status st stat log info list ls cat diff di blame praise annotate proplist propget help", Does: ReadRemote, Args: "TEXT..."},
		{Name: "update up switch sw", Does: ReadRemote, Args: "TEXT..."},
		{Name: "add resolve resolved cleanup mkdir copy cp changelist propset ps", Args: "TEXT..."},
		{Name: "revert", Does: Discard, Flags: []Flag{{"-R --recursive", 0}}, Args: "TEXT..."},
		{Name: "delete del remove rm", Does: Discard, Args: "TEXT..."},
		{Name: "commit ci import lock unlock", Does: Publish, Flags: []Flag{{"-m=DATA --message=DATA -F=SEND --file=SEND", 0}}, Args: "TEXT..."},
	}},
	{Name: "lynx w3m links elinks", Flags: []Flag{{"-dump -source -dump_source -dump_head -nolist -nonumbers -no-home -no-references -accept_all_cookies -width=TEXT -cols=TEXT -T=TEXT -I=TEXT -O=TEXT -o=TEXT -useragent=TEXT -width* -dump-width=TEXT -version -help -listonly -hiddenlinks=TEXT", 0}, {"-post_data -get_data", 0}, {"-post=SEND", 0}, {"-cfg=READ -lss=READ -cmd_script=READ -config=READ -config-dir=READ", Hijack}}, Dash1: true, Args: "URL", More: &More{Forms: []Form{{If: "-post_data -get_data", Args: "URL", Stdin: "SEND"}}}},
	{
		Name: "http https xh xhs httpie",
		Flags: []Flag{
			{"-j -f -h -b -m -v -q -S -d -c -I -F -4 -6 --json --form --multipart --headers --body --meta --verbose --quiet --stream --download --continue --check-status --follow --all --ignore-stdin --no-check-status --compress -x --debug --traceback --offline --help --version --manual --ignore-netrc --no-unicode --sorted --unsorted --curl --curl-long --native-tls", 0},
			{"-p=TEXT -s=TEXT -P=TEXT --print=TEXT --style=TEXT --pretty=TEXT --format-options=TEXT --history-print=TEXT --timeout=TEXT --max-redirects=TEXT --max-headers=TEXT --verify=TEXT --ssl=TEXT --ciphers=TEXT --boundary=TEXT --response-charset=TEXT --response-mime=TEXT --default-scheme=TEXT --path-as-is --chunked --http-version=TEXT --interface=TEXT --resolve=TEXT", 0},
			{"--session=TEXT --session-read-only=TEXT", 0},
			{"-a=AUTH -A=TEXT --auth=AUTH --auth-type=TEXT --bearer=AUTH", 0},
			{"--proxy=TEXT --raw=TEXT", 0},
			{"--cert=READ --cert-key=READ", 0},
			{"-o=WRITE --output=WRITE", 0},
		},
		Args: "TEXT...",
		Do:   doHTTPie,
	},
	{
		Name: "nc ncat netcat nc.openbsd nc.traditional",
		Flags: []Flag{
			{"-4 -6 -b -C -d -D -F -h -k -l -n -N -r -S -t -u -U -v -vv -z -Z --ssl --udp --sctp --verbose --listen --keep-open --nodns --telnet --send-only --recv-only --no-shutdown --broker --chat --append-output --version --help --crlf --ssl-verify", 0},
			{"-I=TEXT -i=TEXT -m=TEXT -M=TEXT -O=TEXT -p=TEXT -P=TEXT -q=TEXT -s=TEXT -T=TEXT -V=TEXT -w=TEXT -W=TEXT -x=TEXT -X=TEXT -g=TEXT -G=TEXT --wait=TEXT --idle-timeout=TEXT --delay=TEXT --max-conns=TEXT --source=TEXT --source-port=TEXT --allow=TEXT --deny=TEXT --proxy=TEXT --proxy-type=TEXT --proxy-auth=AUTH --ssl-cert=READ --ssl-key=READ --ssl-alpn=TEXT --ssl-servername=TEXT --ssl-ciphers=TEXT", 0},
			{"-o=WRITE --output=WRITE --hex-dump=WRITE", 0},
			{"-e=LINE -c=LINE --exec=LINE --sh-exec=LINE --lua-exec=READ", ReverseShell},
		},
		Args: "TEXT...",
		Do:   doNetcat,
	},
	{Name: "socat", Flags: []Flag{{"-d -dd -ddd -dddd -D -h -hh -hhh -v -x -u -U -V -s -lf=WRITE -ls -ly -lm -lu -4 -6 -g -L=WRITE -W=WRITE -r=WRITE -R=WRITE", 0}, {"-b=TEXT -t=TEXT -T=TEXT -lp=TEXT", 0}}, Dash1: true, Args: "TEXT...", Do: doSocat},
	{Name: "fetch", Flags: []Flag{{"-1 -4 -6 -A -a -d -F -l -M -m -n -P -p -q -r -s -U -v", 0}, {"-B=TEXT -i=READ -N=READ -S=TEXT -T=TEXT -w=TEXT --no-verify-hostname --no-verify-peer", 0}, {"-o=WRITE", 0}}, Args: "URL..."},
	{Name: "ztcp zftp", Args: "TEXT...", Flags: []Flag{{"-L -f -t -v -l -d=TEXT -c", 0}}, Does: Send},
	{Name: "telnet", Flags: []Flag{{"-4 -6 -8 -a -c -d -E -K -L -r -x", 0}, {"-b=TEXT -e=TEXT -l=TEXT -S=TEXT -X=TEXT -n=WRITE", 0}}, Args: "TEXT...", Do: doNetcat},
	{
		Name: "ssh autossh",
		Flags: []Flag{
			{"-4 -6 -A -a -C -f -g -K -k -M -N -n -q -s -T -t -V -v -X -x -Y -y", 0},
			{"-B=TEXT -b=TEXT -c=TEXT -e=TEXT -i=TEXT -J=TEXT -l=TEXT -m=TEXT -O=TEXT -o=TEXT -p=TEXT -P=TEXT -Q=TEXT -S=TEXT -W=TEXT -w=TEXT", 0},
			{"-G", 0},
			{"-E=WRITE", 0},
			{"-F=READ", Hijack},
			{"-I=TEXT", Hijack},
			{"-L=TEXT", 0},
			{"-R=TEXT -D=TEXT", Expose},
		},
		Args: "HOST SCRIPT",
		Do:   doSSH,
	},
	{Name: "mosh", Does: Remote, Flags: []Flag{{"-4 -6 -a -n --no-init --no-ssh-pty --predict=TEXT --family=TEXT -p=TEXT --port=TEXT --bind-server=TEXT --local --client=PROGRAM --server=TEXT --ssh=LINE", 0}}, Args: "HOST CMD", Do: func(k *call, a *args) {
		if len(a.words) == 1 {
			k.interactive(k.name)
		}
	}},
	{
		Name: "ssh-keygen",
		Flags: []Flag{
			{"-A -B -c -e -h -i -k -l -L -p -q -u -v -y -H", 0},
			{"-a=TEXT -b=TEXT -C=TEXT -E=TEXT -I=TEXT -m=TEXT -M=TEXT -N=TEXT -n=TEXT -O=TEXT -P=AUTH -Q -r=TEXT -t=TEXT -V=TEXT -W=TEXT -Y=TEXT -z=TEXT -Z=TEXT -F=TEXT -S=TEXT -J=TEXT -j=TEXT -K", 0},
			{"-f=TEXT", 0},
			{"-s=TEXT", 0},
			{"-D=TEXT -w=TEXT", Hijack},
			{"-R=TEXT", 0},
		},
		Args: "READ...",
		Do:   doKeygen,
	},
	{Name: "ssh-add", Flags: []Flag{{"-c -C -h -k -K -l -L -q -v -X -x --apple-use-keychain --apple-load-keychain", 0}, {"-t=TEXT -E=TEXT -T=READ -H=READ", 0}, {"-D -d", Discard}, {"-s=TEXT -S=TEXT -e=TEXT", Hijack}}, Args: "TEXT...", Do: func(k *call, a *args) {
		if !a.has("-l -L -T -D -d -X -x -s -S -e") {
			k.effect(Secret, k.name)
		}
	}},
	{Name: "ssh-copy-id", Does: Remote | Secret, Flags: []Flag{{"-f -n -s -x -h", 0}, {"-i=TEXT -p=TEXT -o=TEXT -F=READ -t=TEXT", 0}}, Args: "TEXT"},
	{Name: "ssh-keyscan", Flags: []Flag{{"-4 -6 -c -D -H -v -q", 0}, {"-p=TEXT -t=TEXT -T=TEXT -O=TEXT -f=READ", 0}}, Args: "TEXT...", Do: doLookup, Out: OutPass},
	{Name: "ssh-agent", Flags: []Flag{{"-c -d -D -s -k -a=TEXT -E=TEXT -O=TEXT -t=TEXT", 0}, {"-P=TEXT", Hijack}}, Args: "CMD"},
	{Name: "sshpass", Does: Secret, Flags: []Flag{{"-e -v -h", 0}, {"-p=AUTH -d=TEXT -P=TEXT -f=READ", 0}}, Args: "CMD"},
	{
		Name:  "dig drill delv kdig doggo dog",
		Flags: []Flag{{"-4 -6 -h -i -m -r -u -v -V -J --json -1 -H --short --color=TEXT", 0}, {"-b=TEXT -c=TEXT -p=TEXT -q=TEXT -t=TEXT -x=TEXT -d=TEXT -n=TEXT --type=TEXT --query=TEXT --nameserver=TEXT", 0}, {"-k=READ -f=READ -y=AUTH", 0}},
		Args:  "TEXT...",
		Do:    doLookup,
	},
	{Name: "nslookup", Flags: []Flag{{"-debug -nodebug -d2 -recurse -search -vc -sil -type=TEXT -querytype=TEXT -query=TEXT -class=TEXT -timeout=TEXT -retry=TEXT -port=TEXT -q=TEXT", 0}}, Dash1: true, Args: "TEXT...", Do: doLookup},
	{Name: "host", Flags: []Flag{{"-a -A -C -d -i -l -r -s -T -U -v -V -w -4 -6", 0}, {"-c=TEXT -N=TEXT -R=TEXT -t=TEXT -W=TEXT -m=TEXT -p=TEXT", 0}}, Args: "TEXT...", Do: doLookup},
	{Name: "whois", Flags: []Flag{{"-a -A -b -B -c -C -d -f -g -G -H -I -i -k -K -l -L -m -M -P -Q -r -R -S -v -x", 0}, {"-h=TEXT -p=TEXT -s=TEXT -t=TEXT -T=TEXT", 0}}, Args: "TEXT...", Do: doLookup},
	{
		Name:  "ping ping6 fping arping hping3",
		Flags: []Flag{{"-4 -6 -a -A -b -B -C -d -D -f -H -L -n -O -o -q -Q -r -R -U -v -V -e -u -g -1 -2", 0}, {"-c=TEXT -i=TEXT -I=TEXT -l=TEXT -m=TEXT -M=TEXT -N=TEXT -p=TEXT -s=TEXT -S=TEXT -t=TEXT -T=TEXT -w=TEXT -W=TEXT -G=TEXT -h=TEXT", 0}},
		Args:  "TEXT...",
		Do:    doLookup,
		Out:   OutPlain,
	},
	{Name: "traceroute traceroute6 tracepath tracert mtr tcptraceroute", Flags: []Flag{{"-4 -6 -a -b -d -D -e -F -I -n -r -S -T -U -v -x -z -c=TEXT -f=TEXT -g=TEXT -i=TEXT -l=TEXT -m=TEXT -M=TEXT -N=TEXT -o=TEXT -p=TEXT -P=TEXT -q=TEXT -s=TEXT -t=TEXT -w=TEXT -W=TEXT --report --report-wide --json --csv --raw --no-dns --show-ips --tcp --udp --report-cycles=TEXT -h=TEXT", 0}}, Args: "TEXT...", Do: doLookup},
	{
		Name: "nmap masscan rustscan",
		Flags: []Flag{
			{"-A -F -h -n -O -Pn -r -R -sA -sC -sF -sI=TEXT -sL -sM -sN -sn -sO -sP -sS -sT -sU -sV -sW -sX -sY -sZ -PE -PP -PM -PS[=TEXT] -PA[=TEXT] -PU[=TEXT] -v -vv -d -V -6 -T0 -T1 -T2 -T3 -T4 -T5 -p- --open --reason --packet-trace --iflist --traceroute --system-dns --osscan-guess --version-all --version-light --append-output --ulimit=TEXT", 0},
			{"-p=TEXT -g=TEXT -D=TEXT -S=TEXT -e=TEXT -b=TEXT -a=TEXT --ports=TEXT  --top-ports=TEXT --exclude=TEXT --max-retries=TEXT --min-rate=TEXT --max-rate=TEXT --host-timeout=TEXT --rate=TEXT --source-port=TEXT --script-args=TEXT --script-help=TEXT --dns-servers=TEXT --version-intensity=TEXT", 0},
			{"-iL=READ --excludefile=READ -iR=TEXT --script-args-file=READ", 0},
			{"-oN=WRITE -oX=WRITE -oG=WRITE -oA=WRITE -oS=WRITE -oJ=WRITE", 0},
			{"--script=TEXT --datadir=READ --servicedb=READ --versiondb=READ", RunUnseen},
			{"--interactive", Elevate},
		},
		Dash1: true,
		Args:  "TEXT...",
		Do:    doLookup,
	},
	{Name: "ftp sftp-server tftp ncftp", Does: Send, Flags: []Flag{{"-4 -6 -A -a -d -e -f -g -i -M -m -n -p -R -t -V -v", 0}, {"-N=READ -o=WRITE -P=TEXT -r=TEXT -T=TEXT -u=AUTH -q=TEXT -c=TEXT -l=TEXT", 0}}, Args: "TEXT...", Do: doFTP},
	{Name: "ncftpput ftpput curlftpfs", Does: Send, Flags: []Flag{{"-R -m -v -V -A", 0}, {"-u=TEXT -p=AUTH -P=TEXT -o=TEXT", 0}}, Args: "TEXT SEND..."},
	{Name: "lftp", Does: Send, Flags: []Flag{{"-d -v", 0}, {"-u=AUTH -p=TEXT", 0}, {"-e=TEXT -c=TEXT -f=READ", RunUnseen}}, Args: "TEXT...", Do: doFTP},
	{
		Name: "aria2c axel",
		Does: Fetch,
		Flags: []Flag{
			{"-c -q -v -V -D -a -n=TEXT -x=TEXT -s=TEXT -j=TEXT -k=TEXT -m=TEXT -t=TEXT -T=READ --continue[=TEXT] --quiet[=TEXT] --version --allow-overwrite[=TEXT] --auto-file-renaming[=TEXT] --check-certificate[=TEXT] --console-log-level=TEXT --summary-interval=TEXT --split=TEXT --max-connection-per-server=TEXT --max-concurrent-downloads=TEXT --min-split-size=TEXT --file-allocation=TEXT --max-tries=TEXT --retry-wait=TEXT --timeout=TEXT --connect-timeout=TEXT --checksum=TEXT --seed-time=TEXT --show-files[=TEXT] --dry-run[=TEXT] --user-agent=TEXT --referer=TEXT --no-conf[=TEXT] --header=HEADER", 0},
			{"-o=WRITE -d=WRITE -l=WRITE --out=WRITE --dir=WRITE --log=WRITE --save-session=WRITE", 0},
			{"-i=READ --input-file=READ --load-cookies=READ --torrent-file=READ", 0},
			{"--on-download-complete=LINE --on-download-start=LINE --on-download-stop=LINE --on-download-error=LINE --on-download-pause=LINE --on-bt-download-complete=LINE", Hijack},
			{"--conf-path=READ", Hijack},
			{"--enable-rpc[=TEXT] --rpc-listen-all[=TEXT]", Expose},
		},
		Args: "URL...",
		Do:   doDownload,
	},
	{
		Name: "yt-dlp youtube-dl gallery-dl you-get",
		Does: Fetch,
		Flags: []Flag{
			{"-F -g -e -j -J -k -q -s -v -w -x -i -c -4 -6 -U --version --help --list-formats --get-url --get-title --get-id --dump-json --dump-single-json --simulate --skip-download --quiet --verbose --no-playlist --yes-playlist --write-sub --write-auto-sub --write-subs --write-auto-subs --write-info-json --write-description --write-thumbnail --embed-subs --embed-thumbnail --embed-metadata --add-metadata --extract-audio --no-warnings --ignore-errors --no-overwrites --restrict-filenames --flat-playlist --list-subs --progress --no-progress --newline --no-check-certificate --continue --no-part --keep-video --print-json", 0},
			{"-f=TEXT -S=TEXT -r=TEXT -R=TEXT -I=TEXT -N=TEXT -t=TEXT --format=TEXT --sub-lang=TEXT --sub-langs=TEXT --sub-format=TEXT --convert-subs=TEXT --audio-format=TEXT --audio-quality=TEXT --merge-output-format=TEXT --recode-video=TEXT --remux-video=TEXT --limit-rate=TEXT --retries=TEXT --playlist-items=TEXT --playlist-start=TEXT --playlist-end=TEXT --max-downloads=TEXT --match-filter=TEXT --user-agent=TEXT --referer=TEXT --add-header=HEADER --proxy=TEXT --extractor-args=TEXT --print=TEXT -O=TEXT --socket-timeout=TEXT --sleep-interval=TEXT --dateafter=TEXT --download-sections=TEXT", 0},
			{"-o=WRITE -P=WRITE --output=WRITE --paths=WRITE --download-archive=WRITE --cache-dir=WRITE", 0},
			{"-a=READ --batch-file=READ --cookies=READ --load-info-json=READ", 0},
			{"--exec=LINE --exec-before-download=LINE --postprocessor-args=TEXT --ppa=TEXT --downloader=TEXT --external-downloader=TEXT --downloader-args=TEXT --external-downloader-args=TEXT --ffmpeg-location=TEXT --config-locations=READ --config-location=READ --plugin-dirs=READ --use-postprocessor=TEXT --netrc-cmd=LINE", Hijack},
			{"-u=TEXT -p=AUTH --username=TEXT --password=AUTH", 0},
			{"-n --netrc --cookies-from-browser=TEXT", Secret},
		},
		Args: "URL...",
	},
	{Name: "tmate gotty ttyd wetty sshd vncserver x11vnc x0vncserver Xvnc", Does: Expose, Open: true, Args: "TEXT..."},
	{Name: "ngrok localtunnel lt bore frpc frps chisel serveo cpolar pinggy zrok tailscaled inlets", Open: true, Args: "TEXT...", Do: doTunnel},
	{Name: "tailscale", Subs: []Command{
		{Name: "status ip ping netcheck version whois metrics bugreport dns exit-node", Does: ReadRemote, Open: true, Args: "TEXT..."},
		{Name: "funnel serve share up down set login logout switch lock", Does: Expose, Open: true, Args: "TEXT..."},
		{Name: "file", Does: Send, Open: true, Args: "TEXT..."},
		{Name: "ssh", Does: Remote, Args: "HOST SCRIPT"},
		{Name: "nc", Does: Remote, Args: "TEXT..."},
		{Name: "cert", Does: Secret, Open: true, Args: "TEXT..."},
	}},
	{
		Name: "cloudflared",
		Subs: []Command{
			{Name: "tunnel", Open: true, Args: "TEXT...", Do: doTunnel, Flags: []Flag{{"--loglevel=TEXT --config=READ --credentials-file=READ --cred-file=READ --token=AUTH", 0}}},
			{Name: "access", Open: true, Args: "TEXT...", Does: Secret},
			{Name: "version update help", Args: "TEXT..."},
			{Name: "proxy-dns service", Open: true, Args: "TEXT...", Does: Machine},
		},
	},
	{Name: "mail mailx s-nail bsd-mailx", Open: true, Does: Send, Args: "TEXT...", Flags: []Flag{{"-e -H -f", 0}, {"-s=DATA -c=TEXT -b=TEXT -r=TEXT -S=TEXT -u=TEXT -q=SEND", 0}, {"-a=SEND -A=SEND", 0}}, Do: doMail, More: &More{Stdin: "SEND"}},
	{Name: "sendmail msmtp ssmtp exim exim4 postfix esmtp nullmailer-send", Open: true, Does: Send, Args: "TEXT...", Flags: []Flag{{"-C=READ -X=WRITE -oQ=TEXT -be", Hijack}, {"-f=TEXT -F=TEXT -a=TEXT", 0}}, More: &More{Stdin: "SEND"}, Do: doMail},
	{Name: "mutt neomutt", Open: true, Does: Send, Args: "TEXT...", Flags: []Flag{{"-s=DATA -c=TEXT -b=TEXT -i=SEND -H=SEND -a=SEND", 0}, {"-e=TEXT -F=READ", Hijack}}, More: &More{Stdin: "SEND"}, Do: doMail},
	{Name: "swaks", Open: true, Does: Send, Args: "TEXT...", Flags: []Flag{{"--attach=SEND", 0}, {"--body=DATA --header=HEADER --data=DATA --auth-password=AUTH -ap=AUTH --to=TEXT --from=TEXT --server=TEXT", 0}, {"--pipe=LINE", Hijack}}, More: &More{Stdin: "SEND"}},
	{
		Name: "tcpdump tshark dumpcap wireshark ngrep tcpflow",
		Flags: []Flag{
			{"-A -b -d -D -e -f -h -H -J -K -l -L -n -N -O -p -q -S -t -tt -ttt -tttt -u -U -v -vv -vvv -x -X -xx -XX -V -g --list-interfaces --version --immediate-mode --print -#", 0},
			{"-B=TEXT -c=TEXT -C=TEXT -E=TEXT -G=TEXT -i=TEXT -j=TEXT -m=TEXT -M=TEXT -Q=TEXT -s=TEXT -T=TEXT -W=TEXT -y=TEXT -Y=TEXT -a=TEXT -o=TEXT --interface=TEXT --count", 0},
			{"-r=READ -F=READ -I=READ", 0},
			{"-w=WRITE", 0},
			{"-z=TEXT", 0},
			{"-Z=TEXT --relinquish-privileges=TEXT", Elevate},
		},
		Args: "TEXT...",
		More: &More{Rules: []Rule{{Says: "a script of its own", Does: Hijack, Word: "lua_script:*"}}},
		Do:   doCapture,
	},
	{
		Name:  "websocat wscat",
		Flags: []Flag{{"-1 -b -k -n -q -t -u -U -v -E -S -B=TEXT --insecure --no-close --oneshot --text --binary --exit-on-eof --ping-interval=TEXT --ping-timeout=TEXT -x=DATA --execute=DATA -w=TEXT -p=TEXT --protocol=TEXT --origin=TEXT --no-color", 0}, {"-H=HEADER --header=HEADER --basic-auth=AUTH --auth=AUTH", 0}, {"-c=TEXT --connect=URL", 0}, {"-l=TEXT --listen=TEXT -s=TEXT", Expose}, {"-e --exec --sh-c --exec-args=TEXT", 0}},
		Args:  "TEXT...",
		Do:    doSocat,
	},
	{
		Name:  "grpcurl evans ghz",
		Flags: []Flag{{"-plaintext -insecure -v -vv -emit-defaults -allow-unknown-fields -use-reflection -format-error -alts -msg-template -expand-headers", 0}, {"-d=DATA -H=HEADER -rpc-header=HEADER -reflect-header=HEADER -import-path=LIST -proto=READ -protoset=READ -protoset-out=WRITE -cacert=READ -cert=READ -key=READ -authority=TEXT -servername=TEXT -connect-timeout=TEXT -keepalive-time=TEXT -max-time=TEXT -max-msg-sz=TEXT -format=TEXT -user-agent=TEXT", 0}},
		Dash1: true,
		Args:  "TEXT...",
		Do:    doGRPC,
	},
	{Name: "iperf iperf3 speedtest speedtest-cli fast", Open: true, Flags: []Flag{{"-c=TEXT --client=TEXT", 0}}, Args: "TEXT...", Do: func(k *call, a *args) {
		if c := a.value("-c --client"); !c.Known() || !isLoopback(c.Text()) {
			k.effect(Send, k.name)
		}
		if len(a.flags) > 0 && a.has("-s --server") {
			k.effect(Expose, k.name)
		}
	}},
	{Name: "wrk ab hey oha vegeta siege bombardier k6 autocannon", Open: true, Args: "TEXT...", Do: doLoad},
	{Name: "sshuttle", Does: Remote | Elevate, Open: true, Args: "TEXT..."},
	{Name: "sshfs", Does: Remote, Open: true, Args: "TEXT WRITE"},
	{Name: "magic-wormhole wormhole croc transfer ffsend", Does: Send, Open: true, Args: "TEXT...", Do: func(k *call, a *args) {
		for _, w := range a.words {
			if !w.Has("send receive") {
				k.send(w, k.name)
			}
		}
	}},
	{Name: "resolvectl systemd-resolve getent", Args: "TEXT...", Open: true, Do: func(k *call, a *args) {
		if a.word(0).Has("query hosts ahosts ahostsv4 ahostsv6") {
			a.words = a.words[1:]
			doLookup(k, a)
		} else if a.word(0).Has("shadow gshadow") {
			k.effect(Secret, k.name)
		} else if a.word(0).Has("flush-caches dns domain revert reset-statistics reset-server-features log-level") && len(a.words) > 1 {
			k.effect(Machine, k.name)
		}
	}},
}

// dataPorts are the ports of data stores and their like, where a request that
// deletes takes data of this machine away.
const dataPorts = " 9200 9201 5984 6333 6334 7700 8108 8086 8123 8529 7474 8091 8500 2379 8001 9000 8983 15672 8200 9090 8082 3500 4001 8428 7687 4444 19530 "

// doCurl finds out what kind of request it is, and whether it leaves this
// machine.
func doCurl(k *call, a *args) {
	row := k.name
	if w := a.value("-w --write-out"); strings.Contains(w.Text(), "%output{") {
		_, p, _ := strings.Cut(w.Text(), "%output{")
		p, _, _ = strings.Cut(strings.TrimPrefix(p, ">>"), "}")
		k.write(lit(p), row+": --write-out %output{}")
	}
	for i := range a.flags {
		f := &a.flags[i]
		if len(f.values) == 0 {
			continue
		}
		w := f.values[0].words[0]
		switch {
		case hasName("-K --config", f.name) && (w.Is("-") || w.pipe() || w.Is("/dev/stdin")):
			k.effect(RunBuilt, row+": "+f.row.Spell)
		case hasName("-Q --quote", f.name):
			if c, _, _ := strings.Cut(strings.TrimLeft(w.Text(), "-+*"), " "); !in(strings.ToUpper(c), " NLST LIST STAT SIZE PASV PWD CWD CDUP NOOP SYST FEAT MDTM HELP TYPE ") {
				k.effect(Rewrite, row+": "+f.row.Spell)
			}
		case f.name == "--url-query" && w.Known() && !strings.Contains(w.Text(), "@"):
			f.values[0].kind = "TEXT"
		case f.name == "--variable":
			name, val, _ := strings.Cut(strings.TrimPrefix(w.Text(), "%"), "=")
			if strings.HasPrefix(w.Text(), "%") && secretName(name) {
				k.foundWhy(Leak, row+": --variable", "$"+name, k.src)
			}
			if _, p, ok := strings.Cut(w.Text(), "@"); ok && val == "" {
				k.send(lit(p), row+": --variable")
			}
		case hasName("-b --cookie", f.name) && w.Known() && !strings.Contains(w.Text(), "="):
			f.values[0].kind = "READ"
		case hasName("-b --cookie", f.name) && !w.Known():
			f.values[0].kind = "AUTH"
		case hasName("--data-raw --form-string", f.name):
			f.values[0].kind = "TEXT"
		case hasName("--data-urlencode --url-query --expand-data", f.name):
			// name@file, as well as @file
			if i := strings.IndexByte(w.Text(), '@'); i > 0 && isName(w.Text()[:i]) {
				f.values[0].words = []Word{{&word{w.Text()[i:], w.Known(), &gap{flow: w.flow(), hole: w.hole()}}}}
			}
		case hasName("-x --proxy --preproxy --proxy1.0 --socks4 --socks4a --socks5 --socks5-hostname --doh-url", f.name):
			if w.Known() && userinfo("x://"+strings.TrimPrefix(w.Text(), "http://")) {
				k.effect(Secret, row)
			}
		}
	}
	method := "GET"
	payload := a.has("-d --data --data-ascii --data-binary --data-raw --data-urlencode --json -F --form --form-string")
	switch {
	case a.has("-G --get"):
	case payload:
		method = "POST"
	case a.has("-T --upload-file"):
		method = "PUT"
	}
	if w := a.value("-X --request"); w.Text() != "" {
		method = strings.ToUpper(w.Text())
		if !w.Known() {
			method = "?"
		}
	}
	local := k.request(a, row, method, payload && !a.has("-G --get"))
	if a.has("-G --get") && !local && payload {
		// The data goes into the address: a literal is part of a literal name.
		for i := range a.flags {
			if v := a.flags[i].values; len(v) > 0 && v[0].kind == "DATA" && v[0].words[0].Known() && !strings.Contains(v[0].words[0].Text(), "@") {
				v[0].kind = "TEXT"
			}
		}
	}
	k.saves(a, local)
}

// request adds what an HTTP request does and reports whether it stays on this
// machine. Then what is given to it leaves nothing, and a.flags say so.
func (k *call) request(a *args, row, method string, payload bool) bool {
	local, secret := true, false
	var urls []Word
	for _, v := range a.operands {
		if v.kind == "URL" {
			urls = append(urls, v.words[0])
		}
	}
	for _, f := range a.flags {
		if f.name == "--url" && len(f.values) > 0 {
			urls = append(urls, f.values[0].words[0])
		}
	}
	if len(urls) == 0 {
		return false
	}
	for _, w := range urls {
		e := addressEffect(w.Text())
		if !w.Known() && !strings.Contains(strings.TrimPrefix(w.stem(), "http://"), "/") && !strings.HasPrefix(w.stem(), "localhost") && !strings.HasPrefix(w.stem(), "http://localhost:") && !strings.HasPrefix(w.stem(), "http://127.0.0.1:") && !w.glob() {
			e = Fetch
		}
		local = local && e&Fetch == 0
		secret = secret || e&Secret != 0 && isMetadata(hostOf(w.Text()))
		if strings.HasPrefix(w.Text(), "gopher:") || strings.HasPrefix(w.Text(), "dict:") && strings.Count(w.Text(), ":") > 2 {
			k.effect(Send|Unknown, row)
			if local {
				k.effect(Discard, row)
			}
		}
	}
	if sock := a.value("--unix-socket --abstract-unix-socket"); sock.Text() != "" {
		local = true
		for i := range a.operands {
			if a.operands[i].kind == "URL" {
				a.operands[i].kind = "TEXT"
			}
		}
		if !sock.Known() || strings.Contains(sock.Text(), "docker") || strings.Contains(sock.Text(), "containerd") || strings.Contains(sock.Text(), "podman") || strings.Contains(sock.Text(), "crio") {
			if method == "GET" || method == "HEAD" {
				k.effect(Loopback, row)
			} else {
				k.foundWhy(Elevate, row, sock.Text(), k.src)
			}
		} else if k.isOwnSocket(sock.Text()) {
			k.foundWhy(Tamper, row, "talks to "+sock.Text(), k.src)
		} else {
			k.effect(Loopback, row)
		}
		if method == "DELETE" {
			k.effect(Unknown, row)
		}
	}
	if to := a.value("--resolve --connect-to"); to.Text() != "" && local {
		last := to.Text()[strings.LastIndexByte(to.Text(), ':')+1:]
		if a.has("--connect-to") {
			p := strings.Split(to.Text(), ":")
			last = p[max(len(p)-2, 0)]
		}
		if last != "" && !isLoopback(last) {
			local = false
		}
	}
	if p := a.value("-x --proxy --preproxy --proxy1.0 --socks4 --socks4a --socks5 --socks5-hostname"); p.Text() != "" && (!p.Known() || !isLoopback(hostOf(p.Text()))) {
		local = false
	}
	if local {
		for _, f := range a.flags {
			for _, v := range f.values {
				if text := strings.ToUpper(v.words[0].Text()); v.kind == "DATA" && len(urls) > 0 && in(portOf(urls[0].Text()), dataPorts) && (strings.Contains(text, "DROP ") || strings.Contains(text, "TRUNCATE ") || strings.Contains(text, "DELETE FROM")) {
					k.effect(Discard, row+": DELETE")
				}
			}
		}
		k.keepHere(a)
		switch method {
		case "DELETE":
			e := Unknown
			for _, w := range urls {
				if strings.Contains(dataPorts, " "+portOf(w.Text())+" ") {
					e = Discard
				}
			}
			k.effect(e, row+": DELETE")
		case "GET", "HEAD", "OPTIONS":
		default:
			for _, w := range urls {
				if strings.Contains(w.Text(), "_delete_by_query") || strings.Contains(w.Text(), "delete_series") || strings.Contains(w.Text(), "delete-batch") || strings.Contains(w.Text(), "deleterange") {
					k.effect(Discard, row+": DELETE")
				}
				if p := portOf(w.Text()); p == "2375" || p == "2376" {
					k.effect(Elevate, row)
				}
			}
		}
		return true
	}
	switch method {
	case "GET", "HEAD", "OPTIONS", "TRACE":
	case "DELETE":
		k.effect(Rewrite, row+": DELETE")
	default:
		k.effect(Send, row+": "+method)
	}
	if secret {
		k.prints(comes(markSecret|markDownload, "the answer of a metadata service"))
	}
	return false
}

func portOf(text string) string {
	if i := strings.Index(text, "://"); i >= 0 {
		text = text[i+3:]
	}
	if i := strings.IndexAny(text, "/?#"); i >= 0 {
		text = text[:i]
	}
	return text[strings.LastIndexByte(text, ':')+1:]
}

// keepHere makes the values of a request to this machine what they are: text
// and files that are read.
func (k *call) keepHere(a *args) {
	for i := range a.flags {
		for j := range a.flags[i].values {
			v := &a.flags[i].values[j]
			w := v.words[0]
			switch v.kind {
			case "DATA", "HEADER":
				v.kind = "TEXT"
				if rest, ok := strings.CutPrefix(w.Text(), "@"); ok {
					v.kind = "READ"
					w.set(rest)
					w.edit().stem = strings.TrimPrefix(w.stem(), "@")
					v.words = []Word{w}
				} else if i := strings.Index(w.Text(), "=@"); i > 0 && w.Known() {
					rest, _, _ := strings.Cut(w.Text()[i+2:], ";")
					v.kind, v.words = "READ", []Word{lit(rest)}
				}
			case "SEND":
				v.kind = "READ"
			case "AUTH":
				v.kind = "TEXT"
			}
		}
	}
}

// saves keeps in mind which files hold what was downloaded.
func (k *call) saves(a *args, local bool) {
	got := comes(when(!local, markDownload)|when(k.vets(a), markVetted)|when(local, markBuilt), "the download")
	if k.fixed {
		got.mark(markSecret, k.out.secret())
	}
	into := func(w Word, row string) {
		if w.Is("-") || k.stream(w) {
			return
		}
		k.write(w, row)
		for _, p := range k.paths(w) {
			k.files[path.Clean(p)] = got
		}
		k.prints(nothing)
	}
	dir := a.value("--output-dir -P --directory-prefix -d --dir")
	under := func(w Word) Word {
		if dir.Text() != "" && dir.Known() && w.Known() && !path.IsAbs(w.Text()) {
			return lit(dir.Text() + "/" + w.Text())
		}
		return w
	}
	plain := false
	for i := range a.flags {
		f := &a.flags[i]
		if len(f.values) > 0 && hasName("-o --output -O --output-document --out", f.name) {
			w := f.values[0].words[0]
			f.values[0].kind = "TEXT"
			if w.Is("/dev/null") {
				plain = true
			}
			into(under(w), k.name+": "+f.row.Spell)
		}
	}
	if a.has("-O --remote-name --remote-name-all -J") && !a.has("--output-document") && len(a.value("-O").Text()) == 0 {
		k.savesByName(a, under, into)
	}
	if plain && !k.does.has(Secret) {
		k.prints(marked(markPlain))
	}
}

func (e Effect) has(x Effect) bool { return e&x != 0 }

// savesByName writes each address's file under its own name.
func (k *call) savesByName(a *args, under func(Word) Word, into func(Word, string)) {
	for _, v := range a.operands {
		if v.kind != "URL" {
			continue
		}
		w := v.words[0]
		name := w.Text()
		if i := strings.IndexAny(name, "?#"); i >= 0 {
			name = name[:i]
		}
		if i := strings.Index(name, "://"); i >= 0 {
			name = name[i+3:]
		}
		name = path.Base(strings.TrimRight(name, "/"))
		if !w.Known() && strings.ContainsAny(name, "$`") {
			continue
		}
		into(under(lit(name)), k.name)
	}
}

func doWget(k *call, a *args) {
	for _, f := range a.flags {
		if !hasName("-e --execute", f.name) || len(f.values) == 0 {
			continue
		}
		w := f.values[0].words[0]
		key, val, _ := strings.Cut(strings.ReplaceAll(w.Text(), " ", ""), "=")
		row := k.name + ": " + f.row.Spell
		switch strings.ReplaceAll(strings.ToLower(strings.ReplaceAll(key, "-", "")), "_", "") {
		case "robots", "httpproxy", "httpsproxy", "useproxy", "timeout", "tries", "quiet", "useragent", "checkcertificate", "contentdisposition":
		case "postfile", "bodyfile":
			k.send(lit(val), row)
		case "useaskpass":
			k.programNamed(lit(val), row)
			k.effect(Hijack, row)
		case "outputdocument", "logfile", "dirprefix":
			k.write(lit(val), row)
		default:
			k.effect(Hijack, row)
		}
	}
	method := "GET"
	if a.has("--post-data --post-file") {
		method = "POST"
	}
	if w := a.value("--method"); w.Text() != "" {
		method = strings.ToUpper(w.Text())
	}
	if a.has("-i --input-file") {
		k.effect(Fetch, k.name)
	}
	local := k.request(a, k.name, method, false)
	k.saves(a, local)
	if !a.has("-O --output-document --spider --help --version -V -h") {
		dir := a.value("-P --directory-prefix")
		if a.has("-r --recursive -m --mirror -p --page-requisites") {
			if dir.Text() == "" {
				k.write(lit("."), k.name)
			}
			return
		}
		for _, v := range a.operands {
			w := v.words[0]
			name := w.Text()
			if i := strings.IndexAny(name, "?#"); i >= 0 {
				name = name[:i]
			}
			if i := strings.Index(name, "://"); i >= 0 {
				name = name[i+3:]
			}
			if name = path.Base(name); !w.Known() {
				continue
			}
			f := lit(name)
			if dir.Known() && dir.Text() != "" {
				f = lit(dir.Text() + "/" + name)
			}
			k.write(f, k.name)
			for _, p := range k.paths(f) {
				k.files[path.Clean(p)] = comes(when(!local, markDownload)|when(local, markBuilt), "the download")
			}
		}
		k.prints(nothing)
	}
}

func doDownload(k *call, a *args) {
	local := k.request(a, k.name, "GET", false)
	k.saves(a, local)
	if !a.has("-o --out") {
		dir := a.value("-d --dir")
		k.savesByName(a, func(w Word) Word {
			if dir.Known() && dir.Text() != "" {
				return lit(dir.Text() + "/" + w.Text())
			}
			return w
		}, func(w Word, row string) {
			k.write(w, row)
			for _, p := range k.paths(w) {
				k.files[path.Clean(p)] = comes(when(!local, markDownload)|when(local, markBuilt), "the download")
			}
		})
	}
}

// doHTTPie reads "http [METHOD] URL [ITEM…]".
func doHTTPie(k *call, a *args) {
	ws := a.words
	method := ""
	if len(ws) > 1 && ws[0].Known() && ws[0].Text() == strings.ToUpper(ws[0].Text()) && strings.Trim(ws[0].Text(), "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" {
		method, ws = ws[0].Text(), ws[1:]
	} else if len(ws) > 1 && ws[0].Has("get post put patch delete head options") {
		method, ws = strings.ToUpper(ws[0].Text()), ws[1:]
	}
	a.operands = nil
	if len(ws) == 0 {
		return
	}
	u := ws[0]
	if u.Known() && strings.HasPrefix(u.Text(), ":") {
		u = lit("localhost" + u.Text())
		if !strings.HasPrefix(ws[0].Text(), ":/") && strings.HasPrefix(ws[0].Text(), "::") {
			u = lit("localhost")
		}
	}
	a.operands = append(a.operands, value{kind: "URL", words: []Word{u}})
	body := false
	for _, w := range ws[1:] {
		v := value{kind: "DATA", words: []Word{w}}
		switch {
		case strings.Contains(w.Text(), "=="):
			v.kind = "TEXT"
		case strings.Contains(w.Text(), ":=@"):
			_, f, _ := strings.Cut(w.Text(), ":=@")
			v = value{kind: "SEND", words: []Word{lit(f)}}
			body = true
		case strings.Contains(w.Text(), "=@"):
			_, f, _ := strings.Cut(w.Text(), "=@")
			v = value{kind: "SEND", words: []Word{lit(f)}}
			body = true
		case strings.Contains(w.Text(), "@") && !strings.ContainsAny(w.Text()[:strings.IndexByte(w.Text(), '@')], "=:"):
			_, f, _ := strings.Cut(w.Text(), "@")
			v = value{kind: "SEND", words: []Word{lit(f)}}
			body = true
		case strings.Contains(w.Text(), "="):
			body = true
		case strings.Contains(w.Text(), ":"):
			v.kind = "HEADER"
		}
		a.flags = append(a.flags, seen{row: &itemRow, name: "item", values: []value{v}})
	}
	if a.has("--raw") {
		body = true
		f := a.flag("--raw")
		f.values[0].kind = "DATA"
	}
	if k.in.secret() && !a.has("--ignore-stdin -I") {
		k.foundWhy(Leak, k.name+" (standard input)", k.in.from(), k.src)
	}
	if method == "" {
		method = "GET"
		if body || k.piped && !a.has("--ignore-stdin -I") {
			method = "POST"
		}
	}
	if a.has("--offline") {
		a.flags, a.operands = nil, nil
		return
	}
	local := k.request(a, k.name, method, body)
	if !local && k.piped && !a.has("--ignore-stdin") {
		k.standardInput(&Command{More: &More{Stdin: "SEND"}}, &args{}, k.name)
	}
	k.saves(a, local)
}

var itemRow = Flag{Spell: "ITEM"}

// doNetcat reads "nc [-l] HOST PORT".
func doNetcat(k *call, a *args) {
	ws := a.words
	a.operands = nil
	row := k.name
	if a.has("-e -c --exec --sh-exec --lua-exec") {
		return
	}
	host := Word{}
	if len(ws) > 0 {
		host = ws[0]
	}
	if a.has("-l --listen") {
		if len(ws) < 2 || !isLoopback(host.Text()) {
			k.effect(Expose, row+" (listens)")
		} else {
			k.effect(Loopback, row)
		}
		if k.in.shell() {
			k.foundWhy(ReverseShell, row, "a shell's output goes to it", k.src)
		}
		if k.in.secret() {
			k.foundWhy(Leak, row, k.in.from(), k.src)
		}
		k.prints(comes(markDownload, "what "+row+" receives"))
		return
	}
	if len(ws) == 0 {
		if !a.has("-h --help --version") {
			k.effect(Unknown, row)
		}
		return
	}
	for _, w := range ws {
		if w.flow().secret() {
			k.sent = append(k.sent, w)
		}
	}
	if a.has("-U") {
		k.effect(Loopback, row)
		if strings.Contains(host.Text(), "/butler") {
			k.foundWhy(Tamper, row, "talks to "+host.Text(), k.src)
		}
		if strings.Contains(host.Text(), "docker") || strings.Contains(host.Text(), "containerd") {
			k.foundWhy(Elevate, row, host.Text(), k.src)
		}
		if k.isOwnSocket(host.Text()) {
			k.foundWhy(Tamper, row, "talks to "+host.Text(), k.src)
		}
		return
	}
	if host.Known() && isLoopback(host.Text()) {
		k.effect(Loopback, row)
		return
	}
	if a.has("-z") {
		k.effect(Fetch, row)
		k.prints(marked(markPlain))
		return
	}
	if host.Known() && isMetadata(host.Text()) {
		k.effect(Secret, row)
	}
	if k.in.shell() {
		k.foundWhy(ReverseShell, row, "a shell's output goes to it", k.src)
	}
	k.effect(Fetch, row)
	if !k.emptyInput() && !(k.in.known() && k.in.text() == "") {
		k.effect(Send, row+" (standard input)")
		if k.in.secret() {
			k.foundWhy(Leak, row, k.in.from(), k.src)
		}
		k.stdin = true
	} else if k.emptyInput() {
		k.interactive(row)
	}
	k.prints(comes(markDownload, "what "+row+" receives"))
}

// doSocat reads the two addresses of socat, and of websocat.
func doSocat(k *call, a *args) {
	a.operands = nil
	row := k.name
	far, shell, stdin := false, false, false
	var files []string
	for i, w := range a.words {
		if w.flow().secret() {
			k.sent = append(k.sent, w)
		}
		kind, rest, _ := strings.Cut(w.Text(), ":")
		first := rest
		if i := strings.IndexByte(first, ','); i >= 0 {
			first = first[:i]
		}
		switch up := strings.ToUpper(kind); {
		case up == "EXEC" || up == "SYSTEM" || up == "SHELL" || up == "SH-C" || up == "CMD":
			line := strings.Trim(first, `"'`)
			k.child().script(line)
			shell = true
		case strings.Contains(up, "LISTEN") || strings.HasSuffix(up, "-L") || strings.Contains(up, "RECV") || strings.HasPrefix(up, "WS-L"):
			if strings.HasPrefix(up, "UNIX") || strings.HasPrefix(up, "ABSTRACT") || strings.Contains(w.Text(), "bind=127.0.0.1") || strings.Contains(w.Text(), "bind=localhost") {
				k.effect(Loopback, row)
			} else {
				k.effect(Expose, row+" (listens)")
				far = true
			}
		case strings.HasPrefix(up, "TCP") || strings.HasPrefix(up, "UDP") || strings.HasPrefix(up, "OPENSSL") || strings.HasPrefix(up, "SSL") || strings.HasPrefix(up, "SOCKS") || strings.HasPrefix(up, "PROXY") || strings.HasPrefix(up, "SCTP") || up == "WS" || up == "WSS":
			if isLoopback(hostOf(strings.TrimPrefix(first, "//"))) {
				k.effect(Loopback, row)
			} else {
				k.effect(Fetch, row)
				far = true
			}
		case strings.HasPrefix(up, "UNIX") || strings.HasPrefix(up, "ABSTRACT") || up == "GOPEN":
			k.effect(Loopback, row)
			if strings.Contains(rest, "/butler") {
				k.foundWhy(Tamper, row, "talks to "+rest, k.src)
			}
			if strings.Contains(rest, "docker") || strings.Contains(rest, "containerd") {
				k.foundWhy(Elevate, row, rest, k.src)
			}
			if k.isOwnSocket(rest) {
				k.foundWhy(Tamper, row, "talks to "+first, k.src)
			}
		case up == "-" || up == "STDIO" || up == "STDIN" || up == "STDOUT" || strings.HasPrefix(up, "PTY") || strings.HasPrefix(up, "READLINE"):
			stdin = true
		case up == "FILE" || up == "OPEN" || up == "CREATE" || up == "PIPE":
			files = append(files, first)
		case k.name == "websocat" || k.name == "wscat":
			if i > 0 {
				k.effect(Send, row)
			}
		default:
			if !w.Known() {
				k.effect(Unknown, row)
			} else {
				files = append(files, w.Text())
			}
		}
	}
	for _, f := range files {
		if far {
			k.send(lit(f), row)
		}
		k.write(lit(f), row)
	}
	switch {
	case shell && far:
		k.effect(ReverseShell, row)
	case far && k.in.shell():
		k.effect(ReverseShell, row)
	case far && (stdin || k.name != "socat") && !k.emptyInput():
		k.effect(Send, row+" (standard input)")
		if k.in.secret() {
			k.foundWhy(Leak, row, k.in.from(), k.src)
		}
	}
	if far {
		k.prints(comes(markDownload, "what "+row+" receives"))
	}
}

// doLookup judges names that are looked up: one that the line makes of what it
// read carries it out.
func doLookup(k *call, a *args) {
	local := len(a.words) > 0
	for _, w := range a.words {
		if w.flow().secret() {
			k.foundWhy(Leak, k.name, cut(w.hole(), 60), k.src)
		} else if !w.Known() && !w.flow().plain() && (strings.Contains(w.Text(), "$(") || strings.Contains(w.Text(), "`") || w.flow().built() || w.flow().place() != "" || w.flow().file() != "") {
			k.effect(Send, k.name)
		}
		local = local && w.Known() && (len(w.Text()) < 4 && isDigits(w.Text()) || isLoopback(strings.TrimPrefix(w.Text(), "@")) || strings.HasPrefix(w.Text(), "+") || w.Has("-x"))
	}
	switch {
	case local:
		k.effect(Loopback, k.name)
	case len(a.words) > 0:
		k.effect(Fetch, k.name)
	}
	if k.name != "ping" {
		k.prints(comes(markDownload, "the answer of a look-up"))
	}
}

// doSSH reads the options that run something here, and what the host is given.
func doSSH(k *call, a *args) {
	row := k.name
	if a.has("-V -Q -G") && !a.has("-o") {
		a.operands = nil
		return
	}
	for _, f := range a.flags {
		if f.name != "-o" || len(f.values) == 0 {
			continue
		}
		k.sshOption(f.values[0].words[0], row+": -o")
	}
	if c := a.value("-O"); c.Text() != "" || a.has("-G -V") {
		a.operands = nil
		if c.Has("forward") {
			k.effect(Expose, row)
		}
		return
	}
	if f := a.value("-F"); f.Text() != "" && k.content(f).known() {
		k.sshConfig(k.content(f).text(), row+": -F")
	}
	host, script := Word{}, false
	for _, v := range a.operands {
		switch v.kind {
		case "HOST":
			host = v.words[0]
		case "SCRIPT":
			script = true
		}
	}
	if host.flow().secret() {
		k.foundWhy(Leak, row, host.hole(), k.src)
	}
	if !script && host.Has("git@github.com git@gitlab.com git@bitbucket.org git@ssh.github.com git@codeberg.org") && !a.has("-R -D -L -F") {
		k.effect(ReadRemote, row)
		k.stdin = true
		return
	}
	k.effect(Remote, row)
	if k.in.secret() && !k.emptyInput() {
		k.foundWhy(Leak, row, k.in.from(), k.src)
	}
	if script || a.has("-N -f -W -s") {
		return
	}
	if k.emptyInput() {
		k.interactive(row)
		return
	}
	in := k.child()
	in.away, in.sh.dirs, in.in = true, nil, flow{}
	k.runText(in, k.in, row+" (standard input)")
	k.stdin = true
}

// sshOption is one "Key=value" or "Key value" of ssh's configuration.
func (k *call) sshOption(w Word, row string) {
	key, val, ok := strings.Cut(w.Text(), "=")
	if !ok || strings.ContainsAny(strings.TrimSpace(key), " \t") {
		key, val, _ = strings.Cut(strings.TrimSpace(w.Text()), " ")
	}
	val = strings.Trim(strings.TrimSpace(val), `"`)
	switch strings.ToLower(strings.TrimSpace(key)) {
	case "proxycommand", "localcommand", "knownhostscommand":
		if val == "none" {
			return
		}
		k.effect(Hijack, row)
		if w.Known() {
			k.child().script(val)
		}
	case "pkcs11provider", "securitykeyprovider", "xauthlocation", "include":
		k.effect(Hijack, row)
	case "remoteforward", "dynamicforward":
		k.effect(Expose, row)
	case "proxyusefdpass", "permitlocalcommand":
	default:
		if !w.Known() && w.stem() == "" {
			k.effect(Hijack, row)
		}
	}
}

func (k *call) sshConfig(text, row string) {
	for l := range strings.Lines(text) {
		if l = strings.TrimSpace(l); l != "" && !strings.HasPrefix(l, "#") {
			k.sshOption(lit(l), row)
		}
	}
}

// doKeygen tells making a key from looking at one.
func doKeygen(k *call, a *args) {
	row := k.name
	f := a.value("-f")
	if c := a.value("-w"); c.Text() != "" || a.has("-D") {
		a.operands = nil
		return
	}
	switch {
	case a.has("-l -B -F -Q -L"):
		if f.Text() != "" {
			k.touch(reads, f, row, k.src)
		}
	case a.has("-y -e -i"):
		if f.Text() != "" {
			k.touch(reads, f, row, k.src)
		}
	case a.has("-R -H"):
		if f.Text() == "" {
			f = lit(k.scene.Home + "/.ssh/known_hosts")
		}
		k.write(f, row)
	case a.has("-Y"):
		if f.Text() != "" {
			k.touch(reads, f, row, k.src)
		}
		if a.value("-Y").Has("sign") {
			k.effect(Secret, row)
		}
	case a.has("-A"):
		k.effect(Machine, row)
	default:
		if f.Text() == "" {
			f = lit(k.scene.Home + "/.ssh/id_ed25519")
		}
		k.write(f, row)
		if s := a.value("-s"); s.Text() != "" {
			k.touch(reads, s, row, k.src)
		}
	}
}

// doFTP reads the commands that an FTP client is given.
func doFTP(k *call, a *args) {
	if k.in.secret() {
		k.foundWhy(Leak, k.name, k.in.from(), k.src)
	}
	check := func(text string) {
		for l := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == '\n' || r == ';' }) {
			fs := strings.Fields(l)
			if len(fs) == 0 {
				continue
			}
			switch fs[0] {
			case "put", "mput", "mirror", "send", "append":
				for _, p := range fs[1:] {
					if !strings.HasPrefix(p, "-") {
						k.send(lit(p), k.name)
						break
					}
				}
			case "rm", "mrm", "delete", "mdelete", "rmdir":
				k.effect(Rewrite, k.name)
			case "!":
				k.child().script(strings.Join(fs[1:], " "))
			default:
				if rest, ok := strings.CutPrefix(l, "!"); ok {
					k.child().script(rest)
				}
			}
		}
	}
	if w := a.value("-e -c"); w.Text() != "" {
		check(w.Text())
	}
	if k.in.known() {
		check(k.in.text())
	}
}

func doTunnel(k *call, a *args) {
	ws := a.words
	if len(ws) > 0 && ws[0].Has("version help list info status update diagnose config authtoken completion credits login create route delete cleanup add-authtoken check") || a.has("--version --help -v -h") && len(ws) == 0 {
		switch {
		case len(ws) > 0 && ws[0].Has("config authtoken add-authtoken"):
			k.effect(Unknown, k.name)
		case len(ws) > 0 && ws[0].Has("create route login"):
			k.effect(Publish, k.name)
		case len(ws) > 0 && ws[0].Has("delete cleanup"):
			k.effect(Rewrite, k.name)
		}
		return
	}
	k.effect(Expose, k.name)
	for _, w := range ws {
		if rest, ok := strings.CutPrefix(w.Text(), "file://"); ok {
			if f := k.contentBelow(lit(rest), k.name); f.secret() {
				k.foundWhy(Leak, k.name, rest, k.src)
			}
			for _, p := range k.paths(lit(rest + "/x")) {
				if k.zone(p) == zoneSecrets {
					k.foundWhy(Leak, k.name, rest, k.src)
				}
			}
		}
	}
}

func doMail(k *call, a *args) {
	if k.emptyInput() && a.has("-e -H -f --version -V") && len(a.words) == 0 {
		k.does &^= Send
	}
}

func doCapture(k *call, a *args) {
	if a.has("-r -D -L --list-interfaces --version -h") && !a.has("-w") {
		if z := a.value("-z"); z.Text() != "" && k.name == "tcpdump" {
			k.effect(Hijack, k.name+": -z")
		}
		return
	}
	k.foundWhy(Machine, k.name, "it listens to the network", k.src)
	if z := a.value("-z"); z.Text() != "" && k.name == "tcpdump" {
		k.effect(Hijack, k.name+": -z")
		if z.Known() {
			k.child().script(z.Text())
		}
	}
}

func doGRPC(k *call, a *args) {
	host := a.word(0)
	if host.Known() && isLoopback(hostOf(host.Text())) {
		k.keepHere(a)
		k.effect(Loopback, k.name)
		return
	}
	k.effect(Fetch, k.name)
	if len(a.words) > 1 && !a.word(1).Has("list describe") {
		k.effect(Send, k.name)
	}
}

func doLoad(k *call, a *args) {
	for _, w := range a.words {
		if strings.Contains(w.Text(), "://") {
			if isLoopback(hostOf(w.Text())) {
				k.effect(Loopback, k.name)
			} else {
				k.effect(Send, k.name)
			}
			return
		}
	}
	if k.name == "k6" && a.word(0).Has("inspect version archive new") {
		k.effect(RunProject, k.name)
		return
	}
	if w := a.word(1); a.word(0).Has("run") && k.name == "k6" {
		k.runScript("node", []Word{w}, k.name)
		return
	}
	k.effect(Unknown, k.name)
}
