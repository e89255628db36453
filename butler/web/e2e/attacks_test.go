//go:build e2e

package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"guard/audit"
	"guard/butler/inbox"
)

// evil serves a page that tries what pages can do to another origin.
func evil(t *testing.T) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, `<!doctype html><title>evil</title><body>`)
	}))
	t.Cleanup(s.Close)
	return s.URL
}

// tries is a script that does one thing and tells how it ended.
const tries = `async (f) => { try { return await f() } catch (e) { return "stopped: " + e.name } }`

// TestOtherPages: a page of another port, of another site, and of another name
// for this machine, in a browser in which the owner is signed in.
func TestOtherPages(t *testing.T) {
	w := newWorld(t)
	ref := w.submit("git push --force origin main", "outward", false).Item.Ref
	b := newBrowser(t, chromedp.Flag("host-resolver-rules", "MAP evil.test 127.0.0.1, MAP rebound.test 127.0.0.1"))
	b.enter(w, "/inbox/"+ref)
	b.see(".decide")
	target := w.web.Origin()
	port := evil(t)
	u, err := url.Parse(port)
	require.NoError(t, err)
	for name, page := range map[string]string{
		"another port": port,
		"another site": "http://evil.test:" + u.Port(),
	} {
		t.Run(name, func(t *testing.T) {
			x := b.tab()
			x.t = t
			x.do(chromedp.Navigate(page))
			for what, script := range map[string]string{
				"reads the inbox":    `fetch(T + "/api/inbox").then(r => r.text())`,
				"reads with a token": `fetch(T + "/api/inbox", {headers: {Authorization: "Bearer x"}}).then(r => r.text())`,
				"reads the page":     `fetch(T + "/").then(r => r.text())`,
				"decides":            `fetch(T + "/api/inbox/` + ref + `/decide", {method: "POST", headers: {"Content-Type": "application/json", "X-Butler-Review": "1"}, body: "{}"}).then(r => r.text())`,
				"asks for a session": `fetch(T + "/api/session", {method: "POST", headers: {"Content-Type": "application/json", "X-Butler-Review": "1"}, body: '{"ticket":"x"}'}).then(r => r.text())`,
				"takes its session":  `new Promise(d => { const c = new BroadcastChannel("butler.session"); c.onmessage = e => d(JSON.stringify(e.data)); c.postMessage({want: true}); setTimeout(d, 700, "stopped: silence") })`,
				"takes its events":   `new Promise(d => { const c = new BroadcastChannel("butler.live"); c.onmessage = e => d(JSON.stringify(e.data)); c.postMessage({kind: "hello?"}); setTimeout(d, 700, "stopped: silence") })`,
				"loads its script":   `import(T + "/api.js").then(() => "loaded")`,
			} {
				got := eval[string](x, fmt.Sprintf("(%s)(() => { const T = %q; return %s })", tries, target, script))
				assert.True(t, strings.HasPrefix(got, "stopped: "), "%s: %s", what, got)
			}
			// A form needs no leave to send; the answer is no.
			x.do(chromedp.Navigate(page))
			eval[bool](x, fmt.Sprintf(`(() => { const f = document.createElement("form"); f.method = "POST"; f.enctype = "text/plain"; f.action = %q; const i = document.createElement("input"); i.name = '{"rev":1,"x":"'; i.value = '"}'; f.append(i); document.body.append(f); f.submit(); return true })()`, target+"/api/inbox/"+ref+"/decide"))
			x.until(`document.body?.innerText.includes("cross_site")`)
		})
	}
	assert.Equal(t, inbox.Pending, w.state(ref))

	t.Run("another name for this machine", func(t *testing.T) {
		x := b.tab()
		x.t = t
		x.do(chromedp.Navigate("http://rebound.test:" + w.port() + "/"))
		assert.Contains(t, x.text("body"), "not a name that butler answers to")
		got := eval[string](x, `fetch("/api/inbox", {headers: {"X-Butler-Review": "1"}}).then(async r => r.status + " " + await r.text())`)
		assert.True(t, strings.HasPrefix(got, "421"), got)
		assert.NotContains(t, got, "git push")
	})
	assert.Equal(t, "", eval[string](b, "document.cookie"))
	b.see(".decide .btn.go:not(:disabled)") // the owner's page is as it was
}

// The page's own script cannot do without what the gate wants either.
func TestOwnPage(t *testing.T) {
	w := newWorld(t)
	ref := w.submit("git push --force origin main", "outward", false).Item.Ref
	b := newBrowser(t)
	address, err := w.web.Ticket("")
	require.NoError(t, err)
	b.do(chromedp.Navigate(address), chromedp.WaitVisible(chromedp.CSS(".frame")))
	post := func(headers string) string {
		return eval[string](b, fmt.Sprintf(`fetch("/api/inbox/%s/prepare", {method: "POST", body: "{}", headers: Object.assign({"Content-Type": "application/json"}, %s)}).then(async r => r.status + " " + await r.text())`, ref, headers))
	}
	token := `"Bearer " + sessionStorage.getItem("butler.token")`
	assert.True(t, strings.HasPrefix(post(`{Authorization: `+token+`, "X-Butler-Review": "1"}`), "200"))
	assert.True(t, strings.HasPrefix(post(`{Authorization: `+token+`}`), "403"), "without the header")
	assert.True(t, strings.HasPrefix(post(`{Authorization: "Bearer stale", "X-Butler-Review": "1"}`), "401"), "with a stale token")

	// The ticket is dead: the same link in a fresh profile shows how to get another.
	other := newBrowser(t)
	other.do(chromedp.Navigate(address))
	other.says("This link was used already")
	assert.Equal(t, "", eval[string](other, "location.hash"))
	assert.Equal(t, 0, eval[int](other, "sessionStorage.length"))

	// A browser on another machine is let in by its letters.
	other.clickText("", "The browser is on another machine")
	other.until("/--code [0-9A-Z]{6}/.test(document.body.innerText)")
	require.NoError(t, w.web.Pair(eval[string](other, "/--code ([0-9A-Z]{6})/.exec(document.body.innerText)[1]")))
	other.see(".frame")
	other.says(ref)
}

// Text of agents stays text: it makes no markup, runs nothing, and hides nothing.
func TestHostileText(t *testing.T) {
	w := newWorld(t)
	hostile := []string{
		`git push origin '<img src=x onerror="window.pwned=1"><script>window.pwned=1</script>'`,
		"git push origin main # \u202e\u2066 evil \u200b\u00ad\u2028 end \x1b]8;;http://evil.test\x07",
		"git push origin '{{constructor.constructor(\"window.pwned=1\")()}}' ${window.pwned=1} `window.pwned=1`",
		"git push origin '" + strings.Repeat("A", 400<<10) + " ; rm -rf /the/end'",
	}
	var refs []string
	for i, line := range hostile {
		refs = append(refs, w.submit(line, "outward", false, func(s *inbox.Submission) {
			s.Title = line[:min(len(line), 5000)]
			s.Content.Reasons = []inbox.Reason{{Rule: "<i>rule</i>", Why: "<svg onload=window.pwned=1>"}}
			s.Content.Subject.Session = fmt.Sprintf("<b>%d</b>", i)
		}).Item.Ref)
		w.log(audit.Entry{Session: "<b>s</b>", Client: "claude", Event: "PreToolUse", Tool: "<u>Bash</u>", Verdict: "approve", Tier: "outward", Answer: "ask", Cmd: line[:min(len(line), 4000)], Reason: "<svg onload=window.pwned=1>", Project: "/<i>p</i>"})
	}
	b := newBrowser(t)
	b.enter(w, "")
	wrong := b.console()
	for i, ref := range refs {
		b.go_("/inbox/" + ref)
		b.says(ref)
		b.see(".decide")
		shown := b.text(".detail .code")
		for _, bad := range []string{"\u202e", "\u2066", "\u200b", "\u00ad", "\u2028", "\x1b", "\x07"} {
			assert.NotContains(t, shown, bad)
		}
		switch i {
		case 0:
			assert.Contains(t, shown, "<script>window.pwned=1</script>")
		case 1:
			assert.Contains(t, shown, `\u202e`)
			b.see(".code .odd")
		case 3:
			// What is not shown is not approved: all of it is asked for first.
			b.see(".decide .btn.go:disabled")
			b.press("a")
			b.clickText("", "Show all of it")
			b.see(".decide .btn.go:not(:disabled)")
			assert.Contains(t, b.text(".detail .code"), "rm -rf /the/end")
		}
	}
	for _, page := range []string{"/activity", "/agents", "/insights"} {
		b.go_(page)
		b.until("!document.querySelector('.skel') && document.body.innerText.includes('<')")
	}
	assert.Equal(t, "undefined", eval[string](b, "typeof window.pwned"))
	assert.Equal(t, 0, eval[int](b, "document.querySelectorAll('#app img, #app script, #app iframe, #app b:not(.fig b, .legend b), #app u').length"))
	assert.Empty(t, wrong(), "the page's policy had nothing to stop")
}

// The page is in no frame of another origin: neither as it is, nor where a
// browser does not say that it asks for a frame, so that the headers alone are
// left to refuse it.
func TestFraming(t *testing.T) {
	w := newWorld(t)
	b := newBrowser(t)
	b.enter(w, "")
	target, err := url.Parse(w.web.Origin())
	require.NoError(t, err)
	plain := httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(target)
		for name := range r.Out.Header {
			if strings.HasPrefix(name, "Sec-Fetch-") || name == "Origin" || name == "Referer" {
				r.Out.Header.Del(name)
			}
		}
	}})
	t.Cleanup(plain.Close)
	res, err := http.Get(plain.URL)
	require.NoError(t, err)
	res.Body.Close()
	require.Equal(t, 200, res.StatusCode, "without the headers of a browser the page is there")

	host := evil(t)
	for _, c := range []struct{ name, tag, src string }{
		{"as it is", "iframe", w.web.Origin() + "/"},
		{"iframe", "iframe", plain.URL + "/"},
		{"object", "object", plain.URL + "/"},
		{"embed", "embed", plain.URL + "/"},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := b.tab()
			x.t = t
			said := x.console()
			x.do(chromedp.Navigate(host))
			eval[bool](x, fmt.Sprintf(`(() => { const e = document.createElement(%q); e[e.tagName === "OBJECT" ? "data" : "src"] = %q; if (e.tagName !== "IFRAME") e.type = "text/html"; document.body.append(e); return true })()`, c.tag, c.src))
			require.Eventually(t, func() bool {
				return slices.ContainsFunc(said(), func(line string) bool { return strings.Contains(line, "frame-ancestors") })
			}, patience, 50*time.Millisecond, "the browser says that it was refused")
			require.Eventually(t, func() bool {
				tree, err := chromedp.Call(x.ctx, page.GetFrameTree, cdp.Empty{})
				require.NoError(t, err)
				for _, child := range tree.FrameTree.ChildFrames {
					if !strings.HasPrefix(child.Frame.URL, "chrome-error:") && child.Frame.UnreachableURL == "" {
						return false
					}
				}
				return true
			}, patience, 50*time.Millisecond, "what the frame shows is that it was refused")
		})
	}
}

// A command of 1 MB is too long for the owner to be asked about. What is shown of
// it says everywhere that it is not all, and nothing of it can be approved.
func TestTooLongToJudge(t *testing.T) {
	w := newWorld(t)
	line := "git push origin '" + strings.Repeat("A", 1<<20) + " ; rm -rf /the/end'"
	_, err := w.offer(line, "outward", false)
	require.ErrorIs(t, err, inbox.ErrPayload)
	w.log(audit.Entry{Session: "s", Client: "claude", Event: "PreToolUse", Tool: "Bash", Verdict: "approve", Tier: "outward", Answer: "deny", Cmd: line, Reason: "guard cannot read this line: it is longer than 64 KiB", Project: w.project})
	b := newBrowser(t)
	b.enter(w, "")
	b.says("Nothing waits for you")
	b.go_("/activity")
	b.see(".rec")
	b.says("the beginning of 1.0 MB")
	b.click(".rec")
	b.see("dialog.drawer")
	b.says("This is not all of it")
	b.says("(1,048,612 bytes)")
	b.says("longer than 64 KiB")
	b.press(escape)
	b.until("!document.querySelector('dialog')")
	b.go_("/agents")
	b.see(".ext")
	b.says("[…]")

	// A line to try that is too long is not judged by its beginning.
	b.go_("/policy")
	b.see("#line")
	eval[bool](b, `(e => { e.value = "git push origin '" + "A".repeat(1 << 20) + "'"; e.dispatchEvent(new Event("input", {bubbles: true})); return true })(document.querySelector("#line"))`)
	b.clickText("", "Explain")
	b.says("the body may have 1048576 bytes at most")
	eval[bool](b, `(e => { e.value = e.value.slice(0, 100000); e.dispatchEvent(new Event("input", {bubbles: true})); return true })(document.querySelector("#line"))`)
	b.clickText("", "Explain")
	b.says("a line may have 65536 bytes at most")
}
