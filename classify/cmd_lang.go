package classify

import (
	"path"
	"slices"
	"strings"
)

// Interpreters. What they run is CODE or RUN: text that is scanned, or a file
// that is read.
var langCommands = []Command{
	{
		Name: "python python3 python2 pypy pypy3 py python3.8 python3.9 python3.10 python3.11 python3.12 python3.13 python3.14 python2.7 pythonw",
		Flags: []Flag{
			{"-3* -2* -0*", 0}, // py, the launcher
			{"-b -bb -B -d -E -I -O -OO -P -q -s -S -u -v -x -i -m -m*", 0},
			{"-V -VV -h -? --version --help --help-all --help-env --help-xoptions", 0},
			{"-W=TEXT -X=TEXT --check-hash-based-pycs=TEXT", 0},
			{"-c=CODE:python", 0},
		},
		Args: "RUN:python",
		More: &More{
			Forms: []Form{{If: "-c", Args: "ARGV"}, {If: "-m", Args: "RUN:python"}, {If: "-V -VV -h -? --version --help --help-all --help-env --help-xoptions", Args: "TEXT..."}},
			Stdin: "CODE:python",
		},
		Do: doPython,
	},
	{Name: "ipython ipython3 bpython ptpython", Flags: []Flag{{"-i --no-banner --quick --pylab[=TEXT] --colors=TEXT --version --help -h", 0}, {"-c=CODE:python", 0}, {"-m=TEXT --profile=TEXT", 0}}, Args: "RUN:python", More: &More{Forms: []Form{{If: "-c -m --version --help -h", Args: "REST"}}, Stdin: "CODE:python"}},
	{
		// What only python -m reaches. Other modules are the project's own.
		Name: "python-m",
		Does: RunProject,
		Subs: []Command{
			{Name: "venv virtualenv", Flags: []Flag{{"-p=TEXT --python=TEXT --prompt=TEXT --system-site-packages --symlinks --copies --clear --upgrade --without-pip --upgrade-deps -q", 0}}, Args: "WRITE..."},
			{Name: "http.server SimpleHTTPServer", Flags: []Flag{{"-b=TEXT --bind=TEXT -p=TEXT --protocol=TEXT --cgi", 0}, {"-d=TEXT --directory=TEXT", 0}}, Args: "TEXT", Do: doServe},
			{Name: "json.tool", Flags: []Flag{{"--sort-keys --no-ensure-ascii --json-lines --compact --no-indent --tab --indent=TEXT", 0}}, Args: "READ WRITE"},
			{Name: "zipfile tarfile", Flags: []Flag{{"-l=READ --list=READ -t=READ --test=READ -v --verbose", 0}, {"-c=WRITE --create=WRITE", 0}, {"-e=READ --extract=READ", 0}, {"--filter=TEXT --metadata-encoding=TEXT", 0}}, More: &More{Forms: []Form{{If: "-e --extract", Args: "WRITE..."}}}, Args: "READ..."},
			{Name: "timeit", Flags: []Flag{{"-n=TEXT -r=TEXT -p -v -u=TEXT", 0}, {"-s=CODE:python --setup=CODE:python", 0}}, Args: "CODE:python..."},
			{Name: "pdb", Flags: []Flag{{"-c=CODE:python --command=CODE:python -m", 0}}, Args: "RUN:python"},
			{Name: "cProfile profile trace runpy", Flags: []Flag{{"-s=TEXT --sort=TEXT --trace --count --listfuncs -t -c=TEXT -m", 0}, {"-o=WRITE --outfile=WRITE", 0}}, Args: "RUN:python"},
			{Name: "ensurepip", Flags: []Flag{{"--upgrade -U --user --default-pip --altinstall -v", 0}}, Args: "TEXT..."},
			{Name: "smtpd aiosmtpd", Flags: []Flag{{"-n -d -c=TEXT --nosetuid --debug --class=TEXT -l=TEXT", 0}}, Args: "TEXT..."},
			{Name: "code idlelib", Does: RunUnseen, Args: "TEXT..."},
			{Name: "base64 quopri", Flags: []Flag{{"-d -e -u -t", 0}}, Args: "READ...", Out: OutBuilt},
			{Name: "keyring", Flags: []Flag{{"-b=TEXT -p=TEXT", 0}}, Subs: []Command{{Name: "get", Does: Secret, Args: "TEXT..."}, {Name: "set del", Does: Secret, Args: "TEXT..."}}},
		},
		Flags: []Flag{{"--* -*", 0}},
		Args:  "READ...",
	},
	{
		Name: "node nodejs",
		Flags: []Flag{
			{"-v -h --version --help --v8-options --completion-bash", 0},
			{"-i --interactive -c --check --test --watch --watch-preserve-output --trace-warnings --no-warnings --enable-source-maps --expose-gc --prof-process --prof --cpu-prof --heap-prof", 0},
			{"-e=CODE:node --eval=CODE:node -p=CODE:node --print=CODE:node -pe=CODE:node", 0},
			{"-r=LOAD --require=LOAD --import=LOAD --loader=LOAD --experimental-loader=LOAD --snapshot-blob=LOAD --experimental-config-file=LOAD", 0},
			{"-C=TEXT --conditions=TEXT --input-type=TEXT --env-file=TEXT --env-file-if-exists=TEXT --watch-path=TEXT --test-name-pattern=TEXT --test-reporter=TEXT --test-reporter-destination=WRITE --test-concurrency=TEXT --test-timeout=TEXT --max-old-space-size=TEXT --stack-size=TEXT --title=TEXT --icu-data-dir=READ", 0},
			{"--inspect[=TEXT] --inspect-brk[=TEXT] --inspect-wait[=TEXT] --inspect-port=TEXT", 0},
			{"--openssl-config=READ", Hijack},
			{"--redirect-warnings=WRITE --cpu-prof-dir=WRITE --heap-prof-dir=WRITE --diagnostic-dir=WRITE --report-dir=WRITE --trace-event-file-pattern=WRITE --build-snapshot-config=READ", 0},
			{"--run=TEXT", 0},
			{"--allow-* --no-* --trace-* --experimental-* --harmony* --max-* --disable-* --enable-* --unhandled-rejections* --dns-* --tls-* --v8-* --jit* --stack-* --permission* --preserve-* --use-* --test-* --deprecation* --pending-* --throw-* --report-* --cpu-prof* --heap* --secure-heap* --abort-on* --network-* --zero-fill-* --node-* --frozen-* --force-* --insecure-* --optimize-* --min-* --gc-* --log* --perf-* --interpreted-* --inspect-publish* --localstorage-file* --entry-url* --strip-types*", 0},
		},
		Args: "RUN:node",
		More: &More{
			Forms: []Form{{If: "-e --eval -p --print -pe", Args: "REST"}, {If: "-v -h --version --help --v8-options --completion-bash --run", Args: "REST"}, {If: "-c --check", Args: "READ..."}, {If: "--test", Args: "READ..."}},
			Stdin: "CODE:node",
		},
		Do: doNode,
	},
	{
		Name: "tsx ts-node ts-node-esm ts-node-dev nodemon swc-node esno jiti babel-node vite-node",
		Flags: []Flag{
			{"-v -h --version --help", 0},
			{"-e=CODE:node --eval=CODE:node -p=CODE:node --print=CODE:node -pe=CODE:node", 0},
			{"-x=LINE --exec=LINE", 0},
			{"-r=LOAD --require=LOAD --import=LOAD --loader=LOAD -P=READ --project=READ --tsconfig=READ -C=TEXT --compiler=TEXT -O=TEXT --compiler-options=TEXT -w=TEXT --watch=TEXT --ext=TEXT --ignore=TEXT --env-file=TEXT -d=TEXT --delay=TEXT", 0},
			{"-T -s -H -i -q -V -L --*", 0},
		},
		Args: "RUN:node",
		More: &More{
			Forms: []Form{{If: "-e --eval -p --print -pe -v -h --version --help", Args: "REST"}, {If: "-x --exec", Args: "REST"}},
			Stdin: "CODE:node",
		},
		Do: func(k *call, a *args) {
			for len(a.operands) > 0 && a.operands[0].kind == "RUN:node" && len(a.operands[0].words) > 1 && a.operands[0].words[0].Is("watch") {
				a.operands[0].words = a.operands[0].words[1:]
			}
		},
	},
	{
		Name:  "deno",
		Flags: []Flag{{"-q -L=TEXT --quiet --log-level=TEXT --unstable* -V --version -h --help", 0}},
		More: &More{
			Stdin: "CODE:node",
			Forms: []Form{{If: "-V --version -h --help", Args: "TEXT..."}},
		},
		Args: "RUN:node",
		Subs: []Command{
			{Name: "run serve compile bundle", Flags: []Flag{{"-A -R -W -N -E -S -I --*", 0}, {"-r=TEXT", 0}, {"-c=READ --config=READ --import-map=READ --lock=READ --env-file[=TEXT] --seed=TEXT --cert=READ --location=TEXT --port=TEXT --host=TEXT", 0}, {"-o=WRITE --output=WRITE", 0}, {"--preload=LOAD", 0}}, Args: "RUN:node", Do: doDenoRun},
			{Name: "eval", Flags: []Flag{{"-p --print -T --ts --ext=TEXT --*", 0}}, Args: "CODE:node REST"},
			{Name: "repl", Flags: []Flag{{"-A --*", 0}, {"--eval=CODE:node", 0}, {"--eval-file=RUN:node", 0}}, More: &More{Stdin: "CODE:node"}},
			{Name: "test bench check lint fmt doc info types cache coverage vendor clean jupyter outdated ci approve-scripts", Does: RunProject, Flags: []Flag{{"-A -c=READ --config=READ --ignore=TEXT --filter=TEXT --ext=TEXT --*", 0}, {"--output=WRITE --outdir=WRITE --junit-path=WRITE", 0}}, Args: "READ..."},
			{Name: "task", Flags: []Flag{{"-c=READ --cwd=CD --eval=LINE -q --*", 0}}, Args: "REST", Do: func(k *call, a *args) { k.named(a.word(0), "deno.json") }},
			{Name: "add", Flags: []Flag{{"-D --dev --npm --jsr --*", 0}}, Args: "PKG..."},
			{Name: "install i", Flags: []Flag{{"-A -f -n=TEXT --name=TEXT -e --entrypoint --*", 0}, {"-g --global", Machine}, {"--root=WRITE", 0}}, More: &More{Forms: []Form{{If: "-e --entrypoint", Args: "READ..."}}}, Args: "PKG...", Do: doInstallBare},
			{Name: "remove rm uninstall", Does: RunProject, Flags: []Flag{{"-g --global", Machine}, {"--root=TEXT", 0}}, Args: "TEXT..."},
			{Name: "init", Does: RunProject, Flags: []Flag{{"--lib --serve --npm=TEXT --jsr=TEXT", 0}}, Args: "WRITE..."},
			{Name: "create x", Flags: []Flag{{"-A -y --yes --*", 0}}, Args: "TOOL"},
			{Name: "publish", Does: Publish, Flags: []Flag{{"--dry-run", Dry}, {"--token=AUTH", 0}, {"--allow-dirty --allow-slow-types --no-check[=TEXT] --set-version=TEXT -c=READ --config=READ --no-provenance", 0}}},
			{Name: "deploy", Does: Publish, Flags: []Flag{{"--*", 0}}, Args: "TEXT..."},
			{Name: "upgrade", Does: Machine, Flags: []Flag{{"-f --force --dry-run --*", 0}}, Args: "TEXT..."},
		},
		Do: func(k *call, a *args) {
			if a.has("-V --version -h --help") {
				k.stdin = true
			}
		},
	},
	{
		Name: "perl perl5",
		Flags: []Flag{
			{"-n -p -l -a -w -W -X -c -s -t -T -u -U -f -g -S -0 -1 -2 -3 -4 -5 -6 -7 -d[=TEXT] -D=TEXT", 0},
			{"-v -V[=TEXT] -h -? --version --help", 0},
			{"-i[=TEXT]", 0},
			{"-e=CODE:perl -E=CODE:perl -M=CODE:perl -m=CODE:perl", 0},
			{"-F[=TEXT] -C[=TEXT] -x[=TEXT]", 0},
			{"-I=LOAD", 0},
		},
		Args: "RUN:perl",
		More: &More{
			Forms: []Form{{If: "-v -V -h -? --version --help", Args: "TEXT..."}, {If: "-e -E", Args: "READ..."}, {If: "-c", Args: "READ..."}},
			Stdin: "CODE:perl",
		},
		Out: OutText,
		Do:  doPerl,
	},
	{
		Name: "ruby jruby truffleruby",
		Flags: []Flag{
			{"-n -p -l -a -w -W[=TEXT] -c -s -S -d -U -y --disable=TEXT --enable=TEXT --yjit --jit --debug --verbose --disable-* --enable-* --encoding=TEXT -E=TEXT -K[=TEXT] -T[=TEXT] -0[=TEXT]", 0},
			{"-v -h --version --help --copyright", 0},
			{"-i[=TEXT]", 0},
			{"-e=CODE:ruby", 0},
			{"-r=LOAD -I=LOAD", 0},
			{"-F=TEXT -x[=TEXT] -C=CD -X=CD", 0},
		},
		Args: "RUN:ruby",
		More: &More{
			Forms: []Form{{If: "-e", Args: "READ..."}, {If: "-c", Args: "READ..."}, {If: "-h --version --help --copyright", Args: "TEXT..."}},
			Stdin: "CODE:ruby",
		},
		Do: doEdits,
	},
	{Name: "irb pry", Flags: []Flag{{"-r=LOAD -I=LOAD", 0}, {"-f --noprompt --simple-prompt --version -v --help -h --*", 0}, {"-e=CODE:ruby", 0}}, Args: "RUN:ruby", More: &More{Stdin: "CODE:ruby"}},
	{Name: "erb", Flags: []Flag{{"-r=LOAD -P -T=TEXT -x -n -v -E=TEXT", 0}}, Args: "RUN:ruby", More: &More{Stdin: "CODE:ruby"}},
	{
		Name: "php php8 php7 php8.1 php8.2 php8.3 php8.4 php-cgi",
		Flags: []Flag{
			{"-a -n -C -q -H -s -w -l -i -m -v -h --version --help --ini --info --modules --syntax-check --rf=TEXT --rc=TEXT --re=TEXT --rz=TEXT --ri=TEXT --no-php-ini", 0},
			{"-r=CODE:php --run=CODE:php -B=CODE:php -R=CODE:php -E=CODE:php --process-begin=CODE:php --process-code=CODE:php --process-end=CODE:php", 0},
			{"-f=RUN:php -F=RUN:php --file=RUN:php", 0},
			{"-c=LOAD --php-ini=LOAD -z=LOAD --zend-extension=LOAD", 0},
			{"-d=TEXT --define=TEXT", 0},
			{"-S=TEXT --server=TEXT -t=TEXT --docroot=TEXT", 0},
		},
		Args: "RUN:php",
		More: &More{
			Forms: []Form{{If: "-r --run -R -B -E", Args: "REST"}, {If: "-l -w -s --syntax-check", Args: "READ..."}, {If: "-i -m -v -h --version --help --ini --info --modules --rf --rc --re --rz --ri -f -F --file", Args: "REST"}, {If: "-S --server", Args: "RUN:php"}},
			Stdin: "CODE:php",
			Rules: []Rule{{"a setting that loads code", Hijack, "", func(a *args) bool {
				for i := range a.flags {
					if f := &a.flags[i]; hasName("-d --define", f.name) && len(f.values) > 0 {
						t := f.values[0].words[0].Text()
						if strings.HasPrefix(t, "auto_prepend_file") || strings.HasPrefix(t, "auto_append_file") || strings.HasPrefix(t, "extension") || strings.HasPrefix(t, "zend_extension") || strings.HasPrefix(t, "open_basedir") || strings.HasPrefix(t, "sendmail_path") || strings.HasPrefix(t, "disable_functions") {
							return !strings.Contains(t, "xdebug") && !strings.Contains(t, "pcov")
						}
					}
				}
				return false
			}}},
		},
		Do: doPhp,
	},
	{Name: "lua luajit lua5.1 lua5.2 lua5.3 lua5.4 texlua", Flags: []Flag{{"-i -v -E -W -b -j=TEXT -O=TEXT", 0}, {"-e=CODE:lua", 0}, {"-l=LOAD", 0}}, Args: "RUN:lua", More: &More{Forms: []Form{{If: "-e", Args: "RUN:lua"}, {If: "-v", Args: "RUN:lua"}}, Stdin: "CODE:lua"}},
	{Name: "Rscript", Flags: []Flag{{"--vanilla --verbose --no-save --no-restore --no-environ --no-site-file --no-init-file --slave --quiet --default-packages=TEXT --version --help", 0}, {"-e=CODE:r", 0}}, Args: "RUN:r", More: &More{Forms: []Form{{If: "-e --version --help", Args: "REST"}}, Stdin: "CODE:r"}},
	{Name: "R", Flags: []Flag{{"--vanilla --verbose --no-save --save --no-restore --no-readline --no-environ --no-echo --slave --quiet -q -s --silent --interactive --args --version --help --no-* --max-* --min-*", 0}, {"-e=CODE:r", 0}, {"-f=RUN:r --file=RUN:r", 0}}, Subs: []Command{
		{Name: "CMD", Subs: []Command{{Name: "BATCH", Flags: []Flag{{"--*", 0}}, Args: "RUN:r"}, {Name: "build check config Rd2pdf Sweave", Does: RunProject, Flags: []Flag{{"-o=WRITE --output=WRITE --*", 0}}, Args: "READ..."}, {Name: "INSTALL", Flags: []Flag{{"-l=WRITE --library=WRITE --*", 0}}, Args: "PKG..."}, {Name: "REMOVE", Does: Machine, Flags: []Flag{{"-l=TEXT --library=TEXT", 0}}, Args: "TEXT..."}}},
	}, Args: "REST", More: &More{Forms: []Form{{If: "-e -f --file --version --help", Args: "REST"}}, Stdin: "CODE:r"}},
	{Name: "julia", Flags: []Flag{{"-i -q -O -h -v --project[=TEXT] --startup-file=TEXT -t=TEXT --threads=TEXT -p=TEXT --procs=TEXT --color=TEXT --compile=TEXT --version --help --*", 0}, {"-e=CODE:julia -E=CODE:julia --eval=CODE:julia --print=CODE:julia", 0}, {"-L=LOAD --load=LOAD -J=LOAD --sysimage=LOAD", 0}}, Args: "RUN:julia", More: &More{Forms: []Form{{If: "-e -E --eval --print -h -v --version --help", Args: "REST"}}, Stdin: "CODE:julia"}},
	{Name: "pwsh powershell", Plain: true, Args: "REST", Do: doPwsh},
	{Name: "osascript", Flags: []Flag{{"-i", 0}, {"-l=TEXT -s=TEXT", 0}, {"-e=CODE:osascript", 0}}, Args: "RUN:osascript", More: &More{Forms: []Form{{If: "-e", Args: "REST"}}, Stdin: "CODE:osascript"}},
	{Name: "clojure clj", Flags: []Flag{{"-M* -X* -T* -A* -P", RunProject}, {"-Sdeps=TEXT", ForeignPackage}, {"-Spath -Stree -Sverbose -Sdescribe -Sforce -h -version --version --help", 0}, {"-n=TEXT -v=TEXT", 0}, {"-m=TEXT --main=TEXT", RunProject}, {"-i=RUN:jvm --init=RUN:jvm", 0}, {"-e=CODE:jvm --eval=CODE:jvm", 0}}, Args: "RUN:jvm", More: &More{Forms: []Form{{If: "-M* -X* -T* -P -m --main -e --eval -Spath -Stree -Sdescribe -version --version --help -h", Args: "REST"}}, Stdin: "CODE:jvm"}, Do: func(k *call, a *args) {
		if k.does&RunProject != 0 {
			k.stdin, a.operands = true, nil // an alias of deps.edn says what runs
		}
	}},
	{Name: "groovy kotlin kotlinc scala scala-cli jshell bb", Flags: []Flag{{"-s -q -v -version --version -h -help --help -cp=TEXT -classpath=TEXT --class-path=TEXT -d=WRITE -include-runtime -no-jdk -Werror -script --*", 0}, {"-e=CODE:jvm", 0}}, Args: "RUN:jvm", More: &More{Forms: []Form{{If: "-e -v -version --version -h -help --help", Args: "REST"}}, Stdin: "CODE:jvm"}},
	{Name: "nu elvish xonsh", Does: RunUnseen, Flags: []Flag{{"-i -l -n --interactive --login --no-config-file --no-history --version --help -v -h --norc --no-rc", 0}, {"-c=LINE --commands=LINE -e=LINE --execute=LINE", 0}, {"--config=LOAD --env-config=LOAD --rc=LOAD", 0}}, Args: "RUN:other", More: &More{Stdin: "CODE:other"}},
	{Name: "gnuplot m4", Flags: []Flag{{"-e=CODE:other", 0}, {"-p -persist --persist -d --default-settings -s --slow -P --prefix-builtins -E --fatal-warnings -Q --quiet --silent -V --version -h --help -D=TEXT --define=TEXT -U=TEXT --undefine=TEXT -g -G", 0}, {"-c=TEXT -I=READ --include=READ", 0}}, Args: "RUN:other", More: &More{Forms: []Form{{If: "-e -V --version -h --help", Args: "REST"}}, Stdin: "CODE:other"}},
	{Name: "csharp csi tclsh wish guile racket sbcl clisp ocaml swipl octave", Flags: []Flag{{"--version --help -v -h -q --quiet --silent --no-gui --script --*", 0}, {"-e=CODE:other -c=CODE:other --eval=CODE:other -g=CODE:other -x=CODE:other", 0}, {"-t=TEXT", 0}, {"-l=LOAD --load=LOAD", 0}}, Args: "RUN:other", More: &More{Forms: []Form{{If: "-e -c --eval --version --help -v -h", Args: "REST"}}, Stdin: "CODE:other"}},
	{Name: "manage.py django-admin", Does: RunProject, Flags: []Flag{{"--settings=TEXT --pythonpath=LOAD --traceback --no-color --force-color --skip-checks -v=TEXT --verbosity=TEXT --version --*", 0}}, Args: "REST", Subs: []Command{
		{Name: "flush reset_db reset_schema drop_test_database", Does: Discard, Flags: []Flag{{"--noinput --no-input --database=TEXT -c --close-sessions -D=TEXT --router=TEXT", 0}}},
		{Name: "migrate", Flags: []Flag{{"--noinput --no-input --fake --fake-initial --run-syncdb --check --prune --database=TEXT", 0}, {"--plan", Dry}}, Args: "TEXT...", More: &More{Rules: []Rule{{"back to an earlier state", Discard, "", func(a *args) bool { return len(a.words) > 1 && a.word(1).Has("zero") }}}}},
		{Name: "shell shell_plus", Flags: []Flag{{"--plain --ipython --bpython --notebook --no-startup --no-imports --quiet-load -i=TEXT --interface=TEXT", 0}, {"-c=CODE:python --command=CODE:python", 0}}, More: &More{Forms: []Form{{If: "-c --command"}}, Stdin: "CODE:python"}},
		{Name: "dbshell", Flags: []Flag{{"--database=TEXT", 0}, {"-c=SQL", 0}}, Args: "REST", More: &More{Forms: []Form{{If: "-c"}}, Stdin: "SQL"}, Do: func(k *call, a *args) {
			for i, w := range a.words {
				if w.Has("-c -e -cmd --command --execute") && i+1 < len(a.words) {
					k.sql(k.wordFlow(a.words[i+1]), k.name)
					k.stdin = true
				}
			}
		}},
		{Name: "dumpdata", Flags: []Flag{{"-a --all --natural-foreign --natural-primary --format=TEXT --indent=TEXT -e=TEXT --exclude=TEXT --database=TEXT --pks=TEXT", 0}, {"-o=WRITE --output=WRITE", 0}}, Args: "TEXT..."},
		{Name: "runserver runserver_plus", Flags: []Flag{{"--noreload --nothreading --nostatic --insecure -6 --ipv6 --cert-file=READ --key-file=TEXT", 0}}, Args: "TEXT..."},
		{Name: "startapp startproject", Flags: []Flag{{"--template=LOAD -e=TEXT -n=TEXT", 0}}, Args: "TEXT WRITE"},
		{Name: "collectstatic", Flags: []Flag{{"--noinput --no-input -n --dry-run -c --clear -l --link -i=TEXT --ignore=TEXT --no-post-process --no-default-ignore", 0}}},
		{Name: "sendtestemail", Does: Send, Flags: []Flag{{"--managers --admins", 0}}, Args: "TEXT..."},
		{Name: "createsuperuser changepassword", Does: Elevate, Flags: []Flag{{"--noinput --no-input --username=TEXT --email=TEXT --database=TEXT --preserve", 0}}, Args: "TEXT..."},
	}},
}

// doPython goes on with the module of -m, the command of manage.py, and the
// prompt that -i leaves.
func doPython(k *call, a *args) {
	if a.has("-i") && k.emptyInput() {
		k.interactive(k.name + ": -i")
	}
	if a.has("-V -VV -h -? --version --help") && len(a.operands) == 0 {
		k.stdin = true
	}
	for i := range a.flags { // -mMODULE
		if n := a.flags[i].name; strings.HasPrefix(n, "-m") && len(n) > 2 {
			words := append([]Word{lit(n[2:])}, a.words...)
			a.operands, k.stdin = nil, true
			k.module(words)
			return
		}
	}
	if len(a.operands) == 0 || a.operands[0].kind != "RUN:python" {
		return
	}
	words := a.operands[0].words
	if !a.has("-m") || a.has("-c") {
		switch {
		case words[0].base() == "manage.py" && words[0].Known():
			k.stdin = true
			in := k.child()
			in.call(append([]Word{lit("manage.py")}, words[1:]...), k.src)
		}
		return
	}
	a.operands, k.stdin = nil, true
	k.module(words)
}

// module is python -m: a tool that rows know, or the project's own code.
func (k *call) module(words []Word) {
	name := words[0]
	if !name.Known() {
		k.effect(RunBuilt, k.name+": -m")
		return
	}
	root, _, _ := strings.Cut(name.Text(), ".")
	tool := "python-m"
	switch root {
	case "pip", "pytest", "black", "mypy", "flake8", "pylint", "isort", "ruff", "tox", "nox", "coverage", "twine", "alembic", "poetry", "pdm", "hatch", "uv", "pipx", "pipenv", "django", "pyright", "flask", "uvicorn", "gunicorn", "hypercorn", "daphne", "celery", "streamlit", "awscli", "ansible", "pyflakes", "pycodestyle", "pydocstyle", "bandit", "sphinx", "mkdocs", "jupyter", "jupyterlab", "notebook", "IPython", "unittest", "doctest", "build", "conda", "yapf", "autopep8", "autoflake", "pyupgrade", "invoke", "PyInstaller", "nuitka", "cookiecutter", "pre_commit", "piptools", "pip_audit":
		tool = root
		switch root {
		case "django":
			tool = "django-admin"
		case "awscli":
			tool = "aws"
		case "jupyterlab", "notebook":
			tool = "jupyter"
		case "IPython":
			tool = "ipython"
		case "build":
			tool = "pyproject-build"
		case "unittest", "doctest":
			tool = "pytest"
		case "pre_commit":
			tool = "pre-commit"
		case "piptools":
			tool = "pip-tools"
		case "pip_audit":
			tool = "pip-audit"
		case "PyInstaller":
			tool = "pyinstaller"
		}
		words = words[1:]
	case "gzip", "ast", "dis", "tokenize", "site", "sysconfig", "platform", "calendar", "this", "compileall", "py_compile", "inspect", "webbrowser", "pprint", "tabnanny", "sqlite3":
	}
	if Lookup(tool) == nil {
		k.effect(RunProject, k.name+": -m")
		return
	}
	in := k.child()
	in.in, in.piped = k.in, k.piped
	k.prints(in.call(append([]Word{lit(tool)}, words...), k.src))
}

// doServe: a web server for a folder opens it to whoever reaches the machine.
func doServe(k *call, a *args) {
	if b := a.value("-b --bind"); b.Known() && isLoopback(b.Text()) && b.Text() != "0.0.0.0" && b.Text() != "::" {
		return
	}
	dir := lit(k.sh.dir())
	if d := a.value("-d --directory"); d.Text() != "" {
		dir = d
	}
	if len(k.paths(dir)) == 0 && dir.Text() != "" {
		k.effect(Expose, k.name)
	}
	for _, p := range k.paths(dir) {
		p = path.Clean(p)
		if k.zone(p) == zoneSecrets || k.wipeTarget(p) || within(k.scene.Home, p) {
			k.effect(Expose, k.name)
		}
	}
}

func doNode(k *call, a *args) {
	for i := range a.flags {
		if f := &a.flags[i]; hasName("-p --print -pe", f.name) && len(f.values) > 0 {
			if w := &f.values[0].words[0]; w.Known() && !strings.ContainsAny(w.Text(), ";\n") {
				w.set("console.log(" + w.Text() + ")")
			}
		}
	}
	if f := a.flag("--inspect --inspect-brk --inspect-wait --inspect-port"); f != nil && len(f.values) > 0 {
		if h := hostOf(f.values[0].words[0].Text()); strings.Contains(h, ".") && !isLoopback(h) || h == "0.0.0.0" {
			k.effect(Expose, k.name+": "+f.row.Spell)
		}
	}
	if p := a.value("-p --print -pe"); strings.HasSuffix(strings.TrimRight(p.Text(), "; )"), "process.env") {
		k.foundWhy(Secret, k.name+": -p", "prints the whole environment", k.src)
	}
	if a.has("--run") {
		k.packageScript(a.value("--run"), nil, k.name+": --run")
	}
	if a.has("-i --interactive") && k.emptyInput() {
		k.interactive(k.name + ": -i")
	}
	if a.has("-v -h --version --help --v8-options --test --run") && len(a.operands) == 0 {
		k.stdin = true
	}
	if a.has("--test") {
		k.effect(RunProject, k.name)
	}
}

// doDenoRun: a script may be an address.
func doDenoRun(k *call, a *args) {
	if len(a.operands) == 0 || a.operands[0].kind != "RUN:node" {
		return
	}
	w := a.operands[0].words[0]
	switch {
	case strings.HasPrefix(w.Text(), "npm:"), strings.HasPrefix(w.Text(), "jsr:"):
		a.operands[0].kind = "TOOL"
		words := append([]Word(nil), a.operands[0].words...)
		words[0].set(w.Text()[4:])
		a.operands[0].words = words
	case strings.Contains(w.Text(), "://") && !strings.HasPrefix(w.Text(), "file:"):
		k.effect(RunDownload, k.name)
		a.operands = nil
	case k.name == "deno compile" || k.name == "deno bundle":
		a.operands[0].kind = "READ"
		k.effect(RunProject, k.name)
	}
}

// doEdits: with -i the operands are changed where they lie; with -n or -p they
// are what is read.
// doPerl: -Mlib=FOLDER is -IFOLDER.
func doPerl(k *call, a *args) {
	for _, f := range a.flags {
		for _, v := range f.values {
			if dir, ok := strings.CutPrefix(v.words[0].Text(), "lib="); ok && v.words[0].Known() && hasName("-M -m", f.name) {
				k.load(lit(dir), "perl: -Mlib="+dir)
			}
		}
	}
	doEdits(k, a)
}

func doEdits(k *call, a *args) {
	if a.has("-i") && a.has("-e -E") {
		for i := range a.operands {
			if a.operands[i].kind == "READ" {
				a.operands[i].kind = "WRITE"
				k.backup(a.operands[i].words[0], a.value("-i"))
			}
		}
	}
	if a.has("-v -h --version --help") && len(a.operands) == 0 {
		k.stdin = true
	}
}

func doPhp(k *call, a *args) {
	if s := a.value("-S --server"); s.Text() != "" {
		k.stdin = true
		if d := a.value("-t --docroot"); !isLoopback(hostOf(s.Text())) || hostOf(s.Text()) == "0.0.0.0" {
			if d.Text() == "" {
				d = lit(k.sh.dir())
			}
			for _, p := range k.paths(d) {
				if within(k.scene.Home, path.Clean(p)) {
					k.effect(Expose, k.name+": -S")
				}
			}
		}
	}
	if a.has("-a") && k.emptyInput() {
		k.interactive(k.name + ": -a")
		k.stdin = true
	}
	if len(a.operands) > 0 && a.operands[0].kind == "RUN:php" && a.word(0).Known() {
		words := a.operands[0].words
		base := words[0].base()
		if cmd := Lookup(base); cmd != nil && hasName("artisan composer.phar composer phpunit phpstan pest php-cs-fixer rector console doctrine", base) {
			k.stdin = true
			in := k.child()
			in.call(append([]Word{lit(base)}, words[1:]...), k.src)
			a.operands = nil
			k.effect(RunProject, k.name)
		}
	}
}

// doPwsh reads PowerShell's flags, which may be cut short and in any case.
func doPwsh(k *call, a *args) {
	ws := a.words
	for len(ws) > 0 {
		w := ws[0]
		name := strings.ToLower(strings.TrimLeft(w.Text(), "-/–"))
		if !w.Known() || w.Text() == "" || w.Text()[0] != '-' && w.Text()[0] != '/' && !strings.HasPrefix(w.Text(), "–") {
			break
		}
		if w.Is("-") {
			k.code("pwsh", k.in, k.name+" (standard input)")
			return
		}
		ws = ws[1:]
		begins := func(full string, least int) bool { return len(name) >= least && strings.HasPrefix(full, name) }
		switch {
		case begins("command", 1) || begins("commandwithargs", 8) || name == "cwa":
			if len(ws) == 1 && ws[0].Is("-") {
				k.code("pwsh", k.in, k.name+" (standard input)")
				return
			}
			k.code("pwsh", wordsFlow(k.pwshVariables(ws)), k.name+": -Command")
			return
		case begins("file", 1):
			if len(ws) > 0 {
				k.runScript("pwsh", ws, k.name+": -File")
			}
			return
		case begins("encodedcommand", 1) || name == "ec" || name == "enc":
			k.effect(RunBuilt, k.name+": -EncodedCommand")
			if len(ws) > 0 && ws[0].Known() {
				if t, ok := decode("base64", ws[0].Text()); ok {
					k.scanCode("pwsh", strings.ReplaceAll(t, "\x00", ""), k.name+": -EncodedCommand")
				}
			}
			return
		case begins("executionpolicy", 2), name == "ep", begins("windowstyle", 1), begins("inputformat", 2), begins("outputformat", 1), begins("workingdirectory", 2), name == "wd", begins("configurationname", 6), begins("settingsfile", 8), begins("custompipename", 2), name == "if", name == "of":
			ws = ws[min(1, len(ws)):]
		case begins("version", 1), begins("help", 1), name == "?":
			k.stdin = true
			return
		case begins("noprofile", 3), begins("nologo", 3), begins("noninteractive", 3), begins("noexit", 3), begins("login", 1), begins("mta", 3), begins("sta", 3), begins("interactive", 1), begins("noprofileloadtime", 10):
		default:
			k.effect(Unknown, k.name+": "+w.Text())
		}
	}
	switch {
	case len(ws) == 0 && k.emptyInput():
		k.interactive(k.name)
	case len(ws) == 0:
		k.code("pwsh", k.in, k.name+" (standard input)")
	case strings.HasSuffix(strings.ToLower(ws[0].Text()), ".ps1"):
		k.runScript("pwsh", ws, k.name)
	default:
		k.code("pwsh", wordsFlow(k.pwshVariables(ws)), k.name)
	}
	k.stdin = true
}

// pwshVariables gives words back in which the shell meets variables that are
// meant for PowerShell ("… | ? {$_.CPU}"): nobody sets them, so that what is
// left of them is nothing. $_ is the last word of the command before.
func (k *call) pwshVariables(ws []Word) []Word {
	out := slices.Clone(ws)
	for i, w := range ws {
		text := w.Text()
		ours := !w.Known() && !strings.Contains(text, "$(") && !strings.Contains(text, "`") && w.flow().same(comes(0, w.flow().from()))
		for _, part := range strings.Split(text, "$")[1:] {
			part = strings.TrimPrefix(part, "{")
			end := 0
			for end < len(part) && nameChar(part[end]) {
				end++
			}
			switch name := part[:end]; name {
			case "_":
				ours = ours && k.calls == 1
			default:
				ours = ours && (strings.Contains(text, "$"+name+" = ") || strings.Contains(text, "($"+name+" in ")) || ours && hasName("env true false null PSItem PSVersionTable PROFILE LASTEXITCODE ErrorActionPreference ProgressPreference", name)
			}
		}
		if ours {
			out[i] = lit(text)
		}
	}
	return out
}
