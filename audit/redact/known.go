package redact

import (
	"encoding/base64"
	"slices"
	"sort"
	"strings"
)

// minKnown is the shortest value that is looked for everywhere: a shorter one
// would be found in words that have nothing to do with it.
const minKnown = 8

// known masks given values in the forms in which a command can carry them.
type known struct {
	forms []string // longest first
}

// New returns a Redactor that also masks the given values wherever they stand:
// as they are, percent-encoded, and inside base64 text at any of its three
// alignments. Values of less than 8 bytes are passed over.
func New(values ...string) *Redactor {
	k := &known{}
	for _, v := range values {
		if len(v) < minKnown {
			continue
		}
		k.forms = append(k.forms, v, percent(v, "+", ""), percent(v, "%20", ""), percent(v, "%20", "$&+=:@"), percent(v, "%20", "$&+=:@/"))
		for _, enc := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
			k.forms = append(k.forms, aligned(enc, v)...)
		}
	}
	sort.Slice(k.forms, func(i, j int) bool {
		a, b := k.forms[i], k.forms[j]
		return len(a) > len(b) || len(a) == len(b) && a < b
	})
	k.forms = slices.Compact(k.forms)
	return &Redactor{known: k}
}

// Environ returns a Redactor that knows the secrets of an environment: the
// values of the variables whose names say secret. environ is what os.Environ
// returns.
func Environ(environ []string) *Redactor {
	var values []string
	for _, e := range environ {
		name, v, ok := strings.Cut(e, "=")
		if ok && len(v) >= minKnown && kindOf(name) != notSecret && !path(v) {
			values = append(values, v)
		}
	}
	if len(values) == 0 {
		return nil
	}
	return New(values...)
}

// path reports whether a value is the place of a secret rather than one.
func path(v string) bool {
	return v[0] == '/' || strings.HasPrefix(v, "~/") || strings.HasPrefix(v, "unix:")
}

// aligned returns the parts of base64 text that are the same whatever stands
// around v, for each of the three places at which v can begin.
func aligned(enc *base64.Encoding, v string) []string {
	var out []string
	for shift := range 3 {
		text := enc.EncodeToString([]byte("\x00\x00"[:shift] + v))
		from := (shift*8 + 5) / 6
		to := (shift + len(v)) * 8 / 6
		if to-from >= minKnown {
			out = append(out, text[from:to])
		}
	}
	return out
}

// percent encodes v as URLs do, which differ in the form of a space and in what
// stays as it is.
func percent(v, blank, plain string) string {
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	for i := range len(v) {
		switch c := v[i]; {
		case wordByte(c) || c == '-' || c == '.' || c == '~' || strings.IndexByte(plain, c) >= 0:
			b.WriteByte(c)
		case c == ' ':
			b.WriteString(blank)
		default:
			b.Write([]byte{'%', hex[c>>4], hex[c&15]})
		}
	}
	return b.String()
}

func (k *known) mask(s string) (string, int) {
	n := 0
	for _, form := range k.forms {
		if c := strings.Count(s, form); c > 0 {
			s = strings.ReplaceAll(s, form, Mark)
			n += c
		}
	}
	return s, n
}
