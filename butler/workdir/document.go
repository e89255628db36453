package workdir

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Bounds of a file that is read.
const (
	maxFile  = 1 << 20 // bytes
	maxDepth = 64      // levels of objects and arrays
)

// Problem is one thing that is wrong with a file, at its place.
type Problem struct {
	File    string `json:"file"`
	Line    int    `json:"line,omitempty"`   // from 1; 0 where the file as a whole is meant
	Column  int    `json:"column,omitempty"` // from 1, in bytes
	Pointer string `json:"pointer"`          // JSON pointer (RFC 6901); "" is the whole
	Text    string `json:"text"`
	Warning bool   `json:"warning,omitempty"` // the file can be used all the same
}

// String is the problem as compilers print theirs.
func (p Problem) String() string {
	var b strings.Builder
	b.WriteString(p.File)
	if p.Line > 0 {
		fmt.Fprintf(&b, ":%d:%d", p.Line, p.Column)
	}
	b.WriteString(": ")
	if p.Warning {
		b.WriteString("warning: ")
	}
	if p.Pointer != "" {
		b.WriteString(p.Pointer + ": ")
	}
	b.WriteString(p.Text)
	return b.String()
}

// Problems are all that is wrong with some files. As an error they are printed
// one a line.
type Problems []Problem

func (ps Problems) Error() string {
	lines := make([]string, len(ps))
	for i, p := range ps {
		lines[i] = p.String()
	}
	return strings.Join(lines, "\n")
}

// Faults are the problems that are no warnings.
func (ps Problems) Faults() Problems {
	return slices.DeleteFunc(slices.Clone(ps), func(p Problem) bool { return p.Warning })
}

// Warnings are the problems with which a file can be used.
func (ps Problems) Warnings() Problems {
	return slices.DeleteFunc(slices.Clone(ps), func(p Problem) bool { return !p.Warning })
}

// Document is JSON text that remembers where each of its values stands.
type Document struct {
	File  string
	Text  []byte
	Value any // as encoding/json decodes it, with json.Number for numbers

	places map[string]int // pointer -> offset of the key, or of the element
}

// ReadFile reads a JSON file of at most 1 MiB. An error is Problems when the
// text is at fault, and the error of the system when it cannot be read.
func ReadFile(name string) (*Document, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if st, err := f.Stat(); err == nil && !st.Mode().IsRegular() {
		return nil, Problems{{File: name, Text: "is not an ordinary file"}}
	}
	text, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return nil, err
	}
	return Parse(name, text)
}

// Parse reads JSON text. name stands in the problems. An error is Problems.
func Parse(name string, text []byte) (*Document, error) {
	d := &Document{File: name, Text: text, places: map[string]int{"": 0}}
	if len(text) > maxFile {
		return nil, Problems{{File: name, Text: "is longer than 1 MiB"}}
	}
	if !utf8.Valid(text) {
		return nil, Problems{d.problemAt(invalidUTF8(text), "", "is not UTF-8 text")}
	}
	p := parser{doc: d, dec: json.NewDecoder(bytes.NewReader(text))}
	p.dec.UseNumber()
	var err error
	if d.Value, err = p.value("", 0); err == nil {
		after := p.fault("", "has something after its end")
		if _, end := p.dec.Token(); end != io.EOF {
			err = after
		}
	}
	var fault faultError
	switch {
	case err == nil && len(p.twice) > 0:
		return nil, p.twice
	case err == nil:
		return d, nil
	case errors.As(err, &fault):
		return nil, append(p.twice, fault.Problem)
	default:
		return nil, append(p.twice, p.syntax(err))
	}
}

// Has reports whether a value stands at pointer.
func (d *Document) Has(pointer string) bool {
	_, ok := d.places[pointer]
	return ok
}

// Problem is a fault of the value at pointer, or of the nearest value around it
// where nothing stands there.
func (d *Document) Problem(pointer, format string, args ...any) Problem {
	at := pointer
	for !d.Has(at) {
		at = at[:max(strings.LastIndexByte(at, '/'), 0)]
	}
	return d.problemAt(d.places[at], pointer, fmt.Sprintf(format, args...))
}

// Warning is a Problem with which the file can be used.
func (d *Document) Warning(pointer, format string, args ...any) Problem {
	p := d.Problem(pointer, format, args...)
	p.Warning = true
	return p
}

func (d *Document) problemAt(offset int, pointer, text string) Problem {
	before := d.Text[:min(offset, len(d.Text))]
	line := 1 + bytes.Count(before, []byte("\n"))
	column := 1 + len(before) - (bytes.LastIndexByte(before, '\n') + 1)
	return Problem{File: d.File, Line: line, Column: column, Pointer: pointer, Text: text}
}

// parser walks the tokens and notes where they stand.
type parser struct {
	doc   *Document
	dec   *json.Decoder
	twice Problems // keys that stand twice in an object
}

// faultError carries a Problem out of the recursion.
type faultError struct{ Problem }

func (f faultError) Error() string { return f.Text }

func (p *parser) fault(pointer, text string) error {
	return faultError{p.doc.problemAt(p.next(), pointer, text)}
}

// next is the offset of the next token.
func (p *parser) next() int {
	i := int(p.dec.InputOffset())
	for i < len(p.doc.Text) && strings.IndexByte(" \t\r\n,:", p.doc.Text[i]) >= 0 {
		i++
	}
	return i
}

func (p *parser) value(pointer string, depth int) (any, error) {
	if depth > maxDepth {
		return nil, p.fault(pointer, fmt.Sprintf("is nested more than %d levels deep", maxDepth))
	}
	tok, err := p.dec.Token()
	if err != nil {
		return nil, err
	}
	switch tok {
	case json.Delim('{'):
		return p.object(pointer, depth)
	case json.Delim('['):
		return p.array(pointer, depth)
	}
	return tok, nil
}

func (p *parser) object(pointer string, depth int) (any, error) {
	out := map[string]any{}
	for p.dec.More() {
		at := p.next()
		tok, err := p.dec.Token()
		if err != nil {
			return nil, err
		}
		key, ok := tok.(string)
		if !ok {
			return nil, p.fault(pointer, "has a key that is not a string")
		}
		child := pointer + "/" + escape(key)
		if _, ok := out[key]; ok {
			p.twice = append(p.twice, p.doc.problemAt(at, child, "stands here a second time"))
		}
		p.doc.places[child] = at
		if out[key], err = p.value(child, depth+1); err != nil {
			return nil, err
		}
	}
	_, err := p.dec.Token()
	return out, err
}

func (p *parser) array(pointer string, depth int) (any, error) {
	out := []any{}
	for p.dec.More() {
		child := pointer + "/" + strconv.Itoa(len(out))
		p.doc.places[child] = p.next()
		v, err := p.value(child, depth+1)
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	_, err := p.dec.Token()
	return out, err
}

// syntax is an error of the decoder at the byte it stumbled over.
func (p *parser) syntax(err error) Problem {
	at, text := p.next(), err.Error()
	var se *json.SyntaxError
	switch {
	case errors.As(err, &se):
		at = max(int(se.Offset)-1, at)
	case err == io.EOF, errors.Is(err, io.ErrUnexpectedEOF):
		at, text = len(p.doc.Text), "ends too early"
		if len(bytes.TrimSpace(p.doc.Text)) == 0 {
			text = "is empty; {} is the least that can stand here"
		}
	}
	return p.doc.problemAt(at, "", "is no JSON: "+text)
}

func invalidUTF8(text []byte) int {
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return len(text)
}

func escape(key string) string {
	return strings.ReplaceAll(strings.ReplaceAll(key, "~", "~0"), "/", "~1")
}

func unescape(part string) string {
	return strings.ReplaceAll(strings.ReplaceAll(part, "~1", "/"), "~0", "~")
}

// Pointer joins keys and indexes to a JSON pointer.
func Pointer(parts ...string) string {
	var b strings.Builder
	for _, p := range parts {
		b.WriteString("/" + escape(p))
	}
	return b.String()
}
