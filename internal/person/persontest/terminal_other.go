//go:build !linux

package persontest

import (
	"errors"
	"os/exec"
)

var errNone = errors.New("persontest: there are no terminals for tests on this system")

// Talk is for Linux.
func Talk(*exec.Cmd, func(string) string) (string, int, error) { return "", 0, errNone }

// AtTerminal is for Linux.
func AtTerminal(*exec.Cmd, string) (string, int, error) { return "", 0, errNone }
