//go:build linux

package main

import (
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"guard/internal/person"
	"guard/internal/person/persontest"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// openTerminal returns the two ends of a new pseudo-terminal.
func openTerminal() (ours, theirs *os.File, err error) {
	ours, err = os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		return nil, nil, err
	}
	if err := unix.IoctlSetPointerInt(int(ours.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		return nil, nil, err
	}
	n, err := unix.IoctlGetInt(int(ours.Fd()), unix.TIOCGPTN)
	if err != nil {
		return nil, nil, err
	}
	theirs, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|syscall.O_NOCTTY, 0)
	return ours, theirs, err
}

var asksLetters = regexp.MustCompile(`Type ([0-9A-Z]{4}) to `)

// atTerminal runs cmd on a terminal of its own. answer is what a person types
// when letters are asked for; LETTERS in it stands for them. It returns the
// screen's text and the exit status.
func atTerminal(cmd *exec.Cmd, answer string) (string, int, error) {
	ours, theirs, err := openTerminal()
	if err != nil {
		return "", 0, err
	}
	defer ours.Close()
	cmd.Stdin, cmd.Stdout, cmd.Stderr = theirs, theirs, theirs
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true, Ctty: 0}
	if err := cmd.Start(); err != nil {
		return "", 0, err
	}
	theirs.Close()
	timer := time.AfterFunc(30*time.Second, func() { _ = cmd.Process.Kill() })
	defer timer.Stop()
	var screen strings.Builder
	buf := make([]byte, 4096)
	typed := false
	for {
		n, err := ours.Read(buf) // an error is the end: the other side is closed
		screen.Write(buf[:n])
		if m := asksLetters.FindStringSubmatch(screen.String()); m != nil && !typed {
			typed = true
			_, _ = ours.WriteString(strings.ReplaceAll(answer, "LETTERS", m[1]) + "\n")
		}
		if err != nil {
			break
		}
	}
	_ = cmd.Wait()
	return strings.ReplaceAll(screen.String(), "\r\n", "\n"), cmd.ProcessState.ExitCode(), nil
}

// TestTerminals: guard approve wants a terminal that is its own, and in front.
func TestTerminals(t *testing.T) {
	exe, err := os.Executable()
	require.NoError(t, err)
	dir := t.TempDir()
	require.NoError(t, os.Symlink(exe, dir+"/guard"))
	run := func(prepare func(cmd *exec.Cmd, theirs *os.File)) string {
		ours, theirs, err := openTerminal()
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
