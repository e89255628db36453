package host

import (
	"cmp"
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"guard/audit/redact"
	"guard/butler/ext"
	"guard/butler/procs"
	"guard/butler/workdir"
	"guard/sdk"
)

// channelVar and channel mark the programs that the MCP hub starts. It is a
// mark and no secret.
const (
	channelVar  = "BUTLER_MCP_CHANNEL"
	channel     = "butler-hub"
	validityVar = "BUTLER_VALIDITY_ROOT"
)

// specs are the programs to keep running.
func (h *Host) specs(force map[string]inForce) []procs.Spec {
	var out []procs.Spec
	for _, e := range force {
		if e.Kind.Runs() && len(e.Manifest.Command) > 0 {
			out = append(out, h.spec(e.config, e.Extension))
		}
	}
	return out
}

func (h *Host) spec(c *workdir.Config, e *ext.Extension) procs.Spec {
	m := e.Manifest
	s := procs.Spec{
		Kind: string(e.Kind), ID: e.ID, Subject: e.Kind.One() + ":" + e.ID,
		Argv: c.ArgvIn(e.Dir, m.Command), Dir: filepath.Join(e.Dir, m.Cwd),
		Env:       func() (procs.Environment, error) { return h.environment(c, e, m.Env, h.keys.program(e.Key())) },
		AutoStart: m.Hosted.AutoStart, Service: e.Kind == ext.Services,
		Grace: ext.Seconds(m.Stop.GraceSec), ReadyFor: time.Minute, Digest: e.Digest(),
	}
	if e.Kind == ext.Tools {
		s.Restart = restart(m.Restart)
	}
	switch {
	case m.Ready != nil:
		s.Ready, s.ReadyFor = []procs.Check{check(c, e, m.Ready)}, ext.Seconds(m.Ready.StartSec)
	default:
		for _, port := range m.Ports {
			s.Ready = append(s.Ready, procs.Check{Port: port, Interval: time.Second, Timeout: 3 * time.Second})
		}
	}
	if m.Health != nil {
		s.Health = &procs.Health{Check: check(c, e, m.Health), Retries: m.Health.Retries, Restart: m.Health.Restart}
	}
	return s
}

func restart(r ext.Restart) procs.Restart {
	out := procs.Restart{
		Max:     r.MaxRetries,
		Window:  time.Duration(r.WindowSec) * time.Second,
		Healthy: ext.Seconds(r.HealthySec),
	}
	switch r.Policy {
	case "on-failure":
		out.Policy = procs.OnFailure
	case "always":
		out.Policy = procs.Always
	}
	for _, ms := range r.BackoffMs {
		out.Backoff = append(out.Backoff, time.Duration(ms)*time.Millisecond)
	}
	return out
}

func check(c *workdir.Config, e *ext.Extension, k *ext.Check) procs.Check {
	return procs.Check{
		Port: k.TCP, URL: k.HTTP, Exec: c.ArgvIn(e.Dir, k.Exec),
		Interval: ext.Seconds(k.IntervalSec), Timeout: ext.Seconds(k.TimeoutSec),
	}
}

var reference = regexp.MustCompile(`\$\{env:([^}]*)\}`)

// environment builds what a program of an extension is given, and what of it is
// masked: what has a secret's name, and what came from butler's environment.
func (h *Host) environment(c *workdir.Config, e *ext.Extension, declared map[string]string, token string) (procs.Environment, error) {
	own := map[string]string{sdk.KindVar: string(e.Kind), sdk.IDVar: e.ID, validityVar: c.ValidityRoot}
	if token != "" { // a run gets its own later
		own[sdk.TokenVar] = token
	}
	if url := h.opts.URL(); url != "" {
		own[sdk.HostURLVar], own[sdk.OldURLVar] = url, url
	}
	if len(e.Manifest.Ports) > 0 {
		own[sdk.PortVar] = strconv.Itoa(e.Manifest.Ports[0])
	}
	vars, err := procs.Environ(h.opts.Ambient, declared, own)
	if err != nil {
		return procs.Environment{}, err
	}
	return procs.Environment{Vars: vars, Masks: masks(h.opts.Ambient, declared, vars)}, nil
}

// masks knows the secrets of an environment: those that have a secret's name,
// and all that was taken from butler's own environment.
func masks(ambient []string, declared map[string]string, vars []string) *redact.Redactor {
	known := append([]string{}, vars...)
	for _, value := range declared {
		for _, ref := range reference.FindAllStringSubmatch(value, -1) {
			for _, v := range ambient {
				if name, value, _ := strings.Cut(v, "="); name == ref[1] {
					known = append(known, fmt.Sprintf("SECRET_%d=%s", len(known), value))
				}
			}
		}
	}
	return redact.Environ(known)
}

// Provider is the MCP server of an extension, for the hub.
type Provider struct {
	Key       string // tools/clock
	ID        string
	Namespace string
	Argv      []string
	Dir       string
	Env       []string
	Timeout   time.Duration // of one call
	Idle      time.Duration // 0 keeps it
	Confirm   []string      // tools that need the owner for each call; * is all
}

// Providers lists the MCP servers of all extensions in the order of the
// catalog. One whose environment cannot be built is left out and told.
func (h *Host) Providers() ([]Provider, []error) {
	h.mu.RLock()
	cat, force := h.catalog, h.force
	h.mu.RUnlock()
	var out []Provider
	var faults []error
	for _, found := range cat.Valid() {
		e, ok := force[found.Key()]
		if !ok {
			continue
		}
		c, m := e.config, e.Manifest.MCP
		if m == nil {
			continue
		}
		declared := map[string]string{}
		for _, env := range []map[string]string{e.Manifest.Env, m.Env} {
			for k, v := range env {
				declared[k] = v
			}
		}
		env, err := h.environment(c, e.Extension, declared, h.keys.provider(e.Key()))
		if err != nil {
			faults = append(faults, fmt.Errorf("host: %s: mcp: %w", e.Key(), err))
			continue
		}
		out = append(out, Provider{
			Key: e.Key(), ID: e.ID, Namespace: m.Namespace, Argv: c.ArgvIn(e.Dir, m.Command),
			Dir: filepath.Join(e.Dir, cmp.Or(m.Cwd, e.Manifest.Cwd)), Env: append(env.Vars, channelVar+"="+channel),
			Timeout: ext.Seconds(m.TimeoutSec), Idle: ext.Seconds(m.IdleSec), Confirm: m.Confirm,
		})
	}
	return out, faults
}
