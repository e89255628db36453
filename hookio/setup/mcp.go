package setup

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"guard/hookio"
)

// Butler's MCP hub is registered as a program that the client starts, butler mcp
// stdio: no port and no token stands in the client's file.

// mcpName is the hub's name in the clients. Claude Code puts it before each tool:
// mcp__butler__….
const mcpName = "butler"

// mcpArgs are the arguments with which butler is a bridge.
var mcpArgs = []string{"mcp", "stdio"}

// mcpPath is the file in which client c keeps its MCP servers (Claude Code
// 2.1.332, Codex 0.171.0; 2026-11-30). Claude Code's servers of one project stand
// in the user's own file as well, so that a path of this machine comes into no
// repository.
func (cl *client) mcpPath(env Env) (string, error) {
	dir := cl.configDir(env)
	switch {
	case cl.name == hookio.Claude && env.Getenv(cl.envDir) != "":
		return filepath.Abs(filepath.Join(dir, ".claude.json"))
	case cl.name == hookio.Claude:
		return filepath.Join(env.Home, ".claude.json"), nil
	case env.Project != "":
		dir = filepath.Join(env.Project, cl.dir)
	}
	return filepath.Abs(filepath.Join(dir, "config.toml"))
}

// loadMCP reads that file. After is Before.
func loadMCP(c hookio.Client, env Env) (Change, *client, error) {
	cl, err := lookup(c)
	if err != nil {
		return Change{}, cl, err
	}
	path, err := cl.mcpPath(env)
	if err != nil {
		return Change{}, cl, fmt.Errorf("setup: %w", err)
	}
	ch, err := loadFile(cl, path, env)
	return ch, cl, err
}

// PlanMCP works out how the configuration of client c must change so that it
// starts the butler at butlerPath as an MCP server. An entry of an older butler
// is replaced where it stands; one of the same name that butler did not write is
// an error. Nothing is written before Apply.
func PlanMCP(c hookio.Client, env Env, butlerPath string) (Change, error) {
	if !filepath.IsAbs(butlerPath) || !isButler(butlerPath) {
		return Change{}, fmt.Errorf("setup: the path of butler must be absolute and end in butler, so that its entry is known again: %q", butlerPath)
	}
	ch, cl, err := loadMCP(c, env)
	if err != nil {
		return Change{}, err
	}
	if cl.name == hookio.Codex {
		ch.After, err = putBlock(ch.Before, butlerPath)
	} else {
		ch.After, err = putServer(ch.Before, env.Project, butlerPath)
	}
	if err != nil {
		return Change{}, ch.explain(err)
	}
	ch.Next = "sessions that begin from now on have butler's tools"
	return ch, nil
}

// RemoveMCP works out how the configuration of client c must change so that it
// starts butler no more.
func RemoveMCP(c hookio.Client, env Env) (Change, error) {
	ch, cl, err := loadMCP(c, env)
	if err != nil || ch.Before == nil {
		return ch, err
	}
	if cl.name == hookio.Codex {
		ch.After, err = dropBlock(ch.Before)
	} else {
		ch.After, err = dropServer(ch.Before, env.Project)
	}
	if err != nil {
		return Change{}, ch.explain(err)
	}
	ch.Next = "sessions that run keep butler's tools until they end"
	return ch, nil
}

// MCPRegistered returns the path of the butler that client c starts as an MCP
// server, "" where it starts none.
func MCPRegistered(c hookio.Client, env Env) (string, error) {
	ch, cl, err := loadMCP(c, env)
	if err != nil || len(bytes.TrimSpace(ch.Before)) == 0 {
		return "", err
	}
	if cl.name == hookio.Codex {
		s, err := tomlServer(ch.Before)
		if err != nil || s == nil {
			return "", ch.explain(err)
		}
		return s.bridge(), nil
	}
	d, err := open(ch.Before)
	if err != nil {
		return "", ch.explain(err)
	}
	n, err := d.server(env.Project)
	if err != nil || n == nil {
		return "", ch.explain(err)
	}
	path, _ := d.bridge(n)
	return path, nil
}

func isButler(path string) bool { return filepath.Base(path) == mcpName }

// way are the keys that lead to the servers of a user or of one project.
func way(project string) []string {
	if project == "" {
		return []string{"mcpServers"}
	}
	return []string{"projects", project, "mcpServers"}
}

// server is butler's entry, nil where there is none.
func (d doc) server(project string) (*node, error) {
	n := d.root
	for _, key := range append(way(project), mcpName) {
		if n.kind != '{' {
			return nil, d.fault(n, "an object must stand here")
		}
		next, err := get(d.text, n, key)
		if err != nil || next == nil {
			return nil, err
		}
		n = next
	}
	return n, nil
}

// bridge is the butler that an entry starts as a bridge.
func (d doc) bridge(n *node) (string, bool) {
	if n.kind != '{' {
		return "", false
	}
	command, err := get(d.text, n, "command")
	if err != nil || command == nil || command.kind != '"' || !isButler(command.text) {
		return "", false
	}
	args, err := get(d.text, n, "args")
	if err != nil || args == nil || len(args.items) < len(mcpArgs) {
		return "", false
	}
	for i, want := range mcpArgs {
		if args.items[i].text != want {
			return "", false
		}
	}
	return command.text, true
}

var errForeign = `a server named "` + mcpName + `" that butler did not write; take it out first, or give it another name`

// putServer returns before with butler's entry in it.
func putServer(before []byte, project, butler string) ([]byte, error) {
	text := before
	if len(bytes.TrimSpace(text)) == 0 {
		text = []byte("{}\n")
	}
	d, err := open(text)
	if err != nil {
		return nil, err
	}
	entry := object{{"type", "stdio"}, {"command", butler}, {"args", array{mcpArgs[0], mcpArgs[1]}}}
	n, err := d.server(project)
	if err != nil {
		return nil, err
	}
	if n != nil {
		path, ours := d.bridge(n)
		switch {
		case !ours:
			return nil, d.fault(n, errForeign)
		case path == butler:
			return before, nil
		}
		d, err = d.replace(n, entry)
		return d.text, err
	}
	at, missing := d.root, way(project)
	for len(missing) > 0 {
		next, err := get(d.text, at, missing[0])
		if err != nil {
			return nil, err
		}
		if next == nil {
			break
		}
		at, missing = next, missing[1:]
	}
	var v value = entry
	key := mcpName
	for _, k := range slices.Backward(missing) {
		v = object{{key, v}}
		key = k
	}
	d, err = d.add(at, key, v)
	return d.text, err
}

// dropServer returns before without butler's entry.
func dropServer(before []byte, project string) ([]byte, error) {
	if len(bytes.TrimSpace(before)) == 0 {
		return before, nil
	}
	d, err := open(before)
	if err != nil {
		return nil, err
	}
	n, err := d.server(project)
	if err != nil || n == nil {
		return before, err
	}
	if _, ours := d.bridge(n); !ours {
		return nil, d.fault(n, errForeign)
	}
	parent := d.root
	for _, key := range way(project) {
		if parent, err = get(d.text, parent, key); err != nil || parent == nil {
			return nil, errors.Join(err, fmt.Errorf("setup: %q is gone", key))
		}
	}
	for i, m := range parent.members {
		if m.value == n {
			d, err = d.drop(parent, i)
			return d.text, err
		}
	}
	return before, nil
}
