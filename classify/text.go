package classify

import (
	"encoding/base64"
	"path"
	"slices"
	"strings"
)

// Here is what the tables of cmd_text.go cannot say.

// filter sets the output of a program that makes other text of what it reads:
// where that is known, so is the result.
func (k *call) filter(a *args, decoder bool, change func(string) (string, bool)) {
	if k.fixed {
		return
	}
	f := k.input(a)
	if !f.known() && f.file() != "" && decoder && !f.secret() {
		if t := k.fileText(f.file()); t.known() {
			f = t
		}
	}
	if f.known() && len(f.text()) <= maxLine {
		if t, ok := change(f.text()); ok {
			f.edit().text = t
			k.prints(f)
			return
		}
	}
	g := f.hidden()
	g.mark(markBuilt, g.built() || decoder || f.known())
	if g.from() == "" {
		g.edit().from = "the output of " + k.name
	}
	k.prints(g)
}

// plusFirst: tail +5 is tail -n +5.
func plusFirst(words []Word) []Word {
	if len(words) > 0 && words[0].Known() && len(words[0].Text()) > 1 && words[0].Text()[0] == '+' && strings.Trim(words[0].Text()[1:], "0123456789") == "" {
		return append([]Word{lit("-n"), words[0]}, words[1:]...)
	}
	return words
}

func doHead(k *call, a *args) {
	n := a.value("-n --lines").Text()
	if a.has("-#") {
		for _, w := range k.words {
			if len(w.Text()) > 1 && w.Text()[0] == '-' && strings.Trim(w.Text()[1:], "0123456789") == "" {
				n = w.Text()[1:]
			}
		}
	}
	if n == "" {
		n = "10"
	}
	f := k.input(a)
	if !f.known() || a.has("-c --bytes -b -r -z") {
		if f.known() || a.has("-c --bytes") {
			k.filter(a, false, func(t string) (string, bool) { return "", false })
			return
		}
		k.prints(f) // the beginning or the end of a file is as good as the file
		return
	}
	k.filter(a, false, func(t string) (string, bool) { return some10(lines(t), n, k.name != "head" && k.name != "ghead") })
}

// doLess: a +COMMAND of a pager runs when it starts.
func doLess(k *call, a *args) {
	kept := a.operands[:0:0]
	for _, v := range a.operands {
		w := v.words[0]
		if !strings.HasPrefix(w.Text(), "+") {
			kept = append(kept, v)
			continue
		}
		t := strings.TrimLeft(w.Text(), "+")
		i := strings.IndexAny(t, "!|#")
		switch {
		case !w.Known():
			k.effect(Hijack, k.name+": +COMMAND")
		case i >= 0 && (i == 0 || t[0] != '/' && t[0] != '?' && t[0] != 'p'):
			k.effect(Hijack, k.name+": +COMMAND")
			k.values(k.name+": +COMMAND", []value{{kind: "LINE", words: []Word{lit(strings.TrimLeft(t[i+1:], "!"))}}})
		case strings.HasPrefix(t, "s"):
			k.values(k.name+": +s", []value{{kind: "WRITE", words: []Word{lit(strings.TrimSpace(t[1:]))}}})
		case strings.HasPrefix(t, "v"):
			k.effect(Hijack, k.name+": +COMMAND")
		}
	}
	a.operands = kept
}

// doOpenable: a program that reads a file or an address.
func doOpenable(k *call, a *args) {
	for i, v := range a.operands {
		if strings.Contains(v.words[0].Text(), "://") {
			a.operands[i].kind = "URL"
		}
	}
}

// doPlainReader: a program whose flags only shape what it shows.
func doPlainReader(k *call, a *args) {
	a.operands = nil
	for _, w := range a.words {
		switch {
		case strings.Contains(w.Text(), "://"):
			a.operands = append(a.operands, value{kind: "URL", words: []Word{w}})
		case w.Starts("--pager"), w.Starts("--paging-command"):
			_, v, _ := strings.Cut(w.Text(), "=")
			a.operands = append(a.operands, value{kind: "PROGRAM", words: []Word{lit(v)}})
		case strings.HasPrefix(w.Text(), "-"):
		case !w.Known() || looksPath(w.Text()):
			a.operands = append(a.operands, value{kind: "READ", words: []Word{w}})
		}
	}
	if k.name == "fx" && len(a.words) > 1 { // its operands are JavaScript
		for _, w := range a.words {
			if !looksPath(w.Text()) {
				a.operands = append(a.operands, value{kind: "CODE:node", words: []Word{w}})
			}
		}
	}
}

// looksPath reports whether text could be the name of a file, not a pattern or
// an expression.
func looksPath(t string) bool {
	return t != "" && !strings.ContainsAny(t, "|{}()[]<>\"' $") && (strings.ContainsAny(t, "/~") || path.Ext(t) != "" && t[0] != '.' || strings.HasPrefix(t, ".env"))
}

// sortPrograms: what sort may pack its temporary files with.
func doSort(k *call, a *args) {
	for i := range a.flags {
		if f := &a.flags[i]; f.name == "--compress-program" && len(f.values) > 0 {
			k.compressor(f)
		}
	}
	if a.has("-o --output -c -C --check") {
		k.prints(nothing)
	}
	if f := a.flag("-o --output"); f != nil && len(f.values) > 0 && len(a.words) > 0 && !slices.ContainsFunc(a.words, func(w Word) bool { return !w.Is("/dev/null") }) {
		f.values[0].kind = "EMPTY"
	}
	if w := a.value("-T --temporary-directory"); w.Text() != "" {
		a.flag("-T --temporary-directory").values[0].words = []Word{inside(w, "")}
	}
}

func doCut(k *call, a *args) {
	defer k.fieldOfNames(a)
	k.filter(a, false, func(t string) (string, bool) {
		if a.has("--complement -s -n -w -z --only-delimited --zero-terminated --output-delimiter") {
			return "", false
		}
		d := "\t"
		if w := a.value("-d --delimiter"); w.Known() && w.Text() != "" {
			d = w.Text()
		}
		fields, bytes := a.value("-f --fields"), a.value("-c -b --characters --bytes")
		if fields.Known() && fields.Text() != "" {
			return eachLine(t, func(l string) (string, bool) {
				if !strings.Contains(l, d) {
					return l, true
				}
				parts, ok := pick(strings.Split(l, d), fields.Text())
				return strings.Join(parts, d), ok
			})
		}
		if bytes.Known() && bytes.Text() != "" && isASCII(t) {
			return eachLine(t, func(l string) (string, bool) {
				parts, ok := pick(strings.Split(l, ""), bytes.Text())
				return strings.Join(parts, ""), ok
			})
		}
		return "", false
	})
}

func doTr(k *call, a *args) {
	k.filter(a, true, func(t string) (string, bool) {
		if !a.word(0).Known() || len(a.words) > 1 && !a.word(1).Known() {
			return "", false
		}
		return translate(t, a.word(0).Text(), a.word(1).Text(), a.has("-c -C --complement"), a.has("-d --delete"), a.has("-s --squeeze-repeats"))
	})
	if k.out.built() && !k.in.known() && !k.in.built() { // tr -d '\n' of a command's output is no decoder
		k.out.mark(markBuilt, false)
	}
}

func doXxd(k *call, a *args) {
	if len(a.words) > 1 {
		k.put(a.words[1], comes(markBuilt, "xxd"))
	}
	if !a.has("-r -revert") {
		k.filter(a, false, func(t string) (string, bool) { return "", false })
		return
	}
	k.filter(a, true, func(t string) (string, bool) {
		if a.has("-p -ps -plain -postscript") {
			return decode("hex", t)
		}
		return undump(t)
	})
	if len(a.words) > 1 {
		k.put(a.words[1], k.out)
		k.prints(nothing)
	}
}

func doBase64(k *call, a *args) {
	read := a.flag("-i --input")
	if read != nil && len(read.values) == 0 && len(a.operands) == 0 && k.emptyInput() {
		k.prints(comes(markBuilt, k.name))
	}
	decodes := a.has("-d -D -di --decode")
	k.filter(a, decodes, func(t string) (string, bool) {
		how := "base64"
		switch {
		case strings.HasSuffix(k.name, "base32") || a.has("--base32"):
			how = "base32"
		case a.has("--base16"):
			how = "hex"
		case a.has("--base32hex --base2msbf --base2lsbf --z85 --base58"):
			return "", false
		}
		if decodes {
			return decode(how, t)
		}
		if how != "base64" {
			return "", false
		}
		return base64.StdEncoding.EncodeToString([]byte(t)) + "\n", true
	})
	if w := a.value("-o --output"); w.Text() != "" {
		k.put(w, k.out)
	}
}

func doOpensslEnc(k *call, a *args) {
	decodes := a.has("-d")
	plain := !a.has("-k -K -pass -kfile -aes-256-cbc -aes-128-cbc -aes-192-cbc -des3 -des -aes256 -aes128 -aes192 -aes-256-ctr") && (a.has("-base64 -a -A") || strings.HasSuffix(k.name, "base64"))
	k.filter(a, decodes, func(t string) (string, bool) {
		switch {
		case !plain:
			return "", false
		case decodes:
			return decode("base64", t)
		}
		return base64.StdEncoding.EncodeToString([]byte(t)) + "\n", true
	})
	if w := a.value("-out"); w.Text() != "" {
		k.put(w, k.out)
	}
}

// doSClient: what stands on standard input is sent.
func doSClient(k *call, a *args) {
	to := a.value("-connect")
	if to.Text() == "" {
		to = a.word(0)
	}
	if to.Text() == "" || isLoopback(hostOf(to.Text())) {
		return
	}
	if k.in.secret() {
		k.foundWhy(Leak, k.name, k.in.from(), k.src)
	}
	if !k.emptyInput() && !(k.in.known() && (strings.TrimSpace(k.in.text()) == "" || strings.TrimSpace(k.in.text()) == "Q")) {
		k.effect(Send, k.name+" (standard input)")
	}
}

// doEnvsubst prints what variables of the environment hold.
func doEnvsubst(k *call, a *args) {
	f := k.input(a)
	if !f.known() {
		k.prints(f.hidden())
		return
	}
	g := comes(markBuilt|when(f.secret(), markSecret), "the output of envsubst")
	for i := 0; i < len(f.text()); i++ {
		if f.text()[i] != '$' {
			continue
		}
		name := strings.TrimLeft(f.text()[i+1:min(i+66, len(f.text()))], "{")
		end := 0
		for end < len(name) && isName(name[:end+1]) {
			end++
		}
		if end > 0 && secretName(name[:end]) {
			k.effect(Secret, k.name+" prints "+name[:end])
			g.mark(markSecret, true)
		}
	}
	if !strings.Contains(f.text(), "$") {
		g = f
	}
	k.prints(g)
}

// doGrep: -r reads all below its operands, and the working folder without any;
// so do rg and its like.
func doGrep(k *call, a *args) {
	recursive := a.has("-r -R --recursive --dereference-recursive") || !strings.Contains(k.name, "grep")
	if a.form == nil && a.has("-g") && hasName("ag", k.name) { // ag -g lists names
		k.setKind(a, 0, "LIST")
		return
	}
	for i, v := range a.operands {
		if recursive && v.kind == "READ" {
			a.operands[i].kind = "RREAD"
		}
	}
	if n := len(a.operands); recursive && (n == 0 || n == 1 && a.operands[0].kind == "TEXT") && k.in.same(flow{}) && !k.piped {
		kind := "RREAD"
		if a.has("--files --type-list -f") && !strings.Contains(k.name, "grep") {
			kind = "LIST"
		}
		a.operands = append(a.operands, value{kind: kind, words: []Word{lit(".")}})
	}
	if a.has("-l -L -c -q --files --files-with-matches --count --quiet") {
		return
	}
	for _, f := range a.flags { // the files that a pattern names, wherever they lie
		if hasName("--include -g --glob --iglob -G --file-search-regex", f.name) && len(f.values) > 0 {
			if name := credentialFor(f.values[0].words[0].Text()); name != "" {
				k.touch(reads, lit(name), k.name+": "+f.name, k.src)
			}
		}
	}
}

// plainCredentials are names of credentials that a pattern may be meant for.
var plainCredentials = [...]string{".env", ".env.local", ".env.production", ".netrc", ".npmrc", ".pypirc", "id_rsa", "id_ed25519", "credentials.json", "key.pem"}

// credentialFor is a credential's name that a file pattern meets, "" where it
// meets none or nearly everything.
func credentialFor(pat string) string {
	pat = path.Base(pat)
	if strings.Trim(pat, "*?.") == "" {
		return ""
	}
	for _, name := range plainCredentials {
		if globMatch(pat, name) {
			return name
		}
	}
	return ""
}

// picked is a credential's name that grep is likely to pick out of a listing
// that shows hidden files.
func picked(pat string) string {
	pat = strings.ToLower(strings.Trim(strings.ReplaceAll(pat, `\.`, "."), "^$*"))
	for _, name := range plainCredentials {
		if len(pat) > 2 && strings.HasSuffix(name, pat) {
			return name
		}
	}
	return ""
}

func afterGrep(k *call, a *args) {
	switch {
	case a.has("-q --quiet --silent"):
		k.prints(nothing)
	case a.has("-c --count"):
		if len(a.operands) < 3 && !a.has("-r -R") {
			k.prints(marked(markPlain))
		}
	case a.has("-l -L --files-with-matches --files-without-match --files-without-matches --files"), hasName("ag", k.name) && a.has("-g"):
		var roots []Word
		for _, v := range a.operands {
			if v.kind != "TEXT" {
				roots = append(roots, v.words[0])
			}
		}
		if len(roots) == 0 {
			roots = []Word{lit(".")}
		}
		f := k.listing(k.listed(roots, []string{""}))
		if g := k.in; g.place() != "" && len(roots) == 0 {
			f = g
		}
		k.prints(f)
	default:
		f := k.input(a)
		if f.known() {
			k.filter(a, false, func(t string) (string, bool) { return matching(t, a) })
			return
		}
		if (f.place() != "" || f.plain()) && !a.has("-o --only-matching -r --replace") { // names of a listing, fewer of them
			if w := a.word(0); f.tail() == "" && f.place() == k.sh.dir() && w.Known() && !a.has("-v --invert-match -e --regexp -f --file") && (strings.HasPrefix(f.from(), "names from find") || strings.HasPrefix(f.from(), "all names")) {
				f.edit().tail = picked(w.Text())
			}
			k.prints(f)
		}
	}
}

func doAstGrep(k *call, a *args) {
	if a.has("-U --update-all") {
		for _, v := range a.operands {
			if v.kind == "RREAD" {
				k.values(k.name+": --update-all", []value{{kind: "WRITE", words: v.words}})
			}
		}
	}
}

// doSed: -i changes its operands. BSD's takes the suffix as a word of its own.
func doSed(k *call, a *args) {
	inPlace := a.has("-i -I --in-place")
	if inPlace && a.form == nil && len(a.operands) > 1 {
		if f := a.flag("-i -I"); f != nil && len(f.values) == 0 {
			first := a.operands[0].words[0]
			if first.Is("") || first.Known() && strings.HasPrefix(first.Text(), ".") && isPlain("x"+first.Text()) {
				a.operands = a.operands[1:]
				a.operands[0].kind = "CODE:sed"
			}
		}
	}
	if inPlace && a.form != nil && len(a.operands) > 1 && a.operands[0].words[0].Is("") {
		a.operands = a.operands[1:]
	}
	script, _ := sedScript(a)
	for i, v := range a.operands {
		if inPlace && v.kind == "READ" {
			a.operands[i].kind = "WRITE"
			if strings.Trim(script, " ;\n") == "d" || script == "1,$d" || script == "1,$ d" {
				a.operands[i].kind = "EMPTY"
			}
			k.reads = append(k.reads, k.content(v.words[0]))
			k.backup(v.words[0], a.value("-i -I --in-place"))
		}
	}
	if a.has("-n --quiet --silent") {
		k.stdin = true
	}
}

// backup is the copy with another ending that is kept of the file in w: the
// line made it, and may take it away.
func (k *call) backup(w, ending Word) {
	if !w.Known() || !ending.Known() || ending.Text() == "" || strings.ContainsAny(ending.Text(), "*/") {
		return
	}
	for _, p := range k.paths(w) {
		k.whole(path.Clean(p) + ending.Text())
	}
}

// sedScript is the text of a sed call's script, as far as it is known.
func sedScript(a *args) (string, bool) {
	var parts []string
	for _, f := range a.flags {
		if hasName("-e --expression", f.name) && len(f.values) > 0 {
			w := f.values[0].words[0]
			if !w.Known() {
				return "", false
			}
			parts = append(parts, w.Text())
		}
	}
	for _, v := range a.operands {
		if v.kind == "CODE:sed" {
			if !v.words[0].Known() {
				return "", false
			}
			parts = append(parts, v.words[0].Text())
		}
	}
	return strings.Join(parts, "\n"), len(parts) > 0 && !a.has("-f --file -n --quiet --silent -z --null-data -s")
}

func afterSed(k *call, a *args) {
	script, ok := sedScript(a)
	change := func(t string) (string, bool) {
		if !ok {
			return "", false
		}
		return substitute(t, script, a.has("-E -r --regexp-extended"))
	}
	if !a.has("-i -I --in-place") {
		if k.fixed = false; !k.input(a).known() { // parts of a file, perhaps changed
			f := k.input(a).hidden()
			f.edit().from = "the output of sed"
			if g := k.in; k.usesInput(a) && g.place() != "" && strings.HasPrefix(script, "/") {
				f = g
			}
			k.prints(f)
			return
		}
		k.filter(a, false, change)
		return
	}
	k.prints(nothing)
	for i, v := range a.operands {
		if v.kind != "WRITE" {
			continue
		}
		f := comes(markBuilt, "what sed makes of "+v.words[0].Text())
		n := 0
		for _, o := range a.operands[:i] {
			if o.kind == "WRITE" {
				n++
			}
		}
		if n < len(k.reads) {
			old := k.reads[n]
			f.mark(markSecret, old.secret())
			f.mark(markDownload, old.download())
			if !old.known() && old.file() != "" {
				old = k.fileText(old.file())
			}
			if old.known() {
				if t, ok := change(old.text()); ok {
					f = old
					f.edit().text = t
				}
			}
		}
		k.put(v.words[0], f)
	}
}

func doAwk(k *call, a *args) {
	for i := range a.flags {
		f := &a.flags[i]
		if hasName("-i --include", f.name) && len(f.values) > 0 {
			if f.values[0].words[0].Is("inplace") {
				for j, v := range a.operands {
					if v.kind == "READ" {
						a.operands[j].kind = "WRITE"
					}
				}
				continue
			}
			f.values[0].kind = "RUN:awk"
		}
	}
	kept := a.operands[:0:0]
	for _, v := range a.operands {
		if v.kind == "READ" && isAssign(v.words[0].Text()) {
			continue
		}
		kept = append(kept, v)
	}
	a.operands = kept
	if w := a.word(0); w.Known() && printsField(w.Text()) && !a.has("-f --file") {
		k.fieldOfNames(a)
	}
}

// fieldOfNames keeps, for a column of what git lists, that it is a name in the
// repository, or a part of one: git status -s | cut -c4-.
func (k *call) fieldOfNames(a *args) {
	if f := k.in; !f.known() && f.place() != "" && strings.HasPrefix(f.from(), "names from git ") && k.usesInput(a) && !f.secret() {
		k.prints(flow{&content{place: f.place(), from: f.from()}})
	}
}

// printsField is an awk program that prints one field of some lines.
func printsField(program string) bool {
	p := strings.TrimSpace(program)
	if i := strings.IndexByte(p, '{'); i > 0 && strings.Trim(p[:i], " !/^$~=|&()<>.*+?[]\\\"0123456789ADMRCUTNF") == "" {
		p = p[i:]
	}
	p, ok := strings.CutPrefix(strings.ReplaceAll(strings.ReplaceAll(p, " ", ""), ";}", "}"), "{print$")
	p, end := strings.CutSuffix(p, "}")
	return ok && end && (p == "NF" || isDigits(p))
}

// doJq: a filter may print variables of the environment.
func doJq(k *call, a *args) {
	if a.has("-n --null-input") {
		k.stdin = true
	}
	for _, v := range a.operands {
		if v.kind == "TEXT" {
			k.filterEnv(v.words[0])
			break
		}
	}
}

// filterEnv finds what a filter of jq or yq takes from the environment.
func (k *call) filterEnv(w Word) {
	t := w.Text()
	for i := 0; i+3 <= len(t); i++ {
		if t[i:i+3] != "env" && t[i:i+3] != "ENV" {
			continue
		}
		before, after := byte(' '), t[i+3:]
		if i > 0 {
			before = t[i-1]
		}
		if before == '.' || before == '"' || before == '_' || before == '-' || nameByte(before) && before != '$' && !strings.HasSuffix(t[:i], "str") {
			continue
		}
		if t[i:i+3] == "ENV" && before != '$' || after != "" && (after[0] == '_' || after[0] == ':' || after[0] == '"' || after[0]|0x20 >= 'a' && after[0]|0x20 <= 'z') {
			continue
		}
		name := strings.TrimLeft(after, `.["(`)
		end := 0
		for end < len(name) && isName(name[:end+1]) {
			end++
		}
		if (after == "" || strings.IndexByte(`.[(`, after[0]) < 0 || end == 0) || secretName(name[:end]) {
			k.effect(Secret, k.name+": the environment in a filter")
			k.reads = append(k.reads, comes(markSecret, "the environment"))
			return
		}
	}
}

// dropEval: yq eval FILTER FILE is yq FILTER FILE.
func dropEval(words []Word) []Word {
	if len(words) > 0 && words[0].Has("e eval ea eval-all select put delete") {
		return words[1:]
	}
	return words
}

func doYq(k *call, a *args) {
	if len(a.operands) == 1 && looksPath(a.word(0).Text()) { // the filter may be left out
		a.operands[0].kind = "READ"
	}
	for i, v := range a.operands {
		switch {
		case v.kind == "TEXT":
			k.filterEnv(v.words[0])
			if _, rest, ok := strings.Cut(v.words[0].Text(), "load"); ok {
				if _, lit0, ok := strings.Cut(rest, `("`); ok {
					name, _, _ := strings.Cut(lit0, `"`)
					k.values(k.name+": load", []value{{kind: "READ", words: []Word{lit(name)}}})
				}
			}
		case a.has("-i --inplace --in-place"):
			a.operands[i].kind = "WRITE"
		}
	}
	if a.has("-s --split-exp") {
		k.fills(lit("."), k.name+": -s")
	}
}

// doPatch writes the files that the patch names.
func doPatch(k *call, a *args) {
	if a.has("--dry-run -C --check") || len(a.operands) > 0 && a.operands[0].kind == "WRITE" || a.has("-o --output") {
		return
	}
	f := k.in
	if w := a.value("-i --input"); w.Text() != "" {
		f = k.content(w)
	}
	if !f.known() && f.file() != "" {
		f = k.fileText(f.file())
	}
	if !f.known() {
		k.fills(lit("."), k.name)
		if f.download() {
			k.touched(zoneNowhere, writes, "the files that a downloaded patch names", k.name, k.src)
		}
		return
	}
	strip := 0
	if p := a.value("-p --strip"); p.Text() != "" {
		for _, c := range p.Text() {
			strip = strip*10 + int(c-'0')
		}
	}
	for l := range strings.SplitSeq(f.text(), "\n") {
		name, ok := strings.CutPrefix(l, "+++ ")
		if !ok {
			continue
		}
		name, _, _ = strings.Cut(name, "\t")
		if name = strings.TrimSpace(name); name == "/dev/null" || name == "" {
			continue
		}
		segs := strings.Split(name, "/")
		name = strings.Join(segs[min(max(strip, 0), len(segs)-1):], "/")
		k.values(k.name, []value{{kind: "WRITE", words: []Word{lit(name)}}})
	}
}

// doDate: a format without % is what is printed.
func doDate(k *call, a *args) {
	for _, w := range a.words {
		form, ok := strings.CutPrefix(w.Text(), "+")
		switch {
		case !ok:
		case w.Known() && !strings.Contains(form, "%"):
			k.prints(textFlow(form + "\n"))
			return
		case !w.Known() || strings.ContainsAny(form, "/ ;|&`$\n") || strings.Contains(form, "%D") || strings.Contains(form, "%n") || strings.HasPrefix(form, "-"):
			k.prints(comes(0, "date"))
			return
		}
	}
	if len(a.words) == 0 {
		k.prints(comes(0, "date"))
		return
	}
	k.prints(marked(markPlain))
}

// doDc: ! in a program of dc runs the rest of the line.
func doDc(k *call, a *args) {
	k.prints(marked(markPlain))
	f := k.input(a)
	var code []string
	if w := a.value("-e --expression"); w.Text() != "" {
		code = append(code, w.Text())
	} else if f.known() {
		code = append(code, f.text())
	} else if f.built() || f.download() {
		k.foundWhy(RunBuilt, k.name, f.from(), k.src)
	}
	for _, t := range code {
		for l := range strings.SplitSeq(t, "\n") {
			if _, cmd, ok := strings.Cut(l, "!"); ok && cmd != "" && !strings.ContainsAny(cmd[:1], "<>=") {
				k.effect(Hijack, k.name+": ! runs a command")
				k.values(k.name+": !", []value{{kind: "LINE", words: []Word{lit(cmd)}}})
			}
		}
	}
}

func fromClipboard(k *call, a *args) {
	if hasName("xclip xsel", k.name) {
		out := false
		for _, w := range a.words {
			out = out || w.Has("-o -out --output -ob -op")
		}
		if !out {
			return
		}
	}
	k.prints(comes(markBuilt, "the clipboard"))
}

// doFzf: previews and bindings are shell text with {} for the chosen line.
func doFzf(k *call, a *args) {
	if w := a.value("--listen"); w.Text() != "" && strings.Contains(w.Text(), ":") && (!isLoopback(hostOf(w.Text())) || w.Starts("0.0.0.0")) {
		k.effect(Expose, k.name+": --listen")
	}
	for _, f := range a.flags {
		if !hasName("--preview --bind --with-shell", f.name) || len(f.values) == 0 {
			continue
		}
		w := f.values[0].words[0]
		row := k.name + ": " + f.name
		switch {
		case !w.Known():
			k.effect(RunBuilt, row)
		case f.name == "--preview":
			k.values(row, []value{{kind: "LINE", words: []Word{w}}})
		case f.name == "--with-shell":
			k.values(row, []value{{kind: "PROGRAM", words: []Word{w}}})
		default:
			for _, line := range bindings(w.Text()) {
				k.values(row, []value{{kind: "LINE", words: []Word{lit(line)}}})
			}
		}
	}
	k.fixed = false
	f := k.in
	f.forget()
	if k.in.known() {
		f = k.in.hidden()
	}
	k.prints(f)
}

// bindings are the shell texts in the value of fzf's --bind.
func bindings(t string) []string {
	var out []string
	for _, verb := range []string{"execute-silent", "execute-multi", "execute", "become", "reload-sync", "reload", "transform", "preview", "change-preview"} {
		for from := 0; ; {
			i := strings.Index(t[from:], verb)
			if i < 0 {
				break
			}
			rest := t[from+i+len(verb):]
			from += i + len(verb)
			if j := strings.IndexAny(rest, "([{<~!@#$%^&*;/|:"); j >= 0 && strings.Trim(rest[:j], "abcdefghijklmnopqrstuvwxyz-") == "" {
				open := rest[j]
				body := rest[j+1:]
				if open != ':' {
					shut := open
					if k := strings.IndexByte("([{<", open); k >= 0 {
						shut = ")]}>"[k]
					}
					if e := strings.LastIndexByte(body, shut); e >= 0 {
						body = body[:e]
					}
				}
				out = append(out, strings.ReplaceAll(body, `\ `, " "))
			}
		}
	}
	return out
}
