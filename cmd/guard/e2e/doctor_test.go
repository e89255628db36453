//go:build e2e

package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

var (
	hookHash = regexp.MustCompile(`(\w+) \((sha256:[0-9a-f]{64})\)`)
	upper    = regexp.MustCompile(`([a-z])([A-Z])`)
)

// doctor runs guard doctor for the case's client.
func (w *world) doctor(args ...string) result {
	r := w.exec(w.project, w.environ(), w.guard, append([]string{"doctor", w.client.name()}, args...)...)
	require.Empty(w.t, r.stderr)
	return r
}

// What guard doctor says is so, with the real clients.
func TestDoctor(t *testing.T) {
	each(t, func(t *testing.T, c client) {
		look := c.shell("git status")
		w := newWorld(t, c, in(use(look), say("Done.")))
		require.Equal(t, 1, w.doctor().status, "guard is not installed")
		w.install()
		r := w.doctor()
		if c.name() == "codex" {
			// Nobody has trusted the hooks: only the flag of these tests runs them.
			require.Equal(t, 1, r.status)
			require.Contains(t, r.stdout, "are untrusted")
			w.trust()
			r = w.doctor()
		}
		require.Zero(t, r.status, r.stdout)
		require.Contains(t, r.stdout, "PROTECTED: ")
		w.installed = len(w.records())
		w.prompt(options{untrusted: c.name() == "codex"}) // without the flag
		w.ran(look, "allow")

		r = w.doctor()
		require.Zero(t, r.status, r.stdout)
		require.Contains(t, r.stdout, "every call that ran by 1 transcripts")

		r = w.exec(w.project, w.environ("PATH="+lab.clients+":"+os.Getenv("PATH")), w.guard, "doctor", c.name(), "--live", "--no-canary")
		require.Zero(t, r.status, r.stdout)
		require.Contains(t, r.stdout, "run against a scripted model: the refused call did not run and the model was told why, the harmless call ran, the log holds both")
	})
}

// trust is the person who trusts guard's hooks in Codex, by the hashes that
// doctor works out.
func (w *world) trust() {
	r := w.doctor("--json", "--no-canary")
	config := filepath.Join(w.home, ".codex", "config.toml")
	text, err := os.ReadFile(config)
	require.NoError(w.t, err)
	hooks := filepath.Join(w.home, ".codex", "hooks.json")
	for _, m := range hookHash.FindAllStringSubmatch(r.stdout, -1) {
		name := strings.ToLower(upper.ReplaceAllString(m[1], "${1}_$2"))
		text = append(text, "\n[hooks.state.\""+hooks+":"+name+":0:0\"]\ntrusted_hash = \""+m[2]+"\"\n"...)
	}
	require.NoError(w.t, os.WriteFile(config, text, 0o600))
}

// A session in which guard is told of the start and then is not asked is
// noticed: by guard doctor, and by the person when the next session starts. The
// model hears nothing of it.
func TestSilence(t *testing.T) {
	each(t, func(t *testing.T, c client) {
		first, second, third := c.shell("git status"), c.shell("git log --oneline"), c.shell("git branch")
		w := newWorld(t, c)
		session := func(step *call) result {
			w.model.scripts = []*script{in(use(step), say("Done."))}
			return w.prompt(options{})
		}
		const alarm = "guard was not asked about"
		w.model.listen = alarm
		w.install()
		session(first)
		w.ran(first, "allow")

		settings := filepath.Join(w.home, ".claude", "settings.json")
		if c.name() == "codex" {
			settings = filepath.Join(w.home, ".codex", "hooks.json")
		}
		text, err := os.ReadFile(settings)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(settings, []byte(strings.Replace(string(text), `"PreToolUse"`, `"PreCompact"`, 1)), 0o600))
		session(second)
		told, ok := w.model.heard(second)
		require.True(t, ok && !c.refused(told), told.text)

		r := w.doctor("--no-canary")
		require.Equal(t, 1, r.status)
		require.Contains(t, r.stdout, "1 of 1 calls ran in a session of")

		// As if that was long ago.
		past := time.Now().Add(-time.Hour)
		require.NoError(t, os.Chtimes(settings, past, past))
		if c.name() == "codex" {
			if _, err := exec.LookPath("tmux"); err != nil {
				t.Skip("tmux is not installed; what Codex shows in its terminal is tested only with it")
			}
			// exec tells nobody what hooks say; the terminal does.
			w.model.scripts = []*script{in(use(third), say("Done."))}
			f, err := os.OpenFile(filepath.Join(w.home, ".codex", "config.toml"), os.O_APPEND|os.O_WRONLY, 0)
			require.NoError(t, err)
			project, err := filepath.EvalSymlinks(w.project)
			require.NoError(t, err)
			_, err = f.WriteString("\n[projects.\"" + project + "\"]\ntrust_level = \"trusted\"\n")
			require.NoError(t, err)
			require.NoError(t, f.Close())
			term := w.terminal(filepath.Join(lab.clients, "codex"), []string{"--dangerously-bypass-hook-trust", "--disable", "daemon_auto_start", "-m", "scripted", "do the thing"}, []string{"MOCK_KEY=dummy"})
			term.await("the end of the turn", func(s string) bool { return strings.Contains(s, "Done.") && strings.Contains(s, "f2 to view") })
			term.press("F2")
			term.await("the alarm", func(s string) bool { return strings.Contains(s, alarm) })
		} else {
			session(third)
			require.True(t, w.transcriptsHold(alarm), "the person was not told")
		}
		require.False(t, w.model.heardOf, "the model was told what is for the person")
	})
}

// transcriptsHold reports whether a client has written the text to one of its
// transcripts.
func (w *world) transcriptsHold(text string) bool {
	found := false
	for _, pattern := range []string{".claude/projects/*/*.jsonl", ".codex/sessions/*/*/*/*.jsonl"} {
		names, err := filepath.Glob(filepath.Join(w.home, pattern))
		require.NoError(w.t, err)
		for _, name := range names {
			b, err := os.ReadFile(name)
			require.NoError(w.t, err)
			for line := range strings.Lines(string(b)) {
				if strings.Contains(line, text) {
					w.t.Logf("%s: %.300s", filepath.Base(name), line)
					found = true
				}
			}
		}
	}
	return found
}
