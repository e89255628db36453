// Package coordtest is a butler made of a script, for the tests of both ends of
// the wire. A script says which frames it takes and sends, in the bytes that go
// over the socket; fixtures/coord/talks holds the golden ones.
//
//	# a comment
//	want: approved            how Ask must end; for the tests, not for the script
//	< submit                  take one request, which must be of this type
//	> {"v":1,"t":"ack", …}    send the line
//	> $LONG                   send more than a frame may hold, and no newline
//	raw {"v":1                send without a newline
//	hang                      say nothing until the other end hangs up
//	close                     end this connection; the next line is about the next one
//	gone                      stop listening and take the socket away
//
// In what is sent, $ID, $KEY and $NONCE are those of the request, $REF is B-7F3K,
// $SOON a time in the future, and $MAC(state,decision) the right MAC for a final
// that says so. The MAC is computed here by itself, from what the documentation of
// package coord says, so that the tests hold the program to that.
//
// Promise: what is not in the script is not sent.
// Limit: it serves one connection after another, as the script says.
package coordtest

import (
	"bufio"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"time"

	"guard/coord"
)

// Butler is a running script.
type Butler struct {
	l    net.Listener
	key  []byte
	done chan struct{}

	mu      sync.Mutex
	err     error
	accepts int
	heard   []string
}

// Secret is the key that Start writes where there is none.
var Secret = []byte("0123456789abcdef0123456789ABCDEF")

// Start listens at p.Guard() and follows the script. It makes the folders and the
// key where there are none.
func Start(p coord.Places, script string) (*Butler, error) {
	for _, d := range []string{p.State, p.Run} {
		if err := os.MkdirAll(d, 0o700); err != nil {
			return nil, err
		}
	}
	if _, err := os.Lstat(p.Key()); err != nil {
		if err := os.WriteFile(p.Key(), Secret, 0o600); err != nil {
			return nil, err
		}
	}
	key, err := os.ReadFile(p.Key())
	if err != nil {
		return nil, err
	}
	l, err := net.Listen("unix", p.Guard())
	if err != nil {
		return nil, err
	}
	if err := os.Chmod(p.Guard(), 0o600); err != nil {
		return nil, err
	}
	b := &Butler{l: l, key: key, done: make(chan struct{})}
	go func() {
		defer close(b.done)
		if err := b.follow(steps(script)); err != nil {
			b.mu.Lock()
			b.err = err
			b.mu.Unlock()
		}
		for { // whoever comes after the script is counted and sent away
			c, err := b.accept()
			if err != nil {
				return
			}
			c.Close()
		}
	}()
	return b, nil
}

// Stop ends the script and returns what went against it.
func (b *Butler) Stop() error {
	b.l.Close()
	<-b.done
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.err
}

// Accepts is how many connections there were.
func (b *Butler) Accepts() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.accepts
}

// Heard are the requests, as they came.
func (b *Butler) Heard() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return append([]string(nil), b.heard...)
}

// Want is what a script says after "want:".
func Want(script string) string {
	for line := range strings.Lines(script) {
		if v, ok := strings.CutPrefix(line, "want:"); ok {
			return strings.TrimSpace(v)
		}
	}
	return ""
}

// Talks are the golden scripts in dir by name.
func Talks(dir string) (map[string]string, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.talk"))
	if err != nil || len(names) == 0 {
		return nil, errors.Join(err, fmt.Errorf("no scripts in %s", dir))
	}
	out := map[string]string{}
	for _, n := range names {
		text, err := os.ReadFile(n)
		if err != nil {
			return nil, err
		}
		out[strings.TrimSuffix(filepath.Base(n), ".talk")] = string(text)
	}
	return out, nil
}

func steps(script string) []string {
	var out []string
	for line := range strings.Lines(script) {
		line = strings.TrimRight(line, "\n")
		if line == "" || strings.HasPrefix(line, "#") || strings.HasPrefix(line, "want:") {
			continue
		}
		out = append(out, line)
	}
	return out
}

func (b *Butler) accept() (net.Conn, error) {
	c, err := b.l.Accept()
	if err == nil {
		b.mu.Lock()
		b.accepts++
		b.mu.Unlock()
	}
	return c, err
}

// request is what the script's words stand for.
type request struct{ T, ID, Key, Nonce string }

func (b *Butler) follow(script []string) error {
	var c net.Conn
	var in *bufio.Reader
	var req request
	defer func() {
		if c != nil {
			c.Close()
		}
	}()
	for _, s := range script {
		op, rest, _ := strings.Cut(s, " ")
		if op == "gone" {
			b.l.Close()
			continue
		}
		if c == nil {
			var err error
			if c, err = b.accept(); err != nil {
				return fmt.Errorf("%q: nobody came: %w", s, err)
			}
			in = bufio.NewReaderSize(c, 2<<20)
		}
		var err error
		switch op {
		case "<":
			var line string
			if line, err = in.ReadString('\n'); err != nil {
				break
			}
			b.mu.Lock()
			b.heard = append(b.heard, line)
			b.mu.Unlock()
			req = request{}
			if err = json.Unmarshal([]byte(line), &req); err == nil && req.T != rest {
				err = fmt.Errorf("a %q came", req.T)
			}
		case ">":
			err = say(c, b.fill(rest, req)+"\n")
		case "raw":
			err = say(c, b.fill(rest, req))
		case "hang":
			_, _ = io.Copy(io.Discard, in)
		case "close":
			c.Close()
			c = nil
		default:
			err = errors.New("no such step")
		}
		if err != nil {
			return fmt.Errorf("%q: %w", s, err)
		}
	}
	return nil
}

// say writes text. The other end need not take all of it: it may find that too
// long, or be told to stop just then.
func say(c net.Conn, text string) error {
	_, err := io.WriteString(c, text)
	if errors.Is(err, syscall.EPIPE) || errors.Is(err, syscall.ECONNRESET) {
		return nil
	}
	return err
}

var macOf = regexp.MustCompile(`\$MAC\((\w+),(\w*)\)`)

func (b *Butler) fill(line string, req request) string {
	if line == "$LONG" {
		return strings.Repeat("x", coord.MaxLine+1)
	}
	line = macOf.ReplaceAllStringFunc(line, func(m string) string {
		sub := macOf.FindStringSubmatch(m)
		return MAC(b.key, "1", req.ID, req.Key, sub[1], sub[2], req.Nonce)
	})
	return strings.NewReplacer("$ID", req.ID, "$KEY", req.Key, "$NONCE", req.Nonce, "$REF", "B-7F3K",
		"$SOON", time.Now().Add(time.Hour).UTC().Format(time.RFC3339)).Replace(line)
}

// MAC is HMAC-SHA256 over "butler final" and the parts of a final, each after its
// length in 8 bytes, in hex.
func MAC(key []byte, v, id, callKey, state, decision, nonce string) string {
	h := hmac.New(sha256.New, key)
	for _, p := range []string{"butler final", v, id, callKey, state, decision, nonce} {
		var n [8]byte
		binary.BigEndian.PutUint64(n[:], uint64(len(p)))
		h.Write(n[:])
		io.WriteString(h, p)
	}
	return hex.EncodeToString(h.Sum(nil))
}
