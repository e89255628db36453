package db

import (
	"fmt"
	"os"
	"syscall"
)

// ownFolder refuses a folder in which others could read or replace files.
func ownFolder(dir string) error {
	fi, err := os.Stat(dir) // a person may keep the folder behind a link
	if err != nil {
		return err
	}
	st, ok := fi.Sys().(*syscall.Stat_t)
	switch {
	case !ok || int(st.Uid) != os.Geteuid():
		return fmt.Errorf("%s does not belong to user %d", dir, os.Geteuid())
	case fi.Mode().Perm()&0o022 != 0:
		return fmt.Errorf("%s has mode %04o and others can write in it: chmod go-w it", dir, fi.Mode().Perm())
	}
	return nil
}

// ownFile refuses a file that is no plain file of this user's alone.
func ownFile(name string) error {
	fi, err := os.Lstat(name)
	if err != nil {
		return err
	}
	st, ok := fi.Sys().(*syscall.Stat_t)
	switch {
	case !fi.Mode().IsRegular():
		return fmt.Errorf("%s is no plain file", name)
	case !ok || int(st.Uid) != os.Geteuid():
		return fmt.Errorf("%s does not belong to user %d", name, os.Geteuid())
	case fi.Mode().Perm()&0o077 != 0:
		return fmt.Errorf("%s has mode %04o and others can reach it: chmod go= it", name, fi.Mode().Perm())
	}
	return nil
}
