package classify

import (
	"maps"
	"path"
	"slices"
	"strings"
)

// What rows of cmd_build.go cannot say.

// foreignLinker reports whether some flag's value names a program that a
// compiler starts.
func foreignLinker(a *args) bool {
	for i := range a.flags {
		for _, v := range a.flags[i].values {
			t := v.words[0].Text()
			if strings.Contains(t, "-extld=") || strings.Contains(t, "linker=") && !strings.Contains(t, "linker=clang") && !strings.Contains(t, "linker=lld") || strings.Contains(t, "-toolexec") {
				return true
			}
		}
	}
	return false
}

// doGoInstall: a package with a version comes from the module proxy.
func doGoInstall(k *call, a *args) {
	if k.name == "go list" && !a.has("-f -json") { // names of packages, which lie in the project or not at all
		k.prints(flow{&content{place: k.sh.dir(), from: "names from go list"}})
	}
	if k.name == "go build" {
		if o := a.value("-o"); o.Known() && o.Text() != "" {
			k.product(o, nil)
		} else if len(a.words) == 0 || a.word(0).Is(".") {
			k.product(lit(path.Base(k.sh.dir())), nil)
		} else if w := a.word(0); w.Known() && !strings.HasSuffix(w.Text(), "...") {
			k.product(lit(strings.TrimSuffix(w.base(), ".go")), nil)
		}
	}
	if k.name != "go install" {
		return
	}
	for _, w := range a.words { // the folder of go's programs is one of guard's own
		name, _, _ := strings.Cut(w.Text(), "@")
		if b := path.Base(name); b == "guard" || b == "butler" {
			k.values(k.name, []value{{kind: "WRITE", words: []Word{lit(k.scene.Home + "/go/bin/" + b)}}})
		}
	}
	for _, w := range a.words {
		if strings.Contains(w.Text(), "@") {
			k.pkg(w, k.name)
		}
	}
}

func doGoGet(k *call, a *args) {
	for i := range a.operands {
		if w := a.operands[i].words[0]; strings.HasPrefix(w.Text(), ".") || w.Is("all") {
			a.operands[i].kind = "TEXT"
			k.effect(RunProject, k.name)
		}
	}
}

func doGoRun(k *call, a *args) {
	if len(a.operands) == 0 || a.operands[0].kind != "RUN:go" {
		return
	}
	words := a.operands[0].words
	w := words[0]
	a.operands = nil
	switch {
	case w.pipe():
		k.runScript("go", words[:1], k.name)
	case w.Known() && strings.HasSuffix(w.Text(), ".go"):
		for len(words) > 0 && strings.HasSuffix(words[0].Text(), ".go") {
			k.runScript("go", words[:1], k.name)
			words = words[1:]
		}
	case strings.Contains(w.Text(), "@"):
		k.effect(NewPackage|RunUnseen, k.name)
	case w.Known() && (strings.HasPrefix(w.Text(), ".") || strings.HasPrefix(w.Text(), "/")):
		for _, p := range k.paths(w) {
			k.place(k.zone(path.Clean(p)), k.name)
		}
	case w.Known():
		k.effect(RunProject, k.name)
	default:
		k.effect(RunUnseen, k.name)
	}
}

// doGoGenerate reads the commands of //go:generate in files that can be told:
// those that the line names or writes.
func doGoGenerate(k *call, a *args) {
	read := func(p string, f flow) {
		for line := range strings.SplitSeq(f.text(), "\n") {
			if cmd, ok := strings.CutPrefix(line, "//go:generate "); ok {
				k.manifestScript(p, cmd, cmd, path.Dir(p))
			}
		}
		if !f.known() && (f.built() || f.download()) {
			k.effect(RunBuilt, k.name)
		}
	}
	for _, p := range slices.Sorted(maps.Keys(k.files)) {
		if strings.HasSuffix(p, ".go") {
			read(p, k.files[p])
		}
	}
	for _, w := range a.words {
		if strings.HasSuffix(w.Text(), ".go") {
			for _, p := range k.paths(w) {
				if _, own := k.files[path.Clean(p)]; !own {
					read(path.Clean(p), k.fileText(p))
				}
			}
		}
	}
}

// doCargo judges --config, which can name programs, and subcommands that no
// row knows.
func doCargo(k *call, a *args) {
	for i := range a.flags {
		f := &a.flags[i]
		if f.name != "--config" || len(f.values) == 0 {
			continue
		}
		w := f.values[0].words[0]
		key, val, ok := strings.Cut(w.Text(), "=")
		low := strings.ToLower(key)
		switch {
		case !ok || !w.Known():
			k.load(w, k.name+": --config")
		case strings.Contains(low, "runner"), strings.Contains(low, "linker"), strings.Contains(low, "wrapper"), strings.HasSuffix(low, "rustc"), strings.Contains(low, "rustdoc"), strings.Contains(low, "alias"), strings.Contains(low, "include"), strings.Contains(low, "credential"), strings.Contains(low, "rustflags"):
			k.effect(Hijack, k.name+": --config")
			k.child().script(strings.Trim(strings.TrimSpace(val), `"'[]`))
		case strings.Contains(low, "registr"), strings.Contains(low, "source"), strings.Contains(low, "patch"):
			k.effect(ForeignPackage, k.name+": --config")
		}
	}
	if w := a.word(0); k.name == "cargo" && w.Text() != "" {
		k.effect(Unknown, k.name+": "+cut(w.Text(), 60))
	}
}

func doCargoWatch(k *call, a *args) {
	for i := range a.flags {
		if f := &a.flags[i]; hasName("-x --exec", f.name) && len(f.values) > 0 {
			w := f.values[0].words[0]
			w.set("cargo " + w.Text())
			k.innerScript([]Word{w}, k.name+": -x", false, false)
		}
	}
}

// doCMake: -E is cmake's own set of file commands.
func doCMake(k *call, a *args) {
	if a.has("--install") && !a.has("--prefix") || a.has("--build") && a.value("--target -t").Is("install") {
		k.effect(Machine, k.name+": --install")
	}
	for i := range a.flags {
		if f := &a.flags[i]; f.name == "-D" && len(f.values) > 0 {
			v := f.values[0].words[0]
			key, _, _ := strings.Cut(v.Text(), "=")
			if strings.HasSuffix(key, "_COMPILER") || strings.HasSuffix(key, "_LAUNCHER") || strings.HasSuffix(key, "_LINKER") || strings.HasSuffix(key, "_MAKE_PROGRAM") || strings.HasSuffix(key, "_EMULATOR") {
				k.programNamed(assigned(v), k.name+": -D"+key)
			}
			if key == "CMAKE_TOOLCHAIN_FILE" || strings.Contains(key, "_INCLUDE") && strings.HasPrefix(key, "CMAKE_PROJECT") {
				k.load(assigned(v), k.name+": -D"+key)
			}
		}
	}
	if !a.has("-E") || len(a.words) == 0 {
		return
	}
	ws := slices.Clone(a.words)
	a.operands = nil
	k.stdin = true
	switch name := ws[0].Text(); name {
	case "rm", "remove", "remove_directory":
		ws[0] = lit("rm")
	case "copy", "copy_if_different", "copy_directory", "copy_directory_if_different":
		ws[0] = lit("cp")
	case "rename":
		ws[0] = lit("mv")
	case "make_directory":
		ws[0] = lit("mkdir")
	case "create_symlink", "create_hardlink":
		ws[0] = lit("ln")
	case "env", "time", "touch", "cat", "sleep", "tar", "echo":
	case "touch_nocreate":
		ws[0] = lit("touch")
	case "chdir":
		if len(ws) > 2 {
			in := k.child()
			in.sh.dirs = nil
			if ps := k.paths(ws[1]); len(ps) > 0 {
				in.sh.dirs = ps[:1]
			}
			in.call(ws[2:], k.src)
		}
		return
	case "capabilities", "compare_files", "echo_append", "environment", "md5sum", "sha1sum", "sha256sum", "server", "true", "false":
		return
	default:
		k.effect(Unknown, k.name+": -E "+cut(name, 40))
		return
	}
	k.child().call(ws, k.src)
}

// byTarget judges targets and tasks by what their names promise, if that is
// more than to build.
func byTarget(k *call, a *args) {
	if d := k.sh.dir(); a.has("-C") && d != "" {
		k.place(k.zone(d), k.name+": -C")
	}
	for _, w := range a.words {
		if !w.Known() || strings.HasPrefix(w.Text(), "-") {
			continue
		}
		t := w.Text()[strings.LastIndexAny(w.Text(), ":/")+1:]
		e := nameEffect(t) & (Publish | Discard)
		if t == "install" && k.name == "ninja" {
			e |= Machine
		}
		if a.has("-n --dry-run") {
			e = 0
		}
		k.effect(e, k.name+": "+cut(t, 60))
	}
}

// product remembers what a compiler makes of the project's own sources, so that
// the line may run it.
func (k *call) product(out Word, from []Word) {
	for _, w := range from {
		for _, p := range k.paths(w) {
			if z := k.zone(p); z != zoneProject && z != zoneOutput {
				return
			}
			if f, own := k.files[path.Clean(p)]; own && (f.download() || f.built() || f.known()) {
				return // the line made the source: what it does is not known
			}
		}
	}
	for _, p := range k.paths(out) {
		if k.products == nil {
			k.products = map[string]bool{}
		}
		k.products[path.Clean(p)] = true
	}
}

// doCompiler: -wrapper starts its value, split at commas.
func doCompiler(k *call, a *args) {
	for _, w := range a.words {
		if rest, ok := strings.CutPrefix(w.Text(), "@"); ok { // more flags, in a file
			if !strings.HasPrefix(rest, "/") {
				rest = "./" + rest
			}
			k.load(Word{&word{text: rest, known: w.Known()}}, k.name+": @file")
		}
	}
	if o := a.value("-o"); o.Known() && o.Text() != "" {
		k.product(o, a.words)
	} else if !a.has("-c -S -E") {
		k.product(lit("a.out"), a.words)
	}
	if w := a.value("-wrapper"); w.Known() && w.Text() != "" {
		var ws []Word
		for part := range strings.SplitSeq(w.Text(), ",") {
			ws = append(ws, lit(part))
		}
		k.child().call(ws, k.src)
	}
}

// doJava runs a class of the project, a source file or an archive.
func doJava(k *call, a *args) {
	if len(a.operands) == 0 || a.operands[0].kind != "RUN:jvm" {
		return
	}
	words := a.operands[0].words
	w := words[0]
	switch {
	case strings.HasPrefix(w.Text(), "@"):
		k.effect(RunUnseen, k.name)
	case strings.HasSuffix(w.Text(), ".java"):
		return
	case !a.has("-jar") && w.Known():
		k.effect(RunProject, k.name)
	case strings.Contains(w.base(), "jenkins-cli"):
		k.jenkins(words[1:])
	default:
		ps := k.paths(w)
		for _, p := range ps {
			p = path.Clean(p)
			if f, own := k.files[p]; own && f.download() {
				k.foundWhy(RunDownload, k.name+": -jar", f.from(), k.src)
			}
			k.place(k.zone(p), k.name+": -jar")
		}
		if len(ps) == 0 {
			k.effect(RunUnseen, k.name+": -jar")
		}
	}
	a.operands = nil
	k.stdin = true
}

// jenkins reads the command of Jenkins' own client.
func (k *call) jenkins(ws []Word) {
	for i := 0; i < len(ws); i++ {
		t := ws[i].Text()
		if strings.HasPrefix(t, "-") {
			if hasName("-s -auth -user -i -logger", t) {
				i++
			}
			if t == "-auth" {
				k.effect(Secret, k.name+": -auth")
			}
			continue
		}
		switch {
		case strings.HasPrefix(t, "get-"), strings.HasPrefix(t, "list-"), hasName("help version who-am-i console wait-node-online wait-node-offline", t):
			k.effect(ReadRemote, k.name+": "+t)
		case strings.HasPrefix(t, "delete-"), hasName("shutdown safe-shutdown restart safe-restart quiet-down offline-node disconnect-node clear-queue groovy groovysh", t):
			k.effect(Rewrite, k.name+": "+t)
		default:
			k.effect(Publish, k.name+": "+t)
		}
		return
	}
}

// doProject: a project that lies elsewhere is code from elsewhere.
func doProject(k *call, a *args) {
	if w := a.value("--project -p"); w.Text() != "" {
		for _, p := range k.paths(w) {
			k.place(k.zone(path.Clean(p)), k.name+": --project")
		}
	}
}

// doDotnetAdd finds the package in "dotnet add [PROJECT] package NAME".
func doDotnetAdd(k *call, a *args) {
	for i, w := range a.words {
		if w.Is("package") && i+1 < len(a.words) && k.name == "dotnet add" {
			k.pkg(a.words[i+1], k.name+" package")
			return
		}
		if i == 0 && w.Is("add") && k.name == "dotnet package" && len(a.words) > 1 {
			k.pkg(a.words[1], k.name+" add")
			return
		}
	}
}

// doPytest: tests that lie elsewhere are code from elsewhere.
func doPytest(k *call, a *args) {
	ws := a.words
	if k.name == "coverage" && a.word(0).Has("run") {
		ws = ws[1:]
		if len(ws) > 0 && a.has("-m") {
			return
		}
		if len(ws) > 0 && ws[0].Known() && strings.HasSuffix(ws[0].Text(), ".py") {
			k.runScript("python", ws, k.name)
		}
		return
	}
	for _, w := range ws {
		t, _, _ := strings.Cut(w.Text(), "::")
		if !w.Known() || !strings.Contains(t, "/") {
			continue
		}
		for _, p := range k.paths(lit(t)) {
			switch k.zone(path.Clean(p)) {
			case zoneProject, zoneOutput, zoneAutorun:
			default:
				k.effect(RunUnseen, k.name+" (outside the project)")
			}
		}
	}
}

// railsTask is one task of rake or rails.
func (k *call) railsTask(w Word) {
	row := k.name + ": " + cut(w.Text(), 60)
	t := w.Text()
	if i := strings.IndexByte(t, '['); i > 0 {
		t = t[:i]
	}
	switch {
	case hasName("db:drop db:drop:all db:drop:_unsafe db:reset db:reset:all db:rollback db:migrate:reset db:migrate:down db:migrate:redo db:schema:load db:structure:load db:truncate_all db:purge db:purge:all db:seed:replant db:test:purge db:mongoid:drop db:mongoid:purge solid_queue:clear jobs:clear active_storage:purge", t):
		k.effect(Discard, row)
	case isAssign(t):
		if t == "VERSION=0" {
			k.effect(Discard, row)
		}
		k.environment(t[:strings.IndexByte(t, '=')], assigned(w), k.src)
	case k.name == "rails":
		k.effect(nameEffect(t)&(Publish|Discard), row)
	case strings.HasPrefix(t, "db:"), strings.HasPrefix(t, "assets:"), strings.HasPrefix(t, "tmp:"), strings.HasPrefix(t, "log:"), strings.HasPrefix(t, "test"), strings.HasPrefix(t, "spec"), strings.HasPrefix(t, "zeitwerk:"), hasName("default routes notes stats about rubocop standard cucumber features rdoc yard package gem", t):
	default:
		k.named(w, "the Rakefile")
	}
}

// rewrites are operands that a formatter changes.
func (k *call) rewrites(a *args) {
	for _, w := range a.words {
		if w.Known() && strings.ContainsAny(w.Text(), "./~") && !strings.HasPrefix(w.Text(), "@") {
			k.touch(writes, w, k.name, k.src)
		}
	}
}

// buildsAt finds a file or folder of the build that lies outside the project.
func (k *call) buildsAt(w Word, row string) {
	for _, p := range k.paths(w) {
		k.place(k.zone(path.Clean(p)), row)
	}
}
