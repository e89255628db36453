// Command disk is an example of a faculty: a report, and a command that tells
// how far it is.
//
// Promise: it changes nothing; it reads the names and sizes below one folder.
//
// Limit: it is an example. Folders that cannot be read count as empty.
package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"guard/sdk"
)

func main() {
	var err error
	switch {
	case len(os.Args) == 3 && os.Args[1] == "usage":
		err = usage(os.Args[2])
	case len(os.Args) == 2 && os.Args[1] == "count":
		err = count()
	default:
		err = fmt.Errorf("usage: disk usage FOLDER | disk count")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "disk:", err)
		os.Exit(1)
	}
}

type entry struct {
	name  string
	bytes int64
}

// usage prints what takes room in a folder, the largest first.
func usage(root string) error {
	children, err := os.ReadDir(root)
	if err != nil {
		return err
	}
	var all []entry
	for i, c := range children {
		sdk.Progress(float64(i), float64(len(children)), c.Name())
		all = append(all, entry{c.Name(), size(filepath.Join(root, c.Name()))})
	}
	sdk.Progress(float64(len(children)), float64(len(children)), "")
	slices.SortFunc(all, func(a, b entry) int { return int(b.bytes - a.bytes) })
	for _, e := range all {
		fmt.Printf("%12d %s\n", e.bytes, e.name)
	}
	return nil
}

func size(root string) int64 {
	var sum int64
	_ = filepath.WalkDir(root, func(_ string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil // counts as empty
		}
		if st, err := d.Info(); err == nil && !d.IsDir() {
			sum += st.Size()
		}
		return nil
	})
	return sum
}

// count takes its argument from standard input.
func count() error {
	var args struct{ Steps int }
	if err := sdk.Args(&args); err != nil {
		return err
	}
	for i := range args.Steps {
		sdk.Progress(float64(i+1), float64(args.Steps), "counting")
	}
	fmt.Printf("counted %d steps\n", args.Steps)
	return nil
}
