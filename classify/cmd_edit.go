package classify

import "strings"

// doVim reads the ex commands that an editor is given in the line.
func doVim(k *call, a *args) {
	kept := a.operands[:0:0]
	for _, v := range a.operands {
		w := v.words[0]
		if strings.HasPrefix(w.Text(), "+") {
			k.exWord(without(w, "+"), k.name+": +COMMAND")
			continue
		}
		kept = append(kept, v)
	}
	a.operands = kept
	batch := a.has("-es -Es -s --headless")
	for _, f := range a.flags {
		switch {
		case hasName("-c --cmd", f.name) && len(f.values) > 0:
			batch = true
			k.exWord(f.values[0].words[0], k.name+": "+f.name)
		case hasName("-u -U", f.name) && len(f.values) > 0 && !f.values[0].words[0].Has("NONE NORC DEFAULTS"):
			k.effect(Hijack, k.name+": "+f.name)
		}
	}
	switch {
	case k.name == "ex" || a.has("-e -es -Es -E"):
		k.exInput()
	case !batch && k.emptyInput():
		k.interactive(k.name)
	}
	k.stdin = true
}

// exInput reads ex commands from standard input.
func (k *call) exInput() {
	switch {
	case k.emptyInput():
	case k.in.known():
		for l := range strings.SplitSeq(k.in.text(), "\n") {
			k.ex(l, k.name+" (standard input)")
		}
	case k.in.download():
		k.foundWhy(RunDownload, k.name+" (standard input)", k.in.from(), k.src)
	default:
		k.foundWhy(RunBuilt, k.name+" (standard input)", k.in.from(), k.src)
	}
}

func (k *call) exWord(w Word, row string) {
	if !w.Known() {
		k.effect(RunBuilt, row)
	}
	k.ex(w.Text(), row)
}

// ex reads one ex command of vi and its descendants: what it runs and what it
// writes.
func (k *call) ex(text, row string) {
	t := strings.TrimLeft(text, ": \t")
	t = strings.TrimLeft(t, "0123456789,.$%;+-'<> ")
	if t == "" {
		return
	}
	if t[0] == '!' {
		k.runs(t[1:], row)
		return
	}
	for _, call := range []string{"system(", "systemlist(", "jobstart(", "termopen(", "job_start(", "term_start(", "libcall(", "os.execute(", "io.popen(", "vim.fn.system("} {
		if i := strings.Index(t, call); i >= 0 {
			if s, ok := firstString(t[i+len(call):]); ok {
				k.runs(s, row)
			} else {
				k.effect(RunBuilt, row)
			}
			return
		}
	}
	for _, call := range []struct{ name, kind string }{{"delete(", "DELETE"}, {"writefile(", "WRITE"}, {"rename(", "DELETE"}, {"mkdir(", "WRITE"}, {"os.remove(", "DELETE"}, {"readfile(", "READ"}} {
		if i := strings.Index(t, call.name); i >= 0 {
			rest := t[i+len(call.name):]
			if call.name == "writefile(" {
				if j := strings.LastIndexByte(rest, ']'); j >= 0 {
					rest = rest[j+1:]
				}
			}
			w := unsure(t, &gap{hole: t})
			if s, ok := firstString(rest); ok {
				w = lit(s)
			}
			k.values(row, []value{{kind: call.kind, words: []Word{w}}})
		}
	}
	n := 0
	for n < len(t) && t[n]|0x20 >= 'a' && t[n]|0x20 <= 'z' {
		n++
	}
	verb, rest := t[:n], t[n:]
	if strings.HasPrefix(rest, "3 ") || strings.HasPrefix(rest, "3x ") {
		rest = rest[2:]
	}
	force := strings.HasPrefix(rest, "!")
	rest = strings.TrimSpace(strings.TrimPrefix(rest, "!"))
	switch verb {
	case "r", "read", "w", "write", "up", "update", "sav", "saveas", "wq", "x", "xit", "e", "edit", "sp", "split", "vs", "vsplit", "tabe", "tabedit", "new":
		if cmd, ok := strings.CutPrefix(rest, "!"); ok || force && (verb == "r" || verb == "read" || verb == "w" && rest != "" && strings.Contains(text, "w !")) {
			k.runs(oneText(cmd, rest), row)
			return
		}
		name, tail, _ := strings.Cut(rest, "|")
		name = strings.TrimSpace(strings.TrimPrefix(name, ">>"))
		if name != "" {
			kind := "WRITE"
			if verb[0] == 'r' {
				kind = "READ"
			}
			k.values(row, []value{{kind: kind, words: []Word{k.exPath(name)}}})
		}
		if tail != "" {
			k.ex(tail, row)
		}
		return
	case "exe", "exec", "execute", "norm", "normal", "call", "cal", "bufdo", "windo", "argdo", "silent", "sil", "au", "autocmd", "g", "global", "v", "let", "redir", "verbose", "tabdo", "cdo", "ldo":
		rest = strings.Trim(rest, ` "'`)
		if i := strings.Index(rest, "!"); i >= 0 && (verb[0] == 'e' || verb[0] == 's' || verb[0] == 'n') {
			if i == 0 || strings.HasSuffix(strings.TrimSpace(rest[:i]), ":") {
				k.runs(strings.Trim(rest[i+1:], `"'`), row)
				return
			}
		}
		if verb == "silent" || verb == "sil" || verb == "verbose" || verb == "bufdo" || verb == "argdo" || verb == "windo" || verb == "exe" || verb == "exec" || verb == "execute" {
			k.ex(rest, row)
		}
		if verb == "redir" {
			k.values(row, []value{{kind: "WRITE", words: []Word{k.exPath(strings.TrimLeft(rest, "!> "))}}})
		}
		if verb == "let" && (strings.Contains(rest, "&shell") || strings.Contains(rest, "$PATH")) {
			k.effect(Hijack, row)
		}
		if verb[0] == 'g' || verb == "v" {
			if i := strings.LastIndex(rest, "/"); i >= 0 {
				k.ex(rest[i+1:], row)
			}
		}
	case "py", "python", "pyx", "pythonx", "pyf", "pyfile":
		if verb == "pyf" || verb == "pyfile" {
			k.effect(RunUnseen, row)
			return
		}
		k.code("python", textFlow(rest), row)
	case "lua":
		k.code("lua", textFlow(rest), row)
	case "perl", "pe":
		k.code("perl", textFlow(rest), row)
	case "ruby", "rub":
		k.code("ruby", textFlow(rest), row)
	case "so", "source", "ru", "runtime", "luafile", "luaf", "rubyfile", "terminal", "term", "te", "make", "mak", "grep", "gr", "packadd":
		if verb[0] == 't' && rest != "" {
			k.runs(rest, row)
			return
		}
		k.effect(RunUnseen, row)
	case "se", "set", "setl", "setlocal", "setg":
		for _, opt := range []string{"shell=", "sh=", "makeprg", "grepprg", "equalprg", "formatprg", "keywordprg", "exrc"} {
			if strings.Contains(rest, opt) {
				k.effect(Hijack, row)
			}
		}
	case "sh", "shell":
		k.interactive(row)
	default:
		if before, after, ok := strings.Cut(t, "|"); ok && before != "" && verb != "s" {
			k.ex(after, row)
		}
	}
}

func oneText(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// exPath is a path in an ex command, where ~ and $NAME are expanded.
func (k *call) exPath(name string) Word {
	if rest, ok := strings.CutPrefix(name, "~/"); ok {
		return lit(k.scene.Home + "/" + rest)
	}
	if rest, ok := strings.CutPrefix(name, "$HOME"); ok {
		return lit(k.scene.Home + rest)
	}
	if strings.ContainsAny(name, "$%#`") {
		return unsure(name, &gap{hole: name})
	}
	return lit(strings.ReplaceAll(name, `\ `, " "))
}

// runs is shell text that an editor is told to run.
func (k *call) runs(text, row string) {
	fixed := k.fixed
	k.values(row, []value{{kind: "LINE", words: []Word{lit(strings.TrimSpace(text))}}})
	k.fixed = fixed
}

// firstString is the first quoted string of s, if s begins with one.
func firstString(s string) (string, bool) {
	s = strings.TrimLeft(s, " ,\t\n[")
	if s == "" || s[0] != '"' && s[0] != '\'' {
		return "", false
	}
	for i := 1; i < len(s); i++ {
		if s[i] == '\\' && s[0] == '"' {
			i++
			continue
		}
		if s[i] == s[0] {
			return strings.NewReplacer(`\"`, `"`, `\\`, `\`).Replace(s[1:i]), true
		}
	}
	return "", false
}

// doEd: ed reads its commands from standard input.
func doEd(k *call, a *args) {
	if w := a.word(0); strings.HasPrefix(w.Text(), "!") && len(a.operands) > 0 {
		k.runs(w.Text()[1:], k.name)
		a.operands = nil
	}
	if k.emptyInput() {
		k.interactive(k.name)
	}
	if k.name == "red" {
		return
	}
	if !k.in.known() {
		k.exInput()
		return
	}
	typing := false // text that a, c or i put in, up to a line with one dot
	for l := range strings.SplitSeq(k.in.text(), "\n") {
		switch t := strings.TrimLeft(l, "0123456789,.$;+-'/ "); {
		case typing:
			typing = l != "."
		case t == "a" || t == "i" || t == "c":
			typing = true
		default:
			k.ex(l, k.name+" (standard input)")
		}
	}
	k.stdin = true
}

// doEmacs reads the Lisp that emacs is given in the line.
func doEmacs(k *call, a *args) {
	batch := false
	for _, f := range a.flags {
		batch = batch || hasName("-batch --batch -script --script -x", f.name)
		if hasName("-eval --eval -e -execute --execute", f.name) && len(f.values) > 0 {
			batch = true
			w := f.values[0].words[0]
			if !w.Known() {
				k.effect(RunBuilt, k.name+": "+f.name)
			}
			k.lisp(w.Text(), k.name+": "+f.name)
		}
	}
	if !batch && k.emptyInput() {
		k.interactive(k.name)
	}
}

// lisp finds the calls in Emacs Lisp that run, write, delete or send.
func (k *call) lisp(t, row string) {
	for _, call := range []struct{ name, kind string }{
		{"shell-command-to-string", "LINE"}, {"shell-command", "LINE"}, {"async-shell-command", "LINE"}, {"compile", "LINE"},
		{"call-process", "LINE"}, {"start-process", "RUN"}, {"make-process", "RUN"}, {"process-lines", "LINE"}, {"process-file", "LINE"},
		{"delete-file", "DELETE"}, {"delete-directory", "DELETE"}, {"rename-file", "MOVE"}, {"write-file", "WRITE"}, {"write-region", "WRITE"}, {"copy-file", "READ"}, {"with-temp-file", "WRITE"}, {"find-file", "READ"}, {"insert-file-contents", "READ"},
		{"url-retrieve", "URL"}, {"url-copy-file", "URL"}, {"load-file", "RUN"}, {"load", "RUN"}, {"package-install", "RUN"}, {"eval", "RUN"}, {"term", "RUN"}, {"shell", "RUN"},
	} {
		for from := 0; ; {
			i := strings.Index(t[from:], "("+call.name)
			if i < 0 {
				break
			}
			from += i + 1 + len(call.name)
			rest := t[from:]
			if rest != "" && (nameByte(rest[0]) || rest[0] == '!') {
				continue
			}
			s, ok := firstString(rest)
			switch {
			case call.kind == "RUN":
				k.effect(RunUnseen, row)
				for r := rest; ; {
					i := strings.IndexByte(r, '"')
					if i < 0 {
						break
					}
					s, ok := firstString(r[i:])
					if !ok {
						break
					}
					r = r[i+len(s)+2:]
					if strings.Contains(s, " ") || Lookup(s) != nil {
						k.runs(s, row)
					}
				}
			case ok && strings.HasPrefix(s, "~/"):
				k.values(row, []value{{kind: call.kind, words: []Word{k.exPath(s)}}})
			case ok && call.kind == "LINE" && strings.Contains(call.name, "process"):
				k.runs(strings.ReplaceAll(strings.ReplaceAll(rest, `"`, " "), " nil", " "), row)
			case ok && call.kind == "LINE":
				k.runs(s, row)
			case ok:
				k.values(row, []value{{kind: call.kind, words: []Word{lit(s)}}})
			case call.kind == "WRITE" && strings.Contains(rest, `"`):
				s, _ := firstString(rest[strings.IndexByte(rest, '"'):])
				k.values(row, []value{{kind: call.kind, words: []Word{k.exPath(s)}}})
			default:
				k.effect(RunBuilt, row)
			}
		}
	}
}
