// Package setup puts guard's hooks into the settings of a client and takes them
// out again: Claude Code's settings.json and Codex's hooks.json.
//
// Promise: it changes its own entries and nothing else. The text is edited, not
// written anew, so that the order of keys, unknown keys and indentation stay. A
// second run changes nothing. [Remove] gives the file back byte for byte where
// nobody else has changed it since. A file that cannot be read with certainty is
// named with its line and left alone. Each change keeps a copy beside the file,
// is written whole or not at all, and is refused if the file moved meanwhile.
//
// [Check] reads all layers of a client's settings and says what keeps guard's
// hooks from working.
//
// Limit: only a user's and a project's settings are ever written. It runs no
// program: versions are read from paths and package files, and Codex's trust in
// a hook is computed, never written. What a client is told on its command line
// (claude --bare, codex --disable hooks) stands in no file and is not seen.
package setup

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"guard/hookio"
)

// Env is what setup knows of the machine.
type Env struct {
	Home   string                   // the user's home, absolute
	Getenv func(name string) string // CLAUDE_CONFIG_DIR, CODEX_HOME, PATH
	Now    func() time.Time         // names the copies

	// Project, where it is not empty, is the folder whose own settings are
	// meant instead of the user's.
	Project string

	// Remind says whether guard is called at each prompt, to remind the agent of
	// what waits for a person. The zero value leaves it as it is.
	Remind Want

	// Root stands before the paths of an administrator's settings; "" but in
	// tests.
	Root string
}

// Want is what a person wants of something that guard does only when asked to.
type Want uint8

// The wants.
const (
	Keep Want = iota // as it is
	On
	Off
)

// System returns the Env of this process.
func System() (Env, error) {
	home, err := os.UserHomeDir()
	if err != nil {
		return Env{}, fmt.Errorf("setup: no home folder: %w", err)
	}
	return Env{Home: home, Getenv: os.Getenv, Now: time.Now}, nil
}

// client is what differs between the clients.
type client struct {
	name   hookio.Client
	title  string
	envDir string // environment variable that moves the configuration
	dir    string // its place below the home otherwise
	file   string // the settings file in it
	local  string // the settings file below dir in a project
	binary string // name of the program
	pkg    string // its npm package
	hooks  []hook
	drops  string // what the client does with a file that it cannot read
}

// hook is one event with what is registered for it. The order is that of the
// file; timeouts are in seconds. Neither changes between releases, because any
// change disarms Codex's trust.
type hook struct {
	event   string
	tool    bool // the matcher of the event is a tool's name
	timeout int
	block   bool // Claude ≥ 2.1.295: a hook that fails counts as a block
	async   bool // Claude: nobody waits for it
	asked   bool // registered only where a person asked for it, see Env.Remind
}

var claude = client{
	name: hookio.Claude, title: "Claude Code",
	envDir: "CLAUDE_CONFIG_DIR", dir: ".claude", file: "settings.json", local: "settings.local.json",
	binary: "claude", pkg: "@anthropic-ai/claude-code",
	drops: "Claude Code ignores the whole file, its permission rules too",
	hooks: []hook{
		{event: hookio.PreToolUse, tool: true, timeout: 660, block: true},
		{event: hookio.PermissionRequest, tool: true, timeout: 660, block: true},
		{event: hookio.PostToolUse, tool: true, timeout: 10, async: true},
		{event: hookio.PostToolUseFailure, tool: true, timeout: 10, async: true},
		{event: hookio.SessionStart, timeout: 10},
		{event: hookio.SessionEnd, timeout: 10},
		{event: hookio.ConfigChange, timeout: 10, block: true},
		{event: hookio.UserPromptSubmit, timeout: 10, asked: true},
	},
}

var codex = client{
	name: hookio.Codex, title: "Codex",
	envDir: "CODEX_HOME", dir: ".codex", file: "hooks.json", local: "hooks.json",
	binary: "codex", pkg: "@openai/codex",
	drops: "Codex ignores the whole file",
	hooks: []hook{
		{event: hookio.PreToolUse, timeout: 660},
		{event: hookio.PermissionRequest, timeout: 660},
		{event: hookio.PostToolUse, timeout: 10},
		{event: hookio.SessionStart, timeout: 10},
		{event: hookio.SessionEnd, timeout: maxSessionEnd},
		{event: hookio.UserPromptSubmit, timeout: 10, asked: true},
	},
}

// maxSessionEnd is the longest timeout that Codex 0.171.0 takes for SessionEnd,
// in seconds. It clamps a longer one, and says so at the start of each session
// (measured 2026-11-30).
const maxSessionEnd = 3

// clientOf is what is known of c; of an unknown client that is nothing.
func clientOf(c hookio.Client) *client {
	switch c {
	case hookio.Claude:
		return &claude
	case hookio.Codex:
		return &codex
	}
	return &client{}
}

func lookup(c hookio.Client) (*client, error) {
	if cl := clientOf(c); cl.name != "" {
		return cl, nil
	}
	return nil, fmt.Errorf("setup: unknown client %q", c)
}

func (cl *client) configDir(env Env) string {
	if dir := env.Getenv(cl.envDir); dir != "" {
		return dir
	}
	return filepath.Join(env.Home, cl.dir)
}

// path is the settings file that guard is registered in: the user's, or the one
// of env.Project. There it is Claude Code's settings.local.json, since guard's
// absolute path is of this machine and settings.json is shared with others.
func (cl *client) path(env Env) (string, error) {
	path := filepath.Join(cl.configDir(env), cl.file)
	if env.Project != "" {
		path = filepath.Join(env.Project, cl.dir, cl.local)
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return "", fmt.Errorf("setup: %w", err)
	}
	return path, nil
}

// Plan works out how the settings of client c must change so that it calls the
// guard at guardPath for every event that guard handles. Entries of an older
// guard are replaced where they stand. Nothing is written before Apply.
//
// What is registered only where a person asks for it is put in or taken out as
// env says; it stands behind all else, so that nothing that was there moves.
//
// guardPath must be absolute and its last element guard or guard.exe: entries
// are known by it again.
func Plan(c hookio.Client, env Env, guardPath string) (Change, error) {
	cl, err := lookup(c)
	if err != nil {
		return Change{}, err
	}
	if err := checkGuard(guardPath); err != nil {
		return Change{}, err
	}
	ch, err := load(cl, env)
	if err != nil {
		return Change{}, err
	}
	ch.After, err = install(ch.Before, cl, guardPath, env.Remind)
	if err != nil {
		return Change{}, ch.explain(err)
	}
	if c == hookio.Codex {
		ch.Warnings = append(ch.Warnings, codexWarnings(cl, env, ch.After)...)
		ch.Next = "start codex, type /hooks, look at guard's hooks and trust them; until then Codex skips them without a word"
		if env.Project != "" {
			ch.Next += ". The project must be trusted, too. Keep " + ch.Path + " out of the repository: guard's path is of this machine"
		}
	} else if env.Project != "" {
		ch.Next = "sessions in this project take the hooks up. Keep " + ch.Path + " out of the repository: guard's path is of this machine"
	} else {
		ch.Next = "sessions that already run take the hooks up within seconds; new ones start with them"
	}
	return ch, nil
}

// Remove works out how the settings of client c must change so that it calls
// guard no more. If they are what Plan made of a copy that still stands beside
// the file, that copy is the result; a file that Plan made from nothing goes.
func Remove(c hookio.Client, env Env) (Change, error) {
	cl, err := lookup(c)
	if err != nil {
		return Change{}, err
	}
	ch, err := load(cl, env)
	if err != nil {
		return Change{}, err
	}
	if ch.Before == nil {
		return ch, nil
	}
	guardPath, reminds, err := find(ch.Before, cl)
	if err != nil {
		return Change{}, ch.explain(err)
	}
	if guardPath == "" {
		return ch, nil
	}
	ch.Next = "sessions that already run keep guard's hooks until they are restarted"
	copies, err := ch.copies(cl)
	if err != nil {
		return Change{}, err
	}
	made := func(from []byte) bool {
		to, err := install(from, cl, guardPath, reminds)
		return err == nil && string(to) == string(ch.Before)
	}
	for _, c := range copies {
		if made(c) {
			ch.After = c
			return ch, nil
		}
	}
	if len(copies) == 0 && made(nil) {
		ch.After = nil
		return ch, nil
	}
	var latest []byte
	if len(copies) > 0 {
		latest = copies[0]
	}
	ch.After, err = uninstall(ch.Before, cl, latest)
	if err != nil {
		return Change{}, ch.explain(err)
	}
	return ch, nil
}

// Registered returns the path of the guard that the settings of client c call;
// "" if they call none. ok reports whether everything that Plan would register
// for it is there. A file that cannot be read with certainty is an error.
func Registered(c hookio.Client, env Env) (path string, ok bool, err error) {
	cl, err := lookup(c)
	if err != nil {
		return "", false, err
	}
	ch, err := load(cl, env)
	if err != nil {
		return "", false, err
	}
	if ch.Before == nil {
		return "", false, nil
	}
	path, _, err = find(ch.Before, cl)
	if err != nil {
		return "", false, ch.explain(err)
	}
	if path == "" {
		return "", false, nil
	}
	to, err := install(ch.Before, cl, path, Keep)
	if err != nil {
		return path, false, ch.explain(err)
	}
	return path, string(to) == string(ch.Before), nil
}

func checkGuard(path string) error {
	switch {
	case !filepath.IsAbs(path):
		return fmt.Errorf("setup: the path of guard must be absolute: %q", path)
	case !isGuard(path):
		return fmt.Errorf("setup: the program must be named guard, so that its entries are known again: %q", path)
	case strings.ContainsFunc(path, func(r rune) bool { return r < ' ' || r == 0x7f || r == 0xFFFD }):
		return fmt.Errorf("setup: the path of guard has a control character or is not UTF-8: %q", path)
	}
	return nil
}

// explain puts the file, and what the client does with such a one, to a fault in
// its text.
func (c Change) explain(err error) error {
	var fault *Fault
	if !errors.As(err, &fault) {
		return err
	}
	fault.Path = c.Path
	if fault.drops {
		fault.What += "; " + clientOf(c.Client).drops
	}
	return fault
}
