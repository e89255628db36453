package main

import (
	"errors"
	"fmt"
	"os"
	"path"
	"strings"
)

// Some verbs are a person's alone. Three things are looked at: a terminal of
// one's own, an environment that no client made, and ancestors that are no
// client. They stop an agent that runs the verb, not one that drives another
// terminal of the same user: see the list of limits in SECURITY.md.

// process is what is known of a running process.
type process struct {
	pid, parent int
	name        string   // as the system calls it, perhaps cut off
	exe         string   // its program file, "" where it cannot be told
	args        []string // its words, the program first; nil where they cannot be told
	env         []string // its variables when it began; nil where they cannot be told
}

// errNotTold is the error of systems on which guard cannot look at processes.
var errNotTold = errors.New("guard cannot tell here whether a client runs this, so that nobody can approve here")

// maxAncestors is how many ancestors are looked at: more than any shell nests.
const maxAncestors = 128

// ancestors are the processes above pid, the nearest first. read gives one
// process, and an error where it is gone or another user's.
func ancestors(read func(pid int) (process, error), pid int) ([]process, error) {
	self, err := read(pid)
	if err != nil {
		return nil, errNotTold
	}
	var out []process
	for at := self.parent; at > 0; {
		if len(out) == maxAncestors {
			return nil, fmt.Errorf("guard stands below more than %d processes, which it does not follow", maxAncestors)
		}
		p, err := read(at)
		if err != nil {
			break // a process that is not shown is another user's: no client of this one
		}
		p.pid = at
		out = append(out, p)
		if p.parent == at {
			break
		}
		at = p.parent
	}
	return out, nil
}

// clientIn says by which process or variable a client can be seen above this
// process, "" where none can.
func clientIn(own []string, above []process) string {
	if v := clientVariable(own); v != "" {
		return "the variable " + v + " is set, as a client sets it for what it runs"
	}
	for _, p := range above {
		if c := clientProgram(p); c != "" {
			return fmt.Sprintf("process %d above this one is %s", p.pid, c)
		}
		if v := clientVariable(p.env); v != "" {
			return fmt.Sprintf("process %d above this one was started by a client: it has the variable %s", p.pid, v)
		}
	}
	return ""
}

// settings are variables of the clients that people set themselves, in their
// shell's start-up files, and that editors set in their terminals. All others
// of the clients' names are taken for a client's own.
var settings = []string{
	"CODEX_HOME", "CLAUDE_CODE_USE_", "CLAUDE_CODE_MAX_", "CLAUDE_CODE_DISABLE_", "CLAUDE_CODE_ENABLE_", "CLAUDE_CODE_SKIP_",
	"CLAUDE_CODE_SUBAGENT_MODEL", "CLAUDE_CODE_API_KEY_HELPER", "CLAUDE_CODE_OAUTH_TOKEN", "CLAUDE_CODE_SSE_PORT",
	"CLAUDE_CODE_SHELL_PREFIX", "CLAUDE_CODE_IDE_", "CLAUDE_CODE_AUTO_CONNECT_IDE", "CLAUDE_CODE_EXPERIMENTAL_", "CLAUDE_CODE_EFFORT_LEVEL",
	"CLAUDE_CODE_GIT_BASH_PATH", "CLAUDE_CODE_CLIENT_", "CLAUDE_CODE_OTEL_", "CLAUDE_CODE_NO_FLICKER",
}

// clientVariable is the name of a variable that a client sets for what it runs.
// Measured in shells of Claude Code 2.1.332: CLAUDECODE, CLAUDE_PID,
// CLAUDE_CODE_ENTRYPOINT, …_CHILD_SESSION, …_SESSION_ID and more, and
// CLAUDE_PROJECT_DIR in hooks; of Codex 0.171.0: CODEX_THREAD_ID,
// …_SESSION_ID, …_TOOL_CALL_ID, …_CI, …_MANAGED_BY_NPM (2026-11-30).
func clientVariable(env []string) string {
	for _, kv := range env {
		name, val, _ := strings.Cut(kv, "=")
		switch {
		case val == "":
		case name == "CLAUDECODE", name == "CLAUDE_PROJECT_DIR", name == "CLAUDE_PID":
			return name
		case strings.HasPrefix(name, "CLAUDE_CODE_"), strings.HasPrefix(name, "CODEX_"):
			if !isSetting(name) {
				return name
			}
		}
	}
	return ""
}

func isSetting(name string) bool {
	for _, s := range settings {
		if name == s || strings.HasSuffix(s, "_") && strings.HasPrefix(name, s) {
			return true
		}
	}
	return false
}

// clientProgram is how p is known as a client, "" where it is none: by its
// name, its program file, or the script that its interpreter runs.
func clientProgram(p process) string {
	words := []string{p.name, p.exe}
	if len(p.args) > 0 {
		words = append(words, p.args[0])
		switch base := strings.TrimRight(path.Base(p.args[0]), "0123456789."); base {
		case "node", "nodejs", "bun", "deno", "sh", "bash", "dash", "zsh", "python", "npx", "npm":
			for _, a := range p.args[1:min(len(p.args), 5)] {
				if !strings.HasPrefix(a, "-") && !strings.ContainsAny(a, " \n") {
					words = append(words, a)
				}
			}
		}
	}
	for _, w := range words {
		w = strings.TrimSuffix(w, " (deleted)")
		base := strings.TrimPrefix(path.Base(w), "-")
		base, _, _ = strings.Cut(base, " ")
		switch {
		case base == "claude", base == "codex", strings.HasPrefix(base, "codex-"), base == "claude.exe", base == "codex.js":
			return base
		case strings.Contains(w, "/claude/versions/"), strings.Contains(w, "/claude-code/"), strings.Contains(w, "/@openai/codex"):
			return w
		}
	}
	return ""
}

// person returns by whom something is decided, "uid 1000, /dev/pts/3", where a
// person does it at a terminal of their own, else why it is not to be.
func person(verb string) (by string, err error) {
	if err := noClient(verb); err != nil {
		return "", err
	}
	tty, err := ownTerminal()
	if err != nil {
		return "", fmt.Errorf("guard %s needs a person at a terminal: %w\nrun it in a terminal of your own, with nothing piped into it or out of it", verb, err)
	}
	return who() + ", " + tty, nil
}

// noClient is an error where a client runs this.
func noClient(verb string) error {
	above, err := ancestors(readProcess, os.Getpid())
	if err != nil {
		return err
	}
	if why := clientIn(os.Environ(), above); why != "" {
		return fmt.Errorf("guard %s is not for a client to run: %s\nuse another terminal, one that no client started", verb, why)
	}
	return nil
}

func who() string { return fmt.Sprintf("uid %d", os.Getuid()) }
