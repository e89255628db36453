//go:build unix

package coord

import (
	"context"
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// CheckPeer asks the kernel who is at the other end of a unix socket. Another
// user than this one is an error.
func CheckPeer(c syscall.Conn) (Peer, error) {
	raw, err := c.SyscallConn()
	if err != nil {
		return Peer{}, fmt.Errorf("coord: the other end cannot be told: %w", err)
	}
	var p Peer
	var perr error
	if err := raw.Control(func(fd uintptr) { p, perr = peerOf(int(fd)) }); err != nil {
		perr = err
	}
	if perr != nil {
		return Peer{}, fmt.Errorf("coord: the other end cannot be told: %w", perr)
	}
	if p.UID != os.Geteuid() {
		return Peer{}, fmt.Errorf("coord: the other end is user %d, not %d", p.UID, os.Geteuid())
	}
	return p, nil
}

// dial connects to a unix socket that CheckSocket has nothing against, and to
// nobody but this user. The stream has deadlines.
func dial(ctx context.Context, path string, t Timing) (Stream, error) {
	if err := CheckSocket(path); err != nil {
		return nil, err
	}
	fd, err := socket()
	if err != nil {
		return nil, fmt.Errorf("coord: no socket: %w", err)
	}
	if err := connect(ctx, fd, path, time.Now().Add(t.Dial)); err != nil {
		unix.Close(fd)
		if errors.Is(err, unix.ECONNREFUSED) || errors.Is(err, unix.ENOENT) {
			return nil, fmt.Errorf("%w: nobody listens at %s", ErrAbsent, path)
		}
		return nil, fmt.Errorf("coord: %s: %w", path, err)
	}
	f := os.NewFile(uintptr(fd), path) // the descriptor does not block, so that the file has deadlines
	if _, err := CheckPeer(f); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

func socket() (int, error) {
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	fd, err := unix.Socket(unix.AF_UNIX, unix.SOCK_STREAM, 0)
	if err != nil {
		return -1, err
	}
	unix.CloseOnExec(fd)
	if err := unix.SetNonblock(fd, true); err != nil {
		unix.Close(fd)
		return -1, err
	}
	return fd, nil
}

// connect tries until the time is up: a listener whose queue is full refuses for
// a moment (EAGAIN on Linux).
func connect(ctx context.Context, fd int, path string, until time.Time) error {
	for {
		err := unix.Connect(fd, &unix.SockaddrUnix{Name: path})
		switch {
		case err == nil, errors.Is(err, unix.EISCONN):
			return nil
		case errors.Is(err, unix.EINTR), errors.Is(err, unix.EAGAIN), errors.Is(err, unix.EINPROGRESS), errors.Is(err, unix.EALREADY):
		default:
			return err
		}
		if !time.Now().Before(until) || ctx.Err() != nil {
			return errors.New("it takes no connection")
		}
		time.Sleep(2 * time.Millisecond)
	}
}
