package hookio_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/quick"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"guard/hookio"
)

var (
	clients = []hookio.Client{hookio.Claude, hookio.Codex}
	answers = []hookio.Answer{hookio.Deny, hookio.Ask, hookio.Allow, hookio.None}
	// The events that guard handles, two that it does not, and one that could
	// not be read.
	events = []string{
		hookio.PreToolUse, hookio.PermissionRequest, hookio.ConfigChange,
		hookio.PostToolUse, hookio.PostToolUseFailure, hookio.SessionStart, hookio.SessionEnd,
		"Stop", "UserPromptSubmit", "",
	}
)

func printOutput(o hookio.Output) string {
	var b strings.Builder
	fmt.Fprintf(&b, "status %d\n", o.Status)
	for _, part := range []struct {
		name string
		data []byte
	}{{"stdout", o.Stdout}, {"stderr", bytes.TrimSuffix(o.Stderr, []byte("\n"))}} {
		if len(part.data) > 0 {
			fmt.Fprintf(&b, "%s %s\n", part.name, part.data)
		}
	}
	return b.String()
}

func nameOf(event string) string {
	if event == "" {
		return "(unreadable event)"
	}
	return event
}

// Every client × event × answer, byte for byte.
func TestAnswers(t *testing.T) {
	for _, c := range clients {
		var b strings.Builder
		fmt.Fprintf(&b, "What %s is told, by event and answer. No line \"stdout\" is an empty stdout.\n", c)
		for _, e := range events {
			for _, a := range answers {
				fmt.Fprintf(&b, "-- %s: %s --\n%s", nameOf(e), a,
					printOutput(hookio.Encode(c, e, hookio.Reply{Answer: a, Reason: "git push --force: rewrites what others see"})))
				fmt.Fprintf(&b, "-- %s: %s, with a message --\n%s", nameOf(e), a,
					printOutput(hookio.Encode(c, e, hookio.Reply{Answer: a, Reason: "git push --force: rewrites what others see", Message: "the log cannot be written"})))
			}
		}
		golden(t, fixtures+"/answers/"+string(c)+".txtar", b.String())
	}
}

func TestFailures(t *testing.T) {
	for _, c := range clients {
		var b strings.Builder
		fmt.Fprintf(&b, "What %s is told where guard itself fails.\n", c)
		for _, e := range events {
			fmt.Fprintf(&b, "-- %s --\n%s", nameOf(e), printOutput(hookio.Failure(c, e, "policy.toml:3: unknown key", false)))
			fmt.Fprintf(&b, "-- %s, observe --\n%s", nameOf(e), printOutput(hookio.Failure(c, e, "policy.toml:3: unknown key", true)))
		}
		golden(t, fixtures+"/answers/"+string(c)+"-failures.txtar", b.String())
	}
}

// seen is what a client makes of an output, told as strictly as the tables of
// the measurements tell it: anything that they saw ignored is an error here.
func seen(c hookio.Client, event string, o hookio.Output) (hookio.Answer, error) {
	if o.Status != 0 {
		return 0, fmt.Errorf("status %d", o.Status)
	}
	if len(o.Stdout) == 0 {
		return hookio.None, nil
	}
	type decision struct {
		Behavior string
		Message  *string
	}
	var v struct {
		Specific *struct {
			Event    string    `json:"hookEventName"`
			Decision string    `json:"permissionDecision"`
			Reason   *string   `json:"permissionDecisionReason"`
			Request  *decision `json:"decision"`
		} `json:"hookSpecificOutput"`
		Decision string
		Reason   string
		Message  string `json:"systemMessage"`
	}
	dec := json.NewDecoder(bytes.NewReader(o.Stdout))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&v); err != nil {
		return 0, err
	}
	if int(dec.InputOffset()) != len(o.Stdout) || o.Stdout[0] != '{' {
		return 0, errors.New("something stands beside the object")
	}
	if v.Decision != "" {
		if event == hookio.ConfigChange && v.Decision == "block" && v.Reason != "" {
			return hookio.Deny, nil
		}
		return 0, errors.New("a block where none is known")
	}
	if v.Specific == nil {
		if v.Message == "" || !shows(c, event) {
			return 0, errors.New("an object that says nothing")
		}
		return hookio.None, nil
	}
	if v.Specific.Event != event {
		return 0, fmt.Errorf("hookEventName %q", v.Specific.Event)
	}
	if d := v.Specific.Request; event == hookio.PermissionRequest && d != nil && (v.Message == "" || shows(c, event)) {
		switch {
		case d.Behavior == "allow" && d.Message == nil:
			return hookio.Allow, nil
		case d.Behavior == "deny" && d.Message != nil && *d.Message != "":
			return hookio.Deny, nil
		}
	}
	if event == hookio.PreToolUse {
		reason := v.Specific.Reason != nil && strings.TrimSpace(*v.Specific.Reason) != ""
		switch {
		case v.Specific.Decision == "deny" && reason:
			return hookio.Deny, nil
		case v.Specific.Decision == "ask" && reason && c == hookio.Claude:
			return hookio.Ask, nil
		case v.Specific.Decision == "allow" && v.Specific.Reason == nil && c == hookio.Claude:
			return hookio.Allow, nil
		}
	}
	return 0, errors.New("not a form that this client was seen to take")
}

// shows reports whether the client was seen to show a systemMessage of the event
// to the person (2026-11-30: Claude Code 2.1.332 and Codex 0.171.0, in their
// terminals).
func shows(c hookio.Client, event string) bool {
	switch event {
	case hookio.PreToolUse, hookio.PostToolUse:
		return true
	case hookio.PostToolUseFailure:
		return c == hookio.Claude
	case hookio.PermissionRequest:
		return c == hookio.Codex
	}
	return false
}

// What a client understands, by event and answer. This table is DECISIONS'
// words; forms.go holds the bytes.
func TestWhatTheClientUnderstands(t *testing.T) {
	const deny, ask, allow, none = hookio.Deny, hookio.Ask, hookio.Allow, hookio.None
	for _, tt := range []struct {
		client hookio.Client
		event  string
		want   [4]hookio.Answer // for deny, ask, allow, none
	}{
		{hookio.Claude, "PreToolUse", [4]hookio.Answer{deny, ask, allow, none}},
		{hookio.Claude, "PermissionRequest", [4]hookio.Answer{deny, none, allow, none}}, // none is the dialog: it asks
		{hookio.Claude, "ConfigChange", [4]hookio.Answer{deny, deny, none, none}},
		{hookio.Codex, "PreToolUse", [4]hookio.Answer{deny, deny, none, none}},
		{hookio.Codex, "PermissionRequest", [4]hookio.Answer{deny, none, allow, none}},
		{hookio.Codex, "ConfigChange", [4]hookio.Answer{none, none, none, none}}, // Codex has no such event
		{hookio.Claude, "PostToolUse", [4]hookio.Answer{none, none, none, none}},
		{hookio.Codex, "PostToolUse", [4]hookio.Answer{none, none, none, none}},
		{hookio.Claude, "PostToolUseFailure", [4]hookio.Answer{none, none, none, none}},
		{hookio.Claude, "SessionStart", [4]hookio.Answer{none, none, none, none}},
		{hookio.Codex, "SessionStart", [4]hookio.Answer{none, none, none, none}},
		{hookio.Claude, "SessionEnd", [4]hookio.Answer{none, none, none, none}},
		{hookio.Codex, "SessionEnd", [4]hookio.Answer{none, none, none, none}},
		{hookio.Claude, "Stop", [4]hookio.Answer{none, none, none, none}},
		{hookio.Codex, "Stop", [4]hookio.Answer{none, none, none, none}},
		{hookio.Claude, "AnEventOfNextYear", [4]hookio.Answer{none, none, none, none}},
	} {
		for i, a := range answers {
			for _, message := range []string{"", "a warning"} {
				for _, reason := range []string{"", " \n", "because"} {
					o := hookio.Encode(tt.client, tt.event, hookio.Reply{Answer: a, Reason: reason, Message: message})
					got, err := seen(tt.client, tt.event, o)
					require.NoError(t, err, "%s %s %s: %s", tt.client, tt.event, a, o.Stdout)
					assert.Equal(t, tt.want[i], got, "%s %s %s", tt.client, tt.event, a)
					if message != "" {
						if shows(tt.client, tt.event) {
							assert.Contains(t, string(o.Stdout), message)
						} else {
							assert.Contains(t, string(o.Stderr), message)
						}
					}
				}
			}
		}
	}
}

func TestZeroReplyIsADenial(t *testing.T) {
	var r hookio.Reply
	for _, c := range append(clients, "", "somebody") {
		for _, event := range []string{hookio.PreToolUse, ""} {
			for _, r := range []hookio.Reply{r, {Answer: 200}} {
				o := hookio.Encode(c, event, r)
				got, err := seen(hookio.Codex, hookio.PreToolUse, o)
				require.NoError(t, err)
				assert.Equal(t, hookio.Deny, got)
				assert.Contains(t, string(o.Stdout), "guard: this call is not allowed")
			}
		}
	}
	assert.Equal(t, "deny", hookio.Answer(0).String())
	assert.Equal(t, "deny", hookio.Answer(9).String())
}

// Whatever stands in a reason, the client sees a denial, and nothing in it can
// end the string or add a key.
func TestReasonsNeverBreakTheForm(t *testing.T) {
	holds := func(reason, message string) bool {
		for _, c := range clients {
			for _, event := range []string{hookio.PreToolUse, hookio.PermissionRequest} {
				o := hookio.Encode(c, event, hookio.Reply{Reason: reason, Message: message})
				got, err := seen(c, event, o)
				if err != nil || got != hookio.Deny || !utf8.Valid(o.Stdout) || len(o.Stdout) > 100<<10 {
					t.Logf("%s %s: %v: %.200s", c, event, err, o.Stdout)
					return false
				}
			}
		}
		return true
	}
	require.NoError(t, quick.Check(holds, nil))
	for _, s := range []string{
		`"}}`, `$reason`, `$message`, `"$message"`, `\`, `\"`, "\x00", "\u2028", "a\nb", "</script>&", "\xff\xfe", "\u202e", "   ", "\uFEFF",
		strings.Repeat("é", 20000), strings.Repeat("\x1b", 20000),
	} {
		assert.True(t, holds(s, s), "%q", s)
	}
}

func TestReasonIsReadable(t *testing.T) {
	reason := func(s string) string {
		var v struct {
			Specific struct {
				Reason string `json:"permissionDecisionReason"`
			} `json:"hookSpecificOutput"`
		}
		o := hookio.Encode(hookio.Codex, hookio.PreToolUse, hookio.Reply{Reason: s})
		require.NoError(t, json.Unmarshal(o.Stdout, &v))
		return v.Specific.Reason
	}
	for in, want := range map[string]string{
		"two\nlines\tand <tags> & \"quotes\"": "two\nlines\tand <tags> & \"quotes\"",
		"größer 火 🚀":                          "größer 火 🚀",
		"red \x1b[31m":                        `red \x1b[31m`,
		"back\rspace\b":                       `back\x0dspace\x08`,
		"\u202eevil\u202c":                    `\u202eevil\u202c`,
		"zero\u200bwidth":                     `zero\u200bwidth`,
		"c1 \u009b":                           `c1 \u009b`,
		"tag \U000E0041":                      `tag \U000e0041`,
		"bad \xc3( byte":                      `bad \xc3( byte`,
		"a real \uFFFD":                       "a real \uFFFD",
		"line\u2028separator":                 `line\u2028separator`,
	} {
		assert.Equal(t, want, reason(in))
	}
	o := hookio.Encode(hookio.Claude, hookio.PreToolUse, hookio.Reply{Reason: "a <b> & c"})
	assert.Contains(t, string(o.Stdout), "a <b> & c", "no \\u003c in what people read")

	long := reason(strings.Repeat("é", 8<<10))
	assert.LessOrEqual(t, len(long), 8<<10)
	assert.True(t, strings.HasSuffix(long, "é … (cut)"), "cut between two runes")
}

func TestFailureSaysTheWayOut(t *testing.T) {
	o := hookio.Failure(hookio.Codex, "", "hookio: hook input is empty", false)
	assert.Contains(t, string(o.Stdout), "guard: hookio: hook input is empty")
	assert.Contains(t, string(o.Stdout), "guard uninstall codex")

	// A long cause does not push the way out off the end.
	o = hookio.Failure(hookio.Claude, hookio.PreToolUse, strings.Repeat("\x1b", 9000), false)
	got, err := seen(hookio.Claude, hookio.PreToolUse, o)
	require.NoError(t, err)
	assert.Equal(t, hookio.Deny, got)

	// A client that guard does not know is stopped wherever one that it knows would be.
	assert.Contains(t, string(hookio.Failure("", hookio.ConfigChange, "x", false).Stdout), `"decision":"block"`)
	assert.Contains(t, string(hookio.Failure("", hookio.PreToolUse, "x", false).Stdout), `"deny"`)

	// In the other events nobody is stopped, and stderr holds one line.
	o = hookio.Failure(hookio.Claude, hookio.PostToolUse, "a\nb\x1b", false)
	assert.Empty(t, o.Stdout)
	assert.Equal(t, "guard: a b\\x1b\n", string(o.Stderr))
}

// deaf is a stdout that takes n bytes and then fails.
type deaf struct{ n int }

func (d deaf) Write(p []byte) (int, error) {
	if len(p) <= d.n {
		return len(p), nil
	}
	return d.n, os.ErrClosed
}

func TestWriteToAClosedStdout(t *testing.T) {
	for _, n := range []int{0, 10} {
		for _, tt := range []struct {
			client hookio.Client
			event  string
			answer hookio.Answer
			status int
		}{
			{hookio.Claude, hookio.PreToolUse, hookio.Deny, 2},
			{hookio.Claude, hookio.PreToolUse, hookio.Ask, 2},
			{hookio.Codex, hookio.PreToolUse, hookio.Ask, 2},
			{hookio.Claude, hookio.ConfigChange, hookio.Deny, 2},
			{hookio.Codex, hookio.PermissionRequest, hookio.Deny, 2},
			{hookio.Claude, hookio.PreToolUse, hookio.Allow, 0}, // the client then asks by its own rules
			{hookio.Codex, hookio.PreToolUse, hookio.None, 0},
			{hookio.Claude, hookio.SessionStart, hookio.Deny, 0},
		} {
			var stderr bytes.Buffer
			status := hookio.Encode(tt.client, tt.event, hookio.Reply{Answer: tt.answer, Reason: "because"}).Write(deaf{n}, &stderr)
			assert.Equal(t, tt.status, status, "%v", tt)
			if tt.status == 2 {
				assert.Equal(t, "because\n", stderr.String(), "Codex does not block without text on stderr")
			}
		}
	}
	var stdout, stderr bytes.Buffer
	o := hookio.Encode(hookio.Claude, hookio.PreToolUse, hookio.Reply{Reason: "because"})
	assert.Equal(t, 0, o.Write(&stdout, &stderr))
	assert.Equal(t, o.Stdout, stdout.Bytes())
	assert.Empty(t, stderr.String())
}

// Codex's own schemas, taken from its binary, allow every key that it is sent.
func TestCodexSchemas(t *testing.T) {
	for event, file := range map[string]string{
		hookio.PreToolUse:        "pre-tool-use",
		hookio.PermissionRequest: "permission-request",
	} {
		data, err := os.ReadFile(fixtures + "/schemas/" + file + ".command.output.schema.json")
		require.NoError(t, err)
		var root map[string]any
		require.NoError(t, json.Unmarshal(data, &root))
		for _, a := range answers {
			o := hookio.Encode(hookio.Codex, event, hookio.Reply{Answer: a, Reason: "r", Message: "m"})
			if len(o.Stdout) == 0 {
				continue
			}
			var v any
			require.NoError(t, json.Unmarshal(o.Stdout, &v))
			require.NoError(t, fits(v, root, root), "%s %s: %s", event, a, o.Stdout)
		}
		require.Error(t, fits(map[string]any{"extra": true}, root, root), "the check itself must be able to fail")
	}
}

// fits checks the part of JSON Schema that Codex's schemas use.
func fits(v any, schema, root map[string]any) error {
	if ref, ok := schema["$ref"].(string); ok {
		def := root["definitions"].(map[string]any)[strings.TrimPrefix(ref, "#/definitions/")]
		return fits(v, def.(map[string]any), root)
	}
	if all, ok := schema["allOf"].([]any); ok {
		for _, s := range all {
			if err := fits(v, s.(map[string]any), root); err != nil {
				return err
			}
		}
	}
	if want, ok := schema["const"]; ok && v != want {
		return fmt.Errorf("%v is not %v", v, want)
	}
	if list, ok := schema["enum"].([]any); ok {
		found := false
		for _, e := range list {
			found = found || e == v
		}
		if !found {
			return fmt.Errorf("%v is not one of %v", v, list)
		}
	}
	switch kind := schema["type"]; v := v.(type) {
	case string:
		if kind != nil && kind != "string" {
			return fmt.Errorf("a string where %v belongs", kind)
		}
	case map[string]any:
		props, _ := schema["properties"].(map[string]any)
		for key, value := range v {
			p, ok := props[key]
			if !ok && schema["additionalProperties"] == false {
				return fmt.Errorf("unknown key %s", key)
			}
			if p, ok := p.(map[string]any); ok {
				if err := fits(value, p, root); err != nil {
					return fmt.Errorf("%s: %w", key, err)
				}
			}
		}
		required, _ := schema["required"].([]any)
		for _, key := range required {
			if _, ok := v[key.(string)]; !ok {
				return fmt.Errorf("%v is missing", key)
			}
		}
	}
	return nil
}
