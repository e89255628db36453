package inbox

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"guard/audit"
)

// errLost is an arrow that another one was before.
var errLost = fmt.Errorf("%w meanwhile", ErrConflict)

// arrow moves it to a new state, if it still stands where it was read, with its
// event. It brings it up to date. set are more columns, with their values.
func arrow(tx *change, now time.Time, it *Item, to State, by Actor, note string, set map[string]any) error {
	cols, args := "", []any{string(to)}
	for _, name := range slices.Sorted(maps.Keys(set)) {
		cols += ", " + name + " = ?"
		args = append(args, set[name])
	}
	if !to.Open() {
		cols += ", ended = ?, attached = 0"
		args = append(args, us(now))
	}
	args = append(args, it.ID, string(it.State), it.Rev)
	res, err := tx.Exec("UPDATE inbox_items SET state = ?, rev = rev + 1"+cols+" WHERE id = ? AND state = ? AND rev = ? AND corrupt = ''", args...)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n != 1 {
		return errLost
	}
	if v, ok := set["owes"]; ok {
		it.owes = v == 1
	}
	tx.touch(it)
	it.State, it.Rev = to, it.Rev+1
	if !to.Open() {
		it.Ended, it.Attached = now, false
	}
	return event(tx, now, it, strings.ToLower(string(to)), by, note, record(it, to, by, note))
}

// event writes one line of an item's history; entry, if there is one, is to be
// in guard's log besides.
func event(tx *change, now time.Time, it *Item, what string, by Actor, note string, entry *audit.Entry) error {
	text, chain := "", 0
	if entry != nil {
		entry.Time = now
		b, err := json.Marshal(entry)
		if err != nil {
			return err
		}
		text, chain = string(b), 1
	}
	*tx.seq++
	if entry != nil {
		tx.events = append(tx.events, dueEvent{*tx.seq, *entry})
	}
	_, err := tx.Exec("INSERT INTO inbox_events (seq, item, at, rev, what, by, note, entry, chain) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
		*tx.seq, it.ID, us(now), it.Rev, what, asJSON(by), note, text, chain)
	return err
}

// remark writes a line of butler's own into the history of an item that need not be
// readable.
func (tx *change) remark(now time.Time, id, what, note string) error {
	*tx.seq++
	_, err := tx.Exec("INSERT INTO inbox_events (seq, item, at, rev, what, by, note, entry, chain) SELECT ?, id, ?, rev, ?, ?, ?, '', 0 FROM inbox_items WHERE id = ?",
		*tx.seq, us(now), what, asJSON(butler), note, id)
	return err
}

// record is what guard's log keeps of an arrow. What a hook's yes was used for
// guard writes itself. Its Rule names the arrow, so that one that was written
// just before a crash is known again.
func record(it *Item, to State, by Actor, note string) *audit.Entry {
	if to == Pending || to == Consumed && it.Source == Hook {
		return nil
	}
	answer := "none"
	switch to {
	case Approved, Consumed:
		answer = "allow"
	case Denied:
		answer = "deny"
	}
	e := &audit.Entry{
		Type: audit.TypeRuling, Client: it.Client, Session: it.Session, Project: it.Project, Tier: it.Tier, Effects: it.Content.Effects,
		Answer: answer, Ref: it.audit, By: by.String(), Rule: fmt.Sprintf("%s.%d", it.Ref, it.Rev),
		Reason: strings.TrimSpace(it.Ref + " " + strings.ToLower(string(to)) + " " + note),
	}
	if s := it.Content.Subject; s != nil {
		e.Tool, e.Cwd, e.Call = s.Tool, s.Dir, it.call
	} else {
		e.Event = string(it.Source)
		e.Cmd = it.Title
	}
	return e
}
