package host

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"guard/butler/procs"
)

// TestSoak keeps many extensions running while some of them crash again and
// again: no process, file, goroutine or memory may be left over. BUTLER_SOAK is
// the number of restarts; 3000 is what ten tools do in an hour and more.
func TestSoak(t *testing.T) {
	extensions, crashing, restarts := 10, 3, 60
	if n, err := strconv.Atoi(os.Getenv("BUTLER_SOAK")); err == nil {
		extensions, crashing, restarts = 50, 10, n
	}
	var files strings.Builder
	for i := range extensions {
		script, policy := "echo up; exec sleep 100000", "on-failure"
		if i < crashing {
			script, policy = "echo working; echo failing >&2; exit 3", "always"
		}
		fmt.Fprintf(&files, "-- tools/t%d/butler.json --\n{\"id\":\"t%d\",\"command\":[\"sh\",\"-c\",%q],\"hosted\":{\"autoStart\":true},\"restart\":{\"policy\":%q,\"backoffMs\":[0],\"maxRetries\":1000,\"windowSec\":1,\"healthySec\":0.000001}}\n", i, i, script, policy)
	}
	w := newWorld(t, files.String())
	w.Run(t.Context())
	// Observations are taken, as the memory part will do; else the spool fills.
	seen := 0
	acked := func() {
		list, err := w.spool.Next("", 1000)
		require.NoError(t, err)
		seen += len(list)
		for _, o := range list {
			require.NoError(t, w.spool.Ack(o.ID))
		}
	}
	until := func(n int) {
		for seen < n {
			acked()
			time.Sleep(5 * time.Millisecond)
		}
	}
	until(max(restarts/10, 20)) // warm: logs and pools have their size
	for i := crashing; i < extensions; i++ {
		w.reaches(fmt.Sprintf("tools/t%d", i), procs.Running)
	}
	files0, goroutines0, memory0 := openFiles(t), runtime.NumGoroutine(), heap()
	until(restarts)
	for i := crashing; i < extensions; i++ {
		s, _ := w.sup.One(fmt.Sprintf("tools/t%d", i))
		assert.Equal(t, procs.Running, s.State, "the others are not disturbed")
		assert.Zero(t, s.Restarts)
	}
	// While a program is between two starts it has fewer files and goroutines,
	// so that the two counts differ by what belongs to the crashing ones.
	slack := 12 * crashing
	assert.LessOrEqual(t, openFiles(t), files0+slack, "files")
	assert.LessOrEqual(t, runtime.NumGoroutine(), goroutines0+slack, "goroutines")
	assert.LessOrEqual(t, heap(), memory0+16<<20, "bytes of memory; the logs of those that crash grow to 1 MiB each")
	t.Logf("%d restarts; files %d to %d, goroutines %d to %d, memory %d to %d KiB", seen, files0, openFiles(t), goroutines0, runtime.NumGoroutine(), memory0>>10, heap()>>10)

	w.Close(t.Context())
	assert.Empty(t, shims(), "processes")
	left, err := os.ReadDir(w.state + "/procs")
	require.NoError(t, err)
	assert.Empty(t, left)
	eventually(t, "goroutines are left", func() bool { return runtime.NumGoroutine() < goroutines0-extensions })
}

func openFiles(t *testing.T) int {
	t.Helper()
	list, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Skip("open files cannot be counted here")
	}
	return len(list)
}

func heap() uint64 {
	debug.FreeOSMemory()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// shims lists the children of this process that are shims.
func shims() []string {
	out, _ := exec.Command("pgrep", "-P", strconv.Itoa(os.Getpid()), "-f", "butler shim").Output()
	return strings.Fields(string(out))
}
