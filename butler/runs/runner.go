package runs

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/oklog/ulid/v2"

	"guard/audit/redact"
	"guard/butler/procs"
	"guard/sdk"
)

// maxAtOnce bounds the runs at the same time over all extensions.
const maxAtOnce = 8

// progressPause is the least time between two times that progress is told of.
// What a run says in between is kept all the same.
const progressPause = 100 * time.Millisecond

// Options are what a Runner works with.
type Options struct {
	Launcher *procs.Launcher
	Store    *Store
	// Observe takes an observation that a run printed.
	Observe func(kind, extension string, m sdk.Message)
	// Changed is told of every start, progress and end. It must not block.
	Changed func(Run)
	// Vars are more variables for a run, such as its token. done is called
	// when the run has ended.
	Vars func(r Run) (vars []string, done func())
}

// Runner starts runs.
type Runner struct {
	opts Options

	mu     sync.Mutex
	live   map[string]*liveRun
	ids    *ulid.MonotonicEntropy
	closed bool
	wg     sync.WaitGroup
}

// liveRun is a run that has not ended.
type liveRun struct {
	run    Run // under Runner.mu
	cancel context.CancelCauseFunc
	done   chan struct{} // closed when it is stored
}

var (
	errTimeout   = errors.New("it took too long")
	errCancelled = errors.New("it was cancelled")
	errStopping  = errors.New("butler stopped")
)

// NewRunner returns a Runner. Runs that an earlier butler left open become lost.
func NewRunner(ctx context.Context, o Options) (*Runner, error) {
	if _, err := o.Store.loseOpen(ctx); err != nil {
		return nil, err
	}
	return &Runner{opts: o, live: map[string]*liveRun{}, ids: ulid.Monotonic(rand.Reader, 0)}, nil
}

// Start starts a run and returns it as it is then. It goes on by itself. A run
// that could not be started is kept as failed, and is no error here.
func (r *Runner) Start(ctx context.Context, req Request) (Run, error) {
	l, err := r.begin(req)
	if err != nil {
		return Run{}, err
	}
	first := l.run
	if err := r.opts.Store.put(ctx, &first); err != nil {
		r.end(l)
		return Run{}, err
	}
	r.changed(first)
	life, cancel := context.WithCancelCause(context.Background())
	r.mu.Lock()
	l.cancel = cancel
	if r.closed {
		cancel(errStopping)
	}
	r.mu.Unlock()
	go func() {
		defer r.end(l)
		defer cancel(nil)
		r.do(life, l, req)
	}()
	return first, nil
}

// begin takes a place among the runs.
func (r *Runner) begin(req Request) (*liveRun, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return nil, ErrClosed
	}
	own := 0
	for _, l := range r.live {
		if l.run.Kind == req.Kind && l.run.Extension == req.Extension {
			own++
		}
	}
	if len(r.live) >= maxAtOnce || own >= max(req.Concurrency, 1) {
		return nil, ErrBusy
	}
	now := time.Now().UTC()
	id, err := ulid.New(ulid.Timestamp(now), r.ids)
	if err != nil {
		return nil, fmt.Errorf("runs: %w", err)
	}
	args, _ := req.Env.Masks.String(string(bytes.TrimSpace(req.Args)))
	l := &liveRun{done: make(chan struct{}), run: Run{
		ID: id.String(), Kind: req.Kind, Extension: req.Extension, Sort: req.Sort, Name: req.Name, Title: req.Title,
		By: req.By, Args: asJSON(args), State: Running, Started: now.Truncate(time.Millisecond),
	}}
	r.live[l.run.ID] = l
	r.wg.Add(1)
	return l, nil
}

func (r *Runner) end(l *liveRun) {
	r.mu.Lock()
	delete(r.live, l.run.ID)
	r.mu.Unlock()
	close(l.done)
	r.wg.Done()
}

// do runs the program to its end and stores what became of it.
func (r *Runner) do(life context.Context, l *liveRun, req Request) {
	out := &tail{limit: req.OutputBytes, take: func(line []byte) bool { return r.message(l, req.Env.Masks, line) }}
	errs := &tail{limit: req.OutputBytes}
	exit, why, err := r.exec(life, l, req, out, errs)

	r.mu.Lock()
	run := &l.run
	run.Ended = time.Now().UTC().Truncate(time.Millisecond)
	run.DurationMs = max(run.Ended.Sub(run.Started).Milliseconds(), 0)
	run.Output, run.Errors = out.text(req.Env.Masks), errs.text(req.Env.Masks)
	run.Truncated, run.Bytes = out.cut || errs.cut, out.total+errs.total
	run.judge(exit, why, err, req.Timeout)
	last := *run
	r.mu.Unlock()
	if err := r.opts.Store.put(context.Background(), &last); err != nil {
		// The row stays open and is told as lost after the next start.
		last.Error = err.Error()
	}
	r.changed(last)
}

// judge says what became of a run: why is set where butler ended it, err where
// it was not started.
func (run *Run) judge(exit procs.Exit, why, err error, limit time.Duration) {
	switch {
	case err != nil:
		run.State, run.Error = Failed, err.Error()
		return
	case errors.Is(why, errTimeout):
		run.State, run.Error = Timeout, fmt.Sprintf("it took longer than %s and was ended", limit)
	case why != nil:
		run.State, run.Error = Cancelled, why.Error()
	case exit.OK():
		run.State = Done
	default:
		run.State, run.Error = Failed, exit.String()
	}
	if exit.Signal != 0 {
		run.Signal = exit.Signal.String()
	} else if !exit.Lost {
		run.Exit = &exit.Code
	}
}

func (r *Runner) exec(life context.Context, l *liveRun, req Request, out, errs *tail) (exit procs.Exit, why, err error) {
	env := append(append([]string{}, req.Env.Vars...), sdk.RunVar+"="+l.run.ID)
	if r.opts.Vars != nil {
		vars, done := r.opts.Vars(l.run)
		defer done()
		env = append(env, vars...)
	}
	p, err := r.opts.Launcher.Start(procs.Command{
		Name: req.Kind + "/" + req.Extension + "/" + req.Name, Argv: req.Argv, Dir: req.Dir, Env: env,
		Stdin: bytes.NewReader(req.Args), Stdout: out, Stderr: errs, Grace: req.Grace,
	})
	if err != nil {
		return procs.Exit{}, nil, err
	}
	limit := time.NewTimer(req.Timeout)
	defer limit.Stop()
	select {
	case <-p.Done():
	case <-limit.C:
		why = errTimeout
	case <-life.Done():
		why = context.Cause(life)
	}
	p.Stop()
	<-p.Done()
	return p.Exit(), why, nil
}

// message takes a line that is meant for butler out of the output.
func (r *Runner) message(l *liveRun, masks *redact.Redactor, line []byte) bool {
	m, ok := sdk.ParseMessage(line)
	if !ok {
		return false
	}
	if m.Butler == sdk.KindObserve {
		if r.opts.Observe != nil {
			r.opts.Observe(l.run.Kind, l.run.Extension, m)
		}
		return true
	}
	text, _ := masks.String(m.Text)
	if runes := []rune(text); len(runes) > 200 {
		text = string(runes[:200]) + "…"
	}
	r.mu.Lock()
	was := l.run.Progress
	l.run.Progress = &Progress{m.Done, m.Total, text, time.Now().UTC()}
	now := l.run
	r.mu.Unlock()
	if was == nil || now.Progress.Time.Sub(was.Time) >= progressPause {
		r.changed(now)
	}
	return true
}

func (r *Runner) changed(run Run) {
	if r.opts.Changed != nil {
		r.opts.Changed(run)
	}
}

// Get returns a run as it is at the moment.
func (r *Runner) Get(ctx context.Context, id string) (Run, error) {
	r.mu.Lock()
	if l := r.live[id]; l != nil {
		defer r.mu.Unlock()
		return l.now(), nil
	}
	r.mu.Unlock()
	return r.opts.Store.Get(ctx, id)
}

func (l *liveRun) now() Run {
	run := l.run
	run.DurationMs = time.Since(run.Started).Milliseconds()
	return run
}

// List returns runs, the newest first, without their outputs.
func (r *Runner) List(ctx context.Context, f Filter) ([]Run, error) {
	list, err := r.opts.Store.List(ctx, f)
	r.mu.Lock()
	defer r.mu.Unlock()
	for i := range list {
		if l := r.live[list[i].ID]; l != nil {
			list[i] = l.now()
		}
	}
	return list, err
}

// Wait waits for the end of a run, or of ctx, and returns it as it is then.
func (r *Runner) Wait(ctx context.Context, id string) (Run, error) {
	r.mu.Lock()
	l := r.live[id]
	r.mu.Unlock()
	if l != nil {
		select {
		case <-l.done:
		case <-ctx.Done():
		}
	}
	return r.Get(context.WithoutCancel(ctx), id)
}

// Cancel begins to end a run. The error is ErrUnknown where it does not run.
func (r *Runner) Cancel(id string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	l := r.live[id]
	if l == nil || l.cancel == nil {
		return ErrUnknown
	}
	l.cancel(errCancelled)
	return nil
}

// Close ends all runs and returns when nothing of them is left.
func (r *Runner) Close() {
	r.mu.Lock()
	r.closed = true
	for _, l := range r.live {
		if l.cancel != nil {
			l.cancel(errStopping)
		}
	}
	r.mu.Unlock()
	r.wg.Wait()
}
