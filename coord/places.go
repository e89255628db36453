package coord

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
)

// Places are the files by which guard and butler find each other.
type Places struct {
	State string // butler's folder of state
	Run   string // the folder of the sockets
}

// Find reads HOME and the XDG variables. A relative variable does not count.
func Find(getenv func(string) string) (Places, error) {
	state := getenv("XDG_STATE_HOME")
	if !filepath.IsAbs(state) {
		home := getenv("HOME")
		if !filepath.IsAbs(home) {
			return Places{}, errors.New("coord: HOME is not set to an absolute path")
		}
		state = filepath.Join(home, ".local", "state")
	}
	p := Places{State: filepath.Join(state, "butler")}
	p.Run = filepath.Join(p.State, "run")
	if d := getenv("XDG_RUNTIME_DIR"); filepath.IsAbs(d) {
		p.Run = filepath.Join(d, "butler")
	}
	return p, nil
}

// Reach is p as it is reached from here: butler may have been started with another
// XDG_RUNTIME_DIR than this process, as by a service manager. Where p has no socket,
// the other places are looked at in which this user's butler makes one. Whoever
// listens there must still have the key.
func (p Places) Reach() Places {
	if _, err := os.Lstat(p.Key()); err != nil {
		return p // there has never been a butler for this home
	}
	for _, run := range []string{p.Run, filepath.Join(p.State, "run"), filepath.Join("/run/user", strconv.Itoa(os.Geteuid()), "butler")} {
		at := Places{State: p.State, Run: run}
		if _, err := os.Lstat(at.Guard()); err == nil {
			return at
		}
	}
	return p
}

// Guard is the socket that hooks talk to.
func (p Places) Guard() string { return filepath.Join(p.Run, "guard.sock") }

// Owner is the socket of the butler command.
func (p Places) Owner() string { return filepath.Join(p.Run, "owner.sock") }

// MCP is the socket at which butler mcp stdio speaks the Model Context Protocol
// for a client. It knows no frames, and nothing that decides.
func (p Places) MCP() string { return filepath.Join(p.Run, "mcp.sock") }

// Key is the file of the key for MACs.
func (p Places) Key() string { return filepath.Join(p.State, "guard.key") }
