package daemon

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"guard/audit"
	"guard/butler/db"
	"guard/coord"
	"guard/internal/person"
)

// daemonThatDies is a butler in a process of its own. At the n-th step after it
// was told to count it is gone.
func daemonThatDies(home, at string) {
	person.Root = os.Getenv("DAEMON_TEST_PROC")
	c := configOf(home)
	n := 0
	c.Step = func(string) {
		if _, err := os.Stat(home + "/count"); err != nil {
			return
		}
		if n++; fmt.Sprint(n) == at {
			_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
			select {}
		}
	}
	d, err := Open(context.Background(), c)
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Println("ready")
	err = d.Run(context.Background())
	fmt.Println(err)
	os.Exit(1)
}

// leaveSocket is a socket file at which nobody answers any more.
func leaveSocket(path string) error {
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		return err
	}
	l.SetUnlinkOnClose(false)
	return errors.Join(os.Chmod(path, 0o600), l.Close())
}

func (w *world) process(step int) *exec.Cmd {
	w.t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "DAEMON_TEST_HOME="+w.home, fmt.Sprint("DAEMON_TEST_STEP=", step), "DAEMON_TEST_PROC="+person.Root)
	out, err := cmd.StdoutPipe()
	require.NoError(w.t, err)
	require.NoError(w.t, cmd.Start())
	w.t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	line, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(w.t, err)
	require.Equal(w.t, "ready\n", line)
	return cmd
}

// TestKilled ends butler, in a process of its own, at each step from the owner's
// yes to its effect, while a real hook's half of the wire holds. The next butler
// begins at once, and the hook comes back to it. Whatever the step: the call runs
// at most once, the item is not lost, the owner can decide if they had not, and
// what runs has its record.
func TestKilled(t *testing.T) {
	last := 12
	if testing.Short() {
		last = 4
	}
	for _, held := range []bool{true, false} {
		for step := 1; step <= last; step++ {
			t.Run(fmt.Sprintf("held %v, step %d", held, step), func(t *testing.T) {
				w := newWorld(t)
				w.patient = true // a yes to one who holds is lost when they do not come back
				first := w.process(step)
				call := w.call(1)
				var hook chan coord.Answer
				if held {
					hook = w.asking(call, time.Minute)
				} else {
					<-w.asking(call, 0)
				}
				ref := w.waiting(1).Ref
				s, err := w.prepare(ref)
				require.NoError(t, err)
				require.NoError(t, os.WriteFile(w.home+"/count", nil, 0o600))
				_, _ = w.client().Call(ctx, coord.TDecide, &coord.Decide{Ref: ref, Rev: s.Item.Rev, Hash: s.Item.Hash, Token: s.Token, Idem: "i", Decision: []byte(yes)}, nil)
				_ = first.Process.Kill()
				_ = first.Wait()
				require.NoError(t, os.Remove(w.home+"/count"))

				w.start()
				runs := 0
				it, err := w.d.inbox.Get(ctx, ref)
				require.NoError(t, err, "the item is there")
				if it.State == "PENDING" {
					_, err := w.decide(ref, yes)
					require.NoError(t, err)
				}
				if held {
					if a := <-hook; a.Outcome == coord.Yes {
						runs++
					}
				}
				for range 3 {
					if w.runs(call) {
						runs++
					}
				}
				require.Equal(t, 1, runs, "one yes, one run")
				records := 0
				for _, r := range w.audited() {
					if r.Answer == "allow" && strings.HasPrefix(r.By, "owner, terminal") {
						records++
					}
				}
				require.Equal(t, 1, records)
				w.stop()
				d, err := db.Look(ctx, Database(configOf(w.home).Wire), Rooms()...)
				require.NoError(t, err)
				defer d.Close()
				found, err := d.Check(ctx)
				require.NoError(t, err)
				require.Empty(t, found)
			})
		}
	}
}

// TestKilledWhileParking ends butler between the commit of a call and its ack: guard
// has not heard that it was kept, and acts as without butler. The item is there
// when butler is, and one yes to it runs the call once. A withdrawal that butler did
// not outlive stands, too.
func TestKilledWhileParking(t *testing.T) {
	w := newWorld(t)
	first := w.process(1)
	require.NoError(t, os.WriteFile(w.home+"/count", nil, 0o600))
	call := w.call(1)
	a := <-w.asking(call, time.Minute)
	require.Equal(t, coord.Absent, a.Outcome, "%v", a.Err)
	require.Empty(t, a.Ref)
	_ = first.Wait()
	require.NoError(t, os.Remove(w.home+"/count"))

	w.start()
	x := w.waiting(1)
	require.False(t, x.Attached, "nobody holds it")
	_, err := w.decide(x.Ref, yes)
	require.NoError(t, err)
	require.True(t, w.runs(call))
	require.False(t, w.runs(call), "one yes, one run")
	w.stop()

	for _, session := range []bool{false, true} {
		t.Run(fmt.Sprint("withdrawn, with its session ", session), func(t *testing.T) {
			w := newWorld(t)
			first := w.process(1)
			call := attended(w.call(2))
			<-w.asking(call, 0)
			ref := w.waiting(1).Ref
			require.NoError(t, os.WriteFile(w.home+"/count", nil, 0o600))
			if session {
				require.NoError(t, w.client().Tell(ctx, coord.Event{Event: "SessionEnd", Client: "claude", Session: "s1"}))
			} else {
				require.NoError(t, w.client().Withdraw(ctx, call.ID, call.Key, "told to stop"))
			}
			_ = first.Wait() // it died when the withdrawal was committed
			require.NoError(t, os.Remove(w.home+"/count"))
			w.start()
			w.waiting(0)
			_, err := w.decide(ref, yes)
			require.Equal(t, coord.CodeConflict, codeOf(err))
			require.False(t, w.runs(call))
			require.Eventually(t, func() bool {
				return slices.ContainsFunc(w.audited(), func(r audit.Record) bool { return strings.Contains(r.Reason, ref+" withdrawn") })
			}, 20*time.Second, 10*time.Millisecond, "the log says so after all")
		})
	}
}
