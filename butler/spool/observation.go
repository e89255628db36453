package spool

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"guard/audit/redact"
)

// Types are what an observation can be. The first one is meant where none is
// given.
var Types = []string{"note", "decision", "fact", "milestone", "error", "session"}

// Bounds of an observation.
const (
	MaxText   = 2000 // code points
	MaxRef    = 500  // code points
	MaxTags   = 32
	maxTag    = 100 // code points
	maxSource = 64  // bytes
)

// Observation is something that somebody saw.
type Observation struct {
	ID     string    `json:"id,omitempty"`   // given by Add; sorts by time
	Time   time.Time `json:"time,omitzero"`  // given by Add
	Source string    `json:"source"`         // who says so: a-z, 0-9 and -
	By     string    `json:"by,omitempty"`   // who was let in to say so, such as tools/clock; not the caller's word
	Type   string    `json:"type,omitempty"` // one of Types
	Tags   []string  `json:"tags,omitempty"`
	Text   string    `json:"text"`
	Ref    string    `json:"ref,omitempty"` // what it is about, such as butler://tool:clock
}

// InvalidError says why an observation was not accepted.
type InvalidError struct {
	Member string `json:"member"`
	Why    string `json:"why"`
}

func (e *InvalidError) Error() string { return "spool: " + e.Member + " " + e.Why }

// Check says what is wrong with an observation that somebody gives. The error
// is an *InvalidError.
func (o *Observation) Check() error {
	no := func(member, format string, args ...any) error {
		return &InvalidError{member, fmt.Sprintf(format, args...)}
	}
	switch {
	case o.Source == "" || len(o.Source) > maxSource || strings.Trim(o.Source, "abcdefghijklmnopqrstuvwxyz0123456789-") != "":
		return no("source", "must be 1 to %d of a-z, 0-9 and -", maxSource)
	case o.Type != "" && !slices.Contains(Types, o.Type):
		return no("type", "must be one of %s", strings.Join(Types, ", "))
	case !utf8.ValidString(o.Text):
		return no("text", "is not UTF-8")
	case strings.TrimSpace(o.Text) == "":
		return no("text", "is empty")
	case utf8.RuneCountInString(o.Text) > MaxText:
		return no("text", "is longer than %d characters", MaxText)
	case len(o.Tags) > MaxTags:
		return no("tags", "are more than %d", MaxTags)
	case utf8.RuneCountInString(o.Ref) > MaxRef || !utf8.ValidString(o.Ref) || strings.ContainsFunc(o.Ref, unicode.IsControl):
		return no("ref", "must be at most %d characters without control characters", MaxRef)
	}
	for i, tag := range o.Tags {
		if tag == "" || !utf8.ValidString(tag) || utf8.RuneCountInString(tag) > maxTag || strings.ContainsFunc(tag, func(r rune) bool { return r == ',' || unicode.IsControl(r) }) {
			return no(fmt.Sprintf("tags/%d", i), "must be 1 to %d characters without commas and control characters", maxTag)
		}
	}
	return nil
}

// masked is the observation as it is kept.
func (o Observation) masked() Observation {
	o.Text, _ = redact.String(o.Text)
	o.Ref, _ = redact.String(o.Ref)
	o.Tags = slices.Clone(o.Tags)
	for i := range o.Tags {
		o.Tags[i], _ = redact.String(o.Tags[i])
	}
	if o.Type == "" {
		o.Type = Types[0]
	}
	return o
}
