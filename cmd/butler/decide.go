package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"guard/butler/daemon"
	"guard/butler/inbox"
	"guard/coord"
	"guard/internal/card"
	"guard/internal/person"
)

type showCmd struct {
	Ref  string `arg:"" help:"The item: B-7F3K, or its letters."`
	JSON bool   `name:"json" help:"Print it as one JSON object."`
}

func (c showCmd) Run() error {
	var s daemon.Shown
	if err := ask(context.Background(), coord.TShow, &coord.Show{Ref: c.Ref}, &s, nil); err != nil {
		return err
	}
	if c.JSON {
		return printJSON(s)
	}
	printShown(os.Stdout, s, time.Now())
	printHistory(os.Stdout, s.Item)
	return nil
}

type approveCmd struct {
	Ref     string `arg:"" help:"The item: B-7F3K, or its letters."`
	Scope   string `enum:"once,session,workspace" default:"once" help:"What the yes covers: this call once; commands that begin so in this session (8 h) or this project (7 days), where that is offered."`
	Comment string `short:"m" placeholder:"TEXT" help:"Why, for the log."`
	Value   string `placeholder:"TEXT" help:"For a choice: the option. For an edit: the text."`
}

func (c approveCmd) Help() string {
	return `Shows the item, all of it, from the bytes that the yes will bind, and asks for the four letters
that stand there. After them exactly this call may run once: an agent that waits goes on, any
other tries it again unchanged.

It needs a terminal that no client started.

Examples:
  butler approve B-7F3K
  butler approve 7f3k --scope session -m 'cleaning up together'`
}

func (c approveCmd) Run() error {
	if _, err := person.Here("butler approve"); err != nil {
		return err
	}
	s, err := prepare(c.Ref)
	if err != nil {
		return err
	}
	printShown(os.Stdout, s, time.Now())
	if s.Refused != "" {
		return fmt.Errorf("no yes can be given to %s: %s", s.Item.Ref, s.Refused)
	}
	said := map[string]any{"approved": true, "comment": c.Comment}
	if s.Item.Kind != inbox.Approval {
		said = map[string]any{"kind": s.Item.Kind, "value": c.Value, "comment": c.Comment}
		if s.Item.Kind == inbox.Choice && c.Value == "" {
			return errors.New("it is a choice\nname the option with --value")
		}
	}
	fmt.Printf("\n%s\n", whatAYesDoes(s.Item, inbox.Scope(c.Scope)))
	if err := person.Typed("say yes"); err != nil {
		return err
	}
	out, err := decide(s, said, c.Scope)
	if err != nil {
		return err
	}
	fmt.Println(whatHappened(out))
	if out.Warning != "" {
		return errors.New(out.Warning)
	}
	return nil
}

type denyCmd struct {
	Ref     string `arg:"" help:"The item: B-7F3K, or its letters."`
	Comment string `short:"m" placeholder:"TEXT" help:"Why; the agent hears it."`
	Changes bool   `help:"Not so, but as the comment says: the agent is asked for changes."`
}

func (c denyCmd) Help() string {
	return `For ten minutes the same call is answered with the same no.

Examples:
  butler deny B-7F3K -m 'not on a Friday'
  butler deny B-7F3K --changes -m 'with --dry-run first'`
}

func (c denyCmd) Run() error {
	if c.Changes && strings.TrimSpace(c.Comment) == "" {
		return errors.New("--changes needs a comment that says which\ngive it with -m")
	}
	if _, err := person.Here("butler deny"); err != nil {
		return err
	}
	s, err := prepare(c.Ref)
	if err != nil {
		return err
	}
	out, err := decide(s, map[string]any{"approved": false, "changesRequested": c.Changes, "comment": c.Comment}, "")
	if err != nil {
		return err
	}
	fmt.Println(whatHappened(out))
	return nil
}

type revokeCmd struct {
	Ref    string `arg:"" help:"The item: B-7F3K, or its letters."`
	Reason string `short:"m" placeholder:"TEXT" help:"Why, for the log."`
}

func (c revokeCmd) Run() error {
	if err := person.NoClient("butler revoke"); err != nil {
		return err
	}
	var it inbox.Item
	if err := ask(context.Background(), coord.TRevoke, &coord.Revoke{Ref: c.Ref, Reason: c.Reason}, &it, nil); err != nil {
		return err
	}
	fmt.Printf("the yes to %s is taken back\n", it.Ref)
	return nil
}

// prepare reads an item and the token for deciding it.
func prepare(ref string) (s daemon.Shown, err error) {
	err = ask(context.Background(), coord.TPrepare, &coord.Prepare{Ref: ref}, &s, nil)
	if err == nil && s.Item == nil {
		err = errors.New("butler's answer holds no item")
	}
	return s, err
}

// decide sends what the owner said of the item as it was shown.
func decide(s daemon.Shown, said map[string]any, scope string) (out inbox.Outcome, err error) {
	body, err := json.Marshal(said)
	if err != nil {
		return out, err
	}
	err = ask(context.Background(), coord.TDecide, &coord.Decide{
		Ref: s.Item.ID, Rev: s.Item.Rev, Hash: s.Item.Hash, Token: s.Token, Idem: coord.NewID(), Decision: body, Scope: scope,
	}, &out, nil)
	if err == nil && out.Item == nil {
		err = errors.New("butler's answer holds no item; butler show says how it stands")
	}
	return out, err
}

// printShown is an item with its card.
func printShown(w io.Writer, s daemon.Shown, now time.Time) {
	it := s.Item
	held := "nobody holds it"
	if it.Attached {
		held = "it is held and goes on at once"
	}
	fmt.Fprintf(w, "%s %s, %s since %s, tried %s; %s\n", it.Ref, it.Kind, strings.ToLower(string(it.State)), it.Created.Local().Format("01-02 15:04"), times(it.Attempts), held)
	switch {
	case s.Card != nil:
		s.Card.Print(w)
	case s.Refused != "":
		fmt.Fprintf(w, "%s\n\nno yes can be given any more: %s\n", card.OneLine(it.Title, 200), s.Refused)
	default:
		printContent(w, it)
	}
	if it.State == inbox.Pending {
		fmt.Fprintf(w, "\nwaits until %s\n", it.Expires.Local().Format("01-02 15:04"))
	}
	if r := it.Ruling; r != nil {
		word := "no"
		if r.Approved {
			word = "yes"
		}
		fmt.Fprintf(w, "\n%s was said by %s at %s. %s\n", word, r.By, r.At.Local().Format("01-02 15:04"), card.OneLine(r.Comment, 500))
	}
}

// printContent is what is asked for where it is no call. Its text may be a
// model's, so each line stands behind a bar.
func printContent(w io.Writer, it *inbox.Item) {
	bar := func(text string) {
		for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
			fmt.Fprintf(w, "  | %s\n", card.OneLine(line, 1<<20))
		}
	}
	fmt.Fprintf(w, "asked by %s\n", it.Source)
	bar(it.Content.Prompt)
	for _, o := range it.Content.Options {
		fmt.Fprintf(w, "option   %s  %s\n", card.OneLine(o.Value, 200), card.OneLine(o.Label, 200))
	}
	if it.Kind == inbox.Edit {
		fmt.Fprintf(w, "edit     %s\n", card.OneLine(it.Content.Field, 200))
		bar(it.Content.Text)
	}
}

func printHistory(w io.Writer, it *inbox.Item) {
	fmt.Fprintln(w)
	for _, e := range it.History {
		fmt.Fprintf(w, "%s  %-10s %s %s\n", e.At.Local().Format("01-02 15:04:05"), e.What, e.By, card.OneLine(e.Note, 300))
	}
}

func whatAYesDoes(it *inbox.Item, scope inbox.Scope) string {
	switch scope {
	case inbox.Session:
		return "A yes lets commands that begin so run without asking, in this session, for 8 hours."
	case inbox.Workspace:
		return "A yes lets commands that begin so run without asking, in this project, for 7 days."
	}
	switch {
	case it.Source != inbox.Hook:
		return "A yes is for this once."
	case it.Attached:
		return "A yes lets exactly this call run once; the agent waits and goes on at once."
	case it.Alone:
		return "A yes lets exactly this call run once, in this project, within 24 hours, when the agent tries it again."
	}
	return "A yes lets exactly this call run once, in this session, within 10 minutes, when the agent tries it again."
}

func whatHappened(out inbox.Outcome) string {
	ref := out.Item.Ref
	switch out.Effect {
	case "denied":
		return ref + " is denied. For 10 minutes the same call is answered with no."
	case "answered":
		return ref + " is approved: the agent that waited goes on."
	case "granted":
		if out.Item.State == inbox.Consumed {
			return ref + " is approved: grants " + strings.Join(out.Item.Grants, ", ") + " are in force; guard revoke takes one back."
		}
		return fmt.Sprintf("%s is approved: it may run once until %s. The agent can try it again now.", ref, out.Item.Expires.Local().Format("01-02 15:04"))
	case "waits":
		return ref + " is approved, and has no effect yet."
	case "lapsed":
		return ref + " was approved too late: its time is over. The agent's next try asks you anew."
	}
	return ref + " is approved."
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}
