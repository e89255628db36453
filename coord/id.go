package coord

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"slices"
	"sort"
	"strings"
	"time"
)

// crockford are the 32 letters of ids and refs: none that could be taken for
// another.
const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

// NewID is a ULID: 48 bits of the time in milliseconds and 80 by chance, in 26
// letters that sort by time.
func NewID() string {
	var b [16]byte
	binary.BigEndian.PutUint64(b[:8], uint64(time.Now().UnixMilli())<<16)
	rand.Read(b[6:]) // it never fails
	hi, lo := binary.BigEndian.Uint64(b[:8]), binary.BigEndian.Uint64(b[8:])
	var out [26]byte
	for i := 25; i >= 0; i-- {
		out[i] = crockford[lo&31]
		lo = lo>>5 | hi<<59
		hi >>= 5
	}
	return string(out[:])
}

func validID(s string) bool { return len(s) == 26 && strings.Trim(s, crockford) == "" }

// newNonce is 16 bytes by chance in hex.
func newNonce() string {
	var b [16]byte
	rand.Read(b[:])
	return hex.EncodeToString(b[:])
}

// Digest is the SHA-256 of a call's tool and of those bytes of its input that
// have an effect, as 64 hex digits. Two calls of one session with the same digest
// ask for the same. The order of the fields does not count.
func Digest(tool string, fields []Field) string {
	fields = slices.Clone(fields)
	sort.Slice(fields, func(i, j int) bool {
		a, b := &fields[i], &fields[j]
		return a.Name < b.Name || a.Name == b.Name && a.Raw < b.Raw
	})
	texts := []string{"butler call 1", tool}
	for _, f := range fields {
		texts = append(texts, f.Name, f.Raw)
	}
	h := sha256.New()
	h.Write(parts(texts...))
	return hex.EncodeToString(h.Sum(nil))
}

// parts is texts, each after its length as 8 bytes, so that no two lists have the
// same bytes.
func parts(texts ...string) []byte {
	var out []byte
	for _, t := range texts {
		out = binary.BigEndian.AppendUint64(out, uint64(len(t)))
		out = append(out, t...)
	}
	return out
}
