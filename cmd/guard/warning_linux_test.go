package main

import (
	"bytes"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// TestFillingDiskIsSaid: the record is written, and the person hears in the same
// answer that the disk is filling up.
func TestFillingDiskIsSaid(t *testing.T) {
	home := t.TempDir()
	if err := unix.Mount("tmpfs", home, "tmpfs", 0, "mode=0700,size=16m"); err != nil {
		t.Skipf("mounting a small disk needs root: %v", err)
	}
	t.Cleanup(func() { _ = unix.Unmount(home, unix.MNT_DETACH) })
	run := func(in []byte) string {
		var out, errs bytes.Buffer
		h := &hook{started: time.Now(), stdin: bytes.NewReader(in), stdout: &out, stderr: &errs, environ: func() []string { return nil },
			getenv: func(name string) string { return map[string]string{"HOME": home}[name] }}
		h.req.Client = "claude"
		require.Zero(t, h.run(), errs.String())
		return out.String()
	}
	said := `"systemMessage":"guard wrote its log, but the disk of ` + filepath.Join(home, ".local/state/guard/audit") + ` has only `
	assert.Contains(t, run(hookInput(home, "git status")), said)
	assert.NotContains(t, run(hookInput(home, "git status")), "systemMessage", "it is said once for each 64 KiB of the log")
	for range 2 {
		assert.Contains(t, run([]byte(`{"session_id":"s","hook_event_name":"SessionStart","cwd":"/","source":"startup"}`)), said, "and at each session's start")
	}
	// It is said in whatever event it comes up.
	ran := []byte(`{"session_id":"s","hook_event_name":"PostToolUse","cwd":"/","permission_mode":"default","tool_name":"Bash","tool_use_id":"t","tool_input":{"command":"id"},"tool_response":"ok"}`)
	for range 400 {
		if out := run(ran); out != "" {
			assert.Contains(t, out, "{"+said)
			return
		}
	}
	t.Error("400 results did not cross a multiple of 64 KiB, or nothing was said")
}
