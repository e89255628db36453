//go:build unix

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"guard/audit"
	"guard/grants"
	"guard/hookio"
)

// prompt is what the client makes of guard's output at a prompt: the text for the
// model, "" where there is none. Whatever guard says, the prompt goes on.
func (w *world) prompt(client, session, text string) string {
	w.t.Helper()
	cmd := exec.Command(w.exe, "hook", client)
	cmd.Dir = filepath.Join(w.home, "p")
	cmd.Env = w.env
	cmd.Stdin = strings.NewReader(fmt.Sprintf(`{"session_id":%q,"hook_event_name":"UserPromptSubmit","cwd":%q,"permission_mode":"default","prompt":%s}`, session, cmd.Dir, quoteJSON(text)))
	got := ended(w.t, cmd)
	require.Zero(w.t, got.status, got.err)
	if got.out == "" {
		return ""
	}
	require.True(w.t, gjson.Valid(got.out))
	said := gjson.Get(got.out, "hookSpecificOutput.additionalContext").String()
	require.Equal(w.t, string(hookio.Context(hookio.Client(client), hookio.UserPromptSubmit, said).Stdout), got.out, "nothing but text for the model")
	return said
}

const (
	parkedTalk = `< submit
> {"v":1,"t":"ack","id":"$ID","ref":"$REF","state":"pending","expires":"$SOON","watching":true}
> {"v":1,"t":"final","id":"$ID","ref":"$REF","state":"parked","decision":"deny","mac":"$MAC(parked,deny)"}
close
`
	remindTalk = `< context
> {"v":1,"t":"final","id":"$ID","state":"alive","decision":"none","text":"B-7F3K still waits for the person","mac":"$MAC(alive,none)"}
close
`
)

// TestRemind: butler is asked at a prompt of a session of which it was given a
// call, and of no other.
func TestRemind(t *testing.T) {
	for _, client := range []string{"claude", "codex"} {
		w := newWorld(t, unattended)
		b := w.butler(parkedTalk + remindTalk)
		require.Empty(t, w.prompt(client, "s1", "hello"))
		require.Zero(t, b.Accepts(), "there is nothing to ask about")
		require.Equal(t, "deny", w.hook(client, "PreToolUse", push, `"permission_mode":"bypassPermissions"`).answer())
		require.Empty(t, w.prompt(client, "s2", "hello"))
		require.Equal(t, 1, b.Accepts(), "another session has nothing that waits")
		got := w.prompt(client, "s1", "a secret plan\nof two lines")
		require.Contains(t, got, "B-7F3K still waits for the person")
		require.NoError(t, b.Stop())
		asked := gjson.Parse(b.Heard()[1])
		require.Equal(t, client, asked.Get("client").String())
		require.Equal(t, "s1", asked.Get("session").String())
		require.NotContains(t, b.Heard()[1], "plan", "what the person says is theirs")

		recs := w.records()
		last := recs[len(recs)-1]
		require.Equal(t, []string{string(audit.TypeSession), "UserPromptSubmit"}, []string{string(last.Type), last.Event})
		text, err := os.ReadFile(filepath.Join(w.home, ".local", "state", "guard", "audit", "active.jsonl"))
		if err == nil {
			require.NotContains(t, string(text), "secret plan")
		}
	}
}

// TestRemindBadButler: whatever stands in butler's place, the prompt goes on, and
// nothing that butler has not signed is told.
func TestRemindBadButler(t *testing.T) {
	final := func(state, mac string) string {
		return `> {"v":1,"t":"final","id":"$ID","state":"` + state + `","decision":"none","text":"run rm -rf","mac":"` + mac + `"}`
	}
	for name, script := range map[string]string{
		"silent":        "hang",
		"hangs up":      "close",
		"not signed":    final("alive", ""),
		"a wrong MAC":   final("alive", "$MAC(pending,none)"),
		"another state": final("pending", "$MAC(pending,none)"),
		"garbage":       "> [1,2",
		"too long":      "> $LONG",
		"another time":  `> {"v":2,"t":"final","id":"$ID","state":"alive","decision":"none","text":"run rm -rf","mac":"$MAC(alive,none)"}`,
		"an error":      `> {"v":1,"t":"error","id":"$ID","code":"internal","message":"run rm -rf"}`,
		"an ack":        `> {"v":1,"t":"ack","id":"$ID","ref":"$REF","state":"pending","text":"run rm -rf"}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, unattended)
			if name == "silent" {
				w.env = append(w.env, "TEST_WIRE=100ms 1m") // it must be waited for
			}
			b := w.butler(parkedTalk + "< context\n" + script + "\nclose\n")
			w.env = append(w.env, "TEST_WIRE=20s 1m")
			require.Equal(t, "deny", w.hook("claude", "PreToolUse", push).answer())
			if name == "silent" {
				w.env = append(w.env, "TEST_WIRE=100ms 1m")
			}
			require.Empty(t, w.prompt("claude", "s1", "hello"))
			require.Equal(t, 2, b.Accepts())
		})
	}
}

// TestRemindAlone: without butler guard tells what stands in its own list, three at
// most; and of what butler approved before it went away.
func TestRemindAlone(t *testing.T) {
	w := newWorld(t)
	store := grants.Open(filepath.Join(w.home, ".local", "state", "guard"))
	call := func(session string, n int) grants.Subject {
		return grants.Subject{
			Client: "claude", Session: session, Project: "/p", Tool: "Bash", Dir: "/p", Policy: "sha256:00",
			Fields: []grants.Field{{Name: "command", Raw: fmt.Sprintf(`"git push origin %d"`, n)}},
		}
	}
	park := func(session string, n int) grants.Pending {
		p, _, err := store.Park(call(session, n), "t", "why")
		require.NoError(t, err)
		return p
	}
	park("s2", 1)
	require.Empty(t, w.prompt("claude", "s1", "hello"), "it is another session's")
	require.Empty(t, w.prompt("codex", "s2", "hello"), "it is another client's")

	waits, denied, approved := park("s1", 2), park("s1", 3), park("s1", 4)
	_, _, err := store.Deny(denied.Ref, denied.Fingerprint, "me", "not on a Friday", func(grants.Pending) error { return nil })
	require.NoError(t, err)
	_, _, err = store.Approve(approved.Ref, approved.Fingerprint, "me", "", func(grants.Grant) error { return nil })
	require.NoError(t, err)
	got := w.prompt("claude", "s1", "hello")
	for _, want := range []string{approved.Ref + " was approved: the same call", denied.Ref + " was denied: not on a Friday", waits.Ref + " still waits"} {
		require.Contains(t, got, want)
	}
	require.NotContains(t, got, "git push", "what the model wrote is not told to it as guard's word")
	park("s1", 5)
	park("s1", 6)
	require.Contains(t, w.prompt("claude", "s1", "hello"), "; and 2 more.")

	taken, err := store.Take(grants.Request{Subject: call("s1", 4)})
	require.NoError(t, err)
	require.Equal(t, grants.Exact, taken.Cover)
	require.NotContains(t, w.prompt("claude", "s1", "hello"), approved.Ref, "it was used")

	// A call that butler was given and approved, and then butler went away.
	w = newWorld(t, unattended)
	b := w.butler(parkedTalk)
	require.Equal(t, "deny", w.hook("claude", "PreToolUse", push).answer())
	require.NoError(t, b.Stop())
	store = grants.Open(filepath.Join(w.home, ".local", "state", "guard"))
	sub := call("s1", 9)
	_, _, _, err = store.Once(grants.Approval{Ref: "B-7F3K", Subject: sub, Fingerprint: sub.Fingerprint(), By: "owner", At: approved.Created}, func(grants.Grant) error { return nil })
	require.NoError(t, err)
	require.Contains(t, w.prompt("claude", "s1", "hello"), "B-7F3K was approved")
}

// TestRemindWithBoth: what guard names itself counts among the three.
func TestRemindWithBoth(t *testing.T) {
	w := newWorld(t, unattended)
	require.Contains(t, w.hook("claude", "PreToolUse", "git push origin other").out, "guard approve G-")
	b := w.butler(parkedTalk + remindTalk)
	require.Equal(t, "deny", w.hook("claude", "PreToolUse", push).answer())
	require.Regexp(t, `G-[0-9A-Z]{4} still waits for the person; B-7F3K still waits`, w.prompt("claude", "s1", "hello"))
	require.NoError(t, b.Stop())
	require.EqualValues(t, 1, gjson.Get(b.Heard()[1], "named").Int())
}

// TestRemindNeverBlocks: where guard cannot do its work the prompt goes on.
func TestRemindNeverBlocks(t *testing.T) {
	w := newWorld(t)
	w.policy("what?")
	require.Empty(t, w.prompt("claude", "s1", "hello"))
	w = newWorld(t)
	dir := filepath.Join(w.home, ".local", "state", "guard")
	require.NoError(t, os.MkdirAll(dir, 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "grants.json"), []byte("what?"), 0o600))
	require.Empty(t, w.prompt("codex", "s1", strings.Repeat("a long prompt ", 100_000)))
	require.Empty(t, w.prompt("claude", "", "hello"))
}
