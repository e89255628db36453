package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"guard/audit"
	"guard/classify"
	"guard/hookio"
	"guard/internal/card"
	"guard/internal/place"
)

// terminal reports whether f is a terminal. The null device is a character
// device as well, and nobody sits there.
func terminal(f *os.File) bool {
	st, err := f.Stat()
	if err != nil || st.Mode()&os.ModeCharDevice == 0 || os.Getenv("TERM") == "dumb" {
		return false
	}
	null, err := os.Stat(os.DevNull)
	return err != nil || !os.SameFile(st, null)
}

// colored reports whether output to f may have colours.
func colored(f *os.File) bool { return terminal(f) && os.Getenv("NO_COLOR") == "" }

func paint(color bool, code, s string) string {
	if !color {
		return s
	}
	return "\033[" + code + "m" + s + "\033[0m"
}

func verdictColors() map[string]string {
	return map[string]string{"allow": "32", "defer": "36", "approve": "33", "refuse": "31", "none": "32", "ask": "33", "deny": "31", "hold": "33"}
}

// meaning is a verdict as people read it: approve could be taken for approved.
func meaning(v classify.Verdict) string {
	switch v {
	case classify.Approve:
		return "approve (a person must)"
	case classify.Defer:
		return "defer (the client's own rules decide)"
	}
	return v.String()
}

// printResult shows a verdict and a line for each finding.
func printResult(w io.Writer, r classify.Result, color bool) {
	fmt.Fprintln(w, paint(color, verdictColors()[r.Verdict.String()], meaning(r.Verdict)))
	for _, f := range r.Findings {
		fmt.Fprintf(w, "  %-9s  %s\n", f.Tier, hookio.Visible(card.Sentence(f)))
		if f.Safer != "" && f.Tier >= classify.TierDangerous {
			fmt.Fprintf(w, "  %-9s  safer: %s\n", "", f.Safer)
		}
	}
}

// printPolicy shows the two tables and the settings.
func printPolicy(w io.Writer, p place.Policy) {
	fmt.Fprintf(w, "posture: %s    unattended: %s    auto_allow: %s    log not writable: %s\n", p.Posture, p.For(true), p.AutoAllow, p.OnUnwritable)
	if len(p.Files) > 0 {
		fmt.Fprintf(w, "from: %s\n", strings.Join(p.Files, ", "))
	}
	fmt.Fprintf(w, "\n%-16s %-10s %s\n", "effect", "tier", "what it is")
	for _, row := range p.EffectRows() {
		fmt.Fprintf(w, "%-16s %-10s %s\n", row.Name, row.Tier, row.Does)
	}
	fmt.Fprintf(w, "\n%-16s %-10s %-10s %s\n", "zone", "reads", "writes", "deletes")
	for _, row := range p.ZoneRows() {
		fmt.Fprintf(w, "%-16s %-10s %-10s %s\n", row.Name, row.Reads, row.Writes, row.Deletes)
	}
	fmt.Fprintf(w, "\n%-22s %-9s %-9s %s\n", "tier", "observe", "guard", "strict")
	fmt.Fprintf(w, "%-22s %-9s %-9s %s\n", "safe", "allow", "allow", "allow")
	fmt.Fprintf(w, "%-22s %-9s %-9s %s\n", "unknown", "defer", "defer", "approve")
	fmt.Fprintf(w, "%-22s %-9s %-9s %s\n", "dangerous, outward", "defer", "approve", "approve")
	fmt.Fprintf(w, "%-22s %-9s %-9s %s\n", "forbidden", "defer", "refuse", "refuse")
}

// policyJSON is the policy for programs.
func policyJSON(p place.Policy) map[string]any {
	effects, zones := map[string]string{}, map[string]map[string]string{}
	for _, r := range p.EffectRows() {
		effects[r.Name] = r.Tier.String()
	}
	for _, r := range p.ZoneRows() {
		zones[r.Name] = map[string]string{"reads": r.Reads.String(), "writes": r.Writes.String(), "deletes": r.Deletes.String()}
	}
	return map[string]any{
		"posture": p.Posture.String(), "unattended": p.For(true).String(), "auto_allow": p.AutoAllow,
		"hold_seconds": int(p.Hold.Seconds()), "on_unwritable": p.OnUnwritable, "sync": p.Sync,
		"effects": effects, "zones": zones, "files": append([]string{}, p.Files...), "digest": p.Digest,
	}
}

// printFamilies lists the programs that guard knows.
func printFamilies(w io.Writer) {
	for _, f := range classify.Families() {
		fmt.Fprintf(w, "%s (%d)\n", f.Name, len(f.Programs))
		line := " "
		for _, p := range f.Programs {
			if len(line)+1+len(p) > 96 {
				fmt.Fprintln(w, line)
				line = " "
			}
			line += " " + p
		}
		fmt.Fprintln(w, line)
	}
}

// logLine is one record for a person.
func logLine(r audit.Record, color bool) string {
	var b strings.Builder
	b.WriteString(r.Time.Local().Format("01-02 15:04:05"))
	fmt.Fprintf(&b, " %6d ", r.Seq)
	if r.Type != audit.TypeDecision {
		fmt.Fprintf(&b, "%-8s", r.Type)
		switch r.Type {
		case audit.TypeResult:
			fmt.Fprintf(&b, " %s of %d: ", r.Tool, r.Ref)
			if r.Failed {
				b.WriteString("failed")
			} else {
				b.WriteString("done")
			}
			if r.HasExit {
				fmt.Fprintf(&b, ", exit %d", r.Exit)
			}
		case audit.TypeSession:
			fmt.Fprintf(&b, " %s %s %s", r.Client, r.Event, r.Reason)
		case audit.TypeGrant, audit.TypeRevoke, audit.TypeRuling:
			fmt.Fprintf(&b, " %s", strings.Join(strings.Fields(r.Reason+" "+r.Grant), " "))
			if r.Cmd != "" {
				fmt.Fprintf(&b, ": %s", card.OneLine(r.Cmd, 120))
			}
			fmt.Fprintf(&b, " (by %s)", r.By)
		case audit.TypeCheckpoint:
			fmt.Fprintf(&b, " %s signed (by %s)", count(int(r.Count), "record"), r.By)
		default:
			fmt.Fprintf(&b, " %s %s", r.Why, r.Reason)
		}
		return strings.TrimRight(hookio.Visible(b.String()), " ")
	}
	b.WriteString(paint(color, verdictColors()[r.Verdict], fmt.Sprintf("%-8s", r.Verdict)))
	answer := r.Answer
	if !r.Enforced {
		answer = "observed"
	}
	fmt.Fprintf(&b, " %-8s %-6s %-8s ", answer, r.Client, r.Tool)
	if r.Project != "" {
		fmt.Fprintf(&b, "%s: ", filepath.Base(r.Project))
	}
	cmd := strings.Join(strings.Fields(r.Cmd), " ")
	if len(cmd) > 120 {
		cmd = strings.ToValidUTF8(cmd[:120], "") + "…"
	}
	b.WriteString(hookio.Visible(cmd))
	if r.Reason != "" && r.Verdict != "allow" {
		b.WriteString("  # " + hookio.Visible(r.Reason))
	}
	return b.String()
}
