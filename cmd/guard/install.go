package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"guard/audit"
	"guard/hookio"
	"guard/hookio/setup"
	"guard/internal/place"
)

type installCmd struct {
	Client  []string `arg:"" optional:"" enum:"claude,codex" help:"claude, codex; without one, every client that is found."`
	Project bool     `help:"Register for the project of this folder alone, not for this user."`
	Observe bool     `help:"Begin in posture observe: guard watches and logs, and stops nothing."`
	Remind  string   `enum:"on,off,keep" default:"keep" help:"on: at each prompt the agent is reminded of its calls that wait for a person or were decided, at most three; off: not; keep: as it is."`
	Yes     bool     `short:"y" help:"Do not ask, also on a terminal."`
	DryRun  bool     `help:"Show what would change, and change nothing."`
	Show    bool     `default:"true" negatable:"" help:"End by showing a refused and an allowed call."`
}

func (c *installCmd) Help() string {
	return `Registers this guard for every event that it needs, in ~/.claude/settings.json and
~/.codex/hooks.json. Everything else in those files stays as it is; a copy of each file that
changes is kept beside it. A second run changes nothing. On a terminal it asks first.

With --project the files are .claude/settings.local.json and .codex/hooks.json at the root of
the project that this folder is in; they name guard by its path on this machine, so they do not
belong into the repository.

Examples:
  guard install
  guard install claude --dry-run
  guard install --remind on            the agent hears at your next prompt what you decided
  guard install --observe              watch for a while before guard stops anything`
}

func (c *installCmd) Run() error {
	env, err := setup.System()
	if err != nil {
		return err
	}
	exe, err := os.Executable()
	if err != nil {
		return err
	}
	if c.Project {
		if env, err = inProject(env); err != nil {
			return err
		}
	}
	env.Remind = map[string]setup.Want{"on": setup.On, "off": setup.Off}[c.Remind]
	if c.Observe {
		if err := c.observe(); err != nil {
			return err
		}
	}
	clients, err := chosen(c.Client, env)
	if err != nil {
		return err
	}
	if len(clients) == 0 {
		fmt.Println("No client was found: neither Claude Code nor Codex has a folder in this home or a program on PATH.\nRun guard install again when one is there.")
	}
	failed := 0
	for _, cl := range clients {
		change, err := setup.Plan(cl, env, exe)
		if err := c.apply(cl, change, err); err != nil {
			fmt.Fprintf(os.Stderr, "guard: %v\n", err)
			failed++
		}
	}
	if !c.DryRun {
		beside(os.Stdout, env, exe, clients)
	}
	if failed > 0 {
		return status(exitFailed)
	}
	if c.Show && !c.DryRun {
		return showWork(os.Stdout)
	}
	return nil
}

func (c *installCmd) apply(cl hookio.Client, change setup.Change, err error) error {
	if err != nil {
		return err
	}
	if change.Empty() {
		fmt.Printf("%s: guard is registered in %s already\n", cl, change.Path)
	} else {
		if c.DryRun || ask() && !c.Yes {
			fmt.Print(change.Diff())
		}
		if c.DryRun {
			return nil
		}
		if !c.Yes && ask() && !yes(fmt.Sprintf("Register guard in %s?", change.Path)) {
			fmt.Printf("%s: left as it is\n", cl)
			return nil
		}
		if err := change.Apply(); err != nil {
			return err
		}
		fmt.Printf("%s: guard is registered in %s\n", cl, change.Path)
		if change.Backup != "" {
			fmt.Printf("  the file as it was: %s\n", change.Backup)
		}
	}
	for _, w := range change.Warnings {
		fmt.Printf("  warning: %s\n", w)
	}
	if change.Next != "" {
		fmt.Printf("  next: %s\n", change.Next)
	}
	return nil
}

// chosen are the clients named, or else those found.
func chosen(names []string, env setup.Env) ([]hookio.Client, error) {
	var out []hookio.Client
	if len(names) == 0 {
		for _, f := range setup.Detect(env) {
			fmt.Printf("found %s%s\n", f.Title, strings.TrimRight(" "+f.Version, " "))
			if f.Version != "" && !slices.Contains(setup.Measured(f.Client), f.Version) {
				fmt.Printf("  note: guard was tested with %s, not with %s\n", strings.Join(setup.Measured(f.Client), " and "), f.Version)
			}
			for _, w := range f.Caveats() {
				fmt.Printf("  note: %s\n", w)
			}
			out = append(out, f.Client)
		}
		return out, nil
	}
	for _, n := range names {
		cl, err := hookio.ParseClient(n)
		if err != nil {
			return nil, err
		}
		out = append(out, cl)
	}
	return out, nil
}

// ask reports whether there is a person to ask.
func ask() bool { return terminal(os.Stdin) && terminal(os.Stdout) }

func yes(question string) bool {
	fmt.Printf("%s [y/N] ", question)
	answer, _ := bufio.NewReader(os.Stdin).ReadString('\n')
	answer = strings.ToLower(strings.TrimSpace(answer))
	return answer == "y" || answer == "yes"
}

// showWork makes two calls as a client would, and shows what became of them:
// the answers, the records, and that the log holds.
func showWork(w io.Writer) error {
	at, err := place.Find(os.Getenv)
	if err != nil {
		return err
	}
	fmt.Fprintln(w, "\nTwo calls, as a client would make them:")
	var seqs []string
	for i, line := range []string{"rm -rf ~", "git status"} {
		id := fmt.Sprintf("guard-install-%d-%d", time.Now().UnixNano(), i+1)
		answer, err := pretend(id, line)
		if err != nil {
			return err
		}
		seqs = append(seqs, id)
		fmt.Fprintf(w, "  $ %-11s  %s\n", line, answer)
	}
	fmt.Fprintln(w, "Their records in the log:")
	lines, err := audit.Tail(at.LogDir(), 50)
	if err != nil {
		return err
	}
	for _, line := range lines {
		if r, err := audit.ParseRecord(line); err == nil && (r.Call == seqs[0] || r.Call == seqs[1]) {
			fmt.Fprintf(w, "  %s\n", logLine(r, false))
		}
	}
	report := audit.Verify([]string{at.LogDir()}, audit.VerifyOptions{AcceptReset: true})
	fmt.Fprintln(w, report.Summary())
	for _, warning := range report.Warnings {
		fmt.Fprintf(w, "warning: %s\n", warning)
	}
	if report.Exit != audit.Verified && report.Exit != audit.Damaged {
		return status(exitFailed)
	}
	return nil
}

// pretend makes one hook call for a shell line and says what the client was
// told.
func pretend(id, line string) (string, error) {
	wd, err := os.Getwd()
	if err != nil {
		return "", err
	}
	input, err := json.Marshal(map[string]any{
		"session_id": place.OwnSession + "install", "hook_event_name": hookio.PreToolUse, "cwd": wd, "permission_mode": "default",
		"tool_name": "Bash", "tool_use_id": id, "tool_input": map[string]string{"command": line},
	})
	if err != nil {
		return "", err
	}
	var stdout, stderr bytes.Buffer
	getenv := func(name string) string {
		if name == "CLAUDE_CODE_ENTRYPOINT" || name == "CLAUDE_PROJECT_DIR" {
			return ""
		}
		return os.Getenv(name)
	}
	h := &hook{started: time.Now(), stdin: bytes.NewReader(input), stdout: &stdout, stderr: &stderr, getenv: getenv, environ: os.Environ}
	h.req.Client = hookio.Claude
	if s := h.run(); s != 0 {
		return "", fmt.Errorf("the hook ended with status %d: %s", s, stderr.String())
	}
	out := gjson.GetBytes(stdout.Bytes(), "hookSpecificOutput")
	switch d := out.Get("permissionDecision").String(); d {
	case "":
		return "runs without a question", nil
	default:
		return d + ": " + out.Get("permissionDecisionReason").String(), nil
	}
}
