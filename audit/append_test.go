package audit

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/gofrs/flock"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var bg = context.Background()

func TestAppendReturnsTheHeadOfItsRecord(t *testing.T) {
	o := quiet
	o.SegmentBytes = 1 // a rotation after each record
	l := newLog(t, 0, o)
	for range 5 {
		h := mustAppend(t, l, "x")
		line, err := Find(l.Dir(), h.Seq)
		require.NoError(t, err)
		r, err := ParseRecord(line)
		require.NoError(t, err)
		assert.Equal(t, TypeDecision, r.Type)
		assert.Equal(t, h.Hash, r.Hash)
	}
	assert.Equal(t, Verified, verify(l.Dir()).Exit, verify(l.Dir()).Summary())
}

func TestHeadSurvivesItsFile(t *testing.T) {
	l := newLog(t, 3, quiet)
	h, err := ReadHead(l.Dir())
	require.NoError(t, err)
	b := h.encode()
	require.Len(t, b, headSize)
	again, err := parseHead(b)
	require.NoError(t, err)
	assert.Equal(t, h, again)
	for i := range b[:len(b)-60] { // the padding is not covered
		if string(b[i:]) == "" || b[i] == ' ' && i > 450 {
			continue
		}
		c := append([]byte(nil), b...)
		c[i] ^= 1
		if got, err := parseHead(c); err == nil {
			assert.Equal(t, h, got, "byte %d", i)
		}
	}
}

func TestALockThatIsHeldIsWaitedForAndNotForever(t *testing.T) {
	o := quiet
	o.LockWait = 30 * time.Millisecond
	l := newLog(t, 1, o)
	held := flock.New(filepath.Join(l.Dir(), lockName))
	require.NoError(t, held.Lock())
	_, err := l.Append(bg, decision("late"))
	require.ErrorIs(t, err, ErrUnwritable)
	require.ErrorIs(t, err, ErrLocked)

	ctx, cancel := context.WithCancel(bg)
	cancel()
	_, err = l.Append(ctx, decision("cancelled"))
	require.ErrorIs(t, err, ErrLocked)
	require.ErrorIs(t, err, context.Canceled)

	// A verification does not wait for it either, and sees no false damage.
	r := verify(l.Dir())
	assert.Equal(t, Verified, r.Exit, r.Summary())
	assert.NotEmpty(t, r.Warnings)

	patient := o
	patient.LockWait = 10 * time.Second
	time.AfterFunc(20*time.Millisecond, func() { _ = held.Unlock() })
	_, err = Open(l.Dir(), patient).Append(bg, decision("patient"))
	require.NoError(t, err)
	// Writers that gave up hand the lock back when they get it at last.
	mustAppend(t, Open(l.Dir(), patient), "after")
	assert.Equal(t, map[string]int{"call-0": 1, "patient": 1, "after": 1}, calls(t, l.Dir()))
}

func TestWhatOthersCouldTouchIsRefused(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("access is ruled by lists there")
	}
	elsewhere := t.TempDir()
	move := func(name string) func(*testing.T, string) {
		return func(t *testing.T, dir string) {
			to := filepath.Join(elsewhere, filepath.Base(t.Name())+name)
			require.NoError(t, os.Rename(filepath.Join(dir, name), to))
			require.NoError(t, os.Symlink(to, filepath.Join(dir, name)))
		}
	}
	hard := func(name string) func(*testing.T, string) {
		return func(t *testing.T, dir string) {
			require.NoError(t, os.Link(filepath.Join(dir, name), filepath.Join(dir, "second")))
		}
	}
	mode := func(name string, m os.FileMode) func(*testing.T, string) {
		return func(t *testing.T, dir string) { require.NoError(t, os.Chmod(filepath.Join(dir, name), m)) }
	}
	for name, spoil := range map[string]func(*testing.T, string){
		"a segment that is a link":   move(segmentName(1)),
		"a head that is a link":      move(headName),
		"a lock that is a link":      move(lockName),
		"a segment of two names":     hard(segmentName(1)),
		"a head of two names":        hard(headName),
		"a directory open to others": mode("", 0o755),
		"a segment open to others":   mode(segmentName(1), 0o644),
		"a lock open to others":      mode(lockName, 0o666),
		"a head that is a directory": func(t *testing.T, dir string) {
			require.NoError(t, os.Remove(filepath.Join(dir, headName)))
			require.NoError(t, os.Mkdir(filepath.Join(dir, headName), 0o700))
		},
		"a directory that is a link": func(t *testing.T, dir string) {
			require.NoError(t, os.Rename(dir, dir+"2"))
			require.NoError(t, os.Symlink(dir+"2", dir))
		},
		"a file in place of the directory": func(t *testing.T, dir string) {
			require.NoError(t, os.RemoveAll(dir))
			require.NoError(t, os.WriteFile(dir, nil, 0o600))
		},
	} {
		t.Run(name, func(t *testing.T) {
			l := newLog(t, 1, quiet)
			spoil(t, l.Dir())
			_, err := Open(l.Dir(), quiet).Append(bg, decision("x"))
			require.ErrorIs(t, err, ErrUnwritable)
			assert.Contains(t, err.Error(), l.Dir(), "it names the place")
			_, err = l.Append(bg, decision("y"))
			require.ErrorIs(t, err, ErrUnwritable, "a log that has written before looks as well")
		})
	}
}

func TestOnUnwritable(t *testing.T) {
	for _, c := range []struct {
		tier, answer              string
		allow, denyRisky, denyAll bool
	}{
		{"safe", "none", true, true, false},
		{"safe", "allow", true, true, false},
		{"unknown", "ask", true, true, false},
		{"dangerous", "ask", true, false, false},
		{"outward", "allow", true, false, false},
		{"forbidden", "ask", true, false, false},
		{"", "allow", true, false, false},
		{"safe", "deny", false, false, false},
		{"forbidden", "deny", false, false, false},
		{"safe", "hold", false, false, false},
		{"safe", "", false, false, false},
	} {
		assert.Equal(t, c.allow, AllowAll.Pass(c.tier, c.answer), "allow %+v", c)
		assert.Equal(t, c.denyRisky, DenyRisky.Pass(c.tier, c.answer), "deny-risky %+v", c)
		assert.Equal(t, c.denyAll, DenyAll.Pass(c.tier, c.answer), "deny-all %+v", c)
	}
	for _, p := range []OnUnwritable{DenyAll, DenyRisky, AllowAll} {
		got, err := ParseOnUnwritable(p.String())
		require.NoError(t, err)
		assert.Equal(t, p, got)
	}
	p, err := ParseOnUnwritable("warn")
	assert.Error(t, err)
	assert.Equal(t, DenyAll, p, "a doubt ends strict")
}

func TestRotationByAge(t *testing.T) {
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	o := quiet
	o.Now = func() time.Time { return now }
	l := newLog(t, 2, o)
	now = now.Add(DefaultSegmentAge - time.Second)
	mustAppend(t, l, "young")
	segs, err := segments(l.Dir())
	require.NoError(t, err)
	assert.Len(t, segs, 1)
	now = now.Add(2 * time.Second)
	mustAppend(t, l, "old")
	mustAppend(t, l, "new")
	segs, err = segments(l.Dir())
	require.NoError(t, err)
	assert.Len(t, segs, 2)
	assert.Equal(t, Verified, verify(l.Dir()).Exit)
}
