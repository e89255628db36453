package procs

import (
	"errors"
	"fmt"
	"time"

	"guard/audit/redact"
)

// State is what a program that is kept running does at the moment.
type State string

// The states.
const (
	Stopped  State = "stopped"  // nobody wants it to run, or it ended as it should
	Starting State = "starting" // it runs and is not ready yet
	Running  State = "running"
	Backoff  State = "backoff"  // it ended and will be started again
	Crashed  State = "crashed"  // it ended by itself and will not be started again
	Failed   State = "failed"   // it ended too often
	Stopping State = "stopping" // it was asked to end
)

// Policy says when a program that ended by itself is started again.
type Policy string

// The policies. The zero value never starts anything again.
const (
	Never     Policy = ""
	OnFailure Policy = "on-failure"
	Always    Policy = "always"
)

// Restart says how a program is started again.
type Restart struct {
	Policy  Policy
	Max     int             // starts within Window after which it has failed
	Backoff []time.Duration // before the first, second, … start; the last one stays
	Window  time.Duration
	Healthy time.Duration // a run of this length starts the count anew
}

// Environment is what a program is given when it is started.
type Environment struct {
	Vars  []string
	Masks *redact.Redactor // what of it is masked in the log
}

// Spec is a program to keep running.
type Spec struct {
	Kind      string // tools or services
	ID        string
	Subject   string // what observations call it: tool:clock
	Argv      []string
	Dir       string
	Env       func() (Environment, error) // asked for before every start
	AutoStart bool
	Service   bool // it is a failure when it ends by itself, whatever its status
	Restart   Restart
	Grace     time.Duration // between SIGTERM and SIGKILL
	Ready     []Check       // it is starting until all of them hold
	ReadyFor  time.Duration // in which they must hold
	Health    *Health
	Digest    string // changes when the manifest does
}

// Key is kind and id, as in tools/clock.
func (s *Spec) Key() string { return s.Kind + "/" + s.ID }

// Status is a program as it is shown.
type Status struct {
	Kind      string     `json:"kind"`
	ID        string     `json:"id"`
	State     State      `json:"state"`
	Since     time.Time  `json:"since"` // of the state
	Pid       int        `json:"pid,omitempty"`
	Started   *time.Time `json:"started,omitempty"`
	NextStart *time.Time `json:"nextStart,omitempty"` // in backoff
	Restarts  int        `json:"restarts"`            // by itself, within the window
	Healthy   *bool      `json:"healthy,omitempty"`   // where its health is looked at
	Exit      string     `json:"exit,omitempty"`      // how it ended the last time
	Error     string     `json:"error,omitempty"`     // why it is not running
	Stale     bool       `json:"stale,omitempty"`     // its manifest changed since it was started
	LogSeq    uint64     `json:"logSeq"`
}

// Observation is something the supervisor saw that is worth keeping: an end
// that nobody asked for.
type Observation struct {
	Type    string // error
	Subject string // tool:clock
	Text    string
}

// Errors of the verbs.
var (
	ErrUnknown = errors.New("procs: there is no such program")
	ErrAlready = errors.New("procs: it runs already")
	ErrClosed  = errors.New("procs: butler is stopping")
)

// delay is how long to wait before the n-th start, from 0.
func (r Restart) delay(n int) time.Duration {
	if len(r.Backoff) == 0 {
		return time.Second
	}
	return r.Backoff[min(n, len(r.Backoff)-1)]
}

// verdict is what becomes of a program that ended by itself.
type verdict struct {
	state   State
	delay   time.Duration // in backoff
	observe bool
}

// afterEnd decides what becomes of a program that ended by itself. ok is an end
// with status 0, restarts how often it was started again within the window.
func (s *Spec) afterEnd(ok bool, restarts int) verdict {
	again := s.Restart.Policy == Always || s.Restart.Policy == OnFailure && !ok
	switch {
	case s.Service:
		return verdict{state: Crashed, observe: true}
	case again && restarts >= s.Restart.Max:
		return verdict{state: Failed, observe: true}
	case again:
		return verdict{state: Backoff, delay: s.Restart.delay(restarts), observe: true}
	case ok:
		return verdict{state: Stopped}
	default:
		return verdict{state: Crashed, observe: true}
	}
}

// tell says in a sentence what ended and what follows.
func (v verdict) tell(how string, restarts, limit int) string {
	switch v.state {
	case Backoff:
		return fmt.Sprintf("%s; starts again in %s (%d of %d)", how, v.delay, restarts+1, limit)
	case Failed:
		return fmt.Sprintf("%s; given up after %d restarts", how, restarts)
	case Crashed:
		return how + "; stays down"
	}
	return how
}
