package main

import (
	"fmt"
	"strings"

	"guard/classify"
	"guard/grants"
	"guard/hookio"
)

// reason says to the model and the person why a call is held back, and what can
// be done. It blames only what deserves it.
func reason(r classify.Result, a hookio.Answer) string {
	var b strings.Builder
	switch {
	case r.Verdict == classify.Refuse:
		b.WriteString("guard refuses this call: ")
	case a == hookio.Ask:
		b.WriteString("guard asks: ")
	default:
		b.WriteString("guard holds this call back, a person must approve it: ")
	}
	said := 0
	for _, f := range blamed(r) {
		if said == 3 {
			b.WriteString("; and more")
			break
		}
		if said > 0 {
			b.WriteString("; ")
		}
		b.WriteString(sentence(f))
		said++
	}
	for _, f := range blamed(r) {
		if f.Safer != "" {
			fmt.Fprintf(&b, ". Safer: %s", f.Safer)
			break
		}
	}
	b.WriteString(".")
	if a == hookio.Deny && r.Verdict == classify.Refuse {
		b.WriteString(" Do not work around it. If it is really wanted, tell the person: they can run it themselves in another terminal.")
	}
	return b.String()
}

// blamed are the findings that make the verdict: those of its strictness.
func blamed(r classify.Result) []classify.Finding {
	var out []classify.Finding
	for _, f := range r.Findings {
		if f.Tier == r.Tier || f.Tier == classify.TierForbidden || f.Tier >= classify.TierDangerous && r.Tier >= classify.TierDangerous && r.Tier != classify.TierForbidden {
			out = append(out, f)
		}
	}
	return out
}

// sentence is one finding in words: what, in which words of the line, by which
// row, through which wrappers.
func sentence(f classify.Finding) string {
	s := f.Does
	if f.Call != "" {
		s += " in `" + f.Call + "`"
	}
	s += " [" + f.Row + "]"
	if len(f.Via) > 0 {
		s += " via " + strings.Join(f.Via, ", ")
	}
	return s
}

// saidNo is what the model hears when it tries again what a person has denied.
func saidNo(d *grants.Denial) string {
	why := ""
	if d.Reason != "" {
		why = ": " + d.Reason
	}
	return fmt.Sprintf("A person has said no to this call (%s)%s. Do not try it again, and do not work around it.", d.Ref, why)
}
