package person

import (
	"errors"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestClientProgram(t *testing.T) {
	for _, c := range []struct {
		p    Process
		want bool
	}{
		{Process{Name: "claude"}, true},
		{Process{Name: "codex"}, true},
		{Process{Name: "codex-exec"}, true},
		{Process{Name: "node", Args: []string{"node", "/usr/lib/node_modules/@anthropic-ai/claude-code/cli.js"}}, true},
		{Process{Name: "node", Args: []string{"/usr/bin/node", "--max-old-space-size=8000", "/home/dev/.npm-global/bin/claude"}}, true},
		{Process{Name: "node", Args: []string{"node", "/x/node_modules/@openai/codex/bin/codex.js"}}, true},
		{Process{Name: "MainThread", Args: []string{"claude", "-p", "x"}}, true},
		{Process{Name: "2.1.332", Exe: "/home/dev/.local/share/claude/versions/2.1.332"}, true},
		{Process{Name: "claude", Exe: "/usr/local/bin/claude (deleted)"}, true},
		{Process{Name: "sh", Args: []string{"sh", "/home/dev/bin/codex", "exec"}}, true},

		{Process{Name: "bash", Args: []string{"-bash"}}, false},
		{Process{Name: "bash", Args: []string{"bash", "-c", "echo claude codex"}}, false},
		{Process{Name: "vim", Args: []string{"vim", "claude"}}, false},
		{Process{Name: "tmux: server", Args: []string{"tmux", "new", "-s", "claude"}}, false},
		{Process{Name: "sshd"}, false},
		{Process{Name: "systemd"}, false},
		{Process{Name: "node", Args: []string{"node", "server.js"}}, false},
		{Process{Name: "claudette"}, false},
		{Process{}, false},
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
		assert.Equal(t, want, Variable([]string{"A=b", kv}) != "", kv)
	}
}

func TestAncestors(t *testing.T) {
	tree := func(ps ...Process) func(int) (Process, error) {
		return func(pid int) (Process, error) {
			for _, p := range ps {
				if p.PID == pid {
					return p, nil
				}
			}
			return Process{}, os.ErrNotExist
		}
	}
	above, err := ancestors(tree(Process{PID: 9, Parent: 7}, Process{PID: 7, Parent: 1, Name: "claude"}, Process{PID: 1, Name: "init"}), 9)
	require.NoError(t, err)
	require.Len(t, above, 2)
	assert.Contains(t, clientIn(nil, above), "process 7 above this one is claude")

	above, err = ancestors(tree(Process{PID: 9, Parent: 7}, Process{PID: 7, Parent: 5, Name: "bash"}), 9)
	require.NoError(t, err, "process 5 is another user's and is not shown")
	assert.Empty(t, clientIn(nil, above))

	above, err = ancestors(tree(Process{PID: 9, Parent: 7}, Process{PID: 7, Parent: 1, Name: "tmux: server", Env: []string{"CLAUDECODE=1"}}, Process{PID: 1}), 9)
	require.NoError(t, err)
	assert.Contains(t, clientIn(nil, above), "process 7 above this one was started by a client")

	_, err = ancestors(func(int) (Process, error) { return Process{}, os.ErrNotExist }, 9)
	require.True(t, errors.Is(err, ErrNotTold), "not even this process: nothing can be told")

	_, err = ancestors(func(pid int) (Process, error) { return Process{PID: pid, Parent: pid + 1}, nil }, 1)
	require.Error(t, err, "without an end")

	_, err = ancestors(tree(Process{PID: 9, Parent: 9}), 9)
	require.NoError(t, err)
}

// TestReadProcess reads this process as the system shows it.
func TestReadProcess(t *testing.T) {
	p, err := Read(os.Getpid())
	if errors.Is(err, ErrNotTold) {
		t.Skip("guard cannot look at processes here")
	}
	require.NoError(t, err)
	assert.Equal(t, os.Getppid(), p.Parent)
	assert.Equal(t, os.Args, p.Args)
	exe, err := os.Executable()
	require.NoError(t, err)
	assert.Equal(t, exe, p.Exe)
	assert.NotEmpty(t, p.Env)
}
