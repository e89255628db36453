//go:build unix

package audit

import (
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// noFollow makes an open of a symbolic link fail.
const noFollow = syscall.O_NOFOLLOW

// openFile opens a plain file without the five system calls that os.OpenFile
// spends on asking the poller for it.
func openFile(path string, flag int, perm uint32) (*os.File, error) {
	for {
		fd, err := syscall.Open(path, flag|noFollow|syscall.O_CLOEXEC, perm)
		if err == nil {
			return os.NewFile(uintptr(fd), path), nil
		}
		if err != syscall.EINTR {
			return nil, &os.PathError{Op: "open", Path: path, Err: err}
		}
	}
}

var euid = os.Geteuid()

// private refuses what another user could have put there or could read: not a
// plain file or directory, a foreign owner, bits for others, a second name.
func private(fi fs.FileInfo, path string) error {
	st, ok := fi.Sys().(*syscall.Stat_t)
	switch {
	case !ok:
		return fmt.Errorf("%s: its owner cannot be told", path)
	case !fi.Mode().IsRegular() && !fi.IsDir():
		return fmt.Errorf("%s is not a plain file or directory", path)
	case int(st.Uid) != euid:
		return fmt.Errorf("%s belongs to user %d, not to %d", path, st.Uid, euid)
	case fi.Mode().Perm()&0o077 != 0:
		return fmt.Errorf("%s has mode %04o; others must have no access: chmod go= it", path, fi.Mode().Perm())
	case fi.Mode().IsRegular() && st.Nlink != 1:
		return fmt.Errorf("%s has %d names; it must have one", path, st.Nlink)
	}
	return nil
}
