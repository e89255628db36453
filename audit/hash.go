package audit

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strconv"
)

// Hash is the SHA-256 of one record.
type Hash [sha256.Size]byte

// String returns h as 64 hex digits.
func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// ParseHash reads 64 lower-case hex digits.
func ParseHash(s string) (Hash, error) {
	h, ok := parseHash([]byte(s))
	if !ok {
		return Hash{}, errors.New("audit: a hash is 64 lower-case hex digits")
	}
	return h, nil
}

// parseHash takes lower-case digits alone: an upper-case one would be a second
// spelling of the same record.
func parseHash(b []byte) (h Hash, ok bool) {
	if len(b) != 2*len(h) {
		return h, false
	}
	for i := range h {
		hi, lo := nibble[b[2*i]], nibble[b[2*i+1]]
		if hi|lo > 15 {
			return h, false
		}
		h[i] = hi<<4 | lo
	}
	return h, true
}

var nibble = func() (t [256]byte) {
	for i := range t {
		t[i] = 0xff
	}
	for i := range hexDigits {
		t[hexDigits[i]] = byte(i)
	}
	return t
}()

const (
	lineStart = `{"v":1,"seq":`
	prevKey   = `,"prev":"`
	hashKey   = `,"hash":"`
	tailLen   = len(hashKey) + 64 + 2 // `,"hash":"<64 hex>"}`
	minLine   = len(lineStart) + 1 + len(prevKey) + 65 + tailLen
)

// appendLine appends a whole line with its newline. dst must not be empty: the
// byte before the line is borrowed for the hash and put back.
func appendLine(dst []byte, seq uint64, prev Hash, members []byte) ([]byte, Hash) {
	start := len(dst)
	dst = append(dst, lineStart...)
	dst = strconv.AppendUint(dst, seq, 10)
	dst = append(dst, prevKey...)
	dst = hex.AppendEncode(dst, prev[:])
	dst = append(dst, '"')
	dst = append(dst, members...)
	dst = append(dst, '}')
	before := dst[start-1]
	dst[start-1] = 0
	h := Hash(sha256.Sum256(dst[start-1:]))
	dst[start-1] = before
	dst = append(dst[:len(dst)-1], hashKey...)
	dst = hex.AppendEncode(dst, h[:])
	return append(dst, '"', '}', '\n'), h
}

// link is what the chain needs of a line.
type link struct {
	seq        uint64
	prev, hash Hash
}

var (
	errShape   = errors.New("not a record")
	errHash    = errors.New("the hash does not fit the line")
	errVersion = errors.New("unknown format version")
	errLong    = errors.New("longer than any record")
)

// parseLink checks one line (without its newline) by itself: its shape and its
// hash. line[-1] must exist in the array behind it: buf is that array and
// buf[1:] the line. buf is changed during the call and put back.
func parseLink(buf []byte) (link, error) {
	var k link
	line := buf[1:]
	if len(line) < minLine {
		return k, errShape
	}
	if len(line) > MaxRead {
		return k, errLong
	}
	if !bytes.HasPrefix(line, []byte(lineStart)) {
		if bytes.HasPrefix(line, []byte(`{"v":`)) && !bytes.HasPrefix(line, []byte(`{"v":1,`)) {
			return k, errVersion
		}
		return k, errShape
	}
	i := len(lineStart)
	for ; i < len(line) && line[i]-'0' <= 9; i++ {
		if i-len(lineStart) >= 16 {
			return k, errShape
		}
		k.seq = k.seq*10 + uint64(line[i]-'0')
	}
	if i == len(lineStart) || line[len(lineStart)] == '0' || k.seq >= 1<<53 {
		return k, errShape
	}
	if len(line) < i+len(prevKey)+65+tailLen || string(line[i:i+len(prevKey)]) != prevKey {
		return k, errShape
	}
	i += len(prevKey)
	var ok bool
	if k.prev, ok = parseHash(line[i : i+64]); !ok || line[i+64] != '"' {
		return k, errShape
	}
	t := len(line) - tailLen
	if string(line[t:t+len(hashKey)]) != hashKey || string(line[len(line)-2:]) != `"}` {
		return k, errShape
	}
	if k.hash, ok = parseHash(line[t+len(hashKey) : len(line)-2]); !ok {
		return k, errShape
	}
	before := buf[0]
	buf[0], line[t] = 0, '}'
	sum := sha256.Sum256(buf[:1+t+1])
	buf[0], line[t] = before, ','
	if sum != k.hash {
		return k, errHash
	}
	return k, nil
}

// fixed returns what stands behind prev: the members that this package writes
// at fixed places, time and type. It is nil where there is nothing.
func fixed(line []byte) []byte {
	i := len(lineStart)
	for i < len(line) && line[i]-'0' <= 9 {
		i++
	}
	if i += len(prevKey) + 65; i > len(line) {
		return nil
	}
	return line[i:]
}

const (
	timeKey = `,"time":"`
	typeKey = `,"type":"`
	timeLen = len(timeKey) + len(timeFormat) + 1
)

// timeText returns the time member with its quotes, or nil.
func timeText(line []byte) []byte {
	line = fixed(line)
	if len(line) < timeLen || string(line[:len(timeKey)]) != timeKey {
		return nil
	}
	return line[len(timeKey)-1 : timeLen]
}

// lineType returns the value of the type member, which this package writes
// right behind time.
func lineType(line []byte) Type {
	rest := fixed(line)
	if len(rest) > timeLen+len(typeKey) && string(rest[timeLen:timeLen+len(typeKey)]) == typeKey {
		rest = rest[timeLen:]
	} else if i := bytes.Index(line[:min(len(line), 256)], []byte(typeKey)); i >= 0 {
		rest = line[i:]
	} else {
		return ""
	}
	rest = rest[len(typeKey):]
	i := bytes.IndexByte(rest, '"')
	if i < 0 {
		return ""
	}
	return typeNamed(rest[:i])
}

// typeNamed is Type(name), without a copy of the names that are frequent.
func typeNamed(name []byte) Type {
	switch string(name) {
	case string(TypeDecision):
		return TypeDecision
	case string(TypeResult):
		return TypeResult
	}
	return Type(name)
}
