package web

import (
	"bufio"
	"context"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"guard/butler/ext"
	"guard/butler/procs"
)

// TestProgramsOverHTTP: a program is started, restarted and stopped with the
// statuses that scripts rely on, by the new addresses and the old ones.
func TestProgramsOverHTTP(t *testing.T) {
	w, h, _ := hosted(t)
	own := w.enterAs("a browser")
	settled := func(want procs.State) {
		t.Helper()
		assert.Equal(t, want, h.Settled(t.Context(), ext.Tools, "seer").State)
	}
	for _, c := range []struct {
		path string
		code int
		word string
		then procs.State
	}{
		{"/api/tools/seer/start", 202, `"state":"running"`, procs.Running},
		{"/api/tools/seer/start", 409, "already", procs.Running},
		{"/api/tools/seer/restart", 202, "", procs.Running},
		{"/api/tools/seer/stop", 202, "", procs.Stopped},
		{"/api/tools/seer/stop", 202, `"state":"stopped"`, procs.Stopped},
		{"/myspace-butler/api/tools/seer/start", 202, "", procs.Running},
		{"/myspace-butler/tools/seer/stop", 202, "", procs.Stopped},
		{"/api/tools/seer/burn", 404, "unknown_action", procs.Stopped},
		{"/api/tools/other/start", 404, "not_found", procs.Stopped},
		{"/api/services/seer/start", 404, "not_found", procs.Stopped},
		{"/api/faculties/seer/start", 404, "unknown_action", procs.Stopped},
	} {
		code, body := w.ask(own, "POST", c.path, `{}`)
		assert.Equal(t, c.code, code, "%s: %s", c.path, body)
		assert.Contains(t, body, c.word, c.path)
		settled(c.then)
	}
	code, _ := w.ask(own, "GET", "/api/tools/seer/start", "")
	assert.Equal(t, 404, code, "to look changes nothing")
	code, body := w.ask(own, "GET", "/api/services", "")
	assert.Equal(t, 200, code)
	assert.Equal(t, "[]", body)
	code, body = w.ask(own, "GET", "/api/overview", "")
	assert.Equal(t, 200, code)
	assert.Contains(t, body, `"seer"`)
	assert.NotContains(t, body, "sleep")
}

// TestProgramLogOverHTTP: the log is a stream of events, with what is kept first.
// Who comes again goes on behind the line that they had last.
func TestProgramLogOverHTTP(t *testing.T) {
	w, h, file := hosted(t)
	own := w.enterAs("a browser")
	require.NoError(t, os.WriteFile(filepath.Join(filepath.Dir(file), "butler.json"), []byte(`{"id":"seer","command":["sh","-c","echo one; echo API_TOKEN=$(echo sword)fish123; echo three; exec sleep 1000"]}`), 0o600))
	h.Rescan()
	acceptAll(t, h)
	_, err := h.Program(ext.Tools, "seer", "start")
	require.NoError(t, err)
	ctx, end := context.WithCancel(t.Context())
	served := make(chan error, 1)
	go func() { served <- w.Serve(ctx) }()
	t.Cleanup(func() { end(); <-served })
	// until reads the stream after a line until it holds what is looked for.
	until := func(after, want string) string {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), "GET", w.origin+"/api/tools/seer/log", nil)
		require.NoError(t, err)
		r.Header.Set("Authorization", "Bearer "+own)
		if after != "" {
			r.Header.Set("Last-Event-ID", after)
		}
		resp, err := http.DefaultClient.Do(r)
		require.NoError(t, err)
		defer resp.Body.Close()
		require.Equal(t, 200, resp.StatusCode)
		assert.Equal(t, "text/event-stream", resp.Header.Get("Content-Type"))
		var got strings.Builder
		for in := bufio.NewReader(resp.Body); !strings.Contains(got.String(), want); {
			line, err := in.ReadString('\n')
			require.NoError(t, err, got.String())
			got.WriteString(line)
		}
		return got.String()
	}
	all := until("", `"three"`)
	assert.Contains(t, all, "id: 1\nevent: line\n")
	assert.Contains(t, all, `"text":"one"`)
	assert.NotContains(t, all, "swordfish")
	rest := until("2", `"three"`)
	assert.NotContains(t, rest, "id: 1\n")
	assert.NotContains(t, rest, "id: 2\n")
	assert.Contains(t, rest, "id: 3\n")

	code, body := w.ask(own, "GET", "/api/tools/none/log", "")
	assert.Equal(t, 404, code, body)
	r := w.request("GET", "/api/tools/seer/log", "", token(own))
	r.Header.Set("Last-Event-ID", "x")
	assert.Equal(t, 400, w.do(r).Code)
	assert.Equal(t, 401, w.do(w.request("GET", "/api/tools/seer/log", "")).Code)
}
