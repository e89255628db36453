// Package person tells whether a person decides, for the verbs that are a
// person's alone. Three things are looked at: a terminal of one's own, an
// environment that no client made, and ancestors that are no client.
//
// Promise: what cannot be looked at counts as a client. Nothing is decided
// before four letters are typed that were shown just then.
//
// Limit: this stops an agent that runs the verb, not one that drives another
// terminal of the same user: see the list of limits in SECURITY.md.
package person

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"strings"

	"guard/grants"
)

// Process is what is known of a running process.
type Process struct {
	PID, Parent int
	Name        string   // as the system calls it, perhaps cut off
	Exe         string   // its program file, "" where it cannot be told
	Args        []string // its words, the program first; nil where they cannot be told
	Env         []string // its variables when it began; nil where they cannot be told
	TTY         bool     // it has a terminal
}

// ErrNotTold is the error of systems on which guard cannot look at processes.
var ErrNotTold = errors.New("it cannot be told here whether a client runs this, so that nobody can decide here")

// maxAncestors is how many ancestors are looked at: more than any shell nests.
const maxAncestors = 128

// ancestors are the processes above pid, the nearest first. read gives one
// process, and an error where it is gone or another user's.
func ancestors(read func(pid int) (Process, error), pid int) ([]Process, error) {
	self, err := read(pid)
	if err != nil {
		return nil, ErrNotTold
	}
	var out []Process
	for at := self.Parent; at > 0; {
		if len(out) == maxAncestors {
			return nil, fmt.Errorf("it stands below more than %d processes, which are not followed", maxAncestors)
		}
		p, err := read(at)
		if err != nil {
			break // a process that is not shown is another user's: no client of this one
		}
		p.PID = at
		out = append(out, p)
		if p.Parent == at {
			break
		}
		at = p.Parent
	}
	return out, nil
}

// clientIn says by which process or variable a client can be seen above this
// process, "" where none can.
func clientIn(own []string, above []Process) string {
	if v := Variable(own); v != "" {
		return "the variable " + v + " is set, as a client sets it for what it runs"
	}
	for _, p := range above {
		if c := clientProgram(p); c != "" {
			return fmt.Sprintf("process %d above this one is %s", p.PID, c)
		}
		if v := Variable(p.Env); v != "" {
			return fmt.Sprintf("process %d above this one was started by a client: it has the variable %s", p.PID, v)
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

// Variable is the name of a variable that a client sets for what it runs.
// Measured in shells of Claude Code 2.1.332: CLAUDECODE, CLAUDE_PID,
// CLAUDE_CODE_ENTRYPOINT, …_CHILD_SESSION, …_SESSION_ID and more, and
// CLAUDE_PROJECT_DIR in hooks; of Codex 0.171.0: CODEX_THREAD_ID,
// …_SESSION_ID, …_TOOL_CALL_ID, …_CI, …_MANAGED_BY_NPM (2026-11-30).
func Variable(env []string) string {
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
func clientProgram(p Process) string {
	words := []string{p.Name, p.Exe}
	if len(p.Args) > 0 {
		words = append(words, p.Args[0])
		switch base := strings.TrimRight(path.Base(p.Args[0]), "0123456789."); base {
		case "node", "nodejs", "bun", "deno", "sh", "bash", "dash", "zsh", "python", "npx", "npm":
			for _, a := range p.Args[1:min(len(p.Args), 5)] {
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

// Here returns by whom something is decided, "uid 1000, /dev/pts/3", where a
// person does it at a terminal of their own, else why it is not to be. verb is
// what was run, for the message: "guard approve".
func Here(verb string) (by string, err error) {
	if err := NoClient(verb); err != nil {
		return "", err
	}
	tty, err := ownTerminal()
	if err != nil {
		return "", fmt.Errorf("%s needs a person at a terminal: %w\nrun it in a terminal of your own, with nothing piped into it or out of it", verb, err)
	}
	return Who() + ", " + tty, nil
}

// NoClient is an error where a client runs this.
func NoClient(verb string) error {
	why, err := ClientAbove(os.Getpid(), os.Environ())
	if err != nil {
		return err
	}
	if why != "" {
		return fmt.Errorf("%s is not for a client to run: %s\nuse another terminal, one that no client started", verb, why)
	}
	return nil
}

// ClientAbove says by which process or variable a client can be seen at or
// above the process pid, whose variables are environ, "" where none can. A
// process that cannot be looked at is an error.
func ClientAbove(pid int, environ []string) (string, error) {
	above, err := ancestors(Read, pid)
	if err != nil {
		return "", err
	}
	return clientIn(environ, above), nil
}

// Who names the user of this process.
func Who() string { return fmt.Sprintf("uid %d", os.Getuid()) }

// Typed asks for four letters that nobody could have known before. A y that was
// typed too fast is no yes. what says what they do: "approve it".
func Typed(what string) error {
	letters := grants.Letters(4)
	fmt.Printf("Type %s to %s; anything else leaves it: ", letters, what)
	line, err := bufio.NewReader(io.LimitReader(os.Stdin, 256)).ReadString('\n')
	if err != nil || grants.Normal(line) != letters {
		fmt.Println()
		return errors.New("those were not the letters: nothing was changed")
	}
	return nil
}
