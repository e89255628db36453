package transcript

import (
	"strings"

	"guard/hookio"
)

// asking are the tools for which Claude Code asks in its default mode, edits
// apart: its table "Tools available to Claude" (code.claude.com/docs, 2026-11)
// and the recorded PermissionRequests. MCP tools are asked about as well.
func asking() map[string]bool {
	return map[string]bool{"Bash": true, "PowerShell": true, "WebFetch": true, "WebSearch": true, "Skill": true}
}

// editing are the tools that acceptEdits lets run.
func editing() map[string]bool {
	return map[string]bool{"Write": true, "Edit": true, "MultiEdit": true, "NotebookEdit": true}
}

// Asks reports whether the client, by its defaults alone, asks its person about
// the call: the person's own permission rules are not known here. onlyReads
// says that a shell line does nothing but read, about which Claude Code does
// not ask.
//
// Codex asks by itself about calls that leave its sandbox; a command that fails
// inside the sandbox and is then asked about is a second call.
func (c Call) Asks(onlyReads bool) bool {
	if c.Req.Unattended(c.Getenv) {
		return false
	}
	if c.Req.Client == hookio.Codex {
		return c.Leaves && c.Req.Mode == "default"
	}
	switch c.Req.Mode {
	case "default":
		if editing()[c.Req.Tool] {
			return true
		}
	case "acceptEdits":
	default:
		return false
	}
	if c.Req.Shell() {
		return !onlyReads || c.Leaves
	}
	return asking()[c.Req.Tool] || strings.HasPrefix(c.Req.Tool, "mcp__")
}
