package coord

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
)

// Key is the secret that guard and butler share. The zero Key signs nothing and
// verifies nothing.
type Key struct{ secret []byte }

// sign is the MAC of f as the answer to a request with this key and this nonce.
func (k Key) sign(f Final, key, nonce string) string {
	m := hmac.New(sha256.New, k.secret)
	m.Write(parts("butler final", strconv.Itoa(f.V), f.ID, key, string(f.State), string(f.Decision), nonce))
	return hex.EncodeToString(m.Sum(nil))
}

// verify reports whether f is butler's answer to that request.
func (k Key) verify(f Final, key, nonce string) bool {
	if len(k.secret) != keySize {
		return false
	}
	return hmac.Equal([]byte(f.MAC), []byte(k.sign(f, key, nonce)))
}

// LoadKey reads the key file. It must be a plain file of 32 bytes that belongs to
// this user and that nobody else can read.
func LoadKey(name string) (Key, error) {
	f, err := os.OpenFile(name, os.O_RDONLY|noFollow, 0)
	if err != nil {
		return Key{}, fmt.Errorf("coord: the key cannot be read: %w", err)
	}
	defer f.Close()
	fi, err := f.Stat()
	if err == nil {
		err = ownFile(fi)
	}
	if err != nil {
		return Key{}, fmt.Errorf("coord: the key %s cannot be used: %w", name, err)
	}
	b := make([]byte, keySize+1)
	n, err := io.ReadFull(f, b)
	if n != keySize || !errors.Is(err, io.ErrUnexpectedEOF) {
		return Key{}, fmt.Errorf("coord: the key %s cannot be used: it has not %d bytes; stop butler, remove it, start butler", name, keySize)
	}
	return Key{b[:keySize]}, nil
}

// MakeKey loads the key file, and makes one where there is none. A key is there
// whole or not at all, whoever else makes one at the same time.
func MakeKey(name string) (Key, error) {
	k, err := LoadKey(name)
	if !errors.Is(err, fs.ErrNotExist) {
		return k, err
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return Key{}, fmt.Errorf("coord: no key can be made: %w", err)
	}
	f, err := os.CreateTemp(filepath.Dir(name), ".key-*") // its mode is 0600
	if err != nil {
		return Key{}, fmt.Errorf("coord: no key can be made: %w", err)
	}
	defer os.Remove(f.Name())
	b := make([]byte, keySize)
	rand.Read(b)
	_, err = f.Write(b)
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil {
		err = os.Link(f.Name(), name) // fails where another one was quicker
	}
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return Key{}, fmt.Errorf("coord: no key can be made: %w", err)
	}
	os.Remove(f.Name())
	return LoadKey(name)
}
