package classify

import (
	"path"
	"strings"
)

// some stands in a path for names that cannot be told: below a listing, for a
// number in a name. It is no name of any zone.
const some = "…"

// paths returns where w may lie, as absolute paths: the likely folder only.
// None means that it cannot be told; a pipe has none either.
func (c *ctx) paths(w Word) []string { return c.pathsIn(w, c.sh.dirs[:min(1, len(c.sh.dirs))]) }

func (c *ctx) pathsIn(w Word, dirs []string) []string {
	text := w.Text()
	switch {
	case w.pipe() || text == "" && w.Known():
		return nil
	case w.Known():
	case w.glob():
		return c.globPaths(text, dirs)
	case w.flow().place() != "" && w.stem() == "":
		tail := w.flow().tail()
		if w.tail() != "" {
			tail = w.tail()
		}
		if tail == "" {
			return withSettings(path.Join(w.flow().place(), some), some)
		}
		return withSettings(path.Join(w.flow().place(), tail), path.Base(tail))
	case (w.flow().plain() || w.flow().place() != "" && strings.HasSuffix(w.stem(), "/")) && (strings.Contains(w.Text(), some) || strings.Contains(w.Text(), w.hole())):
		text = strings.ReplaceAll(w.Text(), w.hole(), some)
		if strings.ContainsAny(text, "$`*?[") {
			return nil
		}
	default:
		return nil
	}
	if rest, ok := strings.CutPrefix(text, "~"); ok && (rest == "" || rest[0] == '/') && c.scene.Home != "" {
		text = c.scene.Home + rest // the shell left it; the program may expand it
	}
	return absolute(windows(text), dirs)
}

// withSettings adds to a path whose last name is a pattern, or any, the agent
// settings that it may be.
func withSettings(p, base string) []string {
	dir := path.Dir(p)
	for _, known := range [...][2]string{{".claude", "settings.json"}, {".codex", "config.toml"}} {
		if folded(path.Base(dir)) == known[0] && (base == some || globMatch(base, known[1])) && base != known[1] {
			return []string{p, path.Join(dir, known[1])}
		}
	}
	return []string{p}
}

// windows turns the spellings of Windows paths that agents use in bash into
// slashes: C:\Users, C:/Users, /c/Users, /mnt/c/Users.
func windows(p string) string {
	if len(p) >= 2 && p[1] == ':' && (p[0]|0x20) >= 'a' && (p[0]|0x20) <= 'z' && (len(p) == 2 || p[2] == '\\' || p[2] == '/') {
		return "/" + strings.ToLower(p[:1]) + ":/" + strings.ReplaceAll(strings.TrimLeft(p[2:], `\/`), `\`, "/")
	}
	return p
}

func absolute(p string, dirs []string) []string {
	if strings.HasPrefix(p, "file://") {
		p = strings.TrimPrefix(strings.TrimPrefix(p, "file://"), "localhost")
	}
	if path.IsAbs(p) {
		return []string{p}
	}
	var out []string
	for _, d := range dirs {
		out = append(out, d+"/"+p)
	}
	return out
}

// globPaths returns where the matches of a pattern may lie: the pattern itself,
// and each well-known path that it could meet.
func (c *ctx) globPaths(pat string, dirs []string) []string {
	var out []string
	for _, abs := range absolute(pat, dirs) {
		out = append(out, abs)
		if c.work += 20; !c.step() {
			return out
		}
		segs := strings.Split(strings.Trim(path.Clean(abs), "/"), "/")
		if !strings.ContainsAny(abs, "*?[") {
			continue
		}
		for _, ks := range c.landmarks() {
			n, wild := 0, false
			for n < len(segs) && n < len(ks) && segMatch(segs[n], ks[n]) {
				wild = wild || segs[n] != ks[n]
				n++
			}
			if !wild || n < len(segs) && n < len(ks) {
				continue
			}
			if n == 1 && len(segs) == 1 && strings.Trim(segs[0], "*") == "" {
				continue // "/*" is judged as itself
			}
			p := "/" + strings.Join(append(append([]string(nil), ks[:n]...), segs[n:]...), "/")
			if strings.Trim(segs[len(segs)-1], "*") == "" && n == len(segs) {
				continue // dir/*: what it meets is in dir, which is judged as itself
			}
			out = append(out, p)
			if len(out) > 64 {
				return out
			}
		}
	}
	return out
}

// segMatch matches one name against one segment of a pattern. A leading dot
// needs a dot in the pattern.
func segMatch(pat, name string) bool {
	if name != "" && name[0] == '.' && pat != "" && pat[0] != '.' && pat[0] != '[' {
		return false
	}
	return globMatch(pat, name)
}

// landmarks are the paths that a pattern is held against, as their names.
func (c *ctx) landmarks() [][]string {
	if c.marks == nil {
		for _, d := range systemDirs {
			c.marks = append(c.marks, segments(d))
		}
		for _, d := range []string{"/etc/shadow", "/etc/passwd", "/etc/sudoers", "/dev/sda", "/dev/nvme0n1", "/proc/1/environ", "/bin/rm", "/bin/sh", "/bin/bash", "/usr/bin/curl", "/bin/cat", "/usr/bin/env"} {
			c.marks = append(c.marks, segments(d))
		}
		if h := c.scene.Home; h != "" {
			c.marks = append(c.marks, segments(h))
			for _, n := range homeMarks {
				c.marks = append(c.marks, segments(h+"/"+n))
			}
		}
	}
	out := c.marks[:len(c.marks):len(c.marks)]
	for _, d := range c.sh.dirs {
		for _, n := range dirMarks {
			out = append(out, segments(d+"/"+n))
		}
	}
	return out
}

func segments(p string) []string { return strings.Split(strings.Trim(p, "/"), "/") }

var homeMarks = []string{".ssh/id_rsa", ".ssh/id_ed25519", ".aws/credentials", ".gnupg", ".kube/config", ".docker/config.json", ".netrc", ".npmrc", ".pypirc", ".config/gh/hosts.yml", ".config/gcloud", ".config/guard", ".git-credentials", ".bash_history", ".zsh_history", ".bashrc", ".zshrc", ".profile", ".claude/settings.json", ".codex/config.toml", ".codex/hooks.json", ".local/state/guard", ".local/bin/guard", ".butler"}
var dirMarks = []string{".env", ".env.local", ".env.production", ".git/config", ".claude/settings.json", ".codex/hooks.json", ".npmrc"}

// systemDirs are the folders without which a machine does not work, or which
// hold everything that others have on it.
var systemDirs = []string{
	"/", "/bin", "/boot", "/dev", "/etc", "/home", "/lib", "/lib32", "/lib64", "/libx32", "/media", "/mnt", "/opt", "/proc", "/root", "/run", "/sbin", "/srv", "/sys", "/usr", "/var",
	"/usr/bin", "/usr/sbin", "/usr/lib", "/usr/lib64", "/usr/local", "/usr/share", "/usr/include", "/usr/libexec", "/usr/local/bin", "/usr/local/lib", "/var/lib", "/var/log", "/var/spool", "/var/www", "/var/mail", "/var/cache", "/etc/ssh", "/etc/systemd", "/etc/pam.d", "/lib/modules", "/boot/efi",
	"/System", "/Library", "/Applications", "/Users", "/Volumes", "/private", "/private/etc", "/private/var", "/cores", "/System/Library",
	"/c:", "/c:/Windows", "/c:/Users", "/c:/Program Files", "/c:/Program Files (x86)", "/c:/ProgramData", "/c:/Windows/System32", "/mnt/c", "/mnt/c/Windows", "/mnt/c/Users", "/c", "/c/Windows", "/c/Users", "/d:",
}

// wipeTarget reports whether to remove p is to wipe: a system folder, a home, a
// disk.
func (c *ctx) wipeTarget(p string) bool {
	p = path.Clean(p)
	if c.scene.Home != "" && (p == c.scene.Home || below(c.scene.Home, p)) {
		return true
	}
	for _, d := range systemDirs {
		if strings.EqualFold(p, d) {
			return true
		}
	}
	dir := path.Dir(p)
	return dir == "/home" || dir == "/Users" || strings.EqualFold(dir, "/c:/Users") || dir == "/c/Users" || dir == "/mnt/c/Users" || path.Dir(dir) == "/run/media"
}

// everything reports whether the last name of a pattern means all of its
// folder: *, .*, .[!.]*, ?*.
func everything(base string) bool {
	switch base {
	case "*", "**", ".*", "?*", ".[!.]*", ".??*", "{*,.*}", "*.*", "[!.]*", some:
		return true
	}
	return false
}

// touch adds what is done to the file that w names.
func (c *ctx) touch(how access, w Word, row, src string) {
	if w.pipe() || w.Is("-") || c.stream(w) || w.Known() && w.Text() == "" {
		return
	}
	dirs := c.sh.dirs
	if how != deletes {
		dirs = dirs[:min(1, len(dirs))]
	}
	ps := c.pathsIn(w, dirs)
	if c.boxed && len(c.mounts) > 0 {
		if own := c.mounted(ps, how); len(own) > 0 {
			c.boxed, ps = false, own
			defer func() { c.boxed = true }()
		}
	}
	if len(ps) == 0 {
		c.touched(zoneNowhere, how, w.Text(), row, src)
		if h := c.hintPath(w); h != "" { // what is known of it may be worse
			if z := c.zoneAt(h, how); z == zoneGuard || z == zoneSecrets || z == zoneDevice {
				c.touched(z, how, w.Text(), row, src)
			}
			if f := w.flow(); how == deletes && f.place() != "" && f.tail() == "" && w.tail() == "" && h == w.stem()+some && c.wipes(h) { // each name of a listing
				c.foundWhy(Wipe, row, w.Text(), src)
			}
		}
		return
	}
	if how == deletes && w.Known() && len(ps) == 1 && c.ownFile(path.Clean(ps[0])) {
		delete(c.wholes, path.Clean(ps[0]))
		return
	}
	if how == deletes && w.glob() && everything(path.Base(w.Text())) {
		// All of a folder is judged as the folder: rm -rf .??*
		ps = ps[:1]
		if dir := path.Dir(path.Clean(ps[0])); c.zoneAt(dir, deletes) == zoneGuard {
			ps = append(ps, dir)
		}
	}
	worst, at := zone(endOfZones), ""
	var tier Tier
	for _, p := range ps {
		if how == deletes && c.wipes(p) {
			c.foundWhy(Wipe, row, c.show(p), src)
			return
		}
		for _, q := range c.real(p) {
			if how == deletes && q != path.Clean(p) && c.wipes(q) && path.Base(p) == path.Base(q) {
				c.foundWhy(Wipe, row, c.show(q), src)
				return
			}
			z := c.zoneAt(q, how)
			if t := c.policy.touch(z, how); worst == endOfZones || level(t) > level(tier) {
				worst, tier, at = z, t, q
			}
		}
	}
	c.touched(worst, how, c.show(at), row, src)
}

// mount is a folder or file of this machine that a container sees under another
// name.
type mount struct{ from, to string }

// mounted returns the paths of this machine that the container's paths ps are.
// A delete reaches the mounts below it as well.
func (c *ctx) mounted(ps []string, how access) []string {
	var out []string
	for _, p := range ps {
		p = path.Clean(p)
		for _, m := range c.mounts {
			switch {
			case within(p, m.to):
				out = append(out, path.Clean(m.from+p[len(strings.TrimSuffix(m.to, "/")):]))
			case how == deletes && within(m.to, strings.TrimSuffix(strings.TrimSuffix(p, "/*"), "/")):
				out = append(out, m.from)
			}
		}
	}
	return out
}

func (c *ctx) touched(z zone, how access, what, row, src string) {
	what = cut(what, 300)
	if c.boxed && z != zoneNowhere {
		switch {
		case how != reads:
			z = zoneNowhere
		case z != zoneSecrets:
			return // what a container holds is not this machine's
		}
	}
	if z == zoneGuard && how != reads {
		c.foundWhy(Tamper, row, how.String()+" "+what, src)
		return
	}
	n := needs{touches: touchBit(z, how)}
	t, by := c.weigh(c.policy.touch(z, how), n, row)
	c.account(t, n)
	c.addOnce(Finding{Tier: t, Zone: z.String(), Access: how.String(), Path: what, Does: how.String() + " " + what + " (" + z.String() + ")", Row: by, Call: src, Via: c.via, Safer: saferTouch(z, how)})
}

// wipes reports whether deleting p, which may end in a pattern, is a wipe.
func (c *ctx) wipes(p string) bool {
	if c.boxed {
		return false
	}
	clean := path.Clean(p)
	if c.wipeTarget(clean) {
		return true
	}
	for range 8 { // ~/**/*
		if !everything(path.Base(clean)) {
			return false
		}
		if clean = path.Dir(clean); c.wipeTarget(clean) {
			return true
		}
	}
	return false
}

// emptied is a write that leaves nothing of the file in w: a delete, unless
// the file is not there.
func (c *ctx) emptied(w Word, row, src string) {
	for _, p := range c.paths(w) {
		if p = path.Clean(p); c.scene.kind(p) == KindNone && !isDevice(p) && !strings.Contains(p, some) && !w.glob() {
			c.touch(writes, w, row, src)
			return
		}
	}
	c.touch(deletes, w, row, src)
}

// stream reports whether w is one of the devices that are no file.
func (c *ctx) stream(w Word) bool {
	t := w.Text()
	if !strings.HasPrefix(t, "/dev/") && !strings.HasPrefix(t, "/proc/self/fd/") || strings.Contains(t, "/../") {
		return false
	}
	switch t {
	case "/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/tty", "/dev/ptmx":
		return true
	}
	return strings.HasPrefix(t, "/dev/fd/") || strings.HasPrefix(t, "/proc/self/fd/") || strings.HasPrefix(t, "/dev/tcp/") || strings.HasPrefix(t, "/dev/udp/") || strings.HasPrefix(t, "/dev/pts/")
}

// real returns p cleaned, and where it lies once its links are followed.
func (c *ctx) real(p string) []string {
	clean := path.Clean(p)
	if c.away || c.boxed {
		return []string{clean}
	}
	if r := c.scene.resolve(p); r != clean {
		return []string{clean, r}
	}
	return []string{clean}
}

// hintPath is a path made of what is known of a word: the parts behind a hole.
func (c *ctx) hintPath(w Word) string {
	if w.tail() != "" {
		rest := w.Text()
		if i := strings.LastIndex(rest, w.hole()); i >= 0 && w.hole() != "" {
			rest = rest[i+len(w.hole()):]
		}
		return "/" + some + "/" + strings.TrimLeft(rest, "/}\"'")
	}
	if w.stem() != "" && path.IsAbs(w.stem()) {
		return w.stem() + some
	}
	return ""
}

// show is a path as a person would write it.
func (c *ctx) show(p string) string {
	p = path.Clean(p)
	if h := c.scene.Home; h != "" && below(p, h) && !within(p, c.scene.Project) {
		return "~" + p[len(h):]
	}
	if pr := c.scene.Project; pr != "" && below(p, pr) {
		return p[len(pr)+1:]
	}
	return p
}

// zone tells where the path p lies for a reader.
func (c *ctx) zone(p string) zone { return c.zoneAt(path.Clean(p), reads) }

// zoneAt tells where the clean path p lies; how matters for folders that hold
// what a zone names.
func (c *ctx) zoneAt(p string, how access) zone {
	sc := c.scene
	if c.isGuard(p, how) {
		if how == reads && strings.HasSuffix(folded(p), ".key") {
			return zoneSecrets // whoever reads butler's key can answer for it
		}
		return zoneGuard
	}
	if c.isSecret(p) {
		return zoneSecrets
	}
	if c.away {
		return zoneAway
	}
	if c.isAutorun(p) {
		return zoneAutorun
	}
	if isDevice(p) {
		return zoneDevice
	}
	for _, root := range append([]string{sc.Project}, sc.Extra...) {
		if root == "" || root == "/" || root == sc.Home || below(sc.Home, root) || !within(p, root) {
			continue
		}
		if rel := strings.TrimPrefix(p[len(root):], "/"); rel != "" && isOutput(rel) && !c.tracked(root, rel) {
			return zoneOutput
		}
		return zoneProject
	}
	temp := c.isTemp(p) || how == writes && (p == "/tmp" || p == "/var/tmp" || p == sc.Temp) // a file is put into it
	inHome := sc.Home != "" && below(p, sc.Home)
	switch {
	case temp && !(inHome && c.isTemp(sc.Home)):
		return zoneTemp
	case inHome:
		return zoneHome
	case isSystem(p):
		return zoneSystem
	}
	return zoneElsewhere
}

func (c *ctx) isTemp(p string) bool {
	for _, d := range c.scene.Temps {
		if below(p, d) {
			return true
		}
	}
	return below(p, "/tmp") || below(p, "/var/tmp") || below(p, "/private/tmp") || below(p, "/dev/shm") || c.scene.Temp != "" && below(p, c.scene.Temp)
}

func isSystem(p string) bool {
	if p == "/" {
		return true
	}
	top, _, _ := strings.Cut(p[1:], "/")
	switch top {
	case "bin", "boot", "dev", "etc", "lib", "lib32", "lib64", "libx32", "opt", "proc", "root", "run", "sbin", "srv", "sys", "usr", "var", "tmp", "home", "System", "Library", "Applications", "Users", "Volumes", "private", "cores", "c:", "mnt", "media":
		return true
	}
	return false
}

func isDevice(p string) bool {
	if p == "/proc/sysrq-trigger" || p == "/proc/kcore" {
		return true
	}
	rest, ok := strings.CutPrefix(p, "/dev/")
	if !ok {
		return strings.HasPrefix(p, "/sys/block/")
	}
	for _, pre := range []string{"sd", "hd", "vd", "xvd", "nvme", "disk", "rdisk", "mmcblk", "mapper/", "dm-", "md", "loop", "mem", "kmem", "port", "sr", "st0", "block/", "zd", "nbd", "ram"} {
		if strings.HasPrefix(rest, pre) {
			return true
		}
	}
	return false
}

// outputNames are folders and files that a build or a tool makes and can make
// again.
const outputNames = " dist build target out node_modules .next .nuxt .turbo .cache .parcel-cache .svelte-kit .vite .astro .output coverage htmlcov .nyc_output __pycache__ .pytest_cache .mypy_cache .ruff_cache .hypothesis .tox .nox .venv venv .gradle .eggs .terraform _build .stack-work dist-newstyle elm-stuff .dart_tool Pods DerivedData .angular .expo storybook-static playwright-report test-results .coverage .eslintcache .stylelintcache .DS_Store lib-cov .sass-cache .serverless .aws-sam cdk.out .docusaurus .vitepress-cache bazel-bin bazel-out bazel-testlogs .zig-cache zig-out zig-cache cmake-build-debug cmake-build-release CMakeFiles .bundle-cache .ipynb_checkpoints .scannerwork jspm_packages bower_components .wrangler .vercel-output "

// isOutput reports whether rel, a path below the project, lies in build output.
func isOutput(rel string) bool {
	for seg := range strings.SplitSeq(rel, "/") {
		if strings.Contains(outputNames, " "+seg+" ") && seg != "" {
			return true
		}
		if strings.HasSuffix(seg, ".egg-info") {
			return true
		}
	}
	base := path.Base(rel)
	for _, suf := range []string{".pyc", ".pyo", ".o", ".obj", ".class", ".tsbuildinfo", ".coverprofile"} {
		if strings.HasSuffix(base, suf) && base != suf {
			return true
		}
	}
	return false
}

func folded(p string) string { return strings.ToLower(p) }

// isGuard reports whether p is of guard, butler, or what registers them. For a
// delete, a folder that holds such a thing counts as well.
func (c *ctx) isGuard(p string, how access) bool {
	sc := c.scene
	f := folded(p)
	base := path.Base(f)
	dir := path.Dir(f)
	if strings.HasPrefix(base, "settings") && strings.HasSuffix(base, ".json") && path.Base(dir) == ".claude" {
		return true
	}
	if path.Base(dir) == ".codex" && (base == "config.toml" || base == "hooks.json" || base == "requirements.toml") {
		return true
	}
	if (base == ".claude" || base == ".codex") && how == deletes {
		return true
	}
	if base == ".guard.toml" {
		return true
	}
	if base == "managed-settings.json" && (strings.Contains(dir, "claude-code") || strings.Contains(dir, "claudecode")) {
		return true
	}
	for _, d := range []string{"/etc/guard", "/etc/codex", "/etc/claude-code"} {
		if within(f, d) {
			return true
		}
	}
	if base == "guard" || base == "butler" {
		switch {
		case dir == "/usr/local/bin", dir == "/usr/bin", dir == "/opt/homebrew/bin", sc.Home != "" && (dir == folded(sc.Home)+"/.local/bin" || dir == folded(sc.Home)+"/bin" || dir == folded(sc.Home)+"/go/bin"):
			return true
		}
	}
	roots := c.guardRoots()
	for _, r := range roots {
		if within(f, r) {
			return true
		}
		if how == deletes && below(r, f) && p != sc.Project && !below(sc.Project, p) && !c.wipeTarget(p) {
			return true
		}
	}
	if i := strings.Index(f, "/butler/"); i >= 0 && (strings.HasPrefix(f, "/run/user/") || strings.HasPrefix(f, "/var/run/user/")) && strings.HasSuffix(f, ".sock") {
		return true
	}
	return strings.HasPrefix(f, "/run/user/") && (base == "butler" || path.Base(dir) == "butler")
}

// isOwnSocket reports whether text, as programs take the address of a socket,
// names one of butler's: whoever talks to it speaks for guard or for the owner.
func (c *ctx) isOwnSocket(text string) bool {
	text, _, _ = strings.Cut(text, ",") // options of socat
	text = strings.TrimPrefix(strings.TrimPrefix(text, "unix:"), "//")
	return path.IsAbs(text) && c.isGuard(path.Clean(text), writes) || strings.Contains("/"+folded(text), "/butler/") && strings.HasSuffix(text, ".sock")
}

// guardRoots are the folders and files of guard and butler, case-folded.
func (c *ctx) guardRoots() []string {
	if c.roots != nil {
		return c.roots
	}
	sc := c.scene
	var out []string
	add := func(p string) {
		if p != "" && path.IsAbs(p) {
			out = append(out, folded(path.Clean(p)))
		}
	}
	if sc.Home != "" {
		add(sc.config() + "/guard")
		add(sc.state() + "/guard")
		add(sc.config() + "/butler")
		add(sc.state() + "/butler")
		add(sc.Home + "/.config/guard")
		add(sc.Home + "/.local/state/guard")
		add(sc.Home + "/.local/state/butler")
		add(sc.Home + "/.butler")
	}
	for _, p := range sc.Own {
		add(p)
	}
	c.roots = out
	return out
}

// tracked reports whether git tracks files in the folder rel of root, where
// that can be told.
func (c *ctx) tracked(root, rel string) bool { return false }
