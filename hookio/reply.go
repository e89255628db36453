package hookio

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
)

// Answer is what the client is told about a call.
type Answer uint8

// The answers. The zero Answer is Deny: when in doubt, no.
const (
	Deny  Answer = iota // the call does not run
	Ask                 // the client asks its person
	Allow               // the call runs, without the client's own question
	None                // guard has no opinion; the client's own rules go on
)

// String returns the answer as the log spells it. A value out of range is deny.
func (a Answer) String() string {
	switch a {
	case Ask:
		return "ask"
	case Allow:
		return "allow"
	case None:
		return "none"
	}
	return "deny"
}

// Reply is an answer with its words.
type Reply struct {
	Answer  Answer
	Reason  string // for the model and the person; goes out with Deny and Ask
	Message string // systemMessage: for the person only
}

// Output is what a hook process leaves behind.
type Output struct {
	Stdout []byte // the answer and nothing else; may be empty
	Stderr []byte // whole lines; may be empty
	Status int    // 0 or 2: any other status lets the call run

	last []byte // said on stderr, with status 2, where Stdout cannot be written
}

// Write writes o and returns the status to exit with. Where stdout does not
// take the whole of an answer that holds a call back, the call is blocked by
// the second way that both clients know: status 2 and a reason on stderr. So
// that a closed pipe is an error and not the end of the process, the caller
// must have SIGPIPE ignored.
func (o Output) Write(stdout, stderr io.Writer) int {
	status := o.Status
	if len(o.Stdout) > 0 {
		n, err := stdout.Write(o.Stdout)
		if (err != nil || n < len(o.Stdout)) && len(o.last) > 0 {
			_, _ = stderr.Write(o.last) // nowhere left to report to
			status = 2
		}
	}
	if len(o.Stderr) > 0 {
		_, _ = stderr.Write(o.Stderr)
	}
	return status
}

// defaultReason stands where the caller gave none: Codex runs a call whose
// denial has no reason.
const defaultReason = "guard: this call is not allowed"

// Encode returns r in the form that client c expects for event. What the client
// cannot be told in this event becomes stricter, never milder (see forms). An
// empty event, one that could not be read, is taken for PreToolUse.
//
// Reason and Message go out as [Visible] text of at most 8 KiB each. A Message
// that the form has no place for goes to stderr as one line.
func Encode(c Client, event string, r Reply) Output {
	reason := clip(Visible(r.Reason), maxText)
	if strings.TrimSpace(reason) == "" {
		reason = defaultReason
	}
	message := clip(Visible(r.Message), maxText)
	if strings.TrimSpace(message) == "" {
		message = ""
	}
	f := lookup(c, event, r.Answer)
	var o Output
	o.Stdout = f.fill(reason, message)
	if message != "" && !f.says("$message") {
		o.Stderr = line(message)
	}
	if f.holds() {
		o.last = []byte(reason + "\n")
	}
	return o
}

// Failure returns the answer to a request that guard could not judge, because
// of why (a sentence; the prefix "guard: " is put before it). event is "" where
// it could not be read. The strict end of each event:
//
//	PreToolUse, unreadable   deny
//	PermissionRequest        none: the dialog is the person's
//	ConfigChange             block
//	any other                none, why on stderr
//
// A denial goes on to say what a person can do. In the observe posture the
// answer is none and why is a warning.
func Failure(c Client, event string, why string, observe bool) Output {
	why = "guard: " + clip(strings.TrimPrefix(why, "guard: "), maxText-1024) // room for the way out
	if observe {
		why += " (observe: nothing was stopped)"
	}
	switch {
	case event != PermissionRequest && !lookup(c, event, Deny).holds():
		return Output{Stderr: line(why)}
	case event == PermissionRequest || observe:
		return Encode(c, event, Reply{Answer: None, Message: why})
	}
	way := "Nothing ran, because guard could not judge the call."
	if event == ConfigChange {
		way = "The change is not applied to this session, because guard could not judge it. A person can restart the session to apply it."
	}
	if _, err := ParseClient(string(c)); err == nil {
		way += " If this goes on, a person can run `guard uninstall " + string(c) + "` in a terminal and restart the session."
	}
	return Encode(c, event, Reply{Answer: Deny, Reason: why + "\nguard: hint: " + way})
}

// line is a message as one line of stderr.
func line(message string) []byte {
	return []byte("guard: " + oneLine(strings.TrimPrefix(Visible(message), "guard: ")) + "\n")
}

// quote returns s as a JSON string. <, > and & stay as they are: people read
// the reason, and no client puts it into a web page unescaped.
func quote(s string) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(s) // a string into a buffer cannot fail
	return strings.TrimSuffix(b.String(), "\n")
}
