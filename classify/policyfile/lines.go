package policyfile

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// line is where key stands in the file, 1 where it is not there. Keys are
// spelled as "zones.home.writes", "rule[0].match[1]"; "commands.text" is the
// first line of the text itself.
func (f *File) line(key string) int {
	if f.lines == nil {
		f.lines = index(f.text)
	}
	for key != "" {
		if n, ok := f.lines[key]; ok {
			return n
		}
		i := strings.LastIndexAny(key, ".[")
		if i < 0 {
			break
		}
		key = key[:i] // the table that should hold it
	}
	return 1
}

// index finds the lines of all keys of a TOML text.
func index(text []byte) map[string]int {
	out := map[string]int{}
	lineAt := func(offset uint32) int { return bytes.Count(text[:min(int(offset), len(text))], []byte("\n")) + 1 }
	put := func(key string, line int) {
		if _, ok := out[key]; !ok {
			out[key] = line
		}
	}
	join := func(a, b string) string {
		if a == "" {
			return b
		}
		return a + "." + b
	}
	arrays := map[string]int{}
	table := ""
	var p unstable.Parser
	p.Reset(text)
	var visit func(key string, line int, v *unstable.Node)
	pair := func(up string, n *unstable.Node) {
		key, line := up, 0
		for it := n.Key(); it.Next(); {
			key = join(key, string(it.Node().Data))
			if line == 0 {
				line = lineAt(it.Node().Raw.Offset)
			}
			put(key, line)
		}
		visit(key, line, n.Value())
	}
	visit = func(key string, line int, v *unstable.Node) {
		switch v.Kind {
		case unstable.InlineTable:
			for it := v.Children(); it.Next(); {
				if it.Node().Kind == unstable.KeyValue {
					pair(key, it.Node())
				}
			}
		case unstable.Array:
			i := 0
			for it := v.Children(); it.Next(); {
				n := it.Node()
				if n.Kind == unstable.Comment {
					continue
				}
				if n.Raw.Length > 0 {
					line = lineAt(n.Raw.Offset)
				}
				at := fmt.Sprintf("%s[%d]", key, i)
				put(at, line)
				visit(at, line, n)
				i++
			}
		case unstable.String:
			at := lineAt(v.Raw.Offset)
			if raw := p.Raw(v.Raw); len(raw) > 3 && (bytes.HasPrefix(raw, []byte("'''\n")) || bytes.HasPrefix(raw, []byte("\"\"\"\n"))) {
				at++ // the newline after the quotes does not count
			}
			put(key+".text", at)
		}
	}
	for p.NextExpression() {
		n := p.Expression()
		switch n.Kind {
		case unstable.Table, unstable.ArrayTable:
			table = ""
			line := 0
			for it := n.Key(); it.Next(); {
				table = join(table, string(it.Node().Data))
				if line == 0 {
					line = lineAt(it.Node().Raw.Offset)
				}
			}
			put(table, line)
			if n.Kind == unstable.ArrayTable {
				i := arrays[table]
				arrays[table] = i + 1
				table = fmt.Sprintf("%s[%d]", table, i)
				put(table, line)
			}
		case unstable.KeyValue:
			pair(table, n)
		}
	}
	return out
}
