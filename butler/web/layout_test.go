package web

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestLayout(t *testing.T) {
	w := newWorld(t)
	tok := w.enterAs("a browser")
	name := w.conf.Layout
	get := func() stored {
		code, text := w.ask(tok, "GET", "/api/layout", "")
		require.Equal(t, 200, code, text)
		var s stored
		require.NoError(t, json.Unmarshal([]byte(text), &s))
		return s
	}
	put := func(s stored) (int, string) {
		text, err := json.Marshal(s)
		require.NoError(t, err)
		return w.ask(tok, "PUT", "/api/layout", string(text))
	}

	none := get()
	assert.Equal(t, layout{Version: 1}, none.Layout, "no file is the empty layout")
	assert.Empty(t, none.Rev)
	assert.Equal(t, none, get(), "its turn stays while the file does")

	// A file of an earlier program: what this one does not know stays.
	require.NoError(t, os.WriteFile(name, []byte(`{"version":1,"order":{"tools":["b","a"]},"theme":{"dense":true}}`), 0o600))
	old := get()
	assert.Equal(t, []string{"b", "a"}, old.Layout.Order["tools"])
	assert.Greater(t, old.Turn, none.Turn)

	next := old
	next.Layout.Display = map[string]display{"tools": {Mode: "resident", Stored: []string{"a"}}}
	code, text := put(next)
	require.Equal(t, 200, code, text)
	raw, err := os.ReadFile(name)
	require.NoError(t, err)
	assert.JSONEq(t, `{"version":1,"order":{"tools":["b","a"]},"theme":{"dense":true},"display":{"tools":{"mode":"resident","stored":["a"]}}}`, string(raw))

	code, text = put(next)
	assert.Equal(t, 409, code, "an older window does not undo a newer one")
	assert.Contains(t, text, `"changed"`)
	assert.Contains(t, text, `"resident"`, "it is told what was saved")

	now := get()
	assert.Greater(t, now.Turn, old.Turn, "what was saved later has a later turn")
	for _, bad := range []layout{
		{Version: 2},
		{Version: 1, Display: map[string]display{"tools": {Mode: "hidden"}}},
		{Version: 1, Display: map[string]display{"cards": {Mode: "all"}}},
		{Version: 1, Order: map[string][]string{"tools": make([]string, layoutItems+1)}},
	} {
		code, _ = put(stored{Layout: bad, Rev: now.Rev})
		assert.Equal(t, 400, code)
	}

	for _, broken := range []string{"{", `{"version":2}`, `{"version":1,"display":7}`} {
		require.NoError(t, os.WriteFile(name, []byte(broken), 0o600))
		code, _ = w.ask(tok, "GET", "/api/layout", "")
		assert.Equal(t, 409, code)
		code, _ = put(now)
		assert.Equal(t, 409, code)
		raw, err = os.ReadFile(name)
		require.NoError(t, err)
		assert.Equal(t, broken, string(raw), "what is not understood is left as it is")
	}
}
