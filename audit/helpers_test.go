package audit

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

// decision is a harmless record with a call id of its own.
func decision(call string) Entry {
	return Entry{
		Session: "5f0c2c0e-5b7e-4c0b-9a3e-1d1f6f6f2b11", Client: "claude", Event: "PreToolUse", Call: call, Tool: "Bash",
		Verdict: "allow", Tier: "safe", Answer: "none", Rule: "git status", Cmd: "git status && a > b", Cwd: "/srv/app",
	}
}

// quiet never waits for the disk: the tests kill processes, not machines.
var quiet = Options{Sync: SyncNever, Bin: "guard/test"}

// newLog makes a log with n decisions, call-0 and on.
func newLog(t testing.TB, n int, o Options) *Log {
	t.Helper()
	l := Open(filepath.Join(t.TempDir(), "audit"), o)
	for i := range n {
		mustAppend(t, l, fmt.Sprintf("call-%d", i))
	}
	return l
}

func mustAppend(t testing.TB, l *Log, call string) Head {
	t.Helper()
	h, err := l.Append(context.Background(), decision(call))
	require.NoError(t, err)
	return h
}

func verify(dir string) Report { return Verify([]string{dir}, VerifyOptions{Jobs: 1}) }

// soak is how much longer than usual the tests may take: GUARD_SOAK=20 runs
// the storms twenty times as long and tears at each byte of each second write.
var soak = number("GUARD_SOAK")

// storm is how many processes the storm of kills has at least.
var storm = number("GUARD_STORM")

func number(name string) int {
	n, _ := strconv.Atoi(os.Getenv(name))
	return n
}

// snapshot is a directory held in memory.
type snapshot map[string][]byte

func take(t testing.TB, dir string) snapshot {
	t.Helper()
	s := snapshot{}
	require.NoError(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		s[d.Name()] = b
		return err
	}))
	return s
}

// put makes dir hold exactly the snapshot.
func (s snapshot) put(t testing.TB, dir string) {
	t.Helper()
	require.NoError(t, os.MkdirAll(dir, 0o700))
	list, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, e := range list { // a file that is cut and rewritten would wait for the disk
		require.NoError(t, os.Remove(filepath.Join(dir, e.Name())))
	}
	for name, b := range s {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), b, 0o600))
	}
}

func (s snapshot) with(name string, b []byte) snapshot {
	c := snapshot{}
	for k, v := range s {
		c[k] = v
	}
	if b == nil {
		delete(c, name)
	} else {
		c[name] = b
	}
	return c
}

// calls counts the call ids in a log.
func calls(t testing.TB, dir string) map[string]int {
	t.Helper()
	n := map[string]int{}
	for line, err := range Lines(dir) {
		require.NoError(t, err)
		r, err := ParseRecord(line)
		require.NoError(t, err)
		if r.Call != "" {
			n[r.Call]++
		}
	}
	return n
}

func setHead(t testing.TB, dir string, change func(*Head)) {
	t.Helper()
	h, err := ReadHead(dir)
	require.NoError(t, err)
	change(&h)
	require.NoError(t, os.WriteFile(filepath.Join(dir, headName), h.encode(), 0o600))
}
