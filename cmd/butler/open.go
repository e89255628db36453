package main

import (
	"context"
	"errors"
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"guard/coord"
	"guard/internal/person"
)

type openCmd struct {
	Host   string `placeholder:"NAME" help:"Call the page by this name: localhost, 127.0.0.1 or butler.localhost."`
	Code   string `placeholder:"LETTERS" help:"Let in the page that shows these letters: in a browser on another machine."`
	Direct bool   `help:"Hand the browser the address itself, not a file that leads there. For browsers that may not read the file; the list of processes shows the address for a moment."`
}

func (c openCmd) Help() string {
	return `Opens the dashboard, signed in. It needs a terminal that no client started. The address holds a
ticket that works once, for a minute; it is not printed.

Where the browser is on another machine, make a tunnel, open http://localhost:19387 there, and say
here which letters the page shows.

Examples:
  butler open
  ssh -L 19387:localhost:19387 this-machine     (on the other machine)
  butler open --code K7F3QD`
}

func (c openCmd) Run() error {
	if _, err := person.Here("butler open"); err != nil {
		return err
	}
	ctx := context.Background()
	if c.Code != "" {
		if err := ask(ctx, coord.TOpen, &coord.Open{Pair: c.Code}, nil, nil); err != nil {
			return err
		}
		fmt.Println("the page that shows these letters is let in")
		return nil
	}
	program := "xdg-open"
	if runtime.GOOS == "darwin" {
		program = "open"
	}
	path, err := exec.LookPath(program)
	if err != nil {
		return fmt.Errorf("no browser can be started here: %s is not there\nopen http://localhost:19387 in a browser, through a tunnel from another machine, and run: butler open --code LETTERS", program)
	}
	var out struct {
		URL string `json:"url"`
	}
	if err := ask(ctx, coord.TOpen, &coord.Open{Host: c.Host}, &out, nil); err != nil {
		return err
	}
	target := out.URL
	if !c.Direct {
		if target, err = leadingFile(out.URL); err != nil {
			return err
		}
	}
	cmd := exec.Command(path, target)
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return errors.New("the browser could not be started: " + err.Error())
	}
	fmt.Println("the page is opened in your browser")
	if !c.Direct {
		fmt.Println("if it shows that a file cannot be read: butler open --direct")
	}
	return nil
}

// leadingFile makes a page that leads to the address. Other users can read the
// arguments of a program, but not this file. Those of earlier times, whose
// tickets are dead, are removed.
func leadingFile(address string) (string, error) {
	at, err := coord.Find(os.Getenv)
	if err != nil {
		return "", err
	}
	old, _ := filepath.Glob(filepath.Join(at.Run, "open-*.html")) // the pattern is right
	for _, name := range old {
		_ = os.Remove(name)
	}
	f, err := os.CreateTemp(at.Run, "open-*.html") // mode 0600, in a folder of mode 0700
	if err != nil {
		return "", err
	}
	_, err = fmt.Fprintf(f, "<!doctype html><meta charset=\"utf-8\"><meta name=\"referrer\" content=\"no-referrer\"><title>butler</title>\n<meta http-equiv=\"refresh\" content=\"0;url=%[1]s\"><a href=\"%[1]s\">butler</a>\n", html.EscapeString(address))
	if err := errors.Join(err, f.Close()); err != nil {
		return "", err
	}
	if strings.ContainsAny(f.Name(), "\n ?#%") {
		return "", fmt.Errorf("the folder %s has a name that no address can hold\nbutler open --direct goes without it", at.Run)
	}
	return "file://" + f.Name(), nil
}
