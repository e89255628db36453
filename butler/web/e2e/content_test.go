//go:build e2e

package e2e

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"guard/audit"
	"guard/butler/inbox"
	"guard/grants"
)

// checking is a script that lets the page find the check of the log where it says,
// until it is null; then it finds the real one. A check of a small log is over
// before anybody could see it.
const checking = `((state) => {
	window.check = state;
	if (window.unchecked) return true;
	window.unchecked = window.fetch;
	window.fetch = (path, how) => check && path === "/api/log/verify" && how.method === "GET"
		? Promise.resolve(new Response(JSON.stringify({ ok: true, data: check }))) : unchecked(path, how);
	return true;
})(%s)`

// TestProgressOfTheCheck: while the log is verified, the page shows how far it is,
// offers no second check, and then shows what came of it.
func TestProgressOfTheCheck(t *testing.T) {
	w := newWorld(t)
	w.live()
	b := newBrowser(t)
	b.enter(w, "/log")
	b.see("button.go:not(:disabled)")
	now := func(state string) {
		eval[bool](b, fmt.Sprintf(checking, state))
		w.web.Publish("verify", struct{}{}) // the page reads it anew
	}
	const bar = "progress[aria-label=Verifying]"
	now(`{"running":true,"done":0,"total":0}`)
	b.see(bar)
	assert.Zero(t, eval[float64](b, fmt.Sprintf("document.querySelector(%q).position", bar)))
	assert.True(t, eval[bool](b, "document.querySelector('button.go').disabled"), "one check at a time")
	assert.Equal(t, "status", eval[string](b, fmt.Sprintf("document.querySelector(%q).parentElement.role", bar)), "it is told to who cannot see it")
	now(`{"running":true,"done":3145728,"total":12582912}`)
	b.says("3.0 MB / 12.0 MB")
	assert.InDelta(t, 0.25, eval[float64](b, fmt.Sprintf("document.querySelector(%q).position", bar)), 0.001)
	b.shot("log-verifying")
	now("null")
	b.until(fmt.Sprintf("!document.querySelector(%q)", bar))
	b.says("Not verified yet")
	b.clickText("", "Verify now")
	b.says("The log is whole")
}

// TestCheckpointsOnThePage: the signed states beside the log are listed, one that
// cannot be read says so, and a key anchors the log at the last one that it signed.
func TestCheckpointsOnThePage(t *testing.T) {
	w := newWorld(t)
	w.live()
	dir := w.at.LogDir()
	r := audit.Verify([]string{dir}, audit.VerifyOptions{})
	private, public, err := audit.GenerateKey(r.Origin)
	require.NoError(t, err)
	msg, err := audit.Sign(r.TreeHead(), private)
	require.NoError(t, err)
	note, err := audit.SaveCheckpoint(dir, r, msg)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(filepath.Dir(note), "1.note"), []byte("no note\n"), 0o600))
	require.NoError(t, os.Chtimes(filepath.Join(filepath.Dir(note), "1.note"), time.Now(), time.Now().Add(-time.Hour)))
	w.log(audit.Entry{Session: "s", Client: "claude", Event: "PreToolUse", Call: "late", Tool: "Bash", Verdict: "allow", Tier: "safe", Answer: "allow", Cmd: "ls", Project: w.project})

	b := newBrowser(t)
	b.enter(w, "/log")
	b.see("table")
	rows := eval[[]string](b, "[...document.querySelectorAll('tbody tr')].map(r => r.innerText)")
	require.Len(t, rows, 2)
	assert.Contains(t, strings.ReplaceAll(rows[0], ",", ""), fmt.Sprint(r.Records))
	assert.Contains(t, rows[0], r.Origin, "who signed it")
	assert.NotContains(t, rows[1], r.Origin)
	b.see("tbody .tag.bad")
	b.says("the signature is checked only with its public key")
	b.shot("log-checkpoints")

	b.click("details summary")
	b.type_("#key", public)
	b.clickText("", "Verify now")
	b.says(fmt.Sprintf("%d records anchored", r.Records))
	b.says("1 record after the last anchor")
	b.type_("#key", strings.Replace(public, public[len(public)-4:], "AAAA", 1))
	b.clickText("", "Verify again")
	b.see(".toast")
	b.says("is signed by this key")
}

// TestScriptsInACard: the scripts that a call runs stand in its card with what they
// are now, and one that changes takes the possibility of a yes with it.
func TestScriptsInACard(t *testing.T) {
	w := newWorld(t)
	script := filepath.Join(w.project, "deploy.sh")
	text := []byte("#!/bin/sh\ngit push --force origin main\n")
	require.NoError(t, os.WriteFile(script, text, 0o700))
	sum := sha256.Sum256(text)
	got := w.submit("sh ./deploy.sh", "outward", false, func(s *inbox.Submission) {
		s.Content.Subject.Files = []grants.File{{Path: script, SHA256: hex.EncodeToString(sum[:])}}
	})
	b := newBrowser(t)
	b.enter(w, "/inbox/"+got.Item.Ref)
	b.see(".decide .btn.go:not(:disabled)")
	b.says("Scripts it runs, as they are now")
	assert.Contains(t, eval[string](b, "document.querySelector('.detail').innerText"), script)
	b.says("sha256:" + hex.EncodeToString(sum[:])[:16])
	b.says("If one of them changes, your yes does not count any more.")
	b.shot("inbox-script")

	// It changes after it was shown: the yes is refused, and nothing is approved.
	require.NoError(t, os.WriteFile(script, append(text, "rm -rf ~\n"...), 0o700))
	b.press("a")
	b.see("dialog[open]")
	b.press(enter)
	b.says("has changed since this call")
	assert.Equal(t, inbox.Pending, w.state(got.Item.Ref))
	b.do(chromedp.Reload())
	b.says("No yes can be given to this call any more")
	b.until("!document.querySelector('.decide .btn.go:not(:disabled)')")
	b.says("deploy.sh has changed since this call")
}
