package cli

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// width is the number of columns that help is broken at.
const width = 80

// printHelp writes the help of the verb n of the program p.
func printHelp(w io.Writer, p Program, n *node) error {
	name := strings.TrimSpace(p.Name + " " + n.path())
	var b strings.Builder
	fmt.Fprintf(&b, "Usage: %s\n", name+usage(n))
	paragraphs(&b, n.help)
	if n.parent == nil {
		paragraphs(&b, p.About)
	} else if d, ok := n.self().(interface{ Help() string }); ok {
		paragraphs(&b, d.Help())
	}
	var rows [][2]string
	for _, v := range n.args {
		s := v.operand()
		if !v.must {
			s = "[" + s + "]"
		}
		rows = append(rows, [2]string{s, v.help})
	}
	table(&b, "Arguments", rows)
	rows = [][2]string{{"-h, --help", "Show this help."}}
	for up := n; up != nil; up = up.parent {
		for _, f := range up.flags {
			s := "    " + f.summary()
			if f.short != "" {
				s = "-" + f.short + ", " + f.summary()
			}
			rows = append(rows, [2]string{s, f.help})
		}
	}
	table(&b, "Flags", rows)
	rows = nil
	for _, v := range leaves(n) {
		rows = append(rows, [2]string{v.path(), v.help})
	}
	table(&b, "Commands", rows)
	if len(n.verbs) > 0 {
		fmt.Fprintf(&b, "\nRun \"%s <command> --help\" for more on a command.\n", name)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// usage is what stands behind the words of a verb.
func usage(n *node) string {
	s := ""
	if len(n.verbs) > 0 {
		return " <command>"
	}
	ends := ""
	for _, v := range n.args {
		if v.must {
			s += " " + v.operand()
		} else {
			s += " [" + v.operand()
			ends += "]"
		}
	}
	s += ends
	rest := false
	for up := n; up != nil; up = up.parent {
		for _, f := range up.flags {
			if f.must {
				s += " " + f.summary()
			} else {
				rest = true
			}
		}
	}
	if rest {
		s += " [flags]"
	}
	return s
}

// leaves are the verbs below n that do something.
func leaves(n *node) []*node {
	var out []*node
	for _, v := range n.verbs {
		if len(v.verbs) == 0 {
			out = append(out, v)
		}
		out = append(out, leaves(v)...)
	}
	return out
}

// paragraphs writes text after an empty line: its paragraphs are broken anew,
// what is indented stays as it is, set off by an empty line.
func paragraphs(b *strings.Builder, text string) {
	var open []string
	flush := func() {
		if len(open) > 0 {
			b.WriteString("\n" + broken(strings.Join(open, " "), "", width) + "\n")
			open = nil
		}
	}
	code := false
	for line := range strings.SplitSeq(text, "\n") {
		indented := strings.HasPrefix(line, " ")
		if indented || line == "" {
			flush()
		}
		if indented && !code {
			b.WriteByte('\n')
		}
		switch {
		case indented:
			b.WriteString("    " + strings.TrimLeft(line, " ") + "\n")
		case line != "":
			open = append(open, line)
		}
		code = indented
	}
	flush()
}

// table writes rows of two columns below a title.
func table(b *strings.Builder, title string, rows [][2]string) {
	if len(rows) == 0 {
		return
	}
	const most = 30
	left := 0
	for _, r := range rows {
		if n := utf8.RuneCountInString(r[0]); n <= most {
			left = max(left, n)
		}
	}
	fmt.Fprintf(b, "\n%s:\n", title)
	indent := strings.Repeat(" ", 2+left+3)
	for _, r := range rows {
		head := "  " + r[0]
		if utf8.RuneCountInString(r[0]) > left {
			head += "\n" + indent
		} else {
			head += strings.Repeat(" ", left-utf8.RuneCountInString(r[0])+3)
		}
		b.WriteString(strings.TrimRight(head+broken(r[1], indent, width-len(indent)), " ") + "\n")
	}
}

// broken is text in lines of at most columns runes, where its words allow it;
// each line but the first begins with indent.
func broken(text, indent string, columns int) string {
	var b strings.Builder
	at := 0
	for w := range strings.FieldsSeq(text) {
		n := utf8.RuneCountInString(w)
		switch {
		case at == 0:
		case at+1+n > columns:
			b.WriteString("\n" + indent)
			at = 0
		default:
			b.WriteByte(' ')
			at++
		}
		b.WriteString(w)
		at += n
	}
	return b.String()
}
