package procs

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"guard/audit/redact"
)

// world is a supervisor and what it tells.
type world struct {
	*Supervisor
	t   *testing.T
	mu  sync.Mutex
	obs []Observation
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{t: t}
	w.Supervisor = NewSupervisor(Options{Launcher: launcher(t), LogDir: t.TempDir(), Observe: func(o Observation) {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.obs = append(w.obs, o)
	}})
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		w.Close(ctx)
	})
	return w
}

func (w *world) observed() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	var out []string
	for _, o := range w.obs {
		out = append(out, o.Type+" "+o.Subject+": "+o.Text)
	}
	return out
}

// reaches waits for a state.
func (w *world) reaches(key string, want State) Status {
	w.t.Helper()
	var last Status
	ok := assert.Eventually(w.t, func() bool {
		last, _ = w.One(key)
		return last.State == want
	}, 20*time.Second, 2*time.Millisecond)
	if !ok {
		l, _ := w.Log(key)
		w.t.Fatalf("%s is %+v and not %s: %q", key, last, want, kept(l))
	}
	return last
}

func ambient() (Environment, error) { return Environment{Vars: os.Environ()}, nil }

func tool(id, script string, r Restart) Spec {
	if r.Window == 0 {
		r.Window, r.Healthy = time.Hour, time.Hour
	}
	return Spec{Kind: "tools", ID: id, Subject: "tool:" + id, Argv: sh(script), Env: ambient, Restart: r, Grace: time.Second, ReadyFor: 10 * time.Second}
}

func service(id, script string) Spec {
	return Spec{Kind: "services", ID: id, Subject: "service:" + id, Argv: sh(script), Env: ambient, Service: true, Grace: time.Second, ReadyFor: 10 * time.Second}
}

const forever = "exec sleep 1000"

var quick = Restart{Policy: OnFailure, Max: 2, Backoff: []time.Duration{time.Millisecond}}

// TestAfterEnd is the whole table of what follows an end by itself.
func TestAfterEnd(t *testing.T) {
	backoff := []time.Duration{1, 2, 4}
	for _, c := range []struct {
		service  bool
		policy   Policy
		ok       bool
		restarts int
		want     verdict
	}{
		{true, Never, true, 0, verdict{Crashed, 0, true}},
		{true, Never, false, 0, verdict{Crashed, 0, true}},
		{true, Always, false, 0, verdict{Crashed, 0, true}}, // never, whatever it says
		{false, Never, true, 0, verdict{Stopped, 0, false}},
		{false, Never, false, 0, verdict{Crashed, 0, true}},
		{false, "strange", false, 0, verdict{Crashed, 0, true}},
		{false, OnFailure, true, 0, verdict{Stopped, 0, false}},
		{false, OnFailure, false, 0, verdict{Backoff, 1, true}},
		{false, OnFailure, false, 1, verdict{Backoff, 2, true}},
		{false, OnFailure, false, 4, verdict{Backoff, 4, true}},
		{false, OnFailure, false, 5, verdict{Failed, 0, true}},
		{false, Always, true, 0, verdict{Backoff, 1, true}},
		{false, Always, true, 5, verdict{Failed, 0, true}},
	} {
		s := Spec{Service: c.service, Restart: Restart{Policy: c.policy, Max: 5, Backoff: backoff}}
		assert.Equal(t, c.want, s.afterEnd(c.ok, c.restarts), "%+v", c)
	}
}

// TestNewestForm: what is started after Apply is what Apply was given last.
func TestNewestForm(t *testing.T) {
	w := newWorld(t)
	for range 20 {
		file := filepath.Join(t.TempDir(), "which")
		for _, form := range []string{"old", "older", "newest"} {
			w.Apply([]Spec{tool("a", "echo "+form+" >"+file+"; "+forever, quick)})
		}
		require.NoError(t, w.Start("tools/a"))
		eventually(t, "it to say which form it is", func() bool {
			text, _ := os.ReadFile(file)
			return string(text) == "newest\n"
		})
		require.NoError(t, w.Stop("tools/a"))
		w.reaches("tools/a", Stopped)
	}
}

func TestStartStopRestart(t *testing.T) {
	w := newWorld(t)
	w.Apply([]Spec{tool("a", forever, quick), service("b", forever)})
	for _, key := range []string{"tools/a", "services/b"} {
		require.NoError(t, w.Start(key))
		first := w.reaches(key, Running)
		assert.True(t, alive(first.Pid))
		require.ErrorIs(t, w.Start(key), ErrAlready)
		require.NoError(t, w.Restart(key))
		eventually(t, "another process", func() bool { s, _ := w.One(key); return s.State == Running && s.Pid != first.Pid })
		assert.False(t, alive(first.Pid), "the first one is gone before the second one starts")
		require.NoError(t, w.Stop(key))
		s := w.reaches(key, Stopped)
		assert.Zero(t, s.Pid)
		assert.Equal(t, "ended by signal 15 (terminated)", s.Exit)
		assert.Empty(t, s.Error)
		require.NoError(t, w.Stop(key), "to stop what is stopped is no error")
		require.NoError(t, w.Restart(key), "to restart what is stopped starts it")
		w.reaches(key, Running)
	}
	require.ErrorIs(t, w.Start("tools/c"), ErrUnknown)
	require.ErrorIs(t, w.Stop("tools/c"), ErrUnknown)
	assert.Empty(t, w.observed(), "what a person does is not recorded")
}

func TestToolIsRestarted(t *testing.T) {
	w := newWorld(t)
	w.Apply([]Spec{tool("a", forever, Restart{Policy: OnFailure, Max: 5, Backoff: []time.Duration{time.Millisecond, time.Hour}})})
	require.NoError(t, w.Start("tools/a"))
	first := w.reaches("tools/a", Running)
	require.NoError(t, syscall.Kill(first.Pid, syscall.SIGKILL))
	eventually(t, "another process", func() bool { s, _ := w.One("tools/a"); return s.State == Running && s.Pid != first.Pid })
	second, _ := w.One("tools/a")
	assert.Equal(t, 1, second.Restarts)
	require.NoError(t, syscall.Kill(second.Pid, syscall.SIGKILL))
	s := w.reaches("tools/a", Backoff)
	assert.WithinDuration(t, time.Now().Add(time.Hour), *s.NextStart, time.Minute)
	assert.Equal(t, "ended by signal 9 (killed)", s.Error)
	assert.Equal(t, []string{
		"error tool:a: ended by signal 9 (killed); starts again in 1ms (1 of 5)",
		"error tool:a: ended by signal 9 (killed); starts again in 1h0m0s (2 of 5)",
	}, w.observed())

	// A start by hand comes before the one that is due, and counts anew.
	require.NoError(t, w.Start("tools/a"))
	s = w.reaches("tools/a", Running)
	assert.Zero(t, s.Restarts)
	assert.Nil(t, s.NextStart)
}

func TestStopCancelsARestart(t *testing.T) {
	w := newWorld(t)
	w.Apply([]Spec{tool("a", "exit 3", Restart{Policy: OnFailure, Max: 5, Backoff: []time.Duration{50 * time.Millisecond}})})
	require.NoError(t, w.Start("tools/a"))
	w.reaches("tools/a", Backoff)
	require.NoError(t, w.Stop("tools/a"))
	n := len(w.observed())
	time.Sleep(150 * time.Millisecond)
	s, _ := w.One("tools/a")
	assert.Equal(t, Stopped, s.State)
	assert.Len(t, w.observed(), n)
}

func TestToolIsGivenUp(t *testing.T) {
	w := newWorld(t)
	w.Apply([]Spec{tool("a", "exit 3", quick)})
	require.NoError(t, w.Start("tools/a"))
	s := w.reaches("tools/a", Failed)
	assert.Equal(t, "exit status 3", s.Error)
	obs := w.observed()
	require.Len(t, obs, 3)
	assert.Equal(t, "error tool:a: exit status 3; given up after 2 restarts", obs[2])
	require.NoError(t, w.Stop("tools/a"))
	w.reaches("tools/a", Stopped)
}

// TestHealthyRunCountsAnew: a tool that fails now and then is not given up.
func TestHealthyRunCountsAnew(t *testing.T) {
	w := newWorld(t)
	r := quick
	r.Window, r.Healthy = time.Hour, time.Nanosecond
	w.Apply([]Spec{tool("a", "exit 3", r)})
	require.NoError(t, w.Start("tools/a"))
	eventually(t, "more starts than are allowed at once", func() bool { return len(w.observed()) > 4 })
	s, _ := w.One("tools/a")
	assert.NotEqual(t, Failed, s.State)
}

func TestToolThatIsDone(t *testing.T) {
	w := newWorld(t)
	w.Apply([]Spec{tool("a", "exit 0", quick)})
	require.NoError(t, w.Start("tools/a"))
	s := w.reaches("tools/a", Stopped)
	assert.Equal(t, "exit status 0", s.Exit)
	assert.Empty(t, w.observed())
}

func TestServiceStaysDown(t *testing.T) {
	for _, script := range []string{"kill -KILL $$", "exit 0", "exit 1"} {
		w := newWorld(t)
		w.Apply([]Spec{service("b", script)})
		require.NoError(t, w.Start("services/b"))
		s := w.reaches("services/b", Crashed)
		assert.NotEmpty(t, s.Error)
		assert.Nil(t, s.NextStart)
		obs := w.observed()
		require.Len(t, obs, 1)
		assert.True(t, strings.HasPrefix(obs[0], "error service:b: ") && strings.HasSuffix(obs[0], "; stays down"), obs[0])
	}
}

func TestCannotBeStarted(t *testing.T) {
	w := newWorld(t)
	a, b := tool("a", "", quick), service("b", "")
	a.Argv = []string{"no-such-program-here"}
	b.Env = func() (Environment, error) { return Environment{}, fmt.Errorf("TOKEN is not set") }
	w.Apply([]Spec{a, b})
	require.ErrorContains(t, w.Start("tools/a"), "executable file not found")
	w.reaches("tools/a", Failed)
	require.ErrorContains(t, w.Start("services/b"), "TOKEN is not set")
	s := w.reaches("services/b", Crashed)
	assert.Equal(t, "TOKEN is not set", s.Error)
}

func TestReadiness(t *testing.T) {
	w := newWorld(t)
	flag := filepath.Join(t.TempDir(), "ready")
	check := func(argv ...string) []Check {
		return []Check{{Exec: argv, Interval: 10 * time.Millisecond, Timeout: 5 * time.Second}}
	}
	good, never := tool("good", forever, quick), service("never", forever)
	good.Ready = check("test", "-e", flag)
	never.Ready, never.ReadyFor = check("false"), 50*time.Millisecond
	w.Apply([]Spec{good, never})
	require.NoError(t, w.Start("tools/good"))
	w.reaches("tools/good", Starting)
	require.NoError(t, os.WriteFile(flag, nil, 0o600))
	w.reaches("tools/good", Running)
	require.NoError(t, w.Start("services/never"))
	s := w.reaches("services/never", Crashed)
	assert.Contains(t, s.Error, "not ready within 50ms: its check ended: exit status 1")
	assert.Zero(t, s.Pid)
}

func TestHealth(t *testing.T) {
	w := newWorld(t)
	flag := filepath.Join(t.TempDir(), "ill")
	check := Check{Exec: []string{"test", "!", "-e", flag}, Interval: 5 * time.Millisecond, Timeout: 5 * time.Second}
	told, restarted := service("told", forever), tool("restarted", forever, Restart{Policy: OnFailure, Max: 5, Backoff: []time.Duration{time.Hour}})
	told.Health = &Health{Check: check, Retries: 2, Restart: true} // services are not restarted, whatever they say
	restarted.Health = &Health{Check: check, Retries: 2, Restart: true}
	w.Apply([]Spec{told, restarted})
	require.NoError(t, w.Start("services/told"))
	require.NoError(t, w.Start("tools/restarted"))
	healthy := func(want bool) func() bool {
		return func() bool { s, _ := w.One("services/told"); return s.Healthy != nil && *s.Healthy == want }
	}
	eventually(t, "healthy", healthy(true))
	require.NoError(t, os.WriteFile(flag, nil, 0o600))
	eventually(t, "unhealthy", healthy(false))
	s := w.reaches("tools/restarted", Backoff)
	assert.Contains(t, s.Error, "unhealthy: its check ended")
	require.NoError(t, os.Remove(flag))
	eventually(t, "healthy again", healthy(true))
	s, _ = w.One("services/told")
	assert.Equal(t, Running, s.State)
}

func TestLooks(t *testing.T) {
	l := launcher(t)
	mux := http.NewServeMux()
	mux.HandleFunc("/ok", func(http.ResponseWriter, *http.Request) {})
	mux.HandleFunc("/bad", func(rw http.ResponseWriter, _ *http.Request) { rw.WriteHeader(500) })
	mux.HandleFunc("/away", func(rw http.ResponseWriter, r *http.Request) {
		http.Redirect(rw, r, "http://elsewhere.invalid/", http.StatusFound)
	})
	port := freePort(t)
	srv := &http.Server{Addr: fmt.Sprintf("127.0.0.1:%d", port), Handler: mux}
	go func() { _ = srv.ListenAndServe() }()
	base := fmt.Sprintf("http://127.0.0.1:%d", port)
	look := func(c Check) error {
		c.Timeout = 5 * time.Second
		return c.look(t.Context(), l, "t", "", os.Environ())
	}
	eventually(t, "the server", func() bool { return look(Check{Port: port}) == nil })
	assert.NoError(t, look(Check{URL: base + "/ok"}))
	assert.NoError(t, look(Check{URL: base + "/away"}), "a redirection is an answer, and is not followed")
	assert.ErrorContains(t, look(Check{URL: base + "/bad"}), "answers 500")
	assert.NoError(t, look(Check{Exec: []string{"true"}}))
	assert.ErrorContains(t, look(Check{Exec: []string{"false"}}), "exit status 1")
	require.NoError(t, srv.Close())
	assert.ErrorContains(t, look(Check{Port: port}), "does not accept")
	assert.ErrorContains(t, look(Check{URL: base + "/ok"}), "does not answer")
	c := Check{Exec: sh("exec sleep 1000"), Timeout: time.Millisecond}
	assert.ErrorContains(t, c.look(t.Context(), l, "t", "", os.Environ()), "took longer than")
}

func TestApply(t *testing.T) {
	w := newWorld(t)
	a, b := tool("a", forever, quick), service("b", forever)
	a.AutoStart, a.Digest = true, "1"
	w.Apply([]Spec{a, b})
	w.AutoStart()
	first := w.reaches("tools/a", Running)
	s, _ := w.One("services/b")
	assert.Equal(t, Stopped, s.State)

	// A changed manifest is told, and used from the next start on.
	a.Digest, a.Argv = "2", sh("echo new; exec sleep 1000")
	w.Apply([]Spec{a, b})
	eventually(t, "stale", func() bool { s, _ := w.One("tools/a"); return s.Stale })
	s, _ = w.One("tools/a")
	assert.Equal(t, first.Pid, s.Pid)
	require.NoError(t, w.Restart("tools/a"))
	log, _ := w.Log("tools/a")
	eventually(t, "the new form", func() bool { return strings.Contains(strings.Join(lockedLines(log), "\n"), "stdout new") })
	s = w.reaches("tools/a", Running)
	assert.False(t, s.Stale)

	// What is removed is stopped; what comes back under its name waits for it.
	require.NoError(t, w.Start("services/b"))
	was := w.reaches("services/b", Running)
	w.Apply([]Spec{a})
	_, ok := w.One("services/b")
	assert.False(t, ok)
	w.Apply([]Spec{a, b})
	require.NoError(t, w.Start("services/b"))
	assert.False(t, alive(was.Pid))
	w.reaches("services/b", Running)
	assert.Empty(t, w.observed())
}

func lockedLines(l *Log) []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return kept(l)
}

func TestCloseLeavesNothing(t *testing.T) {
	w := newWorld(t)
	stubborn := tool("s", "trap '' TERM; while :; do sleep 1; done", quick)
	stubborn.Grace = time.Hour
	w.Apply([]Spec{stubborn, tool("a", forever, quick), tool("b", "exit 1", Restart{Policy: Always, Max: 100000, Backoff: []time.Duration{0}})})
	var all []int
	for _, id := range []string{"s", "a"} {
		require.NoError(t, w.Start("tools/"+id))
		all = append(all, w.reaches("tools/"+id, Running).Pid)
	}
	require.NoError(t, w.Start("tools/b"))
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	w.Close(ctx)
	for _, pid := range all {
		assert.False(t, alive(pid))
	}
	left, err := os.ReadDir(w.opts.Launcher.Dir)
	require.NoError(t, err)
	assert.Empty(t, left)
	require.ErrorIs(t, w.Start("tools/a"), ErrClosed)
}

func TestLogOutlivesTheProgram(t *testing.T) {
	w := newWorld(t)
	s := tool("a", `echo out; echo "tok $SECRET" >&2; printf end; exit 3`, Restart{Policy: OnFailure, Max: 1, Backoff: []time.Duration{time.Millisecond}})
	s.Env = func() (Environment, error) {
		return Environment{append(os.Environ(), "SECRET=swordfish"), redact.New("swordfish")}, nil
	}
	w.Apply([]Spec{s})
	require.NoError(t, w.Start("tools/a"))
	w.reaches("tools/a", Failed)
	log, ok := w.Log("tools/a")
	require.True(t, ok)
	text := strings.Join(lockedLines(log), "\n")
	assert.NotContains(t, text, "swordfish")
	assert.Equal(t, 2, strings.Count(text, "stderr tok "+redact.Mark))
	assert.Equal(t, 2, strings.Count(text, "stdout end"), "a last line without an end is kept")
	assert.Contains(t, text, "butler exit status 3; starts again in 1ms (1 of 1)")
	assert.True(t, strings.HasSuffix(text, "butler exit status 3; given up after 1 restarts"))
	file, err := os.ReadFile(filepath.Join(w.opts.LogDir, "tools-a.log"))
	require.NoError(t, err)
	assert.Contains(t, string(file), "stdout out\n")
}

// TestFaultsAreCaught: a fault in what is told does not end the daemon.
func TestFaultsAreCaught(t *testing.T) {
	s := NewSupervisor(Options{Launcher: launcher(t),
		Observe: func(Observation) { panic("observe") },
		Line:    func(string, []byte) bool { panic("line") },
		Changed: func(string) { panic("changed") },
	})
	s.Apply([]Spec{service("b", "echo hi; exit 1")})
	require.NoError(t, s.Start("services/b"))
	eventually(t, "crashed", func() bool { st, _ := s.One("services/b"); return st.State == Crashed })
	log, _ := s.Log("services/b")
	assert.Contains(t, strings.Join(lockedLines(log), "\n"), "stdout hi")
	s.Close(t.Context())
}

// TestVerbsAtOnce: whatever is asked at the same time, one process runs at most,
// and the end is what was asked for last.
func TestVerbsAtOnce(t *testing.T) {
	w := newWorld(t)
	mark := fmt.Sprint("v", time.Now().UnixNano())
	w.Apply([]Spec{tool("a", "WHO="+mark+" exec sleep 1000", quick)})
	var wg sync.WaitGroup
	for i := range 24 {
		wg.Go(func() {
			for n := range 5 {
				switch (i + n) % 3 {
				case 0:
					_ = w.Start("tools/a")
				case 1:
					_ = w.Stop("tools/a")
				case 2:
					_ = w.Restart("tools/a")
				}
			}
		})
	}
	wg.Wait()
	require.NoError(t, w.Stop("tools/a"))
	w.reaches("tools/a", Stopped)
	left, err := os.ReadDir(w.opts.Launcher.Dir)
	require.NoError(t, err)
	assert.Empty(t, left)
	assert.Empty(t, w.observed())
}
