package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"guard/audit/stats"
	"guard/hookio"
	"guard/internal/card"
	"guard/internal/place"
)

type statsCmd struct {
	JSON bool `name:"json" help:"Print the counts as one JSON object."`
	All  bool `short:"a" help:"Show every row of every table, not only the first ones."`
	filterFlags
}

func (c *statsCmd) Help() string {
	return `Counts the decisions of the log: by day, verdict, answer, tier, effect, rule, tool, client,
project and session; the prompts that were saved; what was asked, how it ended and how long it
waited; what was refused, with the lines; the slowest; and sessions that made calls on which
guard never decided, which is an alarm: its hook was off or went around.

A call that a client asks about twice counts once. The calls that guard install and guard doctor
make are no agents' and are counted apart; --session guard- counts them. Whether the log is
whole says guard verify.

Examples:
  guard stats --since 7d
  guard stats --project . --since yesterday
  guard stats --answer deny --json | jq .refused.lines`
}

func (c *statsCmd) Run() error {
	at, err := place.Find(os.Getenv)
	if err != nil {
		return err
	}
	f, err := c.filter(at, time.Now())
	if err != nil {
		return usageOf("stats", err.Error())
	}
	if err := thereIsALog(at); err != nil {
		return err
	}
	f.Apart = place.OwnSession
	s, err := stats.Of(at.LogDir(), f)
	if err != nil {
		return err
	}
	if c.JSON {
		return writeJSON(os.Stdout, s)
	}
	p := statsPrinter{w: os.Stdout, color: colored(os.Stdout), all: c.All}
	if terminal(os.Stdout) {
		p.bar = 24
	}
	p.print(s)
	return nil
}

// statsPrinter shows counts to a person.
type statsPrinter struct {
	w     io.Writer
	color bool
	bar   int  // the longest bar, in cells; 0: none
	all   bool // every row
}

// firstRows is how many rows of a table are shown.
const firstRows = 10

func (p *statsPrinter) print(s stats.Stats) {
	if s.Records == 0 {
		fmt.Fprintln(p.w, "no record passes")
		p.apart(s.Apart)
		return
	}
	if len(s.Blind) > 0 {
		fmt.Fprintln(p.w, paint(p.color, "31", fmt.Sprintf("ALARM: %s made calls on which guard never decided", count(len(s.Blind), "session"))))
		for _, b := range p.first(len(s.Blind)) {
			x := s.Blind[b]
			fmt.Fprintf(p.w, "  %s  %-6s %s, the first at %s\n", shortID(x.Session), x.Client, count(x.Results, "call"), local(x.First))
		}
		p.more(len(s.Blind))
		fmt.Fprintln(p.w)
	}
	fmt.Fprintf(p.w, "%s in %s", count(s.Decisions, "decision"), count(s.Records, "record"))
	if s.From != nil {
		fmt.Fprintf(p.w, ", %s to %s", s.From.Local().Format("2006-01-02 15:04"), s.To.Local().Format("2006-01-02 15:04"))
	}
	fmt.Fprintln(p.w)
	p.apart(s.Apart)
	fmt.Fprintf(p.w, "%s saved", count(s.Saved, "prompt"))
	if s.SavedByGrant > 0 {
		fmt.Fprintf(p.w, ", %d of them by a grant", s.SavedByGrant)
	}
	fmt.Fprintln(p.w)
	if s.Observed > 0 {
		fmt.Fprintf(p.w, "%d were only observed: nothing was stopped\n", s.Observed)
	}
	if s.Latency.N > 0 {
		fmt.Fprintf(p.w, "guard took %s (p50), %s (p90), %s (p99), %s at most\n", micros(s.Latency.P50), micros(s.Latency.P90), micros(s.Latency.P99), micros(s.Latency.Max))
	}

	days := s.Days
	if !p.all && len(days) > 14 {
		days = days[len(days)-14:]
	}
	p.table("day (UTC)", days)
	p.table("verdict", s.Verdicts)
	p.table("answer", s.Answers)
	p.table("tier", s.Tiers)
	p.table("effect", s.Effects)
	p.table("rule", s.Rules)
	p.table("tool", s.Tools)
	p.table("client", s.Clients)
	p.table("project", s.Projects)
	p.table("session", s.Sessions)

	if s.Asked.N > 0 {
		fmt.Fprintf(p.w, "\nasked: %d\n", s.Asked.N)
		p.rows(s.Asked.Outcomes)
		for _, by := range s.Asked.By {
			fmt.Fprintf(p.w, "  by %s: %d\n", hookio.Visible(by.Name), by.N)
		}
		if w := s.Asked.Wait; w.N > 0 {
			fmt.Fprintf(p.w, "  waited %s (p50), %s (p90), %s at most\n", millis(w.P50), millis(w.P90), millis(w.Max))
		}
	}
	if s.Refused.N > 0 {
		fmt.Fprintf(p.w, "\nrefused: %d", s.Refused.N)
		if n := len(s.Refused.Lines); n < s.Refused.N {
			fmt.Fprintf(p.w, ", the last %d", n)
		}
		fmt.Fprintln(p.w)
		for _, l := range s.Refused.Lines {
			fmt.Fprintf(p.w, "  %6d  %s  %s  # %s\n", l.Seq, local(l.Time), short(l), card.OneLine(l.Reason, 80))
		}
	}
	if len(s.Slowest) > 0 {
		fmt.Fprintln(p.w, "\nslowest")
		for _, i := range p.first(len(s.Slowest)) {
			l := s.Slowest[i]
			fmt.Fprintf(p.w, "  %6d  %9s  %s  %s\n", l.Seq, micros(l.LatUs), l.Tool, short(l))
		}
	}
}

// short is the command of a line on one line. That the log itself keeps the beginning
// alone is said: what the rest was nobody can look up.
func short(l stats.Line) string {
	text := card.OneLine(l.Cmd, 80)
	if l.CmdCut {
		text += fmt.Sprintf(" (the log keeps the beginning of %s)", count(int(l.CmdLen), "byte"))
	}
	return text
}

// apart says what is not counted: the calls that guard makes itself.
func (p *statsPrinter) apart(n int) {
	if n > 0 {
		fmt.Fprintf(p.w, "not counted: %s on calls of guard install and guard doctor\n", count(n, "decision"))
	}
}

func (p *statsPrinter) table(name string, rows []stats.Count) {
	if len(rows) == 0 {
		return
	}
	fmt.Fprintf(p.w, "\n%s\n", name)
	p.rows(rows)
}

// rows prints counts, each with a bar as long as its part of the largest.
func (p *statsPrinter) rows(rows []stats.Count) {
	largest := 1
	for _, r := range rows {
		largest = max(largest, r.N)
	}
	shown := rows
	if !p.all {
		shown = rows[:min(len(rows), max(firstRows, 14))]
	}
	for _, r := range shown {
		line := fmt.Sprintf("  %-40s %8d", card.OneLine(r.Name, 60), r.N)
		if p.bar > 0 {
			line += " " + paint(p.color, barColor(r.Name), bar(r.N, largest, p.bar))
		}
		fmt.Fprintln(p.w, line)
	}
	if n := len(rows) - len(shown); n > 0 {
		fmt.Fprintf(p.w, "  and %d more (--all)\n", n)
	}
}

// first are the indexes of the rows to show.
func (p *statsPrinter) first(n int) []int {
	if !p.all {
		n = min(n, firstRows)
	}
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

func (p *statsPrinter) more(n int) {
	if !p.all && n > firstRows {
		fmt.Fprintf(p.w, "  and %d more (--all)\n", n-firstRows)
	}
}

// bar is a bar of at most width cells, in eighths of a cell; what is there at
// all has one.
func bar(n, largest, width int) string {
	eighths := max(n*width*8/largest, 1)
	if n == 0 {
		eighths = 0
	}
	s := strings.Repeat("█", eighths/8)
	if rest := eighths % 8; rest > 0 {
		s += string([]rune("▏▎▍▌▋▊▉")[rest-1])
	}
	return s
}

// barColor is that of a verdict or an answer, else a quiet one.
func barColor(name string) string {
	if c := verdictColors()[name]; c != "" {
		return c
	}
	return "34"
}

func shortID(id string) string {
	if len(id) > 12 {
		id = id[:8] + "…"
	}
	return hookio.Visible(id)
}

// local is a time of the log as a person's clock shows it.
func local(s string) string {
	at, err := time.Parse(time.RFC3339Nano, s)
	if err != nil {
		return hookio.Visible(s)
	}
	return at.Local().Format("01-02 15:04")
}

func micros(n uint64) string {
	if n < 1000 {
		return fmt.Sprintf("%d µs", n)
	}
	return fmt.Sprintf("%.1f ms", float64(n)/1000)
}

func millis(n uint64) string {
	return time.Duration(n * uint64(time.Millisecond)).Round(100 * time.Millisecond).String()
}
