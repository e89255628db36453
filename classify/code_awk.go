package classify

import "strings"

// awkReader looks through an awk program for system( ), pipes and files.
type awkReader struct {
	k    *call
	row  string
	toks []token
	i    int
	vars map[string]Word
	net  bool
}

// scanAwk looks through an awk program for calls that run, write or read.
func (k *call) scanAwk(text, row string) {
	if len(text) > maxLine {
		text = text[:maxLine]
	}
	a := &awkReader{k: k, row: row, vars: map[string]Word{}, toks: lexCode("awk", text, k.codeStep)}
	for i, w := range k.words { // -v name=value
		if name, val, ok := strings.Cut(w.Text(), "="); ok && w.Known() && i > 0 {
			name = strings.TrimPrefix(name, "-v")
			if isName(name) {
				a.vars[name] = lit(val)
			}
		}
	}
	for a.i < len(a.toks) && k.codeStep() {
		at := a.i
		a.statement()
		if a.i == at {
			a.i++
		}
	}
}

func (a *awkReader) at(n int) *token {
	if a.i+n < len(a.toks) {
		return &a.toks[a.i+n]
	}
	return &noToken
}

// statement reads one piece: a call, a print, an assignment, a text that is
// piped.
func (a *awkReader) statement() {
	t := a.at(0)
	switch {
	case t.name("system") && a.at(1).mark("("):
		a.i += 2
		a.run(a.value(")"), "system")
	case t.name("print printf"):
		a.i++
		a.output()
	case t.name("getline"):
		a.i++
		if a.at(0).kind == tokName {
			a.i++
		}
		if a.at(0).mark("<") {
			a.i++
			a.file(a.value(""), "READ", "getline <")
		}
	case t.mark("@") && a.at(1).name("include load"):
		if f := a.at(2); f.kind == tokText {
			if a.at(1).s == "include" {
				a.k.runScript("awk", []Word{lit(f.s)}, a.row)
			} else {
				a.k.effect(RunUnseen, a.row+": @load")
			}
		}
		a.i += 3
	case t.kind == tokName && a.at(1).mark("=") && !a.at(2).mark("="):
		name := t.s
		a.i += 2
		a.vars[name] = a.value("")
		a.piped(a.vars[name])
	case t.mark("(") && (a.at(1).mark("(") || a.at(1).name("getline")):
		a.i++ // while ((getline line < "file") > 0)
	case t.name("for") && a.at(1).mark("(") && a.at(3).name("in") && a.at(4).name("ENVIRON"):
		a.k.foundWhy(Secret, a.row, "the whole environment", a.k.src)
		a.i += 5
	case t.kind == tokText, t.kind == tokName && !a.at(1).mark("("), t.mark("("):
		a.piped(a.value(""))
	default:
		a.i++
	}
}

// piped is a text behind which "| getline" stands.
func (a *awkReader) piped(w Word) {
	if a.getline() {
		a.run(w, "| getline")
	} else if a.at(0).mark("|") {
		a.i++
		if a.at(0).mark("&") {
			a.i++
		}
	}
}

// getline reads "| getline" and "|& getline", where that is what stands next.
func (a *awkReader) getline() bool {
	n := 1
	if a.at(n).mark("&") {
		n++
	}
	if !a.at(0).mark("|") || !a.at(n).name("getline") {
		return false
	}
	a.i += n + 1
	return true
}

// value joins texts up to the mark end, or to what ends an expression.
func (a *awkReader) value(end string) Word {
	w := lit("")
	depth := 0
	for a.i < len(a.toks) && a.k.codeStep() {
		t := a.at(0)
		switch {
		case t.mark("("):
			depth++
		case t.mark(")") && depth > 0:
			depth--
		case depth > 0 && t.mark("|") && a.getline(): // ("cmd" | getline x) > 0
			a.run(w, "| getline")
			w = hole("value", flow{}).w
			continue
		case end != "" && t.mark(end):
			a.i++
			return w
		case depth == 0 && (t.mark(";") || t.mark("}") || t.mark("{") || t.mark("|") || t.mark(">") || t.mark(">>") || t.mark(",") || t.mark(")")):
			return w
		case end == "" && depth == 0 && t.pos > 0 && a.i > 0 && a.lineBetween(&a.toks[a.i-1], t):
			return w
		case t.kind == tokText:
			w = concatWords(w, lit(t.s))
		case t.name("sprintf") && a.at(1).mark("("):
			w = concatWords(w, hole("value", marked(markBuilt)).w)
		case t.name("ENVIRON") && a.at(1).mark("[") && a.at(2).kind == tokText && a.at(2).s == "HOME":
			w = concatWords(w, lit(a.k.scene.Home))
			a.i += 3
		case t.kind == tokName:
			if v, ok := a.vars[t.s]; ok {
				w = concatWords(w, v)
			} else {
				w = concatWords(w, hole(t.s, a.k.in.hidden()).w)
			}
		case t.mark("$"):
			w = concatWords(w, hole("field", a.k.in.hidden()).w)
			if n := a.at(1); n.kind == tokNum || n.kind == tokName {
				a.i++
			}
		case t.kind == tokNum:
			if depth == 0 {
				w = concatWords(w, lit(t.s))
			}
		case t.mark(","):
		default:
			if w.Known() && t.kind == tokMark && strings.IndexByte("+-*/%<=!&?~", t.s[0]) >= 0 {
				w = hole("value", flow{}).w
			}
		}
		a.i++
	}
	return w
}

// lineBetween reports whether a line ends between two tokens. The lexer keeps
// no ends of lines for awk: a statement that goes on is rare there.
func (a *awkReader) lineBetween(x, y *token) bool { return y.indent < 0 && x.end < y.pos }

// output reads the rest of a print: its values, then where they go.
func (a *awkReader) output() {
	depth := 0
	last := lit("")
	for a.i < len(a.toks) && a.k.codeStep() {
		t := a.at(0)
		switch {
		case t.mark("(") || t.mark("["):
			depth++
		case t.mark(")") || t.mark("]"):
			depth--
		case t.mark(";") || t.mark("}") && depth <= 0:
			return
		case depth <= 0 && (t.mark(">") || t.mark(">>")):
			a.i++
			a.file(a.value(""), "WRITE", "print >")
			return
		case depth <= 0 && t.mark("|"):
			if a.getline() {
				a.run(last, "| getline")
				continue
			}
			a.i++
			if a.at(0).mark("&") {
				a.i++
			}
			a.feed(a.value(""), "print |")
			return
		case t.name("system") && a.at(1).mark("("):
			a.i += 2
			a.run(a.value(")"), "system")
			continue
		case t.kind == tokText:
			last = lit(t.s)
		}
		a.i++
	}
}

func (a *awkReader) file(w Word, kind, row string) {
	if a.inet(w) || w.Is("-") || w.Is("") {
		return
	}
	if w.Known() && strings.HasPrefix(w.Text(), "~") {
		w = a.k.toolPath(w.Text())
	}
	a.k.values(a.row+": "+row, []value{{kind: kind, words: []Word{w}}})
}

// inet reports whether w is one of gawk's names for a connection.
func (a *awkReader) inet(w Word) bool {
	if !strings.HasPrefix(w.Text(), "/inet") {
		return false
	}
	a.k.effect(Send, a.row+": /inet")
	a.net = true
	return true
}

// feed is shell text that awk runs and prints to: what awk has read may go there.
func (a *awkReader) feed(w Word, row string) {
	given := a.k.in.hidden().merge(comes(markBuilt, "what awk prints"))
	for _, f := range a.k.reads {
		given = given.merge(f.hidden())
	}
	for _, w := range a.k.words[1:] { // the files that it reads stand behind the program
		if f := a.k.content(w); f.secret() {
			given = given.merge(f.hidden())
		}
	}
	a.shell(w, row, given)
}

// run is shell text that awk runs.
func (a *awkReader) run(w Word, row string) { a.shell(w, row, flow{}) }

// shell is shell text that awk runs with given as its input.
func (a *awkReader) shell(w Word, row string, given flow) {
	if a.inet(w) {
		return
	}
	row = a.row + ": " + row
	if w.Known() {
		if strings.TrimSpace(w.Text()) != "" {
			out := a.k.innerLineOn(w.Text(), given)
			a.k.reads = append(a.k.reads, out.hidden())
		}
		return
	}
	if a.net {
		a.k.foundWhy(ReverseShell, row, "what a connection says is run", a.k.src)
		return
	}
	saved, fixed, stdin := a.k.out, a.k.fixed, a.k.stdin
	in := a.k.child()
	in.in = given
	a.k.innerScriptIn(in, []Word{w}, row)
	a.k.out, a.k.fixed, a.k.stdin = saved, fixed, stdin
}
