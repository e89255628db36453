//go:build !linux

package main

import (
	"errors"
	"os/exec"
)

// atTerminal is only here so that the tests build; the scripts that use it are
// for Linux.
func atTerminal(*exec.Cmd, string) (string, int, error) {
	return "", 0, errors.New("no terminals for tests on this system")
}
