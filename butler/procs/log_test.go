package procs

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"guard/audit/redact"
)

func kept(l *Log) []string {
	var out []string
	for _, line := range l.lines {
		out = append(out, line.Stream+" "+line.Text)
	}
	return out
}

func TestLines(t *testing.T) {
	l := NewLog("")
	out, errs := l.Stream("stdout", nil), l.Stream("stderr", nil)
	fmt.Fprint(out, "one\ntw")
	fmt.Fprint(errs, "oops\r\n")
	fmt.Fprint(out, "o\n\nthree")
	out.Flush()
	out.Flush()
	l.Say("done")
	assert.Equal(t, []string{"stdout one", "stderr oops", "stdout two", "stdout ", "stdout three", "butler done"}, kept(l))
	assert.Equal(t, uint64(6), l.Last())
}

func TestLongLineIsCut(t *testing.T) {
	l := NewLog("")
	s := l.Stream("stdout", nil)
	for range 3 * MaxLine {
		_, _ = s.Write([]byte("x"))
	}
	assert.LessOrEqual(t, cap(s.buf), 2*MaxLine, "what is cut off is not kept")
	fmt.Fprint(s, "\nnext\n")
	require.Len(t, l.lines, 2)
	assert.Len(t, l.lines[0].Text, MaxLine)
	assert.Equal(t, 2*MaxLine, l.lines[0].Cut)
	assert.Equal(t, "next", l.lines[1].Text)
}

func TestSecretsAreMasked(t *testing.T) {
	l := NewLog(filepath.Join(t.TempDir(), "log"))
	l.Masks(redact.New("swordfish"))
	s := l.Stream("stdout", nil)
	fmt.Fprint(s, "my swordfish\nTOKEN=abcdefgh12345\n-----BEGIN RSA PRIVATE KEY-----\nMIIEhush\nhushhush\n-----END RSA PRIVATE KEY-----\nafter\nbad \xff byte\n")
	got := strings.Join(kept(l), "\n")
	assert.NotContains(t, got, "swordfish")
	assert.NotContains(t, got, "abcdefgh12345")
	assert.NotContains(t, got, "hush")
	assert.Contains(t, got, "stdout after\nstdout bad \uFFFD byte")
	text, err := os.ReadFile(l.file.name)
	require.NoError(t, err)
	assert.NotContains(t, string(text), "swordfish")
	assert.NotContains(t, string(text), "hush")
	assert.Contains(t, string(text), " stdout after\n")
}

func TestRingIsBounded(t *testing.T) {
	l := NewLog("")
	for i := range MaxLines + 500 {
		l.Say(fmt.Sprint(i))
	}
	assert.Len(t, l.lines, MaxLines)
	assert.Equal(t, "500", l.lines[0].Text)
	for range 1000 {
		l.Say(strings.Repeat("x", MaxLine))
	}
	assert.LessOrEqual(t, l.size, maxMemory)
	assert.Equal(t, uint64(MaxLines+1500), l.Last())
}

func TestTail(t *testing.T) {
	l := NewLog("")
	ctx := t.Context()
	for i := range 5 {
		l.Say(fmt.Sprint(i))
	}
	lines, lost, err := l.Tail(3).Next(ctx)
	require.NoError(t, err)
	assert.Zero(t, lost)
	require.Len(t, lines, 2)
	assert.Equal(t, uint64(4), lines[0].Seq)

	tail := l.Tail(99) // from before a restart of the daemon
	lines, _, err = tail.Next(ctx)
	require.NoError(t, err)
	assert.Len(t, lines, 5)

	got := make(chan []Line)
	go func() {
		lines, _, _ := tail.Next(ctx)
		got <- lines
	}()
	l.Say("more")
	lines = <-got
	assert.Equal(t, "more", lines[0].Text)

	// A reader that falls behind loses the oldest lines, and is told.
	for i := range MaxLines + 10 {
		l.Say(fmt.Sprint(i))
	}
	lines, lost, err = tail.Next(ctx)
	require.NoError(t, err)
	assert.Equal(t, uint64(10), lost)
	assert.Equal(t, "10", lines[0].Text)

	assert.Equal(t, l.Last(), lines[len(lines)-1].Seq)

	short, cancel := context.WithCancel(ctx)
	cancel()
	_, _, err = tail.Next(short)
	require.ErrorIs(t, err, context.Canceled)
	l.Close()
	_, _, err = tail.Next(ctx)
	require.ErrorIs(t, err, ErrLogClosed)
	l.Say("too late")
	assert.NotEqual(t, "too late", l.lines[len(l.lines)-1].Text)
}

// TestManyReaders: every reader that keeps up sees every line once, in order.
func TestManyReaders(t *testing.T) {
	l := NewLog("")
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			tail, next := l.Tail(0), uint64(1)
			for {
				lines, lost, err := tail.Next(t.Context())
				if err != nil {
					assert.ErrorIs(t, err, ErrLogClosed)
					assert.Equal(t, uint64(1001), next)
					return
				}
				next += lost
				for _, line := range lines {
					assert.Equal(t, next, line.Seq)
					next++
				}
			}
		})
	}
	for i := range 1000 {
		l.Say(fmt.Sprint(i))
	}
	l.Close()
	wg.Wait()
}

func TestFileIsRotatedAndReopened(t *testing.T) {
	name := filepath.Join(t.TempDir(), "log")
	l := NewLog(name)
	big := strings.Repeat("x", MaxLine)
	for range 2*maxFile/MaxLine + 10 {
		l.Say(big)
	}
	for _, n := range []string{name, name + ".1"} {
		st, err := os.Stat(n)
		require.NoError(t, err)
		assert.LessOrEqual(t, st.Size(), int64(maxFile))
		assert.Equal(t, os.FileMode(0o600), st.Mode().Perm())
	}
	// Somebody else rotates: what follows stands in the new file.
	require.NoError(t, os.Rename(name, name+".old"))
	l.file.looked = time.Now().Add(-2 * time.Second)
	l.Say("here")
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	assert.Contains(t, string(text), "butler here")
	// A log of an earlier daemon is added to.
	l.Close()
	NewLog(name).Say("again")
	text, err = os.ReadFile(name)
	require.NoError(t, err)
	assert.Contains(t, string(text), "butler here")
	assert.Contains(t, string(text), "butler again")
	// A log that cannot be written is kept in memory.
	l = NewLog("/no/such/folder/log")
	l.Say("kept")
	assert.Equal(t, []string{"butler kept"}, kept(l))
}
