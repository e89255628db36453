package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"guard/hookio"
	"guard/hookio/setup"
)

// editCmd changes a text in a file once: edit FILE OLD NEW.
func editCmd(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: edit FILE OLD NEW")
	}
	name := ts.MkAbs(args[0])
	text, err := os.ReadFile(name)
	ts.Check(err)
	if !bytes.Contains(text, []byte(args[1])) {
		ts.Fatalf("%s does not hold %q:\n%s", args[0], args[1], text)
	}
	ts.Check(os.WriteFile(name, bytes.Replace(text, []byte(args[1]), []byte(args[2]), 1), 0o600))
}

// codexTrustCmd is a person who trusts guard's hooks in Codex: trust [PROJECT].
func codexTrustCmd(ts *testscript.TestScript, neg bool, args []string) {
	env := setup.Env{Home: ts.Getenv("HOME"), Getenv: func(string) string { return "" }, Now: time.Now}
	var b strings.Builder
	if len(args) == 1 {
		env.Project = args[0]
		fmt.Fprintf(&b, "[projects.%q]\ntrust_level = \"trusted\"\n", args[0])
	}
	list, err := setup.CodexTrust(env)
	ts.Check(err)
	for _, t := range list {
		fmt.Fprintf(&b, "[hooks.state.%q]\ntrusted_hash = %q\n", t.Key, t.Hash)
	}
	ts.Check(os.WriteFile(filepath.Join(env.Home, ".codex", "config.toml"), []byte(b.String()), 0o600))
}

// TestStart: the command that doctor tries is started as a client starts it.
func TestStart(t *testing.T) {
	sh := func(line string, stdin []byte, limit time.Duration) (started, error) {
		return start([]string{"/bin/sh", "-c", line}, t.TempDir(), []string{"PATH=/bin:/usr/bin"}, stdin, limit)
	}
	out, err := sh("cat; echo said >&2; exit 3", []byte("in"), time.Minute)
	require.NoError(t, err)
	assert.Equal(t, started{stdout: "in", stderr: "said\n", status: 3}, out)

	out, err = sh("if read x; then echo read; else echo nothing; fi", nil, time.Minute)
	require.NoError(t, err)
	assert.Equal(t, "nothing\n", out.stdout, "standard input is closed")

	out, err = sh("exit 0", bytes.Repeat([]byte("x"), 1<<20), time.Minute)
	require.NoError(t, err, "a program that does not read its input is no fault")
	assert.Zero(t, out.status)

	out, _ = sh("exec sleep 60", []byte{}, 50*time.Millisecond)
	assert.True(t, out.late)

	_, err = start([]string{filepath.Join(t.TempDir(), "none")}, t.TempDir(), nil, nil, time.Minute)
	require.Error(t, err)
}

// TestAnswerOf: doctor reads an answer as strictly as the clients do.
func TestAnswerOf(t *testing.T) {
	for out, want := range map[string]hookio.Answer{
		`{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"r"}}`: hookio.Deny,
		`{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":"r"}}`:  hookio.Ask,
		`{"systemMessage":"m"}`: hookio.None,
		``:                      hookio.None,
	} {
		got, ok := answerOf(hookio.PreToolUse, out)
		assert.True(t, ok, out)
		assert.Equal(t, want, got, out)
	}
	for _, out := range []string{
		"log line\n{}", "[]", "{}", "no", `{"hookSpecificOutput":{"permissionDecision":"deny"}}`,
		`{"hookSpecificOutput":{"hookEventName":"PostToolUse","permissionDecision":"deny"}}`,
		`{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"block"}}`,
	} {
		_, ok := answerOf(hookio.PreToolUse, out)
		assert.False(t, ok, out)
	}
	got, ok := answerOf(hookio.PermissionRequest, `{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow"}}}`)
	assert.True(t, ok)
	assert.Equal(t, hookio.Allow, got)
}
