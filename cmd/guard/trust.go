package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"guard/audit"
	"guard/classify/policyfile"
	"guard/hookio"
	"guard/internal/person"
	"guard/internal/place"
)

type trustCmd struct {
	Project string `arg:"" optional:"" type:"path" help:"A folder of the project (default: this one)."`
	Forget  bool   `help:"Trust the project's file no more."`
	List    bool   `help:"List what is trusted."`
}

func (c *trustCmd) Help() string {
	return `A repository may bring a .guard.toml at its root. It makes guard stricter, and what it would
loosen is withheld, until you have read it and trusted it here: this very text, by its SHA-256. A
changed file is not trusted any more. What you have set yourself still stands over it.

It needs a terminal that no client started, and asks for four letters.

Examples:
  guard trust            show what .guard.toml would loosen here, and trust it
  guard trust --list
  guard trust --forget`
}

func (c *trustCmd) Run() error {
	at, err := place.Find(os.Getenv)
	if err != nil {
		return err
	}
	if c.List {
		return listTrust(at)
	}
	dir := c.Project
	if dir == "" {
		if dir, err = os.Getwd(); err != nil {
			return err
		}
	}
	project := place.ProjectRoot(dir, at.Home)
	if project == "" {
		return fmt.Errorf("%s is in no project: a home, or a folder above one, is none\ngo into the project, or name it", dir)
	}
	if c.Forget {
		return forgetTrust(at, project)
	}
	by, err := person.Here("guard trust")
	if err != nil {
		return err
	}
	name := filepath.Join(project, ".guard.toml")
	text, err := place.ReadFile(name, place.Limit)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is no %s\nguard trust is for projects that bring one", name)
	}
	if err != nil {
		return err
	}
	f, err := policyfile.Parse(name, text)
	if err != nil {
		return err
	}
	if at.Trusts(project, text) {
		fmt.Printf("%s is trusted already, as it is\n", name)
		return nil
	}
	fmt.Printf("%s, sha256 %s, wants to loosen:\n", hookio.Visible(name), place.Sum(text)[:16])
	withheld := policyfile.Compose(policyfile.Source{File: f, Layer: policyfile.Project}).Loosens()
	for _, w := range withheld {
		fmt.Printf("  %s\n", hookio.Visible(w))
	}
	if len(withheld) == 0 {
		fmt.Println("  nothing: it only makes guard stricter, which needs no trust")
		return nil
	}
	if err := person.Typed("trust this text"); err != nil {
		return err
	}
	t, err := at.ReadTrust()
	if err != nil {
		return err
	}
	t.Trusted = slices.DeleteFunc(t.Trusted, func(x place.Trusted) bool { return x.Project == project })
	t.Trusted = append(t.Trusted, place.Trusted{Project: project, SHA256: place.Sum(text), By: by, At: time.Now().UTC().Truncate(time.Second)})
	if err := logTrust(at, project, by, "trusted .guard.toml, sha256:"+place.Sum(text)); err != nil {
		return err
	}
	if err := at.WriteTrust(t); err != nil {
		return err
	}
	fmt.Println("trusted; guard policy show --origin shows what is in force")
	return nil
}

// logTrust takes it down before it counts.
func logTrust(p place.Places, project, by, what string) error {
	log, err := p.Log("guard/" + version())
	if err != nil {
		return err
	}
	_, err = log.Append(context.Background(), audit.Entry{Type: audit.TypePolicy, By: by, Project: project, Reason: what})
	return err
}

func listTrust(p place.Places) error {
	t, err := p.ReadTrust()
	if err != nil {
		return err
	}
	for _, x := range t.Trusted {
		state := "as it is"
		text, err := place.ReadFile(filepath.Join(x.Project, ".guard.toml"), place.Limit)
		switch {
		case err != nil:
			state = "the file is gone"
		case place.Sum(text) != x.SHA256:
			state = "changed since: not trusted"
		}
		fmt.Printf("%s  %s  since %s, by %s: %s\n", x.SHA256[:min(16, len(x.SHA256))], hookio.Visible(x.Project), x.At.Local().Format("2006-01-02 15:04"), hookio.Visible(x.By), state)
	}
	if len(t.Trusted) == 0 {
		fmt.Println("no project's policy is trusted")
	}
	return nil
}

// forgetTrust makes guard stricter, which needs no terminal; but an agent is
// not to change what its person has set.
func forgetTrust(p place.Places, project string) error {
	if err := person.NoClient("guard trust"); err != nil {
		return err
	}
	t, err := p.ReadTrust()
	if err != nil {
		return err
	}
	n := len(t.Trusted)
	t.Trusted = slices.DeleteFunc(t.Trusted, func(x place.Trusted) bool { return x.Project == project })
	if len(t.Trusted) == n {
		fmt.Printf("%s was not trusted\n", hookio.Visible(project))
		return nil
	}
	if err := p.WriteTrust(t); err != nil {
		return err
	}
	fmt.Printf("%s is trusted no more\n", hookio.Visible(project))
	return logTrust(p, project, person.Who(), "trusts .guard.toml no more")
}
