package db

import (
	"context"
	"database/sql"
	"fmt"
)

// Room is one room's part of the schema.
type Room struct {
	// Name is the room's own, and begins the names of its tables.
	Name string

	// Steps are SQL. The n-th brings the room's tables from version n to n+1.
	// A step that was released is never changed: a mend is another step.
	Steps []string

	// Check gives each breach of what the room promises of its tables, as one
	// sentence. It may be nil.
	Check func(ctx context.Context, q Querier) ([]string, error)
}

// Querier is what a check may do.
type Querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// migrate brings the file to the schema of d.rooms. PRAGMA user_version is the
// number of all steps that were ever taken, so that an older butler sees by one
// number that the file is beyond it; the table rooms says which steps.
func (d *DB) migrate(ctx context.Context) error {
	known := 0
	for _, r := range d.rooms {
		known += len(r.Steps)
	}
	return d.Write(ctx, func(tx *sql.Tx) error {
		var taken int
		if err := tx.QueryRow("PRAGMA user_version").Scan(&taken); err != nil {
			return err
		}
		if _, err := tx.Exec("CREATE TABLE IF NOT EXISTS rooms (name TEXT PRIMARY KEY, version INTEGER NOT NULL) STRICT"); err != nil {
			return err
		}
		have, err := versions(ctx, tx)
		if err != nil {
			return err
		}
		for name, v := range have {
			if known, ok := steps(d.rooms, name); !ok || v > known {
				return fmt.Errorf("%w: %s holds version %d of %q, this butler knows version %d\ninstall that butler again, or restore the copy that butler db backup made", ErrNewer, d.path, v, name, known)
			}
		}
		if taken > known {
			return fmt.Errorf("%w: %s took %d steps, this butler knows %d\ninstall that butler again, or restore the copy that butler db backup made", ErrNewer, d.path, taken, known)
		}
		for _, r := range d.rooms {
			for i := have[r.Name]; i < len(r.Steps); i++ {
				if _, err := tx.Exec(r.Steps[i]); err != nil {
					return fmt.Errorf("step %d of %s: %w", i+1, r.Name, err)
				}
			}
			if have[r.Name] == len(r.Steps) {
				continue
			}
			if _, err := tx.Exec("INSERT INTO rooms VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET version = excluded.version", r.Name, len(r.Steps)); err != nil {
				return err
			}
		}
		if taken == known {
			return nil
		}
		_, err = tx.Exec(fmt.Sprintf("PRAGMA user_version = %d", known))
		return err
	})
}

func versions(ctx context.Context, q Querier) (map[string]int, error) {
	rows, err := q.QueryContext(ctx, "SELECT name, version FROM rooms")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	out := map[string]int{}
	for rows.Next() {
		var name string
		var v int
		if err := rows.Scan(&name, &v); err != nil {
			return nil, err
		}
		out[name] = v
	}
	return out, rows.Err()
}

func steps(rooms []Room, name string) (int, bool) {
	for _, r := range rooms {
		if r.Name == name {
			return len(r.Steps), true
		}
	}
	return 0, false
}
