package classify

import (
	"strings"
)

// Word is one argument, as far as it can be told without running anything.
type Word struct {
	Text  string // its value; what cannot be told stands in it as in the source
	Known bool   // false where the shell would still change it: $x, $(…), a glob
	Glob  bool   // not known only for a pattern of file names
	Stem  string // the known text before the first part that cannot be told
	Tail  string // for a path of unknown depth: its known last name
	Split bool   // it may become several words, or none
	Hole  string // the first part that cannot be told, as in the source
	Pipe  bool   // a <(…) or >(…): no file of this machine
	flow  flow   // where the part that cannot be told comes from
}

// Is reports whether w is surely text. A word that is not known is never
// anything, so that no rule can take "$x" for the word it hopes for.
func (w Word) Is(text string) bool { return w.Known && w.Text == text }

// Has reports whether w is surely one of the words in list, separated by
// blanks.
func (w Word) Has(list string) bool { return w.Known && hasName(list, w.Text) }

// Starts reports whether w surely starts with prefix.
func (w Word) Starts(prefix string) bool {
	return strings.HasPrefix(w.Stem, prefix) || w.Known && strings.HasPrefix(w.Text, prefix)
}

// couldBeFlag reports whether a word that is not known could turn out as a
// flag. Names from a listing do not, nor what is known in front, nor a variable
// that is called an address.
func (w Word) couldBeFlag() bool {
	return !w.Known && w.Stem == "" && !w.Glob && !w.Pipe && !w.flow.plain && w.flow.place == "" && !strings.HasSuffix(strings.Trim(w.Text, `"${}`), "_URL")
}

func lit(text string) Word { return Word{Text: text, Known: true} }

func texts(ws []Word) string {
	out := make([]string, len(ws))
	for i, w := range ws {
		out[i] = w.Text
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
		plain := b.flow.plain && f.plain
		b.flow = b.flow.merge(f)
		b.flow.place, b.flow.plain = "", plain
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
		w := Word{Text: t, Stem: b.stem, Split: b.split, Hole: b.name, flow: b.flow, Pipe: b.pipe}
		if i := strings.LastIndexByte(b.tail, '/'); i >= 0 && i+1 < len(b.tail) && !b.glob {
			w.Tail = b.tail[i+1:]
		}
		if t != b.name {
			w.flow.tail = "" // it is the name of another file
		}
		return w
	case b.glob:
		return Word{Text: t, Glob: true, Stem: b.stem, Hole: t}
	}
	return Word{Text: t, Known: true}
}
