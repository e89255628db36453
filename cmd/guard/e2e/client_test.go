//go:build e2e

package e2e

import "testing"

// A client is one of the two programs that guard stands in front of.
type client interface {
	name() string // as guard's verbs spell it
	// configure writes the client's settings into the home folder: the
	// scripted model, its MCP server, and no permission rule.
	configure(w *world)
	// headless is the command line and the additional environment of a session
	// that works on one prompt and ends.
	headless(w *world, o options) (program string, args, env []string)

	// The model's calls, in the client's own tools.
	shell(line string) *call
	// edit are the turns that replace from by to in an existing file.
	edit(path, from, to string) []turn
	// create is the turn that writes a new file of one line.
	create(path, line string) *call
	mcp(tool, msg string) *call
	// delegate are the turns that start a subagent on a prompt and wait for it.
	delegate(prompt string) []turn

	// refused says whether the model was told that the call did not run.
	refused(o outcome) bool
}

// options of one session.
type options struct {
	bypass bool // with every check of the client's own switched off
	// untrusted leaves Codex's own trust in hooks as a fresh installation has it.
	untrusted bool
	// claudeAllow is a permission rule of the person's, as --allowedTools has it.
	claudeAllow string
	// again goes on with the session before: another prompt in it.
	again bool
	// environ is more for the client's environment.
	environ []string
}

// each runs a case once for each client, side by side.
func each(t *testing.T, f func(t *testing.T, c client)) {
	for _, c := range []client{claude{}, codex{}} {
		t.Run(c.name(), func(t *testing.T) {
			t.Parallel()
			f(t, c)
		})
	}
}
