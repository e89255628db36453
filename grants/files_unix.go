//go:build unix

package grants

import (
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// noFollow makes an open of a symbolic link fail.
const noFollow = syscall.O_NOFOLLOW

// private refuses a file that another user could have put there or can reach:
// not a plain file, a foreign owner, bits for others, a second name.
func private(fi fs.FileInfo, name string) error {
	st, ok := fi.Sys().(*syscall.Stat_t)
	switch {
	case !ok:
		return fmt.Errorf("%s: its owner cannot be told", name)
	case !fi.Mode().IsRegular():
		return fmt.Errorf("%s is no plain file", name)
	case int(st.Uid) != os.Geteuid():
		return fmt.Errorf("%s belongs to user %d, not to %d", name, st.Uid, os.Geteuid())
	case fi.Mode().Perm()&0o077 != 0:
		return fmt.Errorf("%s has mode %04o and others can reach it: chmod go= it", name, fi.Mode().Perm())
	case st.Nlink != 1:
		return fmt.Errorf("%s has %d names; it must have one", name, st.Nlink)
	}
	return nil
}

// ownFolder refuses a folder in which others could put or replace files.
func ownFolder(fi fs.FileInfo, name string) error {
	st, ok := fi.Sys().(*syscall.Stat_t)
	switch {
	case !ok:
		return fmt.Errorf("%s: its owner cannot be told", name)
	case !fi.IsDir():
		return fmt.Errorf("%s is no folder", name)
	case int(st.Uid) != os.Geteuid():
		return fmt.Errorf("%s belongs to user %d, not to %d", name, st.Uid, os.Geteuid())
	case fi.Mode().Perm()&0o022 != 0:
		return fmt.Errorf("%s has mode %04o and others can write in it: chmod go-w it", name, fi.Mode().Perm())
	}
	return nil
}

// syncDir makes the names in dir durable.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}
