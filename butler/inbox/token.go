package inbox

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"strconv"
	"strings"
	"time"
)

// tokens signs what is shown for a decision. The key lives as long as the Inbox:
// after a restart the owner looks again. Nothing is kept, so that to show an item
// costs no commit.
type tokens struct{ key [32]byte }

func newTokens() (t tokens) {
	rand.Read(t.key[:]) // it never fails
	return t
}

// sign is the token for the item as it is, good until expires.
func (t tokens) sign(it *Item, expires time.Time) string {
	until := strconv.FormatInt(us(expires), 36)
	return until + "." + t.mac(it, until)
}

// verify reports whether token is one for the item as it is, and still good.
func (t tokens) verify(token string, it *Item, now time.Time) bool {
	until, mac, _ := strings.Cut(token, ".")
	if !hmac.Equal([]byte(mac), []byte(t.mac(it, until))) {
		return false
	}
	expires, err := strconv.ParseInt(until, 36, 64)
	return err == nil && us(now) < expires
}

func (t tokens) mac(it *Item, until string) string {
	m := hmac.New(sha256.New, t.key[:])
	m.Write([]byte(hash("butler token 1", it.ID, strconv.FormatInt(it.Rev, 10), it.Hash, until)))
	return base64.RawURLEncoding.EncodeToString(m.Sum(nil))
}
