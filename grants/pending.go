package grants

import (
	"fmt"
	"slices"
	"time"
)

// Bounds of what waits, so that an agent in a loop can bury nobody's list.
const (
	maxPending        = 200
	maxPendingSession = 20
	maxPendingSize    = 256 << 10 // bytes of one call
	maxGrants         = 1000
)

// Pending is a call that waits for a person.
type Pending struct {
	Ref         string    `json:"ref"` // G-7F3K
	Created     time.Time `json:"created"`
	Expires     time.Time `json:"expires"`
	Fingerprint string    `json:"fingerprint"`
	Subject     Subject   `json:"subject"`
	Call        string    `json:"call,omitempty"` // the client's id of the latest try
	Reason      string    `json:"reason"`         // why guard wants a person
	Tries       int       `json:"tries"`
	Denied      *Denial   `json:"denied,omitempty"` // set: the answer to the same call until Expires
}

// Denial is a person's no.
type Denial struct {
	Ref    string    `json:"ref"`
	At     time.Time `json:"at"`
	By     string    `json:"by"`
	Reason string    `json:"reason,omitempty"`
}

// valid also holds the subject to its fingerprint: what a person is shown is
// what the grant will bind.
func (p *Pending) valid() error {
	switch {
	case !validRef(p.Ref):
		return fmt.Errorf("waiting call %q has no proper name", p.Ref)
	case p.Created.IsZero() || p.Expires.IsZero() || p.Expires.Sub(p.Created) > PendingLife+DeniedLife:
		return fmt.Errorf("waiting call %s does not end in time", p.Ref)
	case p.Subject.Fingerprint() != p.Fingerprint || !p.Subject.bound():
		return fmt.Errorf("waiting call %s is not what its fingerprint says", p.Ref)
	}
	return nil
}

// Park keeps a call for a person and returns its name. A call that waits
// already keeps the name it has.
func (s *Store) Park(sub Subject, call, reason string) (Pending, []Event, error) {
	if sub.size() > maxPendingSize {
		return Pending{}, nil, ErrTooLarge
	}
	if !sub.bound() {
		return Pending{}, nil, fmt.Errorf("grants: a call without %s cannot be told from others", "session or project")
	}
	var out Pending
	fp := sub.Fingerprint()
	events, err := s.change(func(st *state, t *txn) (bool, error) {
		for i := range st.Pending {
			if p := &st.Pending[i]; p.Fingerprint == fp {
				if p.Denied == nil {
					p.Tries++
					p.Call = call
				}
				out = *p
				return true, nil
			}
		}
		open, same := 0, 0
		for _, p := range st.Pending {
			if p.Denied == nil {
				open++
				if p.Subject.Client == sub.Client && p.Subject.Session == sub.Session {
					same++
				}
			}
		}
		if open >= maxPending || same >= maxPendingSession {
			return false, ErrFull
		}
		out = Pending{Ref: st.freeRef(), Created: t.now, Expires: t.now.Add(PendingLife), Fingerprint: fp, Subject: sub, Call: call, Reason: reason, Tries: 1}
		st.Pending = append(st.Pending, out)
		return true, nil
	})
	if err != nil {
		return Pending{}, events, err
	}
	return out, events, nil
}

func (st *state) freeRef() string {
	for {
		ref := "G-" + Letters(refLetters)
		if !slices.ContainsFunc(st.Pending, func(p Pending) bool { return p.Ref == ref }) {
			return ref
		}
	}
}

func (st *state) freeID() string {
	for {
		id := Letters(idLetters)
		if !slices.ContainsFunc(st.Grants, func(g Grant) bool { return g.ID == id }) {
			return id
		}
	}
}

// Approve turns the waiting call ref, which a person was shown with this
// fingerprint, into a once-grant. log is called before the grant is in force;
// where it fails there is no grant.
func (s *Store) Approve(ref, fingerprint, by, reason string, log func(Grant) error) (Grant, []Event, error) {
	var out Grant
	events, err := s.change(func(st *state, t *txn) (bool, error) {
		i, err := st.waiting(ref, fingerprint)
		if err != nil {
			return false, err
		}
		st.restart(t)
		p := st.Pending[i]
		g := Grant{
			ID: st.freeID(), Created: t.now, By: by, Client: p.Subject.Client, Session: p.Subject.Session, Project: p.Subject.Project,
			Tool: p.Subject.Tool, Match: Match{Fingerprint: p.Fingerprint}, Scope: Once, Expires: t.now.Add(OnceAttended), Uses: 1, Reason: reason, Ref: p.Ref,
		}
		if p.Subject.Unattended {
			g.Session, g.Expires = "", t.now.Add(OnceUnattended)
		}
		if err := st.add(g, log); err != nil {
			return false, err
		}
		st.Pending = slices.Delete(st.Pending, i, i+1)
		out = g
		return true, nil
	})
	if err != nil {
		return Grant{}, events, err
	}
	return out, events, nil
}

// Deny answers the waiting call ref with a person's no, which holds for the
// same call for ten minutes.
func (s *Store) Deny(ref, fingerprint, by, reason string, log func(Pending) error) (Pending, []Event, error) {
	var out Pending
	events, err := s.change(func(st *state, t *txn) (bool, error) {
		i, err := st.waiting(ref, fingerprint)
		if err != nil {
			return false, err
		}
		p := &st.Pending[i]
		p.Denied = &Denial{Ref: p.Ref, At: t.now, By: by, Reason: reason}
		p.Created, p.Expires = t.now, t.now.Add(DeniedLife)
		if err := log(*p); err != nil {
			return false, err
		}
		out = *p
		return true, nil
	})
	if err != nil {
		return Pending{}, events, err
	}
	return out, events, nil
}

func (st *state) waiting(ref, fingerprint string) (int, error) {
	i := slices.IndexFunc(st.Pending, func(p Pending) bool { return p.Ref == ref && p.Denied == nil })
	switch {
	case i < 0:
		return 0, fmt.Errorf("%w: no call waits as %s any more", ErrNotFound, ref)
	case st.Pending[i].Fingerprint != fingerprint:
		return 0, fmt.Errorf("%w: %s", ErrChanged, ref)
	}
	return i, nil
}

// add puts g in force, after log has taken it down.
func (st *state) add(g Grant, log func(Grant) error) error {
	if err := g.valid(); err != nil {
		return err
	}
	if len(st.Grants) >= maxGrants {
		return fmt.Errorf("%w: %d grants", ErrFull, len(st.Grants))
	}
	if err := log(g); err != nil {
		return err
	}
	step("logged")
	st.Grants = append(st.Grants, g)
	return nil
}

// Mint puts a prefix grant in force for life. Its ID, Created and Expires are
// set here.
func (s *Store) Mint(g Grant, life time.Duration, log func(Grant) error) (Grant, []Event, error) {
	if g.Scope != Until && g.Scope != Session {
		return Grant{}, nil, fmt.Errorf("grants: a grant of scope %q is not made ahead of a call", g.Scope)
	}
	if life <= 0 || life > MaxLife {
		return Grant{}, nil, fmt.Errorf("grants: a grant lives for at most 7 days, not %v", life)
	}
	events, err := s.change(func(st *state, t *txn) (bool, error) {
		st.restart(t)
		g.ID, g.Created, g.Expires, g.Used = st.freeID(), t.now, t.now.Add(life), 0
		return true, st.add(g, log)
	})
	if err != nil {
		return Grant{}, events, err
	}
	return g, events, nil
}

// Revoke ends the grant id, given whole.
func (s *Store) Revoke(id string, log func(Grant) error) (Grant, []Event, error) {
	var out Grant
	events, err := s.change(func(st *state, t *txn) (bool, error) {
		i := slices.IndexFunc(st.Grants, func(g Grant) bool { return g.ID == id })
		if i < 0 {
			return false, fmt.Errorf("%w: grant %s", ErrNotFound, id)
		}
		g := &st.Grants[i]
		if why := g.Ended(t.now); why != "" {
			return false, fmt.Errorf("%w: grant %s has ended already: %s", ErrNotFound, id, why)
		}
		at := t.now
		g.Revoked = &at
		if err := log(*g); err != nil {
			return false, err
		}
		out = *g
		return true, nil
	})
	if err != nil {
		return Grant{}, events, err
	}
	return out, events, nil
}

// List is the content of the store.
type List struct {
	Grants  []Grant
	Pending []Pending // those that a person has said no to included, see Denied
	Now     time.Time // the time by which the grants count, see Grant.Ended
	Behind  bool      // the clock was set back: nothing is in force
}

// List reads the store without a lock: the file is always whole.
func (s *Store) List() (List, error) {
	st, err := s.load()
	if err != nil {
		return List{}, wrap(fmt.Errorf("%s cannot be used, nothing is granted: %w", fileName, err))
	}
	now := s.now().UTC()
	l := List{Grants: st.Grants, Now: now, Behind: now.Before(st.Latest.Add(-clockSlack))}
	if now.Before(st.Latest) {
		l.Now = st.Latest
	}
	for _, p := range st.Pending {
		if l.Now.Before(p.Expires) {
			l.Pending = append(l.Pending, p)
		}
	}
	return l, nil
}

// Grant returns the grant whose id begins with the letters typed, at least
// four.
func (l List) Grant(typed string) (Grant, error) {
	var ids []string
	for _, g := range l.Grants {
		ids = append(ids, g.ID)
	}
	id, err := pick("grant", typed, ids)
	if err != nil {
		return Grant{}, err
	}
	return l.Grants[slices.Index(ids, id)], nil
}

// Waiting returns the waiting call that is called so: G-7F3K, or 7f3k.
func (l List) Waiting(typed string) (Pending, error) {
	var refs []string
	var open []Pending
	for _, p := range l.Pending {
		if p.Denied == nil {
			refs, open = append(refs, p.Ref), append(open, p)
		}
	}
	ref, err := pick("waiting call", typed, refs)
	if err != nil {
		return Pending{}, err
	}
	return open[slices.Index(refs, ref)], nil
}
