package notify

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"
	"unicode"
)

// runTime is how long the program may run.
const runTime = 10 * time.Second

// passed are the variables that the program gets: what it needs to find its
// files and the desktop of the owner, and no token that butler may have.
var passed = []string{
	"PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR",
	"DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "TMUX",
}

// run starts the program with m on its standard input and waits for its end.
func run(ctx context.Context, argv []string, m Message) error {
	body, err := json.Marshal(m)
	if err != nil {
		return fmt.Errorf("notify: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, runTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Stdin = bytes.NewReader(append(body, '\n'))
	var said tail
	cmd.Stdout, cmd.Stderr = &said, &said
	cmd.Env = []string{}
	for _, name := range passed {
		if v, ok := os.LookupEnv(name); ok {
			cmd.Env = append(cmd.Env, name+"="+v)
		}
	}
	if home, err := os.UserHomeDir(); err == nil {
		cmd.Dir = home
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = time.Second // a child of it that keeps the pipe open
	err = cmd.Run()
	if cmd.Process != nil {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // what it left behind
	}
	switch {
	case err == nil, errors.Is(err, exec.ErrWaitDelay): // status 0; a child of it kept the pipe open
		return nil
	case ctx.Err() == context.DeadlineExceeded:
		return fmt.Errorf("notify: %s ran for more than %v and was ended", argv[0], runTime)
	}
	return fmt.Errorf("notify: %s: %w: %s", argv[0], err, lastLine(string(said)))
}

// lastLine is the last line of text, without what a terminal would obey.
func lastLine(text string) string {
	text = strings.TrimSpace(text)
	text = text[strings.LastIndexByte(text, '\n')+1:]
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, ""))
}

// tail keeps the end of what is written to it.
type tail []byte

const tailSize = 512

func (t *tail) Write(p []byte) (int, error) {
	*t = append(*t, p...)
	if len(*t) > tailSize {
		*t = append(tail{}, (*t)[len(*t)-tailSize:]...)
	}
	return len(p), nil
}
