package audit

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Exit is the outcome of a verification and the exit status that says so.
type Exit int

const (
	Verified     Exit = 0 // everything that was asked for holds
	Tampered     Exit = 1 // what no accident explains
	Usage        Exit = 2 // the question was wrong
	CannotVerify Exit = 3 // nothing there, not readable, or a proof is missing
	Damaged      Exit = 4 // holds, with damage that the log itself declares
)

func (e Exit) String() string {
	switch e {
	case Verified:
		return "VERIFIED"
	case Tampered:
		return "TAMPERED"
	case Usage:
		return "USAGE"
	case Damaged:
		return "VERIFIED WITH DECLARED DAMAGE"
	}
	return "CANNOT VERIFY"
}

// Place is where something was found.
type Place struct {
	Segment string `json:"segment"`       // file name
	Line    int64  `json:"line"`          // from 1
	Seq     uint64 `json:"seq,omitempty"` // 0: it is no record
	Offset  int64  `json:"offset"`        // of its first byte, in the segment
	Why     string `json:"why,omitempty"`
}

func (p Place) String() string {
	s := fmt.Sprintf("%s:%d (byte %d", p.Segment, p.Line, p.Offset)
	if p.Seq > 0 {
		s += fmt.Sprintf(", seq %d", p.Seq)
	}
	s += ")"
	if p.Why != "" {
		s += ": " + p.Why
	}
	return s
}

// Fragment is a range of bytes that is no record and was declared by one.
type Fragment struct {
	Place
	Len int64 `json:"len"`
}

// Lost is a range of seqs that a gap record declares.
type Lost struct {
	Place
	From uint64 `json:"from"`
	To   uint64 `json:"to"`
}

// Report is the result of Verify.
type Report struct {
	Exit       Exit
	Origin     string // "guard.audit/" and the id of the log
	Records    uint64 // the size of the Merkle tree
	SeqFirst   uint64
	SeqLast    uint64
	Bytes      int64
	Root       Hash // RFC 6962 tree hash over all records
	Head       Hash // hash of the last record
	AnchoredTo uint64
	Sealed     string // no, yes, partly: by presence, not by key
	Gaps       []Lost
	Fragments  []Fragment
	FirstBad   *Place
	BadCount   int
	LastGood   *Place // the last record before FirstBad
	Missing    []string
	Warnings   []string
	Millis     int64

	damage []string
	tree   tree
	resume Resume
}

// Summary is one line for people: the outcome and its reason.
func (r Report) Summary() string {
	what := fmt.Sprintf("%d records", r.Records)
	if r.Records > 0 {
		what += fmt.Sprintf(", seq %d..%d", r.SeqFirst, r.SeqLast)
	}
	if r.AnchoredTo > 0 {
		what += fmt.Sprintf(", anchored to %d", r.AnchoredTo)
	}
	switch r.Exit {
	case Tampered:
		s := "TAMPERED: "
		if r.FirstBad != nil {
			s += r.FirstBad.String()
		}
		if r.LastGood != nil {
			s += fmt.Sprintf("; last good record is seq %d", r.LastGood.Seq)
		}
		return s
	case CannotVerify, Usage:
		return r.Exit.String() + ": " + strings.Join(r.Missing, "; ")
	case Damaged:
		return fmt.Sprintf("%s: %s; %s", r.Exit, what, strings.Join(r.damage, "; "))
	}
	return "VERIFIED: " + what
}

// MarshalJSON gives the form that programs read; its members are stable.
func (r Report) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Result     string     `json:"result"`
		Exit       Exit       `json:"exit"`
		Origin     string     `json:"origin"`
		Records    uint64     `json:"records"`
		SeqFirst   uint64     `json:"seq_first"`
		SeqLast    uint64     `json:"seq_last"`
		Bytes      int64      `json:"bytes"`
		Root       []byte     `json:"root"`
		Head       string     `json:"head"`
		AnchoredTo uint64     `json:"anchored_to"`
		Sealed     string     `json:"sealed"`
		Gaps       []Lost     `json:"gaps"`
		Fragments  []Fragment `json:"fragments"`
		Prunes     []Place    `json:"prunes"`
		FirstBad   *Place     `json:"first_bad"`
		Bad        int        `json:"bad"`
		LastGood   *Place     `json:"last_good"`
		Damage     []string   `json:"damage"`
		Missing    []string   `json:"missing"`
		Warnings   []string   `json:"warnings"`
		Millis     int64      `json:"ms"`
	}{
		r.Exit.String(), r.Exit, r.Origin, r.Records, r.SeqFirst, r.SeqLast, r.Bytes, r.Root[:], r.Head.String(),
		r.AnchoredTo, r.Sealed, append([]Lost{}, r.Gaps...), append([]Fragment{}, r.Fragments...), []Place{},
		r.FirstBad, r.BadCount, r.LastGood, append([]string{}, r.damage...), append([]string{}, r.Missing...),
		append([]string{}, r.Warnings...), r.Millis,
	})
}
