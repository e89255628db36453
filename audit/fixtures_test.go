package audit

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write fixtures/audit anew")

const fixtures = "../fixtures/audit"

// fixture is a log in fixtures/audit and what verification must say of it.
type fixture struct {
	name string
	exit Exit
	what string
	make func(t *testing.T, dir string)
}

func clock() func() time.Time {
	now := time.Date(2026, 11, 30, 8, 0, 0, 0, time.UTC)
	return func() time.Time { now = now.Add(time.Second); return now }
}

// builder makes a log with n decisions in dir.
func builder(t *testing.T, dir string, n int) *Log {
	l := Open(dir, Options{Sync: SyncNever, Bin: "guard/1.0.0", SegmentBytes: 2500, Now: clock()})
	for i := range n {
		mustAppend(t, l, fmt.Sprintf("toolu_%d", i))
	}
	return l
}

func active(t *testing.T, dir string) string {
	segs, err := segments(dir)
	require.NoError(t, err)
	return filepath.Join(dir, segmentName(segs[len(segs)-1]))
}

func addBytes(t *testing.T, path, s string) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	require.NoError(t, err)
	_, err = f.WriteString(s)
	require.NoError(t, err)
	require.NoError(t, f.Close())
}

func edit(t *testing.T, path string, change func([]byte) []byte) {
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, change(b), 0o600))
}

func withoutLast(b []byte) []byte {
	return b[:bytes.LastIndexByte(b[:len(b)-1], '\n')+1]
}

var logs = []fixture{
	{"good", Verified, "two segments, nothing wrong", func(t *testing.T, dir string) { builder(t, dir, 8) }},
	{"sealed", Verified, "the published test vector, with seals", func(t *testing.T, dir string) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, segmentName(1)), []byte(vector), 0o600))
	}},
	{"ahead", Verified, "a writer died between its record and the head", func(t *testing.T, dir string) {
		l := builder(t, dir, 2)
		head, err := os.ReadFile(filepath.Join(dir, headName))
		require.NoError(t, err)
		mustAppend(t, l, "toolu_2")
		require.NoError(t, os.WriteFile(filepath.Join(dir, headName), head, 0o600))
	}},
	{"torn", Damaged, "a torn write that the next record declares", func(t *testing.T, dir string) {
		l := builder(t, dir, 2)
		addBytes(t, active(t, dir), `{"v":1,"seq":4,"prev":"12`)
		mustAppend(t, l, "toolu_2")
	}},
	{"torn-tail", Damaged, "a torn write that nobody declared yet", func(t *testing.T, dir string) {
		builder(t, dir, 2)
		addBytes(t, active(t, dir), `{"v":1,"seq":4,"prev":"12`)
	}},
	{"damaged-head", Damaged, "the head file was lost and declared so", func(t *testing.T, dir string) {
		l := builder(t, dir, 2)
		require.NoError(t, os.Remove(filepath.Join(dir, headName)))
		mustAppend(t, l, "toolu_2")
	}},
	{"gap", Damaged, "a power loss took a record, and the next one says so", func(t *testing.T, dir string) {
		l := builder(t, dir, 3)
		edit(t, active(t, dir), withoutLast)
		setHead(t, dir, func(h *Head) { h.Boot = "0badb007" })
		mustAppend(t, l, "toolu_3")
	}},
	{"truncated", Tampered, "the last record is cut off", func(t *testing.T, dir string) {
		builder(t, dir, 3)
		edit(t, active(t, dir), withoutLast)
	}},
	{"truncated-declared", Tampered, "the same, and the next record declares it", func(t *testing.T, dir string) {
		l := builder(t, dir, 3)
		edit(t, active(t, dir), withoutLast)
		mustAppend(t, l, "toolu_3")
	}},
	{"tampered", Tampered, "one word of a record is changed", func(t *testing.T, dir string) {
		builder(t, dir, 8)
		edit(t, filepath.Join(dir, segmentName(1)), func(b []byte) []byte {
			return bytes.Replace(b, []byte(`"verdict":"allow"`), []byte(`"verdict":"defer"`), 1)
		})
	}},
	{"line-removed", Tampered, "a record in the middle is gone", func(t *testing.T, dir string) {
		builder(t, dir, 8)
		edit(t, filepath.Join(dir, segmentName(1)), func(b []byte) []byte {
			lines := bytes.SplitAfter(b, []byte("\n"))
			return bytes.Join(append(lines[:2], lines[3:]...), nil)
		})
	}},
	{"garbage", Tampered, "bytes between two records that nobody declares", func(t *testing.T, dir string) {
		builder(t, dir, 8)
		edit(t, filepath.Join(dir, segmentName(1)), func(b []byte) []byte {
			i := bytes.IndexByte(b, '\n') + 1
			return append(append(bytes.Clone(b[:i]), "hello\n"...), b[i:]...)
		})
	}},
	{"segment-missing", Tampered, "the first of two segments is gone", func(t *testing.T, dir string) {
		builder(t, dir, 8)
		require.NoError(t, os.Remove(filepath.Join(dir, segmentName(1))))
	}},
	{"empty", CannotVerify, "a log that was begun and holds nothing", func(t *testing.T, dir string) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, headName), Head{}.encode(), 0o600))
	}},
	{"newer", CannotVerify, "records of a format that this version does not know", func(t *testing.T, dir string) {
		builder(t, dir, 2)
		addBytes(t, active(t, dir), `{"v":2,"seq":4,"what":"`+strings.Repeat("x", 250)+"\"}\n")
	}},
}

// TestFixtures verifies the logs of fixtures/audit. CI runs `guard verify` on
// them too; expect.txt names the exit status that each must give.
func TestFixtures(t *testing.T) {
	var expect bytes.Buffer
	expect.WriteString("# exit status of guard verify, log, what it is\n")
	for _, f := range logs {
		fmt.Fprintf(&expect, "%d %-18s %s\n", f.exit, f.name, f.what)
		t.Run(f.name, func(t *testing.T) {
			dir := filepath.Join(fixtures, f.name)
			if *update {
				require.NoError(t, os.RemoveAll(dir))
				work := filepath.Join(t.TempDir(), f.name)
				require.NoError(t, os.MkdirAll(work, 0o700))
				f.make(t, work)
				_ = os.Remove(filepath.Join(work, lockName)) // a copy, in which nobody writes
				require.NoError(t, os.CopyFS(dir, os.DirFS(work)))
			}
			r := verify(dir)
			assert.Equal(t, f.exit, r.Exit, r.Summary())
		})
	}
	path := filepath.Join(fixtures, "expect.txt")
	if *update {
		require.NoError(t, os.WriteFile(path, expect.Bytes(), 0o644))
	}
	got, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, expect.String(), string(got))
}

// TestIndependentVerifier runs the few lines of docs/verify.md: they agree with
// this package on what is whole and what was changed.
func TestIndependentVerifier(t *testing.T) {
	doc, err := os.ReadFile("../docs/verify.md")
	require.NoError(t, err)
	for lang, run := range map[string][]string{"sh": {"sh"}, "python": {"python3"}} {
		t.Run(lang, func(t *testing.T) {
			if _, err := exec.LookPath(run[0]); err != nil {
				t.Skip(err)
			}
			_, code, ok := strings.Cut(string(doc), "```"+lang+"\n")
			require.True(t, ok)
			code, _, _ = strings.Cut(code, "```")
			script := filepath.Join(t.TempDir(), "verify")
			require.NoError(t, os.WriteFile(script, []byte(code), 0o600))
			for _, f := range logs {
				switch f.name { // a process each: the telling ones
				case "good", "sealed", "tampered", "line-removed", "garbage", "torn":
				default:
					continue
				}
				var text []byte
				segs, err := segments(filepath.Join(fixtures, f.name))
				require.NoError(t, err)
				for _, s := range segs {
					b, err := os.ReadFile(filepath.Join(fixtures, f.name, segmentName(s)))
					require.NoError(t, err)
					text = append(text, b...)
				}
				cmd := exec.Command(run[0], append(run[1:], script)...)
				cmd.Stdin = bytes.NewReader(text)
				out, err := cmd.CombinedOutput()
				var status *exec.ExitError
				if err != nil && !errors.As(err, &status) {
					t.Fatal(err)
				}
				switch {
				case f.exit == Verified:
					assert.NoError(t, err, "%s: %s", f.name, out)
					assert.Contains(t, string(out), verify(filepath.Join(fixtures, f.name)).Head.String())
				default:
					assert.Error(t, err, "%s: %s", f.name, out)
				}
			}
		})
	}
}
