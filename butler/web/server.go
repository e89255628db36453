package web

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"syscall"
	"time"

	"guard/butler/db"
	"guard/internal/place"
)

// DefaultListen is where the dashboard is to be found where nothing else is
// said.
const DefaultListen = "127.0.0.1:19387"

// Config is what a Server is made of. Parts that are nil do not run; their
// routes say so.
type Config struct {
	Listen    string   // "" is DefaultListen; port 0 takes a free one
	From      string   // what set Listen, for the error where the port is taken: "--listen"
	AllowHost []string // more names that butler may be called by
	Version   string
	Places    place.Places
	DB        *db.DB // its rooms hold Room
	Log       *slog.Logger
	Now       func() time.Time // nil is time.Now
	Watched   func(n int)      // told how many pages are open, where that changes

	Layout string // the file of what the page shows where; "" keeps nothing
	Parts
}

// Server is the page and the API.
type Server struct {
	conf    Config
	log     *slog.Logger
	version string
	now     func() time.Time
	began   time.Time
	gate    gate
	owners  *owners
	stream  *stream
	static  *static
	mux     *http.ServeMux
	http    *http.Server
	socks   []net.Listener
	origin  string
	layout  layoutFile
	verify  verification
	agents  agents
	counts  counts

	mu      sync.Mutex
	viewers int
}

// New makes the server and takes its port, so that a fault shows before butler
// says that it runs. Serve answers.
func New(ctx context.Context, c Config) (*Server, error) {
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	o, err := newOwners(ctx, c.DB, c.Now)
	if err != nil {
		return nil, err
	}
	s := &Server{conf: c, log: c.Log, version: c.Version, now: c.Now, began: c.Now(), owners: o, stream: newStream()}
	o.closed = func(id string) { s.stream.end(id, "session") }
	s.layout.name = c.Layout
	s.agents.dir, s.counts.dir = c.Places.LogDir(), c.Places.LogDir()
	if s.static, err = newStatic(); err != nil {
		return nil, err
	}
	if err := s.listen(); err != nil {
		return nil, err
	}
	s.mux = s.routes()
	s.http = &http.Server{
		Handler:           s,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       30 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
		ErrorLog:          slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),
	}
	return s, nil
}

// listen takes the port, on both loopback addresses where both are there:
// "localhost" may mean either, and the one left free would be anybody's.
func (s *Server) listen() error {
	addr, from := s.conf.Listen, s.conf.From
	if addr == "" {
		addr, from = DefaultListen, "the default"
	}
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return fmt.Errorf("web: %s (%s) is no address: give HOST:PORT, such as %s", addr, from, DefaultListen)
	}
	ip, err := netip.ParseAddr(host)
	if host == "localhost" {
		ip, err = netip.MustParseAddr("127.0.0.1"), nil
	}
	if err != nil || !ip.IsLoopback() {
		return fmt.Errorf("web: butler listens on this machine alone, and %s (%s) is not of it\nuse 127.0.0.1:PORT; from another machine, come through a tunnel: ssh -L 19387:localhost:19387", addr, from)
	}
	first, err := net.Listen("tcp", net.JoinHostPort(ip.String(), port))
	if err != nil {
		return portError(err, addr, from)
	}
	s.socks = []net.Listener{first}
	_, port, _ = net.SplitHostPort(first.Addr().String())
	other := "::1"
	if ip.Is6() {
		other = "127.0.0.1"
	}
	second, err := net.Listen("tcp", net.JoinHostPort(other, port))
	switch {
	case err == nil:
		s.socks = append(s.socks, second)
	case errors.Is(err, syscall.EADDRINUSE):
		first.Close()
		return portError(err, net.JoinHostPort(other, port), from)
	}
	s.origin = "http://localhost:" + port
	s.gate = newGate(port, s.conf.AllowHost)
	return nil
}

func portError(err error, addr, from string) error {
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("web: %s is taken by another program (the address was set by %s)\nbutler serve --listen 127.0.0.1:0 takes a free port; ss -ltnp shows who has it", addr, from)
	}
	return fmt.Errorf("web: cannot listen on %s (set by %s): %w", addr, from, err)
}

// Origin is the address of the page: http://localhost:19387.
func (s *Server) Origin() string { return s.origin }

// Serve answers until ctx ends, then lets what is under way end.
func (s *Server) Serve(ctx context.Context) error {
	end := make(chan error, len(s.socks))
	for _, l := range s.socks {
		go func() { end <- s.http.Serve(bounded(l, 256)) }()
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go s.follow(ctx)
	go s.followInbox(ctx)
	var err error
	select {
	case <-ctx.Done():
	case err = <-end:
	}
	s.stream.end("", "restart")
	late, stop := context.WithTimeout(context.Background(), 3*time.Second)
	defer stop()
	if s.http.Shutdown(late) != nil {
		_ = s.http.Close()
	}
	if errors.Is(err, http.ErrServerClosed) {
		err = nil
	}
	return err
}

// Ticket makes an address that opens the page for its owner: it works once, for
// a minute. The ticket is in the fragment, which browsers send to nobody. host
// is the name to use, "" for localhost.
func (s *Server) Ticket(host string) (string, error) {
	at := s.origin
	if host != "" {
		at = "http://" + host + at[strings.LastIndexByte(at, ':'):]
		if r := (&http.Request{Host: strings.TrimPrefix(at, "http://")}); !s.gate.host(r) {
			return "", fmt.Errorf("web: butler is not called %s; use localhost, 127.0.0.1 or butler.localhost, or start it with --allow-host", host)
		}
	}
	t, err := s.owners.ticket()
	if err != nil {
		return "", err
	}
	return at + "/#ticket=" + t, nil
}

// Pair lets in the page that shows these letters: for a browser on another
// machine, which comes through a tunnel.
func (s *Server) Pair(letters string) error { return s.owners.admit(letters) }

// Watching is how many pages of the owner are open.
func (s *Server) Watching() int { return s.stream.watching() }

// watched tells of pages that were opened or closed.
func (s *Server) watched() {
	n := s.stream.watching()
	s.mu.Lock()
	changed := n != s.viewers
	s.viewers = n
	s.mu.Unlock()
	if changed && s.conf.Watched != nil {
		s.conf.Watched(n)
	}
}

// Publish sends an event to every open page. data must be what a page may see.
func (s *Server) Publish(kind string, data any) { s.stream.publish(kind, data) }

// ServeHTTP is the gate: the name first, then where the request comes from, and
// only then what it wants.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=(), usb=(), serial=(), payment=()")
	h.Set("Content-Security-Policy", s.static.policy)
	if !s.gate.host(r) {
		s.misdirected(w)
		return
	}
	r.URL.Path = canonical(r.URL.Path)
	api := strings.HasPrefix(r.URL.Path, "/api/")
	if api && !s.gate.own(r) || !api && !s.gate.navigation(r) {
		s.replyError(w, r, fault(http.StatusForbidden, "cross_site", "butler answers its own page and programs of this machine, not other pages"))
		return
	}
	defer func() {
		if p := recover(); p != nil && p != http.ErrAbortHandler {
			s.log.Error("web: a request broke", "route", r.Pattern, "panic", fmt.Sprint(p))
			s.replyError(w, r, errors.New("panic"))
		}
	}()
	if s.conf.MCP != nil && isMCP(r.URL.Path) {
		s.conf.MCP.ServeHTTP(w, r) // it has clients, tokens and methods of its own
		return
	}
	s.mux.ServeHTTP(w, r)
}

// canonical is the path that the routes know a path by: the names of earlier
// versions lead to the same handlers.
func canonical(path string) string {
	for _, alias := range []string{"/myspace-butler/api/", "/myspace-butler/"} {
		if rest, ok := strings.CutPrefix(path, alias); ok {
			return "/api/" + rest
		}
	}
	return path
}

// misdirected answers a request for a name that is not butler's. It repeats
// nothing of the request.
func (s *Server) misdirected(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusMisdirectedRequest)
	fmt.Fprintf(w, `<!doctype html><html lang="en"><meta charset="utf-8"><title>Not butler's name</title>
<h1>This is not a name that butler answers to</h1>
<p>butler's page is at <a href="%[1]s">%[1]s</a>. It refuses every other name, since a page of another site could have its own name lead here.</p>
<p>If you reach it by another name on purpose, through a proxy of yours, start it with <code>butler serve --allow-host NAME</code>.</p>
`, s.origin)
}

// bounded lets at most n connections be open at once.
func bounded(l net.Listener, n int) net.Listener {
	return &boundedListener{Listener: l, free: make(chan struct{}, n)}
}

type boundedListener struct {
	net.Listener
	free chan struct{}
}

func (b *boundedListener) Accept() (net.Conn, error) {
	b.free <- struct{}{}
	c, err := b.Listener.Accept()
	if err != nil {
		<-b.free
		return nil, err
	}
	return &boundedConn{Conn: c, done: sync.OnceFunc(func() { <-b.free })}, nil
}

type boundedConn struct {
	net.Conn
	done func()
}

func (c *boundedConn) Close() error {
	defer c.done()
	return c.Conn.Close()
}
