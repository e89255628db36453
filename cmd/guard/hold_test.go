//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"guard/audit"
	"guard/coord"
	"guard/coord/coordtest"
	"guard/grants"
)

// world is a home in which the real guard runs.
type world struct {
	t    *testing.T
	home string
	exe  string
	env  []string
}

// newWorld makes a home whose path is short enough for a socket.
func newWorld(t *testing.T, env ...string) *world {
	t.Helper()
	home, err := os.MkdirTemp("", "hold")
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(home) })
	require.NoError(t, os.MkdirAll(filepath.Join(home, "p", ".git"), 0o700))
	exe, err := os.Executable()
	require.NoError(t, err)
	w := &world{t: t, home: home, exe: filepath.Join(home, "guard")}
	require.NoError(t, os.Symlink(exe, w.exe))
	w.env = append([]string{"HOME=" + home, "CLAUDE_PROJECT_DIR=" + filepath.Join(home, "p"), "TEST_WIRE=20s 20s"}, env...)
	return w
}

func (w *world) places() coord.Places {
	p, err := coord.Find(func(n string) string { return map[string]string{"HOME": w.home}[n] })
	require.NoError(w.t, err)
	return p
}

func (w *world) policy(text string) {
	dir := filepath.Join(w.home, ".config", "guard")
	require.NoError(w.t, os.MkdirAll(dir, 0o700))
	require.NoError(w.t, os.WriteFile(filepath.Join(dir, "policy.toml"), []byte(text), 0o600))
}

func (w *world) butler(script string) *coordtest.Butler {
	w.t.Helper()
	b, err := coordtest.Start(w.places(), script)
	require.NoError(w.t, err)
	w.t.Cleanup(func() { b.Stop() })
	return b
}

// waitHeard waits until butler has heard n requests.
func waitHeard(t *testing.T, b *coordtest.Butler, n int) {
	t.Helper()
	require.Eventually(t, func() bool { return len(b.Heard()) >= n }, 20*time.Second, time.Millisecond)
}

// said is what a hook call left behind.
type said struct {
	out, err string
	status   int
}

// answer is the decision in a hook's output: allow, ask, deny, or none.
func (s said) answer() string {
	for _, path := range []string{"hookSpecificOutput.permissionDecision", "hookSpecificOutput.decision.behavior"} {
		if v := gjson.Get(s.out, path); v.Exists() {
			return v.String()
		}
	}
	return "none"
}

func (w *world) command(client, event, line string, more ...string) *exec.Cmd {
	cmd := exec.Command(w.exe, "hook", client)
	cmd.Dir = filepath.Join(w.home, "p")
	cmd.Env = w.env
	members := fmt.Sprintf(`"session_id":"s1","hook_event_name":%q,"cwd":%q,"tool_name":"Bash","tool_input":{"command":%s}`, event, cmd.Dir, quoteJSON(line))
	if event != "PermissionRequest" {
		members += `,"tool_use_id":"t1"`
	}
	if !strings.Contains(strings.Join(more, ""), "permission_mode") {
		members += `,"permission_mode":"default"`
	}
	for _, m := range more {
		members += "," + m
	}
	cmd.Stdin = strings.NewReader("{" + members + "}")
	return cmd
}

func (w *world) hook(client, event, line string, more ...string) said {
	w.t.Helper()
	return ended(w.t, w.command(client, event, line, more...))
}

func ended(t *testing.T, cmd *exec.Cmd) said {
	t.Helper()
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	if cmd.ProcessState == nil {
		require.NoError(t, err)
	}
	return said{out.String(), errs.String(), cmd.ProcessState.ExitCode()}
}

// records is the log without its genesis.
func (w *world) records() []audit.Record {
	var out []audit.Record
	for line, err := range audit.Backward(filepath.Join(w.home, ".local", "state", "guard", "audit")) {
		require.NoError(w.t, err)
		r, err := audit.ParseRecord(line)
		require.NoError(w.t, err)
		if r.Type != audit.TypeGenesis {
			out = append([]audit.Record{r}, out...)
		}
	}
	return out
}

const (
	push       = "git push origin main"
	unattended = "CLAUDE_CODE_ENTRYPOINT=sdk-cli"
)

// TestHold plays every golden talk to the real guard, for a client that nobody
// watches and for one whose own dialog is open.
func TestHold(t *testing.T) {
	talks, err := coordtest.Talks("../../fixtures/coord/talks")
	require.NoError(t, err)
	for name, script := range talks {
		want := coordtest.Want(script)
		wire, hold := "20s 1m", "60s"
		switch name { // what is silent must be waited for
		case "no-ack":
			wire = "400ms 1m"
		case "silent-then-back":
			wire = "20s 1s"
		case "nobody":
			hold = "3s"
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if want != "unwatched" {
				w := newWorld(t, unattended, "TEST_WIRE="+wire)
				w.policy(`hold = "` + hold + `"`)
				b := w.butler(script)
				got := w.hook("claude", "PreToolUse", push)
				assert.NoError(t, b.Stop())
				checkHeld(t, w, want, script, got, map[bool]string{true: "allow", false: "deny"}[want == "approved"])
			}
			w := newWorld(t, "TEST_WIRE="+wire)
			w.policy(`hold = "` + hold + `"`)
			b := w.butler(script)
			got := w.hook("claude", "PermissionRequest", push)
			assert.NoError(t, b.Stop())
			checkHeld(t, w, want, script, got, map[string]string{"approved": "allow", "denied": "deny"}[want])
		})
	}
}

// checkHeld looks at the answer, and at the two records: the hold before, the
// ruling that ended it.
func checkHeld(t *testing.T, w *world, want, script string, got said, answer string) {
	t.Helper()
	if answer == "" {
		answer = "none"
	}
	assert.Zero(t, got.status)
	assert.Equal(t, answer, got.answer(), "%+v", got)
	recs := w.records()
	require.Len(t, recs, 2, "%+v", recs)
	hold, ruling := recs[0], recs[1]
	assert.Equal(t, []string{"decision", "hold", "approve"}, []string{string(hold.Type), hold.Answer, hold.Verdict})
	assert.Equal(t, []string{"ruling", answer}, []string{string(ruling.Type), ruling.Answer})
	assert.Equal(t, hold.Seq, ruling.Ref)
	by := "guard"
	if want == "approved" || want == "denied" {
		by = "butler: owner, terminal"
	}
	if strings.Contains(script, `"state":"approved"`) && !strings.Contains(script, `"by"`) && want == "approved" {
		by = "butler: no name was given"
	}
	assert.Equal(t, by, ruling.By)
	switch want {
	case "approved":
		assert.Equal(t, "B-7F3K", ruling.Grant)
	case "denied":
		assert.Contains(t, got.out, "A person has said no to this call (B-7F3K): not on a Friday")
	case "fault":
		assert.Contains(t, ruling.Reason, "coordinator fault: ")
		assert.Contains(t, got.out+got.err, "butler could not be asked")
	}
	if answer != "deny" {
		return
	}
	switch want {
	case "parked":
		assert.Contains(t, got.out, "butler approve B-7F3K")
		assert.NotContains(t, got.out, "G-", "what waits in butler waits nowhere else")
	case "absent", "fault":
		assert.Regexp(t, `guard approve G-[0-9A-Z]{4}`, got.out)
		assert.NotContains(t, got.out, "B-7F3K")
	case "refused":
		assert.Contains(t, got.out, "20 calls of this session wait already")
		assert.NotContains(t, got.out, "G-")
	case "withdrawn", "expired":
		assert.NotContains(t, got.out, "G-")
	}
}

// TestHoldCodex: Codex's PreToolUse has no ask, so it is held with its person
// there, too; its PermissionRequest is held where somebody watches.
func TestHoldCodex(t *testing.T) {
	talks, err := coordtest.Talks("../../fixtures/coord/talks")
	require.NoError(t, err)
	alone := `"permission_mode":"bypassPermissions"`
	for _, c := range []struct {
		talk, event, more, want, text string
	}{
		{"approved", "PreToolUse", "", "none", ""},
		{"approved", "PreToolUse", alone, "none", ""},
		{"denied", "PreToolUse", "", "deny", "not on a Friday"},
		{"parked", "PreToolUse", "", "deny", "within 10 minutes"},
		{"parked", "PreToolUse", alone, "deny", "within 24 hours"},
		{"hangs-up", "PreToolUse", "", "deny", "guard approve G-"},
		{"approved", "PermissionRequest", "", "allow", ""},
		{"denied", "PermissionRequest", "", "deny", "not on a Friday"},
		{"unwatched", "PermissionRequest", "", "none", ""},
		{"parked", "PermissionRequest", "", "none", ""},
	} {
		w := newWorld(t)
		var more []string
		if c.more != "" {
			more = []string{c.more}
		}
		w.butler(talks[c.talk])
		got := w.hook("codex", c.event, push, more...)
		assert.Equal(t, c.want, got.answer(), "%+v: %+v", c, got)
		assert.Contains(t, got.out, c.text)
	}
}

// TestUnwatchedIsNotHeld: with its person there, and nobody at the inbox, a call is
// parked and not held.
func TestUnwatchedIsNotHeld(t *testing.T) {
	w := newWorld(t, "TEST_WIRE=20s 1h")
	w.policy(`hold = "540s"`)
	w.butler("< submit\n> " + `{"v":1,"t":"ack","id":"$ID","ref":"$REF","state":"pending","watching":false}` + "\nhang\n")
	got := w.hook("codex", "PreToolUse", push)
	assert.Equal(t, "deny", got.answer())
	assert.Contains(t, got.out, "butler approve B-7F3K")
}

// TestNoHoldParks: with hold = "0s" butler keeps the call, and nothing waits.
func TestNoHoldParks(t *testing.T) {
	w := newWorld(t, unattended, "TEST_WIRE=20s 1h")
	w.policy(`hold = "0s"`)
	b := w.butler("< submit\n> " + `{"v":1,"t":"ack","id":"$ID","ref":"$REF","state":"pending","watching":true}` + "\nhang\n")
	got := w.hook("claude", "PreToolUse", push)
	assert.Contains(t, got.out, "butler approve B-7F3K")
	assert.EqualValues(t, 0, gjson.Get(b.Heard()[0], "hold_ms").Int())
	got = w.hook("claude", "PermissionRequest", push, `"x":1`)
	assert.Equal(t, "deny", got.answer())
}

// TestSubmitted is what butler is told: enough to compute the fingerprint anew.
func TestSubmitted(t *testing.T) {
	w := newWorld(t, unattended)
	require.NoError(t, os.WriteFile(filepath.Join(w.home, "p", "deploy.sh"), []byte("git push --force\n"), 0o600))
	b := w.butler("< submit\nclose\n")
	w.hook("claude", "PreToolUse", "bash deploy.sh && git push origin main")
	waitHeard(t, b, 1)
	var s coord.Submit
	require.NoError(t, json.Unmarshal([]byte(b.Heard()[0]), &s))
	sub := grants.Subject{Client: s.Subject.Client, Session: s.Subject.Session, Project: s.Subject.Project, Unattended: s.Subject.Unattended,
		Tool: s.Subject.Tool, Dir: s.Subject.Dir, Policy: s.Subject.Policy}
	for _, f := range s.Subject.Fields {
		sub.Fields = append(sub.Fields, grants.Field(f))
	}
	for _, f := range s.Subject.Files {
		sub.Files = append(sub.Files, grants.File(f))
	}
	assert.Equal(t, s.Key, sub.Fingerprint())
	assert.NotEmpty(t, s.Subject.Files)
	assert.Equal(t, "outward", s.Tier)
	assert.Contains(t, s.Effects, "rewrite")
	assert.NotEmpty(t, s.Reasons)
	assert.Equal(t, w.records()[0].Seq, s.Audit)
	assert.InDelta(t, 120_000, s.HoldMS, 20_000)
	assert.Equal(t, "t1", s.Call)
}

// TestNoContact: a call with nothing to ask costs butler nothing, and neither does
// one that Claude asks its own person about.
func TestNoContact(t *testing.T) {
	w := newWorld(t)
	b := w.butler("")
	w.hook("claude", "PreToolUse", "git status")
	w.hook("codex", "PreToolUse", "go test ./...")
	w.hook("claude", "PermissionRequest", "git status")
	w.hook("claude", "PreToolUse", "rm -rf /")
	w.hook("codex", "PreToolUse", "rm -rf /")
	w.hook("claude", "PreToolUse", push)
	w.hook("claude", "PostToolUse", "git status", `"tool_use_id":"t2"`)
	w.hook("claude", "PermissionRequest", push, `"permission_mode":"plan"`) // no answer could be given
	w.policy(`hold = "0s"`)
	w.hook("claude", "PermissionRequest", push)
	w.policy(`posture = "observe"`)
	w.hook("codex", "PreToolUse", push)
	assert.Zero(t, b.Accepts())
}

// TestEvents: butler hears of what ends a call that a person was asked about, and
// of nothing else.
func TestEvents(t *testing.T) {
	w := newWorld(t)
	b := w.butler("< event\nclose\n< event\nclose\n")
	w.hook("claude", "SessionEnd", "", `"reason":"exit"`)
	assert.Zero(t, b.Accepts(), "no call of this session was held")
	w.hook("claude", "PreToolUse", push) // ask
	w.hook("claude", "PostToolUse", push)
	waitHeard(t, b, 1)
	e := b.Heard()[0]
	want := coord.Digest("Bash", []coord.Field{{Name: "command", Raw: quoteJSON(push)}})
	assert.Equal(t, []string{"PostToolUse", "claude", "s1", "t1", want}, []string{
		gjson.Get(e, "event").String(), gjson.Get(e, "client").String(), gjson.Get(e, "session").String(), gjson.Get(e, "call").String(), gjson.Get(e, "digest").String()})
	w.hook("claude", "SessionEnd", "", `"reason":"exit"`)
	waitHeard(t, b, 2)
	assert.Equal(t, "SessionEnd", gjson.Get(b.Heard()[1], "event").String())
}

// TestChangedWhileHeld: a yes is to what was shown.
func TestChangedWhileHeld(t *testing.T) {
	for name, change := range map[string]func(w *world){
		"the script": func(w *world) {
			require.NoError(t, os.WriteFile(filepath.Join(w.home, "p", "deploy.sh"), []byte("git push --force --all\n"), 0o600))
		},
		"the policy": func(w *world) { w.policy(`posture = "strict"`) },
	} {
		w := newWorld(t, unattended)
		require.NoError(t, os.WriteFile(filepath.Join(w.home, "p", "deploy.sh"), []byte("git push --force\n"), 0o600))
		p := w.places()
		key, err := coord.MakeKey(p.Key())
		require.NoError(t, err)
		require.NoError(t, os.MkdirAll(p.Run, 0o700))
		l, err := net.Listen("unix", p.Guard())
		require.NoError(t, err)
		require.NoError(t, os.Chmod(p.Guard(), 0o600))
		go func() {
			nc, err := l.Accept()
			if err != nil {
				return
			}
			c := coord.NewConn(nc.(*net.UnixConn), coord.Peer{})
			if _, err := c.GuardRequest(); err == nil {
				_ = c.Ack(coord.Ack{Ref: "B-7F3K", State: coord.Pending, Watching: true})
				change(w)
				_ = c.Final(key, coord.Final{Ref: "B-7F3K", State: coord.Approved, Decision: coord.Allow, By: coord.By{Principal: "owner", Via: "web"}})
			}
			c.Close()
		}()
		got := w.hook("claude", "PreToolUse", "bash deploy.sh")
		l.Close()
		assert.Equal(t, "deny", got.answer(), name)
		assert.Contains(t, got.out, "asked anew", name)
	}
}

// TestGrantMeanwhile: where butler has nobody to answer, a grant that was given
// meanwhile counts.
func TestGrantMeanwhile(t *testing.T) {
	w := newWorld(t, unattended)
	store := grants.Open(filepath.Join(w.home, ".local", "state", "guard"))
	got := w.hook("claude", "PreToolUse", push) // no butler: it waits in guard's own list
	list, err := store.List()
	require.NoError(t, err)
	require.Len(t, list.Pending, 1, got.out)
	p := w.places()
	require.NoError(t, os.MkdirAll(p.Run, 0o700))
	_, err = coord.MakeKey(p.Key())
	require.NoError(t, err)
	l, err := net.Listen("unix", p.Guard())
	require.NoError(t, err)
	require.NoError(t, os.Chmod(p.Guard(), 0o600))
	go func() {
		c, err := l.Accept()
		if err != nil {
			return
		}
		_, _, err = store.Approve(list.Pending[0].Ref, list.Pending[0].Fingerprint, "uid 1000", "", func(grants.Grant) error { return nil })
		assert.NoError(t, err)
		c.Close()
	}()
	got = w.hook("claude", "PreToolUse", push)
	l.Close()
	assert.Equal(t, "allow", got.answer(), got.out)
}

// TestPromptAfterApproval: the client's own question about a call that butler's
// owner has approved is not put to a person again, once.
func TestPromptAfterApproval(t *testing.T) {
	talks, err := coordtest.Talks("../../fixtures/coord/talks")
	require.NoError(t, err)
	w := newWorld(t)
	b := w.butler(talks["approved"])
	assert.Equal(t, "none", w.hook("codex", "PreToolUse", push).answer())
	assert.Equal(t, "allow", w.hook("codex", "PermissionRequest", push).answer())
	assert.Equal(t, 1, b.Accepts())
	assert.Equal(t, "none", w.hook("codex", "PermissionRequest", push).answer())
	assert.Equal(t, 2, b.Accepts())
}

// TestToldToStop: SIGTERM and SIGINT end a hold without an answer, with status 2,
// and take the call back.
func TestToldToStop(t *testing.T) {
	for _, sig := range []os.Signal{syscall.SIGTERM, os.Interrupt} {
		w := newWorld(t, unattended, "TEST_WIRE=20s 1h")
		b := w.butler("< submit\n> " + `{"v":1,"t":"ack","id":"$ID","ref":"$REF","state":"pending","watching":true}` + "\nhang\nclose\n< withdraw\nclose\n")
		cmd := w.command("claude", "PreToolUse", push)
		var out, errs bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &errs
		require.NoError(t, cmd.Start())
		waitHeard(t, b, 1)
		require.NoError(t, cmd.Process.Signal(sig))
		_ = cmd.Wait()
		assert.Equal(t, 2, cmd.ProcessState.ExitCode())
		assert.Empty(t, out.String())
		assert.Contains(t, errs.String(), "told to stop")
		waitHeard(t, b, 2)
		assert.Equal(t, gjson.Get(b.Heard()[0], "id").String(), gjson.Get(b.Heard()[1], "id").String())
		recs := w.records()
		require.Len(t, recs, 2)
		assert.Equal(t, "deny", recs[1].Answer)
		assert.Contains(t, recs[1].Reason, "told to stop")
	}
}

// TestUntrustedSocket: nothing is sent to a socket that might be another's, the
// person hears why, and the call is judged as without butler.
func TestUntrustedSocket(t *testing.T) {
	for name, spoil := range map[string]func(p coord.Places) error{
		"mode 0666": func(p coord.Places) error { return os.Chmod(p.Guard(), 0o666) },
		"mode 0755": func(p coord.Places) error { return os.Chmod(p.Run, 0o755) },
		"no socket": func(p coord.Places) error {
			if err := os.Rename(p.Guard(), p.Guard()+"2"); err != nil {
				return err
			}
			return os.Symlink(p.Guard()+"2", p.Guard())
		},
		"belongs to user 1234": func(p coord.Places) error { return os.Lchown(p.Guard(), 1234, -1) },
	} {
		if strings.HasPrefix(name, "belongs") && os.Geteuid() != 0 {
			continue // only root can give a file away
		}
		w := newWorld(t, unattended)
		b := w.butler("")
		require.NoError(t, spoil(w.places()))
		got := w.hook("claude", "PreToolUse", push)
		assert.Zero(t, b.Accepts(), name)
		assert.Equal(t, "deny", got.answer(), name)
		assert.Contains(t, got.out, "guard approve G-", name)
		assert.Contains(t, gjson.Get(got.out, "systemMessage").String(), name)
		recs := w.records()
		require.Len(t, recs, 1, name)
		assert.Equal(t, "deny", recs[0].Answer)
	}
}

// TestNoLogNoQuestion: what cannot be logged is not held, and a yes that cannot be
// logged is none.
func TestNoLogNoQuestion(t *testing.T) {
	w := newWorld(t, unattended)
	b := w.butler("")
	state := filepath.Join(w.home, ".local", "state", "guard")
	require.NoError(t, os.MkdirAll(state, 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(state, "audit"), nil, 0o600))
	got := w.hook("claude", "PreToolUse", push)
	assert.Equal(t, "deny", got.answer(), got.out)
	assert.Zero(t, b.Accepts())
}

// TestDoctorOfButler: what guard doctor says of the coordinator, which it needs not.
func TestDoctorOfButler(t *testing.T) {
	ping := "< ping\n> " + `{"v":1,"t":"final","id":"$ID","state":"alive","decision":"none","server":{"version":"butler/1.2","pid":77,"watching":true,"waiting":3},"mac":"$MAC(alive,none)"}` + "\nclose\n"
	for _, c := range []struct {
		name  string
		setup func(w *world)
		level string
		what  string
	}{
		{"none", func(w *world) {}, "ok", "there is no butler"},
		{"answers", func(w *world) { w.butler(ping) }, "ok", "butler/1.2 answers at"},
		{"not running", func(w *world) { w.butler("").Stop() }, "note", "not running"},
		{"wrong mode", func(w *world) { w.butler(ping); os.Chmod(w.places().Guard(), 0o666) }, "warn", "mode 0666"},
		{"unsigned", func(w *world) { w.butler(strings.Replace(ping, "$MAC(alive,none)", "00", 1)) }, "warn", "not signed"},
		{"newer", func(w *world) {
			w.butler("< ping\n> " + `{"v":2,"t":"error","code":"version","message":"version 1 of the wire is not known here","min":2,"max":2}` + "\nclose\n")
		}, "warn", "butler speaks version 2 of the wire"},
	} {
		w := newWorld(t)
		c.setup(w)
		cmd := exec.Command(w.exe, "doctor", "--json", "--no-canary")
		cmd.Dir, cmd.Env = w.home, w.env
		got := ended(t, cmd)
		f := gjson.Get(got.out, `findings.#(check=="butler")`)
		assert.Equal(t, c.level, f.Get("level").String(), "%s: %s", c.name, f)
		assert.Contains(t, f.Get("what").String(), c.what, c.name)
	}
}
