package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"guard/audit"
	"guard/classify"
	"guard/grants"
	"guard/hookio"
	"guard/hookio/setup"
	"guard/internal/card"
	"guard/internal/place"
)

// The canary is a call that nobody made: doctor starts the very command that is
// registered, as the client does, and looks at what it answers and logs. What it
// has to answer is worked out here with the same policy.

// canaryLimit is how long one call may take. It is above guard's own deadline.
const canaryLimit = deadline + 5*time.Second

// probe is one call of a client.
type probe struct {
	event string
	tool  string
	input map[string]any
	text  string // instead of event, tool and input: what standard input holds; see broken
	no    bool   // standard input is closed
	what  string // for people
	logs  bool   // its record goes to the person's own log
}

// broken reports whether there is nothing to judge in the call, which then must
// be denied.
func (p *probe) broken() bool { return p.tool == "" }

// probes are calls of every kind of tool that the client was recorded with.
// Three of them are logged like any call, so that the log itself is tried; the
// others are logged aside, and nothing is kept of them.
//
// own is the policy file of the guard that is called: no call may change it.
func (d *doctor) probes(cl hookio.Client, own string) []probe {
	bash := func(event, line string, logs bool) probe {
		return probe{event: event, tool: "Bash", input: map[string]any{"command": line}, what: event + " Bash " + line, logs: logs}
	}
	tool := func(name string, input map[string]any) probe {
		return probe{event: hookio.PreToolUse, tool: name, input: input, what: hookio.PreToolUse + " " + name}
	}
	inside := filepath.Join(d.dir, "guard-doctor.txt")
	out := []probe{
		bash(hookio.PreToolUse, "rm -rf ~", true),
		bash(hookio.PreToolUse, "git push --force guard-doctor main", true),
		bash(hookio.PreToolUse, "git status", true),
		bash(hookio.PermissionRequest, "rm -rf ~", false),
		bash(hookio.PermissionRequest, "git status", false),
		tool("mcp__guard_doctor__echo", map[string]any{"msg": "hi"}),
	}
	if cl == hookio.Codex {
		out = append(out,
			tool("apply_patch", map[string]any{"command": "*** Begin Patch\n*** Update File: " + own + "\n@@\n-a\n+b\n*** End Patch\n"}),
			tool("apply_patch", map[string]any{"command": "*** Begin Patch\n*** Add File: guard-doctor.txt\n+a\n*** End Patch\n"}),
			tool("spawn_agent", map[string]any{"message": "look around"}),
			tool("view_image", map[string]any{"path": inside}),
		)
	} else {
		out = append(out,
			tool("Write", map[string]any{"file_path": own, "content": "a\n"}),
			tool("Write", map[string]any{"file_path": inside, "content": "a\n"}),
			tool("Edit", map[string]any{"file_path": inside, "old_string": "a", "new_string": "b", "replace_all": false}),
			tool("Read", map[string]any{"file_path": inside}),
			tool("NotebookEdit", map[string]any{"notebook_path": filepath.Join(d.dir, "guard-doctor.ipynb"), "cell_id": "c1", "new_source": "2+2"}),
			tool("WebFetch", map[string]any{"url": "https://example.com/", "prompt": "p"}),
			tool("Agent", map[string]any{"description": "look", "prompt": "look around", "subagent_type": "general-purpose"}),
		)
	}
	return append(out,
		probe{event: hookio.PreToolUse, no: true, what: "a closed standard input"},
		probe{event: hookio.PreToolUse, what: "an empty standard input"},
		probe{event: hookio.PreToolUse, text: `{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"comm`, what: "input that is cut off"},
	)
}

// payload is the call in the client's words, with the members that were
// recorded of it.
func (d *doctor) payload(cl hookio.Client, p probe, session, call string) ([]byte, error) {
	m := map[string]any{
		"session_id": session, "cwd": d.dir, "permission_mode": "default",
		"hook_event_name": p.event, "tool_name": p.tool, "tool_input": p.input,
	}
	if cl == hookio.Codex {
		m["turn_id"], m["model"], m["transcript_path"] = session, "guard-doctor", nil
	} else {
		m["prompt_id"], m["effort"] = session, map[string]string{"level": "high"}
		m["transcript_path"] = filepath.Join(d.at.Home, ".claude", "projects", "guard-doctor", session+".jsonl")
	}
	if p.event == hookio.PreToolUse {
		m["tool_use_id"] = call
	}
	return json.Marshal(m)
}

// canary makes the calls for one client.
func (d *doctor) canary(r setup.Report) {
	if d.polErr != nil {
		return // it denies everything, and that has been said
	}
	aside, remove, err := d.aside()
	if err != nil {
		d.addFor(r.Client, setup.Warn, "canary", err.Error(), "the registered command could not be tried", "")
		return
	}
	defer remove()
	tried := map[string]bool{}
	for _, h := range r.Hooks {
		if h.Event != hookio.PreToolUse && h.Event != hookio.PermissionRequest || setup.Program(h.Program) != "" || setup.Reachable(h.Program) != "" {
			continue // what cannot be started, or what anybody could have written, has been told of
		}
		key := h.Event + "\x00" + strings.Join(h.Argv, "\x00")
		if tried[key] {
			continue
		}
		tried[key] = true
		n, wrong := 0, 0
		for i, p := range d.probes(r.Client, aside.PolicyFile()) {
			if p.event != h.Event {
				continue
			}
			n++
			if why := d.try(r.Client, h, p, aside, i); why != "" {
				wrong++
				d.addFor(r.Client, setup.Fail, "canary", fmt.Sprintf("%s: %s", p.what, why),
					fmt.Sprintf("the registered command (%s) does not answer as it should", strings.Join(h.Argv, " ")), "guard install "+string(r.Client)+"; if it stays so, reinstall guard")
			}
		}
		if wrong == 0 {
			d.list = append(d.list, setup.Finding{Level: setup.Fine, Check: "canary", Client: r.Client,
				What: fmt.Sprintf("the registered command answered %d calls of %s as it should, and logged them", n, h.Event)})
		}
	}
}

// aside makes places of the canary's own, with the person's policy and what they
// have trusted.
func (d *doctor) aside() (place.Places, func(), error) {
	dir, err := os.MkdirTemp("", "guard-doctor-")
	if err != nil {
		return place.Places{}, nil, err
	}
	at := place.Places{Home: d.at.Home, Config: filepath.Join(dir, "config"), State: filepath.Join(dir, "state")}
	if err := d.copyPolicy(at); err != nil {
		os.RemoveAll(dir)
		return place.Places{}, nil, err
	}
	return at, func() { os.RemoveAll(dir) }, nil
}

// copyPolicy gives the places the person's policy and what they have trusted.
func (d *doctor) copyPolicy(at place.Places) error {
	for from, to := range map[string]string{d.at.PolicyFile(): at.PolicyFile(), d.at.TrustFile(): at.TrustFile()} {
		text, err := place.ReadFile(from, place.Limit)
		if err != nil {
			continue // where it is there and cannot be read, that has been said
		}
		if err = os.MkdirAll(filepath.Dir(to), 0o700); err == nil {
			err = os.WriteFile(to, text, 0o600)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// try makes one call and says what was wrong about it.
func (d *doctor) try(cl hookio.Client, h setup.Hook, p probe, aside place.Places, i int) string {
	session := fmt.Sprintf(place.OwnSession+"doctor-%d", d.env.Now().UnixNano())
	want := hookio.Deny
	stdin := []byte(p.text)
	at := aside
	if p.logs {
		at = d.at
	}
	env := d.clientEnv(cl)
	if p.no {
		stdin = nil
	} else if !p.broken() {
		var err error
		if stdin, err = d.payload(cl, p, session, fmt.Sprintf("%s-%d", session, i+1)); err != nil {
			return err.Error()
		}
		req, err := hookio.Read(bytes.NewReader(stdin), cl)
		if err != nil {
			return err.Error()
		}
		var verdict classify.Verdict
		if want, verdict, err = d.expect(&req, at, env); err != nil {
			return "what it must answer cannot be told: " + err.Error()
		}
		// What nobody could be asked about would be kept for a person, who knows
		// nothing of it.
		if verdict == classify.Approve && want == hookio.Deny {
			at = aside
		}
	}
	if at == aside {
		env = slices.DeleteFunc(env, func(kv string) bool {
			return strings.HasPrefix(kv, "XDG_STATE_HOME=") || strings.HasPrefix(kv, "XDG_CONFIG_HOME=")
		})
		env = append(env, "XDG_STATE_HOME="+aside.State, "XDG_CONFIG_HOME="+aside.Config)
	}
	out, err := start(h.Argv, d.dir, env, stdin, canaryLimit)
	switch {
	case err != nil:
		return err.Error()
	case out.late:
		return fmt.Sprintf("it took longer than %s", canaryLimit)
	case out.status != 0:
		return fmt.Sprintf("it ended with status %d: %s", out.status, card.OneLine(out.stderr+out.stdout, 200))
	}
	got, ok := answerOf(p.event, out.stdout)
	switch {
	case !ok:
		return "it printed what the client does not understand: " + card.OneLine(out.stdout, 200)
	case got != want:
		return fmt.Sprintf("it answered %s, and must answer %s", got, want)
	case p.broken():
		return ""
	}
	return recorded(at.LogDir(), session, got)
}

// clientEnv is the environment that the client gives its hooks: its own, which
// is a person's shell here, with the variables that it adds.
func (d *doctor) clientEnv(cl hookio.Client) []string {
	var env []string
	for _, kv := range os.Environ() {
		if name, _, _ := strings.Cut(kv, "="); name == "CLAUDECODE" || name == "CLAUDE_PROJECT_DIR" || strings.HasPrefix(name, "CLAUDE_CODE_") {
			continue
		}
		env = append(env, kv)
	}
	if cl == hookio.Claude {
		env = append(env, "CLAUDECODE=1", "CLAUDE_CODE_ENTRYPOINT=cli", "CLAUDE_PROJECT_DIR="+d.dir)
	}
	return env
}

func lookup(env []string, name string) string {
	for _, kv := range slices.Backward(env) {
		if k, v, _ := strings.Cut(kv, "="); k == name {
			return v
		}
	}
	return ""
}

// expect is what guard must answer to the call, as the hook's own way has it.
// No grant speaks for the calls of the canary: they are of no session.
func (d *doctor) expect(req *hookio.Request, at place.Places, env []string) (hookio.Answer, classify.Verdict, error) {
	getenv := func(name string) string { return lookup(env, name) }
	pol, err := place.Load(at, d.project)
	if err != nil {
		return hookio.Deny, classify.Refuse, err
	}
	unattended := req.Unattended(getenv)
	pol.Posture = pol.For(unattended)
	sc := place.NewScene(at, pol, string(req.Client), d.dir, d.project, place.TempDir(getenv))
	res, _, err := card.Judge(req, sc, &pol.Policy)
	if err != nil {
		return hookio.Deny, classify.Refuse, err
	}
	return decide(res, situation{
		client: req.Client, event: req.Event, mode: req.Mode, unattended: unattended,
		observe: pol.Posture == classify.PostureObserve, autoAllow: pol.AutoAllow,
		dialog: isDialog(req.Tool), cover: grants.None, leaves: leavesSandbox(req), unsure: unsure(res, pol.Posture),
		askRule: res.Verdict == classify.Allow && setup.AskRule(req.Client, d.at.Home, d.project, getenv, req.Tool),
	}), res.Verdict, nil
}

// answerOf reads an answer as the client does. It reports false for what the
// client would take for a failure of the hook.
func answerOf(event, stdout string) (hookio.Answer, bool) {
	if stdout == "" {
		return hookio.None, true
	}
	if !gjson.Valid(stdout) || !gjson.Parse(stdout).IsObject() {
		return hookio.Deny, false
	}
	out := gjson.Get(stdout, "hookSpecificOutput")
	if !out.Exists() {
		return hookio.None, gjson.Get(stdout, "systemMessage").Exists()
	}
	if out.Get("hookEventName").String() != event {
		return hookio.Deny, false
	}
	word := out.Get("permissionDecision").String()
	if event == hookio.PermissionRequest {
		word = out.Get("decision.behavior").String()
	}
	for _, a := range []hookio.Answer{hookio.Deny, hookio.Ask, hookio.Allow} {
		if a.String() == word {
			return a, true
		}
	}
	return hookio.Deny, false
}

// recorded says what is wrong about the record of a call.
func recorded(dir, session string, answer hookio.Answer) string {
	n := 0
	for line, err := range audit.Backward(dir) {
		if n++; err != nil || n > recent {
			break
		}
		if !strings.Contains(string(line), session) {
			continue
		}
		r, err := audit.ParseRecord(line)
		if err != nil || r.Session != session || r.Type != audit.TypeDecision {
			continue
		}
		if r.Answer != answer.String() {
			return fmt.Sprintf("its record says %s, and it answered %s", r.Answer, answer)
		}
		return ""
	}
	return "it left no record in " + dir
}
