package main

import (
	"fmt"
	"os"

	"guard/internal/build"
	"guard/internal/cli"
	"guard/internal/complete"
)

func version() string { return build.Version() }

type versionCmd struct {
	JSON bool `name:"json" help:"Print it as one JSON object."`
}

func (c versionCmd) Run() error {
	if c.JSON {
		return printJSON(map[string]string{"version": version()})
	}
	fmt.Println("butler", version())
	return nil
}

type completionCmd struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"bash, zsh or fish."`
}

func (c completionCmd) Help() string {
	return `Prints a script that completes butler's verbs, flags and fixed values in a shell. It is made
from the verbs of this butler; print it again after an update.

Examples:
  butler completion bash > ~/.local/share/bash-completion/completions/butler
  butler completion zsh  > "${fpath[1]}/_butler"
  butler completion fish > ~/.config/fish/completions/butler.fish`
}

func (c completionCmd) Run(call *cli.Call) error {
	_, err := os.Stdout.WriteString(complete.Script(c.Shell, "butler", call.Root()))
	return err
}
