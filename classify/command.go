package classify

import (
	"fmt"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
)

// Command is what guard knows of one program. It reads like a man page: the
// options, the synopsis of the operands, the subcommands; and beside each, what
// it does. See cmd_git.go for the long form and cmd_wrap.go for the short.
//
// What is not in the table is not known: a flag that no row spells makes the
// call Unknown, and so does an operand that the synopsis has no place for.
type Command struct {
	Name  string    // the word it is called by, or several of them
	Does  Effect    // what every call does, whatever its arguments
	Flags []Flag    // its flags; those of a parent command count as well
	Args  string    // its operands: "READ... WRITE"; see kinds.go
	Subs  []Command // its subcommands; Args is then for a call without one
	Dash1 bool      // long flags take one dash (find, go), so short ones do not cluster
	Lead  bool      // its flags stand before the subcommand only (git), or before the first operand (docker run)
	Plain bool      // it has no flags: every word is an operand (echo)
	Open  bool      // it has more flags than its rows: any other is taken as it stands (aws)
	Neg   bool      // each long flag --X has a --no-X that takes it back (git)
	Out   Out       // what it prints
	Do    func(k *call, a *args)
	More  *More // what few commands need besides

	worked atomic.Pointer[worked]
}

// More is what one command in ten needs besides; the others do without the room
// that it takes.
type More struct {
	Forms []Form                      // other operands, where a flag changes them; first match wins
	Rules []Rule                      // what the operands say, where the synopsis cannot
	Stdin string                      // the kind of its standard input, if that is more than data
	Each  func(k *call, a *args)      // as Do, but for a call of any subcommand, too
	Other func(k *call, a *args) bool // judges a subcommand that no row names (git's aliases)
	After func(k *call, a *args)      // like Do, when operands and input have been judged

	// Respell turns a spelling of the program's own into usual flags: tar xzf.
	Respell func(words []Word) []Word
}

// noMore is of a command that needs no more.
var noMore More

func (c *Command) more() *More {
	if c.More == nil {
		return &noMore
	}
	return c.More
}

// worked is what is worked out of the rows of a command when the first call of
// it is read. It is no part of Command, of which there are many and in a hook
// one or two are read.
type worked struct {
	begins []beginning // the flags that are known by how they begin, longest first
	syn    synopsis
	up     *Command
	hazard bool // some row has an effect, so that an unknown word could be one
	err    error

	mu    sync.Mutex
	flags map[string]*flagDef
}

// unread is of a command whose rows nobody has read yet.
var unread worked

// Flag is one row of flags that do the same thing.
//
//	"-f --force"               no value
//	"-o=WRITE --output=WRITE"  a value: -oX, -o X, --output=X, --output X
//	"--color[=TEXT]"           a value only where it is attached
//	"-fprintf=WRITE,TEXT"      two values
//	"-exec=CMD;"               words up to ";" or "+"
//	"-#"                       a number as a flag: head -20
//	"-javaagent*"              any flag that begins so
//
// GNU's abbreviations of long flags are understood without a row.
type Flag struct {
	Spell string
	Does  Effect
}

// Dry in a row's Does marks a flag with which the call only shows what it would
// do: it takes away the effects of dryMask, and writes and deletes of operands.
const Dry Effect = 1 << 62

const dryMask = Send | Publish | Spend | Rewrite | Discard | Machine | Kill | NewPackage | ForeignPackage | Expose

// Form gives the operands that a call has when one of the flags in If is there
// ("-c --command"), and what it does then besides.
type Form struct {
	If    string
	Args  string
	Does  Effect
	Stdin string

	syn synopsis
}

// Rule is for what flags and synopsis cannot tell.
type Rule struct {
	Says string // the case in a few words; the person reads it
	Does Effect
	Word string // it applies where an operand matches one of these patterns ("+* :*")
	When func(a *args) bool
}

// Out is what a command prints.
type Out uint8

// What a command prints, as far as it can matter to whoever reads it.
const (
	OutText  Out = iota // text of its own; secrets that it read may be in it
	OutPass             // what it reads, perhaps filtered
	OutNames            // names of files below its operands
	OutPlain            // a number, a date, a word: no slash, no blank, no dash in front
	OutBuilt            // what it reads, decoded or changed beyond recognition
	OutNone             // nothing
)

type slot struct {
	kind string
	many bool
}

type synopsis []slot

// beginning is a flag that is known by how it begins ("--foo*").
type beginning struct {
	text string
	def  *flagDef
}

type flagDef struct {
	row      *Flag
	values   []string // kinds
	optional bool     // [=KIND]
}

// spelling reads one spelling of a flag: "-o=WRITE", "--color[=TEXT]".
func spelling(row *Flag, sp string) (name string, d *flagDef) {
	name, val, has := strings.Cut(sp, "=")
	d = &flagDef{row: row}
	if n, ok := strings.CutSuffix(name, "["); ok {
		name, val, d.optional = n, strings.TrimSuffix(val, "]"), true
	}
	if has {
		d.values = strings.Split(val, ",")
	}
	return name, d
}

// ready makes c fit for reading, once. up is the command of which c is a
// subcommand. Flags are not parsed: a hook is a new process for every call, and
// searching the rows for the few flags of one call costs less than a map of all.
func (c *Command) ready(up *Command) error {
	if w := c.worked.Load(); w != nil {
		return w.err
	}
	working.Lock()
	defer working.Unlock()
	if w := c.worked.Load(); w != nil {
		return w.err
	}
	w := c.work()
	w.up = up
	c.worked.Store(w)
	return w.err
}

// working is held while rows are read.
var working sync.Mutex

func (c *Command) work() *worked {
	w := &worked{}
	for i := range c.Flags {
		row := &c.Flags[i]
		if row.Does&^(RunProject|Loopback|ReadRemote|Dry) != 0 || loudKinds(row.Spell) {
			w.hazard = true
		}
		if strings.IndexByte(row.Spell, '*') < 0 {
			continue
		}
		for sp := range strings.FieldsSeq(row.Spell) {
			name, d := spelling(row, sp)
			if pre, ok := strings.CutSuffix(name, "*"); ok {
				w.begins = append(w.begins, beginning{pre, d})
			}
		}
	}
	sort.Slice(w.begins, func(i, j int) bool { return len(w.begins[i].text) > len(w.begins[j].text) })
	w.syn, w.err = parseSynopsis(c, c.Args, nil)
	for i := range c.more().Forms {
		f := &c.more().Forms[i]
		f.syn, w.err = parseSynopsis(c, f.Args, w.err)
	}
	for _, k := range w.syn {
		if k.kind != "TEXT" && k.kind != "READ" && k.kind != "LIST" {
			w.hazard = true
		}
	}
	w.hazard = w.hazard || c.Does&^(RunProject|Loopback|ReadRemote) != 0 || len(c.Subs) > 0 || len(c.more().Rules) > 0
	return w
}

// state is what was worked out of the rows of c.
func (c *Command) state() *worked {
	if w := c.worked.Load(); w != nil {
		return w
	}
	return &unread
}

// above is the command of which c is a subcommand, or nil.
func (c *Command) above() *Command { return c.state().up }

// loudKinds reports whether some flag of the row takes a value that is more
// than text or a file to read.
func loudKinds(spell string) bool {
	for {
		i := strings.IndexByte(spell, '=')
		if i < 0 {
			return false
		}
		spell = spell[i+1:]
		if !strings.HasPrefix(spell, "TEXT") && !strings.HasPrefix(spell, "READ") {
			return true
		}
		end := strings.IndexByte(spell, ' ')
		if end < 0 {
			end = len(spell)
		}
		if strings.TrimRight(spell[4:end], "]") != "" {
			return true
		}
	}
}

// compile says what is wrong with the rows of c: a kind that is none, a flag
// that is spelled twice or is none. Tables of guard's own are held to it by a
// test, those of a policy file when they are read.
func (c *Command) compile(up *Command) error {
	if err := c.ready(up); err != nil {
		return err
	}
	seen := map[string]bool{}
	for i := range c.Flags {
		for sp := range strings.FieldsSeq(c.Flags[i].Spell) {
			name, d := spelling(&c.Flags[i], sp)
			for _, k := range d.values {
				if !knownKind(strings.TrimSuffix(k, ";")) {
					return fmt.Errorf("%s: %s: no kind %q", c.Name, sp, k)
				}
			}
			if seen[name] || len(name) < 1 || name[0] != '-' && name[0] != '+' && name[0] != '/' {
				return fmt.Errorf("%s: %s: not a flag, or spelled twice", c.Name, sp)
			}
			seen[name] = true
		}
	}
	return nil
}

// own returns the flag called name in c itself, or nil.
func (c *Command) own(name string) *flagDef {
	w := c.worked.Load()
	if w == nil {
		return c.search(name)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if d, ok := w.flags[name]; ok {
		return d
	}
	d := c.search(name)
	if d != nil {
		if w.flags == nil {
			w.flags = map[string]*flagDef{}
		}
		w.flags[name] = d // what a line may hold besides is without end
	}
	return d
}

func (c *Command) search(name string) *flagDef {
	if name == "" || strings.ContainsAny(name, " =[") {
		return nil
	}
	for i := range c.Flags {
		row := &c.Flags[i]
		for spell := row.Spell; ; {
			at := strings.Index(spell, name)
			if at < 0 {
				break
			}
			end := at + len(name)
			if (at == 0 || spell[at-1] == ' ') && (end == len(spell) || spell[end] == ' ' || spell[end] == '=' || spell[end] == '[') {
				sp, _, _ := strings.Cut(spell[at:], " ")
				_, d := spelling(row, sp)
				return d
			}
			spell = spell[end:]
		}
	}
	return nil
}

func parseSynopsis(c *Command, s string, err error) (synopsis, error) {
	var out synopsis
	many := 0
	for f := range strings.FieldsSeq(s) {
		k, open := strings.CutSuffix(f, "...")
		if !knownKind(k) && err == nil {
			err = fmt.Errorf("%s: %q: no kind %q", c.Name, s, k)
		}
		if open && k != "VAR" {
			many++
		}
		out = append(out, slot{k, open})
	}
	if many > 1 && err == nil {
		err = fmt.Errorf("%s: %q: two open ends", c.Name, s)
	}
	return out, err
}

// find returns the flag called name in c or the commands above it.
func (c *Command) find(name string) *flagDef {
	for u := c; u != nil; u = u.above() {
		if u != c && u.Lead {
			return nil
		}
		if d := u.own(name); d != nil {
			return d
		}
	}
	return nil
}

// begun returns the row of c, or of a command above it, for flags that begin as
// text does, and how much of it the row spells.
func (c *Command) begun(text string) (*flagDef, int) {
	for u := c; u != nil; u = u.above() {
		if u != c && u.Lead {
			return nil, 0
		}
		for _, b := range u.state().begins {
			if strings.HasPrefix(text, b.text) {
				return b.def, len(b.text)
			}
		}
	}
	return nil, 0
}

// negated is the row of a flag --no-X that takes --X back.
var negated Flag

// negates returns what --no-X takes back, where c knows such flags.
func (c *Command) negates(name string) *flagDef {
	rest, ok := strings.CutPrefix(name, "--no-")
	for u := c; u != nil && ok; u = u.above() {
		if u.Neg {
			return c.find("--" + rest)
		}
	}
	return nil
}

// anyFlag reports whether c takes flags that no row spells ("--*"): a word is
// then no abbreviation of one that is spelled.
func (c *Command) anyFlag() bool {
	_, n := c.begun("--\x00")
	return n > 0
}

// begunBy reports whether a row of c is for flags that begin as text does.
func (c *Command) begunBy(text string) bool {
	d, _ := c.begun(text)
	return d != nil
}

// abbreviated returns the long flags of which name is a beginning, and the name
// of the first.
func (c *Command) abbreviated(name string) (full string, defs []*flagDef) {
	if c.Dash1 || len(name) < 3 {
		return "", nil
	}
	for i := range c.Flags {
		if !strings.Contains(c.Flags[i].Spell, name) {
			continue
		}
		for sp := range strings.FieldsSeq(c.Flags[i].Spell) {
			if !strings.HasPrefix(sp, name) {
				continue
			}
			if n, d := spelling(&c.Flags[i], sp); len(n) > len(name) && n[len(n)-1] != '*' {
				if defs == nil {
					full = n
				}
				defs = append(defs, d)
			}
		}
	}
	return full, defs
}

func (c *Command) subcommand(w Word) *Command {
	if !w.Known() {
		return nil
	}
	for i := range c.Subs {
		if hasName(c.Subs[i].Name, w.Text()) {
			return &c.Subs[i]
		}
	}
	return nil
}

// hasName reports whether name is one of the words of names.
func hasName(names, name string) bool {
	for len(names) >= len(name) {
		i := strings.Index(names, name)
		if i < 0 || name == "" {
			return false
		}
		end := i + len(name)
		if (i == 0 || names[i-1] == ' ') && (end == len(names) || names[end] == ' ') {
			return true
		}
		if i = strings.IndexByte(names[end:], ' '); i < 0 {
			return false
		}
		names = names[end+i:] // not from within the word: its rest is no name
	}
	return false
}

// firstName is the name that a row of a command with several is known by.
func (c *Command) firstName() string {
	n, _, _ := strings.Cut(c.Name, " ")
	return n
}
