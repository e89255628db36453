package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"guard/audit"
	"guard/classify"
	"guard/grants"
	"guard/hookio"
	"guard/internal/card"
	"guard/internal/place"
)

// A call that needs a person is either covered by a grant or kept for one. This
// file is that part of a hook call's way.

// covered is how a call stands with what a person has said.
type covered struct {
	cover   grants.Cover
	ids     []string
	denied  *grants.Denial // a person said no to this call a short while ago
	subject grants.Subject
	fault   error          // why grants cannot be used; the call then has none
	events  []grants.Event // for the log
}

// useGrants takes grants for the call, all that it needs or none.
func useGrants(store *grants.Store, req *hookio.Request, sub grants.Subject, res classify.Result, fault error) covered {
	c := covered{subject: sub, fault: fault}
	if fault != nil {
		return c
	}
	got, err := store.Take(grants.Request{Subject: sub, Needs: needsOf(req, res), Prompt: req.Event == hookio.PermissionRequest})
	c.cover, c.ids, c.denied, c.events, c.fault = got.Cover, got.IDs, got.Denied, got.Events, err
	return c
}

// park keeps the call for a person, since nobody could be asked, and returns
// what the model is told of it.
func (c *covered) park(store *grants.Store, req *hookio.Request, why string) string {
	if c.fault == nil {
		p, events, err := store.Park(c.subject, req.Call, why)
		c.events = append(c.events, events...)
		if err == nil {
			return fmt.Sprintf(" Nobody could be asked here, so it waits as %s: tell the person what you wanted to run and why; when they have approved it in another terminal (guard approve %[1]s), the same call, unchanged, may be tried again, once, within %s. Do not work around it.", p.Ref, c.life())
		}
		c.fault = err
	}
	why = ""
	if c.fault != nil {
		why = fmt.Sprintf(", and it could not be kept for a person (%s)", strings.TrimPrefix(c.fault.Error(), "grants: "))
	}
	return " Nobody could be asked here" + why + ". Do not work around it: tell the person what you wanted to run and why; they can run it themselves in another terminal, or change the policy (guard policy)."
}

// life is how long a yes to this call will hold.
func (c *covered) life() string {
	if c.subject.Unattended {
		return "24 hours"
	}
	return "10 minutes"
}

// warning is what the person should hear of the grants file, "" where it is
// well.
func (c *covered) warning() string {
	for _, e := range c.events {
		if e.What == "set aside" {
			return fmt.Sprintf("guard could not read its grants (%s). They are set aside as %s and nothing is granted; grant again what is still wanted", e.Why, e.File)
		}
	}
	if c.fault != nil && !errors.Is(c.fault, grants.ErrFull) && !errors.Is(c.fault, grants.ErrTooLarge) {
		return fmt.Sprintf("no grant can be used (%v)", c.fault)
	}
	return ""
}

// logEvents takes down what happened to grants by itself.
func logEvents(log *audit.Log, events []grants.Event) error {
	var all error
	for _, ev := range events {
		e := audit.Entry{Type: audit.TypeRevoke, By: "guard"}
		switch ev.What {
		case "set aside":
			e.Reason = "the grants could not be read (" + ev.Why + ") and are set aside as " + ev.File
		case "lapsed":
			e = pendingEntry(log, ev.Pending)
			e.Type, e.By, e.Answer, e.Reason = audit.TypeRuling, "guard", hookio.Deny.String(), ev.Pending.Ref+" waited and nobody decided"
		default:
			e = grantEntry(ev.Grant)
			e.Type, e.By, e.Reason = audit.TypeRevoke, "guard", ev.What
			if ev.Why != "" {
				e.Reason += ": " + ev.Why
			}
		}
		_, err := log.Append(context.Background(), e)
		all = errors.Join(all, err)
	}
	return all
}

// grantEntry is what the log keeps of a grant.
func grantEntry(g grants.Grant) audit.Entry {
	e := audit.Entry{Type: audit.TypeGrant, Grant: g.ID, By: g.By, Client: g.Client, Session: g.Session, Project: g.Project, Tool: g.Tool, Effects: g.Match.Effects, Reason: g.Reason}
	if len(g.Match.Argv) > 0 {
		e.Cmd = strings.Join(g.Match.Argv, " ")
	}
	return e
}

// pendingEntry is what the log keeps of what became of a waiting call. It names
// the decision that the call waits for, where that is found.
func pendingEntry(log *audit.Log, p grants.Pending) audit.Entry {
	s := p.Subject
	e := audit.Entry{Client: s.Client, Session: s.Session, Project: s.Project, Tool: s.Tool, Cwd: s.Dir, Call: p.Call, Cmd: card.LineOf(s)}
	e.Ref = latest(log.Dir(), p.Call, longAgo, func(r audit.Record) bool { return r.Call == p.Call }).Seq
	return e
}

// longAgo is how many records are searched for a decision that waited, which
// takes some 50 ms at most (2026-11-30).
const longAgo = 50_000

// subjectOf is what a once-grant for the call binds.
func subjectOf(req *hookio.Request, dir, project, policy string, unattended bool, files *filesRead) (grants.Subject, error) {
	s := grants.Subject{
		Client: string(req.Client), Session: req.Session, Project: project, Unattended: unattended,
		Tool: req.Tool, Dir: realPath(dir), Policy: policy, Fields: fieldsOf(req),
	}
	var err error
	s.Files, err = files.hashes()
	return s, err
}

// unchanged says why the call is not any more what yes is about, nil where it is.
func unchanged(yes *covered, at place.Places, req *hookio.Request, dir, project string, files *filesRead) error {
	pol, err := place.Load(at, project)
	if err != nil {
		return err
	}
	sub, err := subjectOf(req, dir, project, pol.Digest, yes.subject.Unattended, files)
	if err != nil {
		return err
	}
	if sub.Fingerprint() != yes.subject.Fingerprint() {
		return errors.New("the policy or a file that it rests on has changed")
	}
	return nil
}

// fieldsOf are the members of the input that have an effect. A shell call's
// description and timeout have none, and Codex adds its reason to the input of
// a PermissionRequest, under description, that the call itself did not have.
// Whatever else a client may add counts.
func fieldsOf(req *hookio.Request) []grants.Field {
	shell := req.Shell()
	if !shell && (req.Client != hookio.Codex || req.Tool != "apply_patch") {
		return []grants.Field{{Raw: string(req.Input)}}
	}
	var out []grants.Field
	gjson.ParseBytes(req.Input).ForEach(func(key, value gjson.Result) bool {
		if k := key.String(); k != "description" && (k != "timeout" || !shell) {
			out = append(out, grants.Field{Name: k, Raw: value.Raw})
		}
		return true
	})
	return out
}

// needsOf are the commands of the line for which a prefix grant may stand in,
// nil where one of them, or something besides them, is not told well enough: a
// word that the shell would still change, a variable that the line sets for it,
// a folder that is not known, a call that asks to leave the client's sandbox.
func needsOf(req *hookio.Request, res classify.Result) []grants.Need {
	if req.Tool != "Bash" || leavesSandbox(req) || len(res.Loose()) > 0 {
		return nil
	}
	var out []grants.Need
	for _, c := range res.Calls() {
		if len(c.Needs) == 0 {
			continue
		}
		if !c.Told || len(c.Env) > 0 || len(c.Dirs) == 0 {
			return nil
		}
		n := grants.Need{Argv: c.Argv, Effects: c.Needs}
		for _, d := range c.Dirs {
			n.Dirs = append(n.Dirs, realPath(d))
		}
		out = append(out, n)
	}
	return out
}

// unsure reports whether the line holds something of which guard has no
// opinion: a prefix grant does not speak for that.
func unsure(res classify.Result, p classify.Posture) bool {
	if p == classify.PostureStrict {
		return false // then it needs a person like the rest
	}
	for _, f := range res.Findings {
		if f.Tier == classify.TierUnknown {
			return true
		}
	}
	return false
}

// realPath is p with its links followed, as far as it is there.
func realPath(p string) string {
	if p == "" {
		return ""
	}
	if real, err := filepath.EvalSymlinks(p); err == nil {
		return real
	}
	return filepath.Clean(p)
}

// filesRead remembers which files a judgement rests on, and what it saw of
// them.
type filesRead struct {
	names []string
	saw   map[string]sight
}

type sight struct {
	text []byte
	cut  bool // there may be more of it
	gone bool // it could not be read
}

// watch makes sc tell which files it reads.
func watch(sc *classify.Scene) *filesRead {
	r := &filesRead{saw: map[string]sight{}}
	read := sc.ReadFile
	sc.ReadFile = func(name string, limit int) ([]byte, error) {
		text, err := read(name, limit)
		if old, ok := r.saw[name]; !ok || len(text) > len(old.text) {
			if !ok {
				r.names = append(r.names, name)
			}
			r.saw[name] = sight{text, err == nil && len(text) == limit, err != nil}
		}
		return text, err
	}
	return r
}

// hashFiles bounds how many files are hashed for one call, see also card.HashLimit.
const hashFiles = 256

// hashes are the files with the SHA-256 of all their content. It is an error
// where a file is not any more what was judged, or too large.
func (r *filesRead) hashes() ([]grants.File, error) {
	if len(r.names) > hashFiles {
		return nil, fmt.Errorf("it rests on more than %d files", hashFiles)
	}
	var out []grants.File
	left := int64(card.HashLimit)
	for _, name := range r.names {
		sum, head, n, err := card.HashFile(name, left, len(r.saw[name].text))
		if left -= n; left <= 0 {
			return nil, fmt.Errorf("it rests on files of more than %d MiB", card.HashLimit>>20)
		}
		saw := r.saw[name]
		switch {
		case saw.gone && err != nil:
			out = append(out, grants.File{Path: name})
			continue
		case saw.gone != (err != nil), !bytes.Equal(head, saw.text), !saw.cut && n != int64(len(saw.text)):
			return nil, fmt.Errorf("%s has changed while it was judged", name)
		}
		out = append(out, grants.File{Path: name, SHA256: sum})
	}
	return out, nil
}

// ago is how long ago at was, for a person.
func ago(now, at time.Time) string {
	switch d := now.Sub(at); {
	case d < time.Minute:
		return "now"
	case d < time.Hour:
		return fmt.Sprintf("%d min", int(d.Minutes()))
	case d < 48*time.Hour:
		return fmt.Sprintf("%d h", int(d.Hours()))
	default:
		return fmt.Sprintf("%d days", int(d.Hours()/24))
	}
}
