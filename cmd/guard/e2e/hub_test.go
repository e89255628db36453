//go:build e2e

package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// buildProvider builds the go-sdk's own test server: an MCP provider that others
// wrote.
var buildProvider = sync.OnceValues(func() (string, error) {
	name := filepath.Join(lab.base, "everything-server")
	cmd := exec.Command("go", "build", "-o", name, "github.com/modelcontextprotocol/go-sdk/conformance/everything-server")
	cmd.Dir = lab.root
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building the provider: %w\n%s", err, out)
	}
	return name, nil
})

// hubPolicy lets one tool run, refuses another, and leaves the rest to what they
// say of themselves, which is nothing. The hooks leave the names to the hub.
const hubPolicy = `hold = "3s"
[tools]
"mcp__butler__*" = "safe"
"mcp__conf__test_simple_text" = "safe"
[[rule]]
tool = "mcp__conf__test_error_handling"
verdict = "refuse"
`

// hosts puts the provider into an instance of butler, and serves it.
func (w *world) hosts() *butler {
	w.t.Helper()
	provider, err := buildProvider()
	require.NoError(w.t, err)
	program, err := buildButler()
	require.NoError(w.t, err)
	w.put(filepath.Join(w.home, ".config", "guard", "policy.toml"), hubPolicy)
	w.must(program, "init")
	manifest, err := json.Marshal(object{"id": "conf", "kind": "tool", "mcp": object{"transport": "stdio", "command": []string{provider}}})
	require.NoError(w.t, err)
	w.put(filepath.Join(w.home, ".butler", "tools", "conf", "butler.json"), string(manifest))
	b := w.serve()
	w.saysTo(program, "accept", "--all")
	return b
}

// hubTool is a call of a tool behind butler's hub.
func hubTool(c client, name string) *call {
	if c.name() == "codex" {
		return &call{tool: "conf__" + name, ns: "mcp__butler", input: object{}, logged: "mcp__butler__conf__" + name}
	}
	full := "mcp__butler__conf__" + name
	return &call{tool: full, input: object{}, logged: full}
}

// killProvider ends the provider as a crash would. It runs on the model's side,
// so that it panics where a test would fail.
func (b *butler) killProvider() {
	r := b.w.exec(b.w.home, b.w.environ(), b.program, "mcp", "status", "--json")
	var s struct {
		Providers []struct {
			PID int `json:"pid"`
		} `json:"providers"`
	}
	if err := json.Unmarshal([]byte(r.stdout), &s); err != nil || len(s.Providers) != 1 || s.Providers[0].PID == 0 {
		panic(fmt.Sprint("no provider runs: ", r.stdout, r.stderr))
	}
	if err := syscall.Kill(s.Providers[0].PID, syscall.SIGKILL); err != nil {
		panic(err)
	}
	for range 200 { // until butler has seen it
		if r := b.w.exec(b.w.home, b.w.environ(), b.program, "mcp", "status", "--json"); strings.Contains(r.stdout, `"backoff"`) {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	panic("butler does not see that its provider is gone")
}

// mended waits until butler would start the provider again.
func (b *butler) mended() {
	for range 400 {
		if r := b.w.exec(b.w.home, b.w.environ(), b.program, "mcp", "status", "--json"); r.status == 0 && !strings.Contains(r.stdout, `"backoff"`) {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	panic("the provider is left alone for too long")
}

var waitsInHub = regexp.MustCompile(`waits for them as (B-[0-9A-Z]{4,8})`)

// The real clients call tools of a provider through the hub, by the bridge that
// butler connect registers and over HTTP: one that is allowed runs, one that the
// policy refuses does not and says why, one that nobody knows waits for the owner
// and runs once after the yes, and a crash of the provider is survived.
func TestHub(t *testing.T) {
	needsTerminals(t)
	for _, way := range []struct {
		name     string
		register func(w *world, b *butler) []string // more environment for the client
	}{
		{"bridge", registerBridge},
		{"http", registerHTTP},
	} {
		t.Run(way.name, func(t *testing.T) {
			each(t, func(t *testing.T, c client) {
				allowed, refused := hubTool(c, "test_simple_text"), hubTool(c, "test_error_handling")
				parked, again, third := hubTool(c, "test_multiple_content_types"), hubTool(c, "test_multiple_content_types"), hubTool(c, "test_multiple_content_types")
				crashed, back := hubTool(c, "test_simple_text"), hubTool(c, "test_simple_text")
				w := newWorld(t, c)
				b := w.hosts()
				yes := func() {
					told := w.model.told[parked.id].text // the model's lock is held here
					m := waitsInHub.FindStringSubmatch(told)
					if m == nil {
						panic("no call waits: " + told)
					}
					assert.Contains(t, b.approve(m[1]), "test_multiple_content_types of conf")
				}
				w.model.scripts = []*script{in(use(allowed), use(refused), use(parked), use(again).after(yes), use(third),
					use(crashed).after(b.killProvider), use(back).after(b.mended), say("Done."))}
				w.install()
				env := way.register(w, b)
				w.prompt(options{claudeAllow: "mcp__butler", environ: env})

				says := func(made *call, what string) {
					t.Helper()
					told, ok := w.model.heard(made)
					require.True(t, ok)
					require.Contains(t, told.text, what)
				}
				says(allowed, "simple text response")
				says(refused, "guard refuses this call")
				says(parked, "It waits for them as B-")
				says(again, "This is text content")
				says(third, "It waits for them as B-")
				_, heard := w.model.heard(crashed)
				require.True(t, heard, "a crash ends no session; on a slow machine the provider is back already")
				says(back, "simple text response")

				ran := map[string]int{}
				for _, r := range w.log() {
					if r.Type == "result" && strings.HasPrefix(r.Tool, "mcp__conf__") {
						ran[r.Tool]++
					}
				}
				require.Equal(t, 1, ran["mcp__conf__test_multiple_content_types"], "a yes is for once")
				require.Zero(t, ran["mcp__conf__test_error_handling"])
				w.exec(w.project, w.environ(), b.program, "disconnect", c.name(), "--yes")
			})
		})
	}
}

// registerBridge registers the bridge as its owner does.
func registerBridge(w *world, b *butler) []string {
	w.must(b.program, "connect", w.client.name(), "--yes")
	file := ".claude.json"
	if w.client.name() == "codex" {
		file = filepath.Join(".codex", "config.toml")
	}
	text, err := os.ReadFile(filepath.Join(w.home, file))
	require.NoError(w.t, err)
	require.Contains(w.t, string(text), `"stdio"`)
	require.NotContains(w.t, string(text), "Bearer")
	return nil
}

// registerHTTP registers the address with the client's own command.
func registerHTTP(w *world, b *butler) []string {
	header := strings.TrimSpace(w.must(b.program, "mcp", "token").stdout)
	var s struct {
		Status struct {
			Page string `json:"page"`
		} `json:"status"`
	}
	require.NoError(w.t, json.Unmarshal([]byte(w.must(b.program, "status", "--json").stdout), &s))
	url := s.Status.Page + "/api/mcp"
	if w.client.name() == "codex" {
		w.must(filepath.Join(lab.clients, "codex"), "mcp", "add", "butler", "--url", url, "--bearer-token-env-var", "BUTLER_MCP_TOKEN")
		return []string{"BUTLER_MCP_TOKEN=" + strings.TrimPrefix(header, "Authorization: Bearer ")}
	}
	w.must(filepath.Join(lab.clients, "claude"), "mcp", "add", "--scope", "user", "--transport", "http", "butler", url, "--header", header)
	return nil
}
