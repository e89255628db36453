package hub

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"syscall"
	"time"

	"guard/coord"
)

// Bridge carries MCP between a client, at its standard input and output, and
// butler's socket. When butler is started anew it connects again and goes on;
// what was under way fails with an error that says so.
type Bridge struct {
	Socket string // see coord.Places.MCP
	View   string // a namespace; "" is all
	Dir    string // where the client works
	In     io.Reader
	Out    io.Writer

	conn    net.Conn
	server  <-chan []byte // lines of butler; closed when it hangs up
	pending map[string]bool
	hello   []byte // the client's initialize, said again to a new butler
	ready   []byte // and its notifications/initialized
	swallow string // the id of an initialize that was said again
	retry   time.Duration
}

// How often a bridge looks for butler again, at first and at most, and how long
// it waits for answers when its client has closed its input.
const (
	firstLook = 200 * time.Millisecond
	lastLook  = 5 * time.Second
	lastWait  = time.Minute
)

// errGone says that the client has closed its end: nobody is left to tell.
var errGone = errors.New("hub: the client is gone")

// Run carries messages until the client closes its input or its output. It is an
// error where butler does not run at the beginning.
func (b *Bridge) Run(ctx context.Context) error {
	if err := b.carry(ctx); !errors.Is(err, errGone) {
		return err
	}
	return nil
}

func (b *Bridge) carry(ctx context.Context) error {
	b.pending = map[string]bool{}
	if err := b.dial(ctx); err != nil {
		return err
	}
	defer func() { b.hangUp() }()
	client := lineReader(b.In)
	look := time.NewTimer(time.Hour)
	defer look.Stop()
	for {
		select {
		case line, ok := <-client:
			if !ok {
				return b.finish(ctx)
			}
			if err := b.fromClient(line); err != nil {
				return err
			}
		case line, ok := <-b.server:
			if ok {
				if err := b.fromServer(line); err != nil {
					return err
				}
				continue
			}
			if err := b.lost(); err != nil {
				return err
			}
			b.retry = firstLook
			look.Reset(b.retry)
		case <-look.C:
			if b.dial(ctx) != nil {
				b.retry = min(2*b.retry, lastLook)
				look.Reset(b.retry)
				continue
			}
			if err := b.again(); err != nil {
				return err
			}
		case <-ctx.Done():
			return nil
		}
	}
}

// dial connects to butler and greets it.
func (b *Bridge) dial(ctx context.Context) error {
	if err := coord.CheckSocket(b.Socket); err != nil {
		return err
	}
	d := net.Dialer{Timeout: greetingWait}
	c, err := d.DialContext(ctx, "unix", b.Socket)
	if err != nil {
		return fmt.Errorf("%w: nobody listens at %s", coord.ErrAbsent, b.Socket)
	}
	r := bufio.NewReaderSize(c, 64<<10)
	if err := b.greet(c, r); err != nil {
		c.Close()
		return err
	}
	b.conn, b.server = c, lineReader(r)
	return nil
}

func (b *Bridge) greet(c net.Conn, r *bufio.Reader) error {
	if _, err := coord.CheckPeer(c.(*net.UnixConn)); err != nil {
		return err
	}
	_ = c.SetDeadline(time.Now().Add(greetingWait)) // sockets have one
	g, err := json.Marshal(greeting{greetingVersion, b.View, b.Dir})
	if err != nil {
		return fmt.Errorf("hub: %w", err)
	}
	if _, err := c.Write(append(g, '\n')); err != nil {
		return fmt.Errorf("hub: butler takes no greeting: %w", err)
	}
	line, err := r.ReadSlice('\n')
	if err != nil {
		return fmt.Errorf("hub: butler did not answer the greeting: %w", err)
	}
	var w welcome
	switch {
	case json.Unmarshal(line, &w) != nil || w.V != greetingVersion && w.Error == "":
		return errors.New("hub: butler answered the greeting with something else; run the same butler on both sides")
	case w.Error != "":
		return errors.New("hub: " + w.Error)
	}
	return c.SetDeadline(time.Time{})
}

// envelope is what the bridge reads of a message.
type envelope struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params struct {
		RequestID json.RawMessage `json:"requestId"`
	} `json:"params"`
}

func (b *Bridge) fromClient(line []byte) error {
	var e envelope
	_ = json.Unmarshal(line, &e) // what is no message is butler's to refuse
	switch {
	case e.Method == "initialize":
		b.hello = line
	case e.Method == "notifications/initialized":
		b.ready = line
	case e.Method == "notifications/cancelled":
		delete(b.pending, string(e.Params.RequestID))
	}
	if b.conn == nil {
		if e.Method != "" && len(e.ID) > 0 {
			return b.fail(e.ID, "butler does not run now; start it with butler serve, then make the call again")
		}
		return nil
	}
	if e.Method != "" && len(e.ID) > 0 {
		b.pending[string(e.ID)] = true
	}
	b.send(line)
	return nil
}

// send writes to butler. Where that fails, reading will fail too.
func (b *Bridge) send(line []byte) {
	_ = b.conn.SetWriteDeadline(time.Now().Add(writeWait)) // sockets have one
	if _, err := b.conn.Write(append(bytes.Clone(line), '\n')); err != nil {
		b.conn.Close()
	}
}

func (b *Bridge) fromServer(line []byte) error {
	var e envelope
	_ = json.Unmarshal(line, &e) // the client can tell what is no message
	if e.Method == "" && len(e.ID) > 0 {
		delete(b.pending, string(e.ID))
		if b.swallow == string(e.ID) {
			b.swallow = ""
			return nil
		}
	}
	return b.say(line)
}

func (b *Bridge) say(line []byte) error {
	_, err := b.Out.Write(append(bytes.Clone(line), '\n'))
	switch {
	case err == nil:
		return nil
	case errors.Is(err, io.ErrClosedPipe), errors.Is(err, syscall.EPIPE):
		return errGone
	}
	return fmt.Errorf("hub: the client does not read: %w", err)
}

// fail answers a request of the client with an error.
func (b *Bridge) fail(id json.RawMessage, why string) error {
	line, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": id, "error": map[string]any{"code": -32000, "message": why}})
	if err != nil {
		return fmt.Errorf("hub: %w", err)
	}
	return b.say(line)
}

// lost fails what was under way when butler hung up.
func (b *Bridge) lost() error {
	b.hangUp()
	for id := range b.pending {
		if err := b.fail(json.RawMessage(id), "butler stopped while it worked on this, and whether it was done is not known; look before you make the call again"); err != nil {
			return err
		}
	}
	clear(b.pending)
	return nil
}

func (b *Bridge) hangUp() {
	if b.conn != nil {
		b.conn.Close()
	}
	b.conn, b.server = nil, nil
}

// again tells a new butler what the client told the one before, and the client
// to look at the lists anew.
func (b *Bridge) again() error {
	if b.hello == nil {
		return nil // a client that needs no handshake
	}
	var e envelope
	_ = json.Unmarshal(b.hello, &e)
	b.swallow = string(e.ID)
	b.send(b.hello)
	if b.ready == nil {
		return nil
	}
	b.send(b.ready)
	for _, list := range []string{"tools", "prompts", "resources"} {
		if err := b.say([]byte(`{"jsonrpc":"2.0","method":"notifications/` + list + `/list_changed"}`)); err != nil {
			return err
		}
	}
	return nil
}

// finish waits a while for what is under way, since the client has said all.
func (b *Bridge) finish(ctx context.Context) error {
	end := time.NewTimer(lastWait)
	defer end.Stop()
	for len(b.pending) > 0 && b.conn != nil {
		select {
		case line, ok := <-b.server:
			if !ok {
				return nil
			}
			if err := b.fromServer(line); err != nil {
				return err
			}
		case <-end.C:
			return nil
		case <-ctx.Done():
			return nil
		}
	}
	return nil
}

// lineReader gives the lines of r, at most maxMessage bytes each. The channel is
// closed at the end of r, and at a line that is longer.
func lineReader(r io.Reader) <-chan []byte {
	out := make(chan []byte)
	go func() {
		defer close(out)
		buf, ok := r.(*bufio.Reader)
		if !ok {
			buf = bufio.NewReaderSize(r, 64<<10)
		}
		for {
			line, err := boundedLine(buf)
			if line = bytes.TrimSpace(line); len(line) > 0 {
				out <- line
			}
			if err != nil {
				return
			}
		}
	}()
	return out
}
