package classify

import (
	"path"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// call is one simple command while it is read.
type call struct {
	ctx
	cmd     *Command
	name    string // the table and its subcommands: "git push"
	words   []Word
	src     string
	does    Effect // what the rows said so far
	dry     bool
	reads   []flow // the content of what it reads, its input last
	sent    []Word // words that a network program would send as data
	out     flow
	fixed   bool      // out was set by a kind or a Do, not by the table's Out
	stdin   bool      // its input has been given to something
	written []Word    // the files that it wrote
	argv    []Word    // the arguments of a script, where it is read as a file
	pairs   [][2]Word // for cp, mv, ln: each source with the path that it gets
	arrived [][2]Word // files of other machines, with where they come to lie
	far     bool      // its database is on another machine, or may be
	scratch bool      // its database is in the temp folder or in memory only
}

// callExpr reads a simple command: its assignments, its words, the call.
func (c *ctx) callExpr(x *syntax.CallExpr) flow {
	if !c.step() {
		return flow{}
	}
	src := c.src(x)
	if len(x.Args) == 0 {
		for _, a := range x.Assigns {
			c.assign(a, c.src(a))
		}
		return nothing
	}
	if c.sh.alts {
		if name, alts := c.alternatives(x); name != "" {
			// Read once for each value that a variable may have.
			saved := c.sh.vars[name]
			out := nothing
			for i, a := range alts {
				c.sh.vars[name] = variable{words: []Word{a}, export: saved.export}
				f := c.callExpr(x)
				if i == 0 {
					out = f
				} else {
					out = out.then(f)
					out.forget()
				}
			}
			if v, ok := c.sh.vars[name]; ok && len(v.words) == 1 && len(alts) > 0 && v.words[0].Text() == alts[len(alts)-1].Text() {
				c.sh.vars[name] = saved
			}
			return out
		}
	}
	words := c.words(x.Args)
	if len(x.Assigns) > 0 {
		// They hold for this call only; the words were expanded before. What the
		// call itself sets (read, cd, a function) stays.
		outer := c.sh
		before := make([]variable, len(x.Assigns))
		for i, a := range x.Assigns {
			if a.Name != nil {
				before[i] = outer.vars[a.Name.Value]
			}
		}
		c.sh = c.sh.clone()
		inner := c.sh
		defer func() {
			*outer = *inner
			for i, a := range x.Assigns {
				if a.Name == nil {
					continue
				}
				if delete(outer.vars, a.Name.Value); before[i].words != nil || before[i].ref != "" {
					outer.vars[a.Name.Value] = before[i]
				}
			}
		}()
		for _, a := range x.Assigns {
			c.assign(a, c.src(a))
			if a.Name != nil {
				v := c.sh.vars[a.Name.Value]
				v.export = true
				c.sh.vars[a.Name.Value] = v
			}
		}
	}
	if len(words) == 0 {
		return nothing
	}
	return c.call(words, src)
}

// alternatives finds a variable of the call that may have several values.
func (c *ctx) alternatives(x *syntax.CallExpr) (string, []Word) {
	name := ""
	syntax.Walk(x, func(n syntax.Node) bool {
		if p, ok := n.(*syntax.ParamExp); ok && p.Param != nil && name == "" {
			if v, ok := c.sh.vars[p.Param.Value]; ok && len(v.alts) > 1 {
				name = p.Param.Value
			}
		}
		_, inner := n.(*syntax.CmdSubst)
		return !inner
	})
	if name == "" {
		return "", nil
	}
	return name, c.sh.vars[name].alts
}

// call classifies one simple command, given as its words, and returns what it
// prints.
func (c *ctx) call(words []Word, src string) flow {
	if c.calls++; c.calls > maxCalls || len(c.via) > maxVia {
		if !c.stopped {
			c.stopped = c.calls > maxCalls
			c.foundWhy(Unreadable, "shell", "too many commands or wrappers", src)
		}
		return flow{}
	}
	if !c.step() {
		return flow{}
	}
	k := &call{ctx: *c, words: words, src: src}
	name := words[0]
	if !name.Known() {
		return k.unknownName()
	}
	if fn, ok := c.sh.funcs[name.Text()]; ok && (len(c.via) == 0 || c.via[len(c.via)-1] != "command") {
		return k.function(name.Text(), fn)
	}
	if text, ok := c.sh.aliases[name.Text()]; ok {
		in := c.inner(name.Text())
		delete(in.sh.aliases, name.Text())
		rest := strings.TrimPrefix(src, name.Text())
		out := in.script(text + rest)
		in.sh.aliases[name.Text()] = text
		if c.policy.lookup(name.Text()) != nil {
			k.program(name.Text()) // bash expands aliases only where a person types
		}
		return out
	}
	return k.program(name.Text())
}

// unknownName is a call whose name cannot be told.
func (k *call) unknownName() flow {
	name := k.words[0]
	if k.wire {
		k.foundWhy(ReverseShell, "shell", name.Text()+" comes from another machine", k.src)
	}
	if name.glob() {
		for _, p := range k.paths(name) {
			if cmd := k.policy.lookup(path.Base(p)); cmd != nil {
				k.run(cmd, cmd.nameFor(path.Base(p)), k.words[1:])
			}
		}
		k.foundWhy(RunBuilt, "shell", "a pattern stands where the command's name should", k.src)
		return flow{}
	}
	if name.flow().download() {
		k.foundWhy(RunDownload, "shell", "the command is "+name.hole(), k.src)
		return flow{}
	}
	for _, p := range k.paths(name) {
		if _, own := k.files[path.Clean(p)]; own && name.flow().plain() || own && name.flow().place() != "" { // a file that the line wrote
			k.cmd, k.name = &Command{Name: "sh"}, "sh"
			k.runFile(name, k.words[1:])
			return marked(markBuilt)
		}
	}
	lone := strings.Trim(name.Text(), `"`)
	if isVar(lone) && !name.flow().built() && !k.hasFlag() {
		// one variable and no flag: a program that the environment names
		k.foundWhy(Unknown, "shell", lone+" is not known", k.src)
	} else {
		k.foundWhy(RunBuilt, "shell", name.hole()+" stands where the command's name should", k.src)
	}
	// The operands are judged as if the strictest fitting program had them.
	if k.hasFlag() {
		for _, guess := range []string{"rm", "chmod"} {
			probe := *k
			rest := k.words[1:]
			if guess == "chmod" && len(rest) < 2 {
				continue
			}
			probe.guess(guess, rest)
		}
	}
	if base := path.Base(name.Text()); name.tail() != "" || name.stem() != "" {
		if cmd := k.policy.lookup(base); cmd != nil {
			k.run(cmd, cmd.nameFor(base), k.words[1:])
		}
	}
	return marked(markBuilt)
}

// guess reads the words as operands of program and keeps only a wipe or a touch
// of guard.
func (k *call) guess(program string, rest []Word) {
	cmd := k.policy.lookup(program)
	if cmd == nil {
		return
	}
	probe := *k.scan
	probe.res = &Result{}
	probe.seen = map[string]bool{}
	g := *k
	g.scan = &probe
	g.run(cmd, program, rest)
	k.scan.work, k.scan.calls = probe.work, probe.calls
	for _, f := range probe.res.Findings {
		if f.Effect == Wipe || f.Effect == Tamper {
			f.Row = "shell: as if it were " + f.Row
			k.addOnce(f)
		}
	}
}

func (k *call) hasFlag() bool {
	for _, w := range k.words[1:] {
		if strings.HasPrefix(w.Text(), "-") && len(w.Text()) > 1 {
			return true
		}
	}
	return false
}

// isVar reports whether text is one plain variable: $X or ${X}.
func isVar(text string) bool {
	t, ok := strings.CutPrefix(text, "$")
	if !ok {
		return false
	}
	if in, ok := strings.CutPrefix(t, "{"); ok {
		t = strings.TrimSuffix(in, "}")
	}
	return isName(t)
}

// function calls a function that the line defines.
func (k *call) function(name string, fn function) flow {
	self := name + "@" + strconv.Itoa(int(fn.body.Pos().Offset())) + "/" + strconv.Itoa(len(fn.text))
	for _, f := range k.funcs {
		if f == self {
			if k.pipes > 0 {
				k.foundWhy(ForkBomb, "shell: a function", name+" starts itself", k.src)
			}
			return flow{}
		}
	}
	*fn.used = true
	if len(k.funcs) >= maxDepth {
		k.foundWhy(Unreadable, "shell", "too many functions within each other", k.src)
		return flow{}
	}
	in := k.ctx
	in.text = fn.text
	in.funcs = append(in.funcs[:len(in.funcs):len(in.funcs)], self)
	saved, open := in.sh.args, in.sh.open
	in.sh.args, in.sh.open = k.words[1:], false
	in.pipes = 0
	out := in.stmt(fn.body)
	in.sh.args, in.sh.open = saved, open
	return out
}

// program looks the program up and reads its arguments.
func (k *call) program(text string) flow {
	k.cmd, k.name = &Command{Name: "sh"}, path.Base(text)
	k.begin()
	base := path.Base(windows(text))
	for _, ext := range [...]string{".exe", ".cmd", ".bat"} { // npm.cmd
		if b, ok := strings.CutSuffix(strings.ToLower(base), ext); ok && (ext == ".exe" || k.policy.lookup(b) != nil && !strings.Contains(text, "/")) {
			base = b
		}
	}
	if rest, ok := strings.CutPrefix(base, "="); ok {
		base = rest // zsh: the program of that name on PATH
	}
	if strings.HasPrefix(base, "ld-linux") || strings.HasPrefix(base, "ld-musl") {
		base = "ld.so"
		text = base // the loader runs its first operand
	}
	if strings.HasPrefix(text, "!") {
		k.foundWhy(RunBuilt, "shell", "an interactive shell takes "+text+" from its history", k.src)
	}
	cmd := k.policy.lookup(base)
	if cmd == nil {
		cmd = k.policy.lookup(strings.ToLower(base))
	}
	if cmd == nil {
		if v := plainForm(base); v != "" {
			if cmd = k.policy.lookup(v); cmd != nil {
				base = v
			}
		}
	}
	if strings.Contains(text, "/") && !k.toolFolder(text) {
		// A file run by its path: its text counts, and what its name promises.
		k.runFile(k.words[0], k.words[1:])
		if cmd == nil || k.isProjectFile(text) && !isLauncher(text) {
			return marked(markBuilt).merge(k.in.hidden())
		}
	}
	if cmd == nil {
		if len(k.words) == 2 && k.words[1].Has("--version --help") {
			return flow{} // a program that is there or not says what it is
		}
		k.found(Unknown, base+": no table", k.src)
		if strings.Contains(text, " ") { // whoever starts it may read it as a line
			k.child().script(text)
		}
		k.unknownProgram()
		return k.in.hidden().merge(flow{})
	}
	return k.run(cmd, cmd.nameFor(base), k.words[1:])
}

// plainForm is the name of a program without its version (clang-17, ruby3.2)
// or, for the tools of a compiler, without the machine that they build for
// (arm-none-eabi-objdump, llvm-nm); "" where it has neither.
func plainForm(name string) string {
	if v := strings.TrimRight(name, "0123456789."); len(v) > 1 && v != name && !strings.HasSuffix(name, ".") {
		return strings.TrimSuffix(v, "-")
	}
	i := strings.LastIndexByte(name, '-')
	if i <= 0 || !hasName("gcc g++ c++ cpp clang clang++ ld as ar nm ranlib strip size strings objdump objcopy readelf addr2line gdb gcov gprof cov profdata", name[i+1:]) {
		return ""
	}
	return name[i+1:]
}

// unknownProgram judges the commands that an unknown program may run, and the
// secrets it may send.
func (k *call) unknownProgram() {
	first := true
	for i, w := range k.words[1:min(len(k.words), 10)] {
		before := k.words[i] // the word in front of w
		flag := strings.HasPrefix(w.Text(), "-")
		switch {
		case !w.Known() || flag:
			continue
		case before.Has("-c -e -x --exec --execute --command --cmd --run --shell --eval") && strings.Contains(w.Text(), " "):
			k.child().script(w.Text())
			continue
		case first && i > 3, first && hasName("init install format env set export import mount link at service patch start stop watch history test batch", w.Text()):
			// rather a word of its own
		case first, before.Has("-- run exec enter shell x"), hasName("rm shred dd sudo bash sh zsh dash", path.Base(w.Text())):
			if k.policy.lookup(path.Base(w.Text())) != nil {
				in := k.inner(k.words[0].Text())
				in.call(k.words[1+i:], k.src)
			}
		}
		first = false
	}
	for _, w := range k.words[1:] {
		k.given(w)
		if w.flow().secret() {
			k.foundWhy(Secret, path.Base(k.words[0].Text()), w.hole()+" is given to a program that guard does not know", k.src)
		}
	}
}

// given is a word that a program gets that guard does not know: a credential
// counts as read, guard's files and what runs later as written.
func (k *call) given(w Word) {
	if _, val, ok := strings.Cut(w.Text(), "="); ok && w.Known() && strings.HasPrefix(w.Text(), "-") {
		w = lit(val)
	}
	if !w.Known() || !strings.ContainsAny(w.Text(), "./") || strings.HasPrefix(w.Text(), "-") || strings.Contains(w.Text(), "://") {
		return
	}
	row := path.Base(k.words[0].Text()) + ": no table"
	for _, p := range k.paths(w) {
		p = path.Clean(p)
		switch k.zone(p) {
		case zoneSecrets:
			k.touched(zoneSecrets, reads, k.show(p), row, k.src)
		case zoneDevice:
			k.touched(zoneDevice, reads, k.show(p), row, k.src)
		case zoneGuard, zoneAutorun:
			k.touched(zoneAutorun, writes, k.show(p), row, k.src)
		}
	}
}

// toolFolder reports whether a program called by this path is the one of that
// name: it lies in a folder for programs.
func (k *call) toolFolder(p string) bool {
	p = windows(p)
	for _, d := range []string{"/bin/", "/usr/bin/", "/sbin/", "/usr/sbin/", "/usr/local/bin/", "/usr/local/sbin/", "/usr/libexec/", "/opt/homebrew/bin/", "/snap/bin/", "/usr/local/go/bin/", "/c/program files/", "/c:/program files/", "/c:/windows/", "/c/windows/", "/mnt/c/windows/", "/system/"} {
		if strings.HasPrefix(strings.ToLower(p), d) {
			return true
		}
	}
	if strings.HasPrefix(p, k.scene.Home+"/") {
		for _, d := range []string{"/.local/bin/", "/go/bin/", "/.cargo/bin/", "/bin/", "/.npm-global/bin/", "/.bun/bin/", "/.deno/bin/", "/.pyenv/", "/.nvm/", "/.rbenv/", "/.volta/bin/", "/.local/share/mise/", "/.asdf/"} {
			if strings.HasPrefix(p[len(k.scene.Home):], d) {
				return true
			}
		}
	}
	return strings.Contains("/"+p, "/node_modules/.bin/") || strings.Contains("/"+p, "/.venv/bin/") || strings.Contains("/"+p, "/venv/bin/") || strings.Contains("/"+p, "/vendor/bin/")
}

func (k *call) isProjectFile(text string) bool {
	for _, p := range k.paths(lit(text)) {
		switch k.zone(p) {
		case zoneProject, zoneOutput:
			return true
		}
	}
	return false
}

// nameFor is the name that findings of a call give: the word it was called by
// where the table knows it under several.
func (c *Command) nameFor(base string) string {
	if hasName(c.Name, base) {
		return base
	}
	return c.firstName()
}

// run reads args with cmd, adds what the rows say, and goes on into the
// subcommand, the inner command and the inner script.
func (k *call) run(cmd *Command, name string, rest []Word) flow {
	k.cmd, k.name = cmd, name
	if len(rest) == 1 && (rest[0].Is("--help") || rest[0].Is("--version")) && cmd.find("--help") == nil && !cmd.Plain {
		return flow{}
	}
	var up *Command
	a := cmd.read(rest, up)
	for depth := 0; ; depth++ {
		if cmd.more().Other != nil && a.sub == nil && len(a.words) > 0 && cmd.more().Other(k, a) {
			a.strange = nil
		}
		k.row(cmd, a, name)
		if a.sub == nil {
			break
		}
		up = cmd
		cmd = a.sub
		sub := a.rest[:0:0]
		sub = append(sub, a.rest...)
		name += " " + subName(cmd, rest, a)
		k.cmd, k.name = cmd, name
		if len(sub) == 1 && (sub[0].Is("--help") || sub[0].Is("-h") && cmd.find("-h") == nil) {
			k.dry = true
			k.does = 0
			return flow{}
		}
		flags := a.flags
		dry := a.dry
		rest = sub
		a = cmd.read(rest, up)
		a.dry = a.dry || dry
		a.flags = append(flags[:len(flags):len(flags)], a.flags...)
	}
	k.finish(cmd, a, name)
	k.keeps()
	k.worksIn()
	return k.output(cmd, a)
}

// subName is the word by which the subcommand was called.
func subName(sub *Command, rest []Word, a *args) string {
	if i := len(rest) - len(a.rest) - 1; i >= 0 && i < len(rest) && rest[i].Known() && hasName(sub.Name, rest[i].Text()) {
		return rest[i].Text()
	}
	return sub.firstName()
}

// row adds what flags and unknown words of one level say. Flags of levels
// above are already in.
func (k *call) row(cmd *Command, a *args, name string) {
	for _, w := range a.strange {
		if w.Known() || w.couldBeFlag() {
			k.foundWhy(Unknown, name, "no row for "+cut(w.Text(), 60), k.src)
			k.does |= Unknown
		} else {
			k.foundWhy(Unknown, name, cut(w.Text(), 60)+" cannot be told", k.src)
		}
	}
	_ = cmd
}

// asksHelp reports whether --help stands where every getopt takes it for a flag:
// in front of all operands but a verb. BSD's rm deletes src in "rm src --help".
func (k *call) asksHelp(cmd *Command) bool {
	levels := 0
	for u := cmd.above(); u != nil; u = u.above() {
		levels++
	}
	for _, w := range k.words[1:] {
		switch {
		case w.Is("--help"):
			return true
		case w.Is("--") || !w.Known():
			return false
		case strings.HasPrefix(w.Text(), "-"):
		case levels > 0:
			levels--
		case !w.Has("install add remove uninstall upgrade update push pull enable disable reset build deploy"):
			return false
		}
	}
	return false
}

// finish adds what the last level says: effects, flags' values, operands,
// rules, standard input.
func (k *call) finish(cmd *Command, a *args, name string) {
	if a.has("--help") && (cmd.open() || k.asksHelp(cmd)) {
		return // it shows how it is used
	}
	k.dry = a.dry
	does := Effect(0)
	for u := cmd; u != nil; u = u.above() {
		does |= u.Does
	}
	if a.dry {
		does &^= dryMask
	}
	k.effect(does, name)
	for _, f := range a.flags {
		row := name + ": " + f.row.Spell
		e := f.row.Does &^ Dry
		if a.dry {
			e &^= dryMask
		}
		k.effect(e, row)
	}
	if a.form != nil {
		e := a.form.Does
		if a.dry {
			e &^= dryMask
		}
		k.effect(e, name+": "+a.form.If)
	}
	for i := range cmd.more().Rules {
		r := &cmd.more().Rules[i]
		if r.applies(a) {
			e := r.Does
			if a.dry {
				e &^= dryMask
			}
			k.effect(e, name+": "+r.Says)
		}
	}
	for u := cmd; u != nil; u = u.above() {
		if u.more().Each != nil {
			u.more().Each(k, a)
		}
	}
	for i := range a.flags { // a folder to work in counts for all else
		if f := &a.flags[i]; len(f.values) == 1 && f.values[0].kind == "CD" {
			k.values(name+": "+f.row.Spell, f.values)
			f.values = nil
		}
	}
	if cmd.Do != nil {
		cmd.Do(k, a)
	}
	for _, f := range a.flags {
		k.values(name+": "+f.row.Spell, f.values)
	}
	k.values(name, a.operands)
	k.standardInput(cmd, a, name)
	if cmd.more().After != nil {
		cmd.more().After(k, a)
	}
	k.leaks(name)
	k.ownCode(name)
	if k.does&RunProject != 0 && !a.dry {
		k.production(name)
	}
	if d := k.sh.dir(); d != "" && k.does&RunProject != 0 && k.does&RunUnseen == 0 && !k.away && !k.boxed {
		if !k.homeGround(d) {
			k.effect(RunUnseen, name+" (outside the project)")
		}
	}
}

// effect adds e to what the call does, with row as the reason.
func (k *call) effect(e Effect, row string) {
	if e == 0 {
		return
	}
	k.does |= e
	k.found(e, row, k.src)
}

func (r *Rule) applies(a *args) bool {
	if r.When != nil && !r.When(a) {
		return false
	}
	if r.Word == "" {
		return r.When != nil
	}
	for _, w := range a.words {
		if w.Known() {
			for pat := range strings.FieldsSeq(r.Word) {
				if globMatch(pat, w.Text()) {
					return true
				}
			}
		}
	}
	return false
}

// networkEffects are the effects with which a call's words can leave the
// machine.
const networkEffects = Fetch | Send | Publish | Spend | Remote | ReadRemote | Expose

// leaks finds credentials among the words of a call that talks to the network.
func (k *call) leaks(name string) {
	if k.does&networkEffects == 0 && !k.far {
		return
	}
	for _, w := range k.sent {
		if w.flow().secret() {
			k.foundWhy(Leak, name, cut(w.hole(), 60), k.src)
		}
	}
}

// output is what the call prints.
func (k *call) output(cmd *Command, a *args) flow {
	if k.fixed {
		return k.out
	}
	out := Out(0)
	for u := cmd; u != nil; u = u.above() {
		if out = u.Out; out != OutText {
			break
		}
	}
	if k.does&(Fetch|Remote) != 0 && out == OutText {
		return comes(markDownload|when(k.vets(a), markVetted), "the output of "+k.name)
	}
	read := k.input(a)
	if (out == OutText || out == OutPass || out == OutBuilt) && k.does&Secret != 0 && k.does&(networkEffects|Loopback) == 0 {
		read.mark(markSecret, true)
		read.edit().known = false
		if read.from() == "" {
			read.edit().from = "the output of " + k.name
		}
	}
	if out == OutText || out == OutPass || out == OutBuilt {
		for _, w := range k.sent { // jq -n --arg k "$(cat .env)"
			if w.flow().secret() && k.does&(networkEffects|Loopback) == 0 {
				read.mark(markSecret, true)
				read.edit().known = false
				if read.from() == "" {
					read.edit().from = w.hole()
				}
			}
		}
	}
	switch out {
	case OutPass:
		return read
	case OutNames:
		f := flow{&content{place: k.sh.dir(), from: "names from " + k.name}}
		if a.has("-a -A --all --almost-all") {
			f.edit().from = "all " + f.from()
		}
		if len(a.operands) > 0 {
			places := map[string]bool{}
			for _, v := range a.operands {
				if v.kind == "LIST" || v.kind == "READ" {
					for _, p := range k.paths(v.words[0]) {
						if i := strings.IndexAny(p, "*?["); i >= 0 { // the matches lie in the folder before
							p = p[:strings.LastIndexByte(p[:i], '/')+1]
						}
						places[path.Clean(p)] = true
						f.edit().place = path.Clean(p)
						if b := path.Base(v.words[0].Text()); v.words[0].glob() && len(a.operands) == 1 && strings.HasPrefix(b, ".") {
							f.edit().tail = b // ls .env*
						}
					}
				}
			}
			if len(places) > 1 {
				f.edit().place = common(places)
			}
		}
		return f
	case OutPlain:
		return marked(markPlain)
	case OutNone:
		return flow{}
	case OutBuilt:
		f := read.hidden()
		f.mark(markBuilt, true)
		return f
	}
	return read.hidden()
}

// input is the text that the call reads: its operands, or else its standard
// input.
func (k *call) input(a *args) flow {
	read := nothing
	if k.usesInput(a) {
		read = k.in
	}
	for _, f := range k.reads {
		read = read.then(f)
	}
	return read
}

// usesInput reports whether the call reads its standard input: it has no
// operand to read instead.
func (k *call) usesInput(a *args) bool {
	if a == nil {
		return len(k.reads) == 0
	}
	for _, v := range a.operands {
		if (v.kind == "READ" || v.kind == "RREAD") && !v.words[0].Is("-") {
			return false
		}
	}
	return true
}

// common is the deepest folder that holds all places.
func common(places map[string]bool) string {
	out := ""
	for p := range places {
		if out == "" {
			out = p
			continue
		}
		for !within(p, out) {
			out = path.Dir(out)
		}
	}
	return out
}
