package classify

import (
	"path"
	"strings"
)

// find and fd: which files they mean, and what is done to those.

// findTests is what find's tests say of the files that its actions get.
type findTests struct {
	tails []string // names of the files, as patterns; "" for any
	dirs  bool     // empty folders alone
	roots bool     // no test keeps the folders where it starts out
}

// readTests reads find's expression. Its parts that -o joins are alternatives;
// one that only prunes has no action.
func readTests(words []Word) findTests {
	var t findTests
	name, in, prunes, acts, used, negated := "", "", false, false, false, false
	empty, isDir, typed := false, false, false
	t.roots = true
	end := func() {
		tail := name
		switch {
		case in != "" && name == "":
			tail = in
		case strings.HasSuffix(in, "/*"):
			tail = strings.TrimSuffix(in, "*") + name
		}
		if used && (acts || !prunes) {
			t.tails = append(t.tails, tail)
		}
		name, in, prunes, acts, used, negated = "", "", false, false, false, false
	}
	for i := 0; i < len(words); i++ {
		w := words[i]
		next := Word{}
		if i+1 < len(words) {
			next = words[i+1]
		}
		switch {
		case !w.Known(), w.Has("( ) -a -and"):
			continue
		case w.Has("! -not"):
			negated = true
			continue
		case w.Has("-o -or ,"):
			end()
		case w.Has("-exec -execdir -ok -okdir"):
			used, acts = true, true
			for i++; i < len(words) && !words[i].Is(";") && !(words[i].Is("+") && words[i-1].Text() == "{}"); i++ {
			}
		case w.Has("-name -iname"):
			used, i = true, i+1
			if !negated && next.Known() {
				name = next.Text()
			}
		case w.Has("-path -ipath -wholename -iwholename"):
			used, i = true, i+1
			if !negated && next.Known() {
				in = strings.TrimPrefix(strings.TrimPrefix(next.Text(), "./"), "*/")
			}
		case w.Is("-prune"):
			prunes, used = true, true
		case w.Is("-empty"):
			empty, used = true, true
		case w.Is("-type"):
			isDir, typed = isDir || next.Is("d") && !negated, true
			used, i = true, i+1
		case w.Has("-maxdepth -mindepth"):
			t.roots = t.roots && w.Is("-maxdepth")
			i++
		case w.Has("-depth -xdev -mount -H -L -P -daystart"):
		case w.Has("-delete -print -print0 -ls"):
			used, acts = true, true
		case strings.HasPrefix(w.Text(), "-"):
			used, t.roots = true, false
		}
		negated = false
	}
	t.roots = t.roots && (isDir || !typed)
	end()
	if len(t.tails) == 0 {
		t.tails = []string{""}
	}
	for i, n := range t.tails {
		if strings.Trim(n, "*?./") == "" && n != ".*" {
			t.tails[i] = ""
		}
	}
	t.dirs = empty && isDir
	return t
}

// secretNames are names of credentials that a pattern may mean.
var secretNames = [...]string{"id_rsa", "id_ed25519", ".netrc", ".git-credentials", ".env", ".npmrc", ".pypirc", "credentials", ".bash_history", "secrets.yml", "server.pem", "server.key"}

// meant adds to the patterns the credentials and settings that they match.
func meant(tails []string) []string {
	out := tails
	for _, t := range tails {
		if strings.HasPrefix(t, "settings") && globMatch(t, "settings.json") {
			out = append(out[:len(out):len(out)], ".claude/settings.json")
		}
		if !strings.ContainsAny(t, "*?[") || strings.Contains(t, "/") {
			continue
		}
		for _, n := range secretNames {
			if globMatch(t, n) {
				out = append(out[:len(out):len(out)], n)
				break
			}
		}
	}
	return out
}

// listed are the words that stand for the files below roots with one of tails.
func (k *call) listed(roots []Word, tails []string) []Word {
	var out []Word
	for _, r := range roots {
		ps := k.paths(r)
		for _, t := range tails {
			w := unsure("{}", &gap{hole: "a file that " + k.name + " finds", flow: flow{&content{tail: t, from: "names from " + k.name}}})
			if len(ps) == 0 {
				w.set(r.Text() + "/{}")
				w.edit().tail = t
				w.edit().flow = comes(0, r.hole())
				out = append(out, w)
				continue
			}
			for _, p := range ps {
				w.edit().flow.edit().place = path.Clean(p)
				out = append(out, w)
			}
		}
		if len(out) > 64 {
			return append(out[:64:64], unsure("{}", &gap{hole: "a file that " + k.name + " finds"}))
		}
	}
	return out
}

// listing is the flow of the names of listed words.
func (k *call) listing(ws []Word) flow {
	f := comes(0, "names from "+k.name)
	places := map[string]bool{}
	for i, w := range ws {
		if w.flow().place() == "" {
			return comes(0, f.from())
		}
		places[w.flow().place()] = true
		if i == 0 {
			f.edit().tail = w.flow().tail()
		} else if f.tail() != w.flow().tail() && !(isOutput("x/"+f.tail()) && isOutput("x/"+w.flow().tail())) {
			f.edit().tail = ""
		}
	}
	f.edit().place = common(places)
	return f
}

func doFind(k *call, a *args) {
	var roots []Word
	for _, v := range a.operands {
		if w := v.words[0]; !w.Has("( ) ! ,") {
			roots = append(roots, w)
		}
	}
	a.operands = a.operands[:0:0]
	for _, w := range roots {
		a.operands = append(a.operands, value{kind: "LIST", words: []Word{w}})
	}
	if w := a.value("-f"); w.Text() != "" {
		roots = append(roots, w)
	}
	if a.has("-files0-from") {
		roots = append(roots, unsure("…", &gap{hole: "a line of a file"}))
	}
	if len(roots) == 0 {
		roots = []Word{lit(".")}
	}
	tests := readTests(k.words[1:])
	words := k.listed(roots, tests.tails)
	if tests.roots && len(tests.tails) == 1 && tests.tails[0] == "" && !tests.dirs {
		words = append(words, roots...)
	}
	for i := range a.flags {
		f := &a.flags[i]
		row := k.name + ": " + f.name
		switch {
		case f.name == "-delete":
			kind := "DELETE"
			if tests.dirs {
				kind = "WRITE"
			}
			for _, w := range append(words, k.listed(roots, meant(tests.tails)[len(tests.tails):])...) {
				k.values(row, []value{{kind: kind, words: []Word{w}}})
			}
		case hasName("-exec -execdir -ok -okdir", f.name) && len(f.values) > 0:
			all := words
			if more := meant(tests.tails); len(more) > len(tests.tails) {
				all = k.listed(roots, more)
			}
			k.each(f.values[0].words, all, strings.HasSuffix(f.name, "dir"))
			f.values = nil
			if !a.has("-print -print0 -ls -printf") {
				k.prints(k.out.hidden())
			}
		}
	}
	if k.fixed {
		return
	}
	if f := a.value("-printf"); f.Text() != "" && strings.Trim(strings.ReplaceAll(f.Text(), "%p", ""), `\n0`) != "" {
		k.prints(comes(0, "the output of find"))
		if strings.Trim(strings.NewReplacer("%s", "", "%T@", "", "%m", "", "%d", "", "%y", "").Replace(f.Text()), ` \n0`) == "" {
			k.prints(marked(markPlain))
		}
		return
	}
	if a.has("-delete") {
		k.prints(nothing)
		return
	}
	tails := tests.tails
	if more := meant(tails); len(tails) == 1 && len(more) > 1 {
		tails = more[1:] // whoever gets the names may get that one
	}
	k.prints(k.listing(k.listed(roots, tails)))
}

// each runs an inner command once for each of the words, which stand where
// {} stands in it.
func (k *call) each(cmd, words []Word, there bool) {
	for _, m := range words {
		in := k.child()
		in.in = flow{}
		if there {
			in.sh.dirs = nil
			if m.flow().place() != "" {
				in.sh.dirs = []string{m.flow().place()}
			} else if ps := k.paths(m); len(ps) > 0 { // where it starts out
				in.sh.dirs, m = []string{path.Dir(path.Clean(ps[0]))}, lit(path.Clean(ps[0]))
			}
		}
		filled := make([]Word, len(cmd))
		for j, w := range cmd {
			filled[j] = fill(w, "{}", m)
		}
		if len(filled) > 0 {
			k.out = in.call(filled, k.src)
		}
		if !anyHas(cmd, "{}") {
			break
		}
	}
	k.fixed = true
}

// doFd: fd [FLAGS] [PATTERN] [PATH...].
func doFd(k *call, a *args) {
	tail := ""
	if e := a.value("-e --extension"); e.Known() && e.Text() != "" {
		tail = "*." + strings.TrimPrefix(e.Text(), ".")
	}
	if p := a.word(0); p.Known() && p.Text() != "" {
		for _, n := range secretNames { // a part of a name is enough
			if bare := strings.Trim(strings.ReplaceAll(p.Text(), `\.`, "."), "^$"); tail == "" && len(bare) > 3 && strings.Contains(n, bare) {
				tail = n
			}
		}
		switch {
		case a.has("-g --glob"):
			tail = p.Text()
		case strings.HasPrefix(p.Text(), "^") && strings.HasSuffix(p.Text(), "$"):
			if name := strings.ReplaceAll(p.Text()[1:len(p.Text())-1], `\.`, "."); !strings.ContainsAny(name, `\*+?()[]{}|^$`) {
				tail = name
			}
		}
	}
	if strings.Trim(tail, "*?.") == "" {
		tail = ""
	}
	var roots []Word
	if len(a.words) > 1 {
		roots = a.words[1:]
	}
	if w := a.value("--search-path"); w.Text() != "" {
		roots = append(roots, w)
	}
	if w := a.value("-C --base-directory"); w.Text() != "" {
		k.chdir(w)
	}
	if len(roots) == 0 {
		roots = []Word{lit(".")}
	}
	words := k.listed(roots, []string{tail})
	for i := range a.flags {
		f := &a.flags[i]
		if !hasName("-x --exec -X --exec-batch", f.name) || len(f.values) == 0 {
			continue
		}
		cmd := append([]Word(nil), f.values[0].words...)
		for j, w := range cmd {
			for _, mark := range []string{"{/.}", "{//}", "{/}", "{.}"} {
				if strings.Contains(w.Text(), mark) {
					cmd[j].set(strings.ReplaceAll(w.Text(), mark, "{}"))
				}
			}
		}
		if !anyHas(cmd, "{}") {
			cmd = append(cmd, lit("{}"))
		}
		k.each(cmd, words, false)
		f.values = nil
		k.prints(k.out.hidden())
	}
	if !k.fixed {
		k.prints(k.listing(words))
	}
}
