package hub

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"guard/hookio/setup"
)

// learn takes in what the provider offers now: tools that were never seen are
// pinned as they are, the others keep their pins. The lock is held.
func (s *slot) learn(m *manifest) {
	for _, t := range m.Tools {
		def, hash, err := definitionOf(t)
		if err != nil || s.rec.Pins[t.Name] != nil {
			continue
		}
		s.rec.Pins[t.Name] = &pin{Hash: hash, Since: s.hub.now().UTC(), By: "first seen", Definition: def}
	}
	s.rec.Manifest = m
	s.look()
	s.keep()
}

// keep writes the record. Where that fails the hub goes on with what it knows,
// and says so.
func (s *slot) keep() {
	if err := s.hub.store.save(s.spec.Namespace, s.rec); err != nil {
		s.hub.log.Error("hub: a provider's record could not be written", "namespace", s.spec.Namespace, "err", err)
	}
}

// offered is a tool as it is offered, or why it is not.
type offered struct {
	tool *mcp.Tool
	hash string
	held bool // its definition is not the pinned one
	err  error
}

// look works out which tools are offered, after the manifest or a pin has
// changed. The lock is held.
func (s *slot) look() {
	s.tools = nil
	if s.recErr != nil || !s.known() {
		return
	}
	for _, t := range s.rec.Manifest.Tools {
		o := offered{tool: t}
		_, o.hash, o.err = definitionOf(t)
		if o.err == nil {
			o.err = usable(t)
		}
		p := s.rec.Pins[t.Name]
		o.held = p == nil || p.Hash != o.hash
		s.tools = append(s.tools, o)
	}
}

// usable says why no client could use a tool.
func usable(t *mcp.Tool) error {
	if !nameForm.MatchString(t.Name) {
		return fmt.Errorf("its name must be letters, digits, _ or -")
	}
	schema, ok := t.InputSchema.(map[string]any)
	if !ok || schema["type"] != "object" {
		return fmt.Errorf(`the schema of its input must be an object of type "object"`)
	}
	return nil
}

// offers reports whether the tool is offered with this definition now.
func (s *slot) offers(name, hash string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return !s.removed && slices.ContainsFunc(s.tools, func(o offered) bool {
		return o.tool.Name == name && o.hash == hash && !o.held && o.err == nil
	})
}

// Change is a tool whose definition is not the one that was taken.
type Change struct {
	Namespace string    `json:"namespace"`
	Tool      string    `json:"tool"`
	Hash      string    `json:"hash"` // of the new definition; accepting names it
	Since     time.Time `json:"since"`
	Diff      string    `json:"diff"`    // of the definitions, as JSON over several lines
	Refused   bool      `json:"refused"` // the owner has said no to it
}

// Changes are the tools that wait for the owner, by namespace and name.
func (h *Hub) Changes() []Change {
	var out []Change
	for _, s := range h.slotList() {
		s.mu.Lock()
		for _, o := range s.tools {
			if p := s.rec.Pins[o.tool.Name]; o.held && p != nil {
				after, _, _ := definitionOf(o.tool)
				out = append(out, Change{s.spec.Namespace, o.tool.Name, o.hash, s.rec.Manifest.Seen, difference(o.tool.Name, p.Definition, after), p.Refused == o.hash})
			}
		}
		s.mu.Unlock()
	}
	return out
}

// difference shows what has changed between two definitions.
func difference(name string, before, after []byte) string {
	a, err := indented(before)
	b, err2 := indented(after)
	if err != nil || err2 != nil {
		return ""
	}
	return setup.Change{Path: name, Before: append(a, '\n'), After: append(b, '\n')}.Diff()
}

// indented is JSON over several lines, otherwise as it stands.
func indented(raw []byte) ([]byte, error) {
	var b bytes.Buffer
	err := json.Indent(&b, raw, "", "  ")
	return b.Bytes(), err
}

// Accept takes the new definition of a tool, as the owner was shown it. by says
// who did. It is an error where the definition is another one by now.
func (h *Hub) Accept(namespace, tool, hash, by string) error {
	return h.rule(namespace, tool, hash, func(p *pin, definition []byte) *pin {
		return &pin{Hash: hash, Since: h.now().UTC(), By: by, Definition: definition}
	})
}

// Refuse notes that the owner does not take this definition. The tool stays held
// back, and nobody asks about it again.
func (h *Hub) Refuse(namespace, tool, hash string) error {
	return h.rule(namespace, tool, hash, func(p *pin, _ []byte) *pin {
		q := *p
		q.Refused = hash
		return &q
	})
}

func (h *Hub) rule(namespace, tool, hash string, after func(*pin, []byte) *pin) error {
	s := h.slot(namespace)
	if s == nil {
		return fmt.Errorf("hub: there is no provider %q", namespace)
	}
	s.mu.Lock()
	err := s.rule(tool, hash, after)
	s.mu.Unlock()
	if err == nil {
		h.rebuild()
	}
	return err
}

func (s *slot) rule(tool, hash string, after func(*pin, []byte) *pin) error {
	for _, o := range s.tools {
		if o.tool.Name != tool || !o.held {
			continue
		}
		def, now, err := definitionOf(o.tool)
		switch {
		case err != nil:
			return fmt.Errorf("hub: %w", err)
		case now != hash:
			return fmt.Errorf("hub: %s of %s has changed again since it was shown", tool, s.spec.Namespace)
		}
		before := s.rec.Pins[tool]
		s.rec.Pins[tool] = after(before, def)
		if err := s.hub.store.save(s.spec.Namespace, s.rec); err != nil {
			s.rec.Pins[tool] = before
			return err
		}
		s.look()
		return nil
	}
	return fmt.Errorf("hub: no change of %s of %s waits", tool, s.spec.Namespace)
}
