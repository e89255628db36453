package runs

import (
	"encoding/json"
	"errors"
	"time"
	"unicode/utf8"

	"guard/audit/redact"
	"guard/butler/procs"
)

// State is how a run stands.
type State string

// The states. The zero value is none of them.
const (
	Running   State = "running"
	Done      State = "done"      // it ended with status 0
	Failed    State = "failed"    // it could not be started, or ended otherwise
	Timeout   State = "timeout"   // it took too long and was ended
	Cancelled State = "cancelled" // it was ended because somebody said so, or butler stopped
	Lost      State = "lost"      // butler ended in the middle of it
)

// Run is one run as it is kept and shown.
type Run struct {
	ID         string          `json:"id"` // sorts by time
	Kind       string          `json:"kind"`
	Extension  string          `json:"extension"`
	Sort       string          `json:"sort"` // action, command, report
	Name       string          `json:"name"`
	Title      string          `json:"title"`
	By         string          `json:"by"`   // who asked for it
	Args       json.RawMessage `json:"args"` // secrets are masked
	State      State           `json:"state"`
	Started    time.Time       `json:"started"`
	Ended      time.Time       `json:"ended,omitzero"`
	DurationMs int64           `json:"durationMs"` // until now where it runs
	Exit       *int            `json:"exit,omitempty"`
	Signal     string          `json:"signal,omitempty"`
	Error      string          `json:"error,omitempty"`
	Output     string          `json:"output"`              // the end of standard output
	Errors     string          `json:"errors"`              // the end of standard error
	Truncated  bool            `json:"truncated,omitempty"` // the beginning of one of them is not kept
	Bytes      int64           `json:"bytes"`               // that it printed in all
	Progress   *Progress       `json:"progress,omitempty"`
}

// Progress is how far a run says it is.
type Progress struct {
	Done  float64   `json:"done"`
	Total float64   `json:"total"` // 0: not known
	Text  string    `json:"text,omitempty"`
	Time  time.Time `json:"time"`
}

// Request is a run to start. The arguments have been checked.
type Request struct {
	Kind, Extension, Sort, Name, Title, By string

	Args        []byte // JSON, also the standard input
	Argv        []string
	Dir         string
	Env         procs.Environment
	Timeout     time.Duration
	Grace       time.Duration // after the time is over, and when it is cancelled
	OutputBytes int           // kept of each output
	Concurrency int           // of this extension
}

// Errors of the runner.
var (
	ErrBusy    = errors.New("runs: too many runs at the same time; try again when one has ended")
	ErrUnknown = errors.New("runs: there is no such run")
	ErrClosed  = errors.New("runs: butler is stopping")
)

// tail keeps the end of an output. Lines that take says are for butler are left
// out; it is not called for lines that are longer than a message can be.
type tail struct {
	limit int
	take  func(line []byte) bool

	line  []byte // the beginning of the last line
	long  bool   // it is longer than a message and goes through
	kept  []byte
	total int64
	cut   bool
}

const longLine = 16 << 10

func (t *tail) Write(p []byte) (int, error) {
	t.total += int64(len(p))
	for _, b := range p {
		t.line = append(t.line, b)
		if b == '\n' || len(t.line) >= longLine {
			t.end(b == '\n')
		}
	}
	return len(p), nil
}

func (t *tail) end(whole bool) {
	if !(whole && !t.long && t.take != nil && t.take(t.line)) {
		t.kept = append(t.kept, t.line...)
	}
	t.long = !whole
	t.line = t.line[:0]
	if len(t.kept) > 2*t.limit+longLine {
		t.trim()
	}
}

func (t *tail) trim() {
	if over := len(t.kept) - t.limit; over > 0 {
		t.kept = append(t.kept[:0], t.kept[over:]...)
		t.cut = true
	}
}

// text is what is kept, masked. Where the beginning was cut off, the first line
// goes too: half of a secret would not be known as one.
func (t *tail) text(masks *redact.Redactor) string {
	if len(t.line) > 0 {
		t.end(!t.long)
	}
	t.trim()
	kept := t.kept
	if t.cut {
		for i, b := range kept[:min(len(kept), longLine)] {
			if b == '\n' {
				kept = kept[i+1:]
				break
			}
		}
		for len(kept) > 0 && !utf8.RuneStart(kept[0]) {
			kept = kept[1:]
		}
	}
	text, _ := masks.String(validUTF8(kept))
	return text
}

func validUTF8(b []byte) string {
	if utf8.Valid(b) {
		return string(b)
	}
	out := make([]rune, 0, len(b))
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		out = append(out, r)
		b = b[n:]
	}
	return string(out)
}

// asJSON is masked JSON. Masking keeps JSON whole; what it did not keep whole
// is shown as a string.
func asJSON(text string) json.RawMessage {
	if json.Valid([]byte(text)) {
		return json.RawMessage(text)
	}
	quoted, _ := json.Marshal(text) // a string cannot fail
	return quoted
}
