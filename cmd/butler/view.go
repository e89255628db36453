package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"guard/butler/daemon"
	"guard/butler/inbox"
	"guard/coord"
	"guard/grants"
	"guard/internal/card"
	"guard/internal/person"
)

// view is the full-screen inbox. It knows neither the terminal nor the wire: what
// it needs of butler stands in its funcs.
type view struct {
	list    func() ([]inbox.Brief, error)
	prepare func(ref string) (daemon.Shown, error)
	show    func(ref string) (daemon.Shown, error)
	decide  func(s daemon.Shown, said map[string]any) (inbox.Outcome, error)
	letters func() string
	now     func() time.Time

	items []inbox.Brief
	at    int // the item under the cursor

	mode    mode
	shown   daemon.Shown
	text    []string // of the item that is shown, broken to the width
	top     int      // its first line on the screen
	want    string   // the letters that say yes
	typed   string
	message string
	width   int
	height  int
}

type mode uint8

const (
	listing mode = iota
	reading
	approving // reading, and letters are awaited
	denying   // a reason is typed
	helping
)

const helpText = `j k, arrows   move
Enter         show the item
a             say yes: it is shown whole, with four letters at its end; type them
d             say no; type why, or just Enter
r             read the list again
Esc           back
q             leave

While this is open, butler counts you as watching: attended clients wait for you.`

// read reads the list again and keeps the cursor on its item.
func (v *view) read() {
	items, err := v.list()
	if err != nil {
		v.message = complaint(err)
		return
	}
	ref := v.ref()
	v.items = items
	v.at = min(v.at, max(len(items)-1, 0))
	for i, x := range items {
		if x.Ref == ref {
			v.at = i
		}
	}
}

func (v *view) ref() string {
	if v.at < len(v.items) {
		return v.items[v.at].Ref
	}
	return ""
}

// key acts on one key, and reports whether the view goes on.
func (v *view) key(k string) bool {
	if k == "quit" {
		return false
	}
	if k != "" {
		v.message = ""
	}
	switch v.mode {
	case approving:
		v.letter(k)
	case denying:
		v.reason(k)
	case reading, helping:
		switch k {
		case "esc", "left", "q":
			v.mode = listing
		case "a":
			v.begin(approving)
		case "d":
			v.begin(denying)
		default:
			v.scroll(k)
		}
	default:
		return v.choose(k)
	}
	return true
}

func (v *view) choose(k string) bool {
	switch k {
	case "q", "esc":
		return false
	case "j", "down":
		v.at = min(v.at+1, max(len(v.items)-1, 0))
	case "k", "up":
		v.at = max(v.at-1, 0)
	case "g", "home":
		v.at = 0
	case "G", "end":
		v.at = max(len(v.items)-1, 0)
	case "r":
		v.read()
	case "?":
		v.mode, v.text, v.top = helping, wrap(helpText, v.width), 0
	case "enter", "right":
		v.begin(reading)
	case "a":
		v.begin(approving)
	case "d":
		v.begin(denying)
	}
	return true
}

// begin shows the item under the cursor, for a decision or to be read.
func (v *view) begin(m mode) {
	ref := v.ref()
	if ref == "" || v.mode == helping {
		return
	}
	look := v.prepare
	if m == reading {
		look = v.show
	}
	s, err := look(ref)
	if err != nil {
		v.message = complaint(err)
		v.mode = listing
		v.read()
		return
	}
	if m == approving && s.Refused != "" {
		v.message, m = "no yes can be given to it any more", reading
	}
	if m == approving && s.Item.Kind != inbox.Approval {
		v.message, m = "answer it with butler approve "+ref+" --value", reading
	}
	v.mode, v.shown, v.top, v.typed, v.want = m, s, 0, "", ""
	var b strings.Builder
	printShown(&b, s, v.now())
	if m == approving {
		// The letters stand at the end: who has seen them has had all of it on
		// the screen.
		v.want = v.letters()
		fmt.Fprintf(&b, "\n%s\nType %s and Enter to say yes; Esc leaves it.\n", whatAYesDoes(s.Item, inbox.Once), v.want)
	}
	v.text = wrap(b.String(), v.width)
}

func (v *view) scroll(k string) {
	page := max(v.height-3, 1)
	last := max(len(v.text)-page, 0)
	switch k {
	case "j", "down", "enter":
		v.top++
	case "k", "up":
		v.top--
	case "pgdown", " ":
		v.top += page
	case "pgup":
		v.top -= page
	case "g", "home":
		v.top = 0
	case "G", "end":
		v.top = last
	}
	v.top = max(min(v.top, last), 0)
}

func (v *view) letter(k string) {
	switch {
	case k == "esc":
		v.mode, v.typed = listing, ""
	case k == "enter" && v.typed != "":
		if grants.Normal(v.typed) != v.want {
			v.message, v.mode, v.typed = "those were not the letters: nothing was changed", listing, ""
			return
		}
		v.send(map[string]any{"approved": true})
	default:
		v.edit(k, 8)
	}
}

func (v *view) reason(k string) {
	switch k {
	case "esc":
		v.mode, v.typed = listing, ""
	case "enter":
		v.send(map[string]any{"approved": false, "comment": v.typed})
	default:
		v.edit(k, 500)
	}
}

// edit adds a letter to what is typed, or scrolls.
func (v *view) edit(k string, most int) {
	switch {
	case k == "back":
		rs := []rune(v.typed)
		v.typed = string(rs[:max(len(rs)-1, 0)])
	case len([]rune(k)) == 1 && len(v.typed) < most:
		v.typed += k
	default:
		v.scroll(k)
	}
}

func (v *view) send(said map[string]any) {
	out, err := v.decide(v.shown, said)
	v.mode, v.typed = listing, ""
	if err != nil {
		v.message = complaint(err)
	} else {
		v.message = whatHappened(out)
		if out.Warning != "" {
			v.message += " " + out.Warning
		}
	}
	v.read()
}

func complaint(err error) string {
	msg := err.Error()
	var f *coord.Fault
	if errors.As(err, &f) {
		msg = f.Message
	}
	return card.OneLine(msg, 300)
}

// lines are what the screen shows.
func (v *view) lines(i ink) []string {
	var out []string
	body := max(v.height-2, 1)
	if v.mode == listing {
		out = v.table(i, body)
	} else {
		out = append(out, v.text[min(v.top, len(v.text)):min(v.top+body, len(v.text))]...)
	}
	for len(out) < body {
		out = append(out, "")
	}
	foot := "j k move   Enter show   a yes   d no   r read again   ? help   q leave"
	switch v.mode {
	case approving:
		foot = "letters: " + v.typed
		if v.top+body < len(v.text) {
			foot = "there is more below: arrows and PgDn scroll   " + foot
		}
	case denying:
		foot = "why not (Enter sends, Esc leaves it): " + v.typed
	case reading, helping:
		foot = "arrows scroll   a yes   d no   Esc back"
	}
	return append(out[:body], i.bold(clip(v.message, v.width)), i.dim(clip(foot, v.width)))
}

func (v *view) table(i ink, body int) []string {
	title := fmt.Sprintf("butler inbox   %s", plural(len(v.items), "item waits", "items wait"))
	out := []string{i.bold(clip(title, v.width)), ""}
	if len(v.items) == 0 {
		return append(out, "nothing waits for you. Leave this open, and attended clients wait for you here.")
	}
	room := max((body-2)/2, 1)
	first := max(v.at-room+1, 0)
	for n := first; n < min(first+room, len(v.items)); n++ {
		x := v.items[n]
		mark, held := "  ", ""
		if n == v.at {
			mark = "> "
		}
		if x.Attached {
			held = "  held"
		}
		project := "no project"
		if x.Project != "" {
			project = filepath.Base(x.Project)
		}
		rest := fmt.Sprintf(" %-4s %s%s", ago(v.now(), x.Created), card.OneLine(x.Title, 300), held)
		line := mark + i.bold(x.Ref) + " " + i.tier(x.Tier) + clip(rest, max(v.width-len(mark)-len(x.Ref)-10, 10))
		out = append(out, line, i.dim(clip(fmt.Sprintf("         %s %s: %s", x.Client, card.OneLine(project, 40), card.OneLine(x.Reason, 300)), v.width)))
	}
	return out
}

// fullScreen runs the view on this terminal.
func fullScreen() error {
	if _, err := (inboxCmd{}).list(); err != nil {
		return err // before the screen is taken
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s, err := openScreen(os.Stdin, os.Stdout)
	if err != nil {
		return err
	}
	defer s.close()
	v := &view{
		list: (inboxCmd{}).list,
		show: func(ref string) (out daemon.Shown, err error) {
			err = ask(ctx, coord.TShow, &coord.Show{Ref: ref}, &out, nil)
			return out, err
		},
		prepare: func(ref string) (daemon.Shown, error) {
			if _, err := person.Here("butler inbox"); err != nil {
				return daemon.Shown{}, err
			}
			return prepare(ref)
		},
		decide:  func(s daemon.Shown, said map[string]any) (inbox.Outcome, error) { return decide(s, said, "") },
		letters: func() string { return grants.Letters(4) },
		now:     time.Now,
	}
	keys, changes := make(chan string), make(chan error, 1)
	resized := make(chan os.Signal, 1)
	signal.Notify(resized, syscall.SIGWINCH)
	defer signal.Stop(resized)
	go s.keys(keys)
	go followChanges(ctx, changes)
	clock := time.NewTicker(20 * time.Second)
	defer clock.Stop()
	v.width, v.height = s.size()
	v.read()
	for {
		s.draw(v.lines(inkFor(os.Stdout)))
		select {
		case <-ctx.Done():
			return nil
		case k, ok := <-keys:
			if !ok || !v.key(k) {
				return nil
			}
		case err := <-changes:
			if err != nil {
				v.message = complaint(err)
			}
			if v.read(); v.mode != listing && err == nil {
				v.gone()
			}
		case <-resized:
			v.width, v.height = s.size()
		case <-clock.C:
		}
	}
}

// gone says it where the item that is shown has been decided elsewhere.
func (v *view) gone() {
	if v.mode != approving && v.mode != denying {
		return
	}
	for _, x := range v.items {
		if x.ID == v.shown.Item.ID {
			return
		}
	}
	v.mode, v.typed, v.message = listing, "", v.shown.Item.Ref+" was answered elsewhere, or waits no longer"
}

// followChanges tells of each change, and looks for the next butler where one
// went away.
func followChanges(ctx context.Context, to chan<- error) {
	for ctx.Err() == nil {
		err := ask(ctx, coord.TWatch, &coord.Watch{}, nil, func(coord.Reply) error {
			select {
			case to <- nil:
			default: // a change is waiting to be seen already
			}
			return nil
		})
		if ctx.Err() != nil {
			return
		}
		if err == nil {
			err = errors.New("butler has stopped")
		}
		select {
		case to <- err:
		case <-ctx.Done():
			return
		}
		select {
		case <-ctx.Done():
		case <-time.After(2 * time.Second):
		}
	}
}
