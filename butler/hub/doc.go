// Package hub is one MCP endpoint in front of many providers: the tools,
// prompts and resources of every program that a manifest names, behind one
// address, each call judged and logged as a shell command is.
//
// A [Provider] is a program that speaks MCP on its standard input and output.
// It is started when something of it is first needed, in a process group of its
// own with a small environment, and stopped when nobody has used it for a while.
// What it offers is kept in a file, so that listing starts nothing once it is
// known. A [Gate] answers for each call before it reaches the provider.
//
// Two views are served: all providers together, each tool as
// <namespace>__<tool>, and one provider alone under its own names.
//
// Promise: a call runs only where the gate says so. A tool whose definition is
// not the one that was seen first, or that the owner accepted since, is not
// offered and cannot be called. A provider that crashes or hangs fails its own
// calls, each with an error that says why, and nothing else. Names are looked up
// in a table and never taken apart. Work is bounded: messages, results, calls at
// once, and the time of each.
//
// Limit: the decision is in the log before a call runs, its result soon after the
// client has it: a butler that is killed at that moment leaves it out.
//
// Limit: a provider runs as this user and may do whatever it likes when it is
// started; what it does inside a call is not seen. Over HTTP there are no
// sessions: a client that hangs up, or that speaks the protocol of 2026-07-28, can
// cancel, and no other; of changes only a client at a bridge hears. What needs the
// server to ask the client (sampling, elicitation) is not offered. Watching a
// resource does not keep its provider running. A provider's instructions are not
// handed on.
package hub
