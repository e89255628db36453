package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/pelletier/go-toml/v2"

	"guard/hookio"
	"guard/hookio/setup"
	"guard/internal/atomicfile"
	"guard/internal/person"
	"guard/internal/place"
)

// inProject is env for the project that the working folder is in.
func inProject(env setup.Env) (setup.Env, error) {
	wd, err := os.Getwd()
	if err != nil {
		return env, err
	}
	if env.Project = place.ProjectRoot(wd, env.Home); env.Project == "" {
		return env, fmt.Errorf("%s is in no project: it is the home, or a folder above it\nrun guard install in the folder of the project", wd)
	}
	return env, nil
}

// beside tells what else in the settings keeps the hooks from working, or makes
// them run twice.
func beside(w io.Writer, env setup.Env, exe string, clients []hookio.Client) {
	project := env.Project
	env.Project = ""
	d := doctor{exe: exe}
	d.dir, _ = os.Getwd() // without it no project's settings are looked at
	if project != "" {
		d.dir = project
	}
	env.Root = systemRoot
	for _, f := range setup.Detect(env) {
		if !slices.Contains(clients, f.Client) {
			continue
		}
		for _, found := range setup.Check(f, env, d.question()).Findings {
			switch found.Check {
			case "disabled", "settings", "twice", "others", "permissions", "program":
			default:
				continue // it is told of above, or is guard doctor's to tell
			}
			if found.Level > setup.Warn {
				continue
			}
			fmt.Fprintf(w, "%s: warning: %s\n  why: %s\n", f.Client, hookio.Visible(found.What), hookio.Visible(found.Why))
			if found.Mend != "" {
				fmt.Fprintf(w, "  mend: %s\n", hookio.Visible(found.Mend))
			}
		}
	}
}

// observe writes posture observe into the user's policy, unless it has a
// posture. To watch only is to stop nothing, so no client may choose it.
func (c *installCmd) observe() error {
	if err := outsideClients("install --observe"); err != nil {
		return err
	}
	at, err := place.Find(os.Getenv)
	if err != nil {
		return err
	}
	name := at.PolicyFile()
	text, err := place.ReadFile(name, place.Limit)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	var has struct {
		Posture *string `toml:"posture"`
	}
	if err := toml.Unmarshal(text, &has); err != nil {
		return fmt.Errorf("%s cannot be read: %w", name, err)
	}
	switch {
	case has.Posture != nil:
		fmt.Printf("%s has posture %q already and stays as it is\n", name, *has.Posture)
		return nil
	case c.DryRun:
		fmt.Printf("would write posture = \"observe\" to %s\n", name)
		return nil
	}
	// In front, since what stands behind a table would belong to it.
	text = append([]byte("posture = \"observe\"\n"), bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))...)
	if err := replaceFile(name, text); err != nil {
		return err
	}
	fmt.Printf("posture is observe (%s): guard stops nothing. When you have seen enough, take the line out.\n", name)
	return nil
}

// replaceFile writes a whole file in the place of name, with the mode that it
// had, else 0600.
func replaceFile(name string, text []byte) error {
	dir := filepath.Dir(name)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	mode := fs.FileMode(0o600)
	if real, err := filepath.EvalSymlinks(name); err == nil {
		name = real
		if info, err := os.Stat(name); err == nil {
			mode = info.Mode().Perm()
		}
	}
	return atomicfile.Write(name, text, mode)
}

// outsideClients is an error where a client runs this. Where guard cannot look
// at processes the environment alone tells.
func outsideClients(verb string) error {
	err := person.NoClient("guard " + verb)
	if errors.Is(err, person.ErrNotTold) {
		err = nil
		if v := person.Variable(os.Environ()); v != "" {
			err = fmt.Errorf("guard %s is not for a client to run: the variable %s is set\nuse another terminal, one that no client started", verb, v)
		}
	}
	return err
}
