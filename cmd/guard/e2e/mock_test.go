//go:build e2e

package e2e

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// A call is one tool call that the scripted model makes. Tests keep the pointer
// and look the call up by it afterwards.
type call struct {
	tool string // name as the client offers it to the model
	ns   string // namespace of the tool; Responses API only
	// input is marshalled to JSON. In the Responses API a string makes a
	// custom (free form) call, anything else a function call.
	input any
	// late, where set, makes the input from what the calls before were told.
	late func(*mock) any

	logged string // tool name that guard's log must hold
	id     string // tool_use id; set when the model has made the call
}

// A turn is one answer of the model.
type turn struct {
	before func() // runs when the turn is asked for, before it is answered
	calls  []*call
	text   string
}

func say(text string) turn         { return turn{text: text} }
func use(calls ...*call) turn      { return turn{calls: calls} }
func (t turn) after(f func()) turn { t.before = f; return t }

// A script is the part of the model in one conversation: the one whose opening,
// that is all that comes before the model's first answer, holds the marker. The
// script with an empty marker plays in every other conversation.
type script struct {
	marker string
	turns  []turn
	next   int
}

// An outcome is what the model was told about one of its calls.
type outcome struct {
	text   string
	failed bool // Messages API only: is_error
}

// A mock is the model, and the MCP server "mock", on a loopback port. It also
// stands as the proxy of the client, so that whatever the client wants from the
// outside is refused and noted.
type mock struct {
	*httptest.Server

	mu       sync.Mutex
	scripts  []*script
	given    map[[32]byte]answer // by hash of the request body
	ids      int
	made     []*call
	told     map[string]outcome // by tool_use id
	mcpCalls []string           // "tool arguments", in order
	story    []string           // what happened, for people
	faults   []string           // what must not happen

	listen  string // where it is not empty: a text that the model should not hear
	heardOf bool   // it has
}

// An answer is a turn with the ids that it was given, kept so that a retry of
// the same request gets the same answer.
type answer struct {
	serial int // makes message ids distinct; clients merge messages of one id
	text   string
	calls  []wireCall
}

type wireCall struct {
	call
	args json.RawMessage
}

func newMock(t *testing.T, scripts ...*script) *mock {
	m := &mock{scripts: scripts, given: map[[32]byte]answer{}, told: map[string]outcome{}}
	m.Server = httptest.NewServer(m)
	t.Cleanup(m.Close)
	return m
}

func (m *mock) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodConnect || r.URL.IsAbs() {
		m.note("outside %s refused", r.Host)
		http.Error(w, "the scripted model has no outside", http.StatusForbidden)
		return
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		m.note("broken request %s: %v", r.URL.Path, err)
		return
	}
	if m.listen != "" && bytes.Contains(body, []byte(m.listen)) {
		m.mu.Lock()
		m.heardOf = true
		m.mu.Unlock()
	}
	path := r.URL.Path
	switch {
	case strings.HasSuffix(path, "/count_tokens"):
		writeJSON(w, http.StatusOK, object{"input_tokens": 1000})
	case strings.HasSuffix(path, "/messages") && r.Method == http.MethodPost:
		m.messages(w, body)
	case strings.HasSuffix(path, "/responses") && r.Method == http.MethodPost:
		m.responses(w, body)
	case strings.HasSuffix(path, "/models"):
		writeJSON(w, http.StatusOK, object{"object": "list", "data": []any{}, "models": []any{}})
	case path == "/mcp":
		m.mcp(w, r, body)
	default:
		m.note("%s %s: no such endpoint", r.Method, path)
		writeJSON(w, http.StatusNotFound, object{"type": "error",
			"error": object{"type": "not_found_error", "message": "no such endpoint"}})
	}
}

// play gives the next turn of the conversation that opens with opening.
func (m *mock) play(idPrefix, opening string, body []byte) answer {
	m.mu.Lock()
	defer m.mu.Unlock()
	key := sha256.Sum256(body)
	if a, ok := m.given[key]; ok {
		m.tell("retry of a request: same answer")
		return a
	}
	s := m.scriptOf(opening)
	if s == nil || s.next >= len(s.turns) {
		m.fault("a request after the end of the script (opening %.300q)", opening)
		return answer{text: "The script has ended."}
	}
	t := s.turns[s.next]
	s.next++
	if t.before != nil {
		t.before()
	}
	a := answer{serial: len(m.given) + 1, text: t.text}
	for _, c := range t.calls {
		m.ids++
		c.id = fmt.Sprintf("%s_e2e_%02d", idPrefix, m.ids)
		input := c.input
		if c.late != nil {
			input = c.late(m)
		}
		args, err := json.Marshal(input)
		if err != nil {
			m.fault("input of %s: %v", c.tool, err)
		}
		m.made = append(m.made, c)
		a.calls = append(a.calls, wireCall{*c, args})
		m.tell("model%s calls %s %s as %s", suffix(s.marker), c.tool, args, c.id)
	}
	if t.text != "" {
		m.tell("model%s says %q", suffix(s.marker), t.text)
	}
	m.given[key] = a
	return a
}

func suffix(marker string) string {
	if marker == "" {
		return ""
	}
	return " (" + marker + ")"
}

func (m *mock) scriptOf(opening string) *script {
	var rest *script
	for _, s := range m.scripts {
		if s.marker == "" {
			rest = s
		} else if strings.Contains(opening, s.marker) {
			return s
		}
	}
	return rest
}

// hear notes what the model is told about a call. Each request repeats the
// conversation so far, so most of it is known.
func (m *mock) hear(id string, o outcome) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if old, known := m.told[id]; known && old == o {
		return
	}
	m.told[id] = o
	m.tell("model is told about %s (failed=%v): %s", id, o.failed, o.text)
}

// tell and fault want the lock held, note takes it.
func (m *mock) tell(format string, args ...any) {
	m.story = append(m.story, fmt.Sprintf(format, args...))
}

func (m *mock) fault(format string, args ...any) {
	m.faults = append(m.faults, fmt.Sprintf(format, args...))
	m.tell("FAULT: "+format, args...)
}

func (m *mock) note(format string, args ...any) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.tell(format, args...)
}

// problems says what of the script was not played, and what went beyond it.
func (m *mock) problems() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	out := append([]string(nil), m.faults...)
	for _, s := range m.scripts {
		if s.next < len(s.turns) {
			out = append(out, fmt.Sprintf("script%s: %d of %d turns played", suffix(s.marker), s.next, len(s.turns)))
		}
	}
	return out
}

func (m *mock) calls() []*call {
	m.mu.Lock()
	defer m.mu.Unlock()
	return append([]*call(nil), m.made...)
}

// heard is what the model was told about c; ok is false where it was never told.
func (m *mock) heard(c *call) (o outcome, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	o, ok = m.told[c.id]
	return o, ok
}

func (m *mock) transcript() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return strings.Join(m.story, "\n")
}

type object = map[string]any

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	// The client has gone away if this fails; its own exit tells.
	_ = json.NewEncoder(w).Encode(v)
}

// An eventStream writes server-sent events.
type eventStream struct{ w http.ResponseWriter }

func newEventStream(w http.ResponseWriter) eventStream {
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-cache")
	w.WriteHeader(http.StatusOK)
	return eventStream{w}
}

func (s eventStream) send(name string, v object) {
	v["type"] = name
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(err) // only maps, strings and numbers of this package come here
	}
	fmt.Fprintf(s.w, "event: %s\ndata: %s\n\n", name, bytes.TrimSpace(b.Bytes()))
	if f, ok := s.w.(http.Flusher); ok {
		f.Flush()
	}
}
