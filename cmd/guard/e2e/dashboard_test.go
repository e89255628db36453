//go:build e2e

package e2e

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// chromium starts a browser with an empty profile.
func chromium(t *testing.T) context.Context {
	t.Helper()
	name, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("chromium is not installed; .ci/run does it")
	}
	opts := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(name), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.UserDataDir(t.TempDir()),
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true))
	alloc, stop := chromedp.NewExecAllocator(context.Background(), opts...)
	t.Cleanup(stop)
	ctx, cancel := chromedp.NewContext(alloc)
	t.Cleanup(cancel)
	return ctx
}

// until waits until a script of the page is true.
func until(t *testing.T, ctx context.Context, script string) {
	t.Helper()
	for end := time.Now().Add(screenLimit); ; time.Sleep(100 * time.Millisecond) {
		ok, err := chromedp.Run(ctx, chromedp.Evaluate[bool](script))
		if err == nil && ok {
			return
		}
		if time.Now().After(end) {
			text, _ := chromedp.Run(ctx, chromedp.Evaluate[string]("location + document.body.innerText"))
			require.FailNow(t, "never true: "+script, "%v\n%s", err, text)
		}
	}
}

// open runs butler open in a terminal of the owner's and returns what the browser
// was given to show: the opener of this machine is one that only notes it.
func (b *butler) open() string {
	b.w.t.Helper()
	bin, noted := filepath.Join(b.w.dir, "opener"), filepath.Join(b.w.dir, "opened")
	b.w.put(filepath.Join(bin, "xdg-open"), "#!/bin/sh\nprintf %s \"$1\" >'"+noted+"'\n")
	require.NoError(b.w.t, os.Chmod(filepath.Join(bin, "xdg-open"), 0o700))
	term := b.w.terminal("sh", []string{"-c", `"$0" open; sleep 600`, b.program}, []string{"PATH=" + bin + ":" + os.Getenv("PATH")})
	term.await("the page", func(s string) bool {
		return strings.Contains(s, "the page is opened") || strings.Contains(s, "butler:")
	})
	require.NotContains(b.w.t, term.screen(), "ticket=", "the ticket is not printed")
	text, err := os.ReadFile(noted)
	require.NoError(b.w.t, err, term.screen())
	require.NotContains(b.w.t, string(text), "ticket=", "nor is it in the arguments of a program")
	return string(text)
}

// A call of the real client is held, its owner decides in the dashboard, and it
// runs, or does not: with butler open, the page it leads to, and a key.
func TestDashboardLetsACallRun(t *testing.T) {
	needsTerminals(t)
	ctx := chromium(t)
	cl := claude{}
	yes, no := cl.shell(appendLine), cl.shell("rm ~/documents/thesis.txt")
	w := newWorld(t, cl, in(use(yes), use(no), say("Done.")))
	w.install()
	b := w.serve()
	require.NoError(t, chromedp.Do(ctx, chromedp.Navigate(b.open())))
	until(t, ctx, `!!document.querySelector(".frame") && location.hash !== "" || document.body.innerText.includes("Nothing waits for you")`)
	end := w.begin(options{})

	decide := func(key, text string) string {
		ref := b.held()
		until(t, ctx, fmt.Sprintf(`(location.hash = "/inbox/%s", !!document.querySelector(".decide .btn.go:not(:disabled)") && document.querySelector(".detail").innerText.includes(%q))`, ref, ref))
		require.NoError(t, chromedp.Do(ctx, chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`[...document.querySelectorAll(".decide .btn")].find(x => x.innerText.startsWith(%q)).click()`, key))))
		until(t, ctx, `!!document.querySelector("dialog[open]")`)
		if text != "" {
			require.NoError(t, chromedp.Do(ctx, chromedp.SendKeys(chromedp.CSS("dialog textarea"), text)))
		}
		require.NoError(t, chromedp.Do(ctx, chromedp.KeyEvent("\r")))
		return ref
	}
	b.stateOf(decide("Approve", ""), "CONSUMED")
	b.stateOf(decide("Deny", "not this one"), "DENIED")
	end()

	w.wasHeld(yes, "allow", "owner")
	w.wasHeld(no, "deny", "owner")
	told, _ := w.model.heard(no)
	require.Contains(t, told.text, "not this one")
	w.holds(filepath.Join(w.outside, "notes.txt"), "notes\nmore\n")
	w.holds(filepath.Join(w.outside, "thesis.txt"), treasures["documents/thesis.txt"])
	w.logsExactly(w.model.calls())
}

// An agent cannot open the page: its shell has no terminal of its own, and it
// stands below a client.
func TestAgentCannotOpenThePage(t *testing.T) {
	cl := claude{}
	open := cl.shell("butler open --direct")
	w := newWorld(t, cl, in(use(open), say("Done.")))
	w.install()
	b := w.serve()
	require.NoError(t, os.Symlink(b.program, filepath.Join(w.home, ".local", "bin", "butler")))
	w.prompt(options{})
	told, _ := w.model.heard(open)
	require.NotContains(t, told.text, "ticket=")
	require.NotContains(t, told.text, "the page is opened")
}
