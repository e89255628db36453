package audit

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"
)

// quantiles reports the p50 and p99 of a benchmark's single steps.
func quantiles(b *testing.B, name string, step func()) {
	var took []time.Duration
	for b.Loop() {
		at := time.Now()
		step()
		took = append(took, time.Since(at))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Nanoseconds())/1e3, name+"p50-us")
	b.ReportMetric(float64(took[len(took)*99/100].Nanoseconds())/1e3, name+"p99-us")
}

// BenchmarkAppend against its limit: the same bytes written to the same place
// by open, write and close alone.
func BenchmarkAppend(b *testing.B) {
	e := decision("toolu_01AbCdEfGhIjKlMnOpQrStUv")
	b.Run("append", func(b *testing.B) {
		l := newLog(b, 1, quiet)
		quantiles(b, "", func() { _, _ = l.Append(bg, e) })
	})
	b.Run("sync", func(b *testing.B) {
		o := quiet
		o.Sync = SyncAlways
		l := newLog(b, 1, o)
		quantiles(b, "", func() { _, _ = l.Append(bg, e) })
	})
	b.Run("encode", func(b *testing.B) {
		l := newLog(b, 0, quiet)
		for b.Loop() {
			l.members(make([]byte, 0, 1024), &e)
		}
	})
	b.Run("limit", func(b *testing.B) {
		path := filepath.Join(b.TempDir(), "file")
		line := make([]byte, 600)
		quantiles(b, "", func() {
			f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
			if err != nil {
				b.Fatal(err)
			}
			_, _ = f.Write(line)
			_ = f.Close()
		})
	})
}

func BenchmarkWriters(b *testing.B) {
	for _, writers := range []int{1, 16} {
		b.Run(fmt.Sprint(writers), func(b *testing.B) {
			o := quiet
			o.LockWait = time.Minute
			l := newLog(b, 1, o)
			b.ResetTimer()
			var wg sync.WaitGroup
			for range writers {
				wg.Go(func() {
					own := Open(l.Dir(), o)
					for range b.N / writers {
						_, _ = own.Append(bg, decision("x"))
					}
				})
			}
			wg.Wait()
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "rec/s")
		})
	}
}

// BenchmarkVerify against its limit, SHA-256 over the same bytes.
func BenchmarkVerify(b *testing.B) {
	l := newLog(b, 1, quiet)
	path := filepath.Join(l.Dir(), segmentName(1))
	grow(b, l, 100_000)
	fi, err := os.Stat(path)
	if err != nil {
		b.Fatal(err)
	}
	for name, o := range map[string]VerifyOptions{"one": {Jobs: 1}, "two": {Jobs: 2}, "strict": {Jobs: 1, Strict: true}} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(fi.Size())
			for b.Loop() {
				if r := Verify([]string{l.Dir()}, o); r.Exit != Verified {
					b.Fatal(r.Summary())
				}
			}
		})
	}
	b.Run("chain", func(b *testing.B) { // without the tree
		b.SetBytes(fi.Size())
		u := unit{file: &source{path: path, name: segmentName(1), first: 1, size: fi.Size()}, to: fi.Size(), first: true, final: true}
		buf, leaves := make([]byte, 1+scanBuf), make([]Hash, 0, 110_000)
		for b.Loop() {
			if r := u.read(false, buf, leaves); r.err != nil || len(r.leaves) < 100_000 {
				b.Fatal(len(r.leaves), r.err)
			}
		}
	})
	b.Run("sha256", func(b *testing.B) {
		data, err := os.ReadFile(path)
		if err != nil {
			b.Fatal(err)
		}
		b.SetBytes(fi.Size())
		for b.Loop() {
			sha256.Sum256(data)
		}
	})
}

// grow appends n records in few writes, which a test of reading need not pay
// for one by one.
func grow(t testing.TB, l *Log, n int) {
	t.Helper()
	for n > 0 {
		k := min(n, 5000)
		n -= k
		_, err := l.write(bg, false, func(x *tx) error {
			for range k {
				e := decision(fmt.Sprintf("grown-%d", x.head.Seq))
				x.add(l.members(nil, &e))
			}
			return x.flush()
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
