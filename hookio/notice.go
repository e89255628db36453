package hookio

import "strings"

// Notice returns a message for the person where c begins a session: a
// systemMessage alone. Claude Code 2.1.332 and Codex 0.171.0 show it to the
// person and not to the model (measured 2026-11-30; codex exec shows it to
// nobody, and Codex's terminal counts it among its warnings, which F2 opens). A
// plain line would go to the model. For any other event, and for an empty
// message, it is silent.
func Notice(c Client, event, message string) Output {
	message = clip(Visible(message), maxText)
	if _, err := ParseClient(string(c)); err != nil || event != SessionStart || strings.TrimSpace(message) == "" {
		return Output{}
	}
	return Output{Stdout: note.fill("", message)}
}

// context is text that the client hands to the model. Claude Code 2.1.332 makes it
// a system reminder, Codex 0.171.0 a message of the developer (measured 2026-11-30).
const context form = `{"hookSpecificOutput":{"hookEventName":"UserPromptSubmit","additionalContext":$reason}}`

// Context returns text for the model beside what the person has just said to it.
// The prompt itself goes on as it is. For any other event, and for an empty text,
// it is silent.
func Context(c Client, event, text string) Output {
	text = clip(Visible(text), maxText)
	if _, err := ParseClient(string(c)); err != nil || event != UserPromptSubmit || strings.TrimSpace(text) == "" {
		return Output{}
	}
	return Output{Stdout: context.fill(text, "")}
}
