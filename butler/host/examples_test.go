package host

import (
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"guard/butler/ext"
	"guard/butler/procs"
	"guard/butler/runs"
)

// examples is the folder of examples with other ports, built.
func examples(t *testing.T) *world {
	t.Helper()
	w := newWorld(t, "")
	require.NoError(t, os.Remove(filepath.Join(w.home, "butler.json")))
	require.NoError(t, os.CopyFS(w.home, os.DirFS("../../examples")))
	for file, old := range map[string]string{"services/greeter": "8101", "services/files": "8102"} {
		name := filepath.Join(w.home, file, "butler.json")
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		port := w.port
		if file == "services/files" {
			port = freePort(t)
		}
		require.NoError(t, os.WriteFile(name, []byte(strings.ReplaceAll(string(text), old, strconv.Itoa(port))), 0o600))
	}
	for _, dir := range []string{"services/greeter", "faculties/disk"} {
		out, err := exec.Command("go", "build", "-o", filepath.Join(w.home, dir, filepath.Base(dir)), "guard/examples/"+dir).CombinedOutput()
		require.NoError(t, err, "%s", out)
	}
	assert.Empty(t, w.Rescan().Invalid)
	require.Empty(t, w.Catalog().Problems)
	return w
}

// TestExamples runs each of them as its reader would.
func TestExamples(t *testing.T) {
	w := examples(t)
	// The API that the examples reach.
	api := &http.Server{Addr: "127.0.0.1:" + strconv.Itoa(freePort(t)), Handler: http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		who, ok := w.Token(strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer "))
		if !ok || r.URL.Path != "/api/observe" {
			rw.WriteHeader(http.StatusUnauthorized)
			return
		}
		body, _ := io.ReadAll(r.Body)
		if _, err := w.Observe(body, who); err != nil {
			rw.WriteHeader(AsError(err).Status)
			return
		}
		rw.WriteHeader(http.StatusAccepted)
	})}
	go func() { _ = api.ListenAndServe() }()
	defer api.Close()
	w.opts.URL = func() string { return "http://" + api.Addr }
	eventually(t, "the API", func() bool {
		resp, err := http.Get("http://" + api.Addr)
		if err == nil {
			_ = resp.Body.Close()
		}
		return err == nil
	})
	w.accept()
	w.Run(t.Context())

	w.reaches("services/greeter", procs.Running)
	resp, err := http.Get("http://127.0.0.1:" + strconv.Itoa(w.port))
	require.NoError(t, err)
	text, err := io.ReadAll(resp.Body)
	_ = resp.Body.Close()
	require.NoError(t, err)
	assert.Equal(t, "hello\n", string(text))
	eventually(t, "its observation, over HTTP", func() bool {
		return strings.Contains(strings.Join(w.observed(), "\n"), "greeter milestone : the greeter is up")
	})

	flaky := w.reaches("tools/flaky", procs.Failed)
	assert.Equal(t, "exit status 3", flaky.Error)
	assert.Contains(t, strings.Join(w.observed(), "\n"), "butler error butler://tool:flaky: exit status 3; given up after 3 restarts")

	run := func(kind ext.Kind, id, name, args string) runs.Run {
		r, err := w.RunNamed(t.Context(), kind, id, "", name, []byte(args), "owner")
		require.NoError(t, err)
		r, err = w.WaitRun(t.Context(), r.ID)
		require.NoError(t, err)
		assert.Equal(t, runs.Done, r.State, "%+v", r)
		return r
	}
	assert.Equal(t, "flaky\n", run(ext.Tools, "flaky", "mood", "").Output)
	usage := run(ext.Faculties, "disk", "usage", `{"path":"`+w.home+`"}`)
	assert.Contains(t, usage.Output, " butler.json\n")
	assert.NotContains(t, usage.Output, `{"butler"`)
	assert.Equal(t, usage.Progress.Total, usage.Progress.Done)
	assert.Equal(t, "counted 7 steps\n", run(ext.Faculties, "disk", "count", `{"steps":7}`).Output)
	_, err = w.RunNamed(t.Context(), ext.Faculties, "disk", "", "usage", []byte(`{"path":"relative"}`), "owner")
	assert.Equal(t, 400, AsError(err).Status)

	if _, err := exec.LookPath("python3"); err == nil {
		_, err := w.Program(ext.Services, "files", Start)
		require.NoError(t, err)
		w.reaches("services/files", procs.Running)
		eventually(t, "its observation, as a line", func() bool { return strings.Contains(strings.Join(w.observed(), "\n"), "files note : serving files") })
	}
	_, err = w.Program(ext.Services, "greeter", Stop)
	require.NoError(t, err)
	s := w.reaches("services/greeter", procs.Stopped)
	assert.Equal(t, "exit status 0", s.Exit, "it ends in order when it is asked")
	assert.WithinDuration(t, time.Now(), s.Since, time.Minute)
}
