package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"guard/audit"
	"guard/audit/stats"
)

// expectCmd verifies every log that a file of expectations names, by the real
// binary: expect FILE.
func expectCmd(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: expect FILE")
	}
	n := 0
	for line := range strings.Lines(ts.ReadFile(args[0])) {
		if line[0] == '#' {
			continue
		}
		f := strings.Fields(line)
		endsCmd(ts, false, []string{f[0], "verify", filepath.Join(filepath.Dir(args[0]), f[1])})
		n++
	}
	if n < 10 {
		ts.Fatalf("only %d logs are named", n)
	}
}

// keepCmd keeps what was printed last, without its newline, in a variable of the
// script: keep NAME.
func keepCmd(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: keep NAME")
	}
	ts.Setenv(args[0], strings.TrimSpace(ts.ReadFile("out")))
}

// actionStep is a shell step of action.yml, and the variables that it sets, each
// with the expression that it takes.
func actionStep(t *testing.T, name string) (script string, env map[string]string) {
	text, err := os.ReadFile("../../action.yml")
	require.NoError(t, err)
	_, step, ok := strings.Cut(string(text), "- name: "+name+"\n")
	require.True(t, ok)
	step, _, _ = strings.Cut(step, "\n    - name: ")
	head, run, ok := strings.Cut(step, "      run: ")
	require.True(t, ok)
	require.Contains(t, head, "shell: bash\n")
	env = map[string]string{}
	_, vars, _ := strings.Cut(head, "      env:\n")
	for line := range strings.Lines(vars) {
		name, value, ok := strings.Cut(strings.TrimSpace(line), ": ")
		require.True(t, ok, line)
		env[name] = strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(value, "${{"), "}}"))
	}
	for line := range strings.Lines(strings.TrimPrefix(run, "|\n")) {
		script += strings.TrimPrefix(line, "        ")
	}
	require.NotContains(t, script, "${{", "an input that is pasted into a script is run")
	return script, env
}

// actionScript is the step that verifies, and the variables that it sets from the
// inputs.
func actionScript(t *testing.T) (script string, inputs []string) {
	script, env := actionStep(t, "Verify the log")
	for name, value := range env {
		input, ok := strings.CutPrefix(value, "inputs.")
		require.True(t, ok, value)
		inputs = append(inputs, name+" "+input)
	}
	return script, inputs
}

// TestActionBuilds: the first step builds guard from the action's own source to
// where the second one looks for it. A stand-in for go says what it was told.
func TestActionBuilds(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip(err)
	}
	script, env := actionStep(t, "Build guard")
	assert.Equal(t, "github.action_path", env["SOURCE"])
	dir := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "the source"), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go"), []byte("#!/bin/sh\npwd\nfor a; do echo \"$a\"; done\n"), 0o700))
	cmd := exec.Command(bash, "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", script)
	cmd.Dir = dir
	cmd.Env = []string{"PATH=" + dir + ":" + os.Getenv("PATH"), "SOURCE=" + dir + "/the source", "RUNNER_TEMP=" + dir + "/temp of it", "CGO_ENABLED=0"}
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
	real, err := filepath.EvalSymlinks(dir)
	require.NoError(t, err)
	built := dir + "/temp of it/guard-verify"
	assert.Equal(t, strings.Join([]string{real + "/the source", "build", "-trimpath", "-o", built, "./cmd/guard", ""}, "\n"), string(out))
	verify, _ := actionStep(t, "Verify the log")
	assert.Contains(t, verify, `"${GUARD:-$RUNNER_TEMP/guard-verify}"`)
	assert.DirExists(t, "../../cmd/guard")
}

// TestAction runs the script of action.yml as a runner of GitHub does.
func TestAction(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip(err)
	}
	script, inputs := actionScript(t)
	assert.Contains(t, inputs, "INPUT_PATH path")
	dir := t.TempDir()
	exe, err := os.Executable()
	require.NoError(t, err)
	require.NoError(t, os.Symlink(exe, filepath.Join(dir, "guard")))
	logs, err := filepath.Abs("../../fixtures/audit")
	require.NoError(t, err)
	good := audit.Verify([]string{filepath.Join(logs, "good")}, audit.VerifyOptions{}).TreeHead().String()

	for _, tt := range []struct {
		name    string
		inputs  map[string]string
		exit    int
		prints  string // a part of what the workflow sees
		summary string
		output  string
	}{
		{"good", map[string]string{"PATH": "good"}, 0, "::notice title=guard%3A log verified::VERIFIED: 11 records", "### guard verify: VERIFIED", "exit=0\n"},
		{"anchored", map[string]string{"PATH": "good", "EXPECT_HEAD": good, "REQUIRE": "anchor"}, 0, "anchored to 11", "| anchored | all records |", "anchored-to=11\n"},
		{"no anchor", map[string]string{"PATH": "good", "REQUIRE": "anchor"}, 3, "::error title=guard%3A log cannot be verified::CANNOT VERIFY: no anchor holds", "no anchor holds", "exit=3\n"},
		{"two options in lines", map[string]string{"PATH": "good", "EXPECT_HEAD": good + "\n\n  " + good + "\n"}, 0, "anchored to 11", "", "exit=0\n"},
		{"tampered", map[string]string{"PATH": "tampered"}, 1, "::error file=tampered/00000000000000000001.jsonl,line=2,title=guard%3A log tampered with::", "| first bad | 00000000000000000001.jsonl:2", "result=TAMPERED\n"},
		{"torn passes with a warning", map[string]string{"PATH": "torn"}, 0, "::warning title=guard%3A log verified%2C with declared damage::", "VERIFIED WITH DECLARED DAMAGE", "exit=4\n"},
		{"torn, strict", map[string]string{"PATH": "torn", "STRICT": "true"}, 1, "::error ", "TAMPERED", "exit=1\n"},
		{"empty", map[string]string{"PATH": "empty"}, 3, "::error ", "there is no record", "exit=3\n"},
		{"empty is fine", map[string]string{"PATH": "empty", "ALLOW_EMPTY": "true"}, 0, "::notice ", "VERIFIED", "exit=0\n"},
		{"nothing there", map[string]string{"PATH": "nothing here"}, 3, "::error ", "CANNOT VERIFY", "exit=3\n"},
		{"a path like an option", map[string]string{"PATH": "--allow-empty"}, 3, "::error ", "CANNOT VERIFY", "exit=3\n"},
		{"no text of an input is run", map[string]string{"PATH": "good", "EXPECT_ORIGIN": "$(touch run); touch run"}, 1, "::error ", "TAMPERED", "exit=1\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			work := t.TempDir()
			require.NoError(t, os.CopyFS(work, os.DirFS(logs)))
			cmd := exec.Command(bash, "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", script)
			cmd.Dir = work
			cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + work, "GITHUB_STEP_SUMMARY=" + work + "/summary", "GITHUB_OUTPUT=" + work + "/output"}
			for _, in := range inputs {
				name, _, _ := strings.Cut(in, " ")
				cmd.Env = append(cmd.Env, name+"="+tt.inputs[strings.TrimPrefix(name, "INPUT_")])
			}
			cmd.Env = append(cmd.Env, "GUARD="+filepath.Join(dir, "guard"))
			var out bytes.Buffer
			cmd.Stdout, cmd.Stderr = &out, &out
			_ = cmd.Run()
			assert.Equal(t, tt.exit, cmd.ProcessState.ExitCode(), out.String())
			assert.Contains(t, out.String(), tt.prints)
			summary, err := os.ReadFile(work + "/summary")
			require.NoError(t, err)
			assert.Contains(t, string(summary), tt.summary)
			output, err := os.ReadFile(work + "/output")
			require.NoError(t, err)
			assert.Contains(t, string(output), tt.output)
			assert.NoFileExists(t, work+"/run")
		})
	}
}

// TestPreCommitHooks: the hooks of .pre-commit-hooks.yaml run verbs that there
// are.
func TestPreCommitHooks(t *testing.T) {
	text, err := os.ReadFile("../../.pre-commit-hooks.yaml")
	require.NoError(t, err)
	n := 0
	for line := range strings.Lines(string(text)) {
		if entry, ok := strings.CutPrefix(strings.TrimSpace(line), "entry: guard "); ok {
			n++
			assert.NoError(t, theProgram.Check(&commandLine{}, strings.Fields(entry)), line)
		}
	}
	assert.Equal(t, 2, n)
}

func TestMoment(t *testing.T) {
	zone := time.FixedZone("", 2*3600)
	now := time.Date(2026, 11, 30, 1, 30, 0, 0, zone)
	for s, want := range map[string]string{
		"":                     "0001-01-01T00:00:00Z",
		"now":                  "2026-11-30T01:30:00+02:00",
		"90m":                  "2026-11-30T00:00:00+02:00",
		"2h":                   "2026-11-29T23:30:00+02:00",
		"1d":                   "2026-11-29T01:30:00+02:00",
		"2w":                   "2026-11-16T01:30:00+02:00",
		"today":                "2026-11-30T00:00:00+02:00",
		"yesterday":            "2026-11-29T00:00:00+02:00",
		"2026-11-01":           "2026-11-01T00:00:00+02:00",
		"2026-11-01T14:05":     "2026-11-01T14:05:00+02:00",
		"2026-11-01 14:05:06":  "2026-11-01T14:05:06+02:00",
		"2026-11-01T14:05:06Z": "2026-11-01T14:05:06Z",
	} {
		at, err := moment(s, now)
		require.NoError(t, err, s)
		assert.Equal(t, want, at.Format(time.RFC3339), s)
	}
	for _, s := range []string{"d", "-1d", "-2h", "soon", "2026-13-01", "1.5d", "99999d", "2026-11-31"} {
		_, err := moment(s, now)
		assert.Error(t, err, s)
	}
}

func TestBar(t *testing.T) {
	for _, tt := range []struct {
		n, largest int
		want       string
	}{{0, 8, ""}, {1, 1000, "▏"}, {8, 8, "████"}, {4, 8, "██"}, {5, 8, "██▌"}} {
		assert.Equal(t, tt.want, bar(tt.n, tt.largest, 4), "%d of %d", tt.n, tt.largest)
	}
}

// TestStatsOnATerminal: tables have bars and colours there, and an alarm stands
// before everything else.
func TestStatsOnATerminal(t *testing.T) {
	var b bytes.Buffer
	p := &statsPrinter{w: &b, color: true, bar: 8}
	p.print(stats.Stats{
		Records: 3, Decisions: 2, Saved: 1, SavedByGrant: 1,
		Verdicts: []stats.Count{{Name: "allow", N: 2}, {Name: "refuse", N: 1}},
		Blind:    []stats.Blind{{Session: "0123456789abcdef", Client: "codex", Results: 4, First: "2026-11-30T08:00:00.000000Z"}},
		Asked:    stats.Asked{N: 1, Outcomes: []stats.Count{{Name: "allow", N: 1}}, By: []stats.Count{{Name: "uid 1000, /dev/pts/3", N: 1}}, Wait: stats.Spread{N: 1, P50: 12_340, P90: 12_340, Max: 75_000}},
	})
	(&statsPrinter{w: &b}).print(stats.Stats{Records: 2, Decisions: 2, Refused: stats.Refused{N: 2, Lines: []stats.Line{
		{Seq: 4, Cmd: "rm -rf /", Reason: "why"}, {Seq: 5, Cmd: "rm -rf / xx", CmdCut: true, CmdLen: 9000, Reason: "why"}}}})
	out := b.String()
	assert.Contains(t, out, "  rm -rf /  # why\n")
	assert.Contains(t, out, "  rm -rf / xx (the log keeps the beginning of 9000 bytes)  # why\n")
	assert.True(t, strings.HasPrefix(out, "\x1b[31mALARM: 1 session made calls on which guard never decided\x1b[0m\n  01234567…  codex  4 calls"), out)
	assert.Contains(t, out, "1 prompt saved, 1 of them by a grant\n")
	assert.Contains(t, out, "  refuse                                          1 \x1b[31m████\x1b[0m\n")
	assert.Contains(t, out, "by uid 1000, /dev/pts/3: 1\n  waited 12.3s (p50), 12.3s (p90), 1m15s at most\n")
}

// TestFollow goes on over the seam between two segments, and shows only what
// passes.
func TestFollow(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "audit")
	log := audit.Open(dir, audit.Options{Sync: audit.SyncNever, LockWait: time.Minute})
	ctx, stop := context.WithTimeout(context.Background(), time.Minute)
	defer stop()
	add := func(verdict, call string) {
		_, err := log.Append(ctx, audit.Entry{Event: "PreToolUse", Verdict: verdict, Call: call})
		require.NoError(t, err)
	}
	seen := make(chan string, 100)
	done := make(chan error, 1)
	go func() { // perhaps before there is a log
		done <- follow(ctx, dir, 0, stats.Filter{Verdict: "refuse"}, func(line []byte) error {
			r, err := audit.ParseRecord(line)
			seen <- r.Call
			return err
		})
	}()
	for i := range 4 {
		add("refuse", fmt.Sprint("r", i))
		add("allow", fmt.Sprint("a", i))
		_, err := log.Rotate(ctx)
		require.NoError(t, err)
	}
	for i := range 4 {
		select {
		case call := <-seen:
			assert.Equal(t, fmt.Sprint("r", i), call)
		case <-ctx.Done():
			t.Fatal("a record was not seen")
		}
	}
	stop()
	assert.NoError(t, <-done)
	assert.Empty(t, seen)

	lines, last, err := tail(dir, 3, stats.Filter{Verdict: "refuse"})
	require.NoError(t, err)
	assert.Len(t, lines, 3)
	assert.EqualValues(t, 17, last)
}
