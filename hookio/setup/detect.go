package setup

import (
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"guard/hookio"
)

// Found is a client on this machine.
type Found struct {
	Client    hookio.Client
	Title     string // its name for people
	ConfigDir string // exists, or will be made
	Binary    string // on PATH; "" where there is none
	Version   string // where it can be told without running the client
}

// Detect returns the clients that have a configuration folder or a binary on
// PATH, Claude first. It runs nothing.
func Detect(env Env) []Found {
	var all []Found
	for _, c := range []hookio.Client{hookio.Claude, hookio.Codex} {
		cl := clientOf(c)
		f := Found{Client: c, Title: cl.title, ConfigDir: cl.configDir(env), Binary: onPath(env, cl.binary)}
		info, err := os.Stat(f.ConfigDir)
		if f.Binary == "" && (err != nil || !info.IsDir()) {
			continue
		}
		if f.Binary != "" {
			f.Version = versionOf(f.Binary, cl.pkg)
		}
		all = append(all, f)
	}
	return all
}

// Caveats returns what guard cannot do with this client in this version, a
// sentence each. Facts: Claude Code 2.1.197 and 2.1.332, measured 2026-11-30;
// onFailure since 2.1.295 by its notes.
func (f Found) Caveats() []string {
	var all []string
	if f.Client == hookio.Claude && f.Version != "" && older(f.Version, "2.1.295") {
		all = append(all, "Claude Code "+f.Version+" does not know onFailure: where guard cannot be started or is too slow, a call runs. 2.1.295 and later block it.")
	}
	if f.Client == hookio.Codex {
		all = append(all,
			"Codex runs a call where guard cannot be started or is too slow.",
			"Codex tells hooks nothing of what is typed into a running program (write_stdin), nor of web searches.")
	}
	return all
}

func onPath(env Env, name string) string {
	names := []string{name}
	if runtime.GOOS == "windows" {
		names = []string{name + ".exe", name + ".cmd"}
	}
	for _, dir := range filepath.SplitList(env.Getenv("PATH")) {
		if !filepath.IsAbs(dir) { // a relative folder is whatever the current one makes it
			continue
		}
		for _, n := range names {
			path := filepath.Join(dir, n)
			info, err := os.Stat(path)
			if err == nil && info.Mode().IsRegular() && (info.Mode().Perm()&0o111 != 0 || runtime.GOOS == "windows") {
				return path
			}
		}
	}
	return ""
}

// versionIn reads name as a version of three numbers, with or without a v.
func versionIn(name string) (string, bool) {
	name = strings.TrimPrefix(name, "v")
	parts := strings.Split(name, ".")
	for _, p := range parts {
		if p == "" || strings.Trim(p, "0123456789") != "" {
			return "", false
		}
	}
	return name, len(parts) == 3
}

// versionOf reads the version from where the binary really lies: a folder or
// file named by it, or the package.json of the npm package pkg around it.
func versionOf(binary, pkg string) string {
	path, err := filepath.EvalSymlinks(binary)
	if err != nil {
		return ""
	}
	if v, ok := versionIn(filepath.Base(path)); ok {
		return v
	}
	for range 5 {
		path = filepath.Dir(path)
		if v, ok := versionIn(filepath.Base(path)); ok {
			return v
		}
		data, err := os.ReadFile(filepath.Join(path, "package.json"))
		if err != nil {
			continue
		}
		var p struct{ Name, Version string }
		if json.Unmarshal(data, &p) == nil && strings.HasPrefix(p.Name, pkg) {
			if v, ok := versionIn(p.Version); ok {
				return v
			}
			return ""
		}
	}
	return ""
}

// older reports whether version a is before b; both are three numbers.
func older(a, b string) bool {
	as, bs := strings.Split(a, "."), strings.Split(b, ".")
	for i := range min(len(as), len(bs)) {
		x, _ := strconv.Atoi(as[i])
		y, _ := strconv.Atoi(bs[i])
		if x != y {
			return x < y
		}
	}
	return false
}
