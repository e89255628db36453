package audit

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// disk mounts a small filesystem in memory.
func disk(t *testing.T, size string) string {
	t.Helper()
	dir := t.TempDir()
	if err := unix.Mount("tmpfs", dir, "tmpfs", 0, "mode=0700,size="+size); err != nil {
		t.Skipf("mounting a small disk needs root: %v", err)
	}
	t.Cleanup(func() { _ = unix.Unmount(dir, unix.MNT_DETACH) })
	return dir
}

// fill leaves no byte free.
func fill(t *testing.T, path string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	require.NoError(t, err)
	defer f.Close()
	b := make([]byte, 4096)
	for {
		if _, err := f.Write(b); err != nil {
			require.ErrorIs(t, err, syscall.ENOSPC)
			return
		}
	}
}

func TestFullDisk(t *testing.T) {
	dir := disk(t, "4m")
	l := Open(filepath.Join(dir, "audit"), quiet)
	mustAppend(t, l, "before")
	fill(t, filepath.Join(dir, "filler"))

	// The reserve takes the records that say what goes on.
	n := 0
	var err error
	for ; n < 5000; n++ {
		if _, err = l.Append(bg, decision(fmt.Sprintf("full-%d", n))); err != nil {
			break
		}
	}
	require.ErrorIs(t, err, ErrUnwritable)
	require.ErrorIs(t, err, syscall.ENOSPC)
	assert.Greater(t, n, 300, "records that fit into the reserve")
	_, err = l.Append(bg, decision("lost"))
	require.ErrorIs(t, err, ErrUnwritable)
	assert.Contains(t, []Exit{Verified, Damaged}, verify(l.Dir()).Exit, verify(l.Dir()).Summary())

	require.NoError(t, os.Remove(filepath.Join(dir, "filler")))
	mustAppend(t, l, "after")
	r := verify(l.Dir())
	assert.Contains(t, []Exit{Verified, Damaged}, r.Exit, r.Summary())
	got := calls(t, l.Dir())
	assert.Equal(t, 1, got["before"])
	assert.Equal(t, 1, got["after"])
	for i := range n {
		require.Equal(t, 1, got[fmt.Sprintf("full-%d", i)])
	}
	low := 0
	for line := range Lines(l.Dir()) {
		if r, err := ParseRecord(line); err == nil && r.Type == TypeDegraded && r.Why == "low-space" {
			low++
		}
	}
	assert.Positive(t, low, "the log says that its disk is full")
	assert.Less(t, low, n/50, "and not at every record")
}

func TestReadOnlyDisk(t *testing.T) {
	dir := disk(t, "4m")
	l := Open(filepath.Join(dir, "audit"), quiet)
	mustAppend(t, l, "before")
	require.NoError(t, unix.Mount("", dir, "", unix.MS_REMOUNT|unix.MS_RDONLY, ""))
	_, err := l.Append(bg, decision("x"))
	require.ErrorIs(t, err, ErrUnwritable)
	require.ErrorIs(t, err, syscall.EROFS)
	_, err = Open(filepath.Join(dir, "other"), quiet).Append(bg, decision("x"))
	require.ErrorIs(t, err, ErrUnwritable)
	assert.Equal(t, Verified, verify(l.Dir()).Exit, "reading goes on")
}

func TestNetworkFilesystemsAreRefused(t *testing.T) {
	for _, name := range []string{"/proc", "/dev/shm", t.TempDir()} {
		kind, err := remoteFS(name)
		require.NoError(t, err)
		assert.Empty(t, kind, name)
	}
	if _, err := remoteFS(filepath.Join(t.TempDir(), "none")); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}

// limitEnv makes the test binary append under a file size limit.
const limitEnv = "GUARD_AUDIT_LIMIT"

func TestMainLimit(t *testing.T) {
	dir := os.Getenv(limitEnv)
	if dir == "" {
		t.Skip("a part of TestFileSizeLimit")
	}
	require.NoError(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 3000, Max: 3000}))
	l := Open(dir, quiet)
	for i := range 20 {
		if _, err := l.Append(bg, decision(fmt.Sprintf("limited-%d", i))); err != nil {
			require.ErrorIs(t, err, ErrUnwritable)
			fmt.Println("REFUSED", i, errors.Is(err, syscall.EFBIG))
			return
		}
	}
}

func TestFileSizeLimit(t *testing.T) {
	exe, err := os.Executable()
	require.NoError(t, err)
	l := newLog(t, 1, quiet)
	cmd := exec.Command(exe, "-test.run=^TestMainLimit$", "-test.v")
	cmd.Env = append(os.Environ(), limitEnv+"="+l.Dir())
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
	require.True(t, strings.Contains(string(out), "REFUSED") && strings.Contains(string(out), "true"), string(out))
	r := heal(t, l, "after the limit", "call-0", "limited-0", "limited-1")
	assert.Equal(t, Damaged, r.Exit, "the short write stays and is declared")
}

func TestASyncThatFailsIsNotTriedAgain(t *testing.T) {
	o := quiet
	o.Sync = SyncAlways
	l := newLog(t, 2, o)
	syncs := 0
	l.sync = func(*file) error { syncs++; return syscall.EIO }
	_, err := l.Append(bg, decision("lost?"))
	require.ErrorIs(t, err, ErrUnwritable)
	require.ErrorIs(t, err, syscall.EIO)
	assert.Equal(t, 1, syncs)
	segs, err := segments(l.Dir())
	require.NoError(t, err)
	assert.Len(t, segs, 2, "the next record goes to another file")
	lines, err := Tail(l.Dir(), 1)
	require.NoError(t, err)
	rec, err := ParseRecord(lines[0])
	require.NoError(t, err)
	assert.Equal(t, TypeDegraded, rec.Type)
	assert.Equal(t, "sync-failed", rec.Why)
	doubtful, err := Find(l.Dir(), rec.Ref)
	require.NoError(t, err)
	assert.Contains(t, string(doubtful), `"call":"lost?"`)
	l.sync = dataSync
	mustAppend(t, l, "later")
	assert.Equal(t, Verified, verify(l.Dir()).Exit)
}
