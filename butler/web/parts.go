package web

import (
	"context"
	"net/http"
	"slices"

	"guard/butler/ext"
	"guard/butler/host"
	"guard/butler/hub"
	"guard/butler/inbox"
	"guard/butler/procs"
)

// Parts are the rooms that the API shows. Those that are nil do not run here.
type Parts struct {
	Inbox *inbox.Inbox

	Catalog func() *ext.Catalog // the extensions, as they were found last
	Procs   *procs.Supervisor   // their programs
	Rescan  func(context.Context) error
	Host    *host.Host // runs, quick actions, observations

	MCP http.Handler // the MCP endpoint; it looks at its clients by itself
	Hub *hub.Hub     // how the providers behind it are

	// Token tells which extension a token was given to.
	Token func(token string) (extension string, ok bool)
}

// parts is the API of the rooms.
func (s *Server) parts() []route {
	return slices.Concat(s.inboxRoutes(), s.extRoutes(), s.runRoutes(), s.mcpRoutes())
}

// running names the parts that run.
func (s *Server) running() []string {
	out := []string{"log", "policy"}
	if s.conf.Inbox != nil {
		out = append(out, "inbox")
	}
	if s.conf.Procs != nil {
		out = append(out, "extensions")
	}
	if s.conf.Hub != nil {
		out = append(out, "mcp")
	}
	return out
}

// partSettings is what is in force in the parts.
func (s *Server) partSettings() []setting { return nil }
