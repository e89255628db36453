package policyfile

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"time"

	"guard/classify"
)

// Settings is a policy in force: the tables, and how verdicts become answers.
type Settings struct {
	classify.Policy
	Unattended   *classify.Posture // nil: the same as Posture
	AutoAllow    string            // prompt (default), always, never
	Hold         time.Duration     // how long a call waits for a person: 0 to 540 s
	OnUnwritable string            // deny-risky (default), deny-all, allow
	Sync         string            // auto (default), always, never
	Projects     []string          // more folders that count as project
	Temps        []string          // more folders that count as temp

	// Withheld says of what a file wants and does not get, why: FILE:LINE first.
	Withheld []string

	set     map[string]chosen // the keys that files set
	entries []Entry           // what files add besides
}

// Default returns the settings without any file.
func Default() Settings {
	return Settings{Policy: *classify.DefaultPolicy(), AutoAllow: "prompt", Hold: 120 * time.Second, OnUnwritable: "deny-risky", Sync: "auto"}
}

// For is the posture for a call, attended or not.
func (s Settings) For(unattended bool) classify.Posture {
	if unattended && s.Unattended != nil {
		return *s.Unattended
	}
	return s.Posture
}

// Layer says whose file it is.
type Layer uint8

// The layers, the lowest first.
const (
	Project Layer = iota + 1
	User
	Managed
)

func (l Layer) String() string {
	return [...]string{"", "project", "user", "managed"}[min(l, Managed)]
}

// Source is a file and whose it is.
type Source struct {
	*File
	Layer   Layer
	Trusted bool // a person has trusted this text of a project's file
}

// chosen is the value of one key.
type chosen struct {
	value string
	rank  int // the higher the stricter
	from  string
	layer Layer
}

// Compose lays the files over the defaults. The order of the sources does not
// matter.
func Compose(sources ...Source) Settings {
	s := Default()
	sources = slices.Clone(sources)
	sort.SliceStable(sources, func(i, j int) bool { return sources[i].Layer < sources[j].Layer })
	full := func(src Source) bool { return src.Layer != Project || src.Trusted }
	s.set = map[string]chosen{}
	for _, src := range sources {
		if full(src) {
			s.override(src)
		}
	}
	// A lower layer may still be stricter than what stands over it.
	for i := len(sources) - 1; i >= 0; i-- {
		s.tighten(sources[i], full(sources[i]))
	}
	for i := len(sources) - 1; i >= 0; i-- {
		s.add(sources[i], full(sources[i]))
	}
	s.fill()
	return s
}

// override sets what the file says, whatever stood there.
func (s *Settings) override(src Source) {
	for _, v := range src.values() {
		s.set[v.key] = chosen{v.value, v.rank, src.At(v.key), src.Layer}
		if v.key == "posture" && !src.sets("unattended.posture") {
			// Who says how strict guard is says it for every call.
			if u, ok := s.set["unattended.posture"]; ok && u.rank < v.rank {
				delete(s.set, "unattended.posture")
			}
		}
	}
}

// rank is how strict the value of key in force is.
func (s *Settings) rank(key string) int {
	if c, ok := s.set[key]; ok {
		return c.rank
	}
	if key == "unattended.posture" {
		return s.rank("posture")
	}
	return defaultRank(key)
}

// tighten sets what the file says where it is stricter than what stands there.
func (s *Settings) tighten(src Source, full bool) {
	posture := s.rank("posture")
	for _, v := range src.values() {
		old := s.rank(v.key)
		switch {
		case v.rank > old:
			s.set[v.key] = chosen{v.value, v.rank, src.At(v.key), src.Layer}
		case v.rank < old && full:
			by := s.set[v.key].from
			if by == "" {
				by = s.set["posture"].from
			}
			s.Withheld = append(s.Withheld, fmt.Sprintf("%s: %s = %q is looser than %s, which stands over it", src.At(v.key), v.key, v.value, by))
		case v.rank < old:
			s.Withheld = append(s.Withheld, fmt.Sprintf("%s: %s = %q loosens, and %s", src.At(v.key), v.key, v.value, untrusted))
		}
	}
	// A stricter posture holds for unattended calls, unless they have their own.
	if u, ok := s.set["unattended.posture"]; ok && s.rank("posture") > posture && u.rank < s.rank("posture") && !src.sets("unattended.posture") {
		s.set["unattended.posture"] = chosen{s.set["posture"].value, s.rank("posture"), s.set["posture"].from, src.Layer}
	}
}

const untrusted = "nobody has trusted this file (guard trust)"

// add adds what the file has besides single values.
func (s *Settings) add(src Source, full bool) {
	withhold := func(key, what string) {
		s.Withheld = append(s.Withheld, fmt.Sprintf("%s: %s, and %s", src.At(key), what, untrusted))
	}
	note := func(key, value, at string) {
		s.entries = append(s.entries, Entry{Key: key, Value: value, From: src.At(at)})
	}
	list := func(key string, words []string, to *[]string, loosens bool) {
		for i, w := range words {
			at := fmt.Sprintf("%s[%d]", key, i)
			if loosens && !full {
				withhold(at, fmt.Sprintf("%s has %q, which loosens", key, w))
				continue
			}
			note(key, w, at)
			*to = append(*to, w)
		}
	}
	list("projects", src.folders.projects, &s.Projects, true)
	list("temp", src.folders.temps, &s.Temps, true)
	list("secrets", src.raw.Secrets, &s.Secrets, false)
	list("run_download", src.raw.RunDownload, &s.Downloads, true)
	if src.own != nil {
		if full {
			s.Own = append(s.Own, src.own)
			note("commands", strings.Join(src.own.Names(), " "), "commands")
		} else {
			withhold("commands", "commands makes programs known, which loosens")
		}
	}
	for _, r := range src.rules {
		for _, c := range r.forms {
			if c.Verdict == classify.Allow && !full {
				withhold(r.key, fmt.Sprintf("a rule allows %q, which loosens", c.Text))
				continue
			}
			at := *c
			at.Layer, at.Where = int(src.Layer), src.At(r.key)
			s.Rules = append(s.Rules, &at)
			s.entries = append(s.entries, Entry{Key: "rule", Value: c.Verdict.String() + " " + c.Text, From: at.Where})
		}
	}
	for _, t := range src.tools {
		known := classify.KnownTool{Name: t.name, Does: t.does, Adds: !full, Where: src.At("tools." + t.name), Layer: int(src.Layer)}
		s.Tools = append(s.Tools, known)
		value := t.name + " = " + t.text
		if !full {
			value += " (adds to what its name says)"
		}
		note("tools", value, "tools."+t.name)
	}
}

// Loosens says what an untrusted project's file would loosen: FILE:LINE first.
func (s Settings) Loosens() []string {
	var out []string
	for _, w := range s.Withheld {
		if before, ok := strings.CutSuffix(w, ", and "+untrusted); ok {
			out = append(out, before)
		}
	}
	return out
}

// fill makes the settings of the chosen values.
func (s *Settings) fill() {
	for key, c := range s.set {
		area, name, _ := strings.Cut(key, ".")
		switch area {
		case "posture":
			s.Posture, _ = classify.ParsePosture(c.value)
		case "unattended":
			p, _ := classify.ParsePosture(c.value)
			s.Unattended = &p
		case "auto_allow":
			s.AutoAllow = c.value
		case "hold":
			s.Hold, _ = time.ParseDuration(c.value)
		case "audit":
			if name == "sync" {
				s.Sync = c.value
			} else {
				s.OnUnwritable = c.value
			}
		case "effects":
			e, _ := classify.ParseEffect(name)
			if s.Tiers == nil {
				s.Tiers = map[classify.Effect]classify.Tier{}
			}
			s.Tiers[e], _ = classify.ParseTier(c.value)
		case "zones":
			at := strings.LastIndexByte(name, '.')
			z, _ := classify.ParseZone(name[:at])
			if s.Zones == nil {
				s.Zones = map[[2]uint8]classify.Tier{}
			}
			s.Zones[[2]uint8{z, accessNumber(name[at+1:])}], _ = classify.ParseTier(c.value)
		}
	}
}

var accesses = [...]string{"reads", "writes", "deletes"}

func accessNumber(name string) uint8 { return uint8(slices.Index(accesses[:], name)) }

// Entry is one effective value and where it comes from.
type Entry struct {
	Key, Value string
	From       string // "default", or FILE:LINE
}

// Entries returns every effective value, in the order of docs/policy.md.
func (s Settings) Entries() []Entry {
	var out []Entry
	add := func(key, value string) {
		e := Entry{key, value, "default"}
		if c, ok := s.set[key]; ok {
			e.From = c.from
		}
		out = append(out, e)
	}
	add("posture", s.Posture.String())
	add("unattended.posture", s.For(true).String())
	if s.Unattended == nil {
		if c, ok := s.set["posture"]; ok {
			out[1].From = c.from
		}
	}
	add("auto_allow", s.AutoAllow)
	add("hold", s.Hold.String())
	add("audit.on_unwritable", s.OnUnwritable)
	add("audit.sync", s.Sync)
	for _, row := range s.EffectRows() {
		add("effects."+row.Name, row.Tier.String())
	}
	for _, row := range s.ZoneRows() {
		for i, t := range []classify.Tier{row.Reads, row.Writes, row.Deletes} {
			add("zones."+row.Name+"."+accesses[i], t.String())
		}
	}
	return append(out, s.entries...)
}
