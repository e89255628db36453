package procs

import (
	"os"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// becomeReaper makes this process the parent of what its descendants leave
// behind (prctl(2), PR_SET_CHILD_SUBREAPER, Linux 3.4).
func becomeReaper() { _ = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) }

func sessionOfItsOwn() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setsid: true, Pdeathsig: syscall.SIGKILL}
}

func duplicate(from, to int) error { return unix.Dup3(from, to, 0) }

// signalStrays signals every process that has this one among its ancestors and
// lives in another group than the leader's, which was signalled as a whole.
func signalStrays(sig syscall.Signal, leader int) {
	parents := map[int]int{}
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return
	}
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		if p, ok := lookAt(pid); ok {
			parents[pid] = p.parent
		}
	}
	self := os.Getpid()
	for pid := range parents {
		for up, n := parents[pid], 0; up > 1 && n < len(parents); up, n = parents[up], n+1 {
			if up == self {
				if group, err := syscall.Getpgid(pid); err == nil && group != leader {
					_ = syscall.Kill(pid, sig)
				}
				break
			}
		}
	}
}
