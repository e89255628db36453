package web

import (
	"crypto/subtle"
	"net/http"
)

// access says who may use a route. The zero access is for nobody.
type access uint8

const (
	nobody access = iota
	open          // anybody on this machine; it tells nothing
	enter         // the page, with a ticket in place of a token
	read          // the owner's token
	act           // the owner's token, from the page
	extend        // an extension's token, or the owner's from the page
)

// call is a request that has passed the gate.
type call struct {
	*http.Request
	w   http.ResponseWriter
	own session // the owner's session, zero where the route needs none
	ext string  // the extension that calls, "" where it is the owner
}

// body reads the request's JSON.
func (c *call) body(v any) error { return readJSON(c.w, c.Request, v) }

// route is one row of the API.
type route struct {
	pattern string
	who     access
	do      func(*call) (any, error)
}

// table is the API.
func (s *Server) table() []route {
	return append([]route{
		{"GET /healthz", open, func(*call) (any, error) { return nil, nil }},
		{"POST /api/session", enter, s.enter},
		{"POST /api/pair", enter, s.pair},
		{"GET /api/session", read, func(c *call) (any, error) { return c.own, nil }},
		{"GET /api/sessions", read, func(*call) (any, error) { return s.owners.list(), nil }},
		{"DELETE /api/sessions/{id}", act, s.endSession},
		{"GET /api/health", read, s.health},
		{"GET /api/log", read, s.logPage},
		{"GET /api/log/head", read, s.logHead},
		{"GET /api/log/verify", read, func(*call) (any, error) { return s.verify.state(), nil }},
		{"POST /api/log/verify", act, s.startVerify},
		{"GET /api/log/{seq}", read, s.logRecord},
		{"GET /api/agents", read, s.agentList},
		{"GET /api/stats", read, s.stats},
		{"GET /api/policy", read, s.policy},
		{"POST /api/explain", act, s.explain},
		{"GET /api/grants", read, s.grantList},
		{"POST /api/grants/{id}/revoke", act, s.revoke},
		{"GET /api/layout", read, s.getLayout},
		{"PUT /api/layout", act, s.putLayout},
		{"GET /api/settings", read, s.settings},
	}, s.parts()...)
}

// routes registers the table, the stream and the files of the page.
func (s *Server) routes() *http.ServeMux {
	m := http.NewServeMux()
	for _, r := range s.table() {
		m.HandleFunc(r.pattern, func(w http.ResponseWriter, req *http.Request) { s.serve(w, req, r) })
	}
	m.HandleFunc("GET /api/events", func(w http.ResponseWriter, r *http.Request) {
		own, ok := s.owners.of(r)
		if !ok {
			s.replyError(w, r, noToken())
			return
		}
		s.events(w, r, own)
	})
	m.HandleFunc("/api/", func(w http.ResponseWriter, r *http.Request) {
		if _, ok := s.owners.of(r); !ok {
			s.replyError(w, r, noToken()) // who is nobody is not told what there is
			return
		}
		s.replyError(w, r, fault(http.StatusNotFound, "unknown_action", "the API has no %s %s", r.Method, clip(r.URL.Path, 100)))
	})
	m.Handle("/", s.static)
	return m
}

// serve judges a request by its row, then answers it.
func (s *Server) serve(w http.ResponseWriter, r *http.Request, row route) {
	c := &call{Request: r, w: w}
	if err := s.admit(c, row.who); err != nil {
		s.replyError(w, r, err)
		return
	}
	v, err := row.do(c)
	if err != nil {
		s.replyError(w, r, err)
		return
	}
	if v == streamed {
		return
	}
	reply(w, v)
}

// streamed is what a handler returns that has written its answer itself.
var streamed any = &struct{ _ int }{}

// admit says why c may not use a route for who.
func (s *Server) admit(c *call, who access) error {
	var ok bool
	switch who {
	case open:
		return nil
	case enter:
		return s.fromPage(c)
	case read:
		if c.own, ok = s.owners.of(c.Request); ok {
			return nil
		}
	case act:
		if c.own, ok = s.owners.of(c.Request); ok {
			return s.fromPage(c)
		}
	case extend:
		if c.ext, ok = s.extension(c.Request); ok {
			return nil
		}
		if c.own, ok = s.owners.of(c.Request); ok {
			return s.fromPage(c)
		}
	}
	return noToken()
}

func (s *Server) fromPage(c *call) error {
	if s.gate.page(c.Request) {
		return nil
	}
	return fault(http.StatusForbidden, "owner_only", "only butler's own page does this, for its owner; in a terminal, use butler's verbs")
}

func noToken() *Error {
	return fault(http.StatusUnauthorized, "unauthorized", "butler open opens the page for its owner")
}

// extension is the extension whose token the request has.
func (s *Server) extension(r *http.Request) (string, bool) {
	token, ok := bearer(r)
	if !ok || s.conf.Token == nil || len(r.Header.Values("Origin")) > 0 {
		return "", false
	}
	return s.conf.Token(token)
}

func (s *Server) enter(c *call) (any, error) {
	var in struct {
		Ticket string `json:"ticket"`
	}
	if err := c.body(&in); err != nil {
		return nil, err
	}
	token, own, err := s.owners.exchange(c.Context(), in.Ticket, c.UserAgent())
	if err != nil {
		return nil, err
	}
	s.Publish("sessions", struct{}{})
	return struct {
		Token   string  `json:"token"`
		Session session `json:"session"`
	}{token, own}, nil
}

// pair gives a page letters to show to its owner, and the ticket that counts once
// they have said them in a terminal.
func (s *Server) pair(c *call) (any, error) {
	var in struct{}
	if err := c.body(&in); err != nil {
		return nil, err
	}
	letters, ticket, err := s.owners.ask()
	if err != nil {
		return nil, err
	}
	return struct {
		Letters string `json:"letters"`
		Ticket  string `json:"ticket"`
		ForS    int    `json:"for_s"` // seconds
	}{letters, ticket, int(PairLife.Seconds())}, nil
}

func (s *Server) endSession(c *call) (any, error) {
	id := c.PathValue("id")
	if subtle.ConstantTimeCompare([]byte(id), []byte("self")) == 1 {
		id = c.own.ID
	}
	if !s.owners.revoke(c.Context(), id) {
		return nil, notFound("there is no such session any more")
	}
	s.Publish("sessions", struct{}{})
	return nil, nil
}

// health tells of butler in counts; it holds no path.
func (s *Server) health(c *call) (any, error) {
	return struct {
		Version string   `json:"version"`
		Run     string   `json:"run"`
		UpS     int64    `json:"up_s"` // seconds
		Open    int      `json:"open"` // pages
		Waiting int      `json:"waiting"`
		Parts   []string `json:"parts"` // what runs
	}{s.version, s.stream.run, int64(s.now().Sub(s.began).Seconds()), s.stream.watching(), s.waiting(), s.running()}, nil
}
