package workdir

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

//go:embed schema/*.json
var schemas embed.FS

// The names of the published schemas.
const (
	RootSchema      = "root"      // butler.json of the instance
	ExtensionSchema = "extension" // butler.json of an extension
)

// SchemaNames are the schemas that Schema knows.
func SchemaNames() []string { return []string{RootSchema, ExtensionSchema} }

// Schema is the text of a published schema (JSON Schema 2020-12).
func Schema(name string) ([]byte, error) {
	text, err := schemas.ReadFile("schema/" + name + ".schema.json")
	if err != nil {
		return nil, fmt.Errorf("workdir: there is no schema %q, only %s", name, strings.Join(SchemaNames(), " and "))
	}
	return text, nil
}

// noLoader keeps a schema from fetching another one: neither files nor the
// network are read because a schema says so.
type noLoader struct{}

func (noLoader) Load(url string) (any, error) {
	return nil, fmt.Errorf("a schema may only refer to itself, not to %s", url)
}

// base is the address of a schema that has none: what it refers to by a relative
// name is read from there, and there is nothing.
const base = "schema:///this.json"

// Compile makes a schema of a decoded JSON value. It refers to nothing outside
// itself.
func Compile(value any) (*jsonschema.Schema, error) {
	c := jsonschema.NewCompiler()
	c.UseLoader(noLoader{})
	c.DefaultDraft(jsonschema.Draft2020)
	if err := c.AddResource(base, value); err != nil {
		return nil, schemaFault(err)
	}
	s, err := c.Compile(base)
	if err != nil {
		return nil, schemaFault(err)
	}
	return s, nil
}

// schemaFault says what is wrong with a schema, in one line.
func schemaFault(err error) error {
	var se *jsonschema.SchemaValidationError
	var ve *jsonschema.ValidationError
	if errors.As(err, &se) && errors.As(se.Err, &ve) {
		for _, f := range Validate(ve) {
			return fmt.Errorf("%s: %s", strings.TrimPrefix(f.Pointer+" ", " "), f.Text)
		}
	}
	text, _, _ := strings.Cut(err.Error(), "\n")
	return errors.New(text)
}

var compiled sync.Map // name -> *jsonschema.Schema

func published(name string) *jsonschema.Schema {
	if s, ok := compiled.Load(name); ok {
		return s.(*jsonschema.Schema)
	}
	text, err := Schema(name)
	if err != nil {
		panic(err) // a name in our own code
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		panic("workdir: schema " + name + ": " + err.Error())
	}
	s, err := Compile(value)
	if err != nil {
		panic("workdir: schema " + name + ": " + err.Error())
	}
	compiled.Store(name, s)
	return s
}

// Check holds a document to a published schema. All problems are returned, in
// the order of the text. A key that the schema does not know is a warning.
// told has better words for single places: pointers in which * stands for one
// part, such as /actions/*/mode.
func Check(d *Document, name string, told map[string]string) Problems {
	var ve *jsonschema.ValidationError
	if err := published(name).Validate(d.Value); !errors.As(err, &ve) {
		return nil
	}
	var out Problems
	for _, f := range Validate(ve) {
		p := d.Problem(f.Pointer, "%s", f.Text)
		for pattern, text := range told {
			if match(pattern, f.Pointer) {
				p.Text, f.Unknown = text, false
			}
		}
		p.Warning = f.Unknown
		if key := misspelt(name, f); key != "" {
			p.Text, p.Warning = fmt.Sprintf("is not known here; it is written %s", key), false
		}
		out = append(out, p)
	}
	slices.SortStableFunc(out, func(a, b Problem) int {
		if a.Line != b.Line {
			return a.Line - b.Line
		}
		return a.Column - b.Column
	})
	return slices.Compact(out)
}

// misspelt is the key that an unknown one differs from in the case of letters
// alone, "" where there is none. The JSON package of Go takes one for the other,
// and nobody would have held it to the schema.
func misspelt(schema string, f Fault) string {
	if !f.Unknown {
		return ""
	}
	key := unescape(f.Pointer[strings.LastIndexByte(f.Pointer, '/')+1:])
	for known := range keysOf(schema) {
		if strings.EqualFold(known, key) {
			return known
		}
	}
	return ""
}

var keys sync.Map // name of a schema -> map[string]bool

// keysOf are the keys that a published schema knows, at any depth.
func keysOf(name string) map[string]bool {
	if all, ok := keys.Load(name); ok {
		return all.(map[string]bool)
	}
	text, err := Schema(name)
	if err != nil {
		panic(err) // a name in our own code
	}
	var value any
	if err := json.Unmarshal(text, &value); err != nil {
		panic("workdir: schema " + name + ": " + err.Error())
	}
	all := map[string]bool{}
	var walk func(any)
	walk = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			if properties, ok := v["properties"].(map[string]any); ok {
				for key := range properties {
					all[key] = true
				}
			}
			for _, below := range v {
				walk(below)
			}
		case []any:
			for _, below := range v {
				walk(below)
			}
		}
	}
	walk(value)
	keys.Store(name, all)
	return all
}

func match(pattern, pointer string) bool {
	a, b := strings.Split(pattern, "/"), strings.Split(pointer, "/")
	return len(a) == len(b) && !slices.ContainsFunc(indexes(a), func(i int) bool { return a[i] != "*" && a[i] != b[i] })
}

func indexes(s []string) []int {
	out := make([]int, len(s))
	for i := range s {
		out[i] = i
	}
	return out
}

// Fault is one way in which a value does not fit its schema.
type Fault struct {
	Pointer string
	Text    string
	Unknown bool // a key that the schema does not name
}

var english = message.NewPrinter(language.English)

// Validate lists every fault in an error of the schema package: its leaves,
// in the order in which they were found.
func Validate(e *jsonschema.ValidationError) []Fault {
	at := Pointer(e.InstanceLocation...)
	if extra, ok := e.ErrorKind.(*kind.AdditionalProperties); ok {
		var out []Fault
		for _, name := range extra.Properties {
			out = append(out, Fault{at + "/" + escape(name), "is not a key that is known here", true})
		}
		return out
	}
	// The library (v6.0.3) gives propertyNames a place that it writes over
	// afterwards, so the name stands in the text. Our own schemas forbid names
	// by patternProperties, whose place is right.
	if name, ok := e.ErrorKind.(*kind.PropertyNames); ok {
		return []Fault{{Text: fmt.Sprintf("holds a key %q, a name that cannot stand there", name.Property)}}
	}
	if len(e.Causes) == 0 {
		return []Fault{{Pointer: at, Text: words(e.ErrorKind)}}
	}
	var out []Fault
	for _, c := range e.Causes {
		out = append(out, Validate(c)...)
	}
	return out
}

func words(k jsonschema.ErrorKind) string {
	switch k := k.(type) {
	case *kind.Type:
		return fmt.Sprintf("must be %s, and is %s", article(strings.Join(k.Want, " or ")), article(k.Got))
	case *kind.Required:
		return "must have " + strings.Join(k.Missing, ", ")
	case *kind.Enum:
		var want []string
		for _, v := range k.Want {
			want = append(want, fmt.Sprint(v))
		}
		return fmt.Sprintf("must be one of %s, and is %v", strings.Join(want, ", "), k.Got)
	case *kind.Const:
		return fmt.Sprintf("must be %v, and is %v", k.Want, k.Got)
	case *kind.FalseSchema:
		return "has a name that cannot stand here"
	case *kind.Pattern:
		return fmt.Sprintf("must match %s, and %q does not", k.Want, k.Got)
	}
	return k.LocalizedString(english)
}

func article(noun string) string {
	if strings.ContainsRune("aeiou", rune((noun + " ")[0])) {
		return "an " + noun
	}
	return "a " + noun
}
