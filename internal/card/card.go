// Package card shows a call that waits to the person who is to decide it, in a
// terminal ([Card.Print]) and as JSON. guard and butler share it.
//
// Promise: what is shown comes from the bytes that the call's fingerprint is of,
// judged anew under the policy and with the files that it had then. Where one of
// these is not any more what it was, there is no card: the agent's retry would
// be another call. What a terminal or a browser would obey or hide stands
// spelled out.
//
// Limit: a program may do more than its words say; a card shows what guard can
// tell.
package card

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"guard/classify"
	"guard/grants"
	"guard/hookio"
	"guard/internal/place"
)

// Card is a call as a person is shown it. Its texts are spelled out already.
type Card struct {
	Client     string        `json:"client"`
	Session    string        `json:"session"`
	Unattended bool          `json:"unattended"`
	Project    string        `json:"project"`
	Dir        string        `json:"dir"`
	Tool       string        `json:"tool"`
	Fields     []Field       `json:"fields"` // the members of the input that have an effect
	Verdict    string        `json:"verdict"`
	Tier       string        `json:"tier"`
	Effects    []string      `json:"effects"`
	Why        []string      `json:"why"`   // one sentence for each finding that is to blame
	Safer      []string      `json:"safer"` // other ways to get there
	Commands   []Command     `json:"commands"`
	Files      []grants.File `json:"files"` // they were read for it, and may not change
}

// Field is a member of the call's input. Text of several lines keeps them.
type Field struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// Command is one command of the call that needs a person.
type Command struct {
	Needs []string `json:"needs"` // its effects
	Via   []string `json:"via"`   // the wrappers that it runs through
	Env   []string `json:"env"`   // variables that the line sets for it
	Told  bool     `json:"told"`  // no shell changes its words any more
	Argv  []string `json:"argv"`
}

// Of makes the card of a waiting call. An error says why no yes can be given to
// it any more.
func Of(at place.Places, s grants.Subject) (Card, error) {
	r, err := judgeAgain(at, s)
	if err != nil {
		return Card{}, err
	}
	c := Card{
		Client: line(s.Client), Session: line(s.Session), Unattended: s.Unattended, Project: line(s.Project), Dir: line(s.Dir), Tool: line(s.Tool),
		Verdict: r.Verdict.String(), Tier: r.Tier.String(), Effects: r.Effects(),
	}
	for _, f := range s.Fields {
		c.Fields = append(c.Fields, fields(f)...)
	}
	for _, f := range Blamed(r) {
		c.Why = append(c.Why, line(Sentence(f)))
		if f.Safer != "" {
			c.Safer = append(c.Safer, line(f.Safer))
		}
	}
	for _, call := range r.Calls() {
		if len(call.Needs) > 0 {
			c.Commands = append(c.Commands, Command{Needs: call.Needs, Via: lines(call.Via), Env: lines(call.Env), Told: call.Told, Argv: lines(call.Argv)})
		}
	}
	for _, f := range s.Files {
		if f.SHA256 != "" {
			c.Files = append(c.Files, grants.File{Path: line(f.Path), SHA256: f.SHA256})
		}
	}
	return c, nil
}

// Raw is what was called, and nothing about it: for a call on which nothing is
// to be decided any more.
func Raw(s grants.Subject) Card {
	c := Card{Client: line(s.Client), Session: line(s.Session), Unattended: s.Unattended, Project: line(s.Project), Dir: line(s.Dir), Tool: line(s.Tool)}
	for _, f := range s.Fields {
		c.Fields = append(c.Fields, fields(f)...)
	}
	return c
}

// judgeAgain reads the call from its fingerprinted bytes, under the policy and
// with the files that its fingerprint has.
func judgeAgain(at place.Places, s grants.Subject) (classify.Result, error) {
	const anew = "\nthe agent's next try is another call, which guard asks about anew"
	pol, err := place.Load(at, s.Project)
	if err != nil {
		return classify.Result{}, err
	}
	if pol.Digest != s.Policy {
		return classify.Result{}, errors.New("the policy has changed since this call" + anew)
	}
	pol.Posture = pol.For(s.Unattended)
	req := &hookio.Request{Client: hookio.Client(s.Client), Tool: s.Tool, Input: inputOf(s)}
	sc := place.NewScene(at, pol, s.Client, s.Dir, s.Project, place.TempDir(os.Getenv))
	r, _, err := Judge(req, sc, &pol.Policy)
	if err != nil {
		return r, err
	}
	for _, f := range s.Files {
		sum, _, _, err := HashFile(f.Path, HashLimit, 0)
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

// Print writes the card for a terminal.
func (c Card) Print(w io.Writer) {
	watched := "nobody at its terminal"
	if !c.Unattended {
		watched = "session " + c.Session
	}
	rows := [][2]string{{"client", c.Client + ", " + watched}, {"project", c.Project}, {"folder", c.Dir}, {"tool", c.Tool}}
	for _, r := range rows {
		fmt.Fprintf(w, "%-8s %s\n", r[0], r[1])
	}
	for _, f := range c.Fields {
		printField(w, f)
	}
	fmt.Fprintln(w)
	for _, why := range c.Why {
		fmt.Fprintf(w, "why      %s\n", why)
	}
	for i, cmd := range c.Commands {
		fmt.Fprintf(w, "\ncommand %d: %s", i+1, strings.Join(cmd.Needs, ", "))
		if len(cmd.Via) > 0 {
			fmt.Fprintf(w, "; through %s", strings.Join(cmd.Via, ", "))
		}
		if len(cmd.Env) > 0 {
			fmt.Fprintf(w, "; with %s set", strings.Join(cmd.Env, ", "))
		}
		if !cmd.Told {
			fmt.Fprint(w, "; the shell still changes some of its words")
		}
		fmt.Fprintln(w)
		PrintArgv(w, cmd.Argv)
	}
	if len(c.Files) > 0 {
		fmt.Fprintln(w, "\nfiles that were read for it, and may not change")
	}
	for _, f := range c.Files {
		fmt.Fprintf(w, "  sha256:%s  %s\n", f.SHA256, f.Path)
	}
}
