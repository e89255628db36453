// Package serve listens on butler's two sockets. It is apart from coord so that
// guard need not carry package net.
//
// Promise: a socket is made in a folder that nobody else can enter, with mode 0600,
// and never in place of one at which somebody answers. A connection of another user
// is closed before a byte of it is read.
//
// Limit: whoever may write in the folder, which is the user and root, can put
// another socket there; guard then sees that its answers are not signed.
package serve

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"time"

	"guard/coord"
)

// Listener accepts connections of this user.
type Listener struct {
	l    *net.UnixListener
	path string

	// Strange is told of connections that were closed unread. It may be nil.
	Strange func(error)
}

// ErrTaken is that a live process answers at the socket already.
var ErrTaken = errors.New("serve: another butler answers there")

// Listen makes the socket at path, and its folder with mode 0700. A socket at which
// nobody answers any more is replaced. The caller must hold the lock of the one
// instance, or two could replace each other's.
func Listen(path string) (*Listener, error) {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("serve: %w", err)
	}
	if err := coord.CheckSocket(path); err != nil && !errors.Is(err, coord.ErrAbsent) {
		return nil, fmt.Errorf("serve: %w", err)
	}
	if c, err := net.DialTimeout("unix", path, time.Second); err == nil {
		c.Close()
		return nil, fmt.Errorf("%w: %s", ErrTaken, path)
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("serve: %w", err)
	}
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		return nil, fmt.Errorf("serve: %w", err)
	}
	// Nobody else can enter the folder, so that nobody saw the mode it had.
	err = os.Chmod(path, 0o600)
	if err == nil {
		err = coord.CheckSocket(path)
	}
	if err != nil {
		l.Close()
		return nil, fmt.Errorf("serve: %w", err)
	}
	return &Listener{l: l, path: path}, nil
}

// Accept waits for the next connection of this user.
func (l *Listener) Accept() (*coord.Conn, error) {
	c, p, err := l.AcceptRaw()
	if err != nil {
		return nil, err
	}
	return coord.NewConn(c, p), nil
}

// AcceptRaw waits for the next connection of this user, and says who that is. It
// is for a socket at which no frames are spoken.
func (l *Listener) AcceptRaw() (*net.UnixConn, coord.Peer, error) {
	for {
		c, err := l.l.AcceptUnix()
		if err != nil {
			return nil, coord.Peer{}, fmt.Errorf("serve: %w", err)
		}
		p, err := coord.CheckPeer(c)
		if err == nil {
			return c, p, nil
		}
		c.Close()
		if l.Strange != nil {
			l.Strange(err)
		}
	}
}

// Close stops listening and removes the socket.
func (l *Listener) Close() error { return l.l.Close() }
