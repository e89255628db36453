package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"guard/butler/daemon"
	"guard/butler/hub"
	"guard/butler/workdir"
	"guard/coord"
	"guard/internal/place"
)

type serveCmd struct {
	Listen    string   `placeholder:"HOST:PORT" help:"Where the dashboard is (default: 127.0.0.1:19387). Only this machine's own addresses; port 0 takes a free one."`
	AllowHost []string `placeholder:"NAME" help:"One more name by which the dashboard may be called, behind a proxy of yours."`
}

func (c serveCmd) Help() string {
	return `Runs in the foreground until it is told to stop (Ctrl-C, or SIGTERM). There is one butler for a
user; a second one says who runs. What waits survives a restart, and hooks that hold a call find
the next butler by themselves.

It writes its own log as JSON lines to ~/.local/state/butler/log/butler.log. guard never starts
butler: do it yourself, or let butler install-service do it at login.`
}

func (c serveCmd) Run() error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	conf, err := config()
	if err != nil {
		return err
	}
	conf.Listen, conf.From, conf.AllowHost = c.Listen, "--listen", c.AllowHost
	prepareServe(&conf)
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(hub.GCPercent)
	}
	d, err := daemon.Open(ctx, conf)
	if err != nil {
		return err
	}
	defer d.Close()
	fmt.Printf("butler runs: %s\nbutler inbox shows what waits, butler open opens the page\n", d.Page())
	if n := d.Waiting(); n > 0 {
		fmt.Printf("%s for your word before anything of it starts: butler accept --all shows what they do\n", plural(n, "extension waits", "extensions wait"))
	}
	return d.Run(ctx)
}

// prepareServe is for tests, which have other clocks.
var prepareServe = func(*daemon.Config) {}

// config is where butler finds its things.
func config() (daemon.Config, error) {
	at, err := place.Find(os.Getenv)
	if err != nil {
		return daemon.Config{}, err
	}
	wire, err := coord.Find(os.Getenv)
	if err != nil {
		return daemon.Config{}, err
	}
	home, err := workdir.Home(os.Getenv)
	if err != nil {
		return daemon.Config{}, err
	}
	return daemon.Config{Places: at, Wire: wire, Home: home, Version: version()}, nil
}
