package main

import (
	"guard/classify"
	"guard/grants"
	"guard/hookio"
)

// situation is all that makes an answer of a verdict besides the verdict.
type situation struct {
	client     hookio.Client
	event      string
	mode       string // the client's permission mode
	unattended bool   // nobody is there whom the client could ask
	observe    bool   // guard only watches
	autoAllow  string // prompt, always, never
	dialog     bool   // the tool is itself a question to the person
	askRule    bool   // a rule of the person's own asks about this call
	cover      grants.Cover
	unsure     bool // something of the call is unknown, of which a grant for commands does not speak
	denied     bool // a person said no to this very call
	leaves     bool // the call asks to leave the client's sandbox
}

// decide turns a verdict into an answer. It is the table "verdict to answer";
// where it is silent the answer is the stricter one.
func decide(r classify.Result, s situation) hookio.Answer {
	if s.observe {
		return hookio.None
	}
	if r.Verdict == classify.Approve && s.cover != grants.None && !s.denied {
		return s.lifted()
	}
	if s.event == hookio.PermissionRequest {
		switch r.Verdict {
		case classify.Allow:
			if s.mayAllow(r) && asksMode(s.mode) && s.autoAllow != "never" {
				return hookio.Allow
			}
			return hookio.None
		case classify.Defer:
			return hookio.None
		case classify.Approve:
			if s.unattended {
				return hookio.Deny
			}
			return hookio.None // the client's own dialog is open: the person decides there
		}
		return hookio.Deny
	}
	switch r.Verdict {
	case classify.Allow:
		if s.client == hookio.Claude && s.mayAllow(r) {
			switch {
			case s.autoAllow == "always":
				return hookio.Allow
			case s.autoAllow == "prompt" && s.unattended && asksMode(s.mode):
				return hookio.Allow // its PermissionRequest may never fire
			}
		}
		return hookio.None
	case classify.Defer:
		return hookio.None
	case classify.Approve:
		if s.client == hookio.Claude && !s.unattended && !s.denied {
			return hookio.Ask
		}
		return hookio.Deny
	}
	return hookio.Deny
}

// lifted is the answer to a call that needs a person and has a grant. A yes to
// this very call is the answer that the client's own question would bring; one
// ahead of time leaves to the client whatever else it would ask about.
func (s *situation) lifted() hookio.Answer {
	switch {
	case s.dialog:
		return hookio.None
	case s.cover == grants.Prefix && (s.askRule || s.unsure || s.leaves):
		return hookio.None
	case s.event == hookio.PermissionRequest && !asksMode(s.mode):
		return hookio.None
	case s.event == hookio.PreToolUse && s.client != hookio.Claude:
		return hookio.None // it has no allow there, and runs the call
	}
	return hookio.Allow
}

// asksMode reports whether the client would ask its person in this mode.
func asksMode(mode string) bool { return mode == "default" || mode == "acceptEdits" }

// mayAllow reports whether an allow may skip the client's own question.
func (s *situation) mayAllow(r classify.Result) bool {
	if s.dialog || s.askRule {
		return false
	}
	return !s.leaves || r.OnlyTouches()
}

// isDialog reports whether a tool is a question to the person itself, or
// changes how the client asks: its answer is never guard's.
func isDialog(tool string) bool {
	switch tool {
	case "AskUserQuestion", "ExitPlanMode", "EnterPlanMode", "EnterWorktree":
		return true
	}
	return false
}
