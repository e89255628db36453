//go:build unix

package setup

import (
	"io/fs"
	"syscall"
)

// isWindows: there modes of files say nothing.
const isWindows = false

// ownGroup reports whether the file's group is its owner's own: it has the same
// number, as Debian, Fedora and others number them.
func ownGroup(info fs.FileInfo) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	return ok && st.Uid == st.Gid
}
