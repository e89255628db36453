package setup

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"guard/hookio"
)

// State is what Codex makes of a hook in hooks.json.
type State string

// The states of a hook. Codex runs only a trusted one, and skips the others
// without a word.
const (
	Trusted   State = "trusted"
	Untrusted State = "untrusted" // no person has looked at it yet
	Modified  State = "modified"  // it is not what a person trusted
	Disabled  State = "disabled"  // a person switched it off
)

// Trust is the state of one of guard's hooks.
type Trust struct {
	Event string
	Key   string // its name in config.toml, below hooks.state
	Hash  string // what trusted_hash must be
	State State
}

// CodexTrust returns the state of each of guard's hooks in hooks.json, in the
// order of the file. It computes the hashes and writes nothing: trust is given
// in Codex, with /hooks, by the person.
func CodexTrust(env Env) ([]Trust, error) {
	cl := clientOf(hookio.Codex)
	ch, err := load(cl, env)
	if err != nil || len(ch.Before) == 0 {
		return nil, err
	}
	d, err := open(ch.Before)
	if err != nil {
		return nil, ch.explain(err)
	}
	all, err := d.entries(cl)
	if err != nil {
		return nil, ch.explain(err)
	}
	config, err := readCodexConfig(cl, env)
	if err != nil {
		return nil, err
	}
	// Codex names the file by its real place.
	paths := []string{ch.Path}
	if dir, err := filepath.EvalSymlinks(filepath.Dir(ch.Path)); err == nil {
		paths = append(paths, filepath.Join(dir, cl.file))
	}
	if real, err := filepath.EvalSymlinks(ch.Path); err == nil {
		paths = append(paths, real)
	}
	var list []Trust
	for _, e := range all {
		t := Trust{Event: e.event, State: Untrusted, Hash: d.trustHash(e)}
		for _, path := range paths {
			key := fmt.Sprintf("%s:%s:%d:%d", path, snake(e.event), e.at, e.handler)
			if t.Key == "" {
				t.Key = key
			}
			state, ok := config.Hooks.State[key]
			if !ok {
				continue
			}
			t.Key = key
			switch {
			case state.Enabled != nil && !*state.Enabled:
				t.State = Disabled
			case state.TrustedHash == t.Hash:
				t.State = Trusted
			case state.TrustedHash != "":
				t.State = Modified
			}
			break
		}
		list = append(list, t)
	}
	return list, nil
}

// trustHash is the SHA-256 of what Codex 0.171.0 takes for the hook: its fields
// with the defaults filled in, as JSON without spaces and with sorted keys. With
// these hashes in config.toml it ran each of guard's hooks without its bypass
// flag (measured 2026-11-30).
func (d doc) trustHash(e entry) string {
	handler := e.hooks.items[e.handler]
	field := func(n *node, key string) *node {
		v, _ := get(d.text, n, key) // a key that stands twice has no hash anyway
		return v
	}
	async, timeout := "false", 600
	if v := field(handler, "async"); v != nil && v.kind == 't' {
		async = "true"
	}
	if v := field(handler, "timeout"); v != nil {
		timeout, _ = strconv.Atoi(string(d.text[v.start:v.end])) // a fraction makes Codex ignore the file
	}
	timeout = max(timeout, 1)
	if e.event == hookio.SessionEnd {
		timeout = min(timeout, maxSessionEnd)
	}
	var b strings.Builder
	b.WriteString(`{"event_name":` + quote(snake(e.event)) + `,"hooks":[{"async":` + async)
	b.WriteString(`,"command":` + quote(field(handler, "command").text))
	if v := field(handler, "statusMessage"); v != nil && v.kind == '"' {
		b.WriteString(`,"statusMessage":` + quote(v.text))
	}
	b.WriteString(`,"timeout":` + strconv.Itoa(timeout) + `,"type":"command"}]`)
	if v := field(e.group, "matcher"); v != nil && v.kind == '"' {
		b.WriteString(`,"matcher":` + quote(v.text))
	}
	b.WriteString("}")
	sum := sha256.Sum256([]byte(b.String()))
	return "sha256:" + hex.EncodeToString(sum[:])
}

// snake turns PreToolUse into pre_tool_use.
func snake(event string) string {
	var b strings.Builder
	for i, r := range event {
		if r >= 'A' && r <= 'Z' {
			if i > 0 {
				b.WriteByte('_')
			}
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return b.String()
}

// codexConfig is what setup reads of config.toml.
type codexConfig struct {
	Features struct {
		Hooks *bool `toml:"hooks"`
	} `toml:"features"`
	Hooks struct {
		State map[string]struct {
			TrustedHash string `toml:"trusted_hash"`
			Enabled     *bool  `toml:"enabled"`
		} `toml:"state"`
	} `toml:"hooks"`
}

func readCodexConfig(cl *client, env Env) (codexConfig, error) {
	var c codexConfig
	path := filepath.Join(cl.configDir(env), "config.toml")
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return c, nil
	}
	if err != nil {
		return c, fmt.Errorf("setup: %w", err)
	}
	if err := toml.Unmarshal(data, &c); err != nil {
		var bad *toml.DecodeError
		if errors.As(err, &bad) {
			line, col := bad.Position()
			return c, &Fault{Path: path, Line: line, Col: col, What: bad.Error()}
		}
		return c, fmt.Errorf("setup: %s: %w", path, err)
	}
	return c, nil
}

// codexWarnings tells what in the configuration keeps hooks.json from working.
func codexWarnings(cl *client, env Env, after []byte) []string {
	var all []string
	path := filepath.Join(cl.configDir(env), "config.toml")
	config, err := readCodexConfig(cl, env)
	if err != nil {
		return []string{err.Error()}
	}
	if config.Features.Hooks != nil && !*config.Features.Hooks {
		all = append(all, path+": [features] hooks = false switches every hook off, guard's too")
	}
	data, err := os.ReadFile(path)
	if err == nil {
		var raw struct {
			Hooks map[string]any `toml:"hooks"`
		}
		if toml.Unmarshal(data, &raw) == nil {
			for event := range raw.Hooks {
				if event != "state" {
					all = append(all, path+" has hooks of its own ([hooks]); Codex reads both places and warns at each start")
					break
				}
			}
		}
	}
	if d, err := open(after); err == nil {
		for _, m := range d.root.members {
			if m.key != "hooks" && m.key != "description" {
				f := faultAt(after, m.start, "the key "+strconv.Quote(m.key)+" is not known to Codex, which then ignores the whole file")
				f.Path = filepath.Join(cl.configDir(env), cl.file)
				all = append(all, f.Error())
			}
		}
	}
	return all
}
