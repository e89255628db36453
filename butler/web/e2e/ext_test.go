//go:build e2e

package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"guard/butler/ext"
	"guard/butler/host"
	"guard/butler/procs"
	"guard/butler/workdir"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "shim" {
		os.Exit(procs.ShimMain(os.Args[2:]))
	}
	if os.Getenv(provide) != "" {
		serveTools()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// withExtensions gives the world an instance with some extensions, and the host
// that runs them.
func (w *world) withExtensions() {
	w.t.Helper()
	home := filepath.Join(w.at.Home, ".butler")
	_, err := workdir.Init(home, "/usr/bin/butler")
	require.NoError(w.t, err)
	add := func(kind, id, manifest string) {
		dir := filepath.Join(home, kind, id)
		require.NoError(w.t, os.MkdirAll(dir, 0o700))
		require.NoError(w.t, os.WriteFile(filepath.Join(dir, "butler.json"), []byte(manifest), 0o600))
	}
	add("services", "docs", `{"id":"docs","name":"Docs server","description":"Serves the handbook to every session","command":["sh","-c","echo listening on 4010; echo '<b>bold</b>'; exec sleep 600"],"version":"1.4.0","hosted":{"autoStart":true}}`)
	add("services", "search", `{"id":"search","name":"Code search","description":"An index over all projects","command":["sleep","600"]}`)
	for i, name := range []string{"Clock", "Link checker", "Screenshots", "Standup notes"} {
		id := fmt.Sprintf("tool-%d", i+1)
		add("tools", id, fmt.Sprintf(`{"id":%q,"name":%q,"description":"A tool","command":["sleep","600"]}`, id, name))
	}
	add("tools", "broken", `{"id":"broken","command":7}`)
	add("faculties", "journal", `{"id":"journal","name":"Journal","description":"What happened","commands":[{"name":"count","title":"Count words","command":["sh","-c","wc -w <<<\"$1\" || echo 3","sh","{text}"],"args":{"type":"object","required":["text"],"properties":{"text":{"type":"string","description":"what to count"}}}}],"reports":[{"name":"today","title":"Today","command":["echo","<i>all is well</i>"]}]}`)
	w.end()
	w.home = home
	w.start()
	w.acceptAll()
}

// withNothing gives the world an instance that is empty.
func (w *world) withNothing() {
	w.t.Helper()
	home := filepath.Join(w.at.Home, ".butler")
	_, err := workdir.Init(home, "/usr/bin/butler")
	require.NoError(w.t, err)
	for _, kind := range []string{"tools", "services", "faculties"} {
		require.NoError(w.t, os.RemoveAll(filepath.Join(home, kind)))
	}
	w.end()
	w.home = home
	w.start()
}

// acceptAll is the owner's word on every extension that waits for it.
func (w *world) acceptAll() {
	w.t.Helper()
	var said []host.Word
	for _, x := range w.host.Waiting() {
		said = append(said, host.Word{Key: ext.Key(x.Kind, x.ID), Digest: x.Digest})
	}
	_, err := w.host.Accept(said, "the owner of a test")
	require.NoError(w.t, err)
}

// TestWaits: an extension that appears does nothing before its owner has looked
// at what it does and accepted it.
func TestWaits(t *testing.T) {
	w := newWorld(t)
	w.withExtensions()
	b := newBrowser(t)
	b.enter(w, "/services")
	b.says("Docs server")
	dir := filepath.Join(w.home, "tools", "stranger")
	require.NoError(t, os.MkdirAll(dir, 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "butler.json"), []byte(`{"id":"stranger","name":"A stranger","command":["sleep","<i>601</i>"],"hosted":{"autoStart":true}}`), 0o600))
	b.clickText("", "Scan again")
	b.see(`[aria-label="Waits for your word"]`)
	b.clickText("A stranger", "Look at it")
	b.see("dialog")
	b.says(`["sleep","<i>601</i>"]`)
	b.press(escape)
	b.until("!document.querySelector('dialog')")
	_, there := w.host.Programs().One("tools/stranger")
	require.False(t, there, "it was only looked at")
	b.clickText("A stranger", "Look at it")
	b.see("dialog")
	b.clickText("dialog", "Accept")
	b.until(`!document.querySelector('[aria-label="Waits for your word"]')`)
	_, there = w.host.Programs().One("tools/stranger")
	require.True(t, there)
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

	// A bounded command is started with its arguments, and its output is text.
	b.clickText("Journal", "Run: Today")
	b.see("dialog")
	b.clickText("dialog", "Run")
	b.until("!document.querySelector('dialog')")
	b.clickText("Latest runs", "Today")
	b.see("dialog .code")
	b.says("<i>all is well</i>")
	b.press(escape)
	b.until("!document.querySelector('dialog')")
	b.size(360, 740)
	b.see(".ext")
	assert.LessOrEqual(t, eval[int](b, "document.querySelector('.page').scrollWidth"), 360)
	for _, line := range wrong() {
		assert.Contains(t, line, "409", "only the save that had to fail")
	}
}

// On a phone and by keyboard alone cards are moved, as far as they go, and
// sections switched: what was used keeps the focus.
func TestSortByKeyboard(t *testing.T) {
	w := newWorld(t)
	w.withExtensions()
	b := newBrowser(t)
	b.enter(w, "/services")
	b.size(360, 740)
	b.says("Clock")
	order := `[...document.querySelectorAll('[aria-label="Tools"] h3')].map(e => e.innerText).join()`
	focus := func() string { return eval[string](b, "document.activeElement.getAttribute('aria-label')") }
	b.until(order + " === 'broken,Clock,Link checker,Screenshots,Standup notes'")
	eval[bool](b, `document.querySelector('[aria-label="Move down: Clock"]').focus(), true`)
	for i, want := range []string{"broken,Link checker,Clock,Screenshots,Standup notes", "broken,Link checker,Screenshots,Clock,Standup notes", "broken,Link checker,Screenshots,Standup notes,Clock"} {
		b.press(enter)
		b.until(fmt.Sprintf("%s === %q", order, want))
		b.until(fmt.Sprintf("document.querySelector('[aria-label=Tools] [role=status]').innerText === 'Clock: place %d of 5'", i+3))
		if i < 2 {
			assert.Equal(t, "Move down: Clock", focus())
		}
	}
	assert.Equal(t, "Move up: Clock", focus(), "it is the last one: the way back is left")
	b.press(enter)
	b.until(order + " === 'broken,Link checker,Screenshots,Clock,Standup notes'")
	assert.Equal(t, "Move up: Clock", focus())
	for _, e := range []string{`[aria-label="Move up: Clock"]`, `[aria-label="Tools"] .mode`} {
		assert.GreaterOrEqual(t, eval[float64](b, fmt.Sprintf("Math.min(...(r => [r.width, r.height])(document.querySelector(%q).getBoundingClientRect()))", e)), 24.0, "large enough for a finger: %s", e)
	}

	eval[bool](b, `document.querySelector('[aria-label="Tools"] .mode').focus(), true`)
	b.press(enter)
	b.says("Show resident 5/5")
	assert.Equal(t, "Tools, Show resident; switch to: Show all", focus())
	b.press(" ")
	b.until(`!document.body.innerText.includes("Show resident 5/5")`)
	raw := read(t, filepath.Join(w.at.Home, "layout.json"))
	assert.Contains(t, raw, `"tool-1"`)
	b.do(chromedp.Reload())
	b.until(order + " === 'broken,Link checker,Screenshots,Clock,Standup notes'")
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	return string(text)
}
