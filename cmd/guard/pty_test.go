//go:build linux

package main

import (
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"guard/internal/person"
	"guard/internal/person/persontest"

	"github.com/stretchr/testify/require"
)

// TestTerminals: guard approve wants a terminal that is its own, and in front.
func TestTerminals(t *testing.T) {
	exe, err := os.Executable()
	require.NoError(t, err)
	dir := t.TempDir()
	require.NoError(t, os.Symlink(exe, dir+"/guard"))
	run := func(prepare func(cmd *exec.Cmd, theirs *os.File)) string {
		ours, theirs, err := persontest.OpenTerminal()
		require.NoError(t, err)
		defer ours.Close()
		defer theirs.Close()
		cmd := exec.Command(dir+"/guard", "approve", "G-7F3K")
		proc := t.TempDir()
		require.NoError(t, persontest.Write(proc, person.Process{Name: "bash", Args: []string{"-bash"}}))
		cmd.Env = []string{"HOME=" + dir, "TEST_PROC=" + proc}
		cmd.Args[0] = "guard"
		prepare(cmd, theirs)
		var out strings.Builder
		if cmd.Stderr == nil {
			cmd.Stderr = &out
		}
		_ = cmd.Run()
		return out.String()
	}
	own := &syscall.SysProcAttr{Setsid: true, Setctty: true, Ctty: 0}
	for name, c := range map[string]struct {
		prepare func(cmd *exec.Cmd, theirs *os.File)
		says    string
	}{
		"none": {func(cmd *exec.Cmd, _ *os.File) {}, "standard input is no terminal of its own"},
		"input is /dev/null": {func(cmd *exec.Cmd, theirs *os.File) {
			cmd.Stdin, _ = os.Open("/dev/null")
			cmd.Stdout = theirs
		}, "standard input is no terminal of its own"},
		"output goes elsewhere": {func(cmd *exec.Cmd, theirs *os.File) { cmd.Stdin, cmd.SysProcAttr = theirs, own }, "standard output is no terminal of its own"},
		"it controls no terminal": {func(cmd *exec.Cmd, theirs *os.File) {
			cmd.Stdin, cmd.Stdout, cmd.SysProcAttr = theirs, theirs, &syscall.SysProcAttr{Setsid: true}
		}, "standard input is no terminal of its own"},
		"its own": {func(cmd *exec.Cmd, theirs *os.File) { cmd.Stdin, cmd.Stdout, cmd.SysProcAttr = theirs, theirs, own }, "no waiting call begins with"},
	} {
		t.Run(name, func(t *testing.T) { require.Contains(t, run(c.prepare), c.says) })
	}
}
