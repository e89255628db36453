package setup

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"guard/hookio"
)

// layer is one settings file that a client reads.
type layer struct {
	name    string // user, project, managed
	path    string
	text    []byte
	data    map[string]any // nil where the client ignores the file
	drops   string         // why the client ignores the whole file, "" where it does not
	hooks   []handler
	oddness []string // parts of it that the client ignores
}

func (l *layer) managed() bool { return l.name == "managed" }

// handler is one hook of a settings file, whoever's it is.
type handler struct {
	layer   *layer
	event   string
	matcher string         // "" is every tool
	fields  map[string]any // as the file has them
	guard   string         // guard's program, "" where it is not guard's
	argv    []string       // guard's: what the client starts
}

// settingsLimit is the most that is read of a settings file, in bytes.
const settingsLimit = 8 << 20

// readLayer reads the settings file at path; nil where there is none.
func readLayer(cl *client, env Env, name, path string) *layer {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	l := &layer{name: name, path: path}
	switch {
	case err != nil:
	case !info.Mode().IsRegular():
		err = errors.New("it is no regular file")
	case info.Size() > settingsLimit:
		err = fmt.Errorf("it is larger than %d MiB", settingsLimit>>20)
	default:
		l.text, err = os.ReadFile(path)
	}
	if err != nil {
		l.drops = err.Error()
		return l
	}
	if filepath.Ext(path) == ".toml" {
		err = toml.Unmarshal(l.text, &l.data)
		var bad *toml.DecodeError
		if errors.As(err, &bad) {
			line, col := bad.Position()
			err = &Fault{Path: path, Line: line, Col: col, What: bad.Error()}
		}
	} else if len(strings.TrimSpace(string(l.text))) > 0 {
		err = l.readJSON()
	}
	if err != nil {
		l.data, l.drops = nil, strings.TrimPrefix(err.Error(), "setup: ")
		return l
	}
	l.readHooks(cl, env)
	if l.drops != "" {
		l.hooks = nil
	}
	return l
}

// readJSON reads the text as strictly as the clients do, but for a byte order
// mark, which they take.
func (l *layer) readJSON() error {
	d, err := open(l.text)
	if err != nil {
		var f *Fault
		if errors.As(err, &f) {
			f.Path = l.path
		}
		return err
	}
	if d.root.kind != '{' {
		return fmt.Errorf("%s: the settings must be an object", l.path)
	}
	return json.Unmarshal(d.text[d.root.start:d.root.end], &l.data)
}

// knownTypes are the types of handlers that a client was seen to take. Claude
// Code 2.1.197 and 2.1.332 and Codex 0.171.0 ignore a whole file that has
// another one (measured 2026-11-30).
func knownTypes() map[hookio.Client][]string {
	return map[hookio.Client][]string{
		hookio.Claude: {"command", "http", "mcp_tool", "prompt", "agent"},
		hookio.Codex:  {"command", "mcp_tool", "prompt", "agent"},
	}
}

// readHooks collects the handlers of the layer, and what makes the client
// ignore all of it: see the tables of ways that hooks are off, measured
// 2026-11-30.
func (l *layer) readHooks(cl *client, env Env) {
	toml := filepath.Ext(l.path) == ".toml"
	l.checkRest(cl, toml)
	raw, ok := l.data["hooks"]
	if !ok {
		return
	}
	events, ok := raw.(map[string]any)
	if !ok {
		l.drops = `"hooks" is no object`
		return
	}
	for _, event := range sortedKeys(events) {
		if cl.name == hookio.Codex && (event == "state" || toml && event == "managed_dir") {
			continue
		}
		groups, ok := asList(events[event])
		if !ok {
			l.lose(cl, "hooks."+event+" is no list")
			continue
		}
		for i, g := range groups {
			l.readGroup(cl, env, event, fmt.Sprintf("hooks.%s[%d]", event, i), g)
		}
	}
}

func (l *layer) readGroup(cl *client, env Env, event, at string, raw any) {
	group, ok := raw.(map[string]any)
	if !ok {
		l.drops = at + " is no object"
		return
	}
	matcher := ""
	if m, ok := group["matcher"]; ok {
		if matcher, ok = m.(string); !ok {
			l.drops = at + ".matcher is no string"
			return
		}
	}
	list, ok := asList(group["hooks"])
	if !ok {
		l.drops = at + ` has no list "hooks"`
		return
	}
	for j, raw := range list {
		at := fmt.Sprintf("%s.hooks[%d]", at, j)
		fields, ok := raw.(map[string]any)
		if !ok {
			l.drops = at + " is no object"
			return
		}
		if why := badHandler(cl, fields); why != "" {
			l.drops = at + ": " + why
			return
		}
		h := handler{layer: l, event: event, matcher: matcher, fields: fields}
		h.identify(cl, env)
		l.hooks = append(l.hooks, h)
	}
}

// badHandler says why the client ignores a whole file with this handler.
func badHandler(cl *client, fields map[string]any) string {
	kind, ok := fields["type"].(string)
	switch {
	case !ok:
		return `it has no "type"`
	case !slices.Contains(knownTypes()[cl.name], kind):
		return fmt.Sprintf("the type %q is not known", kind)
	}
	if _, ok := fields["command"].(string); kind == "command" && !ok {
		return `it has no "command"`
	}
	if t, ok := fields["timeout"]; ok {
		n, isNumber := number(t)
		switch {
		case !isNumber:
			return "its timeout is no number"
		case cl.name == hookio.Claude && n <= 0:
			return "its timeout is not above 0"
		case cl.name == hookio.Codex && (n < 0 || n != float64(int64(n))):
			return "its timeout is no whole number of seconds"
		}
	}
	if f, ok := fields["onFailure"]; ok && cl.name == hookio.Claude && f != "block" {
		return fmt.Sprintf(`its onFailure is %v, and only "block" is known`, f)
	}
	return ""
}

// lose notes that one event of the file does not count. Codex ignores the file.
func (l *layer) lose(cl *client, what string) {
	if cl.name == hookio.Codex {
		l.drops = what
		return
	}
	l.oddness = append(l.oddness, what)
}

// checkRest looks at what stands beside the hooks.
func (l *layer) checkRest(cl *client, toml bool) {
	switch {
	case cl.name == hookio.Claude:
		rules, _ := l.data["permissions"].(map[string]any)
		for _, name := range []string{"allow", "deny", "ask"} {
			if v, ok := rules[name]; ok {
				if _, ok := v.([]any); !ok {
					l.drops = "permissions." + name + " is no list"
				}
			}
		}
	case !toml:
		for _, key := range sortedKeys(l.data) {
			if key != "hooks" && key != "description" {
				l.drops = fmt.Sprintf("the key %q is not known to Codex", key)
			}
		}
	}
}

// identify tells whether the handler is guard's, as ours does for the text.
func (h *handler) identify(cl *client, env Env) {
	command, _ := h.fields["command"].(string)
	if h.fields["type"] != "command" || command == "" {
		return
	}
	words := shellWords(command)
	argv := []string{"/bin/sh", "-c", command}
	if cl.name == hookio.Codex {
		argv[0] = codexShell(env)
	} else if args, ok := asList(h.fields["args"]); ok {
		words = []string{command}
		for _, a := range args {
			s, _ := a.(string)
			words = append(words, s)
		}
		argv = words
	}
	if len(words) == 3 && isGuard(words[0]) && words[1] == "hook" && words[2] == string(cl.name) {
		h.guard, h.argv = words[0], argv
	}
}

// nearly reports whether the handler starts a guard in a way that judges
// nothing.
func (h *handler) nearly() bool {
	command, _ := h.fields["command"].(string)
	if h.guard != "" || h.fields["type"] != "command" {
		return false
	}
	if _, exec := asList(h.fields["args"]); exec {
		return isGuard(command)
	}
	words := shellWords(command)
	return len(words) > 0 && isGuard(words[0])
}

// title is how a person finds the handler again.
func (h *handler) title() string {
	for _, key := range []string{"command", "url", "prompt"} {
		if s, ok := h.fields[key].(string); ok {
			if args, ok := asList(h.fields["args"]); ok {
				for _, a := range args {
					s += fmt.Sprintf(" %v", a)
				}
			}
			if r := []rune(s); len(r) > 80 {
				s = string(r[:80]) + "…"
			}
			return s
		}
	}
	return fmt.Sprint(h.fields["type"])
}

// codexShell is the shell that Codex starts a hook with: the user's, seen as
// /bin/bash where SHELL was not set (measured 2026-11-30).
func codexShell(env Env) string {
	if s := env.Getenv("SHELL"); filepath.IsAbs(s) {
		return s
	}
	if _, err := os.Stat("/bin/bash"); err == nil {
		return "/bin/bash"
	}
	return "/bin/sh"
}

// asList is v as a list; TOML's lists of tables have another type.
func asList(v any) ([]any, bool) {
	switch v := v.(type) {
	case []any:
		return v, true
	case []map[string]any:
		var out []any
		for _, m := range v {
			out = append(out, m)
		}
		return out, true
	}
	return nil, false
}

func number(v any) (float64, bool) {
	switch n := v.(type) {
	case float64:
		return n, true
	case int64:
		return float64(n), true
	}
	return 0, false
}

func truth(v any) bool { b, _ := v.(bool); return b }

func sortedKeys(m map[string]any) []string {
	var out []string
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}
