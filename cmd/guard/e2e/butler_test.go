//go:build e2e

package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// buildButler builds butler once for all tests that want one, or takes the binary
// that BUTLER_E2E_BINARY names.
var buildButler = sync.OnceValues(func() (string, error) {
	if given := os.Getenv("BUTLER_E2E_BINARY"); given != "" {
		return given, nil
	}
	name := filepath.Join(lab.base, "butler")
	cmd := exec.Command("go", "build", "-trimpath", "-o", name, "./cmd/butler")
	cmd.Dir = lab.root
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build ./cmd/butler: %w\n%s", err, bytes.TrimSpace(out))
	}
	return name, nil
})

// A butler is the coordinator of one case, as its owner runs it.
type butler struct {
	w       *world
	program string
	cmd     *exec.Cmd
	out     bytes.Buffer
}

// serve starts butler and waits until it answers.
func (w *world) serve() *butler {
	w.t.Helper()
	program, err := buildButler()
	require.NoError(w.t, err)
	b := &butler{w: w, program: program}
	w.t.Cleanup(b.kill)
	b.start()
	return b
}

func (b *butler) start() {
	b.w.t.Helper()
	b.out.Reset()
	b.cmd = exec.Command(b.program, "serve", "--listen", "127.0.0.1:0")
	b.cmd.Dir, b.cmd.Env = b.w.home, b.w.environ()
	b.cmd.Stdout, b.cmd.Stderr = &b.out, &b.out
	require.NoError(b.w.t, b.cmd.Start())
	require.Eventually(b.w.t, func() bool {
		return b.w.exec(b.w.home, b.w.environ(), b.program, "status").status == 0
	}, screenLimit, 50*time.Millisecond, "butler does not answer")
}

// kill ends butler without a word.
func (b *butler) kill() {
	if b.cmd != nil {
		_ = b.cmd.Process.Kill()
		_ = b.cmd.Wait()
		b.cmd = nil
	}
}

// watch keeps the inbox open in a terminal, as an owner who waits for work.
func (b *butler) watch() {
	b.w.terminal(b.program, []string{"inbox", "--watch"}, nil)
	require.Eventually(b.w.t, func() bool {
		r := b.w.exec(b.w.home, b.w.environ(), b.program, "status", "--json")
		return strings.Contains(strings.ReplaceAll(r.stdout, " ", ""), `"watching":true`)
	}, screenLimit, 50*time.Millisecond, "nobody watches")
}

// An item is what the tests read of an item of the inbox.
type item struct {
	Ref      string `json:"ref"`
	State    string `json:"state"`
	Attached bool   `json:"attached"`
	Attempts int    `json:"attempts"`
}

// items are all that butler has, those that are over included, the newest first.
func (b *butler) items() []item {
	r := b.w.exec(b.w.home, b.w.environ(), b.program, "inbox", "--all", "--json")
	var out []item
	_ = json.Unmarshal([]byte(r.stdout), &out) // butler may be down: then there are none
	return out
}

// held waits for the item of a call that guard holds.
func (b *butler) held() string {
	b.w.t.Helper()
	ref := ""
	require.Eventually(b.w.t, func() bool {
		for _, it := range b.items() {
			if it.State == "PENDING" && it.Attached {
				ref = it.Ref
				return true
			}
		}
		return false
	}, screenLimit, 100*time.Millisecond, "no call is held")
	return ref
}

// parked waits until nobody holds for the item any more.
func (b *butler) parked(ref string) {
	b.w.t.Helper()
	require.Eventually(b.w.t, func() bool {
		for _, it := range b.items() {
			if it.Ref == ref {
				return !it.Attached && it.State == "PENDING"
			}
		}
		return false
	}, screenLimit, 100*time.Millisecond, "%s is not parked", ref)
}

// stateOf waits until the item is in that state.
func (b *butler) stateOf(ref, state string) {
	b.w.t.Helper()
	last := ""
	require.Eventually(b.w.t, func() bool {
		for _, it := range b.items() {
			if it.Ref == ref {
				last = it.State
			}
		}
		return last == state
	}, screenLimit, 100*time.Millisecond, "%s does not become %s", ref, state)
}

// approve says yes to an item, in a terminal of the owner's own, and returns what
// the owner was shown.
func (b *butler) approve(ref string) string {
	return b.w.saysTo(b.program, "approve", ref)
}

// deny says no, for which no letters are asked.
func (b *butler) deny(ref, why string) {
	b.w.terminal("sh", []string{"-c", `"$0" deny "$1" -m "$2"; sleep 1`, b.program, ref, why}, nil).gone()
	b.stateOf(ref, "DENIED")
}

// wasHeld checks that guard held the call, and the ruling with which it ended that.
// butler's own record of what the owner said stands before it.
func (w *world) wasHeld(c *call, answer, by string) {
	w.t.Helper()
	d := w.decision(c)
	require.Equal(w.t, "hold", d.Answer, "%+v", d)
	require.Equal(w.t, "approve", d.Verdict, "%+v", d)
	for _, r := range w.log() {
		if r.Type == "ruling" && r.Ref == d.Seq && r.Event != "" {
			require.Equal(w.t, answer, r.Answer, "%+v", r)
			require.Contains(w.t, r.By, by, "%+v", r)
			return
		}
	}
	require.Fail(w.t, "no ruling ended the hold", "%+v", d)
}

// yesFor is what a person's yes makes of a held call, for each client: Codex has no
// allow there, and runs the call.
func yesFor(c client) string {
	if c.name() == "codex" {
		return "none"
	}
	return "allow"
}

const appendLine = "echo more >>~/documents/notes.txt"

// A call that needs a person is held while butler asks them: approved in time it
// runs, denied in time it does not, and the model hears why.
func TestHeldForThePerson(t *testing.T) {
	needsTerminals(t)
	each(t, func(t *testing.T, c client) {
		yes, no := c.shell(appendLine), c.shell("rm ~/documents/thesis.txt")
		w := newWorld(t, c, in(use(yes), use(no), say("Done.")))
		w.install()
		b := w.serve()
		end := w.begin(options{})

		ref := b.held()
		screen := b.approve(ref)
		require.Contains(t, screen, appendLine, "the person sees the line")
		b.stateOf(ref, "CONSUMED")
		second := b.held()
		b.deny(second, "not this one")
		end()

		w.wasHeld(yes, yesFor(c), "owner")
		w.wasHeld(no, "deny", "owner")
		told, _ := w.model.heard(no)
		require.True(t, c.refused(told), told.text)
		require.Contains(t, told.text, "not this one")
		w.holds(filepath.Join(w.outside, "notes.txt"), "notes\nmore\n")
		w.holds(filepath.Join(w.outside, "thesis.txt"), treasures["documents/thesis.txt"])
		w.logsExactly(w.model.calls())
	})
}

var waitsInButler = regexp.MustCompile(`it waits as (B-[0-9A-Z]{4,8})`)

// Nobody answers: the call is parked, approved later, tried again, runs once, and
// needs another yes after that.
func TestParkedAndApprovedLater(t *testing.T) {
	needsTerminals(t)
	each(t, func(t *testing.T, c client) {
		first, second, third := c.shell(appendLine), c.shell(appendLine), c.shell(appendLine)
		w := newWorld(t, c)
		var b *butler
		var ref string
		yes := func() {
			told := w.model.told[first.id].text // the model's lock is held here
			m := waitsInButler.FindStringSubmatch(told)
			if m == nil {
				panic("no call waits: " + told)
			}
			ref = m[1]
			assert.Contains(t, told, "butler approve "+ref)
			b.approve(ref)
		}
		w.model.scripts = []*script{in(use(first), use(second).after(yes), use(third), say("Done."))}
		w.put(filepath.Join(w.home, ".config", "guard", "policy.toml"), "hold = \"4s\"\n")
		w.install()
		b = w.serve()
		w.prompt(options{})

		w.wasHeld(first, "deny", "guard")
		w.ran(second, "approve")
		w.wasHeld(third, "deny", "guard")
		w.holds(filepath.Join(w.outside, "notes.txt"), "notes\nmore\n")
		states := map[string]string{}
		for _, it := range b.items() {
			states[it.Ref] = it.State
		}
		require.Len(t, states, 2, "the third try is another item")
		w.logsExactly(w.model.calls())
	})
}

// A session that goes on hears at its next prompt what was decided meanwhile, where
// a person has asked for that; its client shows guard's text to the model alone.
func TestRemindedAtThePrompt(t *testing.T) {
	needsTerminals(t)
	each(t, func(t *testing.T, c client) {
		first, second := c.shell(appendLine), c.shell(appendLine)
		w := newWorld(t, c, in(use(first), say("It waits.")))
		w.put(filepath.Join(w.home, ".config", "guard", "policy.toml"), "hold = \"4s\"\n")
		w.install()
		w.must(w.guard, "install", c.name(), "--remind", "on", "--no-show")
		b := w.serve()
		w.prompt(options{})
		w.wasHeld(first, "deny", "guard")
		ref := b.items()[0].Ref
		b.approve(ref)

		w.model.scripts = []*script{in(use(second), say("Done."))}
		w.model.listen = ref + " was approved: the same call, unchanged, runs once"
		w.prompt(options{again: true})
		require.True(t, w.model.heardOf, "the model is told")
		w.ran(second, "approve")
		w.holds(filepath.Join(w.outside, "notes.txt"), "notes\nmore\n")
		prompts := 0
		for _, r := range w.records() {
			if r.Event == "UserPromptSubmit" {
				prompts++
			}
		}
		require.Equal(t, 2, prompts)
	})
}

// butler is killed while guard holds. Started again it has the item, guard finds it
// by itself, and the yes counts. Where it stays away the call is denied and named.
func TestButlerKilledWhileHeld(t *testing.T) {
	needsTerminals(t)
	each(t, func(t *testing.T, c client) {
		back, away := c.shell(appendLine), c.shell("rm ~/documents/thesis.txt")
		w := newWorld(t, c, in(use(back), use(away), say("Done.")))
		w.install()
		b := w.serve()
		end := w.begin(options{})

		ref := b.held()
		b.kill()
		b.start()
		require.Equal(t, ref, b.held(), "the same item, held again")
		b.approve(ref)
		b.stateOf(ref, "CONSUMED")
		second := b.held()
		b.kill()
		end()

		w.wasHeld(back, yesFor(c), "owner")
		w.wasHeld(away, "deny", "guard")
		told, _ := w.model.heard(away)
		require.Contains(t, told.text, "butler approve "+second)
		b.start()
		b.stateOf(second, "PENDING")
		w.holds(filepath.Join(w.outside, "notes.txt"), "notes\nmore\n")
		w.holds(filepath.Join(w.outside, "thesis.txt"), treasures["documents/thesis.txt"])
		w.logsExactly(w.model.calls())
	})
}

// With the client's own dialog open, whoever answers first is heard: the person in
// the terminal, yes or no, or the owner in butler. No item is left over.
func TestDialogAndButler(t *testing.T) {
	needsTerminals(t)
	for name, c := range map[string]struct {
		answer func(term *terminal, b *butler, ref string)
		state  string
		runs   bool
	}{
		"yes in the terminal": {func(term *terminal, b *butler, ref string) { term.press("Enter") }, "WITHDRAWN", true},
		"no in the terminal":  {func(term *terminal, b *butler, ref string) { term.press("Escape") }, "WITHDRAWN", false},
		"yes in butler":       {func(term *terminal, b *butler, ref string) { b.approve(ref) }, "CONSUMED", true},
		"no in butler":        {func(term *terminal, b *butler, ref string) { b.deny(ref, "no") }, "DENIED", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cl := claude{}
			line := cl.shell("rm ~/documents/notes.txt")
			w := newWorld(t, cl, in(use(line), say("Done.")))
			w.install()
			b := w.serve()
			b.watch()
			term := w.terminal(filepath.Join(lab.clients, "claude"), []string{"do the thing"}, cl.environ(w))
			dialog := func(s string) bool { return strings.Contains(s, "Do you want to proceed?") }
			term.await("a dialog", dialog)
			ref := b.held()
			c.answer(term, b, ref)
			term.await("the end of the dialog", func(s string) bool { return !dialog(s) })
			b.stateOf(ref, c.state)
			if c.runs {
				require.Eventually(t, func() bool {
					_, err := os.Stat(filepath.Join(w.outside, "notes.txt"))
					return os.IsNotExist(err)
				}, screenLimit, 50*time.Millisecond)
			} else {
				w.holds(filepath.Join(w.outside, "notes.txt"), treasures["documents/notes.txt"])
			}
			require.Equal(t, []string{"Bash hold"}, w.dialogs())
			require.Equal(t, "ask", w.decision(line).Answer)
			w.logsExactly(w.model.calls())
		})
	}
}

// With nobody at the inbox, the client asks its own person, and butler keeps
// nothing.
func TestDialogUnwatched(t *testing.T) {
	needsTerminals(t)
	t.Parallel()
	cl := claude{}
	line := cl.shell("rm ~/documents/notes.txt")
	w := newWorld(t, cl, in(use(line), say("Done.")))
	w.install()
	b := w.serve()
	term := w.terminal(filepath.Join(lab.clients, "claude"), []string{"do the thing"}, cl.environ(w))
	dialog := func(s string) bool { return strings.Contains(s, "Do you want to proceed?") }
	term.await("a dialog", dialog)
	require.Eventually(t, func() bool {
		for _, r := range w.log() {
			if r.Type == "ruling" {
				return r.Answer == "none"
			}
		}
		return false
	}, screenLimit, 100*time.Millisecond)
	require.Empty(t, b.items())
	term.press("Enter")
	term.await("the end of the dialog", func(s string) bool { return !dialog(s) })
	require.Eventually(t, func() bool {
		_, err := os.Stat(filepath.Join(w.outside, "notes.txt"))
		return os.IsNotExist(err)
	}, screenLimit, 50*time.Millisecond)
}

// Codex cannot ask its person in the middle of a call: with somebody at the inbox
// the call is held, with nobody there it is parked at once. Codex kills a hook that
// its person interrupts (0.171.0), so that the call is parked until the session ends.
func TestCodexTerminal(t *testing.T) {
	needsTerminals(t)
	cl := codex{}
	for name, c := range map[string]struct {
		watched bool
		answer  func(term *terminal, b *butler, ref string)
		state   string
		runs    bool
	}{
		"yes in butler": {true, func(_ *terminal, b *butler, ref string) { b.approve(ref) }, "CONSUMED", true},
		"no in butler":  {true, func(_ *terminal, b *butler, ref string) { b.deny(ref, "no") }, "DENIED", false},
		"interrupted in terminal": {true, func(term *terminal, b *butler, ref string) {
			term.press("Escape")
			b.parked(ref)
			term.press("C-c") // leaves
			term.gone()
		}, "WITHDRAWN", false},
		"nobody watches": {false, func(*terminal, *butler, string) {}, "PENDING", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			line := cl.shell(appendLine)
			w := newWorld(t, cl, in(use(line), say("Done.")))
			w.install()
			b := w.serve()
			if c.watched {
				b.watch()
			}
			term := w.terminal(filepath.Join(lab.clients, "codex"), []string{
				"--dangerously-bypass-hook-trust", "-c", `approval_policy="on-request"`, "-c", fmt.Sprintf(`projects={%q={trust_level="trusted"}}`, w.project), "do the thing",
			}, []string{"MOCK_KEY=dummy"})
			offer := func(s string) bool { return strings.Contains(s, "Use existing model") }
			term.await("the offer of another model", offer)
			term.press("2")
			if term.press("Enter"); offer(term.screen()) {
				term.await("the end of the offer", func(s string) bool { return !offer(s) })
			}
			var ref string
			if c.watched {
				ref = b.held()
			} else {
				require.Eventually(t, func() bool {
					for _, it := range b.items() {
						ref = it.Ref
					}
					return ref != ""
				}, screenLimit, 100*time.Millisecond, "no call waits: %s", term.screen())
			}
			c.answer(term, b, ref)
			b.stateOf(ref, c.state)
			notes := filepath.Join(w.outside, "notes.txt")
			if c.runs {
				require.Eventually(t, func() bool {
					text, err := os.ReadFile(notes)
					return err == nil && string(text) == "notes\nmore\n"
				}, screenLimit, 100*time.Millisecond, "it did not run: %s", term.screen())
			}
			if c.state == "DENIED" || c.state == "PENDING" {
				require.Eventually(t, func() bool {
					told, ok := w.model.heard(line)
					return ok && cl.refused(told)
				}, screenLimit, 100*time.Millisecond, "the model was not told: %s", term.screen())
			}
			if !c.runs {
				w.holds(notes, treasures["documents/notes.txt"])
			}
			require.Equal(t, "hold", w.decision(line).Answer)
			w.logsExactly(w.model.calls())
		})
	}
}
