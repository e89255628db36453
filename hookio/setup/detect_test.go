package setup_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"guard/hookio"
	"guard/hookio/setup"
)

// program puts an executable at path.
func program(t *testing.T, path string) {
	t.Helper()
	write(t, path, []byte("#!/bin/sh\nexit 1\n"))
	require.NoError(t, os.Chmod(path, 0o755))
}

func TestDetect(t *testing.T) {
	env := machine(t)
	path := ""
	env.Getenv = func(name string) string {
		if name == "PATH" {
			return path
		}
		return ""
	}
	assert.Empty(t, setup.Detect(env), "neither folder nor binary")

	// A folder is enough.
	require.NoError(t, os.Mkdir(filepath.Join(env.Home, ".codex"), 0o755))
	found := setup.Detect(env)
	require.Len(t, found, 1)
	assert.Equal(t, setup.Found{Client: hookio.Codex, Title: "Codex", ConfigDir: filepath.Join(env.Home, ".codex")}, found[0])

	// So is a binary: here npm's, a link into the package.
	bin := filepath.Join(env.Home, "bin")
	pkg := filepath.Join(env.Home, "lib", "node_modules", "@openai", "codex")
	program(t, filepath.Join(pkg, "bin", "codex.js"))
	write(t, filepath.Join(pkg, "package.json"), []byte(`{"name":"@openai/codex","version":"0.171.0"}`))
	require.NoError(t, os.MkdirAll(bin, 0o755))
	require.NoError(t, os.Symlink(filepath.Join(pkg, "bin", "codex.js"), filepath.Join(bin, "codex")))

	// And here the vendor's installer, which names the program by its version.
	native := filepath.Join(env.Home, "share", "claude", "versions", "2.1.197")
	program(t, native)
	require.NoError(t, os.Symlink(native, filepath.Join(bin, "claude")))

	path = "relative" + string(os.PathListSeparator) + bin
	found = setup.Detect(env)
	require.Len(t, found, 2)
	assert.Equal(t, "2.1.197", found[0].Version)
	assert.Equal(t, filepath.Join(bin, "claude"), found[0].Binary)
	assert.Len(t, found[0].Caveats(), 1, "2.1.197 does not know onFailure")
	assert.Equal(t, "0.171.0", found[1].Version)

	found[0].Version = "2.1.332"
	assert.Empty(t, found[0].Caveats())
	found[0].Version = "2.2.0"
	assert.Empty(t, found[0].Caveats())
}

func TestABrokenPackageHasNoVersion(t *testing.T) {
	env := machine(t)
	bin := filepath.Join(env.Home, "somewhere")
	env.Getenv = func(name string) string {
		if name == "PATH" {
			return bin
		}
		return ""
	}
	program(t, filepath.Join(bin, "claude"))
	for _, text := range []string{`{`, `{"name":"other","version":"1.2.3"}`, `{"name":"@anthropic-ai/claude-code","version":"soon"}`} {
		write(t, filepath.Join(bin, "package.json"), []byte(text))
		found := setup.Detect(env)
		require.Len(t, found, 1)
		assert.Empty(t, found[0].Version, text)
	}
}
