//go:build unix

package audit

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// noFollow makes an open of a symbolic link fail.
const noFollow = syscall.O_NOFOLLOW

// file is an open plain file. An append is a dozen system calls, and os.File
// adds half as many again, to ask whether the poller takes the file, and a
// finalizer: with it an append took 52 µs at the median, without it 38
// (2026-11-30).
type file struct {
	fd   int
	path string
}

// openFile opens path, which must be no symbolic link.
func openFile(path string, flag int, perm uint32) (*file, error) {
	f := &file{path: path}
	err := again(func() (err error) {
		f.fd, err = syscall.Open(path, flag|noFollow|syscall.O_CLOEXEC, perm)
		return err
	})
	if err != nil {
		return nil, f.failed("open", err)
	}
	return f, nil
}

// again repeats a system call that a signal interrupted.
func again(call func() error) error {
	for {
		if err := call(); err != syscall.EINTR {
			return err
		}
	}
}

func (f *file) failed(op string, err error) error {
	return &fs.PathError{Op: op, Path: f.path, Err: err}
}

// Name is the path that the file was opened by.
func (f *file) Name() string { return f.path }

func (f *file) Close() error {
	if err := syscall.Close(f.fd); err != nil {
		return f.failed("close", err)
	}
	return nil
}

func (f *file) ReadAt(b []byte, off int64) (n int, err error) {
	for n < len(b) && err == nil {
		var k int
		err = again(func() (err error) {
			k, err = syscall.Pread(f.fd, b[n:], off+int64(n))
			return err
		})
		n += max(k, 0)
		if err != nil {
			err = f.failed("read", err)
		} else if k == 0 {
			err = io.EOF
		}
	}
	return n, err
}

// Write goes on behind a short write, so that the cause of it is known.
func (f *file) Write(b []byte) (int, error) {
	return f.all(b, func(b []byte, _ int) (int, error) { return syscall.Write(f.fd, b) })
}

func (f *file) WriteAt(b []byte, off int64) (int, error) {
	return f.all(b, func(b []byte, done int) (int, error) { return syscall.Pwrite(f.fd, b, off+int64(done)) })
}

func (f *file) all(b []byte, write func(b []byte, done int) (int, error)) (n int, err error) {
	for n < len(b) && err == nil {
		var k int
		err = again(func() (err error) {
			k, err = write(b[n:], n)
			return err
		})
		n += max(k, 0)
		if err == nil && k == 0 {
			err = io.ErrUnexpectedEOF
		}
	}
	if err != nil {
		err = f.failed("write", err)
	}
	return n, err
}

// check refuses a file that another user could have put there or could read,
// and returns its size.
func (f *file) check() (size int64, err error) {
	var st syscall.Stat_t
	if err := again(func() error { return syscall.Fstat(f.fd, &st) }); err != nil {
		return 0, f.failed("stat", err)
	}
	if st.Mode&syscall.S_IFMT == syscall.S_IFDIR {
		return 0, fmt.Errorf("%s is a directory", f.path)
	}
	return st.Size, private(&st, f.path)
}

// privateInfo is private for what os.Lstat returned.
func privateInfo(fi fs.FileInfo, path string) error {
	st, ok := fi.Sys().(*syscall.Stat_t)
	if !ok {
		return fmt.Errorf("%s: its owner cannot be told", path)
	}
	return private(st, path)
}

var euid = os.Geteuid()

// private refuses what another user could have put there or could read: not a
// plain file or directory, a foreign owner, bits for others, a second name.
func private(st *syscall.Stat_t, path string) error {
	kind := st.Mode & syscall.S_IFMT
	switch {
	case kind != syscall.S_IFREG && kind != syscall.S_IFDIR:
		return fmt.Errorf("%s is not a plain file or directory", path)
	case int(st.Uid) != euid:
		return fmt.Errorf("%s belongs to user %d, not to %d", path, st.Uid, euid)
	case st.Mode&0o077 != 0:
		return fmt.Errorf("%s has mode %04o; others must have no access: chmod go= it", path, st.Mode&0o777)
	case kind == syscall.S_IFREG && st.Nlink != 1:
		return fmt.Errorf("%s has %d names; it must have one", path, st.Nlink)
	}
	return nil
}
