// Package procs runs the programs of extensions: it starts them, keeps what
// they print, restarts what is to be restarted and leaves nothing behind.
//
// Every program runs under a small process of its own, butler shim, which is
// the parent of the program and holds the reading end of a pipe from the
// daemon. When that pipe closes, because the daemon says so, ends or is killed,
// the shim ends the program and all of its descendants. On Linux the shim is
// the reaper of what its program leaves behind, so that a descendant in a
// session of its own is found too.
//
// Promise: after Stop, and after the end of the daemon by SIGTERM or SIGKILL,
// no process of an extension is left: SIGTERM to the program's group, then,
// after the grace, SIGKILL to all. What a program is given is built up from a
// short list of variables and what its manifest declares. What it prints is
// masked by audit/redact before it is kept, within 2000 lines and 1 MiB each in
// memory and two files of 5 MiB. Nothing is ever signalled by a process id
// alone: the time at which the process started must be the same.
//
// Limit: on systems other than Linux a descendant that makes a session of its
// own is not found. When both the daemon and a shim are killed at once, the
// program itself dies with them on Linux, and its remaining descendants are
// ended when butler starts the next time. A program of the same user can
// interfere with all of this; it is order, not a sandbox.
package procs
