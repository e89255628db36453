package daemon

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"guard/audit"
	"guard/butler/inbox"
	"guard/coord"
	"guard/grants"
	"guard/internal/person"
	"guard/internal/person/persontest"
	"guard/internal/place"
)

var ctx = context.Background()

func TestMain(m *testing.M) {
	if home := os.Getenv("DAEMON_TEST_HOME"); home != "" {
		daemonThatDies(home, os.Getenv("DAEMON_TEST_STEP"))
		return
	}
	// A test may itself be run by a client: it has processes of its own making.
	root, err := os.MkdirTemp("", "proc")
	if err == nil {
		person.Root = root
		err = errors.Join(persontest.Write(root, person.Process{Name: "bash"}), persontest.Self(root, os.Getpid(), "butler"))
	}
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	status := m.Run()
	_ = os.RemoveAll(root)
	os.Exit(status)
}

// world is a home with a butler in it.
type world struct {
	t    *testing.T
	home string
	d    *Daemon
	stop func()
	ran  chan error

	patient bool // its hooks look for a butler for minutes
}

// newWorld makes a home whose path is short enough for a socket.
func newWorld(t *testing.T) *world {
	t.Helper()
	home, err := os.MkdirTemp("", "bd")
	require.NoError(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(home) })
	return &world{t: t, home: home}
}

func configOf(home string) Config {
	getenv := func(n string) string { return map[string]string{"HOME": home}[n] }
	at, err := place.Find(getenv)
	if err != nil {
		panic(err)
	}
	wire, err := coord.Find(getenv)
	if err != nil {
		panic(err)
	}
	return Config{
		Places: at, Wire: wire, Home: filepath.Join(home, ".butler"), Version: "test", Listen: "127.0.0.1:0",
		Timing: Timing{Tick: 50 * time.Millisecond, Park: 200 * time.Millisecond, Sweep: 50 * time.Millisecond, Retry: time.Millisecond},
	}
}

func (w *world) start(change ...func(*Config)) {
	w.t.Helper()
	c := configOf(w.home)
	for _, f := range change {
		f(&c)
	}
	d, err := Open(ctx, c)
	require.NoError(w.t, err)
	run, stop := context.WithCancel(ctx)
	w.d, w.ran = d, make(chan error, 1)
	go func() { w.ran <- d.Run(run) }()
	w.stop = sync.OnceFunc(func() {
		stop()
		assert.NoError(w.t, <-w.ran)
		d.Close()
	})
	w.t.Cleanup(w.stop)
}

func (w *world) client() coord.Client {
	t := coord.Usual()
	t.Dial, t.Ack = 5*time.Second, 10*time.Second
	t.Again = []time.Duration{10 * time.Millisecond, 50 * time.Millisecond, 200 * time.Millisecond, time.Second, 2 * time.Second}
	if w.patient {
		t.Again = append(t.Again, slices.Repeat([]time.Duration{time.Second}, 120)...)
	}
	return coord.Client{Places: configOf(w.home).Wire, Timing: t}
}

// call is a call of a client that nobody watches, as guard submits it.
func (w *world) call(n int) coord.Submit {
	pol, err := place.Load(configOf(w.home).Places, "")
	require.NoError(w.t, err)
	s := coord.Subject{
		Client: "claude", Session: "s1", Project: w.home + "/p", Unattended: true, Tool: "Bash", Dir: w.home + "/p", Policy: pol.Digest,
		Fields: []coord.Field{{Name: "command", Raw: fmt.Sprintf(`"git push --force origin b%d"`, n)}},
	}
	return coord.Submit{
		Head: coord.Head{ID: coord.NewID()}, Key: subject(s).Fingerprint(), Subject: s, Call: fmt.Sprint("toolu_", n), Event: "PreToolUse",
		Class: coord.Unattended, Tier: "outward", Effects: []string{"rewrite"}, Reasons: []coord.Reason{{Rule: "git push --force", Why: "changes what others rely on"}}, Audit: 3,
	}
}

func attended(s coord.Submit) coord.Submit {
	s.Class, s.Subject.Unattended = coord.Attended, false
	s.Key = subject(s.Subject).Fingerprint()
	return s
}

// asking is a hook that holds for as long as it may.
func (w *world) asking(s coord.Submit, hold time.Duration) chan coord.Answer {
	out := make(chan coord.Answer, 1)
	go func() {
		ctx, stop := context.WithCancel(ctx) // without a deadline it goes at the ack
		if hold > 0 {
			ctx, stop = context.WithTimeout(ctx, hold)
		}
		defer stop()
		out <- w.client().Ask(ctx, s)
	}()
	return out
}

// waiting is the item that waits, once there are n of them.
func (w *world) waiting(n int) inbox.Brief {
	w.t.Helper()
	var items []inbox.Brief
	require.Eventually(w.t, func() bool {
		items = nil
		_, err := w.client().Call(ctx, coord.TList, &coord.List{}, func(r coord.Reply) error {
			var x inbox.Brief
			items = append(items, x)
			return json.Unmarshal(r.Body, &items[len(items)-1])
		})
		return err == nil && len(items) == n
	}, 20*time.Second, 5*time.Millisecond, "there are not %d items", n)
	if n == 0 {
		return inbox.Brief{}
	}
	return items[0]
}

func (w *world) prepare(ref string) (Shown, error) {
	body, err := w.client().Call(ctx, coord.TPrepare, &coord.Prepare{Ref: ref}, nil)
	var s Shown
	if err == nil {
		err = json.Unmarshal(body, &s)
	}
	return s, err
}

func (w *world) decide(ref, said string) (inbox.Outcome, error) {
	var out inbox.Outcome
	s, err := w.prepare(ref)
	if err != nil {
		return out, err
	}
	body, err := w.client().Call(ctx, coord.TDecide, &coord.Decide{Ref: ref, Rev: s.Item.Rev, Hash: s.Item.Hash, Token: s.Token, Idem: coord.NewID(), Decision: json.RawMessage(said)}, nil)
	if err == nil {
		err = json.Unmarshal(body, &out)
	}
	return out, err
}

const yes = `{"approved":true}`

// runs reports whether guard would let the call run without asking.
func (w *world) runs(s coord.Submit) bool {
	w.t.Helper()
	got, err := configOf(w.home).Places.Grants().Take(grants.Request{Subject: subject(s.Subject)})
	require.NoError(w.t, err)
	return got.Cover == grants.Exact
}

func codeOf(err error) coord.Code {
	var f *coord.Fault
	if errors.As(err, &f) {
		return f.Code
	}
	return coord.Code(fmt.Sprint(err))
}

func TestHeldAndApproved(t *testing.T) {
	w := newWorld(t)
	w.start()
	hook := w.asking(w.call(1), time.Minute)
	x := w.waiting(1)
	require.Eventually(t, func() bool { return w.d.inbox.Holding() == 1 }, 20*time.Second, time.Millisecond)
	require.Contains(t, x.Title, "git push --force")
	s, err := w.prepare(x.Ref)
	require.NoError(t, err)
	require.Equal(t, "outward", s.Card.Tier, "the card is judged from the bytes that a yes binds")
	require.Contains(t, s.Card.Fields[0].Text, "git push --force origin b1")
	out, err := w.decide(x.Ref, yes)
	require.NoError(t, err)
	require.Equal(t, "answered", out.Effect)
	a := <-hook
	require.Equal(t, coord.Yes, a.Outcome, "%v", a.Err)
	require.Equal(t, coord.By{Principal: "owner", Via: "terminal"}, a.By)
	require.False(t, w.runs(w.call(1)))
}

func TestHeldAndDenied(t *testing.T) {
	w := newWorld(t)
	w.start()
	hook := w.asking(w.call(1), time.Minute)
	_, err := w.decide(w.waiting(1).Ref, `{"approved":false,"comment":"not today"}`)
	require.NoError(t, err)
	a := <-hook
	require.Equal(t, coord.No, a.Outcome)
	require.Equal(t, "not today", a.Reason)
	a = <-w.asking(w.call(1), time.Minute)
	require.Equal(t, coord.No, a.Outcome, "for a while the same call has the same answer")
}

// TestParkedBeforeGuardsDeadline: nobody answers; butler parks the call while guard
// still listens, and the retry runs once after a late yes.
func TestParkedBeforeGuardsDeadline(t *testing.T) {
	w := newWorld(t)
	w.start()
	a := <-w.asking(w.call(1), time.Second)
	require.Equal(t, coord.Waits, a.Outcome, "%v", a.Err)
	require.NoError(t, a.Err, "it is told, and has not waited to the end")
	require.False(t, w.waiting(1).Attached)
	out, err := w.decide(a.Ref, yes)
	require.NoError(t, err)
	require.Equal(t, "granted", out.Effect)
	w.stop() // the retry needs no butler
	require.True(t, w.runs(w.call(1)))
	require.False(t, w.runs(w.call(1)))
}

// TestHookThatDies: whoever held is gone, and the call is parked.
func TestHookThatDies(t *testing.T) {
	w := newWorld(t)
	w.start()
	call := w.call(1)
	call.V, call.T, call.Nonce, call.HoldMS = coord.Version, coord.TSubmit, "00112233445566778899aabbccddeeff", 60_000
	text, err := json.Marshal(call)
	require.NoError(t, err)
	hook, err := net.Dial("unix", w.client().Places.Guard())
	require.NoError(t, err)
	_, err = hook.Write(append(text, '\n'))
	require.NoError(t, err)
	ack, err := bufio.NewReader(hook).ReadString('\n')
	require.NoError(t, err)
	require.Contains(t, ack, `"t":"ack"`)
	require.True(t, w.waiting(1).Attached)
	require.NoError(t, hook.Close())
	require.Eventually(t, func() bool { return !w.waiting(1).Attached }, 20*time.Second, 5*time.Millisecond)
	_, err = w.decide(w.waiting(1).Ref, yes)
	require.NoError(t, err)
	require.True(t, w.runs(w.call(1)))
}

// TestAttendedNeedsAWatcher: a client that can ask its own person is held only
// while somebody has the inbox open.
func TestAttendedNeedsAWatcher(t *testing.T) {
	w := newWorld(t)
	w.start()
	dialog := attended(w.call(1))
	dialog.Dialog, dialog.Event = true, "PermissionRequest"
	a := <-w.asking(dialog, time.Minute)
	require.Equal(t, coord.Unwanted, a.Outcome)
	w.waiting(0)
	a = <-w.asking(attended(w.call(2)), time.Minute)
	require.Equal(t, coord.Waits, a.Outcome, "it goes at the ack")
	require.False(t, w.waiting(1).Attached)

	watching, stop := context.WithCancel(ctx)
	defer stop()
	seen := make(chan string, 10)
	go func() {
		_, _ = w.client().Call(watching, coord.TWatch, &coord.Watch{}, func(r coord.Reply) error {
			var x inbox.Brief
			if r.T == coord.TChange && json.Unmarshal(r.Body, &x) == nil {
				seen <- x.Title
			}
			return nil
		})
	}()
	require.Eventually(t, w.d.watching, 20*time.Second, time.Millisecond)
	hook := w.asking(dialog, time.Minute)
	require.Contains(t, <-seen, "b1")
	_, err := w.decide(w.waiting(2).Ref, yes)
	require.NoError(t, err)
	require.Equal(t, coord.Yes, (<-hook).Outcome)
	stop()
	require.Eventually(t, func() bool { return !w.d.watching() }, 20*time.Second, time.Millisecond)
}

// TestAnsweredInTheTerminal: the client's own dialog was quicker.
func TestAnsweredInTheTerminal(t *testing.T) {
	w := newWorld(t)
	w.start()
	require.Equal(t, coord.Waits, (<-w.asking(attended(w.call(1)), time.Minute)).Outcome)
	require.Equal(t, coord.Waits, (<-w.asking(attended(w.call(2)), time.Minute)).Outcome)
	w.waiting(2)
	c := w.client()
	require.NoError(t, c.Tell(ctx, coord.Event{Event: "PostToolUse", Client: "claude", Session: "s1"})) // it names no call
	require.NoError(t, c.Tell(ctx, coord.Event{Event: "PostToolUse", Client: "claude", Session: "s1", Call: "toolu_1"}))
	require.Contains(t, w.waiting(1).Title, "b2")
	require.NoError(t, c.Tell(ctx, coord.Event{Event: "SessionEnd", Client: "claude", Session: "s1"}))
	w.waiting(0)
}

func TestWithdrawnByGuard(t *testing.T) {
	w := newWorld(t)
	w.start()
	s := w.call(1)
	hook := w.asking(s, time.Minute)
	ref := w.waiting(1).Ref
	require.NoError(t, w.client().Withdraw(ctx, s.ID, s.Key, "guard was told to stop"))
	require.Equal(t, coord.TakenBack, (<-hook).Outcome)
	_, err := w.decide(ref, yes)
	require.Equal(t, coord.CodeConflict, codeOf(err))
}

// TestWrongFingerprint: what is shown must be what a yes binds.
func TestWrongFingerprint(t *testing.T) {
	w := newWorld(t)
	w.start()
	s := w.call(1)
	s.Key = w.call(2).Key
	a := <-w.asking(s, time.Minute)
	require.Equal(t, coord.Faulty, a.Outcome)
	require.Equal(t, coord.CodeFingerprint, codeOf(a.Err))
	w.waiting(0)
}

func TestSessionIsFull(t *testing.T) {
	w := newWorld(t)
	w.start()
	for i := range inbox.MaxSession {
		require.Equal(t, coord.Waits, (<-w.asking(w.call(i), 0)).Outcome)
	}
	a := <-w.asking(w.call(99), time.Minute)
	require.Equal(t, coord.Refused, a.Outcome)
}

// TestWhoMayDecide: a client above the caller, no terminal, or a process that
// cannot be looked at is refused, whatever verb it uses; reading is not.
func TestWhoMayDecide(t *testing.T) {
	w := newWorld(t)
	w.start()
	a := <-w.asking(w.call(1), 0)
	refused := func(why string) {
		t.Helper()
		c := w.client()
		for name, r := range map[string]any{
			coord.TPrepare: &coord.Prepare{Ref: a.Ref}, coord.TOpen: &coord.Open{},
			coord.TDecide: &coord.Decide{Ref: a.Ref, Rev: 1, Hash: "x", Token: "x", Idem: "x", Decision: json.RawMessage(yes)},
		} {
			_, err := c.Call(ctx, name, r, nil)
			require.Equal(t, coord.CodeForbidden, codeOf(err), name)
			require.ErrorContains(t, err, why, name)
		}
		_, err := c.Call(ctx, coord.TShow, &coord.Show{Ref: a.Ref}, nil)
		require.NoError(t, err, "reading needs no person")
	}
	me, root := os.Getpid(), person.Root
	defer func() {
		require.NoError(t, persontest.Write(root, person.Process{Name: "bash"}))
		require.NoError(t, persontest.Self(root, me, "butler"))
	}()
	require.NoError(t, persontest.Write(root, person.Process{Name: "claude"}))
	refused("is claude")
	for _, name := range []string{coord.TRevoke, coord.TStop} {
		var r any = &coord.Stop{}
		if name == coord.TRevoke {
			r = &coord.Revoke{Ref: a.Ref}
		}
		_, err := w.client().Call(ctx, name, r, nil)
		require.Equal(t, coord.CodeForbidden, codeOf(err))
	}
	require.NoError(t, persontest.Write(root, person.Process{Name: "bash", Env: []string{"CLAUDECODE=1"}}))
	refused("started by a client")
	require.NoError(t, persontest.Write(root, person.Process{Name: "bash"}))
	stat := filepath.Join(root, fmt.Sprint(me), "stat")
	require.NoError(t, os.WriteFile(stat, []byte("1 (butler) S 100 0 0 0"), 0o600))
	refused("no terminal")
	require.NoError(t, os.Remove(stat))
	refused("cannot be looked at")
}

// TestOneInstance: the second one says who runs; a dead one's lock and sockets
// are nobody's.
func TestOneInstance(t *testing.T) {
	w := newWorld(t)
	w.start()
	_, err := Open(ctx, configOf(w.home))
	require.ErrorIs(t, err, ErrRuns)
	require.ErrorContains(t, err, fmt.Sprintf("process %d, version test", os.Getpid()))
	_, err = w.client().Ping(ctx)
	require.NoError(t, err, "the first one is unharmed")

	other := newWorld(t)
	_, err = Open(ctx, func() Config { c := configOf(other.home); c.Wire.Run = configOf(w.home).Wire.Run; return c }())
	require.ErrorIs(t, err, ErrRuns, "another state folder, the same sockets")
	w.stop()
	w.start()
}

func TestStaleSocketsAreTakenOver(t *testing.T) {
	w := newWorld(t)
	w.start()
	run := configOf(w.home).Wire.Run
	w.stop()
	require.NoError(t, os.MkdirAll(run, 0o700))
	for _, name := range []string{"guard.sock", "owner.sock"} {
		require.NoError(t, leaveSocket(filepath.Join(run, name)))
	}
	w.start()
	_, err := w.client().Ping(ctx)
	require.NoError(t, err)
}

// TestPanicsAndFaults: a loop that breaks is reported and goes on.
func TestPanicsAndFaults(t *testing.T) {
	w := newWorld(t)
	w.start()
	loop, stop := context.WithCancel(ctx)
	n := 0
	w.d.every(loop, "test", time.Millisecond, func(context.Context) error {
		switch n++; n {
		case 1:
			panic("one corrupt file")
		case 2, 3:
			return errors.New("the same again")
		case 4:
			stop()
		}
		return nil
	})
	require.Equal(t, 4, n)
	require.Equal(t, int64(2), w.d.faults.Load())
	text, err := os.ReadFile(LogFile(configOf(w.home).Wire))
	require.NoError(t, err)
	require.Contains(t, string(text), "one corrupt file")
	require.Equal(t, 1, strings.Count(string(text), "the same again"))
}

// TestStatusCheckAndContext: what can be asked without a decision.
func TestStatusCheckAndContext(t *testing.T) {
	w := newWorld(t)
	w.start()
	for i := range 5 {
		<-w.asking(attended(w.call(i)), 0)
	}
	x := w.waiting(5)
	_, err := w.decide(x.Ref, yes)
	require.NoError(t, err)
	c := w.client()
	f, err := c.Standing(ctx, x.Ref, "")
	require.NoError(t, err)
	require.Equal(t, []any{coord.Approved, coord.None}, []any{f.State, f.Decision})
	f, err = c.Standing(ctx, "", attended(w.call(0)).Key)
	require.NoError(t, err)
	require.Equal(t, coord.Pending, f.State)
	f, err = c.Standing(ctx, "B-0000", "")
	require.NoError(t, err)
	require.Equal(t, coord.Missing, f.State)

	f, err = c.Context(ctx, coord.Context{Client: "claude", Session: "s1", Budget: 1000})
	require.NoError(t, err)
	require.Contains(t, f.Text, x.Ref+" was approved")
	require.Equal(t, 2, strings.Count(f.Text, "still waits"))
	require.Contains(t, f.Text, "and 2 more")
	require.NotContains(t, f.Text, "git push", "what the model wrote is not told to it as butler's word")
	f, err = c.Context(ctx, coord.Context{Client: "claude", Session: "s2", Budget: 1000})
	require.NoError(t, err)
	require.Empty(t, f.Text)
	for named, want := range map[int]string{2: x.Ref + " was approved", 3: "and 5 more", 9: "and 5 more"} {
		f, err = c.Context(ctx, coord.Context{Client: "claude", Session: "s1", Budget: 1000, Named: named})
		require.NoError(t, err)
		require.True(t, strings.HasPrefix(f.Text, want), f.Text)
		require.NotContains(t, f.Text, "still waits", "no more than three with those that guard names itself")
	}
	list, err := w.d.inbox.List(ctx, inbox.Filter{})
	require.NoError(t, err)
	_, err = w.decide(list[0].Ref, `{"approved":false,"comment":"not on a Friday"}`)
	require.NoError(t, err)
	_, err = w.decide(list[1].Ref, `{"approved":false,"changesRequested":true,"comment":"with --dry-run"}`)
	require.NoError(t, err)
	f, err = c.Context(ctx, coord.Context{Client: "claude", Session: "s1", Budget: 1000})
	require.NoError(t, err)
	require.Contains(t, f.Text, list[0].Ref+" was denied: not on a Friday")
	require.Contains(t, f.Text, list[1].Ref+" was denied, changes are requested: with --dry-run")
	require.Contains(t, f.Text, "; and 2 more", "what the agent can act on comes first")
	f, err = c.Context(ctx, coord.Context{Client: "claude", Session: "s1", Budget: 10})
	require.NoError(t, err)
	require.Empty(t, f.Text, "what does not fit is not cut")

	body, err := c.Call(ctx, coord.TStatus, &coord.Status{}, nil)
	require.NoError(t, err)
	var s Status
	require.NoError(t, json.Unmarshal(body, &s))
	require.Equal(t, []any{2, 1, "test", os.Getpid(), false}, []any{s.Inbox.Pending, s.Inbox.Approved, s.Version, s.PID, s.Watching})
}

// TestListInBatches: a list comes in items frames where these are known, else item
// by item; it is the same list, and the largest items there can be fit.
func TestListInBatches(t *testing.T) {
	w := newWorld(t)
	w.start()
	const n = 3*coord.MaxBatch + 5
	big := func(n int) string { return strings.Repeat("\x01", n) } // six bytes each in JSON
	require.NoError(t, w.fillUp(n, func(s *inbox.Submission) {
		s.Project, s.Session, s.Client, s.Tier = big(4096), s.Session+big(256-len(s.Session)), big(64), big(32)
		s.Title, s.Content.Reasons = big(200), []inbox.Reason{{Rule: big(120), Why: big(300)}}
	}))
	list := func(l coord.List) (items []inbox.Brief, frames map[string]int, counts inbox.Counts) {
		frames = map[string]int{}
		body, err := w.client().Call(ctx, coord.TList, &l, func(r coord.Reply) error {
			frames[r.T]++
			body := r.Body
			if r.T == coord.TItem {
				body = slices.Concat([]byte("["), body, []byte("]"))
			}
			var some []inbox.Brief
			err := json.Unmarshal(body, &some)
			items = append(items, some...)
			return err
		})
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(body, &counts))
		return items, frames, counts
	}
	want, err := w.d.inbox.List(ctx, inbox.Filter{})
	require.NoError(t, err)
	require.Len(t, want, n)
	one, frames, counts := list(coord.List{})
	require.Equal(t, map[string]int{coord.TItem: n}, frames)
	require.Equal(t, want, one)
	require.Equal(t, n, counts.Pending)
	many, frames, counts := list(coord.List{Batch: true})
	require.Equal(t, map[string]int{coord.TItems: 4}, frames)
	require.Equal(t, want, many)
	require.Equal(t, n, counts.Pending)
	few, _, _ := list(coord.List{Batch: true, Limit: 40})
	require.Equal(t, want[:40], few)

	// An asker who goes away in the middle holds up nobody.
	_, err = w.client().Call(ctx, coord.TList, &coord.List{}, func(coord.Reply) error { return errors.New("enough") })
	require.ErrorContains(t, err, "enough")
	again, _, _ := list(coord.List{Batch: true})
	require.Equal(t, want, again)
}

// TestNotified: the owner's program hears of a call, and not of one that is
// looked at already.
func TestNotified(t *testing.T) {
	w := newWorld(t)
	got := filepath.Join(w.home, "got")
	require.NoError(t, os.MkdirAll(filepath.Join(w.home, ".butler"), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(w.home, ".butler", "butler.json"), []byte(`{"notification":{"command":["/bin/sh","-c","cat >> `+got+`"]}}`), 0o600))
	w.start()
	a := <-w.asking(w.call(1), 0)
	require.Eventually(t, func() bool { text, _ := os.ReadFile(got); return strings.Contains(string(text), a.Ref) }, 20*time.Second, 10*time.Millisecond)
	text, err := os.ReadFile(got)
	require.NoError(t, err)
	require.NotContains(t, string(text), "origin", "it names the rule, not the command")
}

// TestStopEndsQuickly: hooks that hold are cut off, and find the next butler.
func TestStopEndsQuickly(t *testing.T) {
	w := newWorld(t)
	w.start()
	hook := w.asking(w.call(1), time.Minute)
	require.Eventually(t, func() bool { return w.d.inbox.Holding() == 1 }, 20*time.Second, time.Millisecond)
	w.stop()
	w.start()
	require.Eventually(t, func() bool { return w.d.inbox.Holding() == 1 }, 20*time.Second, time.Millisecond, "the hook came back")
	_, err := w.decide(w.waiting(1).Ref, yes)
	require.NoError(t, err)
	require.Equal(t, coord.Yes, (<-hook).Outcome)
}

// TestManyHolders: two hundred hooks hold at once, and each gets its own answer.
func TestManyHolders(t *testing.T) {
	n := 200
	if testing.Short() {
		n = 20
	}
	w := newWorld(t)
	w.start()
	var hooks []chan coord.Answer
	for i := range n {
		s := w.call(i)
		s.Subject.Session = fmt.Sprint("s", i)
		s.Key = subject(s.Subject).Fingerprint()
		hooks = append(hooks, w.asking(s, 2*time.Minute))
	}
	require.Eventually(t, func() bool { return w.d.inbox.Holding() == n }, time.Minute, 10*time.Millisecond)
	list, err := w.d.inbox.List(ctx, inbox.Filter{})
	require.NoError(t, err)
	want := map[string]bool{}
	for i, x := range list {
		said := yes
		if i%2 == 1 {
			said = `{"approved":false}`
		}
		_, err := w.decide(x.Ref, said)
		require.NoError(t, err)
		want[x.Ref] = said == yes
	}
	for _, h := range hooks {
		a := <-h
		require.Equal(t, want[a.Ref], a.Outcome == coord.Yes, "%v %v", a.Outcome, a.Err)
	}
	require.Len(t, want, n)
}

func TestLogFileRotates(t *testing.T) {
	name := filepath.Join(t.TempDir(), "log", "butler.log")
	l, err := openLogFile(name)
	require.NoError(t, err)
	l.max = 1000
	log := newLog(l)
	for i := range 100 {
		log.Info("a line", "n", i, "header", "Authorization: Bearer abcdefghijklmnopqrstuvwxyz0123456789")
	}
	require.NoError(t, l.Close())
	log.Info("it opens again")
	files, err := filepath.Glob(name + "*")
	require.NoError(t, err)
	require.Len(t, files, logKeep+1)
	for _, f := range files {
		fi, err := os.Stat(f)
		require.NoError(t, err)
		require.LessOrEqual(t, fi.Size(), int64(1000))
		require.Equal(t, os.FileMode(0o600), fi.Mode().Perm())
		text, err := os.ReadFile(f)
		require.NoError(t, err)
		require.NotContains(t, string(text), "abcdefghijklmnop", "secrets are masked")
	}
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Contains(t, string(text), "it opens again")
}

// audited are the rulings in guard's log.
func (w *world) audited() []audit.Record {
	var out []audit.Record
	for line, err := range audit.Lines(configOf(w.home).Places.LogDir()) {
		if err != nil {
			break // there is none yet
		}
		r, err := audit.ParseRecord(line)
		require.NoError(w.t, err)
		if r.Type == audit.TypeRuling {
			out = append(out, r)
		}
	}
	return out
}
