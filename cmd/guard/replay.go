package main

import (
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"guard/audit/redact"
	"guard/classify"
	"guard/classify/policyfile"
	"guard/hookio"
	"guard/hookio/transcript"
	"guard/internal/card"
	"guard/internal/place"
)

type replayCmd struct {
	Paths []string `arg:"" optional:"" type:"path" help:"Transcripts of Claude Code, rollouts of Codex, or folders of them."`
	JSON  bool     `name:"json" help:"Print the report as one JSON object."`
	All   bool     `help:"Show every line, those without an opinion of guard as well."`
	Limit *int     `help:"How many different lines to show of each kind (default: 5; with --all: all)."`
	Home  string   `type:"path" help:"Judge as if this were the home (for transcripts of another machine)."`
	Jobs  int      `help:"Parallel readers (default: the number of processors)."`
}

func (c *replayCmd) Help() string {
	return `Reads what your clients keep of their sessions, and says what guard would have said
of each call: how many would have run without a question, which ones guard would
have asked about or refused, and where they stand. Nothing is run, nothing is logged,
nothing leaves this machine.

The policy, scripts and folders are read as they are now. A session's project is the
git root of the folder in which it began, or that folder where it is gone.

Examples:
  guard replay ~/.claude/projects ~/.codex/sessions
  guard replay --all session.jsonl
  guard replay --json ~/.claude/projects | jq .questions`
}

func (c *replayCmd) Run() error {
	if len(c.Paths) == 0 {
		fmt.Fprint(os.Stderr, "guard: replay needs transcripts, or folders of them\nguard: hint: guard replay ~/.claude/projects ~/.codex/sessions\n")
		return status(exitUsage)
	}
	if c.Limit != nil && *c.Limit < 0 || c.Jobs < 0 {
		fmt.Fprint(os.Stderr, "guard: --limit and --jobs are not negative\nguard: hint: guard replay --help shows the usage\n")
		return status(exitUsage)
	}
	files, size, err := transcripts(c.Paths)
	if err != nil {
		return err
	}
	r, err := newReplayer(c.Home)
	if err != nil {
		return err
	}
	r.total = size
	if terminal(os.Stderr) && !c.JSON {
		r.progress = progress(os.Stderr)
	}
	jobs := c.Jobs
	if jobs == 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	sum := r.run(files, jobs)
	if r.progress != nil {
		fmt.Fprint(os.Stderr, "\r\033[K")
	}
	if sum.Files == 0 {
		return fmt.Errorf("no transcript of Claude Code or Codex among %s\nthey are in ~/.claude/projects and ~/.codex/sessions", counted(len(files), "file"))
	}
	limit := 5
	switch {
	case c.Limit != nil:
		limit = *c.Limit
	case c.All:
		limit = 1 << 30
	}
	rep := sum.report(limit, c.All)
	if c.JSON {
		err = writeJSON(os.Stdout, rep)
	} else {
		printReplay(os.Stdout, rep, colored(os.Stdout))
	}
	if err == nil && sum.Unjudged > 0 {
		return fmt.Errorf("%s could not be judged", counted(sum.Unjudged, "call"))
	}
	return err
}

// transcripts lists the files that the paths name: a file as it is given, and
// of a folder all *.jsonl below it. Links are not followed.
func transcripts(paths []string) (files []string, size int64, err error) {
	seen := map[string]bool{}
	take := func(name string, st fs.FileInfo) {
		if !seen[name] {
			seen[name] = true
			files = append(files, name)
			size += st.Size()
		}
	}
	for _, p := range paths {
		st, err := os.Stat(p)
		if err != nil {
			return nil, 0, err
		}
		if !st.IsDir() {
			if !st.Mode().IsRegular() {
				return nil, 0, fmt.Errorf("%s is neither a file nor a folder", p)
			}
			take(p, st)
			continue
		}
		if real, err := filepath.EvalSymlinks(p); err == nil {
			p = real
		}
		err = filepath.WalkDir(p, func(name string, d fs.DirEntry, err error) error {
			if err != nil {
				if name == p {
					return err
				}
				fmt.Fprintf(os.Stderr, "guard: %v\n", err)
				return nil
			}
			if d.Type().IsRegular() && strings.HasSuffix(name, ".jsonl") {
				if st, err := d.Info(); err == nil {
					take(name, st)
				}
			}
			return nil
		})
		if err != nil {
			return nil, 0, err
		}
	}
	return files, size, nil
}

// replayer judges calls of the past.
type replayer struct {
	at       place.Places
	temp     string
	settled  bool // the policy stands: below a given home that is not there
	progress func(done, total int64)
	total    int64
	done     atomic.Int64
	seed     maphash.Seed
	redact   *redact.Redactor

	mu       sync.Mutex
	policies map[string]*policyOf
}

// policyOf is the policy of one project.
type policyOf struct {
	once sync.Once
	pol  place.Policy
	err  error
}

func newReplayer(home string) (*replayer, error) {
	r := &replayer{temp: place.TempDir(os.Getenv), seed: maphash.MakeSeed(), policies: map[string]*policyOf{}, redact: redact.Environ(os.Environ())}
	if home != "" {
		r.at = place.Under(home, func(string) string { return "" })
		r.temp = "/tmp"
		_, err := os.Stat(home)
		r.settled = err != nil
	} else {
		var err error
		if r.at, err = place.Find(os.Getenv); err != nil {
			return nil, err
		}
	}
	_, err := r.policy("") // a fault of the person's own policy is said once, before the work
	return r, err
}

func (r *replayer) policy(project string) (place.Policy, error) {
	if r.settled {
		return place.Policy{Settings: policyfile.Default()}, nil
	}
	r.mu.Lock()
	p := r.policies[project]
	if p == nil {
		p = &policyOf{}
		r.policies[project] = p
	}
	r.mu.Unlock()
	p.once.Do(func() { p.pol, p.err = place.Load(r.at, project) })
	return p.pol, p.err
}

// judged is what is kept of one call.
type judged struct {
	key      uint64 // two files may hold the same call: a resumed session
	verdict  classify.Verdict
	question question
	outcome  transcript.Outcome
	client   hookio.Client
	time     time.Time
	line     int
	err      string // it could not be judged

	// Of calls that do not simply run:
	what, tool, cmd, cwd, reason, rule string
}

// question is who asks about a call: the client by itself, guard, or both.
type question uint8

const (
	noQuestion question = iota
	saved               // the client asks, guard answers for the person
	left                // the client asks, guard has no opinion
	shared              // both: the client's question comes with guard's reason
	added               // guard alone
	held                // guard, where nobody can be asked: denied until a person approves it
	stopped             // refused
)

// ofFile is what is kept of one file.
type ofFile struct {
	name   string
	report transcript.Report
	err    error
	calls  []judged
}

// run judges all files, jobs at a time, and adds them up in their order.
func (r *replayer) run(files []string, jobs int) *replayed {
	type slot chan ofFile
	slots := make(chan slot, 2*jobs) // bounds what is judged and not yet added up
	free := make(chan struct{}, jobs)
	go func() {
		defer close(slots)
		for _, name := range files {
			s := make(slot, 1)
			slots <- s
			free <- struct{}{}
			go func() {
				s <- r.file(name)
				<-free
			}()
		}
	}()
	sum := newReplayed()
	for s := range slots {
		sum.add(<-s)
	}
	return sum
}

// file judges the calls of one file.
func (r *replayer) file(name string) (out ofFile) {
	out.name = name
	f, err := os.Open(name)
	if err != nil {
		out.err = err
		return out
	}
	defer f.Close()
	out.report, out.err = transcript.Read(&meter{f, r}, func(c transcript.Call) error {
		out.calls = append(out.calls, r.call(c))
		return nil
	})
	return out
}

// meter counts what has been read.
type meter struct {
	io.Reader
	r *replayer
}

func (m *meter) Read(p []byte) (int, error) {
	n, err := m.Reader.Read(p)
	if done := m.r.done.Add(int64(n)); m.r.progress != nil {
		m.r.mu.Lock()
		m.r.progress(done, m.r.total)
		m.r.mu.Unlock()
	}
	return n, err
}

// call says what guard would have said.
func (r *replayer) call(c transcript.Call) (j judged) {
	j = judged{verdict: classify.Refuse, question: stopped, outcome: c.Outcome, client: c.Req.Client, time: c.Time, line: c.Line, tool: c.Req.Tool, cwd: c.Req.Cwd}
	if c.Req.Call != "" {
		j.key = maphash.String(r.seed, c.Req.Call+"\x00"+c.Time.String()+"\x00"+c.Req.Tool)
	}
	defer func() {
		if p := recover(); p != nil {
			j.what, j.reason = "fault", fmt.Sprintf("internal error: %v", p)
		}
	}()
	if c.Err != nil {
		j.what, j.reason = "unread", c.Err.Error()
		return j
	}
	dir, project := r.where(c)
	pol, err := r.policy(project)
	if err != nil {
		j.err = err.Error()
		return j
	}
	unattended := c.Req.Unattended(c.Getenv)
	pol.Posture = pol.For(unattended)
	sc := place.NewScene(r.at, pol, string(c.Req.Client), dir, project, r.temp)
	res, cmd, err := card.Judge(&c.Req, sc, &pol.Policy)
	if err != nil {
		j.what, j.reason = "unread", err.Error()
		return j
	}
	j.verdict = res.Verdict
	j.question = asked(c, res, pol, unattended)
	if res.Verdict == classify.Allow {
		j.tool, j.cwd = "", "" // nothing is shown of it
		return j
	}
	worst := res.Strictest()
	j.what, j.rule = whatOf(worst), worst.Row
	j.cmd = card.OneLine(r.mask(cmd), 160)
	j.reason = card.OneLine(r.mask(strings.Join(card.Blames(card.Blamed(res)), "; ")), 400)
	return j
}

func (r *replayer) mask(s string) string {
	s, _ = r.redact.String(s)
	return s
}

// where is the folder of a call and its project, as hook.where finds them: of a
// folder that is gone, the folder itself.
func (r *replayer) where(c transcript.Call) (dir, project string) {
	dir = c.Req.Cwd
	if filepath.IsAbs(dir) {
		dir = filepath.Clean(dir)
	}
	start := c.Start
	if !filepath.IsAbs(start) {
		return dir, ""
	}
	start = filepath.Clean(start)
	if _, err := os.Stat(start); err == nil {
		return dir, place.ProjectRoot(start, r.at.Home)
	}
	if start == "/" || start == r.at.Home || strings.HasPrefix(r.at.Home, start+"/") {
		return dir, ""
	}
	return dir, start
}

// asked compares the questions of the client with those of guard. In observe
// guard would be silent; the report is then of the posture guard.
func asked(c transcript.Call, res classify.Result, pol place.Policy, unattended bool) question {
	s := situation{
		client: c.Req.Client, event: hookio.PreToolUse, mode: c.Req.Mode, unattended: unattended,
		autoAllow: pol.AutoAllow, dialog: isDialog(c.Req.Tool), leaves: c.Leaves,
	}
	asks := c.Asks(onlyReads(res))
	switch decide(res, s) {
	case hookio.Deny:
		if res.Verdict == classify.Approve {
			return held
		}
		return stopped
	case hookio.Ask:
		if asks {
			return shared
		}
		return added
	case hookio.Allow:
		if asks {
			return saved
		}
		return noQuestion
	}
	if !asks {
		return noQuestion
	}
	s.event = hookio.PermissionRequest
	if decide(res, s) == hookio.Allow {
		return saved
	}
	return left
}

// onlyReads reports whether a call does nothing but read files.
func onlyReads(res classify.Result) bool {
	return res.OnlyTouches() && !slices.ContainsFunc(res.Findings, func(f classify.Finding) bool { return f.Access != "reads" })
}

// whatOf is the kind of a finding: an effect, or an access to a zone.
func whatOf(f classify.Finding) string {
	switch {
	case f.Rule != "":
		return "rule"
	case f.Effect != 0:
		return f.Effect.String()
	case f.Zone != "":
		return f.Access + " " + f.Zone
	}
	return "other"
}

// errNoTranscript is what is said of a file of some other kind.
var errNoTranscript = errors.New("no transcript of Claude Code or Codex")
