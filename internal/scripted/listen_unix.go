//go:build unix

package scripted

import (
	"errors"
	"os"
	"sync/atomic"
	"syscall"

	"golang.org/x/sys/unix"
)

// Bounds of the listener.
const (
	connections = 16
	patience    = 30  // seconds that a client may take for a part of a request
	look        = 100 // milliseconds between two looks at whether to stop
)

// listen answers requests on a port of 127.0.0.1 until stop is called.
func listen(answer func(request) response) (port int, stop func(), err error) {
	syscall.ForkLock.RLock() // no child that is started meanwhile gets the socket
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_STREAM, 0)
	if err == nil {
		unix.CloseOnExec(fd)
	}
	syscall.ForkLock.RUnlock()
	if err != nil {
		return 0, nil, os.NewSyscallError("socket", err)
	}
	fail := func(call string, err error) (int, func(), error) {
		_ = unix.Close(fd)
		return 0, nil, os.NewSyscallError(call, err)
	}
	if err := unix.Bind(fd, &unix.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}}); err != nil {
		return fail("bind", err)
	}
	if err := unix.Listen(fd, connections); err != nil {
		return fail("listen", err)
	}
	name, err := unix.Getsockname(fd)
	if err != nil {
		return fail("getsockname", err)
	}
	at, ok := name.(*unix.SockaddrInet4)
	if !ok {
		return fail("getsockname", unix.EAFNOSUPPORT)
	}
	var over atomic.Bool
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		defer unix.Close(fd)
		slots := make(chan struct{}, connections)
		for !over.Load() {
			// Looked at with a limit: closing a socket does not wake who waits
			// for it on every system.
			n, err := unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}, look)
			if err != nil && !errors.Is(err, unix.EINTR) {
				return
			}
			if n <= 0 {
				continue
			}
			c, err := accept(fd)
			if err != nil {
				continue
			}
			slots <- struct{}{}
			go func() {
				defer func() { <-slots }()
				defer c.Close()
				_ = converse(c, answer) // the client sees what it gets, and says so
			}()
		}
	}()
	return at.Port, func() { over.Store(true); <-ended }, nil
}

// accept takes a connection, which blocks for a bounded time at each turn.
func accept(fd int) (*os.File, error) {
	syscall.ForkLock.RLock()
	c, _, err := unix.Accept(fd)
	if err == nil {
		unix.CloseOnExec(c)
	}
	syscall.ForkLock.RUnlock()
	if err != nil {
		return nil, err
	}
	for _, opt := range []int{unix.SO_RCVTIMEO, unix.SO_SNDTIMEO} {
		if err := unix.SetsockoptTimeval(c, unix.SOL_SOCKET, opt, &unix.Timeval{Sec: patience}); err != nil {
			_ = unix.Close(c)
			return nil, err
		}
	}
	return os.NewFile(uintptr(c), "connection"), nil
}
