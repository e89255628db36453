package hub

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// live is a running provider and the session with it.
type live struct {
	proc    *process
	pipes   *pipes
	session *mcp.ClientSession
	since   time.Time

	mu      sync.Mutex
	next    int64
	flights map[int64]*flight

	listing sync.Mutex // one listing at a time
}

// The version of the protocol that is spoken where the newer way of beginning
// failed: some servers end at a request that they do not know.
const olderProtocol = "2025-11-25"

// What one provider may offer, in all.
const (
	maxTools = 2000
	maxOther = 5000 // prompts, resources, templates: each
)

// open starts the process, begins the session and asks what is offered.
func (s *slot) open(ctx context.Context, old bool) (*live, *manifest, error) {
	proc, err := s.hub.launch(&s.spec)
	if err != nil {
		return nil, nil, err
	}
	l := &live{proc: proc, since: s.hub.now(), flights: map[int64]*flight{}}
	l.pipes = newPipes(proc, l.note)
	changed := func() { go s.relist(l) }
	client := mcp.NewClient(s.hub.self, &mcp.ClientOptions{
		Capabilities:               &mcp.ClientCapabilities{},
		ToolListChangedHandler:     func(context.Context, *mcp.ToolListChangedRequest) { changed() },
		PromptListChangedHandler:   func(context.Context, *mcp.PromptListChangedRequest) { changed() },
		ResourceListChangedHandler: func(context.Context, *mcp.ResourceListChangedRequest) { changed() },
		ResourceUpdatedHandler: func(_ context.Context, r *mcp.ResourceUpdatedNotificationRequest) {
			s.updated(s.hub.ctx, r.Params)
		},
	})
	opts := &mcp.ClientSessionOptions{}
	if old {
		opts.ProtocolVersion = olderProtocol
	}
	if l.session, err = client.Connect(ctx, l.pipes, opts); err != nil {
		return l, nil, l.why(ctx, err)
	}
	m, err := s.list(ctx, l)
	if err != nil {
		return l, nil, l.why(ctx, err)
	}
	if caps := l.session.InitializeResult().Capabilities; caps != nil && caps.Logging != nil && !modern(l.session) {
		// Each client's own level is applied when a message is handed on.
		_ = l.session.SetLoggingLevel(ctx, &mcp.SetLoggingLevelParams{Level: "debug"})
	}
	s.resubscribe(ctx, l)
	return l, m, nil
}

// modern reports whether a session needs no handshake and has no state, as of
// the protocol of 2026-07-28.
func modern(cs *mcp.ClientSession) bool {
	return cs.InitializeResult().ProtocolVersion >= "2026-07-28"
}

// why is the cause of a failure in words: the provider's own fault, its end, or
// the time that it took.
func (l *live) why(ctx context.Context, err error) error {
	if f := l.pipes.blame(); f != nil {
		return fmt.Errorf("%w%s", f, lines(l.proc.tail.last()))
	}
	if ctx.Err() != nil {
		return fmt.Errorf("%w%s", context.Cause(ctx), lines(l.proc.tail.last()))
	}
	select {
	case <-l.proc.Ended():
		return fmt.Errorf("it ended (%s)%s", l.proc.Exit(), lines(l.proc.tail.last()))
	case <-time.After(time.Second):
	}
	return fmt.Errorf("%w%s", err, lines(l.proc.tail.last()))
}

// epitaph says how a process ended that nobody stopped.
func (l *live) epitaph() string {
	if f := l.pipes.blame(); f != nil {
		return f.Error() + lines(l.proc.tail.last())
	}
	return fmt.Sprintf("it crashed (%s)%s", l.proc.Exit(), lines(l.proc.tail.last()))
}

func (l *live) stop() {
	if l.session != nil {
		go l.session.Close() // it waits for calls, which end with the process
	}
	l.proc.Stop()
}

var errMany = fmt.Errorf("it offers more than %d tools, or more than %d of something else", maxTools, maxOther)

// list asks for everything that the provider offers.
func (s *slot) list(ctx context.Context, l *live) (*manifest, error) {
	init := l.session.InitializeResult()
	m := &manifest{Digest: s.digest, Seen: s.hub.now().UTC(), Protocol: init.ProtocolVersion}
	if i := init.ServerInfo; i != nil {
		m.Server = i.Name + " " + i.Version
	}
	caps := init.Capabilities
	if caps == nil {
		caps = &mcp.ServerCapabilities{}
	}
	m.Completes = caps.Completions != nil
	if caps.Tools != nil {
		for t, err := range l.session.Tools(ctx, nil) {
			if err != nil {
				return nil, fmt.Errorf("listing its tools: %w", err)
			}
			if m.Tools = append(m.Tools, t); len(m.Tools) > maxTools {
				return nil, errMany
			}
		}
	}
	if caps.Prompts != nil {
		for p, err := range l.session.Prompts(ctx, nil) {
			if err != nil {
				return nil, fmt.Errorf("listing its prompts: %w", err)
			}
			if p == nil {
				continue
			}
			if m.Prompts = append(m.Prompts, p); len(m.Prompts) > maxOther {
				return nil, errMany
			}
		}
	}
	if caps.Resources != nil {
		for r, err := range l.session.Resources(ctx, nil) {
			if err != nil {
				return nil, fmt.Errorf("listing its resources: %w", err)
			}
			if r == nil {
				continue
			}
			if m.Resources = append(m.Resources, r); len(m.Resources) > maxOther {
				return nil, errMany
			}
		}
		for t, err := range l.session.ResourceTemplates(ctx, nil) {
			var unknown *jsonrpc.Error
			if errors.As(err, &unknown) && unknown.Code == jsonrpc.CodeMethodNotFound {
				break // resources without templates
			}
			if err != nil {
				return nil, fmt.Errorf("listing its resource templates: %w", err)
			}
			if t == nil {
				continue
			}
			if m.Templates = append(m.Templates, t); len(m.Templates) > maxOther {
				return nil, errMany
			}
		}
	}
	return m, nil
}

// relistWait bounds a listing that the provider itself asked for.
const relistWait = 10 * time.Second

// relist asks anew what the provider offers, since it says that this changed.
func (s *slot) relist(l *live) {
	l.listing.Lock()
	defer l.listing.Unlock()
	ctx, cancel := context.WithTimeout(s.hub.ctx, relistWait)
	defer cancel()
	m, err := s.list(ctx, l)
	if err != nil {
		s.hub.log.Warn("hub: a provider could not be listed anew", "namespace", s.spec.Namespace, "why", l.why(ctx, err))
		return
	}
	s.mu.Lock()
	current := s.live == l
	if current {
		s.learn(m)
	}
	s.mu.Unlock()
	if current {
		s.hub.rebuild()
	}
}

// flight is a call that a provider works on, with what it says meanwhile. Most
// say nothing, and have no goroutine of their own.
type flight struct {
	id    int64
	token any // the caller's own; nil where it wants no progress
	ctx   context.Context
	to    *mcp.ServerSession
	notes chan *jsonrpc.Request // nil before the first
	done  chan struct{}
}

// maxNotes is how many notifications of a call wait for a slow client; what
// comes beyond is dropped.
const maxNotes = 256

// fly begins to hand notifications on to the client of one call.
func (l *live) fly(ctx context.Context, to *mcp.ServerSession, token any) *flight {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.next++
	f := &flight{id: l.next, token: token, ctx: ctx, to: to}
	l.flights[f.id] = f
	return f
}

// land ends it, once the client has what was said before the result.
func (l *live) land(ctx context.Context, f *flight) {
	l.mu.Lock()
	delete(l.flights, f.id)
	spoke := f.notes != nil
	if spoke {
		close(f.notes)
	}
	l.mu.Unlock()
	if !spoke {
		return
	}
	select {
	case <-f.done:
	case <-ctx.Done():
	case <-time.After(writeWait):
	}
}

const (
	progressMethod = "notifications/progress"
	messageMethod  = "notifications/message"
)

// note takes a provider's notification that belongs to calls. A message of its
// log names no call and goes to all that run.
func (l *live) note(n *jsonrpc.Request) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch n.Method {
	case progressMethod:
		var p struct {
			Token int64 `json:"progressToken"`
		}
		if json.Unmarshal(n.Params, &p) == nil {
			if f := l.flights[p.Token]; f != nil && f.token != nil {
				f.offer(n)
			}
		}
		return true
	case messageMethod:
		for _, f := range l.flights {
			f.offer(n)
		}
		return true
	}
	return false
}

// offer hands a notification on, in the order in which they come. The lock of
// the process is held.
func (f *flight) offer(n *jsonrpc.Request) {
	if f.notes == nil {
		f.notes, f.done = make(chan *jsonrpc.Request, maxNotes), make(chan struct{})
		go func() {
			defer close(f.done)
			for n := range f.notes {
				f.pass(n)
			}
		}()
	}
	select {
	case f.notes <- n:
	default:
	}
}

// pass hands one notification to the client. One that cannot be delivered is
// lost; the result is not.
func (f *flight) pass(n *jsonrpc.Request) {
	switch n.Method {
	case progressMethod:
		var p mcp.ProgressNotificationParams
		if json.Unmarshal(n.Params, &p) == nil {
			p.ProgressToken = f.token
			_ = f.to.NotifyProgress(f.ctx, &p)
		}
	case messageMethod:
		var p mcp.LoggingMessageParams
		if json.Unmarshal(n.Params, &p) == nil {
			_ = f.to.Log(f.ctx, &p)
		}
	}
}
