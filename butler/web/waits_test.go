package web

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"guard/butler/ext"
	"guard/butler/host"
)

// acceptAll is the owner's word on everything that waits.
func acceptAll(t *testing.T, h *host.Host) {
	t.Helper()
	var said []host.Word
	for _, w := range h.Waiting() {
		said = append(said, host.Word{Key: ext.Key(w.Kind, w.ID), Digest: w.Digest})
	}
	_, err := h.Accept(said, "the owner of a test")
	require.NoError(t, err)
}

// TestTheOwnersWordOverHTTP: the page sees what a changed extension would do, and
// its owner accepts it; nobody else does, and not what was shown before.
func TestTheOwnersWordOverHTTP(t *testing.T) {
	w, h, file := hosted(t)
	own := w.enterAs("a browser")
	manifest := filepath.Join(filepath.Dir(file), "butler.json")
	write := func(text string) {
		require.NoError(t, os.WriteFile(manifest, []byte(text), 0o600))
		h.Rescan()
	}
	write("{\"id\":\"seer\",\"command\":[\"touch\",\"\u202eevil\"]}")

	code, body := w.ask(own, "GET", "/api/extensions/waiting", "")
	require.Equal(t, 200, code, body)
	assert.Contains(t, body, `\\u202eevil`, "what hides is shown")
	var list []host.Waiting
	require.NoError(t, json.Unmarshal([]byte(body), &list))
	require.Len(t, list, 1)
	assert.Equal(t, ext.Changed, list[0].Waits)
	assert.NotEmpty(t, list[0].Before)
	words := func(key, digest string) string {
		text, err := json.Marshal(map[string]any{"words": []host.Word{{Key: key, Digest: digest}}})
		require.NoError(t, err)
		return string(text)
	}
	code, body = w.ask(own, "GET", "/api/catalog", "")
	require.Equal(t, 200, code)
	assert.Contains(t, body, `"waits":"changed"`)
	assert.NotContains(t, body, "evil")

	for name, c := range map[string]struct {
		body string
		code int
		word string
	}{
		"no such":  {words("tools/other", list[0].Digest), 409, "conflict"},
		"not that": {words("tools/seer", "sha256:0"), 409, "conflict"},
		"nothing":  {`{"words":[]}`, 400, "bad_request"},
	} {
		code, body := w.ask(own, "POST", "/api/extensions/accept", c.body)
		assert.Equal(t, c.code, code, name)
		assert.Contains(t, body, c.word, name)
	}
	assert.Len(t, h.Waiting(), 1)
	code, body = w.ask(own, "POST", "/api/extensions/accept", words("tools/seer", list[0].Digest))
	require.Equal(t, 200, code, body)
	assert.Empty(t, h.Waiting())
}

// TestStartOfWhatWaits: the page is told why it cannot start it.
func TestStartOfWhatWaits(t *testing.T) {
	w, h, file := hosted(t)
	own := w.enterAs("a browser")
	dir := filepath.Join(filepath.Dir(filepath.Dir(file)), "late")
	require.NoError(t, os.MkdirAll(dir, 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "butler.json"), []byte(`{"id":"late","command":["touch","ran"]}`), 0o600))
	code, body := w.ask(own, "POST", "/api/rescan", `{}`)
	require.Equal(t, 200, code, body)
	assert.Len(t, h.Waiting(), 1)
	code, body = w.ask(own, "POST", "/api/tools/late/start", `{}`)
	assert.Equal(t, 409, code)
	assert.Contains(t, body, "not_accepted")
	code, body = w.ask(own, "POST", "/api/tools/none/start", `{}`)
	assert.Equal(t, 404, code, body)
	assert.NoFileExists(t, filepath.Join(dir, "ran"))
}
