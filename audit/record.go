package audit

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"
	"unicode/utf8"
)

// Record is one line of the log, as far as this version knows its members.
type Record struct {
	Seq        uint64
	Prev, Hash Hash
	Time       time.Time
	Type       Type

	Session, Client, ClientVer, Agent string
	Event, Call, Tool                 string
	Mode, Turn                        string

	Verdict  string
	Tier     string
	Effects  []string
	Answer   string
	Enforced bool // true where the record does not say
	Rule     string
	Reason   string

	Cmd        string
	CmdLen     int // bytes of the unredacted command
	CmdCut     bool
	CmdLossy   bool
	Redactions int
	CmdMAC     string
	Cwd        string
	Project    string
	Grant      string
	LatUs      int64 // microseconds
	HasExit    bool
	Exit       int
	Failed     bool
	DurMs      int64 // milliseconds
	Ref        uint64
	By         string
	Pid, Ppid  int
	Bin        string
	Policy     string
	Boot       string

	Why                string // of recover and gap records
	TornOff, TornLen   int64
	TornSHA256         string
	LostFrom, LostTo   uint64
	HeadHash           string
	Log, Host          string // of genesis
	PrevLog            string // of a genesis where another log was before
	Seal               string
	Count, First, Last uint64 // of close and open; a checkpoint has Count, the records that it signs
	Root               string // the Merkle root over Count records, of close and checkpoint
}

// ParseRecord reads one line, with or without its newline. It does not check
// the hash: Verify does. Members that it does not know are passed over.
func ParseRecord(line []byte) (Record, error) {
	r := Record{Enforced: true}
	var bad string
	err := Members(line, func(key, val []byte) bool {
		if !r.set(string(key), val) {
			bad = string(key)
			return false
		}
		return true
	})
	if bad != "" {
		return r, fmt.Errorf("audit: a record's %s has a wrong type", bad)
	}
	return r, err
}

func (r *Record) set(key string, val []byte) (ok bool) {
	text := func(to *string) bool {
		*to, ok = unquote(val)
		return ok
	}
	num := func(to *int) bool {
		n, ok := parseUint(val)
		*to = int(n)
		return ok
	}
	long := func(to *int64) bool {
		n, ok := parseUint(val)
		*to = int64(n)
		return ok
	}
	count := func(to *uint64) bool {
		*to, ok = parseUint(val)
		return ok
	}
	flag := func(to *bool) bool {
		*to = string(val) == "true"
		return *to || string(val) == "false"
	}
	hash := func(to *Hash) bool {
		if len(val) != 66 {
			return false
		}
		*to, ok = parseHash(val[1:65])
		return ok
	}
	switch key {
	case "seq":
		return count(&r.Seq)
	case "prev":
		return hash(&r.Prev)
	case "hash":
		return hash(&r.Hash)
	case "time":
		r.Time, ok = parseTime(val)
		return ok
	case "type":
		return text((*string)(&r.Type))
	case "session":
		return text(&r.Session)
	case "client":
		return text(&r.Client)
	case "client_ver":
		return text(&r.ClientVer)
	case "agent":
		return text(&r.Agent)
	case "event":
		return text(&r.Event)
	case "call":
		return text(&r.Call)
	case "tool":
		return text(&r.Tool)
	case "mode":
		return text(&r.Mode)
	case "turn":
		return text(&r.Turn)
	case "verdict":
		return text(&r.Verdict)
	case "tier":
		return text(&r.Tier)
	case "effects":
		r.Effects = stringList(val)
		return true
	case "answer":
		return text(&r.Answer)
	case "enforced":
		return flag(&r.Enforced)
	case "rule":
		return text(&r.Rule)
	case "reason":
		return text(&r.Reason)
	case "cmd":
		return text(&r.Cmd)
	case "cmd_len":
		return num(&r.CmdLen)
	case "cmd_cut":
		return flag(&r.CmdCut)
	case "cmd_lossy":
		return flag(&r.CmdLossy)
	case "redactions":
		return num(&r.Redactions)
	case "cmd_mac":
		return text(&r.CmdMAC)
	case "cwd":
		return text(&r.Cwd)
	case "project":
		return text(&r.Project)
	case "grant":
		return text(&r.Grant)
	case "lat_us":
		return long(&r.LatUs)
	case "exit":
		r.HasExit = true
		return num(&r.Exit)
	case "failed":
		return flag(&r.Failed)
	case "dur_ms":
		return long(&r.DurMs)
	case "ref":
		return count(&r.Ref)
	case "by":
		return text(&r.By)
	case "pid":
		return num(&r.Pid)
	case "ppid":
		return num(&r.Ppid)
	case "bin":
		return text(&r.Bin)
	case "policy":
		return text(&r.Policy)
	case "boot":
		return text(&r.Boot)
	case "why":
		return text(&r.Why)
	case "torn_off":
		return long(&r.TornOff)
	case "torn_len":
		return long(&r.TornLen)
	case "torn_sha256":
		return text(&r.TornSHA256)
	case "lost_from":
		return count(&r.LostFrom)
	case "lost_to":
		return count(&r.LostTo)
	case "head_hash":
		return text(&r.HeadHash)
	case "log":
		return text(&r.Log)
	case "host":
		return text(&r.Host)
	case "prev_log":
		return text(&r.PrevLog)
	case "seal":
		return text(&r.Seal)
	case "count":
		return count(&r.Count)
	case "root":
		return text(&r.Root)
	case "first":
		return count(&r.First)
	case "last":
		return count(&r.Last)
	}
	return true
}

var errJSON = errors.New("audit: a record is one flat JSON object")

// Members calls f with each member of a flat JSON object, the value as it
// stands, until f returns false. It is stricter than JSON: no space, no null.
func Members(line []byte, f func(key, val []byte) bool) error {
	line = bytes.TrimSuffix(line, []byte("\n"))
	if len(line) < 2 || line[0] != '{' || line[len(line)-1] != '}' {
		return errJSON
	}
	i := 1
	for {
		n := stringEnd(line[i:])
		if n < 0 || i+n >= len(line) || line[i+n] != ':' {
			return errJSON
		}
		key := line[i+1 : i+n-1]
		i += n + 1
		n = valueEnd(line[i:])
		if n <= 0 || i+n >= len(line) {
			return errJSON
		}
		if !f(key, line[i:i+n]) {
			return nil
		}
		i += n
		switch {
		case line[i] == ',':
			i++
		case line[i] == '}' && i == len(line)-1:
			return nil
		default:
			return errJSON
		}
	}
}

// stringEnd returns the length of the JSON string at the start of b, or -1.
func stringEnd(b []byte) int {
	if len(b) == 0 || b[0] != '"' {
		return -1
	}
	i := 1
	for short := min(len(b), 24); i < short; i++ { // most strings are
		switch b[i] {
		case '"':
			return i + 1
		case '\\':
			i++
		}
	}
	for from := i; from < len(b); {
		n := bytes.IndexByte(b[i:], '"')
		if n < 0 {
			return -1
		}
		i += n + 1
		slashes := 0
		for j := i - 2; j >= from && b[j] == '\\'; j-- {
			slashes++
		}
		if slashes%2 == 0 {
			return i
		}
	}
	return -1
}

func valueEnd(b []byte) int {
	if len(b) == 0 {
		return -1
	}
	switch c := b[0]; {
	case c == '"':
		return stringEnd(b)
	case c >= '0' && c <= '9':
		i := 1
		for i < len(b) && b[i]-'0' <= 9 {
			i++
		}
		return i
	case bytes.HasPrefix(b, []byte("true")):
		return 4
	case bytes.HasPrefix(b, []byte("false")):
		return 5
	case c == '[':
		i := 1
		for i < len(b) && b[i] != ']' {
			n := stringEnd(b[i:])
			if n < 0 || i+n >= len(b) {
				return -1
			}
			i += n
			if b[i] == ',' {
				i++
			} else if b[i] != ']' {
				return -1
			}
		}
		return i + 1
	}
	return -1
}

// Unquote returns the text of a string member, as Members gives it.
func Unquote(val []byte) (string, bool) { return unquote(val) }

func unquote(val []byte) (string, bool) {
	if len(val) < 2 || val[0] != '"' {
		return "", false
	}
	s := val[1 : len(val)-1]
	if bytes.IndexByte(s, '\\') < 0 {
		return string(s), utf8.Valid(s)
	}
	var out string
	err := json.Unmarshal(val, &out)
	return out, err == nil
}

// validText reports whether the strings of a value are JSON strings of valid
// UTF-8.
func validText(val []byte) bool {
	return plainText(val) || json.Valid(val) && utf8.Valid(val)
}

// plainText reports whether b is ASCII without control characters and without a
// backslash, so that each string in it is what it looks like.
func plainText(b []byte) bool {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	var odd uint64 // a top bit for each byte that is not plain
	for ; len(b) >= 8; b = b[8:] {
		x := binary.LittleEndian.Uint64(b)
		slash := x ^ '\\'*ones
		odd |= x | (x-' '*ones)&^x | (slash-ones)&^slash
	}
	for _, c := range b {
		if c < ' ' || c == '\\' {
			return false
		}
		odd |= uint64(c)
	}
	return odd&tops == 0
}

func stringList(val []byte) []string {
	if len(val) < 2 || val[0] != '[' {
		return nil
	}
	var list []string
	for i := 1; i < len(val)-1; i++ {
		n := stringEnd(val[i:])
		if n < 0 {
			return nil
		}
		s, _ := unquote(val[i : i+n])
		list = append(list, s)
		i += n
	}
	return list
}

func parseUint(b []byte) (uint64, bool) {
	n, err := strconv.ParseUint(string(b), 10, 53)
	return n, err == nil
}

// parseTime reads the one form that Append writes, without the cost of
// time.Parse.
func parseTime(val []byte) (time.Time, bool) {
	if len(val) != len(timeFormat)+2 {
		return time.Time{}, false
	}
	b := val[1 : len(val)-1]
	num := func(i, n int) int {
		v := 0
		for _, c := range b[i : i+n] {
			if c-'0' > 9 {
				return -1 << 30
			}
			v = v*10 + int(c-'0')
		}
		return v
	}
	y, mo, d := num(0, 4), num(5, 2), num(8, 2)
	h, mi, s, us := num(11, 2), num(14, 2), num(17, 2), num(20, 6)
	if y < 0 || mo < 1 || mo > 12 || d < 1 || d > 31 || h < 0 || h > 23 || mi < 0 || mi > 59 || s < 0 || s > 59 || us < 0 ||
		b[4] != '-' || b[7] != '-' || b[10] != 'T' || b[13] != ':' || b[16] != ':' || b[19] != '.' || b[26] != 'Z' {
		return time.Time{}, false
	}
	return time.Date(y, time.Month(mo), d, h, mi, s, us*1000, time.UTC), true
}

// member returns one string member of a line, or "".
func member(line []byte, name string) string {
	var s string
	_ = Members(line, func(key, val []byte) bool {
		if string(key) != name {
			return true
		}
		s, _ = unquote(val)
		return false
	})
	return s
}

func lineTime(line []byte) (at time.Time) {
	_ = Members(line, func(key, val []byte) bool {
		if string(key) != "time" {
			return true
		}
		at, _ = parseTime(val)
		return false
	})
	return at
}
