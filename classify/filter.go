package classify

import (
	"encoding/hex"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Here is what filters make of text that the line itself holds, so that
// echo … | tr … | sh is judged by what the shell gets. Each function reports
// false where it cannot tell.

// filterLimit is the length of text and patterns that are worked out, in bytes.
const filterLimit = 8 << 10

func lines(t string) []string {
	if t == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(t, "\n"), "\n")
}

func unlines(ls []string) string {
	if len(ls) == 0 {
		return ""
	}
	return strings.Join(ls, "\n") + "\n"
}

func eachLine(t string, change func(string) (string, bool)) (string, bool) {
	ls := lines(t)
	for i, l := range ls {
		var ok bool
		if ls[i], ok = change(l); !ok {
			return "", false
		}
	}
	return unlines(ls), true
}

func isASCII(t string) bool {
	for i := 0; i < len(t); i++ {
		if t[i] >= 0x80 {
			return false
		}
	}
	return true
}

func sorted(t string) (string, bool) {
	ls := lines(t)
	slices.Sort(ls)
	return unlines(ls), len(ls) < 2 // the order depends on flags and locale
}

// some10 is what head -n N, or tail -n N, keeps of lines.
func some10(ls []string, n string, tail bool) (string, bool) {
	sign := byte(0)
	if n != "" && (n[0] == '+' || n[0] == '-') {
		sign, n = n[0], n[1:]
	}
	count, err := strconv.Atoi(n)
	if err != nil || count < 0 {
		return "", false
	}
	switch {
	case tail && sign == '+':
		ls = ls[min(max(count-1, 0), len(ls)):]
	case tail:
		ls = ls[max(len(ls)-count, 0):]
	case sign == '-':
		ls = ls[:max(len(ls)-count, 0)]
	default:
		ls = ls[:min(count, len(ls))]
	}
	return unlines(ls), true
}

// pick is the fields of a list such as 1,3-5,7- in the order of the line.
func pick(fields []string, list string) ([]string, bool) {
	keep := make([]bool, len(fields))
	for part := range strings.SplitSeq(list, ",") {
		from, to, ranged := strings.Cut(part, "-")
		lo, hi := 1, len(fields)
		var err error
		if from != "" {
			if lo, err = strconv.Atoi(from); err != nil || lo < 1 {
				return nil, false
			}
		}
		if !ranged {
			hi = lo
		} else if to != "" {
			if hi, err = strconv.Atoi(to); err != nil {
				return nil, false
			}
		}
		for i := lo; i <= min(hi, len(fields)); i++ {
			keep[i-1] = true
		}
	}
	var out []string
	for i, f := range fields {
		if keep[i] {
			out = append(out, f)
		}
	}
	return out, true
}

// unescape reads the backslashes of tr, paste and sed's y.
func unescape(s string) string {
	t, ok := ansiC(s)
	if !ok {
		return s
	}
	return t
}

// set is the characters of one of tr's sets, in order.
func set(s string) ([]byte, bool) {
	for _, class := range []struct{ name, chars string }{
		{"[:lower:]", "a-z"}, {"[:upper:]", "A-Z"}, {"[:digit:]", "0-9"}, {"[:alpha:]", "A-Za-z"}, {"[:alnum:]", "0-9A-Za-z"},
		{"[:space:]", `\t\n\v\f\r `}, {"[:blank:]", `\t `}, {"[:punct:]", `!-/:-@[-` + "`" + `{-~`},
	} {
		s = strings.ReplaceAll(s, class.name, class.chars)
	}
	if strings.Contains(s, "[:") || strings.Contains(s, "[=") || !isASCII(s) {
		return nil, false
	}
	s = unescape(s)
	var out []byte
	for i := 0; i < len(s); i++ {
		if i+2 < len(s) && s[i+1] == '-' && s[i+2] >= s[i] {
			for c := int(s[i]); c <= int(s[i+2]); c++ {
				out = append(out, byte(c))
			}
			i += 2
			continue
		}
		out = append(out, s[i])
	}
	return out, len(out) <= 512
}

// translate is tr.
func translate(t, from, to string, complement, del, squeeze bool) (string, bool) {
	a, ok1 := set(from)
	b, ok2 := set(to)
	if !ok1 || !ok2 || len(a) == 0 || len(t) > maxLine {
		return "", false
	}
	in := func(list []byte, c byte) bool { return slices.Contains(list, c) }
	var out []byte
	for i := 0; i < len(t); i++ {
		c := t[i]
		hit := in(a, c) != complement
		switch {
		case hit && del:
			continue
		case hit && len(b) > 0 && complement:
			c = b[len(b)-1]
		case hit && len(b) > 0:
			n := len(a) - 1
			for a[n] != c {
				n--
			}
			c = b[min(n, len(b)-1)]
		}
		last := a
		if len(b) > 0 {
			last = b
		}
		if squeeze && len(out) > 0 && out[len(out)-1] == c && (in(last, c) != (complement && len(b) == 0)) {
			continue
		}
		out = append(out, c)
	}
	return string(out), true
}

// undump reads the lines that xxd prints.
func undump(t string) (string, bool) {
	var b strings.Builder
	for _, l := range lines(t) {
		_, rest, ok := strings.Cut(l, ":")
		if !ok {
			return "", false
		}
		rest, _, _ = strings.Cut(strings.TrimLeft(rest, " "), "  ")
		raw, err := hex.DecodeString(strings.ReplaceAll(rest, " ", ""))
		if err != nil {
			return "", false
		}
		b.Write(raw)
	}
	return b.String(), true
}

// pattern compiles a POSIX expression, basic or extended.
func pattern(p string, extended, fold bool) *regexp.Regexp {
	if len(p) > 1<<10 {
		return nil
	}
	if !extended {
		var b strings.Builder
		for i := 0; i < len(p); i++ {
			c := p[i]
			switch {
			case c == '\\' && i+1 < len(p) && strings.IndexByte("(){}+?|", p[i+1]) >= 0:
				i++
				b.WriteByte(p[i])
			case c == '\\' && i+1 < len(p):
				b.WriteByte(c)
				i++
				b.WriteByte(p[i])
			case strings.IndexByte("(){}+?|", c) >= 0:
				b.WriteByte('\\')
				b.WriteByte(c)
			default:
				b.WriteByte(c)
			}
		}
		p = b.String()
	}
	if fold {
		p = "(?i)" + p
	}
	re, err := regexp.Compile(p)
	if err != nil {
		return nil
	}
	return re
}

// matching is grep with one pattern.
func matching(t string, a *args) (string, bool) {
	w := a.value("-e --regexp")
	if !a.has("-e --regexp") {
		w = a.word(0)
	}
	if !w.Known() || len(t) > filterLimit || a.has("-f --file -A -B -C -m -n -H -b -z -r -R --replace --json --after-context --before-context --context --max-count --line-number") {
		return "", false
	}
	p := w.Text()
	extended := a.has("-E -P --extended-regexp --perl-regexp") || !strings.HasSuffix(a.cmd.firstName(), "grep")
	if a.has("-F --fixed-strings") {
		p, extended = regexp.QuoteMeta(p), true
	}
	if a.has("-w --word-regexp") {
		p = `\b` + p + `\b`
	}
	if a.has("-x --line-regexp") {
		p = "^" + p + "$"
	}
	re := pattern(p, extended, a.has("-i --ignore-case"))
	if re == nil {
		return "", false
	}
	var out []string
	for _, l := range lines(t) {
		switch {
		case a.has("-o --only-matching"):
			out = append(out, re.FindAllString(l, -1)...)
		case re.MatchString(l) != a.has("-v --invert-match"):
			out = append(out, l)
		}
	}
	return unlines(out), true
}

// substitute is sed with nothing but s and y commands without addresses.
func substitute(t, script string, extended bool) (string, bool) {
	if len(t) > filterLimit || len(script) > 1<<10 {
		return "", false
	}
	rest := script
	for {
		rest = strings.TrimLeft(rest, " \t\n;")
		if rest == "" {
			return t, true
		}
		if len(rest) < 4 || rest[0] != 's' && rest[0] != 'y' {
			return "", false
		}
		verb, sep := rest[0], rest[1]
		from, tail, ok1 := until(rest[2:], sep)
		to, tail, ok2 := until(tail, sep)
		if !ok1 || !ok2 || sep == '\\' || sep == '\n' {
			return "", false
		}
		end := strings.IndexAny(tail, ";\n")
		if end < 0 {
			end = len(tail)
		}
		flags := strings.TrimSpace(tail[:end])
		rest = tail[end:]
		if verb == 'y' {
			a, b := []byte(unescape(from)), []byte(unescape(to))
			if len(a) != len(b) || flags != "" {
				return "", false
			}
			t = strings.Map(func(r rune) rune {
				if i := strings.IndexRune(string(a), r); i >= 0 && i < len(b) {
					return rune(b[i])
				}
				return r
			}, t)
			continue
		}
		if strings.Trim(flags, "gI") != "" {
			return "", false
		}
		re := pattern(from, extended, strings.Contains(flags, "I"))
		if re == nil {
			return "", false
		}
		with, ok := replacement(to)
		if !ok {
			return "", false
		}
		t, _ = eachLine(t, func(l string) (string, bool) {
			if strings.Contains(flags, "g") {
				return re.ReplaceAllString(l, with), true
			}
			m := re.FindStringSubmatchIndex(l)
			if m == nil {
				return l, true
			}
			return l[:m[0]] + string(re.ExpandString(nil, with, l, m)) + l[m[1]:], true
		})
		if len(t) > maxLine {
			return "", false
		}
	}
}

// until is s up to sep, whose escaped form stands for itself.
func until(s string, sep byte) (part, rest string, ok bool) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s) && s[i+1] == sep:
			b.WriteByte(sep)
			i++
		case s[i] == '\\' && i+1 < len(s):
			b.WriteString(s[i : i+2])
			i++
		case s[i] == sep:
			return b.String(), s[i+1:], true
		default:
			b.WriteByte(s[i])
		}
	}
	return "", "", false
}

// replacement turns sed's replacement into the regexp package's.
func replacement(to string) (string, bool) {
	var b strings.Builder
	for i := 0; i < len(to); i++ {
		c := to[i]
		switch {
		case c == '&':
			b.WriteString("${0}")
		case c == '$':
			b.WriteString("$$")
		case c == '\\' && i+1 < len(to):
			i++
			switch n := to[i]; {
			case n >= '0' && n <= '9':
				b.WriteString("${" + string(n) + "}")
			case n == 'n':
				b.WriteByte('\n')
			case n == 't':
				b.WriteByte('\t')
			case strings.IndexByte("ULEul", n) >= 0:
				return "", false
			default:
				b.WriteByte(n)
			}
		default:
			b.WriteByte(c)
		}
	}
	return b.String(), true
}
