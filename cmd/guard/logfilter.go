package main

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"guard/audit"
	"guard/audit/stats"
	"guard/internal/place"
)

// filterFlags choose records of the log: those of guard log and guard stats.
type filterFlags struct {
	Since   string `placeholder:"TIME" help:"Records from then on: 2h, 3d, today, yesterday, 2026-11-30, 2026-11-30T14:00."`
	Until   string `placeholder:"TIME" help:"Records before then."`
	Project string `placeholder:"DIR" help:"Calls in this folder or below it."`
	Session string `placeholder:"ID" help:"Calls of this session; its beginning is enough."`
	Client  string `placeholder:"NAME" help:"claude or codex."`
	Tool    string `placeholder:"NAME" help:"Calls of this tool, such as Bash."`
	Verdict string `placeholder:"NAME" help:"allow, defer, approve or refuse."`
	Tier    string `placeholder:"NAME" help:"safe, unknown, dangerous, outward or forbidden."`
	Answer  string `placeholder:"NAME" help:"allow, ask, deny, none or hold."`
	Effect  string `placeholder:"NAME" help:"Calls with this effect, as guard policy lists them."`
	Rule    string `placeholder:"NAME" help:"Decisions by this rule, such as 'git push'."`
	Type    string `placeholder:"NAME" help:"Records of this type: decision, result, ruling, grant, revoke, session, …"`
}

// filter reads the flags. Words that no record can hold are an error: an empty
// answer to a misspelled question would be believed.
func (c *filterFlags) filter(at place.Places, now time.Time) (stats.Filter, error) {
	f := stats.Filter{
		Session: c.Session, Client: c.Client, Tool: c.Tool, Verdict: c.Verdict, Tier: c.Tier,
		Answer: c.Answer, Effect: c.Effect, Rule: c.Rule, Type: audit.Type(c.Type),
	}
	for _, w := range []struct{ flag, is, may string }{
		{"client", c.Client, "claude codex"},
		{"verdict", c.Verdict, "allow defer approve refuse"},
		{"tier", c.Tier, "safe unknown dangerous outward forbidden"},
		{"answer", c.Answer, "allow ask deny none hold"},
		{"type", c.Type, "genesis decision ruling result grant revoke policy session recover gap rekey late degraded close open prune checkpoint"},
	} {
		if w.is != "" && !strings.Contains(" "+w.may+" ", " "+w.is+" ") {
			return f, fmt.Errorf("--%s is one of %s, not %q", w.flag, strings.ReplaceAll(w.may, " ", ", "), w.is)
		}
	}
	if c.Project != "" {
		dir, err := filepath.Abs(c.Project)
		if err != nil {
			return f, err
		}
		f.Project = audit.Shorten(realPath(dir), at.Home)
	}
	var err error
	if f.Since, err = moment(c.Since, now); err != nil {
		return f, fmt.Errorf("--since: %w", err)
	}
	if f.Until, err = moment(c.Until, now); err != nil {
		return f, fmt.Errorf("--until: %w", err)
	}
	return f, nil
}

// moment reads a time: a while before now, a day, or a day and a time of day.
// What names no zone is local time. "" is the zero time.
func moment(s string, now time.Time) (time.Time, error) {
	midnight := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location())
	switch s {
	case "":
		return time.Time{}, nil
	case "now":
		return now, nil
	case "today":
		return midnight, nil
	case "yesterday":
		return midnight.AddDate(0, 0, -1), nil
	}
	for unit, days := range map[string]int{"d": 1, "w": 7} {
		if n, err := strconv.Atoi(strings.TrimSuffix(s, unit)); err == nil && n >= 0 && n < 36500 && strings.HasSuffix(s, unit) {
			return now.AddDate(0, 0, -n*days), nil
		}
	}
	if d, err := time.ParseDuration(s); err == nil && d >= 0 {
		return now.Add(-d), nil
	}
	for _, layout := range []string{"2006-01-02", "2006-01-02T15:04", "2006-01-02 15:04", "2006-01-02T15:04:05", "2006-01-02 15:04:05"} {
		if t, err := time.ParseInLocation(layout, s, now.Location()); err == nil {
			return t, nil
		}
	}
	if t, err := time.Parse(time.RFC3339Nano, s); err == nil {
		return t, nil
	}
	return time.Time{}, fmt.Errorf("%q is no time: 2h, 3d, today, yesterday, 2026-11-30 or 2026-11-30T14:00", s)
}
