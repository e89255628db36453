package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"guard/butler/daemon"
	"guard/butler/hub"
	"guard/coord"
	"guard/hookio"
)

// mcpVerbs are the verbs of the MCP hub.
type mcpVerbs struct {
	MCP        mcpCmd        `cmd:"" name:"mcp" help:"The one MCP endpoint in front of all extensions."`
	Connect    connectCmd    `cmd:"" help:"Register butler's tools with Claude Code and Codex."`
	Disconnect disconnectCmd `cmd:"" help:"Take butler's tools out of Claude Code and Codex."`
}

type mcpCmd struct {
	Status mcpStatusCmd `cmd:"" default:"1" help:"Show the providers, their tools, and what is held back."`
	Stdio  mcpStdioCmd  `cmd:"" help:"Speak MCP on standard input and output (clients start this)."`
	Token  mcpTokenCmd  `cmd:"" help:"Print the header for a client that speaks HTTP."`
}

type mcpStdioCmd struct {
	Provider string `placeholder:"NAMESPACE" help:"Only this provider, under its own names."`
}

func (c mcpStdioCmd) Help() string {
	return `A bridge from a client to the running butler; butler connect registers it. It needs no token and
no port. When butler is started anew it goes on with the next one.

Examples:
  claude mcp add butler -- butler mcp stdio
  butler mcp stdio --provider files`
}

func (c mcpStdioCmd) Run() error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	p, err := coord.Find(os.Getenv)
	if err != nil {
		return err
	}
	dir, err := os.Getwd()
	if err != nil {
		dir = "" // then no folder is the client's project
	}
	b := hub.Bridge{Socket: p.Reach().MCP(), View: c.Provider, Dir: dir, In: os.Stdin, Out: os.Stdout}
	if err := b.Run(ctx); err != nil {
		if errors.Is(err, coord.ErrAbsent) {
			return errStopped
		}
		return err
	}
	return nil
}

type mcpTokenCmd struct{}

func (c mcpTokenCmd) Help() string {
	return `Whoever has the token can call every tool that needs no approval. Clients that can start a program
need none: butler connect.

Example:
  claude mcp add --transport http butler http://localhost:19387/api/mcp --header "$(butler mcp token)"`
}

func (c mcpTokenCmd) Run() error {
	p, err := coord.Find(os.Getenv)
	if err != nil {
		return err
	}
	token, err := hub.Token(daemon.MCPToken(p))
	if err != nil {
		return err
	}
	fmt.Println("Authorization: Bearer " + token)
	return nil
}

type mcpStatusCmd struct {
	JSON bool `name:"json" help:"Print it as one JSON object."`
}

func (c mcpStatusCmd) Run() error {
	var s daemon.Status
	if err := ask(context.Background(), coord.TStatus, &coord.Status{}, &s, nil); err != nil {
		return err
	}
	if c.JSON {
		return printJSON(s.MCP)
	}
	printHub(s.MCP)
	return nil
}

func printHub(s hub.Status) {
	i := inkFor(os.Stdout)
	if len(s.Providers) == 0 {
		fmt.Println("no extension has an MCP server (mcp in its butler.json)")
	}
	for _, p := range s.Providers {
		word := fmt.Sprintf("%-10s", p.State)
		switch p.State {
		case hub.Backoff, hub.Broken:
			word = i.in("31", word)
		case hub.Ready:
			word = i.in("32", word)
		}
		fmt.Printf("%s %-20s %s", word, p.Namespace, plural(len(p.Tools), "tool", "tools"))
		if p.Server != "" {
			fmt.Print(i.dim("  " + p.Server))
		}
		fmt.Println()
		if p.LastError != "" && p.State != hub.Ready && p.State != hub.Known {
			fmt.Printf("           %s\n", oneLine(p.LastError))
		}
		for _, r := range p.Rejected {
			fmt.Printf("           not offered: %s %s: %s\n", r.Kind, oneLine(r.Name), oneLine(r.Why))
		}
	}
	for _, c := range s.Conflicts {
		fmt.Printf("%s %-20s %s: %s\n", i.in("31", fmt.Sprintf("%-10s", "conflict")), oneLine(c.Namespace), c.ID, oneLine(c.Why))
	}
	if n := len(s.Changes); n > 0 {
		fmt.Printf("\n%s since it was first seen; butler inbox shows how\n", plural(n, "definition has changed", "definitions have changed"))
	}
}

// oneLine is text of others on one line.
func oneLine(s string) string { return strings.Join(strings.Fields(hookio.Visible(s)), " ") }
