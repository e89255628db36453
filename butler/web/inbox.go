package web

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"time"

	"guard/butler/inbox"
	"guard/internal/card"
)

// Bounds of the inbox's lists.
const (
	inboxOpen   = 2000 // items that wait, of one answer
	inboxEnded  = 50   // items that were settled
	titleLength = 600  // bytes of a title in a list
)

func (s *Server) inboxRoutes() []route {
	return []route{
		{"GET /api/inbox", read, s.inboxList},
		{"GET /api/inbox/{ref}", read, s.inboxItem},
		{"POST /api/inbox/{ref}/prepare", act, s.prepare},
		{"POST /api/inbox/{ref}/decide", act, s.decide},
		{"POST /api/inbox/{ref}/revoke", act, s.takeBack},
	}
}

// brief is an item of a list, spelled out.
func brief(b inbox.Brief) inbox.Brief {
	b.Title, b.Reason = see(beginning(b.Title, titleLength)), see(b.Reason)
	b.Client, b.Session, b.Project, b.Rule = see(b.Client), see(b.Session), see(b.Project), see(b.Rule)
	return b
}

// inboxList is what waits, and what was settled lately.
func (s *Server) inboxList(c *call) (any, error) {
	if s.conf.Inbox == nil {
		return nil, missing("the inbox")
	}
	waiting, err := s.conf.Inbox.List(c.Context(), inbox.Filter{Limit: inboxOpen})
	if err != nil {
		return nil, inboxFault(err)
	}
	all, err := s.conf.Inbox.List(c.Context(), inbox.Filter{All: true, Limit: inboxEnded + len(waiting)})
	if err != nil {
		return nil, inboxFault(err)
	}
	out := struct {
		Items  []inbox.Brief `json:"items"`
		Recent []inbox.Brief `json:"recent"`
	}{[]inbox.Brief{}, []inbox.Brief{}}
	for _, b := range waiting {
		out.Items = append(out.Items, brief(b))
	}
	for _, b := range all {
		if (b.State != inbox.Pending || !s.now().Before(b.Expires)) && len(out.Recent) < inboxEnded {
			out.Recent = append(out.Recent, brief(b))
		}
	}
	return out, nil
}

// item is an item as the owner is shown it: what the call is, from the bytes
// that its fingerprint is of, and all that is bound to a yes.
type item struct {
	inbox.Brief
	Key     string         `json:"key"`
	Hash    string         `json:"content_hash"`
	Prompt  string         `json:"prompt,omitempty"`
	Options []inbox.Option `json:"options,omitempty"`
	Field   string         `json:"field,omitempty"`
	Text    string         `json:"text,omitempty"`
	Effects []string       `json:"effects"`
	Reasons []inbox.Reason `json:"reasons"`
	Scopes  []inbox.Scope  `json:"scopes"`
	Prefix  [][]string     `json:"prefix,omitempty"` // what a wider yes would cover: beginnings of commands
	Grants  []string       `json:"grants,omitempty"`
	Ruling  *inbox.Ruling  `json:"ruling,omitempty"`
	History []inbox.Event  `json:"history"`
	Dir     string         `json:"dir,omitempty"`
	Tool    string         `json:"tool,omitempty"`
	Policy  string         `json:"policy,omitempty"`
	Card    *card.Card     `json:"card,omitempty"`
	Refused string         `json:"refused,omitempty"` // why no yes can be given any more
	Before  []said         `json:"before"`            // what was said in the session before the call
}

func (s *Server) show(it *inbox.Item) item {
	out := item{
		Brief: brief(it.Brief), Key: it.Key, Hash: it.Hash, Prompt: see(it.Content.Prompt), Field: see(it.Content.Field), Text: it.Content.Text,
		Effects: orEmpty(seeAll(it.Content.Effects)), Reasons: []inbox.Reason{}, Scopes: it.Scopes, Grants: it.Grants, History: []inbox.Event{}, Before: []said{},
	}
	for _, o := range it.Content.Options {
		out.Options = append(out.Options, inbox.Option{Value: o.Value, Label: see(o.Label)})
	}
	for _, r := range it.Content.Reasons {
		out.Reasons = append(out.Reasons, inbox.Reason{Rule: see(r.Rule), Why: see(r.Why)})
	}
	if len(it.Scopes) > 1 {
		for _, n := range it.Content.Needs {
			out.Prefix = append(out.Prefix, seeAll(n.Argv))
		}
	}
	if it.Ruling != nil {
		r := *it.Ruling
		r.Comment, r.Value = see(r.Comment), see(r.Value)
		out.Ruling = &r
	}
	for _, e := range it.History {
		e.Note = see(e.Note)
		out.History = append(out.History, e)
	}
	sub := it.Content.Subject
	if sub == nil {
		return out
	}
	out.Dir, out.Tool, out.Policy = see(sub.Dir), see(sub.Tool), see(sub.Policy)
	if it.State == inbox.Pending {
		shown, err := card.Of(s.conf.Places, *sub)
		if err != nil {
			out.Refused = see(err.Error())
		} else {
			out.Card = &shown
		}
	}
	if out.Card == nil {
		shown := card.Raw(*sub)
		out.Card = &shown
	}
	out.Before = s.before(sub.Client, sub.Session)
	return out
}

func (s *Server) inboxItem(c *call) (any, error) {
	if s.conf.Inbox == nil {
		return nil, missing("the inbox")
	}
	it, err := s.conf.Inbox.Get(c.Context(), c.PathValue("ref"))
	if err != nil {
		return nil, inboxFault(err)
	}
	return s.show(it), nil
}

// prepare is the item, and the token with which it can be decided as it is
// shown here.
func (s *Server) prepare(c *call) (any, error) {
	if s.conf.Inbox == nil {
		return nil, missing("the inbox")
	}
	var in struct{}
	if err := c.body(&in); err != nil {
		return nil, err
	}
	p, err := s.conf.Inbox.Prepare(c.Context(), c.PathValue("ref"))
	if err != nil {
		return nil, inboxFault(err)
	}
	out := s.show(p.Item)
	if p.Refused != "" {
		out.Refused = see(p.Refused)
	}
	return struct {
		Item    item      `json:"item"`
		Token   string    `json:"token"`
		Expires time.Time `json:"expires"`
	}{out, p.Token, p.Expires}, nil
}

// decide makes the owner's word true. It is a person's word by the gate: the
// page's own script sent it, in the session of the owner.
func (s *Server) decide(c *call) (any, error) {
	if s.conf.Inbox == nil {
		return nil, missing("the inbox")
	}
	var in struct {
		Rev      int64           `json:"rev"`
		Hash     string          `json:"content_hash"`
		Token    string          `json:"token"`
		Idem     string          `json:"idempotency_key"`
		Decision json.RawMessage `json:"decision"`
		Scope    string          `json:"scope"`
	}
	if err := c.body(&in); err != nil {
		return nil, err
	}
	d, err := inbox.ReadDecision(in.Decision)
	if err != nil {
		return nil, inboxFault(err)
	}
	// Who has sent a decision and gone away has still said it.
	ctx, stop := context.WithTimeout(context.WithoutCancel(c.Context()), 20*time.Second)
	defer stop()
	out, err := s.conf.Inbox.Decide(ctx, inbox.Decide{
		ID: c.PathValue("ref"), Rev: in.Rev, Hash: in.Hash, Token: in.Token, Idem: in.Idem, Decision: d, Scope: inbox.Scope(in.Scope), By: s.actor(c.own),
	})
	if err != nil {
		return nil, inboxFault(err)
	}
	return struct {
		Item    item   `json:"item"`
		Effect  string `json:"effect"`
		Warning string `json:"warning,omitempty"`
	}{s.show(out.Item), out.Effect, see(out.Warning)}, nil
}

// takeBack ends a yes that nobody has used.
func (s *Server) takeBack(c *call) (any, error) {
	if s.conf.Inbox == nil {
		return nil, missing("the inbox")
	}
	var in struct {
		Reason string `json:"reason"`
	}
	if err := c.body(&in); err != nil {
		return nil, err
	}
	it, err := s.conf.Inbox.Revoke(context.WithoutCancel(c.Context()), c.PathValue("ref"), clip(in.Reason, inbox.MaxComment), s.actor(c.own))
	if err != nil {
		return nil, inboxFault(err)
	}
	return s.show(it), nil
}

func (s *Server) actor(own session) inbox.Actor {
	return inbox.Actor{Principal: "owner", Via: inbox.Web, Detail: "session " + own.ID}
}

// inboxFault is an error of the inbox as the API tells it.
func inboxFault(err error) error {
	code := inbox.Code(err)
	e := &Error{Code: code, Message: see(strings.TrimPrefix(err.Error(), "inbox: "))}
	switch code {
	case "not_found":
		e.Status = http.StatusNotFound
	case "already_resolved", "conflict", "ambiguous":
		e.Status = http.StatusConflict
	case "invalid_decision", "invalid_payload":
		e.Status = http.StatusBadRequest
	case "forbidden":
		e.Status = http.StatusForbidden
	case "full":
		e.Status = http.StatusTooManyRequests
	case "corrupt":
		e.Status = http.StatusUnprocessableEntity
	default:
		if errors.Is(err, inbox.ErrLog) {
			return fault(http.StatusServiceUnavailable, "log", "the log cannot be written, and no yes counts without its record")
		}
		return err
	}
	var lost *inbox.ConflictError
	if errors.As(err, &lost) {
		e.Data = struct {
			State  inbox.State   `json:"state"`
			Winner *inbox.Ruling `json:"winner,omitempty"`
		}{lost.State, lost.Winner}
	}
	return e
}

// followInbox sends the changes of the inbox to the open pages.
func (s *Server) followInbox(ctx context.Context) {
	if s.conf.Inbox == nil {
		return
	}
	changes, stop := s.conf.Inbox.Subscribe()
	defer stop()
	for {
		select {
		case <-ctx.Done():
			return
		case ch := <-changes:
			if ch.Item.ID == "" {
				s.Publish("resync", struct{}{})
				continue
			}
			s.Publish("item", brief(ch.Item))
		}
	}
}

// waiting is how many items wait for the owner.
func (s *Server) waiting() int {
	if s.conf.Inbox == nil {
		return 0
	}
	return s.conf.Inbox.Counts().Pending
}

// waitingBySession is how many items of each session wait.
func (s *Server) waitingBySession(ctx context.Context) map[string]int {
	out := map[string]int{}
	if s.conf.Inbox == nil {
		return out
	}
	list, err := s.conf.Inbox.List(ctx, inbox.Filter{})
	if err != nil {
		s.log.Error("web: the inbox cannot be listed", "err", err)
	}
	for _, b := range list {
		out[see(b.Session)]++
	}
	return out
}
