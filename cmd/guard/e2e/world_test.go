//go:build e2e

package e2e

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// clientLimit ends a client that hangs. A session takes one to five seconds.
const clientLimit = 2 * time.Minute

// A world is the scratch machine of one case: a home folder with things worth
// keeping, a project in it, guard, one client, and the model it talks to.
type world struct {
	t      *testing.T
	client client
	model  *mock

	dir     string
	home    string
	project string // a git repository with one commit
	outside string // a folder of the person's, not part of the project
	guard   string // the guard that is registered with the client

	installed int // records that guard's log had when guard was installed
}

// Files that must survive, by path below home. The profile has a purpose:
// Codex runs each line in a login shell, which on many systems sets PATH anew.
var treasures = map[string]string{
	"documents/thesis.txt": "ten years of work\n",
	"documents/notes.txt":  "notes\n",
	".bashrc":              "# the person's start-up file\n",
	".profile":             "export PATH='" + os.Getenv("PATH") + "'\n",
}

// newWorld makes the folders, the model that plays scripts, and the client's
// own settings. guard is not installed yet.
func newWorld(t *testing.T, c client, scripts ...*script) *world {
	require.NoError(t, watchSources())
	dir, err := os.MkdirTemp(lab.base, "w")
	require.NoError(t, err)
	w := &world{t: t, client: c, model: newMock(t, scripts...), dir: dir, home: filepath.Join(dir, "home")}
	w.project = filepath.Join(w.home, "project")
	w.outside = filepath.Join(w.home, "documents")
	w.guard = filepath.Join(w.home, ".local", "bin", "guard")
	t.Cleanup(func() {
		if !t.Failed() {
			require.NoError(t, removeAll(dir))
		}
	})

	for _, d := range []string{w.project, w.outside, filepath.Dir(w.guard), filepath.Join(dir, "tmp")} {
		require.NoError(t, os.MkdirAll(d, 0o700))
	}
	for path, text := range treasures {
		w.put(filepath.Join(w.home, path), text)
	}
	w.put(filepath.Join(w.project, "README.md"), "hello\n")
	w.put(filepath.Join(w.project, "go.mod"), "module scratch\n\ngo 1.21\n")
	w.put(filepath.Join(w.project, "main.go"), "package main\n\nfunc main() {}\n")
	w.put(filepath.Join(w.project, "Makefile"), "build:\n\techo made >made.txt\n")
	for _, args := range [][]string{
		{"init", "-q", "-b", "main"}, {"config", "user.name", "T"}, {"config", "user.email", "t@example.invalid"},
		{"add", "."}, {"commit", "-q", "-m", "start"},
	} {
		w.must("git", args...)
	}
	require.NoError(t, os.Link(lab.guard, w.guard))
	c.configure(w)
	return w
}

// removeAll is os.RemoveAll for a tree in which a client's last child may still
// be writing, and in which Go's module cache is read-only.
func removeAll(dir string) error {
	var err error
	for range 20 {
		if err = os.RemoveAll(dir); err == nil {
			return nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return err
}

func (w *world) put(path, text string) {
	require.NoError(w.t, os.MkdirAll(filepath.Dir(path), 0o700))
	require.NoError(w.t, os.WriteFile(path, []byte(text), 0o600))
}

// environ is the whole environment of every program that a case starts. PATH
// and Go's build cache are the only things from outside. The proxy is the
// scripted model, which refuses.
func (w *world) environ(more ...string) []string {
	return append([]string{
		"HOME=" + w.home, "PATH=" + os.Getenv("PATH"), "TMPDIR=" + filepath.Join(w.dir, "tmp"),
		"TERM=xterm-256color", "LANG=C.UTF-8",
		"HTTP_PROXY=" + w.model.URL, "HTTPS_PROXY=" + w.model.URL, "NO_PROXY=127.0.0.1,localhost",
		"GOCACHE=" + lab.goCache, "GOPROXY=off", "GOTOOLCHAIN=local", "GOFLAGS=-mod=mod",
	}, more...)
}

// A result is what a finished program left.
type result struct {
	argv           []string
	status         int
	stdout, stderr string
}

// exec runs a program in dir to its end.
func (w *world) exec(dir string, env []string, name string, args ...string) result {
	ctx, cancel := context.WithTimeout(context.Background(), clientLimit)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	cmd.Env = env
	// A group of its own, so that what the program started ends with it.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = 5 * time.Second
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	r := result{cmd.Args, cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		r.stderr += "\n" + err.Error()
	}
	if ctx.Err() != nil {
		r.stderr += "\nended after " + clientLimit.String()
	}
	return r
}

func (w *world) must(name string, args ...string) result {
	r := w.exec(w.project, w.environ(), name, args...)
	require.Zero(w.t, r.status, "%s: %s%s", strings.Join(r.argv, " "), r.stdout, r.stderr)
	return r
}

// install registers guard with the client, as a person does, and returns what
// guard says about it. guard ends by showing two calls of its own, which stand in
// the log before those of the session.
func (w *world) install() string {
	r := w.must(w.guard, "install", w.client.name())
	w.installed = len(w.records())
	return r.stdout + r.stderr
}

// prompt runs one headless session of the client and holds it to the script.
func (w *world) prompt(o options) result { return w.begin(o)() }

// begin is prompt for a case in which a person does something meanwhile: the
// session runs until the function that it returns is called, which waits for it.
func (w *world) begin(o options) func() result {
	name, args, env := w.client.headless(w, o)
	env = append(env, o.environ...)
	ended := make(chan result, 1)
	go func() { ended <- w.exec(w.project, w.environ(env...), name, args...) }()
	return func() result {
		w.t.Helper()
		r := <-ended
		w.t.Cleanup(func() { w.report(r) })
		require.Empty(w.t, w.model.problems(), "the session did not follow the script")
		return r
	}
}

// report prints all there is to know about a session of a failed test.
func (w *world) report(r result) {
	if !w.t.Failed() {
		return
	}
	log := w.exec(w.dir, w.environ(), lab.guard, "log", "--json")
	w.t.Logf("client: %s\nexit status %d\n--- client stdout\n%s\n--- client stderr\n%s\n--- model\n%s\n--- guard log\n%s%s\n--- files are in %s",
		strings.Join(r.argv, " "), r.status, tail(r.stdout), tail(r.stderr), w.model.transcript(), tail(log.stdout), log.stderr, w.dir)
}

func tail(s string) string {
	const limit = 8 << 10
	if len(s) > limit {
		return "…" + s[len(s)-limit:]
	}
	return s
}

// replaceGuard puts another program where the registered guard was; with an
// empty name it only takes guard away. It is called while the client runs, from
// the model's side, so it panics where a test would fail.
func (w *world) replaceGuard(by string) {
	if err := os.Remove(w.guard); err != nil {
		panic(err)
	}
	if by == "" {
		return
	}
	if err := os.Link(by, w.guard); err != nil {
		panic(err)
	}
}

// --- what a case asserts about files

func (w *world) keepsTreasures() {
	for path, text := range treasures {
		w.holds(filepath.Join(w.home, path), text)
	}
}

func (w *world) holds(path, text string) {
	w.t.Helper()
	got, err := os.ReadFile(path)
	require.NoError(w.t, err)
	require.Equal(w.t, text, string(got), path)
}

func (w *world) exists(path string) {
	w.t.Helper()
	_, err := os.Stat(path)
	require.NoError(w.t, err)
}

func (w *world) absent(path string) {
	w.t.Helper()
	_, err := os.Lstat(path)
	require.ErrorIs(w.t, err, os.ErrNotExist, path)
}
