package main

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// procRoot is where the system shows its processes. Tests have their own.
var procRoot = "/proc"

// readProcess reads one process below procRoot.
func readProcess(pid int) (process, error) {
	dir := filepath.Join(procRoot, strconv.Itoa(pid))
	stat, err := os.ReadFile(filepath.Join(dir, "stat"))
	if err != nil {
		return process{}, err
	}
	// "pid (name) state parent …"; the name may itself hold blanks and brackets
	text := string(stat)
	a, b := strings.IndexByte(text, '('), strings.LastIndexByte(text, ')')
	if a < 0 || b < a {
		return process{}, errors.New("its stat is not as it should be")
	}
	fields := strings.Fields(text[b+1:])
	if len(fields) < 2 {
		return process{}, errors.New("its stat is not as it should be")
	}
	p := process{pid: pid, name: text[a+1 : b]}
	if p.parent, err = strconv.Atoi(fields[1]); err != nil {
		return process{}, err
	}
	p.exe, _ = os.Readlink(filepath.Join(dir, "exe")) // not shown for another user's process
	p.args = zeroTerminated(filepath.Join(dir, "cmdline"))
	p.env = zeroTerminated(filepath.Join(dir, "environ"))
	return p, nil
}

func zeroTerminated(name string) []string {
	text, err := os.ReadFile(name)
	if err != nil || len(text) == 0 {
		return nil
	}
	return strings.Split(strings.TrimSuffix(string(text), "\x00"), "\x00")
}
