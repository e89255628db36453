package hub

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	// maxMessage bounds one message of a provider, in bytes. A longer one ends
	// the provider: it cannot be told any more which call it belongs to.
	maxMessage = 16 << 20

	// writeWait is how long a provider may leave its input unread.
	writeWait = 10 * time.Second
)

var errLong = fmt.Errorf("it sent a message of more than %d MiB", maxMessage>>20)

// pipes is the connection to a provider: one JSON message a line. Notifications
// that belong to a call are handed to note where they are read, before any
// message that comes behind them, so that none arrives after its call has ended.
type pipes struct {
	proc *process
	read *bufio.Reader
	note func(*jsonrpc.Request) bool // true: it needs nothing more

	write sync.Mutex
	once  sync.Once
	mu    sync.Mutex
	fault error // why it was closed, where the provider is to blame
}

func newPipes(proc *process, note func(*jsonrpc.Request) bool) *pipes {
	return &pipes{proc: proc, read: bufio.NewReaderSize(proc.out, 64<<10), note: note}
}

// Connect makes pipes a transport for one session.
func (p *pipes) Connect(context.Context) (mcp.Connection, error) { return p, nil }

func (p *pipes) SessionID() string { return "" }

func (p *pipes) Read(ctx context.Context) (jsonrpc.Message, error) {
	for {
		line, err := boundedLine(p.read)
		if err != nil {
			return nil, p.broken(err)
		}
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		msg, err := jsonrpc.DecodeMessage(line)
		if err != nil {
			return nil, p.broken(fmt.Errorf("it wrote to its standard output what is no message of the protocol: %s", excerpt(line)))
		}
		if req, ok := msg.(*jsonrpc.Request); ok && !req.IsCall() && p.note(req) {
			continue
		}
		return msg, nil
	}
}

// boundedLine reads one line of at most maxMessage bytes.
func boundedLine(r *bufio.Reader) ([]byte, error) {
	var long []byte
	for {
		part, err := r.ReadSlice('\n')
		if len(long)+len(part) > maxMessage {
			return nil, errLong
		}
		long = append(long, part...)
		if err == nil || !errors.Is(err, bufio.ErrBufferFull) {
			return long, err
		}
	}
}

// broken notes why the connection cannot be used any more.
func (p *pipes) broken(err error) error {
	if !errors.Is(err, io.EOF) {
		p.mu.Lock()
		if p.fault == nil {
			p.fault = err
		}
		p.mu.Unlock()
	}
	return err
}

// blame is why the provider broke the connection, nil where it did not.
func (p *pipes) blame() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.fault
}

func (p *pipes) Write(ctx context.Context, msg jsonrpc.Message) error {
	b, err := jsonrpc.EncodeMessage(msg)
	if err != nil {
		return err
	}
	p.write.Lock()
	defer p.write.Unlock()
	_ = p.proc.in.SetWriteDeadline(time.Now().Add(writeWait)) // pipes have one
	if _, err := p.proc.in.Write(append(b, '\n')); err != nil {
		return p.broken(fmt.Errorf("it does not read its input: %w", err))
	}
	return nil
}

// Close ends the process, which ends the reader. It does not wait for that.
func (p *pipes) Close() error {
	p.once.Do(func() { go p.proc.Stop() })
	return nil
}

// excerpt is the beginning of a line, to be shown.
func excerpt(b []byte) string {
	const n = 120
	b = bytes.TrimSpace(b)
	if len(b) > n {
		return fmt.Sprintf("%q …", b[:n])
	}
	return fmt.Sprintf("%q", b)
}
