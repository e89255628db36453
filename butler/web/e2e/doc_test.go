// Package e2e drives the dashboard in a real Chromium, with a database, a log and
// an inbox of its own.
//
//	make e2e
//	SHOTS=docs/screenshots go test -tags e2e ./butler/web/e2e -run TestScreenshots
//
// Promise: no test waits for a time; each waits for what it wants to see.
// Limit: it needs chromium on PATH, which .ci/run installs.
package e2e
