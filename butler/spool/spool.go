package spool

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/oklog/ulid/v2"

	"guard/internal/atomicfile"
)

// What a spool holds at most, unless Limits say otherwise.
const (
	DefaultFiles = 10_000
	DefaultBytes = 256 << 20
)

// Limits are what a spool holds at most.
type Limits struct {
	Files int   `json:"files"`
	Bytes int64 `json:"bytes"`
}

// ErrFull says that there is no room. The observation is lost, and counted.
var ErrFull = errors.New("spool: there is no room: too many observations wait to be taken")

// Spool is a folder of observations.
type Spool struct {
	dir    string
	limits Limits

	mu    sync.Mutex
	ids   *ulid.MonotonicEntropy
	sizes map[string]int64 // of the files that wait, by id
	bytes int64
	lost  Lost
	bad   int
}

// Lost counts observations that there was no room for.
type Lost struct {
	Count int       `json:"count"`
	First time.Time `json:"first,omitzero"`
	Last  time.Time `json:"last,omitzero"`
}

// Status is a spool as it is shown.
type Status struct {
	Waiting    int    `json:"waiting"` // observations
	Bytes      int64  `json:"bytes"`
	Limits     Limits `json:"limits"`
	Lost       Lost   `json:"lost"`
	Unreadable int    `json:"unreadable"` // files that are no observations; they stay
}

const lostFile = "lost.json"

// Open opens the spool in dir, and makes the folder if it is not there. The
// zero Limits are the defaults. What a crash left half written is removed: it
// was never accepted.
func Open(dir string, limits Limits) (*Spool, error) {
	if limits == (Limits{}) {
		limits = Limits{DefaultFiles, DefaultBytes}
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("spool: %w", err)
	}
	files, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("spool: %w", err)
	}
	s := &Spool{dir: dir, limits: limits, ids: ulid.Monotonic(rand.Reader, 0), sizes: map[string]int64{}}
	for _, f := range files {
		id, ok := strings.CutSuffix(f.Name(), ".json")
		_, err := ulid.ParseStrict(id)
		switch {
		case strings.HasSuffix(f.Name(), ".tmp"):
			_ = os.Remove(filepath.Join(dir, f.Name()))
		case ok && err == nil:
			if st, err := f.Info(); err == nil {
				s.sizes[id] = st.Size()
				s.bytes += st.Size()
			}
		}
	}
	if text, err := os.ReadFile(filepath.Join(dir, lostFile)); err == nil {
		_ = json.Unmarshal(text, &s.lost)
	}
	return s, nil
}

// Add keeps an observation and returns it as it is kept. The error is an
// *InvalidError, ErrFull, or of the system; then it is not kept.
func (s *Spool) Add(o Observation) (Observation, error) {
	if err := o.Check(); err != nil {
		return Observation{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	o = o.masked()
	o.Time = time.Now().UTC().Truncate(time.Millisecond)
	id, err := ulid.New(ulid.Timestamp(o.Time), s.ids)
	if err != nil {
		return Observation{}, fmt.Errorf("spool: %w", err)
	}
	o.ID = id.String()
	text, err := json.Marshal(o)
	if err != nil {
		return Observation{}, fmt.Errorf("spool: %w", err)
	}
	if len(s.sizes) >= s.limits.Files || s.bytes+int64(len(text)) > s.limits.Bytes {
		s.lose(o.Time)
		return Observation{}, ErrFull
	}
	if err := atomicfile.Write(filepath.Join(s.dir, o.ID+".json"), text, 0o600); err != nil {
		s.lose(o.Time)
		return Observation{}, fmt.Errorf("spool: %w", err)
	}
	s.sizes[o.ID] = int64(len(text))
	s.bytes += int64(len(text))
	return o, nil
}

// lose counts an observation that is lost, in memory and, if that can be, on
// the disk.
func (s *Spool) lose(at time.Time) {
	if s.lost.Count++; s.lost.Count == 1 {
		s.lost.First = at
	}
	s.lost.Last = at
	if text, err := json.Marshal(s.lost); err == nil {
		_ = atomicfile.Write(filepath.Join(s.dir, lostFile), text, 0o600)
	}
}

// Next returns the observations that wait after the one with the id after, the
// oldest first, n of them at most. An empty after begins with the oldest. Files
// that cannot be read are passed over and stay.
func (s *Spool) Next(after string, n int) ([]Observation, error) {
	s.mu.Lock()
	ids := make([]string, 0, len(s.sizes))
	for id := range s.sizes {
		if id > after {
			ids = append(ids, id)
		}
	}
	s.mu.Unlock()
	slices.Sort(ids)
	out := []Observation{}
	bad := 0
	for _, id := range ids {
		if len(out) >= n {
			break
		}
		o, err := s.read(id)
		switch {
		case errors.Is(err, fs.ErrNotExist): // acknowledged meanwhile
		case err != nil:
			bad++
		default:
			out = append(out, o)
		}
	}
	s.mu.Lock()
	s.bad = max(bad, s.bad)
	s.mu.Unlock()
	return out, nil
}

func (s *Spool) read(id string) (Observation, error) {
	text, err := os.ReadFile(filepath.Join(s.dir, id+".json"))
	if err != nil {
		return Observation{}, err
	}
	var o Observation
	if err := json.Unmarshal(text, &o); err != nil {
		return Observation{}, err
	}
	if o.ID != id {
		return Observation{}, errors.New("it says another id than its name")
	}
	if o.Source == "" {
		return Observation{}, errors.New("it has no source")
	}
	return o, nil
}

// Ack removes observations that somebody has taken, by their ids. Those that
// are not there are passed over: an acknowledgement may come twice.
func (s *Spool) Ack(ids ...string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all error
	for _, id := range ids {
		size, ok := s.sizes[id]
		if !ok {
			continue
		}
		if err := os.Remove(filepath.Join(s.dir, id+".json")); err != nil && !errors.Is(err, fs.ErrNotExist) {
			all = errors.Join(all, fmt.Errorf("spool: %w", err))
			continue
		}
		delete(s.sizes, id)
		s.bytes -= size
	}
	return all
}

// Status is what waits and what was lost.
func (s *Spool) Status() Status {
	s.mu.Lock()
	defer s.mu.Unlock()
	return Status{len(s.sizes), s.bytes, s.limits, s.lost, s.bad}
}
