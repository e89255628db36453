package audit

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestText(t *testing.T) {
	for _, c := range []struct {
		name, in, want string
		limit          int
		cut, lossy     bool
	}{
		{name: "plain", in: "a && b > 'c'", want: `"a && b > 'c'"`},
		{name: "quotes", in: `"\`, want: `"\"\\"`},
		{name: "letters of the world stay", in: "Straße 東京 🚀", want: `"Straße 東京 🚀"`},
		{name: "terminal escape", in: "\x1b[2Jx", want: `"\u001b[2Jx"`},
		{name: "carriage return hides nothing", in: "rm -rf /\rls", want: `"rm -rf /\rls"`},
		{name: "delete and C1", in: "\x7f\u009b", want: `"\u007f\u009b"`},
		{name: "bidi override", in: "a\u202eb\u2066", want: `"a\u202eb\u2066"`},
		{name: "line separators", in: "\u2028\u2029", want: `"\u2028\u2029"`},
		{name: "invisible", in: "a\u200bb\ufeff", want: `"a\u200bb\ufeff"`},
		{name: "tags are two units", in: "\U000e0041", want: `"\udb40\udc41"`},
		{name: "invalid UTF-8", in: "a\xffb", want: "\"a\uFFFDb\"", lossy: true},
		{name: "a surrogate in UTF-8", in: "\xed\xa0\x80", want: "\"\uFFFD\uFFFD\uFFFD\"", lossy: true},
		{name: "cut", in: "abcdef", limit: 3, want: `"abc"`, cut: true},
		{name: "cut between runes", in: "ab€", limit: 4, want: `"ab"`, cut: true},
		{name: "fits exactly", in: "ab€", limit: 5, want: `"ab€"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.limit == 0 {
				c.limit = 100
			}
			b, cut, lossy := appendText(nil, c.in, c.limit)
			assert.Equal(t, c.want, string(b))
			assert.Equal(t, c.cut, cut, "cut")
			assert.Equal(t, c.lossy, lossy, "lossy")
		})
	}
}

func TestTextIsBounded(t *testing.T) {
	for _, unit := range []string{"a", "\x00", "\"", "\u202e", "\U000e0041", "\xff", "€"} {
		b, cut, _ := appendText(nil, strings.Repeat(unit, 5000), MaxCmd)
		assert.LessOrEqual(t, len(b), 2*MaxCmd+2+12, "%q", unit)
		assert.True(t, cut)
		assert.True(t, json.Valid(b))
	}
}

func FuzzText(f *testing.F) {
	f.Add("git commit -m \"x\"", 10)
	f.Add("\x1b\u202e\xff\U000e0001", 100)
	f.Fuzz(func(t *testing.T, s string, limit int) {
		limit = 1 + (limit&0x7fffffff)%5000
		b, cut, lossy := appendText(nil, s, limit)
		var back string
		require.NoError(t, json.Unmarshal(b, &back), "%q", b)
		if len(b) > 2*limit+2+12 {
			t.Fatalf("%d bytes for a limit of %d", len(b), limit)
		}
		if !cut && !lossy && back != s {
			t.Fatalf("%q came back as %q", s, back)
		}
		for _, r := range string(b) {
			if r < 0x20 || r == 0x7f || r >= utf8.RuneSelf && r != utf8.RuneError && deceptive(r) {
				t.Fatalf("%q holds %U", b, r)
			}
		}
	})
}

// TestPlainText compares the eight bytes at a time with one byte at a time.
func TestPlainText(t *testing.T) {
	slow := func(b []byte) bool {
		for _, c := range b {
			if c < ' ' || c == '\\' || c >= 0x80 {
				return false
			}
		}
		return true
	}
	for n := range 18 {
		for at := range n {
			for c := range 256 {
				b := bytes.Repeat([]byte{'~'}, n)
				b[at] = byte(c)
				require.Equal(t, slow(b), plainText(b), "%q", b)
			}
		}
	}
}

// FuzzMembers: what is a flat object to Members is one to encoding/json, with
// the same members.
func FuzzMembers(f *testing.F) {
	f.Add([]byte(`{"v":1,"cmd":"a \"b\" \\","ok":true,"effects":["a","b\""],"n":0}`))
	f.Add([]byte(`{"a long name of a member with a \\":"and a value that is even longer than that \\\""}`))
	f.Add([]byte(`{"a":"\\`))
	f.Fuzz(func(t *testing.T, line []byte) {
		if !json.Valid(line) {
			return // Members is not asked whether a line is JSON
		}
		var got []string
		if Members(line, func(key, val []byte) bool { got = append(got, string(key)+" "+string(val)); return true }) != nil {
			return // stricter than JSON
		}
		var want []string
		d := json.NewDecoder(bytes.NewReader(line))
		_, err := d.Token()
		require.NoError(t, err)
		for d.More() {
			before := d.InputOffset()
			_, err := d.Token()
			require.NoError(t, err)
			key := string(line[before:d.InputOffset()])
			key = key[strings.IndexByte(key, '"')+1 : len(key)-1]
			var val json.RawMessage
			require.NoError(t, d.Decode(&val))
			want = append(want, key+" "+string(val))
		}
		require.Equal(t, want, got)
	})
}
