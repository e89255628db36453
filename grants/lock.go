package grants

import (
	"fmt"
	"os"
	"sync/atomic"
	"time"

	"github.com/gofrs/flock"
)

// lockWait is how long a change waits for the lock.
const lockWait = 2 * time.Second

// acquire takes the lock file and returns what releases it. The lock file is
// not the file that is kept, because that one is replaced at every change.
//
// The first try does not block; after it a goroutine blocks in the system call
// and is left behind at the limit. A lock that it gets too late it gives back.
func acquire(name string, wait time.Duration) (release func(), err error) {
	l := flock.New(name, flock.SetFlag(os.O_CREATE|os.O_RDWR|noFollow), flock.SetPermissions(0o600))
	ok, err := l.TryLock()
	if err == nil && !ok {
		err = block(l, wait)
	}
	if err != nil {
		return nil, err
	}
	if err := checkLock(l); err != nil {
		_ = l.Unlock()
		return nil, err
	}
	return func() { _ = l.Unlock() }, nil
}

func block(l *flock.Flock, wait time.Duration) error {
	const waiting, taken, left = 0, 1, 2
	var state atomic.Int32
	done := make(chan error, 1)
	go func() {
		err := l.Lock()
		if !state.CompareAndSwap(waiting, taken) {
			_ = l.Unlock()
			return
		}
		done <- err
	}()
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case err := <-done:
		return err
	case <-timer.C:
	}
	if state.CompareAndSwap(waiting, left) {
		return fmt.Errorf("%w for more than %v", ErrLocked, wait)
	}
	return <-done // it came at the last moment
}

// checkLock makes sure that what is locked is ours and still what others will
// find: two lock files would be no lock.
func checkLock(l *flock.Flock) error {
	held, err := l.Stat()
	if err != nil {
		return err
	}
	if err := private(held, l.Path()); err != nil {
		return err
	}
	named, err := os.Lstat(l.Path())
	if err != nil {
		return err
	}
	if !os.SameFile(held, named) {
		return fmt.Errorf("%s was replaced while it was locked", l.Path())
	}
	return nil
}
