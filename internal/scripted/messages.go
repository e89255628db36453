package scripted

import "github.com/tidwall/gjson"

// messages answers a request of the Anthropic Messages API.
func (m *Model) messages(body []byte) response {
	if !gjson.ValidBytes(body) {
		return failure(400, "the body is no JSON")
	}
	req := gjson.ParseBytes(body)
	results := 0
	req.Get("messages").ForEach(func(_, msg gjson.Result) bool {
		msg.Get("content").ForEach(func(_, b gjson.Result) bool {
			if b.Get("type").String() != "tool_result" {
				return true
			}
			results++
			if i := m.stepOf(b.Get("tool_use_id").String()); i >= 0 {
				m.told[i] = Outcome{textOf(b.Get("content")), b.Get("is_error").Bool()}
			}
			return true
		})
		return true
	})

	block, delta, stop := object{"type": "text", "text": ""}, object{"type": "text_delta", "text": side}, "end_turn"
	whole := object{"type": "text", "text": side}
	if req.Get("tools.#").Int() > 1 { // without tools it is no part of the conversation
		step, ok := m.next(results)
		if ok {
			block = object{"type": "tool_use", "id": callID(results), "name": step.Tool, "input": object{}}
			delta = object{"type": "input_json_delta", "partial_json": string(encode(step.Input))}
			whole = object{"type": "tool_use", "id": callID(results), "name": step.Tool, "input": step.Input}
			stop = "tool_use"
		} else {
			delta["text"], whole["text"] = done, done
		}
	}
	usage := object{"input_tokens": 100, "output_tokens": 20, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0}
	msg := object{"id": "msg_" + callID(results), "type": "message", "role": "assistant", "model": req.Get("model").String(),
		"content": []any{whole}, "stop_reason": stop, "stop_sequence": nil, "usage": usage}
	if !req.Get("stream").Bool() {
		return reply(msg)
	}
	msg["content"], msg["stop_reason"] = []any{}, nil
	var e events
	e.send("message_start", object{"message": msg})
	e.send("content_block_start", object{"index": 0, "content_block": block})
	e.send("content_block_delta", object{"index": 0, "delta": delta})
	e.send("content_block_stop", object{"index": 0})
	e.send("message_delta", object{"delta": object{"stop_reason": stop, "stop_sequence": nil}, "usage": object{"output_tokens": 20}})
	e.send("message_stop", object{})
	return e.response()
}
