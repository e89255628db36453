// Package daemon is butler as it runs: it puts the rooms together, holds the
// lock of the one instance, and serves the two sockets of package coord.
//
// guard.sock is for hooks: it keeps calls, holds them, and answers. owner.sock is
// for the butler command; what decides there is refused unless the process at the
// other end has a terminal, and no client stands above it.
//
// Promise: there is one butler for a state folder; a lock and a live answer say
// so, never a number in a file. What was left by a dead one is taken over. The
// sockets are made last and removed first, so that whoever is answered is
// answered from the database. A loop that breaks is reported and goes on; a
// request that breaks is an error for its caller alone. Nothing is started here
// for a hook, and guard starts nothing here.
//
// Limit: a process of the same user can talk to guard.sock and read the database.
// Who is at a terminal is told by the system; a client that drives the owner's own
// terminal looks like the owner.
package daemon
