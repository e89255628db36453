package audit

import (
	"os"

	"github.com/gofrs/flock"
)

// lock is the lock file of a log.
type lock struct {
	f      *flock.Flock
	shared bool
}

func openLock(path string, shared bool) (*lock, error) {
	flag := os.O_CREATE | os.O_RDWR
	if shared {
		flag = os.O_RDONLY // a reader makes no files
	}
	return &lock{flock.New(path, flock.SetFlag(flag), flock.SetPermissions(0o600)), shared}, nil
}

// try takes the lock if it is free.
func (l *lock) try() (bool, error) {
	if l.shared {
		return l.f.TryRLock()
	}
	return l.f.TryLock()
}

// wait blocks until it has the lock.
func (l *lock) wait() error {
	if l.shared {
		return l.f.RLock()
	}
	return l.f.Lock()
}

// release gives the lock back, if it was taken, and closes the file.
func (l *lock) release() { _ = l.f.Close() }

// check makes sure that the file that is locked is still the one that others
// will find.
func (l *lock) check() error {
	held, err := l.f.Stat()
	if err != nil {
		return err
	}
	named, err := os.Lstat(l.f.Path())
	if err != nil {
		return err
	}
	if !os.SameFile(held, named) {
		return &os.PathError{Op: "lock", Path: l.f.Path(), Err: errReplaced}
	}
	return nil
}
