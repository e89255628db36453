package audit

import (
	"bytes"
	"encoding/base64"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestCheckpoint(t *testing.T) {
	o := quiet
	o.SegmentBytes = 3000
	l := newLog(t, 20, o)
	r := verify(l.Dir())
	require.Equal(t, Verified, r.Exit)
	private, public, err := GenerateKey(r.Origin)
	require.NoError(t, err)
	msg, err := Sign(r.TreeHead(), private)
	require.NoError(t, err)
	lines := strings.Split(string(msg), "\n")
	assert.Equal(t, r.Origin, lines[0])
	assert.Equal(t, base64.StdEncoding.EncodeToString(r.Root[:]), lines[2])

	got, err := OpenCheckpoint(msg, public)
	require.NoError(t, err)
	assert.Equal(t, r.TreeHead(), got)

	_, other, err := GenerateKey(r.Origin)
	require.NoError(t, err)
	_, err = OpenCheckpoint(msg, other)
	assert.Error(t, err, "another key of the same name")
	_, err = OpenCheckpoint(msg)
	assert.Error(t, err, "no key")
	_, err = OpenCheckpoint(bytes.Replace(msg, []byte("\n2"), []byte("\n3"), 1), public)
	assert.Error(t, err, "a changed size")
	foreign, _, err := GenerateKey("guard.audit/other")
	require.NoError(t, err)
	_, err = Sign(r.TreeHead(), foreign)
	assert.Error(t, err, "a key of another log")

	quick, err := HeadNote(l.Dir())
	require.NoError(t, err)
	assert.Equal(t, r.TreeHead(), quick)
	again, err := ParseTreeHead(quick.String())
	require.NoError(t, err)
	assert.Equal(t, TreeHead{Size: quick.Size, Root: quick.Root}, again)
	for _, s := range []string{"", "5", "x:" + vectorRoot, "5:abc", "-1:" + vectorRoot, "5:" + vectorRoot + "x"} {
		_, err := ParseTreeHead(s)
		assert.Error(t, err, s)
	}
}

// TestKeyName: both halves of a key have one name.
func TestKeyName(t *testing.T) {
	private, public, err := GenerateKey(OriginPrefix + "00112233445566778899aabbccddeeff")
	require.NoError(t, err)
	assert.Regexp(t, "^[0-9a-f]{8}$", KeyName(private))
	assert.Equal(t, KeyName(public), KeyName(private+"\n"))
	assert.Empty(t, KeyName("no key"))
}

func TestSinceCheckpoint(t *testing.T) {
	o := quiet
	o.SegmentBytes = 3000
	l := newLog(t, 20, o)
	r := verify(l.Dir())
	private, public, err := GenerateKey(r.Origin)
	require.NoError(t, err)
	msg, err := Sign(r.TreeHead(), private)
	require.NoError(t, err)
	path, err := SaveCheckpoint(l.Dir(), r, msg)
	require.NoError(t, err)
	_, err = SaveCheckpoint(l.Dir(), r, msg)
	require.NoError(t, err, "the same state may be kept twice")
	for range 20 {
		mustAppend(t, l, "later")
	}
	full := verify(l.Dir())

	kept, err := os.ReadFile(path)
	require.NoError(t, err)
	anchor, err := OpenCheckpoint(kept, public)
	require.NoError(t, err)
	since, err := ReadResume(path)
	require.NoError(t, err)
	opts := VerifyOptions{Since: &since, Anchors: []TreeHead{anchor}, RequireAnchor: true, Strict: true}
	got := Verify([]string{l.Dir()}, opts)
	require.Equal(t, Verified, got.Exit, got.Summary())
	assert.Equal(t, full.Root, got.Root)
	assert.Equal(t, full.Records, got.Records)
	assert.Equal(t, r.Records, got.AnchoredTo)
	assert.Equal(t, since.Seq+1, got.SeqFirst)
	assert.Less(t, got.Bytes, full.Bytes)

	t.Run("and again behind it", func(t *testing.T) {
		next := got.Resume()
		mustAppend(t, l, "last")
		r := Verify([]string{l.Dir()}, VerifyOptions{Since: &next, Anchors: []TreeHead{next.Head}})
		assert.Equal(t, Verified, r.Exit, r.Summary())
		assert.Equal(t, verify(l.Dir()).Root, r.Root)
	})
	t.Run("nobody vouches", func(t *testing.T) {
		r := Verify([]string{l.Dir()}, VerifyOptions{Since: &since})
		assert.Equal(t, Verified, r.Exit)
		assert.Equal(t, uint64(1), r.SeqFirst, "all was read")
	})
	t.Run("a change behind it is found", func(t *testing.T) {
		before := take(t, l.Dir())
		defer func() {
			for name, b := range before {
				if _, ok := parseSegment(name); ok {
					require.NoError(t, os.WriteFile(filepath.Join(l.Dir(), name), b, 0o600))
				}
			}
		}()
		seg := filepath.Join(l.Dir(), segmentName(since.Segment))
		b, err := os.ReadFile(seg)
		require.NoError(t, err)
		b[since.Offset+300] ^= 1
		require.NoError(t, os.WriteFile(seg, b, 0o600))
		r := Verify([]string{l.Dir()}, opts)
		assert.Equal(t, Tampered, r.Exit)
		assert.Equal(t, since.Offset, r.FirstBad.Offset)
		assert.Equal(t, since.Line+1, r.FirstBad.Line)
		// A change before it is not looked for, but at the place itself it is.
		b[since.Offset+300] ^= 1
		b[since.Offset-300] ^= 1
		require.NoError(t, os.WriteFile(seg, b, 0o600))
		assert.Equal(t, Tampered, Verify([]string{l.Dir()}, opts).Exit)
	})
	t.Run("a wrong tree", func(t *testing.T) {
		b := since.encode()
		again, err := ParseResume(b)
		require.NoError(t, err)
		assert.Equal(t, since, again)
		i := bytes.Index(b, []byte("node ")) + 10
		if b[i] == '0' {
			b[i] = '1'
		} else {
			b[i] = '0'
		}
		_, err = ParseResume(b)
		assert.Error(t, err)
	})
}

func TestAResetIsSeen(t *testing.T) {
	o := quiet
	o.OriginFile = filepath.Join(t.TempDir(), "keys", "origin")
	l := newLog(t, 3, o)
	first := verify(l.Dir())
	require.Equal(t, Verified, first.Exit)
	require.NoError(t, os.RemoveAll(l.Dir()))
	mustAppend(t, Open(l.Dir(), o), "new life")
	r := verify(l.Dir())
	assert.Equal(t, Tampered, r.Exit)
	assert.Contains(t, r.Summary(), strings.TrimPrefix(first.Origin, OriginPrefix))
	r = Verify([]string{l.Dir()}, VerifyOptions{AcceptReset: true})
	assert.Equal(t, Verified, r.Exit, r.Summary())
	assert.NotEmpty(t, r.Warnings)
}
