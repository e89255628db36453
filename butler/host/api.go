package host

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"path/filepath"
	"slices"
	"time"

	"guard/butler/ext"
	"guard/butler/procs"
	"guard/butler/runs"
	"guard/butler/spool"
	"guard/sdk"
)

// Health is how the host is.
type Health struct {
	OK       bool         `json:"ok"`       // butler.json can be used and no extension is broken, crashed or failed
	Instance bool         `json:"instance"` // there is a butler.json that can be used
	Running  int          `json:"running"`
	Down     int          `json:"down"` // crashed or failed
	Invalid  int          `json:"invalid"`
	Waiting  int          `json:"waiting"` // for the owner's word
	Scanned  time.Time    `json:"scanned"`
	Spool    spool.Status `json:"spool"`
}

// Health says how the host is, without any path.
func (h *Host) Health() Health {
	h.mu.RLock()
	out := Health{Instance: h.config != nil, Scanned: h.scanned, Spool: h.spool.Status()}
	faulty := len(h.fault.Faults()) > 0
	for _, e := range h.catalog.Extensions {
		switch {
		case !e.Valid():
			out.Invalid++
		case e.Waits != "":
			out.Waiting++
		}
	}
	h.mu.RUnlock()
	for _, s := range h.sup.Status() {
		switch s.State {
		case procs.Running, procs.Starting:
			out.Running++
		case procs.Crashed, procs.Failed:
			out.Down++
		}
	}
	out.OK = out.Instance && !faulty && out.Invalid == 0 && out.Down == 0 && out.Spool.Lost.Count == 0
	return out
}

// Catalog is what there is, and what is wrong with it.
type Catalog struct {
	ext.PublicCatalog
	Scanned time.Time `json:"scanned"`
}

// Catalog lists the extensions, without their commands and environments.
func (h *Host) Catalog() Catalog {
	h.mu.RLock()
	defer h.mu.RUnlock()
	out := Catalog{h.catalog.Public(), h.scanned}
	for _, p := range h.fault {
		out.Problems = append(out.Problems, ext.PublicProblem{
			File: filepath.Base(p.File), Line: p.Line, Column: p.Column, Pointer: p.Pointer, Text: p.Text, Warning: p.Warning,
		})
	}
	return out
}

// Item is an extension and how it is.
type Item struct {
	ext.Public
	Status *procs.Status `json:"status,omitempty"` // of what can be started
}

// List lists the valid extensions of a kind.
func (h *Host) List(kind ext.Kind) []Item {
	h.mu.RLock()
	all := h.catalog.Valid()
	h.mu.RUnlock()
	out := []Item{}
	for _, e := range all {
		if e.Kind != kind {
			continue
		}
		item := Item{Public: e.Public()}
		if s, ok := h.sup.One(e.Key()); ok {
			item.Status = &s
		}
		out = append(out, item)
	}
	return out
}

// Overview is everything that a first page shows.
type Overview struct {
	Health       Health        `json:"health"`
	Tools        []Item        `json:"tools"`
	Services     []Item        `json:"services"`
	Faculties    []Item        `json:"faculties"`
	QuickActions []QuickAction `json:"quickActions"`
	Runs         []runs.Run    `json:"runs"` // the newest
}

// Overview gathers it.
func (h *Host) Overview(ctx context.Context) (Overview, error) {
	last, err := h.runs.List(ctx, runs.Filter{Limit: 10})
	return Overview{h.Health(), h.List(ext.Tools), h.List(ext.Services), h.List(ext.Faculties), h.QuickActions(), last}, err
}

// QuickAction is a bounded command that its manifest calls quick.
type QuickAction struct {
	Kind      ext.Kind `json:"kind"`
	Extension string   `json:"extension"`
	ext.PublicRun
}

// QuickActions lists them.
func (h *Host) QuickActions() []QuickAction {
	h.mu.RLock()
	defer h.mu.RUnlock()
	out := []QuickAction{}
	for _, found := range h.catalog.Valid() {
		e, ok := h.force[found.Key()]
		if !ok {
			continue
		}
		for _, list := range [][]ext.Run{e.Manifest.Actions, e.Manifest.Commands, e.Manifest.Reports} {
			for i := range list {
				if list[i].Quick {
					out = append(out, QuickAction{e.Kind, e.ID, list[i].Public()})
				}
			}
		}
	}
	return out
}

// find looks an extension up. The error is an *Error with status 404.
func (h *Host) find(kind ext.Kind, id string) (*ext.Extension, error) {
	if !slices.Contains(ext.Kinds(), kind) {
		return nil, &Error{http.StatusNotFound, "not_found", "there is no kind " + string(kind) + "; there are tools, services and faculties", nil}
	}
	h.mu.RLock()
	defer h.mu.RUnlock()
	e, ok := h.catalog.Find(kind, id)
	if !ok {
		return nil, unknown(kind, id)
	}
	return e, nil
}

// accepted is an extension as the owner accepted it. One that waits for their
// word alone is an *Error with status 409.
func (h *Host) accepted(kind ext.Kind, id string) (inForce, error) {
	found, err := h.find(kind, id)
	if err != nil {
		return inForce{}, err
	}
	h.mu.RLock()
	defer h.mu.RUnlock()
	e, ok := h.force[found.Key()]
	if !ok {
		return inForce{}, notAccepted(found)
	}
	return e, nil
}

// Start, Stop and Restart are the verbs of tools and services.
const (
	Start   = "start"
	Stop    = "stop"
	Restart = "restart"
)

// Program does a verb to a tool or a service and returns its status then. A
// stop of what is stopped is no error; a start of what runs is (409).
func (h *Host) Program(kind ext.Kind, id, verb string) (procs.Status, error) {
	e, err := h.accepted(kind, id)
	if err != nil {
		return procs.Status{}, err
	}
	key := e.Key()
	if _, ok := h.sup.One(key); !ok {
		return procs.Status{}, &Error{http.StatusConflict, "not_startable", "the " + kind.One() + " " + id + " has no command to start", nil}
	}
	do := map[string]func(string) error{Start: h.sup.Start, Stop: h.sup.Stop, Restart: h.sup.Restart}[verb]
	if do == nil {
		return procs.Status{}, &Error{http.StatusNotFound, "unknown_action", "there is no " + verb + "; there are start, stop and restart", nil}
	}
	<-h.swept
	err = do(key)
	s, _ := h.sup.One(key)
	return s, startFault(err)
}

// startFault tells a start that failed for a reason of the environment apart
// from a fault of butler.
func startFault(err error) error {
	if err == nil || errors.Is(err, procs.ErrAlready) || errors.Is(err, procs.ErrUnknown) || errors.Is(err, procs.ErrClosed) {
		return err
	}
	return &Error{http.StatusBadGateway, "start_failed", err.Error(), nil}
}

// Tail reads the log of a tool or a service after a line, 0 from the oldest
// that is kept.
func (h *Host) Tail(kind ext.Kind, id string, after uint64) (*procs.Tail, error) {
	e, err := h.find(kind, id)
	if err != nil {
		return nil, err
	}
	log, ok := h.sup.Log(e.Key())
	if !ok {
		return nil, &Error{http.StatusNotFound, "not_found", "the " + kind.One() + " " + id + " has no log: there is nothing to start", nil}
	}
	return log.Tail(after), nil
}

// RunNamed starts an action, a command or a report. sort may be empty for any.
// The arguments are checked before anything is started. by is who asked.
func (h *Host) RunNamed(ctx context.Context, kind ext.Kind, id string, sort ext.Sort, name string, args []byte, by string) (runs.Run, error) {
	e, err := h.accepted(kind, id)
	if err != nil {
		return runs.Run{}, err
	}
	run, ok := e.Run(name)
	if !ok || sort != "" && run.Sort != sort {
		return runs.Run{}, &Error{http.StatusNotFound, "not_found", "the " + kind.One() + " " + id + " has no such command: " + name, nil}
	}
	bound, err := run.Bind(args)
	if err != nil {
		return runs.Run{}, err
	}
	c := e.config
	declared := map[string]string{}
	for _, env := range []map[string]string{e.Manifest.Env, run.Env} {
		for k, v := range env {
			declared[k] = v
		}
	}
	env, err := h.environment(c, e.Extension, declared, "")
	if err != nil {
		return runs.Run{}, startFault(err)
	}
	<-h.swept
	dir := run.Cwd
	if dir == "" {
		dir = e.Manifest.Cwd
	}
	return h.runs.Start(ctx, runs.Request{
		Kind: string(kind), Extension: id, Sort: string(run.Sort), Name: name, Title: run.Title, By: by,
		Args: bound.Stdin, Argv: c.ArgvIn(e.Dir, bound.Argv), Dir: filepath.Join(e.Dir, dir), Env: env,
		Timeout: ext.Seconds(run.TimeoutSec), Grace: ext.Seconds(e.Manifest.Stop.GraceSec),
		OutputBytes: run.OutputBytes, Concurrency: e.Manifest.Concurrency,
	})
}

// Runs lists runs, the newest first.
func (h *Host) Runs(ctx context.Context, f runs.Filter) ([]runs.Run, error) {
	return h.runs.List(ctx, f)
}

// GetRun is one run, with its output.
func (h *Host) GetRun(ctx context.Context, id string) (runs.Run, error) { return h.runs.Get(ctx, id) }

// WaitRun waits for the end of a run, or of ctx.
func (h *Host) WaitRun(ctx context.Context, id string) (runs.Run, error) { return h.runs.Wait(ctx, id) }

// CancelRun ends a run.
func (h *Host) CancelRun(id string) error { return h.runs.Cancel(id) }

// Queued answers an observation that is kept.
type Queued struct {
	Queued bool   `json:"queued"`
	ID     string `json:"id"`
}

// maxObservation bounds the JSON of an observation, in bytes.
const maxObservation = 64 << 10

// Observe keeps an observation that is given as JSON. by is who was let in to
// give it. A fault of the observation has status 400, a fault of keeping 502.
func (h *Host) Observe(body []byte, by string) (Queued, error) {
	var o spool.Observation
	if len(body) > maxObservation {
		return Queued{}, &Error{http.StatusRequestEntityTooLarge, "too_large", "an observation is at most 64 KiB", nil}
	}
	dec := json.NewDecoder(bytes.NewReader(body))
	err := dec.Decode(&o)
	if _, more := dec.Token(); err == nil && more != io.EOF {
		err = errors.New("something follows it")
	}
	if err != nil {
		return Queued{}, &Error{http.StatusBadRequest, "invalid_observation", "it is no observation: " + err.Error(), nil}
	}
	return h.observe(o, by)
}

func (h *Host) observe(o spool.Observation, by string) (Queued, error) {
	o.By = by
	kept, err := h.spool.Add(o)
	var invalid *spool.InvalidError
	switch {
	case errors.As(err, &invalid):
		return Queued{}, err
	case err != nil:
		h.opts.Logger.Error("an observation was lost", "error", err)
		return Queued{}, &Error{http.StatusBadGateway, "intake_failed", err.Error(), nil}
	}
	h.tell(Event{What: "observation", Key: kept.ID})
	return Queued{true, kept.ID}, nil
}

// witness keeps what butler saw itself. That it cannot be kept is logged, and
// hinders nothing.
func (h *Host) witness(typ, subject, text string) {
	if cut := []rune(text); len(cut) > spool.MaxText {
		text = string(cut[:spool.MaxText])
	}
	if _, err := h.observe(spool.Observation{Source: "butler", Type: typ, Text: text, Ref: "butler://" + subject}, "butler"); err != nil {
		h.opts.Logger.Error("what butler saw was not kept", "subject", subject, "error", err)
	}
}

// line takes the lines that a tool or a service prints for butler.
func (h *Host) line(key string, line []byte) bool {
	m, ok := sdk.ParseMessage(line)
	if !ok || m.Butler != sdk.KindObserve {
		return false
	}
	h.said(key, filepath.Base(key), m)
	return true
}

// said keeps an observation that a program printed.
func (h *Host) said(key, id string, m sdk.Message) {
	if _, err := h.observe(spool.Observation{Source: id, Type: m.Type, Tags: m.Tags, Text: m.Text, Ref: m.Ref}, key); err != nil {
		h.opts.Logger.Warn("an observation was not accepted", "extension", key, "error", err)
	}
}
