package audit

import (
	"bufio"
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// childDir, when set, makes the test binary a writer: it appends records and
// prints the call id of each that was acknowledged, until it is killed.
const childDir = "GUARD_AUDIT_CHILD"

func TestMain(m *testing.M) {
	if dir := os.Getenv(childDir); dir != "" {
		child(dir)
		return
	}
	os.Exit(m.Run())
}

func child(dir string) {
	o := quiet
	o.SegmentBytes = 6000
	o.LockWait = 10 * time.Second
	l := Open(dir, o)
	l.put = dying
	for i := 0; i < 40; i++ {
		call := fmt.Sprintf("p%d-%d", os.Getpid(), i)
		if _, err := l.Append(bg, decision(call)); err != nil {
			fmt.Println("error", err)
			return
		}
		fmt.Println(call)
	}
}

// dying is a write during which, or right behind which, the writer may be killed:
// seldom in a usual one, often in one that ends or begins a segment.
func dying(f *file, b []byte) (int, error) {
	where, seldom := "usual", 60
	if bytes.Contains(b, []byte(`"type":"close"`)) || bytes.Contains(b, []byte(`"type":"open"`)) {
		where, seldom = "rotation", 4
	}
	if rand.IntN(seldom) > 0 {
		return f.Write(b)
	}
	n := len(b)
	if rand.IntN(3) > 0 {
		n = rand.IntN(len(b) + 1)
	}
	if where == "usual" && n == len(b) {
		where = "head" // written, and nobody is told
	}
	fmt.Println("dies", where)
	_, _ = f.Write(b[:n])
	if p, err := os.FindProcess(os.Getpid()); err == nil {
		_ = p.Kill()
	}
	select {}
}

// TestKillStorm kills writers at any moment, and surely in a write, between a
// write and its head, in a rotation, in a repair. Whatever was acknowledged is there
// once, nothing else is there twice, and every torn byte is declared.
func TestKillStorm(t *testing.T) {
	if testing.Short() {
		t.Skip("a storm is not short")
	}
	processes := max(300, storm, 500*soak)
	exe, err := os.Executable()
	require.NoError(t, err)
	dir := filepath.Join(t.TempDir(), "audit")
	var mu sync.Mutex
	acked := map[string]bool{}
	killed := 0
	died := map[string]int{}
	var failures []string
	slots := make(chan struct{}, 16)
	var wg sync.WaitGroup
	for range processes {
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			cmd := exec.Command(exe)
			cmd.Env = append(os.Environ(), childDir+"="+dir)
			pipe, err := cmd.StdoutPipe()
			if err == nil {
				err = cmd.Start()
			}
			if err != nil {
				mu.Lock()
				failures = append(failures, err.Error())
				mu.Unlock()
				return
			}
			// Some die before their first record, most in the middle of many.
			kill := func(most int) *time.Timer {
				return time.AfterFunc(time.Duration(rand.IntN(most))*time.Microsecond, func() { _ = cmd.Process.Kill() })
			}
			var timer *time.Timer
			if rand.IntN(5) == 0 {
				timer = kill(60_000)
			}
			var said []string
			for lines := bufio.NewScanner(pipe); lines.Scan(); {
				said = append(said, lines.Text())
				if timer == nil {
					timer = kill(20_000)
				}
			}
			err = cmd.Wait()
			if timer != nil {
				timer.Stop()
			}
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				killed++
			}
			for _, line := range said {
				if where, ok := strings.CutPrefix(line, "dies "); ok {
					died[where]++
				} else if strings.HasPrefix(line, "error") {
					failures = append(failures, line)
				} else {
					acked[line] = true
				}
			}
		})
	}
	wg.Wait()
	require.Empty(t, failures)
	l := Open(dir, quiet)
	mustAppend(t, l, "last")
	r := verify(dir)
	require.Contains(t, []Exit{Verified, Damaged}, r.Exit, r.Summary())
	n := calls(t, dir)
	for call := range acked {
		require.Equal(t, 1, n[call], "%s was acknowledged", call)
	}
	for call, times := range n {
		require.Equal(t, 1, times, call)
	}
	segs, err := segments(dir)
	require.NoError(t, err)
	t.Logf("%d processes, %d killed (of themselves: %v), %d records acknowledged, %d in %d segments, %d fragments",
		processes, killed, died, len(acked), r.Records, len(segs), len(r.Fragments))
	for _, where := range []string{"usual", "head", "rotation"} {
		assert.Positive(t, died[where], "kills in %s", where)
	}
	assert.Greater(t, killed, died["usual"]+died["head"]+died["rotation"], "kills at any other moment")
	assert.NotEmpty(t, r.Fragments)
}

func TestManyWritersAtOnce(t *testing.T) {
	o := quiet
	o.SegmentBytes = 20000
	o.LockWait = time.Minute
	l := newLog(t, 0, o)
	var wg sync.WaitGroup
	for w := range 16 {
		wg.Go(func() {
			own := Open(l.Dir(), o)
			for i := range 40 {
				_, err := own.Append(bg, decision(fmt.Sprintf("w%d-%d", w, i)))
				assert.NoError(t, err)
			}
		})
	}
	done := make(chan struct{})
	go func() { // and a reader that checks meanwhile
		defer close(done)
		for range 20 {
			r := Verify([]string{l.Dir()}, VerifyOptions{AllowEmpty: true})
			if _, err := os.Stat(l.Dir()); err == nil {
				assert.Contains(t, []Exit{Verified, CannotVerify}, r.Exit, r.Summary())
			}
		}
	}()
	wg.Wait()
	<-done
	r := verify(l.Dir())
	require.Equal(t, Verified, r.Exit, r.Summary())
	n := calls(t, l.Dir())
	assert.Len(t, n, 16*40)
	head, err := ReadHead(l.Dir())
	require.NoError(t, err)
	assert.Equal(t, r.Records, head.Count)
	assert.Equal(t, r.Records, head.Seq)
}
