package atomicfile

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func names(t *testing.T, dir string) (all []string) {
	t.Helper()
	list, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, e := range list {
		all = append(all, e.Name())
	}
	return all
}

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "file.json")
	for _, step := range []struct {
		text string
		mode fs.FileMode
	}{{"one", 0o600}, {"a longer two", 0o644}, {"", 0o600}} {
		require.NoError(t, Write(name, []byte(step.text), step.mode))
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		assert.Equal(t, step.text, string(text))
		info, err := os.Stat(name)
		require.NoError(t, err)
		assert.Equal(t, step.mode, info.Mode().Perm())
		assert.Equal(t, []string{"file.json"}, names(t, dir))
	}
}

func TestWriteHere(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, Write("file", []byte("x"), 0o600))
	assert.Equal(t, []string{"file"}, names(t, "."))
}

// What cannot be written leaves what was there, and nothing beside it.
func TestWriteFails(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "folder")
	require.NoError(t, os.Mkdir(name, 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(name, "in"), nil, 0o600))
	assert.Error(t, Write(name, []byte("x"), 0o600), "a folder that is not empty is not replaced")
	assert.Equal(t, []string{"folder"}, names(t, dir))
	assert.ErrorIs(t, Write(filepath.Join(dir, "none", "file"), []byte("x"), 0o600), fs.ErrNotExist)
	assert.Equal(t, []string{"folder"}, names(t, dir))
}

// A link is replaced: what it led to stays as it was.
func TestWriteDoesNotFollow(t *testing.T) {
	dir := t.TempDir()
	aim, link := filepath.Join(dir, "aim"), filepath.Join(dir, "link")
	require.NoError(t, os.WriteFile(aim, []byte("mine"), 0o600))
	if err := os.Symlink(aim, link); err != nil {
		t.Skip("this system makes no links:", err)
	}
	require.NoError(t, Write(link, []byte("new"), 0o600))
	text, err := os.ReadFile(aim)
	require.NoError(t, err)
	assert.Equal(t, "mine", string(text))
}

// A reader never sees half of a file, whoever writes it.
func TestReadersSeeAWholeFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	require.NoError(t, Write(name, bytes.Repeat([]byte("a"), 1<<16), 0o600))
	var writers sync.WaitGroup
	for _, c := range []byte("bc") {
		writers.Go(func() {
			for range 50 {
				assert.NoError(t, Write(name, bytes.Repeat([]byte{c}, 1<<16), 0o600))
			}
		})
	}
	done := make(chan bool)
	go func() { writers.Wait(); close(done) }()
	for n := 0; ; n++ {
		select {
		case <-done:
			return
		default:
			text, err := os.ReadFile(name)
			require.NoError(t, err)
			require.Equal(t, 1<<16, bytes.Count(text, text[:1]), "read %d", n)
		}
	}
}
