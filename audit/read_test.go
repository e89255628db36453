package audit

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestReadingBothWays(t *testing.T) {
	o := quiet
	o.SegmentBytes = 3000
	l := newLog(t, 30, o)
	var forth, back []string
	for line, err := range Lines(l.Dir()) {
		require.NoError(t, err)
		forth = append(forth, string(line))
	}
	for line, err := range Backward(l.Dir()) {
		require.NoError(t, err)
		back = append(back, string(line))
	}
	slices.Reverse(back)
	assert.Equal(t, forth, back)
	last, err := Tail(l.Dir(), 7)
	require.NoError(t, err)
	for i, line := range last {
		assert.Equal(t, forth[len(forth)-7+i], string(line))
	}
	for i, want := range forth {
		line, err := Find(l.Dir(), uint64(i+1))
		require.NoError(t, err)
		require.Equal(t, want, string(line))
	}
	for _, seq := range []uint64{0, uint64(len(forth) + 1), 1 << 60} {
		line, err := Find(l.Dir(), seq)
		require.NoError(t, err)
		assert.Nil(t, line)
	}
}

func TestReadingPassesOverGarbage(t *testing.T) {
	l := newLog(t, 2, quiet)
	f, err := os.OpenFile(filepath.Join(l.Dir(), segmentName(1)), os.O_WRONLY|os.O_APPEND, 0)
	require.NoError(t, err)
	_, err = f.Write(append(bytes.Repeat([]byte("x"), 600<<10), "\n\nhalf"...))
	require.NoError(t, err)
	require.NoError(t, f.Close())
	mustAppend(t, l, "after")
	assert.Equal(t, map[string]int{"call-0": 1, "call-1": 1, "after": 1}, calls(t, l.Dir()))
	lines, err := Tail(l.Dir(), 3)
	require.NoError(t, err)
	assert.Len(t, lines, 3)
}

func TestFollow(t *testing.T) {
	o := quiet
	o.SegmentBytes = 1500
	l := newLog(t, 5, o)
	ctx, cancel := context.WithCancel(t.Context())
	var seen []string
	err := Follow(ctx, l.Dir(), 2, func(line []byte) error {
		r, err := ParseRecord(line)
		if err != nil || r.Type != TypeDecision {
			return err
		}
		seen = append(seen, r.Call)
		switch n := len(seen); {
		case n == 12:
			cancel()
		case n >= 1 && n < 12:
			mustAppend(t, l, fmt.Sprintf("new-%d", n))
		}
		return nil
	})
	require.NoError(t, err)
	i := slices.Index(seen, "new-1")
	require.Positive(t, i)
	assert.Equal(t, "call-4", seen[i-1])
	for k, call := range seen[i:] {
		assert.Equal(t, fmt.Sprintf("new-%d", k+1), call)
	}
}

func TestSinceCostsNothingTwice(t *testing.T) {
	l := newLog(t, 3, quiet)
	n := 0
	count := func([]byte) error { n++; return nil }
	at, err := Since(l.Dir(), Position{}, count)
	require.NoError(t, err)
	assert.Equal(t, 4, n)
	at, err = Since(l.Dir(), at, count)
	require.NoError(t, err)
	assert.Equal(t, 4, n)
	mustAppend(t, l, "more")
	_, err = Since(l.Dir(), at, count)
	require.NoError(t, err)
	assert.Equal(t, 5, n)
	_, err = Since(l.Dir(), Position{Seq: 3}, count)
	require.NoError(t, err)
	assert.Equal(t, 7, n)
}
