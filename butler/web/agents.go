package web

import (
	"errors"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"guard/audit"
)

// Bounds of the list of agents.
const (
	agentsKeep  = 7 * 24 * time.Hour
	agentsMost  = 200
	agentsFirst = 100_000 // records that the first look reads, from the end
	agentsOld   = 1000    // old records in a row that end it: a clock may have been set
)

// agent is one session of a client, as the log tells of it.
type agent struct {
	Session string         `json:"session"`
	Client  string         `json:"client"`
	Version string         `json:"version,omitempty"`
	Project string         `json:"project"`
	First   time.Time      `json:"first"`
	Last    time.Time      `json:"last"`
	Ended   bool           `json:"ended"`
	Calls   int            `json:"calls"`
	Answers map[string]int `json:"answers"`
	Tools   map[string]int `json:"tools"`
	Tool    string         `json:"tool"` // the latest call
	Cmd     string         `json:"cmd"`
	Seq     uint64         `json:"seq"`
	Waiting int            `json:"waiting"` // calls of it that wait for a person
}

// agents are the sessions of the last days. The log is read once; after that
// only what is new in it.
type agents struct {
	dir   string
	mu    sync.Mutex
	begun bool
	at    audit.Position
	list  map[string]*agent
}

func (s *Server) agentList(c *call) (any, error) {
	list, err := s.agents.read(s.now())
	if err != nil {
		return nil, err
	}
	waiting := s.waitingBySession(c.Context())
	for i := range list {
		list[i].Waiting = waiting[list[i].Session]
	}
	return list, nil
}

func (a *agents) read(now time.Time) ([]agent, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.begun {
		if err := a.first(now.Add(-agentsKeep)); err != nil {
			return nil, err
		}
	}
	at, err := audit.Since(a.dir, a.at, func(line []byte) error {
		a.add(line)
		return nil
	})
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	a.at = at
	out := []agent{}
	for id, x := range a.list {
		if now.Sub(x.Last) > agentsKeep {
			delete(a.list, id)
			continue
		}
		c := *x
		c.Answers, c.Tools = copied(x.Answers), copied(x.Tools)
		out = append(out, c)
	}
	slices.SortFunc(out, func(a, b agent) int { return b.Last.Compare(a.Last) })
	return out[:min(len(out), agentsMost)], nil
}

// first looks at the end of the log.
func (a *agents) first(since time.Time) error {
	a.list = map[string]*agent{}
	var lines [][]byte
	old := 0
	for line, err := range audit.Backward(a.dir) {
		if errors.Is(err, os.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		r, err := audit.ParseRecord(line)
		if err != nil {
			continue
		}
		if a.at.Seq == 0 {
			a.at.Seq = r.Seq
		}
		if r.Time.Before(since) {
			if old++; old == agentsOld {
				break
			}
			continue
		}
		if old = 0; len(lines) == agentsFirst {
			break
		}
		lines = append(lines, slices.Clone(line))
	}
	for _, line := range slices.Backward(lines) {
		a.add(line)
	}
	a.begun = true
	return nil
}

func (a *agents) add(line []byte) {
	r, err := audit.ParseRecord(line)
	if err != nil || r.Session == "" {
		return
	}
	x := a.list[r.Session]
	if x == nil {
		x = &agent{Session: see(r.Session), Client: see(r.Client), First: r.Time, Answers: map[string]int{}, Tools: map[string]int{}}
		a.list[r.Session] = x
	}
	x.Last = r.Time
	if r.ClientVer != "" {
		x.Version = see(r.ClientVer)
	}
	if r.Project != "" {
		x.Project = see(r.Project)
	} else if x.Project == "" && r.Cwd != "" {
		x.Project = see(r.Cwd)
	}
	switch r.Type {
	case audit.TypeSession:
		x.Ended = r.Event == "SessionEnd"
	case audit.TypeDecision:
		x.Ended = false
		x.Tool, x.Cmd, x.Seq = see(r.Tool), see(beginning(r.Cmd, 400)), r.Seq
		if r.CmdCut && !strings.HasSuffix(x.Cmd, more) {
			x.Cmd += more
		}
		if r.Event == "PreToolUse" {
			x.Calls++
			x.Answers[r.Answer]++
			if tool := see(r.Tool); x.Tools[tool] > 0 || len(x.Tools) < 50 {
				x.Tools[tool]++
			}
		}
	}
}

func copied(m map[string]int) map[string]int {
	out := make(map[string]int, len(m))
	for k, v := range m {
		out[k] = v
	}
	return out
}
