package main

import (
	"encoding/binary"
	"strings"

	"golang.org/x/sys/unix"
)

// procRoot is not used here; the kernel is asked.
var procRoot = ""

// readProcess asks the kernel about one process.
func readProcess(pid int) (process, error) {
	info, err := unix.SysctlKinfoProc("kern.proc.pid", pid)
	if err != nil {
		return process{}, err
	}
	p := process{pid: pid, parent: int(info.Eproc.Ppid), name: unix.ByteSliceToString(info.Proc.P_comm[:])}
	// The number of words, the program file, zeros, the words, the variables;
	// refused for another user's process.
	raw, err := unix.SysctlRaw("kern.procargs2", pid)
	if err != nil || len(raw) < 4 {
		return p, nil
	}
	n := int(binary.LittleEndian.Uint32(raw))
	exe, rest, _ := strings.Cut(string(raw[4:]), "\x00")
	p.exe = exe
	for _, s := range strings.Split(strings.TrimLeft(rest, "\x00"), "\x00") {
		switch {
		case len(p.args) < n:
			p.args = append(p.args, s)
		case s == "":
			return p, nil
		default:
			p.env = append(p.env, s)
		}
	}
	return p, nil
}
