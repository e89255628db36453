package inbox

import (
	"context"
	"errors"
	"fmt"
	"time"

	"guard/grants"
)

// Prepared is an item as it is to be shown, and the token with which it can be
// decided as long as it is what was shown.
type Prepared struct {
	Item    *Item     `json:"item"`
	Token   string    `json:"token"`
	Expires time.Time `json:"expires"` // of the token
	Refused string    `json:"refused,omitempty"`
	// Refused says why no yes can be given any more: the policy or a script has
	// changed. A no can.
}

// Prepare is the first half of a decision. The item is named by its id or ref.
func (b *Inbox) Prepare(ctx context.Context, name string) (Prepared, error) {
	it, err := b.Get(ctx, name)
	if err != nil {
		return Prepared{}, err
	}
	if err := b.decidable(it, b.now()); err != nil {
		return Prepared{}, err
	}
	b.lately.put(it)
	p := Prepared{Item: it, Refused: b.drift(it.Content.Subject)}
	now := b.now()
	p.Expires = now.Add(TokenLife)
	p.Token = b.tokens.sign(it, p.Expires)
	return p, nil
}

func (b *Inbox) decidable(it *Item, now time.Time) error {
	if it.State != Pending {
		return &ConflictError{it.Ref, it.State, it.Ruling}
	}
	if !now.Before(it.Expires) {
		return &ConflictError{it.Ref, Expired, nil}
	}
	return nil
}

// drift says why a yes would be to another call than the one that was kept.
func (b *Inbox) drift(call *grants.Subject) string {
	if call == nil || b.o.Still == nil {
		return ""
	}
	if err := b.o.Still(*call); err != nil {
		return err.Error()
	}
	return ""
}

// Decide is what a decider sends: what Prepare returned, with what the owner
// said.
type Decide struct {
	ID    string // or the ref
	Rev   int64
	Hash  string
	Token string

	// Idem is the decider's own name for this decision: sent again, it has the
	// same outcome and no second effect.
	Idem string

	Decision Decision
	Scope    Scope // "" is Once
	By       Actor // a person, see Via
}

// Outcome is what became of a decision.
type Outcome struct {
	Item *Item `json:"item"`

	// Effect says what a yes did: answered (the one that holds goes on), granted
	// (the unchanged retry runs; commands that begin so, for wider scopes), kept
	// (the asker collects it), or waits (it has no effect yet, see Warning). It is
	// denied for a no. A decision that is sent again also learns lapsed and revoked.
	Effect  string `json:"effect"`
	Warning string `json:"warning,omitempty"`
}

// Decide makes the owner's word true. The first decision wins; a later one gets
// a *ConflictError. A yes has an effect only once its record is in guard's log.
func (b *Inbox) Decide(ctx context.Context, d Decide) (Outcome, error) {
	if !d.By.Via.person() || d.By.Principal == "" {
		return Outcome{}, fmt.Errorf("%w: only a person decides", ErrForbidden)
	}
	if d.Idem == "" || len(d.Idem) > 256 {
		return Outcome{}, fmt.Errorf("%w: it has no idempotency key", ErrDecision)
	}
	id, call, err := b.meant(ctx, d)
	if err != nil {
		return Outcome{}, err
	}
	if d.Decision.Approved {
		if why := b.drift(call); why != "" {
			// An item that does not wait any more has another answer.
			if now, err := b.load(ctx, id); err != nil || now.State == Pending {
				return Outcome{}, errors.Join(fmt.Errorf("%w: %s", ErrChanged, why), err)
			}
		}
	}
	it, held, rest, err := b.decide(ctx, id, d)
	if err != nil {
		return Outcome{}, err
	}
	return b.effect(ctx, it, held, rest), nil
}

// meant is the item that d names, and its call.
func (b *Inbox) meant(ctx context.Context, d Decide) (id string, call *grants.Subject, err error) {
	if x, ok := b.lately.get(d.ID, d.Hash); ok {
		return d.ID, x.call, nil
	}
	it, err := b.named(ctx, d.ID)
	if err != nil {
		return "", nil, err
	}
	return it.ID, it.Content.Subject, nil
}

// decide is the transaction. It returns the hold that gets the yes, and those
// that get the rest.
func (b *Inbox) decide(ctx context.Context, id string, d Decide) (it *Item, held *Hold, rest []*Hold, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	request := hash(id, asJSON(d.Decision), string(d.Scope))
	known := false
	err = b.write(ctx, func(tx *change, now time.Time) error {
		held = nil
		if it, err = item(ctx, tx, "id = ?", id); err != nil {
			return err
		}
		if known, err = decidedBefore(tx, now, id, d.Idem, request); err != nil || known {
			return err
		}
		if err := b.decidable(it, now); err != nil {
			return err
		}
		if err := b.shown(now, it, d); err != nil {
			return err
		}
		r, err := d.Decision.ruling(it, d.Scope)
		if err != nil {
			return err
		}
		r.By, r.At = d.By, now
		if hs := b.holds[id]; r.Approved && len(hs) > 0 {
			held = hs[0]
		}
		return rule(tx, now, it, r, held)
	})
	if err != nil || known {
		return it, nil, nil, err
	}
	for _, h := range b.release(id) {
		if h != held {
			rest = append(rest, h)
		}
	}
	return it, held, rest, nil
}

// decidedBefore reports whether this very decision was made before, and else takes
// down that it is made now.
func decidedBefore(tx *change, now time.Time, id, idem, request string) (bool, error) {
	res, err := tx.Exec("INSERT INTO inbox_decisions (idem, item, request, at) VALUES (?, ?, ?, ?) ON CONFLICT (idem) DO NOTHING", idem, id, request, us(now))
	if err != nil {
		return false, err
	}
	if n, err := res.RowsAffected(); err != nil || n == 1 {
		return false, err
	}
	var before string
	switch err := tx.QueryRow("SELECT request FROM inbox_decisions WHERE idem = ?", idem).Scan(&before); {
	case err != nil:
		return false, err
	case before != request:
		return false, fmt.Errorf("%w: this idempotency key was used for another decision", ErrDecision)
	}
	return true, nil
}

// shown reports as an error that d is not about it as it was shown. A token is
// for one item, one revision, one content. It counts once: a decision is another
// revision, and one that is refused leaves no trace.
func (b *Inbox) shown(now time.Time, it *Item, d Decide) error {
	if d.Rev != it.Rev || d.Hash != it.Hash {
		return fmt.Errorf("%w: look at %s again", ErrChanged, it.Ref)
	}
	if !b.tokens.verify(d.Token, it, now) {
		return fmt.Errorf("%w: look at %s again", ErrToken, it.Ref)
	}
	return nil
}

// rule moves it by what a person said. Where somebody holds, a yes is used in
// the same moment.
func rule(tx *change, now time.Time, it *Item, r Ruling, held *Hold) error {
	it.Ruling, it.Decided = &r, now
	note := r.Comment
	if it.Kind == Edit {
		note = "" // what was written is the asker's, not the log's
	}
	set := map[string]any{"ruling": asJSON(r), "decided": us(now)}
	if !r.Approved {
		if r.Changes {
			note = "changes requested: " + note
		}
		return arrow(tx, now, it, Denied, r.By, note, set)
	}
	it.Expires = now.Add(yesLife(it))
	set["expires"] = us(it.Expires)
	if it.Source == Hook && r.Scope != Once {
		set["owes"] = 1
	}
	if err := arrow(tx, now, it, Approved, r.By, note, set); err != nil || held == nil {
		return err
	}
	it.consumer = held.try
	return arrow(tx, now, it, Consumed, butler, "the one that held it was answered", map[string]any{"consumer": held.try})
}

// effect brings the log and the askers to what was decided.
func (b *Inbox) effect(ctx context.Context, it *Item, held *Hold, rest []*Hold) Outcome {
	// The decision is made: who asked for it may hang up, its effect goes on.
	ctx = context.WithoutCancel(ctx)
	out := Outcome{Item: it, Effect: "denied"}
	if it.State == Denied {
		tell(rest, *answerOf(it))
		b.publish(it)
		if err := b.Flush(ctx); err != nil {
			out.Warning = err.Error() // a no counts all the same
		}
		return out
	}
	other := *answerOf(it)
	other.State, other.Reason, other.By = Withdrawn, "the yes was used by another try of the same call", butler
	tell(rest, other)
	err := b.Flush(ctx)
	b.o.Step("recorded")
	switch {
	case held != nil:
		a := *answerOf(it)
		if a.Approved = err == nil; err != nil {
			a.State, a.Reason, a.By = Denied, err.Error(), butler
		}
		tell([]*Hold{held}, a)
		out.Effect = "answered"
	case it.State == Approved && it.Source != Hook && err == nil:
		out.Effect = "kept"
	}
	if err == nil && it.Source == Hook {
		if it.State == Approved || it.owes {
			var fresh *Item
			if fresh, err = b.mint(ctx, it.ID); fresh != nil {
				out.Item = fresh
			}
		}
		if held == nil {
			out.Effect = "granted"
		}
	}
	if err != nil {
		out.Warning = err.Error()
		if held == nil {
			out.Effect = "waits"
		}
		b.o.Report(err)
	}
	if held == nil && (it.State == Lapsed || it.State == Revoked || it.consumer != "") { // this decision was made before
		out.Effect = map[State]string{Lapsed: "lapsed", Revoked: "revoked", Consumed: "answered"}[it.State]
	}
	b.publish(out.Item)
	return out
}
