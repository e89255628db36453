package inbox

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

const briefColumns = "id, ref, source, kind, state, rev, attached, attempts, tier, client, session, project, alone, title, reason, rule, created, expires, decided, ended"

const itemColumns = briefColumns + ", key, hash, (SELECT body FROM inbox_contents WHERE item = inbox_items.id), ruling, consumer, grants, owes, audit, call, corrupt, EXISTS (SELECT 1 FROM inbox_events WHERE item = inbox_items.id AND what = 'approved')"

// packedColumns are the brief's columns as one text, the numbers first: the
// driver is asked for one value a row instead of twenty, and the database calls
// one function instead of an operator for each, which together is several times as
// fast. The separator is taken out of what a client chose; no title, reason or
// rule holds it, see safe.
const packedColumns = "concat_ws(char(31), rev, attached, attempts, alone, created, expires, decided, ended, id, ref, source, kind, state, tier," +
	" replace(client, char(31), ''), replace(session, char(31), ''), replace(project, char(31), ''), title, reason, rule)"

// packedNumbers is how many of them are numbers, packedTexts how many are not.
const packedNumbers, packedTexts = 8, 12

// unpack reads packedColumns.
func unpack(packed string) (Brief, error) {
	var n [packedNumbers]int64
	var t [packedTexts]string
	rest, more := packed, true
	for i := range packedNumbers + packedTexts {
		if !more {
			return Brief{}, fmt.Errorf("a row has %d parts", i)
		}
		var part string
		part, rest, more = strings.Cut(rest, "\x1f")
		if i >= packedNumbers {
			t[i-packedNumbers] = part
			continue
		}
		var err error
		if n[i], err = strconv.ParseInt(part, 10, 64); err != nil {
			return Brief{}, err
		}
	}
	if more {
		return Brief{}, errors.New("a row has too many parts")
	}
	return Brief{
		Rev: n[0], Attached: n[1] == 1, Attempts: int(n[2]), Alone: n[3] == 1, Created: at(n[4]), Expires: at(n[5]), Decided: at(n[6]), Ended: at(n[7]),
		ID: t[0], Ref: t[1], Source: Source(t[2]), Kind: Kind(t[3]), State: State(t[4]), Tier: t[5],
		Client: t[6], Session: t[7], Project: t[8], Title: t[9], Reason: t[10], Rule: t[11],
	}, nil
}

type scanner interface{ Scan(into ...any) error }

// querier is a transaction, or the reading side of the database.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

func scanBrief(row scanner, more ...any) (Brief, error) {
	var x Brief
	var created, expires, decided, ended int64
	err := row.Scan(append([]any{
		&x.ID, &x.Ref, &x.Source, &x.Kind, &x.State, &x.Rev, &x.Attached, &x.Attempts, &x.Tier, &x.Client, &x.Session, &x.Project, &x.Alone,
		&x.Title, &x.Reason, &x.Rule, &created, &expires, &decided, &ended,
	}, more...)...)
	x.Created, x.Expires, x.Decided, x.Ended = at(created), at(expires), at(decided), at(ended)
	return x, err
}

// unreadable is a row that is there and cannot be used.
type unreadable struct{ id, ref, why string }

func (e *unreadable) Error() string { return fmt.Sprintf("%v: %s: %s", ErrCorrupt, e.ref, e.why) }
func (e *unreadable) Unwrap() error { return ErrCorrupt }

// item reads the item that the condition names. A row that does not hold
// together is an *unreadable.
func item(ctx context.Context, q querier, where string, args ...any) (*Item, error) {
	row := q.QueryRowContext(ctx, "SELECT "+itemColumns+" FROM inbox_items WHERE "+where, args...)
	it := &Item{}
	var body sql.NullString // none is no content, and has no hash
	var ruling, ids, corrupt string
	var heard bool // its history holds a yes, which is in guard's log or on the way there
	var err error
	it.Brief, err = scanBrief(row, &it.Key, &it.Hash, &body, &ruling, &it.consumer, &ids, &it.owes, &it.audit, &it.call, &corrupt, &heard)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, ErrNotFound
	}
	if err != nil {
		return nil, err
	}
	if corrupt == "" {
		corrupt = it.fill(body.String, ruling, heard)
	}
	if corrupt != "" {
		return nil, &unreadable{it.ID, it.Ref, corrupt}
	}
	it.Grants = strings.Fields(ids)
	it.Scopes = Offered(it.Kind, it.Tier, it.Content)
	return it, nil
}

// fill reads the parts that are text, and says what does not hold together.
func (it *Item) fill(body, ruling string, heard bool) string {
	if contentHash(it, body) != it.Hash {
		return "its content is not what its hash says"
	}
	if err := json.Unmarshal([]byte(body), &it.Content); err != nil {
		return "its content is no JSON"
	}
	if s := it.Content.Subject; s != nil && s.Fingerprint() != it.Key {
		return "its call is not what its fingerprint says"
	}
	if (it.Source == Hook) != (it.Content.Subject != nil) {
		return "its source and its content do not go together"
	}
	if ruling != "" {
		it.Ruling = &Ruling{}
		if err := json.Unmarshal([]byte(ruling), it.Ruling); err != nil {
			return "its ruling is no JSON"
		}
	}
	switch it.State {
	case Approved, Consumed, Lapsed, Revoked:
		if it.Ruling == nil || !it.Ruling.Approved || !heard {
			return "it is " + string(it.State) + " and nobody said yes"
		}
	}
	return ""
}

// contentHash binds all that the owner is shown.
func contentHash(it *Item, body string) string {
	h := sha256.New()
	for _, s := range []string{
		"butler item 1", it.ID, it.Ref, it.Key, string(it.Source), string(it.Kind), it.Tier, it.Client, it.Session, it.Project, fmt.Sprint(it.Alone),
		it.Title, it.Reason, it.Rule, body,
	} {
		var n [8]byte
		binary.BigEndian.PutUint64(n[:], uint64(len(s)))
		h.Write(n[:])
		h.Write([]byte(s))
	}
	return "sha256:" + hex.EncodeToString(h.Sum(nil))
}

// flag marks a row that cannot be read, so that no list and no key meets it
// again. Its bytes stay.
func (b *Inbox) flag(ctx context.Context, e *unreadable) error {
	b.o.Report(e)
	return b.write(ctx, func(tx *change, now time.Time) error {
		res, err := tx.Exec("UPDATE inbox_items SET corrupt = ?, attached = 0 WHERE id = ? AND corrupt = ''", e.why, e.id)
		if err != nil {
			return err
		}
		if n, err := res.RowsAffected(); err != nil || n == 0 {
			return err // it is flagged already
		}
		tx.gone = append(tx.gone, e.id)
		tx.corrupt++
		return tx.remark(now, e.id, "flagged", e.why)
	})
}

// fill reads every open item once, flags those that cannot be read, and fills the
// book.
func (b *Inbox) fill(ctx context.Context) error {
	var kept, corrupt int
	if err := b.o.DB.Read().QueryRowContext(ctx, "SELECT count(*), count(CASE WHEN corrupt <> '' THEN 1 END) FROM inbox_items").Scan(&kept, &corrupt); err != nil {
		return wrap(err)
	}
	b.book.rows(kept, corrupt)
	ids, err := b.ids(ctx, "(state IN ('PENDING', 'APPROVED') OR owes = 1) AND corrupt = ''")
	if err != nil {
		return err
	}
	for _, id := range ids {
		it, err := b.load(ctx, id)
		switch {
		case err == nil:
			b.book.put(it)
		case !errors.Is(err, ErrCorrupt):
			return err
		}
	}
	return nil
}

// load reads an item by its id, and flags one that cannot be read.
func (b *Inbox) load(ctx context.Context, id string) (*Item, error) {
	it, err := item(ctx, b.o.DB.Reads(), "id = ?", id)
	var bad *unreadable
	if errors.As(err, &bad) {
		if ferr := b.flag(ctx, bad); ferr != nil {
			b.o.Report(ferr)
		}
	}
	return it, wrap(err)
}

// ids are the items that the condition names, the oldest first.
func (b *Inbox) ids(ctx context.Context, where string, args ...any) ([]string, error) {
	rows, err := b.o.DB.Reads().QueryContext(ctx, "SELECT id FROM inbox_items WHERE "+where+" ORDER BY id", args...)
	if err != nil {
		return nil, wrap(err)
	}
	defer rows.Close()
	var out []string
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return nil, wrap(err)
		}
		out = append(out, id)
	}
	return out, wrap(rows.Err())
}

// asJSON is v as JSON text, for types that always have one.
func asJSON(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return ""
	}
	return string(b)
}
