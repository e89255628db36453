package hub

import (
	"context"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// connection is what is known of the connection that a request came by.
type connection struct {
	origin Origin
	hangup context.Context // over HTTP: of the request, which ends when the client is gone
}

type connectionKey struct{}

func withConnection(ctx context.Context, c connection) context.Context {
	return context.WithValue(ctx, connectionKey{}, c)
}

// originOf is where a request comes from.
func originOf(ctx context.Context, info *mcp.Implementation) Origin {
	c, _ := ctx.Value(connectionKey{}).(connection)
	o := c.origin
	if info != nil && info.Name != "" {
		o.Client = strings.TrimSpace(info.Name + " " + info.Version)
	}
	return o
}

// whileWanted ends when the client hangs up, or the hub closes. Over HTTP the
// context of a request goes on after that, but then nobody can get its result.
func (h *Hub) whileWanted(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	stop := context.AfterFunc(h.ctx, cancel)
	c, _ := ctx.Value(connectionKey{}).(connection)
	stopHangup := func() bool { return true }
	if c.hangup != nil {
		stopHangup = context.AfterFunc(c.hangup, cancel)
	}
	return ctx, func() {
		stop()
		stopHangup()
		cancel()
	}
}
