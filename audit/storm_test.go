package audit

import (
	"bufio"
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
	for i := 0; i < 40; i++ {
		call := fmt.Sprintf("p%d-%d", os.Getpid(), i)
		if _, err := l.Append(bg, decision(call)); err != nil {
			fmt.Println("error", err)
			return
		}
		fmt.Println(call)
	}
}

// TestKillStorm kills writers at any moment: in a write, between a write and
// its head, in a rotation, in a repair. Whatever was acknowledged is there
// once, nothing else is there twice, and every torn byte is declared.
func TestKillStorm(t *testing.T) {
	if testing.Short() {
		t.Skip("a storm is not short")
	}
	processes := 300
	if soak > 0 {
		processes = 500 * soak
	}
	exe, err := os.Executable()
	require.NoError(t, err)
	dir := filepath.Join(t.TempDir(), "audit")
	var mu sync.Mutex
	acked := map[string]bool{}
	killed := 0
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
				if strings.HasPrefix(line, "error") {
					failures = append(failures, line)
					continue
				}
				acked[line] = true
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
	t.Logf("%d processes, %d killed, %d records acknowledged, %d in %d segments, %d fragments",
		processes, killed, len(acked), r.Records, len(segs), len(r.Fragments))
	assert.Positive(t, killed)
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
