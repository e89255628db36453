package inbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"guard/grants"
)

// Filter chooses items. The zero Filter is all that wait.
type Filter struct {
	All     bool   // what has ended, too
	Session string // only of this session
	Limit   int    // 0 is no limit
	Before  string // only items older than this id, for the next page
}

// List returns items, the newest first. Rows that cannot be read are left out;
// Counts says how many there are.
func (b *Inbox) List(ctx context.Context, f Filter) ([]Brief, error) {
	room := f.Limit
	if all, _ := b.book.crowd("", ""); room <= 0 || !f.All {
		room = all // grown step by step, a long list is copied several times
	}
	out := make([]Brief, 0, min(room, MaxOpen))
	err := b.Each(ctx, f, func(x Brief) { out = append(out, x) })
	if err != nil {
		return nil, err
	}
	return out, nil
}

// Each is List item by item. What waits is listed from memory, the rest from the
// database, which is being read meanwhile: do must not wait.
func (b *Inbox) Each(ctx context.Context, f Filter, do func(Brief)) error {
	if !f.All {
		b.eachOpen(f, func(e *entry) { do(e.Brief) })
		return nil
	}
	where, args := []string{"corrupt = ''"}, []any{}
	if f.Session != "" {
		where, args = append(where, "session = ?"), append(args, f.Session)
	}
	if f.Before != "" {
		where, args = append(where, "id < ?"), append(args, f.Before)
	}
	limit := -1 // none
	if f.Limit > 0 {
		limit = f.Limit
	}
	rows, err := b.o.DB.Reads().QueryContext(ctx, "SELECT "+packedColumns+" FROM inbox_items WHERE "+strings.Join(where, " AND ")+" ORDER BY id DESC LIMIT ?", append(args, limit)...)
	if err != nil {
		return wrap(err)
	}
	defer rows.Close()
	for rows.Next() {
		var packed string
		if err := rows.Scan(&packed); err != nil {
			return wrap(err)
		}
		x, err := unpack(packed)
		if err != nil {
			b.o.Report(fmt.Errorf("%w: %w", ErrCorrupt, err))
			continue
		}
		do(x)
	}
	return wrap(rows.Err())
}

// EachJSON is Each with each item as JSON on one line. What waits is encoded once.
func (b *Inbox) EachJSON(ctx context.Context, f Filter, do func(json.RawMessage)) error {
	if !f.All {
		b.eachOpen(f, func(e *entry) { do(e.json()) })
		return nil
	}
	return b.Each(ctx, f, func(x Brief) { do(briefJSON(x)) })
}

// eachOpen gives the items that wait, the newest first.
func (b *Inbox) eachOpen(f Filter, do func(*entry)) {
	now, n := b.now(), 0
	for _, x := range slices.Backward(b.book.open()) {
		switch {
		case !now.Before(x.Expires), f.Session != "" && x.Session != f.Session, f.Before != "" && x.ID >= f.Before:
			continue
		case f.Limit > 0 && n == f.Limit:
			return
		}
		n++
		do(x)
	}
}

// Get returns an item with its history, by its id or its ref: B-7F3K, b-7f3k or
// 7f3k. A row that cannot be read is flagged, and an ErrCorrupt.
func (b *Inbox) Get(ctx context.Context, name string) (*Item, error) {
	it, err := b.named(ctx, name)
	if err != nil {
		return nil, err
	}
	rows, err := b.o.DB.Reads().QueryContext(ctx, "SELECT at, rev, what, by, note FROM inbox_events WHERE item = ? ORDER BY seq", it.ID)
	if err != nil {
		return nil, wrap(err)
	}
	defer rows.Close()
	for rows.Next() {
		var e Event
		var when int64
		var by string
		if err := rows.Scan(&when, &e.Rev, &e.What, &by, &e.Note); err != nil {
			return nil, wrap(err)
		}
		_ = json.Unmarshal([]byte(by), &e.By) // an event whose author cannot be read has none
		e.At = at(when)
		it.History = append(it.History, e)
	}
	return it, wrap(rows.Err())
}

// minName is the least of a ref that a person may type.
const minName = 4

// named is the item that is called so, without its history.
func (b *Inbox) named(ctx context.Context, name string) (*Item, error) {
	id, err := strings.ToUpper(name), error(nil)
	if len(name) != 26 {
		if id, err = b.find(ctx, name); err != nil {
			return nil, err
		}
	}
	it, err := b.load(ctx, id)
	if errors.Is(err, ErrNotFound) {
		err = fmt.Errorf("%w: %s", ErrNotFound, cut(name, 40))
	}
	return it, err
}

// find is the id of the item that has this ref, or one that begins so.
func (b *Inbox) find(ctx context.Context, name string) (string, error) {
	typed := strings.TrimPrefix(grants.Normal(name), "B-")
	if strings.HasPrefix(strings.ToUpper(strings.TrimSpace(name)), "G-") {
		return "", fmt.Errorf("%w: %s waits with guard itself\nguard approve %[2]s", ErrNotFound, strings.ToUpper(name))
	}
	if len(typed) < minName || len(typed) > 8 || strings.Trim(typed, "0123456789ABCDEFGHJKMNPQRSTVWXYZ") != "" {
		return "", fmt.Errorf("%w: %q is no name of an item; give at least %d letters of it, as in B-7F3K", ErrNotFound, cut(name, 40), minName)
	}
	rows, err := b.o.DB.Reads().QueryContext(ctx, "SELECT id, ref FROM inbox_items WHERE ref >= ? AND ref < ? ORDER BY ref LIMIT 10", "B-"+typed, "B-"+typed+"~")
	if err != nil {
		return "", wrap(err)
	}
	defer rows.Close()
	var ids, refs []string
	for rows.Next() {
		var id, ref string
		if err := rows.Scan(&id, &ref); err != nil {
			return "", wrap(err)
		}
		if ref == "B-"+typed {
			return id, nil
		}
		ids, refs = append(ids, id), append(refs, ref)
	}
	switch {
	case rows.Err() != nil:
		return "", wrap(rows.Err())
	case len(ids) == 0:
		return "", fmt.Errorf("%w: nothing is called B-%s", ErrNotFound, typed)
	case len(ids) > 1:
		return "", fmt.Errorf("%w: %s", ErrAmbiguous, strings.Join(refs, ", "))
	}
	return ids[0], nil
}

// Counts are how many items there are.
type Counts struct {
	Pending  int `json:"pending"`
	Attached int `json:"attached"` // of the pending
	Approved int `json:"approved"` // and not used yet
	Kept     int `json:"kept"`     // all rows
	Corrupt  int `json:"corrupt"`  // rows that cannot be read
	Unlogged int `json:"unlogged"` // events that guard's log lacks
}

// Counts counts the items.
func (b *Inbox) Counts() Counts {
	c := b.book.counts(b.now())
	c.Unlogged = len(b.chain.due())
	return c
}

// Standing is how a call stands, by its ref or its key: an item of the last
// minutes that asks for it, open or ended.
func (b *Inbox) Standing(ctx context.Context, ref, key string) (*Item, error) {
	if ref != "" {
		return b.Get(ctx, ref)
	}
	it, err := item(ctx, b.o.DB.Reads(), "key = ? AND corrupt = '' ORDER BY id DESC LIMIT 1", key)
	return it, wrap(err)
}
