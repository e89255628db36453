package audit

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"strconv"
	"strings"
	"time"

	"guard/audit/redact"
)

// Type says what a record is about.
type Type string

// The record types. Append takes decision, ruling, result, grant, revoke,
// policy, session and checkpoint; the others are written by this package alone,
// or reserved.
const (
	TypeGenesis    Type = "genesis"    // first record of a log
	TypeDecision   Type = "decision"   // what guard answered to one call
	TypeRuling     Type = "ruling"     // what ended a hold: Ref, Answer, By
	TypeResult     Type = "result"     // how a call ended
	TypeGrant      Type = "grant"      // a person approved ahead of time
	TypeRevoke     Type = "revoke"     // a grant was taken back
	TypePolicy     Type = "policy"     // the policy in force changed
	TypeSession    Type = "session"    // a client's session began or ended
	TypeRecover    Type = "recover"    // declares bytes that are no record
	TypeGap        Type = "gap"        // declares records that are gone
	TypeRekey      Type = "rekey"      // a new sealing key begins
	TypeLate       Type = "late"       // a record that waited outside the log
	TypeDegraded   Type = "degraded"   // the log had to take a weaker way
	TypeClose      Type = "close"      // last record of a segment
	TypeOpen       Type = "open"       // first record of the next segment
	TypePrune      Type = "prune"      // old segments are about to be removed
	TypeCheckpoint Type = "checkpoint" // a checkpoint was signed
)

// callers reports whether a caller may write records of this type.
func (t Type) callers() bool {
	switch t {
	case TypeDecision, TypeRuling, TypeResult, TypeGrant, TypeRevoke, TypePolicy, TypeSession, TypeCheckpoint:
		return true
	}
	return false
}

// Limits of one record, in bytes. A string is cut at its limit on a rune
// boundary, and earlier when escaping would more than double it.
const (
	MaxCmd     = 4096
	MaxReason  = 512
	MaxPath    = 1024
	MaxName    = 128
	MaxEffects = 16

	// MaxLine is the longest line that Append writes, MaxRead the longest that
	// a reader takes for a record. The writer's limit is the lower one, so
	// that no record can hide itself by its length.
	MaxLine = 32 << 10
	MaxRead = 64 << 10

	// maxRaw bounds the text that is searched for secrets; what lies behind
	// could not be written anyway.
	maxRaw = 64 << 10
)

// Entry is what a caller knows of one event. Empty members are left out of the
// record. The strings may hold anything: Append redacts, cuts and escapes them.
type Entry struct {
	Type    Type      // "" is TypeDecision
	Time    time.Time // zero is now
	Started time.Time // when guard began to work on the call; gives lat_us

	Session, Client, ClientVer, Agent string // as the client gave them
	Event, Call, Tool                 string // hook event, tool_use id, tool
	Mode, Turn                        string // permission mode, turn id

	Verdict string   // allow, defer, approve, refuse
	Tier    string   // safe, unknown, dangerous, outward, forbidden
	Effects []string // names, at most MaxEffects are kept
	Answer  string   // allow, ask, deny, none; hold while held
	Observe bool     // the answer was not enforced ("enforced":false)
	Rule    string   // the rule that decided
	Reason  string   // one sentence for people

	Cmd     string // the command or path, raw: it is redacted here
	Cwd     string // the home directory is written as ~
	Project string // root of the project
	Grant   string // id of the grant used, made or revoked
	Outcome *Outcome
	Ref     uint64   // seq of the decision that this record follows
	By      string   // who ruled, granted, revoked or signed
	State   TreeHead // of a checkpoint: what was signed
	Policy  string   // digest of the policy; "" is Options.Policy
}

// Outcome is how a call ended.
type Outcome struct {
	Failed bool
	Exit   int           // -1 is not known
	Dur    time.Duration // 0 is not known
}

// risky reports whether a tier is dangerous or above. A name that is not known
// is risky.
func risky(tier string) bool {
	switch tier {
	case "safe", "unknown":
		return false
	}
	return true
}

// durable reports whether SyncAuto waits for the disk: for all that a person
// will want to prove later, not for the many calls that nobody minds.
func (e *Entry) durable() bool {
	switch e.Type {
	case TypeDecision:
		switch e.Answer {
		case "allow", "none":
		default:
			return true
		}
		return risky(e.Tier) || e.Verdict == "approve" || e.Verdict == "refuse"
	case TypeResult:
		return false
	case TypeSession:
		return e.Event == "SessionEnd"
	}
	return true
}

// members encodes all of e between prev and hash: `,"time":"…","type":…`.
func (l *Log) members(dst []byte, e *Entry) []byte {
	now := l.opts.now()
	at := e.Time
	if at.IsZero() {
		at = now
	}
	w := writer{b: dst, redact: l.opts.Redact.String}
	w.time("time", at)
	w.token("type", string(e.Type))
	w.text("session", e.Session, MaxName)
	w.text("client", e.Client, MaxName)
	w.text("client_ver", e.ClientVer, MaxName)
	w.text("agent", e.Agent, MaxName)
	w.text("event", e.Event, MaxName)
	w.text("call", e.Call, MaxName)
	w.text("tool", e.Tool, MaxName)
	w.text("verdict", e.Verdict, MaxName)
	w.text("tier", e.Tier, MaxName)
	w.list("effects", e.Effects)
	w.text("answer", e.Answer, MaxName)
	if e.Type == TypeDecision {
		w.bool("enforced", !e.Observe)
	} else if e.Observe {
		w.bool("enforced", false)
	}
	w.text("rule", e.Rule, MaxName)
	w.text("reason", e.Reason, MaxReason)
	if e.Cmd != "" {
		w.command(e.Cmd, l.opts.MacKey)
	}
	w.text("cwd", Shorten(e.Cwd, l.opts.Home), MaxPath)
	w.text("project", Shorten(e.Project, l.opts.Home), MaxPath)
	w.text("grant", e.Grant, MaxName)
	if !e.Started.IsZero() {
		w.int("lat_us", now.Sub(e.Started).Microseconds())
	}
	if o := e.Outcome; o != nil {
		if o.Failed {
			w.bool("failed", true)
		}
		if o.Exit >= 0 {
			w.int("exit", int64(o.Exit))
		}
		if o.Dur > 0 {
			w.int("dur_ms", o.Dur.Milliseconds())
		}
	}
	if e.Ref > 0 {
		w.int("ref", int64(e.Ref))
	}
	if e.Type == TypeCheckpoint {
		w.int("count", int64(e.State.Size))
		w.hex("root", e.State.Root[:])
	}
	w.text("by", e.By, MaxName)
	if e.Type == TypeDecision {
		w.int("pid", int64(l.pid))
		w.int("ppid", int64(l.ppid))
	}
	switch e.Type {
	case TypeDecision, TypeRuling, TypeSession, TypePolicy:
		w.text("bin", l.opts.Bin, MaxName)
		policy := e.Policy
		if policy == "" {
			policy = l.opts.Policy
		}
		w.text("policy", policy, MaxName)
	}
	w.text("mode", e.Mode, MaxName)
	w.text("turn", e.Turn, MaxName)
	return w.b
}

// Shorten writes the home directory as ~, as the records have it.
func Shorten(path, home string) string {
	if len(home) < 2 || !strings.HasPrefix(path, home) {
		return path
	}
	rest := path[len(home):]
	if rest != "" && rest[0] != '/' && rest[0] != os.PathSeparator {
		return path
	}
	return "~" + rest
}

// writer appends members to one JSON object, each with its leading comma. It
// is written by hand because a hook pays for reflection at every call.
type writer struct {
	b      []byte
	redact func(string) (string, int)
}

func (w *writer) key(k string) {
	w.b = append(w.b, ',', '"')
	w.b = append(w.b, k...)
	w.b = append(w.b, '"', ':')
}

// token writes a value that this package made itself.
func (w *writer) token(k, v string) {
	w.key(k)
	w.b = append(w.b, '"')
	w.b = append(w.b, v...)
	w.b = append(w.b, '"')
}

func (w *writer) hex(k string, v []byte) {
	w.key(k)
	w.b = append(w.b, '"')
	w.b = hex.AppendEncode(w.b, v)
	w.b = append(w.b, '"')
}

func (w *writer) time(k string, t time.Time) {
	w.key(k)
	w.b = append(w.b, '"')
	w.b = t.UTC().AppendFormat(w.b, timeFormat)
	w.b = append(w.b, '"')
}

const timeFormat = "2006-01-02T15:04:05.000000Z"

// int writes a count; below zero (a clock that stepped back) is zero.
func (w *writer) int(k string, n int64) {
	w.key(k)
	w.b = strconv.AppendInt(w.b, min(max(n, 0), 1<<53-1), 10)
}

func (w *writer) bool(k string, v bool) {
	w.key(k)
	w.b = strconv.AppendBool(w.b, v)
}

func (w *writer) text(k, s string, limit int) {
	if s == "" {
		return
	}
	s, _ = w.redact(window(s))
	w.key(k)
	w.b, _, _ = appendText(w.b, s, limit)
}

func (w *writer) list(k string, names []string) {
	if len(names) == 0 {
		return
	}
	w.key(k)
	w.b = append(w.b, '[')
	for i, s := range names[:min(len(names), MaxEffects)] {
		if i > 0 {
			w.b = append(w.b, ',')
		}
		s, _ = w.redact(window(s))
		w.b, _, _ = appendText(w.b, s, MaxName)
	}
	w.b = append(w.b, ']')
}

// command writes cmd and what can be said of it without showing more.
func (w *writer) command(raw string, key []byte) {
	s := window(raw)
	s, n := w.redact(s)
	w.key("cmd")
	var cut, lossy bool
	w.b, cut, lossy = appendText(w.b, s, MaxCmd)
	w.int("cmd_len", int64(len(raw)))
	if cut || len(raw) > maxRaw {
		w.bool("cmd_cut", true)
	}
	if lossy {
		w.bool("cmd_lossy", true)
	}
	if n > 0 {
		w.int("redactions", int64(n))
	}
	if len(key) > 0 {
		w.hex("cmd_mac", CommandMAC(key, raw))
	}
}

// window cuts a text before it is searched for secrets. The last word goes as
// well: half a secret would not be known as one.
func window(s string) string {
	if len(s) <= maxRaw {
		return s
	}
	s = s[:maxRaw]
	if i := strings.LastIndexAny(s, " \t\n"); i >= 0 {
		return s[:i]
	}
	return s[:0]
}

// CommandMAC is the keyed fingerprint of an unredacted command, 16 bytes. It
// answers "did exactly this run?" to who has the key; without a key it would
// be an oracle for passwords.
func CommandMAC(key []byte, cmd string) []byte {
	m := hmac.New(sha256.New, key)
	m.Write([]byte(cmd))
	return m.Sum(nil)[:16]
}

// Redactor masks secrets in a string and says how many. *redact.Redactor is
// one; its nil pointer knows the general forms alone.
var _ interface {
	String(string) (string, int)
} = (*redact.Redactor)(nil)
