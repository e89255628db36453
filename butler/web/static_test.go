package web

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The modules of others are the bytes that their packages have.
func TestVendored(t *testing.T) {
	list, err := files.ReadFile("ui/vendor/SHA256SUMS")
	require.NoError(t, err)
	sums := map[string]string{}
	for line := range strings.Lines(string(list)) {
		sum, name, ok := strings.Cut(strings.TrimSpace(line), "  ")
		require.True(t, ok, line)
		sums[name] = sum
	}
	entries, err := files.ReadDir("ui/vendor")
	require.NoError(t, err)
	for _, e := range entries {
		if e.Name() == "SHA256SUMS" || e.Name() == "README.txt" {
			continue
		}
		text, err := files.ReadFile("ui/vendor/" + e.Name())
		require.NoError(t, err)
		sum := sha256.Sum256(text)
		assert.Equal(t, sums[e.Name()], hex.EncodeToString(sum[:]), e.Name())
		delete(sums, e.Name())
	}
	assert.Empty(t, sums)
}

// What the page begins with is small; a page that is looked at later brings its
// own module.
func TestScriptSize(t *testing.T) {
	total := 0
	for _, name := range first {
		text, err := files.ReadFile("ui/" + name)
		require.NoError(t, err)
		total += len(text)
	}
	t.Logf("%d bytes of script at the beginning, not packed", total)
	assert.LessOrEqual(t, total, 100_000)
	entries, err := files.ReadDir("ui")
	require.NoError(t, err)
	for _, e := range entries {
		if info, err := e.Info(); assert.NoError(t, err) && strings.HasSuffix(e.Name(), ".js") {
			assert.Less(t, info.Size(), int64(30_000), e.Name())
		}
	}
}

// The shell has one inline script, the import map, which the policy knows by its
// hash; and nothing of the page makes markup of text or code of text.
func TestShell(t *testing.T) {
	w := newWorld(t)
	got := w.do(w.request("GET", "/", ""))
	require.Equal(t, 200, got.Code)
	body, policy := got.Body.String(), got.Header().Get("Content-Security-Policy")
	inline := regexp.MustCompile(`(?s)<script[^>]*>(.+?)</script>`).FindAllStringSubmatch(body, -1)
	require.Len(t, inline, 1)
	sum := sha256.Sum256([]byte(inline[0][1]))
	assert.Contains(t, policy, "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'")
	assert.NotContains(t, policy, "unsafe")
	assert.Contains(t, policy, "require-trusted-types-for 'script'")
	assert.NotRegexp(t, `(?i)\son\w+=|style=|javascript:`, body)

	never := regexp.MustCompile(`dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|document\.cookie|localStorage`)
	entries, err := files.ReadDir("ui")
	require.NoError(t, err)
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".js") {
			continue
		}
		text, err := files.ReadFile("ui/" + e.Name())
		require.NoError(t, err)
		assert.NotRegexp(t, never, string(text), e.Name())
		assert.NotContains(t, string(text), "://", "%s: the page asks nobody else", e.Name())
	}
}

// All words that a person reads are in one table, so that another language can
// stand beside it: markup has none of its own.
func TestOneTableOfTexts(t *testing.T) {
	words := regexp.MustCompile("(?:aria-label|title|placeholder|alt)=\"([^\"$]*[A-Za-z][^\"$]*)\"|[^=]>([^<>${}`()=]*[A-Za-z]{3,}[^<>${}`()=]*)<")
	same := map[string]bool{"butler": true, "butler open": true, "Esc": true, "Enter": true} // in every language
	entries, err := files.ReadDir("ui")
	require.NoError(t, err)
	n := 0
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".js") || e.Name() == "text.js" {
			continue
		}
		text, err := files.ReadFile("ui/" + e.Name())
		require.NoError(t, err)
		for _, m := range words.FindAllStringSubmatch(string(text), -1) {
			if n++; !same[strings.TrimSpace(m[1]+m[2])] {
				t.Errorf("%s has words of its own: %q", e.Name(), m[0])
			}
		}
	}
	assert.NotZero(t, n, "the names of the program and of keys are found")
}

func TestStaticFiles(t *testing.T) {
	w := newWorld(t)
	got := w.do(w.request("GET", "/vendor/preact.mjs", "", header("Accept-Encoding", "gzip")))
	require.Equal(t, 200, got.Code)
	assert.Equal(t, "gzip", got.Header().Get("Content-Encoding"))
	assert.Equal(t, "text/javascript; charset=utf-8", got.Header().Get("Content-Type"))
	again := w.do(w.request("GET", "/vendor/preact.mjs", "", header("If-None-Match", got.Header().Get("ETag"))))
	assert.Equal(t, 304, again.Code)
	assert.Equal(t, 405, w.do(w.request("POST", "/", "{}", page)).Code)
	assert.Equal(t, 404, w.do(w.request("GET", "/nothing.js", "")).Code)
}
