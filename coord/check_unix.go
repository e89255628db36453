//go:build unix

package coord

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// noFollow makes an open of a symbolic link fail.
const noFollow = syscall.O_NOFOLLOW

// ErrAbsent is that nobody listens: there is no socket, or one that a dead butler
// has left.
var ErrAbsent = errors.New("coord: butler is not running")

// CheckSocket looks at a socket and its folder without following links. Both must
// belong to this user; nobody else may have any access. The error wraps ErrAbsent
// where there is no socket at all.
func CheckSocket(path string) error {
	if len(path) > maxPath {
		return fmt.Errorf("coord: the path of the socket is longer than %d bytes: %s", maxPath, path)
	}
	dir, err := os.Lstat(filepath.Dir(path))
	if err == nil {
		err = ownDir(dir)
	}
	if err != nil {
		return absent(filepath.Dir(path), err)
	}
	fi, err := os.Lstat(path)
	if err == nil && fi.Mode()&fs.ModeType != fs.ModeSocket {
		err = errors.New("it is no socket")
	}
	if err == nil {
		err = own(fi)
	}
	if err != nil {
		return absent(path, err)
	}
	return nil
}

func absent(path string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w: there is no %s", ErrAbsent, path)
	}
	return fmt.Errorf("coord: %s cannot be trusted: %w", path, err)
}

func ownDir(fi fs.FileInfo) error {
	if !fi.IsDir() {
		return errors.New("it is no folder")
	}
	return own(fi)
}

func ownFile(fi fs.FileInfo) error {
	if !fi.Mode().IsRegular() {
		return errors.New("it is no plain file")
	}
	return own(fi)
}

// own refuses what belongs to another user or what others can reach.
func own(fi fs.FileInfo) error {
	st, ok := fi.Sys().(*syscall.Stat_t)
	switch {
	case !ok:
		return errors.New("its owner cannot be told")
	case int(st.Uid) != os.Geteuid():
		return fmt.Errorf("it belongs to user %d, not to %d", st.Uid, os.Geteuid())
	case fi.Mode().Perm()&0o077 != 0:
		return fmt.Errorf("it has mode %04o and others can reach it: chmod go= it", fi.Mode().Perm())
	}
	return nil
}
