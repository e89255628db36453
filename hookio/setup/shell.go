package setup

import "strings"

// plain are the bytes that a POSIX shell leaves alone in any place of a word.
const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-"

// shellQuote returns s as one word of a POSIX shell. A word that needs no quotes
// gets none.
func shellQuote(s string) string {
	if s != "" && strings.Trim(s, plain) == "" {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// shellWords splits a command line of plain and quoted words. It returns nil for
// a line that does anything else: expands, redirects, runs two commands.
func shellWords(line string) []string {
	var words []string
	var word strings.Builder
	in := false // inside a word, which may be empty
	for i := 0; i < len(line); i++ {
		switch c := line[i]; c {
		case ' ', '\t':
			if in {
				words = append(words, word.String())
				word.Reset()
				in = false
			}
		case '\'':
			end := strings.IndexByte(line[i+1:], '\'')
			if end < 0 {
				return nil
			}
			word.WriteString(line[i+1 : i+1+end])
			i += end + 1
			in = true
		case '"':
			in = true
			for i++; ; i++ {
				if i >= len(line) || line[i] == '$' || line[i] == '`' {
					return nil
				}
				if line[i] == '"' {
					break
				}
				if line[i] == '\\' && i+1 < len(line) && strings.IndexByte(`"\$`+"`", line[i+1]) >= 0 {
					i++
				}
				word.WriteByte(line[i])
			}
		case '\\':
			if i++; i >= len(line) {
				return nil
			}
			word.WriteByte(line[i])
			in = true
		case '$', '`', ';', '&', '|', '<', '>', '(', ')', '{', '}', '*', '?', '[', '#', '\n', '\r':
			return nil
		default:
			word.WriteByte(c)
			in = true
		}
	}
	if in {
		words = append(words, word.String())
	}
	return words
}
