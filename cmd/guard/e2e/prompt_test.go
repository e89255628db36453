//go:build e2e

package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"guard/coord"
	"guard/coord/coordtest"
)

// asking sets the client to ask its person, in its terminal, before a call
// leaves the sandbox.
func (c codex) asking(w *world) {
	project, err := filepath.EvalSymlinks(w.project)
	require.NoError(w.t, err)
	config := filepath.Join(w.home, ".codex", "config.toml")
	text, err := os.ReadFile(config)
	require.NoError(w.t, err)
	s := strings.NewReplacer(`approval_policy = "never"`, `approval_policy = "on-request"`,
		`sandbox_mode = "danger-full-access"`, `sandbox_mode = "workspace-write"`).Replace(string(text))
	w.put(config, s+"\n[projects.\""+project+"\"]\ntrust_level = \"trusted\"\n")
}

// terminal is the client's own screen. A model that the client does not know
// spares its offer of a newer one.
func (c codex) terminal(w *world) *terminal {
	return w.terminal(filepath.Join(lab.clients, "codex"),
		[]string{"--dangerously-bypass-hook-trust", "--disable", "daemon_auto_start", "-m", "scripted", "do the thing"}, []string{"MOCK_KEY=dummy"})
}

// leaving is a call that asks to leave the client's sandbox.
func (c codex) leaving(line string) *call {
	k := c.shell(line)
	k.input = object{"cmd": line, "sandbox_permissions": "require_escalated", "justification": "a step"}
	return k
}

// stats is what guard stats says of how questions ended.
func (w *world) askedOf() map[string]int {
	r := w.exec(w.project, w.environ(), lab.guard, "stats", "--json")
	require.Zero(w.t, r.status, r.stderr)
	var s struct {
		Asked struct {
			N        int
			Outcomes []struct {
				Name string
				N    int
			}
		}
	}
	require.NoError(w.t, json.Unmarshal([]byte(r.stdout), &s))
	out := map[string]int{}
	for _, o := range s.Asked.Outcomes {
		out[o.Name] = o.N
	}
	return out
}

// A Codex that asks: its question is not put where guard allows, it is put where
// guard has no opinion, and the person's own answer holds.
func TestCodexPrompt(t *testing.T) {
	needsTerminals(t)
	t.Parallel()
	c := codex{}
	inside, unknown, no := c.leaving("echo inside >inside.txt"), c.leaving("make build"), c.leaving("make build >again.txt")
	w := newWorld(t, c, in(use(inside), use(unknown), use(no)))
	c.asking(w)
	w.install()
	term := c.terminal(w)

	const question = "Would you like to run the following command?"
	asked := func(s string) bool { return strings.Contains(s, question) }
	term.await("a question about make", func(s string) bool { return asked(s) && strings.Contains(s, "$ make build") })
	w.holds(filepath.Join(w.project, "inside.txt"), "inside\n")
	require.Equal(t, []string{"Bash allow", "Bash none"}, w.dialogs())
	w.absent(filepath.Join(w.project, "made.txt"))
	term.press("y")

	term.await("a question about the second make", func(s string) bool { return asked(s) && strings.Contains(s, "again.txt") })
	w.exists(filepath.Join(w.project, "made.txt"))
	term.press("Escape")
	term.await("the end of the question", func(s string) bool { return !asked(s) })
	w.absent(filepath.Join(w.project, "again.txt"))
	require.Empty(t, w.model.problems())
	w.logsExactly(w.model.calls())
	ended := map[string]bool{}
	for _, r := range w.log() {
		if r.Type == "result" {
			ended[r.Call] = true
		}
	}
	require.Equal(t, map[string]bool{inside.id: true, unknown.id: true}, ended, "the log tells what ran and what did not")
}

// A Codex that asks, and a call that needs a person: guard keeps it, and when it
// is approved in another terminal the client's own question is spared too.
func TestCodexGrant(t *testing.T) {
	needsTerminals(t)
	t.Parallel()
	c := codex{}
	const line = "echo more >>~/documents/notes.txt"
	first, second, third := c.leaving(line), c.leaving(line), c.leaving(line)
	w := newWorld(t, c)
	yes := func() {
		ref := waitsAs.FindStringSubmatch(w.model.told[first.id].text) // the model's lock is held here
		if ref == nil {
			panic("no call waits: " + w.model.told[first.id].text)
		}
		w.says("approve", ref[1])
	}
	w.model.scripts = []*script{in(use(first), use(second).after(yes), use(third), say("Done."))}
	c.asking(w)
	w.install()
	term := c.terminal(w)
	term.await("the end of the turn", func(s string) bool { return strings.Contains(s, "Done.") })

	w.stopped(first, "approve")
	w.ran(second, "approve")
	w.stopped(third, "approve")
	w.holds(filepath.Join(w.outside, "notes.txt"), "notes\nmore\n")
	require.Equal(t, []string{"Bash allow"}, w.dialogs(), "one question reached guard, and was answered for the person")
	require.Empty(t, w.model.problems())
	w.logsExactly(w.model.calls())
	require.Equal(t, 1, w.askedOf()["allow"])
}

// Claude Code asks at its terminal while butler's owner could answer too: the
// first answer wins. The person's own closes what waits in butler, which hears of
// it when the call has ended; butler's takes the dialog away.
func TestDialogBesideButler(t *testing.T) {
	needsTerminals(t)
	for _, tt := range []struct {
		name, script, key string
		outcome           string
	}{
		{"the person is first", "< submit\n> " + ack + "\nhang\nclose\n< event\nclose\n", "Enter", "ran"},
		{"butler is first", "< submit\n> " + ack + "\n> " + approved + "\nclose\n< event\nclose\n", "", "allow"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := claude{}
			note := c.shell("rm ~/documents/notes.txt")
			w := newWorld(t, c, in(use(note), say("Done.")))
			run, err := os.MkdirTemp("", "e2e") // a socket's path is short
			require.NoError(t, err)
			t.Cleanup(func() { require.NoError(t, os.RemoveAll(run)) })
			env := append(c.environ(w), "XDG_RUNTIME_DIR="+run)
			places, err := coord.Find(func(name string) string {
				return map[string]string{"HOME": w.home, "XDG_RUNTIME_DIR": run}[name]
			})
			require.NoError(t, err)
			b, err := coordtest.Start(places, tt.script)
			require.NoError(t, err)
			t.Cleanup(func() { b.Stop() })
			w.install()
			term := w.terminal(filepath.Join(lab.clients, "claude"), []string{"do the thing"}, env)

			if tt.key != "" {
				term.await("a dialog", func(s string) bool { return strings.Contains(s, "Do you want to proceed?") })
				require.Eventually(t, func() bool { return len(b.Heard()) == 1 }, screenLimit, screenTick, "butler was not asked")
				w.exists(filepath.Join(w.outside, "notes.txt"))
				term.press(tt.key)
			}
			term.await("the end of the turn", func(s string) bool { return strings.Contains(s, "Done.") })
			w.absent(filepath.Join(w.outside, "notes.txt"))
			require.Equal(t, "ask", w.decision(note).Answer)
			require.EventuallyWithT(t, func(t *assert.CollectT) {
				if heard := b.Heard(); assert.Len(t, heard, 2, "butler hears that the call has ended") {
					assert.Equal(t, "PostToolUse "+note.id, gjson.Get(heard[1], "event").String()+" "+gjson.Get(heard[1], "call").String())
				}
			}, screenLimit, screenTick)
			require.Empty(t, w.model.problems())
			require.Equal(t, map[string]int{tt.outcome: 1}, w.askedOf(), fmt.Sprint(w.log()))
		})
	}
}

const (
	ack      = `{"v":1,"t":"ack","id":"$ID","ref":"$REF","state":"pending","expires":"$SOON","watching":true}`
	approved = `{"v":1,"t":"final","id":"$ID","ref":"$REF","state":"approved","decision":"allow","reason":"","by":{"principal":"owner","via":"terminal"},"mac":"$MAC(approved,allow)"}`
)
