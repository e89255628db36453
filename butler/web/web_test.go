package web

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"guard/butler/db"
	"guard/internal/place"
)

// world is a server under test, and its clock.
type world struct {
	*Server
	t     *testing.T
	now   time.Time
	at    place.Places
	tries int
}

var clock = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

func newWorld(t *testing.T, more ...func(*Config)) *world {
	t.Helper()
	home := t.TempDir()
	t.Setenv("TMPDIR", t.TempDir())
	w := &world{t: t, now: clock, at: place.Under(home, func(string) string { return "" })}
	w.start(more...)
	return w
}

// start makes the server, again where there was one.
func (w *world) start(more ...func(*Config)) {
	w.t.Helper()
	d, err := db.Open(w.t.Context(), filepath.Join(w.at.State, "butler", "butler.db"), Room)
	require.NoError(w.t, err)
	w.t.Cleanup(func() { d.Close() })
	c := Config{Listen: "127.0.0.1:0", From: "a test", Version: "1.2.3", Places: w.at, DB: d, Now: func() time.Time { return w.now }, Layout: filepath.Join(w.at.Home, "layout.json")}
	for _, m := range more {
		m(&c)
	}
	w.Server, err = New(w.t.Context(), c)
	require.NoError(w.t, err)
	w.t.Cleanup(func() {
		for _, l := range w.Server.socks {
			l.Close()
		}
	})
}

// host is the server's own name.
func (w *world) host() string { return strings.TrimPrefix(w.origin, "http://") }

// enter makes a session of the owner and returns its token.
func (w *world) enterAs(agent string) string {
	w.t.Helper()
	address, err := w.Ticket("")
	require.NoError(w.t, err)
	_, ticket, _ := strings.Cut(address, "#ticket=")
	r := w.request("POST", "/api/session", `{"ticket":"`+ticket+`"}`, page)
	r.Header.Set("User-Agent", agent)
	got := w.do(r)
	require.Equal(w.t, 200, got.Code, got.Body)
	var out struct{ Data struct{ Token string } }
	require.NoError(w.t, json.Unmarshal(got.Body.Bytes(), &out))
	return out.Data.Token
}

type change func(*http.Request)

// page makes the request one of butler's own page.
func page(r *http.Request) {
	r.Header.Set("Origin", "http://"+r.Host)
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	r.Header.Set("Sec-Fetch-Mode", "cors")
	r.Header.Set("X-Butler-Review", "1")
}

func token(t string) change {
	return func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+t) }
}

func header(name, value string) change {
	return func(r *http.Request) { r.Header.Set(name, value) }
}

func without(name string) change { return func(r *http.Request) { r.Header.Del(name) } }

func hostIs(name string) change { return func(r *http.Request) { r.Host = name } }

func (w *world) request(method, path, body string, changes ...change) *http.Request {
	var in io.Reader
	if body != "" {
		in = strings.NewReader(body)
	}
	r := httptest.NewRequestWithContext(context.Background(), method, path, in)
	r.Host = w.host()
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for _, c := range changes {
		c(r)
	}
	return r
}

func (w *world) do(r *http.Request) *httptest.ResponseRecorder {
	got := httptest.NewRecorder()
	w.ServeHTTP(got, r)
	return got
}

// ask sends a request of the owner's page and returns the status and the data.
func (w *world) ask(tok, method, path, body string) (int, string) {
	got := w.do(w.request(method, path, body, page, token(tok)))
	var a struct {
		OK    bool
		Data  json.RawMessage
		Error json.RawMessage
	}
	require.NoError(w.t, json.Unmarshal(got.Body.Bytes(), &a), got.Body)
	require.Equal(w.t, got.Code < 300, a.OK)
	if a.OK {
		return got.Code, string(a.Data)
	}
	return got.Code, string(a.Error)
}

func TestGate(t *testing.T) {
	w := newWorld(t, func(c *Config) { c.AllowHost = []string{"butler.lan", "proxy.lan:8443"} })
	own := w.enterAs("a browser")
	port := ":" + strings.TrimPrefix(w.host(), "localhost:")
	read := func(changes ...change) *http.Request {
		return w.request("GET", "/api/health", "", append([]change{token(own)}, changes...)...)
	}
	act := func(changes ...change) *http.Request {
		return w.request("POST", "/api/explain", `{"line":"ls"}`, append([]change{page, token(own)}, changes...)...)
	}
	for _, c := range []struct {
		name string
		r    *http.Request
		want int
		code string
	}{
		{"a program of this machine reads", read(), 200, ""},
		{"the page reads", read(page), 200, ""},
		{"the page acts", act(), 200, ""},
		{"by address", read(hostIs("127.0.0.1" + port)), 200, ""},
		{"by address, version 6", read(hostIs("[::1]" + port)), 200, ""},
		{"by its own name", read(hostIs("butler.localhost" + port)), 200, ""},
		{"in large letters", read(hostIs("LocalHost" + port)), 200, ""},
		{"by an allowed name", read(hostIs("butler.lan" + port)), 200, ""},
		{"by an allowed name and port", read(hostIs("proxy.lan:8443")), 200, ""},
		{"by the old address", w.request("GET", "/myspace-butler/api/health", "", token(own)), 200, ""},
		{"by the oldest address", w.request("GET", "/myspace-butler/health", "", token(own)), 200, ""},

		{"another name", read(hostIs("evil.test" + port)), 421, ""},
		{"another name without a token", w.request("GET", "/", "", hostIs("evil.test"+port)), 421, ""},
		{"no name", read(hostIs("")), 421, ""},
		{"another port", read(hostIs("localhost:1")), 421, ""},
		{"no port", read(hostIs("localhost")), 421, ""},
		{"a name that ends so", read(hostIs("evil-localhost" + port)), 421, ""},
		{"a name that begins so", read(hostIs("localhost" + port + ".evil.test")), 421, ""},
		{"a trailing dot", read(hostIs("localhost." + port)), 421, ""},
		{"an allowed name at the port of another", read(hostIs("proxy.lan:1")), 421, ""},

		{"a page of another port", read(header("Origin", "http://localhost:3000")), 403, "cross_site"},
		{"a page of another site", read(header("Origin", "https://evil.test"), header("Sec-Fetch-Site", "cross-site")), 403, "cross_site"},
		{"a page of no origin", read(header("Origin", "null")), 403, "cross_site"},
		{"a page of another name of butler", read(header("Origin", "http://127.0.0.1"+port)), 403, "cross_site"},
		{"two origins", read(func(r *http.Request) { r.Header["Origin"] = []string{"http://" + r.Host, "http://evil.test"} }), 403, "cross_site"},
		{"a page of the same site", read(header("Sec-Fetch-Site", "same-site")), 403, "cross_site"},
		{"another site, judged before the token", w.request("GET", "/api/health", "", header("Sec-Fetch-Site", "cross-site")), 403, "cross_site"},
		{"an old address does not go around", w.request("GET", "/myspace-butler/health", "", token(own), header("Sec-Fetch-Site", "cross-site")), 403, "cross_site"},

		{"no token", w.request("GET", "/api/health", ""), 401, "unauthorized"},
		{"another token", w.request("GET", "/api/health", "", token("x")), 401, "unauthorized"},
		{"the token in the address", w.request("GET", "/api/health?token="+own, ""), 401, "unauthorized"},
		{"the token in a cookie", w.request("GET", "/api/health", "", header("Cookie", "token="+own)), 401, "unauthorized"},
		{"as a password", w.request("GET", "/api/health", "", func(r *http.Request) { r.SetBasicAuth("owner", own) }), 401, "unauthorized"},
		{"two tokens", w.request("GET", "/api/health", "", func(r *http.Request) {
			r.Header["Authorization"] = []string{"Bearer " + own, "Bearer " + own}
		}), 401, "unauthorized"},
		{"what is not there, without a token", w.request("GET", "/api/nothing", ""), 401, "unauthorized"},
		{"what is not there", w.request("GET", "/api/nothing", "", token(own)), 404, "unknown_action"},
		{"the events without a token", w.request("GET", "/api/events", ""), 401, "unauthorized"},

		{"acting without the header", act(without("X-Butler-Review")), 403, "owner_only"},
		{"acting with another value of it", act(header("X-Butler-Review", "true")), 403, "owner_only"},
		{"acting without an origin", act(without("Origin")), 403, "owner_only"},
		{"acting without Sec-Fetch-Site", act(without("Sec-Fetch-Site")), 403, "owner_only"},
		{"acting from the address bar", act(header("Sec-Fetch-Site", "none")), 403, "owner_only"},
		{"acting without a token", act(without("Authorization")), 401, "unauthorized"},

		{"a form's body", act(header("Content-Type", "text/plain")), 415, "bad_request"},
		{"no content type", act(without("Content-Type")), 415, "bad_request"},
		{"a body that is none", w.request("POST", "/api/explain", `{"line"`, page, token(own)), 400, "bad_request"},
		{"a member nobody knows", w.request("POST", "/api/explain", `{"line":"ls","run":true}`, page, token(own)), 400, "bad_request"},
		{"two bodies", w.request("POST", "/api/explain", `{"line":"ls"}{}`, page, token(own)), 400, "bad_request"},
		{"a large body", w.request("POST", "/api/explain", `{"line":"`+strings.Repeat("x", BodyLimit)+`"}`, page, token(own)), 413, "too_large"},
		{"a body with a long tail", w.request("POST", "/api/explain", `{"line":"ls"}`+strings.Repeat(" ", BodyLimit), page, token(own)), 413, "too_large"},

		{"healthz tells nothing", w.request("GET", "/healthz", ""), 200, ""},
		{"a link to the page from another site", w.request("GET", "/", "", header("Sec-Fetch-Site", "cross-site"), header("Sec-Fetch-Mode", "navigate"), header("Sec-Fetch-Dest", "document")), 200, ""},
		{"a frame of another site", w.request("GET", "/", "", header("Sec-Fetch-Site", "cross-site"), header("Sec-Fetch-Mode", "navigate"), header("Sec-Fetch-Dest", "iframe")), 403, "cross_site"},
		{"a script tag of another port", w.request("GET", "/app.js", "", header("Sec-Fetch-Site", "same-site"), header("Sec-Fetch-Mode", "no-cors")), 403, "cross_site"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := w.do(c.r)
			require.Equal(t, c.want, got.Code, got.Body)
			for name, want := range map[string]string{"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "X-Frame-Options": "DENY", "Cross-Origin-Resource-Policy": "same-origin", "Cross-Origin-Opener-Policy": "same-origin"} {
				assert.Equal(t, want, got.Header().Get(name))
			}
			assert.Contains(t, got.Header().Get("Content-Security-Policy"), "default-src 'none'")
			assert.Empty(t, got.Header().Values("Set-Cookie"))
			assert.Empty(t, got.Header().Values("Access-Control-Allow-Origin"))
			assert.NotContains(t, got.Body.String(), own, "no answer has the token")
			if c.code != "" {
				var a struct {
					OK    bool
					Error struct{ Code, Message string }
				}
				require.NoError(t, json.Unmarshal(got.Body.Bytes(), &a))
				assert.False(t, a.OK)
				assert.Equal(t, c.code, a.Error.Code)
				assert.NotEmpty(t, a.Error.Message)
			}
			if c.want == 421 {
				assert.NotContains(t, got.Body.String(), "evil", "nothing of the request is repeated")
				assert.Contains(t, got.Body.String(), w.origin)
			}
		})
	}
}

// Each route that changes something is the page's alone; none is left out by a
// slip in the table.
func TestRoutesThatChange(t *testing.T) {
	w := newWorld(t)
	own := w.enterAs("a browser")
	for _, r := range w.table() {
		method, path, _ := strings.Cut(r.pattern, " ")
		path = strings.NewReplacer("{id}", "x", "{seq}", "1", "{ref}", "B-0000", "{kind}", "tools", "{verb}", "start", "{name}", "x", "{report}", "x", "{i}", "0").Replace(path)
		require.NotContains(t, path, "{", "this test does not know the wildcard")
		if r.who != open {
			assert.Equal(t, map[bool]int{true: 403, false: 401}[r.who == enter], w.do(w.request(method, path, "{}")).Code, "%s without a token", r.pattern)
			assert.NotEqual(t, nobody, r.who, r.pattern)
		}
		if method == "GET" {
			continue
		}
		assert.Contains(t, []access{enter, act, extend}, r.who, r.pattern)
		for _, missing := range []string{"Origin", "Sec-Fetch-Site", "X-Butler-Review"} {
			assert.Equal(t, 403, w.do(w.request(method, path, "{}", page, token(own), without(missing))).Code, "%s without %s", r.pattern, missing)
		}
	}
}

func TestTicket(t *testing.T) {
	w := newWorld(t)
	exchange := func(ticket string) int {
		return w.do(w.request("POST", "/api/session", `{"ticket":"`+ticket+`"}`, page)).Code
	}
	fresh := func() string {
		address, err := w.Ticket("")
		require.NoError(t, err)
		before, ticket, ok := strings.Cut(address, "#ticket=")
		require.True(t, ok)
		require.Equal(t, w.origin+"/", before, "the ticket is in the fragment alone")
		require.Len(t, ticket, 43, "256 bits")
		return ticket
	}

	one := fresh()
	assert.Equal(t, 200, exchange(one))
	assert.Equal(t, 403, exchange(one), "a second time")

	late := fresh()
	w.now = w.now.Add(TicketLife)
	assert.Equal(t, 403, exchange(late), "after a minute")
	w.now = w.now.Add(-TicketLife)
	assert.Equal(t, 403, exchange(late), "spent, though the clock went back")

	assert.Equal(t, 403, exchange(""))
	assert.Equal(t, 403, w.do(w.request("POST", "/api/session", `{"ticket":"`+fresh()+`"}`)).Code, "by a program that is no page")

	var last error
	for range maxTickets + 1 {
		_, last = w.Ticket("")
	}
	assert.Error(t, last, "tickets are not made without bound")
	w.now = w.now.Add(TicketLife)
	_, err := w.Ticket("")
	assert.NoError(t, err)

	address, err := w.Ticket("butler.localhost")
	require.NoError(t, err)
	assert.True(t, strings.HasPrefix(address, "http://butler.localhost:"))
	_, err = w.Ticket("evil.test")
	assert.Error(t, err)
}

// A page on another machine is let in by letters that the owner reads there.
func TestPair(t *testing.T) {
	w := newWorld(t)
	ask := func() (letters, ticket string) {
		got := w.do(w.request("POST", "/api/pair", "{}", page))
		require.Equal(t, 200, got.Code, got.Body)
		var a struct {
			Data struct{ Letters, Ticket string }
		}
		require.NoError(t, json.Unmarshal(got.Body.Bytes(), &a))
		return a.Data.Letters, a.Data.Ticket
	}
	exchange := func(ticket string) int {
		return w.do(w.request("POST", "/api/session", `{"ticket":"`+ticket+`"}`, page)).Code
	}
	letters, ticket := ask()
	_, other := ask()
	assert.Equal(t, 403, exchange(ticket), "nobody has said its letters")
	require.NoError(t, w.Pair(strings.ToLower(letters)))
	assert.Equal(t, 403, exchange(other), "the letters are of one page alone")
	assert.Equal(t, 200, exchange(ticket))
	assert.Equal(t, 403, exchange(ticket), "once")
	assert.Error(t, w.Pair(letters), "once")
	assert.Error(t, w.Pair(""))

	late, lateTicket := ask()
	w.now = w.now.Add(PairLife)
	assert.Error(t, w.Pair(late))
	assert.Equal(t, 403, exchange(lateTicket))

	codes := map[int]int{}
	for range maxPairs + 1 {
		codes[w.do(w.request("POST", "/api/pair", "{}", page)).Code]++
	}
	assert.Equal(t, 1, codes[429], "pages that ask are bounded")
	assert.Equal(t, 403, w.do(w.request("POST", "/api/pair", "{}")).Code, "a program is no page")
}

func TestSession(t *testing.T) {
	w := newWorld(t)
	a, b := w.enterAs("first"), w.enterAs("second")
	reads := func(tok string) int { return w.do(w.request("GET", "/api/session", "", token(tok))).Code }
	require.NotEqual(t, a, b)

	w.now = w.now.Add(SessionIdle - time.Minute)
	assert.Equal(t, 200, reads(a))
	w.now = w.now.Add(2 * time.Minute)
	assert.Equal(t, 200, reads(a), "a use keeps it")
	assert.Equal(t, 401, reads(b), "12 hours without a use end it")

	c := w.enterAs("<b>third</b>")
	code, list := w.ask(a, "GET", "/api/sessions", "")
	require.Equal(t, 200, code)
	var all []session
	require.NoError(t, json.Unmarshal([]byte(list), &all))
	require.Len(t, all, 2)
	assert.NotContains(t, list, a)
	assert.NotContains(t, list, c)

	for _, s := range all {
		if s.Agent != "first" {
			code, _ = w.ask(a, "DELETE", "/api/sessions/"+s.ID, "")
			assert.Equal(t, 200, code)
			code, _ = w.ask(a, "DELETE", "/api/sessions/"+s.ID, "")
			assert.Equal(t, 404, code)
		}
	}
	assert.Equal(t, 401, reads(c), "revoked")

	w.start() // butler begins anew with the same database
	assert.Equal(t, 200, reads(a), "a session outlives a restart")
	assert.Equal(t, 401, reads(c), "a revoked one stays so")
	code, _ = w.ask(a, "DELETE", "/api/sessions/self", "")
	assert.Equal(t, 200, code)
	assert.Equal(t, 401, reads(a))
	w.start()
	assert.Equal(t, 401, reads(a))
}

// What lies on the disk is worth nothing to who reads it.
func TestNoTokenOnDisk(t *testing.T) {
	w := newWorld(t)
	tok := w.enterAs("a browser")
	ticket, err := w.Ticket("")
	require.NoError(t, err)
	_, ticket, _ = strings.Cut(ticket, "#ticket=")
	err = filepath.WalkDir(w.at.State, func(name string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		assert.NotContains(t, string(text), tok, name)
		assert.NotContains(t, string(text), ticket, name)
		return nil
	})
	require.NoError(t, err)
}

func TestListen(t *testing.T) {
	w := newWorld(t)
	_, port, _ := strings.Cut(w.host(), ":")
	d := w.conf.DB
	for _, c := range []struct{ listen, want string }{
		{"0.0.0.0:0", "this machine alone"},
		{"192.0.2.1:0", "this machine alone"},
		{"example.com:0", "this machine alone"},
		{"127.0.0.1", "no address"},
		{"127.0.0.1:" + port, "is taken by another program (the address was set by BUTLER_LISTEN)"},
		{"[::1]:" + port, "is taken by another program"},
	} {
		_, err := New(t.Context(), Config{Listen: c.listen, From: "BUTLER_LISTEN", Places: w.at, DB: d})
		require.ErrorContains(t, err, c.want, c.listen)
	}
}
