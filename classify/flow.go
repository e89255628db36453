package classify

import "strings"

// flow is what can be known of a text that moves through the line: the output
// of a command, the content of a file, the value of a variable. It is small,
// since nearly every function of the engine takes or returns one; what is said
// of few texts stands in about.
type flow struct {
	text  string // what is known of it
	known bool   // text is all of it
	is    marks
	about *about // nil: nothing; not written to once it is here: see edit
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

// about is where a text comes from, and what it names.
type about struct {
	place string // it names files at or below this folder
	tail  string // with place: the name that those files have
	file  string // it is the content of this file, which may be read
	from  string // what made it, in the words of the line
}

func (f flow) secret() bool   { return f.is&markSecret != 0 }
func (f flow) download() bool { return f.is&markDownload != 0 }
func (f flow) fetched() bool  { return f.is&markFetched != 0 }
func (f flow) vetted() bool   { return f.is&markVetted != 0 }
func (f flow) built() bool    { return f.is&markBuilt != 0 }
func (f flow) shell() bool    { return f.is&markShell != 0 }
func (f flow) plain() bool    { return f.is&markPlain != 0 }

// told is what is said in f's about.
func (f flow) told() about {
	if f.about == nil {
		return about{}
	}
	return *f.about
}

func (f flow) place() string { return f.told().place }
func (f flow) tail() string  { return f.told().tail }
func (f flow) file() string  { return f.told().file }
func (f flow) from() string  { return f.told().from }

// mark sets or takes away a mark.
func (f *flow) mark(m marks, on bool) { f.is = f.is&^m | when(on, m) }

// edit gives f an about of its own, to be written to at once. Two flows that are
// copies of each other share theirs until then.
func (f *flow) edit() *about {
	a := f.told()
	f.about = &a
	return f.about
}

// nothing is the output of a command that prints nothing.
var nothing = flow{known: true}

func textFlow(s string) flow { return flow{known: true, text: s} }

// same reports whether f and g are alike in all.
func (f flow) same(g flow) bool {
	return f.text == g.text && f.known == g.known && f.is == g.is && f.told() == g.told()
}

// merge is what is known of two texts put together in some way.
func (f flow) merge(g flow) flow {
	if f.known && f.text == "" {
		g.is |= f.is & markCarried
		return g
	}
	if g.known && g.text == "" {
		f.is |= g.is & markCarried
		return f
	}
	out := flow{is: (f.is | g.is) & markCarried}
	from, place := f.from(), ""
	if from == "" {
		from = g.from()
	}
	if f.place() == g.place() {
		place = f.place()
	}
	if from != "" || place != "" {
		out.about = &about{place: place, from: from}
	}
	return out
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
		s.text.WriteString(g.text)
		return
	}
	f := s.flow()
	s.sum = f.merge(g)
	short := len(f.text)+len(g.text) <= maxLine
	switch {
	case short && f.known && g.known:
		s.sum.known = true
		s.text.WriteString(g.text)
	case short && f.text+g.text != "": // what is plainly there
		s.sum.known = false
		if f.text != "" {
			s.text.WriteByte('\n')
		}
		s.text.WriteString(g.text)
	default:
		s.text.Reset()
		s.text.WriteString(s.sum.text)
	}
}

// flow is the whole so far. Nothing is the text of no texts.
func (s *gathered) flow() flow {
	if !s.any {
		return nothing
	}
	out := s.sum
	out.text = s.text.String()
	return out
}

// line is the text as $( ) takes it: without the newlines at its end.
func (f flow) line() flow {
	if f.known {
		f.text = strings.TrimRight(f.text, "\n")
	}
	return f
}

// hidden is what is left of f after a filter that may change any of it.
func (f flow) hidden() flow {
	out := flow{is: f.is & markCarried}
	if from := f.from(); from != "" {
		out.about = &about{from: from}
	}
	return out
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
