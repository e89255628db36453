package inbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"guard/audit"
	"guard/butler/db"
)

// Flush writes the events that belong in guard's log and are not there yet, in
// their order. When it returns nil, all events of transactions that ended before
// the call are in the log.
func (b *Inbox) Flush(ctx context.Context) error {
	b.chain.Lock()
	defer b.chain.Unlock()
	due, err := b.due(ctx)
	if err != nil || len(due) == 0 {
		return err
	}
	log, err := b.o.Log()
	if err != nil {
		return fmt.Errorf("%w: %w", ErrLog, err)
	}
	for _, d := range due {
		b.o.Step("log")
		if _, err := log.Append(ctx, d.entry); err != nil {
			return fmt.Errorf("%w: %w", ErrLog, err)
		}
		b.chain.logged = d.seq
		b.o.Step("logged")
	}
	return nil
}

type dueEvent struct {
	seq   int64
	entry audit.Entry
}

func (b *Inbox) due(ctx context.Context) ([]dueEvent, error) {
	rows, err := b.o.DB.Reads().QueryContext(ctx, "SELECT seq, entry FROM inbox_events WHERE chain = 1 AND seq > ? ORDER BY seq", b.chain.logged)
	if err != nil {
		return nil, wrap(err)
	}
	defer rows.Close()
	var out []dueEvent
	for rows.Next() {
		var d dueEvent
		var text string
		if err := rows.Scan(&d.seq, &text); err != nil {
			return nil, wrap(err)
		}
		if err := json.Unmarshal([]byte(text), &d.entry); err != nil {
			// The event happened; that its record is lost is said in its place.
			d.entry = audit.Entry{Type: audit.TypeRuling, Answer: "none", Reason: fmt.Sprintf("butler cannot read event %d of its inbox", d.seq), By: butler.String()}
			b.o.Report(fmt.Errorf("%w: event %d", ErrCorrupt, d.seq))
		}
		out = append(out, d)
	}
	return out, wrap(rows.Err())
}

// markWritten tells the database what the log holds. It costs a commit, so that
// it waits for a quiet moment; forgetWritten makes up for a crash before it.
func (b *Inbox) markWritten(ctx context.Context) error {
	b.chain.Lock()
	defer b.chain.Unlock()
	var n int
	err := b.o.DB.Reads().QueryRowContext(ctx, "SELECT count(*) FROM inbox_events WHERE chain = 1 AND seq <= ?", b.chain.logged).Scan(&n)
	if err != nil || n == 0 {
		return wrap(err)
	}
	return b.write(ctx, func(tx *db.Tx, _ time.Time) error {
		_, err := tx.Exec("UPDATE inbox_events SET chain = 2 WHERE chain = 1 AND seq <= ?", b.chain.logged)
		return err
	})
}

// forgetWritten looks for events that a butler which then crashed has already
// written to the log: by the name of their arrow, among the last records.
func (b *Inbox) forgetWritten(ctx context.Context) error {
	b.chain.Lock()
	defer b.chain.Unlock()
	due, err := b.due(ctx)
	if err != nil || len(due) == 0 {
		return err
	}
	log, err := b.o.Log()
	if err != nil {
		return fmt.Errorf("%w: %w", ErrLog, err)
	}
	there := map[string]bool{}
	oldest := due[0].entry.Time
	for line, err := range audit.Backward(log.Dir()) {
		if errors.Is(err, fs.ErrNotExist) {
			break // there is no log yet
		}
		if err != nil {
			return fmt.Errorf("%w: %w", ErrLog, err)
		}
		r, err := audit.ParseRecord(line)
		if err != nil {
			continue // guard verify tells of it
		}
		if r.Type == audit.TypeRuling {
			there[r.Rule] = true
		}
		// Other writers' clocks may be a little off.
		if r.Time.Before(oldest.Add(-time.Hour)) {
			break
		}
	}
	for _, d := range due {
		if !there[d.entry.Rule] {
			break // the order is kept, so that nothing behind it is there either
		}
		b.chain.logged = d.seq
	}
	return nil
}
