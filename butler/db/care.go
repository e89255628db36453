package db

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Backup writes a whole copy of the database, as it is at this moment, to the
// file to, which must not be there yet. The copy can be read by its user alone.
func (d *DB) Backup(ctx context.Context, to string) error {
	to, err := filepath.Abs(to)
	if err != nil {
		return fmt.Errorf("db: backup: %w", err)
	}
	// SQLite takes an empty file for a new one, and so keeps this mode.
	f, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("db: backup: %s is there already\nname a file that is not", to)
	}
	if err != nil {
		return fmt.Errorf("db: backup: %w", err)
	}
	_ = f.Close()
	c, err := connect(d.path, "immediate", 1)
	if err == nil {
		_, err = c.ExecContext(ctx, "VACUUM INTO ?", to)
		err = errors.Join(err, c.Close())
	}
	if err == nil {
		err = syncFile(to)
	}
	if err != nil {
		_ = os.Remove(to)
		return fmt.Errorf("db: backup to %s: %w", to, err)
	}
	return nil
}

func syncFile(name string) error {
	for _, n := range []string{name, filepath.Dir(name)} {
		f, err := os.Open(n)
		if err != nil {
			return err
		}
		err = f.Sync()
		_ = f.Close()
		if err != nil {
			return err
		}
	}
	return nil
}

// Check reads the whole database and returns what is wrong with it, one
// sentence each: the file's own structure, references, and what each room
// promises of its tables. None is sound.
func (d *DB) Check(ctx context.Context) ([]string, error) {
	out, err := Texts(ctx, d.r, "SELECT integrity_check FROM pragma_integrity_check WHERE integrity_check <> 'ok'")
	if err != nil {
		return nil, fmt.Errorf("db: check: %w", err)
	}
	refs, err := Texts(ctx, d.r, `SELECT "table" || ' row ' || rowid || ' points at a row of ' || parent || ' that is not there' FROM pragma_foreign_key_check`)
	if err != nil {
		return nil, fmt.Errorf("db: check: %w", err)
	}
	out = append(out, refs...)
	for _, r := range d.rooms {
		if r.Check == nil {
			continue
		}
		more, err := r.Check(ctx, d.r)
		if err != nil {
			return out, fmt.Errorf("db: check of %s: %w", r.Name, err)
		}
		for _, m := range more {
			out = append(out, r.Name+": "+m)
		}
	}
	return out, nil
}

// Texts gives the one column of the rows of query.
func Texts(ctx context.Context, q Querier, query string) ([]string, error) {
	rows, err := q.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []string
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, rows.Err()
}
