package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"guard/grants"
	"guard/hookio"
)

// printField shows one member of the input. Text of several lines keeps them,
// each behind a bar, so that it cannot be taken for a line of guard's own.
func printField(w io.Writer, f grants.Field) {
	name, v := f.Name, gjson.Parse(f.Raw)
	if name == "" {
		if v.IsObject() {
			v.ForEach(func(key, value gjson.Result) bool {
				printField(w, grants.Field{Name: key.String(), Raw: value.Raw})
				return true
			})
			return
		}
		name = "input"
	}
	text := f.Raw
	if v.Type == gjson.String {
		text = v.String()
	}
	fmt.Fprintln(w, oneLine(name, 80))
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		fmt.Fprintf(w, "  | %s\n", strings.ReplaceAll(hookio.Visible(line), "\t", `\t`))
	}
}

// printArgv shows a command word by word.
func printArgv(w io.Writer, argv []string) {
	for i, a := range argv {
		fmt.Fprintf(w, "  %3d  %s\n", i, oneLine(a, 1<<20))
	}
}

// oneLine is text on one line of at most n bytes, with what a terminal would
// obey or hide spelled out.
func oneLine(text string, n int) string {
	text = strings.NewReplacer("\n", `\n`, "\t", `\t`).Replace(hookio.Visible(text))
	if len(text) <= n {
		return text
	}
	return strings.ToValidUTF8(text[:n], "") + "…"
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

func inWords(d time.Duration) string {
	if d < time.Hour {
		return fmt.Sprintf("%d minutes", int(d.Minutes()))
	}
	return fmt.Sprintf("%d hours", int(d.Hours()))
}

// duration reads 30m, 8h or 3d.
func duration(s string) (time.Duration, error) {
	if days, ok := strings.CutSuffix(s, "d"); ok {
		s = days + "h"
		d, err := time.ParseDuration(s)
		if err == nil && d <= grants.MaxLife/24 {
			return d * 24, nil
		}
		if err == nil {
			return 0, fmt.Errorf("%sd is longer than 7d, the longest that a grant may live", days)
		}
	}
	d, err := time.ParseDuration(s)
	switch {
	case err != nil || d <= 0:
		return 0, fmt.Errorf("%q is no time to live: 30m, 8h, 3d", s)
	case d > grants.MaxLife:
		return 0, fmt.Errorf("%s is longer than 7d, the longest that a grant may live", s)
	}
	return d, nil
}
