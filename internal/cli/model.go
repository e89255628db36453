package cli

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// node is a verb as its struct's tags describe it; the program itself is the
// root, with no name.
type node struct {
	name     string
	help     string
	parent   *node
	target   reflect.Value // the struct
	flags    []*flag
	args     []*value
	verbs    []*node
	fallback *node // the verb that is meant where none is named
}

// value is an operand, or what stands behind a flag, and the field it goes to.
type value struct {
	name   string
	help   string
	field  reflect.Value
	holder string   // what the help shows in its place
	preset string   // its value where none is given
	enum   []string // the values it may have; nil: any
	sep    string   // between the values of a list, in one word; empty: nothing
	must   bool     // it has to be given
	path   bool     // it is a file or folder
	given  bool
}

type flag struct {
	value
	short    string // one letter, or empty
	negation bool   // --no-NAME is there too
}

// model reads the tags of the struct that verbs points to. Its errors are
// mistakes in the program.
func model(verbs any) (*node, error) {
	root := &node{target: reflect.ValueOf(verbs).Elem()}
	return root, errors.Join(root.read(root.target), root.known())
}

// read takes the fields of s in, and those of what s embeds.
func (n *node) read(s reflect.Value) error {
	var errs []error
	for i := range s.NumField() {
		f, tag := s.Type().Field(i), s.Type().Field(i).Tag
		_, isVerb := tag.Lookup("cmd")
		_, isArg := tag.Lookup("arg")
		switch {
		case f.Anonymous:
			errs = append(errs, n.read(s.Field(i)))
		case !f.IsExported():
			continue
		case isVerb:
			errs = append(errs, n.addVerb(f, s.Field(i)))
		default:
			errs = append(errs, n.addValue(f, s.Field(i), isArg))
		}
	}
	return errors.Join(errs...)
}

func (n *node) addVerb(f reflect.StructField, field reflect.Value) error {
	child := &node{name: nameOf(f), help: f.Tag.Get("help"), parent: n, target: field}
	n.verbs = append(n.verbs, child)
	if f.Tag.Get("default") == "withargs" {
		n.fallback = child
	}
	return child.read(field)
}

func (n *node) addValue(f reflect.StructField, field reflect.Value, isArg bool) error {
	tag := f.Tag
	v := value{name: nameOf(f), help: tag.Get("help"), field: field, holder: tag.Get("placeholder"), path: tag.Get("type") == "path"}
	if e, ok := tag.Lookup("enum"); ok {
		v.enum = strings.Split(e, ",")
	}
	if v.sep = tag.Get("sep"); v.sep == "" {
		v.sep = ","
	} else if v.sep == "none" {
		v.sep = ""
	}
	_, optional := tag.Lookup("optional")
	_, required := tag.Lookup("required")
	preset, hasPreset := tag.Lookup("default")
	v.preset = preset
	v.must = required || isArg && !optional && !hasPreset
	err := v.known()
	if err == nil && preset != "" {
		err = v.set(preset)
		v.given = false
	}
	if isArg {
		n.args = append(n.args, &v)
	} else {
		_, negation := tag.Lookup("negatable")
		n.flags = append(n.flags, &flag{v, tag.Get("short"), negation})
	}
	for _, t := range []string{"xor", "and", "env", "envs", "embed", "prefix", "passthrough", "hidden", "aliases"} {
		if _, ok := tag.Lookup(t); ok {
			err = fmt.Errorf("the tag %s is not known", t)
		}
	}
	if err != nil {
		return fmt.Errorf("cli: the field %s of %q: %w", f.Name, n.path(), err)
	}
	return nil
}

// known refuses verbs that cannot run.
func (n *node) known() error {
	if len(n.verbs) == 0 && !n.runs() {
		return fmt.Errorf("cli: %q has no method Run", n.path())
	}
	var errs []error
	for _, child := range n.verbs {
		errs = append(errs, child.known())
	}
	return errors.Join(errs...)
}

// nameOf is the tag name, or the field's name in lower case with dashes between
// its words.
func nameOf(f reflect.StructField) string {
	if name := f.Tag.Get("name"); name != "" {
		return name
	}
	var b strings.Builder
	for i, r := range f.Name {
		if before, _ := utf8.DecodeLastRuneInString(f.Name[:i]); unicode.IsUpper(r) && unicode.IsLower(before) {
			b.WriteByte('-')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// path is the words of a verb, without the program.
func (n *node) path() string {
	if n.parent == nil {
		return ""
	}
	return strings.TrimSpace(n.parent.path() + " " + n.name)
}

// self is a pointer to the struct of the verb.
func (n *node) self() any { return n.target.Addr().Interface() }

func (n *node) runs() bool {
	switch n.self().(type) {
	case runner, callRunner:
		return true
	}
	return false
}

// find is the flag of the verb, or of one above it, that is so called.
func (n *node) find(is func(*flag) bool) *flag {
	for ; n != nil; n = n.parent {
		if i := slices.IndexFunc(n.flags, is); i >= 0 {
			return n.flags[i]
		}
	}
	return nil
}

// known refuses a field of a type that cannot be filled in.
func (v *value) known() error {
	f := v.field
	if v.isBool() || f.CanInt() || f.CanUint() || f.Kind() == reflect.String || f.Type() == reflect.TypeFor[[]string]() {
		return nil
	}
	return fmt.Errorf("%s is no type that can be filled in", f.Type())
}

func (v *value) isBool() bool { return v.field.Kind() == reflect.Bool }
func (v *value) isList() bool { return v.field.Kind() == reflect.Slice }

// operand is the value as the usage of its verb shows it.
func (v *value) operand() string {
	s := "<" + v.name + ">"
	if v.isList() {
		s += " ..."
	}
	return s
}

// summary is the flag with what stands behind it: --money=N.
func (f *flag) summary() string {
	switch {
	case f.isBool() && f.negation:
		return "--[no-]" + f.name
	case f.isBool():
		return "--" + f.name
	case f.holder != "":
		return "--" + f.name + "=" + f.holder
	case f.preset != "" && f.field.Kind() == reflect.String:
		return fmt.Sprintf("--%s=%q", f.name, f.preset)
	case f.preset != "":
		return "--" + f.name + "=" + f.preset
	}
	kind := strings.ToUpper(f.name)
	if f.field.CanInt() || f.field.CanUint() {
		kind = "N"
	}
	if f.isList() && f.sep != "" {
		kind += f.sep + "..."
	}
	return "--" + f.name + "=" + kind
}
