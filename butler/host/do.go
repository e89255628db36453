package host

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"time"

	"guard/butler/ext"
	"guard/butler/procs"
	"guard/butler/runs"
	"guard/butler/steward"
)

// Call is a verb of the owner's socket, as butler ps and its like send it.
type Call struct {
	Verb string          `json:"verb"`
	Args json.RawMessage `json:"args,omitempty"`
}

// Args are what the verbs take. Each verb reads those that it knows.
type Args struct {
	Kind   ext.Kind        `json:"kind,omitempty"`
	ID     string          `json:"id,omitempty"` // of an extension, or of a run
	Name   string          `json:"name,omitempty"`
	Args   json.RawMessage `json:"args,omitempty"`
	Wait   bool            `json:"wait,omitempty"`
	Follow bool            `json:"follow,omitempty"`
	After  uint64          `json:"after,omitempty"`
	Before string          `json:"before,omitempty"`
	Limit  int             `json:"limit,omitempty"`
	Words  []Word          `json:"words,omitempty"`
}

// Lines are log lines, as logs sends them one bunch after another.
type Lines struct {
	Lines []procs.Line `json:"lines"`
	Lost  uint64       `json:"lost,omitempty"` // that came before and are no longer kept
}

// doing is a verb: what the steward calls it, and how it is done. send hands
// out something before the answer.
type doing struct {
	verb steward.Verb
	do   func(h *Host, ctx context.Context, a Args, by string, send func(any) error) (any, error)
}

// Accept is the verb by which the owner puts extensions in force. Its door lets
// nobody in but a person at a terminal.
const Accept = "accept"

var doings = map[string]doing{
	"health": {steward.HealthRead, func(h *Host, _ context.Context, _ Args, _ string, _ func(any) error) (any, error) {
		return h.Health(), nil
	}},
	"catalog": {steward.CatalogRead, func(h *Host, _ context.Context, _ Args, _ string, _ func(any) error) (any, error) {
		return h.Catalog(), nil
	}},
	"overview": {steward.StatusRead, func(h *Host, ctx context.Context, _ Args, _ string, _ func(any) error) (any, error) {
		return h.Overview(ctx)
	}},
	"runs": {steward.RunsRead, func(h *Host, ctx context.Context, a Args, _ string, _ func(any) error) (any, error) {
		return h.Runs(ctx, runs.Filter{Kind: string(a.Kind), Extension: a.ID, Name: a.Name, Before: a.Before, Limit: a.Limit})
	}},
	"show-run": {steward.OutputRead, func(h *Host, ctx context.Context, a Args, _ string, _ func(any) error) (any, error) {
		return h.GetRun(ctx, a.ID)
	}},
	"logs": {steward.OutputRead, (*Host).sendLogs},
	"observe": {steward.ObservationAdd, func(h *Host, _ context.Context, a Args, by string, _ func(any) error) (any, error) {
		return h.Observe(a.Args, by)
	}},
	"rescan": {steward.CatalogRescan, func(h *Host, _ context.Context, _ Args, _ string, _ func(any) error) (any, error) {
		return h.Rescan(), nil
	}},
	// What waits holds commands: only who may accept it sees it.
	"waiting": {steward.ExtensionAdd, func(h *Host, _ context.Context, _ Args, _ string, _ func(any) error) (any, error) {
		return h.Waiting(), nil
	}},
	Accept: {steward.ExtensionAdd, func(h *Host, _ context.Context, a Args, by string, _ func(any) error) (any, error) {
		return h.Accept(a.Words, by)
	}},
	Start:   {steward.ProgramStart, program(Start)},
	Restart: {steward.ProgramStart, program(Restart)},
	Stop:    {steward.ProgramStop, program(Stop)},
	"run":   {steward.RunStart, (*Host).doRun},
	"cancel": {steward.RunCancel, func(h *Host, _ context.Context, a Args, _ string, _ func(any) error) (any, error) {
		return struct{}{}, h.CancelRun(a.ID)
	}},
}

// Do answers a verb of the owner's socket. who was found out by the door; by
// names it in what is kept.
func (h *Host) Do(ctx context.Context, who steward.Caller, by string, c Call, send func(any) error) (any, error) {
	d, ok := doings[c.Verb]
	if !ok {
		return nil, &Error{404, "unknown_action", "the extension host knows no verb " + c.Verb, nil}
	}
	if err := steward.Admit(d.verb, who, false); err != nil {
		return nil, err
	}
	var a Args
	if len(c.Args) > 0 {
		dec := json.NewDecoder(bytes.NewReader(c.Args))
		dec.DisallowUnknownFields()
		if err := dec.Decode(&a); err != nil {
			return nil, bad("the arguments of " + c.Verb + ": " + err.Error())
		}
		if _, err := dec.Token(); err != io.EOF {
			return nil, bad("the arguments of " + c.Verb + ": something follows them")
		}
	}
	return d.do(h, ctx, a, by, send)
}

// settle is how long a verb waits for a program to settle before its status is
// told.
const settle = 15 * time.Second

func program(verb string) func(*Host, context.Context, Args, string, func(any) error) (any, error) {
	return func(h *Host, ctx context.Context, a Args, _ string, _ func(any) error) (any, error) {
		s, err := h.Program(a.Kind, a.ID, verb)
		if err != nil || !a.Wait {
			return s, err
		}
		ctx, cancel := context.WithTimeout(ctx, settle)
		defer cancel()
		return h.Settled(ctx, a.Kind, a.ID), nil
	}
}

// Settled waits until a program neither starts nor stops, or ctx ends, and
// returns its status.
func (h *Host) Settled(ctx context.Context, kind ext.Kind, id string) procs.Status {
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for {
		s, ok := h.sup.One(ext.Key(kind, id))
		if !ok || s.State != procs.Starting && s.State != procs.Stopping {
			return s
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return s
		}
	}
}

func (h *Host) doRun(ctx context.Context, a Args, by string, send func(any) error) (any, error) {
	r, err := h.RunNamed(ctx, a.Kind, a.ID, "", a.Name, a.Args, by)
	if err != nil || !a.Wait {
		return r, err
	}
	if err := send(r); err != nil {
		return nil, err
	}
	return h.WaitRun(ctx, r.ID)
}

func (h *Host) sendLogs(ctx context.Context, a Args, _ string, send func(any) error) (any, error) {
	tail, err := h.Tail(a.Kind, a.ID, a.After)
	if err != nil {
		return nil, err
	}
	if !a.Follow { // what is there, and no more
		var cancel context.CancelFunc
		ctx, cancel = context.WithCancel(ctx)
		cancel()
	}
	for {
		lines, lost, err := tail.Next(ctx)
		if err != nil {
			return struct{}{}, nil
		}
		if err := send(Lines{lines, lost}); err != nil {
			return nil, err
		}
	}
}
