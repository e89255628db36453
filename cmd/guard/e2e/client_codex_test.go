//go:build e2e

package e2e

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
)

const codexVersion = "0.171.0"

// codex is Codex CLI, run with exec.
type codex struct {
	// model is a name of the client's own catalogue and picks its tools. Empty:
	// gpt-5.5, which has a shell tool and apply_patch.
	model string
}

func (codex) name() string { return "codex" }

// configure switches the client's own checks off in every case. exec never
// asks, so its sandbox would be all that stands before a call, and a file that
// survived would say nothing about guard.
func (c codex) configure(w *world) {
	model := c.model
	if model == "" {
		model = "gpt-5.5"
	}
	w.put(filepath.Join(w.home, ".codex", "config.toml"), fmt.Sprintf(`model = %q
model_provider = "mock"
approval_policy = "never"
sandbox_mode = "danger-full-access"
check_for_update_on_startup = false

[model_providers.mock]
name = "mock"
base_url = %q
env_key = "MOCK_KEY"
wire_api = "responses"

[mcp_servers.mock]
url = %q
`, model, w.model.URL+"/v1", w.model.URL+"/mcp"))
}

func (codex) headless(w *world, o options) (string, []string, []string) {
	args := []string{"exec", "--json"}
	if o.bypass {
		args = append(args, "--dangerously-bypass-approvals-and-sandbox")
	}
	if !o.untrusted {
		// Trust is a person's to give, in the client's own dialog.
		args = append(args, "--dangerously-bypass-hook-trust")
	}
	if o.again {
		args = append(args, "resume", "--last")
	}
	return filepath.Join(lab.clients, "codex"), append(args, "do the thing"), []string{"MOCK_KEY=dummy"}
}

func (codex) shell(line string) *call {
	return &call{tool: "exec_command", input: object{"cmd": line}, logged: "Bash"}
}

func (codex) patch(text string) *call {
	return &call{tool: "apply_patch", logged: "apply_patch", input: "*** Begin Patch\n" + text + "*** End Patch\n"}
}

func (c codex) edit(path, from, to string) []turn {
	return []turn{use(c.patch("*** Update File: " + path + "\n@@\n-" + from + "\n+" + to + "\n"))}
}

func (c codex) create(path, line string) *call {
	return c.patch("*** Add File: " + path + "\n+" + line + "\n")
}

func (codex) mcp(tool, msg string) *call {
	return &call{tool: tool, ns: "mcp__mock", input: object{"msg": msg}, logged: "mcp__mock__" + tool}
}

var agentID = regexp.MustCompile(`"agent_id":"([^"]+)"`)

func (codex) delegate(prompt string) []turn {
	const ns = "multi_agent_v1"
	spawn := &call{tool: "spawn_agent", ns: ns, input: object{"message": prompt}, logged: "spawn_agent"}
	wait := &call{tool: "wait_agent", ns: ns, logged: "multi_agent_v1wait_agent"}
	wait.late = func(m *mock) any {
		target := ""
		if id := agentID.FindStringSubmatch(m.told[spawn.id].text); id != nil {
			target = id[1]
		}
		return object{"targets": []string{target}, "timeout_ms": 30000}
	}
	return []turn{use(spawn), use(wait)}
}

func (codex) refused(o outcome) bool {
	return strings.Contains(o.text, "blocked by PreToolUse hook")
}
