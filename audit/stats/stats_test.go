package stats

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"guard/audit"
)

var day = time.Date(2026, 11, 29, 23, 59, 0, 0, time.UTC)

// week is a small log with one of each.
func week(t *testing.T) string {
	t.Helper()
	now := day
	l := audit.Open(t.TempDir()+"/audit", audit.Options{Sync: audit.SyncNever, Now: func() time.Time { return now }})
	add := func(e audit.Entry) uint64 {
		now = now.Add(10 * time.Second)
		h, err := l.Append(context.Background(), e)
		require.NoError(t, err)
		return h.Seq
	}
	decide := func(call, session, answer, verdict, tier, rule string, effects ...string) uint64 {
		e := audit.Entry{
			Event: "PreToolUse", Call: call, Session: session, Client: "claude", Tool: "Bash", Project: "/p/" + session,
			Answer: answer, Verdict: verdict, Tier: tier, Rule: rule, Effects: effects, Cmd: "cmd of " + call, Reason: `because "so"`,
		}
		e.Started = now.Add(10*time.Second - time.Duration(len(call))*time.Millisecond)
		return add(e)
	}
	result := func(call, session string) {
		add(audit.Entry{Type: audit.TypeResult, Event: "PostToolUse", Call: call, Session: session, Client: "claude", Tool: "Bash"})
	}
	decide("a", "one", "none", "allow", "safe", "git status", "read")
	add(audit.Entry{Event: "PermissionRequest", Call: "a", Session: "one", Client: "claude", Answer: "allow", Verdict: "allow", Tier: "safe"})
	result("a", "one")
	decide("bb", "one", "deny", "refuse", "forbidden", "rm", "delete", "write")
	ref := decide("ccc", "one", "hold", "approve", "dangerous", "git push", "send")
	now = now.Add(50 * time.Second)
	add(audit.Entry{Type: audit.TypeRuling, Ref: ref, Answer: "allow", By: "jo"})
	result("ccc", "one")
	decide("dddd", "two", "ask", "approve", "dangerous", "rm", "delete")
	result("dddd", "two")
	decide("eeeee", "two", "ask", "approve", "dangerous", "rm", "delete")
	result("never decided", "three")
	result("nor this", "three")
	e := audit.Entry{Event: "PreToolUse", Call: "ffffff", Session: "four", Client: "codex", Tool: "shell", Cwd: "/q", Answer: "allow", Verdict: "approve", Tier: "outward", Grant: "g1", Observe: true}
	add(e)
	return l.Dir()
}

func TestStats(t *testing.T) {
	dir := week(t)
	s, err := Of(dir, Filter{})
	require.NoError(t, err)
	assert.Equal(t, 6, s.Decisions)
	assert.Equal(t, 14, s.Records)
	assert.Equal(t, []Count{{"claude", 5}, {"codex", 1}}, s.Clients)
	assert.Equal(t, []Count{{"approve", 4}, {"allow", 1}, {"refuse", 1}}, s.Verdicts)
	assert.Equal(t, []Count{{"ask", 2}, {"allow", 1}, {"deny", 1}, {"hold", 1}, {"none", 1}}, s.Answers)
	assert.Equal(t, []Count{{"delete", 3}, {"read", 1}, {"send", 1}, {"write", 1}}, s.Effects)
	assert.Equal(t, []Count{{"rm", 3}, {"git push", 1}, {"git status", 1}}, s.Rules)
	assert.Equal(t, []Count{{"/p/one", 3}, {"/p/two", 2}, {"/q", 1}}, s.Projects)
	assert.Equal(t, []Count{{"2026-11-29", 3}, {"2026-11-30", 3}}, s.Days)
	assert.Equal(t, 2, s.Saved)
	assert.Equal(t, 1, s.SavedByGrant)
	assert.Equal(t, 1, s.Observed)

	assert.Equal(t, 3, s.Asked.N)
	assert.Equal(t, []Count{{"allow", 1}, {"no result", 1}, {"ran", 1}}, s.Asked.Outcomes)
	assert.Equal(t, []Count{{"jo", 1}}, s.Asked.By)
	assert.Equal(t, uint64(60000), s.Asked.Wait.Max)

	require.Len(t, s.Refused.Lines, 1)
	assert.Equal(t, "cmd of bb", s.Refused.Lines[0].Cmd)
	assert.Equal(t, `because "so"`, s.Refused.Lines[0].Reason)
	assert.Equal(t, "cmd of eeeee", s.Slowest[0].Cmd)
	assert.Equal(t, uint64(5000), s.Latency.Max)

	require.Len(t, s.Blind, 1)
	assert.Equal(t, "three", s.Blind[0].Session)
	assert.Equal(t, 2, s.Blind[0].Results)

	b, err := json.Marshal(s)
	require.NoError(t, err)
	assert.NotContains(t, string(b), "null", "a list is never null")
	empty, err := json.Marshal(New(Filter{}).Stats())
	require.NoError(t, err)
	assert.NotContains(t, string(empty), "null")
}

// TestOneQuestionOneCall: a client that shows its dialog for guard's ask, or for
// a call that guard left to it, asks once, although guard answers both events
// and the second one has no id.
func TestOneQuestionOneCall(t *testing.T) {
	now := day
	l := audit.Open(t.TempDir()+"/audit", audit.Options{Sync: audit.SyncNever, Now: func() time.Time { return now }})
	add := func(after time.Duration, e audit.Entry) uint64 {
		now = now.Add(after)
		e.Session, e.Tool = "s", "Bash"
		h, err := l.Append(context.Background(), e)
		require.NoError(t, err)
		return h.Seq
	}
	ran := func(call string) {
		add(10*time.Second, audit.Entry{Type: audit.TypeResult, Event: "PostToolUse", Call: call, Outcome: &audit.Outcome{Exit: -1, Dur: 3 * time.Second}})
	}
	add(0, audit.Entry{Event: "PreToolUse", Call: "a", Cmd: "git push", Answer: "ask"})
	add(time.Second, audit.Entry{Event: "PermissionRequest", Cmd: "git push", Answer: "ask"})
	ran("a")
	add(0, audit.Entry{Event: "PreToolUse", Call: "b", Cmd: "frob", Answer: "none"})
	add(time.Second, audit.Entry{Event: "PermissionRequest", Cmd: "frob", Answer: "ask"})
	ran("b")
	add(0, audit.Entry{Event: "PreToolUse", Call: "c", Cmd: "git push", Answer: "ask"})
	ref := add(time.Second, audit.Entry{Event: "PermissionRequest", Cmd: "git push", Answer: "hold"})
	add(time.Minute, audit.Entry{Type: audit.TypeRuling, Ref: ref, Answer: "deny", By: "jo"})
	add(0, audit.Entry{Event: "PermissionRequest", Cmd: "nobody knows the call", Answer: "ask"})

	s, err := Of(l.Dir(), Filter{})
	require.NoError(t, err)
	assert.Equal(t, 4, s.Asked.N)
	assert.Equal(t, []Count{{"ran", 2}, {"deny", 1}, {"no result", 1}}, s.Asked.Outcomes)
	assert.Equal(t, Spread{N: 3, P50: s.Asked.Wait.P50, P90: s.Asked.Wait.P90, P99: s.Asked.Wait.P99, Max: 61_000}, s.Asked.Wait)
	assert.InEpsilon(t, 8000, s.Asked.Wait.P50, 0.07, "11 s from the question to the result, less 3 s that the call ran")
}

// TestHowQuestionsEnd: the client puts the question itself and tells nobody what
// the person said; the records that follow do.
func TestHowQuestionsEnd(t *testing.T) {
	ask := func(call, session, turn string) audit.Entry {
		return audit.Entry{Event: "PreToolUse", Call: call, Session: session, Turn: turn, Tool: "Bash", Cmd: "git push " + call, Verdict: "approve", Answer: "ask"}
	}
	with := func(e audit.Entry, change func(*audit.Entry)) audit.Entry {
		change(&e)
		return e
	}
	kept := with(ask("a", "s", "1"), func(e *audit.Entry) { e.Answer = "deny" })
	ruling := audit.Entry{Type: audit.TypeRuling, Call: "a", Answer: "deny", By: "jo"}
	held := with(ask("a", "s", "1"), func(e *audit.Entry) { e.Event, e.Call, e.Answer = "PermissionRequest", "", "hold" })
	harmless := with(ask("b", "s", "1"), func(e *audit.Entry) { e.Verdict, e.Answer = "allow", "none" })
	result := func(call string) audit.Entry {
		return audit.Entry{Type: audit.TypeResult, Event: "PostToolUse", Call: call, Session: "s"}
	}
	for _, tt := range []struct {
		name    string
		records []audit.Entry
		want    []Count
	}{
		{"yes", []audit.Entry{ask("a", "s", "1"), result("a")}, []Count{{Ran, 1}}},
		{"a call beside it says nothing", []audit.Entry{ask("a", "s", "1"), harmless, result("b")}, []Count{{NoResult, 1}}},
		{"another session says nothing", []audit.Entry{ask("a", "s", "1"), ask("c", "other", "9"), {Type: audit.TypeSession, Event: "SessionEnd", Session: "third"}}, []Count{{NoResult, 2}}},
		{"no, and a new prompt", []audit.Entry{ask("a", "s", "1"), with(harmless, func(e *audit.Entry) { e.Turn = "2" })}, []Count{{DidNotRun, 1}}},
		{"no, and the end", []audit.Entry{ask("a", "s", "1"), {Type: audit.TypeSession, Event: "SessionEnd", Session: "s"}}, []Count{{DidNotRun, 1}}},
		{"it ran in the background", []audit.Entry{ask("a", "s", "1"), with(harmless, func(e *audit.Entry) { e.Turn = "2" }), result("a")}, []Count{{Ran, 1}}},
		{"turns are not told", []audit.Entry{ask("a", "s", ""), harmless}, []Count{{NoResult, 1}}},
		{"kept, and approved", []audit.Entry{kept, with(ruling, func(e *audit.Entry) { e.Type, e.Answer, e.Grant = audit.TypeGrant, "", "g" })}, []Count{{Allowed, 1}}},
		{"kept, and denied", []audit.Entry{kept, ruling}, []Count{{Denied, 1}}},
		{"kept, and forgotten", []audit.Entry{kept, with(ruling, func(e *audit.Entry) { e.By = "guard" })}, []Count{{Undecided, 1}}},
		{"kept, and waiting", []audit.Entry{kept}, []Count{}},
		{"one ruling is one question", []audit.Entry{kept, ruling, ruling}, []Count{{Denied, 1}}},
		{"held, and the client asks on", []audit.Entry{ask("a", "s", "1"), held, with(ruling, func(e *audit.Entry) { e.Answer, e.By, e.Ref = "none", "guard", 3 }), result("a")}, []Count{{Ran, 1}}},
		{"held, and allowed where none is the word for it", []audit.Entry{ask("a", "s", "1"), held, with(ruling, func(e *audit.Entry) { e.Answer, e.Call, e.Ref = "none", "", 3 }), result("a")}, []Count{{Allowed, 1}}},
		{"held, and expired in butler", []audit.Entry{ask("a", "s", "1"), held, with(ruling, func(e *audit.Entry) { e.Answer, e.By, e.Call, e.Ref = "none", "butler, butler", "", 3 }), result("a")}, []Count{{Ran, 1}}},
		{"held, and allowed in butler", []audit.Entry{ask("a", "s", "1"), held, with(ruling, func(e *audit.Entry) { e.Answer, e.By, e.Call, e.Ref = "allow", "owner, web", "", 3 })}, []Count{{Allowed, 1}}},
		{"a grant ahead of time ends nothing", []audit.Entry{ask("a", "s", "1"), {Type: audit.TypeGrant, Grant: "g", By: "jo"}}, []Count{{NoResult, 1}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l := audit.Open(t.TempDir()+"/audit", audit.Options{Sync: audit.SyncNever})
			for _, e := range tt.records {
				_, err := l.Append(context.Background(), e)
				require.NoError(t, err)
			}
			s, err := Of(l.Dir(), Filter{})
			require.NoError(t, err)
			assert.Equal(t, tt.want, s.Asked.Outcomes)
			n := 0
			for _, c := range tt.want {
				n += c.N
			}
			assert.Equal(t, n, s.Asked.N)
		})
	}
}

// TestApart: calls of a program's own are in no number but one, unless they are
// asked for.
func TestApart(t *testing.T) {
	l := audit.Open(t.TempDir()+"/audit", audit.Options{Sync: audit.SyncNever})
	for i, session := range []string{"agent", "own-check-1", "own-check-2"} {
		call := fmt.Sprint("c", i)
		for _, e := range []audit.Entry{
			{Event: "PreToolUse", Call: call, Session: session, Client: "claude", Tool: "Bash", Answer: "ask", Verdict: "approve", Tier: "outward"},
			{Type: audit.TypeResult, Event: "PostToolUse", Call: "not " + call, Session: session},
		} {
			_, err := l.Append(context.Background(), e)
			require.NoError(t, err)
		}
	}
	s, err := Of(l.Dir(), Filter{Apart: "own-"})
	require.NoError(t, err)
	assert.Equal(t, 2, s.Apart)
	assert.Equal(t, 1, s.Decisions)
	assert.Equal(t, 3, s.Records, "with the genesis")
	assert.Equal(t, 1, s.Asked.N)
	assert.Equal(t, []Count{{"agent", 1}}, s.Sessions)
	require.Len(t, s.Blind, 1)
	assert.Equal(t, "agent", s.Blind[0].Session)

	s, err = Of(l.Dir(), Filter{Apart: "own-", Tier: "safe"})
	require.NoError(t, err)
	assert.Zero(t, s.Apart, "the other conditions hold for them too")

	s, err = Of(l.Dir(), Filter{Apart: "own-", Session: "own-check-2"})
	require.NoError(t, err)
	assert.Zero(t, s.Apart)
	assert.Equal(t, []Count{{"own-check-2", 1}}, s.Sessions)
}

func TestFilter(t *testing.T) {
	dir := week(t)
	midnight := day.Add(time.Minute)
	for name, c := range map[string]struct {
		f    Filter
		want int
	}{
		"session":         {Filter{Session: "one"}, 3},
		"session, begun":  {Filter{Session: "t"}, 2},
		"project":         {Filter{Project: "/p"}, 5},
		"project, itself": {Filter{Project: "/p/two/"}, 2},
		"project by cwd":  {Filter{Project: "/q"}, 1},
		"no such project": {Filter{Project: "/p/on"}, 0},
		"since":           {Filter{Since: midnight}, 3},
		"until":           {Filter{Until: midnight}, 3},
		"client":          {Filter{Client: "codex"}, 1},
		"tier and effect": {Filter{Tier: "dangerous", Effect: "delete"}, 2},
		"rule":            {Filter{Rule: "rm"}, 3},
		"answer":          {Filter{Answer: "deny"}, 1},
		"type":            {Filter{Type: audit.TypeResult}, 0},
	} {
		s, err := Of(dir, c.f)
		require.NoError(t, err)
		assert.Equal(t, c.want, s.Decisions, name)
		n := 0
		for line, err := range audit.Lines(dir) {
			require.NoError(t, err)
			if c.f.Match(line) {
				n++
			}
		}
		assert.Equal(t, s.Records, n, name)
	}
	s, err := Of(dir, Filter{Since: midnight})
	require.NoError(t, err)
	assert.Empty(t, s.Blind, "a decision may lie before")
	assert.False(t, Filter{}.Match([]byte("no record")))
}

func TestSpread(t *testing.T) {
	var h histogram
	var all []uint64
	for range 10000 {
		v := uint64(rand.ExpFloat64() * 5000)
		h.add(v)
		all = append(all, v)
	}
	slices.Sort(all)
	s := h.spread()
	for _, q := range []struct {
		got  uint64
		rank int
	}{{s.P50, 5000}, {s.P90, 9000}, {s.P99, 9900}} {
		want := float64(all[q.rank-1])
		assert.InDelta(t, want, float64(q.got), want*0.065+1)
	}
	assert.Equal(t, all[len(all)-1], s.Max)
	for _, v := range []uint64{0, 1, 15, 16, 17, 31, 32, 1000, 1 << 40, 1<<64 - 1} {
		got := value(bucket(v))
		assert.InDelta(t, float64(v), float64(got), float64(v)*0.065)
	}
}

func BenchmarkStats(b *testing.B) {
	dir := b.TempDir() + "/audit"
	l := audit.Open(dir, audit.Options{Sync: audit.SyncNever})
	const n = 5000
	for i := range n {
		_, err := l.Append(context.Background(), audit.Entry{
			Event: "PreToolUse", Call: fmt.Sprintf("toolu_%d", i), Session: fmt.Sprintf("session-%d", i/100), Client: "claude", Tool: "Bash",
			Project: "/p", Cwd: "/p/x", Answer: "none", Verdict: "allow", Tier: "safe", Rule: "git status", Effects: []string{"read"},
			Cmd: "git status --short", Mode: "default", Started: time.Now(),
		})
		if err != nil {
			b.Fatal(err)
		}
	}
	b.ResetTimer()
	for b.Loop() {
		if s, err := Of(dir, Filter{}); err != nil || s.Decisions != n {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "rec/s")
}

// TestCutCommand: of a command that the log keeps the beginning of, the line says so,
// and how long it was.
func TestCutCommand(t *testing.T) {
	l := audit.Open(t.TempDir()+"/audit", audit.Options{Sync: audit.SyncNever})
	for _, cmd := range []string{"rm -rf /", "rm -rf / " + strings.Repeat("x", 2*audit.MaxCmd)} {
		_, err := l.Append(context.Background(), audit.Entry{Event: "PreToolUse", Session: "s", Tool: "Bash", Answer: "deny", Verdict: "refuse", Tier: "forbidden", Cmd: cmd})
		require.NoError(t, err)
	}
	s, err := Of(l.Dir(), Filter{})
	require.NoError(t, err)
	lines := s.Refused.Lines
	require.Len(t, lines, 2)
	assert.Equal(t, Line{Seq: lines[0].Seq, Time: lines[0].Time, Session: "s", Tool: "Bash", Cmd: "rm -rf /"}, lines[0])
	assert.True(t, lines[1].CmdCut)
	assert.EqualValues(t, 9+2*audit.MaxCmd, lines[1].CmdLen)
	assert.Less(t, len(lines[1].Cmd), 2*audit.MaxCmd)
}
