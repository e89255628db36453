package procs

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// Options are what a Supervisor works with.
type Options struct {
	Launcher *Launcher
	// LogDir is a folder for the files of the logs; empty keeps them in memory
	// alone.
	LogDir string
	// Observe is told of every end that nobody asked for. It may block for a
	// short time; a failure of it is its own affair.
	Observe func(Observation)
	// Line sees every line that a program prints on its standard output, and
	// takes those for which it returns true out of the log.
	Line func(key string, line []byte) bool
	// Changed is told that the status of a program changed. It must not block.
	Changed func(key string)
	Logger  *slog.Logger
}

// Supervisor keeps the programs of tools and services running. All of its
// methods may be called at the same time.
type Supervisor struct {
	opts Options

	mu      sync.Mutex
	units   map[string]*unit
	leaving []*unit // removed, and perhaps not gone yet, in order
	closed  bool
}

// NewSupervisor returns a Supervisor without programs.
func NewSupervisor(o Options) *Supervisor {
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	return &Supervisor{opts: o, units: map[string]*unit{}}
}

// Apply makes specs the programs that there are. New ones are there, stopped;
// those that are no longer there are stopped and leave; those that changed use
// their new form from the next start on.
func (s *Supervisor) Apply(specs []Spec) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return
	}
	s.leaving = slices.DeleteFunc(s.leaving, func(u *unit) bool { return closed(u.done) })
	want := map[string]bool{}
	for _, spec := range specs {
		key := spec.Key()
		want[key] = true
		if u, ok := s.units[key]; ok {
			u.next.Store(&spec)
			go func() { _ = u.request(request{verb: doUpdate}) }()
			continue
		}
		s.units[key] = s.add(spec)
	}
	for key, u := range s.units {
		if want[key] {
			continue
		}
		delete(s.units, key)
		s.leaving = append(s.leaving, u)
		go func() { _ = u.request(request{verb: doRemove}) }()
	}
}

func (s *Supervisor) add(spec Spec) *unit {
	key := spec.Key()
	file := ""
	if s.opts.LogDir != "" {
		file = filepath.Join(s.opts.LogDir, strings.ReplaceAll(key, "/", "-")+".log")
	}
	u := &unit{
		sup: s, key: key, spec: spec, log: NewLog(file), retry: time.NewTimer(time.Hour),
		ask: make(chan request), found: make(chan finding), done: make(chan struct{}),
		status: Status{Kind: spec.Kind, ID: spec.ID, State: Stopped, Since: time.Now().UTC()},
	}
	u.retry.Stop()
	var after <-chan struct{}
	for _, old := range s.leaving {
		if old.key == key {
			after = old.done
		}
	}
	go u.loop(after)
	return u
}

// request hands a request to the loop and waits for its answer.
func (u *unit) request(req request) error {
	req.reply = make(chan error, 1)
	select {
	case u.ask <- req:
		return <-req.reply
	case <-u.done:
		return ErrUnknown
	}
}

// AutoStart starts every program that is to run from the beginning and is
// stopped. It returns when each was tried.
func (s *Supervisor) AutoStart() {
	var wg sync.WaitGroup
	for _, u := range s.all() {
		wg.Go(func() {
			_ = u.request(request{verb: doAutoStart})
		})
	}
	wg.Wait()
}

func (s *Supervisor) all() []*unit {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := make([]*unit, 0, len(s.units))
	for _, u := range s.units {
		out = append(out, u)
	}
	return out
}

func (s *Supervisor) do(key string, v verb) error {
	s.mu.Lock()
	u, closed := s.units[key], s.closed
	s.mu.Unlock()
	switch {
	case closed:
		return ErrClosed
	case u == nil:
		return ErrUnknown
	}
	return u.request(request{verb: v})
}

// Start starts a program. The error is ErrUnknown, ErrAlready, ErrClosed, or
// says why it could not be started; then it is tried again as its policy says.
func (s *Supervisor) Start(key string) error { return s.do(key, doStart) }

// Stop begins to stop a program, or takes a start back that was to come. A
// program that is stopped already is no error.
func (s *Supervisor) Stop(key string) error { return s.do(key, doStop) }

// Restart stops a program where it runs, and starts it.
func (s *Supervisor) Restart(key string) error { return s.do(key, doRestart) }

// Status lists all programs in the order of their keys.
func (s *Supervisor) Status() []Status {
	out := []Status{}
	for _, u := range s.all() {
		out = append(out, u.Status())
	}
	slices.SortFunc(out, func(a, b Status) int { return strings.Compare(a.Kind+"/"+a.ID, b.Kind+"/"+b.ID) })
	return out
}

// One is the status of one program.
func (s *Supervisor) One(key string) (Status, bool) {
	s.mu.Lock()
	u := s.units[key]
	s.mu.Unlock()
	if u == nil {
		return Status{}, false
	}
	return u.Status(), true
}

// Log is the log of one program.
func (s *Supervisor) Log(key string) (*Log, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	u := s.units[key]
	if u == nil {
		return nil, false
	}
	return u.log, true
}

// Close stops everything and returns when nothing is left. When ctx ends, what
// is left is killed.
func (s *Supervisor) Close(ctx context.Context) {
	s.mu.Lock()
	s.closed = true
	all := slices.Concat(s.leaving, slices.Collect(maps.Values(s.units)))
	s.mu.Unlock()
	for _, u := range all {
		go func() { _ = u.request(request{verb: doRemove}) }()
	}
	for _, u := range all {
		select {
		case <-u.done:
			continue
		case <-ctx.Done():
		}
		for waiting := true; waiting; {
			u.kill()
			select {
			case <-u.done:
				waiting = false
			case <-time.After(50 * time.Millisecond):
			}
		}
	}
}

func (s *Supervisor) observe(o Observation) {
	defer s.recover("observe")
	s.opts.Logger.Warn("an extension ended", "subject", o.Subject, "text", o.Text)
	if s.opts.Observe != nil {
		s.opts.Observe(o)
	}
}

func (s *Supervisor) line(key string, line []byte) bool {
	defer s.recover("line")
	return s.opts.Line != nil && s.opts.Line(key, line)
}

func (s *Supervisor) changed(key string) {
	defer s.recover("changed")
	if s.opts.Changed != nil {
		s.opts.Changed(key)
	}
}

// recover keeps a fault in one place from ending the daemon.
func (s *Supervisor) recover(where string) {
	if p := recover(); p != nil {
		s.opts.Logger.Error("a fault was caught", "where", "procs: "+where, "fault", fmt.Sprint(p))
	}
}
