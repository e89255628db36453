package inbox

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"guard/butler/db"
	"guard/grants"
)

// TestOlderDatabase: what an earlier butler kept is all there after its tables were
// made anew, and can be decided.
func TestOlderDatabase(t *testing.T) {
	w := &world{t: t, dir: t.TempDir(), clock: time.Now()}
	path := filepath.Join(w.dir, "butler", "butler.db")
	older := Room
	older.Steps = Room.Steps[:2]
	var err error
	w.db, err = db.Open(ctx, path, older)
	require.NoError(t, err)
	w.store = grants.Open(filepath.Join(w.dir, "guard"))
	w.open()
	var items []Submitted
	for i := range 4 {
		items = append(items, w.submit(push(i), i == 3))
	}
	_, err = w.decide(items[0].Item.Ref, no)
	require.NoError(t, err)
	_, err = w.decide(items[1].Item.Ref, yes)
	require.NoError(t, err)
	require.NoError(t, w.Sweep(ctx))
	before := w.everything()
	require.NoError(t, w.db.Close())

	w.db, err = db.Open(ctx, path, Room)
	require.NoError(t, err)
	t.Cleanup(func() { _ = w.db.Close() })
	require.Equal(t, before, w.everything())
	found, err := w.db.Check(ctx)
	require.NoError(t, err)
	require.Empty(t, found)
	w.open()
	w.inStep()
	it, err := w.Get(ctx, items[3].Item.Ref)
	require.NoError(t, err)
	require.Equal(t, []string{"submitted", "parked"}, []string{it.History[0].What, it.History[1].What})
	_, err = w.decide(items[2].Item.Ref, yes)
	require.NoError(t, err)
	require.True(t, w.runs(push(2)))
	w.inStep()
}

// everything is what the tables hold, each row as one text.
func (w *world) everything() map[string][]string {
	w.t.Helper()
	all := map[string][]string{}
	for table, cols := range map[string]string{
		"inbox_items":     "id, ref, key, state, rev, hash, attached, attempts, session, title, expires, decided, ended, ruling, consumer, grants, owes, audit, call",
		"inbox_contents":  "item, body",
		"inbox_tries":     "id, item, at, call, digest, audit",
		"inbox_events":    "seq, item, at, rev, what, by, note, entry, chain",
		"inbox_decisions": "idem, item, request, at",
	} {
		rows, err := w.db.Read().Query("SELECT concat_ws('|', " + cols + ") AS row FROM " + table + " ORDER BY row")
		require.NoError(w.t, err)
		for rows.Next() {
			var s string
			require.NoError(w.t, rows.Scan(&s))
			all[table] = append(all[table], s)
		}
		require.NoError(w.t, rows.Err())
		require.NotEmpty(w.t, all[table], table)
		require.NoError(w.t, rows.Close())
	}
	return all
}
