package setup

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"guard/hookio"
)

func (k *checker) readCodex() {
	dir := k.cl.configDir(k.env)
	k.read("user", filepath.Join(dir, k.cl.file))
	k.read("user", filepath.Join(dir, "config.toml"))
	for _, d := range k.q.Dirs {
		k.read("project", filepath.Join(d, k.cl.dir, k.cl.local))
		k.read("project", filepath.Join(d, k.cl.dir, "config.toml"))
	}
	for _, name := range []string{"config.toml", "managed_config.toml", "requirements.toml"} {
		k.read("managed", filepath.Join(k.env.Root, "/etc/codex", name))
	}
}

// codexOff tells what switches hooks off, and which layers then count for
// nothing.
func (k *checker) codexOff() {
	for _, l := range k.layers {
		if features, ok := l.data["features"].(map[string]any); ok && features["hooks"] == false {
			for _, other := range k.layers {
				k.off[other] = true
			}
			k.add(Fail, "disabled", l.path+": [features] hooks = false", "it switches off every hook, an administrator's too", "take the line out of "+l.path)
		}
		if profiles, ok := l.data["profiles"].(map[string]any); ok {
			for _, name := range sortedKeys(profiles) {
				p, _ := profiles[name].(map[string]any)
				if features, ok := p["features"].(map[string]any); ok && features["hooks"] == false {
					k.add(Warn, "disabled", fmt.Sprintf("%s: the profile %s has [features] hooks = false", l.path, name), "a session with that profile calls no hook", "take the line out of "+l.path)
				}
			}
		}
		if l.managed() && truth(l.data["allow_managed_hooks_only"]) {
			level := Fail
			for _, other := range k.layers {
				if !other.managed() {
					k.off[other] = true
				} else if slices.ContainsFunc(other.hooks, func(h handler) bool { return h.guard != "" }) {
					level = Note
				}
			}
			k.add(level, "disabled", l.path+": allow_managed_hooks_only = true", "only hooks of the administrator's own files run", "ask the administrator to register guard in /etc/codex/requirements.toml")
		}
	}
	for _, l := range k.layers {
		if l.name == "project" && !k.off[l] && len(l.hooks) > 0 && !k.trustedProject(l.path) {
			k.off[l] = true
			if slices.ContainsFunc(l.hooks, func(h handler) bool { return h.guard != "" }) {
				k.add(Warn, "trust", l.path+": Codex does not trust this project", "it ignores the hooks of a project that it does not trust", "start codex in the project and trust it")
			}
		}
	}
	k.codexTrust()
	k.bothFiles()
	k.add(Note, "limits", "codex --disable hooks and --ignore-user-config are not seen by hooks", "no file tells of them", "")
}

// trustedProject reports whether the user's config.toml trusts the project of a
// settings file.
func (k *checker) trustedProject(path string) bool {
	dir := filepath.Dir(filepath.Dir(path))
	for _, l := range k.layers {
		projects, _ := l.data["projects"].(map[string]any)
		for name, p := range projects {
			if p, ok := p.(map[string]any); ok && p["trust_level"] == "trusted" && samePath(name, dir) {
				return true
			}
		}
	}
	return false
}

// codexTrust tells which of guard's hooks Codex skips because no person has
// trusted them as they are.
func (k *checker) codexTrust() {
	for _, l := range k.layers {
		if k.off[l] || l.managed() || !slices.ContainsFunc(l.hooks, func(h handler) bool { return h.guard != "" }) {
			continue
		}
		if filepath.Ext(l.path) == ".toml" {
			k.add(Warn, "trust", l.path+": whether Codex trusts guard's hooks there cannot be told", "Codex skips hooks that no person has trusted, without a word", "start codex, type /hooks, and see that guard's are trusted")
			continue
		}
		env := k.env
		if l.name == "project" {
			env.Project = filepath.Dir(filepath.Dir(l.path))
		}
		trust, err := CodexTrust(env)
		if err != nil {
			k.add(Fail, "trust", strings.TrimPrefix(err.Error(), "setup: "), "what Codex trusts cannot be told", "mend the file")
			continue
		}
		by := map[State][]string{}
		for _, t := range trust {
			by[t.State] = append(by[t.State], fmt.Sprintf("%s (%s)", t.Event, t.Hash))
			if t.State != Trusted && t.Event == hookio.PreToolUse {
				k.off[l] = true
			}
		}
		all := true
		for _, state := range []State{Untrusted, Modified, Disabled} {
			if len(by[state]) == 0 {
				continue
			}
			all = false
			level := Warn
			if strings.Contains(strings.Join(by[state], " "), hookio.PreToolUse+" (") {
				level = Fail
			}
			k.add(level, "trust", fmt.Sprintf("%s: guard's hooks of %s are %s", l.path, strings.Join(by[state], ", "), state), whySkipped(state),
				"start codex, type /hooks, look at guard's hooks and trust them (t)")
		}
		if all && len(trust) > 0 {
			k.fine("trust", "Codex trusts all %d hooks of guard", len(trust))
		}
	}
}

// bothFiles tells of hooks in hooks.json and in config.toml of one folder.
func (k *checker) bothFiles() {
	for _, a := range k.layers {
		for _, b := range k.layers {
			if a != b && filepath.Dir(a.path) == filepath.Dir(b.path) && filepath.Ext(a.path) == ".json" && len(a.hooks) > 0 && len(b.hooks) > 0 {
				k.add(Note, "both", fmt.Sprintf("%s and %s both have hooks", a.path, b.path), "Codex reads both, and warns at each start", "keep the hooks in one of them")
			}
		}
	}
}

// whySkipped is why Codex skips a hook in this state.
func whySkipped(s State) string {
	switch s {
	case Untrusted:
		return "no person has looked at them yet, and Codex skips them without a word"
	case Modified:
		return "they are not what a person trusted, and Codex skips them without a word"
	}
	return "a person has switched them off in Codex, which skips them"
}
