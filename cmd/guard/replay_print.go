package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"guard/hookio"
	"guard/internal/card"
)

// verdictSays is what becomes of the calls of a verdict.
var verdictSays = [...][2]string{
	{"allow", "run, without a question"},
	{"defer", "guard has no opinion: the client's own rules decide"},
	{"approve", "a person is asked"},
	{"refuse", "denied"},
}

// printReplay shows the report to a person: numbers first, then what would have
// been stopped, then what could not be read.
func printReplay(w io.Writer, r replayReport, color bool) {
	fmt.Fprintf(w, "%s in %s", counted(r.Calls, "call"), counted(r.Files, "session file"))
	if !r.From.IsZero() {
		fmt.Fprintf(w, ", %s to %s", r.From.Local().Format("2006-01-02"), r.To.Local().Format("2006-01-02"))
	}
	fmt.Fprintln(w)
	judged := max(r.Calls-r.Unjudged, 1)
	for _, v := range verdictSays {
		n := r.Verdicts[v[0]]
		fmt.Fprintf(w, "  %s %8d %6.1f %%  %s\n", paint(color, verdictColors()[v[0]], fmt.Sprintf("%-8s", v[0])), n, float64(n)*100/float64(judged), v[1])
	}
	q := r.Questions
	fmt.Fprintln(w, "\nquestions to you, beside a client that has no rules but its defaults")
	for _, row := range []struct {
		n    int
		text string
	}{
		{q.Saved, "saved: the client asks, guard answers for you"},
		{q.Same, "as before: guard has no opinion"},
		{q.Both, "as before, now with guard's reason"},
		{q.New, "new: guard asks where the client would not"},
		{q.Held, "held back until you approve: nobody can be asked in that session"},
	} {
		fmt.Fprintf(w, "  %8d  %s\n", row.n, row.text)
	}
	if len(r.SaidNo) > 0 {
		var parts []string
		for _, v := range verdictSays {
			if n := r.SaidNo[v[0]]; n > 0 {
				parts = append(parts, fmt.Sprintf("%s %d", v[0], n))
			}
		}
		fmt.Fprintf(w, "you said no at the time to calls that guard judges: %s\n", strings.Join(parts, ", "))
	}
	verdict := ""
	for _, g := range r.Groups {
		if g.Verdict != verdict {
			verdict = g.Verdict
			fmt.Fprintf(w, "\n%s\n", paint(color, verdictColors()[verdict], strings.ToUpper(verdict)))
		}
		printGroup(w, g)
	}
	printUnread(w, r)
}

func printGroup(w io.Writer, g *replayGroup) {
	head := g.What
	if g.Does != "" {
		head += ": " + g.Does
	}
	fmt.Fprintf(w, "  %s (%d)\n", head, g.Count)
	for _, l := range g.Lines {
		many := ""
		if l.Count > 1 {
			many = fmt.Sprintf(" (%d times)", l.Count)
		}
		fmt.Fprintf(w, "    %s: %s%s\n", hookio.Visible(l.Tool), l.Cmd, many)
		if l.Reason != "" {
			fmt.Fprintf(w, "        %s\n", hookio.Visible(l.Reason))
		}
		fmt.Fprintf(w, "        %s", placeOf(l.File, l.Line))
		if !l.Time.IsZero() {
			fmt.Fprintf(w, "  %s", l.Time.Local().Format("2006-01-02 15:04"))
		}
		if l.Outcome == "rejected" || l.Outcome == "denied" {
			fmt.Fprintf(w, "  %s at the time", l.Outcome)
		}
		fmt.Fprintln(w)
	}
	if g.More > 0 {
		fmt.Fprintf(w, "    and %s (--all shows them)\n", counted(g.More, "other line"))
	}
}

// printUnread says what the numbers do not hold.
func printUnread(w io.Writer, r replayReport) {
	var notes []string
	for _, n := range []struct {
		n          int
		what, rest string
	}{
		{r.Copies, "call", "counted once: a resumed session repeats them"},
		{r.Unreached, "call", "left out: the client turned them down before any hook"},
		{r.Unseen, "call", "left out: Codex asks no hook about write_stdin and web search"},
		{r.Other, "file", "left out: no transcript"},
		{r.Broken, "broken line", "left out"},
		{r.Unjudged, "call", "not judged: the policy of their project is wrong"},
	} {
		if n.n > 0 {
			notes = append(notes, fmt.Sprintf("%d %s %s", n.n, n.what+plural(n.n), n.rest))
		}
	}
	if len(notes) == 0 {
		return
	}
	fmt.Fprintln(w)
	for _, n := range notes {
		fmt.Fprintln(w, n)
	}
	for _, f := range r.Faults {
		fmt.Fprintf(w, "    %s  %s\n", placeOf(f.File, f.Line), card.OneLine(f.Why, 200))
	}
}

// placeOf is FILE:LINE, with ~ for the home.
func placeOf(file string, line int) string {
	if home := os.Getenv("HOME"); home != "" {
		if rest, ok := strings.CutPrefix(file, strings.TrimSuffix(home, "/")+"/"); ok {
			file = "~/" + rest
		}
	}
	if line > 0 {
		file = fmt.Sprintf("%s:%d", file, line)
	}
	return hookio.Visible(file)
}

func plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}

func counted(n int, what string) string { return fmt.Sprintf("%d %s%s", n, what, plural(n)) }
