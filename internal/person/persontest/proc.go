// Package persontest makes the processes that a test is to have above it: a
// test may itself be run by a client.
//
// Promise: what it makes is read by [person.Read] as the system's own would be.
// Limit: it is laid out as Linux shows its processes.
package persontest

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"guard/internal/person"
)

// Write lays out below root a folder like /proc, in which process 100 and the
// ones above it are as given, the nearest first.
func Write(root string, above ...person.Process) error {
	for i, p := range above {
		parent := 0
		if i+1 < len(above) {
			parent = 101 + i
		}
		if err := write(filepath.Join(root, strconv.Itoa(100+i)), p, parent); err != nil {
			return err
		}
	}
	return nil
}

// Self adds the process pid, with a terminal, below process 100.
func Self(root string, pid int, name string) error {
	return write(filepath.Join(root, strconv.Itoa(pid)), person.Process{Name: name, TTY: true}, 100)
}

func write(dir string, p person.Process, parent int) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	tty := "0"
	if p.TTY {
		tty = "34816"
	}
	for name, text := range map[string]string{
		"stat":    "1 (" + p.Name + ") S " + strconv.Itoa(parent) + " 0 0 " + tty,
		"cmdline": strings.Join(p.Args, "\x00") + "\x00",
		"environ": strings.Join(p.Env, "\x00") + "\x00",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			return err
		}
	}
	return nil
}
