package hub

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// manifest is what a provider said it offers, at its last start.
type manifest struct {
	Digest    string                  `json:"digest"` // of the Provider, see there
	Seen      time.Time               `json:"seen"`
	Server    string                  `json:"server"` // its name and version, as it says
	Protocol  string                  `json:"protocol"`
	Tools     []*mcp.Tool             `json:"tools"`
	Prompts   []*mcp.Prompt           `json:"prompts"`
	Resources []*mcp.Resource         `json:"resources"`
	Templates []*mcp.ResourceTemplate `json:"templates"`
	Completes bool                    `json:"completes"`
}

// pin is the definition of a tool that the owner has taken, by seeing it first
// or by accepting a change.
type pin struct {
	Hash       string          `json:"hash"`
	Since      time.Time       `json:"since"`
	By         string          `json:"by"` // first seen, or who accepted
	Definition json.RawMessage `json:"definition"`
	Refused    string          `json:"refused,omitempty"` // a later definition that the owner did not take
}

// definitionOf is a tool as the bytes that are pinned: JSON with sorted keys.
func definitionOf(t *mcp.Tool) ([]byte, string, error) {
	b, err := json.Marshal(t)
	if err != nil {
		return nil, "", fmt.Errorf("its definition is no JSON: %w", err)
	}
	var v any
	if err := json.Unmarshal(b, &v); err != nil {
		return nil, "", err
	}
	if b, err = json.MarshalIndent(v, "", "  "); err != nil {
		return nil, "", err
	}
	sum := sha256.Sum256(b)
	return b, "sha256:" + hex.EncodeToString(sum[:]), nil
}
