//go:build unix

package hub

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"guard/coord/serve"
)

// listen serves h at a socket, as the daemon does, until stop.
func listen(t *testing.T, h *Hub, socket string) (stop func()) {
	t.Helper()
	l, err := serve.Listen(socket)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	var conns sync.WaitGroup
	conns.Go(func() {
		for {
			c, _, err := l.AcceptRaw()
			if err != nil {
				return
			}
			conns.Go(func() { _ = h.ServeConn(ctx, c) })
		}
	})
	stop = sync.OnceFunc(func() {
		cancel()
		l.Close()
		conns.Wait()
	})
	t.Cleanup(stop)
	return stop
}

func socketOf(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "hub") // a socket's path is short
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	return filepath.Join(dir, "run", "mcp.sock")
}

// bridged connects a client through a bridge.
func bridged(t *testing.T, b *Bridge, o *mcp.ClientOptions, version string) *mcp.ClientSession {
	t.Helper()
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	b.In, b.Out = inR, outW
	done := make(chan error, 1)
	go func() {
		done <- b.Run(context.Background())
		outW.Close()
	}()
	cs, err := mcp.NewClient(&mcp.Implementation{Name: "tester", Version: "9"}, o).Connect(t.Context(), &mcp.IOTransport{Reader: outR, Writer: inW}, &mcp.ClientSessionOptions{ProtocolVersion: version})
	require.NoError(t, err)
	t.Cleanup(func() {
		cs.Close()
		inW.Close()
		assert.NoError(t, <-done)
	})
	return cs
}

func TestBridge(t *testing.T) {
	gate := &openGate{}
	h := newHub(t, Options{Gate: gate}, program(t, "one", "tools"))
	socket := socketOf(t)
	listen(t, h, socket)
	project := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(project, ".git"), 0o700))
	for _, v := range versions {
		t.Run(v, func(t *testing.T) {
			cs := bridged(t, &Bridge{Socket: socket, Dir: filepath.Join(project, "sub")}, nil, v)
			assert.Contains(t, toolNames(t, cs), "one__echo")
			assert.Equal(t, "hi", text(t, call(t, cs, "one__echo", map[string]any{"text": "hi"})))
			o := gate.last(t).Origin
			assert.Equal(t, "stdio", o.Via)
			assert.Equal(t, "tester 9", o.Client)
			real, err := filepath.EvalSymlinks(project)
			require.NoError(t, err)
			assert.Equal(t, real, o.Project)
			assert.NotEmpty(t, o.Session)
		})
	}
	cs := bridged(t, &Bridge{Socket: socket, View: "one"}, nil, "")
	assert.Contains(t, toolNames(t, cs), "echo")
	assert.ErrorContains(t, (&Bridge{Socket: socket, View: "none"}).Run(t.Context()), `no provider "none"`)
}

// A client that goes away in the middle of an answer ends the bridge, and that is
// no error: nobody is left to tell. One whose output is full is told of.
func TestAClientThatDoesNotRead(t *testing.T) {
	h := newHub(t, Options{}, program(t, "one", "tools"))
	socket := socketOf(t)
	listen(t, h, socket)
	pipeR, pipeW, err := os.Pipe()
	require.NoError(t, err)
	require.NoError(t, pipeR.Close())
	defer pipeW.Close()
	closed, closedW := io.Pipe()
	require.NoError(t, closed.Close())
	for name, out := range map[string]io.Writer{"a pipe": pipeW, "closed": closedW} {
		in, inW := io.Pipe()
		go inW.Write([]byte(`{"jsonrpc":"2.0","id":1,"method":"ping"}` + "\n"))
		assert.NoError(t, (&Bridge{Socket: socket, In: in, Out: out}).Run(t.Context()), name)
		inW.Close()
	}
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		return // Linux alone has it
	}
	defer full.Close()
	in, inW := io.Pipe()
	defer inW.Close()
	go inW.Write([]byte(`{"jsonrpc":"2.0","id":1,"method":"ping"}` + "\n"))
	assert.ErrorIs(t, (&Bridge{Socket: socket, In: in, Out: full}).Run(t.Context()), syscall.ENOSPC)
}

// Through a bridge there is a session: cancelling reaches the provider, and a
// list that changes is announced.
func TestABridgeHasASession(t *testing.T) {
	h := newHub(t, Options{}, program(t, "one", "tools"))
	socket := socketOf(t)
	listen(t, h, socket)
	changed := make(chan bool, 8)
	cs := bridged(t, &Bridge{Socket: socket}, &mcp.ClientOptions{
		ToolListChangedHandler: func(context.Context, *mcp.ToolListChangedRequest) { changed <- true },
	}, "2025-11-25")
	toolNames(t, cs)
	for len(changed) > 0 {
		<-changed
	}
	mark := filepath.Join(t.TempDir(), "w")
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for !exists(mark + ".began") {
			time.Sleep(5 * time.Millisecond)
		}
		cancel()
	}()
	_, err := cs.CallTool(ctx, &mcp.CallToolParams{Name: "one__wait", Arguments: map[string]any{"text": mark}})
	require.Error(t, err)
	require.Eventually(t, func() bool { return exists(mark + ".cancelled") }, 20*time.Second, 10*time.Millisecond)

	call(t, cs, "one__grow", nil)
	select {
	case <-changed:
	case <-time.After(20 * time.Second):
		t.Fatal("nobody said that the list changed")
	}
}

// Who watches a resource hears that it changed, also after its provider was
// started anew.
func TestWatching(t *testing.T) {
	p := program(t, "one", "tools")
	p.Idle = 50 * time.Millisecond
	h := newHub(t, Options{}, p)
	socket := socketOf(t)
	listen(t, h, socket)
	for _, v := range []string{"2025-11-25", "2026-07-28"} {
		for view, tool := range map[string]string{"": "one__touch", "one": "touch"} {
			t.Run(v+view, func(t *testing.T) {
				heard := make(chan string, 8)
				cs := bridged(t, &Bridge{Socket: socket, View: view}, &mcp.ClientOptions{
					ResourceUpdatedHandler: func(_ context.Context, r *mcp.ResourceUpdatedNotificationRequest) { heard <- r.Params.URI },
				}, v)
				for _, err := range cs.Resources(t.Context(), nil) {
					require.NoError(t, err)
				}
				uri := "test://tools/one"
				require.NoError(t, cs.Subscribe(t.Context(), &mcp.SubscribeParams{URI: uri}))
				for range 2 {
					require.Eventually(t, func() bool {
						call(t, cs, tool, map[string]any{"text": uri})
						select {
						case got := <-heard:
							return got == uri
						case <-time.After(50 * time.Millisecond):
							return false
						}
					}, 20*time.Second, time.Millisecond)
					require.Eventually(t, func() bool { return h.Status().Providers[0].State == Known }, 20*time.Second, 10*time.Millisecond)
				}
				require.NoError(t, cs.Unsubscribe(t.Context(), &mcp.UnsubscribeParams{URI: uri}))
			})
		}
	}
}

// A bridge outlives butler: what was under way fails, the next butler is found,
// and the client is told to look at the lists again.
func TestABridgeOutlivesButler(t *testing.T) {
	p := program(t, "one", "tools")
	socket := socketOf(t)
	h := newHub(t, Options{}, p)
	stop := listen(t, h, socket)
	changed := make(chan bool, 8)
	cs := bridged(t, &Bridge{Socket: socket}, &mcp.ClientOptions{
		ToolListChangedHandler: func(context.Context, *mcp.ToolListChangedRequest) { changed <- true },
	}, "2025-11-25")
	toolNames(t, cs)
	mark := filepath.Join(t.TempDir(), "w")
	failed := make(chan error, 1)
	go func() {
		_, err := cs.CallTool(context.Background(), &mcp.CallToolParams{Name: "one__wait", Arguments: map[string]any{"text": mark}})
		failed <- err
	}()
	require.Eventually(t, func() bool { return exists(mark + ".began") }, 20*time.Second, 10*time.Millisecond)
	stop()
	h.Close()
	assert.ErrorContains(t, <-failed, "butler stopped while it worked on this")
	_, err := cs.CallTool(t.Context(), &mcp.CallToolParams{Name: "one__echo", Arguments: map[string]any{"text": "x"}})
	assert.ErrorContains(t, err, "butler does not run now")

	for len(changed) > 0 {
		<-changed
	}
	listen(t, newHub(t, Options{}, p), socket)
	require.Eventually(t, func() bool { return len(changed) > 0 }, 20*time.Second, 10*time.Millisecond)
	assert.Equal(t, "y", text(t, call(t, cs, "one__echo", map[string]any{"text": "y"})))
}

func TestABridgeWithoutButler(t *testing.T) {
	b := &Bridge{Socket: socketOf(t), In: strings.NewReader(""), Out: io.Discard}
	assert.ErrorContains(t, b.Run(t.Context()), "butler is not running")
}

// A script may write all its requests and close its end: it gets its answers.
func TestABridgeAnswersAfterTheEnd(t *testing.T) {
	h := newHub(t, Options{}, program(t, "one", "tools"))
	socket := socketOf(t)
	listen(t, h, socket)
	var out strings.Builder
	b := &Bridge{Socket: socket, Out: &out, In: strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"s","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"one__echo","arguments":{"text":"late"}}}
`)}
	require.NoError(t, b.Run(t.Context()))
	assert.Contains(t, out.String(), `"late"`)
}

func TestGreetings(t *testing.T) {
	h := newHub(t, Options{})
	for _, tt := range []struct{ say, want string }{
		{"{\"v\":2}\n", "version 2"},
		{"GET / HTTP/1.1\r\n", "no JSON"},
		{strings.Repeat("x", maxGreeting+1), "no greeting"},
		{"{\"v\":1,\"view\":\"../x\"}\n", "no provider"},
		{"{\"v\":1}\n", ""},
	} {
		a, b := net.Pipe()
		done := make(chan error, 1)
		go func() { done <- h.ServeConn(t.Context(), b) }()
		go func() { _, _ = io.WriteString(a, tt.say) }()
		var w welcome
		require.NoError(t, json.NewDecoder(a).Decode(&w), tt.say[:min(len(tt.say), 20)])
		a.Close()
		<-done
		if tt.want == "" {
			assert.Empty(t, w.Error)
		} else {
			assert.Contains(t, w.Error, tt.want)
		}
	}
}

func FuzzGreeting(f *testing.F) {
	f.Add([]byte("{\"v\":1,\"view\":\"a\",\"dir\":\"/x\"}\n"))
	f.Add([]byte("{\"v\":1}\n{\"jsonrpc\":\"2.0\"}\n"))
	f.Fuzz(func(t *testing.T, b []byte) {
		g, err := readGreeting(bufioReader(b))
		if err == nil && g.V != greetingVersion {
			t.Fatal("another version was taken")
		}
	})
}

func bufioReader(b []byte) *bufio.Reader {
	return bufio.NewReaderSize(bytes.NewReader(b), maxGreeting)
}
