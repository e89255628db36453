package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"guard/audit"
	"guard/audit/stats"
	"guard/hookio"
	"guard/internal/cli"
	"guard/internal/place"
)

type logCmd struct {
	Verb   string `arg:"" optional:"" name:"show" help:"show: print one record in full, with what became of the call."`
	Seq    uint64 `arg:"" optional:"" help:"The seq of that record, as guard log prints it."`
	N      int    `short:"n" default:"20" help:"How many of the last records to list; 0 is all."`
	JSON   bool   `name:"json" help:"Print the raw records, unchanged, one a line (all of them, unless -n is given)."`
	Follow bool   `short:"f" help:"Go on with new records as they come."`
	filterFlags
}

func (c *logCmd) Help() string {
	return `Lists records of the log, one a line: the time, the seq, what was decided, how it was answered.
The exit status is 1 where there is no log, or not the record to show.

Examples:
  guard log -n 50
  guard log --follow --verdict refuse
  guard log --since today --project . --answer ask
  guard log show 1204
  guard log --json | jq 'select(.verdict=="refuse")'`
}

func (c *logCmd) Run(call *cli.Call) error {
	switch {
	case c.Verb != "" && c.Verb != "show":
		return usageOf("log", fmt.Sprintf("%q is nothing that guard log does; guard log show SEQ shows one record", c.Verb))
	case c.Verb != "" && c.Seq == 0:
		return usageOf("log", "guard log show takes the seq of a record")
	case c.Verb != "" && (c.filterFlags != filterFlags{} || c.Follow || call.Given("n")):
		return usageOf("log", "guard log show SEQ shows one record, whatever it is: it takes no filter")
	case c.Verb != "":
		return c.show()
	}
	return c.list(call.Given("n"))
}

func (c *logCmd) list(counted bool) error {
	at, err := place.Find(os.Getenv)
	if err != nil {
		return err
	}
	f, err := c.filter(at, time.Now())
	if err != nil {
		return usageOf("log", err.Error())
	}
	if c.N < 0 {
		return usageOf("log", "-n is 0 or more")
	}
	n := c.N
	if c.JSON && !counted {
		n = 0
	}
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	show := c.printer(out, colored(os.Stdout))
	if c.Follow {
		ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
		defer stop()
		return follow(ctx, at.LogDir(), n, f, func(line []byte) error { return errors.Join(show(line), out.Flush()) })
	}
	if err := thereIsALog(at); err != nil {
		return err
	}
	if n > 0 {
		lines, _, err := tail(at.LogDir(), n, f)
		if err != nil {
			return err
		}
		for _, line := range lines {
			if err := show(line); err != nil {
				return err
			}
		}
		return out.Flush()
	}
	for line, err := range audit.Lines(at.LogDir()) {
		if err == nil && f.Match(line) {
			err = show(line)
		}
		if err != nil {
			return err
		}
	}
	return out.Flush()
}

// printer prints one record as the flags want it.
func (c *logCmd) printer(w io.Writer, color bool) func(line []byte) error {
	return func(line []byte) error {
		if c.JSON {
			_, err := fmt.Fprintf(w, "%s\n", line)
			return err
		}
		r, err := audit.ParseRecord(line)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintln(w, logLine(r, color))
		return err
	}
}

func thereIsALog(at place.Places) error {
	if _, err := os.Stat(at.LogDir()); err != nil {
		return fmt.Errorf("there is no log yet at %s\nguard install registers guard; the first call of a client begins the log", at.LogDir())
	}
	return nil
}

// tail returns the last n records that pass, oldest first, and the seq of the
// last record of all.
func tail(dir string, n int, f stats.Filter) (lines [][]byte, last uint64, err error) {
	for line, err := range audit.Backward(dir) {
		if err != nil {
			return nil, 0, err
		}
		if last == 0 {
			r, err := audit.ParseRecord(line)
			if err != nil {
				return nil, 0, err
			}
			last = r.Seq
		}
		if len(lines) == n {
			break
		}
		if f.Match(line) {
			lines = append(lines, bytes.Clone(line))
		}
	}
	slices.Reverse(lines)
	return lines, last, nil
}

// followEvery is how often new records are looked for.
const followEvery = 200 * time.Millisecond

// follow shows the last n records that pass (0: all of them) and then each new
// one, from segment to segment, until ctx ends. A log that is not there yet is
// waited for.
func follow(ctx context.Context, dir string, n int, f stats.Filter, show func([]byte) error) error {
	var at audit.Position
	if n > 0 {
		lines, last, err := tail(dir, n, f)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
		for _, line := range lines {
			if err := show(line); err != nil {
				return err
			}
		}
		at.Seq = last
	}
	tick := time.NewTicker(followEvery)
	defer tick.Stop()
	for {
		var err error
		at, err = audit.Since(dir, at, func(line []byte) error {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if !f.Match(line) {
				return nil
			}
			return show(line)
		})
		if ctx.Err() != nil {
			return nil
		}
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

// show prints one record and what belongs to it.
func (c *logCmd) show() error {
	at, err := place.Find(os.Getenv)
	if err != nil {
		return err
	}
	if err := thereIsALog(at); err != nil {
		return err
	}
	line, err := audit.Find(at.LogDir(), c.Seq)
	if err != nil {
		return err
	}
	if line == nil {
		return fmt.Errorf("the log has no record %d\nguard log -n 1 shows the last one", c.Seq)
	}
	if c.JSON {
		_, err := fmt.Printf("%s\n", line)
		return err
	}
	if err := printRecord(os.Stdout, line, colored(os.Stdout)); err != nil {
		return err
	}
	r, err := audit.ParseRecord(line)
	if err != nil {
		return err
	}
	related, err := audit.Related(at.LogDir(), r)
	if err != nil {
		return err
	}
	if len(related) > 0 {
		fmt.Println()
	}
	for _, r := range related {
		fmt.Println(logLine(r, colored(os.Stdout)))
	}
	return nil
}

// printRecord shows every member of a record, those that this version does not
// know included, in their order.
func printRecord(w io.Writer, line []byte, color bool) error {
	err := audit.Members(line, func(key, val []byte) bool {
		text := string(val)
		if s, ok := audit.Unquote(val); ok {
			text = s
		}
		switch string(key) {
		case "verdict", "answer":
			fmt.Fprintf(w, "%-10s %s\n", key, paint(color, verdictColors()[text], hookio.Visible(text)))
			return true
		case "effects":
			text = strings.NewReplacer(`"`, "", ",", ", ", "[", "", "]", "").Replace(text)
		case "time":
			if at, err := time.Parse(time.RFC3339Nano, text); err == nil {
				text += at.Local().Format("  (2006-01-02 15:04:05 MST)")
			}
		}
		// Line by line, so that a command can be read as it was typed, and no
		// control character reaches the terminal.
		for i, l := range strings.Split(text, "\n") {
			name := ""
			if i == 0 {
				name = hookio.Visible(string(key))
			}
			fmt.Fprintf(w, "%s\n", strings.TrimRight(fmt.Sprintf("%-10s %s", name, hookio.Visible(l)), " "))
		}
		return true
	})
	if err != nil {
		return fmt.Errorf("the record is not of a form that guard can show: %w", err)
	}
	return nil
}
