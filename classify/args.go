package classify

import (
	"slices"
	"strings"
)

// args is what a table makes of a call's arguments.
type args struct {
	cmd      *Command
	flags    []seen
	operands []value
	words    []Word // the operands as they stand
	strange  []Word // words that the table has no place for
	form     *Form
	sub      *Command
	rest     []Word // the arguments of sub
	dry      bool
	help     bool // it only prints its usage
	lead     int  // how many operands stood before the first flag that no row spells; -1: there is none
}

// seen is one flag that the call has.
type seen struct {
	row    *Flag
	name   string
	values []value
}

// value is one word, or the words of an inner command, with its kind.
type value struct {
	kind  string
	words []Word
	host  bool // a HOST stood before it: it runs there
}

// has reports whether any of the flags in names, separated by blanks, is there.
func (a *args) has(names string) bool { return a.flag(names) != nil }

// flag returns the last of the flags in names that is there.
func (a *args) flag(names string) *seen {
	for i := len(a.flags) - 1; i >= 0; i-- {
		if hasName(names, a.flags[i].name) {
			return &a.flags[i]
		}
	}
	return nil
}

// value returns the value of the last of the flags in names, the zero Word
// where it is not there.
func (a *args) value(names string) Word {
	if f := a.flag(names); f != nil && len(f.values) > 0 && len(f.values[0].words) > 0 {
		return f.values[0].words[0]
	}
	return Word{}
}

// word returns operand i, or the zero Word.
func (a *args) word(i int) Word {
	if i < len(a.words) {
		return a.words[i]
	}
	return Word{}
}

// read sorts the words after a call's name by the table of c. The table above
// it, if c is a subcommand, was compiled before.
func (c *Command) read(words []Word, up *Command) *args {
	a := &args{cmd: c, lead: -1}
	if err := c.ready(up); err != nil {
		a.strange = append(a.strange, unsure(err.Error(), nil)) // a broken table is never mild
		return a
	}
	if c.more().Respell != nil {
		words = c.more().Respell(words)
	}
	if c.Plain {
		a.words = words
		c.place(a, c.state().syn)
		return a
	}
	dashes := false
	for len(words) > 0 {
		w := words[0]
		option := !dashes && len(w.Text()) > 1 && !(c.Lead && len(c.Subs) == 0 && len(a.words) > 0) && (w.Text()[0] == '-' && (w.Known() || w.stem() != "" && w.stem()[0] == '-') || w.Known() && ((w.Text()[0] == '+' || w.Text()[0] == '/') && c.own(w.Text()) != nil || (w.Text()[0] == '+' || w.Text()[0] == '/') && c.begunBy(w.Text())))
		if !option && !w.Is("--") && c.opensTail(a) && (dashes || len(a.words) > 0 || c.subcommand(w) == nil) {
			break // the rest belongs to the inner command
		}
		words = words[1:]
		switch {
		case !dashes && w.Is("--"):
			dashes = true
			if c.opensTail(a) {
				a.words = append(a.words, words...)
				words = nil
			}
		case option:
			if w.Is("--help") && (len(a.words) == 0 || up != nil) {
				// It prints its usage and ends. Behind operands only where a
				// subcommand's parser takes flags anywhere: BSD's rm does not.
				a.help = true
			}
			words = c.option(a, w, words)
			if c.takesRest(a) {
				a.words = append(a.words, words...)
				words = nil
			}
		case len(c.Subs) > 0 && !dashes && len(a.words) == 0:
			if sub := c.subcommand(w); sub != nil {
				a.sub, a.rest = sub, words
				return a
			}
			if c.Args == "" {
				a.strange = append(a.strange, w)
				a.words = append(a.words, w)
				a.words = append(a.words, words...)
				return a
			}
			a.words = append(a.words, w)
		default:
			if !dashes && !w.Known() && c.state().hazard && w.couldBeFlag() {
				a.strange = append(a.strange, w)
			}
			a.words = append(a.words, w)
		}
	}
	a.words = append(a.words, words...)
	syn := c.state().syn
	for i := range c.more().Forms {
		if a.has(c.more().Forms[i].If) {
			a.form = &c.more().Forms[i]
			syn = a.form.syn
			break
		}
	}
	c.place(a, syn)
	return a
}

// opensTail reports whether the next operand begins an inner command.
func (c *Command) opensTail(a *args) bool {
	syn := c.state().syn
	for i := range c.more().Forms {
		if a.has(c.more().Forms[i].If) {
			syn = c.more().Forms[i].syn
			break
		}
	}
	n := len(a.words)
	for _, sl := range syn {
		switch {
		case sl.kind == "VAR":
			for n > 0 && isVarWord(a.words[len(a.words)-n].Text()) {
				n--
			}
		case tail(sl.kind):
			return n == 0
		case n == 0 || sl.many:
			return false
		default:
			n--
		}
	}
	return false
}

// takesRest reports whether a flag that was read leaves all words behind it,
// flags too, to the code that it gives.
func (c *Command) takesRest(a *args) bool {
	for i := range c.more().Forms {
		if f := &c.more().Forms[i]; len(f.syn) == 1 && f.syn[0].kind == "ARGV" && a.has(f.If) {
			return true
		}
	}
	return false
}

// tail reports whether a word of this kind takes all words after it.
func tail(kind string) bool {
	return kind == "CMD" || kind == "SCRIPT" || strings.HasPrefix(kind, "RUN") || kind == "TOOL" || kind == "REST" || kind == "ARGV"
}

// isVarWord reports whether env takes text for NAME=value: any name will do.
func isVarWord(text string) bool {
	name, _, ok := strings.Cut(text, "=")
	return ok && name != "" && !strings.Contains(name, "/")
}

// isAssign reports whether text looks like NAME=value.
func isAssign(text string) bool {
	name, _, ok := strings.Cut(text, "=")
	return ok && isName(strings.TrimSuffix(name, "+"))
}

func isName(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c != '_' && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return s != ""
}

// openFlag is the row of flags that no row spells.
var openFlag = Flag{Spell: "OTHER"}

// open reports whether c, or a command above it, has more flags than its rows.
func (c *Command) open() bool {
	for ; c != nil; c = c.above() {
		if c.Open {
			return true
		}
	}
	return false
}

// option reads the flag in w, takes its values from rest, and returns what is
// left of rest.
func (c *Command) option(a *args, w Word, rest []Word) []Word {
	name, attached, has := strings.Cut(w.Text(), "=")
	long := strings.HasPrefix(name, "--") || c.Dash1 || name[0] != '-'
	if d := c.find("-#"); d != nil && w.Known() && len(w.Text()) > 1 && strings.Trim(w.Text()[1:], "0123456789") == "" {
		a.flags = append(a.flags, seen{row: d.row, name: "-#"})
		return rest
	}
	d := c.find(name)
	if d == nil && !c.Dash1 && strings.HasPrefix(name, "--") && w.Known() && !c.anyFlag() {
		full, abbr := c.abbreviated(name)
		if len(abbr) > 0 {
			d = abbr[0]
			for _, other := range abbr[1:] { // which one is meant cannot be told: all count
				if other.row != d.row {
					a.flags = append(a.flags, seen{row: other.row, name: name})
				}
			}
			name = full
		}
	}
	if d == nil && w.Known() {
		if b, n := c.begun(w.Text()); b != nil && (long || n > 1 || c.find(w.Text()[:2]) == nil) {
			a.flags = append(a.flags, seen{row: b.row, name: name})
			if b.row.Does&Dry != 0 {
				a.dry = true
			}
			return rest
		}
	}
	if d == nil && w.Known() && !has {
		if back := c.negates(name); back != nil {
			a.flags = append(a.flags, seen{row: &negated, name: name})
			a.dry = a.dry && back.row.Does&Dry == 0
			return rest
		}
	}
	if d == nil && !long { // not one flag: a cluster, or one with its value attached
		name, attached = w.Text()[:2], w.Text()[2:]
		has = attached != ""
		d = c.find(name)
	} else if !long {
		// "-o=x" of a short flag: the value is "=x" for getopt, "x" for others; both are read
		if has && !w.Known() && !strings.HasPrefix(w.stem(), name+"=") {
			d = nil
		}
	}
	if d == nil && c.open() && len(w.Text()) > 1 && (w.Known() || strings.Contains(w.stem(), "=")) {
		// A flag that no row spells. Whether the word after it is its value
		// cannot be told: it stays an operand.
		name, attached, has = strings.Cut(w.Text(), "=")
		f := seen{row: &openFlag, name: name}
		if has {
			v := w
			v.set(attached)
			v.edit().stem = strings.TrimPrefix(w.stem(), name+"=")
			f.values = []value{{kind: "TEXT", words: []Word{v}}}
		} else if a.lead < 0 {
			a.lead = len(a.words)
		}
		a.flags = append(a.flags, f)
		return rest
	}
	if d == nil || !w.Known() && !strings.HasPrefix(w.stem(), name) {
		a.strange = append(a.strange, w)
		return rest
	}
	f := seen{row: d.row, name: name}
	value0 := func(text string) Word {
		v := w
		v.set(text)
		if !w.Known() {
			v.edit().stem = strings.TrimPrefix(strings.TrimPrefix(w.stem(), name), "=")
		}
		return v
	}
	switch {
	case len(d.values) == 0 && has && !long: // a cluster: -rf is -r -f
		a.flags = append(a.flags, f)
		a.dry = a.dry || d.row.Does&Dry != 0
		if attached == "" { // "-r=": getopt takes the "=" for a flag
			a.strange = append(a.strange, w)
			return rest
		}
		next := w
		next.set("-" + attached)
		if !w.Known() {
			next.edit().stem = "-" + strings.TrimPrefix(w.stem(), name)
		}
		return c.option(a, next, rest)
	case len(d.values) == 0 && has:
		if attached != "true" && attached != "1" && attached != "yes" {
			if attached == "false" || attached == "0" || attached == "no" {
				return rest // switched off
			}
			a.strange = append(a.strange, w)
		}
	case has:
		f.values = []value{{kind: d.values[0], words: []Word{value0(attached)}}}
	case d.optional:
	case len(d.values) == 1 && strings.HasSuffix(d.values[0], ";"):
		n := 0
		for n < len(rest) && !rest[n].Is(";") && !(rest[n].Is("+") && n > 0 && rest[n-1].Text() == "{}") {
			n++
		}
		f.values = []value{{kind: strings.TrimSuffix(d.values[0], ";"), words: rest[:n]}}
		rest = rest[min(n+1, len(rest)):]
	default:
		for _, k := range d.values {
			if len(rest) == 0 {
				if !c.anyFlag() {
					a.strange = append(a.strange, w)
				}
				break
			}
			f.values = append(f.values, value{kind: k, words: rest[:1]})
			rest = rest[1:]
		}
	}
	if d.row.Does&Dry != 0 {
		if has && (attached == "none" || attached == "false" || attached == "0") {
			return rest // switched off
		}
		a.dry = true
	}
	a.flags = append(a.flags, f)
	return rest
}

// place gives each operand its kind.
func (c *Command) place(a *args, syn synopsis) {
	ws, host := a.words, false
	for i, sl := range syn {
		if sl.kind == "VAR" {
			for len(ws) > 0 && isVarWord(ws[0].Text()) {
				a.operands = append(a.operands, value{kind: "VAR", words: ws[:1]})
				ws = ws[1:]
			}
			continue
		}
		if len(ws) == 0 {
			return
		}
		n := 1
		switch {
		case tail(sl.kind):
			a.operands = append(a.operands, value{sl.kind, ws, host})
			return
		case sl.many:
			n = max(len(ws)-(len(syn)-i-1), 0)
		}
		for ; n > 0 && len(ws) > 0; n-- {
			a.operands = append(a.operands, value{kind: sl.kind, words: ws[:1], host: host})
			ws = ws[1:]
		}
		host = host || sl.kind == "HOST"
	}
	for _, w := range ws {
		if !slices.ContainsFunc(a.strange, func(s Word) bool { return s.Text() == w.Text() }) {
			a.strange = append(a.strange, w)
		}
	}
}
