package main

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"guard/butler/daemon"
	"guard/coord"
	"guard/internal/person"
	"guard/internal/person/persontest"
)

var guardDir string // holds the real guard

func TestMain(m *testing.M) {
	// testscript runs this binary again under other names; guard is built once.
	as := map[string]func(){"butler": butlerInTest, "listener": listenerInTest}
	if as[filepath.Base(os.Args[0])] == nil {
		var err error
		if guardDir, err = os.MkdirTemp("", "guard"); err != nil {
			panic(err)
		}
		build := exec.Command("go", "build", "-tags", "patient", "-o", filepath.Join(guardDir, "guard"), "guard/cmd/guard")
		if out, err := build.CombinedOutput(); err != nil {
			fmt.Printf("guard cannot be built: %v\n%s", err, out)
			os.Exit(1)
		}
	}
	testscript.Main(cleaning{m}, as)
}

// cleaning removes what TestMain made.
type cleaning struct{ m *testing.M }

func (c cleaning) Run() int {
	defer os.RemoveAll(guardDir)
	return c.m.Run()
}

// butlerInTest is butler below processes of the test's making: the test may
// itself be run by a client.
func butlerInTest() {
	if root := os.Getenv("TEST_PROC"); root != "" {
		person.Root = root
		_ = persontest.Self(root, os.Getpid(), "butler")
	}
	prepareServe = func(c *daemon.Config) {
		c.Timing = daemon.Timing{Tick: 200 * time.Millisecond, Sweep: 100 * time.Millisecond, Retry: 10 * time.Millisecond}
	}
	main()
}

// listenerInTest is a service: it answers on the port that butler gives it.
func listenerInTest() {
	ln, err := net.Listen("tcp", "127.0.0.1:"+os.Getenv("BUTLER_PORT"))
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	for {
		c, err := ln.Accept()
		if err != nil {
			os.Exit(1)
		}
		_ = c.Close()
	}
}

// TestScripts runs both real binaries against each other.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "../../fixtures/butler",
		RequireExplicitExec: true,
		Setup: func(e *testscript.Env) error {
			// A socket's path is short, and that of the test's folder may not be.
			home, err := os.MkdirTemp("", "b")
			if err != nil {
				return err
			}
			e.Defer(func() { _ = os.RemoveAll(home) })
			proc := filepath.Join(home, "proc")
			e.Setenv("HOME", home)
			e.Setenv("TEST_PROC", proc)
			e.Setenv("PROJECT", filepath.Join(home, "p"))
			e.Setenv("STATE", filepath.Join(home, ".local/state"))
			e.Setenv("TZ", "UTC")
			e.Setenv("PATH", e.Getenv("PATH")+string(os.PathListSeparator)+guardDir)
			for _, name := range []string{"XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR", "BUTLER_HOME"} {
				e.Setenv(name, "")
			}
			return errors.Join(os.MkdirAll(filepath.Join(home, "p", ".git"), 0o700), persontest.Write(proc, person.Process{Name: "bash"}))
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"serve":   serveScript,
			"die":     dieScript,
			"call":    callScript,
			"hook":    hookScript,
			"answer":  answerScript,
			"waits":   waitsScript,
			"person":  personScript,
			"under":   underScript,
			"ends":    endsScript,
			"appear":  appearScript,
			"watch":   watchScript,
			"keys":    keysScript,
			"sql":     sqlScript,
			"loop":    loopScript,
			"becomes": becomesScript,
			"port":    portScript,
			"slay":    slayScript,
			"pids":    pidsScript,
			"gone":    goneScript,
		},
	})
}

// places are the butler's of a script.
func places(ts *testscript.TestScript) coord.Places {
	p, err := coord.Find(ts.Getenv)
	ts.Check(err)
	return p
}

func environ(ts *testscript.TestScript) []string {
	var out []string
	for _, name := range []string{"HOME", "PATH", "TEST_PROC", "TZ", "BUTLER_HOME", "CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT"} {
		if v := ts.Getenv(name); v != "" {
			out = append(out, name+"="+v)
		}
	}
	return out
}

func program(ts *testscript.TestScript, name string) string {
	for _, dir := range filepath.SplitList(ts.Getenv("PATH")) {
		if p := filepath.Join(dir, name); func() bool { _, err := os.Stat(p); return err == nil }() {
			return p
		}
	}
	ts.Fatalf("%s is not there", name)
	return ""
}

type child struct {
	cmd *exec.Cmd
	out *bytes.Buffer
}

// kept are the processes of each script.
var (
	keptMu sync.Mutex
	kept   = map[*testscript.TestScript]map[string]*child{}
)

func start(ts *testscript.TestScript, name string, cmd *exec.Cmd) *child {
	r := &child{cmd, &bytes.Buffer{}}
	cmd.Stdout, cmd.Stderr = r.out, r.out
	ts.Check(cmd.Start())
	keptMu.Lock()
	defer keptMu.Unlock()
	if kept[ts] == nil {
		kept[ts] = map[string]*child{}
	}
	kept[ts][name] = r
	ts.Defer(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	return r
}

func process(ts *testscript.TestScript, name string) *child {
	keptMu.Lock()
	defer keptMu.Unlock()
	r := kept[ts][name]
	if r == nil {
		ts.Fatalf("no process is called %s", name)
	}
	return r
}

// serveScript begins butler serve and waits until it answers.
func serveScript(ts *testscript.TestScript, neg bool, args []string) {
	cmd := exec.Command(program(ts, "butler"), append([]string{"serve", "--listen", "127.0.0.1:0"}, args...)...)
	cmd.Env = environ(ts)
	r := start(ts, "butler", cmd)
	until(ts, "butler answers", func() bool {
		_, err := daemon.Ask(context.Background(), places(ts))
		return err == nil
	}, func() string { return r.out.String() })
}

// dieScript ends butler: die KILL or die TERM; TERM must end with status 0.
func dieScript(ts *testscript.TestScript, neg bool, args []string) {
	r := process(ts, "butler")
	sig := syscall.SIGKILL
	if args[0] == "TERM" {
		sig = syscall.SIGTERM
	}
	ts.Check(r.cmd.Process.Signal(sig))
	err := r.cmd.Wait()
	if sig == syscall.SIGTERM && err != nil {
		ts.Fatalf("butler ended with %v\n%s", err, r.out)
	}
}

// callScript makes the JSON of one hook call: call FILE EVENT LINE [name=value …].
// input.name=value sets a member of the tool's input in place of the line.
func callScript(ts *testscript.TestScript, neg bool, args []string) {
	m := map[string]any{
		"hook_event_name": args[1], "tool_name": "Bash", "tool_use_id": "t-" + args[0], "tool_input": map[string]any{"command": args[2]},
		"session_id": "s1", "cwd": ts.Getenv("PROJECT"), "permission_mode": "default",
	}
	for _, a := range args[3:] {
		name, val, _ := strings.Cut(a, "=")
		if member, ok := strings.CutPrefix(name, "input."); ok {
			input := m["tool_input"].(map[string]any)
			delete(input, "command")
			input[member] = val
			continue
		}
		m[name] = val
	}
	text, err := json.Marshal(m)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), text, 0o600))
}

// hookScript begins the real guard as a client's hook: hook NAME CLIENT FILE
// [variable=value …]. answer NAME waits for its end.
func hookScript(ts *testscript.TestScript, neg bool, args []string) {
	cmd := exec.Command(program(ts, "guard"), "hook", args[1])
	cmd.Env = append(environ(ts), "CLAUDE_PROJECT_DIR="+ts.Getenv("PROJECT"))
	cmd.Env = append(cmd.Env, args[3:]...)
	cmd.Dir = ts.Getenv("PROJECT")
	in, err := os.ReadFile(ts.MkAbs(args[2]))
	ts.Check(err)
	cmd.Stdin = bytes.NewReader(in)
	start(ts, args[0], cmd)
}

// answerScript waits for a hook, whose output is then in the file answer: answer
// NAME [WORD]. WORD is the decision it must hold; none is no output at all.
func answerScript(ts *testscript.TestScript, neg bool, args []string) {
	r := process(ts, args[0])
	if err := r.cmd.Wait(); err != nil {
		ts.Fatalf("the hook ended with %v: %s", err, r.out)
	}
	ts.Check(os.WriteFile(ts.MkAbs("answer"), r.out.Bytes(), 0o600))
	if len(args) < 2 {
		return
	}
	got := "none"
	for _, word := range []string{"allow", "ask", "deny"} {
		if strings.Contains(r.out.String(), `"permissionDecision":"`+word+`"`) || strings.Contains(r.out.String(), `"behavior":"`+word+`"`) {
			got = word
		}
	}
	if got != args[1] {
		ts.Fatalf("the answer is %s, want %s: %s", got, args[1], r.out)
	}
}

// waitsScript waits until so many items wait, and keeps the name of the newest in
// REF: waits N [held].
func waitsScript(ts *testscript.TestScript, neg bool, args []string) {
	last := ""
	until(ts, strings.Join(args, " ")+" items wait", func() bool {
		cmd := exec.Command(program(ts, "butler"), "inbox", "--json")
		cmd.Env = environ(ts)
		out, err := cmd.Output()
		last = fmt.Sprint(string(out), err)
		var items []struct {
			Ref      string
			Attached bool
		}
		if err != nil || json.Unmarshal(out, &items) != nil || fmt.Sprint(len(items)) != args[0] {
			return false
		}
		if len(items) > 0 {
			ts.Setenv("REF", items[0].Ref)
		}
		return len(args) < 2 || len(items) > 0 && items[0].Attached == (args[1] == "held")
	}, func() string { return last })
}

// personScript is a person at a terminal: person STATUS ANSWER ARGS… runs butler
// there and types ANSWER where letters are asked for; LETTERS stands for them.
// What the screen showed is then in the file out.
func personScript(ts *testscript.TestScript, neg bool, args []string) {
	cmd := exec.Command(program(ts, "butler"), args[2:]...)
	cmd.Env = environ(ts)
	cmd.Dir = ts.Getenv("PROJECT")
	screen, status, err := persontest.AtTerminal(cmd, args[1])
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs("out"), []byte(screen), 0o600))
	if fmt.Sprint(status) != args[0] {
		ts.Fatalf("butler %v: exit status %d, want %s\n%s", args[2:], status, args[0], screen)
	}
}

// underScript says which process stands above butler and its verbs: under NAME.
func underScript(ts *testscript.TestScript, neg bool, args []string) {
	ts.Check(persontest.Write(ts.Getenv("TEST_PROC"), person.Process{Name: args[0]}))
}

// endsScript runs butler and checks its exact exit status: ends STATUS ARGS….
// What it printed is then in the files out and err.
func endsScript(ts *testscript.TestScript, neg bool, args []string) {
	cmd := exec.Command(program(ts, "butler"), args[1:]...)
	cmd.Env = environ(ts)
	cmd.Dir = ts.MkAbs(".")
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	_ = cmd.Run()
	ts.Check(os.WriteFile(ts.MkAbs("out"), stdout.Bytes(), 0o600))
	ts.Check(os.WriteFile(ts.MkAbs("err"), stderr.Bytes(), 0o600))
	if got := fmt.Sprint(cmd.ProcessState.ExitCode()); got != args[0] {
		ts.Fatalf("butler %v: exit status %s, want %s\n%s%s", args[1:], got, args[0], stdout.String(), stderr.String())
	}
}

// watchScript is a person who has butler inbox --watch open: watch begin, watch end.
func watchScript(ts *testscript.TestScript, neg bool, args []string) {
	if args[0] == "end" {
		r := process(ts, "watch")
		_ = r.cmd.Process.Kill()
		_ = r.cmd.Wait()
		return
	}
	ours, theirs, err := persontest.OpenTerminal()
	ts.Check(err)
	ts.Defer(func() { _ = ours.Close() })
	cmd := exec.Command(program(ts, "butler"), "inbox", "--watch")
	cmd.Env = environ(ts)
	cmd.Stdin = theirs
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true, Ctty: 0}
	r := start(ts, "watch", cmd)
	_ = theirs.Close()
	until(ts, "butler is watched", func() bool {
		s, err := daemon.Ask(context.Background(), places(ts))
		return err == nil && s.Watching
	}, func() string { return r.out.String() })
}

// keysScript is a person in the full-screen inbox who types one key, then the
// letters where they are asked for, then leaves: keys KEYS UNTIL; ENTER in KEYS is that key. The screen is then
// in the file out.
func keysScript(ts *testscript.TestScript, neg bool, args []string) {
	cmd := exec.Command(program(ts, "butler"), "inbox")
	cmd.Env = append(environ(ts), "TERM=xterm")
	stage := 0
	screen, _, err := persontest.Talk(cmd, func(screen string) string {
		switch {
		case stage == 0 && strings.Contains(screen, ts.Getenv("REF")):
			stage = 1
			return strings.ReplaceAll(args[0], "ENTER", "\r")
		case stage == 1 && strings.Contains(screen, "there is more below"):
			if m := fullScreenLetters.FindStringSubmatch(screen); m == nil {
				return "\x1b[6~" // the letters stand at the end
			}
			fallthrough
		case stage == 1 && fullScreenLetters.MatchString(screen):
			stage = 2
			return fullScreenLetters.FindStringSubmatch(screen)[1] + "\r"
		case (stage == 1 || stage == 2) && strings.Contains(screen, args[1]):
			stage = 3
			return "q"
		}
		return ""
	})
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs("out"), []byte(screen), 0o600))
	if stage != 3 {
		ts.Fatalf("the screen never said %q:\n%s", args[1], screen)
	}
}

var fullScreenLetters = regexp.MustCompile(`Type ([0-9A-Z]{4}) and Enter`)

// loopScript is an agent that pushes to the branches b FROM to b TO, each of
// which must be denied: loop FROM TO.
func loopScript(ts *testscript.TestScript, neg bool, args []string) {
	var from, to int
	_, err := fmt.Sscan(strings.Join(args, " "), &from, &to)
	ts.Check(err)
	for i := from; i <= to; i++ {
		callScript(ts, false, []string{"loop", "PreToolUse", fmt.Sprintf("git push --force origin b%d", i)})
		hookScript(ts, false, []string{"loop", "claude", "loop", "CLAUDE_CODE_ENTRYPOINT=sdk-cli"})
		answerScript(ts, false, []string{"loop", "deny"})
	}
}

// sqlScript changes butler's database behind its back: sql STATEMENT.
func sqlScript(ts *testscript.TestScript, neg bool, args []string) {
	c, err := sql.Open("sqlite", "file:"+daemon.Database(places(ts)))
	ts.Check(err)
	defer c.Close()
	_, err = c.Exec(args[0])
	ts.Check(err)
}

// appearScript waits until a file holds a text: appear FILE TEXT.
func appearScript(ts *testscript.TestScript, neg bool, args []string) {
	var text []byte
	until(ts, args[0]+" holds "+args[1], func() bool {
		text, _ = os.ReadFile(ts.MkAbs(args[0]))
		return bytes.Contains(text, []byte(args[1]))
	}, func() string { return string(text) })
}

// becomesScript runs butler until what it prints has a line that matches:
// becomes PATTERN ARGS….
func becomesScript(ts *testscript.TestScript, neg bool, args []string) {
	want := regexp.MustCompile("(?m)" + args[0])
	var out []byte
	until(ts, strings.Join(args[1:], " ")+" says "+args[0], func() bool {
		cmd := exec.Command(program(ts, "butler"), args[1:]...)
		cmd.Env = environ(ts)
		out, _ = cmd.CombinedOutput()
		return want.Match(out)
	}, func() string { return string(out) })
}

// portScript is about a port of this machine: port free finds one and puts it into
// PORT, and into the files that are named for $PORT; port open and port shut wait
// until it is so.
func portScript(ts *testscript.TestScript, neg bool, args []string) {
	if args[0] == "free" {
		ln, err := net.Listen("tcp", "127.0.0.1:0")
		ts.Check(err)
		_, port, err := net.SplitHostPort(ln.Addr().String())
		ts.Check(errors.Join(err, ln.Close()))
		ts.Setenv("PORT", port)
		for _, name := range args[1:] {
			text := strings.ReplaceAll(ts.ReadFile(name), "$PORT", port)
			ts.Check(os.WriteFile(ts.MkAbs(name), []byte(text), 0o600))
		}
		return
	}
	until(ts, "port "+ts.Getenv("PORT")+" is "+args[0], func() bool {
		c, err := net.DialTimeout("tcp", "127.0.0.1:"+ts.Getenv("PORT"), time.Second)
		if err == nil {
			_ = c.Close()
		}
		return (err == nil) == (args[0] == "open")
	}, func() string { return "" })
}

// programs are the processes of tools and services that run, by key.
func programs(ts *testscript.TestScript) map[string]int {
	cmd := exec.Command(program(ts, "butler"), "ps", "--json")
	cmd.Env = environ(ts)
	out, err := cmd.Output()
	ts.Check(err)
	type item struct {
		ID     string
		Status struct{ Pid int }
	}
	var all struct{ Tools, Services []item }
	ts.Check(json.Unmarshal(out, &all))
	found := map[string]int{}
	for kind, list := range map[string][]item{"tools": all.Tools, "services": all.Services} {
		for _, x := range list {
			if x.Status.Pid != 0 {
				found[kind+"/"+x.ID] = x.Status.Pid
			}
		}
	}
	return found
}

// slayScript kills the program of an extension, as a crash would end it.
func slayScript(ts *testscript.TestScript, neg bool, args []string) {
	pid := programs(ts)[args[0]]
	if pid == 0 {
		ts.Fatalf("%s does not run", args[0])
	}
	ts.Check(syscall.Kill(pid, syscall.SIGKILL))
}

// pidsScript remembers which processes run: pids N, of which there must be N.
func pidsScript(ts *testscript.TestScript, neg bool, args []string) {
	var list []string
	for _, pid := range programs(ts) {
		list = append(list, fmt.Sprint(pid))
	}
	if fmt.Sprint(len(list)) != args[0] {
		ts.Fatalf("%d programs run, want %s", len(list), args[0])
	}
	ts.Setenv("PIDS", strings.Join(list, " "))
}

// goneScript waits until none of them is left.
func goneScript(ts *testscript.TestScript, neg bool, args []string) {
	for _, text := range strings.Fields(ts.Getenv("PIDS")) {
		var pid int
		_, err := fmt.Sscan(text, &pid)
		ts.Check(err)
		until(ts, "process "+text+" is gone", func() bool {
			stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
			return syscall.Kill(pid, 0) == syscall.ESRCH || err == nil && bytes.Contains(stat, []byte(") Z "))
		}, func() string { return "" })
	}
}

func until(ts *testscript.TestScript, what string, is func() bool, last func() string) {
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if is() {
			return
		}
	}
	ts.Fatalf("it never came that %s: %s", what, last())
}
