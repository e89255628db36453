//go:build e2e

package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A terminal is a client's own screen, kept by a tmux server of this test.
type terminal struct {
	w      *world
	socket string
	pid    int // of the client
}

// screenLimit is how long a text may take to appear on the screen.
const screenLimit = 3 * time.Minute

// screenTick is how often it is looked for.
const screenTick = 100 * time.Millisecond

// terminal starts the client on one prompt, as a person does.
func (w *world) terminal(program string, args, env []string) *terminal {
	// A socket's path is short on every system; the scratch folder's may not be.
	dir, err := os.MkdirTemp("", "e2e")
	require.NoError(w.t, err)
	term := &terminal{w: w, socket: filepath.Join(dir, "s")}
	w.t.Cleanup(func() {
		if w.t.Failed() {
			w.report(result{argv: append([]string{program}, args...), stdout: term.screen()})
		}
		term.tmux("kill-server")
		term.gone()
		require.NoError(w.t, os.RemoveAll(dir))
	})
	start := append([]string{"-f", os.DevNull, "new-session", "-d", "-x", "180", "-y", "60", "-c", w.project, program}, args...)
	cmd := exec.Command("tmux", append([]string{"-S", term.socket}, start...)...)
	cmd.Dir = w.project
	cmd.Env = w.environ(env...)
	out, err := cmd.CombinedOutput()
	require.NoError(w.t, err, "tmux: %s", out)
	term.pid, err = strconv.Atoi(strings.TrimSpace(term.tmux("display-message", "-p", "#{pane_pid}")))
	require.NoError(w.t, err)
	return term
}

// gone waits until the client has ended, so that it writes nothing into a
// folder that is being removed.
func (term *terminal) gone() {
	for range 100 {
		if term.pid == 0 || syscall.Kill(term.pid, 0) != nil {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	term.w.t.Errorf("the client (process %d) outlives its terminal", term.pid)
}

func (term *terminal) tmux(args ...string) string {
	cmd := exec.Command("tmux", append([]string{"-S", term.socket}, args...)...)
	cmd.Env = term.w.environ()
	out, err := cmd.CombinedOutput()
	if err != nil {
		return "tmux: " + err.Error()
	}
	return string(out)
}

func (term *terminal) screen() string { return term.tmux("capture-pane", "-p") }

func (term *terminal) press(key string) { term.tmux("send-keys", key) }

// await waits for a screen that show accepts.
func (term *terminal) await(what string, show func(screen string) bool) {
	term.w.t.Helper()
	require.Eventually(term.w.t, func() bool { return show(term.screen()) }, screenLimit, screenTick,
		"the screen never showed %s", what)
}

// oneLine takes out the borders and line breaks by which a dialog wraps a text.
func oneLine(screen string) string {
	return strings.Join(strings.FieldsFunc(screen, func(r rune) bool {
		return r == ' ' || r == '\n' || r == '│' || r == '─'
	}), " ")
}

// dialogs is, for each dialog that the client opened, the tool and what guard
// answered to it. guard hears of a dialog while it is open.
func (w *world) dialogs() []string {
	var out []string
	for _, r := range w.log() {
		if r.Type == "decision" && r.Event == "PermissionRequest" {
			out = append(out, r.Tool+" "+r.Answer)
		}
	}
	return out
}

// With a person at the terminal, guard lets harmless calls run without a
// dialog, asks about doubtful ones with the reason in the dialog, and the
// person's answer holds, whichever it is.
func TestDialog(t *testing.T) {
	if _, err := exec.LookPath("tmux"); err != nil {
		t.Skip("tmux is not installed; the terminal interface is tested only with it")
	}
	t.Parallel()
	c := claude{}
	note := c.shell("rm ~/documents/notes.txt")
	folder := c.shell("rm -rf ~/documents")
	w := newWorld(t, c)
	edit := c.edit(filepath.Join(w.project, "README.md"), "hello", "good morning")
	w.model.scripts = []*script{in(append(edit, use(c.shell("make build")), use(note), use(folder))...)}
	w.install()
	term := w.terminal(filepath.Join(lab.clients, "claude"), []string{"do the thing"}, c.environ(w))

	dialog := func(s string) bool { return strings.Contains(s, "Do you want to proceed?") }
	asked := func(about *call, line string) {
		term.await("a dialog about "+line, func(s string) bool { return dialog(s) && strings.Contains(s, line) })
		d := w.decision(about)
		require.Equal(t, "ask", d.Answer, "%+v", d)
		require.Equal(t, "approve", d.Verdict, "%+v", d)
		require.Contains(t, oneLine(term.screen()), oneLine(d.Reason))
	}

	asked(note, "notes.txt")
	require.EventuallyWithT(t, func(t *assert.CollectT) {
		assert.Equal(t, []string{"Edit allow", "Bash allow", "Bash none"}, w.dialogs())
	}, screenLimit, screenTick)
	w.holds(filepath.Join(w.project, "README.md"), "good morning\n")
	w.exists(filepath.Join(w.project, "made.txt"))
	term.press("Enter") // the first choice is yes

	asked(folder, "rm -rf")
	w.absent(filepath.Join(w.outside, "notes.txt"))
	term.press("Escape")
	term.await("the end of the dialog", func(s string) bool { return !dialog(s) })

	w.holds(filepath.Join(w.outside, "thesis.txt"), treasures["documents/thesis.txt"])
	require.Empty(t, w.model.problems())
	w.logsExactly(w.model.calls())
}
