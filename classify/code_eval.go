package classify

import (
	"encoding/base64"
	"path"
	"strconv"
	"strings"
)

// invocation is one call in the code.
type invocation struct {
	name string // as the row names it
	fn   val
	args []val
	kw   val // its pairs are the arguments that have names
	row  string
}

func (v *invocation) arg(i int) val { return *v.at(i) }

// at is where arg stands, to be read.
func (v *invocation) at(i int) *val {
	if i < len(v.args) {
		return &v.args[i]
	}
	return &val{}
}

// option is the argument called by one of names, in the call or in a
// dictionary among its arguments.
func (v *invocation) option(names string) (val, bool) {
	if x, ok := v.kw.get(names); ok {
		return x, true
	}
	for _, a := range v.args {
		if a.typ() == "dict" || a.typ() == "list" {
			if x, ok := a.get(names); ok {
				return x, true
			}
		}
	}
	return val{}, false
}

// rename gives the names of modules that are one and the same the one that
// rows use.
func (c *code) rename(name string) string {
	name = strings.TrimPrefix(name, "node:")
	if c.lang == "node" {
		for _, p := range [...][2]string{{"fs/promises", "fs"}, {"fs.promises", "fs"}, {"fs-extra", "fs"}, {"graceful-fs", "fs"}, {"original-fs", "fs"}, {"path/posix", "path"}, {"globalThis.", ""}, {"process.mainModule.require", "require"}, {"module.require", "require"}, {"import.meta.env", "process.env"}, {"Bun.env", "process.env"}} {
			if rest, ok := strings.CutPrefix(name, p[0]); ok && (rest == "" || rest[0] == '.' || strings.HasSuffix(p[0], ".")) {
				return p[1] + rest
			}
		}
		return name
	}
	for _, p := range [...][2]string{{"builtins.", ""}, {"__builtins__.", ""}, {"Kernel.", ""}, {"CORE.", ""}, {"POSIX.", ""}, {"urllib2.", "urllib.request."}, {"six.moves.urllib.", "urllib."}, {"posix.", "os."}, {"_G.", ""}, {"os.path.os.", "os."}, {"File.Spec.Functions.", "File.Spec."}} {
		if rest, ok := strings.CutPrefix(name, p[0]); ok && rest != "" {
			return p[1] + rest
		}
	}
	return name
}

// lookup finds the row of a call.
func (c *code) lookup(name string) *codeRow {
	if name == "" {
		return nil
	}
	for i := range codeRows {
		r := &codeRows[i]
		if (r.Lang == "" || hasName(r.Lang, c.lang)) && hasName(r.Names, name) {
			return r
		}
	}
	return nil
}

// row2 finds the row of a callable: by its whole name, else by its last part
// as a method of anything.
func (c *code) row2(v val) *codeRow {
	if v.typ() == "own" {
		return nil
	}
	if r := c.lookup(v.name()); r != nil {
		return r
	}
	if i := strings.LastIndexByte(v.name(), '.'); i >= 0 {
		return c.lookup("?" + v.name()[i:])
	}
	return nil
}

// member is v.name.
func (c *code) member(v val, name string) val {
	if name == "__dict__" || name == "__globals__" {
		return v
	}
	if v.typ() == "environ" && !hasName("get getenv items keys values copy fetch setdefault pop update to_h each map slice key? has_key? to_json inspect select", name) {
		return c.envVar(name)
	}
	if v.typ() == "dict" || v.typ() == "list" && len(v.pairs()) > 0 {
		if x, ok := v.get(name); ok {
			return x
		}
	}
	out := hole(name, v.w.flow().hidden())
	out.w.edit().flow.edit().place = v.w.flow().place()
	out.w.edit().flow.edit().file = v.w.flow().file()
	out.w.edit().flow.edit().tail = v.w.flow().tail()
	r := v
	out.edit().recv = &r
	switch {
	case v.typ() == "path" || v.typ() == "file" || v.typ() == "response" || v.typ() == "socket" || v.typ() == "environ" || v.typ() == "proc":
		out.edit().name = v.typ() + "." + name
		if v.typ() == "environ" && !hasName("get getenv fetch setdefault pop has_key? key?", name) {
			out.edit().typ = "environ"
		}
		if v.typ() == "path" && name == "parent" && v.w.Known() {
			p := known(path.Dir(v.w.Text()))
			p.edit().typ = "path"
			return p
		}
		if v.typ() == "proc" && (name == "stdin" || name == "stdout" || name == "stderr") {
			out.edit().typ = "proc"
		}
	case v.name() != "" && len(v.name()) < 200:
		out.edit().name = c.rename(v.name() + "." + name)
		if v.typ() == "module" {
			out.edit().typ = "module"
		}
	default:
		out.edit().name = "?." + name
	}
	return c.constant(out)
}

// constant gives the names that stand for something known their value.
func (c *code) constant(v val) val {
	k := c.k
	set := func(s string) val {
		x := known(s)
		x.edit().name = v.name()
		return x
	}
	switch c.lang + " " + v.name() {
	case "python sys.argv", "perl @ARGV", "perl $ARGV", "ruby ARGV", "php $argv", "lua arg", "node process.argv", "node Bun.argv", "node Deno.args":
		return c.argv(v)
	case "python os.environ", "node process.env", "ruby ENV", "perl %ENV", "perl $ENV", "php $_ENV", "php $_SERVER", "python os.environb", "node Deno.env":
		e := hole("environ", comes(markSecret, "the environment"))
		e.edit().typ = "environ"
		e.edit().name = ""
		return e
	case "python sys.stdin", "ruby STDIN", "ruby $stdin", "perl STDIN", "node process.stdin", "lua io.stdin", "php STDIN":
		f := k.in
		if f.known() {
			f = flow{}
		}
		s := hole("stdin", f)
		s.edit().typ = "file"
		s.edit().mode = "r"
		s.edit().name = ""
		return s
	case "python sys.executable":
		return set("python3")
	case "node process.execPath":
		return set("node")
	case "python os.sep", "node path.sep", "ruby File.SEPARATOR":
		return set("/")
	case "python os.devnull":
		return set("/dev/null")
	case "ruby Dir.home", "ruby Dir.tmpdir", "ruby Dir.pwd", "ruby RbConfig.ruby":
		switch v.name() {
		case "Dir.home":
			v = c.home(v)
		case "Dir.tmpdir":
			v = set(c.temp())
		case "Dir.pwd":
			v = set(k.sh.dir())
		default:
			v = set("ruby")
		}
		v.edit().name = "?value"
		return v
	case "r commandArgs":
	}
	if c.lang == "node" && (strings.HasSuffix(v.name(), ".EOL")) {
		return set("\n")
	}
	return v
}

func (c *code) home(v val) val {
	if c.k.scene.Home == "" {
		h := hole("HOME", flow{})
		h.edit().name = v.name()
		return h
	}
	x := known(c.k.scene.Home)
	x.edit().name = v.name()
	return x
}

func (c *code) temp() string {
	if c.k.scene.Temp != "" {
		return c.k.scene.Temp
	}
	return "/tmp"
}

// argv is the list of arguments that the line gives the code.
func (c *code) argv(v val) val {
	out := hole("argv", flow{})
	out.edit().typ = "list"
	words := c.k.codeArgs(c.text)
	if words == nil {
		return out
	}
	switch c.lang {
	case "python", "php":
		out.edit().list = append(out.list(), known("-c"))
	case "lua":
		out.edit().list = append(out.list(), known("lua"))
	case "node":
		out.edit().list = append(out.list(), known("node"))
		if c.k.file != "" {
			out.edit().list = append(out.list(), known(c.k.file))
		}
	}
	for _, w := range words {
		out.edit().list = append(out.list(), val{w: w, as: &traits{isStr: true}})
	}
	return out
}

// codeArgs are the words of the line behind the code: what it gets as
// arguments. Nil where they cannot be told.
func (k *call) codeArgs(text string) []Word {
	if k.argv != nil {
		return k.argv
	}
	for i, w := range k.words {
		if w.Known() && i > 0 && (w.Text() == text || w.Text() == "-" || len(w.Text()) > len(text) && w.Text()[0] == '-' && strings.HasSuffix(w.Text(), text)) {
			rest := k.words[i+1:]
			if len(rest) > 0 && rest[0].Is("--") {
				rest = rest[1:]
			}
			return append([]Word{}, rest...)
		}
	}
	return nil
}

// envVar is the value of an environment variable.
func (c *code) envVar(name string) val {
	out := hole(name, flow{})
	out.edit().mode = "env:" + name
	switch name {
	case "HOME", "USERPROFILE":
		out = c.home(out)
		out.edit().name = ""
	case "PWD", "INIT_CWD":
		out.w = lit(c.k.sh.dir())
	case "TMPDIR", "TEMP", "TMP":
		out.w = lit(c.temp())
	default:
		if v, ok := c.k.sh.vars[name]; ok && len(v.words) == 1 && v.export {
			out.w = v.words[0]
		} else if secretName(name) {
			out.w.edit().flow = comes(markSecret, "the variable "+name)
		}
	}
	out.edit().mode = "env:" + name
	return out
}

// index is v[idx].
func (c *code) index(v, idx val) val {
	key := val{}
	if len(idx.list()) > 0 {
		key = idx.list()[0]
	}
	switch {
	case v.typ() == "environ":
		if key.w.Known() {
			return c.envVar(key.w.Text())
		}
		if key.name() != "" && len(key.w.Text()) > 1 && (c.lang == "perl" || c.lang == "php") {
			return c.envVar(strings.TrimPrefix(key.w.Text(), "$"))
		}
		return hole("variable", flow{})
	case c.lang == "ruby" && v.name() == "Dir":
		m := c.member(v, "glob")
		return c.apply(m, idx)
	case c.lang == "lua" && key.isStr() && v.name() == "_G":
		return c.builtName(key.w.Text(), val{})
	case v.typ() == "module" || v.name() == "globals" || hasName("node lua", c.lang) && v.name() != "" && v.recv() == nil && v.typ() == "" && !c.isLocal(v) && c.lookupPrefix(v.name()):
		if key.isStr() && key.w.Known() {
			if v.name() == "globalThis" || v.name() == "builtins" {
				return c.builtName(key.w.Text(), val{})
			}
			m := c.member(v, key.w.Text())
			return c.builtName(m.name(), m)
		}
		if (v.typ() == "module" || c.lang == "lua") && key.w.Text() != "" && !isDigits(key.w.Text()) {
			return val{as: &traits{name: "?built"}, w: hole("name", flow{}).w}
		}
	case len(v.list()) > 0 && isDigits(key.w.Text()):
		if n, err := strconv.Atoi(key.w.Text()); err == nil && len(idx.pairs()) == 0 {
			if c.lang == "lua" && v.w.hole() != "$argv" {
				n--
			}
			if n >= 0 && n < len(v.list()) {
				return v.list()[n]
			}
		}
		if len(idx.pairs()) > 0 { // argv[1:]
			if n, err := strconv.Atoi(idx.pairs()[0].key); err == nil && n < len(v.list()) {
				v.edit().list = v.list()[n:]
			}
			return v
		}
		return hole("item", v.w.flow().hidden())
	case len(v.list()) > 0 && len(idx.pairs()) > 0:
		if n, err := strconv.Atoi(idx.pairs()[0].key); err == nil && n >= 0 && n < len(v.list()) {
			v.edit().list = v.list()[n:]
			return v
		}
	case key.w.Known() && len(v.pairs()) > 0:
		if x, ok := v.get(key.w.Text()); ok {
			return x
		}
	case v.isStr() && v.w.Known():
		h := hole("part", v.w.flow().hidden())
		h.w.edit().flow.mark(markBuilt, true)
		return h
	}
	return c.element(v)
}

func isDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

func (c *code) isLocal(v val) bool { _, ok := c.vars[v.name()]; return ok }

// lookupPrefix reports whether rows know members of name.
func (c *code) lookupPrefix(name string) bool {
	for i := range codeRows {
		if r := &codeRows[i]; hasName(r.Lang, c.lang) && strings.Contains(" "+r.Names, " "+name+".") {
			return true
		}
	}
	return false
}

// builtName is a function whose name stands in a text: who writes that hides
// what is called.
func (c *code) builtName(name string, v val) val {
	if name == "__builtins__" || name == "builtins" {
		return c.module("builtins")
	}
	name = c.rename(name)
	if r := c.lookup(name); r != nil && r.loud() {
		c.k.foundWhy(RunBuilt, c.row, name+" is looked up by its name", c.k.src)
	}
	if v.name() == "" {
		v = hole(name, flow{})
	}
	v.edit().name = name
	return v
}

// concat joins two texts.
func (c *code) concat(a, b val) val {
	if len(a.alts()) > 0 && len(a.alts()) <= 16 && b.w.Known() {
		out := a
		out.edit().alts = nil
		for _, x := range a.alts() {
			x.edit().alts = nil
			out.edit().alts = append(out.alts(), c.concat(x, b))
		}
		out.w = out.alts()[0].w
		out.edit().isStr = true
		return out
	}
	if len(b.alts()) > 0 && len(b.alts()) <= 16 && a.w.Known() {
		out := b
		out.edit().alts = nil
		for _, x := range b.alts() {
			x.edit().alts = nil
			out.edit().alts = append(out.alts(), c.concat(a, x))
		}
		out.w = out.alts()[0].w
		out.edit().isStr = true
		return out
	}
	out := val{as: &traits{isStr: true, glued: a.glued() || b.glued() || a.isStr() && b.isStr() && a.w.Known() && b.w.Known() && a.w.Text() != "" && b.w.Text() != ""}}
	if a.typ() == "path" || b.typ() == "path" {
		out.edit().typ = "path"
	}
	out.w = concatWords(a.w, b.w)
	return out
}

func concatWords(a, b Word) Word {
	switch {
	case len(a.Text())+len(b.Text()) > 16<<10: // no path, no command: its flows count
		return hole("text", carry(a.flow().merge(b.flow()))).w
	case a.Known() && b.Known():
		return Word{&word{a.Text() + b.Text(), true, &gap{flow: carry(a.flow().merge(b.flow()))}}}
	case a.Known() && a.Text() == "":
		return b
	case b.Known() && b.Text() == "":
		return a
	case a.Text() == "" && a.hole() == "":
		return b
	case b.Text() == "" && b.hole() == "":
		return a
	case a.flow().place() != "" && a.stem() == "" && b.flow().place() == a.flow().place() && b.stem() == "":
		return a // a folder from a walk, and a file in it
	case a.Known() && b.flow().place() != "" && b.stem() == "":
		return b // "dir/" + a name from a listing of it
	case a.flow().place() != "" && a.stem() == "" && b.Known():
		if !strings.Contains(b.Text(), "/") {
			return a
		}
	}
	w := unsure(a.Text()+b.Text(), &gap{hole: a.hole(), stem: a.stem()})
	if a.Known() {
		w.edit().hole = b.hole()
		w.edit().stem = a.Text() + b.stem()
	}
	tail := b.tail()
	if b.Known() {
		if i := strings.LastIndexByte(b.Text(), '/'); i >= 0 {
			tail = b.Text()[i+1:]
		} else if a.tail() != "" {
			tail = a.tail() + b.Text()
		}
	}
	w.edit().tail = tail
	w.edit().flow = carry(a.flow().merge(b.flow()))
	if !a.Known() && a.flow().place() != "" && a.stem() == "" && b.Known() {
		w.edit().flow.edit().place = a.flow().place()
		w.edit().stem = ""
	}
	if a.Known() && b.flow().plain() || b.Known() && a.flow().plain() {
		w.edit().flow.mark(markPlain, true)
	}
	return w
}

// carry is what a joined text keeps of the flows of its parts.
func carry(f flow) flow {
	return comes(when(f.secret(), markSecret)|when(f.download(), markDownload)|when(f.built(), markBuilt), f.from())
}

// joined is a path of parts: os.path.join, Path / "x".
func (c *code) joined(parts []val) val {
	if len(parts) == 1 && parts[0].typ() == "list" {
		parts = parts[0].list()
	}
	if len(parts) == 0 {
		return hole("path", flow{})
	}
	out := parts[0]
	if out.w.Text() == "" && !out.w.Known() {
		out = hole("path", flow{})
	}
	for _, p := range parts[1:] {
		if p.typ() == "list" && len(p.list()) > 0 {
			p = p.list()[0]
		}
		switch {
		case p.w.Known() && strings.HasPrefix(p.w.Text(), "/") && c.lang == "python":
			out = p
		case out.w.Known() && out.w.Text() == "":
			out = p
		default:
			if p.w.Known() {
				q := p
				q.w.set(strings.TrimLeft(p.w.Text(), "/"))
				p = q
			}
			out = c.concat(c.concat(out, known("/")), p)
		}
	}
	out.edit().typ = "path"
	out.edit().name = ""
	out.edit().recv = nil
	return out
}

// formatted is a text into which values are put.
func (c *code) formatted(v val, with []val) val {
	f := v.w.flow()
	for _, x := range with {
		f = f.merge(x.w.flow().hidden())
	}
	if !v.w.Known() {
		return hole("text", carry(f))
	}
	text := v.w.Text()
	out := known("")
	n := 0
	for {
		i := strings.IndexAny(text, "%{")
		if i < 0 || n > 32 {
			break
		}
		end := i + 1
		if text[i] == '{' {
			j := strings.IndexByte(text[i:], '}')
			if j < 0 {
				break
			}
			end = i + j + 1
		} else {
			for end < len(text) && strings.IndexByte("-0123456789.# +", text[end]) >= 0 {
				end++
			}
			end = min(end+1, len(text))
			if text[i:end] == "%%" {
				out = c.concat(out, known(text[:i]+"%"))
				text = text[end:]
				continue
			}
		}
		x := hole("value", flow{})
		if n < len(with) {
			x = with[n]
			x.edit().typ = ""
			if strings.HasSuffix(text[i:end], "c") && isDigits(x.w.Text()) {
				x = c.char(x)
			}
		}
		n++
		out = c.concat(c.concat(out, known(text[:i])), x)
		text = text[end:]
	}
	out = c.concat(out, known(text))
	out.edit().typ = ""
	out.edit().name = ""
	return out
}

// char is the character of a code point: nobody writes harmless text so.
func (c *code) char(x val) val {
	n, err := strconv.ParseInt(x.w.Text(), 0, 32)
	if err != nil {
		return hole("text", marked(markBuilt))
	}
	v := known(string(rune(n)))
	v.w.edit().flow.mark(markBuilt, true)
	return v
}

// assign gives a name, or an environment variable, its value.
func (c *code) assign(name string, target, v val) {
	if env, ok := strings.CutPrefix(target.mode(), "env:"); ok && name == "" {
		c.k.environment(env, v.w, c.k.src)
		return
	}
	if name == "" {
		return
	}
	c.vars[name] = v
}

// apply judges one call.
func (c *code) apply(fn, args val) val {
	k := c.k
	if fn.name() == "?built" {
		c.state.built = true
		k.foundWhy(RunBuilt, c.row, "the name of what is called cannot be told", k.src)
		return hole("value", flow{})
	}
	if fn.typ() == "own" {
		if f := c.funcs[fn.name()]; f != nil {
			return c.inline(f, args.list(), args)
		}
	}
	if hasName("php perl", c.lang) && fn.isStr() && fn.w.Known() { // $f = "system"; $f("…")
		fn = c.builtName(fn.w.Text(), val{})
	}
	if c.lang == "ruby" && fn.recv() == nil && hasName("method public_method", fn.name()) || c.lang == "ruby" && strings.HasSuffix(fn.name(), ".method") {
		if as := args.list(); len(as) == 1 && as[0].isStr() && as[0].w.Known() { // File.method(:delete)
			name := strings.TrimSuffix(strings.TrimSuffix(fn.name(), "public_method"), "method") + as[0].w.Text()
			v := hole("method", flow{})
			v.edit().name = c.rename(name)
			return v
		}
	}
	inv := &invocation{name: fn.name(), fn: fn, args: args.list(), kw: args}
	r := c.row2(fn)
	if r == nil {
		return c.unknownCall(inv, args)
	}
	inv.row = c.row + ": " + strings.TrimPrefix(fn.name(), "?.")
	if fn.name() == "`" {
		inv.row = c.row + ": `…`"
	}
	c.callables(inv)
	k.effect(r.Does, inv.row)
	if r.Does&(Send|Publish|Rewrite) != 0 {
		c.state.sent = true
	}
	i := 0
	for f := range strings.FieldsSeq(r.Args) {
		if kind, ok := strings.CutPrefix(f, "SELF:"); ok {
			if fn.recv() != nil {
				c.judge(kind, *fn.recv(), inv)
			}
			continue
		}
		kind, many := strings.CutSuffix(f, "...")
		if many {
			for ; i < len(inv.args); i++ {
				c.judge(kind, inv.args[i], inv)
			}
			continue
		}
		if i < len(inv.args) {
			c.judge(kind, inv.args[i], inv)
		}
		i++
	}
	if r.Do != "" {
		return c.do(r.Do, inv)
	}
	return c.result(r.Ret, inv)
}

// result is what a call of a row gives back.
func (c *code) result(ret string, inv *invocation) val {
	a := inv.arg(0)
	if len(inv.args) == 0 && inv.fn.recv() != nil {
		a = *inv.fn.recv()
	}
	switch ret {
	case "same":
		a.edit().name = ""
		a.edit().recv = nil
		if strings.HasSuffix(inv.name, "stringify") {
			a.edit().typ = "" // a text: its members are no variables
		}
		return a
	case "self":
		if inv.fn.recv() != nil {
			return *inv.fn.recv()
		}
	case "content":
		if inv.fn.recv() != nil && len(inv.args) == 0 {
			a = *inv.fn.recv()
		}
		return c.contentOf(a)
	case "names":
		out := hole("names", flow{})
		out.edit().typ = "paths"
		if inv.fn.recv() != nil && inv.fn.recv().typ() == "path" {
			a = *inv.fn.recv()
		}
		w := c.word(a)
		if a.w.Text() == "" && !a.w.Known() {
			w = lit(".")
		}
		dir := w.Text()
		if w.Known() {
			if i := strings.IndexAny(dir, "*?["); i >= 0 {
				dir = path.Dir(dir[:i] + "x")
			}
			for _, p := range c.k.paths(lit(dir)) {
				out.w.edit().flow.edit().place = path.Clean(p)
			}
		} else if w.flow().place() != "" {
			out.w.edit().flow.edit().place = w.flow().place()
		}
		return out
	case "temp":
		p := known(c.temp() + "/" + some)
		p.edit().typ = "path"
		return p
	case "home":
		p := c.home(val{})
		p.edit().typ = "path"
		return p
	case "cwd":
		if d := c.k.sh.dir(); d != "" {
			p := known(d)
			p.edit().typ = "path"
			return p
		}
	case "joined":
		return c.joined(inv.args)
	case "keys":
		return hole("names", flow{})
	case "path":
		a.edit().typ = "path"
		a.edit().name = ""
		a.edit().recv = nil
		return a
	case "download":
		return val{w: hole("response", comes(markDownload, "what is fetched")).w, as: &traits{typ: "response"}}
	}
	f := flow{}
	if inv.fn.recv() != nil {
		f = carry(inv.fn.recv().w.flow())
	}
	for _, x := range inv.args {
		f = f.merge(carry(x.w.flow()))
	}
	return hole("result", f)
}

// contentOf is what reading a file gives.
func (c *code) contentOf(v val) val {
	if v.typ() == "file" && v.w.hole() == "$stdin" {
		return hole("input", v.w.flow())
	}
	f := c.k.content(c.word(v))
	if f.known() {
		return known(f.text())
	}
	if f.secret() && c.state.secret == "" {
		c.state.secret = f.from()
	}
	return hole("content", f)
}

// unknownCall is a call that no row names: what it gives may hold what it got.
func (c *code) unknownCall(inv *invocation, args val) val {
	c.callables(inv)
	last := inv.name[strings.LastIndexByte(inv.name, '.')+1:]
	if inv.fn.typ() == "module" || inv.fn.recv() == nil || strings.Contains(inv.name, "manage") {
		// a function of the project, or of a package: its name decides, as
		// that of a target in a Makefile
		for _, p := range args.pairs() {
			if dropWord(p.key) && (p.v.w.Text() == "True" || p.v.w.Text() == "true" || p.v.w.Text() == "1") {
				c.k.foundWhy(Discard, c.row, inv.name+" with "+p.key, c.k.src)
			}
		}
		if ws := wordsOf(last); inv.fn.typ() == "module" && (len(ws) > 1 && anyIn(" drop wipe destroy nuke truncate ", ws) || len(ws) == 1 && listed(" wipe nuke destroy ", ws[0])) {
			c.k.foundWhy(Discard, c.row, inv.name, c.k.src)
		}
	}
	f := flow{}
	if inv.fn.recv() != nil {
		f = carry(inv.fn.recv().w.flow())
	}
	for _, x := range inv.args {
		f = f.merge(carry(x.w.flow()))
	}
	for _, p := range args.pairs() {
		f = f.merge(carry(p.v.w.flow()))
	}
	f.edit().from = strings.TrimPrefix(f.from(), " ")
	out := hole(last, f)
	if inv.fn.recv() != nil {
		r := *inv.fn.recv()
		switch {
		case r.typ() == "environ":
			out.edit().typ = "environ"
		case r.typ() == "response" || r.typ() == "socket":
			out.edit().typ = r.typ()
		case len(r.list()) > 0 && hasName("filter slice concat sort reverse toSorted sort_by uniq compact reject select", last):
			return r
		case r.w.flow().place() != "":
			out.w.edit().flow.edit().place = r.w.flow().place()
			out.w.edit().flow.edit().tail = r.w.flow().tail()
			out.edit().typ = r.typ()
		}
		for _, a := range inv.args {
			if a.typ() == "environ" {
				out.edit().typ = "environ"
			}
		}
		out.edit().name = inv.name + "()"
	} else if inv.name != "" && inv.fn.w.hole() != "" {
		out.edit().name = inv.name + "()"
		for _, a := range inv.args {
			if a.w.flow().place() != "" && hasName("sorted list set tuple reversed iter enumerate reverse sort", last) {
				out.w.edit().flow.edit().place = a.w.flow().place()
				out.edit().typ = a.typ()
			}
			if len(a.list()) > 0 && hasName("sorted list set tuple reversed iter sort", last) {
				return a
			}
			if a.typ() == "environ" {
				out.edit().typ = "environ"
			}
		}
	}
	return out
}

func dropWord(key string) bool {
	return anyIn(" drop wipe destroy nuke truncate purge ", wordsOf(key))
}

// callables judges functions that are given to another as values, with the
// values beside them.
func (c *code) callables(inv *invocation) {
	for i, a := range inv.args {
		if a.name() == "" || a.typ() == "own" || strings.HasSuffix(a.name(), "()") || a.typ() == "environ" {
			if a.typ() == "own" && c.funcs[a.name()] != nil && i < len(inv.args) {
				var with []val
				if inv.fn.recv() != nil {
					with = []val{c.element(*inv.fn.recv())}
				}
				for j, b := range inv.args {
					if j != i {
						with = []val{c.element(b)}
					}
				}
				c.inline(c.funcs[a.name()], with, val{})
			}
			continue
		}
		r := c.row2(a)
		if r == nil || !r.loud() {
			continue
		}
		rest := args1()
		for j, b := range inv.args {
			if j == i {
				continue
			}
			if (b.typ() == "list" || b.typ() == "paths") && len(b.list()) > 0 {
				e := c.element(b)
				rest.edit().list = append(rest.list(), e)
			} else if b.typ() == "list" || b.typ() == "paths" {
				rest.edit().list = append(rest.list(), c.element(b))
			} else {
				rest.edit().list = append(rest.list(), b)
			}
		}
		if len(rest.list()) == 0 {
			x := hole("item", flow{})
			if inv.fn.recv() != nil {
				x = c.element(*inv.fn.recv())
				x.w.edit().flow = inv.fn.recv().w.flow()
			}
			rest.edit().list = append(rest.list(), x)
		}
		a.edit().typ = strings.TrimPrefix(a.typ(), "own")
		if a.recv() == nil && strings.HasPrefix(a.name(), "path.") {
			a.edit().recv = &rest.list()[0]
		}
		c.apply(a, rest)
	}
	if c.lang == "php" && len(inv.args) > 0 && hasName("array_map array_walk call_user_func call_user_func_array array_filter usort register_shutdown_function iterator_apply", inv.name) {
		for i, a := range inv.args {
			if a.isStr() && a.w.Known() && (c.lookup(a.w.Text()) != nil) {
				rest := args1()
				for j, b := range inv.args {
					if j == i {
						continue
					}
					if strings.HasSuffix(inv.name, "func") {
						rest.edit().list = append(rest.list(), b)
					} else {
						rest.edit().list = append(rest.list(), c.element(b))
					}
				}
				c.apply(c.builtIf(a.w.Text(), strings.HasPrefix(inv.name, "call_")), rest)
				return
			}
			if !a.w.Known() && i == 0 && strings.HasPrefix(inv.name, "call_") && a.typ() != "func" {
				c.state.built = true
				c.k.foundWhy(RunBuilt, c.row, "the name of what is called cannot be told", c.k.src)
			}
		}
	}
}

func (c *code) builtIf(name string, built bool) val {
	if built {
		return c.builtName(name, val{})
	}
	v := hole(name, flow{})
	v.edit().name = name
	return v
}

// word is v as a word of a command.
func (c *code) word(v val) Word {
	w := v.w
	if w.Known() && strings.HasPrefix(w.Text(), "~") {
		return c.k.toolPath(w.Text())
	}
	if !w.Known() && w.hole() == "" {
		return hole("value", flow{}).w
	}
	return w
}

// judge judges one argument by its kind.
func (c *code) judge(kind string, v val, inv *invocation) {
	k := c.k
	if len(v.alts()) > 0 {
		for _, a := range v.alts()[:min(len(v.alts()), 16)] {
			a.edit().alts = nil
			c.judge(kind, a, inv)
		}
		return
	}
	if len(v.list()) > 0 && kind != "ARGV" && kind != "LINE" && kind != "CODE" {
		for _, e := range v.list() {
			c.judge(kind, e, inv)
		}
		return
	}
	if v.typ() == "file" && v.mode() != "" && (kind == "WRITE" || kind == "READ") {
		return // it was judged when it was opened
	}
	w := c.word(v)
	switch kind {
	case "TEXT":
		return
	case "LINK":
		for _, p := range k.paths(w) {
			if k.zoneAt(p, writes) == zoneGuard {
				k.touch(writes, w, inv.row, k.src)
			}
		}
		k.touch(reads, w, inv.row, k.src)
		return
	case "LINE":
		c.line(v, inv)
		return
	case "ARGV":
		c.argvCall(v, inv)
		return
	case "CODE":
		c.evalText(v, inv)
		return
	case "SEND":
		if v.typ() == "file" || strings.HasPrefix(v.w.hole(), "$content") {
			c.sentData(v, inv)
			return
		}
	case "DATA":
		c.sentData(v, inv)
		return
	case "ENV":
		return
	}
	k.values(inv.row, []value{{kind: kind, words: []Word{w}}})
	switch kind {
	case "READ", "RREAD":
		for _, p := range k.paths(w) {
			if k.zone(p) == zoneSecrets && c.state.secret == "" {
				c.state.secret = k.show(p)
			}
		}
	case "URL":
		c.address(v, inv)
	}
}

// address notes what talking to an address means for the rest of the code.
func (c *code) address(v val, inv *invocation) (local bool) {
	if v.w.Known() && (isLoopback(hostOf(v.w.Text())) || strings.HasPrefix(v.w.Text(), "file:") || strings.HasPrefix(v.w.Text(), "data:")) || !v.w.Known() && v.w.stem() != "" && strings.Contains(v.w.stem(), "://") && isLoopback(hostOf(v.w.stem())) && strings.Count(v.w.stem(), "/") > 2 {
		return true
	}
	c.state.fetched = true
	if v.w.flow().secret() {
		c.k.foundWhy(Leak, inv.row, v.w.flow().from(), c.k.src)
	}
	return false
}

// sentData is a value that leaves the machine.
func (c *code) sentData(v val, inv *invocation) {
	c.state.sent = true
	c.k.effect(Send, inv.row)
	for _, x := range append(append([]val{v}, v.list()...), v.alts()...) {
		if x.w.flow().secret() {
			c.k.foundWhy(Leak, inv.row, x.w.flow().from(), c.k.src)
			return
		}
		if x.typ() == "file" || x.typ() == "path" || x.isStr() && x.typ() == "file" {
			if f := c.k.content(c.word(x)); f.secret() {
				c.k.foundWhy(Leak, inv.row, f.from(), c.k.src)
				return
			}
		}
	}
	for _, p := range v.pairs() {
		if p.v.w.flow().secret() {
			if e, ok := strings.CutPrefix(p.v.mode(), "env:"); ok && secretName(strings.ToUpper(p.key)) && e != "" {
				c.k.effect(Secret, inv.row)
				continue
			}
			c.k.foundWhy(Leak, inv.row, p.v.w.flow().from(), c.k.src)
			return
		}
		if p.v.typ() == "file" {
			c.sentData(p.v, inv)
		}
	}
}

// line is shell text that the code runs.
func (c *code) line(v val, inv *invocation) val {
	k := c.k
	if len(v.list()) > 0 && (v.typ() == "list" || v.typ() == "splat") {
		return c.argvCall(v, inv)
	}
	w := v.w
	if !w.Known() && w.hole() == "" {
		w = hole("value", flow{}).w
	}
	in := k.child()
	in.in = flow{}
	if d, ok := inv.option("cwd chdir dir"); ok {
		in.sh.dirs = k.paths(c.word(d))
	}
	if !w.Known() {
		c.state.built = c.state.built || w.stem() == ""
	}
	if w.flow().built() && w.Known() {
		k.foundWhy(RunBuilt, inv.row, "the text is decoded or put together", k.src)
	}
	first, rest, _ := strings.Cut(strings.TrimSpace(w.Text()), " ")
	if w.Known() || w.stem() != "" {
		if language(path.Base(first)) == "sh" || first == "cmd.exe" || first == "cmd" {
			if r := strings.TrimSpace(rest); r == "" || strings.HasPrefix(r, "-i") || strings.Contains(r, "<&") || strings.Contains(r, ">&") && !strings.HasPrefix(r, "-c") {
				c.state.shell = true
			}
		}
		if strings.Contains(rest, "/dev/tcp/") {
			c.state.socket = true
		}
	}
	k.scan.code += 20
	saved, fixed, stdin := k.out, k.fixed, k.stdin
	k.innerScriptIn(in, []Word{w}, inv.row)
	out := k.out
	k.out, k.fixed, k.stdin = saved, fixed, stdin
	return c.output(out)
}

// output is what a command that the code runs prints.
func (c *code) output(f flow) val {
	c.k.reads = append(c.k.reads, f.hidden())
	if f.known() {
		v := known(strings.TrimRight(f.text(), "\n"))
		return v
	}
	v := hole("output", f)
	v.edit().typ = "proc"
	if f.place() != "" {
		v.w.edit().flow.edit().place = f.place()
		v.edit().typ = "paths"
	}
	return v
}

// argvCall is a program that the code starts with a list of words.
func (c *code) argvCall(v val, inv *invocation) val {
	k := c.k
	list := v.list()
	if len(list) == 0 {
		list = []val{v}
	}
	var words []Word
	for _, x := range list {
		if x.typ() == "list" && len(x.list()) > 0 {
			for _, y := range x.list() {
				words = append(words, c.plainWord(y))
			}
			continue
		}
		words = append(words, c.plainWord(x))
	}
	if len(words) == 0 {
		return hole("value", flow{})
	}
	if words[0].flow().built() && words[0].Known() {
		k.foundWhy(RunBuilt, inv.row, "the text is decoded or put together", k.src)
	}
	if !words[0].Known() {
		c.state.built = true
		if words[0].flow().download() {
			k.foundWhy(RunDownload, inv.row, words[0].flow().from(), k.src)
		} else {
			k.foundWhy(RunBuilt, inv.row, "what is started cannot be told", k.src)
		}
	}
	in := k.child()
	in.in = flow{}
	if d, ok := inv.option("cwd chdir dir"); ok {
		in.sh.dirs = k.paths(c.word(d))
	}
	if d, ok := inv.option("input stdin"); ok && d.w.Known() && d.isStr() {
		in.in = textFlow(d.w.Text())
	} else if ok {
		in.in = d.w.flow().hidden()
	} else if len(k.in.text()) == 0 && !k.in.known() {
		in.in = k.in
	}
	if language(path.Base(words[0].Text())) == "sh" && (len(words) == 1 || !strings.Contains(words[1].Text(), "c")) && (len(words) < 2 || strings.HasPrefix(words[1].Text(), "-")) {
		c.state.shell = true
	}
	if !words[0].Known() {
		return hole("output", marked(markBuilt))
	}
	k.scan.code += 20
	return c.output(in.call(words, cut(texts(words), 200)))
}

// plainWord is v as an argument: no ~ is expanded for a program.
func (c *code) plainWord(v val) Word {
	w := v.w
	if !w.Known() && w.hole() == "" {
		return hole("value", flow{}).w
	}
	if len(v.alts()) > 0 {
		for _, a := range v.alts() {
			if !a.w.Known() {
				return a.w
			}
		}
	}
	return w
}

// evalText is text that the code runs as code of its own language.
func (c *code) evalText(v val, inv *invocation) val {
	k := c.k
	w := v.w
	switch {
	case v.typ() == "func" || v.typ() == "own" || w.Text() == "" && w.hole() == "":
	case w.flow().download():
		k.foundWhy(RunDownload, inv.row, w.flow().from(), k.src)
	case w.Known() && v.isStr():
		if w.flow().built() {
			k.foundWhy(RunBuilt, inv.row, "the text is decoded or put together", k.src)
			c.state.built = true
		}
		c.again(w.Text())
	case w.Known():
	case w.flow().file() != "":
		k.runScript(c.lang, []Word{lit(w.flow().file())}, inv.row)
	default:
		c.state.built = true
		k.foundWhy(RunBuilt, inv.row, cut(w.Text(), 40)+" cannot be told", k.src)
	}
	return hole("value", carry(w.flow()))
}

// runFile is a file of code that the code loads.
func (c *code) runFile(v val) {
	w := c.word(v)
	if !w.Known() {
		c.k.foundWhy(RunBuilt, c.row, "what is loaded cannot be told", c.k.src)
		return
	}
	if strings.ContainsAny(w.Text(), "/.") && !strings.HasPrefix(w.Text(), "@") {
		c.requires(w.Text())
	}
}

// requires loads a module by its name, or a file by its path.
func (c *code) requires(name string) {
	if !strings.HasPrefix(name, ".") && !strings.HasPrefix(name, "/") {
		if strings.Contains(name, "://") {
			c.k.foundWhy(RunDownload, c.row, name+" is loaded", c.k.src)
		}
		return
	}
	for _, p := range c.k.paths(lit(name)) {
		c.k.place(c.k.zone(p), c.row+": "+name)
	}
}

// written is text that the code puts into an open file.
func (c *code) written(file, v val) {
	k := c.k
	if file.typ() != "file" || file.mode() == "r" {
		if file.typ() == "socket" || file.typ() == "response" && c.lang == "node" {
			c.sentData(v, &invocation{row: c.row + ": write"})
		}
		return
	}
	for _, p := range k.paths(c.word(file)) {
		old := k.files[p]
		switch {
		case v.w.Known() && (old.known() || old.same(flow{})):
			k.files[p] = textFlow(old.text() + v.w.Text())
		default:
			f := carry(v.w.flow())
			f.mark(markBuilt, f.built() || !f.download())
			k.files[p] = f
		}
		if v.w.Known() && v.w.Text() == "" && !strings.Contains(file.mode(), "a") && k.files[p].text() == "" {
			k.emptied(lit(p), c.row+" (leaves nothing of it)", k.src)
		}
	}
}

// decodeBase64 is what a text in base64 holds.
func decodeBase64(s string) (string, bool) {
	for _, e := range []*base64.Encoding{base64.StdEncoding, base64.RawStdEncoding, base64.URLEncoding, base64.RawURLEncoding} {
		if b, err := e.DecodeString(strings.TrimSpace(s)); err == nil {
			return string(b), true
		}
	}
	return "", false
}
