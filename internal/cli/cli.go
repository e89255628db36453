// Package cli is the command line of guard and of butler: it finds the verb that
// the words of a command line name, fills the verb's struct in, and runs it.
//
// A verb is a struct with tags of kong and a method Run() error, or
// Run(*Call) error where it asks how it was called. A verb that only holds others
// has no Run.
//
// Promise: what is wrong with a command line is said in one sentence, with the
// verb whose --help shows the usage, and nothing has run by then. Of kong only the
// part is used that finds no method by its name: a program that calls the rest
// (Parse, Validate, Context.Run) makes the linker keep every exported method of
// every type, which was 0.6 MB of guard. No other package imports kong.
//
// Limit: of kong's tags those that guard and butler use are known. Hooks such as
// BeforeApply are not called, and a verb with xor, and, env or lastwins is refused
// when the program starts.
package cli

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"
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
	ctx *kong.Context
}

// Given reports whether the flag called name, without its dashes, stands on the
// command line.
func (c *Call) Given(name string) bool {
	for _, p := range c.ctx.Path {
		if p.Flag != nil && p.Flag.Name == name {
			return true
		}
	}
	return false
}

// Root is the program's verbs.
func (c *Call) Root() Verb { return verbOf(c.ctx.Model.Node) }

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
	k, err := p.parser(verbs)
	if err != nil {
		return p.Complain(err)
	}
	ctx, err := parse(k, args)
	if err != nil {
		fmt.Fprintf(k.Stderr, "%s: %s\n%s: hint: %s --help shows the usage\n", p.Name, err, p.Name, verbNamed(ctx))
		return Usage
	}
	if asksForHelp(ctx) {
		err = ctx.PrintUsage(false)
	} else {
		err = run(ctx)
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
	k, err := p.parser(verbs)
	if err != nil {
		return err
	}
	_, err = parse(k, args)
	return err
}

func (p Program) parser(verbs any) (*kong.Kong, error) {
	k, err := kong.New(verbs,
		kong.Name(p.Name),
		kong.Description(p.About),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 100}),
	)
	if err != nil {
		return nil, err
	}
	if p.Stdout != nil {
		k.Stdout = p.Stdout
	}
	if p.Stderr != nil {
		k.Stderr = p.Stderr
	}
	return k, known(k.Model.Node)
}

func run(ctx *kong.Context) error {
	call := &Call{ctx: ctx}
	switch v := target(ctx.Selected()).(type) {
	case runner:
		return v.Run()
	case callRunner:
		return v.Run(call)
	}
	return fmt.Errorf("cli: %s has no method Run", ctx.Selected().FullPath())
}

// target is a pointer to the struct of the verb n.
func target(n *kong.Node) any { return n.Target.Addr().Interface() }

func runs(n *kong.Node) bool {
	switch target(n).(type) {
	case runner, callRunner:
		return true
	}
	return false
}

// verbNamed is the program and the verb that ctx has come to.
func verbNamed(ctx *kong.Context) string {
	n := ctx.Selected()
	if n == nil {
		return ctx.Model.Name
	}
	return ctx.Model.Name + " " + pathOf(n)
}

// pathOf is the words of a verb, without the program.
func pathOf(n *kong.Node) string {
	var words []string
	for ; n != nil && n.Type != kong.ApplicationNode; n = n.Parent {
		words = append([]string{n.Name}, words...)
	}
	return strings.Join(words, " ")
}

func asksForHelp(ctx *kong.Context) bool {
	for _, p := range ctx.Path {
		if p.Flag != nil && p.Flag == ctx.Model.HelpFlag {
			return true
		}
	}
	return false
}
