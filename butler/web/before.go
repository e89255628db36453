package web

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"guard/audit/redact"
)

// Bounds of a look into a client's transcript.
const (
	beforeTail  = 1 << 20 // bytes from its end
	beforeTexts = 3
	beforeText  = 1500 // bytes of one text
)

// said is something that was said in a session.
type said struct {
	Who  string `json:"who"` // user, agent
	Text string `json:"text"`
	Cut  bool   `json:"cut,omitempty"`
}

var sessionName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9-]{7,63}$`)

// before is what was said last in a session, the latest at the end. It is the
// agent's own account of what it does, and worth that: a transcript that is not
// found, or of another form, gives nothing.
func (s *Server) before(client, session string) []said {
	out := []said{}
	if !sessionName.MatchString(session) {
		return out
	}
	home := s.conf.Places.Home
	pattern := map[string]string{
		"claude": filepath.Join(home, ".claude", "projects", "*", session+".jsonl"),
		"codex":  filepath.Join(home, ".codex", "sessions", "*", "*", "*", "rollout-*"+session+".jsonl"),
	}[client]
	names, _ := filepath.Glob(pattern) // the pattern is right, and "" finds nothing
	if len(names) == 0 {
		return out
	}
	lines := bytes.Split(tail(names[0], beforeTail), []byte("\n"))
	for _, line := range slices.Backward(lines) {
		x, ok := saidIn(client, line)
		if !ok || len(out) > 0 && out[len(out)-1].Text == x.Text {
			continue
		}
		if len(x.Text) > beforeText {
			x.Text, x.Cut = clip(x.Text, beforeText), true
		}
		text, _ := redact.String(x.Text)
		x.Text = see(text)
		if out = append(out, x); len(out) == beforeTexts || x.Who == "user" {
			break
		}
	}
	slices.Reverse(out)
	return out
}

// tail is the last n bytes of a regular file.
func tail(name string, n int64) []byte {
	f, err := os.Open(name)
	if err != nil {
		return nil
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil || !st.Mode().IsRegular() {
		return nil
	}
	if st.Size() > n {
		if _, err := f.Seek(-n, io.SeekEnd); err != nil {
			return nil
		}
	}
	text, err := io.ReadAll(io.LimitReader(f, n))
	if err != nil {
		return nil
	}
	return text
}

// saidIn is what a line of a transcript says in words. The forms are those of
// Claude Code 2.1.332 and Codex 0.171.0 (2026-11-30).
func saidIn(client string, line []byte) (said, bool) {
	if !gjson.ValidBytes(line) {
		return said{}, false
	}
	root := gjson.ParseBytes(line)
	who, content := root.Get("type").String(), root.Get("message.content")
	if client == "codex" {
		if who != "response_item" || root.Get("payload.type").String() != "message" {
			return said{}, false
		}
		who, content = root.Get("payload.role").String(), root.Get("payload.content")
	}
	switch who {
	case "assistant":
		who = "agent"
	case "user":
	default:
		return said{}, false
	}
	if root.Get("isMeta").Bool() {
		return said{}, false
	}
	text := strings.TrimSpace(wordsOf(content))
	if text == "" || who == "user" && strings.HasPrefix(text, "<") { // what the client puts in, such as <environment_context>
		return said{}, false
	}
	return said{Who: who, Text: text}, true
}

func wordsOf(content gjson.Result) string {
	if content.Type == gjson.String {
		return content.String()
	}
	var parts []string
	for _, p := range content.Array() {
		switch p.Get("type").String() {
		case "text", "input_text", "output_text":
			parts = append(parts, p.Get("text").String())
		}
	}
	return strings.Join(parts, "\n")
}
