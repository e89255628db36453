package hookio

import "strings"

// form is the exact text of an answer. $reason is a JSON string; $message is
// nothing, or a further member systemMessage. The empty form is an empty stdout.
type form string

// Each form was seen to work, with and without systemMessage where it has one,
// on Claude Code 2.1.197 and 2.1.332 and on Codex 0.171.0 (2026-11-30). Codex
// runs the call if a denial has an empty reason or any further key; both run it
// if hookEventName is missing or anything stands before or after the object.
const (
	preDeny   form = `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":$reason}$message}`
	preAsk    form = `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":$reason}$message}`
	preAllow  form = `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}$message}`
	permDeny  form = `{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"deny","message":$reason}}}`
	permAllow form = `{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow"}}}`
	permNo    form = `{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"deny","message":$reason}}$message}`
	permYes   form = `{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow"}}$message}`
	block     form = `{"decision":"block","reason":$reason}`
	note      form = `{$message}` // systemMessage alone; without one, silent
	silent    form = ``
)

// row is an event's form by answer.
type row [4]form

// forms is all that differs between clients and events. An event that is not
// here is silent whatever the answer: it cannot gate a call, and both clients
// hand plain output of some of them to the model.
//
//   - Codex's PreToolUse has no ask (it would run the call): it is a denial. A
//     bare allow is an error there: it is left out.
//   - PermissionRequest is the client's own question. To ask there is to be
//     silent, which leaves the question to the person.
//   - ConfigChange cannot ask: the change is not applied.
//   - A systemMessage in PermissionRequest is shown to the person by Codex, with
//     a decision and alone. Claude Code takes it and shows it to nobody.
//   - Both show a systemMessage of PostToolUse, Claude Code that of
//     PostToolUseFailure too; the model is not told.
var forms = [...]struct {
	client Client
	event  string
	row    row
}{
	{Claude, PreToolUse, row{Deny: preDeny, Ask: preAsk, Allow: preAllow, None: note}},
	{Claude, PermissionRequest, row{Deny: permDeny, Ask: silent, Allow: permAllow, None: silent}},
	{Claude, ConfigChange, row{Deny: block, Ask: block, Allow: silent, None: silent}},
	{Claude, PostToolUse, row{note, note, note, note}},
	{Claude, PostToolUseFailure, row{note, note, note, note}},

	{Codex, PreToolUse, row{Deny: preDeny, Ask: preDeny, Allow: note, None: note}},
	{Codex, PermissionRequest, row{Deny: permNo, Ask: note, Allow: permYes, None: note}},
	{Codex, PostToolUse, row{note, note, note, note}},
}

// lookup is the form of an answer. Who cannot be told gets Codex's, and where
// that client has no such event Claude's.
func lookup(c Client, event string, a Answer) form {
	if event == "" {
		event = PreToolUse
	}
	if a > None {
		a = Deny
	}
	clients := []Client{c}
	if c != Claude && c != Codex {
		clients = []Client{Codex, Claude}
	}
	for _, c := range clients {
		for i := range forms {
			if f := &forms[i]; f.client == c && f.event == event {
				return f.row[a]
			}
		}
	}
	return silent
}

func (f form) says(part string) bool { return strings.Contains(string(f), part) }

// holds reports whether the form keeps a call from running by itself.
func (f form) holds() bool { return f.says("$reason") }

// fill returns the bytes of the form. Both texts are put in at once, so that
// neither can hold a place for the other.
func (f form) fill(reason, message string) []byte {
	member := ""
	switch {
	case message != "":
		member = `"systemMessage":` + quote(message)
		if f != note {
			member = "," + member
		}
	case f == note:
		return nil
	}
	s := strings.NewReplacer("$reason", quote(reason), "$message", member).Replace(string(f))
	if s == "" {
		return nil
	}
	return []byte(s)
}
