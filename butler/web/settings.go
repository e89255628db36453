package web

import (
	"os"

	"guard/audit"
	"guard/internal/place"
)

// setting is one value in force, and where it comes from.
type setting struct {
	Group string `json:"group"`
	Name  string `json:"name"`
	Value string `json:"value"`
	From  string `json:"from"`
}

// settings is what is in force in this butler.
func (s *Server) settings(*call) (any, error) {
	c := s.conf
	listen, from := c.Listen, c.From
	if listen == "" {
		listen, from = DefaultListen, "default"
	}
	at := c.Places
	out := []setting{
		{"butler", "version", s.version, ""},
		{"butler", "listens on", listen, from},
		{"butler", "page", s.origin, ""},
		{"places", "log", at.LogDir(), source("XDG_STATE_HOME")},
		{"places", "policy", at.PolicyFile(), source("XDG_CONFIG_HOME")},
		{"places", "managed policy", place.Managed, ""},
		{"places", "database", c.DB.Path(), source("XDG_STATE_HOME")},
	}
	if c.Layout != "" {
		out = append(out, setting{"places", "layout", c.Layout, ""})
	}
	for _, h := range c.AllowHost {
		out = append(out, setting{"butler", "also called", h, "--allow-host"})
	}
	out = append(out, s.partSettings()...)
	for i := range out {
		out[i].Value = s.short(out[i].Value)
	}
	return out, nil
}

// short is a path below the home as people write it.
func (s *Server) short(path string) string { return see(audit.Shorten(path, s.conf.Places.Home)) }

// source names the variable that set a place, where it did.
func source(name string) string {
	if os.Getenv(name) != "" {
		return name
	}
	return "default"
}
