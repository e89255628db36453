package classify

import (
	"path"
	"strings"
)

// Programs that pack and unpack.

var sevenFlags = []Flag{
	{"-r -y -an -bb -bd -bs -bt -u[=TEXT] -ssc -spe -spf -spd -snl -snh -snoi -slt -sfx[=TEXT] -stl -si[=TEXT] -so -sdel -ssw -scs -sns", 0},
	{"-t[=TEXT] -m[=TEXT] -p[=TEXT] -x[=TEXT] -i[=TEXT] -s[=TEXT] -v[=TEXT] -a[=TEXT] -b[=TEXT] -w[=WRITE]", 0},
	{"-o[=TEXT]", 0},
}

var unrarFlags = []Flag{{"-y -o -r -p[=TEXT] -x[=TEXT] -n[=TEXT] -i[=TEXT] -id[=TEXT] -ad -ep -m[=TEXT] -s -t[=TEXT] -v[=TEXT] -k -c -u -f -inul", 0}}

// tarWords turns tar's first word without a dash into flags: xzf A is
// -x -z -f A, and values follow in the order of the letters.
func tarWords(words []Word) []Word {
	if len(words) == 0 || !words[0].Known() || words[0].Text() == "" || words[0].Text()[0] == '-' {
		return words
	}
	var out []Word
	rest := words[1:]
	for _, c := range words[0].Text() {
		out = append(out, lit("-"+string(c)))
		if strings.ContainsRune("fCTXbgIKLNVHF", c) && len(rest) > 0 {
			out = append(out, rest[0])
			rest = rest[1:]
		}
	}
	return append(out, rest...)
}

func doTar(k *call, a *args) {
	file := a.value("-f --file")
	k.archive(a, "-f --file", archiveUse{
		create:  a.has("-c --create"),
		add:     a.has("-r -u --append --update --catenate --concatenate --delete -A"),
		extract: a.has("-x --extract --get"),
		out:     a.has("-O --to-stdout") || a.has("--to-command"),
	})
	for i := range a.flags {
		f := &a.flags[i]
		switch {
		case f.name == "--checkpoint-action" && len(f.values) > 0:
			w := f.values[0].words[0]
			if line, ok := strings.CutPrefix(w.Text(), "exec="); ok || !w.Known() {
				k.effect(Hijack, k.name+": --checkpoint-action=exec")
				w.set(line)
				k.values(k.name+": --checkpoint-action=exec", []value{{kind: "LINE", words: []Word{w}}})
			}
		case f.name == "--to-command" && len(f.values) > 0:
			// It gets the content of each file as its input.
			in := k.child()
			in.in, in.piped = comes(markBuilt, "what the archive holds"), true
			k.innerScriptIn(in, f.values[0].words[:1], k.name+": --to-command")
		case strings.Contains(f.row.Spell, "--use-compress-program") && len(f.values) > 0:
			k.compressor(f)
		}
	}
	if isRemote(file) && !a.has("--force-local") && !strings.HasPrefix(file.Text(), ".") {
		k.effect(Remote, k.name+": an archive on another machine")
	}
}

// compressors are programs that tar and sort may be told to use.
const compressors = "gzip pigz bzip2 pbzip2 lbzip2 xz pxz pixz lzma lzip plzip lzop lz4 zstd pzstd zstdmt brotli compress gunzip unxz unzstd"

// compressor takes back that a flag names a program, where that is a known
// compressor.
func (k *call) compressor(f *seen) {
	w := f.values[0].words[0]
	first, _, _ := strings.Cut(strings.TrimSpace(w.Text()), " ")
	if w.Known() && hasName(compressors, path.Base(first)) && !strings.ContainsAny(w.Text(), "|;&$`<>(\n") {
		f.values = nil
		return
	}
	k.effect(Hijack, k.name+": "+f.name)
}

type archiveUse struct{ create, add, extract, out bool }

// archive judges what an archiver does: it reads operands into the file, or
// writes into a folder what the file holds.
func (k *call) archive(a *args, fileFlag string, use archiveUse) {
	var file Word
	for i := range a.flags {
		f := &a.flags[i]
		if hasName(fileFlag, f.name) && len(f.values) > 0 {
			file = f.values[0].words[0]
			kind := "READ"
			if use.create || use.add {
				kind = "WRITE"
			}
			if !isRemote(file) {
				k.values(k.name+": "+f.row.Spell, []value{{kind: kind, words: []Word{file}}})
			}
			f.values = nil
		}
	}
	at := k.sh
	dir := lit(".")
	for i := range a.flags {
		f := &a.flags[i]
		if hasName("-C --directory --cd", f.name) && len(f.values) > 0 {
			k.touch(reads, f.values[0].words[0], k.name, k.src)
			k.chdir(f.values[0].words[0])
			f.values = nil
		}
		if f.name == "--one-top-level" && len(f.values) > 0 {
			dir = f.values[0].words[0]
		}
	}
	switch {
	case use.extract && use.out:
		k.prints(comes(markBuilt, "a file of an archive"))
		if file.Text() == "" || file.Is("-") {
			k.prints(k.in.hidden())
			k.out.mark(markBuilt, true)
		}
	case use.extract:
		k.stdin = true
		if len(a.operands) > 0 && !a.has("--strip-components --transform --xform -s") {
			k.setKind(a, 0, "WRITE")
			break
		}
		if len(k.sh.dirs) == 0 {
			k.touched(zoneNowhere, writes, "the folder that it unpacks into", k.name, k.src)
			break
		}
		k.fills(dir, k.name)
		if k.in.download() && (file.Text() == "" || file.Is("-")) || k.content(file).download() {
			k.fetches(dir)
		}
		if a.has("-P --absolute-names") {
			k.touched(zoneNowhere, writes, "any path that the archive names", k.name, k.src)
		}
	case use.create || use.add:
		k.setKind(a, 0, "RREAD")
		for i, v := range a.operands {
			if strings.HasPrefix(v.words[0].Text(), "@") {
				a.operands[i].words = []Word{without(v.words[0], "@")}
			}
		}
		if a.has("--remove-files") {
			for _, w := range a.words {
				k.values(k.name+": --remove-files", []value{{kind: "DELETE", words: []Word{w}}})
			}
		}
		if a.has("-T --files-from") { // what is packed stands in a file
			k.foundWhy(Unknown, k.name, "the files that it packs stand in a list", k.src)
		}
		k.values(k.name, a.operands)
		a.operands = nil
		f := comes(markBuilt|when(k.holdsSecrets(Word{}), markSecret), "an archive")
		k.sh = at
		if file.Text() != "" && !file.Is("-") {
			k.put(file, f)
		} else {
			k.prints(f)
		}
	}
}

// afterPack keeps that what was packed is in the archive.
func afterPack(k *call, a *args) {
	f := comes(markBuilt|when(k.holdsSecrets(Word{}), markSecret), "an archive")
	for _, v := range a.operands {
		if v.kind == "WRITE" && v.words[0].Text() != "-" {
			k.put(v.words[0], f)
		}
	}
}

// zipWords: -x and -i of zip take all words up to the next flag.
func zipWords(words []Word) []Word {
	var out []Word
	for i := 0; i < len(words); i++ {
		w := words[i]
		out = append(out, w)
		if !w.Has("-x -i --exclude --include") {
			continue
		}
		if i++; i < len(words) {
			out = append(out, words[i])
		}
		for i+1 < len(words) && words[i+1].Known() && !strings.HasPrefix(words[i+1].Text(), "-") && words[i+1].Text() != "@" {
			i++
			out = append(out, w, words[i])
		}
		if i+1 < len(words) && words[i+1].Is("@") {
			i++
		}
	}
	return out
}

func doUnzip(k *call, a *args) {
	switch {
	case a.has("-p -c"):
		k.prints(comes(markBuilt, "a file of an archive"))
	case a.has("-l -t -v -z -Z -1 -h"):
	default:
		dir := a.value("-d")
		if dir.Text() == "" {
			dir = lit(".")
		}
		k.fills(dir, k.name)
		for _, w := range a.words[min(1, len(a.words)):] { // the files that it takes from the archive
			if w.Known() {
				k.touch(writes, inside(dir, w.Text()), k.name, k.src)
			}
		}
		if k.content(a.word(0)).download() {
			k.fetches(dir)
		}
	}
}

func doSevenExtract(k *call, a *args) {
	if a.has("-so") {
		k.prints(comes(markBuilt, "a file of an archive"))
		return
	}
	dir := a.value("-o")
	if dir.Text() == "" {
		dir = lit(".")
	}
	k.fills(dir, k.name)
}

// doCompress: gzip replaces a file by its packed form, which loses nothing.
func doCompress(k *call, a *args) {
	switch {
	case a.has("-c --stdout --to-stdout --console -l --list --info -t --test"):
		k.setKind(a, 0, "READ")
	case a.has("-o --output"):
		k.setKind(a, 0, "READ")
		if a.flag("-o --output") != nil && len(a.operands) > 0 {
			out := a.value("-o --output")
			k.values(k.name+": -o", []value{{kind: "WRITE", words: []Word{out}}})
		}
	case a.has("-r --recursive"):
		k.setKind(a, 0, "CHANGE")
	}
	for i, v := range a.operands {
		if v.kind == "WRITE" && v.words[0].Is("-") {
			a.operands[i].kind = "READ"
			continue
		}
		if v.kind == "WRITE" {
			k.reads = append(k.reads, k.content(v.words[0]))
		}
	}
	if k.name == "lz4" && len(a.operands) == 2 && a.operands[0].kind == "WRITE" {
		a.operands[0].kind = "READ"
	}
}

func doCpio(k *call, a *args) {
	file := a.value("-F --file")
	switch {
	case a.has("-t --list --to-stdout"):
		if file.Text() != "" {
			k.touch(reads, file, k.name+": -F", k.src)
		}
	case a.has("-i --extract"):
		k.fills(lit("."), k.name)
	case a.has("-o --create"):
		if file.Text() != "" {
			k.values(k.name+": -F", []value{{kind: "WRITE", words: []Word{file}}})
		}
		for _, w := range inputWords(k.in, true) { // the names come on standard input
			k.values(k.name, []value{{kind: "READ", words: []Word{w}}})
		}
	case a.has("-p --pass-through"):
		k.setKind(a, 0, "WRITE")
		for i, v := range a.operands {
			a.operands[i].words = []Word{inside(v.words[0], "")}
		}
	}
}

func doPax(k *call, a *args) {
	switch {
	case a.has("-r") && a.has("-w"):
		for i, v := range a.operands {
			a.operands[i].kind = "RREAD"
			if i == len(a.operands)-1 {
				a.operands[i].kind, a.operands[i].words = "WRITE", []Word{inside(v.words[0], "")}
			}
		}
	default:
		k.archive(a, "-f", archiveUse{create: a.has("-w"), extract: a.has("-r")})
	}
}

// doAr: ar OPERATION [MOD] ARCHIVE FILE...
func doAr(k *call, a *args) {
	a.operands = nil
	var ws []Word
	for _, w := range a.words {
		if !strings.HasPrefix(w.Text(), "--") {
			ws = append(ws, w)
		}
	}
	if len(ws) < 2 {
		return
	}
	op := strings.TrimPrefix(ws[0].Text(), "-")
	ws = ws[1:]
	if strings.ContainsAny(op, "abiN") && len(ws) > 1 {
		ws = ws[1:]
	}
	kinds := [2]string{"WRITE", "READ"}
	switch {
	case strings.Contains(op, "x"):
		kinds = [2]string{"READ", "WRITE"}
		if len(ws) == 1 {
			k.fills(lit("."), k.name)
		}
	case strings.ContainsAny(op, "tp"):
		kinds = [2]string{"READ", "TEXT"}
	case strings.Contains(op, "d"):
		kinds = [2]string{"WRITE", "TEXT"}
	}
	for i, w := range ws {
		a.operands = append(a.operands, value{kind: kinds[min(i, 1)], words: []Word{w}})
	}
}
