//go:build unix

package place

import (
	"fmt"
	"io/fs"
	"syscall"
)

// ReadFile reads at most limit bytes of a regular file. It asks the kernel
// itself: package os registers every file with the poller first, which costs a
// hook more than the reading.
func ReadFile(name string, limit int) ([]byte, error) {
	fd, err := open(name)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	defer syscall.Close(fd)
	var st syscall.Stat_t
	if err := syscall.Fstat(fd, &st); err != nil {
		return nil, &fs.PathError{Op: "stat", Path: name, Err: err}
	}
	if st.Mode&syscall.S_IFMT != syscall.S_IFREG {
		return nil, fmt.Errorf("%s is no regular file", name)
	}
	buf := make([]byte, min(int64(limit), max(st.Size, 0)+1))
	n := 0
	for n < len(buf) {
		m, err := syscall.Read(fd, buf[n:])
		switch {
		case err == syscall.EINTR:
			continue
		case err != nil:
			return nil, &fs.PathError{Op: "read", Path: name, Err: err}
		case m == 0:
			return buf[:n], nil
		}
		if n += m; n == len(buf) && n < limit { // it grew, or its size is not told (/proc)
			buf = append(buf, make([]byte, min(limit-n, n+512))...)
		}
	}
	return buf[:n], nil
}

// open opens a file to read, without waiting for a writer of a named pipe.
func open(name string) (int, error) {
	for {
		fd, err := syscall.Open(name, syscall.O_RDONLY|syscall.O_CLOEXEC|syscall.O_NONBLOCK, 0)
		if err != syscall.EINTR {
			return fd, err
		}
	}
}
