package hub

import (
	"crypto/sha256"
	"crypto/subtle"
	"log/slog"
	"net/http"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Path is where the view of all providers is served; the view of one is at
// Path + "/p/" + its namespace. Aliases are the same handler under other names.
const Path = "/api/mcp"

// maxBody bounds one request of an HTTP client, in bytes.
const maxBody = 4 << 20

// Handler serves MCP over HTTP: POST to a path that ends in /mcp, or in
// /mcp/p/<namespace>. token is what clients must send as their bearer token. It
// looks at the Host and the Origin by itself, before the token.
func (h *Hub) Handler(token string) http.Handler {
	serve := mcp.NewStreamableHTTPHandler(h.serverFor, &mcp.StreamableHTTPOptions{
		Stateless:                    true,
		Logger:                       slog.New(quiet{h.log.Handler()}),
		MaxRequestBodyBytes:          maxBody,
		PropagateRequestCancellation: true,
	})
	inner := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !bears(r, token) {
			w.Header().Set("WWW-Authenticate", `Bearer realm="butler"`)
			http.Error(w, "butler: this needs the bearer token that butler mcp token prints; butler connect registers a client without one", http.StatusUnauthorized)
			return
		}
		if h.serverFor(r) == nil {
			http.Error(w, "butler: there is no provider of that namespace; butler mcp status lists them", http.StatusNotFound)
			return
		}
		agent := r.UserAgent()
		ctx := withConnection(r.Context(), connection{origin: Origin{Via: "http", Client: agent[:min(len(agent), 128)]}, hangup: r.Context()})
		serve.ServeHTTP(w, r.WithContext(ctx))
	})
	return hostIsLoopback(http.NewCrossOriginProtection().Handler(inner))
}

// serverFor is the view that a request names, nil where there is none.
func (h *Hub) serverFor(r *http.Request) *mcp.Server {
	_, rest, ok := strings.Cut(r.URL.Path, "/mcp")
	if !ok || rest == "" {
		return h.all.server
	}
	if ns, ok := strings.CutPrefix(rest, "/p/"); ok && ns != "" {
		return h.server(ns)
	}
	return nil
}

// server is the view of one namespace, "" for all, nil where there is none.
func (h *Hub) server(ns string) *mcp.Server {
	if ns == "" {
		return h.all.server
	}
	if s := h.slot(ns); s != nil {
		return s.view.server
	}
	return nil
}

// bears reports whether a request has the token. No token is never right.
func bears(r *http.Request, token string) bool {
	got, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	a, b := sha256.Sum256([]byte(got)), sha256.Sum256([]byte(token))
	return ok && token != "" && subtle.ConstantTimeCompare(a[:], b[:]) == 1
}
