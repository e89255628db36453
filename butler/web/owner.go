package web

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"database/sql"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"guard/butler/db"
	"guard/grants"
)

// How long things of a session live.
const (
	TicketLife  = time.Minute     // from butler open to the browser
	SessionIdle = 12 * time.Hour  // without a request
	PairLife    = 5 * time.Minute // from a page that asks to the owner who says its letters
	maxTickets  = 16
	maxPairs    = 8
	pairLetters = 6
	maxSessions = 64
	touchEvery  = time.Minute // how exactly the last use is kept on disk
)

// Room is the tables of the owner's sessions.
var Room = db.Room{
	Name: "web",
	Steps: []string{`CREATE TABLE web_sessions (
		id     TEXT PRIMARY KEY,
		hash   BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
		agent  TEXT NOT NULL,
		began  INTEGER NOT NULL,
		used   INTEGER NOT NULL
	) STRICT`},
}

// owners keeps tickets and sessions. Of a token only its SHA-256 is kept: a
// token has 256 bits by chance, so that nothing is to be had by guessing, and
// the time of a look-up by the hash tells nothing of the token.
type owners struct {
	db  *db.DB
	now func() time.Time

	mu       sync.Mutex
	tickets  map[[32]byte]time.Time // the hash, and when it ends
	pairs    map[string]pair        // by the letters that a page shows
	sessions map[[32]byte]*session
	closed   func(id string) // a session ended
}

// session is one browser of the owner. It is shown whole: it holds no secret.
type session struct {
	ID    string    `json:"id"`
	Agent string    `json:"agent"` // what the browser calls itself
	Began time.Time `json:"began"`
	Used  time.Time `json:"used"`
	saved time.Time
}

func newOwners(ctx context.Context, d *db.DB, now func() time.Time) (*owners, error) {
	o := &owners{db: d, now: now, tickets: map[[32]byte]time.Time{}, pairs: map[string]pair{}, sessions: map[[32]byte]*session{}, closed: func(string) {}}
	rows, err := d.Read().QueryContext(ctx, "SELECT id, hash, agent, began, used FROM web_sessions")
	if err != nil {
		return nil, fmt.Errorf("web: the owner's sessions: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var s session
		var hash []byte
		var began, used int64
		if err := rows.Scan(&s.ID, &hash, &s.Agent, &began, &used); err != nil {
			return nil, fmt.Errorf("web: the owner's sessions: %w", err)
		}
		s.Began, s.Used = time.UnixMilli(began).UTC(), time.UnixMilli(used).UTC()
		s.saved = s.Used
		o.sessions[[32]byte(hash)] = &s
	}
	return o, rows.Err()
}

// secret returns 256 bits by chance as text, and their hash.
func secret() (string, [32]byte) {
	var b [32]byte
	rand.Read(b[:]) // it never fails
	text := base64.RawURLEncoding.EncodeToString(b[:])
	return text, sha256.Sum256([]byte(text))
}

// ticket makes one, which can be exchanged once for a session.
func (o *owners) ticket() (string, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	now := o.now()
	for h, end := range o.tickets {
		if !now.Before(end) {
			delete(o.tickets, h)
		}
	}
	if len(o.tickets) >= maxTickets {
		return "", errors.New("web: many tickets were asked for and not used; wait a minute")
	}
	text, hash := secret()
	o.tickets[hash] = now.Add(TicketLife)
	return text, nil
}

// pair is a page that asks to be let in: the ticket that it holds counts once the
// owner has said its letters.
type pair struct {
	ticket [32]byte
	end    time.Time
}

// ask makes letters for a page to show, and the ticket that it keeps.
func (o *owners) ask() (letters, ticket string, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	now := o.now()
	for l, p := range o.pairs {
		if !now.Before(p.end) {
			delete(o.pairs, l)
		}
	}
	if len(o.pairs) >= maxPairs {
		return "", "", fault(http.StatusTooManyRequests, "busy", "several pages ask to be let in already; wait some minutes")
	}
	text, hash := secret()
	letters = grants.Letters(pairLetters)
	o.pairs[letters] = pair{hash, now.Add(PairLife)}
	return letters, text, nil
}

// admit makes the ticket of the page that shows these letters count.
func (o *owners) admit(letters string) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	letters = grants.Normal(letters)
	p, ok := o.pairs[letters]
	delete(o.pairs, letters)
	if now := o.now(); ok && now.Before(p.end) {
		o.tickets[p.ticket] = now.Add(TicketLife)
		return nil
	}
	return errors.New("web: no page shows these letters any more; look at the page again")
}

// exchange makes a session of a ticket. The ticket is spent, whatever follows.
func (o *owners) exchange(ctx context.Context, ticket, agent string) (string, session, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	now := o.now()
	hash := sha256.Sum256([]byte(ticket))
	end, ok := o.tickets[hash]
	delete(o.tickets, hash)
	if !ok || !now.Before(end) {
		return "", session{}, fault(http.StatusForbidden, "ticket", "this ticket was used already or is older than a minute; run butler open again")
	}
	o.drop(ctx, func(s *session) bool { return o.over(s, now) })
	if len(o.sessions) >= maxSessions {
		oldest := slices.MinFunc(o.all(), func(a, b session) int { return a.Used.Compare(b.Used) })
		o.drop(ctx, func(s *session) bool { return s.ID == oldest.ID })
	}
	token, hash := secret()
	var id [8]byte
	rand.Read(id[:])
	s := &session{ID: hex.EncodeToString(id[:]), Agent: clip(agent, 200), Began: now, Used: now, saved: now}
	err := o.db.Write(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "INSERT INTO web_sessions VALUES (?, ?, ?, ?, ?)", s.ID, hash[:], s.Agent, now.UnixMilli(), now.UnixMilli())
		return err
	})
	if err != nil {
		return "", session{}, err
	}
	o.sessions[hash] = s
	return token, *s, nil
}

func (o *owners) over(s *session, now time.Time) bool {
	return now.Sub(s.Used) >= SessionIdle || now.Before(s.Began.Add(-time.Minute))
}

// of returns the session of the request's token, and notes its use.
func (o *owners) of(r *http.Request) (session, bool) {
	token, ok := bearer(r)
	if !ok {
		return session{}, false
	}
	hash := sha256.Sum256([]byte(token))
	o.mu.Lock()
	defer o.mu.Unlock()
	now := o.now()
	s := o.sessions[hash]
	if s == nil {
		return session{}, false
	}
	if o.over(s, now) {
		o.drop(r.Context(), func(x *session) bool { return x == s })
		return session{}, false
	}
	s.Used = now
	if now.Sub(s.saved) >= touchEvery {
		s.saved = now
		_ = o.db.Write(r.Context(), func(tx *sql.Tx) error { // at worst it ends some minutes early after a restart
			_, err := tx.ExecContext(r.Context(), "UPDATE web_sessions SET used = ? WHERE id = ?", now.UnixMilli(), s.ID)
			return err
		})
	}
	return *s, true
}

// live reports whether the session goes on, for a stream that was opened in it.
func (o *owners) live(id string) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, s := range o.sessions {
		if s.ID == id {
			s.Used = o.now() // an open stream is a use
			return true
		}
	}
	return false
}

// revoke ends the session id.
func (o *owners) revoke(ctx context.Context, id string) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.drop(ctx, func(s *session) bool { return subtle.ConstantTimeCompare([]byte(s.ID), []byte(id)) == 1 }) > 0
}

// drop ends the sessions of which which is true. In memory they end first: what
// cannot be written must not stay open.
func (o *owners) drop(ctx context.Context, which func(*session) bool) int {
	n := 0
	for h, s := range o.sessions {
		if !which(s) {
			continue
		}
		n++
		delete(o.sessions, h)
		o.closed(s.ID)
		_ = o.db.Write(context.WithoutCancel(ctx), func(tx *sql.Tx) error {
			_, err := tx.Exec("DELETE FROM web_sessions WHERE id = ?", s.ID)
			return err
		})
	}
	return n
}

// list is the sessions that go on, the latest used first.
func (o *owners) list() []session {
	o.mu.Lock()
	defer o.mu.Unlock()
	now := o.now()
	out := slices.DeleteFunc(o.all(), func(s session) bool { return o.over(&s, now) })
	slices.SortFunc(out, func(a, b session) int { return b.Used.Compare(a.Used) })
	return out
}

func (o *owners) all() []session {
	out := []session{}
	for _, s := range o.sessions {
		out = append(out, *s)
	}
	return out
}

// bearer is the token of the header Authorization. It is taken from nowhere
// else.
func bearer(r *http.Request) (string, bool) {
	h := r.Header.Values("Authorization")
	if len(h) != 1 {
		return "", false
	}
	kind, token, ok := strings.Cut(h[0], " ")
	return token, ok && strings.EqualFold(kind, "Bearer") && token != ""
}

// more ends a text of which only the beginning is shown.
const more = " […]"

// beginning is at most n bytes of text, and says so where there is more.
func beginning(text string, n int) string {
	if len(text) > n {
		return clip(text, n) + more
	}
	return text
}

// clip is at most n bytes of text.
func clip(text string, n int) string {
	if len(text) > n {
		text = strings.ToValidUTF8(text[:n], "")
	}
	return text
}
