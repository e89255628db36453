package daemon

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"guard/butler/inbox"
	"guard/coord"
	"guard/grants"
	"guard/internal/card"
)

// guardRequest serves one connection of a hook.
func (d *Daemon) guardRequest(ctx context.Context, c *coord.Conn) {
	r, err := c.GuardRequest()
	if err != nil {
		return // it was answered, or hung up
	}
	switch r := r.(type) {
	case *coord.Submit:
		d.submitted(ctx, c, r)
	case *coord.Check:
		d.checked(ctx, c, r)
	case *coord.Withdraw:
		d.withdrawn(ctx, inbox.Withdrawal{Try: r.ID, Key: r.Key, Why: r.Why})
	case *coord.Event:
		d.happened(ctx, r)
	case *coord.Context:
		d.final(c, coord.Final{State: coord.Alive, Decision: coord.None, Text: d.remind(ctx, r)})
	case *coord.Ping:
		s := d.server()
		d.final(c, coord.Final{State: coord.Alive, Decision: coord.None, Server: &s})
	}
}

func (d *Daemon) final(c *coord.Conn, f coord.Final) bool {
	err := c.Final(d.key, f)
	if err != nil {
		d.log.Warn("an answer was not taken", "ref", f.Ref, "state", string(f.State), "error", err.Error())
	}
	return err == nil
}

// server is what butler tells of itself.
func (d *Daemon) server() coord.Server {
	return coord.Server{Version: d.conf.Version, PID: os.Getpid(), Started: d.started, Watching: d.watching(), Waiting: d.inbox.Counts().Pending}
}

// submitted keeps a call, and holds it as long as guard waits.
func (d *Daemon) submitted(ctx context.Context, c *coord.Conn, r *coord.Submit) {
	began := time.Now()
	watching := d.watching()
	if r.Dialog && !watching {
		d.final(c, coord.Final{State: coord.Unwatched, Decision: coord.None})
		return
	}
	s := submission(r)
	// guard goes at the ack where it need not wait; see coord.Client.Ask.
	s.Try.Hold = r.HoldMS > 0 && (r.Class == coord.Unattended || watching)
	out, err := d.inbox.Submit(ctx, s)
	if err != nil {
		d.report(fmt.Errorf("daemon: a call was not kept: %w", err))
		_ = c.Fail(submitFault(err))
		return
	}
	if out.New {
		d.log.Info("a call waits", "ref", out.Item.Ref, "rule", out.Item.Rule, "tier", out.Item.Tier, "client", out.Item.Client, "held", s.Try.Hold)
	}
	if out.Answer != nil {
		d.final(c, finalOf(*out.Answer))
		return
	}
	err = c.Ack(coord.Ack{Ref: out.Item.Ref, State: coord.Pending, Expires: out.Item.Expires, Watching: watching})
	if err != nil {
		d.unheard(context.WithoutCancel(ctx), out, r)
		return
	}
	if out.New {
		d.tell(ctx, out.Item)
	}
	if out.Hold == nil {
		return
	}
	d.holding(ctx, c, out.Hold, out.Item, time.Duration(r.HoldMS)*time.Millisecond-d.conf.Timing.Park-time.Since(began))
}

// unheard is a submit whose ack guard did not take: it acts as if there were no
// butler, and keeps the call in its own list where nobody can be asked. So that it
// waits in one place, it does not stay here.
func (d *Daemon) unheard(ctx context.Context, out inbox.Submitted, r *coord.Submit) {
	if out.Hold != nil {
		out.Hold.Leave(ctx)
	}
	if out.New {
		d.withdrawn(ctx, inbox.Withdrawal{Try: r.ID, Key: r.Key, Why: "guard did not wait until it was kept"})
	}
}

// holding waits for the owner, for guard to go, or for length.
func (d *Daemon) holding(ctx context.Context, c *coord.Conn, h *inbox.Hold, it *inbox.Item, length time.Duration) {
	gone := c.Gone(ctx)
	end := time.NewTimer(max(length, 0))
	defer end.Stop()
	tick := time.NewTicker(d.conf.Timing.Tick)
	defer tick.Stop()
	for {
		select {
		case a := <-h.Done():
			d.answer(c, a)
			return
		case <-tick.C:
			if c.Tick() != nil {
				d.leave(ctx, c, h, it, false)
				return
			}
		case <-gone.Done(): // guard hung up, or butler stops
			d.leave(ctx, c, h, it, false)
			return
		case <-end.C:
			d.leave(ctx, c, h, it, true)
			return
		}
	}
}

// leave parks the call, and tells guard so where it still listens.
func (d *Daemon) leave(ctx context.Context, c *coord.Conn, h *inbox.Hold, it *inbox.Item, listens bool) {
	if h.Leave(context.WithoutCancel(ctx)) {
		if listens {
			d.final(c, coord.Final{Ref: it.Ref, State: coord.Parked, Decision: coord.Deny, Expires: it.Expires})
		}
		return
	}
	// It was decided in this very moment, and the answer is on its way.
	select {
	case a := <-h.Done():
		d.answer(c, a)
	case <-time.After(10 * time.Second):
		d.report(fmt.Errorf("daemon: the answer to %s did not come", it.Ref))
	}
}

func (d *Daemon) answer(c *coord.Conn, a inbox.Answer) {
	taken := d.final(c, finalOf(a))
	d.log.Info("a call was answered", "ref", a.Ref, "approved", a.Approved, "state", string(a.State), "by", a.By.String(), "taken", taken)
}

// finalOf is the answer for guard. Only an approved one lets anything through.
func finalOf(a inbox.Answer) coord.Final {
	f := coord.Final{Ref: a.Ref, Decision: coord.Deny, Reason: a.Reason, Expires: a.Expires, By: coord.By{Principal: a.By.Principal, Via: string(a.By.Via)}}
	switch {
	case a.Approved:
		f.State, f.Decision = coord.Approved, coord.Allow
	case a.State == inbox.Denied:
		f.State = coord.Denied
	case a.State == inbox.Pending:
		f.State = coord.Parked
	case a.State == inbox.Expired:
		f.State = coord.Expired
	default: // withdrawn, or a yes that was not for this try
		f.State = coord.Withdrawn
	}
	return f
}

// submission is what the inbox gets of a submit.
func submission(r *coord.Submit) inbox.Submission {
	s := subject(r.Subject)
	c := inbox.Content{Subject: &s, Event: r.Event, Mode: r.Mode, Effects: r.Effects}
	for _, x := range r.Reasons {
		c.Reasons = append(c.Reasons, inbox.Reason(x))
	}
	for _, n := range r.Needs {
		c.Needs = append(c.Needs, grants.Need(n))
	}
	return inbox.Submission{
		Source: inbox.Hook, Kind: inbox.Approval, Key: r.Key, Tier: r.Tier, Title: card.LineOf(s), Content: c,
		Try: inbox.Try{ID: r.ID, Call: r.Call, Digest: coord.Digest(r.Subject.Tool, r.Subject.Fields), Audit: r.Audit},
	}
}

func subject(s coord.Subject) grants.Subject {
	out := grants.Subject{
		Client: s.Client, Session: s.Session, Project: s.Project, Unattended: s.Unattended, Tool: s.Tool, Dir: s.Dir, Policy: s.Policy,
	}
	for _, f := range s.Fields {
		out.Fields = append(out.Fields, grants.Field(f))
	}
	for _, f := range s.Files {
		out.Files = append(out.Files, grants.File(f))
	}
	return out
}

// submitFault is the error frame for a call that was not kept: guard then denies,
// or asks its client's person.
func submitFault(err error) error {
	f := &coord.Fault{Code: coord.CodeInternal, Message: strings.TrimPrefix(err.Error(), "inbox: ")}
	switch {
	case errors.Is(err, inbox.ErrFull):
		f.Code = coord.CodeFull
	case errors.Is(err, inbox.ErrPayload):
		f.Code = coord.CodeFingerprint
	}
	return f
}

// states are the words of the wire for those of the inbox.
var states = map[inbox.State]coord.State{
	inbox.Pending: coord.Pending, inbox.Approved: coord.Approved, inbox.Consumed: coord.Consumed, inbox.Lapsed: coord.Lapsed,
	inbox.Revoked: coord.Revoked, inbox.Denied: coord.Denied, inbox.Expired: coord.Expired, inbox.Withdrawn: coord.Withdrawn,
}

// checked tells how a call stands. It lets nothing through.
func (d *Daemon) checked(ctx context.Context, c *coord.Conn, r *coord.Check) {
	it, err := d.inbox.Standing(ctx, r.Ref, r.Key)
	if err != nil {
		if !errors.Is(err, inbox.ErrNotFound) {
			d.report(err)
		}
		d.final(c, coord.Final{State: coord.Missing, Decision: coord.None})
		return
	}
	f := coord.Final{Ref: it.Ref, State: states[it.State], Decision: coord.None, Expires: it.Expires}
	if it.Ruling != nil {
		f.Reason, f.By = it.Ruling.Comment, coord.By{Principal: it.Ruling.By.Principal, Via: string(it.Ruling.By.Via)}
	}
	d.final(c, f)
}

func (d *Daemon) withdrawn(ctx context.Context, w inbox.Withdrawal) {
	n, err := d.inbox.Withdraw(ctx, w)
	d.report(err)
	if n > 0 {
		d.log.Info("calls wait no longer", "count", n, "why", w.Why)
	}
}

// happened ends what waits and has been answered elsewhere.
func (d *Daemon) happened(ctx context.Context, e *coord.Event) {
	w := inbox.Withdrawal{Client: e.Client, Session: e.Session, Call: e.Call, Digest: e.Digest}
	switch {
	case e.Event == "SessionEnd":
		w.Call, w.Digest, w.Why = "", "", "the session ended"
	case e.Call == "" && e.Digest == "":
		return // it names no call, and the session goes on
	default:
		w.Why = "it was answered in the terminal"
	}
	d.withdrawn(ctx, w)
}
