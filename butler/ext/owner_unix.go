//go:build unix

package ext

import (
	"os"
	"syscall"

	"guard/butler/workdir"
)

// writableByOthers finds what would let another user of the machine choose what
// butler runs. Nil is a file that only its user, its group or root can change.
func writableByOthers(names ...string) *workdir.Problem {
	for _, name := range names {
		st, err := os.Stat(name)
		if err != nil {
			continue // reading it will say so
		}
		if st.Mode().Perm()&0o002 != 0 {
			return &workdir.Problem{File: name, Text: "can be written by everybody on this machine; take that away with chmod o-w"}
		}
		sys, ok := st.Sys().(*syscall.Stat_t)
		if ok && sys.Uid != 0 && int(sys.Uid) != os.Getuid() {
			return &workdir.Problem{File: name, Text: "belongs to another user of this machine"}
		}
	}
	return nil
}
