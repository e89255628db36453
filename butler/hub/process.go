package hub

import (
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"guard/audit/redact"
)

// Process is a running provider.
type Process interface {
	In() io.WriteCloser    // its standard input
	Out() io.ReadCloser    // its standard output
	Done() <-chan struct{} // closed when it has ended and nothing of its group is left
	Ended() string         // how it ended, for people; "" while it runs
	Tail() []string        // its last lines on standard error, secrets masked
	PID() int
	Stop() // ends it and its group; returns when nothing is left
}

// Channel is the variable that tells a provider that the hub started it. It is
// a mark, and no secret.
const Channel = "BUTLER_MCP_CHANNEL=butler-hub"

// inherited are the variables that a provider gets of butler's own.
var inherited = []string{"PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TMPDIR", "TZ", "USER", "LOGNAME"}

// environment is the whole environment of a provider.
func environment(p *Provider, getenv func(string) string) []string {
	var env []string
	for _, name := range inherited {
		if v := getenv(name); v != "" {
			env = append(env, name+"="+v)
		}
	}
	return append(append(env, p.Env...), Channel)
}

// How long a provider has to end by itself once its input is closed, and then
// after it was told to.
const (
	closeGrace = 2 * time.Second
	termGrace  = 5 * time.Second
)

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
