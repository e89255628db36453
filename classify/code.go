package classify

import (
	"path"
	"strings"
)

// scanCode looks through code of lang for calls that read, write, delete, spawn
// or send, and judges each as the shell call that does the same. Texts that the
// code spells out, the usual names of the home and the temp folder, and what
// the line gives as arguments are known; anything else lies nowhere. Code in
// which nothing is found is safe.
//
// The code is not run: every branch counts, in the order of the text.
func (k *call) scanCode(lang, text, row string) {
	if len(text) > maxLine {
		k.foundWhy(Unreadable, row, "it is longer than 64 KiB", k.src)
		text = text[:maxLine]
	}
	// Findings name the call in the code, not the flag that holds the code.
	row = k.name
	switch lang {
	case "sed":
		k.scanSed(text, row)
	case "awk":
		k.scanAwk(text, row)
	case "pwsh":
		k.scanPwsh(text, row)
	case "osascript":
		k.scanAppleScript(text, row)
	case "python", "node", "perl", "ruby", "php", "lua", "r":
		c := &code{k: k, lang: lang, row: row + " code", vars: map[string]val{}, funcs: map[string]*codeFunc{}, state: &codeState{}}
		c.scan(text)
		c.finish()
		if lang == "python" && strings.Contains(text, "boto3") {
			for _, verb := range [...]string{".delete", ".terminate_", ".put_", ".update_", ".modify_", ".create_", ".stop_", ".reboot_", ".send_", ".publish(", ".upload_", ".invoke("} {
				if strings.Contains(text, verb) {
					k.foundWhy(Rewrite, c.row, "boto3: "+verb, k.src)
					break
				}
			}
		}
		if lang == "perl" && strings.Contains(text, "%ENV") && (strings.Contains(text, "$ENV{$") || strings.Contains(text, "values %ENV") || strings.Contains(text, "each %ENV")) {
			k.foundWhy(Secret, c.row, "the whole environment", k.src)
		}
	}
}

// maxCode bounds the pieces and steps of all code that is read for one call:
// some 30 ms of hostile code on a slow core.
const maxCode = 30000

// codeStep counts one step of reading code, and says whether to go on. A file
// that is too much to read is code that guard cannot see; a line is unreadable.
func (k *call) codeStep() bool {
	if k.scan.code++; k.scan.code <= maxCode {
		return !k.stopped
	}
	if !k.codeStopped {
		k.codeStopped = true
		if k.file != "" {
			k.foundWhy(RunUnseen, k.name, "it is too much to read", k.src)
		} else {
			k.foundWhy(Unreadable, k.name, "it is too much to read", k.src)
		}
	}
	return false
}

// code is the reading of one piece of code.
type code struct {
	k     *call
	lang  string
	row   string
	text  string
	toks  []token
	i     int
	vars  map[string]val
	funcs map[string]*codeFunc
	depth int    // expressions inside expressions
	calls int    // functions of the code that are being read
	next  val    // what a callback that is read next gets
	ret   val    // what the function being read returns
	last  string // the name last read, for an assignment
	state *codeState
}

// codeState is what is known of all of the code, evaluated texts included.
type codeState struct {
	secret   string // a credential file that was read
	fetched  bool
	sent     bool
	socket   bool // a connection to elsewhere was opened
	dup      bool // an input or output was put onto another
	shell    bool // a shell was started
	built    bool // unknown text was run
	forever  bool
	forked   bool
	inlined  int
	evaluate int
}

// codeFunc is a function that the code defines.
type codeFunc struct {
	params   []string
	from, to int // its body, in tokens
	toks     []token
	used     bool
	busy     bool
}

// val is what an expression gives, as far as it can be told. Like Word it is
// small: most values are texts of which nothing else is to say.
type val struct {
	w  Word
	as *traits // nil: nothing; not written to once it is here: see edit
}

// traits are what a value is besides its text.
type traits struct {
	name  string // the module, function or class that it is: "os.path.join"
	typ   string // path file list environ socket module …
	list  []val
	pairs []pair
	alts  []val // it may be any of these
	mode  string
	recv  *val // for a method: what it belongs to
	wrote bool
	isStr bool
	glued bool // put together from texts that the code spells out
}

// bare is of a value that is a text and no more.
var bare traits

func (v *val) more() *traits {
	if v.as == nil {
		return &bare
	}
	return v.as
}

func (v *val) name() string  { return v.more().name }
func (v *val) typ() string   { return v.more().typ }
func (v *val) list() []val   { return v.more().list }
func (v *val) pairs() []pair { return v.more().pairs }
func (v *val) alts() []val   { return v.more().alts }
func (v *val) mode() string  { return v.more().mode }
func (v *val) recv() *val    { return v.more().recv }
func (v *val) wrote() bool   { return v.more().wrote }
func (v *val) isStr() bool   { return v.more().isStr }
func (v *val) glued() bool   { return v.more().glued }

// edit gives v traits of its own, to be written to at once. Two values that are
// copies of each other share theirs until then.
func (v *val) edit() *traits {
	t := *v.more()
	v.as = &t
	return v.as
}

type pair struct {
	key string
	v   val
}

func (v *val) get(keys string) (val, bool) {
	for i := len(v.pairs()) - 1; i >= 0; i-- {
		if hasName(keys, v.pairs()[i].key) {
			return v.pairs()[i].v, true
		}
	}
	return val{}, false
}

func known(s string) val { return val{w: lit(s), as: &traits{isStr: true}} }

// hole is a value that cannot be told.
func hole(name string, f flow) val {
	if !isName(name) {
		name = "value"
	}
	f.forget()
	return val{w: unsure("$"+name, &gap{hole: "$" + name, flow: f})}
}

func (c *code) peek() *token { return c.at(0) }

func (c *code) at(n int) *token {
	if j := c.i + n; j >= 0 && j < len(c.toks) {
		return &c.toks[j]
	}
	return &noToken
}

func (t *token) mark(s string) bool { return t.kind == tokMark && t.s == s }
func (t *token) name(s string) bool { return t.kind == tokName && hasName(s, t.s) }

func (c *code) scan(text string) {
	if c.state.evaluate++; c.state.evaluate > 8 {
		c.k.foundWhy(RunBuilt, c.row, "text is evaluated again and again", c.k.src)
		return
	}
	c.text = text
	c.toks = lexCode(c.lang, text, c.k.codeStep)
	c.i = 0
	c.block("")
	for _, f := range c.funcs {
		if !f.used {
			c.inline(f, nil, val{})
		}
	}
	c.state.evaluate--
}

// again reads text of the same language inside the code: eval.
func (c *code) again(text string) {
	saved := *c
	c.scan(text)
	vars := c.vars
	*c = saved
	c.vars = vars
}

// finish adds what only all of the code tells.
func (c *code) finish() {
	s, k := c.state, c.k
	if s.secret != "" && s.sent {
		k.foundWhy(Leak, c.row, s.secret+" is read and something is sent", k.src)
	} else if k.in.secret() && s.sent {
		k.foundWhy(Leak, c.row, k.in.from()+" is its input and something is sent", k.src)
	}
	if s.socket && (s.dup || s.shell) {
		k.foundWhy(ReverseShell, c.row, "a connection and a shell", k.src)
	}
	if s.forked && s.forever {
		k.foundWhy(ForkBomb, c.row, "it starts itself without end", k.src)
	}
	if (s.fetched || s.socket) && s.built {
		k.foundWhy(RunDownload, c.row, "text is fetched and text is run", k.src)
	}
}

// block reads statements up to the mark end, or to the end of the code.
func (c *code) block(end string) {
	for c.k.codeStep() {
		t := c.peek()
		if t.kind == tokEnd || end != "" && t.mark(end) {
			return
		}
		at := c.i
		c.statement()
		if c.i == at {
			c.i++
		}
	}
}

func (c *code) skipLines() {
	for c.peek().kind == tokLine {
		c.i++
	}
}

// statement reads one statement, or a part of one that can stand alone.
func (c *code) statement() {
	t := c.peek()
	switch {
	case t.kind == tokLine, t.mark(";"), t.mark(","), t.mark(")"), t.mark("]"), t.mark("}"), t.mark(":"), t.mark("|"):
		c.i++
		return
	case t.mark("{"):
		c.i++
		c.block("}")
		c.i++
		return
	case t.kind == tokName && !c.at(1).mark(".") && !c.at(1).mark("=") || t.name("import"):
		if c.keyword(t) {
			return
		}
	}
	c.expr()
}

// keyword reads a statement that begins with a keyword.
func (c *code) keyword(t *token) bool {
	switch t.s {
	case "import", "from":
		if c.lang == "python" {
			c.pyImport()
			return true
		}
		if c.lang == "node" && t.s == "import" && !c.at(1).mark("(") {
			c.jsImport()
			return true
		}
	case "use", "require":
		if c.lang == "perl" {
			c.i++
			for c.peek().kind != tokEnd && !c.peek().mark(";") {
				if c.peek().kind == tokText && c.at(-1).name("require") {
					c.runFile(known(c.peek().s))
				}
				c.i++
			}
			return true
		}
	case "const", "let", "var", "my", "our", "local", "static", "final":
		if c.lang == "node" && (c.at(1).mark("{") || c.at(1).mark("[")) {
			c.i++
			c.destructure()
			return true
		}
		c.i++
		if c.lang == "perl" && c.peek().mark("(") {
			c.targets()
		}
		return true
	case "def", "function", "sub", "fn", "func":
		return c.define()
	case "class", "module", "package", "namespace":
		if c.at(1).kind == tokName {
			c.i += 2
			if c.lang == "python" && c.peek().mark("(") {
				c.skipBrackets()
			}
			return true
		}
	case "for", "foreach":
		c.forLoop()
		return true
	case "while", "until", "loop":
		if n := c.at(1); n.mark("(") && (c.at(2).name("true") || c.at(2).s == "1") || n.name("True true") || n.s == "1" || t.s == "loop" {
			c.state.forever = true
		}
		if c.at(1).name("fork") || c.at(-1).name("fork") {
			c.state.forever = true
		}
		c.i++
		return true
	case "with":
		if c.lang == "python" {
			c.i++
			return true
		}
	case "as":
		// with open(…) as f, except X as e
		if c.lang == "python" && c.at(1).kind == tokName {
			c.vars[c.at(1).s] = c.ret
			c.i += 2
			return true
		}
	case "return":
		c.i++
		if n := c.peek(); n.kind != tokLine && n.kind != tokEnd && !n.mark(";") && !n.mark("}") {
			c.ret = c.expr()
		}
		return true
	case "if", "elif", "else", "elsif", "elseif", "try", "except", "finally", "catch", "ensure", "rescue", "begin", "BEGIN", "END", "end", "then", "do", "unless", "case", "when", "switch", "default", "break", "continue", "pass", "async", "export", "raise", "throw", "assert", "global", "nonlocal", "and", "or", "not", "in", "is", "repeat", "goto", "public", "private", "protected", "echo", "abstract", "extends", "implements", "retry", "redo", "last", "die":
		if c.lang == "perl" && t.s == "do" && !c.at(1).mark("{") {
			return false
		}
		c.i++
		return true
	}
	return false
}

// pyImport reads import a.b as c, d and from a import b as c, d.
func (c *code) pyImport() {
	from := ""
	c.i++
	dotted := func() string {
		var b strings.Builder
		for c.peek().kind == tokName || c.peek().mark(".") || c.peek().mark("...") || c.peek().mark("*") {
			if c.peek().name("import as") {
				break
			}
			b.WriteString(c.peek().s)
			c.i++
		}
		return b.String()
	}
	if c.at(-1).s == "from" {
		from = dotted()
		if c.peek().name("import") {
			c.i++
		}
	}
	for {
		if c.peek().mark("(") || c.peek().mark(")") {
			c.i++
			continue
		}
		name := dotted()
		if name == "" {
			if !c.peek().mark(",") {
				return
			}
			c.i++
			continue
		}
		as := name
		full := name
		if from != "" {
			full = from + "." + name
		} else {
			as, _, _ = strings.Cut(name, ".")
			full = as
		}
		if c.peek().name("as") {
			as = c.at(1).s
			full = name
			if from != "" {
				full = from + "." + name
			}
			c.i += 2
		}
		if name == "*" {
			c.star(from)
			continue
		}
		c.vars[as] = c.module(full)
	}
}

func (c *code) module(name string) val {
	v := hole(path.Base(strings.ReplaceAll(name, ".", "/")), flow{})
	v.edit().name = c.rename(name)
	v.edit().typ = "module"
	return c.constant(v)
}

// star brings in all names of a module that rows name.
func (c *code) star(from string) {
	for i := range codeRows {
		if r := &codeRows[i]; hasName(r.Lang, c.lang) {
			for n := range strings.FieldsSeq(r.Names) {
				if rest, ok := strings.CutPrefix(n, from+"."); ok && !strings.Contains(rest, ".") {
					c.vars[rest] = c.module(n)
				}
			}
		}
	}
}

// jsImport reads import x, {a as b}, * as y from "m", and import "m".
func (c *code) jsImport() {
	c.i++
	type bind struct{ from, as string }
	var binds []bind
	for c.peek().kind != tokEnd {
		t := c.peek()
		switch {
		case t.kind == tokText:
			m := strings.TrimPrefix(t.s, "node:")
			c.i++
			for _, b := range binds {
				if b.from == "" {
					c.vars[b.as] = c.module(m)
				} else {
					c.vars[b.as] = c.module(m + "." + b.from)
				}
			}
			c.requires(m)
			return
		case t.mark(";"):
			return
		case t.kind == tokName && !t.name("from as type"):
			b := bind{from: t.s, as: t.s}
			braces := false
			for j := c.i; j >= 0 && !c.toks[j].name("import"); j-- {
				if c.toks[j].mark("{") {
					braces = true
				}
			}
			if c.at(1).name("as") {
				b.as = c.at(2).s
				c.i += 2
			}
			if !braces {
				b.from = ""
			}
			binds = append(binds, b)
		case t.mark("*"):
			if c.at(1).name("as") {
				binds = append(binds, bind{"", c.at(2).s})
				c.i += 2
			}
		}
		c.i++
	}
}

// destructure reads {a, b: c} = expression, [a, b] = expression.
func (c *code) destructure() {
	type bind struct{ key, as string }
	var binds []bind
	depth := 0
	for c.peek().kind != tokEnd {
		t := c.peek()
		switch {
		case t.mark("{") || t.mark("["):
			depth++
		case t.mark("}") || t.mark("]"):
			depth--
		case t.kind == tokName:
			b := bind{t.s, t.s}
			if c.at(1).mark(":") && c.at(2).kind == tokName {
				b.as = c.at(2).s
				c.i += 2
			}
			binds = append(binds, b)
		}
		c.i++
		if depth == 0 {
			break
		}
	}
	if !c.peek().mark("=") {
		return
	}
	c.i++
	v := c.expr()
	for _, b := range binds {
		m := c.member(v, b.key)
		if p, ok := v.get(b.key); ok {
			m = p
		}
		c.vars[b.as] = m
	}
}

// targets reads ($a, $b) = expression.
func (c *code) targets() {
	var names []string
	c.i++
	for c.peek().kind != tokEnd && !c.peek().mark(")") {
		if c.peek().kind == tokName {
			names = append(names, c.peek().s)
		}
		c.i++
	}
	c.i++
	if !c.peek().mark("=") {
		return
	}
	c.i++
	v := c.expr()
	for i, n := range names {
		switch {
		case i < len(v.list()):
			c.vars[n] = v.list()[i]
		case len(names) == 1:
			c.vars[n] = c.element(v)
		default:
			c.vars[n] = hole(n, v.w.flow().hidden())
		}
	}
}

func (c *code) skipBrackets() {
	depth := 0
	for c.peek().kind != tokEnd {
		switch t := c.peek(); {
		case t.mark("(") || t.mark("[") || t.mark("{"):
			depth++
		case t.mark(")") || t.mark("]") || t.mark("}"):
			depth--
		}
		c.i++
		if depth <= 0 {
			return
		}
	}
}

// params reads the names of parameters up to the closing mark.
func (c *code) params(end string) []string {
	var out []string
	depth := 0
	fresh := true
	for c.peek().kind != tokEnd {
		t := c.peek()
		switch {
		case depth == 0 && t.mark(end):
			c.i++
			return out
		case t.mark("(") || t.mark("[") || t.mark("{"):
			depth++
		case t.mark(")") || t.mark("]") || t.mark("}"):
			depth--
		case t.mark(",") && depth == 0:
			fresh = true
		case t.kind == tokName && fresh && depth == 0:
			out = append(out, t.s)
			fresh = c.lang == "php" && !strings.HasPrefix(t.s, "$")
			if fresh {
				out = out[:len(out)-1] // a type stands in front
			}
		}
		c.i++
	}
	return out
}

// define reads a function's definition. Where its end can be told, its body is
// read when it is called, with what it is given.
func (c *code) define() bool {
	n := 1
	if c.at(1).mark("*") {
		n = 2
	}
	name := c.at(n)
	if name.kind != tokName {
		return false
	}
	head := c.i
	c.i += n + 1
	full := name.s
	for c.peek().mark(".") {
		c.i += 2
	}
	var ps []string
	if c.peek().mark("(") {
		c.i++
		ps = c.params(")")
	} else if c.lang == "ruby" {
		for c.peek().kind != tokLine && c.peek().kind != tokEnd && !c.peek().mark(";") {
			if c.peek().kind == tokName {
				ps = append(ps, c.peek().s)
			}
			c.i++
		}
	}
	f := &codeFunc{params: ps, toks: c.toks}
	switch c.lang {
	case "python":
		in := c.indentBefore(head)
		for c.peek().kind != tokEnd && !c.peek().mark(":") {
			c.i++
		}
		c.i++
		f.from = c.i
		inline := c.peek().kind != tokLine
		for c.peek().kind != tokEnd {
			if t := c.peek(); t.kind == tokLine && (inline || t.indent <= in) {
				break
			}
			c.i++
		}
		f.to = c.i
	case "node", "php", "perl":
		for c.peek().kind != tokEnd && !c.peek().mark("{") && !c.peek().mark(";") {
			c.i++
		}
		if !c.peek().mark("{") {
			return true
		}
		f.from = c.i + 1
		c.skipBrackets()
		f.to = c.i - 1
	default:
		for _, p := range ps {
			c.vars[p] = hole(p, flow{})
		}
		return true
	}
	c.funcs[full] = f
	v := hole(full, flow{})
	v.edit().typ = "own"
	v.edit().name = full
	c.vars[full] = v
	return true
}

// indentBefore is how far in the line is that holds token i.
func (c *code) indentBefore(i int) int {
	for ; i >= 0; i-- {
		if c.toks[i].kind == tokLine {
			return c.toks[i].indent
		}
	}
	return 0
}

// inline reads the body of a function with its arguments.
func (c *code) inline(f *codeFunc, args []val, kw val) val {
	f.used = true
	if c.state.inlined++; f.busy || c.calls > 6 || c.state.inlined > 200 {
		return hole("value", flow{})
	}
	f.busy = true
	saved := *c
	c.vars = make(map[string]val, len(saved.vars)+len(f.params))
	for n, v := range saved.vars {
		c.vars[n] = v
	}
	for i, p := range f.params {
		v := hole(p, flow{})
		if i < len(args) {
			v = args[i]
		} else if x, ok := kw.get(p); ok {
			v = x
		}
		c.vars[p] = v
	}
	if c.lang == "perl" {
		c.vars["@_"] = val{w: hole("_", flow{}).w, as: &traits{typ: "list", list: args}}
	}
	to := min(f.to, len(f.toks))
	c.toks, c.i, c.ret = f.toks[:to], min(f.from, to), val{}
	c.calls++
	c.block("")
	ret := c.ret
	*c = saved
	f.busy = false
	if ret.w.Text() == "" && !ret.w.Known() && ret.name() == "" {
		return hole("value", flow{})
	}
	return ret
}

// forLoop reads for x in expression, for (const x of expression),
// foreach ($xs as $x), for my $x (expression), for (i = 0; …).
func (c *code) forLoop() {
	c.i++
	if c.peek().name("await my our local") {
		c.i++
	}
	paren := false
	if c.peek().mark("(") {
		paren = true
		c.i++
	}
	for c.peek().name("const let var my") {
		c.i++
	}
	start := c.i
	var names []string
	for c.peek().kind == tokName && !c.peek().name("in of") || c.peek().mark(",") || c.peek().mark("(") || c.peek().mark(")") && !paren || c.peek().mark("[") || c.peek().mark("]") {
		if c.peek().kind == tokName {
			names = append(names, c.peek().s)
		}
		if c.lang == "perl" && c.at(1).mark("(") {
			c.i++
			break
		}
		if c.i-start > 20 {
			break
		}
		c.i++
	}
	switch {
	case c.peek().name("in of"):
		c.i++
		c.bind(names, c.expr())
	case c.lang == "perl" && c.peek().mark("(") && len(names) == 1:
		c.bind(names, c.primary())
	default:
		c.i = start
		v := c.expr()
		if c.lang == "perl" && paren {
			c.bind([]string{"$_"}, v)
		}
		if c.peek().name("as") {
			c.i++
			names = names[:0]
			for c.peek().kind == tokName || c.peek().mark("=>") {
				if c.peek().kind == tokName {
					names = append(names, c.peek().s)
				}
				c.i++
			}
			c.bind(names[max(0, len(names)-1):], v)
		}
	}
}

// bind gives loop variables the elements of v.
func (c *code) bind(names []string, v val) {
	e := c.element(v)
	for i, n := range names {
		x := e
		if len(names) > 1 {
			switch {
			case e.w.flow().place() != "" || e.typ() == "environ":
			case i < len(e.list()):
				x = e.list()[i]
			default:
				x = hole(n, e.w.flow().hidden())
			}
		}
		c.vars[n] = x
	}
}

// element is what a member of v may be.
func (c *code) element(v val) val {
	if len(v.list()) > 0 {
		e := v.list()[0]
		if len(v.list()) > 1 {
			e.edit().alts = v.list()[:min(len(v.list()), 16)]
		}
		return e
	}
	if v.typ() == "environ" {
		for _, n := range [...]string{"items", "values", "entries", "each", "map"} {
			if strings.Contains(v.name(), n) {
				return v
			}
		}
		return hole("name", flow{}) // names alone
	}
	e := hole("item", v.w.flow())
	e.w.edit().flow.edit().place = v.w.flow().place()
	e.w.edit().flow.edit().tail = v.w.flow().tail()
	e.w.edit().flow.mark(markPlain, v.w.flow().plain())
	if v.typ() == "paths" {
		e.edit().typ = "path"
	}
	return e
}

// expr reads one expression.
func (c *code) expr() val {
	if c.depth++; c.depth > 120 {
		c.depth--
		c.i++
		if c.depth == 120 {
			c.k.foundWhy(Unreadable, c.row, "it nests too deeply", c.k.src)
			c.i = len(c.toks)
		}
		return hole("value", flow{})
	}
	defer func() { c.depth-- }()
	c.last = ""
	at := c.i
	left := c.unary()
	name := ""
	if c.i == at+1 || c.i == at+2 && c.toks[at].name("my our local const let var") {
		name = c.last
	}
	for c.k.codeStep() {
		t := c.peek()
		switch {
		case t.mark("="), t.mark(":="), t.mark("||="), t.mark("??="), t.mark("&&="):
			c.i++
			c.skipLines()
			target := left
			left = c.expr()
			c.assign(name, target, left)
		case t.mark("+="):
			c.i++
			r := c.expr()
			if left.typ() == "list" && r.typ() == "list" {
				left.edit().list = append(left.list()[:len(left.list()):len(left.list())], r.list()...)
			} else {
				left = c.concat(left, r)
			}
			c.assign(name, val{}, left)
		case t.mark("+"):
			c.i++
			c.skipLines()
			r := c.unary()
			if left.typ() == "list" {
				left.edit().list = append(left.list()[:len(left.list()):len(left.list())], r.list()...)
				if r.typ() != "list" {
					left.edit().list = append(left.list(), c.splat(r))
				}
			} else {
				left = c.concat(left, r)
			}
		case t.mark("/") && (c.lang == "python" || c.lang == "ruby"):
			c.i++
			r := c.unary()
			left = c.joined([]val{left, r})
		case t.mark("%") && c.lang != "perl":
			c.i++
			r := c.unary()
			left = c.formatted(left, append([]val{r}, r.list()...))
		case t.mark("?") && c.lang != "python" && c.lang != "lua":
			c.i++
			a := c.expr()
			if c.peek().mark(":") {
				c.i++
			}
			left = either(a, c.expr())
		case t.mark("||"), t.mark("??"), t.mark("//"), t.name("or") && c.lang == "python", t.name("or") && c.lang == "lua":
			c.i++
			left = either(left, c.expr())
		case t.mark("=>") && c.lang == "node":
			c.i++
			return c.arrow(name, left)
		case t.mark("&&"), t.mark("=="), t.mark("==="), t.mark("!="), t.mark("!=="), t.mark("<"), t.mark(">"), t.mark("<="), t.mark(">="), t.mark("-"), t.mark("*"), t.mark("**"), t.mark("^"), t.mark(">>"), t.mark("=~"), t.mark("!~"), t.mark("<=>"), t.mark("..") && c.lang != "node", t.mark("/"), t.mark("//"), t.mark("&") && c.lang != "ruby":
			c.i++
			c.skipLines()
			r := c.unary()
			f := left.w.flow().hidden().merge(r.w.flow().hidden())
			if t.s == "*" && left.isStr() || t.s == "*" && r.isStr() {
				f.mark(markBuilt, true)
			}
			if t.s == "&&" {
				left = either(left, r)
			} else {
				left = hole("value", f)
			}
		case t.mark("<<") && c.lang == "ruby":
			c.i++
			r := c.unary()
			if left.typ() == "file" {
				c.written(left, r)
			}
		case t.mark("|") && (c.lang == "python" || c.lang == "node" || c.lang == "php"), t.mark("|>"):
			c.i++
			r := c.unary()
			if strings.HasPrefix(left.w.Text(), "$O_") || strings.HasPrefix(r.w.Text(), "$O_") {
				left.w.set(left.w.Text() + "|" + strings.TrimPrefix(r.w.Text(), "$"))
				left.w.doubt()
			} else {
				left = hole("value", left.w.flow().hidden().merge(r.w.flow().hidden()))
			}
		case t.name("as") && c.lang == "python":
			if n := c.at(1); n.kind == tokName {
				c.vars[n.s] = left
				c.i += 2
				continue
			}
			return left
		default:
			return left
		}
	}
	return left
}

// either is one of two values.
func either(a, b val) val {
	if a.w.Known() && b.w.Known() && a.w.Text() == b.w.Text() {
		return a
	}
	out := a
	all := append([]val(nil), a.alts()...)
	if len(a.alts()) == 0 {
		all = append(all, a)
	}
	if len(b.alts()) > 0 {
		all = append(all, b.alts()...)
	} else {
		all = append(all, b)
	}
	if !a.w.Known() && b.w.Known() && a.name() == "" { // the known one says more
		out = b
	}
	out.edit().alts = all[:min(len(all), 16)]
	return out
}

// arrow reads the body of params => body.
func (c *code) arrow(name string, params val) val {
	c.callback(paramNames(name, params))
	v := hole("function", flow{})
	v.edit().typ = "func"
	return v
}

func paramNames(name string, params val) []string {
	if name != "" {
		return []string{name}
	}
	var out []string
	for _, p := range append([]val{params}, params.list()...) {
		if n := strings.TrimPrefix(p.w.hole(), "$"); n != "" {
			out = append(out, n)
		}
	}
	return out
}

// callback reads the body of a function that is given to another: its first
// parameter is what the other has for it.
func (c *code) callback(params []string) {
	arg := c.next
	c.next = val{}
	for i, p := range params {
		v := hole(p, arg.w.flow().hidden())
		if i == 0 && (arg.w.Text() != "" || arg.typ() != "") {
			v = arg
		} else if len(params) == 2 && i == 1 && arg.typ() == "second" {
			v = arg
		}
		if c.lang != "ruby" || v.w.Text() != "" {
			c.vars[p] = v
		}
	}
	if c.peek().mark("{") {
		c.i++
		c.block("}")
		c.i++
		return
	}
	c.expr()
}

// unary reads prefix operators and keywords in front of a value.
func (c *code) unary() val {
	splat := false
	for c.k.codeStep() {
		t := c.peek()
		switch {
		case t.mark("&") && c.lang == "ruby" && c.at(1).kind == tokText: // each(&:delete)
			c.i += 2
			v := hole("method", flow{})
			v.edit().name = "path." + c.at(-1).s
			if c.lookup(v.name()) == nil {
				v.edit().name = "?." + c.at(-1).s
			}
			return v
		case t.mark("-"), t.mark("!"), t.mark("~"), t.mark("..."), t.mark("**"), t.mark("&"), t.mark("\\"), t.mark("@"):
			c.i++
			continue
		case t.mark("*"):
			c.i++
			splat = true
			continue
		case t.name("not await new typeof void yield async return my our local const let var move unless if"):
			if t.s == "new" && c.lang != "node" && c.lang != "php" && (c.lang != "perl" || c.at(1).kind != tokName) {
				break
			}
			if c.at(1).mark(".") || c.at(1).mark("=") || c.at(1).mark(")") || c.at(1).mark(",") {
				break
			}
			c.i++
			continue
		case t.name("delete") && c.lang == "node":
			c.i++
			continue
		case t.name("lambda") && c.lang == "python":
			c.i++
			ps := c.params(":")
			c.callback(ps)
			v := hole("function", flow{})
			v.edit().typ = "func"
			return v
		case t.name("function sub fn proc") && c.lang != "ruby" && (c.at(1).mark("(") || c.at(1).mark("{") || c.at(1).kind == tokName && c.at(2).mark("(")):
			c.i++
			if c.peek().kind == tokName {
				c.i++
			}
			var ps []string
			if c.peek().mark("(") {
				c.i++
				ps = c.params(")")
			}
			if c.lang == "lua" || c.lang == "r" {
				for _, p := range ps {
					c.vars[p] = hole(p, flow{})
				}
				v := hole("function", flow{})
				v.edit().typ = "func"
				return v
			}
			for c.peek().kind != tokEnd && !c.peek().mark("{") && !c.peek().mark("=>") {
				c.i++
			}
			if c.peek().mark("=>") {
				c.i++
			}
			c.callback(ps)
			v := hole("function", flow{})
			v.edit().typ = "func"
			return c.postfix(v)
		}
		break
	}
	v := c.postfix(c.primary())
	if splat {
		v.edit().typ = "splat"
	}
	return v
}

// primary reads a value without what follows it.
func (c *code) primary() val {
	t := c.peek()
	c.last = ""
	switch {
	case t.kind == tokEnd:
		return val{}
	case t.kind == tokText:
		c.i++
		v := known(t.s)
		for c.lang == "python" && c.peek().kind == tokText {
			v = c.concat(v, known(c.peek().s))
			c.i++
		}
		return v
	case t.kind == tokNum:
		c.i++
		return val{w: lit(t.s)}
	case t.kind == tokWords:
		c.i++
		v := hole("words", flow{})
		v.edit().typ = "list"
		for f := range strings.FieldsSeq(t.s) {
			v.edit().list = append(v.list(), known(f))
		}
		return v
	case t.mark("("):
		c.i++
		args := c.items(")")
		if len(args.list()) == 1 && len(args.pairs()) == 0 && !args.wrote() {
			v := args.list()[0]
			return v
		}
		if len(args.list()) == 0 && len(args.pairs()) == 1 && hasName("perl php", c.lang) { // ($f = "x")(…)
			p := args.pairs()[0]
			if strings.HasPrefix(p.key, "$") {
				c.vars[p.key] = p.v
				return p.v
			}
		}
		args.edit().typ = "list"
		return args
	case t.mark("["):
		c.i++
		v := c.items("]")
		v.edit().typ = "list"
		return v
	case t.mark("{"):
		c.i++
		v := c.items("}")
		if v.edit().typ = "dict"; c.lang == "lua" {
			v.edit().typ = "list"
		}
		return v
	case t.mark("|") && c.lang == "ruby":
		c.i++
		c.params("|")
		return val{}
	case t.kind == tokName:
		c.i++
		return c.named(t.s)
	case t.kind == tokLine, t.mark(")"), t.mark("]"), t.mark("}"), t.mark(","), t.mark(";"):
		return val{}
	}
	c.i++
	return hole("value", flow{})
}

// named is the value of a name.
func (c *code) named(name string) val {
	c.last = name
	if v, ok := c.vars[name]; ok {
		return v
	}
	if c.lang == "perl" && len(name) > 1 && name[0] == '$' && (c.peek().mark("[") || c.peek().mark("{")) {
		for _, s := range []string{"@", "%"} {
			if v, ok := c.vars[s+name[1:]]; ok {
				return v
			}
		}
	}
	switch c.lang {
	case "python":
		switch name {
		case "True", "False", "None":
			return val{w: lit(name)}
		case "__file__":
			if c.k.file != "" {
				return known(c.k.file)
			}
		case "__builtins__", "builtins":
			return c.module("builtins")
		}
	case "node":
		switch name {
		case "true", "false", "null", "undefined":
			return val{w: lit(name)}
		case "__dirname":
			if c.k.file != "" {
				return known(path.Dir(c.k.file))
			}
			return known(c.k.sh.dir())
		case "global", "globalThis", "window", "self":
			return c.module("globalThis")
		}
	case "perl", "ruby":
		if name == "$0" || name == "__FILE__" {
			if c.k.file != "" {
				return known(c.k.file)
			}
		}
	case "php":
		if name == "__DIR__" {
			return known(c.k.sh.dir())
		}
	}
	if name == "fork" && c.lang == "perl" || name == "fork" && c.lang == "ruby" {
		c.state.forked = true
	}
	v := hole(strings.TrimLeft(name, "$@%"), flow{})
	v.edit().name = c.rename(name)
	return c.constant(v)
}

// items reads values up to the mark end: arguments, a list, a dictionary, the
// body of a block.
func (c *code) items(end string) val {
	out := hole("list", flow{})
	if c.lang == "python" {
		c.comprehension(end)
	}
	f := flow{}
	for c.k.codeStep() {
		for t := c.peek(); t.kind == tokLine || t.mark(";"); t = c.peek() {
			c.i++
		}
		t := c.peek()
		if t.kind == tokEnd {
			break
		}
		if t.mark(end) {
			c.i++
			break
		}
		if t.mark(",") {
			c.i++
			out.edit().wrote = true // a tuple, even of one
			continue
		}
		at := c.i
		if t.kind == tokName && (c.at(1).mark(":") || c.at(1).mark("=>") && c.lang != "node" || c.at(1).mark("=") && end != "]" && !(end == "}" && c.lang == "node")) || t.kind == tokText && (c.at(1).mark(":") || c.at(1).mark("=>") || c.at(1).mark("=")) {
			if !(c.at(1).mark("=") && c.lang == "node") {
				key := t.s
				c.i += 2
				c.skipLines()
				v := c.expr()
				out.edit().pairs = append(out.pairs(), pair{key, v})
				f = f.merge(v.w.flow().hidden())
				continue
			}
		}
		if t.kind == tokName && end == "}" || t.kind == tokName && c.lang == "ruby" {
			if t.name("const let var my return if for foreach while unless def function sub try throw else import") && !c.at(1).mark(",") && c.keyword(t) {
				continue
			}
		}
		v := c.expr()
		if c.i == at {
			c.i++
			continue
		}
		switch {
		case c.peek().mark(":") || c.peek().mark("=>") && c.lang != "node":
			c.i++
			out.edit().pairs = append(out.pairs(), pair{v.w.Text(), c.expr()})
			continue
		case v.typ() == "splat" && len(v.list()) > 0:
			out.edit().list = append(out.list(), v.list()...)
		case v.typ() == "splat":
			out.edit().list = append(out.list(), c.splat(v))
		case len(out.list()) > 0 && !c.toks[at-1].mark(",") && !c.toks[at-1].mark("(") && !c.toks[at-1].mark("["):
			// the rest of "a if c else b"
			last := &out.list()[len(out.list())-1]
			if v.isStr() {
				*last = either(*last, v)
			}
		default:
			out.edit().list = append(out.list(), v)
		}
		f = f.merge(v.w.flow().hidden())
		if v.w.flow().place() != "" && out.w.flow().place() == "" {
			f.edit().place = v.w.flow().place()
		}
	}
	f.edit().known = false
	out.w.edit().flow = f
	return out
}

// splat is a list that is spread into another and cannot be told.
func (c *code) splat(v val) val {
	if v.typ() == "list" && len(v.list()) == 1 {
		return v.list()[0]
	}
	v.w.edit().split = true
	if v.w.Known() && !v.isStr() {
		v.w.doubt()
	}
	return v
}

// comprehension binds the names of [f(x) for x in xs] before f(x) is read.
func (c *code) comprehension(end string) {
	at, depth := c.i, 0
	for j := c.i; j < len(c.toks); j++ {
		t := &c.toks[j]
		switch {
		case t.mark("(") || t.mark("[") || t.mark("{"):
			depth++
		case t.mark(")") || t.mark("]") || t.mark("}"):
			if depth == 0 {
				return
			}
			depth--
		case t.name("for") && depth == 0 && j > c.i:
			c.i = j
			c.forLoop()
			c.i = at
		case t.name("lambda") && depth == 0:
			return
		}
	}
}

// postfix reads what follows a value: members, calls, indexes, blocks.
func (c *code) postfix(v val) val {
	for c.k.codeStep() {
		t := c.peek()
		switch {
		case t.mark(".") && c.at(1).kind == tokName:
			name := c.at(1).s
			c.i += 2
			v = c.member(v, name)
		case t.mark(".") && c.at(1).mark("(") && c.lang == "ruby":
			c.i++
		case t.mark(".") && c.at(1).mark("["):
			c.i++
		case t.mark("(") && t.quote && !(c.lang == "node" && t.near || v.name() == "`"):
			if !c.bare(v, t) {
				return v
			}
			v = c.apply(v, c.bareArguments())
		case t.mark("(") && (t.near || c.lang != "python" && c.lang != "ruby" || v.name() != "") && c.callable(v):
			c.i++
			v = c.apply(v, c.arguments(v, ")"))
		case t.mark("[") && (t.near || c.lang == "node") && (v.name() != "" || v.typ() != "" || !v.w.Known() || t.near):
			c.i++
			idx := c.items("]")
			v = c.index(v, idx)
		case t.mark("{") && c.lang == "perl" && t.near:
			c.i++
			idx := c.items("}")
			v = c.index(v, idx)
		case t.mark("{") && c.lang == "ruby" && (c.at(1).mark("|") || v.recv() != nil || v.name() != ""):
			c.i++
			c.next = c.element(orRecv(v))
			if v.typ() == "file" || v.typ() == "socket" {
				c.next = v
			}
			c.rubyBlock("}")
		case t.name("do") && c.lang == "ruby" && !t.near && c.at(1).mark("|"):
			c.i++
			c.next = c.element(orRecv(v))
			if v.typ() == "file" || v.typ() == "socket" {
				c.next = v
			}
			c.rubyParams()
			return v
		case t.kind == tokText && t.near && c.lang == "node" && v.name() != "":
			c.i++
			v = c.apply(v, args1(known(t.s)))
		case c.bare(v, t):
			v = c.apply(v, c.bareArguments())
		case c.lang == "perl" && v.name() == "unlink" && v.recv() == nil && (t.kind == tokEnd || t.kind == tokLine || t.mark(";") || t.mark("}") || t.mark(",") || t.name("for foreach if unless while until and or")):
			return c.apply(v, args1()) // of $_
		case hasName("ruby perl", c.lang) && v.recv() != nil && !t.mark("=") && c.row2(v) != nil:
			v = c.apply(v, args1())
			v.edit().recv = nil
		default:
			return v
		}
	}
	return v
}

func orRecv(v val) val {
	if v.typ() == "" && v.recv() != nil && len(v.list()) == 0 && v.w.flow().place() == "" {
		return *v.recv()
	}
	return v
}

func (c *code) rubyParams() {
	if !c.peek().mark("|") {
		return
	}
	c.i++
	ps := c.params("|")
	arg := c.next
	c.next = val{}
	for i, p := range ps {
		if i == 0 {
			c.vars[p] = arg
		} else {
			c.vars[p] = hole(p, arg.w.flow().hidden())
		}
	}
}

func (c *code) rubyBlock(end string) {
	c.rubyParams()
	c.block(end)
	c.i++
}

func args1(vs ...val) val { return val{as: &traits{typ: "list", list: vs}} }

// callable reports whether a bracket behind v is a call.
func (c *code) callable(v val) bool {
	return !(c.lang == "perl" && v.w.Known() && v.isStr() && !c.toks[max(0, c.i-2)].mark("&"))
}

// bare reports whether t begins the arguments of a call without brackets.
func (c *code) bare(v val, t *token) bool {
	if v.name() == "" || v.typ() == "module" && c.lang != "ruby" || !hasName("ruby perl php lua", c.lang) {
		return false
	}
	r := c.row2(v)
	if r == nil && !(c.lang == "ruby" && v.recv() == nil && isName(v.name())) {
		return false
	}
	if r != nil && r.NoBare {
		return false
	}
	switch t.kind {
	case tokText, tokWords:
		return true
	case tokNum:
		return r != nil
	case tokName:
		return r != nil && !hasName("if unless while until and or do end then x eq ne lt gt cmp foreach for in not as is else elsif rescue", t.s)
	case tokMark:
		if c.lang == "lua" {
			return t.s == "{" || t.s == "(" && t.near
		}
		if t.quote {
			return r != nil || c.lang == "ruby"
		}
		return r != nil && (t.s == "(" || t.s == "[" && !t.near && c.lang == "ruby" || t.s == "\\" || t.s == "\"" || t.s == "*" && c.lang == "ruby" && !t.near && c.at(1).near)
	}
	return false
}

// bareArguments reads arguments up to the end of the statement.
func (c *code) bareArguments() val {
	out := hole("list", flow{})
	for c.k.codeStep() {
		t := c.peek()
		if t.kind == tokEnd || t.kind == tokLine || t.mark(";") || t.mark("}") || t.mark(")") || t.mark("]") || t.name("if unless while until and or do end then for foreach rescue") {
			return out
		}
		if t.mark(",") {
			c.i++
			c.skipLines()
			continue
		}
		at := c.i
		if (t.kind == tokName || t.kind == tokText) && (c.at(1).mark(":") && c.lang == "ruby" || c.at(1).mark("=>")) {
			c.i += 2
			out.edit().pairs = append(out.pairs(), pair{t.s, c.expr()})
			continue
		}
		v := c.expr()
		if c.peek().mark("=>") {
			c.i++
			out.edit().pairs = append(out.pairs(), pair{v.w.Text(), c.expr()})
			continue
		}
		if c.i == at {
			return out
		}
		if v.typ() == "splat" && len(v.list()) > 0 || v.typ() == "list" && c.lang == "perl" {
			out.edit().list = append(out.list(), v.list()...)
			if len(v.list()) == 0 {
				out.edit().list = append(out.list(), v)
			}
		} else {
			out.edit().list = append(out.list(), v)
		}
		if c.lang == "lua" {
			return out
		}
	}
	return out
}

// arguments reads the arguments of a call, with what a callback among them
// would get.
func (c *code) arguments(v val, end string) val {
	if v.recv() != nil {
		switch name := v.name()[strings.LastIndexByte(v.name(), '.')+1:]; name {
		case "forEach", "map", "filter", "each", "flatMap", "some", "every":
			c.next = c.element(*v.recv())
		case "then", "pipe", "on", "once", "catch", "tap", "finally":
			c.next = *v.recv()
			c.next.edit().alts = nil
			c.next.edit().list = nil
		default:
			if r := c.row2(v); r != nil && r.Callback {
				c.next = val{w: hole("data", marked(when(strings.Contains(r.Args, "URL"), markDownload))).w, as: &traits{typ: "response"}}
			}
		}
	}
	out := c.items(end)
	c.next = val{}
	return out
}
