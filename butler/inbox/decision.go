package inbox

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// Decision is what a decider sends. The zero Decision is a no.
type Decision struct {
	Kind     Kind // "" is the item's own
	Approved bool
	Changes  bool
	Comment  string
	Value    string
	HasValue bool
}

// ReadDecision reads a decision:
//
//	{"approved": true}
//	{"approved": false, "comment": "not on a Friday"}
//	{"approved": false, "changesRequested": true, "comment": "with --dry-run"}
//	{"kind": "choice", "value": "blue"}
//	{"kind": "edit", "value": "the new text"}
//
// It may stand below a member answer or, where there is none, decision. Only the
// JSON true approves: "true", 1 and a member spelled Approved do not, and neither
// does one that stands twice. What is not read is an error wrapping ErrDecision,
// and never a yes.
func ReadDecision(raw []byte) (Decision, error) {
	m, err := members(raw)
	if err != nil {
		return Decision{}, err
	}
	for _, name := range []string{"answer", "decision"} {
		if inner, ok := m[name]; ok {
			if m, err = members(inner); err != nil {
				return Decision{}, err
			}
			break
		}
	}
	var d Decision
	_, said := m["approved"]
	if d.Approved, err = boolean(m, "approved"); err != nil {
		return Decision{}, err
	}
	if d.Changes, err = boolean(m, "changesRequested"); err != nil {
		return Decision{}, err
	}
	var kind, note string
	for _, f := range []struct {
		name string
		into *string
		max  int
	}{{"kind", &kind, 64}, {"comment", &d.Comment, MaxComment}, {"note", &note, MaxComment}, {"value", &d.Value, MaxValue}} {
		if err := text(m, f.name, f.into, f.max); err != nil {
			return Decision{}, err
		}
	}
	d.Kind = Kind(kind)
	if d.Comment == "" {
		d.Comment = note
	}
	_, d.HasValue = m["value"]
	if !said && !d.HasValue {
		return Decision{}, fmt.Errorf("%w: it has no member approved", ErrDecision)
	}
	return d, nil
}

// members are the members of one JSON object, by the exact name. encoding/json
// would take Approved for approved, and the last of two.
func members(raw []byte) (map[string]json.RawMessage, error) {
	bad := func(why string) (map[string]json.RawMessage, error) {
		return nil, fmt.Errorf("%w: %s", ErrDecision, why)
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return bad("it is no JSON object")
	}
	out := map[string]json.RawMessage{}
	for dec.More() {
		t, err := dec.Token()
		name, ok := t.(string)
		if err != nil || !ok {
			return bad("it is no JSON object")
		}
		var v json.RawMessage
		if err := dec.Decode(&v); err != nil {
			return bad("it is no JSON object")
		}
		if _, twice := out[name]; twice {
			return bad(fmt.Sprintf("the member %q stands twice", name))
		}
		out[name] = v
	}
	if _, err := dec.Token(); err != nil {
		return bad("it is no JSON object")
	}
	if _, err := dec.Token(); err != io.EOF {
		return bad("something stands behind its end")
	}
	return out, nil
}

func boolean(m map[string]json.RawMessage, name string) (bool, error) {
	v, ok := m[name]
	switch {
	case !ok || string(v) == "false":
		return false, nil
	case string(v) == "true":
		return true, nil
	}
	return false, fmt.Errorf("%w: %s is neither true nor false", ErrDecision, name)
}

func text(m map[string]json.RawMessage, name string, into *string, most int) error {
	v, ok := m[name]
	if !ok {
		return nil
	}
	if len(v) == 0 || v[0] != '"' || json.Unmarshal(v, into) != nil {
		return fmt.Errorf("%w: %s is no string", ErrDecision, name)
	}
	if len(*into) > most {
		return fmt.Errorf("%w: %s is longer than %d bytes", ErrDecision, name, most)
	}
	return nil
}

// ruling holds d against the item and its scope.
func (d Decision) ruling(it *Item, scope Scope) (Ruling, error) {
	bad := func(format string, args ...any) (Ruling, error) {
		return Ruling{}, fmt.Errorf("%w: "+format, append([]any{ErrDecision}, args...)...)
	}
	if scope == "" {
		scope = Once
	}
	r := Ruling{Approved: d.Approved, Changes: d.Changes, Comment: strings.TrimSpace(d.Comment)}
	switch {
	case d.Kind != "" && d.Kind != it.Kind:
		return bad("it is a decision on a %s, and the item is a %s", d.Kind, it.Kind)
	case d.Changes && (d.Approved || r.Comment == ""):
		return bad("changes are requested with approved false and a comment that says which")
	case it.Kind == Approval && d.HasValue:
		return bad("an approval takes no value")
	case it.Kind != Approval && d.Approved && !d.HasValue:
		return bad("a %s needs a value", it.Kind)
	}
	if it.Kind != Approval && d.HasValue {
		if it.Kind == Choice && !offers(it.Content.Options, d.Value) {
			return bad("%q is none of the options", d.Value)
		}
		r.Approved, r.Value = true, d.Value
	}
	if !r.Approved {
		return r, nil
	}
	if !contains(it.Scopes, scope) {
		return bad("the scope %q is not offered for it", scope)
	}
	r.Scope = scope
	return r, nil
}

func offers(options []Option, value string) bool {
	for _, o := range options {
		if o.Value == value {
			return true
		}
	}
	return false
}

func contains(scopes []Scope, s Scope) bool {
	for _, x := range scopes {
		if x == s {
			return true
		}
	}
	return false
}
