package ext

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"guard/audit/redact"
	"guard/butler/workdir"
)

// told has better words for places where the schema only says no.
var told = map[string]string{
	"/flows":          "flows were removed: let the program take its own steps and start it with an action",
	"/actions/*/mode": `mode "flow" was removed: let the program take its own steps; an action runs one command`,
	"/mcp/url":        "an MCP server is reached over stdio alone: give its command, and no address",
	"/mcp/http":       "an MCP server is reached over stdio alone: give its command, and no address",
	"/mcp/transport":  `must be "stdio": butler speaks to MCP servers in no other way`,
}

// reader reads one manifest and gathers what is wrong with it.
type reader struct {
	dir   string // of the extension
	kind  Kind
	doc   *workdir.Document
	m     *Manifest
	found workdir.Problems
}

// read reads the manifest in dir. root is the kind that the scan root says, or
// empty. A manifest that is nil is at fault.
func read(dir string, root Kind) (*Manifest, Kind, []byte, workdir.Problems) {
	name := filepath.Join(dir, workdir.FileName)
	r := &reader{dir: dir, kind: root, m: &Manifest{}}
	if p := writableByOthers(dir, name); p != nil {
		return nil, root, nil, workdir.Problems{*p}
	}
	var err error
	if r.doc, err = workdir.ReadFile(name); err != nil {
		var ps workdir.Problems
		if !errors.As(err, &ps) {
			ps = workdir.Problems{{File: name, Text: plainError(err)}}
		}
		return nil, root, nil, ps
	}
	r.found = workdir.Check(r.doc, workdir.ExtensionSchema, told)
	if len(r.found.Faults()) > 0 {
		return nil, r.kindOnly(), r.doc.Text, r.found
	}
	r.m.setDefaults()
	if err := json.Unmarshal(r.doc.Text, r.m); err != nil {
		r.fault("", "%s", err)
		return nil, root, r.doc.Text, r.found
	}
	r.m.fill()
	r.check()
	if len(r.found.Faults()) > 0 {
		return nil, r.kind, r.doc.Text, r.found
	}
	return r.m, r.kind, r.doc.Text, r.found
}

// plainError is an error of the system without the path, which stands before it
// in a problem.
func plainError(err error) string {
	var pe *os.PathError
	if errors.As(err, &pe) {
		return pe.Err.Error()
	}
	return err.Error()
}

func (r *reader) fault(pointer, format string, args ...any) {
	r.found = append(r.found, r.doc.Problem(pointer, format, args...))
}

// kindOnly is the kind of a manifest that is at fault elsewhere.
func (r *reader) kindOnly() Kind {
	if m, ok := r.doc.Value.(map[string]any); ok && r.kind == "" {
		return kindNamed(fmt.Sprint(m["kind"]))
	}
	return r.kind
}

func kindNamed(one string) Kind {
	for _, k := range Kinds() {
		if k.One() == one {
			return k
		}
	}
	return ""
}

// check is what a schema cannot say.
func (r *reader) check() {
	r.checkKind()
	r.checkMembers()
	m := r.m
	r.words("/command", m.Command)
	r.inside("/cwd", m.Cwd)
	r.env("/env", m.Env)
	if m.Hosted.AutoStart && len(m.Command) == 0 {
		r.fault("/hosted/autoStart", "there is no command to start")
	}
	r.looks("/ready", m.Ready)
	r.looks("/health", m.Health)
	if m.Health != nil && m.Health.Restart && r.kind == Services {
		r.fault("/health/restart", "services are never restarted by themselves")
	}
	if m.MCP != nil {
		r.words("/mcp/command", m.MCP.Command)
		r.inside("/mcp/cwd", m.MCP.Cwd)
		r.env("/mcp/env", m.MCP.Env)
	}
	names := map[string]string{}
	r.runs("/actions", m.Actions, names)
	r.runs("/commands", m.Commands, names)
	r.runs("/reports", m.Reports, names)
	r.steps(m.Steps)
}

func (r *reader) checkKind() {
	said := kindNamed(r.m.Kind)
	switch {
	case r.kind == "" && said == "":
		r.fault("", "must have kind: the scan root does not say it by its name")
	case r.kind == "":
		r.kind = said
	case said != "" && said != r.kind:
		r.fault("/kind", "is %s, and the scan root holds %s", r.m.Kind, r.kind)
	}
}

// checkMembers refuses members that mean nothing for the kind: who wrote them
// expects something that will not happen.
func (r *reader) checkMembers() {
	not := map[Kind][]string{
		Tools:     {"/commands", "/reports"},
		Services:  {"/commands", "/reports", "/restart"},
		Faculties: {"/command", "/hosted", "/restart", "/stop", "/ports", "/ready", "/health", "/mcp", "/actions", "/steps"},
	}
	for _, pointer := range not[r.kind] {
		if !r.doc.Has(pointer) {
			continue
		}
		if pointer == "/restart" && r.kind == Services {
			r.fault(pointer, "services are never restarted by themselves; make it a tool")
			continue
		}
		r.fault(pointer, "may not stand in a %s", r.kind.One())
	}
}

// words checks a command that takes no arguments.
func (r *reader) words(pointer string, words []string) { r.command(pointer, words, nil) }

func (r *reader) command(pointer string, words []string, args map[string]any) {
	for i, word := range words {
		at := fmt.Sprintf("%s/%d", pointer, i)
		if strings.ContainsRune(word, 0) {
			r.fault(at, "holds a zero byte")
		}
		for _, p := range slot.FindAllStringSubmatch(word, -1) {
			name, isArg := strings.CutPrefix(p[1], "arg:")
			_, declared := args[name]
			switch {
			case strings.HasPrefix(p[1], "env:"):
				r.fault(at, "may not hold %s: the words of a command are seen by everybody on this machine; put it into env", p[0])
			case isArg && args == nil:
				r.fault(at, "may not hold %s: nothing gives it arguments", p[0])
			case isArg && i == 0:
				r.fault(at, "may not hold %s: an argument does not choose the program", p[0])
			case isArg && !declared:
				r.fault(at, "names the argument %s, which args does not declare", name)
			}
		}
		if _, n := redact.String(slot.ReplaceAllString(word, "")); n > 0 {
			r.fault(at, "looks like a secret: the words of a command are seen by everybody on this machine; take it from butler's environment with env and ${env:NAME}")
		}
	}
}

// inside checks a folder that must lie in the extension's own.
func (r *reader) inside(pointer, name string) {
	if name == "" {
		return
	}
	if !filepath.IsLocal(name) {
		r.fault(pointer, "must lie in the extension's folder")
		return
	}
	real, err := filepath.EvalSymlinks(filepath.Join(r.dir, name))
	if err != nil {
		r.fault(pointer, "%s", plainError(err))
		return
	}
	own, err := filepath.EvalSymlinks(r.dir)
	if err != nil || real != own && !strings.HasPrefix(real, own+string(filepath.Separator)) {
		r.fault(pointer, "leads out of the extension's folder")
	}
}

func (r *reader) env(pointer string, env map[string]string) {
	for name, value := range env {
		at := pointer + workdir.Pointer(name)
		if strings.HasPrefix(name, "BUTLER_") {
			r.fault(at, "may not be set: names that begin with BUTLER_ are butler's own")
		}
		if strings.ContainsRune(value, 0) {
			r.fault(at, "holds a zero byte")
		}
		refs := slot.FindAllStringSubmatch(value, -1)
		for _, p := range refs {
			if from, ok := strings.CutPrefix(p[1], "env:"); !ok || !envName(from) {
				r.fault(at, "holds %s; only ${env:NAME} is known here", p[0])
			}
		}
		if secret(name, value, len(refs) > 0) {
			r.fault(at, "looks like a secret: take it from butler's environment with ${env:NAME}")
		}
	}
}

// secret reports whether a value in a manifest is a secret by its form, or by
// its name where the manifest itself gives the whole value.
func secret(name, value string, refers bool) bool {
	rest := slot.ReplaceAllString(value, "")
	if _, n := redact.String(rest); n > 0 {
		return true
	}
	if refers || value == "" {
		return false
	}
	_, n := redact.String(name + "=" + value)
	return n > 0
}

func envName(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(c rune) bool {
		return c != '_' && (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z')
	})
}

func (r *reader) looks(pointer string, c *Check) {
	if c == nil {
		return
	}
	r.words(pointer+"/exec", c.Exec)
	ways := 0
	for _, key := range []string{"/tcp", "/http", "/exec"} {
		if r.doc.Has(pointer + key) {
			ways++
		}
	}
	if ways != 1 {
		r.fault(pointer, "must have one of tcp, http and exec")
	}
}

func (r *reader) runs(pointer string, list []Run, names map[string]string) {
	for i := range list {
		run, at := &list[i], fmt.Sprintf("%s/%d", pointer, i)
		if first, ok := names[run.Name]; ok {
			r.fault(at+"/name", "%s is the name of %s already", run.Name, first)
		}
		names[run.Name] = at
		schema, args, err := closed(run.Args)
		if err != nil {
			r.fault(at+"/args", "is no JSON Schema that can be used: %s", err)
		}
		run.schema = schema
		if args == nil {
			args = map[string]any{}
		}
		r.command(at+"/command", run.Command, args)
		r.inside(at+"/cwd", run.Cwd)
		r.env(at+"/env", run.Env)
	}
}

func (r *reader) steps(list []Step) {
	names := map[string]bool{}
	for i, s := range list {
		at := fmt.Sprintf("/steps/%d", i)
		if names[s.Name] {
			r.fault(at+"/name", "%s is the name of another step already", s.Name)
		}
		names[s.Name] = true
		if err := compiles(s.Result); err != nil {
			r.fault(at+"/result", "is no JSON Schema that can be used: %s", err)
		}
	}
}

// sortProblems puts problems in the order of the text.
func sortProblems(ps workdir.Problems) {
	slices.SortStableFunc(ps, func(a, b workdir.Problem) int {
		if a.Line != b.Line {
			return a.Line - b.Line
		}
		if a.Column != b.Column {
			return a.Column - b.Column
		}
		return strings.Compare(a.Text, b.Text)
	})
}
