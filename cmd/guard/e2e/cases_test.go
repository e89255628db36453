//go:build e2e

package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// in is the script of the main conversation.
func in(turns ...turn) *script { return &script{turns: turns} }

// sub is the script of a subagent whose prompt holds the marker.
func sub(marker string, turns ...turn) *script { return &script{marker: marker, turns: turns} }

// Without guard, these lines of the cases below do their harm. Both clients have
// checks of their own that stand behind guard and stop other lines of the cases,
// even in bypass mode: Claude Code asks before it removes a home, and Codex
// rejects rm -f and rm -rf. Those lines alone would say nothing about guard.
func TestWithoutGuardTheHarmIsDone(t *testing.T) {
	for _, h := range []struct {
		client client
		line   string
	}{
		{claude{}, "rm -rf ~/documents"},
		{claude{}, "find ~/documents -delete"},
		{codex{}, "find ~/documents -delete"},
		{codex{}, "rm -r ~"},
	} {
		t.Run(h.client.name()+"/"+h.line, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, h.client, in(use(h.client.shell(h.line)), say("Done.")))
			w.prompt(options{bypass: true})
			w.absent(w.outside)
		})
	}
}

// What destroys outside of the project is stopped, and the model hears why; and
// switching off the client's own checks does not switch off guard.
func TestDestruction(t *testing.T) {
	for _, mode := range []struct {
		name string
		options
	}{{"usual mode", options{}}, {"bypass mode", options{bypass: true}}} {
		t.Run(mode.name, func(t *testing.T) {
			each(t, func(t *testing.T, c client) {
				folder := []*call{c.shell("rm -rf " + "~/documents"), c.shell("find ~/documents -delete")}
				home := []*call{c.shell("rm -rf ~"), c.shell("rm -r ~")}
				look := c.shell("git status")
				w := newWorld(t, c, in(use(folder[0]), use(folder[1]), use(home[0]), use(home[1]), use(look), say("I was stopped.")))
				w.install()
				w.prompt(mode.options)

				w.keepsTreasures()
				w.exists(filepath.Join(w.project, "README.md"))
				for i := range folder {
					w.stopped(folder[i], "approve")
					w.stopped(home[i], "refuse")
				}
				w.ran(look, "allow")
				w.logsExactly(w.model.calls())
			})
		})
	}
}

// The daily work of an agent runs with nobody there to answer a prompt.
func TestDailyWorkRuns(t *testing.T) {
	each(t, func(t *testing.T, c client) {
		w := newWorld(t, c)
		status := c.shell("git status --short")
		edit := c.edit(filepath.Join(w.project, "README.md"), "hello", "good morning")
		create := c.create(filepath.Join(w.project, "notes.md"), "a note")
		build := c.shell("go build -o scratch .")
		mk := c.shell("make build")
		w.model.scripts = []*script{in(append(edit, use(create), use(build), use(mk), use(status), say("All done."))...)}
		w.install()
		w.prompt(options{})

		w.holds(filepath.Join(w.project, "README.md"), "good morning\n")
		w.holds(filepath.Join(w.project, "notes.md"), "a note\n")
		w.holds(filepath.Join(w.project, "made.txt"), "made\n")
		w.exists(filepath.Join(w.project, "scratch"))
		for _, made := range w.model.calls() {
			w.ran(made, "allow")
		}
		told, _ := w.model.heard(status)
		require.Contains(t, told.text, "M README.md")
		w.logsExactly(w.model.calls())
	})
}

// A shell start-up file runs later by itself, so that writing one needs a
// person: whether it exists or not, and by whichever tool.
func TestStartUpFile(t *testing.T) {
	each(t, func(t *testing.T, c client) {
		w := newWorld(t, c)
		edit := c.edit(filepath.Join(w.home, ".bashrc"), "# the person's start-up file", "touch ~/owned")
		create := c.create(filepath.Join(w.home, ".bash_profile"), "touch ~/owned")
		redirect := c.shell("echo 'touch ~/owned' >>~/.profile")
		w.model.scripts = []*script{in(append(edit, use(create), use(redirect), say("I was stopped."))...)}
		w.install()
		w.prompt(options{})

		w.keepsTreasures()
		w.absent(filepath.Join(w.home, ".bash_profile"))
		w.stopped(edit[len(edit)-1].calls[0], "approve")
		w.stopped(create, "approve")
		w.stopped(redirect, "approve")
		w.logsExactly(w.model.calls())
	})
}

// What a subagent does passes guard like what its parent does.
func TestSubagent(t *testing.T) {
	each(t, func(t *testing.T, c client) {
		w := newWorld(t, c)
		folder := c.shell("find ~/documents -delete")
		w.model.scripts = []*script{
			in(append(c.delegate("TIDYUP the documents"), say("It was stopped."))...),
			sub("TIDYUP", use(folder), say("I was stopped.")),
		}
		w.install()
		w.prompt(options{bypass: true})

		w.keepsTreasures()
		w.stopped(folder, "approve")
		require.NotEmpty(t, w.decision(folder).Agent, "the record names the subagent")
		w.logsExactly(w.model.calls())
	})
}

// Codex's newer models have one tool, which runs JavaScript that calls the
// others. guard hears of the inner calls, under ids that the client makes.
func TestCodexCodeMode(t *testing.T) {
	t.Parallel()
	script := &call{tool: "exec", ns: "functions",
		input: "text(await tools.exec_command({cmd: 'find ~/documents -delete'}));"}
	w := newWorld(t, codex{model: "gpt-6.2-sol"}, in(use(script), say("I was stopped.")))
	w.install()
	w.prompt(options{})

	w.keepsTreasures()
	ds := w.decisions()
	require.Len(t, ds, 1)
	require.Equal(t, "Bash", ds[0].Tool)
	require.Equal(t, "deny", ds[0].Answer)
	require.Regexp(t, "^exec-", ds[0].Call)
	told, _ := w.model.heard(script)
	require.Contains(t, told.text, ds[0].Reason)
}

// What Codex types into a running program reaches no hook. So guard stops the
// start of a shell that such input could drive.
func TestCodexInteractiveShell(t *testing.T) {
	t.Parallel()
	c := codex{}
	shell := c.shell("bash")
	shell.input = object{"cmd": "bash", "tty": true}
	w := newWorld(t, c, in(use(shell), say("I was stopped.")))
	w.install()
	w.prompt(options{})

	w.stopped(shell, "approve")
	w.logsExactly(w.model.calls())
}

// guard has no opinion on an MCP tool whose name says nothing. The client's own
// rules decide: Claude Code, with nobody to ask, denies what no rule allows;
// Codex, told never to ask, runs it. A tool whose name says that it changes
// something elsewhere needs a person.
func TestMCP(t *testing.T) {
	t.Run("claude without a rule", func(t *testing.T) {
		t.Parallel()
		c := claude{}
		echo := c.mcp("echo", "hi")
		w := newWorld(t, c, in(use(echo), say("I may not.")))
		w.install()
		w.prompt(options{})

		d := w.decision(echo)
		require.Equal(t, "defer", d.Verdict)
		require.Equal(t, "none", d.Answer)
		told, _ := w.model.heard(echo)
		require.True(t, c.refused(told), told.text)
		require.Empty(t, w.model.mcpHistory())
		w.logsExactly(w.model.calls())
	})
	each(t, func(t *testing.T, c client) {
		echo, fail, del := c.mcp("echo", "hi"), c.mcp("fail", "hi"), c.mcp("delete_page", "home")
		w := newWorld(t, c, in(use(echo), use(fail), use(del), say("Done.")))
		w.install()
		w.prompt(options{claudeAllow: "mcp__mock"})

		w.ran(echo, "defer")
		require.Equal(t, "defer", w.decision(fail).Verdict)
		require.Equal(t, "none", w.decision(fail).Answer)
		w.stopped(del, "approve")
		require.Equal(t, []string{`echo {"msg":"hi"}`, `fail {"msg":"hi"}`}, w.model.mcpHistory())
		w.logsExactly(w.model.calls())
	})
}

// A guard that breaks while a session runs. Claude Code blocks each call by the
// onFailure that guard registers. Codex 0.171.0 has nothing of the kind and
// runs the call; the day that this test fails for Codex is a good day.
func TestBrokenGuard(t *testing.T) {
	for _, crash := range lab.crashes {
		t.Run(crash.name, func(t *testing.T) {
			each(t, func(t *testing.T, c client) {
				w := newWorld(t, c)
				before, after := c.shell("echo before >before.txt"), c.shell("echo after >after.txt")
				w.model.scripts = []*script{in(use(before), use(after).after(func() { w.replaceGuard(crash.path) }), say("Done."))}
				w.install()
				w.prompt(options{})

				w.holds(filepath.Join(w.project, "before.txt"), "before\n")
				w.ran(before, "allow")
				w.logsExactly([]*call{before})
				if c.name() == "codex" {
					w.exists(filepath.Join(w.project, "after.txt"))
					return
				}
				w.absent(filepath.Join(w.project, "after.txt"))
				told, _ := w.model.heard(after)
				require.True(t, c.refused(told), told.text)
			})
		})
	}
}

// Claude Code takes edits of its settings up while a session runs. One that
// would drop guard's hooks does not reach the session.
func TestSettingsEditedLive(t *testing.T) {
	t.Parallel()
	c := claude{}
	before, after := c.shell("git status"), c.shell("find ~/documents -delete")
	w := newWorld(t, c)
	edit := func() {
		// The client watches files that it has seen for a while only.
		settings := filepath.Join(w.home, ".claude", "settings.json")
		for try := 0; try < 30 && !w.heardOf("ConfigChange"); try++ {
			if err := os.WriteFile(settings, fmt.Appendf(nil, `{"permissions":{"allow":["Bash"]},"try":%d}`, try), 0o600); err != nil {
				panic(err)
			}
			time.Sleep(time.Second)
		}
	}
	w.model.scripts = []*script{in(use(before), use(after).after(edit), say("I was stopped."))}
	w.install()
	w.prompt(options{})

	require.True(t, w.heardOf("ConfigChange"), "the client never noticed the edit")
	w.keepsTreasures()
	w.stopped(after, "approve")
	w.logsExactly(w.model.calls())
}

// Codex skips a hook that its person has not trusted, without a word. So guard
// has to say it when it is installed.
func TestCodexWithoutTrust(t *testing.T) {
	t.Parallel()
	c := codex{}
	w := newWorld(t, c, in(use(c.shell("echo ran >ran.txt")), say("Done.")))
	said := w.install()
	require.Contains(t, said, "/hooks")
	require.Contains(t, said, "trust")
	w.prompt(options{untrusted: true})

	w.exists(filepath.Join(w.project, "ran.txt"))
	require.Empty(t, w.decisions())
}
