package sdk

import (
	"bytes"
	"encoding/json"
)

// The kinds of messages.
const (
	KindProgress = "progress"
	KindObserve  = "observe"
)

// maxMessage bounds a line that is a message, in bytes.
const maxMessage = 16 << 10

// Message is a line of JSON on standard output that is meant for butler. Its
// first member is butler.
type Message struct {
	Butler string `json:"butler"` // progress or observe

	// Of progress.
	Done  float64 `json:"done,omitempty"`
	Total float64 `json:"total,omitempty"` // 0: not known

	// Of observe; Text is of both.
	Type string   `json:"type,omitempty"`
	Tags []string `json:"tags,omitempty"`
	Ref  string   `json:"ref,omitempty"`
	Text string   `json:"text,omitempty"`
}

// ParseMessage reads a line that a program printed. ok is false for a line that
// is no message.
func ParseMessage(line []byte) (m Message, ok bool) {
	line = bytes.TrimSpace(line)
	if len(line) > maxMessage || !bytes.HasPrefix(line, []byte(`{"butler"`)) {
		return Message{}, false
	}
	if json.Unmarshal(line, &m) != nil || m.Butler != KindProgress && m.Butler != KindObserve {
		return Message{}, false
	}
	return m, true
}
