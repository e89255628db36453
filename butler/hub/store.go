package hub

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"guard/internal/atomicfile"
)

// record is all that is kept of one namespace, in one file.
type record struct {
	V        int             `json:"v"`
	Manifest *manifest       `json:"manifest,omitempty"`
	Pins     map[string]*pin `json:"pins"` // by the tool's own name
}

const (
	recordVersion = 1
	recordLimit   = 64 << 20 // bytes; what is larger was not written here
)

// store is the folder of the records.
type store struct{ dir string }

func (s store) file(ns string) string { return filepath.Join(s.dir, ns+".json") }

// load reads the record of ns. One that cannot be understood is set aside, and
// the error says so: its pins are lost, which the owner must hear of.
func (s store) load(ns string) (*record, error) {
	empty := &record{V: recordVersion, Pins: map[string]*pin{}}
	f, err := os.Open(s.file(ns))
	if errors.Is(err, fs.ErrNotExist) {
		return empty, nil
	}
	if err != nil {
		return nil, fmt.Errorf("hub: %w", err)
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, recordLimit))
	if err != nil {
		return nil, fmt.Errorf("hub: %w", err)
	}
	r := &record{}
	if err := json.Unmarshal(b, r); err != nil || r.V != recordVersion {
		return nil, fmt.Errorf("hub: %s cannot be understood: none of its tools is offered\nlook at it, then remove it to take the tools as they are now", s.file(ns))
	}
	if r.Pins == nil {
		r.Pins = map[string]*pin{}
	}
	return r, nil
}

// save replaces the record of ns whole, down to the disk.
func (s store) save(ns string, r *record) error {
	b, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		return fmt.Errorf("hub: %w", err)
	}
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return fmt.Errorf("hub: %w", err)
	}
	if err := atomicfile.Write(s.file(ns), append(b, '\n'), 0o600); err != nil {
		return fmt.Errorf("hub: %w", err)
	}
	return nil
}
