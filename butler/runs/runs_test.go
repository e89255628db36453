package runs

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"guard/audit/redact"
	"guard/butler/db"
	"guard/butler/procs"
	"guard/sdk"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "shim" {
		os.Exit(procs.ShimMain(os.Args[2:]))
	}
	os.Exit(m.Run())
}

type world struct {
	*Runner
	t    *testing.T
	file string
	mu   sync.Mutex
	told []Run
	obs  []string
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{t: t, file: filepath.Join(t.TempDir(), "butler.db")}
	w.open()
	return w
}

func (w *world) open() {
	w.t.Helper()
	d, err := db.Open(w.t.Context(), w.file, Room)
	require.NoError(w.t, err)
	l, err := procs.NewLauncher(w.t.TempDir())
	require.NoError(w.t, err)
	w.Runner, err = NewRunner(w.t.Context(), Options{Launcher: l, Store: NewStore(d),
		Changed: func(r Run) { w.mu.Lock(); defer w.mu.Unlock(); w.told = append(w.told, r) },
		Observe: func(kind, ext string, m sdk.Message) {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.obs = append(w.obs, kind+"/"+ext+": "+m.Text)
		},
	})
	require.NoError(w.t, err)
	r := w.Runner
	w.t.Cleanup(func() { r.Close(); _ = d.Close() })
}

func script(text string) Request {
	return Request{
		Kind: "faculties", Extension: "f", Sort: "command", Name: "c", By: "owner", Args: []byte("{}\n"),
		Argv: []string{"/bin/sh", "-c", text}, Env: procs.Environment{Vars: os.Environ()},
		Timeout: time.Minute, Grace: time.Second, OutputBytes: 64 << 10, Concurrency: 8,
	}
}

func (w *world) runs(req Request) Run {
	w.t.Helper()
	r, err := w.Start(w.t.Context(), req)
	require.NoError(w.t, err)
	assert.Equal(w.t, Running, r.State)
	r, err = w.Wait(w.t.Context(), r.ID)
	require.NoError(w.t, err)
	return r
}

// TestOutcomes: what becomes of a run, and what is told of it.
func TestOutcomes(t *testing.T) {
	w := newWorld(t)
	for _, c := range []struct {
		text   string
		change func(*Request)
		state  State
		exit   int // -1: none
		says   string
	}{
		{"cat; echo err >&2", nil, Done, 0, ""},
		{"exit 3", nil, Failed, 3, "exit status 3"},
		{"kill -KILL $$", nil, Failed, -1, "ended by signal 9 (killed)"},
		{"sleep 1000", func(r *Request) { r.Timeout = 50 * time.Millisecond }, Timeout, -1, "it took longer than 50ms and was ended"},
		{"trap 'exit 0' TERM; sleep 1000 & wait", func(r *Request) { r.Timeout = 4 * time.Second }, Timeout, 0, "it took longer than 4s and was ended"},
		{"", func(r *Request) { r.Argv = []string{"no-such-program-here"} }, Failed, -1, "cannot be started"},
	} {
		req := script(c.text)
		if c.change != nil {
			c.change(&req)
		}
		r := w.runs(req)
		assert.Equal(t, c.state, r.State, c.text)
		assert.Contains(t, r.Error, c.says, c.text)
		if c.state == Failed && c.says == "cannot be started" {
			assert.Nil(t, r.Exit)
			continue
		}
		if c.exit < 0 {
			assert.Nil(t, r.Exit, c.text)
			assert.NotEmpty(t, r.Signal)
		} else {
			require.NotNil(t, r.Exit, c.text)
			assert.Equal(t, c.exit, *r.Exit)
		}
	}
	list, err := w.List(t.Context(), Filter{})
	require.NoError(t, err)
	require.Len(t, list, 6)
	first, err := w.Get(t.Context(), list[5].ID)
	require.NoError(t, err)
	assert.Equal(t, "{}\n", first.Output)
	assert.Equal(t, "err\n", first.Errors)
	assert.Equal(t, int64(7), first.Bytes)
	assert.False(t, first.Truncated)
	assert.Empty(t, list[5].Output, "a list has no outputs")
	_, err = w.Get(t.Context(), "other")
	require.ErrorIs(t, err, ErrUnknown)
}

func TestOutputIsBounded(t *testing.T) {
	w := newWorld(t)
	req := script(`i=0; while [ $i -lt 20000 ]; do echo "line $i é"; i=$((i+1)); done`)
	req.OutputBytes = 1000
	r := w.runs(req)
	assert.Equal(t, Done, r.State)
	assert.True(t, r.Truncated)
	assert.LessOrEqual(t, len(r.Output), 1000)
	assert.True(t, strings.HasPrefix(r.Output, "line "), "it begins with a whole line: %q", r.Output[:20])
	assert.True(t, strings.HasSuffix(r.Output, "line 19999 é\n"))
	assert.Greater(t, r.Bytes, int64(200_000))

	req = script(`head -c 100000 /dev/zero | tr '\0' x; printf end`) // no line has an end
	req.OutputBytes = 1000
	r = w.runs(req)
	assert.Len(t, r.Output, 1000)
	assert.True(t, strings.HasSuffix(r.Output, "xend"))
}

func TestSecretsAreMasked(t *testing.T) {
	w := newWorld(t)
	req := script(`cat; echo "$S"; echo "API_TOKEN=abcdefgh1234" >&2; echo '{"butler":"progress","done":1,"text":"swordfish"}'`)
	req.Args = []byte(`{"note":"swordfish"}` + "\n")
	req.Env.Vars = append(req.Env.Vars, "S=swordfish")
	req.Env.Masks = redact.New("swordfish")
	r := w.runs(req)
	text, err := json.Marshal(r)
	require.NoError(t, err)
	assert.NotContains(t, string(text), "swordfish")
	assert.NotContains(t, string(text), "abcdefgh1234")
	assert.JSONEq(t, `{"note":"[redacted]"}`, string(r.Args))
	assert.Equal(t, "[redacted]", r.Progress.Text)
}

func TestMessages(t *testing.T) {
	w := newWorld(t)
	r := w.runs(script(`echo before
echo '{"butler":"progress","done":1,"total":2,"text":"half"}'
echo '{"butler":"observe","text":"saw it"}'
echo '{"butler":"progress","done":2,"total":2}'
echo '{"butler":"other"}'
test -n "$BUTLER_RUN_ID" && echo after`))
	assert.Equal(t, "before\n{\"butler\":\"other\"}\nafter\n", r.Output)
	assert.InDelta(t, 2, r.Progress.Done, 0)
	w.mu.Lock()
	defer w.mu.Unlock()
	assert.Equal(t, []string{"faculties/f: saw it"}, w.obs)
	assert.Equal(t, Running, w.told[0].State)
	assert.Equal(t, "half", w.told[1].Progress.Text)
	assert.Equal(t, Done, w.told[len(w.told)-1].State)
}

func TestConcurrency(t *testing.T) {
	w := newWorld(t)
	req := script("sleep 1000")
	req.Concurrency = 2
	var ids []string
	for range 2 {
		r, err := w.Start(t.Context(), req)
		require.NoError(t, err)
		ids = append(ids, r.ID)
	}
	_, err := w.Start(t.Context(), req)
	require.ErrorIs(t, err, ErrBusy)
	other := script("echo hi")
	other.Extension = "g"
	assert.Equal(t, Done, w.runs(other).State, "another extension has places of its own")
	list, err := w.List(t.Context(), Filter{Extension: "f"})
	require.NoError(t, err)
	assert.Len(t, list, 2, "a run that was refused is not kept")
	for _, id := range ids {
		require.NoError(t, w.Cancel(id))
		r, err := w.Wait(t.Context(), id)
		require.NoError(t, err)
		assert.Equal(t, Cancelled, r.State)
		require.ErrorIs(t, w.Cancel(id), ErrUnknown)
	}
	assert.Equal(t, Done, w.runs(script("echo hi")).State)

	all := script("sleep 1000")
	for i := range maxAtOnce {
		all.Extension = fmt.Sprint("e", i)
		_, err := w.Start(t.Context(), all)
		require.NoError(t, err)
	}
	all.Extension = "one more"
	_, err = w.Start(t.Context(), all)
	require.ErrorIs(t, err, ErrBusy)
}

// TestNothingIsLeft: what a run started ends with it, and with butler.
func TestNothingIsLeft(t *testing.T) {
	w := newWorld(t)
	r := w.runs(script("sleep 1000 >/dev/null 2>&1 & echo $!"))
	assert.Equal(t, Done, r.State)
	pid, err := strconv.Atoi(strings.TrimSpace(r.Output))
	require.NoError(t, err)
	require.ErrorIs(t, syscall.Kill(pid, 0), syscall.ESRCH)

	open, err := w.Start(t.Context(), script("sleep 1000"))
	require.NoError(t, err)
	w.Close()
	r, err = w.Get(t.Context(), open.ID)
	require.NoError(t, err)
	assert.Equal(t, Cancelled, r.State)
	assert.Equal(t, "butler stopped", r.Error)
	_, err = w.Start(t.Context(), script("echo"))
	require.ErrorIs(t, err, ErrClosed)
}

// TestLost: a run that a crash cut off is told as lost.
func TestLost(t *testing.T) {
	w := newWorld(t)
	cut := Run{ID: "01", Kind: "tools", Extension: "t", Name: "n", State: Running, Started: time.Now().Add(-time.Hour)}
	require.NoError(t, w.opts.Store.put(t.Context(), &cut))
	w.open()
	r, err := w.Get(t.Context(), "01")
	require.NoError(t, err)
	assert.Equal(t, Lost, r.State)
	assert.False(t, r.Ended.IsZero())
	assert.Nil(t, r.Exit)
}

func TestListIsPaged(t *testing.T) {
	w := newWorld(t)
	for i := range 25 {
		r := Run{ID: fmt.Sprintf("%03d", i), Kind: "tools", Extension: fmt.Sprint("e", i%2), Name: "n", State: Done, Started: time.Now(), Ended: time.Now(), Output: "o"}
		require.NoError(t, w.opts.Store.put(t.Context(), &r))
	}
	page, err := w.List(t.Context(), Filter{Extension: "e0", Limit: 10})
	require.NoError(t, err)
	require.Len(t, page, 10)
	assert.Equal(t, "024", page[0].ID)
	page, err = w.List(t.Context(), Filter{Extension: "e0", Limit: 10, Before: page[9].ID})
	require.NoError(t, err)
	require.Len(t, page, 3)
	assert.Equal(t, "000", page[2].ID)
	broken, err := w.opts.Store.db.Check(context.Background())
	require.NoError(t, err)
	assert.Empty(t, broken)
}

func FuzzTail(f *testing.F) {
	f.Add([]byte("a\n{\"butler\":\"progress\"}\nb"), 3, 2)
	f.Fuzz(func(t *testing.T, text []byte, limit, step int) {
		limit, step = 1+(limit&0xff), 1+(step&0xf)
		out := &tail{limit: limit, take: func(line []byte) bool { _, ok := sdk.ParseMessage(line); return ok }}
		for at := 0; at < len(text); at += step {
			_, _ = out.Write(text[at:min(at+step, len(text))])
		}
		_ = out.text(nil)
		assert.LessOrEqual(t, len(out.kept), limit)
		assert.Equal(t, int64(len(text)), out.total)
	})
}
