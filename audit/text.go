package audit

import "unicode/utf8"

const hexDigits = "0123456789abcdef"

// appendText appends s as a JSON string: at most limit bytes of s, at most
// twice that (and one escape) when encoded, cut on a rune boundary. Whatever could trick a
// terminal (control and bidi characters, line separators, invisible marks) is
// written as \u escapes. Invalid UTF-8 becomes U+FFFD and is lossy.
func appendText(dst []byte, s string, limit int) (out []byte, cut, lossy bool) {
	dst = append(dst, '"')
	room := len(dst) + 2*limit
	start := 0 // of the run of plain bytes not yet copied
	i := 0
	for i < len(s) {
		if i >= limit || len(dst)+(i-start) > room {
			cut = true
			break
		}
		c := s[i]
		if c < utf8.RuneSelf {
			if c >= 0x20 && c != '"' && c != '\\' && c != 0x7f {
				i++
				continue
			}
			dst = append(dst, s[start:i]...)
			switch c {
			case '"', '\\':
				dst = append(dst, '\\', c)
			case '\n':
				dst = append(dst, '\\', 'n')
			case '\t':
				dst = append(dst, '\\', 't')
			case '\r':
				dst = append(dst, '\\', 'r')
			default:
				dst = appendEscape(dst, uint16(c))
			}
			i++
			start = i
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if i+n > limit {
			cut = true
			break
		}
		switch {
		case r == utf8.RuneError && n == 1:
			dst = append(dst, s[start:i]...)
			dst = append(dst, "\uFFFD"...)
			lossy = true
		case deceptive(r):
			dst = append(dst, s[start:i]...)
			if r >= 0x10000 {
				r -= 0x10000
				dst = appendEscape(dst, uint16(0xd800+r>>10))
				r = 0xdc00 + r&0x3ff
			}
			dst = appendEscape(dst, uint16(r))
		default:
			i += n
			continue
		}
		i += n
		start = i
	}
	dst = append(dst, s[start:i]...)
	return append(dst, '"'), cut, lossy
}

func appendEscape(dst []byte, u uint16) []byte {
	return append(dst, '\\', 'u',
		hexDigits[u>>12], hexDigits[u>>8&15], hexDigits[u>>4&15], hexDigits[u&15])
}

// deceptive reports whether a rune above ASCII moves, hides or reorders text
// on a terminal: C1 controls, the soft hyphen, bidi controls, zero-width
// characters, line separators, invisible operators, the byte order mark,
// interlinear marks and tags (Unicode 16, general category Cf and Zl/Zp).
func deceptive(r rune) bool {
	switch {
	case r < 0xa0, r == 0xad, r == 0x061c, r == 0x180e, r == 0xfeff:
		return true
	case r >= 0x200b && r <= 0x200f, r >= 0x2028 && r <= 0x202e:
		return true
	case r >= 0x2060 && r <= 0x206f, r >= 0xfff9 && r <= 0xfffb:
		return true
	case r >= 0xe0000 && r <= 0xe0fff:
		return true
	}
	return false
}
