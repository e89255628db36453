package inbox

import "sync"

// Change is an item that is new, or that is not any more as it was. The zero
// Change says that some were missed: read the list again.
type Change struct {
	Item Brief
}

type subscribers struct {
	sync.Mutex
	all map[chan Change]bool
}

// queue is how many changes wait for one subscriber.
const queue = 256

// Subscribe returns the changes from now on. A subscriber that is too slow
// misses changes and is told so by a zero Change. stop ends it, and must be
// called.
func (b *Inbox) Subscribe() (changes <-chan Change, stop func()) {
	c := make(chan Change, queue+1)
	b.subs.Lock()
	defer b.subs.Unlock()
	if b.subs.all == nil {
		b.subs.all = map[chan Change]bool{}
	}
	b.subs.all[c] = true
	return c, func() {
		b.subs.Lock()
		defer b.subs.Unlock()
		delete(b.subs.all, c)
	}
}

// publish tells the subscribers of it.
func (b *Inbox) publish(it *Item) {
	b.subs.Lock()
	defer b.subs.Unlock()
	for c := range b.subs.all {
		switch {
		case len(c) < queue:
			c <- Change{Item: it.Brief}
		case len(c) == queue:
			c <- Change{} // the place behind the queue is for this
		}
	}
}
