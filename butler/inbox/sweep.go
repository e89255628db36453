package inbox

import (
	"context"
	"errors"
	"strings"
	"time"

	"guard/butler/db"
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
		ids, err := b.ids(ctx, "state = 'PENDING' AND corrupt = '' AND expires <= ?", us(b.now()))
		if err != nil || len(ids) == 0 {
			return err
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
	err := b.write(ctx, func(tx *db.Tx, now time.Time) error {
		ended, bad = nil, nil
		for _, id := range ids {
			it, err := item(ctx, tx, "id = ? AND state = 'PENDING'", id)
			var u *unreadable
			switch {
			case errors.As(err, &u):
				bad = append(bad, u)
				continue
			case errors.Is(err, ErrNotFound):
				continue
			case err != nil:
				return err
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
	ids, err := b.ids(ctx, "(state = 'APPROVED' OR owes = 1) AND corrupt = ''")
	if err != nil || len(ids) == 0 {
		return err
	}
	var errs []error
	for _, id := range ids {
		it, err := b.mint(ctx, id)
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

// forget removes what ended long ago, and old names of decisions.
func (b *Inbox) forget(ctx context.Context) error {
	old := us(b.now().Add(-KeepEnded))
	ids, err := b.ids(ctx, "ended > 0 AND ended < ?", old)
	if err != nil || len(ids) == 0 {
		return err
	}
	return b.write(ctx, func(tx *db.Tx, _ time.Time) error {
		for _, id := range ids[:min(len(ids), sweepStep)] {
			// What the log still lacks stays.
			if _, err := tx.Exec("DELETE FROM inbox_items WHERE id = ? AND NOT EXISTS (SELECT 1 FROM inbox_events WHERE item = ? AND chain = 1)", id, id); err != nil {
				return err
			}
		}
		return nil
	})
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
	case w.Call == "" && w.Digest == "":
		ids, err = b.ids(ctx, "state = 'PENDING' AND session = ? AND client = ? AND alone = 0", w.Session, w.Client)
	default:
		ids, err = b.ids(ctx, `state = 'PENDING' AND session = ? AND client = ? AND id IN
			(SELECT item FROM inbox_tries WHERE call <> '' AND call = ? OR call = '' AND digest <> '' AND digest = ?)`, w.Session, w.Client, w.Call, w.Digest)
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
