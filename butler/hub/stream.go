package hub

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"guard/grants"
	"guard/internal/place"
)

// A bridge begins with one line, a greeting, and gets one line back. After
// that the connection carries MCP, one message a line.

// greeting is what a bridge says first.
type greeting struct {
	V    int    `json:"v"`
	View string `json:"view,omitempty"` // a namespace; "" is all
	Dir  string `json:"dir,omitempty"`  // where its client works
}

// welcome is the answer. Error, where it is set, ends it.
type welcome struct {
	V     int    `json:"v"`
	Error string `json:"error,omitempty"`
}

const (
	greetingVersion = 1
	maxGreeting     = 16 << 10 // bytes
	greetingWait    = 5 * time.Second
)

// ServeConn speaks MCP with a bridge until one side hangs up or ctx ends. The
// caller has seen to it that the other end is this user.
func (h *Hub) ServeConn(ctx context.Context, c net.Conn) error {
	defer c.Close()
	if !h.enter() {
		return errClosed
	}
	defer h.leave()
	_ = c.SetDeadline(time.Now().Add(greetingWait)) // sockets have one
	r := bufio.NewReaderSize(c, maxGreeting)
	g, err := readGreeting(r)
	var server *mcp.Server
	if err == nil {
		if server = h.server(g.View); server == nil {
			err = fmt.Errorf("there is no provider %q; butler mcp status lists them", g.View)
		}
	}
	w := welcome{V: greetingVersion}
	if err != nil {
		w.Error = err.Error()
	}
	b, _ := json.Marshal(w) // it has no way to fail
	if _, werr := c.Write(append(b, '\n')); werr != nil || err != nil {
		return errors.Join(err, werr)
	}
	_ = c.SetDeadline(time.Time{})
	o := Origin{Via: "stdio", Session: "mcp-" + grants.Letters(8)}
	if filepath.IsAbs(g.Dir) {
		o.Project = place.ProjectRoot(g.Dir, h.home)
	}
	s, err := server.Connect(withConnection(ctx, connection{origin: o}), &mcp.IOTransport{Reader: readCloser{r, c}, Writer: c}, nil)
	if err != nil {
		return fmt.Errorf("hub: %w", err)
	}
	over := make(chan struct{})
	defer close(over)
	go func() {
		select {
		case <-over:
		case <-ctx.Done():
			c.Close()
		case <-h.ctx.Done():
			c.Close()
		}
	}()
	return s.Wait()
}

type readCloser struct {
	io.Reader
	io.Closer
}

func readGreeting(r *bufio.Reader) (greeting, error) {
	var g greeting
	line, err := r.ReadSlice('\n')
	switch {
	case err != nil:
		return g, fmt.Errorf("no greeting came: %w", err)
	case json.Unmarshal(line, &g) != nil:
		return g, errors.New("the greeting is no JSON")
	case g.V != greetingVersion:
		return g, fmt.Errorf("butler speaks version %d of the bridge and this is version %d; run the same butler on both sides", greetingVersion, g.V)
	}
	return g, nil
}
