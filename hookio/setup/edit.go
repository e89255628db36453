package setup

import (
	"bytes"
	"encoding/json"
	"strings"
)

// doc is a text with its tree. An edit gives a new doc; nodes of the old one do
// not belong to it.
type doc struct {
	text []byte
	root *node
}

func open(text []byte) (doc, error) {
	root, err := parse(text)
	return doc{text, root}, err
}

func (d doc) splice(start, end int, s string) (doc, error) {
	text := make([]byte, 0, len(d.text)+len(s))
	text = append(text, d.text[:start]...)
	text = append(text, s...)
	text = append(text, d.text[end:]...)
	return open(text)
}

// newline returns how d ends its lines, "" if it is one line.
func (d doc) newline() string {
	i := bytes.IndexByte(d.text[:d.root.end], '\n')
	switch {
	case i < 0:
		return ""
	case i > 0 && d.text[i-1] == '\r':
		return "\r\n"
	}
	return "\n"
}

// unit returns what one step of indentation is: what stands before the first
// member of the whole.
func (d doc) unit() string {
	if len(d.root.members) > 0 {
		if s, own := d.indent(d.root.members[0].start); own && s != "" {
			return s
		}
	}
	return "  "
}

// indent returns the white space that the line of offset at begins with, and
// whether nothing else stands before it.
func (d doc) indent(at int) (string, bool) {
	bol := bytes.LastIndexByte(d.text[:at], '\n') + 1
	line := d.text[bol:at]
	rest := bytes.TrimLeft(line, " \t")
	return string(line[:len(line)-len(rest)]), len(rest) == 0 && bol > 0
}

// children returns where the members or items of n begin and end.
func children(n *node) (starts, ends []int) {
	for _, m := range n.members {
		starts, ends = append(starts, m.start), append(ends, m.value.end)
	}
	for _, v := range n.items {
		starts, ends = append(starts, v.start), append(ends, v.end)
	}
	return starts, ends
}

// add puts a child behind the last one of the object or array n, laid out as its
// neighbours are. key is "" for an array.
func (d doc) add(n *node, key string, v value) (doc, error) {
	starts, ends := children(n)
	nl, unit := d.newline(), d.unit()
	if len(starts) == 0 {
		if nl == "" && n != d.root {
			return d.splice(n.start+1, n.end-1, d.child(key, v, "", "", ""))
		}
		if nl == "" { // an empty file of one line says nothing about taste
			nl = "\n"
		}
		outer, _ := d.indent(n.start)
		inner := outer + unit
		return d.splice(n.start+1, n.end-1, nl+inner+d.child(key, v, nl, inner, unit)+nl+outer)
	}
	last := len(starts) - 1
	indent, own := d.indent(starts[last])
	if own && nl != "" {
		return d.splice(ends[last], ends[last], ","+nl+indent+d.child(key, v, nl, indent, unit))
	}
	return d.splice(ends[last], ends[last], ","+d.gap()+d.child(key, v, "", "", ""))
}

// gap is what stands behind a colon or comma within a line.
func (d doc) gap() string {
	if bytes.Contains(d.text, []byte(`":"`)) || bytes.Contains(d.text, []byte(`":{`)) || bytes.Contains(d.text, []byte(`":[`)) {
		return ""
	}
	return " "
}

func (d doc) child(key string, v value, nl, indent, unit string) string {
	colon := ": "
	if nl == "" {
		colon = ":" + d.gap()
	}
	s := render(v, nl, indent, unit, d.gap())
	if key == "" {
		return s
	}
	return quote(key) + colon + s
}

// replace puts v in the place of n.
func (d doc) replace(n *node, v value) (doc, error) {
	nl := d.newline()
	if !bytes.Contains(d.text[n.start:n.end], []byte("\n")) {
		nl = ""
	}
	indent, _ := d.indent(n.start)
	return d.splice(n.start, n.end, render(v, nl, indent, d.unit(), d.gap()))
}

// drop takes child i out of the object or array n. It undoes add.
func (d doc) drop(n *node, i int) (doc, error) {
	starts, ends := children(n)
	switch {
	case len(starts) == 1:
		return d.splice(n.start+1, n.end-1, "")
	case i == len(starts)-1:
		return d.splice(ends[i-1], ends[i], "")
	}
	return d.splice(starts[i], starts[i+1], "")
}

// value is JSON to be written: object, array, string, int or bool.
type value any

type object []pair

type pair struct {
	key   string
	value value
}

type array []value

// render lays v out over lines that end in nl and begin with indent and steps of
// unit; on one line, with gap behind colons and commas, where nl is "".
func render(v value, nl, indent, unit, gap string) string {
	var parts []string
	brackets := "{}"
	switch v := v.(type) {
	case object:
		for _, p := range v {
			colon := ": "
			if nl == "" {
				colon = ":" + gap
			}
			parts = append(parts, quote(p.key)+colon+render(p.value, nl, indent+unit, unit, gap))
		}
	case array:
		brackets = "[]"
		// Words stay on one line: ["hook", "claude"].
		if nl != "" && len(v) > 0 {
			if _, word := v[0].(string); word {
				return render(v, "", "", "", " ")
			}
		}
		for _, item := range v {
			parts = append(parts, render(item, nl, indent+unit, unit, gap))
		}
	default:
		return quote(v)
	}
	if nl == "" {
		return brackets[:1] + strings.Join(parts, ","+gap) + brackets[1:]
	}
	inner := nl + indent + unit
	return brackets[:1] + inner + strings.Join(parts, ","+inner) + nl + indent + brackets[1:]
}

// quote returns a string, number or bool as JSON, with <, > and & as they are.
func quote(v any) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(v) // a scalar into a buffer cannot fail
	return strings.TrimSuffix(b.String(), "\n")
}
