package web

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"

	"guard/audit"
	"guard/butler/hub"
	"guard/butler/inbox"
)

// mcpRoutes tell how the MCP hub is, and take the owner's word on definitions
// that changed. The endpoint itself stands before the table, see ServeHTTP.
func (s *Server) mcpRoutes() []route {
	return []route{
		{"GET /api/mcp/status", read, s.withHub(s.hubStatus)},
		{"POST /api/mcp/accept", act, s.withHub(s.ruleOn(true))},
		{"POST /api/mcp/refuse", act, s.withHub(s.ruleOn(false))},
	}
}

// isMCP reports whether a path is the endpoint's.
func isMCP(path string) bool { return path == hub.Path || strings.HasPrefix(path, hub.Path+"/p/") }

func (s *Server) withHub(do func(*hub.Hub, *call) (any, error)) func(*call) (any, error) {
	return func(c *call) (any, error) {
		if s.conf.Hub == nil {
			return nil, missing("the MCP hub")
		}
		return do(s.conf.Hub, c)
	}
}

// hubStatus is how the hub is. What providers say of themselves is text of
// others, and spelled out.
type hubStatus struct {
	Providers []hub.ProviderStatus `json:"providers"`
	Conflicts []hub.Conflict       `json:"conflicts"`
	Changes   []heldBack           `json:"changes"`
}

// heldBack is a definition that waits for the owner's word.
type heldBack struct {
	hub.Change
	Ref string `json:"ref,omitempty"` // the item of the inbox that asks for it, while it waits
}

func (s *Server) hubStatus(h *hub.Hub, c *call) (any, error) {
	st := h.Status()
	out := hubStatus{Providers: st.Providers, Conflicts: st.Conflicts, Changes: []heldBack{}}
	for i := range out.Providers {
		p := &out.Providers[i]
		p.ID, p.Server, p.Protocol, p.LastError = see(p.ID), see(p.Server), see(p.Protocol), see(p.LastError)
		p.Tools = orEmpty(seeAll(p.Tools))
		for j, r := range p.Rejected {
			p.Rejected[j] = hub.Rejected{Kind: r.Kind, Name: see(r.Name), Why: see(r.Why)}
		}
	}
	for i, x := range out.Conflicts {
		out.Conflicts[i] = hub.Conflict{Namespace: see(x.Namespace), ID: see(x.ID), Why: see(x.Why)}
	}
	for _, ch := range st.Changes {
		held := heldBack{Change: ch}
		if it, err := s.asking(c.Context(), ch); err != nil {
			s.log.Error("web: the item of a definition cannot be read", "err", err)
		} else if it != nil {
			held.Ref = it.Ref
		}
		// The tool's name is sent back as it is; the page shows no control character.
		held.Diff = see(ch.Diff)
		out.Changes = append(out.Changes, held)
	}
	return out, nil
}

// asking is the item that asks the owner for a change, nil where none waits.
func (s *Server) asking(ctx context.Context, ch hub.Change) (*inbox.Item, error) {
	if s.conf.Inbox == nil {
		return nil, nil
	}
	it, err := s.conf.Inbox.Standing(ctx, "", ch.Key())
	if errors.Is(err, inbox.ErrNotFound) || err == nil && (it == nil || it.State != inbox.Pending || !s.now().Before(it.Expires)) {
		return nil, nil
	}
	return it, err
}

// ruleOn does what the owner says of a definition that they were shown, which its
// hash names. It is for one that no item of the inbox asks for: one that was
// refused there before. The log tells of it before it is done.
func (s *Server) ruleOn(yes bool) func(*hub.Hub, *call) (any, error) {
	return func(h *hub.Hub, c *call) (any, error) {
		var in struct {
			Namespace string `json:"namespace"`
			Tool      string `json:"tool"`
			Hash      string `json:"hash"`
		}
		if err := c.body(&in); err != nil {
			return nil, err
		}
		changes := h.Changes()
		i := slices.IndexFunc(changes, func(ch hub.Change) bool {
			return ch.Namespace == in.Namespace && ch.Tool == in.Tool && ch.Hash == in.Hash
		})
		if i < 0 {
			return nil, fault(http.StatusConflict, "conflict", "this definition is not held back any more, or has changed again; look at it anew")
		}
		it, err := s.asking(c.Context(), changes[i])
		if err != nil {
			return nil, inboxFault(err)
		}
		if it != nil {
			return nil, &Error{Status: http.StatusConflict, Code: "waits", Message: it.Ref + " asks for it: decide it there", Data: it.Ref}
		}
		if err := s.logDefinition(c, in.Namespace, in.Tool, in.Hash, yes); err != nil {
			return nil, err
		}
		by := s.by(c.own)
		if yes {
			err = h.Accept(in.Namespace, in.Tool, in.Hash, by)
		} else {
			err = h.Refuse(in.Namespace, in.Tool, in.Hash)
		}
		if err != nil {
			return nil, fault(http.StatusConflict, "conflict", "%s", see(strings.TrimPrefix(err.Error(), "hub: ")))
		}
		return s.hubStatus(h, c)
	}
}

// logDefinition writes down what the owner says of a definition.
func (s *Server) logDefinition(c *call, namespace, tool, hash string, yes bool) error {
	answer := "deny"
	if yes {
		answer = "allow"
	}
	log, err := s.conf.Places.Log("butler/" + s.version)
	if err == nil {
		_, err = log.Append(context.WithoutCancel(c.Context()), audit.Entry{
			Type: audit.TypeRuling, Client: "mcp", Tool: namespace + "__" + tool, Answer: answer, By: s.by(c.own), Rule: "definition", Reason: "the changed definition " + hash,
		})
	}
	if err != nil {
		s.log.Error("web: a ruling on a definition is not in the log", "err", err)
		return fault(http.StatusServiceUnavailable, "log", "the log cannot be written, and no word counts without its record")
	}
	return nil
}
