package classify

import (
	"path"
	"strings"
)

// Step is one simple command of a line, as a person may want to see how it was
// read.
type Step struct {
	CallInfo
	Line     string    // its words, as they are known
	Name     string    // the table that was found for it: "git push", "" for none
	Table    string    // the family of that table, "policy" for one of the policy's own
	Words    []Part    // its words, sorted by the table
	Rule     *CallRule // the rule of the policy that decides for it, or nil
	Findings []Finding // what it would do; what a command inside it does is that command's
}

// Part is a word of a call, or the words that belong to one flag.
type Part struct {
	Text  string
	Kind  string // what it is: a kind of a synopsis, FLAG, SUBCOMMAND, or UNKNOWN
	Row   string // for a flag: the row that spells it
	Known bool
	Why   string // why it is not known
}

// Explain returns the calls of the line in the order in which they were read,
// and the findings that belong to none: redirections, variables, a line that
// cannot be read. A call that stands inside another has its name in Via.
func (r Result) Explain() (steps []Step, loose []Finding) {
	calls := r.Calls()
	for i := range r.calls {
		c := &r.calls[i]
		s := Step{CallInfo: calls[i], Rule: c.rule, Line: cut(texts(c.words), 200)}
		s.Name, s.Table, s.Words = r.policy.parts(c.words)
		steps = append(steps, s)
	}
	for _, f := range r.Findings {
		if f.who > 0 && f.who <= len(steps) {
			s := &steps[f.who-1]
			s.Findings = append(s.Findings, f)
		} else {
			loose = append(loose, f)
		}
	}
	return steps, loose
}

// tableOf is the family of the table c.
func (p *Policy) tableOf(c *Command) string {
	for i := range tables {
		for j := range tables[i].rows {
			if &tables[i].rows[j] == c {
				return tables[i].name
			}
		}
	}
	return "policy"
}

// parts sorts the words of a call by its table.
func (p *Policy) parts(words []Word) (name, table string, out []Part) {
	base := path.Base(words[0].Text())
	cmd := p.lookup(base)
	if cmd == nil {
		for _, w := range words[1:] {
			out = append(out, partOf(w, "UNKNOWN", ""))
		}
		return "", "", out
	}
	name, table = cmd.nameFor(base), p.tableOf(cmd)
	rest := words[1:]
	var up *Command
	for {
		a := cmd.read(rest, up)
		for i := range a.flags {
			f := &a.flags[i]
			out = append(out, Part{Text: f.name, Kind: "FLAG", Row: f.row.Spell, Known: true})
			for _, v := range f.values {
				out = append(out, partsOf(v)...)
			}
		}
		for _, w := range a.strange {
			out = append(out, partOf(w, "UNKNOWN", ""))
		}
		if a.sub == nil {
			for _, v := range a.operands {
				out = append(out, partsOf(v)...)
			}
			return name, table, out
		}
		sub := rest[len(rest)-len(a.rest)-1]
		name += " " + sub.Text()
		out = append(out, partOf(sub, "SUBCOMMAND", ""))
		rest, up, cmd = a.rest, cmd, a.sub
	}
}

// partsOf is the words of one value: those of an inner command are one part.
func partsOf(v value) []Part {
	if len(v.words) == 0 {
		return nil
	}
	p := partOf(v.words[0], v.kind, "")
	for _, w := range v.words[1:] {
		p.Text += " " + w.Text()
		if !w.Known() {
			p.Known = false
			if p.Why == "" {
				p.Why = w.why()
			}
		}
	}
	p.Text = cut(p.Text, 200)
	return []Part{p}
}

func partOf(w Word, kind, row string) Part {
	return Part{Text: cut(w.Text(), 200), Kind: kind, Row: row, Known: w.Known(), Why: w.why()}
}

// why says why w is not known, and what is known of it all the same.
func (w Word) why() string {
	switch {
	case w.Known():
		return ""
	case w.flow().secret():
		return cut(w.hole(), 60) + " may hold a credential"
	case w.flow().download():
		return cut(w.hole(), 60) + " comes over the network"
	case w.pipe():
		return "a stream of the line"
	case w.glob():
		return "a pattern: which files it meets cannot be told"
	case w.flow().place() != "":
		return "names of files below " + w.flow().place()
	case w.flow().plain():
		return cut(w.hole(), 60) + " is one plain word"
	case w.flow().built():
		return cut(w.hole(), 60) + " is built by the line"
	}
	return cut(w.hole(), 60) + " is not known"
}

// lineOf is the line of text, from 1, on which call stands, 0 where it does not
// stand there as it is.
func lineOf(text, call string) int {
	if call == "" {
		return 0
	}
	i := strings.Index(text, call)
	if i < 0 {
		return 0
	}
	return 1 + strings.Count(text[:i], "\n")
}

// scriptText is the text of the script that is being read, for the lines on
// which findings stand.
func (c *ctx) scriptText() string {
	if c.scan.listed.file != c.file {
		b, _ := c.scene.read(c.scene.resolve(c.file), scriptLimit)
		c.scan.listed.file, c.scan.listed.text = c.file, string(b)
	}
	return c.scan.listed.text
}
