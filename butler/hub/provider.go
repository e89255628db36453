package hub

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"
)

// Provider is one program that serves MCP over its standard input and output.
type Provider struct {
	Namespace string // stands before its tools' names; see [CheckNamespace]
	ID        string // the extension that it comes from, for people
	Argv      []string
	Dir       string // its working folder, absolute

	// Env is its whole environment, but for Channel.
	Env []string

	Timeout time.Duration // of one call in all, whatever progress it reports; 0 is 60 s
	Idle    time.Duration // it is stopped when unused for so long; 0 is 5 min, below 0 is never
	Start   time.Duration // it must be ready within that; 0 is 30 s

	// Confirm names its own tools that always need a person; "*" is all.
	Confirm []string
}

// The defaults of a Provider's times.
const (
	DefaultTimeout = 60 * time.Second
	DefaultIdle    = 5 * time.Minute
	DefaultStart   = 30 * time.Second // npx and uvx fetch the program first
)

const maxTimeout = time.Hour

// check fills in the defaults, and says what is wrong.
func (p *Provider) check() error {
	if err := CheckNamespace(p.Namespace); err != nil {
		return err
	}
	switch {
	case len(p.Argv) == 0 || p.Argv[0] == "":
		return errors.New("it has no command")
	case !filepath.IsAbs(p.Dir):
		return fmt.Errorf("its folder %q is not absolute", p.Dir)
	case p.Timeout < 0 || p.Start < 0 || p.Timeout > maxTimeout || p.Idle > 24*maxTimeout || p.Start > maxTimeout:
		return errors.New("one of its times is below zero or too long")
	}
	p.Timeout = cmp.Or(p.Timeout, DefaultTimeout)
	p.Idle = cmp.Or(p.Idle, DefaultIdle)
	p.Start = cmp.Or(p.Start, DefaultStart)
	return nil
}

// digest says which program it is: what was learned of another one does not
// hold. Its environment is left out, which may hold what is new each time.
func (p *Provider) digest() string {
	b, _ := json.Marshal([]any{p.Argv, p.Dir}) // strings cannot fail
	sum := sha256.Sum256(b)
	return "sha256:" + hex.EncodeToString(sum[:])
}

// same reports whether q needs no restart of p.
func (p *Provider) same(q *Provider) bool {
	return p.digest() == q.digest() && slices.Equal(p.Env, q.Env) && p.Timeout == q.Timeout && p.Idle == q.Idle && p.Start == q.Start && p.ID == q.ID && slices.Equal(p.Confirm, q.Confirm)
}

// confirms reports whether the manifest wants a person for each call of tool.
func (p *Provider) confirms(tool string) bool {
	return slices.Contains(p.Confirm, "*") || slices.Contains(p.Confirm, tool)
}
