package web

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"sync"
	"time"

	"guard/internal/atomicfile"
)

// layout.json says how the page shows services and tools. It is version 1, which
// earlier programs know too; what they wrote besides is kept.
const (
	layoutVersion = 1
	layoutLimit   = 256 << 10 // bytes
	layoutItems   = 2000
)

// display is how one section is shown.
type display struct {
	Mode   string   `json:"mode"`   // all, resident
	Stored []string `json:"stored"` // ids that a person put away
}

// layout is the part of the file that this page knows.
type layout struct {
	Version int                 `json:"version"`
	Order   map[string][]string `json:"order,omitempty"` // ids of a section, in the order to show
	Display map[string]display  `json:"display,omitempty"`
}

type layoutFile struct {
	name string
	mu   sync.Mutex
	rev  string // as it was found or written last
	turn int64  // of rev
}

// stored is a layout and its revision: the hash of the file. A larger Turn is a
// later one: answers and events may come to a page in another order.
type stored struct {
	Layout layout `json:"layout"`
	Rev    string `json:"rev"`
	Turn   int64  `json:"turn"`
}

// numbered gives st its Turn.
func (f *layoutFile) numbered(st stored) stored {
	if st.Rev != f.rev || f.turn == 0 {
		// A butler that starts later counts from a later time.
		f.rev, f.turn = st.Rev, max(f.turn+1, time.Now().UnixMicro())
	}
	st.Turn = f.turn
	return st
}

func (s *Server) getLayout(*call) (any, error) {
	s.layout.mu.Lock()
	defer s.layout.mu.Unlock()
	st, _, err := s.layout.read()
	return st, err
}

// putLayout replaces what this page knows of the file, if it still is as the
// page last saw it: an older window does not undo a newer one.
func (s *Server) putLayout(c *call) (any, error) {
	var in stored
	if err := c.body(&in); err != nil {
		return nil, err
	}
	if err := in.Layout.check(); err != nil {
		return nil, err
	}
	s.layout.mu.Lock()
	defer s.layout.mu.Unlock()
	st, rest, err := s.layout.read()
	if err != nil {
		return nil, err
	}
	if in.Rev != st.Rev {
		return nil, &Error{Status: http.StatusConflict, Code: "changed", Message: "another window has saved since", Data: st}
	}
	st, err = s.layout.write(in.Layout, rest)
	if err != nil {
		return nil, err
	}
	s.Publish("layout", st)
	return st, nil
}

func (l layout) check() error {
	if l.Version != layoutVersion {
		return badRequest("the layout has version %d; this butler writes %d", l.Version, layoutVersion)
	}
	n := 0
	for name, ids := range l.Order {
		if name != "services" && name != "tools" {
			return badRequest("there is no section %q", clip(name, 50))
		}
		n += len(ids)
	}
	for name, d := range l.Display {
		if name != "services" && name != "tools" {
			return badRequest("there is no section %q", clip(name, 50))
		}
		if d.Mode != "all" && d.Mode != "resident" {
			return badRequest("the mode is all or resident")
		}
		n += len(d.Stored)
	}
	if n > layoutItems {
		return badRequest("the layout names more than %d items", layoutItems)
	}
	return nil
}

// read returns the layout, and the members of the file that it does not know. A
// file that is not there is the empty layout.
func (f *layoutFile) read() (stored, map[string]json.RawMessage, error) {
	empty := stored{Layout: layout{Version: layoutVersion}}
	if f.name == "" {
		return empty, nil, missing("the extension host")
	}
	file, err := os.Open(f.name)
	if errors.Is(err, os.ErrNotExist) {
		return f.numbered(empty), map[string]json.RawMessage{}, nil
	}
	if err != nil {
		return empty, nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, layoutLimit+1))
	if err != nil {
		return empty, nil, err
	}
	sum := sha256.Sum256(text)
	out := stored{Rev: hex.EncodeToString(sum[:16])}
	rest := map[string]json.RawMessage{}
	if len(text) > layoutLimit || json.Unmarshal(text, &rest) != nil || json.Unmarshal(text, &out.Layout) != nil || out.Layout.Version > layoutVersion {
		return empty, nil, fault(http.StatusConflict, "layout", "layout.json cannot be understood; it is left as it is, and nothing is saved until it is mended or removed")
	}
	out.Layout.Version = layoutVersion
	out = f.numbered(out)
	for _, known := range []string{"version", "order", "display"} {
		delete(rest, known)
	}
	return out, rest, nil
}

// write replaces the file in one step.
func (f *layoutFile) write(l layout, rest map[string]json.RawMessage) (stored, error) {
	members := map[string]any{"version": l.Version}
	for k, v := range rest {
		members[k] = v
	}
	if len(l.Order) > 0 {
		members["order"] = l.Order
	}
	if len(l.Display) > 0 {
		members["display"] = l.Display
	}
	text, err := json.MarshalIndent(members, "", "  ")
	if err != nil {
		return stored{}, err
	}
	text = append(bytes.TrimSpace(text), '\n')
	if err := atomicfile.Write(f.name, text, 0o600); err != nil {
		return stored{}, err
	}
	sum := sha256.Sum256(text)
	return f.numbered(stored{Layout: l, Rev: hex.EncodeToString(sum[:16])}), nil
}
