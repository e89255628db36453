package web

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
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
