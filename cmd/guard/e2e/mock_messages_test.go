//go:build e2e

package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// The Anthropic Messages API, as far as Claude Code 2.1.332 needs it.

type messagesRequest struct {
	Model    string            `json:"model"`
	Stream   bool              `json:"stream"`
	Tools    []json.RawMessage `json:"tools"`
	Messages []message         `json:"messages"`
}

type message struct {
	Role    string          `json:"role"`
	Content json.RawMessage `json:"content"` // a string or blocks
}

type block struct {
	Type      string          `json:"type"`
	Text      string          `json:"text"`
	ToolUseID string          `json:"tool_use_id"`
	Content   json.RawMessage `json:"content"`
	IsError   bool            `json:"is_error"`
}

// blocks reads content in either of its forms; a string is one text block.
func blocks(raw json.RawMessage) []block {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return []block{{Type: "text", Text: text}}
	}
	var out []block
	if json.Unmarshal(raw, &out) != nil {
		return nil
	}
	return out
}

func textOf(raw json.RawMessage) string {
	var parts []string
	for _, b := range blocks(raw) {
		parts = append(parts, b.Text)
	}
	return strings.Join(parts, "\n")
}

func (m *mock) messages(w http.ResponseWriter, body []byte) {
	var req messagesRequest
	if err := json.Unmarshal(body, &req); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	var opening strings.Builder
	answered := false
	for _, msg := range req.Messages {
		answered = answered || msg.Role == "assistant"
		for _, b := range blocks(msg.Content) {
			if b.Type == "tool_result" {
				m.hear(b.ToolUseID, outcome{textOf(b.Content), b.IsError})
			}
			if !answered {
				opening.WriteString(b.Text)
			}
		}
	}
	// The client asks for titles and summaries without offering tools. Those
	// are not part of the conversation.
	a := answer{text: `{"title":"scripted"}`}
	if len(req.Tools) > 1 {
		a = m.play("toolu", opening.String(), body)
	}

	var content []object
	stop := "end_turn"
	if a.text != "" {
		content = append(content, object{"type": "text", "text": a.text})
	}
	for _, c := range a.calls {
		content = append(content, object{"type": "tool_use", "id": c.id, "name": c.tool, "input": c.args})
		stop = "tool_use"
	}
	reply := object{"id": fmt.Sprintf("msg_e2e_%02d", a.serial), "type": "message", "role": "assistant", "model": req.Model,
		"content": content, "stop_reason": stop, "stop_sequence": nil,
		"usage": object{"input_tokens": 100, "output_tokens": 20,
			"cache_creation_input_tokens": 0, "cache_read_input_tokens": 0}}
	if !req.Stream {
		writeJSON(w, http.StatusOK, reply)
		return
	}

	s := newEventStream(w)
	reply["content"], reply["stop_reason"] = []any{}, nil
	s.send("message_start", object{"message": reply})
	for i, b := range content {
		start, delta := object{"type": "text", "text": ""}, object{"type": "text_delta", "text": b["text"]}
		if b["type"] == "tool_use" {
			start = object{"type": "tool_use", "id": b["id"], "name": b["name"], "input": object{}}
			delta = object{"type": "input_json_delta", "partial_json": string(b["input"].(json.RawMessage))}
		}
		s.send("content_block_start", object{"index": i, "content_block": start})
		s.send("content_block_delta", object{"index": i, "delta": delta})
		s.send("content_block_stop", object{"index": i})
	}
	s.send("message_delta", object{"delta": object{"stop_reason": stop, "stop_sequence": nil},
		"usage": object{"output_tokens": 20}})
	s.send("message_stop", object{})
}
