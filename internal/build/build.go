// Package build tells which build of guard or butler this is.
//
// Promise: two builds of different sources have different versions where they
// were built inside of the repository.
//
// Limit: what the Go toolchain did not note, nobody knows.
package build

import "runtime/debug"

// Version is what the build says of itself: the module's version, else the
// commit, else "devel".
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "devel"
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	rev, dirty := "", ""
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			rev = s.Value[:min(12, len(s.Value))]
		case "vcs.modified":
			if s.Value == "true" {
				dirty = "+dirty"
			}
		}
	}
	if rev == "" {
		return "devel"
	}
	return rev + dirty
}
