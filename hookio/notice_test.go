package hookio_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"guard/hookio"
)

func TestNotice(t *testing.T) {
	for _, c := range []hookio.Client{hookio.Claude, hookio.Codex} {
		got := hookio.Notice(c, hookio.SessionStart, "guard was not asked\x1b[31m <b>")
		assert.Equal(t, hookio.Output{Stdout: []byte(`{"systemMessage":"guard was not asked\\x1b[31m <b>"}`)}, got)
		assert.Zero(t, hookio.Notice(c, hookio.SessionStart, " \n"))
		for _, event := range []string{hookio.PreToolUse, hookio.PermissionRequest, hookio.PostToolUse, hookio.SessionEnd, "", "Other"} {
			assert.Zero(t, hookio.Notice(c, event, "m"), "%s: a notice is no answer", event)
		}
		long := hookio.Notice(c, hookio.SessionStart, strings.Repeat("x", 1<<20))
		assert.Less(t, len(long.Stdout), 10<<10)
	}
	assert.Zero(t, hookio.Notice("other", hookio.SessionStart, "m"))
}

// TestContext: text for the model, in the one form that both clients hand on.
func TestContext(t *testing.T) {
	for _, c := range clients {
		var b strings.Builder
		fmt.Fprintf(&b, "What %s is told at a prompt, for the model.\n", c)
		for _, text := range []string{"B-7F3K still waits for the person", "a \"quote\", <b>, a line\nand \x1b[31mmore", ""} {
			fmt.Fprintf(&b, "-- %q --\n%s", text, printOutput(hookio.Context(c, hookio.UserPromptSubmit, text)))
		}
		golden(t, fixtures+"/answers/"+string(c)+"-context.txtar", b.String())
		for _, event := range events {
			if event != hookio.UserPromptSubmit {
				assert.Zero(t, hookio.Context(c, event, "text"), event)
			}
		}
		long := hookio.Context(c, hookio.UserPromptSubmit, strings.Repeat("x", 1<<20))
		assert.Less(t, len(long.Stdout), 10<<10)
	}
	assert.Zero(t, hookio.Context("other", hookio.UserPromptSubmit, "text"))
}

// TestNoPromptIsHeldBack: whatever guard would answer, and where it fails, the
// person's prompt goes on.
func TestNoPromptIsHeldBack(t *testing.T) {
	outs := []hookio.Output{}
	for _, c := range append(clients, "", "other") {
		for _, a := range answers {
			outs = append(outs, hookio.Encode(c, hookio.UserPromptSubmit, hookio.Reply{Answer: a, Reason: "no", Message: "m"}))
		}
		for _, observe := range []bool{true, false} {
			outs = append(outs, hookio.Failure(c, hookio.UserPromptSubmit, "the policy is wrong", observe))
		}
		outs = append(outs, hookio.Context(c, hookio.UserPromptSubmit, "text"))
	}
	for _, o := range outs {
		assert.Zero(t, o.Status)
		assert.NotContains(t, string(o.Stdout), "block")
		assert.NotContains(t, string(o.Stdout), "continue")
		var closed closedPipe
		assert.Zero(t, o.Write(closed, &bytes.Buffer{}), "also where nobody listens")
	}
}

type closedPipe struct{}

func (closedPipe) Write([]byte) (int, error) { return 0, errors.New("closed") }
