package web

import (
	"errors"
	"net/http"
	"strconv"

	"guard/butler/ext"
	"guard/butler/host"
	"guard/butler/procs"
)

func (s *Server) extRoutes() []route {
	return []route{
		{"GET /api/overview", read, s.withHost(s.overview)},
		{"GET /api/catalog", read, s.catalog},
		{"GET /api/services", read, s.kind(ext.Services)},
		{"GET /api/faculties", read, s.kind(ext.Faculties)},
		{"POST /api/rescan", act, s.rescan},
		{"POST /api/{kind}/{id}/{verb}", act, s.control},
		{"GET /api/{kind}/{id}/log", read, s.programLog},
	}
}

// hosted is the extensions of a kind, those at fault included.
func (s *Server) hosted(kind ext.Kind) []host.Item {
	status := map[string]procs.Status{}
	if s.conf.Procs != nil {
		for _, st := range s.conf.Procs.Status() {
			status[st.Kind+"/"+st.ID] = st
		}
	}
	out := []host.Item{}
	for _, e := range s.conf.Catalog().Public().Extensions {
		if e.Kind != kind {
			continue
		}
		e.Name, e.Description = see(e.Name), see(e.Description)
		p := host.Item{Public: e}
		if st, ok := status[ext.Key(e.Kind, e.ID)]; ok && e.Valid {
			st.Error, st.Exit = see(st.Error), see(st.Exit)
			p.Status = &st
		}
		out = append(out, p)
	}
	return out
}

// overview is the host's, for the page of services and tools: it shows what is at
// fault as well.
func (s *Server) overview(h *host.Host, c *call) (any, error) {
	o, err := h.Overview(c.Context())
	if err != nil {
		return nil, err
	}
	o.Services, o.Tools, o.Faculties = s.hosted(ext.Services), s.hosted(ext.Tools), s.hosted(ext.Faculties)
	return struct {
		host.Overview
		Problems []ext.PublicProblem `json:"problems"`
		MCP      bool                `json:"mcp"` // there is a hub
	}{o, s.conf.Catalog().Public().Problems, s.conf.Hub != nil}, nil
}

func (s *Server) catalog(*call) (any, error) {
	if s.conf.Catalog == nil {
		return nil, missing("the extension host")
	}
	return s.conf.Catalog().Public(), nil
}

func (s *Server) kind(k ext.Kind) func(*call) (any, error) {
	return func(*call) (any, error) {
		if s.conf.Catalog == nil {
			return nil, missing("the extension host")
		}
		return s.hosted(k), nil
	}
}

// rescan looks for extensions anew.
func (s *Server) rescan(c *call) (any, error) {
	if s.conf.Rescan == nil {
		return nil, missing("the extension host")
	}
	var in struct{}
	if err := c.body(&in); err != nil {
		return nil, err
	}
	if err := s.conf.Rescan(c.Context()); err != nil {
		return nil, fault(http.StatusConflict, "rescan", "%s", see(err.Error()))
	}
	s.Publish("ext", struct{}{})
	return nil, nil
}

// control starts, stops or restarts a program. It is accepted, and goes on by
// itself; the stream tells how.
func (s *Server) control(c *call) (any, error) {
	kind, id, verb := c.PathValue("kind"), c.PathValue("id"), c.PathValue("verb")
	if kind != string(ext.Tools) && kind != string(ext.Services) {
		return nil, fault(http.StatusNotFound, "unknown_action", "the API has no such action")
	}
	if s.conf.Procs == nil {
		return nil, missing("the extension host")
	}
	var in struct{}
	if err := c.body(&in); err != nil {
		return nil, err
	}
	do, ok := map[string]func(string) error{"start": s.conf.Procs.Start, "stop": s.conf.Procs.Stop, "restart": s.conf.Procs.Restart}[verb]
	if !ok {
		return nil, fault(http.StatusNotFound, "unknown_action", "a program is started, stopped or restarted")
	}
	key := ext.Key(ext.Kind(kind), id)
	switch err := do(key); {
	case errors.Is(err, procs.ErrUnknown) && s.waits(ext.Kind(kind), id):
		return nil, fault(http.StatusConflict, "not_accepted", "it waits for your word before it may start")
	case errors.Is(err, procs.ErrUnknown):
		return nil, notFound("there is no %s called %s", ext.Kind(kind).One(), see(clip(id, 100)))
	case errors.Is(err, procs.ErrAlready):
		return nil, fault(http.StatusConflict, "already", "it runs already")
	case errors.Is(err, procs.ErrClosed):
		return nil, fault(http.StatusServiceUnavailable, "stopping", "butler is stopping")
	case err != nil:
		return nil, fault(http.StatusConflict, "start", "%s", see(err.Error()))
	}
	st, _ := s.conf.Procs.One(key)
	return status{http.StatusAccepted, st}, nil
}

// waits reports whether an extension waits for the owner's word.
func (s *Server) waits(kind ext.Kind, id string) bool {
	if s.conf.Catalog == nil {
		return false
	}
	e, ok := s.conf.Catalog().Find(kind, id)
	return ok && e.Waits != ""
}

// programLog sends what a program prints, from the line behind the one that the
// client has on, as a stream of events.
func (s *Server) programLog(c *call) (any, error) {
	if s.conf.Procs == nil {
		return nil, missing("the extension host")
	}
	log, ok := s.conf.Procs.Log(ext.Key(ext.Kind(c.PathValue("kind")), c.PathValue("id")))
	if !ok {
		return nil, notFound("there is no such program")
	}
	after := uint64(0)
	if last := c.Header.Get("Last-Event-ID"); last != "" {
		var err error
		if after, err = strconv.ParseUint(last, 10, 64); err != nil {
			return nil, badRequest("Last-Event-ID is the number of a line")
		}
	}
	s.sendLog(c, log.Tail(after))
	return streamed, nil
}
