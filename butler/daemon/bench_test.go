package daemon

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"guard/butler/inbox"
	"guard/coord"
	"guard/internal/place"
)

// benchWorld is a butler for a benchmark, with the usual clocks. What was seen
// stands in docs/benchmarks.md.
func benchWorld(b *testing.B) *world {
	home, err := os.MkdirTemp("", "bd")
	require.NoError(b, err)
	b.Cleanup(func() { _ = os.RemoveAll(home) })
	w := &world{home: home}
	c := configOf(home)
	c.Timing = Timing{}
	d, err := Open(ctx, c)
	require.NoError(b, err)
	run, stop := context.WithCancel(ctx)
	done := make(chan error, 1)
	go func() { done <- d.Run(run) }()
	b.Cleanup(func() { stop(); <-done; d.Close() })
	w.d = d
	return w
}

func (w *world) benchCall(n int) coord.Submit {
	pol, err := place.Load(configOf(w.home).Places, "")
	if err != nil {
		panic(err)
	}
	s := coord.Subject{Client: "claude", Session: fmt.Sprint("s", n), Project: "/p", Unattended: true, Tool: "Bash", Dir: "/p", Policy: pol.Digest,
		Fields: []coord.Field{{Name: "command", Raw: fmt.Sprintf(`"git push origin b%d"`, n)}}}
	return coord.Submit{Head: coord.Head{ID: coord.NewID()}, Key: subject(s).Fingerprint(), Subject: s, Event: "PreToolUse", Class: coord.Unattended, Tier: "outward"}
}

// BenchmarkAsk is a call from guard's connect to the final of an owner who
// answers at once: two commits and a record of guard's log on the disk in between.
// The bar is 3 ms for the half of them.
func BenchmarkAsk(b *testing.B) {
	w := benchWorld(b)
	changes, stop := w.d.inbox.Subscribe()
	defer stop()
	go func() {
		for c := range changes {
			if c.Item.State != inbox.Pending {
				continue
			}
			p, err := w.d.inbox.Prepare(ctx, c.Item.ID)
			if err != nil {
				continue
			}
			_, _ = w.d.inbox.Decide(ctx, inbox.Decide{ID: p.Item.ID, Rev: p.Item.Rev, Hash: p.Item.Hash, Token: p.Token, Idem: p.Item.ID,
				Decision: inbox.Decision{Approved: true}, By: inbox.Actor{Principal: "owner", Via: inbox.Web}})
		}
	}()
	var took []time.Duration
	c := w.client()
	for i := range b.N {
		from := time.Now()
		limited, end := context.WithTimeout(ctx, time.Minute)
		a := c.Ask(limited, w.benchCall(i))
		end()
		took = append(took, time.Since(from))
		require.Equal(b, coord.Yes, a.Outcome, "%v", a.Err)
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds()), "µs-p50")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "µs-p99")
}

// BenchmarkHolders holds 200 hooks at once and tells the memory of the process,
// which also is the 200 hooks' half. The bar is 64 MiB.
func BenchmarkHolders(b *testing.B) {
	w := benchWorld(b)
	const n = 200
	for range b.N {
		limited, end := context.WithTimeout(ctx, 5*time.Minute)
		done := make(chan coord.Answer, n)
		for i := range n {
			go func() { done <- w.client().Ask(limited, w.benchCall(i)) }()
		}
		for w.d.inbox.Holding() < n {
			time.Sleep(10 * time.Millisecond)
		}
		runtime.GC()
		text, err := os.ReadFile("/proc/self/status")
		require.NoError(b, err)
		_, rest, _ := strings.Cut(string(text), "VmRSS:")
		var kb float64
		_, err = fmt.Sscan(rest, &kb)
		require.NoError(b, err)
		b.ReportMetric(kb/1024, "MiB-resident")
		end()
		for range n {
			<-done
		}
	}
}

// BenchmarkInboxList asks the real socket for 10,000 items, as butler inbox
// does: database, frames and JSON on both sides.
func BenchmarkInboxList(b *testing.B) {
	w := benchWorld(b)
	for i := range 10_000 {
		_, err := w.d.inbox.Submit(ctx, submission(ptr(w.benchCall(i))))
		require.NoError(b, err)
	}
	b.ResetTimer()
	for range b.N {
		n := 0
		_, err := w.client().Call(ctx, coord.TList, &coord.List{}, func(r coord.Reply) error {
			var x inbox.Brief
			n++
			return json.Unmarshal(r.Body, &x)
		})
		require.NoError(b, err)
		require.Equal(b, 10_000, n)
	}
}

func ptr[T any](v T) *T { return &v }
