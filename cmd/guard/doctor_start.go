package main

import (
	"errors"
	"io"
	"os"
	"time"
)

// Guard reads commands and runs none, and for that reason links no os/exec. The
// one exception is here: guard doctor starts the guard that a client has
// registered, with the client's own command, because only that shows whether
// the client would be answered. os.StartProcess is enough for it: no shell is
// looked for, nothing is found on PATH, and what is started is what the
// settings name, which the client starts at every call anyway. Nothing on the
// hook's way reaches this file.

// started is what a process left behind.
type started struct {
	stdout, stderr string
	status         int
	late           bool // it did not end in time and was ended
}

// outLimit is how much of a process's output is kept, in bytes.
const outLimit = 1 << 20

// start runs argv in dir until it ends, or for limit. stdin is what it reads;
// nil means that its standard input is closed, as a client may leave it.
func start(argv []string, dir string, env []string, stdin []byte, limit time.Duration) (started, error) {
	var out started
	outR, outW, err := os.Pipe()
	if err != nil {
		return out, err
	}
	defer outR.Close()
	errR, errW, err := os.Pipe()
	if err != nil {
		outW.Close()
		return out, err
	}
	defer errR.Close()
	var inR, inW *os.File
	if stdin != nil {
		if inR, inW, err = os.Pipe(); err != nil {
			outW.Close()
			errW.Close()
			return out, err
		}
		defer inW.Close()
	}
	p, err := os.StartProcess(argv[0], argv, &os.ProcAttr{Dir: dir, Env: env, Files: []*os.File{inR, outW, errW}})
	outW.Close()
	errW.Close()
	if inR != nil {
		inR.Close()
	}
	if err != nil {
		return out, err
	}
	if inW != nil {
		go func() {
			_, _ = inW.Write(stdin) // who does not read gets less
			inW.Close()
		}()
	}
	read := func(r io.Reader) <-chan string {
		c := make(chan string, 1)
		go func() {
			b, _ := io.ReadAll(io.LimitReader(r, outLimit))
			c <- string(b)
		}()
		return c
	}
	stdout, stderr := read(outR), read(errR)
	type end struct {
		state *os.ProcessState
		err   error
	}
	ended := make(chan end, 1)
	go func() {
		s, err := p.Wait()
		ended <- end{s, err}
	}()
	timer := time.NewTimer(limit)
	defer timer.Stop()
	var e end
	select {
	case e = <-ended:
	case <-timer.C:
		out.late = true
		_ = p.Kill()
		e = <-ended
	}
	if e.err != nil {
		return out, e.err
	}
	out.status = e.state.ExitCode()
	// A child of it that keeps the pipes open delays the client, too.
	for _, to := range []struct {
		c <-chan string
		s *string
	}{{stdout, &out.stdout}, {stderr, &out.stderr}} {
		select {
		case *to.s = <-to.c:
		case <-timer.C:
			out.late = true
		case <-time.After(time.Second):
			out.late = true
		}
	}
	if out.late && out.stdout == "" {
		return out, errors.New("it did not end in time")
	}
	return out, nil
}
