package person

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Root is where the system shows its processes. Tests have their own.
var Root = "/proc"

// Read reads one process below Root.
func Read(pid int) (Process, error) {
	dir := filepath.Join(Root, strconv.Itoa(pid))
	stat, err := os.ReadFile(filepath.Join(dir, "stat"))
	if err != nil {
		return Process{}, err
	}
	// "pid (name) state parent …"; the name may itself hold blanks and brackets
	text := string(stat)
	a, b := strings.IndexByte(text, '('), strings.LastIndexByte(text, ')')
	if a < 0 || b < a {
		return Process{}, errors.New("its stat is not as it should be")
	}
	fields := strings.Fields(text[b+1:])
	if len(fields) < 2 {
		return Process{}, errors.New("its stat is not as it should be")
	}
	p := Process{PID: pid, Name: text[a+1 : b]}
	if p.Parent, err = strconv.Atoi(fields[1]); err != nil {
		return Process{}, err
	}
	// pgrp, session, then the terminal by its number; 0 is none
	p.TTY = len(fields) > 4 && fields[4] != "0"
	p.Exe, _ = os.Readlink(filepath.Join(dir, "exe")) // not shown for another user's process
	p.Args = zeroTerminated(filepath.Join(dir, "cmdline"))
	p.Env = zeroTerminated(filepath.Join(dir, "environ"))
	return p, nil
}

func zeroTerminated(name string) []string {
	text, err := os.ReadFile(name)
	if err != nil || len(text) == 0 {
		return nil
	}
	return strings.Split(strings.TrimSuffix(string(text), "\x00"), "\x00")
}
