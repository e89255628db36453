package main

import (
	"os"

	"guard/internal/cli"
	"guard/internal/complete"
)

type completionCmd struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"bash, zsh or fish."`
}

func (c *completionCmd) Help() string {
	return `Prints a script that completes guard's verbs, flags and fixed values in a shell. It is made
from the verbs of this guard; print it again after an update.

Examples:
  guard completion bash > ~/.local/share/bash-completion/completions/guard
  guard completion zsh  > "${fpath[1]}/_guard"
  guard completion fish > ~/.config/fish/completions/guard.fish`
}

func (c *completionCmd) Run(call *cli.Call) error {
	_, err := os.Stdout.WriteString(complete.Script(c.Shell, "guard", call.Root()))
	return err
}
