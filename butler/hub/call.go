package hub

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// handler answers calls of one tool, as it was defined when it was offered.
func (s *slot) handler(o offered) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		ctx, cancel := s.hub.whileWanted(ctx)
		defer cancel()
		c, err := s.callOf(ctx, o.tool, req)
		if err != nil {
			return nil, err
		}
		a := s.hub.gate.Decide(ctx, c)
		if !a.Run {
			return failure(a.Reason), nil
		}
		begun := time.Now()
		res, err := s.relay(ctx, o, req)
		s.hub.ended(c, a, Outcome{Failed: err != nil || res.IsError, Took: time.Since(begun)})
		return res, err
	}
}

// ended takes down how a call ended, while its client has the result already: it
// decides nothing any more. Close waits for it.
func (h *Hub) ended(c *Call, a Answer, o Outcome) {
	if !h.enter() {
		h.gate.Ended(c, a, o)
		return
	}
	go func() {
		defer h.leave()
		h.gate.Ended(c, a, o)
	}()
}

// callOf is the call as the gate judges it. Its input is the very bytes that
// the provider would get.
func (s *slot) callOf(ctx context.Context, t *mcp.Tool, req *mcp.CallToolRequest) (*Call, error) {
	input := req.Params.Arguments
	if len(input) == 0 || string(input) == "null" {
		input = json.RawMessage("{}")
		req.Params.Arguments = input
	}
	if input[0] != '{' {
		return nil, invalid("the arguments of a tool must be a JSON object")
	}
	c := &Call{
		ID: idOf(req.Params.Meta), Namespace: s.spec.Namespace, Tool: t.Name, Input: input, Dir: s.spec.Dir,
		Origin: originOf(ctx, req.ClientInfo()), Confirm: s.spec.confirms(t.Name),
	}
	if n := t.Annotations; n != nil {
		c.Destructive = n.DestructiveHint
		if n.ReadOnlyHint {
			c.ReadOnly = &n.ReadOnlyHint
		}
	}
	return c, nil
}

// idOf names a call for the log: by the client's own name for it, where it gives
// one, so that this record and the one of its hook can be laid side by side.
// Claude Code 2.1.332 gives claudecode/toolUseId (2026-11).
func idOf(meta mcp.Meta) string {
	if id, ok := meta["claudecode/toolUseId"].(string); ok && id != "" && len(id) <= 64 && nameForm.MatchString(id) {
		return id
	}
	return "mcp-" + rand.Text()[:16]
}

// relay makes the call at the provider. What goes wrong there is a result that
// says so, for the model to see.
func (s *slot) relay(ctx context.Context, o offered, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	l, free, err := s.use(ctx)
	if err != nil {
		return failure(fmt.Sprintf("%s cannot be used now: %v", s.spec.Namespace, err)), nil
	}
	defer free()
	if !s.offers(o.tool.Name, o.hash) { // the process may be a new one
		return failure(fmt.Sprintf("%s of %s is not what it was when it was listed, so that it is held back until the owner has looked at the change", o.tool.Name, s.spec.Namespace)), nil
	}
	f := l.fly(ctx, req.Session, token(req.Params.Meta))
	params := &mcp.CallToolParams{Meta: passedOn(req.Params.Meta), Name: o.tool.Name, Arguments: req.Params.Arguments}
	params.SetProgressToken(f.id)
	if modern(l.session) { // each client's own level is applied when a message is handed on
		params.Meta[mcp.MetaKeyLogLevel] = "debug"
	}
	within, cancel := context.WithTimeoutCause(ctx, s.spec.Timeout, errSlow)
	defer cancel()
	res, err := l.session.CallTool(within, params)
	l.land(ctx, f)
	if err != nil {
		return s.broke(within, l, err)
	}
	return capped(res, s.hub.maxResult), nil
}

var errSlow = errors.New("too slow")

// broke tells a refusal of the provider, which goes to the client as it is,
// from a provider that is slow or gone.
func (s *slot) broke(ctx context.Context, l *live, err error) (*mcp.CallToolResult, error) {
	ns := s.spec.Namespace
	var refusal *jsonrpc.Error
	switch {
	case errors.Is(context.Cause(ctx), errSlow):
		return failure(fmt.Sprintf("%s gave no answer within %s, and the call was cancelled", ns, s.spec.Timeout)), nil
	case ctx.Err() != nil:
		return failure("the call was cancelled"), nil
	case errors.As(err, &refusal):
		return nil, refusal
	}
	why := l.why(ctx, err)
	select {
	case <-l.proc.Ended():
		s.crashed(l)
	default: // it still runs; watch sees its end
	}
	return failure(fmt.Sprintf("%s failed: %v; it is started again at the next call after %s", ns, why, firstRetry)), nil
}

// failure is a result that tells the model what went wrong.
func failure(text string) *mcp.CallToolResult {
	return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: text}}}
}

// token is the caller's own progress token, nil where it wants no progress.
func token(meta mcp.Meta) any {
	switch t := meta["progressToken"].(type) {
	case string, float64, int64, int:
		return t
	}
	return nil
}

// passedOn is the metadata of a request without what belongs to the connection
// that it came by.
func passedOn(meta mcp.Meta) mcp.Meta {
	out := mcp.Meta{}
	for k, v := range meta {
		if k != "progressToken" && !strings.HasPrefix(k, "io.modelcontextprotocol/") {
			out[k] = v
		}
	}
	return out
}

// prompt fetches one prompt. It is text that a person chose to send, and
// nothing is done.
func (s *slot) prompt(name string) mcp.PromptHandler {
	return func(ctx context.Context, req *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		return asked(ctx, s, func(ctx context.Context, l *live) (*mcp.GetPromptResult, error) {
			res, err := l.session.GetPrompt(ctx, &mcp.GetPromptParams{Meta: passedOn(req.Params.Meta), Name: name, Arguments: req.Params.Arguments})
			if err == nil && sizeOf(res) > s.hub.maxResult {
				return nil, fmt.Errorf("the prompt has more than %d bytes", s.hub.maxResult)
			}
			return res, err
		})
	}
}

// resource reads one resource. It is judged as a call is, since an address may
// name anything.
func (s *slot) resource(ctx context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	ctx, cancel := s.hub.whileWanted(ctx)
	defer cancel()
	input, err := json.Marshal(map[string]string{"server": s.spec.Namespace, "uri": req.Params.URI})
	if err != nil {
		return nil, err
	}
	c := &Call{ID: idOf(req.Params.Meta), Namespace: s.spec.Namespace, Input: input, Dir: s.spec.Dir, Origin: originOf(ctx, req.ClientInfo())}
	a := s.hub.gate.Decide(ctx, c)
	if !a.Run {
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: a.Reason}
	}
	begun := time.Now()
	res, err := asked(ctx, s, func(ctx context.Context, l *live) (*mcp.ReadResourceResult, error) {
		res, err := l.session.ReadResource(ctx, &mcp.ReadResourceParams{Meta: passedOn(req.Params.Meta), URI: req.Params.URI})
		if err == nil && sizeOf(res) > s.hub.maxResult {
			return nil, fmt.Errorf("the resource has more than %d bytes", s.hub.maxResult)
		}
		return res, err
	})
	s.hub.ended(c, a, Outcome{Failed: err != nil, Took: time.Since(begun)})
	return res, err
}

// complete asks the provider of a prompt or resource for completions.
func (v *view) complete(ctx context.Context, req *mcp.CompleteRequest) (*mcp.CompleteResult, error) {
	ref := *req.Params.Ref
	var s *slot
	switch {
	case ref.Type == "ref/prompt":
		if s = v.whose(kindPrompt, ref.Name); s != nil && v.only == nil {
			ref.Name = strings.TrimPrefix(ref.Name, s.spec.Namespace+"__")
		}
	case v.only != nil:
		s = v.only
	default:
		if s = v.whose(kindTemplate, ref.URI); s == nil {
			s = v.whose(kindResource, ref.URI)
		}
	}
	if s == nil {
		return nil, invalid("nothing of that name is offered here")
	}
	if !s.completes() {
		return &mcp.CompleteResult{Completion: mcp.CompletionResultDetails{Values: []string{}}}, nil
	}
	ctx, cancel := v.hub.whileWanted(ctx)
	defer cancel()
	return asked(ctx, s, func(ctx context.Context, l *live) (*mcp.CompleteResult, error) {
		p := *req.Params
		p.Meta, p.Ref = passedOn(p.Meta), &ref
		return l.session.Complete(ctx, &p)
	})
}

func (s *slot) completes() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.known() && s.rec.Manifest.Completes
}

// asked is one request to the provider that is no call of a tool.
func asked[R any](ctx context.Context, s *slot, ask func(context.Context, *live) (R, error)) (R, error) {
	var none R
	l, free, err := s.use(ctx)
	if err != nil {
		return none, fmt.Errorf("%s cannot be used now: %w", s.spec.Namespace, err)
	}
	defer free()
	ctx, cancel := context.WithTimeoutCause(ctx, s.spec.Timeout, fmt.Errorf("no answer within %s", s.spec.Timeout))
	defer cancel()
	res, err := ask(ctx, l)
	var refusal *jsonrpc.Error
	switch {
	case err == nil:
		return res, nil
	case errors.As(err, &refusal):
		return none, refusal
	}
	return none, fmt.Errorf("%s failed: %w", s.spec.Namespace, l.why(ctx, err))
}
