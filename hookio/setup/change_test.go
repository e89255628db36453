package setup_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"guard/hookio"
	"guard/hookio/setup"
)

// A file that moved between the plan and the act is somebody else's news.
func TestApplyRefusesAChangedFile(t *testing.T) {
	for name, meanwhile := range map[string][]byte{"changed": []byte(`{"b":2}`), "gone": nil} {
		env := machine(t)
		path := settings(env, hookio.Claude)
		write(t, path, []byte(`{"a":1}`))
		c, err := setup.Plan(hookio.Claude, env, guardPath)
		require.NoError(t, err)
		if meanwhile == nil {
			require.NoError(t, os.Remove(path))
		} else {
			write(t, path, meanwhile)
		}
		require.ErrorContains(t, c.Apply(), "changed by somebody else", name)
		assert.Equal(t, meanwhile, read(t, path))
		left, err := os.ReadDir(filepath.Dir(path))
		require.NoError(t, err)
		assert.LessOrEqual(t, len(left), 1, "no copy, no temporary file")
	}
	env := machine(t)
	c, err := setup.Plan(hookio.Claude, env, guardPath)
	require.NoError(t, err)
	write(t, settings(env, hookio.Claude), []byte(`{}`))
	require.Error(t, c.Apply(), "a file that came to be")
}

func TestApplyLeavesNothingBeside(t *testing.T) {
	env := machine(t)
	path := settings(env, hookio.Claude)
	write(t, path, []byte(`{"a":1}`))
	c, err := setup.Plan(hookio.Claude, env, guardPath)
	apply(t, c, err)
	var names []string
	list, err := os.ReadDir(filepath.Dir(path))
	require.NoError(t, err)
	for _, e := range list {
		names = append(names, e.Name())
	}
	assert.Equal(t, []string{"settings.json", "settings.json.guard-backup-20261130T120001.000Z"}, names)
	info, err := os.Stat(c.Backup)
	require.NoError(t, err)
	assert.EqualValues(t, 0o640, info.Mode().Perm(), "the copy is as private as the file")
}

func TestNewFileIsPrivate(t *testing.T) {
	env := machine(t)
	c, err := setup.Plan(hookio.Claude, env, guardPath)
	apply(t, c, err)
	info, err := os.Stat(c.Path)
	require.NoError(t, err)
	assert.EqualValues(t, 0o600, info.Mode().Perm())
	assert.Empty(t, copies(t, c.Path), "there was nothing to copy")
}

// A link whose target does not exist yet is followed all the same.
func TestDanglingLink(t *testing.T) {
	env := machine(t)
	path := settings(env, hookio.Claude)
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	target := filepath.Join(env.Home, "dot", "settings.json")
	require.NoError(t, os.Symlink(target, path))
	c, err := setup.Plan(hookio.Claude, env, guardPath)
	apply(t, c, err)
	assert.NotNil(t, read(t, target))
	require.NoError(t, os.Remove(path))
	require.NoError(t, os.Symlink(path, path))
	_, err = setup.Plan(hookio.Claude, env, guardPath)
	require.ErrorContains(t, err, "symbolic links")
}

func TestSettingsThatAreNoFile(t *testing.T) {
	env := machine(t)
	require.NoError(t, os.MkdirAll(settings(env, hookio.Claude), 0o755))
	_, err := setup.Plan(hookio.Claude, env, guardPath)
	require.ErrorContains(t, err, "not a regular file")
}

// Install, move guard, remove: the file is what it was before the first step.
func TestUpgradeThenRemove(t *testing.T) {
	for _, client := range []hookio.Client{hookio.Claude, hookio.Codex} {
		env := machine(t)
		path := settings(env, client)
		before := []byte("{\n\t\"hooks\" : { } }")
		write(t, path, before)
		for _, at := range []string{"/a/guard", "/b/guard", "/c d/guard"} {
			c, err := setup.Plan(client, env, at)
			apply(t, c, err)
			got, ok, err := setup.Registered(client, env)
			require.NoError(t, err)
			assert.True(t, ok)
			assert.Equal(t, at, got)
		}
		c, err := setup.Remove(client, env)
		apply(t, c, err)
		assert.Equal(t, string(before), string(read(t, path)))
	}
}

// disableAllHooks keeps guard from being registered, not from being removed.
func TestRemoveWithAllHooksOff(t *testing.T) {
	env := machine(t)
	c, err := setup.Plan(hookio.Claude, env, guardPath)
	apply(t, c, err)
	path := settings(env, hookio.Claude)
	write(t, path, bytes.Replace(read(t, path), []byte("{\n"), []byte("{\n  \"disableAllHooks\": true,\n"), 1))
	_, ok, err := setup.Registered(hookio.Claude, env)
	require.ErrorContains(t, err, "disableAllHooks")
	require.False(t, ok)
	c, err = setup.Remove(hookio.Claude, env)
	apply(t, c, err)
	assert.Equal(t, "{\n  \"disableAllHooks\": true\n}\n", string(read(t, path)))
}

func TestBadPathsOfGuard(t *testing.T) {
	env := machine(t)
	for _, path := range []string{"", "guard", "./guard", "/opt/guard/bin/guardd", "/opt/guard/", "/a\nb/guard", "/a\xff/guard"} {
		_, err := setup.Plan(hookio.Claude, env, path)
		require.Error(t, err, "%q", path)
	}
	_, err := setup.Plan("gemini", env, guardPath)
	require.Error(t, err)
}

func TestNothingToRemove(t *testing.T) {
	env := machine(t)
	c, err := setup.Remove(hookio.Codex, env)
	require.NoError(t, err)
	assert.True(t, c.Empty())
	assert.Empty(t, c.Diff())
	path, ok, err := setup.Registered(hookio.Codex, env)
	require.NoError(t, err)
	assert.Empty(t, path)
	assert.False(t, ok)
}

func TestDiff(t *testing.T) {
	c := setup.Change{
		Path:   "/x/settings.json",
		Before: []byte("a\nb\nc\nd\ne\nf\ng\nh\ni\n"),
		After:  []byte("a\nb\nX\nd\ne\nf\ng\nh\ni\nj\n"),
	}
	assert.Equal(t, `--- /x/settings.json
+++ /x/settings.json
@@ -1,5 +1,5 @@
 a
 b
-c
+X
 d
 e
@@ -8,2 +8,3 @@
 h
 i
+j
`, c.Diff())
	c = setup.Change{Path: "/x", After: []byte("a\n")}
	assert.Equal(t, "--- /dev/null\n+++ /x\n@@ -0,0 +1,1 @@\n+a\n", c.Diff())
	c = setup.Change{Path: "/x", Before: []byte("a"), After: []byte("a\n")}
	assert.Equal(t, "--- /x\n+++ /x\n@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+a\n", c.Diff())
	c = setup.Change{Path: "/x", Before: []byte("a\n")}
	assert.Equal(t, "--- /x\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-a\n", c.Diff())
}

// Whatever a person's file looks like, guard's entries come and go, and nothing
// else does.
func TestAnyFile(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range 80 {
		client := []hookio.Client{hookio.Claude, hookio.Codex}[i%2]
		before := randomSettings(rng)
		env := machine(t)
		path := settings(env, client)
		write(t, path, before)

		c, err := setup.Plan(client, env, guardPath)
		apply(t, c, err)
		after := read(t, path)
		require.True(t, json.Valid(after), "%s\n→\n%s", before, after)
		require.Equal(t, withoutGuard(t, before), withoutGuard(t, after), "%s\n→\n%s", before, after)
		require.Equal(t, bytes.Contains(before, []byte("\n")), bytes.Contains(bytes.TrimSpace(after), []byte("\n")) && len(before) > 2, "%s\n→\n%s", before, after)

		c, err = setup.Plan(client, env, guardPath)
		require.NoError(t, err)
		require.True(t, c.Empty(), "%s\n→\n%s", before, c.Diff())

		c, err = setup.Remove(client, env)
		require.NoError(t, err)
		require.Equal(t, string(before), string(c.After))

		// By editing alone, too.
		for _, f := range copies(t, path) {
			require.NoError(t, os.Remove(f))
		}
		c, err = setup.Remove(client, env)
		require.NoError(t, err)
		require.Equal(t, string(before), string(c.After), "%s", after)
	}
}

// randomSettings has at least one key that is not guard's and no empty
// container among the hooks, which only a copy can bring back.
func randomSettings(rng *rand.Rand) []byte {
	text := func() string { return fmt.Sprintf("s%d \"<é>\\", rng.IntN(9)) }
	var value func(depth int) any
	value = func(depth int) any {
		switch n := rng.IntN(7); {
		case n == 0 && depth < 3:
			return []any{value(depth + 1), value(depth + 1)}
		case n == 1 && depth < 3:
			return map[string]any{text(): value(depth + 1), "b": value(depth + 1)}
		case n == 2:
			return []any{}
		case n == 3:
			return map[string]any{}
		case n == 4:
			return rng.IntN(100)
		}
		return text()
	}
	top := map[string]any{"zz" + text(): value(0)}
	for range rng.IntN(4) {
		top[text()] = value(0)
	}
	if rng.IntN(2) == 0 {
		hooks := map[string]any{}
		for _, e := range []string{"PreToolUse", "Stop", "SessionEnd", "ConfigChange"} {
			var groups []any
			for range rng.IntN(3) {
				groups = append(groups, map[string]any{"matcher": text(), "hooks": []any{map[string]any{"type": "command", "command": text()}}})
			}
			if groups != nil {
				hooks[e] = groups
			}
		}
		if len(hooks) > 0 {
			top["hooks"] = hooks
		}
	}
	compact, _ := json.Marshal(top)
	var b bytes.Buffer
	switch rng.IntN(4) {
	case 0:
		return compact
	case 1:
		_ = json.Indent(&b, compact, "", "\t")
	case 2:
		_ = json.Indent(&b, compact, "", "    ")
		return bytes.ReplaceAll(append(b.Bytes(), '\n'), []byte("\n"), []byte("\r\n"))
	default:
		_ = json.Indent(&b, compact, "", "  ")
	}
	return append(b.Bytes(), '\n')
}

// withoutGuard decodes settings and takes guard's groups, and what is empty
// then, out of the decoded value: by other code than the package's.
func withoutGuard(t *testing.T, text []byte) map[string]any {
	t.Helper()
	var top map[string]any
	require.NoError(t, json.Unmarshal(text, &top))
	hooks, ok := top["hooks"].(map[string]any)
	if !ok {
		return top
	}
	for event, groups := range hooks {
		var rest []any
		for _, g := range groups.([]any) {
			if s, _ := json.Marshal(g); !strings.Contains(string(s), guardPath) {
				rest = append(rest, g)
			}
		}
		if rest == nil {
			delete(hooks, event)
		} else {
			hooks[event] = rest
		}
	}
	if len(hooks) == 0 {
		delete(top, "hooks")
	}
	return top
}
