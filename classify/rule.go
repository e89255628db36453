package classify

import (
	"fmt"
	"maps"
	"path"
	"strings"
)

// CallRule is what a policy says of the calls of one form. It is made by
// [NewCallRule] or [NewToolRule].
//
// A rule for approve or refuse makes a verdict stricter. A rule for allow lifts
// what the words of the rule need by themselves, and what Also names besides:
// "git push origin" lifts publish, so that git push origin --force, which is a
// rewrite as well, still needs a person. No rule lifts what is forbidden.
type CallRule struct {
	Text    string  // the form, as the policy spells it
	Verdict Verdict // Allow, Approve or Refuse
	Also    Lift    // effects and touches that an allow lifts besides
	Why     string  // what the person reads, or ""
	Where   string  // FILE:LINE
	Layer   int     // of several rules, those of the highest layer stand over the others

	tool string
	prog string
	args []Word
	more bool // "...": any words may follow
}

// Lift is a set of effects and touches.
type Lift struct{ set needs }

// neverLifted are the effects that no rule lifts, whatever their tier.
const neverLifted = Leak | RunDownload | ReverseShell | ForkBomb | Wipe | Tamper | Unreadable

// ParseLift returns the effects and touches that words name, each as
// "publish" or "deletes project".
func ParseLift(words []string) (Lift, error) {
	var l Lift
	for _, w := range words {
		if e, ok := ParseEffect(w); ok {
			if e&neverLifted != 0 {
				return l, fmt.Errorf("%q cannot be lifted by a rule", w)
			}
			l.set.effects |= e
			continue
		}
		how, where, _ := strings.Cut(w, " ")
		z, ok := ParseZone(where)
		at := strings.Index(" reads writes deletes ", " "+how+" ")
		if !ok || at < 0 || how == "" {
			return l, fmt.Errorf("%q is neither an effect nor an access to a zone such as \"deletes project\"", w)
		}
		if zone(z) == zoneGuard {
			return l, fmt.Errorf("%q cannot be lifted by a rule", w)
		}
		l.set.touches |= touchBit(zone(z), map[string]access{"reads": reads, "writes": writes, "deletes": deletes}[how])
	}
	return l, nil
}

// NewCallRule makes a rule of the form in r.Text: the words of one command as a
// person would type it, without wrappers; a program with a slash is that file,
// below the project if it is not absolute. A word may hold * and ?, which stand
// for any characters; "..." at the end stands for any words.
func NewCallRule(r CallRule) (*CallRule, error) {
	if r.Verdict != Allow && r.Verdict != Approve && r.Verdict != Refuse {
		return nil, fmt.Errorf("%q is no verdict of a rule", r.Verdict)
	}
	if i := strings.IndexAny(r.Text, "\"'`$;|&<>\\\n\t"); i >= 0 {
		return nil, fmt.Errorf("%q holds %q; want the words of one command, without quotes and signs of the shell (* stands for any characters)", r.Text, r.Text[i:i+1])
	}
	fs := strings.Fields(r.Text)
	if len(fs) > 0 && fs[len(fs)-1] == "..." {
		r.more = true
		fs = fs[:len(fs)-1]
	}
	if len(fs) == 0 || strings.ContainsAny(fs[0], "*?[") || fs[0][0] == '-' {
		return nil, fmt.Errorf("%q must begin with the name of a program", r.Text)
	}
	r.prog = fs[0]
	for _, f := range fs[1:] {
		if f == "..." {
			return nil, fmt.Errorf("%q: ... stands at the end alone", r.Text)
		}
		r.args = append(r.args, lit(f))
	}
	return &r, nil
}

// NewToolRule makes a rule for a tool that is no shell. r.Text is its name as
// the client gives it; it may hold * for any characters.
func NewToolRule(r CallRule) (*CallRule, error) {
	if r.Verdict != Allow && r.Verdict != Approve && r.Verdict != Refuse {
		return nil, fmt.Errorf("%q is no verdict of a rule", r.Verdict)
	}
	if r.Text == "" || strings.ContainsAny(r.Text, " \t\n") {
		return nil, fmt.Errorf("%q is no name of a tool", r.Text)
	}
	if r.Verdict == Allow && strings.Trim(r.Text, "*?") == "" {
		return nil, fmt.Errorf("%q would allow every tool", r.Text)
	}
	if hasName(toolRows[0].Name, r.Text) || hasName(toolRows[1].Name, r.Text) {
		return nil, fmt.Errorf("%q is a shell; want command = in place of tool =", r.Text)
	}
	r.tool = r.Text
	return &r, nil
}

// fit says how a call meets a rule.
type fit uint8

const (
	fitsNot fit = iota
	fitsPerhaps
	fitsSurely
)

// rank counts what a rule spells out: the more, the more specific it is.
func (r *CallRule) rank() int {
	if r.tool != "" {
		return len(strings.ReplaceAll(r.tool, "*", ""))
	}
	n := 2
	for _, w := range r.args {
		if strings.ContainsAny(w.Text(), "*?") {
			n++
		} else {
			n += 2
		}
	}
	return n
}

// over reports whether r stands over q among rules of one layer.
func (r *CallRule) over(q *CallRule) bool {
	if a, b := r.rank(), q.rank(); a != b {
		return a > b
	}
	return r.Verdict > q.Verdict
}

// ruleFor returns the rule that decides: in each layer the most specific, the
// stricter of equals; a lower layer only makes it stricter. Where a word that
// cannot be told could make another rule meet the call, perhaps holds it.
func (p *Policy) ruleFor(meets func(*CallRule) fit) (rule, perhaps *CallRule) {
	for i := 0; i < len(p.Rules); {
		layer := p.Rules[i].Layer
		var best *CallRule
		for ; i < len(p.Rules) && p.Rules[i].Layer == layer; i++ {
			r := p.Rules[i]
			switch meets(r) {
			case fitsSurely:
				if best == nil || r.over(best) {
					best = r
				}
			case fitsPerhaps:
				if r.Verdict > Allow && (perhaps == nil || r.Verdict > perhaps.Verdict) {
					perhaps = r
				}
			}
		}
		if best != nil && (rule == nil || best.Verdict > rule.Verdict) {
			rule = best
		}
	}
	return rule, perhaps
}

// shape is a call as rules see it: its flags, wherever they stand, and its
// other words in order, the subcommands first.
type shape struct {
	table  bool
	flags  []flagAt
	words  []Word
	subs   int  // how many of words are subcommands
	loose  bool // a word that cannot be told could be a flag
	splits bool // a word that cannot be told may be several, or none
}

type flagAt struct {
	name   string
	values []Word
	level  int  // how many subcommands stand before it
	inline bool // its value is attached (--color=always)
}

// shapeOf sorts the words after a program's name by its table.
func (p *Policy) shapeOf(prog string, rest []Word) shape {
	var s shape
	cmd := p.lookup(prog)
	s.table = cmd != nil
	for _, w := range rest {
		s.loose = s.loose || w.couldBeFlag()
		s.splits = s.splits || !w.Known() && (w.split() || w.glob())
	}
	if cmd == nil {
		for _, w := range rest {
			if w.Starts("-") && !w.Is("-") {
				s.flags = append(s.flags, flagOf(w, 0))
			} else {
				s.words = append(s.words, w)
			}
		}
		return s
	}
	var up *Command
	for {
		a := cmd.read(rest, up)
		for _, f := range a.flags {
			at := flagAt{name: f.name, level: s.subs}
			if f.row == &openFlag || f.row == &negated {
				at.inline = true
			}
			for _, v := range f.values {
				at.values = append(at.values, v.words...)
			}
			if d := cmd.find(f.name); d != nil && d.optional {
				at.inline = true
			}
			s.flags = append(s.flags, at)
		}
		for _, w := range a.strange {
			if w.Starts("-") {
				s.flags = append(s.flags, flagOf(w, s.subs))
			}
		}
		if a.sub == nil {
			s.words = append(s.words, a.words...)
			return s
		}
		s.words = append(s.words, rest[len(rest)-len(a.rest)-1])
		s.subs++
		rest, up, cmd = a.rest, cmd, a.sub
	}
}

// wanted is the shape that r gives. What is run by its path has no table.
func (p *Policy) wanted(r *CallRule) shape {
	if strings.Contains(r.prog, "/") {
		return p.shapeOf("", r.args)
	}
	return p.shapeOf(r.prog, r.args)
}

// isFile reports whether the call runs the file name.
func (k *call) isFile(name string) bool {
	if !path.IsAbs(name) {
		name = path.Join(k.scene.Project, name)
	}
	if !strings.Contains(k.words[0].Text(), "/") {
		return false
	}
	for _, p := range k.paths(k.words[0]) {
		if path.Clean(p) == path.Clean(name) {
			return true
		}
	}
	return false
}

// flagOf is a flag that no row spells.
func flagOf(w Word, level int) flagAt {
	name, val, has := strings.Cut(w.Text(), "=")
	f := flagAt{name: name, level: level, inline: true}
	if has {
		v := w
		v.set(val)
		v.edit().stem = strings.TrimPrefix(w.stem(), name+"=")
		f.values = []Word{v}
	}
	return f
}

// meets says how a call meets the rule.
func (p *Policy) meets(r *CallRule, call shape) (fit, []flagAt) {
	want := p.wanted(r)
	out := fitsSurely
	least := func(f fit) { out = min(out, f) }
	// A rule that makes stricter meets operands with others between them; the
	// subcommand, and where there is no table the first word, stands where it does.
	fixed := want.subs
	if r.Verdict == Allow {
		fixed = len(want.words)
	} else if !call.table {
		fixed = min(1, len(want.words))
	}
	at := 0
	for i, w := range want.words {
		f := fitsNot
		if at < len(call.words) {
			f = wordMeets(w.Text(), call.words[at])
		}
		for j := at + 1; i >= fixed && f != fitsSurely && j < len(call.words); j++ {
			if g := wordMeets(w.Text(), call.words[j]); g > f {
				f = g
				if g == fitsSurely {
					at = j
				}
			}
		}
		if f == fitsNot && call.splits && (at >= len(call.words) || anySplit(call.words[:at+1])) {
			f = fitsPerhaps
		}
		if least(f); out == fitsNot {
			return out, nil
		}
		at++
	}
	var used []flagAt
	for _, f := range want.flags {
		best := fitsNot
		var at flagAt
		for _, g := range call.flags {
			if m := flagMeets(f, g); m > best {
				best, at = m, g
			}
		}
		if best == fitsNot && call.loose {
			best = fitsPerhaps
		}
		if least(best); out == fitsNot {
			return out, nil
		}
		used = append(used, at)
	}
	if r.Verdict == Allow {
		switch {
		case out != fitsSurely, call.loose,
			!r.more && len(call.words) != len(want.words),
			!r.more && !call.table && len(call.flags) != len(want.flags):
			return fitsNot, nil
		}
	}
	return out, used
}

func anySplit(ws []Word) bool {
	for _, w := range ws {
		if !w.Known() && (w.split() || w.glob()) {
			return true
		}
	}
	return false
}

func flagMeets(want, got flagAt) fit {
	if !globMatch(want.name, got.name) {
		return fitsNot
	}
	if len(want.values) > len(got.values) {
		return fitsNot
	}
	out := fitsSurely
	for i, v := range want.values {
		out = min(out, wordMeets(v.Text(), got.values[i]))
	}
	return out
}

// wordMeets holds a word against a pattern.
func wordMeets(pat string, w Word) fit {
	switch {
	case w.Known():
		if globMatch(pat, w.Text()) {
			return fitsSurely
		}
		return fitsNot
	case strings.Trim(pat, "*") == "":
		return fitsSurely
	}
	fixed := pat
	if i := strings.IndexAny(pat, "*?["); i >= 0 {
		fixed = pat[:i]
	}
	if n := min(len(fixed), len(w.stem())); fixed[:n] != w.stem()[:n] {
		return fitsNot
	}
	return fitsPerhaps
}

// applyRules applies the policy's rules to the call that has just begun.
func (k *call) applyRules() {
	text := k.words[0].Text()
	prog := path.Base(windows(text))
	var call shape
	read := false
	used := map[*CallRule][]flagAt{}
	rule, perhaps := k.policy.ruleFor(func(r *CallRule) fit {
		if r.tool != "" {
			return fitsNot
		}
		if strings.Contains(r.prog, "/") {
			if !k.isFile(r.prog) {
				return fitsNot
			}
			f, flags := k.policy.meets(r, k.policy.shapeOf("", k.words[1:]))
			used[r] = flags
			return f
		}
		if r.prog != prog {
			return fitsNot
		}
		if r.Verdict == Allow && strings.Contains(text, "/") && !k.toolFolder(text) {
			return fitsNot // a file of that name is not the program
		}
		if !read {
			call, read = k.policy.shapeOf(prog, k.words[1:]), true
		}
		f, flags := k.policy.meets(r, call)
		used[r] = flags
		return f
	})
	at := &k.res.calls[k.who-1]
	at.rule = rule
	if rule != nil && rule.Verdict == Allow {
		if strings.Contains(rule.prog, "/") {
			call = k.policy.shapeOf("", k.words[1:])
		}
		at.lift = k.own(rule, call, used[rule])
	}
	k.ruled(rule, perhaps)
}

// ruled adds what a rule for approve or refuse says.
func (k *call) ruled(rule, perhaps *CallRule) {
	if rule != nil && rule.Verdict > Allow {
		k.ruling(rule, rule.Verdict, "the policy says "+rule.Verdict.String()+" for `"+rule.Text+"`")
	}
	if perhaps != nil && (rule == nil || rule.Verdict < Approve) {
		k.ruling(perhaps, Approve, "this may be what the policy says "+perhaps.Verdict.String()+" for: `"+perhaps.Text+"`")
	}
}

func (k *call) ruling(r *CallRule, v Verdict, does string) {
	t := TierDangerous
	if v == Refuse {
		t = TierForbidden
	}
	if r.Why != "" {
		does += " (" + r.Why + ")"
	}
	k.account(t, needs{touches: ruleBit})
	k.addOnce(Finding{Tier: t, Rule: r.Text, Does: does, Row: r.Where, Call: k.src, Via: k.via})
}

// own is what the words that a rule spells out need by themselves: the call is
// read once more with these words alone.
func (k *call) own(r *CallRule, call shape, used []flagAt) needs {
	want := len(k.policy.wanted(r).words)
	words := []Word{k.words[0]}
	level := 0
	flags := func() {
		for _, f := range used {
			if f.level != level {
				continue
			}
			switch {
			case f.inline && len(f.values) > 0:
				w := f.values[0]
				w.set(f.name + "=" + w.Text())
				w.edit().stem = f.name + "=" + w.stem()
				words = append(words, w)
			default:
				words = append(append(words, lit(f.name)), f.values...)
			}
		}
	}
	for i := 0; i < want && i < len(call.words); i++ {
		if level == i && level < call.subs {
			flags()
			level++
		} else if i == call.subs {
			flags()
			level = -1
		}
		words = append(words, call.words[i])
	}
	if level >= 0 {
		flags()
	}
	pol := *k.policy
	pol.Rules, pol.Posture = nil, PostureStrict // so that what is unknown counts
	probe := *k.scan
	probe.policy, probe.res = &pol, &Result{}
	probe.seen, probe.files = map[string]bool{}, maps.Clone(k.files)
	g := k.ctx
	g.scan, g.sh, g.who = &probe, k.sh.clone(), 0
	g.call(words, texts(words))
	k.scan.work, k.scan.calls = probe.work, probe.calls
	out := r.Also.set
	if len(probe.res.calls) > 0 {
		n := probe.res.calls[0].needs
		out.effects |= n.effects
		out.touches |= n.touches
	}
	out.effects &^= neverLifted
	return out
}

// weigh is the tier of a finding once the rule for its call is known, and the
// row that it is found by.
func (c *ctx) weigh(t Tier, n needs, row string) (Tier, string) {
	if c.policy.Rules == nil || c.who == 0 || c.who > len(c.res.calls) || level(t) <= level(TierSafe) || level(t) >= level(TierForbidden) {
		return t, row
	}
	at := &c.res.calls[c.who-1]
	if n.effects&^at.lift.effects != 0 || n.touches&^at.lift.touches != 0 {
		return t, row
	}
	return TierSafe, row + " (allowed by " + at.rule.Where + ")"
}

// KnownTool says what a tool does whose server the person knows.
type KnownTool struct {
	Name  string // as the client gives it; * stands for any characters
	Does  Effect
	Adds  bool   // it adds to what the tool's name says, and takes nothing away
	Where string // FILE:LINE
	Layer int
}

// knows returns what the policy says that the tool called name does.
func (p *Policy) knows(name string) (does Effect, where string, ok bool) {
	var best *KnownTool
	for i := range p.Tools {
		t := &p.Tools[i]
		switch {
		case !globMatch(t.Name, name):
		case t.Adds:
			does |= t.Does
		case best == nil || t.Layer > best.Layer || t.Layer == best.Layer && len(strings.ReplaceAll(t.Name, "*", "")) > len(strings.ReplaceAll(best.Name, "*", "")):
			best = t
		}
	}
	if best != nil {
		return does | best.Does, best.Where, true
	}
	return does, "", false
}

// vets reports whether the call fetches one address that the policy names as
// one whose download may be run, and with flags that keep it what it is.
func (k *call) vets(a *args) bool {
	if len(k.policy.Downloads) == 0 || !hasName("curl wget", k.name) || len(a.words) != 1 || len(k.sh.given()) > 0 {
		return false
	}
	for _, f := range a.flags {
		if !hasName("-f -s -S -L -q -o -O -1 -4 -6 -nv --fail --silent --show-error --location --proto --tlsv1.2 --tlsv1.3 --retry --retry-delay --compressed --output --remote-name --quiet --no-verbose --output-document --max-time -m --connect-timeout --no-progress-meter --https-only --secure-protocol --timeout -T --tries -t", f.name) {
			return false
		}
	}
	return a.words[0].Known() && contains(k.policy.Downloads, a.words[0].Text())
}

// applyToolRules applies the policy's rules to a tool that is no shell, and
// reports whether one allows it.
func (k *call) applyToolRules(name string) bool {
	rule, _ := k.policy.ruleFor(func(r *CallRule) fit {
		if r.tool != "" && globMatch(r.tool, name) {
			return fitsSurely
		}
		return fitsNot
	})
	k.ruled(rule, nil)
	k.res.tool = rule
	return rule != nil && rule.Verdict == Allow
}

// byName adds what a tool does by its name: a rule that allows the tool lifts
// it, and nothing that its arguments say.
func (k *call) byName(e Effect, row string, lifts bool) {
	k.effect(e&neverLifted, row)
	e &^= neverLifted
	if !lifts {
		k.effect(e, row)
		return
	}
	k.does |= e
	for _, r := range effects {
		if e&r.Effect == 0 {
			continue
		}
		t := k.policy.tier(r.Effect)
		if level(t) >= level(TierForbidden) {
			k.effect(r.Effect, row)
			continue
		}
		k.addOnce(Finding{Tier: TierSafe, Effect: r.Effect, Does: r.Does, Row: row + " (allowed by " + k.res.tool.Where + ")", Call: k.src, Via: k.via})
	}
}

// Meets reports whether r meets a call of the line, as the only rule there is.
func (r *CallRule) Meets(line string, sc *Scene, p *Policy) bool {
	alone := *p
	alone.Rules = []*CallRule{r}
	res := Line(line, sc, &alone)
	for i := range res.calls {
		if res.calls[i].rule == r {
			return true
		}
	}
	return false
}

// MeetsTool reports whether r, a rule for a tool, meets the tool called name.
func (r *CallRule) MeetsTool(name string) bool { return r.tool != "" && globMatch(r.tool, name) }

// IsTool reports whether r is about a tool that is no shell.
func (r *CallRule) IsTool() bool { return r.tool != "" }
