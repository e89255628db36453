package policyfile

import (
	"fmt"

	"guard/classify"
)

// Check runs the tests that stand in the file: the match and no_match lines of
// its rules, and the lines below [expect], which are judged under s in sc. It
// returns what fails and how many there were.
func (f *File) Check(s Settings, sc *classify.Scene) (failed Faults, run int) {
	fail := func(key, format string, args ...any) {
		failed = append(failed, Fault{File: f.Name, Line: f.line(key), Text: fmt.Sprintf(format, args...)})
	}
	for _, r := range f.rules {
		meets := func(line string) bool {
			for _, c := range r.forms {
				if c.IsTool() && c.MeetsTool(line) || !c.IsTool() && c.Meets(line, sc, &s.Policy) {
					return true
				}
			}
			return false
		}
		for i, l := range r.match {
			if run++; !meets(l) {
				fail(fmt.Sprintf("%s.match[%d]", r.key, i), "the rule does not meet `%s`, but should", l)
			}
		}
		for i, l := range r.noMatch {
			if run++; meets(l) {
				fail(fmt.Sprintf("%s.no_match[%d]", r.key, i), "the rule meets `%s`, but should not", l)
			}
		}
	}
	for _, e := range []struct {
		want  classify.Verdict
		lines []string
	}{
		{classify.Allow, f.raw.Expect.Allow}, {classify.Defer, f.raw.Expect.Defer},
		{classify.Approve, f.raw.Expect.Approve}, {classify.Refuse, f.raw.Expect.Refuse},
	} {
		for i, l := range e.lines {
			run++
			if r := classify.Line(l, sc, &s.Policy); r.Verdict != e.want {
				worst := r.Strictest()
				fail(fmt.Sprintf("expect.%s[%d]", e.want, i), "`%s` gets %s, not %s: %s [%s]", l, r.Verdict, e.want, worst.Does, worst.Row)
			}
		}
	}
	return failed, run
}
