package daemon

import (
	"context"
	"errors"
	"net"
	"net/http"
	"path/filepath"
	"time"

	"guard/butler/hub"
	"guard/butler/procs"
	"guard/coord"
	"guard/coord/serve"
)

// mcpRoom is the MCP hub with its two doors: a route of the API, and a socket for
// butler mcp stdio.
type mcpRoom struct {
	hub   *hub.Hub
	gate  *hub.Guard
	http  http.Handler
	door  *serve.Listener
	again chan struct{} // the extensions have changed; it holds one
}

// MCPToken is the file of the token that HTTP clients of the hub send.
func MCPToken(p coord.Places) string { return filepath.Join(p.State, "mcp.token") }

func (d *Daemon) openMCP() error {
	token, err := hub.Token(MCPToken(d.conf.Wire))
	if err != nil {
		return err
	}
	// The ledger is the host's, which has ended by now what an earlier butler left.
	launcher, err := procs.NewLauncher(filepath.Join(filepath.Clean(d.conf.Wire.State), "procs"))
	if err != nil {
		return err
	}
	d.mcp.gate = &hub.Guard{Places: d.conf.Places, Inbox: d.inbox, Bin: "butler/" + d.conf.Version, Tell: d.tell}
	d.mcp.hub, err = hub.New(hub.Options{
		Dir: filepath.Join(d.conf.Wire.State, "hub"), Home: d.conf.Places.Home, Gate: d.mcp.gate, Version: d.conf.Version, Log: d.log, Launcher: launcher,
	})
	if err != nil {
		return err
	}
	d.mcp.again = make(chan struct{}, 1)
	d.mcp.http = d.mcp.hub.Handler(token)
	d.provided()
	return nil
}

// provided says that the extensions are not what they were.
func (d *Daemon) provided() {
	select {
	case d.mcp.again <- struct{}{}:
	default:
	}
}

// providers keeps the hub's providers those of the extensions.
func (d *Daemon) providers(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-d.mcp.again:
		}
		from, faults := d.host.Providers()
		for _, err := range faults {
			d.log.Warn("an MCP server is left out", "why", err.Error())
		}
		to := make([]hub.Provider, 0, len(from))
		for _, p := range from {
			idle := p.Idle
			if idle == 0 {
				idle = -1 // the manifest keeps it
			}
			to = append(to, hub.Provider{Namespace: p.Namespace, ID: p.Key, Argv: p.Argv, Dir: p.Dir, Env: p.Env, Timeout: p.Timeout, Idle: idle, Confirm: p.Confirm})
		}
		d.mcp.hub.Rescan(to)
	}
}

// acceptMCP serves bridges until ctx ends.
func (d *Daemon) acceptMCP(ctx context.Context) {
	for {
		c, _, err := d.mcp.door.AcceptRaw()
		if ctx.Err() != nil || errors.Is(err, net.ErrClosed) {
			if err == nil {
				_ = c.Close()
			}
			return
		}
		if err != nil {
			d.report(err)
			select {
			case <-ctx.Done():
				return
			case <-time.After(50 * time.Millisecond):
			}
			continue
		}
		select {
		case d.slots <- struct{}{}:
		default:
			d.report(errors.New("daemon: too many connections are open; a bridge was turned away"))
			_ = c.Close()
			continue
		}
		d.requests.Go(func() {
			defer func() { <-d.slots }()
			defer d.recovered("bridge")
			if err := d.mcp.hub.ServeConn(ctx, c); err != nil {
				d.log.Debug("a bridge ended", "why", err.Error())
			}
		})
	}
}
