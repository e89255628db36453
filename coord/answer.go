package coord

import "time"

// Outcome is what guard made of a submit. The zero Outcome is a fault.
type Outcome uint8

// The outcomes. Only Yes lets the call through.
const (
	Faulty    Outcome = iota // butler, or who stands in its place, said what cannot be
	Absent                   // nobody to ask: act as if there were no butler
	Refused                  // butler is there and keeps no such call
	Unwanted                 // nobody watches, and the client asks its own person
	Waits                    // the call is in the inbox and nobody decided in time
	No                       // the owner said no
	TimedOut                 // it expired there
	TakenBack                // it was withdrawn: answered elsewhere, or its session ended
	Yes
)

var outcomes = [...]string{"fault", "absent", "refused", "unwatched", "parked", "denied", "expired", "withdrawn", "approved"}

// String is the outcome in a word.
func (o Outcome) String() string {
	if int(o) < len(outcomes) {
		return outcomes[o]
	}
	return "fault"
}

// Answer is how a submit ended for guard. The zero Answer is a fault.
type Answer struct {
	Outcome Outcome
	Ref     string    // the item, once butler has said that it is on disk
	Reason  string    // of the owner's, or why there is no answer
	By      By        // who decided
	Expires time.Time // until when the item waits
	Err     error     // what went wrong, in Faulty, Absent and Refused, and in Waits where butler went away
}

// outcomeOf reads a final that butler signed. Whatever does not fit together is a
// fault.
func outcomeOf(f Final) Outcome {
	switch {
	case f.State == Approved && f.Decision == Allow:
		return Yes
	case f.State == Denied && f.Decision == Deny:
		return No
	case f.State == Parked && f.Decision == Deny:
		return Waits
	case f.State == Expired && f.Decision == Deny:
		return TimedOut
	case f.State == Withdrawn && (f.Decision == Deny || f.Decision == None):
		return TakenBack
	case f.State == Unwatched && f.Decision == None:
		return Unwanted
	}
	return Faulty
}
