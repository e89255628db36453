package main

import (
	"fmt"
	"strings"

	"guard/classify"
	"guard/grants"
	"guard/hookio"
	"guard/internal/card"
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
	bad := card.Blamed(r)
	for i, g := range card.Blames(bad) {
		if i == 3 {
			b.WriteString("; and more")
			break
		}
		if i > 0 {
			b.WriteString("; ")
		}
		b.WriteString(g)
	}
	for _, f := range bad {
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

// saidNo is what the model hears when it tries again what a person has denied.
func saidNo(d *grants.Denial) string {
	why := ""
	if d.Reason != "" {
		why = ": " + d.Reason
	}
	return fmt.Sprintf("A person has said no to this call (%s)%s. Do not try it again, and do not work around it.", d.Ref, why)
}
