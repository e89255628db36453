package classify

import (
	"path"
	"strings"
)

// scriptLimit is how many bytes of a script are read.
const scriptLimit = maxLine

// fileText is the text of a file: what the line itself wrote into it, or what
// the Scene can read.
func (c *ctx) fileText(p string) flow {
	p = path.Clean(p)
	if f, ok := c.files[p]; ok {
		if f.file() == "" || f.file() == p || c.scripts > maxScripts {
			return f
		}
		c.scripts++
		return c.fileText(f.file()) // a copy
	}
	if c.away || c.boxed {
		return flow{}
	}
	if c.scripts++; c.scripts > maxScripts {
		return flow{}
	}
	to := c.scene.resolve(p)
	if f, ok := c.files[to]; ok { // through a link that the line made
		return f
	}
	for _, dir := range c.scan.fetched {
		if below(to, dir) && c.scene.kind(to) != KindFile {
			return comes(markDownload|markFetched, "a file of what the line fetched into "+c.show(dir))
		}
	}
	b, ok := c.scene.read(to, scriptLimit+1)
	if !ok || len(b) > scriptLimit || strings.IndexByte(string(b), 0) >= 0 {
		return flow{&content{file: p}}
	}
	return textFlow(string(b))
}

// runFile is a file that is run by its path.
func (k *call) runFile(w Word, args []Word) {
	name := w.Text()
	ps := k.paths(w)
	if len(ps) == 0 {
		k.effect(RunUnseen, "shell: "+name)
		k.unknownProgram()
		return
	}
	p := path.Clean(ps[0])
	f := k.fileText(p)
	z := k.zone(p)
	row := "shell: " + name
	switch {
	case f.vetted():
		k.foundWhy(RunUnseen, row, f.from(), k.src)
	case f.download():
		k.foundWhy(RunDownload, row, f.from(), k.src)
	case f.known() && looksText(f.text()):
		k.placeOf(p, row)
		first, _, _ := strings.Cut(f.text(), "\n")
		lang := "sh"
		if strings.HasPrefix(first, "#!") {
			lang = interpreter(first[2:])
		}
		if lang == "" {
			k.effect(RunUnseen, row)
			return
		}
		k.runLang(lang, p, f, args, row)
	case isLauncher(p) && z != zoneTemp, k.products[p]:
		k.effect(RunProject, row)
		for _, w := range args { // ./configure CC=clang
			if name, val, ok := strings.Cut(w.Text(), "="); ok && isName(name) && path.Base(p) == "configure" {
				w.set(val)
				k.environment(name, w, k.src)
			}
		}
	case f.built():
		k.foundWhy(RunBuilt, row, f.from(), k.src)
	case k.owns(p):
		k.foundWhy(RunBuilt, row, "the line writes it", k.src)
	case z == zoneOutput && f.same(flow{&content{file: p}}): // what its own build made of it
		k.effect(RunProject, row)
	default:
		k.unseenFile(p, row)
		k.unknownProgram()
	}
}

// ownCode looks through the code that the line itself wrote into the project
// when a tool of the project runs, which may load it (conftest.py, a justfile).
// Only what is never right counts: whether the tool loads the file is a guess.
func (k *call) ownCode(row string) {
	if k.does&RunProject == 0 || k.guessing {
		return
	}
	for p, f := range k.files {
		lang := codeFiles()[path.Ext(p)]
		if f.download() && within(p, k.scene.Project) && (lang != "" || hasName(".rs .go .java .kts .gradle .toml .mk", path.Ext(p))) {
			k.foundWhy(RunBuilt, row, "it may load "+k.show(p)+", which the line downloads", k.src)
			continue
		}
		if b := path.Base(p); strings.EqualFold(b, "justfile") || b == "Taskfile.yml" {
			lang = "sh"
		}
		if lang == "" || !f.known() || f.text() == "" || !within(p, k.scene.Project) {
			continue
		}
		probe := *k.scan
		probe.res = &Result{policy: k.policy}
		probe.seen, probe.files, probe.guessing = map[string]bool{}, map[string]flow{}, true
		g := *k
		g.scan, g.who = &probe, 0
		text := f.text()
		if lang == "sh" { // a recipe stands behind its target
			text = strings.NewReplacer(": ;", "\n", ":\n", "\n", "\t", "").Replace(text)
		}
		if lang == "sh" {
			g.child().script(text)
		} else {
			g.scanCode(lang, text, row+" ("+path.Base(p)+")")
		}
		k.scan.work, k.scan.calls, k.scan.code = probe.work, probe.calls, probe.code
		for _, found := range probe.res.Findings {
			if found.Effect&(Wipe|Tamper|Leak|RunDownload|ReverseShell|ForkBomb) != 0 {
				k.addOnce(found)
			}
		}
	}
}

// codeFiles are endings of files that a tool of the project may load.
func codeFiles() map[string]string {
	return map[string]string{".py": "python", ".js": "node", ".mjs": "node", ".cjs": "node", ".ts": "node", ".rb": "ruby", ".pl": "perl", ".php": "php"}
}

// owns reports whether the line itself writes all of the file p, with text that
// cannot be told.
func (k *call) owns(p string) bool {
	f, own := k.files[path.Clean(p)]
	return own && !f.known() && f.file() == ""
}

// unseenFile is a file that is run and cannot be read: it may have come out of
// an archive that the line fetched, and a shell script of the project is what
// its name says, as a target of a Makefile is.
func (k *call) unseenFile(p, row string) {
	for d := path.Dir(p); len(d) > 1; d = path.Dir(d) {
		for _, at := range []string{d, d + "/" + some} {
			if f, ok := k.files[at]; ok && f.download() {
				k.foundWhy(RunDownload, row, f.from(), k.src)
				return
			}
		}
	}
	if name, ok := strings.CutSuffix(path.Base(p), ".sh"); ok && k.zone(p) == zoneProject && k.scene.kind(p) != KindNone {
		k.effect(nameEffect(name), row)
		return
	}
	k.effect(RunUnseen, row)
}

// envFile reports whether p is the file by which a version manager sets up a
// shell, where its installer puts it.
func (k *call) envFile(p string) bool {
	in, ok := strings.CutPrefix(p, k.scene.Home+"/")
	_, own := k.files[p]
	return ok && k.scene.Home != "" && !own && hasName("source .", k.cmd.firstName()) && hasName(".nvm/nvm.sh .cargo/env .asdf/asdf.sh .sdkman/bin/sdkman-init.sh .rvm/scripts/rvm .ghcup/env .deno/env .local/bin/env .bun/_bun .gvm/scripts/gvm .rye/env .pyenv/completions/pyenv.bash miniconda3/etc/profile.d/conda.sh anaconda3/etc/profile.d/conda.sh .volta/load.sh .opam/opam-init/init.sh .nix-profile/etc/profile.d/nix.sh .jabba/jabba.sh emsdk/emsdk_env.sh esp/esp-idf/export.sh", in)
}

// placeOf says what the place of the script p makes of running it. One that
// the line itself wrote is as good as the line.
func (k *call) placeOf(p, row string) {
	if f, own := k.files[path.Clean(p)]; own && f.known() {
		k.effect(RunProject, row)
		return
	}
	k.place(k.zone(p), row)
}

// place says what the zone of a script makes of running it.
func (k *call) place(z zone, row string) {
	switch z {
	case zoneProject, zoneOutput, zoneAutorun, zoneGuard:
		k.effect(RunProject, row)
	default:
		k.effect(RunUnseen, row+" (outside the project)")
	}
}

// isLauncher reports whether p is a project's own launcher of its tools.
func isLauncher(p string) bool {
	switch path.Base(p) {
	case "gradlew", "gradlew.bat", "mvnw", "mvnw.cmd", "configure", "autogen.sh":
		return true
	case "manage.py":
		return true
	case "rails", "rake", "bundle", "rspec", "rubocop", "brakeman", "spring", "yarn", "vite", "webpack", "setup", "dev", "ci", "console", "phpunit", "artisan":
		return path.Base(path.Dir(p)) == "bin" || path.Base(p) == "artisan"
	}
	return strings.Contains(p, "/node_modules/.bin/") || strings.Contains(p, "/.venv/bin/") || strings.Contains(p, "/venv/bin/") || strings.Contains(p, "/vendor/bin/")
}

// interpreter is the language of a #! line, "" where no row knows it.
func interpreter(bang string) string {
	fs := strings.Fields(bang)
	if len(fs) == 0 {
		return "sh"
	}
	i := 0
	if path.Base(fs[0]) == "env" {
		for i = 1; i < len(fs) && strings.HasPrefix(fs[i], "-"); i++ {
		}
		if i == len(fs) {
			return ""
		}
	}
	return language(path.Base(fs[i]))
}

// language is the language that a program called name interprets.
func language(name string) string {
	name = strings.TrimRight(name, "0123456789.")
	switch name {
	case "sh", "bash", "dash", "zsh", "ksh", "ash", "mksh", "rbash":
		return "sh"
	case "python", "pypy":
		return "python"
	case "node", "nodejs", "bun", "deno", "tsx", "ts-node":
		return "node"
	case "perl", "ruby", "php", "lua", "awk", "sed", "osascript":
		return name
	case "gawk", "mawk", "nawk":
		return "awk"
	case "pwsh", "powershell":
		return "pwsh"
	case "Rscript", "R":
		return "r"
	}
	return ""
}

// looksText reports whether s is text that a person could have written.
func looksText(s string) bool {
	n := min(len(s), 2048)
	odd := 0
	for i := 0; i < n; i++ {
		if c := s[i]; c < 9 || c > 13 && c < 32 && c != 27 {
			odd++
		}
	}
	return odd == 0
}

// runScript is a file that an interpreter runs, with its arguments.
func (k *call) runScript(lang string, words []Word, row string) {
	w := words[0]
	if w.Is("-") || k.stream(w) && !w.Is("/dev/null") {
		k.stdin = true
		if lang == "sh" {
			in := k.child()
			k.runText(in, k.in, row+" (standard input)")
		} else {
			if !scanned(lang) {
				k.otherCode(k.in, row+" (standard input)")
			}
			k.code(lang, k.in, row+" (standard input)")
		}
		return
	}
	k.stdin = true
	if w.Starts("https://") || w.Starts("http://") {
		k.foundWhy(RunDownload, row, cut(w.Text(), 60), k.src)
		return
	}
	if w.pipe() {
		if lang == "sh" {
			k.runText(k.child(), w.flow(), row)
		} else {
			if !scanned(lang) {
				k.otherCode(w.flow(), row)
			}
			k.code(lang, w.flow(), row)
		}
		return
	}
	ps := k.paths(w)
	if len(ps) == 0 {
		if w.flow().download() {
			k.foundWhy(RunDownload, row, w.flow().from(), k.src)
			return
		}
		if !w.Known() && w.flow().place() == "" && !isVar(strings.Trim(w.Text(), `"`)) && w.stem() == "" {
			k.foundWhy(RunBuilt, row, w.Text()+" cannot be told", k.src)
			return
		}
		k.effect(RunUnseen, row)
		return
	}
	p := path.Clean(ps[0])
	k.touch(reads, w, row, k.src)
	if own := k.mounted(ps, reads); k.boxed && len(own) > 0 && within(own[0], k.scene.Project) {
		k.effect(RunProject, row) // the project, as the container sees it
		return
	}
	f := k.fileText(p)
	switch {
	case f.vetted():
		k.foundWhy(RunUnseen, row, f.from(), k.src)
	case f.download():
		k.foundWhy(RunDownload, row, f.from(), k.src)
	case k.envFile(p):
		k.effect(RunProject, row)
	case f.known() && looksText(f.text()):
		k.placeOf(p, row)
		k.runLang(lang, p, f, words[1:], row)
	case f.built():
		k.foundWhy(RunBuilt, row, f.from(), k.src)
	case k.boxed && strings.Contains(strings.Join(k.via, " "), " compose "):
		k.effect(RunProject, row)
	case (k.zone(p) == zoneProject || k.zone(p) == zoneOutput) && lang != "sh" && k.scene.kind(p) != KindNone, isLauncher(p) && within(p, k.scene.Project):
		k.effect(RunProject, row)
	case k.owns(p):
		k.foundWhy(RunBuilt, row, "the line writes it", k.src)
	default:
		k.unseenFile(p, row)
		if f.text() != "" { // what the line adds to it
			k.runLang(lang, p, f, words[1:], row)
			k.out, k.fixed = flow{}, false
		}
	}
}

// runLang reads the text f of file p as code of lang.
func (k *call) runLang(lang, p string, f flow, args []Word, row string) {
	if lang != "sh" {
		in := *k
		in.file = p
		in.argv = append([]Word{}, args...)
		in.code(lang, f, row)
		k.does |= in.does
		return
	}
	k.shellFile(k.child(), p, f, args)
}

// runShellFile reads file p as a shell script.
func (k *call) runShellFile(in *ctx, p string, args []Word, row string) {
	f := k.fileText(p)
	if !f.known() {
		if f.download() || f.built() {
			k.runText(in, f, row)
			return
		}
		if k.owns(p) {
			k.foundWhy(RunBuilt, row, "the line writes it", k.src)
			return
		}
		k.effect(RunUnseen, row)
		if f.text() != "" {
			k.shellFile(in, p, f, args)
			k.out, k.fixed = flow{}, false
		}
		return
	}
	k.placeOf(p, row)
	k.shellFile(in, p, f, args)
}

func (k *call) shellFile(in *ctx, p string, f flow, args []Word) {
	for _, name := range k.funcs {
		if name == p {
			return // it runs itself
		}
	}
	in.funcs = append(in.funcs[:len(in.funcs):len(in.funcs)], p)
	if _, own := k.files[p]; !own {
		in.file = p
	}
	in.sh.args = args
	in.in = flow{}
	k.out, k.fixed = in.script(f.text()), true
}

// code gives text to an interpreter of lang.
func (k *call) code(lang string, f flow, row string) {
	switch {
	case lang == "sh":
		k.runText(k.child(), f, row)
	case f.vetted():
		k.foundWhy(RunUnseen, row, f.from(), k.src)
	case f.download():
		k.foundWhy(RunDownload, row, f.from(), k.src)
	case f.known():
		k.scanCode(lang, f.text(), row)
	case f.file() != "":
		k.runScript(lang, []Word{lit(f.file())}, row)
	default:
		k.foundWhy(RunBuilt, row, f.from(), k.src)
		if f.text() != "" {
			k.scanCode(lang, f.text(), row)
		}
	}
	k.stdin = true
}

// tool is a package that a runner fetches and runs (npx, uvx), with its
// arguments.
func (k *call) tool(words []Word, row string) {
	w := words[0]
	k.stdin = true
	name, version := w.Text(), ""
	if i := strings.LastIndexByte(name, '@'); i > 0 {
		name, version = name[:i], name[i+1:]
	}
	if i := strings.Index(name, "=="); i > 0 {
		name = name[:i]
	}
	base, scope := path.Base(name), ""
	if strings.HasPrefix(name, "@") {
		scope = path.Dir(name)[1:]
	}
	if !w.Known() || strings.Contains(w.Text(), "://") || strings.HasPrefix(name, "git+") || strings.HasPrefix(name, "github:") || strings.ContainsAny(version, ":/") {
		k.effect(ForeignPackage, row)
		return
	}
	if strings.Contains(toolScopes, " "+scope+" ") { // @angular/cli, @playwright/test, @stoplight/spectral-cli
		for _, n := range []string{scope, strings.TrimSuffix(scope, "s"), scope + "-cli", strings.TrimSuffix(base, "-cli")} {
			if scope == "angular" {
				n = "ng"
			}
			if cmd := k.policy.lookup(base); (cmd == nil || hasName("test cli", base)) && k.policy.lookup(n) != nil {
				base = n
			}
		}
	}
	if cmd := k.policy.lookup(base); cmd != nil {
		if scope == "" || strings.Contains(toolScopes, " "+scope+" ") || k.inManifest(name) {
			k.effect(RunProject, row)
		} else {
			k.effect(NewPackage|RunUnseen, row) // only the last name is that of a tool
		}
		if base == "sv" { // Svelte's; runit has one of that name, too
			k.effect(RunProject, row)
			return
		}
		in := k.child()
		k.out, k.fixed = in.call(append([]Word{lit(base)}, words[1:]...), k.src), true
		return
	}
	if k.inManifest(name) {
		k.effect(RunProject, row)
		return
	}
	k.effect(NewPackage|RunUnseen, row)
}

// toolScopes are npm's scopes whose owners publish the tools that rows name.
const toolScopes = " biomejs redocly stoplight storybook angular nestjs playwright vue babel swc tailwindcss changesets commitlint typescript-eslint graphql-codegen openapitools sentry tauri-apps capacitor ionic expo react-native-community react-native prisma cloudflare vercel netlify aws-amplify microsoft svgr cypress lhci axe-core marp-team mermaid-js remix-run sveltejs astrojs nuxt nuxtjs docusaurus eslint hey-api tanstack shopify arethetypeswrong rspack rsbuild parcel vitejs vitest wdio cucumber percy bufbuild sveltejs-kit electron-forge electron nx nrwl moonrepo yarnpkg pnpm npmcli hapi adonisjs feathersjs strapi sanity contentful solidjs qwik builder.io lit web ember-cli stencil jest mikro-orm mui next rescript gleam dprint antfu unocss iconify formatjs lingui crowdin apollo graphql-inspector pulumi serverless aws-sdk aws-cdk google-cloud firebase supabase railway fly heroku datadog newrelic launchdarkly cspell textlint semantic-release release-it lerna-lite antora asyncapi swagger-api apidevtools quicktype trivago ianvs tsconfig types size-limit bundle-stats codecov istanbul sinonjs testing-library "

// load is a module, a plug-in or a configuration that a program loads as code.
// What the project holds, or the program finds by a bare name, is its own.
func (k *call) load(w Word, row string) {
	if rest, ok := strings.CutPrefix(w.Text(), "data:"); ok { // code in the address itself
		k.effect(Hijack, row)
		if _, text, ok := strings.Cut(rest, ","); ok && w.Known() {
			k.scanCode("node", text, row)
		}
		return
	}
	switch {
	case strings.HasPrefix(w.Text(), "http:"), strings.HasPrefix(w.Text(), "https:"):
		k.effect(RunDownload, row)
		return
	case w.Known() && strings.HasPrefix(w.Text(), "{"): // settings given as JSON
		for i, part := range strings.Split(w.Text(), `"`) {
			if i%2 == 1 && strings.Contains(part, "/") {
				k.load(lit(part), row)
			}
		}
		return
	case w.Known() && w.Text() == "", w.Known() && w.Text()[0] != '.' && w.Text()[0] != '/' && w.Text()[0] != '~' && !strings.Contains(w.Text(), ".."):
		return
	}
	ps := k.paths(w)
	for _, p := range ps {
		p = path.Clean(p)
		switch k.zone(p) {
		case zoneProject, zoneOutput, zoneAutorun:
			if f := k.fileText(p); f.download() {
				k.foundWhy(RunDownload, row, f.from(), k.src)
			}
		case zoneSecrets: // the person's own settings of a client: ~/.kube/config
			if !below(p, k.scene.Home) {
				k.effect(Hijack, row)
			}
		default:
			k.effect(Hijack, row)
		}
	}
	if len(ps) == 0 {
		k.effect(Hijack, row)
	}
}

// index is the address of a package registry.
func (k *call) index(w Word, row string) {
	host := hostOf(w.Text())
	if !w.Known() {
		host = ""
	}
	switch host {
	case "registry.npmjs.org", "registry.yarnpkg.com", "npm.jsr.io", "pypi.org", "files.pythonhosted.org", "rubygems.org", "index.crates.io", "crates-io", "proxy.golang.org", "repo.packagist.org", "packagist.org", "download.pytorch.org", "api.nuget.org", "repo.maven.apache.org", "repo1.maven.org":
		return
	}
	if w.Known() && isLoopback(host) {
		return
	}
	k.effect(ForeignPackage, row)
}

// pkg is a package that is installed.
func (k *call) pkg(w Word, row string) {
	t := w.Text()
	switch {
	case k.dry:
		k.effect(ReadRemote, row)
	case !w.Known():
		k.effect(Unknown, row)
	case t == "." || strings.HasPrefix(t, "./") || strings.HasPrefix(t, "../") || strings.HasPrefix(t, "/") || strings.HasPrefix(t, ".["):
		for _, p := range k.paths(w) {
			k.place(k.zone(path.Clean(p)), row)
			if k.files[path.Clean(p)].download() {
				k.foundWhy(ForeignPackage, row, "the line downloads it", k.src)
			}
		}
	case strings.Contains(t, "://") || strings.HasPrefix(t, "git+") || strings.HasPrefix(t, "git@") || strings.HasPrefix(t, "github:") || strings.HasPrefix(t, "gitlab:") || strings.Contains(t, " @ ") || strings.HasSuffix(t, ".whl") || strings.HasSuffix(t, ".vsix") || strings.HasSuffix(t, ".gem") || strings.HasSuffix(t, ".tgz") || strings.HasSuffix(t, ".tar.gz"):
		k.effect(ForeignPackage, row)
	case k.inManifest(t):
		k.effect(RunProject, row)
	default:
		k.effect(NewPackage, row)
	}
}

// inManifest reports whether the project's own manifest or lockfile names the
// package t, where that can be told.
func (k *call) inManifest(t string) bool {
	if (strings.HasPrefix(k.name, "pip") || strings.HasPrefix(k.name, "uv")) && hasName("pip setuptools wheel", t) {
		return true // every environment has them
	}
	if i := strings.LastIndexByte(t, '@'); i > 0 {
		t = t[:i]
	}
	if i := strings.IndexAny(t, "=<>~![;"); i >= 0 {
		t = t[:i]
	}
	if t = strings.TrimSpace(t); t == "" {
		return false
	}
	for _, file := range []string{"package.json", "requirements.txt", "pyproject.toml", "go.mod", "Cargo.toml", "Gemfile", "composer.json"} {
		for _, dir := range []string{k.sh.dir(), k.scene.Project} {
			if dir == "" {
				continue
			}
			b, ok := k.scene.read(path.Join(dir, file), scriptLimit)
			if ok && containsName(string(b), t) {
				return true
			}
		}
	}
	return false
}

// containsName reports whether name stands in text as a word of its own.
func containsName(text, name string) bool {
	for from := 0; ; {
		i := strings.Index(text[from:], name)
		if i < 0 || name == "" {
			return false
		}
		i += from
		end := i + len(name)
		if (i == 0 || !nameByte(text[i-1])) && (end == len(text) || !nameByte(text[end])) {
			return true
		}
		from = end
	}
}

func nameByte(c byte) bool {
	return c == '-' || c == '_' || c == '/' || c == '@' || c == '.' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}
