package redact

import (
	"bytes"
	"encoding/json"
	"strings"
)

// isJSON reports whether a text is one JSON object or list.
func isJSON(s string) bool {
	n := len(s)
	return n >= 2 && (s[0] == '{' && s[n-1] == '}' || s[0] == '[' && s[n-1] == ']') && json.Valid([]byte(s))
}

// insideJSON masks secrets in the strings of JSON that have escapes: what stands
// there is looked at as the program that gets it will see it, with its own
// quotes and line breaks.
func (r *Redactor) insideJSON(s string) (string, int) {
	var b strings.Builder
	found, at := 0, 0
	eachString(s, func(from, to int) {
		if out, n := r.inString(s[from-1 : to+1]); n > 0 {
			b.WriteString(s[at : from-1])
			b.WriteString(out)
			found, at = found+n, to+1
		}
	})
	if found == 0 {
		return s, 0
	}
	b.WriteString(s[at:])
	return b.String(), found
}

// eachString calls f with the extent of each string of JSON, without its quotes.
func eachString(s string, f func(from, to int)) {
	for i := 0; i < len(s); i++ {
		if s[i] != '"' {
			continue
		}
		from := i + 1
		for i++; i < len(s) && s[i] != '"'; i++ {
			if s[i] == '\\' {
				i++
			}
		}
		if i < len(s) {
			f(from, i)
		}
	}
}

// inString masks secrets in a JSON string that has escapes, and returns it as
// one.
func (r *Redactor) inString(quoted string) (string, int) {
	if strings.IndexByte(quoted, '\\') < 0 {
		return quoted, 0
	}
	var text string
	if json.Unmarshal([]byte(quoted), &text) != nil {
		return quoted, 0
	}
	text, n := r.String(text)
	if n == 0 {
		return quoted, 0
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if enc.Encode(text) != nil {
		return quoted, 0
	}
	return strings.TrimSuffix(b.String(), "\n"), n
}

// withinStrings cuts secrets at the ends of the strings of JSON, so that a key
// over several strings goes from each of them.
func withinStrings(s string, spans []span) []span { return fit(s, spans, false) }

// wholeStrings takes for a secret all of a string that holds some of one.
func wholeStrings(s string, spans []span) []span { return fit(s, spans, true) }

func fit(s string, spans []span, whole bool) []span {
	var out []span
	next := 0
	bare := func(before int) {
		for next < len(spans) && spans[next].bare && spans[next].to <= before {
			out = append(out, spans[next])
			next++
		}
	}
	eachString(s, func(from, to int) {
		bare(from)
		for next < len(spans) && spans[next].from < to {
			p := spans[next]
			if p.to > from {
				part := span{from: max(p.from, from), to: min(p.to, to)}
				if whole {
					part = span{from: from, to: to}
				}
				text := strings.TrimSpace(s[part.from:part.to])
				if text != "" && text != Mark && (!whole || len(out) == 0 || out[len(out)-1].from < from) {
					out = append(out, part)
				}
			}
			if p.to > to {
				return // it goes on in the next one
			}
			next++
		}
	})
	bare(len(s))
	return out
}
