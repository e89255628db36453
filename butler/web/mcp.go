package web

import (
	"net/http"
	"strings"

	"guard/butler/hub"
)

// mcpRoutes tell how the MCP hub is, and take the owner's word on definitions
// that changed. The endpoint itself stands before the table, see ServeHTTP.
func (s *Server) mcpRoutes() []route {
	return []route{
		{"GET /api/mcp/status", read, s.withHub(func(h *hub.Hub, _ *call) (any, error) { return h.Status(), nil })},
		{"POST /api/mcp/accept", act, s.withHub(acceptDefinition)},
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

// acceptDefinition takes the definition of a tool that the owner was shown, which
// its hash names. It is for one that was refused in the inbox before.
func acceptDefinition(h *hub.Hub, c *call) (any, error) {
	var in struct {
		Namespace string `json:"namespace"`
		Tool      string `json:"tool"`
		Hash      string `json:"hash"`
	}
	if err := c.body(&in); err != nil {
		return nil, err
	}
	if err := h.Accept(in.Namespace, in.Tool, in.Hash, "owner, web"); err != nil {
		return nil, fault(http.StatusConflict, "conflict", "%s", see(err.Error()))
	}
	return h.Status(), nil
}
