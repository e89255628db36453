package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"guard/audit"
	"guard/hookio"
	"guard/internal/card"
	"guard/internal/place"
)

type verifyCmd struct {
	Paths       []string `arg:"" optional:"" type:"path" help:"A log's folder, or its segments (default: this user's log)."`
	Checkpoint  []string `sep:"none" placeholder:"FILE" help:"A signed checkpoint that the log must agree with. May be repeated."`
	Since       string   `name:"since-checkpoint" placeholder:"FILE" help:"Check only what came after this signed checkpoint; what lies before, it vouches for."`
	Key         []string `sep:"none" placeholder:"KEY" help:"Public key of checkpoints: as text, or a file that holds it. May be repeated."`
	ExpectHead  []string `sep:"none" placeholder:"SIZE:ROOT" help:"A state that the log must have been in, as guard audit head --short prints it. May be repeated."`
	Origin      string   `name:"expect-origin" placeholder:"ORIGIN" help:"The log must be this one (guard.audit/…)."`
	Require     []string `placeholder:"PROOF" help:"What must be there: anchor (a checkpoint or head that holds), seal."`
	AllowEmpty  bool     `help:"A log without records is fine."`
	Strict      bool     `help:"Take declared damage for tampering, and read every member."`
	AcceptReset bool     `help:"The log may have followed an older one that is gone."`
	Jobs        int      `placeholder:"N" help:"Parallel readers (default: the number of processors)."`
	JSON        bool     `name:"json" help:"Print the report as one JSON object."`
	Github      bool     `help:"Print annotations of a GitHub workflow too, and append to the files that $$GITHUB_STEP_SUMMARY and $$GITHUB_OUTPUT name."`
}

func (c *verifyCmd) Help() string {
	return `The exit status tells:
  0  VERIFIED: everything that was asked for holds
  1  TAMPERED: what no accident explains, with the place of the first bad byte
  2  wrong usage
  3  CANNOT VERIFY: nothing there, not readable, or a proof is missing. Nothing is never fine
  4  VERIFIED WITH DECLARED DAMAGE: torn writes, a loss of power, as the log itself says

The chain shows edits. That the log was not written anew as a whole, or cut at its end, only an
anchor shows: a checkpoint or a head that was kept where this user cannot write.

Examples:
  guard verify
  guard verify --expect-head "$(cat head-of-yesterday)"
  guard verify logs/ --checkpoint 600000.note --key guard.pub --require anchor --json
  guard verify --since-checkpoint 600000.note --key guard.pub`
}

func (c *verifyCmd) Run() error {
	o, lacks, err := c.options()
	if err != nil {
		return usageOf("verify", err.Error())
	}
	paths := c.Paths
	if len(paths) == 0 {
		at, err := place.Find(os.Getenv)
		if err != nil {
			return err
		}
		paths = []string{at.LogDir()}
		if fi, err := os.Stat(paths[0]); err == nil && !fi.IsDir() {
			paths = []string{} // no log, rather than one with a wrong line
			lacks = append(lacks, at.LogDir()+" is no folder")
		}
	}
	if c.Since != "" && len(paths) > 0 {
		o.Since = c.begin(paths[0], o.Anchors)
	}
	shown := terminal(os.Stderr)
	if shown {
		o.Progress = progress(os.Stderr)
	}
	r := audit.Report{Exit: audit.CannotVerify, Sealed: "no"}
	if len(paths) > 0 {
		r = audit.Verify(paths, o)
	}
	if shown {
		fmt.Fprint(os.Stderr, "\r\033[K")
	}
	// A proof that was named and cannot be used is a proof that is missing; what
	// is known to be wrong with the log stands over it.
	r.Missing = append(r.Missing, lacks...)
	if len(lacks) > 0 && r.Exit != audit.Tampered {
		r.Exit = audit.CannotVerify
	}
	if c.JSON {
		if err := writeJSON(os.Stdout, r); err != nil {
			return err
		}
	} else {
		printReport(os.Stdout, r, colored(os.Stdout))
	}
	if c.Github {
		if err := github(os.Stdout, r, paths, os.Getenv); err != nil {
			return err
		}
	}
	return status(r.Exit)
}

// options are those of the library. lacks says which proofs cannot be used; an
// error is wrong usage.
func (c *verifyCmd) options() (o audit.VerifyOptions, lacks []string, err error) {
	o = audit.VerifyOptions{ExpectOrigin: c.Origin, AllowEmpty: c.AllowEmpty, Strict: c.Strict, AcceptReset: c.AcceptReset, Jobs: c.Jobs}
	for _, list := range c.Require {
		for what := range strings.SplitSeq(list, ",") {
			switch what {
			case "anchor":
				o.RequireAnchor = true
			case "seal":
				o.RequireSeal = true
			default:
				return o, nil, fmt.Errorf("--require takes anchor and seal, not %q", what)
			}
		}
	}
	for _, s := range c.ExpectHead {
		h, err := audit.ParseTreeHead(s)
		if err != nil {
			return o, nil, fmt.Errorf("--expect-head: %s", plain(err))
		}
		o.Anchors = append(o.Anchors, h)
	}
	notes := c.Checkpoint
	if c.Since != "" {
		notes = append(slices.Clone(notes), c.Since)
	}
	if len(notes) > 0 && len(c.Key) == 0 {
		return o, nil, fmt.Errorf("a checkpoint needs --key, the public key that it is signed with")
	}
	keys, lacks := publicKeys(c.Key)
	if len(keys) == 0 {
		return o, lacks, nil
	}
	for _, name := range notes {
		h, err := openNote(name, keys)
		if err != nil {
			lacks = append(lacks, err.Error())
			continue
		}
		o.Anchors = append(o.Anchors, h)
	}
	return o, lacks, nil
}

// begin is the place behind the checkpoint --since-checkpoint, which is the last
// of anchors. Where none was kept, beside it or beside the log, the whole log is
// read, which proves as much.
func (c *verifyCmd) begin(dir string, anchors []audit.TreeHead) *audit.Resume {
	notes := []string{c.Since}
	if n := len(anchors); n > 0 {
		notes = append(notes, filepath.Join(dir, "checkpoints", strconv.FormatUint(anchors[n-1].Size, 10)+".note"))
	}
	for _, note := range notes {
		if r, err := audit.ReadResume(note); err == nil {
			return &r
		}
	}
	fmt.Fprintf(os.Stderr, "guard: no place to begin from was kept beside %s: all of the log is read\n", c.Since)
	return nil
}

func openNote(name string, keys []string) (audit.TreeHead, error) {
	msg, err := place.ReadFile(name, noteLimit)
	if err != nil {
		return audit.TreeHead{}, fmt.Errorf("the checkpoint cannot be read: %w", err)
	}
	h, err := audit.OpenCheckpoint(msg, keys...)
	if err != nil {
		return h, fmt.Errorf("%s: %s", name, plain(err))
	}
	return h, nil
}

// Limits of what is read as a whole, in bytes.
const (
	noteLimit = 1 << 20
	keysLimit = 64 << 10
)

// publicKeys reads keys that are given as text or in files, one a line.
func publicKeys(given []string) (keys, lacks []string) {
	for _, k := range given {
		if strings.HasPrefix(k, audit.OriginPrefix) && strings.Count(k, "+") >= 2 {
			keys = append(keys, k)
			continue
		}
		text, err := place.ReadFile(k, keysLimit)
		if err != nil {
			lacks = append(lacks, fmt.Sprintf("the public key cannot be read: %v", err))
			continue
		}
		for line := range strings.Lines(string(text)) {
			if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
				keys = append(keys, line)
			}
		}
	}
	if len(given) > 0 && len(keys) == 0 && len(lacks) == 0 {
		lacks = append(lacks, "the file of public keys holds none")
	}
	return keys, lacks
}

// plain is the text of an error of package audit without the package's name.
func plain(err error) string { return strings.TrimPrefix(err.Error(), "audit: ") }

// usageOf prints wrong usage of a verb.
func usageOf(verb, text string) error {
	fmt.Fprintf(os.Stderr, "guard: %s\nguard: hint: guard %s --help shows the usage\n", text, verb)
	return status(exitUsage)
}

func exitColor(e audit.Exit) string {
	switch e {
	case audit.Verified:
		return "32"
	case audit.Damaged, audit.CannotVerify:
		return "33"
	case audit.Tampered:
		return "31"
	}
	return ""
}

// printReport shows a report to a person: the outcome first, then what it rests
// on, with what is anchored and what is not apart.
func printReport(w io.Writer, r audit.Report, color bool) {
	summary := hookio.Visible(r.Summary())
	word := r.Exit.String()
	fmt.Fprintln(w, paint(color, exitColor(r.Exit), word)+strings.TrimPrefix(summary, word))
	row := func(name, format string, args ...any) {
		fmt.Fprintf(w, "  %-10s %s\n", name, hookio.Visible(fmt.Sprintf(format, args...)))
	}
	if r.Exit == audit.Tampered {
		if n := r.BadCount; n > 1 {
			row("bad", "%d places; the first is named above", n)
		}
		for _, m := range r.Missing {
			row("missing", "%s", m)
		}
	}
	if r.Records > 0 {
		row("log", "%s, sealed %s", r.Origin, r.Sealed)
		row("head", "%s", r.TreeHead())
		if r.Exit == audit.Verified || r.Exit == audit.Damaged {
			if r.AnchoredTo > 0 {
				row("anchored", "records 1..%d", r.AnchoredTo)
			}
			if r.AnchoredTo < r.Records {
				row("unanchored", "records %d..%d: whole, but nothing kept elsewhere speaks for them", r.AnchoredTo+1, r.Records)
			}
		}
	}
	for _, g := range r.Gaps {
		row("lost", "records %d..%d, said at %s", g.From, g.To, g.Place)
	}
	for _, f := range r.Fragments {
		row("fragment", "%d bytes at %s", f.Len, f.Place)
	}
	for _, s := range r.Warnings {
		row("warning", "%s", s)
	}
}

// progress prints how far a long run is, ten times a second at most.
func progress(w io.Writer) func(done, total int64) {
	began := time.Now()
	last := began
	return func(done, total int64) {
		if now := time.Now(); now.Sub(last) > 100*time.Millisecond && total > 0 {
			last = now
			fmt.Fprintf(w, "\r%3d %% of %d MiB, %d MiB/s\033[K", done*100/total, total>>20, int64(float64(done)/now.Sub(began).Seconds())>>20)
		}
	}
}

// github tells a workflow of GitHub the outcome: an annotation, a summary of the
// job and the outputs of the step.
func github(w io.Writer, r audit.Report, paths []string, getenv func(string) string) error {
	// What workflow commands, and a table in Markdown, need escaped.
	message := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	property := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
	cell := strings.NewReplacer("|", `\|`, "<", "&lt;", "\n", " ", "\r", " ")

	level, title := "notice", "guard: log verified"
	switch r.Exit {
	case audit.Verified:
	case audit.Damaged:
		level, title = "warning", "guard: log verified, with declared damage"
	case audit.Tampered:
		level, title = "error", "guard: log tampered with"
	default:
		level, title = "error", "guard: log cannot be verified"
	}
	annotate := func(level, file string, line int64, title, text string) {
		where := ""
		if file != "" {
			where = "file=" + property.Replace(file) + ","
			if line > 0 {
				where += "line=" + strconv.FormatInt(line, 10) + ","
			}
		}
		fmt.Fprintf(w, "::%s %stitle=%s::%s\n", level, where, property.Replace(title), message.Replace(hookio.Visible(text)))
	}
	file, line := "", int64(0)
	if p := r.FirstBad; p != nil && p.Segment != "" {
		file, line = segmentPath(paths, p.Segment), p.Line
	}
	annotate(level, file, line, title, r.Summary())
	for _, f := range r.Fragments {
		annotate("warning", segmentPath(paths, f.Segment), f.Line, "guard: torn write, declared", fmt.Sprintf("%d bytes: %s", f.Len, f.Why))
	}
	for _, g := range r.Gaps {
		annotate("warning", segmentPath(paths, g.Segment), g.Line, "guard: lost records, declared", fmt.Sprintf("records %d..%d: %s", g.From, g.To, g.Why))
	}
	for _, s := range r.Warnings {
		annotate("warning", "", 0, "guard verify", s)
	}

	var b strings.Builder
	fmt.Fprintf(&b, "### guard verify: %s\n\n%s\n\n| | |\n|---|---|\n", r.Exit, cell.Replace(hookio.Visible(r.Summary())))
	row := func(name, format string, args ...any) {
		fmt.Fprintf(&b, "| %s | %s |\n", name, cell.Replace(hookio.Visible(fmt.Sprintf(format, args...))))
	}
	if r.Records > 0 {
		row("log", "`%s`", r.Origin)
		row("records", "%d (seq %d..%d, %d bytes)", r.Records, r.SeqFirst, r.SeqLast, r.Bytes)
		row("head", "`%s`", r.TreeHead())
		switch {
		case r.AnchoredTo == r.Records:
			row("anchored", "all records")
		case r.AnchoredTo > 0:
			row("anchored", "records 1..%d", r.AnchoredTo)
			row("not anchored", "records %d..%d", r.AnchoredTo+1, r.Records)
		default:
			row("anchored", "no")
		}
		row("sealed", "%s", r.Sealed)
	}
	if r.FirstBad != nil {
		row("first bad", "%s", *r.FirstBad)
		if r.LastGood != nil {
			row("last good", "%s", *r.LastGood)
		}
	}
	for _, s := range r.Missing {
		row("missing", "%s", s)
	}
	for _, s := range r.Warnings {
		row("warning", "%s", s)
	}
	b.WriteString("\n")
	if err := appendTo(getenv("GITHUB_STEP_SUMMARY"), b.String()); err != nil {
		return err
	}
	return appendTo(getenv("GITHUB_OUTPUT"), fmt.Sprintf("result=%s\nexit=%d\norigin=%s\nrecords=%d\nhead=%s\nanchored-to=%d\n",
		r.Exit, r.Exit, card.OneLine(r.Origin, 200), r.Records, r.TreeHead(), r.AnchoredTo))
}

// segmentPath is the file of a segment as a workflow shows it: below its
// working folder.
func segmentPath(paths []string, name string) string {
	full := filepath.Join(append(slices.Clone(paths[:min(len(paths), 1)]), name)...)
	for _, p := range paths {
		if filepath.Base(p) == name {
			full = p
		}
	}
	if wd, err := os.Getwd(); err == nil {
		if rel, err := filepath.Rel(wd, full); err == nil && filepath.IsLocal(rel) {
			return rel
		}
	}
	return full
}

// appendTo appends to a file of the workflow; without a name there is none.
func appendTo(name, text string) error {
	if name == "" {
		return nil
	}
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	if _, err := f.WriteString(text); err != nil {
		_ = f.Close()
		return err
	}
	return f.Close()
}
