package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"guard/audit"
	"guard/hookio"
	"guard/hookio/setup"
	"guard/internal/card"
	"guard/internal/place"
	"guard/internal/scripted"
)

// The canary starts guard as the client does. Whether the client itself heeds
// the answers shows only the client: guard doctor --live runs it in a home of its
// own, against a model that plays a script here, with the guard that is
// registered and the person's policy. Nothing goes to the vendor, and no account
// is used.

// liveLimit is how long a client may take for its script. It takes some seconds.
const liveLimit = 2 * time.Minute

// The two calls of the script. The first one is refused by what it does, and
// would be without harm: it writes a file into the scratch home.
const (
	liveRefused  = "echo live >~/.config/guard/live-ran"
	liveHarmless = "echo live >live-ran.txt"
)

// liveHome is the scratch home of a client.
type liveHome struct {
	root, home, project string
	at                  place.Places
}

// newLiveHome makes one, with the person's policy. It lies in no temporary
// folder, where more is allowed than elsewhere.
func (d *doctor) newLiveHome() (liveHome, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return liveHome{}, err
	}
	if err := os.MkdirAll(cache, 0o700); err != nil {
		return liveHome{}, err
	}
	root, err := os.MkdirTemp(cache, "guard-doctor-live-")
	if err != nil {
		return liveHome{}, err
	}
	h := liveHome{root: root, home: filepath.Join(root, "home"), project: filepath.Join(root, "home", "project")}
	h.at = place.Places{Home: h.home, Config: filepath.Join(h.home, ".config"), State: filepath.Join(h.home, ".local", "state")}
	// A repository of its own: the person's home may be one, and then this
	// folder would be in no project.
	git := filepath.Join(h.project, ".git")
	for _, dir := range []string{filepath.Join(git, "objects"), filepath.Join(git, "refs"), filepath.Join(root, "tmp"), filepath.Dir(h.at.PolicyFile())} {
		if err = os.MkdirAll(dir, 0o700); err != nil {
			break
		}
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(git, "HEAD"), []byte("ref: refs/heads/main\n"), 0o600)
	}
	if err == nil {
		err = d.copyPolicy(h.at)
	}
	if err != nil {
		h.remove()
		return liveHome{}, err
	}
	return h, nil
}

// remove takes the scratch home away; a child of the client may still be writing
// there.
func (h *liveHome) remove() {
	for range 20 {
		if os.RemoveAll(h.root) == nil {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// live runs the client and tells what it did.
func (d *doctor) live(r setup.Report) {
	say := func(l setup.Level, what, why, mend string) { d.addFor(r.Client, l, "live", what, why, mend) }
	program := registeredProgram(r)
	if program == "" {
		program = d.exe // hooks that nobody has trusted yet: how the client heeds them can be seen all the same
	}
	switch {
	case d.polErr != nil || !r.Registered:
		return // nothing runs as it should, which has been said
	case r.Binary == "":
		say(setup.Warn, r.Title+" is not on PATH", "it could not be run", "add it to PATH, then guard doctor --live")
		return
	}
	if terminal(os.Stderr) {
		fmt.Fprintf(os.Stderr, "running %s against a scripted model…", r.Title)
		defer fmt.Fprint(os.Stderr, "\r\033[K")
	}
	h, err := d.newLiveHome()
	if err != nil {
		say(setup.Warn, err.Error(), "there is no home for "+r.Title+" to run in", "")
		return
	}
	defer h.remove()
	run, err := d.runLive(r, h, program)
	if err != nil {
		say(setup.Warn, err.Error(), r.Title+" could not be run", "guard doctor "+string(r.Client))
		return
	}
	wrong := run.wrong()
	if run.model.Requests() == 0 || !run.model.Ended() {
		say(setup.Warn, fmt.Sprintf("%s did not play the script to its end (status %d): %s", r.Title, run.out.status, card.OneLine(run.out.stderr+" "+run.out.stdout, 300)),
			"what it does with guard's answers is not known", "guard was measured with "+strings.Join(setup.Measured(r.Client), " and "))
		if len(wrong) == 0 {
			return
		}
	}
	for _, w := range wrong {
		say(setup.Fail, r.Title+", run against a scripted model: "+w, "the client does not do what guard answers", "guard doctor "+string(r.Client)+"; update "+r.Title+" or go back to a version that guard was measured with: "+strings.Join(setup.Measured(r.Client), ", "))
	}
	if len(wrong) == 0 {
		d.list = append(d.list, setup.Finding{Level: setup.Fine, Check: "live", Client: r.Client, What: fmt.Sprintf(
			"%s, run against a scripted model: %s", r.Title, strings.Join(run.seen(), ", "))})
	}
}

// registeredProgram is the guard that the client starts before a call.
func registeredProgram(r setup.Report) string {
	for _, h := range r.Hooks {
		if h.Event == hookio.PreToolUse && setup.Program(h.Program) == "" {
			return h.Program
		}
	}
	return ""
}

// liveRun is what came of a run.
type liveRun struct {
	client hookio.Client
	home   liveHome
	model  *scripted.Model
	out    started
	want   [2]hookio.Answer // to the calls of the script
}

func (d *doctor) runLive(r setup.Report, h liveHome, program string) (*liveRun, error) {
	tool, key := "Bash", "command"
	if r.Client == hookio.Codex {
		tool, key = "exec_command", "cmd"
	}
	step := func(line string) scripted.Step {
		in := map[string]any{key: line}
		if r.Client == hookio.Claude {
			in["description"] = "a step of guard doctor"
		}
		return scripted.Step{Tool: tool, Input: in}
	}
	model, err := scripted.Serve(step(liveRefused), step(liveHarmless))
	if err != nil {
		return nil, err
	}
	defer model.Close()
	argv, env, err := h.client(r, model.URL)
	if err != nil {
		return nil, err
	}
	change, err := setup.Plan(r.Client, setup.Env{Home: h.home, Getenv: func(name string) string { return lookup(env, name) }, Now: time.Now}, program)
	if err == nil {
		err = change.Apply()
	}
	if err != nil {
		return nil, err
	}
	run := &liveRun{client: r.Client, home: h, model: model}
	if run.want, err = d.liveAnswers(r.Client, h, env); err != nil {
		return nil, err
	}
	run.out, err = start(argv, h.project, env, []byte{}, liveLimit)
	if err == nil && run.out.late {
		err = fmt.Errorf("%s took longer than %s", r.Title, liveLimit)
	}
	return run, err
}

// client writes the client's own settings, and returns how it is started: for one
// prompt, with no look at anything of the person's.
func (h *liveHome) client(r setup.Report, model string) (argv, env []string, err error) {
	env = []string{"HOME=" + h.home, "PATH=" + os.Getenv("PATH"), "TMPDIR=" + filepath.Join(h.root, "tmp"), "TERM=dumb", "LANG=C.UTF-8",
		"HTTP_PROXY=" + model, "HTTPS_PROXY=" + model, "NO_PROXY=127.0.0.1,localhost"}
	write := func(name, text string) {
		path := filepath.Join(h.home, name)
		err = errors.Join(err, os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600))
	}
	if r.Client == hookio.Codex {
		write(".codex/config.toml", fmt.Sprintf(`model = "gpt-5.5"
model_provider = "scripted"
approval_policy = "never"
sandbox_mode = "danger-full-access"
check_for_update_on_startup = false

[model_providers.scripted]
name = "scripted"
base_url = %q
env_key = "SCRIPTED_KEY"
wire_api = "responses"
`, model+"/v1"))
		// Trust in hooks is the person's to give, and is looked at elsewhere.
		argv = []string{r.Binary, "exec", "--json", "--skip-git-repo-check", "--dangerously-bypass-hook-trust", "do the thing"}
		return argv, append(env, "SCRIPTED_KEY=none"), err
	}
	write(".claude/settings.json", `{"permissions":{"defaultMode":"default"}}`+"\n")
	state, _ := json.Marshal(map[string]any{
		"hasCompletedOnboarding": true, "theme": "dark", "customApiKeyResponses": map[string]any{"approved": []string{"none"}},
		"projects": map[string]any{h.project: map[string]any{"hasTrustDialogAccepted": true, "hasCompletedProjectOnboarding": true}},
	})
	write(".claude.json", string(state))
	return []string{r.Binary, "-p", "do the thing", "--output-format", "json"},
		append(env, "ANTHROPIC_BASE_URL="+model, "ANTHROPIC_API_KEY=none", "DISABLE_AUTOUPDATER=1", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1"), err
}

// liveAnswers are what guard must answer to the calls of the script.
func (d *doctor) liveAnswers(cl hookio.Client, h liveHome, env []string) (want [2]hookio.Answer, err error) {
	there := *d
	there.at, there.dir, there.project = h.at, h.project, place.ProjectRoot(h.project, h.home)
	mode := "default"
	if cl == hookio.Claude {
		env = append(env, "CLAUDE_CODE_ENTRYPOINT=sdk-cli")
	} else {
		mode = "bypassPermissions"
	}
	for i, line := range []string{liveRefused, liveHarmless} {
		in, err := json.Marshal(map[string]string{"command": line})
		if err != nil {
			return want, err
		}
		req := hookio.Request{Client: cl, Event: hookio.PreToolUse, Tool: "Bash", Call: "c", Session: "s", Cwd: h.project, Mode: mode, Input: in}
		if want[i], _, err = there.expect(&req, h.at, env); err != nil {
			return want, err
		}
	}
	return want, nil
}

// ran reports whether the calls had their effect.
func (r *liveRun) ran() (refused, harmless bool) {
	there := func(path string) bool {
		_, err := os.Lstat(path)
		return err == nil
	}
	return there(filepath.Join(filepath.Dir(r.home.at.PolicyFile()), "live-ran")), there(filepath.Join(r.home.project, "live-ran.txt"))
}

// logged is the decision on a line, and whether its result is in the log, too.
func (r *liveRun) logged(line string) (d audit.Record, result bool) {
	results := map[uint64]bool{}
	for raw, err := range audit.Backward(r.home.at.LogDir()) {
		if err != nil {
			break
		}
		rec, err := audit.ParseRecord(raw)
		if err != nil {
			continue
		}
		if rec.Type == audit.TypeResult {
			results[rec.Ref] = true
		}
		if rec.Type == audit.TypeDecision && rec.Event == hookio.PreToolUse && rec.Cmd == line {
			return rec, results[rec.Seq]
		}
	}
	return audit.Record{}, false
}

// wrong is all that is not as it should be.
func (r *liveRun) wrong() []string {
	var out []string
	ranRefused, ranHarmless := r.ran()
	told, heard := r.model.Told(0)
	for i, line := range []string{liveRefused, liveHarmless} {
		if _, asked := r.model.Told(i); !asked {
			continue // it did not come that far
		}
		rec, result := r.logged(line)
		switch {
		case rec.Seq == 0:
			out = append(out, fmt.Sprintf("guard was not asked about `%s`", line))
		case rec.Answer != r.want[i].String():
			out = append(out, fmt.Sprintf("guard answered %s to `%s`, and must answer %s", rec.Answer, line, r.want[i]))
		case i == 1 && ranHarmless && !result:
			out = append(out, fmt.Sprintf("the log has no result of `%s`, which ran", line))
		}
	}
	if r.want[0] == hookio.Deny {
		if ranRefused {
			out = append(out, fmt.Sprintf("guard refused `%s`, and it ran", liveRefused))
		} else if rec, _ := r.logged(liveRefused); heard && rec.Seq > 0 && !strings.Contains(told.Text, "guard refuses") {
			out = append(out, "the model was not told why guard refused: "+card.OneLine(told.Text, 200))
		}
	}
	if _, asked := r.model.Told(1); asked && r.want[1] != hookio.Deny && !ranHarmless {
		out = append(out, fmt.Sprintf("guard let `%s` pass, and it did not run", liveHarmless))
	}
	return out
}

// seen is what was as it should be.
func (r *liveRun) seen() []string {
	var out []string
	if r.want[0] == hookio.Deny {
		out = append(out, "the refused call did not run and the model was told why")
	} else {
		out = append(out, "a call that guard refuses elsewhere is let pass by your policy")
	}
	if _, ran := r.ran(); ran {
		out = append(out, "the harmless call ran")
	} else {
		out = append(out, "the harmless call is stopped by your policy")
	}
	return append(out, "the log holds both")
}
