package hookio_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"guard/hookio"
)

// checkAgainstStdlib holds a request against what encoding/json reads. The two
// libraries take the last and the first of two equal keys, so they agree only
// where there are none.
func checkAgainstStdlib(t *testing.T, data []byte, r hookio.Request) {
	t.Helper()
	var top map[string]json.RawMessage
	require.NoError(t, json.Unmarshal(data, &top))
	text := func(key string) string {
		var s string
		if raw, ok := top[key]; ok {
			require.NoError(t, json.Unmarshal(raw, &s), key)
		}
		return s
	}
	require.Equal(t, text("hook_event_name"), r.Event)
	require.Equal(t, text("tool_name"), r.Tool)
	require.Equal(t, text("cwd"), r.Cwd)
	require.Equal(t, text("session_id"), r.Session)
	if r.Input == nil {
		return
	}
	require.Equal(t, string(top["tool_input"]), string(r.Input))
	var input map[string]any
	require.NoError(t, json.Unmarshal(r.Input, &input))
	if command, ok := r.Command(); ok {
		require.Equal(t, input["command"], command)
	}
}
