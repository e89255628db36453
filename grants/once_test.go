package grants

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func yesTo(sub Subject, at time.Time) Approval {
	return Approval{Ref: "B-7F3K", Subject: sub, Fingerprint: sub.Fingerprint(), By: "owner, web", At: at}
}

// TestOneApprovalOneGrant: asked again, before or after the grant was used, the
// same approval makes no second one.
func TestOneApprovalOneGrant(t *testing.T) {
	s, c := newStore(t)
	a := yesTo(push(), c.at)
	logs := 0
	log := func(Grant) error { logs++; return nil }
	g, made, _, err := s.Once(a, log)
	require.NoError(t, err)
	require.True(t, made)
	require.Equal(t, c.at.Add(OnceAttended), g.Expires)

	again, made, _, err := s.Once(a, log)
	require.NoError(t, err)
	require.False(t, made)
	require.Equal(t, g.ID, again.ID)

	require.Equal(t, Exact, take(t, s, Request{Subject: push()}))
	used, made, _, err := s.Once(a, log)
	require.NoError(t, err)
	require.False(t, made)
	require.Equal(t, "used", used.Ended(c.at))
	require.Equal(t, None, take(t, s, Request{Subject: push()}), "one yes, one run")
	require.Equal(t, 1, logs)

	c.add(keepEnded) // a used grant is listed as long as any yes lives
	_, made, _, err = s.Once(yesTo(alone(), c.at.Add(-OnceUnattended)), log)
	require.ErrorIs(t, err, ErrLate)
	require.False(t, made)
}

func TestOnceOfAnApprovalCountsFromTheYes(t *testing.T) {
	s, c := newStore(t)
	a := yesTo(push(), c.at)
	c.add(4 * time.Minute) // butler was down
	g, _, _, err := s.Once(a, logged)
	require.NoError(t, err)
	assert.Equal(t, a.At.Add(OnceAttended), g.Expires)
	c.add(7 * time.Minute)
	assert.Equal(t, None, take(t, s, Request{Subject: push()}))

	g, _, _, err = s.Once(yesTo(alone(), c.at), logged)
	require.NoError(t, err)
	assert.Equal(t, c.at.Add(OnceUnattended), g.Expires)
	assert.Empty(t, g.Session)
}

func TestOnceRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		change func(t *testing.T, s *Store, a *Approval)
		want   error
	}{
		"a yes whose time is over":   {func(_ *testing.T, _ *Store, a *Approval) { a.At = a.At.Add(-OnceAttended) }, ErrLate},
		"a yes of a clock ahead":     {func(_ *testing.T, _ *Store, a *Approval) { a.At = a.At.Add(time.Hour) }, ErrLate},
		"another call than was seen": {func(_ *testing.T, _ *Store, a *Approval) { a.Subject.Dir = "/" }, ErrChanged},
		"a file set aside since": {func(t *testing.T, s *Store, _ *Approval) {
			require.NoError(t, os.MkdirAll(s.dir, 0o700))
			require.NoError(t, os.WriteFile(filepath.Join(s.dir, fileName), []byte("{"), 0o600))
		}, ErrLate},
	} {
		t.Run(name, func(t *testing.T) {
			s, clock := newStore(t)
			a := yesTo(push(), clock.at)
			c.change(t, s, &a)
			_, made, _, err := s.Once(a, logged)
			require.ErrorIs(t, err, c.want)
			require.False(t, made)
			require.Equal(t, None, take(t, s, Request{Subject: a.Subject}))
		})
	}
	s, c := newStore(t)
	full := errors.New("the disk is full")
	_, _, _, err := s.Once(yesTo(push(), c.at), func(Grant) error { return full })
	require.ErrorIs(t, err, full)
	require.Equal(t, None, take(t, s, Request{Subject: push()}), "no grant without its record")
}

// TestOnceEndsWhatWaited: the call waits no longer here, and a later yes stands
// over an earlier no.
func TestOnceEndsWhatWaited(t *testing.T) {
	s, c := newStore(t)
	p, _, err := s.Park(push(), "t1", "why")
	require.NoError(t, err)
	_, _, err = s.Deny(p.Ref, p.Fingerprint, "x", "", logged)
	require.NoError(t, err)
	_, _, _, err = s.Once(yesTo(push(), c.at), logged)
	require.NoError(t, err)
	require.Equal(t, Exact, take(t, s, Request{Subject: push()}))
}
