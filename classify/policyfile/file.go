package policyfile

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"

	"guard/classify"
)

// File is one policy file, read and found right.
type File struct {
	Name string

	text    []byte
	raw     text
	scalars []value
	folders struct{ projects, temps []string }
	own     *classify.Own
	rules   []rule
	tools   []knownTool
	lines   map[string]int // of keys; made when first asked for
}

// text is the TOML form. Every member is optional.
type text struct {
	Posture     *string           `toml:"posture"`
	AutoAllow   *string           `toml:"auto_allow"`
	Hold        *string           `toml:"hold"`
	Projects    []string          `toml:"projects"`
	Temps       []string          `toml:"temp"`
	Secrets     []string          `toml:"secrets"`
	RunDownload []string          `toml:"run_download"`
	Commands    *string           `toml:"commands"`
	Effects     map[string]string `toml:"effects"`
	Zones       map[string]zone   `toml:"zones"`
	Tools       map[string]string `toml:"tools"`
	Rules       []ruleText        `toml:"rule"`
	Expect      expectText        `toml:"expect"`

	Unattended struct {
		Posture *string `toml:"posture"`
	} `toml:"unattended"`
	Audit struct {
		OnUnwritable *string `toml:"on_unwritable"`
		Sync         *string `toml:"sync"`
	} `toml:"audit"`
}

type zone struct {
	Reads   *string `toml:"reads"`
	Writes  *string `toml:"writes"`
	Deletes *string `toml:"deletes"`
}

type ruleText struct {
	Command any      `toml:"command"`
	Tool    any      `toml:"tool"`
	Verdict string   `toml:"verdict"`
	Also    []string `toml:"also"`
	Reason  string   `toml:"reason"`
	Match   []string `toml:"match"`
	NoMatch []string `toml:"no_match"`
}

type expectText struct {
	Allow   []string `toml:"allow"`
	Defer   []string `toml:"defer"`
	Approve []string `toml:"approve"`
	Refuse  []string `toml:"refuse"`
}

// value is a key that has one of several values.
type value struct {
	key, value string
	rank       int // the higher the stricter
}

type rule struct {
	key            string
	forms          []*classify.CallRule
	match, noMatch []string
}

type knownTool struct {
	name, text string
	does       classify.Effect
}

// Fault is one thing that is wrong with a file.
type Fault struct {
	File      string
	Line, Col int // from 1; Col is 0 where the line says enough
	Text      string
}

func (f Fault) Error() string {
	if f.Col > 0 {
		return fmt.Sprintf("%s:%d:%d: %s", f.File, f.Line, f.Col, f.Text)
	}
	return fmt.Sprintf("%s:%d: %s", f.File, f.Line, f.Text)
}

// Faults is all that is wrong with a file, in the order of its lines.
type Faults []Fault

// Error is the first fault, and how many there are besides.
func (fs Faults) Error() string {
	if len(fs) == 1 {
		return fs[0].Error()
	}
	return fmt.Sprintf("%s (and %d more: guard policy check)", fs[0].Error(), len(fs)-1)
}

// Parse reads a policy file of that name. The error is [Faults].
func Parse(name string, data []byte) (*File, error) {
	f := &File{Name: name, text: data}
	r := reader{File: f}
	dec := toml.NewDecoder(strings.NewReader(string(data)))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&f.raw); err != nil {
		r.decoding(err)
		return nil, r.faults
	}
	r.values()
	f.folders.projects = r.absolute("projects", f.raw.Projects)
	f.folders.temps = r.absolute("temp", f.raw.Temps)
	for i, s := range f.raw.Secrets {
		if s == "" || strings.ContainsAny(s, "/\\") {
			r.fail(fmt.Sprintf("secrets[%d]", i), "%q is no name of a file; want names such as \"vault.yml\"", s)
		}
	}
	for i, u := range f.raw.RunDownload {
		if !strings.HasPrefix(u, "https://") || strings.ContainsAny(u, "*?[]{}$`'\"\\ \t\n") || len(u) < len("https://a.b") {
			r.fail(fmt.Sprintf("run_download[%d]", i), "%q is no exact address; want https://HOST/PATH without patterns", u)
		}
	}
	r.commands()
	for i := range f.raw.Rules {
		r.rule(fmt.Sprintf("rule[%d]", i), &f.raw.Rules[i])
	}
	r.knownTools()
	if len(r.faults) > 0 {
		sort.SliceStable(r.faults, func(i, j int) bool { return r.faults[i].Line < r.faults[j].Line })
		return nil, r.faults
	}
	return f, nil
}

// values returns the keys that have one of several values.
func (f *File) values() []value { return f.scalars }

func (f *File) sets(key string) bool {
	return slices.ContainsFunc(f.scalars, func(v value) bool { return v.key == key })
}

// At is where key stands: FILE:LINE.
func (f *File) At(key string) string { return fmt.Sprintf("%s:%d", f.Name, f.line(key)) }

// reader collects what is wrong.
type reader struct {
	*File
	faults Faults
}

func (r *reader) fail(key, format string, args ...any) {
	r.faults = append(r.faults, Fault{File: r.Name, Line: r.line(key), Text: fmt.Sprintf(format, args...)})
}

// keysAt says what keys there are in each table. No map: it would be made at
// every start of the hook.
var keysAt = [...]struct{ table, keys string }{
	{"", "posture, auto_allow, hold, projects, temp, secrets, run_download, commands, [unattended], [audit], [effects], [zones], [tools], [[rule]], [expect]"},
	{"unattended", "posture"},
	{"audit", "on_unwritable, sync"},
	{"zones", "reads, writes, deletes"},
	{"rule", "command, tool, verdict, reason, also, match, no_match"},
	{"expect", "allow, defer, approve, refuse"},
}

// wants says what a key takes.
func wants(key string) string {
	switch key {
	case "projects", "temp":
		return "a list of folders"
	case "secrets":
		return "a list of file names"
	case "run_download":
		return "a list of addresses"
	case "commands":
		return "text, in ''' quotes"
	case "effects":
		return "a table: NAME = \"TIER\""
	case "zones":
		return "a table: NAME = { writes = \"TIER\" }"
	case "tools":
		return "a table: NAME = \"EFFECTS\""
	case "rule":
		return "tables, each below [[rule]]"
	case "also":
		return "a list of effects"
	case "match", "no_match", "allow", "defer", "approve", "refuse":
		return "a list of lines"
	case "unattended", "audit", "expect":
		return "a table"
	}
	return "text in quotes"
}

// decoding keeps an error of the TOML reader with its place and what was
// expected.
func (r *reader) decoding(err error) {
	var strict *toml.StrictMissingError
	if errors.As(err, &strict) {
		for _, e := range strict.Errors {
			row, col := e.Position()
			key := e.Key()
			up := ""
			if len(key) > 1 {
				up = key[0]
			}
			text := fmt.Sprintf("no key %q is known here", strings.Join(key, "."))
			for _, k := range keysAt {
				if k.table == up {
					text += "; want " + k.keys
				}
			}
			r.faults = append(r.faults, Fault{r.Name, row, col, text})
		}
		return
	}
	var dec *toml.DecodeError
	if errors.As(err, &dec) {
		row, col := dec.Position()
		msg := strings.TrimPrefix(dec.Error(), "toml: ")
		if key := dec.Key(); len(key) > 0 && strings.Contains(msg, "cannot") {
			msg = fmt.Sprintf("%s is of the wrong type; want %s", strings.Join(key, "."), wants(key[len(key)-1]))
		}
		r.faults = append(r.faults, Fault{r.Name, row, col, msg})
		return
	}
	r.faults = append(r.faults, Fault{File: r.Name, Line: 1, Text: strings.TrimPrefix(err.Error(), "toml: ")})
}

// orders are the values of a key, the mildest first.
func orders(key string) []string {
	switch key {
	case "auto_allow":
		return []string{"always", "prompt", "never"}
	case "audit.on_unwritable":
		return []string{"allow", "deny-risky", "deny-all"}
	case "audit.sync":
		return []string{"never", "auto", "always"}
	}
	return []string{"observe", "guard", "strict"}
}

// values reads the keys that have one of several values.
func (r *reader) values() {
	for _, c := range []struct {
		key  string
		text *string
	}{
		{"posture", r.raw.Posture}, {"unattended.posture", r.raw.Unattended.Posture}, {"auto_allow", r.raw.AutoAllow},
		{"audit.on_unwritable", r.raw.Audit.OnUnwritable}, {"audit.sync", r.raw.Audit.Sync},
	} {
		if c.text == nil {
			continue
		}
		if i := slices.Index(orders(c.key), *c.text); i < 0 {
			r.fail(c.key, "%s is %q; want %s", c.key, *c.text, strings.Join(orders(c.key), ", "))
		} else {
			r.scalars = append(r.scalars, value{c.key, *c.text, i})
		}
	}
	if r.raw.Hold != nil {
		d, err := time.ParseDuration(*r.raw.Hold)
		if err != nil || d < 0 || d > maxHold {
			r.fail("hold", "hold is %q; want a time from \"0s\" to \"540s\"", *r.raw.Hold)
		} else {
			r.scalars = append(r.scalars, value{"hold", *r.raw.Hold, holdRank(d)})
		}
	}
	r.effects()
	r.zones()
}

// maxHold is the longest that a call may wait: the clients' limit is 660 s.
const maxHold = 540 * time.Second

// holdRank: the shorter a call waits for a person, the sooner it is denied.
func holdRank(d time.Duration) int { return int((maxHold - d) / time.Millisecond) }

// tierRank is how strict a tier is; dangerous and outward are the same.
func tierRank(t classify.Tier) int {
	switch t {
	case classify.TierSafe:
		return 1
	case classify.TierUnknown:
		return 2
	case classify.TierDangerous, classify.TierOutward:
		return 3
	}
	return 4
}

// defaultRank is how strict the default of key is.
func defaultRank(key string) int {
	d := Default()
	area, name, _ := strings.Cut(key, ".")
	switch area {
	case "effects":
		e, _ := classify.ParseEffect(name)
		return tierRank(d.Tier(e))
	case "zones":
		at := strings.LastIndexByte(name, '.')
		z, _ := classify.ParseZone(name[:at])
		return tierRank(d.ZoneTier(z, accessNumber(name[at+1:])))
	case "hold":
		return holdRank(d.Hold)
	case "auto_allow":
		return slices.Index(orders(key), d.AutoAllow)
	case "audit":
		if name == "sync" {
			return slices.Index(orders(key), d.Sync)
		}
		return slices.Index(orders(key), d.OnUnwritable)
	}
	return slices.Index(orders("posture"), d.Posture.String())
}

// locked are the effects that no file loosens: with them guard would not be
// guard.
const locked = classify.Tamper | classify.Unreadable

const tiers = "safe, unknown, dangerous, outward or forbidden"

func (r *reader) effects() {
	for _, name := range slices.Sorted(maps.Keys(r.raw.Effects)) {
		key, text := "effects."+name, r.raw.Effects[name]
		e, ok := classify.ParseEffect(name)
		t, fine := classify.ParseTier(text)
		switch {
		case !ok:
			r.fail(key, "%s is no effect; guard policy lists them", key)
		case !fine:
			r.fail(key, "%s is %q; want %s", key, text, tiers)
		case e&locked != 0 && tierRank(t) < defaultRank(key):
			r.fail(key, "%s cannot be loosened", key)
		default:
			r.scalars = append(r.scalars, value{key, text, tierRank(t)})
		}
	}
}

func (r *reader) zones() {
	for _, name := range slices.Sorted(maps.Keys(r.raw.Zones)) {
		if _, ok := classify.ParseZone(name); !ok {
			r.fail("zones."+name, "zones.%s is no zone; guard policy lists them", name)
			continue
		}
		z := r.raw.Zones[name]
		for i, text := range []*string{z.Reads, z.Writes, z.Deletes} {
			if text == nil {
				continue
			}
			key := "zones." + name + "." + accesses[i]
			t, ok := classify.ParseTier(*text)
			switch {
			case !ok:
				r.fail(key, "%s is %q; want %s", key, *text, tiers)
			case name == "guard" && tierRank(t) < defaultRank(key):
				r.fail(key, "%s cannot be loosened", key)
			default:
				r.scalars = append(r.scalars, value{key, *text, tierRank(t)})
			}
		}
	}
}

// absolute reads folders.
func (r *reader) absolute(key string, list []string) []string {
	out := make([]string, len(list))
	for i, p := range list {
		if !filepath.IsAbs(p) || filepath.Clean(p) == "/" {
			r.fail(fmt.Sprintf("%s[%d]", key, i), "%s holds %q; want absolute folders below /", key, p)
		}
		out[i] = filepath.Clean(p)
	}
	return out
}

// commands reads the rows of own commands.
func (r *reader) commands() {
	if r.raw.Commands == nil {
		return
	}
	own, errs := classify.ParseRows(*r.raw.Commands)
	first := r.line("commands.text")
	for _, e := range errs {
		r.faults = append(r.faults, Fault{File: r.Name, Line: first + e.Line - 1, Text: e.Text})
	}
	r.own = own
}

// rule reads one rule.
func (r *reader) rule(key string, t *ruleText) {
	forms, at := r.forms(key+".command", t.Command), key+".command"
	tools := r.forms(key+".tool", t.Tool)
	make := classify.NewCallRule
	switch {
	case t.Command != nil && t.Tool != nil:
		r.fail(key, "a rule has either command or tool")
		return
	case t.Tool != nil:
		forms, at, make = tools, key+".tool", classify.NewToolRule
		if len(t.Also) > 0 {
			r.fail(key+".also", "also is for rules about a command")
		}
	case t.Command == nil:
		r.fail(key, "a rule names no command; want command = \"git push ...\" or tool = \"mcp__NAME__*\"")
		return
	}
	v, _ := classify.ParseVerdict(t.Verdict)
	if v != classify.Allow && v != classify.Approve && v != classify.Refuse {
		k := key + ".verdict"
		if t.Verdict == "" {
			k = key
		}
		r.fail(k, "verdict is %q; want allow, approve or refuse", t.Verdict)
		return
	}
	lift, err := classify.ParseLift(t.Also)
	if err != nil {
		r.fail(key+".also", "%v", err)
	}
	if len(t.Also) > 0 && v != classify.Allow {
		r.fail(key+".also", "also is for rules that allow")
	}
	out := rule{key: key, match: t.Match, noMatch: t.NoMatch}
	for _, form := range forms {
		c, err := make(classify.CallRule{Text: form, Verdict: v, Also: lift, Why: t.Reason, Where: r.At(key)})
		if err != nil {
			r.fail(at, "%v", err)
			continue
		}
		out.forms = append(out.forms, c)
	}
	r.rules = append(r.rules, out)
}

// forms are the texts of a key that takes one or a list of them.
func (r *reader) forms(key string, v any) []string {
	switch v := v.(type) {
	case nil:
		return nil
	case string:
		return []string{v}
	case []any:
		var out []string
		for _, e := range v {
			s, ok := e.(string)
			if !ok {
				break
			}
			out = append(out, s)
		}
		if len(out) == len(v) && len(out) > 0 {
			return out
		}
	}
	r.fail(key, "%s is of the wrong type; want text or a list of texts", key[strings.LastIndexByte(key, '.')+1:])
	return nil
}

// knownTools reads what tools do.
func (r *reader) knownTools() {
	for _, name := range slices.Sorted(maps.Keys(r.raw.Tools)) {
		key := "tools." + name
		if name == "" || strings.Trim(name, "*") == "" || strings.ContainsAny(name, " \t\n") {
			r.fail(key, "%q is no name of a tool; want mcp__SERVER__TOOL, where * stands for any characters", name)
			continue
		}
		t := knownTool{name: name, text: r.raw.Tools[name]}
		for w := range strings.FieldsFuncSeq(t.text, func(c rune) bool { return c == ' ' || c == ',' }) {
			e, ok := classify.ParseEffect(w)
			if !ok && w != "safe" {
				r.fail(key, "%s is %q; want names of effects as guard policy lists them, or safe", key, t.text)
				break
			}
			t.does |= e
		}
		if strings.TrimSpace(t.text) == "" {
			r.fail(key, "%s says nothing; want names of effects as guard policy lists them, or safe", key)
		}
		r.tools = append(r.tools, t)
	}
}
