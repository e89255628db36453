package runs

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"guard/butler/db"
)

// keep is how many runs the database holds; older ones go.
const keep = 5000

// Room is the runs' part of butler's database. Times are milliseconds since
// 1970, UTC.
var Room = db.Room{Name: "runs", Check: check, Steps: []string{`
CREATE TABLE runs (
	id        TEXT PRIMARY KEY,
	kind      TEXT NOT NULL,
	extension TEXT NOT NULL,
	name      TEXT NOT NULL,
	state     TEXT NOT NULL CHECK (state IN ('running', 'done', 'failed', 'timeout', 'cancelled', 'lost')),
	started   INTEGER NOT NULL,
	ended     INTEGER NOT NULL DEFAULT 0,
	body      TEXT NOT NULL
) STRICT;
CREATE INDEX runs_by_extension ON runs (kind, extension, id);
CREATE INDEX runs_open ON runs (state) WHERE state = 'running';
`}}

func check(ctx context.Context, q db.Querier) ([]string, error) {
	rows, err := q.QueryContext(ctx, "SELECT id FROM runs WHERE (state = 'running') != (ended = 0) LIMIT 10")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []string
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		out = append(out, "run "+id+" has ended and runs, or has not ended and does not run")
	}
	return out, rows.Err()
}

// Store keeps runs.
type Store struct{ db *db.DB }

// NewStore returns the store in a database that was opened with Room.
func NewStore(d *db.DB) *Store { return &Store{d} }

func (s *Store) put(ctx context.Context, r *Run) error {
	body, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("runs: %w", err)
	}
	ended := int64(0)
	if !r.Ended.IsZero() {
		ended = r.Ended.UnixMilli()
	}
	return s.write(ctx, func(tx *sql.Tx) error {
		_, err := tx.Exec(`INSERT INTO runs VALUES (?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (id) DO UPDATE SET state = excluded.state, ended = excluded.ended, body = excluded.body`,
			r.ID, r.Kind, r.Extension, r.Name, string(r.State), r.Started.UnixMilli(), ended, string(body))
		if err != nil {
			return err
		}
		_, err = tx.Exec("DELETE FROM runs WHERE state != 'running' AND id <= (SELECT id FROM runs ORDER BY id DESC LIMIT 1 OFFSET ?)", keep)
		return err
	})
}

func (s *Store) write(ctx context.Context, do func(*sql.Tx) error) error {
	if err := s.db.Write(ctx, do); err != nil {
		return fmt.Errorf("runs: %w", err)
	}
	return nil
}

// Get returns one run. The error is ErrUnknown where there is none.
func (s *Store) Get(ctx context.Context, id string) (Run, error) {
	var body string
	err := s.db.Read().QueryRowContext(ctx, "SELECT body FROM runs WHERE id = ?", id).Scan(&body)
	if errors.Is(err, sql.ErrNoRows) {
		return Run{}, ErrUnknown
	}
	if err != nil {
		return Run{}, fmt.Errorf("runs: %w", err)
	}
	return decode(body)
}

func decode(body string) (Run, error) {
	var r Run
	if err := json.Unmarshal([]byte(body), &r); err != nil {
		return Run{}, fmt.Errorf("runs: a row is no run: %w", err)
	}
	return r, nil
}

// Filter chooses runs. Its zero value is the newest 50 of all.
type Filter struct {
	Kind, Extension, Name string
	Before                string // older than the run with this id
	Limit                 int    // 1 to 500
}

// List returns runs, the newest first, without their outputs. A row that cannot
// be read is passed over.
func (s *Store) List(ctx context.Context, f Filter) ([]Run, error) {
	if f.Limit < 1 || f.Limit > 500 {
		f.Limit = 50
	}
	rows, err := s.db.Read().QueryContext(ctx, `SELECT body FROM runs
		WHERE (? = '' OR kind = ?) AND (? = '' OR extension = ?) AND (? = '' OR name = ?) AND (? = '' OR id < ?)
		ORDER BY id DESC LIMIT ?`,
		f.Kind, f.Kind, f.Extension, f.Extension, f.Name, f.Name, f.Before, f.Before, f.Limit)
	if err != nil {
		return nil, fmt.Errorf("runs: %w", err)
	}
	defer rows.Close()
	out := []Run{}
	for rows.Next() {
		var body string
		if err := rows.Scan(&body); err != nil {
			return nil, fmt.Errorf("runs: %w", err)
		}
		if r, err := decode(body); err == nil {
			r.Output, r.Errors = "", ""
			out = append(out, r)
		}
	}
	return out, rows.Err()
}

// loseOpen marks what an earlier butler left running, and returns how many.
func (s *Store) loseOpen(ctx context.Context) (int, error) {
	n := 0
	err := s.write(ctx, func(tx *sql.Tx) error {
		rows, err := tx.Query("SELECT body FROM runs WHERE state = 'running'")
		if err != nil {
			return err
		}
		var open []Run
		for rows.Next() {
			var body string
			if err := rows.Scan(&body); err != nil {
				return errors.Join(err, rows.Close())
			}
			if r, err := decode(body); err == nil {
				open = append(open, r)
			}
		}
		if err := errors.Join(rows.Err(), rows.Close()); err != nil {
			return err
		}
		for _, r := range open {
			r.State, r.Error, r.Ended = Lost, "butler ended in the middle of it", time.Now().UTC()
			r.DurationMs = r.Ended.Sub(r.Started).Milliseconds()
			body, err := json.Marshal(r)
			if err != nil {
				return err
			}
			if _, err := tx.Exec("UPDATE runs SET state = 'lost', ended = ?, body = ? WHERE id = ?", r.Ended.UnixMilli(), string(body), r.ID); err != nil {
				return err
			}
			n++
		}
		return nil
	})
	return n, err
}
