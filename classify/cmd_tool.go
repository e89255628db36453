package classify

import "strings"

// Tools around code: they build, check, convert and look, mostly in the project.
var toolCommands = []Command{
	{Name: "pipdeptree", Open: true, Args: "TEXT..."},
	{Name: "busted great_expectations idf.py godot godot4 slither mdbook", Open: true, Args: "TEXT...", Does: RunProject, Rules: []Rule{{"writes to a device", Machine, "flash erase-flash erase_flash app-flash bootloader-flash", nil}}},
	{Name: "prove", Open: true, Does: RunProject, Flags: []Flag{{"-e=LINE --exec=LINE", 0}, {"-I=LOAD -P=TEXT -M=TEXT", 0}, {"-a=WRITE --archive=WRITE", 0}, {"--source=TEXT --formatter=TEXT -j=TEXT --jobs=TEXT --state=TEXT --ext=TEXT", 0}}, Args: "READ..."},
	{Name: "perlcritic podchecker", Open: true, Flags: []Flag{{"--severity=TEXT --theme=TEXT --include=TEXT --exclude=TEXT --verbose=TEXT", 0}, {"-p=LOAD --profile=LOAD", 0}}, Args: "READ..."},
	{Name: "perltidy", Open: true, Flags: []Flag{{"-b", 0}, {"-o=WRITE", 0}, {"-pro=READ", 0}}, Forms: []Form{{If: "-b", Args: "WRITE..."}}, Args: "READ...", Dash1: true},
	{Name: "forge", Open: true, Flags: []Flag{{"--broadcast", Spend}, {"--private-key=AUTH --mnemonic=AUTH", 0}, {"--ffi", RunUnseen}, {"--match-test=TEXT --match-contract=TEXT --match-path=TEXT --mt=TEXT --mc=TEXT --fork-url=TEXT --rpc-url=TEXT --root=CD", 0}}, Args: "TEXT...", Does: RunProject, Rules: []Rule{{"it goes to the chain", Spend, "create", nil}, {"publishes", Publish, "verify-contract", nil}, {"packages", NewPackage, "install update", nil}}},
	{Name: "cast", Open: true, Flags: []Flag{{"--private-key=AUTH --mnemonic=AUTH", 0}, {"--rpc-url=TEXT -r=TEXT --block=TEXT -b=TEXT", 0}}, Args: "TEXT...", Does: ReadRemote, Rules: []Rule{{"it goes to the chain", Spend, "send publish mktx", nil}, {"keys", Secret, "wallet", nil}}},
	{Name: "anvil", Open: true, Does: Loopback},
	{Name: "anchor", Open: true, Args: "TEXT...", Does: RunProject, Rules: []Rule{{"it goes to the chain", Publish, "deploy upgrade publish migrate login", nil}}},
	{Name: "solana", Open: true, Args: "TEXT...", Does: ReadRemote, Rules: []Rule{{"money or programs", Spend, "transfer pay airdrop delegate-stake withdraw-stake", nil}, {"programs", Publish, "deploy upgrade", nil}}},
	{Name: "solc", Open: true, Flags: []Flag{{"-o=WRITE --output-dir=WRITE", 0}}, Args: "READ..."},
	{Name: "mlr", Open: true, Args: "TEXT...", Do: func(k *call, a *args) {
		for _, w := range k.words[1:] {
			switch {
			case !w.Known || strings.Contains(w.Text, "system(") || strings.Contains(w.Text, "exec(") || strings.Contains(w.Text, "| \""):
				k.effect(RunBuilt, k.name+": its own language starts programs")
			case w.Is("-I"):
				k.setKind(a, len(a.operands)-1, "WRITE")
			case strings.ContainsAny(w.Text, "./") && !strings.ContainsAny(w.Text, "$ "):
				k.given(w)
			}
		}
	}},
	{Name: "wasm-pack", Open: true, Args: "TEXT...", Flags: []Flag{{"-d=WRITE --out-dir=WRITE", 0}}, Does: RunProject, Rules: []Rule{{"publishes", Publish, "publish", nil}, {"a credential", Secret, "login", nil}}},
	{Name: "dune", Open: true, Args: "TEXT...", Does: RunProject},
	{Name: "hugo", Open: true, Args: "TEXT...", Flags: []Flag{{"-d=WRITE --destination=WRITE", 0}, {"-s=CD --source=CD", 0}}, Does: RunProject, Rules: []Rule{{"publishes", Publish, "deploy", nil}}},
	{Name: "ldd pldd lddtree", Open: true, Args: "READ..."},
	{Name: "pkg-config pkgconf", Open: true, Args: "TEXT..."},
	{Name: "xcbeautify xcpretty", Open: true, Flags: []Flag{{"-o=WRITE --output=WRITE --report-path=WRITE", 0}}},
	{Name: "swag ent mockery", Open: true, Args: "TEXT...", Does: RunProject, Flags: []Flag{{"-o=WRITE --output=WRITE", 0}}},
	{Name: "gitleaks detect-secrets ggshield", Open: true, Args: "TEXT...", Does: RunProject, Flags: []Flag{{"-r=WRITE --report-path=WRITE", 0}, {"-c=READ --config=READ", 0}}},
	{Name: "trufflehog", Open: true, Args: "TEXT...", Does: RunProject, Rules: []Rule{{"looks elsewhere", ReadRemote, "git github gitlab s3 gcs docker", nil}}},
	{Name: "jscodeshift comby", Open: true, Args: "TEXT...", Does: RunProject, Flags: []Flag{{"-t=LOAD --transform=LOAD", 0}}},
	{Name: "remotion", Open: true, Args: "TEXT...", Does: RunProject, Rules: []Rule{{"publishes", Publish, "lambda cloudrun", nil}}},
	{Name: "fvm", Args: "TEXT...", Open: true, Do: func(k *call, a *args) {
		switch {
		case a.word(0).Has("flutter dart"):
			k.child().call(a.words, k.src)
		case a.word(0).Has("install use global remove destroy"):
			k.effect(Machine, k.name)
		}
	}},
	{Name: "trunk", Open: true, Args: "TEXT...", Does: RunProject},
	{Name: "crystal nim elm elm-test purs spago haxe hpack rescript", Open: true, Args: "TEXT...", Does: RunProject, Rules: []Rule{{"code", RunUnseen, "eval e i play", nil}, {"publishes", Publish, "publish", nil}}},
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
	{Name: "tidy", Dash1: true, Open: true, Flags: []Flag{{"-m -modify", 0}, {"-f=WRITE -file=WRITE -o=WRITE -output=WRITE", 0}, {"-config=READ", 0}}, Forms: []Form{{If: "-m -modify", Args: "WRITE..."}}, Args: "READ..."},
	{Name: "d2", Open: true, Args: "READ WRITE"},
	{Name: "codesign", Dash1: true, Flags: []Flag{{"-d -dv -dvv -dvvv -v -vv -vvv --display --verify --verbose --deep --strict --entitlements=TEXT --requirements=TEXT -f --force --options=TEXT --timestamp --preserve-metadata=TEXT", 0}, {"-s=TEXT --sign=TEXT", 0}}, Args: "READ...", Do: func(k *call, a *args) {
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
	{Name: "arduino-cli platformio pio west esptool esptool.py avrdude", Open: true, Args: "TEXT...", Does: RunProject, Flags: []Flag{{"-t=TEXT --target=TEXT", 0}, {"-d=TEXT --build-dir=TEXT -e=TEXT", 0}}, Rules: []Rule{
		{"writes to a device", Machine, "upload flash erase erase_flash write_flash burn-bootloader", nil},
		{"writes to a device", Machine, "", func(a *args) bool { return a.value("-t --target").Has("upload erase uploadfs") }},
	}},
	{Name: "emulator avdmanager", Dash1: true, Open: true, Args: "TEXT...", Does: RunProject, Flags: []Flag{{"-wipe-data", Discard}}, Rules: []Rule{{"deletes", Discard, "delete", nil}}},
	{Name: "sdkmanager", Open: true, Flags: []Flag{{"--uninstall", Machine}, {"--list --list_installed --version --help --sdk_root=TEXT --channel=TEXT --licenses", 0}}, Args: "TEXT...", Do: func(k *call, a *args) {
		if len(a.words) > 0 {
			k.effect(NewPackage, k.name)
		}
	}},
}
