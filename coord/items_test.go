package coord_test

import (
	"bufio"
	"encoding/json"
	"net"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"guard/coord"
)

// TestItems: items go out as they are, in the frame that any reader knows; what
// would break the frame is refused, and the connection goes on.
func TestItems(t *testing.T) {
	ours, theirs := net.Pipe()
	defer ours.Close()
	defer theirs.Close()
	c := coord.NewConn(ours, coord.Peer{})
	raw := func(all ...string) (out []json.RawMessage) {
		for _, x := range all {
			out = append(out, json.RawMessage(x))
		}
		return out
	}
	require.ErrorContains(t, c.Items(raw(`{"ref":"B-1"}`, "{\n}")), "one line")
	require.ErrorContains(t, c.Items(raw(`"`+strings.Repeat("x", coord.MaxLine)+`"`)), "longer")
	r := bufio.NewReader(theirs)
	for _, want := range []string{`[]`, `[{"ref":"B-1"}]`, `[{"ref":"B-1"},{"ref":"<&>"}]`} {
		var items []json.RawMessage
		require.NoError(t, json.Unmarshal([]byte(want), &items))
		sent := make(chan error, 1)
		go func() { sent <- c.Items(items) }()
		line, err := r.ReadBytes('\n')
		require.NoError(t, err)
		require.NoError(t, <-sent)
		var f coord.Reply
		require.NoError(t, json.Unmarshal(line, &f))
		require.Equal(t, coord.Reply{Head: coord.Head{V: coord.Version, T: coord.TItems}, Body: json.RawMessage(want)}, f)
	}
}
