package classify

import "strings"

// flow is what can be known of a text that moves through the line: the output
// of a command, the content of a file, the value of a variable. Like Word it is a
// handle of one machine word, since nearly every function of the engine takes or
// returns one. Of the zero flow nothing is known.
type flow struct{ of *content }

// content is what a flow says. It is shared by the copies of the flow and not
// written to once it is here: see edit.
type content struct {
	text  string // what is known of it
	known bool   // text is all of it
	is    marks
	place string // it names files at or below this folder
	tail  string // with place: the name that those files have
	file  string // it is the content of this file, which may be read
	from  string // what made it, in the words of the line
}

// marks is a set of facts about a text.
type marks uint8

const (
	markSecret   marks = 1 << iota // a credential's content may be in it
	markDownload                   // it came over the network
	markFetched                    // a file of a folder that the line fetched
	markVetted                     // a download that the policy says may be run
	markBuilt                      // it was decoded or put together: nobody has seen it
	markShell                      // a shell that reads its input from elsewhere prints it
	markPlain                      // one plain word or number: no slash, blank or leading dash
)

// markCarried is what stays of the marks when a text is changed.
const markCarried = markSecret | markDownload | markBuilt

// when is m where cond holds, and no mark where not.
func when(cond bool, m marks) marks {
	if cond {
		return m
	}
	return 0
}

// unsaid is of a flow of which nothing is known.
var unsaid content

func (f flow) says() *content {
	if f.of == nil {
		return &unsaid
	}
	return f.of
}

func (f flow) text() string   { return f.says().text }
func (f flow) known() bool    { return f.says().known }
func (f flow) marks() marks   { return f.says().is }
func (f flow) place() string  { return f.says().place }
func (f flow) tail() string   { return f.says().tail }
func (f flow) file() string   { return f.says().file }
func (f flow) from() string   { return f.says().from }
func (f flow) secret() bool   { return f.marks()&markSecret != 0 }
func (f flow) download() bool { return f.marks()&markDownload != 0 }
func (f flow) fetched() bool  { return f.marks()&markFetched != 0 }
func (f flow) vetted() bool   { return f.marks()&markVetted != 0 }
func (f flow) built() bool    { return f.marks()&markBuilt != 0 }
func (f flow) shell() bool    { return f.marks()&markShell != 0 }
func (f flow) plain() bool    { return f.marks()&markPlain != 0 }

// edit gives f a content of its own, to be written to at once.
func (f *flow) edit() *content {
	c := *f.says()
	f.of = &c
	return &c
}

// forget leaves nothing known of the text itself, but all that is said of it.
func (f *flow) forget() {
	if f.known() || f.text() != "" {
		c := f.edit()
		c.known, c.text = false, ""
	}
}

// mark sets or takes away a mark.
func (f *flow) mark(m marks, on bool) {
	if is := f.marks()&^m | when(on, m); is != f.marks() {
		f.edit().is = is
	}
}

// marked is a text of which only m is known.
func marked(m marks) flow { return flow{&content{is: m}} }

// comes is a text of which m is known, and what made it.
func comes(m marks, from string) flow { return flow{&content{is: m, from: from}} }

// nothing is the output of a command that prints nothing.
var nothing = flow{&content{known: true}}

func textFlow(s string) flow { return flow{&content{known: true, text: s}} }

// same reports whether f and g are alike in all.
func (f flow) same(g flow) bool {
	return *f.says() == *g.says()
}

// merge is what is known of two texts put together in some way.
func (f flow) merge(g flow) flow {
	if f.known() && f.text() == "" {
		g.mark(f.marks()&markCarried, true)
		return g
	}
	if g.known() && g.text() == "" {
		f.mark(g.marks()&markCarried, true)
		return f
	}
	out := content{is: (f.marks() | g.marks()) & markCarried, from: f.from()}
	if out.from == "" {
		out.from = g.from()
	}
	if f.place() == g.place() {
		out.place = f.place()
	}
	return flow{&out}
}

// then is f's text followed by g's.
func (f flow) then(g flow) flow {
	var s gathered
	s.add(f)
	s.add(g)
	return s.flow()
}

// gathered is texts that follow each other. It keeps what is known of them so
// far in one buffer: a line may have thousands of commands that print.
type gathered struct {
	sum  flow // but for its text, which is in text
	text strings.Builder
	any  bool
}

func (s *gathered) add(g flow) {
	if !s.any {
		s.any, s.sum = true, g
		s.text.WriteString(g.text())
		return
	}
	f := s.flow()
	s.sum = f.merge(g)
	short := len(f.text())+len(g.text()) <= maxLine
	switch {
	case short && f.known() && g.known():
		s.sum.edit().known = true
		s.text.WriteString(g.text())
	case short && f.text()+g.text() != "": // what is plainly there
		s.sum.edit().known = false
		if f.text() != "" {
			s.text.WriteByte('\n')
		}
		s.text.WriteString(g.text())
	default:
		s.text.Reset()
		s.text.WriteString(s.sum.text())
	}
}

// flow is the whole so far. Nothing is the text of no texts.
func (s *gathered) flow() flow {
	if !s.any {
		return nothing
	}
	out := s.sum
	out.edit().text = s.text.String()
	return out
}

// line is the text as $( ) takes it: without the newlines at its end.
func (f flow) line() flow {
	if f.known() {
		f.edit().text = strings.TrimRight(f.text(), "\n")
	}
	return f
}

// hidden is what is left of f after a filter that may change any of it.
func (f flow) hidden() flow {
	return comes(f.marks()&markCarried, f.from())
}

// isPlain reports whether s is one plain word.
func isPlain(s string) bool {
	if s == "" || s[0] == '-' || s == "." || s == ".." {
		return false
	}
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c != '_' && c != '-' && c != '.' && c != ':' && c != '+' && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}
