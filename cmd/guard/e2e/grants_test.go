//go:build e2e

package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var (
	waitsAs = regexp.MustCompile(`it waits as (G-[0-9A-Z]{4})`)
	letters = regexp.MustCompile(`Type ([0-9A-Z]{4}) to `)
)

// says runs a verb of guard in a terminal of its own, as a person does, and
// types the letters that it shows. It returns the last screen.
func (w *world) says(args ...string) string { return w.saysTo(w.guard, args...) }

func (w *world) saysTo(program string, args ...string) string {
	term := w.terminal(program, args, nil)
	var shown []string
	term.await("letters to type", func(s string) bool {
		shown = letters.FindStringSubmatch(s)
		return shown != nil
	})
	screen := term.screen()
	term.press(shown[1])
	term.press("Enter")
	for range 100 {
		if syscall.Kill(term.pid, 0) != nil {
			return screen
		}
		time.Sleep(100 * time.Millisecond)
	}
	require.Fail(w.t, filepath.Base(program)+" goes on after the letters", term.screen())
	return ""
}

// needsTerminals skips a case where no person can be played: without tmux, or
// below a client, which guard takes for the client's doing.
func needsTerminals(t *testing.T) {
	if _, err := exec.LookPath("tmux"); err != nil {
		t.Skip("tmux is not installed; a person's yes is tested only with it")
	}
	out, _ := exec.Command(lab.guard, "revoke", "NONE").CombinedOutput()
	if strings.Contains(string(out), "not for a client to run") {
		t.Skip("a client runs these tests, and no client can say yes")
	}
}

// The way of a call that needs a person where nobody watches: denied, approved
// in another terminal, tried again, run once, tried again, denied.
func TestApprovedInAnotherTerminal(t *testing.T) {
	needsTerminals(t)
	each(t, func(t *testing.T, c client) {
		const line = "echo more >>~/documents/notes.txt"
		first, second, third, other := c.shell(line), c.shell(line), c.shell(line), c.shell(line+" ")
		w := newWorld(t, c)
		yes := func() {
			told := w.model.told[first.id].text // the model's lock is held here
			ref := waitsAs.FindStringSubmatch(told)
			if ref == nil {
				panic("no call waits: " + told)
			}
			screen := w.says("approve", ref[1])
			assert.Contains(t, screen, "| "+line, "the person sees the line")
			assert.Contains(t, screen, "writes ~/documents/notes.txt (home)")
		}
		w.model.scripts = []*script{in(use(first), use(other).after(yes), use(second), use(third), say("Done."))}
		w.install()
		w.prompt(options{})

		w.stopped(first, "approve")
		w.stopped(other, "approve") // another call, if only by a blank
		w.ran(second, "approve")
		w.stopped(third, "approve")
		w.holds(filepath.Join(w.outside, "notes.txt"), "notes\nmore\n")
		w.logsExactly(w.model.calls())
	})
}

// What a person says yes to ahead of time runs in the client's own terminal
// without a dialog; what does more opens one.
func TestGrantAheadOfTime(t *testing.T) {
	needsTerminals(t)
	t.Parallel()
	c := claude{}
	granted := c.shell("truncate -s 2 ~/documents/notes.txt")
	more := c.shell("truncate -s 2 ~/documents/notes.txt && rm ~/documents/thesis.txt")
	w := newWorld(t, c, in(use(granted), use(more)))
	w.install()
	w.says("grant", "--prefix", "truncate -s 2", "--effect", "deletes home", "--for", "1h")
	term := w.terminal(filepath.Join(lab.clients, "claude"), []string{"do the thing"}, c.environ(w))

	dialog := func(s string) bool { return strings.Contains(s, "Do you want to proceed?") }
	term.await("a dialog about the second line", func(s string) bool { return dialog(s) && strings.Contains(s, "thesis.txt") })
	w.holds(filepath.Join(w.outside, "notes.txt"), "no")
	require.Equal(t, "allow", w.decision(granted).Answer)
	require.Equal(t, "approve", w.decision(granted).Verdict)
	require.Equal(t, "ask", w.decision(more).Answer)
	term.press("Escape")
	term.await("the end of the dialog", func(s string) bool { return !dialog(s) })
	w.holds(filepath.Join(w.outside, "thesis.txt"), treasures["documents/thesis.txt"])
	require.Empty(t, w.model.problems())
	w.logsExactly(w.model.calls())
}

// No client can say yes for its person: not in a terminal that it opens itself,
// and not with an environment that it cleans first. The client runs without
// hooks here, so that nothing but guard's own look around stands in the way.
func TestClientCannotApprove(t *testing.T) {
	if _, err := exec.LookPath("script"); err != nil {
		t.Skip("script is not installed")
	}
	each(t, func(t *testing.T, c client) {
		plain := c.shell("script -qec '" + lab.guard + " approve G-7F3K' /dev/null >plain.txt 2>&1 </dev/null; true")
		clean := c.shell("env -i HOME=$HOME PATH=$PATH script -qec 'setsid -w " + lab.guard + " grant --prefix x' /dev/null >clean.txt 2>&1 </dev/null; true")
		w := newWorld(t, c, in(use(plain), use(clean), say("Done.")))
		w.prompt(options{bypass: true})

		for _, name := range []string{"plain.txt", "clean.txt"} {
			text, err := os.ReadFile(filepath.Join(w.project, name))
			require.NoError(t, err)
			require.Contains(t, string(text), "is not for a client to run", name)
		}
		said, err := os.ReadFile(filepath.Join(w.project, "clean.txt"))
		require.NoError(t, err)
		require.Regexp(t, `process \d+ above this one`, string(said))
	})
}
