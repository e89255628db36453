package hub

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"
)

// State is what a provider is doing.
type State string

// The states. The zero State is none.
const (
	Configured State = "configured" // never asked yet what it offers
	Known      State = "known"      // what it offers is known; it does not run
	Starting   State = "starting"
	Ready      State = "ready"
	Backoff    State = "backoff" // it failed; see when the next try may be
	Broken     State = "broken"  // its record cannot be read
)

// How long a provider that failed is left alone: the first time, and at most.
const (
	firstRetry = 5 * time.Second
	lastRetry  = time.Minute
)

// maxCalls is how many calls one provider works on at once.
const maxCalls = 256

// slot is the place of one namespace: its provider, and its process while there
// is one.
type slot struct {
	hub    *Hub
	spec   Provider
	digest string // of the spec

	mu       sync.Mutex
	rec      *record
	recErr   error
	tools    []offered // see look
	rejected []Rejected
	view     *view
	watched  map[string]int // resources, with how many watch them
	live     *live
	starting chan struct{}   // closed when the start that runs has ended
	startErr error           // how it ended
	asked    bool            // a list has waited in vain for this start
	leaving  <-chan struct{} // closed when the process before is gone
	fails    int
	retryAt  time.Time
	last     string // the last failure, for people
	busy     int    // calls
	idle     *time.Timer
	removed  bool
	old      bool // talk the older protocol at once: the newer one failed
}

// downError is why a provider cannot be used now.
type downError struct {
	why   string
	until time.Time
}

func (e *downError) Error() string {
	wait := max(time.Until(e.until), 0).Round(time.Second)
	return fmt.Sprintf("%s; the next try is in %s", e.why, max(wait, time.Second))
}

var (
	errRemoved = errors.New("it is not configured any more")
	errFull    = fmt.Errorf("it works on %d calls already; try again later", maxCalls)
	errClosed  = errors.New("butler is stopping")
)

// use returns the running provider, starting it where it does not run. The
// caller calls free when its call has ended.
func (s *slot) use(ctx context.Context) (l *live, free func(), err error) {
	for {
		s.mu.Lock()
		switch {
		case s.removed:
			s.mu.Unlock()
			return nil, nil, errRemoved
		case s.recErr != nil:
			s.mu.Unlock()
			return nil, nil, s.recErr
		case s.live != nil:
			if s.busy >= maxCalls {
				s.mu.Unlock()
				return nil, nil, errFull
			}
			s.busy++
			if s.idle != nil {
				s.idle.Stop()
			}
			l := s.live
			s.mu.Unlock()
			return l, sync.OnceFunc(s.free), nil
		}
		started, err := s.begin()
		s.mu.Unlock()
		if err != nil {
			return nil, nil, err
		}
		select {
		case <-started:
		case <-ctx.Done():
			return nil, nil, context.Cause(ctx)
		}
		s.mu.Lock()
		err = s.startErr
		s.mu.Unlock()
		if err != nil {
			return nil, nil, err
		}
	}
}

// begin starts the provider unless that is under way. The lock is held.
func (s *slot) begin() (chan struct{}, error) {
	if s.starting != nil {
		return s.starting, nil
	}
	if now := s.hub.now(); now.Before(s.retryAt) {
		return nil, &downError{s.last, s.retryAt}
	}
	if !s.hub.enter() {
		return nil, errClosed
	}
	s.starting, s.asked, s.startErr = make(chan struct{}), false, nil
	go func() {
		defer s.hub.leave()
		s.start()
	}()
	return s.starting, nil
}

// start runs one start to its end.
func (s *slot) start() {
	s.mu.Lock()
	before, old := s.leaving, s.old
	s.mu.Unlock()
	ctx, cancel := context.WithTimeoutCause(s.hub.ctx, s.spec.Start, fmt.Errorf("it was not ready within %s", s.spec.Start))
	defer cancel()
	if before != nil {
		select {
		case <-before: // two of it at once could share a file
		case <-ctx.Done():
		}
	}
	l, m, err := s.open(ctx, old)
	s.mu.Lock()
	done := s.starting
	s.starting = nil
	switch {
	case err == nil && s.removed:
		err = errRemoved
		fallthrough
	case err != nil:
		s.startErr = err
		if !errors.Is(err, errRemoved) {
			s.old = !old
			s.failed("it could not be started: " + err.Error())
		}
		if l != nil {
			s.leaving = l.proc.Done()
		}
	default:
		s.live, s.leaving = l, l.proc.Done()
		s.learn(m)
		s.armIdle()
		s.hub.work.Go(func() { s.watch(l) })
	}
	s.mu.Unlock()
	s.hub.rebuild()
	close(done)
	if err != nil && l != nil {
		l.stop()
	}
}

// failed notes a failure and when the next try may be. The lock is held.
func (s *slot) failed(why string) {
	wait := min(firstRetry<<min(s.fails, 10), lastRetry)
	s.fails++
	s.last, s.retryAt = why, s.hub.now().Add(wait)
	s.hub.log.Warn("hub: a provider failed", "namespace", s.spec.Namespace, "why", why, "retry_in", wait)
}

// watch waits for the end of the process, and tells a stop from a crash.
func (s *slot) watch(l *live) {
	<-l.proc.Done()
	s.crashed(l)
	l.stop()
}

// crashed takes a process that has ended by itself out of use. Whoever sees it
// first does that: the next call must not be given to it.
func (s *slot) crashed(l *live) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.live != l {
		return
	}
	s.live = nil
	if s.hub.now().Sub(l.since) > lastRetry {
		s.fails = 0
	}
	s.failed(l.epitaph())
}

func (s *slot) free() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.busy--
	s.armIdle()
}

// armIdle begins the wait for the next call, where none runs. The lock is held.
func (s *slot) armIdle() {
	if s.busy > 0 || s.live == nil {
		return
	}
	if s.idle != nil {
		s.idle.Stop()
	}
	wait := s.spec.Idle
	switch {
	case s.removed:
		wait = 0
	case wait < 0:
		return
	}
	l := s.live
	s.idle = time.AfterFunc(wait, func() { s.stopIdle(l) })
}

func (s *slot) stopIdle(l *live) {
	s.mu.Lock()
	if s.live != l || s.busy > 0 {
		s.mu.Unlock()
		return
	}
	s.live = nil
	s.fails = 0
	s.mu.Unlock()
	l.stop()
}

// remove takes the slot out of use. Calls that run may end; then the process is
// stopped.
func (s *slot) remove() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.removed = true
	s.armIdle()
}

// stop ends the process now, and waits for that.
func (s *slot) stop() {
	s.mu.Lock()
	s.removed = true
	l := s.live
	s.live = nil
	if s.idle != nil {
		s.idle.Stop()
	}
	s.mu.Unlock()
	if l != nil {
		l.stop()
	}
}

// state is what the slot is doing. The lock is held.
func (s *slot) state() State {
	switch {
	case s.recErr != nil:
		return Broken
	case s.live != nil:
		return Ready
	case s.starting != nil:
		return Starting
	case s.hub.now().Before(s.retryAt):
		return Backoff
	case s.known():
		return Known
	}
	return Configured
}

// known reports whether it is known what this very program offers. The lock is
// held.
func (s *slot) known() bool {
	return s.rec != nil && s.rec.Manifest != nil && s.rec.Manifest.Digest == s.digest
}

// lines joins what a process said last, for an error.
func lines(tail []string) string {
	if len(tail) == 0 {
		return ""
	}
	const shown = 5
	return "; its last words: " + strings.Join(tail[max(len(tail)-shown, 0):], " | ")
}
