package coord

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"
)

// Head is what every frame begins with.
type Head struct {
	V  int    `json:"v"`
	T  string `json:"t"`
	ID string `json:"id,omitempty"` // of the request; a frame that answers it repeats it
}

// Subject is all of a call that an approval binds, in the shape that package
// grants hashes. butler computes the fingerprint again from it and refuses a
// submit whose key is another.
type Subject struct {
	Client     string  `json:"client"`
	Session    string  `json:"session"`
	Project    string  `json:"project"`
	Unattended bool    `json:"unattended"`
	Tool       string  `json:"tool"`
	Dir        string  `json:"dir"`
	Policy     string  `json:"policy"`
	Fields     []Field `json:"fields"`
	Files      []File  `json:"files"`
}

// Field is a member of the tool's input as the bytes that the client sent; the
// name "" stands for the whole input.
type Field struct {
	Name string `json:"name"`
	Raw  string `json:"raw"`
}

// File is a file that the judgement rests on and the SHA-256 of its content in
// hex, "" where there was none to read.
type File struct {
	Path   string `json:"path"`
	SHA256 string `json:"sha256"`
}

// Size is the number of bytes that count against [MaxInput].
func (s Subject) Size() int {
	n := len(s.Client) + len(s.Session) + len(s.Project) + len(s.Tool) + len(s.Dir) + len(s.Policy)
	for _, f := range s.Fields {
		n += len(f.Name) + len(f.Raw)
	}
	for _, f := range s.Files {
		n += len(f.Path) + len(f.SHA256)
	}
	return n
}

// Class says whether the client could ask its own person. The zero Class is none
// and no submit has it.
type Class string

// The classes.
const (
	Attended   Class = "attended"
	Unattended Class = "unattended"
)

// Reason is one ground for asking a person.
type Reason struct {
	Rule string `json:"rule"` // the row or the rule of the policy that said so
	Why  string `json:"why"`  // a sentence
}

// Need is one command of a shell line for which a grant for commands that begin
// so could stand in; see package grants.
type Need struct {
	Argv    []string `json:"argv"`
	Dirs    []string `json:"dirs"`
	Effects []string `json:"effects"`
}

// Submit is a call that needs a person.
type Submit struct {
	Head
	Nonce   string   `json:"nonce"` // 32 hex digits, new for every submit
	Key     string   `json:"key"`   // fingerprint of Subject: sha256: and 64 hex digits
	Subject Subject  `json:"subject"`
	Call    string   `json:"call,omitempty"` // the client's id of the call; a PermissionRequest has none
	Event   string   `json:"event"`          // PreToolUse or PermissionRequest
	Mode    string   `json:"mode,omitempty"` // the client's permission mode
	Class   Class    `json:"class"`
	Tier    string   `json:"tier"`
	Effects []string `json:"effects,omitempty"`
	Reasons []Reason `json:"reasons,omitempty"`

	// Needs are told where grants for beginnings of commands could cover the
	// whole call. Where there are none, no approval but once may be offered.
	Needs []Need `json:"needs,omitempty"`

	// Dialog: the client's own question to its person is open meanwhile, or
	// opens where guard has no answer. Where nobody watches the inbox, butler
	// keeps nothing of it and answers with state unwatched.
	Dialog bool `json:"dialog,omitempty"`

	Audit  uint64 `json:"audit"`   // seq of the decision record that says hold
	HoldMS int64  `json:"hold_ms"` // how long guard will wait from now, in ms; 0: it takes the ack and goes
}

// Check asks how a call stands, by its ref or its key. The answer is a final
// whose decision is none; it approves nothing.
type Check struct {
	Head
	Nonce string `json:"nonce"`
	Ref   string `json:"ref,omitempty"`
	Key   string `json:"key,omitempty"`
}

// Withdraw takes a submit back: the call will not run, whatever anybody says.
// ID and Key are those of the submit. There is no answer.
type Withdraw struct {
	Head
	Key string `json:"key"`
	Why string `json:"why,omitempty"`
}

// Event tells butler that something happened after which a call may wait no
// longer. There is no answer.
type Event struct {
	Head
	Event   string `json:"event"` // PostToolUse, PostToolUseFailure, SessionEnd
	Client  string `json:"client"`
	Session string `json:"session"`
	Call    string `json:"call,omitempty"`

	// Digest is that of the tool and its input, see [Digest]. It finds calls
	// that were submitted without an id.
	Digest string `json:"digest,omitempty"`
	Audit  uint64 `json:"audit,omitempty"` // seq of the decision on the call
}

// Context asks what a session should be told, within 150 ms.
type Context struct {
	Head
	Nonce   string `json:"nonce"`
	Client  string `json:"client"`
	Session string `json:"session"`
	Project string `json:"project,omitempty"`
	Dir     string `json:"dir,omitempty"`
	Budget  int    `json:"budget"`          // bytes of text
	Named   int    `json:"named,omitempty"` // calls of the session that guard names itself, see MaxNamed
}

// Ping asks whether butler is there. The answer is a final of state alive.
type Ping struct {
	Head
	Nonce string `json:"nonce"`
}

// State is how a call stands. The zero State is none, and an unknown one is a
// denial.
type State string

// The states.
const (
	Pending   State = "pending"
	Approved  State = "approved"
	Denied    State = "denied"
	Parked    State = "parked" // still waits, and nobody holds for it any more
	Expired   State = "expired"
	Withdrawn State = "withdrawn"
	Consumed  State = "consumed"
	Lapsed    State = "lapsed"
	Revoked   State = "revoked"
	Unwatched State = "unwatched" // not kept: see Submit.Dialog
	Missing   State = "missing"   // there is no such call
	Alive     State = "alive"     // to a ping or a context
)

// Decision is what guard may do. The zero Decision is a denial.
type Decision string

// The decisions.
const (
	Allow Decision = "allow"
	Deny  Decision = "deny"
	None  Decision = "none" // no word about the call
)

// By is who ended a call, and over which channel.
type By struct {
	Principal string `json:"principal"`     // owner, or butler where it was no person
	Via       string `json:"via,omitempty"` // terminal, web, notification
}

// Ack says that the call is in the inbox, on disk.
type Ack struct {
	Head
	Ref      string    `json:"ref"` // B-7F3K
	State    State     `json:"state"`
	Expires  time.Time `json:"expires"`
	Watching bool      `json:"watching"` // somebody has the inbox open
}

// Final is how a request ended.
type Final struct {
	Head
	Ref      string    `json:"ref,omitempty"`
	State    State     `json:"state"`
	Decision Decision  `json:"decision"`
	Reason   string    `json:"reason,omitempty"`
	By       By        `json:"by,omitzero"`
	Expires  time.Time `json:"expires,omitzero"`
	Text     string    `json:"text,omitempty"`   // to a context
	Server   *Server   `json:"server,omitempty"` // to a ping
	MAC      string    `json:"mac"`
}

// Server is what butler tells of itself.
type Server struct {
	Version  string    `json:"version"`
	PID      int       `json:"pid"`
	Started  time.Time `json:"started"`
	Watching bool      `json:"watching"`
	Waiting  int       `json:"waiting"` // calls in the inbox that nobody has decided
}

// Code says why a request failed.
type Code string

// The codes. guard acts on version and full; all are for people.
const (
	CodeVersion     Code = "version"     // another version of the wire
	CodeFrame       Code = "frame"       // the request cannot be read, or is too large
	CodeFingerprint Code = "fingerprint" // the key is not that of the subject
	CodeFull        Code = "full"        // too many calls of the session wait
	CodeNotFound    Code = "not_found"
	CodeAmbiguous   Code = "ambiguous"
	CodeConflict    Code = "conflict"  // it was decided already, or changed since it was shown
	CodeInvalid     Code = "invalid"   // a decision that cannot be one
	CodeForbidden   Code = "forbidden" // the caller is not the owner in a terminal of their own
	CodeInternal    Code = "internal"
)

// Fault is an error frame, and the error that a caller gets of it.
type Fault struct {
	Head
	Code    Code            `json:"code"`
	Message string          `json:"message"`
	Min     int             `json:"min,omitempty"` // versions that are known
	Max     int             `json:"max,omitempty"`
	Body    json.RawMessage `json:"body,omitempty"` // what the code is about, such as the winner of a conflict
}

// Error is the message of the frame.
func (f *Fault) Error() string { return fmt.Sprintf("coord: %s (%s)", f.Message, f.Code) }

// The types of frames on guard.sock.
const (
	TSubmit   = "submit"
	TCheck    = "check"
	TWithdraw = "withdraw"
	TEvent    = "event"
	TContext  = "context"
	TPing     = "ping"
	TAck      = "ack"
	TTick     = "tick"
	TFinal    = "final"
	TError    = "error"
)

// decodeGuard reads a request of guard.sock.
func decodeGuard(line []byte) (any, Head, error) {
	return decode(line, map[string]func() request{
		TSubmit:   func() request { return new(Submit) },
		TCheck:    func() request { return new(Check) },
		TWithdraw: func() request { return new(Withdraw) },
		TEvent:    func() request { return new(Event) },
		TContext:  func() request { return new(Context) },
		TPing:     func() request { return new(Ping) },
	})
}

// request is any request of either socket.
type request interface{ check() error }

func decode(line []byte, known map[string]func() request) (any, Head, error) {
	var h Head
	if err := json.Unmarshal(line, &h); err != nil {
		return nil, Head{}, &Fault{Code: CodeFrame, Message: "the frame is no JSON object of this wire"}
	}
	h.ID = clip(h.ID, 64)
	if h.V != Version {
		return nil, h, &Fault{Code: CodeVersion, Message: fmt.Sprintf("version %d of the wire is not known here", h.V), Min: Version, Max: Version}
	}
	make, ok := known[h.T]
	if !ok {
		return nil, h, &Fault{Code: CodeFrame, Message: fmt.Sprintf("this socket knows no %q", clip(h.T, 32))}
	}
	r := make()
	if err := json.Unmarshal(line, r); err != nil {
		return nil, h, &Fault{Code: CodeFrame, Message: "the " + h.T + " has a member of a wrong type"}
	}
	if err := r.check(); err != nil {
		return nil, h, &Fault{Code: CodeFrame, Message: "the " + h.T + " is wrong: " + err.Error()}
	}
	return r, h, nil
}

func (s *Submit) check() error {
	switch {
	case !validID(s.ID):
		return fmt.Errorf("its id is none")
	case !hexOf(s.Nonce, 32):
		return fmt.Errorf("its nonce is none")
	case !validKey(s.Key):
		return fmt.Errorf("its key is no fingerprint")
	case s.Subject.Client == "" || s.Subject.Tool == "" || len(s.Subject.Fields) == 0:
		return fmt.Errorf("its subject is not whole")
	case s.Class != Attended && s.Class != Unattended || (s.Class == Unattended) != s.Subject.Unattended:
		return fmt.Errorf("its class is none")
	case s.Event != "PreToolUse" && s.Event != "PermissionRequest":
		return fmt.Errorf("its event holds no call")
	case s.HoldMS < 0 || s.HoldMS > (10*time.Minute).Milliseconds():
		return fmt.Errorf("its hold is not between 0 and 10 minutes")
	case len(s.Reasons) > 64 || len(s.Needs) > 64 || len(s.Effects) > 64:
		return fmt.Errorf("its lists are too long")
	}
	return s.Subject.check()
}

// check holds a subject to what can be sent without a change and be kept.
func (s Subject) check() error {
	if s.Size() > MaxInput {
		return fmt.Errorf("the call is larger than %d KiB", MaxInput>>10)
	}
	texts := []string{s.Client, s.Session, s.Project, s.Tool, s.Dir, s.Policy}
	for _, f := range s.Fields {
		texts = append(texts, f.Name, f.Raw)
	}
	for _, f := range s.Files {
		texts = append(texts, f.Path, f.SHA256)
	}
	for _, t := range texts {
		if !utf8.ValidString(t) {
			return fmt.Errorf("the call holds bytes that are no UTF-8")
		}
	}
	return nil
}

func (c *Check) check() error {
	if !validID(c.ID) || !hexOf(c.Nonce, 32) || c.Key == "" && c.Ref == "" {
		return fmt.Errorf("it needs an id, a nonce and a ref or a key")
	}
	return nil
}

func (w *Withdraw) check() error {
	if !validID(w.ID) || !validKey(w.Key) {
		return fmt.Errorf("it needs the id and the key of the submit")
	}
	return nil
}

func (e *Event) check() error {
	if e.Client == "" || e.Session == "" {
		return fmt.Errorf("it needs a client and a session")
	}
	switch e.Event {
	case "PostToolUse", "PostToolUseFailure", "SessionEnd":
		return nil
	}
	return fmt.Errorf("nothing hangs on this event")
}

func (c *Context) check() error {
	if !validID(c.ID) || !hexOf(c.Nonce, 32) || c.Client == "" || c.Session == "" || c.Budget < 0 || c.Budget > MaxInput || c.Named < 0 {
		return fmt.Errorf("it needs an id, a nonce, a client, a session and a budget")
	}
	return nil
}

func (p *Ping) check() error {
	if !validID(p.ID) || !hexOf(p.Nonce, 32) {
		return fmt.Errorf("it needs an id and a nonce")
	}
	return nil
}

// ValidRef reports whether ref is the name of a call in butler's inbox.
func ValidRef(ref string) bool {
	r, ok := strings.CutPrefix(ref, "B-")
	return ok && len(r) >= 4 && len(r) <= 8 && strings.Trim(r, crockford) == ""
}

func validKey(s string) bool {
	h, ok := strings.CutPrefix(s, "sha256:")
	return ok && hexOf(h, 64)
}

func hexOf(s string, n int) bool {
	return len(s) == n && strings.Trim(s, "0123456789abcdef") == ""
}

// clip is text cut to n bytes, for a message.
func clip(text string, n int) string {
	if len(text) <= n {
		return text
	}
	return strings.ToValidUTF8(text[:n], "") + "…"
}
