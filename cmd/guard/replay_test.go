package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"guard/classify"
)

// session writes a transcript of one Bash call a line, begun in start.
func session(t *testing.T, name, start string, lines ...string) {
	t.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, `{"type":"user","cwd":%s,"sessionId":"s","entrypoint":"cli","permissionMode":"default","message":{"content":"x"}}`+"\n", quoteJSON(start))
	for i, l := range lines {
		fmt.Fprintf(&b, `{"type":"assistant","cwd":%s,"sessionId":"s","message":{"content":[{"type":"tool_use","id":"%s-%d","name":"Bash","input":{"command":%s}}]}}`+"\n", quoteJSON(start), filepath.Base(name), i, quoteJSON(l))
	}
	require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o700))
	require.NoError(t, os.WriteFile(name, []byte(b.String()), 0o600))
}

func replayOf(t *testing.T, home string, jobs int, paths ...string) *replayed {
	t.Helper()
	files, _, err := transcripts(paths)
	require.NoError(t, err)
	r, err := newReplayer(home)
	require.NoError(t, err)
	return r.run(files, jobs)
}

// TestReplayProject: the project is the git root of where the session began,
// or that folder where it is gone; never a home.
func TestReplayProject(t *testing.T) {
	home := t.TempDir()
	repo := filepath.Join(home, "repo")
	require.NoError(t, os.MkdirAll(filepath.Join(repo, ".git"), 0o700))
	require.NoError(t, os.MkdirAll(filepath.Join(repo, "sub"), 0o700))
	for _, c := range []struct {
		name, start, line string
		want              classify.Verdict
	}{
		{"the git root above", filepath.Join(repo, "sub"), "touch ../x", classify.Allow},
		{"outside of it", filepath.Join(repo, "sub"), "touch ../../x", classify.Approve},
		{"a folder that is gone", filepath.Join(home, "gone"), "touch x", classify.Allow},
		{"beside a folder that is gone", filepath.Join(home, "gone"), "touch ../x", classify.Approve},
		{"below a repository that is gone", filepath.Join(repo, "gone"), "touch ../x", classify.Approve},
		{"a home is no project", home, "touch x", classify.Approve},
	} {
		name := filepath.Join(t.TempDir(), "s.jsonl")
		session(t, name, c.start, c.line)
		sum := replayOf(t, home, 1, name)
		assert.Equal(t, map[classify.Verdict]int{c.want: 1}, sum.verdicts, c.name)
	}
}

// TestReplayOrder: however many read at a time, the report is the same.
func TestReplayOrder(t *testing.T) {
	dir := t.TempDir()
	for i := range 40 {
		session(t, filepath.Join(dir, fmt.Sprintf("%02d.jsonl", i)), "/nowhere/p", "ls", "git push", fmt.Sprintf("rm -rf /etc/%d", i%7))
	}
	want := replayOf(t, "/nowhere/home", 1, dir).report(3, true)
	assert.Equal(t, 120, want.Calls)
	assert.Equal(t, 40, want.Files)
	for _, jobs := range []int{2, 8} {
		assert.Equal(t, want, replayOf(t, "/nowhere/home", jobs, dir).report(3, true))
	}
}

// TestReplayProjectPolicy: a project's own policy counts for its sessions, and
// a wrong one leaves them unjudged, by name, while the rest is judged.
func TestReplayProjectPolicy(t *testing.T) {
	home := t.TempDir()
	logs := t.TempDir()
	for name, text := range map[string]string{"strict": "posture = \"strict\"\n", "wrong": "posture = 3\n", "plain": ""} {
		repo := filepath.Join(home, name)
		require.NoError(t, os.MkdirAll(filepath.Join(repo, ".git"), 0o700))
		if text != "" {
			require.NoError(t, os.WriteFile(filepath.Join(repo, ".guard.toml"), []byte(text), 0o600))
		}
		session(t, filepath.Join(logs, name+".jsonl"), repo, "frobnicate")
	}
	sum := replayOf(t, home, 2, logs)
	assert.Equal(t, map[classify.Verdict]int{classify.Defer: 1, classify.Approve: 1}, sum.verdicts)
	assert.Equal(t, 1, sum.Unjudged)
	require.Len(t, sum.Faults, 1)
	assert.Contains(t, sum.Faults[0].Why, ".guard.toml:1")
	assert.Equal(t, filepath.Join(logs, "wrong.jsonl"), sum.Faults[0].File)
}

// TestReplayShowsNoControls: what a model wrote cannot drive the terminal.
func TestReplayShowsNoControls(t *testing.T) {
	dir := t.TempDir()
	session(t, filepath.Join(dir, "a.jsonl"), "/nowhere/p", "git push \x1b[2J\u202e")
	var b strings.Builder
	printReplay(&b, replayOf(t, "/nowhere/home", 1, dir).report(5, true), false)
	assert.Contains(t, b.String(), `\x1b[2J\u202e`)
	assert.NotContains(t, b.String(), "\x1b")
	assert.NotContains(t, b.String(), "\u202e")
}
