package hookio_test

import (
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
