package workdir

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// FileName is the name of the settings of an instance and of the manifest of an
// extension.
const FileName = "butler.json"

// HomeVar names the variable that says where the instance lies.
const HomeVar = "BUTLER_HOME"

// Config is the settings of an instance. All paths are absolute.
type Config struct {
	Dir          string // the folder of butler.json
	ScanRoots    []string
	SelfRoot     string
	ValidityRoot string
	Python       string // "" is whatever PATH has
	Bun          string
	Notification Notification
	Endpoints    map[string]json.RawMessage
	Collector    Collector
	Inject       Inject
	Automations  map[string]json.RawMessage
	Rescan       time.Duration // 0 looks only when told to
	Warnings     Problems
}

// Notification is the program that tells the owner of something that waits.
type Notification struct {
	Enabled bool     `json:"enabled"`
	Command []string `json:"command"` // words; none means that there is no program
}

// Collector says what is kept of sessions.
type Collector struct {
	Enabled          bool     `json:"enabled"`
	Workspaces       []string `json:"workspaces"` // none means all
	ExcludePresets   []string `json:"excludePresets"`
	IncludeSubagents bool     `json:"includeSubagents"`
	DebounceMs       int      `json:"debounceMs"`
}

// Inject says what a session is told when it begins.
type Inject struct {
	Enabled          bool     `json:"enabled"`
	Workspaces       []string `json:"workspaces"` // none means all
	ExcludePresets   []string `json:"excludePresets"`
	IncludeSubagents bool     `json:"includeSubagents"`
	MaxChars         int      `json:"maxChars"` // in code points
}

// raw is butler.json as it is decoded, over the defaults.
type raw struct {
	ScanRoots    []string                   `json:"scanRoots"`
	SelfRoot     string                     `json:"selfRoot"`
	ValidityRoot string                     `json:"validityRoot"`
	Python       string                     `json:"python"`
	Bun          string                     `json:"bun"`
	Notification Notification               `json:"notification"`
	Endpoints    map[string]json.RawMessage `json:"endpoints"`
	Collector    Collector                  `json:"collector"`
	Inject       Inject                     `json:"inject"`
	Automations  map[string]json.RawMessage `json:"automations"`
	RescanSec    int                        `json:"rescanSec"`
}

func defaults() raw {
	return raw{
		ScanRoots:    []string{"tools", "services", "faculties"},
		SelfRoot:     "self",
		ValidityRoot: ".",
		Notification: Notification{Enabled: true},
		Collector:    Collector{Enabled: true, ExcludePresets: []string{"butler"}, DebounceMs: 2000},
		Inject:       Inject{Enabled: true, ExcludePresets: []string{"butler"}, MaxChars: 8000},
		RescanSec:    60,
	}
}

// Home is where the instance lies: BUTLER_HOME, else ~/.butler. It need not be
// there. getenv is os.Getenv but in tests.
func Home(getenv func(string) string) (string, error) {
	if dir := getenv(HomeVar); dir != "" {
		if !filepath.IsAbs(dir) {
			return "", fmt.Errorf("workdir: %s is %q, and must be an absolute path", HomeVar, dir)
		}
		return filepath.Clean(dir), nil
	}
	home := getenv("HOME")
	if home == "" {
		return "", fmt.Errorf("workdir: neither %s nor HOME is set\nset %s to the folder of the instance", HomeVar, HomeVar)
	}
	return filepath.Join(home, ".butler"), nil
}

// ErrNone says that a folder holds no instance. butler init makes one.
var ErrNone = errors.New("there is no butler.json\nbutler init makes an instance")

// Load reads the settings of the instance in dir. The error is ErrNone where
// there are none, Problems where they are at fault.
func Load(dir string) (*Config, error) {
	name := filepath.Join(dir, FileName)
	d, err := ReadFile(name)
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("workdir: %s: %w", dir, ErrNone)
	}
	if err != nil {
		return nil, err
	}
	return decode(dir, d)
}

func decode(dir string, d *Document) (*Config, error) {
	found := Check(d, RootSchema, nil)
	if bad := found.Faults(); len(bad) > 0 {
		return nil, found
	}
	r := defaults()
	if err := json.Unmarshal(d.Text, &r); err != nil {
		return nil, append(found, Problem{File: d.File, Text: err.Error()})
	}
	c := &Config{
		Dir: dir, SelfRoot: below(dir, r.SelfRoot), ValidityRoot: below(dir, r.ValidityRoot),
		Python: program(dir, r.Python), Bun: program(dir, r.Bun),
		Notification: r.Notification, Endpoints: r.Endpoints, Collector: r.Collector, Inject: r.Inject,
		Automations: r.Automations, Rescan: time.Duration(r.RescanSec) * time.Second, Warnings: found,
	}
	for _, root := range r.ScanRoots {
		c.ScanRoots = append(c.ScanRoots, below(dir, root))
	}
	for _, list := range [][]string{c.Collector.Workspaces, c.Inject.Workspaces} {
		for i := range list {
			list[i] = below(dir, list[i])
		}
	}
	c.Notification.Command = c.Argv(c.Notification.Command)
	return c, nil
}

// Argv is a command of butler.json with its interpreter put in: python and bun
// as first words stand for what is configured, and a name with a slash is read
// from the instance's folder.
func (c *Config) Argv(words []string) []string { return c.ArgvIn(c.Dir, words) }

// ArgvIn is Argv for the command of an extension, whose folder is dir.
func (c *Config) ArgvIn(dir string, words []string) []string {
	if len(words) == 0 {
		return nil
	}
	out := append([]string(nil), words...)
	switch {
	case out[0] == "python" && c.Python != "":
		out[0] = c.Python
	case out[0] == "bun" && c.Bun != "":
		out[0] = c.Bun
	default:
		out[0] = program(dir, out[0])
	}
	return out
}

// program is a name for PATH as it is, and a path made absolute.
func program(dir, name string) string {
	if !strings.ContainsRune(name, filepath.Separator) {
		return name
	}
	return below(dir, name)
}

func below(dir, name string) string {
	if filepath.IsAbs(name) {
		return filepath.Clean(name)
	}
	return filepath.Join(dir, name)
}
