package inbox

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"time"

	"github.com/oklog/ulid/v2"
)

// sweepStep is how many items one transaction of a sweep ends.
const sweepStep = 100

// Sweep does what time does: it expires what nobody decided, follows the grants
// of what was approved, makes grants that a fault kept from being made, writes
// what the log lacks, and forgets what ended long ago. It never approves.
func (b *Inbox) Sweep(ctx context.Context) error {
	return errors.Join(b.expire(ctx), b.Flush(ctx), b.followAll(ctx), b.Flush(ctx), b.markWritten(ctx), b.forget(ctx))
}

func (b *Inbox) expire(ctx context.Context) error {
	for {
		ids := b.book.over(b.now())
		if len(ids) == 0 {
			return nil
		}
		if err := b.finish(ctx, ids[:min(len(ids), sweepStep)], Expired, butler, "nobody decided in time"); err != nil {
			return err
		}
	}
}

// finish ends pending items, and answers those who hold them.
func (b *Inbox) finish(ctx context.Context, ids []string, to State, by Actor, note string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	var ended []*Item
	var bad []*unreadable
	err := b.write(ctx, func(tx *change, now time.Time) error {
		ended, bad = nil, nil
		for _, id := range ids {
			it, err := item(ctx, tx, "id = ?", id)
			var u *unreadable
			switch {
			case errors.As(err, &u):
				bad = append(bad, u)
				continue
			case errors.Is(err, ErrNotFound):
				tx.gone = append(tx.gone, id)
				continue
			case err != nil:
				return err
			case it.State != Pending:
				tx.touch(it)
				continue
			}
			if err := arrow(tx, now, it, to, by, note, nil); err != nil {
				return err
			}
			ended = append(ended, it)
		}
		return nil
	})
	for _, u := range bad {
		err = errors.Join(err, b.flag(ctx, u))
	}
	if err != nil {
		return err
	}
	for _, it := range ended {
		a := *answerOf(it)
		a.Reason, a.By = note, by
		tell(b.release(it.ID), a)
		b.publish(it)
	}
	return nil
}

// followAll looks after what is approved and not used, and after what is used and
// owes grants besides.
func (b *Inbox) followAll(ctx context.Context) error {
	var errs []error
	for _, id := range b.book.due() {
		it, err := b.mint(ctx, id)
		if errors.Is(err, ErrNotFound) {
			b.book.drop(id)
		}
		if err == nil && it.State == Approved {
			err = b.followOne(ctx, id)
		}
		if err != nil && !errors.Is(err, ErrCorrupt) && !errors.Is(err, ErrConflict) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

func (b *Inbox) followOne(ctx context.Context, id string) error {
	b.minting.Lock()
	defer b.minting.Unlock()
	it, err := b.load(ctx, id)
	if err != nil || it.State != Approved {
		return err
	}
	if it.Source != Hook {
		if b.now().Before(it.Expires) {
			return nil
		}
		return b.end(ctx, it, Lapsed, "it was not used in time", "")
	}
	l, err := b.o.Grants.List()
	if err != nil {
		return err
	}
	return b.follow(ctx, it, l)
}

// forgetEvery is how often it is looked for what ended long ago, where the last
// look found nothing.
const forgetEvery = 10 * time.Minute

// forget removes what ended long ago, and old names of decisions.
func (b *Inbox) forget(ctx context.Context) error {
	now := b.now()
	if last := at(b.forgot.Load()); !last.IsZero() && now.Sub(last).Abs() < forgetEvery {
		return nil
	}
	old := now.Add(-KeepEnded)
	// An id begins with the time, so that this reads the old rows alone.
	ids, err := b.ids(ctx, "id < ? AND ended > 0 AND ended < ?", firstID(old), us(old))
	if err == nil && len(ids) == 0 {
		b.forgot.Store(us(now))
	}
	if err != nil || len(ids) == 0 {
		return err
	}
	return b.write(ctx, func(tx *change, _ time.Time) error {
		for _, id := range ids[:min(len(ids), sweepStep)] {
			// What the log still lacks stays.
			var corrupt bool
			err := tx.QueryRow("DELETE FROM inbox_items WHERE id = ? AND NOT EXISTS (SELECT 1 FROM inbox_events WHERE item = ? AND chain = 1) RETURNING corrupt <> ''", id, id).Scan(&corrupt)
			if errors.Is(err, sql.ErrNoRows) {
				continue
			}
			if err != nil {
				return err
			}
			tx.kept--
			if corrupt {
				tx.corrupt--
			}
		}
		return nil
	})
}

// firstID is the least id of an item of that time.
func firstID(t time.Time) string {
	var id ulid.ULID
	if id.SetTime(ulid.Timestamp(t)) != nil {
		return "" // before 1970, when there was none
	}
	return id.String()
}

// Withdrawal says what does not need the owner any more. Try, or Client and
// Session, must be given.
type Withdrawal struct {
	Try string // a submission by its id, with Key
	Key string

	Client, Session string
	Call, Digest    string // one call of the session; both empty: the session has ended

	By  Actor
	Why string
}

// Withdraw ends what waits and is not wanted any more: its call was answered in
// the terminal, or is gone. It returns how many items ended. A session that ends
// leaves what nobody was at the client for: there the retry comes from a new
// session.
func (b *Inbox) Withdraw(ctx context.Context, w Withdrawal) (int, error) {
	var ids []string
	var err error
	switch {
	case w.Try != "":
		ids, err = b.ids(ctx, "state = 'PENDING' AND key = ? AND id = (SELECT item FROM inbox_tries WHERE id = ?)", w.Key, w.Try)
	case w.Client == "" || w.Session == "":
		return 0, nil
	default:
		for _, x := range b.book.of(w.Client, w.Session) {
			is := !x.Alone
			if w.Call != "" || w.Digest != "" {
				is, err = b.tells(ctx, x.ID, w.Call, w.Digest)
			}
			if err != nil {
				return 0, err
			}
			if is {
				ids = append(ids, x.ID)
			}
		}
	}
	if err != nil || len(ids) == 0 {
		return 0, err
	}
	if w.By.Principal == "" {
		w.By = Actor{Principal: "guard", Via: FromHook}
	}
	if err := b.finish(ctx, ids, Withdrawn, w.By, strings.TrimSpace(cut(w.Why, 200))); err != nil {
		return 0, err
	}
	if err := b.Flush(ctx); err != nil {
		b.o.Report(err)
	}
	return len(ids), nil
}

// tells reports whether one of an item's tries was this call: by the client's id of
// it, or by its digest where the client gave none.
func (b *Inbox) tells(ctx context.Context, id, call, digest string) (bool, error) {
	var is bool
	err := b.o.DB.Reads().QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM inbox_tries
		WHERE item = ? AND (call <> '' AND call = ? OR call = '' AND digest <> '' AND digest = ?))`, id, call, digest).Scan(&is)
	return is, wrap(err)
}
