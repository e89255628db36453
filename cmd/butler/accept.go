package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"guard/butler/ext"
	"guard/butler/host"
	"guard/internal/card"
	"guard/internal/person"
)

type acceptCmd struct {
	Names []string `arg:"" optional:"" name:"extension" help:"The extension, as tools/clock, or clock where only one has that id; may be given again."`
	All   bool     `help:"All that wait."`
}

func (c acceptCmd) Help() string {
	return `Nothing of an extension starts before you have accepted what it does, and when its manifest changes
you are asked again. Shows all of it, and asks for the four letters that stand there. What starts by
itself is started then.

It needs a terminal that no client started. The dashboard asks the same.

Examples:
  butler accept tools/clock
  butler accept --all`
}

func (c acceptCmd) Run() error {
	if len(c.Names) == 0 && !c.All {
		return errors.New("say which extension, or --all\nbutler ps shows what waits")
	}
	if _, err := person.Here("butler accept"); err != nil {
		return err
	}
	ctx := context.Background()
	// What was put there just now has not been seen by butler's own look.
	if err := askHost(ctx, "rescan", host.Args{}, nil, nil); err != nil {
		return err
	}
	all, err := waiting(ctx)
	if err != nil {
		return err
	}
	chosen := all
	if !c.All {
		if chosen, err = c.chosen(all); err != nil {
			return err
		}
	}
	if len(chosen) == 0 {
		fmt.Println("nothing waits for your word")
		return nil
	}
	return accept(ctx, chosen)
}

// chosen are those of all that were named.
func (c acceptCmd) chosen(all []host.Waiting) ([]host.Waiting, error) {
	var out []host.Waiting
	for _, name := range c.Names {
		fits := func(w host.Waiting) bool {
			kind, id, ok := strings.Cut(name, "/")
			return !ok && w.ID == name || ok && w.ID == id && (kind == string(w.Kind) || kind == w.Kind.One())
		}
		var found []host.Waiting
		for _, w := range all {
			if fits(w) {
				found = append(found, w)
			}
		}
		switch {
		case len(found) == 0:
			return nil, fmt.Errorf("%s does not wait for your word\nbutler ps shows what does, butler catalog what cannot be used", name)
		case len(found) > 1:
			return nil, fmt.Errorf("more than one extension is called %s\nsay which: %s or %s", name, waitKey(found[0]), waitKey(found[1]))
		}
		if !slices.ContainsFunc(out, fits) {
			out = append(out, found[0])
		}
	}
	return out, nil
}

func waitKey(w host.Waiting) string { return ext.Key(w.Kind, w.ID) }

func waiting(ctx context.Context) (all []host.Waiting, err error) {
	err = askHost(ctx, "waiting", host.Args{}, &all, nil)
	return all, err
}

// accept shows what each does, asks once, and says yes to what was shown.
func accept(ctx context.Context, chosen []host.Waiting) error {
	var said []host.Word
	for _, w := range chosen {
		printWaiting(os.Stdout, w)
		said = append(said, host.Word{Key: waitKey(w), Digest: w.Digest})
	}
	fmt.Println("Its programs run as you, with your rights. What their files hold, butler does not look at.")
	if err := person.Typed("accept " + plural(len(chosen), "extension", "extensions")); err != nil {
		return err
	}
	var keys []string
	if err := askHost(ctx, host.Accept, host.Args{Words: said}, &keys, nil); err != nil {
		return err
	}
	for _, key := range keys {
		fmt.Printf("accepted: %s\n", card.OneLine(key, 100))
	}
	return nil
}

// printWaiting shows what an extension does. Of one that changed, what was
// accepted and is no longer so stands behind a minus, and what is new behind a
// plus.
func printWaiting(w io.Writer, x host.Waiting) {
	ink := inkFor(w)
	fmt.Fprintf(w, "%s  %s  %s\n", ink.in("33", string(x.Waits)), ink.bold(card.OneLine(waitKey(x), 100)), card.OneLine(x.Name, 100))
	line := func(mark string, p ext.Part) string {
		return fmt.Sprintf("  %s %s  %s", mark, card.OneLine(p.Member, 100), card.OneLine(p.Value, 1<<20))
	}
	for _, p := range x.Before {
		if !slices.Contains(x.Effect, p) {
			fmt.Fprintln(w, ink.in("31", line("-", p)))
		}
	}
	for _, p := range x.Effect {
		mark, colour := " ", ""
		if x.Waits == ext.Changed && !slices.Contains(x.Before, p) {
			mark, colour = "+", "32"
		}
		text := line(mark, p)
		if colour != "" {
			text = ink.in(colour, text)
		}
		fmt.Fprintln(w, text)
	}
	fmt.Fprintln(w)
}

// askForWords asks a person at a terminal about what waits. Others are told.
func askForWords(ctx context.Context, n int) error {
	if n == 0 {
		return nil
	}
	if _, err := person.Here("butler rescan"); err != nil {
		fmt.Printf("%s for your word: butler accept --all shows what they do\n", plural(n, "extension waits", "extensions wait"))
		return nil
	}
	all, err := waiting(ctx)
	if err != nil || len(all) == 0 {
		return err
	}
	fmt.Println()
	return accept(ctx, all)
}
