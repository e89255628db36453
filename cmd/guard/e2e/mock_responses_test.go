//go:build e2e

package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// The OpenAI Responses API, as far as Codex 0.171.0 needs it.

type responsesRequest struct {
	Model  string            `json:"model"`
	Stream bool              `json:"stream"`
	Tools  []json.RawMessage `json:"tools"`
	Input  []inputItem       `json:"input"`
}

type inputItem struct {
	Type    string          `json:"type"`
	Role    string          `json:"role"`
	Content json.RawMessage `json:"content"`
	CallID  string          `json:"call_id"`
	Output  json.RawMessage `json:"output"` // a string or content items
}

func (m *mock) responses(w http.ResponseWriter, body []byte) {
	var req responsesRequest
	if err := json.Unmarshal(body, &req); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	var opening strings.Builder
	answered := false
	for _, it := range req.Input {
		answered = answered || it.Role == "assistant" || it.Type == "reasoning" || strings.HasSuffix(it.Type, "_call")
		if strings.HasSuffix(it.Type, "_call_output") {
			m.hear(it.CallID, outcome{text: textOf(it.Output)})
		}
		if !answered {
			opening.WriteString(textOf(it.Content))
		}
	}
	// Requests without tools are the client's own (titles, summaries). Some
	// models get their tools as an input item instead of in the tools member.
	a := answer{text: `{"title":"scripted"}`}
	if len(req.Tools) > 1 || bytes.Contains(body, []byte(`"additional_tools"`)) {
		a = m.play("call", opening.String(), body)
	}

	var items []object
	if a.text != "" {
		items = append(items, object{"type": "message", "id": fmt.Sprintf("msg_e2e_%02d", a.serial), "role": "assistant", "status": "completed",
			"content": []any{object{"type": "output_text", "text": a.text, "annotations": []any{}}}})
	}
	for _, c := range a.calls {
		it := object{"type": "function_call", "id": "fc_" + c.id, "call_id": c.id, "name": c.tool,
			"arguments": string(c.args), "status": "completed"}
		var free string
		if json.Unmarshal(c.args, &free) == nil {
			it = object{"type": "custom_tool_call", "id": "ctc_" + c.id, "call_id": c.id, "name": c.tool,
				"input": free, "status": "completed"}
		}
		if c.ns != "" {
			it["namespace"] = c.ns
		}
		items = append(items, it)
	}
	reply := object{"id": fmt.Sprintf("resp_e2e_%02d", a.serial), "object": "response", "created_at": 0, "status": "completed",
		"model": req.Model, "output": items, "error": nil, "incomplete_details": nil,
		"usage": object{"input_tokens": 100, "input_tokens_details": object{"cached_tokens": 0},
			"output_tokens": 20, "output_tokens_details": object{"reasoning_tokens": 0}, "total_tokens": 120}}
	if !req.Stream {
		writeJSON(w, http.StatusOK, reply)
		return
	}

	s, seq := newEventStream(w), 0
	send := func(name string, v object) {
		v["sequence_number"] = seq
		seq++
		s.send(name, v)
	}
	send("response.created", object{"response": object{"id": reply["id"], "object": "response",
		"status": "in_progress", "model": req.Model, "output": []any{}}})
	for i, it := range items {
		send("response.output_item.added", object{"output_index": i, "item": it})
		if it["type"] == "message" {
			send("response.output_text.delta", object{"output_index": i, "content_index": 0, "item_id": it["id"], "delta": a.text})
		}
		send("response.output_item.done", object{"output_index": i, "item": it})
	}
	send("response.completed", object{"response": reply})
}
