package setup

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"guard/hookio"
)

// group returns what is registered for h.
//
// Claude Code gets the exec form: no shell reads the path. onFailure may have no
// other value than "block": 2.1.332 drops the whole file for one that it does
// not know; 2.1.197 ignores the key (measured 2026-11-30). Codex ignores args
// and runs command alone, so all of it is one string; the group has no matcher,
// which is every tool.
func (cl *client) group(h hook, guard string) object {
	if cl.name == hookio.Codex {
		return object{{"hooks", array{object{
			{"type", "command"},
			{"command", shellQuote(guard) + " hook codex"},
			{"timeout", h.timeout},
			{"statusMessage", "guard"},
		}}}}
	}
	handler := object{
		{"type", "command"},
		{"command", guard},
		{"args", array{"hook", string(cl.name)}},
		{"timeout", h.timeout},
	}
	if h.block {
		handler = append(handler, pair{"onFailure", "block"})
	}
	if h.async {
		handler = append(handler, pair{"async", true})
	}
	if h.tool {
		return object{{"matcher", "*"}, {"hooks", array{handler}}}
	}
	return object{{"hooks", array{handler}}}
}

// entry is one of guard's handlers in a file.
type entry struct {
	event   string
	list    *node // the groups of the event
	at      int   // which of them
	group   *node
	hooks   *node // the group's handlers
	handler int   // which of them
	guard   string
}

// sole reports whether the group holds nothing but guard's handler.
func (e entry) sole() bool { return len(e.hooks.items) == 1 }

// entries returns guard's handlers in d, in the order of the file. It is a Fault
// where the hooks do not have the shape that the client expects.
func (d doc) entries(cl *client) ([]entry, error) {
	if d.root.kind != '{' {
		return nil, d.fault(d.root, "the settings must be an object")
	}
	hooks, err := get(d.text, d.root, "hooks")
	if err != nil || hooks == nil {
		return nil, err
	}
	if hooks.kind != '{' {
		return nil, d.fatal(hooks, `"hooks" must be an object`)
	}
	var all []entry
	for _, m := range hooks.members {
		if _, err := get(d.text, hooks, m.key); err != nil {
			return nil, err
		}
		if m.value.kind != '[' {
			if cl.name == hookio.Codex && m.key == "state" {
				continue
			}
			return nil, d.fault(m.value, "the hooks of "+strconv.Quote(m.key)+" must be a list")
		}
		for i, group := range m.value.items {
			list, err := d.handlers(group)
			if err != nil {
				return nil, err
			}
			for j, h := range list.items {
				if path, ok := d.ours(cl, h); ok {
					all = append(all, entry{m.key, m.value, i, group, list, j, path})
				}
			}
		}
	}
	return all, nil
}

// handlers returns the list of handlers of a group. It checks what makes Claude
// Code drop the whole file and Codex all hooks.
func (d doc) handlers(group *node) (*node, error) {
	if group.kind != '{' {
		return nil, d.fault(group, "a group of hooks must be an object")
	}
	if matcher, err := get(d.text, group, "matcher"); err != nil {
		return nil, err
	} else if matcher != nil && matcher.kind != '"' {
		return nil, d.fatal(matcher, `"matcher" must be a string`)
	}
	list, err := get(d.text, group, "hooks")
	if err != nil {
		return nil, err
	}
	if list == nil || list.kind != '[' {
		return nil, d.fault(group, `a group needs a list "hooks"`)
	}
	for _, h := range list.items {
		if h.kind != '{' {
			return nil, d.fault(h, "a hook must be an object")
		}
		kind, err := get(d.text, h, "type")
		if err != nil {
			return nil, err
		}
		if kind == nil || kind.kind != '"' {
			return nil, d.fatal(h, `a hook needs a "type"`)
		}
		command, err := get(d.text, h, "command")
		if err != nil {
			return nil, err
		}
		if kind.text == "command" && (command == nil || command.kind != '"') {
			return nil, d.fatal(h, `a hook of type "command" needs a "command"`)
		}
		timeout, err := get(d.text, h, "timeout")
		if err != nil {
			return nil, err
		}
		if timeout != nil {
			if n, err := strconv.ParseFloat(string(d.text[timeout.start:timeout.end]), 64); err != nil || n <= 0 {
				return nil, d.fatal(timeout, `"timeout" must be a number above 0`)
			}
		}
	}
	return list, nil
}

func (d doc) fault(n *node, what string) *Fault { return faultAt(d.text, n.start, what) }

// fatal is a fault for which clients were seen to ignore the whole file.
func (d doc) fatal(n *node, what string) *Fault {
	f := d.fault(n, what)
	f.drops = true
	return f
}

// ours returns the guard that a handler calls, in the form of today or in the
// shell form.
func (d doc) ours(cl *client, h *node) (string, bool) {
	command, err := get(d.text, h, "command")
	if err != nil || command == nil || command.kind != '"' {
		return "", false
	}
	args, err := get(d.text, h, "args")
	if err != nil {
		return "", false
	}
	var words []string
	if args != nil && cl.name == hookio.Claude {
		if args.kind != '[' {
			return "", false
		}
		words = []string{command.text}
		for _, a := range args.items {
			if a.kind != '"' {
				return "", false
			}
			words = append(words, a.text)
		}
	} else {
		words = shellWords(command.text)
	}
	if len(words) == 3 && isGuard(words[0]) && words[1] == "hook" && words[2] == string(cl.name) {
		return words[0], true
	}
	return "", false
}

// find returns the guard that a file calls, "" where it calls none, and what was
// wanted when it was registered.
func find(text []byte, cl *client) (guard string, remind Want, err error) {
	if len(bytes.TrimSpace(text)) == 0 {
		return "", Off, nil
	}
	d, err := open(text)
	if err != nil {
		return "", Off, err
	}
	all, err := d.entries(cl)
	if err != nil || len(all) == 0 {
		return "", Off, err
	}
	guard = all[0].guard
	for _, e := range all {
		if e.event == hookio.PreToolUse { // the gate says which guard counts
			guard = e.guard
			break
		}
	}
	return guard, reminds(all), nil
}

// reminds reports whether guard is called at the prompt.
func reminds(all []entry) Want {
	for _, e := range all {
		if e.event == hookio.UserPromptSubmit {
			return On
		}
	}
	return Off
}

// install returns before with guard's hooks in it; before is nil where there is
// no file.
func install(before []byte, cl *client, guard string, remind Want) ([]byte, error) {
	text := before
	if len(bytes.TrimSpace(text)) == 0 {
		text = []byte("{}\n")
	}
	d, err := open(text)
	if err != nil {
		return nil, err
	}
	all, err := d.entries(cl)
	if err != nil {
		return nil, err
	}
	if err := d.checkRest(cl); err != nil {
		return nil, err
	}
	if remind == Keep {
		remind = reminds(all)
	}
	if remind == Off {
		unasked := *cl
		unasked.hooks = slices.DeleteFunc(slices.Clone(cl.hooks), func(h hook) bool { return h.asked })
		cl = &unasked
	}
	// Events that this guard does not handle, or that a person does not want.
	emptied := make(map[string]bool)
	for i := len(all) - 1; i >= 0; i-- {
		e := all[i]
		if cl.handles(e.event) {
			continue
		}
		emptied[e.event] = true
		if d, all, err = d.dropEntry(cl, e); err != nil {
			return nil, err
		}
	}
	if d, err = d.prune(emptied, nil); err != nil {
		return nil, err
	}
	for _, h := range cl.hooks {
		if d, err = d.put(cl, h, guard); err != nil {
			return nil, err
		}
	}
	return d.text, nil
}

func (cl *client) handles(event string) bool {
	for _, h := range cl.hooks {
		if h.event == event {
			return true
		}
	}
	return false
}

// checkRest refuses what makes hooks useless outside "hooks".
func (d doc) checkRest(cl *client) error {
	if cl.name != hookio.Claude {
		return nil
	}
	off, err := get(d.text, d.root, "disableAllHooks")
	if err != nil {
		return err
	}
	if off != nil && off.kind == 't' {
		return d.fault(off, `"disableAllHooks": true switches every hook off, guard's too; take it out first`)
	}
	permissions, err := get(d.text, d.root, "permissions")
	if err != nil || permissions == nil || permissions.kind != '{' {
		return err
	}
	for _, m := range permissions.members {
		if (m.key == "allow" || m.key == "deny" || m.key == "ask") && m.value.kind != '[' {
			return d.fatal(m.value, strconv.Quote("permissions."+m.key)+" must be a list")
		}
	}
	return nil
}

// put makes the hook of event h.event guard's, where an older entry of guard
// stands or else behind the last group. An entry that is right stays as it is.
func (d doc) put(cl *client, h hook, guard string) (doc, error) {
	want, wantDoc := cl.group(h, guard), doc{}
	wantDoc, err := open([]byte(render(want, "", "", "", "")))
	if err != nil {
		return d, err
	}
	mine, err := d.entriesOf(cl, h.event)
	if err != nil {
		return d, err
	}
	for len(mine) > 1 { // of several the first stays
		if d, _, err = d.dropEntry(cl, mine[len(mine)-1]); err != nil {
			return d, err
		}
		if mine, err = d.entriesOf(cl, h.event); err != nil {
			return d, err
		}
	}
	if len(mine) == 1 {
		e := mine[0]
		handlers, err := get(wantDoc.text, wantDoc.root, "hooks")
		if err != nil {
			return d, err
		}
		switch {
		case e.sole() && equal(d.text, e.group, wantDoc.text, wantDoc.root):
			return d, nil
		case e.sole():
			return d.replace(e.group, want)
		case d.matchesAll(e.group) && equal(d.text, e.hooks.items[e.handler], wantDoc.text, handlers.items[0]):
			return d, nil // in a group that somebody else shares with it
		}
		if d, _, err = d.dropEntry(cl, e); err != nil {
			return d, err
		}
	}
	hooks, err := get(d.text, d.root, "hooks")
	if err != nil {
		return d, err
	}
	if hooks == nil {
		if d, err = d.add(d.root, "hooks", object{}); err != nil {
			return d, err
		}
		hooks, _ = get(d.text, d.root, "hooks")
	}
	list, err := get(d.text, hooks, h.event)
	if err != nil {
		return d, err
	}
	if list == nil {
		if d, err = d.add(hooks, h.event, array{}); err != nil {
			return d, err
		}
		hooks, _ = get(d.text, d.root, "hooks")
		list, _ = get(d.text, hooks, h.event)
	}
	return d.add(list, "", want)
}

func (d doc) matchesAll(group *node) bool {
	m, err := get(d.text, group, "matcher")
	return err == nil && (m == nil || m.text == "" || m.text == "*")
}

func (d doc) entriesOf(cl *client, event string) ([]entry, error) {
	all, err := d.entries(cl)
	var mine []entry
	for _, e := range all {
		if e.event == event {
			mine = append(mine, e)
		}
	}
	return mine, err
}

// dropEntry takes e out, with its group if nothing else is in it, and returns
// the entries that are left.
func (d doc) dropEntry(cl *client, e entry) (doc, []entry, error) {
	var err error
	if e.sole() {
		d, err = d.drop(e.list, e.at)
	} else {
		d, err = d.drop(e.hooks, e.handler)
	}
	if err != nil {
		return d, nil, err
	}
	all, err := d.entries(cl)
	return d, all, err
}

// uninstall takes guard's entries out of text, and the lists and objects that
// are empty then, but for those that stood in latest, the newest copy from
// before guard.
func uninstall(text []byte, cl *client, latest []byte) ([]byte, error) {
	d, err := open(text)
	if err != nil {
		return nil, err
	}
	all, err := d.entries(cl)
	emptied := make(map[string]bool)
	for err == nil && len(all) > 0 {
		e := all[len(all)-1]
		emptied[e.event] = true
		d, all, err = d.dropEntry(cl, e)
	}
	if err != nil {
		return nil, err
	}
	d, err = d.prune(emptied, latest)
	return d.text, err
}

// prune drops the events of emptied that have no group left, then "hooks" if it
// has no event left. What stood in latest stays.
func (d doc) prune(emptied map[string]bool, latest []byte) (doc, error) {
	if len(emptied) == 0 {
		return d, nil
	}
	var old *node // "hooks" of latest
	oldDoc, err := open(latest)
	if err == nil && oldDoc.root.kind == '{' {
		if old, err = get(latest, oldDoc.root, "hooks"); err != nil || (old != nil && old.kind != '{') {
			old = nil
		}
	}
	hooks, err := get(d.text, d.root, "hooks")
	if err != nil || hooks == nil {
		return d, err
	}
	for i := len(hooks.members) - 1; i >= 0; i-- {
		m := hooks.members[i]
		if !emptied[m.key] || m.value.kind != '[' || len(m.value.items) > 0 || has(latest, old, m.key) {
			continue
		}
		if d, err = d.drop(hooks, i); err != nil {
			return d, err
		}
		if hooks, err = get(d.text, d.root, "hooks"); err != nil {
			return d, err
		}
	}
	if len(hooks.members) > 0 || old != nil {
		return d, nil
	}
	for i, m := range d.root.members {
		if m.key == "hooks" {
			return d.drop(d.root, i)
		}
	}
	return d, nil
}

func has(text []byte, n *node, key string) bool {
	if n == nil {
		return false
	}
	v, err := get(text, n, key)
	return err != nil || v != nil
}

// isGuard reports whether path names a guard, by its last element.
func isGuard(path string) bool {
	base := path[strings.LastIndexAny(path, `/\`)+1:]
	return base == "guard" || base == "guard.exe"
}
