package main

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"guard/audit"
	"guard/hookio"
	"guard/hookio/setup"
	"guard/internal/place"
)

// A guard that is not asked says nothing, and nobody notices. The clients keep
// transcripts: what ran there and has no decision in the log, ran unjudged.
// Transcripts are the client's, and an agent can write them; they raise an
// alarm, and prove nothing.

// quiet is a session in which tools ran that guard was not asked about.
type quiet struct {
	client     hookio.Client
	session    string
	transcript string
	announced  bool // guard was told that it began
	ran        int
	unjudged   int
	tools      []string // of those unjudged
	last       time.Time
}

// Bounds of the search: how far back, how many records and transcripts, how
// much of each transcript.
const (
	silenceDays        = 7
	silenceRecords     = 100_000
	silenceTranscripts = 200
	silenceBytes       = 8 << 20
	silenceSlack       = 15 * time.Minute // a decision may come as long before the call's end
)

// heard is what the log tells of calls and sessions.
type heard struct {
	calls    map[string]bool      // calls with a decision
	sessions map[string]time.Time // sessions of a client that guard was told of, and when they began last
	order    []string             // those, the latest first
	latest   map[string]time.Time // by client: the latest decision on a call of a session
	tools    map[string]bool      // tools of Claude Code that guard was asked about
	from     time.Time            // since when the log was read
	cut      bool                 // it goes further back
}

// readHeard reads the log backwards, for at most n records and not beyond
// since.
func readHeard(dir string, since time.Time, n int) heard {
	j := heard{calls: map[string]bool{}, sessions: map[string]time.Time{}, latest: map[string]time.Time{}, tools: map[string]bool{}}
	for line, err := range audit.Backward(dir) {
		if err != nil {
			continue // a part that cannot be read; guard verify tells of it
		}
		r, err := audit.ParseRecord(line)
		if err != nil {
			continue
		}
		if n--; n < 0 || r.Time.Before(since) {
			j.cut = true
			break
		}
		j.from = r.Time
		switch {
		case r.Type == audit.TypeDecision && r.Call != "":
			j.calls[r.Call] = true
			if r.Client == string(hookio.Claude) {
				j.tools[r.Tool] = true
			}
			if _, ok := j.latest[r.Client]; !ok && !strings.HasPrefix(r.Session, place.OwnSession) { // guard's own calls prove nothing
				j.latest[r.Client] = r.Time
			}
		case r.Type == audit.TypeSession && r.Event == hookio.SessionStart:
			key := r.Client + " " + r.Session
			if _, ok := j.sessions[key]; !ok {
				j.sessions[key] = r.Time
				j.order = append(j.order, key)
			}
		}
	}
	return j
}

// ranCall is one call that ended, by a transcript.
type ranCall struct {
	id, tool string
	at       time.Time
}

// readTranscript returns the calls that ran by the last bytes of a transcript.
// Denied calls, and those that the client did not know how to make, did not run.
func readTranscript(cl hookio.Client, name string, limit int64) []ranCall {
	f, err := os.Open(name)
	if err != nil {
		return nil
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil || !st.Mode().IsRegular() {
		return nil
	}
	if st.Size() > limit {
		if _, err := f.Seek(st.Size()-limit, io.SeekStart); err != nil {
			return nil
		}
	}
	var out []ranCall
	tools := map[string]string{}
	r := bufio.NewReaderSize(io.LimitReader(f, limit), 1<<16)
	for {
		line, err := r.ReadBytes('\n')
		if line = bytes.TrimSpace(line); len(line) > 0 && gjson.ValidBytes(line) {
			if cl == hookio.Codex {
				out = codexRan(out, line)
			} else {
				out = claudeRan(out, tools, line)
			}
		}
		if err != nil {
			return out
		}
	}
}

// claudeRan adds what a line of a transcript of Claude Code 2.1.197 or 2.1.332
// tells (recorded 2026-11-30). A result that is an error ran where it names an
// exit status; other errors are denials, and calls that were never made.
func claudeRan(out []ranCall, tools map[string]string, line []byte) []ranCall {
	top := gjson.ParseBytes(line)
	at, _ := time.Parse(time.RFC3339, top.Get("timestamp").String())
	top.Get("message.content").ForEach(func(_, block gjson.Result) bool {
		switch block.Get("type").String() {
		case "tool_use":
			tools[block.Get("id").String()] = block.Get("name").String()
		case "tool_result":
			id := block.Get("tool_use_id").String()
			if id != "" && (!block.Get("is_error").Bool() || strings.HasPrefix(block.Get("content").String(), "Exit code ")) {
				out = append(out, ranCall{id, cmp.Or(tools[id], "a tool"), at})
			}
		}
		return true
	})
	return out
}

// codexRan adds what a line of a transcript of Codex 0.171.0 tells (recorded
// 2026-11-30). The items are what happened, and their ids are those that hooks
// are told.
func codexRan(out []ranCall, line []byte) []ranCall {
	top := gjson.ParseBytes(line)
	item := top.Get("payload.item")
	if top.Get("type").String() != "event_msg" || top.Get("payload.type").String() != "item_completed" {
		return out
	}
	switch kind := item.Get("type").String(); kind {
	case "CommandExecution", "FileChange", "McpToolCall":
		at, _ := time.Parse(time.RFC3339, top.Get("timestamp").String())
		return append(out, ranCall{item.Get("id").String(), kind, at})
	}
	return out
}

// transcriptsOf are the client's transcripts of a session; of all sessions
// where session is "*".
func transcriptsOf(cl hookio.Client, f setup.Found, session string) []string {
	if session != "*" && strings.ContainsAny(session, `*?[\/`) || session == "" {
		return nil
	}
	var patterns []string
	if cl == hookio.Codex {
		patterns = []string{filepath.Join(f.ConfigDir, "sessions", "*", "*", "*", "rollout-*"+session+".jsonl")}
	} else {
		patterns = []string{
			filepath.Join(f.ConfigDir, "projects", "*", session+".jsonl"),
			filepath.Join(f.ConfigDir, "projects", "*", session, "subagents", "agent-*.jsonl"),
		}
	}
	var out []string
	for _, p := range patterns {
		more, _ := filepath.Glob(p) // the pattern is right
		out = append(out, more...)
	}
	return out
}

// sessionOf is the session that a transcript belongs to.
func sessionOf(cl hookio.Client, name string) string {
	base := strings.TrimSuffix(filepath.Base(name), ".jsonl")
	if cl == hookio.Codex {
		const id = len("01a229c5-850e-75c2-91e3-9a1e8f08ff08")
		return base[max(len(base)-id, 0):]
	}
	if dir := filepath.Dir(name); filepath.Base(dir) == "subagents" {
		return filepath.Base(filepath.Dir(dir))
	}
	return base
}

// listen compares one transcript with the log.
func listen(cl hookio.Client, name string, j heard, limit int64) quiet {
	q := quiet{client: cl, session: sessionOf(cl, name), transcript: name}
	_, q.announced = j.sessions[string(cl)+" "+q.session]
	for _, c := range readTranscript(cl, name, limit) {
		if c.at.Before(j.from) || j.cut && c.at.Before(j.from.Add(silenceSlack)) {
			continue // before the log, as far as it was read
		}
		q.ran++
		if !j.calls[c.id] {
			q.unjudged++
			if !slices.Contains(q.tools, c.tool) {
				q.tools = append(q.tools, c.tool)
			}
			if c.at.After(q.last) {
				q.last = c.at
			}
		}
	}
	return q
}

// silence compares the latest transcripts of each client with the log.
func (d *doctor) silence() {
	since := d.env.Now().Add(-silenceDays * 24 * time.Hour)
	j := readHeard(d.at.LogDir(), since, silenceRecords)
	if j.from.IsZero() {
		return // no log: nothing can have been judged, which has been said
	}
	for _, r := range d.reports {
		type file struct {
			name string
			at   time.Time
		}
		var files []file
		for _, name := range transcriptsOf(r.Client, r.Found, "*") {
			if st, err := os.Stat(name); err == nil && st.ModTime().After(j.from) {
				files = append(files, file{name, st.ModTime()})
			}
		}
		sort.Slice(files, func(i, j int) bool { return files[i].at.After(files[j].at) })
		n := 0
		var silent []quiet
		for _, f := range files[:min(len(files), silenceTranscripts)] {
			q := listen(r.Client, f.name, j, silenceBytes)
			n++
			if q.unjudged > 0 {
				silent = append(silent, q)
			}
		}
		d.quiet(r, silent, j)
		if n > 0 && len(silent) == 0 {
			d.list = append(d.list, setup.Finding{Level: setup.Fine, Check: "silence", Client: r.Client,
				What: fmt.Sprintf("every call that ran by %d transcripts of the last %d days has a decision in the log", n, silenceDays)})
		}
	}
}

// maxQuiet is how many sessions of a client are told of one by one.
const maxQuiet = 3

// quiet tells of silent sessions, the latest first. One is a failure unless
// something speaks for its being over.
func (d *doctor) quiet(r setup.Report, list []quiet, j heard) {
	for _, q := range list[:min(len(list), maxQuiet)] {
		level := setup.Warn
		over := j.mended(r.Found, q)
		if over == "" {
			level = setup.Fail
		}
		what := fmt.Sprintf("%d of %d calls ran in a session of %s without a decision in the log (%s; the last one on %s; %s)",
			q.unjudged, q.ran, r.Title, strings.Join(q.tools, ", "), q.last.Local().Format("2006-01-02 15:04"), q.transcript)
		why := "guard was not told that the session began either: no hook of it ran"
		if q.announced {
			why = "guard was told that the session began, and then was not asked"
		}
		if over != "" {
			why += "; " + over
		}
		d.addFor(r.Client, level, "silence", what, why, "restart the client, let it run a command, then guard log -n 5")
	}
	if more := len(list) - maxQuiet; more > 0 {
		d.addFor(r.Client, setup.Warn, "silence", fmt.Sprintf("%d more sessions of %s in the last %d days had such calls", more, r.Title, silenceDays), "they ran unjudged, too", "mend the latest first")
	}
}

// mended says why the silence of a session may be over, or be none, "" where
// nothing speaks for it. Codex writes its config.toml at many a start, so that
// file tells nothing.
func (j *heard) mended(f setup.Found, q quiet) string {
	if j.latest[string(f.Client)].After(q.last) {
		return "it has been asked about other calls since"
	}
	for _, name := range []string{"settings.json", "hooks.json"} {
		if st, err := os.Stat(filepath.Join(f.ConfigDir, name)); err == nil && st.ModTime().After(q.last) {
			return "the settings have been changed since"
		}
	}
	if f.Client == hookio.Claude && q.unjudged < q.ran && !slices.ContainsFunc(q.tools, func(t string) bool { return j.tools[t] }) {
		return "it has never been asked about these tools, and was about others: perhaps the client asks nobody about them"
	}
	return ""
}

// Bounds of the search at the start of a session, which waits for it.
const (
	startRecords  = 3000
	startSessions = 3
	startBytes    = 1 << 20
)

// alarm is what a person is told when a session begins, "" where the latest
// sessions of the client were judged.
func (h *hook) alarm(req *hookio.Request, logDir string) string {
	at, err := place.Find(h.getenv)
	if err != nil {
		return ""
	}
	env := setup.Env{Home: at.Home, Getenv: h.getenv, Now: time.Now}
	all := setup.Detect(env)
	i := slices.IndexFunc(all, func(f setup.Found) bool { return f.Client == req.Client })
	if i < 0 {
		return ""
	}
	found := all[i]
	j := readHeard(logDir, env.Now().Add(-silenceDays*24*time.Hour), startRecords)
	n := 0
	for _, key := range j.order {
		cl, session, _ := strings.Cut(key, " ")
		if cl != string(req.Client) || session == "" {
			continue
		}
		if n++; n > startSessions {
			break
		}
		for _, name := range transcriptsOf(req.Client, found, session) {
			q := listen(req.Client, name, j, startBytes)
			if q.unjudged == 0 || j.mended(found, q) != "" {
				continue
			}
			return fmt.Sprintf("guard was not asked about %d of %d calls that ran in an earlier session here (%s): hooks may be off. Run guard doctor in a terminal.",
				q.unjudged, q.ran, strings.Join(q.tools, ", "))
		}
	}
	return ""
}
