package transcript

import (
	"strings"

	"github.com/tidwall/gjson"

	"guard/hookio"
)

// claude reads one record of Claude Code's.
func (s *session) claude(kind string, top gjson.Result) {
	s.at(top.Get("cwd").String())
	for key, to := range map[string]*string{"sessionId": &s.id, "permissionMode": &s.mode, "entrypoint": &s.entry} {
		if v := top.Get(key); v.Type == gjson.String && v.Str != "" {
			*to = v.Str
		}
	}
	if kind != "assistant" && kind != "user" {
		return
	}
	content := top.Get("message.content")
	if !content.IsArray() {
		return
	}
	content.ForEach(func(_, block gjson.Result) bool {
		switch t := block.Get("type").String(); {
		case t == "tool_use" && kind == "assistant":
			s.claudeCall(top, block)
		case t == "tool_result" && kind == "user":
			s.claudeResult(block)
		}
		return true
	})
}

func (s *session) claudeCall(top, block gjson.Result) {
	if s.mode == "" {
		s.mode = "default" // a subagent's file, and old ones, do not tell it
	}
	in := block.Get("input")
	s.add(hookio.Claude, top, block.Get("id").String(), top.Get("agentId").String(), s.cwd,
		block.Get("name").String(), in.Raw, in.Get("dangerouslyDisableSandbox").Bool())
}

// claudeResult tells by the words of a failed result who said no. Claude Code
// checks a call's input before it asks any hook: no such tool, wrong input, a
// file that was not read before it is written.
func (s *session) claudeResult(block gjson.Result) {
	o, dropped := Ran, false
	if block.Get("is_error").Bool() {
		o = Untold // the reason of a denial can be any text
		switch text := textOf(block.Get("content")); {
		case strings.HasPrefix(text, "Exit code "):
			o = Ran
		case strings.HasPrefix(text, "The user doesn't want to proceed"):
			o = Rejected
		case strings.HasPrefix(text, "PreToolUse:"):
			o = Denied
		case strings.HasPrefix(text, "<tool_use_error>"):
			dropped = true
		}
	}
	s.result(block.Get("tool_use_id").String(), o, dropped)
}
