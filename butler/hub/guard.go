package hub

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"guard/audit"
	"guard/butler/inbox"
	"guard/classify"
	"guard/internal/card"
	"guard/internal/place"
)

// Guard is the Gate of butler: the policy, the log and the rules of guard, and
// the inbox for what needs the owner.
type Guard struct {
	Places place.Places
	Inbox  *inbox.Inbox
	Bin    string // what the log calls this program: butler/1.2.0

	// Hold is how long a call waits for the owner at most before its client gets
	// a reference; 0 is 50 s, less than the shortest time that clients give a
	// tool (60 s). The policy's hold makes it shorter.
	Hold time.Duration

	// Tell is told of an item that is new, so that the owner hears of it; nil
	// tells nobody.
	Tell func(context.Context, *inbox.Item)

	kept place.Kept
}

const defaultHold = 50 * time.Second

// Decide judges a call, puts it to the owner where it needs one, and has
// written both to the log when it returns.
func (g *Guard) Decide(ctx context.Context, c *Call) Answer {
	pol, err := g.kept.Load(g.Places, c.Origin.Project)
	if err != nil {
		return unable(err)
	}
	pol.Posture = stricter(pol.For(false), pol.For(true))
	log, unwritable, err := g.kept.OpenLog(g.Places, pol, g.Bin)
	if err != nil {
		return unable(err)
	}
	started := time.Now()
	j, err := judge(g.Places, pol, c)
	if err != nil {
		return unable(err)
	}
	e := g.entry(c, &j)
	e.Type, e.Started = audit.TypeDecision, started
	e.Verdict, e.Tier, e.Effects, e.Rule, e.Reason = j.verdict.String(), j.res.Tier.String(), j.res.Effects(), j.rule, j.why
	switch {
	case pol.Posture == classify.PostureObserve:
		e.Observe, e.Answer = true, "none"
	case j.verdict == classify.Allow:
		e.Answer = "allow"
	case j.verdict == classify.Approve:
		e.Answer = "hold"
	default:
		e.Answer = "deny"
	}
	a := Answer{Run: e.Answer == "allow" || e.Answer == "none", log: log}
	if e.Answer == "deny" {
		a.Reason = refused(j.res)
	}
	head, err := log.Append(ctx, e)
	a.Seq = head.Seq
	switch {
	case err != nil && a.Run && unwritable.Pass(e.Tier, e.Answer):
		return a
	case err != nil:
		return Answer{Reason: fmt.Sprintf("butler cannot write its log, and what cannot be logged does not run (%v)", err)}
	case e.Answer != "hold":
		return a
	}
	return g.ask(ctx, log, c, &j, a.Seq, min(cmp.Or(g.Hold, defaultHold), pol.Hold))
}

func unable(err error) Answer {
	return Answer{Reason: "butler cannot judge this call, so that it does not run: " + err.Error()}
}

func refused(r classify.Result) string {
	return "guard refuses this call: " + cmp.Or(strings.Join(card.Blames(card.Blamed(r)), "; "), "it is not allowed here") + ". Do not work around it. If it is really wanted, tell the person: they can do it themselves."
}

// entry is what the log keeps of any event of a call.
func (g *Guard) entry(c *Call, j *judged) audit.Entry {
	e := audit.Entry{
		Client: "mcp", Agent: c.Origin.Client, Session: c.Origin.Session, Event: "MCP", Call: c.ID, Tool: c.Name(),
		Cwd: c.Dir, Project: c.Origin.Project, Mode: c.Origin.Via,
	}
	if c.Tool == "" {
		e.Tool = resourceTool
	}
	if j != nil {
		e.Cmd = j.line
	}
	return e
}

// Ended takes down how a call that ran has ended.
func (g *Guard) Ended(c *Call, a Answer, o Outcome) {
	if a.log == nil {
		return // what no gate of this kind let run
	}
	e := g.entry(c, nil)
	e.Type, e.Ref, e.Outcome = audit.TypeResult, a.Seq, &audit.Outcome{Failed: o.Failed, Exit: -1, Dur: o.Took}
	_, _ = a.log.Append(context.Background(), e) // a result without a record denies nothing any more
}

// ask puts a call to the owner and waits a while for the answer.
func (g *Guard) ask(ctx context.Context, log *audit.Log, c *Call, j *judged, seq uint64, hold time.Duration) Answer {
	a := Answer{Seq: seq, log: log}
	payload, err := json.Marshal(map[string]any{"namespace": c.Namespace, "tool": c.Tool, "input": c.Input})
	if err != nil { // the input is no JSON
		payload = nil
	}
	sub, err := g.Inbox.Submit(ctx, inbox.Submission{
		Source: inbox.MCP, Kind: inbox.Approval, Key: "mcp:" + j.subject.Fingerprint(), Tier: j.res.Tier.String(),
		Session: cmp.Or(c.Origin.Session, c.Origin.Via), Client: "mcp", Project: c.Origin.Project,
		Title: title(c, j),
		Content: inbox.Content{
			Effects: j.res.Effects(), Reasons: []inbox.Reason{{Rule: j.rule, Why: j.why}}, Prompt: j.shown(c), Payload: payload,
		},
		Try: inbox.Try{Call: c.ID, Audit: seq, Hold: true},
	})
	if err != nil {
		a.Reason = fmt.Sprintf("This call needs the owner of this machine (%s), and it could not be put to them: %s. Tell the person.", j.why, strings.TrimPrefix(err.Error(), "inbox: "))
		return g.rule(log, c, j, a, "butler")
	}
	g.tell(ctx, sub)
	// What ends a hold is in the log once the inbox has answered; an answer that
	// was there before, and none, are not.
	said, early := sub.Answer, sub.Answer != nil
	if !early {
		said = wait(ctx, sub.Hold, hold)
	}
	switch {
	case said == nil:
		a.Reason = parked(sub.Item.Ref, j.why)
		return g.rule(log, c, j, a, "butler")
	case ctx.Err() != nil:
		a.Reason = "the call was cancelled"
	case said.Approved:
		a.Run = true
	default:
		a.Reason = saidNo(said)
	}
	if early {
		return g.rule(log, c, j, a, said.By.String())
	}
	return a
}

func (g *Guard) tell(ctx context.Context, sub inbox.Submitted) {
	if sub.New && g.Tell != nil {
		g.Tell(ctx, sub.Item)
	}
}

// wait is the answer of the owner, nil where there is none in time.
func wait(ctx context.Context, h *inbox.Hold, limit time.Duration) *inbox.Answer {
	t := time.NewTimer(limit)
	defer t.Stop()
	select {
	case a := <-h.Done():
		return &a
	case <-ctx.Done():
	case <-t.C:
	}
	if h.Leave(context.WithoutCancel(ctx)) {
		return nil
	}
	a := <-h.Done() // it was on its way
	return &a
}

// title is the call on one line.
func title(c *Call, j *judged) string {
	if c.Tool == "" {
		return "read a resource of " + c.Namespace + ": " + string(c.Input)
	}
	return c.Tool + " of " + c.Namespace + ": " + j.line
}

// rule takes down how a hold ended, and returns the answer that may stand then.
func (g *Guard) rule(log *audit.Log, c *Call, j *judged, a Answer, by string) Answer {
	e := g.entry(c, j)
	e.Type, e.Ref, e.Answer, e.By, e.Reason = audit.TypeRuling, a.Seq, "deny", by, a.Reason
	if a.Run {
		e.Answer = "allow"
	}
	if _, err := log.Append(context.Background(), e); err != nil {
		return Answer{Seq: a.Seq, Reason: strings.TrimSpace(a.Reason + " (butler cannot write its log: " + err.Error() + ")")}
	}
	return a
}

func parked(ref, why string) string {
	return fmt.Sprintf("This call needs the owner of this machine: %s. It waits for them as %s. Tell the person what you wanted to do and why; they decide in butler's page, or in a terminal of their own with butler approve %[2]s. butler__approval_status says how it stands. Once it is approved, make the same call again, unchanged; it runs once. Do not work around it.", why, ref)
}

func saidNo(a *inbox.Answer) string {
	switch a.State {
	case inbox.Denied:
		if a.Reason != "" {
			return fmt.Sprintf("The owner has said no to this call (%s): %s. Do not try it again, and do not work around it.", a.Ref, a.Reason)
		}
		return fmt.Sprintf("The owner has said no to this call (%s). Do not try it again, and do not work around it.", a.Ref)
	}
	return fmt.Sprintf("This call has no approval: %s is %s. %s", a.Ref, strings.ToLower(string(a.State)), a.Reason)
}

// Standing says how a waiting call stands.
func (g *Guard) Standing(ctx context.Context, ref string) (Standing, error) {
	changes, stop := g.Inbox.Subscribe()
	defer stop()
	for {
		// A question that nobody waits for is answered all the same.
		it, err := g.Inbox.Get(context.WithoutCancel(ctx), ref)
		if errors.Is(err, inbox.ErrNotFound) || errors.Is(err, inbox.ErrAmbiguous) {
			return Standing{}, fmt.Errorf("nothing waits as %q: give the reference as the result of the call gave it", ref)
		}
		if err != nil {
			return Standing{}, err
		}
		if it.State != inbox.Pending || !sleep(ctx, changes, it.ID) {
			return standing(it), nil
		}
	}
}

// sleep waits for a change of one item, and reports whether there may be one.
func sleep(ctx context.Context, changes <-chan inbox.Change, id string) bool {
	for {
		select {
		case ch := <-changes:
			if ch.Item.ID == id || ch.Item.ID == "" {
				return true
			}
		case <-ctx.Done():
			return false
		}
	}
}

func standing(it *inbox.Item) Standing {
	st := Standing{Ref: it.Ref, State: strings.ToLower(string(it.State)), Waiting: it.State == inbox.Pending}
	until := it.Expires.Local().Format("2006-01-02 15:04")
	switch it.State {
	case inbox.Pending:
		st.Text = "Nobody has decided. It waits until " + until + "."
	case inbox.Approved:
		st.Text = "The owner has approved it. Make the same call again, unchanged, before " + until + "; it runs once."
	case inbox.Consumed:
		st.Text = "It was approved, and the approval is used up."
	case inbox.Denied:
		st.Text = "The owner has said no. Do not try it again, and do not work around it."
		if it.Ruling != nil && it.Ruling.Comment != "" {
			st.Text += " They say: " + it.Ruling.Comment
		}
	default:
		st.Text = "It is over, and there is no approval. Making the call again asks anew."
	}
	return st
}
