package classify

import (
	"strings"

	"github.com/tidwall/gjson"
)

// toolRow is what guard knows of one tool that a client offers its model: the
// fields of its input, each with its kind, as in the synopsis of a command.
//
//	"file_path=WRITE"   a field that must be there
//	"[path]=RREAD"      one that may be there
//
// Fields that the row does not name say nothing. A list counts as each of its
// strings; what is neither text nor a list of texts makes the call Unreadable.
type toolRow struct {
	Name string // the names it has; clients and versions differ
	Does Effect
	Args string
	Do   func(k *call, in gjson.Result)
}

// toolRows says what each tool name means. Claude Code 2.1.332 and Codex
// 0.171.0 (November 2026), with names that older and newer versions and other
// clients give the same tools. A tool that only talks to the person or to the
// client, or starts agents whose own calls pass guard again, does nothing here.
var toolRows = [...]toolRow{
	// Shells. PowerShell is read both as a shell line and as PowerShell.
	{Name: "Bash bash shell local_shell container.exec exec_command shell_command unified_exec run_shell_command run_terminal_cmd Terminal", Do: shellTool},
	{Name: "PowerShell powershell pwsh", Do: powershellTool},
	{Name: "Monitor", Args: "[command]=LINE"},
	{Name: "BashOutput KillShell KillBash TaskOutput TaskStop AgentOutputTool write_stdin_poll"},
	{Name: "write_stdin", Does: RunUnseen, Args: "[chars]=LINE"},
	{Name: "REPL js_repl", Does: RunProject, Args: "code=CODE:node"},

	// Files.
	{Name: "Read NotebookRead", Args: "file_path=READ [notebook_path]=READ"},
	{Name: "Write", Args: "file_path=WRITE", Do: writtenText},
	{Name: "Edit MultiEdit", Args: "file_path=WRITE", Do: writtenText},
	{Name: "NotebookEdit", Args: "notebook_path=WRITE", Do: writtenText},
	{Name: "Glob", Args: "[path]=LIST"},
	{Name: "LS list_dir", Args: "[path]=LIST [dir_path]=LIST"},
	{Name: "Grep grep_files", Args: "[path]=RREAD", Do: searchedFiles},
	{Name: "read_file", Args: "[file_path]=READ [path]=READ"},
	{Name: "view_image", Args: "path=READ"},
	{Name: "LSP", Args: "[filePath]=READ [file_path]=READ"},
	{Name: "apply_patch", Do: patchTool},
	{Name: "str_replace_based_edit_tool str_replace_editor text_editor", Do: editorTool},
	{Name: "SendUserFile", Args: "[files]=READ [file_path]=READ"},

	// The network.
	{Name: "WebFetch", Does: 0, Args: "url=URL", Do: fetchedAddress},
	{Name: "WebSearch web_search", Does: ReadRemote, Args: "[query]=TEXT", Do: searchedText},

	// Agents, plans, lists, the client itself.
	{Name: "Agent Task", Do: agentTool},
	{Name: "spawn_agent collaborationspawn_agent multi_agent_v1spawn_agent multi_agent_v2spawn_agent", Do: agentTool},
	{Name: "wait_agent collaborationwait_agent multi_agent_v1wait_agent multi_agent_v2wait_agent wait collaborationwait multi_agent_v1wait"},
	{Name: "send_input collaborationsend_input multi_agent_v1send_input send_message collaborationsend_message followup_task collaborationfollowup_task assign_task collaborationassign_task list_agents collaborationlist_agents multi_agent_v1list_agents"},
	{Name: "close_agent collaborationclose_agent multi_agent_v1close_agent resume_agent collaborationresume_agent multi_agent_v1resume_agent interrupt_agent collaborationinterrupt_agent report_agent_job_result"},
	{Name: "Skill SlashCommand"},
	{Name: "TodoRead TodoWrite TaskCreate TaskUpdate TaskGet TaskList update_plan get_goal create_goal update_goal"},
	{Name: "AskUserQuestion request_user_input EnterPlanMode ExitPlanMode exit_plan_mode StructuredOutput"},
	{Name: "EnterWorktree", Args: "[path]=LIST"},
	{Name: "ExitWorktree", Do: worktreeLeft},
	{Name: "SendMessage TeamCreate TeamDelete ToolSearch tool_search tool_suggest WaitForMcpServers Sleep clock Brief"},
	{Name: "CronCreate CronDelete CronList ScheduleWakeup"},
	{Name: "PushNotification", Does: Unknown},
	{Name: "RemoteTrigger", Do: remoteTrigger},
	{Name: "ShareOnboardingGuide", Does: Publish},
	{Name: "request_permissions", Does: Elevate},
	{Name: "ListMcpResourcesTool ListMcpResources list_mcp_resources list_mcp_resource_templates"},
	{Name: "ReadMcpResourceTool ReadMcpResource read_mcp_resource", Does: Unknown, Args: "uri=URL"},
}

func toolNamed(name string) *toolRow {
	for i := range toolRows {
		if hasName(toolRows[i].Name, name) {
			return &toolRows[i]
		}
	}
	return nil
}

// Tool classifies a call of a tool: its name as the client gives it, and its
// input as JSON. Tools that take shell text are read as [Line] reads it. Where
// a key stands twice, every value counts, since clients differ in which one
// they take.
func Tool(name string, input []byte, sc *Scene, p *Policy) Result {
	s := newScan(sc, p)
	s.tool(name, input)
	s.res.finish(s.policy)
	return *s.res
}

func (k *call) readTool(name string, input []byte) {
	k.src = name
	if len(strings.TrimSpace(string(input[:min(len(input), 64)]))) == 0 {
		input = []byte("{}")
	}
	if !shallow(input) || !gjson.ValidBytes(input) {
		k.foundWhy(Unreadable, name, "its input is no JSON that guard reads", k.src)
		return
	}
	in := gjson.ParseBytes(input)
	if in.Type == gjson.Null {
		in = gjson.Parse("{}")
	}
	if !in.IsObject() {
		k.foundWhy(Unreadable, name, "its input is no JSON object", k.src)
		return
	}
	lifts := k.policy.Rules != nil && k.applyToolRules(name)
	row := toolNamed(name)
	if row == nil {
		k.foreignTool(name, in, lifts)
		return
	}
	k.byName(row.Does, name, lifts)
	for f := range strings.FieldsSeq(row.Args) {
		field, kind, _ := strings.Cut(f, "=")
		bare := strings.Trim(field, "[]")
		if !k.field(in, bare, kind) && bare == field {
			k.foundWhy(Unreadable, name, "it has no "+bare, k.src)
		}
	}
	if row.Do != nil {
		row.Do(k, in)
	}
	k.leaks(name)
}

// shallow reports whether the brackets of a JSON text nest no deeper than
// maxNesting: its parser recurses.
func shallow(b []byte) bool {
	depth, quoted := 0, false
	for i := 0; i < len(b); i++ {
		switch c := b[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			if depth++; depth > maxNesting {
				return false
			}
		case c == '}' || c == ']':
			depth--
		}
	}
	return true
}

// each visits every value of a key of an object: all of them, where it stands
// more than once.
func each(in gjson.Result, key string, visit func(gjson.Result)) {
	in.ForEach(func(k, v gjson.Result) bool {
		if k.String() == key {
			visit(v)
		}
		return true
	})
}

// str is the last text value of a key, "" where there is none.
func str(in gjson.Result, key string) string {
	out := ""
	each(in, key, func(v gjson.Result) {
		if v.Type == gjson.String {
			out = v.String()
		}
	})
	return out
}

// is reports whether any value of key is JSON's true.
func is(in gjson.Result, key string) bool {
	out := false
	each(in, key, func(v gjson.Result) { out = out || v.Type == gjson.True || v.String() == "true" })
	return out
}

// field judges the values of one field by its kind, and reports whether there
// was one.
func (k *call) field(in gjson.Result, name, kind string) bool {
	found := false
	each(in, name, func(v gjson.Result) {
		switch {
		case v.Type == gjson.Null:
		case v.Type == gjson.String:
			found = true
			k.textOf(v.String(), kind, k.name+": "+name)
		case v.IsArray():
			found = true
			v.ForEach(func(_, e gjson.Result) bool {
				switch {
				case e.Type == gjson.String:
					k.textOf(e.String(), kind, k.name+": "+name)
				case e.IsObject() && k.field(e, "path", kind):
				default:
					k.foundWhy(Unreadable, k.name, name+" is no text", k.src)
				}
				return k.step()
			})
		default:
			found = true
			k.foundWhy(Unreadable, k.name, name+" is no text", k.src)
		}
	})
	return found
}

// textOf judges one text of a tool's input by its kind.
func (k *call) textOf(text, kind, row string) {
	w := lit(text)
	switch head, _, _ := strings.Cut(kind, ":"); head {
	case "READ", "RREAD", "LIST", "WRITE", "DELETE", "MOVE", "SEND":
		w = k.toolPath(text)
	case "URL":
		w = lit(strings.TrimSpace(text))
	}
	k.src = cut(k.name+" "+firstLine(text), 200)
	k.values(row, []value{{kind: kind, words: []Word{w}}})
}

func firstLine(s string) string {
	if i := strings.IndexByte(s, '\n'); i >= 0 {
		return s[:i] + " …"
	}
	return s
}

// toolPath is a path in a tool's input. Some tools know ~ and $HOME, some do
// not: where they do, the path is the worse one.
func (k *call) toolPath(text string) Word {
	text = strings.TrimSpace(text)
	if rest, ok := strings.CutPrefix(text, "file:"); ok {
		text = unescaped(strings.TrimPrefix(strings.TrimPrefix(rest, "//"), "localhost"))
	}
	for _, h := range []string{"~", "$HOME", "${HOME}", "%USERPROFILE%", "$env:USERPROFILE", "$env:HOME"} {
		rest, ok := strings.CutPrefix(text, h)
		if !ok || rest != "" && rest[0] != '/' && rest[0] != '\\' {
			continue
		}
		if k.scene.Home == "" {
			return unsure(text, &gap{hole: h, tail: rest[strings.LastIndexAny(rest, `/\`)+1:]})
		}
		return lit(k.scene.Home + strings.ReplaceAll(rest, `\`, "/"))
	}
	if len(text) > 1 && text[0] == '~' {
		name, rest, _ := strings.Cut(text[1:], "/")
		if isName(name) {
			return lit("/home/" + name + "/" + rest)
		}
	}
	return lit(text)
}

// unescaped takes the %XX out of a path of an address.
func unescaped(s string) string {
	if !strings.Contains(s, "%") {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			if n, v := digits(s[i+1:], 16, 2); n == 2 {
				b.WriteByte(byte(v))
				i += 2
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// shellTool reads the line of a shell tool, or the words of one.
func shellTool(k *call, in gjson.Result) {
	found := false
	c := k.ctx
	for _, key := range []string{"workdir", "cwd", "working_directory"} {
		if dir := str(in, key); dir != "" {
			if ps := k.paths(k.toolPath(dir)); len(ps) > 0 {
				c.sh.dirs = []string{k.scene.resolve(ps[0])}
			}
		}
	}
	for _, key := range []string{"command", "cmd"} {
		each(in, key, func(v gjson.Result) {
			switch {
			case v.Type == gjson.String:
				found = true
				c.toplevel(v.String())
			case v.IsArray():
				var ws []Word
				ok := true
				v.ForEach(func(_, e gjson.Result) bool {
					ok = ok && e.Type == gjson.String
					ws = append(ws, lit(e.String()))
					return len(ws) < maxFields
				})
				if found = ok && len(ws) > 0; found {
					c.call(ws, texts(ws))
				}
			}
		})
	}
	if !found {
		k.foundWhy(Unreadable, k.name, "it has no command", k.src)
	}
	if is(in, "dangerouslyDisableSandbox") {
		k.foundWhy(Elevate, k.name+": dangerouslyDisableSandbox", "the sandbox is off for it", k.src)
	}
	if p := str(in, "sandbox_permissions"); p != "" && p != "use_default" || is(in, "with_escalated_permissions") {
		k.foundWhy(Elevate, k.name+": sandbox_permissions", "the sandbox is off for it", k.src)
	}
}

func powershellTool(k *call, in gjson.Result) {
	shellTool(k, in)
	each(in, "command", func(v gjson.Result) {
		if v.Type == gjson.String {
			k.scanCode("pwsh", v.String(), k.name)
		}
	})
}

// writtenText looks at what a file tool writes: nothing, or what switches the
// client's hooks off wherever a client may read it.
func writtenText(k *call, in gjson.Result) {
	in.ForEach(func(key, v gjson.Result) bool {
		switch key.String() {
		case "content":
			if v.Type == gjson.String && v.String() == "" {
				for _, p := range k.paths(k.toolPath(str(in, "file_path"))) {
					if k.scene.kind(p) == KindFile {
						k.touch(deletes, lit(p), k.name+": content (leaves nothing of it)", k.src)
					}
				}
			}
			k.hooksOff(str(in, "file_path"), v.String())
		case "new_string", "new_source", "edits":
			k.hooksOff(str(in, "file_path")+str(in, "notebook_path"), v.String())
		}
		return true
	})
}

// hooksOff finds the setting that switches hooks off in text for a JSON file.
func (k *call) hooksOff(file, text string) {
	if !strings.HasSuffix(strings.ToLower(strings.TrimSpace(file)), ".json") {
		return
	}
	for rest := text; ; {
		i := strings.Index(rest, "disableAllHooks")
		if i < 0 {
			return
		}
		rest = rest[i+len("disableAllHooks"):]
		if v := strings.TrimLeft(rest, "\\\" \t\r\n:"); strings.HasPrefix(v, "true") || strings.HasPrefix(v, "1") {
			k.foundWhy(Tamper, k.name, "it switches hooks off", k.src)
			return
		}
	}
}

// searchedFiles is a search whose glob names credential files.
func searchedFiles(k *call, in gjson.Result) {
	dir := str(in, "path")
	for _, key := range []string{"glob", "include"} {
		each(in, key, func(v gjson.Result) {
			for g := range strings.FieldsFuncSeq(v.String(), func(r rune) bool { return strings.ContainsRune(", {}\t", r) }) {
				if strings.HasPrefix(g, "!") {
					continue
				}
				for _, p := range k.paths(k.toolPath(dir + "/" + strings.TrimPrefix(strings.ReplaceAll(g, "**/", ""), "/"))) {
					if dir == "" {
						p = k.sh.dir() + p
					}
					if k.zone(p) == zoneSecrets {
						k.touch(reads, lit(p), k.name+": "+key, k.src)
					}
				}
			}
		})
	}
}

// searchedText is a query that goes to a search engine.
func searchedText(k *call, in gjson.Result) {
	each(in, "query", func(v gjson.Result) {
		if looksSecret(v.String()) {
			k.effect(Secret, k.name+": query")
		}
	})
}

// fetchedAddress is what else an address may carry: credentials in its query,
// or a long text that nobody reads.
func fetchedAddress(k *call, in gjson.Result) {
	each(in, "url", func(v gjson.Result) {
		if carriesText(v.String()) {
			k.foundWhy(Send, k.name+": url", "the address carries a long text that cannot be read", k.src)
		}
	})
}

// carriesText reports whether a part of an address is a long text in some code:
// 64 characters or more of base64 or hexadecimal.
func carriesText(url string) bool {
	run, digit, letter := 0, false, false
	for i := 0; i < len(url); i++ {
		c := url[i]
		switch {
		case c >= '0' && c <= '9':
			digit = true
		case c|0x20 >= 'a' && c|0x20 <= 'z':
			letter = true
		case c == '+', c == '_', c == '=':
		default:
			run, digit, letter = 0, false, false
			continue
		}
		if run++; run >= 64 && digit && letter {
			return true
		}
	}
	return false
}

// agentTool starts another agent. Its calls pass guard again, unless it is
// started with approvals off.
func agentTool(k *call, in gjson.Result) {
	in.ForEach(func(key, v gjson.Result) bool {
		switch key.String() {
		case "mode", "permission_mode", "permissionMode", "approval_policy", "sandbox", "sandbox_mode":
			switch v.String() {
			case "bypassPermissions", "dontAsk", "never", "danger-full-access":
				k.foundWhy(Elevate, k.name+": "+key.String(), "approvals are off for the agent", k.src)
			}
		}
		return true
	})
}

func worktreeLeft(k *call, in gjson.Result) {
	if is(in, "discard_changes") {
		k.effect(Discard, k.name+": discard_changes")
	}
}

func remoteTrigger(k *call, in gjson.Result) {
	switch a := str(in, "action"); a {
	case "list", "get":
		k.effect(ReadRemote, k.name+": "+a)
	default:
		k.effect(Remote, k.name+": action")
	}
}

// editorTool is the model's own text editor: a verb and a path.
func editorTool(k *call, in gjson.Result) {
	kind := "WRITE"
	if str(in, "command") == "view" {
		kind = "READ"
	}
	if !k.field(in, "path", kind) {
		k.foundWhy(Unreadable, k.name, "it has no path", k.src)
	}
	writtenText(k, in)
}

// patchTool reads the headers of a patch in Codex's form.
func patchTool(k *call, in gjson.Result) {
	found := false
	in.ForEach(func(key, v gjson.Result) bool {
		switch key.String() {
		case "command", "input", "patch":
			text := v.String()
			if v.IsArray() { // ["apply_patch", "*** Begin Patch…"]
				text = ""
				v.ForEach(func(_, e gjson.Result) bool { text += e.String() + "\n"; return true })
			}
			found = k.patch(text) || found
		}
		return true
	})
	if !found {
		k.foundWhy(Unreadable, k.name, "it names no file", k.src)
	}
}

// patch judges each file that a patch names, and reports whether there was one.
func (k *call) patch(text string) bool {
	found, from := false, ""
	added := strings.Builder{}
	done := func() {
		if from != "" {
			k.hooksOff(from, added.String())
		}
		added.Reset()
	}
	for l := range strings.Lines(text) {
		if strings.HasPrefix(l, "+") {
			added.WriteString(l[1:])
			continue
		}
		head, name, ok := strings.Cut(strings.TrimSpace(l), ": ")
		if !ok || !strings.HasPrefix(head, "*** ") {
			continue
		}
		kind := ""
		switch head {
		case "*** Add File", "*** Update File":
			kind = "WRITE"
		case "*** Delete File":
			kind = "DELETE"
		case "*** Move to", "*** Move File To":
			if from != "" {
				k.textOf(from, "MOVE", k.name+": "+head[4:])
			}
			kind = "WRITE"
		default:
			continue
		}
		if !k.step() {
			return true
		}
		found = true
		k.textOf(name, kind, k.name+": "+head[4:])
		if head != "*** Move to" {
			done()
		}
		from = strings.TrimSpace(name)
	}
	done()
	return found
}

func (s *scan) tool(name string, input []byte) {
	defer s.recovered()
	k := &call{ctx: ctx{scan: s, sh: newShell(s.scene)}, cmd: &Command{Name: name}, name: name}
	k.text = name
	k.readTool(name, input)
}
