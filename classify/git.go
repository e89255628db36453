package classify

import (
	"path"
	"strings"
)

// How git names files, addresses and settings, and what the configuration of a
// repository adds to a call.

// gitAt is the folder in which a git call works, after its -C flags.
func (k *call) gitAt(a *args) (string, bool) {
	dir := k.sh.dir()
	if v, ok := k.sh.vars["GIT_WORK_TREE"]; ok && len(v.words) == 1 {
		for _, p := range k.paths(v.words[0]) {
			dir = p
		}
	}
	for _, f := range a.flags {
		if f.name != "-C" && f.name != "--work-tree" || len(f.values) == 0 {
			continue
		}
		w := f.values[0].words[0]
		if !w.Known() {
			return "", false
		}
		if path.IsAbs(w.Text()) {
			dir = w.Text()
		} else if dir != "" {
			dir = path.Join(dir, w.Text())
		}
	}
	return path.Clean(dir), dir != ""
}

// gitChanges makes the operands from number i on paths that are written, the
// folders of clients deleted.
func gitChanges(a *args, i int) {
	for j := range a.operands {
		v := &a.operands[j]
		if j < i || v.kind != "TEXT" {
			continue
		}
		v.kind = "WRITE"
		if b := path.Base(v.words[0].Text()); b == ".claude" || b == ".codex" {
			v.kind = "DELETE"
		}
	}
}

// afterDashes returns how many of the call's words stand after "--", or -1.
func (k *call) afterDashes() int {
	for i, w := range k.words {
		if w.Is("--") {
			return len(k.words) - i - 1
		}
	}
	return -1
}

// gitCheckout tells a checkout of paths, which drops what the working tree
// holds, from a switch to another branch.
func gitCheckout(k *call, a *args) {
	first := len(a.operands) // the first that is a path
	n := k.afterDashes()
	switch {
	case a.has("-b -B --orphan"):
		return
	case n >= 0:
		first = max(len(a.operands)-n, 0)
	case len(a.words) > 1:
		first = 1
		if k.pathLike(a.words[0], a) {
			first = 0
		}
	case len(a.words) == 1 && k.pathLike(a.words[0], a):
		first = 0
	}
	if first < len(a.operands) {
		k.effect(Discard, k.name+": paths")
		gitChanges(a, first)
	}
}

// pathLike reports whether w reads as a path and not as a branch.
func (k *call) pathLike(w Word, a *args) bool {
	t := w.Text()
	if w.glob() || w.flow().place() != "" {
		return true
	}
	if t == "" || !w.Known() {
		return false
	}
	if t[0] == '.' || t[0] == '/' || t[0] == ':' || strings.HasSuffix(t, "/") || strings.ContainsAny(t, "*?[") && !strings.Contains(t, "@{") {
		return t != "-"
	}
	if dir, ok := k.gitAt(a); ok {
		switch k.scene.kind(path.Join(dir, t)) {
		case KindFile, KindDir:
			return k.scene.kind(path.Join(dir, ".git/refs/heads", t)) != KindFile
		case KindNone:
			return false
		}
	}
	base := path.Base(t)
	switch base {
	case "Makefile", "Dockerfile", "LICENSE", "Gemfile", "Rakefile", "Procfile", "Jenkinsfile", "Vagrantfile", "go.mod", "go.sum":
		return true
	}
	i := strings.LastIndexByte(base, '.')
	if i <= 0 || i == len(base)-1 || len(base)-i > 9 || base[i-1] >= '0' && base[i-1] <= '9' {
		return false
	}
	for _, c := range base[i+1:] {
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') {
			return false
		}
	}
	return true
}

// gitNames: with a flag that shows names only, the output is names of files.
func gitNames(k *call, a *args) {
	names := a.has("--name-only --name-status -l --files-with-matches -L --files-without-match --porcelain -s --short")
	if k.name == "git show" || k.name == "git log" {
		names = a.has("--name-only") && (!a.has("--format --pretty") || a.value("--format --pretty").Is(""))
	}
	if names {
		gitNamesHere(k, a)
	}
	if k.hidesContent(a) {
		for i := range a.operands {
			if a.operands[i].kind == "REV" {
				a.operands[i].kind = "TEXT"
			}
		}
	}
}

func gitNamesHere(k *call, a *args) {
	if dir, ok := k.gitAt(a); ok {
		if within(dir, k.scene.Project) {
			dir = k.scene.Project
		}
		k.prints(flow{&content{place: dir, from: "names from " + k.name}})
	}
}

// hidesContent reports whether a call shows names and numbers of files, and
// nothing of what they hold.
func (k *call) hidesContent(a *args) bool {
	return a.has("--name-only --name-status --stat --shortstat --numstat --summary --compact-summary --dirstat -s --no-patch --quiet -q --exit-code --raw") && !a.has("-p -u --patch -U --unified --patch-with-stat --patch-with-raw")
}

// gitLog: a log shows what files hold only where it shows differences.
func gitLog(k *call, a *args) {
	if k.name == "git log" && !a.has("-p -u --patch -U --unified --patch-with-stat --patch-with-raw -L -c --cc --remerge-diff --word-diff --color-words -W --function-context -G -S") {
		for i := range a.operands {
			a.operands[i].kind = "TEXT"
		}
		if f := a.value("--format --pretty"); f.Known() && strings.Trim(f.Text(), "' ") != "" && !k.hidesContent(a) && plainFormat(strings.TrimPrefix(strings.TrimPrefix(f.Text(), "format:"), "tformat:")) {
			k.prints(comes(markPlain, "commits from git log"))
			return
		}
	}
	gitNames(k, a)
}

// gitPlain: names of branches, tags and commits are plain words, but with a
// format of the caller's anything.
func gitPlain(k *call, a *args) {
	format := a.value("--format --pretty")
	own := a.has("--format --pretty") && (!format.Known() || !plainFormat(format.Text()))
	if !own && !a.has("-v -vv --verbose --header --oneline") && !(a.has("-n") && k.name == "git tag") {
		k.prints(comes(markPlain, "names from "+k.name))
	}
}

// plainFormat reports whether a format shows names and numbers of commits only.
func plainFormat(text string) bool {
	for _, field := range []string{"%(refname)", "%(refname:short)", "%(refname:lstrip=2)", "%(refname:lstrip=3)", "%(refname:strip=2)", "%(refname:strip=3)", "%(objectname)", "%(objectname:short)", "%(upstream:short)", "%H", "%h"} {
		text = strings.ReplaceAll(text, field, "")
	}
	return strings.Trim(text, "' ") == ""
}

func gitRevParse(k *call, a *args) {
	if a.has("--show-toplevel") && len(a.flags) == 1+countFlags(a, "-C --path-format -q --quiet") {
		if dir, ok := k.gitAt(a); ok && within(dir, k.scene.Project) && !k.away && !k.boxed {
			k.prints(textFlow(k.scene.Project + "\n"))
			return
		}
	}
	if a.has("--git-dir --absolute-git-dir --git-common-dir --git-path --show-superproject-working-tree --show-toplevel --parseopt --sq-quote --show-cdup") {
		if dir, ok := k.gitAt(a); ok && within(dir, k.scene.Project) && a.has("--git-dir --absolute-git-dir --git-common-dir") {
			k.prints(textFlow(k.scene.Project + "/.git\n"))
		}
		return
	}
	if a.has("--show-prefix") {
		gitNamesHere(k, a)
		return
	}
	k.prints(comes(markPlain, "the output of git rev-parse"))
}

func countFlags(a *args, names string) int {
	n := 0
	for _, f := range a.flags {
		if hasName(names, f.name) {
			n++
		}
	}
	return n
}

// revision is an operand that may be a revision, a path, or REVISION:PATH.
func (k *call) revision(w Word, row string) {
	if w.flow().secret() {
		k.sent = append(k.sent, w)
	}
	if !w.Known() && !w.glob() && w.flow().place() == "" {
		if w.tail() != "" {
			k.touch(reads, w, row, k.src)
		}
		return
	}
	p := w
	if i := strings.IndexByte(w.Text(), ':'); w.Known() && i > 0 {
		p = lit(w.Text()[i+1:])
		if !strings.HasPrefix(p.Text(), "./") && !strings.HasPrefix(p.Text(), "../") && !path.IsAbs(p.Text()) && k.scene.Project != "" {
			p = lit(path.Join(k.scene.Project, p.Text()))
		}
	}
	if p.Known() && (p.Text() == "" || p.Text()[0] == ':' || p.Text()[0] == '^') {
		return
	}
	k.touch(reads, p, row, k.src)
	if f := k.content(p); f.secret() {
		k.reads = append(k.reads, f.hidden())
	}
}

// gitHelper reports whether an address names a program that git runs to reach
// it: ext::, fd::, or another helper.
func gitHelper(t string) bool {
	i := strings.Index(t, "::")
	if i <= 0 {
		return false
	}
	for _, c := range t[:i] {
		if (c < 'a' || c > 'z') && c != '-' && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}

// gitAddress is what a call that fetches talks to: an address, a folder, or the
// name of a remote.
func (k *call) gitAddress(w Word, row string) {
	t := w.Text()
	if w.stem() != "" && !w.Known() {
		t = w.stem()
	}
	scheme := strings.Contains(t, "://")
	switch {
	case strings.HasPrefix(t, "ext::"):
		k.effect(Hijack, row)
		if w.Known() {
			k.child().call(extWords(t[len("ext::"):]), k.src)
		}
	case strings.HasPrefix(t, "fd::"):
		k.effect(Hijack, row)
	case gitHelper(t):
		k.effect(RunUnseen|Fetch, row)
	case strings.Contains(t, "://-"), strings.HasPrefix(t, "-"):
		k.effect(Hijack, row)
	case scheme:
		k.url(w, row)
	case !w.Known() && w.stem() == "":
		k.effect(Fetch, row)
	case strings.HasPrefix(t, "/"), strings.HasPrefix(t, "."), strings.HasPrefix(t, "~"), strings.HasSuffix(t, ".bundle"):
		k.touch(reads, w, row, k.src)
	default:
		if i := strings.IndexByte(t, ':'); i > 1 && !strings.Contains(t[:i], "/") {
			k.effect(Fetch, row) // host:path
			return
		}
		k.effect(ReadRemote, row)
	}
}

// extWords splits the command of an ext:: address: "% " is a blank in a word.
func extWords(text string) []Word {
	var out []Word
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '%' && i+1 < len(text):
			i++
			b.WriteByte(text[i])
		case text[i] == ' ':
			out = append(out, lit(b.String()))
			b.Reset()
		default:
			b.WriteByte(text[i])
		}
	}
	return append(out, lit(b.String()))
}

func gitFetch(k *call, a *args) {
	if (k.name == "git fetch" || k.name == "git pull") && len(a.words) > 1 {
		for _, w := range a.words[1:] {
			k.fetchInto(w, a.has("-f --force"))
		}
	}
	switch {
	case len(a.words) == 0:
		k.effect(ReadRemote, k.name)
	case a.has("--multiple -m") && k.name == "git fetch":
		for _, w := range a.words {
			k.gitAddress(w, k.name)
		}
	default:
		k.gitAddress(a.words[0], k.name)
	}
}

// fetchInto judges one refspec of a fetch: by force it moves a branch or tag
// here, whatever that held. What is fetched of others (refs/remotes) is theirs.
func (k *call) fetchInto(refspec Word, force bool) {
	src, dst, ok := strings.Cut(refspec.Text(), ":")
	forced := force || strings.HasPrefix(src, "+")
	if !ok || !forced || dst == "" || strings.HasPrefix(dst, "refs/remotes/") {
		return
	}
	k.foundWhy(Discard, k.name+": "+cut(refspec.Text(), 60), "moves "+dst+" by force", k.src)
}

func gitPush(k *call, a *args) {
	if k.staged != "" && !a.dry {
		k.foundWhy(Leak, k.name, k.staged+" was added before", k.src)
	}
	w := a.word(0)
	if r := a.value("--repo"); r.Text() != "" {
		w = r
	}
	if gitHelper(w.Text()) || strings.Contains(w.Text(), "://-") {
		k.gitAddress(w, k.name)
	}
	if i := strings.Index(w.Text(), "://"); i > 0 && (userinfo(w.Text()) || w.flow().secret()) {
		k.effect(Secret, k.name)
	}
	if why := k.pushes(a, w); why != "" {
		k.because(Publish|Rewrite, why)
	}
}

// because adds to what was found of this call's own effects e why they matter.
func (k *call) because(e Effect, why string) {
	for i := range k.res.Findings {
		if f := &k.res.Findings[i]; f.Effect&e != 0 && f.Call == cut(k.src, 200) && strings.HasPrefix(f.Row, k.name) && !strings.Contains(f.Does, why) {
			f.Does += ": " + why
		}
	}
}

// pushes says what a push changes where, as far as its words and the repository
// tell: "" where they tell nothing that matters.
func (k *call) pushes(a *args, to Word) string {
	if to.Text() != "" && !to.Known() {
		return ""
	}
	own, common := k.gitFolders(a)
	head := ""
	if b, ok := k.scene.read(path.Join(own, "HEAD"), 1024); ok && own != "" {
		head, _ = strings.CutPrefix(strings.TrimSpace(string(b)), "ref: refs/heads/")
	}
	conf := map[string]string{}
	for _, s := range k.gitRepo(a) {
		conf[s.key] = s.val
	}
	usual := conf["branch."+head+".remote"]
	if usual == "" {
		usual = "origin"
	}
	remote := to.Text()
	for _, s := range []string{conf["branch."+head+".pushremote"], conf["remote.pushdefault"], usual} {
		if remote == "" {
			remote = s
		}
	}
	var branches []string
	for _, w := range a.words[min(1, len(a.words)):] {
		if !w.Known() {
			return ""
		}
		src, dst, both := strings.Cut(strings.TrimPrefix(w.Text(), "+"), ":")
		if !both {
			dst = src
		}
		if dst == "HEAD" || dst == "@" {
			dst = head
		}
		branches = append(branches, strings.TrimPrefix(dst, "refs/heads/"))
	}
	switch {
	case len(branches) > 0:
	case a.has("--all --branches --mirror"):
		return "all branches go to " + k.remoteName(remote, conf)
	case a.has("--tags"):
		return ""
	case conf["push.default"] == "upstream" && conf["branch."+head+".merge"] != "":
		branches = []string{strings.TrimPrefix(conf["branch."+head+".merge"], "refs/heads/")}
	case conf["push.default"] == "matching":
		return "all branches that are there already go to " + k.remoteName(remote, conf)
	case head != "":
		branches = []string{head}
	}
	main := ""
	if b, ok := k.scene.read(path.Join(common, "refs/remotes", remote, "HEAD"), 1024); ok && common != "" && isPlain(remote) {
		main = strings.TrimPrefix(strings.TrimSpace(string(b)), "ref: refs/remotes/"+remote+"/")
	}
	for _, b := range branches {
		switch {
		case main != "" && b == main:
			return b + " is the default branch of " + k.remoteName(remote, conf)
		case sharedBranch(b):
			return "it goes to " + b + " of " + k.remoteName(remote, conf)
		}
	}
	if remote != usual && len(branches) > 0 {
		return strings.Join(branches, ", ") + " goes to " + k.remoteName(remote, conf) + ", not to " + usual
	}
	return ""
}

// remoteName is a remote as a person knows it: its name, and where it lies.
func (k *call) remoteName(remote string, conf map[string]string) string {
	url := conf["remote."+remote+".pushurl"]
	if url == "" {
		url = conf["remote."+remote+".url"]
	}
	if i := strings.LastIndexByte(url, '@'); i >= 0 && strings.Contains(url, "://") { // no password in a reason
		url = url[:strings.Index(url, "://")+3] + url[i+1:]
	}
	if url == "" {
		return cut(remote, 80)
	}
	return remote + " (" + cut(url, 80) + ")"
}

// sharedBranch reports whether people usually keep others from pushing to b.
func sharedBranch(b string) bool {
	return hasName("main master trunk production prod live stable release", b) || strings.HasPrefix(b, "release/") || strings.HasPrefix(b, "release-") || strings.HasPrefix(b, "releases/") || strings.HasPrefix(b, "hotfix/")
}

// gitClone: the second operand, or the last name of the first, is the folder
// that is made.
func gitClone(k *call, a *args) {
	if len(a.words) == 0 {
		return
	}
	w := a.words[0]
	k.gitAddress(w, k.name)
	if k.does&ReadRemote != 0 { // a plain name: a folder here
		k.touch(reads, w, k.name, k.src)
	}
	if len(a.words) > 1 && k.does&Fetch != 0 {
		k.fetches(a.words[1])
	}
	if ps := k.paths(w); len(a.words) > 1 && k.does&Fetch == 0 && w.Known() && len(ps) == 1 && path.Clean(ps[0]) == k.scene.Project {
		k.twin(a.words[1])
	}
	if len(a.words) == 1 {
		to := "."
		if w.Known() {
			to = strings.TrimSuffix(path.Base(strings.TrimRight(w.Text(), "/")), ".git")
			if i := strings.LastIndexByte(to, ':'); i >= 0 {
				to = to[i+1:]
			}
		}
		a.operands = append(a.operands, value{kind: "WRITE", words: []Word{lit("./" + to)}})
		if k.does&Fetch != 0 {
			k.fetches(lit("./" + to))
		}
	}
}

// twin keeps in mind that git makes the folder in w, which must not be there or
// be empty, of the project's commits: code there is the project's.
func (k *call) twin(w Word) {
	if d := k.sh.dir(); !w.Known() || !within(d, k.scene.Project) || d == "" {
		return
	}
	for _, p := range k.paths(w) {
		if p = path.Clean(p); k.zone(p) == zoneTemp {
			k.scan.twins = append(k.scan.twins, p)
		}
	}
}

// homeGround reports whether code at p is the project's own.
func (k *call) homeGround(p string) bool {
	for _, d := range k.scan.twins {
		if within(p, d) {
			return true
		}
	}
	switch k.zone(p) {
	case zoneProject, zoneOutput:
		return true
	}
	return false
}

// fetches keeps in mind that the folder in w holds what comes over the network.
func (k *call) fetches(w Word) {
	for _, p := range k.paths(w) {
		k.scan.fetched = append(k.scan.fetched, path.Clean(p))
	}
}

// gitPatch reads a patch for the files that it changes.
func gitPatch(k *call, a *args) {
	if a.dry && !a.has("--apply") {
		return
	}
	if a.has("--unsafe-paths") {
		k.touched(zoneNowhere, writes, "a path outside the working tree", k.name+": --unsafe-paths", k.src)
	}
	if a.has("--abort --skip --continue --quit --resolved -r --show-current-patch") {
		return
	}
	text := k.in
	if len(a.words) > 0 {
		text = k.content(a.words[0])
		if text.file() != "" {
			text = k.fileText(text.file())
		}
	}
	if text.download() {
		k.touched(zoneNowhere, writes, "the files that a downloaded patch names", k.name, k.src)
	}
	if !text.known() {
		return
	}
	for _, p := range patchPaths(text.text()) {
		if d := a.value("--directory"); d.Text() != "" {
			p = path.Join(d.Text(), p)
		}
		a.operands = append(a.operands, value{kind: "WRITE", words: []Word{lit(p)}})
	}
}

// patchPaths are the files that a patch changes, without the first name of each
// path (a/, b/).
func patchPaths(text string) []string {
	var out []string
	add := func(p string, strip bool) {
		p, _, _ = strings.Cut(strings.TrimSpace(p), "\t")
		if _, rest, ok := strings.Cut(p, "/"); ok && strip {
			p = rest
		}
		if p != "" && p != "/dev/null" && p != "dev/null" && len(out) < 256 {
			out = append(out, p)
		}
	}
	for line := range strings.Lines(text) {
		for _, pre := range []string{"--- ", "+++ "} {
			if rest, ok := strings.CutPrefix(line, pre); ok && !strings.HasPrefix(rest, "/dev/null") {
				add(rest, true)
			}
		}
		for _, pre := range []string{"rename to ", "rename from ", "copy to "} {
			if rest, ok := strings.CutPrefix(line, pre); ok {
				add(rest, false)
			}
		}
	}
	return out
}

// gitSetting judges a setting of git: what its key makes git do.
func (k *call) gitSetting(w Word, row string) {
	key, val, has := strings.Cut(w.Text(), "=")
	v := w
	v.set(val)
	v.edit().stem = strings.TrimPrefix(w.stem(), key+"=")
	if !w.Known() && !strings.HasPrefix(w.stem(), key+"=") {
		k.effect(Hijack, row)
		return
	}
	if strings.HasSuffix(row, "--config-env=SETTING") { // the value is in a variable
		v = unsure("$"+val, &gap{hole: "$" + val})
	}
	if !has {
		v = lit("true")
	}
	k.gitKey(key, v, row)
}

// gitKey judges that the key of git's configuration gets the value w.
func (k *call) gitKey(key string, w Word, row string) {
	low := strings.ToLower(key)
	row += " " + low
	first, rest, _ := strings.Cut(low, ".")
	switch {
	case first == "alias":
		t := strings.TrimSpace(w.Text())
		switch {
		case !w.Known():
			k.effect(Hijack, row)
		case strings.HasPrefix(t, "!"):
			k.effect(Hijack, row)
			k.child().script(t[1:])
		case t != "" && strings.Count(strings.Join(k.via, " "), "git alias") < 2:
			in := k.inner("git alias")
			in.sh = k.sh.clone()
			in.script("git " + t)
		}
	case low == "gc.pruneexpire", low == "gc.reflogexpire", low == "gc.reflogexpireunreachable":
		if w.Has("now all 0 today") {
			k.effect(Discard, row)
		}
	case low == "core.fsmonitor":
		if !w.Has("true false 0 1 yes no on off") && !w.Is("") {
			k.effect(Hijack, row)
			k.inside(w)
		}
	case first == "http" && strings.HasSuffix(low, ".sslverify"):
		if !w.Has("true 1 yes on") {
			k.effect(SkipChecks, row)
		}
	case first == "http" && strings.HasSuffix(low, ".extraheader"):
		k.effect(Secret, row)
	case first == "protocol" && strings.HasSuffix(low, ".allow"):
		if !strings.HasSuffix(low, "file.allow") && !w.Is("never") {
			k.effect(Hijack, row)
		}
	case low == "credential.helper" || first == "credential" && strings.HasSuffix(low, ".helper"):
		if !w.Is("") {
			k.effect(Hijack, row)
			if rest, ok := strings.CutPrefix(w.Text(), "!"); ok && w.Known() {
				k.child().script(rest)
			}
		}
	case first == "submodule" && strings.HasSuffix(rest, ".update"):
		if !w.Has("checkout rebase merge none") {
			k.effect(Hijack, row)
			if rest, ok := strings.CutPrefix(w.Text(), "!"); ok && w.Known() {
				k.child().script(rest)
			}
		}
	case first == "remote" && (strings.HasSuffix(rest, ".url") || strings.HasSuffix(rest, ".pushurl")):
		k.effect(Hijack, row)
	case gitKeyNamesProgram(low):
		if w.Has("true false") && first == "pager" || w.Is("") {
			return
		}
		k.programNamed(w, row)
	case gitKeyRuns(low):
		k.effect(Hijack, row)
	}
}

// inside reads w as a line that another program will run.
func (k *call) inside(w Word) {
	if w.Known() {
		k.child().script(w.Text())
	}
}

// gitKeyNamesProgram reports whether the value of key is a command line.
func gitKeyNamesProgram(key string) bool {
	switch key {
	case "core.pager", "core.editor", "core.sshcommand", "core.askpass", "core.gitproxy", "sequence.editor", "diff.external", "interactive.difffilter", "gpg.program", "web.browser", "core.alternaterefscommand", "uploadpack.packobjectshook":
		return true
	}
	first, rest, _ := strings.Cut(key, ".")
	last := rest[strings.LastIndexByte(rest, '.')+1:]
	switch first {
	case "pager":
		return true
	case "filter":
		return last == "clean" || last == "smudge" || last == "process"
	case "diff":
		return last == "command" || last == "textconv"
	case "merge":
		return last == "driver"
	case "difftool", "mergetool", "man", "browser", "guitool":
		return last == "cmd" || last == "path"
	case "gpg":
		return last == "program" || last == "defaultkeycommand"
	case "tar":
		return last == "command"
	case "trailer":
		return last == "command" || last == "cmd"
	case "remote":
		return last == "uploadpack" || last == "receivepack"
	}
	return false
}

// gitConfig reads and writes settings.
func gitConfig(k *call, a *args) {
	words := a.words
	write := len(words) > 1
	if len(words) > 0 {
		switch words[0].Text() {
		case "list", "get", "get-color", "get-colorbool":
			words, write = words[1:], false
		case "set":
			words, write = words[1:], true
		case "unset", "rename-section", "remove-section":
			words, write = words[1:], true
		case "edit":
			k.effect(Hijack, k.name+": -e --edit")
		}
	}
	switch {
	case a.has("--get --get-all --get-regexp --get-urlmatch -l --list --get-color --get-colorbool"):
		write = false
	case a.has("--unset --unset-all --rename-section --remove-section --add --replace-all"):
		write = true
	}
	file := a.value("-f --file")
	if !write {
		if file.Text() != "" {
			a.operands = append(a.operands, value{kind: "READ", words: []Word{file}})
		}
		for _, w := range words {
			low := strings.ToLower(w.Text())
			if strings.HasSuffix(low, ".extraheader") || strings.HasSuffix(low, "token") || strings.HasSuffix(low, "password") || strings.HasSuffix(low, "smtppass") {
				k.effect(Secret, k.name)
				k.prints(comes(markSecret, "the output of git config"))
			}
		}
		return
	}
	if file.Text() != "" {
		a.operands = append(a.operands, value{kind: "WRITE", words: []Word{file}})
	}
	if a.has("--system") {
		k.effect(Machine, k.name+": --system")
	}
	if len(words) == 0 {
		return
	}
	key := words[0]
	val := lit("")
	if len(words) > 1 {
		val = words[1]
	}
	low := strings.ToLower(key.Text())
	switch {
	case !key.Known():
		k.effect(Hijack, k.name)
	case a.has("--unset --unset-all --remove-section --rename-section") || a.word(0).Has("unset remove-section rename-section"):
		if low == "core.hookspath" || low == "core" || strings.HasSuffix(low, ".sslverify") {
			k.effect(SkipChecks, k.name+" "+low)
		}
	case low == "core.hookspath":
		k.effect(Hijack, k.name+" "+low)
	default:
		k.gitKey(key.Text(), val, k.name)
	}
}

// gitAlias judges a subcommand that no row names: an alias that the call or the
// repository defines.
func gitAlias(k *call, a *args) bool {
	name := a.words[0]
	if !name.Known() {
		return false
	}
	for i := len(a.flags) - 1; i >= 0; i-- {
		f := a.flags[i]
		if f.name != "-c" || len(f.values) == 0 {
			continue
		}
		key, val, _ := strings.Cut(f.values[0].words[0].Text(), "=")
		if strings.EqualFold(key, "alias."+name.Text()) && f.values[0].words[0].Known() {
			return k.runAlias(val, a.words[1:])
		}
	}
	for _, s := range k.gitRepo(a) {
		if strings.EqualFold(s.key, "alias."+name.Text()) {
			return k.runAlias(s.val, a.words[1:])
		}
	}
	return false
}

// runAlias judges the command that an alias of git stands for.
func (k *call) runAlias(val string, rest []Word) bool {
	if strings.Count(strings.Join(k.via, " "), "git alias") > 2 {
		return false
	}
	in := k.inner("git alias")
	in.sh = k.sh.clone()
	val = strings.TrimSpace(val)
	if shell, ok := strings.CutPrefix(val, "!"); ok {
		in.sh.args = rest
		k.out, k.fixed = in.script(shell), true
		return true
	}
	words := []Word{lit("git")}
	for f := range strings.FieldsSeq(val) {
		words = append(words, lit(strings.Trim(f, `"'`)))
	}
	k.out, k.fixed = in.call(append(words, rest...), k.src), true
	return true
}

// setting is one line of a repository's configuration.
type setting struct{ key, val string }

// gitRepo reads the configuration of the repository that a call works in,
// where the Scene can tell it.
func (k *call) gitRepo(a *args) []setting {
	_, common := k.gitFolders(a)
	if b, ok := k.scene.read(path.Join(common, "config"), scriptLimit); ok && common != "" {
		return gitSettings(string(b))
	}
	return nil
}

// gitFolders finds the folder in which git keeps what belongs to the working
// tree of a call, and the one with the configuration: they differ in a worktree.
func (k *call) gitFolders(a *args) (own, common string) {
	if k.scene.ReadFile == nil || k.away || k.boxed {
		return "", ""
	}
	dir, ok := k.gitAt(a)
	if !ok || !path.IsAbs(dir) {
		return "", ""
	}
	for range 24 {
		own = path.Join(dir, ".git")
		if _, ok := k.scene.read(path.Join(own, "config"), 1); ok {
			return own, own
		}
		if b, ok := k.scene.read(own, 4096); ok { // a worktree: gitdir: PATH
			if to, ok := strings.CutPrefix(string(b), "gitdir:"); ok {
				own = strings.TrimSpace(to)
				if !path.IsAbs(own) {
					own = path.Join(dir, own)
				}
				common, _, _ = strings.Cut(own, "/worktrees/")
				return own, common
			}
		}
		if dir == "/" {
			break
		}
		dir = path.Dir(dir)
	}
	return "", ""
}

// gitSettings parses the text of a git configuration file.
func gitSettings(text string) []setting {
	var out []setting
	section := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' || line[0] == ';' {
			continue
		}
		if line[0] == '[' {
			end := strings.IndexByte(line, ']')
			if end < 0 {
				continue
			}
			name, sub, has := strings.Cut(line[1:end], " ")
			section = strings.ToLower(strings.TrimSpace(name))
			if has {
				section += "." + strings.Trim(strings.TrimSpace(sub), `"`)
			}
			if line = strings.TrimSpace(line[end+1:]); line == "" {
				continue
			}
		}
		key, val, has := strings.Cut(line, "=")
		if !has {
			val = "true"
		}
		val = strings.TrimSpace(val)
		if len(val) > 1 && val[0] == '"' && val[len(val)-1] == '"' {
			val = strings.NewReplacer(`\"`, `"`, `\\`, `\`).Replace(val[1 : len(val)-1])
		}
		out = append(out, setting{section + "." + strings.ToLower(strings.TrimSpace(key)), val})
		if len(out) > 2000 {
			break
		}
	}
	return out
}

// gitFacts judges what the configuration of the repository makes this call run:
// programs that a person did not plainly choose.
func gitFacts(k *call, a *args) {
	_, sub, _ := strings.Cut(k.name, " ")
	sub, _, _ = strings.Cut(sub, " ")
	if sub == "" || sub == "config" || sub == "help" || sub == "version" {
		return
	}
	const (
		trees   = "add stage checkout switch restore stash diff status merge pull reset commit rebase cherry-pick revert am show log blame grep archive worktree"
		network = "fetch pull push clone ls-remote submodule remote archive"
		hooks   = "commit merge rebase am cherry-pick revert checkout switch pull push worktree stash reset gc"
		diffs   = "diff show log whatchanged blame format-patch stash grep difftool range-diff"
		edits   = "commit rebase merge tag notes revert cherry-pick branch"
	)
	for _, s := range k.gitRepo(a) {
		first, rest, _ := strings.Cut(s.key, ".")
		last := rest[strings.LastIndexByte(rest, '.')+1:]
		runs := false
		switch {
		case s.key == "core.fsmonitor":
			runs = !hasName("true false 0 1 yes no on off", strings.ToLower(s.val)) && s.val != ""
		case s.key == "core.hookspath":
			if hasName(hooks, sub) && s.val != "/dev/null" {
				for _, p := range k.paths(lit(s.val)) {
					switch k.zone(path.Clean(p)) {
					case zoneTemp, zoneElsewhere, zoneSystem, zoneSecrets:
						k.foundWhy(Hijack, "git: the repository's core.hookspath", s.val, k.src)
					}
				}
			}
		case s.key == "diff.external", first == "diff" && (last == "command" || last == "textconv"):
			runs = hasName(diffs, sub)
		case first == "filter" && (last == "clean" || last == "smudge" || last == "process"):
			runs = hasName(trees, sub)
		case first == "merge" && last == "driver":
			runs = hasName("merge rebase pull cherry-pick revert stash am checkout", sub)
		case s.key == "core.sshcommand", s.key == "core.gitproxy", s.key == "core.askpass", first == "credential" && last == "helper", first == "remote" && (last == "uploadpack" || last == "receivepack"):
			runs = hasName(network, sub)
		case s.key == "core.pager", first == "pager":
			runs = hasName(diffs+" branch tag config", sub) && !hasName("true false", s.val)
		case s.key == "core.editor", s.key == "sequence.editor":
			runs = hasName(edits, sub)
		case first == "submodule" && last == "update":
			runs = sub == "submodule" && strings.HasPrefix(s.val, "!")
		}
		if runs && !gitTool(s.val) {
			k.foundWhy(Hijack, "git: the repository's "+s.key, cut(s.val, 60), k.src)
		}
	}
}

// gitTools are programs that people name in the configuration of a repository.
const gitTools = " git-lfs git-crypt delta difft difftastic diff-so-fancy nbstripout nbdime git-nbdiffdriver git-nbmergedriver exiftool hexdump xxd pdftotext odt2txt docx2txt pandoc antiword catdoc jq plutil strings gunzip zcat unzip rs-git-fsmonitor osxkeychain cache store manager manager-core libsecret wincred git-credential-manager gh glab aws az gcloud ksdiff meld kdiff3 bcomp opendiff subl idea webstorm goland zed git "

// gitTool reports whether val, the value of a key that names a program, plainly
// names a well-known one.
func gitTool(val string) bool {
	val = strings.TrimPrefix(strings.TrimSpace(val), "!")
	first, rest, _ := strings.Cut(val, " ")
	base := path.Base(strings.Trim(first, `"'`))
	if strings.HasSuffix(base, "-watchman") {
		return true
	}
	if base == "ssh" { // a key of its own is a person's choice
		return !strings.ContainsAny(rest, ";|&$`<>()") && !strings.Contains(rest, "Command") && !strings.Contains(rest, "-F")
	}
	rest = strings.ReplaceAll(strings.ReplaceAll(strings.ReplaceAll(rest, "$@", ""), `"$1"`, ""), "$1", "")
	return val == "" || strings.Contains(gitTools+readers, " "+base+" ") && harmlessFlags(strings.ReplaceAll(rest, "%f", "f")) && !hasName("sh bash zsh make", base)
}
