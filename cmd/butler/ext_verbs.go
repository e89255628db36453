package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"guard/butler/ext"
	"guard/butler/host"
	"guard/butler/procs"
	"guard/butler/runs"
	"guard/butler/spool"
	"guard/coord"
)

// extVerbs are the verbs of the extension host.
type extVerbs struct {
	Init    initCmd    `cmd:"" help:"Make an instance: settings and folders for extensions."`
	Ps      psCmd      `cmd:"" help:"Show tools and services, and how they are."`
	Start   startCmd   `cmd:"" help:"Start a tool or a service."`
	Stop    stopCmd    `cmd:"" help:"Stop a tool or a service."`
	Restart restartCmd `cmd:"" help:"Stop a tool or a service where it runs, and start it."`
	Logs    logsCmd    `cmd:"" help:"Show what a tool or a service prints."`
	Run     runCmd     `cmd:"" help:"Run an action, a command or a report."`
	Runs    runsCmd    `cmd:"" help:"List past runs, or show one."`
	Catalog catalogCmd `cmd:"" help:"List the extensions, with every mistake at its line."`
	Accept  acceptCmd  `cmd:"" help:"Let a new or changed extension run."`
	Rescan  rescanCmd  `cmd:"" help:"Look for new and changed extensions now."`
	Observe observeCmd `cmd:"" help:"Keep an observation."`
	Schema  schemaCmd  `cmd:"" help:"Print a JSON Schema of butler.json."`
}

// askHost asks the extension host. each gets what comes before the answer.
func askHost(ctx context.Context, verb string, args host.Args, out any, each func(json.RawMessage) error) error {
	text, err := json.Marshal(args)
	if err != nil {
		return err
	}
	return ask(ctx, coord.THost, &coord.Host{Verb: verb, Args: text}, out, func(r coord.Reply) error {
		if each == nil {
			return nil
		}
		return each(r.Body)
	})
}

// target names a tool or a service, or any extension.
type target struct {
	Name string `arg:"" name:"extension" help:"The extension, as tools/clock, or clock where only one has that id."`
}

// find says which extension is meant.
func (p target) find(ctx context.Context) (ext.Kind, string, error) {
	kind, id, ok := strings.Cut(p.Name, "/")
	if ok {
		for _, k := range ext.Kinds() {
			if kind == string(k) || kind == k.One() {
				return k, id, nil
			}
		}
		return "", "", fmt.Errorf("%s is no kind\nthere are tools, services and faculties", kind)
	}
	var c host.Catalog
	if err := askHost(ctx, "catalog", host.Args{}, &c, nil); err != nil {
		return "", "", err
	}
	var found []ext.Public
	for _, e := range c.Extensions {
		if e.Valid && e.ID == p.Name {
			found = append(found, e)
		}
	}
	switch len(found) {
	case 1:
		return found[0].Kind, p.Name, nil
	case 0:
		return "", "", fmt.Errorf("there is no extension %s\nbutler catalog lists what there is", p.Name)
	}
	return "", "", fmt.Errorf("more than one extension is called %s\nsay which: %s/%s or %s/%s", p.Name, found[0].Kind, p.Name, found[1].Kind, p.Name)
}

type control struct {
	target
	JSON   bool `name:"json" help:"Print its status as one JSON object."`
	NoWait bool `help:"Do not wait until it runs or has stopped."`
}

func (c control) do(verb string) error {
	ctx := context.Background()
	kind, id, err := c.find(ctx)
	if err != nil {
		return err
	}
	var s procs.Status
	if err := askHost(ctx, verb, host.Args{Kind: kind, ID: id, Wait: !c.NoWait}, &s, nil); err != nil {
		return err
	}
	if c.JSON {
		err = printJSON(s)
	} else {
		printStatusLine(os.Stdout, s)
	}
	if err == nil && !c.NoWait && (s.State == procs.Crashed || s.State == procs.Failed || s.State == procs.Backoff) {
		return status(exitFailed)
	}
	return err
}

type startCmd struct{ control }

func (c startCmd) Run() error { return c.do(host.Start) }

func (c startCmd) Help() string {
	return "Waits until it is ready. The exit status is 1 where it does not come up, and 4 where it runs already.\n\nExample:\n  butler start tools/clock"
}

type stopCmd struct{ control }

func (c stopCmd) Run() error { return c.do(host.Stop) }

func (c stopCmd) Help() string {
	return "Asks it to end, and ends it when its grace is over. A restart that was to come is taken back.\nTo stop what is stopped is no error."
}

type restartCmd struct{ control }

func (c restartCmd) Run() error { return c.do(host.Restart) }

type psCmd struct {
	JSON bool `name:"json" help:"Print everything as one JSON object."`
}

func (c psCmd) Help() string {
	return `Shows for each tool and service its state: stopped, starting, running, backoff (it failed and will
be started again), crashed (it stays down), failed (it failed too often), stopping.`
}

func (c psCmd) Run() error {
	var o host.Overview
	if err := askHost(context.Background(), "overview", host.Args{}, &o, nil); err != nil {
		return err
	}
	if c.JSON {
		return printJSON(o)
	}
	printOverview(os.Stdout, o)
	return nil
}

type logsCmd struct {
	target
	Follow bool   `short:"f" help:"Go on until Ctrl-C."`
	After  uint64 `placeholder:"SEQ" help:"Only lines after this one."`
	JSON   bool   `name:"json" help:"Print one JSON object a line."`
}

func (c logsCmd) Help() string {
	return "Shows the last 2000 lines at most, with secrets masked. Files with more of them lie below butler's\nstate folder, in log/extensions.\n\nExample:\n  butler logs -f tools/clock"
}

func (c logsCmd) Run() error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	kind, id, err := c.find(ctx)
	if err != nil {
		return err
	}
	err = askHost(ctx, "logs", host.Args{Kind: kind, ID: id, Follow: c.Follow, After: c.After}, nil, func(body json.RawMessage) error {
		var l host.Lines
		if err := json.Unmarshal(body, &l); err != nil {
			return fmt.Errorf("butler's answer cannot be read: %w", err)
		}
		return printLines(os.Stdout, l, c.JSON)
	})
	if ctx.Err() != nil {
		return nil // Ctrl-C is how it ends
	}
	return err
}

type runCmd struct {
	target
	Command string   `arg:"" help:"The action, command or report."`
	Args    []string `arg:"" optional:"" help:"Arguments, as name=value. A value that is JSON is taken as such."`
	Input   string   `placeholder:"JSON" help:"All arguments as one JSON object; - reads it from standard input."`
	NoWait  bool     `help:"Do not wait for its end."`
	JSON    bool     `name:"json" help:"Print the run as one JSON object."`
}

func (c runCmd) Help() string {
	return `Its output goes to standard output and its errors to standard error, when it has ended; the exit
status is that of the command, or 1 where it was ended. butler catalog shows what there is.

Examples:
  butler run faculties/disk usage path=/var
  butler run disk usage --input '{"path":"/var"}'`
}

func (c runCmd) Run() error {
	args, err := c.arguments(os.Stdin)
	if err != nil {
		return err
	}
	ctx := context.Background()
	kind, id, err := c.find(ctx)
	if err != nil {
		return err
	}
	var r runs.Run
	if err := askHost(ctx, "run", host.Args{Kind: kind, ID: id, Name: c.Command, Args: args, Wait: !c.NoWait}, &r, nil); err != nil {
		return err
	}
	if c.JSON {
		if err := printJSON(r); err != nil {
			return err
		}
	} else {
		printRun(os.Stdout, os.Stderr, r)
	}
	switch {
	case r.State == runs.Running || r.State == runs.Done:
		return nil
	case r.Exit != nil && *r.Exit != 0:
		return status(*r.Exit)
	}
	return status(exitFailed)
}

// arguments are what was given, as one JSON object.
func (c runCmd) arguments(stdin io.Reader) (json.RawMessage, error) {
	if c.Input != "" {
		if len(c.Args) > 0 {
			return nil, errors.New("give arguments as name=value or with --input, not both")
		}
		text := []byte(c.Input)
		if c.Input == "-" {
			var err error
			if text, err = io.ReadAll(io.LimitReader(stdin, 1<<20)); err != nil {
				return nil, err
			}
		}
		if !json.Valid(text) {
			return nil, errors.New("--input is no JSON")
		}
		return text, nil
	}
	out := map[string]json.RawMessage{}
	for _, a := range c.Args {
		name, value, ok := strings.Cut(a, "=")
		if !ok || name == "" {
			return nil, fmt.Errorf("%s is no argument\ngive it as name=value", a)
		}
		if json.Valid([]byte(value)) {
			out[name] = json.RawMessage(value)
			continue
		}
		quoted, err := json.Marshal(value)
		if err != nil {
			return nil, err
		}
		out[name] = quoted
	}
	return json.Marshal(out)
}

type runsCmd struct {
	ID    string `arg:"" optional:"" help:"Show this run, with its output."`
	Limit int    `short:"n" default:"20" help:"At most so many, the newest first."`
	JSON  bool   `name:"json" help:"Print JSON."`
	Stop  bool   `help:"End the run."`
}

func (c runsCmd) Run() error {
	ctx := context.Background()
	switch {
	case c.Stop && c.ID == "":
		return errors.New("say which run to end\nbutler runs lists them")
	case c.Stop:
		return askHost(ctx, "cancel", host.Args{ID: c.ID}, nil, nil)
	case c.ID != "":
		var r runs.Run
		if err := askHost(ctx, "show-run", host.Args{ID: c.ID}, &r, nil); err != nil {
			return err
		}
		if c.JSON {
			return printJSON(r)
		}
		printRunLine(os.Stdout, r)
		printRun(os.Stdout, os.Stderr, r)
		return nil
	}
	list := []runs.Run{}
	if err := askHost(ctx, "runs", host.Args{Limit: c.Limit}, &list, nil); err != nil {
		return err
	}
	if c.JSON {
		return printJSON(list)
	}
	if len(list) == 0 {
		fmt.Println("there were no runs\nbutler run starts one")
	}
	for _, r := range list {
		printRunLine(os.Stdout, r)
	}
	return nil
}

type catalogCmd struct {
	JSON bool `name:"json" help:"Print it as one JSON object."`
}

func (c catalogCmd) Help() string {
	return "The exit status is 1 where a manifest or butler.json is at fault. Commands and environments are not\nshown: they may name what is private."
}

func (c catalogCmd) Run() error {
	var cat host.Catalog
	if err := askHost(context.Background(), "catalog", host.Args{}, &cat, nil); err != nil {
		return err
	}
	if c.JSON {
		if err := printJSON(cat); err != nil {
			return err
		}
	} else {
		printCatalog(os.Stdout, cat)
	}
	if faulty(cat) {
		return status(exitFailed)
	}
	return nil
}

func faulty(cat host.Catalog) bool {
	for _, e := range cat.Extensions {
		if !e.Valid {
			return true
		}
	}
	for _, p := range cat.Problems {
		if !p.Warning {
			return true
		}
	}
	return false
}

type rescanCmd struct {
	JSON bool `name:"json" help:"Print what changed as one JSON object."`
}

func (c rescanCmd) Help() string {
	return "What is new or has changed waits for your word, which you are asked for in a terminal of your own;\nwhat is no longer there is stopped. butler looks by itself too, every minute unless butler.json says\notherwise."
}

func (c rescanCmd) Run() error {
	ctx := context.Background()
	var ch host.Changes
	if err := askHost(ctx, "rescan", host.Args{}, &ch, nil); err != nil {
		return err
	}
	if c.JSON {
		return printJSON(ch)
	}
	printChanges(os.Stdout, ch)
	return askForWords(ctx, len(ch.Waiting))
}

type observeCmd struct {
	Text   string   `arg:"" help:"What was seen; - reads it from standard input."`
	Source string   `default:"owner" help:"Who says so: a-z, 0-9 and -."`
	Type   string   `default:"note" enum:"note,decision,fact,milestone,error,session" help:"note, decision, fact, milestone, error or session."`
	Tag    []string `help:"A tag; may be given again."`
	Ref    string   `help:"What it is about."`
	JSON   bool     `name:"json" help:"Print the answer as one JSON object."`
}

func (c observeCmd) Help() string {
	return "It is kept, with secrets masked, until the memory part has taken it.\n\nExample:\n  butler observe 'the build is red' --source ci --type error"
}

func (c observeCmd) Run() error {
	text := c.Text
	if text == "-" {
		all, err := io.ReadAll(io.LimitReader(os.Stdin, 64<<10))
		if err != nil {
			return err
		}
		text = strings.TrimSpace(string(all))
	}
	body, err := json.Marshal(spool.Observation{Source: c.Source, Type: c.Type, Tags: c.Tag, Ref: c.Ref, Text: text})
	if err != nil {
		return err
	}
	var q host.Queued
	if err := askHost(context.Background(), "observe", host.Args{Args: body}, &q, nil); err != nil {
		return err
	}
	if c.JSON {
		return printJSON(q)
	}
	fmt.Println("kept as " + q.ID)
	return nil
}
