package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"guard/butler/ext"
	"guard/butler/host"
	"guard/butler/procs"
	"guard/butler/runs"
	"guard/internal/card"
)

// state is a state as a word of one width, so that it is never told by colour
// alone.
func (i ink) state(s procs.State) string {
	word := fmt.Sprintf("%-8s", s)
	switch s {
	case procs.Running:
		return i.in("32", word)
	case procs.Starting, procs.Stopping, procs.Backoff:
		return i.in("33", word)
	case procs.Crashed, procs.Failed:
		return i.in("31", word)
	}
	return i.dim(word)
}

func printStatusLine(w io.Writer, s procs.Status) {
	ink := inkFor(w)
	fmt.Fprintf(w, "%s  %s%s\n", ink.state(s.State), ink.bold(card.OneLine(s.Kind+"/"+s.ID, 70)), statusDetail(s, time.Now()))
}

func statusDetail(s procs.Status, now time.Time) string {
	var out string
	if s.Pid != 0 {
		out += fmt.Sprintf("  process %d", s.Pid)
	}
	if s.Started != nil {
		out += fmt.Sprintf(" since %s", ago(now, *s.Started))
	}
	if s.Restarts > 0 {
		out += fmt.Sprintf("  restarted %s", times(s.Restarts))
	}
	if s.Healthy != nil && !*s.Healthy {
		out += "  unhealthy"
	}
	if s.Stale {
		out += "  its manifest changed; restart it to use the new one"
	}
	if s.Error != "" {
		out += "  " + card.OneLine(s.Error, 160)
	}
	if s.NextStart != nil {
		out += fmt.Sprintf("; starts again in %s", max(s.NextStart.Sub(now), 0).Round(time.Second))
	}
	return out
}

func printOverview(w io.Writer, o host.Overview) {
	n := 0
	for _, list := range [][]host.Item{o.Services, o.Tools} {
		for _, item := range list {
			if item.Status != nil {
				printStatusLine(w, *item.Status)
				n++
			}
		}
	}
	for _, list := range [][]host.Item{o.Services, o.Tools, o.Faculties} {
		for _, item := range list {
			if item.Waits != "" {
				printWait(w, item.Public)
				n++
			}
		}
	}
	switch {
	case !o.Health.Instance:
		fmt.Fprintln(w, "there is no instance that can be used; butler catalog says why")
	case n == 0:
		fmt.Fprintln(w, "there is nothing to start; butler catalog lists the extensions")
	}
	if o.Health.Invalid > 0 {
		fmt.Fprintf(w, "warning: %s; butler catalog says why\n", plural(o.Health.Invalid, "extension cannot be used", "extensions cannot be used"))
	}
	if s := o.Health.Spool; s.Waiting > 0 || s.Lost.Count > 0 {
		fmt.Fprintf(w, "%s", plural(s.Waiting, "observation waits", "observations wait"))
		if s.Lost.Count > 0 {
			fmt.Fprintf(w, "; warning: there was no room for %d, the last one %s", s.Lost.Count, s.Lost.Last.Local().Format("2006-01-02 15:04"))
		}
		fmt.Fprintln(w)
	}
}

// printWait says that an extension waits for the owner's word.
func printWait(w io.Writer, e ext.Public) {
	ink, key := inkFor(w), card.OneLine(string(e.Kind)+"/"+e.ID, 70)
	fmt.Fprintf(w, "%s  %s  waits for your word: butler accept %s\n", ink.in("33", fmt.Sprintf("%-8s", e.Waits)), ink.bold(key), key)
}

func printCatalog(w io.Writer, cat host.Catalog) {
	ink := inkFor(w)
	if len(cat.Extensions) == 0 {
		fmt.Fprintln(w, "there are no extensions")
	}
	for _, e := range cat.Extensions {
		name := string(e.Kind) + "/" + e.ID
		if !e.Valid {
			fmt.Fprintf(w, "%s  %s\n", ink.bold(card.OneLine(name, 70)), ink.in("31", "cannot be used"))
		} else {
			fmt.Fprintf(w, "%s  %s\n", ink.bold(card.OneLine(name, 70)), card.OneLine(saysOfItself(e), 120))
		}
		if e.Waits != "" {
			printWait(w, e)
		}
		printProblems(w, e.Problems)
		for _, list := range [][]ext.PublicRun{e.Actions, e.Commands, e.Reports} {
			for _, r := range list {
				fmt.Fprintf(w, "    %s %s  %s%s\n", r.Sort, ink.bold(r.Name), card.OneLine(r.Title, 80), argNames(r.Args))
			}
		}
	}
	printProblems(w, cat.Problems)
}

// saysOfItself is what an extension says of itself.
func saysOfItself(e ext.Public) string {
	out := e.Name
	if e.Description != "" {
		out += ": " + e.Description
	}
	return out
}

func printProblems(w io.Writer, list []ext.PublicProblem) {
	for _, p := range list {
		place := p.File
		if p.Line > 0 {
			place += fmt.Sprintf(":%d:%d", p.Line, p.Column)
		}
		word := "error"
		if p.Warning {
			word = "warning"
		}
		fmt.Fprintf(w, "    %s: %s: %s\n", card.OneLine(place, 200), word, card.OneLine(strings.TrimSpace(p.Pointer+" "+p.Text), 400))
	}
}

// argNames lists the arguments that a schema declares.
func argNames(schema json.RawMessage) string {
	var s struct {
		Properties map[string]json.RawMessage `json:"properties"`
		Required   []string                   `json:"required"`
	}
	if len(schema) == 0 || json.Unmarshal(schema, &s) != nil {
		return ""
	}
	var out []string
	for _, name := range s.Required {
		out = append(out, name+"=…")
		delete(s.Properties, name)
	}
	if len(s.Properties) > 0 {
		out = append(out, fmt.Sprintf("and %d more", len(s.Properties)))
	}
	if len(out) == 0 {
		return ""
	}
	return card.OneLine(" ("+strings.Join(out, " ")+")", 120)
}

func printLines(w io.Writer, l host.Lines, asJSON bool) error {
	if asJSON {
		enc := json.NewEncoder(w)
		enc.SetEscapeHTML(false)
		for _, line := range l.Lines {
			if err := enc.Encode(line); err != nil {
				return err
			}
		}
		return nil
	}
	ink := inkFor(w)
	if l.Lost > 0 {
		fmt.Fprintln(w, ink.dim(fmt.Sprintf("… %d lines are no longer kept", l.Lost)))
	}
	for _, line := range l.Lines {
		text := card.OneLine(line.Text, procs.MaxLine)
		switch {
		case line.Stream == "butler":
			text = ink.dim("butler: " + text)
		case line.Stream == "stderr":
			text = ink.in("31", text)
		}
		if line.Cut > 0 {
			text += ink.dim(fmt.Sprintf(" … %d bytes more", line.Cut))
		}
		if _, err := fmt.Fprintf(w, "%s %s\n", ink.dim(line.Time.Local().Format("15:04:05")), text); err != nil {
			return err
		}
	}
	return nil
}

// printRun prints the outputs of a run, and what became of it where that is
// not simply its end.
func printRun(out, errs *os.File, r runs.Run) {
	if r.Truncated {
		fmt.Fprintln(errs, "butler: the beginning of the output is not kept")
	}
	fmt.Fprint(out, shownOn(out, r.Output))
	fmt.Fprint(errs, shownOn(errs, r.Errors))
	switch {
	case r.State == runs.Running:
		fmt.Fprintf(errs, "butler: it runs as %s; butler runs %s shows it\n", r.ID, r.ID)
	case r.Error != "":
		fmt.Fprintf(errs, "butler: %s\n", card.OneLine(r.Error, 400))
	}
}

// shownOn is text of a program: as it is for a file or a pipe, and line by line
// without anything that moves the cursor for a terminal.
func shownOn(f *os.File, text string) string {
	if !isTerminal(f) || text == "" {
		return text
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(card.OneLine(strings.TrimSuffix(line, "\n"), len(line)+1) + "\n")
	}
	return b.String()
}

func printRunLine(w io.Writer, r runs.Run) {
	ink := inkFor(w)
	progress := ""
	if p := r.Progress; p != nil && r.State == runs.Running {
		progress = fmt.Sprintf("  %g", p.Done)
		if p.Total > 0 {
			progress = fmt.Sprintf("  %.0f %%", 100*p.Done/p.Total)
		}
		progress += " " + card.OneLine(p.Text, 60)
	}
	took := time.Duration(r.DurationMs) * time.Millisecond
	fmt.Fprintf(w, "%s  %s  %-9s %s/%s %s  %s%s\n", ink.dim(r.ID), r.Started.Local().Format("2006-01-02 15:04"), r.State,
		card.OneLine(r.Kind, 20), ink.bold(card.OneLine(r.Extension, 64)), card.OneLine(r.Name, 64), took, progress)
}

func printChanges(w io.Writer, ch host.Changes) {
	for _, row := range []struct {
		word string
		list []string
	}{{"added", ch.Added}, {"removed", ch.Removed}, {"changed", ch.Changed}, {"cannot be used", ch.Invalid}} {
		for _, name := range row.list {
			fmt.Fprintf(w, "%s: %s\n", row.word, card.OneLine(name, 100))
		}
	}
	if len(ch.Added)+len(ch.Removed)+len(ch.Changed) == 0 {
		fmt.Fprintln(w, "nothing has changed")
	}
}
