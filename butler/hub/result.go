package hub

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// sizeOf is how large v is on the wire, in bytes.
func sizeOf(v any) int {
	b, err := json.Marshal(v)
	if err != nil {
		return 0
	}
	return len(b)
}

// capped is a result of at most about limit bytes. Text is cut; what cannot be
// cut is left out; a last text says so.
func capped(res *mcp.CallToolResult, limit int) *mcp.CallToolResult {
	if sizeOf(res) <= limit {
		return res
	}
	out := *res
	out.Content = nil
	left, cut := limit, 0
	if n := sizeOf(res.StructuredContent); res.StructuredContent != nil {
		if n > limit/2 {
			out.StructuredContent, cut = nil, cut+n
		} else {
			left -= n
		}
	}
	for _, c := range res.Content {
		n := sizeOf(c)
		if n <= left {
			out.Content, left = append(out.Content, c), left-n
			continue
		}
		if t, ok := c.(*mcp.TextContent); ok && left > 0 {
			keep := left * len(t.Text) / n // what escaping adds is shared out evenly
			short := *t
			short.Text = strings.ToValidUTF8(t.Text[:min(keep, len(t.Text))], "")
			out.Content, cut = append(out.Content, &short), cut+len(t.Text)-len(short.Text)
			left = 0
			continue
		}
		cut += n
	}
	out.Content = append(out.Content, &mcp.TextContent{Text: fmt.Sprintf("[butler: the result was larger than %d bytes, and %d bytes of it are left out; ask for less at once]", limit, cut)})
	if res.StructuredContent != nil && out.StructuredContent == nil {
		out.IsError = true // it would not fit the schema of the tool's output
	}
	return &out
}
