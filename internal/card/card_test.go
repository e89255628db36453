package card

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"guard/grants"
	"guard/internal/place"
)

// waiting is a shell call as it waits in a project of its own.
func waiting(t *testing.T, command string) (place.Places, grants.Subject) {
	home := t.TempDir()
	project := filepath.Join(home, "project")
	require.NoError(t, os.MkdirAll(filepath.Join(project, ".git"), 0o700))
	at := place.Places{Home: home, Config: filepath.Join(home, "config"), State: filepath.Join(home, "state")}
	pol, err := place.Load(at, project)
	require.NoError(t, err)
	raw, err := json.Marshal(command)
	require.NoError(t, err)
	return at, grants.Subject{
		Client: "claude", Session: "s1", Project: project, Tool: "Bash", Dir: project, Policy: pol.Digest,
		Fields: []grants.Field{{Name: "command", Raw: string(raw)}},
	}
}

func printed(c Card) string {
	var b strings.Builder
	c.Print(&b)
	return b.String()
}

// TestCardShowsTheCall: the words as they run, through what, and why.
func TestCardShowsTheCall(t *testing.T) {
	at, s := waiting(t, "git status && timeout 5 git push -uf origin main")
	c, err := Of(at, s)
	require.NoError(t, err)
	assert.Equal(t, "approve", c.Verdict)
	require.Len(t, c.Commands, 1, "git status needs nobody")
	assert.Equal(t, []string{"git", "push", "-uf", "origin", "main"}, c.Commands[0].Argv)
	assert.Equal(t, []string{"timeout"}, c.Commands[0].Via)
	assert.True(t, c.Commands[0].Told)
	assert.NotEmpty(t, c.Why)
	assert.NotEmpty(t, c.Safer)
	text := printed(c)
	assert.Contains(t, text, "  | git status && timeout 5 git push -uf origin main\n")
	assert.Contains(t, text, "    2  -uf\n")
	assert.Contains(t, text, "; through timeout\n")
}

// TestCardSpellsOut: what a terminal or a browser would obey or hide is seen,
// and no line of the call can pass for one of the card's own.
func TestCardSpellsOut(t *testing.T) {
	at, s := waiting(t, "git push origin 'ma\u202ein' \x1b[2J\nwhy      nothing at all\n")
	s.Session = "s\x1b[1m"
	c, err := Of(at, s)
	require.NoError(t, err)
	text := printed(c)
	for _, hidden := range []string{"\x1b", "\u202e"} {
		assert.NotContains(t, text, hidden)
	}
	assert.Contains(t, text, "  | why      nothing at all\n")
	raw, err := json.Marshal(c)
	require.NoError(t, err)
	assert.NotContains(t, string(raw), `\u001b`)
	assert.NotContains(t, string(raw), "\u202e")
}

// TestNoCardForWhatChanged: a yes is for the call as it was judged.
func TestNoCardForWhatChanged(t *testing.T) {
	script := func(at place.Places, text string) string {
		name := filepath.Join(at.Home, "project", "deploy.sh")
		require.NoError(t, os.WriteFile(name, []byte(text), 0o700))
		return name
	}
	withScript := func(t *testing.T) (place.Places, grants.Subject) {
		at, s := waiting(t, "sh deploy.sh")
		name := script(at, "git push origin main\n")
		sum, _, _, err := HashFile(name, HashLimit, 0)
		require.NoError(t, err)
		s.Files = []grants.File{{Path: name, SHA256: sum}}
		return at, s
	}
	at, s := withScript(t)
	c, err := Of(at, s)
	require.NoError(t, err)
	assert.Equal(t, s.Files, c.Files)

	script(at, "git push origin main --force\n")
	_, err = Of(at, s)
	require.ErrorContains(t, err, "deploy.sh has changed since this call")

	at, s = withScript(t)
	require.NoError(t, os.MkdirAll(filepath.Dir(at.PolicyFile()), 0o700))
	require.NoError(t, os.WriteFile(at.PolicyFile(), []byte("posture = \"strict\"\n"), 0o600))
	_, err = Of(at, s)
	require.ErrorContains(t, err, "the policy has changed since this call")

	at, s = waiting(t, "rm -rf /")
	_, err = Of(at, s)
	require.ErrorContains(t, err, "no yes lifts that")

	at, s = waiting(t, "git push")
	s.Fields[0].Name = "script"
	_, err = Of(at, s)
	require.ErrorContains(t, err, "without a command")
}

// TestCardOfATool: the members of its input, one by one.
func TestCardOfATool(t *testing.T) {
	at, s := waiting(t, "")
	s.Tool, s.Fields = "mcp__forge__delete_repository", []grants.Field{{Raw: `{"owner":"acme","names":["a","b"],"note":"two\nlines"}`}}
	c, err := Of(at, s)
	require.NoError(t, err)
	assert.Equal(t, []Field{{"owner", "acme"}, {"names", `["a","b"]`}, {"note", "two\nlines"}}, c.Fields)
	assert.Contains(t, printed(c), "note\n  | two\n  | lines\n")
}
