package classify

import (
	"path"
	"slices"
	"strings"
)

// Tools that build, test, check and format a project. They run the project's
// own code, so that most of their flags say nothing; those that name another
// program, load code from elsewhere, write elsewhere or publish have rows.
var buildCommands = []Command{
	{
		Name:  "go",
		Dash1: true,
		Lead:  true,
		Flags: []Flag{{"-C=CD", 0}, {"-h -help --help --version", 0}},
		Subs: []Command{
			{Name: "build install vet list", Does: RunProject, Flags: []Flag{
				{"-a -n -race -msan -asan -cover -v -work -x -asmflags=TEXT -buildmode=TEXT -buildvcs[=TEXT] -compiler=TEXT -covermode=TEXT -coverpkg=TEXT -gccgoflags=TEXT -gcflags=TEXT -installsuffix=TEXT -json -ldflags=TEXT -linkshared -mod=TEXT -modcacherw -p=TEXT -pgo=READ -pkgdir=WRITE -tags=TEXT -trimpath", 0},
				{"-f=TEXT -m -u -versions -retracted -deps -test -e -export -find -compiled -reuse=READ -c=TEXT -fix -diff", 0},
				{"-C=CD -modfile=WRITE -o=WRITE", 0},
				{"-overlay=READ", Hijack},
				{"-toolexec=PROGRAM -vettool=PROGRAM", 0},
				{"-*", 0},
			}, Args: "TEXT...", More: &More{Rules: []Rule{{"a linker of its own", Hijack, "", foreignLinker}}}, Do: doGoInstall},
			{Name: "test", Does: RunProject, Flags: []Flag{
				{"-a -n -race -msan -asan -cover -v[=TEXT] -work -x -asmflags=TEXT -buildmode=TEXT -buildvcs[=TEXT] -compiler=TEXT -covermode=TEXT -coverpkg=TEXT -gcflags=TEXT -json -ldflags=TEXT -mod=TEXT -p=TEXT -tags=TEXT -trimpath -vet=TEXT", 0},
				{"-bench=TEXT -benchmem -benchtime=TEXT -blockprofilerate=TEXT -count=TEXT -cpu=TEXT -failfast -fullpath -fuzz=TEXT -fuzztime=TEXT -fuzzminimizetime=TEXT -list=TEXT -memprofilerate=TEXT -mutexprofilefraction=TEXT -parallel=TEXT -run=TEXT -short -shuffle=TEXT -skip=TEXT -timeout=TEXT -c -i -update -artifacts", 0},
				{"-C=CD -modfile=WRITE -o=WRITE -coverprofile=WRITE -cpuprofile=WRITE -memprofile=WRITE -blockprofile=WRITE -mutexprofile=WRITE -trace=WRITE -outputdir=WRITE -test.gocoverdir=WRITE", 0},
				{"-overlay=READ", Hijack},
				{"-toolexec=PROGRAM -exec=PROGRAM", 0},
				{"-args", 0},
				{"-*", 0},
			}, Args: "TEXT...", More: &More{Rules: []Rule{{"a linker of its own", Hijack, "", foreignLinker}}}, Do: func(k *call, a *args) {
				if o := a.value("-o"); a.has("-c") && o.Known() && o.Text() != "" {
					k.product(o, nil)
				}
			}},
			{Name: "run", Flags: []Flag{
				{"-a -n -race -msan -asan -cover -v -work -x -asmflags=TEXT -buildvcs[=TEXT] -gcflags=TEXT -ldflags=TEXT -mod=TEXT -p=TEXT -tags=TEXT -trimpath", 0},
				{"-C=CD -modfile=WRITE", 0},
				{"-overlay=READ", Hijack},
				{"-toolexec=PROGRAM -exec=PROGRAM", 0},
			}, Args: "RUN:go", More: &More{Rules: []Rule{{"a linker of its own", Hijack, "", foreignLinker}}}, Do: doGoRun},
			{Name: "generate", Does: RunProject, Flags: []Flag{{"-n -v -x -run=TEXT -skip=TEXT -tags=TEXT -mod=TEXT -C=CD", 0}}, Args: "TEXT...", Do: doGoGenerate},
			{Name: "fmt fix doc version", Does: RunProject, Flags: []Flag{{"-n -x -m -v -json -all -c -cmd -short -src -u -ex -http -diff -fix=TEXT -go=TEXT -mod=TEXT -C=CD", 0}}, Args: "TEXT..."},
			{Name: "get", Flags: []Flag{{"-d -t -v -x -tool", 0}, {"-u[=TEXT]", 0}, {"-insecure", ForeignPackage}, {"-C=CD -modfile=WRITE", 0}, {"-tags=TEXT -mod=TEXT", 0}}, Args: "PKG...", Do: doGoGet},
			{Name: "mod", Does: RunProject, Subs: []Command{
				{Name: "tidy download vendor verify graph why init edit", Flags: []Flag{{"-e -v -x -json -m -vendor -fmt -print -reuse=READ -o=WRITE -go=TEXT -compat=TEXT -diff -toolchain=TEXT -module=TEXT -require=TEXT -droprequire=TEXT -exclude=TEXT -dropexclude=TEXT -retract=TEXT -dropretract=TEXT -tool=TEXT -droptool=TEXT -godebug=TEXT -dropreplace=TEXT -C=CD -modfile=WRITE -mod=TEXT", 0}, {"-replace=TEXT", NewPackage}}, Args: "TEXT..."},
			}},
			{Name: "work", Does: RunProject, Subs: []Command{{Name: "init use sync edit vendor", Flags: []Flag{{"-r -v -fmt -json -print -go=TEXT -use=TEXT -dropuse=TEXT -dropreplace=TEXT -toolchain=TEXT -o=WRITE", 0}, {"-replace=TEXT", NewPackage}}, Args: "READ..."}}},
			{Name: "env", Flags: []Flag{{"-json -changed", 0}, {"-u", 0}, {"-w", Hijack}, {"-C=CD", 0}}, Args: "TEXT...", Out: OutPlain},
			{Name: "clean", Does: RunProject, Flags: []Flag{{"-cache -testcache -fuzzcache -modcache -i -n -r -x -C=CD", 0}}, Args: "TEXT..."},
			{Name: "tool", Does: RunProject, Args: "TEXT...", Flags: []Flag{{"-n -modfile=READ -C=CD", 0}}, Subs: []Command{
				{Name: "cover", Flags: []Flag{{"-html=READ -func=READ -mode=TEXT -var=TEXT -pkgcfg=READ", 0}, {"-o=WRITE", 0}}, Args: "READ..."},
				{Name: "pprof trace test2json", Flags: []Flag{{"-http=TEXT -*", 0}, {"-output=WRITE", 0}}, Args: "READ..."},
				{Name: "nm objdump addr2line buildid dist fix vet asm compile link pack cgo covdata preprofile api doc", Flags: []Flag{{"-o=WRITE", 0}, {"-extld=PROGRAM", 0}, {"-*", 0}}, Args: "READ..."},
			}},
			{Name: "bug", Does: Send},
			{Name: "telemetry", Args: "TEXT"},
			{Name: "help", Args: "TEXT..."},
		},
	},
	{Name: "gofmt goimports gofumpt golines", Does: RunProject, Flags: []Flag{{"-l -w -d -e -s -r=TEXT -local=TEXT -m=TEXT --*", 0}, {"-cpuprofile=WRITE", 0}, {"-*", 0}}, Args: "READ...", Out: OutPass},
	{Name: "golangci-lint staticcheck govulncheck gosec revive errcheck ineffassign nilaway deadcode gotestsum gocyclo dlv mockgen wire stringer sqlc templ air benchstat gopls", Does: RunProject, Dash1: true, Flags: []Flag{
		{"-c=READ -config=READ --config=READ", 0},
		{"-o=WRITE -out=WRITE --out=WRITE -destination=WRITE --output.json.path=WRITE --jsonfile=WRITE --junitfile=WRITE", 0},
		{"--raw-command --post-run-command=LINE", 0},
		{"-*", 0},
	}, Args: "TEXT..."},
	{Name: "goreleaser", Flags: []Flag{{"--verbose --debug", 0}}, Subs: []Command{
		{Name: "build check healthcheck init jsonschema completion", Does: RunProject, Flags: []Flag{{"-f=READ --config=READ --snapshot --clean --single-target -p=TEXT -o=WRITE --output=WRITE --id=TEXT --skip=TEXT --timeout=TEXT", 0}}},
		{Name: "release", Does: Publish, Flags: []Flag{{"--snapshot", Dry}, {"-f=READ --config=READ --clean --skip=TEXT -p=TEXT --timeout=TEXT --draft --fail-fast --release-notes=READ --auto-snapshot", 0}}},
	}},
	{
		Name: "cargo",
		Flags: []Flag{
			{"-V --version -v -vv -q --verbose --quiet --list --explain=TEXT --color=TEXT --locked --offline --frozen -h --help", 0},
			{"-Z=TEXT", 0},
			{"--config=TEXT", 0},
			{"-C=CD --manifest-path=BUILD --target-dir=WRITE --lockfile-path=READ", 0},
			{"-p=TEXT --package=TEXT --workspace --all --exclude=TEXT --lib --bins --bin=TEXT --examples --example=TEXT --tests --test=TEXT --benches --bench=TEXT --all-targets -F=TEXT --features=TEXT --all-features --no-default-features -r --release --profile=TEXT -j=TEXT --jobs=TEXT --keep-going --target=TEXT --message-format=TEXT --timings[=TEXT] --future-incompat-report --ignore-rust-version --unit-graph --build-plan", 0},
			{"+*", 0},
		},
		Do:   doCargo,
		Args: "TEXT...",
		Subs: []Command{
			{Name: "build b check c clippy doc d fix rustc rustdoc bench nextest llvm-cov tarpaulin expand miri careful hack zigbuild cross insta criterion flamegraph bloat asm embed", Does: RunProject, Flags: []Flag{{"--fix --allow-dirty --allow-staged --allow-no-vcs --edition --edition-idioms --broken-code --no-deps --document-private-items --open --no-run --no-fail-fast --doc --all-args -E=TEXT", 0}, {"--out-dir=WRITE --artifact-dir=WRITE --output-path=WRITE --lcov --html --json -o=WRITE --output=WRITE --output-dir=WRITE", 0}, {"--*", 0}}, Args: "TEXT...", Do: doCargo},
			{Name: "test t", Does: RunProject, Flags: []Flag{{"--doc --no-run --no-fail-fast", 0}}, Args: "TEXT...", Do: doCargo},
			{Name: "run r", Does: RunProject, Args: "REST", Do: doCargo},
			{Name: "fmt", Does: RunProject, Flags: []Flag{{"--check --all", 0}}, Args: "TEXT..."},
			{Name: "metadata tree search info locate-project pkgid verify-project version read-manifest outdated audit deny sort machete udeps geiger msrv semver-checks vet about license bloat-check help modules", Does: ReadRemote, Flags: []Flag{{"--no-deps --format-version=TEXT --filter-platform=TEXT -e=TEXT --edges=TEXT -i[=TEXT] --invert[=TEXT] --prune=TEXT --depth=TEXT --prefix=TEXT --no-dedupe -d --duplicates --charset=TEXT -f=TEXT --format=TEXT --limit=TEXT --index=TEXT --registry=TEXT --*", 0}, {"-R -w -V -q -v -F=TEXT -n -W=TEXT -p=TEXT", 0}}, Args: "TEXT..."},
			{Name: "clean", Does: RunProject, Flags: []Flag{{"--doc", 0}, {"-n --dry-run", Dry}}, Do: func(k *call, a *args) {
				if d := a.value("--target-dir"); d.Text() != "" {
					k.touch(deletes, d, k.name+": --target-dir", k.src)
				}
			}},
			{Name: "new init", Does: RunProject, Flags: []Flag{{"--bin --lib --edition=TEXT --vcs=TEXT --name=TEXT --registry=TEXT", 0}}, Args: "WRITE"},
			{Name: "add", Flags: []Flag{{"-D --dev --build --optional --no-optional --default-features --rename=TEXT --path=READ --branch=TEXT --tag=TEXT --rev=TEXT --public --no-public", 0}, {"-n --dry-run", Dry}, {"--git=TEXT", ForeignPackage}, {"--registry=INDEX", 0}}, Args: "PKG...", Do: func(k *call, a *args) {
				if a.has("--path") {
					k.effect(RunProject, k.name+": --path")
					a.operands = nil
				}
			}},
			{Name: "remove rm update fetch generate-lockfile vendor package sort edit upgrade set-version", Does: RunProject, Flags: []Flag{{"-D --dev --build --dry-run -n -w --aggressive --recursive --precise=TEXT --breaking --allow-dirty --no-verify --no-metadata --list -l --no-delete --respect-source-config --versioned-dirs -s=READ --sync=READ --index=TEXT --registry=TEXT --incompatible=TEXT --compatible=TEXT --exclude-lockfile", 0}}, Args: "TEXT..."},
			{Name: "install binstall", Flags: []Flag{{"-f --force --debug --no-track --list --version=TEXT --vers=TEXT --path=READ -y --no-confirm --strategies=TEXT", 0}, {"--git=TEXT --branch=TEXT --tag=TEXT --rev=TEXT", ForeignPackage}, {"--registry=INDEX --index=INDEX", 0}, {"--root=WRITE", 0}, {"-n --dry-run", Dry}}, Args: "TEXT...", Do: func(k *call, a *args) {
				for _, p := range k.paths(a.value("--path")) {
					k.place(k.zone(path.Clean(p)), k.name+": --path")
				}
				if a.has("--path --list") {
					k.effect(RunProject, k.name)
					return
				}
				if !a.dry {
					k.effect(Machine, k.name)
				}
				for _, w := range a.words {
					k.pkg(w, k.name)
				}
			}},
			{Name: "uninstall", Does: Machine, Flags: []Flag{{"--root=TEXT", 0}}, Args: "TEXT..."},
			{Name: "publish", Does: Publish, Flags: []Flag{{"-n --dry-run", Dry}, {"--token=AUTH", 0}, {"--allow-dirty --no-verify --index=TEXT --registry=TEXT", 0}}},
			{Name: "yank owner", Does: Rewrite, Flags: []Flag{{"--undo --vers=TEXT --version=TEXT -a=TEXT --add=TEXT -r=TEXT --remove=TEXT --index=TEXT --registry=TEXT --token=AUTH", 0}, {"-l --list", Dry}}, Args: "TEXT..."},
			{Name: "release", Does: Publish, Flags: []Flag{{"-x --execute --no-publish --no-push --no-tag --no-verify --no-confirm --allow-branch=TEXT --sign", 0}}, Args: "TEXT...", Do: func(k *call, a *args) {}},
			{Name: "login", Does: Secret, Flags: []Flag{{"--registry=TEXT", 0}}, Args: "TEXT..."},
			{Name: "logout", Flags: []Flag{{"--registry=TEXT", 0}}},
			{Name: "watch", Does: RunProject, Flags: []Flag{{"-c --clear -d=TEXT --delay=TEXT -i=TEXT --ignore=TEXT -w=TEXT --watch=TEXT -B=TEXT -L=TEXT --why --poll --no-restart --no-gitignore --postpone -N --notify --env-file=TEXT", 0}, {"-x=TEXT --exec=TEXT", 0}, {"-s=LINE --shell=LINE", 0}, {"--use-shell=PROGRAM", 0}}, Args: "CMD", Do: doCargoWatch},
			{Name: "sqlx diesel", Does: RunProject, Subs: []Command{
				{Name: "database", Subs: []Command{{Name: "drop reset", Does: Discard, Flags: []Flag{{"-y -f -D=TEXT --database-url=TEXT --source=READ", 0}}}, {Name: "create setup", Flags: []Flag{{"-D=TEXT --database-url=TEXT --source=READ", 0}}}}},
				{Name: "migrate mig", Subs: []Command{{Name: "revert", Does: Discard, Flags: []Flag{{"--dry-run", Dry}, {"-D=TEXT --database-url=TEXT --source=READ --target-version=TEXT --ignore-missing", 0}}}, {Name: "run add info build-script", Flags: []Flag{{"-r -s -t -D=TEXT --database-url=TEXT --source=READ --dry-run --ignore-missing", 0}}, Args: "TEXT..."}}},
				{Name: "prepare completions", Flags: []Flag{{"--check --workspace --merged --all -D=TEXT --database-url=TEXT", 0}}, Args: "TEXT..."},
			}},
			{Name: "make xtask leptos trunk tauri dist component lambda pgrx wasm contract", Does: RunProject, Args: "REST", Do: func(k *call, a *args) {
				if w := a.word(0); w.Known() && nameEffect(w.Text()) != RunUnseen {
					k.effect(nameEffect(w.Text()), k.name)
				}
			}},
		},
	},
	{Name: "rustc rustdoc clippy-driver", Does: RunProject, Flags: []Flag{{"-o=WRITE --out-dir=WRITE", 0}, {"-C=TEXT --codegen=TEXT", 0}, {"-L=TEXT -l=TEXT --cfg=TEXT --crate-type=TEXT --crate-name=TEXT --edition=TEXT --emit=TEXT --print=TEXT --target=TEXT --test -g -O -v -V -vV -W=TEXT -A=TEXT -D=TEXT -F=TEXT -Z=TEXT --extern=TEXT --sysroot=READ --*", 0}}, Args: "READ...", More: &More{Rules: []Rule{{"a linker of its own", Hijack, "", foreignLinker}}}},
	{Name: "rustfmt", Does: RunProject, Flags: []Flag{{"--check --edition=TEXT --config=TEXT --config-path=READ --emit=TEXT -l -q -v --backup --files-with-diff --print-config=TEXT --color=TEXT --style-edition=TEXT", 0}}, Args: "READ..."},
	{Name: "rustup", Flags: []Flag{{"-v -q -V --version --verbose --quiet +*", 0}}, Subs: []Command{
		{Name: "show check which doc man completions help", Flags: []Flag{{"-v --verbose --toolchain=TEXT --path --book --std", 0}}, Args: "TEXT..."},
		{Name: "run", Flags: []Flag{{"--install", 0}}, Args: "TEXT CMD"},
		{Name: "toolchain target component override set default update self install uninstall", Args: "TEXT...", Flags: []Flag{{"--*", 0}}, Do: func(k *call, a *args) {
			verb := a.word(0)
			switch {
			case verb.Has("list"):
			case k.name == "rustup update", k.name == "rustup install", verb.Has("add install"):
				k.effect(NewPackage, k.name)
			default:
				k.effect(Machine, k.name)
			}
		}},
	}},
	{
		Name: "make gmake bmake remake",
		Flags: []Flag{
			{"-b -m -B -d -e -i -k -l[=TEXT] -p -r -R -s -S -t -w -L -v -h --always-make --debug[=TEXT] --environment-overrides --ignore-errors --keep-going --load-average[=TEXT] --no-builtin-rules --no-builtin-variables --silent --quiet --stop --no-keep-going --touch --trace --version --print-directory --no-print-directory --warn-undefined-variables --print-data-base --check-symlink-times --no-silent --shuffle[=TEXT] --help", 0},
			{"-n -q --just-print --dry-run --recon --question", Dry},
			{"-j[=TEXT] --jobs[=TEXT] -O[=TEXT] --output-sync[=TEXT] -o=TEXT --old-file=TEXT --assume-old=TEXT -W=TEXT --what-if=TEXT --new-file=TEXT --assume-new=TEXT", 0},
			{"-C=CD --directory=CD -f=TEXT --file=TEXT --makefile=TEXT", 0},
			{"-I=READ --include-dir=READ", 0},
			{"-E=TEXT --eval=TEXT", Hijack},
		},
		Args: "TEXT...",
		Do: func(k *call, a *args) {
			for i := range a.flags {
				if f := &a.flags[i]; hasName("-E --eval", f.name) && len(f.values) > 0 && f.values[0].words[0].Known() {
					m := parseMakefile(f.values[0].words[0].Text())
					for t := range strings.FieldsSeq(m.first) {
						k.makeTarget(m, "--eval", t, map[string]bool{}, false)
					}
					for j, cmd := range m.shells {
						_ = j
						k.child().script(m.expand(cmd, 0))
					}
				}
			}
			if a.has("-v -h --version --help") {
				a.operands = nil
				return
			}
			n := len(a.words)
			for i := 0; i < n; i++ { // "-j 4": the number is no target
				if i < len(a.words) && a.words[i].Known() && strings.Trim(a.words[i].Text(), "0123456789") == "" && a.has("-j --jobs") {
					a.words = slices.Delete(slices.Clone(a.words), i, i+1)
				}
			}
			doMake(k, a)
		},
	},
	{Name: "just task mask doit invoke inv fab gulp grunt jake mage earthly waf scons tup please plz", Flags: []Flag{
		{"-l --list --summary --dump --show=TEXT -n --dry-run --dry --choose --fmt --check --unstable -q -v --verbose --quiet --color=TEXT -y --yes -s --silent -p --parallel -w --watch --set=TEXT,TEXT --version --help -V -h", 0},
		{"-f=READ --justfile=READ --taskfile=READ -t=READ --collection=TEXT", 0},
		{"-d=CD --working-directory=CD --dir=CD", 0},
		{"-c=LINE --command=LINE --shell=PROGRAM", 0},
		{"-H=TEXT --hosts=TEXT", Remote},
		{"-* --*", 0},
	}, Args: "REST", Do: func(k *call, a *args) {
		if a.has("-l --list --summary --dump --show --version --help -V -h --fmt -c --command") {
			return
		}
		k.buildsAt(a.value("-f --justfile --taskfile -t --collection"), k.name+": another file")
		dry := a.has("-n --dry-run --dry")
		for _, w := range a.words {
			if isAssign(w.Text()) || strings.HasPrefix(w.Text(), "-") {
				continue
			}
			if dry {
				k.effect(RunProject, k.name)
				continue
			}
			k.named(w, "its task file")
			break
		}
		if len(a.words) == 0 {
			k.effect(RunProject, k.name)
		}
	}},
	{
		Name: "cmake",
		Does: RunProject,
		Flags: []Flag{
			{"-C=LOAD", 0},
			{"-S=READ --preset[=TEXT] -G=TEXT -T=TEXT -A=TEXT -D=TEXT -U=TEXT -W[=TEXT] -L -LA -LAH -LH -N --fresh --list-presets[=TEXT] --trace --trace-expand --debug-output --debug-find --log-level=TEXT --graphviz=WRITE --version --help --help-* --system-information --warn-* --no-warn-*", 0},
			{"-B=WRITE", 0},
			{"--build=READ --target=TEXT -t=TEXT --config=TEXT -j[=TEXT] --parallel[=TEXT] --clean-first -v --verbose --component=TEXT --strip --workflow --open=READ --default-directory-permissions=TEXT", 0},
			{"--install=READ", 0},
			{"--prefix=WRITE --install-prefix=WRITE", 0},
			{"--toolchain=LOAD", 0},
			{"-P=RUN:cmake", 0},
			{"-E", 0},
		},
		Args: "READ...",
		More: &More{Forms: []Form{{If: "-E", Args: "CMD"}}},
		Do:   doCMake,
	},
	{Name: "ctest cpack ccmake", Does: RunProject, Flags: []Flag{{"-S=RUN:cmake -SP=RUN:cmake", 0}, {"-C=TEXT --build-config=TEXT -R=TEXT -E=TEXT -L=TEXT -LE=TEXT -j[=TEXT] --parallel[=TEXT] -N -V -VV -Q --test-dir=READ --output-on-failure --rerun-failed --timeout=TEXT --repeat=TEXT --preset=TEXT -G=TEXT -B=WRITE --config=READ --stop-on-failure --progress -I=TEXT --schedule-random --no-tests=TEXT", 0}, {"-O=WRITE --output-log=WRITE --output-junit=WRITE", 0}, {"-D=TEXT --*", 0}}, Args: "READ..."},
	{Name: "ninja samu", Does: RunProject, Flags: []Flag{{"-n -v --verbose --quiet --version -h -j=TEXT -k=TEXT -l=TEXT -d=TEXT -w=TEXT -t=TEXT", 0}, {"-C=CD -f=READ", 0}}, Args: "TEXT...", Do: byTarget},
	{Name: "gcov", Flags: []Flag{{"-o=READ --object-directory=READ -s=TEXT --source-prefix=TEXT", 0}, {"-* --*", 0}}, Does: RunProject, Args: "READ..."},
	{Name: "autoreconf aclocal automake autoconf autoheader autoupdate libtoolize glibtoolize intltoolize gettextize autopoint", Does: RunProject, Flags: []Flag{{"-o=WRITE --output=WRITE -I=LOAD --include=LOAD", 0}, {"-* --*", 0}}, Args: "READ..."},
	{Name: "ocamlfind ocamlopt ocamlc ocamldep ocamlbuild", Does: RunProject, Flags: []Flag{{"-o=WRITE", 0}, {"-pp=LINE -ppx=LINE", 0}, {"-package=TEXT -linkpkg -I=TEXT -* --*", 0}}, Dash1: true, Args: "READ..."},
	{Name: "meson", Does: RunProject, Flags: []Flag{{"--version --help -h", 0}}, Args: "READ...", Subs: []Command{
		{Name: "setup compile test configure init introspect dist format fmt subprojects wrap rewrite env2mfile", Flags: []Flag{{"-C=CD -D=TEXT --*", 0}, {"--wrapper=PROGRAM --wrap=TEXT", 0}, {"--prefix=TEXT --buildtype=TEXT --cross-file=READ --native-file=READ -j=TEXT -v -t=TEXT", 0}}, Args: "TEXT..."},
		{Name: "install", Does: Machine, Flags: []Flag{{"-C=CD --no-rebuild --only-changed --quiet --skip-subprojects[=TEXT] --tags=TEXT --strip", 0}, {"--destdir=WRITE", 0}, {"-n --dry-run", Dry}}},
		{Name: "devenv", Flags: []Flag{{"-C=CD -w=CD --dump", 0}}, Args: "CMD"},
	}},
	{Name: "bazel bazelisk buck buck2", Lead: true, Does: RunProject, Flags: []Flag{{"--bazelrc=LOAD --output_base=WRITE --output_user_root=WRITE --host_jvm_args=TEXT --*", 0}}, Subs: []Command{
		{Name: "build test coverage query cquery aquery info version clean fetch sync mod help shutdown dump print_action analyze-profile canonicalize-flags targets audit uquery kill", Flags: []Flag{{"--action_env=VAR --test_env=VAR --repo_env=VAR --host_action_env=VAR", 0}, {"--run_under=PROGRAM", 0}, {"--*", 0}, {"-c=TEXT -j=TEXT -k -s", 0}, {"--output_file=WRITE --profile=WRITE --build_event_json_file=WRITE", 0}}, Args: "TEXT...", Do: byTarget},
		{Name: "run mobile-install", Flags: []Flag{{"--run_under=PROGRAM", 0}, {"--script_path=WRITE", 0}, {"--*", 0}, {"-c=TEXT", 0}}, Args: "REST", Do: byTarget},
	}},
	{
		Name: "gcc g++ cc c++ clang clang++ icc icx nvcc gfortran mpicc mpicxx mpic++ mpif90 hipcc cpp emcc em++ x86_64-linux-gnu-gcc aarch64-linux-gnu-gcc arm-none-eabi-gcc avr-gcc musl-gcc ccache sccache distcc",
		Does: RunProject,
		Flags: []Flag{
			{"-c -S -E -M -MM -MD -MMD -MP -MG -P -C -v -w -s -g[=TEXT] -O[=TEXT] -p -pg -pipe -pedantic -pedantic-errors -ansi -static -static-* -shared -shared-* -rdynamic -pthread -pie -no-pie -nostdlib -nostdinc -nodefaultlibs -nostartfiles -### -i --version --help --target-help -dumpversion -dumpmachine -print-* -save-temps[=TEXT] -time --coverage -fsyntax-only -std=TEXT --std=TEXT", 0},
			{"-D=TEXT -U=TEXT -l=TEXT -W[=TEXT] -f[=TEXT] -m[=TEXT] -d[=TEXT] -x=TEXT -z=TEXT -T=READ -u=TEXT -A=TEXT -V=TEXT -b=TEXT -target=TEXT --target=TEXT -arch=TEXT --param=TEXT -Xlinker=TEXT -Xassembler=TEXT -Xpreprocessor=TEXT -Xclang=TEXT -framework=TEXT -gencode=TEXT -Xcompiler=TEXT -isysroot=READ --sysroot=READ -idirafter=READ -MT=TEXT -MQ=TEXT", 0},
			{"-I=READ -L=READ -include=READ -imacros=READ -isystem=READ -iquote=READ -specs=LOAD --specs=LOAD", 0},
			{"-o=WRITE -J=WRITE -MF=WRITE -dumpdir=WRITE", 0},
			{"-B=LOAD -fplugin=LOAD -load=LOAD", 0},
			{"-wrapper=TEXT", Hijack},
			{"-fuse-ld=TEXT", 0},
			{"--*", 0},
		},
		Args: "READ...",
		Do:   doCompiler,
	},
	{Name: "ld lld gold mold strip objcopy as nasm yasm objdump nm readelf size c++filt addr2line dsymutil lipo install_name_tool otool", Does: RunProject, Flags: []Flag{{"-o=WRITE", 0}, {"-plugin=LOAD --plugin=LOAD -dynamic-linker=TEXT", 0}, {"-T=READ -L=READ -l=TEXT -f=TEXT -j=TEXT -R=TEXT -O=TEXT -I=TEXT -s -g -S -x -X -e=TEXT -m=TEXT -r -c -q -t -p -d -D -a -h -n -u -C -W -A -V -v -* --*", 0}}, Args: "READ...", Do: func(k *call, a *args) {
		if hasName("strip install_name_tool objcopy", k.name) {
			for i := range a.operands {
				if i < 2 && a.operands[i].kind == "READ" {
					a.operands[i].kind = "WRITE"
				}
			}
		}
	}},
	{Name: "mvn mvnw mvnd", Does: RunProject, Flags: []Flag{{"-B -C -c -e -N -o -q -U -V -v -X -am -amd -ff -fae -fn -nsu -ntp --batch-mode --offline --quiet --errors --debug --show-version --version --update-snapshots --no-transfer-progress --also-make --also-make-dependents --fail-* -h --help", 0}, {"-D=TEXT -P=TEXT -pl=TEXT -rf=TEXT -T=TEXT --define=TEXT --activate-profiles=TEXT --projects=TEXT --resume-from=TEXT --threads=TEXT -b=TEXT --builder=TEXT --color=TEXT", 0}, {"-f=BUILD --file=BUILD", 0}, {"-l=WRITE --log-file=WRITE", 0}, {"-s=LOAD --settings=LOAD -gs=LOAD --global-settings=LOAD -t=LOAD --toolchains=LOAD -itr --ignore-transitive-repositories", 0}, {"-em -emp=AUTH -ep=AUTH --encrypt-master-password=AUTH --encrypt-password=AUTH", 0}}, Args: "TEXT...", Do: func(k *call, a *args) {
		for _, w := range a.words {
			switch goal := w.Text(); {
			case strings.HasPrefix(goal, "deploy"), strings.HasPrefix(goal, "release:perform"), strings.HasPrefix(goal, "site-deploy"), strings.HasPrefix(goal, "nexus-staging:"), strings.HasPrefix(goal, "release:prepare"):
				k.effect(Publish, k.name+": "+goal)
			case strings.HasPrefix(goal, "flyway:clean"), strings.HasPrefix(goal, "liquibase:drop"), strings.HasPrefix(goal, "liquibase:rollback"), strings.HasPrefix(goal, "flyway:undo"):
				k.effect(Discard, k.name+": "+goal)
			case strings.HasPrefix(goal, "exec:exec"):
				k.effect(RunUnseen, k.name+": "+goal)
			}
		}
	}},
	{Name: "gradle gradlew", Does: RunProject, Flags: []Flag{
		{"-a -d -i -q -s -S -w -m -x=TEXT -v -V -h -? -P=TEXT -D=TEXT -F=TEXT -t --continue --offline --parallel --build-cache --no-build-cache --daemon --no-daemon --stop --status --scan --no-scan --rerun-tasks --refresh-dependencies --dry-run --info --debug --quiet --stacktrace --full-stacktrace --warn --console=TEXT --configuration-cache --no-configuration-cache --max-workers=TEXT --exclude-task=TEXT --tests=TEXT --version --help --write-locks --update-locks=TEXT --profile --priority=TEXT --warning-mode=TEXT", 0},
		{"-p=CD --project-dir=CD", 0},
		{"-I=LOAD -b=LOAD -c=LOAD --build-file=LOAD --settings-file=LOAD --init-script=LOAD --include-build=LOAD", 0},
		{"-g=WRITE --gradle-user-home=WRITE --project-cache-dir=WRITE", 0},
		{"--*", 0},
	}, Args: "TEXT...", Do: func(k *call, a *args) {
		if a.has("-m --dry-run -x") && a.has("-m --dry-run") {
			return
		}
		for _, w := range a.words {
			task := w.Text()[strings.LastIndexByte(w.Text(), ':')+1:]
			low := strings.ToLower(task)
			switch {
			case strings.HasPrefix(low, "publishto") && strings.HasSuffix(low, "mavenlocal"):
			case strings.HasPrefix(low, "publish"), strings.HasPrefix(low, "upload"), strings.HasPrefix(low, "deploy"), low == "release", strings.HasPrefix(low, "bintray"), strings.HasPrefix(low, "closeandrelease"):
				k.effect(Publish, k.name+": "+task)
			case strings.HasPrefix(low, "flywayclean"), strings.HasPrefix(low, "flywayundo"), strings.HasPrefix(low, "dropall"), strings.HasPrefix(low, "rollback"):
				k.effect(Discard, k.name+": "+task)
			}
		}
	}},
	{Name: "ant sbt mill leiningen lein ammonite amm spotless", Does: RunProject, Flags: []Flag{{"-lib=LOAD -cp=TEXT", 0}, {"-logger=TEXT -listener=TEXT -propertyfile=READ -f=READ -file=READ -buildfile=READ -l=WRITE -logfile=WRITE -* --*", 0}}, Args: "TEXT...", Do: byTarget},
	{
		Name:  "java",
		Dash1: true,
		Flags: []Flag{
			{"-version --version -showversion --show-version -help --help -h -? -X --list-modules --dry-run -ea -esa -da -server -client -verbose", 0},
			{"-cp=TEXT -classpath=TEXT --class-path=TEXT -p=TEXT --module-path=TEXT --add-modules=TEXT --add-opens=TEXT --add-exports=TEXT --add-reads=TEXT --patch-module=TEXT --source=TEXT -m=TEXT --module=TEXT", 0},
			{"-jar", 0},
			{"-javaagent* -agentpath* -agentlib* -Xbootclasspath* -XX:OnError* -XX:OnOutOfMemoryError* -Djava.system.class.loader* -Djava.security.manager*", Hijack},
			{"-D* -X* -ea:* -da:* -verbose:* -splash:* --enable-* --illegal-* --sun-* --finalization*", 0},
		},
		More: &More{Forms: []Form{{If: "-version --version -help --help -h -? -X --list-modules", Args: "REST"}, {If: "-m --module", Args: "REST"}}},
		Args: "RUN:jvm",
		Do:   doJava,
	},
	{
		Name: "javac javadoc ecj",
		Does: RunProject,
		Flags: []Flag{
			{"-cp=TEXT -classpath=TEXT --class-path=TEXT -sourcepath=TEXT --source-path=TEXT -p=TEXT --module-path=TEXT --module-source-path=TEXT -source=TEXT --source=TEXT -target=TEXT --target=TEXT --release=TEXT -release=TEXT -encoding=TEXT -proc:* -g -g:* -nowarn -verbose -deprecation -parameters -Werror -Xlint* -Xmax* -Xdoclint* -XD* -J-Xm* -implicit:* -version --version -help --help --enable-preview -m=TEXT --module=TEXT --add-exports=TEXT --add-modules=TEXT -subpackages=TEXT -author -quiet -private -link=TEXT -windowtitle=TEXT -doctitle=TEXT -A*", 0},
			{"-d=WRITE -h=WRITE -s=WRITE", 0},
			{"-processorpath=TEXT --processor-path=TEXT -processor=TEXT --processor-module-path=TEXT -Xplugin* -J-javaagent* -J-agent* -Xbootclasspath* -doclet=TEXT -docletpath=TEXT", Hijack},
		},
		Args: "READ...",
	},
	{Name: "jar", Flags: []Flag{{"-c -t -u -x -v -0 -M -i --create --list --update --extract --verbose --no-compress --describe-module -d --version", 0}, {"-f=WRITE --file=WRITE", 0}, {"-C=READ,TEXT -e=TEXT --main-class=TEXT -m=READ --manifest=READ --module-version=TEXT --release=TEXT", 0}}, Args: "TEXT..."},
	{Name: "jps jstack jmap jcmd jinfo jstat javap jdeps jlink jpackage jconsole visualvm", Does: RunProject, Flags: []Flag{{"-* --*", 0}}, Args: "TEXT..."},
	{
		Name:  "dotnet",
		Flags: []Flag{{"--info --version --list-sdks --list-runtimes -h --help -d --diagnostics --roll-forward=TEXT --fx-version=TEXT", 0}, {"--additionalprobingpath=LOAD --additional-deps=LOAD --depsfile=LOAD --runtimeconfig=LOAD", 0}},
		Args:  "RUN:dotnet",
		Subs: []Command{
			{Name: "build clean restore test run watch publish pack format msbuild vstest new sln solution list dev-certs build-server help sdk workload-list fsi csc outdated script", Does: RunProject, Flags: []Flag{{"-c=TEXT --configuration=TEXT -f=TEXT --framework=TEXT -r=TEXT --runtime=TEXT -v=TEXT --verbosity=TEXT --no-build --no-restore --nologo --filter=TEXT -l=TEXT --logger=TEXT --project=BUILD -p=TEXT --property=TEXT -n=TEXT --name=TEXT --self-contained[=TEXT] --launch-profile=TEXT -s=TEXT --settings=READ --collect=TEXT -t --list-tests -e=TEXT -tl* -bl* -p:* -v:* -t:* -m* -warnaserror* -warnAsError* -maxcpucount* --warnaserror* /*", 0}, {"-o=WRITE --output=WRITE --artifacts-path=WRITE --results-directory=WRITE", 0}, {"--source=INDEX --add-source=INDEX", 0}, {"-logger:* -dl:*", Hijack}, {"--*", 0}}, Args: "REST", Do: doProject},
			{Name: "add", Does: RunProject, Flags: []Flag{{"--*", 0}}, Args: "TEXT...", Do: doDotnetAdd},
			{Name: "package reference remove", Does: RunProject, Flags: []Flag{{"-s=INDEX --source=INDEX", 0}, {"--*", 0}}, Args: "TEXT...", Do: doDotnetAdd},
			{Name: "tool", Subs: []Command{
				{Name: "install update", Flags: []Flag{{"-g --global", Machine}, {"--tool-path=WRITE", 0}, {"--add-source=INDEX --source=INDEX", 0}, {"--version=TEXT --local --create-manifest-if-needed --prerelease --framework=TEXT --configfile=LOAD -v=TEXT", 0}}, Args: "PKG..."},
				{Name: "uninstall", Flags: []Flag{{"-g --global", Machine}, {"--tool-path=WRITE --local", 0}}, Args: "TEXT..."},
				{Name: "restore list search", Does: RunProject, Flags: []Flag{{"-g --*", 0}}, Args: "TEXT..."},
				{Name: "run", Does: RunProject, Args: "REST"},
			}},
			{Name: "ef", Does: RunProject, Flags: []Flag{{"-p=TEXT --project=TEXT -s=TEXT --startup-project=TEXT -c=TEXT --context=TEXT --no-build --configuration=TEXT --framework=TEXT --connection=TEXT -v --verbose --json", 0}}, Subs: []Command{
				{Name: "database", Subs: []Command{
					{Name: "drop", Does: Discard, Flags: []Flag{{"-f --force", 0}, {"--dry-run", Dry}}},
					{Name: "update", Args: "TEXT...", More: &More{Rules: []Rule{{"back to an earlier migration", Discard, "0", nil}}}},
				}},
				{Name: "migrations", Subs: []Command{{Name: "add list script bundle has-pending-model-changes", Flags: []Flag{{"-o=WRITE --output-dir=WRITE --output=WRITE -i --idempotent -n=TEXT --namespace=TEXT --no-transactions --self-contained -r=TEXT --force", 0}}, Args: "TEXT..."}, {Name: "remove", Flags: []Flag{{"-f --force", Discard}}}}},
				{Name: "dbcontext", Args: "TEXT...", Flags: []Flag{{"--*", 0}, {"-o=WRITE --output-dir=WRITE", 0}}},
			}},
			{Name: "nuget", Subs: []Command{
				{Name: "push", Does: Publish, Flags: []Flag{{"-k=AUTH --api-key=AUTH", 0}, {"-s=TEXT --source=TEXT --skip-duplicate --timeout=TEXT -n --no-symbols", 0}}, Args: "READ..."},
				{Name: "delete", Does: Rewrite, Flags: []Flag{{"-k=AUTH --api-key=AUTH", 0}, {"-s=TEXT --source=TEXT --non-interactive", 0}}, Args: "TEXT..."},
				{Name: "locals", Flags: []Flag{{"-c -l --clear --list", 0}}, Args: "TEXT..."},
				{Name: "add update enable disable remove", Does: ForeignPackage, Flags: []Flag{{"-n=TEXT -u=TEXT -p=AUTH --*", 0}}, Args: "TEXT..."},
				{Name: "list verify why search", Flags: []Flag{{"--*", 0}}, Args: "TEXT..."},
			}},
			{Name: "user-secrets", Does: Secret, Flags: []Flag{{"-p=TEXT --project=TEXT --id=TEXT", 0}}, Args: "TEXT..."},
			{Name: "workload", Args: "TEXT...", Do: func(k *call, a *args) {
				if !a.word(0).Has("list search") {
					k.effect(Machine, k.name)
				}
			}, Flags: []Flag{{"--*", 0}}},
			{Name: "exec", Args: "RUN:dotnet"},
		},
	},
	{Name: "msbuild xbuild csc fsc vbc fsharpi", Does: RunProject, Flags: []Flag{{"-out:* /out:*", 0}, {"-logger:* /logger:* /l:* -analyzer:* /analyzer:*", Hijack}, {"-* /*", 0}}, Args: "READ..."},
	{Name: "nuget", Does: RunProject, Subs: []Command{
		{Name: "push", Does: Publish, Flags: []Flag{{"-ApiKey=AUTH -Source=TEXT -*", 0}}, Args: "READ..."},
		{Name: "delete", Does: Rewrite, Flags: []Flag{{"-ApiKey=AUTH -Source=TEXT -*", 0}}, Args: "TEXT..."},
		{Name: "install", Flags: []Flag{{"-Source=INDEX", 0}, {"-OutputDirectory=WRITE", 0}, {"-*", 0}}, Args: "PKG..."},
		{Name: "restore pack list search locals spec verify", Flags: []Flag{{"-OutputDirectory=WRITE", 0}, {"-*", 0}}, Args: "READ..."},
		{Name: "sources setapikey config", Does: ForeignPackage, Args: "TEXT...", Flags: []Flag{{"-*", 0}}},
	}},
	{Name: "swift", Does: RunProject, Flags: []Flag{{"--version --help -h", 0}, {"-e=CODE:swift", 0}, {"-v -O -I=READ -L=READ -D=TEXT -F=READ -l=TEXT -sdk=READ -target=TEXT -*", 0}}, Args: "RUN:swift", More: &More{Stdin: "CODE:swift", Forms: []Form{{If: "--version --help -h", Args: "REST"}}}, Subs: []Command{
		{Name: "build run test package format sdk plugin docc", Flags: []Flag{{"-c=TEXT --configuration=TEXT --package-path=CD --build-path=WRITE --scratch-path=WRITE", 0}, {"--disable-sandbox", SkipChecks}, {"-X* -v --* -*", 0}}, Args: "REST"},
	}},
	{Name: "swiftc swiftlint swiftformat xcodegen pod carthage tuist", Does: RunProject, Flags: []Flag{{"-o=WRITE", 0}, {"-load-plugin-library=LOAD", 0}, {"-* --*", 0}}, Args: "TEXT...", Do: func(k *call, a *args) {
		if k.name == "pod" && a.word(0).Has("trunk") {
			k.effect(Publish, k.name+": trunk")
		}
	}},
	{Name: "fastlane", Flags: []Flag{{"--*", 0}}, Args: "TEXT...", Do: func(k *call, a *args) {
		ws := a.words
		if a.word(0).Has("ios android mac") {
			ws = ws[1:]
		}
		switch w := a.word(len(a.words) - len(ws)); {
		case w.Has("deliver supply pilot upload_to_app_store upload_to_play_store upload_to_testflight appstore testflight produce register_devices register_device firebase_app_distribution pem notarize"):
			k.effect(Publish, k.name+": "+w.Text())
		case w.Has("match cert sigh get_certificates get_provisioning_profile sync_code_signing spaceauth"):
			k.effect(Secret, k.name+": "+w.Text())
			if a.word(1).Is("nuke") {
				k.effect(Rewrite, k.name+": nuke")
			}
		case w.Has("lanes list lane_list env action actions docs init new_action enable_auto_complete scan gym snapshot screengrab frameit run_tests build_app build_ios_app build_android_app capture_screenshots swiftlint precheck"):
			k.effect(RunProject, k.name)
		default:
			for _, w := range ws {
				if !strings.Contains(w.Text(), ":") { // name:value is an argument
					k.named(w, "the Fastfile")
				}
			}
		}
	}},
	{Name: "xcodebuild", Does: RunProject, Flags: []Flag{{"-archivePath=WRITE -resultBundlePath=WRITE -derivedDataPath=WRITE -exportPath=WRITE", 0}, {"-allowProvisioningUpdates -* --*", 0}}, Args: "TEXT...", Dash1: true},
	{Name: "xcrun", Flags: []Flag{{"-f --find -sdk=TEXT --sdk=TEXT -n -l -v -r -k --run --show-sdk-path --show-sdk-version --toolchain=TEXT", 0}}, Args: "CMD", More: &More{Forms: []Form{{If: "-f --find --show-sdk-path --show-sdk-version", Args: "TEXT..."}}}},
	{Name: "simctl", Subs: []Command{
		{Name: "erase delete", Does: Discard, Args: "TEXT..."},
		{Name: "list boot bootstatus shutdown install launch openurl io status_bar create getenv get_app_container help terminate addmedia push ui privacy pair diagnose listapps appinfo", Does: RunProject, Flags: []Flag{{"-j --json -v -*", 0}}, Args: "TEXT..."},
		{Name: "uninstall", Does: RunProject, Args: "TEXT..."},
		{Name: "spawn", Does: RunProject, Flags: []Flag{{"-w --wait-for-debugger -s --standalone -a=TEXT --arch=TEXT", 0}}, Args: "BOX CMD"},
	}},
	{Name: "altool notarytool stapler productbuild", Does: RunProject, Flags: []Flag{{"--upload-app --upload-package", Publish}, {"-p=AUTH --password=AUTH", 0}, {"-* --*", 0}}, Args: "TEXT...", Do: func(k *call, a *args) {
		if k.name == "notarytool" && a.word(0).Has("submit") {
			k.effect(Send, k.name+": submit")
		}
	}},
	{Name: "zig", Does: RunProject, Subs: []Command{
		{Name: "build", Flags: []Flag{{"-p=WRITE --prefix=WRITE --global-cache-dir=WRITE --cache-dir=WRITE", 0}, {"--build-runner=LOAD", 0}, {"-D* -* --*", 0}}, Args: "REST"},
		{Name: "run test build-exe build-lib build-obj test-obj fmt ast-check translate-c init init-exe init-lib env version targets zen std libc objcopy", Flags: []Flag{{"-femit-bin=WRITE", 0}, {"--test-cmd=PROGRAM", 0}, {"-* --*", 0}}, Args: "REST"},
		{Name: "cc c++", Flags: []Flag{{"-o=WRITE", 0}, {"-* --*", 0}}, Args: "READ..."},
		{Name: "fetch", Does: NewPackage, Flags: []Flag{{"--save[=TEXT] --*", 0}}, Args: "TEXT..."},
		{Name: "ar rc lib dlltool ranlib", Flags: []Flag{{"-*", 0}}, Args: "READ..."},
	}},
	{Name: "ghc ghci runghc runhaskell", Does: RunProject, Flags: []Flag{{"-e=CODE:other", 0}, {"-o=WRITE -odir=WRITE -hidir=WRITE -outputdir=WRITE", 0}, {"-pgmF=PROGRAM -pgmL=PROGRAM -pgmP=PROGRAM -pgmc=PROGRAM -pgmlc=PROGRAM -pgmlo=PROGRAM -pgml=PROGRAM -pgma=PROGRAM -ghci-script=LOAD", 0}, {"-* --*", 0}}, Args: "READ..."},
	{Name: "cabal stack", Does: RunProject, Flags: []Flag{{"-v[=TEXT] --version --help -w=PROGRAM --with-compiler=PROGRAM --with-ghc=PROGRAM", 0}, {"--project-file=BUILD --project-dir=BUILD --stack-yaml=BUILD", 0}, {"--*", 0}}, Subs: []Command{
		{Name: "build test run bench check clean configure freeze haddock repl init update list info outdated gen-bounds v2-build new-build setup path ls query dot sdist hoogle templates new", Flags: []Flag{{"-o=WRITE --output-directory=WRITE -j[=TEXT] -O[=TEXT] -f=TEXT", 0}, {"--*", 0}}, Args: "REST"},
		{Name: "exec", Args: "CMD"},
		{Name: "install", Does: Machine, Flags: []Flag{{"--*", 0}}, Args: "TEXT..."},
		{Name: "upload", Does: Publish, Flags: []Flag{{"--publish -d --documentation --*", 0}}, Args: "READ..."},
		{Name: "script", Args: "RUN:other"},
	}},
	{
		Name: "mix",
		Subs: []Command{
			{Name: "test compile format deps deps.get deps.compile deps.tree deps.update deps.clean deps.unlock credo dialyzer docs help phx.server phx.routes phx.gen.schema phx.gen.html phx.gen.json phx.gen.live phx.gen.context phx.gen.auth phx.digest phx.new new clean xref app.config loadpaths release sobelow coveralls coveralls.html ecto.create ecto.migrate ecto.migrations ecto.gen.migration ecto.dump ecto.setup ash.codegen gettext.extract hex.outdated hex.info hex.audit profile.fprof cmd local", Does: RunProject, Flags: []Flag{{"-e=CODE:elixir --eval=CODE:elixir", 0}, {"-r=LOAD --require=LOAD", 0}, {"-S=TEXT -n=TEXT --*", 0}}, Args: "REST"},
			{Name: "run eval", Does: RunProject, Flags: []Flag{{"-e=CODE:elixir --eval=CODE:elixir", 0}, {"-r=LOAD --require=LOAD", 0}, {"--*", 0}}, Args: "RUN:elixir"},
			{Name: "ecto.drop ecto.reset ecto.rollback ash.reset ash.rollback ash_postgres.drop ash_postgres.rollback event_store.drop", Does: Discard, Flags: []Flag{{"-r=TEXT --repo=TEXT -n=TEXT --step=TEXT --all --to=TEXT -v=TEXT -q --quiet --force --force-drop --no-compile --no-deps-check -f", 0}}, Args: "TEXT..."},
			{Name: "hex.publish hex.package hex.organization hex.owner", Does: Publish, Flags: []Flag{{"--dry-run", Dry}, {"--revert=TEXT", Rewrite}, {"--yes --replace --organization=TEXT", 0}}, Args: "TEXT..."},
			{Name: "hex.retire", Does: Rewrite, Flags: []Flag{{"--*", 0}}, Args: "TEXT..."},
			{Name: "hex.user hex.config", Does: Secret, Flags: []Flag{{"--*", 0}}, Args: "TEXT..."},
			{Name: "archive.install escript.install local.hex local.rebar", Does: Machine, Flags: []Flag{{"--force --if-missing", 0}, {"--sha512=TEXT", 0}}, Args: "TEXT..."},
			{Name: "do", Args: "REST", Does: RunProject, Do: func(k *call, a *args) {
				var cur []Word
				for _, w := range append(slices.Clone(a.words), lit("+")) {
					end := strings.HasSuffix(w.Text(), ",")
					if w.Known() && end {
						w.set(strings.TrimSuffix(w.Text(), ","))
					}
					if !w.Is("+") {
						cur = append(cur, w)
					}
					if (w.Is("+") || end) && len(cur) > 0 {
						k.child().call(append([]Word{lit("mix")}, cur...), k.src)
						cur = nil
					}
				}
			}},
		},
		Args: "TEXT...",
		Do: func(k *call, a *args) {
			if w := a.word(0); w.Text() != "" {
				k.named(w, "mix.exs")
			} else {
				k.effect(RunProject, k.name)
			}
		},
		Flags: []Flag{{"--version --help -h", 0}},
	},
	{Name: "elixir erl escript", Flags: []Flag{{"-e=CODE:elixir --eval=CODE:elixir -eval=CODE:elixir --rpc-eval=TEXT,CODE:elixir", 0}, {"-r=LOAD -pr=LOAD -pa=LOAD -pz=LOAD --erl=TEXT --name=TEXT --sname=TEXT --cookie=AUTH -S=TEXT --dot-iex=LOAD", 0}, {"-v --version -h --help --no-halt -noshell -s=TEXT -*", 0}}, Args: "RUN:elixir", More: &More{Forms: []Form{{If: "-e --eval -eval -v --version -h --help -S", Args: "REST"}}, Stdin: "CODE:elixir"}},
	{Name: "elixirc erlc rebar3 gleam", Does: RunProject, Flags: []Flag{{"-o=WRITE", 0}, {"-* --*", 0}}, Args: "REST", Do: func(k *call, a *args) {
		if a.word(0).Has("publish") || a.word(0).Has("hex") && a.word(1).Has("publish") {
			k.effect(Publish, k.name+": publish")
		}
	}},
	{Name: "dart flutter", Does: RunProject, Flags: []Flag{{"--*", 0}, {"-v -h -d=TEXT", 0}}, Subs: []Command{
		{Name: "run test analyze format fix compile create build clean doctor devices emulators gen-l10n info drive attach install logs screenshot symbolize config channel precache bash-completion assemble custom-devices", Flags: []Flag{{"-o=WRITE --output=WRITE -d=TEXT -t=TEXT -v -h -n=TEXT -p=TEXT -r=TEXT -x=TEXT -j=TEXT", 0}, {"--*", 0}}, Args: "REST"},
		{Name: "pub", Subs: []Command{
			{Name: "get upgrade outdated deps downgrade cache run remove unpack", Flags: []Flag{{"--* -v -C=CD", 0}}, Args: "TEXT..."},
			{Name: "add", Flags: []Flag{{"--hosted-url=INDEX", 0}, {"--git-url=TEXT", ForeignPackage}, {"--* -n", 0}}, Args: "PKG..."},
			{Name: "publish lish", Does: Publish, Flags: []Flag{{"-n --dry-run", Dry}, {"-f --force --*", 0}}},
			{Name: "global", Does: Machine, Flags: []Flag{{"-s=TEXT --*", 0}}, Args: "TEXT..."},
			{Name: "token login logout", Does: Secret, Args: "TEXT..."},
		}},
		{Name: "upgrade downgrade", Does: Machine, Flags: []Flag{{"--*", 0}}, Args: "TEXT..."},
	}},
	{
		Name: "pytest py.test tox nox ward behave robot locust nosetests coverage",
		Does: RunProject,
		Flags: []Flag{
			{"-d=WRITE", 0},
			{"-p=LOAD -c=LOAD --config-file=LOAD --confcutdir=READ --rootdir=LOAD --rcfile=READ", 0},
			{"-k=TEXT -m=TEXT -n=TEXT -o=TEXT -W=TEXT -r[=TEXT] -e=TEXT -s -x -v -vv -vvv -q -l -h -V -i -a -f --lf --ff --co --cov[=TEXT] --maxfail=TEXT --durations=TEXT --tb=TEXT --timeout=TEXT --ignore=TEXT --deselect=TEXT --color=TEXT --pdbcls=TEXT", 0},
			{"--basetemp=WRITE --junitxml=WRITE --junit-xml=WRITE --log-file=WRITE --html=WRITE --cov-report=TEXT --report-log=WRITE --resultlog=WRITE --workdir=WRITE --data-file=WRITE", 0},
			{"-* --*", 0},
		},
		Args: "TEXT...",
		Do:   doPytest,
	},
	{
		Name: "ruff black mypy flake8 pylint isort pyright basedpyright ty pyre autopep8 yapf autoflake pyupgrade bandit vulture pydocstyle pycodestyle pyflakes blue docformatter interrogate radon xenon djlint codespell sourcery lint-imports deptry pip-audit safety semgrep sqlfluff ansible-lint yamllint cfn-lint pymarkdown dmypy stubgen nbstripout nbqa cython pyinstaller nuitka sphinx-build sphinx mkdocs pyproject-build pip-compile pip-sync pip-tools cookiecutter mutmut maturin",
		Does: RunProject,
		Flags: []Flag{
			{"--load-plugins=LOAD --plugins=LOAD --rcfile=LOAD --config-file=LOAD --settings-file=LOAD", 0},
			{"-o=WRITE --output-file=WRITE --output=WRITE --html-report=WRITE --cache-dir=WRITE --outdir=WRITE", 0},
			{"--init-hook=CODE:python", 0},
			{"--python-executable=PROGRAM --custom-typing-module=TEXT", 0},
			{"-l=TEXT -t=TEXT -p=TEXT -m=TEXT --code=TEXT", 0},
			{"--index-url=INDEX -i[=TEXT] --extra-index-url=INDEX", 0},
			{"-* --*", 0},
		},
		Args: "READ...",
		Do: func(k *call, a *args) {
			if k.name == "mkdocs" && a.word(0).Has("gh-deploy") || k.name == "maturin" && a.word(0).Has("publish upload") {
				k.effect(Publish, k.name+": "+a.word(0).Text())
			}
			if hasName("black isort autopep8 yapf docformatter pyupgrade", k.name) && !a.has("--check --diff -d") || k.name == "ruff" && (a.word(0).Is("format") && !a.has("--check --diff") || a.has("--fix")) {
				k.rewrites(a)
			}
			if k.name == "semgrep" && a.word(0).Has("login publish") {
				k.effect(Secret, k.name+": "+a.word(0).Text())
			}
		},
	},
	{Name: "flask uvicorn gunicorn hypercorn daphne celery streamlit jupyter jupyter-lab jupyter-notebook papermill dagster prefect airflow dbt fastapi waitress-serve granian rq huey gradio chainlit mlflow scrapy kedro luigi dvc accelerate torchrun deepspeed", Does: RunProject, Flags: []Flag{
		{"-c=LOAD --config=LOAD --app=TEXT -A=TEXT -w=TEXT -b=TEXT -k=TEXT --bind=TEXT --host=TEXT --port=TEXT -p=TEXT --env-file=TEXT -Q=TEXT -l=TEXT -n=TEXT", 0},
		{"--pid=WRITE --pidfile=WRITE --access-logfile=WRITE --error-logfile=WRITE --logfile=WRITE", 0},
		{"-* --*", 0},
	}, Args: "TEXT...", Do: func(k *call, a *args) {
		w, v := a.word(0), a.word(1)
		switch {
		case k.name == "flask" && w.Is("db") && v.Is("downgrade"), k.name == "celery" && (w.Is("purge") || v.Is("purge")), k.name == "airflow" && w.Is("db") && v.Has("reset clean downgrade"), k.name == "dvc" && w.Has("gc destroy"), k.name == "mlflow" && (w.Is("gc") || v.Has("delete delete-version")):
			k.effect(Discard, k.name+": "+w.Text()+" "+v.Text())
		case k.name == "flask" && w.Is("shell") && k.emptyInput():
			k.interactive(k.name + ": shell")
		case k.name == "flask" && w.Is("shell"):
			k.code("python", k.in, k.name+": shell")
		case k.name == "dvc" && w.Is("push"), k.name == "streamlit" && w.Is("deploy"), k.name == "gradio" && w.Is("deploy"):
			k.effect(Send, k.name+": "+w.Text())
		case strings.HasPrefix(k.name, "jupyter") && hasAny(k.words, "--ip=0.0.0.0 --ip=* --ip=:: --ServerApp.ip=0.0.0.0 --NotebookApp.ip=0.0.0.0"):
			k.effect(Expose, k.name)
		case k.name == "flask" && w.Known() && !w.Has("run routes db shell init-db --help"):
			k.named(w, "the application")
		}
	}},
	{
		Name: "eslint prettier tsc jest vitest mocha ava playwright cypress webpack webpack-cli vite rollup esbuild swc parcel next nuxt nuxi astro remix react-router gatsby ng vue vue-cli-service svelte-check svelte-kit storybook start-storybook build-storybook sb tsup tsdown unbuild rspack rsbuild biome oxlint stylelint standard xo tslint c8 nyc karma jasmine qunit nightwatch testcafe wdio tap tape uvu ts-prune knip depcheck madge dependency-cruiser depcruise lint-staged commitlint cspell markdownlint markdownlint-cli2 textlint htmlhint html-validate size-limit bundlesize api-extractor typedoc jsdoc docusaurus vitepress eleventy @11ty/eleventy tailwindcss tailwind postcss sass node-sass babel ncc npm-check-updates ncu sort-package-json syncpack license-checker lighthouse lhci pa11y axe graphql-codegen openapi-generator openapi-generator-cli openapi-typescript swagger-cli redocly spectral orval json2ts quicktype tsc-watch tsc-alias vue-tsc attw publint expo react-native electron tauri capacitor ionic nest nestjs hardhat truffle plop hygen create-vite http-server serve live-server json-server browser-sync msw newman artillery wait-on start-server-and-test mkdirp create-next-app create-react-app create-vue create-astro create-svelte create-expo-app create-t3-app create-turbo shadcn shadcn-ui @biomejs/biome @redocly/cli @stoplight/spectral-cli @storybook/cli @angular/cli @nestjs/cli @playwright/test",
		Does: RunProject,
		Flags: []Flag{
			{"-c=LOAD --config=LOAD --config-file=LOAD --plugin-dir=LOAD --configLoader=TEXT --rulesdir=LOAD --plugin=LOAD --resolve-plugins-relative-to=LOAD --require=LOAD -r=LOAD --reporters=TEXT --globalSetup=LOAD --setupFiles=LOAD --setupFilesAfterEnv=LOAD --testEnvironment=LOAD --import=LOAD --loader=TEXT --parser=TEXT --preset=TEXT --transform=TEXT", 0},
			{"-o=WRITE --output=WRITE --output-file=WRITE --outputFile=WRITE --out-file=WRITE --outfile=WRITE --outDir=WRITE --outdir=WRITE --out-dir=WRITE --output-path=WRITE --coverageDirectory=WRITE --coverage-dir=WRITE --cache-location=WRITE --cacheDirectory=WRITE --declarationDir=WRITE --tsBuildInfoFile=WRITE --generateTrace=WRITE --generateCpuProfile=WRITE --reports-dir=WRITE -d=TEXT", 0},
			{"-p=BUILD --project=BUILD --root=BUILD --rootDir=BUILD", 0},
			{"-t=TEXT -w=TEXT --port=TEXT --host[=TEXT] -g=TEXT --grep=TEXT --ext=TEXT --workers=TEXT --reporter=TEXT --testPathPattern=TEXT --testNamePattern=TEXT --timeout=TEXT --mode=TEXT -m=TEXT --spec=TEXT --browser=TEXT", 0},
			{"-* --*", 0},
		},
		Args: "TEXT...",
		Do: func(k *call, a *args) {
			w := a.word(0)
			switch {
			case hasName("ng astro next gatsby expo ionic docusaurus gridsome", k.name) && w.Has("deploy publish submit upload"):
				k.effect(Publish, k.name+": "+w.Text())
			case hasName("serve http-server live-server", k.name):
				doServe(k, &args{words: a.words})
				for _, d := range a.words {
					for _, p := range k.paths(d) {
						if within(k.scene.Home, path.Clean(p)) {
							k.effect(Expose, k.name)
						}
					}
				}
			}
			if a.has("--write --fix") {
				k.rewrites(a)
			}
			for _, d := range a.words { // where a test or a build lies elsewhere, its code does, too
				if d.Known() && strings.HasPrefix(d.Text(), "/") {
					k.touch(reads, d, k.name, k.src)
				}
			}
		},
	},
	{Name: "concurrently npm-run-all run-p run-s wireit", Does: RunProject, Flags: []Flag{{"-n=TEXT --names=TEXT -c=TEXT --prefix-colors=TEXT -p=TEXT --prefix=TEXT -k --kill-others --kill-others-on-fail -r --raw -s=TEXT --success=TEXT -m=TEXT -l -L --parallel --sequential --serial --print-label --continue-on-error --*", 0}}, Args: "LINE...", Do: func(k *call, a *args) {
		for i := range a.operands {
			w := a.operands[i].words[0]
			if k.name != "concurrently" || strings.HasPrefix(w.Text(), "npm:") {
				w.set(strings.TrimPrefix(w.Text(), "npm:"))
				a.operands[i].kind = "TEXT"
				k.packageScript(w, nil, k.name)
			}
		}
	}},
	{Name: "rimraf del-cli", Flags: []Flag{{"-g --glob[=TEXT] -I -v -V -h -f --force --no-glob --preserve-root --dry-run --*", 0}}, Args: "DELETE..."},
	{Name: "cross-env cross-env-shell env-cmd", Flags: []Flag{{"-f=TEXT --file=TEXT -e=TEXT --environments=TEXT -r=TEXT --use-shell --silent --no-override", 0}}, Args: "VAR CMD"},
	{Name: "cpx cpy-cli cpy copyfiles ncp shx", Does: RunProject, Flags: []Flag{{"-* --*", 0}}, Args: "REST", Do: func(k *call, a *args) {
		if len(a.words) == 0 {
			return
		}
		if k.name == "shx" {
			k.child().call(a.words, k.src)
			return
		}
		k.touch(writes, a.words[len(a.words)-1], k.name, k.src)
	}},
	{Name: "turbo", Does: RunProject, Flags: []Flag{{"--*", 0}, {"-F=TEXT --filter=TEXT", 0}, {"--token=AUTH", 0}, {"--cwd=CD --cache-dir=WRITE", 0}}, Args: "TEXT...", Do: func(k *call, a *args) {
		for _, w := range a.words {
			if w.Has("run watch daemon prune gen generate ls scan query info bin link unlink login logout completion telemetry boundaries") {
				continue
			}
			if e := nameEffect(w.Text()); e != RunUnseen && !a.has("--dry --dry-run") {
				k.effect(e, k.name+": "+cut(w.Text(), 60))
			}
		}
	}},
	{Name: "nx lerna rush moon wsrun ultra", Does: RunProject, Flags: []Flag{{"-l -a --long --all -t=TEXT --target=TEXT --targets=TEXT -p=TEXT --projects=TEXT --scope=TEXT --ignore=TEXT -c=TEXT --configuration=TEXT", 0}, {"--*", 0}}, Args: "TEXT...", Do: func(k *call, a *args) {
		if a.has("--dry-run --dryRun") {
			return
		}
		ws := a.words
		if t := a.value("-t --target --targets"); t.Text() != "" {
			ws = append(slices.Clone(ws), t)
		}
		if a.word(0).Is("exec") && len(a.words) > 1 {
			k.child().call(a.words[1:], k.src)
			return
		}
		for i, w := range ws {
			t := w.Text()
			if i == 1 && ws[0].Is("run") || strings.Contains(t, ":") {
				if _, rest, ok := strings.Cut(t, ":"); ok {
					t = rest
				}
			}
			if hasName("version", t) && k.name == "lerna" {
				k.effect(Publish, k.name+": version")
			}
			if e := nameEffect(t); (i < 2 || i == len(ws)-1) && e&(Publish|Discard) != 0 && !(t == "reset" && k.name == "nx") {
				k.effect(e, k.name+": "+cut(t, 60))
			}
		}
	}},
	{Name: "changeset semantic-release release-it standard-version np auto release-please", Flags: []Flag{{"-d --dry-run --dryRun", Dry}, {"-* --*", 0}}, Args: "TEXT...", Do: func(k *call, a *args) {
		w := a.word(0)
		switch {
		case a.dry:
		case k.name == "changeset" && !w.Has("publish tag"), k.name == "standard-version", k.name == "auto" && !w.Has("shipit release publish"):
			k.effect(RunProject, k.name)
		default:
			k.effect(Publish, k.name)
		}
	}},
	{Name: "rspec rubocop rake minitest cucumber standardrb reek brakeman steep sorbet srb tapioca bundler-audit bundle-audit erblint erb_lint haml-lint slim-lint rufo solargraph yard jekyll middleman spring puma rackup sidekiq foreman overmind hivemind cap fasterer i18n-tasks annotate annotaterb ruby-lsp database_consistency", Does: RunProject, Flags: []Flag{
		{"-r=LOAD --require=LOAD -I=LOAD --config=LOAD -c=READ --options=LOAD --rakefile=LOAD -f=LOAD -E=TEXT -e=CODE:ruby --execute=CODE:ruby -p=CODE:ruby --execute-print=CODE:ruby", 0},
		{"-o=WRITE --out=WRITE", 0},
		{"-* --*", 0},
	}, Args: "TEXT...", Do: func(k *call, a *args) {
		for _, w := range a.words {
			switch k.name {
			case "rake":
				k.railsTask(w)
			case "cap":
				if e := nameEffect(w.Text()); e != RunUnseen {
					k.effect(e, k.name)
				}
			}
		}
	}},
	{Name: "rails", Does: RunProject, Flags: []Flag{{"-e=TEXT --environment=TEXT -h -v --help --version --*", 0}, {"-g=TEXT -c=TEXT -E -p=TEXT -b=TEXT -d -T -n=TEXT -f -q -s -u -P=TEXT", 0}}, Args: "TEXT...", Subs: []Command{
		{Name: "runner r", Flags: []Flag{{"-e=TEXT --environment=TEXT --skip-executor -w", 0}}, Args: "CODE:ruby REST", Do: func(k *call, a *args) {
			if w := a.word(0); len(a.operands) > 0 && w.Known() && strings.HasSuffix(w.Text(), ".rb") {
				a.operands[0].kind = "READ"
				k.runScript("ruby", a.words, k.name)
			}
		}},
		{Name: "console c", Flags: []Flag{{"-s --sandbox -e=TEXT --environment=TEXT --no-sandbox --*", 0}}, Args: "TEXT...", More: &More{Stdin: "CODE:ruby"}},
		{Name: "dbconsole db", Flags: []Flag{{"-p --include-password --mode=TEXT --header -e=TEXT --environment=TEXT --database=TEXT", 0}}, More: &More{Stdin: "SQL"}},
		{Name: "credentials:show credentials:edit encrypted:show encrypted:edit", Does: Secret, Flags: []Flag{{"-e=TEXT --environment=TEXT -k=TEXT", 0}}, Args: "TEXT..."},
		{Name: "destroy d", Does: RunProject, Flags: []Flag{{"--*", 0}, {"-p -f", 0}}, Args: "TEXT..."},
	}, Do: func(k *call, a *args) {
		for _, w := range a.words {
			k.railsTask(w)
		}
	}},
	{Name: "artisan", Does: RunProject, Flags: []Flag{{"-h -q -V -n -v -vv -vvv --env=TEXT -* --*", 0}, {"--pretend --dry-run", Dry}}, Args: "TEXT...", Subs: []Command{
		{Name: "migrate:fresh migrate:refresh migrate:reset migrate:rollback db:wipe schema:drop queue:clear queue:flush queue:forget model:prune telescope:clear horizon:clear horizon:purge doctrine:schema:drop tenants:migrate-fresh tenants:rollback module:migrate-refresh module:migrate-reset module:migrate-rollback cache:forget backup:clean passport:purge", Does: Discard, Flags: []Flag{{"--step=TEXT --batch=TEXT --path=TEXT --database=TEXT --seeder=TEXT --schema-path=TEXT", 0}}, Args: "TEXT..."},
		{Name: "tinker", Flags: []Flag{{"--execute=CODE:php", 0}, {"--include=LOAD", 0}}, Args: "TEXT...", More: &More{Forms: []Form{{If: "--execute", Args: "TEXT..."}}, Stdin: "CODE:php"}},
		{Name: "env:decrypt", Does: Secret, Flags: []Flag{{"--key=AUTH --cipher=TEXT --force", 0}}, Args: "TEXT..."},
		{Name: "db", Args: "TEXT...", More: &More{Stdin: "SQL"}},
		{Name: "down up", Does: RunProject, Flags: []Flag{{"--*", 0}}},
	}},
	{Name: "phpunit pest phpstan php-cs-fixer phpcs phpcbf psalm rector infection pint behat codecept deptrac phpmd phan phpbench paratest box phinx doctrine console sail symfony", Does: RunProject, Flags: []Flag{
		{"-c=LOAD --configuration=LOAD --config=LOAD --bootstrap=LOAD -b=TEXT -a=LOAD --autoload-file=LOAD", 0},
		{"-d=TEXT --filter=TEXT --testsuite=TEXT --group=TEXT -l=TEXT --level=TEXT --memory-limit=TEXT", 0},
		{"--log-junit=WRITE --coverage-html=WRITE --coverage-clover=WRITE --coverage-xml=WRITE --report-file=WRITE --cache-directory=WRITE --cache-file=WRITE --generate-baseline[=WRITE]", 0},
		{"-* --*", 0},
	}, Args: "TEXT...", Do: func(k *call, a *args) {
		w := a.word(0)
		switch {
		case k.name == "phinx" && w.Has("rollback"), hasName("doctrine console", k.name) && (w.Has("doctrine:database:drop doctrine:schema:drop doctrine:migrations:rollup doctrine:fixtures:load orm:schema-tool:drop cache:pool:clear") || w.Is("doctrine:migrations:execute") && a.has("--down")):
			k.effect(Discard, k.name+": "+w.Text())
		case k.name == "console" && w.Has("secrets:reveal secrets:list secrets:decrypt-to-local"):
			k.effect(Secret, k.name+": "+w.Text())
		case k.name == "sail" && len(a.words) > 0:
			k.child().call(a.words, k.src)
		}
	}},
	{Name: "clang-format clang-tidy shellcheck shfmt hadolint actionlint yamlfmt taplo dprint vale markdown-link-check lychee typos editorconfig-checker ec checkmake buildifier cppcheck cpplint iwyu scan-build bear stylua luacheck ktlint detekt google-java-format scalafmt scalafix ormolu fourmolu hlint nixfmt alejandra statix terraform-docs tflint tfsec checkov gitlint commitizen cz swagger protolint dot plantuml mmdc doxygen asciidoctor", Does: RunProject, Flags: []Flag{
		{"-o=WRITE --output=WRITE --output-file=WRITE", 0},
		{"--plugin=LOAD", 0},
		{"-* --*", 0},
	}, Args: "READ..."},
	{Name: "pre-commit prek", Does: RunProject, Flags: []Flag{{"-c=LOAD --config=LOAD --color=TEXT -V --version", 0}}, Args: "TEXT...", Subs: []Command{
		{Name: "run autoupdate clean gc validate-config validate-manifest sample-config migrate-config help hook-impl list update", Flags: []Flag{{"-a --all-files --files=READ -v --verbose --show-diff-on-failure --hook-stage=TEXT --from-ref=TEXT -s=TEXT --to-ref=TEXT -o=TEXT --freeze --repo=TEXT --bleeding-edge --*", 0}}, Args: "TEXT..."},
		{Name: "install install-hooks init-templatedir", Flags: []Flag{{"-f --overwrite --install-hooks -t=TEXT --hook-type=TEXT --allow-missing-config", 0}}, Args: "TEXT..."},
		{Name: "uninstall", Does: SkipChecks, Flags: []Flag{{"-t=TEXT --hook-type=TEXT", 0}}},
		{Name: "try-repo", Does: RunUnseen, Flags: []Flag{{"--*", 0}}, Args: "TEXT..."},
	}},
	{Name: "husky lefthook simple-git-hooks overcommit", Does: RunProject, Flags: []Flag{{"-* --*", 0}}, Args: "TEXT...", Do: func(k *call, a *args) {
		if a.word(0).Has("uninstall") || a.has("--uninstall") {
			k.effect(SkipChecks, k.name+": uninstall")
		}
		if k.name == "husky" && a.word(0).Has("add set") && len(a.words) > 2 {
			k.touch(writes, a.words[1], k.name, k.src)
			k.child().script(a.words[2].Text())
		}
	}},
	{Name: "protoc", Does: RunProject, Flags: []Flag{{"-I=READ --proto_path=READ --descriptor_set_in=READ -o=WRITE --descriptor_set_out=WRITE --dependency_out=WRITE --include_imports --include_source_info --experimental_allow_proto3_optional --version --decode=TEXT --encode=TEXT --decode_raw", 0}, {"--plugin=TEXT", 0}, {"--*", 0}}, Args: "READ...", Do: func(k *call, a *args) {
		if w := a.value("--plugin"); w.Text() != "" {
			x := w
			if _, p, ok := strings.Cut(w.Text(), "="); ok {
				x.set(p)
			}
			k.load(x, k.name+": --plugin")
		}
	}},
	{Name: "buf", Does: RunProject, Flags: []Flag{{"--debug --log-format=TEXT --timeout=TEXT -v --verbose --version", 0}}, Args: "TEXT...", Subs: []Command{
		{Name: "push", Does: Publish, Flags: []Flag{{"--*", 0}}, Args: "READ..."},
		{Name: "generate lint build breaking format dep mod config ls-files export convert curl stats plugin lsp", Flags: []Flag{{"-o=WRITE --output=WRITE", 0}, {"-w -d --*", 0}}, Args: "TEXT..."},
		{Name: "registry beta", Does: Publish, Flags: []Flag{{"--*", 0}}, Args: "TEXT..."},
	}},
}
