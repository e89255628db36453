package inbox

import "unicode"

// printable reports whether a list shows r as it is. What changes the direction
// of text or has no width could make one command look like another.
func printable(r rune) bool {
	if r == ' ' {
		return true
	}
	return unicode.IsPrint(r) && !unicode.Is(unicode.Cf, r) && !unicode.Is(unicode.Bidi_Control, r)
}
