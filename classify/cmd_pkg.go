package classify

import (
	"slices"
	"strings"
)

// Package managers. Installing what a manifest or lockfile names is the
// project's own; a name is PKG; what is installed for the whole machine
// changes the machine.
var pkgCommands = []Command{
	{
		Name: "npm",
		Flags: []Flag{
			{"-v --version -h --help -l -s -d -q --silent --quiet --verbose --json --long --parseable --yes -y --force -f --legacy-peer-deps --no-audit --no-fund --prefer-offline --offline --ignore-scripts --if-present --workspaces --include-workspace-root --omit=TEXT --include=TEXT --loglevel=TEXT --depth=TEXT --all -a --production --only=TEXT --no-save --save -S -D -E -O -P -B --save-dev --save-exact --save-prod --save-optional --save-peer --save-bundle --package-lock-only --no-package-lock --foreground-scripts --cache=TEXT --color[=TEXT] --otp=TEXT --tag=TEXT --access=TEXT --progress[=TEXT] --fund[=TEXT] --audit[=TEXT] --strict-ssl[=TEXT]", 0},
			{"-w=TEXT --workspace=TEXT", 0},
			{"-g --global --location=TEXT", 0},
			{"-C=CD --prefix=CD", 0},
			{"--script-shell=TEXT --shell=TEXT --node-options=TEXT --userconfig=READ --globalconfig=READ --git=TEXT --init-module=TEXT --editor=TEXT --viewer=TEXT --onload-script=TEXT", Hijack},
			{"--registry=INDEX", 0},
			{"--scri* --node-o* --userc* --globalc*", Hijack},
			{"--reg*", ForeignPackage},
			{"--dry-run", Dry},
			{"-* --*", 0},
		},
		Subs: []Command{
			{Name: "install i in ins inst insta instal isnt isnta isntal isntall add", Args: "PKG...", Do: doInstall},
			{Name: "ci clean-install ic install-clean isntall-clean install-test it install-ci-test cit sit", Does: RunProject, Args: "PKG...", Do: doInstall},
			{Name: "uninstall un unlink remove rm r", Does: RunProject, Args: "TEXT...", Do: doInstall},
			{Name: "update up upgrade udpate dedupe ddp prune rebuild rb link ln shrinkwrap audit fund doctor", Does: RunProject, Args: "TEXT...", Do: doInstall},
			{Name: "run run-script rum urn", Args: "TEXT...", Do: doNpmRun},
			{Name: "test tst t start stop restart", Args: "TEXT...", Do: func(k *call, a *args) {
				name := k.name[4:]
				if name == "tst" || name == "t" {
					name = "test"
				}
				k.packageScript(lit(name), a.words, k.name)
			}},
			{Name: "exec x", Flags: []Flag{{"-c=LINE --call=LINE", 0}, {"-p=PKG --package=PKG", 0}}, More: &More{Forms: []Form{{If: "-c --call"}}}, Args: "TOOL"},
			{Name: "init create innit", Does: RunProject, Args: "TEXT...", Do: doNpmInit},
			{Name: "publish", Does: Publish, Args: "READ", Flags: []Flag{{"--provenance --provenance-file=READ --no-git-checks", 0}}},
			{Name: "unpublish deprecate undeprecate", Does: Rewrite, Args: "TEXT..."},
			{Name: "dist-tag dist-tags access owner author team org hook trust stage", Args: "TEXT...", Do: func(k *call, a *args) {
				if a.word(0).Has("ls list get l view") || len(a.words) == 0 {
					k.effect(ReadRemote, k.name)
					return
				}
				k.effect(Publish, k.name)
			}},
			{Name: "token profile", Args: "TEXT...", Do: func(k *call, a *args) {
				if k.name == "npm profile" && a.word(0).Has("get") {
					k.effect(ReadRemote, k.name)
					return
				}
				k.effect(Secret, k.name)
			}},
			{Name: "login adduser add-user", Does: Secret, Flags: []Flag{{"--scope=TEXT --auth-type=TEXT", 0}}},
			{Name: "logout", Flags: []Flag{{"--scope=TEXT", 0}}},
			{Name: "view info show v search s se find outdated whoami ping star stars unstar repo docs home bugs issues diff sbom", Does: ReadRemote, Args: "TEXT..."},
			{Name: "ls list la ll explain why query root bin prefix help help-search completion get", Args: "TEXT..."},
			{Name: "config c", Args: "TEXT...", Do: doNpmConfig},
			{Name: "set", Args: "TEXT...", Do: func(k *call, a *args) {
				k.settings("set", a.words)
			}},
			{Name: "pkg", Args: "TEXT...", Does: RunProject, Do: doNpmPkg},
			{Name: "pack version edit explore cache", Does: RunProject, Flags: []Flag{{"--pack-destination=WRITE -m=TEXT --message=TEXT --preid=TEXT --no-git-tag-version --git-tag-version[=TEXT] --sign-git-tag", 0}, {"--no-commit-hooks", SkipChecks}}, Args: "TEXT...", Do: func(k *call, a *args) {
				if k.name == "npm explore" && len(a.words) > 1 {
					k.child().call(a.words[1:], k.src)
				}
			}},
		},
		Args: "TEXT...",
		Do: func(k *call, a *args) {
			if w := a.word(0); w.Text() != "" {
				k.effect(Unknown, k.name+": "+cut(w.Text(), 60))
			}
		},
	},
	{
		Name: "npx",
		Flags: []Flag{
			{"-y --yes -n --no --no-install --ignore-existing -q --quiet -v --version -h --help --workspaces --prefer-offline --offline -w=TEXT --workspace=TEXT --legacy-peer-deps --loglevel=TEXT --ignore-scripts", 0},
			{"-p=PKG --package=PKG", 0},
			{"-c=LINE --call=LINE", 0},
			{"--node-options=TEXT --node-arg=TEXT --shell=TEXT --script-shell=TEXT --npm=TEXT --userconfig=READ", Hijack},
			{"--registry=INDEX", 0},
			{"--cache=TEXT", 0},
			{"--prefix=CD", 0},
		},
		More: &More{Forms: []Form{{If: "-c --call"}}},
		Args: "TOOL",
	},
	{Name: "pnpx bunx dlx", Flags: []Flag{{"-y --bun --silent --verbose -h --help --version", 0}, {"-p=PKG --package=PKG", 0}, {"-c --shell-mode", 0}}, Args: "TOOL"},
	{
		Name: "pnpm",
		Flags: []Flag{
			{"-v --version -h --help -r --recursive -w --workspace-root -s --silent --reporter=TEXT --stream --aggregate-output --parallel --no-bail --bail --if-present --frozen-lockfile --no-frozen-lockfile --prefer-offline --offline --ignore-scripts --prod -P --dev -D -E -O --save-dev --save-exact --save-prod --save-optional --save-peer --force -f --shamefully-hoist --lockfile-only --json --depth=TEXT --long --workspace-concurrency=TEXT --sort --color --no-color --loglevel=TEXT --use-stderr --include-workspace-root --sequential --latest -L --interactive -i --fix --prefix-output --no-optional --allow-build=TEXT --report-summary --resume-from=TEXT", 0},
			{"-c --shell-mode", 0},
			{"-F=TEXT --filter=TEXT --filter-prod=TEXT --test-pattern=TEXT --changed-files-ignore-pattern=TEXT", 0},
			{"-g --global", 0},
			{"-C=CD --dir=CD", 0},
			{"--script-shell=TEXT --shell-emulator-shell=TEXT --config.script-shell=TEXT --config.script-shell* --node-options=TEXT --global-pnpmfile=READ --pnpmfile=READ", Hijack},
			{"--registry=INDEX", 0},
			{"--dry-run", Dry},
			{"--*", 0},
		},
		Subs: []Command{
			{Name: "install i add", Args: "PKG...", Do: doInstall},
			{Name: "remove rm uninstall un update up upgrade dedupe prune rebuild rb import fetch link ln unlink audit patch patch-commit patch-remove approve-builds ignored-builds doctor store cache licenses list ls ll la why outdated root bin pack server deploy-local catalog-list cat-file find-hash", Does: RunProject, Args: "TEXT...", Do: doInstall},
			{Name: "run run-script", Args: "REST", Do: doNpmRun},
			{Name: "test t tst start stop restart", Args: "TEXT...", Do: func(k *call, a *args) {
				name := k.name[5:]
				if name == "tst" || name == "t" {
					name = "test"
				}
				k.packageScript(lit(name), a.words, k.name)
			}},
			{Name: "install-test it", Does: RunProject, Args: "TEXT..."},
			{Name: "exec", Flags: []Flag{{"-c --shell-mode", 0}}, Args: "CMD", Do: func(k *call, a *args) {
				if a.has("-c --shell-mode") {
					for i := range a.operands {
						a.operands[i].kind = "SCRIPT"
					}
				}
			}},
			{Name: "dlx create", Flags: []Flag{{"--package=PKG", 0}, {"-c --shell-mode", 0}}, Args: "TOOL", Do: doCreate},
			{Name: "publish", Does: Publish, Flags: []Flag{{"--no-git-checks --access=TEXT --tag=TEXT --otp=TEXT --provenance --publish-branch=TEXT", 0}}, Args: "READ"},
			{Name: "deploy", Does: RunProject, Flags: []Flag{{"--legacy", 0}}, Args: "WRITE"},
			{Name: "config c get", Args: "TEXT...", Do: doNpmConfig},
			{Name: "set", Args: "TEXT...", Do: func(k *call, a *args) { k.settings("set", a.words) }},
			{Name: "init", Does: RunProject, Args: "TEXT..."},
			{Name: "env", Args: "TEXT...", Do: func(k *call, a *args) {
				if !a.word(0).Has("list ls") {
					k.effect(Machine, k.name)
				}
			}},
			{Name: "setup self-update", Does: Machine, Args: "TEXT..."},
			{Name: "help completion view info search whoami ping", Does: ReadRemote, Args: "TEXT..."},
			{Name: "login adduser token", Does: Secret, Args: "TEXT..."},
			{Name: "unpublish deprecate dist-tag owner", Does: Rewrite, Args: "TEXT..."},
		},
		Args: "REST",
		Do:   doScriptOrTool,
	},
	{
		Name: "yarn yarnpkg",
		Flags: []Flag{
			{"-v --version -h --help -s --silent --json --verbose --offline --non-interactive --frozen-lockfile --immutable --immutable-cache --check-cache --check-files --prefer-offline --production[=TEXT] --prod --ignore-scripts --ignore-engines --ignore-optional --ignore-platform --force --flat --no-lockfile --pure-lockfile --network-timeout=TEXT --network-concurrency=TEXT --mutex=TEXT --no-progress --emoji=TEXT --inline-builds --mode=TEXT --refresh-lockfile --no-bin-links --link-duplicates -W --ignore-workspace-root-check --har --non-flat", 0},
			{"-D -E -O -P -T -C -i -R -A -j=TEXT --dev --exact --optional --peer --tilde --caret --pattern=TEXT --latest --all --since[=TEXT] --include=TEXT --exclude=TEXT --parallel --interlaced --topological --topological-dev --from=TEXT --recursive", 0},
			{"--cwd=CD", 0},
			{"--registry=INDEX", 0},
			{"--use-yarnrc=READ --script-shell=TEXT --plugin=TEXT", Hijack},
			{"--modules-folder=WRITE --cache-folder=WRITE --global-folder=WRITE --prefix=WRITE --link-folder=WRITE --preferred-cache-folder=TEXT", 0},
			{"--*", 0},
		},
		Subs: []Command{
			{Name: "install", Args: "TEXT...", Does: RunProject, Do: doInstall},
			{Name: "add", Args: "PKG...", Do: doInstall},
			{Name: "remove upgrade up upgrade-interactive dedupe check autoclean import link unlink pack version audit outdated licenses list why info bin cache constraints rebuild search explain patch patch-commit stage help versions node-gyp unplug generate-lock-entry policies", Does: RunProject, Args: "TEXT...", Flags: []Flag{{"-o=WRITE --out=WRITE --filename=WRITE -f=WRITE", 0}}},
			{Name: "global", Subs: []Command{{Name: "add remove upgrade", Does: Machine, Args: "TEXT..."}, {Name: "list bin dir", Args: "TEXT..."}}},
			{Name: "run", Flags: []Flag{{"--inspect --inspect-brk -B --binaries-only --top-level", 0}}, Args: "REST", Do: doNpmRun},
			{Name: "node", Args: "REST", Do: func(k *call, a *args) {
				k.child().call(append([]Word{lit("node")}, a.words...), k.src)
			}},
			{Name: "exec", Args: "CMD"},
			{Name: "dlx create", Flags: []Flag{{"-p=PKG --package=PKG -q", 0}}, Args: "TOOL", Do: doCreate},
			{Name: "workspace", Args: "TEXT REST", Do: func(k *call, a *args) {
				if len(a.words) > 1 {
					k.child().call(append([]Word{lit("yarn")}, a.words[1:]...), k.src)
				}
			}},
			{Name: "workspaces", Args: "REST", Do: func(k *call, a *args) {
				ws := a.words
				for len(ws) > 0 && (ws[0].Has("foreach run focus list info") || strings.HasPrefix(ws[0].Text(), "-")) {
					ws = ws[1:]
				}
				if len(ws) > 0 && !a.word(0).Has("focus list info") {
					k.child().call(append([]Word{lit("yarn")}, ws...), k.src)
					return
				}
				k.effect(RunProject, k.name)
			}},
			{Name: "publish", Does: Publish, Args: "READ", Flags: []Flag{{"--access=TEXT --tag=TEXT --new-version=TEXT --patch --minor --major --no-git-tag-version", 0}}},
			{Name: "npm", Args: "TEXT...", Do: func(k *call, a *args) {
				switch {
				case a.word(0).Is("publish"):
					k.effect(Publish, k.name+" publish")
				case a.word(0).Is("login"):
					k.effect(Secret, k.name+" login")
				case a.word(0).Has("tag") && !a.word(1).Is("list"):
					k.effect(Rewrite, k.name+" tag")
				default:
					k.effect(ReadRemote, k.name)
				}
			}},
			{Name: "owner tag team", Args: "TEXT...", Do: func(k *call, a *args) {
				if !a.word(0).Has("list ls") {
					k.effect(Publish, k.name)
				}
			}},
			{Name: "config", Args: "TEXT...", Do: doNpmConfig},
			{Name: "set", Args: "TEXT...", Do: func(k *call, a *args) {
				k.effect(RunUnseen|NewPackage, k.name)
			}},
			{Name: "plugin", Args: "TEXT...", Do: func(k *call, a *args) {
				if a.word(0).Is("import") {
					k.effect(Hijack, k.name+": import")
				}
			}},
			{Name: "login logout", Does: Secret, Args: "TEXT..."},
			{Name: "init", Does: RunProject, Args: "TEXT...", Flags: []Flag{{"-y -p -2 -w", 0}}},
		},
		Args: "REST",
		Do:   doScriptOrTool,
	},
	{
		Name: "bun",
		Flags: []Flag{
			{"-v --version -h --help --revision --bun -b --watch --hot --silent --smol --if-present --no-install --prefer-offline --verbose --no-save --frozen-lockfile --production -p --dev -d -D -E --exact --optional --ignore-scripts --trust --yarn --force -f --no-cache --no-verify --backend=TEXT --filter=TEXT -F=TEXT --elide-lines=TEXT --coverage --bail[=TEXT] --timeout=TEXT -t=TEXT --test-name-pattern=TEXT --rerun-each=TEXT --only --todo --update-snapshots -u --target=TEXT --minify --sourcemap[=TEXT] --splitting --format=TEXT --external=TEXT --env-file=TEXT --port=TEXT --conditions=TEXT --define=TEXT --loader=TEXT --tsconfig-override=READ --inspect[=TEXT] --inspect-brk[=TEXT] --inspect-wait[=TEXT]", 0},
			{"-e=CODE:node --eval=CODE:node --print=CODE:node", 0},
			{"-g --global", 0},
			{"--cwd=CD", 0},
			{"-r=LOAD --preload=LOAD --require=LOAD --import=LOAD -c=LOAD --config=LOAD", 0},
			{"-o=WRITE --outfile=WRITE --outdir=WRITE --cache-dir=WRITE --coverage-dir=WRITE --reporter-outfile=WRITE", 0},
			{"--registry=INDEX", 0},
			{"--shell=TEXT", 0},
			{"--dry-run", Dry},
			{"--*", 0},
		},
		More: &More{Forms: []Form{{If: "-e --eval --print", Args: "REST"}, {If: "-v --version -h --help --revision", Args: "REST"}}},
		Subs: []Command{
			{Name: "install i add a", Args: "PKG...", Do: doInstall},
			{Name: "remove rm update outdated link unlink patch patch-commit pm why audit info init upgrade-interactive", Does: RunProject, Args: "TEXT...", Do: doInstall},
			{Name: "run", Args: "REST", Do: doNpmRun},
			{Name: "test", Does: RunProject, Args: "TEXT..."},
			{Name: "build", Does: RunProject, Flags: []Flag{{"--compile --bytecode --*", 0}}, Args: "READ..."},
			{Name: "x", Args: "TOOL"},
			{Name: "create c", Args: "TOOL", Do: doCreate},
			{Name: "exec", Args: "SCRIPT"},
			{Name: "repl", Does: RunUnseen},
			{Name: "publish", Does: Publish, Flags: []Flag{{"--access=TEXT --tag=TEXT --otp=TEXT --auth-type=TEXT --gzip-level=TEXT", 0}}, Args: "READ"},
			{Name: "upgrade", Does: Machine, Flags: []Flag{{"--canary --stable", 0}}},
		},
		Args: "REST",
		Do:   doScriptOrTool,
	},
	{
		Name: "pip pip3 pip2 pip3.10 pip3.11 pip3.12 pip3.13",
		Flags: []Flag{
			{"-v -vv -q -qq -V -h --verbose --quiet --version --help --no-input --disable-pip-version-check --no-color --isolated --require-virtualenv --debug --no-cache-dir --cache-dir=TEXT --timeout=TEXT --retries=TEXT --exists-action=TEXT --python=TEXT --use-feature=TEXT --use-deprecated=TEXT --progress-bar=TEXT --keyring-provider=TEXT --require-hashes", 0},
			{"--log=WRITE", 0},
			{"--trusted-host=TEXT --proxy=TEXT --cert=READ --client-cert=READ", ForeignPackage},
			{"-i=INDEX --index-url=INDEX --extra-index-url=INDEX", 0},
			{"-f=INDEX --find-links=INDEX", 0},
			{"--no-index", 0},
		},
		Subs: []Command{
			{Name: "install", Flags: []Flag{
				{"-U --upgrade --upgrade-strategy=TEXT --user --force-reinstall --no-deps --pre --no-warn-script-location --ignore-installed -I --no-build-isolation --use-pep517 --no-binary=TEXT --only-binary=TEXT --prefer-binary --compile --no-compile --ignore-requires-python --check-build-dependencies --config-settings=TEXT -C=TEXT --global-option=TEXT --platform=TEXT --python-version=TEXT --implementation=TEXT --abi=TEXT --no-clean --group=TEXT", 0},
				{"-r=READ --requirement=READ -c=READ --constraint=READ --build-constraint=READ", 0},
				{"-e=PKG --editable=PKG", 0},
				{"--break-system-packages", Machine},
				{"-t=WRITE --target=WRITE --root=WRITE --prefix=WRITE --report=WRITE --src=WRITE", 0},
				{"--dry-run", Dry},
			}, Args: "PKG...", Do: doPipInstall},
			{Name: "download wheel", Does: RunProject, Flags: []Flag{{"-r=READ --requirement=READ -c=READ --no-deps --pre --no-binary=TEXT --only-binary=TEXT --platform=TEXT --python-version=TEXT --implementation=TEXT --abi=TEXT --no-build-isolation", 0}, {"-d=WRITE --dest=WRITE -w=WRITE --wheel-dir=WRITE", 0}, {"-e=PKG --editable=PKG", 0}}, Args: "PKG..."},
			{Name: "uninstall", Does: RunProject, Flags: []Flag{{"-y --yes", 0}, {"-r=READ --requirement=READ", 0}, {"--break-system-packages", Machine}}, Args: "TEXT..."},
			{Name: "list freeze show check inspect debug hash help completion", Flags: []Flag{{"-o --outdated -u --uptodate -e --editable -l --local --user --pre --format=TEXT --not-required --exclude=TEXT --all --exclude-editable -f --files --path=TEXT -r=READ --requirement=READ -a=TEXT --algorithm=TEXT --bash --zsh --fish --include-editable", 0}}, Args: "TEXT..."},
			{Name: "index search", Does: ReadRemote, Flags: []Flag{{"--pre --json --platform=TEXT --python-version=TEXT", 0}}, Args: "TEXT..."},
			{Name: "cache", Args: "TEXT...", Flags: []Flag{{"--format=TEXT", 0}}},
			{Name: "config", Args: "TEXT...", Flags: []Flag{{"--global --user --site", 0}, {"--editor=PROGRAM", 0}}, Do: func(k *call, a *args) {
				if a.word(0).Has("set edit unset") {
					k.settings("set", a.words[1:])
				}
			}},
			{Name: "lock", Does: RunProject, Flags: []Flag{{"-o=WRITE -r=READ --*", 0}}, Args: "TEXT..."},
		},
	},
	{
		Name: "uv",
		Flags: []Flag{
			{"-q -v -V -n -p=TEXT --python=TEXT --quiet --verbose --version --help -h --no-cache --cache-dir=TEXT --offline --no-progress --color=TEXT --native-tls --no-config --no-python-downloads --allow-insecure-host=TEXT --managed-python --no-managed-python --preview --locked --frozen --no-sync --isolated --refresh --upgrade -U --refresh-package=TEXT --upgrade-package=TEXT -P=TEXT --no-build-isolation --link-mode=TEXT --resolution=TEXT --prerelease=TEXT --exclude-newer=TEXT --no-build --no-binary --no-sources --keyring-provider=TEXT --compile-bytecode --reinstall --active --no-env-file --env-file=TEXT --all-extras --extra=TEXT --group=TEXT --no-group=TEXT --only-group=TEXT --all-groups --no-default-groups --no-dev --dev --only-dev --package=TEXT --all-packages --inexact --exact --no-editable --python-platform=TEXT --fork-strategy=TEXT --default-index=INDEX", 0},
			{"--config-file=LOAD", 0},
			{"--directory=CD", 0},
			{"--project=BUILD", 0},
			{"-i=INDEX --index=INDEX --index-url=INDEX --extra-index-url=INDEX -f=INDEX --find-links=INDEX", 0},
		},
		Subs: []Command{
			{Name: "run", Flags: []Flag{{"-s --script --gui-script --no-project", 0}, {"-m --module", 0}, {"--with=PKG --with-editable=PKG -w=PKG", 0}, {"--with-requirements=READ", 0}}, Args: "CMD", More: &More{Forms: []Form{{If: "-m --module", Args: "RUN:python"}, {If: "-s --script --gui-script", Args: "RUN:python"}}, Stdin: "CODE:python"}, Do: doUvRun},
			{Name: "pip", Args: "TEXT...", Subs: []Command{
				{Name: "install", Flags: []Flag{{"--system", Machine}, {"--break-system-packages", Machine}, {"-r=READ --requirements=READ --requirement=READ -c=READ --constraints=READ --constraint=READ --overrides=READ", 0}, {"-e=PKG --editable=PKG", 0}, {"--target=WRITE --prefix=WRITE", 0}, {"--user --no-deps --strict --pre --require-hashes --torch-backend=TEXT --only-binary=TEXT --force-reinstall --no-cache-dir -C=TEXT", 0}, {"--dry-run", Dry}}, Args: "PKG...", Do: doPipInstall},
				{Name: "uninstall", Does: RunProject, Flags: []Flag{{"--system --break-system-packages", Machine}, {"-r=READ -y --yes", 0}}, Args: "TEXT..."},
				{Name: "sync", Does: RunProject, Flags: []Flag{{"--system --break-system-packages", Machine}, {"--strict --require-hashes --dry-run", 0}}, Args: "READ..."},
				{Name: "list freeze show tree check compile", Flags: []Flag{{"-o=WRITE --output-file=WRITE", 0}, {"--*", 0}}, Args: "READ..."},
			}},
			{Name: "sync lock tree export venv init build version format cache help generate-shell-completion workspace audit", Does: RunProject, Flags: []Flag{{"-o=WRITE --output-file=WRITE --out-dir=WRITE", 0}, {"--*", 0}}, Args: "TEXT..."},
			{Name: "add", Flags: []Flag{{"-r=READ --requirements=READ -c=READ --editable --raw --optional=TEXT --bounds=TEXT --script=WRITE --rev=TEXT --tag=TEXT --branch=TEXT --workspace --no-install-project", 0}, {"--*", 0}}, Args: "PKG...", Do: doPipInstall},
			{Name: "remove", Does: RunProject, Flags: []Flag{{"--optional=TEXT --script=WRITE", 0}}, Args: "TEXT..."},
			{Name: "publish", Does: Publish, Flags: []Flag{{"-t=AUTH --token=AUTH --password=AUTH", 0}, {"--dry-run", Dry}, {"-u=TEXT --username=TEXT --publish-url=TEXT --check-url=TEXT --trusted-publishing=TEXT", 0}}, Args: "READ..."},
			{Name: "tool", Subs: []Command{
				{Name: "run", Flags: []Flag{{"--from=PKG --with=PKG --with-editable=PKG -w=PKG", 0}}, Args: "TOOL", Do: doFrom},
				{Name: "install upgrade", Does: Machine, Flags: []Flag{{"--with=PKG --with-editable=PKG -w=PKG", 0}, {"-e --editable --force --all --from=TEXT", 0}}, Args: "PKG..."},
				{Name: "uninstall update-shell", Does: Machine, Flags: []Flag{{"--all", 0}}, Args: "TEXT..."},
				{Name: "list dir", Flags: []Flag{{"--*", 0}}},
			}},
			{Name: "python", Subs: []Command{
				{Name: "list find dir pin", Flags: []Flag{{"--*", 0}, {"--rm", 0}}, Args: "TEXT..."},
				{Name: "install upgrade uninstall update-shell", Does: Machine, Flags: []Flag{{"--* -f -r", 0}, {"-i=WRITE --install-dir=WRITE", 0}}, Args: "TEXT..."},
			}},
			{Name: "self", Does: Machine, Args: "TEXT..."},
			{Name: "auth", Does: Secret, Args: "TEXT...", Flags: []Flag{{"--*", 0}}},
		},
	},
	{Name: "uvx", Flags: []Flag{{"-q -v -V -n -p=TEXT --python=TEXT --isolated --refresh --no-cache --offline --version --help --env-file=TEXT --no-env-file --prerelease=TEXT --managed-python", 0}, {"--from=PKG --with=PKG --with-editable=PKG -w=PKG", 0}, {"--with-requirements=READ", 0}, {"-i=INDEX --index=INDEX --index-url=INDEX --extra-index-url=INDEX --default-index=INDEX -f=INDEX --find-links=INDEX", 0}}, Args: "TOOL", Do: doFrom},
	{Name: "pipx", Flags: []Flag{{"-q -v --quiet --verbose --version --help -h --global", 0}}, Subs: []Command{
		{Name: "run", Flags: []Flag{{"--spec=PKG --no-cache --pypackages --python=TEXT --system-site-packages --verbose --pip-args=TEXT --fetch-missing-python", 0}, {"--path=RUN:python", 0}, {"--index-url=INDEX -i=INDEX", 0}}, Args: "TOOL"},
		{Name: "install inject upgrade upgrade-all reinstall reinstall-all install-all", Does: Machine, Flags: []Flag{{"--index-url=INDEX -i=INDEX", 0}, {"-f -e --force --editable --python=TEXT --pip-args=TEXT --include-deps --suffix=TEXT --preinstall=PKG --*", 0}}, Args: "PKG..."},
		{Name: "uninstall uninstall-all uninject ensurepath pin unpin interpreter", Does: Machine, Flags: []Flag{{"--*", 0}}, Args: "TEXT..."},
		{Name: "list environment completions help", Flags: []Flag{{"--* -e", 0}}, Args: "TEXT..."},
		{Name: "runpip", Args: "TEXT REST", Do: func(k *call, a *args) {
			if len(a.words) > 1 {
				k.child().call(append([]Word{lit("pip")}, a.words[1:]...), k.src)
			}
		}},
	}},
	{Name: "poetry pdm hatch pipenv rye flit pixi", Flags: []Flag{
		{"-q -v -vv -vvv -V -n --quiet --verbose --version --help -h --no-interaction --no-ansi --ansi --no-plugins --no-cache -N --no-color --color -e=TEXT --env=TEXT", 0},
		{"-C=CD --directory=CD -P=TEXT --project=TEXT -p=TEXT -c=LOAD --config=LOAD", 0},
	}, Subs: []Command{
		{Name: "run", Args: "CMD", Do: doUvRun},
		{Name: "install sync lock update remove uninstall show check build version env about list search init new info outdated fix export dep test fmt clean status fetch graph verify requirements scripts tree upgrade-lock up venv use completion", Does: RunProject, Flags: []Flag{{"-o=WRITE --output=WRITE", 0}, {"--* -G=TEXT -d -L -E=TEXT -f=TEXT -l -s -t -a -r=READ", 0}}, Args: "TEXT..."},
		{Name: "add", Flags: []Flag{{"-D -G=TEXT --group=TEXT -d --dev -e --editable -E=TEXT --extras=TEXT --optional --python=TEXT --platform=TEXT --allow-prereleases --lock --dry-run --no-sync --no-lock --feature=TEXT --pypi", 0}, {"--source=TEXT --git=TEXT", ForeignPackage}, {"--*", 0}}, Args: "PKG..."},
		{Name: "publish", Does: Publish, Flags: []Flag{{"--dry-run", Dry}, {"-p=AUTH --password=AUTH -a=AUTH --auth=AUTH", 0}, {"-r=TEXT --repository=TEXT -u=TEXT --username=TEXT --build --skip-existing --dist-dir=READ -y --yes --no-build --comment=TEXT -S --sign -i=TEXT --no-prompt --*", 0}}, Args: "READ..."},
		{Name: "shell", Args: "TEXT...", Do: func(k *call, a *args) { k.interactive(k.name) }},
		{Name: "config", Args: "TEXT...", Flags: []Flag{{"--list --local --unset --migrate -g --global -d", 0}}, Do: func(k *call, a *args) {
			switch {
			case strings.Contains(a.word(0).Text(), "token") || strings.Contains(a.word(0).Text(), "http-basic") || strings.Contains(a.word(0).Text(), "password"):
				k.effect(Secret, k.name)
			case strings.HasPrefix(a.word(0).Text(), "repositories") && len(a.words) > 1, strings.Contains(a.word(0).Text(), "pypi.url") && len(a.words) > 1:
				k.effect(ForeignPackage, k.name)
			}
		}},
		{Name: "source", Subs: []Command{{Name: "add", Does: ForeignPackage, Flags: []Flag{{"--* -p=TEXT", 0}}, Args: "TEXT..."}, {Name: "show remove", Args: "TEXT..."}}},
		{Name: "cache python", Args: "TEXT...", Flags: []Flag{{"--all --*", 0}}},
		{Name: "self plugin global", Does: Machine, Args: "TEXT...", Flags: []Flag{{"--*", 0}}},
	}},
	{Name: "conda mamba micromamba", Flags: []Flag{{"-h --help -V --version -v -q --json --debug --verbose --no-banner", 0}}, Subs: []Command{
		{Name: "install create update upgrade env-create", Flags: []Flag{{"-y --yes -d --dry-run --all --no-deps --only-deps --freeze-installed --force-reinstall --update-deps --override-channels --strict-channel-priority --offline --copy -S --clone=TEXT --python=TEXT --*", 0}, {"-n=TEXT --name=TEXT", 0}, {"-p=WRITE --prefix=WRITE", 0}, {"-f=READ --file=READ", 0}, {"-c=TEXT --channel=TEXT", 0}}, Args: "PKG...", Do: func(k *call, a *args) {
			for i := range a.flags {
				if f := &a.flags[i]; hasName("-c --channel", f.name) && len(f.values) > 0 && !f.values[0].words[0].Has("defaults conda-forge bioconda pytorch nvidia main anaconda r free microsoft") {
					k.effect(ForeignPackage, k.name+": -c --channel")
				}
			}
			if a.value("-n --name").Is("base") {
				k.effect(Machine, k.name+": base")
			}
		}},
		{Name: "remove uninstall", Does: Machine, Flags: []Flag{{"-y --yes -n=TEXT --name=TEXT -p=TEXT --prefix=TEXT --all --force --*", 0}}, Args: "TEXT..."},
		{Name: "env", Subs: []Command{{Name: "list export config", Flags: []Flag{{"-n=TEXT --name=TEXT --json --no-builds --from-history", 0}, {"-f=WRITE --file=WRITE", 0}}, Args: "TEXT..."}, {Name: "create update", Does: RunProject, Flags: []Flag{{"-f=READ --file=READ -n=TEXT --name=TEXT --prune --force -y --yes -q", 0}, {"-p=WRITE --prefix=WRITE", 0}}, Args: "TEXT..."}, {Name: "remove", Does: Machine, Flags: []Flag{{"-n=TEXT --name=TEXT -p=TEXT --prefix=TEXT -y --yes", 0}}}}},
		{Name: "run", Flags: []Flag{{"-n=TEXT --name=TEXT -p=TEXT --prefix=TEXT --no-capture-output --live-stream --cwd=CD -v --dev", 0}}, Args: "CMD"},
		{Name: "activate deactivate list info search compare doctor notices package shell export", Flags: []Flag{{"-n=TEXT --*", 0}, {"-f=WRITE --file=WRITE", 0}}, Args: "TEXT..."},
		{Name: "clean", Flags: []Flag{{"-a -y -t -p -i --*", 0}}},
		{Name: "config", Flags: []Flag{{"--show[=TEXT] --show-sources --get=TEXT --describe[=TEXT]", 0}, {"--add=TEXT,TEXT --append=TEXT,TEXT --prepend=TEXT,TEXT --set=TEXT,TEXT --remove=TEXT,TEXT --remove-key=TEXT", ForeignPackage}, {"--*", 0}}, Args: "TEXT..."},
		{Name: "init", Does: Machine, Args: "TEXT...", Flags: []Flag{{"--*", 0}}},
	}},
	{Name: "gem", Flags: []Flag{{"-h --help -v --version -V -q --quiet --verbose --silent --no-verbose --backtrace --debug --norc", 0}, {"--config-file=LOAD", 0}}, Subs: []Command{
		{Name: "install i update", Flags: []Flag{{"--system", Machine}, {"-v=TEXT --version=TEXT -N --no-document --document[=TEXT] --user-install --force -f --conservative --minimal-deps --pre --prerelease -E --development --platform=TEXT --bindir=WRITE -n=WRITE -i=WRITE --install-dir=WRITE -g[=READ] --file[=READ] --ignore-dependencies --no-* -u -l --local -r -b", 0}, {"-s=INDEX --source=INDEX", 0}, {"-P=TEXT --trust-policy=TEXT", 0}, {"-p=TEXT --http-proxy=TEXT", 0}}, Args: "PKG..."},
		{Name: "uninstall cleanup pristine", Does: Machine, Flags: []Flag{{"-v=TEXT --version=TEXT -a --all -x --executables -I --ignore-dependencies -i=TEXT --force -n -d --dryrun", 0}}, Args: "TEXT..."},
		{Name: "list search query info outdated specification which environment env contents dependency help check lock stale unpack fetch open build", Flags: []Flag{{"-l -r -a -b -d -i -e -v=TEXT --* -o=WRITE --output=WRITE -C=CD", 0}}, Args: "TEXT..."},
		{Name: "push", Does: Publish, Flags: []Flag{{"-k=TEXT --key=TEXT --host=TEXT --otp=TEXT --attestation=READ", 0}}, Args: "READ..."},
		{Name: "yank owner", Does: Rewrite, Flags: []Flag{{"-v=TEXT --version=TEXT -a=TEXT --add=TEXT -r=TEXT --remove=TEXT --platform=TEXT -k=TEXT --otp=TEXT --host=TEXT", 0}}, Args: "TEXT..."},
		{Name: "signin signout", Does: Secret, Flags: []Flag{{"--host=TEXT --otp=TEXT", 0}}},
		{Name: "sources source", Flags: []Flag{{"-l --list -u --update -c --clear-all", 0}, {"-a=TEXT --add=TEXT -r=TEXT --remove=TEXT --append=TEXT --prepend=TEXT", ForeignPackage}, {"-f --force", 0}}, Args: "TEXT..."},
		{Name: "exec", Flags: []Flag{{"-g=PKG --gem=PKG -v=TEXT --conservative", 0}}, Args: "TOOL"},
	}},
	{Name: "bundle bundler", Flags: []Flag{{"-v --version -h --help --verbose --no-color -r=TEXT --retry=TEXT", 0}, {"--gemfile=BUILD", 0}}, Subs: []Command{
		{Name: "exec e", Flags: []Flag{{"--keep-file-descriptors --gemfile=BUILD", 0}}, Args: "CMD"},
		{Name: "install i update check outdated list ls show info lock clean cache package pack platform doctor licenses viz binstubs remove version pristine init gem help env plugin-list fund", Does: RunProject, Flags: []Flag{{"--path=WRITE --binstubs[=TEXT] -j=TEXT --jobs=TEXT --deployment --without=TEXT --with=TEXT --local --frozen --quiet --all --conservative --redownload --full-index --*", 0}}, Args: "TEXT..."},
		{Name: "add", Flags: []Flag{{"--version=TEXT -v=TEXT --group=TEXT -g=TEXT --skip-install --optimistic --strict --require=TEXT --path=READ", 0}, {"-s=INDEX --source=INDEX", 0}, {"--git=TEXT --github=TEXT --branch=TEXT --ref=TEXT --glob=TEXT", ForeignPackage}}, Args: "PKG..."},
		{Name: "config", Args: "TEXT...", Flags: []Flag{{"--local --global --delete --parseable", 0}}, Do: func(k *call, a *args) {
			ws := a.words
			if len(ws) > 0 && ws[0].Has("set") {
				ws = ws[1:]
			}
			switch {
			case a.word(0).Has("list get unset") || len(ws) < 2:
			case strings.HasPrefix(ws[0].Text(), "mirror"), strings.HasPrefix(ws[0].Text(), "local."):
				k.effect(ForeignPackage, k.name)
			case strings.Contains(ws[0].Text(), ".") && !strings.HasPrefix(ws[0].Text(), "build."):
				k.effect(Secret, k.name)
			}
		}},
		{Name: "open", Does: RunUnseen, Args: "TEXT..."},
		{Name: "console", Args: "TEXT...", More: &More{Stdin: "CODE:ruby"}},
		{Name: "plugin", Does: NewPackage, Args: "TEXT...", Flags: []Flag{{"--git=TEXT --source=TEXT", ForeignPackage}}},
	}, Do: func(k *call, a *args) { k.effect(RunProject, k.name) }},
	{
		Name:  "composer",
		Flags: []Flag{{"-h -q -V -n -v -vv -vvv --help --quiet --version --ansi --no-ansi --no-interaction --profile --no-plugins --no-scripts --no-cache --no-dev --dev --prefer-dist --prefer-source --prefer-stable --prefer-lowest -o -a --optimize-autoloader --classmap-authoritative --apcu-autoloader --ignore-platform-reqs --ignore-platform-req=TEXT --no-progress --no-autoloader --no-install --no-update --no-audit --update-no-dev -w -W --with-dependencies --with-all-dependencies --with=TEXT --lock --no-suggest --sort-packages --fixed --dry-run --strict --format=TEXT -f=TEXT --direct -D --tree -t --outdated --latest -l --all --minor-only -m --self -s --available -i --locked --installed --patch-only --timeout=TEXT --audit --bump-after-update[=TEXT]", 0}, {"-d=CD --working-dir=CD", 0}, {"--repository=TEXT --repository-url=TEXT", ForeignPackage}},
		Subs: []Command{
			{Name: "install i update u upgrade remove rm uninstall dump-autoload dumpautoload validate show info outdated why depends prohibits why-not audit diagnose check-platform-reqs licenses status suggests search fund browse home list help about bump clear-cache clearcache reinstall completion init archive", Does: RunProject, Flags: []Flag{{"--dir=WRITE --file=TEXT", 0}, {"--*", 0}}, Args: "TEXT...", Do: func(k *call, a *args) {
				for _, n := range []string{"pre-" + strings.TrimPrefix(k.name, "composer ") + "-cmd", "post-" + strings.TrimPrefix(k.name, "composer ") + "-cmd", "post-autoload-dump"} {
					if text, at := k.manifest("composer.json"); text != "" && !a.has("--no-scripts") {
						if body, ok := jsonScript(text, "scripts", n); ok {
							k.manifestScript(at, n, body, strings.TrimSuffix(at, "/composer.json"))
						}
					}
				}
			}},
			{Name: "require req r", Flags: []Flag{{"--*", 0}}, Args: "PKG..."},
			{Name: "create-project", Does: NewPackage | RunUnseen, Flags: []Flag{{"-s=TEXT --stability=TEXT --*", 0}}, Args: "TEXT WRITE TEXT"},
			{Name: "global", Args: "REST", Do: func(k *call, a *args) {
				if !a.word(0).Has("show info list outdated licenses") {
					k.effect(Machine, k.name)
				}
			}},
			{Name: "run-script run", Flags: []Flag{{"--list", 0}}, Args: "REST", Do: func(k *call, a *args) {
				if len(a.words) > 0 {
					k.composerScript(a.words[0], a.words[1:], k.name)
				}
			}},
			{Name: "exec x", Flags: []Flag{{"--list", 0}}, Args: "CMD"},
			{Name: "config", Args: "TEXT...", Flags: []Flag{{"-g --global", 0}, {"--auth", Secret}, {"-e --editor", Hijack}, {"--unset --list --absolute --json --merge --append --source", 0}}, Do: func(k *call, a *args) {
				t := a.word(0).Text()
				switch {
				case len(a.words) < 2:
				case strings.HasPrefix(t, "repo"):
					k.effect(ForeignPackage, k.name)
				case strings.Contains(t, "oauth") || strings.Contains(t, "token") || strings.Contains(t, "http-basic") || strings.Contains(t, "bearer"):
					k.effect(Secret, k.name)
				case strings.HasPrefix(t, "secure-http") || strings.HasPrefix(t, "disable-tls") || strings.HasPrefix(t, "allow-plugins"):
					k.effect(SkipChecks, k.name)
				}
			}},
			{Name: "self-update selfupdate", Does: Machine, Flags: []Flag{{"--*", 0}}, Args: "TEXT..."},
		},
		Args: "REST",
		Do: func(k *call, a *args) {
			if len(a.words) > 0 {
				k.composerScript(a.words[0], a.words[1:], k.name)
			}
		},
	},
	{Name: "twine", Flags: []Flag{{"--version --no-color -h --help", 0}}, Subs: []Command{
		{Name: "check", Does: RunProject, Flags: []Flag{{"--strict", 0}}, Args: "READ..."},
		{Name: "upload register", Does: Publish, Flags: []Flag{{"-p=AUTH --password=AUTH", 0}, {"-r=TEXT --repository=TEXT --repository-url=TEXT -u=TEXT --username=TEXT -s --sign --sign-with=PROGRAM -i=TEXT --identity=TEXT -c=TEXT --comment=TEXT --config-file=READ --skip-existing --cert=READ --client-cert=READ --verbose --disable-progress-bar --non-interactive --attestations", 0}}, Args: "READ..."},
	}},
	{
		Name:  "brew",
		Flags: []Flag{{"-v --version -h --help --cache[=TEXT] --prefix[=TEXT] --cellar[=TEXT] --caskroom[=TEXT] --repository[=TEXT] --repo[=TEXT] --env -q --quiet -d --debug --verbose", 0}, {"-n --dry-run", Dry}, {"-* --*", 0}},
		Args:  "TEXT...",
		More:  &More{Forms: []Form{{If: "--cache --prefix --cellar --caskroom --repository --repo --env", Args: "TEXT..."}}},
		Out:   OutPlain,
		Subs: []Command{
			{Name: "list ls info abv search desc deps uses leaves outdated doctor dr config home homepage log cat formulae casks formula options missing commands help shellenv which-formula command tap-info readall livecheck unbottled docs style audit typecheck fetch which formula-analytics verify contributions determine-test-runners", Does: ReadRemote, Args: "TEXT..."},
			{Name: "install uninstall remove rm reinstall upgrade update up link ln unlink pin unpin cleanup autoremove migrate postinstall untap edit create extract unpack untap-all analytics developer vendor-install update-reset tab tests test bump rubocop install-bundler-gems vendor-gems alias unalias switch", Does: Machine, Args: "TEXT..."},
			{Name: "bundle", Args: "TEXT...", Flags: []Flag{{"--file=READ -f", 0}}, Do: func(k *call, a *args) {
				if !a.word(0).Has("list check dump env sh") {
					k.effect(Machine, k.name)
				}
				if a.word(0).Is("exec") && len(a.words) > 1 {
					k.child().call(a.words[1:], k.src)
				}
			}},
			{Name: "services service", Args: "TEXT...", Do: func(k *call, a *args) {
				if !a.word(0).Has("list ls info") && len(a.words) > 0 {
					k.effect(Machine, k.name)
				}
			}},
			{Name: "tap", Args: "TEXT...", Do: func(k *call, a *args) {
				if len(a.words) > 0 {
					k.effect(ForeignPackage, k.name)
				}
			}},
			{Name: "bump-formula-pr bump-cask-pr bump-revision pr-upload pr-publish pr-pull gist-logs dispatch-build-bottle", Does: Publish, Args: "TEXT..."},
			{Name: "sh irb ruby", Does: RunUnseen, Args: "REST", More: &More{Stdin: "SCRIPT"}},
		},
		Do: func(k *call, a *args) {
			if w := a.word(0); w.Text() != "" && a.form == nil {
				k.effect(Unknown, k.name+": "+cut(w.Text(), 60))
			}
		},
	},
	{
		Name: "apt apt-get aptitude apt-cache apt-mark",
		Flags: []Flag{
			{"-y -q -qq -f -m -u -V -d -b -t=TEXT -a=TEXT --yes --assume-yes --quiet[=TEXT] --no-install-recommends --no-install-suggests --install-recommends --fix-broken --fix-missing --ignore-missing --reinstall --only-upgrade --no-upgrade --download-only --auto-remove --purge --target-release=TEXT --default-release=TEXT --show-progress --no-download --allow-downgrades --allow-remove-essential --allow-change-held-packages --force-yes --installed --upgradable --all-versions --names-only -n --full --verbose --version -v -h --help -c=LOAD --config-file=LOAD --print-uris --trivial-only --no-remove --with-new-pkgs --no-auto-remove --autoremove --build-profiles=TEXT --no-install-* -i -r --recurse --no-*", 0},
			{"-s --simulate --just-print --dry-run --recon --no-act --assume-no", Dry},
			{"--allow-unauthenticated --allow-insecure-repositories", SkipChecks},
			{"-o=TEXT --option=TEXT", 0},
		},
		More: &More{Rules: []Rule{{"a setting that runs a program", Hijack, "", func(a *args) bool {
			for i := range a.flags {
				if f := &a.flags[i]; hasName("-o --option", f.name) && len(f.values) > 0 {
					t := strings.ToLower(f.values[0].words[0].Text())
					if !f.values[0].words[0].Known() || strings.Contains(t, "invoke") || strings.Contains(t, "dpkg::options") && !strings.Contains(t, "force-conf") || strings.Contains(t, "dir::") || strings.Contains(t, "pager") || strings.Contains(t, "proxy") || strings.Contains(t, "install-pkgs") {
						return true
					}
				}
			}
			return false
		}}}},
		Args: "TEXT...",
		Do: func(k *call, a *args) {
			for i := range a.flags {
				if f := &a.flags[i]; hasName("-o --option", f.name) && len(f.values) > 0 && strings.Contains(strings.ToLower(f.values[0].words[0].Text()), "invoke") {
					if _, v, ok := strings.Cut(f.values[0].words[0].Text(), "="); ok {
						k.child().script(v)
					}
				}
			}
			w := a.word(0)
			switch {
			case w.Text() == "", w.Has("list search show showpkg policy depends rdepends madison changelog showsrc stats dump unmet pkgnames dotty help moo why why-not showauto showmanual showhold showinstall check indextargets showremove versions"):
			case w.Has("source download"):
				k.effect(NewPackage, k.name+": "+w.Text())
			case a.dry:
			default:
				k.effect(Machine, k.name+": "+cut(w.Text(), 60))
			}
		},
	},
	{Name: "dpkg", Flags: []Flag{
		{"-l -L -s -S -p -C -V -I=READ -c=READ -f=READ -W -h --list --listfiles --status --search --print-avail --audit --verify --info=READ --contents=READ --field=READ --print-architecture --print-foreign-architectures --get-selections --compare-versions=TEXT,TEXT,TEXT --version --help --no-pager -x=READ -X=READ -e=READ --extract=READ --vextract=READ --control=READ --assert-* --yet-to-unpack --show", 0},
		{"-i -r -P -R --install --unpack --configure --remove --purge --triggers-only -A --add-architecture --remove-architecture --set-selections --clear-selections --update-avail --merge-avail --clear-avail --record-avail --recursive -a --pending", Machine},
		{"--simulate --dry-run --no-act", Dry},
		{"-E -G -B -O -D=TEXT --force-* --no-force-* --refuse-* --root=TEXT --admindir=TEXT --instdir=TEXT --ignore-depends=TEXT --skip-same-version --status-fd=TEXT --log=WRITE", 0},
		{"--pre-invoke=LINE --post-invoke=LINE --status-logger=LINE", Hijack},
	}, Args: "TEXT...", More: &More{Forms: []Form{{If: "-x -X --extract --vextract -e --control", Args: "WRITE..."}}}},
	{Name: "dpkg-query dpkg-deb apt-config apt-file apt-show-versions apt-rdepends rpm2cpio", Flags: []Flag{{"-x=READ --extract=READ -R=READ -e=READ", 0}, {"-* --*", 0}}, More: &More{Forms: []Form{{If: "-x --extract -R -e", Args: "WRITE"}}}, Args: "TEXT..."},
	{Name: "add-apt-repository apt-key apt-add-repository", Does: ForeignPackage | Machine, Flags: []Flag{{"-* --*", 0}}, Args: "TEXT..."},
	{Name: "dpkg-divert dpkg-statoverride unattended-upgrade do-release-upgrade tasksel", Does: Machine, Flags: []Flag{{"--list --display --query --get-selections --listpackages", 0}, {"-* --*", 0}}, Args: "TEXT..."},
	{
		Name: "dnf yum microdnf zypper dnf5 tdnf",
		Flags: []Flag{
			{"-y -q -v -C -b -d=TEXT -e=TEXT -x=TEXT --assumeyes --quiet --verbose --best --nobest --allowerasing --skip-broken --enablerepo=TEXT --disablerepo=TEXT --repo=TEXT --exclude=TEXT --refresh --cacheonly --setopt=TEXT --installed --available --all -n --non-interactive --no-confirm -h --help --version --showduplicates --releasever=TEXT --installroot=TEXT --downloadonly --destdir=WRITE --downloaddir=WRITE --security --*", 0},
			{"--repofrompath=TEXT --repofromurl=TEXT", ForeignPackage},
			{"--assumeno --dry-run -D", Dry},
			{"--nogpgcheck --no-gpg-checks", SkipChecks},
			{"-c=LOAD --config=LOAD", 0},
		},
		Args: "TEXT...",
		Do: func(k *call, a *args) {
			w := a.word(0)
			switch {
			case w.Text() == "", w.Has("list search info repolist repoquery check-update provides whatprovides deplist history help grouplist group-list repos lr se if what-provides packages pa list-updates lu patches check updateinfo changelog"):
			case a.dry:
			default:
				k.effect(Machine, k.name+": "+cut(w.Text(), 60))
			}
		},
	},
	{Name: "rpm rpmkeys", Flags: []Flag{
		{"-q -a -f -l -i -c -d -p -V -K -R -s -v -h --query --all --file --list --info --configfiles --docfiles --package --verify --checksig --requires --provides --scripts --changelog --last --qf=TEXT --queryformat=TEXT --whatrequires --whatprovides --eval=TEXT -E=TEXT --showrc --version --help --percent --hash --quiet --state --triggers --root=TEXT --dbpath=TEXT", 0},
		{"-U -F -e --install --upgrade --freshen --erase --import --rebuilddb --initdb --setperms --setugids --restore --reinstall", Machine},
		{"--test", Dry},
		{"--nodeps --force --replacepkgs --replacefiles --oldpackage --noscripts --nosignature --nodigest --nogpg --justdb --allmatches --excludedocs --prefix=TEXT --relocate=TEXT", 0},
		{"--pipe=LINE", Hijack},
		{"-D=TEXT --define=TEXT --load=TEXT --macros=TEXT --rcfile=TEXT", Hijack},
	}, Args: "TEXT...", Do: func(k *call, a *args) {
		if a.has("-i --install") && !a.has("-q --query -p") {
			k.effect(Machine, k.name+": -i")
		}
		if w := a.value("--eval -E"); strings.Contains(w.Text(), "%(") || strings.Contains(w.Text(), "lua:") {
			k.effect(RunBuilt, k.name+": --eval")
			if _, rest, ok := strings.Cut(w.Text(), "%("); ok {
				k.child().script(strings.TrimSuffix(rest, ")"))
			}
		}
	}},
	{Name: "pacman yay paru pamac", Flags: []Flag{{"-* --*", 0}}, Args: "TEXT...", Do: func(k *call, a *args) {
		for _, w := range k.words[1:] {
			t := w.Text()
			switch {
			case strings.HasPrefix(t, "-Q"), strings.HasPrefix(t, "-F") && !strings.Contains(t, "y"), strings.HasPrefix(t, "--query"), strings.HasPrefix(t, "-Ss"), strings.HasPrefix(t, "-Si"), strings.HasPrefix(t, "-Sl"), strings.HasPrefix(t, "-Sg"), strings.HasPrefix(t, "-Sp"), t == "-V", t == "-h", t == "--version", t == "--help", strings.HasPrefix(t, "-T"), strings.HasPrefix(t, "-Dk"), hasName("search list info", t) && k.name == "pamac":
				return
			}
		}
		k.effect(Machine, k.name)
	}},
	{Name: "apk opkg xbps-install xbps-remove emerge eopkg swupd pkg pkgin pkg_add pkg_delete port urpmi guix", Flags: []Flag{{"-s --simulate --dry-run -n --pretend", Dry}, {"-X=TEXT --repository=TEXT --allow-untrusted", ForeignPackage}, {"-* --*", 0}}, Args: "TEXT...", Do: func(k *call, a *args) {
		if w := a.word(0); a.dry || w.Text() == "" || w.Has("info search list policy version stats dot manifest audit verify contents outdated installed provides help query which show deps rdeps variants") {
			return
		}
		k.effect(Machine, k.name+": "+cut(a.word(0).Text(), 60))
	}},
	{Name: "snap flatpak", Flags: []Flag{{"--dangerous --devmode --jailmode --classic", ForeignPackage}, {"-* --*", 0}}, Args: "TEXT...", Do: func(k *call, a *args) {
		w := a.word(0)
		switch {
		case w.Text() == "", w.Has("list find info search version services connections interfaces known changes tasks history remotes ps config logs warnings help model get remote-ls remote-info documents permissions download"):
		case w.Is("run") && k.name == "flatpak":
			k.effect(RunUnseen, k.name+": run")
		case w.Has("remote-add remote-modify"):
			k.effect(ForeignPackage, k.name+": "+w.Text())
		default:
			k.effect(Machine, k.name+": "+cut(w.Text(), 60))
		}
	}},
	{Name: "choco cinst cup winget scoop", Flags: []Flag{{"--noop --what-if", Dry}, {"-s=INDEX --source=TEXT", 0}, {"-* --*", 0}}, Args: "TEXT...", Do: func(k *call, a *args) {
		if w := a.word(0); a.dry || w.Text() == "" || w.Has("list search find info show outdated export status which cat home help checkup depends prefix hash validate features") && k.name != "cinst" || w.Has("source bucket config") && (a.word(1).Has("list export") || len(a.words) == 1) {
			return
		}
		if a.word(0).Has("bucket source") {
			k.effect(ForeignPackage, k.name+": "+a.word(0).Text())
			return
		}
		k.effect(Machine, k.name+": "+cut(a.word(0).Text(), 60))
	}},
	{Name: "mas", Flags: []Flag{{"-* --*", 0}}, Args: "TEXT...", Do: func(k *call, a *args) {
		if k.name == "mas" && a.word(0).Has("install upgrade uninstall purchase lucky signin signout") {
			k.effect(Machine, k.name+": "+a.word(0).Text())
		}
	}},
	{
		Name: "nix",
		Flags: []Flag{
			{"-L -v --verbose --quiet --debug --help --version --impure --refresh --offline --show-trace --accept-flake-config --no-write-lock-file --recreate-lock-file --commit-lock-file --json --raw --pure-eval --keep-going -k --no-link --print-out-paths --print-build-logs --extra-experimental-features=TEXT --experimental-features=TEXT -j=TEXT --max-jobs=TEXT --cores=TEXT -A=TEXT --attr=TEXT --argstr=TEXT,TEXT --arg=TEXT,TEXT --override-input=TEXT,TEXT --system=TEXT --profile=WRITE", 0},
			{"-f=READ --file=READ -I=TEXT", 0},
			{"-o=WRITE --out-link=WRITE", 0},
			{"--option=TEXT,TEXT --substituters=TEXT --extra-substituters=TEXT --builders=TEXT --post-build-hook=TEXT --plugin-files=TEXT --trusted-public-keys=TEXT", Hijack},
			{"--expr=TEXT", 0},
			{"--dry-run", Dry},
		},
		Subs: []Command{
			{Name: "develop shell", Flags: []Flag{{"-c --command", 0}, {"-i --ignore-environment -k=TEXT --keep=TEXT --phase=TEXT --unpack --configure --build --check --install", 0}}, Args: "TEXT...", Does: RunProject, More: &More{Forms: []Form{{If: "-c --command", Args: "CMD"}}}, Do: doNixCommand},
			{Name: "build", Does: RunProject, Flags: []Flag{{"--*", 0}}, Args: "TEXT...", Do: func(k *call, a *args) {
				if w := a.word(0); strings.Contains(w.Text(), ":") && !w.Starts("nixpkgs") && !w.Starts("path:") {
					k.effect(ForeignPackage, k.name)
				}
			}},
			{Name: "flake eval search show-config path-info log why-depends derivation hash doctor fmt repl print-dev-env bundle edit show store registry key nar config path", Does: RunProject, Flags: []Flag{{"--*", 0}}, Args: "TEXT..."},
			{Name: "run", Does: RunUnseen, Args: "REST", Do: func(k *call, a *args) {
				if w := a.word(0); strings.Contains(w.Text(), ":") && !w.Starts("nixpkgs") && !w.Starts("path:") {
					k.effect(ForeignPackage, k.name)
				}
			}},
			{Name: "profile upgrade-nix env", Args: "TEXT...", Do: func(k *call, a *args) {
				if !a.word(0).Has("list history diff-closures") {
					k.effect(Machine, k.name)
				}
			}},
			{Name: "copy", Does: Send, Flags: []Flag{{"--to=TEXT --from=TEXT --*", 0}}, Args: "TEXT..."},
		},
	},
	{Name: "nix-shell", Flags: []Flag{{"--run=LINE --command=LINE", 0}, {"-p --packages", 0}, {"--pure --keep=TEXT -A=TEXT --attr=TEXT -I=TEXT -E=TEXT -j=TEXT -v --show-trace --arg=TEXT,TEXT --argstr=TEXT,TEXT -Q -k", 0}}, Args: "TEXT...", Do: func(k *call, a *args) {
		switch {
		case a.has("-p --packages"):
			k.effect(NewPackage, k.name+": -p")
		default:
			k.effect(RunProject, k.name)
		}
		if !a.has("--run --command") {
			k.interactive(k.name)
		}
	}},
	{Name: "nix-env nix-channel nixos-rebuild home-manager darwin-rebuild nix-collect-garbage", Flags: []Flag{{"-q --query --list -qa -qaP", 0}, {"--dry-run -n", Dry}, {"-* --*", 0}}, Args: "TEXT...", Do: func(k *call, a *args) {
		if a.has("-q --query --list -qa -qaP") || a.word(0).Has("build dry-build dry-activate dry-run generations packages news option") {
			return
		}
		if !a.dry {
			k.effect(Machine, k.name)
		}
	}},
	{Name: "nix-build nix-instantiate nix-store nix-prefetch-url nix-hash", Does: RunProject, Flags: []Flag{{"--delete --gc", Machine}, {"-o=WRITE --out-link=WRITE", 0}, {"-* --*", 0}}, Args: "TEXT..."},
	{Name: "mise rtx", Flags: []Flag{{"-C=CD --cd=CD -E=TEXT --env=TEXT -j=TEXT -q -v -y --quiet --verbose --yes --silent --raw --version --help -h", 0}}, Subs: []Command{
		{Name: "exec x", Flags: []Flag{{"-c=LINE --command=LINE", 0}}, Args: "CMD", Do: doMiseExec},
		{Name: "run r watch w tasks task", Flags: []Flag{{"-c -f -n -o=TEXT -p -s=LINE --shell=PROGRAM -t=TEXT --dry-run --force --*", 0}}, Args: "REST", Do: func(k *call, a *args) {
			if len(a.words) > 0 && !(strings.HasPrefix(k.name, "mise task") && a.word(0).Has("ls list info deps")) {
				k.named(a.words[0], "mise.toml")
			}
		}},
		{Name: "install i use u upgrade up uninstall unuse prune implode self-update plugins plugin sync alias reshim settings set unset link", Args: "TEXT...", Flags: []Flag{{"-g --global -f --force -a --all -n --dry-run -p=READ --path=READ --pin --rm --*", 0}}, Do: func(k *call, a *args) {
			w := a.word(0)
			verb := k.name[strings.LastIndexByte(k.name, ' ')+1:]
			switch {
			case w.Has("ls list ls-remote get"), (verb == "install" || verb == "i") && len(a.words) == 0:
				k.effect(RunProject, k.name)
			case verb == "set", verb == "unset", verb == "alias", verb == "link", verb == "reshim", (verb == "use" || verb == "u") && !a.has("-g --global"):
				k.effect(NewPackage, k.name)
			default:
				k.effect(Machine, k.name)
			}
		}},
		{Name: "trust", Does: Hijack, Args: "TEXT...", Flags: []Flag{{"-a --all --ignore --show --untrust", 0}}},
		{Name: "ls list ls-remote current which where bin-paths doctor dr env e activate deactivate hook-env outdated version registry search config cfg completion cache latest usage lock fmt tool bin generate shell en direnv", Does: RunProject, Args: "TEXT...", Flags: []Flag{{"--* -s=TEXT -J -c -i -g", 0}}},
	}, Args: "REST", Do: func(k *call, a *args) {
		if len(a.words) > 0 {
			k.named(a.words[0], "mise.toml")
		}
	}},
	{Name: "asdf vfox proto aqua devbox", Subs: []Command{
		{Name: "exec run", Args: "CMD"},
		{Name: "current list list-all which where info version help latest shimversions env reshim latest-all search status ls", Args: "TEXT...", Flags: []Flag{{"--*", 0}}},
		{Name: "install local set shell use i add", Does: NewPackage, Args: "TEXT...", Flags: []Flag{{"-u -p --*", 0}}},
		{Name: "global uninstall update upgrade remove rm", Does: Machine, Args: "TEXT...", Flags: []Flag{{"--*", 0}}},
		{Name: "plugin plugin-add plugin-remove plugin-update plugin-list plugin-list-all", Args: "TEXT...", Do: func(k *call, a *args) {
			if !a.word(0).Has("list") && !strings.Contains(k.name, "list") {
				k.effect(ForeignPackage, k.name)
			}
		}},
	}},
	{Name: "nvm fnm n nodenv rbenv pyenv goenv jenv tfenv rvm chruby sdk volta g jabba phpenv corepack", Flags: []Flag{{"--lts[=TEXT] --latest-npm --reinstall-packages-from=TEXT --default --silent --no-progress --version --help -h -v -s -f --*", 0}}, Args: "TEXT...", Subs: []Command{
		{Name: "exec run", Args: "REST", Do: func(k *call, a *args) {
			ws := a.words
			for len(ws) > 0 && (strings.HasPrefix(ws[0].Text(), "-") || ws[0].Text() != "" && (ws[0].Text()[0] == 'v' || ws[0].Text()[0] >= '0' && ws[0].Text()[0] <= '9') && strings.ContainsAny(ws[0].Text(), "0123456789")) {
				ws = ws[1:]
			}
			if len(ws) == 0 {
				return
			}
			if k.name == "nvm run" {
				ws = append([]Word{lit("node")}, ws...)
			}
			k.child().call(ws, k.src)
		}},
		{Name: "use ls list ls-remote list-remote current version versions which whence local shell default alias env init help rehash prefix root commands available lsr doctor enable disable prepare up hydrate", Does: RunProject, Args: "TEXT..."},
		{Name: "install i", Does: NewPackage, Args: "TEXT..."},
		{Name: "global uninstall rm remove unalias deactivate cache update selfupdate flush pin set latest lts stable", Does: Machine, Args: "TEXT..."},
	}, Do: func(k *call, a *args) {
		if w := a.word(0); w.Text() != "" {
			k.effect(NewPackage, k.name)
		}
	}},
	{Name: "node-gyp prebuild-install node-pre-gyp patch-package husky-init only-allow npm-force-resolutions", Does: RunProject, Flags: []Flag{{"-* --*", 0}}, Args: "TEXT..."},
	{Name: "luarocks opam cpan cpanm cpm pear pecl raco zef nimble dub shards vcpkg conan spack haxelib", Flags: []Flag{{"--local --user --notest -n -q -v -y --yes --tree=WRITE -L=WRITE --local-lib=WRITE --installdeps", 0}, {"--server=INDEX --mirror=INDEX", 0}, {"-* --*", 0}}, Args: "TEXT...", Do: func(k *call, a *args) {
		w := a.word(0)
		switch {
		case w.Has("list search show info find spec versions compilers location config env which switch make build test doc path lint var help outdated depends deps run setup create new graph inspect profile pin exec") && !(w.Is("env")), a.has("--installdeps"):
			k.effect(RunProject, k.name)
			if w.Is("exec") && len(a.words) > 1 {
				k.child().call(a.words[1:], k.src)
			}
		case w.Has("env"):
			k.effect(RunProject, k.name)
		case w.Has("upload publish release push"):
			k.effect(Publish, k.name+": "+w.Text())
		case w.Has("remove uninstall delete purge"):
			k.effect(Machine, k.name+": "+w.Text())
		case w.Text() != "":
			for i, p := range a.words {
				if i > 0 || !w.Has("install add get require") {
					k.pkg(p, k.name)
				}
			}
			if len(a.words) == 1 && w.Has("install add") {
				k.effect(RunProject, k.name)
			}
		}
	}},
}

// doInstall: without a name it installs what the manifest names; for the whole
// machine it changes the machine.
func doInstall(k *call, a *args) {
	if f := a.flag("-g --global --location"); f != nil && (f.name != "--location" || a.value("--location").Is("global")) {
		if !strings.HasSuffix(k.name, " ls") && !strings.HasSuffix(k.name, " list") && !strings.HasSuffix(k.name, " outdated") && !strings.HasSuffix(k.name, " root") && !strings.HasSuffix(k.name, " bin") && !strings.HasSuffix(k.name, " ll") && !strings.HasSuffix(k.name, " la") && !strings.HasSuffix(k.name, " why") && !strings.HasSuffix(k.name, " doctor") && !strings.HasSuffix(k.name, " audit") && !strings.HasSuffix(k.name, " fund") && !a.dry {
			k.effect(Machine, k.name+": -g --global")
		}
		return
	}
	k.ignoresPackages(a)
	if len(a.words) == 0 {
		k.effect(RunProject, k.name)
	}
	verb := k.name[strings.LastIndexByte(k.name, ' ')+1:]
	if !a.has("--ignore-scripts --dry-run --package-lock-only") && hasName("install i in add ci clean-install it cit install-test isntall a", verb) {
		k.lifecycle()
	}
}

// ignoresPackages takes aliases of packages for what they stand for.
func (k *call) ignoresPackages(a *args) {
	for i := range a.operands {
		v := &a.operands[i]
		if v.kind != "PKG" {
			continue
		}
		w := v.words[0]
		if _, rest, ok := strings.Cut(w.Text(), "@npm:"); ok && w.Known() {
			w.set(rest)
		} else if rest, ok := strings.CutPrefix(w.Text(), "npm:"); ok && w.Known() {
			w.set(rest)
		} else if _, rest, ok := strings.Cut(w.Text(), "@http"); ok && w.Known() {
			w.set("http" + rest)
		} else if rest, ok := strings.CutPrefix(w.Text(), "workspace:"); ok || strings.Contains(w.Text(), "@workspace:") || strings.HasPrefix(w.Text(), "link:") {
			w.set("./" + rest)
		} else if w.Known() && strings.Count(w.Text(), "/") == 1 && w.Text()[0] != '@' && w.Text()[0] != '.' && w.Text()[0] != '/' && k.name != "composer require" && !strings.HasPrefix(w.Text(), "jsr:") {
			w.set("github:" + w.Text()) // user/repo
		} else if rest, ok := strings.CutPrefix(w.Text(), "file:"); ok && w.Known() {
			w.set("./" + strings.TrimPrefix(rest, "./"))
			if strings.HasPrefix(rest, "/") || strings.HasPrefix(rest, "../") {
				w.set(rest)
			}
		}
		v.words = []Word{w}
	}
}

func doInstallBare(k *call, a *args) {
	if len(a.words) == 0 || a.form != nil {
		k.effect(RunProject, k.name)
	}
}

func doNpmRun(k *call, a *args) {
	ws := a.words
	for len(ws) > 0 && strings.HasPrefix(ws[0].Text(), "-") && ws[0].Known() {
		ws = ws[1:]
	}
	if len(ws) == 0 {
		return // it lists the scripts
	}
	args := slices.DeleteFunc(slices.Clone(ws[1:]), func(w Word) bool { return w.Is("--") })
	name := ws[0]
	switch {
	case k.name == "bun run" && name.Known() && (strings.Contains(name.Text(), "/") || strings.Contains(name.Text(), ".")) && !k.hasScript(name):
		k.runScript("node", ws, k.name)
	case strings.HasPrefix(name.Text(), "/") && name.Text()[len(name.Text())-1] == '/': // a pattern of pnpm
		k.named(lit(strings.Trim(name.Text(), "/^$")), "package.json")
	case name.Known() && !strings.HasPrefix(k.name, "npm") && !k.hasScript(name) && Lookup(name.Text()) != nil && nameEffect(name.Text()) == RunUnseen:
		k.effect(RunProject, k.name)
		k.child().call(ws, k.src)
	default:
		k.packageScript(name, args, k.name)
	}
}

// doScriptOrTool: yarn, pnpm and bun take a word that is none of their
// commands for a script, then for a tool of the project.
func doScriptOrTool(k *call, a *args) {
	if a.form != nil {
		k.stdin = true
		return
	}
	ws := a.words
	if len(ws) == 0 {
		if strings.HasPrefix(k.name, "yarn") && !a.has("-v --version -h --help") {
			k.effect(RunProject, k.name) // yarn alone installs
			k.lifecycle()
		}
		return
	}
	name := ws[0]
	switch {
	case k.name == "bun" && name.Known() && (strings.Contains(name.Text(), "/") || strings.Contains(name.Text(), ".")):
		k.runScript("node", ws, k.name)
	case k.hasScript(name):
		k.packageScript(name, ws[1:], k.name)
	case name.Known() && Lookup(name.Text()) != nil && nameEffect(name.Text())&(Publish|Discard) == 0:
		k.effect(RunProject, k.name)
		in := k.child()
		in.in, in.piped = k.in, k.piped
		k.prints(in.call(ws, k.src))
	default:
		k.packageScript(name, ws[1:], k.name)
	}
	k.stdin = true
}

// doNpmInit: a name stands for the package create-NAME, which is run.
func doNpmInit(k *call, a *args) {
	if len(a.words) > 0 {
		words := slices.Clone(a.words)
		words[0].set(createName(words[0].Text()))
		k.tool(words, k.name)
	}
}

func doCreate(k *call, a *args) {
	if !strings.HasSuffix(k.name, " create") && !strings.HasSuffix(k.name, " c") {
		return
	}
	for i := range a.operands {
		if a.operands[i].kind == "TOOL" {
			words := slices.Clone(a.operands[i].words)
			words[0].set(createName(words[0].Text()))
			a.operands[i].words = words
		}
	}
}

func createName(name string) string {
	if strings.HasPrefix(name, "@") || strings.HasPrefix(name, "create-") || strings.Contains(name, ":") {
		return name
	}
	return "create-" + name
}

func doNpmConfig(k *call, a *args) {
	switch {
	case a.word(0).Has("set edit"):
		k.settings(a.word(0).Text(), a.words[1:])
	case a.word(0).Is("get") && strings.Contains(strings.ToLower(a.word(1).Text()), "auth"):
		k.effect(Secret, k.name)
	case a.word(0).Has("delete rm unset"):
		k.settings("set", a.words[1:])
	}
}

// settings judges what a package manager is told for all its later calls.
func (k *call) settings(verb string, ws []Word) {
	key, val := "", Word{}
	if len(ws) > 0 {
		key = strings.ToLower(ws[0].Text())
		if name, v, ok := strings.Cut(key, "="); ok {
			key, val = name, lit(v)
		}
		if len(ws) > 1 {
			val = ws[1]
		}
	}
	row := k.name + " " + verb + ": " + cut(key, 40)
	switch {
	case verb == "edit":
		k.effect(Hijack, row)
	case strings.Contains(key, "auth") || strings.Contains(key, "token") || strings.Contains(key, "password"):
		k.effect(Secret, row)
	case strings.Contains(key, "shell") || key == "editor" || key == "git" || key == "node-options" || key == "prefix" || strings.HasSuffix(key, "config") || key == "viewer" || strings.Contains(key, "proxy") || key == "yarnpath" || key == "yarn-path" || key == "init-module" || key == "init.module" || key == "globaldir":
		k.effect(Hijack, row)
		if val.Known() && strings.Contains(key, "shell") {
			k.child().script(val.Text())
		}
	case strings.Contains(key, "registry") || strings.Contains(key, "index-url") || strings.Contains(key, "index_url") || strings.Contains(key, "find-links") || strings.Contains(key, "trusted-host") || strings.Contains(key, "npmregistryserver"):
		k.index(val, row)
		if val.Text() == "" {
			k.effect(ForeignPackage, row)
		}
	case strings.Contains(key, "strict-ssl") || strings.Contains(key, "enablestrictssl") || strings.Contains(key, "cafile"):
		k.effect(SkipChecks, row)
	case key == "":
	case verb == "set":
		k.effect(RunProject, row)
	}
}

// doNpmPkg: a script that is set is run later.
func doNpmPkg(k *call, a *args) {
	if !a.word(0).Is("set") {
		return
	}
	for _, w := range a.words[1:] {
		key, val, ok := strings.Cut(w.Text(), "=")
		if !ok || !strings.HasPrefix(key, "scripts") && !strings.HasPrefix(key, "config.") && !strings.Contains(key, "hooks") {
			continue
		}
		v := assigned(w)
		if v.Known() {
			v.set(strings.Trim(val, `"'`))
		}
		k.innerScript([]Word{v}, k.name+" set "+cut(key, 40), false, false)
	}
}

func doPipInstall(k *call, a *args) {
	if len(a.words) == 0 {
		k.effect(RunProject, k.name)
	}
	for i := range a.flags {
		f := &a.flags[i]
		if hasName("-r --requirement --requirements -c --constraint", f.name) && len(f.values) > 0 {
			if t := f.values[0].words[0].Text(); strings.Contains(t, "://") {
				f.values[0].kind = "TEXT"
				k.effect(ForeignPackage, k.name+": -r")
				continue
			}
			for _, p := range k.paths(f.values[0].words[0]) {
				g := k.fileText(p)
				switch {
				case g.known():
					k.requirements(g.text())
				case g.download():
					k.effect(ForeignPackage, k.name+": -r")
				}
			}
		}
	}
}

// requirements judges the lines of a requirements file: another index or an
// address in it counts.
func (k *call) requirements(text string) {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		flag, val, _ := strings.Cut(strings.ReplaceAll(line, "=", " "), " ")
		switch {
		case hasName("-i --index-url --extra-index-url -f --find-links", flag):
			k.index(lit(strings.TrimSpace(val)), k.name+": a line of its file")
		case flag == "--trusted-host":
			k.effect(ForeignPackage, k.name+": a line of its file")
		}
	}
}

// doUvRun: a word that is a Python file, or an address of one, is a script.
func doUvRun(k *call, a *args) {
	if len(a.operands) == 0 {
		if !k.emptyInput() {
			return
		}
		k.stdin = true
		return
	}
	v := &a.operands[0]
	w := v.words[0]
	switch {
	case a.has("-m --module"):
		words := v.words
		a.operands = nil
		k.stdin = true
		k.module(words)
	case v.kind != "CMD":
	case strings.Contains(w.Text(), "://"):
		a.operands = nil
		k.effect(RunDownload, k.name)
	case w.Is("-"):
		v.kind = "RUN:python"
	case w.Known() && strings.HasSuffix(w.Text(), ".py"):
		a.operands = nil
		k.stdin = true
		in := k.child()
		in.in, in.piped = k.in, k.piped
		k.prints(in.call(append([]Word{lit("python")}, v.words...), k.src))
	case w.Known() && Lookup(w.base()) == nil && !strings.Contains(w.Text(), "/"):
		a.operands = nil
		k.stdin = true
		k.named(w, "pyproject.toml")
	}
}

// doFrom: with --from the tool is one of that package.
func doFrom(k *call, a *args) {
	w := a.value("--from")
	if w.Text() == "" || len(a.operands) == 0 || a.operands[0].kind != "TOOL" {
		return
	}
	name := a.operands[0].words[0]
	pkg := strings.FieldsFunc(w.Text(), func(r rune) bool { return strings.ContainsRune("=<>~![@;", r) })
	if name.Known() && w.Known() && Lookup(name.Text()) != nil && len(pkg) > 0 && strings.HasPrefix(pkg[0], name.Text()) {
		for i := range a.flags {
			if a.flags[i].name == "--from" {
				a.flags[i].values = nil
			}
		}
	}
}

// doMiseExec drops the tools that stand before "--".
func doMiseExec(k *call, a *args) {
	for i := range a.operands {
		v := &a.operands[i]
		if v.kind != "CMD" {
			continue
		}
		for len(v.words) > 1 && strings.Contains(v.words[0].Text(), "@") {
			v.words = v.words[1:]
		}
		if len(v.words) > 1 && v.words[0].Is("--") {
			v.words = v.words[1:]
		}
	}
}

// doNixCommand: the command stands after the flag, the packages before it.
func doNixCommand(k *call, a *args) {
	if k.name == "nix shell" {
		k.effect(NewPackage, k.name)
	}
	ws := k.words
	for i, w := range ws {
		if w.Has("-c --command") && i+1 < len(ws) {
			a.operands = nil
			k.stdin = true
			k.child().call(ws[i+1:], k.src)
			return
		}
	}
	if !a.has("--help --phase --build --check") {
		k.interactive(k.name)
	}
}
