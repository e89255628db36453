package classify

import (
	"path"
	"strconv"
	"strings"
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"
)

// words expands the words of a call as the shell would: braces, tilde,
// parameters, substitutions, field splitting. Globs stay.
func (c *ctx) words(ws []*syntax.Word) []Word {
	out := make([]Word, 0, len(ws)+2)
	for _, w := range ws {
		out = append(out, c.fields(w)...)
		if len(out) > maxFields {
			c.unreadable("an expansion makes too many words")
			return out[:maxFields]
		}
	}
	return out
}

// fields expands one word, to any number of words.
func (c *ctx) fields(w *syntax.Word) []Word {
	if len(w.Parts) == 1 {
		if l, ok := w.Parts[0].(*syntax.Lit); ok && !strings.ContainsAny(l.Value, "\\{~*?[") {
			return []Word{lit(l.Value)}
		}
	}
	var out []Word
	for _, alt := range c.braces(w) {
		f := fielder{c: c, b: newBuilder(), ifs: c.sh.ifs()}
		f.parts(alt.Parts)
		out = append(out, f.done()...)
		if len(out) > maxFields {
			break
		}
	}
	return out
}

// one expands a word where the shell splits no fields: an assignment's value,
// a redirection's target, a here-document.
func (c *ctx) one(w *syntax.Word) Word {
	if w == nil {
		return lit("")
	}
	f := fielder{c: c, b: newBuilder(), whole: true}
	f.parts(w.Parts)
	return f.b.word()
}

// fielder collects the fields of one word.
type fielder struct {
	c     *ctx
	b     *builder
	ifs   string
	whole bool // no field splitting
	out   []Word
}

func (f *fielder) done() []Word {
	if f.b.any {
		f.out = append(f.out, f.b.word())
	}
	return f.out
}

func (f *fielder) next() {
	if f.b.any {
		f.out = append(f.out, f.b.word())
		f.b.reset()
	}
}

func (f *fielder) parts(ps []syntax.WordPart) {
	for i, p := range ps {
		f.part(p, false, i == 0)
	}
}

func (f *fielder) part(p syntax.WordPart, quoted, first bool) {
	c := f.c
	if f.b.text.Len() > maxLine {
		c.unreadable("a word grows longer than 64 KiB")
		c.stopped = true
	}
	if !c.step() {
		f.b.unknown("…", flow{}, true)
		return
	}
	switch p := p.(type) {
	case *syntax.Lit:
		f.literal(p.Value, quoted, first)
	case *syntax.SglQuoted:
		v, ok := p.Value, true
		if p.Dollar {
			v, ok = ansiC(v)
		}
		if ok {
			f.b.str(v)
		} else {
			f.b.unknown(c.src(p), marked(markBuilt), true)
		}
	case *syntax.DblQuoted:
		f.b.any = true
		for _, q := range p.Parts {
			f.part(q, true, false)
		}
	case *syntax.ParamExp:
		f.param(p, quoted)
	case *syntax.CmdSubst:
		f.value(c.subst(p.Stmts), c.src(p), quoted)
	case *syntax.ArithmExp:
		if n, ok := c.arithm(p.X); ok {
			f.b.str(strconv.FormatInt(n, 10))
		} else {
			f.b.unknown(c.src(p), marked(markPlain), true)
		}
	case *syntax.ProcSubst:
		in := c.sub()
		if p.Op == syntax.CmdOut && in.in.same(flow{}) { // what is written to it is not known here
			in.in, in.piped = comes(markBuilt, c.src(p)), true
		}
		out := in.stmts(p.Stmts)
		if p.Op == syntax.CmdOut {
			out = nothing
		}
		f.b.unknown(c.src(p), out, true)
		f.b.pipe = true
	case *syntax.ExtGlob:
		if t := p.Pattern.Value; len(t) > 1 && (t[0] == 'e' && !nameByte(t[1]) || t[0] == '+' && nameByte(t[1])) {
			c.foundWhy(RunBuilt, "shell: "+c.src(p), "zsh runs what stands in it", c.src(p))
		}
		f.b.pattern('*')
		if p.Op != syntax.GlobExcept { // !(x) is all but x
			f.b.text.WriteString(p.Pattern.Value)
		}
	case *syntax.BraceExp:
		f.b.unknown("{…}", flow{}, false)
	default:
		f.b.unknown(c.src(p), flow{}, quoted)
	}
}

// literal adds source text: escapes, tilde, globs.
func (f *fielder) literal(t string, quoted, first bool) {
	if first && !quoted && t != "" && t[0] == '~' {
		user, rest, _ := strings.Cut(t, "/")
		if strings.Contains(t, "/") {
			rest = "/" + rest
		}
		if dir, ok := f.c.tilde(user[1:]); ok {
			f.b.str(dir)
			t = rest
			if dir == "/" {
				t = strings.TrimPrefix(rest, "/")
			}
		}
	}
	for i := 0; i < len(t); i++ {
		switch c := t[i]; {
		case c == '\\' && i+1 < len(t) && (!quoted || strings.IndexByte("$`\"\\\n", t[i+1]) >= 0):
			if i++; t[i] == '\n' {
				continue // the line goes on
			}
			f.b.str(t[i : i+1])
		case !quoted && (c == '*' || c == '?' || c == '[' && strings.IndexByte(t[i:], ']') > 0):
			f.b.pattern(c)
		case !quoted && f.whole && c == ':' && strings.HasPrefix(t[i+1:], "~/"):
			f.b.str(":" + f.c.scene.Home)
			i++
		default:
			f.b.str(t[i : i+1])
		}
	}
}

// tilde is the folder that ~name stands for.
func (c *ctx) tilde(name string) (string, bool) {
	switch {
	case name == "":
		if v, ok := c.sh.vars["HOME"]; ok {
			if len(v.words) == 1 && v.words[0].Known() {
				return v.words[0].Text(), true
			}
			return "", false
		}
		return c.scene.Home, c.scene.Home != ""
	case name == "root":
		return "/root", true
	case name == "+":
		d := c.sh.dir()
		return d, d != ""
	case isName(name):
		return path.Join(path.Dir(c.scene.Home), name), c.scene.Home != ""
	}
	return "", false
}

// value adds an expansion's result.
func (f *fielder) value(v flow, src string, quoted bool) {
	v = v.line()
	if !v.known() {
		f.b.unknown(src, v, quoted || v.plain())
		return
	}
	f.text(v.text(), quoted)
}

// text adds the known result of an expansion: without quotes it is split into
// fields, and globs in it count.
func (f *fielder) text(t string, quoted bool) {
	if quoted || f.whole {
		f.b.str(t)
		return
	}
	for i := 0; i < len(t); i++ {
		c := t[i]
		switch {
		case strings.IndexByte(f.ifs, c) >= 0:
			if c != ' ' && c != '\t' && c != '\n' {
				f.b.any = true
			}
			f.next()
		case c == '*' || c == '?' || c == '[' && strings.IndexByte(t[i:], ']') > 0:
			f.b.pattern(c)
		default:
			f.b.str(t[i : i+1])
		}
		if len(f.out) > maxFields {
			return
		}
	}
}

// list adds several words: "$@", "${a[@]}".
func (f *fielder) list(ws []Word, quoted bool) {
	for i, w := range ws {
		if i > 0 {
			f.next()
		}
		f.word(w, quoted)
	}
}

// word adds the value of a variable.
func (f *fielder) word(w Word, quoted bool) {
	switch {
	case w.Known():
		if w.Text() == "" && quoted {
			f.b.any = true
		}
		f.text(w.Text(), quoted)
	case w.glob(): // in a loop its matches stand here, quoted or not
		f.text(w.Text(), false)
	default:
		if w.stem() != "" && strings.HasPrefix(w.Text(), w.stem()) {
			f.b.str(w.stem())
			f.b.unknown(w.Text()[len(w.stem()):], w.flow(), quoted)
			return
		}
		if w.tail() != "" {
			head := strings.TrimSuffix(w.Text(), "/"+w.tail())
			f.b.unknown(head, w.flow(), quoted)
			if head != w.Text() {
				f.b.str("/" + w.tail())
			}
			return
		}
		f.b.unknown(w.Text(), w.flow(), quoted || w.flow().plain())
	}
}

// param adds ${…}.
func (f *fielder) param(p *syntax.ParamExp, quoted bool) {
	c := f.c
	src := c.src(p)
	if p.Param == nil {
		f.b.unknown(src, flow{}, quoted)
		return
	}
	name := p.Param.Value
	if p.Index != nil {
		c.arithmSubsts(p.Index)
	}
	all := name == "@" || name == "*" || isAll(p.Index)
	ws, set := c.lookup(name, p.Index)
	switch {
	case p.Length:
		f.b.unknown(src, marked(markPlain), true)
		return
	case p.Names != 0, p.Flags != nil, p.NestedParam != nil, len(p.Modifiers) > 0, p.Width:
		f.b.unknown(src, flow{}, quoted)
		return
	case p.Excl && isAll(p.Index): // the keys of an array
		f.b.unknown(src, flow{}, quoted)
		return
	case p.Excl:
		if len(ws) == 1 && ws[0].Known() && isName(ws[0].Text()) {
			ws, set = c.lookup(ws[0].Text(), nil)
		} else {
			// any variable may be meant
			f.b.unknown(src, comes(markBuilt|markSecret, src), quoted)
			return
		}
	}
	if p.Exp != nil {
		var done bool
		if ws, done = f.expansion(p, ws, set, quoted, src); done {
			return
		}
	}
	if p.Slice != nil {
		off, ok1 := c.arithm(p.Slice.Offset)
		n, ok2 := int64(-1), true
		if p.Slice.Length != nil {
			n, ok2 = c.arithm(p.Slice.Length)
		}
		if all || len(ws) != 1 || !ws[0].Known() || !ok1 || !ok2 {
			f.b.unknown(src, holeFlow(ws), quoted)
			return
		}
		ws = []Word{lit(slice(ws[0].Text(), off, n, p.Slice.Length != nil))}
	}
	if p.Repl != nil {
		orig, with := c.one(p.Repl.Orig), lit("")
		if p.Repl.With != nil {
			with = c.one(p.Repl.With)
		}
		if len(ws) != 1 || !ws[0].Known() || !orig.Known() || !with.Known() {
			f.b.unknown(src, holeFlow(ws), quoted)
			return
		}
		n := 1
		if p.Repl.All {
			n = -1
		}
		o := orig.Text()
		t := ws[0].Text()
		switch {
		case o == "":
		case o[0] == '#' && !p.Repl.All:
			if rest, ok := strings.CutPrefix(t, o[1:]); ok {
				t = with.Text() + rest
			}
		case o[0] == '%' && !p.Repl.All:
			if rest, ok := strings.CutSuffix(t, o[1:]); ok {
				t = rest + with.Text()
			}
		default:
			t = strings.Replace(t, o, with.Text(), n)
		}
		ws = []Word{lit(t)}
	}
	star := name == "*"
	if x, ok := p.Index.(*syntax.Word); ok && x.Lit() == "*" {
		star = true
	}
	if all && !(star && quoted) {
		f.list(ws, quoted)
		return
	}
	if all && quoted {
		for i, w := range ws {
			if ifs := c.sh.ifs(); i > 0 && ifs != "" {
				f.b.str(ifs[:1])
			}
			f.word(w, true)
		}
		return
	}
	f.list(ws, quoted)
}

// expansion applies ${x:-y} and its like. done is true where it has added the
// result itself.
func (f *fielder) expansion(p *syntax.ParamExp, ws []Word, set, quoted bool, src string) (_ []Word, done bool) {
	c := f.c
	known := set || len(ws) == 1 && ws[0].Known()
	empty := known && (len(ws) == 0 || len(ws) == 1 && ws[0].Known() && ws[0].Text() == "")
	alt := func() {
		if p.Exp.Word == nil {
			f.b.any = f.b.any || quoted
			return
		}
		if quoted || f.whole {
			f.word(c.one(p.Exp.Word), true)
			return
		}
		f.list(c.fields(p.Exp.Word), false)
	}
	switch op := p.Exp.Op; op {
	case syntax.DefaultUnset, syntax.DefaultUnsetOrNull, syntax.AssignUnset, syntax.AssignUnsetOrNull:
		if known && !empty {
			return ws, false
		}
		if known || p.Exp.Word == nil {
			if p.Exp.Word != nil && (op == syntax.AssignUnset || op == syntax.AssignUnsetOrNull) {
				c.sh.set(p.Param.Value, c.one(p.Exp.Word))
			}
			alt()
			return nil, true
		}
		// Not set in the line: the default is what the line shows, and what
		// the environment could hold instead is not ours to guess, except that
		// it makes the word less sure.
		if w := c.one(p.Exp.Word); w.Known() {
			if op == syntax.AssignUnset || op == syntax.AssignUnsetOrNull {
				c.sh.set(p.Param.Value, w)
			}
			f.text(w.Text(), quoted)
			return nil, true
		}
		alt()
		return nil, true
	case syntax.AlternateUnset, syntax.AlternateUnsetOrNull:
		if known && empty && op == syntax.AlternateUnsetOrNull || known && len(ws) == 0 {
			return nil, true
		}
		alt()
		return nil, true
	case syntax.ErrorUnset, syntax.ErrorUnsetOrNull:
		return ws, false
	case syntax.OtherParamOps:
		kind := ""
		if p.Exp.Word != nil {
			kind = p.Exp.Word.Lit()
		}
		if kind == "P" { // the value is expanded again, as a prompt
			for _, w := range ws {
				if w.Known() && strings.ContainsAny(w.Text(), "$`") {
					c.again(w.Text())
				} else if !w.Known() {
					c.found(RunBuilt, "shell: ${…@P}", src)
				}
			}
		}
		f.b.unknown(src, holeFlow(ws), quoted)
		return nil, true
	}
	if len(ws) != 1 {
		f.b.unknown(src, holeFlow(ws), quoted)
		return nil, true
	}
	w := ws[0]
	if !w.Known() {
		if t, ok := globPart(w, p.Exp); ok {
			f.text(t, false)
			return nil, true
		}
		h := holeFlow(ws)
		h.edit().tail = ""
		switch p.Exp.Op { // the end or the front of a name is still below its place
		case syntax.RemSmallSuffix, syntax.RemLargeSuffix:
		case syntax.RemSmallPrefix, syntax.RemLargePrefix:
			if p.Exp.Word != nil && strings.HasSuffix(p.Exp.Word.Lit(), "/") {
				h.mark(markPlain, true) // ${f##*/}: the last name of a path
			}
		}
		if w.stem() != "" {
			f.b.str(w.stem())
		}
		f.b.unknown(src, h, quoted)
		return nil, true
	}
	t := w.Text()
	pat := lit("")
	if p.Exp.Word != nil {
		pat = c.one(p.Exp.Word)
	}
	switch p.Exp.Op {
	case syntax.RemSmallSuffix, syntax.RemLargeSuffix, syntax.RemSmallPrefix, syntax.RemLargePrefix:
		if !pat.Known() && !pat.glob() {
			f.b.unknown(src, flow{}, quoted)
			return nil, true
		}
		if len(t)*len(pat.Text()) > maxMatch {
			f.b.unknown(src, flow{}, quoted)
			return nil, true
		}
		t = remove(t, pat.Text(), p.Exp.Op)
	case syntax.UpperAll:
		t = strings.ToUpper(t)
	case syntax.LowerAll:
		t = strings.ToLower(t)
	case syntax.UpperFirst:
		if t != "" {
			t = strings.ToUpper(t[:1]) + t[1:]
		}
	case syntax.LowerFirst:
		if t != "" {
			t = strings.ToLower(t[:1]) + t[1:]
		}
	default:
		f.b.unknown(src, flow{}, quoted)
		return nil, true
	}
	return []Word{lit(t)}, false
}

// globPart is what the usual operators leave of a pattern of file names:
// ${f%.ts} of src/*.ts is src/*.
func globPart(w Word, exp *syntax.Expansion) (string, bool) {
	if !w.glob() || exp.Word == nil {
		return "", false
	}
	cut := exp.Word.Lit()
	dir, base := path.Split(w.Text())
	switch exp.Op {
	case syntax.RemSmallSuffix, syntax.RemLargeSuffix:
		switch {
		case cut == "/*" && dir != "":
			return strings.TrimSuffix(dir, "/"), true
		case cut == ".*" && strings.Contains(base, "."):
			return dir + base[:strings.LastIndexByte(base, '.')], true
		case cut != "" && !strings.ContainsAny(cut, "*?[$`") && strings.HasSuffix(w.Text(), cut):
			return strings.TrimSuffix(w.Text(), cut), true
		}
	case syntax.RemSmallPrefix, syntax.RemLargePrefix:
		switch {
		case cut == "*/" && exp.Op == syntax.RemLargePrefix:
			return base, true
		case cut != "" && !strings.ContainsAny(cut, "*?[$`") && strings.HasPrefix(w.Text(), cut):
			return strings.TrimPrefix(w.Text(), cut), true
		}
	}
	return "", false
}

// maxMatch bounds the work of matching a pattern, as the product of both
// lengths in bytes.
const maxMatch = 1 << 14

// remove takes the part that matches the glob pat off t's front or end.
func remove(t, pat string, op syntax.ParExpOperator) string {
	suffix := op == syntax.RemSmallSuffix || op == syntax.RemLargeSuffix
	large := op == syntax.RemLargeSuffix || op == syntax.RemLargePrefix
	best, found := t, false
	for i := 0; i <= len(t); i++ {
		part, rest := t[:i], t[i:]
		if suffix {
			part, rest = t[len(t)-i:], t[:len(t)-i]
		}
		if globMatch(pat, part) {
			best, found = rest, true
			if !large {
				break
			}
		}
	}
	if !found {
		return t
	}
	return best
}

// globMatch matches s against a shell pattern in which * crosses slashes. The
// work is bounded by the product of both lengths.
func globMatch(pat, s string) bool {
	if len(pat)*len(s) > 1<<20 {
		return true // too much work: it may match
	}
	star, mark := -1, 0
	i, j := 0, 0
	for j < len(s) {
		if i < len(pat) {
			switch pat[i] {
			case '*':
				star, mark = i, j
				i++
				continue
			case '?':
				i++
				j++
				continue
			case '[':
				if end := strings.IndexByte(pat[i:], ']'); end > 1 {
					if inClass(pat[i+1:i+end], s[j]) {
						i += end + 1
						j++
						continue
					}
					break
				}
				fallthrough
			default:
				if pat[i] == s[j] {
					i++
					j++
					continue
				}
			}
		}
		if star < 0 {
			return false
		}
		mark++
		i, j = star+1, mark
	}
	for i < len(pat) && pat[i] == '*' {
		i++
	}
	return i == len(pat)
}

func inClass(class string, c byte) bool {
	not := false
	if class[0] == '!' || class[0] == '^' {
		not, class = true, class[1:]
	}
	in := false
	for i := 0; i < len(class); i++ {
		if i+2 < len(class) && class[i+1] == '-' {
			in = in || class[i] <= c && c <= class[i+2]
			i += 2
			continue
		}
		in = in || class[i] == c
	}
	return in != not
}

func slice(t string, off, n int64, hasN bool) string {
	size := int64(len(t))
	if off < 0 {
		off = max(size+off, 0)
	}
	off = min(off, size)
	end := size
	if hasN {
		if n < 0 {
			end = max(size+n, off)
		} else {
			end = min(off+n, size)
		}
	}
	return t[off:end]
}

// holeFlow is what is known of an expansion that is made of ws.
func holeFlow(ws []Word) flow {
	var f flow
	for i, w := range ws {
		g := w.flow()
		if w.Known() {
			g = marked(when(isPlain(w.Text()), markPlain))
		}
		if i == 0 {
			f = g
		} else {
			f = f.merge(g)
		}
	}
	f.forget()
	return f
}

// braces expands {a,b} and {1..9}, bounded.
func (c *ctx) braces(w *syntax.Word) []*syntax.Word {
	has := false
	for _, p := range w.Parts {
		if l, ok := p.(*syntax.Lit); ok && strings.IndexByte(l.Value, '{') >= 0 {
			has = true
		}
	}
	if !has {
		return []*syntax.Word{w}
	}
	cp := &syntax.Word{Parts: append([]syntax.WordPart(nil), w.Parts...)}
	if !syntax.SplitBraces(cp) {
		return []*syntax.Word{w}
	}
	left := maxFields
	out := expandBraces(cp, &left)
	if left <= 0 {
		c.unreadable("a brace expansion makes too many words")
	}
	return out
}

func expandBraces(w *syntax.Word, left *int) []*syntax.Word {
	for i, p := range w.Parts {
		br, ok := p.(*syntax.BraceExp)
		if !ok {
			continue
		}
		var elems []*syntax.Word
		if br.Sequence {
			elems = sequence(br, left)
		} else {
			elems = br.Elems
		}
		rest := expandBraces(&syntax.Word{Parts: w.Parts[i+1:]}, left)
		var out []*syntax.Word
		for _, e := range elems {
			for _, head := range expandBraces(e, left) {
				for _, tail := range rest {
					if *left <= 0 {
						return out
					}
					*left--
					parts := append([]syntax.WordPart(nil), w.Parts[:i]...)
					parts = append(parts, head.Parts...)
					parts = append(parts, tail.Parts...)
					out = append(out, &syntax.Word{Parts: join2(parts)})
				}
			}
		}
		return out
	}
	return []*syntax.Word{w}
}

// join2 joins literals that stand side by side, so that a tilde made by braces
// is seen at the front of its word.
func join2(parts []syntax.WordPart) []syntax.WordPart {
	out := parts[:0:0]
	for _, p := range parts {
		l, ok := p.(*syntax.Lit)
		if ok && len(out) > 0 {
			if last, ok := out[len(out)-1].(*syntax.Lit); ok {
				out[len(out)-1] = &syntax.Lit{ValuePos: last.ValuePos, ValueEnd: l.ValueEnd, Value: last.Value + l.Value}
				continue
			}
		}
		out = append(out, p)
	}
	return out
}

func sequence(br *syntax.BraceExp, left *int) []*syntax.Word {
	from, to := br.Elems[0].Lit(), br.Elems[1].Lit()
	step := 1
	if len(br.Elems) > 2 {
		if n, err := strconv.Atoi(br.Elems[2].Lit()); err == nil && n != 0 {
			step = max(n, -n)
		}
	}
	word := func(s string) *syntax.Word { return &syntax.Word{Parts: []syntax.WordPart{&syntax.Lit{Value: s}}} }
	a, err1 := strconv.Atoi(from)
	b, err2 := strconv.Atoi(to)
	chars := false
	if err1 != nil || err2 != nil {
		if len(from) != 1 || len(to) != 1 {
			return []*syntax.Word{word("{" + from + ".." + to + "}")}
		}
		a, b, chars = int(from[0]), int(to[0]), true
	}
	if b < a {
		step = -step
	}
	width := 0
	if !chars && (len(from) > 1 && from[0] == '0' || len(to) > 1 && to[0] == '0') {
		width = max(len(from), len(to))
	}
	var out []*syntax.Word
	for n := a; step > 0 && n <= b || step < 0 && n >= b; n += step {
		if len(out) >= *left {
			*left = 0
			break
		}
		if chars {
			out = append(out, word(string(rune(n))))
			continue
		}
		s := strconv.Itoa(n)
		for len(s) < width {
			s = "0" + s
		}
		out = append(out, word(s))
	}
	return out
}

// ansiC decodes the inside of $'…' as bash does.
func ansiC(s string) (string, bool) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		switch s[i] {
		case 'n':
			b.WriteByte('\n')
		case 't':
			b.WriteByte('\t')
		case 'r':
			b.WriteByte('\r')
		case 'a':
			b.WriteByte(7)
		case 'b':
			b.WriteByte(8)
		case 'e', 'E':
			b.WriteByte(27)
		case 'f':
			b.WriteByte(12)
		case 'v':
			b.WriteByte(11)
		case '\\', '\'', '"', '?':
			b.WriteByte(s[i])
		case 'c':
			if i++; i == len(s) {
				return s, false
			}
			b.WriteByte(s[i] & 0x1f)
		case 'x', 'u', 'U':
			most := map[byte]int{'x': 2, 'u': 4, 'U': 8}[s[i]]
			n, v := digits(s[i+1:], 16, most)
			if n == 0 {
				b.WriteByte('\\')
				b.WriteByte(s[i])
				continue
			}
			if s[i] == 'x' {
				b.WriteByte(byte(v))
			} else if v <= utf8.MaxRune {
				b.WriteRune(rune(v))
			} else {
				return s, false
			}
			i += n
		case '0', '1', '2', '3', '4', '5', '6', '7':
			n, v := digits(s[i:], 8, 3)
			b.WriteByte(byte(v))
			i += n - 1
		default:
			b.WriteByte('\\')
			b.WriteByte(s[i])
		}
	}
	t := b.String()
	if i := strings.IndexByte(t, 0); i >= 0 {
		t = t[:i] // bash ends the string there
	}
	return t, true
}

func digits(s string, base, most int) (n int, v uint64) {
	for n < len(s) && n < most {
		d := strings.IndexByte("0123456789abcdef", s[n]|0x20)
		if s[n] >= '0' && s[n] <= '9' {
			d = int(s[n] - '0')
		}
		if d < 0 || d >= base {
			break
		}
		v = v*uint64(base) + uint64(d)
		n++
	}
	return n, v
}
