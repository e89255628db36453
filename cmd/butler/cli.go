package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"guard/coord"
	"guard/internal/cli"
)

// The exit statuses.
const (
	exitDone     = 0
	exitFailed   = 1
	exitUsage    = 2
	exitStopped  = 3 // butler is not running
	exitConflict = 4 // it was decided already, or has changed since it was shown
)

// status is an error that only carries an exit status: everything has been said.
type status = cli.Status

// commandLine is the command line.
type commandLine struct {
	Serve   serveCmd   `cmd:"" help:"Run butler until it is stopped."`
	Status  statusCmd  `cmd:"" help:"Say whether butler runs, and what it does."`
	Doctor  doctorCmd  `cmd:"" help:"Look for what keeps butler from working, and say what mends it."`
	Inbox   inboxCmd   `cmd:"" help:"Show what waits for you."`
	Show    showCmd    `cmd:"" help:"Show one item, all of it."`
	Approve approveCmd `cmd:"" help:"Show an item, and say yes to it."`
	Deny    denyCmd    `cmd:"" help:"Say no to an item, and why."`
	Revoke  revokeCmd  `cmd:"" help:"Take back a yes that was not used yet."`
	Open    openCmd    `cmd:"" help:"Open the dashboard in the browser."`
	extVerbs
	mcpVerbs
	DB             dbCmd         `cmd:"" name:"db" help:"Copy or check butler's database."`
	InstallService serviceCmd    `cmd:"" help:"Have butler started when you log in."`
	Completion     completionCmd `cmd:"" help:"Print a script for completion in bash, zsh or fish."`
	Version        versionCmd    `cmd:"" help:"Print butler's version."`
}

const about = `butler holds what your coding agents may not do alone until you say yes or no.
guard asks it; without it guard goes on by itself and denies what it would have asked.

Examples:
  butler serve                 run it (butler install-service starts it at login)
  butler inbox                 what waits for you; full-screen on a terminal
  butler approve B-7F3K        look at one, and let it run once
  butler open                  the same in the browser

Exit status: 0 done, 1 failed, 2 wrong usage, 3 butler is not running, 4 decided by
somebody else already, or changed since it was shown.`

var theProgram = cli.Program{Name: "butler", About: about, Complain: complain}

// run runs one verb and returns the exit status.
func run(args []string) int { return theProgram.Run(&commandLine{}, args) }

// complain prints err, with the hint on its further lines, and returns the exit
// status that goes with it.
func complain(err error) int {
	var f *coord.Fault
	msg := err.Error()
	if errors.As(err, &f) {
		msg = f.Message
	}
	for _, prefix := range []string{"butler: ", "coord: ", "daemon: ", "inbox: ", "db: "} {
		msg = strings.TrimPrefix(msg, prefix)
	}
	fmt.Fprintf(os.Stderr, "butler: %s\n", strings.ReplaceAll(msg, "\n", "\nbutler: hint: "))
	switch {
	case errors.Is(err, errStopped):
		return exitStopped
	case f != nil && f.Code == coord.CodeConflict:
		return exitConflict
	}
	return exitFailed
}
