//go:build e2e

package e2e

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// axe-core, which .ci/axe installs, finds nothing serious on any page, light and
// dark, wide and on a phone.
func TestAxe(t *testing.T) {
	axe, err := os.ReadFile("../../../.clients/axe/node_modules/axe-core/axe.min.js")
	require.NoError(t, err, ".ci/axe installs it")
	w := newWorld(t)
	w.withExtensions()
	w.withHub()
	w.changeTool()
	w.live()
	held := w.calls()
	b := newBrowser(t)
	b.enter(w, "")
	// By the tools of the browser: the page itself takes no script from elsewhere.
	_, err = chromedp.Run(b.ctx, chromedp.Evaluate[bool](string(axe)+"; true"))
	require.NoError(t, err)
	look := func(t *testing.T) {
		b.t = t
		found := eval[[]string](b, `axe.run(document, {resultTypes: ["violations"], runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}).then(r => r.violations.filter(v => ["serious", "critical", "moderate"].includes(v.impact)).map(v => v.id + " (" + v.impact + "): " + v.nodes.slice(0, 3).map(n => n.html.slice(0, 160) + " " + n.any.concat(n.all).map(c => c.message).join("; ").slice(0, 200)).join(" | ")))`)
		assert.Empty(t, found, strings.Join(found, "\n"))
	}
	for _, p := range []struct{ name, hash, see string }{
		{"inbox", "/inbox", ".item"},
		{"item", "/inbox/" + held.Item.Ref, ".decide"},
		{"activity", "/activity", ".rec"},
		{"record", "/activity/record/5", "dialog dl"},
		{"agents", "/agents", ".ext"},
		{"log", "/log", ".box"},
		{"policy", "/policy", "table"},
		{"insights", "/insights", ".chart"},
		{"services", "/services", ".diff"},
		{"settings", "/settings", "table"},
	} {
		for _, size := range []int64{1280, 360} {
			t.Run(fmt.Sprint(p.name, "-", size), func(t *testing.T) {
				b.t = t
				b.size(size, 800)
				b.media()
				b.go_("/more")
				b.go_(p.hash)
				b.see(p.see)
				look(t)
				b.dark()
				look(t)
			})
		}
	}
}
