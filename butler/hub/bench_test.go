//go:build unix

package hub

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"guard/butler/procs"
)

// Twenty providers with 25 tools each, known from their records: none is started.
func manyProviders(b *testing.B) *Hub {
	b.Helper()
	dir := b.TempDir()
	launcher, err := procs.NewLauncher(b.TempDir())
	require.NoError(b, err)
	h, err := New(Options{Dir: dir, Gate: &openGate{}, Launcher: launcher})
	require.NoError(b, err)
	b.Cleanup(h.Close)
	var ps []Provider
	schema := map[string]any{"type": "object", "properties": map[string]any{"path": map[string]any{"type": "string", "description": "where it is"}, "depth": map[string]any{"type": "integer"}}}
	for i := range 20 {
		p := Provider{Namespace: fmt.Sprintf("p%02d", i), Argv: []string{"/nonexistent"}, Dir: "/"}
		m := &manifest{Digest: p.digest(), Seen: time.Now()}
		r := &record{V: recordVersion, Manifest: m, Pins: map[string]*pin{}}
		for j := range 25 {
			t := &mcp.Tool{Name: fmt.Sprintf("tool_%02d", j), Description: "does what tools of its kind do, with a sentence or two of explanation for the model", InputSchema: schema}
			m.Tools = append(m.Tools, t)
			def, hash, err := definitionOf(t)
			require.NoError(b, err)
			r.Pins[t.Name] = &pin{Hash: hash, Definition: def}
		}
		require.NoError(b, h.store.save(p.Namespace, r))
		ps = append(ps, p)
	}
	h.Rescan(ps)
	return h
}

// BenchmarkList lists 500 tools of 20 providers over HTTP.
func BenchmarkList(b *testing.B) {
	cs := dial(b, manyProviders(b), Path, nil, olderProtocol)
	for b.Loop() {
		res, err := cs.ListTools(b.Context(), nil)
		if err != nil || len(res.Tools) != 501 {
			b.Fatal(err, len(res.Tools))
		}
	}
}

// benchProvider is a provider of the tests, for a benchmark.
func benchProvider(b *testing.B) Provider {
	b.Helper()
	exe, err := os.Executable()
	require.NoError(b, err)
	return Provider{Namespace: "one", Argv: []string{exe}, Dir: b.TempDir(), Env: append(os.Environ(), actAs+"=tools")}
}

// BenchmarkCall makes the same call at the provider alone and through the hub in
// turn, so that the load of the machine is the same for both: by the session of
// a bridge and over HTTP, with a gate that decides nothing, and with guard's own,
// which judges and logs. Of the metrics, direct-µs and hub-µs are the medians,
// over-µs is what the hub adds, and ratio is hub to direct. over10-µs is what it
// adds between the quickest tenths, which other load of the machine disturbs least.
func BenchmarkCall(b *testing.B) {
	debug.SetGCPercent(GCPercent)
	b.Cleanup(func() { debug.SetGCPercent(100) })
	for _, gate := range []string{"open gate", "guard"} {
		for _, via := range []string{"bridge", "http"} {
			b.Run(via+", "+gate, func(b *testing.B) {
				direct, hub := benchDirect(b), benchHub(b, via, gate)
				var took [2][]time.Duration
				for b.Loop() {
					took[0] = append(took[0], benchOne(b, direct, "echo"))
					took[1] = append(took[1], benchOne(b, hub, "one__echo"))
				}
				one, two := quantile(took[0], 0.5), quantile(took[1], 0.5)
				b.ReportMetric(float64(one.Microseconds()), "direct-µs")
				b.ReportMetric(float64(two.Microseconds()), "hub-µs")
				b.ReportMetric(float64((two - one).Microseconds()), "over-µs")
				b.ReportMetric(float64(two)/float64(one), "ratio")
				b.ReportMetric(float64((quantile(took[1], 0.1) - quantile(took[0], 0.1)).Microseconds()), "over10-µs")
			})
		}
	}
}

// benchDirect is a session with a provider and nothing between.
func benchDirect(b *testing.B) *mcp.ClientSession {
	b.Helper()
	p := benchProvider(b)
	cmd := exec.Command(p.Argv[0])
	cmd.Env = p.Env
	return benchSession(b, &mcp.CommandTransport{Command: cmd})
}

// benchHub is a session with a hub that has the same provider.
func benchHub(b *testing.B, via, kind string) *mcp.ClientSession {
	b.Helper()
	var gate Gate = &openGate{}
	if kind == "guard" {
		gate = newOffice(b, "posture = \"guard\"\n[tools]\n\"mcp__one__*\" = \"safe\"\n").Guard
	}
	launcher, err := procs.NewLauncher(b.TempDir())
	require.NoError(b, err)
	h, err := New(Options{Dir: b.TempDir(), Gate: gate, Launcher: launcher})
	require.NoError(b, err)
	b.Cleanup(h.Close)
	h.Rescan([]Provider{benchProvider(b)})
	if via == "http" {
		return dial(b, h, Path, nil, olderProtocol)
	}
	client, server := mcp.NewInMemoryTransports()
	ss, err := h.all.server.Connect(b.Context(), server, nil)
	require.NoError(b, err)
	b.Cleanup(func() { ss.Close() })
	return benchSession(b, client)
}

func benchSession(b *testing.B, t mcp.Transport) *mcp.ClientSession {
	b.Helper()
	cs, err := mcp.NewClient(&mcp.Implementation{Name: "bench", Version: "1"}, nil).Connect(b.Context(), t, nil)
	require.NoError(b, err)
	b.Cleanup(func() { cs.Close() })
	benchOne(b, cs, map[bool]string{true: "echo", false: "one__echo"}[cs.InitializeResult().ServerInfo.Name != "butler"])
	return cs
}

// benchOne is one call and how long it took.
func benchOne(b *testing.B, cs *mcp.ClientSession, name string) time.Duration {
	b.Helper()
	start := time.Now()
	res, err := cs.CallTool(b.Context(), &mcp.CallToolParams{Name: name, Arguments: json.RawMessage(`{"text":"hello"}`)})
	if err != nil || res.IsError {
		b.Fatal(err, res)
	}
	return time.Since(start)
}

// quantile sorts all and returns the one below which q of them lie.
func quantile(all []time.Duration, q float64) time.Duration {
	slices.Sort(all)
	return all[int(float64(len(all))*q)]
}

// TestSoak starts and stops a provider over and over, with calls at once in each
// turn, and counts what is left: processes, files, goroutines, memory. HUB_SOAK is how
// often (make soak: 1000).
func TestSoak(t *testing.T) {
	n, err := strconv.Atoi(os.Getenv("HUB_SOAK"))
	if err != nil {
		n = 5
	}
	p := program(t, "one", "tools")
	p.Idle = time.Nanosecond
	h := newHub(t, Options{}, p)
	cs := dial(t, h, Path, nil, olderProtocol)
	turn := func() int {
		pid := 0
		var wait sync.WaitGroup
		for range 4 {
			wait.Go(func() {
				res, err := cs.CallTool(context.Background(), &mcp.CallToolParams{Name: "one__env"})
				if err != nil || res.IsError {
					t.Error(err, res)
				}
			})
		}
		wait.Wait()
		h.slot("one").mu.Lock()
		if l := h.slot("one").live; l != nil {
			pid = l.proc.Pid()
		}
		h.slot("one").mu.Unlock()
		require.Eventually(t, func() bool { return h.Status().Providers[0].State == Known }, 20*time.Second, time.Millisecond)
		return pid
	}
	turn()
	http.DefaultTransport.(*http.Transport).CloseIdleConnections()
	files, routines, memory := openFiles(t), runtime.NumGoroutine(), heap()
	for range n {
		if pid := turn(); pid != 0 {
			require.Eventually(t, func() bool { return gone(pid) }, 20*time.Second, time.Millisecond)
		}
	}
	require.Eventually(t, func() bool {
		http.DefaultTransport.(*http.Transport).CloseIdleConnections()
		return openFiles(t) <= files+2 && runtime.NumGoroutine() <= routines+4
	}, 30*time.Second, 50*time.Millisecond, "files %d, were %d; goroutines %d, were %d", openFiles(t), files, runtime.NumGoroutine(), routines)
	assert.LessOrEqual(t, heap(), memory+8<<20, "bytes of memory")
	t.Logf("%d starts; files %d to %d, goroutines %d to %d, memory %d to %d KiB", n, files, openFiles(t), routines, runtime.NumGoroutine(), memory>>10, heap()>>10)
}

// heap is how much memory is in use, in bytes.
func heap() uint64 {
	debug.FreeOSMemory()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// openFiles is how many files this process has open.
func openFiles(t *testing.T) int {
	t.Helper()
	for _, dir := range []string{"/proc/self/fd", "/dev/fd"} {
		if all, err := os.ReadDir(dir); err == nil {
			return len(all)
		}
	}
	t.Fatal("open files cannot be counted here")
	return 0
}

// BenchmarkGate is what guard's own gate takes of one call that runs.
func BenchmarkGate(b *testing.B) {
	g := newOffice(b, "posture = \"guard\"\n[tools]\n\"mcp__one__*\" = \"safe\"\n").Guard
	c := &Call{ID: "call-1", Namespace: "one", Tool: "echo", Input: json.RawMessage(`{"text":"hello"}`), Dir: b.TempDir(), Origin: Origin{Via: "http", Client: "bench 1"}}
	b.ReportAllocs()
	for b.Loop() {
		a := g.Decide(b.Context(), c)
		if !a.Run {
			b.Fatal(a.Reason)
		}
		g.Ended(c, a, Outcome{Took: time.Millisecond})
	}
}
