// Package e2e drives the real Claude Code and the real Codex CLI against a
// scripted model on this machine, with guard's hooks put in place by `guard
// install` itself, and looks at what is left: the files, what the model was
// told, and guard's log.
//
//	make e2e
//
// or, with the clients in .clients already (.ci/clients puts them there),
//
//	go test -tags e2e ./cmd/guard/e2e
//
// What it promises: each case runs in a home folder of its own, each client is
// started with an explicit environment of which only PATH comes from outside,
// and the only model it can reach is the scripted one. A run of a client is
// held to its script: a turn that is not played, or played twice, fails the
// test, and so does a tool call that guard's log does not hold.
//
// GUARD_E2E_BINARY names a guard to test instead of the checkout's own.
// GUARD_E2E_DIR names the folder for the scratch homes, where both the checkout
// and the user's cache folder lie in a temp folder.
//
// What it cannot show: what a real model would try, how a person answers, and
// Claude's auto mode, whose check runs on the vendor's server. Settings below
// /etc that this machine's administrator made for the clients or for guard still
// count.
//
// Files: cases_test.go holds the cases and reads first, terminal_test.go those
// at a terminal; world_test.go is the scratch machine of one case;
// client_*_test.go say how each client is set up, started and spoken to;
// mock_*_test.go is the model; log_test.go reads guard's log.
package e2e
