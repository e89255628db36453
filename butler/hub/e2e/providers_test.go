//go:build e2e

package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"guard/butler/hub"
	"guard/butler/inbox"
)

func call(t *testing.T, cs *mcp.ClientSession, name string, args map[string]any) (string, bool) {
	t.Helper()
	res, err := cs.CallTool(t.Context(), &mcp.CallToolParams{Name: name, Arguments: args})
	require.NoError(t, err)
	var all []string
	for _, c := range res.Content {
		if text, ok := c.(*mcp.TextContent); ok {
			all = append(all, text.Text)
		}
	}
	return strings.Join(all, "\n"), res.IsError
}

// reference are the providers that the protocol's own project publishes.
func reference(dir string) []hub.Provider {
	memory := node("memory", ".bin/mcp-server-memory")
	memory.Env = append(memory.Env, "MEMORY_FILE_PATH="+filepath.Join(dir, "memory.json"))
	return []hub.Provider{
		node("everything", ".bin/mcp-server-everything"),
		node("files", ".bin/mcp-server-filesystem", dir),
		memory,
		{Namespace: "gosdk", ID: "gosdk", Argv: []string{lab.goSDK}, Dir: dir},
	}
}

func TestReferenceProviders(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "note.txt"), []byte("remember the milk"), 0o600))
	d := newDesk(t, "[tools]\n\"mcp__everything__*\" = \"safe\"\n\"mcp__gosdk__*\" = \"safe\"\n", reference(dir)...)
	cs := d.client()
	n := map[string]int{}
	for tool, err := range cs.Tools(t.Context(), nil) {
		require.NoError(t, err)
		ns, _, _ := strings.Cut(tool.Name, "__")
		n[ns]++
	}
	for _, ns := range []string{"everything", "files", "memory", "gosdk"} {
		assert.Greater(t, n[ns], 5, "%s: %+v", ns, d.hub.Status())
	}

	out, bad := call(t, cs, "everything__echo", map[string]any{"message": "hello"})
	assert.False(t, bad, out)
	assert.Contains(t, out, "hello")
	out, bad = call(t, cs, "files__read_text_file", map[string]any{"path": filepath.Join(dir, "note.txt")})
	assert.False(t, bad, out)
	assert.Contains(t, out, "remember the milk")
	out, bad = call(t, cs, "memory__read_graph", nil)
	assert.False(t, bad, out)
	out, bad = call(t, cs, "gosdk__test_simple_text", nil)
	assert.False(t, bad, out)
}

// A call that changes something waits for the owner, and the unchanged retry
// runs once; one for a credential is asked about although it only reads.
func TestAWriteWaitsForTheOwner(t *testing.T) {
	dir := t.TempDir()
	d := newDesk(t, "", reference(dir)...)
	cs := d.client()
	file := filepath.Join(dir, "out.txt")
	args := map[string]any{"path": file, "content": "written"}
	out, bad := call(t, cs, "files__write_file", args)
	assert.True(t, bad)
	assert.NoFileExists(t, file)

	items, err := d.inbox.List(t.Context(), inbox.Filter{})
	require.NoError(t, err)
	require.Len(t, items, 1)
	assert.Contains(t, out, items[0].Ref)
	p, err := d.inbox.Prepare(t.Context(), items[0].Ref)
	require.NoError(t, err)
	assert.Contains(t, p.Item.Content.Prompt, "write_file of files")
	_, err = d.inbox.Decide(t.Context(), inbox.Decide{
		ID: p.Item.ID, Rev: p.Item.Rev, Hash: p.Item.Hash, Token: p.Token, Idem: "1",
		Decision: inbox.Decision{Approved: true}, By: inbox.Actor{Principal: "owner", Via: inbox.Terminal},
	})
	require.NoError(t, err)
	out, bad = call(t, cs, "files__write_file", args)
	assert.False(t, bad, out)
	assert.FileExists(t, file)
	_, bad = call(t, cs, "files__write_file", args)
	assert.True(t, bad, "a yes is for once")

	out, bad = call(t, cs, "files__read_text_file", map[string]any{"path": "/home/dev/.ssh/id_ed25519"})
	assert.True(t, bad)
	assert.Contains(t, out, "needs the owner")
}

// The inspector is a client that others wrote, over the one endpoint.
func TestInspector(t *testing.T) {
	d := newDesk(t, "[tools]\n\"mcp__everything__*\" = \"safe\"\n", reference(t.TempDir())...)
	url := d.open() + hub.Path
	out, status := npm(t, 2*time.Minute, "mcp-inspector", "--cli", url, "--transport", "http", "--method", "tools/list")
	assert.Zero(t, status, out)
	assert.Contains(t, out, "files__read_text_file")
	out, status = npm(t, 2*time.Minute, "mcp-inspector", "--cli", url, "--transport", "http", "--method", "tools/call", "--tool-name", "everything__echo", "--tool-arg", "message=seen")
	assert.Zero(t, status, out)
	assert.Contains(t, out, "seen")
}
