package classify

import (
	"path"
	"slices"
	"strings"
)

// CallInfo is one simple command of a line, as far as a grant must know it.
type CallInfo struct {
	// Argv is the command in its canonical form: the program's name, its
	// subcommands and its arguments, without the wrappers, the variables and
	// the options before a subcommand that change nothing of what it does
	// ("env A=1 git -C x push origin" is git, push, origin).
	Argv []string
	// Told reports whether every word is known for sure. Where it is false the
	// shell would still change one of them.
	Told bool
	Via  []string // the wrappers it is reached through, outermost first
	Text string   // its source, cut to a readable length
	// Dirs are the folders in which it may work. None: it cannot be told, or it
	// runs on another machine or in a container.
	Dirs []string
	// Env are the variables that the line gives it, those left out that only
	// change how it prints.
	Env []string
	// Needs are the effects and touches of its own for which the policy wants
	// a person, named as in [Result.Effects]; what a wrapped command does is
	// that command's. None: it may run.
	Needs []string
}

// Calls returns the simple commands of the line in the order in which they were
// read, those of scripts and wrappers included.
func (r Result) Calls() []CallInfo {
	var out []CallInfo
	for i := range r.calls {
		c := &r.calls[i]
		info := CallInfo{Told: true, Via: c.via, Text: cut(c.src, 200), Dirs: c.dirs, Env: c.env, Needs: c.needs.names()}
		for _, w := range c.words {
			info.Told = info.Told && w.Known()
		}
		info.Argv = canonical(r.policy, c.words)
		out = append(out, info)
	}
	return out
}

// Loose returns the effects and touches that need a person and belong to no
// call: a redirection, a variable that makes programs load others, a line that
// cannot be read.
func (r Result) Loose() []string { return r.loose.names() }

// reading is what is kept of a call while the line is read.
type reading struct {
	words []Word
	via   []string
	src   string
	dirs  []string
	env   []string
	needs needs
	rule  *CallRule // the rule of the policy that decides for it
	lift  needs     // what that rule lifts
}

// needs is a set of effects and of touches, a bit for each.
type needs struct {
	effects Effect
	touches uint64 // bit 3*zone + access, and ruleBit
}

// ruleBit stands for a rule of the policy, and ruleName is what it is called
// among effects.
const (
	ruleBit  uint64 = 1 << 63
	ruleName        = "rule"
)

func (n needs) names() []string {
	var out []string
	for _, row := range effects {
		if n.effects&row.Effect != 0 {
			out = append(out, row.Name)
		}
	}
	for z := range endOfZones {
		for a := reads; a <= deletes; a++ {
			if n.touches&touchBit(z, a) != 0 {
				out = append(out, a.String()+" "+z.String())
			}
		}
	}
	if n.touches&ruleBit != 0 {
		out = append(out, ruleName)
	}
	slices.Sort(out)
	return out
}

func touchBit(z zone, a access) uint64 { return 1 << (3*uint(z) + uint(a)) }

// begin keeps a call for [Result.Calls] and makes it the one that what follows
// belongs to.
func (k *call) begin() {
	k.res.calls = append(k.res.calls, reading{words: k.words, via: k.via, src: k.src, dirs: k.sh.dirs, env: k.sh.given()})
	k.who = len(k.res.calls)
	if k.policy.Rules != nil {
		k.applyRules()
	}
}

// worksIn takes down where the call works once its own flags are read.
func (k *call) worksIn() {
	if k.who > 0 && k.who <= len(k.res.calls) {
		k.res.calls[k.who-1].dirs = k.sh.dirs
	}
}

// account adds what needs a person to the call that it belongs to. A finding
// that was made before still counts for its own call.
func (c *ctx) account(t Tier, add needs) {
	if c.policy.verdict(t) < Approve {
		return
	}
	to := &c.res.loose
	if c.who > 0 && c.who <= len(c.res.calls) {
		to = &c.res.calls[c.who-1].needs
	}
	to.effects |= add.effects
	to.touches |= add.touches
}

// given are the variables that a program started by this shell gets of the
// line, without those that only change how it prints.
func (sh *shell) given() []string {
	var out []string
	for name, v := range sh.vars {
		if v.export && !hasName("CI NO_COLOR FORCE_COLOR CLICOLOR TERM COLUMNS LINES LANG LANGUAGE TZ DEBIAN_FRONTEND GIT_TERMINAL_PROMPT PAGER GIT_PAGER", name) && !strings.HasPrefix(name, "LC_") {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// canonical is the words of a call in the form in which grants spell it. It
// reads the table once more, which only calls that need a person pay for.
func canonical(p *Policy, words []Word) []string {
	name := words[0].Text()
	if i := strings.LastIndexByte(name, '/'); i > 0 && hasName("/bin /usr/bin /usr/local/bin /opt/homebrew/bin", name[:i]) {
		name = path.Base(name)
	}
	out := []string{name}
	rest := words[1:]
	cmd := p.lookup(name)
	for up := (*Command)(nil); cmd != nil; {
		a := cmd.read(rest, up)
		if a.sub == nil {
			break
		}
		at := len(rest) - len(a.rest) - 1 // where the subcommand stands
		if !harmless(a) {
			at = 0
		}
		out = append(out, wordTexts(rest[at:len(rest)-len(a.rest)])...)
		rest, up, cmd = a.rest, cmd, a.sub
	}
	return append(out, wordTexts(rest)...)
}

// harmless reports whether the options of one level change neither what the
// call does nor what it loads: they set a folder or a text.
func harmless(a *args) bool {
	if len(a.strange) > 0 {
		return false
	}
	for _, f := range a.flags {
		if f.row.Does != 0 || f.row == &openFlag {
			return false
		}
		for _, v := range f.values {
			if v.kind != "TEXT" && v.kind != "CD" {
				return false
			}
		}
	}
	return true
}

func wordTexts(ws []Word) []string {
	out := make([]string, len(ws))
	for i, w := range ws {
		out[i] = w.Text()
	}
	return out
}
