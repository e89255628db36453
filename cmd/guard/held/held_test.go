// Package held tests the real guard with a butler that runs in the test: what
// becomes of a call, from the hook to the owner and back. It is apart from the
// tests of cmd/guard so that their guard is no larger than the real one.
package held

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"guard/audit"
	"guard/butler/daemon"
	"guard/butler/inbox"
	"guard/coord"
	"guard/internal/person"
	"guard/internal/person/persontest"
	"guard/internal/place"
)

var (
	ctx   = context.Background()
	guard string // the real one
)

func TestMain(m *testing.M) { os.Exit(run(m)) }

func run(m *testing.M) int {
	dir, err := os.MkdirTemp("", "held")
	if err != nil {
		fmt.Println(err)
		return 1
	}
	defer os.RemoveAll(dir)
	guard = filepath.Join(dir, "guard")
	out, err := exec.Command("go", "build", "-tags", "patient", "-o", guard, "guard/cmd/guard").CombinedOutput()
	// A test may itself be run by a client: it has processes of its own making.
	person.Root = filepath.Join(dir, "proc")
	err = errors.Join(err, persontest.Write(person.Root, person.Process{Name: "bash"}), persontest.Self(person.Root, os.Getpid(), "butler"))
	if err != nil {
		fmt.Println(err, string(out))
		return 1
	}
	return m.Run()
}

// world is a home with guard and butler.
type world struct {
	t    *testing.T
	home string
	conf daemon.Config
	stop func()
}

func newWorld(t *testing.T) *world {
	t.Helper()
	home, err := os.MkdirTemp("", "held")
	require.NoError(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(home) })
	require.NoError(t, os.MkdirAll(filepath.Join(home, "p", ".git"), 0o700))
	w := &world{t: t, home: home}
	getenv := func(n string) string { return map[string]string{"HOME": home}[n] }
	w.conf = daemon.Config{Home: filepath.Join(home, ".butler"), Version: "test", Listen: "127.0.0.1:0"}
	w.conf.Places, err = place.Find(getenv)
	require.NoError(t, err)
	w.conf.Wire, err = coord.Find(getenv)
	require.NoError(t, err)
	w.start()
	return w
}

func (w *world) start() {
	d, err := daemon.Open(ctx, w.conf)
	require.NoError(w.t, err)
	run, stop := context.WithCancel(ctx)
	ran := make(chan error, 1)
	go func() { ran <- d.Run(run) }()
	w.stop = sync.OnceFunc(func() {
		stop()
		assert.NoError(w.t, <-ran)
		d.Close()
	})
	w.t.Cleanup(w.stop)
	require.Eventually(w.t, func() bool {
		_, err := w.client().Ping(ctx)
		return err == nil
	}, 20*time.Second, 5*time.Millisecond)
}

func (w *world) client() coord.Client { return coord.Client{Places: w.conf.Wire, Timing: patient()} }

func patient() coord.Timing {
	t := coord.Usual()
	t.Dial, t.Ack = 10*time.Second, 10*time.Second
	return t
}

func (w *world) policy(text string) {
	dir := filepath.Join(w.home, ".config", "guard")
	require.NoError(w.t, os.MkdirAll(dir, 0o700))
	require.NoError(w.t, os.WriteFile(filepath.Join(dir, "policy.toml"), []byte(text), 0o600))
}

// hooked is a hook call of Claude Code that runs; nobody watches its session.
type hooked struct {
	cmd *exec.Cmd
	out bytes.Buffer
}

func (w *world) begin(event, line, call string, env ...string) *hooked {
	w.t.Helper()
	input := map[string]any{
		"session_id": "s1", "hook_event_name": event, "cwd": filepath.Join(w.home, "p"), "permission_mode": "default",
		"tool_name": "Bash", "tool_input": map[string]string{"command": line},
	}
	if event != "PermissionRequest" {
		input["tool_use_id"] = call
	}
	text, err := json.Marshal(input)
	require.NoError(w.t, err)
	h := &hooked{cmd: exec.Command(guard, "hook", "claude")}
	h.cmd.Dir = filepath.Join(w.home, "p")
	h.cmd.Env = append([]string{"HOME=" + w.home, "CLAUDE_PROJECT_DIR=" + h.cmd.Dir, "CLAUDE_CODE_ENTRYPOINT=sdk-cli"}, env...)
	h.cmd.Stdin = bytes.NewReader(text)
	h.cmd.Stdout = &h.out
	require.NoError(w.t, h.cmd.Start())
	w.t.Cleanup(func() { _ = h.cmd.Process.Kill(); _ = h.cmd.Wait() })
	return h
}

// end is the answer of the call and its reason.
func (h *hooked) end() (answer, reason string) {
	_ = h.cmd.Wait()
	for _, p := range []string{"hookSpecificOutput.permissionDecision", "hookSpecificOutput.decision.behavior"} {
		if v := gjson.GetBytes(h.out.Bytes(), p); v.Exists() {
			return v.String(), gjson.GetBytes(h.out.Bytes(), "hookSpecificOutput.permissionDecisionReason").String()
		}
	}
	return "none", ""
}

func (w *world) hook(event, line, call string, env ...string) (answer, reason string) {
	w.t.Helper()
	return w.begin(event, line, call, env...).end()
}

// items are those of the inbox that are wanted, once they are n.
func (w *world) items(n int, wanted func(inbox.Brief) bool) []inbox.Brief {
	w.t.Helper()
	var out []inbox.Brief
	require.Eventually(w.t, func() bool {
		out = nil
		_, err := w.client().Call(ctx, coord.TList, &coord.List{All: true}, func(r coord.Reply) error {
			var x inbox.Brief
			if err := json.Unmarshal(r.Body, &x); err != nil {
				return err
			}
			if wanted(x) {
				out = append(out, x)
			}
			return nil
		})
		return err == nil && len(out) == n
	}, 30*time.Second, 5*time.Millisecond)
	return out
}

func pending(x inbox.Brief) bool  { return x.State == inbox.Pending }
func attached(x inbox.Brief) bool { return pending(x) && x.Attached }
func parked(x inbox.Brief) bool   { return pending(x) && !x.Attached }

// decide says yes or no as the owner does in a terminal.
func (w *world) decide(ref, said string) {
	w.t.Helper()
	body, err := w.client().Call(ctx, coord.TPrepare, &coord.Prepare{Ref: ref}, nil)
	require.NoError(w.t, err)
	var s daemon.Shown
	require.NoError(w.t, json.Unmarshal(body, &s))
	_, err = w.client().Call(ctx, coord.TDecide, &coord.Decide{Ref: ref, Rev: s.Item.Rev, Hash: s.Item.Hash, Token: s.Token, Idem: coord.NewID(), Decision: json.RawMessage(said)}, nil)
	require.NoError(w.t, err)
}

const (
	yes  = `{"approved":true}`
	push = "git push origin main"
)

// noYesWithoutRecord checks the whole log: it verifies, and each allow has a
// ruling or a grant before it.
func (w *world) noYesWithoutRecord(allowed int) {
	w.t.Helper()
	dir := w.conf.Places.LogDir()
	r := audit.Verify([]string{dir}, audit.VerifyOptions{})
	require.Equal(w.t, audit.Verified, r.Exit, r.Summary())
	said := map[string]bool{} // rulings and grants of the owner, by what they are called
	n := 0
	var recs []audit.Record
	for line, err := range audit.Backward(dir) {
		require.NoError(w.t, err)
		rec, err := audit.ParseRecord(line)
		require.NoError(w.t, err)
		recs = append([]audit.Record{rec}, recs...)
	}
	for _, rec := range recs {
		switch {
		case strings.Contains(rec.By, "owner") && (rec.Answer == "allow" || rec.Type == audit.TypeGrant):
			for f := range strings.FieldsSeq(rec.Reason + " " + rec.Grant) {
				said[f] = true
			}
			if rec.Event != "" {
				n++ // guard's own, with which it lets the call go
			}
		case rec.Type == audit.TypeDecision && rec.Answer == "allow" && rec.Verdict == "approve":
			n++
			assert.True(w.t, said[rec.Grant], "%+v", rec)
		}
	}
	assert.Equal(w.t, allowed, n, "%+v", recs)
}

// TestOneYesOneRun: the same call is held by several hooks at once; one yes lets
// one of them run.
func TestOneYesOneRun(t *testing.T) {
	w := newWorld(t)
	var hooks []*hooked
	for i := range 5 {
		hooks = append(hooks, w.begin("PreToolUse", push, fmt.Sprint("t", i)))
	}
	x := w.items(1, func(x inbox.Brief) bool { return attached(x) && x.Attempts == 5 })[0]
	w.decide(x.Ref, yes)
	answers := map[string]int{}
	for _, h := range hooks {
		a, _ := h.end()
		answers[a]++
	}
	assert.Equal(t, map[string]int{"allow": 1, "deny": 4}, answers)
	w.stop()
	a, reason := w.hook("PreToolUse", push, "t9")
	assert.Equal(t, "deny", a, "and no yes is left over")
	assert.Contains(t, reason, "guard approve G-")
	w.noYesWithoutRecord(1)
}

// TestGuardKilled: a guard that is killed while it holds leaves a parked item; the
// yes is for the retry, which runs once, with butler gone.
func TestGuardKilled(t *testing.T) {
	w := newWorld(t)
	h := w.begin("PreToolUse", push, "t1")
	x := w.items(1, attached)[0]
	require.NoError(t, h.cmd.Process.Kill())
	w.items(1, parked)
	w.decide(x.Ref, yes)
	w.stop()
	a, _ := w.hook("PreToolUse", push, "t2")
	assert.Equal(t, "allow", a)
	a, _ = w.hook("PreToolUse", push, "t3")
	assert.Equal(t, "deny", a)
	w.noYesWithoutRecord(1)
}

// TestNoIsRemembered: the same call, tried again, hears the owner's no at once.
func TestNoIsRemembered(t *testing.T) {
	w := newWorld(t)
	h := w.begin("PreToolUse", push, "t1")
	w.decide(w.items(1, attached)[0].Ref, `{"approved":false,"comment":"not on a Friday"}`)
	a, reason := h.end()
	assert.Equal(t, "deny", a)
	assert.Contains(t, reason, "not on a Friday")
	a, reason = w.hook("PreToolUse", push, "t2")
	assert.Equal(t, "deny", a)
	assert.Contains(t, reason, "not on a Friday")
	w.items(0, pending)
	w.noYesWithoutRecord(0)
}

// TestSessionFull: an agent cannot bury its owner; what is too much is denied and
// kept nowhere.
func TestSessionFull(t *testing.T) {
	w := newWorld(t)
	w.policy(`hold = "0s"`)
	for i := range inbox.MaxSession {
		a, reason := w.hook("PreToolUse", fmt.Sprint(push, i), "t")
		require.Equal(t, "deny", a)
		require.Contains(t, reason, "butler approve B-")
	}
	a, reason := w.hook("PreToolUse", push, "t")
	assert.Equal(t, "deny", a)
	assert.Contains(t, reason, "Nobody could be asked")
	assert.NotContains(t, reason, "approve G-")
	w.items(inbox.MaxSession, parked)
}

// TestPolicyChanged: a yes is void where the policy is another one at the retry.
func TestPolicyChanged(t *testing.T) {
	w := newWorld(t)
	w.policy(`hold = "0s"`)
	_, _ = w.hook("PreToolUse", push, "t1")
	w.decide(w.items(1, parked)[0].Ref, yes)
	w.policy("hold = \"0s\"\nposture = \"strict\"")
	a, _ := w.hook("PreToolUse", push, "t2")
	assert.Equal(t, "deny", a)
	w.noYesWithoutRecord(0)
}

// TestAnsweredElsewhere: guard tells butler that a call ran which its owner might
// still be asked about, and that a session ended.
func TestAnsweredElsewhere(t *testing.T) {
	const interactive = "CLAUDE_CODE_ENTRYPOINT=cli"
	w := newWorld(t)
	stop := w.watch()
	defer stop()
	a, _ := w.hook("PreToolUse", push, "t1", interactive)
	require.Equal(t, "ask", a)
	h := w.begin("PermissionRequest", push, "", interactive)
	w.items(1, attached)
	_, _ = w.hook("PostToolUse", push, "t1", interactive)
	a, _ = h.end()
	assert.Equal(t, "none", a)
	w.items(1, func(x inbox.Brief) bool { return x.State == inbox.Withdrawn })

	_, _ = w.hook("PreToolUse", push+"2", "t2", interactive)
	h = w.begin("PermissionRequest", push+"2", "", interactive)
	w.items(1, attached)
	_, _ = w.hook("SessionEnd", "", "", interactive)
	a, _ = h.end()
	assert.Equal(t, "none", a)
	w.items(0, pending)
	w.noYesWithoutRecord(0)
}

// watch has the inbox open until the function that it returns is called.
func (w *world) watch() func() {
	w.t.Helper()
	watching, stop := context.WithCancel(ctx)
	began := make(chan bool, 1000)
	go func() {
		_, _ = w.client().Call(watching, coord.TWatch, &coord.Watch{}, func(coord.Reply) error {
			select {
			case began <- true:
			default:
			}
			return nil
		})
	}()
	<-began
	return stop
}
