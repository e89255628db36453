package setup

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"guard/hookio"
)

// A fault is found at its place, counted as an editor counts.
func TestFaults(t *testing.T) {
	for _, tt := range []struct {
		text      string
		line, col int
		what      string
	}{
		{"", 1, 1, "the text ends where a value belongs"},
		{"{\n  \"a\": 1,\n}", 3, 1, "a comma before the closing }"},
		{"[1,]", 1, 4, "a comma before the closing ]"},
		{"{\"é\": x}", 1, 7, `'x' where a value belongs`},
		{"{\r\n  // c\r\n}", 2, 3, "comments are not JSON"},
		{"{\"a\": 1 /* c */}", 1, 9, "comments are not JSON"},
		{"# c\n{}", 1, 1, "comments are not JSON"},
		{"{\"a\" 1}", 1, 6, `a colon is missing after the key "a"`},
		{"{\"a\": 1 \"b\": 2}", 1, 9, `'"' where a comma or } belongs`},
		{"{a: 1}", 1, 2, `'a' where a key in double quotes belongs`},
		{"{'a': 1}", 1, 2, `'\'' where a key in double quotes belongs`},
		{"{\"a\": tru}", 1, 7, `"tru" is not a JSON value`},
		{"{\"a\": 01}", 1, 7, `"01" is not a JSON value`},
		{"{\"a\": NaN}", 1, 7, `'N' where a value belongs`},
		{"{\"a\": \"b\nc\"}", 1, 9, "a string runs over the end of the line, or holds a control character"},
		{"{\"a\": \"b", 1, 7, "a string that does not end"},
		{"{\"a\": \"\\q\"}", 1, 7, "a string with a wrong escape"},
		{"{} {}", 1, 4, "text after the end of the JSON value"},
		{"{\"a\": [1, 2}", 1, 12, `'}' where a comma or ] belongs`},
		{"{\n\"a\": \xff}", 2, 6, "not UTF-8"},
		{strings.Repeat("[", 5000), 1, 202, "nested too deep"},
	} {
		_, err := parse([]byte(tt.text))
		var fault *Fault
		require.True(t, errors.As(err, &fault), "%q: %v", tt.text, err)
		assert.Equal(t, Fault{Line: tt.line, Col: tt.col, What: tt.what, drops: true}, *fault, "%q", tt.text)
	}
}

func TestShellWords(t *testing.T) {
	for line, want := range map[string][]string{
		`/opt/guard hook codex`:       {"/opt/guard", "hook", "codex"},
		`  a	b  `:                     {"a", "b"},
		`'/o p/it'\''s/guard' hook x`: {"/o p/it's/guard", "hook", "x"},
		`"/o p/\"q\"\\/guard" hook x`: {`/o p/"q"\/guard`, "hook", "x"},
		`/o\ p/guard hook x`:          {"/o p/guard", "hook", "x"},
		`a '' b`:                      {"a", "", "b"},
		`a; b`:                        nil,
		`a && b`:                      nil,
		`$HOME/guard hook x`:          nil,
		`"$HOME/guard" hook x`:        nil,
		"a `b`":                       nil,
		`a > b`:                       nil,
		`a 'b`:                        nil,
		`a "b`:                        nil,
		`a \`:                         nil,
		`a # b`:                       nil,
		"a\nb":                        nil,
	} {
		assert.Equal(t, want, shellWords(line), "%q", line)
	}
	for _, s := range []string{"/opt/guard", "/o p/guard", "/it's/guard", `/a"b\c$d/guard`, "/é/guard", "~/guard", ""} {
		assert.Equal(t, []string{s, "hook"}, shellWords(shellQuote(s)+" hook"), "%q", s)
	}
	assert.Equal(t, "/opt/guard-1.0/guard", shellQuote("/opt/guard-1.0/guard"), "no quotes where none are needed")
}

// The parser takes what encoding/json takes and nothing else; and what install
// makes of any file can be read again, is stable, and goes away.
func FuzzInstall(f *testing.F) {
	for _, s := range []string{
		`{}`, `{"hooks":{}}`, "{\n\t\"hooks\": {\"PreToolUse\": []}\n}", `{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"/x/guard hook claude"}]}]}}`,
		`{"a":[1,{"b":"\u00e9"}],"disableAllHooks":false}`, "\ufeff{ }", `{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"/x/guard","args":["hook","claude"]},{"type":"http"}]}]}}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		_, err := parse(text)
		bare := strings.TrimPrefix(string(text), "\ufeff")
		if valid := utf8.Valid(text) && json.Valid([]byte(bare)); valid != (err == nil) {
			if err == nil || !strings.Contains(err.Error(), "nested too deep") {
				t.Fatalf("encoding/json says %v, parse says %v", valid, err)
			}
		}
		for _, c := range []hookio.Client{hookio.Claude, hookio.Codex} {
			cl := clientOf(c)
			for _, remind := range []Want{Keep, On, Off} {
				once, err := install(text, cl, "/opt/guard", remind)
				if err != nil {
					continue
				}
				require.True(t, json.Valid([]byte(strings.TrimPrefix(string(once), "\ufeff"))))
				path, now, err := find(once, cl)
				require.NoError(t, err)
				require.Equal(t, "/opt/guard", path)
				require.True(t, remind == Keep || now == remind)
				for _, again := range []Want{Keep, now} {
					twice, err := install(once, cl, "/opt/guard", again)
					require.NoError(t, err)
					require.Equal(t, string(once), string(twice))
				}
				gone, err := uninstall(once, cl, nil)
				require.NoError(t, err)
				path, now, err = find(gone, cl)
				require.NoError(t, err)
				require.Empty(t, path)
				require.Equal(t, Off, now)
			}
		}
	})
}
