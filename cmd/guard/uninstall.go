package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"guard/audit"
	"guard/hookio"
	"guard/hookio/setup"
	"guard/internal/person"
	"guard/internal/place"
)

type uninstallCmd struct {
	Client  []string `arg:"" optional:"" enum:"claude,codex" help:"claude, codex; without one, every client that is found."`
	Project bool     `help:"Take guard out of the settings of the project of this folder alone."`
	Purge   bool     `help:"Then remove the log, the grants and the keys as well; asks, at a terminal."`
	DryRun  bool     `help:"Show what would change, and change nothing."`
}

func (c *uninstallCmd) Help() string {
	return `Takes out of the clients' settings exactly what guard install put in. The log, the grants,
the policy and the program stay, and so do the copies of settings files that were kept; what
stays is said. A client cannot run this.

Examples:
  guard uninstall codex
  guard uninstall --dry-run
  guard uninstall --purge`
}

func (c *uninstallCmd) Run() error {
	if c.Purge && (c.DryRun || c.Project || len(c.Client) > 0) {
		return errors.New("--purge is for the whole: it goes with neither --dry-run nor --project nor the name of a client")
	}
	if c.Purge {
		if _, err := person.Here("guard uninstall --purge"); err != nil {
			return err
		}
	}
	if !c.DryRun {
		if err := outsideClients("uninstall"); err != nil {
			return err
		}
	}
	env, err := setup.System()
	if err != nil {
		return err
	}
	if c.Project {
		if env, err = inProject(env); err != nil {
			return err
		}
	}
	clients, err := chosen(c.Client, env)
	if err != nil {
		return err
	}
	failed := false
	var copies []string
	for _, cl := range clients {
		path, err := c.remove(cl, env)
		if err != nil {
			fmt.Fprintf(os.Stderr, "guard: %v\n", err)
			failed = true
		}
		more, _ := filepath.Glob(path + ".guard-backup-*")
		copies = append(copies, more...)
	}
	if failed {
		return status(exitFailed)
	}
	if c.DryRun {
		return nil
	}
	at, err := place.Find(os.Getenv)
	if err != nil {
		return err
	}
	if c.Purge {
		if err := purge(at); err != nil {
			return err
		}
	}
	stays(at, copies)
	return nil
}

// remove takes guard out of the settings of one client.
func (c *uninstallCmd) remove(cl hookio.Client, env setup.Env) (path string, err error) {
	change, err := setup.Remove(cl, env)
	switch {
	case err != nil:
		return "", err
	case change.Empty():
		fmt.Printf("%s: guard is not registered in %s\n", cl, change.Path)
		return change.Path, nil
	case c.DryRun:
		fmt.Print(change.Diff())
		return change.Path, nil
	}
	if err := change.Apply(); err != nil {
		return change.Path, err
	}
	fmt.Printf("%s: guard is out of %s\n", cl, change.Path)
	if change.Next != "" {
		fmt.Printf("  next: %s\n", change.Next)
	}
	return change.Path, nil
}

// purge removes guard's own state, after a person has said so twice: by the
// verb and by the letters.
func purge(at place.Places) error {
	dir := filepath.Join(at.State, "guard")
	if _, err := os.Lstat(dir); errors.Is(err, os.ErrNotExist) {
		fmt.Printf("There is nothing in %s to remove.\n", dir)
		return nil
	}
	r := audit.Verify([]string{at.LogDir()}, audit.VerifyOptions{AllowEmpty: true})
	fmt.Printf("\n%s holds the log of every call that guard judged, the grants and the keys.\n  the log: %s\nWhat is removed cannot be had again; a copy of the folder can be checked later with guard verify.\n", dir, r.Summary())
	if err := person.Typed("remove " + dir); err != nil {
		return err
	}
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	// A log that begins anew would name the one that is gone.
	if err := os.Remove(at.OriginFile()); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	fmt.Printf("%s is removed\n", dir)
	return nil
}

// stays says what is left of guard on this machine.
func stays(at place.Places, copies []string) {
	fmt.Println("What stays:")
	for _, p := range []struct{ what, path string }{
		{"the log", at.LogDir()},
		{"the grants", filepath.Join(at.State, "guard", "grants.json")},
		{"the keys", filepath.Dir(at.KeyFile())},
		{"the policy", at.PolicyFile()},
		{"the administrator's policy", place.Managed},
	} {
		if _, err := os.Lstat(p.path); err == nil {
			fmt.Printf("  %s: %s\n", p.what, p.path)
		}
	}
	for _, c := range copies {
		fmt.Printf("  settings as they were: %s\n", c)
	}
	if exe, err := os.Executable(); err == nil {
		fmt.Printf("  the program: %s\n", exe)
	}
}
