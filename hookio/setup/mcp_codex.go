package setup

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// The marks of butler's block in config.toml: what stands between them is
// written anew, the rest never.
const (
	blockBegin = "# butler connect wrote this; butler disconnect takes it out"
	blockEnd   = "# end of what butler connect wrote"
)

// tomlEntry is a server as Codex has it.
type tomlEntry struct {
	Command string   `toml:"command"`
	Args    []string `toml:"args"`
}

// bridge is the butler that an entry starts as a bridge, "" where it starts
// something else.
func (e *tomlEntry) bridge() string {
	if !isButler(e.Command) || len(e.Args) < len(mcpArgs) || e.Args[0] != mcpArgs[0] || e.Args[1] != mcpArgs[1] {
		return ""
	}
	return e.Command
}

// tomlServer is the server named butler, nil where there is none.
func tomlServer(text []byte) (*tomlEntry, error) {
	var c struct {
		Servers map[string]*tomlEntry `toml:"mcp_servers"`
	}
	if err := toml.Unmarshal(text, &c); err != nil {
		return nil, tomlFault(err)
	}
	return c.Servers[mcpName], nil
}

func tomlFault(err error) error {
	var bad *toml.DecodeError
	if errors.As(err, &bad) {
		line, col := bad.Position()
		return &Fault{Line: line, Col: col, What: bad.Error()}
	}
	return fmt.Errorf("setup: config.toml: %w", err)
}

// block is butler's lines.
func block(butler, nl string) string {
	return strings.Join([]string{
		blockBegin, "[mcp_servers." + mcpName + "]", "command = " + quote(butler), "args = [" + quote(mcpArgs[0]) + ", " + quote(mcpArgs[1]) + "]", blockEnd, "",
	}, nl)
}

// putBlock returns before with butler's block: where an older one stands, else at
// the end.
func putBlock(before []byte, butler string) ([]byte, error) {
	there, err := tomlServer(before)
	if err != nil {
		return nil, err
	}
	start, end, ok := findBlock(before)
	switch {
	case !ok && there != nil:
		return nil, &Fault{Line: lineOf(before, "[mcp_servers."+mcpName+"]"), Col: 1, What: errForeign}
	case ok && there != nil && there.bridge() == butler:
		return before, nil
	}
	nl := "\n"
	if bytes.Contains(before, []byte("\r\n")) {
		nl = "\r\n"
	}
	after := bytes.Clone(before[:start])
	if !ok {
		if len(after) > 0 && !bytes.HasSuffix(after, []byte("\n")) {
			after = append(after, nl...)
		}
		if len(bytes.TrimSpace(after)) > 0 {
			after = append(after, nl...)
		}
	}
	after = append(append(after, block(butler, nl)...), before[end:]...)
	return after, sameBut(before, after)
}

// dropBlock returns before without butler's block, and without the empty line
// that putBlock set before it.
func dropBlock(before []byte) ([]byte, error) {
	start, end, ok := findBlock(before)
	if !ok {
		there, err := tomlServer(before)
		if err == nil && there != nil {
			err = &Fault{Line: lineOf(before, "[mcp_servers."+mcpName+"]"), Col: 1, What: errForeign}
		}
		return before, err
	}
	head := before[:start]
	for _, nl := range []string{"\r\n\r\n", "\n\n"} {
		if bytes.HasSuffix(head, []byte(nl)) {
			head = head[:len(head)-len(nl)/2]
			break
		}
	}
	after := append(bytes.Clone(head), before[end:]...)
	return after, sameBut(before, after)
}

// findBlock is where butler's block stands, its last newline included; the end of
// the text where there is none.
func findBlock(text []byte) (start, end int, ok bool) {
	start = bytes.Index(text, []byte(blockBegin))
	if start < 0 || start > 0 && text[start-1] != '\n' {
		return len(text), len(text), false
	}
	n := bytes.Index(text[start:], []byte(blockEnd))
	if n < 0 {
		return len(text), len(text), false
	}
	end = start + n + len(blockEnd)
	if nl := bytes.IndexByte(text[end:], '\n'); nl >= 0 {
		end += nl + 1
	} else {
		end = len(text)
	}
	return start, end, true
}

// sameBut makes sure that an edit changed nothing but butler's entry.
func sameBut(before, after []byte) error {
	var a, b map[string]any
	if err := toml.Unmarshal(before, &a); err != nil {
		return tomlFault(err)
	}
	if err := toml.Unmarshal(after, &b); err != nil {
		return tomlFault(err)
	}
	for _, m := range []map[string]any{a, b} {
		servers, ok := m["mcp_servers"].(map[string]any)
		if !ok {
			continue
		}
		delete(servers, mcpName)
		if len(servers) == 0 {
			delete(m, "mcp_servers")
		}
	}
	if len(a)+len(b) > 0 && !reflect.DeepEqual(a, b) {
		return errors.New("setup: something else stands between the marks of butler's block; take that out first")
	}
	return nil
}

// lineOf is the line, from 1, that s first stands in.
func lineOf(text []byte, s string) int {
	i := bytes.Index(text, []byte(s))
	if i < 0 {
		return 1
	}
	return 1 + bytes.Count(text[:i], []byte("\n"))
}
