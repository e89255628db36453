package setup

import (
	"fmt"

	"guard/hookio"
)

// Level says how bad a finding is.
type Level uint8

// The levels. The zero Level is Fail.
const (
	Fail Level = iota // calls run that guard does not judge, or guard cannot judge
	Warn              // guard judges, and something weakens that
	Note              // good to know
	Fine              // what was looked at is as it should be
)

// String returns the level as JSON spells it. A value out of range is fail.
func (l Level) String() string {
	switch l {
	case Warn:
		return "warn"
	case Note:
		return "note"
	case Fine:
		return "ok"
	}
	return "fail"
}

// MarshalText is String.
func (l Level) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// Finding is one thing that was found about an installation.
type Finding struct {
	Level  Level         `json:"level"`
	Check  string        `json:"check"` // what was looked at; stable, for programs
	Client hookio.Client `json:"client,omitempty"`
	What   string        `json:"what"`           // what is the case
	Why    string        `json:"why,omitempty"`  // why it matters
	Mend   string        `json:"mend,omitempty"` // the command that mends it, or what a person has to do
}

// findings collects what is found about one client.
type findings struct {
	client hookio.Client
	list   []Finding
}

func (f *findings) add(l Level, check, what, why, mend string) {
	f.list = append(f.list, Finding{Level: l, Check: check, Client: f.client, What: what, Why: why, Mend: mend})
}

func (f *findings) fine(check, format string, args ...any) {
	f.add(Fine, check, fmt.Sprintf(format, args...), "", "")
}
