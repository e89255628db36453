package setup_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"guard/hookio"
	"guard/hookio/setup"
)

// With these hashes in its config.toml, Codex 0.171.0 ran the hooks of a guard
// at /tmp/guard/guard without its bypass flag (2026-11-30). PermissionRequest
// does not fire in codex exec; its hash follows the same rule.
var seenTrusted = map[string]string{
	"PreToolUse":        "sha256:279d0a4d0b6eea6bd27f3befed085ff5de053f2d965ae1ff2ddd04b7d9e46a83",
	"PermissionRequest": "sha256:00064ba39e15e4abf72dbbe7b41eb8e0c8eedbf0d597e97dfac83c6ac7894c3f",
	"PostToolUse":       "sha256:7c53d23f7cac002cfb694977d1f94c32d01e8fcfcfd980e5c55855d2c2a940b7",
	"SessionStart":      "sha256:d1d0474462d3d77f2dd38109ddc2deefee48f8d617a2e7284cd874be38405e2e",
	"SessionEnd":        "sha256:787bf22a24468ab93135dc602460dd023218bfad71cb5069a3df18a26c33da67",
}

func TestCodexTrust(t *testing.T) {
	env := machine(t)
	list, err := setup.CodexTrust(env)
	require.NoError(t, err)
	require.Empty(t, list, "no file, no hooks")

	c, err := setup.Plan(hookio.Codex, env, "/tmp/guard/guard")
	apply(t, c, err)
	list, err = setup.CodexTrust(env)
	require.NoError(t, err)
	require.Len(t, list, len(seenTrusted))
	var config strings.Builder
	for _, h := range list {
		assert.Equal(t, seenTrusted[h.Event], h.Hash, h.Event)
		assert.Equal(t, setup.Untrusted, h.State, h.Event)
		fmt.Fprintf(&config, "[hooks.state.%q]\ntrusted_hash = %q\n", h.Key, h.Hash)
	}
	assert.Equal(t, settings(env, hookio.Codex)+":pre_tool_use:0:0", list[0].Key)

	states := func(config string) (all []setup.State) {
		write(t, filepath.Join(env.Home, ".codex", "config.toml"), []byte(config))
		list, err := setup.CodexTrust(env)
		require.NoError(t, err)
		for _, h := range list {
			all = append(all, h.State)
		}
		return all
	}
	trusted := []setup.State{setup.Trusted, setup.Trusted, setup.Trusted, setup.Trusted, setup.Trusted}
	assert.Equal(t, trusted, states(config.String()))
	assert.Equal(t, setup.Modified, states(strings.Replace(config.String(), "279d", "0000", 1))[0])
	assert.Equal(t, setup.Disabled, states(strings.Replace(config.String(), "\ntrusted", "\nenabled = false\ntrusted", 1))[0])

	// A new place of guard is another command: a person must look again. The
	// same place is the same bytes, and trust stays.
	write(t, filepath.Join(env.Home, ".codex", "config.toml"), []byte(config.String()))
	c, err = setup.Plan(hookio.Codex, env, "/tmp/guard/guard")
	require.NoError(t, err)
	require.True(t, c.Empty())
	c, err = setup.Plan(hookio.Codex, env, "/usr/local/bin/guard")
	apply(t, c, err)
	assert.Equal(t, setup.Modified, states(config.String())[0])
}

func TestCodexTrustOfABrokenConfig(t *testing.T) {
	env := machine(t)
	c, err := setup.Plan(hookio.Codex, env, guardPath)
	apply(t, c, err)
	path := filepath.Join(env.Home, ".codex", "config.toml")
	write(t, path, []byte("a = 1\n[broken\n"))
	_, err = setup.CodexTrust(env)
	require.ErrorContains(t, err, path+":2:")
}

func TestCodexHomeIsHonoured(t *testing.T) {
	env := machine(t)
	moved := filepath.Join(env.Home, "elsewhere")
	env.Getenv = func(name string) string {
		return map[string]string{"CODEX_HOME": moved, "CLAUDE_CONFIG_DIR": moved}[name]
	}
	for c, name := range map[hookio.Client]string{hookio.Codex: "hooks.json", hookio.Claude: "settings.json"} {
		change, err := setup.Plan(c, env, guardPath)
		apply(t, change, err)
		assert.Equal(t, filepath.Join(moved, name), change.Path)
		assert.NotNil(t, read(t, change.Path))
	}
}
