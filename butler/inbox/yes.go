package inbox

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"guard/audit"
	"guard/grants"
)

// yesLife is how long a yes waits for its use.
func yesLife(it *Item) time.Duration {
	if it.Alone {
		return grants.OnceUnattended
	}
	return grants.OnceAttended
}

// mint gives an approved item of a hook its grants, if it has none yet. It may
// be called again after a crash at any point of it.
func (b *Inbox) mint(ctx context.Context, id string) (*Item, error) {
	b.minting.Lock()
	defer b.minting.Unlock()
	it, err := b.load(ctx, id)
	switch {
	case err != nil:
		return nil, err
	case it.Source != Hook || len(it.Grants) > 0 || it.Ruling == nil || !it.Ruling.Approved:
		return it, nil
	case it.State == Approved && it.Ruling.Scope == Once:
		return it, b.mintOnce(ctx, it)
	case it.Ruling.Scope != Once && (it.State == Approved || it.State == Consumed && it.owes):
		return it, b.mintPrefixes(ctx, it)
	}
	return it, nil
}

func (b *Inbox) mintOnce(ctx context.Context, it *Item) error {
	if err := b.Flush(ctx); err != nil {
		return err
	}
	b.o.Step("mint")
	g, _, events, err := b.o.Grants.Once(grants.Approval{
		Ref: it.Ref, Subject: *it.Content.Subject, Fingerprint: it.Key, By: it.Ruling.By.String(), Reason: cut(it.Ruling.Comment, 500), At: it.Ruling.At,
	}, b.logGrant(ctx, it, audit.TypeGrant))
	b.o.Step("minted")
	b.logEvents(ctx, events)
	if errors.Is(err, grants.ErrLate) || errors.Is(err, grants.ErrChanged) {
		return b.end(ctx, it, Lapsed, "it came into no force: "+err.Error(), "")
	}
	if err != nil {
		return err
	}
	return b.write(ctx, func(tx *change, now time.Time) error {
		res, err := tx.Exec("UPDATE inbox_items SET grants = ?, expires = ? WHERE id = ? AND state = 'APPROVED' AND rev = ?", g.ID, us(g.Expires), it.ID, it.Rev)
		if err != nil {
			return err
		}
		if n, err := res.RowsAffected(); err != nil || n != 1 {
			return errLost
		}
		it.Grants, it.Expires = []string{g.ID}, g.Expires
		return event(tx, now, it, "granted", butler, "grant "+g.ID, nil)
	})
}

// mintWithin is how long after a yes its grants for commands may still be made.
// A grant that has ended is listed for a day: until then, one that is not listed
// was never made.
const mintWithin = 23 * time.Hour

// mintPrefixes makes a grant for each command of the call. Those that are listed
// were made before a crash. A grant's life counts from the yes.
func (b *Inbox) mintPrefixes(ctx context.Context, it *Item) error {
	if err := b.Flush(ctx); err != nil {
		return err
	}
	s := it.Content.Subject
	scope, life := grants.Until, WorkspaceLife
	if it.Ruling.Scope == Session {
		scope, life = grants.Session, SessionLife
	}
	age := max(b.now().Sub(it.Ruling.At), 0)
	late := age >= min(mintWithin, life) || b.o.Grants.SetAsideSince(it.Ruling.At)
	l, err := b.o.Grants.List()
	if err != nil {
		return err
	}
	var ids []string
	for _, n := range it.Content.Needs {
		g := grants.Grant{
			By: it.Ruling.By.String(), Client: s.Client, Project: s.Project, Tool: s.Tool, Scope: scope, Reason: cut(it.Ruling.Comment, 500), Ref: it.Ref,
			Match: grants.Match{Argv: n.Argv, Effects: n.Effects},
		}
		if scope == grants.Session {
			g.Session = s.Session
		}
		if i := slices.IndexFunc(l.Grants, func(o grants.Grant) bool { return o.Ref == it.Ref && slices.Equal(o.Match.Argv, n.Argv) }); i >= 0 {
			ids = append(ids, l.Grants[i].ID)
			continue
		}
		if late {
			continue
		}
		b.o.Step("mint")
		made, events, err := b.o.Grants.Mint(g, life-age, b.logGrant(ctx, it, audit.TypeGrant))
		b.o.Step("minted")
		b.logEvents(ctx, events)
		if err != nil {
			return err
		}
		l.Grants = append(l.Grants, made)
		ids = append(ids, made.ID)
	}
	if len(ids) == 0 {
		return b.end(ctx, it, Lapsed, "its grants came into no force in time", "")
	}
	return b.end(ctx, it, Consumed, "grants "+strings.Join(ids, " "), strings.Join(ids, " "))
}

// end moves an approved item to its last state. An item that is used already
// stays so, and only its grants are noted, or that there are none.
func (b *Inbox) end(ctx context.Context, it *Item, to State, note, ids string) error {
	err := b.write(ctx, func(tx *change, now time.Time) error {
		if it.State != Consumed {
			set := map[string]any{"owes": 0}
			if ids != "" {
				set["grants"] = ids
			}
			return arrow(tx, now, it, to, butler, note, set)
		}
		if _, err := tx.Exec("UPDATE inbox_items SET grants = ?, owes = 0 WHERE id = ?", ids, it.ID); err != nil {
			return err
		}
		it.owes = false
		tx.touch(it)
		if ids == "" {
			return event(tx, now, it, "not granted", butler, note, record(it, Lapsed, butler, note))
		}
		return event(tx, now, it, "granted", butler, note, nil)
	})
	if err == nil {
		it.Grants = strings.Fields(ids)
		b.publish(it)
	}
	return err
}

// logGrant writes the record of a grant, before it is in force.
func (b *Inbox) logGrant(ctx context.Context, it *Item, t audit.Type) func(grants.Grant) error {
	return func(g grants.Grant) error {
		log, err := b.o.Log()
		if err != nil {
			return fmt.Errorf("%w: %w", ErrLog, err)
		}
		e := audit.Entry{
			Type: t, Client: g.Client, Session: g.Session, Project: g.Project, Tool: g.Tool, Tier: it.Tier, Effects: it.Content.Effects,
			Grant: g.ID, Ref: it.audit, By: g.By, Reason: strings.TrimSpace("approved " + it.Ref + " " + g.Reason), Cmd: strings.Join(g.Match.Argv, " "),
		}
		if t == audit.TypeRevoke {
			e.Reason = "revoked " + it.Ref
		}
		if s := it.Content.Subject; s != nil {
			e.Cwd, e.Call = s.Dir, it.call
		}
		if _, err := log.Append(ctx, e); err != nil {
			return fmt.Errorf("%w: %w", ErrLog, err)
		}
		return nil
	}
}

// logEvents takes down what happened to the grants meanwhile, as the hook does.
func (b *Inbox) logEvents(ctx context.Context, events []grants.Event) {
	if len(events) == 0 {
		return
	}
	log, err := b.o.Log()
	if err != nil {
		b.o.Report(err)
		return
	}
	for _, e := range events {
		r := audit.Entry{Type: audit.TypeRevoke, By: butler.String(), Grant: e.Grant.ID, Client: e.Grant.Client, Session: e.Grant.Session, Project: e.Grant.Project}
		switch e.What {
		case "expired":
			r.Reason = "expired"
		case "revoked":
			r.Reason = e.Why
		case "lapsed":
			r.Type, r.Answer, r.Reason = audit.TypeRuling, "none", "nobody decided about "+e.Pending.Ref+" in time"
			r.Client, r.Session, r.Project = e.Pending.Subject.Client, e.Pending.Subject.Session, e.Pending.Subject.Project
		case "set aside":
			r.Reason = "every grant: the file could not be read and is now " + e.File + ": " + e.Why
		}
		if _, err := log.Append(ctx, r); err != nil {
			b.o.Report(err)
		}
	}
}

// claim uses a yes that waits for the try, if it is still there. No answer and
// no error is: look again.
func (b *Inbox) claim(ctx context.Context, id string, try Try) (*Item, *Answer, error) {
	b.minting.Lock()
	defer b.minting.Unlock()
	if err := b.Flush(ctx); err != nil {
		return nil, nil, err
	}
	it, err := b.load(ctx, id)
	if err != nil || it.State != Approved {
		return it, nil, err
	}
	if it.Source == Hook {
		if it.Ruling.Scope != Once {
			// Its grants are about to be made, and cover the retry.
			return it, &Answer{State: Pending, Ref: it.Ref, Reason: it.Ref + " was approved just now", By: it.Ruling.By, Expires: it.Expires}, nil
		}
		switch used, err := b.takeGrant(ctx, it); {
		case err != nil:
			return it, nil, err
		case !used:
			return it, nil, nil
		}
	}
	if err := b.consume(ctx, it, try.ID, &try); err != nil {
		return it, nil, err
	}
	a := answerOf(it)
	a.Approved = true
	return it, a, nil
}

// takeGrant uses up the grant of a yes, so that no retry has it besides. Without
// a grant there is nothing to use up but the yes itself.
func (b *Inbox) takeGrant(ctx context.Context, it *Item) (bool, error) {
	l, err := b.o.Grants.List()
	if err != nil {
		return false, err
	}
	i := slices.IndexFunc(l.Grants, func(g grants.Grant) bool { return g.Ref == it.Ref && g.Match.Fingerprint == it.Key })
	switch {
	case i < 0 && len(it.Grants) == 0 && b.now().Before(it.Expires):
		return true, nil
	case i < 0 || l.Grants[i].Ended(l.Now) != "":
		return false, b.follow(ctx, it, l)
	}
	taken, err := b.o.Grants.Take(grants.Request{Subject: *it.Content.Subject})
	b.logEvents(ctx, taken.Events)
	if err != nil {
		return false, err
	}
	if taken.Cover == grants.Exact && slices.Contains(taken.IDs, l.Grants[i].ID) {
		return true, nil
	}
	return false, nil
}

// consume uses the yes for consumer; try, if there is one, is kept so that it is
// known when it comes again.
func (b *Inbox) consume(ctx context.Context, it *Item, consumer string, try *Try) error {
	err := b.write(ctx, func(tx *change, now time.Time) error {
		if try != nil {
			if err := addTry(tx, now, it.ID, *try); err != nil {
				return err
			}
		}
		return arrow(tx, now, it, Consumed, butler, "it was asked for", map[string]any{"consumer": consumer})
	})
	if err == nil {
		it.consumer = consumer
		b.publish(it)
	}
	return err
}

// Consume uses up the yes to an item that comes from no hook, once: for a loop
// that goes on at the call it had parked. try names who asks; the same one may
// ask again. What is not approved, or was used by another, is no yes.
func (b *Inbox) Consume(ctx context.Context, id, try string) (Answer, error) {
	b.minting.Lock()
	defer b.minting.Unlock()
	it, err := b.load(ctx, id)
	if err != nil {
		return Answer{}, err
	}
	if it.Source == Hook {
		return Answer{}, fmt.Errorf("%w: a hook's yes becomes a grant", ErrForbidden)
	}
	switch {
	case it.State == Approved && !b.now().Before(it.Expires):
		if err := b.end(ctx, it, Lapsed, "it was not used in time", ""); err != nil {
			return Answer{}, err
		}
		return *answerOf(it), nil
	case it.State == Approved:
		if err := b.Flush(ctx); err != nil {
			return Answer{}, err
		}
		if err := b.consume(ctx, it, try, nil); err != nil {
			return Answer{}, err
		}
		if err := b.Flush(ctx); err != nil {
			return Answer{}, err
		}
	case it.State == Consumed && it.consumer == try && try != "":
	default:
		return *answerOf(it), nil
	}
	a := answerOf(it)
	a.Approved = true
	return *a, nil
}

// Revoke takes back a yes that nobody has used.
func (b *Inbox) Revoke(ctx context.Context, name, reason string, by Actor) (*Item, error) {
	if !by.Via.person() {
		return nil, fmt.Errorf("%w: only a person takes a yes back", ErrForbidden)
	}
	b.minting.Lock()
	defer b.minting.Unlock()
	it, err := b.Get(ctx, name)
	if err != nil {
		return nil, err
	}
	if it.State != Approved {
		return nil, &ConflictError{it.Ref, it.State, it.Ruling}
	}
	for _, id := range it.Grants {
		_, events, err := b.o.Grants.Revoke(id, b.logGrant(ctx, it, audit.TypeRevoke))
		b.logEvents(ctx, events)
		if err != nil {
			if l, lerr := b.o.Grants.List(); lerr == nil {
				_ = b.follow(ctx, it, l)
			}
			return nil, wrap(err)
		}
	}
	err = b.write(ctx, func(tx *change, now time.Time) error {
		return arrow(tx, now, it, Revoked, by, reason, map[string]any{"owes": 0})
	})
	if err != nil {
		return nil, err
	}
	b.publish(it)
	if err := b.Flush(ctx); err != nil {
		b.o.Report(err)
	}
	return it, nil
}

// follow brings an approved item to what has become of its grant.
func (b *Inbox) follow(ctx context.Context, it *Item, l grants.List) error {
	i := slices.IndexFunc(l.Grants, func(g grants.Grant) bool { return g.Ref == it.Ref && g.Match.Fingerprint == it.Key })
	if i < 0 {
		if len(it.Grants) == 0 && b.now().Before(it.Expires) {
			return nil // it has still to be made
		}
		return b.end(ctx, it, Lapsed, "its grant is not listed any more; guard's log says whether it was used", strings.Join(it.Grants, " "))
	}
	g := l.Grants[i]
	switch g.Ended(l.Now) {
	case "used":
		return b.end(ctx, it, Consumed, "the retry used grant "+g.ID, g.ID)
	case "expired":
		return b.end(ctx, it, Lapsed, "it was not used in time", g.ID)
	case "revoked":
		return b.end(ctx, it, Revoked, "grant "+g.ID+" was revoked", g.ID)
	}
	return nil
}
