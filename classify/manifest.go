package classify

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"
)

// The scripts of package.json and its like, and the recipes of Makefiles: what
// a short name such as "npm run x" or "make x" really runs. They are read
// through the Scene; where that is not possible, the name decides.

// maxTargets bounds how many targets of one Makefile are followed.
const maxTargets = 64

// Names of scripts and targets, by what they promise. A part of a name counts:
// "test:unit" is a test, "db:reset" a reset.
const (
	namesOutward = " deploy release publish push promote rollout ship upload "
	namesDiscard = " drop reset wipe destroy nuke purge fresh "
	namesQuiet   = " html env envs common utils util functions helpers vars build compile all none test tests check checks lint fmt format vet type types typecheck tsc coverage cov ci generate gen codegen dev develop start stop restart serve watch preview clean install bundle docs doc bench e2e unit integration spec verify validate prettier eslint stylelint storybook debug help tidy proto setup prepare typegen run clippy mypy ruff pytest jest vitest cypress playwright fix analyze audit version deps migrate seed list info smoke package pack doctor stats size demo example examples benchmark perf profile css assets i18n schema graphql quality qa regress regression acceptance screenshots snapshots contract mutation fuzz menuconfig defconfig oldconfig olddefconfig savedefconfig kernelversion modules dtbs htmldocs "
)

// nameEffect is what a script or target promises by its name.
func nameEffect(name string) Effect {
	parts := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return strings.ContainsRune(":-_./", r) })
	e := Effect(0)
	quiet := len(parts) == 0
	for i, p := range parts {
		for _, pre := range []string{"pre", "post"} {
			if rest, ok := strings.CutPrefix(p, pre); ok && strings.Contains(namesQuiet, " "+rest+" ") {
				p = rest
			}
		}
		switch {
		case strings.Contains(namesOutward, " "+p+" "):
			e |= Publish
		case strings.Contains(namesDiscard, " "+p+" "):
			e |= Discard
		case i == 0 && strings.Contains(namesQuiet, " "+p+" "):
			quiet = true
		case len(parts) > 1 && strings.Contains(namesQuiet, " "+p+" ") && p != "run" && p != "fix":
			quiet = true
		}
	}
	switch {
	case e != 0:
		return e
	case quiet:
		return RunProject
	}
	return RunUnseen
}

// named adds what the name of a script, target or task promises: nothing of it
// can be read. file is where its text would stand.
func (k *call) named(name Word, file string) {
	if !name.Known() {
		k.effect(RunUnseen, k.name)
		return
	}
	e := nameEffect(strings.TrimPrefix(name.Text(), "+")) // earthly's targets
	if k.dry {
		e &^= dryMask
	}
	k.effect(e|RunProject, k.name+": "+cut(name.Text(), 60)+" in "+file)
}

// madeBy finds a file with commands that the line itself fetched or put
// together, and reports whether it did.
func (k *call) madeBy(f flow, row string) bool {
	switch {
	case f.download() && !f.fetched():
		k.foundWhy(RunDownload, row, f.from(), k.src)
	case f.download() || f.built() && !f.known():
		k.foundWhy(RunBuilt, row, f.from(), k.src)
	default:
		return false
	}
	return true
}

// manifest finds file in the working folder, or above it within the project.
func (k *call) manifest(file string) (text, at string) {
	dir := k.sh.dir()
	if dir == "" || k.away || k.boxed {
		return "", ""
	}
	for range 16 {
		p := path.Join(dir, file)
		f := k.fileText(p)
		if f.known() && f.text() != "" {
			return f.text(), p
		}
		k.madeBy(f, k.name+" ("+file+")")
		if !below(dir, k.scene.Project) {
			break
		}
		dir = path.Dir(dir)
	}
	return "", ""
}

// packageScript is a script of package.json that npm, yarn, pnpm or bun runs,
// with the scripts before and after it.
func (k *call) packageScript(name Word, args []Word, row string) {
	k.stdin = true
	if !name.Known() {
		k.effect(RunUnseen, row)
		return
	}
	text, at := k.manifest("package.json")
	if text == "" || !gjson.Valid(text) {
		k.named(name, "package.json")
		return
	}
	k.effect(RunProject, row)
	for _, n := range []string{"pre" + name.Text(), name.Text(), "post" + name.Text()} {
		if body, ok := jsonScript(text, "scripts", n); ok {
			if n == name.Text() {
				body = withArgs(body, args)
			}
			k.manifestScript(at, n, body, path.Dir(at))
		}
	}
}

// hasScript reports whether package.json can be read and names the script.
func (k *call) hasScript(name Word) bool {
	text, _ := k.manifest("package.json")
	if text == "" || !name.Known() || !gjson.Valid(text) {
		return false
	}
	_, ok := jsonScript(text, "scripts", name.Text())
	return ok
}

// lifecycle is what an install runs of package.json itself.
func (k *call) lifecycle() {
	text, at := k.manifest("package.json")
	if text == "" || !gjson.Valid(text) {
		return
	}
	for _, n := range []string{"preinstall", "install", "postinstall", "preprepare", "prepare", "postprepare"} {
		if body, ok := jsonScript(text, "scripts", n); ok {
			k.manifestScript(at, n, body, path.Dir(at))
		}
	}
}

// composerScript is a script of composer.json.
func (k *call) composerScript(name Word, args []Word, row string) {
	k.stdin = true
	if !name.Known() {
		k.effect(RunUnseen, row)
		return
	}
	text, at := k.manifest("composer.json")
	if text == "" || !gjson.Valid(text) {
		k.named(name, "composer.json")
		return
	}
	k.effect(RunProject, row)
	if body, ok := jsonScript(text, "scripts", name.Text()); ok {
		k.manifestScript(at, name.Text(), withArgs(body, args), path.Dir(at))
	}
}

// jsonScript is the text of the script called name in the object at key. A list
// is one command a line.
func jsonScript(text, key, name string) (string, bool) {
	body, ok := "", false
	gjson.Get(text, key).ForEach(func(k, v gjson.Result) bool {
		if k.String() != name {
			return true
		}
		ok = true
		if v.IsArray() {
			for _, line := range v.Array() {
				body += line.String() + "\n"
			}
			return true
		}
		if v.IsObject() { // deno's {"command": …}
			v = v.Get("command")
		}
		body = v.String()
		return true
	})
	return body, ok
}

// withArgs is a script with the words that its caller adds.
func withArgs(body string, args []Word) string {
	for _, w := range args {
		if w.Known() {
			body += " " + quoteWord(w)
		} else {
			body += ` "$guard_unknown"`
		}
	}
	return body
}

// manifestScript reads the text of script name of the manifest at file.
func (k *call) manifestScript(file, name, body, dir string) {
	id := file + ":" + name
	if slices.Contains(k.funcs, id) {
		return // it runs itself
	}
	var b strings.Builder
	for line := range strings.Lines(body) {
		line = strings.TrimSpace(line)
		switch { // composer's own notation
		case strings.HasPrefix(line, "@php "):
			line = line[1:]
		case strings.HasPrefix(line, "@composer "):
			line = line[1:]
		case strings.HasPrefix(line, "@putenv "):
			line = "export " + line[len("@putenv "):]
		case strings.HasPrefix(line, "@") && !strings.ContainsAny(line, "/ "):
			line = "composer run-script " + line[1:]
		case strings.Contains(line, `\`) && strings.Contains(line, "::") && !strings.ContainsAny(line, " ;|&"):
			line = ": " + quoteWord(lit(line)) // a method of a class
		}
		b.WriteString(line + "\n")
	}
	in := k.child()
	in.funcs = append(in.funcs[:len(in.funcs):len(in.funcs)], id)
	in.sh.dirs = []string{dir}
	if _, own := k.files[file]; !own {
		in.file = file
	}
	in.in = flow{}
	in.script(b.String())
}

// makefile is what guard reads of a Makefile: its targets with what they need
// and run, and its plain variables.
type makefile struct {
	first   string
	needs   map[string][]string
	recipes map[string][]string
	vars    map[string]string
	shells  []string // commands that run while it is read
	open    bool     // it includes other files, or makes rules of its own
}

// parseMakefile reads text by lines. What it does not understand makes it open.
func parseMakefile(text string) *makefile {
	m := &makefile{needs: map[string][]string{}, recipes: map[string][]string{}, vars: map[string]string{}}
	text = strings.ReplaceAll(text, "\\\r\n", " ")
	text = strings.ReplaceAll(text, "\\\n", " ")
	var targets []string
	define := false
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimRight(line, "\r")
		if strings.HasPrefix(line, "\t") && len(targets) > 0 {
			for _, t := range targets {
				m.recipes[t] = append(m.recipes[t], strings.TrimSpace(line))
			}
			continue
		}
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		word, rest, _ := strings.Cut(line, " ")
		switch word {
		case "define":
			define = true
			m.open = true
		case "endef":
			define = false
			continue
		case "include", "-include", "sinclude":
			m.open = true
			targets = nil
			continue
		case "export", "unexport", "override", "private":
			if !strings.ContainsAny(rest, "=") {
				continue
			}
			line = strings.TrimSpace(rest)
		case "ifeq", "ifneq", "ifdef", "ifndef", "else", "endif", "vpath":
			m.shells = append(m.shells, shellCalls(line)...)
			continue
		}
		if define {
			continue
		}
		m.shells = append(m.shells, shellCalls(line)...)
		if strings.Contains(line, "$(eval") || strings.Contains(line, "$(call") && !strings.Contains(line, "=") {
			m.open = true
		}
		if name, val, ok := makeAssign(line); ok {
			m.vars[name] = val
			targets = nil
			continue
		}
		names, needs, ok := strings.Cut(line, ":")
		if !ok {
			m.open = true
			continue
		}
		needs = strings.TrimPrefix(needs, ":")
		if name, val, ok := makeAssign(needs); ok && !strings.Contains(needs, ";") { // a variable of the target
			m.vars[name] = val
			targets = nil
			continue
		}
		needs, recipe, has := strings.Cut(needs, ";")
		targets = strings.Fields(m.expand(names, 0))
		for _, t := range targets {
			if m.first == "" && t[0] != '.' && !strings.Contains(t, "%") {
				m.first = t
			}
			for _, n := range strings.Fields(m.expand(needs, 0)) {
				if n != "|" {
					m.needs[t] = append(m.needs[t], n)
				}
			}
			if m.recipes[t] == nil {
				m.recipes[t] = []string{}
			}
			if has {
				m.recipes[t] = append(m.recipes[t], strings.TrimSpace(recipe))
			}
		}
	}
	if g := m.vars[".DEFAULT_GOAL"]; g != "" {
		m.first = g
	}
	return m
}

// makeAssign splits NAME = value, with any of make's signs.
func makeAssign(line string) (name, val string, ok bool) {
	name, val, ok = strings.Cut(line, "=")
	if !ok {
		return "", "", false
	}
	name = strings.TrimSpace(strings.TrimRight(strings.TrimSpace(name), ":?+!"))
	if name == "" || strings.ContainsAny(name, " \t:") {
		return "", "", false
	}
	return name, strings.TrimSpace(val), true
}

// shellCalls are the commands of $(shell …) and != in a line of a Makefile.
func shellCalls(line string) []string {
	var out []string
	for rest := line; ; {
		i := strings.Index(rest, "$(shell ")
		if i < 0 {
			break
		}
		body := rest[i+len("$(shell "):]
		end := bracketEnd(body, '(', ')')
		out = append(out, body[:end])
		rest = body[min(end+1, len(body)):]
	}
	if _, cmd, ok := strings.Cut(line, "!="); ok && !strings.Contains(line, "$(shell ") && !strings.HasPrefix(line, "if") {
		out = append(out, cmd)
	}
	return out
}

// bracketEnd is where the bracket closes that stands open before text.
func bracketEnd(text string, open, end byte) int {
	depth := 1
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case open:
			depth++
		case end:
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(text)
}

// expand puts the values of plain variables into text, as far as they are
// known, and leaves the rest to the shell as something that cannot be told.
func (m *makefile) expand(text string, depth int) string {
	if depth > 8 || !strings.Contains(text, "$") {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '$' || i+1 == len(text) {
			b.WriteByte(text[i])
			continue
		}
		i++
		switch c := text[i]; c {
		case '$':
			b.WriteByte('$')
		case '(', '{':
			open, end := byte('('), byte(')')
			if c == '{' {
				open, end = '{', '}'
			}
			n := bracketEnd(text[i+1:], open, end)
			name := text[i+1 : i+1+n]
			i += n + 1
			val, ok := m.vars[name]
			switch {
			case ok:
				b.WriteString(m.expand(val, depth+1))
			case name == "MAKE":
				b.WriteString("make")
			case name == "CURDIR" || name == "PWD":
				b.WriteString("$PWD")
			case name == "RM":
				b.WriteString("rm -f")
			case strings.HasPrefix(name, "shell "):
				b.WriteString("$(" + name[len("shell "):] + ")")
			case hasName("CC CXX AR LD CPP AS FC", name):
				b.WriteString("cc")
			case isName(name):
				b.WriteString("${" + name + "}")
			default:
				b.WriteString("${guard_unknown}")
			}
		case '@', '<', '^', '+', '?', '*', '%', '|':
			b.WriteString("target")
		default:
			b.WriteString("${guard_unknown}")
		}
	}
	return b.String()
}

// makeVars are the words of a call of make that set variables.
func (k *call) makeVars(a *args) (vars map[string]string, targets []Word) {
	vars = map[string]string{}
	for _, w := range a.words {
		name, val, ok := makeAssign(w.Text())
		if !ok || strings.ContainsAny(name, "/.") && name != ".SHELLFLAGS" {
			targets = append(targets, w)
			continue
		}
		for _, sh := range shellCalls(val) {
			k.child().script(sh)
		}
		switch {
		case name == "SHELL":
			k.programNamed(assigned(w), k.name+": SHELL=")
		case name == ".SHELLFLAGS", name == "MAKEFLAGS", name == "MAKEFILES":
			k.effect(Hijack, k.name+": "+name+"=")
		default:
			k.environment(name, assigned(w), k.src)
		}
		if w.Known() {
			vars[name] = val
		}
	}
	return vars, targets
}

// assigned is the value of a word NAME=value.
func assigned(w Word) Word {
	name, val, _ := strings.Cut(w.Text(), "=")
	v := w
	v.set(val)
	v.edit().stem = strings.TrimPrefix(strings.TrimPrefix(w.stem(), name), "=")
	return v
}

// doMake reads the recipes that make would run.
func doMake(k *call, a *args) {
	k.stdin = true
	vars, targets := k.makeVars(a)
	a.operands = nil
	row := k.name
	dir := k.sh.dir()
	if dir != "" && !k.homeGround(dir) {
		k.effect(RunUnseen, row+" (outside the project)")
	}
	var text, at string
	if f := a.value("-f --file --makefile"); f.Text() != "" {
		if f.Is("-") || f.Is("/dev/stdin") {
			switch {
			case k.in.known():
				text, at = k.in.text(), path.Join(dir, "Makefile")
			case k.in.download():
				k.foundWhy(RunDownload, row, k.in.from(), k.src)
			default:
				k.foundWhy(RunBuilt, row, k.in.from(), k.src)
			}
		}
		for _, p := range k.paths(f) {
			p = path.Clean(p)
			switch k.zone(p) {
			case zoneProject, zoneOutput:
			default:
				if !k.stream(f) {
					k.effect(RunUnseen, row+": -f")
				}
			}
			switch g := k.fileText(p); {
			case g.known():
				text, at = g.text(), p
			case g.download():
				k.foundWhy(RunDownload, row, g.from(), k.src)
			case g.built():
				k.foundWhy(RunBuilt, row, g.from(), k.src)
			}
		}
		switch {
		case f.pipe() && f.flow().known():
			text, at = f.flow().text(), path.Join(dir, "Makefile")
		case f.pipe() && !k.madeBy(f.flow(), row):
			k.foundWhy(RunBuilt, row, f.flow().from(), k.src)
		}
		if len(k.paths(f)) == 0 && !f.Is("-") && !f.pipe() {
			k.effect(RunUnseen, row+": -f")
		}
	} else if dir != "" && !k.away && !k.boxed {
		for _, name := range []string{"GNUmakefile", "makefile", "Makefile"} {
			if f := k.fileText(path.Join(dir, name)); f.known() && f.text() != "" {
				text, at = f.text(), path.Join(dir, name)
				break
			} else {
				k.madeBy(f, row)
			}
		}
	}
	if text == "" {
		if len(targets) == 0 {
			k.effect(RunProject, row)
		}
		for _, t := range targets {
			k.named(t, "Makefile")
		}
		return
	}
	m := parseMakefile(text)
	for n, v := range vars {
		m.vars[n] = v
	}
	k.effect(RunProject, row)
	for i, cmd := range m.shells {
		k.manifestScript(at, "shell "+strconv.Itoa(i), m.expand(cmd, 0), dir)
	}
	if sh := m.vars["SHELL"]; sh != "" {
		k.programNamed(lit(m.expand(sh, 0)), row+": SHELL =")
	}
	if len(targets) == 0 {
		targets = []Word{lit(m.first)}
	}
	done := map[string]bool{}
	for _, t := range targets {
		if !t.Known() {
			k.effect(RunUnseen, row)
			continue
		}
		k.makeTarget(m, at, t.Text(), done, a.dry)
	}
}

// makeTarget reads what t needs and then its recipe.
func (k *call) makeTarget(m *makefile, at, t string, done map[string]bool, dry bool) {
	if done[t] || len(done) > maxTargets {
		return
	}
	done[t] = true
	recipe, ok := m.recipes[t]
	if !ok {
		if m.open && len(done) == 1 {
			k.named(lit(t), path.Base(at))
		}
		return
	}
	for _, n := range m.needs[t] {
		k.makeTarget(m, at, n, done, dry)
	}
	for i, line := range recipe {
		plus := strings.Contains(line[:len(line)-len(strings.TrimLeft(line, "@-+ "))], "+")
		line = strings.TrimLeft(line, "@-+ \t")
		if dry && !plus {
			for _, sh := range shellCalls(line) {
				k.manifestScript(at, t, m.expand(sh, 0), k.sh.dir())
			}
			continue
		}
		k.manifestScript(at, t+" "+strconv.Itoa(i), m.expand(line, 0), k.sh.dir())
	}
}
