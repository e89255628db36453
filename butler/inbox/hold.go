package inbox

import (
	"context"
	"errors"
	"slices"
	"time"
)

// Answer is what became of an item, for the one that asked. The zero Answer is
// no.
type Answer struct {
	Approved bool // only this lets anything through
	State    State
	Ref      string
	Reason   string // of the owner's
	Value    string // of a choice or an edit
	By       Actor
	Expires  time.Time
}

// answerOf is the answer that an item gives to one whose yes it is not.
func answerOf(it *Item) *Answer {
	a := &Answer{State: it.State, Ref: it.Ref, Expires: it.Expires, By: butler}
	if it.Ruling != nil {
		a.Reason, a.By, a.Value = it.Ruling.Comment, it.Ruling.By, it.Ruling.Value
		if it.Ruling.Changes {
			a.Reason = "changes are requested: " + a.Reason
		}
	}
	return a
}

// Hold is one that waits for the answer to its try.
type Hold struct {
	b         *Inbox
	item, try string
	answer    chan Answer
}

// hold registers one. b.mu is held.
func (b *Inbox) hold(item, try string) *Hold {
	h := &Hold{b: b, item: item, try: try, answer: make(chan Answer, 1)}
	b.holds[item] = append(b.holds[item], h)
	return h
}

// Done gets the answer, once.
func (h *Hold) Done() <-chan Answer { return h.answer }

// Leave ends the wait without an answer: the item is parked where nobody else
// holds it. Where it returns false a decision was on its way already, and Done
// gets it at once.
func (h *Hold) Leave(ctx context.Context) bool {
	b := h.b
	b.mu.Lock()
	defer b.mu.Unlock()
	i := slices.Index(b.holds[h.item], h)
	if i < 0 {
		return false
	}
	b.drop(h.item, i)
	if len(b.holds[h.item]) > 0 {
		return true
	}
	var it *Item
	err := b.write(ctx, func(tx *change, now time.Time) error {
		var err error
		if it, err = item(ctx, tx, "id = ? AND attached = 1 AND state = 'PENDING'", h.item); err != nil {
			return err
		}
		it.Attached = false
		tx.touch(it)
		if _, err := tx.Exec("UPDATE inbox_items SET attached = 0 WHERE id = ?", h.item); err != nil {
			return err
		}
		return event(tx, now, it, "parked", butler, "nobody holds it any more", nil)
	})
	if errors.Is(err, ErrNotFound) {
		return true
	}
	if err != nil {
		b.o.Report(err) // it is marked again at the next start; decisions look at the holds
		return true
	}
	b.publish(it)
	return true
}

func (b *Inbox) drop(item string, i int) {
	b.holds[item] = slices.Delete(b.holds[item], i, i+1)
	if len(b.holds[item]) == 0 {
		delete(b.holds, item)
	}
}

// Holding is how many wait right now.
func (b *Inbox) Holding() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	n := 0
	for _, hs := range b.holds {
		n += len(hs)
	}
	return n
}

// release takes all holds of an item. b.mu is held.
func (b *Inbox) release(item string) []*Hold {
	hs := b.holds[item]
	delete(b.holds, item)
	return hs
}

// tell gives each of hs its answer.
func tell(hs []*Hold, a Answer) {
	for _, h := range hs {
		h.answer <- a // it has room for the one answer there is
	}
}
