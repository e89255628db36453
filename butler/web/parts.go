package web

import (
	"guard/butler/inbox"
)

// Parts are the rooms that the API shows. Those that are nil do not run here.
type Parts struct {
	Inbox *inbox.Inbox

	// Token tells which extension a token was given to.
	Token func(token string) (extension string, ok bool)
}

// parts is the API of the rooms.
func (s *Server) parts() []route { return s.inboxRoutes() }

// running names the parts that run.
func (s *Server) running() []string {
	out := []string{"log", "policy"}
	if s.conf.Inbox != nil {
		out = append(out, "inbox")
	}
	return out
}

// partSettings is what is in force in the parts.
func (s *Server) partSettings() []setting { return nil }
