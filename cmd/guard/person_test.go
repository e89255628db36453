package main

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestClientProgram(t *testing.T) {
	for _, c := range []struct {
		p    process
		want bool
	}{
		{process{name: "claude"}, true},
		{process{name: "codex"}, true},
		{process{name: "codex-exec"}, true},
		{process{name: "node", args: []string{"node", "/usr/lib/node_modules/@anthropic-ai/claude-code/cli.js"}}, true},
		{process{name: "node", args: []string{"/usr/bin/node", "--max-old-space-size=8000", "/home/dev/.npm-global/bin/claude"}}, true},
		{process{name: "node", args: []string{"node", "/x/node_modules/@openai/codex/bin/codex.js"}}, true},
		{process{name: "MainThread", args: []string{"claude", "-p", "x"}}, true},
		{process{name: "2.1.332", exe: "/home/dev/.local/share/claude/versions/2.1.332"}, true},
		{process{name: "claude", exe: "/usr/local/bin/claude (deleted)"}, true},
		{process{name: "sh", args: []string{"sh", "/home/dev/bin/codex", "exec"}}, true},

		{process{name: "bash", args: []string{"-bash"}}, false},
		{process{name: "bash", args: []string{"bash", "-c", "echo claude codex"}}, false},
		{process{name: "vim", args: []string{"vim", "claude"}}, false},
		{process{name: "tmux: server", args: []string{"tmux", "new", "-s", "claude"}}, false},
		{process{name: "sshd"}, false},
		{process{name: "systemd"}, false},
		{process{name: "node", args: []string{"node", "server.js"}}, false},
		{process{name: "claudette"}, false},
		{process{}, false},
	} {
		assert.Equal(t, c.want, clientProgram(c.p) != "", "%+v", c.p)
	}
}

func TestClientVariable(t *testing.T) {
	for kv, want := range map[string]bool{
		"CLAUDECODE=1": true, "CLAUDE_CODE_ENTRYPOINT=cli": true, "CLAUDE_PROJECT_DIR=/x": true, "CODEX_SANDBOX=seatbelt": true,
		"CODEX_MANAGED_BY_NPM=1": true, "CODEX_THREAD_ID=1": true, "CLAUDE_CODE_SOMETHING_NEW=1": true,
		"CODEX_HOME=/x": false, "CLAUDE_CODE_USE_BEDROCK=1": false, "CLAUDE_CODE_SSE_PORT=1": false, "CLAUDE_CODE_MAX_OUTPUT_TOKENS=1": false,
		"CLAUDECODE=": false, "PATH=/claude": false, "CLAUDE_CONFIG_DIR=/x": false, "ANTHROPIC_API_KEY=x": false,
	} {
		assert.Equal(t, want, clientVariable([]string{"A=b", kv}) != "", kv)
	}
}

func TestAncestors(t *testing.T) {
	tree := func(ps ...process) func(int) (process, error) {
		return func(pid int) (process, error) {
			for _, p := range ps {
				if p.pid == pid {
					return p, nil
				}
			}
			return process{}, os.ErrNotExist
		}
	}
	above, err := ancestors(tree(process{pid: 9, parent: 7}, process{pid: 7, parent: 1, name: "claude"}, process{pid: 1, name: "init"}), 9)
	require.NoError(t, err)
	require.Len(t, above, 2)
	assert.Contains(t, clientIn(nil, above), "process 7 above this one is claude")

	above, err = ancestors(tree(process{pid: 9, parent: 7}, process{pid: 7, parent: 5, name: "bash"}), 9)
	require.NoError(t, err, "process 5 is another user's and is not shown")
	assert.Empty(t, clientIn(nil, above))

	above, err = ancestors(tree(process{pid: 9, parent: 7}, process{pid: 7, parent: 1, name: "tmux: server", env: []string{"CLAUDECODE=1"}}, process{pid: 1}), 9)
	require.NoError(t, err)
	assert.Contains(t, clientIn(nil, above), "process 7 above this one was started by a client")

	_, err = ancestors(func(int) (process, error) { return process{}, os.ErrNotExist }, 9)
	require.True(t, errors.Is(err, errNotTold), "not even this process: nothing can be told")

	_, err = ancestors(func(pid int) (process, error) { return process{pid: pid, parent: pid + 1}, nil }, 1)
	require.Error(t, err, "without an end")

	_, err = ancestors(tree(process{pid: 9, parent: 9}), 9)
	require.NoError(t, err)
}

// procOf makes a folder like /proc in which this test's children have the
// given ancestors, the nearest first.
func procOf(t *testing.T, above ...process) string {
	root := t.TempDir()
	writeProc(t, root, above...)
	return root
}

func noClientsAbove(t *testing.T) string {
	return procOf(t, process{name: "bash", args: []string{"-bash"}})
}

func writeProc(t require.TestingT, root string, above ...process) {
	write := func(dir string, p process, parent int) {
		dir = filepath.Join(root, dir)
		require.NoError(t, os.MkdirAll(dir, 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(dir, "stat"), []byte("1 ("+p.name+") S "+strconv.Itoa(parent)+" 0 0"), 0o600))
		require.NoError(t, os.WriteFile(filepath.Join(dir, "cmdline"), []byte(strings.Join(p.args, "\x00")+"\x00"), 0o600))
		require.NoError(t, os.WriteFile(filepath.Join(dir, "environ"), []byte(strings.Join(p.env, "\x00")+"\x00"), 0o600))
	}
	for i, p := range above {
		parent := 0
		if i+1 < len(above) {
			parent = 101 + i
		}
		write(strconv.Itoa(100+i), p, parent)
	}
}

// TestReadProcess reads this process as the system shows it.
func TestReadProcess(t *testing.T) {
	p, err := readProcess(os.Getpid())
	if errors.Is(err, errNotTold) {
		t.Skip("guard cannot look at processes here")
	}
	require.NoError(t, err)
	assert.Equal(t, os.Getppid(), p.parent)
	assert.Equal(t, os.Args, p.args)
	exe, err := os.Executable()
	require.NoError(t, err)
	assert.Equal(t, exe, p.exe)
	assert.NotEmpty(t, p.env)
}
