package hub

import (
	"fmt"
	"regexp"
)

// MaxName is the longest name of a tool as it is offered, in bytes. Claude Code
// puts mcp__butler__ before it, and model APIs take 64 in all (2026-11).
const MaxName = 51

// own is the namespace of the hub's own tools. No provider may have it.
const own = "butler"

var (
	nameForm      = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)
	namespaceForm = regexp.MustCompile(`^[A-Za-z0-9]([A-Za-z0-9_-]{0,30}[A-Za-z0-9])?$`)
)

// CheckNamespace says what is wrong with a namespace: it is letters, digits, _
// and -, at most 32 bytes, with a letter or digit at both ends.
func CheckNamespace(ns string) error {
	switch {
	case !namespaceForm.MatchString(ns):
		return fmt.Errorf("namespace %q must be 1 to 32 letters, digits, _ or -, with a letter or digit at both ends", ns)
	case ns == own:
		return fmt.Errorf("namespace %q is butler's own", ns)
	}
	return nil
}

// exposed is the name under which a tool or prompt of a provider is offered in
// the view of all.
func exposed(ns, name string) (string, error) {
	full := ns + "__" + name
	switch {
	case !nameForm.MatchString(name):
		return "", fmt.Errorf("its name must be letters, digits, _ or -")
	case len(full) > MaxName:
		return "", fmt.Errorf("%s has %d bytes and the limit is %d; a shorter namespace in the manifest helps", full, len(full), MaxName)
	}
	return full, nil
}
