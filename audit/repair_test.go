package audit

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// tears cuts one write of a log at every byte and lets the next writer come.
// before is the directory before the write, after the one behind it; seg is the
// segment that was written to.
func tears(t *testing.T, dir string, before, after snapshot, seg string, then func(cut int, torn snapshot)) {
	full := after[seg]
	from := len(before[seg])
	for cut := from; cut <= len(full); cut++ {
		torn := before.with(seg, full[:cut]) // the head did not move
		torn.put(t, dir)
		then(cut, torn)
	}
}

// heal appends one record to whatever is in dir and checks that the log is as
// it must be: nothing broken, every known call there once.
func heal(t *testing.T, l *Log, at string, known ...string) Report {
	t.Helper()
	mustAppend(t, l, "healed")
	r := verify(l.Dir())
	if r.Exit != Verified && r.Exit != Damaged {
		t.Fatalf("%s: %s", at, r.Summary())
	}
	n := calls(t, l.Dir())
	for _, c := range append(known, "healed") {
		if n[c] != 1 {
			t.Fatalf("%s: call %s is there %d times", at, c, n[c])
		}
	}
	for _, f := range r.Fragments {
		if f.Len == 0 {
			t.Fatalf("%s: an empty fragment", at)
		}
	}
	return r
}

func TestTearAtEveryByte(t *testing.T) {
	l := newLog(t, 2, quiet)
	before := take(t, l.Dir())
	mustAppend(t, l, "call-2")
	after := take(t, l.Dir())
	seg := segmentName(1)
	whole := 0
	tears(t, l.Dir(), before, after, seg, func(cut int, _ snapshot) {
		r := heal(t, l, fmt.Sprintf("cut at %d", cut), "call-0", "call-1")
		rest := cut - len(before[seg])
		size := len(after[seg]) - len(before[seg])
		switch {
		case rest == 0:
			assert.Equal(t, Verified, r.Exit)
		case rest >= size-1: // all but the newline: the record is adopted
			assert.Equal(t, Verified, r.Exit)
			assert.Equal(t, 1, calls(t, l.Dir())["call-2"])
			whole++
		default:
			assert.Equal(t, Damaged, r.Exit)
			require.Len(t, r.Fragments, 1)
			assert.Equal(t, int64(len(before[seg])), r.Fragments[0].Offset)
		}
	})
	assert.Equal(t, 2, whole)
}

func TestTearTwice(t *testing.T) {
	l := newLog(t, 2, quiet)
	before := take(t, l.Dir())
	mustAppend(t, l, "call-2")
	after := take(t, l.Dir())
	seg := segmentName(1)
	step := 61
	if soak > 0 {
		step = 1
	}
	tears(t, l.Dir(), before, after, seg, func(cut int, torn snapshot) {
		mustAppend(t, l, "second")
		second := take(t, l.Dir())
		full := second[seg]
		for again := cut + cut%step; again < len(full); again += step {
			torn.with(seg, full[:again]).put(t, l.Dir())
			heal(t, l, fmt.Sprintf("cut at %d, then at %d", cut, again), "call-0", "call-1")
		}
	})
}

func TestTearTheFirstWrite(t *testing.T) {
	l := newLog(t, 1, quiet)
	after := take(t, l.Dir())
	before := snapshot{lockName: {}, headName: Head{}.encode(), segmentName(1): {}}
	tears(t, l.Dir(), before, after, segmentName(1), func(cut int, _ snapshot) {
		heal(t, l, fmt.Sprintf("cut at %d", cut))
	})
	// Before the segment was made, and before the head was.
	for _, s := range []snapshot{{}, {lockName: {}}, {lockName: {}, headName: {}}, {lockName: {}, headName: Head{}.encode()}} {
		s.put(t, l.Dir())
		assert.Equal(t, Verified, heal(t, l, "early").Exit)
	}
}

func TestTearARotation(t *testing.T) {
	l := newLog(t, 3, quiet)
	before := take(t, l.Dir())
	_, err := l.Rotate(t.Context())
	require.NoError(t, err)
	after := take(t, l.Dir())
	old, next := segmentName(1), ""
	for name := range after {
		if _, ok := parseSegment(name); ok && name != old {
			next = name
		}
	}
	require.NotEmpty(t, next)
	known := []string{"call-0", "call-1", "call-2"}

	t.Run("in the close record", func(t *testing.T) {
		tears(t, l.Dir(), before, after, old, func(cut int, _ snapshot) {
			heal(t, l, fmt.Sprintf("cut at %d", cut), known...)
		})
	})
	t.Run("in the open record", func(t *testing.T) {
		closed := before.with(old, after[old])
		closed.put(t, l.Dir())
		heal(t, l, "before the segment was made", known...)
		closed = closed.with(next, []byte{})
		tears(t, l.Dir(), closed, after, next, func(cut int, torn snapshot) {
			heal(t, l, fmt.Sprintf("cut at %d", cut), known...)
			// And the writer that healed it died as well.
			full := take(t, l.Dir())[next]
			for again := cut; again < len(full); again += 211 {
				torn.with(next, full[:again]).put(t, l.Dir())
				heal(t, l, fmt.Sprintf("cut at %d, then at %d", cut, again), known...)
			}
		})
	})
}

// The rows of the table of losses: what happened, what the next writer says,
// what verify says.
func TestLosses(t *testing.T) {
	seg := segmentName(1)
	cutLast := func(t *testing.T, dir string) {
		b := take(t, dir)[seg]
		i := bytes.LastIndexByte(b[:len(b)-1], '\n')
		require.NoError(t, os.Truncate(filepath.Join(dir, seg), int64(i+1)))
	}
	otherBoot := func(h *Head) { h.Boot = "12345678" }
	for _, c := range []struct {
		name   string
		damage func(t *testing.T, dir string)
		why    string
		typ    Type
		exit   Exit
		before Exit // what verify says before anybody writes again
	}{
		{"the last record is cut off", cutLast, "truncated", TypeGap, Tampered, Tampered},
		{"the last record is gone after a power loss", func(t *testing.T, dir string) {
			cutLast(t, dir)
			setHead(t, dir, otherBoot)
		}, "unclean-boot", TypeGap, Damaged, Damaged},
		{"the last record is zeros after a power loss", func(t *testing.T, dir string) {
			b := take(t, dir)[seg]
			cutLast(t, dir)
			require.NoError(t, os.Truncate(filepath.Join(dir, seg), int64(len(b))))
			setHead(t, dir, otherBoot)
		}, "unclean-boot", TypeGap, Damaged, Damaged},
		{"a byte of the last record is changed and its end cut", func(t *testing.T, dir string) {
			b := take(t, dir)[seg]
			b[len(b)-2] = 'x'
			require.NoError(t, os.WriteFile(filepath.Join(dir, seg), b, 0o600))
			setHead(t, dir, otherBoot) // a boot makes the next writer look
		}, "unclean-boot", TypeGap, Damaged, Damaged},
		{"the same, in the same boot, and a write on top", func(t *testing.T, dir string) {
			b := take(t, dir)[seg]
			b[len(b)-2] = 'x'
			require.NoError(t, os.WriteFile(filepath.Join(dir, seg), append(b, "{half"...), 0o600))
		}, "corrupt", TypeRecover, Tampered, Tampered},
		{"the segment is deleted", func(t *testing.T, dir string) {
			require.NoError(t, os.Remove(filepath.Join(dir, seg)))
		}, "segment-missing", TypeGap, Tampered, Tampered},
		{"the segment is emptied", func(t *testing.T, dir string) {
			require.NoError(t, os.Truncate(filepath.Join(dir, seg), 0))
		}, "truncated", TypeGap, Tampered, Tampered},
		{"the head is deleted", func(t *testing.T, dir string) {
			require.NoError(t, os.Remove(filepath.Join(dir, headName)))
		}, "head-lost", TypeRecover, Damaged, Damaged},
		{"the head is overwritten", func(t *testing.T, dir string) {
			require.NoError(t, os.WriteFile(filepath.Join(dir, headName), []byte("nothing"), 0o600))
		}, "head-lost", TypeRecover, Damaged, Damaged},
		{"the head is lost and the last write torn", func(t *testing.T, dir string) {
			require.NoError(t, os.Remove(filepath.Join(dir, headName)))
			b := take(t, dir)[seg]
			require.NoError(t, os.WriteFile(filepath.Join(dir, seg), append(b, "{half"...), 0o600))
		}, "head-lost", TypeRecover, Damaged, Damaged},
		{"another valid log is put in place", func(t *testing.T, dir string) {
			other := newLog(t, 1, quiet)
			require.NoError(t, os.WriteFile(filepath.Join(dir, seg), take(t, other.Dir())[seg], 0o600))
		}, "truncated", TypeGap, Tampered, Tampered},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := newLog(t, 3, quiet)
			head, err := ReadHead(l.Dir())
			require.NoError(t, err)
			c.damage(t, l.Dir())
			before := take(t, l.Dir())
			assert.Equal(t, c.before, verify(l.Dir()).Exit, "before: %s", verify(l.Dir()).Summary())

			h := mustAppend(t, l, "after")
			assert.Greater(t, h.Seq, head.Seq, "a seq is never used twice")
			for name, b := range before { // nothing that was there is gone
				if _, ok := parseSegment(name); ok {
					assert.True(t, bytes.HasPrefix(take(t, l.Dir())[name], b), name)
				}
			}
			lines, err := Tail(l.Dir(), 2)
			require.NoError(t, err)
			r, err := ParseRecord(lines[0])
			require.NoError(t, err)
			assert.Equal(t, c.typ, r.Type)
			assert.Equal(t, c.why, r.Why)
			rep := verify(l.Dir())
			assert.Equal(t, c.exit, rep.Exit, rep.Summary())
			now, err := ReadHead(l.Dir())
			require.NoError(t, err)
			assert.Equal(t, rep.Records, now.Count, "the size of the tree")
			mustAppend(t, l, "later")
			assert.Equal(t, c.exit, verify(l.Dir()).Exit, "it stays known")
		})
	}
}

func TestGarbageOfAnyKindIsNoWedge(t *testing.T) {
	for name, junk := range map[string][]byte{
		"NUL":            bytes.Repeat([]byte{0}, 5000),
		"newlines":       bytes.Repeat([]byte{'\n'}, 5000),
		"text lines":     bytes.Repeat([]byte("not a record\n"), 2000),
		"one long line":  bytes.Repeat([]byte{'x'}, 300<<10),
		"a line of 64 K": append(bytes.Repeat([]byte{'x'}, MaxRead), '\n'),
		"half a record":  []byte(vector[:200]),
	} {
		t.Run(name, func(t *testing.T) {
			l := newLog(t, 2, quiet)
			f, err := os.OpenFile(filepath.Join(l.Dir(), segmentName(1)), os.O_WRONLY|os.O_APPEND, 0)
			require.NoError(t, err)
			_, err = f.Write(junk)
			require.NoError(t, err)
			require.NoError(t, f.Close())
			r := heal(t, l, name, "call-0", "call-1")
			require.Len(t, r.Fragments, 1)
			assert.GreaterOrEqual(t, r.Fragments[0].Len, int64(len(junk)))
			assert.Equal(t, Damaged, r.Exit)
		})
	}
}

func TestTheCountOfRecordsSurvivesRepair(t *testing.T) {
	o := quiet
	o.SegmentBytes = 2000
	l := newLog(t, 12, o)
	require.NoError(t, os.Remove(filepath.Join(l.Dir(), headName)))
	mustAppend(t, l, "after")
	h, err := ReadHead(l.Dir())
	require.NoError(t, err)
	r := verify(l.Dir())
	assert.Equal(t, Damaged, r.Exit, r.Summary())
	assert.Equal(t, r.Records, h.Count)
	assert.Len(t, h.Log, 32)
	_, err = l.Rotate(t.Context())
	require.NoError(t, err)
	assert.Equal(t, Damaged, verify(l.Dir()).Exit, verify(l.Dir()).Summary())
}
