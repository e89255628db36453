package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"sync"

	_ "modernc.org/sqlite" // the driver "sqlite", without cgo
)

// DB is the open database. Its methods may be called from any goroutine.
type DB struct {
	path  string
	rooms []Room
	w, r  *sql.DB

	mu sync.Mutex // one writer: a second would only wait in SQLite's busy loop

	writes, reads stmts
}

// What a caller can tell apart. The errors of this package wrap them.
var (
	ErrNewer = errors.New("db: a later butler wrote this database")
	ErrOpen  = errors.New("db: the database cannot be opened")
)

// readers is how many connections read at once.
const readers = 4

// Open opens the database at path, an absolute file name, makes it where there
// is none, and brings it to the schema of rooms. Rooms are told apart by name;
// their order counts only for their first steps. Only one process may have the
// database open for longer than a look: butler's lock sees to that.
func Open(ctx context.Context, path string, rooms ...Room) (*DB, error) {
	if err := prepare(path); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrOpen, err)
	}
	d := &DB{path: path, rooms: rooms}
	var err error
	if d.w, err = connect(path, "immediate", 1); err == nil {
		d.r, err = connect(path, "deferred", max(readers, runtime.GOMAXPROCS(0)))
	}
	if err == nil {
		err = d.migrate(ctx)
	}
	if err != nil {
		_ = d.Close()
		if errors.Is(err, ErrNewer) {
			return nil, err
		}
		return nil, fmt.Errorf("%w: %s: %w", ErrOpen, path, err)
	}
	return d, nil
}

// Look opens a database that is there, for Check, Backup and Read alone, beside a
// butler that runs. It changes nothing; rooms that the file holds in an older
// version are not checked.
func Look(ctx context.Context, path string, rooms ...Room) (*DB, error) {
	fail := func(err error) (*DB, error) { return nil, fmt.Errorf("%w: %s: %w", ErrOpen, path, err) }
	if _, err := os.Lstat(path); err != nil {
		return fail(err)
	}
	if err := prepare(path); err != nil {
		return fail(err)
	}
	r, err := connect(path, "deferred", 1)
	if err != nil {
		return fail(err)
	}
	have, err := versions(ctx, r)
	if err != nil {
		_ = r.Close()
		return fail(err)
	}
	d := &DB{path: path, r: r}
	for _, room := range rooms {
		if have[room.Name] == len(room.Steps) {
			d.rooms = append(d.rooms, room)
		}
	}
	return d, nil
}

func connect(path, lock string, n int) (*sql.DB, error) {
	q := url.Values{"_txlock": {lock}, "_pragma": {
		"busy_timeout(5000)", "journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(ON)", "trusted_schema(OFF)", "cell_size_check(ON)",
	}}
	if lock == "deferred" {
		q.Add("_pragma", "query_only(ON)")
	}
	c, err := sql.Open("sqlite", (&url.URL{Scheme: "file", Path: path, RawQuery: q.Encode()}).String())
	if err != nil {
		return nil, err
	}
	c.SetMaxOpenConns(n)
	c.SetMaxIdleConns(n)
	return c, nil
}

// prepare makes the folder and an empty file of the right mode, since SQLite
// itself would make one that others may read; the journals take the file's
// mode. It refuses a file or folder that another user can reach.
func prepare(path string) error {
	if !filepath.IsAbs(path) {
		return fmt.Errorf("%q is no absolute path", path)
	}
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	if err := ownFolder(dir); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if err == nil {
		return f.Close()
	}
	if !errors.Is(err, fs.ErrExist) {
		return err
	}
	return ownFile(path)
}

// Path is the file name.
func (d *DB) Path() string { return d.path }

// Close closes the database; what was written is on the disk already.
func (d *DB) Close() error {
	var errs []error
	for _, c := range []*sql.DB{d.r, d.w} {
		if c != nil {
			errs = append(errs, c.Close())
		}
	}
	return errors.Join(errs...)
}

// Read is the database for queries. Its connections refuse to write.
func (d *DB) Read() *sql.DB { return d.r }

// Write runs do in the one writing transaction. Where do gives an error,
// nothing of it happened; else all of it is on the disk when Write returns.
// do must not keep tx, nor call Write.
func (d *DB) Write(ctx context.Context, do func(tx *sql.Tx) error) error {
	return d.Change(ctx, func(tx *Tx) error { return do(tx.Tx) })
}

// Change is like Write, and keeps the statements prepared that do runs.
func (d *DB) Change(ctx context.Context, do func(tx *Tx) error) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("db: %w", err)
	}
	ctx = context.WithoutCancel(ctx) // from here on it happens, or does not, as a whole
	tx, err := d.w.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("db: %w", err)
	}
	defer func() { _ = tx.Rollback() }() // after Commit it does nothing
	if err := do(&Tx{tx, d}); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("db: %w", err)
	}
	d.writes.prepare(ctx, d.w)
	return nil
}
