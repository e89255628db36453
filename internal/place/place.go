// Package place knows where guard keeps its things and how a call is looked at
// there: the policy in force, the log, the grants, the project, and the Scene
// that classify reads the machine through. guard and butler share it.
//
// Promise: nothing is guessed. Without a home, with a policy that cannot be read
// or is wrong, or with a log that may not be used, there is an error, and no
// answer.
//
// Limit: it reads the files of one user, as that user.
package place

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"guard/audit"
	"guard/audit/redact"
	"guard/classify"
	"guard/classify/policyfile"
	"guard/grants"
)

// OwnSession is how the sessions begin in whose name guard itself makes calls, to
// show or to try its hooks. The clients' own are UUIDs.
const OwnSession = "guard-"

// Places are guard's own folders, and the home they belong to.
type Places struct {
	Home, Config, State string
}

// Find reads HOME and the XDG variables. Without a home neither the
// policy nor the log can be found, and guard does not guess.
func Find(getenv func(string) string) (Places, error) {
	home := getenv("HOME")
	if home == "" && runtime.GOOS == "windows" {
		home = getenv("USERPROFILE")
	}
	if !filepath.IsAbs(home) {
		return Places{}, errors.New("HOME is not set to an absolute path, so that neither the policy nor the log can be found; set HOME where the client is started")
	}
	home = filepath.Clean(home)
	return Under(home, getenv), nil
}

// Under is the Places of a home. A relative XDG variable does not count, as its
// specification says.
func Under(home string, getenv func(string) string) Places {
	p := Places{Home: home, Config: filepath.Join(home, ".config"), State: filepath.Join(home, ".local", "state")}
	if d := getenv("XDG_CONFIG_HOME"); filepath.IsAbs(d) {
		p.Config = filepath.Clean(d)
	}
	if d := getenv("XDG_STATE_HOME"); filepath.IsAbs(d) {
		p.State = filepath.Clean(d)
	}
	return p
}

// PolicyFile is the user's policy.
func (p Places) PolicyFile() string { return filepath.Join(p.Config, "guard", "policy.toml") }

// LogDir is the folder of the log.
func (p Places) LogDir() string { return filepath.Join(p.State, "guard", "audit") }

// OriginFile names the log's origin.
func (p Places) OriginFile() string { return filepath.Join(p.Config, "guard", "audit.origin") }

// KeyFile is the key of the log's command fingerprints.
func (p Places) KeyFile() string { return filepath.Join(p.State, "guard", "keys", "command.key") }

// Grants is the store of what a person has approved.
func (p Places) Grants() *grants.Store { return grants.Open(filepath.Join(p.State, "guard")) }

// Log is this user's log, for a verb of the program bin.
func (p Places) Log(bin string) (*audit.Log, error) {
	pol, err := Load(p, "")
	if err != nil {
		return nil, err
	}
	log, _, err := OpenLog(p, pol, bin, os.Environ())
	return log, err
}

// Managed is the administrator's file; nobody below loosens it.
const Managed = "/etc/guard/policy.toml"

// Limit is the most that a policy file may hold, in bytes.
const Limit = 1 << 20

// Policy is the settings in force and the digest that the log keeps of them.
type Policy struct {
	policyfile.Settings
	Digest string
	Files  []string // the files that were read
	Own    string   // the project's file, where nobody has trusted it as it is
}

// Load reads every policy file there is. A file that cannot be read or
// that is wrong is an error: guard then judges nothing.
func Load(p Places, project string) (Policy, error) {
	layers, err := readLayers(p, project)
	if err != nil {
		return Policy{Settings: policyfile.Default()}, err
	}
	return compose(layers)
}

// layer is one policy file as it was read.
type layer struct {
	name    string
	layer   policyfile.Layer
	text    []byte
	trusted bool // of a project's file: a person has trusted this very text
}

// readLayers reads the files that are there, the user's first.
func readLayers(p Places, project string) ([]layer, error) {
	all := []layer{{name: p.PolicyFile(), layer: policyfile.User}}
	if project != "" {
		all = append(all, layer{name: filepath.Join(project, ".guard.toml"), layer: policyfile.Project})
	}
	all = append(all, layer{name: Managed, layer: policyfile.Managed})
	var out []layer
	for _, l := range all {
		var err error
		l.text, err = ReadFile(l.name, Limit)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil && len(l.text) >= Limit {
			err = fmt.Errorf("%s is larger than 1 MiB", l.name)
		}
		if err == nil && l.layer == policyfile.Managed {
			err = ownedByRoot(l.name)
		}
		if err != nil {
			return nil, fmt.Errorf("the policy cannot be read: %w", err)
		}
		l.trusted = l.layer == policyfile.Project && p.Trusts(project, l.text)
		out = append(out, l)
	}
	return out, nil
}

// compose makes a policy of its files.
func compose(layers []layer) (Policy, error) {
	out := Policy{Settings: policyfile.Default()}
	sum := sha256.New()
	var sources []policyfile.Source
	for _, l := range layers {
		src := policyfile.Source{Layer: l.layer, Trusted: l.trusted}
		var err error
		if src.File, err = policyfile.Parse(l.name, l.text); err != nil {
			return out, fmt.Errorf("the policy is wrong: %w", err)
		}
		if l.layer == policyfile.Project && !l.trusted {
			out.Own = l.name
		}
		sources = append(sources, src)
		out.Files = append(out.Files, l.name)
		fmt.Fprintf(sum, "%d %t %d\n", l.layer, src.Trusted, len(l.text))
		sum.Write(l.text)
	}
	if len(sources) > 0 {
		out.Settings = policyfile.Compose(sources...)
	}
	out.Digest = "sha256:" + hex.EncodeToString(sum.Sum(nil))[:16]
	return out, nil
}

// OpenLog names the log of p. bin says which program writes: guard/1.2.0.
func OpenLog(p Places, pol Policy, bin string, environ []string) (*audit.Log, audit.OnUnwritable, error) {
	return openLog(p, pol, bin, redact.Environ(environ))
}

func openLog(p Places, pol Policy, bin string, masks *redact.Redactor) (*audit.Log, audit.OnUnwritable, error) {
	rule, err := audit.ParseOnUnwritable(pol.OnUnwritable)
	if err != nil {
		return nil, rule, err
	}
	sync, err := audit.ParseSync(pol.Sync)
	if err != nil {
		return nil, rule, err
	}
	return audit.Open(p.LogDir(), audit.Options{
		Sync:   sync,
		Bin:    bin,
		Policy: pol.Digest,
		Home:   p.Home,
		MacKey: commandKey(p.KeyFile()),
		Redact: masks,
		// Beside the policy, so that it outlives the folder of the log.
		OriginFile: p.OriginFile(),
	}), rule, nil
}

// commandKey reads the key of the log's command fingerprints, and makes it
// where it is not there. Without one the records have no fingerprint, which is
// better than no record.
func commandKey(name string) []byte {
	if key, err := ReadFile(name, 33); err == nil && len(key) == 32 {
		return key
	}
	key := make([]byte, 32)
	rand.Read(key)
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return nil
	}
	f, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return nil
	}
	defer f.Close()
	if _, err := f.Write(key); err != nil {
		return nil
	}
	return key
}

// GitRoot is the folder at or above dir that holds .git, or dir itself.
func GitRoot(dir string) string {
	for d := dir; d != ""; {
		if _, err := os.Lstat(filepath.Join(d, ".git")); err == nil {
			return d
		}
		up := filepath.Dir(d)
		if up == d {
			break
		}
		d = up
	}
	return dir
}

// ProjectRoot is the tree that counts as the project for work in dir: never a
// home, the root, or a folder above a home.
func ProjectRoot(dir, home string) string {
	if !filepath.IsAbs(dir) {
		return ""
	}
	root := GitRoot(filepath.Clean(dir))
	if real, err := filepath.EvalSymlinks(root); err == nil {
		root = real
	}
	if root == "/" || root == home || strings.HasPrefix(home, strings.TrimSuffix(root, "/")+"/") {
		return ""
	}
	return root
}

// NewScene is the scene of a call in dir.
func NewScene(p Places, pol Policy, client, dir, project, temp string) *classify.Scene {
	seen := &looks{at: map[string]look{}, lost: map[string]error{}}
	sc := &classify.Scene{
		Dir:      dir,
		Project:  project,
		Extra:    pol.Projects,
		Home:     p.Home,
		Temp:     temp,
		Temps:    pol.Temps,
		Config:   p.Config,
		State:    p.State,
		Client:   client,
		ReadFile: seen.read,
		Readlink: seen.readlink,
		Kind:     seen.kind,
	}
	sc.Own = ownFiles(os.Getenv("PATH"))
	return sc
}

// ownFiles are the running program, and guard and butler in the folders of
// path.
func ownFiles(path string) []string {
	var own []string
	if exe, err := os.Executable(); err == nil {
		own = append(own, exe)
		if runtime.GOOS != "linux" { // there it is the file itself
			if real, err := filepath.EvalSymlinks(exe); err == nil && real != exe {
				own = append(own, real)
			}
		}
	}
	for _, dir := range filepath.SplitList(path) {
		if filepath.IsAbs(dir) {
			own = append(own, filepath.Join(dir, "guard"), filepath.Join(dir, "butler"))
		}
	}
	return own
}

// looks are what has been seen of paths for one scene. A line may name a folder
// thousands of times, and to look is a system call.
type looks struct {
	mu   sync.Mutex
	at   map[string]look
	lost map[string]error // files that could not be read
}

type look struct {
	kind   classify.Kind
	target string // of a symbolic link that could be read
}

func (l *looks) look(name string) look {
	l.mu.Lock()
	defer l.mu.Unlock()
	got, ok := l.at[name]
	if !ok {
		got.kind = kindOf(name)
		if got.kind == classify.KindOther {
			got.target, _ = os.Readlink(name)
		}
		l.at[name] = got
	}
	return got
}

// read is ReadFile. What cannot be read is not tried again: the configuration of a
// repository is looked for in each folder above, several times for one line.
func (l *looks) read(name string, limit int) ([]byte, error) {
	l.mu.Lock()
	err := l.lost[name]
	l.mu.Unlock()
	if err != nil {
		return nil, err
	}
	text, err := ReadFile(name, limit)
	if err != nil {
		l.mu.Lock()
		l.lost[name] = err
		l.mu.Unlock()
	}
	return text, err
}

func (l *looks) kind(name string) classify.Kind { return l.look(name).kind }

func (l *looks) readlink(name string) (string, bool) {
	got := l.look(name)
	return got.target, got.target != ""
}

func kindOf(name string) classify.Kind {
	st, err := os.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return classify.KindNone
	case err != nil:
		return classify.KindUnknown
	case st.Mode().IsRegular():
		return classify.KindFile
	case st.IsDir():
		return classify.KindDir
	}
	return classify.KindOther
}

// TempDir is the folder that getenv names as temporary.
func TempDir(getenv func(string) string) string {
	if d := getenv("TMPDIR"); filepath.IsAbs(d) && filepath.Clean(d) != "/" {
		return filepath.Clean(d)
	}
	return "/tmp"
}
