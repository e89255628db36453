package setup

import (
	"encoding/json"
	"fmt"
	"strconv"
	"unicode/utf8"
)

// Fault is something in a settings file that keeps setup from editing it.
type Fault struct {
	Path  string
	Line  int // from 1
	Col   int // from 1, in characters
	What  string
	drops bool // the client ignores the whole file for it
}

func (f *Fault) Error() string {
	return fmt.Sprintf("setup: %s:%d:%d: %s", f.Path, f.Line, f.Col, f.What)
}

// node is a JSON value with its place in the text: text[start:end].
type node struct {
	kind       byte // one of { [ " 0 (number) t f n
	start, end int
	members    []member // of an object, in order
	items      []*node  // of an array
	text       string   // of a string, decoded
}

type member struct {
	key   string
	start int // of the key
	value *node
}

// maxDepth bounds the recursion of the parser.
const maxDepth = 200

// parse reads the one JSON value in text. The error is a *Fault.
func parse(text []byte) (*node, error) {
	p := &parser{text: text}
	if !utf8.Valid(text) {
		for p.at < len(text) {
			r, n := utf8.DecodeRune(text[p.at:])
			if r == utf8.RuneError && n == 1 {
				break
			}
			p.at += n
		}
		return nil, p.fault("not UTF-8")
	}
	if len(text) >= 3 && string(text[:3]) == "\xef\xbb\xbf" { // a byte order mark; clients take it
		p.at = 3
	}
	v, err := p.value(0)
	if err != nil {
		return nil, err
	}
	if err := p.space(); err != nil {
		return nil, err
	}
	if p.at < len(text) {
		return nil, p.fault("text after the end of the JSON value")
	}
	return v, nil
}

type parser struct {
	text []byte
	at   int
}

func (p *parser) fault(what string) *Fault {
	f := faultAt(p.text, p.at, what)
	f.drops = true
	return f
}

func faultAt(text []byte, at int, what string) *Fault {
	line, bol := 1, 0
	for i, b := range text[:at] {
		if b == '\n' {
			line, bol = line+1, i+1
		}
	}
	return &Fault{Line: line, Col: utf8.RuneCount(text[bol:at]) + 1, What: what}
}

func (p *parser) peek() byte {
	if p.at < len(p.text) {
		return p.text[p.at]
	}
	return 0
}

func (p *parser) space() error {
	for p.at < len(p.text) {
		switch p.text[p.at] {
		case ' ', '\t', '\n', '\r':
			p.at++
		case '/', '#':
			return p.fault("comments are not JSON")
		default:
			return nil
		}
	}
	return nil
}

func (p *parser) value(depth int) (*node, error) {
	if depth > maxDepth {
		return nil, p.fault("nested too deep")
	}
	if err := p.space(); err != nil {
		return nil, err
	}
	switch c := p.peek(); {
	case p.at == len(p.text):
		return nil, p.fault("the text ends where a value belongs")
	case c == '{':
		return p.object(depth)
	case c == '[':
		return p.array(depth)
	case c == '"':
		return p.str()
	case c == '-' || c >= '0' && c <= '9':
		return p.word('0')
	case c == 't' || c == 'f' || c == 'n':
		return p.word(c)
	default:
		return nil, p.fault(fmt.Sprintf("%q where a value belongs", p.rune()))
	}
}

func (p *parser) rune() rune {
	r, _ := utf8.DecodeRune(p.text[p.at:])
	return r
}

// word reads a number, true, false or null.
func (p *parser) word(kind byte) (*node, error) {
	n := &node{kind: kind, start: p.at}
	end := p.at
	for end < len(p.text) && wordByte(p.text[end]) {
		end++
	}
	if !json.Valid(p.text[p.at:end]) {
		return nil, p.fault(strconv.Quote(string(p.text[p.at:end])) + " is not a JSON value")
	}
	p.at, n.end = end, end
	return n, nil
}

func wordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '+' || c == '.' || c == '_'
}

func (p *parser) str() (*node, error) {
	n := &node{kind: '"', start: p.at}
	for i := p.at + 1; i < len(p.text); i++ {
		switch c := p.text[i]; {
		case c == '\\':
			i++
		case c < ' ':
			p.at = i
			return nil, p.fault("a string runs over the end of the line, or holds a control character")
		case c == '"':
			n.end = i + 1
			if err := json.Unmarshal(p.text[n.start:n.end], &n.text); err != nil {
				return nil, p.fault("a string with a wrong escape")
			}
			p.at = n.end
			return n, nil
		}
	}
	return nil, p.fault("a string that does not end")
}

func (p *parser) object(depth int) (*node, error) {
	n := &node{kind: '{', start: p.at}
	p.at++
	for {
		if err := p.space(); err != nil {
			return nil, err
		}
		if p.peek() == '}' && len(n.members) == 0 {
			break
		}
		if p.peek() != '"' {
			return nil, p.fault(p.instead("a key in double quotes", '}'))
		}
		key, err := p.str()
		if err != nil {
			return nil, err
		}
		if err := p.space(); err != nil {
			return nil, err
		}
		if p.peek() != ':' {
			return nil, p.fault("a colon is missing after the key " + strconv.Quote(key.text))
		}
		p.at++
		value, err := p.value(depth + 1)
		if err != nil {
			return nil, err
		}
		n.members = append(n.members, member{key.text, key.start, value})
		if more, err := p.more('}'); err != nil {
			return nil, err
		} else if !more {
			break
		}
	}
	p.at++
	n.end = p.at
	return n, nil
}

func (p *parser) array(depth int) (*node, error) {
	n := &node{kind: '[', start: p.at}
	p.at++
	for {
		if err := p.space(); err != nil {
			return nil, err
		}
		if p.peek() == ']' {
			if len(n.items) > 0 {
				return nil, p.fault("a comma before the closing ]")
			}
			break
		}
		value, err := p.value(depth + 1)
		if err != nil {
			return nil, err
		}
		n.items = append(n.items, value)
		if more, err := p.more(']'); err != nil {
			return nil, err
		} else if !more {
			break
		}
	}
	p.at++
	n.end = p.at
	return n, nil
}

// more stands after a member or item. It reports whether a comma follows, and
// leaves p at the closing bracket otherwise.
func (p *parser) more(closing byte) (bool, error) {
	if err := p.space(); err != nil {
		return false, err
	}
	switch p.peek() {
	case ',':
		p.at++
		return true, nil
	case closing:
		return false, nil
	}
	return false, p.fault(p.instead("a comma or "+string(closing), 0))
}

// instead says what stands where want belongs; after a comma, closing is its own
// mistake.
func (p *parser) instead(want string, closing byte) string {
	switch {
	case p.at == len(p.text):
		return "the text ends where " + want + " belongs"
	case closing != 0 && p.peek() == closing:
		return "a comma before the closing " + string(closing)
	}
	return fmt.Sprintf("%q where %s belongs", p.rune(), want)
}

// get returns the value of key in an object, nil where it has none. A key that
// stands twice is a Fault: clients take one of the two.
func get(text []byte, n *node, key string) (*node, error) {
	var found *node
	for _, m := range n.members {
		if m.key != key {
			continue
		}
		if found != nil {
			return nil, faultAt(text, m.start, "the key "+strconv.Quote(key)+" stands twice")
		}
		found = m.value
	}
	return found, nil
}

// equal reports whether a and b are the same value; the order of keys does not
// count.
func equal(ta []byte, a *node, tb []byte, b *node) bool {
	if a.kind != b.kind || len(a.members) != len(b.members) || len(a.items) != len(b.items) {
		return false
	}
	switch a.kind {
	case '{':
		for _, m := range a.members {
			other, err := get(tb, b, m.key)
			if err != nil || other == nil || !equal(ta, m.value, tb, other) {
				return false
			}
		}
		return true
	case '[':
		for i := range a.items {
			if !equal(ta, a.items[i], tb, b.items[i]) {
				return false
			}
		}
		return true
	case '"':
		return a.text == b.text
	}
	return string(ta[a.start:a.end]) == string(tb[b.start:b.end])
}
