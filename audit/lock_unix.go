//go:build unix

package audit

import (
	"os"
	"syscall"
)

// lock is the lock file of a log, open. gofrs/flock would come to the same
// system call, but with five more, since it opens by os.OpenFile; and to wait
// until a deadline it would poll.
type lock struct {
	f      *file
	shared bool
}

func openLock(path string, shared bool) (*lock, error) {
	flag := os.O_CREATE | os.O_RDWR
	if shared {
		flag = os.O_RDONLY // a reader makes no files
	}
	f, err := openFile(path, flag, 0o600)
	if err != nil {
		return nil, err
	}
	return &lock{f, shared}, nil
}

func (l *lock) take(more int) error {
	how := syscall.LOCK_EX
	if l.shared {
		how = syscall.LOCK_SH
	}
	err := again(func() error { return syscall.Flock(l.f.fd, how|more) })
	if err != nil && err != syscall.EWOULDBLOCK {
		return l.f.failed("lock", err)
	}
	return err
}

// try takes the lock if it is free.
func (l *lock) try() (bool, error) {
	err := l.take(syscall.LOCK_NB)
	if err == syscall.EWOULDBLOCK {
		return false, nil
	}
	return err == nil, err
}

// wait blocks until it has the lock.
func (l *lock) wait() error { return l.take(0) }

// release gives the lock back, if it was taken, and closes the file.
func (l *lock) release() {
	// The close gives it back. A child that this process is just starting has
	// the file too, until its exec closes it there.
	_ = l.f.Close()
}

// check makes sure that the file that is locked is ours and still the one that
// others will find: two lock files would be no lock.
func (l *lock) check() error {
	var held, named syscall.Stat_t
	if err := syscall.Fstat(l.f.fd, &held); err != nil {
		return l.f.failed("stat", err)
	}
	if !l.shared {
		if err := private(&held, l.f.path); err != nil {
			return err
		}
	}
	if err := syscall.Lstat(l.f.path, &named); err != nil {
		return l.f.failed("lstat", err)
	}
	if held.Dev != named.Dev || held.Ino != named.Ino {
		return l.f.failed("lock", errReplaced)
	}
	return nil
}
