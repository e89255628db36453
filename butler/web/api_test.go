package web

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"guard/audit"
	"guard/grants"
)

// log writes records.
func (w *world) log(entries ...audit.Entry) {
	w.t.Helper()
	l, err := w.at.Log("guard/test")
	require.NoError(w.t, err)
	for _, e := range entries {
		_, err = l.Append(w.t.Context(), e)
		require.NoError(w.t, err)
	}
}

// data asks for something and reads it.
func data[T any](w *world, tok, path string) T {
	w.t.Helper()
	code, text := w.ask(tok, "GET", path, "")
	require.Equal(w.t, 200, code, text)
	var v T
	require.NoError(w.t, json.Unmarshal([]byte(text), &v))
	return v
}

func decision(n int, answer, cmd string) audit.Entry {
	return audit.Entry{Time: clock.Add(-time.Hour + time.Duration(n)*time.Second), Session: "s1", Client: "claude", ClientVer: "2.1.332", Event: "PreToolUse", Call: fmt.Sprint("c", n), Tool: "Bash", Verdict: "allow", Tier: "safe", Answer: answer, Cmd: cmd, Project: "/p", Rule: "a rule", Effects: []string{"publish"}}
}

type logAnswer struct {
	Records []record
	Next    uint64
}

func TestLogPages(t *testing.T) {
	w := newWorld(t)
	tok := w.enterAs("a browser")
	assert.Empty(t, data[logAnswer](w, tok, "/api/log").Records, "no log is an empty one")
	for i := range 25 {
		answer := "allow"
		if i%5 == 0 {
			answer = "deny"
		}
		w.log(decision(i, answer, fmt.Sprint("make step-", i)))
	}
	w.log(audit.Entry{Time: clock, Type: audit.TypeRuling, Ref: 2, Answer: "allow", By: "owner", Session: "s1"}, audit.Entry{Time: clock, Type: audit.TypeResult, Call: "c0", Session: "s1", Ref: 2, Tool: "Bash"})

	first := data[logAnswer](w, tok, "/api/log?limit=10")
	require.Len(t, first.Records, 10)
	require.NotZero(t, first.Next)
	var all []uint64
	for next := uint64(0); ; {
		page := data[logAnswer](w, tok, fmt.Sprintf("/api/log?limit=10&before=%d", next))
		if next == 0 {
			page = first
		}
		for _, r := range page.Records {
			all = append(all, r.Seq)
		}
		if next = page.Next; next == 0 {
			break
		}
	}
	for i, seq := range all {
		require.EqualValues(t, len(all)-i, seq, "each record once, the newest first")
	}

	for query, want := range map[string]int{
		"answer=deny":               5,
		"q=STEP-7":                  1,
		"q=step-2&answer=deny":      1, // 20; step-2 and 21 to 24 were let run
		"type=ruling":               1,
		"session=s2":                0,
		"client=claude&limit=200":   25,
		"project=/p&effect=publish": 25,

		// The first record of a log has the time of the day this runs on.
		"since=2026-11-30T11:00:20Z&type=decision": 5,
	} {
		assert.Len(t, data[logAnswer](w, tok, "/api/log?"+query).Records, want, query)
	}
	for _, bad := range []string{"answer=denied", "limit=0", "limit=9999", "before=x", "since=lately", "tier=odd"} {
		code, _ := w.ask(tok, "GET", "/api/log?"+bad, "")
		assert.Equal(t, 400, code, bad)
	}

	code, text := w.ask(tok, "GET", "/api/log/2", "")
	require.Equal(t, 200, code)
	assert.Contains(t, text, `"ruling"`)
	assert.Contains(t, text, `"result"`, "what became of it")
	assert.Contains(t, text, `"hash"`)
	code, _ = w.ask(tok, "GET", "/api/log/999", "")
	assert.Equal(t, 404, code)
	code, _ = w.ask(tok, "GET", "/api/log/x", "")
	assert.Equal(t, 400, code)
}

func TestVerifyOverTheAPI(t *testing.T) {
	w := newWorld(t)
	tok := w.enterAs("a browser")
	for i := range 5 {
		w.log(decision(i, "allow", "ls"))
	}
	type state struct {
		Running bool
		Outcome string
		Report  *struct {
			Exit     int
			Anchored uint64 `json:"anchored_to"`
			FirstBad *audit.Place
		}
	}
	verify := func(body string) state {
		code, text := w.ask(tok, "POST", "/api/log/verify", body)
		require.Equal(t, 202, code, text)
		var s state
		require.Eventually(t, func() bool { s = data[state](w, tok, "/api/log/verify"); return !s.Running }, 10*time.Second, 5*time.Millisecond)
		return s
	}
	require.Equal(t, 0, verify("{}").Report.Exit)
	head := data[struct {
		State string
		There bool
		Count uint64
	}](w, tok, "/api/log/head")
	require.True(t, head.There)
	s := verify(fmt.Sprintf(`{"expect":[%q]}`, head.State))
	assert.Equal(t, head.Count, s.Report.Anchored)
	other := strings.Replace(head.State, ":", ":A", 1)
	code, _ := w.ask(tok, "POST", "/api/log/verify", fmt.Sprintf(`{"expect":[%q]}`, other))
	assert.Equal(t, 400, code)
	code, _ = w.ask(tok, "POST", "/api/log/verify", `{"keys":["no key"]}`)
	assert.Equal(t, 400, code)

	names, err := filepath.Glob(filepath.Join(w.at.LogDir(), "*.jsonl"))
	require.NoError(t, err)
	text, err := os.ReadFile(names[0])
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(names[0], []byte(strings.Replace(string(text), `"cmd":"ls"`, `"cmd":"id"`, 1)), 0o600))
	assert.Equal(t, 1, verify("{}").Report.Exit)
}

func TestAgents(t *testing.T) {
	w := newWorld(t)
	tok := w.enterAs("a browser")
	assert.Empty(t, data[[]agent](w, tok, "/api/agents"))
	w.log(decision(1, "allow", "ls"), decision(2, "deny", "rm -rf /"))
	old := decision(3, "allow", "ls")
	old.Time, old.Session = clock.AddDate(0, 0, -9), "old"
	w.log(old)
	list := data[[]agent](w, tok, "/api/agents")
	require.Len(t, list, 1, "a session of last week is not at work")
	assert.Equal(t, 2, list[0].Calls)
	assert.Equal(t, map[string]int{"allow": 1, "deny": 1}, list[0].Answers)
	assert.Equal(t, "rm -rf /", list[0].Cmd)
	w.log(decision(4, "ask", "npm publish"), audit.Entry{Time: clock, Type: audit.TypeSession, Session: "s1", Client: "claude", Event: "SessionEnd"})
	list = data[[]agent](w, tok, "/api/agents")
	assert.Equal(t, 3, list[0].Calls, "what is new is added")
	assert.True(t, list[0].Ended)
}

func TestInsights(t *testing.T) {
	w := newWorld(t)
	tok := w.enterAs("a browser")
	assert.Empty(t, data[counted](w, tok, "/api/stats").Days)
	for i, answer := range []string{"allow", "allow", "ask", "hold", "deny", "none"} {
		w.log(decision(i, answer, "x"))
	}
	w.now = w.now.Add(time.Minute)
	got := data[counted](w, tok, "/api/stats?since=7d")
	assert.Equal(t, []day{{Day: "2026-11-30", Saved: 2, Asked: 2, Refused: 1, Other: 1}}, got.Days)
	assert.Equal(t, 6, got.Stats.Decisions)
	w.now = w.now.Add(time.Minute)
	assert.Empty(t, data[counted](w, tok, "/api/stats?since=7d&answer=allow&tool=none").Days)
}

func TestPolicyAndExplain(t *testing.T) {
	w := newWorld(t)
	tok := w.enterAs("a browser")
	type answer struct {
		Effects, Zones []row
		Values         []value
		Files          []string
	}
	p := data[answer](w, tok, "/api/policy")
	assert.NotEmpty(t, p.Zones)
	assert.Empty(t, p.Files)
	require.NoError(t, os.MkdirAll(filepath.Dir(w.at.PolicyFile()), 0o700))
	require.NoError(t, os.WriteFile(w.at.PolicyFile(), []byte("posture = \"strict\"\n\n[effects]\nfetch = \"safe\"\n"), 0o600))
	p = data[answer](w, tok, "/api/policy")
	for _, e := range p.Effects {
		if e.Name == "fetch" {
			assert.Equal(t, "safe", e.Tier)
			assert.Contains(t, e.From, "policy.toml:4", "every value says where it comes from")
		}
	}

	code, text := w.ask(tok, "POST", "/api/explain", `{"line":"sudo rm -rf /","dir":"~"}`)
	require.Equal(t, 200, code, text)
	assert.Contains(t, text, `"verdict":"refuse"`)
	for _, bad := range []string{`{"line":" "}`, `{"line":"ls","dir":"/no/such/folder"}`, `{"line":"ls","dir":"relative"}`, `{"line":"ls","client":"other"}`, `{"line":"` + strings.Repeat("x", lineLimit+1) + `"}`} {
		code, _ = w.ask(tok, "POST", "/api/explain", bad)
		assert.Equal(t, 400, code, bad[:min(len(bad), 60)])
	}

	require.NoError(t, os.WriteFile(w.at.PolicyFile(), []byte("odd = 1\neven = 2\n"), 0o600))
	code, text = w.ask(tok, "GET", "/api/policy", "")
	assert.Equal(t, 409, code)
	assert.Contains(t, text, "policy.toml:1", "each fault at its place")
	assert.Contains(t, text, "policy.toml:2")
}

func TestGrantsOverTheAPI(t *testing.T) {
	w := newWorld(t)
	tok := w.enterAs("a browser")
	g, _, err := w.at.Grants().Mint(grants.Grant{By: "a person", Project: "/p", Tool: "Bash", Match: grants.Match{Argv: []string{"git", "push"}, Effects: []string{"publish"}}, Scope: grants.Until}, time.Hour, func(grants.Grant) error { return nil })
	require.NoError(t, err)
	type answer struct{ Grants []grant }
	require.Equal(t, "", data[answer](w, tok, "/api/grants").Grants[0].Ended)
	code, text := w.ask(tok, "POST", "/api/grants/"+g.ID+"/revoke", "")
	require.Equal(t, 200, code, text)
	require.Equal(t, "revoked", data[answer](w, tok, "/api/grants").Grants[0].Ended)
	code, _ = w.ask(tok, "POST", "/api/grants/"+g.ID+"/revoke", "")
	require.Equal(t, 404, code)
	line, err := audit.Tail(w.at.LogDir(), 1)
	require.NoError(t, err)
	assert.Contains(t, string(line[0]), `"type":"revoke"`)

	// What is not on the log does not happen.
	g, _, err = w.at.Grants().Mint(grants.Grant{By: "a person", Project: "/p", Tool: "Bash", Match: grants.Match{Argv: []string{"npm", "publish"}, Effects: []string{"publish"}}, Scope: grants.Until}, time.Hour, func(grants.Grant) error { return nil })
	require.NoError(t, err)
	require.NoError(t, os.RemoveAll(w.at.LogDir()))
	require.NoError(t, os.WriteFile(w.at.LogDir(), nil, 0o600))
	code, _ = w.ask(tok, "POST", "/api/grants/"+g.ID+"/revoke", "")
	assert.Equal(t, 500, code)
	l, err := w.at.Grants().List()
	require.NoError(t, err)
	for _, x := range l.Grants {
		assert.Equal(t, x.ID != g.ID, x.Revoked != nil)
	}
}

func TestWithoutParts(t *testing.T) {
	w := newWorld(t)
	tok := w.enterAs("a browser")
	for _, path := range []string{"/api/inbox", "/api/inbox/B-0000", "/api/overview", "/api/catalog", "/api/services", "/api/runs", "/api/quick-actions", "/api/tools/x/log"} {
		code, text := w.ask(tok, "GET", path, "")
		assert.Equal(t, 503, code, "%s: %s", path, text)
	}
	health := data[struct{ Parts []string }](w, tok, "/api/health")
	assert.Equal(t, []string{"log", "policy"}, health.Parts)
	code, text := w.ask(tok, "GET", "/api/health", "")
	require.Equal(t, 200, code)
	assert.NotContains(t, text, w.at.Home, "health tells no path")
	_, text = w.ask(tok, "GET", "/api/settings", "")
	assert.Contains(t, text, "~/.config/guard/policy.toml")
}
