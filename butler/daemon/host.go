package daemon

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"guard/butler/host"
	"guard/butler/steward"
	"guard/butler/web"
	"guard/coord"
)

// hostClose bounds the time in which extensions may end by themselves when
// butler stops. What is left is killed.
const hostClose = 10 * time.Second

func (d *Daemon) openHost(ctx context.Context) (err error) {
	d.host, err = host.Open(ctx, host.Options{
		Home: d.conf.Home, State: filepath.Clean(d.conf.Wire.State), DB: d.db, Ambient: os.Environ(), Logger: d.log,
		// By number: a name may mean either of the two addresses.
		URL: func() string { return strings.Replace(d.web.Origin(), "//localhost:", "//127.0.0.1:", 1) },
		Changed: func(e host.Event) {
			d.web.Publish("ext", e)
			if e.What == "catalog" {
				d.provided()
			}
		},
	})
	return err
}

// parts are the rooms that the dashboard shows.
func (d *Daemon) parts() web.Parts {
	return web.Parts{
		Inbox: d.inbox, Host: d.host, Catalog: d.host.Found, Procs: d.host.Programs(), Token: d.host.Token,
		Rescan: func(context.Context) error { d.host.Rescan(); return nil },
		MCP:    d.mcp.http, Hub: d.mcp.hub,
		Notify: d.outbox,
	}
}

// Waiting is how many extensions wait for the owner's word.
func (d *Daemon) Waiting() int { return d.host.Health().Waiting }

// closeHost stops all extensions. When it returns nothing of them is left.
func (d *Daemon) closeHost() {
	ctx, cancel := context.WithTimeout(context.Background(), hostClose)
	defer cancel()
	d.host.Close(ctx)
}

// hosted answers what butler ps, start, logs and their like ask. Who asks is
// found out here: a process that has a client above it is an agent, and so is
// one that cannot be looked at.
func (d *Daemon) hosted(ctx context.Context, c *coord.Conn, r *coord.Host) {
	who := steward.Owner
	if d.noClient(c.Peer()) != nil {
		who = steward.Agent
	}
	if r.Verb == host.Accept && who == steward.Owner { // a yes takes a person at a terminal
		if _, err := d.person(c.Peer()); err != nil {
			_ = c.Fail(faultOf(err))
			return
		}
	}
	ctx = c.Gone(ctx)
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	go d.ticks(ctx, c)
	body, err := d.host.Do(ctx, who, who.String()+", "+peerName(c.Peer()), host.Call{Verb: r.Verb, Args: r.Args}, func(v any) error {
		return c.Item(coord.TItem, v)
	})
	if err != nil {
		_ = c.Fail(hostFault(err))
		return
	}
	if err := c.Done(body); err != nil && ctx.Err() == nil {
		d.log.Warn("an answer to the owner was not taken", "error", err.Error())
	}
}

// ticks shows the other end that butler lives, until ctx ends.
func (d *Daemon) ticks(ctx context.Context, c *coord.Conn) {
	tick := time.NewTicker(d.conf.Timing.Tick)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if c.Tick() != nil {
				return
			}
		}
	}
}

// hostFault is the error frame of an error of the extension host.
func hostFault(err error) error {
	e := host.AsError(err)
	f := &coord.Fault{Code: coord.CodeInternal, Message: strings.TrimPrefix(e.Message, "host: ")}
	switch e.Status {
	case http.StatusNotFound:
		f.Code = coord.CodeNotFound
	case http.StatusConflict:
		f.Code = coord.CodeConflict
	case http.StatusBadRequest, http.StatusRequestEntityTooLarge:
		f.Code = coord.CodeInvalid
	case http.StatusForbidden:
		f.Code = coord.CodeForbidden
	case http.StatusTooManyRequests:
		f.Code = coord.CodeFull
	}
	for _, prefix := range []string{"steward: ", "ext: ", "procs: ", "runs: ", "spool: "} {
		f.Message = strings.TrimPrefix(f.Message, prefix)
	}
	return f
}
