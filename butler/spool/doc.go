// Package spool keeps observations until somebody has taken them: small notes
// of what extensions, probes and butler itself saw, one file each.
//
// Promise: what Add returned nil for is on the disk, whole, with secrets masked
// by audit/redact, and stays there until it is acknowledged by its id; what was
// not acknowledged is handed out again after a start. One file that cannot be
// read hurts no other. When there is no room, Add says so and the loss is
// counted; nothing is ever dropped that was accepted.
//
// Limit: it is a queue and no archive: what is acknowledged is gone. One
// process writes it at a time. The order is that of the ids, which is that of
// the clock, to the millisecond across restarts.
package spool
