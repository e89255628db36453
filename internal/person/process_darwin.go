package person

import (
	"encoding/binary"
	"strings"

	"golang.org/x/sys/unix"
)

// Root is not used here; the kernel is asked.
var Root = ""

// Read asks the kernel about one process.
func Read(pid int) (Process, error) {
	info, err := unix.SysctlKinfoProc("kern.proc.pid", pid)
	if err != nil {
		return Process{}, err
	}
	p := Process{PID: pid, Parent: int(info.Eproc.Ppid), Name: unix.ByteSliceToString(info.Proc.P_comm[:]), TTY: info.Eproc.Tdev != -1}
	// The number of words, the program file, zeros, the words, the variables;
	// refused for another user's process.
	raw, err := unix.SysctlRaw("kern.procargs2", pid)
	if err != nil || len(raw) < 4 {
		return p, nil
	}
	n := int(binary.LittleEndian.Uint32(raw))
	exe, rest, _ := strings.Cut(string(raw[4:]), "\x00")
	p.Exe = exe
	for _, s := range strings.Split(strings.TrimLeft(rest, "\x00"), "\x00") {
		switch {
		case len(p.Args) < n:
			p.Args = append(p.Args, s)
		case s == "":
			return p, nil
		default:
			p.Env = append(p.Env, s)
		}
	}
	return p, nil
}
