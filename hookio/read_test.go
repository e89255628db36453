package hookio_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"guard/hookio"
)

// go test ./hookio -update writes the golden files anew; read the diff.
var update = flag.Bool("update", false, "write the golden files of fixtures/hookio anew")

const fixtures = "../fixtures/hookio"

// payloads returns the recorded hook inputs, by "client/name.json".
func payloads(t testing.TB) map[string][]byte {
	t.Helper()
	files, err := filepath.Glob(fixtures + "/payloads/*/*.json")
	require.NoError(t, err)
	require.Greater(t, len(files), 90, "the recorded payloads are gone")
	all := make(map[string][]byte)
	for _, f := range files {
		data, err := os.ReadFile(f)
		require.NoError(t, err)
		all[filepath.Base(filepath.Dir(f))+"/"+filepath.Base(f)] = data
	}
	return all
}

func clientOf(name string) hookio.Client { return hookio.Client(filepath.Dir(name)) }

// golden compares got with the file, or writes it.
func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(want), got, "%s: if the new text is right, run go test ./hookio -update", file)
}

// Every payload that a client was seen to send is read, and every field of it
// that guard has a use for arrives.
func TestRecordedPayloads(t *testing.T) {
	var b strings.Builder
	b.WriteString("# What hookio.Read makes of each recorded payload; empty fields are left out.\n")
	all := payloads(t)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		r, err := hookio.Read(bytes.NewReader(all[name]), clientOf(name))
		require.NoError(t, err, name)
		fmt.Fprintf(&b, "\n%s\n%s", name, describe(r))
	}
	golden(t, fixtures+"/requests.txt", b.String())
}

func describe(r hookio.Request) string {
	var b strings.Builder
	line := func(name string, value any) {
		if s := fmt.Sprint(value); s != "" && s != "0" && s != "false" {
			fmt.Fprintf(&b, "  %-11s %s\n", name, s)
		}
	}
	line("client", r.Client)
	line("event", r.Event)
	line("session", r.Session)
	line("turn", r.Turn)
	line("agent", r.Agent)
	line("agent type", r.AgentType)
	line("cwd", r.Cwd)
	line("mode", r.Mode)
	line("tool", r.Tool)
	line("call", r.Call)
	line("transcript", r.Transcript)
	line("model", r.Model)
	line("source", r.Source)
	line("file", r.File)
	line("input", string(r.Input))
	line("shell", r.Shell())
	if command, ok := r.Command(); ok {
		line("command", command)
	}
	line("failed", r.Failed)
	line("interrupted", r.Interrupted)
	if r.Exited {
		fmt.Fprintf(&b, "  %-11s %d\n", "exit", r.Exit)
	}
	line("ms", r.DurMs)
	return b.String()
}

// The golden file above could be wrong everywhere in the same way; these lines
// were written by hand from the payloads.
func TestReadByHand(t *testing.T) {
	all := payloads(t)
	read := func(name string) hookio.Request {
		r, err := hookio.Read(bytes.NewReader(all[name]), clientOf(name))
		require.NoError(t, err, name)
		return r
	}
	r := read("claude/PreToolUse-Bash-subagent.json")
	assert.Equal(t, hookio.Request{
		Client: hookio.Claude, Event: "PreToolUse", Session: "469f6d84-39e4-48e7-8fce-b5be5bdeea80",
		Turn: "8dbe2338-1b4f-44db-a6a6-ad04d891293f", Agent: "af0894d59fe6933f9", AgentType: "general-purpose",
		Cwd: "/home/user/repo", Mode: "default", Tool: "Bash", Call: "toolu_mock000003",
		Transcript: "/home/user/.claude/projects/-home-user-repo/469f6d84-39e4-48e7-8fce-b5be5bdeea80.jsonl",
		Input:      []byte(`{"command":"echo ran > ran.txt","description":"in sub"}`),
	}, r)
	command, ok := r.Command()
	assert.True(t, ok)
	assert.Equal(t, "echo ran > ran.txt", command)

	r = read("codex/PreToolUse-Bash-subagent.json")
	assert.Equal(t, "01a229c2-0d5e-78f2-a548-6751ae627dcb", r.Turn)
	assert.Equal(t, "01a229c2-0d52-7dc1-96a4-7c3741d20a34", r.Agent)
	assert.Equal(t, "bypassPermissions", r.Mode)
	assert.Equal(t, "gpt-5.5", r.Model)

	r = read("claude/ConfigChange-user_settings.json")
	assert.Equal(t, "user_settings", r.Source)
	assert.Equal(t, "/home/user/.claude/settings.json", r.File)
	assert.Equal(t, "clear", read("claude/SessionEnd-clear.json").Source)
	assert.Equal(t, "startup", read("codex/SessionStart-startup.json").Source)

	r = read("claude/PostToolUseFailure-Bash.json")
	assert.True(t, r.Failed)
	assert.True(t, r.Exited)
	assert.Equal(t, 3, r.Exit)
	assert.EqualValues(t, 24, r.DurMs)
	r = read("codex/PostToolUse-apply_patch.json")
	assert.True(t, r.Exited)
	assert.False(t, r.Failed)
	r = read("codex/PostToolUse-Bash.json")
	assert.False(t, r.Exited, "Codex does not tell how a Bash call ended")
}

func TestOutcome(t *testing.T) {
	for _, tt := range []struct {
		why, client, in           string
		failed, interrupted, exit bool
	}{
		{"an MCP result may say that it is an error", "codex", `{"hook_event_name":"PostToolUse","tool_name":"mcp__a__b","tool_response":{"isError":true}}`, true, false, false},
		{"a Bash call that a person stopped", "claude", `{"hook_event_name":"PostToolUse","tool_name":"Bash","tool_response":{"interrupted":true}}`, true, true, false},
		{"the same, as a failure", "claude", `{"hook_event_name":"PostToolUseFailure","tool_name":"Bash","is_interrupt":true,"error":"x"}`, true, true, false},
		{"a patch that did not apply", "codex", `{"hook_event_name":"PostToolUse","tool_name":"apply_patch","tool_response":"Exit code: 1\nno"}`, true, false, true},
		{"a program's own text is no exit status", "codex", `{"hook_event_name":"PostToolUse","tool_name":"Bash","tool_response":"Exit code: 1\n"}`, false, false, false},
		{"nor is it one in another event", "claude", `{"hook_event_name":"PreToolUse","tool_name":"Bash","error":"Exit code 3"}`, false, false, false},
	} {
		r, err := hookio.Read(strings.NewReader(tt.in), hookio.Client(tt.client))
		require.NoError(t, err, tt.why)
		assert.Equal(t, []bool{tt.failed, tt.interrupted, tt.exit}, []bool{r.Failed, r.Interrupted, r.Exited}, tt.why)
	}
}

// What is wrong is said by kind, and the event that could be read is kept, for
// the answer has the event's form.
func TestHostileInput(t *testing.T) {
	const pre = `"hook_event_name":"PreToolUse","tool_name":"Bash"`
	big := strings.Repeat("x", hookio.MaxInput)
	for _, tt := range []struct {
		name, in string
		want     error
		event    string
	}{
		{"empty", "", hookio.ErrEmpty, ""},
		{"blank", " \r\n\t", hookio.ErrEmpty, ""},
		{"words", "hello", hookio.ErrNotJSON, ""},
		{"byte order mark", "\uFEFF{" + pre + "}", hookio.ErrNotJSON, ""},
		{"cut off", `{` + pre + `,"tool_input":{"command":"rm -r`, hookio.ErrNotJSON, "PreToolUse"},
		{"cut off before the event", `{"session_id":"s"`, hookio.ErrNotJSON, ""},
		{"cut off inside the event", `{"hook_event_name":"PreTool`, hookio.ErrNotJSON, ""},
		{"text after", `{` + pre + `} {}`, hookio.ErrNotJSON, "PreToolUse"},
		{"trailing comma", `{` + pre + `,}`, hookio.ErrNotJSON, "PreToolUse"},
		{"comment", `{/**/` + pre + `}`, hookio.ErrNotJSON, ""},
		{"single quotes", `{'hook_event_name':'PreToolUse'}`, hookio.ErrNotJSON, ""},
		{"raw newline in a string", "{" + pre + ",\"cwd\":\"a\nb\"}", hookio.ErrNotJSON, "PreToolUse"},
		{"array", `[{` + pre + `}]`, hookio.ErrNotHook, ""},
		{"string", `"PreToolUse"`, hookio.ErrNotHook, ""},
		{"null", `null`, hookio.ErrNotHook, ""},
		{"no event", `{}`, hookio.ErrNotHook, ""},
		{"event null", `{"hook_event_name":null}`, hookio.ErrNotHook, ""},
		{"event empty", `{"hook_event_name":""}`, hookio.ErrNotHook, ""},
		{"event in the input only", `{"tool_name":"Bash","tool_input":{"hook_event_name":"Stop"}}`, hookio.ErrNotHook, ""},
		{"event in the input only, cut off", `{"tool_name":"Bash","tool_input":{"hook_event_name":"Stop"},`, hookio.ErrNotJSON, ""},
		{"event a number", `{"hook_event_name":1}`, hookio.ErrType, ""},
		{"event twice", `{"hook_event_name":"Stop","hook_event_name":"PreToolUse"}`, hookio.ErrDuplicate, ""},
		{"event twice, spelled otherwise", `{"hook_event_name":"Stop","hook_\u0065vent_name":"PreToolUse","tool_name":"Bash"}`, hookio.ErrDuplicate, ""},
		{"event twice, the first null", `{"hook_event_name":null,"hook_event_name":"Stop"}`, hookio.ErrDuplicate, ""},
		{"tool twice", `{` + pre + `,"tool_name":"Read"}`, hookio.ErrDuplicate, "PreToolUse"},
		{"input twice", `{` + pre + `,"tool_input":{"command":"ls"},"tool_input":{"command":"rm -rf /"}}`, hookio.ErrDuplicate, "PreToolUse"},
		{"command twice", `{` + pre + `,"tool_input":{"command":"ls","command":"rm -rf /"}}`, hookio.ErrDuplicate, "PreToolUse"},
		{"command twice, spelled otherwise", `{` + pre + `,"tool_input":{"command":"ls","\u0063ommand":"rm -rf /"}}`, hookio.ErrDuplicate, "PreToolUse"},
		{"twice deep inside", `{` + pre + `,"tool_input":{"a":[{"b":{"c":1,"d":[],"c":2}}]}}`, hookio.ErrDuplicate, "PreToolUse"},
		{"tool a list", `{"hook_event_name":"PreToolUse","tool_name":["Bash"]}`, hookio.ErrType, "PreToolUse"},
		{"tool missing", `{"hook_event_name":"PreToolUse"}`, hookio.ErrMissing, "PreToolUse"},
		{"tool empty", `{"hook_event_name":"PermissionRequest","tool_name":""}`, hookio.ErrMissing, "PermissionRequest"},
		{"input a string", `{` + pre + `,"tool_input":"ls"}`, hookio.ErrType, "PreToolUse"},
		{"input a list", `{` + pre + `,"tool_input":["ls"]}`, hookio.ErrType, "PreToolUse"},
		{"cwd an object", `{"cwd":{},` + pre + `}`, hookio.ErrType, "PreToolUse"},
		{"mode a number", `{` + pre + `,"permission_mode":0}`, hookio.ErrType, "PreToolUse"},
		{"duration a string", `{` + pre + `,"duration_ms":"1"}`, hookio.ErrType, "PreToolUse"},
		{"is_interrupt a string", `{` + pre + `,"is_interrupt":"no"}`, hookio.ErrType, "PreToolUse"},
		{"not UTF-8", `{` + pre + `,"cwd":"` + "\xff\"}", hookio.ErrNotUTF8, "PreToolUse"},
		{"UTF-16", "{\x00}\x00", hookio.ErrNotJSON, ""},
		{"too large", `{` + pre + `,"tool_input":{"command":"` + big + `"}}`, hookio.ErrTooLarge, "PreToolUse"},
		{"too large before the event", `{"x":"` + big + `",` + pre + `}`, hookio.ErrTooLarge, ""},
		{"too deep", `{` + pre + `,"tool_input":{"a":` + strings.Repeat("[", 1001) + strings.Repeat("]", 1001) + `}}`, hookio.ErrTooDeep, "PreToolUse"},
		{"far too deep", strings.Repeat("[", hookio.MaxInput), hookio.ErrTooDeep, ""},
		{"far too deep objects", strings.Repeat(`{"a":`, hookio.MaxInput/5), hookio.ErrTooDeep, ""},
	} {
		for _, c := range []hookio.Client{hookio.Claude, hookio.Codex} {
			r, err := hookio.Read(strings.NewReader(tt.in), c)
			require.ErrorIs(t, err, tt.want, tt.name)
			assert.Equal(t, tt.event, r.Event, tt.name)
			assert.Equal(t, c, r.Client, tt.name)
			assert.True(t, strings.HasPrefix(err.Error(), "hookio: "), tt.name)
		}
	}
}

func TestReadError(t *testing.T) {
	broken := errors.New("the pipe broke")
	in := strings.NewReader(`{"hook_event_name":"PermissionRequest","tool_name":"Ba`)
	r, err := hookio.Read(iotest.TimeoutReader(iotest.OneByteReader(in)), hookio.Claude)
	require.ErrorIs(t, err, hookio.ErrRead)
	assert.Empty(t, r.Event)

	in = strings.NewReader(`{"hook_event_name":"PermissionRequest","tool_name":"Ba`)
	r, err = hookio.Read(&thenFail{in, broken}, hookio.Claude)
	require.ErrorIs(t, err, hookio.ErrRead)
	require.ErrorIs(t, err, broken)
	assert.Equal(t, "PermissionRequest", r.Event)
}

// thenFail reads from r and ends with err in place of io.EOF.
type thenFail struct {
	r   *strings.Reader
	err error
}

func (f *thenFail) Read(p []byte) (int, error) {
	if f.r.Len() == 0 {
		return 0, f.err
	}
	return f.r.Read(p)
}

// A payload that is cut anywhere is an error, and the event is either the right
// one or none.
func TestTruncatedAtEveryByte(t *testing.T) {
	for name, data := range payloads(t) {
		data = bytes.TrimSpace(data)
		whole, err := hookio.Read(bytes.NewReader(data), clientOf(name))
		require.NoError(t, err)
		for n := range data {
			r, err := hookio.Read(bytes.NewReader(data[:n]), clientOf(name))
			require.Error(t, err, "%s cut at %d", name, n)
			if r.Event != "" {
				require.Equal(t, whole.Event, r.Event, "%s cut at %d", name, n)
			}
		}
	}
}

func TestLargestInput(t *testing.T) {
	head := `{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"`
	tail := `"}}`
	command := strings.Repeat("x", hookio.MaxInput-len(head)-len(tail))
	r, err := hookio.Read(strings.NewReader(head+command+tail), hookio.Codex)
	require.NoError(t, err)
	got, ok := r.Command()
	require.True(t, ok)
	require.Len(t, got, len(command))
}

func TestUnknownFieldsAreIgnored(t *testing.T) {
	r, err := hookio.Read(strings.NewReader(`{"later":[{"a":1}],"hook_event_name":"Stop","error":null,"tool_input":null,"cwd":"/a"}`), hookio.Claude)
	require.NoError(t, err)
	assert.Equal(t, hookio.Request{Client: hookio.Claude, Event: "Stop", Cwd: "/a"}, r)
}

// The same key may stand in two objects, and a value may look like a key.
func TestNotTwice(t *testing.T) {
	var many strings.Builder
	for i := range 100 {
		fmt.Fprintf(&many, `"k%d":%d,`, i, i)
	}
	for _, input := range []string{
		`{"a":{"a":{"a":1}},"b":{"a":2}}`,
		`{"a":"b","b":"a","c":["a","a",{"a":"a"}]}`,
		`{"a":"\"a\":","b":"}{"}`,
		`{` + many.String() + `"z":0}`,
	} {
		r, err := hookio.Read(strings.NewReader(`{"hook_event_name":"PreToolUse","tool_name":"t","tool_input":`+input+`}`), hookio.Claude)
		require.NoError(t, err, input)
		assert.Equal(t, input, string(r.Input), "the bytes stay as the client sent them")
	}
	_, err := hookio.Read(strings.NewReader(`{"hook_event_name":"PreToolUse","tool_name":"t","tool_input":{`+many.String()+`"k99":0}}`), hookio.Claude)
	require.ErrorIs(t, err, hookio.ErrDuplicate)
}

func TestCommand(t *testing.T) {
	for _, tt := range []struct {
		client hookio.Client
		tool   string
		input  string
		want   string
		shell  bool
		ok     bool
	}{
		{hookio.Claude, "Bash", `{"command":"ls"}`, "ls", true, true},
		{hookio.Claude, "Bash", `{"command":"a\nb\u0000"}`, "a\nb\x00", true, true},
		{hookio.Codex, "Bash", `{"command":"ls"}`, "ls", true, true},
		{hookio.Claude, "PowerShell", `{"command":"dir"}`, "dir", true, true},
		{hookio.Claude, "Bash", `{}`, "", true, false},
		{hookio.Claude, "Bash", `null`, "", true, false},
		{hookio.Claude, "Bash", `{"command":""}`, "", true, false},
		{hookio.Claude, "Bash", `{"command":["ls"]}`, "", true, false},
		{hookio.Claude, "Bash", `{"command":null}`, "", true, false},
		{hookio.Claude, "Bash", `{"Command":"ls"}`, "", true, false},
		{hookio.Claude, "bash", `{"command":"ls"}`, "", false, false},
		{hookio.Codex, "apply_patch", `{"command":"*** Begin Patch"}`, "", false, false},
		{"", "Bash", `{"command":"ls"}`, "", false, false},
	} {
		r, err := hookio.Read(strings.NewReader(`{"hook_event_name":"PreToolUse","tool_name":"`+tt.tool+`","tool_input":`+tt.input+`}`), tt.client)
		require.NoError(t, err)
		got, ok := r.Command()
		assert.Equal(t, tt.want, got, "%v", tt)
		assert.Equal(t, tt.ok, ok, "%v", tt)
		assert.Equal(t, tt.shell, r.Shell(), "%v", tt)
	}
}

func TestUnattended(t *testing.T) {
	for _, tt := range []struct {
		client      hookio.Client
		entry, mode string
		want        bool
	}{
		{hookio.Claude, "cli", "default", false},
		{hookio.Claude, "cli", "bypassPermissions", false},
		{hookio.Claude, "", "", false},
		{hookio.Claude, "claude-vscode", "default", false},
		{hookio.Claude, "sdk-cli", "default", true},
		{hookio.Claude, "sdk-py", "default", true},
		{hookio.Claude, "mcp", "default", true},
		{hookio.Codex, "", "default", false},
		{hookio.Codex, "sdk-cli", "default", false},
		{hookio.Codex, "", "bypassPermissions", true},
		{"", "cli", "default", true},
	} {
		env := func(name string) string {
			if name == "CLAUDE_CODE_ENTRYPOINT" {
				return tt.entry
			}
			return ""
		}
		r := hookio.Request{Client: tt.client, Mode: tt.mode, Input: []byte(`{"CLAUDE_CODE_ENTRYPOINT":"cli"}`)}
		assert.Equal(t, tt.want, r.Unattended(env), "%v", tt)
	}
}

func TestParseClient(t *testing.T) {
	c, err := hookio.ParseClient("claude")
	require.NoError(t, err)
	assert.Equal(t, hookio.Claude, c)
	for _, s := range []string{"", "Claude", "codex ", "gemini"} {
		c, err := hookio.ParseClient(s)
		require.Error(t, err)
		assert.Empty(t, c)
	}
}

// Whatever comes in, Read does not panic, keeps its promises about errors, and
// what it accepts is one reading only.
func FuzzRead(f *testing.F) {
	for name, data := range payloads(f) {
		f.Add(data, name[0] == 'c' && name[1] == 'l')
	}
	f.Add([]byte(`{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls","\u0063ommand":"rm"}}`), true)
	f.Fuzz(func(t *testing.T, data []byte, claude bool) {
		c := hookio.Codex
		if claude {
			c = hookio.Claude
		}
		r, err := hookio.Read(bytes.NewReader(data), c)
		require.Equal(t, c, r.Client)
		if err != nil {
			require.True(t, strings.HasPrefix(err.Error(), "hookio: "))
			return
		}
		require.NotEmpty(t, r.Event)
		checkAgainstStdlib(t, data, r)
	})
}

// The bounds are text in the errors, so that nothing is formatted at the start.
func TestErrorsNameTheBounds(t *testing.T) {
	assert.ErrorContains(t, hookio.ErrTooLarge, fmt.Sprintf("larger than %d MiB", hookio.MaxInput>>20))
	deep := `{"tool_input":` + strings.Repeat("[", 1001) + strings.Repeat("]", 1001) + "}"
	_, err := hookio.Read(strings.NewReader(deep), hookio.Claude)
	assert.ErrorIs(t, err, hookio.ErrTooDeep)
	deep = `{"tool_input":` + strings.Repeat("[", 990) + strings.Repeat("]", 990) + "}"
	_, err = hookio.Read(strings.NewReader(deep), hookio.Claude)
	assert.NotErrorIs(t, err, hookio.ErrTooDeep)
}
