// Command butler is the resident coordinator: guard asks it about calls that
// need a person, and the owner decides with the verbs here, in the full-screen
// inbox, or on the dashboard that it serves.
//
// Promise: every verb says what it did and what to do next, and its exit status
// tells programs the same. Reading verbs run anywhere; those that decide need the
// owner at a terminal that no client started, here and again inside of butler.
//
// Limit: whoever drives the owner's own terminal is taken for the owner.
package main

import (
	"os"

	"guard/butler/procs"
)

func main() {
	// The parent of each extension's program is butler too, and small: nothing
	// of the command line is built for it.
	if len(os.Args) > 1 && os.Args[1] == "shim" {
		os.Exit(procs.ShimMain(os.Args[2:]))
	}
	os.Exit(run(os.Args[1:]))
}
