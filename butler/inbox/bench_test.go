package inbox

import (
	"database/sql"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"guard/audit"
	"guard/butler/db"
	"guard/grants"
)

// BenchmarkList lists 10,000 items that wait. The bar is 100 ms.
func BenchmarkList(b *testing.B) {
	dir := b.TempDir()
	d, err := db.Open(ctx, filepath.Join(dir, "butler.db"), Room)
	require.NoError(b, err)
	defer d.Close()
	x, err := New(ctx, Options{DB: d, Grants: grants.Open(dir), Log: func() (*audit.Log, error) { return audit.Open(filepath.Join(dir, "audit"), audit.Options{}), nil }})
	require.NoError(b, err)
	_, err = d.Read().Exec("SELECT 1")
	require.NoError(b, err)
	w := world{}
	first := w.submission(push(0), false)
	_, err = x.Submit(ctx, first)
	require.NoError(b, err)
	require.NoError(b, fillUp(d, 10_000))
	b.ResetTimer()
	for range b.N {
		list, err := x.List(ctx, Filter{})
		require.NoError(b, err)
		require.Len(b, list, 10_000)
	}
}

// BenchmarkHeld is one call from its submission to the answer of the one that
// holds it: two commits and one record of the log, all on the disk.
func BenchmarkHeld(b *testing.B) {
	dir := b.TempDir()
	d, err := db.Open(ctx, filepath.Join(dir, "butler.db"), Room)
	require.NoError(b, err)
	defer d.Close()
	x, err := New(ctx, Options{DB: d, Grants: grants.Open(dir), Log: func() (*audit.Log, error) { return audit.Open(filepath.Join(dir, "audit"), audit.Options{}), nil }})
	require.NoError(b, err)
	w := world{}
	var deciding time.Duration
	for i := range b.N {
		s, err := x.Submit(ctx, w.submission(push(i), true))
		require.NoError(b, err)
		p, err := x.Prepare(ctx, s.Item.ID)
		require.NoError(b, err)
		from := time.Now()
		_, err = x.Decide(ctx, Decide{ID: p.Item.ID, Rev: p.Item.Rev, Hash: p.Item.Hash, Token: p.Token, Idem: s.Item.ID, Decision: Decision{Approved: true}, By: owner})
		require.NoError(b, err)
		a := <-s.Hold.Done()
		require.True(b, a.Approved, a.Reason)
		deciding += time.Since(from)
	}
	b.ReportMetric(float64(deciding.Microseconds())/float64(b.N), "µs-decide/op")
}

// fillUp copies the one item until there are n, each with a name of its own.
func fillUp(d *db.DB, n int) error {
	return d.Write(ctx, func(tx *sql.Tx) error {
		for i := 1; i < n; i++ {
			if _, err := tx.Exec(`INSERT INTO inbox_items (id, ref, key, source, kind, state, rev, hash, attached, attempts, tier, client, session, project, alone, title, reason, rule, created, expires)
				SELECT printf('%s%06d', substr(id, 1, 20), ?), printf('B-%06d', ?), printf('key %d', ?), source, kind, state, rev, hash, attached, attempts, tier, client, session, project, alone, title, reason, rule, created, expires
				FROM inbox_items WHERE rowid = 1`, i, i, i); err != nil {
				return err
			}
		}
		return nil
	})
}
