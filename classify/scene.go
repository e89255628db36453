package classify

import (
	"path"
	"strings"
)

// Scene is all that a verdict may depend on besides the call itself and the
// policy. Paths are absolute and clean; an empty one is not known.
type Scene struct {
	Dir     string   // where the line would run
	Project string   // the root of the tree the agent works in
	Extra   []string // more trees that count as project, by policy
	Home    string   // the person's home
	Temp    string   // the temp folder ($TMPDIR, else /tmp)
	Temps   []string // more temp folders, by policy
	Own     []string // files and folders of guard and butler themselves
	Config  string   // $XDG_CONFIG_HOME, default Home/.config
	State   string   // $XDG_STATE_HOME, default Home/.local/state
	Client  string   // "claude", "codex", or "" where it does not matter

	// ReadFile returns the first bytes of a regular file, at most limit.
	// Nil, or an error, means that the text cannot be told.
	ReadFile func(name string, limit int) ([]byte, error)
	// Readlink returns the target of a symbolic link, or ok false where name
	// is none or cannot be told.
	Readlink func(name string) (target string, ok bool)
	// Kind tells what name is, without following a link at its end. Nil means
	// KindUnknown for every name.
	Kind func(name string) Kind
}

// Kind is what a path is.
type Kind uint8

// The kinds. KindUnknown is what cannot be told.
const (
	KindUnknown Kind = iota
	KindNone
	KindFile
	KindDir
	KindOther
)

func (s *Scene) kind(name string) Kind {
	if s.Kind == nil {
		return KindUnknown
	}
	return s.Kind(name)
}

func (s *Scene) read(name string, limit int) ([]byte, bool) {
	if s.ReadFile == nil || name == "" {
		return nil, false
	}
	b, err := s.ReadFile(name, limit)
	return b, err == nil
}

func (s *Scene) config() string {
	if s.Config != "" {
		return s.Config
	}
	return path.Join(s.Home, ".config")
}

func (s *Scene) state() string {
	if s.State != "" {
		return s.State
	}
	return path.Join(s.Home, ".local/state")
}

// maxPath is the longest path that is looked up, in bytes: Linux opens no longer
// one (PATH_MAX in limits.h), macOS none above 1024.
const maxPath = 4096

// resolve follows the symbolic links of p's existing prefix, without a lexical
// ".." before that: in link/.. the shell goes to the parent of link's target.
func (s *Scene) resolve(p string) string {
	if s.Readlink == nil {
		return path.Clean(p)
	}
	if len(p) > maxPath {
		return "/" // no system opens it, so nobody can tell where it leads
	}
	done, rest, part := "/", p, ""
	for steps := 0; rest != ""; {
		part, rest, _ = strings.Cut(rest, "/")
		switch part {
		case "", ".":
			continue
		case "..":
			done = path.Dir(done)
			continue
		}
		next := path.Join(done, part)
		target, ok := s.Readlink(next)
		if !ok {
			done = next
			if s.kind(next) == KindNone && !climbs(rest) {
				return path.Join(done, rest) // there are no links below what is not there
			}
			continue
		}
		if steps++; steps > 40 {
			return next // a loop of links: the shell would fail here
		}
		if path.IsAbs(target) {
			done = "/"
		}
		rest = target + "/" + rest
	}
	return done
}

// climbs reports whether some part of p is "..".
func climbs(p string) bool {
	return p == ".." || strings.HasPrefix(p, "../") || strings.HasSuffix(p, "/..") || strings.Contains(p, "/../")
}

// within reports whether p is dir or below it.
func within(p, dir string) bool {
	return dir != "" && (p == dir || below(p, dir))
}

// below reports whether p is strictly below dir.
func below(p, dir string) bool {
	if dir == "" {
		return false
	}
	if dir == "/" {
		return p != "/"
	}
	return len(p) > len(dir) && p[len(dir)] == '/' && p[:len(dir)] == dir
}
