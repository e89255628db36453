package classify

import (
	"fmt"
	"strings"
)

// Family is a group of tables that stand in one file.
type Family struct {
	Name     string
	Programs []string
}

// Families returns the names of all programs that guard knows, in the order of
// the tables.
func Families() []Family {
	var out []Family
	for _, f := range tables {
		fam := Family{Name: f.name}
		for i := range f.rows {
			fam.Programs = append(fam.Programs, strings.Fields(f.rows[i].Name)...)
		}
		out = append(out, fam)
	}
	return out
}

// Page returns the table of c as a man page would show it.
func (c *Command) Page() string {
	var b strings.Builder
	c.page(&b, "", "")
	return b.String()
}

func (c *Command) page(b *strings.Builder, up, indent string) {
	name := strings.TrimSpace(up + " " + strings.ReplaceAll(c.Name, " ", "|"))
	fmt.Fprintf(b, "%s%s %s%s\n", indent, name, c.Args, doing(c.Does))
	for i := range c.Flags {
		f := &c.Flags[i]
		does := doing(f.Does &^ Dry)
		if f.Does&Dry != 0 {
			does += "  (only shows what it would do)"
		}
		fmt.Fprintf(b, "%s    %s%s\n", indent, f.Spell, does)
	}
	for _, f := range c.more().Forms {
		fmt.Fprintf(b, "%s    with %s: %s%s\n", indent, strings.ReplaceAll(f.If, " ", " or "), f.Args, doing(f.Does))
	}
	for _, r := range c.more().Rules {
		fmt.Fprintf(b, "%s    %s%s\n", indent, r.Says, doing(r.Does))
	}
	if c.more().Stdin != "" {
		fmt.Fprintf(b, "%s    standard input is %s\n", indent, c.more().Stdin)
	}
	if c.Do != nil {
		fmt.Fprintf(b, "%s    and what its operands say (code)\n", indent)
	}
	for i := range c.Subs {
		c.Subs[i].page(b, name, indent+"  ")
	}
}

func doing(e Effect) string {
	if e == 0 {
		return ""
	}
	return "  -> " + e.String()
}
