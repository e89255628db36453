package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"guard/hookio/setup"
)

// fix mends what is safe to mend: modes of guard's own files, and entries of
// guard's that are not as this guard writes them. It never registers guard where
// it is not registered, since a person may have taken it out, and never touches
// what is not guard's.
func (d *doctor) fix() {
	for _, f := range folders(d.at) {
		info, err := os.Stat(f.path)
		if err != nil || openBits(info, f.bits) == 0 || !mine(info) {
			continue
		}
		mode := info.Mode().Perm() &^ f.bits
		if err := os.Chmod(f.path, mode); err != nil {
			d.add(setup.Warn, "fix", err.Error(), "it could not be mended", "")
			continue
		}
		d.fixed = append(d.fixed, fmt.Sprintf("%s has mode %04o now", f.path, mode))
	}
	for _, f := range setup.Detect(d.env) {
		if d.chosen != nil && !slices.Contains(d.chosen, f.Client) {
			continue
		}
		for _, dir := range append([]string{""}, d.question().Dirs...) {
			env := d.env
			env.Project = dir
			path, ok, err := setup.Registered(f.Client, env)
			if err != nil || path == "" || ok && setup.Program(path) == "" {
				continue
			}
			if setup.Program(path) != "" {
				path = d.exe
			}
			change, err := setup.Plan(f.Client, env, path)
			if err == nil && !change.Empty() {
				err = change.Apply()
			}
			switch {
			case err != nil && !errors.Is(err, fs.ErrNotExist):
				d.addFor(f.Client, setup.Warn, "fix", err.Error(), "it could not be mended", "guard install "+string(f.Client))
			case !change.Empty():
				text := "guard's entries in " + change.Path
				if change.Backup != "" {
					text += "; the file as it was: " + change.Backup
				}
				if change.Next != "" {
					text += "; next: " + change.Next
				}
				d.fixed = append(d.fixed, text)
			}
		}
	}
}
