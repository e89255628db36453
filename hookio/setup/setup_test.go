package setup_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"guard/hookio"
	"guard/hookio/setup"
)

// go test ./hookio/setup -update writes what came out into the fixtures; read
// the diff.
var update = flag.Bool("update", false, "write what came out into fixtures/hookio/setup")

const guardPath = "/opt/guard/bin/guard"

// machine is a home folder with a clock of its own.
func machine(t testing.TB) setup.Env {
	t.Helper()
	home, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	return setup.Env{
		Home:   home,
		Getenv: func(string) string { return "" },
		Now:    func() time.Time { now = now.Add(time.Second); return now },
	}
}

// settings returns where the client's file is.
func settings(env setup.Env, c hookio.Client) string {
	if c == hookio.Codex {
		return filepath.Join(env.Home, ".codex", "hooks.json")
	}
	return filepath.Join(env.Home, ".claude", "settings.json")
}

// read returns nil where there is no file.
func read(t testing.TB, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if os.IsNotExist(err) {
		return nil
	}
	require.NoError(t, err)
	if data == nil {
		data = []byte{}
	}
	return data
}

func write(t testing.TB, path string, data []byte) {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(t, os.WriteFile(path, data, 0o640))
}

func copies(t testing.TB, path string) []string {
	t.Helper()
	list, err := filepath.Glob(path + ".guard-backup-*")
	require.NoError(t, err)
	return list
}

func apply(t testing.TB, c setup.Change, err error) setup.Change {
	t.Helper()
	require.NoError(t, err)
	require.NoError(t, c.Apply())
	return c
}

// Each fixture is one settings file: before, after the installation, and what a
// removal leaves where that is not what was there before. Lines "name: value" of
// the comment say how the file is to be laid.
func TestFixtures(t *testing.T) {
	const dir = "../../fixtures/hookio/setup"
	files, err := filepath.Glob(dir + "/*.txtar")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			ar, err := txtar.ParseFile(file)
			require.NoError(t, err)
			got := runFixture(t, ar)
			if *update {
				require.NoError(t, os.WriteFile(file, txtar.Format(got), 0o644))
			}
			want, err := os.ReadFile(file)
			require.NoError(t, err)
			assert.Equal(t, string(want), string(txtar.Format(got)))
		})
	}
}

// runFixture returns the archive with the sections that setup makes anew.
func runFixture(t *testing.T, ar *txtar.Archive) *txtar.Archive {
	env := machine(t)
	option := map[string]string{"guard": guardPath}
	for _, line := range strings.Split(string(ar.Comment), "\n") {
		if name, value, ok := strings.Cut(line, ": "); ok {
			option[name] = value
		}
	}
	client, err := hookio.ParseClient(option["client"])
	require.NoError(t, err)
	path := settings(env, client)

	// The text of a fixture and that of a file differ in what an editor would
	// spoil.
	toFile := func(s []byte) []byte {
		if option["lines"] == "crlf" {
			s = bytes.ReplaceAll(s, []byte("\n"), []byte("\r\n"))
		}
		if option["end"] == "bare" {
			s = bytes.TrimSuffix(s, []byte("\n"))
		}
		if option["mark"] == "yes" {
			s = append([]byte("\ufeff"), s...)
		}
		return s
	}
	fromFile := func(s []byte) []byte {
		if option["lines"] == "crlf" {
			require.Equal(t, bytes.Count(s, []byte("\n")), bytes.Count(s, []byte("\r\n")), "every line ends in CR LF")
			s = bytes.ReplaceAll(s, []byte("\r\n"), []byte("\n"))
		}
		if option["end"] == "bare" {
			require.False(t, bytes.HasSuffix(s, []byte("\n")), "no newline at the end")
			s = append(bytes.Clone(s), '\n')
		}
		if option["mark"] == "yes" {
			require.True(t, bytes.HasPrefix(s, []byte("\ufeff")))
			s = bytes.TrimPrefix(s, []byte("\ufeff"))
		}
		return s
	}

	out := &txtar.Archive{Comment: ar.Comment}
	section := func(name string, data []byte) {
		out.Files = append(out.Files, txtar.File{Name: name, Data: data})
	}
	scrub := func(s string) []byte {
		return []byte(strings.ReplaceAll(s, env.Home, "$HOME") + "\n")
	}
	var before, edited []byte
	for _, f := range ar.Files {
		switch f.Name {
		case "before":
			before = toFile(f.Data)
			if len(bytes.TrimSpace(before)) == 0 {
				before = []byte{}
			}
			section(f.Name, f.Data)
		case "edited":
			edited = toFile(f.Data)
		case "config.toml":
			write(t, filepath.Join(filepath.Dir(path), f.Name), f.Data)
			section(f.Name, f.Data)
		}
	}
	if before != nil {
		if option["file"] == "link" {
			target := filepath.Join(env.Home, "dotfiles", "claude.json")
			write(t, target, before)
			require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
			require.NoError(t, os.Symlink("../dotfiles/claude.json", path))
		} else {
			write(t, path, before)
		}
	}

	env.Remind = map[string]setup.Want{"on": setup.On, "off": setup.Off}[option["remind"]]
	old, _, _ := setup.Registered(client, env) // a fault is Plan's to tell
	hadGuard := old != ""
	plan, err := setup.Plan(client, env, option["guard"])
	if err != nil {
		section("error", scrub(err.Error()))
		assert.Equal(t, before, read(t, path), "a file with a fault is left alone")
		assert.Empty(t, copies(t, path))
		return out
	}
	require.Equal(t, before, read(t, path), "a plan writes nothing")
	require.NoError(t, plan.Apply())
	after := read(t, path)
	section("after", fromFile(after))
	if len(plan.Warnings) > 0 {
		section("warnings", scrub(strings.Join(plan.Warnings, "\n")))
	}
	if option["file"] == "link" {
		info, err := os.Lstat(path)
		require.NoError(t, err)
		require.NotZero(t, info.Mode()&os.ModeSymlink, "the link stays a link")
	}
	if before != nil {
		require.Len(t, copies(t, path), 1)
		require.Equal(t, before, read(t, copies(t, path)[0]))
		info, err := os.Stat(path)
		require.NoError(t, err)
		require.EqualValues(t, 0o640, info.Mode().Perm(), "the mode stays")
	}

	env.Remind = setup.Keep // as guard install without a word about it
	again, err := setup.Plan(client, env, option["guard"])
	require.NoError(t, err)
	require.True(t, again.Empty(), "the second run changes nothing:\n%s", again.Diff())
	require.NoError(t, again.Apply())
	where, ok, err := setup.Registered(client, env)
	require.NoError(t, err)
	require.Equal(t, option["guard"], where)
	require.True(t, ok)

	if edited != nil {
		section("edited", fromFile(edited))
		write(t, path, edited)
		_, ok, err := setup.Registered(client, env)
		require.NoError(t, err)
		require.False(t, ok, "the person's change took hooks of guard out")
		c, err := setup.Remove(client, env)
		apply(t, c, err)
		section("uninstalled", fromFile(read(t, path)))
		return out
	}

	// With the copy, everything is as it was, if guard was not there before.
	removal, err := setup.Remove(client, env)
	apply(t, removal, err)
	if !hadGuard {
		require.Equal(t, before, read(t, path), "byte for byte")
	}

	// Without it, guard's entries go all the same.
	if before != nil {
		write(t, path, after)
		for _, c := range copies(t, path) {
			require.NoError(t, os.Remove(c))
		}
		removal, err := setup.Remove(client, env)
		apply(t, removal, err)
		if left := read(t, path); !bytes.Equal(left, before) {
			if left == nil {
				section("uninstalled without a copy: no file", nil)
			} else {
				section("uninstalled without a copy", fromFile(left))
			}
		}
	}
	where, _, err = setup.Registered(client, env)
	require.NoError(t, err)
	require.Empty(t, where)
	removal, err = setup.Remove(client, env)
	require.NoError(t, err)
	require.True(t, removal.Empty(), "nothing is left to remove")
	return out
}

// TestRemindInTwoSteps: who asks for the reminders later has the same file as who
// asked at once, may take them back, and has everything as it was in the end.
func TestRemindInTwoSteps(t *testing.T) {
	for _, c := range []hookio.Client{hookio.Claude, hookio.Codex} {
		for _, before := range []string{"", "{}\n", "{\n  \"hooks\": {\n    \"UserPromptSubmit\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"other\"}]}]\n  }\n}\n"} {
			env := machine(t)
			ch, err := setup.Plan(c, env, guardPath)
			require.NoError(t, err)
			path := ch.Path
			if before != "" {
				write(t, path, []byte(before))
			}
			step := func(w setup.Want) string {
				env.Remind = w
				ch, err := setup.Plan(c, env, guardPath)
				apply(t, ch, err)
				return string(read(t, path))
			}
			plain := step(setup.Keep)
			require.Equal(t, plain, step(setup.Off))
			on := step(setup.On)
			require.NotEqual(t, plain, on)
			require.Equal(t, on, step(setup.Keep), "a later installation keeps it")
			require.Equal(t, plain, step(setup.Off))
			require.Equal(t, on, step(setup.On))
			_, ok, err := setup.Registered(c, env)
			require.NoError(t, err)
			require.True(t, ok)
			ch, err = setup.Remove(c, env)
			apply(t, ch, err)
			require.Equal(t, before, string(read(t, path)))

			require.Equal(t, on, step(setup.On), "asked for at once")
			ch, err = setup.Remove(c, env)
			apply(t, ch, err)
			require.Equal(t, before, string(read(t, path)))
		}
	}
}
