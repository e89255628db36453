package web

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"guard/butler/procs"
)

// Bounds of the stream of events.
const (
	ringEvents  = 1000
	ringBytes   = 4 << 20
	viewerBytes = 256 << 10
	eventBytes  = 64 << 10
	maxViewers  = 32
	pingEvery   = 15 * time.Second
	writeWait   = 20 * time.Second
)

// event is one event as it is sent.
type event struct {
	n    uint64
	text []byte
}

// stream sends events to all viewers, and keeps the latest for those that come
// back. Its ids are "RUN-N": RUN is new with every start of butler, so that a
// viewer from before a restart is told to read anew.
type stream struct {
	run string

	mu      sync.Mutex
	last    uint64
	ring    []event
	bytes   int
	viewers map[*viewer]bool
	closed  bool
	came    chan struct{} // has one when a viewer has come
}

// viewer is one reader. What it has not read is bounded: who does not read is
// let go, and reads anew when it comes back.
type viewer struct {
	session string
	wake    chan struct{}
	queue   []event
	bytes   int
	gone    string // why it is to end
}

func newStream() *stream {
	var b [4]byte
	rand.Read(b[:])
	return &stream{run: hex.EncodeToString(b[:]), viewers: map[*viewer]bool{}, came: make(chan struct{}, 1)}
}

// publish sends one event. data must be what a page may see. What is larger
// than eventBytes is sent as a resync: the page reads the thing itself.
func (s *stream) publish(kind string, data any) {
	text, err := json.Marshal(data)
	if err != nil || len(text) > eventBytes {
		kind, text = "resync", []byte(`{"why":"large"}`)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last++
	e := event{s.last, fmt.Appendf(nil, "id: %s-%d\nevent: %s\ndata: %s\n\n", s.run, s.last, kind, text)}
	s.ring = append(s.ring, e)
	s.bytes += len(e.text)
	for len(s.ring) > ringEvents || s.bytes > ringBytes {
		s.bytes -= len(s.ring[0].text)
		s.ring[0].text = nil
		s.ring = s.ring[1:]
	}
	for v := range s.viewers {
		v.push(e)
	}
}

func (v *viewer) push(e event) {
	if v.gone != "" {
		return
	}
	if v.bytes += len(e.text); v.bytes > viewerBytes {
		v.gone, v.queue = "slow", nil
	} else {
		v.queue = append(v.queue, e)
	}
	v.signal()
}

func (v *viewer) signal() {
	select {
	case v.wake <- struct{}{}:
	default:
	}
}

// join adds a viewer that has read up to the event named last. It returns nil
// where there are too many.
func (s *stream) join(session, last string) *viewer {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.viewers) >= maxViewers || s.closed {
		return nil
	}
	v := &viewer{session: session, wake: make(chan struct{}, 1)}
	missed, ok := s.after(last)
	if !ok {
		missed = []event{{s.last, fmt.Appendf(nil, "id: %s-%d\nevent: resync\ndata: {}\n\n", s.run, s.last)}}
	}
	for _, e := range missed {
		v.push(e)
	}
	s.viewers[v] = true
	select {
	case s.came <- struct{}{}:
	default:
	}
	return v
}

// sleep waits for the next viewer, if there is none. What happens meanwhile need not
// be published: who was here before reads anew. It reports whether it slept.
func (s *stream) sleep(ctx context.Context) bool {
	s.mu.Lock()
	if len(s.viewers) > 0 {
		s.mu.Unlock()
		return false
	}
	select {
	case <-s.came: // of one who is gone
	default:
	}
	s.last++ // that none of the ids before is the last
	s.ring, s.bytes = nil, 0
	s.mu.Unlock()
	select {
	case <-ctx.Done():
	case <-s.came:
	}
	return true
}

// after is the events behind last, and whether none is missing. Who has read
// nothing yet misses nothing.
func (s *stream) after(last string) ([]event, bool) {
	if last == "" {
		return nil, true
	}
	run, num, ok := strings.Cut(last, "-")
	n, err := strconv.ParseUint(num, 10, 64)
	switch {
	case !ok || err != nil || run != s.run || n > s.last:
		return nil, false
	case n == s.last:
		return nil, true
	case len(s.ring) == 0 || n+1 < s.ring[0].n:
		return nil, false
	}
	return s.ring[n+1-s.ring[0].n:], true
}

func (s *stream) leave(v *viewer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.viewers, v)
}

// take is what v has to send now, or why it is to end.
func (s *stream) take(v *viewer) ([]event, string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	q := v.queue
	v.queue, v.bytes = nil, 0
	return q, v.gone
}

// end lets viewers of a session go; "" is all of them, for good.
func (s *stream) end(session, why string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if session == "" {
		s.closed = true
	}
	for v := range s.viewers {
		if session == "" || v.session == session {
			v.gone = why
			v.signal()
		}
	}
}

// watching is how many pages are open.
func (s *stream) watching() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.viewers)
}

// events is the route of the stream.
func (s *Server) events(w http.ResponseWriter, r *http.Request, own session) {
	v := s.stream.join(own.ID, r.Header.Get("Last-Event-ID"))
	if v == nil {
		s.replyError(w, r, fault(http.StatusServiceUnavailable, "busy", "%d windows are open already", maxViewers))
		return
	}
	defer s.stream.leave(v)
	s.watched()
	defer s.watched()
	out := newSSE(w)
	if !out.send(fmt.Appendf(nil, "retry: 1000\nevent: hello\ndata: {\"run\":%q,\"version\":%q}\n\n", s.stream.run, s.version)) {
		return
	}
	ping := time.NewTicker(pingEvery)
	defer ping.Stop()
	for {
		select {
		case <-r.Context().Done():
			return
		case <-ping.C:
			if !s.owners.live(own.ID) || !out.send([]byte(": ping\n\n")) {
				return
			}
		case <-v.wake:
			queue, gone := s.stream.take(v)
			for _, e := range queue {
				if !out.send(e.text) {
					return
				}
			}
			if gone != "" {
				out.send(fmt.Appendf(nil, "event: end\ndata: {\"why\":%q}\n\n", gone))
				return
			}
		}
	}
}

// sse writes a stream of events to one client.
type sse struct {
	w   http.ResponseWriter
	out *http.ResponseController
}

func newSSE(w http.ResponseWriter) sse {
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no")
	return sse{w, http.NewResponseController(w)}
}

// send writes text, and reports whether the client still takes it.
func (s sse) send(text []byte) bool {
	if err := s.out.SetWriteDeadline(time.Now().Add(writeWait)); err != nil {
		return false
	}
	_, err := s.w.Write(text)
	return err == nil && s.out.Flush() == nil
}

// sendLog sends the lines of a program until the client goes, its session ends,
// or the program leaves. A client that is slow loses lines and is told how many;
// nothing is kept for it.
func (s *Server) sendLog(c *call, tail *procs.Tail) {
	out := newSSE(c.w)
	if !out.send([]byte("retry: 1000\n: the log\n\n")) {
		return
	}
	for {
		ctx, stop := context.WithTimeout(c.Context(), pingEvery)
		lines, lost, err := tail.Next(ctx)
		stop()
		switch {
		case c.Context().Err() != nil, !s.owners.live(c.own.ID):
			return
		case errors.Is(err, context.DeadlineExceeded):
			if !out.send([]byte(": ping\n\n")) {
				return
			}
			continue
		case err != nil:
			out.send([]byte("event: end\ndata: {}\n\n"))
			return
		}
		var b []byte
		if lost > 0 {
			b = fmt.Appendf(b, "event: lost\ndata: %d\n\n", lost)
		}
		for _, l := range lines {
			l.Text = see(l.Text)
			text, err := json.Marshal(l)
			if err == nil {
				b = fmt.Appendf(b, "id: %d\nevent: line\ndata: %s\n\n", l.Seq, text)
			}
		}
		if !out.send(b) {
			return
		}
	}
}
