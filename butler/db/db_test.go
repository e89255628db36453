package db

import (
	"bufio"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var ctx = context.Background()

// TestMain lets this binary also be a process that writes until it is killed.
func TestMain(m *testing.M) {
	if path := os.Getenv("DB_TEST_PATH"); path != "" {
		d, err := Open(ctx, path, pets)
		if err != nil {
			panic(err)
		}
		for i := 1; ; i++ {
			if err := add(d, fmt.Sprint("pet ", i)); err != nil {
				panic(err)
			}
			fmt.Println(i)
		}
	}
	os.Exit(m.Run())
}

var pets = Room{
	Name:  "pets",
	Steps: []string{"CREATE TABLE pets (name TEXT NOT NULL UNIQUE, legs INTEGER NOT NULL DEFAULT 4) STRICT"},
	Check: func(ctx context.Context, q Querier) ([]string, error) {
		return Texts(ctx, q, "SELECT name || ' has ' || legs || ' legs' FROM pets WHERE legs < 0")
	},
}

func open(t *testing.T, path string, rooms ...Room) *DB {
	t.Helper()
	d, err := Open(ctx, path, rooms...)
	require.NoError(t, err)
	t.Cleanup(func() { _ = d.Close() })
	return d
}

func file(t *testing.T) string { return filepath.Join(t.TempDir(), "butler", "butler.db") }

func add(d *DB, name string) error {
	return d.Write(ctx, func(tx *sql.Tx) error {
		_, err := tx.Exec("INSERT INTO pets (name) VALUES (?)", name)
		return err
	})
}

func count(t *testing.T, d *DB) (n int) {
	require.NoError(t, d.Read().QueryRow("SELECT count(*) FROM pets").Scan(&n))
	return n
}

func TestWriteIsAllOrNothing(t *testing.T) {
	d := open(t, file(t), pets)
	no := errors.New("no")
	require.ErrorIs(t, d.Write(ctx, func(tx *sql.Tx) error {
		_, err := tx.Exec("INSERT INTO pets (name) VALUES ('ant')")
		require.NoError(t, err)
		return no
	}), no)
	require.Equal(t, 0, count(t, d))
	require.NoError(t, add(d, "bee"))
	require.Equal(t, 1, count(t, d))
	_, err := d.Read().Exec("DELETE FROM pets")
	require.ErrorContains(t, err, "readonly", "readers cannot write")
}

func TestPragmas(t *testing.T) {
	d := open(t, file(t), pets)
	for _, c := range []*sql.DB{d.w, d.r} {
		var mode string
		var full, keys int
		require.NoError(t, c.QueryRow("PRAGMA journal_mode").Scan(&mode))
		require.NoError(t, c.QueryRow("PRAGMA synchronous").Scan(&full))
		require.NoError(t, c.QueryRow("PRAGMA foreign_keys").Scan(&keys))
		assert.Equal(t, []any{"wal", 2, 1}, []any{mode, full, keys})
	}
}

func TestManyWritersAtOnce(t *testing.T) {
	d := open(t, file(t), pets)
	var wg sync.WaitGroup
	for i := range 50 {
		wg.Go(func() { assert.NoError(t, add(d, fmt.Sprint(i))) })
	}
	wg.Wait()
	require.Equal(t, 50, count(t, d))
}

func TestModes(t *testing.T) {
	path := file(t)
	d := open(t, path, pets)
	require.NoError(t, add(d, "cat"))
	for _, name := range []string{path, path + "-wal", path + "-shm"} {
		fi, err := os.Stat(name)
		require.NoError(t, err)
		assert.Equal(t, os.FileMode(0o600), fi.Mode().Perm(), name)
	}
	fi, err := os.Stat(filepath.Dir(path))
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o700), fi.Mode().Perm())
}

func TestRefusedFiles(t *testing.T) {
	for name, c := range map[string]struct {
		make func(path string) error
		says string
	}{
		"others can read it": {func(p string) error { return os.WriteFile(p, nil, 0o644) }, "others can reach it"},
		"a link":             {func(p string) error { return os.Symlink("/dev/null", p) }, "no plain file"},
		"a folder":           {func(p string) error { return os.Mkdir(p, 0o700) }, "no plain file"},
		"no database":        {func(p string) error { return os.WriteFile(p, []byte(strings.Repeat("what? ", 1000)), 0o600) }, "not a database"},
		"an open folder":     {func(p string) error { return os.Chmod(filepath.Dir(p), 0o777) }, "chmod go-w"},
	} {
		t.Run(name, func(t *testing.T) {
			path := file(t)
			require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
			require.NoError(t, c.make(path))
			_, err := Open(ctx, path, pets)
			require.ErrorIs(t, err, ErrOpen)
			require.ErrorContains(t, err, c.says)
		})
	}
	_, err := Open(ctx, "butler.db", pets)
	require.ErrorContains(t, err, "absolute")
}

func TestMigrations(t *testing.T) {
	path := file(t)
	d := open(t, path, pets)
	require.NoError(t, add(d, "dog"))
	require.NoError(t, d.Close())

	more := pets
	more.Steps = append([]string{}, pets.Steps...)
	more.Steps = append(more.Steps, "ALTER TABLE pets ADD COLUMN owner TEXT NOT NULL DEFAULT 'jo'")
	toys := Room{Name: "toys", Steps: []string{"CREATE TABLE toys (pet TEXT NOT NULL REFERENCES pets (name)) STRICT"}}

	t.Run("a step that fails leaves the file as it was", func(t *testing.T) {
		bad := more
		bad.Steps = append(append([]string{}, more.Steps...), "CREATE TABLE (")
		_, err := Open(ctx, path, bad)
		require.ErrorContains(t, err, "step 3 of pets")
		d := open(t, path, pets)
		require.NoError(t, d.Close())
	})
	d = open(t, path, more, toys)
	var owner string
	require.NoError(t, d.Read().QueryRow("SELECT owner FROM pets WHERE name = 'dog'").Scan(&owner))
	require.Equal(t, "jo", owner, "what was there is kept")
	require.NoError(t, d.Close())
	require.NoError(t, open(t, path, toys, more).Close(), "the order of rooms does not count")

	for name, rooms := range map[string][]Room{"an older room": {pets, toys}, "a room that is gone": {more}} {
		t.Run(name, func(t *testing.T) {
			_, err := Open(ctx, path, rooms...)
			require.ErrorIs(t, err, ErrNewer)
			require.ErrorContains(t, err, "install that butler again")
		})
	}
	d = open(t, path, more, toys)
	require.Equal(t, 1, count(t, d), "a refusal changes nothing")
}

func TestBackup(t *testing.T) {
	path := file(t)
	d := open(t, path, pets)
	require.NoError(t, add(d, "eel"))
	to := filepath.Join(t.TempDir(), "copy.db")
	require.NoError(t, d.Backup(ctx, to))
	require.NoError(t, add(d, "fox"))
	fi, err := os.Stat(to)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), fi.Mode().Perm())
	require.Equal(t, 1, count(t, open(t, to, pets)), "as it was at that moment")
	require.ErrorContains(t, d.Backup(ctx, to), "there already")
}

// TestLook: a look beside a butler that runs changes nothing, and needs a file.
func TestLook(t *testing.T) {
	path := file(t)
	_, err := Look(ctx, path, pets)
	require.ErrorIs(t, err, ErrOpen)
	require.NoFileExists(t, path)
	d := open(t, path, pets)
	require.NoError(t, add(d, "hen"))
	more := pets
	more.Steps = append(append([]string{}, pets.Steps...), "ALTER TABLE pets ADD COLUMN owner TEXT NOT NULL DEFAULT 'jo'")
	more.Check = func(context.Context, Querier) ([]string, error) { return []string{"never asked"}, nil }
	l, err := Look(ctx, path, more)
	require.NoError(t, err)
	defer l.Close()
	require.Equal(t, 1, count(t, l))
	found, err := l.Check(ctx)
	require.NoError(t, err)
	require.Empty(t, found, "an older file is not held to a newer room")
	require.NoError(t, l.Backup(ctx, filepath.Join(t.TempDir(), "copy.db")))
	require.NoError(t, add(d, "ibis"), "the file is as it was")
}

func TestCheck(t *testing.T) {
	path := file(t)
	d := open(t, path, pets, Room{Name: "toys", Steps: []string{"CREATE TABLE toys (pet TEXT NOT NULL REFERENCES pets (name)) STRICT"}})
	require.NoError(t, add(d, "gnu"))
	found, err := d.Check(ctx)
	require.NoError(t, err)
	require.Empty(t, found)
	require.NoError(t, d.Write(ctx, func(tx *sql.Tx) error {
		_, err := tx.Exec("UPDATE pets SET legs = -1")
		return err
	}))
	c, err := sql.Open("sqlite", "file:"+path) // one that minds no references
	require.NoError(t, err)
	_, err = c.Exec("INSERT INTO toys VALUES ('yak')")
	require.NoError(t, err)
	require.NoError(t, c.Close())
	found, err = d.Check(ctx)
	require.NoError(t, err)
	require.Len(t, found, 2)
	require.Contains(t, found[0], "toys row 1 points at a row of pets")
	require.Equal(t, "pets: gnu has -1 legs", found[1])
}

// TestKilled ends a process while it writes. What it said was written is there,
// at most one more, and the file is sound.
func TestKilled(t *testing.T) {
	path := file(t)
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "DB_TEST_PATH="+path)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	said := 0
	sc := bufio.NewScanner(out)
	for sc.Scan() {
		_, err := fmt.Sscan(sc.Text(), &said)
		require.NoError(t, err)
		if said == 25 {
			require.NoError(t, cmd.Process.Kill())
		}
	}
	require.Error(t, cmd.Wait())
	d := open(t, path, pets)
	n := count(t, d)
	require.True(t, n == said || n == said+1, "%d said, %d there", said, n)
	found, err := d.Check(ctx)
	require.NoError(t, err)
	require.Empty(t, found)
}

// TestPrepared: statements that are kept prepared say what others do, also when the
// schema grows meanwhile, when they fail, and when there are more than are kept.
func TestPrepared(t *testing.T) {
	d := open(t, file(t), pets)
	named := func(name string) (legs int, err error) {
		err = d.Reads().QueryRowContext(ctx, "SELECT legs FROM pets WHERE name = ?", name).Scan(&legs)
		return legs, err
	}
	for i := range 5 {
		name := fmt.Sprint("pet ", i)
		require.NoError(t, d.Change(ctx, func(tx *Tx) error {
			var n int
			if err := tx.QueryRow("SELECT count(*) FROM pets").Scan(&n); err != nil {
				return err
			}
			require.Equal(t, i, n)
			res, err := tx.Exec("INSERT INTO pets (name, legs) VALUES (?, ?)", name, i)
			require.NoError(t, err)
			n64, err := res.RowsAffected()
			require.EqualValues(t, 1, n64)
			return err
		}))
		legs, err := named(name)
		require.NoError(t, err)
		require.Equal(t, i, legs)
		_, err = named("nobody")
		require.ErrorIs(t, err, sql.ErrNoRows)
	}
	require.Len(t, d.writes.known, 2)
	require.Len(t, d.reads.known, 1)

	require.NoError(t, d.Write(ctx, func(tx *sql.Tx) error {
		_, err := tx.Exec("ALTER TABLE pets ADD COLUMN owner TEXT NOT NULL DEFAULT 'jo'")
		return err
	}))
	legs, err := named("pet 4")
	require.NoError(t, err)
	require.Equal(t, 4, legs)

	for range 3 {
		err := d.Change(ctx, func(tx *Tx) error {
			if _, err := tx.Exec("INSERT INTO pets (name, legs) VALUES (?, ?)", "undone", 1); err != nil {
				return err
			}
			_, err := tx.Exec("INSERT INTO no_pets VALUES (1)")
			return err
		})
		require.ErrorContains(t, err, "no such table")
	}
	require.Equal(t, 5, count(t, d), "what fails leaves nothing")

	var wg sync.WaitGroup
	for i := range 4 * maxStmts {
		wg.Go(func() {
			var n int
			q := fmt.Sprintf("SELECT %d FROM pets LIMIT 1", i%(2*maxStmts))
			if assert.NoError(t, d.Reads().QueryRowContext(ctx, q).Scan(&n)) {
				assert.Equal(t, i%(2*maxStmts), n)
			}
		})
	}
	wg.Wait()
	require.LessOrEqual(t, len(d.reads.known), maxStmts)
}
