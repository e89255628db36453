package classify

import (
	"path"
	"strings"
)

// Programs that copy, move and link, and where the copies come to lie.

// make keeps in mind that the line makes the folder p.
func (k *call) make(p string) {
	if k.scan.made == nil {
		k.scan.made = map[string]bool{}
	}
	k.scan.made[p] = true
}

// put keeps what the file in w holds now.
func (k *call) put(w Word, f flow) {
	for _, p := range k.paths(w) {
		k.files[path.Clean(p)] = f
	}
}

// inside is the name base in the folder dir. An empty base is one that cannot
// be told.
func inside(dir Word, base string) Word {
	if base == "" {
		base = some
	}
	switch {
	case dir.Known():
		return lit(strings.TrimSuffix(dir.Text(), "/") + "/" + base)
	case dir.glob():
		dir.set(strings.TrimSuffix(dir.Text(), "/") + "/" + base)
		return dir
	}
	dir.set(strings.TrimSuffix(dir.Text(), "/") + "/" + base)
	if dir.tail() != "" || dir.flow().place() != "" {
		dir.edit().flow.edit().tail = ""
	}
	dir.edit().tail = base
	return dir
}

// lastName is the name that w has in its folder, "" where it cannot be told.
func lastName(w Word) string {
	switch {
	case w.Known() && strings.HasSuffix(w.Text(), "/."): // what the folder holds
	case w.Known():
		if b := path.Base(path.Clean(w.Text())); b != "." && b != ".." && b != "/" {
			return b
		}
	case w.tail() != "":
		return w.tail()
	case w.flow().tail() != "" && w.stem() == "" && !strings.Contains(w.flow().tail(), "/"):
		return w.flow().tail()
	case w.glob():
		if b := path.Base(w.Text()); !strings.ContainsAny(b, "*?[") {
			return b
		}
	}
	return ""
}

// fills is a folder into which files of unknown names are written.
func (k *call) fills(dir Word, row string) {
	in := inside(dir, "")
	k.touch(writes, in, row, k.src)
	k.written = append(k.written, in)
	k.unnamed(dir, row)
}

// unnamed finds a folder of agent settings among those that get files whose
// names cannot be told: the settings may be one of them.
func (k *call) unnamed(dir Word, row string) {
	for _, p := range k.paths(dir) {
		p = path.Clean(p)
		if b := folded(path.Base(p)); (b == ".claude" || b == ".codex") && k.zoneAt(p, deletes) == zoneGuard {
			k.touched(zoneGuard, writes, k.show(p), row, k.src)
		}
	}
}

// isFolder reports whether w surely is a folder, or surely is none.
func (k *call) isFolder(w Word) (is, known bool) {
	t := w.Text()
	if w.Known() && (strings.HasSuffix(t, "/") || t == "." || t == ".." || strings.HasSuffix(t, "/.") || strings.HasSuffix(t, "/..")) {
		return true, true
	}
	ps := k.paths(w)
	if len(ps) == 0 {
		return false, false
	}
	p := path.Clean(ps[0])
	if p == "/tmp" || p == "/var/tmp" || p == "/" || k.wipeTarget(p) {
		return true, true
	}
	return k.isDir(p)
}

// targets rewrites the operands of cp and its like: sources get kind, and what
// is written are the names that the sources get in a folder.
func (k *call) targets(a *args, kind string) (pairs [][2]Word) {
	var ws []Word
	for _, v := range a.operands {
		ws = append(ws, v.words[0])
	}
	dest, folder, sure := a.value("-t --target-directory"), true, true
	if !a.has("-t --target-directory") {
		if len(ws) == 0 {
			return nil
		}
		dest, ws = ws[len(ws)-1], ws[:len(ws)-1]
		folder, sure = k.isFolder(dest)
		if len(ws) > 1 {
			folder, sure = true, true
		}
		if a.has("-T --no-target-directory") {
			folder, sure = false, true
		}
	}
	a.operands = a.operands[:0:0]
	for _, w := range ws {
		a.operands = append(a.operands, value{kind: kind, words: []Word{w}})
	}
	if !folder || !sure {
		for _, w := range ws {
			pairs = append(pairs, [2]Word{w, dest})
		}
	}
	if folder || !sure && strings.HasPrefix(path.Base(dest.Text()), ".") {
		for _, w := range ws {
			name := lastName(w)
			if kind == "RREAD" && strings.HasSuffix(w.Text(), "/") { // BSD's cp copies what it holds
				name = ""
			}
			pairs = append(pairs, [2]Word{w, inside(dest, name)})
			if name == "" {
				k.unnamed(dest, k.name)
			}
		}
	}
	if len(pairs) == 0 {
		pairs = append(pairs, [2]Word{{}, dest})
	}
	for _, p := range pairs {
		a.operands = append(a.operands, value{kind: "WRITE", words: []Word{p[1]}})
	}
	return pairs
}

// doCopy is cp, install, and what copies like them.
func doCopy(k *call, a *args) {
	if a.form != nil {
		return
	}
	kind := "READ"
	if a.has("-r -R -a --recursive --archive") || k.name == "ditto" {
		kind = "RREAD"
	}
	from := a.word(0)
	pairs := k.targets(a, kind)
	if from.Has("/dev/null /dev/zero /dev/full") {
		for i := range a.operands {
			if a.operands[i].kind == "WRITE" {
				a.operands[i].kind = "EMPTY"
			}
		}
	}
	k.pairs = pairs
}

// doMove is mv.
func doMove(k *call, a *args) {
	if n := len(a.words); n > 1 && a.words[n-1].Is("/dev/null") {
		k.setKind(a, 0, "DELETE")
		a.operands = a.operands[:n-1]
		return
	}
	k.pairs = k.targets(a, "MOVE")
}

// afterCopy keeps what the copies hold.
func afterCopy(k *call, a *args) {
	moves := strings.HasSuffix(k.name, "mv")
	type file struct {
		w Word
		f flow
	}
	var now []file
	for _, p := range k.pairs {
		if p[0].Text() == "" {
			continue
		}
		f := k.content(p[0])
		for _, v := range a.operands {
			if v.kind == "RREAD" && v.words[0].Text() == p[0].Text() {
				f.mark(markSecret, f.secret() || k.holdsSecrets(p[0]))
			}
		}
		now = append(now, file{p[1], f})
	}
	for _, n := range now {
		k.put(n.w, n.f)
	}
	if moves {
		for _, p := range k.pairs {
			for _, q := range k.paths(p[0]) {
				delete(k.files, path.Clean(q))
			}
		}
	}
}

// holdsSecrets reports whether a folder that is copied gives credentials.
func (k *call) holdsSecrets(w Word) bool {
	for _, f := range k.reads {
		if f.secret() {
			return true
		}
	}
	return false
}

// doLink is ln. A hard link is another way to write its source; a symbolic one
// leads what the line does later to its target.
func doLink(k *call, a *args) {
	kind := "WRITE"
	if a.has("-s --symbolic") {
		kind = "LIST"
	}
	if len(a.operands) == 1 && !a.has("-t --target-directory") {
		a.operands = append(a.operands, value{kind: "WRITE", words: []Word{lit(".")}})
	}
	k.pairs = k.targets(a, kind)
	if a.has("-n --no-dereference -T --no-target-directory -h") && a.has("-f --force -F") { // the link takes the place of what it is called like
		for _, p := range k.pairs {
			k.covers(p[1], k.name+": -n")
		}
	}
	for _, p := range k.pairs {
		if p[0].Is("/dev/null") && a.has("-f --force") {
			k.emptied(p[1], k.name+" (leaves nothing of it)", k.src)
		}
		for _, q := range k.linkTarget(p) {
			if kind == "LIST" && k.zoneAt(path.Clean(q), writes) == zoneGuard {
				k.touched(zoneGuard, writes, k.show(q), k.name+": a link to it", k.src)
			}
		}
	}
}

// covers finds a folder of guard or of clients that something else takes the
// place of.
func (k *call) covers(w Word, row string) {
	for _, p := range k.paths(w) {
		if p = path.Clean(p); k.zoneAt(p, deletes) == zoneGuard {
			k.touched(zoneGuard, deletes, k.show(p), row, k.src)
		}
	}
}

// linkTarget is where a symbolic link leads: a relative target starts at the
// link's own folder.
func (k *call) linkTarget(p [2]Word) []string {
	if p[0].Known() && !path.IsAbs(p[0].Text()) {
		var out []string
		for _, l := range k.paths(p[1]) {
			out = append(out, path.Join(path.Dir(l), p[0].Text()))
		}
		return append(out, k.paths(p[0])...)
	}
	return k.paths(p[0])
}

func afterLink(k *call, a *args) {
	if !a.has("-s --symbolic") {
		for _, p := range k.pairs {
			k.put(p[1], k.content(p[0]))
		}
		return
	}
	for _, p := range k.pairs {
		if !p[0].Known() {
			continue
		}
		for _, l := range k.paths(p[1]) {
			k.linked(path.Clean(l), p[0].Text())
		}
	}
}

// linked makes the rest of the line see the symbolic link that it made.
func (k *call) linked(link, target string) {
	sc := *k.scene
	before := sc.Readlink
	sc.Readlink = func(name string) (string, bool) {
		if name == link {
			return target, true
		}
		if before != nil {
			return before(name)
		}
		return "", false
	}
	k.scan.scene = &sc
}

// isRemote reports whether a path of rsync or scp lies on another machine:
// HOST:PATH, HOST::MODULE, rsync://HOST/PATH.
func isRemote(w Word) bool {
	t := w.Text()
	if strings.HasPrefix(t, "rsync://") || strings.HasPrefix(t, "scp://") || strings.HasPrefix(t, "sftp://") {
		return true
	}
	i := strings.IndexByte(t, ':')
	if i <= 0 || strings.IndexByte(t[:i], '/') >= 0 {
		return false
	}
	return windows(t) == t
}

func doRsync(k *call, a *args) {
	if w := a.value("-e --rsh"); w.Text() != "" {
		first, rest, _ := strings.Cut(strings.TrimSpace(w.Text()), " ")
		if !w.Known() || path.Base(first) != "ssh" && path.Base(first) != "rsh" || strings.Contains(rest, "Command") || strings.Contains(rest, "-F") {
			k.effect(Hijack, k.name+": -e")
			k.values(k.name+": -e", []value{{kind: "LINE", words: []Word{w}}})
		}
	}
	k.betweenHosts(a, a.has("-r -a --recursive --archive --files-from"))
}

// betweenHosts judges the operands of a copy of which some may lie on other
// machines: HOST:PATH.
func (k *call) betweenHosts(a *args, wholly bool) {
	n := len(a.operands)
	if n == 0 {
		return
	}
	away := isRemote(a.operands[n-1].words[0])
	for i := range a.operands {
		v := &a.operands[i]
		w := v.words[0]
		switch {
		case isRemote(w) && i == n-1 && n > 1:
			k.effect(Send|Remote, k.name+": a folder of another machine")
			if a.has("--delete --del --delete-before --delete-during --delete-delay --delete-after --delete-excluded") && !k.dry {
				k.effect(Rewrite, k.name+": --delete on another machine")
			}
			v.kind = "TEXT"
		case isRemote(w):
			k.effect(Fetch|Remote, k.name+": a folder of another machine")
			v.kind = "TEXT"
		case i == n-1 && n > 1:
			v.kind = "WRITE"
			if a.has("--delete --del --delete-before --delete-during --delete-delay --delete-after --delete-excluded") {
				v.kind = "DELETE"
			} else if is, sure := k.isFolder(w); is && sure {
				v.words = []Word{inside(w, "")}
			}
			if wholly && !k.dry {
				k.unnamed(w, k.name)
			}
			if !k.dry && isRemote(a.operands[0].words[0]) {
				k.arrived = append(k.arrived, [2]Word{a.operands[0].words[0], w})
			}
		case away:
			v.kind = "SEND"
		case n == 1:
			v.kind = "LIST"
		default:
			v.kind = "READ"
			if wholly {
				v.kind = "RREAD"
			}
			if a.has("--remove-source-files --remove-sent-files") && !k.dry {
				k.values(k.name+": --remove-source-files", []value{{kind: "MOVE", words: []Word{w}}})
			}
		}
	}
}

// doScp is scp, which copies like cp and reads options like ssh.
func doScp(k *call, a *args) {
	for _, f := range a.flags {
		if f.name == "-o" && len(f.values) > 0 {
			k.sshOption(f.values[0].words[0], k.name+": -o")
		}
	}
	k.betweenHosts(a, a.has("-r"))
}

// doSftp reads the commands of a batch: put sends, get writes, ! runs here.
func doSftp(k *call, a *args) {
	for _, f := range a.flags {
		if f.name == "-o" && len(f.values) > 0 {
			k.sshOption(f.values[0].words[0], k.name+": -o")
		}
	}
	batch := k.in
	switch w := a.value("-b"); {
	case w.Text() != "" && !w.Is("-"):
		k.touch(reads, w, k.name+": -b", k.src)
		if batch = k.content(w); batch.file() != "" {
			batch = k.fileText(batch.file())
		}
	case k.emptyInput():
		k.interactive(k.name)
		return
	}
	k.stdin = true
	if len(a.words) > 1 && isRemote(a.words[0]) {
		k.values(k.name, []value{{kind: "WRITE", words: a.words[1:]}})
	}
	if !batch.known() {
		k.effect(Send, k.name+": a batch that guard cannot read")
		if batch.secret() {
			k.foundWhy(Leak, k.name, batch.from(), k.src)
		}
		return
	}
	for l := range strings.SplitSeq(batch.text(), "\n") {
		l = strings.TrimLeft(l, "-@ \t")
		if cmd, ok := strings.CutPrefix(l, "!"); ok {
			k.values(k.name+": !", []value{{kind: "LINE", words: []Word{lit(cmd)}}})
			continue
		}
		verb, rest, _ := strings.Cut(l, " ")
		var paths []Word
		for f := range strings.FieldsSeq(rest) {
			if !strings.HasPrefix(f, "-") {
				paths = append(paths, lit(strings.Trim(f, `"'`)))
			}
		}
		switch {
		case len(paths) == 0:
		case hasName("put mput reput", verb):
			k.values(k.name+": put", []value{{kind: "SEND", words: paths[:1]}})
		case hasName("get mget reget", verb) && len(paths) > 1:
			k.values(k.name+": get", []value{{kind: "WRITE", words: paths[1:2]}})
		case hasName("get mget reget", verb):
			k.values(k.name+": get", []value{{kind: "WRITE", words: []Word{inside(lit("."), lastName(paths[0]))}}})
		case hasName("rm rmdir", verb):
			k.effect(Rewrite, k.name+": rm")
		case verb == "lcd":
			k.chdir(paths[0])
		}
	}
	k.fixed = false
}
