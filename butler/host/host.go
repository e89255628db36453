package host

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"sync"
	"time"

	"guard/butler/db"
	"guard/butler/ext"
	"guard/butler/procs"
	"guard/butler/runs"
	"guard/butler/spool"
	"guard/butler/workdir"
	"guard/sdk"
)

// Options are what a Host works with.
type Options struct {
	Home    string   // BUTLER_HOME
	State   string   // butler's own folder, for logs, the ledger and the spool
	DB      *db.DB   // opened with runs.Room
	Ambient []string // butler's environment, as os.Environ returns it
	// URL is where the API is reached, "" where it is not served.
	URL    func() string
	Logger *slog.Logger
	// Changed is told of everything that a viewer may want to know. It must
	// not block.
	Changed func(Event)
	// Launcher starts programs; nil makes one of the running binary.
	Launcher *procs.Launcher
}

// Event says what changed.
type Event struct {
	What string    `json:"what"`          // program, run, catalog, observation
	Key  string    `json:"key,omitempty"` // tools/clock; the id of a run or an observation
	Run  *runs.Run `json:"run,omitempty"`
}

// Host is the extension host.
type Host struct {
	opts  Options
	sup   *procs.Supervisor
	runs  *runs.Runner
	spool *spool.Spool
	keys  tokens
	words *words

	swept    chan struct{} // closed when nothing of an earlier butler is left
	scanning sync.Mutex    // one scan at a time

	mu      sync.RWMutex
	config  *workdir.Config // nil where there is no instance that can be read
	catalog *ext.Catalog
	force   map[string]inForce // what may run, by key
	fault   workdir.Problems   // of butler.json, if the newest one could not be used
	scanned time.Time
	first   bool // no scan has been made

	stop context.CancelFunc
	done chan struct{}
}

// Open makes a Host: it scans the instance, and begins to end what an earlier
// butler left running; nothing is started before that is gone.
func Open(ctx context.Context, o Options) (*Host, error) {
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.URL == nil {
		o.URL = func() string { return "" }
	}
	h := &Host{opts: o, catalog: &ext.Catalog{}, first: true, swept: make(chan struct{})}
	logs := filepath.Join(o.State, "log", "extensions")
	if err := os.MkdirAll(logs, 0o700); err != nil {
		return nil, fmt.Errorf("host: %w", err)
	}
	var err error
	if h.opts.Launcher == nil {
		if h.opts.Launcher, err = procs.NewLauncher(filepath.Join(o.State, "procs")); err != nil {
			return nil, err
		}
	}
	if h.spool, err = spool.Open(filepath.Join(o.State, "spool", "observations"), spool.Limits{}); err != nil {
		return nil, err
	}
	h.sup = procs.NewSupervisor(procs.Options{
		Launcher: h.opts.Launcher, LogDir: logs, Logger: h.opts.Logger,
		Observe: func(o procs.Observation) { h.witness(o.Type, o.Subject, o.Text) },
		Line:    h.line,
		Changed: func(key string) { h.tell(Event{What: "program", Key: key}) },
	})
	h.runs, err = runs.NewRunner(ctx, runs.Options{
		Launcher: h.opts.Launcher, Store: runs.NewStore(o.DB),
		Observe: func(kind, id string, m sdk.Message) { h.said(ext.Key(ext.Kind(kind), id), id, m) },
		Changed: func(r runs.Run) { h.tell(Event{What: "run", Key: r.ID, Run: &r}) },
		Vars:    h.runVars,
	})
	if err != nil {
		return nil, err
	}
	if h.words, err = openWords(filepath.Join(o.State, "extensions.json")); err != nil {
		h.opts.Logger.Error("what the owner accepted cannot be read", "error", err)
	}
	h.Rescan()
	go func() {
		defer close(h.swept)
		h.guarded("sweep", h.sweep)
	}()
	return h, nil
}

// sweep ends what an earlier butler left running. It can take some seconds, in
// which butler answers already and only starts wait.
func (h *Host) sweep() {
	swept, err := h.opts.Launcher.Sweep()
	if len(swept) > 0 {
		h.opts.Logger.Warn("programs of an earlier butler were ended", "names", swept)
	}
	if err != nil {
		h.opts.Logger.Error("a program of an earlier butler is left", "error", err)
	}
}

// Run starts what is to start by itself, and looks for changes from time to
// time until ctx ends. It returns at once.
func (h *Host) Run(ctx context.Context) {
	ctx, h.stop = context.WithCancel(ctx)
	h.done = make(chan struct{})
	go func() {
		defer close(h.done)
		<-h.swept
		h.guarded("start", h.sup.AutoStart)
		for {
			wait := h.pause()
			select {
			case <-ctx.Done():
				return
			case <-time.After(wait):
			}
			if h.timed() {
				h.guarded("rescan", func() { h.Rescan() })
			}
		}
	}()
}

// pause is how long to wait before the next look.
func (h *Host) pause() time.Duration {
	if c := h.Config(); c != nil && c.Rescan > 0 {
		return c.Rescan
	}
	return time.Minute
}

// timed reports whether to look by the clock at all.
func (h *Host) timed() bool {
	c := h.Config()
	return c == nil || c.Rescan > 0
}

// guarded keeps a fault in one turn from ending the daemon.
func (h *Host) guarded(what string, do func()) {
	defer func() {
		if p := recover(); p != nil {
			h.opts.Logger.Error("a fault was caught", "where", "host: "+what, "fault", fmt.Sprint(p))
		}
	}()
	do()
}

// Close stops everything. When it returns nothing of an extension is left; what
// has not ended by itself when ctx ends is killed.
func (h *Host) Close(ctx context.Context) {
	<-h.swept
	if h.stop != nil {
		h.stop()
		<-h.done
	}
	var wg sync.WaitGroup
	wg.Go(h.runs.Close)
	wg.Go(func() { h.sup.Close(ctx) })
	wg.Wait()
}

// Config is the settings in force, nil where there are none.
func (h *Host) Config() *workdir.Config {
	h.mu.RLock()
	defer h.mu.RUnlock()
	return h.config
}

// Found is what the last scan found.
func (h *Host) Found() *ext.Catalog {
	h.mu.RLock()
	defer h.mu.RUnlock()
	return h.catalog
}

// Programs keeps the tools and services running.
func (h *Host) Programs() *procs.Supervisor { return h.sup }

// Spool is where observations wait.
func (h *Host) Spool() *spool.Spool { return h.spool }

// Changes are what a scan found otherwise than the one before.
type Changes struct {
	Added   []string `json:"added"` // keys: tools/clock
	Removed []string `json:"removed"`
	Changed []string `json:"changed"`
	Invalid []string `json:"invalid"` // folders of extensions that cannot be used
	Waiting []string `json:"waiting"` // keys of all that wait for the owner's word
}

// Rescan reads butler.json and all manifests anew and puts them in force. A
// butler.json that is at fault leaves the settings as they are.
func (h *Host) Rescan() Changes {
	h.scanning.Lock()
	defer h.scanning.Unlock()
	return h.rescan()
}

func (h *Host) rescan() Changes {
	config, err := workdir.Load(h.opts.Home)
	h.mu.RLock()
	old, was, first, force := h.catalog, h.config, h.first, h.force
	h.mu.RUnlock()
	var fault workdir.Problems
	if err != nil {
		if !errors.As(err, &fault) {
			fault = workdir.Problems{{File: filepath.Join(h.opts.Home, workdir.FileName), Text: plain(err)}}
		}
		config = was
		if errors.Is(err, workdir.ErrNone) {
			config = nil // there is no instance any more
		}
	} else {
		fault = config.Warnings
	}
	catalog := &ext.Catalog{}
	if config != nil {
		catalog = ext.Scan(config)
	}
	changes := catalog.Since(old)
	force = h.judged(config, catalog, force)
	h.mu.Lock()
	h.config, h.catalog, h.force, h.fault, h.scanned, h.first = config, catalog, force, fault, time.Now().UTC(), false
	h.mu.Unlock()
	h.sup.Apply(h.specs(force))
	out := Changes{keysOf(changes.Added), keysOf(changes.Removed), keysOf(changes.Changed), []string{}, []string{}}
	for _, e := range catalog.Extensions {
		switch {
		case !e.Valid():
			out.Invalid = append(out.Invalid, e.Folder)
		case e.Waits != "":
			out.Waiting = append(out.Waiting, e.Key())
		}
	}
	if !first && !changes.None() {
		h.record(changes)
	}
	if !first && (!changes.None() || !maps.Equal(waitsOf(old), waitsOf(catalog))) {
		h.tell(Event{What: "catalog"})
	}
	return out
}

func plain(err error) string {
	if errors.Is(err, workdir.ErrNone) {
		return workdir.ErrNone.Error()
	}
	return err.Error()
}

func keysOf(es []*ext.Extension) []string {
	out := []string{}
	for _, e := range es {
		out = append(out, e.Key())
	}
	return out
}

// waitsOf is what of a catalog waits for the owner's word.
func waitsOf(cat *ext.Catalog) map[string]ext.Waits {
	out := map[string]ext.Waits{}
	for _, e := range cat.Valid() {
		if e.Waits != "" {
			out[e.Key()] = e.Waits
		}
	}
	return out
}

// record notes what came and went.
func (h *Host) record(c ext.Changes) {
	for _, e := range c.Added {
		h.witness("note", "catalog:"+e.ID, fmt.Sprintf("the %s %s was added", e.Kind.One(), e.ID))
	}
	for _, e := range c.Removed {
		h.witness("note", "catalog:"+e.ID, fmt.Sprintf("the %s %s was removed", e.Kind.One(), e.ID))
	}
}

func (h *Host) tell(e Event) {
	if h.opts.Changed != nil {
		h.opts.Changed(e)
	}
}
