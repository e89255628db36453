//go:build e2e

package e2e

import (
	"bufio"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/stretchr/testify/require"
)

// A record is what the tests read of a record of guard's log.
type record struct {
	Seq     uint64 `json:"seq"`
	Ref     uint64 `json:"ref"`
	By      string `json:"by"`
	Type    string `json:"type"`
	Client  string `json:"client"`
	Agent   string `json:"agent"`
	Event   string `json:"event"`
	Call    string `json:"call"`
	Tool    string `json:"tool"`
	Verdict string `json:"verdict"`
	Answer  string `json:"answer"`
	Reason  string `json:"reason"`
}

// log verifies guard's log and returns its records since guard was installed.
func (w *world) log() []record {
	w.t.Helper()
	verify := w.exec(w.dir, w.environ(), lab.guard, "verify")
	require.Zero(w.t, verify.status, "guard verify: %s%s", verify.stdout, verify.stderr)
	return w.records()[w.installed:]
}

// records reads guard's log. It uses the guard that was built, not the one in
// the home folder, which a case may have broken.
func (w *world) records() []record {
	w.t.Helper()
	out := w.exec(w.dir, w.environ(), lab.guard, "log", "--json")
	require.Zero(w.t, out.status, "guard log: %s", out.stderr)
	var records []record
	lines := bufio.NewScanner(strings.NewReader(out.stdout))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var r record
		require.NoError(w.t, json.Unmarshal(lines.Bytes(), &r), lines.Text())
		records = append(records, r)
	}
	require.NoError(w.t, lines.Err())
	return records
}

// decisions is what guard decided about calls before they ran.
func (w *world) decisions() []record {
	var out []record
	for _, r := range w.log() {
		if r.Type == "decision" && r.Event == "PreToolUse" {
			out = append(out, r)
		}
	}
	return out
}

// logsExactly checks that guard decided once about each of calls, by tool_use
// id and tool, and about nothing else.
func (w *world) logsExactly(calls []*call) {
	w.t.Helper()
	var want, got []string
	for _, c := range calls {
		want = append(want, c.id+" "+c.logged)
	}
	for _, r := range w.decisions() {
		require.Equal(w.t, w.client.name(), r.Client)
		got = append(got, r.Call+" "+r.Tool)
	}
	require.ElementsMatch(w.t, want, got, "guard's log must hold the calls that the model made")
	for _, r := range w.log() {
		if r.Call != "" {
			require.Contains(w.t, got, r.Call+" "+r.Tool, "a %s record of a call that was not made: %+v", r.Type, r)
		}
	}
}

// decision is the one record about c.
func (w *world) decision(c *call) record {
	w.t.Helper()
	for _, r := range w.decisions() {
		if r.Call == c.id {
			return r
		}
	}
	require.Fail(w.t, fmt.Sprintf("guard's log has no decision about %s (%s)", c.id, c.tool))
	return record{}
}

// stopped checks that guard denied c for the given verdict, and that the model
// was told why.
func (w *world) stopped(c *call, verdict string) {
	w.t.Helper()
	d := w.decision(c)
	require.Equal(w.t, "deny", d.Answer, "%+v", d)
	require.Equal(w.t, verdict, d.Verdict, "%+v", d)
	require.NotEmpty(w.t, d.Reason, "%+v", d)
	told, ok := w.model.heard(c)
	require.True(w.t, ok, "the model was never told about %s", c.id)
	require.True(w.t, w.client.refused(told), "the model was told: %s", told.text)
	require.Contains(w.t, told.text, d.Reason)
}

// ran checks that guard let c through and that the client ran it.
func (w *world) ran(c *call, verdict string) {
	w.t.Helper()
	d := w.decision(c)
	require.Contains(w.t, []string{"allow", "none"}, d.Answer, "%+v", d)
	require.Equal(w.t, verdict, d.Verdict, "%+v", d)
	told, ok := w.model.heard(c)
	require.True(w.t, ok, "the model was never told about %s", c.id)
	require.False(w.t, w.client.refused(told), "the model was told: %s", told.text)
}

// heardOf says whether the log holds a record of the event. Other than the
// rest of this file it may be called while the client runs, from the model's
// side.
func (w *world) heardOf(event string) bool {
	log := w.exec(w.dir, w.environ(), lab.guard, "log", "--json")
	return strings.Contains(log.stdout, `"event":"`+event+`"`)
}
