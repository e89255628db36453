package audit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestVerifyGood(t *testing.T) {
	o := quiet
	o.SegmentBytes = 4000
	l := newLog(t, 50, o)
	for _, jobs := range []int{1, 4} {
		r := Verify([]string{l.Dir()}, VerifyOptions{Strict: true, Jobs: jobs})
		require.Equal(t, Verified, r.Exit, r.Summary())
		head, err := ReadHead(l.Dir())
		require.NoError(t, err)
		assert.Equal(t, head.Count, r.Records)
		assert.Equal(t, head.Seq, r.SeqLast)
		assert.Equal(t, head.Hash, r.Head)
		assert.Equal(t, "guard.audit/"+head.Log, r.Origin)
		assert.Empty(t, r.Warnings)
	}
}

// TestEveryBitCounts flips each bit of a log with three segments.
func TestEveryBitCounts(t *testing.T) {
	o := quiet
	o.SegmentBytes = 900
	l := newLog(t, 4, o)
	all := take(t, l.Dir())
	step := 7
	if soak > 0 {
		step = 1
	}
	flips, missed := 0, 0
	for name, b := range all {
		if _, ok := parseSegment(name); !ok {
			continue
		}
		path := filepath.Join(l.Dir(), name)
		for bit := 0; bit < 8*len(b); bit += step {
			b[bit/8] ^= 1 << (bit % 8)
			f, err := os.OpenFile(path, os.O_WRONLY, 0)
			require.NoError(t, err)
			_, err = f.WriteAt(b[bit/8:bit/8+1], int64(bit/8))
			require.NoError(t, err)
			r := verify(l.Dir())
			flips++
			if r.Exit != Tampered && r.Exit != CannotVerify {
				missed++
				t.Errorf("bit %d of %s: %s", bit, name, r.Summary())
			} else if r.FirstBad != nil && r.FirstBad.Segment == name && r.FirstBad.Offset > int64(bit/8) {
				t.Errorf("bit %d of %s is found at %d only", bit, name, r.FirstBad.Offset)
			}
			b[bit/8] ^= 1 << (bit % 8)
			_, err = f.WriteAt(b[bit/8:bit/8+1], int64(bit/8))
			require.NoError(t, err)
			require.NoError(t, f.Close())
		}
	}
	require.Equal(t, Verified, verify(l.Dir()).Exit)
	t.Logf("%d bits flipped, %d not found", flips, missed)
}

func TestVerifyFindsWhatWasDone(t *testing.T) {
	o := quiet
	o.SegmentBytes = 2000
	second := func(t *testing.T, dir string) string {
		segs, err := segments(dir)
		require.NoError(t, err)
		require.Greater(t, len(segs), 2)
		return filepath.Join(dir, segmentName(segs[1]))
	}
	lines := func(t *testing.T, path string, change func([][]byte) [][]byte) {
		b, err := os.ReadFile(path)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(path, bytes.Join(change(bytes.SplitAfter(b, []byte("\n"))), nil), 0o600))
	}
	for _, c := range []struct {
		name string
		do   func(t *testing.T, dir string)
		exit Exit
		why  string
	}{
		{"a line is removed", func(t *testing.T, dir string) {
			lines(t, second(t, dir), func(l [][]byte) [][]byte { return append(l[:2], l[3:]...) })
		}, Tampered, "does not follow"},
		{"two lines are swapped", func(t *testing.T, dir string) {
			lines(t, second(t, dir), func(l [][]byte) [][]byte { l[1], l[2] = l[2], l[1]; return l })
		}, Tampered, "does not follow"},
		{"a line is there twice", func(t *testing.T, dir string) {
			lines(t, second(t, dir), func(l [][]byte) [][]byte { return append(l[:2], l[1:]...) })
		}, Tampered, "does not follow"},
		{"a word is changed", func(t *testing.T, dir string) {
			lines(t, second(t, dir), func(l [][]byte) [][]byte { l[1] = bytes.Replace(l[1], []byte("allow"), []byte("defer"), 1); return l })
		}, Tampered, "hash does not fit"},
		{"an empty line is put in", func(t *testing.T, dir string) {
			lines(t, second(t, dir), func(l [][]byte) [][]byte { l[1] = append([]byte("\n"), l[1]...); return l })
		}, Tampered, "no record"},
		{"a middle segment is removed", func(t *testing.T, dir string) { require.NoError(t, os.Remove(second(t, dir))) }, Tampered, "does not follow"},
		{"the first segment is removed", func(t *testing.T, dir string) { require.NoError(t, os.Remove(filepath.Join(dir, segmentName(1)))) }, Tampered, "begins at seq"},
		{"the last segment is removed", func(t *testing.T, dir string) {
			segs, err := segments(dir)
			require.NoError(t, err)
			require.NoError(t, os.Remove(filepath.Join(dir, segmentName(segs[len(segs)-1]))))
		}, Tampered, "acknowledged record is not there"},
		{"all is rewritten from a record on, with good hashes", func(t *testing.T, dir string) {
			mustAppend(t, Open(dir, quiet), "to be hidden")
			segs, err := segments(dir)
			require.NoError(t, err)
			path := filepath.Join(dir, segmentName(segs[len(segs)-1]))
			b, err := os.ReadFile(path)
			require.NoError(t, err)
			l := bytes.SplitAfter(b, []byte("\n"))
			k, err := parseLink(append([]byte{0}, bytes.TrimSpace(l[0])...))
			require.NoError(t, err)
			out := append([]byte{'\n'}, l[0]...)
			out, _ = appendLine(out, k.seq+1, k.hash, []byte(`,"time":"2026-01-01T00:00:00.000000Z","type":"decision"`))
			require.NoError(t, os.WriteFile(path, out[1:], 0o600))
		}, Tampered, "acknowledged record is not there"},
		{"the segments are gone", func(t *testing.T, dir string) {
			segs, err := segments(dir)
			require.NoError(t, err)
			for _, s := range segs {
				require.NoError(t, os.Remove(filepath.Join(dir, segmentName(s))))
			}
		}, Tampered, "acknowledged record is not there"},
		{"all is gone", func(t *testing.T, dir string) {
			require.NoError(t, os.RemoveAll(dir))
			require.NoError(t, os.Mkdir(dir, 0o700))
		}, CannotVerify, "no record"},
		{"the directory is gone", func(t *testing.T, dir string) { require.NoError(t, os.RemoveAll(dir)) }, CannotVerify, "no such file"},
		{"a fragment that was declared is changed", func(t *testing.T, dir string) {
			h, err := ReadHead(dir)
			require.NoError(t, err)
			path := filepath.Join(dir, segmentName(h.Segment))
			f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
			require.NoError(t, err)
			_, err = f.WriteString("torn")
			require.NoError(t, err)
			mustAppend(t, Open(dir, quiet), "x")
			require.Equal(t, Damaged, verify(dir).Exit)
			_, err = f.WriteAt([]byte("T"), 0)
			require.Error(t, err) // O_APPEND
			require.NoError(t, f.Close())
			b, err := os.ReadFile(path)
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(path, bytes.Replace(b, []byte("torn\n"), []byte("Torn\n"), 1), 0o600))
		}, Tampered, "was changed"},
		{"records of a newer format follow", func(t *testing.T, dir string) {
			h, err := ReadHead(dir)
			require.NoError(t, err)
			f, err := os.OpenFile(filepath.Join(dir, segmentName(h.Segment)), os.O_WRONLY|os.O_APPEND, 0)
			require.NoError(t, err)
			_, err = f.WriteString(`{"v":2,"seq":99,"what":"` + string(bytes.Repeat([]byte("x"), 300)) + `"}` + "\n")
			require.NoError(t, err)
			require.NoError(t, f.Close())
		}, CannotVerify, "newer format"},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := newLog(t, 12, o)
			c.do(t, l.Dir())
			for _, jobs := range []int{1, 3} {
				r := Verify([]string{l.Dir()}, VerifyOptions{Jobs: jobs})
				assert.Equal(t, c.exit, r.Exit, r.Summary())
				assert.Contains(t, r.Summary(), c.why)
			}
		})
	}
}

func TestVerifyNamesThePlace(t *testing.T) {
	l := newLog(t, 9, quiet)
	path := filepath.Join(l.Dir(), segmentName(1))
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	lines := bytes.SplitAfter(b, []byte("\n"))
	off := len(bytes.Join(lines[:4], nil))
	b[off+200] ^= 1
	require.NoError(t, os.WriteFile(path, b, 0o600))
	r := verify(l.Dir())
	require.Equal(t, Tampered, r.Exit)
	assert.Equal(t, int64(5), r.FirstBad.Line)
	assert.Equal(t, int64(off), r.FirstBad.Offset)
	assert.Equal(t, uint64(4), r.LastGood.Seq)
	assert.Equal(t, int64(4), r.LastGood.Line)
	assert.Equal(t, int64(off-len(lines[3])), r.LastGood.Offset)

	out, err := json.Marshal(r)
	require.NoError(t, err)
	var m map[string]any
	require.NoError(t, json.Unmarshal(out, &m))
	for _, k := range []string{"result", "exit", "origin", "records", "seq_first", "seq_last", "bytes", "root", "anchored_to", "sealed", "gaps", "fragments", "prunes", "first_bad", "ms"} {
		assert.Contains(t, m, k)
	}
	assert.Equal(t, "TAMPERED", m["result"])
	assert.Equal(t, float64(1), m["exit"])
}

func TestVerifyOptions(t *testing.T) {
	l := newLog(t, 9, quiet)
	good := verify(l.Dir())
	require.Equal(t, Verified, good.Exit)
	for range 5 {
		mustAppend(t, l, "more")
	}
	anchor := TreeHead{Origin: good.Origin, Size: good.Records, Root: good.Root}
	wrong := anchor
	wrong.Root[0] ^= 1
	tooLong := anchor
	tooLong.Size = 100
	foreign := anchor
	foreign.Origin = "guard.audit/other"
	for name, c := range map[string]struct {
		o    VerifyOptions
		exit Exit
	}{
		"an anchor that holds":        {VerifyOptions{Anchors: []TreeHead{anchor}, RequireAnchor: true}, Verified},
		"an anchor with a wrong root": {VerifyOptions{Anchors: []TreeHead{wrong}}, Tampered},
		"an anchor of a longer log":   {VerifyOptions{Anchors: []TreeHead{tooLong}}, Tampered},
		"an anchor of another log":    {VerifyOptions{Anchors: []TreeHead{foreign}}, Tampered},
		"an anchor is missing":        {VerifyOptions{RequireAnchor: true}, CannotVerify},
		"a seal is missing":           {VerifyOptions{RequireSeal: true}, CannotVerify},
		"the right log":               {VerifyOptions{ExpectOrigin: good.Origin}, Verified},
		"another log":                 {VerifyOptions{ExpectOrigin: "guard.audit/x"}, Tampered},
	} {
		t.Run(name, func(t *testing.T) {
			r := Verify([]string{l.Dir()}, c.o)
			assert.Equal(t, c.exit, r.Exit, r.Summary())
			if c.o.RequireAnchor && c.exit == Verified {
				assert.Equal(t, good.Records, r.AnchoredTo)
			}
		})
	}
	empty := t.TempDir()
	assert.Equal(t, CannotVerify, verify(empty).Exit)
	assert.Equal(t, Verified, Verify([]string{empty}, VerifyOptions{AllowEmpty: true}).Exit)
	assert.Equal(t, CannotVerify, Verify(nil, VerifyOptions{AllowEmpty: true}).Exit)
}

func TestVerifyFiles(t *testing.T) {
	o := quiet
	o.SegmentBytes = 2000
	l := newLog(t, 12, o)
	segs, err := segments(l.Dir())
	require.NoError(t, err)
	var paths []string
	for i := range segs { // the order of the arguments does not matter
		paths = append(paths, filepath.Join(l.Dir(), segmentName(segs[len(segs)-1-i])))
	}
	r := Verify(append(paths, filepath.Join(l.Dir(), headName)), VerifyOptions{})
	assert.Equal(t, Verified, r.Exit, r.Summary())
	assert.Equal(t, verify(l.Dir()).Root, r.Root)
	r = Verify(paths[:1], VerifyOptions{})
	assert.Equal(t, CannotVerify, r.Exit, r.Summary())
	assert.Equal(t, Damaged, func() Exit {
		f, err := os.OpenFile(paths[0], os.O_WRONLY|os.O_APPEND, 0)
		require.NoError(t, err)
		_, err = f.WriteString("half")
		require.NoError(t, err)
		require.NoError(t, f.Close())
		return Verify(paths, VerifyOptions{}).Exit
	}())
	assert.Equal(t, Tampered, Verify(paths, VerifyOptions{Strict: true}).Exit)
}

// TestStrictReadsMembers: other readers take the last of two members, know a
// name by its escapes as well, and stop at text that is none.
func TestStrictReadsMembers(t *testing.T) {
	for _, tt := range []struct{ members, why string }{
		{`"verdict":"refuse","verdict":"allow"`, `"verdict" is there twice`},
		{`"verdict":"refuse","verdic\u0074":"allow"`, `is not spelled out`},
		{"\"verdict\":\"refuse\",\"verdi\xc3t\":\"allow\"", `is not spelled out`},
		{"\"reason\":\"a\x1b[2Jb\"", `"reason" is no JSON text`},
		{"\"reason\":\"a long one, of more than some words, with \xff in it\"", `"reason" is no JSON text`},
		{`"reason":"\x41"`, `"reason" is no JSON text`},
		{"\"effects\":[\"reads\",\"writes\xfe\"]", `"effects" is no JSON text`},
		{`"effects":["reads"],"reason":"plain"`, ""},
		{`"reason":"tab \t, quote \", bell \u0007, ü and a long end of it"`, ""},
	} {
		b, h := appendLine([]byte{'\n'}, 1, Hash{}, []byte(`,"time":"2026-01-01T00:00:00.000000Z","type":"genesis","log":"x"`))
		b, _ = appendLine(b, 2, h, []byte(`,"time":"2026-01-01T00:00:00.000000Z","type":"decision",`+tt.members))
		path := filepath.Join(t.TempDir(), segmentName(1))
		require.NoError(t, os.WriteFile(path, b[1:], 0o600))
		assert.Equal(t, Verified, Verify([]string{path}, VerifyOptions{}).Exit, tt.members)
		r := Verify([]string{path}, VerifyOptions{Strict: true})
		if tt.why == "" {
			assert.Equal(t, Verified, r.Exit, "%s: %s", tt.members, r.Summary())
			continue
		}
		assert.Equal(t, Tampered, r.Exit, tt.members)
		assert.Contains(t, r.Summary(), tt.why)
	}
}

// TestOneLongLine: a line without end takes time, not memory, and is found.
func TestOneLongLine(t *testing.T) {
	l := newLog(t, 3, quiet)
	path := filepath.Join(l.Dir(), segmentName(1))
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	require.NoError(t, err)
	h, err := ReadHead(l.Dir())
	require.NoError(t, err)
	size := int64(256 << 20)
	require.NoError(t, f.Truncate(h.Offset+size)) // a hole
	require.NoError(t, f.Close())
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r := verify(l.Dir())
	runtime.ReadMemStats(&after)
	assert.Equal(t, Damaged, r.Exit, r.Summary())
	assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(64<<20))
	mustAppend(t, l, "after")
	r = verify(l.Dir())
	assert.Equal(t, Damaged, r.Exit, r.Summary())
	require.Len(t, r.Fragments, 1)
	assert.Equal(t, size+1, r.Fragments[0].Len)
}

// TestUnitsJoin: the same log gives the same report wherever it is cut.
func TestUnitsJoin(t *testing.T) {
	o := quiet
	l := newLog(t, 40, o)
	path := filepath.Join(l.Dir(), segmentName(1))
	fi, err := os.Stat(path)
	require.NoError(t, err)
	whole := verify(l.Dir())
	src := source{path: path, name: segmentName(1), first: 1, size: fi.Size()}
	for cut := int64(1); cut < fi.Size(); cut += 37 {
		v := verifier{}
		v.report.Sealed = "no"
		v.files = []source{src}
		line := int64(0)
		for _, u := range []*unit{
			{file: &v.files[0], from: 0, to: cut, first: true},
			{file: &v.files[0], from: cut, to: min(cut+100, src.size)},
			{file: &v.files[0], from: min(cut+100, src.size), to: src.size, final: true},
		} {
			r := u.read(true, make([]byte, 1+scanBuf), nil)
			require.NoError(t, r.err)
			v.join(u, &r, line)
			line += r.lines
		}
		v.conclude()
		require.Equal(t, Verified, v.report.Exit, fmt.Sprint(cut, v.report.Summary()))
		require.Equal(t, whole.Root, v.report.Root)
		require.Equal(t, int64(41), line)
	}
}
