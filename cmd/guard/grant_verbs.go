package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"guard/audit"
	"guard/classify"
	"guard/grants"
	"guard/hookio"
)

type pendingCmd struct {
	JSON bool `name:"json" help:"Print the waiting calls as one JSON array."`
}

func (c pendingCmd) Help() string {
	return "Lists the calls that a client wanted to make, that need a person, and that reached none.\nguard approve shows one of them whole and lets it run once."
}

func (c pendingCmd) Run() error {
	at, err := findPlaces(os.Getenv)
	if err != nil {
		return err
	}
	l, err := at.grants().List()
	if err != nil {
		return err
	}
	waiting := slices.DeleteFunc(l.Pending, func(p grants.Pending) bool { return p.Denied != nil })
	if c.JSON {
		return writeJSON(os.Stdout, append([]grants.Pending{}, waiting...))
	}
	if len(waiting) == 0 {
		fmt.Println("nothing waits for a person")
		return nil
	}
	for _, p := range waiting {
		project := "no project"
		if p.Subject.Project != "" {
			project = filepath.Base(p.Subject.Project)
		}
		fmt.Printf("%s  %-7s %-6s %s: %s\n", p.Ref, ago(l.Now, p.Created), p.Subject.Client, hookio.Visible(project), oneLine(lineOf(p.Subject), 100))
		fmt.Printf("        %s\n", oneLine(p.Reason, 160))
	}
	fmt.Println("\nguard approve REF shows one whole and lets it run once; guard deny REF says no")
	return nil
}

type approveCmd struct {
	Ref    string `arg:"" help:"The waiting call: G-7F3K."`
	Reason string `help:"Why, for the log."`
}

func (c approveCmd) Help() string {
	return `Shows the waiting call, all of it as guard judged it, and asks for the four letters that stand
there. After them exactly this call may run once: the same client, command, folder, scripts and
policy. The agent tries it again; it is not run from here.

It needs a terminal that no client started.`
}

func (c approveCmd) Run() error {
	by, err := person("approve")
	if err != nil {
		return err
	}
	at, err := findPlaces(os.Getenv)
	if err != nil {
		return err
	}
	store := at.grants()
	l, err := store.List()
	if err != nil {
		return err
	}
	p, err := l.Waiting(c.Ref)
	if err != nil {
		return err
	}
	if err := showPending(os.Stdout, at, p, l.Now); err != nil {
		return err
	}
	life := grants.OnceAttended
	where := "in this session"
	if p.Subject.Unattended {
		life, where = grants.OnceUnattended, "in this project"
	}
	fmt.Printf("\nA yes lets exactly this call run once, %s, within %s.\n", where, inWords(life))
	if err := typed("approve it"); err != nil {
		return err
	}
	log, err := at.log()
	if err != nil {
		return err
	}
	g, events, err := store.Approve(p.Ref, p.Fingerprint, by, c.Reason, func(g grants.Grant) error {
		e := pendingEntry(p)
		e.Type, e.Grant, e.By, e.Reason = audit.TypeGrant, g.ID, by, strings.TrimSpace("approved "+p.Ref+" "+c.Reason)
		_, err := log.Append(context.Background(), e)
		return err
	})
	if err := errors.Join(err, logEvents(log, events)); err != nil {
		return err
	}
	fmt.Printf("%s may run once until %s (grant %s). The agent can try it again now.\n", p.Ref, g.Expires.Local().Format("01-02 15:04"), g.ID)
	return nil
}

type denyCmd struct {
	Ref    string `arg:"" help:"The waiting call: G-7F3K."`
	Reason string `help:"Why; the agent hears it when it tries the same call again."`
}

func (c denyCmd) Run() error {
	by, err := person("deny")
	if err != nil {
		return err
	}
	at, err := findPlaces(os.Getenv)
	if err != nil {
		return err
	}
	store := at.grants()
	l, err := store.List()
	if err != nil {
		return err
	}
	p, err := l.Waiting(c.Ref)
	if err != nil {
		return err
	}
	log, err := at.log()
	if err != nil {
		return err
	}
	_, events, err := store.Deny(p.Ref, p.Fingerprint, by, c.Reason, func(p grants.Pending) error {
		e := pendingEntry(p)
		e.Type, e.Answer, e.By, e.Reason = audit.TypeRuling, hookio.Deny.String(), by, strings.TrimSpace("denied "+p.Ref+" "+c.Reason)
		_, err := log.Append(context.Background(), e)
		return err
	})
	if err := errors.Join(err, logEvents(log, events)); err != nil {
		return err
	}
	fmt.Printf("%s is denied. For %s the same call is answered with no.\n", p.Ref, inWords(grants.DeniedLife))
	return nil
}

type grantCmd struct {
	Prefix  string   `required:"" help:"The beginning of the command, as one quoted word: 'git push origin'."`
	For     string   `default:"8h" help:"How long: 30m, 8h, 3d; at most 7d."`
	Project string   `type:"path" default:"." help:"The project in which it holds."`
	Uses    int      `help:"How often it may be used; 0 is any number."`
	Effect  []string `help:"More effects that it covers, named as guard policy does: rewrite, or 'deletes project'."`
	Client  string   `enum:",claude,codex" default:"" help:"Only for this client."`
	Session string   `help:"Only for this session of a client."`
	Reason  string   `help:"Why, for the log."`
}

func (c grantCmd) Help() string {
	return `Lets commands that begin so run without asking, for a while, in one project. It covers what the
beginning itself does, and no more: a grant for 'git push origin' does not cover --force, since
that also rewrites what others see. Each command of a line needs its own. What guard refuses,
no grant lifts.

It needs a terminal that no client started, and asks for four letters.

Examples:
  guard grant --prefix 'git push origin' --for 8h
  guard grant --prefix 'npm publish' --uses 1 --reason 'release 1.4'`
}

func (c grantCmd) Run() error {
	by, err := person("grant")
	if err != nil {
		return err
	}
	life, err := duration(c.For)
	if err != nil {
		return err
	}
	at, err := findPlaces(os.Getenv)
	if err != nil {
		return err
	}
	project := projectRoot(c.Project, at.home)
	if project == "" {
		return fmt.Errorf("%s is in no project: a home, or a folder above one, is none\ngo into the project, or name it with --project", c.Project)
	}
	pol, err := loadPolicy(at, project)
	if err != nil {
		return err
	}
	match, err := matchOf(c.Prefix, c.Effect, newScene(at, pol, c.Client, project, project, tempDir(os.Getenv)), pol)
	if err != nil {
		return err
	}
	scope := grants.Until
	if c.Session != "" {
		scope = grants.Session
	}
	g := grants.Grant{By: by, Client: c.Client, Session: c.Session, Project: project, Tool: "Bash", Match: match, Scope: scope, Uses: c.Uses, Reason: c.Reason}

	fmt.Println("Commands that begin with these words may run without asking:")
	printArgv(os.Stdout, match.Argv)
	fmt.Printf("for      %s\n", strings.Join(match.Effects, ", "))
	fmt.Printf("in       %s\n", hookio.Visible(project))
	if c.Client != "" || c.Session != "" {
		fmt.Printf("of       %s\n", hookio.Visible(strings.TrimSpace(c.Client+" "+c.Session)))
	}
	uses := "as often as they come"
	if c.Uses > 0 {
		uses = fmt.Sprintf("%d times", c.Uses)
	}
	fmt.Printf("until    %s, %s\n\n", time.Now().Add(life).Local().Format("2006-01-02 15:04"), uses)
	if err := typed("grant it"); err != nil {
		return err
	}
	log, err := at.log()
	if err != nil {
		return err
	}
	g, events, err := at.grants().Mint(g, life, func(g grants.Grant) error {
		_, err := log.Append(context.Background(), grantEntry(g))
		return err
	})
	if err := errors.Join(err, logEvents(log, events)); err != nil {
		return err
	}
	fmt.Printf("granted: %s. guard revoke %s takes it back.\n", g.ID, g.ID[:4])
	return nil
}

// matchOf reads the beginning of a command as guard reads a line, so that what
// is granted is what guard will see.
func matchOf(prefix string, more []string, sc *classify.Scene, pol policy) (grants.Match, error) {
	if pol.Posture == classify.PostureObserve {
		pol.Posture = classify.PostureGuard
	}
	r := classify.Line(prefix, sc, &pol.Policy)
	calls := r.Calls()
	switch {
	case r.Verdict == classify.Refuse:
		return grants.Match{}, fmt.Errorf("guard refuses this, and no grant lifts it: %s", sentence(r.Strictest()))
	case len(calls) != 1 || len(calls[0].Via) > 0 || len(r.Loose()) > 0:
		return grants.Match{}, errors.New("--prefix is the beginning of one command, without pipes, redirections, variables or wrappers such as sudo")
	case !calls[0].Told:
		return grants.Match{}, errors.New("--prefix holds something that only a shell could tell: a variable, a pattern or a substitution")
	case len(calls[0].Env) > 0:
		return grants.Match{}, errors.New("--prefix begins with the command, not with variables")
	}
	effects := slices.Clone(calls[0].Needs)
	for _, e := range more {
		t, ok := tierOf(e, pol)
		switch {
		case !ok:
			return grants.Match{}, fmt.Errorf("no effect is called %q\nguard policy lists them", e)
		case t == classify.TierForbidden:
			return grants.Match{}, fmt.Errorf("%s is refused, and no grant lifts it", e)
		}
		effects = append(effects, e)
	}
	slices.Sort(effects)
	effects = slices.Compact(effects)
	if len(effects) == 0 {
		return grants.Match{}, fmt.Errorf("%s needs no person as it stands (%s)\nname what it is to cover with --effect, or give more of the command", prefix, meaning(r.Verdict))
	}
	return grants.Match{Argv: calls[0].Argv, Effects: effects}, nil
}

// tierOf is the tier of an effect, or of a touch such as "deletes project".
func tierOf(name string, pol policy) (classify.Tier, bool) {
	if e, ok := classify.ParseEffect(name); ok {
		return pol.Tier(e), true
	}
	how, zone, ok := strings.Cut(name, " ")
	access := slices.Index([]string{"reads", "writes", "deletes"}, how)
	z, known := classify.ParseZone(zone)
	if !ok || access < 0 || !known {
		return 0, false
	}
	return pol.ZoneTier(z, uint8(access)), true
}

type grantsCmd struct {
	JSON bool `name:"json" help:"Print them as one JSON array."`
	All  bool `short:"a" help:"Show those that have ended in the last day, too."`
}

// listedGrant is a grant as --json prints it.
type listedGrant struct {
	grants.Grant
	State string `json:"state"` // in force, used, expired, revoked
}

func (c grantsCmd) Run() error {
	at, err := findPlaces(os.Getenv)
	if err != nil {
		return err
	}
	l, err := at.grants().List()
	if err != nil {
		return err
	}
	out := []listedGrant{}
	for _, g := range l.Grants {
		state := g.Ended(l.Now)
		if state == "" {
			state = "in force"
		} else if !c.All {
			continue
		}
		out = append(out, listedGrant{g, state})
	}
	if c.JSON {
		return writeJSON(os.Stdout, out)
	}
	if l.Behind {
		fmt.Println("the clock was set back, so that none of these is in force until the next guard approve or grant")
	}
	if len(out) == 0 {
		fmt.Println("no grant is in force")
	}
	for _, g := range out {
		what := "this one call: " + g.Ref
		if len(g.Match.Argv) > 0 {
			what = strings.Join(g.Match.Argv, " ") + " …  (" + strings.Join(g.Match.Effects, ", ") + ")"
		}
		uses := fmt.Sprintf("used %d", g.Used)
		if g.Uses > 0 {
			uses = fmt.Sprintf("used %d of %d", g.Used, g.Uses)
		}
		project := "any project"
		if g.Project != "" {
			project = filepath.Base(g.Project)
		}
		fmt.Printf("%s  %-8s %s: %s\n", g.ID, g.State, hookio.Visible(project), oneLine(what, 100))
		fmt.Printf("            until %s, %s, by %s\n", g.Expires.Local().Format("01-02 15:04"), uses, oneLine(g.By, 60))
	}
	return nil
}

type revokeCmd struct {
	ID string `arg:"" help:"The grant, or its first four letters."`
}

func (c revokeCmd) Run() error {
	if err := noClient("revoke"); err != nil {
		return err
	}
	at, err := findPlaces(os.Getenv)
	if err != nil {
		return err
	}
	store := at.grants()
	l, err := store.List()
	if err != nil {
		return err
	}
	g, err := l.Grant(c.ID)
	if err != nil {
		return err
	}
	log, err := at.log()
	if err != nil {
		return err
	}
	_, events, err := store.Revoke(g.ID, func(g grants.Grant) error {
		e := grantEntry(g)
		e.Type, e.By, e.Reason = audit.TypeRevoke, who(), "revoked"
		_, err := log.Append(context.Background(), e)
		return err
	})
	if err := errors.Join(err, logEvents(log, events)); err != nil {
		return err
	}
	fmt.Printf("%s is revoked\n", g.ID)
	return nil
}

// log is this user's log, for a verb.
func (p places) log() (*audit.Log, error) {
	pol, err := loadPolicy(p, "")
	if err != nil {
		return nil, err
	}
	log, _, err := openLog(p, pol, os.Environ())
	return log, err
}

// typed asks for four letters that nobody could have known before. A y that was
// typed too fast is no yes.
func typed(what string) error {
	letters := grants.Letters(4)
	fmt.Printf("Type %s to %s; anything else leaves it: ", letters, what)
	line, err := bufio.NewReader(io.LimitReader(os.Stdin, 256)).ReadString('\n')
	if err != nil || grants.Normal(line) != letters {
		fmt.Println()
		return errors.New("those were not the letters: nothing was changed")
	}
	return nil
}

// showPending shows a waiting call from the bytes that its fingerprint is of,
// and what guard makes of them now. What is not any more what the client tried
// is not shown for a yes: its retry would be another call.
func showPending(w io.Writer, at places, p grants.Pending, now time.Time) error {
	s := p.Subject
	watched := "nobody at its terminal"
	if !s.Unattended {
		watched = "session " + s.Session
	}
	fmt.Fprintf(w, "%s, waiting since %s (tried %s)\n", p.Ref, p.Created.Local().Format("01-02 15:04"), times(p.Tries))
	rows := [][2]string{{"client", s.Client + ", " + watched}, {"project", s.Project}, {"folder", s.Dir}, {"tool", s.Tool}}
	for _, r := range rows {
		fmt.Fprintf(w, "%-8s %s\n", r[0], oneLine(r[1], 1<<20))
	}
	for _, f := range s.Fields {
		printField(w, f)
	}
	r, err := judgeAgain(at, s)
	if err != nil {
		return err
	}
	fmt.Fprintln(w)
	for _, f := range blamed(r) {
		fmt.Fprintf(w, "why      %s\n", oneLine(sentence(f), 1<<20))
	}
	n := 0
	for _, c := range r.Calls() {
		if len(c.Needs) == 0 {
			continue
		}
		n++
		fmt.Fprintf(w, "\ncommand %d: %s", n, strings.Join(c.Needs, ", "))
		if len(c.Via) > 0 {
			fmt.Fprintf(w, "; through %s", oneLine(strings.Join(c.Via, ", "), 1<<20))
		}
		if len(c.Env) > 0 {
			fmt.Fprintf(w, "; with %s set", oneLine(strings.Join(c.Env, ", "), 1<<20))
		}
		if !c.Told {
			fmt.Fprint(w, "; the shell still changes some of its words")
		}
		fmt.Fprintln(w)
		printArgv(w, c.Argv)
	}
	first := true
	for _, f := range s.Files {
		if f.SHA256 == "" {
			continue
		}
		if first {
			fmt.Fprintln(w, "\nfiles that were read for it, and may not change")
			first = false
		}
		fmt.Fprintf(w, "  sha256:%s  %s\n", f.SHA256, oneLine(f.Path, 1<<20))
	}
	return nil
}

// judgeAgain reads the call from its fingerprinted bytes, under the policy and
// with the files that its fingerprint has.
func judgeAgain(at places, s grants.Subject) (classify.Result, error) {
	const anew = "\nthe agent's next try is another call, which guard asks about anew"
	pol, err := loadPolicy(at, s.Project)
	if err != nil {
		return classify.Result{}, err
	}
	if pol.digest != s.Policy {
		return classify.Result{}, errors.New("the policy has changed since this call" + anew)
	}
	pol.Posture = pol.For(s.Unattended)
	req := hookio.Request{Client: hookio.Client(s.Client), Tool: s.Tool, Input: inputOf(s)}
	sc := newScene(at, pol, s.Client, s.Dir, s.Project, tempDir(os.Getenv))
	r, _, err := judge(req, sc, &pol.Policy)
	if err != nil {
		return r, err
	}
	for _, f := range s.Files {
		sum, _, _, err := hashFile(f.Path, hashLimit, 0)
		if err != nil {
			sum = ""
		}
		if sum != f.SHA256 {
			return r, fmt.Errorf("%s has changed since this call%s", hookio.Visible(f.Path), anew)
		}
	}
	if r.Verdict == classify.Refuse {
		return r, errors.New("guard refuses this call, and no yes lifts that")
	}
	return r, nil
}

// inputOf is the tool's input as far as it has an effect.
func inputOf(s grants.Subject) []byte {
	if len(s.Fields) == 1 && s.Fields[0].Name == "" {
		return []byte(s.Fields[0].Raw)
	}
	out := []byte{'{'}
	for i, f := range s.Fields {
		if i > 0 {
			out = append(out, ',')
		}
		name, _ := json.Marshal(f.Name) // a string has no way to fail
		out = append(append(out, name...), ':')
		out = append(out, f.Raw...)
	}
	return append(out, '}')
}
