package grants

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Approval is a person's yes to one call, said and kept elsewhere: in butler's
// inbox.
type Approval struct {
	Ref         string // B-7F3K; its owner uses it for no other call as long as a grant is listed
	Subject     Subject
	Fingerprint string // of the call that the person was shown
	By, Reason  string
	At          time.Time // when the person said it; the grant's life counts from there
}

// ErrLate is a yes that came into no force in its time.
var ErrLate = errors.New("grants: the yes is too old to come into force")

// Once turns a into a once-grant. One approval makes one grant: where there is
// one of that ref for that call already, used or not, it is returned and made
// is false. So who was interrupted may ask again, and no yes becomes two. log
// is called before the grant is in force; where it fails there is no grant.
//
// Where the file was set aside as corrupt since the yes, nobody can tell whether
// it has been used: the error wraps ErrLate, and the call needs a new yes.
func (s *Store) Once(a Approval, log func(Grant) error) (g Grant, made bool, events []Event, err error) {
	switch {
	case a.Subject.Fingerprint() != a.Fingerprint || !a.Subject.bound():
		return Grant{}, false, nil, fmt.Errorf("%w: %s is not what its fingerprint says", ErrChanged, a.Ref)
	case a.Ref == "" || a.At.IsZero():
		return Grant{}, false, nil, errors.New("grants: an approval needs its name and its time")
	}
	events, err = s.change(func(st *state, t *txn) (bool, error) {
		if i := slices.IndexFunc(st.Grants, func(g Grant) bool { return g.Ref == a.Ref && g.Match.Fingerprint == a.Fingerprint }); i >= 0 {
			g = st.Grants[i]
			return false, nil
		}
		if s.SetAsideSince(a.At) {
			return false, fmt.Errorf("%w: %s was set aside since", ErrLate, fileName)
		}
		st.restart(t)
		g = Grant{
			ID: st.freeID(), Created: t.now, By: a.By, Client: a.Subject.Client, Session: a.Subject.Session, Project: a.Subject.Project,
			Tool: a.Subject.Tool, Match: Match{Fingerprint: a.Fingerprint}, Scope: Once, Expires: a.At.Add(OnceAttended), Uses: 1, Reason: a.Reason, Ref: a.Ref,
		}
		if a.Subject.Unattended {
			g.Session, g.Expires = "", a.At.Add(OnceUnattended)
		}
		switch {
		case a.At.After(t.now.Add(clockSlack)):
			return false, fmt.Errorf("%w: the clock stands before it", ErrLate)
		case !t.now.Before(g.Expires):
			return false, ErrLate
		}
		if err := st.add(g, log); err != nil {
			return false, err
		}
		// The call waits no longer, and an older no of a person's is over.
		st.Pending = slices.DeleteFunc(st.Pending, func(p Pending) bool { return p.Fingerprint == a.Fingerprint })
		made = true
		return true, nil
	})
	if err != nil {
		return Grant{}, false, events, err
	}
	return g, made, events, nil
}

// SetAsideSince reports whether the file was set aside as corrupt after at. Nobody
// can tell then what had been made of a yes that was said before.
func (s *Store) SetAsideSince(at time.Time) bool {
	names, err := filepath.Glob(filepath.Join(s.dir, fileName+".corrupt-*"))
	if err != nil {
		return true
	}
	for _, n := range names {
		_, stamp, _ := strings.Cut(filepath.Base(n), ".corrupt-")
		when, err := time.Parse("20060102T150405.000000000Z", stamp)
		if err != nil || !when.Before(at) {
			return true
		}
	}
	return false
}
