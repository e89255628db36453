// Package scripted is a model that plays a script: it stands on a loopback port
// in the place of the vendor's, for a client that is started to see what it does
// with guard's hooks. It speaks as much of two protocols as the clients need:
// the Anthropic Messages API and the OpenAI Responses API, as server-sent
// events (what Claude Code 2.1.332 and Codex 0.171.0 take, 2026-11-30).
//
// Promise: it listens on 127.0.0.1 alone, on a port of the system's choice, and
// reaches nothing itself; as a proxy it refuses every request. What it answers
// depends on the request alone, so that a repeated one gets the same answer. A
// request is read up to fixed bounds. No package net is linked.
//
// Limit: it is no HTTP server for anybody else. Any process of this machine can
// talk to it while it stands, and hears the script.
package scripted

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	"github.com/tidwall/gjson"
)

// Step is one call that the model makes.
type Step struct {
	Tool  string         // as the client offers it
	Input map[string]any // of the tool
}

// Outcome is what the client told the model about a call.
type Outcome struct {
	Text   string
	Failed bool // the client marks it as an error; Messages API only
}

// Model plays one script. Its methods may be called from any goroutine.
type Model struct {
	URL string // http://127.0.0.1:PORT

	steps []Step
	stop  func()

	mu       sync.Mutex
	told     map[int]Outcome
	ended    bool // the last word was asked for
	requests int
}

// Serve begins to listen and plays steps, one in each answer, then says that it
// is done. Close it.
func Serve(steps ...Step) (*Model, error) {
	m := &Model{steps: steps, told: map[int]Outcome{}}
	port, stop, err := listen(m.answer)
	if err != nil {
		return nil, fmt.Errorf("scripted: %w", err)
	}
	m.URL, m.stop = fmt.Sprintf("http://127.0.0.1:%d", port), stop
	return m, nil
}

// Close ends the listening. What is being answered is not waited for.
func (m *Model) Close() { m.stop() }

// Told is what the client said about step i, and whether it said anything.
func (m *Model) Told(i int) (Outcome, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	o, ok := m.told[i]
	return o, ok
}

// Ended reports whether the client has heard the script to its end.
func (m *Model) Ended() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.ended
}

// Requests is how many requests came, of any kind.
func (m *Model) Requests() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.requests
}

// answer routes one request.
func (m *Model) answer(r request) response {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.requests++
	path, _, _ := strings.Cut(r.target, "?")
	switch {
	case r.method == "CONNECT" || !strings.HasPrefix(r.target, "/"):
		return failure(403, "the scripted model has no outside")
	case strings.HasSuffix(path, "/count_tokens"):
		return reply(map[string]any{"input_tokens": 1000})
	case r.method == "POST" && strings.HasSuffix(path, "/messages"):
		return m.messages(r.body)
	case r.method == "POST" && strings.HasSuffix(path, "/responses"):
		return m.responses(r.body)
	case strings.HasSuffix(path, "/models"):
		return reply(map[string]any{"object": "list", "data": []any{}, "models": []any{}})
	}
	return failure(404, "no such endpoint")
}

// next is the step that follows n results, or false behind the last.
func (m *Model) next(n int) (Step, bool) {
	if n < len(m.steps) {
		return m.steps[n], true
	}
	m.ended = true
	return Step{}, false
}

// done is the last word of every script.
const done = "The script has ended."

// side answers what the client asks besides the conversation, such as a title.
const side = `{"title":"scripted"}`

func callID(i int) string { return fmt.Sprintf("call_scripted_%02d", i) }

// stepOf is the step whose call has the id, or -1.
func (m *Model) stepOf(id string) int {
	for i := range m.steps {
		if callID(i) == id {
			return i
		}
	}
	return -1
}

// textOf is the text of a string, or of a list of blocks.
func textOf(v gjson.Result) string {
	if v.Type == gjson.String {
		return v.String()
	}
	var parts []string
	v.ForEach(func(_, b gjson.Result) bool {
		if t := b.Get("text"); t.Exists() {
			parts = append(parts, t.String())
		}
		return true
	})
	return strings.Join(parts, "\n")
}

type object = map[string]any

// events are the parts of a streamed answer.
type events struct{ b bytes.Buffer }

func (e *events) send(name string, v object) {
	v["type"] = name
	fmt.Fprintf(&e.b, "event: %s\ndata: %s\n\n", name, encode(v))
}

func (e *events) response() response {
	return response{status: 200, kind: "text/event-stream", body: e.b.Bytes()}
}

func reply(v any) response {
	return response{status: 200, kind: "application/json", body: encode(v)}
}

func failure(status int, why string) response {
	return response{status: status, kind: "application/json",
		body: encode(object{"type": "error", "error": object{"type": "invalid_request_error", "message": why}})}
}

// encode writes JSON on one line, as an event needs it.
func encode(v any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return []byte("null") // a script whose input is no JSON: the client says so
	}
	return bytes.TrimSpace(b.Bytes())
}
