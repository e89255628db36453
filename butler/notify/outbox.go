package notify

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"guard/butler/db"
)

// Bounds of the outbox.
const (
	Cap = 50
	TTL = 24 * time.Hour
)

// Room is the outbox's part of butler's database. Times are microseconds since
// 1970, UTC.
var Room = db.Room{Name: "notify", Steps: []string{`
CREATE TABLE notify_outbox (
	seq  INTEGER PRIMARY KEY AUTOINCREMENT,
	at   INTEGER NOT NULL,
	body TEXT NOT NULL -- Message as JSON
) STRICT;
`}}

// Message is what the program is told. Its members are of butler's own making.
type Message struct {
	V     int    `json:"v"`
	Event string `json:"event"` // waits, test
	Ref   string `json:"ref"`
	Rule  string `json:"rule,omitempty"`
}

// Options are the parts that an outbox works with.
type Options struct {
	DB *db.DB

	// Command is the program as it is configured now; none sends nothing.
	Command func() []string

	// Wanted reports whether a message is still worth sending: an item that was
	// decided meanwhile is not. nil is always.
	Wanted func(ctx context.Context, m Message) bool

	Log *slog.Logger
	Now func() time.Time // nil is time.Now

	// Retry is the first pause after a failure; each further one is twice as
	// long, up to a minute. 0 is a second.
	Retry time.Duration
}

// Outbox is the notifications that are on their way.
type Outbox struct {
	o    Options
	wake chan struct{}

	sending sync.Mutex // one round at a time

	mu     sync.Mutex
	status Status
}

// Status tells how the outbox stands.
type Status struct {
	Configured bool      `json:"configured"`
	Waiting    int       `json:"waiting"`
	Sent       int       `json:"sent"`    // since butler began
	Dropped    int       `json:"dropped"` // too many, or too old, since butler began
	LastError  string    `json:"last_error,omitempty"`
	LastSent   time.Time `json:"last_sent,omitzero"`
}

// New is the outbox of a database that was opened with Room.
func New(o Options) *Outbox {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Retry <= 0 {
		o.Retry = time.Second
	}
	return &Outbox{o: o, wake: make(chan struct{}, 1)}
}

// Add puts m into the outbox and returns; [Outbox.Run] sends it. Where no
// program is configured nothing is kept: who configures one later is not told of
// what was before.
func (x *Outbox) Add(ctx context.Context, m Message) error {
	if len(x.o.Command()) == 0 {
		return nil
	}
	m.V = 1
	body, err := json.Marshal(m)
	if err != nil {
		return fmt.Errorf("notify: %w", err)
	}
	var over int64
	err = x.o.DB.Write(ctx, func(tx *sql.Tx) error {
		if _, err := tx.Exec("INSERT INTO notify_outbox (at, body) VALUES (?, ?)", x.o.Now().UnixMicro(), string(body)); err != nil {
			return err
		}
		res, err := tx.Exec("DELETE FROM notify_outbox WHERE seq NOT IN (SELECT seq FROM notify_outbox ORDER BY seq DESC LIMIT ?)", Cap)
		if err != nil {
			return err
		}
		over, err = res.RowsAffected()
		return err
	})
	if err != nil {
		return fmt.Errorf("notify: %w", err)
	}
	if over > 0 {
		x.dropped(int(over), "the outbox is full")
	}
	select {
	case x.wake <- struct{}{}:
	default:
	}
	return nil
}

func (x *Outbox) dropped(n int, why string) {
	x.o.Log.Warn("notify: notifications were dropped", "count", n, "why", why)
	x.mu.Lock()
	defer x.mu.Unlock()
	x.status.Dropped += n
}

// Run sends what is in the outbox until ctx ends.
func (x *Outbox) Run(ctx context.Context) {
	pause := x.o.Retry
	for {
		wait := time.Hour // what is there has been sent; Add wakes it
		if err := x.Send(ctx); err != nil {
			if ctx.Err() != nil {
				return
			}
			wait, pause = pause, min(2*pause, time.Minute)
		} else {
			pause = x.o.Retry
		}
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
			timer.Stop()
			return
		case <-x.wake:
			timer.Stop()
		case <-timer.C:
		}
	}
}

// Send is one round: all that waits, in order, up to the first failure.
func (x *Outbox) Send(ctx context.Context) error {
	x.sending.Lock()
	defer x.sending.Unlock()
	for {
		argv := x.o.Command()
		if len(argv) == 0 {
			return nil
		}
		seq, m, at, err := x.next(ctx)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		if err != nil && seq == 0 {
			return fmt.Errorf("notify: %w", err)
		}
		switch {
		case err != nil:
			x.dropped(1, "it cannot be read")
		case !x.o.Now().Before(at.Add(TTL)):
			x.dropped(1, "it is older than a day")
		case x.o.Wanted != nil && !x.o.Wanted(ctx, m):
		default:
			if err := run(ctx, argv, m); err != nil {
				x.failed(err)
				return err
			}
			x.sent()
		}
		if err := x.remove(ctx, seq); err != nil {
			return err
		}
	}
}

// ErrNone is that no program is configured.
var ErrNone = errors.New("notify: no notification command is set in butler.json, or notification.enabled is false")

// Test runs the program once, with the event test, before all that waits.
func (x *Outbox) Test(ctx context.Context) error {
	argv := x.o.Command()
	if len(argv) == 0 {
		return ErrNone
	}
	return run(ctx, argv, Message{V: 1, Event: "test", Ref: "B-TEST"})
}

// next is the oldest entry.
func (x *Outbox) next(ctx context.Context) (seq int64, m Message, at time.Time, err error) {
	var us int64
	var body string
	if err := x.o.DB.Read().QueryRowContext(ctx, "SELECT seq, at, body FROM notify_outbox ORDER BY seq LIMIT 1").Scan(&seq, &us, &body); err != nil {
		return 0, m, at, err
	}
	return seq, m, time.UnixMicro(us), json.Unmarshal([]byte(body), &m)
}

func (x *Outbox) remove(ctx context.Context, seq int64) error {
	err := x.o.DB.Write(context.WithoutCancel(ctx), func(tx *sql.Tx) error {
		_, err := tx.Exec("DELETE FROM notify_outbox WHERE seq = ?", seq)
		return err
	})
	if err != nil {
		return fmt.Errorf("notify: %w", err)
	}
	return nil
}

func (x *Outbox) failed(err error) {
	x.o.Log.Warn("notify: the program failed; what waits is sent later", "error", err.Error())
	x.mu.Lock()
	defer x.mu.Unlock()
	x.status.LastError = err.Error()
}

func (x *Outbox) sent() {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.status.Sent++
	x.status.LastSent, x.status.LastError = x.o.Now().UTC(), ""
}

// Status tells how the outbox stands.
func (x *Outbox) Status(ctx context.Context) Status {
	x.mu.Lock()
	s := x.status
	x.mu.Unlock()
	s.Configured = len(x.o.Command()) > 0
	if err := x.o.DB.Read().QueryRowContext(ctx, "SELECT count(*) FROM notify_outbox").Scan(&s.Waiting); err != nil {
		s.LastError = err.Error()
	}
	return s
}
