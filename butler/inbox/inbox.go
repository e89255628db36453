package inbox

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"guard/audit"
	"guard/butler/db"
	"guard/grants"
)

// Options are the parts that an inbox works with.
type Options struct {
	DB     *db.DB // opened with Room
	Grants *grants.Store

	// Log opens guard's log, under the policy as it is now.
	Log func() (*audit.Log, error)

	// Still says why no yes can be given any more to a call as it was kept: its
	// policy or a script of it has changed. nil asks nothing.
	Still func(grants.Subject) error

	// Report hears of faults that no caller waits for. nil drops them.
	Report func(error)

	Now  func() time.Time // nil is time.Now
	Step func(string)     // called before each step of a change; tests end the process there
}

// Inbox is the inbox of one butler. Its methods may be called from any
// goroutine. Only one Inbox may be open on a database.
type Inbox struct {
	o Options

	// mu orders what must agree with the holds: a submission, a decision, the
	// end of a hold. It is never kept across the log or the grants.
	mu    sync.Mutex
	holds map[string][]*Hold // by item, the oldest first

	minting sync.Mutex // one yes at a time becomes a grant, or is used by a hold

	writing sync.Mutex // what follows a transaction follows in the order of the transactions
	seq     int64      // of the last event; b.writing is held
	book    book
	chain   chain

	forgot atomic.Int64 // when it was last looked for what ended long ago, and nothing was found

	tokens tokens
	lately shownItems

	subs subscribers
}

// New opens the inbox. Whatever was attached is parked, and what has expired
// meanwhile is expired; a yes that came to no effect before the end of the last
// butler comes to it now, if there is time. Call it before listening.
func New(ctx context.Context, o Options) (*Inbox, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Step == nil {
		o.Step = func(string) {}
	}
	if o.Report == nil {
		o.Report = func(error) {}
	}
	b := &Inbox{o: o, holds: map[string][]*Hold{}, tokens: newTokens(), book: book{sessions: map[asker]int{}, unused: map[string]State{}}}
	if err := o.DB.Read().QueryRowContext(ctx, "SELECT coalesce(max(seq), 0) FROM inbox_events").Scan(&b.seq); err != nil {
		return nil, wrap(err)
	}
	if err := b.park(ctx); err != nil {
		return nil, err
	}
	if err := b.fill(ctx); err != nil {
		return nil, err
	}
	if err := b.readDue(ctx); err != nil {
		return nil, err
	}
	if err := b.forgetWritten(ctx); err != nil {
		o.Report(err) // then a record may stand twice
	}
	if err := b.Sweep(ctx); err != nil {
		o.Report(err) // nothing is in force that has no record; the next sweep tries again
	}
	return b, nil
}

// park marks all items as held by nobody.
func (b *Inbox) park(ctx context.Context) error {
	ids, err := b.ids(ctx, "attached = 1")
	if err != nil || len(ids) == 0 {
		return err
	}
	return b.write(ctx, func(tx *change, now time.Time) error {
		for _, id := range ids {
			if err := tx.remark(now, id, "parked", "butler began anew"); err != nil {
				return err
			}
		}
		_, err := tx.Exec("UPDATE inbox_items SET attached = 0 WHERE attached = 1")
		return err
	})
}

// change is a transaction, and what follows once it is on the disk.
type change struct {
	*db.Tx
	seq     *int64   // of the last event
	items   []*Item  // for the book, as they then are
	gone    []string // cannot be read any more, or are not there
	kept    int      // how many rows there are more
	corrupt int      // how many more of them cannot be read
	events  []dueEvent
}

// touch takes down that it is not any more as it was.
func (c *change) touch(it *Item) { c.items = append(c.items, it) }

// write runs do in a transaction at one time of the clock.
func (b *Inbox) write(ctx context.Context, do func(tx *change, now time.Time) error) error {
	b.writing.Lock()
	defer b.writing.Unlock()
	c := &change{seq: &b.seq}
	err := b.o.DB.Change(ctx, func(tx *db.Tx) error { c.Tx = tx; return do(c, b.now()) })
	if err == nil {
		b.follows(c)
	}
	b.o.Step("committed")
	return wrap(err)
}

// follows brings what is in memory to what is on the disk. b.writing is held.
func (b *Inbox) follows(c *change) {
	b.book.rows(c.kept, c.corrupt)
	for _, it := range c.items {
		b.book.put(it)
	}
	for _, id := range c.gone {
		b.book.drop(id)
	}
	b.chain.add(c.events)
}

// now is the time as the database keeps it: to the microsecond, in UTC.
func (b *Inbox) now() time.Time { return b.o.Now().UTC().Truncate(time.Microsecond) }

func us(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMicro()
}

func at(us int64) time.Time {
	if us == 0 {
		return time.Time{}
	}
	return time.UnixMicro(us).UTC()
}

// named are this package's errors, which are passed on as they are.
var named = []error{ErrNotFound, ErrAmbiguous, ErrConflict, ErrChanged, ErrToken, ErrDecision, ErrPayload, ErrForbidden, ErrFull, ErrCorrupt, ErrLog}

func wrap(err error) error {
	if err == nil {
		return nil
	}
	for _, n := range named {
		if errors.Is(err, n) {
			return err
		}
	}
	return fmt.Errorf("inbox: %w", err)
}
