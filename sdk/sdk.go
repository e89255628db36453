package sdk

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"time"
)

// The variables that butler sets for the programs that it runs.
const (
	HostURLVar = "BUTLER_HOST_URL"     // address of the host's API
	OldURLVar  = "BUTLER_GUARDIAN_URL" // the same, for extensions of an older host
	TokenVar   = "BUTLER_TOKEN"        // lets this program send observations; good until it ends
	PortVar    = "BUTLER_PORT"         // the first declared port
	RunVar     = "BUTLER_RUN_ID"       // the run, in an action, a command or a report
	KindVar    = "BUTLER_KIND"         // tools, services or faculties
	IDVar      = "BUTLER_ID"           // the extension
)

// ErrNoHost says that the program was not started by butler.
var ErrNoHost = errors.New("sdk: this program was not started by butler")

// Observation is something that the program saw.
type Observation struct {
	Source string   `json:"source"`         // a-z, 0-9 and -; the extension's id where it is empty
	Type   string   `json:"type,omitempty"` // note (the default), decision, fact, milestone, error, session
	Tags   []string `json:"tags,omitempty"` // 32 at most
	Text   string   `json:"text"`           // 1 to 2000 characters
	Ref    string   `json:"ref,omitempty"`  // 500 characters at most
}

// APIError is a refusal of the host.
type APIError struct {
	Status  int // of HTTP
	Code    string
	Message string
}

func (e *APIError) Error() string {
	return fmt.Sprintf("sdk: butler says %d %s: %s", e.Status, e.Code, e.Message)
}

var client = &http.Client{
	Timeout:       10 * time.Second,
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	Transport:     &http.Transport{Proxy: nil}, // butler is on this machine
}

// Observe sends an observation. When it returns nil, butler has it on the disk.
func Observe(ctx context.Context, o Observation) error {
	base := os.Getenv(HostURLVar)
	if base == "" {
		return ErrNoHost
	}
	if o.Source == "" {
		o.Source = os.Getenv(IDVar)
	}
	body, err := json.Marshal(o)
	if err != nil {
		return fmt.Errorf("sdk: %w", err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, strings.TrimSuffix(base, "/")+"/api/observe", bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("sdk: %w", err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", "Bearer "+os.Getenv(TokenVar))
	resp, err := client.Do(req)
	if err != nil {
		return fmt.Errorf("sdk: %w", err)
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusAccepted {
		return nil
	}
	return refusal(resp)
}

func refusal(resp *http.Response) error {
	text, _ := io.ReadAll(io.LimitReader(resp.Body, 64<<10))
	e := &APIError{Status: resp.StatusCode, Code: "unknown", Message: http.StatusText(resp.StatusCode)}
	var said struct {
		Error struct{ Code, Message string }
	}
	if json.Unmarshal(text, &said) == nil && said.Error.Code != "" {
		e.Code, e.Message = said.Error.Code, said.Error.Message
	}
	return e
}

// Progress tells how far the run is. total is 0 where it is not known. It is a
// line on standard output, and nothing outside a run of butler.
func Progress(done, total float64, text string) {
	if os.Getenv(RunVar) == "" {
		return
	}
	line, err := json.Marshal(Message{Butler: KindProgress, Done: done, Total: total, Text: text})
	if err == nil {
		_, _ = os.Stdout.Write(append(line, '\n'))
	}
}

// ServePort listens on the first port that the manifest declares, on this
// machine alone.
func ServePort() (net.Listener, error) {
	port := os.Getenv(PortVar)
	if port == "" {
		return nil, fmt.Errorf("sdk: %s is not set: the manifest declares no port, or butler did not start this program", PortVar)
	}
	ln, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", port))
	if err != nil {
		return nil, fmt.Errorf("sdk: %w", err)
	}
	return ln, nil
}

// Args reads the arguments of the run from standard input into v.
func Args(v any) error {
	if os.Getenv(RunVar) == "" {
		return ErrNoHost
	}
	if err := json.NewDecoder(os.Stdin).Decode(v); err != nil {
		return fmt.Errorf("sdk: arguments: %w", err)
	}
	return nil
}
