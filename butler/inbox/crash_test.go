package inbox

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"guard/audit"
	"guard/butler/db"
	"guard/grants"
)

// TestMain lets this binary also be a butler that is killed at a step.
func TestMain(m *testing.M) {
	if dir := os.Getenv("INBOX_TEST_DIR"); dir != "" {
		butlerThatDies(dir, os.Getenv("INBOX_TEST_STEP"))
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// butlerThatDies keeps three calls and approves them: one parked, one held, and one
// held whose yes is for the session and for two commands. At the n-th step it is gone. What it prints has left the process.
func butlerThatDies(dir, at string) {
	n := 0
	step := func(string) {
		if n++; fmt.Sprint(n) == at {
			p, _ := os.FindProcess(os.Getpid())
			_ = p.Kill() // SIGKILL: nothing of this process runs any more
			select {}
		}
	}
	d, err := db.Open(ctx, filepath.Join(dir, "butler", "butler.db"), Room)
	must(err)
	b, err := New(ctx, Options{
		DB: d, Grants: grants.Open(filepath.Join(dir, "guard")), Step: step,
		Log: func() (*audit.Log, error) { return audit.Open(filepath.Join(dir, "audit"), audit.Options{}), nil },
	})
	must(err)
	parked, err := b.Submit(ctx, theParked())
	must(err)
	fmt.Println("kept parked")
	held, err := b.Submit(ctx, theHeld())
	must(err)
	fmt.Println("kept held")
	wide, err := b.Submit(ctx, theWide())
	must(err)
	fmt.Println("kept wide")
	for _, it := range []*Item{parked.Item, held.Item, wide.Item} {
		p, err := b.Prepare(ctx, it.Ref)
		must(err)
		d := Decide{ID: it.ID, Rev: p.Item.Rev, Hash: p.Item.Hash, Token: p.Token, Idem: it.ID, Decision: Decision{Approved: true}, By: owner}
		if it == wide.Item {
			d.Scope = Session
		}
		_, err = b.Decide(ctx, d)
		must(err)
		if it == parked.Item {
			fmt.Println("approved parked")
		}
	}
	if (<-held.Hold.Done()).Approved {
		fmt.Println("ran held")
	}
	if (<-wide.Hold.Done()).Approved {
		fmt.Println("ran wide")
	}
	must(b.Sweep(ctx))
	fmt.Println("steps", n)
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func theParked() Submission {
	w := world{}
	return w.submission(push(1), false)
}

func theHeld() Submission {
	w := world{ids: 1}
	return w.submission(push(2), true)
}

// theWide may be approved for the session, for both of its commands.
func theWide() Submission {
	w := world{ids: 2}
	s := w.submission(push(3), true)
	for _, target := range []string{"clean", "dist"} {
		s.Content.Needs = append(s.Content.Needs, grants.Need{Argv: []string{"make", target}, Dirs: []string{"/home/dev/p"}, Effects: []string{"deletes project"}})
	}
	return s
}

// TestKilled ends butler at each of its steps. What it had acknowledged is there;
// a yes that it had confirmed has its one effect, one that it had not has at most
// one; nothing runs without a record of the yes.
func TestKilled(t *testing.T) {
	steps, stride := 1000, 1
	if testing.Short() {
		stride = 5
	}
	for n := 1; n <= steps; n += stride {
		dir := t.TempDir()
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), "INBOX_TEST_DIR="+dir, fmt.Sprint("INBOX_TEST_STEP=", n))
		out, err := cmd.Output()
		said := string(out)
		if i := strings.Index(said, "steps "); err == nil && i >= 0 {
			_, err := fmt.Sscan(said[i+6:], &steps)
			require.NoError(t, err)
			require.Greater(t, steps, 12, "there are steps to die at")
			continue
		}
		require.ErrorContains(t, err, "killed", "step %d", n)
		t.Run(fmt.Sprint("step ", n), func(t *testing.T) { afterTheDeath(t, dir, said) })
		if t.Failed() {
			return
		}
	}
}

func afterTheDeath(t *testing.T, dir, said string) {
	w := &world{t: t, dir: dir, clock: time.Now()}
	d, err := db.Open(ctx, filepath.Join(dir, "butler", "butler.db"), Room)
	require.NoError(t, err)
	defer d.Close()
	w.db, w.store = d, grants.Open(filepath.Join(dir, "guard"))
	w.open()
	items, err := w.List(ctx, Filter{All: true})
	require.NoError(t, err)
	there := map[string]Brief{}
	for _, x := range items {
		there[x.Title] = x
	}
	refOf := func(s Submission) string { return there[Title(s.Content)].Ref }

	// The parked call is tried again twice, as the agent does.
	runs := 0
	for range 2 {
		if w.runs(push(1)) {
			runs++
		}
	}
	if strings.Contains(said, "kept parked") {
		require.NotEmpty(t, refOf(theParked()), "what was acknowledged is there")
	}
	if strings.Contains(said, "approved parked") {
		require.Equal(t, 1, runs, "a yes that was confirmed runs once")
	}
	require.LessOrEqual(t, runs, 1)
	require.True(t, runs == 0 || w.recorded(refOf(theParked())), "nothing runs without a record")

	// The hook that held comes back, unless it has its answer.
	runs = 0
	if strings.Contains(said, "ran held") {
		runs++
	} else if strings.Contains(said, "kept held") {
		require.NotEmpty(t, refOf(theHeld()))
		back, err := w.Submit(ctx, theHeld())
		require.NoError(t, err)
		if back.Answer != nil && back.Answer.Approved {
			runs++
		} else {
			require.NotNil(t, back.Hold, "it still waits for the owner: %+v", back.Answer)
		}
	}
	for range 2 {
		if w.runs(push(2)) {
			runs++
		}
	}
	wideGrants(t, w, there[Title(theWide().Content)], said)

	if more, err := w.Submit(ctx, (&world{ids: 7}).submission(push(2), false)); err != nil || more.Answer != nil {
		t.Fatalf("another try of it got %+v, %v", more.Answer, err)
	}
	require.LessOrEqual(t, runs, 1, "one yes, one run")
	require.True(t, runs == 0 || w.recorded(refOf(theHeld())))

	found, err := d.Check(ctx)
	require.NoError(t, err)
	require.Empty(t, found)
	seen := map[string]int{}
	for _, r := range w.logged() {
		if r.Rule != "" {
			seen[r.Rule]++
			require.Equal(t, 1, seen[r.Rule], "no record stands twice")
		}
	}
}

// wideGrants: a yes for the session is whole. Where it was said, by the end of the
// first start after the death both its grants are in force, once; else there is
// none. Another start changes nothing.
func wideGrants(t *testing.T, w *world, it Brief, said string) {
	if !strings.Contains(said, "kept wide") && it.ID == "" {
		return
	}
	require.NotEmpty(t, it.ID)
	for range 2 {
		l, err := w.store.List()
		require.NoError(t, err)
		made := map[string]int{}
		for _, g := range l.Grants {
			if g.Ref == it.Ref {
				made[strings.Join(g.Match.Argv, " ")]++
				require.LessOrEqual(t, g.Expires.Sub(g.Created), SessionLife)
			}
		}
		if it.State == Pending {
			require.Empty(t, made)
			require.NotContains(t, said, "ran wide")
		} else {
			require.Equal(t, Consumed, it.State)
			require.Equal(t, map[string]int{"make clean": 1, "make dist": 1}, made)
			require.True(t, w.recorded(it.Ref))
		}
		w.open()
	}
}

// recorded reports whether guard's log holds a person's yes to the item.
func (w *world) recorded(ref string) bool {
	for _, r := range w.logged() {
		if r.Type == audit.TypeRuling && r.Answer == "allow" && strings.HasPrefix(r.Reason, ref+" ") && strings.HasPrefix(r.By, "owner, ") {
			return true
		}
	}
	return false
}

// TestRandomHistories holds the inbox to its promise with random submissions,
// decisions, waits that end, restarts, faults of the log and moves of the clock:
// the runs of a call are never more than the yeses to it, and none comes without
// a record.
func TestRandomHistories(t *testing.T) {
	seeds := uint64(12)
	if testing.Short() {
		seeds = 3
	}
	for seed := range seeds {
		r := rand.New(rand.NewPCG(seed, 7))
		w := newWorld(t)
		yeses, runs := map[int]int{}, map[int]int{}
		var holds []struct {
			n int
			h *Hold
		}
		collect := func() {
			for _, x := range holds {
				select {
				case a := <-x.h.Done():
					if a.Approved {
						runs[x.n]++
					}
				default:
				}
			}
		}
		for range 80 {
			n := r.IntN(3)
			switch r.IntN(10) {
			case 0:
				w.later(time.Duration(r.IntN(300)) * time.Second)
			case 1:
				w.open() // whoever held is cut off, and does not come back
				holds = nil
			case 2:
				if r.IntN(3) == 0 {
					w.breakLog(fmt.Errorf("full"))
				} else {
					w.breakLog(nil)
				}
			case 3:
				if len(holds) > 0 {
					holds[r.IntN(len(holds))].h.Leave(ctx)
				}
			case 4:
				_ = w.Sweep(ctx)
			case 5, 6:
				list, err := w.List(ctx, Filter{})
				require.NoError(t, err)
				if len(list) == 0 {
					continue
				}
				x := list[r.IntN(len(list))]
				d := Decision{Approved: r.IntN(3) > 0}
				if _, err := w.say(x.Ref, d, Once); err == nil && d.Approved {
					for i := range 3 {
						if x.Title == Title(Content{Subject: ptr(push(i))}) {
							yeses[i]++
						}
					}
				}
			case 7:
				if w.runs(push(n)) {
					runs[n]++
				}
			default:
				s, err := w.Submit(ctx, w.submission(push(n), r.IntN(2) == 0))
				if err != nil {
					continue
				}
				if s.Answer != nil && s.Answer.Approved {
					runs[n]++
				}
				if s.Hold != nil {
					holds = append(holds, struct {
						n int
						h *Hold
					}{n, s.Hold})
				}
			}
			collect()
			w.inStep()
			for i := range 3 {
				require.LessOrEqual(t, runs[i], yeses[i], "seed %d", seed)
			}
		}
		w.breakLog(nil)
		_ = w.Sweep(ctx)
		total, records := 0, 0
		for i := range 3 {
			total += runs[i]
		}
		for _, x := range w.logged() {
			if x.Type == audit.TypeRuling && x.Answer == "allow" {
				records++
			}
		}
		require.LessOrEqual(t, total, records, "seed %d", seed)
	}
}

func ptr[T any](v T) *T { return &v }
