package transcript_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"guard/hookio"
	"guard/hookio/transcript"
)

const recorded = "../../fixtures/replay"

// read returns all calls of a text.
func read(t *testing.T, text string) ([]transcript.Call, transcript.Report) {
	t.Helper()
	var calls []transcript.Call
	r, err := transcript.Read(strings.NewReader(text), func(c transcript.Call) error {
		calls = append(calls, c)
		return nil
	})
	require.NoError(t, err)
	require.Len(t, calls, r.Calls)
	return calls, r
}

// TestRecorded: what Read makes of each recorded session stands in calls.txt.
// UPDATE=1 rewrites it; a diff needs a reason.
func TestRecorded(t *testing.T) {
	files, err := filepath.Glob(recorded + "/*/*.jsonl")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	var b strings.Builder
	b.WriteString("# What transcript.Read makes of each recorded session.\n")
	for _, name := range files {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		calls, r := read(t, string(text))
		rel, err := filepath.Rel(recorded, name)
		require.NoError(t, err)
		fmt.Fprintf(&b, "\n%s: %s, %d lines, unreached %d, unseen %d, broken %d\n", filepath.ToSlash(rel), r.Client, r.Lines, r.Unreached, r.Unseen, r.Broken)
		for _, c := range calls {
			require.NoError(t, c.Err)
			who := "attended"
			if c.Req.Unattended(c.Getenv) {
				who = "unattended"
			}
			asks := ""
			if c.Asks(false) {
				asks = " asks"
			}
			if c.Leaves {
				asks += " leaves"
			}
			agent := ""
			if c.Req.Agent != "" {
				agent = " agent=" + c.Req.Agent
			}
			assert.Equal(t, "/home/user/repo", c.Start)
			fmt.Fprintf(&b, "  %3d %s %s %s %s%s%s in %s\n      %s %s\n", c.Line, c.Time.Format("15:04:05"), c.Outcome, who, c.Req.Mode, asks, agent, c.Req.Cwd, c.Req.Tool, c.Req.Input)
		}
	}
	golden := recorded + "/calls.txt"
	if os.Getenv("UPDATE") != "" {
		require.NoError(t, os.WriteFile(golden, []byte(b.String()), 0o644))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	assert.Equal(t, string(want), b.String())
}

const (
	begin = `{"type":"user","message":{"content":"x"},"cwd":"/p","sessionId":"s","permissionMode":"default"}` + "\n"
	bash  = `{"type":"assistant","cwd":"/p/sub","sessionId":"s","timestamp":"2026-11-30T01:02:03.004Z","message":{"content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"ls"}}]}}` + "\n"
)

// TestBrokenLines: each is counted and named, and the rest is read.
func TestBrokenLines(t *testing.T) {
	for _, c := range []struct {
		name, text string
		calls      int
		faults     []transcript.Fault
	}{
		{"none", begin + bash, 1, nil},
		{"no JSON between", begin + "garbage\n" + bash, 1, []transcript.Fault{{Line: 2, Why: "not JSON"}}},
		{"cut off at the end", begin + bash + bash[:60], 1, []transcript.Fault{{Line: 3, Why: "cut off: the file ends in the middle of the line"}}},
		{"no object", begin + "[1]\n" + bash, 1, []transcript.Fault{{Line: 2, Why: "no JSON object"}}},
		{"nested too deep", begin + strings.Repeat("[", 1<<20) + strings.Repeat("]", 1<<20) + "\n" + bash, 1, []transcript.Fault{{Line: 2, Why: "not JSON"}}},
		{"too long", begin + strings.Repeat("x", 33<<20) + "\n" + bash, 1, []transcript.Fault{{Line: 2, Why: "longer than 32 MiB"}}},
		{"blank lines and CRLF", begin + "\r\n\n" + strings.TrimSuffix(bash, "\n") + "\r\n", 1, nil},
		{"no newline at the end", begin + strings.TrimSuffix(bash, "\n"), 1, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			calls, r := read(t, c.text)
			assert.Len(t, calls, c.calls)
			assert.Equal(t, c.faults, r.Faults)
			assert.Equal(t, len(c.faults), r.Broken)
			assert.Equal(t, hookio.Claude, r.Client)
		})
	}
	_, r := read(t, strings.Repeat("garbage\n", 100))
	assert.Equal(t, 100, r.Broken)
	assert.Len(t, r.Faults, 5, "the first are named, all are counted")
	assert.Empty(t, r.Client)
}

// TestPlace: a call has the folder of its own line; the session began in that
// of the first.
func TestPlace(t *testing.T) {
	calls, _ := read(t, begin+bash)
	require.Len(t, calls, 1)
	c := calls[0]
	assert.Equal(t, "/p", c.Start)
	assert.Equal(t, "/p/sub", c.Req.Cwd)
	assert.Equal(t, 2, c.Line)
	assert.Equal(t, "2026-11-30T01:02:03.004Z", c.Time.Format("2006-01-02T15:04:05.000Z07:00"))
}

// TestOtherFiles: what no client wrote has no client and no calls.
func TestOtherFiles(t *testing.T) {
	for _, text := range []string{"", "\n", `{"a":1}`, `{"type":"tool_use","name":"Bash","input":{"command":"ls"}}`, `{"display":"ls","project":"/p","timestamp":1}`} {
		calls, r := read(t, text)
		assert.Empty(t, calls)
		assert.Empty(t, r.Client, text)
	}
}

// TestDeniedUnread: a call that hookio.Read turns down keeps its fault.
func TestDeniedUnread(t *testing.T) {
	twice := strings.Replace(bash, `"command":"ls"`, `"command":"ls","command":"rm -rf /"`, 1)
	calls, _ := read(t, begin+twice)
	require.Len(t, calls, 1)
	require.ErrorIs(t, calls[0].Err, hookio.ErrDuplicate)
}

// TestManyWaiting: calls without a result do not pile up, and keep their order.
func TestManyWaiting(t *testing.T) {
	var b bytes.Buffer
	b.WriteString(begin)
	for i := range 2000 {
		b.WriteString(strings.Replace(bash, `"t1"`, fmt.Sprintf(`"t%d"`, i), 1))
	}
	calls, _ := read(t, b.String())
	require.Len(t, calls, 2000)
	for i, c := range calls {
		require.Equal(t, i+2, c.Line)
	}
}

func codex(kind, payload string) string {
	return `{"timestamp":"2026-11-30T00:00:00Z","type":"` + kind + `","payload":` + payload + "}\n"
}

// TestOldShells: the shell tools of other versions of Codex.
func TestOldShells(t *testing.T) {
	head := codex("session_meta", `{"id":"s","cwd":"/p"}`)
	for _, c := range []struct{ payload, line, cwd string }{
		{`{"type":"function_call","name":"exec_command","arguments":"{\"cmd\":\"ls\",\"workdir\":\"sub\"}","call_id":"c"}`, "ls", "/p/sub"},
		{`{"type":"function_call","name":"exec_command","arguments":"{\"cmd\":\"ls\",\"workdir\":\"/q/../r\"}","call_id":"c"}`, "ls", "/r"},
		{`{"type":"function_call","name":"shell","arguments":"{\"command\":[\"bash\",\"-lc\",\"a | b\"],\"workdir\":\"/q\"}","call_id":"c"}`, "a | b", "/q"},
		{`{"type":"function_call","name":"shell","arguments":"{\"command\":[\"rm\",\"-rf\",\"a b\",\"it's\"]}","call_id":"c"}`, `rm -rf 'a b' 'it'\''s'`, "/p"},
		{`{"type":"function_call","name":"shell_command","arguments":"{\"command\":\"ls\"}","call_id":"c"}`, "ls", "/p"},
		{`{"type":"local_shell_call","call_id":"c","action":{"type":"exec","command":["zsh","-c","ls"],"working_directory":"/q"}}`, "ls", "/q"},
	} {
		calls, _ := read(t, head+codex("response_item", c.payload))
		require.Len(t, calls, 1, c.payload)
		assert.Equal(t, "Bash", calls[0].Req.Tool)
		line, _ := calls[0].Req.Command()
		assert.Equal(t, c.line, line)
		assert.Equal(t, c.cwd, calls[0].Req.Cwd)
	}
}

// TestNestedPatch: a change of code mode becomes the patch that it came from.
func TestNestedPatch(t *testing.T) {
	calls, _ := read(t, codex("session_meta", `{"id":"s","cwd":"/p"}`)+codex("event_msg",
		`{"type":"item_completed","item":{"type":"FileChange","id":"exec-1","changes":{"/p/a":{"type":"add","content":"x\ny\n"},"/p/b":{"type":"delete","content":"z"},"/p/c":{"type":"update","unified_diff":"@@ -1 +1 @@\n-p\n+q\n","move_path":"/p/d"}}}}`))
	require.Len(t, calls, 1)
	assert.Equal(t, "apply_patch", calls[0].Req.Tool)
	assert.JSONEq(t, `{"command":"*** Begin Patch\n*** Add File: /p/a\n+x\n+y\n*** Delete File: /p/b\n*** Update File: /p/c\n*** Move to: /p/d\n@@ -1 +1 @@\n-p\n+q\n*** End Patch\n"}`, string(calls[0].Req.Input))
}

// TestOutcome: who said no is told by the words of the result.
func TestOutcome(t *testing.T) {
	result := func(text string, failed bool) string {
		return fmt.Sprintf(`{"type":"user","sessionId":"s","message":{"content":[{"type":"tool_result","tool_use_id":"t1","is_error":%t,"content":%q}]}}`, failed, text) + "\n"
	}
	for _, c := range []struct {
		text   string
		failed bool
		want   transcript.Outcome
	}{
		{"out", false, transcript.Ran},
		{"Exit code 3", true, transcript.Ran},
		{"The user doesn't want to proceed with this tool use.", true, transcript.Rejected},
		{"The user doesn't want to proceed", false, transcript.Ran}, // a program printed it
		{"no, said a hook of version 2.1.197", true, transcript.Untold},
		{"PreToolUse:Bash hook error: no", true, transcript.Denied},
	} {
		calls, r := read(t, begin+bash+result(c.text, c.failed))
		require.Len(t, calls, 1)
		assert.Equal(t, c.want, calls[0].Outcome, c.text)
		assert.Zero(t, r.Unreached)
	}
	calls, r := read(t, begin+bash+result("<tool_use_error>Error: No such tool available: Bash</tool_use_error>", true))
	assert.Empty(t, calls)
	assert.Equal(t, 1, r.Unreached)
	calls, _ = read(t, begin+bash)
	assert.Equal(t, transcript.Untold, calls[0].Outcome)
}

// TestAsks: when a client asks by itself.
func TestAsks(t *testing.T) {
	with := func(mode, tool, entry string) transcript.Call {
		text := strings.Replace(begin, `"default"`, `"`+mode+`","entrypoint":"`+entry+`"`, 1) + strings.Replace(bash, `"Bash"`, `"`+tool+`"`, 1)
		calls, _ := read(t, text)
		require.Len(t, calls, 1)
		return calls[0]
	}
	for _, c := range []struct {
		mode, tool, entry string
		reads, want       bool
	}{
		{"default", "Bash", "cli", false, true},
		{"default", "Bash", "cli", true, false},
		{"default", "Bash", "sdk-cli", false, false},
		{"default", "Edit", "cli", true, true},
		{"default", "Read", "cli", true, false},
		{"default", "WebFetch", "cli", false, true},
		{"default", "mcp__x__y", "cli", false, true},
		{"acceptEdits", "Edit", "cli", false, false},
		{"acceptEdits", "Bash", "cli", false, true},
		{"bypassPermissions", "Bash", "cli", false, false},
		{"auto", "Bash", "cli", false, false},
		{"plan", "Edit", "cli", false, false},
	} {
		assert.Equal(t, c.want, with(c.mode, c.tool, c.entry).Asks(c.reads), "%+v", c)
	}
}

// TestStops: f's error ends the reading.
func TestStops(t *testing.T) {
	stop := errors.New("enough")
	_, err := transcript.Read(strings.NewReader(begin+bash+bash), func(transcript.Call) error { return stop })
	assert.ErrorIs(t, err, stop)
}

// FuzzRead: any bytes end without a panic; every line is counted; a call names
// a line of the file.
func FuzzRead(f *testing.F) {
	files, err := filepath.Glob(recorded + "/*/*.jsonl")
	require.NoError(f, err)
	for _, name := range files {
		text, err := os.ReadFile(name)
		require.NoError(f, err)
		for line := range bytes.Lines(text) {
			if len(line) < 2000 {
				f.Add(append([]byte(begin), line...))
			}
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		last := 0
		r, err := transcript.Read(bytes.NewReader(text), func(c transcript.Call) error {
			require.GreaterOrEqual(t, c.Line, last)
			last = c.Line
			require.Equal(t, hookio.PreToolUse, c.Req.Event)
			c.Asks(true)
			return nil
		})
		require.NoError(t, err)
		lines := bytes.Count(text, []byte("\n"))
		if len(text) > 0 && text[len(text)-1] != '\n' {
			lines++
		}
		require.Equal(t, lines, r.Lines)
		require.LessOrEqual(t, last, lines)
		require.LessOrEqual(t, r.Broken, lines)
	})
}
