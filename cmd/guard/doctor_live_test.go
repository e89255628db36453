package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"guard/classify"
	"guard/hookio"
	"guard/hookio/setup"
	"guard/internal/place"
)

// Programs that stand for Claude Code, by what they do with guard's hooks, and
// what doctor --live must say of each: of what level, with which words.
var fakeClients = map[string]struct {
	level setup.Level
	says  []string
}{
	"heeds":    {setup.Fine, []string{"the refused call did not run and the model was told why, the harmless call ran, the log holds both"}},
	"ignores":  {setup.Fail, []string{"guard was not asked about `" + liveRefused, "and it ran", "guard was not asked about `" + liveHarmless}},
	"asks":     {setup.Fail, []string{"guard refused `" + liveRefused + "`, and it ran"}},
	"hides":    {setup.Fail, []string{"the model was not told why guard refused: no"}},
	"stops":    {setup.Fail, []string{"guard let `" + liveHarmless + "` pass, and it did not run"}},
	"forgets":  {setup.Fail, []string{"the log has no result of `" + liveHarmless}},
	"fails":    {setup.Warn, []string{"did not play the script to its end (status 1): no network"}},
	"ends":     {setup.Warn, []string{"did not play the script to its end (status 0)"}},
	"is-quiet": {setup.Warn, []string{"did not play the script to its end"}},
}

// fakeClient plays the model's calls as Claude Code does, but for one fault.
func fakeClient(how string) {
	switch how {
	case "fails":
		fmt.Fprintln(os.Stderr, "no network")
		os.Exit(1)
	case "is-quiet":
		os.Exit(0)
	}
	messages := []any{map[string]any{"role": "user", "content": "do the thing"}}
	for {
		body, _ := json.Marshal(map[string]any{"model": "m", "tools": []any{1, 2}, "messages": messages})
		r, err := http.Post(os.Getenv("ANTHROPIC_BASE_URL")+"/v1/messages", "application/json", bytes.NewReader(body))
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		text, _ := io.ReadAll(r.Body)
		r.Body.Close()
		use := gjson.GetBytes(text, "content.0")
		if use.Get("type").String() != "tool_use" || how == "ends" {
			os.Exit(0)
		}
		told, failed := fakeCall(how, use)
		messages = append(messages, map[string]any{"role": "user", "content": []any{map[string]any{
			"type": "tool_result", "tool_use_id": use.Get("id").String(), "content": told, "is_error": failed}}})
	}
}

func fakeCall(how string, use gjson.Result) (told string, failed bool) {
	line := use.Get("input.command").String()
	hook := func(event string) string {
		settings, _ := os.ReadFile(filepath.Join(os.Getenv("HOME"), ".claude", "settings.json"))
		h := gjson.GetBytes(settings, "hooks."+event+".0.hooks.0")
		var args []string
		for _, a := range h.Get("args").Array() {
			args = append(args, a.String())
		}
		wd, _ := os.Getwd()
		in, _ := json.Marshal(map[string]any{"session_id": "live", "cwd": wd, "permission_mode": "default", "hook_event_name": event, "tool_name": "Bash",
			"tool_use_id": use.Get("id").String(), "tool_input": map[string]string{"command": line}, "tool_response": map[string]string{"stdout": ""}})
		cmd := exec.Command(h.Get("command").String(), args...)
		cmd.Env = append(os.Environ(), "CLAUDECODE=1", "CLAUDE_CODE_ENTRYPOINT=sdk-cli")
		cmd.Stdin = bytes.NewReader(in)
		out, err := cmd.Output()
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
		return string(out)
	}
	if how != "ignores" {
		out := gjson.Get(hook("PreToolUse"), "hookSpecificOutput")
		if out.Get("permissionDecision").String() == "deny" && how != "asks" {
			if how == "hides" {
				return "no", true
			}
			return out.Get("permissionDecisionReason").String(), true
		}
	}
	if how == "stops" {
		return "", true
	}
	_ = exec.Command("/bin/sh", "-c", line).Run()
	if how != "forgets" && how != "ignores" {
		hook("PostToolUse")
	}
	return "", false
}

// liveDoctor is a doctor of a home in which client is Claude Code.
func liveDoctor(t *testing.T, client string) (*doctor, setup.Report) {
	if runtime.GOOS == "windows" {
		t.Skip("for Linux and macOS")
	}
	home, programs := t.TempDir(), t.TempDir()
	exe, err := os.Executable()
	require.NoError(t, err)
	for _, name := range []string{"guard", client} {
		require.NoError(t, os.Symlink(exe, filepath.Join(programs, name)))
	}
	t.Setenv("HOME", home)
	t.Setenv("XDG_CACHE_HOME", filepath.Join(home, "cache"))
	at := place.Places{Home: home, Config: filepath.Join(home, ".config"), State: filepath.Join(home, ".local", "state")}
	d := &doctor{at: at, env: setup.Env{Home: home, Getenv: os.Getenv, Now: time.Now}, exe: filepath.Join(programs, "guard"), dir: home}
	d.pol, d.polErr = place.Load(at, "")
	require.NoError(t, d.polErr)
	r := setup.Report{Found: setup.Found{Client: hookio.Claude, Title: "Claude Code", Binary: filepath.Join(programs, client)}, Registered: true,
		Hooks: []setup.Hook{{Event: hookio.PreToolUse, Program: d.exe, Argv: []string{d.exe, "hook", "claude"}}}}
	return d, r
}

// TestLive: what a client does with guard's answers is told by what came of the
// calls, not by what it says.
func TestLive(t *testing.T) {
	for how, want := range fakeClients {
		t.Run(how, func(t *testing.T) {
			d, r := liveDoctor(t, "client-that-"+how)
			d.live(r)
			var all []string
			worst := setup.Fine
			for _, f := range d.list {
				assert.Equal(t, "live", f.Check)
				assert.Equal(t, hookio.Claude, f.Client)
				worst = min(worst, f.Level)
				all = append(all, f.What)
			}
			require.NotEmpty(t, all)
			assert.Equal(t, want.level, worst, "%q", all)
			for _, says := range want.says {
				assert.Contains(t, strings.Join(all, "\n"), says)
			}
			left, err := os.ReadDir(filepath.Join(d.at.Home, "cache"))
			require.NoError(t, err)
			assert.Empty(t, left, "the scratch home is gone")
			assert.NoDirExists(t, d.at.LogDir(), "nothing was written into the person's own log")
		})
	}
}

// TestLiveInObserve: where the person's policy stops nothing, that is said and is
// no fault of the client.
func TestLiveInObserve(t *testing.T) {
	d, r := liveDoctor(t, "client-that-heeds")
	require.NoError(t, os.MkdirAll(filepath.Dir(d.at.PolicyFile()), 0o700))
	require.NoError(t, os.WriteFile(d.at.PolicyFile(), []byte("posture = \"observe\"\n"), 0o600))
	d.pol, d.polErr = place.Load(d.at, "")
	require.NoError(t, d.polErr)
	require.Equal(t, classify.PostureObserve, d.pol.Posture)
	d.live(r)
	require.Len(t, d.list, 1)
	assert.Equal(t, setup.Fine, d.list[0].Level, d.list[0].What)
	assert.Contains(t, d.list[0].What, "a call that guard refuses elsewhere is let pass by your policy")
}

// TestLiveBelowARepository: a home that is itself a repository, as that of people
// who keep their settings in one, changes nothing.
func TestLiveBelowARepository(t *testing.T) {
	d, r := liveDoctor(t, "client-that-heeds")
	require.NoError(t, os.MkdirAll(filepath.Join(d.at.Home, ".git"), 0o700))
	d.live(r)
	require.Len(t, d.list, 1)
	assert.Contains(t, d.list[0].What, "the harmless call ran")
}

// TestLiveWithoutClient: what cannot be run is said.
func TestLiveWithoutClient(t *testing.T) {
	d, r := liveDoctor(t, "client-that-heeds")
	r.Binary = ""
	d.live(r)
	require.Len(t, d.list, 1)
	assert.Equal(t, setup.Warn, d.list[0].Level)
	assert.Equal(t, "Claude Code is not on PATH", d.list[0].What)

	d.list, r.Registered = nil, false
	d.live(r)
	assert.Empty(t, d.list, "that guard is not registered is said elsewhere")
}
