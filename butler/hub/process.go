package hub

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"guard/audit/redact"
	"guard/butler/procs"
)

// Channel is the variable that tells a provider that the hub started it. It is
// a mark, and no secret.
const (
	Channel      = "BUTLER_MCP_CHANNEL"
	ChannelValue = "butler-hub"
)

// How long a provider has to end by itself once its input is closed, and then
// after it was told to.
const (
	closeGrace = 2 * time.Second
	termGrace  = 5 * time.Second
)

// process is a running provider under its shim.
type process struct {
	*procs.Process
	in, out *closer
	tail    *tail // its last lines on standard error, secrets masked
	stop    sync.Once
}

// launch starts p. It does not wait until it is ready.
func (h *Hub) launch(p *Provider) (*process, error) {
	env := append(slices.Clone(p.Env), Channel+"="+ChannelValue)
	inR, inW, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("hub: %w", err)
	}
	defer inR.Close()
	outR, outW, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(fmt.Errorf("hub: %w", err), inW.Close())
	}
	defer outW.Close()
	c := &process{in: &closer{File: inW}, out: &closer{File: outR}, tail: &tail{redact: redact.Environ(env)}}
	c.Process, err = h.launcher.Start(procs.Command{
		Name: "mcp/" + p.Namespace, Argv: p.Argv, Dir: p.Dir, Env: env, Stdin: inR, Stdout: outW, Stderr: c.tail, Grace: termGrace,
	})
	if err != nil {
		return nil, errors.Join(err, c.in.Close(), c.out.Close())
	}
	return c, nil
}

// Stop ends the provider in the order that the protocol asks of a client: close
// the input, then terminate, then kill. When it returns, nothing is left.
func (c *process) Stop() {
	c.stop.Do(func() {
		c.in.Close()
		t := time.NewTimer(closeGrace)
		defer t.Stop()
		select {
		case <-c.Done():
		case <-t.C:
		}
		c.Process.Stop()
	})
	<-c.Done()
	c.out.Close()
}

// tail keeps the last lines of a stream.
type tail struct {
	mu     sync.Mutex
	lines  []string
	part   strings.Builder
	redact *redact.Redactor
}

const (
	tailLines = 20
	tailLine  = 400 // bytes
)

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, c := range p {
		if c != '\n' {
			if t.part.Len() < 4*tailLine {
				t.part.WriteByte(c)
			}
			continue
		}
		t.end()
	}
	return len(p), nil
}

func (t *tail) end() {
	line, _ := t.redact.String(strings.TrimRight(t.part.String(), "\r"))
	t.part.Reset()
	if strings.TrimSpace(line) == "" {
		return
	}
	if len(line) > tailLine {
		line = strings.ToValidUTF8(line[:tailLine], "") + " …"
	}
	t.lines = append(t.lines, line)
	if len(t.lines) > tailLines {
		t.lines = t.lines[1:]
	}
}

func (t *tail) last() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.part.Len() > 0 {
		t.end()
	}
	return append([]string(nil), t.lines...)
}

// closer closes a file once.
type closer struct {
	*os.File
	once sync.Once
}

func (c *closer) Close() (err error) {
	c.once.Do(func() { err = c.File.Close() })
	return err
}
