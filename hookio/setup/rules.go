package setup

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/tidwall/gjson"

	"guard/hookio"
)

// settingsFiles are the files whose permission rules Claude Code reads for work
// in project, by its documentation and the measurements of 2026-11-30.
func settingsFiles(home, project string, getenv func(string) string) []string {
	dir := filepath.Join(home, ".claude")
	if d := getenv("CLAUDE_CONFIG_DIR"); filepath.IsAbs(d) {
		dir = d
	}
	managed := "/etc/claude-code/managed-settings.json"
	if runtime.GOOS == "darwin" {
		managed = "/Library/Application Support/ClaudeCode/managed-settings.json"
	}
	files := []string{filepath.Join(dir, "settings.json"), managed}
	if project != "" {
		files = append(files, filepath.Join(project, ".claude", "settings.json"), filepath.Join(project, ".claude", "settings.local.json"))
	}
	return files
}

// AskRule reports whether one of the person's own ask rules names the tool, for
// any of its calls: guard then leaves the question to the client. A settings
// file that is there and cannot be read counts as such a rule.
func AskRule(c hookio.Client, home, project string, getenv func(string) string, tool string) bool {
	if c != hookio.Claude {
		return false
	}
	for _, name := range settingsFiles(home, project, getenv) {
		text, err := os.ReadFile(name)
		if os.IsNotExist(err) {
			continue
		}
		if err != nil {
			return true
		}
		named := false
		gjson.GetBytes(text, "permissions.ask").ForEach(func(_, rule gjson.Result) bool {
			t, _, _ := strings.Cut(rule.String(), "(")
			named = named || t == tool || t == "*" || strings.HasPrefix(tool, t+"__")
			return !named
		})
		if named {
			return true
		}
	}
	return false
}

// Disarms says why the settings file at path, as it is now, would switch
// guard's hooks off in a running session of c; "" where it would not.
func Disarms(c hookio.Client, getenv func(string) string, path string) string {
	if c != hookio.Claude || path == "" {
		return ""
	}
	text, err := os.ReadFile(path)
	env, envErr := System()
	user := envErr == nil && samePath(path, settingsFiles(env.Home, "", getenv)[0])
	switch {
	case os.IsNotExist(err):
		if user {
			return "the file that registers guard's hooks is gone"
		}
		return ""
	case err != nil:
		return err.Error()
	case !gjson.ValidBytes(text):
		return "it is no JSON, and the client would drop the whole file with its hooks"
	case gjson.GetBytes(text, "disableAllHooks").Bool():
		return "disableAllHooks switches all hooks off"
	case user:
		if _, ok, err := Registered(c, env); err != nil {
			return err.Error()
		} else if !ok {
			return "guard's hooks are not in it any more"
		}
	case filepath.Base(path) == clientOf(c).local && envErr == nil:
		// guard is being called, so it is registered somewhere: here, where it is
		// not in the user's settings
		if in, _, err := Registered(c, env); err == nil && in == "" {
			env.Project = filepath.Dir(filepath.Dir(path))
			if _, ok, err := Registered(c, env); err != nil {
				return err.Error()
			} else if !ok {
				return "guard's hooks are not in it any more"
			}
		}
	}
	return ""
}

func samePath(a, b string) bool {
	if abs, err := filepath.Abs(a); err == nil {
		a = abs
	}
	if ra, err := filepath.EvalSymlinks(a); err == nil {
		a = ra
	}
	if rb, err := filepath.EvalSymlinks(b); err == nil {
		b = rb
	}
	return filepath.Clean(a) == filepath.Clean(b)
}
