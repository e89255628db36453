package grants

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestMain lets this binary also be one of the processes of a test: it opens
// the store that GRANTS_TEST_DIR names, waits until it is told to go, and takes.
func TestMain(m *testing.M) {
	dir := os.Getenv("GRANTS_TEST_DIR")
	if dir == "" {
		os.Exit(m.Run())
	}
	at := os.Getenv("GRANTS_TEST_KILL")
	step = func(name string) {
		if name == at {
			p, _ := os.FindProcess(os.Getpid())
			_ = p.Kill() // SIGKILL: nothing of this process runs any more
			select {}
		}
	}
	_, _ = bufio.NewReader(os.Stdin).ReadString('\n')
	got, err := Open(dir).Take(Request{Subject: alone()})
	fmt.Println(got.Cover == Exact, err)
	os.Exit(0)
}

// process is one that will take.
func process(t *testing.T, dir, kill string) *exec.Cmd {
	exe, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.Command(exe)
	cmd.Env = append(os.Environ(), "GRANTS_TEST_DIR="+dir, "GRANTS_TEST_KILL="+kill)
	return cmd
}

// TestKilled ends a process at each step of Take. Whatever the step, the call
// that was killed told nobody anything, and the next one gets the grant at most
// once: it is there whole before the rename, and gone after it.
func TestKilled(t *testing.T) {
	for _, c := range []struct {
		step string
		left Cover
	}{
		{"locked", Exact},
		{"begin", Exact},
		{"written", Exact},
		{"synced", Exact},
		{"renamed", None}, // the crash has cost the grant
		{"done", None},
	} {
		t.Run(c.step, func(t *testing.T) {
			s := Open(filepath.Join(t.TempDir(), "guard"))
			approve(t, s, alone())
			cmd := process(t, s.dir, c.step)
			cmd.Stdin = strings.NewReader("\n")
			out, err := cmd.Output()
			require.ErrorContains(t, err, "killed")
			require.Empty(t, string(out))
			require.Equal(t, c.left, take(t, s, Request{Subject: alone()}))
			require.Equal(t, None, take(t, s, Request{Subject: alone()}))
			require.Equal(t, []string{fileName, lockName}, names(t, s.dir), "nothing is left lying about")
		})
	}
}

// TestRace lets fifty processes take one grant.
func TestRace(t *testing.T) {
	n := 50
	if testing.Short() {
		n = 10
	}
	s := Open(filepath.Join(t.TempDir(), "guard"))
	approve(t, s, alone())
	var cmds []*exec.Cmd
	var outs []*strings.Builder
	gate, open, err := os.Pipe()
	require.NoError(t, err)
	for range n {
		cmd := process(t, s.dir, "")
		out := &strings.Builder{}
		cmd.Stdin, cmd.Stdout = gate, out
		require.NoError(t, cmd.Start())
		cmds, outs = append(cmds, cmd), append(outs, out)
	}
	_ = gate.Close()
	require.NoError(t, open.Close()) // all of them read the end at once
	won := 0
	for i, cmd := range cmds {
		require.NoError(t, cmd.Wait())
		switch text := outs[i].String(); {
		case strings.HasPrefix(text, "true"):
			won++
		default: // a lock that was not free in time is "no grant", too
			require.True(t, strings.HasPrefix(text, "false"), text)
		}
	}
	require.Equal(t, 1, won)
}

// TestRandomHistories holds the store to a model: random calls, yeses, noes,
// crashes of the caller and moves of the clock. However they follow each other,
// no yes lets more than one call run, none after its time, and no line runs in
// part.
func TestRandomHistories(t *testing.T) {
	for seed := range uint64(25) {
		r := rand.New(rand.NewPCG(seed, 1))
		s, c := newStore(t)
		type yes struct {
			until time.Time
			used  bool
		}
		yeses := map[string]*yes{} // by grant
		latest := c.at
		history := []string{}
		say := func(format string, args ...any) { history = append(history, fmt.Sprintf(format, args...)) }
		sub := func() Subject {
			x := push()
			x.Session = fmt.Sprint("s", r.IntN(2))
			x.Unattended = r.IntN(2) == 0
			x.Fields = []Field{{"command", fmt.Sprintf(`"git push %d"`, r.IntN(3))}}
			return x
		}
		limited := 0 // uses of the limited prefix grant that were taken
		g := prefix("deploy", "publish")
		g.Uses = 3
		g, _, err := s.Mint(g, time.Hour, logged)
		require.NoError(t, err)
		for range 60 {
			switch r.IntN(6) {
			case 0:
				d := time.Duration(r.IntN(400)) * time.Second
				if r.IntN(4) == 0 {
					d = -d
				}
				c.add(d)
				say("clock %v", d)
			case 1:
				p, _, err := s.Park(sub(), "t", "why")
				require.NoError(t, err)
				if p.Denied != nil {
					break
				}
				g, _, err := s.Approve(p.Ref, p.Fingerprint, "x", "", logged)
				require.NoError(t, err)
				yeses[g.ID] = &yes{until: g.Expires}
				latest = g.Created
				say("approve %s %s", p.Fingerprint[:12], g.ID)
			case 2:
				p, _, err := s.Park(sub(), "t", "why")
				require.NoError(t, err)
				if p.Denied == nil && r.IntN(3) == 0 {
					_, _, err = s.Deny(p.Ref, p.Fingerprint, "x", "", logged)
					require.NoError(t, err)
					say("deny %s", p.Fingerprint[:12])
				}
			case 3:
				n := 1 + r.IntN(3)
				var needs []Need
				for i := range n {
					needs = append(needs, need(fmt.Sprint("deploy ", i), "publish"))
				}
				x := sub()
				x.Fields = []Field{{"command", `"deploy"`}}
				got, err := s.Take(Request{Subject: x, Needs: needs})
				if err == nil && got.Cover != None {
					require.Equal(t, Prefix, got.Cover, history)
					limited += n
				}
				require.LessOrEqual(t, limited, 3, history)
				say("deploy %d: %v %v", n, got.Cover, err)
			default:
				got, err := s.Take(Request{Subject: sub()})
				say("take %v %v %v", got.Cover, got.IDs, err)
				if got.Cover == None {
					break
				}
				require.NoError(t, err, history)
				require.Len(t, got.IDs, 1)
				y := yeses[got.IDs[0]]
				require.NotNil(t, y, history)
				require.False(t, y.used, "one yes, two runs: %v", history)
				require.True(t, c.at.Before(y.until), "it ran after its time: %v", history)
				require.True(t, !c.at.Before(latest.Add(-clockSlack)), "it ran under a clock set back: %v", history)
				y.used = true
			}
		}
		_ = g
	}
}
