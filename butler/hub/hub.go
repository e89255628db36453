package hub

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"guard/butler/procs"
)

// Options are what a Hub needs of butler. Gate, Dir and Launcher must be there.
type Options struct {
	Dir     string // its own folder for what is known of providers; 0700
	Gate    Gate
	Home    string       // the owner's; no project reaches above it
	Version string       // of butler
	Log     *slog.Logger // nil: nothing is logged here; calls go to the Gate's log

	// ListWait is how long a listing waits for providers that were never
	// listed; 0 is 5 s. What comes later is announced to clients that listen.
	ListWait time.Duration

	// MaxResult bounds the result of a call, in bytes; 0 is 4 MiB. The rest is
	// cut off, and the result says so.
	MaxResult int

	Launcher *procs.Launcher // starts the providers
}

// GCPercent is how much a butler lets its memory grow between two collections
// of garbage. Each message of MCP takes several buffers of 32 KiB for a moment
// (go-sdk v1.8.0), 0.6 MB a call, and the little that butler keeps would have them
// collected every seventh call. 5,000 calls took 9 s of the processor at 100, and
// 4.6 s at 400 (2026-11-30).
const GCPercent = 400

const (
	defaultListWait  = 5 * time.Second
	defaultMaxResult = 4 << 20
)

// Hub serves all providers. Its methods may be called at once.
type Hub struct {
	gate      Gate
	home      string
	store     store
	log       *slog.Logger
	self      *mcp.Implementation
	listWait  time.Duration
	maxResult int
	launcher  *procs.Launcher
	now       func() time.Time

	ctx    context.Context // ends when the hub closes
	cancel context.CancelFunc
	work   sync.WaitGroup

	mu        sync.Mutex
	closed    bool
	slots     []*slot // in the order of the manifests
	conflicts []Conflict

	changed chan struct{} // told after each rebuild; it holds one
	build   sync.Mutex    // one rebuild at a time
	all     *view
}

// quiet drops what a library says of its everyday doings.
type quiet struct{ slog.Handler }

func (q quiet) Enabled(ctx context.Context, l slog.Level) bool {
	return l >= slog.LevelWarn && q.Handler.Enabled(ctx, l)
}

// Conflict is a provider that is not offered, with the reason.
type Conflict struct {
	Namespace string `json:"namespace"`
	ID        string `json:"id"`
	Why       string `json:"why"`
}

// New makes a hub without providers.
func New(o Options) (*Hub, error) {
	switch {
	case o.Dir == "":
		return nil, errors.New("hub: no folder was given")
	case o.Gate == nil:
		return nil, errors.New("hub: no gate was given")
	case o.Launcher == nil:
		return nil, errors.New("hub: no launcher was given")
	}
	h := &Hub{
		gate: o.Gate, home: o.Home, store: store{o.Dir}, log: o.Log, listWait: o.ListWait, maxResult: o.MaxResult, launcher: o.Launcher, now: time.Now, changed: make(chan struct{}, 1),
		self: &mcp.Implementation{Name: "butler", Title: "Butler", Version: o.Version},
	}
	if h.log == nil {
		h.log = slog.New(slog.DiscardHandler)
	}
	if h.listWait == 0 {
		h.listWait = defaultListWait
	}
	if h.maxResult == 0 {
		h.maxResult = defaultMaxResult
	}
	h.ctx, h.cancel = context.WithCancel(context.Background())
	h.all = h.newView(nil)
	h.addOwn(h.all)
	return h, nil
}

// Rescan makes ps the providers, in the order of their manifests. Those that
// have not changed go on undisturbed. Changed ones are started anew once their
// calls have ended; those that are gone are stopped then.
func (h *Hub) Rescan(ps []Provider) {
	h.mu.Lock()
	if h.closed {
		h.mu.Unlock()
		return
	}
	before := map[string]*slot{}
	for _, s := range h.slots {
		before[s.spec.Namespace] = s
	}
	var slots []*slot
	var conflicts []Conflict
	seen := map[string]string{}
	var gone []*slot
	for _, p := range ps {
		if err := p.check(); err != nil {
			conflicts = append(conflicts, Conflict{p.Namespace, p.ID, err.Error()})
			continue
		}
		if first, ok := seen[p.Namespace]; ok {
			conflicts = append(conflicts, Conflict{p.Namespace, p.ID, fmt.Sprintf("%s has this namespace already", first)})
			continue
		}
		seen[p.Namespace] = p.ID
		old := before[p.Namespace]
		if old != nil && old.spec.same(&p) {
			slots = append(slots, old)
			delete(before, p.Namespace)
			continue
		}
		slots = append(slots, h.newSlot(p, old))
	}
	for _, s := range before {
		gone = append(gone, s)
	}
	h.slots, h.conflicts = slots, conflicts
	h.mu.Unlock()
	for _, s := range gone {
		s.remove()
	}
	h.rebuild()
}

// newSlot makes the place of p. before, where there is one, had its namespace:
// its process goes first.
func (h *Hub) newSlot(p Provider, before *slot) *slot {
	s := &slot{hub: h, spec: p, digest: p.digest()}
	s.rec, s.recErr = h.store.load(p.Namespace)
	if s.recErr != nil {
		h.log.Error("hub: a provider's record is broken", "namespace", p.Namespace, "err", s.recErr)
	}
	s.look()
	if before != nil {
		before.mu.Lock()
		if before.live != nil {
			s.leaving = before.live.proc.Done()
		}
		before.mu.Unlock()
	}
	s.view = h.newView(s)
	return s
}

// slotList is the slots as they are now.
func (h *Hub) slotList() []*slot {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.slots
}

func (h *Hub) slot(ns string) *slot {
	for _, s := range h.slotList() {
		if s.spec.Namespace == ns {
			return s
		}
	}
	return nil
}

// enter reports whether work may begin, which leave ends.
func (h *Hub) enter() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.closed {
		h.work.Add(1)
	}
	return !h.closed
}

func (h *Hub) leave() { h.work.Done() }

// Close stops every provider. When it returns, no process is left.
func (h *Hub) Close() {
	h.mu.Lock()
	h.closed = true
	slots := h.slots
	h.mu.Unlock()
	h.cancel()
	var wait sync.WaitGroup
	for _, s := range slots {
		wait.Go(s.stop)
	}
	wait.Wait()
	h.work.Wait()
}

// ensure waits until it is known what every provider offers, or until the wait
// for that is over. Nobody waits twice for the same provider's slow start.
func (h *Hub) ensure(ctx context.Context, slots []*slot) {
	slots = slices.DeleteFunc(slices.Clone(slots), func(s *slot) bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		return s.settled()
	})
	if len(slots) == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, h.listWait)
	defer cancel()
	var wait sync.WaitGroup
	for _, s := range slots {
		wait.Go(func() { s.ensure(ctx) })
	}
	wait.Wait()
}

// settled reports whether nobody need wait to know what the slot offers. The
// lock is held.
func (s *slot) settled() bool {
	return s.removed || s.recErr != nil || s.starting != nil && s.asked || s.known()
}

func (s *slot) ensure(ctx context.Context) {
	s.mu.Lock()
	if s.settled() {
		s.mu.Unlock()
		return
	}
	started, err := s.begin()
	s.mu.Unlock()
	if err != nil {
		return // its state says why
	}
	select {
	case <-started:
	case <-ctx.Done():
		s.mu.Lock()
		s.asked = true
		s.mu.Unlock()
	}
}
