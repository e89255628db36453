package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
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
)

// A project's policy file comes with the repository, so it only makes guard
// stricter until a person has read and trusted its very bytes.

// trusted is one text of a project's policy file that a person has trusted.
type trusted struct {
	Project string    `json:"project"`
	SHA256  string    `json:"sha256"`
	By      string    `json:"by"`
	At      time.Time `json:"at"`
}

type trustFile struct {
	V       int       `json:"v"`
	Trusted []trusted `json:"trusted"`
}

func (p places) trustFile() string { return filepath.Join(p.state, "guard", "trust.json") }

func fileSum(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// readTrust reads what has been trusted. What cannot be read trusts nothing.
func (p places) readTrust() (trustFile, error) {
	t := trustFile{V: 1}
	b, err := readFile(p.trustFile(), policyLimit)
	if errors.Is(err, fs.ErrNotExist) {
		return t, nil
	}
	if err != nil {
		return t, err
	}
	if err := json.Unmarshal(b, &t); err != nil || t.V != 1 {
		return trustFile{V: 1}, fmt.Errorf("%s cannot be understood, so that no project's policy is trusted\nremove it and trust again", p.trustFile())
	}
	return t, nil
}

// trusts reports whether a person has trusted this text as the policy of
// project.
func (p places) trusts(project string, text []byte) bool {
	t, err := p.readTrust()
	if err != nil {
		return false
	}
	sum := fileSum(text)
	return slices.ContainsFunc(t.Trusted, func(x trusted) bool { return x.Project == project && x.SHA256 == sum })
}

// writeTrust replaces the file whole: it is there before or after, never half.
func (p places) writeTrust(t trustFile) error {
	b, err := json.MarshalIndent(t, "", "  ")
	if err != nil {
		return err
	}
	dir := filepath.Dir(p.trustFile())
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, ".trust-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(append(b, '\n'))
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), p.trustFile())
}

type trustCmd struct {
	Project string `arg:"" optional:"" type:"path" help:"A folder of the project (default: this one)."`
	Forget  bool   `help:"Trust the project's file no more."`
	List    bool   `help:"List what is trusted."`
}

func (c trustCmd) Help() string {
	return `A repository may bring a .guard.toml at its root. It makes guard stricter, and what it would
loosen is withheld, until you have read it and trusted it here: this very text, by its SHA-256. A
changed file is not trusted any more. What you have set yourself still stands over it.

It needs a terminal that no client started, and asks for four letters.

Examples:
  guard trust            show what .guard.toml would loosen here, and trust it
  guard trust --list
  guard trust --forget`
}

func (c trustCmd) Run() error {
	at, err := findPlaces(os.Getenv)
	if err != nil {
		return err
	}
	if c.List {
		return at.listTrust()
	}
	dir := c.Project
	if dir == "" {
		if dir, err = os.Getwd(); err != nil {
			return err
		}
	}
	project := projectRoot(dir, at.home)
	if project == "" {
		return fmt.Errorf("%s is in no project: a home, or a folder above one, is none\ngo into the project, or name it", dir)
	}
	if c.Forget {
		return at.forgetTrust(project)
	}
	by, err := person("trust")
	if err != nil {
		return err
	}
	name := filepath.Join(project, ".guard.toml")
	text, err := readFile(name, policyLimit)
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
	if at.trusts(project, text) {
		fmt.Printf("%s is trusted already, as it is\n", name)
		return nil
	}
	fmt.Printf("%s, sha256 %s, wants to loosen:\n", hookio.Visible(name), fileSum(text)[:16])
	withheld := policyfile.Compose(policyfile.Source{File: f, Layer: policyfile.Project}).Loosens()
	for _, w := range withheld {
		fmt.Printf("  %s\n", hookio.Visible(w))
	}
	if len(withheld) == 0 {
		fmt.Println("  nothing: it only makes guard stricter, which needs no trust")
		return nil
	}
	if err := typed("trust this text"); err != nil {
		return err
	}
	t, err := at.readTrust()
	if err != nil {
		return err
	}
	t.Trusted = slices.DeleteFunc(t.Trusted, func(x trusted) bool { return x.Project == project })
	t.Trusted = append(t.Trusted, trusted{Project: project, SHA256: fileSum(text), By: by, At: time.Now().UTC().Truncate(time.Second)})
	if err := at.logTrust(project, by, "trusted .guard.toml, sha256:"+fileSum(text)); err != nil {
		return err
	}
	if err := at.writeTrust(t); err != nil {
		return err
	}
	fmt.Println("trusted; guard policy show --origin shows what is in force")
	return nil
}

// logTrust takes it down before it counts.
func (p places) logTrust(project, by, what string) error {
	log, err := p.log()
	if err != nil {
		return err
	}
	_, err = log.Append(context.Background(), audit.Entry{Type: audit.TypePolicy, By: by, Project: project, Reason: what})
	return err
}

func (p places) listTrust() error {
	t, err := p.readTrust()
	if err != nil {
		return err
	}
	for _, x := range t.Trusted {
		state := "as it is"
		text, err := readFile(filepath.Join(x.Project, ".guard.toml"), policyLimit)
		switch {
		case err != nil:
			state = "the file is gone"
		case fileSum(text) != x.SHA256:
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
func (p places) forgetTrust(project string) error {
	if err := noClient("trust"); err != nil {
		return err
	}
	t, err := p.readTrust()
	if err != nil {
		return err
	}
	n := len(t.Trusted)
	t.Trusted = slices.DeleteFunc(t.Trusted, func(x trusted) bool { return x.Project == project })
	if len(t.Trusted) == n {
		fmt.Printf("%s was not trusted\n", hookio.Visible(project))
		return nil
	}
	if err := p.writeTrust(t); err != nil {
		return err
	}
	fmt.Printf("%s is trusted no more\n", hookio.Visible(project))
	return p.logTrust(project, who(), "trusts .guard.toml no more")
}
