// Package sdk is for the programs that butler runs: it sends observations,
// tells how far a run is, and listens on the port that the manifest declares.
// docs/extensions.md has the same as plain HTTP and JSON lines, for programs in
// other languages.
//
// Promise: outside butler nothing happens and nothing fails: Observe returns
// ErrNoHost, Progress prints nothing. No call waits longer than its context, or
// ten seconds. It needs the standard library alone.
//
// Limit: what is sent is not kept before butler has said so; a program that
// must not lose an observation sends it again after an error.
package sdk
