// Command guard judges what a coding agent is about to do. The clients Claude
// Code and Codex run it as a hook before every tool call: it reads the call,
// allows, asks a person or refuses, and keeps a log of every answer.
//
// Promise: a hook call ends with status 0 or 2, with nothing but the answer on
// stdout, and with a record in the log before the answer goes out. Whatever
// goes wrong inside ends as a denial that says so.
//
// Limit: guard judges what the clients show it. It is no sandbox.
package main

import (
	"os"
	"os/signal"
	"syscall"
)

func main() {
	// The hook is dispatched before anything of the command line is built: it
	// is a fresh process for every call of a tool.
	if len(os.Args) >= 2 && os.Args[1] == "hook" && len(os.Args) == 3 && os.Args[2] != "" && os.Args[2][0] != '-' {
		signal.Ignore(syscall.SIGPIPE)
		os.Exit(hookMain(os.Args[2]))
	}
	os.Exit(verbs(os.Args[1:]))
}
