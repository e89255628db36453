package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"guard/classify"
	"guard/classify/policyfile"
	"guard/internal/card"
	"guard/internal/cli"
	"guard/internal/place"
)

// The exit statuses of the verbs. Those of the hook are 0 and 2 alone.
const (
	exitDone    = 0 // done; of check: allow
	exitFailed  = 1
	exitUsage   = 2
	exitDefer   = 3
	exitApprove = 4
	exitRefuse  = 5
)

// status is an error that only carries an exit status: everything has been
// said.
type status = cli.Status

// commandLine is the command line.
type commandLine struct {
	Hook       hookCmd       `cmd:"" help:"Judge one tool call of a client (the clients run this)."`
	Check      checkCmd      `cmd:"" help:"Say what guard thinks of a shell line, and why."`
	Explain    explainCmd    `cmd:"" help:"Show how guard reads a shell line: its calls, words and zones."`
	Policy     policyCmd     `cmd:"" help:"Show or check the policy: effects, zones, posture, rules."`
	Trust      trustCmd      `cmd:"" help:"Let a project's policy file loosen, as it is now."`
	Rules      rulesCmd      `cmd:"" help:"List the programs that guard knows, or show the table of one."`
	Replay     replayCmd     `cmd:"" help:"Say what guard would have said of your past sessions."`
	Log        logCmd        `cmd:"" help:"Show what guard decided."`
	Pending    pendingCmd    `cmd:"" help:"List the calls that wait for a person."`
	Approve    approveCmd    `cmd:"" help:"Show a waiting call, and let it run once."`
	Deny       denyCmd       `cmd:"" help:"Say no to a waiting call."`
	Grant      grantCmd      `cmd:"" help:"Let commands that begin so run for a while."`
	Grants     grantsCmd     `cmd:"" help:"List the grants in force."`
	Revoke     revokeCmd     `cmd:"" help:"Take a grant back."`
	Stats      statsCmd      `cmd:"" help:"Count what guard decided."`
	Verify     verifyCmd     `cmd:"" help:"Check that the log is whole and unchanged."`
	Audit      auditCmd      `cmd:"" help:"The log's head, signed checkpoints, new segments."`
	Install    installCmd    `cmd:"" help:"Register guard with the clients on this machine."`
	Uninstall  uninstallCmd  `cmd:"" help:"Take guard out of the clients' settings."`
	Doctor     doctorCmd     `cmd:"" help:"Say whether guard protects here, and what to do if not."`
	Completion completionCmd `cmd:"" help:"Print a script for completion in bash, zsh or fish."`
	Version    versionCmd    `cmd:"" help:"Print guard's version."`
}

const about = `guard judges what a coding agent is about to do: it allows, asks a person, or
refuses, and keeps a log that can be checked.

Examples:
  guard install                        register with Claude Code and Codex
  guard check 'rm -rf build && make'   what guard thinks of a line, and why
  guard log -n 20                      the last decisions
  guard verify                         is the log whole?`

var theProgram = cli.Program{Name: "guard", About: about, Complain: complain}

// verbs runs one verb and returns the exit status.
func verbs(args []string) int { return theProgram.Run(&commandLine{}, args) }

// complain prints err as guard's errors are printed, with the hint that stands
// on its second line, if it has one.
func complain(err error) int {
	msg := strings.TrimPrefix(err.Error(), "guard: ")
	fmt.Fprintf(os.Stderr, "guard: %s\n", strings.ReplaceAll(msg, "\n", "\nguard: hint: "))
	return exitFailed
}

type hookCmd struct {
	Client string `arg:"" enum:"claude,codex" help:"The client that calls: claude or codex."`
}

func (c *hookCmd) Run() error { return status(hookMain(c.Client)) }

func (c *hookCmd) Help() string {
	return "Reads one hook call as JSON from standard input and writes the answer to standard output.\nguard install registers this with a client; there is no need to run it by hand.\nIts exit status is 0 or 2."
}

type checkCmd struct {
	Line    string `arg:"" optional:"" help:"The shell line, quoted as one word."`
	Cwd     string `type:"path" help:"Folder in which the line would run (default: this one)."`
	JSON    bool   `name:"json" help:"Print the result as one JSON object."`
	JSONL   bool   `name:"jsonl" help:"Read calls from standard input, one JSON object a line, and write a verdict for each."`
	Home    string `type:"path" help:"Judge as if this were the home."`
	Project string `type:"path" help:"Judge as if this were the project's root."`
	Temp    string `type:"path" help:"Judge as if this were the temp folder."`
	Client  string `enum:",claude,codex" default:"" help:"Judge as for this client."`
}

func (c *checkCmd) Help() string {
	return `The exit status is the verdict: 0 allow, 3 defer, 4 approve (a person must), 5 refuse;
2 is wrong usage and 1 a failure. Nothing is run, and nothing is logged.

With --jsonl each line of standard input is {"id"?, "command", "cwd"?} or
{"id"?, "tool_name", "tool_input", "cwd"?}, and each line of output
{"id","verdict","tier","rule","reason","findings":[…]}, in the same order.

Examples:
  guard check 'git push --force'
  guard check --json --cwd src 'rm -rf ../*'
  guard check --jsonl --home /home/dev --project /home/dev/project < calls.jsonl`
}

// checked is a result as --json prints it.
type checked struct {
	ID       json.RawMessage `json:"id,omitempty"`
	Verdict  string          `json:"verdict"`
	Tier     string          `json:"tier"`
	Rule     string          `json:"rule"`
	Reason   string          `json:"reason"`
	Findings []card.Finding  `json:"findings"`
}

func asChecked(id json.RawMessage, r classify.Result) checked {
	worst := r.Strictest()
	return checked{ID: id, Verdict: r.Verdict.String(), Tier: r.Tier.String(), Rule: worst.Row, Reason: worst.Does, Findings: card.Findings(r.Findings)}
}

// checker judges calls that nobody makes.
type checker struct {
	at     place.Places
	pol    place.Policy
	unreal []string // given folders that do not exist: nothing below is looked at
	cmd    *checkCmd
}

func (c *checkCmd) checker() (*checker, error) {
	at := place.Places{}
	getenv := os.Getenv
	k := &checker{cmd: c}
	if c.Home != "" {
		at = place.Under(c.Home, func(string) string { return "" })
	} else {
		var err error
		if at, err = place.Find(getenv); err != nil {
			return nil, err
		}
	}
	k.at = at
	for _, d := range []string{c.Home, c.Project, c.Temp} {
		if d == "" {
			continue
		}
		if _, err := os.Stat(d); err != nil {
			k.unreal = append(k.unreal, d)
		}
	}
	project := c.Project
	if project == "" && c.Home == "" {
		if wd, err := os.Getwd(); err == nil {
			project = place.ProjectRoot(wd, at.Home)
		}
	}
	var err error
	if k.isUnreal(at.Config) {
		k.pol = place.Policy{Settings: policyfile.Default()}
		return k, nil
	}
	if k.isUnreal(project) {
		project = ""
	}
	k.pol, err = place.Load(at, project)
	return k, err
}

func (k *checker) isUnreal(p string) bool {
	for _, d := range k.unreal {
		if p == d || strings.HasPrefix(p, strings.TrimSuffix(d, "/")+"/") {
			return true
		}
	}
	return false
}

func (k *checker) scene(cwd string) (*classify.Scene, error) {
	if cwd == "" {
		cwd = k.cmd.Cwd
	}
	if cwd == "" && k.cmd.Project != "" {
		cwd = k.cmd.Project
	}
	if cwd == "" {
		wd, err := os.Getwd()
		if err != nil {
			return nil, err
		}
		cwd = wd
	}
	if !filepath.IsAbs(cwd) {
		return nil, fmt.Errorf("cwd %q is not absolute", cwd)
	}
	project := k.cmd.Project
	if project == "" {
		project = place.ProjectRoot(cwd, k.at.Home)
	}
	temp := k.cmd.Temp
	if temp == "" {
		temp = place.TempDir(os.Getenv)
		if k.cmd.Home != "" {
			temp = "/tmp"
		}
	}
	sc := place.NewScene(k.at, k.pol, k.cmd.Client, filepath.Clean(cwd), project, temp)
	if len(k.unreal) > 0 {
		read, link, kind := sc.ReadFile, sc.Readlink, sc.Kind
		sc.ReadFile = func(name string, limit int) ([]byte, error) {
			if k.isUnreal(name) {
				return nil, os.ErrNotExist
			}
			return read(name, limit)
		}
		sc.Readlink = func(name string) (string, bool) {
			if k.isUnreal(name) {
				return "", false
			}
			return link(name)
		}
		sc.Kind = func(name string) classify.Kind {
			if k.isUnreal(name) {
				return classify.KindUnknown
			}
			return kind(name)
		}
	}
	return sc, nil
}

func (c *checkCmd) Run() error {
	switch {
	case c.JSONL && c.Line != "":
		return usage("--jsonl reads the calls from standard input; give no line")
	case !c.JSONL && c.Line == "":
		return usage("give the line as one quoted word, or --jsonl")
	}
	k, err := c.checker()
	if err != nil {
		return err
	}
	if c.JSONL {
		return k.lines(os.Stdin, os.Stdout)
	}
	sc, err := k.scene("")
	if err != nil {
		return err
	}
	r := classify.Line(c.Line, sc, &k.pol.Policy)
	if c.JSON {
		if err := writeJSON(os.Stdout, asChecked(nil, r)); err != nil {
			return err
		}
	} else {
		printResult(os.Stdout, r, colored(os.Stdout))
	}
	return status(exitOf(r.Verdict))
}

// exitOf is the exit status that says v.
func exitOf(v classify.Verdict) int {
	switch v {
	case classify.Allow:
		return exitDone
	case classify.Defer:
		return exitDefer
	case classify.Approve:
		return exitApprove
	}
	return exitRefuse
}

func usage(text string) error {
	fmt.Fprintf(os.Stderr, "guard: %s\nguard: hint: guard check --help shows the usage\n", text)
	return status(exitUsage)
}

func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// lines judges one call a line.
func (k *checker) lines(in io.Reader, out io.Writer) error {
	w := bufio.NewWriter(out)
	defer w.Flush()
	r := bufio.NewReaderSize(in, 1<<16)
	for n := 1; ; n++ {
		text, err := r.ReadBytes('\n')
		if len(strings.TrimSpace(string(text))) > 0 {
			if err := k.line(n, text, w); err != nil {
				return err
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func (k *checker) line(n int, text []byte, w io.Writer) error {
	var call struct {
		ID      json.RawMessage `json:"id"`
		Command *string         `json:"command"`
		Tool    string          `json:"tool_name"`
		Input   json.RawMessage `json:"tool_input"`
		Cwd     string          `json:"cwd"`
		Client  string          `json:"client"`
	}
	if err := json.Unmarshal(text, &call); err != nil {
		return fmt.Errorf("standard input, line %d: %w", n, err)
	}
	if call.ID == nil {
		call.ID = json.RawMessage(fmt.Sprint(n))
	}
	sc, err := k.scene(call.Cwd)
	if err != nil {
		return fmt.Errorf("standard input, line %d: %w", n, err)
	}
	if call.Client == "claude" || call.Client == "codex" {
		sc.Client = call.Client
	}
	var r classify.Result
	switch {
	case call.Command != nil:
		r = classify.Line(*call.Command, sc, &k.pol.Policy)
	case call.Tool != "":
		r = classify.Tool(call.Tool, call.Input, sc, &k.pol.Policy)
	default:
		return fmt.Errorf("standard input, line %d: neither command nor tool_name", n)
	}
	return writeJSON(w, asChecked(call.ID, r))
}

type rulesCmd struct {
	Name string `arg:"" optional:"" help:"A program, such as git."`
}

func (c *rulesCmd) Run() error {
	if c.Name == "" {
		printFamilies(os.Stdout)
		return nil
	}
	p := classify.DefaultPolicy()
	if at, err := place.Find(os.Getenv); err == nil {
		wd, _ := os.Getwd()
		if pol, err := place.Load(at, place.ProjectRoot(wd, at.Home)); err == nil {
			p = &pol.Policy
		}
	}
	cmd := p.Lookup(c.Name)
	if cmd == nil {
		return fmt.Errorf("no table knows %s\nguard rules lists what is known", c.Name)
	}
	fmt.Print(cmd.Page())
	return nil
}

type versionCmd struct{}

func (*versionCmd) Run() error {
	fmt.Println("guard " + version())
	return nil
}
