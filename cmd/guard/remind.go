package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"guard/audit"
	"guard/coord"
	"guard/grants"
	"guard/hookio"
	"guard/internal/place"
)

// At a prompt the agent is told what a person has decided about its calls, or has
// still to decide, where a person asked for that (guard install --remind on). It
// holds nothing up: what cannot be told in a moment is not told.

const (
	remindBudget  = 1000 // bytes of butler's answer
	remindRecords = 5000 // of guard's log, in which a held call is looked for
)

// remindTime is how long guard waits for butler's answer. The tests, and nothing
// else, set another.
var remindTime = 150 * time.Millisecond

// remind is what the agent is told at this prompt, "" where there is nothing.
// butler is asked only where guard's own log says that it was given a call of the
// session.
func (h *hook) remind(req *hookio.Request, project string, at place.Places, logDir string) string {
	own, l := waitsHere(req, project, at.Grants())
	said := ""
	held := latest(logDir, req.Session, remindRecords, func(r audit.Record) bool { return r.Session == req.Session && r.Answer == "hold" })
	if held.Seq > 0 {
		var there bool
		if said, there = h.butlerReminds(req, len(own)); !there {
			own = append(own, approved(req, project, l, "B-")...) // before it went away
		}
	}
	if more := len(own) - coord.MaxNamed; more > 0 {
		own = append(own[:coord.MaxNamed], fmt.Sprintf("and %d more", more))
	}
	if said != "" {
		own = append(own, said)
	}
	if len(own) == 0 {
		return ""
	}
	return "guard: calls of this session that a person decides about: " + strings.Join(own, "; ") + ". Do not work around what waits or was denied."
}

// waitsHere is what waits in guard's own list, or was decided there and had no
// effect yet.
func waitsHere(req *hookio.Request, project string, store *grants.Store) (lines []string, l grants.List) {
	l, err := store.List()
	if err != nil {
		return nil, grants.List{} // the next call that needs a grant says so
	}
	lines = approved(req, project, l, "G-")
	for _, p := range l.Pending {
		if p.Denied != nil && ours(req, p.Subject.Client, p.Subject.Session) {
			line := p.Ref + " was denied"
			if p.Denied.Reason != "" {
				line += ": " + p.Denied.Reason
			}
			lines = append(lines, line)
		}
	}
	for _, p := range l.Pending {
		if p.Denied == nil && ours(req, p.Subject.Client, p.Subject.Session) {
			lines = append(lines, p.Ref+" still waits for the person")
		}
	}
	return lines, l
}

// approved are the grants for one call that come from a call whose name begins so.
// One for a client that nobody watches is its project's: its next session retries.
func approved(req *hookio.Request, project string, l grants.List, prefix string) (lines []string) {
	for _, g := range l.Grants {
		mine := ours(req, g.Client, g.Session) || g.Session == "" && g.Client == string(req.Client) && g.Project == project && project != ""
		if mine && g.Scope == grants.Once && strings.HasPrefix(g.Ref, prefix) && g.Ended(l.Now) == "" && !l.Behind {
			lines = append(lines, fmt.Sprintf("%s was approved: the same call, unchanged, runs once until %s", g.Ref, g.Expires.Local().Format("15:04")))
		}
	}
	return lines
}

func ours(req *hookio.Request, client, session string) bool {
	return session != "" && session == req.Session && client == string(req.Client)
}

// butlerReminds asks butler. there is false where it did not answer.
func (h *hook) butlerReminds(req *hookio.Request, named int) (text string, there bool) {
	b, found, _ := h.butler()
	if !found {
		return "", false
	}
	ctx, cancel := context.WithTimeout(context.Background(), remindTime)
	defer cancel()
	f, err := b.Context(ctx, coord.Context{Client: string(req.Client), Session: req.Session, Budget: remindBudget, Named: min(named, coord.MaxNamed)})
	if err != nil || f.State != coord.Alive {
		return "", false
	}
	return f.Text, true
}
