package procs

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	"guard/audit/redact"
)

// Bounds of a log.
const (
	MaxLines  = 2000      // lines in memory
	maxMemory = 1 << 20   // bytes of text in memory
	MaxLine   = 8 << 10   // bytes of one line; the rest of it is cut off
	maxFile   = 5 << 20   // bytes of one of the two files
	maxRead   = 256 << 10 // bytes that one Next hands out
)

// Line is one line that a program printed, or that butler says of it.
type Line struct {
	Seq    uint64    `json:"seq"` // from 1; one more for each line
	Time   time.Time `json:"time"`
	Stream string    `json:"stream"`        // stdout, stderr, butler
	Text   string    `json:"text"`          // secrets are masked
	Cut    int       `json:"cut,omitempty"` // bytes that were cut off
}

// Log keeps the last lines of one program in memory and in a file. It outlives
// the program's restarts.
type Log struct {
	file *logFile // nil keeps nothing on disk

	mu     sync.Mutex
	lines  []Line        // the last ones, in order
	size   int           // bytes of their text
	last   uint64        // seq of the last line
	more   chan struct{} // closed when a line is added
	closed bool
	masks  *redact.Redactor
}

// NewLog returns a log that writes to the named file, or to none if it is
// empty. What cannot be written is kept in memory all the same.
func NewLog(file string) *Log {
	l := &Log{more: make(chan struct{})}
	if file != "" {
		l.file = &logFile{name: file}
	}
	return l
}

// Masks sets what is masked beside secrets of known forms and names: the values
// that a program was given.
func (l *Log) Masks(r *redact.Redactor) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.masks = r
}

// Say adds a line of butler's own.
func (l *Log) Say(text string) { l.add("butler", []byte(text), 0) }

func (l *Log) add(stream string, text []byte, cut int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return
	}
	masked, _ := l.masks.String(strings.ToValidUTF8(string(text), "\uFFFD"))
	l.last++
	line := Line{l.last, time.Now().UTC(), stream, masked, cut}
	l.lines = append(l.lines, line)
	l.size += len(masked)
	drop := 0
	for len(l.lines)-drop > MaxLines || l.size > maxMemory && len(l.lines)-drop > 1 {
		l.size -= len(l.lines[drop].Text)
		drop++
	}
	clear(l.lines[:drop])
	l.lines = l.lines[drop:]
	if l.file != nil {
		l.file.write(line)
	}
	close(l.more)
	l.more = make(chan struct{})
}

// Close ends the log: readers get what is left and then ErrLogClosed.
func (l *Log) Close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return
	}
	l.closed = true
	close(l.more)
	if l.file != nil {
		l.file.close()
	}
}

// ErrLogClosed says that no line will follow.
var ErrLogClosed = errors.New("procs: the log has ended")

// Last is the number of the last line, 0 where there is none.
func (l *Log) Last() uint64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.last
}

// Tail reads the log from the line after a given one on. It holds no lines
// itself: a reader that is too slow loses the oldest ones and is told how many.
type Tail struct {
	log   *Log
	after uint64
}

// Tail returns a reader of the lines after the given number. 0 begins with the
// oldest line that is kept. A number that is not reached yet, from before the
// daemon was started again, begins with the oldest one too.
func (l *Log) Tail(after uint64) *Tail {
	if after > l.Last() {
		after = 0
	}
	return &Tail{l, after}
}

// Next returns the lines that follow, at most 256 KiB of text at a time, and
// how many were lost before them. It waits for one until ctx ends.
func (t *Tail) Next(ctx context.Context) (lines []Line, lost uint64, err error) {
	for {
		lines, lost, more, closed := t.log.from(t.after)
		if len(lines) > 0 {
			if t.after == 0 {
				lost = 0 // asked for whatever is kept
			}
			t.after = lines[len(lines)-1].Seq
			return lines, lost, nil
		}
		if closed {
			return nil, 0, ErrLogClosed
		}
		select {
		case <-more:
		case <-ctx.Done():
			return nil, 0, ctx.Err()
		}
	}
}

func (l *Log) from(after uint64) (lines []Line, lost uint64, more <-chan struct{}, closed bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if after >= l.last {
		return nil, 0, l.more, l.closed
	}
	first := l.lines[0].Seq
	if after+1 < first {
		lost = first - after - 1
		after = first - 1
	}
	size := 0
	for _, line := range l.lines[after+1-first:] {
		if size += len(line.Text); size > maxRead && len(lines) > 0 {
			break
		}
		lines = append(lines, line)
	}
	return lines, lost, l.more, l.closed
}

// Stream returns a writer that makes lines of what is written. each, if not
// nil, sees every line as it was printed; a line for which it returns true is
// not kept. Flush ends a line that has no end.
func (l *Log) Stream(name string, each func(line []byte) (taken bool)) *Stream {
	return &Stream{log: l, name: name, each: each}
}

// Stream makes lines of what one program prints on one of its outputs.
type Stream struct {
	log  *Log
	name string
	each func([]byte) bool

	mu  sync.Mutex
	buf []byte
	cut int  // bytes of the current line that were cut off
	key bool // inside a private key, of which each line looks harmless
}

// Write never fails and never keeps more than MaxLine bytes.
func (s *Stream) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := len(p)
	for len(p) > 0 {
		line, rest, ended := bytes.Cut(p, []byte("\n"))
		room := min(len(line), MaxLine-len(s.buf))
		s.buf = append(s.buf, line[:room]...)
		s.cut += len(line) - room
		if !ended {
			break
		}
		s.end()
		p = rest
	}
	return n, nil
}

// Flush ends the current line, if there is one.
func (s *Stream) Flush() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.buf)+s.cut > 0 {
		s.end()
	}
	s.key = false
}

func (s *Stream) end() {
	line := bytes.TrimSuffix(s.buf, []byte("\r"))
	cut := s.cut
	s.buf, s.cut = s.buf[:0], 0
	if s.each != nil && cut == 0 && s.each(line) {
		return
	}
	s.log.add(s.name, s.maskKey(line), cut)
}

// maskKey masks the lines of a private key. The redactor sees one line at a
// time and so would not know them.
func (s *Stream) maskKey(line []byte) []byte {
	begins := bytes.Contains(line, []byte("-----BEGIN ")) && bytes.Contains(line, []byte("PRIVATE KEY"))
	ends := bytes.Contains(line, []byte("-----END "))
	inside := s.key
	s.key = (s.key || begins) && !ends
	if inside && !ends {
		return []byte(redact.Mark)
	}
	return line
}
