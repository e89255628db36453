package classify

import (
	"fmt"
	"strings"
)

// Own holds commands that a policy adds to the tables.
type Own struct{ rows []*Command }

func (o *Own) lookup(name string) *Command {
	for _, c := range o.rows {
		if hasName(c.Name, name) {
			return c
		}
	}
	return nil
}

// Names returns the programs that o has rows for.
func (o *Own) Names() []string {
	var out []string
	for _, c := range o.rows {
		out = append(out, strings.Fields(c.Name)...)
	}
	return out
}

// Lookup returns the table of the program called name under p: the policy's
// own, else guard's.
func (p *Policy) Lookup(name string) *Command { return p.lookup(name) }

func (p *Policy) lookup(name string) *Command {
	for _, o := range p.Own {
		if c := o.lookup(name); c != nil {
			return c
		}
	}
	return Lookup(name)
}

// RowError is a fault in the text of rows.
type RowError struct {
	Line int // from 1
	Text string
}

// ParseRows reads commands in the form in which guard's own tables are shown:
//
//	ship push|release TEXT...         publish
//	    -c --command
//	    -f --force                    rewrite
//	    -o=WRITE --output=WRITE
//	    -n --dry-run                  dry
//	    with -c --command: SCRIPT     run-project
//	    where +* :*                   rewrite
//	    standard input is SCRIPT
//
// A line that begins at the margin names a program, its subcommand if any, the
// operands by their kinds, and after two blanks the effects, which hold for its
// subcommands as well. The indented lines
// below it are its flags, the operands where a flag changes them, and operands
// of which a pattern says more. "dry" marks a flag with which the call only
// shows what it would do. Lines that begin with # are comments.
//
// A program that guard knows gets the rows besides its own: a flag, a
// subcommand or an operand that guard's table has cannot be said anew.
func ParseRows(text string) (*Own, []RowError) {
	p := rowParser{}
	n := 0
	for l := range strings.Lines(text) {
		n++
		l = strings.TrimRight(l, " \t\r\n")
		switch {
		case strings.TrimSpace(l) == "" || strings.TrimSpace(l)[0] == '#':
		case l[0] == ' ' || l[0] == '\t':
			p.row(n, strings.TrimSpace(l))
		default:
			p.head(n, l)
		}
	}
	return p.finish(), p.errs
}

// draft is a command while its rows are read.
type draft struct {
	line  int
	base  *Command // guard's own, if it has one
	up    *draft
	names string
	does  Effect
	flags []Flag
	args  string
	said  bool // the operands have been given
	forms []Form
	rules []Rule
	stdin string
	dash1 bool
	subs  []*draft
	spelt map[string]bool
}

func (d *draft) first() string { n, _, _ := strings.Cut(d.names, " "); return n }

type rowParser struct {
	tops []*draft
	at   *draft
	errs []RowError
}

func (p *rowParser) fail(line int, format string, args ...any) {
	p.errs = append(p.errs, RowError{line, fmt.Sprintf(format, args...)})
}

// columns splits a row at the first run of two blanks or a tab: the spelling,
// and the effects.
func columns(l string) (left, right string) {
	i := strings.Index(l, "  ")
	if j := strings.IndexByte(l, '\t'); j >= 0 && (i < 0 || j < i) {
		i = j
	}
	if i < 0 {
		return l, ""
	}
	return l[:i], strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(l[i:]), "->"))
}

// effects reads the names of effects.
func (p *rowParser) effects(line int, text string, dry bool) Effect {
	var out Effect
	for _, name := range strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' || r == '\t' }) {
		e, ok := ParseEffect(name)
		switch {
		case ok:
			out |= e
		case name == "dry" && dry:
			out |= Dry
		case name == "safe":
		default:
			p.fail(line, "%q is no effect; want names of effects as guard policy lists them, or safe", name)
		}
	}
	return out
}

// kinds checks a synopsis.
func (p *rowParser) kinds(line int, text string) bool {
	many := 0
	fs := strings.Fields(text)
	for _, f := range fs {
		k, open := strings.CutSuffix(f, "...")
		if open && k != "VAR" {
			many++
		}
		if !p.kind(line, k) {
			return false
		}
	}
	if many > 1 {
		p.fail(line, "%q has two open ends; want one ... at most", text)
		return false
	}
	return true
}

// kind checks one kind.
func (p *rowParser) kind(line int, k string) bool {
	head, lang, has := strings.Cut(k, ":")
	runs := head == "RUN" || head == "CODE"
	if !knownKind(k) || has != runs || has && lang != "r" && language(lang) != lang {
		p.fail(line, "%q is no kind; want one of TEXT READ RREAD LIST WRITE CHANGE EMPTY DELETE MOVE CD URL DATA SEND AUTH HEADER VAR CMD SCRIPT LINE HOST BOX LOAD SQL PROGRAM PKG TOOL, or RUN:python and CODE:python", k)
		return false
	}
	return true
}

func isKind(word string) bool {
	head, _, _ := strings.Cut(strings.TrimSuffix(word, "..."), ":")
	return head != "" && head == strings.ToUpper(head) && knownKind(head)
}

// head reads a line that names a command.
func (p *rowParser) head(line int, l string) {
	p.at = nil
	left, right := columns(l)
	var d *draft
	fs := strings.Fields(left)
	i := 0
	for ; i < len(fs) && !isKind(fs[i]); i++ {
		names := strings.ReplaceAll(fs[i], "|", " ")
		for n := range strings.FieldsSeq(names) {
			if strings.ContainsAny(n, "=*?\"'`$;&<>()/") || n[0] == '-' {
				p.fail(line, "%q is no name of a program or subcommand; want NAME SUBCOMMAND KINDS, then two blanks and the effects", n)
				return
			}
		}
		if d = p.down(line, d, names); d == nil {
			return
		}
	}
	if d == nil {
		p.fail(line, "%q begins with no name of a program; rows of a command are indented", left)
		return
	}
	if d.line != 0 {
		p.fail(line, "%q has rows already, at line %d of this text", strings.Join(fs[:i], " "), d.line)
		return
	}
	d.line = line
	d.does = p.effects(line, right, false)
	p.at = d
	if i < len(fs) {
		p.operands(line, strings.Join(fs[i:], " "))
	}
}

// down is the subcommand called names of d, or the program where d is nil. It
// is made where it is not there.
func (p *rowParser) down(line int, d *draft, names string) *draft {
	list := p.tops
	if d != nil {
		list = d.subs
	}
	for _, s := range list {
		if s.names == names || hasName(s.names, names) {
			return s
		}
		for n := range strings.FieldsSeq(names) {
			if hasName(s.names, n) {
				p.fail(line, "%q stands in %q already; name both in one line, or each in its own", n, strings.ReplaceAll(s.names, " ", "|"))
				return nil
			}
		}
	}
	s := &draft{names: names, up: d, spelt: map[string]bool{}}
	for n := range strings.FieldsSeq(names) {
		var base *Command
		if d == nil {
			base = Lookup(n)
		} else if d.base != nil {
			base = d.base.subcommand(lit(n))
		}
		if base == nil {
			continue
		}
		if strings.Contains(names, " ") {
			p.fail(line, "guard knows %q; give it a block of its own", n)
			return nil
		}
		var up *Command
		if d != nil {
			up = d.base
		}
		if err := base.compile(up); err != nil {
			p.fail(line, "%v", err)
			return nil
		}
		s.base, s.names = base, base.Name
	}
	if d == nil {
		p.tops = append(p.tops, s)
	} else {
		d.subs = append(d.subs, s)
	}
	return s
}

func (p *rowParser) operands(line int, text string) {
	d := p.at
	switch {
	case d.said:
		p.fail(line, "the operands are given twice")
	case d.base != nil:
		p.fail(line, "guard's own table gives the operands of %q", d.first())
	case p.kinds(line, text):
		d.args, d.said = text, true
	}
}

// row reads an indented line.
func (p *rowParser) row(line int, l string) {
	d := p.at
	if d == nil {
		if len(p.errs) == 0 {
			p.fail(line, "this row belongs to no command; name the program at the margin above it")
		}
		return
	}
	left, right := columns(l)
	switch {
	case left[0] == '-' || left[0] == '+':
		p.flags(line, left, right)
	case strings.HasPrefix(left, "with "):
		iff, args, ok := strings.Cut(left[len("with "):], ":")
		if !ok {
			p.fail(line, "%q has no colon; want with -c --command: SCRIPT", left)
			return
		}
		iff = strings.Join(strings.Fields(strings.ReplaceAll(iff, " or ", " ")), " ")
		for f := range strings.FieldsSeq(iff) {
			if !d.spelt[f] {
				p.fail(line, "%q is no flag of a row above in this text", f)
			}
		}
		if p.kinds(line, args) {
			d.forms = append(d.forms, Form{If: iff, Args: strings.TrimSpace(args), Does: p.effects(line, right, false)})
		}
	case strings.HasPrefix(left, "where "):
		if right == "" {
			p.fail(line, "%q says nothing; want the effects after two blanks", left)
			return
		}
		pats := strings.TrimSpace(left[len("where "):])
		d.rules = append(d.rules, Rule{Says: "an operand like " + pats, Word: pats, Does: p.effects(line, right, false)})
	case strings.HasPrefix(left, "standard input is "):
		kind := strings.TrimSpace(strings.TrimPrefix(left, "standard input is "))
		if head, _, _ := strings.Cut(kind, ":"); head != "SCRIPT" && head != "CODE" && head != "SQL" && head != "SEND" {
			p.fail(line, "standard input is %q; want SCRIPT, SQL, SEND or CODE:python", kind)
			return
		}
		if d.base != nil {
			p.fail(line, "guard's own table says what %q reads", d.first())
		} else if p.kind(line, kind) {
			d.stdin = kind
		}
	case isKind(strings.Fields(left)[0]):
		if right != "" {
			p.fail(line, "effects stand beside the program's name or a flag, not beside operands")
		}
		p.operands(line, left)
	default:
		p.fail(line, "%q is no row; want flags (-f --force), operands (READ... WRITE), with FLAG: OPERANDS, where PATTERN, or standard input is KIND", left)
	}
}

// flags reads one row of flags.
func (p *rowParser) flags(line int, left, right string) {
	d := p.at
	for sp := range strings.FieldsSeq(left) {
		name, val, has := strings.Cut(sp, "=")
		if n, ok := strings.CutSuffix(name, "["); ok {
			name, val = n, strings.TrimSuffix(val, "]")
		}
		if len(name) < 2 || name[0] != '-' && name[0] != '+' {
			p.fail(line, "%q is no flag; want -f --force -o=WRITE --color[=TEXT], then two blanks and the effects", sp)
			return
		}
		if has {
			for k := range strings.SplitSeq(val, ",") {
				if !p.kind(line, strings.TrimSuffix(k, ";")) {
					return
				}
			}
		}
		if d.spelt[name] {
			p.fail(line, "%q is spelled twice", name)
			return
		}
		if d.base != nil && d.base.find(name) != nil {
			p.fail(line, "guard's own table of %q has %q already", d.first(), name)
			return
		}
		d.spelt[name] = true
		if len(name) > 2 && name[0] == '-' && name[1] != '-' && !strings.HasSuffix(name, "*") && name != "-#" {
			d.dash1 = true
		}
	}
	d.flags = append(d.flags, Flag{left, p.effects(line, right, true)})
}

// finish makes commands of the drafts.
func (p *rowParser) finish() *Own {
	o := &Own{}
	if len(p.errs) > 0 {
		return o
	}
	for _, d := range p.tops {
		c := &Command{}
		d.build(c)
		o.rows = append(o.rows, c)
		p.compile(c, nil, d.line)
	}
	return o
}

// compile finds what is wrong with a command as a whole.
func (p *rowParser) compile(c, up *Command, line int) {
	if err := c.compile(up); err != nil {
		p.fail(max(line, 1), "%v", err)
	}
	for i := range c.Subs {
		p.compile(&c.Subs[i], c, line)
	}
}

// build fills c with the rows of d, and before them those of guard's own table.
func (d *draft) build(c *Command) {
	if d.base != nil {
		d.base.copyTo(c)
	}
	c.Name = d.names
	c.Does |= d.does
	c.Flags = append(c.Flags[:len(c.Flags):len(c.Flags)], d.flags...)
	m := *c.more()
	c.More = &m
	m.Forms = append(m.Forms[:len(m.Forms):len(m.Forms)], d.forms...)
	m.Rules = append(m.Rules[:len(m.Rules):len(m.Rules)], d.rules...)
	if d.base == nil {
		c.Args, m.Stdin, c.Dash1 = d.args, d.stdin, d.dash1
	}
	old := len(c.Subs)
	subs := make([]Command, old, old+len(d.subs))
	for i := range subs {
		c.Subs[i].copyTo(&subs[i])
	}
	for _, s := range d.subs {
		i := 0
		for i < old && subs[i].Name != s.names {
			i++
		}
		if i == old {
			subs = append(subs, Command{})
			s.build(&subs[len(subs)-1])
		} else {
			s.build(&subs[i])
		}
	}
	c.Subs = subs
}

// copyTo makes to what c is, not compiled.
func (c *Command) copyTo(to *Command) {
	to.Name, to.Does, to.Flags, to.Args = c.Name, c.Does, c.Flags, c.Args
	to.Dash1, to.Lead, to.Plain, to.Open, to.Neg, to.Out, to.Do = c.Dash1, c.Lead, c.Plain, c.Open, c.Neg, c.Out, c.Do
	to.Subs = make([]Command, len(c.Subs))
	for i := range c.Subs {
		c.Subs[i].copyTo(&to.Subs[i])
	}
	more := *c.more()
	more.Forms = make([]Form, len(more.Forms)) // each keeps its own reading of its operands
	for i, f := range c.more().Forms {
		more.Forms[i] = Form{If: f.If, Args: f.Args, Does: f.Does, Stdin: f.Stdin}
	}
	to.More = &more
}
