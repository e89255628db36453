//go:build e2e

package e2e

import (
	"encoding/json"
	"path/filepath"

	"github.com/stretchr/testify/require"
)

const claudeVersion = "2.1.332"

// claude is Claude Code, run with -p.
type claude struct{}

func (claude) name() string { return "claude" }

func (claude) configure(w *world) {
	// Auto mode, the default in a terminal, asks the vendor's server.
	w.put(filepath.Join(w.home, ".claude", "settings.json"), `{"permissions":{"defaultMode":"default"}}`+"\n")
	state, err := json.Marshal(object{
		"hasCompletedOnboarding": true,
		"theme":                  "dark",
		"customApiKeyResponses":  object{"approved": []string{"dummy"}},
		"projects":               object{w.project: object{"hasTrustDialogAccepted": true, "hasCompletedProjectOnboarding": true}},
		"mcpServers":             object{"mock": object{"type": "http", "url": w.model.URL + "/mcp"}},
	})
	require.NoError(w.t, err)
	w.put(filepath.Join(w.home, ".claude.json"), string(state))
}

func (claude) environ(w *world) []string {
	return []string{"ANTHROPIC_BASE_URL=" + w.model.URL, "ANTHROPIC_API_KEY=dummy",
		"DISABLE_AUTOUPDATER=1", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1"}
}

func (c claude) headless(w *world, o options) (string, []string, []string) {
	args := []string{"-p", "do the thing", "--output-format", "json"}
	env := c.environ(w)
	if o.bypass {
		args = append(args, "--dangerously-skip-permissions")
		env = append(env, "IS_SANDBOX=1") // root may not skip permissions without it
	}
	if o.again {
		args = append(args, "--continue")
	}
	if o.claudeAllow != "" {
		args = append(args, "--allowedTools", o.claudeAllow)
	}
	return filepath.Join(lab.clients, "claude"), args, env
}

func (claude) shell(line string) *call {
	return &call{tool: "Bash", input: object{"command": line, "description": "a step"}, logged: "Bash"}
}

func (claude) read(path string) *call {
	return &call{tool: "Read", input: object{"file_path": path}, logged: "Read"}
}

// edit reads first: the client rejects changes to a file that was not read
// before guard hears of them.
func (c claude) edit(path, from, to string) []turn {
	return []turn{use(c.read(path)), use(&call{tool: "Edit", logged: "Edit",
		input: object{"file_path": path, "old_string": from, "new_string": to}})}
}

func (claude) create(path, line string) *call {
	return &call{tool: "Write", input: object{"file_path": path, "content": line + "\n"}, logged: "Write"}
}

func (claude) mcp(tool, msg string) *call {
	name := "mcp__mock__" + tool
	return &call{tool: name, input: object{"msg": msg}, logged: name}
}

func (claude) delegate(prompt string) []turn {
	return []turn{use(&call{tool: "Agent", logged: "Agent", input: object{"description": "a part",
		"prompt": prompt, "subagent_type": "general-purpose", "run_in_background": false}})}
}

func (claude) refused(o outcome) bool { return o.failed }
