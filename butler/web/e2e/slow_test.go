//go:build e2e

package e2e

import (
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"guard/butler/inbox"
)

// slowly is a script that makes the page wait for the answers of addresses that
// begin with a path, until fast; or, where asking is true, with asking for them.
// Only the page is late, as on a machine that is busy.
const slowly = `((path, asking) => {
	const whole = window.whole ??= window.fetch;
	let open;
	window.late = 0;
	const gate = new Promise((go) => { open = go });
	window.fast = () => { window.fetch = whole; open() };
	window.fetch = async (...a) => {
		const mine = String(a[0]).startsWith(path);
		if (mine && asking) { window.late++; await gate }
		const r = await whole(...a);
		if (mine && !asking) { window.late++; await gate }
		return r;
	};
	return true;
})(%q, %t)`

func (b *browser) slow(path string) {
	b.t.Helper()
	eval[bool](b, fmt.Sprintf(slowly, path, false))
}

// slowToAsk is slow with asking.
func (b *browser) slowToAsk(path string) {
	b.t.Helper()
	eval[bool](b, fmt.Sprintf(slowly, path, true))
}

// reloadSlow loads the page anew, slow from the beginning.
func (b *browser) reloadSlow(path string) {
	b.t.Helper()
	id, err := chromedp.Call(b.ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: fmt.Sprintf(slowly, path, false)})
	require.NoError(b.t, err)
	b.do(chromedp.Reload())
	_, err = chromedp.Call(b.ctx, page.RemoveScriptToEvaluateOnNewDocument, page.RemoveScriptToEvaluateOnNewDocumentParams(id))
	require.NoError(b.t, err)
}

// held waits until n answers are waited for.
func (b *browser) held(n int) { b.t.Helper(); b.until(fmt.Sprintf("window.late >= %d", n)) }

func (b *browser) fast() { b.t.Helper(); eval[bool](b, "window.fast(), true") }

// tell lets the page hear an event, as another window of it passes it on.
func (b *browser) tell(kind, data string) {
	b.t.Helper()
	eval[bool](b, fmt.Sprintf(`(() => { const c = new BroadcastChannel("butler.live"); c.postMessage({kind: %q, data: %s}); c.close(); return true })()`, kind, data))
}

// What happens while the list is on its way is in it once it is there, and
// nothing that was in it is lost.
func TestSlowList(t *testing.T) {
	w := newWorld(t)
	first := w.submit("git push origin main", "outward", false).Item.Ref
	b := newBrowser(t)
	b.enter(w, "")
	b.reloadSlow("/api/inbox")
	b.held(1)
	b.see(".dot:not(.off)")
	later := w.submit("npm publish", "outward", false).Item.Ref
	b.until("document.title === '(1) butler'") // by the stream
	b.fast()
	b.says(first)
	b.says(later)
	b.until("document.title === '(2) butler'")
}

// Nothing is lost between the window that read the stream and the one that takes
// over: the second reads everything once it hears the stream.
func TestSlowTakeover(t *testing.T) {
	w := newWorld(t)
	w.submit("git push origin main", "outward", false)
	one := newBrowser(t)
	one.enter(w, "")
	two := one.tab()
	two.do(chromedp.Navigate(w.web.Origin() + "/"))
	two.see(".item")
	two.see(".dot:not(.off)")
	two.slowToAsk("/api/events")
	one.do(chromedp.Navigate("about:blank"))
	two.held(1) // it takes over, and nobody hears the stream
	require.Eventually(t, func() bool { return w.web.Watching() == 0 }, patience, 20*time.Millisecond)
	late := w.submit("npm publish", "outward", false).Item.Ref
	two.fast()
	two.says(late)
}

// Text that is typed ahead of the page decides nothing.
func TestTypedAhead(t *testing.T) {
	w := newWorld(t)
	a := w.submit("git push origin main", "outward", false).Item.Ref
	c := w.submit("npm publish", "outward", false).Item.Ref
	b := newBrowser(t)
	b.enter(w, "")
	b.see(".item:nth-child(2)")

	// A key for an item that is still on its way is for that item, and the first
	// one counts: the others were text for the window that it opens.
	b.slow("/api/inbox/")
	b.press("jd a Friday")
	b.held(1)
	b.fast()
	b.see("dialog textarea")
	assert.Equal(t, 0, eval[int](b, "document.querySelectorAll('dialog .btn.go').length"), "no yes is asked for")
	b.press(escape)
	b.until("!document.querySelector('dialog')")

	// Moving on is at once: no key reaches the item before.
	b.press("k")
	b.see(".decide .btn.go:not(:disabled)")
	first := eval[string](b, "location.hash")
	b.slow("/api/inbox/")
	b.press("ja" + enter)
	b.held(1)
	assert.NotEqual(t, first, eval[string](b, "location.hash"))
	b.fast()
	b.see("dialog .btn.go")

	// The question goes away at text; a space does not press its button.
	b.press(" ")
	b.until("!document.querySelector('dialog')")
	b.says("Nothing was approved")
	b.press("a")
	b.see("dialog .btn.go")
	b.press("nd so on")
	b.until("!document.querySelector('dialog .btn.go')")
	for _, ref := range []string{a, c} {
		assert.Equal(t, inbox.Pending, w.state(ref))
	}
}

// Who has gone elsewhere meanwhile is not taken back by a decision that ends.
func TestDecisionEndsElsewhere(t *testing.T) {
	w := newWorld(t)
	ref := w.submit("git push origin main", "outward", false).Item.Ref
	w.submit("npm publish", "outward", false)
	b := newBrowser(t)
	b.enter(w, "/inbox/"+ref)
	b.see(".decide .btn.no:not(:disabled)")
	b.press("d")
	b.see("dialog textarea")
	b.slow("/api/inbox/" + ref + "/decide")
	b.press(enter)
	b.held(1)
	b.go_("/log")
	b.says("The chain that every answer")
	b.fast()
	b.says(ref + " denied")
	assert.Equal(t, "#/log", eval[string](b, "location.hash"))
	assert.Equal(t, inbox.Denied, w.state(ref))
}

// What butler tells of a save before it answers is not done a second time.
func TestSlowSave(t *testing.T) {
	w := newWorld(t)
	w.withExtensions()
	b := newBrowser(t)
	b.enter(w, "/services")
	b.says("Clock")
	b.slow("/api/layout")
	b.clickText("Clock", "↓")
	order := `[...document.querySelectorAll('[aria-label="Tools"] h3')].map(e => e.innerText).join()`
	b.held(1)
	b.tell("connected", "false")
	b.see(".banner") // what was told before was heard
	want := "broken,Link checker,Clock,Screenshots,Standup notes"
	assert.Equal(t, want, eval[string](b, order))
	b.tell("connected", "true")
	b.clickText("Clock", "↓")
	b.fast()
	b.until(order + " === 'broken,Link checker,Screenshots,Clock,Standup notes'")
	b.do(chromedp.Reload())
	b.until(order + " === 'broken,Link checker,Screenshots,Clock,Standup notes'")
}

// Events that come faster than answers do not keep the page from being there,
// and what is older than what was saved does not undo it.
func TestBusyServices(t *testing.T) {
	w := newWorld(t)
	w.withExtensions()
	b := newBrowser(t)
	b.enter(w, "/settings")
	eval[bool](b, `(() => {
		const whole = window.fetch, c = new BroadcastChannel("butler.live");
		window.fetch = async (...a) => { const r = await whole(...a); if (String(a[0]) === "/api/overview") await new Promise((go) => setTimeout(go, 300)); return r };
		setInterval(() => c.postMessage({kind: "ext", data: {}}), 100);
		return true;
	})()`)
	b.go_("/services")
	b.says("Docs server")

	before := eval[string](b, `fetch("/api/layout", {headers: {Authorization: "Bearer " + sessionStorage.getItem("butler.token")}}).then(async r => JSON.stringify((await r.json()).data))`)
	b.clickText("Clock", "Store away")
	b.says("1 stored")
	b.until(`!document.body.innerText.includes("0 stored")`)
	b.click(`[aria-label="Tools"] .mode`)
	hidden := `![...document.querySelectorAll('.ext h3')].some(e => e.innerText === 'Clock')`
	b.until(hidden)
	b.tell("layout", before)
	b.tell("connected", "false")
	b.see(".banner") // so that the one before was heard, too
	assert.True(t, eval[bool](b, hidden))
}
