package audit

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

// Head names the last record of a log.
type Head struct {
	Log     string    // id of the log, 32 hex digits
	Boot    string    // boot in which it was written, 8 hex digits
	Segment uint64    // seq in the name of the active segment
	Born    time.Time // when that segment was begun, to the second
	Offset  int64     // end of the record in the segment, in bytes
	Last    int64     // length of the record with its newline, in bytes
	Seq     uint64    // 0: nothing was acknowledged yet
	Count   uint64    // records in the log: the size of the Merkle tree
	Hash    Hash
	Time    time.Time
}

// The head file is one disk sector of text, so that one write replaces it as a
// whole and a person can read it. It is written in place under the lock.
const (
	headSize  = 512
	headMagic = "guard-head/1\n"
)

var errHead = errors.New("not a head file")

func (h Head) encode() []byte {
	b := make([]byte, 0, headSize)
	b = append(b, headMagic...)
	text := func(key, value string) {
		b = append(b, key...)
		b = append(b, ' ')
		b = append(b, value...)
		b = append(b, '\n')
	}
	number := func(key string, n uint64) {
		var digits [20]byte
		for i := len(digits) - 1; i >= 0; i-- {
			digits[i] = '0' + byte(n%10)
			n /= 10
		}
		b = append(b, key...)
		b = append(b, ' ')
		b = append(b, digits[:]...)
		b = append(b, '\n')
	}
	text("log", h.Log)
	text("boot", h.Boot)
	number("seg", h.Segment)
	number("born", uint64(max(h.Born.Unix(), 0)))
	number("off", uint64(h.Offset))
	number("last", uint64(h.Last))
	number("seq", h.Seq)
	number("count", h.Count)
	text("hash", h.Hash.String())
	b = append(b, "time "...)
	b = h.Time.UTC().AppendFormat(b, timeFormat)
	b = append(b, '\n')
	sum := sha256.Sum256(b)
	b = append(b, "sum "...)
	b = hex.AppendEncode(b, sum[:])
	b = append(b, '\n')
	for len(b) < headSize-1 {
		b = append(b, ' ')
	}
	return append(b, '\n')
}

func parseHead(b []byte) (Head, error) {
	var h Head
	i := bytes.Index(b, []byte("\nsum "))
	if len(b) != headSize || !bytes.HasPrefix(b, []byte(headMagic)) || i < 0 {
		return h, errHead
	}
	i++
	want, ok := parseHash(b[i+4 : min(i+68, len(b))])
	if sum := sha256.Sum256(b[:i]); !ok || sum != want {
		return h, errHead
	}
	for line := range bytes.Lines(b[len(headMagic):i]) {
		key, value, _ := bytes.Cut(bytes.TrimSuffix(line, []byte("\n")), []byte(" "))
		v := string(value)
		var err error
		switch string(key) {
		case "log":
			h.Log = v
		case "boot":
			h.Boot = v
		case "seg":
			h.Segment, err = strconv.ParseUint(v, 10, 64)
		case "born":
			var s int64
			s, err = strconv.ParseInt(v, 10, 64)
			h.Born = time.Unix(s, 0).UTC()
		case "off":
			h.Offset, err = strconv.ParseInt(v, 10, 64)
		case "last":
			h.Last, err = strconv.ParseInt(v, 10, 64)
		case "seq":
			h.Seq, err = strconv.ParseUint(v, 10, 64)
		case "count":
			h.Count, err = strconv.ParseUint(v, 10, 64)
		case "hash":
			h.Hash, err = ParseHash(v)
		case "time":
			h.Time, err = time.Parse(timeFormat, v)
		}
		if err != nil {
			return Head{}, errHead
		}
	}
	return h, nil
}

// ReadHead returns the head that the writers of dir acknowledged last. It takes
// no lock: one read sees one whole head.
func ReadHead(dir string) (Head, error) {
	b, err := os.ReadFile(filepath.Join(dir, headName))
	if err != nil {
		return Head{}, fmt.Errorf("audit: %w", err)
	}
	h, err := parseHead(b)
	if err != nil {
		return Head{}, fmt.Errorf("audit: %s: %w", filepath.Join(dir, headName), err)
	}
	return h, nil
}
