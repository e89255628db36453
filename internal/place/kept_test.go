package place

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"guard/classify"
)

func newPlaces(t testing.TB) Places {
	t.Helper()
	p := Under(t.TempDir(), func(string) string { return "" })
	require.NoError(t, os.MkdirAll(filepath.Dir(p.PolicyFile()), 0o700))
	return p
}

func write(t testing.TB, name, text string) {
	t.Helper()
	require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
}

// TestKeptIsNeverStale: a file of the same size, the same inode and the same
// times, with other bytes, is another policy.
func TestKeptIsNeverStale(t *testing.T) {
	p := newPlaces(t)
	var k Kept
	then := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	texts := []string{"posture = \"observe\"\n", "posture = \"strict\" \n"}
	for i := range 6 {
		require.Len(t, texts[0], len(texts[1]))
		write(t, p.PolicyFile(), texts[i%2])
		require.NoError(t, os.Chtimes(p.PolicyFile(), then, then))
		pol, err := k.Load(p, "")
		require.NoError(t, err)
		assert.Equal(t, []classify.Posture{classify.PostureObserve, classify.PostureStrict}[i%2], pol.Posture)
	}
}

// TestKeptIsLoad: whatever is written, removed, broken or trusted in between,
// Kept answers as Load does.
func TestKeptIsLoad(t *testing.T) {
	p := newPlaces(t)
	projects := []string{"", t.TempDir(), t.TempDir()}
	texts := []string{
		"", "posture = \"strict\"\n", "posture = \"guard\"\n", "hold = \"7s\"\n", "hold = \"8s\"\n", "this is wrong",
		"[tools]\n\"mcp__a__*\" = \"safe\"\n", "[tools]\n\"mcp__b__*\" = \"safe\"\n",
	}
	var k Kept
	r := rand.New(rand.NewPCG(1, 2))
	sums := map[string]bool{}
	for range 600 {
		project := projects[r.IntN(len(projects))]
		file := p.PolicyFile()
		if project != "" && r.IntN(2) == 0 {
			file = filepath.Join(project, ".guard.toml")
		}
		text := texts[r.IntN(len(texts))]
		switch r.IntN(6) {
		case 0:
			_ = os.Remove(file)
		case 1:
			require.NoError(t, os.MkdirAll(filepath.Dir(p.TrustFile()), 0o700))
			require.NoError(t, p.WriteTrust(TrustList{V: 1, Trusted: []Trusted{{Project: project, SHA256: Sum([]byte(text))}}}))
		default:
			write(t, file, text)
		}
		for _, project := range projects {
			want, wantErr := Load(p, project)
			got, err := k.Load(p, project)
			require.Equal(t, fmt.Sprint(wantErr), fmt.Sprint(err))
			require.Equal(t, want, got)
			sums[got.Digest] = true
		}
	}
	assert.Greater(t, len(sums), 20, "many policies came up")
}

func TestKeptDoesNotGrow(t *testing.T) {
	p := newPlaces(t)
	var k Kept
	for i := range 3 * maxKept {
		_, err := k.Load(p, fmt.Sprint("/nowhere/", i))
		require.NoError(t, err)
		require.LessOrEqual(t, len(k.policies), maxKept)
	}
}

// TestKeptOfMany: readers at once, while the file changes, see one of the two
// policies whole.
func TestKeptOfMany(t *testing.T) {
	p := newPlaces(t)
	var k Kept
	change := func(text string) {
		next := p.PolicyFile() + ".new"
		write(t, next, text)
		require.NoError(t, os.Rename(next, p.PolicyFile()))
	}
	change("posture = \"strict\"\nhold = \"7s\"\n")
	stop := make(chan struct{})
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				pol, err := k.Load(p, "")
				if !assert.NoError(t, err) || !assert.Equal(t, pol.Posture == classify.PostureStrict, pol.Hold == 7*time.Second) {
					return
				}
			}
		})
	}
	for i := range 100 {
		change([]string{"posture = \"guard\"\nhold = \"8s\"\n", "posture = \"strict\"\nhold = \"7s\"\n"}[i%2])
	}
	close(stop)
	wait.Wait()
}
