package scripted

import (
	"bytes"
	"strings"

	"github.com/tidwall/gjson"
)

// responses answers a request of the OpenAI Responses API.
func (m *Model) responses(body []byte) response {
	if !gjson.ValidBytes(body) {
		return failure(400, "the body is no JSON")
	}
	req := gjson.ParseBytes(body)
	results := 0
	req.Get("input").ForEach(func(_, item gjson.Result) bool {
		if !strings.HasSuffix(item.Get("type").String(), "_call_output") {
			return true
		}
		results++
		if i := m.stepOf(item.Get("call_id").String()); i >= 0 {
			m.told[i] = Outcome{Text: textOf(item.Get("output"))}
		}
		return true
	})

	text := side
	var item object
	// Some models get their tools as an item of the input.
	if req.Get("tools.#").Int() > 1 || bytes.Contains(body, []byte(`"additional_tools"`)) {
		step, ok := m.next(results)
		if ok {
			item = object{"type": "function_call", "id": "fc_" + callID(results), "call_id": callID(results), "name": step.Tool,
				"arguments": string(encode(step.Input)), "status": "completed"}
		}
		text = done
	}
	if item == nil {
		item = object{"type": "message", "id": "msg_" + callID(results), "role": "assistant", "status": "completed",
			"content": []any{object{"type": "output_text", "text": text, "annotations": []any{}}}}
	}
	whole := object{"id": "resp_" + callID(results), "object": "response", "created_at": 0, "status": "completed",
		"model": req.Get("model").String(), "output": []any{item}, "error": nil, "incomplete_details": nil,
		"usage": object{"input_tokens": 100, "input_tokens_details": object{"cached_tokens": 0},
			"output_tokens": 20, "output_tokens_details": object{"reasoning_tokens": 0}, "total_tokens": 120}}
	if !req.Get("stream").Bool() {
		return reply(whole)
	}
	var e events
	n := 0
	send := func(name string, v object) {
		v["sequence_number"] = n
		n++
		e.send(name, v)
	}
	send("response.created", object{"response": object{"id": whole["id"], "object": "response", "status": "in_progress",
		"model": whole["model"], "output": []any{}}})
	send("response.output_item.added", object{"output_index": 0, "item": item})
	if item["type"] == "message" {
		send("response.output_text.delta", object{"output_index": 0, "content_index": 0, "item_id": item["id"], "delta": text})
	}
	send("response.output_item.done", object{"output_index": 0, "item": item})
	send("response.completed", object{"response": whole})
	return e.response()
}
