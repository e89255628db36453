package audit

import (
	"errors"
	"fmt"
)

// ErrUnwritable is wrapped by every error of Append that leaves an event out of
// the log, or in it without the certainty that was asked for.
var ErrUnwritable = errors.New("audit: the log cannot be written")

// OnUnwritable says what happens to a call that cannot be logged.
type OnUnwritable uint8

const (
	DenyAll   OnUnwritable = iota // no log, no call
	DenyRisky                     // dangerous and above are denied
	AllowAll                      // every answer stands
)

// ParseOnUnwritable reads deny-all, deny-risky or allow.
func ParseOnUnwritable(s string) (OnUnwritable, error) {
	switch s {
	case "deny-all":
		return DenyAll, nil
	case "deny-risky":
		return DenyRisky, nil
	case "allow":
		return AllowAll, nil
	}
	return DenyAll, fmt.Errorf("audit: %q is not deny-risky, deny-all or allow", s)
}

func (p OnUnwritable) String() string {
	switch p {
	case DenyRisky:
		return "deny-risky"
	case AllowAll:
		return "allow"
	}
	return "deny-all"
}

// Pass reports whether an answer may stand although it is not logged. When it
// may, the person must be warned, on every call. A deny stays a deny, and so
// does an answer that is not known.
func (p OnUnwritable) Pass(tier, answer string) bool {
	switch answer {
	case "allow", "ask", "none":
	default:
		return false
	}
	switch p {
	case AllowAll:
		return true
	case DenyRisky:
		return !risky(tier)
	}
	return false
}
