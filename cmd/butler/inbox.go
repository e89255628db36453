package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"time"

	"guard/butler/inbox"
	"guard/coord"
	"guard/internal/card"
)

type inboxCmd struct {
	All   bool `short:"a" help:"Show what has ended, too."`
	Limit int  `short:"n" placeholder:"N" help:"At most so many, the newest."`
	JSON  bool `name:"json" help:"Print the items as one JSON array; with --watch, one object a line."`
	Watch bool `short:"w" help:"Go on and print each change. While it runs, calls of attended clients are held for you."`
	Plain bool `help:"Print the list, also on a terminal."`
}

func (c inboxCmd) Help() string {
	return `On a terminal this is a full-screen view: j and k or the arrows move, Enter shows the item, a says
yes (after four letters), d says no, r reads again, ? helps, q leaves. While it or --watch is open,
butler counts you as watching and lets attended clients wait for you.

Examples:
  butler inbox --json | jq -r '.[].ref'
  butler inbox --watch`
}

func (c inboxCmd) Run() error {
	switch {
	case c.Watch:
		return c.watch()
	case c.JSON:
		items, err := c.list()
		if err != nil {
			return err
		}
		return printJSON(items)
	case !c.Plain && !c.All && onTerminal():
		return fullScreen()
	}
	items, err := c.list()
	if err != nil {
		return err
	}
	printItems(os.Stdout, items, time.Now())
	return nil
}

func (c inboxCmd) list() ([]inbox.Brief, error) {
	items := []inbox.Brief{}
	err := ask(context.Background(), coord.TList, &coord.List{All: c.All, Limit: c.Limit, Batch: true}, nil, func(r coord.Reply) error {
		body := r.Body
		if r.T == coord.TItem { // from a butler that sends one in each frame
			body = slices.Concat([]byte("["), body, []byte("]"))
		}
		var some []inbox.Brief
		if err := json.Unmarshal(body, &some); err != nil {
			return fmt.Errorf("butler's answer cannot be read: %w", err)
		}
		items = append(items, some...)
		return nil
	})
	return items, err
}

// watch prints what waits, and then each change.
func (c inboxCmd) watch() error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	show := func(x inbox.Brief) error {
		if c.JSON {
			return json.NewEncoder(os.Stdout).Encode(x)
		}
		printItem(os.Stdout, x, time.Now())
		return nil
	}
	// The watch comes first, so that no change falls between the two.
	began := false
	err := ask(ctx, coord.TWatch, &coord.Watch{}, nil, func(r coord.Reply) error {
		if !began {
			began = true
			items, err := c.list()
			if err != nil {
				return err
			}
			for i := range items {
				if err := show(items[len(items)-1-i]); err != nil {
					return err
				}
			}
			if r.T == coord.TTick {
				return nil
			}
		}
		if r.T != coord.TChange {
			return nil
		}
		var x inbox.Brief
		if err := json.Unmarshal(r.Body, &x); err != nil {
			return fmt.Errorf("butler's answer cannot be read: %w", err)
		}
		if x.ID == "" {
			began = false // some were missed
			return nil
		}
		return show(x)
	})
	if ctx.Err() != nil {
		return nil // Ctrl-C is how it ends
	}
	if err == nil || errors.Is(err, io.EOF) {
		return errors.New("butler has stopped")
	}
	return err
}

func printItems(w io.Writer, items []inbox.Brief, now time.Time) {
	if len(items) == 0 {
		fmt.Fprintln(w, "nothing waits for you")
		return
	}
	for _, x := range items {
		printItem(w, x, now)
	}
	fmt.Fprintln(w, "\nbutler show REF shows one whole; butler approve REF and butler deny REF decide")
}

// printItem is an item on two lines.
func printItem(w io.Writer, x inbox.Brief, now time.Time) {
	ink := inkFor(w)
	state := ""
	if x.State != inbox.Pending {
		state = " " + string(x.State)
	} else if x.Attached {
		state = " (it is held for you)"
	}
	project := "no project"
	if x.Project != "" {
		project = filepath.Base(x.Project)
	}
	who := x.Client
	if who == "" {
		who = string(x.Source)
	}
	fmt.Fprintf(w, "%s  %-4s %s %-7s %s: %s%s\n", ink.bold(x.Ref), ago(now, x.Created), ink.tier(x.Tier), who, card.OneLine(project, 40), card.OneLine(x.Title, 100), state)
	if x.Reason != "" {
		fmt.Fprintf(w, "        %s\n", card.OneLine(x.Reason, 160))
	}
}
