package hookio

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tidwall/gjson"
)

// MaxInput is the most that Read takes from a client, in bytes. Errors are text
// that the compiler can lay out: nothing is formatted when the hook starts.
const MaxInput = 8 << 20

// maxDepth is how deep objects and arrays may nest. JSON readers recurse, and a
// stack that overflows cannot be recovered.
const maxDepth = 1000

// What can be wrong with hook input. Read wraps them; each is a sentence for
// the person and the model.
var (
	ErrRead      = errors.New("hookio: hook input cannot be read")
	ErrEmpty     = errors.New("hookio: hook input is empty")
	ErrTooLarge  = errors.New("hookio: hook input is larger than 8 MiB")
	ErrNotUTF8   = errors.New("hookio: hook input is not UTF-8")
	ErrTooDeep   = errors.New("hookio: hook input nests deeper than 1000")
	ErrNotJSON   = errors.New("hookio: hook input is not JSON, or is cut off")
	ErrNotHook   = errors.New("hookio: input is not hook input")
	ErrMissing   = errors.New("hookio: hook input lacks a field")
	ErrType      = errors.New("hookio: a field of the hook input has the wrong type")
	ErrDuplicate = errors.New("hookio: hook input has a key twice")
)

// Read reads one request of client c from r, up to MaxInput bytes. Fields that
// guard does not know are ignored.
//
// The error is one of the Err variables, wrapped. The Request then still holds
// what could be read before or beside the fault, Event in particular, so that
// [Failure] can answer in the form of the event. It holds no Event that stands
// twice, and none that stands anywhere but at the top level.
func Read(r io.Reader, c Client) (Request, error) {
	data, err := io.ReadAll(io.LimitReader(r, MaxInput+1))
	if err != nil {
		return salvage(data, c), fmt.Errorf("%w: %w", ErrRead, err)
	}
	if len(data) > MaxInput {
		return salvage(data[:MaxInput], c), ErrTooLarge
	}
	if len(bytes.TrimSpace(data)) == 0 {
		return Request{Client: c}, ErrEmpty
	}
	// gjson is lenient with what is not JSON, so that is settled first.
	switch {
	case !utf8.Valid(data):
		return salvage(data, c), ErrNotUTF8
	case depth(data) > maxDepth:
		return salvage(data, c), ErrTooDeep
	case !gjson.ValidBytes(data):
		return salvage(data, c), ErrNotJSON
	}
	top := gjson.ParseBytes(data)
	if !top.IsObject() {
		return Request{Client: c}, fmt.Errorf("%w: it is no object", ErrNotHook)
	}
	p := parser{req: Request{Client: c}}
	top.ForEach(func(key, value gjson.Result) bool {
		p.member(key.String(), value)
		return true
	})
	return p.end()
}

// salvage reads the members of a top-level object up to where data stops being
// JSON. encoding/json's reader stops there; gjson's would guess.
func salvage(data []byte, c Client) Request {
	p := parser{req: Request{Client: c}}
	dec := json.NewDecoder(bytes.NewReader(data))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return p.req
	}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			break
		}
		var value json.RawMessage
		if dec.Decode(&value) != nil {
			break
		}
		name, _ := key.(string)
		p.member(name, gjson.ParseBytes(value))
	}
	req, _ := p.end()
	return req
}

// parser collects the members of the top-level object. The first error stays;
// the rest is still read.
type parser struct {
	req      Request
	seen     map[string]bool
	err      error
	reason   string // of SessionEnd
	fault    string // error of PostToolUseFailure
	response gjson.Result
}

func (p *parser) fail(err error) {
	if p.err == nil {
		p.err = err
	}
}

func (p *parser) member(key string, value gjson.Result) {
	if p.seen[key] {
		p.fail(fmt.Errorf("%w: %s", ErrDuplicate, show(key)))
		if key == "hook_event_name" {
			p.req.Event = ""
		}
		return
	}
	if p.seen == nil {
		p.seen = make(map[string]bool)
	}
	p.seen[key] = true
	if value.Type == gjson.Null {
		return
	}
	if to := p.text(key); to != nil {
		if value.Type != gjson.String {
			p.fail(fmt.Errorf("%w: %s must be a string", ErrType, key))
			return
		}
		*to = value.String()
		return
	}
	switch key {
	case "tool_input":
		if !value.IsObject() {
			p.fail(fmt.Errorf("%w: tool_input must be an object", ErrType))
			return
		}
		p.req.Input = []byte(value.Raw)
		if key, twice := duplicate(p.req.Input); twice {
			p.fail(fmt.Errorf("%w: %s in tool_input", ErrDuplicate, show(key)))
		}
	case "tool_response":
		p.response = value
	case "duration_ms":
		if value.Type != gjson.Number {
			p.fail(fmt.Errorf("%w: duration_ms must be a number", ErrType))
			return
		}
		p.req.DurMs = max(0, value.Int())
	case "is_interrupt":
		if !value.IsBool() {
			p.fail(fmt.Errorf("%w: is_interrupt must be true or false", ErrType))
			return
		}
		p.req.Interrupted = value.Bool()
	}
}

// text returns where the string member key goes, or nil.
func (p *parser) text(key string) *string {
	r := &p.req
	switch key {
	case "hook_event_name":
		return &r.Event
	case "session_id":
		return &r.Session
	case "prompt_id":
		if r.Client == Claude {
			return &r.Turn
		}
	case "turn_id":
		if r.Client != Claude {
			return &r.Turn
		}
	case "agent_id":
		return &r.Agent
	case "agent_type":
		return &r.AgentType
	case "cwd":
		return &r.Cwd
	case "permission_mode":
		return &r.Mode
	case "tool_name":
		return &r.Tool
	case "tool_use_id":
		return &r.Call
	case "transcript_path":
		return &r.Transcript
	case "model":
		return &r.Model
	case "source":
		return &r.Source
	case "file_path":
		return &r.File
	case "reason":
		return &p.reason
	case "error":
		return &p.fault
	}
	return nil
}

// end settles what depends on several members.
func (p *parser) end() (Request, error) {
	r := &p.req
	switch r.Event {
	case "":
		p.fail(fmt.Errorf("%w: it has no hook_event_name", ErrNotHook))
	case SessionEnd:
		r.Source = p.reason
	case PreToolUse, PermissionRequest:
		p.needTool()
	case PostToolUse:
		p.needTool()
		p.outcome()
	case PostToolUseFailure:
		p.needTool()
		p.outcome()
		r.Failed = true
	}
	return *r, p.err
}

func (p *parser) needTool() {
	if p.req.Tool == "" {
		p.fail(fmt.Errorf("%w: tool_name", ErrMissing))
	}
}

// Where an exit status is told (recorded payloads): Claude's error of a failed
// Bash call, and the report of Codex's apply_patch. The output of a Codex Bash
// call is the program's own text and proves nothing.
const (
	claudeExit = "Exit code "
	codexExit  = "Exit code: "
)

// exitStatus reads the number between prefix and the end of text's first line.
func exitStatus(text, prefix string) (int, bool) {
	rest, ok := strings.CutPrefix(text, prefix)
	line, _, _ := strings.Cut(rest, "\n")
	n, err := strconv.ParseUint(line, 10, 16)
	return int(n), ok && err == nil && n <= 999
}

func (p *parser) outcome() {
	r := &p.req
	switch {
	case r.Client == Claude && r.Event == PostToolUseFailure:
		r.Exit, r.Exited = exitStatus(p.fault, claudeExit)
	case r.Client == Codex && r.Tool == "apply_patch" && p.response.Type == gjson.String:
		r.Exit, r.Exited = exitStatus(p.response.Str, codexExit)
	}
	if r.Exited {
		r.Failed = r.Exit != 0
	} else {
		r.Exit = 0
	}
	if p.response.IsObject() {
		if p.response.Get("isError").Type == gjson.True { // an MCP result
			r.Failed = true
		}
		if r.Shell() && p.response.Get("interrupted").Type == gjson.True {
			r.Interrupted = true
		}
	}
	if r.Interrupted {
		r.Failed = true
	}
}

// show makes a key that a client sent fit for a message.
func show(key string) string { return strconv.Quote(clip(Visible(key), 80)) }
