package web

import (
	"context"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"guard/audit"
	"guard/classify"
	"guard/classify/policyfile"
	"guard/grants"
	"guard/internal/card"
	"guard/internal/place"
)

// lineLimit is the longest line that may be tried, in bytes: what guard reads.
const lineLimit = 64 << 10

// row is a row of one of the two tables.
type row struct {
	Name    string `json:"name"`
	Does    string `json:"does"`
	Tier    string `json:"tier,omitempty"`
	From    string `json:"from,omitempty"`
	Reads   *cell  `json:"reads,omitempty"`
	Writes  *cell  `json:"writes,omitempty"`
	Deletes *cell  `json:"deletes,omitempty"`
}

type cell struct {
	Tier string `json:"tier"`
	From string `json:"from"`
}

// value is a setting, and where it comes from.
type value struct {
	Key   string `json:"key"`
	Value string `json:"value"`
	From  string `json:"from"` // "default", or FILE:LINE
}

// policy is the policy in force, in a project where one is named.
func (s *Server) policy(c *call) (any, error) {
	project := c.URL.Query().Get("project")
	if project != "" {
		if project = place.ProjectRoot(project, s.conf.Places.Home); project == "" {
			return nil, badRequest("this folder is in no project")
		}
	}
	pol, err := place.Load(s.conf.Places, project)
	if err != nil {
		return nil, policyFault(err)
	}
	from := map[string]string{}
	out := struct {
		Digest   string   `json:"digest"`
		Project  string   `json:"project,omitempty"`
		Files    []string `json:"files"`
		Own      string   `json:"own,omitempty"` // the project's file that nobody has trusted
		Effects  []row    `json:"effects"`
		Zones    []row    `json:"zones"`
		Values   []value  `json:"values"`
		Withheld []string `json:"withheld"`
		Loosens  []string `json:"loosens"`
	}{Digest: pol.Digest, Project: see(project), Files: append([]string{}, seeAll(pol.Files)...), Own: see(pol.Own), Withheld: append([]string{}, seeAll(pol.Withheld)...), Loosens: append([]string{}, seeAll(pol.Loosens())...)}
	for _, e := range pol.Entries() {
		from[e.Key] = see(e.From)
		if !strings.HasPrefix(e.Key, "effects.") && !strings.HasPrefix(e.Key, "zones.") {
			out.Values = append(out.Values, value{see(e.Key), see(e.Value), see(e.From)})
		}
	}
	for _, r := range pol.EffectRows() {
		out.Effects = append(out.Effects, row{Name: r.Name, Does: r.Does, Tier: r.Tier.String(), From: from["effects."+r.Name]})
	}
	for _, r := range pol.ZoneRows() {
		at := "zones." + r.Name
		out.Zones = append(out.Zones, row{
			Name: r.Name, Does: r.Does,
			Reads:   &cell{r.Reads.String(), from[at+".reads"]},
			Writes:  &cell{r.Writes.String(), from[at+".writes"]},
			Deletes: &cell{r.Deletes.String(), from[at+".deletes"]},
		})
	}
	return out, nil
}

// policyFault tells the owner what is wrong with a policy file, at its place.
func policyFault(err error) error {
	var fs policyfile.Faults
	if errors.As(err, &fs) {
		var all []string
		for _, f := range fs {
			all = append(all, see(f.Error()))
		}
		return &Error{Status: http.StatusConflict, Code: "policy", Message: "a policy file is wrong, and while it is, guard denies every call", Data: all}
	}
	return &Error{Status: http.StatusConflict, Code: "policy", Message: see(err.Error())}
}

// explain reads a line as guard would in a folder, and runs nothing.
func (s *Server) explain(c *call) (any, error) {
	var in struct {
		Line   string `json:"line"`
		Dir    string `json:"dir"`    // "" is the home
		Client string `json:"client"` // "", claude, codex
	}
	if err := c.body(&in); err != nil {
		return nil, err
	}
	at := s.conf.Places
	switch {
	case strings.TrimSpace(in.Line) == "":
		return nil, badRequest("there is no line to read")
	case len(in.Line) > lineLimit:
		return nil, badRequest("a line may have %d bytes at most", lineLimit)
	case in.Client != "" && in.Client != "claude" && in.Client != "codex":
		return nil, badRequest("the client is claude or codex")
	}
	dir := in.Dir
	if rest, ok := strings.CutPrefix(dir, "~"); ok && (rest == "" || rest[0] == '/') {
		dir = at.Home + rest
	}
	if dir == "" {
		dir = at.Home
	}
	if st, err := os.Stat(dir); err != nil || !filepath.IsAbs(dir) || !st.IsDir() {
		return nil, badRequest("%s is no folder of this machine", see(clip(dir, 200)))
	}
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return nil, badRequest("this folder cannot be read")
	}
	project := place.ProjectRoot(dir, at.Home)
	pol, err := place.Load(at, project)
	if err != nil {
		return nil, policyFault(err)
	}
	r := classify.Line(in.Line, place.NewScene(at, pol, in.Client, dir, project, place.TempDir(os.Getenv)), &pol.Policy)
	e := card.Explain(r)
	spellExplained(&e)
	return struct {
		card.Explained
		Dir     string `json:"dir"`
		Project string `json:"project"`
	}{e, see(dir), see(project)}, nil
}

func spellExplained(e *card.Explained) {
	spellFindings(e.Outside)
	for i := range e.Calls {
		c := &e.Calls[i]
		c.Argv, c.Via, c.Dirs, c.Env = orEmpty(seeAll(c.Argv)), orEmpty(seeAll(c.Via)), orEmpty(seeAll(c.Dirs)), seeAll(c.Env)
		c.Text, c.Name = see(c.Text), see(c.Name)
		for j := range c.Words {
			w := &c.Words[j]
			w.Text, w.Why, w.Row = see(w.Text), see(w.Why), see(w.Row)
		}
		spellFindings(c.Findings)
	}
}

func spellFindings(fs []card.Finding) {
	for i := range fs {
		f := &fs[i]
		f.Does, f.Call, f.Path, f.Rule, f.Via = see(f.Does), see(f.Call), see(f.Path), see(f.Rule), seeAll(f.Via)
	}
}

func orEmpty(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}

// grant is a grant as the page shows it.
type grant struct {
	ID          string     `json:"id"`
	Created     time.Time  `json:"created"`
	Expires     time.Time  `json:"expires"`
	By          string     `json:"by"`
	Client      string     `json:"client"`
	Session     string     `json:"session"`
	Project     string     `json:"project"`
	Tool        string     `json:"tool"`
	Scope       string     `json:"scope"`
	Argv        []string   `json:"argv"`
	Effects     []string   `json:"effects"`
	Fingerprint string     `json:"fingerprint"`
	Uses        int        `json:"uses"` // 0 is any number
	Used        int        `json:"used"`
	LastUsed    *time.Time `json:"last_used,omitempty"`
	Reason      string     `json:"reason"`
	Ref         string     `json:"ref"`
	Ended       string     `json:"ended"` // why; "" is in force
}

// grantList is the grants in force, and those that ended within a day.
func (s *Server) grantList(*call) (any, error) {
	l, err := s.conf.Places.Grants().List()
	if err != nil {
		return nil, fault(http.StatusConflict, "grants", "%s", see(strings.TrimPrefix(err.Error(), "grants: ")))
	}
	out := struct {
		Grants []grant `json:"grants"`
		Behind bool    `json:"behind"` // the clock was set back: nothing is in force
	}{Grants: []grant{}, Behind: l.Behind}
	for _, g := range l.Grants {
		ended := g.Ended(l.Now)
		if l.Behind && ended == "" {
			ended = "the clock was set back"
		}
		out.Grants = append(out.Grants, grant{
			ID: g.ID, Created: g.Created, Expires: g.Expires, By: see(g.By), Client: see(g.Client), Session: see(g.Session), Project: s.short(g.Project), Tool: see(g.Tool),
			Scope: string(g.Scope), Argv: orEmpty(seeAll(g.Match.Argv)), Effects: orEmpty(seeAll(g.Match.Effects)), Fingerprint: g.Match.Fingerprint,
			Uses: g.Uses, Used: g.Used, LastUsed: g.LastUsed, Reason: see(g.Reason), Ref: see(g.Ref), Ended: ended,
		})
	}
	return out, nil
}

// revoke ends a grant. The log tells of it before it is done.
func (s *Server) revoke(c *call) (any, error) {
	log, err := s.conf.Places.Log("butler/" + s.version)
	if err != nil {
		return nil, policyFault(err)
	}
	by := s.by(c.own)
	_, events, err := s.conf.Places.Grants().Revoke(c.PathValue("id"), func(g grants.Grant) error {
		_, err := log.Append(context.WithoutCancel(c.Context()), audit.Entry{
			Type: audit.TypeRevoke, Client: g.Client, Session: g.Session, Tool: g.Tool, Project: g.Project, Grant: g.ID, By: by,
			Cmd: strings.Join(g.Match.Argv, " "), Effects: g.Match.Effects, Reason: "revoked in the dashboard",
		})
		return err
	})
	s.logGrantEvents(c.Context(), log, events)
	if errors.Is(err, grants.ErrNotFound) {
		return nil, notFound("%s", see(strings.TrimPrefix(err.Error(), "grants: ")))
	}
	if err != nil {
		return nil, err
	}
	s.Publish("grants", struct{}{})
	return nil, nil
}

// logGrantEvents writes down what the store did besides.
func (s *Server) logGrantEvents(ctx context.Context, log *audit.Log, events []grants.Event) {
	for _, e := range events {
		entry := audit.Entry{Type: audit.TypeRevoke, Client: e.Grant.Client, Session: e.Grant.Session, Tool: e.Grant.Tool, Project: e.Grant.Project, Grant: e.Grant.ID, Reason: strings.TrimSpace(e.What + " " + e.Why)}
		if e.What == "lapsed" {
			entry = audit.Entry{Type: audit.TypeRuling, Client: e.Pending.Subject.Client, Session: e.Pending.Subject.Session, Tool: e.Pending.Subject.Tool, Project: e.Pending.Subject.Project, Call: e.Pending.Call, Ref: decisionOf(log.Dir(), e.Pending.Call), By: "guard", Answer: "deny", Reason: e.Pending.Ref + " lapsed: nobody decided in time"}
		}
		if _, err := log.Append(context.WithoutCancel(ctx), entry); err != nil {
			s.log.Error("web: an event of the grants is not in the log", "what", e.What, "err", err)
		}
	}
}

// by names the owner in the log.
func (s *Server) by(own session) string { return "owner, dashboard session " + own.ID }
