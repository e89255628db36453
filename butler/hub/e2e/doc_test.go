// Package e2e tests the hub against programs that others have written: the
// official conformance suite, the inspector, and the reference providers.
//
// Promise: calls take the whole way, with guard's policy, its log and an inbox
// of their own; nothing outside of a temporary folder is touched. .ci/mcp
// installs what is driven here.
//
// Limit: Linux on x86-64, since Node.js is installed for that.
package e2e
