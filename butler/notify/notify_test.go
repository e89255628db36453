package notify

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"guard/butler/db"
)

var ctx = context.Background()

// TestMain lets this binary also be a butler whose notification program kills it.
func TestMain(m *testing.M) {
	if dir := os.Getenv("NOTIFY_TEST_DIR"); dir != "" {
		d, err := db.Open(ctx, filepath.Join(dir, "butler", "butler.db"), Room)
		if err != nil {
			panic(err)
		}
		x := New(Options{DB: d, Command: func() []string { return []string{"/bin/sh", "-c", os.Getenv("NOTIFY_TEST_SCRIPT"), "sh", dir} }})
		if err := x.Send(ctx); err != nil {
			panic(err)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// world is an outbox whose program is a script of the test.
type world struct {
	*Outbox
	t      *testing.T
	dir    string
	db     *db.DB
	now    time.Time
	argv   []string
	wanted func(Message) bool
}

func newWorld(t *testing.T) *world {
	w := &world{t: t, dir: t.TempDir(), now: time.Now()}
	d, err := db.Open(ctx, filepath.Join(w.dir, "butler", "butler.db"), Room)
	require.NoError(t, err)
	t.Cleanup(func() { _ = d.Close() })
	w.db = d
	w.script(`cat >> "$1/got"`)
	w.Outbox = New(Options{
		DB: d, Now: func() time.Time { return w.now }, Command: func() []string { return w.argv }, Retry: time.Millisecond,
		Wanted: func(_ context.Context, m Message) bool { return w.wanted == nil || w.wanted(m) },
	})
	return w
}

// script makes the program. $1 is the folder of the test.
func (w *world) script(text string) { w.argv = []string{"/bin/sh", "-c", text, "sh", w.dir} }

func (w *world) add(refs ...string) {
	for _, r := range refs {
		require.NoError(w.t, w.Add(ctx, Message{Event: "waits", Ref: r, Rule: "git push"}))
	}
}

// got are the refs that the program was told of, in order.
func (w *world) got() []string {
	text, err := os.ReadFile(filepath.Join(w.dir, "got"))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	require.NoError(w.t, err)
	var out []string
	for line := range strings.Lines(string(text)) {
		_, rest, _ := strings.Cut(line, `"ref":"`)
		ref, _, _ := strings.Cut(rest, `"`)
		out = append(out, ref)
	}
	return out
}

func TestOrderAndForm(t *testing.T) {
	w := newWorld(t)
	w.add("B-0001", "B-0002", "B-0003")
	require.NoError(t, w.Send(ctx))
	require.Equal(t, []string{"B-0001", "B-0002", "B-0003"}, w.got())
	text, err := os.ReadFile(filepath.Join(w.dir, "got"))
	require.NoError(t, err)
	require.Equal(t, `{"v":1,"event":"waits","ref":"B-0001","rule":"git push"}`, strings.SplitN(string(text), "\n", 2)[0])
	require.NoError(t, w.Send(ctx))
	require.Len(t, w.got(), 3, "what was sent is not sent again")
	s := w.Status(ctx)
	require.Equal(t, []any{true, 0, 3, 0, ""}, []any{s.Configured, s.Waiting, s.Sent, s.Dropped, s.LastError})
}

// TestFirstFailureStops: what comes behind waits, and what was delivered before
// is noted.
func TestFirstFailureStops(t *testing.T) {
	w := newWorld(t)
	w.script(`read line; case "$line" in *0002*) echo no such phone >&2; exit 3;; esac; echo "$line" >> "$1/got"`)
	w.add("B-0001", "B-0002", "B-0003")
	require.ErrorContains(t, w.Send(ctx), "no such phone")
	require.Equal(t, []string{"B-0001"}, w.got())
	require.Contains(t, w.Status(ctx).LastError, "exit status 3")
	require.Equal(t, 2, w.Status(ctx).Waiting)
	w.script(`cat >> "$1/got"`)
	require.NoError(t, w.Send(ctx))
	require.Equal(t, []string{"B-0001", "B-0002", "B-0003"}, w.got())
}

func TestFullDropsTheOldest(t *testing.T) {
	w := newWorld(t)
	for i := range Cap + 3 {
		w.add(fmt.Sprintf("B-%04d", i))
	}
	require.Equal(t, 3, w.Status(ctx).Dropped, "and says so")
	require.NoError(t, w.Send(ctx))
	got := w.got()
	require.Len(t, got, Cap)
	require.Equal(t, "B-0003", got[0])
}

func TestTooOldOrNotWanted(t *testing.T) {
	w := newWorld(t)
	w.add("B-0001")
	w.now = w.now.Add(TTL)
	w.add("B-0002", "B-0003")
	w.wanted = func(m Message) bool { return m.Ref != "B-0002" } // decided meanwhile
	require.NoError(t, w.Send(ctx))
	require.Equal(t, []string{"B-0003"}, w.got())
	require.Equal(t, 1, w.Status(ctx).Dropped)
}

func TestCorruptEntryBlocksNobody(t *testing.T) {
	w := newWorld(t)
	w.add("B-0001", "B-0002")
	require.NoError(t, w.db.Write(ctx, func(tx *sql.Tx) error {
		_, err := tx.Exec("UPDATE notify_outbox SET body = '{' WHERE seq = 1")
		return err
	}))
	require.NoError(t, w.Send(ctx))
	require.Equal(t, []string{"B-0002"}, w.got())
}

// TestNoProgram: nothing is kept, so that who configures one later is not told of
// the past.
func TestNoProgram(t *testing.T) {
	w := newWorld(t)
	argv := w.argv
	w.argv = nil
	w.add("B-0001")
	w.argv = argv
	require.NoError(t, w.Send(ctx))
	require.Empty(t, w.got())
	require.Equal(t, 0, w.Status(ctx).Waiting)

	w.argv = []string{filepath.Join(w.dir, "no such program")}
	w.add("B-0002")
	require.ErrorContains(t, w.Send(ctx), "no such")
}

// TestManyRoundsAtOnce: each is sent once.
func TestManyRoundsAtOnce(t *testing.T) {
	w := newWorld(t)
	w.add("B-0001", "B-0002", "B-0003", "B-0004")
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() { _ = w.Send(ctx) })
	}
	wg.Wait()
	require.Equal(t, []string{"B-0001", "B-0002", "B-0003", "B-0004"}, w.got())
}

// TestRunRetries: a program that fails at first is tried again, and what is added
// meanwhile comes behind.
func TestRunRetries(t *testing.T) {
	w := newWorld(t)
	w.script(`read line; [ -e "$1/ready" ] || { : > "$1/ready"; exit 1; }; echo "$line" >> "$1/got"`)
	ctx, stop := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() { w.Run(ctx); close(done) }()
	w.add("B-0001", "B-0002")
	require.Eventually(t, func() bool { return len(w.got()) == 2 }, 20*time.Second, 5*time.Millisecond)
	w.add("B-0003")
	require.Eventually(t, func() bool { return len(w.got()) == 3 }, 20*time.Second, 5*time.Millisecond)
	stop()
	<-done
	require.Equal(t, []string{"B-0001", "B-0002", "B-0003"}, w.got())
}

// TestNothingIsLeftBehind: the program's children end with it, also where it is
// ended from outside, and what it says is no flood.
func TestNothingIsLeftBehind(t *testing.T) {
	w := newWorld(t)
	w.script(`sleep 300 & echo $! > "$1/child"; yes | head -c 100000`)
	w.add("B-0001")
	require.NoError(t, w.Send(ctx))
	w.gone("child")

	w.script(`sleep 300 & echo $! > "$1/other"; wait`)
	w.add("B-0002")
	short, stop := context.WithCancel(ctx)
	go func() {
		for {
			if text, err := os.ReadFile(filepath.Join(w.dir, "other")); err == nil && len(text) > 1 {
				stop()
				return
			}
			time.Sleep(5 * time.Millisecond)
		}
	}()
	require.Error(t, w.Send(short))
	w.gone("other")
}

func (w *world) gone(name string) {
	w.t.Helper()
	text, err := os.ReadFile(filepath.Join(w.dir, name))
	require.NoError(w.t, err)
	var pid int
	_, err = fmt.Sscan(string(text), &pid)
	require.NoError(w.t, err)
	require.Eventually(w.t, func() bool {
		if err := syscall.Kill(pid, 0); err != nil {
			return true
		}
		stat, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		return strings.Contains(string(stat), ") Z ") // ended, and nobody has looked yet
	}, 20*time.Second, 10*time.Millisecond)
}

// TestEnvironment: no token of butler's reaches the program.
func TestEnvironment(t *testing.T) {
	t.Setenv("MY_API_TOKEN", "swordfish")
	w := newWorld(t)
	w.script(`env > "$1/env"`)
	w.add("B-0001")
	require.NoError(t, w.Send(ctx))
	text, err := os.ReadFile(filepath.Join(w.dir, "env"))
	require.NoError(t, err)
	require.NotContains(t, string(text), "swordfish")
	require.Contains(t, string(text), "PATH=")
}

// A test of the program goes before what waits, and changes nothing of it.
func TestTheProgramIsTried(t *testing.T) {
	w := newWorld(t)
	w.add("B-0001")
	require.NoError(t, w.Outbox.Test(ctx))
	require.Equal(t, []string{"B-TEST"}, w.got())
	require.Equal(t, 1, w.Status(ctx).Waiting)
	w.script("echo no such phone >&2; exit 3")
	require.ErrorContains(t, w.Outbox.Test(ctx), "no such phone")
	w.argv = nil
	require.ErrorIs(t, w.Outbox.Test(ctx), ErrNone)
}

// TestKilled ends butler, by SIGKILL, while its program is told of the n-th
// notification. The next butler goes on there: the order is kept, nothing is lost,
// and only the one that was on its way may be told twice.
func TestKilled(t *testing.T) {
	refs := []string{"B-1111", "B-2222", "B-3333", "B-4444"}
	for n := 1; n <= len(refs); n++ {
		w := newWorld(t)
		w.add(refs...)
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), "NOTIFY_TEST_DIR="+w.dir,
			fmt.Sprintf(`NOTIFY_TEST_SCRIPT=cat >> "$1/got"; [ $(wc -l < "$1/got") != %d ] || kill -9 $PPID`, n))
		require.ErrorContains(t, cmd.Run(), "killed")
		require.Equal(t, refs[:n], w.got())
		require.NoError(t, w.Send(ctx))
		require.Equal(t, slices.Concat(refs[:n], refs[n-1:]), w.got())
		require.Zero(t, w.Status(ctx).Waiting)
	}
}
