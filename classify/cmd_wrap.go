package classify

import (
	"path"
	"strings"
)

// A wrapper is a command whose synopsis holds CMD or SCRIPT: what stands there
// is classified in its turn, however deep.
var wrapCommands = []Command{
	{
		Name: "sudo doas",
		Does: Elevate,
		Flags: []Flag{
			{"-A -b -B -E -H -i -k -K -n -N -P -S -s -v -V -l -e --askpass --background --preserve-env[=TEXT] --set-home --login --non-interactive --preserve-groups --stdin --shell --validate --list --edit --reset-timestamp --remove-timestamp", 0},
			{"-u=TEXT -g=TEXT -h=TEXT -p=TEXT -C=TEXT -T=TEXT -U=TEXT -r=TEXT -t=TEXT --user=TEXT --group=TEXT --host=TEXT --prompt=TEXT --close-from=TEXT --other-user=TEXT --role=TEXT --type=TEXT", 0},
			{"-D=CD -R=CD --chdir=CD --chroot=CD", 0},
		},
		Args: "VAR CMD",
		Do: func(k *call, a *args) {
			if a.has("-s --shell -i --login") && len(a.words) == 0 && !k.emptyInput() {
				k.runText(k.child(), k.in, k.name+" (standard input)")
			}
			if a.has("-e --edit") {
				for i := range a.operands {
					if a.operands[i].kind == "CMD" {
						a.operands[i].kind = "WRITE"
					}
				}
			}
		},
	},
	{Name: "pkexec run0 gosu su-exec", Does: Elevate, Flags: []Flag{{"--user=TEXT --disable-internal-agent --keep-cwd", 0}}, Args: "CMD"},
	{
		Name: "su runuser",
		Does: Elevate,
		Flags: []Flag{
			{"-l -m -p -P -f --login --preserve-environment --pty", 0},
			{"-u=TEXT -g=TEXT -G=TEXT -s=TEXT -w=TEXT --user=TEXT --group=TEXT --shell=TEXT", 0},
			{"-c=LINE --command=LINE --session-command=LINE", 0},
		},
		Args: "TEXT...",
		More: &More{
			Forms: []Form{{If: "-u --user", Args: "CMD"}},
			After: func(k *call, a *args) {
				if !a.has("-c --command --session-command -u --user") && !k.emptyInput() {
					k.runText(k.child(), k.in, k.name+" (standard input)")
				}
			},
		},
	},
	{
		Name: "env",
		Flags: []Flag{
			{"-i -0 -v --ignore-environment --null --debug --block-signal[=TEXT] --default-signal[=TEXT] --ignore-signal[=TEXT]", 0},
			{"-u=TEXT --unset=TEXT", 0},
			{"-C=CD --chdir=CD", 0},
			{"-S=TEXT --split-string=TEXT", 0},
			{"-P=TEXT", Hijack},
		},
		Args: "VAR CMD",
		Do:   doEnv,
	},
	{Name: "printenv", Flags: []Flag{{"-0 --null", 0}}, Args: "TEXT...", Do: doPrintenv},
	{Name: "nohup setsid", Flags: []Flag{{"-c -f -w --ctty --fork --wait", 0}}, Args: "CMD"},
	{Name: "nice", Flags: []Flag{{"-# -n=TEXT --adjustment=TEXT", 0}}, Args: "CMD"},
	{Name: "ionice", Flags: []Flag{{"-n=TEXT -c=TEXT -t --class=TEXT --classdata=TEXT --ignore", 0}, {"-p=TEXT -P=TEXT -u=TEXT --pid=TEXT", 0}}, Args: "CMD"},
	{Name: "chrt", Flags: []Flag{{"-b -f -i -o -r -m -v -a", 0}, {"-p=TEXT", 0}}, Args: "TEXT CMD"},
	{Name: "taskset", Flags: []Flag{{"-a -c --all-tasks --cpu-list -p --pid", 0}}, Args: "TEXT CMD", More: &More{Forms: []Form{{If: "-p --pid", Args: "TEXT..."}}}},
	{Name: "numactl", Flags: []Flag{{"--interleave=TEXT --membind=TEXT --cpunodebind=TEXT --physcpubind=TEXT -l --localalloc --preferred=TEXT -H --hardware -s --show", 0}}, Args: "CMD"},
	{Name: "timeout gtimeout", More: &More{Respell: windowsTimeout}, Flags: []Flag{{"-s=TEXT --signal=TEXT -k=TEXT --kill-after=TEXT --preserve-status --foreground -v --verbose", 0}}, Args: "TEXT CMD"},
	{Name: "stdbuf", Flags: []Flag{{"-i=TEXT -o=TEXT -e=TEXT --input=TEXT --output=TEXT --error=TEXT", 0}}, Args: "CMD"},
	{Name: "unbuffer", Flags: []Flag{{"-p", 0}}, Args: "CMD"},
	{Name: "flock", Flags: []Flag{{"-s -x -e -u -n -o -F --shared --exclusive --unlock --nonblock --nb --close --no-fork --verbose", 0}, {"-w=TEXT -E=TEXT --wait=TEXT --timeout=TEXT --conflict-exit-code=TEXT", 0}, {"-c=LINE --command=LINE", 0}}, Args: "WRITE CMD"},
	{
		Name:  "watch",
		Flags: []Flag{{"-b -c -d -e -g -t -w -p --beep --color --differences[=TEXT] --errexit --chgexit --no-title --precise --no-wrap -r --no-rerun", 0}, {"-n=TEXT --interval=TEXT -q=TEXT --equexit=TEXT", 0}, {"-x --exec", 0}},
		More:  &More{Forms: []Form{{If: "-x --exec", Args: "CMD"}}},
		Args:  "SCRIPT",
	},
	{
		Name: "xargs gxargs",
		Flags: []Flag{
			{"-0 -r -t -p -x -o --null --no-run-if-empty --verbose --interactive --exit --open-tty --show-limits", 0},
			{"-n=TEXT -P=TEXT -L=TEXT -I=TEXT -i[=TEXT] -l[=TEXT] -d=TEXT -E=TEXT -e[=TEXT] -s=TEXT -R=TEXT -S=TEXT -J=TEXT --max-args=TEXT --max-procs=TEXT --max-lines[=TEXT] --replace[=TEXT] --delimiter=TEXT --eof[=TEXT] --max-chars=TEXT --process-slot-var=TEXT", 0},
			{"-a=READ --arg-file=READ", 0},
		},
		Args: "CMD",
		Do:   doXargs,
	},
	{
		Name:  "parallel",
		Flags: []Flag{{"-0 -k -q -m -X -u -v -t --keep-order --bar --progress --eta --null --quote --verbose --dry-run --ungroup --line-buffer --no-notice --will-cite --xargs --halt-on-error=TEXT --lb", 0}, {"-j=TEXT -I=TEXT -N=TEXT -n=TEXT -L=TEXT -d=TEXT -C=TEXT --jobs=TEXT --halt=TEXT --colsep=TEXT --timeout=TEXT --delay=TEXT --retries=TEXT --joblog=WRITE --results=WRITE --tmpdir=WRITE --tagstring=TEXT --tag --max-args=TEXT", 0}, {"-a=READ --arg-file=READ", 0}, {"-S=TEXT --sshlogin=TEXT --sshloginfile=READ", Remote}},
		Args:  "CMD",
		Do:    doXargs,
	},
	{Name: "chroot", Does: Elevate, Flags: []Flag{{"--userspec=TEXT --groups=TEXT --skip-chdir", 0}}, Args: "BOX CMD", Do: func(k *call, a *args) {
		for _, p := range k.paths(a.word(0)) { // its / is that folder
			k.mounts = append(k.mounts[:len(k.mounts):len(k.mounts)], mount{path.Clean(p), "/"})
		}
	}},
	{Name: "faketime", Flags: []Flag{{"-m -f --exclude-monotonic --date-prog=TEXT", 0}}, Args: "TEXT CMD"},
	{Name: "torsocks torify proxychains proxychains4 eatmydata", Flags: []Flag{{"-q -i -v -e -s --shell --isolate", 0}, {"-f=READ -a=TEXT -P=TEXT -u=TEXT -p=TEXT", 0}}, Args: "CMD"},
	{Name: "unshare nsenter", Does: Elevate, Flags: []Flag{{"-m -u -i -n -p -U -C -T -f -r -c --mount[=TEXT] --uts[=TEXT] --ipc[=TEXT] --net[=TEXT] --pid[=TEXT] --user[=TEXT] --cgroup[=TEXT] --time[=TEXT] --fork --map-root-user --map-current-user --mount-proc[=TEXT] --kill-child[=TEXT] --preserve-credentials -a --all", 0}, {"-t=TEXT --target=TEXT -S=TEXT -G=TEXT --setuid=TEXT --setgid=TEXT --propagation=TEXT -R=TEXT -w=TEXT --root=TEXT --wd=TEXT", 0}}, Args: "CMD"},
	{Name: "setarch linux32 linux64", Flags: []Flag{{"-R -v -B -F -I -L -S -T -X -Z --addr-no-randomize", 0}}, Args: "CMD"},
	{Name: "dbus-run-session dbus-launch xvfb-run caffeinate", Flags: []Flag{{"-a -d -i -s -e -m -u --auto-servernum --exit-with-session", 0}, {"-n=TEXT -t=TEXT -w=TEXT --server-num=TEXT --server-args=TEXT --config-file=READ", 0}}, Args: "CMD"},
	{Name: "firejail bwrap", Flags: []Flag{{"--quiet --noprofile --private --net=TEXT --unshare-all --die-with-parent --new-session --unshare-net", 0}, {"--bind=WRITE,TEXT --ro-bind=READ,TEXT --dev=TEXT --proc=TEXT --tmpfs=TEXT --chdir=CD --setenv=TEXT,TEXT", 0}}, Args: "CMD"},
	{Name: "setpriv capsh", Does: Elevate, Flags: []Flag{{"--no-new-privs --clear-groups --keep-groups --init-groups --print", 0}, {"--reuid=TEXT --regid=TEXT --bounding-set=TEXT --inh-caps=TEXT --ambient-caps=TEXT --drop=TEXT --user=TEXT", 0}}, Args: "CMD"},
	{Name: "script", Flags: []Flag{{"-a -e -f -q -r --append --return --flush --quiet --force", 0}, {"-c=LINE --command=LINE", 0}, {"-O=WRITE -I=WRITE -B=WRITE -T=WRITE -t[=WRITE] --log-out=WRITE --log-in=WRITE --log-io=WRITE --log-timing=WRITE -E=TEXT -o=TEXT -m=TEXT", 0}}, Args: "WRITE CMD"},
	{Name: "expect", Does: RunUnseen, Flags: []Flag{{"-d -i -N -n -v -D=TEXT", 0}, {"-c=TEXT", RunBuilt}, {"-f=READ -b=READ", 0}}, Args: "READ TEXT...", Do: doExpect},
	{Name: "at batch", Flags: []Flag{{"-m -M -l -v -c -V -b", 0}, {"-q=TEXT -t=TEXT -r=TEXT -d=TEXT", 0}, {"-f=RUN:sh", RunUnseen}}, Args: "TEXT...", Do: func(k *call, a *args) {
		if !a.has("-l -c -V") {
			k.effect(Machine, k.name)
		}
		if !a.has("-l -r -d -f") {
			k.runText(k.child(), k.in, k.name+" (standard input)")
		}
	}},
	{Name: "strace ltrace", Flags: []Flag{{"-f -ff -c -C -d -h -i -k -q -qq -r -t -tt -ttt -T -v -V -x -xx -y -yy -Z -z -D -w -F --follow-forks", 0}, {"-e=TEXT -s=TEXT -a=TEXT -E=TEXT -I=TEXT -O=TEXT -S=TEXT -P=TEXT -b=TEXT -u=TEXT --trace=TEXT", 0}, {"-p=TEXT", Kill}, {"-o=TEXT --output=TEXT", 0}}, Args: "CMD", Do: func(k *call, a *args) {
		w := a.value("-o --output")
		if k.pipeName(w, "| !"); w.Text() != "" && !w.Starts("|") && !w.Starts("!") {
			k.write(w, k.name+": -o")
		}
	}},
	{Name: "catchsegv valgrind", Flags: []Flag{{"-q -v --tool=TEXT --leak-check[=TEXT] --track-origins=TEXT --show-leak-kinds=TEXT --error-exitcode=TEXT --trace-children=TEXT --suppressions=READ --num-callers=TEXT", 0}, {"--log-file=WRITE --callgrind-out-file=WRITE --massif-out-file=WRITE --dhat-out-file=WRITE --cachegrind-out-file=WRITE --xml-file=WRITE --xml=TEXT", 0}}, Args: "CMD"},
	{Name: "hyperfine", Flags: []Flag{{"-w=TEXT -r=TEXT -m=TEXT -M=TEXT -N -i --warmup=TEXT --runs=TEXT --ignore-failure --style=TEXT -n=TEXT --parameter-list=TEXT,TEXT", 0}, {"--export-json=WRITE --export-markdown=WRITE --export-csv=WRITE", 0}, {"-p=LINE --prepare=LINE -c=LINE --cleanup=LINE -s=LINE --setup=LINE", 0}}, Args: "LINE..."},
	{Name: "direnv", Subs: []Command{{Name: "exec", Args: "CD CMD"}, {Name: "allow permit grant", Does: Hijack, Args: "READ"}, {Name: "hook export status version", Args: "TEXT..."}, {Name: "deny block reload prune", Args: "TEXT..."}}},
	{Name: "dotenv dotenvx", Flags: []Flag{{"-e=TEXT -f=TEXT -c=TEXT -v=TEXT -o --quiet --override", 0}}, Subs: []Command{{Name: "run", Flags: []Flag{{"-f=TEXT --env-file=TEXT", 0}}, Args: "CMD"}, {Name: "get", Does: Secret, Args: "TEXT..."}}, Args: "CMD"},
	{Name: "rlwrap", Flags: []Flag{{"-a -A -c -C=TEXT -f=READ -H=WRITE", 0}}, Args: "CMD"},
	{Name: "sem", Args: "CMD", Flags: []Flag{{"-j=TEXT --id=TEXT --wait", 0}}},
}

// windowsTimeout: on Windows the program only waits ("timeout /t 5 /nobreak").
func windowsTimeout(words []Word) []Word {
	if len(words) > 0 && words[0].Starts("/") {
		return nil
	}
	return words
}

func doEnv(k *call, a *args) {
	if s := a.value("-S --split-string"); s.Text() != "" {
		in := k.child()
		rest := ""
		for _, w := range a.words {
			rest += " " + w.Text()
		}
		if s.Known() {
			text := strings.NewReplacer(`\_`, " ", `\t`, " ", `\n`, " ", `\f`, " ", `\v`, " ", `\c`, " #").Replace(s.Text())
			k.prints(in.script(strings.TrimSpace(text) + rest))
		} else {
			k.effect(RunBuilt, k.name+": -S")
		}
		a.operands = nil
		return
	}
	for _, v := range a.operands {
		if v.kind == "CMD" {
			return
		}
	}
	if k.sifted {
		return
	}
	k.foundWhy(Secret, k.name, "prints the whole environment", k.src)
	k.does |= Secret
	k.prints(comes(markSecret, "the output of env"))
}

func doPrintenv(k *call, a *args) {
	if len(a.words) == 0 && k.sifted {
		return
	}
	if len(a.words) == 0 {
		k.foundWhy(Secret, k.name, "prints the whole environment", k.src)
		k.prints(comes(markSecret, "the output of printenv"))
		return
	}
	out := nothing
	for _, w := range a.words {
		if !w.Known() || secretName(w.Text()) {
			k.foundWhy(Secret, k.name, "prints "+w.Text(), k.src)
			out.mark(markSecret, true)
		}
	}
	out.edit().known = false
	out.edit().from = "the output of printenv"
	k.prints(out)
}

// doXargs gives the inner command what stands on standard input.
func doXargs(k *call, a *args) {
	in := k.in
	if f := a.value("-a --arg-file"); f.Text() != "" {
		in = k.content(f)
	}
	mark := ""
	if f := a.flag("-I -i --replace -J"); f != nil {
		mark = "{}"
		if w := a.value("-I -i --replace -J"); w.Text() != "" {
			mark = w.Text()
		}
	}
	parallel := k.name == "parallel"
	if parallel {
		mark = "{}"
	}
	if parallel && len(a.operands) == 0 { // the lines are the commands
		k.runText(k.child(), in, k.name+" (standard input)")
		k.stdin = true
	}
	for i := range a.operands {
		v := &a.operands[i]
		if v.kind != "CMD" {
			continue
		}
		words := append([]Word(nil), v.words...)
		var more []Word
		if parallel {
			for j, w := range words {
				if w.Has("::: :::+") {
					more = append(more, words[j+1:]...)
					words = words[:j]
					break
				}
				if w.Has(":::: ::::+") {
					words = words[:j]
					more = append(more, unsure("…", &gap{hole: "a line of a file", flow: flow{}}))
					break
				}
			}
			if len(words) == 0 { // the lines are the commands
				k.runText(k.child(), wordsFlow(more), k.name)
				if len(more) == 0 {
					k.runText(k.child(), in, k.name+" (standard input)")
				}
				a.operands = nil
				return
			}
			if len(words) == 1 && strings.ContainsAny(words[0].Text(), " ;|&") { // one quoted word is a script
				for _, w := range oneOf(more, inputWords(in, false)) {
					k.child().script(strings.ReplaceAll(words[0].Text(), "{}", quoteWord(w)))
				}
				a.operands = nil
				return
			}
		}
		if len(more) == 0 {
			more = inputWords(in, mark != "" || a.has("-0 --null -d --delimiter"))
		}
		inner := k.child()
		inner.in = flow{}
		if mark == "" || parallel && !anyHas(words, mark) {
			k.prints(inner.call(append(words, more...), k.src))
		} else {
			for _, m := range more {
				filled := make([]Word, len(words))
				for j, w := range words {
					filled[j] = fill(w, mark, m)
				}
				k.prints(inner.call(filled, k.src))
			}
		}
		k.stdin = true
		a.operands = append(a.operands[:i:i], a.operands[i+1:]...)
		return
	}
}

func oneOf(a, b []Word) []Word {
	if len(a) > 0 {
		return a
	}
	return b
}

func anyHas(ws []Word, part string) bool {
	for _, w := range ws {
		if strings.Contains(w.Text(), part) {
			return true
		}
	}
	return false
}

func quoteWord(w Word) string {
	if w.Known() {
		return "'" + strings.ReplaceAll(w.Text(), "'", `'\''`) + "'"
	}
	return `"$` + "x" + `"`
}

// inputWords are the words that a text on standard input becomes.
func inputWords(f flow, lines bool) []Word {
	if f.known() {
		var out []Word
		parts := strings.Fields(f.text())
		if lines {
			parts = strings.FieldsFunc(f.text(), func(r rune) bool { return r == '\n' || r == 0 })
		}
		for _, p := range parts {
			out = append(out, lit(strings.Trim(p, `"'`)))
			if len(out) >= 256 {
				break
			}
		}
		return out
	}
	g := f
	g.edit().text = ""
	g.edit().file = ""
	g.edit().known = false
	what := "standard input"
	if f.from() != "" {
		what = f.from()
	}
	return []Word{unsure("…", &gap{hole: what, split: true, flow: g})}
}

// fill puts m in the place of mark in w.
func fill(w Word, mark string, m Word) Word {
	if !strings.Contains(w.Text(), mark) || mark == "" {
		return w
	}
	if w.Is(mark) {
		return m
	}
	if m.Known() && w.Known() {
		return lit(strings.ReplaceAll(w.Text(), mark, m.Text()))
	}
	i := strings.Index(w.Text(), mark)
	out := unsure(strings.ReplaceAll(w.Text(), mark, m.Text()), &gap{stem: w.Text()[:i], hole: m.hole(), flow: m.flow()})
	if m.glob() {
		out.edit().stem = w.Text()[:i] + m.stem()
	}
	if rest := w.Text()[i+len(mark):]; strings.HasPrefix(rest, "/") && i == 0 {
		out.edit().tail = rest[strings.LastIndexByte(rest, '/')+1:]
		out.edit().flow.edit().tail = ""
	} else if rest != "" && i == 0 {
		out.edit().flow.edit().tail = ""
	}
	return out
}

func doExpect(k *call, a *args) {
	k.stdin = true
	if w := a.value("-c"); strings.Contains(w.Text(), "spawn") {
		_, rest, _ := strings.Cut(w.Text(), "spawn")
		rest, _, _ = strings.Cut(rest, ";")
		k.child().script(strings.TrimSpace(rest))
	}
	if k.in.known() {
		for line := range strings.SplitSeq(k.in.text(), "\n") {
			if rest, ok := strings.CutPrefix(strings.TrimSpace(line), "spawn "); ok {
				k.child().script(rest)
			}
		}
	}
}
