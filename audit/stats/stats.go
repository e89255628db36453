// Package stats counts what a log of package audit holds, in one pass.
//
// Promise: the memory grows with the number of different sessions, projects and
// rules and with the calls that have no result yet, not with the number of
// records. Counts of decisions are those of PreToolUse, so that a call that the
// client asks about twice counts once.
//
// Limit: it believes what it reads; whether the log is whole is for
// audit.Verify to say.
package stats

import (
	"bytes"
	"hash/maphash"
	"slices"
	"sort"
	"time"

	"guard/audit"
)

// Stats is what was counted. Lists of counts are in falling order.
type Stats struct {
	Records   int        `json:"records"`
	Decisions int        `json:"decisions"` // of PreToolUse
	From      *time.Time `json:"from,omitempty"`
	To        *time.Time `json:"to,omitempty"`

	Clients  []Count `json:"clients"`
	Verdicts []Count `json:"verdicts"`
	Answers  []Count `json:"answers"`
	Tiers    []Count `json:"tiers"`
	Effects  []Count `json:"effects"`
	Rules    []Count `json:"rules"`
	Tools    []Count `json:"tools"`
	Projects []Count `json:"projects"`
	Sessions []Count `json:"sessions"`
	Days     []Count `json:"days"` // in order of time, UTC

	Observed int `json:"observed"` // decisions that were not enforced

	// Apart are decisions of sessions that are no agents', see Filter.Apart. No
	// other number holds them.
	Apart int `json:"apart"`

	// Saved are answers that spared a person a prompt: every allow, of either
	// event. SavedByGrant are those of them that a grant covered.
	Saved        int `json:"saved"`
	SavedByGrant int `json:"saved_by_grant"`

	Asked   Asked   `json:"asked"`
	Refused Refused `json:"refused"`

	Latency Spread `json:"latency_us"` // guard's own time for a decision
	Slowest []Line `json:"slowest"`

	// Blind are sessions with results of calls that guard never decided on: its
	// hook was off or went around. It is an alarm.
	Blind []Blind `json:"blind"`
}

// Count is how often a name occurred.
type Count struct {
	Name string `json:"name"`
	N    int    `json:"n"`
}

// Asked are the decisions that were given to a person.
type Asked struct {
	N        int     `json:"n"`
	Outcomes []Count `json:"outcomes"` // how they ended, see below
	By       []Count `json:"by"`
	Wait     Spread  `json:"wait_ms"` // from the decision to the ruling, or to the start of the call where its result has a duration
}

// How a question to a person ended. Rulings say it themselves; for a question that
// the client put, the records of its session do.
const (
	Allowed   = "allow"          // a ruling or a grant
	Denied    = "deny"           // a ruling
	Undecided = "nobody decided" // a ruling by nobody: the time was over
	Ran       = "ran"            // the call has a result: the client's person said yes
	DidNotRun = "did not run"    // the session went on to the next prompt, or ended, without one
	NoResult  = "no result"      // nothing is known yet
)

// Refused are the decisions that ended in deny, with the latest of them.
type Refused struct {
	N     int    `json:"n"`
	Lines []Line `json:"lines"`
}

// Line is one decision in short.
type Line struct {
	Seq     uint64 `json:"seq"`
	Time    string `json:"time"`
	Session string `json:"session"`
	Tool    string `json:"tool"`
	Cmd     string `json:"cmd"`
	CmdLen  uint64 `json:"cmd_len,omitempty"` // bytes of the whole command, where Cmd is the beginning of it alone
	CmdCut  bool   `json:"cmd_cut,omitempty"`
	Rule    string `json:"rule"`
	Reason  string `json:"reason"`
	LatUs   uint64 `json:"lat_us"`
}

// Spread is a distribution. Values are exact to about 6 %, Max exactly.
type Spread struct {
	N   int    `json:"n"`
	P50 uint64 `json:"p50"`
	P90 uint64 `json:"p90"`
	P99 uint64 `json:"p99"`
	Max uint64 `json:"max"`
}

// Blind is a session with results that have no decision.
type Blind struct {
	Session string `json:"session"`
	Client  string `json:"client"`
	Results int    `json:"results"` // without a decision
	First   string `json:"first"`   // time of the first one
}

// How many lines are kept.
const (
	keepRefused = 20
	keepSlowest = 10
)

// Of counts the log in dir.
func Of(dir string, f Filter) (Stats, error) {
	a := New(f)
	for line, err := range audit.Lines(dir) {
		if err != nil {
			return a.Stats(), err
		}
		a.Add(line)
	}
	return a.Stats(), nil
}

// Aggregator counts records one after the other, in the order of the log.
type Aggregator struct {
	m       matcher
	s       Stats
	seed    maphash.Seed
	v       view
	first   string
	last    []byte
	refused []Line // a ring
	at      int

	clients, verdicts, answers, tiers, effects counter
	rules, tools, projects, sessions, days     counter
	outcomes, by                               counter

	latency, wait histogram

	open    map[uint64]call      // calls with a decision and without a result
	latest  map[uint64]uint64    // the last of them by what it does
	pending map[uint64]*question // by the seq of the decision, until a ruling or result
	asking  map[uint64][]uint64  // those of pending by session, until that went on
	blind   map[string]*Blind
}

// call is one that was decided on.
type call struct {
	what  uint64    // see Aggregator.what
	asked uint64    // seq of the decision that gave it to a person; 0: none did
	kept  time.Time // when it was denied and kept for a person; zero: it was not
}

// question is one that a person was asked.
type question struct {
	at   time.Time
	turn uint64
	over bool // its session went on without it
}

// New returns an empty Aggregator.
func New(f Filter) *Aggregator {
	return &Aggregator{
		m: f.matcher(), seed: maphash.MakeSeed(),
		clients: counter{}, verdicts: counter{}, answers: counter{}, tiers: counter{}, effects: counter{},
		rules: counter{}, tools: counter{}, projects: counter{}, sessions: counter{}, days: counter{},
		outcomes: counter{}, by: counter{},
		open: map[uint64]call{}, latest: map[uint64]uint64{}, pending: map[uint64]*question{}, asking: map[uint64][]uint64{}, blind: map[string]*Blind{},
	}
}

// Add counts one raw line; the line is not kept. What is no record is passed
// over.
func (a *Aggregator) Add(line []byte) {
	v := &a.v
	if !v.read(line) {
		return
	}
	if a.m.apart(v) {
		if string(v.kind) == "decision" && string(v.event) == "PreToolUse" && a.m.match(v) {
			a.s.Apart++
		}
		return
	}
	a.goesOn(v)
	switch string(v.kind) {
	case "ruling":
		a.ruling(v)
		if a.m.match(v) {
			a.s.Records++
		}
		return
	case "grant":
		a.ruling(v)
	case "result":
		a.result(v)
	}
	if !a.m.match(v) {
		return
	}
	a.s.Records++
	if a.first == "" {
		a.first = string(v.time)
	}
	a.last = append(a.last[:0], v.time...)
	if string(v.kind) == "decision" {
		a.decision(v)
	}
}

// what tells calls apart where the client gives no id: by session, tool and
// command.
func (a *Aggregator) what(v *view) uint64 {
	var h maphash.Hash
	h.SetSeed(a.seed)
	for _, b := range [][]byte{v.session, v.tool, v.cmd} {
		_, _ = h.Write(b)
		_ = h.WriteByte(0)
	}
	return h.Sum64()
}

func (a *Aggregator) decision(v *view) {
	var id uint64
	known := len(v.call) > 0
	if known {
		id = a.hash(v.call)
	} else { // a PermissionRequest: neither client gives it the id of its call
		id, known = a.latest[a.what(v)]
	}
	c := a.open[id]
	switch answer := string(v.answer); {
	case answer == "ask" || answer == "hold":
		at := v.at()
		// The client's own question on a call that guard gave to a person is the
		// same question.
		if q := a.pending[c.asked]; known && q != nil {
			delete(a.pending, c.asked)
			at = q.at
		} else {
			a.s.Asked.N++
		}
		a.ask(v, at)
		c.asked = v.seq
	case answer == "deny" && string(v.verdict) == "approve":
		c.kept = v.at()
	}
	if known {
		if len(v.call) > 0 && string(v.answer) != "deny" {
			c.what = a.what(v)
			a.latest[c.what] = id
		}
		a.open[id] = c
	}
	if string(v.answer) == "allow" {
		a.s.Saved++
		if len(v.grant) > 0 {
			a.s.SavedByGrant++
		}
	}
	if string(v.event) != "PreToolUse" {
		return
	}
	a.s.Decisions++
	a.clients.add(v.client)
	a.verdicts.add(v.verdict)
	a.answers.add(v.answer)
	a.tiers.add(v.tier)
	a.rules.add(v.rule)
	a.tools.add(v.tool)
	if len(v.project) > 0 {
		a.projects.add(v.project)
	} else {
		a.projects.add(v.cwd)
	}
	a.sessions.add(v.session)
	a.days.add(v.time[:10])
	v.eachEffect(a.effects.add)
	if v.off {
		a.s.Observed++
	}
	a.latency.add(v.lat)
	if n := len(a.s.Slowest); v.lat > 0 && (n < keepSlowest || v.lat > a.s.Slowest[n-1].LatUs) {
		a.s.Slowest = append(a.s.Slowest, v.line())
		sort.SliceStable(a.s.Slowest, func(i, j int) bool { return a.s.Slowest[i].LatUs > a.s.Slowest[j].LatUs })
		a.s.Slowest = a.s.Slowest[:min(n+1, keepSlowest)]
	}
	if string(v.answer) == "deny" {
		a.s.Refused.N++
		if len(a.refused) < keepRefused {
			a.refused = append(a.refused, v.line())
		} else {
			a.refused[a.at%keepRefused] = v.line()
		}
		a.at++
	}
}

func (a *Aggregator) hash(b []byte) uint64 { return maphash.Bytes(a.seed, b) }

// turn tells the prompts of a session apart; 0 is not told.
func (a *Aggregator) turn(v *view) uint64 {
	if len(v.turn) == 0 {
		return 0
	}
	return max(a.hash(v.turn), 1)
}

// ask notes a question that waits from now on.
func (a *Aggregator) ask(v *view, at time.Time) {
	a.pending[v.seq] = &question{at: at, turn: a.turn(v)}
	session := a.hash(v.session)
	a.asking[session] = append(a.asking[session], v.seq)
}

// goesOn ends the questions of the record's session that belong to an earlier
// turn: the client takes no new prompt while it asks. A result that comes all
// the same is believed.
func (a *Aggregator) goesOn(v *view) {
	if len(a.asking) == 0 || len(v.session) == 0 {
		return
	}
	session := a.hash(v.session)
	seqs := a.asking[session]
	if len(seqs) == 0 {
		return
	}
	ends, turn := string(v.event) == "SessionEnd", a.turn(v)
	seqs = slices.DeleteFunc(seqs, func(seq uint64) bool {
		q := a.pending[seq]
		if q == nil {
			return true
		}
		q.over = ends || q.turn != turn && q.turn != 0 && turn != 0
		return q.over
	})
	if a.asking[session] = seqs; len(seqs) == 0 {
		delete(a.asking, session)
	}
}

// ruling ends a decision that waited, whatever the filter says of the ruling
// itself: it belongs to its decision. So does a grant for one call.
func (a *Aggregator) ruling(v *view) {
	since, asked := a.endsOf(v)
	if !asked {
		return
	}
	outcome := Allowed
	switch answer := string(v.answer); {
	case answer == "deny" && ourselves(v.by):
		outcome = Undecided
	case answer == "deny":
		outcome = Denied
	}
	a.outcomes.add([]byte(outcome))
	a.by.add(v.by)
	a.wait.add(uint64(max(v.at().Sub(since).Milliseconds(), 0)))
}

// ourselves reports whether guard or butler wrote a ruling for itself: time was
// over, a session ended. What a person says over butler begins with "owner".
func ourselves(by []byte) bool {
	name, _, _ := bytes.Cut(by, []byte(","))
	return string(name) == "guard" || string(name) == "butler"
}

// endsOf is since when the question waited that a record ends, and whether it
// ends one.
func (a *Aggregator) endsOf(v *view) (since time.Time, asked bool) {
	if ourselves(v.by) && (string(v.answer) == "none" || string(v.answer) == "ask") {
		return since, false // it waits no longer, and nobody has said anything
	}
	var id uint64
	var c call
	if len(v.call) > 0 {
		id = a.hash(v.call)
		c = a.open[id]
	}
	for _, seq := range []uint64{v.ref, c.asked} {
		if q := a.pending[seq]; q != nil {
			delete(a.pending, seq)
			return q.at, true
		}
	}
	if c.kept.IsZero() {
		return since, false
	}
	since, c.kept = c.kept, time.Time{}
	a.open[id] = c
	a.s.Asked.N++ // a call that was kept for a person counts when one has decided
	return since, true
}

func (a *Aggregator) result(v *view) {
	if len(v.call) == 0 {
		return
	}
	id := a.hash(v.call)
	if c, ok := a.open[id]; ok {
		if q := a.pending[c.asked]; q != nil {
			delete(a.pending, c.asked)
			a.outcomes.add([]byte(Ran))
			if v.dur > 0 {
				a.wait.add(uint64(max(v.at().Sub(q.at).Milliseconds()-int64(v.dur), 0)))
			}
		}
		if a.latest[c.what] == id {
			delete(a.latest, c.what)
		}
		delete(a.open, id)
		return
	}
	if !a.m.who(v) || a.m.since != nil && string(v.time) < string(a.m.since) || a.m.until != nil && string(v.time) >= string(a.m.until) {
		return
	}
	if a.narrow() {
		return
	}
	b := a.blind[string(v.session)]
	if b == nil {
		b = &Blind{Session: string(v.session), Client: string(v.client), First: string(v.time)}
		a.blind[b.Session] = b
	}
	b.Results++
}

// narrow reports whether the filter leaves out decisions of a session, so that
// a result without one says nothing; the same holds for the time before Since.
func (a *Aggregator) narrow() bool {
	m := &a.m
	return m.since != nil || m.Tool != "" || m.Verdict != "" || m.Tier != "" || m.Answer != "" || m.Rule != "" || m.Effect != "" || m.Type != ""
}

func (v *view) line() Line {
	cmd, _ := audit.Unquote(v.cmd)
	reason, _ := audit.Unquote(v.reason)
	l := Line{Seq: v.seq, Time: string(v.time), Session: string(v.session), Tool: string(v.tool), Cmd: cmd, CmdCut: v.cut, Rule: string(v.rule), Reason: reason, LatUs: v.lat}
	if v.cut {
		l.CmdLen = v.long
	}
	return l
}

// Stats is what was counted so far.
func (a *Aggregator) Stats() Stats {
	s := a.s
	if a.first != "" {
		from, _ := time.Parse(timeFormat, a.first)
		to, _ := time.Parse(timeFormat, string(a.last))
		s.From, s.To = &from, &to
	}
	s.Clients, s.Verdicts, s.Answers, s.Tiers = a.clients.list(), a.verdicts.list(), a.answers.list(), a.tiers.list()
	s.Effects, s.Rules, s.Tools = a.effects.list(), a.rules.list(), a.tools.list()
	s.Projects, s.Sessions, s.Days = a.projects.list(), a.sessions.list(), a.days.list()
	sort.Slice(s.Days, func(i, j int) bool { return s.Days[i].Name < s.Days[j].Name })
	s.Asked.Outcomes, s.Asked.By, s.Asked.Wait = a.outcomes.list(), a.by.list(), a.wait.spread()
	over := 0
	for _, q := range a.pending {
		if q.over {
			over++
		}
	}
	for _, c := range []Count{{DidNotRun, over}, {NoResult, len(a.pending) - over}} {
		if c.N > 0 {
			s.Asked.Outcomes = append(s.Asked.Outcomes, c)
		}
	}
	byNumber(s.Asked.Outcomes)
	s.Latency = a.latency.spread()
	s.Slowest = slices.Clone(s.Slowest)
	if s.Slowest == nil {
		s.Slowest = []Line{}
	}
	s.Refused.Lines = []Line{}
	for i := range a.refused { // oldest first
		s.Refused.Lines = append(s.Refused.Lines, a.refused[(a.at+i)%len(a.refused)])
	}
	s.Blind = []Blind{}
	for _, b := range a.blind {
		s.Blind = append(s.Blind, *b)
	}
	sort.Slice(s.Blind, func(i, j int) bool { return s.Blind[i].First < s.Blind[j].First })
	return s
}

// counter counts names without a copy for each that it knows already.
type counter map[string]*int

func (c counter) add(name []byte) {
	if len(name) == 0 {
		return
	}
	n := c[string(name)]
	if n == nil {
		n = new(int)
		c[string(name)] = n
	}
	*n++
}

func (c counter) list() []Count {
	out := make([]Count, 0, len(c))
	for name, n := range c {
		out = append(out, Count{name, *n})
	}
	byNumber(out)
	return out
}

func byNumber(list []Count) {
	sort.Slice(list, func(i, j int) bool {
		if list[i].N != list[j].N {
			return list[i].N > list[j].N
		}
		return list[i].Name < list[j].Name
	})
}
