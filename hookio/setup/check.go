package setup

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"time"

	"guard/hookio"
)

// Question is what Check is to know besides the machine.
type Question struct {
	Dirs     []string      // folders whose project settings count
	Guard    string        // the guard that asks; "" leaves it out
	Deadline time.Duration // guard answers within it where nobody is waited for
	Hold     time.Duration // and within this much more where a person is
}

// Hook is one of guard's handlers, as the client starts it.
type Hook struct {
	Event   string
	File    string   // the settings file it stands in
	Program string   // guard
	Argv    []string // the whole command
}

// Report is what Check found about one client.
type Report struct {
	Found
	Registered bool   // at least one handler of guard stands in a file that the client reads
	Gated      bool   // PreToolUse reaches guard for every tool, as far as settings tell
	Hooks      []Hook // those that the client starts
	Findings   []Finding
}

// checker is the work of Check.
type checker struct {
	findings
	cl     *client
	env    Env
	q      Question
	found  Found
	layers []*layer
	off    map[*layer]bool // the client starts no hook of it
}

// Check reads every layer of the settings of a client and says what keeps
// guard's hooks from working, and what stands beside them. It writes nothing
// and starts nothing. Facts: Claude Code 2.1.197 and 2.1.332 and Codex 0.171.0,
// measured 2026-11-30.
func Check(f Found, env Env, q Question) Report {
	k := checker{findings: findings{client: f.Client}, cl: clientOf(f.Client), env: env, q: q, found: f, off: map[*layer]bool{}}
	k.versions()
	if f.Client == hookio.Codex {
		k.readCodex()
	} else {
		k.readClaude()
	}
	k.dropped()
	if f.Client == hookio.Codex {
		k.codexOff()
	} else {
		k.claudeOff()
	}
	r := Report{Found: f}
	for _, l := range k.layers {
		for _, h := range l.hooks {
			if h.guard == "" {
				continue
			}
			r.Registered = true
			if !k.off[l] && (h.event != hookio.PreToolUse && h.event != hookio.PermissionRequest || len(k.holes(h)) == 0) {
				r.Hooks = append(r.Hooks, Hook{h.event, l.path, h.guard, h.argv})
			}
		}
	}
	if !r.Registered {
		k.unregistered()
	} else {
		r.Gated = k.gates()
		k.programs()
		k.twice()
	}
	k.others()
	sort.SliceStable(k.list, func(i, j int) bool { return k.list[i].Level < k.list[j].Level })
	r.Gated = r.Gated && !k.failed("")
	r.Findings = k.list
	return r
}

// Measured are the versions of the client that guard was tested with.
func Measured(c hookio.Client) []string {
	if c == hookio.Codex {
		return []string{"0.171.0"}
	}
	return []string{"2.1.197", "2.1.332"}
}

func (k *checker) versions() {
	tested := Measured(k.client)
	switch v := k.found.Version; {
	case v == "":
		k.add(Note, "version", k.cl.title+": its version cannot be told without running it",
			"guard was tested with "+strings.Join(tested, " and "), k.cl.binary+" --version")
	case !slices.Contains(tested, v):
		k.add(Note, "version", fmt.Sprintf("%s %s is not among the versions that guard was tested with (%s)", k.cl.title, v, strings.Join(tested, ", ")),
			"another version may treat hooks otherwise", "try it: let the client run `rm -rf ~/no-such-folder` and see guard hold it")
	default:
		k.fine("version", "%s %s, which guard was tested with", k.cl.title, v)
	}
	for _, c := range k.found.Caveats() {
		l, mend := Note, ""
		if k.client == hookio.Claude {
			l, mend = Warn, "update Claude Code"
		}
		k.add(l, "version", c, "", mend)
	}
}

// read reads a layer, once however it is named.
func (k *checker) read(name, path string) *layer {
	for _, l := range k.layers {
		if samePath(l.path, path) {
			return nil
		}
	}
	l := readLayer(k.cl, k.env, name, path)
	if l != nil {
		k.layers = append(k.layers, l)
		k.reachable(l.path)
	}
	return l
}

// reachable warns of a settings file that other users can write: they decide
// then whether guard is called.
func (k *checker) reachable(path string) {
	if why := Reachable(path); why != "" {
		k.add(Warn, "permissions", why, "whoever can write it can take guard's hooks out", "chmod go-w "+shellQuote(path))
	}
}

// dropped tells of files that the client ignores.
func (k *checker) dropped() {
	for _, l := range k.layers {
		for _, what := range l.oddness {
			k.add(Warn, "settings", l.path+": "+what, "the client ignores that part of the file", "edit "+l.path)
		}
		if l.drops == "" {
			continue
		}
		k.off[l] = true
		what := l.drops
		if !strings.HasPrefix(what, l.path) {
			what = l.path + ": " + what
		}
		level, why := Warn, k.cl.drops+", silently; nothing that it says counts, a rule that denies neither"
		if strings.Contains(string(l.text), "guard") || l.name == "user" {
			level, why = Fail, k.cl.drops+", silently: no hook in it runs"
		}
		k.add(level, "settings", what, why, "edit "+l.path+", then guard install "+string(k.client))
	}
}

// failed reports whether something of this check, or of any where it is "", is
// a failure.
func (k *checker) failed(check string) bool {
	return slices.ContainsFunc(k.list, func(f Finding) bool { return f.Level == Fail && (check == "" || f.Check == check) })
}

// unregistered tells of a client that calls no guard.
func (k *checker) unregistered() {
	if k.failed("settings") {
		return // the file that would register it is ignored
	}
	for _, l := range k.layers {
		for _, h := range l.hooks {
			if h.nearly() {
				k.misspelled(h, Fail)
				return
			}
		}
	}
	k.add(Fail, "registered", k.cl.title+" is here and does not call guard", "its calls run unjudged and unlogged", "guard install "+string(k.client))
}

func (k *checker) misspelled(h handler, level Level) {
	why := "it starts guard without telling it that a client calls: nothing is judged"
	if _, args := h.fields["args"]; args && k.client == hookio.Codex {
		why = "Codex ignores args: it runs the command alone, and nothing is judged"
	}
	k.add(level, "registered", fmt.Sprintf("%s: the %s hook %q is not as guard needs it", h.layer.path, h.event, h.title()), why, "take it out, then guard install "+string(k.client))
}

// everything are matchers that match every tool.
var everything = []string{"", "*", ".*", "^.*$"}

// holes says why calls pass a PreToolUse or PermissionRequest handler of
// guard's unjudged.
func (k *checker) holes(h handler) []string {
	var out []string
	if !slices.Contains(everything, h.matcher) {
		out = append(out, fmt.Sprintf("its matcher %q does not match every tool", h.matcher))
	}
	if truth(h.fields["async"]) || k.client == hookio.Claude && truth(h.fields["asyncRewake"]) {
		out = append(out, "async: the client does not wait for the answer")
	}
	if k.client == hookio.Claude {
		if _, ok := h.fields["if"]; ok {
			out = append(out, "if: it runs for some calls only")
		}
		if truth(h.fields["once"]) {
			out = append(out, "once: it runs for one call of a session only")
		}
		if s, ok := h.fields["shell"].(string); ok && s == "powershell" && len(h.argv) == 3 && h.argv[1] == "-c" {
			out = append(out, "shell: without PowerShell it does not start, and the call runs")
		}
	}
	if t, ok := number(h.fields["timeout"]); ok && time.Duration(t*float64(time.Second)) <= k.q.Deadline {
		out = append(out, fmt.Sprintf("timeout: the client waits %g s, guard's own deadline is %s; what is too slow runs", t, k.q.Deadline))
	}
	return out
}

// gates looks at guard's handlers, event by event, and reports whether
// PreToolUse stands.
func (k *checker) gates() bool {
	open := map[string][]string{} // by event: what is wrong with those that the client starts
	good := map[string]bool{}
	var nearly []handler
	there := map[string]bool{} // also in files whose hooks the client does not start
	for _, l := range k.layers {
		for _, h := range l.hooks {
			if h.guard == "" {
				if h.nearly() {
					nearly = append(nearly, h)
				}
				continue
			}
			there[h.event] = true
			if k.off[l] {
				continue
			}
			gate := h.event == hookio.PreToolUse || h.event == hookio.PermissionRequest
			if holes := k.holes(h); gate && len(holes) > 0 {
				for _, what := range holes {
					open[h.event] = append(open[h.event], fmt.Sprintf("%s: the %s hook of guard: %s", l.path, h.event, what))
				}
				continue
			}
			good[h.event] = true
			k.lesser(h)
		}
	}
	for _, h := range nearly {
		level := Fail
		if good[hookio.PreToolUse] {
			level = Warn // another one does the work
		}
		k.misspelled(h, level)
	}
	for _, hook := range k.cl.hooks {
		switch {
		case good[hook.event] && hook.event == hookio.UserPromptSubmit:
			k.fine("remind", "%s calls guard at each prompt, to remind the agent of what waits for you", k.cl.title)
		case good[hook.event]:
		case hook.asked && !there[hook.event]:
			// nobody asked for it
		case len(open[hook.event]) > 0:
			for _, what := range open[hook.event] {
				k.add(Fail, "hook", what, "calls run that guard does not judge", k.again())
			}
		case there[hook.event] && k.failed(""):
			// it is not started; why has been said
		case hook.event == hookio.PreToolUse:
			k.add(Fail, "hook", k.cl.title+" does not call guard for "+hook.event, "it is the only question that is asked before every call: calls run unjudged", k.again())
		default:
			k.add(Warn, "hook", k.cl.title+" does not call guard for "+hook.event, lostWithout()[hook.event], k.again())
		}
	}
	if good[hookio.PreToolUse] {
		everywhere := false
		for _, l := range k.layers {
			for _, h := range l.hooks {
				if h.guard != "" && h.event == hookio.PreToolUse && !k.off[l] && len(k.holes(h)) == 0 {
					k.fine("registered", "%s calls guard before every tool (%s)", k.cl.title, l.path)
					everywhere = everywhere || l.name != "project"
				}
			}
		}
		if !everywhere {
			k.add(Warn, "registered", "guard is registered for this project alone", "sessions in other folders run unjudged", "guard install "+string(k.client))
		}
	}
	return good[hookio.PreToolUse]
}

// again is the command that registers guard anew where it is registered.
func (k *checker) again() string { return "guard doctor --fix, or guard install " + string(k.client) }

// lostWithout is what is lost without an event.
func lostWithout() map[string]string {
	return map[string]string{
		hookio.PermissionRequest:  "guard cannot answer the client's own question, neither with a grant nor with a denial",
		hookio.PostToolUse:        "the log does not tell how calls ended",
		hookio.PostToolUseFailure: "the log does not tell which calls failed",
		hookio.SessionStart:       "the log does not tell when sessions began, and a session in which guard is silent is not noticed",
		hookio.SessionEnd:         "the log does not tell when sessions ended",
		hookio.UserPromptSubmit:   "the agent is not reminded of what waits for you",
		hookio.ConfigChange:       "an edit of the settings takes guard's hooks out of a running session",
	}
}

// lesser tells what weakens a handler that does its work.
func (k *checker) lesser(h handler) {
	if h.event != hookio.PreToolUse && h.event != hookio.PermissionRequest {
		return
	}
	if t, ok := number(h.fields["timeout"]); ok && time.Duration(t*float64(time.Second)) < k.q.Deadline+k.q.Hold {
		k.add(Warn, "hook", fmt.Sprintf("%s: the client waits %g s for guard at %s, and a call may be held for %s", h.layer.path, t, h.event, k.q.Hold),
			"a call that waits for a person longer than the client does runs", k.again())
	}
	if k.client == hookio.Claude && h.event == hookio.PreToolUse && h.fields["onFailure"] != "block" {
		k.add(Warn, "hook", h.layer.path+`: the PreToolUse hook of guard lacks "onFailure": "block"`, "where guard cannot be started or is killed, the call runs", k.again())
	}
}

// programs looks at the guards that are registered.
func (k *checker) programs() {
	seen := map[string]bool{}
	for _, l := range k.layers {
		for _, h := range l.hooks {
			if h.guard == "" || seen[h.guard] {
				continue
			}
			seen[h.guard] = true
			if what := Program(h.guard); what != "" {
				k.add(Fail, "program", fmt.Sprintf("%s names %s: %s", l.path, h.guard, what), "the client cannot start it; Claude Code before 2.1.295 and Codex then run every call", "guard install "+string(k.client))
				continue
			}
			if why := Reachable(h.guard); why != "" {
				k.add(Fail, "permissions", why, "whoever can write the program decides about every call", "chmod go-w "+shellQuote(h.guard))
			} else if why := Reachable(filepath.Dir(h.guard)); why != "" {
				k.add(Warn, "permissions", why, "whoever can write the folder can put another program in guard's place", "chmod go-w "+shellQuote(filepath.Dir(h.guard)))
			}
			if k.q.Guard != "" && !samePath(k.q.Guard, h.guard) {
				k.add(Note, "program", fmt.Sprintf("%s calls %s, not the guard that you run (%s)", k.cl.title, h.guard, k.q.Guard), "the two may be of different versions", shellQuote(h.guard)+" version")
			}
		}
	}
}

// Program says why a client cannot start the guard at path, "" where it can.
func Program(path string) string {
	info, err := os.Stat(path)
	switch {
	case !filepath.IsAbs(path):
		return "the path is not absolute; which program runs depends on the folder"
	case err != nil:
		return "there is no such program"
	case !info.Mode().IsRegular():
		return "it is no program"
	case info.Mode().Perm()&0o111 == 0 && !isWindows:
		return "it is not executable"
	}
	return ""
}

// Reachable says how users other than its owner can write what is at path, ""
// where they cannot. A folder in which nobody can replace another's files, as
// /tmp, is not reachable; nor is what only a group can write that is its owner's
// own, as many systems make one for each user.
func Reachable(path string) string {
	info, err := os.Stat(path)
	if err != nil || OthersWrite(info) == 0 || info.IsDir() && info.Mode()&fs.ModeSticky != 0 {
		return ""
	}
	return fmt.Sprintf("%s has mode %04o: others than its owner can write it", path, info.Mode().Perm())
}

// OthersWrite are the bits of a mode by which users other than the owner can
// write.
func OthersWrite(info fs.FileInfo) fs.FileMode {
	bits := info.Mode().Perm() & 0o022
	if ownGroup(info) {
		bits &^= 0o020
	}
	return bits
}

// twice tells where the client runs guard more than once for one call.
func (k *checker) twice() {
	var gates []handler
	for _, l := range k.layers {
		for _, h := range l.hooks {
			if h.guard != "" && h.event == hookio.PreToolUse && !k.off[l] {
				gates = append(gates, h)
			}
		}
	}
	if len(gates) < 2 {
		return
	}
	var files []string
	same := true
	for _, h := range gates {
		if !slices.Contains(files, h.layer.path) {
			files = append(files, h.layer.path)
		}
		same = same && slices.Equal(h.argv, gates[0].argv)
	}
	what := fmt.Sprintf("guard is registered %d times for one call, in %s", len(gates), strings.Join(files, " and "))
	if same && k.client == hookio.Claude {
		k.add(Note, "twice", what, "Claude Code runs the same command once, so that this does no harm", "")
		return
	}
	k.add(Warn, "twice", what, "each call is judged and logged twice, and a grant for one call is spent by the first of the two", "keep one: guard uninstall "+string(k.client)+", or with --project in the project")
}

// others tells of hooks of other tools beside guard's, and who wins.
func (k *checker) others() {
	by := map[string][]string{}
	for _, l := range k.layers {
		for _, h := range l.hooks {
			if h.guard == "" && !h.nearly() && !k.off[l] {
				by[h.event] = append(by[h.event], fmt.Sprintf("%s (%s)", h.title(), l.path))
			}
		}
	}
	if list := by[hookio.PreToolUse]; len(list) > 0 {
		k.add(Note, "others", "other PreToolUse hooks beside guard's: "+strings.Join(list, "; "),
			"the strictest answer wins, so none of them can let a call pass that guard denies; one that rewrites a call changes it after guard has judged it", "")
	}
	if list := by[hookio.PermissionRequest]; len(list) > 0 {
		if k.client == hookio.Claude {
			k.add(Warn, "others", "other PermissionRequest hooks beside guard's: "+strings.Join(list, "; "),
				"the first answer wins there: one that allows quickly answers the question that guard wanted a person to answer", "take it out, unless you want that")
		} else {
			k.add(Note, "others", "other PermissionRequest hooks beside guard's: "+strings.Join(list, "; "), "a denial wins over an allow", "")
		}
	}
}
