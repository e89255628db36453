package hookio

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxText is how much of a reason or message goes out, in bytes.
const maxText = 8 << 10

// Visible spells out what a terminal would obey or not show, as \x1b or \u202e:
// control characters but newline and tab, characters that change the direction
// of text, invisible and private ones, bytes that are not UTF-8. Reasons quote
// what a model wrote, and a person decides by them.
func Visible(s string) string {
	if !strings.ContainsFunc(s, hidden) {
		return s
	}
	var b strings.Builder
	for i, r := range s {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(s[i:], "\uFFFD"):
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case r == utf8.RuneError || !hidden(r):
			b.WriteRune(r)
		case r < 0x80:
			fmt.Fprintf(&b, `\x%02x`, r)
		case r < 0x10000:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			fmt.Fprintf(&b, `\U%08x`, r)
		}
	}
	return b.String()
}

func hidden(r rune) bool {
	switch {
	case r == '\n' || r == '\t':
		return false
	case r == utf8.RuneError: // looked at again where the bytes are at hand
		return true
	case r == 0x034F || r == 0x115F || r == 0x1160 || r == 0x3164 || r == 0xFFA0: // blank though they are letters or marks
		return true
	}
	return unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Co, unicode.Variation_Selector)
}

// clip cuts s to at most n bytes, between two runes, and says so.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	const more = " … (cut)"
	n -= len(more)
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + more
}

// oneLine is for stderr, where a line is a message.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
