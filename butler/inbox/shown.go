package inbox

import (
	"sync"

	"guard/grants"
)

// maxShown is how many of the items that were shown last are remembered.
const maxShown = 16

// shownItems are what a decision most often is about, so that it need not read the
// row before its transaction does. They say what a call is, which never changes, and
// not how the item stands.
type shownItems struct {
	mu   sync.Mutex
	all  map[string]shownItem // by id
	last []string             // the oldest first
}

type shownItem struct {
	hash string
	call *grants.Subject // nil where the item is no call
}

func (s *shownItems) put(it *Item) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.all == nil {
		s.all = map[string]shownItem{}
	}
	if _, there := s.all[it.ID]; !there {
		if s.last = append(s.last, it.ID); len(s.last) > maxShown {
			delete(s.all, s.last[0])
			s.last = s.last[1:]
		}
	}
	s.all[it.ID] = shownItem{it.Hash, it.Content.Subject}
}

// get is the item with this content, if it is one of those.
func (s *shownItems) get(id, hash string) (shownItem, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	x, ok := s.all[id]
	return x, ok && x.hash == hash
}
