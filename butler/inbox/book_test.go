package inbox

import (
	"database/sql"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// inStep fails where what is kept in memory says anything else than the tables.
func (w *world) inStep() {
	w.t.Helper()
	now := us(w.now())
	waiting, err := w.List(ctx, Filter{})
	require.NoError(w.t, err)
	all, err := w.List(ctx, Filter{All: true}) // this one reads the table
	require.NoError(w.t, err)
	want := slices.DeleteFunc(all, func(x Brief) bool { return x.State != Pending || us(x.Expires) <= now })
	require.Equal(w.t, want, waiting)

	var c Counts
	require.NoError(w.t, w.db.Read().QueryRow(`SELECT count(CASE WHEN state = 'PENDING' AND corrupt = '' AND expires > ? THEN 1 END),
		count(CASE WHEN attached = 1 THEN 1 END), count(CASE WHEN state = 'APPROVED' AND corrupt = '' THEN 1 END), count(*),
		count(CASE WHEN corrupt <> '' THEN 1 END), (SELECT count(*) FROM inbox_events WHERE chain = 1 AND seq > ?) FROM inbox_items`, now, w.chain.logged).
		Scan(&c.Pending, &c.Attached, &c.Approved, &c.Kept, &c.Corrupt, &c.Unlogged))
	require.Equal(w.t, c, w.Counts())

	due, err := w.Inbox.ids(ctx, "(state = 'APPROVED' OR owes = 1) AND corrupt = ''")
	require.NoError(w.t, err)
	require.Equal(w.t, due, w.book.due())
	sessions := map[asker]int{}
	for _, x := range w.book.open() {
		sessions[asker{x.Client, x.Session}]++
	}
	require.Equal(w.t, sessions, w.book.sessions)
}

// TestEndOfASession: a session that ends takes its own items with it, and none of
// another session or of a call that nobody was at the client for.
func TestEndOfASession(t *testing.T) {
	w := newWorld(t)
	other := push(3)
	other.Session = "s2"
	mine, apart, kept := w.submit(push(1), false), w.submit(other, false), w.submit(alone(2), false)
	n, err := w.Withdraw(ctx, Withdrawal{Client: "claude", Session: "s1"})
	require.NoError(t, err)
	require.Equal(t, 1, n)
	require.Equal(t, Withdrawn, w.state(mine.Item.ID))
	require.Equal(t, []State{Pending, Pending}, []State{w.state(apart.Item.ID), w.state(kept.Item.ID)})
	w.inStep()
}

// TestRowsThatMoved: a row that is not any more what the book says ends nobody's
// sweep, and the book learns of it.
func TestRowsThatMoved(t *testing.T) {
	w := newWorld(t)
	gone, other := w.submit(push(1), false), w.submit(push(2), false)
	for i, change := range []string{"DELETE FROM inbox_items WHERE id = ?", "UPDATE inbox_items SET state = 'WITHDRAWN', ended = 1 WHERE id = ?"} {
		id := []Submitted{gone, other}[i].Item.ID
		require.NoError(t, w.db.Write(ctx, func(tx *sql.Tx) error { _, err := tx.Exec(change, id); return err }))
	}
	w.later(PendingLife)
	require.NoError(t, w.Sweep(ctx))
	require.Empty(t, w.book.open())
}
