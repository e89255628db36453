// Package policyfile reads guard's policy files: TOML that changes the tables
// of package classify and how guard answers.
//
// Promise: a file is taken whole or not at all. An unknown key, a wrong type or
// a wrong name is an error with the line and what was expected, and an error
// never loosens anything: the caller denies until it is mended.
//
// Limit: it reads what a policy is; who may write one, and which of several
// files stands over the others, is said by [Layer].
package policyfile

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"

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

// file is the text form. Every member is optional.
type file struct {
	Posture   *string           `toml:"posture"`
	AutoAllow *string           `toml:"auto_allow"`
	Hold      *string           `toml:"hold"`
	Projects  []string          `toml:"projects"`
	Temps     []string          `toml:"temp"`
	Secrets   []string          `toml:"secrets"`
	Effects   map[string]string `toml:"effects"`
	Zones     map[string]zone   `toml:"zones"`

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

// Layer says whose file it is.
type Layer uint8

// The layers. A later one is read over the earlier ones: Project may only
// tighten, and Managed stands over all.
const (
	User Layer = iota
	Project
	Managed
)

// Read returns base with the file of that name and text laid over it.
func Read(base Settings, layer Layer, name string, text []byte) (Settings, error) {
	var f file
	dec := toml.NewDecoder(strings.NewReader(string(text)))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&f); err != nil {
		return base, located(name, err)
	}
	s := base
	s.Tiers, s.Zones = maps.Clone(base.Tiers), maps.Clone(base.Zones)
	r := reader{name: name, text: string(text), layer: layer}
	r.posture("posture", f.Posture, &s.Posture)
	if f.Unattended.Posture != nil {
		p := s.For(true)
		r.posture("unattended.posture", f.Unattended.Posture, &p)
		s.Unattended = &p
	}
	r.choice("auto_allow", f.AutoAllow, &s.AutoAllow, "always", "prompt", "never")
	r.choice("audit.on_unwritable", f.Audit.OnUnwritable, &s.OnUnwritable, "allow", "deny-risky", "deny-all")
	r.choice("audit.sync", f.Audit.Sync, &s.Sync, "never", "auto", "always")
	if f.Hold != nil {
		d, err := time.ParseDuration(*f.Hold)
		if err != nil || d < 0 || d > 540*time.Second {
			r.fail("hold", "is %q; want a time from \"0s\" to \"540s\"", *f.Hold)
		} else {
			s.Hold = d
		}
	}
	s.Projects = append(slices.Clone(s.Projects), r.folders("projects", f.Projects)...)
	s.Temps = append(slices.Clone(s.Temps), r.folders("temp", f.Temps)...)
	s.Secrets = append(slices.Clone(s.Secrets), f.Secrets...)
	r.effects(f.Effects, &s)
	r.zones(f.Zones, &s)
	if r.err != nil {
		return base, r.err
	}
	return s, nil
}

// located gives an error of the TOML reader the form name:line:column: what.
func located(name string, err error) error {
	var strict *toml.StrictMissingError
	if errors.As(err, &strict) && len(strict.Errors) > 0 {
		e := strict.Errors[0]
		row, col := e.Position()
		return fmt.Errorf("%s:%d:%d: no key %q is known here", name, row, col, strings.Join(e.Key(), "."))
	}
	var dec *toml.DecodeError
	if errors.As(err, &dec) {
		row, col := dec.Position()
		return fmt.Errorf("%s:%d:%d: %s", name, row, col, strings.TrimPrefix(dec.Error(), "toml: "))
	}
	return fmt.Errorf("%s: %w", name, err)
}

// reader collects the first thing that is wrong.
type reader struct {
	name, text string
	layer      Layer
	err        error
}

func (r *reader) fail(key, format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf("%s:%d: %s "+format, append([]any{r.name, r.line(key), key}, args...)...)
	}
}

// line is where key stands, as far as its last part can be found.
func (r *reader) line(key string) int {
	last := key[strings.LastIndexByte(key, '.')+1:]
	for i, l := range strings.Split(r.text, "\n") {
		if strings.HasPrefix(strings.Trim(strings.TrimSpace(l), `"'[`), last) {
			return i + 1
		}
	}
	return 1
}

func (r *reader) posture(key string, text *string, p *classify.Posture) {
	if text == nil {
		return
	}
	v, ok := classify.ParsePosture(*text)
	switch {
	case !ok:
		r.fail(key, "is %q; want observe, guard or strict", *text)
	case r.layer == Project && strictness(v) < strictness(*p):
		r.fail(key, "is %q, looser than %q; a project's policy may only tighten", *text, *p)
	default:
		*p = v
	}
}

func strictness(p classify.Posture) int {
	return map[classify.Posture]int{classify.PostureObserve: 0, classify.PostureGuard: 1, classify.PostureStrict: 2}[p]
}

// choice sets one of several words, given mildest first.
func (r *reader) choice(key string, text *string, to *string, words ...string) {
	if text == nil {
		return
	}
	i := slices.Index(words, *text)
	switch {
	case i < 0:
		r.fail(key, "is %q; want %s", *text, strings.Join(words, ", "))
	case r.layer == Project && i < slices.Index(words, *to):
		r.fail(key, "is %q, looser than %q; a project's policy may only tighten", *text, *to)
	default:
		*to = *text
	}
}

func (r *reader) folders(key string, list []string) []string {
	for _, p := range list {
		switch {
		case r.layer == Project:
			r.fail(key, "loosens; a project's policy may only tighten")
		case !filepath.IsAbs(p) || filepath.Clean(p) == "/":
			r.fail(key, "holds %q; want absolute folders below /", p)
		}
	}
	out := make([]string, len(list))
	for i, p := range list {
		out[i] = filepath.Clean(p)
	}
	return out
}

// locked are the effects whose tier no file changes: with them guard would not
// be guard.
const locked = classify.Tamper | classify.Unreadable

func (r *reader) effects(m map[string]string, s *Settings) {
	for _, name := range slices.Sorted(maps.Keys(m)) {
		e, ok := classify.ParseEffect(name)
		if !ok {
			r.fail("effects."+name, "is no effect; guard policy lists them")
			continue
		}
		t, ok := classify.ParseTier(m[name])
		switch {
		case !ok:
			r.fail("effects."+name, "is %q; want safe, unknown, dangerous, outward or forbidden", m[name])
		case e&locked != 0 && milder(t, s.Tier(e)):
			r.fail("effects."+name, "cannot be loosened")
		case r.layer == Project && milder(t, s.Tier(e)):
			r.fail("effects."+name, "is %q, looser than %q; a project's policy may only tighten", m[name], s.Tier(e))
		default:
			if s.Tiers == nil {
				s.Tiers = map[classify.Effect]classify.Tier{}
			}
			s.Tiers[e] = t
		}
	}
}

func milder(a, b classify.Tier) bool {
	if a == classify.TierOutward {
		a = classify.TierDangerous
	}
	if b == classify.TierOutward {
		b = classify.TierDangerous
	}
	return a < b
}

func (r *reader) zones(m map[string]zone, s *Settings) {
	for _, name := range slices.Sorted(maps.Keys(m)) {
		z, ok := classify.ParseZone(name)
		if !ok {
			r.fail("zones."+name, "is no zone; guard policy lists them")
			continue
		}
		for i, text := range []*string{m[name].Reads, m[name].Writes, m[name].Deletes} {
			if text == nil {
				continue
			}
			key := "zones." + name + "." + [...]string{"reads", "writes", "deletes"}[i]
			t, ok := classify.ParseTier(*text)
			old := s.ZoneTier(z, uint8(i))
			switch {
			case !ok:
				r.fail(key, "is %q; want safe, unknown, dangerous, outward or forbidden", *text)
			case name == "guard" && milder(t, old):
				r.fail(key, "cannot be loosened")
			case r.layer == Project && milder(t, old):
				r.fail(key, "is %q, looser than %q; a project's policy may only tighten", *text, old)
			default:
				if s.Zones == nil {
					s.Zones = map[[2]uint8]classify.Tier{}
				}
				s.Zones[[2]uint8{z, uint8(i)}] = t
			}
		}
	}
}
