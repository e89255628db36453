package main

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

	"guard/audit"
	"guard/audit/redact"
	"guard/classify"
	"guard/classify/policyfile"
)

// places are guard's own folders, and the home they belong to.
type places struct {
	home, config, state string
}

// findPlaces reads HOME and the XDG variables. Without a home neither the
// policy nor the log can be found, and guard does not guess.
func findPlaces(getenv func(string) string) (places, error) {
	home := getenv("HOME")
	if home == "" && runtime.GOOS == "windows" {
		home = getenv("USERPROFILE")
	}
	if !filepath.IsAbs(home) {
		return places{}, errors.New("HOME is not set to an absolute path, so that neither the policy nor the log can be found; set HOME where the client is started")
	}
	home = filepath.Clean(home)
	return under(home, getenv), nil
}

// under is the places of a home. A relative XDG variable does not count, as its
// specification says.
func under(home string, getenv func(string) string) places {
	p := places{home: home, config: filepath.Join(home, ".config"), state: filepath.Join(home, ".local", "state")}
	if d := getenv("XDG_CONFIG_HOME"); filepath.IsAbs(d) {
		p.config = filepath.Clean(d)
	}
	if d := getenv("XDG_STATE_HOME"); filepath.IsAbs(d) {
		p.state = filepath.Clean(d)
	}
	return p
}

func (p places) policyFile() string { return filepath.Join(p.config, "guard", "policy.toml") }
func (p places) logDir() string     { return filepath.Join(p.state, "guard", "audit") }
func (p places) originFile() string { return filepath.Join(p.config, "guard", "audit.origin") }
func (p places) keyFile() string    { return filepath.Join(p.state, "guard", "keys", "command.key") }

// managedPolicy is the administrator's file; nobody below loosens it.
const managedPolicy = "/etc/guard/policy.toml"

// policyLimit is the most that a policy file may hold, in bytes.
const policyLimit = 1 << 20

// policy is the settings in force and the digest that the log keeps of them.
type policy struct {
	policyfile.Settings
	digest string
	files  []string // the files that were read
	own    string   // the project's file, where nobody has trusted it as it is
}

// loadPolicy reads every policy file there is. A file that cannot be read or
// that is wrong is an error: guard then judges nothing.
func loadPolicy(p places, project string) (policy, error) {
	out := policy{Settings: policyfile.Default()}
	sum := sha256.New()
	var sources []policyfile.Source
	layers := []struct {
		name  string
		layer policyfile.Layer
	}{{p.policyFile(), policyfile.User}, {"", policyfile.Project}, {managedPolicy, policyfile.Managed}}
	if project != "" {
		layers[1].name = filepath.Join(project, ".guard.toml")
	}
	for _, l := range layers {
		if l.name == "" {
			continue
		}
		text, err := readFile(l.name, policyLimit)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil && len(text) >= policyLimit {
			err = fmt.Errorf("%s is larger than 1 MiB", l.name)
		}
		if err == nil && l.layer == policyfile.Managed {
			err = ownedByRoot(l.name)
		}
		if err != nil {
			return out, fmt.Errorf("the policy cannot be read: %w", err)
		}
		src := policyfile.Source{Layer: l.layer}
		if src.File, err = policyfile.Parse(l.name, text); err != nil {
			return out, fmt.Errorf("the policy is wrong: %w", err)
		}
		if l.layer == policyfile.Project {
			if src.Trusted = p.trusts(project, text); !src.Trusted {
				out.own = l.name
			}
		}
		sources = append(sources, src)
		out.files = append(out.files, l.name)
		fmt.Fprintf(sum, "%d %t %d\n", l.layer, src.Trusted, len(text))
		sum.Write(text)
	}
	if len(sources) > 0 {
		out.Settings = policyfile.Compose(sources...)
	}
	out.digest = "sha256:" + hex.EncodeToString(sum.Sum(nil))[:16]
	return out, nil
}

// openLog names the log of p.
func openLog(p places, pol policy, environ []string) (*audit.Log, audit.OnUnwritable, error) {
	rule, err := audit.ParseOnUnwritable(pol.OnUnwritable)
	if err != nil {
		return nil, rule, err
	}
	sync, err := audit.ParseSync(pol.Sync)
	if err != nil {
		return nil, rule, err
	}
	return audit.Open(p.logDir(), audit.Options{
		Sync:   sync,
		Bin:    "guard/" + version(),
		Policy: pol.digest,
		Home:   p.home,
		MacKey: commandKey(p.keyFile()),
		Redact: redact.Environ(environ),
		// Beside the policy, so that it outlives the folder of the log.
		OriginFile: p.originFile(),
	}), rule, nil
}

// commandKey reads the key of the log's command fingerprints, and makes it
// where it is not there. Without one the records have no fingerprint, which is
// better than no record.
func commandKey(name string) []byte {
	if key, err := readFile(name, 33); err == nil && len(key) == 32 {
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

// gitRoot is the folder at or above dir that holds .git, or dir itself.
func gitRoot(dir string) string {
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

// projectRoot is the tree that counts as the project for work in dir: never a
// home, the root, or a folder above a home.
func projectRoot(dir, home string) string {
	if !filepath.IsAbs(dir) {
		return ""
	}
	root := gitRoot(filepath.Clean(dir))
	if real, err := filepath.EvalSymlinks(root); err == nil {
		root = real
	}
	if root == "/" || root == home || strings.HasPrefix(home, strings.TrimSuffix(root, "/")+"/") {
		return ""
	}
	return root
}

// newScene is the scene of a call in dir.
func newScene(p places, pol policy, client, dir, project, temp string) *classify.Scene {
	sc := &classify.Scene{
		Dir:      dir,
		Project:  project,
		Extra:    pol.Projects,
		Home:     p.home,
		Temp:     temp,
		Temps:    pol.Temps,
		Config:   p.config,
		State:    p.state,
		Client:   client,
		ReadFile: readFile,
		Readlink: readlink,
		Kind:     kindOf,
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

func readlink(name string) (string, bool) {
	target, err := os.Readlink(name)
	return target, err == nil
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

// tempDir is the folder that getenv names as temporary.
func tempDir(getenv func(string) string) string {
	if d := getenv("TMPDIR"); filepath.IsAbs(d) && filepath.Clean(d) != "/" {
		return filepath.Clean(d)
	}
	return "/tmp"
}
