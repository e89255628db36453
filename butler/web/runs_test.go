package web

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"guard/butler/db"
	"guard/butler/host"
	"guard/butler/procs"
	"guard/butler/runs"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "shim" { // extensions run under this binary
		os.Exit(procs.ShimMain(os.Args[2:]))
	}
	if file := os.Getenv(provides); file != "" {
		os.Exit(serveTools(file))
	}
	os.Exit(m.Run())
}

// hosted is a world with an extension host: a tool that writes its token down,
// with an action.
func hosted(t *testing.T) (*world, *host.Host, string) {
	t.Helper()
	home, state := t.TempDir(), t.TempDir()
	for name, text := range map[string]string{
		"butler.json":            `{"rescanSec":0}`,
		"tools/seer/butler.json": `{"id":"seer","command":["sh","-c","echo $BUTLER_TOKEN >token; exec sleep 1000"],"actions":[{"name":"hi","command":["sh","-c","cat; echo hi"],"quick":true,"args":{"properties":{"n":{"type":"integer"}}}}]}`,
	} {
		name = filepath.Join(home, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o700))
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
	}
	d, err := db.Open(t.Context(), filepath.Join(state, "butler.db"), runs.Room)
	require.NoError(t, err)
	h, err := host.Open(t.Context(), host.Options{Home: home, State: state, DB: d, Ambient: os.Environ()})
	require.NoError(t, err)
	acceptAll(t, h)
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		h.Close(ctx)
		_ = d.Close()
	})
	w := newWorld(t, func(c *Config) {
		c.Host, c.Catalog, c.Procs, c.Token = h, h.Found, h.Programs(), h.Token
		c.Rescan = func(context.Context) error { h.Rescan(); return nil }
	})
	return w, h, filepath.Join(home, "tools/seer/token")
}

func TestObserveOverHTTP(t *testing.T) {
	w, h, file := hosted(t)
	_, err := h.Program("tools", "seer", host.Start)
	require.NoError(t, err)
	var tok string
	require.Eventually(t, func() bool {
		text, err := os.ReadFile(file)
		tok = strings.TrimSpace(string(text))
		return err == nil && tok != ""
	}, 20*time.Second, 5*time.Millisecond)
	own := w.enterAs("a browser")
	for _, c := range []struct {
		name    string
		changes []change
		body    string
		want    int
		code    string
	}{
		{"an extension", []change{token(tok)}, `{"source":"seer","text":"saw it"}`, 202, ""},
		{"the owner, from the page", []change{page, token(own)}, `{"source":"owner","text":"saw it too"}`, 202, ""},
		{"the owner's token without the page", []change{token(own)}, `{"source":"owner","text":"x"}`, 403, "owner_only"},
		{"nobody", nil, `{"source":"x","text":"x"}`, 401, "unauthorized"},
		{"an old token", []change{token(strings.Repeat("a", 64))}, `{"source":"x","text":"x"}`, 401, "unauthorized"},
		{"another site", []change{token(tok), header("Origin", "http://evil.example")}, `{"source":"x","text":"x"}`, 403, "cross_site"},
		{"a fault", []change{token(tok)}, `{"source":"Seer","text":"x"}`, 400, "invalid_observation"},
		{"no JSON", []change{token(tok)}, `saw it`, 400, "invalid_observation"},
		{"too long", []change{token(tok)}, `{"source":"seer","text":"` + strings.Repeat("x", 70000) + `"}`, 413, "too_large"},
	} {
		got := w.do(w.request("POST", "/api/observe", c.body, c.changes...))
		require.Equal(t, c.want, got.Code, "%s: %s", c.name, got.Body)
		if c.code != "" {
			assert.Contains(t, got.Body.String(), `"code":"`+c.code+`"`, c.name)
		}
	}
	list, err := h.Spool().Next("", 10)
	require.NoError(t, err)
	require.Len(t, list, 2)
	assert.Equal(t, "tools/seer", list[0].By)
	assert.Contains(t, list[1].By, "owner")

	// An extension's token is good for nothing else.
	for _, r := range w.table() {
		method, path, _ := strings.Cut(r.pattern, " ")
		if r.who == open || r.who == extend {
			continue
		}
		path = strings.NewReplacer("{id}", "seer", "{seq}", "1", "{ref}", "B-0000", "{kind}", "tools", "{verb}", "start", "{name}", "hi", "{report}", "x", "{i}", "0").Replace(path)
		assert.Contains(t, []int{401, 403}, w.do(w.request(method, path, "{}", token(tok))).Code, r.pattern)
	}
}

// The overview is the host's own, with what is at fault besides.
func TestOverviewOverHTTP(t *testing.T) {
	w, h, _ := hosted(t)
	require.NoError(t, os.MkdirAll(filepath.Join(h.Config().Dir, "tools", "broken"), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(h.Config().Dir, "tools", "broken", "butler.json"), []byte(`{"id":"broken","command":7}`), 0o600))
	h.Rescan()
	code, body := w.ask(w.enterAs("a browser"), "GET", "/api/overview", "")
	require.Equal(t, 200, code, body)
	var got struct {
		host.Overview
		Problems []map[string]any
		MCP      *bool
	}
	require.NoError(t, json.Unmarshal([]byte(body), &got))
	own, err := h.Overview(t.Context())
	require.NoError(t, err)
	assert.Equal(t, own.Health, got.Health)
	assert.Equal(t, own.QuickActions, got.QuickActions)
	assert.Equal(t, own.Tools[0].ID, got.Tools[len(got.Tools)-1].ID)
	assert.Contains(t, body, "tools/broken")
	require.NotNil(t, got.MCP)
	assert.False(t, *got.MCP)
}

func TestRunsOverHTTP(t *testing.T) {
	w, h, _ := hosted(t)
	own := w.enterAs("a browser")
	code, body := w.ask(own, "GET", "/api/quick-actions", "")
	require.Equal(t, 200, code, body)
	assert.Contains(t, body, `"name":"hi"`)
	code, body = w.ask(own, "POST", "/api/tools/seer/actions/hi", `{"args":{"n":1}}`)
	require.Equal(t, 202, code, body)
	var r runs.Run
	require.NoError(t, json.Unmarshal([]byte(body), &r))
	assert.Equal(t, runs.Running, r.State)
	_, err := h.WaitRun(t.Context(), r.ID)
	require.NoError(t, err)
	code, body = w.ask(own, "GET", "/api/runs/"+r.ID, "")
	require.Equal(t, 200, code)
	assert.Contains(t, body, `{\"n\":1}\nhi\n`)
	code, body = w.ask(own, "GET", "/api/runs?limit=1", "")
	require.Equal(t, 200, code)
	assert.Contains(t, body, r.ID)
	for _, c := range []struct {
		method, path, body string
		want               int
		code               string
	}{
		{"POST", "/api/tools/seer/actions/hi", `{"args":{"n":"x"}}`, 400, "invalid_arguments"},
		{"POST", "/api/tools/seer/actions/ho", `{"args":{}}`, 404, "not_found"},
		{"POST", "/api/tools/seer/reports/hi", `{"args":{}}`, 404, "not_found"},
		{"POST", "/api/tools/other/actions/hi", `{"args":{}}`, 404, "not_found"},
		{"POST", "/api/runs/other/cancel", `{}`, 404, "not_found"},
		{"GET", "/api/runs/other", "", 404, "not_found"},
		{"GET", "/api/runs?limit=many", "", 400, "bad_request"},
	} {
		code, body := w.ask(own, c.method, c.path, c.body)
		assert.Equal(t, c.want, code, "%s: %s", c.path, body)
		assert.Contains(t, body, `"code":"`+c.code+`"`)
	}
	code, body = w.ask(own, "GET", "/api/host", "")
	require.Equal(t, 200, code)
	assert.Contains(t, body, `"instance":true`)
}
