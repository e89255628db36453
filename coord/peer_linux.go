package coord

import "golang.org/x/sys/unix"

// peerOf is what SO_PEERCRED says: who connected, or who listened.
func peerOf(fd int) (Peer, error) {
	c, err := unix.GetsockoptUcred(fd, unix.SOL_SOCKET, unix.SO_PEERCRED)
	if err != nil {
		return Peer{}, err
	}
	return Peer{UID: int(c.Uid), PID: int(c.Pid)}, nil
}
