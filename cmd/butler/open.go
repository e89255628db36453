package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"

	"guard/coord"
	"guard/internal/person"
)

type openCmd struct {
	Host  string `placeholder:"NAME" help:"Call the page by this name: localhost, 127.0.0.1 or butler.localhost."`
	Print bool   `help:"Print the address in place of opening it. It works once, for a minute: whoever has it is you."`
}

func (c openCmd) Help() string {
	return "It needs a terminal that no client started. The address holds a ticket that works once."
}

func (c openCmd) Run() error {
	if _, err := person.Here("butler open"); err != nil {
		return err
	}
	var out struct {
		URL string `json:"url"`
	}
	if err := ask(context.Background(), coord.TOpen, &coord.Open{Host: c.Host}, &out, nil); err != nil {
		return err
	}
	if c.Print {
		fmt.Println(out.URL)
		return nil
	}
	program := "xdg-open"
	if runtime.GOOS == "darwin" {
		program = "open"
	}
	path, err := exec.LookPath(program)
	if err != nil {
		return fmt.Errorf("no browser can be started: %s is not there\nbutler open --print gives the address", program)
	}
	// The address is in the arguments for a moment, where processes of this user
	// can read it; it works once, and the browser has it first.
	cmd := exec.Command(path, out.URL)
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return errors.New("the browser could not be started: " + err.Error() + "\nbutler open --print gives the address")
	}
	fmt.Println("the page is opened in your browser")
	return nil
}
