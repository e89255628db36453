package audit

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/windows"
)

const noFollow = 0

// file is an open plain file.
type file struct{ *os.File }

func openFile(path string, flag int, perm uint32) (*file, error) {
	f, err := os.OpenFile(path, flag, os.FileMode(perm))
	if err != nil {
		return nil, err
	}
	return &file{f}, nil
}

// check returns the size of a plain file. Access is ruled by lists here, and
// the state directory inherits those of the user's profile.
func (f *file) check() (size int64, err error) {
	fi, err := f.Stat()
	if err != nil {
		return 0, err
	}
	if !fi.Mode().IsRegular() {
		return 0, fmt.Errorf("%s is not a plain file", f.Name())
	}
	return fi.Size(), nil
}

func privateInfo(fi fs.FileInfo, path string) error {
	if !fi.Mode().IsRegular() && !fi.IsDir() {
		return fmt.Errorf("%s is not a plain file or directory", path)
	}
	return nil
}

// bootText has no good source here. Without one every loss counts as one that
// no crash explains, which is the strict reading.
func bootText() string { return "" }

func hostText() string { name, _ := os.Hostname(); return name }

func remoteFS(dir string) (string, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	root, err := windows.UTF16PtrFromString(filepath.VolumeName(abs) + `\`)
	if err != nil {
		return "", err
	}
	if windows.GetDriveType(root) == windows.DRIVE_REMOTE {
		return "a network drive", nil
	}
	return "", nil
}

func dataSync(f *file) error { return f.Sync() }

func dirSync(string) error { return nil }

func reserve(*file, int64) {}

func freeBytes(string) (free, total uint64, err error) { return 0, 0, nil }
