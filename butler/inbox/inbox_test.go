package inbox

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
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
	"guard/butler/db"
	"guard/grants"
)

var ctx = context.Background()

// world is an inbox with a clock that the test moves, guard's log and grants.
type world struct {
	*Inbox
	t     *testing.T
	dir   string
	db    *db.DB
	store *grants.Store
	mu    sync.Mutex
	clock time.Time
	logOK error // what opening the log gives
	still error // what is said of calls that have changed
	ids   int
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{t: t, dir: t.TempDir(), clock: time.Now()}
	d, err := db.Open(ctx, filepath.Join(w.dir, "butler", "butler.db"), Room)
	require.NoError(t, err)
	t.Cleanup(func() { _ = d.Close() })
	w.db, w.store = d, grants.Open(filepath.Join(w.dir, "guard"))
	w.open()
	return w
}

// open begins a new butler on what the last one left.
func (w *world) open() {
	w.t.Helper()
	b, err := New(ctx, Options{
		DB: w.db, Grants: w.store,
		Log: func() (*audit.Log, error) {
			w.mu.Lock()
			defer w.mu.Unlock()
			return audit.Open(filepath.Join(w.dir, "audit"), audit.Options{Sync: audit.SyncNever}), w.logOK
		},
		Still: func(grants.Subject) error { return w.still },
		Now: func() time.Time {
			w.mu.Lock()
			defer w.mu.Unlock()
			return w.clock
		},
	})
	require.NoError(w.t, err)
	w.Inbox = b
}

func (w *world) later(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.clock = w.clock.Add(d)
}

func (w *world) breakLog(err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.logOK = err
}

// push is a call of an attended session.
func push(n int) grants.Subject {
	return grants.Subject{
		Client: "claude", Session: "s1", Project: "/home/dev/p", Tool: "Bash", Dir: "/home/dev/p", Policy: "sha256:0011",
		Fields: []grants.Field{{Name: "command", Raw: fmt.Sprintf(`"git push origin %d"`, n)}},
	}
}

func alone(n int) grants.Subject {
	s := push(n)
	s.Unattended = true
	return s
}

func (w *world) submission(s grants.Subject, hold bool) Submission {
	w.ids++
	return Submission{
		Source: Hook, Kind: Approval, Key: s.Fingerprint(), Tier: "dangerous",
		Content: Content{Subject: &s, Event: "PreToolUse", Reasons: []Reason{{"git push", "changes what other people see"}}},
		Try:     Try{ID: fmt.Sprintf("T%025d", w.ids), Call: fmt.Sprint("toolu_", w.ids), Audit: 7, Hold: hold},
	}
}

func (w *world) submit(s grants.Subject, hold bool) Submitted {
	w.t.Helper()
	out, err := w.Submit(ctx, w.submission(s, hold))
	require.NoError(w.t, err)
	return out
}

var owner = Actor{Principal: "owner", Via: Terminal, Detail: "uid 1000, /dev/pts/1"}

// decide prepares and decides.
func (w *world) decide(ref, said string) (Outcome, error) {
	w.t.Helper()
	d, err := ReadDecision([]byte(said))
	require.NoError(w.t, err)
	return w.say(ref, d, Once)
}

func (w *world) say(ref string, d Decision, scope Scope) (Outcome, error) {
	p, err := w.Prepare(ctx, ref)
	if err != nil {
		return Outcome{}, err
	}
	w.mu.Lock()
	w.ids++
	idem := fmt.Sprint("idem ", w.ids)
	w.mu.Unlock()
	return w.Decide(ctx, Decide{ID: p.Item.ID, Rev: p.Item.Rev, Hash: p.Item.Hash, Token: p.Token, Idem: idem, Decision: d, Scope: scope, By: owner})
}

const yes, no = `{"approved":true}`, `{"approved":false,"comment":"not on a Friday"}`

func (w *world) state(id string) State {
	w.t.Helper()
	it, err := w.Get(ctx, id)
	require.NoError(w.t, err)
	return it.State
}

// runs reports whether guard would let the call run without asking butler.
func (w *world) runs(s grants.Subject) bool {
	w.t.Helper()
	got, err := w.store.Take(grants.Request{Subject: s})
	require.NoError(w.t, err)
	return got.Cover == grants.Exact
}

// logged are the rulings and grants in guard's log.
func (w *world) logged() []audit.Record {
	w.t.Helper()
	var out []audit.Record
	for line, err := range audit.Lines(filepath.Join(w.dir, "audit")) {
		if errors.Is(err, fs.ErrNotExist) {
			break
		}
		require.NoError(w.t, err)
		r, err := audit.ParseRecord(line)
		require.NoError(w.t, err)
		if r.Type == audit.TypeRuling || r.Type == audit.TypeGrant || r.Type == audit.TypeRevoke {
			out = append(out, r)
		}
	}
	return out
}

func (w *world) says() []string {
	out := []string{}
	for _, r := range w.logged() {
		out = append(out, strings.TrimSpace(fmt.Sprint(r.Type, " ", r.Answer)))
	}
	return out
}

// answered is what the hold was told, which must be there already.
func answered(t *testing.T, h *Hold) Answer {
	t.Helper()
	select {
	case a := <-h.Done():
		return a
	default:
		t.Fatal("it still waits")
		return Answer{}
	}
}

func waits(t *testing.T, h *Hold) {
	t.Helper()
	select {
	case a := <-h.Done():
		t.Fatalf("it was answered: %+v", a)
	default:
	}
}

func TestHeldAndApproved(t *testing.T) {
	w := newWorld(t)
	s := w.submit(push(1), true)
	assert.True(t, s.New)
	assert.True(t, s.Item.Attached)
	assert.Regexp(t, `^B-[0-9A-HJKMNP-TV-Z]{4}$`, s.Item.Ref)
	waits(t, s.Hold)

	out, err := w.decide(s.Item.Ref, yes)
	require.NoError(t, err)
	assert.Equal(t, "answered", out.Effect)
	a := answered(t, s.Hold)
	assert.True(t, a.Approved)
	assert.Equal(t, Terminal, a.By.Via, "every ruling names its channel")
	assert.Equal(t, Consumed, w.state(s.Item.ID))
	assert.False(t, w.runs(push(1)), "the yes was used by the one that held")

	r := w.logged()
	require.Len(t, r, 1)
	assert.Equal(t, "allow", r[0].Answer)
	assert.Equal(t, uint64(7), r[0].Ref)
	assert.Contains(t, r[0].By, "owner, terminal, uid 1000")
}

func TestHeldAndDenied(t *testing.T) {
	w := newWorld(t)
	s := w.submit(push(1), true)
	_, err := w.decide(s.Item.Ref, no)
	require.NoError(t, err)
	a := answered(t, s.Hold)
	assert.False(t, a.Approved)
	assert.Equal(t, "not on a Friday", a.Reason)
	assert.Equal(t, []string{"ruling deny"}, w.says())
}

// TestParkedApprovedRetried: the yes becomes a grant that the unchanged retry
// uses up even where butler is dead; any other call does not have it.
func TestParkedApprovedRetried(t *testing.T) {
	for name, s := range map[string]grants.Subject{"attended": push(1), "unattended": alone(1)} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			got := w.submit(s, true)
			require.True(t, got.Hold.Leave(ctx))
			it, err := w.Get(ctx, got.Item.ID)
			require.NoError(t, err)
			require.False(t, it.Attached)
			out, err := w.decide(it.Ref, yes)
			require.NoError(t, err)
			require.Equal(t, "granted", out.Effect)
			require.Len(t, out.Item.Grants, 1)
			waits(t, got.Hold)

			other := s
			other.Dir = "/elsewhere"
			require.False(t, w.runs(other))
			require.True(t, w.runs(s))
			require.False(t, w.runs(s), "one yes, one run")
			require.NoError(t, w.Sweep(ctx))
			require.Equal(t, Consumed, w.state(it.ID))
			require.Equal(t, []string{"ruling allow", "grant"}, w.says())
		})
	}
}

// TestAYesNeedsItsRecord: where the log cannot be written, the one that holds is
// told no, and no grant is made before the log can be written again.
func TestAYesNeedsItsRecord(t *testing.T) {
	w := newWorld(t)
	full := errors.New("the disk is full")
	held, parked := w.submit(push(1), true), w.submit(push(2), false)
	w.breakLog(full)
	out, err := w.decide(held.Item.Ref, yes)
	require.NoError(t, err)
	require.Contains(t, out.Warning, "the disk is full")
	require.False(t, answered(t, held.Hold).Approved)

	out, err = w.decide(parked.Item.Ref, yes)
	require.NoError(t, err)
	require.Equal(t, "waits", out.Effect)
	require.False(t, w.runs(push(2)))
	require.Error(t, w.Sweep(ctx))
	require.False(t, w.runs(push(2)))

	again, err := w.Submit(ctx, w.submission(push(2), true))
	require.ErrorIs(t, err, ErrLog, "not even for one that asks anew: %+v", again)

	w.breakLog(nil)
	require.NoError(t, w.Sweep(ctx))
	require.True(t, w.runs(push(2)))
	require.Equal(t, []string{"ruling allow", "ruling allow", "grant"}, w.says())
}

// TestANoNeedsNoRecord: a no counts even where it cannot be written down.
func TestANoNeedsNoRecord(t *testing.T) {
	w := newWorld(t)
	s := w.submit(push(1), true)
	w.breakLog(errors.New("the disk is full"))
	out, err := w.decide(s.Item.Ref, no)
	require.NoError(t, err)
	require.NotEmpty(t, out.Warning)
	require.Equal(t, Denied, answered(t, s.Hold).State)
}

// TestSameCallSameItem: what asks for the same is another attempt, not another
// question.
func TestSameCallSameItem(t *testing.T) {
	w := newWorld(t)
	first, second := w.submit(push(1), false), w.submit(push(1), true)
	require.Equal(t, first.Item.ID, second.Item.ID)
	require.False(t, second.New)
	require.Equal(t, 2, second.Item.Attempts)
	require.NotEqual(t, first.Item.ID, w.submit(push(2), false).Item.ID)

	p, err := w.Prepare(ctx, first.Item.Ref)
	require.NoError(t, err)
	w.submit(push(1), false)
	_, err = w.Decide(ctx, Decide{ID: p.Item.ID, Rev: p.Item.Rev, Hash: p.Item.Hash, Token: p.Token, Idem: "i", Decision: Decision{Approved: true}, By: owner})
	require.NoError(t, err, "an agent that tries again does not keep the owner from deciding")
	require.True(t, answered(t, second.Hold).Approved)
}

// TestTwoHoldOneYes: one of two that hold the same call gets the yes.
func TestTwoHoldOneYes(t *testing.T) {
	w := newWorld(t)
	a, b := w.submit(push(1), true), w.submit(push(1), true)
	_, err := w.decide(a.Item.Ref, yes)
	require.NoError(t, err)
	require.True(t, answered(t, a.Hold).Approved)
	require.False(t, answered(t, b.Hold).Approved)
}

// TestCooldown: for ten minutes the owner's no answers the same call.
func TestCooldown(t *testing.T) {
	w := newWorld(t)
	s := w.submit(push(1), false)
	_, err := w.decide(s.Item.Ref, no)
	require.NoError(t, err)
	again := w.submit(push(1), true)
	require.Nil(t, again.Hold)
	require.Equal(t, s.Item.Ref, again.Answer.Ref)
	require.Equal(t, "not on a Friday", again.Answer.Reason)
	require.NotNil(t, w.submit(push(2), true).Hold, "another call is asked about")
	w.later(Cooldown + time.Second)
	fresh := w.submit(push(1), true)
	require.NotNil(t, fresh.Hold)
	require.NotEqual(t, s.Item.ID, fresh.Item.ID)
}

func TestCapOfASession(t *testing.T) {
	w := newWorld(t)
	for i := range MaxSession {
		w.submit(push(i), false)
	}
	_, err := w.Submit(ctx, w.submission(push(99), false))
	require.ErrorIs(t, err, ErrFull)
	require.Equal(t, "full", Code(err))
	w.submit(push(3), false) // one that waits already
	other := push(99)
	other.Session = "s2"
	w.submit(other, false)
}

// TestExpiryIsNoApproval: nobody decides, and nothing runs.
func TestExpiryIsNoApproval(t *testing.T) {
	for name, c := range map[string]struct {
		s    grants.Subject
		life time.Duration
	}{"attended": {push(1), PendingLife}, "unattended": {alone(1), UnattendedLife}} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			s := w.submit(c.s, true)
			w.later(c.life - time.Second)
			require.NoError(t, w.Sweep(ctx))
			require.Equal(t, Pending, w.state(s.Item.ID))
			p, err := w.Prepare(ctx, s.Item.Ref)
			require.NoError(t, err)
			w.later(2 * time.Second)
			_, err = w.Decide(ctx, Decide{ID: p.Item.ID, Rev: p.Item.Rev, Hash: p.Item.Hash, Token: p.Token, Idem: "i", Decision: Decision{Approved: true}, By: owner})
			require.ErrorIs(t, err, ErrConflict, "even before the sweep has seen it")
			require.NoError(t, w.Sweep(ctx))
			require.Equal(t, Expired, w.state(s.Item.ID))
			require.Equal(t, Answer{State: Expired, Ref: s.Item.Ref, Reason: "nobody decided in time", By: butler, Expires: s.Item.Expires}, answered(t, s.Hold))
			require.False(t, w.runs(c.s))
			_, err = w.decide(s.Item.Ref, yes)
			require.ErrorIs(t, err, ErrConflict)
			require.Equal(t, []string{"ruling none"}, w.says())
			require.True(t, w.submit(c.s, false).New, "it may be asked anew")
		})
	}
}

// TestRestart: what was attached is parked, what expired meanwhile is expired,
// and a hook that comes back with its id finds its item.
func TestRestart(t *testing.T) {
	w := newWorld(t)
	held := w.submission(push(1), true)
	a, err := w.Submit(ctx, held)
	require.NoError(t, err)
	b := w.submit(alone(2), false)
	w.later(time.Hour)
	w.open()
	it, err := w.Get(ctx, a.Item.ID)
	require.NoError(t, err)
	require.Equal(t, Pending, it.State)
	require.False(t, it.Attached)
	require.Equal(t, Expired, w.state(b.Item.ID))

	back, err := w.Submit(ctx, held)
	require.NoError(t, err)
	require.Equal(t, a.Item.ID, back.Item.ID)
	require.Equal(t, 1, back.Item.Attempts, "it is the same try")
	_, err = w.decide(it.Ref, yes)
	require.NoError(t, err)
	require.True(t, answered(t, back.Hold).Approved)

	w.open() // butler dies before the answer is out, and the hook comes back once more
	back, err = w.Submit(ctx, held)
	require.NoError(t, err)
	require.True(t, back.Answer.Approved)
	w.later(redeliver)
	back, err = w.Submit(ctx, held)
	require.NoError(t, err)
	require.False(t, back.Answer.Approved, "no hook holds for so long")
	other := w.submission(push(1), true)
	fresh, err := w.Submit(ctx, other)
	require.NoError(t, err)
	require.Nil(t, fresh.Answer, "and another try needs another yes")
}

// TestAHookThatComesBackAfterTheGrant: butler died, was told yes after its new
// start, and made a grant; the hook that still holds comes back and uses it up.
func TestAHookThatComesBackAfterTheGrant(t *testing.T) {
	w := newWorld(t)
	held := w.submission(push(1), true)
	a, err := w.Submit(ctx, held)
	require.NoError(t, err)
	w.open()
	out, err := w.decide(a.Item.Ref, yes)
	require.NoError(t, err)
	require.Equal(t, "granted", out.Effect)
	back, err := w.Submit(ctx, held)
	require.NoError(t, err)
	require.True(t, back.Answer.Approved)
	require.False(t, w.runs(push(1)), "the grant is used up")
	require.Equal(t, Consumed, w.state(a.Item.ID))
}

// TestARetryThatWasQuicker: the grant is used already, so that the one that comes
// back is asked about anew.
func TestARetryThatWasQuicker(t *testing.T) {
	w := newWorld(t)
	a := w.submit(push(1), false)
	_, err := w.decide(a.Item.Ref, yes)
	require.NoError(t, err)
	require.True(t, w.runs(push(1)))
	b := w.submit(push(1), true)
	require.Nil(t, b.Answer)
	require.NotEqual(t, a.Item.ID, b.Item.ID)
	require.Equal(t, Consumed, w.state(a.Item.ID))
}

// TestLapsed: a yes that came into no force in its time never does.
func TestLapsed(t *testing.T) {
	w := newWorld(t)
	w.later(-grants.OnceAttended - time.Second) // by the clock of the grants it was said so long ago
	a := w.submit(push(1), false)
	_, err := w.decide(a.Item.Ref, yes)
	require.NoError(t, err)
	require.Equal(t, Lapsed, w.state(a.Item.ID))
	require.False(t, w.runs(push(1)))
	require.Equal(t, []string{"ruling allow"}, w.says())
	require.NoError(t, w.Flush(ctx))
	require.Equal(t, []string{"ruling allow", "ruling none"}, w.says())
}

func TestRevoke(t *testing.T) {
	w := newWorld(t)
	a := w.submit(push(1), false)
	_, err := w.Revoke(ctx, a.Item.Ref, "", owner)
	require.ErrorIs(t, err, ErrConflict, "nothing was approved yet")
	_, err = w.decide(a.Item.Ref, yes)
	require.NoError(t, err)
	_, err = w.Revoke(ctx, a.Item.Ref, "a slip", butler)
	require.ErrorIs(t, err, ErrForbidden)
	it, err := w.Revoke(ctx, a.Item.Ref, "a slip", owner)
	require.NoError(t, err)
	require.Equal(t, Revoked, it.State)
	require.False(t, w.runs(push(1)))
	require.Equal(t, []string{"ruling allow", "grant", "revoke", "ruling none"}, w.says())

	b := w.submit(push(2), false)
	_, err = w.decide(b.Item.Ref, yes)
	require.NoError(t, err)
	require.True(t, w.runs(push(2)))
	_, err = w.Revoke(ctx, b.Item.Ref, "", owner)
	require.Error(t, err, "too late")
	require.Equal(t, Consumed, w.state(b.Item.ID))
}

// TestWithdraw: answered in the terminal, or the session ended.
func TestWithdraw(t *testing.T) {
	w := newWorld(t)
	one, two, un := w.submission(push(1), true), w.submission(push(2), false), w.submission(alone(3), false)
	two.Try.Call, two.Try.Digest = "", "d2"
	a, err := w.Submit(ctx, one)
	require.NoError(t, err)
	b, err := w.Submit(ctx, two)
	require.NoError(t, err)
	c, err := w.Submit(ctx, un)
	require.NoError(t, err)

	for _, q := range []Withdrawal{
		{Client: "codex", Session: "s1", Call: one.Try.Call}, {Client: "claude", Session: "s2", Call: one.Try.Call}, {Client: "claude", Session: "s1", Call: "other"}, {},
	} {
		n, err := w.Withdraw(ctx, q)
		require.NoError(t, err)
		require.Zero(t, n, "%+v", q)
	}
	n, err := w.Withdraw(ctx, Withdrawal{Client: "claude", Session: "s1", Call: one.Try.Call, Why: "it ran: its person answered in the terminal"})
	require.NoError(t, err)
	require.Equal(t, 1, n)
	require.Equal(t, Withdrawn, answered(t, a.Hold).State)
	n, err = w.Withdraw(ctx, Withdrawal{Client: "claude", Session: "s1", Call: "x", Digest: "d2"})
	require.NoError(t, err)
	require.Equal(t, 1, n, "a call without an id is found by what it is")
	require.Equal(t, Withdrawn, w.state(b.Item.ID))

	d := w.submit(push(4), false)
	n, err = w.Withdraw(ctx, Withdrawal{Client: "claude", Session: "s1", Why: "the session ended"})
	require.NoError(t, err)
	require.Equal(t, 1, n)
	require.Equal(t, Withdrawn, w.state(d.Item.ID))
	require.Equal(t, Pending, w.state(c.Item.ID), "the retry of an unattended client comes from a new session")

	e := w.submission(push(5), true)
	f, err := w.Submit(ctx, e)
	require.NoError(t, err)
	n, err = w.Withdraw(ctx, Withdrawal{Try: e.Try.ID, Key: e.Key, Why: "guard was stopped"})
	require.NoError(t, err)
	require.Equal(t, 1, n)
	_, err = w.decide(f.Item.Ref, yes)
	require.ErrorIs(t, err, ErrConflict)
}

// TestTwoResolversOneWinner lets fifty decide at once.
func TestTwoResolversOneWinner(t *testing.T) {
	w := newWorld(t)
	s := w.submit(push(1), true)
	type result struct {
		yes bool
		out Outcome
		err error
	}
	results := make([]result, 50)
	var ready, done sync.WaitGroup
	gate := make(chan struct{})
	for i := range results {
		ready.Add(1)
		done.Go(func() {
			p, err := w.Prepare(ctx, s.Item.Ref)
			ready.Done()
			<-gate
			r := result{yes: i%2 == 0, err: err}
			if err == nil {
				r.out, r.err = w.Decide(ctx, Decide{
					ID: p.Item.ID, Rev: p.Item.Rev, Hash: p.Item.Hash, Token: p.Token, Idem: fmt.Sprint(i), Decision: Decision{Approved: r.yes}, By: owner,
				})
			}
			results[i] = r
		})
	}
	ready.Wait()
	close(gate)
	done.Wait()
	winners, said := 0, false
	for _, r := range results {
		if r.err == nil {
			winners, said = winners+1, r.yes
		}
	}
	require.Equal(t, 1, winners)
	for _, r := range results {
		var c *ConflictError
		if r.err != nil {
			require.ErrorAs(t, r.err, &c)
			require.Equal(t, said, c.Winner.Approved, "the others are told who won")
		}
	}
	require.Equal(t, said, answered(t, s.Hold).Approved)
	require.Len(t, w.logged(), 1)
}

func TestTokens(t *testing.T) {
	w := newWorld(t)
	a, b := w.submit(push(1), false), w.submit(push(2), false)
	p, err := w.Prepare(ctx, a.Item.Ref)
	require.NoError(t, err)
	good := Decide{ID: p.Item.ID, Rev: p.Item.Rev, Hash: p.Item.Hash, Token: p.Token, Idem: "i", Decision: Decision{Approved: true}, By: owner}
	for name, c := range map[string]struct {
		change func(*Decide)
		want   error
	}{
		"no token":            {func(d *Decide) { d.Token = "" }, ErrToken},
		"an invented token":   {func(d *Decide) { d.Token = strings.Repeat("0", 64) }, ErrToken},
		"another item":        {func(d *Decide) { d.ID, d.Hash = b.Item.ID, b.Item.Hash }, ErrToken},
		"another content":     {func(d *Decide) { d.Hash = "sha256:00" }, ErrChanged},
		"another revision":    {func(d *Decide) { d.Rev++ }, ErrChanged},
		"no idempotency key":  {func(d *Decide) { d.Idem = "" }, ErrDecision},
		"no person":           {func(d *Decide) { d.By = butler }, ErrForbidden},
		"nobody":              {func(d *Decide) { d.By = Actor{} }, ErrForbidden},
		"a hook":              {func(d *Decide) { d.By = Actor{Principal: "owner", Via: FromHook} }, ErrForbidden},
		"a value":             {func(d *Decide) { d.Decision.HasValue = true }, ErrDecision},
		"another kind":        {func(d *Decide) { d.Decision.Kind = Choice }, ErrDecision},
		"changes with a yes":  {func(d *Decide) { d.Decision.Changes, d.Decision.Comment = true, "x" }, ErrDecision},
		"changes unsaid":      {func(d *Decide) { d.Decision = Decision{Changes: true, Comment: " "} }, ErrDecision},
		"a scope not offered": {func(d *Decide) { d.Scope = Workspace }, ErrDecision},
		"no such scope":       {func(d *Decide) { d.Scope = "forever" }, ErrDecision},
	} {
		t.Run(name, func(t *testing.T) {
			d := good
			c.change(&d)
			_, err := w.Decide(ctx, d)
			require.ErrorIs(t, err, c.want)
			require.Equal(t, Pending, w.state(a.Item.ID))
		})
	}
	w.later(TokenLife + time.Second)
	_, err = w.Decide(ctx, good)
	require.ErrorIs(t, err, ErrToken, "after two minutes the owner looks again")
}

// TestIdempotency: the same decision sent again has the same outcome and no
// second effect; another one under its name is refused.
func TestIdempotency(t *testing.T) {
	w := newWorld(t)
	a := w.submit(push(1), false)
	p, err := w.Prepare(ctx, a.Item.Ref)
	require.NoError(t, err)
	d := Decide{ID: p.Item.ID, Rev: p.Item.Rev, Hash: p.Item.Hash, Token: p.Token, Idem: "i", Decision: Decision{Approved: true}, By: owner}
	first, err := w.Decide(ctx, d)
	require.NoError(t, err)
	again, err := w.Decide(ctx, d)
	require.NoError(t, err)
	require.Equal(t, first.Effect, again.Effect)
	require.Equal(t, first.Item.Grants, again.Item.Grants)
	d.Decision = Decision{}
	_, err = w.Decide(ctx, d)
	require.ErrorIs(t, err, ErrDecision)
	require.True(t, w.runs(push(1)))
	require.False(t, w.runs(push(1)))
}

// TestDrift: no yes to a call whose policy or script has changed; a no is fine.
func TestDrift(t *testing.T) {
	w := newWorld(t)
	a := w.submit(push(1), true)
	w.still = errors.New("the policy has changed since this call")
	p, err := w.Prepare(ctx, a.Item.Ref)
	require.NoError(t, err)
	require.Contains(t, p.Refused, "the policy has changed")
	_, err = w.decide(a.Item.Ref, yes)
	require.ErrorIs(t, err, ErrChanged)
	waits(t, a.Hold)
	_, err = w.decide(a.Item.Ref, no)
	require.NoError(t, err)
}

// TestRequestChanges is a no that says what would be a yes.
func TestRequestChanges(t *testing.T) {
	w := newWorld(t)
	a := w.submit(push(1), true)
	_, err := w.decide(a.Item.Ref, `{"approved":false,"changesRequested":true,"comment":"with --dry-run first"}`)
	require.NoError(t, err)
	require.Equal(t, "changes are requested: with --dry-run first", answered(t, a.Hold).Reason)
	require.Equal(t, Denied, w.state(a.Item.ID))
}

// TestChoiceAndEdit: the other kinds, for askers that are no hook. What was
// written into an edit is not in the log.
func TestChoiceAndEdit(t *testing.T) {
	w := newWorld(t)
	colour, err := w.Submit(ctx, Submission{Source: Loop, Kind: Choice, Content: Content{Prompt: "Which?", Options: []Option{{Value: "red"}, {Value: "blue", Label: "Blue"}}}})
	require.NoError(t, err)
	require.Equal(t, "Which?", colour.Item.Title)
	for _, bad := range []string{`{"value":"green"}`, `{"approved":true}`, `{"kind":"edit","value":"red"}`} {
		_, err := w.decide(colour.Item.Ref, bad)
		require.ErrorIs(t, err, ErrDecision, bad)
	}
	out, err := w.decide(colour.Item.Ref, `{"kind":"choice","value":"blue"}`)
	require.NoError(t, err)
	require.Equal(t, "kept", out.Effect)
	a, err := w.Consume(ctx, colour.Item.ID, "loop 1")
	require.NoError(t, err)
	require.Equal(t, []any{true, "blue"}, []any{a.Approved, a.Value})
	a, err = w.Consume(ctx, colour.Item.ID, "loop 1")
	require.NoError(t, err)
	require.True(t, a.Approved, "the same one may ask again")
	a, err = w.Consume(ctx, colour.Item.ID, "loop 2")
	require.NoError(t, err)
	require.False(t, a.Approved, "another one may not")

	letter, err := w.Submit(ctx, Submission{Source: Delegation, Kind: Edit, Content: Content{Prompt: "The letter", Field: "body", Text: "Dear"}, Try: Try{Hold: true}})
	require.NoError(t, err)
	_, err = w.decide(letter.Item.Ref, `{"value":"Dear Jo, my password is swordfish"}`)
	require.NoError(t, err)
	got := answered(t, letter.Hold)
	require.Equal(t, "Dear Jo, my password is swordfish", got.Value)
	for _, r := range w.logged() {
		require.NotContains(t, fmt.Sprint(r), "swordfish")
	}

	said, err := w.Submit(ctx, Submission{Source: MCP, Kind: Approval, Content: Content{Prompt: "Delete it?"}})
	require.NoError(t, err)
	_, err = w.decide(said.Item.Ref, no)
	require.NoError(t, err)
	a, err = w.Consume(ctx, said.Item.ID, "x")
	require.NoError(t, err)
	require.False(t, a.Approved)
}

func TestAYesOfALoopLapses(t *testing.T) {
	w := newWorld(t)
	s, err := w.Submit(ctx, Submission{Source: Loop, Kind: Approval, Content: Content{Prompt: "Go on?"}})
	require.NoError(t, err)
	_, err = w.decide(s.Item.Ref, yes)
	require.NoError(t, err)
	w.later(grants.OnceAttended + time.Second)
	a, err := w.Consume(ctx, s.Item.ID, "x")
	require.NoError(t, err)
	require.False(t, a.Approved)
	require.Equal(t, Lapsed, w.state(s.Item.ID))
}

// TestMalformedSubmissions: what cannot be an item is none, and leaves nothing.
func TestMalformedSubmissions(t *testing.T) {
	w := newWorld(t)
	call := push(1)
	for name, s := range map[string]Submission{
		"nothing":                     {},
		"no source":                   {Kind: Approval, Content: Content{Prompt: "x"}},
		"no kind":                     {Source: Loop, Content: Content{Prompt: "x"}},
		"no prompt":                   {Source: Loop, Kind: Approval},
		"a choice without options":    {Source: Loop, Kind: Choice, Content: Content{Prompt: "x"}},
		"an option twice":             {Source: Loop, Kind: Choice, Content: Content{Options: []Option{{Value: "a"}, {Value: "a"}}}},
		"an edit of nothing":          {Source: Loop, Kind: Edit},
		"a hook without a call":       {Source: Hook, Kind: Approval},
		"another fingerprint":         {Source: Hook, Kind: Approval, Key: push(2).Fingerprint(), Content: Content{Subject: &call}},
		"a hook that lets choose":     {Source: Hook, Kind: Choice, Key: call.Fingerprint(), Content: Content{Subject: &call}},
		"a call that is no hook's":    {Source: Loop, Kind: Approval, Key: call.Fingerprint(), Content: Content{Subject: &call, Prompt: "x"}},
		"a call without a session":    {Source: Hook, Kind: Approval, Key: grants.Subject{Client: "claude"}.Fingerprint(), Content: Content{Subject: &grants.Subject{Client: "claude"}}},
		"more than an item may be":    {Source: Loop, Kind: Approval, Content: Content{Prompt: strings.Repeat("x", MaxBody)}},
		"a name that is far too long": {Source: Loop, Kind: Approval, Content: Content{Prompt: "x"}, Try: Try{ID: strings.Repeat("x", 65)}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := w.Submit(ctx, s)
			require.ErrorIs(t, err, ErrPayload)
		})
	}
	c := w.Counts()
	require.Zero(t, c.Kept)
	var o []Option
	require.NoError(t, jsonInto(`["red", {"value":"blue","label":"Blue"}]`, &o))
	require.Equal(t, []Option{{Value: "red"}, {Value: "blue", Label: "Blue"}}, o, "a string is short for an option")
}

// TestCorruptRowsBlockNobody changes rows behind the inbox's back.
func TestCorruptRowsBlockNobody(t *testing.T) {
	for name, change := range map[string]string{
		"content":       `UPDATE inbox_contents SET body = replace(body, 'git push', 'git pull') WHERE item = ?`,
		"no JSON":       `UPDATE inbox_contents SET body = '{' WHERE item = ?`,
		"no content":    `DELETE FROM inbox_contents WHERE item = ?`,
		"title":         `UPDATE inbox_items SET title = 'ls' WHERE id = ?`,
		"tier":          `UPDATE inbox_items SET tier = 'safe' WHERE id = ?`,
		"another call":  `UPDATE inbox_items SET key = 'sha256:00' WHERE id = ?`,
		"a yes of none": `UPDATE inbox_items SET state = 'APPROVED' WHERE id = ?`,
		"a forged yes":  `UPDATE inbox_items SET state = 'APPROVED', ruling = '{"approved":true,"scope":"once","by":{"principal":"owner","via":"web"},"at":"2026-11-30T05:59:00Z"}' WHERE id = ?`,
		"a no for yes":  `UPDATE inbox_items SET state = 'APPROVED', ruling = '{"approved":false}' WHERE id = ?`,
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			a, b := w.submit(push(1), false), w.submit(push(2), false)
			require.NoError(t, w.db.Write(ctx, func(tx *sql.Tx) error { _, err := tx.Exec(change, a.Item.ID); return err }))
			if name != "another call" {
				again := w.submit(push(1), false)
				require.NotEqual(t, a.Item.ID, again.Item.ID, "its call is asked about anew")
			}
			_, err := w.Prepare(ctx, a.Item.Ref)
			require.ErrorIs(t, err, ErrCorrupt)
			w.open()
			require.NoError(t, w.Sweep(ctx))
			require.False(t, w.runs(push(1)))
			list, err := w.List(ctx, Filter{})
			require.NoError(t, err)
			for _, x := range list {
				require.NotEqual(t, a.Item.ID, x.ID, "it is in no list")
			}
			_, err = w.decide(b.Item.Ref, yes)
			require.NoError(t, err, "the others go on")
			c := w.Counts()
			require.Equal(t, 1, c.Corrupt)
			found, err := w.db.Check(ctx)
			require.NoError(t, err)
			require.NotEmpty(t, found)
			require.Contains(t, found[0], "cannot be read")
		})
	}
}

func TestListAndNames(t *testing.T) {
	w := newWorld(t)
	var refs []string
	for i := range 3 {
		refs = append(refs, w.submit(push(i), false).Item.Ref)
		w.later(time.Second)
	}
	list, err := w.List(ctx, Filter{})
	require.NoError(t, err)
	require.Equal(t, []string{refs[2], refs[1], refs[0]}, []string{list[0].Ref, list[1].Ref, list[2].Ref}, "the newest first")
	page, err := w.List(ctx, Filter{Limit: 1, Before: list[0].ID})
	require.NoError(t, err)
	require.Equal(t, refs[1], page[0].Ref)
	_, err = w.decide(refs[1], no)
	require.NoError(t, err)
	list, err = w.List(ctx, Filter{})
	require.NoError(t, err)
	require.Len(t, list, 2)
	list, err = w.List(ctx, Filter{All: true})
	require.NoError(t, err)
	require.Len(t, list, 3)

	for _, name := range []string{refs[0], strings.ToLower(refs[0]), refs[0][2:], list[2].ID, strings.ToLower(list[2].ID)} {
		it, err := w.Get(ctx, name)
		require.NoError(t, err, name)
		require.Equal(t, refs[0], it.Ref)
	}
	other := list[2].ID[:25] + "0"
	if other == list[2].ID {
		other = list[2].ID[:25] + "1"
	}
	for _, name := range []string{"", "B-", "B-7", "B-!!!!", "B-UUUU", other, "no such thing", "G-7F3K"} {
		_, err := w.Get(ctx, name)
		require.ErrorIs(t, err, ErrNotFound, name)
	}
	it, err := w.Get(ctx, refs[1])
	require.NoError(t, err)
	require.Equal(t, []string{"submitted", "denied"}, []string{it.History[0].What, it.History[1].What})
	require.Equal(t, owner, it.History[1].By)
}

// TestOffered: wider scopes only where the words tell what will run, and never
// for what is a new question each time.
func TestOffered(t *testing.T) {
	need := grants.Need{Argv: []string{"make", "clean"}, Dirs: []string{"/p"}, Effects: []string{"deletes project"}}
	secret := need
	secret.Effects = []string{"secret"}
	for name, c := range map[string]struct {
		tier    string
		effects []string
		needs   []grants.Need
		change  func(*grants.Subject)
		want    []Scope
	}{
		"told":               {"dangerous", []string{"discard"}, []grants.Need{need}, nil, []Scope{Once, Session, Workspace}},
		"unattended":         {"dangerous", nil, []grants.Need{need}, func(s *grants.Subject) { s.Unattended = true }, []Scope{Once, Workspace}},
		"not told":           {"dangerous", nil, nil, nil, []Scope{Once}},
		"others see it":      {"outward", nil, []grants.Need{need}, nil, []Scope{Once}},
		"a tier unheard of":  {"", nil, []grants.Need{need}, nil, []Scope{Once}},
		"forbidden":          {"forbidden", nil, []grants.Need{need}, nil, []Scope{Once}},
		"a critical effect":  {"dangerous", []string{"elevate"}, []grants.Need{need}, nil, []Scope{Once}},
		"a critical command": {"dangerous", nil, []grants.Need{need, secret}, nil, []Scope{Once}},
		"no project":         {"dangerous", nil, []grants.Need{need}, func(s *grants.Subject) { s.Project = "" }, []Scope{Once}},
		"no shell":           {"dangerous", nil, []grants.Need{need}, func(s *grants.Subject) { s.Tool = "Write" }, []Scope{Once}},
	} {
		t.Run(name, func(t *testing.T) {
			s := push(1)
			if c.change != nil {
				c.change(&s)
			}
			require.Equal(t, c.want, Offered(Approval, c.tier, Content{Subject: &s, Effects: c.effects, Needs: c.needs}))
		})
	}
}

// TestScopes: a wider yes lets commands that begin so run, in its place and time.
func TestScopes(t *testing.T) {
	needs := []grants.Need{{Argv: []string{"make", "clean"}, Dirs: []string{"/home/dev/p"}, Effects: []string{"deletes project"}}}
	for _, held := range []bool{false, true} {
		for _, scope := range []Scope{Session, Workspace} {
			t.Run(fmt.Sprint(scope, held), func(t *testing.T) {
				w := newWorld(t)
				sub := w.submission(push(1), held)
				sub.Content.Needs = needs
				s, err := w.Submit(ctx, sub)
				require.NoError(t, err)
				_, err = w.say(s.Item.Ref, Decision{Approved: true}, scope)
				require.NoError(t, err)
				if held {
					require.True(t, answered(t, s.Hold).Approved)
				}
				it, err := w.Get(ctx, s.Item.ID)
				require.NoError(t, err)
				require.Equal(t, Consumed, it.State)
				require.Len(t, it.Grants, 1)
				for session, covered := range map[string]bool{"s1": true, "s2": scope == Workspace} {
					other := push(9)
					other.Session = session
					got, err := w.store.Take(grants.Request{Subject: other, Needs: []grants.Need{{Argv: []string{"make", "clean", "all"}, Dirs: []string{"/home/dev/p"}, Effects: []string{"deletes project"}}}})
					require.NoError(t, err)
					require.Equal(t, covered, got.Cover == grants.Prefix, session)
				}
			})
		}
	}
}

// TestOwedGrants: what kept the grants of a wider yes from being made is over
// later, and then they are made, for what is left of their time; after a day, or
// where nobody can tell what was made, they are not.
func TestOwedGrants(t *testing.T) {
	for name, c := range map[string]struct {
		meanwhile func(w *world)
		want      int
	}{
		"at once":           {func(*world) {}, 1},
		"an hour later":     {func(w *world) { w.later(time.Hour) }, 1},
		"after its session": {func(w *world) { w.later(SessionLife) }, 0},
		"set aside": {func(w *world) {
			require.NoError(w.t, os.MkdirAll(filepath.Join(w.dir, "guard"), 0o700))
			require.NoError(w.t, os.WriteFile(filepath.Join(w.dir, "guard", "grants.json"), []byte("?"), 0o600))
			_, err := w.store.Take(grants.Request{Subject: push(9)})
			require.NoError(w.t, err)
		}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			sub := w.submission(push(1), true)
			sub.Content.Needs = []grants.Need{{Argv: []string{"make", "clean"}, Dirs: []string{"/home/dev/p"}, Effects: []string{"deletes project"}}}
			s, err := w.Submit(ctx, sub)
			require.NoError(t, err)
			w.breakLog(errors.New("full"))
			_, err = w.say(s.Item.Ref, Decision{Approved: true}, Session)
			require.NoError(t, err)
			require.False(t, answered(t, s.Hold).Approved, "without a record nothing runs")
			l, err := w.store.List()
			require.NoError(t, err)
			require.Empty(t, l.Grants)

			w.breakLog(nil)
			c.meanwhile(w)
			for range 2 {
				require.NoError(t, w.Sweep(ctx))
				l, err = w.store.List()
				require.NoError(t, err)
				require.Len(t, l.Grants, c.want)
				it, err := w.Get(ctx, s.Item.ID)
				require.NoError(t, err)
				require.Equal(t, Consumed, it.State)
				require.Len(t, it.Grants, c.want)
				require.Equal(t, c.want == 0, slices.ContainsFunc(it.History, func(e Event) bool { return e.What == "not granted" }))
			}
			for _, g := range l.Grants {
				left := SessionLife - w.now().Sub(s.Item.Created) // the grants have a clock of their own
				require.WithinDuration(t, time.Now().Add(left), g.Expires, time.Minute, "it counts from the yes")
			}
			found, err := w.db.Check(ctx)
			require.NoError(t, err)
			require.Empty(t, found)
		})
	}
}

// TestSubscribe: changes come in order; who is too slow is told to look again.
func TestSubscribe(t *testing.T) {
	w := newWorld(t)
	c, stop := w.Subscribe()
	s := w.submit(push(1), false)
	_, err := w.decide(s.Item.Ref, no)
	require.NoError(t, err)
	require.Equal(t, Pending, (<-c).Item.State)
	require.Equal(t, Denied, (<-c).Item.State)
	for range queue + 50 {
		w.publish(s.Item)
	}
	n := 0
	for len(c) > 0 {
		if (<-c).Item.ID == "" {
			n++
		}
	}
	require.Equal(t, 1, n)
	stop()
	w.publish(s.Item)
	require.Empty(t, c)
}

// TestForget: what ended long ago is removed, unless the log still lacks it.
func TestForget(t *testing.T) {
	w := newWorld(t)
	a, b := w.submit(push(1), false), w.submit(push(2), false)
	_, err := w.decide(a.Item.Ref, no)
	require.NoError(t, err)
	w.breakLog(errors.New("full"))
	_, err = w.decide(b.Item.Ref, no)
	require.NoError(t, err)
	w.later(KeepEnded + time.Hour)
	require.Error(t, w.Sweep(ctx))
	c := w.Counts()
	require.Equal(t, 1, c.Kept)
	require.Equal(t, 1, c.Unlogged)
	w.breakLog(nil)
	require.NoError(t, w.Sweep(ctx))
	c = w.Counts()
	require.Zero(t, c.Kept)
}

// TestUnpack: a row is read as it was packed, or not at all.
func TestUnpack(t *testing.T) {
	row := strings.Split("3 1 2 0 1000000 2000000 0 0 id B-7F3K hook approval PENDING outward claude s1 /p title reason rule", " ")
	x, err := unpack(strings.Join(row, "\x1f"))
	require.NoError(t, err)
	require.Equal(t, Brief{
		Rev: 3, Attached: true, Attempts: 2, Created: time.Unix(1, 0).UTC(), Expires: time.Unix(2, 0).UTC(), ID: "id", Ref: "B-7F3K", Source: Hook, Kind: Approval,
		State: Pending, Tier: "outward", Client: "claude", Session: "s1", Project: "/p", Title: "title", Reason: "reason", Rule: "rule",
	}, x)
	for i := range row {
		_, err := unpack(strings.Join(row[:i], "\x1f"))
		require.Error(t, err, i)
	}
	_, err = unpack(strings.Join(append(row, ""), "\x1f"))
	require.ErrorContains(t, err, "too many")
	row[0] = "three"
	_, err = unpack(strings.Join(row, "\x1f"))
	require.Error(t, err)
}

// TestListKeepsTheSeparatorOut: a project or a session that holds the separator of
// packed rows is listed like any other.
func TestListKeepsTheSeparatorOut(t *testing.T) {
	w := newWorld(t)
	s := push(1)
	s.Project, s.Session, s.Fields[0].Raw = "/a\x1fb", "s\x1f1", "\"git push \x1f\""
	sub := w.submission(s, false)
	sub.Title = "one\x1ftwo"
	sub.Content.Reasons = []Reason{{Rule: "a\x1fb", Why: "c\x1fd"}}
	got, err := w.Submit(ctx, sub)
	require.NoError(t, err)
	list, err := w.List(ctx, Filter{All: true})
	require.NoError(t, err)
	require.Len(t, list, 1)
	require.Equal(t, []string{got.Item.ID, "/ab", "s1"}, []string{list[0].ID, list[0].Project, list[0].Session})
	require.NotContains(t, list[0].Title+list[0].Reason+list[0].Rule, "\x1f")
}
