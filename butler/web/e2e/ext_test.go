//go:build e2e

package e2e

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"guard/butler/ext"
	"guard/butler/procs"
	"guard/butler/web"
	"guard/butler/workdir"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "shim" {
		os.Exit(procs.ShimMain(os.Args[2:]))
	}
	os.Exit(m.Run())
}

// withExtensions gives the world an instance with some extensions.
func (w *world) withExtensions() {
	w.t.Helper()
	home := filepath.Join(w.at.Home, ".butler")
	_, err := workdir.Init(home, "/usr/bin/butler")
	require.NoError(w.t, err)
	var specs []procs.Spec
	add := func(kind, id, manifest, script string) {
		dir := filepath.Join(home, kind, id)
		require.NoError(w.t, os.MkdirAll(dir, 0o700))
		require.NoError(w.t, os.WriteFile(filepath.Join(dir, "butler.json"), []byte(manifest), 0o600))
		if script != "" {
			specs = append(specs, procs.Spec{Kind: kind, ID: id, Argv: []string{"/bin/sh", "-c", script}, Dir: dir, AutoStart: id == "docs", Service: kind == "services", Grace: time.Second, Env: func() (procs.Environment, error) { return procs.Environment{Vars: []string{"PATH=/usr/bin:/bin"}}, nil }})
		}
	}
	add("services", "docs", `{"id":"docs","name":"Docs server","description":"Serves the handbook to every session","command":["sh"],"ports":[4010],"hosted":{"autoStart":true}}`, "echo listening on 4010; echo '<b>bold</b>'; exec sleep 600")
	add("services", "search", `{"id":"search","name":"Code search","description":"An index over all projects","command":["sh"],"ports":[4011]}`, "exec sleep 600")
	for i, name := range []string{"Clock", "Link checker", "Screenshots", "Standup notes"} {
		id := fmt.Sprintf("tool-%d", i+1)
		add("tools", id, fmt.Sprintf(`{"id":%q,"name":%q,"description":"A tool","command":["sh"]}`, id, name), "exec sleep 600")
	}
	add("tools", "broken", `{"id":"broken","command":7}`, "")
	l, err := procs.NewLauncher(w.t.TempDir())
	require.NoError(w.t, err)
	var server atomic.Pointer[web.Server]
	super := procs.NewSupervisor(procs.Options{Launcher: l, Changed: func(string) {
		if s := server.Load(); s != nil {
			s.Publish("ext", struct{}{})
		}
	}})
	super.Apply(specs)
	super.AutoStart()
	w.t.Cleanup(func() {
		ctx, stop := context.WithTimeout(context.Background(), 10*time.Second)
		defer stop()
		super.Close(ctx)
	})
	conf, err := workdir.Load(home)
	require.NoError(w.t, err)
	w.end()
	w.more = func(p *web.Parts) {
		p.Procs, p.Catalog, p.Rescan = super, func() *ext.Catalog { return ext.Scan(conf) }, func(context.Context) error { return nil }
	}
	w.start()
	server.Store(w.web)
}

func TestServices(t *testing.T) {
	w := newWorld(t)
	w.withExtensions()
	b := newBrowser(t)
	b.enter(w, "/services")
	wrong := b.console()
	b.says("Docs server")
	b.see(".ext .tag.safe")
	b.says("tools/broken")

	// Start one, see it run, read its log, stop it.
	b.click(`[aria-label="Services"] .ext:nth-child(1) .btn.go`) // Code search
	b.until(`document.querySelectorAll('[aria-label="Services"] .tag.safe').length === 2`)
	b.clickText("Docs server", "Log")
	b.see("dialog .logs")
	b.says("listening on 4010")
	b.says("<b>bold</b>")
	b.press(escape)
	b.until("!document.querySelector('dialog')")
	b.clickText("Code search", "Stop")
	b.until(`document.querySelectorAll('[aria-label="Services"] .tag.safe').length === 1`)

	// Store one away: it is still there while everything is shown.
	b.clickText("Clock", "Store away")
	b.says("Display management · 1 stored")
	b.see(".ext.stored")
	b.click(`[aria-label="Tools"] .mode`)
	b.until(`![...document.querySelectorAll('.ext h3')].some(e => e.innerText === 'Clock')`)
	b.says("Sorting needs everything shown")
	// The search covers all, marks what is stored, and leaves the mode as it was.
	b.type_("input[type=search]", "tool-1")
	b.see(".ext.stored")
	b.type_("input[type=search]", "")
	b.until(`![...document.querySelectorAll('.ext h3')].some(e => e.innerText === 'Clock')`)

	// A save that fails is taken back on the page, and the drawer keeps its draft.
	b.clickText("", "Display management · 1 stored")
	b.see("dialog.drawer")
	b.shot("services-drawer")
	name := filepath.Join(w.at.Home, "layout.json")
	good, err := os.ReadFile(name)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(name, []byte("{"), 0o600))
	eval[int](b, `[...document.querySelectorAll('dialog .check')].filter(c => !c.checked).map(c => c.click()).length`)
	b.until(`[...document.querySelectorAll('dialog .check')].every(c => c.checked)`)
	b.clickText("dialog", "Save")
	b.see("dialog .fault")
	assert.Equal(t, "{", read(t, name), "what cannot be understood is not written over")
	b.until(`[...document.querySelectorAll('dialog .check')].every(c => c.checked)`)
	b.says("Display management · 1 stored")
	require.NoError(t, os.WriteFile(name, good, 0o600))
	b.clickText("dialog", "Save")
	b.until("!document.querySelector('dialog')")
	b.says("Display management · 0 stored")

	// Order: moved by buttons, kept, and reset without touching what is stored.
	b.click(`[aria-label="Tools"] .mode`)
	b.clickText("Clock", "↓")
	b.until(`document.querySelector('[aria-label="Tools"] .ext:nth-child(3) h3').innerText === 'Clock'`)
	b.clickText("", "Reset order")
	b.until(`!document.body.innerText.includes('Reset order')`)
	b.size(360, 740)
	b.see(".ext")
	assert.LessOrEqual(t, eval[int](b, "document.querySelector('.page').scrollWidth"), 360)
	for _, line := range wrong() {
		assert.Contains(t, line, "409", "only the save that had to fail")
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	return string(text)
}
