package card

import (
	"fmt"
	"io"
	"strings"

	"github.com/tidwall/gjson"

	"guard/grants"
	"guard/hookio"
)

// fields are the members that f shows as.
func fields(f grants.Field) []Field {
	name, v := f.Name, gjson.Parse(f.Raw)
	if name == "" {
		if v.IsObject() {
			var out []Field
			v.ForEach(func(key, value gjson.Result) bool {
				out = append(out, fields(grants.Field{Name: key.String(), Raw: value.Raw})...)
				return true
			})
			return out
		}
		name = "input"
	}
	text := f.Raw
	if v.Type == gjson.String {
		text = v.String()
	}
	var b strings.Builder
	for l := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		b.WriteString(strings.ReplaceAll(hookio.Visible(l), "\t", `\t`) + "\n")
	}
	return []Field{{OneLine(name, 80), strings.TrimSuffix(b.String(), "\n")}}
}

// printField shows one member of the input, each line behind a bar, so that it
// cannot be taken for a line of guard's own.
func printField(w io.Writer, f Field) {
	fmt.Fprintln(w, f.Name)
	for l := range strings.SplitSeq(f.Text, "\n") {
		fmt.Fprintf(w, "  | %s\n", l)
	}
}

// PrintArgv shows a command word by word.
func PrintArgv(w io.Writer, argv []string) {
	for i, a := range argv {
		fmt.Fprintf(w, "  %3d  %s\n", i, line(a))
	}
}

// OneLine is text on one line of at most n bytes, with what a terminal would
// obey or hide spelled out.
func OneLine(text string, n int) string {
	text = strings.NewReplacer("\n", `\n`, "\t", `\t`).Replace(hookio.Visible(text))
	if len(text) <= n {
		return text
	}
	return strings.ToValidUTF8(text[:n], "") + "…"
}

// line is text on one line, however long.
func line(text string) string { return OneLine(text, 1<<20) }

func lines(texts []string) []string {
	var out []string
	for _, t := range texts {
		out = append(out, line(t))
	}
	return out
}
