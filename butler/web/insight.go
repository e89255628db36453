package web

import (
	"cmp"
	"errors"
	"os"
	"slices"
	"sync"
	"time"

	"guard/audit"
	"guard/audit/stats"
	"guard/internal/place"
)

// Counts of the log are kept for a moment, since a page asks for them anew with
// every event.
const (
	countsKeep  = 10 * time.Second
	countsKinds = 32 // how many different questions are kept
)

// day is the decisions of one day, by how they were answered. A call that a
// client asks about twice counts once.
type day struct {
	Day     string `json:"day"` // in UTC
	Saved   int    `json:"saved"`
	Asked   int    `json:"asked"`
	Refused int    `json:"refused"`
	Other   int    `json:"other"` // left to the client
}

type counts struct {
	dir  string
	mu   sync.Mutex
	kept map[stats.Filter]counted
}

type counted struct {
	at    time.Time
	seq   uint64
	Stats stats.Stats `json:"stats"`
	Days  []day       `json:"days"`
}

// stats counts what the log holds.
func (s *Server) stats(c *call) (any, error) {
	f, err := s.filterOf(c)
	if err != nil {
		return nil, err
	}
	f.Apart = place.OwnSession
	return s.counts.of(f, s.now())
}

func (c *counts) of(f stats.Filter, now time.Time) (counted, error) {
	c.mu.Lock() // one count at a time: a second page gets what the first had counted
	defer c.mu.Unlock()
	key := f
	key.Since, key.Until = f.Since.Truncate(time.Hour), f.Until.Truncate(time.Hour)
	h, err := audit.ReadHead(c.dir)
	if errors.Is(err, os.ErrNotExist) {
		return counted{Days: []day{}}, nil
	}
	if k, ok := c.kept[key]; ok && (err == nil && k.seq == h.Seq || now.Sub(k.at) < countsKeep) {
		return k, nil
	}
	out, err := count(c.dir, f)
	if err != nil {
		return out, err
	}
	out.at, out.seq = now, h.Seq
	if c.kept == nil || len(c.kept) >= countsKinds {
		c.kept = map[stats.Filter]counted{}
	}
	c.kept[key] = out
	return out, nil
}

func count(dir string, f stats.Filter) (counted, error) {
	a := stats.New(f)
	days := map[string]*day{}
	for line, err := range audit.Lines(dir) {
		if errors.Is(err, os.ErrNotExist) {
			break
		}
		if err != nil {
			return counted{}, err
		}
		a.Add(line)
		if !f.Match(line) {
			continue
		}
		r, err := audit.ParseRecord(line)
		if err != nil || r.Type != audit.TypeDecision || r.Event != "PreToolUse" {
			continue
		}
		name := r.Time.UTC().Format(time.DateOnly)
		d := days[name]
		if d == nil {
			d = &day{Day: name}
			days[name] = d
		}
		switch r.Answer {
		case "allow":
			d.Saved++
		case "ask", "hold":
			d.Asked++
		case "deny":
			d.Refused++
		default:
			d.Other++
		}
	}
	out := counted{Stats: a.Stats(), Days: []day{}}
	for _, d := range days {
		out.Days = append(out.Days, *d)
	}
	slices.SortFunc(out.Days, func(a, b day) int { return cmp.Compare(a.Day, b.Day) })
	spell(&out.Stats)
	return out, nil
}

// spell spells out what is hidden in the texts of s.
func spell(s *stats.Stats) {
	for _, list := range [][]stats.Count{s.Clients, s.Effects, s.Rules, s.Tools, s.Projects, s.Sessions, s.Asked.Outcomes, s.Asked.By} {
		for i := range list {
			list[i].Name = see(list[i].Name)
		}
	}
	for _, list := range [][]stats.Line{s.Refused.Lines, s.Slowest} {
		for i := range list {
			l := &list[i]
			l.Tool, l.Cmd, l.Rule, l.Reason, l.Session = see(l.Tool), see(l.Cmd), see(l.Rule), see(l.Reason), see(l.Session)
		}
	}
	for i := range s.Blind {
		s.Blind[i].Session = see(s.Blind[i].Session)
	}
}
