package classify

import "strings"

// flow is what can be known of a text that moves through the line: the output
// of a command, the content of a file, the value of a variable.
type flow struct {
	known    bool   // text is all of it
	text     string //
	secret   bool   // a credential's content may be in it
	download bool   // it came over the network
	fetched  bool   // a file of a folder that the line fetched
	vetted   bool   // a download that the policy says may be run
	built    bool   // it was decoded or put together: nobody has seen it
	shell    bool   // a shell that reads its input from elsewhere prints it
	plain    bool   // one plain word or number: no slash, blank or leading dash
	place    string // it names files at or below this folder
	tail     string // with place: the name that those files have
	file     string // it is the content of this file, which may be read
	from     string // what made it, in the words of the line
}

// nothing is the output of a command that prints nothing.
var nothing = flow{known: true}

func textFlow(s string) flow { return flow{known: true, text: s} }

// same reports whether f and g are alike in all.
func (f flow) same(g flow) bool { return f == g }

// merge is what is known of two texts put together in some way.
func (f flow) merge(g flow) flow {
	if f.known && f.text == "" {
		g.secret, g.download, g.built = g.secret || f.secret, g.download || f.download, g.built || f.built
		return g
	}
	if g.known && g.text == "" {
		f.secret, f.download, f.built = g.secret || f.secret, g.download || f.download, g.built || f.built
		return f
	}
	out := flow{
		secret:   f.secret || g.secret,
		download: f.download || g.download,
		built:    f.built || g.built,
		from:     f.from,
	}
	if out.from == "" {
		out.from = g.from
	}
	if f.place != "" && f.place == g.place {
		out.place = f.place
	}
	return out
}

// then is f's text followed by g's.
func (f flow) then(g flow) flow {
	out := f.merge(g)
	if f.known && g.known && len(f.text)+len(g.text) <= maxLine {
		out.known, out.text = true, f.text+g.text
	} else if len(f.text)+len(g.text) <= maxLine && f.text+g.text != "" {
		out.text = strings.TrimPrefix(f.text+"\n"+g.text, "\n") // what is plainly there
	}
	return out
}

// line is the text as $( ) takes it: without the newlines at its end.
func (f flow) line() flow {
	if f.known {
		f.text = strings.TrimRight(f.text, "\n")
	}
	return f
}

// hidden is what is left of f after a filter that may change any of it.
func (f flow) hidden() flow {
	return flow{secret: f.secret, download: f.download, built: f.built, from: f.from}
}

// isPlain reports whether s is one plain word.
func isPlain(s string) bool {
	if s == "" || s[0] == '-' || s == "." || s == ".." {
		return false
	}
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c != '_' && c != '-' && c != '.' && c != ':' && c != '+' && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}
