package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"guard/audit"
	"guard/classify"
	"guard/grants"
	"guard/hookio"
	"guard/internal/card"
	"guard/internal/person"
	"guard/internal/place"
)

type pendingCmd struct {
	JSON bool `name:"json" help:"Print the waiting calls as one JSON array."`
}

func (c *pendingCmd) Help() string {
	return "Lists the calls that a client wanted to make, that need a person, and that reached none.\nguard approve shows one of them whole and lets it run once."
}

func (c *pendingCmd) Run() error {
	_, l, err := listed()
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
		fmt.Printf("%s  %-7s %-6s %s: %s\n", p.Ref, ago(l.Now, p.Created), p.Subject.Client, hookio.Visible(project), card.OneLine(card.LineOf(p.Subject), 100))
		fmt.Printf("        %s\n", card.OneLine(p.Reason, 160))
	}
	fmt.Println("\nguard approve REF shows one whole and lets it run once; guard deny REF says no")
	return nil
}

type approveCmd struct {
	Ref    string `arg:"" help:"The waiting call: G-7F3K."`
	Reason string `help:"Why, for the log."`
}

func (c *approveCmd) Help() string {
	return `Shows the waiting call, all of it as guard judged it, and asks for the four letters that stand
there. After them exactly this call may run once: the same client, command, folder, scripts and
policy. The agent tries it again; it is not run from here.

It needs a terminal that no client started.`
}

func (c *approveCmd) Run() error {
	by, err := person.Here("guard approve")
	if err != nil {
		return err
	}
	at, l, err := listed()
	if err != nil {
		return err
	}
	p, err := l.Waiting(c.Ref)
	if err != nil {
		return err
	}
	shown, err := card.Of(at, p.Subject)
	if err != nil {
		return err
	}
	fmt.Printf("%s, waiting since %s (tried %s)\n", p.Ref, p.Created.Local().Format("01-02 15:04"), times(p.Tries))
	shown.Print(os.Stdout)
	life := grants.OnceAttended
	where := "in this session"
	if p.Subject.Unattended {
		life, where = grants.OnceUnattended, "in this project"
	}
	fmt.Printf("\nA yes lets exactly this call run once, %s, within %s.\n", where, inWords(life))
	if err := person.Typed("approve it"); err != nil {
		return err
	}
	log, err := at.Log("guard/" + version())
	if err != nil {
		return err
	}
	g, events, err := at.Grants().Approve(p.Ref, p.Fingerprint, by, c.Reason, func(g grants.Grant) error {
		e := pendingEntry(log, p)
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

// listed is what is granted and what waits, and where.
func listed() (place.Places, grants.List, error) {
	at, err := place.Find(os.Getenv)
	if err != nil {
		return at, grants.List{}, err
	}
	l, err := at.Grants().List()
	return at, l, err
}

type denyCmd struct {
	Ref    string `arg:"" help:"The waiting call: G-7F3K."`
	Reason string `help:"Why; the agent hears it when it tries the same call again."`
}

func (c *denyCmd) Run() error {
	by, err := person.Here("guard deny")
	if err != nil {
		return err
	}
	at, l, err := listed()
	if err != nil {
		return err
	}
	p, err := l.Waiting(c.Ref)
	if err != nil {
		return err
	}
	log, err := at.Log("guard/" + version())
	if err != nil {
		return err
	}
	_, events, err := at.Grants().Deny(p.Ref, p.Fingerprint, by, c.Reason, func(p grants.Pending) error {
		e := pendingEntry(log, p)
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

func (c *grantCmd) Help() string {
	return `Lets commands that begin so run without asking, for a while, in one project. It covers what the
beginning itself does, and no more: a grant for 'git push origin' does not cover --force, since
that also rewrites what others see. Each command of a line needs its own. What guard refuses,
no grant lifts.

It needs a terminal that no client started, and asks for four letters.

Examples:
  guard grant --prefix 'git push origin' --for 8h
  guard grant --prefix 'npm publish' --uses 1 --reason 'release 1.4'`
}

func (c *grantCmd) Run() error {
	by, err := person.Here("guard grant")
	if err != nil {
		return err
	}
	life, err := duration(c.For)
	if err != nil {
		return err
	}
	at, err := place.Find(os.Getenv)
	if err != nil {
		return err
	}
	project := place.ProjectRoot(c.Project, at.Home)
	if project == "" {
		return fmt.Errorf("%s is in no project: a home, or a folder above one, is none\ngo into the project, or name it with --project", c.Project)
	}
	pol, err := place.Load(at, project)
	if err != nil {
		return err
	}
	match, err := matchOf(c.Prefix, c.Effect, place.NewScene(at, pol, c.Client, project, project, place.TempDir(os.Getenv)), pol)
	if err != nil {
		return err
	}
	scope := grants.Until
	if c.Session != "" {
		scope = grants.Session
	}
	g := grants.Grant{By: by, Client: c.Client, Session: c.Session, Project: project, Tool: "Bash", Match: match, Scope: scope, Uses: c.Uses, Reason: c.Reason}

	fmt.Println("Commands that begin with these words may run without asking:")
	card.PrintArgv(os.Stdout, match.Argv)
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
	if err := person.Typed("grant it"); err != nil {
		return err
	}
	log, err := at.Log("guard/" + version())
	if err != nil {
		return err
	}
	g, events, err := at.Grants().Mint(g, life, func(g grants.Grant) error {
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
func matchOf(prefix string, more []string, sc *classify.Scene, pol place.Policy) (grants.Match, error) {
	if pol.Posture == classify.PostureObserve {
		pol.Posture = classify.PostureGuard
	}
	r := classify.Line(prefix, sc, &pol.Policy)
	calls := r.Calls()
	switch {
	case r.Verdict == classify.Refuse:
		return grants.Match{}, fmt.Errorf("guard refuses this, and no grant lifts it: %s", card.Sentence(r.Strictest()))
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
func tierOf(name string, pol place.Policy) (classify.Tier, bool) {
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

func (c *grantsCmd) Run() error {
	_, l, err := listed()
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
		fmt.Printf("%s  %-8s %s: %s\n", g.ID, g.State, hookio.Visible(project), card.OneLine(what, 100))
		fmt.Printf("            until %s, %s, by %s\n", g.Expires.Local().Format("01-02 15:04"), uses, card.OneLine(g.By, 60))
	}
	return nil
}

type revokeCmd struct {
	ID string `arg:"" help:"The grant, or its first four letters."`
}

func (c *revokeCmd) Run() error {
	if err := person.NoClient("guard revoke"); err != nil {
		return err
	}
	at, l, err := listed()
	if err != nil {
		return err
	}
	g, err := l.Grant(c.ID)
	if err != nil {
		return err
	}
	log, err := at.Log("guard/" + version())
	if err != nil {
		return err
	}
	_, events, err := at.Grants().Revoke(g.ID, func(g grants.Grant) error {
		e := grantEntry(g)
		e.Type, e.By, e.Reason = audit.TypeRevoke, person.Who(), "revoked"
		_, err := log.Append(context.Background(), e)
		return err
	})
	if err := errors.Join(err, logEvents(log, events)); err != nil {
		return err
	}
	fmt.Printf("%s is revoked\n", g.ID)
	return nil
}
