package web

import (
	"bytes"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"guard/audit"
	"guard/audit/stats"
	"guard/hookio"
)

// Bounds of a look into the log.
const (
	pageRecords = 200     // of one answer
	scanRecords = 200_000 // that one request looks at
	nearRecords = 20_000  // behind a decision, for what became of it
)

// record is a record of the log as the page shows it in a row. Texts are
// spelled out: what a browser would hide or turn around stands as its number.
type record struct {
	Seq      uint64    `json:"seq"`
	Time     time.Time `json:"time"`
	Type     string    `json:"type"`
	Client   string    `json:"client,omitempty"`
	Session  string    `json:"session,omitempty"`
	Event    string    `json:"event,omitempty"`
	Call     string    `json:"call,omitempty"`
	Tool     string    `json:"tool,omitempty"`
	Project  string    `json:"project,omitempty"`
	Cwd      string    `json:"cwd,omitempty"`
	Verdict  string    `json:"verdict,omitempty"`
	Tier     string    `json:"tier,omitempty"`
	Answer   string    `json:"answer,omitempty"`
	Enforced bool      `json:"enforced"`
	Effects  []string  `json:"effects,omitempty"`
	Rule     string    `json:"rule,omitempty"`
	Reason   string    `json:"reason,omitempty"`
	Cmd      string    `json:"cmd,omitempty"`
	CmdCut   bool      `json:"cmd_cut,omitempty"` // the log keeps the beginning of it alone
	CmdLen   int       `json:"cmd_len,omitempty"` // bytes of the whole
	Grant    string    `json:"grant,omitempty"`
	By       string    `json:"by,omitempty"`
	Ref      uint64    `json:"ref,omitempty"`
	LatUs    int64     `json:"lat_us,omitempty"` // microseconds
	DurMs    int64     `json:"dur_ms,omitempty"` // milliseconds
	Failed   bool      `json:"failed,omitempty"`
	Exit     *int      `json:"exit,omitempty"`
}

func asRecord(r audit.Record) record {
	out := record{
		Seq: r.Seq, Time: r.Time, Type: string(r.Type), Client: see(r.Client), Session: see(r.Session), Event: see(r.Event), Call: see(r.Call),
		Tool: see(r.Tool), Project: see(r.Project), Cwd: see(r.Cwd), Verdict: see(r.Verdict), Tier: see(r.Tier), Answer: see(r.Answer), Enforced: r.Enforced,
		Effects: seeAll(r.Effects), Rule: see(r.Rule), Reason: see(r.Reason), Cmd: see(r.Cmd), CmdCut: r.CmdCut, CmdLen: r.CmdLen, Grant: see(r.Grant), By: see(r.By), Ref: r.Ref,
		LatUs: r.LatUs, DurMs: r.DurMs, Failed: r.Failed,
	}
	if r.HasExit {
		out.Exit = &r.Exit
	}
	if r.Why != "" {
		out.Reason = see(strings.TrimSpace(r.Why + " " + r.Reason))
	}
	return out
}

// see is text with what is hidden in it spelled out.
func see(text string) string { return hookio.Visible(text) }

func seeAll(texts []string) []string {
	var out []string
	for _, t := range texts {
		out = append(out, see(t))
	}
	return out
}

// words are what each filter of the log may be. A word that no record can hold
// is an error: an empty answer to a misspelled question would be believed.
var words = map[string][]string{
	"client":  {"claude", "codex", "mcp"},
	"verdict": {"allow", "defer", "approve", "refuse"},
	"tier":    {"safe", "unknown", "dangerous", "outward", "forbidden"},
	"answer":  {"allow", "ask", "deny", "none", "hold"},
}

// filterOf reads the filters in the address.
func (s *Server) filterOf(c *call) (stats.Filter, error) {
	q := c.URL.Query()
	for name, may := range words {
		if v := q.Get(name); v != "" && !slices.Contains(may, v) {
			return stats.Filter{}, badRequest("%s is one of %s", name, strings.Join(may, ", "))
		}
	}
	f := stats.Filter{
		Session: q.Get("session"), Client: q.Get("client"), Tool: q.Get("tool"), Verdict: q.Get("verdict"), Tier: q.Get("tier"),
		Answer: q.Get("answer"), Effect: q.Get("effect"), Rule: q.Get("rule"), Type: audit.Type(q.Get("type")),
	}
	if p := q.Get("project"); p != "" {
		f.Project = audit.Shorten(p, s.conf.Places.Home)
	}
	for name, at := range map[string]*time.Time{"since": &f.Since, "until": &f.Until} {
		v := q.Get(name)
		if v == "" {
			continue
		}
		if days, err := strconv.Atoi(strings.TrimSuffix(v, "d")); err == nil && strings.HasSuffix(v, "d") && days >= 0 && days < 36500 {
			*at = s.now().AddDate(0, 0, -days)
			continue
		}
		t, err := time.Parse(time.RFC3339, v)
		if err != nil {
			return f, badRequest("%s is a time such as 2026-11-30T14:00:00Z, or days before now such as 7d", name)
		}
		*at = t
	}
	return f, nil
}

// logPage is the latest records that pass, newest first. Where the answer ends
// before the log does, "next" is the seq to go on before.
func (s *Server) logPage(c *call) (any, error) {
	f, err := s.filterOf(c)
	if err != nil {
		return nil, err
	}
	q := c.URL.Query()
	limit := pageRecords
	if v := q.Get("limit"); v != "" {
		if limit, err = strconv.Atoi(v); err != nil || limit < 1 || limit > pageRecords {
			return nil, badRequest("limit is 1 to %d", pageRecords)
		}
	}
	before := uint64(0)
	if v := q.Get("before"); v != "" {
		if before, err = strconv.ParseUint(v, 10, 64); err != nil {
			return nil, badRequest("before is the seq of a record")
		}
	}
	text := bytes.ToLower([]byte(clip(q.Get("q"), 200)))
	out := struct {
		Records []record `json:"records"`
		Next    uint64   `json:"next,omitempty"`
	}{Records: []record{}}
	seen := 0
	for line, err := range audit.Backward(s.conf.Places.LogDir()) {
		if errors.Is(err, os.ErrNotExist) {
			break
		}
		if err != nil {
			return nil, err
		}
		if c.Context().Err() != nil {
			return nil, c.Context().Err()
		}
		if !f.Match(line) || len(text) > 0 && !bytes.Contains(bytes.ToLower(line), text) {
			if seen++; seen < scanRecords {
				continue
			}
		}
		r, err := audit.ParseRecord(line)
		if err != nil || before > 0 && r.Seq >= before {
			continue
		}
		if seen >= scanRecords || len(out.Records) == limit {
			out.Next = r.Seq + 1
			break
		}
		out.Records = append(out.Records, asRecord(r))
	}
	return out, nil
}

// member is one member of a record, as it stands in the log.
type member struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// logRecord is one record in full, with what belongs to it.
func (s *Server) logRecord(c *call) (any, error) {
	seq, err := strconv.ParseUint(c.PathValue("seq"), 10, 64)
	if err != nil {
		return nil, badRequest("the seq of a record is a number")
	}
	dir := s.conf.Places.LogDir()
	line, err := audit.Find(dir, seq)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	if line == nil {
		return nil, notFound("the log has no record %d", seq)
	}
	r, err := audit.ParseRecord(line)
	if err != nil {
		return nil, err
	}
	out := struct {
		Record  record   `json:"record"`
		Hash    string   `json:"hash"`
		Prev    string   `json:"prev"`
		Members []member `json:"members"`
		Related []record `json:"related"`
	}{Record: asRecord(r), Hash: r.Hash.String(), Prev: r.Prev.String(), Related: []record{}}
	err = audit.Members(line, func(key, val []byte) bool {
		text := string(val)
		if t, ok := audit.Unquote(val); ok {
			text = t
		}
		out.Members = append(out.Members, member{see(string(key)), see(text)})
		return true
	})
	if err != nil {
		return nil, err
	}
	near, err := audit.Related(dir, r)
	for _, r := range near {
		out.Related = append(out.Related, asRecord(r))
	}
	return out, err
}

// decisionOf is the seq of the latest decision on a call of a client, 0 where it
// is not among the last nearRecords. A log that cannot be read has none: what is
// written to it next says so.
func decisionOf(dir, call string) uint64 {
	if call == "" {
		return 0
	}
	n := 0
	for line, err := range audit.Backward(dir) {
		if n++; err != nil || n > nearRecords {
			return 0
		}
		if !bytes.Contains(line, []byte(call)) {
			continue
		}
		if r, err := audit.ParseRecord(line); err == nil && r.Type == audit.TypeDecision && r.Call == call {
			return r.Seq
		}
	}
	return 0
}

// checkpoint is a signed state of the log that lies beside it.
type checkpoint struct {
	Name   string    `json:"name"`
	Time   time.Time `json:"time"`
	Origin string    `json:"origin,omitempty"`
	Size   uint64    `json:"size,omitempty"`
	Root   string    `json:"root,omitempty"`
	Signer []string  `json:"signer,omitempty"` // as the note says, not checked
	Wrong  string    `json:"wrong,omitempty"`
}

// logHead is the state of the log and the checkpoints beside it. It proves
// nothing; verifying does.
func (s *Server) logHead(*call) (any, error) {
	dir := s.conf.Places.LogDir()
	out := struct {
		There       bool         `json:"there"`
		Seq         uint64       `json:"seq"`
		Count       uint64       `json:"count"`
		Hash        string       `json:"hash"`
		Time        time.Time    `json:"time"`
		Segments    int          `json:"segments"`
		Bytes       int64        `json:"bytes"`
		State       string       `json:"state,omitempty"` // as guard verify --expect-head takes it
		Origin      string       `json:"origin,omitempty"`
		Checkpoints []checkpoint `json:"checkpoints"`
	}{Checkpoints: []checkpoint{}}
	h, err := audit.ReadHead(dir)
	if errors.Is(err, os.ErrNotExist) {
		return out, nil
	}
	if err != nil {
		return nil, fault(http.StatusConflict, "log", "the log's head cannot be read; verify the log: %s", strings.TrimPrefix(err.Error(), "audit: "))
	}
	out.There, out.Seq, out.Count, out.Hash, out.Time = true, h.Seq, h.Count, h.Hash.String(), h.Time
	if t, err := audit.HeadNote(dir); err == nil {
		out.State, out.Origin = t.String(), t.Origin
	}
	segments, _ := filepath.Glob(filepath.Join(dir, "*.jsonl")) // the pattern is right
	out.Segments = len(segments)
	for _, name := range segments {
		if st, err := os.Stat(name); err == nil {
			out.Bytes += st.Size()
		}
	}
	out.Checkpoints = checkpoints(dir)
	return out, nil
}

func checkpoints(dir string) []checkpoint {
	out := []checkpoint{}
	names, _ := filepath.Glob(filepath.Join(dir, "checkpoints", "*.note")) // the pattern is right
	for _, name := range names {
		p := checkpoint{Name: filepath.Base(name)}
		if st, err := os.Stat(name); err == nil {
			p.Time = st.ModTime().UTC()
		}
		text, err := readSmall(name)
		body, signed, _ := strings.Cut(string(text), "\n\n")
		var h audit.TreeHead
		if err == nil {
			h, err = audit.ParseNote(body + "\n")
		}
		if err != nil {
			p.Wrong = see(err.Error())
		} else {
			p.Origin, p.Size, p.Root = see(h.Origin), h.Size, h.Root.String()
		}
		for l := range strings.Lines(signed) {
			if f := strings.Fields(l); len(f) == 3 && f[0] == "—" {
				p.Signer = append(p.Signer, see(clip(f[1], 200)))
			}
		}
		out = append(out, p)
	}
	slices.SortFunc(out, func(a, b checkpoint) int { return b.Time.Compare(a.Time) })
	return out
}

func readSmall(name string) ([]byte, error) {
	st, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if st.Size() > 64<<10 {
		return nil, errors.New("the file is larger than a checkpoint can be")
	}
	return os.ReadFile(name)
}

// verification is the one check of the log that runs at a time.
type verification struct {
	mu      sync.Mutex
	running bool
	done    int64
	total   int64
	at      time.Time
	report  *audit.Report
}

func (v *verification) state() any {
	v.mu.Lock()
	defer v.mu.Unlock()
	out := struct {
		Running bool          `json:"running"`
		Done    int64         `json:"done"` // bytes
		Total   int64         `json:"total"`
		At      *time.Time    `json:"at,omitempty"` // when the last one ended
		Outcome string        `json:"outcome,omitempty"`
		Summary string        `json:"summary,omitempty"`
		Report  *audit.Report `json:"report,omitempty"`
	}{Running: v.running, Done: v.done, Total: v.total}
	if v.report != nil {
		at := v.at // a later check changes v.at while this is written
		out.At, out.Report, out.Outcome, out.Summary = &at, v.report, v.report.Exit.String(), see(v.report.Summary())
	}
	return out
}

// startVerify begins to check the log, by the signed checkpoints whose keys the
// request brings and the states that it names.
func (s *Server) startVerify(c *call) (any, error) {
	var in struct {
		Expect []string `json:"expect"` // SIZE:ROOT, each a state that the log must have been in
		Keys   []string `json:"keys"`   // public keys of checkpoints
	}
	if err := c.body(&in); err != nil {
		return nil, err
	}
	o := audit.VerifyOptions{}
	for _, e := range in.Expect {
		h, err := audit.ParseTreeHead(strings.TrimSpace(e))
		if err != nil {
			return nil, badRequest("a state is SIZE:ROOT, as guard audit head --short prints it")
		}
		o.Anchors = append(o.Anchors, h)
	}
	dir := s.conf.Places.LogDir()
	if len(in.Keys) > 0 {
		signed, err := opened(dir, in.Keys)
		if err != nil {
			return nil, err
		}
		o.Anchors = append(o.Anchors, signed...)
	}
	if !s.verify.begin() {
		return nil, fault(http.StatusConflict, "running", "the log is being verified already")
	}
	o.Progress = s.verify.progress(func() { s.Publish("verify", s.verify.state()) })
	go func() {
		r := audit.Verify([]string{dir}, o)
		s.verify.end(r, s.now())
		s.Publish("verify", s.verify.state())
	}()
	return status{http.StatusAccepted, s.verify.state()}, nil
}

// opened are the checkpoints beside the log that one of keys signed.
func opened(dir string, keys []string) ([]audit.TreeHead, error) {
	var out []audit.TreeHead
	names, _ := filepath.Glob(filepath.Join(dir, "checkpoints", "*.note")) // the pattern is right
	for _, name := range names {
		text, err := readSmall(name)
		if err != nil {
			continue
		}
		if h, err := audit.OpenCheckpoint(text, keys...); err == nil {
			out = append(out, h)
		}
	}
	if len(out) == 0 {
		return nil, badRequest("no checkpoint beside the log is signed by this key")
	}
	return out, nil
}

func (v *verification) begin() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.running {
		return false
	}
	v.running, v.done, v.total = true, 0, 0
	return true
}

// progress notes how far the check is, and tells of it some times a second.
func (v *verification) progress(tell func()) func(done, total int64) {
	var told time.Time
	return func(done, total int64) {
		v.mu.Lock()
		v.done, v.total = done, total
		now := time.Now()
		late := now.Sub(told) > 250*time.Millisecond
		if late {
			told = now
		}
		v.mu.Unlock()
		if late {
			tell()
		}
	}
}

func (v *verification) end(r audit.Report, at time.Time) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.running, v.report, v.at = false, &r, at
}
