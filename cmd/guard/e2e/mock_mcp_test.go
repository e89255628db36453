//go:build e2e

package e2e

import (
	"encoding/json"
	"net/http"
)

// A small MCP server over streamable HTTP, named "mock" in the clients'
// settings. Its tools are echo and fail, whose names say nothing about what they
// do, and delete_page, whose name does.

func (m *mock) mcp(w http.ResponseWriter, r *http.Request, body []byte) {
	if r.Method != http.MethodPost {
		w.WriteHeader(http.StatusMethodNotAllowed) // no stream of server messages
		return
	}
	var req struct {
		ID     json.RawMessage `json:"id"`
		Method string          `json:"method"`
		Params struct {
			Name            string          `json:"name"`
			Arguments       json.RawMessage `json:"arguments"`
			ProtocolVersion string          `json:"protocolVersion"`
		} `json:"params"`
	}
	if err := json.Unmarshal(body, &req); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if len(req.ID) == 0 { // a notification
		w.WriteHeader(http.StatusAccepted)
		return
	}
	reply := object{"jsonrpc": "2.0", "id": req.ID}
	switch req.Method {
	case "initialize":
		reply["result"] = object{"protocolVersion": req.Params.ProtocolVersion,
			"capabilities": object{"tools": object{}}, "serverInfo": object{"name": "mock", "version": "1"}}
	case "tools/list":
		schema := object{"type": "object", "properties": object{"msg": object{"type": "string"}}}
		reply["result"] = object{"tools": []any{
			object{"name": "echo", "description": "Echo the message", "inputSchema": schema},
			object{"name": "fail", "description": "Always fails", "inputSchema": schema},
			object{"name": "delete_page", "description": "Delete a page", "inputSchema": schema}}}
	case "tools/call":
		line := req.Params.Name + " " + string(req.Params.Arguments)
		m.mu.Lock()
		m.mcpCalls = append(m.mcpCalls, line)
		m.tell("MCP server is called: %s", line)
		m.mu.Unlock()
		reply["result"] = object{"isError": req.Params.Name == "fail",
			"content": []any{object{"type": "text", "text": "mcp " + line}}}
	case "ping":
		reply["result"] = object{}
	default:
		reply["error"] = object{"code": -32601, "message": "method not found"}
	}
	writeJSON(w, http.StatusOK, reply)
}

func (m *mock) mcpHistory() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return append([]string(nil), m.mcpCalls...)
}
