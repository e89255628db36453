package procs

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"time"
)

// startLimit bounds the time in which a shim must say that its program runs.
const startLimit = 10 * time.Second

// Launcher starts programs under shims and keeps a ledger of them.
type Launcher struct {
	// Program is a binary that calls ShimMain when its first argument is shim.
	Program string
	// Dir is the folder of the ledger. It is made if it is not there.
	Dir string
}

// NewLauncher returns a Launcher that uses the running binary as the shim, even
// after another one was installed in its place.
func NewLauncher(dir string) (*Launcher, error) {
	program := "/proc/self/exe"
	if runtime.GOOS != "linux" {
		var err error
		if program, err = os.Executable(); err != nil {
			return nil, fmt.Errorf("procs: %w", err)
		}
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("procs: %w", err)
	}
	return &Launcher{Program: program, Dir: dir}, nil
}

// Command is a program to run.
type Command struct {
	Name   string // whose it is, for the ledger: tools/clock
	Argv   []string
	Dir    string
	Env    []string
	Stdin  io.Reader // nil is empty
	Stdout io.Writer // nil is nowhere. One that is no *os.File gets copies
	Stderr io.Writer
	Grace  time.Duration // between SIGTERM and SIGKILL
}

// Exit says how a program ended.
type Exit struct {
	Code   int            // its exit status, where no signal ended it
	Signal syscall.Signal // or 0
	Lost   bool           // it was killed because its shim was gone: its own end is not known
}

// OK reports whether the program ended by itself with status 0.
func (e Exit) OK() bool { return e.Code == 0 && e.Signal == 0 && !e.Lost }

func (e Exit) String() string {
	switch {
	case e.Lost:
		return "killed, since its shim was gone"
	case e.Signal != 0:
		return fmt.Sprintf("ended by signal %d (%s)", int(e.Signal), e.Signal)
	}
	return fmt.Sprintf("exit status %d", e.Code)
}

// Process is a program that was started.
type Process struct {
	pid     int
	started time.Time
	cmd     *exec.Cmd
	ended   chan struct{} // the program itself ended
	done    chan struct{} // and nothing of it is left
	exit    Exit          // set before ended is closed

	mu   sync.Mutex
	life *os.File // nil once it is closed
}

// StartError says why a program was not started.
type StartError struct {
	Program string
	Reason  string
}

func (e *StartError) Error() string { return "procs: " + e.Program + " cannot be started: " + e.Reason }

// Start starts a program. It returns when the program runs.
func (l *Launcher) Start(c Command) (*Process, error) {
	if len(c.Argv) == 0 {
		return nil, &StartError{"", "there is no command"}
	}
	shimLife, life, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("procs: %w", err)
	}
	defer shimLife.Close()
	status, shimStatus, err := os.Pipe()
	if err != nil {
		_ = life.Close()
		return nil, fmt.Errorf("procs: %w", err)
	}
	mark := newMark()
	p := &Process{life: life, ended: make(chan struct{}), done: make(chan struct{})}
	p.cmd = &exec.Cmd{
		Path: l.Program,
		Args: append([]string{"butler", "shim", strconv.FormatInt(c.Grace.Milliseconds(), 10)}, c.Argv...),
		Dir:  c.Dir, Env: append(slices.Clone(c.Env), markVar+"="+mark), Stdin: c.Stdin, Stdout: c.Stdout, Stderr: c.Stderr,
		ExtraFiles: []*os.File{shimLife, shimStatus},
		// Out of the terminal's group: Ctrl-C is for the daemon, which stops
		// everything in order.
		SysProcAttr: &syscall.SysProcAttr{Setpgid: true},
		WaitDelay:   2 * time.Second,
	}
	err = p.cmd.Start()
	_ = shimStatus.Close()
	if err != nil {
		_ = life.Close()
		_ = status.Close()
		return nil, &StartError{c.Argv[0], err.Error()}
	}
	return l.begun(c, mark, p, status)
}

// begun waits for the shim to say that the program runs.
func (l *Launcher) begun(c Command, mark string, p *Process, status *os.File) (*Process, error) {
	_ = status.SetReadDeadline(time.Now().Add(startLimit))
	lines := bufio.NewReader(status)
	first, err := readStatus(lines)
	if err == nil && first.Error != "" {
		err = errors.New(first.Error)
	}
	if err != nil {
		p.Kill()
		p.closeLife()
		_ = p.cmd.Wait()
		_ = status.Close()
		return nil, &StartError{c.Argv[0], err.Error()}
	}
	_ = status.SetReadDeadline(time.Time{})
	p.pid, p.started = first.Pid, time.Now()
	forget := l.record(c.Name, mark, p.cmd.Process.Pid, p.pid)
	who, _ := lookAt(p.pid)
	go func() {
		p.watch(lines, who)
		_ = status.Close()
		_ = p.cmd.Wait()
		p.closeLife()
		forget()
		close(p.done)
	}()
	return p, nil
}

func readStatus(r *bufio.Reader) (shimStatus, error) {
	line, err := r.ReadBytes('\n')
	if err != nil {
		return shimStatus{}, fmt.Errorf("its shim said nothing: %w", err)
	}
	var s shimStatus
	if err := json.Unmarshal(line, &s); err != nil {
		return shimStatus{}, fmt.Errorf("its shim: %w", err)
	}
	return s, nil
}

// watch waits for the end of the program, and ends it where its shim is gone.
func (p *Process) watch(lines *bufio.Reader, who procInfo) {
	s, err := readStatus(lines)
	if err == nil && s.Ended {
		p.exit = Exit{Code: s.Code, Signal: syscall.Signal(s.Signal)}
		close(p.ended)
		_, _ = io.Copy(io.Discard, lines) // until the shim is gone
		return
	}
	p.exit = Exit{Lost: true}
	close(p.ended)
	killGroup(p.pid, who.start)
}

// killGroup kills the group of a leader, if that leader is the one that
// started then.
func killGroup(leader int, start uint64) bool {
	if now, ok := lookAt(leader); !ok || now.start != start {
		return false
	}
	return syscall.Kill(-leader, syscall.SIGKILL) == nil
}

// Pid is the process id of the program, and the number of its group.
func (p *Process) Pid() int { return p.pid }

// Started is when the program was started.
func (p *Process) Started() time.Time { return p.started }

// Ended is closed when the program itself ended. Descendants of it may still
// be on their way out.
func (p *Process) Ended() <-chan struct{} { return p.ended }

// Done is closed when nothing of the program is left.
func (p *Process) Done() <-chan struct{} { return p.done }

// Exit is how the program ended, once Ended is closed.
func (p *Process) Exit() Exit { return p.exit }

// Stop begins to end the program and its descendants: SIGTERM, the grace,
// SIGKILL. It returns at once, and may be called again.
func (p *Process) Stop() { p.say(sayStop) }

// Kill ends the program and its descendants without any more grace. It returns
// at once, and may be called again and after Stop.
func (p *Process) Kill() { p.say(sayKill) }

// say never blocks: the pipe has room for more than anybody will say.
func (p *Process) say(b byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.life != nil {
		_ = p.life.SetWriteDeadline(time.Now().Add(time.Second))
		_, _ = p.life.Write([]byte{b})
	}
}

func (p *Process) closeLife() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.life != nil {
		_ = p.life.Close()
		p.life = nil
	}
}
