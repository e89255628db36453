package workdir

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

//go:embed all:skeleton
var skeleton embed.FS

// Init lays the skeleton down in dir and says which files it made, as paths
// below dir. A folder that holds a butler.json is left alone as it is, and no
// file that is there is overwritten; made is then empty or shorter.
//
// program is the running binary: an instance may not be the folder that the
// program lies in, nor differ from it in the case of letters alone, since one
// could then be taken for the other.
func Init(dir, program string) (made []string, err error) {
	if err := separate(dir, filepath.Dir(program)); err != nil {
		return nil, err
	}
	if _, err := os.Lstat(filepath.Join(dir, FileName)); err == nil {
		return nil, nil
	} else if !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("workdir: %w", err)
	}
	files, err := skeletonFiles()
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("workdir: %w", err)
	}
	for _, f := range files {
		ok, err := create(filepath.Join(dir, f.name), f.text)
		if err != nil {
			return made, fmt.Errorf("workdir: %w", err)
		}
		if ok {
			made = append(made, f.name)
		}
	}
	return made, nil
}

type file struct {
	name string // with slashes
	text []byte
}

// skeletonFiles are the files of a new instance. butler.json is the last one:
// a folder with it has all of the others.
func skeletonFiles() ([]file, error) {
	var out []file
	var last file
	for _, name := range SchemaNames() {
		text, err := Schema(name)
		if err != nil {
			return nil, err
		}
		out = append(out, file{path.Join("schema", name+".schema.json"), text})
	}
	err := fs.WalkDir(skeleton, "skeleton", func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := skeleton.ReadFile(p)
		f := file{strings.TrimPrefix(p, "skeleton/"), text}
		if f.name == FileName {
			last = f
			return err
		}
		out = append(out, f)
		return err
	})
	return append(out, last), err
}

// create writes a new file, and reports false where there is one.
func create(name string, text []byte) (bool, error) {
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return false, err
	}
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	_, err = f.Write(text)
	return true, errors.Join(err, f.Sync(), f.Close())
}

func separate(dir, program string) error {
	a, errA := os.Stat(dir)
	b, errB := os.Stat(program)
	same := errA == nil && errB == nil && os.SameFile(a, b)
	if same || strings.EqualFold(filepath.Clean(dir), filepath.Clean(program)) {
		return fmt.Errorf("workdir: %s is the folder of the program itself, or differs from it in case alone\nchoose another folder with %s", dir, HomeVar)
	}
	return nil
}
