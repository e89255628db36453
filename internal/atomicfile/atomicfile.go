// Package atomicfile replaces a file whole.
//
// Promise: whoever reads the file, also after a crash or a power loss, finds what
// was there before or all of the new text. Nothing is left beside it but, after a
// crash, a hidden file that ends in .tmp.
//
// Limit: two who write at once do not see each other; the later one wins. Who has
// a step between reading and writing takes a lock. A symbolic link at the name is
// replaced, not followed.
package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Write puts text in the place of the file at name, with exactly these permission
// bits. Its folder must exist. A nil error means that the file is on the disk.
func Write(name string, text []byte, mode fs.FileMode) error {
	dir, base := filepath.Split(name)
	dir = filepath.Clean(dir) // "" is the working directory
	f, err := os.CreateTemp(dir, "."+base+".*.tmp")
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	err = errors.Join(err, f.Chmod(mode), f.Sync(), f.Close()) // the umask does not count
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		_ = os.Remove(f.Name())
		return err
	}
	SyncDir(dir)
	return nil
}

// SyncDir makes what was renamed or removed in dir last. Windows and some file
// systems cannot do that; the change has happened all the same.
func SyncDir(dir string) {
	if d, err := os.Open(dir); err == nil {
		_ = d.Sync()
		_ = d.Close()
	}
}
