// Package classify says what a tool call would do, and what we think of it.
//
// It reads a shell line (or the input of another tool), works out which
// programs it would start with which words, looks each program up in a table
// that reads like its man page, and adds up what the rows say. One file,
// policy.go, turns the sum into a verdict.
//
// Promise: the same line in the same [Scene] under the same [Policy] always
// gets the same [Result]. Nothing is run, no clock is read, and what may be
// known of the machine comes through the read functions of the Scene alone.
// Every doubt makes the verdict stricter, and work is bounded before it begins.
//
// Limit: it judges text. What a program does that no row describes, what a file
// holds that the Scene cannot read, and what happens after the line ends are
// not seen; keep the client's sandbox on.
//
// The way through the package: [Line] parses; shell.go walks the syntax tree
// as a shell would, with variables and folders; expand.go makes words of it;
// call.go looks up the command and reads its arguments (args.go) by its table
// (cmd_*.go); kinds.go says what becomes of each operand; zone.go says where a
// path lies; flow.go follows text from reader to receiver.
package classify

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Bounds. Past one of them guard stops reading and the line is Unreadable.
// They keep a hook far below its client's time limit, after which the client
// would let the call through.
const (
	maxLine    = 64 << 10 // bytes in a line
	maxNesting = 200      // brackets and compound commands open at once
	maxVia     = 8        // wrappers around one call: sudo env bash -c "…"
	maxDepth   = 100      // functions and scripts that run within each other
	maxCalls   = 2000     // simple commands in a line, nested ones included
	maxWork    = 40000    // steps of the walk; about 10 ms of work on a slow core
	maxFields  = 4096     // words that one expansion may make
	maxScripts = 32       // script files read for one line
)

// Tier says how bad a finding is. The zero Tier counts as forbidden, so that a
// hole in a table never lets a line through.
type Tier uint8

// The tiers, mildest first. Dangerous and Outward are equally strict.
const (
	_             Tier = iota
	TierSafe           // reads, and writes where the agent works
	TierUnknown        // read, but no row knows it
	TierDangerous      // destroys, escalates or discloses on this machine
	TierOutward        // crosses the machine's boundary
	TierForbidden      // never right for an agent
)

var tierNames = [...]string{"unset", "safe", "unknown", "dangerous", "outward", "forbidden"}

func (t Tier) String() string { return tierNames[min(t, TierForbidden)] }

// ParseTier returns the tier called name.
func ParseTier(name string) (Tier, bool) {
	i := slices.Index(tierNames[1:], name)
	return Tier(i + 1), i >= 0
}

// Verdict is what we think of a whole line: the strictest of its findings. The
// zero Verdict is none, and [Result] never holds it.
type Verdict uint8

// The verdicts, mildest first.
const (
	_       Verdict = iota
	Allow           // may run without asking
	Defer           // guard has no opinion: the client's own rules decide
	Approve         // a person must approve it first
	Refuse          // may not run, whoever approves
)

var verdictNames = [...]string{"unset", "allow", "defer", "approve", "refuse"}

func (v Verdict) String() string { return verdictNames[min(v, Refuse)] }

// ParseVerdict returns the verdict called name.
func ParseVerdict(name string) (Verdict, bool) {
	i := slices.Index(verdictNames[1:], name)
	return Verdict(i + 1), i >= 0
}

// Finding is one thing that a line would do.
type Finding struct {
	Tier   Tier
	Effect Effect   // the one effect, or 0 for a touch of a path
	Zone   string   // for a touch: where the path lies
	Access string   // for a touch: reads, writes, deletes
	Path   string   // for a touch: the path, as far as it is known
	Does   string   // for a person: "deletes /etc (system)"
	Row    string   // the row that says so: "git push: -f --force"
	Rule   string   // for a rule of the policy: its form, as the policy spells it
	Call   string   // the source of the call, cut to a readable length
	Via    []string // the wrappers it is reached through, outermost first
	Safer  string   // a safer way, where one is known

	// Where it stands in a script: the file, and the line from 1, or 0 where that
	// cannot be told.
	File string
	Line int

	who int // the call that it belongs to, as calls counts from 1; 0: none
}

// Result is the verdict on a line and every reason for it.
type Result struct {
	Verdict  Verdict
	Tier     Tier
	Findings []Finding // in the order of the line

	policy *Policy   // what it was judged by
	calls  []reading // see Calls
	tool   *CallRule // the rule for the tool, where it is no shell
	loose  needs     // see Loose
}

// Strictest returns the finding that decides the verdict: the first of the
// strictest tier. It is the zero Finding where there are none.
func (r Result) Strictest() Finding {
	var worst Finding
	for _, f := range r.Findings {
		if worst.Tier == 0 || level(f.Tier) > level(worst.Tier) {
			worst = f
		}
	}
	return worst
}

// Effects returns the names of all effects and touches above safe, sorted and
// each once: what the log keeps of a call.
func (r Result) Effects() []string {
	var out []string
	for _, f := range r.Findings {
		if level(f.Tier) <= level(TierSafe) {
			continue
		}
		if f.Rule != "" {
			out = append(out, ruleName)
		} else if f.Effect != 0 {
			out = append(out, f.Effect.String())
		} else {
			out = append(out, f.Access+" "+f.Zone)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// level makes dangerous and outward equal in strictness.
func level(t Tier) int {
	switch t {
	case TierSafe:
		return 1
	case TierUnknown:
		return 2
	case TierDangerous, TierOutward:
		return 3
	}
	return 4
}

// add joins f to the result.
func (r *Result) add(f Finding) {
	if f.Tier == 0 {
		f.Tier = TierForbidden
	}
	if cmp.Compare(level(f.Tier), level(r.Tier)) > 0 || r.Tier == 0 {
		r.Tier = f.Tier
	}
	r.Findings = append(r.Findings, f)
}

// finish sets the verdict by the policy's posture.
func (r *Result) finish(p *Policy) {
	if r.Tier == 0 {
		r.Tier = TierSafe // an empty line, a comment, a bare assignment
	}
	r.Verdict = p.verdict(r.Tier)
}

// Line classifies one line of shell: all the text of one call of a shell tool.
func Line(line string, sc *Scene, p *Policy) Result {
	s := newScan(sc, p)
	s.top(line)
	s.res.finish(s.policy)
	return *s.res
}

func newScan(sc *Scene, p *Policy) *scan {
	if p == nil {
		p = DefaultPolicy()
	}
	return &scan{scene: sc, policy: p, res: &Result{policy: p}, files: map[string]flow{}, seen: map[string]bool{}}
}

// top reads the whole line in a fresh shell.
func (s *scan) top(line string) {
	defer s.recovered()
	c := ctx{scan: s, sh: newShell(s.scene)}
	c.toplevel(line)
}

// toplevel reads all the text of a shell tool's call: what it prints is seen by
// whoever asked.
func (c *ctx) toplevel(line string) {
	if out := c.script(line); out.secret() && (c.res.Tier == 0 || level(c.res.Tier) < level(TierDangerous)) {
		c.foundWhy(Secret, "shell: what the line prints", out.from(), line)
	}
}

// recovered turns a fault of this package into a finding: what was found before
// stands, and a person is asked.
func (s *scan) recovered() {
	if p := recover(); p != nil {
		s.res.add(Finding{Tier: s.policy.tier(Unreadable), Effect: Unreadable, Does: fmt.Sprintf("%s: %s: %v", Unreadable.does(), faultOfGuard, p), Row: faultOfGuard})
	}
}

// faultOfGuard is the row of a finding that only a fault of guard makes.
const faultOfGuard = "a fault inside guard"

// cut shortens text for a person, at a rune's boundary.
func cut(text string, most int) string {
	text = strings.TrimSpace(text)
	if len(text) <= most {
		return text
	}
	for most > 0 && text[most]&0xC0 == 0x80 {
		most--
	}
	return text[:most] + "…"
}

// OnlyTouches reports whether nothing was found but safe touches of paths: no
// program of the project, no network, nothing that guard does not know.
func (r Result) OnlyTouches() bool {
	if r.Tier != TierSafe {
		return false
	}
	for _, f := range r.Findings {
		if f.Effect != 0 {
			return false
		}
	}
	return true
}
