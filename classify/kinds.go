package classify

import (
	"path"
	"strings"
)

// kinds are the words of a synopsis. A kind says what becomes of the word that
// stands there:
//
//	TEXT     nothing: a name, a number, a pattern
//	READ     a path that is read
//	RREAD    a path that is read with all below it
//	LIST     a path whose names are listed
//	WRITE    a path that is made or changed
//	CHANGE   a path that is changed with all below it (chmod -R)
//	EMPTY    a path that is left with nothing (truncate -s 0)
//	DELETE   a path that is removed
//	MOVE     a path that goes elsewhere (mv)
//	CD       a folder in which the call works
//	URL      an address that is talked to
//	DATA     text that is sent, or @FILE whose content is
//	SEND     a path whose content is sent
//	AUTH     a credential, used as one
//	HEADER   a header of a request
//	VAR      NAME=value; leading ones only
//	CMD      another command: this word and all after it
//	SCRIPT   shell text: this word and all after it
//	LINE     shell text: this word alone
//	HOST     the machine on which the CMD or SCRIPT after it runs
//	DAEMON   the address or name of a container daemon that does it all
//	BOX      the container in which the CMD or SCRIPT after it runs
//	RUN:x    a file that interpreter x runs, and its arguments
//	CODE:x   code for interpreter x
//	REST     what the program itself reads: this word and all after it
//	ARGV     the same after a flag with code: flags behind it belong to the code
//	LOAD     a module, plug-in or configuration that is loaded as code
//	BUILD    a file or folder that says what is built and run
//	INDEX    the address of a package registry
//	TOOL     a package that is fetched and run, and its arguments
//	PKG      a package that is installed
//	SQL      text of a query, at a database of this machine
//	PROGRAM  the name of a program that is then run (a pager, an editor)
//	SETTING  name=value of a program's settings
//	REV      a revision of git, a path, or REVISION:PATH, which is read
//
// CODE and RUN name an interpreter: sh, python, node, perl, ruby, php, lua,
// awk, sed, …
func knownKind(kind string) bool {
	head, _, _ := strings.Cut(kind, ":")
	return strings.Contains(" TEXT READ RREAD LIST WRITE CHANGE EMPTY DELETE MOVE CD URL DATA SEND AUTH HEADER VAR CMD SCRIPT LINE HOST DAEMON BOX RUN CODE REST ARGV LOAD BUILD INDEX TOOL PKG SQL PROGRAM SETTING REV ", " "+head+" ")
}

// values adds what happens to each operand or flag value, by its kind.
func (k *call) values(row string, vals []value) {
	boxed := false
	for _, v := range vals {
		kind, lang, _ := strings.Cut(v.kind, ":")
		if kind == "BOX" {
			boxed = true
		}
		if len(v.words) == 0 {
			continue
		}
		w := v.words[0]
		switch kind {
		case "TEXT":
			if w.flow().secret() {
				k.sent = append(k.sent, w)
			}
		case "READ":
			k.touch(reads, w, row, k.src)
			if !w.Known() && w.flow().place() != "" && w.flow().tail() == "" && w.tail() == "" { // all that a listing names
				k.reads = append(k.reads, k.contentBelow(w, row))
			} else {
				k.reads = append(k.reads, k.content(w))
			}
			if w.flow().secret() {
				k.sent = append(k.sent, w)
			}
		case "RREAD":
			k.touch(reads, w, row, k.src)
			k.reads = append(k.reads, k.contentBelow(w, row))
		case "LIST":
			k.touchList(w, row)
		case "WRITE":
			k.write(w, row)
		case "CHANGE":
			k.change(w, row)
		case "EMPTY":
			if !k.dry {
				k.emptied(w, row, k.src)
			}
		case "DELETE":
			if k.dry {
				k.touch(reads, w, row, k.src)
			} else {
				k.touch(deletes, w, row, k.src)
			}
		case "MOVE":
			k.move(w, row)
		case "CD":
			k.touch(reads, w, row, k.src)
			k.chdir(w)
		case "URL":
			k.url(w, row)
		case "DATA", "SEND":
			switch {
			case k.dry && kind == "SEND":
				k.touch(reads, w, row, k.src)
			case k.dry:
			case kind == "DATA":
				k.data(w, row)
			default:
				k.send(w, row)
			}
		case "AUTH":
			if w.flow().secret() || w.Text() != "" && !w.Known() {
				k.effect(Secret, row)
			}
		case "HEADER":
			k.header(w, row)
		case "VAR":
			if name, val, ok := strings.Cut(w.Text(), "="); ok {
				x := w
				x.set(val)
				x.edit().stem = strings.TrimPrefix(x.stem(), name+"=")
				k.sh = k.sh.clone()
				k.assignWord(name, x, k.src)
				vv := k.sh.vars[name]
				vv.export = true
				k.sh.vars[name] = vv
			}
		case "DAEMON":
			k.effect(daemonEffect(w), row)
		case "CMD":
			k.innerCall(v, boxed)
		case "SCRIPT", "LINE":
			words := v.words
			if kind == "LINE" {
				words = words[:1]
			}
			k.innerScript(words, row, v.host, boxed)
		case "RUN":
			k.runScript(lang, v.words, row)
		case "CODE":
			if (lang == "sed" || lang == "awk") && fromEnv(w) {
				k.scanCode(lang, w.Text(), row)
				continue
			}
			if !scanned(lang) {
				k.otherCode(k.wordFlow(w), row)
			}
			k.code(lang, k.wordFlow(w), row)
		case "REST", "ARGV":
			for _, w := range v.words {
				if w.flow().secret() {
					k.sent = append(k.sent, w)
				}
			}
		case "LOAD":
			k.load(w, row)
		case "BUILD":
			k.buildsAt(w, row)
		case "INDEX":
			k.index(w, row)
		case "TOOL":
			k.tool(v.words, row)
		case "PKG":
			k.pkg(w, row)
		case "SQL":
			k.sql(k.wordFlow(w), row)
		case "PROGRAM":
			k.programNamed(w, row)
		case "SETTING":
			k.gitSetting(w, row)
		case "REV":
			k.revision(w, row)
		}
	}
}

// scanned reports whether guard reads code of lang; other code is not seen.
func scanned(lang string) bool {
	return hasName("sh python node perl ruby php lua r awk sed pwsh osascript", lang)
}

// fromEnv reports whether what cannot be told of w are plain variables of the
// environment, behind text that is known: s/VERSION/$VERSION/.
func fromEnv(w Word) bool {
	if w.Known() || w.stem() == "" || !w.flow().same(comes(0, w.flow().from())) || strings.ContainsAny(w.Text(), "`") || strings.Contains(w.Text(), "$(") {
		return false
	}
	for rest := w.Text(); ; {
		_, after, ok := strings.Cut(rest, "${")
		if !ok {
			return true
		}
		name, tail, ok := strings.Cut(after, "}")
		if !ok || !isName(name) {
			return false
		}
		rest = tail
	}
}

// wordFlow is the text of w as a flow.
func (k *call) wordFlow(w Word) flow {
	if w.Known() {
		return textFlow(w.Text())
	}
	f := w.flow()
	f.edit().known = false
	f.mark(markBuilt, true)
	f.edit().text = w.Text()
	if w.stem() != "" || w.Text() != w.hole() {
		f.edit().file = "" // the file's text is a part of it only
	}
	if f.from() == "" {
		f.edit().from = w.hole()
	}
	return f
}

// child is the context of a command that k starts.
func (k *call) child() *ctx {
	in := k.inner(k.name)
	in.sh = k.sh.clone()
	if !k.cmd.inProcess() {
		in.sh.forget()
	}
	return in
}

// inProcess reports whether the inner text runs in the same shell (eval).
func (c *Command) inProcess() bool {
	return hasName("eval source . trap command builtin exec time coproc", c.firstName())
}

// forget leaves only what a child process gets of the shell's state.
func (sh *shell) forget() {
	for n, v := range sh.vars {
		if !v.export && n != "HOME" && n != "PATH" && n != "TMPDIR" {
			delete(sh.vars, n)
			sh.vars[n] = variable{words: []Word{unsure("$"+n, &gap{hole: "$" + n, split: true, flow: v.flows()})}}
		}
	}
	sh.aliases = map[string]string{}
	sh.args, sh.open, sh.self = nil, false, Word{}
}

func (v variable) flows() flow {
	f := holeFlow(v.words)
	return marked(when(f.secret(), markSecret) | when(f.download(), markDownload))
}

// unseenDir is the folder in which a command on another machine or in a
// container starts, as far as it can be told.
func (c *ctx) unseenDir() []string {
	switch {
	case c.away:
		return nil
	case c.boxDir != "":
		return []string{c.boxDir}
	}
	return []string{"/" + some}
}

func (k *call) innerCall(v value, boxed bool) {
	in := k.child()
	in.away = in.away || v.host
	in.boxed = in.boxed || boxed
	words := v.words
	if in.away || in.boxed {
		in.sh.dirs = in.unseenDir()
	}
	for len(words) > 0 && isVarWord(words[0].Text()) && hasName("env sudo doas", k.cmd.firstName()) {
		words = words[1:]
	}
	if len(words) == 0 {
		return
	}
	// A shell keyword cannot stand here; a builtin can.
	k.out = in.call(words, k.src)
	k.fixed, k.stdin = true, true
}

func (k *call) innerScript(words []Word, row string, host, boxed bool) {
	in := k.child()
	in.away = in.away || host
	in.boxed = in.boxed || boxed
	if in.away || in.boxed {
		in.sh.dirs = in.unseenDir()
	}
	k.innerScriptIn(in, words, row)
}

func (k *call) innerScriptIn(in *ctx, words []Word, row string) {
	if k.cmd.inProcess() {
		in.sh = k.sh
	}
	k.fixed, k.stdin = true, true
	var b strings.Builder
	for i, w := range words {
		if i > 0 {
			b.WriteByte(' ')
		}
		if w.Known() {
			b.WriteString(w.Text())
			continue
		}
		if w.flow().vetted() && len(words) == 1 && w.Text() == w.hole() {
			k.effect(RunUnseen, row)
			return
		}
		if w.flow().secret() && in.away {
			k.foundWhy(Leak, row, cut(w.hole(), 60), k.src)
		}
		if w.flow().download() {
			k.effect(RunDownload, row)
			return
		}
		if w.flow().file() != "" && !w.flow().secret() && len(words) == 1 && w.stem() == "" {
			k.runText(in, w.flow(), row)
			return
		}
		if envHook(w.Text()) && len(k.sh.funcs) == 0 && len(k.sh.aliases) == 0 {
			k.effect(RunProject, row+" (an environment hook)")
			return
		}
		if w.glob() || w.flow().plain() && !w.flow().built() && !w.flow().secret() { // a plain word cannot become code ("kill $!")
			b.WriteString(w.Text())
			continue
		}
		if w.flow().place() != "" && w.stem() != "" && !w.flow().built() && !w.flow().secret() {
			// sh -c 'wc -l {}' of a listing: the name is an operand there
			in.sh.vars["_listed"] = variable{words: []Word{unsure(some, &gap{hole: w.hole(), flow: flow{&content{place: w.flow().place(), tail: w.flow().tail(), from: w.flow().from()}}})}}
			b.WriteString(strings.NewReplacer(some, `"$_listed"`, "{}", `"$_listed"`).Replace(w.Text()))
			continue
		}
		k.foundWhy(RunBuilt, row, cut(w.hole(), 60)+" is part of what is run", k.src)
		k.does |= RunBuilt
		// What is plain of it keeps its own tier.
		b.WriteString(strings.ReplaceAll(w.Text(), "\x00", ""))
	}
	k.out = in.script(b.String())
	if in.away {
		k.out.mark(markDownload, true)
		k.out.edit().known = false
	}
}

// envHook reports whether text is a substitution by which a known tool sets up
// the shell.
func envHook(text string) bool {
	t := strings.Trim(text, `"`)
	t = strings.TrimPrefix(strings.TrimPrefix(t, "$("), "`")
	t = strings.ReplaceAll(strings.TrimRight(t, ")`"), "2>/dev/null", "")
	if strings.ContainsAny(t, ";|&<>$`\n\\") {
		return false // more than the hook
	}
	for _, pre := range []string{"fnm env", "direnv hook", "direnv export", "ssh-agent", "brew shellenv", "/opt/homebrew/bin/brew shellenv", "rbenv init", "pyenv init", "pyenv virtualenv-init", "nodenv init", "starship init", "zoxide init", "mise activate", "mise env", "rtx activate", "conda shell.", "opam env", "dircolors", "nvm ", "jenv init", "goenv init", "asdf exec", "register-python-argcomplete", "luarocks path", "fzf --"} {
		if strings.HasPrefix(t, pre) {
			return true
		}
	}
	return false
}

// standardInput gives the call's input to what its table says it is.
func (k *call) standardInput(cmd *Command, a *args, name string) {
	kind := cmd.more().Stdin
	if a.form != nil {
		kind = a.form.Stdin
	} else if kind != "" && kind != "SEND" && (len(a.operands) > 0 && !a.operands[0].words[0].Is("-")) {
		kind = ""
	}
	if kind == "" || k.stdin {
		return
	}
	kind, lang, _ := strings.Cut(kind, ":")
	switch kind {
	case "SCRIPT":
		if k.emptyInput() {
			k.interactive(name)
			return
		}
		in := k.child()
		in.in = flow{}
		k.runText(in, k.in, name+" (standard input)")
		k.stdin = true
	case "CODE":
		if k.emptyInput() {
			k.interactive(name)
			return
		}
		if !scanned(lang) {
			k.otherCode(k.in, name+" (standard input)")
		}
		k.code(lang, k.in, name+" (standard input)")
	case "SQL":
		if k.emptyInput() {
			k.interactive(name)
			return
		}
		k.sql(k.in, name+" (standard input)")
	case "SEND":
		if k.in.secret() {
			k.foundWhy(Leak, name, k.in.from(), k.src)
		}
		if !k.emptyInput() {
			k.effect(Send, name+" (standard input)")
		}
	}
}

// emptyInput reports whether nothing of the line feeds the call's input: it is
// what the client gives it.
func (k *call) emptyInput() bool {
	f := k.in
	return !k.piped && !f.known() && f.same(flow{})
}

// interactive is an interpreter that waits for input that guard will not see.
func (k *call) interactive(name string) {
	if k.scene.Client == "codex" {
		k.foundWhy(RunBuilt, name, "it waits for input that guard does not see", k.src)
		return
	}
	k.foundWhy(RunUnseen, name, "it waits for input", k.src)
}

// runText gives a flow to a shell.
func (k *call) runText(in *ctx, f flow, row string) {
	switch {
	case f.vetted():
		k.foundWhy(RunUnseen, row, f.from(), k.src)
	case f.download():
		k.foundWhy(RunDownload, row, f.from(), k.src)
	case f.known():
		k.out, k.fixed = in.script(f.text()), true
	case f.file() != "":
		k.runShellFile(in, f.file(), nil, row)
	default:
		why := f.from()
		k.foundWhy(RunBuilt, row, why, k.src)
		if f.text() != "" {
			in.script(f.text())
		}
	}
}

// write is a path that is made or changed.
func (k *call) write(w Word, row string) {
	if k.dry {
		k.touch(reads, w, row, k.src)
		return
	}
	if hasName("chmod chown chgrp", k.cmd.firstName()) {
		for _, p := range k.paths(w) {
			if path.Base(p) == some && k.wipes(p) { // each file below: find / -exec chmod
				k.foundWhy(Wipe, row, k.show(p), k.src)
				return
			}
		}
	}
	k.touch(writes, w, row, k.src)
	if hasName("chmod chown chgrp touch setfacl xattr", k.cmd.firstName()) {
		return // what the file holds stays
	}
	if b := path.Base(w.Text()); w.Known() && len(b) > 1 && b[0] == '-' && !strings.HasPrefix(k.name, "git ") {
		k.foundWhy(Hijack, row, "programs take "+path.Base(w.Text())+" for a flag", k.src)
	}
	k.written = append(k.written, w)
	for _, p := range k.paths(w) {
		p = path.Clean(p)
		if !hasName("sed tee cp", k.cmd.firstName()) { // something may have been moved there
			delete(k.wholes, p)
		}
		if old, ok := k.files[p]; ok && (old.secret() || old.download()) {
			k.files[p] = old.hidden()
		} else {
			delete(k.files, p)
		}
	}
}

// keeps says of the files that the call wrote what it read: a credential that
// was copied is still one, and so is a download.
func (k *call) keeps() {
	for _, p := range k.arrived {
		k.brings(p[0], p[1], comes(markDownload, "what "+k.name+" wrote"))
	}
	if len(k.written) == 0 {
		return
	}
	read := flow{}
	if k.usesInput(nil) {
		read = k.in.hidden()
	}
	for _, f := range k.reads {
		read = read.merge(f.hidden())
	}
	read.mark(markDownload, read.download() || k.does&Fetch != 0)
	if !read.secret() && !read.download() {
		return
	}
	read.edit().from = "what " + k.name + " wrote"
	for _, w := range k.written {
		for _, p := range k.paths(w) {
			p = path.Clean(p)
			if _, ok := k.files[p]; !ok {
				k.files[p] = read
			}
			for _, to := range k.words[1:] { // the folder that was named may be the file itself
				for _, q := range k.paths(to) {
					if q = path.Clean(q); q == path.Dir(p) && k.isTemp(q) {
						k.files[q] = read
					}
				}
			}
		}
	}
}

// change is a path that is changed with all below it.
func (k *call) change(w Word, row string) {
	for _, p := range k.paths(w) {
		if k.wipes(p) {
			k.foundWhy(Wipe, row, k.show(p), k.src)
			return
		}
		if k.zoneAt(path.Clean(p), deletes) == zoneGuard { // it holds what guard is kept in place by
			k.touched(zoneGuard, writes, k.show(p), row, k.src)
			return
		}
	}
	k.write(w, row)
}

// move takes a path away: within the places where the agent works it is a
// write; from elsewhere it is a delete.
func (k *call) move(w Word, row string) {
	ps := k.paths(w)
	if len(ps) == 0 {
		k.touch(deletes, w, row, k.src)
		return
	}
	for _, p := range ps {
		switch k.zoneAt(path.Clean(p), deletes) {
		case zoneProject, zoneOutput, zoneTemp:
			if path.Clean(p) == k.scene.Project {
				k.touch(deletes, w, row, k.src)
				return
			}
			k.touch(writes, w, row, k.src)
		default:
			k.touch(deletes, w, row, k.src)
			return
		}
	}
}

// chdir makes the call work in w.
func (k *call) chdir(w Word) {
	k.sh = k.sh.clone()
	ps := k.paths(w)
	if len(ps) == 0 {
		k.sh.dirs = nil
		return
	}
	k.enter(ps[0])
}

// touchList lists the names below w, which says nothing of what the files hold.
func (k *call) touchList(w Word, row string) {
	ps := k.paths(w)
	if len(ps) == 0 && k.away && !w.pipe() && !w.Is("") {
		k.touched(zoneNowhere, reads, w.Text(), row, k.src)
	}
	for _, p := range ps {
		if z := k.zone(p); z == zoneAway || z == zoneNowhere {
			k.touched(z, reads, w.Text(), row, k.src)
		}
	}
}

// contentBelow is what reading w with all below it gives. A folder that holds
// credentials gives them, too.
func (k *call) contentBelow(w Word, row string) flow {
	out := k.content(w)
	for _, p := range k.paths(w) {
		for q, f := range k.files {
			if f.secret() && below(q, path.Clean(p)) {
				out.mark(markSecret, true)
				out.edit().known = false
			}
		}
	}
	for _, p := range k.paths(w) {
		p = path.Clean(p)
		if path.Base(p) == some {
			p = path.Dir(p)
		}
		h := k.scene.Home
		if h != "" && within(h, p) || p == "/" || p == "/etc" || p == "/home" || p == "/root" || p == "/proc" || path.Dir(p) == "/home" || path.Dir(p) == "/Users" || h != "" && (p == h+"/.config" || p == h+"/*" || p == h+"/.*") {
			k.touched(zoneSecrets, reads, k.show(p)+" with all below it", row, k.src)
			out.mark(markSecret, true)
			out.edit().known = false
		}
		for _, d := range secretFolders { // ~/.mozilla holds ~/.mozilla/firefox
			if h != "" && p != h && strings.HasPrefix(folded(h)+d, folded(p)+"/") && folded(h)+d != folded(p)+"/" && !within(h, p) {
				k.touched(zoneSecrets, reads, k.show(p)+" with all below it", row, k.src)
				out.mark(markSecret, true)
				out.edit().known = false
				break
			}
		}
	}
	return out
}
