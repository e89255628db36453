package inbox

import (
	"errors"
	"fmt"
	"time"
)

// What a caller can tell apart. The errors of this package wrap them; [Code]
// names them for a wire.
var (
	ErrNotFound  = errors.New("inbox: there is no such item")
	ErrAmbiguous = errors.New("inbox: several items are called so")
	ErrConflict  = errors.New("inbox: it has been decided")
	ErrChanged   = errors.New("inbox: it has changed since it was shown")
	ErrToken     = errors.New("inbox: the token is not good any more")
	ErrDecision  = errors.New("inbox: that is no decision on this item")
	ErrPayload   = errors.New("inbox: that cannot be an item")
	ErrForbidden = errors.New("inbox: that is not for this caller")
	ErrFull      = errors.New("inbox: too much waits already")
	ErrCorrupt   = errors.New("inbox: the item cannot be read")
	ErrLog       = errors.New("inbox: the log cannot be written, and no yes counts without its record")
)

// ConflictError is a decision that came after another.
type ConflictError struct {
	Ref    string
	State  State
	Winner *Ruling // nil where no person decided: it expired, or was withdrawn
}

func (e *ConflictError) Error() string {
	if e.Winner == nil {
		return fmt.Sprintf("%v: %s is %s", ErrConflict, e.Ref, e.State)
	}
	said := "no"
	if e.Winner.Approved {
		said = "yes"
	}
	return fmt.Sprintf("%v: %s is %s, %s was said by %s at %s", ErrConflict, e.Ref, e.State, said, e.Winner.By, e.Winner.At.Local().Format(time.TimeOnly))
}

// Unwrap is ErrConflict.
func (e *ConflictError) Unwrap() error { return ErrConflict }

// Code is the name of an error for a wire: not_found, ambiguous,
// already_resolved, conflict, invalid_decision, invalid_payload, forbidden,
// full, corrupt, or internal.
func Code(err error) string {
	for _, c := range []struct {
		err  error
		name string
	}{
		{ErrNotFound, "not_found"}, {ErrAmbiguous, "ambiguous"}, {ErrConflict, "already_resolved"}, {ErrChanged, "conflict"}, {ErrToken, "conflict"},
		{ErrDecision, "invalid_decision"}, {ErrPayload, "invalid_payload"}, {ErrForbidden, "forbidden"}, {ErrFull, "full"}, {ErrCorrupt, "corrupt"},
	} {
		if errors.Is(err, c.err) {
			return c.name
		}
	}
	return "internal"
}
