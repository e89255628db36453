package inbox

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"sync"
	"time"
)

// book is what is open, in memory beside the tables: what waits, for lists and
// counts, and what was approved and has still to be looked after. It is filled
// from the tables when butler begins, and follows each transaction that is on the
// disk, in their order. No decision is made on it: that reads the row itself.
type book struct {
	mu       sync.RWMutex
	waiting  []*entry         // PENDING and readable, the oldest first; an entry is never changed, only replaced
	sessions map[asker]int    // how many of them each session has
	unused   map[string]State // approved and not used, or used and owing grants
	kept     int              // rows of all states
	corrupt  int              // rows that cannot be read
}

// asker is a session of a client.
type asker struct{ client, session string }

// entry is an item that waits.
type entry struct {
	Brief
	once sync.Once
	text json.RawMessage
}

// json is the entry as JSON on one line.
func (e *entry) json() json.RawMessage {
	e.once.Do(func() { e.text = briefJSON(e.Brief) })
	return e.text
}

func briefJSON(x Brief) json.RawMessage {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(x) // a Brief can always be encoded
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

func byID(x *entry, id string) int { return cmp.Compare(x.ID, id) }

// put brings the book to what an item is now.
func (k *book) put(it *Item) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if it.State == Approved || it.owes {
		k.unused[it.ID] = it.State
	} else {
		delete(k.unused, it.ID)
	}
	if it.State != Pending {
		k.remove(it.ID)
		return
	}
	x := &entry{Brief: it.Brief}
	i, there := slices.BinarySearchFunc(k.waiting, x.ID, byID)
	if there {
		k.waiting[i] = x
		return
	}
	k.waiting = slices.Insert(k.waiting, i, x)
	k.sessions[asker{x.Client, x.Session}]++
}

// drop forgets an item that cannot be read.
func (k *book) drop(id string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.unused, id)
	k.remove(id)
}

// remove takes an item from those that wait. k.mu is held.
func (k *book) remove(id string) {
	i, there := slices.BinarySearchFunc(k.waiting, id, byID)
	if !there {
		return
	}
	who := asker{k.waiting[i].Client, k.waiting[i].Session}
	if k.sessions[who]--; k.sessions[who] == 0 {
		delete(k.sessions, who)
	}
	k.waiting = slices.Delete(k.waiting, i, i+1)
}

// rows notes how many rows there are more, and how many more of them cannot be
// read.
func (k *book) rows(kept, corrupt int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.kept, k.corrupt = k.kept+kept, k.corrupt+corrupt
}

// open is what waits, the oldest first.
func (k *book) open() []*entry {
	k.mu.RLock()
	defer k.mu.RUnlock()
	return slices.Clone(k.waiting)
}

// crowd is how many items wait, and how many of one session.
func (k *book) crowd(client, session string) (all, same int) {
	k.mu.RLock()
	defer k.mu.RUnlock()
	return len(k.waiting), k.sessions[asker{client, session}]
}

// over are those that wait and whose time is over, the oldest first.
func (k *book) over(now time.Time) []string {
	k.mu.RLock()
	defer k.mu.RUnlock()
	var ids []string
	for _, x := range k.waiting {
		if !now.Before(x.Expires) {
			ids = append(ids, x.ID)
		}
	}
	return ids
}

// of are those of one session that wait, the oldest first.
func (k *book) of(client, session string) []*entry {
	k.mu.RLock()
	defer k.mu.RUnlock()
	if k.sessions[asker{client, session}] == 0 {
		return nil
	}
	var all []*entry
	for _, x := range k.waiting {
		if x.Client == client && x.Session == session {
			all = append(all, x)
		}
	}
	return all
}

// due are those whose yes has still to be looked after, the oldest first.
func (k *book) due() []string {
	k.mu.RLock()
	defer k.mu.RUnlock()
	return slices.Sorted(maps.Keys(k.unused))
}

// counts are how many there are, but for events.
func (k *book) counts(now time.Time) Counts {
	k.mu.RLock()
	defer k.mu.RUnlock()
	c := Counts{Kept: k.kept, Corrupt: k.corrupt}
	for _, x := range k.waiting {
		if now.Before(x.Expires) {
			c.Pending++
		}
		if x.Attached {
			c.Attached++
		}
	}
	for _, s := range k.unused {
		if s == Approved {
			c.Approved++
		}
	}
	return c
}
