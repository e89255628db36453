package grants

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"
)

// How long things live.
const (
	OnceAttended   = 10 * time.Minute // a once-grant: the session goes on and tries again
	OnceUnattended = 24 * time.Hour   // a once-grant: the retry comes from a new session
	MaxLife        = 7 * 24 * time.Hour
	PendingLife    = 24 * time.Hour
	DeniedLife     = 10 * time.Minute // how long a person's no answers the same call
	MarkLife       = time.Minute      // see [Request.Prompt]
	keepEnded      = 24 * time.Hour   // how long a grant that has ended is listed
)

// Scope says how often and how long a grant may be used. The zero Scope is
// none, and no grant has it.
type Scope string

// The scopes.
const (
	Once    Scope = "once"    // one call, bound by its fingerprint
	Session Scope = "session" // commands that begin so, in one session of a client
	Until   Scope = "until"   // commands that begin so, until the grant expires
)

// Grant is one yes of a person.
type Grant struct {
	ID      string    `json:"id"`
	Created time.Time `json:"created"`
	By      string    `json:"by"`
	Client  string    `json:"client,omitempty"`  // "" is any
	Session string    `json:"session,omitempty"` // "" is any
	Project string    `json:"project,omitempty"`
	Tool    string    `json:"tool"`
	Match   Match     `json:"match"`
	Scope   Scope     `json:"scope"`
	Expires time.Time `json:"expires"`
	Uses    int       `json:"uses"` // how often it may be used; 0 is any number
	Used    int       `json:"used"`
	Reason  string    `json:"reason,omitempty"`
	Ref     string    `json:"ref,omitempty"` // the waiting call that it came from

	LastUsed *time.Time `json:"last_used,omitempty"`
	Revoked  *time.Time `json:"revoked,omitempty"`
	Expired  *time.Time `json:"expired,omitempty"` // when its expiry was noticed
}

// Match is what a grant covers: one call, or commands that begin with Argv in
// their canonical form and need a person for nothing but Effects.
type Match struct {
	Fingerprint string   `json:"fingerprint,omitempty"`
	Argv        []string `json:"argv,omitempty"`
	Effects     []string `json:"effects,omitempty"`
}

// Ended says why a grant is no longer in force at now, "" where it is.
func (g *Grant) Ended(now time.Time) string {
	switch {
	case g.Revoked != nil:
		return "revoked"
	case g.Expired != nil || !now.Before(g.Expires):
		return "expired"
	case g.Uses > 0 && g.Used >= g.Uses:
		return "used"
	case now.Before(g.Created):
		return "expired" // the clock was set back past its beginning
	}
	return ""
}

// endedAt is when the grant ended, as well as that is known.
func (g *Grant) endedAt() time.Time {
	switch {
	case g.Revoked != nil:
		return *g.Revoked
	case g.Uses > 0 && g.Used >= g.Uses && g.LastUsed != nil:
		return *g.LastUsed
	}
	return g.Expires
}

// valid says what is wrong with a grant, whether a caller or the file gave it.
func (g *Grant) valid() error {
	switch {
	case !validID(g.ID):
		return fmt.Errorf("grant %q has no proper id", g.ID)
	case g.Created.IsZero() || g.Expires.IsZero() || g.Expires.Sub(g.Created) > MaxLife:
		return fmt.Errorf("grant %s: it must expire within 7 days", g.ID)
	case g.Tool == "":
		return fmt.Errorf("grant %s names no tool", g.ID)
	case g.Uses < 0 || g.Used < 0:
		return fmt.Errorf("grant %s: uses below zero", g.ID)
	}
	switch g.Scope {
	case Once:
		if !validFingerprint(g.Match.Fingerprint) || len(g.Match.Argv) > 0 || g.Uses != 1 {
			return fmt.Errorf("grant %s: scope once needs a fingerprint and one use", g.ID)
		}
		return nil
	case Session, Until:
		switch {
		case g.Match.Fingerprint != "" || len(g.Match.Argv) == 0 || slices.Contains(g.Match.Argv[:1], ""):
			return fmt.Errorf("grant %s: scope %s needs the beginning of a command", g.ID, g.Scope)
		case len(g.Match.Effects) == 0 || slices.Contains(g.Match.Effects, ""):
			return fmt.Errorf("grant %s names no effect", g.ID)
		case !path.IsAbs(g.Project) || path.Clean(g.Project) == "/":
			return fmt.Errorf("grant %s names no project", g.ID)
		case g.Scope == Session && g.Session == "":
			return fmt.Errorf("grant %s names no session", g.ID)
		}
		return nil
	}
	return fmt.Errorf("grant %s has no scope that is known: %q", g.ID, g.Scope)
}

func validFingerprint(s string) bool {
	hex, ok := strings.CutPrefix(s, "sha256:")
	return ok && len(hex) == 64 && strings.Trim(hex, "0123456789abcdef") == ""
}

// Need is one simple command for which the policy wants a person.
type Need struct {
	Argv    []string `json:"argv"`    // canonical; nothing of it may be left to the shell
	Dirs    []string `json:"dirs"`    // the folders in which it may work
	Effects []string `json:"effects"` // what of it needs a person
}

// covers reports whether g, a prefix grant, covers n as a call of s.
func (g *Grant) covers(s Subject, n Need) bool {
	m := g.Match
	switch {
	case g.Scope != Until && g.Scope != Session, len(m.Argv) == 0, len(n.Effects) == 0, len(n.Dirs) == 0:
		return false
	case g.Tool != s.Tool, g.Client != "" && g.Client != s.Client, g.Session != "" && g.Session != s.Session:
		return false
	case g.Project == "" || g.Project != s.Project:
		return false
	case len(n.Argv) < len(m.Argv) || !slices.Equal(m.Argv, n.Argv[:len(m.Argv)]):
		return false
	}
	for _, d := range n.Dirs {
		if d != g.Project && !strings.HasPrefix(d, g.Project+"/") {
			return false
		}
	}
	for _, e := range n.Effects {
		if !slices.Contains(m.Effects, e) {
			return false
		}
	}
	return true
}

// What a caller can do something about. The errors of this package wrap them.
var (
	ErrNotFound  = errors.New("grants: there is none of that name")
	ErrAmbiguous = errors.New("grants: several begin so")
	ErrChanged   = errors.New("grants: it has changed since it was shown")
	ErrFull      = errors.New("grants: too many calls wait already")
	ErrTooLarge  = errors.New("grants: the call is too large to be kept for a person")
	ErrLocked    = errors.New("grants: another process holds the lock")
	ErrClock     = errors.New("grants: the clock stands before the last change, so that nothing is in force")
)
