package workdir

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func lines(ps Problems) []string {
	var out []string
	for _, p := range ps {
		out = append(out, p.String())
	}
	return out
}

func problemsOf(t *testing.T, err error) Problems {
	t.Helper()
	var ps Problems
	require.ErrorAs(t, err, &ps)
	return ps
}

func TestParseTellsThePlace(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"empty":        {"", []string{"f:1:1: is no JSON: is empty; {} is the least that can stand here"}},
		"blank":        {"\n \n", []string{"f:3:1: is no JSON: is empty; {} is the least that can stand here"}},
		"cut":          {"{\n  \"a\": [1,", []string{"f:2:11: is no JSON: ends too early"}},
		"comma":        {"{\n  \"a\": 1,\n}", []string{"f:3:1: is no JSON: invalid character '}'"}},
		"comment":      {"{\n  // no\n}", []string{"f:2:3: is no JSON: invalid character '/'"}},
		"twice":        {"{\n  \"a\": 1,\n  \"b\": {\"x\": 1, \"x\": 2},\n  \"a\": 2\n}", []string{"f:3:17: /b/x: stands here a second time", "f:4:3: /a: stands here a second time"}},
		"after":        {"{} {}", []string{"f:1:4: has something after its end"}},
		"not UTF-8":    {"{\"a\":\n\"\xff\"}", []string{"f:2:2: is not UTF-8 text"}},
		"too deep":     {strings.Repeat("[", 80) + strings.Repeat("]", 80), []string{"f:1:66: " + strings.Repeat("/0", 65) + ": is nested more than 64 levels deep"}},
		"long":         {strings.Repeat(" ", maxFile+1), []string{"f: is longer than 1 MiB"}},
		"good":         {"{\"a\": [1, {\"b/c~\": null}]}", nil},
		"odd pointers": {"[{\"a\": 1}]", nil},
	} {
		t.Run(name, func(t *testing.T) {
			d, err := Parse("f", []byte(c.text))
			if c.want == nil {
				require.NoError(t, err)
				var want any
				dec := json.NewDecoder(strings.NewReader(c.text))
				dec.UseNumber()
				require.NoError(t, dec.Decode(&want))
				assert.Equal(t, want, d.Value)
				return
			}
			got := lines(problemsOf(t, err))
			require.Len(t, got, len(c.want))
			for i := range got {
				assert.True(t, strings.HasPrefix(got[i], c.want[i]), "%s", got[i])
			}
		})
	}
}

func TestPlaceOfAValue(t *testing.T) {
	d, err := Parse("f", []byte("{\n \"a\" : [\n  1,\n  {\"b/c~d\": 2}\n ]\n}"))
	require.NoError(t, err)
	for pointer, want := range map[string]string{
		"":                "f:1:1: no",
		"/a":              "f:2:2: /a: no",
		"/a/0":            "f:3:3: /a/0: no",
		"/a/1":            "f:4:3: /a/1: no",
		"/a/1/b~1c~0d":    "f:4:4: /a/1/b~1c~0d: no",
		"/a/1/gone/there": "f:4:3: /a/1/gone/there: no", // the nearest value around it
	} {
		assert.Equal(t, want, d.Problem(pointer, "no").String())
	}
}

func TestCheckTellsEveryFault(t *testing.T) {
	d, err := Parse("butler.json", []byte(`{
  "scanRoots": "tools",
  "selfroot": "self",
  "collector": { "debounceMs": -1, "enabled": "yes", "more": 1 },
  "notification": { "command": [] }
}`))
	require.NoError(t, err)
	assert.Equal(t, []string{
		"butler.json:2:3: /scanRoots: must be an array, and is a string",
		"butler.json:3:3: /selfroot: is not known here; it is written selfRoot",
		"butler.json:4:18: /collector/debounceMs: minimum: got -1, want 0",
		"butler.json:4:36: /collector/enabled: must be a boolean, and is a string",
		"butler.json:4:54: warning: /collector/more: is not a key that is known here",
		"butler.json:5:21: /notification/command: minItems: got 0, want 1",
	}, lines(Check(d, RootSchema, nil)))
}

func TestLoad(t *testing.T) {
	dir := t.TempDir()
	_, err := Load(dir)
	require.ErrorIs(t, err, ErrNone)
	require.NoError(t, os.WriteFile(filepath.Join(dir, FileName), []byte(`{
  "scanRoots": ["tools", "/elsewhere/services"],
  "python": "venv/bin/python3", "bun": "bun",
  "notification": {"command": ["python", "n.py"]},
  "collector": {"workspaces": ["w"]}, "rescanSec": 5, "mine": {"kept": true}
}`), 0o600))
	c, err := Load(dir)
	require.NoError(t, err)
	assert.Equal(t, []string{dir + "/tools", "/elsewhere/services"}, c.ScanRoots)
	assert.Equal(t, dir+"/venv/bin/python3", c.Python)
	assert.Equal(t, "bun", c.Bun, "a bare name is looked up in PATH")
	assert.Equal(t, Notification{Enabled: true, Command: []string{dir + "/venv/bin/python3", "n.py"}}, c.Notification)
	assert.Equal(t, Collector{Enabled: true, Workspaces: []string{dir + "/w"}, ExcludePresets: []string{"butler"}, DebounceMs: 2000}, c.Collector)
	assert.Equal(t, Inject{Enabled: true, ExcludePresets: []string{"butler"}, MaxChars: 8000}, c.Inject)
	assert.Equal(t, dir, c.ValidityRoot)
	assert.Equal(t, dir+"/self", c.SelfRoot)
	assert.Equal(t, 5*time.Second, c.Rescan)
	assert.Equal(t, []string{dir + "/butler.json:5:55: warning: /mine: is not a key that is known here"}, lines(c.Warnings))
}

func TestArgv(t *testing.T) {
	c := &Config{Dir: "/b", Python: "/py"}
	for _, row := range []struct{ in, want []string }{
		{nil, nil},
		{[]string{"python", "python"}, []string{"/py", "python"}},
		{[]string{"bun", "x"}, []string{"bun", "x"}},
		{[]string{"./run.sh", "a"}, []string{"/ext/run.sh", "a"}},
		{[]string{"/bin/sh"}, []string{"/bin/sh"}},
		{[]string{"sh"}, []string{"sh"}},
	} {
		assert.Equal(t, row.want, c.ArgvIn("/ext", row.in))
	}
}

func TestHome(t *testing.T) {
	env := func(m map[string]string) func(string) string { return func(k string) string { return m[k] } }
	for _, c := range []struct {
		env        map[string]string
		want, fail string
	}{
		{map[string]string{"HOME": "/h"}, "/h/.butler", ""},
		{map[string]string{"HOME": "/h", HomeVar: "/x/y/"}, "/x/y", ""},
		{map[string]string{"HOME": "/h", HomeVar: "x"}, "", "must be an absolute path"},
		{nil, "", "neither BUTLER_HOME nor HOME"},
	} {
		got, err := Home(env(c.env))
		assert.Equal(t, c.want, got)
		if c.fail != "" {
			assert.ErrorContains(t, err, c.fail)
		}
	}
}

func TestInit(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "b")
	made, err := Init(dir, "/opt/bin/butler")
	require.NoError(t, err)
	assert.Contains(t, made, "tools/README.md")
	assert.Contains(t, made, "schema/extension.schema.json")
	assert.Equal(t, FileName, made[len(made)-1], "a folder with butler.json has all of the others")

	c, err := Load(dir)
	require.NoError(t, err)
	assert.Empty(t, c.Warnings)
	d, err := decode(dir, mustParse(t, "{}"))
	require.NoError(t, err)
	assert.Equal(t, d.ScanRoots, c.ScanRoots, "the skeleton writes the defaults down")
	assert.Equal(t, d.Inject.MaxChars, c.Inject.MaxChars)
	require.NoError(t, filepath.WalkDir(dir, func(p string, e fs.DirEntry, err error) error {
		require.NoError(t, err)
		st, err := e.Info()
		assert.Zero(t, st.Mode().Perm()&0o077, p)
		return err
	}))

	// An instance that is there is left as it is, to the last byte and file.
	require.NoError(t, os.WriteFile(filepath.Join(dir, FileName), []byte("mine"), 0o600))
	require.NoError(t, os.Remove(filepath.Join(dir, "README.md")))
	made, err = Init(dir, "/opt/bin/butler")
	require.NoError(t, err)
	assert.Empty(t, made)
	assert.NoFileExists(t, filepath.Join(dir, "README.md"))
	text, err := os.ReadFile(filepath.Join(dir, FileName))
	require.NoError(t, err)
	assert.Equal(t, "mine", string(text))
}

func TestInitKeepsWhatIsThere(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "README.md"), []byte("mine"), 0o644))
	made, err := Init(dir, "/opt/bin/butler")
	require.NoError(t, err)
	assert.NotContains(t, made, "README.md")
	text, err := os.ReadFile(filepath.Join(dir, "README.md"))
	require.NoError(t, err)
	assert.Equal(t, "mine", string(text))
}

func TestInitKeepsProgramAndInstanceApart(t *testing.T) {
	dir := t.TempDir()
	for _, program := range []string{dir + "/butler", strings.ToUpper(dir) + "/butler"} {
		_, err := Init(dir, program)
		assert.ErrorContains(t, err, "the folder of the program itself")
	}
	link := filepath.Join(t.TempDir(), "link")
	require.NoError(t, os.Symlink(dir, link))
	_, err := Init(link, dir+"/butler")
	assert.ErrorContains(t, err, "the folder of the program itself")
	assert.NoFileExists(t, filepath.Join(dir, FileName))
}

// TestSchemasAreSchemas: both compile, and refer to nothing outside.
func TestSchemasAreSchemas(t *testing.T) {
	for _, name := range SchemaNames() {
		assert.NotNil(t, published(name))
	}
	_, err := Schema("other")
	assert.ErrorContains(t, err, "only root and extension")
}

func TestCompileFetchesNothing(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "s.json")
	require.NoError(t, os.WriteFile(secret, []byte(`{"type":"string"}`), 0o600))
	for _, ref := range []string{"file://" + secret, "http://127.0.0.1:1/s.json", "other.json"} {
		_, err := Compile(map[string]any{"$ref": ref})
		assert.ErrorContains(t, err, "may only refer to itself", ref)
	}
	_, err := Compile(map[string]any{"type": "strnig"})
	assert.ErrorContains(t, err, "/type")
	_, err = Compile(map[string]any{"$ref": "#/$defs/a", "$defs": map[string]any{"a": map[string]any{"type": "string"}}})
	assert.NoError(t, err)
}

func mustParse(t *testing.T, text string) *Document {
	t.Helper()
	d, err := Parse("f", []byte(text))
	require.NoError(t, err)
	return d
}

// FuzzParse: any text ends as a document that decodes as encoding/json does, or
// as problems with a place inside the text.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"{}", `{"a":[1,2,{"b":null}],"a":1}`, "[", `{"a":1,}`, "\xff", `{"~/":[[[]]]}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d, err := Parse("f", []byte(text))
		if err != nil {
			var ps Problems
			require.ErrorAs(t, err, &ps)
			require.NotEmpty(t, ps)
			for _, p := range ps {
				assert.LessOrEqual(t, p.Line, 1+strings.Count(text, "\n"))
				assert.NotEmpty(t, p.Text)
			}
			return
		}
		var v any
		assert.NoError(t, json.Unmarshal([]byte(text), &v))
		for _, p := range Check(d, ExtensionSchema, nil) {
			assert.Positive(t, p.Line)
			assert.Equal(t, "f", p.File)
		}
	})
}
