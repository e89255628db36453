package cli

// Verb is a verb as its tags describe it; the program itself is the first one,
// with an empty Path. --help is not in it.
type Verb struct {
	Path  string // its words with blanks between them: "policy show"
	Help  string
	Flags []Flag
	Args  []Value // in their order
	Verbs []Verb
}

// Value is what stands for an operand, or behind a flag.
type Value struct {
	Fixed []string // the values it may have, if they are counted
	Path  bool     // it is a file or folder
}

// Flag is a flag of a verb.
type Flag struct {
	Name    string // without dashes
	Short   string // one letter, or empty
	Help    string
	Negates bool // --no-NAME is there too
	Takes   bool // a value follows
	Value
}

func verbOf(n *node) Verb {
	v := Verb{Path: n.path(), Help: n.help}
	for _, f := range n.flags {
		v.Flags = append(v.Flags, Flag{Name: f.name, Short: f.short, Help: f.help, Negates: f.negation, Takes: !f.isBool(), Value: valueOf(&f.value)})
	}
	for _, p := range n.args {
		v.Args = append(v.Args, valueOf(p))
	}
	for _, child := range n.verbs {
		v.Verbs = append(v.Verbs, verbOf(child))
	}
	return v
}

func valueOf(v *value) Value {
	out := Value{Path: v.path}
	for _, e := range v.enum {
		if e != "" {
			out.Fixed = append(out.Fixed, e)
		}
	}
	return out
}
