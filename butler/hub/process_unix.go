//go:build unix

package hub

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"

	"guard/audit/redact"
)

// child is a Process of this package: a group of its own, so that what npx or
// uvx start ends with it.
type child struct {
	cmd     *exec.Cmd
	in, out *closer
	tail    *tail
	done    chan struct{}
	ended   string // read after done
	stop    sync.Once
}

// startProcess starts p. It does not wait until it is ready.
func startProcess(p *Provider) (Process, error) {
	inR, inW, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("hub: %w", err)
	}
	outR, outW, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(fmt.Errorf("hub: %w", err), inR.Close(), inW.Close())
	}
	env := environment(p, os.Getenv)
	c := &child{
		cmd:  exec.Command(p.Argv[0], p.Argv[1:]...),
		in:   &closer{File: inW},
		out:  &closer{File: outR},
		tail: &tail{redact: redact.Environ(env)},
		done: make(chan struct{}),
	}
	c.cmd.Dir, c.cmd.Env = p.Dir, env
	c.cmd.Stdin, c.cmd.Stdout, c.cmd.Stderr = inR, outW, c.tail
	c.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.cmd.WaitDelay = time.Second // a grandchild may hold standard error open
	err = c.cmd.Start()
	inR.Close()
	outW.Close()
	if err != nil {
		c.in.Close()
		c.out.Close()
		return nil, fmt.Errorf("it cannot be started: %w", err)
	}
	go c.wait()
	return c, nil
}

func (c *child) wait() {
	err := c.cmd.Wait()
	c.ended = c.cmd.ProcessState.String()
	if err != nil && errors.Is(err, exec.ErrWaitDelay) {
		c.ended += ", leaving processes behind"
	}
	c.signal(syscall.SIGKILL) // what is left of its group
	c.in.Close()
	close(c.done)
}

// signal goes to the whole group. Its number is not given to another process
// before the leader was waited for and the group is empty.
func (c *child) signal(sig syscall.Signal) { _ = syscall.Kill(-c.cmd.Process.Pid, sig) }

func (c *child) In() io.WriteCloser    { return c.in }
func (c *child) Out() io.ReadCloser    { return c.out }
func (c *child) Done() <-chan struct{} { return c.done }
func (c *child) Tail() []string        { return c.tail.last() }
func (c *child) PID() int              { return c.cmd.Process.Pid }

func (c *child) Ended() string {
	select {
	case <-c.done:
		return c.ended
	default:
		return ""
	}
}

// Stop is the order that the protocol asks of a client: close the input, then
// terminate, then kill.
func (c *child) Stop() {
	c.stop.Do(func() {
		c.in.Close()
		if c.within(closeGrace) {
			return
		}
		c.signal(syscall.SIGTERM)
		if c.within(termGrace) {
			return
		}
		c.signal(syscall.SIGKILL)
	})
	<-c.done
	c.out.Close()
}

func (c *child) within(d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-c.done:
		return true
	case <-t.C:
		return false
	}
}
