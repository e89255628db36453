package setup

import (
	"fmt"
	"strings"
)

// Diff returns the change as a unified diff with two lines of context, "" where
// there is none. A line that ends in CR LF shows as it is.
func (c Change) Diff() string {
	if c.Empty() {
		return ""
	}
	a, b := lines(c.Before), lines(c.After)
	from, to := c.Path, c.Path
	if c.Before == nil {
		from = "/dev/null"
	}
	if c.After == nil {
		to = "/dev/null"
	}
	return "--- " + from + "\n+++ " + to + "\n" + hunks(a, b)
}

func lines(text []byte) []string {
	all := strings.SplitAfter(string(text), "\n")
	if last := len(all) - 1; all[last] == "" {
		all = all[:last]
	}
	return all
}

// step is one line of a diff: kept (' '), gone ('-') or new ('+').
type step struct {
	op   byte
	line string
}

// steps is the shortest way from a to b for the part between their common
// beginning and end. Past a bound the part is taken as a whole: settings files
// are small, and a diff is for reading.
func steps(a, b []string) []step {
	var head, tail []step
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		head, a, b = append(head, step{' ', a[0]}), a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		tail, a, b = append(tail, step{' ', a[len(a)-1]}), a[:len(a)-1], b[:len(b)-1]
	}
	if len(a)*len(b) <= 4<<20 {
		// common[i][j] is the length of the longest common part of a[i:] and b[j:].
		common := make([][]int, len(a)+1)
		for i := range common {
			common[i] = make([]int, len(b)+1)
		}
		for i := len(a) - 1; i >= 0; i-- {
			for j := len(b) - 1; j >= 0; j-- {
				if a[i] == b[j] {
					common[i][j] = common[i+1][j+1] + 1
				} else {
					common[i][j] = max(common[i+1][j], common[i][j+1])
				}
			}
		}
		i, j := 0, 0
		for i < len(a) && j < len(b) {
			switch {
			case a[i] == b[j]:
				head = append(head, step{' ', a[i]})
				i, j = i+1, j+1
			case common[i+1][j] >= common[i][j+1]:
				head = append(head, step{'-', a[i]})
				i++
			default:
				head = append(head, step{'+', b[j]})
				j++
			}
		}
		a, b = a[i:], b[j:]
	}
	for _, l := range a {
		head = append(head, step{'-', l})
	}
	for _, l := range b {
		head = append(head, step{'+', l})
	}
	for i := len(tail) - 1; i >= 0; i-- {
		head = append(head, tail[i])
	}
	return head
}

func hunks(a, b []string) string {
	const context = 2
	all := steps(a, b)
	shown := make([]bool, len(all))
	for i, s := range all {
		if s.op == ' ' {
			continue
		}
		for k := max(0, i-context); k <= min(len(all)-1, i+context); k++ {
			shown[k] = true
		}
	}
	var out strings.Builder
	la, lb := 1, 1
	for i := 0; i < len(all); {
		if !shown[i] {
			la, lb, i = la+1, lb+1, i+1
			continue
		}
		var body strings.Builder
		na, nb := 0, 0
		for ; i < len(all) && shown[i]; i++ {
			if all[i].op != '+' {
				na++
			}
			if all[i].op != '-' {
				nb++
			}
			body.WriteByte(all[i].op)
			body.WriteString(all[i].line)
			if !strings.HasSuffix(all[i].line, "\n") {
				body.WriteString("\n\\ No newline at end of file\n")
			}
		}
		fmt.Fprintf(&out, "@@ -%s +%s @@\n%s", span(la, na), span(lb, nb), body.String())
		la, lb = la+na, lb+nb
	}
	return out.String()
}

func span(start, n int) string {
	if n == 0 {
		start-- // an empty span names the line before it
	}
	return fmt.Sprintf("%d,%d", start, n)
}
