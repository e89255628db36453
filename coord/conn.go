package coord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"
)

// Stream is a connection with deadlines: a net.Conn, or an os.File of a socket.
type Stream interface {
	io.ReadWriteCloser
	SetReadDeadline(time.Time) error
	SetWriteDeadline(time.Time) error
}

// Peer is who is at the other end, as the kernel says.
type Peer struct {
	UID int
	PID int // the process that connected; it may have ended since
}

// Conn is butler's end of one request. Its methods may be called from several
// goroutines.
type Conn struct {
	s    Stream
	in   lines
	read time.Duration
	peer Peer

	mu    sync.Mutex
	head  Head
	key   string // of the submit or the check, for the MAC
	nonce string
	ended bool
}

// How long butler waits for a request, and for a frame to be taken.
const (
	readTime  = 2 * time.Second
	writeTime = 2 * time.Second
)

// NewConn serves one request on s, whose peer has been checked.
func NewConn(s Stream, p Peer) *Conn {
	return &Conn{s: s, in: newLines(s), read: readTime, peer: p}
}

// Peer is who asks.
func (c *Conn) Peer() Peer { return c.peer }

// Close ends the connection, answered or not.
func (c *Conn) Close() error { return c.s.Close() }

// GuardRequest reads the request of a hook: *Submit, *Check, *Withdraw, *Event,
// *Context or *Ping. A request that cannot be served is answered here with an error
// frame, and returned as an error.
func (c *Conn) GuardRequest() (any, error) { return c.request(decodeGuard) }

// OwnerRequest reads the request of the butler command: *List, *Show, *Prepare,
// *Decide, *Revoke, *Open, *Stop, *Status, *Watch or *Ping.
func (c *Conn) OwnerRequest() (any, error) { return c.request(decodeOwner) }

func (c *Conn) request(decode func([]byte) (any, Head, error)) (any, error) {
	if err := c.s.SetReadDeadline(time.Now().Add(c.read)); err != nil {
		return nil, fmt.Errorf("coord: %w", err)
	}
	line, err := c.in.next()
	if errors.Is(err, errLong) {
		err = &Fault{Code: CodeFrame, Message: fmt.Sprintf("the frame is longer than %d KiB", MaxLine>>10)}
		return nil, errors.Join(err, c.Fail(err))
	}
	if err != nil {
		return nil, fmt.Errorf("coord: no request came: %w", err)
	}
	r, h, err := decode(line)
	c.mu.Lock()
	c.head = h
	switch r := r.(type) {
	case *Submit:
		c.key, c.nonce = r.Key, r.Nonce
	case *Check:
		c.key, c.nonce = r.Key, r.Nonce
	case *Context:
		c.nonce = r.Nonce
	case *Ping:
		c.nonce = r.Nonce
	}
	c.mu.Unlock()
	if err != nil {
		return nil, errors.Join(err, c.Fail(err))
	}
	if err := c.s.SetReadDeadline(time.Time{}); err != nil {
		return nil, fmt.Errorf("coord: %w", err)
	}
	return r, nil
}

// Gone returns a context that ends when the other end hangs up, or says more than
// its one request. It is called at most once, after the request.
func (c *Conn) Gone(parent context.Context) context.Context {
	ctx, cancel := context.WithCancelCause(parent)
	go func() {
		_, err := c.in.r.ReadByte()
		if err == nil {
			err = errors.New("coord: more than one request came")
		}
		cancel(err)
	}()
	return ctx
}

// Ack tells guard that its call is in the inbox. a's head is filled in.
func (c *Conn) Ack(a Ack) error {
	return c.send(TAck, false, func(h Head) any { a.Head = h; return a })
}

// Tick tells the other end that butler lives.
func (c *Conn) Tick() error {
	return c.send(TTick, false, func(h Head) any { return h })
}

// Final ends a request of guard's. f's head and MAC are filled in.
func (c *Conn) Final(k Key, f Final) error {
	return c.send(TFinal, true, func(h Head) any {
		f.Head = h
		f.MAC = k.sign(f, c.key, c.nonce)
		return f
	})
}

// answer is a Reply on its way out.
type answer struct {
	Head
	Body any `json:"body,omitempty"`
}

// Items sends several items of a list to the owner. Each is JSON on one line.
func (c *Conn) Items(items []json.RawMessage) error {
	return c.send(TItems, false, func(h Head) any { return batch{h, items} })
}

// Item sends one item of a list, or of a watch, to the owner.
func (c *Conn) Item(t string, body any) error {
	return c.send(t, false, func(h Head) any { return answer{h, body} })
}

// Done ends a request of the owner's.
func (c *Conn) Done(body any) error {
	return c.send(TFinal, true, func(h Head) any { return answer{h, body} })
}

// Fail ends a request with an error frame. An error that is no [Fault] is sent as
// an internal one, with its text.
func (c *Conn) Fail(err error) error {
	var f *Fault
	if !errors.As(err, &f) {
		f = &Fault{Code: CodeInternal, Message: err.Error()}
	}
	return c.send(TError, true, func(h Head) any { g := *f; g.Head = h; return g })
}

var errEnded = errors.New("coord: the request has its answer already")

func (c *Conn) send(t string, last bool, frame func(Head) any) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ended {
		return errEnded
	}
	b, err := encode(frame(Head{V: Version, T: t, ID: c.head.ID}))
	if err != nil {
		return err
	}
	c.ended = last
	if err := c.s.SetWriteDeadline(time.Now().Add(writeTime)); err != nil {
		return fmt.Errorf("coord: %w", err)
	}
	if _, err := c.s.Write(b); err != nil {
		return fmt.Errorf("coord: %w", err)
	}
	return nil
}
