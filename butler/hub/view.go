package hub

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/url"
	"slices"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// view is one server: of all providers, or of one under its own names.
type view struct {
	hub    *Hub
	only   *slot // nil: all
	server *mcp.Server

	mu    sync.Mutex
	have  [4]map[string]string // what the server offers, by kind: name and form
	owner [4]map[string]*slot  // whose it is
}

// The kinds of things that a view offers.
const (
	kindTool = iota
	kindPrompt
	kindResource
	kindTemplate
)

// instructions are what an agent should know of the view of all.
const instructions = "Tools of several programs, each named <program>__<tool>. Some calls wait for the owner of this machine: the result then is an error with a reference such as B-7F3K. Tell the person what you wanted and why. butler__approval_status says how it stands; once approved, make the same call again, unchanged. Do not work around a refusal."

func (h *Hub) newView(only *slot) *view {
	v := &view{hub: h, only: only}
	o := &mcp.ServerOptions{
		Logger:             slog.New(quiet{h.log.Handler()}),
		CompletionHandler:  v.complete,
		SubscribeHandler:   v.subscribe,
		UnsubscribeHandler: v.unsubscribe,
		Capabilities: &mcp.ServerCapabilities{
			Logging:   &mcp.LoggingCapabilities{},
			Tools:     &mcp.ToolCapabilities{ListChanged: true},
			Prompts:   &mcp.PromptCapabilities{ListChanged: true},
			Resources: &mcp.ResourceCapabilities{ListChanged: true, Subscribe: true},
		},
	}
	if only == nil {
		o.Instructions = instructions
	}
	v.server = mcp.NewServer(h.self, o)
	v.server.AddReceivingMiddleware(v.listsAreWhole)
	for i := range v.have {
		v.have[i], v.owner[i] = map[string]string{}, map[string]*slot{}
	}
	return v
}

// listsAreWhole makes a list wait until it is known what there is to list, and
// whatever names something of a provider that was never asked.
func (v *view) listsAreWhole(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		switch method {
		case "tools/list", "tools/call", "prompts/list", "prompts/get", "resources/list", "resources/templates/list", "resources/read", "completion/complete":
			v.hub.ensure(ctx, v.slots())
		}
		return next(ctx, method, req)
	}
}

func (v *view) slots() []*slot {
	if v.only != nil {
		return []*slot{v.only}
	}
	return v.hub.slotList()
}

// thing is something that a view offers.
type thing struct {
	form string // its definition: another one is another thing
	slot *slot
	add  func(*mcp.Server)
}

// things are what a view offers, by kind and name.
type things [4]map[string]thing

// rebuild brings all views up to date with what is known.
func (h *Hub) rebuild() {
	h.build.Lock()
	defer h.build.Unlock()
	slots := h.slotList()
	all := newThings()
	for _, s := range slots {
		one := newThings()
		s.mu.Lock()
		s.offer(&one, func(name string) (string, error) { return name, nil })
		s.rejected = s.offer(&all, func(name string) (string, error) { return exposed(s.spec.Namespace, name) })
		s.mu.Unlock()
		s.view.set(one)
	}
	h.all.set(all)
	select {
	case h.changed <- struct{}{}:
	default:
	}
}

func newThings() (t things) {
	for i := range t {
		t[i] = map[string]thing{}
	}
	return t
}

// Rejected is something of a provider that is not offered.
type Rejected struct {
	Kind string `json:"kind"` // tool, prompt, resource
	Name string `json:"name"`
	Why  string `json:"why"`
}

// offer puts what the slot has into a view, under the names that called gives
// it, and returns what cannot be offered there. The lock is held.
func (s *slot) offer(to *things, called func(string) (string, error)) (rejected []Rejected) {
	if s.removed || s.recErr != nil || !s.known() {
		return nil
	}
	reject := func(kind, name, why string) { rejected = append(rejected, Rejected{kind, name, why}) }
	put := func(kind int, word, name string, definition any, slot *slot, add func(*mcp.Server)) {
		if other, ok := to[kind][name]; ok {
			reject(word, name, other.slot.spec.Namespace+" offers one of this name already")
			return
		}
		form, err := json.Marshal(definition)
		if err != nil {
			reject(word, name, err.Error())
			return
		}
		to[kind][name] = thing{string(form), slot, add}
	}
	for _, o := range s.tools {
		name, err := called(o.tool.Name)
		switch {
		case o.err != nil:
			reject("tool", o.tool.Name, o.err.Error())
		case o.held:
			reject("tool", o.tool.Name, "its definition has changed, and the owner has not accepted that")
		case err != nil:
			reject("tool", o.tool.Name, err.Error())
		default:
			t := *o.tool
			t.Name = name
			put(kindTool, "tool", name, t, s, func(srv *mcp.Server) { srv.AddTool(&t, s.handler(o)) })
		}
	}
	m := s.rec.Manifest
	for _, p := range m.Prompts {
		name, err := called(p.Name)
		if err != nil {
			reject("prompt", p.Name, err.Error())
			continue
		}
		q := *p
		q.Name = name
		put(kindPrompt, "prompt", name, q, s, func(srv *mcp.Server) { srv.AddPrompt(&q, s.prompt(p.Name)) })
	}
	for _, r := range m.Resources {
		if _, err := url.Parse(r.URI); err != nil {
			reject("resource", r.URI, err.Error())
			continue
		}
		put(kindResource, "resource", r.URI, r, s, func(srv *mcp.Server) { srv.AddResource(r, s.resource) })
	}
	for _, t := range m.Templates {
		put(kindTemplate, "resource", t.URITemplate, t, s, func(srv *mcp.Server) { srv.AddResourceTemplate(t, s.resource) })
	}
	return rejected
}

// set makes want what the view offers. Only what differs is touched, so that
// clients hear of a change only where there is one.
func (v *view) set(want things) {
	v.mu.Lock()
	defer v.mu.Unlock()
	remove := [4]func(...string){v.server.RemoveTools, v.server.RemovePrompts, v.server.RemoveResources, v.server.RemoveResourceTemplates}
	for kind := range want {
		var gone []string
		for name := range v.have[kind] {
			if _, ok := want[kind][name]; !ok {
				gone = append(gone, name)
			}
		}
		if len(gone) > 0 {
			slices.Sort(gone)
			remove[kind](gone...)
		}
		for _, name := range gone {
			delete(v.have[kind], name)
			delete(v.owner[kind], name)
		}
		for name, t := range want[kind] {
			if v.have[kind][name] == t.form && v.owner[kind][name] == t.slot {
				continue
			}
			if err := try(func() { t.add(v.server) }); err != nil {
				v.hub.log.Error("hub: something of a provider cannot be offered", "namespace", t.slot.spec.Namespace, "name", name, "err", err)
				continue
			}
			v.have[kind][name], v.owner[kind][name] = t.form, t.slot
		}
	}
}

// try calls f, which may panic at a definition that it does not like.
func try(f func()) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%v", p)
		}
	}()
	f()
	return nil
}

// whose is the slot of something that the view offers.
func (v *view) whose(kind int, name string) *slot {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.owner[kind][name]
}

func invalid(text string) error {
	return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: text}
}
