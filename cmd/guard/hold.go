package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"guard/audit"
	"guard/classify"
	"guard/coord"
	"guard/grants"
	"guard/hookio"
	"guard/internal/card"
)

// A call that needs a person may be held while butler asks one. This file is
// that part of a hook call's way. Where there is no butler nothing of it happens.

// wireTiming is how long guard waits for butler. The tests of this package, and
// nothing else, set another.
var wireTiming = coord.Usual()

// spare is what guard allows itself for its answer after a hold has ended.
const spare = 10 * time.Second

// call is one call on its way to an answer.
type call struct {
	req   *hookio.Request
	res   classify.Result
	now   situation
	yes   *covered
	store *grants.Store
	entry audit.Entry // of the decision

	askRule func() bool // whether a rule of the person's own asks about the call

	// same says why the call is not any more what was judged: a file that it
	// rests on has changed, or the policy has.
	same func() error
}

// holds reports whether a person is wanted whom butler could ask. dialog: the
// client asks its own person besides, so that nothing depends on butler.
func (c *call) holds(length time.Duration) (ask, dialog bool) {
	s := c.now
	if c.res.Verdict != classify.Approve || s.observe || s.denied || s.cover != grants.None || c.yes.fault != nil {
		return false, false
	}
	switch {
	case s.unattended:
		return true, false
	case s.event == hookio.PermissionRequest:
		// Where guard may not allow, or would not wait, there is no use in asking.
		return length > 0 && asksMode(s.mode) && !s.dialog, true
	}
	return s.client != hookio.Claude, false // Claude asks, and holds in its PermissionRequest
}

// butler is where to ask, if anybody seems to be there. A socket that is there and
// cannot be trusted is a warning.
func (h *hook) butler() (client coord.Client, there bool, warning string) {
	p, err := coord.Find(h.getenv)
	if err != nil {
		return client, false, ""
	}
	p = p.Reach()
	err = coord.CheckSocket(p.Guard())
	if err != nil && !errors.Is(err, coord.ErrAbsent) {
		warning = "butler is not asked: " + strings.TrimPrefix(err.Error(), "coord: ")
	}
	return coord.Client{Places: p, Timing: wireTiming}, err == nil, warning
}

// hold gives the call to butler and waits for at most length. The log holds the
// decision, "hold", before; what ended it is a ruling, which is in the log before
// the answer goes out.
func (h *hook) hold(c *call, b coord.Client, dialog bool, length time.Duration, log *audit.Log, unwritable audit.OnUnwritable) hookio.Reply {
	e := c.entry
	e.Answer = "hold"
	head, err := log.Append(context.Background(), e)
	if err != nil {
		return unlogged(c.alone(), c.res, unwritable, err) // what is not in the log is not asked about
	}
	s := c.submit(dialog, head.Seq)
	ctx, end := h.beginHold(length)
	a := b.Ask(ctx, s)
	stopped := end()

	var reply hookio.Reply
	var by, why string
	if stopped {
		reply, by, why = hookio.Reply{Answer: hookio.Deny}, "guard", "guard was told to stop while the call was held"
		_ = b.Withdraw(context.Background(), s.ID, s.Key, why) // as well as it goes
	} else {
		reply, by, why = c.settle(a)
	}
	ruling := audit.Entry{
		Type: audit.TypeRuling, Ref: head.Seq, Answer: reply.Answer.String(), By: by, Reason: why, Grant: strings.Join(c.yes.ids, ","),
		Session: e.Session, Client: e.Client, Agent: e.Agent, Event: e.Event, Call: e.Call, Tool: e.Tool, Mode: e.Mode, Turn: e.Turn, Cwd: e.Cwd, Project: e.Project,
	}
	err = logEvents(log, c.yes.events)
	_, rerr := log.Append(context.Background(), ruling)
	if err := errors.Join(err, rerr); err != nil {
		reply = unlogged(reply, c.res, unwritable, err)
	} else if a.Outcome == coord.Yes && reply.Answer != hookio.Deny && !stopped {
		c.mark(a.Ref)
	}
	if stopped {
		os.Exit(h.end(stoppedOutput))
	}
	return reply
}

// submit is what butler is told of the call.
func (c *call) submit(dialog bool, seq uint64) coord.Submit {
	sub := c.yes.subject
	s := coord.Submit{
		Head: coord.Head{ID: coord.NewID()},
		Key:  sub.Fingerprint(),
		Subject: coord.Subject{
			Client: sub.Client, Session: sub.Session, Project: sub.Project, Unattended: sub.Unattended,
			Tool: sub.Tool, Dir: sub.Dir, Policy: sub.Policy, Fields: wireFields(sub.Fields),
		},
		Call: c.req.Call, Event: c.req.Event, Mode: c.req.Mode, Class: coord.Attended,
		Tier: c.res.Tier.String(), Effects: c.res.Effects(), Dialog: dialog, Audit: seq,
	}
	if sub.Unattended {
		s.Class = coord.Unattended
	}
	for _, f := range sub.Files {
		s.Subject.Files = append(s.Subject.Files, coord.File(f))
	}
	for _, f := range card.Blamed(c.res) {
		if len(s.Reasons) == maxReasons {
			break
		}
		s.Reasons = append(s.Reasons, coord.Reason{Rule: f.Row, Why: card.Sentence(f)})
	}
	for _, n := range needsOf(c.req, c.res) {
		s.Needs = append(s.Needs, coord.Need(n))
	}
	if len(s.Needs) > maxReasons || c.now.unsure {
		s.Needs = nil // a grant for beginnings of commands does not speak for the whole line
	}
	return s
}

// maxReasons is how many reasons, and how many commands, butler is told.
const maxReasons = 16

func wireFields(fields []grants.Field) []coord.Field {
	var out []coord.Field
	for _, f := range fields {
		out = append(out, coord.Field(f))
	}
	return out
}

// settle makes an answer of what butler said. by and why are for the log.
func (c *call) settle(a coord.Answer) (reply hookio.Reply, by, why string) {
	by = "guard"
	switch a.Outcome {
	case coord.Yes:
		if err := c.same(); err != nil {
			reply, why = c.alone(), fmt.Sprintf("%s was approved, and the call has changed since: %v", a.Ref, err)
			if reply.Answer == hookio.Deny {
				reply.Reason = fmt.Sprintf("guard holds this call back: a person approved it as %s, but %v while it waited. Try it again: they will be asked anew.", a.Ref, err)
			}
			return reply, by, why
		}
		c.now.cover = grants.Exact
		c.yes.ids = []string{a.Ref}
		return hookio.Reply{Answer: decide(c.res, c.now)}, ruler(a.By), "approved " + a.Ref
	case coord.No:
		return hookio.Reply{Answer: hookio.Deny, Reason: saidNo(&grants.Denial{Ref: a.Ref, Reason: a.Reason})}, ruler(a.By), strings.TrimSpace("denied " + a.Ref + " " + a.Reason)
	}
	if got := c.again(); got {
		return hookio.Reply{Answer: decide(c.res, c.now)}, by, "a grant was given while the call was held"
	}
	reply = hookio.Reply{Answer: decide(c.res, c.now)}
	switch a.Outcome {
	case coord.Waits:
		reply.Reason, why = c.waits(a.Ref), a.Ref+" waits and nobody decided in time"
		if a.Err != nil {
			why = fmt.Sprintf("%s waits; %v", a.Ref, a.Err)
			reply.Message = fmt.Sprintf("butler has stopped answering (%s); %s waits there: start it again (butler serve)", spoken(a.Err), a.Ref)
		}
	case coord.TimedOut:
		reply.Reason, why = c.held()+fmt.Sprintf(" It waited as %s and nobody decided. Do not work around it: tell the person; the same call may be tried again and asks them anew.", a.Ref), a.Ref+" expired"
	case coord.TakenBack:
		reply.Reason, why = c.held()+" The question to the person was taken back. Do not work around it.", strings.TrimSpace("withdrawn "+a.Ref+" "+a.Reason)
	case coord.Unwanted:
		why = "nobody watches butler; the client asks"
	case coord.Refused:
		reply.Reason, why = c.held()+fmt.Sprintf(" Nobody could be asked (%s). Do not work around it: tell the person what you wanted to run and why.", spoken(a.Err)), "butler keeps no such call: "+spoken(a.Err)
	default: // Absent, Faulty
		reply = c.alone()
		why = "butler could not be asked: " + spoken(a.Err)
		if a.Outcome != coord.Absent {
			why = "coordinator fault: " + spoken(a.Err)
		}
		if a.Outcome != coord.Absent || !errors.Is(a.Err, coord.ErrAbsent) {
			reply.Message = joined([]string{"butler could not be asked (" + spoken(a.Err) + "); butler doctor says more", reply.Message})
		}
	}
	if reply.Answer != hookio.Deny {
		reply.Reason = ""
	}
	return reply, by, why
}

// again looks once more for a grant: a person may have given one while guard held,
// so that butler had nobody to answer.
func (c *call) again() bool {
	if c.same() != nil {
		return false
	}
	events := c.yes.events
	next := useGrants(c.store, c.req, c.yes.subject, c.res, nil)
	if next.cover == grants.None {
		c.yes.events = append(events, next.events...)
		return false
	}
	*c.yes = next
	c.yes.events = append(events, next.events...)
	c.now.cover, c.now.askRule = next.cover, c.askRule()
	return true
}

// mark lets the client's own question about the same call pass, once.
func (c *call) mark(ref string) {
	if c.req.Event == hookio.PreToolUse {
		_, _ = c.store.Mark(c.yes.subject, ref) // without it the person is asked twice
	}
}

// alone is the answer of guard without butler: a call that nobody can be asked
// about is kept in guard's own list.
func (c *call) alone() hookio.Reply {
	reply := hookio.Reply{Answer: decide(c.res, c.now)}
	if reply.Answer != hookio.Deny && reply.Answer != hookio.Ask {
		return reply
	}
	reply.Reason = reason(c.res, reply.Answer)
	switch {
	case c.yes.denied != nil:
		reply.Reason = saidNo(c.yes.denied)
	case reply.Answer == hookio.Deny && c.res.Verdict == classify.Approve:
		reply.Reason += c.yes.park(c.store, c.req, card.Sentence(c.res.Strictest()))
	}
	return reply
}

// held is the first sentence of a denial of a call that was held.
func (c *call) held() string { return reason(c.res, hookio.Deny) }

// waits is what the model hears of a call that waits in butler.
func (c *call) waits(ref string) string {
	return c.held() + fmt.Sprintf(" Nobody has decided yet, so it waits as %s: tell the person what you wanted to run and why; when they have approved it (butler approve %[1]s in another terminal, or the dashboard), the same call, unchanged, may be tried again, once, within %s. Do not work around it.", ref, c.yes.life())
}

// ruler names who ruled, for the log.
func ruler(by coord.By) string {
	name := by.Principal
	if name == "" {
		name = "no name was given"
	}
	if by.Via != "" {
		name += ", " + by.Via
	}
	return "butler: " + name
}

// spoken is an error without the name of its package.
func spoken(err error) string {
	if err == nil {
		return "no reason was given"
	}
	return strings.TrimPrefix(err.Error(), "coord: ")
}

// beginHold puts guard's own deadline behind the hold, which always ends first,
// and both before the client's (see hookio/setup). From here on a signal to stop
// ends the hold; the function that is returned ends it, too, and reports whether one
// came. In the few milliseconds besides a hold guard takes no signals: the handler
// would cost every call a thread.
func (h *hook) beginHold(length time.Duration) (context.Context, func() (stopped bool)) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	told := ctx
	cancel := func() {}
	if length > 0 { // else nothing is held: butler keeps the call, and that is all
		ctx, cancel = context.WithTimeout(ctx, length)
	}
	h.clock(length + spare)
	return ctx, func() bool {
		stopped := told.Err() != nil
		cancel()
		h.clock(deadline)
		if !stopped {
			stop()
		}
		return stopped
	}
}

// clock sets guard's own deadline anew.
func (h *hook) clock(d time.Duration) {
	if h.timer != nil {
		h.timer.Reset(d)
	}
}

// stoppedOutput ends the process without an answer: the call does not run. Both
// clients know status 2 and a reason on stderr.
var stoppedOutput = hookio.Output{Stderr: []byte("guard: it was told to stop while the call waited for a person\n"), Status: 2}

// tell lets butler know that a call was answered elsewhere, or that a session has
// ended, so that nothing waits for a person in vain. guard knows from its log
// whether there can be something that waits; else it makes no contact.
func (h *hook) tell(e coord.Event) {
	if b, there, _ := h.butler(); there {
		_ = b.Tell(context.Background(), e) // what is missed expires by itself
	}
}
