package coord_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"guard/coord"
	"guard/coord/coordtest"
	"guard/coord/serve"
)

// newPlaces is a home of its own, short enough for the path of a socket.
func newPlaces(t *testing.T) coord.Places {
	t.Helper()
	dir, err := os.MkdirTemp("", "coord")
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	p, err := coord.Find(func(name string) string { return map[string]string{"XDG_STATE_HOME": dir}[name] })
	require.NoError(t, err)
	return p
}

// patient is a timing that ends no test on a machine with much else to do.
func patient() coord.Timing {
	return coord.Timing{
		Dial: 20 * time.Second, Ack: 20 * time.Second, Tick: 20 * time.Second, Write: 20 * time.Second,
		Again: []time.Duration{time.Millisecond, time.Millisecond, time.Millisecond},
	}
}

func aSubmit() coord.Submit {
	return coord.Submit{
		Head: coord.Head{ID: coord.NewID()},
		Key:  "sha256:" + strings.Repeat("ab", 32),
		Subject: coord.Subject{
			Client: "claude", Session: "s1", Tool: "Bash", Dir: "/work", Unattended: true,
			Fields: []coord.Field{{Name: "command", Raw: `"git push --force <&> "`}},
		},
		Event: "PreToolUse", Class: coord.Unattended, Tier: "outward", Audit: 7,
	}
}

func hold(t *testing.T, d time.Duration) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), d)
	t.Cleanup(cancel)
	return ctx
}

// TestTalks holds Ask to the golden scripts.
func TestTalks(t *testing.T) {
	talks, err := coordtest.Talks("../fixtures/coord/talks")
	require.NoError(t, err)
	for name, script := range talks {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPlaces(t)
			b, err := coordtest.Start(p, script)
			require.NoError(t, err)
			c := coord.Client{Places: p, Timing: patient()}
			length := time.Minute
			switch name { // what is silent must be waited for
			case "no-ack":
				c.Timing.Ack = 300 * time.Millisecond
			case "silent-then-back":
				c.Timing.Tick = time.Second
			case "nobody":
				length = 2 * time.Second
			}
			s := aSubmit()
			s.Dialog = name == "unwatched"
			a := c.Ask(hold(t, length), s)
			assert.Equal(t, coordtest.Want(script), a.Outcome.String(), "%+v", a)
			assert.NoError(t, b.Stop())
			ids := map[string]bool{}
			nonces := map[string]bool{}
			for _, line := range b.Heard() {
				var s coord.Submit
				require.NoError(t, json.Unmarshal([]byte(line), &s))
				ids[s.ID], nonces[s.Nonce] = true, true
			}
			assert.Len(t, ids, 1, "a call has one id, however often guard connects")
			assert.Len(t, nonces, len(b.Heard()), "and a new nonce each time")
			if strings.Contains(script, `"ack"`) && !strings.Contains(name, "garbage") && name != "ref-text" && name != "version-answers" {
				assert.Equal(t, "B-7F3K", a.Ref, "an item that is on disk is named")
			}
			switch a.Outcome {
			case coord.Faulty, coord.Refused:
				assert.Error(t, a.Err)
			case coord.Absent:
				assert.Error(t, a.Err)
				assert.Empty(t, a.Ref)
			case coord.No:
				assert.Equal(t, "not on a Friday", a.Reason)
			}
		})
	}
}

// TestLostButlerIsSoughtABoundedNumberOfTimes: it dies after each ack.
func TestLostButlerIsSoughtABoundedNumberOfTimes(t *testing.T) {
	p := newPlaces(t)
	once := "< submit\n> " + `{"v":1,"t":"ack","id":"$ID","ref":"$REF","state":"pending","watching":true}` + "\nclose\n"
	b, err := coordtest.Start(p, strings.Repeat(once, 20))
	require.NoError(t, err)
	a := coord.Client{Places: p, Timing: patient()}.Ask(hold(t, 20*time.Second), aSubmit())
	assert.Equal(t, coord.Waits, a.Outcome)
	assert.Equal(t, "B-7F3K", a.Ref)
	assert.Equal(t, 4, b.Accepts(), "once, and three times again")
	b.Stop()
}

// TestNobodyWatches: an attended client is not kept waiting.
func TestNobodyWatches(t *testing.T) {
	ack := "< submit\n> " + `{"v":1,"t":"ack","id":"$ID","ref":"$REF","state":"pending"}` + "\nhang\n"
	for name, c := range map[string]struct {
		class  coord.Class
		dialog bool
		want   coord.Outcome
	}{
		"attended": {coord.Attended, false, coord.Waits},
		"attended, with the client's own question": {coord.Attended, true, coord.Unwanted},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPlaces(t)
			b, err := coordtest.Start(p, ack)
			require.NoError(t, err)
			s := aSubmit()
			s.Class, s.Subject.Unattended, s.Dialog = c.class, false, c.dialog
			a := coord.Client{Places: p, Timing: patient()}.Ask(hold(t, time.Minute), s)
			assert.Equal(t, c.want, a.Outcome)
			b.Stop()
		})
	}
}

// TestNoHold: without a time to hold guard takes the ack and goes.
func TestNoHold(t *testing.T) {
	p := newPlaces(t)
	b, err := coordtest.Start(p, "< submit\n> "+`{"v":1,"t":"ack","id":"$ID","ref":"$REF","state":"pending","watching":true}`+"\nhang\n")
	require.NoError(t, err)
	a := coord.Client{Places: p, Timing: patient()}.Ask(context.Background(), aSubmit())
	assert.Equal(t, coord.Waits, a.Outcome)
	assert.Contains(t, b.Heard()[0], `"hold_ms":0`)
	b.Stop()
}

// TestStopped: guard is told to stop while it holds.
func TestStopped(t *testing.T) {
	p := newPlaces(t)
	b, err := coordtest.Start(p, "< submit\n> "+`{"v":1,"t":"ack","id":"$ID","ref":"$REF","state":"pending","watching":true}`+"\nhang\nclose\n< withdraw\nclose\n")
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(hold(t, time.Minute))
	c := coord.Client{Places: p, Timing: patient()}
	s := aSubmit()
	go func() {
		for len(b.Heard()) == 0 {
			time.Sleep(time.Millisecond)
		}
		cancel()
	}()
	a := c.Ask(ctx, s)
	assert.NotEqual(t, coord.Yes, a.Outcome)
	require.NoError(t, c.Withdraw(context.Background(), s.ID, s.Key, "guard was told to stop"))
	require.Eventually(t, func() bool { return len(b.Heard()) == 2 }, 10*time.Second, time.Millisecond)
	assert.Contains(t, b.Heard()[1], s.ID)
	assert.NoError(t, b.Stop())
}

// TestUntrusted: nothing is sent to a socket that might be another's.
func TestUntrusted(t *testing.T) {
	for name, c := range map[string]struct {
		spoil func(t *testing.T, p coord.Places)
		err   string
	}{
		"no folder":              {func(t *testing.T, p coord.Places) { os.RemoveAll(p.Run) }, "not running"},
		"no socket":              {func(t *testing.T, p coord.Places) { os.Remove(p.Guard()) }, "not running"},
		"open to the group":      {func(t *testing.T, p coord.Places) { os.Chmod(p.Guard(), 0o660) }, "mode 0660"},
		"folder open to others":  {func(t *testing.T, p coord.Places) { os.Chmod(p.Run, 0o755) }, "mode 0755"},
		"a link to a socket":     {func(t *testing.T, p coord.Places) { link(t, p.Guard()) }, "no socket"},
		"a link to the folder":   {func(t *testing.T, p coord.Places) { link(t, p.Run) }, "no folder"},
		"a plain file":           {func(t *testing.T, p coord.Places) { file(t, p.Guard(), "x", 0o600) }, "no socket"},
		"socket of another user": {func(t *testing.T, p coord.Places) { chown(t, p.Guard()) }, "belongs to user"},
		"folder of another user": {func(t *testing.T, p coord.Places) { chown(t, p.Run) }, "belongs to user"},
		"no key":                 {func(t *testing.T, p coord.Places) { os.Remove(p.Key()) }, "no such file"},
		"key open to the group":  {func(t *testing.T, p coord.Places) { os.Chmod(p.Key(), 0o640) }, "mode 0640"},
		"a short key":            {func(t *testing.T, p coord.Places) { file(t, p.Key(), "short", 0o600) }, "32 bytes"},
		"a long key":             {func(t *testing.T, p coord.Places) { file(t, p.Key(), strings.Repeat("x", 33), 0o600) }, "32 bytes"},
		"a link to the key":      {func(t *testing.T, p coord.Places) { link(t, p.Key()) }, "symbolic links"},
		"a dead socket": {func(t *testing.T, p coord.Places) {
			os.Remove(p.Guard())
			l, err := net.ListenUnix("unix", &net.UnixAddr{Name: p.Guard(), Net: "unix"})
			require.NoError(t, err)
			l.SetUnlinkOnClose(false)
			l.Close()
			os.Chmod(p.Guard(), 0o600)
		}, "not running"},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPlaces(t)
			b, err := coordtest.Start(p, "")
			require.NoError(t, err)
			defer b.Stop()
			c.spoil(t, p)
			a := coord.Client{Places: p, Timing: patient()}.Ask(hold(t, time.Minute), aSubmit())
			assert.Equal(t, coord.Absent, a.Outcome)
			assert.ErrorContains(t, a.Err, c.err)
			assert.Zero(t, b.Accepts())
		})
	}
}

func link(t *testing.T, name string) {
	require.NoError(t, os.Rename(name, name+"2"))
	require.NoError(t, os.Symlink(name+"2", name))
}

func file(t *testing.T, name, text string, mode os.FileMode) {
	require.NoError(t, os.RemoveAll(name))
	require.NoError(t, os.WriteFile(name, []byte(text), mode))
}

func chown(t *testing.T, name string) {
	if os.Geteuid() != 0 {
		t.Skip("only root can give a file away")
	}
	require.NoError(t, os.Chown(name, 1234, -1))
}

// TestTooMuch: what cannot be sent unchanged is not sent.
func TestTooMuch(t *testing.T) {
	p := newPlaces(t)
	b, err := coordtest.Start(p, "")
	require.NoError(t, err)
	for name, raw := range map[string]string{"too large": strings.Repeat("x", coord.MaxInput), "no UTF-8": "\"\xff\""} {
		s := aSubmit()
		s.Subject.Fields[0].Raw = raw
		a := coord.Client{Places: p, Timing: patient()}.Ask(hold(t, time.Minute), s)
		assert.Equal(t, coord.Absent, a.Outcome, name)
		assert.Error(t, a.Err, name)
	}
	assert.Zero(t, b.Accepts())
	b.Stop()
}

// TestLargest: the largest call fits in a frame, whatever its bytes are.
func TestLargest(t *testing.T) {
	p := newPlaces(t)
	b, err := coordtest.Start(p, strings.Repeat("< submit\nclose\n", 4))
	require.NoError(t, err)
	for _, text := range []string{"\"", "\u2028", "<", "\x7f"} {
		s := aSubmit()
		s.Subject.Fields[0].Raw = strings.Repeat(text, (coord.MaxInput-1000)/len(text))
		a := coord.Client{Places: p, Timing: patient()}.Ask(hold(t, time.Minute), s)
		assert.NotContains(t, a.Err.Error(), "longer than", text)
	}
	assert.NoError(t, b.Stop())
	assert.Len(t, b.Heard(), 4)
}

// TestLongPath: a path that the system would cut is not used.
func TestLongPath(t *testing.T) {
	err := coord.CheckSocket("/" + strings.Repeat("x", 100))
	assert.ErrorContains(t, err, "longer than 100 bytes")
	_, err = serve.Listen("/tmp/" + strings.Repeat("x", 100) + "/s")
	assert.Error(t, err)
	os.Remove("/tmp/" + strings.Repeat("x", 100))
}

// TestFind says where the sockets are.
func TestFind(t *testing.T) {
	for _, c := range []struct {
		env  map[string]string
		want string
		key  string
	}{
		{map[string]string{"HOME": "/h"}, "/h/.local/state/butler/run/guard.sock", "/h/.local/state/butler/guard.key"},
		{map[string]string{"HOME": "/h", "XDG_RUNTIME_DIR": "/run/user/1"}, "/run/user/1/butler/guard.sock", "/h/.local/state/butler/guard.key"},
		{map[string]string{"HOME": "/h", "XDG_RUNTIME_DIR": "run"}, "/h/.local/state/butler/run/guard.sock", "/h/.local/state/butler/guard.key"},
		{map[string]string{"HOME": "/h", "XDG_STATE_HOME": "/s"}, "/s/butler/run/guard.sock", "/s/butler/guard.key"},
	} {
		p, err := coord.Find(func(n string) string { return c.env[n] })
		require.NoError(t, err)
		assert.Equal(t, c.want, p.Guard())
		assert.Equal(t, c.key, p.Key())
	}
	_, err := coord.Find(func(string) string { return "" })
	assert.Error(t, err)
}

// TestReach: a butler that was started without XDG_RUNTIME_DIR is found with it.
func TestReach(t *testing.T) {
	p := newPlaces(t)
	elsewhere := coord.Places{State: p.State, Run: filepath.Join(p.State, "runtime", "butler")}
	assert.Equal(t, elsewhere, elsewhere.Reach(), "there is no butler")
	b, err := coordtest.Start(p, "")
	require.NoError(t, err)
	defer b.Stop()
	assert.Equal(t, p, elsewhere.Reach())
	assert.Equal(t, p, p.Reach())
	require.NoError(t, os.Remove(p.Key()))
	assert.Equal(t, elsewhere, elsewhere.Reach(), "it is none for this home")
}

// requests reads the frames of a golden file.
func requests(t testing.TB, name string) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../fixtures/coord", name))
	require.NoError(t, err)
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}

// served is a connection pair: a Conn, and the other end of it.
func served(t testing.TB) (*coord.Conn, net.Conn) {
	a, b := net.Pipe()
	t.Cleanup(func() { a.Close(); b.Close() })
	return coord.NewConn(a, coord.Peer{UID: 1}), b
}

// TestGoldenRequests: what a socket knows, it reads; nothing else.
func TestGoldenRequests(t *testing.T) {
	type reader func(*coord.Conn) (any, error)
	for file, read := range map[string]reader{"guard": (*coord.Conn).GuardRequest, "owner": (*coord.Conn).OwnerRequest} {
		for _, line := range requests(t, file+".jsonl") {
			c, other := served(t)
			go other.Write([]byte(line + "\n"))
			r, err := read(c)
			require.NoError(t, err, line)
			// Written again it is the same, but for members that are not known.
			again, err := json.Marshal(r)
			require.NoError(t, err)
			if !strings.Contains(line, "hue") {
				assert.JSONEq(t, withoutEmpty(t, line), withoutEmpty(t, string(again)))
			}
		}
		for _, row := range requests(t, file+"-refused.jsonl") {
			var want struct{ Name, Line, Code string }
			require.NoError(t, json.Unmarshal([]byte(row), &want))
			c, other := served(t)
			go other.Write([]byte(want.Line + "\n"))
			answer := make(chan coord.Fault, 1)
			go func() {
				line, _ := bufio.NewReader(other).ReadBytes('\n')
				var f coord.Fault
				_ = json.Unmarshal(line, &f)
				answer <- f
			}()
			r, err := read(c)
			assert.Error(t, err, want.Name)
			assert.Nil(t, r, want.Name)
			f := <-answer
			assert.Equal(t, want.Code, string(f.Code), want.Name)
			if f.Code == coord.CodeVersion {
				assert.Equal(t, []int{1, 1}, []int{f.Min, f.Max})
			}
			assert.Error(t, c.Done(nil), "%s: it has its answer", want.Name)
		}
	}
}

func withoutEmpty(t *testing.T, line string) string {
	t.Helper()
	var v map[string]any
	require.NoError(t, json.Unmarshal([]byte(line), &v))
	for k, x := range v {
		if x == nil || x == "" || x == false {
			delete(v, k)
		}
	}
	b, err := json.Marshal(v)
	require.NoError(t, err)
	return string(b)
}

// TestLongRequest: more than a frame is answered and not read on.
func TestLongRequest(t *testing.T) {
	c, other := served(t)
	go func() { _, _ = other.Write([]byte(strings.Repeat("x", 2*coord.MaxLine))) }()
	answer := make(chan string, 1)
	go func() { line, _ := bufio.NewReader(other).ReadString('\n'); answer <- line }()
	_, err := c.GuardRequest()
	assert.ErrorContains(t, err, fmt.Sprintf("longer than %d KiB", coord.MaxLine>>10))
	assert.Contains(t, <-answer, `"code":"frame"`)
}

// TestCutRequest: a request without its newline never came.
func TestCutRequest(t *testing.T) {
	c, other := served(t)
	go func() { _, _ = other.Write([]byte(requests(t, "guard.jsonl")[0])); other.Close() }()
	r, err := c.GuardRequest()
	assert.Error(t, err)
	assert.Nil(t, r)
}

// TestBothEnds lets the two real ends talk.
func TestBothEnds(t *testing.T) {
	p := newPlaces(t)
	key, err := coord.MakeKey(p.Key())
	require.NoError(t, err)
	l, err := serve.Listen(p.Guard())
	require.NoError(t, err)
	defer l.Close()
	_, err = serve.Listen(p.Guard())
	assert.ErrorIs(t, err, serve.ErrTaken)
	o, err := serve.Listen(p.Owner())
	require.NoError(t, err)
	defer o.Close()
	gone := make(chan error, 1)
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			r, err := c.GuardRequest()
			if err != nil {
				c.Close()
				continue
			}
			switch r := r.(type) {
			case *coord.Submit:
				if r.Call == "leaves" {
					_ = c.Ack(coord.Ack{Ref: "B-7F3K", State: coord.Pending, Watching: true})
					<-c.Gone(context.Background()).Done()
					gone <- nil
					break
				}
				_ = c.Ack(coord.Ack{Ref: "B-7F3K", State: coord.Pending, Watching: true})
				_ = c.Tick()
				_ = c.Final(key, coord.Final{Ref: "B-7F3K", State: coord.Approved, Decision: coord.Allow, By: coord.By{Principal: "owner", Via: "web"}})
			case *coord.Ping:
				_ = c.Final(key, coord.Final{State: coord.Alive, Decision: coord.None, Server: &coord.Server{Version: "1.0", PID: 7}})
			case *coord.Check:
				_ = c.Final(key, coord.Final{State: coord.Missing, Decision: coord.None})
			case *coord.Context:
				_ = c.Final(key, coord.Final{State: coord.Alive, Decision: coord.None, Text: "B-7F3K waits"})
			}
			c.Close()
		}
	}()
	go func() {
		for {
			c, err := o.Accept()
			if err != nil {
				return
			}
			r, err := c.OwnerRequest()
			if err != nil {
				c.Close()
				continue
			}
			switch r := r.(type) {
			case *coord.List:
				_ = c.Tick()
				_ = c.Item(coord.TItem, map[string]any{"ref": "B-1111"})
				_ = c.Item(coord.TItem, map[string]any{"ref": "B-2222"})
				_ = c.Done(map[string]any{"waiting": 2})
			case *coord.Watch:
				_ = c.Tick()
				_ = c.Item(coord.TChange, map[string]any{"ref": "B-3333"})
				_ = c.Done(nil)
			case *coord.Show:
				_ = c.Fail(&coord.Fault{Code: coord.CodeNotFound, Message: "there is no " + r.Ref})
			default:
				_ = c.Fail(errors.New("not here"))
			}
			c.Close()
		}
	}()

	c := coord.Client{Places: p, Timing: patient()}
	ctx := hold(t, time.Minute)
	a := c.Ask(ctx, aSubmit())
	assert.Equal(t, coord.Answer{Outcome: coord.Yes, Ref: "B-7F3K", By: coord.By{Principal: "owner", Via: "web"}}, a)
	s := aSubmit()
	s.Call = "leaves"
	left, leave := context.WithCancel(ctx)
	time.AfterFunc(20*time.Millisecond, leave)
	assert.NotEqual(t, coord.Yes, c.Ask(left, s).Outcome)
	assert.NoError(t, <-gone, "butler sees that guard has gone")
	pong, err := c.Ping(ctx)
	require.NoError(t, err)
	assert.Equal(t, coord.Server{Version: "1.0", PID: 7}, pong)
	st, err := c.Standing(ctx, "B-0000", "")
	require.NoError(t, err)
	assert.Equal(t, coord.Missing, st.State)
	text, err := c.Context(ctx, coord.Context{Client: "claude", Session: "s"})
	require.NoError(t, err)
	assert.Equal(t, "B-7F3K waits", text.Text)

	var refs []string
	body, err := c.Call(ctx, coord.TList, &coord.List{}, func(r coord.Reply) error {
		refs = append(refs, string(r.Body))
		return nil
	})
	require.NoError(t, err)
	assert.JSONEq(t, `{"waiting":2}`, string(body))
	assert.Equal(t, []string{`{"ref":"B-1111"}`, `{"ref":"B-2222"}`}, refs)
	var frames []string
	_, err = c.Call(ctx, coord.TWatch, &coord.Watch{}, func(r coord.Reply) error {
		frames = append(frames, r.T)
		return nil
	})
	require.NoError(t, err)
	assert.Equal(t, []string{coord.TTick, coord.TChange}, frames)
	_, err = c.Call(ctx, coord.TShow, &coord.Show{Ref: "B-0000"}, nil)
	var f *coord.Fault
	require.ErrorAs(t, err, &f)
	assert.Equal(t, coord.CodeNotFound, f.Code)
	_, err = c.Call(ctx, coord.TStop, &coord.Stop{}, nil)
	require.ErrorAs(t, err, &f)
	assert.Equal(t, coord.CodeInternal, f.Code)
	_, err = c.Call(ctx, coord.TSubmit, aSubmit(), nil)
	assert.Error(t, err)
}

// TestListenReplacesTheDead: a socket that a killed butler left is no obstacle.
func TestListenReplacesTheDead(t *testing.T) {
	p := newPlaces(t)
	require.NoError(t, os.MkdirAll(p.Run, 0o700))
	dead, err := net.ListenUnix("unix", &net.UnixAddr{Name: p.Guard(), Net: "unix"})
	require.NoError(t, err)
	dead.SetUnlinkOnClose(false)
	dead.Close()
	require.NoError(t, os.Chmod(p.Guard(), 0o600))
	l, err := serve.Listen(p.Guard())
	require.NoError(t, err)
	fi, err := os.Lstat(p.Guard())
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o600), fi.Mode().Perm())
	l.Close()
	require.NoError(t, os.WriteFile(p.Guard(), []byte("mine"), 0o600))
	_, err = serve.Listen(p.Guard())
	assert.ErrorContains(t, err, "no socket", "what is no socket is not removed")
}

// TestKey: one key, whoever makes it first.
func TestKey(t *testing.T) {
	p := newPlaces(t)
	made := make(chan coord.Key)
	for range 8 {
		go func() {
			k, err := coord.MakeKey(p.Key())
			assert.NoError(t, err)
			made <- k
		}()
	}
	first := <-made
	for range 7 {
		assert.Equal(t, first, <-made)
	}
	fi, err := os.Lstat(p.Key())
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o600), fi.Mode().Perm())
	left, err := os.ReadDir(p.State)
	require.NoError(t, err)
	assert.Len(t, left, 1)
}

// TestDigest: every byte of a call counts, its order does not.
func TestDigest(t *testing.T) {
	f := []coord.Field{{Name: "a", Raw: "1"}, {Name: "b", Raw: "2"}}
	d := coord.Digest("Bash", f)
	assert.Equal(t, d, coord.Digest("Bash", []coord.Field{f[1], f[0]}))
	for _, other := range []string{
		coord.Digest("Bas", f), coord.Digest("Bash", f[:1]), coord.Digest("Bash", []coord.Field{{Name: "a1", Raw: ""}, f[1]}),
	} {
		assert.NotEqual(t, d, other)
	}
}

// FuzzRequests: whatever comes in, butler's reader takes a request that is right or
// says no, and the socket of the hooks never takes a decision.
func FuzzRequests(f *testing.F) {
	for _, name := range []string{"guard.jsonl", "owner.jsonl"} {
		for _, line := range requests(f, name) {
			f.Add([]byte(line + "\n"))
		}
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		for _, read := range []func(*coord.Conn) (any, error){(*coord.Conn).GuardRequest, (*coord.Conn).OwnerRequest} {
			c, other := served(t)
			go func() { _, _ = other.Write(line); other.Close() }()
			r, err := read(c)
			if (r == nil) == (err == nil) {
				t.Fatalf("%v %v", r, err)
			}
			c.Close()
		}
	})
}

// FuzzAnswer: whatever a socket says, without the key it gets no yes.
func FuzzAnswer(f *testing.F) {
	talks, err := coordtest.Talks("../fixtures/coord/talks")
	require.NoError(f, err)
	for _, script := range talks {
		var out strings.Builder
		for line := range strings.Lines(script) {
			if text, ok := strings.CutPrefix(line, "> "); ok {
				out.WriteString(text)
			}
		}
		f.Add([]byte(out.String()))
	}
	dir, err := os.MkdirTemp("", "coord")
	require.NoError(f, err)
	f.Cleanup(func() { os.RemoveAll(dir) })
	p := coord.Places{State: dir, Run: filepath.Join(dir, "run")}
	_, err = coord.MakeKey(p.Key())
	require.NoError(f, err)
	l, err := serve.Listen(p.Guard())
	require.NoError(f, err)
	f.Cleanup(func() { l.Close() })
	var say atomic.Pointer[string]
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			if r, err := c.GuardRequest(); err == nil {
				s := r.(*coord.Submit)
				_ = c.Say([]byte(strings.NewReplacer("$ID", s.ID, "$KEY", s.Key, "$NONCE", s.Nonce, "$REF", "B-7F3K").Replace(*say.Load())))
			}
			c.Close()
		}
	}()
	c := coord.Client{Places: p, Timing: coord.Timing{Dial: time.Second, Ack: time.Second, Tick: time.Second, Write: time.Second}}
	f.Fuzz(func(t *testing.T, answer []byte) {
		text := string(answer)
		say.Store(&text)
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		if a := c.Ask(ctx, aSubmit()); a.Outcome == coord.Yes {
			t.Fatalf("a yes without the key: %q", answer)
		}
	})
}
