//go:build e2e

package e2e

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"guard/butler/inbox"
)

func TestInboxApprove(t *testing.T) {
	w := newWorld(t)
	w.live()
	held := w.calls()
	b := newBrowser(t)
	b.enter(w, "")
	b.see(".item")
	assert.Equal(t, "", eval[string](b, "location.hash"), "the ticket has left the address")
	assert.Equal(t, "(4) butler", eval[string](b, "document.title"))
	b.shot("inbox")
	b.press("j")
	b.see(".decide")
	b.says("git push --force-with-lease origin release")
	b.shot("inbox-item")
	b.press("a")
	b.see("dialog[open]")
	assert.Equal(t, inbox.Pending, w.state(held.Item.Ref), "a key alone approves nothing")
	b.shot("inbox-sure")
	b.press("\r")
	answer := <-held.Hold.Done()
	require.True(t, answer.Approved)
	assert.Equal(t, inbox.Consumed, w.state(held.Item.Ref))
	b.says("3 wait for you")
}

// Every page is there, in both schemes and on a phone, without an error in the
// console and without anything wider than the window.
func TestPages(t *testing.T) {
	w := newWorld(t)
	w.withExtensions()
	w.live()
	w.calls()
	b := newBrowser(t)
	b.enter(w, "")
	wrong := b.console()
	for _, p := range []struct{ name, hash, see, says string }{
		{"inbox", "/inbox", ".item", "wait for you"},
		{"activity", "/activity", ".rec", "go test"},
		{"agents", "/agents", ".ext", "shop"},
		{"log", "/log", ".box", "Verify now"},
		{"policy", "/policy", "table", "run-project"},
		{"insights", "/insights", ".chart", "prompts saved"},
		{"settings", "/settings", "table", "signed in"},
		{"services", "/services", ".ext", "Docs server"},
	} {
		t.Run(p.name, func(t *testing.T) {
			b.t = t
			b.size(1280, 860)
			b.media()
			b.go_(p.hash)
			b.see(p.see)
			b.says(p.says)
			b.shot(p.name)
			b.dark()
			b.shot(p.name + "-dark")
			b.media()
			b.size(360, 740)
			b.see(p.see)
			b.shot(p.name + "-phone")
			assert.LessOrEqual(t, eval[int](b, "document.documentElement.scrollWidth"), 360, "nothing is wider than a phone")
			assert.LessOrEqual(t, eval[int](b, "Math.max(...[...document.querySelectorAll('.page, .detail .body, .list')].map(e => e.scrollWidth - e.clientWidth))"), 0, "no page scrolls sideways")
			assert.Empty(t, wrong())
		})
	}
}
