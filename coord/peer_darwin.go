package coord

import "golang.org/x/sys/unix"

// peerOf is what LOCAL_PEERCRED and LOCAL_PEERPID say.
func peerOf(fd int) (Peer, error) {
	c, err := unix.GetsockoptXucred(fd, unix.SOL_LOCAL, unix.LOCAL_PEERCRED)
	if err != nil {
		return Peer{}, err
	}
	pid, err := unix.GetsockoptInt(fd, unix.SOL_LOCAL, unix.LOCAL_PEERPID)
	if err != nil {
		return Peer{}, err
	}
	return Peer{UID: int(c.Uid), PID: pid}, nil
}
