//go:build e2e

package e2e

import (
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// whenShown notes, in milliseconds since the navigation began, when the frame of the
// page and the first item of the inbox were there, in the frame in which they are
// painted.
const whenShown = `(() => {
	window.shown = {};
	const look = () => {
		for (const [name, what] of [["frame", ".frame"], ["item", ".item"]]) {
			if (!shown[name] && document.querySelector(what)) shown[name] = performance.now();
		}
		if (!shown.item) requestAnimationFrame(look);
	};
	requestAnimationFrame(look);
	return true;
})()`

// TestPaintTimes prints how long the page takes until something, its frame and its
// first item are to be seen, in a browser that has shown it before. The goal for the
// first paint is 300 ms on loopback, on a machine that has nothing else to do; the
// figures are for docs/benchmarks.md, and no time fails the test. What fails it is a
// browser that painted nothing by itself before the page's scripts had run.
func TestPaintTimes(t *testing.T) {
	w := newWorld(t)
	w.live()
	w.calls()
	b := newBrowser(t)
	b.enter(w, "")
	b.see(".item")
	_, err := chromedp.Call(b.ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: whenShown})
	require.NoError(t, err)

	type figures struct{ Paint, Frame, Item, Bytes float64 }
	load := func(how chromedp.Action[chromedp.Void]) figures {
		b.do(how)
		b.until("Boolean(window.shown?.item)")
		b.until("performance.getEntriesByName('first-contentful-paint').length > 0")
		return eval[figures](b, `({ Paint: performance.getEntriesByName("first-contentful-paint")[0].startTime, Frame: shown.frame, Item: shown.item,
			Bytes: [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")].reduce((n, r) => n + r.transferSize, 0) })`)
	}
	for _, c := range []struct {
		name string
		how  func() chromedp.Action[chromedp.Void]
	}{
		{"loaded anew", func() chromedp.Action[chromedp.Void] { return chromedp.Reload() }},
		{"opened by a fresh link", func() chromedp.Action[chromedp.Void] {
			b.do(chromedp.Navigate("about:blank"))
			address, err := w.web.Ticket("")
			require.NoError(t, err)
			return chromedp.Navigate(address)
		}},
	} {
		var all []figures
		for range 9 {
			all = append(all, load(c.how()))
		}
		for _, f := range all {
			assert.Positive(t, f.Paint)
			assert.LessOrEqual(t, f.Paint, f.Item, "something is painted before the items are there")
		}
		half := func(of func(figures) float64) float64 {
			var ms []float64
			for _, f := range all {
				ms = append(ms, of(f))
			}
			slices.Sort(ms)
			return ms[len(ms)/2]
		}
		t.Logf("%s, medians of %d: first paint %.0f ms, frame %.0f ms, first item %.0f ms; %.0f kB over the wire", c.name, len(all),
			half(func(f figures) float64 { return f.Paint }), half(func(f figures) float64 { return f.Frame }), half(func(f figures) float64 { return f.Item }), half(func(f figures) float64 { return f.Bytes / 1000 }))
	}

	// What of that is the browser's own: a page of one word, from an empty one.
	plain := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		io.WriteString(w, "<!doctype html><title>plain</title><p>butler")
	}))
	defer plain.Close()
	var ms []float64
	for range 9 {
		b.do(chromedp.Navigate("about:blank"))
		b.do(chromedp.Navigate(plain.URL))
		b.until("performance.getEntriesByName('first-contentful-paint').length > 0")
		ms = append(ms, eval[float64](b, "performance.getEntriesByName('first-contentful-paint')[0].startTime"))
	}
	slices.Sort(ms)
	t.Logf("a page of one word, opened from an empty one, median of %d: first paint %.0f ms", len(ms), ms[len(ms)/2])
}
