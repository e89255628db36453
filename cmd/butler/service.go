package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"guard/internal/atomicfile"
)

type serviceCmd struct {
	DryRun bool `help:"Print the unit and what would be done; change nothing."`
	Remove bool `help:"Take the unit away."`
}

func (c serviceCmd) Help() string {
	return `Writes a unit for systemd --user that starts butler at login and again when it fails, and prints
the commands that switch it on; it runs none of them itself. On macOS, start butler serve from a
launch agent of your own.

Examples:
  butler install-service --dry-run
  butler install-service`
}

func (c serviceCmd) Run() error {
	if runtime.GOOS != "linux" {
		return fmt.Errorf("units are for systemd, and this is %s\nhave butler serve started by a launch agent", runtime.GOOS)
	}
	exe, err := os.Executable()
	if err != nil {
		return err
	}
	dir := os.Getenv("XDG_CONFIG_HOME")
	if !filepath.IsAbs(dir) {
		home, err := os.UserHomeDir()
		if err != nil {
			return err
		}
		dir = filepath.Join(home, ".config")
	}
	name := filepath.Join(dir, "systemd", "user", "butler.service")
	if c.Remove {
		return c.remove(name)
	}
	text, err := unit(exe)
	if err != nil {
		return err
	}
	before, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	switch {
	case string(before) == text:
		fmt.Printf("%s is as it should be\n", name)
	case c.DryRun:
		fmt.Printf("%s would be:\n\n%s\n", name, text)
	default:
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		if err := atomicfile.Write(name, []byte(text), 0o644); err != nil {
			return err
		}
		fmt.Printf("%s is written\n", name)
	}
	fmt.Print(`
switch it on:
  systemctl --user daemon-reload
  systemctl --user enable --now butler
look at it:
  systemctl --user status butler
  butler status
`)
	return nil
}

func (c serviceCmd) remove(name string) error {
	if c.DryRun {
		fmt.Printf("%s would be removed\n", name)
	} else if err := os.Remove(name); errors.Is(err, fs.ErrNotExist) {
		fmt.Printf("%s is not there\n", name)
	} else if err != nil {
		return err
	} else {
		fmt.Printf("%s is removed\n", name)
	}
	fmt.Print(`
switch it off:
  systemctl --user disable --now butler
  systemctl --user daemon-reload
`)
	return nil
}

// unit is the text of the unit. What the variables of this shell say about where
// things lie goes into it: systemd does not know them.
func unit(exe string) (string, error) {
	if strings.ContainsAny(exe, "\n\"\\%$") {
		return "", fmt.Errorf("the path of butler, %q, cannot stand in a unit", exe)
	}
	var env strings.Builder
	for _, v := range []string{"XDG_CONFIG_HOME", "XDG_STATE_HOME", "BUTLER_HOME"} {
		val := os.Getenv(v)
		if !filepath.IsAbs(val) {
			continue
		}
		if strings.ContainsAny(val, "\n\"\\%") {
			return "", fmt.Errorf("%s=%q cannot stand in a unit", v, val)
		}
		fmt.Fprintf(&env, "Environment=\"%s=%s\"\n", v, val)
	}
	return `[Unit]
Description=butler, the approval inbox of your coding agents
StartLimitIntervalSec=600
StartLimitBurst=5

[Service]
ExecStart="` + exe + `" serve
Restart=on-failure
RestartSec=2
KillMode=mixed
TimeoutStopSec=15
UMask=0077
NoNewPrivileges=yes
` + env.String() + `
[Install]
WantedBy=default.target
`, nil
}
