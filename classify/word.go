package classify

import (
	"strings"
)

// Word is one argument, as far as it can be told without running anything. It
// is a handle of one machine word, since words are passed about everywhere: what
// it says stands behind it, shared by its copies and never written to. The zero
// Word is an unknown word without text.
type Word struct{ is *word }

// word is what a Word says. What there is to say of the few that are not known
// stands in gap.
type word struct {
	text  string
	known bool
	gap   *gap // nil: nothing to say; not written to once it is here: see edit
}

// Text is the value of w; what cannot be told stands in it as in the source.
func (w Word) Text() string {
	if w.is == nil {
		return ""
	}
	return w.is.text
}

// Known is false where the shell would still change w: $x, $(…), a glob.
func (w Word) Known() bool { return w.is != nil && w.is.known }

// gap is what can be said of a word that is not known from end to end.
type gap struct {
	glob  bool   // not known only for a pattern of file names
	split bool   // it may become several words, or none
	pipe  bool   // a <(…) or >(…): no file of this machine
	stem  string // the known text before the first part that cannot be told
	tail  string // for a path of unknown depth: its known last name
	hole  string // the first part that cannot be told, as in the source
	flow  flow   // where the part that cannot be told comes from
}

// noGap is of a word of which nothing more is said.
var noGap gap

func (w Word) more() *gap {
	if w.is == nil || w.is.gap == nil {
		return &noGap
	}
	return w.is.gap
}

func (w Word) glob() bool   { return w.more().glob }
func (w Word) split() bool  { return w.more().split }
func (w Word) pipe() bool   { return w.more().pipe }
func (w Word) stem() string { return w.more().stem }
func (w Word) tail() string { return w.more().tail }
func (w Word) hole() string { return w.more().hole }
func (w Word) flow() flow   { return w.more().flow }

// edit gives w a gap of its own, to be written to at once. Two words that are
// copies of each other share theirs until then.
func (w *Word) edit() *gap {
	g := *w.more()
	*w = Word{&word{w.Text(), w.Known(), &g}}
	return &g
}

// set gives w another text; what else is said of it stays.
func (w *Word) set(text string) {
	n := word{text: text}
	if w.is != nil {
		n.known, n.gap = w.is.known, w.is.gap
	}
	w.is = &n
}

// doubt makes w a word that is not known.
func (w *Word) doubt() { *w = Word{&word{w.Text(), false, w.more()}} }

// Is reports whether w is surely text. A word that is not known is never
// anything, so that no rule can take "$x" for the word it hopes for.
func (w Word) Is(text string) bool { return w.Known() && w.Text() == text }

// Has reports whether w is surely one of the words in list, separated by
// blanks.
func (w Word) Has(list string) bool { return w.Known() && hasName(list, w.Text()) }

// Starts reports whether w surely starts with prefix.
func (w Word) Starts(prefix string) bool {
	return strings.HasPrefix(w.stem(), prefix) || w.Known() && strings.HasPrefix(w.Text(), prefix)
}

// couldBeFlag reports whether a word that is not known could turn out as a
// flag. Names from a listing do not, nor what is known in front, nor a variable
// that is called an address.
func (w Word) couldBeFlag() bool {
	return !w.Known() && w.stem() == "" && !w.glob() && !w.pipe() && !w.flow().plain() && w.flow().place() == "" && !strings.HasSuffix(strings.Trim(w.Text(), `"${}`), "_URL")
}

// lit is a word that is known.
func lit(text string) Word { return Word{&word{text: text, known: true}} }

// unsure is a word that is not known, and g what is said of it (nil: nothing).
func unsure(text string, g *gap) Word { return Word{&word{text: text, gap: g}} }

func texts(ws []Word) string {
	out := make([]string, len(ws))
	for i, w := range ws {
		out[i] = w.Text()
	}
	return strings.Join(out, " ")
}

// builder joins the parts of a word as the shell would after expansion.
type builder struct {
	text   strings.Builder
	known  bool
	hole   bool // a part that cannot be told has been added
	glob   bool
	stem   string
	split  bool
	name   string
	flow   flow
	pipe   bool
	any    bool // something was added, if only an empty quoted string
	tail   string
	nholes int
}

func newBuilder() *builder { return &builder{known: true} }

func (b *builder) reset() { *b = builder{known: true} }

func (b *builder) str(s string) {
	b.text.WriteString(s)
	b.any = true
	if b.hole && s != "" {
		b.tail += s
	}
}

// pattern adds a character of a glob.
func (b *builder) pattern(c byte) {
	if b.known && !b.glob {
		b.stem = b.text.String()
	}
	b.glob, b.any = true, true
	b.text.WriteByte(c)
}

// unknown adds a part that cannot be told: src as in the source.
func (b *builder) unknown(src string, f flow, quoted bool) {
	if b.known && !b.glob {
		b.stem = b.text.String()
	}
	if !b.hole {
		b.name = src
		b.flow = f
	} else {
		plain := b.flow.plain() && f.plain()
		b.flow = b.flow.merge(f)
		b.flow.mark(markPlain, plain)
		if b.flow.place() != "" {
			b.flow.edit().place = ""
		}
	}
	b.known, b.hole, b.any = false, true, true
	b.nholes++
	b.tail = ""
	b.split = b.split || !quoted
	b.text.WriteString(src)
}

func (b *builder) word() Word {
	t := b.text.String()
	switch {
	case b.hole:
		g := &gap{stem: b.stem, split: b.split, hole: b.name, flow: b.flow, pipe: b.pipe}
		if i := strings.LastIndexByte(b.tail, '/'); i >= 0 && i+1 < len(b.tail) && !b.glob {
			g.tail = b.tail[i+1:]
		}
		if t != b.name && b.flow.tail() != "" {
			g.flow.edit().tail = "" // it is the name of another file
		}
		return unsure(t, g)
	case b.glob:
		return unsure(t, &gap{glob: true, stem: b.stem, hole: t})
	}
	return lit(t)
}
