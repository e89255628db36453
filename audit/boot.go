package audit

import (
	"crypto/sha256"
	"encoding/hex"
	"sync"
)

var bootOnce = sync.OnceValue(bootText)

// bootID tells the boots of one machine apart without naming them to anybody:
// SHA-256(boot id || log id), 8 hex digits. A boot that cannot be told is
// always the same one, so that no loss is excused by it.
func bootID(log string) string {
	b := bootOnce()
	if b == "" {
		return "00000000"
	}
	sum := sha256.Sum256([]byte(b + log))
	return hex.EncodeToString(sum[:4])
}

// hostID tells machines apart without naming them, 16 hex digits.
func hostID() string {
	sum := sha256.Sum256([]byte(hostText() + "guard-audit/1 host"))
	return hex.EncodeToString(sum[:8])
}
