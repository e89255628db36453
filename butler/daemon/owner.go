package daemon

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"guard/butler/hub"
	"guard/butler/inbox"
	"guard/butler/notify"
	"guard/coord"
	"guard/internal/card"
	"guard/internal/person"
)

// Shown is an item as it is shown for a decision.
type Shown struct {
	Item *inbox.Item `json:"item"`
	Card *card.Card  `json:"card,omitempty"` // of a call, from the bytes that a yes binds

	// Refused says why no yes can be given any more: the policy or a script has
	// changed, and the agent's retry would be another call.
	Refused string `json:"refused,omitempty"`

	Token   string    `json:"token,omitempty"` // to a prepare
	Expires time.Time `json:"token_expires,omitzero"`
}

// Status tells how butler is.
type Status struct {
	coord.Server
	Home     string        `json:"home"`
	Database string        `json:"database"`
	Sockets  string        `json:"sockets"`
	LogFile  string        `json:"log_file"`
	Page     string        `json:"page"`
	Holding  int           `json:"holding"`
	Faults   int64         `json:"faults"` // in the background, since it began
	Inbox    inbox.Counts  `json:"inbox"`
	Notify   notify.Status `json:"notify"`
	MCP      hub.Status    `json:"mcp"`
}

// ownerRequest serves one connection of the butler command.
func (d *Daemon) ownerRequest(ctx context.Context, c *coord.Conn, stop func()) {
	r, err := c.OwnerRequest()
	if err != nil {
		return
	}
	var body any
	switch r := r.(type) {
	case *coord.List:
		body, err = d.list(ctx, c, r)
	case *coord.Show:
		body, err = d.show(ctx, r.Ref)
	case *coord.Prepare:
		body, err = d.prepare(ctx, c.Peer(), r)
	case *coord.Decide:
		body, err = d.decide(ctx, c.Peer(), r)
	case *coord.Revoke:
		body, err = d.revoke(ctx, c.Peer(), r)
	case *coord.Open:
		body, err = d.open(c.Peer(), r)
	case *coord.Status:
		body = d.status(ctx)
	case *coord.Ping:
		body = d.server()
	case *coord.Watch:
		d.watch(ctx, c)
		return
	case *coord.Host:
		d.hosted(ctx, c, r)
		return
	case *coord.Stop:
		if err = d.noClient(c.Peer()); err == nil {
			_ = c.Done(struct{}{})
			stop()
			return
		}
	}
	if err != nil {
		_ = c.Fail(faultOf(err))
		return
	}
	if err := c.Done(body); err != nil {
		d.log.Warn("an answer to the owner was not taken", "error", err.Error())
	}
}

// list sends the items while they are read. The two do not wait for each other,
// so that an asker who is slow keeps nobody from the database.
func (d *Daemon) list(ctx context.Context, c *coord.Conn, r *coord.List) (any, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var q queue[[]json.RawMessage]
	failed := errors.New("daemon: the list broke off")
	go func() {
		defer q.end()
		defer d.recovered("list")
		var batch []json.RawMessage
		failed = d.inbox.EachJSON(ctx, inbox.Filter{All: r.All, Limit: r.Limit}, func(x json.RawMessage) {
			if batch = append(batch, x); len(batch) == coord.MaxBatch {
				q.put(batch)
				batch = make([]json.RawMessage, 0, coord.MaxBatch)
			}
		})
		if len(batch) > 0 {
			q.put(batch)
		}
	}()
	for batch, ok := q.get(); ok; batch, ok = q.get() {
		if r.Batch {
			if err := c.Items(batch); err != nil {
				return nil, err
			}
			continue
		}
		for _, x := range batch {
			if err := c.Item(coord.TItem, x); err != nil {
				return nil, err
			}
		}
	}
	if failed != nil {
		return nil, failed
	}
	return d.inbox.Counts(), nil
}

// show is an item with its card.
func (d *Daemon) show(ctx context.Context, ref string) (Shown, error) {
	it, err := d.inbox.Get(ctx, ref)
	if err != nil {
		return Shown{}, err
	}
	s := Shown{Item: it}
	d.card(&s)
	return s, nil
}

func (d *Daemon) card(s *Shown) {
	if s.Item.Content.Subject == nil {
		return
	}
	c, err := card.Of(d.conf.Places, *s.Item.Content.Subject)
	if err != nil {
		s.Refused = err.Error()
		return
	}
	s.Card = &c
}

func (d *Daemon) prepare(ctx context.Context, p coord.Peer, r *coord.Prepare) (any, error) {
	if _, err := d.person(p); err != nil {
		return nil, err
	}
	prepared, err := d.inbox.Prepare(ctx, r.Ref)
	if err != nil {
		return nil, err
	}
	s := Shown{Item: prepared.Item, Token: prepared.Token, Expires: prepared.Expires, Refused: prepared.Refused}
	d.card(&s)
	return s, nil
}

func (d *Daemon) decide(ctx context.Context, p coord.Peer, r *coord.Decide) (any, error) {
	by, err := d.person(p)
	if err != nil {
		return nil, err
	}
	said, err := inbox.ReadDecision(r.Decision)
	if err != nil {
		return nil, err
	}
	out, err := d.inbox.Decide(ctx, inbox.Decide{
		ID: r.Ref, Rev: r.Rev, Hash: r.Hash, Token: r.Token, Idem: r.Idem, Decision: said, Scope: inbox.Scope(r.Scope), By: by,
	})
	if err != nil {
		return nil, err
	}
	d.log.Info("the owner decided", "ref", out.Item.Ref, "state", string(out.Item.State), "effect", out.Effect, "by", by.String())
	return out, nil
}

func (d *Daemon) revoke(ctx context.Context, p coord.Peer, r *coord.Revoke) (any, error) {
	if err := d.noClient(p); err != nil {
		return nil, err
	}
	return d.inbox.Revoke(ctx, r.Ref, r.Reason, inbox.Actor{Principal: "owner", Via: inbox.Terminal, Detail: peerName(p)})
}

func (d *Daemon) open(p coord.Peer, r *coord.Open) (any, error) {
	if _, err := d.person(p); err != nil {
		return nil, err
	}
	if r.Pair != "" {
		return struct{}{}, d.web.Pair(r.Pair)
	}
	url, err := d.web.Ticket(r.Host)
	if err != nil {
		return nil, err
	}
	return struct {
		URL string `json:"url"`
	}{url}, nil
}

func (d *Daemon) status(ctx context.Context) Status {
	return Status{
		Server: d.server(), Home: d.conf.Home, Database: d.db.Path(), Sockets: d.conf.Wire.Run, LogFile: LogFile(d.conf.Wire), Page: d.web.Origin(),
		Holding: d.inbox.Holding(), Faults: d.faults.Load(), Inbox: d.inbox.Counts(), Notify: d.outbox.Status(ctx), MCP: d.mcp.hub.Status(),
	}
}

// watch sends what changes until one side goes. It counts as somebody who looks
// only where a person's process watches.
func (d *Daemon) watch(ctx context.Context, c *coord.Conn) {
	changes, stop := d.inbox.Subscribe()
	defer stop()
	if _, err := d.person(c.Peer()); err == nil {
		d.watchers.Add(1)
		defer d.watchers.Add(-1)
	}
	gone := c.Gone(ctx)
	tick := time.NewTicker(d.conf.Timing.Tick)
	defer tick.Stop()
	if c.Tick() != nil { // from here on it watches
		return
	}
	for {
		var err error
		select {
		case <-gone.Done():
			return
		case <-tick.C:
			err = c.Tick()
		case x := <-changes:
			err = c.Item(coord.TChange, x.Item)
		}
		if err != nil {
			return
		}
	}
}

// person is the owner at the other end: a process with a terminal, and no client
// above it. What cannot be looked at is none.
func (d *Daemon) person(p coord.Peer) (inbox.Actor, error) {
	proc, err := d.look(p)
	if err != nil {
		return inbox.Actor{}, err
	}
	if !proc.TTY {
		return inbox.Actor{}, fmt.Errorf("%w: process %d has no terminal\nrun it in a terminal of your own", inbox.ErrForbidden, p.PID)
	}
	return inbox.Actor{Principal: "owner", Via: inbox.Terminal, Detail: peerName(p)}, nil
}

// noClient refuses what a client runs.
func (d *Daemon) noClient(p coord.Peer) error {
	_, err := d.look(p)
	return err
}

func (d *Daemon) look(p coord.Peer) (person.Process, error) {
	proc, err := person.Read(p.PID)
	if err != nil || proc.Env == nil {
		return proc, fmt.Errorf("%w: process %d cannot be looked at, so that nobody can say whether a client runs it", inbox.ErrForbidden, p.PID)
	}
	why, err := person.ClientAbove(p.PID, proc.Env)
	if err != nil {
		return proc, fmt.Errorf("%w: %w", inbox.ErrForbidden, err)
	}
	if why != "" {
		return proc, fmt.Errorf("%w: %s\nuse another terminal, one that no client started", inbox.ErrForbidden, why)
	}
	return proc, nil
}

func peerName(p coord.Peer) string {
	name := fmt.Sprintf("uid %d", p.UID)
	if tty, err := os.Readlink(fmt.Sprintf("/proc/%d/fd/0", p.PID)); err == nil && strings.HasPrefix(tty, "/dev/") {
		name += ", " + tty
	}
	return name
}

// faultOf is the error frame of an error of the inbox.
func faultOf(err error) error {
	f := &coord.Fault{Code: coord.CodeInternal, Message: strings.TrimPrefix(strings.TrimPrefix(err.Error(), "inbox: "), "web: ")}
	switch inbox.Code(err) {
	case "not_found", "corrupt":
		f.Code = coord.CodeNotFound
	case "ambiguous":
		f.Code = coord.CodeAmbiguous
	case "already_resolved", "conflict":
		f.Code = coord.CodeConflict
	case "invalid_decision", "invalid_payload":
		f.Code = coord.CodeInvalid
	case "forbidden":
		f.Code = coord.CodeForbidden
	case "full":
		f.Code = coord.CodeFull
	}
	var c *inbox.ConflictError
	if errors.As(err, &c) {
		body, jerr := json.Marshal(struct {
			Ref    string        `json:"ref"`
			State  inbox.State   `json:"state"`
			Winner *inbox.Ruling `json:"winner,omitempty"`
		}{c.Ref, c.State, c.Winner})
		if jerr == nil {
			f.Body = body
		}
	}
	return f
}
