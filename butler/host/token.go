package host

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"sync"

	"guard/butler/runs"
	"guard/sdk"
)

// tokens are what programs identify themselves with. Only their hashes are
// kept, so that looking one up tells nothing by its time.
type tokens struct {
	mu       sync.Mutex
	owner    map[[sha256.Size]byte]string // whose it is: tools/clock
	programs map[string][sha256.Size]byte // the newest of each program
	servers  map[string]string            // of MCP providers: they keep theirs
}

func (t *tokens) make(owner string) (string, [sha256.Size]byte) {
	var b [32]byte
	_, _ = rand.Read(b[:]) // never fails
	token := hex.EncodeToString(b[:])
	sum := sha256.Sum256([]byte(token))
	if t.owner == nil {
		t.owner, t.programs, t.servers = map[[sha256.Size]byte]string{}, map[string][sha256.Size]byte{}, map[string]string{}
	}
	t.owner[sum] = owner
	return token, sum
}

// program makes the token of a program that is about to start. The one that it
// had before ends.
func (t *tokens) program(key string) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	token, sum := t.make(key)
	delete(t.owner, t.programs[key])
	t.programs[key] = sum
	return token
}

// provider is the token of an MCP provider. It stays the same while butler
// runs: a provider is started anew when its environment changes.
func (t *tokens) provider(key string) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if token := t.servers[key]; token != "" {
		return token
	}
	token, _ := t.make(key)
	t.servers[key] = token
	return token
}

// Token says which extension a token was given to.
func (h *Host) Token(token string) (extension string, ok bool) {
	h.keys.mu.Lock()
	defer h.keys.mu.Unlock()
	extension, ok = h.keys.owner[sha256.Sum256([]byte(token))]
	return extension, ok
}

// runVars gives a run a token that ends with it.
func (h *Host) runVars(r runs.Run) (vars []string, done func()) {
	h.keys.mu.Lock()
	defer h.keys.mu.Unlock()
	token, sum := h.keys.make(r.Kind + "/" + r.Extension)
	return []string{sdk.TokenVar + "=" + token}, func() {
		h.keys.mu.Lock()
		defer h.keys.mu.Unlock()
		delete(h.keys.owner, sum)
	}
}
