package procs

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// procInfo is what is known of a process.
type procInfo struct {
	parent int
	start  uint64 // when it started, in microseconds
	zombie bool   // it ended and waits for its parent
}

// lookAt asks the kernel about one process.
func lookAt(pid int) (procInfo, bool) {
	info, err := unix.SysctlKinfoProc("kern.proc.pid", pid)
	if err != nil {
		return procInfo{}, false
	}
	const sZomb = 5 // sys/proc.h, SZOMB
	t := info.Proc.P_starttime
	return procInfo{int(info.Eproc.Ppid), uint64(t.Sec)*1e6 + uint64(t.Usec), info.Proc.P_stat == sZomb}, true
}

// marked finds nothing here: a program is known by its number and start alone.
func marked(map[string]string) map[int]string { return nil }

// bootID changes with every start of the machine.
func bootID() string {
	t, err := unix.SysctlTimeval("kern.boottime")
	if err != nil {
		return ""
	}
	return fmt.Sprint(t.Sec)
}
