package host

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"guard/butler/db"
	"guard/butler/ext"
	"guard/butler/procs"
	"guard/butler/runs"
	"guard/butler/steward"
	"guard/butler/workdir"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 1 {
		switch os.Args[1] {
		case "shim":
			os.Exit(procs.ShimMain(os.Args[2:]))
		case "daemon": // a butler to be killed: home, state
			os.Exit(daemonInTest(os.Args[2], os.Args[3]))
		case "listen":
			os.Exit(listenInTest())
		}
	}
	os.Exit(m.Run())
}

func listenInTest() int {
	ln, err := net.Listen("tcp", "127.0.0.1:"+os.Getenv("BUTLER_PORT"))
	if err != nil {
		fmt.Println(err)
		return 1
	}
	fmt.Println("up")
	_ = http.Serve(ln, http.NotFoundHandler())
	return 0
}

// openIn opens a host; changed is called with what it tells, nil: nobody is told.
func openIn(ctx context.Context, home, state string, ambient []string, changed func(Event)) (*Host, *db.DB, error) {
	d, err := db.Open(ctx, filepath.Join(state, "butler.db"), runs.Room)
	if err != nil {
		return nil, nil, err
	}
	if err := acceptBefore(home, state); err != nil {
		return nil, nil, err
	}
	h, err := Open(ctx, Options{Home: home, State: state, DB: d, Ambient: ambient, Changed: changed})
	return h, d, err
}

// acceptBefore is the owner's word on everything that is there, as if it had been
// given to an earlier butler.
func acceptBefore(home, state string) error {
	c, err := workdir.Load(home)
	if err != nil {
		return nil // the tests of such an instance start nothing
	}
	now := map[string]accepted{}
	for _, e := range ext.Scan(c).Valid() {
		now[e.Key()] = accepted{Effect: e.Effect(c), At: time.Now(), By: "the owner of a test"}
	}
	w, err := openWords(filepath.Join(state, "extensions.json"))
	if err != nil {
		return err
	}
	return w.add(now, nil)
}

// accept is the owner's word on everything that waits.
func (w *world) accept() {
	w.t.Helper()
	var said []Word
	for _, x := range w.Waiting() {
		said = append(said, Word{ext.Key(x.Kind, x.ID), x.Digest})
	}
	_, err := w.Accept(said, "the owner of a test")
	require.NoError(w.t, err)
}

func daemonInTest(home, state string) int {
	h, _, err := openIn(context.Background(), home, state, os.Environ(), nil)
	if err != nil {
		fmt.Println(err)
		return 1
	}
	h.Run(context.Background())
	fmt.Println("up")
	select {}
}

// world is a host over files given as txtar. $SELF stands for the test binary
// and $PORT for a free port.
type world struct {
	*Host
	t           *testing.T
	home, state string
	port        int
	told        told
}

// told is what a host has told, which it does from several goroutines.
type told struct {
	mu  sync.Mutex
	all []Event
}

func (l *told) add(e Event) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all = append(l.all, e)
}

// count is how often it told of something.
func (l *told) count(what string) (n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, e := range l.all {
		if e.What == what {
			n++
		}
	}
	return n
}

func newWorld(t *testing.T, files string, ambient ...string) *world {
	t.Helper()
	w := &world{t: t, home: t.TempDir(), state: t.TempDir(), port: freePort(t)}
	w.write("-- butler.json --\n{\"rescanSec\": 0}\n" + files)
	var d *db.DB
	var err error
	w.Host, d, err = openIn(t.Context(), w.home, w.state, append(os.Environ(), ambient...), w.told.add)
	require.NoError(t, err)
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		w.Close(ctx)
		_ = d.Close()
	})
	return w
}

func (w *world) write(files string) {
	w.t.Helper()
	files = strings.NewReplacer("$SELF", os.Args[0], "$PORT", strconv.Itoa(w.port)).Replace(files)
	for _, f := range txtar.Parse([]byte(files)).Files {
		name := filepath.Join(w.home, f.Name)
		require.NoError(w.t, os.MkdirAll(filepath.Dir(name), 0o700))
		require.NoError(w.t, os.WriteFile(name, f.Data, 0o600))
	}
}

func freePort(t *testing.T) int {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer ln.Close()
	return ln.Addr().(*net.TCPAddr).Port
}

func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	require.Eventually(t, ok, 30*time.Second, 5*time.Millisecond, what)
}

func (w *world) reaches(key string, want procs.State) procs.Status {
	w.t.Helper()
	var last procs.Status
	if !assert.Eventually(w.t, func() bool { last, _ = w.sup.One(key); return last.State == want }, 30*time.Second, 2*time.Millisecond) {
		w.t.Fatalf("%s is %+v, not %s", key, last, want)
	}
	return last
}

// printed waits until a program has printed a line.
func (w *world) printed(key, line string) {
	w.t.Helper()
	log, ok := w.sup.Log(key)
	require.True(w.t, ok)
	ctx, cancel := context.WithTimeout(w.t.Context(), 30*time.Second)
	defer cancel()
	for tail := log.Tail(0); ; {
		lines, _, err := tail.Next(ctx)
		require.NoError(w.t, err, "%s prints %q", key, line)
		for _, l := range lines {
			if l.Text == line {
				return
			}
		}
	}
}

func (w *world) observed() []string {
	w.t.Helper()
	list, err := w.spool.Next("", 1000)
	require.NoError(w.t, err)
	var out []string
	for _, o := range list {
		out = append(out, fmt.Sprintf("%s %s %s: %s", o.Source, o.Type, o.Ref, o.Text))
	}
	return out
}

func accepts(port int) bool {
	c, err := net.DialTimeout("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)), time.Second)
	if err == nil {
		_ = c.Close()
	}
	return err == nil
}

func gone(pid int) bool { return syscall.Kill(pid, 0) == syscall.ESRCH || zombie(pid) }

func zombie(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err == nil && strings.Contains(string(stat), ") Z ")
}

const everything = `
-- services/web/butler.json --
{"id":"web","command":["$SELF","listen"],"ports":[$PORT],"hosted":{"autoStart":true}}
-- tools/clock/butler.json --
{"id":"clock","name":"Clock","command":["sh","run.sh"],"hosted":{"autoStart":true},
 "restart":{"backoffMs":[3600000]},
 "actions":[{"name":"hello","title":"Say hello","command":["sh","-c","cat; echo hello"],"quick":true,
   "args":{"properties":{"who":{"type":"string","maxLength":10}}}}]}
-- tools/clock/run.sh --
echo ticking
exec sleep 1000
-- tools/idle/butler.json --
{"id":"idle","command":["sleep","1000"]}
-- tools/none/butler.json --
{"id":"none"}
-- tools/broken/butler.json --
{"id":"broken","commnad":["x"],"command":"x"}
-- faculties/sums/butler.json --
{"id":"sums","reports":[{"name":"sum","command":["sh","-c","echo $(($1+$2))","sum","${arg:a}","${arg:b}"],
  "args":{"properties":{"a":{"type":"integer"},"b":{"type":"integer"}},"required":["a","b"]}}]}
`

// TestAcceptance is SPEC C3: autostart and ports, one stopped, one restarted, a
// tool and a service killed.
func TestAcceptance(t *testing.T) {
	w := newWorld(t, everything)
	assert.Empty(t, w.observed(), "the first scan is not recorded")
	w.Run(t.Context())
	web, clock := w.reaches("services/web", procs.Running), w.reaches("tools/clock", procs.Running)
	assert.True(t, accepts(w.port), "it is running when its port accepts")
	idle, _ := w.sup.One("tools/idle")
	assert.Equal(t, procs.Stopped, idle.State)

	_, err := w.Program(ext.Tools, "clock", Start)
	assert.Equal(t, 409, AsError(err).Status)
	_, err = w.Program(ext.Tools, "idle", Start)
	require.NoError(t, err)
	w.reaches("tools/idle", procs.Running)
	_, err = w.Program(ext.Tools, "idle", Stop)
	require.NoError(t, err)
	w.reaches("tools/idle", procs.Stopped)
	_, err = w.Program(ext.Services, "web", Restart)
	require.NoError(t, err)
	eventually(t, "another process", func() bool {
		s, _ := w.sup.One("services/web")
		return s.State == procs.Running && s.Pid != web.Pid
	})
	assert.Empty(t, w.observed(), "what a person does is not recorded")

	require.NoError(t, syscall.Kill(clock.Pid, syscall.SIGKILL))
	s := w.reaches("tools/clock", procs.Backoff)
	assert.NotNil(t, s.NextStart)
	web, _ = w.sup.One("services/web")
	require.NoError(t, syscall.Kill(web.Pid, syscall.SIGKILL))
	w.reaches("services/web", procs.Crashed)
	assert.False(t, accepts(w.port))
	assert.Equal(t, []string{
		"butler error butler://tool:clock: ended by signal 9 (killed); starts again in 1h0m0s (1 of 5)",
		"butler error butler://service:web: ended by signal 9 (killed); stays down",
	}, w.observed())
	assert.False(t, w.Health().OK)
	assert.Equal(t, 1, w.Health().Down)
}

// TestButlerEnds: stopped, and killed, butler leaves no process and no port;
// opened again, what starts by itself is back.
func TestButlerEnds(t *testing.T) {
	for _, sig := range []syscall.Signal{syscall.SIGTERM, syscall.SIGKILL} {
		t.Run(sig.String(), func(t *testing.T) {
			w := newWorld(t, everything)
			state := t.TempDir()
			d := exec.Command(os.Args[0], "daemon", w.home, state)
			out, err := d.StdoutPipe()
			require.NoError(t, err)
			require.NoError(t, d.Start())
			var up string
			_, err = fmt.Fscanln(out, &up)
			require.NoError(t, err)
			require.Equal(t, "up", up)
			eventually(t, "the port", func() bool { return accepts(w.port) })
			var pids []int
			eventually(t, "both in the ledger", func() bool {
				pids = ledger(t, state)
				return len(pids) == 4
			})
			require.NoError(t, d.Process.Signal(sig))
			_ = d.Wait()
			for _, pid := range pids {
				eventually(t, fmt.Sprintf("process %d is left", pid), func() bool { return gone(pid) })
			}
			eventually(t, "the port is left", func() bool { return !accepts(w.port) })

			again, dd, err := openIn(t.Context(), w.home, state, os.Environ(), nil)
			require.NoError(t, err)
			defer dd.Close()
			again.Run(t.Context())
			eventually(t, "the port again", func() bool { return accepts(w.port) })
			eventually(t, "the tool again", func() bool { s, _ := again.sup.One("tools/clock"); return s.State == procs.Running })
			again.Close(t.Context())
			assert.False(t, accepts(w.port))
		})
	}
}

// ledger reads the pids of shims and programs.
func ledger(t *testing.T, state string) []int {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(state, "procs", "*.json"))
	require.NoError(t, err)
	var pids []int
	for _, f := range files {
		var e struct{ Shim, Child int }
		text, err := os.ReadFile(f)
		if err == nil && json.Unmarshal(text, &e) == nil {
			pids = append(pids, e.Shim, e.Child)
		}
	}
	return pids
}

func TestUnknown(t *testing.T) {
	w := newWorld(t, everything)
	for _, c := range []struct {
		kind ext.Kind
		id   string
		verb string
		want string
	}{
		{ext.Tools, "other", Start, "404 not_found"},
		{ext.Tools, "broken", Start, "404 not_found"},
		{ext.Faculties, "clock", Start, "404 not_found"},
		{"things", "clock", Start, "404 not_found"},
		{ext.Faculties, "sums", Start, "409 not_startable"},
		{ext.Tools, "none", Start, "409 not_startable"},
		{ext.Tools, "clock", "burn", "404 unknown_action"},
	} {
		_, err := w.Program(c.kind, c.id, c.verb)
		require.Error(t, err)
		e := AsError(err)
		assert.Equal(t, c.want, fmt.Sprint(e.Status, " ", e.Code), "%+v", c)
	}
	_, err := w.Tail(ext.Tools, "none", 0)
	assert.Equal(t, 404, AsError(err).Status)
}

func TestCatalogTellsTheBroken(t *testing.T) {
	w := newWorld(t, everything)
	var broken *ext.Public
	for _, e := range w.Catalog().Extensions {
		if e.Folder == "broken" {
			broken = &e
		}
	}
	require.NotNil(t, broken)
	assert.False(t, broken.Valid)
	require.Len(t, broken.Problems, 2)
	assert.Equal(t, "/commnad", broken.Problems[0].Pointer)
	assert.True(t, broken.Problems[0].Warning)
	assert.Equal(t, "must be an array, and is a string", broken.Problems[1].Text)
	assert.Equal(t, 1, w.Health().Invalid)
	text, err := json.Marshal(w.Catalog())
	require.NoError(t, err)
	assert.NotContains(t, string(text), w.home)
	assert.NotContains(t, string(text), "sleep")
}

func TestBrokenSettingsChangeNothing(t *testing.T) {
	w := newWorld(t, everything)
	_, err := w.Program(ext.Tools, "idle", Start)
	require.NoError(t, err)
	was := w.reaches("tools/idle", procs.Running)
	w.write("-- butler.json --\n{\"scanRoots\": 7}\n")
	assert.Empty(t, w.Rescan().Removed)
	s, _ := w.sup.One("tools/idle")
	assert.Equal(t, was.Pid, s.Pid)
	assert.Equal(t, "/scanRoots", w.Catalog().Problems[len(w.Catalog().Problems)-1].Pointer)
	assert.False(t, w.Health().OK)

	require.NoError(t, os.Remove(filepath.Join(w.home, "butler.json")))
	w.Rescan()
	assert.False(t, w.Health().Instance)
	assert.Contains(t, w.Catalog().Problems[0].Text, "butler init makes an instance")
	eventually(t, "what is no longer there is stopped", func() bool { return gone(was.Pid) })
}

func TestRescan(t *testing.T) {
	w := newWorld(t, everything)
	w.Run(t.Context())
	clock := w.reaches("tools/clock", procs.Running)
	w.printed("tools/clock", "ticking") // it has read its script, which goes away now
	w.write("-- tools/new/butler.json --\n{\"id\":\"new\",\"command\":[\"sleep\",\"1000\"],\"hosted\":{\"autoStart\":true}}\n")
	require.NoError(t, os.RemoveAll(filepath.Join(w.home, "tools", "clock")))
	c := w.Rescan()
	assert.Equal(t, Changes{Added: []string{"tools/new"}, Removed: []string{"tools/clock"}, Changed: []string{}, Invalid: []string{"broken"}, Waiting: []string{"tools/new"}}, c)
	eventually(t, "the removed one is stopped", func() bool { return gone(clock.Pid) })
	_, ok := w.sup.One("tools/new")
	assert.False(t, ok, "what appears is nothing that could be started before the owner's word")
	assert.Equal(t, []string{
		"butler note butler://catalog:new: the tool new was added",
		"butler note butler://catalog:clock: the tool clock was removed",
	}, w.observed())
	assert.Equal(t, Changes{Added: []string{}, Removed: []string{}, Changed: []string{}, Invalid: []string{"broken"}, Waiting: []string{"tools/new"}}, w.Rescan())
}

func TestRescanByClock(t *testing.T) {
	w := newWorld(t, "-- butler.json --\n{\"rescanSec\": 1}\n")
	w.Run(t.Context())
	w.write("-- tools/a/butler.json --\n{\"id\":\"a\",\"command\":[\"x\"]}\n")
	eventually(t, "found by itself", func() bool { _, ok := w.Found().Find(ext.Tools, "a"); return ok })
}

func TestRuns(t *testing.T) {
	w := newWorld(t, everything)
	r, err := w.RunNamed(t.Context(), ext.Faculties, "sums", ext.Report, "sum", []byte(`{"a":19,"b":23}`), "owner")
	require.NoError(t, err)
	r, err = w.WaitRun(t.Context(), r.ID)
	require.NoError(t, err)
	assert.Equal(t, runs.Done, r.State)
	assert.Equal(t, "42\n", r.Output)
	assert.Equal(t, "owner", r.By)

	for args, want := range map[string]string{
		`{"a":1}`:               "must have b",
		`{"a":"1; rm x","b":1}`: "/a must be an integer, and is a string",
		`{"a":1,"b":2,"c":3}`:   "/c is not a key that is known here",
	} {
		_, err := w.RunNamed(t.Context(), ext.Faculties, "sums", "", "sum", []byte(args), "owner")
		e := AsError(err)
		assert.Equal(t, "400 invalid_arguments", fmt.Sprint(e.Status, " ", e.Code))
		assert.Contains(t, e.Message, want)
	}
	_, err = w.RunNamed(t.Context(), ext.Faculties, "sums", ext.Command, "sum", nil, "owner")
	assert.Equal(t, 404, AsError(err).Status, "a report is no command")
	list, err := w.Runs(t.Context(), runs.Filter{})
	require.NoError(t, err)
	assert.Len(t, list, 1, "arguments that do not fit start nothing")

	require.Len(t, w.QuickActions(), 1)
	assert.Equal(t, "Say hello", w.QuickActions()[0].Title)
	r, err = w.RunNamed(t.Context(), ext.Tools, "clock", ext.Action, "hello", []byte(`{"who":"-x"}`), "owner")
	require.NoError(t, err)
	r, _ = w.WaitRun(t.Context(), r.ID)
	assert.Equal(t, "{\"who\":\"-x\"}\nhello\n", r.Output)
}

// TestEnvironment: what a program sees, and what of it is shown.
func TestEnvironment(t *testing.T) {
	w := newWorld(t, `
-- tools/env/butler.json --
{"id":"env","command":["sh","-c","env | sort; sleep 1000"],"env":{"HEADER":"Bearer ${env:MY_SECRET}","PLAIN":"p"},"ports":[$PORT],"ready":{"exec":["true"]}}
-- tools/unset/butler.json --
{"id":"unset","command":["x"],"env":{"A":"${env:NOT_SET_ANYWHERE}"}}
`, "MY_SECRET=swordfish99", "AWS_SECRET_ACCESS_KEY=hush1234567", "BUTLER_HOME=/elsewhere", "XDG_RUNTIME_DIR=/run/x")
	w.opts.URL = func() string { return "http://127.0.0.1:19387" }
	_, err := w.Program(ext.Tools, "env", Start)
	require.NoError(t, err)
	s := w.reaches("tools/env", procs.Running)
	tail, err := w.Tail(ext.Tools, "env", 0)
	require.NoError(t, err)
	var text string
	eventually(t, "its output", func() bool {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
		defer cancel()
		lines, _, _ := tail.Next(ctx)
		for _, l := range lines {
			text += l.Text + "\n"
		}
		return strings.Contains(text, "PLAIN=p")
	})
	for _, want := range []string{"BUTLER_HOST_URL=http://127.0.0.1:19387", "BUTLER_GUARDIAN_URL=http://127.0.0.1:19387", "BUTLER_ID=env", "BUTLER_KIND=tools", fmt.Sprint("BUTLER_PORT=", w.port), "BUTLER_VALIDITY_ROOT=" + w.home} {
		assert.Contains(t, text, want+"\n")
	}
	for _, not := range []string{"swordfish99", "hush1234567", "BUTLER_HOME", "XDG_RUNTIME_DIR"} {
		assert.NotContains(t, text, not)
	}
	environ, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", s.Pid))
	if err == nil {
		assert.Contains(t, string(environ), "HEADER=Bearer swordfish99\x00")
		_, rest, _ := strings.Cut(string(environ), "BUTLER_TOKEN=")
		token, _, _ := strings.Cut(rest, "\x00")
		assert.NotContains(t, text, token, "its token is not shown")
		who, ok := w.Token(token)
		assert.True(t, ok)
		assert.Equal(t, "tools/env", who)
		_, err = w.Program(ext.Tools, "env", Restart)
		require.NoError(t, err)
		eventually(t, "another process", func() bool { n, _ := w.sup.One("tools/env"); return n.State == procs.Running && n.Pid != s.Pid })
		_, ok = w.Token(token)
		assert.False(t, ok, "a token ends with its program")
	}
	_, ok := w.Token("")
	assert.False(t, ok)
	_, err = w.Program(ext.Tools, "unset", Start)
	e := AsError(err)
	assert.Equal(t, "502 start_failed", fmt.Sprint(e.Status, " ", e.Code))
	assert.Contains(t, e.Message, "NOT_SET_ANYWHERE is not set in butler's environment")
}

func TestObserve(t *testing.T) {
	w := newWorld(t, `
-- tools/seer/butler.json --
{"id":"seer","command":["sh","run.sh"]}
-- tools/seer/run.sh --
echo '{"butler":"observe","type":"fact","text":"I saw it","tags":["a"]}'
echo '{"butler":"observe","text":""}'
echo 'an ordinary line'
exec sleep 1000
`)
	for body, want := range map[string]string{
		`{"source":"probe","text":"x"}`:                  "",
		`{"source":"Probe","text":"x"}`:                  "400 invalid_observation",
		`{"source":"probe"}`:                             "400 invalid_observation",
		`{"source":"probe","text":"x"} {}`:               "400 invalid_observation",
		`{"source":"probe","text":7}`:                    "400 invalid_observation",
		`no`:                                             "400 invalid_observation",
		"{\"x\":\"" + strings.Repeat("x", 70000) + "\"}": "413 too_large",
	} {
		q, err := w.Observe([]byte(body), "owner")
		if want == "" {
			require.NoError(t, err)
			assert.True(t, q.Queued)
			continue
		}
		e := AsError(err)
		assert.Equal(t, want, fmt.Sprint(e.Status, " ", e.Code), body)
	}
	_, err := w.Program(ext.Tools, "seer", Start)
	require.NoError(t, err)
	eventually(t, "what the program saw", func() bool { return len(w.observed()) == 2 })
	list, err := w.spool.Next("", 10)
	require.NoError(t, err)
	assert.Equal(t, "tools/seer", list[1].By)
	assert.Equal(t, "I saw it", list[1].Text)
	assert.Equal(t, []string{"a"}, list[1].Tags)

	require.NoError(t, os.RemoveAll(filepath.Join(w.state, "spool")))
	_, err = w.Observe([]byte(`{"source":"probe","text":"x"}`), "owner")
	e := AsError(err)
	assert.Equal(t, "502 intake_failed", fmt.Sprint(e.Status, " ", e.Code))
	assert.Equal(t, 1, w.Health().Spool.Lost.Count)
}

func TestProviders(t *testing.T) {
	w := newWorld(t, `
-- tools/my-mcp/butler.json --
{"id":"my-mcp","env":{"A":"1"},"mcp":{"transport":"stdio","command":["./server","x"],"env":{"B":"2"},"timeoutSec":7}}
-- services/off/butler.json --
{"id":"off","mcp":{"transport":"stdio","command":["x"],"env":{"B":"${env:NOT_SET_ANYWHERE}"}}}
`)
	list, faults := w.Providers()
	require.Len(t, list, 1)
	require.Len(t, faults, 1)
	assert.ErrorContains(t, faults[0], "services/off: mcp: procs: env B: NOT_SET_ANYWHERE")
	p := list[0]
	assert.Equal(t, "my_mcp", p.Namespace)
	assert.Equal(t, []string{filepath.Join(w.home, "tools/my-mcp/server"), "x"}, p.Argv)
	assert.Equal(t, 7*time.Second, p.Timeout)
	assert.Equal(t, 5*time.Minute, p.Idle)
	assert.Subset(t, p.Env, []string{"A=1", "B=2", "BUTLER_MCP_CHANNEL=butler-hub"})
	again, _ := w.Providers()
	assert.Equal(t, list, again, "nothing changed: it need not be started anew")
}

// TestDoAsksTheSteward: over every verb of the socket, an agent changes nothing.
func TestDoAsksTheSteward(t *testing.T) {
	w := newWorld(t, everything)
	send := func(any) error { return nil }
	reads := map[string]bool{"health": true, "catalog": true, "overview": true, "runs": true, "show-run": true, "logs": true, "observe": true}
	for verb := range doings {
		_, err := w.Do(t.Context(), steward.Agent, "an agent", Call{Verb: verb}, send)
		if reads[verb] {
			assert.False(t, err != nil && AsError(err).Status == 403, verb)
		} else {
			require.Error(t, err, verb)
			assert.Equal(t, 403, AsError(err).Status, verb)
		}
		_, err = w.Do(t.Context(), steward.Nobody, "nobody", Call{Verb: verb}, send)
		assert.Equal(t, 403, AsError(err).Status, verb)
	}
	_, err := w.Do(t.Context(), steward.Owner, "owner", Call{Verb: "burn"}, send)
	assert.Equal(t, 404, AsError(err).Status)
	_, err = w.Do(t.Context(), steward.Owner, "owner", Call{Verb: "start", Args: []byte(`{"kind":"tools","idd":"idle"}`)}, send)
	assert.Equal(t, 400, AsError(err).Status)
}

func TestDo(t *testing.T) {
	w := newWorld(t, everything)
	var sent []any
	do := func(verb, args string) (any, error) {
		sent = nil
		return w.Do(t.Context(), steward.Owner, "owner", Call{verb, []byte(args)}, func(v any) error { sent = append(sent, v); return nil })
	}
	v, err := do("start", `{"kind":"services","id":"web","wait":true}`)
	require.NoError(t, err)
	assert.Equal(t, procs.Running, v.(procs.Status).State)
	assert.True(t, accepts(w.port))
	_, err = do("logs", `{"kind":"services","id":"web"}`)
	require.NoError(t, err)
	require.NotEmpty(t, sent)
	assert.Contains(t, fmt.Sprint(sent), "started, process")
	for range 5 {
		v, err = do("restart", `{"kind":"services","id":"web","wait":true}`)
		require.NoError(t, err)
		assert.Equal(t, procs.Running, v.(procs.Status).State, "a restart that was waited for has ended")
	}
	v, err = do("stop", `{"kind":"services","id":"web","wait":true}`)
	require.NoError(t, err)
	assert.Equal(t, procs.Stopped, v.(procs.Status).State)
	v, err = do("run", `{"kind":"faculties","id":"sums","name":"sum","args":{"a":1,"b":2},"wait":true}`)
	require.NoError(t, err)
	assert.Equal(t, "3\n", v.(runs.Run).Output)
	assert.Len(t, sent, 1, "the run as it was started")
	v, err = do("observe", `{"args":{"source":"me","text":"x"}}`)
	require.NoError(t, err)
	assert.True(t, v.(Queued).Queued)
	v, err = do("overview", "")
	require.NoError(t, err)
	assert.Len(t, v.(Overview).Tools, 3)
	assert.Len(t, v.(Overview).Runs, 1)
}
