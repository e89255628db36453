package classify

import "strings"

// Servers of this machine, virtual machines, backups of databases, keepers of
// secrets, and what else has its own client but no other family.
var serviceCommands = []Command{
	// Servers: a look at their settings is harmless, the rest is the machine's.
	{Name: "nginx openresty", Flags: []Flag{{"-t -T -q -v -V -h -?", 0}, {"-s=TEXT", Machine}, {"-c=READ -g=TEXT -p=TEXT -e=WRITE", 0}}, Do: func(k *call, a *args) {
		if !a.has("-t -T -v -V -h -? -s") {
			k.effect(Machine, k.name)
		}
	}},
	{Name: "apachectl apache2ctl httpd apache2", Dash1: true, Flags: []Flag{{"-t -T -v -V -S -M -l -L -h -X", 0}, {"-k=TEXT", Machine}, {"-f=READ -d=LIST -D=TEXT -e=TEXT -c=TEXT -C=TEXT", 0}}, Args: "TEXT...", Do: func(k *call, a *args) {
		if !a.has("-t -v -V -S -M -l -L -h -k") && !a.word(0).Has("configtest status fullstatus help") {
			k.effect(Machine, k.name)
		}
	}},
	{Name: "haproxy", Dash1: true, Flags: []Flag{{"-c -v -vv -V -q -db -d -D -W -h", 0}, {"-f=READ -p=WRITE -L=TEXT -x=TEXT", 0}, {"-sf -st", Kill}}, Args: "TEXT...", Do: func(k *call, a *args) {
		if !a.has("-c -v -vv -h -sf -st") {
			k.effect(Machine, k.name)
		}
	}},
	{Name: "caddy", Open: true, Flags: []Flag{{"--config=READ --adapter=TEXT --listen=TEXT --root=READ", 0}}, Args: "TEXT...", Do: func(k *call, a *args) {
		switch w := a.word(0); {
		case len(a.words) == 0, w.Has("adapt build-info completion help list-modules manpage validate version"):
		case w.Is("fmt"):
			k.effect(RunProject, k.name)
		case w.Has("run file-server respond reverse-proxy"):
			k.effect(RunProject, k.name)
		case w.Is("stop"):
			k.effect(Kill, k.name)
		case w.Has("environ storage"):
			k.effect(Secret, k.name)
		default:
			k.effect(Machine, k.name)
		}
	}},

	// Virtual machines of this one.
	{Name: "multipass lxc incus", Open: true, Args: "TEXT...", Do: func(k *call, a *args) {
		switch w := a.word(0); {
		case len(a.words) == 0, w.Has("list ls info version find get help networks aliases show monitor query remote") && !anyWordOf(a.words, "add remove set-default switch"):
		case w.Has("launch start init create restart stop suspend"):
			k.effect(RunProject, k.name)
		case w.Has("delete rm purge restore rollback rebuild"):
			k.effect(Discard, k.name)
		case w.Has("exec shell console"):
			k.effect(RunUnseen, k.name)
		case w.Has("config profile network storage cluster admin mount umount file transfer set authenticate"):
			k.effect(Machine, k.name)
		default:
			k.effect(Unknown, k.name)
		}
	}},
	{Name: "k3s-uninstall.sh k3s-agent-uninstall.sh k3s-killall.sh rke2-uninstall.sh rke2-killall.sh", Does: Discard | Machine},
	{Name: "runas gsudo", Does: Elevate, Plain: true, Args: "TEXT..."},

	// Many machines at once.
	{Name: "pdsh pssh parallel-ssh clush dsh pdcp parallel-scp pnuke prsync", Does: Remote, Open: true, Args: "TEXT..."},

	{Name: "kill-port fkill fkill-cli", Does: Kill, Open: true, Args: "TEXT..."},

	// Backups and stores of data.
	{Name: "barman", Open: true, Args: "TEXT...", Do: func(k *call, a *args) {
		byWords(k, a, "list-servers list-server list-backups list-backup list-files show-server show-servers show-backup show-backups status check check-backup diagnose help", "delete sync-backup recover restore")
	}},
	{Name: "wal-g wal-e", Open: true, Args: "TEXT...", Do: func(k *call, a *args) {
		byWords(k, a, "backup-list wal-show st ls help backup-show wal-verify", "delete backup-mark backup-fetch wal-restore wal-receive")
	}},
	{Name: "pgbackrest", Open: true, Args: "TEXT...", Do: func(k *call, a *args) {
		byWords(k, a, "info check version verify help repo-ls repo-get archive-get", "stanza-delete expire restore stop repo-rm")
	}},
	{Name: "splunk", Open: true, Args: "TEXT...", Do: func(k *call, a *args) {
		byWords(k, a, "search list status version show help btool display", "clean remove delete disable stop")
	}},
	{Name: "hdfs hadoop", Dash1: true, Flags: []Flag{{"-ls -cat -du -df -count -stat -tail -test -text -help -find -checksum -getfacl -head -h -s -R -report -p -f", 0}, {"-get -copyToLocal -getmerge", 0}, {"-rm -rmr -rmdir -expunge -skipTrash -truncate -deleteSnapshot -format", Rewrite}, {"-put -copyFromLocal -moveFromLocal -mv -cp -mkdir -chmod -chown -setrep -appendToFile -touchz -safemode", Publish}}, Args: "TEXT...", Does: ReadRemote},
	{Name: "trino presto beeline hive impala-shell snowsql sqlplus", Does: ReadRemote, More: &More{Stdin: "SQL"}, Flags: []Flag{
		{"-e=SQL -q=SQL --execute=SQL --query=SQL", 0},
		{"-f=READ --file=READ --filename=READ", RunUnseen},
		{"--server=TEXT --catalog=TEXT --schema=TEXT --user=TEXT -u=TEXT -n=TEXT -a=TEXT -c=TEXT -d=TEXT -s=TEXT -w=TEXT -i=TEXT -o=TEXT --output-format=TEXT", 0},
		{"-p=AUTH --password=AUTH", 0},
		{"-* --*", 0},
	}, Args: "TEXT...", Do: func(k *call, a *args) { k.far = true }},

	// Keepers of secrets.
	{Name: "secret-tool keyring kwallet-query", Does: Secret, Open: true, Args: "TEXT...", Do: printsSecret},
	{Name: "age rage", Flags: []Flag{{"-e -a -p --encrypt --armor --passphrase --version -r=TEXT --recipient=TEXT -j=TEXT", 0}, {"-R=READ --recipients-file=READ", 0}, {"-i=TEXT --identity=TEXT", 0}, {"-d --decrypt", Secret}, {"-o=WRITE --output=WRITE", 0}}, Args: "READ"},
	{Name: "age-keygen rage-keygen", Flags: []Flag{{"-y", 0}, {"-o=WRITE", 0}}, Args: "TEXT", Does: Secret},
	{Name: "aws-vault saml2aws granted assume aws-sso aws2-wrap", Open: true, Args: "TEXT...", Do: func(k *call, a *args) {
		if !a.word(0).Has("list ls list-roles version help --help") {
			k.effect(Secret, k.name)
		}
	}},

	// Clients that end or send.
	{Name: "aws-nuke cloud-nuke", Open: true, Flags: []Flag{{"--dry-run", Dry}}, Args: "TEXT...", Does: Rewrite},
	{Name: "flarectl clusterctl rosa", Open: true, Args: "TEXT...", Do: doVerbsAll},
	{Name: "microk8s", Open: true, Args: "TEXT...", Do: func(k *call, a *args) {
		switch w := a.word(0); {
		case w.Has("kubectl helm helm3") && len(a.words) > 1:
			k.child().call(a.words, k.src)
		case len(a.words) == 0, w.Has("status inspect version config help") && !w.Is("config"):
		case w.Is("config"):
			k.effect(Secret, k.name)
		case w.Has("reset uninstall"):
			k.effect(Discard, k.name)
		default:
			k.effect(Machine, k.name)
		}
	}},
	{Name: "promtool", Open: true, Args: "TEXT...", Does: RunProject, More: &More{Rules: []Rule{{"sends", Send, "push", nil}}}},
	{Name: "amtool", Open: true, Args: "TEXT...", Does: ReadRemote, More: &More{Rules: []Rule{{"silences alerts", Publish, "add expire import update", nil}}}},
	{Name: "gh-pages", Open: true, Args: "TEXT...", Does: Publish},
	{Name: "vsce ovsx @vscode/vsce", Open: true, Args: "TEXT...", Flags: []Flag{{"-p=AUTH --pat=AUTH", 0}, {"-o=WRITE --out=WRITE", 0}}, Does: RunProject, More: &More{Rules: []Rule{
		{"publishes", Publish, "publish unpublish delete-publisher unpublish delete", nil},
		{"a credential", Secret, "login logout create-publisher", nil},
	}}},
	{Name: "bicep", Open: true, Args: "READ...", Does: RunProject, More: &More{Rules: []Rule{{"publishes", Publish, "publish publish-extension", nil}}}, Flags: []Flag{{"--outfile=WRITE --outdir=WRITE", 0}}},
}

// byWords judges "client VERB" where looks are verbs that look and drops verbs
// that lose something; any other changes what the client keeps.
func byWords(k *call, a *args, looks, drops string) {
	for _, w := range a.words {
		switch {
		case w.Has(drops):
			k.effect(Discard, k.name)
			return
		case w.Has(looks):
			k.effect(ReadRemote, k.name)
			return
		}
	}
	if len(a.words) > 0 && !strings.HasPrefix(a.words[0].Text(), "-") {
		k.effect(Publish, k.name)
	}
}
