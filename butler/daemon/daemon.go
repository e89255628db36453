package daemon

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"guard/audit"
	"guard/butler/db"
	"guard/butler/host"
	"guard/butler/inbox"
	"guard/butler/notify"
	"guard/butler/runs"
	"guard/butler/web"
	"guard/butler/workdir"
	"guard/coord"
	"guard/coord/serve"
	"guard/grants"
	"guard/internal/card"
	"guard/internal/place"
)

// Config is what a butler is made of.
type Config struct {
	Places place.Places // guard's
	Wire   coord.Places // butler's state and sockets
	Home   string       // the instance, BUTLER_HOME; it need not be there

	Version   string
	Listen    string // of the dashboard; "" is web.DefaultListen
	From      string // what set Listen, for messages
	AllowHost []string

	Timing Timing           // zero members are the usual ones
	Now    func() time.Time // nil is time.Now
	Step   func(string)     // see inbox.Options
}

// Timing is how often butler does what.
type Timing struct {
	Tick  time.Duration // a sign of life to one that holds
	Park  time.Duration // so long before guard's own deadline a call is parked
	Sweep time.Duration // what time does to the inbox
	Retry time.Duration // the first pause after a failed notification
}

func (t Timing) filled() Timing {
	for _, f := range []struct {
		into  *time.Duration
		usual time.Duration
	}{{&t.Tick, coord.TickEvery}, {&t.Park, coord.ParkBefore}, {&t.Sweep, 5 * time.Second}, {&t.Retry, time.Second}} {
		if *f.into <= 0 {
			*f.into = f.usual
		}
	}
	return t
}

// Daemon is one butler.
type Daemon struct {
	conf    Config
	started time.Time
	log     *slog.Logger
	closers []io.Closer // in the order of opening

	db     *db.DB
	inbox  *inbox.Inbox
	outbox *notify.Outbox
	web    *web.Server
	host   *host.Host
	mcp    mcpRoom
	key    coord.Key
	kept   place.Kept

	guard, owner *serve.Listener
	slots        chan struct{} // connections that are served at once
	requests     sync.WaitGroup

	watchers atomic.Int64 // owner's streams that are open
	pages    atomic.Int64 // pages of the dashboard that are open
	faults   atomic.Int64 // what went wrong in the background
}

// maxConns bounds the connections of both sockets.
const maxConns = 1024

// Rooms are the parts of the database, for whoever opens it.
func Rooms() []db.Room { return []db.Room{inbox.Room, notify.Room, web.Room, runs.Room} }

// Database is the file of the database.
func Database(p coord.Places) string { return filepath.Join(p.State, "butler.db") }

// LogFile is the file of butler's own log.
func LogFile(p coord.Places) string { return filepath.Join(p.State, "log", "butler.log") }

// Open brings butler up to the moment in which it answers: lock, log, database,
// inbox, dashboard, sockets. Run answers.
func Open(ctx context.Context, c Config) (_ *Daemon, err error) {
	if c.Now == nil {
		c.Now = time.Now
	}
	c.Timing = c.Timing.filled()
	d := &Daemon{conf: c, started: c.Now().UTC(), slots: make(chan struct{}, maxConns)}
	defer func() {
		if err != nil {
			d.Close()
		}
	}()
	lock, err := takeLock(ctx, c.Wire)
	if err != nil {
		return nil, err
	}
	d.closers = append(d.closers, lock)
	file, err := openLogFile(LogFile(c.Wire))
	if err != nil {
		return nil, err
	}
	d.closers = append(d.closers, file)
	d.log = newLog(file)
	if d.key, err = coord.MakeKey(c.Wire.Key()); err != nil {
		return nil, err
	}
	if d.db, err = db.Open(ctx, Database(c.Wire), Rooms()...); err != nil {
		return nil, err
	}
	d.closers = append(d.closers, d.db)
	if d.inbox, err = inbox.New(ctx, inbox.Options{
		DB: d.db, Grants: c.Places.Grants(), Now: c.Now, Step: c.Step, Report: d.report,
		Log:   d.auditLog,
		Still: func(s grants.Subject) error { _, err := card.Of(c.Places, s); return err },
	}); err != nil {
		return nil, err
	}
	d.outbox = notify.New(notify.Options{DB: d.db, Command: d.notification, Wanted: d.waits, Log: d.log, Now: c.Now, Retry: c.Timing.Retry})
	if err = d.openHost(ctx); err != nil {
		return nil, err
	}
	if err = d.openMCP(); err != nil {
		return nil, err
	}
	if d.web, err = web.New(ctx, web.Config{
		Listen: c.Listen, From: c.From, AllowHost: c.AllowHost, Version: c.Version, Places: c.Places, DB: d.db, Log: d.log, Now: c.Now,
		Watched: func(n int) { d.pages.Store(int64(n)) }, Layout: filepath.Join(c.Wire.State, "layout.json"),
		Parts: d.parts(),
	}); err != nil {
		return nil, err
	}
	if d.guard, err = serve.Listen(c.Wire.Guard()); err != nil {
		return nil, taken(err, c.Wire)
	}
	d.closers = append(d.closers, d.guard)
	if d.owner, err = serve.Listen(c.Wire.Owner()); err != nil {
		return nil, taken(err, c.Wire)
	}
	d.closers = append(d.closers, d.owner)
	if d.mcp.door, err = serve.Listen(c.Wire.MCP()); err != nil {
		return nil, taken(err, c.Wire)
	}
	d.closers = append(d.closers, d.mcp.door)
	d.guard.Strange, d.owner.Strange, d.mcp.door.Strange = d.report, d.report, d.report
	return d, nil
}

// Close gives back what Open took; the last first. It does not wait for requests.
func (d *Daemon) Close() {
	for i := len(d.closers) - 1; i >= 0; i-- {
		_ = d.closers[i].Close()
	}
	d.closers = nil
}

// Run answers until ctx ends or the owner stops it, and then ends what it
// began: calls that are held stay in the inbox, and their hooks are cut off so
// that they look for the next butler.
func (d *Daemon) Run(ctx context.Context) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	d.log.Info("butler runs", "version", d.conf.Version, "pid", os.Getpid(), "guard", d.conf.Wire.Guard(), "page", d.web.Origin())
	var loops sync.WaitGroup
	failed := make(chan error, 3)
	loops.Go(func() { failed <- d.accept(ctx, d.guard, d.guardRequest) })
	loops.Go(func() {
		failed <- d.accept(ctx, d.owner, func(ctx context.Context, c *coord.Conn) { d.ownerRequest(ctx, c, stop) })
	})
	loops.Go(func() {
		if err := d.web.Serve(ctx); err != nil {
			failed <- err
		}
	})
	loops.Go(func() { d.every(ctx, "sweep", d.conf.Timing.Sweep, d.inbox.Sweep) })
	d.host.Run(ctx)
	loops.Go(func() { d.acceptMCP(ctx) })
	loops.Go(func() { d.guarded("providers", func() { d.providers(ctx) }) })
	loops.Go(func() { d.guarded("definitions", func() { d.mcp.gate.WatchDefinitions(ctx, d.mcp.hub) }) })
	loops.Go(func() { d.guarded("notify", func() { d.outbox.Run(ctx) }) })

	var err error
	select {
	case <-ctx.Done():
	case err = <-failed:
	}
	stop()
	_ = d.guard.Close()
	_ = d.owner.Close()
	_ = d.mcp.door.Close()
	d.mcp.hub.Close()
	d.closeHost()
	loops.Wait()
	d.requests.Wait()
	late, end := context.WithTimeout(context.Background(), 5*time.Second)
	defer end()
	if ferr := d.inbox.Sweep(late); ferr != nil {
		d.report(ferr)
	}
	d.log.Info("butler stops", "error", fmt.Sprint(err))
	return err
}

// accept serves each connection in a goroutine of its own.
func (d *Daemon) accept(ctx context.Context, l *serve.Listener, answer func(context.Context, *coord.Conn)) error {
	for {
		c, err := l.Accept()
		if ctx.Err() != nil {
			if err == nil {
				_ = c.Close()
			}
			return nil
		}
		if err != nil {
			if errors.Is(err, net.ErrClosed) {
				return err
			}
			d.report(err) // too many open files, or one that hung up at once
			select {
			case <-ctx.Done():
				return nil
			case <-time.After(50 * time.Millisecond):
			}
			continue
		}
		select {
		case d.slots <- struct{}{}:
		default:
			d.report(fmt.Errorf("daemon: %d connections are open; one more was closed", maxConns))
			_ = c.Close()
			continue
		}
		d.requests.Go(func() {
			defer func() { <-d.slots }()
			defer c.Close()
			defer d.recovered("request")
			answer(ctx, c)
		})
	}
}

// auditLog is guard's log, under the policy as it is now.
func (d *Daemon) auditLog() (*audit.Log, error) {
	pol, err := d.kept.Load(d.conf.Places, "")
	if err != nil {
		return nil, err
	}
	log, _, err := d.kept.OpenLog(d.conf.Places, pol, "butler/"+d.conf.Version)
	return log, err
}

// watching reports whether somebody has the inbox open.
func (d *Daemon) watching() bool { return d.watchers.Load()+d.pages.Load() > 0 }

// notification is the program of butler.json, as it is now.
func (d *Daemon) notification() []string {
	c, err := workdir.Load(d.conf.Home)
	if err != nil || !c.Notification.Enabled {
		return nil
	}
	return c.Notification.Command
}

// waits reports whether an item still waits for the owner.
func (d *Daemon) waits(ctx context.Context, m notify.Message) bool {
	it, err := d.inbox.Get(ctx, m.Ref)
	return err == nil && it.State == inbox.Pending && d.conf.Now().Before(it.Expires)
}

// tell sends a notification of a new item, unless somebody looks already.
func (d *Daemon) tell(ctx context.Context, it *inbox.Item) {
	if d.watching() {
		return
	}
	if err := d.outbox.Add(ctx, notify.Message{Event: "waits", Ref: it.Ref, Rule: it.Rule}); err != nil {
		d.report(err)
	}
}

// Page is the address of the dashboard.
func (d *Daemon) Page() string { return d.web.Origin() }
