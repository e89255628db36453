package setup_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"guard/hookio"
	"guard/hookio/setup"
)

// Each way that hooks are off is a case of fixtures/hooks/doctor-claude.txtar
// and doctor-codex.txtar. Here is what holds of every file.

// check looks at the user's file alone, with a guard that is there.
func check(t testing.TB, env setup.Env, c hookio.Client) setup.Report {
	return setup.Check(setup.Found{Client: c, ConfigDir: filepath.Dir(settings(env, c))}, env, setup.Question{Deadline: 5 * time.Second, Hold: 2 * time.Minute})
}

// closed is a machine on which guard is a program and no administrator has a
// say.
func closed(t testing.TB) (setup.Env, string) {
	env := machine(t)
	env.Root = filepath.Join(env.Home, "root")
	guard := filepath.Join(env.Home, "bin", "guard")
	write(t, guard, []byte("#!/bin/sh\n"))
	require.NoError(t, os.Chmod(guard, 0o755))
	return env, guard
}

// What install makes of any settings is found to be a gate: by Claude Code at
// once, by Codex when a person has trusted it.
func TestInstalledIsGated(t *testing.T) {
	files, err := filepath.Glob("../../fixtures/hookio/setup/*.txtar")
	require.NoError(t, err)
	n := 0
	for _, file := range files {
		ar, err := txtar.ParseFile(file)
		require.NoError(t, err)
		c := hookio.Claude
		if strings.HasPrefix(filepath.Base(file), "codex") {
			c = hookio.Codex
		}
		for _, f := range ar.Files {
			if f.Name != "before" {
				continue
			}
			env, guard := closed(t)
			write(t, settings(env, c), f.Data)
			change, err := setup.Plan(c, env, guard)
			if err != nil || len(change.Warnings) > 0 {
				continue // such a file is not a gate, and install says so
			}
			require.NoError(t, change.Apply())
			r := check(t, env, c)
			assert.True(t, r.Registered, file)
			if c == hookio.Codex {
				assert.False(t, r.Gated, "%s: nobody has trusted it", file)
				trustAll(t, env)
				r = check(t, env, c)
			}
			assert.True(t, r.Gated, "%s: %+v", file, r.Findings)
			n++
		}
	}
	assert.NotZero(t, n)
}

func trustAll(t testing.TB, env setup.Env) {
	list, err := setup.CodexTrust(env)
	require.NoError(t, err)
	var b strings.Builder
	for _, x := range list {
		b.WriteString("[hooks.state.'" + x.Key + "']\ntrusted_hash = '" + x.Hash + "'\n")
	}
	write(t, filepath.Join(env.Home, ".codex", "config.toml"), []byte(b.String()))
}

// A gate is never seen where the client reads no PreToolUse hook of guard's, and
// no text makes Check fail.
func FuzzCheck(f *testing.F) {
	for _, s := range []string{
		"", "{}", "[]", "{", `{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"GUARD","args":["hook","claude"],"timeout":660}]}]}}`,
		`{"hooks":{"PreToolUse":[{"matcher":"*","hooks":[{"type":"command","command":"GUARD hook codex"}]}]},"disableAllHooks":true}`,
		"[[hooks.PreToolUse]]\n[[hooks.PreToolUse.hooks]]\ntype='command'\ncommand='GUARD hook codex'\n[features]\nhooks=false\n",
	} {
		f.Add(s, false)
		f.Add(s, true)
	}
	f.Fuzz(func(t *testing.T, text string, codex bool) {
		env, guard := closed(t)
		text = strings.ReplaceAll(text, "GUARD", guard)
		c, name := hookio.Claude, "settings.json"
		if codex {
			c, name = hookio.Codex, "config.toml"
			write(t, filepath.Join(env.Root, "etc", "codex", "requirements.toml"), []byte(text))
			write(t, settings(env, c), []byte(text))
		}
		write(t, filepath.Join(filepath.Dir(settings(env, c)), name), []byte(text))
		r := check(t, env, c)
		if r.Gated && !strings.Contains(text, "PreToolUse") && !strings.Contains(text, `\u`) && !strings.Contains(text, `\U`) {
			t.Errorf("a gate where there is none: %q", text)
		}
		if r.Gated && !r.Registered {
			t.Error("a gate that is not registered")
		}
		failed := false
		for _, x := range r.Findings {
			failed = failed || x.Level == setup.Fail
			if x.Check == "" || x.What == "" || x.Client != c || x.Level < setup.Note && x.Why == "" {
				t.Errorf("a finding that does not say what it must: %+v", x)
			}
		}
		if !r.Gated && !failed {
			t.Errorf("no gate, and nobody says why: %q", text)
		}
	})
}
