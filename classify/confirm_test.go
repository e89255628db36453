//go:build confirm

package classify

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestConfirm holds the tables to the programs of this machine: every long flag
// of a row must stand in the program's own --help or manual, and take a value
// where the row says so. What is not installed is not checked. Disagreements
// that are meant, such as the flags of another system's program, stand with
// their reason in fixtures/confirm.txt; any other fails.
//
// It starts each program with --help (make confirm), so it is no part of the
// unit tests.
func TestConfirm(t *testing.T) {
	known := knownDisagreements(t)
	c := &confirmer{dir: t.TempDir(), pages: map[string]*page{}, flags: map[string]mentions{}}
	var mu sync.Mutex
	var wg sync.WaitGroup
	var checked, flags int
	var silent, found []string
	free := make(chan struct{}, 2*runtime.NumCPU())
	elsewhere := func(who, d string) bool { // a list of flags that several subcommands share
		name, what, _ := strings.Cut(d, ": ")
		prog, _, sub := strings.Cut(who, " ")
		return sub && what == noSuch && c.named(prog)[name] != nil
	}
	report := func(who string, told bool, n int, bad []string) {
		mu.Lock()
		defer mu.Unlock()
		if !told {
			silent = append(silent, who)
			return
		}
		checked++
		flags += n
		for _, d := range bad {
			found = append(found, who+" "+d)
		}
	}
	for _, f := range tables {
		for i := range f.rows {
			if names := installed(&f.rows[i]); len(names) > 0 {
				wg.Go(func() {
					free <- struct{}{}
					c.command(f.name, &f.rows[i], nil, names, nil, report)
					<-free
				})
			}
		}
	}
	wg.Wait()
	found = slices.DeleteFunc(found, func(key string) bool {
		i := strings.LastIndex(key, " -")
		return elsewhere(key[:i], key[i+1:])
	})
	slices.Sort(found)
	seen := map[string]bool{}
	for _, key := range found {
		seen[key] = true
		if known[key] == "" {
			t.Error(key)
		}
	}
	slices.Sort(silent)
	t.Logf("%d long flags of %d commands were compared with the programs of this machine (%s)", flags, checked, runtime.GOOS)
	t.Logf("not compared, since they say nothing of their flags: %s", strings.Join(silent, ", "))
	require.Greater(t, checked, 20, "this machine has hardly a program to compare with")
	for key := range known {
		if !seen[key] {
			t.Logf("not met here: %s (%s)", key, known[key])
		}
	}
}

// knownDisagreements reads fixtures/confirm.txt: COMMAND: DISAGREEMENT: FLAGS,
// in blocks with the reason above.
func knownDisagreements(t *testing.T) map[string]string {
	f, err := os.Open("../fixtures/confirm.txt")
	require.NoError(t, err)
	defer f.Close()
	out := map[string]string{}
	reason := ""
	for s := bufio.NewScanner(f); s.Scan(); {
		line := strings.TrimSpace(s.Text())
		switch {
		case line == "":
			reason = ""
		case strings.HasPrefix(line, "#"):
			reason = line
		default:
			require.NotEmpty(t, reason, "%s: give a reason in a line above it", line)
			who, rest, _ := strings.Cut(line, ": ")
			what, flags, ok := strings.Cut(rest, ": ")
			require.True(t, ok, "%s: want COMMAND: DISAGREEMENT: FLAGS", line)
			for flag := range strings.FieldsSeq(flags) {
				out[who+" "+flag+": "+what] = reason
			}
		}
	}
	return out
}

// confirmer asks programs about their flags.
type confirmer struct {
	dir   string // where they run, and their home
	mu    sync.Mutex
	pages map[string]*page
	flags map[string]mentions // see named
}

type page struct {
	once sync.Once
	text string
}

// onlyManual are programs that are never started, not even with --help: some of
// them act on any word.
var onlyManual = []string{"system", "agent", "migrate"}

// alsoManual are those of other families.
var alsoManual = strings.Fields("cpan ed wish tclsh jconsole jshell su script pg_dropcluster bq gcloud gsutil strace valgrind")

// subHelp is how programs are asked about a subcommand; of others only the
// manual is read. %s is the path of the subcommand.
var subHelp = map[string]string{
	"git": "%s -h", "go": "help %s", "gio": "help %s", "terraform": "%s -help", "openssl": "%s -help", "aws": "%s help",
	"docker": "%s --help", "kubectl": "%s --help", "npm": "%s --help", "cargo": "%s --help", "rustup": "%s --help", "corepack": "%s --help",
	"pip": "%s --help", "pip3": "%s --help", "pyenv": "help %s",
}

// named are the flags that anything names that prog was seen to say.
func (c *confirmer) named(prog string) mentions {
	if c.flags[prog] == nil {
		m := mentions{}
		for key, p := range c.pages {
			key = strings.TrimPrefix(key, "man ")
			if rest, ok := strings.CutPrefix(key, prog); ok && (rest == "" || rest[0] == ' ' || rest[0] == '-') {
				m.read(p.text)
			}
		}
		c.flags[prog] = m
	}
	return c.flags[prog]
}

// installed are the names of a row's programs that this machine has.
func installed(row *Command) []string {
	var out []string
	for name := range strings.FieldsSeq(row.Name) {
		if p, err := exec.LookPath(name); err == nil && filepath.IsAbs(p) && !strings.Contains(name, "pip3.") && !strings.Contains(name, "pip2") {
			out = append(out, name)
		}
	}
	return out
}

// once is c.pages[key], made by ask the first time.
func (c *confirmer) once(key string, ask func() string) string {
	c.mu.Lock()
	p := c.pages[key]
	if p == nil {
		p = &page{}
		c.pages[key] = p
	}
	c.mu.Unlock()
	p.once.Do(func() {
		text := ask()
		if strings.Contains(text, "-[no-]") {
			text = strings.ReplaceAll(text, "-[no-]", "-") + strings.ReplaceAll(text, "-[no-]", "-no-")
		}
		p.text = text
	})
	return p.text
}

// help is what a program, asked, says of itself or of one subcommand.
func (c *confirmer) help(family, name string, path []string) string {
	if slices.Contains(onlyManual, family) || slices.Contains(alsoManual, name) {
		return ""
	}
	return c.once(strings.Join(append([]string{name}, path...), " "), func() string {
		switch way := subHelp[name]; {
		case len(path) > 0 && way == "":
			return ""
		case len(path) > 0:
			return c.run(name, strings.Fields(fmt.Sprintf(way, strings.Join(path, " ")))...)
		case name == "curl":
			return c.run(name, "--help", "all")
		case name == "gcc" || name == "g++" || name == "cc" || name == "c++":
			return c.run(name, "-v", "--help")
		case name == "go":
			return ""
		case name == "kubectl":
			return c.run(name, "--help") + c.run(name, "options")
		}
		return c.run(name, "--help")
	})
}

// manual is the page of a program or of a subcommand, and what it leaves to
// others.
func (c *confirmer) manual(name string, path []string) string {
	page := strings.Join(append([]string{name}, path...), "-")
	return c.once("man "+page, func() string {
		text := c.run("man", page)
		switch {
		case name == "npm":
			text += c.once("man config", func() string { return c.run("man", "7", "config") })
		case name == "go":
			text += c.once("go help build", func() string { return c.run("go", "help", "build") + c.run("go", "help", "testflag") })
		}
		return text
	})
}

// run starts a program that shall only show its help.
func (c *confirmer) run(name string, args ...string) string {
	ctx, stop := context.WithTimeout(context.Background(), 20*time.Second)
	defer stop()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = c.dir
	home, _ := os.UserHomeDir()
	cmd.Env = []string{"HOME=" + c.dir, "PATH=" + os.Getenv("PATH"), "LC_ALL=C.UTF-8", "TERM=dumb", "NO_COLOR=1", "COLUMNS=300", "PAGER=cat", "MANPAGER=cat", "GIT_PAGER=cat", "AWS_PAGER=", "MANWIDTH=300", "MANOPT=--nh --nj",
		"CARGO_HOME=" + filepath.Join(home, ".cargo"), "RUSTUP_HOME=" + filepath.Join(home, ".rustup"), "PYENV_ROOT=" + filepath.Join(home, ".pyenv"), "DOCKER_HOST=unix:///nowhere"}
	cmd.WaitDelay = time.Second
	out, _ := cmd.CombinedOutput() // the status of --help says nothing
	text := overstruck.ReplaceAllString(string(out), "")
	return strings.NewReplacer("\u2010", "-", "\u2212", "-", "\u2011", "-", "\t", "        ").Replace(text) + "\n"
}

var overstruck = regexp.MustCompile("(?:.\x08)|(?:\x1b\\[[0-9;]*m)")

// command checks one command and those below it.
func (c *confirmer) command(family string, cmd, up *Command, names, path []string, report func(who string, told bool, n int, found []string)) {
	if cmd.compile(up) != nil {
		return
	}
	var long, found []string
	rows := map[string]*flagDef{}
	for i := range cmd.Flags {
		for sp := range strings.FieldsSeq(cmd.Flags[i].Spell) {
			name, def := spelling(&cmd.Flags[i], sp)
			if len(name) >= 3 && name[0] == '-' && (name[1] == '-' || cmd.Dash1) && !strings.ContainsAny(name, "*#") {
				long = append(long, name)
				rows[name] = def
			}
		}
	}
	if len(long) > 0 {
		// What costs most is asked last, and only about what is still open: a
		// flag of all subcommands may be explained at one of them alone.
		said := mentions{}
		for _, more := range []func() string{
			func() string { return c.all(names, func(n string) string { return c.help(family, n, path) }) },
			func() string { return c.all(names, func(n string) string { return c.manual(n, path) }) },
			func() string { return c.alike(family, cmd, names, path) },
			func() string { return c.below(family, cmd, names, path) },
		} {
			said.read(more())
			if !slices.ContainsFunc(long, func(name string) bool { return said.against(rows[name], name) != "" }) {
				break
			}
		}
		for _, name := range long {
			if d := said.against(rows[name], name); d != "" {
				found = append(found, name+": "+d)
			}
		}
		report(strings.Join(append([]string{names[0]}, path...), " "), len(said) > 0, len(long), found)
	}
	for i := range cmd.Subs {
		c.command(family, &cmd.Subs[i], cmd, names, append(slices.Clone(path), cmd.Subs[i].firstName()), report)
	}
}

func (c *confirmer) all(names []string, text func(string) string) string {
	var b strings.Builder
	for _, n := range names {
		b.WriteString(text(n))
	}
	return b.String()
}

// alike is what is said of the other subcommands that share a row.
func (c *confirmer) alike(family string, cmd *Command, names, path []string) string {
	var b strings.Builder
	if len(path) == 0 {
		return ""
	}
	for other := range strings.FieldsSeq(cmd.Name) {
		at := append(slices.Clone(path[:len(path)-1]), other)
		b.WriteString(c.all(names, func(n string) string { return c.help(family, n, at) }))
	}
	return b.String()
}

// below is what is said of the subcommands: some explain a flag of all of them.
func (c *confirmer) below(family string, cmd *Command, names, path []string) string {
	var b strings.Builder
	for i := range cmd.Subs {
		sub := append(slices.Clone(path), cmd.Subs[i].firstName())
		b.WriteString(c.all(names, func(n string) string { return c.help(family, n, sub) }))
	}
	return b.String()
}

// mentions is what a text tells of each flag that it names.
type mentions map[string]map[string]bool

var flagWord = regexp.MustCompile("(?m)(?:^|[\\s,|\\[({/'\"`])(--?[A-Za-z0-9][\\w.-]*)")

func (m mentions) read(text string) {
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		for _, at := range flagWord.FindAllStringSubmatchIndex(line, -1) {
			name := strings.TrimRight(line[at[2]:at[3]], ".")
			if m[name] == nil {
				m[name] = map[string]bool{}
			}
			m[name][mention(line[:at[2]], line[at[2]+len(name):])] = true
		}
	}
}

const noSuch = "no such flag"

// against is what m says against a row. Mentions disagree among themselves
// (usage lines, examples); one that bears the row out is enough.
func (m mentions) against(def *flagDef, name string) string {
	says := m[name]
	told := says["none"] || says["value"] || says["optional"]
	switch {
	case says == nil:
		return noSuch
	case !told:
		return ""
	case len(def.values) == 0 && !says["none"] && !says["optional"]:
		return "takes a value"
	case len(def.values) > 0 && !def.optional && !says["value"]:
		if says["optional"] {
			return "takes a value only where it is attached"
		}
		return "takes no value"
	case def.optional && !says["optional"] && !says["none"]:
		return "takes a value that need not be attached"
	}
	return ""
}

var (
	attached  = regexp.MustCompile(`^ ?=\s?\S`)
	boolean   = regexp.MustCompile(`^=(?:true|false)\b`)
	asWord    = regexp.MustCompile(`^ (?:<|\{|"|[A-Z][A-Z0-9_:/|.-]+(?:\W|$))`)
	barePlace = regexp.MustCompile(`^ [\w/:|.=-]+(?:\s*$|\s\s|,)`)
	ended     = regexp.MustCompile(`^(?:\s*$|\s\s|\]|\)|\s*\|)`)
	defining  = regexp.MustCompile(`^\s*(?:-|\[|usage|Usage)`)
)

// mention says what one place tells of a flag: value, optional, none, or ""
// where it cannot be told.
func mention(before, after string) string {
	switch {
	case strings.HasPrefix(after, "[=") || strings.HasPrefix(after, " [="):
		return "optional"
	case boolean.MatchString(after):
		return "none"
	case attached.MatchString(after), asWord.MatchString(after):
		return "value"
	case !defining.MatchString(before + "-"):
		return ""
	case barePlace.MatchString(after) && !strings.HasPrefix(after, "  "):
		return "value"
	case ended.MatchString(after):
		return "none"
	}
	return ""
}
