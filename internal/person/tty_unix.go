//go:build unix

package person

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// ownTerminal returns the name of the terminal of this process. Standard input
// and output must both be it, and this process must be in front there: then
// what is shown is seen and what is read was typed.
func ownTerminal() (string, error) {
	var names [2]string
	var ids [2]uint64
	for i, f := range []*os.File{os.Stdin, os.Stdout} {
		front, err := unix.IoctlGetInt(int(f.Fd()), unix.TIOCGPGRP)
		if err != nil {
			return "", errors.New([]string{"standard input", "standard output"}[i] + " is no terminal of its own")
		}
		if front != unix.Getpgrp() {
			return "", errors.New("it runs in the background of its terminal")
		}
		var st unix.Stat_t
		if err := unix.Fstat(int(f.Fd()), &st); err != nil {
			return "", err
		}
		ids[i] = uint64(st.Rdev)
		names[i] = terminalName(f, uint64(st.Rdev))
	}
	if ids[0] != ids[1] {
		return "", errors.New("standard input and output are two terminals")
	}
	return names[0], nil
}

// terminalName is the path of a terminal, or a word for it.
func terminalName(f *os.File, id uint64) string {
	for _, link := range []string{"/proc/self/fd/0", "/dev/fd/0"} {
		if name, err := os.Readlink(link); err == nil && f == os.Stdin {
			var st unix.Stat_t
			if unix.Stat(name, &st) == nil && uint64(st.Rdev) == id {
				return name
			}
		}
	}
	return "a terminal"
}
