package setup

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// claudeManaged are the administrator's settings of Claude Code.
func claudeManaged(root string) []string {
	files := []string{
		filepath.Join(root, "/etc/claude-code/managed-settings.json"),
		filepath.Join(root, "/Library/Application Support/ClaudeCode/managed-settings.json"),
	}
	for _, f := range slices.Clone(files) {
		more, _ := filepath.Glob(filepath.Join(filepath.Dir(f), "managed-settings.d", "*.json")) // the pattern is right
		files = append(files, more...)
	}
	return files
}

func (k *checker) readClaude() {
	k.read("user", filepath.Join(k.cl.configDir(k.env), k.cl.file))
	for _, dir := range k.q.Dirs {
		k.read("project", filepath.Join(dir, k.cl.dir, "settings.json"))
		k.read("project", filepath.Join(dir, k.cl.dir, k.cl.local))
	}
	for _, path := range claudeManaged(k.env.Root) {
		k.read("managed", path)
	}
}

// claudeOff tells what switches hooks off, and which layers then count for
// nothing.
func (k *checker) claudeOff() {
	managed := false // guard is registered where the switches below do not reach
	for _, l := range k.layers {
		if l.managed() && !k.off[l] && !truth(l.data["disableAllHooks"]) {
			managed = managed || slices.ContainsFunc(l.hooks, func(h handler) bool { return h.guard != "" })
		}
	}
	level := Fail
	if managed {
		level = Note
	}
	for _, l := range slices.Clone(k.layers) {
		if truth(l.data["disableAllHooks"]) {
			which := "every hook but an administrator's"
			where := ""
			for _, other := range k.layers {
				if l.managed() || !other.managed() {
					k.off[other] = true
				}
			}
			if l.managed() {
				which, level = "every hook", Fail
			} else if l.name == "project" {
				where = " in this project"
			}
			k.add(level, "disabled", l.path+`: "disableAllHooks": true`, "it switches off "+which+where+", guard's too", "take the line out of "+l.path)
		}
		if l.managed() && truth(l.data["allowManagedHooksOnly"]) {
			for _, other := range k.layers {
				if !other.managed() {
					k.off[other] = true
				}
			}
			k.add(level, "disabled", l.path+`: "allowManagedHooksOnly": true`, "only hooks of the administrator's own settings run, and guard's are not among them", "ask the administrator to register guard there")
		}
		if env, ok := l.data["env"].(map[string]any); ok && on(fmt.Sprint(env["CLAUDE_CODE_SIMPLE"])) && env["CLAUDE_CODE_SIMPLE"] != nil {
			k.add(Fail, "disabled", l.path+": env sets CLAUDE_CODE_SIMPLE", "Claude Code then skips every hook, an administrator's too", "take it out of "+l.path)
		}
	}
	if on(k.env.Getenv("CLAUDE_CODE_SIMPLE")) {
		k.add(Fail, "disabled", "CLAUDE_CODE_SIMPLE is set here", "a session that is started from here skips every hook, an administrator's too", "unset CLAUDE_CODE_SIMPLE")
	}
	k.elsewhere()
	k.add(Note, "limits", "claude --bare, --safe-mode and --setting-sources without user, and what you run yourself with !, are not seen by hooks", "no file tells of them", "")
}

func on(s string) bool { return s != "" && s != "0" && !strings.EqualFold(s, "false") }

// maxProjects is how many other projects are looked at.
const maxProjects = 500

// elsewhere looks for projects that Claude Code knows in which hooks are off.
func (k *checker) elsewhere() {
	name := filepath.Join(k.env.Home, ".claude.json")
	if d := k.env.Getenv(k.cl.envDir); filepath.IsAbs(d) {
		name = filepath.Join(d, ".claude.json")
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return
	}
	var known struct {
		Projects map[string]json.RawMessage `json:"projects"`
	}
	if json.Unmarshal(text, &known) != nil {
		return
	}
	var dirs []string
	for dir := range known.Projects {
		if filepath.IsAbs(dir) {
			dirs = append(dirs, dir)
		}
	}
	slices.Sort(dirs)
	for _, dir := range dirs[:min(len(dirs), maxProjects)] {
		for _, file := range []string{"settings.json", k.cl.local} {
			path := filepath.Join(dir, k.cl.dir, file)
			if slices.ContainsFunc(k.layers, func(l *layer) bool { return samePath(l.path, path) }) {
				continue
			}
			if l := readLayer(k.cl, k.env, "project", path); l != nil && truth(l.data["disableAllHooks"]) {
				k.add(Warn, "disabled", path+`: "disableAllHooks": true`, "sessions in that project call no hook, guard's neither", "take the line out of "+path)
			}
		}
	}
}
