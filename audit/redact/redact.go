// Package redact masks secrets in text that is about to be kept or shown:
// commands, paths, reasons, headers, settings.
//
// Promise: what looks like a secret by its form (a key with a known prefix, a
// JSON web token, a private key block, the password in a URL) or by its name
// (TOKEN=, --password, "api_key":, Authorization:) is replaced by [redacted],
// quoted or not, and everything else stays as it was, so that the text can
// still be read. The work is linear in the length of the text.
//
// Limit: a secret that has neither a known form nor a telling name is not seen,
// unless its value was given to New. Where a name tells of a secret and the
// value is none, the value is lost from the text all the same.
package redact

import (
	"encoding/json"
	"strings"
)

// Mark stands where a secret was.
const Mark = "[redacted]"

// Redactor masks secrets. The nil Redactor knows the general forms alone.
type Redactor struct {
	known *known
}

// String masks secrets by form and by name and returns how many it found. The
// text comes back as it is, without a copy, when there are none.
func String(s string) (string, int) { return (*Redactor)(nil).String(s) }

// String masks secrets by form, by name and by known value. JSON stays JSON.
func (r *Redactor) String(s string) (string, int) {
	if !isJSON(s) {
		return r.text(s, nil)
	}
	inside, n := r.insideJSON(s)
	out, more := r.text(inside, withinStrings)
	if more > 0 && !json.Valid([]byte(out)) {
		out, more = r.text(inside, wholeStrings)
	}
	if n > 0 { // a secret may hold one that was found inside
		more = max(1, strings.Count(out, Mark)-strings.Count(s, Mark))
	}
	return out, more
}

// text masks secrets in a text; fit, if it is not nil, changes where.
func (r *Redactor) text(s string, fit func(string, []span) []span) (string, int) {
	known := 0
	if r != nil && r.known != nil {
		s, known = r.known.mask(s)
	}
	f := finder{s: s}
	f.run()
	f.pairs()
	if fit != nil {
		f.spans = fit(s, f.spans)
	}
	if len(f.spans) == 0 {
		return s, known
	}
	var b strings.Builder
	b.Grow(len(s) + len(f.spans)*(len(Mark)+2))
	at := 0
	for _, p := range f.spans {
		b.WriteString(s[at:p.from])
		if p.bare {
			b.WriteString(`"` + Mark + `"`)
		} else {
			b.WriteString(Mark)
		}
		at = p.to
	}
	b.WriteString(s[at:])
	return b.String(), known + len(f.spans)
}

type span struct {
	from, to int
	bare     bool // a number of JSON: the mark needs quotes there
}

// finder walks the text once. At a byte that can belong to a secret it looks
// around; every look is bounded by what it then skips, or by a constant.
type finder struct {
	s     string
	spans []span

	asked, curl, login, mysql, redis, zip bool // programs named in the text
}

func (f *finder) run() {
	s := f.s
	for i := 0; i < len(s); {
		end := 0
		switch c := s[i]; kinds[c] {
		case plain:
		case equals:
			end = f.assignment(i)
		case colon:
			end = f.colon(i)
		case dash:
			if begins(s, i) {
				end = f.dash(i)
			}
		case letter:
			if begins(s, i) {
				end = f.token(i)
			}
		}
		i = max(i+1, end)
	}
}

// begins reports whether a word may begin at i: also behind an escape, whose
// letter is none of the word's.
func begins(s string, i int) bool {
	return i == 0 || !wordByte(s[i-1]) || i > 1 && s[i-2] == '\\'
}

// mask notes s[from:to] as a secret, unless it stands for one: a variable, a
// command substitution, a mark. It returns where the walk goes on.
func (f *finder) mask(from, to int) int {
	if !secretValue(f.s[from:to]) {
		return from
	}
	f.spans = append(f.spans, span{from: from, to: to})
	return to
}

const (
	plain = iota
	equals
	colon
	dash
	letter
)

var kinds = func() (k [256]uint8) {
	k['='], k[':'], k['-'] = equals, colon, dash
	for i := range prefixes {
		c := prefixes[i].text[0]
		k[c] = letter
		prefixes[i].next, byFirst[c] = byFirst[c], uint8(i+1)
	}
	return k
}()

// byFirst is the number of the first prefix with a given first byte, from 1;
// the others are chained by next.
var byFirst [256]uint8

func wordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_'
}

func nameByte(c byte) bool { return wordByte(c) || c == '-' || c == '.' }

func blank(c byte) bool { return c == ' ' || c == '\t' }

func space(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

func quote(c byte) bool { return c == '"' || c == '\'' || c == '`' }
