package hub

import (
	"context"
	"errors"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Status is how the hub and its providers are.
type Status struct {
	Providers []ProviderStatus `json:"providers"`
	Conflicts []Conflict       `json:"conflicts"`
	Changes   []Change         `json:"changes"` // definitions that wait for the owner
}

// ProviderStatus is how one provider is. Its command and environment are left
// out.
type ProviderStatus struct {
	Namespace string     `json:"namespace"`
	ID        string     `json:"id"`
	State     State      `json:"state"`
	PID       int        `json:"pid,omitempty"`
	Server    string     `json:"server,omitempty"`
	Protocol  string     `json:"protocol,omitempty"`
	Seen      *time.Time `json:"seen,omitempty"` // when it was last listed
	Calls     int        `json:"calls"`          // that run now
	Tools     []string   `json:"tools"`          // as they are offered
	Prompts   int        `json:"prompts"`
	Resources int        `json:"resources"`
	Rejected  []Rejected `json:"rejected"`
	LastError string     `json:"last_error,omitempty"`
	RetryAt   *time.Time `json:"retry_at,omitempty"`
}

// Status looks at everything and starts nothing.
func (h *Hub) Status() Status {
	h.mu.Lock()
	st := Status{Conflicts: append([]Conflict{}, h.conflicts...), Providers: []ProviderStatus{}}
	h.mu.Unlock()
	for _, s := range h.slotList() {
		st.Providers = append(st.Providers, s.status())
	}
	if st.Changes = h.Changes(); st.Changes == nil {
		st.Changes = []Change{}
	}
	return st
}

func (s *slot) status() ProviderStatus {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := ProviderStatus{
		Namespace: s.spec.Namespace, ID: s.spec.ID, State: s.state(), Calls: s.busy,
		Tools: []string{}, Rejected: append([]Rejected{}, s.rejected...), LastError: s.last,
	}
	if s.live != nil {
		p.PID = s.live.proc.Pid()
	}
	if s.recErr != nil {
		p.LastError = s.recErr.Error()
	}
	if p.State == Backoff {
		at := s.retryAt.UTC()
		p.RetryAt = &at
	}
	if s.recErr == nil && s.known() {
		m := s.rec.Manifest
		p.Server, p.Protocol, p.Seen = m.Server, m.Protocol, &m.Seen
		p.Prompts, p.Resources = len(m.Prompts), len(m.Resources)+len(m.Templates)
		for _, o := range s.tools {
			if name, err := exposed(s.spec.Namespace, o.tool.Name); err == nil && o.err == nil && !o.held {
				p.Tools = append(p.Tools, name)
			}
		}
	}
	return p
}

// maxStanding bounds how long a question for a waiting call waits: less than
// the shortest time that clients give a tool (60 s).
const maxStanding = 50 * time.Second

// addOwn adds the hub's own tools to the view of all. None decides anything.
func (h *Hub) addOwn(v *view) {
	type args struct {
		Ref  string `json:"ref" jsonschema:"the reference of the waiting call, such as B-7F3K"`
		Wait int    `json:"wait_seconds,omitempty" jsonschema:"how long to wait for a decision, 0 to 50"`
	}
	mcp.AddTool(v.server, &mcp.Tool{
		Name:        own + "__approval_status",
		Description: "Says how a call stands that waits for the owner's approval. It changes nothing. Once approved, make the same call again, unchanged.",
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: new(bool), DestructiveHint: new(bool), Title: "Approval status"},
	}, func(ctx context.Context, req *mcp.CallToolRequest, in args) (*mcp.CallToolResult, Standing, error) {
		ctx, cancel := h.whileWanted(ctx)
		defer cancel()
		if in.Wait < 0 || len(in.Ref) > 32 {
			return nil, Standing{}, errors.New("the reference is as a result gave it, and wait_seconds is 0 to 50")
		}
		ctx, stop := context.WithTimeout(ctx, min(time.Duration(in.Wait)*time.Second, maxStanding))
		defer stop()
		st, err := h.gate.Standing(ctx, in.Ref)
		if err != nil {
			return nil, Standing{}, err
		}
		return nil, st, nil
	})
}
