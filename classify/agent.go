package classify

import (
	"path"
	"strings"
)

// What starts an agent without its hooks, or without its questions.

// variableSet returns the value that the line gives an environment variable.
func (k *call) variableSet(name string) (Word, bool) {
	v, ok := k.sh.vars[name]
	if !ok || len(v.words) == 0 || v.words[0].Is("") {
		return Word{}, false
	}
	return v.words[0], true
}

// otherHome finds a client that is started with another home or settings
// folder, so that it does not find its hooks; and one that is led to another
// service, which then gets its credential.
func (k *call) otherHome(settings, folder string) {
	if w, ok := k.variableSet("HOME"); ok && k.scene.Home != "" && (!w.Known() || path.Clean(w.Text()) != k.scene.Home) {
		k.foundWhy(Tamper, k.name, "HOME is "+cut(w.Text(), 60)+": its hooks are not there", k.src)
	}
	if w, ok := k.variableSet(settings); ok && (!w.Known() || path.Clean(w.Text()) != path.Join(k.scene.Home, folder)) {
		k.foundWhy(Tamper, k.name, settings+" is "+cut(w.Text(), 60)+": its hooks are not there", k.src)
	}
	for _, v := range [...][2]string{{"XDG_CONFIG_HOME", ".config"}, {"XDG_STATE_HOME", ".local/state"}} {
		name, usual := v[0], v[1]
		if w, ok := k.variableSet(name); ok && (!w.Known() || path.Clean(w.Text()) != path.Join(k.scene.Home, usual)) {
			k.foundWhy(Tamper, k.name, name+" is "+cut(w.Text(), 60)+": guard's policy and log are not there", k.src)
		}
	}
	for _, name := range []string{"ANTHROPIC_BASE_URL", "OPENAI_BASE_URL", "OPENAI_API_BASE", "ANTHROPIC_BEDROCK_BASE_URL", "ANTHROPIC_VERTEX_BASE_URL"} {
		if w, ok := k.variableSet(name); ok {
			h := hostOf(w.Text())
			if !w.Known() || !isLoopback(h) && h != "api.anthropic.com" && h != "api.openai.com" {
				k.effect(Secret|Send, k.name+": "+name)
			}
		}
	}
}

// nested is an agent that the line starts: it talks to its service, and what it
// does is not in the line.
func (k *call) nested(a *args) {
	k.effect(RunUnseen|Fetch, k.name)
	if k.in.secret() {
		k.foundWhy(Leak, k.name, k.in.from(), k.src)
	}
}

// tells reports whether the call only prints help or a version.
func tells(ws []Word) bool {
	return hasAny(ws, "--help -h --version")
}

func doClaude(k *call, a *args) {
	k.stdin = true
	if tells(k.words[1:]) || len(k.words) == 2 && k.words[1].Is("-v") {
		return
	}
	k.otherHome("CLAUDE_CONFIG_DIR", ".claude")
	if a.has("--bare --safe-mode") {
		k.effect(Tamper, k.name+": --bare --safe-mode")
	}
	if f := a.flag("--setting-sources"); f != nil {
		w := a.value("--setting-sources")
		user := false
		for part := range strings.SplitSeq(w.Text(), ",") {
			user = user || strings.TrimSpace(part) == "user"
		}
		if !w.Known() || !user {
			k.effect(Tamper, k.name+": --setting-sources")
		}
	}
	if a.has("--settings") {
		w := a.value("--settings")
		text := w.Text()
		known := w.Known()
		if known && !strings.HasPrefix(strings.TrimSpace(text), "{") {
			f := flow{}
			for _, p := range k.paths(w) {
				f = k.fileText(p)
			}
			text, known = f.text(), f.known()
			k.touch(reads, w, k.name+": --settings", k.src)
		}
		switch {
		case known && (strings.Contains(text, "ooks") || strings.Contains(text, `\u`)):
			k.effect(Tamper, k.name+": --settings")
		default:
			k.effect(Elevate, k.name+": --settings")
		}
	}
	for _, f := range a.flags {
		if len(f.values) == 0 {
			continue
		}
		w := f.values[0].words[0]
		switch f.name {
		case "--permission-mode":
			if !w.Has("default plan manual") {
				k.effect(Elevate, k.name+": --permission-mode")
			}
		case "--allowedTools", "--allowed-tools":
			for _, t := range append([]Word{w}, a.words...) {
				if !t.Known() || t.Text() == "Bash" || strings.Contains(t.Text(), "Bash(*") || strings.Contains(t.Text(), "Bash,") || strings.Contains(t.Text(), "Bash ") || strings.HasSuffix(t.Text(), ",Bash") || t.Text() == "*" {
					k.effect(Elevate, k.name+": --allowedTools")
					break
				}
			}
		}
	}
	k.nested(a)
}

// clientSetting: what a client's own verb writes into its settings.
func clientSetting(k *call, a *args) {
	for _, w := range a.words {
		low := strings.ToLower(w.Text())
		if !w.Known() || strings.Contains(low, "hook") || strings.Contains(low, "permission") || low == "env" {
			k.effect(Tamper, k.name)
			return
		}
	}
}

func doCodex(k *call, a *args) {
	k.stdin = true
	if tells(k.words[1:]) || hasAny(k.words[1:], "-V") {
		return
	}
	k.otherHome("CODEX_HOME", ".codex")
	for _, f := range a.flags {
		if len(f.values) == 0 {
			continue
		}
		w := f.values[0].words[0]
		low := strings.ToLower(strings.ReplaceAll(w.Text(), " ", ""))
		switch f.name {
		case "--disable":
			if !w.Known() || strings.Contains(low, "hook") {
				k.effect(Tamper, k.name+": --disable")
			}
		case "-a", "--ask-for-approval":
			if !w.Has("untrusted on-request on-failure") {
				k.effect(Elevate, k.name+": --ask-for-approval")
			}
		case "-s", "--sandbox":
			if !w.Has("read-only workspace-write") {
				k.effect(Elevate, k.name+": --sandbox")
			}
		case "-c", "--config":
			switch {
			case !w.Known():
				k.effect(Hijack, k.name+": -c")
			case strings.Contains(low, "hook"):
				k.effect(Tamper, k.name+": -c")
			case strings.HasPrefix(low, "approval_policy"), strings.HasPrefix(low, "sandbox"), strings.HasPrefix(low, "projects."), strings.HasPrefix(low, "shell_environment_policy"):
				if !strings.Contains(low, "on-request") && !strings.Contains(low, "read-only") && !strings.Contains(low, "untrusted") {
					k.effect(Elevate, k.name+": -c")
				}
			case strings.HasPrefix(low, "mcp_servers."), strings.HasPrefix(low, "notify"), strings.HasPrefix(low, "features."), strings.HasPrefix(low, "profile"), strings.HasPrefix(low, "model_provider"), strings.Contains(low, "base_url"), strings.HasPrefix(low, "experimental_instructions"), strings.HasPrefix(low, "plugins"):
				k.effect(Hijack, k.name+": -c")
			}
		}
	}
	k.nested(a)
}

func doOtherAgent(k *call, a *args) {
	k.stdin = true
	if tells(k.words[1:]) || hasAny(k.words[1:], "-v") && len(k.words) == 2 {
		return
	}
	if a.word(0).Has("--list-models mcp models stats list") && len(a.words) < 3 && !a.word(1).Has("add remove enable disable") {
		return
	}
	if k.name == "copilot" && a.word(0).Has("deploy init svc app env job pipeline secret task storage") { // of AWS
		if a.word(0).Has("deploy init") || !a.word(1).Has("show ls status logs package local") {
			k.effect(Publish, k.name)
		}
		return
	}
	if a.word(0).Has("mcp plugin extensions config") {
		k.effect(Hijack, k.name)
		return
	}
	if a.word(0).Has("login logout auth") {
		k.effect(Secret, k.name)
		return
	}
	for _, f := range a.flags {
		if hasName("--approval-mode --permission-mode --auto --allow-tool", f.name) && len(f.values) > 0 && !f.values[0].words[0].Has("default plan low") {
			k.effect(Elevate, k.name+": "+f.name)
		}
	}
	if a.has("-f --force") || hasAny(k.words, "-f --force") && k.name == "cursor-agent" {
		k.effect(Elevate, k.name+": --force")
	}
	if a.has("--pure --safe-mode --bare") {
		k.effect(Hijack, k.name+": --pure")
	}
	k.nested(a)
}

// doTmux: several commands of tmux in one call stand behind each other with ";".
func doTmux(k *call, a *args) {
	for i, w := range k.words {
		if i > 0 && (w.Is(";") || w.Known() && strings.HasSuffix(w.Text(), ";") && len(w.Text()) > 1 && hasAny(k.words[i+1:], "send-keys send new-window neww split-window splitw run-shell run")) {
			if i+1 < len(k.words) {
				k.inner("tmux").call(append([]Word{lit("tmux")}, k.words[i+1:]...), k.src)
			}
			for j := range a.operands {
				for n, x := range a.operands[j].words {
					if x.Is(";") {
						a.operands[j].words = a.operands[j].words[:n]
						break
					}
				}
			}
			return
		}
	}
}

// doPane: a pane without a command holds a shell, which waits for keys.
func doPane(k *call, a *args) {
	for _, v := range a.operands {
		if len(v.words) > 0 {
			return
		}
	}
	if k.scene.Client == "codex" {
		k.interactive(k.name)
	}
}

// keyNames are keys that send-keys knows by name, and the text they type.
func keyText(name string) (string, bool) {
	switch name {
	case "Enter", "C-m", "C-j", "KPEnter":
		return "\n", true
	case "Space":
		return " ", true
	case "Tab", "Escape", "BSpace", "Up", "Down", "Left", "Right", "Home", "End", "PPage", "NPage", "PageUp", "PageDown", "DC", "IC", "BTab":
		return "", true
	}
	if len(name) == 3 && (name[:2] == "C-" || name[:2] == "M-" || name[:2] == "S-") {
		return "", true
	}
	return "", false
}

// doSendKeys reads the keys that are typed into another terminal as a script.
func doSendKeys(k *call, a *args) {
	var b strings.Builder
	answers := true
	for _, w := range a.words {
		if !w.Known() {
			k.foundWhy(RunBuilt, k.name, cut(w.hole(), 60)+" is typed", k.src)
			continue
		}
		if t, ok := keyText(w.Text()); ok && !a.has("-l") {
			b.WriteString(t)
			continue
		}
		b.WriteString(w.Text())
	}
	if a.has("-H") {
		k.foundWhy(RunBuilt, k.name, "keys as numbers", k.src)
		return
	}
	k.typed(b.String(), answers)
}

// typed is text that goes to another terminal: a script for its shell, or an
// answer to a question that a person was asked.
func (k *call) typed(text string, answers bool) {
	t := strings.ToLower(strings.TrimSpace(text))
	switch {
	case t == "" && !strings.Contains(text, "\n"):
		return
	case answers && (t == "" || len(t) == 1 || hasName("yes no allow approve deny always proceed continue ok 1 2 3", t)):
		k.foundWhy(Elevate, k.name, "it may answer a question that a person was asked", k.src)
		return
	}
	k.child().script(text)
	if k.scene.Client == "codex" {
		k.foundWhy(RunBuilt, k.name, "what waits there is not seen", k.src)
	}
}

// tmuxFormat: #( ) in a format runs a command.
func tmuxFormat(k *call, a *args) {
	for _, w := range k.words[1:] {
		rest := w.Text()
		for {
			_, after, ok := strings.Cut(rest, "#(")
			if !ok {
				break
			}
			inner, more, _ := strings.Cut(after, ")")
			k.child().script(inner)
			k.effect(Hijack, k.name+": #( )")
			rest = more
		}
	}
}

func doTmuxSet(k *call, a *args) {
	tmuxFormat(k, a)
	if a.word(0).Has("default-command default-shell lock-command copy-command editor update-environment command-alias") {
		k.effect(Hijack, k.name)
	}
}

func doTmuxIf(k *call, a *args) {
	for _, w := range a.words[min(1, len(a.words)):] {
		if w.Known() {
			k.inner("tmux").script("tmux " + w.Text())
		} else {
			k.effect(RunBuilt, k.name)
		}
	}
}

func doScreen(k *call, a *args) {
	if !a.has("-X -Q") {
		if len(a.words) == 0 && !a.has("-ls -list -wipe -r -x -v") && k.scene.Client == "codex" {
			k.interactive(k.name)
		}
		return
	}
	switch w := a.word(0); {
	case w.Has("stuff paste"):
		if len(a.words) > 1 {
			if t := a.words[1]; t.Known() {
				text := strings.NewReplacer(`^M`, "\n", `\n`, "\n", `\r`, "\n", "\r", "\n", `\015`, "\n", `\012`, "\n").Replace(t.Text())
				k.typed(text, true)
			} else {
				k.foundWhy(RunBuilt, k.name, cut(t.hole(), 60)+" is typed", k.src)
			}
		}
	case w.Has("quit kill"):
		k.effect(Kill, k.name)
	case w.Has("exec screen backtick"):
		if len(a.words) > 1 {
			k.child().call(a.words[1:], k.src)
		}
	case w.Has("source readbuf register bind setenv shell defshell eval"):
		k.effect(Hijack, k.name)
	case w.Has("hardcopy log logfile writebuf"):
		if len(a.words) > 1 {
			k.touch(writes, a.words[1], k.name, k.src)
		}
	case !w.Known():
		k.effect(RunBuilt, k.name)
	}
}
