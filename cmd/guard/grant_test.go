package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"guard/classify"
	"guard/grants"
	"guard/hookio"
	"guard/internal/person"
	"guard/internal/person/persontest"
	"guard/internal/place"
)

// guardInTest is guard as the scripts run it: what stands above it in TEST_PROC
// is what the test says, since a test may itself be run by a client.
func guardInTest() {
	systemRoot = os.Getenv("TEST_ROOT")
	if os.Getenv("TEST_WIRE") != "" { // how long to wait for an ack, and for a tick
		wireTiming.Dial, wireTiming.Write = 20*time.Second, 20*time.Second
		wireTiming.Again = []time.Duration{time.Millisecond, time.Millisecond, time.Millisecond}
		ack, tick, _ := strings.Cut(os.Getenv("TEST_WIRE"), " ")
		wireTiming.Ack, _ = time.ParseDuration(ack)
		wireTiming.Tick, _ = time.ParseDuration(tick)
		remindTime = wireTiming.Ack
	}
	if root := os.Getenv("TEST_PROC"); root != "" {
		person.Root = root
		_ = persontest.Self(root, os.Getpid(), "guard")
	}
	main()
}

// personCmd is a person at a terminal: person STATUS ANSWER ARGS… runs guard
// there and types ANSWER where letters are asked for; LETTERS stands for them.
// What the screen showed is then in the file out.
func personCmd(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: person STATUS ANSWER ARGS…")
	}
	exe, err := exec.LookPath(filepath.Join(filepath.SplitList(ts.Getenv("PATH"))[0], "guard"))
	ts.Check(err)
	cmd := exec.Command(exe, args[2:]...)
	cmd.Dir = ts.Getenv("PROJECT")
	for _, name := range []string{"HOME", "PATH", "TMPDIR", "TEST_PROC", "TEST_ROOT", "CLAUDECODE"} {
		cmd.Env = append(cmd.Env, name+"="+ts.Getenv(name))
	}
	screen, status, err := persontest.AtTerminal(cmd, args[1])
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs("out"), []byte(screen), 0o600))
	if fmt.Sprint(status) != args[0] {
		ts.Fatalf("guard %v: exit status %d, want %s\n%s", args[2:], status, args[0], screen)
	}
}

// foundCmd keeps in a variable what a pattern, or its last group, first matches
// in a file: found NAME FILE PATTERN.
func foundCmd(ts *testscript.TestScript, neg bool, args []string) {
	m := regexp.MustCompile(args[2]).FindStringSubmatch(ts.ReadFile(args[1]))
	if neg || m == nil {
		ts.Fatalf("nothing in %s matches %s:\n%s", args[1], args[2], ts.ReadFile(args[1]))
	}
	ts.Setenv(args[0], m[len(m)-1])
}

// aboveCmd says what stands above guard: above NAME… are the programs, nearest
// first.
func aboveCmd(ts *testscript.TestScript, neg bool, args []string) {
	root := ts.MkAbs("proc")
	ts.Check(os.RemoveAll(root))
	var above []person.Process
	for _, name := range args {
		above = append(above, person.Process{Name: name, Args: []string{name}})
	}
	ts.Check(persontest.Write(root, above...))
	ts.Setenv("TEST_PROC", root)
}

// TestLifted is what a call gets that needs a person and has a grant.
func TestLifted(t *testing.T) {
	base := situation{client: hookio.Claude, event: hookio.PreToolUse, mode: "default", autoAllow: "prompt", cover: grants.Exact}
	with := func(f func(*situation)) situation { s := base; f(&s); return s }
	approve := classify.Result{Verdict: classify.Approve, Tier: classify.TierOutward}
	for _, c := range []struct {
		says string
		s    situation
		want hookio.Answer
	}{
		{"a yes to this call", base, hookio.Allow},
		{"in bypass mode", with(func(s *situation) { s.mode = "bypassPermissions" }), hookio.Allow},
		{"unattended", with(func(s *situation) { s.unattended = true }), hookio.Allow},
		{"a rule of the person's asks, and was answered", with(func(s *situation) { s.askRule = true }), hookio.Allow},
		{"Codex has no allow", with(func(s *situation) { s.client = hookio.Codex }), hookio.None},
		{"the dialog", with(func(s *situation) { s.event = hookio.PermissionRequest }), hookio.Allow},
		{"Codex's dialog", with(func(s *situation) { s.client, s.event = hookio.Codex, hookio.PermissionRequest }), hookio.Allow},
		{"the dialog in plan mode", with(func(s *situation) { s.event, s.mode = hookio.PermissionRequest, "plan" }), hookio.None},
		{"a question to the person", with(func(s *situation) { s.dialog = true }), hookio.None},
		{"a grant ahead of time", with(func(s *situation) { s.cover = grants.Prefix }), hookio.Allow},
		{"ahead, and a rule asks", with(func(s *situation) { s.cover, s.askRule = grants.Prefix, true }), hookio.None},
		{"ahead, beside something unknown", with(func(s *situation) { s.cover, s.unsure = grants.Prefix, true }), hookio.None},
		{"ahead, leaving the sandbox", with(func(s *situation) { s.cover, s.leaves = grants.Prefix, true }), hookio.None},
		{"none", with(func(s *situation) { s.cover = grants.None }), hookio.Ask},
		{"none, unattended", with(func(s *situation) { s.cover, s.unattended = grants.None, true }), hookio.Deny},
		{"a no", with(func(s *situation) { s.cover, s.denied = grants.None, true }), hookio.Deny},
		{"only watching", with(func(s *situation) { s.observe = true }), hookio.None},
	} {
		assert.Equal(t, c.want, decide(approve, c.s), c.says)
	}
	refuse := classify.Result{Verdict: classify.Refuse, Tier: classify.TierForbidden}
	for _, cover := range []grants.Cover{grants.None, grants.Exact, grants.Prefix} {
		assert.Equal(t, hookio.Deny, decide(refuse, with(func(s *situation) { s.cover = cover })), "refuse is never lifted")
	}
}

// TestNeedsOf: what a prefix grant may be asked about.
func TestNeedsOf(t *testing.T) {
	dir := realPath(t.TempDir())
	sc := &classify.Scene{Dir: dir, Project: dir, Home: filepath.Dir(dir), Temp: "/nowhere"}
	for line, want := range map[string][]grants.Need{
		"git push origin main":               {{Argv: []string{"git", "push", "origin", "main"}, Dirs: []string{dir}, Effects: []string{"publish"}}},
		"timeout 9 git -C . push":            {{Argv: []string{"git", "push"}, Dirs: []string{dir}, Effects: []string{"publish"}}},
		"ls && git push":                     {{Argv: []string{"git", "push"}, Dirs: []string{dir}, Effects: []string{"publish"}}},
		"git push origin $X":                 nil,
		"git push $(cat x)":                  nil,
		"GIT_DIR=/x/.git git push":           nil,
		"git push > ~/.bashrc":               nil,
		"cd $X && git push":                  nil,
		"ssh box git push":                   nil,
		"git push; $X -f":                    nil,
		"git push 'a":                        nil,
		"git push origin main && rm -rf ~/x": {{Argv: []string{"git", "push", "origin", "main"}, Dirs: []string{dir}, Effects: []string{"publish"}}, {Argv: []string{"rm", "-rf", sc.Home + "/x"}, Dirs: []string{dir}, Effects: []string{"deletes home"}}},
	} {
		r := classify.Line(line, sc, nil)
		require.GreaterOrEqual(t, r.Verdict, classify.Approve, line)
		assert.Equal(t, want, needsOf(&hookio.Request{Client: hookio.Claude, Event: hookio.PreToolUse, Tool: "Bash"}, r), line)
		assert.Nil(t, needsOf(&hookio.Request{Client: hookio.Claude, Event: hookio.PreToolUse, Tool: "Bash", Input: []byte(`{"dangerouslyDisableSandbox":true}`)}, r), line)
		assert.Nil(t, needsOf(&hookio.Request{Client: hookio.Claude, Event: hookio.PreToolUse, Tool: "mcp__x__run"}, r), line)
	}
}

// TestFieldsOf: which bytes of an input a yes binds.
func TestFieldsOf(t *testing.T) {
	fields := func(client hookio.Client, tool, input string) []grants.Field {
		return fieldsOf(&hookio.Request{Client: client, Tool: tool, Input: []byte(input)})
	}
	a := fields(hookio.Claude, "Bash", `{"command":"ls","description":"look","timeout":5}`)
	assert.Equal(t, []grants.Field{{Name: "command", Raw: `"ls"`}}, a)
	assert.Equal(t, a, fields(hookio.Claude, "Bash", `{ "description":"other", "command" : "ls" }`))
	assert.NotEqual(t, a, fields(hookio.Claude, "Bash", `{"command":"ls","dangerouslyDisableSandbox":true}`))
	assert.NotEqual(t, a, fields(hookio.Claude, "Bash", `{"command":"ls","run_in_background":true}`))
	assert.NotEqual(t, a, fields(hookio.Claude, "Bash", `{"command":"ls","something_new":1}`))
	assert.Equal(t, fields(hookio.Codex, "apply_patch", `{"command":"x"}`), fields(hookio.Codex, "apply_patch", `{"command":"x","description":"why"}`))
	assert.NotEqual(t, fields(hookio.Claude, "mcp__x__y", `{"description":"a"}`), fields(hookio.Claude, "mcp__x__y", `{"description":"b"}`))
}

// TestFilesRead: the hash is of the bytes that were judged.
func TestFilesRead(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "x.sh")
	put := func(text string) { require.NoError(t, os.WriteFile(name, []byte(text), 0o600)) }
	look := func(limit int) *filesRead {
		sc := &classify.Scene{ReadFile: place.ReadFile}
		r := watch(sc)
		_, _ = sc.ReadFile(name, limit)
		return r
	}
	r := look(100)
	files, err := r.hashes()
	require.NoError(t, err)
	assert.Equal(t, []grants.File{{Path: name}}, files, "it was not there")
	put("echo a")
	_, err = r.hashes()
	require.ErrorContains(t, err, "has changed while it was judged", "it came later")

	r = look(100)
	a, err := r.hashes()
	require.NoError(t, err)
	put("echo b")
	_, err = r.hashes()
	require.ErrorContains(t, err, "has changed while it was judged")
	b, err := look(100).hashes()
	require.NoError(t, err)
	assert.NotEqual(t, a, b)
	r = look(100)
	put("echo b; more")
	_, err = r.hashes()
	require.ErrorContains(t, err, "has changed", "it has grown")

	// What lies behind the part that is judged counts as well.
	put("echo long enough")
	a, err = look(4).hashes()
	require.NoError(t, err)
	put("echo long enouch")
	b, err = look(4).hashes()
	require.NoError(t, err)
	assert.NotEqual(t, a, b)
}

func TestDuration(t *testing.T) {
	for s, want := range map[string]string{"8h": "8h0m0s", "30m": "30m0s", "3d": "72h0m0s", "7d": "168h0m0s", "168h": "168h0m0s"} {
		d, err := duration(s)
		require.NoError(t, err, s)
		assert.Equal(t, want, d.String())
	}
	for _, s := range []string{"", "8", "0h", "-1h", "8d", "169h", "99999999d", "d", "1y"} {
		_, err := duration(s)
		require.Error(t, err, s)
	}
}
