package web

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"guard/butler/ext"
	"guard/butler/host"
	"guard/butler/hub"
	"guard/butler/inbox"
	"guard/butler/notify"
	"guard/butler/procs"
)

// Parts are the rooms that the API shows. Those that are nil do not run here.
type Parts struct {
	Inbox *inbox.Inbox

	Catalog func() *ext.Catalog // the extensions, as they were found last
	Procs   *procs.Supervisor   // their programs
	Rescan  func(context.Context) error
	Host    *host.Host // runs, quick actions, observations
	Notify  *notify.Outbox

	MCP http.Handler // the MCP endpoint; it looks at its clients by itself
	Hub *hub.Hub     // how the providers behind it are

	// Token tells which extension a token was given to.
	Token func(token string) (extension string, ok bool)
}

// parts is the API of the rooms.
func (s *Server) parts() []route {
	return slices.Concat(s.inboxRoutes(), s.extRoutes(), s.waitRoutes(), s.runRoutes(), s.notifyRoutes(), s.mcpRoutes())
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
func (s *Server) partSettings() []setting {
	var out []setting
	if s.conf.Notify != nil {
		is := "off"
		if s.conf.Notify.Status(context.Background()).Configured {
			is = "on"
		}
		out = append(out, setting{"notification", "command", is, "butler.json"})
	}
	if s.conf.Host == nil {
		return out
	}
	c := s.conf.Host.Config()
	if c == nil {
		return append(out, setting{"extensions", "instance", "none; butler init makes one", ""})
	}
	out = append(out, setting{"extensions", "instance", c.Dir, source("BUTLER_HOME")})
	for _, root := range c.ScanRoots {
		out = append(out, setting{"extensions", "scan root", root, "butler.json"})
	}
	every := "only when told to"
	if c.Rescan > 0 {
		every = c.Rescan.String()
	}
	return append(out, setting{"extensions", "scanned every", every, "butler.json"})
}

func (s *Server) notifyRoutes() []route {
	return []route{{"POST /api/notify/test", act, s.notifyTest}}
}

// notifyTest runs the owner's notification command once.
func (s *Server) notifyTest(c *call) (any, error) {
	if s.conf.Notify == nil {
		return nil, missing("the notification")
	}
	var in struct{}
	if err := c.body(&in); err != nil {
		return nil, err
	}
	if err := s.conf.Notify.Test(c.Context()); err != nil {
		return nil, fault(http.StatusConflict, "notify", "%s", see(strings.TrimPrefix(err.Error(), "notify: ")))
	}
	return struct{}{}, nil
}
