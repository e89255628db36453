package web

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"

	"guard/butler/ext"
	"guard/butler/host"
	"guard/butler/runs"
	"guard/butler/steward"
)

// runRoutes are the bounded commands of extensions, and observations.
func (s *Server) runRoutes() []route {
	return []route{
		{"GET /api/host", read, s.withHost(func(h *host.Host, _ *call) (any, error) { return h.Health(), nil })},
		{"GET /api/quick-actions", read, s.withHost(func(h *host.Host, _ *call) (any, error) { return h.QuickActions(), nil })},
		{"GET /api/runs", read, s.withHost(runList)},
		{"GET /api/runs/{id}", read, s.withHost(func(h *host.Host, c *call) (any, error) { return h.GetRun(c.Context(), c.PathValue("id")) })},
		{"POST /api/runs/{id}/cancel", act, s.withHost(s.cancelRun)},
		{"POST /api/{kind}/{id}/actions/{name}", act, s.withHost(s.startRun(ext.Action))},
		{"POST /api/{kind}/{id}/commands/{name}", act, s.withHost(s.startRun(ext.Command))},
		{"POST /api/{kind}/{id}/reports/{name}", act, s.withHost(s.startRun(ext.Report))},
		{"POST /api/observe", extend, s.withHost(s.observe)},
	}
}

// withHost answers with what the extension host says.
func (s *Server) withHost(do func(*host.Host, *call) (any, error)) func(*call) (any, error) {
	return func(c *call) (any, error) {
		if s.conf.Host == nil {
			return nil, missing("the extension host")
		}
		v, err := do(s.conf.Host, c)
		var ours *Error
		if err == nil || errors.As(err, &ours) {
			return v, err
		}
		e := host.AsError(err)
		if e.Status == http.StatusInternalServerError {
			return nil, err // its text is for the log
		}
		return nil, &Error{Status: e.Status, Code: e.Code, Message: see(e.Message), Data: e.Data}
	}
}

// runList is a page of runs, the newest first.
func runList(h *host.Host, c *call) (any, error) {
	q := c.URL.Query()
	f := runs.Filter{Kind: q.Get("kind"), Extension: q.Get("id"), Name: q.Get("name"), Before: q.Get("before")}
	if text := q.Get("limit"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > 500 {
			return nil, badRequest("limit is a number from 1 to 500")
		}
		f.Limit = n
	}
	return h.Runs(c.Context(), f)
}

// caller is who asks, for the steward: the gate has looked already.
func (c *call) caller() steward.Caller {
	if c.ext != "" {
		return steward.Extension
	}
	return steward.Owner
}

func (s *Server) cancelRun(h *host.Host, c *call) (any, error) {
	if err := steward.Admit(steward.RunCancel, c.caller(), false); err != nil {
		return nil, err
	}
	var in struct{}
	if err := c.body(&in); err != nil {
		return nil, err
	}
	return status{http.StatusAccepted, struct{}{}}, h.CancelRun(c.PathValue("id"))
}

// startRun starts a bounded command. The body is {"args":{…}}.
func (s *Server) startRun(sort ext.Sort) func(*host.Host, *call) (any, error) {
	return func(h *host.Host, c *call) (any, error) {
		if err := steward.Admit(steward.RunStart, c.caller(), false); err != nil {
			return nil, err
		}
		var in struct {
			Args json.RawMessage `json:"args"`
		}
		if err := c.body(&in); err != nil {
			return nil, err
		}
		r, err := h.RunNamed(c.Context(), ext.Kind(c.PathValue("kind")), c.PathValue("id"), sort, c.PathValue("name"), in.Args, s.by(c.own))
		if err != nil {
			return nil, err
		}
		return status{http.StatusAccepted, r}, nil
	}
}

// observe keeps an observation of an extension, or of the owner's.
func (s *Server) observe(h *host.Host, c *call) (any, error) {
	if err := steward.Admit(steward.ObservationAdd, c.caller(), false); err != nil {
		return nil, err
	}
	body, err := io.ReadAll(http.MaxBytesReader(c.w, c.Body, BodyLimit))
	var long *http.MaxBytesError
	switch {
	case errors.As(err, &long):
		return nil, fault(http.StatusRequestEntityTooLarge, "too_large", "an observation is at most 64 KiB")
	case err != nil:
		return nil, badRequest("the request ended too early")
	}
	by := c.ext
	if by == "" {
		by = s.by(c.own)
	}
	q, err := h.Observe(body, by)
	if err != nil {
		return nil, err
	}
	return status{http.StatusAccepted, q}, nil
}
