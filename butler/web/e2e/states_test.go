//go:build e2e

package e2e

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"guard/audit"
	"guard/butler/inbox"
	"guard/grants"
)

// each page, the address that it reads, and what it says where there is nothing.
var pages = []struct{ hash, reads, empty string }{
	{"/inbox", "/api/inbox", "Nothing waits for you"},
	{"/activity", "/api/log?", "The log is empty"},
	{"/agents", "/api/agents", "No agent has been at work"},
	{"/log", "/api/log/head", "There is no log yet"},
	{"/policy", "/api/grants", "Nothing is granted"},
	{"/insights", "/api/stats", "Nothing to count yet"},
	{"/services", "/api/overview", "Nothing is registered"},
	{"/settings", "/api/sessions", "this one"},
}

// A page that has nothing yet says what would be there; one that waits says so;
// one that fails says it, and can be tried again.
func TestStates(t *testing.T) {
	w := newWorld(t)
	w.withNothing()
	b := newBrowser(t)
	b.enter(w, "/settings")
	for _, p := range pages {
		t.Run(p.hash, func(t *testing.T) {
			b.t = t
			away := "/policy"
			if p.hash == away {
				away = "/settings"
			}
			b.go_(away)
			b.until("!!document.querySelector('h1') && !document.querySelector('.skel')")
			if p.hash == "/inbox" {
				b.reloadSlow(p.reads)
				b.go_(p.hash)
			} else {
				b.slow(p.reads)
				b.go_(p.hash)
			}
			b.held(1)
			b.see(".skel")
			assert.Contains(t, b.text(".skel"), "Loading", "a reader hears it, too")
			b.fast()
			b.says(p.empty)

			b.go_(away)
			b.until("!!document.querySelector('h1') && !document.querySelector('.skel')")
			eval[bool](b, fmt.Sprintf(`(() => { const whole = window.fetch; window.fetch = async (...a) => { if (!String(a[0]).startsWith(%q)) return whole(...a); window.fetch = whole; throw new TypeError("network") }; return true })()`, p.reads))
			b.go_(p.hash)
			if p.hash == "/inbox" || p.hash == "/settings" || p.hash == "/policy" || p.hash == "/services" {
				return // what was read before is still shown, or only a part fails
			}
			b.says("butler does not answer")
			b.clickText("", "Try again")
			b.says(p.empty)
		})
	}
}

// Everything that can be used is reached by the Tab key, in the order of the
// page, and can be told from its name.
func TestTabReachesAll(t *testing.T) {
	w := newWorld(t)
	w.withExtensions()
	w.withHub()
	w.live()
	held := w.calls()
	b := newBrowser(t)
	b.enter(w, "")
	const all = `[...document.querySelectorAll("a[href], button, input, select, textarea, summary")].filter(e => e.checkVisibility() && !e.disabled && e.tabIndex >= 0 && !e.matches(".rec"))` // of a long list only what is to be seen is there
	for _, p := range []struct{ hash, see string }{
		{"/inbox/" + held.Item.Ref, ".decide .btn.go:not(:disabled)"}, {"/activity", ".rec"}, {"/agents", ".ext"}, {"/log", ".box"}, {"/policy", "table"}, {"/insights", ".chart"}, {"/services", ".ext"}, {"/settings", "table"},
	} {
		t.Run(p.hash, func(t *testing.T) {
			b.t = t
			b.go_(p.hash)
			b.see(p.see)
			b.until("!document.querySelector('.skel')")
			eval[bool](b, `(() => { window.been = new Set(); document.addEventListener("focusin", (e) => been.add(e.target)); document.activeElement.blur(); document.querySelector(".skip").focus(); return true })()`)
			n := eval[int](b, all+".length")
			require.Greater(t, n, 8)
			for range n + 40 { // more than there are: regions that scroll are reached as well
				b.press("\t")
			}
			b.until(all + ".every(e => been.has(e))")
			assert.Empty(t, eval[[]string](b, all+`.filter(e => !(e.innerText || e.ariaLabel || e.labels?.[0]?.innerText || e.placeholder || "").trim()).map(e => e.outerHTML.slice(0, 200))`), "each has a name")
		})
	}
}

// The card of a call: what it is made of, a wider yes, and times in both forms.
func TestCard(t *testing.T) {
	w := newWorld(t)
	ref := w.submit("env CI=1 timeout 60 docker stop shop-db", "dangerous", false, func(s *inbox.Submission) {
		s.Content.Effects = []string{"kill"}
		s.Content.Needs = []grants.Need{{Argv: []string{"docker", "stop", "shop-db"}, Dirs: []string{w.project}, Effects: []string{"kill"}}}
		s.Content.Reasons = []inbox.Reason{{Rule: "docker stop", Why: "signals a process that it did not start"}}
	}).Item.Ref
	b := newBrowser(t)
	b.enter(w, "/inbox/"+ref)
	b.see(".decide .btn.go:not(:disabled)")
	assert.Equal(t, "env CI=1 timeout 60 docker stop shop-db", b.text(".detail .code"))
	assert.Equal(t, []string{"docker", "stop", "shop-db"}, eval[[]string](b, `[...[...document.querySelectorAll(".argv")].pop().querySelectorAll("li")].map(e => e.innerText)`))
	b.says("A yes cannot be taken back once the agent has used it")
	when := eval[map[string]string](b, `(e => ({title: e.title, datetime: e.dateTime, text: e.innerText}))(document.querySelector(".detail time"))`)
	it, err := w.inbox.Get(t.Context(), ref)
	require.NoError(t, err)
	assert.Equal(t, it.Created.UTC().Format("2006-01-02T15:04:05.000Z"), when["datetime"])
	assert.NotEmpty(t, when["title"])
	assert.Regexp(t, "just now|ago", when["text"])

	// For the session, by keyboard: what it would cover is shown before.
	eval[bool](b, `document.querySelector("#scope").focus(), true`)
	eval[bool](b, `(e => { e.value = "session"; e.dispatchEvent(new Event("change", {bubbles: true})); return true })(document.querySelector("#scope"))`)
	b.press(escape)
	b.press("a")
	b.see("dialog[open]")
	assert.Contains(t, b.text("dialog"), "docker stop shop-db …")
	b.press(enter)
	b.until("!document.querySelector('.decide')")
	require.Eventually(t, func() bool {
		l, err := w.at.Grants().List()
		return err == nil && len(l.Grants) > 0 && len(l.Grants[0].Match.Argv) == 3
	}, patience, 20*time.Millisecond)
	assert.Equal(t, inbox.Consumed, w.state(ref), "the grant stands for it")

	// A yes that waits to be used can be taken back.
	ref = w.submit("npm publish", "outward", false).Item.Ref
	b.go_("/inbox/" + ref)
	b.see(".decide .btn.go:not(:disabled)")
	b.press("a")
	b.see("dialog[open]")
	b.press(enter)
	w.becomes(ref, inbox.Approved)
	b.clickText("", "Take back")
	w.becomes(ref, inbox.Revoked)
}

// The owner sees the browsers that are signed in, and ends one; what is in force
// says where it comes from; a notification that is not set up says so.
func TestSettings(t *testing.T) {
	w := newWorld(t)
	b := newBrowser(t)
	b.enter(w, "/settings")
	other := newBrowser(t)
	other.enter(w, "/inbox")
	b.until("document.querySelectorAll('[aria-label=\"Browsers that are signed in\"] tr').length === 2")
	assert.Equal(t, 1, eval[int](b, "document.querySelectorAll('[aria-label=\"Browsers that are signed in\"] .tag.safe').length"), "one of them is this one")
	eval[bool](b, `[...document.querySelectorAll('[aria-label="Browsers that are signed in"] button')].find(e => e.innerText === "Sign out").click(), true`)
	other.says("You were signed out")
	assert.Equal(t, 0, eval[int](other, "sessionStorage.length"))
	b.until("document.querySelectorAll('[aria-label=\"Browsers that are signed in\"] tr').length === 1")
	b.says("~/.config/guard/policy.toml")
	b.says("default")
	b.clickText("", "Send a test")
	b.says("does not run in this butler")
}

// The numbers of the insights are the log's own.
func TestInsights(t *testing.T) {
	w := newWorld(t)
	for i := range 12 {
		answer, tier, verdict := "allow", "safe", "allow"
		if i%4 == 3 {
			answer, tier, verdict = "deny", "forbidden", "refuse"
		}
		w.log(audit.Entry{Session: "s", Client: "claude", Event: "PreToolUse", Call: fmt.Sprint("c", i), Tool: "Bash", Verdict: verdict, Tier: tier, Answer: answer, Rule: "rule of a test", Cmd: "make x", Project: w.project})
	}
	w.log(audit.Entry{Session: "s", Client: "claude", Event: "PreToolUse", Call: "long", Tool: "Bash", Verdict: "refuse", Tier: "forbidden", Answer: "deny", Rule: "rm",
		Cmd: "rm -rf / " + strings.Repeat("x", 8191), Project: w.project})
	b := newBrowser(t)
	b.enter(w, "/insights")
	b.see(".chart rect")
	for label, want := range map[string]string{"prompts saved": "9", "denied": "4"} {
		assert.Equal(t, want, eval[string](b, fmt.Sprintf(`[...document.querySelectorAll(".fig")].find(e => e.innerText.includes(%q))?.querySelector("b").innerText ?? ""`, label)), label)
	}
	b.says("rule of a test")
	b.click("details summary")
	b.see("details table")

	// A command of which the log keeps the beginning alone says so, and no other.
	b.says("the beginning of 8 kB")
	assert.Equal(t, 1, eval[int](b, "[...document.querySelectorAll('main li')].filter(e => e.innerText.includes('the beginning of')).length"))
}
