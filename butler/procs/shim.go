package procs

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strconv"
	"syscall"
	"time"
)

// The files that the daemon gives to a shim, beside the standard three.
const (
	lifeFile   = 3 // reading end: see below
	statusFile = 4 // writing end: one JSON object a line
)

// What the daemon says on the life line. That it is closed means stop.
const (
	sayStop = 'T' // SIGTERM, the grace, SIGKILL
	sayKill = 'K' // SIGKILL; may follow a stop
)

// tailGrace is what the rest of a group gets after its leader ended by itself.
const tailGrace = 2 * time.Second

// shimStatus is what a shim tells the daemon.
type shimStatus struct {
	Pid    int    `json:"pid,omitempty"`    // the program runs, and is the leader of a group of this number
	Error  string `json:"error,omitempty"`  // it could not be started
	Ended  bool   `json:"ended,omitempty"`  // the program itself ended
	Code   int    `json:"code,omitempty"`   // its exit status
	Signal int    `json:"signal,omitempty"` // or the signal that ended it
}

// ShimMain is butler shim. args are the grace in milliseconds and the command.
// It returns when the program and all of its descendants are gone.
func ShimMain(args []string) int {
	if len(args) < 2 {
		fmt.Fprintln(os.Stderr, "butler: shim is started by butler serve, not by hand")
		return 2
	}
	ms, err := strconv.Atoi(args[0])
	if err != nil {
		fmt.Fprintln(os.Stderr, "butler: shim: the grace is no number")
		return 2
	}
	s := shim{grace: time.Duration(ms) * time.Millisecond}
	return s.run(args[1:])
}

type shim struct {
	grace  time.Duration
	leader int // process id and group of the program

	stop  chan struct{}           // closed: end the program
	kill  chan struct{}           // closed: without any more grace
	ended chan syscall.WaitStatus // the leader's end
	none  chan struct{}           // no child is left
}

func (s *shim) run(argv []string) int {
	// A program dies with the thread that started it (Linux); this one stays.
	runtime.LockOSThread()
	syscall.CloseOnExec(lifeFile)
	syscall.CloseOnExec(statusFile)
	status := json.NewEncoder(os.NewFile(statusFile, "status"))
	becomeReaper()
	asked := make(chan os.Signal, 4)
	signal.Notify(asked, syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
	s.stop, s.kill = make(chan struct{}), make(chan struct{})
	go s.listen()

	if err := s.start(argv); err != nil {
		_ = status.Encode(shimStatus{Error: err.Error()})
		return 1
	}
	_ = status.Encode(shimStatus{Pid: s.leader})
	letGo()
	go s.reap()
	select {
	case st := <-s.ended:
		tell(status, st)
		if !s.gone(10*time.Millisecond, nil) {
			s.end(tailGrace)
		}
		return 0
	case <-asked:
	case <-s.stop:
	}
	s.end(s.grace)
	tell(status, <-s.ended)
	return 0
}

// listen hears what the daemon says, until it is gone.
func (s *shim) listen() {
	stopping := false
	for {
		var b [1]byte
		n, err := syscall.Read(lifeFile, b[:])
		if errors.Is(err, syscall.EINTR) {
			continue
		}
		killing := n == 1 && b[0] == sayKill
		if killing {
			close(s.kill)
		}
		if !stopping {
			close(s.stop)
			stopping = true
		}
		if killing || n != 1 {
			return
		}
	}
}

func (s *shim) start(argv []string) error {
	path, err := exec.LookPath(argv[0])
	if err != nil {
		return err
	}
	// A session of its own: its own group, and no terminal that it could
	// read what a person types from.
	s.leader, err = syscall.ForkExec(path, argv, &syscall.ProcAttr{
		Env:   os.Environ(),
		Files: []uintptr{0, 1, 2},
		Sys:   sessionOfItsOwn(),
	})
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	s.ended = make(chan syscall.WaitStatus, 1)
	s.none = make(chan struct{})
	return nil
}

// letGo leaves the program's standard files to the program: the daemon sees
// them closed when the last of its processes is gone.
func letGo() {
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return
	}
	for fd := range 3 {
		_ = duplicate(int(null.Fd()), fd)
	}
	_ = null.Close()
}

// reap waits for every child there is: the program, and on Linux what it left
// behind.
func (s *shim) reap() {
	for {
		var st syscall.WaitStatus
		pid, err := syscall.Wait4(-1, &st, 0, nil)
		switch {
		case errors.Is(err, syscall.EINTR):
		case err != nil:
			close(s.none)
			return
		case pid == s.leader:
			s.ended <- st
		}
	}
}

func tell(status *json.Encoder, st syscall.WaitStatus) {
	out := shimStatus{Ended: true}
	if st.Signaled() {
		out.Signal = int(st.Signal())
	} else {
		out.Code = st.ExitStatus()
	}
	_ = status.Encode(out)
}

// end asks the program and its descendants to end, waits for the grace, and then
// kills what is left until nothing is.
func (s *shim) end(grace time.Duration) {
	if grace > 0 && !closed(s.kill) {
		s.signal(syscall.SIGTERM)
		if s.gone(grace, s.kill) {
			return
		}
	}
	for {
		s.signal(syscall.SIGKILL)
		if s.gone(20*time.Millisecond, nil) {
			return
		}
	}
}

func closed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

func (s *shim) signal(sig syscall.Signal) {
	_ = syscall.Kill(-s.leader, sig)
	signalStrays(sig, s.leader)
}

// gone waits until no process of the program is left, for d at most and no
// longer than until enough is closed. Where there is no reaper, a group that is
// empty counts as all.
func (s *shim) gone(d time.Duration, enough <-chan struct{}) bool {
	deadline := time.After(d)
	select {
	case <-s.none:
	case <-deadline:
		return false
	case <-enough:
		return false
	}
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for !errors.Is(syscall.Kill(-s.leader, 0), syscall.ESRCH) {
		select {
		case <-tick.C:
		case <-deadline:
			return false
		case <-enough:
			return false
		}
	}
	return true
}
