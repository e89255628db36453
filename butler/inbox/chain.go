package inbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"sync"
	"time"

	"guard/audit"
)

// chain is what is on its way into guard's log.
type chain struct {
	sync.Mutex       // one writes to the log at a time
	logged     int64 // events up to this one are in the log, marked or not
	marked     int64 // events up to this one are marked

	queue struct {
		sync.Mutex
		due []dueEvent // that are on the disk and not in the log, in their order
	}
}

type dueEvent struct {
	seq   int64
	entry audit.Entry
}

// add appends what a transaction has brought. The transactions' order is kept.
func (c *chain) add(events []dueEvent) {
	c.queue.Lock()
	defer c.queue.Unlock()
	c.queue.due = append(c.queue.due, events...)
}

// due is what the log lacks.
func (c *chain) due() []dueEvent {
	c.queue.Lock()
	defer c.queue.Unlock()
	return slices.Clone(c.queue.due)
}

// done takes down that the log holds the events up to seq. c is locked.
func (c *chain) done(seq int64) {
	c.logged = seq
	c.queue.Lock()
	defer c.queue.Unlock()
	for len(c.queue.due) > 0 && c.queue.due[0].seq <= seq {
		c.queue.due = c.queue.due[1:]
	}
}

// Flush writes the events that belong in guard's log and are not there yet, in
// their order. When it returns nil, all events of transactions that ended before
// the call are in the log.
func (b *Inbox) Flush(ctx context.Context) error {
	b.chain.Lock()
	defer b.chain.Unlock()
	due := b.chain.due()
	if len(due) == 0 {
		return nil
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
		b.chain.done(d.seq)
		b.o.Step("logged")
	}
	return nil
}

// readDue reads what the last butler left unmarked.
func (b *Inbox) readDue(ctx context.Context) error {
	rows, err := b.o.DB.Read().QueryContext(ctx, "SELECT seq, entry FROM inbox_events WHERE chain = 1 ORDER BY seq")
	if err != nil {
		return wrap(err)
	}
	defer rows.Close()
	var out []dueEvent
	for rows.Next() {
		var d dueEvent
		var text string
		if err := rows.Scan(&d.seq, &text); err != nil {
			return wrap(err)
		}
		if err := json.Unmarshal([]byte(text), &d.entry); err != nil {
			// The event happened; that its record is lost is said in its place.
			d.entry = audit.Entry{Type: audit.TypeRuling, Answer: "none", Reason: fmt.Sprintf("butler cannot read event %d of its inbox", d.seq), By: butler.String()}
			b.o.Report(fmt.Errorf("%w: event %d", ErrCorrupt, d.seq))
		}
		out = append(out, d)
	}
	b.chain.add(out)
	return wrap(rows.Err())
}

// markWritten tells the database what the log holds. It costs a commit, so that
// it waits for a quiet moment; forgetWritten makes up for a crash before it.
func (b *Inbox) markWritten(ctx context.Context) error {
	b.chain.Lock()
	defer b.chain.Unlock()
	if b.chain.marked == b.chain.logged {
		return nil
	}
	err := b.write(ctx, func(tx *change, _ time.Time) error {
		_, err := tx.Exec("UPDATE inbox_events SET chain = 2 WHERE chain = 1 AND seq <= ?", b.chain.logged)
		return err
	})
	if err == nil {
		b.chain.marked = b.chain.logged
	}
	return err
}

// forgetWritten looks for events that a butler which then crashed has already
// written to the log: by the name of their arrow, among the last records.
func (b *Inbox) forgetWritten(ctx context.Context) error {
	b.chain.Lock()
	defer b.chain.Unlock()
	due := b.chain.due()
	if len(due) == 0 {
		return nil
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
		b.chain.done(d.seq)
	}
	return nil
}
