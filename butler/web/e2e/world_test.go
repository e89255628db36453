//go:build e2e

package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"guard/audit"
	"guard/butler/db"
	"guard/butler/host"
	"guard/butler/hub"
	"guard/butler/inbox"
	"guard/butler/runs"
	"guard/butler/web"
	"guard/grants"
	"guard/internal/card"
	"guard/internal/place"
)

// world is a server with an inbox and a log, as a user has them.
type world struct {
	t       *testing.T
	at      place.Places
	project string
	db      *db.DB
	inbox   *inbox.Inbox
	web     *web.Server
	stop    func()
	served  chan error
	listen  string
	tries   int
	home    string // of the instance; "" has no extension host
	host    *host.Host
	offers  []hub.Provider // behind the MCP hub; none has no hub
	hub     *hub.Hub
	asked   chan struct{} // closed when the hub asks nobody any more
	page    atomic.Pointer[web.Server]
}

func newWorld(t *testing.T) *world {
	t.Helper()
	home := filepath.Join(t.TempDir(), "dev")
	project := filepath.Join(home, "work", "shop")
	require.NoError(t, os.MkdirAll(filepath.Join(project, ".git"), 0o700))
	w := &world{t: t, at: place.Under(home, func(string) string { return "" }), project: project, listen: "127.0.0.1:0"}
	w.start()
	t.Cleanup(func() { w.end() })
	return w
}

// start begins the server, again where it had ended.
func (w *world) start() {
	w.t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	var err error
	w.db, err = db.Open(ctx, filepath.Join(w.at.State, "butler", "butler.db"), inbox.Room, web.Room, runs.Room)
	require.NoError(w.t, err)
	w.inbox, err = inbox.New(ctx, inbox.Options{
		DB: w.db, Grants: w.at.Grants(), Log: func() (*audit.Log, error) { return w.at.Log("butler/test") },
		Still: func(s grants.Subject) error { _, err := card.Of(w.at, s); return err },
	})
	require.NoError(w.t, err)
	if w.home != "" {
		w.host, err = host.Open(ctx, host.Options{
			Home: w.home, State: filepath.Join(w.at.State, "butler"), DB: w.db, Ambient: os.Environ(), URL: func() string { return "" }, Logger: slog.New(slog.DiscardHandler),
			Changed: func(e host.Event) {
				if s := w.page.Load(); s != nil {
					s.Publish("ext", e)
				}
			},
		})
		require.NoError(w.t, err)
	}
	if w.offers != nil {
		w.startHub(ctx)
	}
	w.web, err = web.New(ctx, web.Config{Listen: w.listen, Version: "test", Places: w.at, DB: w.db, Layout: filepath.Join(w.at.Home, "layout.json"), Parts: w.parts()})
	require.NoError(w.t, err)
	w.page.Store(w.web)
	if w.host != nil {
		w.host.Run(ctx)
	}
	w.listen = "127.0.0.1:" + w.port()
	w.served = make(chan error, 1)
	go func() { w.served <- w.web.Serve(ctx) }()
	w.stop = stop
}

func (w *world) parts() web.Parts {
	p := web.Parts{Inbox: w.inbox, Hub: w.hub}
	if w.host != nil {
		p.Host, p.Catalog, p.Procs, p.Token = w.host, w.host.Found, w.host.Programs(), w.host.Token
		p.Rescan = func(context.Context) error { w.host.Rescan(); return nil }
	}
	return p
}

// end stops the server as butler does.
func (w *world) end() {
	if w.stop == nil {
		return
	}
	w.stop()
	<-w.served
	if w.hub != nil {
		<-w.asked
		w.hub.Close()
	}
	if w.host != nil {
		ctx, stop := context.WithTimeout(context.Background(), 10*time.Second)
		w.host.Close(ctx)
		stop()
	}
	w.db.Close()
	w.stop = nil
}

func (w *world) port() string { return w.web.Origin()[strings.LastIndexByte(w.web.Origin(), ':')+1:] }

// submit puts a shell call before the owner, as guard does.
func (w *world) submit(line string, tier string, hold bool, more ...func(*inbox.Submission)) inbox.Submitted {
	w.t.Helper()
	got, err := w.offer(line, tier, hold, more...)
	require.NoError(w.t, err)
	return got
}

// offer is submit, where the inbox may not take it.
func (w *world) offer(line string, tier string, hold bool, more ...func(*inbox.Submission)) (inbox.Submitted, error) {
	w.t.Helper()
	pol, err := place.Load(w.at, w.project)
	require.NoError(w.t, err)
	raw, err := json.Marshal(line)
	require.NoError(w.t, err)
	s := grants.Subject{
		Client: "claude", Session: "0f3c9a52-77aa-4c1e-9c53-7b1f0a6d2e11", Project: w.project, Tool: "Bash", Dir: w.project, Policy: pol.Digest,
		Fields: []grants.Field{{Name: "command", Raw: string(raw)}},
	}
	w.tries++
	sub := inbox.Submission{
		Source: inbox.Hook, Kind: inbox.Approval, Tier: tier, Title: line,
		Content: inbox.Content{Subject: &s, Event: "PreToolUse", Reasons: []inbox.Reason{{Rule: "a rule", Why: "it needs a person"}}},
		Try:     inbox.Try{ID: fmt.Sprintf("T%025d", w.tries), Call: fmt.Sprint("toolu_", w.tries), Hold: hold},
	}
	for _, m := range more {
		m(&sub)
	}
	sub.Key = s.Fingerprint()
	return w.inbox.Submit(w.t.Context(), sub)
}

func (w *world) state(ref string) inbox.State {
	w.t.Helper()
	it, err := w.inbox.Get(context.Background(), ref)
	require.NoError(w.t, err)
	return it.State
}

// log writes a record.
func (w *world) log(e audit.Entry) {
	w.t.Helper()
	l, err := w.at.Log("guard/test")
	require.NoError(w.t, err)
	_, err = l.Append(w.t.Context(), e)
	require.NoError(w.t, err)
}

// patience is how long a test waits for what it wants to see before it fails.
const patience = time.Minute

// browser is one window of Chromium.
type browser struct {
	t   *testing.T
	ctx context.Context
}

// newBrowser starts a Chromium with an empty profile.
func newBrowser(t *testing.T, flags ...chromedp.ExecAllocatorOption) *browser {
	t.Helper()
	name, err := exec.LookPath("chromium")
	if err != nil {
		name, err = exec.LookPath("google-chrome")
	}
	require.NoError(t, err, "these tests need chromium; .ci/run installs it")
	opts := append([]chromedp.ExecAllocatorOption{}, chromedp.DefaultExecAllocatorOptions[:]...)
	opts = append(opts, chromedp.ExecPath(name), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.WSURLReadTimeout(patience), chromedp.UserDataDir(t.TempDir()), chromedp.WindowSize(1280, 860),
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true), chromedp.Flag("hide-scrollbars", true))
	alloc, stop := chromedp.NewExecAllocator(context.Background(), append(opts, flags...)...)
	t.Cleanup(stop)
	ctx, cancel := chromedp.NewContext(alloc)
	t.Cleanup(cancel)
	ctx, late := context.WithTimeout(ctx, 10*time.Minute)
	t.Cleanup(late)
	b := &browser{t: t, ctx: ctx}
	b.size(1280, 860)
	return b
}

// tab is another window of the same browser.
func (b *browser) tab() *browser {
	b.t.Helper()
	ctx, cancel := chromedp.NewContext(b.ctx)
	b.t.Cleanup(cancel)
	return &browser{t: b.t, ctx: ctx}
}

func (b *browser) do(steps ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	require.NoError(b.t, chromedp.Do(b.ctx, steps...))
}

// eval is what a script of the page gives; a promise is waited for.
func eval[T any](b *browser, script string) T {
	b.t.Helper()
	v, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](script, chromedp.EvalAwaitPromise))
	require.NoError(b.t, err, script)
	return v
}

func (b *browser) size(width, height int64) { b.do(chromedp.EmulateViewport(width, height)) }

func (b *browser) media(features ...*emulation.MediaFeature) {
	b.t.Helper()
	_, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features})
	require.NoError(b.t, err)
}

func (b *browser) dark() {
	b.media(&emulation.MediaFeature{Name: "prefers-color-scheme", Value: "dark"})
}

// enter opens the page with a fresh ticket and waits until it is there.
func (b *browser) enter(w *world, hash string) {
	b.t.Helper()
	address, err := w.web.Ticket("")
	require.NoError(b.t, err)
	b.do(chromedp.Navigate(address), chromedp.WaitVisible(chromedp.CSS(".frame")))
	b.see(".dot:not(.off)")
	if hash != "" {
		b.go_(hash)
	}
}

func (b *browser) go_(hash string) { eval[string](b, fmt.Sprintf("location.hash = %q", hash)) }

// see waits until something is to be seen.
func (b *browser) see(selector string) {
	b.t.Helper()
	b.until(fmt.Sprintf("[...document.querySelectorAll(%q)].some(e => e.checkVisibility())", selector))
}

// says waits until the text of the page has words in it.
func (b *browser) says(words string) {
	b.t.Helper()
	b.until(fmt.Sprintf("document.body.innerText.includes(%q)", words))
}

// until waits until a condition is true. A page that goes away while it is asked
// has not answered, and the one that comes is asked.
func (b *browser) until(condition string) {
	b.t.Helper()
	end := time.Now().Add(patience)
	holds := func() bool {
		v, err := chromedp.Run(b.ctx, chromedp.Evaluate[bool](condition, chromedp.EvalAwaitPromise))
		if err != nil && (strings.Contains(err.Error(), "navigated or closed") || strings.Contains(err.Error(), "context was destroyed")) {
			return false
		}
		require.NoError(b.t, err, condition)
		return v
	}
	for !holds() {
		if time.Now().After(end) {
			b.t.Fatalf("never true: %s\n%s", condition, b.text("body"))
		}
		time.Sleep(50 * time.Millisecond)
	}
}

func (b *browser) text(selector string) string {
	b.t.Helper()
	return eval[string](b, fmt.Sprintf("document.querySelector(%q)?.innerText ?? ''", selector))
}

// press presses keys as a keyboard does: what a page does about a key that goes
// down decides whether it is typed.
func (b *browser) press(keys string) {
	b.t.Helper()
	special := map[rune]input.DispatchKeyEventParams{
		'\r':   {Key: "Enter", Code: "Enter", WindowsVirtualKeyCode: 13, Text: "\r"},
		'\x1b': {Key: "Escape", Code: "Escape", WindowsVirtualKeyCode: 27},
		'\b':   {Key: "Backspace", Code: "Backspace", WindowsVirtualKeyCode: 8},
		'\t':   {Key: "Tab", Code: "Tab", WindowsVirtualKeyCode: 9},
	}
	for _, r := range keys {
		e, ok := special[r]
		if !ok {
			e = input.DispatchKeyEventParams{Key: string(r), Text: string(r)}
		}
		e.Type = input.DispatchKeyEventTypeKeyDown
		_, err := chromedp.Call(b.ctx, input.DispatchKeyEvent, e)
		require.NoError(b.t, err)
		e.Type, e.Text = input.DispatchKeyEventTypeKeyUp, ""
		_, err = chromedp.Call(b.ctx, input.DispatchKeyEvent, e)
		require.NoError(b.t, err)
	}
}

const (
	escape = "\x1b"
	enter  = "\r"
)

// click clicks the first element that the selector finds, as a person does: it
// must be to be seen, not disabled, at rest, and nothing may lie over it.
func (b *browser) click(selector string) {
	b.t.Helper()
	b.until(fmt.Sprintf(`(async () => {
		const e = document.querySelector(%q);
		if (!e || !e.checkVisibility() || e.disabled) return false;
		e.scrollIntoView({block: "nearest"});
		const at = () => { const r = e.getBoundingClientRect(); return [r.x, r.y, r.width, r.height].join() }, before = at();
		for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
		const r = e.getBoundingClientRect();
		return at() === before && e.contains(document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2));
	})()`, selector))
	b.do(chromedp.Click(chromedp.CSS(selector)))
}

// clickText clicks the button that says label, in the card or region that has
// the words in it; "dialog" is the open window.
func (b *browser) clickText(in, label string) {
	b.t.Helper()
	find := fmt.Sprintf(`(() => {
		const within = %q, at = within === "dialog" ? [document.querySelector("dialog[open]")] : within ? [...document.querySelectorAll(".ext, .box, section, tr")].filter(e => e.innerText.includes(within)).sort((a, b) => a.innerText.length - b.innerText.length) : [document.body];
		for (const e of at) for (const x of e?.querySelectorAll("button, a") ?? []) if (x.innerText.trim().startsWith(%q) && x.checkVisibility() && !x.disabled) return x;
	})()`, in, label)
	b.until("!!" + find)
	eval[bool](b, "("+find+").click(), true")
}

// type_ puts text into a field, in place of what stands there.
func (b *browser) type_(selector, text string) {
	b.t.Helper()
	b.see(selector)
	eval[bool](b, fmt.Sprintf("(e => { e.focus(); e.select(); return true })(document.querySelector(%q))", selector))
	if text == "" {
		b.press("\b")
		return
	}
	b.press(text)
}

// shot writes a screenshot where SHOTS names a folder.
func (b *browser) shot(name string) {
	b.t.Helper()
	dir := os.Getenv("SHOTS")
	if dir == "" {
		return
	}
	time.Sleep(350 * time.Millisecond) // what fades in has done so
	png, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
	require.NoError(b.t, err)
	require.NoError(b.t, os.WriteFile(filepath.Join(dir, name+".png"), png, 0o644))
}

// console collects what the page and the browser say is wrong: errors, warnings,
// whatever the page's policy stopped. The returned function gives it.
func (b *browser) console() func() []string {
	b.t.Helper()
	var mu sync.Mutex
	var all []string
	go func() {
		for m, err := range chromedp.Console(b.ctx) {
			if err != nil {
				return
			}
			if m.Type == "error" || m.Type == "warning" || m.Type == chromedp.ConsoleException {
				mu.Lock()
				all = append(all, fmt.Sprintf("%s: %s %s", m.Type, m.Text, m.URL))
				mu.Unlock()
			}
		}
	}()
	return func() []string {
		mu.Lock()
		defer mu.Unlock()
		return slices.Clone(all)
	}
}
