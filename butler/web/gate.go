package web

import (
	"net"
	"net/http"
	"slices"
	"strings"
)

// gate decides by its headers alone whether a request is from where it may be.
type gate struct {
	names []string // what butler may be called, without a port
	ports []string // ":19387"; "" besides where the port is 80
}

// newGate is the gate of a server on port. allow names more hosts, for a person
// who reaches butler through a tunnel or a proxy of their own.
func newGate(port string, allow []string) gate {
	g := gate{names: []string{"localhost", "127.0.0.1", "[::1]", "butler.localhost"}, ports: []string{":" + port}}
	if port == "80" {
		g.ports = append(g.ports, "")
	}
	for _, h := range allow {
		g.names = append(g.names, strings.ToLower(h))
	}
	return g
}

// host reports whether the request calls butler by a name of its own. A page of
// another site that has its name resolve to this machine does not.
func (g gate) host(r *http.Request) bool {
	h := strings.ToLower(r.Host)
	for _, name := range g.names {
		if h == name && hasPort(name) {
			return true
		}
		rest, ok := strings.CutPrefix(h, name)
		if ok && slices.Contains(g.ports, rest) {
			return true
		}
	}
	return false
}

// hasPort reports whether an allowed name brings its port with it.
func hasPort(name string) bool {
	_, _, err := net.SplitHostPort(name)
	return err == nil
}

// own reports whether a request for the API may come from a browser at all: it
// comes from no page (a program of this machine), or from a page of butler's
// own. Behind a proxy that a person allowed by name the page is an https one.
func (g gate) own(r *http.Request) bool {
	switch site := r.Header.Values("Sec-Fetch-Site"); {
	case len(site) > 1:
		return false
	case len(site) == 1 && site[0] != "same-origin" && site[0] != "none":
		return false
	}
	switch origin := r.Header.Values("Origin"); {
	case len(origin) == 0:
		return true
	case len(origin) > 1:
		return false
	default:
		return sameOrigin(origin[0], r.Host)
	}
}

func sameOrigin(origin, host string) bool {
	return strings.EqualFold(origin, "http://"+host) || strings.EqualFold(origin, "https://"+host)
}

// page reports whether a page of butler's own sent the request, by its script
// and on purpose: a form cannot set the header, another page cannot have the
// rest, and a program that is no browser is to use the terminal.
func (g gate) page(r *http.Request) bool {
	return len(r.Header.Values("Origin")) == 1 && g.own(r) &&
		r.Header.Get("Sec-Fetch-Site") == "same-origin" &&
		r.Header.Get("X-Butler-Review") == "1"
}

// navigation reports whether a file of the page may be sent: to a program, to a
// page of butler's own, or to whoever follows a link to it. A page of another
// origin cannot take it in as script, picture or frame.
func (g gate) navigation(r *http.Request) bool {
	switch r.Header.Get("Sec-Fetch-Site") {
	case "", "same-origin", "none":
		return g.own(r)
	}
	return r.Header.Get("Sec-Fetch-Mode") == "navigate" && r.Header.Get("Sec-Fetch-Dest") == "document" && r.Method == http.MethodGet
}
