package procs

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

type verb int

const (
	doUpdate verb = iota // no more than take the new form, which each of them does
	doStart
	doStop
	doRestart
	doRemove
	doAutoStart
)

type request struct {
	verb  verb
	reply chan error
}

// unit keeps one program running. All that changes it happens in its loop, one
// thing after another; others see the status.
type unit struct {
	sup   *Supervisor
	key   string
	log   *Log
	ask   chan request
	found chan finding
	done  chan struct{}        // the loop has ended, and nothing runs
	next  atomic.Pointer[Spec] // the newest form, until the loop takes it

	// The loop's own.
	spec     Spec
	proc     *Process           // nil where nothing runs
	run      int                // counts the starts
	cancel   context.CancelFunc // ends the checks of this run
	flush    func()             // ends the lines that have no end
	again    bool               // stopping: start when it is gone
	failing  string             // stopping because of this, which counts as an end by itself
	leaving  bool
	restarts []time.Time // starts by itself within the window
	retry    *time.Timer

	mu     sync.Mutex
	status Status
	spawn  *Process // proc, for Close
}

func (u *unit) loop(after <-chan struct{}) {
	defer close(u.done)
	defer u.log.Close()
	if after != nil {
		<-after // the one that had this name before
	}
	for !u.leaving || u.proc != nil {
		var gone <-chan struct{}
		if u.proc != nil {
			gone = u.proc.Done()
		}
		select {
		case req := <-u.ask:
			req.reply <- u.handle(req)
		case f := <-u.found:
			u.look(f)
		case <-gone:
			u.gone()
		case <-u.retry.C:
			if u.state() == Backoff {
				_ = u.begin()
			}
		}
	}
	u.retry.Stop()
}

func (u *unit) handle(req request) error {
	u.update()
	switch req.verb {
	case doStart:
		return u.start()
	case doStop:
		u.stop()
	case doRestart:
		if u.proc != nil {
			u.stop()
			u.again = true
			return nil
		}
		return u.start()
	case doAutoStart:
		if u.spec.AutoStart && u.state() == Stopped {
			return u.start()
		}
	case doRemove:
		u.leaving = true
		u.stop()
	}
	return nil
}

// update takes the newest form, if there is one, for the next start: whatever is
// asked or happens after Apply meets it. What runs stays as it is: a manifest that
// is being edited does not interrupt anybody's work.
func (u *unit) update() {
	spec := u.next.Swap(nil)
	if spec == nil {
		return
	}
	changed := spec.Digest != u.spec.Digest
	u.spec = *spec
	u.set(func(s *Status) { s.Stale = s.Stale || changed && u.proc != nil })
}

func (u *unit) start() error {
	if u.leaving {
		return ErrUnknown
	}
	if u.proc != nil {
		if u.state() == Stopping {
			u.again, u.failing = true, ""
			return nil
		}
		return ErrAlready
	}
	u.restarts = nil
	return u.begin()
}

// stop ends what runs, and takes back a start that was to come.
func (u *unit) stop() {
	u.again, u.failing = false, ""
	u.retry.Stop()
	if u.proc == nil {
		u.enter(Stopped, "")
		return
	}
	u.enter(Stopping, "")
	u.proc.Stop()
}

// begin starts the program.
func (u *unit) begin() error {
	u.update()
	u.again, u.failing = false, ""
	u.retry.Stop()
	u.run++
	env, err := u.spec.Env()
	if err == nil {
		u.log.Masks(env.Masks)
		err = u.launch(env.Vars)
	}
	if err != nil {
		u.ended(Exit{}, err.Error())
		return err
	}
	return nil
}

func (u *unit) launch(env []string) error {
	key := u.key
	out := u.log.Stream("stdout", func(line []byte) bool { return u.sup.line(key, line) })
	errs := u.log.Stream("stderr", nil)
	p, err := u.sup.opts.Launcher.Start(Command{
		Name: key, Argv: u.spec.Argv, Dir: u.spec.Dir, Env: env,
		Stdout: out, Stderr: errs, Grace: u.spec.Grace,
	})
	if err != nil {
		return err
	}
	u.flush = func() {
		out.Flush()
		errs.Flush()
	}
	u.log.Say(fmt.Sprintf("started, process %d", p.Pid()))
	u.setProc(p)
	var ctx context.Context
	ctx, u.cancel = context.WithCancel(context.Background())
	state := Running
	if len(u.spec.Ready) > 0 {
		state = Starting
	}
	u.enter(state, "")
	u.set(func(s *Status) {
		at := p.Started().UTC()
		s.Pid, s.Started, s.Stale, s.Healthy = p.Pid(), &at, false, nil
	})
	if len(u.spec.Ready) > 0 || u.spec.Health != nil {
		go u.checks(ctx, u.run, u.spec, env)
	}
	return nil
}

// look takes what the checks found.
func (u *unit) look(f finding) {
	state := u.state()
	if f.run != u.run || u.proc == nil || state == Stopping {
		return
	}
	switch {
	case f.ready && f.err == nil:
		if state == Starting {
			u.log.Say("ready")
			u.enter(Running, "")
		}
	case f.ready:
		u.fail(f.err.Error())
	default:
		if was := u.Status().Healthy; was == nil || *was != f.healthy {
			u.set(func(s *Status) { s.Healthy = &f.healthy })
			if f.err != nil {
				u.log.Say("unhealthy: " + f.err.Error())
			} else if was != nil {
				u.log.Say("healthy again")
			}
		}
		if f.err != nil && u.spec.Health.Restart && !u.spec.Service {
			u.fail("unhealthy: " + f.err.Error())
		}
	}
}

// fail ends the program as if it had ended by itself.
func (u *unit) fail(why string) {
	u.log.Say(why)
	u.failing = why
	u.enter(Stopping, why)
	u.proc.Stop()
}

// gone goes on when nothing of the program is left.
func (u *unit) gone() {
	exit, began := u.proc.Exit(), u.proc.Started()
	u.cancel()
	u.flush()
	u.setProc(nil)
	u.set(func(s *Status) { s.Pid, s.Started, s.Healthy, s.Exit = 0, nil, nil, exit.String() })
	switch {
	case u.state() == Stopping && u.failing == "":
		u.log.Say("stopped, " + exit.String())
		if u.again && !u.leaving {
			_ = u.begin() // it is not stopped in between: whoever waits would be told so
			return
		}
		u.enter(Stopped, "")
	default:
		if time.Since(began) >= u.spec.Restart.Healthy {
			u.restarts = nil
		}
		u.ended(exit, u.failing)
	}
}

// ended decides what follows an end that nobody asked for. why is set where the
// program did not even start, or was ended for a reason.
func (u *unit) ended(exit Exit, why string) {
	window := time.Now().Add(-u.spec.Restart.Window)
	u.restarts = slices.DeleteFunc(u.restarts, func(t time.Time) bool { return t.Before(window) })
	how := why
	if how == "" {
		how = exit.String()
	}
	n := len(u.restarts)
	v := u.spec.afterEnd(exit.OK() && why == "", n)
	if u.leaving {
		v = verdict{state: Stopped}
	}
	text := v.tell(how, n, u.spec.Restart.Max)
	u.log.Say(text)
	problem := how
	if v.state == Stopped {
		problem = ""
	}
	if v.state == Backoff {
		u.restarts = append(u.restarts, time.Now())
		u.retry.Reset(v.delay)
	}
	u.enter(v.state, problem)
	u.set(func(s *Status) {
		s.Restarts = len(u.restarts)
		if v.state == Backoff {
			at := time.Now().Add(v.delay).UTC()
			s.NextStart = &at
		}
	})
	if v.observe {
		u.sup.observe(Observation{"error", u.spec.Subject, text})
	}
}

func (u *unit) state() State { return u.Status().State }

func (u *unit) enter(state State, problem string) {
	u.set(func(s *Status) {
		if s.State != state {
			s.Since = time.Now().UTC()
		}
		s.State, s.Error, s.NextStart = state, problem, nil
		s.Restarts = len(u.restarts)
	})
	u.sup.changed(u.key)
}

func (u *unit) set(change func(*Status)) {
	u.mu.Lock()
	defer u.mu.Unlock()
	change(&u.status)
}

func (u *unit) setProc(p *Process) {
	u.proc = p
	u.mu.Lock()
	defer u.mu.Unlock()
	u.spawn = p
}

// Status is the program as it is at the moment.
func (u *unit) Status() Status {
	u.mu.Lock()
	defer u.mu.Unlock()
	s := u.status
	s.LogSeq = u.log.Last()
	return s
}

// kill ends what runs without any grace. Unlike the rest it may be called from
// outside the loop.
func (u *unit) kill() {
	u.mu.Lock()
	p := u.spawn
	u.mu.Unlock()
	if p != nil {
		p.Kill()
	}
}
