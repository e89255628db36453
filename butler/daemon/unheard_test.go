package daemon

import (
	"bytes"
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"guard/butler/inbox"
	"guard/coord"
)

// deaf is a hook that sends its request and is gone.
type deaf struct{ *bytes.Reader }

func (deaf) Write([]byte) (int, error)          { return 0, errors.New("broken pipe") }
func (deaf) Close() error                       { return nil }
func (deaf) SetReadDeadline(time.Time) error    { return nil }
func (deaf) SetWriteDeadline(t time.Time) error { return nil }

// TestUnheard: guard that did not hear that its call is kept acts as if there were
// no butler, so that the call must not wait here as well. An item that waited
// before stays.
func TestUnheard(t *testing.T) {
	w := newWorld(t)
	w.start()
	submit := func(s coord.Submit) {
		s.V, s.T, s.Nonce, s.HoldMS = coord.Version, coord.TSubmit, "00112233445566778899aabbccddeeff", 60_000
		text, err := json.Marshal(s)
		require.NoError(t, err)
		w.d.guardRequest(ctx, coord.NewConn(deaf{bytes.NewReader(append(text, '\n'))}, coord.Peer{}))
	}
	submit(w.call(1))
	w.waiting(0)
	list, err := w.d.inbox.List(ctx, inbox.Filter{All: true})
	require.NoError(t, err)
	require.Len(t, list, 1)
	require.Equal(t, inbox.Withdrawn, list[0].State)

	a := <-w.asking(w.call(2), 0)
	require.Equal(t, coord.Waits, a.Outcome, "%v", a.Err)
	submit(w.call(2))
	require.Equal(t, a.Ref, w.waiting(1).Ref)
	require.False(t, w.waiting(1).Attached)
}
