package main

import (
	"cmp"
	"sort"
	"time"

	"guard/classify"
	"guard/hookio/transcript"
)

// maxFaults is how many broken lines are named; all are counted.
const maxFaults = 20

// replayed is what many files come to.
type replayed struct {
	Files, Calls, Copies, Unreached, Unseen, Broken, Other, Unjudged int
	Clients                                                          map[string]int
	From, To                                                         time.Time
	Faults                                                           []replayFault

	verdicts  map[classify.Verdict]int
	questions map[question]int
	said      map[classify.Verdict]int // calls to which the person said no
	groups    map[groupKey]*replayGroup
	seen      map[uint64]bool
}

type groupKey struct {
	verdict classify.Verdict
	what    string
}

// replayFault is something that could not be read.
type replayFault struct {
	File string `json:"file"`
	Line int    `json:"line,omitempty"`
	Why  string `json:"why"`
}

// replayGroup are the calls of one verdict for one reason.
type replayGroup struct {
	Verdict string       `json:"verdict"`
	What    string       `json:"what"` // an effect, or an access to a zone
	Does    string       `json:"does"`
	Count   int          `json:"count"`
	Lines   []replayLine `json:"lines"`
	More    int          `json:"more,omitempty"` // different lines that are not shown

	by map[string]*replayLine
}

// replayLine is one line of an agent, and where it first stands.
type replayLine struct {
	Count   int       `json:"count"`
	File    string    `json:"file"`
	Line    int       `json:"line"`
	Time    time.Time `json:"time,omitzero"`
	Client  string    `json:"client"`
	Tool    string    `json:"tool"`
	Cmd     string    `json:"cmd"`
	Cwd     string    `json:"cwd,omitempty"`
	Reason  string    `json:"reason"`
	Rule    string    `json:"rule,omitempty"`
	Outcome string    `json:"outcome"` // ran, rejected, denied, untold
}

func newReplayed() *replayed {
	return &replayed{
		Clients: map[string]int{}, verdicts: map[classify.Verdict]int{}, questions: map[question]int{}, said: map[classify.Verdict]int{},
		groups: map[groupKey]*replayGroup{}, seen: map[uint64]bool{},
	}
}

func (s *replayed) fault(f replayFault) {
	if len(s.Faults) < maxFaults {
		s.Faults = append(s.Faults, f)
	}
}

// add counts one file.
func (s *replayed) add(f ofFile) {
	if f.err != nil { // what was read before the fault counts
		s.Broken++
		s.fault(replayFault{File: f.name, Line: f.report.Lines, Why: f.err.Error()})
	}
	if f.report.Client == "" {
		if f.err == nil && f.report.Lines > 0 {
			s.Other++
			s.fault(replayFault{File: f.name, Why: errNoTranscript.Error()})
		}
		return
	}
	s.Files++
	s.Unreached += f.report.Unreached
	s.Unseen += f.report.Unseen
	s.Broken += f.report.Broken
	for _, x := range f.report.Faults {
		s.fault(replayFault{f.name, x.Line, x.Why})
	}
	for _, j := range f.calls {
		if j.key != 0 && s.seen[j.key] {
			s.Copies++
			continue
		}
		s.seen[j.key] = true
		s.call(f.name, j)
	}
}

func (s *replayed) call(file string, j judged) {
	s.Calls++
	s.Clients[string(j.client)]++
	if !j.time.IsZero() {
		if s.From.IsZero() || j.time.Before(s.From) {
			s.From = j.time
		}
		if j.time.After(s.To) {
			s.To = j.time
		}
	}
	if j.err != "" {
		s.Unjudged++
		s.fault(replayFault{file, j.line, j.err})
		return
	}
	s.verdicts[j.verdict]++
	s.questions[j.question]++
	if j.outcome == transcript.Rejected {
		s.said[j.verdict]++
	}
	if j.verdict == classify.Allow {
		return
	}
	key := groupKey{j.verdict, j.what}
	g := s.groups[key]
	if g == nil {
		g = &replayGroup{Verdict: j.verdict.String(), What: j.what, Does: doesOf(j.what), by: map[string]*replayLine{}}
		s.groups[key] = g
	}
	g.Count++
	same := j.tool + "\x00" + j.cmd
	if l := g.by[same]; l != nil {
		l.Count++
		return
	}
	g.by[same] = &replayLine{1, file, j.line, j.time, string(j.client), j.tool, j.cmd, j.cwd, j.reason, j.rule, j.outcome.String()}
}

// doesOf is a kind in words.
func doesOf(what string) string {
	if e, ok := classify.ParseEffect(what); ok {
		for _, row := range classify.DefaultPolicy().EffectRows() {
			if row.Name == e.String() {
				return row.Does
			}
		}
	}
	switch what {
	case "rule":
		return "a rule of your policy says so"
	case "unread":
		return "a call that guard cannot read"
	case "fault":
		return "guard itself failed, and denies then"
	}
	return ""
}

// replayReport is the report as --json prints it.
type replayReport struct {
	Files     int             `json:"files"`
	Calls     int             `json:"calls"`
	Clients   map[string]int  `json:"clients"`
	From      time.Time       `json:"from,omitzero"`
	To        time.Time       `json:"to,omitzero"`
	Verdicts  map[string]int  `json:"verdicts"`
	Questions replayQuestions `json:"questions"`
	SaidNo    map[string]int  `json:"said_no"` // verdicts on calls to which the person said no
	Copies    int             `json:"copies"`
	Unreached int             `json:"unreached"`
	Unseen    int             `json:"unseen"`
	Other     int             `json:"other_files"`
	Broken    int             `json:"broken"`
	Unjudged  int             `json:"unjudged"`
	Faults    []replayFault   `json:"faults"`
	Groups    []*replayGroup  `json:"groups"`
}

// replayQuestions counts questions to the person, by who asks them.
type replayQuestions struct {
	Saved int `json:"saved"` // the client's, which guard answers
	Same  int `json:"same"`  // the client's, about which guard has no opinion
	Both  int `json:"both"`  // the client's, with guard's reason
	New   int `json:"new"`   // guard's alone
	Held  int `json:"held"`  // guard's, where nobody can be asked at once: denied until approved
}

// report is s with at most limit lines of each group. Groups of defer are
// there only if all.
func (s *replayed) report(limit int, all bool) replayReport {
	r := replayReport{
		Files: s.Files, Calls: s.Calls, Clients: s.Clients, From: s.From, To: s.To, Copies: s.Copies,
		Unreached: s.Unreached, Unseen: s.Unseen, Other: s.Other, Broken: s.Broken, Unjudged: s.Unjudged,
		Verdicts: map[string]int{}, SaidNo: map[string]int{}, Faults: append([]replayFault{}, s.Faults...), Groups: []*replayGroup{},
		Questions: replayQuestions{s.questions[saved], s.questions[left], s.questions[shared], s.questions[added], s.questions[held]},
	}
	for v := classify.Allow; v <= classify.Refuse; v++ {
		r.Verdicts[v.String()] = s.verdicts[v]
	}
	for v, n := range s.said {
		r.SaidNo[v.String()] = n
	}
	for key, g := range s.groups {
		if key.verdict == classify.Defer && !all {
			continue
		}
		g.Lines = []replayLine{}
		for _, l := range g.by {
			g.Lines = append(g.Lines, *l)
		}
		sort.Slice(g.Lines, func(i, j int) bool {
			a, b := &g.Lines[i], &g.Lines[j]
			return cmp.Or(b.Count-a.Count, cmp.Compare(a.File, b.File), a.Line-b.Line, cmp.Compare(a.Cmd, b.Cmd)) < 0
		})
		if len(g.Lines) > limit {
			g.More = len(g.Lines) - limit
			g.Lines = g.Lines[:limit]
		}
		r.Groups = append(r.Groups, g)
	}
	rank := map[string]int{"refuse": 0, "approve": 1, "defer": 2}
	sort.Slice(r.Groups, func(i, j int) bool {
		a, b := r.Groups[i], r.Groups[j]
		return cmp.Or(rank[a.Verdict]-rank[b.Verdict], b.Count-a.Count, cmp.Compare(a.What, b.What)) < 0
	})
	return r
}
