package classify

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"
)

type toolCase struct {
	file, want, line string
	Name             string          `json:"tool_name"`
	Input            json.RawMessage `json:"tool_input"`
}

// toolCases reads fixtures/tools: sections are named after the verdict, each
// line is one call.
func toolCases(t testing.TB) []toolCase {
	var out []toolCase
	files, err := filepath.Glob("../fixtures/tools/*.txtar")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, f := range files {
		data, err := os.ReadFile(f)
		require.NoError(t, err)
		for _, sec := range txtar.Parse(data).Files {
			_, ok := ParseVerdict(sec.Name)
			require.True(t, ok, "%s: section %q names no verdict", f, sec.Name)
			for l := range strings.Lines(string(sec.Data)) {
				if l = strings.TrimSpace(l); l == "" || strings.HasPrefix(l, "# ") {
					continue
				}
				c := toolCase{file: filepath.Base(f), want: sec.Name, line: l}
				require.NoError(t, json.Unmarshal([]byte(l), &c), l)
				out = append(out, c)
			}
		}
	}
	return out
}

func TestTools(t *testing.T) {
	for _, c := range toolCases(t) {
		r := Tool(c.Name, c.Input, scene(), nil)
		if r.Verdict.String() != c.want {
			t.Errorf("%s: %s\n\tgot %s, want %s\n%s", c.file, c.line, r.Verdict, c.want, explain(r))
		}
	}
}

// TestShellToolIsLine: a shell tool's verdict is its line's verdict.
func TestShellToolIsLine(t *testing.T) {
	for _, c := range cases(t) {
		in, err := json.Marshal(map[string]any{"command": c.line, "description": "x"})
		require.NoError(t, err)
		assert.Equal(t, Line(c.line, scene(), nil).Verdict, Tool("Bash", in, scene(), nil).Verdict, c.line)
	}
}

// TestShellBehindServer: shell text that an MCP server runs is never judged
// milder than the line itself, and never allowed.
func TestShellBehindServer(t *testing.T) {
	for _, c := range cases(t) {
		in, err := json.Marshal(map[string]any{"command": c.line})
		require.NoError(t, err)
		got := Tool("mcp__shell__execute_command", in, scene(), nil)
		assert.GreaterOrEqual(t, got.Verdict, max(Defer, Line(c.line, scene(), nil).Verdict), c.line)
	}
}

// TestDuplicateKeys: every value of a key that stands twice counts.
func TestDuplicateKeys(t *testing.T) {
	for _, in := range []string{
		`{"file_path":"/tmp/a","file_path":"/home/dev/.claude/settings.json"}`,
		`{"file_path":"/home/dev/.claude/settings.json","file_path":"/tmp/a"}`,
		`{"file_path":"/tmp/a","\u0066ile_path":"/home/dev/.claude/settings.json"}`,
	} {
		assert.Equal(t, Refuse, Tool("Write", []byte(in), scene(), nil).Verdict, in)
	}
}

// TestToolInputThatIsNone: what is no JSON object is never allowed.
func TestToolInputThatIsNone(t *testing.T) {
	for _, in := range []string{`{`, `[]`, `"x"`, `{"file_path":`, "\x00", `{"file_path":"a"}x`, strings.Repeat("[", 100000), `{"a":` + strings.Repeat(`{"a":`, 5000) + `1` + strings.Repeat("}", 5001)} {
		assert.Equal(t, Approve, Tool("Read", []byte(in), scene(), nil).Verdict, cut(in, 20))
	}
	assert.Equal(t, Approve, Tool("Bash", nil, scene(), nil).Verdict)
	assert.Equal(t, Allow, Tool("EnterPlanMode", nil, scene(), nil).Verdict)
	assert.Equal(t, Approve, Tool("mcp__x__y", []byte(`{"a":[`+strings.Repeat(`"b",`, 100000)+`"c"]}`), scene(), nil).Verdict)
}

// TestWriteOfNothing: a file that is there and gets no text is deleted.
func TestWriteOfNothing(t *testing.T) {
	sc := scene()
	sc.Kind = func(name string) Kind {
		if name == "/home/dev/project/src/a.go" {
			return KindFile
		}
		return KindNone
	}
	assert.Equal(t, Approve, Tool("Write", []byte(`{"file_path":"/home/dev/project/src/a.go","content":""}`), sc, nil).Verdict)
	assert.Equal(t, Allow, Tool("Write", []byte(`{"file_path":"/home/dev/project/src/b.go","content":""}`), sc, nil).Verdict)
}

// TestToolLinks: a path is judged where its links lead.
func TestToolLinks(t *testing.T) {
	sc := scene()
	sc.Readlink = func(name string) (string, bool) {
		if name == "/home/dev/project/cfg" {
			return "/home/dev/.claude", true
		}
		return "", false
	}
	assert.Equal(t, Refuse, Tool("Write", []byte(`{"file_path":"/home/dev/project/cfg/settings.json","content":"x"}`), sc, nil).Verdict)
}

// TestToolTable: every row's kinds exist, and no tool has two rows.
func TestToolTable(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range toolRows {
		for n := range strings.FieldsSeq(r.Name) {
			assert.False(t, seen[n], "%s has two rows", n)
			seen[n] = true
		}
		for f := range strings.FieldsSeq(r.Args) {
			_, kind, ok := strings.Cut(f, "=")
			assert.True(t, ok && knownKind(kind), "%s: %s", r.Name, f)
		}
	}
}

// TestCodeTable: no function of a language has two rows, and every kind is one.
func TestCodeTable(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range codeRows {
		langs := strings.Fields(r.Lang)
		if len(langs) == 0 {
			langs = []string{""}
		}
		for n := range strings.FieldsSeq(r.Names) {
			for _, l := range langs {
				assert.False(t, seen[l+" "+n], "%s of %s has two rows", n, l)
				seen[l+" "+n] = true
			}
		}
		for f := range strings.FieldsSeq(r.Args) {
			kind := strings.TrimSuffix(strings.TrimPrefix(f, "SELF:"), "...")
			assert.True(t, knownKind(kind) || hasName("LINK ARGV", kind), "%s: %s", r.Names, f)
		}
		assert.True(t, hasName("content names keys same self path joined temp home cwd download", r.Ret) || r.Ret == "", r.Names)
	}
}

func FuzzTool(f *testing.F) {
	for _, c := range toolCases(f) {
		f.Add(c.Name, []byte(c.Input))
	}
	f.Fuzz(func(t *testing.T, name string, in []byte) {
		if v := Tool(name, in, scene(), nil).Verdict; v < Allow || v > Refuse {
			t.Fatalf("%s %q: verdict %d", name, in, v)
		}
	})
}

// FuzzCode reads any text as code of each language.
func FuzzCode(f *testing.F) {
	for _, c := range cases(f) {
		if strings.HasPrefix(c.file, "code") {
			f.Add(c.line)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, lang := range []string{"python", "node", "perl", "ruby", "php", "lua", "r", "awk", "sed", "osascript", "pwsh"} {
			s := newScan(scene(), nil)
			k := &call{ctx: ctx{scan: s, sh: newShell(s.scene)}, cmd: &Command{Name: lang}, name: lang}
			k.scanCode(lang, text, lang)
			if s.work > maxWork+1000 {
				t.Fatalf("%s: %d steps for %q", lang, s.work, text)
			}
		}
	})
}
