package policyfile

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"guard/classify"
)

func TestRead(t *testing.T) {
	s, err := Read(Default(), User, "policy.toml", []byte(`
posture = "strict"
hold = "30s"
auto_allow = "never"
projects = ["/home/dev/other/"]
secrets = ["vault.txt"]

[unattended]
posture = "observe"

[audit]
on_unwritable = "deny-all"

[effects]
new-package = "dangerous"

[zones]
home = { writes = "safe" }
`))
	require.NoError(t, err)
	assert.Equal(t, classify.PostureStrict, s.For(false))
	assert.Equal(t, classify.PostureObserve, s.For(true))
	assert.Equal(t, 30*time.Second, s.Hold)
	assert.Equal(t, []string{"/home/dev/other"}, s.Projects)
	assert.Equal(t, "deny-all", s.OnUnwritable)
	sc := &classify.Scene{Dir: "/home/dev/p", Project: "/home/dev/p", Home: "/home/dev", Temp: "/tmp"}
	assert.Equal(t, classify.Allow, classify.Line("echo hi > ~/notes.txt", sc, &s.Policy).Verdict)
	assert.Equal(t, classify.Approve, classify.Line("cat vault.txt; echo", sc, &s.Policy).Verdict)
}

// TestWrong: every fault names the file, the line and what was expected, and
// leaves the settings as they were.
func TestWrong(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"posture = \"lax\"", "policy.toml:1: posture is \"lax\"; want observe, guard or strict"},
		{"\nposure = \"guard\"", "policy.toml:2:1: no key \"posure\" is known here"},
		{"posture = 3", "policy.toml:1:11: "},
		{"posture = \"guard\n", "policy.toml:1:"},
		{"hold = \"10m\"", "hold is \"10m\"; want a time from"},
		{"projects = [\"relative\"]", "projects holds \"relative\""},
		{"projects = [\"/\"]", "want absolute folders below /"},
		{"[effects]\nwipe = \"fine\"", "policy.toml:2: effects.wipe is \"fine\""},
		{"[effects]\nwipes = \"safe\"", "policy.toml:2: effects.wipes is no effect"},
		{"[effects]\ntamper = \"safe\"", "policy.toml:2: effects.tamper cannot be loosened"},
		{"[zones]\nguard = { writes = \"safe\" }", "zones.guard.writes cannot be loosened"},
		{"[zones]\nmoon = { writes = \"safe\" }", "zones.moon is no zone"},
	} {
		s, err := Read(Default(), User, "policy.toml", []byte(c.text))
		require.Error(t, err, c.text)
		assert.Contains(t, err.Error(), c.want, c.text)
		assert.Equal(t, Default(), s)
	}
}

// TestProjectOnlyTightens: what a repository brings along makes nothing milder.
func TestProjectOnlyTightens(t *testing.T) {
	for _, text := range []string{
		"posture = \"observe\"",
		"auto_allow = \"always\"",
		"projects = [\"/home/dev\"]",
		"[effects]\npublish = \"safe\"",
		"[zones]\nsecrets = { reads = \"safe\" }",
		"[audit]\non_unwritable = \"allow\"",
	} {
		_, err := Read(Default(), Project, ".guard.toml", []byte(text))
		assert.ErrorContains(t, err, "tighten", text)
	}
	s, err := Read(Default(), Project, ".guard.toml", []byte("posture = \"strict\"\n[effects]\nfetch = \"outward\""))
	require.NoError(t, err)
	assert.Equal(t, classify.PostureStrict, s.Posture)
}
