package classify

import "strings"

// sedReader takes a sed script apart.
type sedReader struct {
	k    *call
	s    string
	i    int
	row  string
	runs bool // the pattern space is run: what s/// puts in counts as a line
	puts []string
}

// scanSed looks through a sed script for commands that run, write or read.
func (k *call) scanSed(text, row string) {
	r := &sedReader{k: k, s: text, row: row}
	for r.i < len(r.s) && k.codeStep() {
		at := r.i
		r.command()
		if r.i == at {
			r.i++
		}
	}
	if !r.runs {
		return
	}
	k.foundWhy(RunBuilt, row, "what sed makes of its input is run", k.src)
	for _, p := range r.puts {
		k.innerLine(p)
	}
	if k.in.known() {
		k.innerLine(k.in.text())
	} else if k.in.download() {
		k.foundWhy(RunDownload, row, k.in.from(), k.src)
	}
}

// innerLine reads text as a shell line that the call runs, beside what the
// call prints.
func (k *call) innerLine(text string) flow { return k.innerLineOn(text, flow{}) }

// innerLineOn is innerLine for a shell whose input is given.
func (k *call) innerLineOn(text string, given flow) flow {
	k.scan.code += 20 // a parser, a shell
	in := k.child()
	in.in = given
	return in.script(text)
}

func (r *sedReader) blank() {
	for r.i < len(r.s) && strings.IndexByte(" \t\n;{}\r", r.s[r.i]) >= 0 {
		r.i++
	}
}

// until reads up to d, which a backslash hides and a bracket does not close.
func (r *sedReader) until(d byte) string {
	from, class := r.i, false
	for r.i < len(r.s) {
		switch c := r.s[r.i]; {
		case c == '\\':
			r.i++
		case c == '[' && !class:
			class = true
			if r.i+1 < len(r.s) && r.s[r.i+1] == ']' {
				r.i++
			}
		case c == ']':
			class = false
		case c == d && (!class || !strings.Contains(r.s[r.i:], "]")):
			out := r.s[from:r.i]
			r.i++
			return out
		}
		r.i++
	}
	r.i = len(r.s)
	return r.s[from:]
}

// rest reads up to the end of the line.
func (r *sedReader) rest() string {
	from := r.i
	for r.i < len(r.s) && r.s[r.i] != '\n' {
		r.i++
	}
	return strings.TrimSpace(r.s[from:r.i])
}

func (r *sedReader) address() {
	for r.i < len(r.s) {
		c := r.s[r.i]
		switch {
		case c >= '0' && c <= '9' || strings.IndexByte("$,+~! \t", c) >= 0:
			r.i++
		case c == '/':
			r.i++
			r.until('/')
			for r.i < len(r.s) && (r.s[r.i] == 'I' || r.s[r.i] == 'M') {
				r.i++
			}
		case c == '\\' && r.i+1 < len(r.s):
			d := r.s[r.i+1]
			r.i += 2
			r.until(d)
		default:
			return
		}
	}
}

func (r *sedReader) command() {
	r.blank()
	r.address()
	r.blank()
	if r.i >= len(r.s) {
		return
	}
	c := r.s[r.i]
	r.i++
	switch c {
	case '#':
		r.rest()
	case 's':
		if r.i >= len(r.s) {
			return
		}
		d := r.s[r.i]
		r.i++
		r.until(d)
		put := r.replacement(d)
		r.puts = append(r.puts, put)
		for r.i < len(r.s) {
			f := r.s[r.i]
			switch {
			case f == 'e':
				r.runs = true
			case f == 'w':
				r.i++
				r.file("WRITE")
				return
			case strings.IndexByte("gpiImM", f) >= 0 || f >= '0' && f <= '9':
			default:
				return
			}
			r.i++
		}
	case 'y':
		if r.i < len(r.s) {
			d := r.s[r.i]
			r.i++
			r.replacement(d)
			r.replacement(d)
		}
	case 'e':
		if line := r.rest(); line != "" {
			r.k.effect(Hijack, r.row+": e")
			r.k.innerLine(line)
		} else {
			r.runs = true
		}
	case 'w', 'W':
		r.file("WRITE")
	case 'r', 'R':
		r.file("READ")
	case 'a', 'i', 'c':
		for r.i < len(r.s) && r.s[r.i] != '\n' {
			if r.s[r.i] == '\\' {
				r.i++
			}
			r.i++
		}
		r.i = min(r.i, len(r.s))
	case ':', 'v':
		r.rest()
	case 'b', 't', 'T':
		for r.i < len(r.s) && strings.IndexByte("\n;}", r.s[r.i]) < 0 {
			r.i++
		}
	case 'q', 'Q', 'l', 'L':
		for r.i < len(r.s) && (r.s[r.i] == ' ' || r.s[r.i] >= '0' && r.s[r.i] <= '9') {
			r.i++
		}
	}
}

// replacement reads up to d; brackets mean nothing there.
func (r *sedReader) replacement(d byte) string {
	from := r.i
	for r.i < len(r.s) {
		switch r.s[r.i] {
		case '\\':
			r.i++
		case d:
			out := r.s[from:r.i]
			r.i++
			return out
		}
		r.i++
	}
	r.i = len(r.s)
	return r.s[from:]
}

func (r *sedReader) file(kind string) {
	name := r.rest()
	if i := strings.LastIndexByte(name, '}'); i >= 0 && strings.TrimSpace(name[i:]) == "}" {
		name = strings.TrimSpace(name[:i])
	}
	if name == "" || name == "/dev/stdout" || name == "/dev/stderr" || name == "/dev/stdin" {
		return
	}
	r.k.values(r.row+": "+strings.ToLower(kind[:1]), []value{{kind: kind, words: []Word{r.k.toolPath(name)}}})
}
