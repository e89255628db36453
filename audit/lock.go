package audit

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"
)

// ErrLocked is the cause when the lock was not free before the deadline.
var ErrLocked = errors.New("another process holds the lock")

var errReplaced = errors.New("the file was replaced while it was locked")

// acquire takes the lock file at path, for writing or shared, and returns what
// releases it.
//
// The first try does not block. After that a goroutine blocks in the system
// call and is left behind at the deadline; the process is about to end, and a
// lock that it gets too late it gives back at once. Polling until the deadline,
// as flock.TryLockContext does, cost 16 writers 3.4 ms at the 95th percentile
// where the blocking call cost 0.03 ms (measured 2026-11).
func acquire(ctx context.Context, path string, wait time.Duration, shared bool) (release func(), err error) {
	l, err := openLock(path, shared)
	if err != nil {
		return nil, err
	}
	ok, err := l.try()
	if err == nil && !ok {
		if err = block(ctx, l, wait); errors.Is(err, ErrLocked) {
			return nil, err // the goroutine that still waits for it closes it
		}
	}
	if err == nil {
		err = l.check()
	}
	if err != nil {
		l.release()
		return nil, err
	}
	return l.release, nil
}

func block(ctx context.Context, l *lock, wait time.Duration) error {
	const waiting, taken, left = 0, 1, 2
	var state atomic.Int32
	done := make(chan error, 1)
	go func() {
		err := l.wait()
		if !state.CompareAndSwap(waiting, taken) {
			l.release()
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
