//go:build e2e

package e2e

import (
	"bytes"
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	"guard/audit"
	"guard/butler/db"
	"guard/butler/hub"
	"guard/butler/inbox"
	"guard/butler/procs"
	"guard/internal/place"
)

// desk is a hub as butler runs it: behind guard's policy, log and an inbox.
type desk struct {
	t     *testing.T
	hub   *hub.Hub
	inbox *inbox.Inbox
	at    place.Places
	url   string
}

const token = "token-of-the-tests"

func newDesk(t *testing.T, policy string, ps ...hub.Provider) *desk {
	t.Helper()
	home := t.TempDir()
	d := &desk{t: t, at: place.Under(home, func(string) string { return "" })}
	require.NoError(t, os.MkdirAll(filepath.Dir(d.at.PolicyFile()), 0o700))
	require.NoError(t, os.WriteFile(d.at.PolicyFile(), []byte(policy), 0o600))
	base, err := db.Open(t.Context(), filepath.Join(home, "butler", "butler.db"), inbox.Room)
	require.NoError(t, err)
	t.Cleanup(func() { base.Close() })
	d.inbox, err = inbox.New(t.Context(), inbox.Options{DB: base, Grants: d.at.Grants(), Log: func() (*audit.Log, error) { return d.at.Log("butler/e2e") }})
	require.NoError(t, err)
	launcher, err := procs.NewLauncher(filepath.Join(home, "procs"))
	require.NoError(t, err)
	d.hub, err = hub.New(hub.Options{
		Dir: filepath.Join(home, "hub"), Home: home, Version: "e2e", Launcher: launcher, ListWait: 20 * time.Second,
		Gate: &hub.Guard{Places: d.at, Inbox: d.inbox, Bin: "butler/e2e", Hold: time.Second},
	})
	require.NoError(t, err)
	t.Cleanup(d.hub.Close)
	d.hub.Rescan(ps)
	srv := httptest.NewServer(d.hub.Handler(token))
	t.Cleanup(srv.Close)
	d.url = srv.URL
	return d
}

// open is the same endpoint without a token, for programs that cannot send one.
func (d *desk) open() string {
	d.t.Helper()
	handler := d.hub.Handler(token)
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Header.Set("Authorization", "Bearer "+token)
		handler.ServeHTTP(w, r)
	}))
	d.t.Cleanup(srv.Close)
	return srv.URL
}

func node(ns, script string, args ...string) hub.Provider {
	return hub.Provider{Namespace: ns, ID: ns, Argv: append([]string{lab.node, filepath.Join(lab.modules, script)}, args...), Dir: os.TempDir(), Env: []string{"PATH=" + os.Getenv("PATH"), "HOME=" + os.TempDir()}}
}

// npm runs a program of npm's and returns its output and status.
func npm(t *testing.T, limit time.Duration, script string, args ...string) (string, int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, lab.node, append([]string{filepath.Join(lab.modules, ".bin", script)}, args...)...)
	cmd.Dir = t.TempDir()
	cmd.Env = append(os.Environ(), "PATH="+filepath.Dir(lab.node)+":"+os.Getenv("PATH"), "NO_COLOR=1")
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	if cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return out.String(), cmd.ProcessState.ExitCode()
}

type bearer struct{}

func (bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+token)
	return http.DefaultTransport.RoundTrip(r)
}

func (d *desk) client() *mcp.ClientSession {
	d.t.Helper()
	cs, err := mcp.NewClient(&mcp.Implementation{Name: "e2e", Version: "1"}, nil).Connect(d.t.Context(), &mcp.StreamableClientTransport{
		Endpoint: d.url + hub.Path, HTTPClient: &http.Client{Transport: bearer{}}, DisableStandaloneSSE: true,
	}, nil)
	require.NoError(d.t, err)
	d.t.Cleanup(func() { cs.Close() })
	return cs
}
