package setup

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"guard/hookio"
	"guard/internal/atomicfile"
)

// Change is what a settings file is and what it shall be.
type Change struct {
	Client   hookio.Client
	Path     string   // the file as the client names it
	Target   string   // the file itself, where Path is a symbolic link
	Before   []byte   // nil where there is no file
	After    []byte   // nil where there shall be none
	Backup   string   // where the copy of Before goes; "" where none is made
	Warnings []string // what keeps the hooks from working, or may
	Next     string   // what a person has to do then

	mode fs.FileMode
}

// Empty reports whether there is nothing to do.
func (c Change) Empty() bool {
	return (c.Before == nil) == (c.After == nil) && bytes.Equal(c.Before, c.After)
}

const backupMark = ".guard-backup-"

// load reads the settings file of cl. After is Before.
func load(cl *client, env Env) (Change, error) {
	path, err := cl.path(env)
	if err != nil {
		return Change{}, err
	}
	return loadFile(cl, path, env)
}

// loadFile reads one file of cl. After is Before.
func loadFile(cl *client, path string, env Env) (_ Change, err error) {
	c := Change{Client: cl.name, Path: path, mode: 0o600}
	if c.Target, err = follow(path); err != nil {
		return Change{}, err
	}
	info, err := os.Stat(c.Target)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return c, nil
	case err != nil:
		return Change{}, fmt.Errorf("setup: %w", err)
	case !info.Mode().IsRegular():
		return Change{}, fmt.Errorf("setup: %s is not a regular file", c.Target)
	}
	if c.Before, err = os.ReadFile(c.Target); err != nil {
		return Change{}, fmt.Errorf("setup: %w", err)
	}
	if c.Before == nil {
		c.Before = []byte{}
	}
	c.After = c.Before
	c.mode = info.Mode().Perm()
	c.Backup = c.Path + backupMark + env.Now().UTC().Format("20060102T150405.000Z")
	return c, nil
}

// follow returns what the last element of path points to, which need not exist.
func follow(path string) (string, error) {
	for range 40 {
		to, err := os.Readlink(path)
		if err != nil {
			return path, nil // no link, or nothing there
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(path), to)
		}
		path = to
	}
	return "", fmt.Errorf("setup: %s: too many symbolic links", path)
}

// copies returns the copies beside the file that have no entry of guard, the
// newest first. One that cannot be read as settings has none.
func (c Change) copies(cl *client) ([][]byte, error) {
	dir, base := filepath.Split(c.Path)
	list, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("setup: %w", err)
	}
	var names []string
	for _, e := range list {
		if strings.HasPrefix(e.Name(), base+backupMark) && e.Type().IsRegular() {
			names = append(names, e.Name())
		}
	}
	slices.Sort(names)
	slices.Reverse(names)
	var all [][]byte
	for _, name := range names {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return nil, fmt.Errorf("setup: %w", err)
		}
		if guard, _, err := find(text, cl); err == nil && guard == "" {
			if text == nil {
				text = []byte{}
			}
			all = append(all, text)
		}
	}
	return all, nil
}

// Apply writes the change: first the copy, then a temporary file beside the
// target that takes its place at once. The mode of the file stays. It fails
// without a trace if the file is no more what it was when the change was planned.
func (c Change) Apply() error {
	if c.Empty() {
		return nil
	}
	now, err := os.ReadFile(c.Target)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("setup: %w", err)
	}
	if (err != nil) != (c.Before == nil) || !bytes.Equal(now, c.Before) {
		return fmt.Errorf("setup: %s was changed by somebody else meanwhile; nothing was written, try again", c.Target)
	}
	if c.After == nil { // a file that guard made; it has nothing but guard's entries
		if err := os.Remove(c.Target); err != nil {
			return fmt.Errorf("setup: %w", err)
		}
		atomicfile.SyncDir(filepath.Dir(c.Target))
		return nil
	}
	for _, dir := range []string{filepath.Dir(c.Path), filepath.Dir(c.Target)} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return fmt.Errorf("setup: %w", err)
		}
	}
	if c.Backup != "" {
		if err := writeNew(c.Backup, c.Before, c.mode); err != nil {
			return err
		}
	}
	if err := atomicfile.Write(c.Target, c.After, c.mode); err != nil {
		return fmt.Errorf("setup: %w", err)
	}
	return nil
}

// writeNew writes a file that does not exist yet, down to the disk.
func writeNew(path string, data []byte, mode fs.FileMode) (err error) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return fmt.Errorf("setup: %w", err)
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(path)
			err = fmt.Errorf("setup: %w", err)
		}
	}()
	if _, err = f.Write(data); err != nil {
		return err
	}
	if err = f.Chmod(mode); err != nil { // the umask does not count
		return err
	}
	if err = f.Sync(); err != nil {
		return err
	}
	return f.Close()
}
