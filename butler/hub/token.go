package hub

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// tokenSize is how long a token is, in hex digits.
const tokenSize = 64

// Token reads the bearer token of HTTP clients from a file, and makes both where
// there is none. The file is this user's alone.
func Token(file string) (string, error) {
	b, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return makeToken(file)
	}
	if err != nil {
		return "", fmt.Errorf("hub: %w", err)
	}
	token := strings.TrimSpace(string(b))
	if st, err := os.Stat(file); err != nil || st.Mode().Perm()&0o077 != 0 {
		return "", fmt.Errorf("hub: others can read %s\nremove it; butler makes a new one, and clients need that", file)
	}
	if raw, err := hex.DecodeString(token); err != nil || len(raw) != tokenSize/2 {
		return "", fmt.Errorf("hub: %s holds no token\nremove it; butler makes a new one, and clients need that", file)
	}
	return token, nil
}

func makeToken(file string) (string, error) {
	raw := make([]byte, tokenSize/2)
	rand.Read(raw) // it never fails
	token := hex.EncodeToString(raw)
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return "", fmt.Errorf("hub: %w", err)
	}
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return "", fmt.Errorf("hub: %w", err)
	}
	_, err = f.WriteString(token + "\n")
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return "", fmt.Errorf("hub: %w", err)
	}
	return token, nil
}
