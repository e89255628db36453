package web

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"guard/audit"
)

// texts are the kinds of the events that v has to send.
func texts(s *stream, v *viewer) (kinds []string, gone string) {
	queue, gone := s.take(v)
	for _, e := range queue {
		for l := range strings.Lines(string(e.text)) {
			if k, ok := strings.CutPrefix(l, "event: "); ok {
				kinds = append(kinds, strings.TrimSpace(k))
			}
		}
	}
	return kinds, gone
}

func TestStreamResume(t *testing.T) {
	s := newStream()
	for i := range 10 {
		s.publish(fmt.Sprint("e", i+1), i)
	}
	for _, c := range []struct {
		name, last string
		want       []string
	}{
		{"new", "", nil},
		{"nothing missed", s.run + "-10", nil},
		{"two missed", s.run + "-8", []string{"e9", "e10"}},
		{"all missed", s.run + "-0", []string{"e1", "e2", "e3", "e4", "e5", "e6", "e7", "e8", "e9", "e10"}},
		{"of another run", "00000000-8", []string{"resync"}},
		{"of the future", s.run + "-11", []string{"resync"}},
		{"no id", "8", []string{"resync"}},
		{"no number", s.run + "-x", []string{"resync"}},
	} {
		v := s.join("", c.last)
		got, gone := texts(s, v)
		assert.Equal(t, c.want, got, c.name)
		assert.Empty(t, gone)
		s.leave(v)
	}
	for range ringEvents {
		s.publish("more", 0)
	}
	v := s.join("", s.run+"-9")
	got, _ := texts(s, v)
	assert.Equal(t, []string{"resync"}, got, "the ring does not reach so far back")
	v = s.join("", s.run+"-10")
	got, _ = texts(s, v)
	assert.Len(t, got, ringEvents, "it reaches back this far")
}

func TestStreamBounds(t *testing.T) {
	s := newStream()
	slow, quick := s.join("a", ""), s.join("b", "")
	big := strings.Repeat("x", 60<<10)
	for range 6 {
		s.publish("big", big)
		got, gone := texts(s, quick)
		assert.Equal(t, []string{"big"}, got)
		assert.Empty(t, gone)
	}
	got, gone := texts(s, slow)
	assert.Empty(t, got, "what it did not read is not kept")
	assert.Equal(t, "slow", gone)

	for range 200 {
		s.publish("big", big)
	}
	assert.LessOrEqual(t, s.bytes, ringBytes)
	s.publish("huge", strings.Repeat("x", eventBytes+1))
	assert.Contains(t, string(s.ring[len(s.ring)-1].text), "event: resync", "what is too large is read by the page itself")

	for range maxViewers - 2 {
		require.NotNil(t, s.join("", ""))
	}
	assert.Nil(t, s.join("", ""), "viewers are bounded")

	s.end("b", "session")
	_, gone = texts(s, quick)
	assert.Equal(t, "session", gone)
}

// TestStreamSleeps: while nobody watches nothing is looked for, and who comes back
// after that reads anew, also where an event was published meanwhile.
func TestStreamSleeps(t *testing.T) {
	s := newStream()
	v := s.join("", "")
	require.False(t, s.sleep(t.Context()), "somebody watches")
	s.publish("one", 1)
	s.leave(v)
	<-s.came // as if it had just come
	slept := make(chan bool)
	go func() { slept <- s.sleep(t.Context()) }()
	require.Eventually(t, func() bool { s.mu.Lock(); defer s.mu.Unlock(); return s.ring == nil }, 20*time.Second, time.Millisecond)
	s.publish("meanwhile", 2)
	back := s.join("", s.run+"-1")
	require.True(t, <-slept)
	got, _ := texts(s, back)
	require.Equal(t, []string{"resync"}, got)
	fresh := s.join("", "")
	got, _ = texts(s, fresh)
	require.Empty(t, got)
}

// TestRecordsAfterASleep: the first page is sent the last of what came while nobody
// looked, and from then on each record.
func TestRecordsAfterASleep(t *testing.T) {
	w := newWorld(t)
	at, err := w.sendRecords(audit.Position{}, true)
	require.NoError(t, err, "there is no log yet")
	log, err := w.at.Log("guard/test")
	require.NoError(t, err)
	add := func(n int) {
		for range n {
			_, err := log.Append(t.Context(), audit.Entry{Type: audit.TypeDecision, Cmd: "ls"})
			require.NoError(t, err)
		}
	}
	seqs := func(v *viewer) (all []uint64) {
		queue, _ := w.stream.take(v)
		for _, e := range queue {
			_, data, _ := strings.Cut(string(e.text), "data: ")
			var r struct{ Seq uint64 }
			require.NoError(t, json.Unmarshal([]byte(data), &r))
			all = append(all, r.Seq)
		}
		return all
	}
	v := w.stream.join("", "")
	add(catchUp + 5)
	at, err = w.sendRecords(at, true)
	require.NoError(t, err)
	got := seqs(v)
	require.Len(t, got, catchUp)
	last := got[catchUp-1]
	require.Equal(t, last-catchUp+1, got[0])
	add(2)
	_, err = w.sendRecords(at, false)
	require.NoError(t, err)
	require.Equal(t, []uint64{last + 1, last + 2}, seqs(v))
}

// A stream ends with its session, and a page that was open when butler was
// restarted is told to read anew.
func TestStreamOverHTTP(t *testing.T) {
	var watched []int
	w := newWorld(t, func(c *Config) { c.Watched = func(n int) { watched = append(watched, n) } })
	ctx, stop := context.WithCancel(t.Context())
	served := make(chan error, 1)
	go func() { served <- w.Serve(ctx) }()
	tok := w.enterAs("a browser")

	open := func(last string) (*bufio.Reader, func()) {
		r, err := http.NewRequestWithContext(t.Context(), "GET", w.origin+"/api/events", nil)
		require.NoError(t, err)
		r.Header.Set("Authorization", "Bearer "+tok)
		if last != "" {
			r.Header.Set("Last-Event-ID", last)
		}
		resp, err := http.DefaultClient.Do(r)
		require.NoError(t, err)
		require.Equal(t, 200, resp.StatusCode)
		require.Equal(t, "text/event-stream", resp.Header.Get("Content-Type"))
		return bufio.NewReader(resp.Body), func() { resp.Body.Close() }
	}
	next := func(r *bufio.Reader) (id, kind, data string) {
		for {
			line, err := r.ReadString('\n')
			require.NoError(t, err)
			name, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
			switch name {
			case "id":
				id = value
			case "event":
				kind = value
			case "data":
				return id, kind, value
			}
		}
	}

	one, shut := open("")
	defer shut()
	_, kind, _ := next(one)
	require.Equal(t, "hello", kind)
	assert.Equal(t, 1, w.Watching())
	w.Publish("thing", "line\nbreak")
	id, kind, data := next(one)
	assert.Equal(t, "thing", kind)
	assert.Equal(t, `"line\nbreak"`, data, "data cannot end the event")

	w.Publish("later", 1)
	two, shut2 := open(id)
	defer shut2()
	next(two) // hello
	_, kind, _ = next(two)
	assert.Equal(t, "later", kind, "what was missed comes again")

	code, _ := w.ask(tok, "DELETE", "/api/sessions/self", "")
	require.Equal(t, 200, code)
	for range 2 {
		if _, kind, data = next(two); kind == "end" {
			break
		}
	}
	assert.Equal(t, "end", kind, "its session has ended")
	assert.Contains(t, data, "session")

	stop()
	require.NoError(t, <-served)
	assert.Contains(t, watched, 1)
}
