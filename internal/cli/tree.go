package cli

import (
	"strings"

	"github.com/alecthomas/kong"
)

// Verb is a verb as its tags describe it; the program itself is the first one,
// with an empty Path. What is hidden is not in it, nor is --help.
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

func verbOf(n *kong.Node) Verb {
	v := Verb{Path: pathOf(n), Help: n.Help}
	for _, f := range n.Flags {
		if !f.Hidden && f.Name != "help" {
			v.Flags = append(v.Flags, flagOf(f))
		}
	}
	for _, p := range n.Positional {
		v.Args = append(v.Args, valueOf(p))
	}
	for _, child := range n.Children {
		if !child.Hidden {
			v.Verbs = append(v.Verbs, verbOf(child))
		}
	}
	return v
}

func flagOf(f *kong.Flag) Flag {
	out := Flag{Name: f.Name, Help: f.Help, Negates: f.Tag.Negatable != "", Takes: !f.IsBool() && !f.IsCounter(), Value: valueOf(f.Value)}
	if f.Short != 0 {
		out.Short = string(f.Short)
	}
	return out
}

func valueOf(v *kong.Value) Value {
	out := Value{}
	for e := range strings.SplitSeq(v.Enum, ",") {
		if e = strings.TrimSpace(e); e != "" {
			out.Fixed = append(out.Fixed, e)
		}
	}
	if v.Tag != nil {
		for _, kind := range []string{"path", "file", "dir"} {
			out.Path = out.Path || strings.HasSuffix(v.Tag.Type, kind)
		}
	}
	return out
}
