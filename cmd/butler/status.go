package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"guard/butler/daemon"
	"guard/coord"
)

type statusCmd struct {
	JSON bool `name:"json" help:"Print it as one JSON object."`
}

func (c statusCmd) Help() string {
	return "The exit status is 0 where butler runs and 3 where it does not."
}

// state is what status --json prints.
type state struct {
	Running bool           `json:"running"`
	Why     string         `json:"why,omitempty"` // it does not
	Status  *daemon.Status `json:"status,omitempty"`
}

func (c statusCmd) Run() error {
	var s daemon.Status
	err := ask(context.Background(), coord.TStatus, &coord.Status{}, &s, nil)
	out := state{Running: err == nil, Status: &s}
	if err != nil {
		out.Status, out.Why = nil, firstLine(err.Error())
		if errors.Is(err, errStopped) {
			out.Why = "no butler answers"
		}
	}
	if c.JSON {
		if perr := printJSON(out); perr != nil {
			return perr
		}
		if err != nil {
			return status(exitStopped)
		}
		return nil
	}
	if err != nil {
		return err
	}
	printStatus(s)
	return nil
}

func printStatus(s daemon.Status) {
	w := os.Stdout
	fmt.Fprintf(w, "butler %s runs as process %d since %s\n", s.Version, s.PID, s.Started.Local().Format("2006-01-02 15:04"))
	fmt.Fprintf(w, "page      %s\n", s.Page)
	waiting := plural(s.Inbox.Pending, "item waits", "items wait")
	if s.Holding > 0 {
		waiting += fmt.Sprintf(", %s now", plural(s.Holding, "hook holds", "hooks hold"))
	}
	fmt.Fprintf(w, "inbox     %s\n", waiting)
	if s.Inbox.Approved > 0 {
		fmt.Fprintf(w, "          %s yet\n", plural(s.Inbox.Approved, "yes was not used", "yeses were not used"))
	}
	watch := "nobody: calls of attended clients are not held"
	if s.Watching {
		watch = "somebody has the inbox open"
	}
	fmt.Fprintf(w, "watching  %s\n", watch)
	notes := "no program (notification.command in butler.json)"
	if s.Notify.Configured {
		notes = fmt.Sprintf("%d sent, %d waiting, %d dropped", s.Notify.Sent, s.Notify.Waiting, s.Notify.Dropped)
		if s.Notify.LastError != "" {
			notes += "; " + s.Notify.LastError
		}
	}
	fmt.Fprintf(w, "notify    %s\n", notes)
	fmt.Fprintf(w, "database  %s\nlog       %s\n", s.Database, s.LogFile)
	if s.Inbox.Corrupt > 0 {
		fmt.Fprintf(w, "warning   %s be read; butler db check says which\n", plural(s.Inbox.Corrupt, "item cannot", "items cannot"))
	}
	if s.Inbox.Unlogged > 0 {
		fmt.Fprintf(w, "warning   guard's log lacks %s: it cannot be written, and no yes has an effect until it can\n", plural(s.Inbox.Unlogged, "event", "events"))
	}
	if s.Faults > 0 {
		fmt.Fprintf(w, "warning   %s since it began; its log says which\n", plural(int(s.Faults), "fault", "faults"))
	}
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// ago is how long ago at was, in few letters.
func ago(now, at time.Time) string {
	switch d := now.Sub(at); {
	case d < time.Minute:
		return "now"
	case d < time.Hour:
		return fmt.Sprintf("%dm", int(d.Minutes()))
	case d < 48*time.Hour:
		return fmt.Sprintf("%dh", int(d.Hours()))
	default:
		return fmt.Sprintf("%dd", int(d.Hours()/24))
	}
}

func firstLine(s string) string {
	for i := range s {
		if s[i] == '\n' {
			return s[:i]
		}
	}
	return s
}
