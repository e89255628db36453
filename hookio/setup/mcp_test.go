package setup

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"guard/hookio"
)

func mcpEnv(t *testing.T, vars map[string]string) Env {
	return Env{Home: t.TempDir(), Getenv: func(n string) string { return vars[n] }, Now: func() time.Time { return time.Unix(0, 0) }}
}

const someButler = "/opt/bin/butler"

// Registering twice changes nothing the second time, a moved butler is followed,
// and taking out gives the file back.
func TestMCPThereAndBack(t *testing.T) {
	claude := `{
  "numStartups": 3,
  "mcpServers": {
    "other": { "type": "http", "url": "http://x" }
  },
  "projects": { "/p": { "allowedTools": [] } }
}
`
	for _, tt := range []struct {
		name    string
		client  hookio.Client
		file    string
		before  string
		project string
		has     string
	}{
		{"claude", hookio.Claude, ".claude.json", claude, "", `"command": "/opt/bin/butler"`},
		{"claude, first server", hookio.Claude, ".claude.json", "{\"a\":1}", "", `"mcpServers"`},
		{"claude, one project", hookio.Claude, ".claude.json", claude, "/p", `"args": ["mcp", "stdio"]`},
		{"claude, new project", hookio.Claude, ".claude.json", claude, "/q", `"/q"`},
		{"codex", hookio.Codex, ".codex/config.toml", "model = \"x\" # mine\n\n[mcp_servers.other]\ncommand = \"o\"\n", "", "[mcp_servers.butler]\ncommand = \"/opt/bin/butler\"\n"},
		{"codex, no newline at the end", hookio.Codex, ".codex/config.toml", "model = \"x\"", "", "[mcp_servers.butler]"},
		{"codex, CRLF", hookio.Codex, ".codex/config.toml", "model = \"x\"\r\n", "", "[mcp_servers.butler]\r\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			env := mcpEnv(t, nil)
			env.Project = tt.project
			file := filepath.Join(env.Home, tt.file)
			require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o700))
			require.NoError(t, os.WriteFile(file, []byte(tt.before), 0o640))

			ch, err := PlanMCP(tt.client, env, someButler)
			require.NoError(t, err)
			assert.Equal(t, file, ch.Path)
			assert.Contains(t, string(ch.After), tt.has)
			assert.NotEmpty(t, ch.Diff())
			require.NoError(t, ch.Apply())
			path, err := MCPRegistered(tt.client, env)
			require.NoError(t, err)
			assert.Equal(t, someButler, path)

			again, err := PlanMCP(tt.client, env, someButler)
			require.NoError(t, err)
			assert.True(t, again.Empty())
			moved, err := PlanMCP(tt.client, env, "/usr/bin/butler")
			require.NoError(t, err)
			assert.Contains(t, string(moved.After), "/usr/bin/butler")
			assert.NotContains(t, string(moved.After), someButler)

			gone, err := RemoveMCP(tt.client, env)
			require.NoError(t, err)
			assert.NotContains(t, string(gone.After), "butler")
			gone.Backup = "" // of the same second
			require.NoError(t, gone.Apply())
			path, err = MCPRegistered(tt.client, env)
			require.NoError(t, err)
			assert.Empty(t, path)
			none, err := RemoveMCP(tt.client, env)
			require.NoError(t, err)
			assert.True(t, none.Empty())
			st, err := os.Stat(file)
			require.NoError(t, err)
			assert.Equal(t, os.FileMode(0o640), st.Mode().Perm())
			switch tt.name {
			case "claude, one project", "claude, new project", "claude, first server": // an empty object stays
			case "codex, no newline at the end":
				assert.Equal(t, tt.before+"\n", string(gone.After))
			default:
				assert.Equal(t, tt.before, string(gone.After))
			}
		})
	}
}

func TestMCPNewFile(t *testing.T) {
	for _, c := range []hookio.Client{hookio.Claude, hookio.Codex} {
		env := mcpEnv(t, nil)
		ch, err := PlanMCP(c, env, someButler)
		require.NoError(t, err)
		require.NoError(t, ch.Apply())
		path, err := MCPRegistered(c, env)
		require.NoError(t, err)
		assert.Equal(t, someButler, path)
	}
	moved := mcpEnv(t, map[string]string{"CLAUDE_CONFIG_DIR": "/conf", "CODEX_HOME": "/cx"})
	for c, want := range map[hookio.Client]string{hookio.Claude: "/conf/.claude.json", hookio.Codex: "/cx/config.toml"} {
		ch, err := PlanMCP(c, moved, someButler)
		require.NoError(t, err)
		assert.Equal(t, want, ch.Path)
	}
	moved.Project = "/p"
	ch, err := PlanMCP(hookio.Codex, moved, someButler)
	require.NoError(t, err)
	assert.Equal(t, "/p/.codex/config.toml", ch.Path)
}

// What butler did not write, or cannot read, it leaves alone.
func TestMCPLeavesAlone(t *testing.T) {
	for _, tt := range []struct {
		name   string
		client hookio.Client
		before string
		want   string
	}{
		{"claude: a stranger of the name", hookio.Claude, `{"mcpServers":{"butler":{"command":"/x/evil","args":["mcp","stdio"]}}}`, "did not write"},
		{"claude: a stranger over http", hookio.Claude, `{"mcpServers":{"butler":{"type":"http","url":"http://x"}}}`, "did not write"},
		{"claude: no JSON", hookio.Claude, `{"mcpServers":`, ":1:"},
		{"claude: no object", hookio.Claude, `{"mcpServers":[]}`, "an object must stand here"},
		{"codex: a stranger of the name", hookio.Codex, "[mcp_servers.butler]\ncommand = \"evil\"\n", "did not write"},
		{"codex: no TOML", hookio.Codex, "model = \n", ":1:"},
		{"codex: inline servers", hookio.Codex, "mcp_servers = { a = { command = \"x\" } }\n", "mcp_servers"},
		{"codex: something else between the marks", hookio.Codex, blockBegin + "\n[mcp_servers.butler]\ncommand = \"/old/butler\"\nargs = [\"mcp\", \"stdio\"]\n[mine]\nx = 1\n" + blockEnd + "\n", "something else stands between"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			env := mcpEnv(t, nil)
			cl := clientOf(tt.client)
			file, err := cl.mcpPath(env)
			require.NoError(t, err)
			require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o700))
			require.NoError(t, os.WriteFile(file, []byte(tt.before), 0o600))
			_, err = PlanMCP(tt.client, env, someButler)
			require.ErrorContains(t, err, tt.want)
			b, err := os.ReadFile(file)
			require.NoError(t, err)
			assert.Equal(t, tt.before, string(b))
		})
	}
	_, err := PlanMCP(hookio.Claude, mcpEnv(t, nil), "butler")
	assert.ErrorContains(t, err, "must be absolute")
	_, err = PlanMCP(hookio.Claude, mcpEnv(t, nil), "/x/guard")
	assert.ErrorContains(t, err, "end in butler")
}
