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
	run := func() string {
		var out, errs bytes.Buffer
		h := &hook{started: time.Now(), stdin: bytes.NewReader(hookInput(home, "git status")), stdout: &out, stderr: &errs, environ: func() []string { return nil },
			getenv: func(name string) string { return map[string]string{"HOME": home}[name] }}
		h.req.Client = "claude"
		require.Zero(t, h.run(), errs.String())
		return out.String()
	}
	assert.Contains(t, run(), `"systemMessage":"guard wrote its log, but the disk of `+filepath.Join(home, ".local/state/guard/audit")+` has only `)
	assert.NotContains(t, run(), "systemMessage", "it is said once for each 64 KiB of the log")
}
