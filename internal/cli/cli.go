// Package cli is the command line of guard and of butler: it finds the verb that
// the words of a command line name, fills the verb's struct in, and runs it.
//
// A verb is a struct with tags and a method Run() error, or Run(*Call) error where
// it asks how it was called; a method Help() string tells more than its help. A
// verb that only holds others has no Run. The tags:
//
//	cmd:""           the field is a verb, called as the field or by name
//	default:"withargs"  the verb that is meant where none is named
//	arg:""           the field is an operand; optional:"" if it may be missing
//	help, name, short, default, placeholder, required, negatable, enum
//	type:"path"      a file or folder; it is made absolute
//	sep:"none"       no comma parts the values of a list
//
// What is not marked is a flag. Fields are strings, bools, whole numbers and lists
// of strings; what is embedded belongs to the verb.
//
// Promise: what is wrong with a command line is said in one sentence, with the
// verb whose --help shows the usage, and nothing has run by then.
//
// Limit: it knows what guard and butler use, and refuses other tags when the
// program starts. It is no library on purpose: every hook call starts the program
// anew, and the libraries that read verbs from tags cost it half a megabyte, since
// they look methods up by names that the linker cannot know, or start twenty pages
// of themselves (kong 1.17, measured 2026-11-30).
package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// Usage is the exit status of a command line that says nothing the program does.
const Usage = 2

// Status is an error that only carries an exit status: everything has been said.
// Its zero value is success.
type Status int

func (s Status) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

// Program is a program with verbs.
type Program struct {
	Name  string
	About string // what it is for, with examples: the text of its --help
	// Complain says err to the person and returns the exit status for it. It is
	// called with what a verb returns, but for a Status.
	Complain func(err error) int
	Stdout   io.Writer // where help goes; os.Stdout if nil
	Stderr   io.Writer // where wrong usage is said; os.Stderr if nil
}

// Call is one call of a verb: what the verb may ask about the way it was called.
type Call struct {
	root, at *node
}

// Given reports whether the flag called name, without its dashes, stands on the
// command line.
func (c *Call) Given(name string) bool {
	f := c.at.find(func(f *flag) bool { return f.name == name })
	return f != nil && f.given
}

// Root is the program's verbs.
func (c *Call) Root() Verb { return verbOf(c.root) }

type (
	runner     interface{ Run() error }
	callRunner interface{ Run(*Call) error }
)

// Run runs the verb that args name and returns the exit status. verbs points to
// the struct whose fields are the verbs; args are without the program's name.
// Without args it prints the help.
func (p Program) Run(verbs any, args []string) int {
	if len(args) == 0 {
		args = []string{"--help"}
	}
	root, err := model(verbs)
	if err != nil {
		return p.Complain(err)
	}
	r, err := parse(root, args)
	if err != nil {
		name := strings.TrimSpace(p.Name + " " + r.at.path())
		fmt.Fprintf(or(p.Stderr, os.Stderr), "%s: %s\n%s: hint: %s --help shows the usage\n", p.Name, err, p.Name, name)
		return Usage
	}
	if r.help {
		err = printHelp(or(p.Stdout, os.Stdout), p, r.at)
	} else {
		err = run(root, r.at)
	}
	var s Status
	switch {
	case err == nil:
		return 0
	case errors.As(err, &s):
		return int(s)
	}
	return p.Complain(err)
}

// Check reports what is wrong with verbs themselves, or with args as a command
// line of theirs. It runs no verb, and fills verbs in.
func (p Program) Check(verbs any, args []string) error {
	root, err := model(verbs)
	if err != nil {
		return err
	}
	_, err = parse(root, args)
	return err
}

func or(w, other io.Writer) io.Writer {
	if w == nil {
		return other
	}
	return w
}

func run(root, at *node) error {
	switch v := at.self().(type) {
	case runner:
		return v.Run()
	case callRunner:
		return v.Run(&Call{root, at})
	}
	return fmt.Errorf("cli: %q has no method Run", at.path())
}
