package audit

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync/atomic"
	"time"

	"github.com/gofrs/flock"
)

// ErrLocked is the cause when the lock was not free before the deadline.
var ErrLocked = errors.New("another process holds the lock")

// acquire takes the lock file at path, for writing or shared, and returns what
// releases it.
//
// The first try does not block. After that a goroutine blocks in the system
// call and is left behind at the deadline; the process is about to end, and a
// lock that it gets too late it gives back at once. flock.TryLockContext would
// be the ready way, but it polls: under 16 writers polling cost 3.4 ms at the
// 95th percentile where the blocking call cost 0.03 ms (measured 2026-11).
func acquire(ctx context.Context, path string, wait time.Duration, shared bool) (release func(), err error) {
	l := newLock(path, shared)
	var ok bool
	if shared {
		ok, err = l.TryRLock()
	} else {
		ok, err = l.TryLock()
	}
	if err == nil && !ok {
		_ = l.Close()
		l = newLock(path, shared)
		err = block(ctx, l, wait, shared)
	}
	if err != nil {
		return nil, err
	}
	if err := checkLock(l, shared); err != nil {
		_ = l.Unlock()
		return nil, err
	}
	return func() { _ = l.Unlock() }, nil
}

func newLock(path string, shared bool) *flock.Flock {
	flag := os.O_CREATE | os.O_RDWR
	if shared {
		flag = os.O_RDONLY // a reader makes no files
	}
	return flock.New(path, flock.SetFlag(flag|noFollow), flock.SetPermissions(0o600))
}

func block(ctx context.Context, l *flock.Flock, wait time.Duration, shared bool) error {
	const waiting, taken, left = 0, 1, 2
	var state atomic.Int32
	done := make(chan error, 1)
	go func() {
		var err error
		if shared {
			err = l.RLock()
		} else {
			err = l.Lock()
		}
		if !state.CompareAndSwap(waiting, taken) {
			_ = l.Unlock()
			return
		}
		done <- err
	}()
	timer := time.NewTimer(wait)
	defer timer.Stop()
	var cause error
	select {
	case err := <-done:
		return err
	case <-timer.C:
		cause = fmt.Errorf("%w for more than %v", ErrLocked, wait)
	case <-ctx.Done():
		cause = fmt.Errorf("%w: %w", ErrLocked, ctx.Err())
	}
	if state.CompareAndSwap(waiting, left) {
		return cause
	}
	return <-done // it came at the last moment
}

// checkLock makes sure that the file that is locked is ours and still the one
// that others will find: two lock files would be no lock.
func checkLock(l *flock.Flock, shared bool) error {
	held, err := l.Stat()
	if err != nil {
		return err
	}
	if !shared {
		if err := private(held, l.Path()); err != nil {
			return err
		}
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
