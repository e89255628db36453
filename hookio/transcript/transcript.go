// Package transcript reads what the clients keep of their sessions: Claude
// Code's transcripts (~/.claude/projects, subagents' files among them) and
// Codex's rollouts (~/.codex/sessions). [Read] turns one file into the calls
// that a hook would have been asked about, each as the [hookio.Request] that the
// client would have sent.
//
// Promise: a line that cannot be read is counted and named, and the rest is
// still read. A call goes through the same reader as a hook's input
// ([hookio.Read]), so that what guard would have denied unread is denied here.
// Memory is bounded by the longest line and the calls that wait for their result.
//
// Limit: the forms were recorded with Claude Code 2.1.197 and 2.1.332 and Codex
// 0.171.0 (2026-11-30); of older ones only the names of their shell tools are
// known. In Codex's code mode the file shows the calls that ran, not those that
// were turned down. Neither client writes down whether it asked and was told
// yes.
package transcript

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"guard/hookio"
)

// Bounds on one file.
const (
	maxLine    = 32 << 20 // bytes in a line; a pasted picture is a few MiB
	maxWaiting = 256      // calls that wait for their result
	maxFaults  = 5        // faults that are named; all are counted
)

// Outcome is what became of a call, as far as the file tells.
type Outcome uint8

// The outcomes.
const (
	Untold   Outcome = iota // no result was written
	Ran                     // it ran, well or not
	Rejected                // the person said no
	Denied                  // a hook said no
)

func (o Outcome) String() string {
	return [...]string{"untold", "ran", "rejected", "denied"}[min(o, Denied)]
}

// Call is one call of a tool.
type Call struct {
	Req     hookio.Request // as the client's hook would have got it, PreToolUse
	Err     error          // hookio.Read's: guard denies such a call unread
	Line    int            // of the file, from 1
	Time    time.Time      // zero where it is not told
	Start   string         // the folder in which the session began
	Leaves  bool           // it asks to run outside the client's sandbox
	Outcome Outcome

	entry string // CLAUDE_CODE_ENTRYPOINT
}

// Getenv stands for the environment that the client gave its hook, as far as
// the file tells: see [hookio.Request.Unattended].
func (c Call) Getenv(name string) string {
	if name == "CLAUDE_CODE_ENTRYPOINT" {
		return c.entry
	}
	return ""
}

// Fault is a line that could not be read.
type Fault struct {
	Line int    `json:"line"`
	Why  string `json:"why"`
}

// Report is what Read makes of a file besides its calls.
type Report struct {
	Client    hookio.Client // "" where the file is no transcript
	Lines     int
	Calls     int
	Unreached int     // calls that the client turned down before any hook: no such tool, wrong input
	Unseen    int     // calls that reach no hook: Codex's write_stdin and web search
	Broken    int     // lines that could not be read
	Faults    []Fault // the first of them
}

// errTooLong is the fault of a line past the bound.
var errTooLong = errors.New("longer than 32 MiB")

// Read reads one file and gives each call to f, in the order of the file. The
// error is r's or f's own; a file that is no transcript is none, but a Report
// without a Client.
func Read(r io.Reader, f func(Call) error) (Report, error) {
	s := &session{emit: f, lead: map[string]int{}}
	in := bufio.NewReaderSize(r, 1<<16)
	for {
		line, err := readLine(in)
		if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, errTooLong) {
			return s.report, fmt.Errorf("transcript: line %d: %w", s.report.Lines+1, err)
		}
		ended := errors.Is(err, io.EOF)
		if len(line) > 0 || !ended {
			s.report.Lines++
		}
		switch {
		case errors.Is(err, errTooLong):
			s.fault(errTooLong.Error())
		case len(bytes.TrimSpace(line)) == 0:
		case !json.Valid(line): // encoding/json bounds the depth; gjson does not
			s.fault(whyInvalid(line, ended))
		default:
			s.line(line)
		}
		if err := s.flush(false); err != nil {
			return s.report, err
		}
		if ended {
			return s.report, s.flush(true)
		}
	}
}

func whyInvalid(line []byte, last bool) string {
	if last && line[0] == '{' {
		return "cut off: the file ends in the middle of the line"
	}
	return "not JSON"
}

// readLine returns the next line. A line past the bound is skipped to its end.
func readLine(in *bufio.Reader) ([]byte, error) {
	var long []byte
	for {
		part, err := in.ReadSlice('\n')
		switch {
		case len(long)+len(part) > maxLine:
			for errors.Is(err, bufio.ErrBufferFull) {
				_, err = in.ReadSlice('\n')
			}
			if err != nil && !errors.Is(err, io.EOF) {
				return nil, err
			}
			return nil, errTooLong
		case errors.Is(err, bufio.ErrBufferFull):
			long = append(long, part...)
		case long == nil:
			return part, err
		default:
			return append(long, part...), err
		}
	}
}

// session is the state of one file.
type session struct {
	emit   func(Call) error
	report Report

	waiting []*waiting
	lead    map[string]int // of a call's id: how often it waits

	id, cwd, start, mode, entry string
}

// waiting is a call whose result has not been read.
type waiting struct {
	Call
	done, drop bool
}

func (s *session) fault(why string) {
	s.report.Broken++
	if len(s.report.Faults) < maxFaults {
		s.report.Faults = append(s.report.Faults, Fault{s.report.Lines, why})
	}
}

// line reads one record of whichever client writes such.
func (s *session) line(line []byte) {
	top := gjson.ParseBytes(line)
	if !top.IsObject() {
		s.fault("no JSON object")
		return
	}
	kind := top.Get("type")
	switch payload := top.Get("payload"); {
	case kind.Type == gjson.String && payload.IsObject():
		s.known(hookio.Codex)
		s.codex(kind.Str, top, payload)
	case kind.Type == gjson.String && (top.Get("sessionId").Exists() || top.Get("uuid").Exists() || top.Get("messageId").Exists() || kind.Str == "summary"):
		s.known(hookio.Claude)
		s.claude(kind.Str, top)
	}
}

func (s *session) known(c hookio.Client) {
	if s.report.Client == "" {
		s.report.Client = c
	}
}

// at sets the current folder; the first is where the session began.
func (s *session) at(cwd string) {
	if cwd == "" {
		return
	}
	if s.start == "" {
		s.start = cwd
	}
	s.cwd = cwd
}

// add takes a call. input is a JSON value.
func (s *session) add(client hookio.Client, top gjson.Result, id, agent, cwd, tool, input string, leaves bool) *waiting {
	at, _ := time.Parse(time.RFC3339Nano, top.Get("timestamp").String())
	w := &waiting{Call: Call{Line: s.report.Lines, Time: at, Start: s.start, Leaves: leaves, entry: s.entry}}
	w.Req, w.Err = hookio.Read(strings.NewReader(hookInput([][2]string{
		{"hook_event_name", hookio.PreToolUse}, {"session_id", s.id}, {"agent_id", agent}, {"cwd", cwd},
		{"permission_mode", s.mode}, {"tool_name", tool}, {"tool_use_id", id},
	}, input)), client)
	s.waiting = append(s.waiting, w)
	s.lead[id]++
	return w
}

// hookInput is a hook's input as a client would write it.
func hookInput(members [][2]string, input string) string {
	var b strings.Builder
	b.WriteString("{")
	for _, m := range members {
		if m[1] != "" {
			fmt.Fprintf(&b, "%s:%s,", jsonString(m[0]), jsonString(m[1]))
		}
	}
	if input == "" {
		input = "{}"
	}
	b.WriteString(`"tool_input":` + input + "}")
	return b.String()
}

func jsonString(s string) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(s) // a string always encodes
	return strings.TrimSuffix(b.String(), "\n")
}

// result notes what became of the call with the id. dropped: no hook was asked.
func (s *session) result(id string, o Outcome, dropped bool) {
	if s.lead[id] == 0 {
		return
	}
	for _, w := range s.waiting {
		if w.Req.Call == id && !w.done {
			w.done, w.drop, w.Outcome = true, dropped, o
			return
		}
	}
}

// flush gives away the calls at the front whose result is known, and all of
// them at the end of the file or past the bound.
func (s *session) flush(all bool) error {
	for len(s.waiting) > 0 && (all || s.waiting[0].done || len(s.waiting) > maxWaiting) {
		w := s.waiting[0]
		s.waiting[0] = nil
		s.waiting = s.waiting[1:]
		if s.lead[w.Req.Call]--; s.lead[w.Req.Call] <= 0 {
			delete(s.lead, w.Req.Call)
		}
		if w.drop {
			s.report.Unreached++
			continue
		}
		s.report.Calls++
		if err := s.emit(w.Call); err != nil {
			return err
		}
	}
	return nil
}

// textOf is the text of a result: a string, or a list of blocks with texts.
func textOf(v gjson.Result) string {
	if v.Type == gjson.String {
		return v.Str
	}
	if first := v.Get("0.text"); v.IsArray() && first.Type == gjson.String {
		return first.Str
	}
	return ""
}
