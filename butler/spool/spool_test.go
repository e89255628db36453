package spool

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == "writer" { // to be killed
		s, err := Open(os.Args[2], Limits{})
		if err != nil {
			os.Exit(1)
		}
		for i := 0; ; i++ {
			o, err := s.Add(Observation{Source: "t", Text: fmt.Sprint(i)})
			if err != nil {
				os.Exit(1)
			}
			fmt.Println(o.ID)
		}
	}
	os.Exit(m.Run())
}

func open(t *testing.T, dir string) *Spool {
	t.Helper()
	s, err := Open(dir, Limits{})
	require.NoError(t, err)
	return s
}

func next(t *testing.T, s *Spool) (texts, ids []string) {
	t.Helper()
	os, err := s.Next("", 1<<20)
	require.NoError(t, err)
	for _, o := range os {
		texts, ids = append(texts, o.Text), append(ids, o.ID)
	}
	return texts, ids
}

// TestCheck is the whole table of what is accepted.
func TestCheck(t *testing.T) {
	long := func(n int) string { return strings.Repeat("é", n) }
	tags := func(n int) []string { return strings.Split(strings.Repeat("t,", n-1)+"t", ",") }
	for name, c := range map[string]struct {
		o    Observation
		want string
	}{
		"least":         {Observation{Source: "a", Text: "x"}, ""},
		"most":          {Observation{Source: "a-1", Type: "session", Text: long(2000), Ref: long(500), Tags: tags(32)}, ""},
		"no source":     {Observation{Text: "x"}, "source must be"},
		"odd source":    {Observation{Source: "A b", Text: "x"}, "source must be"},
		"long source":   {Observation{Source: long(65), Text: "x"}, "source must be"},
		"type":          {Observation{Source: "a", Type: "rumour", Text: "x"}, "type must be one of note, decision, fact, milestone, error, session"},
		"no text":       {Observation{Source: "a", Text: " \n"}, "text is empty"},
		"long text":     {Observation{Source: "a", Text: long(2001)}, "text is longer than 2000 characters"},
		"bytes":         {Observation{Source: "a", Text: "\xff"}, "text is not UTF-8"},
		"many tags":     {Observation{Source: "a", Text: "x", Tags: tags(33)}, "tags are more than 32"},
		"comma":         {Observation{Source: "a", Text: "x", Tags: []string{"a", "b,c"}}, "tags/1 must be"},
		"control":       {Observation{Source: "a", Text: "x", Tags: []string{"a\nb"}}, "tags/0 must be"},
		"empty tag":     {Observation{Source: "a", Text: "x", Tags: []string{""}}, "tags/0 must be"},
		"long ref":      {Observation{Source: "a", Text: "x", Ref: long(501)}, "ref must be"},
		"ref's control": {Observation{Source: "a", Text: "x", Ref: "a\x00"}, "ref must be"},
	} {
		t.Run(name, func(t *testing.T) {
			err := c.o.Check()
			if c.want == "" {
				require.NoError(t, err)
				return
			}
			var ie *InvalidError
			require.ErrorAs(t, err, &ie)
			assert.ErrorContains(t, err, c.want)
			s := open(t, t.TempDir())
			_, err = s.Add(c.o)
			require.Error(t, err)
			assert.Zero(t, s.Status().Waiting)
		})
	}
}

func TestKeptUntilAcknowledged(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	for i := range 5 {
		o, err := s.Add(Observation{Source: "t", Text: fmt.Sprint(i), By: "tools/a"})
		require.NoError(t, err)
		assert.Equal(t, "note", o.Type)
	}
	texts, ids := next(t, s)
	assert.Equal(t, []string{"0", "1", "2", "3", "4"}, texts)
	some, err := s.Next(ids[1], 2)
	require.NoError(t, err)
	require.Len(t, some, 2)
	assert.Equal(t, "2", some[0].Text)
	assert.Equal(t, "tools/a", some[0].By)

	require.NoError(t, s.Ack(ids[0], ids[2]))
	require.NoError(t, s.Ack(ids[0], "../../etc/passwd", "unknown"), "an acknowledgement may come twice")
	s = open(t, dir) // a start
	texts, _ = next(t, s)
	assert.Equal(t, []string{"1", "3", "4"}, texts, "what was not acknowledged is handed out again")
	assert.Equal(t, 3, s.Status().Waiting)
	require.NoError(t, s.Ack(ids...))
	assert.Zero(t, s.Status().Bytes)
}

func TestSecretsAreMasked(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	_, err := s.Add(Observation{Source: "t", Text: "it said TOKEN=abcdefgh12345", Ref: "https://me:hush1234@host/", Tags: []string{"ghp_0123456789abcdefghijABCDEFGHIJ012345"}})
	require.NoError(t, err)
	files, err := filepath.Glob(dir + "/*")
	require.NoError(t, err)
	require.Len(t, files, 1)
	text, err := os.ReadFile(files[0])
	require.NoError(t, err)
	for _, hush := range []string{"abcdefgh12345", "hush1234", "abcdefghij"} {
		assert.NotContains(t, string(text), hush)
	}
	st, err := os.Stat(files[0])
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o600), st.Mode().Perm())

	// A text that masking made longer than is accepted can be read all the same.
	_, err = s.Add(Observation{Source: "t", Text: strings.Repeat("p://u:x1@h ", 180)})
	require.NoError(t, err)
	texts, _ := next(t, s)
	assert.Len(t, texts, 2)
	assert.Zero(t, s.Status().Unreadable)
}

func TestOverrunIsCounted(t *testing.T) {
	dir := t.TempDir()
	s, err := Open(dir, Limits{Files: 2, Bytes: 1 << 20})
	require.NoError(t, err)
	for i := range 5 {
		_, err := s.Add(Observation{Source: "t", Text: fmt.Sprint(i)})
		if i < 2 {
			require.NoError(t, err)
		} else {
			require.ErrorIs(t, err, ErrFull)
		}
	}
	s, err = Open(dir, Limits{Files: 3, Bytes: 300})
	require.NoError(t, err)
	assert.Equal(t, 3, s.Status().Lost.Count, "it is remembered over a start")
	assert.WithinDuration(t, time.Now(), s.Status().Lost.Last, time.Minute)
	_, err = s.Add(Observation{Source: "t", Text: strings.Repeat("x", 200)})
	require.ErrorIs(t, err, ErrFull, "bytes are counted too")
	texts, ids := next(t, s)
	assert.Equal(t, []string{"0", "1"}, texts, "nothing is dropped that was accepted")
	require.NoError(t, s.Ack(ids...))
	_, err = s.Add(Observation{Source: "t", Text: "there is room again"})
	require.NoError(t, err)
}

func TestOneBadFileHurtsNoOther(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	a, err := s.Add(Observation{Source: "t", Text: "a"})
	require.NoError(t, err)
	b, err := s.Add(Observation{Source: "t", Text: "b"})
	require.NoError(t, err)
	_, err = s.Add(Observation{Source: "t", Text: "c"})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, a.ID+".json"), []byte("{\"id"), 0o600))
	require.NoError(t, os.Rename(filepath.Join(dir, b.ID+".json"), filepath.Join(dir, strings.Replace(b.ID, b.ID[:1], "7", 1)+".json")))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "x.json.123.tmp"), []byte("half"), 0o600))
	s = open(t, dir)
	texts, _ := next(t, s)
	assert.Equal(t, []string{"c"}, texts)
	assert.Equal(t, 2, s.Status().Unreadable)
	assert.FileExists(t, filepath.Join(dir, a.ID+".json"), "it stays for a person to look at")
	assert.NoFileExists(t, filepath.Join(dir, "x.json.123.tmp"))
}

func TestManyWriters(t *testing.T) {
	s := open(t, t.TempDir())
	var wg sync.WaitGroup
	for w := range 8 {
		wg.Go(func() {
			for i := range 10 {
				_, err := s.Add(Observation{Source: "t", Text: fmt.Sprint(w, i)})
				assert.NoError(t, err)
			}
		})
	}
	wg.Wait()
	texts, ids := next(t, s)
	assert.Len(t, texts, 80)
	assert.IsIncreasing(t, ids)
}

// TestKilledWriter: after kill -9 everything that was accepted is there, whole.
func TestKilledWriter(t *testing.T) {
	for round := range 3 {
		dir := t.TempDir()
		c := exec.Command(os.Args[0], "writer", dir)
		out, err := c.StdoutPipe()
		require.NoError(t, err)
		require.NoError(t, c.Start())
		var said []string
		for range 20 * (round + 1) {
			var id string
			_, err := fmt.Fscanln(out, &id)
			require.NoError(t, err)
			said = append(said, id)
		}
		require.NoError(t, c.Process.Kill())
		_ = c.Wait()
		s := open(t, dir)
		_, ids := next(t, s)
		assert.Subset(t, ids, said)
		assert.Zero(t, s.Status().Unreadable)
		tmp, err := filepath.Glob(dir + "/*.tmp")
		require.NoError(t, err)
		assert.Empty(t, tmp)
	}
}
