package classify

import (
	"maps"
	"path"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// scan is the reading of one tool call.
type scan struct {
	scene       *Scene
	policy      *Policy
	res         *Result
	files       map[string]flow // what the line itself writes, by path
	guessing    bool            // it reads code that may never run
	staged      string          // the credential that the line gave to git
	fetched     []string        // folders that hold what the line fetched
	made        map[string]bool // folders that the line makes
	twins       []string        // folders in which the line puts the project's own commits
	products    map[string]bool // programs that the line builds from the project's sources
	seen        map[string]bool // findings already added
	calls       int
	work        int
	scripts     int
	wires       string            // descriptors that lead to another machine: " 5 "
	inputs      map[string]flow   // what descriptors read that the line opens: 3< file
	outputs     map[string]target // the files that descriptors write: 3> file
	wholes      map[string]bool   // files that the line writes as a whole
	stopped     bool
	code        int // steps of reading code in other languages
	codeStopped bool
	marks       [][]string
	listed      struct{ file, text string } // the script in which something was found last
	roots       []string
}

// ctx is a place in the walk: the shell it is in, how it was reached, and what
// stands on its standard input.
type ctx struct {
	*scan
	sh     *shell
	via    []string
	text   string // the source of the script being read
	in     flow
	away   bool   // it runs on another machine
	boxed  bool   // it runs in a container: paths are not this machine's
	file   string // the script file being read, "" for the line itself
	piped  bool   // its input comes through a pipe of the line
	sifted bool   // what it prints goes through a filter that keeps plain variables only
	funcs  []string
	mounts []mount // folders of this machine that the container sees
	boxDir string  // the folder in which the container starts
	wire   bool    // its streams are a connection to another machine (/dev/tcp)
	who    int     // the call that what is found belongs to, as res.calls counts from 1; 0: none
	pipes  int     // how many pipes or background jobs surround it, for fork bombs
}

// shell is the state of one running shell.
type shell struct {
	vars    map[string]variable
	funcs   map[string]function
	aliases map[string]string
	dirs    []string // where it may be: the likely folder first; empty: not known
	args    []Word   // $1 …
	self    Word     // $0, where the line says it
	open    bool     // the arguments are not known
	alts    bool     // some variable has alternatives
}

type variable struct {
	words  []Word // one word; several for an array
	alts   []Word // values that it may have instead, the first included
	export bool
	ref    string // the name that it stands for (declare -n)
}

type function struct {
	body *syntax.Stmt
	text string
	used *bool
}

func newShell(sc *Scene) *shell {
	sh := &shell{vars: map[string]variable{}, funcs: map[string]function{}, aliases: map[string]string{}}
	if sc.Dir != "" {
		sh.dirs = []string{sc.Dir}
	}
	return sh
}

func (sh *shell) clone() *shell {
	cp := *sh
	cp.vars, cp.funcs, cp.aliases = maps.Clone(sh.vars), maps.Clone(sh.funcs), maps.Clone(sh.aliases)
	return &cp
}

// dir is the likely working folder, "" where it cannot be told.
func (sh *shell) dir() string {
	if len(sh.dirs) == 0 {
		return ""
	}
	return sh.dirs[0]
}

func (sh *shell) set(name string, ws ...Word) {
	sh.vars[name] = variable{words: ws, export: sh.vars[name].export}
}

func (sh *shell) ifs() string {
	if v, ok := sh.vars["IFS"]; ok && len(v.words) == 1 && v.words[0].Known() {
		return v.words[0].Text()
	}
	return " \t\n"
}

// join makes sh what it may be after either a or b ran.
func (sh *shell) join(a, b *shell) {
	out := maps.Clone(a.vars)
	for n, v := range b.vars {
		w, ok := out[n]
		if !ok {
			w = variable{words: sh.vars[n].words}
		}
		out[n] = w.or(v)
		if len(out[n].alts) > 1 {
			sh.alts = true
		}
	}
	for n, v := range a.vars {
		if _, ok := b.vars[n]; !ok {
			out[n] = v.or(sh.vars[n])
		}
	}
	sh.vars = out
	maps.Copy(sh.funcs, a.funcs)
	maps.Copy(sh.funcs, b.funcs)
	maps.Copy(sh.aliases, a.aliases)
	maps.Copy(sh.aliases, b.aliases)
	sh.dirs = union(a.dirs, b.dirs)
	sh.alts = sh.alts || a.alts || b.alts
}

func union(a, b []string) []string {
	if len(a) == 0 || len(b) == 0 {
		return nil
	}
	out := a
	for _, d := range b {
		if !contains(out, d) {
			out = append(out[:len(out):len(out)], d)
		}
	}
	if len(out) > 6 {
		return nil
	}
	return out
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

// or is a variable that has v's value or w's.
func (v variable) or(w variable) variable {
	if len(v.words) == 1 && len(w.words) == 1 && v.words[0].Text() == w.words[0].Text() && v.words[0].Known() == w.words[0].Known() {
		return v
	}
	if len(v.words) > 1 || len(w.words) > 1 {
		return variable{words: []Word{unsure("${…}", &gap{hole: "an array", split: true})}, export: v.export || w.export}
	}
	var alts []Word
	add := func(x variable) {
		switch {
		case len(x.alts) > 0:
			alts = append(alts, x.alts...)
		case len(x.words) == 1:
			alts = append(alts, x.words[0])
		default:
			alts = append(alts, lit(""))
		}
	}
	add(v)
	add(w)
	uniq := alts[:0:0]
	for _, a := range alts {
		dup := false
		for _, u := range uniq {
			dup = dup || u.Text() == a.Text() && u.Known() == a.Known()
		}
		if !dup {
			uniq = append(uniq, a)
		}
	}
	if len(uniq) > 64 {
		return variable{words: []Word{unsure("${…}", &gap{hole: "a variable with many values", split: true})}}
	}
	if len(uniq) == 1 {
		return variable{words: uniq, export: v.export || w.export}
	}
	return variable{words: uniq[:1], alts: uniq, export: v.export || w.export}
}

// step counts one step of work and reports whether there is any left.
func (s *scan) step() bool {
	s.work++
	if s.work > maxWork && !s.stopped {
		s.stopped = true
		s.res.loose.effects |= Unreadable
		s.res.add(Finding{Tier: s.policy.tier(Unreadable), Effect: Unreadable, Does: Unreadable.does() + ": it is too much work", Row: "shell"})
	}
	return !s.stopped
}

func (c *ctx) unreadable(why string) { c.foundWhy(Unreadable, "shell", why, c.text) }

// found adds one finding for each effect in e.
func (c *ctx) found(e Effect, row, call string) { c.foundWhy(e, row, "", call) }

func (c *ctx) foundWhy(e Effect, row, why, call string) {
	if e == 0 {
		return
	}
	for _, r := range effects {
		if e&r.Effect == 0 {
			continue
		}
		n := needs{effects: r.Effect}
		t, by := c.weigh(c.policy.tier(r.Effect), n, row)
		c.account(t, n)
		f := Finding{Tier: t, Effect: r.Effect, Does: r.Does, Row: by, Call: call, Via: c.via, Safer: safer(row, r.Effect)}
		if why != "" {
			f.Does += ": " + why
		}
		c.addOnce(f)
	}
}

func (c *ctx) addOnce(f Finding) {
	if c.file != "" {
		f.File, f.Line = c.file, lineOf(c.scriptText(), f.Call)
		f.Row += " (in " + path.Base(c.file) + ")"
	}
	f.Call, f.who = cut(f.Call, 200), c.who
	key := f.Row + "\x00" + f.Does + "\x00" + f.Call + "\x00" + strings.Join(f.Via, " ")
	if c.seen[key] {
		return
	}
	c.seen[key] = true
	c.res.add(f)
}

// src is the source text of n.
func (c *ctx) src(n syntax.Node) string {
	a, b := int(n.Pos().Offset()), int(n.End().Offset())
	if a < 0 || b > len(c.text) || a > b {
		return ""
	}
	return c.text[a:b]
}

// sub is a shell that inherits all that c knows. Copying it is work, too.
func (c *ctx) sub() *ctx {
	c.work += (len(c.sh.vars) + len(c.sh.funcs) + len(c.sh.aliases)) / 8
	in := *c
	in.sh = c.sh.clone()
	return &in
}

// with is c where the input is in.
func (c *ctx) with(in flow) *ctx {
	to := *c
	to.in = in
	return &to
}

// beside is c in one more pipe or background job.
func (c *ctx) beside() *ctx {
	by := *c
	by.pipes++
	return &by
}

// inner is c inside one more wrapper, named row.
func (c *ctx) inner(row string) *ctx {
	in := *c
	in.via = append(in.via[:len(in.via):len(in.via)], row)
	return &in
}

// script reads text as shell code in c and returns what it prints.
func (c *ctx) script(text string) flow {
	in := *c
	c = &in
	c.text = text
	if why := unfit(text); why != "" {
		c.unreadable(why)
		if len(text) > maxLine {
			text = text[:maxLine] // what can be recognised keeps its own tier
		}
		if unfit(text) != "" {
			return flow{}
		}
	}
	if len(c.via) > maxVia {
		c.unreadable("too many wrappers around it")
		return flow{}
	}
	if strings.Contains(text, "\\\n") && strings.Contains(text, "#") {
		ended, ok := endComments(text)
		if !ok {
			c.unreadable("too many comments end in a backslash")
		}
		text, c.text = ended, ended
	}
	p := syntax.NewParser(syntax.Variant(syntax.LangBash))
	f, err := p.Parse(strings.NewReader(text), "")
	if err != nil && strings.Contains(text, "$((") { // a shell that finds no arithmetic there reads $( ( … ) … )
		apart := strings.ReplaceAll(text, "$((", "$( (")
		if g, err2 := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(apart), ""); err2 == nil {
			f, err, text, c.text = g, nil, apart, apart
		}
	}
	if err != nil {
		c.foundWhy(Unreadable, "shell", err.Error(), text)
		// The statements before the error are run by a shell that reads line by line.
		// The parser may yield again after its error, so the loop is not left.
		var before []*syntax.Stmt
		failed := false
		for st, err := range syntax.NewParser(syntax.Variant(syntax.LangBash), syntax.RecoverErrors(0)).StmtsSeq(strings.NewReader(text)) {
			if failed = failed || err != nil; !failed {
				before = append(before, st)
			}
		}
		c.stmts(before)
		return flow{}
	}
	out := c.stmts(f.Stmts)
	c.uncalled(f)
	return out
}

// endComments takes away the backslash at the end of each comment: a shell ends
// a comment there all the same, but the parser goes on into the next line.
func endComments(text string) (string, bool) {
	b := []byte(text)
	for range min(16, 2+2*maxLine/len(b)) { // each parses all of it
		f, err := syntax.NewParser(syntax.Variant(syntax.LangBash), syntax.KeepComments(true)).Parse(strings.NewReader(string(b)), "")
		if err != nil {
			return string(b), true // it is reported where it is parsed again
		}
		found := false
		syntax.Walk(f, func(n syntax.Node) bool {
			if cm, ok := n.(*syntax.Comment); ok && strings.Contains(cm.Text, "\\\n") {
				from := int(cm.Hash.Offset())
				if i := strings.Index(string(b[from:]), "\\\n"); i >= 0 {
					b[from+i] = ' '
					found = true
				}
			}
			return true
		})
		if !found {
			return string(b), true
		}
	}
	return string(b), false
}

// unfit says why text is not given to the parser, "" where it is: the parser
// recurses, so that length and nesting are bounded before.
func unfit(text string) string {
	if len(text) > maxLine {
		return "it is longer than 64 KiB"
	}
	depth, most := 0, 0
	start := true // at a word that could be a keyword
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch c {
		case 0:
			return "it holds a NUL byte"
		case '\\':
			i++
			start = false
			continue
		case '(', '{', '[':
			depth++
		case ')', '}', ']':
			depth = max(depth-1, 0)
		}
		most = max(most, depth)
		if start && c >= 'a' && c <= 'z' {
			n := 1
			for i+n < len(text) && text[i+n] >= 'a' && text[i+n] <= 'z' {
				n++
			}
			switch text[i : i+n] {
			case "if", "while", "until", "for", "case", "select", "time", "coproc", "function":
				depth++
			case "fi", "done", "esac":
				depth = max(depth-1, 0)
			}
			most = max(most, depth)
			switch text[i : i+n] {
			case "if", "then", "else", "elif", "do", "while", "until", "time", "coproc":
			default:
				start = false
			}
			i += n - 1
			continue
		}
		switch c {
		case ' ', '\t':
		case '\n', ';', '&', '|', '(', '{', '!', '`':
			start = true
			if c == '!' || c == '`' {
				depth += 0
			}
		default:
			start = false
		}
	}
	if most > maxNesting {
		return "it is nested too deeply"
	}
	if strings.Count(text, "! ") > maxNesting*5 || strings.Count(text, "`") > maxNesting*5 {
		return "it is nested too deeply"
	}
	return ""
}

// uncalled reads the functions that the script defines and never calls: they
// may be called by name later (trap, export -f, a sourced file).
func (c *ctx) uncalled(f *syntax.File) {
	for name, fn := range c.sh.funcs {
		if fn.text == c.text && !*fn.used && c.step() {
			*fn.used = true
			in := c.sub()
			in.sh.args, in.sh.open = nil, true
			in.funcs = append(c.funcs[:len(c.funcs):len(c.funcs)], name+"@"+strconv.Itoa(int(fn.body.Pos().Offset()))+"/"+strconv.Itoa(len(fn.text)))
			in.stmt(fn.body)
		}
	}
}

// stmts reads statements one after the other.
func (c *ctx) stmts(list []*syntax.Stmt) flow {
	var out gathered
	for _, st := range list {
		if !c.step() {
			return flow{}
		}
		before := c.sh.dirs
		out.add(c.stmt(st))
		c.sh.dirs = c.afterCd(st, before)
	}
	return out.flow()
}

// afterCd keeps in mind that a cd in st may have failed: the folder before it
// stays possible, behind the likely one.
func (c *ctx) afterCd(st *syntax.Stmt, before []string) []string {
	now := c.sh.dirs
	if len(now) == 0 || len(before) == 0 || now[0] == before[0] {
		return now
	}
	or, ok := st.Cmd.(*syntax.BinaryCmd)
	ok = ok && or.Op == syntax.OrStmt
	if ok && leaves(or.Y) {
		return now[:1]
	}
	if is, known := c.isDir(now[0]); known && is {
		return now[:1]
	}
	if ok { // where the right side of || led
		return union(now, before[:1])
	}
	return []string{now[0], before[0]}
}

// isDir reports whether name is a folder now, or made one by the line.
func (c *ctx) isDir(name string) (is, known bool) {
	if c.made[name] || name == c.scene.Project || name == c.scene.Home || name == c.scene.Temp || within(c.scene.Project, name) {
		return true, true
	}
	k := c.scene.kind(name)
	return k == KindDir, k != KindUnknown
}

// leaves reports whether st ends the shell: exit, return.
func leaves(st *syntax.Stmt) bool {
	switch x := st.Cmd.(type) {
	case *syntax.CallExpr:
		return len(x.Args) > 0 && hasName("exit return break continue", x.Args[0].Lit())
	case *syntax.Block:
		return len(x.Stmts) > 0 && leaves(x.Stmts[len(x.Stmts)-1])
	}
	return false
}

// stmt reads one statement with its redirections and returns what it prints.
func (c *ctx) stmt(st *syntax.Stmt) flow {
	if st == nil || !c.step() {
		return flow{}
	}
	var outs []target
	if len(st.Redirs) > 0 {
		if call, ok := st.Cmd.(*syntax.CallExpr); ok {
			c.truncates(st.Redirs, call, st)
		}
		c, outs = c.redirects(st)
		c.wired(st)
	}
	if st.Background || st.Coprocess {
		c = c.beside()
	}
	out := c.cmd(st.Cmd)
	c.received(st.Redirs, out)
	for _, t := range outs {
		if out.secret() && (t.w.Starts("/dev/tcp/") || t.w.Starts("/dev/udp/")) && wireHost(t.w) != "" {
			c.foundWhy(Leak, "shell: "+t.w.Text(), out.from(), t.src)
		}
		c.wrote(t, out)
		out = nothing
	}
	return out
}

// received gives what a statement prints to the >(…) that it is redirected to.
func (c *ctx) received(redirs []*syntax.Redirect, out flow) {
	for _, r := range redirs {
		if r.Word == nil || r.Hdoc != nil || len(r.Word.Parts) != 1 {
			continue
		}
		if p, ok := r.Word.Parts[0].(*syntax.ProcSubst); ok && p.Op == syntax.CmdOut {
			in := c.sub().with(out)
			in.piped = true
			in.stmts(p.Stmts)
		}
	}
}

func (c *ctx) cmd(cmd syntax.Command) flow {
	switch x := cmd.(type) {
	case nil:
		return nothing
	case *syntax.CallExpr:
		return c.callExpr(x)
	case *syntax.BinaryCmd:
		return c.binary(x)
	case *syntax.Block:
		return c.stmts(x.Stmts)
	case *syntax.Subshell:
		return c.sub().stmts(x.Stmts)
	case *syntax.IfClause:
		return c.ifClause(x)
	case *syntax.WhileClause:
		c.stmts(x.Cond)
		return c.loop(func(c *ctx) flow { return c.stmts(x.Do) })
	case *syntax.ForClause:
		return c.forClause(x)
	case *syntax.CaseClause:
		return c.caseClause(x)
	case *syntax.FuncDecl:
		used := false
		names := x.Names
		if x.Name != nil {
			names = append(names, x.Name)
		}
		for _, n := range names {
			c.sh.funcs[n.Value] = function{body: x.Body, text: c.text, used: &used}
		}
		return nothing
	case *syntax.ArithmCmd:
		c.arithm(x.X)
		return nothing
	case *syntax.LetClause:
		for _, e := range x.Exprs {
			c.arithm(e)
		}
		return nothing
	case *syntax.TestClause:
		c.test(x.X)
		return nothing
	case *syntax.DeclClause:
		return c.decl(x)
	case *syntax.TimeClause:
		return c.stmt(x.Stmt)
	case *syntax.CoprocClause:
		return c.beside().stmt(x.Stmt)
	}
	c.unreadable("a form of shell that guard does not know")
	return flow{}
}

func (c *ctx) binary(x *syntax.BinaryCmd) flow {
	if c.pipes == 0 {
		// A chain leans to the left. One that is longer than a line may have
		// commands is read up to there: the walk recurses.
		deep := 0
		for y := x; y != nil && deep <= maxCalls; deep++ {
			y, _ = y.X.Cmd.(*syntax.BinaryCmd)
		}
		if deep > maxCalls {
			c.foundWhy(Unreadable, "shell", "too many commands or wrappers", "")
			c.stopped = true
			return flow{}
		}
	}
	switch x.Op {
	case syntax.Pipe, syntax.PipeAll:
		left := c.sub()
		left.pipes++
		left.sifted = lone(x.X, c.sh) && sifts(x.Y)
		c.truncates(x.Y.Redirs, x.X, x)
		out := left.stmt(x.X)
		right := c.with(out)
		right.pipes++
		right.piped = true
		saved := c.sh.dirs
		out = right.stmt(x.Y) // zsh runs the last part in the shell itself, and so may bash
		c.sh.dirs = saved
		return out
	case syntax.AndStmt:
		out := c.stmt(x.X)
		return out.then(c.stmt(x.Y))
	}
	// ||: the right side runs where the left one failed
	before := c.sh.clone()
	out := c.stmt(x.X)
	other := *c
	other.sh = before
	g := other.stmt(x.Y)
	if leaves(x.Y) {
		return out
	}
	c.sh.join(c.sh.clone(), other.sh)
	return out.merge(g)
}

// lone reports whether a command is one word, whose output goes into the pipe
// and nowhere else.
func lone(s *syntax.Stmt, sh *shell) bool {
	x, ok := s.Cmd.(*syntax.CallExpr)
	return ok && len(x.Args) == 1 && len(s.Redirs) == 0 && len(sh.funcs) == 0 && len(sh.aliases) == 0
}

// sifts reports whether the reader of a pipe keeps only lines that cannot hold
// a credential of the environment: grep for a name that is none, cut -d= -f1.
func sifts(reader *syntax.Stmt) bool {
	x, ok := reader.Cmd.(*syntax.CallExpr)
	if !ok || len(x.Args) < 2 {
		return false
	}
	pats := 0
	for _, a := range x.Args[1:] {
		t := literal(a)
		switch name := x.Args[0].Lit(); {
		case name == "cut":
			if t != "-d=" && t != "-f1" && t != "-f" && t != "1" && t != "-d" && t != "=" {
				return false
			}
			pats++
		case !hasName("grep egrep rg", name):
			return false
		case hasName("-i -E -P -q -c -w -iE -Ei -o -io -s -F", t):
		case t == "" || t[0] == '-':
			return false
		default:
			pats++
			for part := range strings.SplitSeq(t, "|") {
				if !namesNoSecret(strings.Trim(part, `()^$\`)) {
					return false
				}
			}
		}
	}
	return pats > 0
}

// literal is the text of a word that is plain, or quoted as a whole.
func literal(w *syntax.Word) string {
	if t := w.Lit(); t != "" || len(w.Parts) != 1 {
		return t
	}
	switch q := w.Parts[0].(type) {
	case *syntax.SglQuoted:
		return q.Value
	case *syntax.DblQuoted:
		if len(q.Parts) == 1 {
			if l, ok := q.Parts[0].(*syntax.Lit); ok {
				return l.Value
			}
		}
	}
	return ""
}

// truncates finds a pipeline that empties a file it also reads: jq . f > f
// leaves nothing of f.
func (c *ctx) truncates(redirs []*syntax.Redirect, reader, whole syntax.Node) {
	for _, r := range redirs {
		if (r.Op != syntax.RdrOut && r.Op != syntax.RdrClob && r.Op != syntax.RdrAll) || r.Word == nil {
			continue
		}
		name := r.Word.Lit()
		if name == "" || strings.HasPrefix(name, "/dev/") {
			continue
		}
		syntax.Walk(reader, func(n syntax.Node) bool {
			switch n := n.(type) {
			case *syntax.CallExpr:
				if len(n.Args) > 0 && hasName("echo printf : test [ touch", n.Args[0].Lit()) {
					return true
				}
				for _, a := range n.Args[min(1, len(n.Args)):] {
					if a.Lit() == name {
						c.foundWhy(Discard, "shell: >", name+" is emptied before it is read", c.src(whole))
					}
				}
			case *syntax.Redirect:
				if n.Op == syntax.RdrIn && n.Word != nil && n.Word.Lit() == name {
					c.foundWhy(Discard, "shell: >", name+" is emptied before it is read", c.src(whole))
				}
			}
			return true
		})
	}
}

func (c *ctx) ifClause(x *syntax.IfClause) flow {
	c.stmts(x.Cond)
	yes := c.sub()
	out := yes.stmts(x.Then)
	no := c.sub()
	if x.Else != nil {
		if len(x.Else.Cond) == 0 {
			out = out.merge(no.stmts(x.Else.Then))
		} else {
			out = out.merge(no.ifClause(x.Else))
		}
	}
	c.sh.join(yes.sh, no.sh)
	return out
}

func (c *ctx) caseClause(x *syntax.CaseClause) flow {
	c.one(x.Word)
	out := nothing
	var after *shell
	for _, it := range x.Items {
		for _, p := range it.Patterns {
			c.one(p)
		}
		br := c.sub()
		out = out.merge(br.stmts(it.Stmts))
		if after == nil {
			after = br.sh
		} else {
			j := c.sh.clone()
			j.join(after, br.sh)
			after = j
		}
	}
	if after != nil {
		before := c.sh.clone()
		c.sh.join(after, before)
	}
	return out
}

// loop reads a body twice, so that what the first turn leaves is there in the
// second, and keeps the case that it never ran.
func (c *ctx) loop(body func(*ctx) flow) flow {
	once := c.sub()
	out := body(once)
	before := c.sh.clone()
	c.sh.join(once.sh, before)
	if !sameVars(once.sh, before) {
		again := c.sub()
		out = out.merge(body(again))
		joined := c.sh.clone()
		c.sh.join(again.sh, joined)
	}
	out.forget()
	return out
}

func sameVars(a, b *shell) bool {
	if len(a.vars) != len(b.vars) || a.dir() != b.dir() {
		return false
	}
	for n, v := range a.vars {
		w, ok := b.vars[n]
		if !ok || len(v.words) != len(w.words) {
			return false
		}
		for i := range v.words {
			if v.words[i].Text() != w.words[i].Text() || v.words[i].Known() != w.words[i].Known() {
				return false
			}
		}
	}
	return true
}

func (c *ctx) forClause(x *syntax.ForClause) flow {
	switch l := x.Loop.(type) {
	case *syntax.CStyleLoop:
		for _, e := range []syntax.ArithmExpr{l.Init, l.Cond, l.Post} {
			if e != nil {
				c.arithm(e)
			}
		}
		for _, n := range arithmNames(l.Init) {
			c.sh.set(n, unsure("$"+n, &gap{hole: "$" + n, flow: marked(markPlain)}))
		}
		return c.loop(func(c *ctx) flow { return c.stmts(x.Do) })
	case *syntax.WordIter:
		items := c.words(l.Items)
		if !l.InPos.IsValid() {
			items = c.sh.args
			if c.sh.open {
				items = []Word{unsure("$@", &gap{hole: "$@", split: true})}
			}
		}
		name := l.Name.Value
		if len(items) == 0 {
			return c.loop(func(c *ctx) flow { return c.stmts(x.Do) })
		}
		v := variable{words: items[:1]}
		for _, w := range items[1:] {
			v = v.or(variable{words: []Word{w}})
		}
		c.sh.alts = c.sh.alts || len(v.alts) > 1
		c.sh.vars[name] = v
		return c.loop(func(c *ctx) flow {
			c.sh.vars[name] = v
			c.sh.alts = c.sh.alts || len(v.alts) > 1
			return c.stmts(x.Do)
		})
	}
	return flow{}
}

// decl is declare, export, local, readonly, typeset. It returns what it prints.
func (c *ctx) decl(x *syntax.DeclClause) flow {
	export := x.Variant != nil && x.Variant.Value == "export"
	ref := x.Variant != nil && x.Variant.Value == "nameref"
	integer := false
	whole := len(x.Args) == 0
	for _, a := range x.Args {
		if a.Naked && a.Name == nil && a.Value != nil {
			opt := c.one(a.Value)
			if strings.HasPrefix(opt.Text(), "-") {
				export = export || strings.Contains(opt.Text(), "x")
				ref = ref || strings.Contains(opt.Text(), "n")
				integer = integer || strings.Contains(opt.Text(), "i")
				whole = whole || opt.Text() == "-p" || opt.Text() == "-x" || opt.Text() == "-px" || opt.Text() == "-xp"
				continue
			}
			for _, w := range c.fields(a.Value) {
				name, val, ok := strings.Cut(w.Text(), "=")
				if w.Known() && strings.Contains(name, "[") {
					c.evaluated(lit(name))
				}
				if ok && isName(name) {
					v := w
					v.set(val)
					c.assignWord(name, v, c.src(x))
					whole = false
				}
			}
			continue
		}
		whole = whole && a.Name == nil
		c.assign(a, c.src(x))
		if a.Name != nil && ref && a.Value != nil {
			w := c.one(a.Value)
			if w.Known() && isName(w.Text()) && w.Text() != a.Name.Value {
				c.sh.vars[a.Name.Value] = variable{ref: w.Text()}
				continue
			}
			c.evaluated(w) // a subscript, when the name is used
		}
		if a.Name != nil && integer && a.Value != nil {
			c.evaluated(c.one(a.Value))
		}
		if a.Name != nil && export {
			v := c.sh.vars[a.Name.Value]
			v.export = true
			c.sh.vars[a.Name.Value] = v
		}
	}
	if whole {
		c.foundWhy(Secret, "shell: declare", "prints the whole environment", c.src(x))
		return comes(markSecret, "the output of "+c.src(x))
	}
	return nothing
}

// assign is one NAME=value, on its own or before a command.
func (c *ctx) assign(a *syntax.Assign, src string) {
	if a.Name == nil {
		return
	}
	name := a.Name.Value
	if a.Index != nil {
		c.arithmSubsts(a.Index)
	}
	switch {
	case a.Naked:
	case a.Array != nil:
		var ws []Word
		if a.Append {
			ws = append(ws, c.sh.vars[name].words...)
		}
		for _, e := range a.Array.Elems {
			if e.Index != nil {
				c.arithmSubsts(e.Index)
			}
			if e.Value != nil {
				ws = append(ws, c.fields(e.Value)...)
			}
		}
		c.sh.set(name, ws...)
		for _, w := range ws {
			c.environment(name, w, src)
		}
	default:
		w := c.one(a.Value)
		if a.Append {
			old, ok := c.lookup(name, nil)
			switch {
			case ok && len(old) == 1 && old[0].Known() && w.Known():
				w = lit(old[0].Text() + w.Text())
			case ok && len(old) == 0:
			default:
				w = unsure("$"+name+w.Text(), &gap{hole: "$" + name, flow: holeFlow(append(old, w))})
				w.edit().flow.edit().place = ""
				w.edit().flow.mark(markPlain, false)
			}
		}
		if a.Index != nil {
			// one element of an array: the others stay
			v := c.sh.vars[name]
			if n, ok := c.arithm(a.Index); ok && n >= 0 && n < int64(len(v.words)) {
				v.words = append([]Word(nil), v.words...)
				v.words[n] = w
			} else {
				v.words = append(v.words[:len(v.words):len(v.words)], w)
			}
			c.sh.vars[name] = v
			c.environment(name, w, src)
			return
		}
		c.assignWord(name, w, src)
	}
}

func (c *ctx) assignWord(name string, w Word, src string) {
	c.sh.set(name, w)
	c.environment(name, w, src)
}

// lookup returns the value of a variable: one word, several for "$@" and
// arrays, none where it is surely not set.
func (c *ctx) lookup(name string, index syntax.ArithmExpr) (ws []Word, set bool) {
	switch name {
	case "@", "*":
		if c.sh.open {
			return []Word{unsure("$@", &gap{hole: "$@", split: true})}, true
		}
		return c.sh.args, true
	case "#", "?", "$", "!", "RANDOM", "SECONDS", "LINENO", "EPOCHSECONDS", "SRANDOM", "UID", "EUID", "PPID", "BASHPID", "USER", "LOGNAME", "HOSTNAME", "HOSTTYPE", "OSTYPE", "MACHTYPE", "SHLVL", "COLUMNS", "LINES", "OPTIND", "BASH_VERSION":
		if v, ok := c.sh.vars[name]; ok {
			return v.words, true
		}
		return []Word{unsure("$"+name, &gap{hole: "$" + name, flow: marked(markPlain)})}, false
	case "0":
		if c.sh.self.Text() != "" {
			return []Word{c.sh.self}, true
		}
		return []Word{lit("bash")}, true
	case "-":
		return []Word{lit("")}, true
	}
	if n, err := strconv.Atoi(name); err == nil {
		switch {
		case n <= len(c.sh.args):
			return c.sh.args[n-1 : n], true
		case c.sh.open:
			return []Word{unsure("$"+name, &gap{hole: "$" + name, split: true})}, false
		}
		return nil, true
	}
	if v, ok := c.sh.vars[name]; ok {
		if v.ref != "" {
			if w, ok := c.sh.vars[v.ref]; ok && w.ref != "" {
				return []Word{unsure("$"+name, &gap{hole: "$" + name, split: true})}, true // a reference to a reference
			}
			return c.lookup(v.ref, index)
		}
		switch {
		case isAll(index):
			return v.words, true
		case index != nil:
			n, ok := c.arithm(index)
			if !ok {
				return []Word{unsure("${"+name+"[…]}", &gap{hole: "${" + name + "[…]}", split: true, flow: holeFlow(v.words)})}, true
			}
			if n < 0 {
				n += int64(len(v.words))
			}
			if n < 0 || n >= int64(len(v.words)) {
				return nil, true
			}
			return v.words[n : n+1], true
		case len(v.words) > 1:
			return v.words[:1], true
		}
		return v.words, true
	}
	sc := c.scene
	switch name {
	case "HOME":
		if sc.Home != "" && !c.away {
			return []Word{lit(sc.Home)}, false
		}
	case "PWD":
		if d := c.sh.dir(); d != "" && !c.away {
			return []Word{lit(d)}, false
		}
	case "TMPDIR", "TMP", "TEMP":
		if sc.Temp != "" && !c.away {
			return []Word{lit(sc.Temp)}, false
		}
	case "CLAUDE_PROJECT_DIR":
		if sc.Project != "" {
			return []Word{lit(sc.Project)}, false
		}
	case "XDG_CONFIG_HOME":
		return []Word{lit(sc.config())}, false
	case "XDG_STATE_HOME":
		return []Word{lit(sc.state())}, false
	case "XDG_RUNTIME_DIR":
		return []Word{lit("/run/user/1000")}, false
	case "XDG_DATA_HOME":
		return []Word{lit(path.Join(sc.Home, ".local/share"))}, false
	case "XDG_CACHE_HOME":
		return []Word{lit(path.Join(sc.Home, ".cache"))}, false
	case "SHELL", "BASH":
		return []Word{lit("/bin/bash")}, false
	case "IFS":
		return []Word{lit(" \t\n")}, false
	case "EDITOR", "VISUAL", "PAGER":
		return []Word{unsure("$"+name, &gap{hole: "$" + name, split: true})}, false
	}
	return []Word{unsure("$"+name, &gap{hole: "$" + name, split: true, flow: comes(when(secretName(name), markSecret), "$"+name)})}, false
}

func isAll(index syntax.ArithmExpr) bool {
	w, ok := index.(*syntax.Word)
	return ok && (w.Lit() == "@" || w.Lit() == "*")
}

// subst reads a command substitution and returns what it prints.
func (c *ctx) subst(list []*syntax.Stmt) flow {
	in := c.sub()
	in.piped = false
	if len(list) == 1 && list[0].Cmd == nil && len(list[0].Redirs) == 1 && list[0].Redirs[0].Op == syntax.RdrIn { // $(<file)
		in, _ = in.redirects(list[0])
		return in.in
	}
	return in.stmts(list)
}

// again reads text that the shell expands once more: a prompt, a subscript.
func (c *ctx) again(text string) {
	c.inner("expansion").script(": \"" + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + "\"")
}

// test reads [[ … ]].
func (c *ctx) test(x syntax.TestExpr) {
	switch x := x.(type) {
	case *syntax.BinaryTest:
		c.test(x.X)
		c.test(x.Y)
		switch x.Op {
		case syntax.TsEql, syntax.TsNeq, syntax.TsLeq, syntax.TsGeq, syntax.TsLss, syntax.TsGtr:
			for _, e := range []syntax.TestExpr{x.X, x.Y} {
				if w, ok := e.(*syntax.Word); ok {
					c.evaluated(c.one(w))
				}
			}
		}
	case *syntax.UnaryTest:
		c.test(x.X)
		if w, ok := x.X.(*syntax.Word); ok && (x.Op == syntax.TsVarSet || x.Op == syntax.TsRefVar) {
			c.evaluated(c.one(w))
		}
	case *syntax.ParenTest:
		c.test(x.X)
	case *syntax.Word:
		c.one(x)
	}
}

// evaluated is a word whose text the shell reads as arithmetic: a subscript in
// it is expanded again, with its substitutions.
func (c *ctx) evaluated(w Word) {
	switch {
	case w.Known() && strings.ContainsAny(w.Text(), "$`"):
		c.again(w.Text())
	case !w.Known() && w.flow().built() && strings.Contains(w.Text(), "["):
		c.found(RunBuilt, "shell: a subscript", w.Text())
	}
}

// arithm reads an arithmetic expression, with its substitutions, and returns
// its value where that can be told.
func (c *ctx) arithm(x syntax.ArithmExpr) (int64, bool) {
	if x == nil || !c.step() {
		return 0, false
	}
	switch x := x.(type) {
	case *syntax.Word:
		w := c.one(x)
		if w.Known() && isName(w.Text()) {
			vs, _ := c.lookup(w.Text(), nil)
			if len(vs) != 1 {
				return 0, len(vs) == 0
			}
			c.evaluated(vs[0])
			w = vs[0]
		} else {
			c.evaluated(w)
		}
		if i := strings.IndexByte(w.Text(), '['); w.Known() && i > 0 {
			if vs, ok := c.sh.vars[w.Text()[:i]]; ok {
				for _, v := range vs.words {
					c.evaluated(v)
				}
			}
		}
		n, err := strconv.ParseInt(w.Text(), 0, 64)
		return n, err == nil && w.Known()
	case *syntax.ParenArithm:
		return c.arithm(x.X)
	case *syntax.FlagsArithm:
		return c.arithm(x.X)
	case *syntax.UnaryArithm:
		n, ok := c.arithm(x.X)
		if x.Op == syntax.Minus {
			return -n, ok
		}
		return 0, false
	case *syntax.BinaryArithm:
		a, ok1 := c.arithm(x.X)
		b, ok2 := c.arithm(x.Y)
		if ok1 && ok2 {
			switch x.Op {
			case syntax.Add:
				return a + b, true
			case syntax.Sub:
				return a - b, true
			case syntax.Mul:
				return a * b, true
			}
		}
	}
	return 0, false
}

// arithmSubsts reads what a subscript runs.
func (c *ctx) arithmSubsts(x syntax.ArithmExpr) {
	if w, ok := x.(*syntax.Word); ok && (w.Lit() == "@" || w.Lit() == "*") {
		return
	}
	c.arithm(x)
}

func arithmNames(x syntax.ArithmExpr) []string {
	var out []string
	if x == nil {
		return nil
	}
	syntax.Walk(x, func(n syntax.Node) bool {
		if w, ok := n.(*syntax.Word); ok && isName(w.Lit()) {
			out = append(out, w.Lit())
		}
		return true
	})
	return out
}

// target is a file that a redirection writes.
type target struct {
	w      Word
	append bool
	src    string
}

// opened keeps what the descriptor r.N reads, and reports whether it is another
// than standard input.
func (c *ctx) opened(r *syntax.Redirect, f flow) bool {
	if r.N == nil || r.N.Value == "0" {
		return false
	}
	if c.scan.inputs == nil {
		c.scan.inputs = map[string]flow{}
	}
	c.scan.inputs[r.N.Value] = f
	return true
}

// redirectWork is what a redirection costs, in steps of the walk: words, a path
// and its zone.
const redirectWork = 7

// redirects applies a statement's redirections: what its input is, and where
// its output goes. It returns c as the statement finds it.
func (c *ctx) redirects(st *syntax.Stmt) (*ctx, []target) {
	to := *c
	c = &to
	var outs []target
	for _, r := range st.Redirs {
		if c.work += redirectWork; !c.step() {
			break
		}
		src := c.src(r)
		in, piped := c.in, c.piped
		switch r.Op {
		case syntax.RdrIn, syntax.RdrInOut:
			for _, w := range c.fields(r.Word) {
				c.touch(reads, w, "shell: <", src)
				if r.Op == syntax.RdrInOut {
					c.touch(writes, w, "shell: <>", src)
				}
				c.network(w, src)
				c.in, c.piped = c.content(w), false
			}
			if c.opened(r, c.in) {
				c.in, c.piped = in, piped
			}
		case syntax.Hdoc, syntax.DashHdoc:
			body := c.heredoc(r)
			if !c.opened(r, body) {
				c.in, c.piped = body, false
			}
		case syntax.WordHdoc:
			w := c.one(r.Word)
			if w.Known() {
				c.in = textFlow(w.Text() + "\n")
			} else {
				c.in = w.flow().hidden()
				c.in.edit().place = w.flow().place()
				c.in.mark(markPlain, w.flow().plain())
				c.in.edit().text = w.Text()
				c.in.edit().from = w.hole()
				c.in.mark(markBuilt, c.in.built() || w.flow().place() == "" && !w.flow().plain())
			}
			if c.piped = false; c.opened(r, c.in) {
				c.in, c.piped = in, piped
			}
		case syntax.DplIn:
			w := c.one(r.Word)
			c.network(w, src)
			if strings.Trim(w.Text(), "0123456789-") != "" { // a descriptor that a variable names
				c.in, c.piped = comes(markBuilt, src), false
			} else if f, ok := c.inputs[w.Text()]; ok && !c.opened(r, f) {
				c.in, c.piped = f, false
			} else if w.Text() != "" && strings.Contains(c.wires, " "+w.Text()+" ") {
				c.in, c.piped = comes(markDownload, src), false
			}
		case syntax.DplOut:
			w := c.one(r.Word)
			if strings.Trim(w.Text(), "0123456789-") == "" {
				if t, ok := c.outputs[w.Text()]; ok && (r.N == nil || r.N.Value == "1") {
					outs = append(outs, t)
				}
				continue
			}
			outs = append(outs, c.redirectOut(r, w, src))
		default: // > >> >| &> &>>
			ws := c.fields(r.Word)
			if len(ws) == 0 {
				ws = []Word{c.one(r.Word)}
			}
			for _, w := range ws {
				t := c.redirectOut(r, w, src)
				if r.N == nil || r.N.Value == "1" {
					outs = append(outs, t)
				} else if r.N.Value != "2" {
					if c.scan.outputs == nil {
						c.scan.outputs = map[string]target{}
					}
					c.wrote(t, nothing)
					c.scan.outputs[r.N.Value] = target{w: t.w, append: true, src: t.src}
				}
			}
		}
	}
	return c, outs
}

func (c *ctx) redirectOut(r *syntax.Redirect, w Word, src string) target {
	c.network(w, src)
	c.touch(writes, w, "shell: "+r.Op.String(), src)
	if b := path.Base(w.Text()); w.Known() && len(b) > 1 && b[0] == '-' && r.Op != syntax.DplOut {
		c.foundWhy(Hijack, "shell: "+r.Op.String(), "programs take "+path.Base(w.Text())+" for a flag", src)
	}
	app := r.Op == syntax.AppOut || r.Op == syntax.AppAll || r.Op == syntax.AppClob || r.Op == syntax.AppAllClob
	return target{w: w, append: app, src: src}
}

// network finds bash's /dev/tcp and /dev/udp.
func (c *ctx) network(w Word, src string) {
	if w.Starts("/dev/tcp/") || w.Starts("/dev/udp/") {
		e := Send
		if wireHost(w) == "" {
			e = Loopback
		}
		c.found(e, "shell: "+w.Text(), src)
	}
}

// wireHost is the host of a /dev/tcp or /dev/udp name, "" for this machine.
func wireHost(w Word) string {
	host, _, _ := strings.Cut(w.Text()[len("/dev/tcp/"):], "/")
	if w.Known() && isLoopback(host) {
		return ""
	}
	return cut(host+"…", 60)
}

// wired finds streams that lead to another machine: a shell on them is a shell
// for someone there.
func (c *ctx) wired(st *syntax.Stmt) {
	for _, r := range st.Redirs {
		if r.Word == nil || r.Hdoc != nil {
			continue
		}
		w := c.one(r.Word)
		if (w.Starts("/dev/tcp/") || w.Starts("/dev/udp/")) && wireHost(w) != "" {
			if x, ok := st.Cmd.(*syntax.CallExpr); ok && len(x.Args) == 1 && x.Args[0].Lit() == "exec" {
				if r.N != nil {
					c.scan.wires += " " + r.N.Value + " "
				}
				if r.Op == syntax.RdrInOut {
					c.foundWhy(ReverseShell, "shell: exec <>", w.Text(), c.src(st))
				}
				continue
			}
			c.wire = true
		}
		if (r.Op == syntax.DplIn || r.Op == syntax.DplOut) && w.Known() && w.Text() != "" && strings.Contains(c.wires, " "+w.Text()+" ") {
			c.wire = true
		}
	}
}

// heredoc is the text of a here-document, with its substitutions read.
func (c *ctx) heredoc(r *syntax.Redirect) flow {
	if r.Hdoc == nil {
		return nothing
	}
	quoted := false
	for _, p := range r.Word.Parts {
		if l, ok := p.(*syntax.Lit); !ok || strings.Contains(l.Value, `\`) {
			quoted = true
		}
	}
	if quoted {
		var b strings.Builder
		for _, p := range r.Hdoc.Parts {
			if l, ok := p.(*syntax.Lit); ok {
				b.WriteString(l.Value)
			}
		}
		return textFlow(b.String())
	}
	b := newBuilder()
	f := fielder{c: c, b: b, whole: true}
	for _, p := range r.Hdoc.Parts {
		f.part(p, true, false)
	}
	w := b.word()
	if w.Known() {
		return textFlow(w.Text())
	}
	g := w.flow().hidden()
	g.mark(markBuilt, true)
	g.edit().text = w.Text() // for a reader who looks for what is plainly there
	return g
}

// wrote keeps what a file of the line holds now.
func (c *ctx) wrote(t target, out flow) {
	for _, p := range c.paths(t.w) {
		p = path.Clean(p)
		if t.append {
			if old, ok := c.files[p]; ok {
				out = old.then(out)
			} else {
				text := out.text()
				out = flow{}.merge(out)
				out.edit().text = text // what the line adds is plainly there
				out.edit().file = p
			}
		}
		c.files[p] = out
		if !t.append && (!out.known() || out.text() != "") {
			c.whole(p)
		}
	}
	if out.known() && out.text() == "" && !t.append {
		c.emptied(t.w, "shell: > (leaves nothing of it)", t.src)
	}
}

// whole remembers that the line makes the file p anew.
func (c *ctx) whole(p string) {
	if c.wholes == nil {
		c.wholes = map[string]bool{}
	}
	c.wholes[p] = true
}

// ownFile reports whether the line made all that the project's file p holds, so
// that nothing is lost with it: it was not there before, as far as can be told.
func (c *ctx) ownFile(p string) bool {
	if c.away || c.boxed || !c.wholes[p] && !c.products[p] {
		return false
	}
	if k := c.scene.kind(p); k != KindNone && k != KindUnknown {
		return false
	}
	z := c.zoneAt(p, deletes)
	return (z == zoneProject || z == zoneOutput) && p != c.scene.Project && c.scene.resolve(p) == p
}

// content is what reading the file in w gives.
func (c *ctx) content(w Word) flow {
	if w.pipe() {
		return w.flow()
	}
	if w.Is("-") || w.Is("/dev/stdin") || w.Is("/dev/fd/0") || w.Is("/proc/self/fd/0") {
		return c.in
	}
	if w.Starts("/dev/tcp/") || w.Starts("/dev/udp/") {
		return comes(markDownload, w.Text())
	}
	if w.Is("/dev/null") {
		return nothing
	}
	for _, dir := range [...]string{"/dev/fd/", "/proc/self/fd/"} {
		if n, ok := strings.CutPrefix(w.Text(), dir); ok && w.Known() {
			return c.inputs[n]
		}
	}
	if c.away || c.boxed {
		out := flow{}
		for _, p := range c.paths(w) {
			if c.boxed && c.isSecret(path.Clean(p)) {
				out = comes(markSecret, "the content of "+p)
			}
		}
		return out
	}
	out := nothing
	for _, p := range c.paths(w) {
		p = path.Clean(p)
		f, ok := c.files[p]
		if !ok {
			for _, q := range c.real(p) {
				if g, own := c.files[q]; own {
					f, ok = g, true
				} else if c.zone(q) == zoneSecrets {
					f, ok = comes(markSecret, "the content of "+p), true
				}
			}
		}
		if !ok {
			f = flow{&content{file: p, from: "the content of " + p}}
		}
		out = out.then(f)
	}
	if w.flow().secret() {
		out.mark(markSecret, true)
	}
	return out
}
