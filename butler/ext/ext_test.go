package ext

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"guard/butler/workdir"
)

// instance lays out files given as txtar.
func instance(t *testing.T, files string) *workdir.Config {
	t.Helper()
	dir := t.TempDir()
	for _, f := range txtar.Parse([]byte(files)).Files {
		name := filepath.Join(dir, f.Name)
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o700))
		require.NoError(t, os.WriteFile(name, f.Data, 0o600))
	}
	if _, err := os.Stat(filepath.Join(dir, workdir.FileName)); err != nil {
		require.NoError(t, os.WriteFile(filepath.Join(dir, workdir.FileName), []byte("{}"), 0o600))
	}
	c, err := workdir.Load(dir)
	require.NoError(t, err)
	return c
}

func one(t *testing.T, kind Kind, manifest string) *Extension {
	t.Helper()
	c := instance(t, "-- "+string(kind)+"/x/butler.json --\n"+manifest+"\n-- "+string(kind)+"/x/sub/file --\n")
	cat := Scan(c)
	require.Len(t, cat.Extensions, 1)
	return cat.Extensions[0]
}

func texts(e *Extension) []string {
	var out []string
	for _, p := range e.Problems {
		p.File = ""
		out = append(out, strings.TrimPrefix(strings.TrimPrefix(p.String(), ":"), " "))
	}
	return out
}

// TestManifestFaults: what may not stand in a manifest, and what its writer is
// told.
func TestManifestFaults(t *testing.T) {
	for name, c := range map[string]struct {
		kind     Kind
		manifest string
		want     []string
	}{
		"no id":         {Tools, `{}`, []string{"1:1: must have id"}},
		"odd id":        {Tools, `{"id":"Big One"}`, []string{`1:2: /id: must match ^[a-z0-9][a-z0-9-]{0,63}$, and "Big One" does not`}},
		"odd case":      {Tools, `{"id":"a","Command":["m"],"mcp":{"transport":"stdio","command":["m"],"ENV":{"BUTLER_X":"1"}}}`, []string{"1:11: /Command: is not known here; it is written command", "1:70: /mcp/ENV: is not known here; it is written env"}},
		"odd letters":   {Tools, `{"id":"a","flowſ":[],"Kind":"tool"}`, []string{"1:11: /flowſ: is not known here; it is written flows", "1:23: /Kind: is not known here; it is written kind"}},
		"no JSON":       {Tools, "{\n\"id\": x}", []string{"2:7: is no JSON: invalid character 'x' looking for beginning of value"}},
		"a shell line":  {Tools, `{"id":"a","command":"rm -rf x"}`, []string{"1:11: /command: must be an array, and is a string"}},
		"kind":          {Tools, `{"id":"a","kind":"service"}`, []string{"1:11: /kind: is service, and the scan root holds tools"}},
		"flows":         {Tools, `{"id":"a","flows":[]}`, []string{"1:11: /flows: flows were removed: let the program take its own steps and start it with an action"}},
		"flow mode":     {Tools, `{"id":"a","actions":[{"name":"b","command":["c"],"mode":"flow"}]}`, []string{`1:50: /actions/0/mode: mode "flow" was removed: let the program take its own steps; an action runs one command`}},
		"mcp url":       {Tools, `{"id":"a","mcp":{"transport":"stdio","command":["m"],"url":"http://x"}}`, []string{"1:54: /mcp/url: an MCP server is reached over stdio alone: give its command, and no address"}},
		"mcp http":      {Tools, `{"id":"a","mcp":{"transport":"http","command":["m"]}}`, []string{`1:18: /mcp/transport: must be "stdio": butler speaks to MCP servers in no other way`}},
		"mcp env":       {Services, `{"id":"a","mcp":{"transport":"stdio","command":["m"],"env":{"API_KEY":"abcdef123456"}}}`, []string{"1:61: /mcp/env/API_KEY: looks like a secret: take it from butler's environment with ${env:NAME}"}},
		"faculty's mcp": {Faculties, `{"id":"a","mcp":{"transport":"stdio","command":["m"]}}`, []string{"1:11: /mcp: may not stand in a faculty"}},
		"faculty's run": {Faculties, `{"id":"a","command":["m"],"hosted":{"autoStart":true}}`, []string{"1:11: /command: may not stand in a faculty", "1:27: /hosted: may not stand in a faculty"}},
		"tool's report": {Tools, `{"id":"a","reports":[]}`, []string{"1:11: /reports: may not stand in a tool"}},
		"restart":       {Services, `{"id":"a","command":["x"],"restart":{}}`, []string{"1:27: /restart: services are never restarted by themselves; make it a tool"}},
		"health":        {Services, `{"id":"a","command":["x"],"health":{"tcp":80,"restart":true}}`, []string{"1:46: /health/restart: services are never restarted by themselves"}},
		"two checks":    {Tools, `{"id":"a","command":["x"],"ready":{"tcp":80,"exec":["y"]}}`, []string{"1:27: /ready: must have one of tcp, http and exec"}},
		"outside check": {Tools, `{"id":"a","command":["x"],"ready":{"http":"http://10.0.0.1:80/"}}`, []string{`1:36: /ready/http: must match ^http://(127\.0\.0\.1|localhost|\[::1\]):[0-9]{1,5}(/.*)?$, and "http://10.0.0.1:80/" does not`}},
		"nothing":       {Tools, `{"id":"a","hosted":{"autoStart":true}}`, []string{"1:21: /hosted/autoStart: there is no command to start"}},
		"cwd up":        {Tools, `{"id":"a","cwd":"../y"}`, []string{"1:11: /cwd: must lie in the extension's folder"}},
		"cwd absolute":  {Tools, `{"id":"a","cwd":"/"}`, []string{"1:11: /cwd: must lie in the extension's folder"}},
		"cwd gone":      {Tools, `{"id":"a","cwd":"y"}`, []string{"1:11: /cwd: no such file or directory"}},
		"env name":      {Tools, `{"id":"a","env":{"A-B":"c"}}`, []string{`1:18: /env/A-B: has a name that cannot stand here`}},
		"butler's env":  {Tools, `{"id":"a","env":{"BUTLER_PORT":"c"}}`, []string{"1:18: /env/BUTLER_PORT: may not be set: names that begin with BUTLER_ are butler's own"}},
		"other ref":     {Tools, `{"id":"a","env":{"X":"${file:/etc/passwd}"}}`, []string{"1:18: /env/X: holds ${file:/etc/passwd}; only ${env:NAME} is known here"}},
		"secret name":   {Tools, `{"id":"a","env":{"DB_PASSWORD":"hunter22hunter"}}`, []string{"1:18: /env/DB_PASSWORD: looks like a secret: take it from butler's environment with ${env:NAME}"}},
		"secret form":   {Tools, `{"id":"a","env":{"X":"ghp_0123456789abcdefghijABCDEFGHIJ012345"}}`, []string{"1:18: /env/X: looks like a secret: take it from butler's environment with ${env:NAME}"}},
		"word secret":   {Tools, `{"id":"a","command":["x","--password=hunter22hunter"]}`, []string{"1:26: /command/1: looks like a secret: the words of a command are seen by everybody on this machine; take it from butler's environment with env and ${env:NAME}"}},
		"word env":      {Tools, `{"id":"a","command":["x","${env:T}"]}`, []string{"1:26: /command/1: may not hold ${env:T}: the words of a command are seen by everybody on this machine; put it into env"}},
		"word arg":      {Tools, `{"id":"a","command":["x","${arg:t}"]}`, []string{"1:26: /command/1: may not hold ${arg:t}: nothing gives it arguments"}},
		"arg program":   {Faculties, `{"id":"a","commands":[{"name":"b","command":["${arg:p}"],"args":{"properties":{"p":{}}}}]}`, []string{"1:46: /commands/0/command/0: may not hold ${arg:p}: an argument does not choose the program"}},
		"arg unknown":   {Faculties, `{"id":"a","commands":[{"name":"b","command":["x","${arg:q}"],"args":{"properties":{"p":{}}}}]}`, []string{"1:50: /commands/0/command/1: names the argument q, which args does not declare"}},
		"bad schema":    {Faculties, `{"id":"a","reports":[{"name":"b","command":["x"],"args":{"properties":{"p":{"type":"strnig"}}}}]}`, []string{"1:50: /reports/0/args: is no JSON Schema that can be used: /properties/p/type"}},
		"far schema":    {Faculties, `{"id":"a","reports":[{"name":"b","command":["x"],"args":{"$ref":"file:///etc/x.json"}}]}`, []string{"1:50: /reports/0/args: is no JSON Schema that can be used: "}},
		"twice":         {Faculties, `{"id":"a","commands":[{"name":"b","command":["x"]}],"reports":[{"name":"b","command":["x"]}]}`, []string{"1:65: /reports/0/name: b is the name of /commands/0 already"}},
		"steps":         {Tools, `{"id":"a","steps":[{"name":"s","prompt":"p","result":{"type":1}}]}`, []string{"1:45: /steps/0/result: is no JSON Schema that can be used: "}},
		"all at once":   {Tools, "{\"id\":\"A\",\n\"name\":1,\n\"ports\":[0,70000]}", []string{"1:2: /id", "2:1: /name", "3:10: /ports/0", "3:12: /ports/1"}},
	} {
		t.Run(name, func(t *testing.T) {
			e := one(t, c.kind, c.manifest)
			assert.False(t, e.Valid())
			assert.Equal(t, "x", e.ID, "it is told under its folder's name")
			got := texts(e)
			require.Len(t, got, len(c.want), "%q", got)
			for i := range got {
				assert.Truef(t, strings.HasPrefix(got[i], c.want[i]), "\n got %s\nwant %s", got[i], c.want[i])
			}
		})
	}
}

func TestManifestDefaults(t *testing.T) {
	e := one(t, Tools, `{"id":"a-b","cwd":"sub","command":["./run"],"ports":[8080],
		"env":{"TOKEN":"${env:MY_TOKEN}","AUTHORIZATION":"Bearer ${env:MY_TOKEN}","TOKEN_FILE":"/run/t","LEVEL":"debug"},
		"mcp":{"transport":"stdio","command":["m"]},
		"actions":[{"name":"sync","command":["s"]}],
		"ready":{"tcp":8080}, "extra": 1}`)
	require.True(t, e.Valid(), "%v", texts(e))
	assert.Equal(t, []string{"5:25: warning: /extra: is not a key that is known here"}, texts(e))
	m := e.Manifest
	assert.Equal(t, Restart{"on-failure", 5, []int{1000, 2000, 4000, 8000, 16000, 32000, 60000}, 600, 60}, m.Restart)
	assert.Equal(t, Stop{10}, m.Stop)
	assert.Equal(t, &Check{TCP: 8080, IntervalSec: 5, TimeoutSec: 3, StartSec: 60, Retries: 3}, m.Ready)
	assert.Equal(t, "a_b", m.MCP.Namespace)
	assert.InDelta(t, 60, m.MCP.TimeoutSec, 0)
	assert.InDelta(t, 300, m.MCP.IdleSec, 0)
	assert.Equal(t, Action, m.Actions[0].Sort)
	assert.Equal(t, 64<<10, m.Actions[0].OutputBytes)
	assert.Equal(t, "a-b", m.Name)
}

// TestOneBrokenHurtsNoOther: what is wrong stays in its folder.
func TestOneBrokenHurtsNoOther(t *testing.T) {
	c := instance(t, `
-- tools/a/butler.json --
{"id":"a"}
-- tools/b/butler.json --
{
-- tools/c/butler.json/file --
-- tools/d/README --
no manifest: no extension
-- tools/.hidden/butler.json --
{"id":"hidden"}
-- tools/z/butler.json --
{"id":"a","name":"a again"}
-- services/a/butler.json --
{"id":"a"}
-- faculties/f/butler.json --
{"id":"g"}
`)
	cat := Scan(c)
	var got []string
	for _, e := range cat.Extensions {
		text := e.Key()
		if !e.Valid() {
			text += " (invalid: " + strings.Join(texts(e), ", ") + ")"
		}
		got = append(got, text)
	}
	assert.Equal(t, []string{
		"tools/a",
		"tools/b (invalid: 2:1: is no JSON: ends too early)",
		"tools/c (invalid: is not an ordinary file)",
		"tools/z (invalid: /id: a is the id of the tool in the folder a already)",
		"services/a", // ids are unique among one kind
		"faculties/g",
	}, got)
}

func TestScanRoots(t *testing.T) {
	c := instance(t, `
-- butler.json --
{"scanRoots":["mine","mine","gone","deep/services"]}
-- mine/a/butler.json --
{"id":"a","kind":"tool"}
-- mine/b/butler.json --
{"id":"b"}
-- deep/services/c/butler.json --
{"id":"c"}
`)
	cat := Scan(c)
	require.Len(t, cat.Extensions, 3)
	assert.Equal(t, "/b", cat.Extensions[0].Key(), "neither the root nor the manifest says its kind")
	assert.Equal(t, "tools/a", cat.Extensions[1].Key())
	assert.Equal(t, "services/c", cat.Extensions[2].Key())
	require.Len(t, cat.Problems, 1)
	assert.Equal(t, c.Dir+"/gone: warning: no such file or directory", cat.Problems[0].String())
}

func TestOthersMayNotWrite(t *testing.T) {
	c := instance(t, "-- tools/a/butler.json --\n{\"id\":\"a\"}\n-- services/b/butler.json --\n{\"id\":\"b\"}\n")
	require.NoError(t, os.Chmod(c.Dir+"/tools/a/butler.json", 0o666))
	require.NoError(t, os.Chmod(c.Dir+"/services", 0o777))
	cat := Scan(c)
	require.Len(t, cat.Extensions, 1, "nothing below a scan root that everybody can write is read")
	assert.Contains(t, texts(cat.Extensions[0])[0], "can be written by everybody")
	assert.Contains(t, cat.Problems.Error(), "services: can be written by everybody")
}

func TestLinkedCwd(t *testing.T) {
	c := instance(t, "-- tools/a/butler.json --\n{\"id\":\"a\",\"cwd\":\"out\"}\n")
	require.NoError(t, os.Symlink("/", c.Dir+"/tools/a/out"))
	e := Scan(c).Extensions[0]
	assert.Equal(t, []string{"1:11: /cwd: leads out of the extension's folder"}, texts(e))
}

func TestSince(t *testing.T) {
	c := instance(t, `
-- tools/a/butler.json --
{"id":"a"}
-- tools/b/butler.json --
{"id":"b"}
-- tools/c/butler.json --
{"id":"c"}
`)
	keys := func(es []*Extension) (out []string) {
		for _, e := range es {
			out = append(out, e.Key())
		}
		return out
	}
	first := Scan(c)
	assert.Equal(t, []string{"tools/a", "tools/b", "tools/c"}, keys(first.Since(&Catalog{}).Added))
	assert.True(t, Scan(c).Since(first).None())
	require.NoError(t, os.RemoveAll(c.Dir+"/tools/a"))
	require.NoError(t, os.WriteFile(c.Dir+"/tools/b/butler.json", []byte(`{"id":"b","name":"B"}`), 0o600))
	require.NoError(t, os.WriteFile(c.Dir+"/tools/c/butler.json", []byte(`{"id":"c"`), 0o600))
	require.NoError(t, os.MkdirAll(c.Dir+"/tools/d", 0o700))
	require.NoError(t, os.WriteFile(c.Dir+"/tools/d/butler.json", []byte(`{"id":"d"}`), 0o600))
	ch := Scan(c).Since(first)
	assert.Equal(t, []string{"tools/d"}, keys(ch.Added))
	assert.Equal(t, []string{"tools/a", "tools/c"}, keys(ch.Removed), "one that became invalid is no longer there to use")
	assert.Equal(t, []string{"tools/b"}, keys(ch.Changed))
}

// TestPublicHoldsNoCommand: neither by its types nor in what is printed.
func TestPublicHoldsNoCommand(t *testing.T) {
	seen := map[reflect.Type]bool{}
	var walk func(reflect.Type)
	walk = func(typ reflect.Type) {
		for typ.Kind() == reflect.Pointer || typ.Kind() == reflect.Slice {
			typ = typ.Elem()
		}
		if typ.Kind() != reflect.Struct || seen[typ] {
			return
		}
		seen[typ] = true
		for i := range typ.NumField() {
			name := strings.ToLower(typ.Field(i).Name)
			for _, bad := range []string{"command", "argv", "env", "cwd", "dir", "exec", "prompt"} {
				if name == "commands" { // the declared ones, which are PublicRun
					continue
				}
				assert.NotEqual(t, bad, name, "%s.%s", typ, name)
			}
			walk(typ.Field(i).Type)
		}
	}
	walk(reflect.TypeFor[PublicCatalog]())
	assert.Len(t, seen, 6)

	c := instance(t, `
-- tools/a/butler.json --
{"id":"a","command":["hush1"],"env":{"A":"hush2"},"cwd":"hush3","ready":{"exec":["hush4"]},
"mcp":{"transport":"stdio","command":["hush5"],"env":{"B":"hush6"}},
"actions":[{"name":"b","command":["hush7"],"env":{"C":"hush8"}}],
"steps":[{"name":"s","prompt":"hush9","result":{}}]}
-- tools/a/hush3/x --
-- tools/b/butler.json --
{"id":"b","command":[["hush10"]],"env":{"API_TOKEN":"hush11hush11","X":["hush12"]}}
`)
	cat := Scan(c)
	require.True(t, cat.Extensions[0].Valid(), "%v", texts(cat.Extensions[0]))
	text, err := json.Marshal(cat.Public())
	require.NoError(t, err)
	assert.NotContains(t, string(text), "hush")
	assert.NotContains(t, string(text), c.Dir)
	assert.Contains(t, string(text), "tools/b/butler.json")
}

func TestBind(t *testing.T) {
	e := one(t, Faculties, `{"id":"f","commands":[{"name":"c",
		"command":["prog","--n=${arg:n}","${arg:who}","a${arg:who}b","${arg:list}","${arg:yes}"],
		"args":{"properties":{"n":{"type":"integer"},"who":{"type":"string"},"list":{"type":"array"},"yes":{"type":"boolean"}},"required":["who"]}},
		{"name":"none","command":["prog"]}]}`)
	require.True(t, e.Valid(), "%v", texts(e))
	run, ok := e.Run("c")
	require.True(t, ok)
	for _, c := range []struct {
		args string
		argv []string
		fail string
	}{
		{`{"who":"me"}`, []string{"prog", "me", "ameb"}, ""},
		{`{"who":"$(x) ; y","n":-7,"yes":true,"list":[1,"<"]}`, []string{"prog", "--n=-7", "$(x) ; y", "a$(x) ; yb", `[1,"\u003c"]`, "true"}, ""},
		{`{"who":"--help"}`, nil, "/who may not begin with a dash"},
		{`{"who":"${env:HOME}"}`, []string{"prog", "${env:HOME}", "a${env:HOME}b"}, ""},
		{`{"who":"${arg:n}","n":1}`, []string{"prog", "--n=1", "${arg:n}", "a${arg:n}b"}, ""},
		{"{\"who\":\"a\\u0000b\"}", nil, "holds a zero byte"},
		{`{"who":1,"n":"x"}`, nil, "must be a string, and is a number"},
		{`{"n":1.5}`, nil, "must have who"},
		{`{"who":"a","more":1}`, nil, "/more is not a key that is known here"},
		{`{"who":"a","who":"b"}`, nil, "/who stands here a second time"},
		{`[]`, nil, "must be an object"},
		{`{`, nil, "is no JSON"},
		{``, nil, "must have who"},
		{`{"who":"` + strings.Repeat("a", maxArgs) + `"}`, nil, "are longer than 65536 bytes"},
	} {
		b, err := run.Bind([]byte(c.args))
		if c.fail != "" {
			var ae *ArgsError
			require.ErrorAs(t, err, &ae, c.args)
			assert.ErrorContains(t, err, c.fail)
			assert.Nil(t, b)
			continue
		}
		require.NoError(t, err, c.args)
		assert.Equal(t, c.argv, b.Argv)
		assert.JSONEq(t, c.args, string(b.Stdin))
	}
	none, _ := e.Run("none")
	_, err := none.Bind([]byte(`{"x":1}`))
	assert.ErrorContains(t, err, "/x is not a key", "no schema means no arguments")
	b, err := none.Bind(nil)
	require.NoError(t, err)
	assert.Equal(t, "{}\n", string(b.Stdin))
	_, ok = e.Run("other")
	assert.False(t, ok)
}

// FuzzManifest: any text ends as a manifest that can be used or as problems.
func FuzzManifest(f *testing.F) {
	for _, s := range []string{`{"id":"a"}`, `{"id":"a","command":["x","${arg:y}"],"env":{"A":"${env:B}"}}`, `{"id":"f","reports":[{"name":"r","command":["x"],"args":{}}]}`, `{`} {
		f.Add(s, uint8(0))
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, text string, k uint8) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, workdir.FileName), []byte(text), 0o600))
		kind := Kinds()[int(k)%3]
		m, _, _, ps := read(dir, kind)
		if m == nil {
			assert.NotEmpty(t, ps.Faults())
			return
		}
		assert.Empty(t, ps.Faults())
		assert.NotEmpty(t, m.ID)
		for _, list := range [][]Run{m.Actions, m.Commands, m.Reports} {
			for i := range list {
				b, err := list[i].Bind([]byte(`{"y":"-z"}`))
				if err == nil {
					assert.NotEmpty(t, b.Argv)
				}
			}
		}
	})
}

// TestEffect: every member of a manifest that can change what runs is a part, and
// what is only shown is none.
func TestEffect(t *testing.T) {
	const whole = `{"id":"x","name":"X","description":"d","version":"1","$schema":"s","kind":"tool","command":["./run","a"],"cwd":"sub",
"env":{"A":"1","B":"${env:HOME}"},"hosted":{"autoStart":true},"restart":{"policy":"always","maxRetries":3},"stop":{"graceSec":1},"ports":[8100],
"ready":{"tcp":8100},"health":{"exec":["python","c"]},"mcp":{"transport":"stdio","command":["bun","m"],"confirm":["t"]},"concurrency":2,
"actions":[{"name":"set","title":"t","description":"d","command":["./set","${arg:a}"],"args":{"properties":{"a":{"type":"string"}}},"timeoutSec":5}],
"steps":[{"name":"s","prompt":"p","result":{},"risk":"confirm"}],"later":1}`
	c := instance(t, "-- butler.json --\n{\"python\":\"/opt/py\"}\n-- tools/x/butler.json --\n"+whole+"\n-- tools/x/sub/file --\n")
	effect := func() Effect {
		t.Helper()
		cat := Scan(c)
		require.Len(t, cat.Extensions, 1)
		require.Empty(t, cat.Extensions[0].Problems.Faults())
		return cat.Extensions[0].Effect(c)
	}
	var lines []string
	was := effect()
	for _, p := range was {
		lines = append(lines, p.Member+" "+strings.ReplaceAll(p.Value, c.Dir, "HOME"))
	}
	assert.Equal(t, []string{
		`kind "tool"`, `folder "HOME/tools/x"`, `runs python "/opt/py"`, `runs bun "bun"`,
		`id "x"`, `command ["./run","a"]`, `cwd "sub"`, `env {"A":"1","B":"${env:HOME}"}`, `hosted {"autoStart":true}`,
		`mcp {"transport":"stdio","command":["bun","m"],"confirm":["t"]}`, `ready {"tcp":8100}`, `health {"exec":["python","c"]}`,
		`actions.set {"args":{"properties":{"a":{"type":"string"}}},"command":["./set","${arg:a}"],"name":"set","timeoutSec":5}`,
		`concurrency 2`, `kind "tool"`, `later 1`, `ports [8100]`, `restart {"policy":"always","maxRetries":3}`,
		`steps.s {"name":"s","prompt":"p","result":{},"risk":"confirm"}`, `stop {"graceSec":1}`,
	}, lines)

	for _, change := range [][2]string{
		{`"./run","a"`, `"./run","b"`}, {`"cwd":"sub"`, `"cwd":"."`}, {`"A":"1"`, `"A":"2"`}, {`{env:HOME}`, `{env:USER}`}, {`"autoStart":true`, `"autoStart":false`},
		{`"always"`, `"never"`}, {`"maxRetries":3`, `"maxRetries":4`}, {`"graceSec":1`, `"graceSec":2`}, {`[8100]`, `[8101]`}, {`"ready":{"tcp":8100}`, `"ready":{"tcp":8101}`},
		{`["python","c"]`, `["python","d"]`}, {`["bun","m"]`, `["bun","n"]`}, {`["t"]`, `[]`}, {`"concurrency":2`, `"concurrency":3`}, {`"name":"set"`, `"name":"put"`},
		{`"./set"`, `"./put"`}, {`"string"`, `"integer"`}, {`"timeoutSec":5`, `"timeoutSec":6`}, {`"prompt":"p"`, `"prompt":"q"`}, {`"risk":"confirm"`, `"risk":"none"`}, {`"later":1`, `"later":2`},
	} {
		require.Contains(t, whole, change[0])
		require.NoError(t, os.WriteFile(filepath.Join(c.Dir, "tools/x/butler.json"), []byte(strings.Replace(whole, change[0], change[1], 1)), 0o600))
		assert.NotEqual(t, was.Digest(), effect().Digest(), change[1])
	}
	for _, change := range [][2]string{{`"name":"X"`, `"name":"Y"`}, {`"description":"d"`, `"description":"e"`}, {`"version":"1"`, `"version":"2"`}, {`"title":"t"`, `"title":"u"`}, {"\n", "\n\n  "}} {
		require.NoError(t, os.WriteFile(filepath.Join(c.Dir, "tools/x/butler.json"), []byte(strings.ReplaceAll(whole, change[0], change[1])), 0o600))
		assert.Equal(t, was.Digest(), effect().Digest(), change[1])
	}
	// What butler.json makes of a word is a part too.
	other := *c
	other.Python = "/tmp/py"
	require.NoError(t, os.WriteFile(filepath.Join(c.Dir, "tools/x/butler.json"), []byte(whole), 0o600))
	assert.NotEqual(t, was.Digest(), Scan(c).Extensions[0].Effect(&other).Digest())
	assert.Equal(t, was.Digest(), effect().Digest())
}
