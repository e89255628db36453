package transcript

import (
	"encoding/json"
	"net/url"
	"path"
	"path/filepath"
	"strings"

	"github.com/tidwall/gjson"

	"guard/hookio"
)

// codex reads one record of Codex's.
func (s *session) codex(kind string, top, p gjson.Result) {
	switch kind {
	case "session_meta":
		if id := p.Get("id").String(); id != "" {
			s.id = id
		}
		s.at(p.Get("cwd").String())
	case "turn_context":
		s.at(p.Get("cwd").String())
		s.mode = "default"
		if p.Get("approval_policy").String() == "never" {
			s.mode = "bypassPermissions" // what Codex tells its hooks then
		}
	case "response_item":
		s.codexItem(top, p)
	case "event_msg":
		if p.Get("type").String() == "item_completed" {
			s.nested(top, p.Get("item"))
		}
	}
}

// codexItem reads what the model said.
func (s *session) codexItem(top, p gjson.Result) {
	id, name := p.Get("call_id").String(), p.Get("name").String()
	switch p.Get("type").String() {
	case "function_call":
		args := p.Get("arguments").String()
		if !json.Valid([]byte(args)) {
			args = "{}" // Codex turns it down
		}
		s.function(top, id, name, p.Get("namespace").String(), gjson.Parse(args))
	case "custom_tool_call":
		switch {
		case name == "exec" && p.Get("namespace").String() == "functions":
			// The code itself reaches no hook; the calls in it do: nested.
		case name == "apply_patch":
			s.shell(top, id, "apply_patch", p.Get("input").String(), "", false)
		default:
			s.add(hookio.Codex, top, id, "", s.cwd, joined(p.Get("namespace").String(), name), `{"input":`+jsonString(p.Get("input").String())+"}", false)
		}
	case "local_shell_call":
		act := p.Get("action")
		s.shell(top, id, "Bash", argvLine(act.Get("command")), act.Get("working_directory").String(), false)
	case "web_search_call":
		s.report.Unseen++
	case "function_call_output", "custom_tool_call_output":
		s.codexResult(id, p.Get("output"))
	}
}

// function is a call of a function tool, by the name that hooks give it.
func (s *session) function(top gjson.Result, id, name, space string, args gjson.Result) {
	leaves := args.Get("sandbox_permissions").String() == "require_escalated" || args.Get("with_escalated_permissions").Bool()
	switch name {
	case "exec_command":
		s.shell(top, id, "Bash", args.Get("cmd").String(), args.Get("workdir").String(), leaves)
	case "shell", "shell_command", "container.exec":
		s.shell(top, id, "Bash", argvLine(args.Get("command")), args.Get("workdir").String(), leaves)
	case "apply_patch":
		s.shell(top, id, "apply_patch", args.Get("input").String(), "", false)
	case "write_stdin":
		s.report.Unseen++
	default:
		s.add(hookio.Codex, top, id, "", s.cwd, joined(space, name), args.Raw, false)
	}
}

// shell is a call whose input is one text.
func (s *session) shell(top gjson.Result, id, tool, text, dir string, leaves bool) *waiting {
	cwd := s.cwd
	switch {
	case filepath.IsAbs(dir):
		cwd = filepath.Clean(dir)
	case dir != "" && filepath.IsAbs(cwd):
		cwd = filepath.Join(cwd, dir)
	}
	return s.add(hookio.Codex, top, id, "", cwd, tool, `{"command":`+jsonString(text)+"}", leaves)
}

// joined is a tool's name with its namespace, as hooks get it: mcp__server__tool
// and collaborationspawn_agent were recorded.
func joined(space, name string) string {
	if strings.HasPrefix(space, "mcp__") {
		return strings.TrimSuffix(space, "__") + "__" + name
	}
	if space == "functions" {
		return name
	}
	return space + name
}

// argvLine is the shell text of a command that is given word by word, as older
// versions did: the text of bash -lc TEXT, else the words, quoted.
func argvLine(v gjson.Result) string {
	if v.Type == gjson.String {
		return v.Str
	}
	var argv []string
	for _, w := range v.Array() {
		argv = append(argv, w.String())
	}
	if len(argv) == 3 && strings.HasPrefix(argv[1], "-") && strings.HasSuffix(argv[1], "c") {
		switch path.Base(argv[0]) {
		case "bash", "sh", "zsh":
			return argv[2]
		}
	}
	for i, w := range argv {
		if w == "" || strings.ContainsFunc(w, func(r rune) bool {
			return !strings.ContainsRune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:=@%+,", r)
		}) {
			argv[i] = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
		}
	}
	return strings.Join(argv, " ")
}

// codexResult tells by the words of a result who said no.
func (s *session) codexResult(id string, output gjson.Result) {
	text := textOf(output)
	switch {
	case strings.HasPrefix(text, "Command blocked by PreToolUse hook"):
		s.result(id, Denied, false)
	case strings.HasPrefix(text, "unsupported call:"):
		s.result(id, Untold, true)
	case strings.Contains(text, `Rejected("rejected by user")`), strings.Contains(text, `Rejected(\"rejected by user\")`):
		s.result(id, Rejected, false)
	default:
		s.result(id, Ran, false)
	}
}

// nested reads an item of code mode: a call that the model's script made, with
// an id of its own. Items of other calls have the call's id and are known.
func (s *session) nested(top, item gjson.Result) {
	id := item.Get("id").String()
	if !strings.HasPrefix(id, "exec-") {
		return
	}
	var w *waiting
	switch item.Get("type").String() {
	case "CommandExecution":
		dir := ""
		if u, err := url.Parse(item.Get("cwd").String()); err == nil {
			dir = u.Path
		}
		w = s.shell(top, id, "Bash", argvLine(item.Get("command")), dir, false)
	case "FileChange":
		w = s.shell(top, id, "apply_patch", patchOf(item.Get("changes")), "", false)
	case "McpToolCall":
		w = s.add(hookio.Codex, top, id, "", s.cwd, "mcp__"+item.Get("server").String()+"__"+item.Get("tool").String(), item.Get("arguments").Raw, false)
	default:
		return
	}
	w.done, w.Outcome = true, Ran
}

// patchOf is a patch that makes the changes.
func patchOf(changes gjson.Result) string {
	var b strings.Builder
	b.WriteString("*** Begin Patch\n")
	changes.ForEach(func(name, c gjson.Result) bool {
		switch c.Get("type").String() {
		case "add":
			b.WriteString("*** Add File: " + name.String() + "\n")
			for line := range strings.Lines(c.Get("content").String()) {
				b.WriteString("+" + strings.TrimSuffix(line, "\n") + "\n")
			}
		case "delete":
			b.WriteString("*** Delete File: " + name.String() + "\n")
		default:
			b.WriteString("*** Update File: " + name.String() + "\n")
			if to := c.Get("move_path").String(); to != "" {
				b.WriteString("*** Move to: " + to + "\n")
			}
			b.WriteString(c.Get("unified_diff").String())
		}
		return true
	})
	b.WriteString("*** End Patch\n")
	return b.String()
}
