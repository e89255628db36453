package main

import (
	"bytes"
	"fmt"
	"go/parser"
	"go/token"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"guard/internal/place"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestMain(m *testing.M) {
	commands := map[string]func(){"guard": guardInTest}
	for how := range fakeClients {
		commands["client-that-"+how] = func() { fakeClient(how) }
	}
	testscript.Main(m, commands)
}

// TestHooks runs whole calls of the real binary: JSON in, JSON out, status,
// stderr, and what the log holds.
func TestHooks(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "../../fixtures/hooks",
		RequireExplicitExec: true,
		Setup: func(e *testscript.Env) error {
			home := filepath.Join(e.WorkDir, "home")
			e.Setenv("HOME", home)
			e.Setenv("PROJECT", filepath.Join(home, "project"))
			logs, err := filepath.Abs("../../fixtures/audit")
			if err != nil {
				return err
			}
			e.Setenv("LOGS", logs)
			e.Setenv("XDG_CONFIG_HOME", "")
			e.Setenv("XDG_STATE_HOME", "")
			e.Setenv("TMPDIR", filepath.Join(e.WorkDir, "scratch"))
			recorded, err := filepath.Abs("../../fixtures/replay")
			if err != nil {
				return err
			}
			e.Setenv("RECORDED", recorded)
			e.Setenv("TZ", "UTC")
			if err := os.MkdirAll(filepath.Join(e.WorkDir, "scratch"), 0o700); err != nil {
				return err
			}
			return os.MkdirAll(filepath.Join(home, "project", ".git"), 0o700)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"call":   callCmd,
			"filled": filledCmd,
			"ends":   endsCmd,
			"person": personCmd,
			"found":  foundCmd,
			"above":  aboveCmd,
			"expect": expectCmd,
			"keep":   keepCmd,
			"edit":   editCmd,
			"trust":  codexTrustCmd,
		},
	})
}

// callCmd makes the JSON of one hook call of a shell tool and keeps it for
// stdin: call FILE EVENT 'LINE' [name=value …], where name=value sets members
// of the input besides.
func callCmd(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: call FILE EVENT LINE [name=value…]")
	}
	members := [][2]string{{"session_id", "s1"}, {"cwd", ts.Getenv("PROJECT")}, {"permission_mode", "default"}}
	for _, a := range args[3:] {
		name, val, _ := strings.Cut(a, "=")
		if i := slices.IndexFunc(members, func(m [2]string) bool { return m[0] == name }); i >= 0 {
			members[i][1] = val
		} else {
			members = append(members, [2]string{name, val})
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, `{"hook_event_name":%q,"tool_name":"Bash","tool_use_id":"t-%s","tool_input":{"command":%s}`, args[1], args[0], quoteJSON(args[2]))
	for _, m := range members {
		fmt.Fprintf(&b, ",%q:%s", m[0], quoteJSON(m[1]))
	}
	b.WriteString("}")
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(b.String()), 0o600))
}

func quoteJSON(s string) string {
	var b bytes.Buffer
	_ = writeJSON(&b, s)
	return strings.TrimSpace(b.String())
}

// filledCmd makes a file of one byte repeated: filled FILE BYTE COUNT.
func filledCmd(ts *testscript.TestScript, neg bool, args []string) {
	var n int
	if _, err := fmt.Sscan(args[2], &n); err != nil || neg {
		ts.Fatalf("usage: filled FILE BYTE COUNT")
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), bytes.Repeat([]byte(args[1]), n), 0o600))
}

// endsCmd runs guard and checks the exact exit status, which exec does not:
// ends STATUS ARGS…, with standard input from the file stdin. What it printed is
// then in the files out and err.
func endsCmd(ts *testscript.TestScript, neg bool, args []string) {
	cmd := exec.Command("guard", args[1:]...)
	exe, err := exec.LookPath("guard")
	for _, dir := range filepath.SplitList(ts.Getenv("PATH")) {
		if p := filepath.Join(dir, "guard"); err != nil {
			if _, e := os.Stat(p); e == nil {
				exe, err = p, nil
			}
		}
	}
	ts.Check(err)
	cmd.Path = exe
	cmd.Dir = ts.MkAbs(".")
	for _, name := range []string{"HOME", "PATH", "TMPDIR", "CLAUDE_PROJECT_DIR", "CLAUDE_CODE_ENTRYPOINT", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "TZ", "TEST_PROC", "TEST_ROOT", "CLAUDECODE"} {
		if args[1] != "hook" && strings.HasPrefix(name, "CLAUDE_") {
			continue // what a client gives its hooks, a person's shell does not have
		}
		if v := ts.Getenv(name); v != "" {
			cmd.Env = append(cmd.Env, name+"="+v)
		}
	}
	cmd.Env = append(cmd.Env, strings.Fields(ts.Getenv("TEST_ENV"))...) // what a person's shell has besides
	if in, err := os.Open(ts.MkAbs("stdin")); err == nil {
		defer in.Close()
		cmd.Stdin = in
	}
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	_ = cmd.Run()
	ts.Check(os.WriteFile(ts.MkAbs("out"), stdout.Bytes(), 0o600))
	ts.Check(os.WriteFile(ts.MkAbs("err"), stderr.Bytes(), 0o600))
	if got := fmt.Sprint(cmd.ProcessState.ExitCode()); got != args[0] {
		ts.Fatalf("guard %v: exit status %s, want %s\nstdout: %s\nstderr: %s", args[1:], got, args[0], stdout.String(), stderr.String())
	}
}

// hooked runs one hook call in this process with faults that no script can
// make.
func hooked(t *testing.T, stdin io.Reader, stdout io.Writer) (status int, stderr string) {
	home := t.TempDir()
	var errs bytes.Buffer
	h := &hook{started: time.Now(), stdin: stdin, stdout: stdout, stderr: &errs, environ: func() []string { return nil },
		getenv: func(name string) string { return map[string]string{"HOME": home}[name] }}
	h.req.Client = "claude"
	return h.run(), errs.String()
}

type panics struct{}

func (panics) Read([]byte) (int, error) { panic("a fault inside") }

// TestPanicDenies: a panic anywhere on the way is a denial, in the form of the
// event where that is known, else in PreToolUse form.
func TestPanicDenies(t *testing.T) {
	var out bytes.Buffer
	status, _ := hooked(t, panics{}, &out)
	assert.Zero(t, status)
	assert.Contains(t, out.String(), `"permissionDecision":"deny"`)
	assert.Contains(t, out.String(), "internal error: a fault inside")
}

type closed struct{}

func (closed) Write([]byte) (int, error) { return 0, os.ErrClosed }

// TestClosedStdoutBlocks: a denial that cannot be said on stdout is said by
// status 2 and stderr.
func TestClosedStdoutBlocks(t *testing.T) {
	status, stderr := hooked(t, strings.NewReader("garbage"), closed{})
	assert.Equal(t, 2, status)
	assert.Contains(t, stderr, "not JSON")
}

// TestSlowStdinIsDenied: guard answers by its own deadline, which ends before
// the client's.
func TestSlowStdinIsDenied(t *testing.T) {
	if testing.Short() {
		t.Skip("it waits for guard's deadline of 5 s")
	}
	exe, err := os.Executable()
	require.NoError(t, err)
	dir := t.TempDir()
	require.NoError(t, os.Symlink(exe, filepath.Join(dir, "guard")))
	cmd := exec.Command(filepath.Join(dir, "guard"), "hook", "codex")
	cmd.Env = []string{"HOME=" + dir}
	stdin, err := cmd.StdinPipe() // stays open: the client never ends its input
	require.NoError(t, err)
	defer stdin.Close()
	out, err := cmd.Output()
	require.NoError(t, err)
	assert.Contains(t, string(out), `"permissionDecision":"deny"`)
	assert.Contains(t, string(out), "no answer within 5s")
}

// TestDeps keeps the hook small, and unable to run anything or to reach the
// network. deps.txt is committed: a new dependency is a diff with a reason.
func TestDeps(t *testing.T) {
	never := map[string]string{
		"os/exec":                "guard reads commands, it runs none",
		"net":                    "guard talks to one unix socket and needs no package net for that",
		"plugin":                 "guard is one static file",
		"mvdan.cc/sh/v3/expand":  "it imports os/exec",
		"mvdan.cc/sh/v3/interp":  "guard reads commands, it runs none",
		"guard/butler":           "the daemon is no part of the hook",
		"modernc.org/sqlite":     "guard keeps files, not a database",
		"crypto/x509":            "guard speaks to no server",
		"testing":                "tests are no part of the program",
		"github.com/stretchr":    "tests are no part of the program",
		"golang.org/x/tools":     "tests are no part of the program",
		"github.com/rogpeppe/go": "tests are no part of the program",
	}
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	require.NoError(t, err)
	deps := strings.Fields(string(out))
	for _, dep := range deps {
		for bad, why := range never {
			if dep == bad || bad != "net" && strings.HasPrefix(dep, bad+"/") {
				t.Errorf("guard links %s: %s", dep, why)
			}
		}
	}
	var outside []string
	for _, dep := range deps {
		if first, _, _ := strings.Cut(dep, "/"); strings.Contains(first, ".") || first == "guard" {
			outside = append(outside, dep)
		}
	}
	slices.Sort(outside)
	text := strings.Join(outside, "\n") + "\n"
	if os.Getenv("UPDATE") != "" {
		require.NoError(t, os.WriteFile("deps.txt", []byte(text), 0o644))
	}
	want, err := os.ReadFile("deps.txt")
	require.NoError(t, err)
	assert.Equal(t, string(want), text, "what cmd/guard links has changed. If that is meant, say why in the commit and run: UPDATE=1 go test ./cmd/guard -run TestDeps")
}

// TestNoMethodByName: where a program may look a method up by a name that is not
// known when it is linked, the linker keeps every exported method of every type.
func TestNoMethodByName(t *testing.T) {
	build := exec.Command("go", "build", "-ldflags=-dumpdep", "-o", filepath.Join(t.TempDir(), "guard"), ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	out, err := build.CombinedOutput()
	require.NoError(t, err)
	require.Contains(t, string(out), "main.main -> ", "the linker has said what it links, and why")
	assert.NotContains(t, string(out), "guard/classify.init\n", "the tables are laid out by the compiler; a variable that a call fills makes it build them at each start")
	var by []string
	for line := range strings.Lines(string(out)) {
		if from, _, ok := strings.Cut(line, " <ReflectMethod> -> "); ok {
			by = append(by, from)
		}
	}
	assert.Empty(t, slices.Compact(by), "these look methods up by name, which makes guard 0.6 MB larger")
}

// TestSize builds guard as it is released. The goal is 8 MB, which is not met (see
// docs/benchmarks.md); until it is, guard does not grow unseen. Lower the limit with
// every saving.
func TestSize(t *testing.T) {
	const limit = 8_250_000 // bytes, linux/amd64; 8.16 MB on 2026-11-30
	dir := t.TempDir()
	build := exec.Command("make", "-C", "../..", "build", "CMDS=guard", "OUT="+dir)
	build.Env = append(os.Environ(), "GOOS=linux", "GOARCH=amd64", "CGO_ENABLED=0")
	out, err := build.CombinedOutput()
	require.NoError(t, err, string(out))
	info, err := os.Stat(filepath.Join(dir, "guard"))
	require.NoError(t, err)
	assert.LessOrEqual(t, info.Size(), int64(limit), "guard has grown: go tool nm -size -sort size shows by what")
}

// TestImports holds the packages to the import rule: arrows go one way.
func TestImports(t *testing.T) {
	rules := []struct {
		pkg, why string
		may      []string // of this module
	}{
		{"guard/classify", "it is pure: the same line gets the same verdict anywhere", nil},
		{"guard/audit", "it stores strings, not our types, and other programs use it", []string{"guard/audit/redact"}},
		{"guard/audit/stats", "it counts what the log holds, and knows nothing else", []string{"guard/audit", "guard/audit/redact"}},
		{"guard/audit/redact", "every writer uses it, so it uses none of them", nil},
		{"guard/hookio", "it knows the clients' protocols, and nothing of verdicts", nil},
		{"guard/hookio/setup", "it knows the clients' settings, and nothing of verdicts", []string{"guard/hookio", "guard/internal/atomicfile"}},
		{"guard/hookio/transcript", "it knows the clients' transcripts, and nothing of verdicts", []string{"guard/hookio"}},
		{"guard/grants", "it keeps strings, and knows neither verdicts nor clients", nil},
		{"guard/coord", "it is the wire, which both ends import", nil},
		{"guard/coord/serve", "it listens, for whoever answers", []string{"guard/coord"}},
		{"guard/butler/db", "every room keeps its rows in it, so it knows none of them", nil},
		{"guard/butler/notify", "it tells of a name, and knows nothing of what waits", []string{"guard/butler/db"}},
		{"guard/butler/inbox", "who decides, on which wire and page, is told elsewhere", []string{"guard/audit", "guard/audit/redact", "guard/butler/db", "guard/grants"}},
		{"guard/classify/policyfile", "it reads text into the tables of classify", []string{"guard/classify"}},
		{"guard/internal/atomicfile", "it writes bytes, whatever they say", nil},
		{"guard/internal/cli", "it finds a verb and fills it in, whatever the verb does", nil},
		{"guard/internal/complete", "it prints what the verbs' tags say", []string{"guard/internal/cli"}},
		{"guard/internal/person", "it looks at processes and a terminal, and knows nothing of calls", []string{"guard/grants"}},
		{"guard/internal/scripted", "it speaks to clients as a model, and knows nothing of guard", nil},
		{"guard/internal/place", "guard and butler share it; it judges nothing", []string{"guard/audit", "guard/audit/redact", "guard/classify", "guard/classify/policyfile", "guard/grants", "guard/internal/atomicfile"}},
	}
	for _, r := range rules {
		out, err := exec.Command("go", "list", "-deps", r.pkg).Output()
		require.NoError(t, err, r.pkg)
		for dep := range strings.FieldsSeq(string(out)) {
			if dep == "guard" || !strings.HasPrefix(dep, "guard/") || dep == r.pkg || slices.Contains(r.may, dep) {
				continue
			}
			t.Errorf("%s imports %s: %s", r.pkg, dep, r.why)
		}
	}
	out, err := exec.Command("go", "list", "-deps", "guard/classify").Output()
	require.NoError(t, err)
	for _, bad := range []string{"os", "time", "net", "os/exec", "syscall"} {
		if slices.Contains(strings.Fields(string(out)), bad) && !slices.Contains([]string{"os", "time", "syscall"}, bad) {
			t.Errorf("guard/classify links %s: it is pure", bad)
		}
	}
	files, err := filepath.Glob("../../classify/*.go")
	require.NoError(t, err)
	atStart := regexp.MustCompile(`(?m)^(var|	)\w+ *= *regexp\.`)
	for _, name := range files {
		if text, err := os.ReadFile(name); err == nil && !strings.HasSuffix(name, "_test.go") && atStart.Match(text) {
			t.Errorf("%s compiles a regular expression when the hook starts", name)
		}
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		require.NoError(t, err)
		for _, imp := range f.Imports {
			switch p := strings.Trim(imp.Path.Value, `"`); p {
			case "os", "time", "net", "io/fs", "os/exec", "syscall":
				t.Errorf("%s imports %s: what classify may know of the machine comes through its Scene, and start-up is paid at every call", name, p)
			}
		}
	}
}

// TestPackageDocs: every package says what it is for, its promise, its limit.
func TestPackageDocs(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", "{{.Dir}} {{.ImportPath}} {{len .GoFiles}}", "guard/...").Output()
	require.NoError(t, err)
	for line := range strings.Lines(string(out)) {
		fs := strings.Fields(line)
		if fs[2] == "0" {
			continue // tests alone
		}
		files, err := filepath.Glob(filepath.Join(fs[0], "*.go"))
		require.NoError(t, err)
		var text string
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments|parser.PackageClauseOnly)
			require.NoError(t, err)
			text += f.Doc.Text()
		}
		assert.Contains(t, text, "Promise", "%s: its package comment must give its promise", fs[1])
		assert.Contains(t, text, "Limit", "%s: its package comment must give its limit", fs[1])
	}
}

// TestReadmeShowsThePolicy holds the README to what guard policy prints.
func TestReadmeShowsThePolicy(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	var b bytes.Buffer
	pol, err := place.Load(place.Places{Home: t.TempDir()}, "")
	require.NoError(t, err)
	printPolicy(&b, pol)
	assert.Contains(t, string(readme), b.String(), "README.md must show the tables as guard policy prints them")
}

// TestHostileLines: what is made to be slow ends at ask or deny, and ends.
func TestHostileLines(t *testing.T) {
	for name, line := range hostileLines() {
		var out bytes.Buffer
		status, _ := hooked(t, bytes.NewReader(hookInput(t.TempDir(), line)), &out)
		assert.Zero(t, status, name)
		assert.Regexp(t, `"permissionDecision":"(ask|deny)"`, out.String(), name)
	}
}
