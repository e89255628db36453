package inbox

import (
	"database/sql"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"guard/grants"
)

// The behaviours that the tests of butler's forerunner asserted, one test each
// where the inbox alone has them. Those with a number below 15 that need guard
// besides are fixtures/butler/seed-*.txtar.

// TestSeed12TitleIsCut: a title shows 120 bytes of the input, and that it was cut.
func TestSeed12TitleIsCut(t *testing.T) {
	s := push(1)
	s.Fields[0].Raw = `"` + strings.Repeat("x", 300) + `"`
	title := Title(Content{Subject: &s})
	require.True(t, strings.HasPrefix(title, `Bash(command: "xxx`), title)
	require.True(t, strings.HasSuffix(title, "x…)"), title)
	require.Len(t, title, len("Bash(")+120+len("…)"))
	s.Fields[0].Raw = `"ls"`
	require.Equal(t, `Bash(command: "ls")`, Title(Content{Subject: &s}))

	w := newWorld(t)
	sub := w.submission(push(1), false)
	sub.Title = "curl -H 'Authorization: Bearer abcdefghijklmnopqrstuvwxyz012345' \u202ehttps://x\x1b[2J\nrm"
	got, err := w.Submit(ctx, sub)
	require.NoError(t, err)
	require.NotContains(t, got.Item.Title, "abcdefghijkl", "a list shows no secret")
	require.NotContains(t, got.Item.Title, "\x1b")
	require.NotContains(t, got.Item.Title, "\u202e")
	require.NotContains(t, got.Item.Title, "\n")
}

// TestSeed15RoundTrip: what was kept comes back whole, what is not there is not
// found, and an arrow that starts elsewhere than the item stands is refused.
func TestSeed15RoundTrip(t *testing.T) {
	w := newWorld(t)
	sub := w.submission(push(1), false)
	sub.Content.Needs = []grants.Need{{Argv: []string{"git", "push"}, Dirs: []string{"/home/dev/p"}, Effects: []string{"publish"}}}
	got, err := w.Submit(ctx, sub)
	require.NoError(t, err)
	it, err := w.Get(ctx, got.Item.Ref)
	require.NoError(t, err)
	require.Equal(t, sub.Content, it.Content)
	require.Equal(t, []any{sub.Key, "dangerous", "claude", "s1", "/home/dev/p"}, []any{it.Key, it.Tier, it.Client, it.Session, it.Project})
	_, err = w.Get(ctx, "B-ZZZZ")
	require.ErrorIs(t, err, ErrNotFound)

	stale := *it
	require.NoError(t, w.write(ctx, func(tx *change, now time.Time) error { return arrow(tx, now, it, Denied, owner, "", nil) }))
	for _, to := range []State{Approved, Denied, Expired, Withdrawn} {
		x := stale
		err := w.write(ctx, func(tx *change, now time.Time) error { return arrow(tx, now, &x, to, owner, "", nil) })
		require.ErrorIs(t, err, ErrConflict)
	}
	require.Equal(t, Denied, w.state(it.ID))
}

// TestSeed16StrayWake: who asks for the answer to what nobody decided gets none,
// and the item goes on waiting.
func TestSeed16StrayWake(t *testing.T) {
	w := newWorld(t)
	s, err := w.Submit(ctx, Submission{Source: Loop, Kind: Approval, Content: Content{Prompt: "Go on?", Payload: []byte(`{"v":1,"messages":[]}`)}})
	require.NoError(t, err)
	for range 3 {
		a, err := w.Consume(ctx, s.Item.ID, "loop 1")
		require.NoError(t, err)
		require.False(t, a.Approved)
		require.Equal(t, Pending, w.state(s.Item.ID))
	}
	_, err = w.Consume(ctx, "no such item", "loop 1")
	require.ErrorIs(t, err, ErrNotFound)
	hook := w.submit(push(1), false)
	_, err = w.Consume(ctx, hook.Item.ID, "loop 1")
	require.ErrorIs(t, err, ErrForbidden, "a hook's yes is used through guard alone")
}

// TestSeed21PersistFailure: what cannot be kept is not waited for.
func TestSeed21PersistFailure(t *testing.T) {
	w := newWorld(t)
	require.NoError(t, w.db.Close())
	s, err := w.Submit(ctx, w.submission(push(1), true))
	require.Error(t, err)
	require.Nil(t, s.Hold)
	require.Nil(t, s.Answer)
	require.Equal(t, 0, w.Holding())
}

// TestSeed21PoisonRow: one row that cannot be read starves no other.
func TestSeed21PoisonRow(t *testing.T) {
	w := newWorld(t)
	var items []Submitted
	for i := range 5 {
		items = append(items, w.submit(alone(i), false))
	}
	require.NoError(t, w.db.Write(ctx, func(tx *sql.Tx) error {
		_, err := tx.Exec("UPDATE inbox_contents SET body = '?' WHERE item = ?", items[0].Item.ID)
		return err
	}))
	w.later(UnattendedLife + time.Second)
	require.NoError(t, w.Sweep(ctx))
	for _, x := range items[1:] {
		require.Equal(t, Expired, w.state(x.Item.ID))
	}
	_, err := w.Get(ctx, items[0].Item.ID)
	require.ErrorIs(t, err, ErrCorrupt)
	require.NoError(t, w.Sweep(ctx), "it is flagged, and met no more")
}
