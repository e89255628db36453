//go:build e2e

package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"guard/audit"
	"guard/butler/inbox"
)

// yes approves an item as the owner does at a terminal.
func (w *world) yes(ref string) {
	w.t.Helper()
	p, err := w.inbox.Prepare(w.t.Context(), ref)
	require.NoError(w.t, err)
	_, err = w.inbox.Decide(w.t.Context(), inbox.Decide{
		ID: ref, Rev: p.Item.Rev, Hash: p.Item.Hash, Token: p.Token, Idem: "terminal-" + ref,
		Decision: inbox.Decision{Approved: true}, By: inbox.Actor{Principal: "owner", Via: inbox.Terminal},
	})
	require.NoError(w.t, err)
}

// becomes waits until an item is in a state.
func (w *world) becomes(ref string, want inbox.State) {
	w.t.Helper()
	require.Eventually(w.t, func() bool { return w.state(ref) == want }, patience, 20*time.Millisecond, "%s becomes %s", ref, want)
}

// The whole inbox by keyboard alone: move, look, deny with a reason, request
// changes, select several and approve them after counting.
func TestKeyboard(t *testing.T) {
	w := newWorld(t)
	a := w.submit("git push --force origin main", "outward", true)
	c := w.submit("npm publish", "outward", false)
	d := w.submit("rm -rf build", "dangerous", false)
	e := w.submit("sudo ls", "dangerous", false)
	b := newBrowser(t)
	b.enter(w, "")
	b.see(".item")
	b.press("j")
	b.says(a.Item.Ref)
	b.see(".decide")

	b.press("a")
	b.see("dialog[open]")
	b.press(escape)
	b.until("!document.querySelector('dialog')")
	assert.Equal(t, inbox.Pending, w.state(a.Item.Ref), "leaving the question is no yes")

	b.press("d")
	b.see("dialog textarea")
	b.press("not on a Friday" + enter)
	answer := <-a.Hold.Done()
	assert.False(t, answer.Approved)
	assert.Equal(t, "not on a Friday", answer.Reason)
	b.until(fmt.Sprintf("location.hash.endsWith(%q)", c.Item.Ref)) // on to the next one

	b.see(".decide .btn:not(:disabled)")
	b.press("c")
	b.see("dialog textarea")
	b.press(enter)
	b.says("Say what should change.")
	b.press("with --dry-run first" + enter)
	w.becomes(c.Item.Ref, inbox.Denied)
	it, err := w.inbox.Get(t.Context(), c.Item.Ref)
	require.NoError(t, err)
	assert.True(t, it.Ruling.Changes)
	assert.Equal(t, "with --dry-run first", it.Ruling.Comment)

	b.until(fmt.Sprintf("!document.querySelector('dialog') && !location.hash.endsWith(%q)", c.Item.Ref))
	b.press(escape)
	b.until("location.hash === '#/inbox'")
	b.press("j")
	b.press("x")
	b.press("j")
	b.press("x")
	b.says("2 items selected")
	b.clickText("", "Approve 2 once")
	b.see("dialog #count")
	b.until("document.querySelectorAll('dialog ol li').length === 2")
	b.press("1" + enter)
	assert.Equal(t, inbox.Pending, w.state(d.Item.Ref), "a wrong count approves nothing")
	b.press("\b2" + enter)
	w.becomes(d.Item.Ref, inbox.Approved)
	w.becomes(e.Item.Ref, inbox.Approved)
	b.says("2 approved")

	b.press("?")
	b.see("dialog .keys")
	b.press(escape)
	b.press("g")
	b.press("l")
	b.until("location.hash === '#/log'")
}

// A decision anywhere closes the item everywhere, and two windows share one
// stream of events.
func TestClosesEverywhere(t *testing.T) {
	w := newWorld(t)
	held := w.submit("git push --force origin main", "outward", true)
	ref := held.Item.Ref
	one := newBrowser(t)
	one.enter(w, "/inbox/"+ref)
	one.see(".decide")
	two := one.tab()
	two.do(chromedp.Navigate(w.web.Origin() + "/#/inbox/" + ref))
	two.see(".decide") // it has the session from the first window
	two.see(".dot:not(.off)")
	assert.Equal(t, 1, w.web.Watching())

	w.yes(ref) // at a terminal
	for _, b := range []*browser{one, two} {
		b.says("Approved, and it ran")
		b.until("!document.querySelector('.decide')")
		assert.Equal(t, "butler", eval[string](b, "document.title"))
	}
	late := w.submit("npm publish", "outward", false)
	for _, b := range []*browser{one, two} {
		b.says(late.Item.Ref)
		b.until("document.title === '(1) butler'")
	}

	// The window that reads the stream goes; the other takes over.
	one.do(chromedp.Navigate("about:blank"))
	more := w.submit("rm -rf build", "dangerous", false)
	two.says(more.Item.Ref)

	// Signed out in one place is signed out.
	two.go_("/settings")
	two.clickText("", "Sign out here")
	two.says("butler open")
	two.until("sessionStorage.length === 0")
}

// While butler is away nothing can be decided, a decision that got no answer is
// not sent again, and afterwards everything is as it truly is.
func TestRestart(t *testing.T) {
	w := newWorld(t)
	ref := w.submit("git push --force origin main", "outward", false).Item.Ref
	b := newBrowser(t)
	b.enter(w, "/inbox/"+ref)
	b.see(".decide .btn.go:not(:disabled)")

	b.press("a")
	b.see("dialog[open]")
	w.end()
	b.press(enter) // nobody is there to take it
	b.says("does not send it again by itself")
	b.says("butler does not answer")
	assert.True(t, eval[bool](b, "[...document.querySelectorAll('.decide .btn')].every(x => x.disabled)"))
	b.shot("restart")

	w.start()
	b.says("butler was restarted")
	b.until("!document.querySelector('.banner')")
	assert.Equal(t, inbox.Pending, w.state(ref), "the page has not said yes a second time")
	b.see(".decide .btn.go:not(:disabled)")
	b.press("a")
	b.see("dialog[open]")
	b.press(enter)
	b.until("!document.querySelector('.decide')")
	assert.Equal(t, inbox.Approved, w.state(ref))
	next := w.submit("npm publish", "outward", false)
	b.says(next.Item.Ref)
}

// A yes is for what was shown: where the call has changed since, there is none.
func TestDrift(t *testing.T) {
	w := newWorld(t)
	ref := w.submit("git push origin main", "outward", false).Item.Ref
	b := newBrowser(t)
	b.enter(w, "/inbox/"+ref)
	b.see(".decide .btn.go:not(:disabled)")
	require.NoError(t, os.MkdirAll(filepath.Dir(w.at.PolicyFile()), 0o700))
	require.NoError(t, os.WriteFile(w.at.PolicyFile(), []byte("posture = \"strict\"\n"), 0o600))
	b.press("a")
	b.see("dialog[open]")
	b.press(enter)
	b.says("No yes can be given to this call any more")
	b.see(".decide .btn.go:disabled")
	assert.Equal(t, inbox.Pending, w.state(ref))
	b.press("d")
	b.see("dialog textarea")
	b.press(enter)
	b.until("!document.querySelector('.decide')")
	assert.Equal(t, inbox.Denied, w.state(ref))
}

// A choice and a text are answered in the page, too.
func TestChoiceAndEdit(t *testing.T) {
	w := newWorld(t)
	submit := func(s inbox.Submission) string {
		s.Source, s.Try = inbox.Loop, inbox.Try{ID: "T-" + string(s.Kind)}
		got, err := w.inbox.Submit(t.Context(), s)
		require.NoError(t, err)
		return got.Item.Ref
	}
	choice := submit(inbox.Submission{Kind: inbox.Choice, Title: "Which colour?", Content: inbox.Content{Prompt: "Which colour?", Options: []inbox.Option{{Value: "red"}, {Value: "blue", Label: "Blue, as before"}}}})
	edit := submit(inbox.Submission{Kind: inbox.Edit, Title: "The release note", Content: inbox.Content{Prompt: "The release note", Field: "note", Text: "Fixes."}})
	b := newBrowser(t)
	b.enter(w, "/inbox/"+choice)
	b.says("Blue, as before")
	b.see(".decide .btn.go:disabled")
	eval[bool](b, "document.querySelectorAll('input[type=radio]')[1].click(), true")
	b.click(".decide .btn.go")
	b.until("!document.querySelector('input[type=radio]')")
	b.go_("/inbox/" + edit)
	b.see("textarea")
	b.type_("textarea", "Fixes the totals.")
	b.click(".decide .btn.go")
	b.until("!document.querySelector('.decide')")
	for ref, want := range map[string]string{choice: "blue", edit: "Fixes the totals."} {
		it, err := w.inbox.Get(t.Context(), ref)
		require.NoError(t, err)
		require.NotNil(t, it.Ruling, ref)
		assert.Equal(t, want, it.Ruling.Value)
	}
}

func TestActivity(t *testing.T) {
	w := newWorld(t)
	for i := range 450 {
		answer, tier := "allow", "safe"
		if i%9 == 0 {
			answer, tier = "deny", "forbidden"
		}
		w.log(audit.Entry{Session: "0f3c9a52-77aa", Client: "claude", Event: "PreToolUse", Call: fmt.Sprint("c", i), Tool: "Bash", Verdict: "allow", Tier: tier, Answer: answer, Cmd: fmt.Sprintf("make step-%d", i), Project: w.project})
	}
	b := newBrowser(t)
	b.enter(w, "/activity")
	b.says("make step-449")
	assert.Less(t, eval[int](b, "document.querySelectorAll('.rec').length"), 60, "only what is to be seen is drawn")
	w.log(audit.Entry{Session: "s2", Client: "codex", Event: "PreToolUse", Tool: "shell", Verdict: "approve", Tier: "outward", Answer: "ask", Cmd: "git push origin main", Reason: "changes what other people see"})
	b.says("git push origin main") // by the stream
	eval[bool](b, "document.querySelector('.vlist').scrollTo(0, 1e6), true")
	b.until("document.querySelector('.vlist > div').offsetHeight > 250 * 44") // older records were read
	b.clickText("", "Denied")
	b.until("[...document.querySelectorAll('.rec')].length > 0 && [...document.querySelectorAll('.rec')].every(e => e.innerText.includes('denied'))")
	b.type_("#q", "step-441")
	b.until("document.querySelectorAll('.rec').length === 1")
	b.click(".rec")
	b.see("dialog.drawer")
	b.says("make step-441")
	b.says("Hash of the record before")
	b.press(escape)
	b.until("!document.querySelector('dialog')")
	b.type_("#q", "nothing is called so")
	b.says("No record passes these filters")

	// A key leads to the search, and a session to what it did.
	b.press(escape)
	b.until("document.activeElement === document.body")
	b.press("/")
	b.until("document.activeElement.id === 'q'")
	b.go_("/agents")
	b.see(".ext")
	b.clickText("git push origin main", "Open in activity")
	b.until("location.hash === '#/activity/session/s2'")
	b.until("document.querySelectorAll('.rec').length === 1")
	b.says("git push origin main")
	b.click(".chip:last-child")
	b.until("document.querySelectorAll('.rec').length > 1")
}

func TestLog(t *testing.T) {
	w := newWorld(t)
	w.live()
	b := newBrowser(t)
	b.enter(w, "/log")
	b.clickText("", "Verify now")
	b.says("The log is whole")
	head := eval[string](b, "document.querySelector('.code').innerText.trim()")
	b.click("details summary")
	b.type_("#expect", head)
	b.clickText("", "Verify again")
	b.until("/[1-9]\\d* records? anchored/.test(document.body.innerText)")
	b.shot("log-verified")

	// Somebody changes a record.
	names, err := filepath.Glob(filepath.Join(w.at.LogDir(), "*.jsonl"))
	require.NoError(t, err)
	text := read(t, names[0])
	require.NoError(t, os.WriteFile(names[0], []byte(strings.Replace(text, "go test ./...", "go vet ./...!", 1)), 0o600))
	b.clickText("", "Verify again")
	b.says("The log was tampered with")
	b.says("First fault")
	b.shot("log-tampered")
}

func TestPolicy(t *testing.T) {
	w := newWorld(t)
	w.live()
	b := newBrowser(t)
	b.enter(w, "/policy")
	b.type_("#line", `sudo env A=1 timeout 5 bash -c "rm -rf /"`)
	b.clickText("", "Explain")
	b.says("would be refused")
	b.see(".tree .d4")
	b.shot("policy-explain")
	b.clickText("git push origin", "Revoke")
	b.see("dialog[open]")
	b.clickText("dialog", "Revoke")
	b.says("ended: revoked")
	l, err := w.at.Grants().List()
	require.NoError(t, err)
	assert.NotNil(t, l.Grants[0].Revoked)
	line, err := audit.Tail(w.at.LogDir(), 1)
	require.NoError(t, err)
	assert.Contains(t, string(line[0]), `"type":"revoke"`)
	assert.Contains(t, string(line[0]), "owner, dashboard session")

	require.NoError(t, os.MkdirAll(filepath.Dir(w.at.PolicyFile()), 0o700))
	require.NoError(t, os.WriteFile(w.at.PolicyFile(), []byte("posture = 7\n"), 0o600))
	b.do(chromedp.Reload())
	b.says("a policy file is wrong")
}

// The page begins quickly, moves little where that is wished for, and is usable
// without colours. What is loaded is bounded: the first page as it is run, all
// pages together as they are sent.
func TestFirstPaint(t *testing.T) {
	w := newWorld(t)
	w.withExtensions()
	w.withHub()
	b := newBrowser(t)
	b.enter(w, "")
	scripts := func(size string) int {
		return eval[int](b, `performance.getEntriesByType("resource").filter(r => /js$/.test(r.name)).reduce((n, r) => n + r.`+size+`, 0)`)
	}
	paint := func() float64 {
		b.until("performance.getEntriesByType('paint').some(p => p.name === 'first-contentful-paint')")
		return eval[float64](b, "performance.getEntriesByType('paint').find(p => p.name === 'first-contentful-paint').startTime")
	}
	first := scripts("decodedBodySize")
	t.Logf("first paint after %.0f ms, with %d bytes of script, %d as they are sent", paint(), first, scripts("encodedBodySize"))
	for _, p := range []struct{ hash, title string }{{"/activity", "Activity"}, {"/agents", "Sessions"}, {"/log", "Log"}, {"/policy", "Policy"}, {"/insights", "Insights"}, {"/settings", "Settings"}, {"/services", "Services"}} {
		b.go_(p.hash)
		b.until(fmt.Sprintf("document.querySelector('h1')?.innerText === %q", p.title))
	}
	for _, name := range []string{"activity", "agents", "log", "policy", "insights", "settings", "services", "hub"} {
		b.until(fmt.Sprintf(`performance.getEntriesByType("resource").some(r => r.name.endsWith("/%s.js"))`, name))
	}
	all := scripts("encodedBodySize")
	t.Logf("all pages: %d bytes of script as they are sent", all)
	assert.Less(t, 50_000, first)
	assert.LessOrEqual(t, first, 100_000, "before anything can be seen")
	assert.Less(t, 30_000, all)
	assert.LessOrEqual(t, all, 100_000, "of all pages")
	b.go_("/inbox")
	b.media(&emulation.MediaFeature{Name: "prefers-reduced-motion", Value: "reduce"})
	w.submit("npm publish", "outward", true)
	b.see(".hold")
	assert.Equal(t, "none", eval[string](b, "getComputedStyle(document.querySelector('.hold'), '::before').animationName"))
}
