package inbox

import (
	"fmt"
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
	benchList(b, Filter{})
}

func benchList(b *testing.B, f Filter) {
	dir := b.TempDir()
	d, err := db.Open(ctx, filepath.Join(dir, "butler.db"), Room)
	require.NoError(b, err)
	defer d.Close()
	x, err := New(ctx, Options{DB: d, Grants: grants.Open(dir), Log: func() (*audit.Log, error) { return audit.Open(filepath.Join(dir, "audit"), audit.Options{}), nil }})
	require.NoError(b, err)
	w := world{}
	first := w.submission(push(0), false)
	_, err = x.Submit(ctx, first)
	require.NoError(b, err)
	require.NoError(b, x.fillUp(10_000))
	b.ResetTimer()
	for range b.N {
		list, err := x.List(ctx, f)
		require.NoError(b, err)
		require.Len(b, list, 10_000)
	}
}

// BenchmarkListAll reads 10,000 rows from the database.
func BenchmarkListAll(b *testing.B) {
	benchList(b, Filter{All: true})
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

// fillUp writes copies of the one item until there are n, each with a name and a
// hash of its own, and reads them as a butler does that begins.
func (b *Inbox) fillUp(n int) error {
	it, err := item(ctx, b.o.DB.Reads(), "1")
	if err != nil {
		return err
	}
	first := *it
	err = b.o.DB.Change(ctx, func(tx *db.Tx) error {
		for i := 1; i < n; i++ {
			it.ID, it.Ref = fmt.Sprintf("%s%06d", first.ID[:20], i), fmt.Sprintf("B-%06d", i)
			it.Content.Subject = ptr(push(i))
			it.Key = it.Content.Subject.Fingerprint()
			body := asJSON(it.Content)
			if _, err := tx.Exec(`INSERT INTO inbox_items (id, ref, key, source, kind, state, rev, hash, attached, attempts, tier, client, session, project, alone, title, reason, rule, created, expires)
				SELECT ?, ?, ?, source, kind, state, rev, ?, attached, attempts, tier, client, session, project, alone, title, reason, rule, created, expires FROM inbox_items WHERE id = ?`,
				it.ID, it.Ref, it.Key, contentHash(it, body), first.ID); err != nil {
				return err
			}
			if _, err := tx.Exec("INSERT INTO inbox_contents VALUES (?, ?)", it.ID, body); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return b.fill(ctx)
}
