package db

import (
	"context"
	"database/sql"
	"sync"
)

// maxStmts bounds the statements that are kept prepared, on each side. To
// prepare one takes longer than to run it, most often.
const maxStmts = 200

// Tx is the writing transaction for who writes the same statements again and
// again: from their second time on they are prepared already. A statement that has
// begun is not broken off when the context ends, which would cost a goroutine for
// each; it is over in a moment.
type Tx struct {
	*sql.Tx
	d *DB
}

// Exec runs a statement.
func (t *Tx) Exec(query string, args ...any) (sql.Result, error) {
	if s := t.d.writes.get(query); s != nil {
		return t.Stmt(s).Exec(args...)
	}
	return t.Tx.Exec(query, args...)
}

// ExecContext runs a statement.
func (t *Tx) ExecContext(_ context.Context, query string, args ...any) (sql.Result, error) {
	return t.Exec(query, args...)
}

// QueryRow asks for one row.
func (t *Tx) QueryRow(query string, args ...any) *sql.Row {
	if s := t.d.writes.get(query); s != nil {
		return t.Stmt(s).QueryRow(args...)
	}
	return t.Tx.QueryRow(query, args...)
}

// QueryRowContext asks for one row.
func (t *Tx) QueryRowContext(_ context.Context, query string, args ...any) *sql.Row {
	return t.QueryRow(query, args...)
}

// Reads is the reading side for who asks the same again and again.
type Reads struct{ d *DB }

// Reads is like Read, and keeps statements prepared.
func (d *DB) Reads() Reads { return Reads{d} }

// QueryContext asks for rows.
func (r Reads) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if s := r.stmt(ctx, query); s != nil {
		return s.QueryContext(ctx, args...)
	}
	return r.d.r.QueryContext(ctx, query, args...)
}

// QueryRowContext asks for one row, and is not broken off either.
func (r Reads) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	ctx = context.WithoutCancel(ctx)
	if s := r.stmt(ctx, query); s != nil {
		return s.QueryRowContext(ctx, args...)
	}
	return r.d.r.QueryRowContext(ctx, query, args...)
}

func (r Reads) stmt(ctx context.Context, query string) *sql.Stmt {
	s := r.d.reads.get(query)
	if s == nil {
		r.d.reads.prepare(ctx, r.d.r) // for the next time
	}
	return s
}

// stmts are prepared statements by their text. The zero stmts is ready.
type stmts struct {
	mu     sync.Mutex
	known  map[string]*sql.Stmt // nil is one that was asked for and is not prepared yet
	wanted []string
}

// get is the statement, or nil where it is not prepared; then it is wanted.
func (c *stmts) get(query string) *sql.Stmt {
	c.mu.Lock()
	defer c.mu.Unlock()
	s, asked := c.known[query]
	if !asked && len(c.known) < maxStmts {
		if c.known == nil {
			c.known = map[string]*sql.Stmt{}
		}
		c.known[query] = nil
		c.wanted = append(c.wanted, query)
	}
	return s
}

// prepare prepares what is wanted, on a connection that is free. What cannot be
// prepared has said so to who ran it, and goes on being run as it is.
func (c *stmts) prepare(ctx context.Context, on *sql.DB) {
	c.mu.Lock()
	wanted := c.wanted
	c.wanted = nil
	c.mu.Unlock()
	for _, query := range wanted {
		s, err := on.PrepareContext(ctx, query)
		if err != nil {
			continue
		}
		c.mu.Lock()
		c.known[query] = s
		c.mu.Unlock()
	}
}
