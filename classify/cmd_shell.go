package classify

import (
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"path"
	"strconv"
	"strings"
)

// The shell's own commands. What they do to the shell's state is done here.
var shellCommands = []Command{
	{Name: ": true", Args: "TEXT...", Plain: true, Do: silent},
	{Name: "false", Args: "TEXT...", Plain: true, Do: silent},
	{Name: "echo", Args: "TEXT...", Plain: true, Do: doEcho},
	{Name: "printf", Args: "TEXT...", Plain: true, Do: doPrintf},
	{Name: "cd pushd", Args: "TEXT...", Plain: true, Do: doCd},
	{Name: "popd", Args: "TEXT...", Plain: true, Do: func(k *call, a *args) { k.ctx.sh.dirs = nil; silent(k, a) }},
	{Name: "jobs", Args: "TEXT...", Plain: true, Do: func(k *call, a *args) {
		if a.word(0).Has("-p -pr -ps") {
			k.prints(comes(markPlain, "$! of the line's jobs"))
		}
	}},
	{Name: "deactivate", Args: "TEXT...", Plain: true, Do: silent}, // of a virtual environment
	{Name: "dirs times fg bg disown suspend logout caller compopt help", Args: "TEXT...", Plain: true},
	{Name: "compgen complete", Flags: []Flag{{"-C=LINE", 0}, {"-F=TEXT -W=TEXT -A=TEXT -G=TEXT -P=TEXT -S=TEXT -X=TEXT -o=TEXT -V=TEXT -a -b -c -d -e -f -g -j -k -s -u -v -p -r -D -E -I", 0}}, Args: "TEXT..."},
	{Name: "bind", Flags: []Flag{{"-x=LINE", Hijack}, {"-l -p -P -s -S -v -V -X", 0}, {"-m=TEXT -q=TEXT -u=TEXT -r=TEXT -f=READ", 0}}, Args: "TEXT..."},
	{Name: "fc", Flags: []Flag{{"-l -n -r -s", 0}, {"-e=PROGRAM", 0}}, Args: "READ...", More: &More{Rules: []Rule{{"the history", Secret, "", func(a *args) bool { // not Windows' fc /b A B
		return !a.word(0).Starts("/")
	}}}}},
	{Name: "pwd", Flags: []Flag{{"-L -P", 0}}, Do: func(k *call, a *args) {
		if d := k.sh.dir(); d != "" && !k.away && !k.boxed {
			k.prints(textFlow(d + "\n"))
		}
	}},
	{Name: "shift", Args: "TEXT", Plain: true, Do: func(k *call, a *args) {
		n := 1
		if w := a.word(0); w.Text() != "" {
			v, err := strconv.Atoi(w.Text())
			if n = v; !w.Known() || err != nil {
				k.ctx.sh.args, k.ctx.sh.open = nil, true
				return
			}
		}
		if n >= 0 && n <= len(k.sh.args) { // more than there are: nothing is shifted
			k.ctx.sh.args = k.sh.args[n:]
		}
	}},
	{Name: "exit return break continue wait umask ulimit getopts", Args: "TEXT...", Plain: true},
	{Name: "test [", Args: "TEXT...", Plain: true, Do: doTest},
	{Name: "let", Args: "TEXT...", Plain: true, Do: func(k *call, a *args) {
		for _, w := range a.words {
			k.evaluated(w)
		}
	}},
	{Name: "read", Flags: []Flag{{"-r -s -e", 0}, {"-p=TEXT -t=TEXT -n=TEXT -N=TEXT -d=TEXT -u=TEXT -i=TEXT -a=TEXT", 0}}, Args: "TEXT...", Do: doRead},
	{Name: "mapfile readarray", Flags: []Flag{{"-t", 0}, {"-d=TEXT -n=TEXT -O=TEXT -s=TEXT -u=TEXT -c=TEXT", 0}, {"-C=LINE", 0}}, Args: "TEXT...", Do: doMapfile},
	{Name: "unset", Flags: []Flag{{"-f -v -n", 0}}, Args: "TEXT...", Do: func(k *call, a *args) {
		for _, w := range a.words {
			k.evaluated(w)
			if w.Known() && isName(w.Text()) {
				k.ctx.sh.vars[w.Text()] = variable{words: []Word{lit("")}}
				delete(k.ctx.sh.funcs, w.Text())
			}
		}
		silent(k, a)
	}},
	{Name: "set", Args: "TEXT...", Plain: true, Do: doSet},
	{Name: "shopt", Flags: []Flag{{"-s -u -q -p -o", 0}}, Args: "TEXT..."},
	{Name: "export declare typeset local readonly", Args: "TEXT...", Plain: true, Do: doExport},
	{Name: "alias", Args: "TEXT...", Plain: true, Do: func(k *call, a *args) {
		for _, w := range a.words {
			if name, val, ok := strings.Cut(w.Text(), "="); ok {
				k.ctx.sh.aliases[name] = val
				if !w.Known() {
					k.effect(RunBuilt, k.name)
				}
			}
		}
	}},
	{Name: "unalias", Args: "TEXT...", Plain: true},
	{Name: "eval", Args: "SCRIPT"},
	{Name: "source .", Args: "RUN:sh"},
	{Name: "exec", Flags: []Flag{{"-c -l", 0}, {"-a=TEXT", 0}}, Args: "CMD"},
	{Name: "command", Flags: []Flag{{"-p", 0}, {"-v -V", 0}}, More: &More{Forms: []Form{{If: "-v -V", Args: "TEXT..."}}}, Args: "CMD", Do: func(k *call, a *args) {
		if a.has("-v") {
			doWhich(k, a)
		}
	}},
	{Name: "builtin", Args: "CMD"},
	{Name: "type", Flags: []Flag{{"-a -f -P -p -t", 0}}, Args: "TEXT...", Out: OutPlain, Do: func(k *call, a *args) {
		if a.has("-P -p") {
			doWhich(k, a)
		}
	}},
	{Name: "hash", Flags: []Flag{{"-r -l -d -t", 0}, {"-p=TEXT", Hijack}}, Args: "TEXT..."},
	{Name: "enable", Flags: []Flag{{"-a -d -n -p -s", 0}, {"-f=TEXT", Hijack}}, Args: "TEXT..."},
	{Name: "trap", Flags: []Flag{{"-l -p", 0}}, Args: "LINE TEXT...", Do: doTrap},
	{Name: "history", Flags: []Flag{{"-c -a -n -r -w", 0}, {"-d=TEXT -p=TEXT -s=TEXT", 0}}, Args: "TEXT...", Does: Secret},
	{Name: "time", Flags: []Flag{{"-l -h -p -v -a -q --verbose --portability --append --quiet", 0}, {"-f=TEXT --format=TEXT", 0}, {"-o=WRITE --output=WRITE", 0}}, Args: "CMD"},
	{Name: "coproc", Args: "CMD"},
	{
		Name: "bash sh zsh dash ksh ash mksh rbash csh tcsh",
		Flags: []Flag{
			{"-e -u -x -v -l -n -f -a -b -h -k -m -p -t -B -C -E -H -P -T -r -q +e +u +x +v +o=TEXT --login --norc --noprofile --posix --verbose --restricted --noediting --no-rcs --version --help --wordexp --debugger", 0},
			{"-c -s -i", 0},
			{"-o=TEXT -O=TEXT +O=TEXT", 0},
			{"--rcfile=READ --init-file=READ", Hijack},
		},
		Args: "RUN:sh",
		More: &More{
			Forms: []Form{{If: "-c", Args: "LINE TEXT..."}, {If: "-s", Args: "TEXT...", Stdin: "SCRIPT"}},
			Stdin: "SCRIPT",
		},
		Do: doShell,
	},
	{
		Name:  "fish",
		Flags: []Flag{{"-i -l -n -N -P -v -h --interactive --login --no-execute --no-config --private --version --help", 0}, {"-d=TEXT -o=WRITE -f=TEXT -p=WRITE --debug=TEXT --features=TEXT", 0}, {"-c=LINE --command=LINE -C=LINE --init-command=LINE", 0}},
		Args:  "RUN:sh",
		More:  &More{Stdin: "SCRIPT"},
	},
	{Name: "busybox toybox", Args: "CMD"},
	{Name: "ld.so", Flags: []Flag{{"--list --verify --inhibit-cache --list-tunables --help --version", 0}, {"--library-path=TEXT --inhibit-rpath=TEXT --argv0=TEXT --glibc-hwcaps-prepend=TEXT --glibc-hwcaps-mask=TEXT", 0}, {"--preload=TEXT --audit=TEXT", Hijack}}, Args: "CMD"},
}

// prints sets what the call prints.
func (k *call) prints(f flow) { k.out, k.fixed = f, true }

func silent(k *call, a *args) { k.prints(nothing) }

func doEcho(k *call, a *args) {
	ws := a.words
	newline, escapes := true, false
	for len(ws) > 0 && ws[0].Known() && len(ws[0].Text()) > 1 && ws[0].Text()[0] == '-' && strings.Trim(ws[0].Text()[1:], "neE") == "" {
		newline = newline && !strings.Contains(ws[0].Text(), "n")
		escapes = escapes || strings.Contains(ws[0].Text(), "e")
		ws = ws[1:]
	}
	k.tells(ws)
	f := wordsFlow(ws)
	if f.known() {
		if escapes || strings.Contains(f.text(), `\0`) || strings.Contains(f.text(), `\x`) {
			if t, ok := ansiC(f.text()); ok {
				f.edit().text = t
			}
		}
		if newline {
			f.edit().text += "\n"
		}
	}
	k.prints(f)
}

// tells finds credentials of the environment among words that are printed.
func (k *call) tells(ws []Word) {
	for _, w := range ws {
		if w.flow().secret() {
			k.foundWhy(Secret, k.name, "prints "+cut(w.hole(), 60), k.src)
			return
		}
	}
}

// wordsFlow is the text of words joined by blanks.
func wordsFlow(ws []Word) flow {
	known := true
	for _, w := range ws {
		known = known && w.Known()
	}
	if known {
		return textFlow(texts(ws))
	}
	if len(ws) == 1 {
		if ws[0].glob() {
			f := comes(0, ws[0].Text())
			if i := strings.LastIndexByte(ws[0].stem(), '/'); i >= 0 {
				f.edit().place = ws[0].stem()[:i+1]
			}
			return f
		}
		f := ws[0].flow()
		f.edit().text = ws[0].Text()
		if ws[0].stem() != "" {
			f.edit().place = ""
			f.mark(markPlain, false)
		}
		f.edit().known = false
		if f.from() == "" {
			f.edit().from = ws[0].hole()
		}
		return f
	}
	f := holeFlow(ws)
	f.edit().place = ""
	f.mark(markPlain, false)
	f.edit().text = texts(ws)
	f.mark(markBuilt, true)
	if f.from() == "" {
		f.edit().from = "echo"
	}
	return f
}

func doPrintf(k *call, a *args) {
	ws := a.words
	into := ""
	if len(ws) > 2 && ws[0].Is("-v") {
		k.evaluated(ws[1])
		into = ws[1].Text()
		ws = ws[2:]
	}
	if len(ws) > 0 && ws[0].Is("--") {
		ws = ws[1:]
	}
	if into == "" {
		k.tells(ws)
	}
	f := wordsFlow(ws)
	if f.known() && len(ws) > 0 {
		if t, ok := format(ws[0].Text(), ws[1:]); ok {
			f.edit().text = t
		} else {
			f = comes(markBuilt, "printf")
		}
	}
	if into != "" {
		w := unsure("$"+into, &gap{hole: "$" + into, flow: f})
		if f.known() {
			w = lit(f.text())
		}
		if isName(into) {
			k.ctx.sh.set(into, w)
			k.environment(into, w, k.src)
		}
		f = nothing
	}
	k.prints(f)
}

// format is printf with the verbs that build text.
func format(form string, ws []Word) (string, bool) {
	var b strings.Builder
	for turn := 0; turn == 0 || len(ws) > 0; turn++ {
		before := len(ws)
		for i := 0; i < len(form); i++ {
			c := form[i]
			switch {
			case c == '\\' && i+1 < len(form):
				end, base, most := i+2, 16, 0
				switch form[i+1] {
				case 'x':
					most = 2
				case 'u':
					most = 4
				case 'U':
					most = 8
				case '0', '1', '2', '3', '4', '5', '6', '7':
					end, base, most = i+1, 8, 3
				}
				n, _ := digits(form[end:], base, most)
				end += n
				t, ok := ansiC(form[i:end])
				if !ok {
					return "", false
				}
				b.WriteString(t)
				i = end - 1
			case c == '%' && i+1 < len(form):
				i++
				for i < len(form) && strings.IndexByte("-+ #0123456789.", form[i]) >= 0 {
					i++
				}
				if i == len(form) {
					return "", false
				}
				if form[i] == '%' {
					b.WriteByte('%')
					continue
				}
				arg := ""
				if len(ws) > 0 {
					arg, ws = ws[0].Text(), ws[1:]
				}
				switch form[i] {
				case 's', 'd', 'i', 'u':
					b.WriteString(arg)
				case 'b':
					t, ok := ansiC(arg)
					if !ok {
						return "", false
					}
					b.WriteString(t)
				case 'q':
					b.WriteString(arg)
				case 'c':
					if arg != "" {
						b.WriteString(arg[:1])
					}
				default:
					return "", false
				}
			default:
				b.WriteByte(c)
			}
		}
		if len(ws) == before || b.Len() > maxLine {
			break
		}
	}
	return b.String(), true
}

func doCd(k *call, a *args) {
	k.prints(nothing)
	ws := a.words
	for len(ws) > 0 && ws[0].Known() && (ws[0].Text() == "-P" || ws[0].Text() == "-L" || ws[0].Text() == "--" || ws[0].Text() == "-e") {
		ws = ws[1:]
	}
	if len(ws) == 0 {
		k.ctx.sh.dirs = []string{k.scene.Home}
		return
	}
	w := ws[0]
	if w.Is("-") {
		k.ctx.sh.dirs = nil
		return
	}
	if w.Known() && w.Text() == "" {
		return
	}
	ps := k.paths(w)
	if len(ps) == 0 || (k.away || k.boxed) && !strings.Contains(ps[0], "*") {
		k.ctx.sh.dirs = nil
		return
	}
	k.enter(ps[0])
}

// enter makes p the working folder. The work grows with p: cd a; cd a; cd a ...
func (k *call) enter(p string) {
	k.scan.work += len(p) / 64
	k.ctx.sh.dirs = []string{k.scene.resolve(p)}
}

// doTest: -v and numeric comparisons evaluate a subscript in their operand.
func doTest(k *call, a *args) {
	k.prints(nothing)
	ws := a.words
	for i, w := range ws {
		if w.Has("-v -R") && i+1 < len(ws) {
			k.evaluated(ws[i+1])
		}
		if w.Has("-eq -ne -lt -le -gt -ge") {
			for _, j := range []int{i - 1, i + 1} {
				if j >= 0 && j < len(ws) {
					k.evaluated(ws[j])
				}
			}
		}
	}
}

// doRead: the variables get what the call reads.
func doRead(k *call, a *args) {
	k.prints(nothing)
	names := a.words
	f := k.in
	if w := a.value("-u"); w.Known() {
		if g, ok := k.inputs[w.Text()]; ok {
			f = g
		}
	}
	array := a.value("-a")
	var fields []string
	if f.known() {
		line, _, _ := strings.Cut(f.text(), "\n")
		fields = strings.Fields(line)
		if ifs := k.sh.ifs(); ifs != " \t\n" {
			fields = strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(ifs, r) })
		}
		if strings.Contains(strings.TrimRight(f.text(), "\n"), "\n") {
			fields, f.edit().known = nil, false // read in a loop: one line after the other
			if names := strings.Fields(f.text()); len(names) <= 64 && len(a.words) == 1 {
				v := variable{words: []Word{lit(names[0])}}
				for line := range strings.SplitSeq(strings.TrimRight(k.in.text(), "\n"), "\n") {
					v = v.or(variable{words: []Word{lit(line)}})
				}
				k.ctx.sh.vars[a.words[0].Text()] = v
				k.ctx.sh.alts = true
				return
			}
		}
	}
	if array.Known() && isName(array.Text()) {
		if !f.known() {
			g := f
			g.edit().known = false
			g.edit().text = ""
			g.edit().file = ""
			k.ctx.sh.set(array.Text(), unsure("${"+array.Text()+"[@]}", &gap{hole: "$" + array.Text(), split: true, flow: g}))
			return
		}
		ws := make([]Word, len(fields))
		for i, t := range fields {
			ws[i] = lit(t)
		}
		k.ctx.sh.set(array.Text(), ws...)
		return
	}
	for i, n := range names {
		k.evaluated(n)
		if !n.Known() || !isName(n.Text()) {
			continue
		}
		w := unsure("$"+n.Text(), &gap{hole: "$" + n.Text(), split: true, flow: f})
		if !f.known() && f.text() != "" {
			w.set(strings.TrimSpace(f.text())) // for who looks for what is plainly there
		}
		w.edit().flow.edit().known = false
		w.edit().flow.edit().text = ""
		w.edit().flow.edit().file = ""
		if f.known() {
			switch {
			case i >= len(fields):
				w = lit("")
			case i == len(names)-1:
				w = lit(strings.Join(fields[i:], " "))
			default:
				w = lit(fields[i])
			}
		}
		k.ctx.sh.set(n.Text(), w)
		k.environment(n.Text(), w, k.src)
	}
	if len(names) == 0 {
		k.ctx.sh.set("REPLY", unsure("$REPLY", &gap{hole: "$REPLY", split: true, flow: f.hidden()}))
	}
}

func doMapfile(k *call, a *args) {
	name := "MAPFILE"
	if len(a.words) > 0 && a.words[0].Known() {
		name = a.words[0].Text()
	}
	if !isName(name) {
		return
	}
	if w := a.value("-u"); w.Known() {
		if g, ok := k.inputs[w.Text()]; ok {
			k.in = g
		}
	}
	if k.in.known() {
		var ws []Word
		for line := range strings.SplitSeq(strings.TrimRight(k.in.text(), "\n"), "\n") {
			ws = append(ws, lit(line))
		}
		k.ctx.sh.set(name, ws...)
		return
	}
	f := k.in
	f.edit().text = ""
	f.edit().file = ""
	k.ctx.sh.set(name, unsure("${"+name+"[@]}", &gap{hole: "$" + name, split: true, flow: f}))
}

func doSet(k *call, a *args) {
	k.prints(nothing)
	for i, w := range a.words {
		if w.Is("--") || i == 0 && !strings.HasPrefix(w.Text(), "-") && !strings.HasPrefix(w.Text(), "+") {
			args := a.words[i:]
			if w.Is("--") {
				args = a.words[i+1:]
			}
			k.ctx.sh.args, k.ctx.sh.open = args, false
			return
		}
	}
	if len(a.words) == 0 {
		k.foundWhy(Secret, k.name, "prints every variable", k.src)
		k.prints(comes(markSecret, "the output of set"))
	}
}

// doExport is export and its like where they are not parsed as a declaration
// (command export A=b).
func doExport(k *call, a *args) {
	for _, w := range a.words {
		if name, val, ok := strings.Cut(w.Text(), "="); ok && isName(name) {
			v := w
			v.set(val)
			v.edit().stem = strings.TrimPrefix(v.stem(), name+"=")
			k.assignWord(name, v, k.src)
		}
	}
}

// doShell gives a shell's script its arguments.
func doShell(k *call, a *args) {
	if !a.has("-c -n") && len(a.operands) == 0 {
		if k.wire {
			k.foundWhy(ReverseShell, k.name, "another machine gives it its input", k.src)
		}
		if !k.in.known() && k.in.file() == "" {
			defer k.prints(comes(markShell, "the output of a shell"))
		}
	}
	if w := a.value("--rcfile --init-file"); w.Text() != "" {
		k.asFile(w)
	}
	switch {
	case a.has("-c"):
		if len(a.operands) > 0 && a.operands[0].kind == "LINE" {
			in := k.child()
			if len(a.words) > 1 {
				in.sh.self, in.sh.args = a.words[1], a.words[2:]
			}
			k.shellText(in, a.words[0], k.name+": -c")
			a.operands = nil
		}
		k.stdin = true
	case a.has("-s") && !k.emptyInput():
		in := k.child()
		in.sh.args, in.in = a.words, flow{}
		k.runText(in, k.in, k.name+": -s")
		k.stdin, a.operands = true, nil
	case a.has("-i") && len(a.operands) == 0:
		k.interactive(k.name + ": -i")
		if k.emptyInput() {
			k.stdin = true
		}
	case a.has("-n"):
		for _, v := range a.operands {
			k.touch(reads, v.words[0], k.name, k.src)
		}
		a.operands = nil
		k.stdin = true
	}
}

// shellText reads the word w as a script in the child shell in.
func (k *call) shellText(in *ctx, w Word, row string) {
	k.stdin = true
	if w.Known() {
		in.in = k.in
		k.prints(in.script(w.Text()))
		return
	}
	saved := k.cmd
	k.innerScriptIn(in, []Word{w}, row)
	k.cmd = saved
}

// decode is the text that a decoder makes of known input.
func decode(how, text string) (string, bool) {
	text = strings.TrimSpace(text)
	switch how {
	case "base64":
		clean := strings.Map(func(r rune) rune {
			if r == '\n' || r == ' ' || r == '\r' {
				return -1
			}
			return r
		}, text)
		for _, enc := range []*base64.Encoding{base64.StdEncoding, base64.RawStdEncoding, base64.URLEncoding, base64.RawURLEncoding} {
			if b, err := enc.DecodeString(clean); err == nil {
				return string(b), true
			}
		}
	case "base32":
		if b, err := base32.StdEncoding.DecodeString(strings.NewReplacer("\n", "", " ", "").Replace(text)); err == nil {
			return string(b), true
		}
	case "hex":
		if b, err := hex.DecodeString(strings.Map(func(r rune) rune {
			if r == '\n' || r == ' ' || r == ':' {
				return -1
			}
			return r
		}, text)); err == nil {
			return string(b), true
		}
	case "rev":
		lines := strings.Split(text, "\n")
		for i, l := range lines {
			r := []rune(l)
			for a, b := 0, len(r)-1; a < b; a, b = a+1, b-1 {
				r[a], r[b] = r[b], r[a]
			}
			lines[i] = string(r)
		}
		return strings.Join(lines, "\n") + "\n", true
	}
	return "", false
}

// base is the last name of a word's path, as far as it is known.
func (w Word) base() string { return path.Base(w.Text()) }

// doTrap: what is set runs later, and knows then the number of a job that the
// line starts only afterwards.
func doTrap(k *call, a *args) {
	k.sh = k.sh.clone()
	for rest := k.text; ; {
		before, after, ok := strings.Cut(rest, "=$!")
		if !ok {
			return
		}
		name := before[strings.LastIndexAny(before, " ;&|\n\t({")+1:]
		if _, set := k.sh.vars[name]; isName(name) && !set && strings.Count(k.text, name+"=") == strings.Count(k.text, name+"=$!") {
			k.sh.vars[name] = variable{words: []Word{unsure("$!", &gap{hole: "$!", flow: marked(markPlain)})}}
		}
		rest = after
	}
}
