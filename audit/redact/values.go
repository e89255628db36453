package redact

import (
	"sort"
	"strings"
)

// assignment masks the value of name=value at the equals sign i.
func (f *finder) assignment(i int) int {
	name, spaced := nameBefore(f.s, i)
	v := i + 1
	if v < len(f.s) && blank(f.s[v]) {
		if !spaced {
			return 0 // an empty value in a shell, and the next word is a command
		}
		for v < len(f.s) && blank(f.s[v]) {
			v++
		}
	}
	kind := kindOf(name)
	if kind == notSecret && !f.literal(i, name) {
		return 0
	}
	from, to := value(f.s, v)
	if kind == weakName && short(f.s[from:to]) {
		return 0
	}
	return f.mask(from, to)
}

// literal reports whether name=value is the argument of kubectl's and docker's
// options that make a secret out of a literal.
func (f *finder) literal(i int, name string) bool {
	before := f.s[:i-min(i, len(name))]
	return strings.HasSuffix(before, "--from-literal=") || strings.HasSuffix(before, "--from-literal ")
}

// colon masks the password of a URL, or the value of a header or a member.
func (f *finder) colon(i int) int {
	if strings.HasPrefix(f.s[i:], "://") {
		return f.userinfo(i, i+len("://"))
	}
	if strings.HasPrefix(f.s[i:], ":/") { // an address that was cleaned as a path
		if end := f.userinfo(i, i+len(":/")); end > i+len(":/") {
			return end
		}
	}
	name, _ := nameBefore(f.s, i)
	kind := kindOf(name)
	if kind != secretName && kind != headerName {
		return 0
	}
	v := i + 1
	for v < len(f.s) && blank(f.s[v]) {
		v++
	}
	if kind == headerName {
		return f.header(v)
	}
	if end := number(f.s, v); end > v && i > 1 && f.s[i-1] == '"' && f.s[i-2] != '\\' {
		f.spans = append(f.spans, span{from: v, to: end, bare: true})
		return end
	}
	return f.mask(value(f.s, v))
}

// number is where a number of JSON ends that begins at v.
func number(s string, v int) int {
	for v < len(s) && (s[v] >= '0' && s[v] <= '9' || strings.IndexByte("+-.eE", s[v]) >= 0) {
		v++
	}
	return v
}

// header masks all of a header's value but its scheme: `Bearer [redacted]`.
func (f *finder) header(v int) int {
	from, to := v, v
	if v < len(f.s) && opens(f.s, v) > 0 {
		from, to = value(f.s, v)
	} else {
		for to < len(f.s) && !quote(f.s[to]) && f.s[to] != '\n' && f.s[to] != '\r' {
			if f.s[to] == '\\' && to+1 < len(f.s) && quote(f.s[to+1]) {
				break
			}
			to++
		}
	}
	word := from
	for word < to && word-from <= 12 && (wordByte(f.s[word]) || f.s[word] == '-') {
		word++
	}
	if word > from && word < to && blank(f.s[word]) {
		for word < to && blank(f.s[word]) {
			word++
		}
		if word < to {
			from = word
		}
	}
	return f.mask(from, to)
}

// dash looks at an option, or at the first of the five dashes of a key block.
func (f *finder) dash(i int) int {
	if strings.HasPrefix(f.s[i:], "-----BEGIN ") {
		return f.block(i)
	}
	end := i
	for end < len(f.s) && end-i < maxName && nameByte(f.s[end]) {
		end++
	}
	flag := f.s[i:end]
	if len(flag) == 2 && end < len(f.s) && opens(f.s, end) > 0 {
		return f.joined(i, flag[1])
	}
	v := end
	if v < len(f.s) && quote(f.s[v]) { // "--password","x" and "--password" "x"
		v++
	}
	if v < len(f.s) && f.s[v] == ',' && (v > end || strings.HasPrefix(flag, "--")) { // --password,x is such a list without its quotes
		v++
	}
	next := v
	for next < len(f.s) && space(f.s[next]) {
		next++
	}
	separate := next > end && next < len(f.s) && f.s[next] != '-'
	switch flag {
	case "-u", "-U", "--user", "--proxy-user":
		if separate && f.names().curl {
			from, to := value(f.s, next)
			c := strings.IndexByte(f.s[from:to], ':')
			if c >= 0 && c+1 < to-from && !digits([]byte(f.s[from+c+1:to])) {
				return f.mask(from+c+1, to)
			}
		}
		return 0
	case "-b":
		if separate && f.names().curl {
			from, to := value(f.s, next)
			if strings.IndexByte(f.s[from:to], '=') >= 0 {
				return f.mask(from, to)
			}
		}
		return 0
	case "-a":
		if separate && f.names().redis {
			return f.mask(value(f.s, next))
		}
		return 0
	case "-P":
		if separate && f.names().zip {
			return f.mask(value(f.s, next))
		}
		return 0
	case "-p":
		if separate && f.names().login {
			return f.mask(value(f.s, next))
		}
		return 0
	}
	if len(flag) > 2 && flag[1] != '-' {
		if end := f.joined(i, flag[1]); end > 0 {
			return end
		}
	}
	if !separate {
		return 0
	}
	kind := kindOf(flag)
	from, to := value(f.s, next)
	if kind == notSecret || kind == weakName && short(f.s[from:to]) {
		return 0
	}
	return f.mask(from, to)
}

// pairs masks the word behind a name where a text sets names to values with
// nothing in between: fish's and csh's set, config commands, netrc.
func (f *finder) pairs() {
	s := f.s
	netrc := strings.Contains(s, "machine ") && strings.Contains(s, "password ")
	if !netrc && !strings.Contains(s, "set ") && !strings.Contains(s, "setenv ") && !strings.Contains(s, "config ") {
		return
	}
	found := f.spans
	f.spans = nil
	setter := false
	for i := 0; i < len(s); {
		if !nameByte(s[i]) {
			setter = setter && s[i] != '\n' && s[i] != ';' && s[i] != '|' && s[i] != '&'
			i++
			continue
		}
		end := i
		for end < len(s) && nameByte(s[end]) {
			end++
		}
		name := s[i:end]
		i = end
		switch name {
		case "set", "setenv", "config":
			setter = true
		}
		if !(setter && strings.ContainsAny(name, "_.-") && name[0] != '-' || netrc && name == "password") || kindOf(name) == notSecret {
			continue
		}
		next := end
		for next < len(s) && blank(s[next]) {
			next++
		}
		if next > end && next < len(s) && s[next] != '-' {
			i = max(i, f.mask(value(s, next)))
		}
	}
	f.spans = merge(found, f.spans)
}

// merge joins two lists of spans into one in order without overlaps.
func merge(a, b []span) []span {
	all := append(a, b...)
	sort.Slice(all, func(i, j int) bool {
		if all[i].from != all[j].from {
			return all[i].from < all[j].from
		}
		return all[i].to > all[j].to
	})
	out := all[:0]
	for _, p := range all {
		if n := len(out); n > 0 && p.from < out[n-1].to {
			out[n-1].to = max(out[n-1].to, p.to)
			continue
		}
		out = append(out, p)
	}
	return out
}

// joined masks the value that stands in one word with its option: -phunter2,
// -p'hunter2', -ujo:pw. It returns 0 where the option means something else.
func (f *finder) joined(i int, letter byte) int {
	n := f.names()
	from, to := i+2, i+2
	for to < len(f.s) && !ends(f.s[to]) {
		if opens(f.s, to) == 0 {
			to++
			continue
		}
		_, to = value(f.s, to)
		for to < len(f.s) && (f.s[to] == '\\' || quote(f.s[to])) {
			to++
		}
	}
	if q := opens(f.s, from); q > 0 && q < to-from {
		if in, out := value(f.s, from); out <= to {
			from, to = in, out
		}
	}
	switch {
	case letter == 'p' && (n.mysql || n.login || n.zip), letter == 'P' && n.zip, letter == 'a' && n.redis:
		return f.mask(from, to)
	case letter == 'u' && n.curl:
		if c := strings.IndexByte(f.s[from:to], ':'); c >= 0 && !digits([]byte(f.s[from+c+1:to])) {
			return f.mask(from+c+1, to)
		}
	}
	return 0
}

// names looks once for the programs whose options give passwords without
// saying so.
func (f *finder) names() *finder {
	if !f.asked {
		f.asked = true
		f.curl = strings.Contains(f.s, "curl")
		f.login = strings.Contains(f.s, "sshpass") || strings.Contains(f.s, " login")
		f.zip = strings.Contains(f.s, "zip ") || strings.Contains(f.s, "7z")
		f.redis = strings.Contains(f.s, "redis-cli")
		f.mysql = strings.Contains(f.s, "mysql") || strings.Contains(f.s, "mariadb")
	}
	return f
}

// opens returns the length of the quote that begins at v: " ' \" \' $" $'.
func opens(s string, v int) int {
	switch c := s[v]; {
	case c == '"' || c == '\'':
		return 1
	case (c == '\\' || c == '$') && v+1 < len(s) && (s[v+1] == '"' || s[v+1] == '\''):
		return 2
	}
	return 0
}

// value returns the extent of the value at v, without the quotes around it. A
// word goes on through quotes in its middle and past escapes.
func value(s string, v int) (from, to int) {
	if v >= len(s) {
		return len(s), len(s)
	}
	from = v
	if n := opens(s, v); n > 0 {
		q := s[v+n-1]
		from = v + n
		for i := from; i < len(s); i++ {
			switch {
			case s[v] == '\\' && s[i] == '\\' && i+1 < len(s) && s[i+1] == q:
				return from, i
			case s[i] == '\\' && (q == '"' || s[v] == '$'):
				i++
			case s[i] == q:
				if s[v] != '\\' && i+1 < len(s) && !ends(s[i+1]) && s[i+1] != ',' && s[i+1] != '}' && s[i+1] != ']' && s[i+1] != ':' && s[i+1] != '\\' && !quote(s[i+1]) {
					_, to = value(s, i+1) // "abc"def is one word
					return from, to
				}
				return from, i
			}
		}
		return from, len(s)
	}
	for i := v; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\':
			if i+1 < len(s) && quote(s[i+1]) {
				return from, i // the end of an escaped quote around it all
			}
			i++
		case quote(c):
			if i+1 >= len(s) || ends(s[i+1]) || s[i+1] == ',' || s[i+1] == '}' || s[i+1] == ']' || s[i+1] == ':' {
				return from, i // the end of a quote around it all
			}
			n := strings.IndexByte(s[i+1:], c)
			if n < 0 {
				return from, i
			}
			i += n + 1
		case ends(c) && !(c == '(' && i > v && s[i-1] == '$'):
			return from, i
		case c == '(':
			return from, i
		}
	}
	return from, len(s)
}

// ends reports whether an unquoted word ends before c.
func ends(c byte) bool {
	switch c {
	case ' ', '\t', '\n', '\r', ';', '|', '&', '<', '>', '(', ')':
		return true
	}
	return false
}

// short reports whether a value is a count or a word like "ok" rather than a
// password.
func short(v string) bool { return len(v) < 4 || digits([]byte(v)) }

// secretValue is false for what only points at a secret.
func secretValue(v string) bool {
	switch v {
	case "", "true", "false", "null", "nil", "none", "None", "-", "*", "***", "$", "{{", "${{":
		return false
	}
	if strings.HasPrefix(v, Mark) {
		return false
	}
	if v[0] != '$' && v[0] != '{' && v[0] != '%' && v[0] != '<' && v[0] != '`' {
		return true
	}
	return !reference(v)
}

// reference reports whether v is nothing but a variable: $NAME, ${NAME},
// $env:NAME, {{ name }}, ${{ secrets.NAME }}, %NAME%, <name>, or the start of a
// substitution, whose text is looked at by itself.
func reference(v string) bool {
	switch {
	case strings.HasPrefix(v, "$("):
		return true
	case v[0] == '`':
		end := strings.IndexByte(v[1:], '`')
		return end < 0 || end == len(v)-2
	}
	body := v
	switch {
	case strings.HasPrefix(v, "${{") && strings.HasSuffix(v, "}}"):
		body = strings.TrimSpace(v[3 : len(v)-2])
	case strings.HasPrefix(v, "{{") && strings.HasSuffix(v, "}}") && len(v) >= 4:
		body = strings.TrimSpace(v[2 : len(v)-2])
	case strings.HasPrefix(v, "${") && strings.HasSuffix(v, "}"):
		body = v[2 : len(v)-1]
	case strings.HasPrefix(v, "$env:"):
		body = v[5:]
	case v[0] == '$':
		body = v[1:]
	case v[0] == '%' && len(v) > 2 && v[len(v)-1] == '%', v[0] == '<' && len(v) > 2 && v[len(v)-1] == '>':
		body = v[1 : len(v)-1]
	default:
		return false
	}
	for i := range len(body) {
		if !wordByte(body[i]) && body[i] != '.' && body[i] != ' ' {
			return false
		}
	}
	return body != ""
}
