// Package host is the extension host: it puts the instance's folder, the
// catalog, the programs that run, the bounded commands and the spool together.
// The daemon makes one Host; the owner's socket, the dashboard's API and the MCP
// hub ask it.
//
// Promise: a broken extension, or a broken butler.json, never keeps the rest
// from running: what was read last stays in force and the fault is told. What
// is returned can be shown to anybody: no command, no environment, no path, no
// token. When Close has returned, no process of an extension is left.
//
// Promise: nothing of an extension is started whose effect, as its manifest has
// it now, the owner has not accepted; of one that has changed, what was accepted
// stays in force while butler runs.
//
// Limit: who may ask is not decided here but by package steward, at the door or
// in Do. What the files hold that a command names is not compared.
package host
