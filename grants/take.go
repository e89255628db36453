package grants

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// Cover says how a call is covered. The zero Cover is not at all.
type Cover uint8

// The covers.
const (
	None   Cover = iota
	Exact        // a person saw this very call
	Prefix       // grants for the beginnings of its commands
)

// mark remembers for a minute that a call was let through, for the one
// PermissionRequest that the client may send about the same call.
type mark struct {
	Fingerprint string    `json:"fingerprint"`
	Cover       Cover     `json:"cover"`
	IDs         []string  `json:"ids"`
	Until       time.Time `json:"until"`
}

// Request is a call that needs a person and asks for grants.
type Request struct {
	Subject Subject

	// Needs are the commands of a shell line for which a prefix grant could
	// stand in. It is nil where something needs a person that is no command;
	// then only a grant for this very call helps.
	Needs []Need

	// Prompt is set for a PermissionRequest. It may use the mark that the same
	// call's PreToolUse left. Where that PreToolUse found no grant, it took away
	// any mark of an earlier call, so that no call rides on another's.
	Prompt bool
}

// Taken is what a request got. The zero Taken is nothing.
type Taken struct {
	Cover  Cover
	IDs    []string // the grants that were used
	Denied *Denial  // a person said no to this call a short while ago
	Events []Event
}

// Take covers the whole call or nothing. What has a limited number of uses is
// used up on disk before it returns. The error says why nothing is granted
// where that is no person's doing.
func (s *Store) Take(r Request) (Taken, error) {
	if _, err := os.Lstat(filepath.Join(s.dir, fileName)); errors.Is(err, fs.ErrNotExist) {
		return Taken{}, nil // the usual case: there has never been a grant
	}
	var out Taken
	events, err := s.change(func(st *state, t *txn) (bool, error) {
		fp := r.Subject.Fingerprint()
		if i := slices.IndexFunc(st.Pending, func(p Pending) bool { return p.Denied != nil && p.Fingerprint == fp }); i >= 0 {
			out.Denied = st.Pending[i].Denied
			return st.unmark(fp), nil
		}
		if !t.behind.IsZero() {
			return false, ErrClock
		}
		if r.Prompt {
			for i, m := range st.Marks {
				if m.Fingerprint == fp {
					out.Cover, out.IDs = m.Cover, m.IDs
					st.Marks = slices.Delete(st.Marks, i, i+1)
					return true, nil
				}
			}
		}
		dirty := st.unmark(fp)
		out.Cover, out.IDs = st.find(r, fp, t.now)
		if out.Cover == None {
			return dirty, nil
		}
		if !r.Prompt {
			st.Marks = append(st.Marks, mark{fp, out.Cover, out.IDs, t.now.Add(MarkLife)})
		}
		return true, nil
	})
	if err != nil {
		return Taken{Events: events}, err
	}
	out.Events = events
	return out, nil
}

// Mark leaves the mark of a call that a person has let through where no grant was
// used: butler asked them while the call was held. ref names the yes.
func (s *Store) Mark(sub Subject, ref string) ([]Event, error) {
	if !sub.bound() {
		return nil, errors.New("grants: a call without session or project cannot be told from others")
	}
	fp := sub.Fingerprint()
	return s.change(func(st *state, t *txn) (bool, error) {
		if !t.behind.IsZero() {
			return false, ErrClock
		}
		st.unmark(fp)
		st.Marks = append(st.Marks, mark{fp, Exact, []string{ref}, t.now.Add(MarkLife)})
		return true, nil
	})
}

func (st *state) unmark(fp string) bool {
	n := len(st.Marks)
	st.Marks = slices.DeleteFunc(st.Marks, func(m mark) bool { return m.Fingerprint == fp })
	return n != len(st.Marks)
}

// find uses the grants that cover r.
func (st *state) find(r Request, fp string, now time.Time) (Cover, []string) {
	if r.Subject.bound() {
		for i := range st.Grants {
			g := &st.Grants[i]
			if g.Scope == Once && g.Match.Fingerprint == fp && g.Ended(now) == "" {
				g.use(now)
				return Exact, []string{g.ID}
			}
		}
	}
	// All needs or none: the uses are counted on a copy first.
	uses := map[int]int{}
	for _, n := range r.Needs {
		best := -1
		for i := range st.Grants {
			g := &st.Grants[i]
			if g.Ended(now) != "" || !g.covers(r.Subject, n) || g.Uses > 0 && g.Used+uses[i] >= g.Uses {
				continue
			}
			if best < 0 || g.Uses == 0 && st.Grants[best].Uses > 0 {
				best = i // one without a limit is taken first
			}
		}
		if best < 0 {
			return None, nil
		}
		uses[best]++
	}
	if len(uses) == 0 {
		return None, nil
	}
	var ids []string
	for i, n := range uses {
		for range n {
			st.Grants[i].use(now)
		}
		ids = append(ids, st.Grants[i].ID)
	}
	slices.Sort(ids)
	return Prefix, ids
}

func (g *Grant) use(now time.Time) {
	g.Used++
	g.LastUsed = &now
}
