package classify

import (
	"strings"
)

// token is one piece of code in a programming language.
type token struct {
	kind   byte   // see below; 0 is the end
	s      string // an identifier's name, a text's value, a mark
	pos    int    // where it begins in the source
	end    int    // where the next thing begins
	indent int    // for a newline: how far the next line is in
	near   bool   // nothing stands between it and the token before
	quote  bool   // for a "(": a text with expressions in it begins
}

// noToken stands where there is none.
var noToken token

// The kinds of token.
const (
	tokEnd   = 0
	tokName  = 'i'
	tokText  = 's'
	tokNum   = 'n' // a number, or a pattern
	tokMark  = 'p'
	tokLine  = 'l' // the end of a line, where that ends a statement
	tokWords = 'w' // words in qw( ), %w[ ]: s holds them with blanks between
)

// lexer takes code apart. It is tolerant: what no language allows is skipped.
// A text with expressions in it becomes the expression that joins its parts:
//
//	"a#{b}c"   ( "a" + ( b ) + "c" )
//
// and a command in backquotes a call of the function "`". Member access is
// ".", however the language writes it (:: -> ?. :), and joining texts is "+".
type lexer struct {
	lang  string
	src   string
	i     int
	out   []token
	depth int
	step  func() bool
	level int // texts inside texts
	docs  int // here-documents
}

const maxTokens = 20000

func lexCode(lang, src string, step func() bool) []token {
	l := &lexer{lang: lang, src: src, step: step}
	l.run()
	return l.out
}

func (l *lexer) is(langs string) bool { return hasName(langs, l.lang) }

func (l *lexer) peek(n int) byte {
	if l.i+n < len(l.src) {
		return l.src[l.i+n]
	}
	return 0
}

func (l *lexer) emit(kind byte, s string, from int) {
	near := len(l.out) > 0 && l.out[len(l.out)-1].end == from
	l.out = append(l.out, token{kind: kind, s: s, pos: from, end: l.i, near: near})
}

func (l *lexer) last() *token {
	if len(l.out) == 0 {
		return &noToken
	}
	return &l.out[len(l.out)-1]
}

// operand reports whether the last token ends a value, so that a slash after
// it divides and a percent sign is no sigil.
func (l *lexer) operand() bool {
	t := l.last()
	switch t.kind {
	case tokName:
		return !hasName("return if unless while until and or not in when split grep map join push x print puts case elsif eq ne", t.s)
	case tokText, tokNum, tokWords:
		return true
	case tokMark:
		return t.s == ")" || t.s == "]" || t.s == "}"
	}
	return false
}

func (l *lexer) run() {
	for l.i < len(l.src) && len(l.out) < maxTokens && l.step() {
		l.next()
	}
}

func (l *lexer) next() {
	c := l.src[l.i]
	from := l.i
	switch {
	case c == '\n':
		l.i++
		if l.is("python ruby r") && l.depth == 0 {
			n := 0
			for l.i+n < len(l.src) && (l.src[l.i+n] == ' ' || l.src[l.i+n] == '\t') {
				n++
			}
			if l.i+n < len(l.src) && (l.src[l.i+n] == '\n' || l.src[l.i+n] == '#') {
				return // an empty line, or a comment, ends no block
			}
			if l.lang == "ruby" && l.i+n+1 < len(l.src) && l.src[l.i+n] == '.' && l.src[l.i+n+1] != '.' {
				return // a chain goes on
			}
			l.emit(tokLine, "\n", from)
			l.out[len(l.out)-1].indent = n
		}
		if (l.is("perl ruby")) && l.peek(0) == '=' && l.peek(1)|0x20 >= 'a' && l.peek(1)|0x20 <= 'z' {
			l.pod()
		}
	case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v':
		l.i++
	case from == 0 && c == '=' && l.is("perl ruby"):
		l.pod()
	case c == '\\' && l.peek(1) == '\n':
		l.i += 2
	case c == '#' && !l.is("node lua") && !(l.lang == "php" && l.peek(1) == '['):
		l.toLineEnd()
	case c == '#' && from == 0 && l.peek(1) == '!':
		l.toLineEnd()
	case c == '/' && l.peek(1) == '/' && l.is("node php"):
		l.toLineEnd()
	case c == '/' && l.peek(1) == '*' && l.is("node php"):
		l.past("*/", 2)
	case c == '-' && l.peek(1) == '-' && l.lang == "lua":
		if n := l.longBracket(2); n >= 0 {
			l.past("]"+strings.Repeat("=", n)+"]", 4+n)
		} else {
			l.toLineEnd()
		}
	case c == '[' && l.lang == "lua" && l.longBracket(0) >= 0:
		n := l.longBracket(0)
		body := l.i + 2 + n
		l.past("]"+strings.Repeat("=", n)+"]", 2+n)
		l.emit(tokText, strings.TrimSuffix(l.src[body:max(l.i, body)], "]"+strings.Repeat("=", n)+"]"), from)
	case c == '"' || c == '\'' || c == '`':
		l.quoted("", c)
	case c == '<' && l.peek(1) == '<' && l.is("perl ruby php") && l.heredoc():
	case c >= '0' && c <= '9':
		for l.i < len(l.src) && (nameChar(l.src[l.i]) || l.src[l.i] == '.' && l.i+1 < len(l.src) && l.src[l.i+1] >= '0' && l.src[l.i+1] <= '9') {
			l.i++
		}
		l.emit(tokNum, l.src[from:l.i], from)
	case nameChar(c) || c == '$' && l.is("node") || l.sigil():
		l.name()
	case c == '%' && l.lang == "ruby" && !l.operand() && l.percent():
	case c == '/' && l.is("node ruby perl awk") && !l.operand():
		l.pattern('/')
		for l.i < len(l.src) && nameChar(l.src[l.i]) {
			l.i++
		}
		l.emit(tokNum, "/…/", from)
	case c == '<' && l.lang == "perl" && (!l.operand() || l.last().kind == tokName && l.last().s[0]|0x20 >= 'a' && l.last().s[0]|0x20 <= 'z') && l.angle():
	case c == ':' && l.lang == "ruby" && l.peek(1) != ':' && nameChar(l.peek(1)) && (!l.operand() || from > 0 && l.src[from-1] == ' '):
		l.i++
		for l.i < len(l.src) && nameChar(l.src[l.i]) {
			l.i++
		}
		l.emit(tokText, l.src[from+1:l.i], from)
	default:
		l.mark()
	}
}

func nameChar(c byte) bool {
	return c == '_' || c >= 0x80 || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

func (l *lexer) toLineEnd() {
	for l.i < len(l.src) && l.src[l.i] != '\n' {
		l.i++
	}
}

// past goes behind the next end, n bytes on at least.
func (l *lexer) past(end string, n int) {
	l.i = min(l.i+n, len(l.src))
	if j := strings.Index(l.src[l.i:], end); j >= 0 {
		l.i += j + len(end)
	} else {
		l.i = len(l.src)
	}
}

// pod skips a block of documentation: =begin … =end, =pod … =cut.
func (l *lexer) pod() {
	end := "\n=cut"
	if l.lang == "ruby" {
		end = "\n=end"
		if !strings.HasPrefix(l.src[l.i:], "=begin") {
			l.i++
			return
		}
	}
	l.past(end, 0)
	l.toLineEnd()
}

// longBracket returns how many "=" a Lua bracket at offset off has, -1 where
// there is none.
func (l *lexer) longBracket(off int) int {
	if l.peek(off) != '[' {
		return -1
	}
	n := 0
	for l.peek(off+1+n) == '=' {
		n++
	}
	if l.peek(off+1+n) != '[' {
		return -1
	}
	return n
}

// sigil reports whether a variable with a mark in front begins here.
func (l *lexer) sigil() bool {
	c, d := l.src[l.i], l.peek(1)
	switch l.lang {
	case "perl":
		return c == '$' && (nameChar(d) || d == ':' || d == '#' || d == '{' || d == '$' || d == '!' || d == '@' || d == '&' || d == '/') || (c == '@' || c == '%') && (nameChar(d) || d == '{' || d == '$') && !(c == '%' && l.operand())
	case "php":
		return c == '$' && (nameChar(d) || d == '{')
	case "ruby":
		return (c == '$' || c == '@') && (nameChar(d) || d == '@' || d == '!' || d == '0')
	}
	return false
}

func (l *lexer) name() {
	from := l.i
	if l.sigil() {
		l.i++
		if l.peek(0) == '{' && l.lang != "ruby" { // ${name}, @{ expression }
			body, ok := l.bracketed('{', '}')
			if isName(strings.TrimSpace(body)) {
				l.emit(tokName, l.src[from:from+1]+strings.TrimSpace(body), from)
			} else if ok {
				l.emit(tokMark, "(", from)
				l.inside(body)
				l.emit(tokMark, ")", l.i)
			}
			return
		}
		for l.i < len(l.src) && (nameChar(l.src[l.i]) || strings.IndexByte("$@#!&/", l.src[l.i]) >= 0 && l.i == from+1 || l.src[l.i] == ':' && l.peek(1) == ':' && l.lang == "perl") {
			if l.src[l.i] == ':' {
				l.i++
			}
			l.i++
		}
		l.emit(tokName, l.src[from:l.i], from)
		return
	}
	for l.i < len(l.src) && (nameChar(l.src[l.i]) || l.src[l.i] == '$' && l.lang == "node" || l.src[l.i] == '.' && l.lang == "r" && l.i+1 < len(l.src) && nameChar(l.src[l.i+1])) {
		l.i++
	}
	word := l.src[from:l.i]
	q := l.peek(0)
	switch l.lang {
	case "python":
		if (q == '"' || q == '\'') && len(word) <= 2 && strings.Trim(strings.ToLower(word), "rbuf") == "" {
			l.i = from + len(word)
			l.quoted(strings.ToLower(word), q)
			return
		}
	case "ruby":
		if (q == '?' || q == '!') && l.peek(1) != '=' {
			l.i++
			word = l.src[from:l.i]
		}
		if word == "__END__" {
			l.i = len(l.src)
			return
		}
	case "perl":
		if l.perlQuote(word, from) {
			return
		}
	}
	l.emit(tokName, word, from)
}

// perlQuote reads q qq qw qx m s tr y with any delimiter.
func (l *lexer) perlQuote(word string, from int) bool {
	switch word {
	case "__END__", "__DATA__":
		l.i = len(l.src)
		return true
	case "q", "qq", "qw", "qx", "qr", "m", "s", "tr", "y":
	default:
		return false
	}
	if t := l.last(); t.kind == tokMark && t.s == "." {
		return false
	}
	j := l.i
	for j < len(l.src) && (l.src[j] == ' ' || l.src[j] == '\t') {
		j++
	}
	if j >= len(l.src) {
		return false
	}
	d := l.src[j]
	if nameChar(d) || d == ',' || d == ';' || d == ')' || d == '=' && (j+1 < len(l.src) && (l.src[j+1] == '>' || l.src[j+1] == '=' || l.src[j+1] == ' ')) || d == ' ' || d == '}' && word != "s" || d == '\n' || d == '#' && j > l.i {
		return false
	}
	if d == '-' && j+1 < len(l.src) && l.src[j+1] == '>' {
		return false
	}
	l.i = j
	body := l.delimited()
	switch word {
	case "q":
		l.emit(tokText, body, from)
	case "qq":
		l.interpolated(body, from)
	case "qx":
		l.emit(tokName, "`", from)
		if d == '\'' {
			l.emit(tokMark, "(", from)
			l.emit(tokText, body, from)
			l.emit(tokMark, ")", from)
		} else {
			l.interpolated(body, from)
		}
	case "qw":
		l.emit(tokWords, strings.Join(strings.Fields(body), " "), from)
	case "m", "qr":
		l.flags()
		l.emit(tokNum, "/…/", from)
	default:
		open := d
		if close := closing(d); close != open {
			for l.i < len(l.src) && (l.src[l.i] == ' ' || l.src[l.i] == '\n' || l.src[l.i] == '\t') {
				l.i++
			}
		} else {
			l.i-- // the middle delimiter opens the second part
		}
		repl := ""
		if l.i < len(l.src) {
			repl = l.delimited()
		}
		if f := l.flags(); word == "s" && strings.Contains(f, "e") {
			l.emit(tokMark, "(", from)
			l.inside(repl)
			l.emit(tokMark, ")", from)
		}
		l.emit(tokNum, "/…/", from)
	}
	return true
}

func (l *lexer) flags() string {
	from := l.i
	for l.i < len(l.src) && l.src[l.i]|0x20 >= 'a' && l.src[l.i]|0x20 <= 'z' {
		l.i++
	}
	return l.src[from:l.i]
}

func closing(c byte) byte {
	switch c {
	case '(':
		return ')'
	case '[':
		return ']'
	case '{':
		return '}'
	case '<':
		return '>'
	}
	return c
}

// delimited reads from an opening delimiter to its end and returns what stands
// between.
func (l *lexer) delimited() string {
	open := l.src[l.i]
	end := closing(open)
	l.i++
	from, depth := l.i, 1
	for l.i < len(l.src) {
		switch c := l.src[l.i]; {
		case c == '\\' && l.i+1 < len(l.src):
			l.i++
		case c == end:
			if depth--; depth == 0 {
				l.i++
				return l.src[from : l.i-1]
			}
		case c == open:
			depth++
		}
		l.i++
	}
	return l.src[from:min(l.i, len(l.src))]
}

func (l *lexer) bracketed(open, end byte) (string, bool) {
	if l.peek(0) != open {
		return "", false
	}
	return l.delimited(), true
}

// percent reads Ruby's %w %q %x and the like.
func (l *lexer) percent() bool {
	from := l.i
	d, kind := l.peek(1), byte('Q')
	off := 1
	if strings.IndexByte("wWqQxriI", d) >= 0 && d != 0 {
		kind, d, off = d, l.peek(2), 2
	}
	if strings.IndexByte("([{<|!/", d) < 0 || d == 0 {
		return false
	}
	l.i += off
	body := l.delimited()
	switch kind {
	case 'w', 'W', 'i', 'I':
		l.emit(tokWords, strings.Join(strings.Fields(body), " "), from)
	case 'q':
		l.emit(tokText, body, from)
	case 'r':
		l.flags()
		l.emit(tokNum, "/…/", from)
	case 'x':
		l.emit(tokName, "`", from)
		l.interpolated(body, from)
	default:
		l.interpolated(body, from)
	}
	return true
}

// angle reads Perl's <FH> and <*.c>.
func (l *lexer) angle() bool {
	from := l.i
	j := strings.IndexByte(l.src[l.i:], '>')
	if j < 0 || j > 200 {
		return false
	}
	body := l.src[l.i+1 : l.i+j]
	if strings.ContainsAny(body, " \n=;(") {
		return false
	}
	l.i += j + 1
	if strings.ContainsAny(body, "*?./~") {
		l.emit(tokName, "glob", from)
		l.emit(tokMark, "(", from)
		l.emit(tokText, body, from)
		l.emit(tokMark, ")", from)
		return true
	}
	l.emit(tokName, "readline", from)
	l.emit(tokMark, "(", from)
	if body == "" {
		body = "STDIN"
	}
	l.emit(tokName, body, from)
	l.emit(tokMark, ")", from)
	return true
}

// heredoc reads <<EOF, <<~EOF, <<'EOF', <<<EOF.
func (l *lexer) heredoc() bool {
	if l.docs++; l.docs > 100 {
		return false // each one rewrites the source
	}
	j := l.i + 2
	if l.lang == "php" {
		if l.peek(2) != '<' {
			return false
		}
		j++
		for j < len(l.src) && l.src[j] == ' ' {
			j++
		}
	}
	if j < len(l.src) && (l.src[j] == '~' || l.src[j] == '-') {
		j++
	}
	quote := byte(0)
	if j < len(l.src) && (l.src[j] == '"' || l.src[j] == '\'') {
		quote = l.src[j]
		j++
	}
	from := j
	for j < len(l.src) && nameChar(l.src[j]) {
		j++
	}
	word := l.src[from:j]
	if word == "" || word[0] >= '0' && word[0] <= '9' || quote == 0 && l.lang != "php" && (word[0] < 'A' || word[0] > 'Z') {
		return false
	}
	if quote != 0 {
		j++
	}
	eol := strings.IndexByte(l.src[min(j, len(l.src)):], '\n')
	if eol < 0 {
		return false
	}
	body := l.src[j+eol+1:]
	end, used := len(body), len(body)
	at := 0
	for line := range strings.Lines(body) {
		if t := strings.TrimSpace(line); t == word || strings.HasPrefix(t, word) && len(t) > len(word) && !nameChar(t[len(word)]) {
			end, used = at, at+strings.Index(line, word)+len(word)
			break
		}
		at += len(line)
	}
	// The rest of the line stands before the body; it goes on behind it.
	pos := l.i
	rest := l.src[j : j+eol]
	text := body[:end]
	l.i = j
	if quote == '\'' {
		l.emit(tokText, text, pos)
	} else {
		l.interpolated(text, pos)
	}
	l.src = l.src[:j] + rest + "\n" + body[used:]
	return true
}

// pattern goes behind a pattern literal.
func (l *lexer) pattern(end byte) {
	class := false
	for l.i++; l.i < len(l.src); l.i++ {
		switch c := l.src[l.i]; {
		case c == '\\':
			l.i++
		case c == '[':
			class = true
		case c == ']':
			class = false
		case c == '\n' && end == '/':
			return
		case c == end && !class:
			l.i++
			return
		}
	}
}

// quoted reads a text. prefix is Python's letters in front of it.
func (l *lexer) quoted(prefix string, q byte) {
	from := l.i - len(prefix)
	l.i++
	end := string(q)
	if l.lang == "python" && l.peek(0) == q && l.peek(1) == q {
		end = strings.Repeat(end, 3)
		l.i += 2
	}
	body := l.i
	for l.i < len(l.src) && !strings.HasPrefix(l.src[l.i:], end) {
		if l.src[l.i] == '\\' {
			l.i++
		} else if q == '`' && l.lang == "node" && l.src[l.i] == '$' && l.peek(1) == '{' {
			l.i++
			l.delimited()
			continue
		}
		l.i++
	}
	l.i = min(l.i, len(l.src))
	raw := l.src[body:l.i]
	l.i = min(l.i+len(end), len(l.src))
	switch {
	case q == '`' && l.is("ruby perl php"):
		l.emit(tokName, "`", from)
		l.interpolated(raw, from)
	case q == '`' && l.lang == "node":
		tagged := l.last().kind == tokName && l.last().end == from
		if !strings.Contains(raw, "${") && !tagged {
			l.emit(tokText, l.unescape(raw, q), from)
			return
		}
		l.interpolated(raw, from)
	case q == '`': // a name in R
		l.emit(tokName, raw, from)
	case l.lang == "python" && strings.Contains(prefix, "f"):
		l.interpolated(raw, from)
	case l.lang == "python" && strings.Contains(prefix, "r"):
		l.emit(tokText, raw, from)
	case q == '"' && l.is("ruby perl php"):
		l.interpolated(raw, from)
	default:
		l.emit(tokText, l.unescape(raw, q), from)
	}
}

// interpolated emits a text with expressions in it.
func (l *lexer) interpolated(raw string, from int) {
	l.emit(tokMark, "(", from)
	l.out[len(l.out)-1].quote = true
	first := true
	part := func(s string) {
		if s == "" && !first {
			return
		}
		if !first {
			l.emit(tokMark, "+", from)
		}
		first = false
		l.emit(tokText, l.unescape(s, '"'), from)
	}
	code := func(s string) {
		if !first {
			l.emit(tokMark, "+", from)
		}
		first = false
		l.emit(tokMark, "(", from)
		l.inside(s)
		l.emit(tokMark, ")", from)
	}
	i, start := 0, 0
	for i < len(raw) {
		c := raw[i]
		next := byte(0)
		if i+1 < len(raw) {
			next = raw[i+1]
		}
		n := 0
		var expr string
		switch {
		case c == '\\':
			i += 2
			continue
		case l.lang == "python" && (c == '{' || c == '}') && next == c:
			part(raw[start:i] + string(c))
			i += 2
			start = i
			continue
		case l.lang == "python" && c == '{', l.lang == "node" && c == '$' && next == '{', l.lang == "ruby" && c == '#' && next == '{':
			open := i
			if c != '{' {
				open++
			}
			sub := lexer{lang: "lua", src: raw, i: open}
			expr = sub.delimited()
			n = sub.i - i
			if l.lang == "python" {
				if j := strings.LastIndexAny(expr, "!:"); j > 0 && !strings.ContainsAny(expr[j:], "])'\"") {
					expr = expr[:j]
				}
			}
		case l.is("perl php") && c == '$' && (nameChar(next) || next == '{'), l.lang == "php" && c == '{' && next == '$', l.lang == "perl" && c == '@' && next == '{':
			sub := lexer{lang: "lua", src: raw, i: i}
			switch {
			case c == '{':
				expr = sub.delimited()
			case next == '{':
				sub.i++
				inner := sub.delimited()
				if c == '@' {
					expr = strings.Trim(strings.TrimSpace(inner), "[]")
				} else {
					expr = "$" + strings.TrimSpace(inner)
				}
			default:
				sub.i++
				for sub.i < len(raw) && nameChar(raw[sub.i]) {
					sub.i++
				}
				for sub.i < len(raw) {
					if strings.HasPrefix(raw[sub.i:], "->") && sub.i+2 < len(raw) && (raw[sub.i+2] == '{' || raw[sub.i+2] == '[' || l.lang == "php" && nameChar(raw[sub.i+2])) {
						sub.i += 2
						for sub.i < len(raw) && nameChar(raw[sub.i]) {
							sub.i++
						}
						continue
					}
					if raw[sub.i] == '[' || raw[sub.i] == '{' && l.lang == "perl" {
						sub.delimited()
						continue
					}
					break
				}
				expr = raw[i:sub.i]
			}
			n = sub.i - i
		}
		if n == 0 {
			i++
			continue
		}
		part(raw[start:i])
		code(expr)
		i += n
		start = i
	}
	part(raw[start:])
	l.emit(tokMark, ")", from)
}

// inside emits the tokens of an expression inside a text.
func (l *lexer) inside(src string) {
	if l.level > 8 {
		return
	}
	sub := &lexer{lang: l.lang, src: src, step: l.step, level: l.level + 1, depth: 1}
	if sub.step == nil {
		sub.step = func() bool { return true }
	}
	sub.run()
	for _, t := range sub.out {
		t.pos, t.end = l.i, l.i
		l.out = append(l.out, t)
	}
}

// unescape takes the backslashes out of a text.
func (l *lexer) unescape(s string, q byte) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	if q == '\'' && l.is("perl ruby php") {
		return strings.NewReplacer(`\\`, `\`, `\'`, `'`).Replace(s)
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		switch c := s[i]; c {
		case 'n':
			b.WriteByte('\n')
		case 't':
			b.WriteByte('\t')
		case 'r':
			b.WriteByte('\r')
		case 'e':
			b.WriteByte(27)
		case '\n':
		case 'x', 'u', 'U':
			most := map[byte]int{'x': 2, 'u': 4, 'U': 8}[c]
			rest := s[i+1:]
			if strings.HasPrefix(rest, "{") {
				if n, v := digits(rest[1:], 16, 8); n > 0 && len(rest) > n+1 && rest[n+1] == '}' {
					b.WriteRune(rune(v))
					i += n + 2
				}
				continue
			}
			if n, v := digits(rest, 16, most); n > 0 {
				b.WriteRune(rune(v))
				i += n
			}
		case '0', '1', '2', '3', '4', '5', '6', '7':
			n, v := digits(s[i:], 8, 3)
			b.WriteRune(rune(v))
			i += n - 1
		default:
			if q == '/' {
				b.WriteByte('\\')
			}
			b.WriteByte(c)
		}
	}
	return b.String()
}

// marks of more than one character, the longest first.
var codeMarks = [...]string{"===", "!==", "**=", "||=", "&&=", "??=", "//=", "<=>", "...", "==", "!=", "=~", "!~", "=>", "<=", ">=", "&&", "||", "??", ":=", "+=", "-=", "*=", "/=", ".=", "%=", "**", "//", "<<", ">>", "->", "::", "?.", "&.", "..", "|>", "<-"}

func (l *lexer) mark() {
	from := l.i
	m := l.src[l.i : l.i+1]
	for _, mk := range codeMarks {
		if strings.HasPrefix(l.src[l.i:], mk) {
			m = mk
			break
		}
	}
	l.i += len(m)
	switch m {
	case "(", "[", "{":
		if m != "{" || l.lang == "python" {
			l.depth++
		}
	case ")", "]", "}":
		if (m != "}" || l.lang == "python") && l.depth > 0 {
			l.depth--
		}
	case "::", "?.", "&.":
		if m == "::" || m == "?." && l.lang == "node" || m == "&." {
			m = "."
		}
	case "->":
		if l.is("perl php") {
			m = "."
			if l.peek(0) == '{' || l.peek(0) == '[' || l.peek(0) == '(' {
				return // $x->{k} is an index
			}
		}
	case ":":
		if l.lang == "lua" && nameChar(l.peek(0)) {
			m = "."
		}
	case ".":
		if l.is("perl php") {
			m = "+"
		}
	case ".=":
		m = "+="
	case "..":
		if l.lang == "lua" {
			m = "+"
		}
	case "<-":
		if l.lang == "r" {
			m = "="
		} else {
			m = "<"
			l.i--
		}
	case "//=":
		if l.lang == "perl" {
			m = "||="
		}
	}
	l.emit(tokMark, m, from)
}
