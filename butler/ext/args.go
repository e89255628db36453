package ext

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"guard/butler/workdir"
)

// maxArgs bounds the arguments of a run, in bytes of JSON.
const maxArgs = 64 << 10

// ArgsError says why arguments do not fit. Nothing was started.
type ArgsError struct {
	Faults []workdir.Fault
}

func (e *ArgsError) Error() string {
	var out []string
	for _, f := range e.Faults {
		out = append(out, strings.TrimPrefix(f.Pointer+" ", " ")+f.Text)
	}
	return "ext: arguments: " + strings.Join(out, "; ")
}

func argsFault(pointer, format string, args ...any) error {
	return &ArgsError{[]workdir.Fault{{Pointer: pointer, Text: fmt.Sprintf(format, args...)}}}
}

// Bound is a bounded command with its arguments put in.
type Bound struct {
	Argv  []string
	Stdin []byte // the arguments as one JSON object
}

var slot = regexp.MustCompile(`\$\{([^}]*)\}`)

// Bind checks arguments, a JSON object, against the schema of r and puts them
// into its command. Empty text is {}. The error is an *ArgsError that lists all
// that is wrong.
//
// A value that would begin a word of the command may not begin with a dash: it
// could be taken for an option.
func (r *Run) Bind(args []byte) (*Bound, error) {
	if len(bytes.TrimSpace(args)) == 0 {
		args = []byte("{}")
	}
	if len(args) > maxArgs {
		return nil, argsFault("", "are longer than %d bytes", maxArgs)
	}
	d, err := workdir.Parse("arguments", args)
	var ps workdir.Problems
	if errors.As(err, &ps) {
		e := &ArgsError{}
		for _, p := range ps {
			e.Faults = append(e.Faults, workdir.Fault{Pointer: p.Pointer, Text: p.Text})
		}
		return nil, e
	}
	values, ok := d.Value.(map[string]any)
	if !ok {
		return nil, argsFault("", "must be an object")
	}
	var ve *jsonschema.ValidationError
	if err := r.schema.Validate(d.Value); errors.As(err, &ve) {
		return nil, &ArgsError{workdir.Validate(ve)}
	} else if err != nil {
		return nil, argsFault("", "%s", err)
	}
	b := &Bound{}
	if b.Argv, err = bindWords(r.Command, values); err != nil {
		return nil, err
	}
	var line bytes.Buffer
	if err := json.Compact(&line, args); err != nil {
		return nil, argsFault("", "%s", err)
	}
	b.Stdin = append(line.Bytes(), '\n')
	return b, nil
}

func bindWords(words []string, values map[string]any) ([]string, error) {
	var out []string
	for _, word := range words {
		bound, given, err := bindWord(word, values)
		if err != nil {
			return nil, err
		}
		if given {
			out = append(out, bound)
		}
	}
	return out, nil
}

// bindWord puts arguments into one word. given is false where it names one that
// is not there.
func bindWord(word string, values map[string]any) (bound string, given bool, err error) {
	given = true
	bound = slot.ReplaceAllStringFunc(word, func(p string) string {
		name := strings.TrimPrefix(p[2:len(p)-1], "arg:")
		v, ok := values[name]
		if !ok || v == nil {
			given = false
			return ""
		}
		text, fault := asWord(v)
		switch {
		case fault != "":
			err = argsFault(workdir.Pointer(name), "%s", fault)
		case strings.HasPrefix(word, p) && strings.HasPrefix(text, "-") && !number(v):
			err = argsFault(workdir.Pointer(name), "may not begin with a dash: it could be taken for an option")
		}
		return text
	})
	return bound, given, err
}

func asWord(v any) (text, fault string) {
	switch v := v.(type) {
	case string:
		if strings.ContainsRune(v, 0) {
			return "", "holds a zero byte, which no word of a command can"
		}
		return v, ""
	case json.Number:
		return v.String(), ""
	case bool:
		return fmt.Sprint(v), ""
	}
	text1, err := json.Marshal(v)
	if err != nil {
		return "", err.Error()
	}
	return string(text1), ""
}

func number(v any) bool {
	_, ok := v.(json.Number)
	return ok
}

// closed compiles the schema of arguments and returns what it declares. A schema
// that does not say what becomes of undeclared arguments refuses them.
func closed(text json.RawMessage) (*jsonschema.Schema, map[string]any, error) {
	m := map[string]any{}
	if len(text) > 0 {
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			return nil, nil, err
		}
		m, _ = v.(map[string]any) // the schema of manifests says so
	}
	if _, ok := m["type"]; !ok {
		m["type"] = "object"
	}
	_, says := m["additionalProperties"]
	_, also := m["unevaluatedProperties"]
	if !says && !also {
		m["additionalProperties"] = false
	}
	s, err := workdir.Compile(m)
	if err == nil && m["type"] != "object" {
		err = errors.New("/type must be object: arguments have names")
	}
	props, _ := m["properties"].(map[string]any)
	return s, props, err
}

// compiles reports what is wrong with a schema.
func compiles(text json.RawMessage) error {
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err == nil {
		_, err = workdir.Compile(v)
	}
	return err
}
