package stats

import (
	"bytes"
	"strings"
	"time"

	"guard/audit"
)

// Filter chooses records. The zero Filter takes all of them.
type Filter struct {
	Since, Until time.Time // [Since, Until); zero is open
	Project      string    // project or working directory, or one below it; ~ for home as in the records
	Session      string    // or how it begins
	Client       string
	Tool         string
	Verdict      string
	Tier         string
	Answer       string
	Rule         string
	Effect       string
	Type         audit.Type

	// Apart is how the sessions begin that are no agents': they do not pass, and
	// are counted in Stats.Apart alone, unless Session asks for them. "" is none.
	Apart string
}

const timeFormat = "2006-01-02T15:04:05.000000Z"

// matcher is a Filter made ready to be compared with raw members.
type matcher struct {
	Filter
	since, until []byte
}

func (f Filter) matcher() matcher {
	m := matcher{Filter: f}
	if !f.Since.IsZero() {
		m.since = []byte(f.Since.UTC().Format(timeFormat))
	}
	if !f.Until.IsZero() {
		m.until = []byte(f.Until.UTC().Format(timeFormat))
	}
	m.Project = strings.TrimSuffix(f.Project, "/")
	return m
}

// Match reports whether a raw line passes. A line that is no record does not.
func (f Filter) Match(line []byte) bool {
	var v view
	m := f.matcher()
	return v.read(line) && !m.apart(&v) && m.match(&v)
}

func (m *matcher) match(v *view) bool {
	return (m.since == nil || bytes.Compare(v.time, m.since) >= 0) &&
		(m.until == nil || bytes.Compare(v.time, m.until) < 0) &&
		(m.Type == "" || string(v.kind) == string(m.Type)) &&
		m.who(v) &&
		is(m.Tool, v.tool) && is(m.Verdict, v.verdict) && is(m.Tier, v.tier) &&
		is(m.Answer, v.answer) && is(m.Rule, v.rule) && (m.Effect == "" || v.has(m.Effect))
}

// who compares the part that all records of one session share.
func (m *matcher) who(v *view) bool {
	return (m.Session == "" || bytes.HasPrefix(v.session, []byte(m.Session))) && is(m.Client, v.client) &&
		(m.Project == "" || below(m.Project, v.project) || below(m.Project, v.cwd))
}

// apart reports whether a record belongs to none of the agents' sessions.
func (m *matcher) apart(v *view) bool {
	return m.Apart != "" && bytes.HasPrefix(v.session, []byte(m.Apart)) && !strings.HasPrefix(m.Session, m.Apart)
}

func is(want string, got []byte) bool { return want == "" || want == string(got) }

func below(dir string, path []byte) bool {
	return len(path) >= len(dir) && string(path[:len(dir)]) == dir && (len(path) == len(dir) || path[len(dir)] == '/')
}

// view is one record, as raw text of its members: nothing is copied, since most
// records are only counted.
type view struct {
	time, kind, session, client, event, call, tool []byte
	verdict, tier, effects, answer, rule           []byte
	cwd, project, grant, by, turn                  []byte
	cmd, reason                                    []byte // quoted
	seq, lat, ref, dur, long                       uint64
	off                                            bool // not enforced
	cut                                            bool // cmd is not all of it
}

// read fills v from a line.
func (v *view) read(line []byte) bool {
	*v = view{}
	err := audit.Members(line, func(key, val []byte) bool {
		if len(val) >= 2 && val[0] == '"' {
			text := val[1 : len(val)-1]
			switch string(key) {
			case "time":
				v.time = text
			case "type":
				v.kind = text
			case "session":
				v.session = text
			case "client":
				v.client = text
			case "event":
				v.event = text
			case "call":
				v.call = text
			case "tool":
				v.tool = text
			case "verdict":
				v.verdict = text
			case "tier":
				v.tier = text
			case "answer":
				v.answer = text
			case "rule":
				v.rule = text
			case "cwd":
				v.cwd = text
			case "project":
				v.project = text
			case "grant":
				v.grant = text
			case "by":
				v.by = text
			case "turn":
				v.turn = text
			case "cmd":
				v.cmd = val
			case "reason":
				v.reason = val
			}
			return true
		}
		switch string(key) {
		case "effects":
			v.effects = val
		case "enforced":
			v.off = string(val) == "false"
		case "seq":
			v.seq = number(val)
		case "lat_us":
			v.lat = number(val)
		case "ref":
			v.ref = number(val)
		case "cmd_len":
			v.long = number(val)
		case "cmd_cut":
			v.cut = string(val) == "true"
		case "dur_ms":
			v.dur = number(val)
		}
		return true
	})
	return err == nil && len(v.time) == len(timeFormat)
}

// at is the time of the record; now where it is none, so that no wait is long.
func (v *view) at() time.Time {
	at, err := time.Parse(timeFormat, string(v.time))
	if err != nil {
		return time.Now()
	}
	return at
}

func number(b []byte) (n uint64) {
	for _, c := range b {
		n = n*10 + uint64(c-'0')
	}
	return n
}

// eachEffect calls f with each name of `["a","b"]`. Effect names need no
// escapes.
func (v *view) eachEffect(f func([]byte)) {
	for rest := v.effects; ; {
		i := bytes.IndexByte(rest, '"')
		if i < 0 {
			return
		}
		rest = rest[i+1:]
		if i = bytes.IndexByte(rest, '"'); i < 0 {
			return
		}
		f(rest[:i])
		rest = rest[i+1:]
	}
}

func (v *view) has(effect string) bool {
	found := false
	v.eachEffect(func(e []byte) { found = found || string(e) == effect })
	return found
}
