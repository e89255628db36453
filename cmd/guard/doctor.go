package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"guard/audit"
	"guard/classify"
	"guard/coord"
	"guard/hookio"
	"guard/hookio/setup"
	"guard/internal/place"
)

// systemRoot stands before the paths of an administrator's settings; tests have
// their own.
var systemRoot = ""

type doctorCmd struct {
	Client []string `arg:"" optional:"" enum:"claude,codex" help:"Look at these clients only: claude, codex."`
	JSON   bool     `name:"json" help:"Print everything as one JSON object."`
	Fix    bool     `help:"First mend what is safe to mend: guard's entries in the settings, modes of its folders."`
	Canary bool     `default:"true" negatable:"" help:"Start the registered guard as the client does, with calls that it must deny, ask about and let pass."`
	Live   bool     `help:"Also run the client itself, in a scratch home, against a model that plays a script on this machine."`
	All    bool     `short:"a" help:"Show what is well, too."`
}

func (c *doctorCmd) Help() string {
	return `Tells whether guard protects this machine's clients, in the folder where it is run: the
settings of the client in all their places, what switches hooks off, Codex's trust, the
policy, the log, the grants, and whether the registered command answers as it should.
For each thing that is wrong it says what, why it matters, and what mends it.

With --live it also runs the client: in a home of its own under the cache folder, with the
registered guard and your policy, against a model that plays a script on a loopback port. No
account is used and nothing leaves the machine; it takes some seconds.

The exit status is 0 where every client that is found is protected, else 1.

Examples:
  guard doctor
  guard doctor claude --json | jq .findings
  guard doctor --fix
  guard doctor --live                  does the client do what guard answers?`
}

func (c *doctorCmd) Run() error {
	d, err := newDoctor(c.Client)
	if err != nil {
		return err
	}
	if c.Fix {
		d.fix()
	}
	d.program()
	d.folders()
	d.policy()
	d.log()
	d.grants()
	d.butler()
	d.clients(c.Canary)
	if c.Live {
		for _, r := range d.reports {
			d.live(r)
		}
	}
	d.silence()
	sort.SliceStable(d.list, func(i, j int) bool { return d.list[i].Level < d.list[j].Level })
	if c.JSON {
		if err := writeJSON(os.Stdout, d.report()); err != nil {
			return err
		}
	} else {
		d.print(os.Stdout, c.All, colored(os.Stdout))
	}
	if !d.protected() {
		return status(exitFailed)
	}
	return nil
}

// doctor is one examination.
type doctor struct {
	at      place.Places
	env     setup.Env
	dir     string // where it is run
	project string
	exe     string
	chosen  []hookio.Client // nil: all that are found
	pol     place.Policy
	polErr  error
	fixed   []string
	reports []setup.Report
	list    []setup.Finding
}

func newDoctor(names []string) (*doctor, error) {
	at, err := place.Find(os.Getenv)
	if err != nil {
		return nil, err
	}
	d := &doctor{at: at}
	if d.env, err = setup.System(); err != nil {
		return nil, err
	}
	d.env.Root = systemRoot
	if d.exe, err = os.Executable(); err != nil {
		return nil, err
	}
	if d.dir, err = os.Getwd(); err != nil {
		return nil, fmt.Errorf("the working folder cannot be told: %w", err)
	}
	d.project = place.ProjectRoot(d.dir, at.Home)
	for _, n := range names {
		cl, err := hookio.ParseClient(n)
		if err != nil {
			return nil, err
		}
		d.chosen = append(d.chosen, cl)
	}
	d.pol, d.polErr = place.Load(at, d.project)
	return d, nil
}

func (d *doctor) add(l setup.Level, check, what, why, mend string) {
	d.list = append(d.list, setup.Finding{Level: l, Check: check, What: what, Why: why, Mend: mend})
}

func (d *doctor) addFor(cl hookio.Client, l setup.Level, check, what, why, mend string) {
	d.list = append(d.list, setup.Finding{Level: l, Check: check, Client: cl, What: what, Why: why, Mend: mend})
}

func (d *doctor) fine(check, format string, args ...any) {
	d.add(setup.Fine, check, fmt.Sprintf(format, args...), "", "")
}

// program looks at the guard that is asked.
func (d *doctor) program() {
	d.fine("program", "guard %s, %s", version(), d.exe)
	if why := setup.Reachable(d.exe); why != "" {
		d.add(setup.Warn, "permissions", why, "whoever can write the program decides about every call", "chmod go-w "+d.exe)
	}
}

// folders are guard's own, with the most that others may do to each: write
// nothing, or nothing at all.
func folders(p place.Places) []struct {
	path string
	bits fs.FileMode
} {
	type f = struct {
		path string
		bits fs.FileMode
	}
	state := filepath.Join(p.State, "guard")
	return []f{
		{state, 0o022},
		{p.LogDir(), 0o022},
		{filepath.Dir(p.KeyFile()), 0o077},
		{p.KeyFile(), 0o077},
		{filepath.Join(state, "grants.json"), 0o077},
		{filepath.Join(state, "grants.lock"), 0o077},
		{p.TrustFile(), 0o022},
		{filepath.Dir(p.PolicyFile()), 0o022},
		{p.PolicyFile(), 0o022},
	}
}

// openBits are the bits of a mode by which others can do what they must not.
func openBits(info fs.FileInfo, bits fs.FileMode) fs.FileMode {
	if !modesCount {
		return 0
	}
	if bits == 0o022 {
		return setup.OthersWrite(info)
	}
	return info.Mode().Perm() & bits
}

func (d *doctor) folders() {
	well := true
	for _, f := range folders(d.at) {
		info, err := os.Stat(f.path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		switch {
		case err != nil:
			d.add(setup.Warn, "permissions", err.Error(), "guard may not reach what it keeps there", "ls -ld "+f.path)
		case openBits(info, f.bits) != 0:
			d.add(setup.Warn, "permissions", fmt.Sprintf("%s has mode %04o", f.path, info.Mode().Perm()), "others than you can read or change what guard relies on", "guard doctor --fix")
		case !mine(info):
			d.add(setup.Warn, "permissions", f.path+" belongs to another user", "its owner can change what guard relies on", "sudo chown $USER "+f.path)
		default:
			continue
		}
		well = false
	}
	if well {
		d.fine("permissions", "nobody else can write guard's folders (%s, %s)", filepath.Join(d.at.State, "guard"), filepath.Dir(d.at.PolicyFile()))
	}
}

func (d *doctor) policy() {
	if d.polErr != nil {
		d.add(setup.Fail, "policy", d.polErr.Error(), "guard judges nothing by a policy that it cannot read: every call is denied", "edit the file, then guard policy")
		return
	}
	p := d.pol
	from := "the built-in one; no file changes it"
	if len(p.Files) > 0 {
		from = "from " + strings.Join(p.Files, ", ")
	}
	d.fine("policy", "policy: %s; posture %s, unattended %s", from, p.Posture, p.For(true))
	if p.Own != "" {
		d.add(setup.Note, "policy", p.Own+" is not trusted", "it comes with the project, and can only make guard stricter until you trust it as it is", "read it, then guard trust")
	}
	where := d.at.PolicyFile()
	if len(p.Files) > 0 {
		where = strings.Join(p.Files, " or ")
	}
	switch {
	case p.Posture == classify.PostureObserve:
		d.add(setup.Fail, "policy", "the posture is observe", "guard watches and logs, and stops nothing", `set posture = "guard" in `+where)
	case p.For(true) == classify.PostureObserve:
		d.add(setup.Warn, "policy", "the posture of unattended sessions is observe", "guard stops nothing there", "edit [unattended] in "+where)
	}
	if p.OnUnwritable == "allow" {
		d.add(setup.Warn, "policy", `on_unwritable = "allow"`, "calls go on while they cannot be logged", "edit [audit] in "+where)
	}
	if p.AutoAllow == "always" {
		d.add(setup.Note, "policy", `auto_allow = "always"`, "the client's own question is skipped for whatever guard allows", "edit auto_allow in "+where)
	}
}

// lowSpace is the free space from which on the log is in danger, in bytes.
const lowSpace = 64 << 20

func (d *doctor) log() {
	dir := d.at.LogDir()
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		d.add(setup.Note, "log", "there is no log yet in "+dir, "the first call of a client begins it", "")
		dir = firstThere(dir)
	} else {
		r := audit.Verify([]string{dir}, audit.VerifyOptions{AllowEmpty: true})
		switch r.Exit {
		case audit.Verified:
			d.fine("log", "log: %s (%s)", r.Summary(), dir)
		case audit.Damaged:
			d.add(setup.Warn, "log", r.Summary(), "something was lost, and the log says what", "guard verify")
		default:
			d.add(setup.Fail, "log", r.Summary(), "what the log says cannot be relied on", "guard verify says where; keep a copy of "+dir)
		}
		for _, w := range r.Warnings {
			d.add(setup.Warn, "log", w, "it concerns the log in "+dir, "guard verify")
		}
	}
	if free, ok := freeSpace(dir); ok && free < lowSpace {
		d.add(setup.Warn, "disk", fmt.Sprintf("%d MiB are free where the log is (%s)", free>>20, dir), "what cannot be logged is denied, as the policy says", "free space there")
	} else if ok {
		d.fine("disk", "%d MiB are free where the log is", free>>20)
	}
}

// firstThere is the nearest folder at or above dir that exists.
func firstThere(dir string) string {
	for {
		if _, err := os.Stat(dir); err == nil || filepath.Dir(dir) == dir {
			return dir
		}
		dir = filepath.Dir(dir)
	}
}

func (d *doctor) grants() {
	l, err := d.at.Grants().List()
	switch {
	case err != nil:
		d.add(setup.Warn, "grants", strings.TrimPrefix(err.Error(), "grants: "), "no grant is in force, and none can be given", "guard grants; set the file aside, then grant again what is still wanted")
	case l.Behind:
		d.add(setup.Warn, "grants", "the clock was set back", "no grant is in force until it has caught up", "set the clock")
	default:
		n := 0
		for _, g := range l.Grants {
			if g.Ended(l.Now) == "" {
				n++
			}
		}
		d.fine("grants", "grants in force: %d; calls that wait: %d", n, len(l.Pending))
	}
}

// butler looks whether the coordinator can be reached. guard needs none, so that
// nothing here says that a client is not protected.
func (d *doctor) butler() {
	p, err := coord.Find(os.Getenv)
	if err != nil {
		return // the places were found, so that this is Windows: there is no butler
	}
	p = p.Reach()
	err = coord.CheckSocket(p.Guard())
	var s coord.Server
	if err == nil {
		s, err = coord.Client{Places: p, Timing: wireTiming}.Ping(context.Background())
	}
	_, installed := os.Lstat(p.Key())
	switch {
	case err == nil:
		watched := "nobody watches its inbox"
		if s.Watching {
			watched = "somebody watches its inbox"
		}
		d.fine("butler", "butler %s answers at %s (process %d); calls that wait: %d; %s", s.Version, p.Guard(), s.PID, s.Waiting, watched)
	case !errors.Is(err, coord.ErrAbsent):
		d.add(setup.Warn, "butler", "butler is not asked: "+spoken(err), "calls that need a person are kept in guard's own list (guard grants), and nobody is told of them", "butler doctor")
	case installed == nil:
		d.add(setup.Note, "butler", "butler is not running", "calls that need a person are kept in guard's own list (guard grants), and nobody is told of them", "butler serve, or butler install-service")
	default:
		d.fine("butler", "there is no butler, and guard needs none: calls that wait are in guard's own list")
	}
}

// clients examines each client, by its settings and by the canary.
func (d *doctor) clients(canary bool) {
	var found []setup.Found
	for _, f := range setup.Detect(d.env) {
		if d.chosen == nil || slices.Contains(d.chosen, f.Client) {
			found = append(found, f)
		}
	}
	for _, cl := range d.chosen {
		if !slices.ContainsFunc(found, func(f setup.Found) bool { return f.Client == cl }) {
			d.addFor(cl, setup.Fail, "registered", string(cl)+" was not found: it has neither a folder in this home nor a program on PATH", "nothing can be said of it", "")
		}
	}
	if len(found) == 0 {
		if d.chosen == nil {
			d.add(setup.Fail, "registered", "no client was found: neither Claude Code nor Codex has a folder in this home or a program on PATH", "guard is asked by nobody", "install a client, then guard install")
		}
		return
	}
	for _, f := range found {
		r := setup.Check(f, d.env, d.question())
		d.list = append(d.list, r.Findings...)
		if canary && len(r.Hooks) > 0 {
			d.canary(r)
		}
		d.reports = append(d.reports, r)
	}
}

func (d *doctor) question() setup.Question {
	dirs := []string{d.dir}
	if root := place.GitRoot(d.dir); root != d.dir {
		dirs = append(dirs, root)
	}
	return setup.Question{Dirs: dirs, Guard: d.exe, Deadline: deadline, Hold: d.pol.Hold}
}

// protected reports whether nothing failed.
func (d *doctor) protected() bool {
	return !slices.ContainsFunc(d.list, func(f setup.Finding) bool { return f.Level == setup.Fail })
}

// clientProtected reports whether nothing failed that concerns this client.
func (d *doctor) clientProtected(cl hookio.Client) bool {
	return !slices.ContainsFunc(d.list, func(f setup.Finding) bool {
		return f.Level == setup.Fail && (f.Client == cl || f.Client == "")
	})
}

// report is what --json prints; its members are stable.
func (d *doctor) report() map[string]any {
	type client struct {
		Client     hookio.Client `json:"client"`
		Title      string        `json:"title"`
		Version    string        `json:"version"`
		Measured   []string      `json:"measured"`
		Program    string        `json:"program"`
		Registered bool          `json:"registered"`
		Protected  bool          `json:"protected"`
	}
	clients := []client{}
	for _, r := range d.reports {
		clients = append(clients, client{r.Client, r.Title, r.Version, setup.Measured(r.Client), r.Binary, r.Registered, r.Gated && d.clientProtected(r.Client)})
	}
	return map[string]any{
		"protected": d.protected(), "version": version(), "program": d.exe, "dir": d.dir, "project": d.project,
		"policy": map[string]any{"files": append([]string{}, d.pol.Files...), "digest": d.pol.Digest},
		"log":    d.at.LogDir(), "clients": clients, "fixed": append([]string{}, d.fixed...), "findings": append([]setup.Finding{}, d.list...),
	}
}

func levelColor(l setup.Level) string {
	switch l {
	case setup.Fail:
		return "31"
	case setup.Warn:
		return "33"
	case setup.Note:
		return "36"
	}
	return "32"
}

// print shows the findings for a person, the worst first.
func (d *doctor) print(w io.Writer, all, color bool) {
	for _, f := range d.fixed {
		fmt.Fprintf(w, "%s  %s\n", paint(color, "32", "mended"), hookio.Visible(f))
	}
	for _, f := range d.list {
		if f.Level == setup.Fine && !all && !d.protected() {
			continue // what is wrong should not be lost among what is well
		}
		fmt.Fprintf(w, "%s  %s\n", paint(color, levelColor(f.Level), fmt.Sprintf("%-6s", f.Level)), hookio.Visible(f.What))
		if f.Why != "" {
			fmt.Fprintf(w, "        why: %s\n", hookio.Visible(f.Why))
		}
		if f.Mend != "" {
			fmt.Fprintf(w, "        mend: %s\n", hookio.Visible(f.Mend))
		}
	}
	var good, bad []string
	for _, r := range d.reports {
		if r.Gated && d.clientProtected(r.Client) {
			good = append(good, r.Title)
		} else {
			bad = append(bad, r.Title)
		}
	}
	fmt.Fprintln(w)
	if len(good) > 0 && d.protected() {
		fmt.Fprintln(w, paint(color, "32", "PROTECTED: "+strings.Join(good, ", ")))
		return
	}
	if len(bad) == 0 {
		fmt.Fprintln(w, paint(color, "31", "NOT PROTECTED"))
		return
	}
	text := "NOT PROTECTED: " + strings.Join(bad, ", ")
	if len(good) > 0 {
		text += "; protected: " + strings.Join(good, ", ")
	}
	fmt.Fprintln(w, paint(color, "31", text))
}
