package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"strings"

	"guard/hookio"
	"guard/hookio/setup"
	"guard/internal/person"
	"guard/internal/place"
)

// registration is what connect and disconnect share.
type registration struct {
	Client  []string `arg:"" optional:"" enum:"claude,codex" help:"claude, codex; without one, every client that is found."`
	Project bool     `help:"For the project of this folder alone, not for this user."`
	Yes     bool     `short:"y" help:"Do not ask, also on a terminal."`
	DryRun  bool     `help:"Show what would change, and change nothing."`
}

type connectCmd struct{ registration }

func (c connectCmd) Help() string {
	return `Has the client start butler mcp stdio as an MCP server named butler: in ~/.claude.json and in
~/.codex/config.toml. Everything else in those files stays as it is; a copy of each file that
changes is kept beside it. A second run changes nothing. No token stands in any file.

With --project it is the entry of this project in ~/.claude.json, and .codex/config.toml at the
root of the project.

Where guard's hooks are on, both guard and the hub judge each call. With this in guard's policy
the hooks leave the tools' names to the hub, and still judge the arguments:
  [tools]
  "mcp__butler__*" = "safe"

Examples:
  butler connect
  butler connect claude --project
  butler connect codex --dry-run`
}

type disconnectCmd struct{ registration }

func (c disconnectCmd) Help() string {
	return `Takes the entry that butler connect wrote out again. One that butler did not write stays.

Example:
  butler disconnect claude`
}

func (c connectCmd) Run() error {
	exe, err := os.Executable()
	if err != nil {
		return err
	}
	return c.each("registered", func(cl hookio.Client, env setup.Env) (setup.Change, error) { return setup.PlanMCP(cl, env, exe) })
}

func (c disconnectCmd) Run() error {
	return c.each("not registered", func(cl hookio.Client, env setup.Env) (setup.Change, error) { return setup.RemoveMCP(cl, env) })
}

// each plans and applies a change for each client.
func (r registration) each(state string, plan func(hookio.Client, setup.Env) (setup.Change, error)) error {
	if !r.DryRun {
		if err := person.NoClient("butler connect"); err != nil {
			return err
		}
	}
	env, err := setup.System()
	if err != nil {
		return err
	}
	if r.Project {
		dir, err := os.Getwd()
		if err != nil {
			return err
		}
		if env.Project = place.ProjectRoot(dir, env.Home); env.Project == "" {
			return errors.New("this folder is in no project\nrun it in one, or without --project")
		}
	}
	clients, err := r.clients(env)
	if err != nil {
		return err
	}
	failed := false
	for _, cl := range clients {
		change, err := plan(cl, env)
		if err == nil {
			err = r.apply(cl, change, state)
		}
		if err != nil {
			fmt.Fprintf(os.Stderr, "butler: %s\n", strings.TrimPrefix(err.Error(), "setup: "))
			failed = true
		}
	}
	if failed {
		return status(exitFailed)
	}
	return nil
}

func (r registration) clients(env setup.Env) ([]hookio.Client, error) {
	var out []hookio.Client
	for _, name := range r.Client {
		cl, err := hookio.ParseClient(name)
		if err != nil {
			return nil, err
		}
		out = append(out, cl)
	}
	if len(r.Client) > 0 {
		return out, nil
	}
	for _, f := range setup.Detect(env) {
		out = append(out, f.Client)
	}
	if len(out) == 0 {
		return nil, errors.New("no client was found: neither Claude Code nor Codex has a folder in this home or a program on PATH")
	}
	return out, nil
}

func (r registration) apply(cl hookio.Client, change setup.Change, state string) error {
	if change.Empty() {
		fmt.Printf("%s: butler is %s in %s already\n", cl, state, change.Path)
		return nil
	}
	asks := onTerminal() && !r.Yes
	if r.DryRun || asks {
		fmt.Print(change.Diff())
	}
	if r.DryRun {
		return nil
	}
	if asks && !agreed("Change "+change.Path+"?") {
		fmt.Printf("%s: left as it is\n", cl)
		return nil
	}
	if err := change.Apply(); err != nil {
		return err
	}
	fmt.Printf("%s: butler is %s in %s\n", cl, state, change.Path)
	if change.Backup != "" {
		fmt.Printf("  the file as it was: %s\n", change.Backup)
	}
	if change.Next != "" {
		fmt.Printf("  next: %s\n", change.Next)
	}
	return nil
}

// agreed asks a person. Anything but y or yes is no.
func agreed(question string) bool {
	fmt.Print(question + " [y/N] ")
	line, err := bufio.NewReader(os.Stdin).ReadString('\n')
	if err != nil {
		return false
	}
	switch strings.ToLower(strings.TrimSpace(line)) {
	case "y", "yes":
		return true
	}
	return false
}
