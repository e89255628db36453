package web

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"guard/audit"
	"guard/butler/db"
	"guard/butler/inbox"
	"guard/grants"
	"guard/internal/card"
	"guard/internal/place"
)

// withInbox gives the world an inbox.
func withInbox(t *testing.T) (*world, string) {
	t.Helper()
	w := &world{t: t, at: place.Under(t.TempDir(), func(string) string { return "" })}
	w.now = clock
	d, err := db.Open(t.Context(), filepath.Join(w.at.State, "butler", "butler.db"), Room, inbox.Room)
	require.NoError(t, err)
	t.Cleanup(func() { d.Close() })
	box, err := inbox.New(t.Context(), inbox.Options{
		DB: d, Grants: w.at.Grants(), Log: func() (*audit.Log, error) { return w.at.Log("butler/test") },
		Still: func(s grants.Subject) error { _, err := card.Of(w.at, s); return err },
	})
	require.NoError(t, err)
	w.Server, err = New(t.Context(), Config{Listen: "127.0.0.1:0", Places: w.at, DB: d, Parts: Parts{Inbox: box}})
	require.NoError(t, err)
	t.Cleanup(func() {
		for _, l := range w.socks {
			l.Close()
		}
	})
	return w, w.enterAs("a browser")
}

// submit puts a shell call before the owner.
func (w *world) submit(line string, hold bool) inbox.Submitted {
	w.t.Helper()
	project := filepath.Join(w.at.Home, "p")
	require.NoError(w.t, os.MkdirAll(filepath.Join(project, ".git"), 0o700))
	pol, err := place.Load(w.at, project)
	require.NoError(w.t, err)
	raw, err := json.Marshal(line)
	require.NoError(w.t, err)
	s := grants.Subject{Client: "claude", Session: "0f3c9a52-77aa", Project: project, Tool: "Bash", Dir: project, Policy: pol.Digest, Fields: []grants.Field{{Name: "command", Raw: string(raw)}}}
	w.tries++
	got, err := w.conf.Inbox.Submit(w.t.Context(), inbox.Submission{
		Source: inbox.Hook, Kind: inbox.Approval, Tier: "outward", Title: line, Key: s.Fingerprint(),
		Content: inbox.Content{Subject: &s, Event: "PreToolUse", Reasons: []inbox.Reason{{Rule: "git push", Why: "changes what other people see"}}},
		Try:     inbox.Try{ID: fmt.Sprintf("T%025d", w.tries), Call: fmt.Sprint("toolu_", w.tries), Hold: hold},
	})
	require.NoError(w.t, err)
	return got
}

// ready is what a page has after it prepared an item.
type ready struct {
	Item struct {
		Rev     int64
		Hash    string `json:"content_hash"`
		State   string
		Refused string
		Card    struct {
			Fields   []card.Field
			Commands []card.Command
		}
		Before []said
	}
	Token string
}

func (w *world) prepare(tok, ref string) ready {
	w.t.Helper()
	code, text := w.ask(tok, "POST", "/api/inbox/"+ref+"/prepare", "{}")
	require.Equal(w.t, 200, code, text)
	var r ready
	require.NoError(w.t, json.Unmarshal([]byte(text), &r))
	return r
}

// body is a decision as the page sends it.
func (r ready) body(idem, decision string) string {
	return fmt.Sprintf(`{"rev":%d,"content_hash":%q,"token":%q,"idempotency_key":%q,"decision":%s,"scope":"once"}`, r.Item.Rev, r.Item.Hash, r.Token, idem, decision)
}

func TestInboxDecide(t *testing.T) {
	w, tok := withInbox(t)
	held := w.submit("git push --force origin main", true)
	ref := held.Item.Ref
	p := w.prepare(tok, ref)
	require.Equal(t, []card.Field{{Name: "command", Text: "git push --force origin main"}}, p.Item.Card.Fields)
	require.Equal(t, []string{"git", "push", "--force", "origin", "main"}, p.Item.Card.Commands[0].Argv)
	url := "/api/inbox/" + ref + "/decide"

	for name, body := range map[string]string{
		"yes as a string":     p.body("k0", `{"approved":"true"}`),
		"yes as a number":     p.body("k0", `{"approved":1}`),
		"yes said twice":      p.body("k0", `{"approved":true,"approved":true}`),
		"nothing said":        p.body("k0", `{}`),
		"null":                p.body("k0", `null`),
		"changes without any": p.body("k0", `{"approved":false,"changesRequested":true}`),
		"a scope not offered": strings.Replace(p.body("k0", `{"approved":true}`), `"once"`, `"workspace"`, 1),
		"no name of its own":  p.body("", `{"approved":true}`),
	} {
		code, text := w.ask(tok, "POST", url, body)
		assert.Equal(t, 400, code, "%s: %s", name, text)
	}
	for name, r := range map[string]ready{
		"another token":    {Item: p.Item, Token: "x"},
		"another revision": func() ready { q := p; q.Item.Rev++; return q }(),
		"another content":  func() ready { q := p; q.Item.Hash = "sha256:00"; return q }(),
	} {
		code, text := w.ask(tok, "POST", url, r.body("k1", `{"approved":true}`))
		assert.Equal(t, 409, code, "%s: %s", name, text)
	}
	it, err := w.conf.Inbox.Get(t.Context(), ref)
	require.NoError(t, err)
	require.Equal(t, inbox.Pending, it.State, "nothing of that was a yes")

	p = w.prepare(tok, ref)
	yes := p.body("k2", `{"approved":true}`)
	code, text := w.ask(tok, "POST", url, yes)
	require.Equal(t, 200, code, text)
	assert.Contains(t, text, `"effect":"answered"`)
	assert.True(t, (<-held.Hold.Done()).Approved)

	code, text = w.ask(tok, "POST", url, yes)
	assert.Equal(t, 200, code, "the same decision sent again has the same answer: %s", text)
	code, text = w.ask(tok, "POST", url, p.body("k3", `{"approved":false}`))
	assert.Equal(t, 409, code, text)
	assert.Contains(t, text, "already_resolved")
	assert.Contains(t, text, `"winner"`, "who comes late is told who won")

	code, text = w.ask(tok, "GET", "/api/inbox/"+ref, "")
	require.Equal(t, 200, code)
	assert.Contains(t, text, `"CONSUMED"`)
	code, text = w.ask(tok, "GET", "/api/inbox", "")
	require.Equal(t, 200, code)
	assert.Contains(t, text, `"items":[]`)
	assert.Contains(t, text, ref)

	code, _ = w.ask(tok, "GET", "/api/inbox/B-0000", "")
	assert.Equal(t, 404, code)
}

// A yes to a call whose policy has changed since is none.
func TestInboxDrift(t *testing.T) {
	w, tok := withInbox(t)
	ref := w.submit("git push origin main", false).Item.Ref
	before := w.prepare(tok, ref)
	require.NoError(t, os.MkdirAll(filepath.Dir(w.at.PolicyFile()), 0o700))
	require.NoError(t, os.WriteFile(w.at.PolicyFile(), []byte("posture = \"strict\"\n"), 0o600))
	code, text := w.ask(tok, "POST", "/api/inbox/"+ref+"/decide", before.body("k", `{"approved":true}`))
	assert.Equal(t, 409, code, text)
	after := w.prepare(tok, ref)
	assert.Contains(t, after.Item.Refused, "policy has changed")
	assert.Equal(t, "git push origin main", after.Item.Card.Fields[0].Text, "what was called is still to be seen")
	code, text = w.ask(tok, "POST", "/api/inbox/"+ref+"/decide", after.body("k2", `{"approved":false,"comment":"no"}`))
	assert.Equal(t, 200, code, text)
}

// What a browser would hide or obey is spelled out before it leaves butler.
func TestInboxHostileText(t *testing.T) {
	w, tok := withInbox(t)
	line := "git push origin 'a\u202eb\u200bc\x1b[2J' # <script>alert(1)</script>"
	ref := w.submit(line, false).Item.Ref
	p := w.prepare(tok, ref)
	assert.Equal(t, `git push origin 'a\u202eb\u200bc\x1b[2J' # <script>alert(1)</script>`, p.Item.Card.Fields[0].Text)
	for _, path := range []string{"/api/inbox", "/api/inbox/" + ref} {
		_, text := w.ask(tok, "GET", path, "")
		for _, bad := range []string{"\u202e", "\u200b", `\u202e"`, `\u001b`, "<script>"} {
			assert.NotContains(t, strings.ReplaceAll(text, `\\u`, ""), bad, path)
		}
	}
}

func TestBefore(t *testing.T) {
	w, _ := withInbox(t)
	session := "0f3c9a52-77aa-4c1e-9c53-7b1f0a6d2e11"
	write := func(lines ...string) {
		claude := filepath.Join(w.at.Home, ".claude", "projects", "-p", session+".jsonl")
		codex := filepath.Join(w.at.Home, ".codex", "sessions", "2026", "11", "30", "rollout-2026-11-30T10-00-00-"+session+".jsonl")
		for _, name := range []string{claude, codex} {
			require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o700))
			require.NoError(t, os.WriteFile(name, []byte(strings.Join(lines, "\n")), 0o600))
		}
	}
	for _, c := range []struct {
		name, client string
		lines        []string
		want         []said
	}{
		{"claude", "claude", []string{
			`{"type":"user","message":{"content":"first"}}`,
			`{"type":"user","message":{"content":"release it"}}`,
			`{"type":"assistant","message":{"content":[{"type":"text","text":"I push now."},{"type":"tool_use","name":"Bash"}]}}`,
			`{"type":"user","message":{"content":[{"type":"tool_result","content":"ok"}]}}`,
		}, []said{{Who: "user", Text: "release it"}, {Who: "agent", Text: "I push now."}}},
		{"codex", "codex", []string{
			`{"type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"<environment_context>"}]}}`,
			`{"type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"release it"}]}}`,
			`{"type":"response_item","payload":{"type":"message","role":"assistant","content":[{"type":"output_text","text":"I push."}]}}`,
		}, []said{{Who: "user", Text: "release it"}, {Who: "agent", Text: "I push."}}},
		{"a secret", "claude", []string{`{"type":"assistant","message":{"content":[{"type":"text","text":"export GITHUB_TOKEN=ghp_0123456789abcdefghij0123456789abcdef"}]}}`}, []said{{Who: "agent", Text: "export GITHUB_TOKEN=[redacted]"}}},
		{"hidden characters", "claude", []string{`{"type":"assistant","message":{"content":[{"type":"text","text":"a\u202eb"}]}}`}, []said{{Who: "agent", Text: `a\u202eb`}}},
		{"no JSON", "claude", []string{`{"type":"assistant"`, `null`, `7`, ``}, []said{}},
	} {
		write(c.lines...)
		assert.Equal(t, c.want, w.before(c.client, session), c.name)
	}
	assert.Empty(t, w.before("claude", "../../etc/passwd"))
	assert.Empty(t, w.before("claude", "*"))
	assert.Empty(t, w.before("another", session))
}
