package persontest

import (
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// OpenTerminal returns the two ends of a new pseudo-terminal.
func OpenTerminal() (ours, theirs *os.File, err error) {
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

// Talk runs cmd on a terminal of its own. types is called with all that came to
// the screen so far, whenever something came, and returns what a person types
// then. Talk returns the screen's text and the exit status.
func Talk(cmd *exec.Cmd, types func(screen string) string) (string, int, error) {
	ours, theirs, err := OpenTerminal()
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
	for {
		n, err := ours.Read(buf) // an error is the end: the other side is closed
		screen.Write(buf[:n])
		if s := types(screen.String()); s != "" {
			_, _ = ours.WriteString(s)
		}
		if err != nil {
			break
		}
	}
	_ = cmd.Wait()
	return strings.ReplaceAll(screen.String(), "\r\n", "\n"), cmd.ProcessState.ExitCode(), nil
}

var asksLetters = regexp.MustCompile(`Type ([0-9A-Z]{4}) to `)

// AtTerminal runs cmd on a terminal of its own. answer is what a person types
// when letters are asked for; LETTERS in it stands for them.
func AtTerminal(cmd *exec.Cmd, answer string) (string, int, error) {
	typed := false
	return Talk(cmd, func(screen string) string {
		m := asksLetters.FindStringSubmatch(screen)
		if m == nil || typed {
			return ""
		}
		typed = true
		return strings.ReplaceAll(answer, "LETTERS", m[1]) + "\n"
	})
}
