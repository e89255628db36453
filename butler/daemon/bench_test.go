package daemon

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"guard/butler/inbox"
	"guard/coord"
	"guard/internal/place"
)

// benchWorld is a butler for a benchmark, with the usual clocks. What was seen
// stands in docs/benchmarks.md.
func benchWorld(b *testing.B, step func(string)) *world {
	home, err := os.MkdirTemp("", "bd")
	require.NoError(b, err)
	b.Cleanup(func() { _ = os.RemoveAll(home) })
	w := &world{home: home}
	c := configOf(home)
	c.Timing, c.Step = Timing{}, step
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
// answers at once. The bar is 3 ms for the half of them. Three things wait for the
// disk, one after another: the commit of the item, that of the decision, and the
// record in guard's log; "floor" is three times what the same disk takes for
// appending a page and syncing it, measured in the same run, call by call. "cpu" is
// the processor time of a call, both ends together: it is the same on a machine
// that has much else to do.
func BenchmarkAsk(b *testing.B) {
	clock := &stopwatch{}
	w := benchWorld(b, clock.step)
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
			clock.step("shown")
			_, _ = w.d.inbox.Decide(ctx, inbox.Decide{ID: p.Item.ID, Rev: p.Item.Rev, Hash: p.Item.Hash, Token: p.Token, Idem: p.Item.ID,
				Decision: inbox.Decision{Approved: true}, By: inbox.Actor{Principal: "owner", Via: inbox.Web}})
		}
	}()
	disk, err := os.OpenFile(filepath.Join(w.home, "floor"), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	require.NoError(b, err)
	defer disk.Close()
	page := make([]byte, 4<<10)
	took := map[string][]time.Duration{}
	var busy time.Duration
	c := w.client()
	for i := range b.N {
		call := w.benchCall(i)
		limited, end := context.WithTimeout(ctx, time.Minute)
		before := cpu()
		from := clock.restart()
		a := c.Ask(limited, call)
		whole := time.Since(from)
		busy += cpu() - before
		end()
		require.Equal(b, coord.Yes, a.Outcome, "%v", a.Err)
		took["whole"] = append(took["whole"], whole)
		for name, d := range clock.phases("committed", "shown", "committed", "logged") {
			took[name] = append(took[name], d)
		}
		from = time.Now()
		for range 3 {
			_, err := disk.Write(page)
			require.NoError(b, err)
			require.NoError(b, disk.Sync())
		}
		took["floor"] = append(took["floor"], time.Since(from))
	}
	for name, all := range took {
		slices.Sort(all)
		b.ReportMetric(float64(all[len(all)/2].Microseconds()), "µs-"+name)
	}
	b.ReportMetric(float64(took["whole"][len(took["whole"])*99/100].Microseconds()), "µs-whole-p99")
	b.ReportMetric(float64(busy.Microseconds())/float64(b.N), "µs-cpu")
	b.ReportMetric(0, "ns/op") // it holds the floor, too
}

// cpu is the processor time of this process, which is both ends of the wire.
func cpu() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// stopwatch takes down when a step was reached.
type stopwatch struct {
	mu    sync.Mutex
	from  time.Time
	names []string
	at    []time.Time
}

func (s *stopwatch) step(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.names, s.at = append(s.names, name), append(s.at, time.Now())
}

func (s *stopwatch) restart() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.names, s.at, s.from = nil, nil, time.Now()
	return s.from
}

// phases is how long it took from one of the steps to the next; the first is
// counted from the start. None, where they were not all reached in this order.
func (s *stopwatch) phases(steps ...string) map[string]time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	out, last, i := map[string]time.Duration{}, s.from, 0
	for n, step := range steps {
		for i < len(s.names) && s.names[i] != step {
			i++
		}
		if i == len(s.names) {
			return nil
		}
		out[fmt.Sprintf("%d-%s", n+1, step)] = s.at[i].Sub(last)
		last = s.at[i]
		i++
	}
	return out
}

// BenchmarkHolders holds 200 hooks at once and tells the memory of the process,
// which also is the 200 hooks' half. The bar is 64 MiB.
func BenchmarkHolders(b *testing.B) {
	w := benchWorld(b, nil)
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
// does: database, frames and JSON on both sides. The bar is 100 ms. "reading" is
// what the reading alone takes, in the same run, and "cpu" the processor time of both
// ends.
func BenchmarkInboxList(b *testing.B) {
	w := benchWorld(b, nil)
	require.NoError(b, w.fillUp(10_000, func(*inbox.Submission) {}))
	var reading, busy time.Duration
	b.ResetTimer()
	for range b.N {
		n, before := 0, cpu()
		_, err := w.client().Call(ctx, coord.TList, &coord.List{Batch: true}, func(r coord.Reply) error {
			var some []inbox.Brief
			err := json.Unmarshal(r.Body, &some)
			n += len(some)
			return err
		})
		require.NoError(b, err)
		require.Equal(b, 10_000, n)
		busy += cpu() - before
		b.StopTimer()
		from := time.Now()
		items, err := w.d.inbox.List(ctx, inbox.Filter{})
		reading += time.Since(from)
		require.NoError(b, err)
		require.Len(b, items, 10_000)
		b.StartTimer()
	}
	b.ReportMetric(float64(reading.Milliseconds())/float64(b.N), "ms-reading/op")
	b.ReportMetric(float64(busy.Milliseconds())/float64(b.N), "ms-cpu/op")
}

// fillUp lets n items wait, as change makes them.
func (w *world) fillUp(n int, change func(*inbox.Submission)) error {
	for i := range n {
		s := inbox.Submission{Source: inbox.MCP, Kind: inbox.Approval, Client: "claude", Session: fmt.Sprint("s", i/inbox.MaxSession), Project: "/p", Tier: "outward",
			Content: inbox.Content{Prompt: fmt.Sprint("call tool ", i), Effects: []string{"remote"}, Reasons: []inbox.Reason{{Rule: "git push", Why: "changes what other people see"}}}}
		change(&s)
		if _, err := w.d.inbox.Submit(ctx, s); err != nil {
			return err
		}
	}
	return nil
}
