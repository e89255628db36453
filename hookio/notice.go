package hookio

import "strings"

// Notice returns a message for the person where c begins a session: a
// systemMessage alone, which both clients take there and show. It is never a
// plain line, which both would hand to the model. For any other event, and for
// an empty message, it is silent.
func Notice(c Client, event, message string) Output {
	message = clip(Visible(message), maxText)
	if _, err := ParseClient(string(c)); err != nil || event != SessionStart || strings.TrimSpace(message) == "" {
		return Output{}
	}
	return Output{Stdout: note.fill("", message)}
}
