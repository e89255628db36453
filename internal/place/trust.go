package place

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"guard/internal/atomicfile"
)

// A project's policy file comes with the repository, so it only makes guard
// stricter until a person has read and trusted its very bytes.

// Trusted is one text of a project's policy file that a person has trusted.
type Trusted struct {
	Project string    `json:"project"`
	SHA256  string    `json:"sha256"`
	By      string    `json:"by"`
	At      time.Time `json:"at"`
}

// TrustList is what a person has trusted, as its file holds it.
type TrustList struct {
	V       int       `json:"v"`
	Trusted []Trusted `json:"trusted"`
}

// TrustFile is the file of what a person has trusted.
func (p Places) TrustFile() string { return filepath.Join(p.State, "guard", "trust.json") }

// Sum is the SHA-256 of a text, in hex.
func Sum(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// ReadTrust reads what has been trusted. What cannot be read trusts nothing.
func (p Places) ReadTrust() (TrustList, error) {
	t := TrustList{V: 1}
	b, err := ReadFile(p.TrustFile(), Limit)
	if errors.Is(err, fs.ErrNotExist) {
		return t, nil
	}
	if err != nil {
		return t, err
	}
	if err := json.Unmarshal(b, &t); err != nil || t.V != 1 {
		return TrustList{V: 1}, fmt.Errorf("%s cannot be understood, so that no project's policy is trusted\nremove it and trust again", p.TrustFile())
	}
	return t, nil
}

// Trusts reports whether a person has trusted this text as the policy of
// project.
func (p Places) Trusts(project string, text []byte) bool {
	t, err := p.ReadTrust()
	if err != nil {
		return false
	}
	sum := Sum(text)
	return slices.ContainsFunc(t.Trusted, func(x Trusted) bool { return x.Project == project && x.SHA256 == sum })
}

// WriteTrust replaces the file whole: it is there before or after, never half.
func (p Places) WriteTrust(t TrustList) error {
	b, err := json.MarshalIndent(t, "", "  ")
	if err != nil {
		return err
	}
	dir := filepath.Dir(p.TrustFile())
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	return atomicfile.Write(p.TrustFile(), append(b, '\n'), 0o600)
}
