// Package hookio speaks the hook protocols of the clients that call guard:
// Claude Code and Codex. [Read] turns what a client wrote to guard's stdin into
// one [Request]; [Encode] turns one [Reply] into the bytes that the client
// understands. No other package knows what those bytes look like.
//
// Promise: every doubt ends strict. The zero [Answer] is Deny, a call that
// cannot be read is denied ([Failure]), and what goes out is byte for byte a
// form that was seen to work with the clients named below. Events that cannot
// gate a call are never blocked.
//
// Limit: the forms were measured on Claude Code 2.1.197 and 2.1.332 and on
// Codex 0.171.0 (Linux, 2026-11-30). Both clients let a call run when a hook
// crashes, prints anything else, or is too slow, so the caller must recover
// panics, keep stdout free of anything but the answer, and answer in time.
package hookio

import (
	"fmt"
	"strings"

	"github.com/tidwall/gjson"
)

// Client is the program that calls the hook. The zero Client is not known;
// it gets Codex's forms, the narrower ones, which both clients understand.
type Client string

// The clients that guard has recorded payloads of.
const (
	Claude Client = "claude" // Claude Code
	Codex  Client = "codex"  // Codex CLI
)

// ParseClient returns the client that s names, spelled as in the constants.
func ParseClient(s string) (Client, error) {
	switch c := Client(s); c {
	case Claude, Codex:
		return c, nil
	}
	return "", fmt.Errorf("hookio: unknown client %q: want %q or %q", s, Claude, Codex)
}

// The events that guard handles. Any other event is None: status 0 and an
// empty stdout.
const (
	PreToolUse         = "PreToolUse"         // before a tool call; the one gate that always fires
	PermissionRequest  = "PermissionRequest"  // the client would ask its person
	PostToolUse        = "PostToolUse"        // a tool call has ended
	PostToolUseFailure = "PostToolUseFailure" // Claude: a tool call has failed
	SessionStart       = "SessionStart"
	UserPromptSubmit   = "UserPromptSubmit" // a person has said something to the agent
	SessionEnd         = "SessionEnd"
	ConfigChange       = "ConfigChange" // Claude: a settings file was edited in a running session
)

// Request is what a client says about one event. A field that the client did
// not send, or sent as null, is empty.
type Request struct {
	Client     Client
	Event      string // hook_event_name
	Session    string // session_id; a subagent's calls carry the parent's
	Turn       string // Claude: prompt_id; Codex: turn_id
	Agent      string // agent_id, inside a subagent
	AgentType  string // agent_type, inside a subagent
	Cwd        string // current folder of the agent; the model can move it
	Mode       string // permission_mode
	Tool       string // tool_name
	Call       string // tool_use_id; PermissionRequest has none
	Transcript string // transcript_path
	Model      string // model
	Source     string // source of SessionStart and ConfigChange, reason of SessionEnd
	File       string // file_path of ConfigChange

	// Input is tool_input, the bytes as the client sent them: a JSON object in
	// which no object has a key twice. It is nil where there is none.
	Input []byte

	// How a call ended; only for PostToolUse and PostToolUseFailure.
	Failed      bool  // the client says so, or its exit status does
	Interrupted bool  // a person stopped it
	Exited      bool  // Exit is known; most tools do not tell it
	Exit        int   // exit status of the tool's program
	DurMs       int64 // how long the call took, in milliseconds; 0 where not given
}

// Shell reports whether the tool runs shell text. PowerShell text is not the POSIX
// shell's: whoever reads it as such must expect not to understand it. Claude's
// PowerShell tool is documented, not recorded.
func (r *Request) Shell() bool {
	switch r.Client {
	case Claude:
		return r.Tool == "Bash" || r.Tool == "PowerShell"
	case Codex:
		return r.Tool == "Bash"
	}
	return false
}

// Command returns the shell text of a shell tool. It reports false where the
// tool is no shell or the text is missing, empty or not a string; a shell tool
// without a command must not pass.
func (r *Request) Command() (string, bool) {
	if !r.Shell() || len(r.Input) == 0 {
		return "", false
	}
	v := gjson.GetBytes(r.Input, "command")
	if v.Type != gjson.String || v.Str == "" {
		return "", false
	}
	return v.Str, true
}

// Unattended reports whether nobody is there whom the client could ask. getenv
// reads guard's own environment, which the client gave it; tool input is never
// looked at, because the model writes it.
//
// Claude: CLAUDE_CODE_ENTRYPOINT is "sdk-…" or "mcp" (measured: "sdk-cli" for
// claude -p, "cli" in the terminal); every other value, or none, is attended.
// A wrong guess is safe: an ask under claude -p is a denial. Codex:
// permission_mode is bypassPermissions, which codex exec always sends. An
// unknown client is unattended.
func (r *Request) Unattended(getenv func(string) string) bool {
	switch r.Client {
	case Claude:
		e := getenv("CLAUDE_CODE_ENTRYPOINT")
		return strings.HasPrefix(e, "sdk-") || e == "mcp"
	case Codex:
		return r.Mode == "bypassPermissions"
	}
	return true
}
