package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// reader goes through the words of a command line.
type reader struct {
	words []string
	at    *node // the verb that was reached
	args  int   // operands of it that are filled
	help  bool  // --help was there
}

// parse fills in what words give. The reader is there for an error too, and says
// how far it came. A call for help is not checked any further.
func parse(root *node, words []string) (*reader, error) {
	r := &reader{words: words, at: root}
	for len(r.words) > 0 {
		w := r.words[0]
		r.words = r.words[1:]
		if w == "--" {
			break
		}
		if err := r.word(w); err != nil {
			return r, err
		}
	}
	for _, w := range r.words {
		if err := r.operand(w); err != nil {
			return r, err
		}
	}
	if r.help {
		return r, nil
	}
	for r.at.fallback != nil {
		r.at = r.at.fallback
	}
	return r, r.at.check()
}

func (r *reader) word(w string) error {
	switch {
	case strings.HasPrefix(w, "--"):
		return r.long(w)
	case len(w) > 1 && w[0] == '-':
		return r.letters(w[1:])
	}
	if i := slices.IndexFunc(r.at.verbs, func(v *node) bool { return v.name == w }); i >= 0 {
		r.at = r.at.verbs[i]
		return nil
	}
	return r.operand(w)
}

// operand takes a word that is no flag, and names no verb.
func (r *reader) operand(w string) error {
	for r.at.fallback != nil {
		r.at = r.at.fallback
	}
	if r.args == len(r.at.args) {
		var names []string
		for _, v := range r.at.verbs {
			names = append(names, v.name)
		}
		return fmt.Errorf("unexpected argument %s%s", w, near(w, names))
	}
	v := r.at.args[r.args]
	if !v.isList() {
		r.args++
	}
	return v.set(w)
}

// flag is the flag that is so called, if need be one of the verb that is meant
// where none is named.
func (r *reader) flag(is func(*flag) bool) *flag {
	f := r.at.find(is)
	if f == nil && r.at.fallback != nil {
		r.at = r.at.fallback
		return r.flag(is)
	}
	return f
}

func (r *reader) long(w string) error {
	name, text, has := strings.Cut(w[2:], "=")
	if name == "help" {
		r.help = true
		return nil
	}
	f := r.flag(func(f *flag) bool { return f.name == name })
	if f != nil {
		return r.fill(f, text, has)
	}
	f = r.flag(func(f *flag) bool { return f.negation && "no-"+f.name == name })
	if f == nil || has {
		var names []string
		for n := r.at; n != nil; n = n.parent {
			for _, f := range n.flags {
				names = append(names, "--"+f.name)
			}
		}
		return fmt.Errorf("unknown flag --%s%s", name, near("--"+name, names))
	}
	return f.set("false")
}

// letters takes the flags of one letter in a word: -n, -n5, -fn 5.
func (r *reader) letters(w string) error {
	for i, c := range w {
		letter := string(c)
		if letter == "h" && r.flag(func(f *flag) bool { return f.short == "h" }) == nil {
			r.help = true
			continue
		}
		f := r.flag(func(f *flag) bool { return f.short == letter })
		if f == nil {
			return fmt.Errorf("unknown flag -%s", letter)
		}
		rest := w[i+len(letter):]
		if !f.isBool() {
			return r.fill(f, rest, rest != "")
		}
		if err := f.set("true"); err != nil {
			return err
		}
	}
	return nil
}

// fill gives a flag its value: text, or the next word.
func (r *reader) fill(f *flag, text string, has bool) error {
	switch {
	case has:
	case f.isBool():
		text = "true"
	case len(r.words) > 0 && (r.words[0] == "-" || !strings.HasPrefix(r.words[0], "-")):
		text, r.words = r.words[0], r.words[1:]
	default:
		return fmt.Errorf("--%s needs a value: %s (one that begins with - is written --%s=VALUE)", f.name, f.summary(), f.name)
	}
	if err := f.set(text); err != nil {
		return fmt.Errorf("--%s: %w", f.name, err)
	}
	return nil
}

// set puts text into the field, or adds it to a list.
func (v *value) set(text string) error {
	first := !v.given
	v.given = true
	switch {
	case v.isBool():
		b, err := strconv.ParseBool(text)
		if err != nil {
			return fmt.Errorf("expected true or false but got %q", text)
		}
		v.field.SetBool(b)
	case v.field.CanInt():
		n, err := strconv.ParseInt(text, 10, v.field.Type().Bits())
		if err != nil {
			return fmt.Errorf("expected a whole number but got %q", text)
		}
		v.field.SetInt(n)
	case v.field.CanUint():
		n, err := strconv.ParseUint(text, 10, v.field.Type().Bits())
		if err != nil {
			return fmt.Errorf("expected a whole number, 0 or more, but got %q", text)
		}
		v.field.SetUint(n)
	case v.isList():
		if first {
			v.field.SetZero()
		}
		parts := []string{text}
		if v.sep != "" {
			parts = strings.Split(text, v.sep)
		}
		for _, p := range parts {
			p, err := v.text(p)
			if err != nil {
				return err
			}
			v.field.Set(reflect.Append(v.field, reflect.ValueOf(p)))
		}
	default:
		s, err := v.text(text)
		if err != nil {
			return err
		}
		v.field.SetString(s)
	}
	return nil
}

// text is a text as the field is to hold it: a path is made absolute, - stays.
func (v *value) text(s string) (string, error) {
	if !v.path || s == "" || s == "-" {
		return s, nil
	}
	if rest, ok := strings.CutPrefix(s, "~/"); ok || s == "~" {
		if home, err := os.UserHomeDir(); err == nil {
			s = filepath.Join(home, rest)
		}
	}
	return filepath.Abs(s)
}

// check holds what was given to the tags: values to their enum, and nothing that
// has to be there is missing.
func (n *node) check() error {
	for up := n; up != nil; up = up.parent {
		for _, f := range up.flags {
			if err := f.check("--" + f.name); err != nil {
				return err
			}
		}
	}
	for _, v := range n.args {
		if err := v.check(v.operand()); err != nil {
			return err
		}
	}
	return n.missing()
}

func (v *value) check(name string) error {
	if v.enum == nil || !v.given {
		return nil
	}
	got := []string{fmt.Sprint(v.field.Interface())}
	if list, ok := v.field.Interface().([]string); ok {
		got = list
	}
	for _, s := range got {
		if !slices.Contains(v.enum, s) {
			may := slices.DeleteFunc(slices.Clone(v.enum), func(e string) bool { return e == "" })
			return fmt.Errorf("%s must be %s, and not %q", name, strings.Join(may, " or "), s)
		}
	}
	return nil
}

// missing says which flags or operands of the verb are missing, or which verbs
// could follow one that does nothing alone.
func (n *node) missing() error {
	var flags, args, verbs []string
	for up := n; up != nil; up = up.parent {
		for _, f := range up.flags {
			if f.must && !f.given {
				flags = append(flags, f.summary())
			}
		}
	}
	for _, v := range n.args {
		if v.must && !v.given {
			args = append(args, v.operand())
		}
	}
	for _, v := range n.verbs {
		verbs = append(verbs, v.name)
	}
	switch {
	case len(flags) > 0:
		return errors.New("missing flags: " + strings.Join(flags, ", "))
	case len(args) > 0:
		return errors.New("missing " + strings.Join(args, " "))
	case len(verbs) > 0 && !n.runs():
		return errors.New("expected one of " + strings.Join(verbs, ", "))
	}
	return nil
}

// near is a remark about the name that word may be a slip of.
func near(word string, names []string) string {
	best, least := "", 3
	for _, name := range names {
		if d := distance(word, name); d < least && d < len(name)-1 {
			best, least = name, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf(", did you mean %q?", best)
}

// distance is the number of letters to put in, take out, change or swap with
// the next that makes b of a.
func distance(a, b string) int {
	var before, last []int
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before, last, row = last, row, make([]int, len(b)+1)
		row[0] = i + 1
		for j := range len(b) {
			change := last[j]
			if a[i] != b[j] {
				change++
			}
			row[j+1] = min(last[j+1]+1, row[j]+1, change)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
	}
	return row[len(b)]
}
