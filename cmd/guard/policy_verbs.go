package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"guard/classify/policyfile"
	"guard/hookio"
	"guard/internal/place"
)

type policyCmd struct {
	Show  policyShowCmd  `cmd:"" default:"withargs" help:"Show the policy in force here (guard policy alone does)."`
	Check policyCheckCmd `cmd:"" help:"Check a policy file, and run the tests in it."`
}

type policyShowCmd struct {
	JSON   bool `name:"json" help:"Print the policy as one JSON object."`
	Origin bool `help:"Print every value with the file and line that it comes from."`
}

func (c *policyShowCmd) Help() string {
	return `Prints the two tables that every verdict follows from, as they are in force here: what guard
thinks of each effect, and of each access to each zone. The policy file is
$XDG_CONFIG_HOME/guard/policy.toml (default ~/.config/guard/policy.toml); docs/policy.md has
every key.

Examples:
  guard policy                  the tables in force
  guard policy show --origin    every value, and where it comes from
  guard policy check            are the files right, and do their tests pass?`
}

func (c *policyShowCmd) Run() error {
	at, err := place.Find(os.Getenv)
	if err != nil {
		return err
	}
	wd, _ := os.Getwd()
	pol, err := place.Load(at, place.ProjectRoot(wd, at.Home))
	if err != nil {
		return explained(err)
	}
	switch {
	case c.JSON:
		out := policyJSON(pol)
		if c.Origin {
			values := []map[string]string{}
			for _, e := range pol.Entries() {
				values = append(values, map[string]string{"key": e.Key, "value": e.Value, "from": e.From})
			}
			out["values"] = values
		}
		return writeJSON(os.Stdout, out)
	case c.Origin:
		printOrigins(pol)
	default:
		printPolicy(os.Stdout, pol)
		if n := len(pol.Withheld); n > 0 {
			fmt.Fprintf(os.Stderr, "guard: %d values of policy files are not in force: guard policy show --origin names them\n", n)
		}
	}
	return nil
}

// printOrigins shows each value and where it comes from.
func printOrigins(pol place.Policy) {
	wide := 0
	entries := pol.Entries()
	for _, e := range entries {
		wide = max(wide, len(e.Key)+3+len(e.Value))
	}
	for _, e := range entries {
		fmt.Printf("%-*s  %s\n", min(wide, 60), hookio.Visible(e.Key+" = "+e.Value), hookio.Visible(e.From))
	}
	if len(pol.Withheld) > 0 {
		fmt.Println("\nnot in force:")
		for _, w := range pol.Withheld {
			fmt.Printf("  %s\n", hookio.Visible(w))
		}
	}
}

// explained prints all faults of a policy file but the first, which the error
// has.
func explained(err error) error {
	var fs policyfile.Faults
	if errors.As(err, &fs) {
		for _, f := range fs[1:] {
			fmt.Fprintf(os.Stderr, "guard: %s\n", hookio.Visible(f.Error()))
		}
		return fmt.Errorf("the policy is wrong: %w", fs[0])
	}
	return err
}

type policyCheckCmd struct {
	File string `arg:"" optional:"" type:"path" help:"A policy file (default: every file that counts here)."`
}

func (c *policyCheckCmd) Help() string {
	return `Reads policy files as the hook would, prints all that is wrong with file and line, and runs the
tests in them: the match and no_match lines of each rule, and the lines below [expect]. The exit
status is 0 where everything is right, else 1. A file that is named is judged as if it were yours.`
}

func (c *policyCheckCmd) Run() error {
	at, err := place.Find(os.Getenv)
	if err != nil {
		return err
	}
	wd, err := os.Getwd()
	if err != nil {
		return err
	}
	project := place.ProjectRoot(wd, at.Home)
	names := []string{c.File}
	if c.File == "" {
		names = []string{at.PolicyFile(), place.Managed}
		if project != "" {
			names = append(names, filepath.Join(project, ".guard.toml"))
		}
	}
	wrong := 0
	var files []*policyfile.File
	for _, name := range names {
		text, err := place.ReadFile(name, place.Limit)
		if errors.Is(err, os.ErrNotExist) && c.File == "" {
			continue
		}
		if err != nil {
			return err
		}
		f, err := policyfile.Parse(name, text)
		var fs policyfile.Faults
		if errors.As(err, &fs) {
			wrong += len(fs)
			for _, x := range fs {
				fmt.Println(hookio.Visible(x.Error()))
			}
			continue
		}
		if err != nil {
			return err
		}
		files = append(files, f)
	}
	if wrong > 0 {
		fmt.Printf("%s; while a file is wrong, guard denies every call\n", count(wrong, "fault"))
		return status(exitFailed)
	}
	if len(files) == 0 {
		fmt.Println("there is no policy file here; the defaults are in force")
		return nil
	}
	pol := place.Policy{}
	if c.File == "" {
		if pol, err = place.Load(at, project); err != nil {
			return err
		}
	} else {
		pol.Settings = policyfile.Compose(policyfile.Source{File: files[0], Layer: policyfile.User})
	}
	sc := place.NewScene(at, pol, "", wd, project, place.TempDir(os.Getenv))
	for _, f := range files {
		failed, n := f.Check(pol.Settings, sc)
		wrong += len(failed)
		for _, x := range failed {
			fmt.Println(hookio.Visible(x.Error()))
		}
		fmt.Printf("%s: %s, %d failed\n", hookio.Visible(f.Name), count(n, "test"), len(failed))
	}
	for _, w := range pol.Withheld {
		fmt.Printf("not in force: %s\n", hookio.Visible(w))
	}
	if wrong > 0 {
		return status(exitFailed)
	}
	return nil
}

// count is n of a thing, in words.
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
