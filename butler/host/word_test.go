package host

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"guard/butler/ext"
	"guard/butler/procs"
	"guard/butler/steward"
)

const stranger = `
-- tools/stranger/butler.json --
{"id":"stranger","command":["sh","-c","touch ran; exec sleep 1000"],"hosted":{"autoStart":true},"restart":{"backoffMs":[1]},
 "mcp":{"transport":"stdio","command":["sh","-c","touch served"]},
 "actions":[{"name":"go","command":["touch","acted"],"quick":true}]}
-- faculties/odd/butler.json --
{"id":"odd","reports":[{"name":"r","command":["touch","reported"]}]}
`

// made are the files that something of the strangers left where it ran.
func (w *world) made() []string {
	var out []string
	for _, name := range []string{"tools/stranger/ran", "tools/stranger/served", "tools/stranger/acted", "faculties/odd/reported"} {
		if _, err := os.Stat(filepath.Join(w.home, name)); err == nil {
			out = append(out, name)
		}
	}
	return out
}

func (w *world) digest(key string) string {
	w.t.Helper()
	for _, x := range w.Waiting() {
		if ext.Key(x.Kind, x.ID) == key {
			return x.Digest
		}
	}
	w.t.Fatalf("%s does not wait", key)
	return ""
}

// refused checks that no way leads to anything of the strangers.
func (w *world) refused(waits ext.Waits) {
	w.t.Helper()
	for _, verb := range []string{Start, Stop, Restart} {
		_, err := w.Program(ext.Tools, "stranger", verb)
		e := AsError(err)
		assert.Equal(w.t, "409 not_accepted", fmt.Sprint(e.Status, " ", e.Code), verb)
		assert.Contains(w.t, e.Message, "butler accept tools/stranger")
	}
	_, err := w.RunNamed(w.t.Context(), ext.Tools, "stranger", "", "go", nil, "owner")
	assert.Equal(w.t, "not_accepted", AsError(err).Code)
	_, err = w.RunNamed(w.t.Context(), ext.Faculties, "odd", "", "r", nil, "owner")
	assert.Equal(w.t, "not_accepted", AsError(err).Code)
	providers, faults := w.Providers()
	assert.Empty(w.t, providers)
	assert.Empty(w.t, faults)
	assert.Empty(w.t, w.QuickActions())
	w.sup.AutoStart()
	_, ok := w.sup.One("tools/stranger")
	assert.False(w.t, ok)
	for _, e := range w.Catalog().Extensions {
		assert.Equal(w.t, waits, e.Waits, e.ID)
	}
	assert.Equal(w.t, 2, w.Health().Waiting)
	assert.Empty(w.t, w.made())
}

// reopened is the host as the next butler finds it.
func (w *world) reopened() *world {
	w.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	w.Close(ctx)
	next := &world{t: w.t, home: w.home, state: w.state, port: w.port}
	var err error
	next.Host, err = Open(w.t.Context(), Options{Home: w.home, State: w.state, DB: w.opts.DB, Ambient: w.opts.Ambient})
	require.NoError(w.t, err)
	w.t.Cleanup(func() { next.Close(context.Background()) })
	next.Run(w.t.Context())
	return next
}

// TestNothingStartsUnaccepted: what nobody accepted starts neither when it
// appears, nor when butler does, nor by any verb; after the owner's word it does,
// and at the next start again.
func TestNothingStartsUnaccepted(t *testing.T) {
	w := newWorld(t, "")
	w.Run(t.Context())
	w.write(stranger)
	w.Rescan()
	w.refused(ext.New)
	w = w.reopened()
	w.refused(ext.New)

	keys, err := w.Accept([]Word{{"tools/stranger", w.digest("tools/stranger")}, {"faculties/odd", w.digest("faculties/odd")}}, "me")
	require.NoError(t, err)
	assert.Equal(t, []string{"tools/stranger", "faculties/odd"}, keys)
	w.reaches("tools/stranger", procs.Running)
	assert.Empty(t, w.Waiting())
	assert.Zero(t, w.Health().Waiting)
	providers, _ := w.Providers()
	assert.Len(t, providers, 1)

	w = w.reopened()
	w.reaches("tools/stranger", procs.Running)
	assert.Empty(t, w.Waiting())
	st, err := os.Stat(filepath.Join(w.state, "extensions.json"))
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o600), st.Mode().Perm())
}

// TestChangedIsHeldBack: a changed manifest has no effect before the owner's
// word. What runs goes on, and comes back after a crash, as it was accepted;
// after butler's next start nothing of it runs.
func TestChangedIsHeldBack(t *testing.T) {
	w := newWorld(t, stranger)
	w.Run(t.Context())
	was := w.reaches("tools/stranger", procs.Running)
	eventually(t, "it ran", func() bool { return len(w.made()) == 1 })
	changed := strings.NewReplacer("touch ran", "touch evil", "touch served", "touch evil", `"acted"`, `"evil"`, `"reported"`, `"evil"`).Replace(stranger)
	w.write(changed)
	c := w.Rescan()
	assert.Equal(t, []string{"tools/stranger", "faculties/odd"}, c.Waiting)
	kill := func() {
		p, err := os.FindProcess(was.Pid)
		require.NoError(t, err)
		require.NoError(t, p.Kill())
		eventually(t, "it is started again", func() bool {
			s, _ := w.sup.One("tools/stranger")
			if s.State == procs.Running && s.Pid != was.Pid {
				was = s
				return true
			}
			return false
		})
	}
	kill()
	_, err := w.Program(ext.Tools, "stranger", Restart)
	require.NoError(t, err)
	w.Settled(t.Context(), ext.Tools, "stranger")
	was = w.reaches("tools/stranger", procs.Running)
	r, err := w.RunNamed(t.Context(), ext.Tools, "stranger", "", "go", nil, "owner")
	require.NoError(t, err)
	_, err = w.WaitRun(t.Context(), r.ID)
	require.NoError(t, err)
	providers, _ := w.Providers()
	require.Len(t, providers, 1)
	assert.Contains(t, providers[0].Argv[2], "touch served")
	assert.Equal(t, []string{"tools/stranger/ran", "tools/stranger/acted"}, w.made())
	for _, dir := range []string{"tools/stranger/evil", "faculties/odd/evil"} {
		assert.NoFileExists(t, filepath.Join(w.home, dir))
	}
	for _, x := range w.Waiting() {
		assert.Equal(t, ext.Changed, x.Waits)
		assert.NotEqual(t, x.Before, x.Effect)
	}

	for _, name := range w.made() {
		require.NoError(t, os.Remove(filepath.Join(w.home, name)))
	}
	w = w.reopened()
	w.refused(ext.Changed)
	assert.NoFileExists(t, filepath.Join(w.home, "tools/stranger/evil"))
	w.accept()
	w.reaches("tools/stranger", procs.Running)
	eventually(t, "it runs as it was accepted now", func() bool { _, err := os.Stat(filepath.Join(w.home, "tools/stranger/evil")); return err == nil })
}

// TestAnotherInterpreter: what butler.json makes of a command's first word is part
// of what was accepted.
func TestAnotherInterpreter(t *testing.T) {
	w := newWorld(t, "-- tools/snake/butler.json --\n{\"id\":\"snake\",\"command\":[\"python\",\"x\"]}\n-- tools/other/butler.json --\n{\"id\":\"other\",\"command\":[\"sleep\",\"1\"]}\n")
	before := w.told.count("catalog")
	w.write("-- butler.json --\n{\"rescanSec\":0,\"python\":\"/tmp/evil\"}\n")
	c := w.Rescan()
	assert.Equal(t, []string{"tools/snake"}, c.Waiting)
	assert.Equal(t, before+1, w.told.count("catalog"))
	w.mu.RLock()
	spec := w.spec(w.force["tools/snake"].config, w.force["tools/snake"].Extension)
	w.mu.RUnlock()
	assert.Equal(t, []string{"python", "x"}, spec.Argv, "as it was accepted")
	assert.Equal(t, ext.Part{Member: "runs python", Value: `"/tmp/evil"`}, w.Waiting()[0].Effect[2])
}

// TestAWordIsForWhatWasShown: a yes to something else, to what has changed since,
// or to what does not wait, is none, and nothing else of it counts.
func TestAWordIsForWhatWasShown(t *testing.T) {
	w := newWorld(t, "")
	w.write(stranger)
	w.Rescan()
	tool, odd := Word{"tools/stranger", w.digest("tools/stranger")}, Word{"faculties/odd", w.digest("faculties/odd")}
	for name, said := range map[string][]Word{
		"another's digest":  {odd, {"tools/stranger", odd.Digest}},
		"no digest":         {odd, {"tools/stranger", ""}},
		"nothing there":     {odd, {"tools/other", tool.Digest}},
		"nothing named":     nil,
		"the wrong kind":    {odd, {"services/stranger", tool.Digest}},
		"one of two is bad": {tool, {"faculties/odd", tool.Digest}},
	} {
		_, err := w.Accept(said, "me")
		require.Error(t, err, name)
		assert.Len(t, w.Waiting(), 2, name)
	}
	w.write(strings.ReplaceAll(stranger, "touch ran", "touch evil"))
	w.Rescan()
	_, err := w.Accept([]Word{tool, odd}, "me")
	assert.Equal(t, "conflict", AsError(err).Code)
	// And where the file changes between what butler read last and the yes.
	shown := Word{"tools/stranger", w.digest("tools/stranger")}
	w.write(stranger)
	_, err = w.Accept([]Word{shown}, "me")
	require.NoError(t, err, "what was read last is what was shown")
	assert.Len(t, w.Waiting(), 2, "and what is there now still waits")
	_, ok := w.sup.One("tools/stranger")
	assert.False(t, ok)
}

// TestWhatWasAcceptedMustBeReadable: a file that cannot be understood accepts
// nothing.
func TestWhatWasAcceptedMustBeReadable(t *testing.T) {
	for name, text := range map[string]string{
		"no JSON": "{", "another version": `{"v":2,"extensions":{}}`, "nothing": "", "a list": "[]",
		"without effects": `{"v":1,"extensions":{"tools/stranger":{"by":"me"},"faculties/odd":{"effect":[]}}}`,
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, stranger)
			require.Empty(t, w.Waiting())
			require.NoError(t, os.WriteFile(filepath.Join(w.state, "extensions.json"), []byte(text), 0o600))
			w = w.reopened()
			assert.Len(t, w.Waiting(), 2)
			assert.Empty(t, w.made())
		})
	}
}

// TestOnlyTheOwnerAccepts: over the socket an agent neither sees what waits nor
// accepts it.
func TestOnlyTheOwnerAccepts(t *testing.T) {
	w := newWorld(t, "")
	w.write(stranger)
	w.Rescan()
	args, err := json.Marshal(Args{Words: []Word{{"tools/stranger", w.digest("tools/stranger")}}})
	require.NoError(t, err)
	send := func(any) error { return nil }
	for _, who := range []steward.Caller{steward.Nobody, steward.Agent, steward.Extension} {
		for _, verb := range []string{"waiting", Accept} {
			_, err := w.Do(t.Context(), who, "x", Call{Verb: verb, Args: args}, send)
			assert.Equal(t, 403, AsError(err).Status)
		}
	}
	assert.Len(t, w.Waiting(), 2)
	v, err := w.Do(t.Context(), steward.Owner, "x", Call{Verb: Accept, Args: args}, send)
	require.NoError(t, err)
	assert.Equal(t, []string{"tools/stranger"}, v)
}

func TestOldWordsAreForgotten(t *testing.T) {
	file := filepath.Join(t.TempDir(), "extensions.json")
	w, err := openWords(file)
	require.NoError(t, err)
	effect := ext.Effect{{Member: "kind", Value: `"tool"`}}
	many := map[string]accepted{}
	for i := range maxWords {
		many[fmt.Sprint("tools/t", i)] = accepted{Effect: effect}
	}
	require.NoError(t, w.add(many, nil))
	for i := range 3 {
		require.NoError(t, w.add(map[string]accepted{fmt.Sprint("tools/u", i): {Effect: effect}}, map[string]bool{"tools/t7": true, "tools/u0": true, "tools/u1": true}))
	}
	require.Len(t, w.said, maxWords+3, "as long as there is room")
	require.NoError(t, w.add(map[string]accepted{"tools/a": {Effect: effect}}, map[string]bool{"tools/a": true, "tools/t7": true}))
	w, err = openWords(file)
	require.NoError(t, err)
	assert.Len(t, w.said, 2)
	assert.Equal(t, ext.Waits(""), w.waits("tools/t7", effect))
	assert.Equal(t, ext.New, w.waits("tools/t8", effect))
}
