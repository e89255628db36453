package coord

import (
	"bytes"
	"encoding/json"
	"errors"
)

// The types of frames that owner.sock knows besides ping, error and final.
const (
	TList    = "list"
	TShow    = "show"
	TPrepare = "prepare"
	TDecide  = "decide"
	TRevoke  = "revoke"
	TOpen    = "open"
	TStop    = "stop"
	TStatus  = "status"
	TWatch   = "watch"
	THost    = "host"   // something of the extension host
	TItem    = "item"   // one of a list, before the final
	TItems   = "items"  // several of a list, in one frame
	TChange  = "change" // to a watch: an item that is new or has changed
)

// List asks for the items of the inbox. Each comes in an item frame; then a
// final. Only those that wait come where All is false.
type List struct {
	Head
	All   bool `json:"all,omitempty"`
	Limit int  `json:"limit,omitempty"` // 0 is all there are

	// Batch says that items frames are understood, too: at most MaxBatch items in
	// a list. A butler that does not know them sends item frames.
	Batch bool `json:"batch,omitempty"`
}

// MaxBatch is how many items an items frame holds at most: they fit into MaxLine,
// however long their texts.
const MaxBatch = 32

// Show asks for one item, by its ref or the beginning of it.
type Show struct {
	Head
	Ref string `json:"ref"`
}

// Prepare asks for an item and for the token with which it can be decided as it
// was shown.
type Prepare struct {
	Head
	Ref string `json:"ref"`
}

// Decide is a ruling of the owner on an item that was prepared.
type Decide struct {
	Head
	Ref   string `json:"ref"`
	Rev   int64  `json:"rev"`
	Hash  string `json:"content_hash"`
	Token string `json:"token"`

	// Idem is the caller's own name of this ruling: sent twice, it gets the same
	// answer twice.
	Idem string `json:"idempotency_key"`

	// Decision is read by the inbox: an object whose member approved is the
	// JSON true says yes, and nothing else does.
	Decision json.RawMessage `json:"decision"`
	Scope    string          `json:"scope,omitempty"`
}

// Revoke takes an approval back that nobody has used.
type Revoke struct {
	Head
	Ref    string `json:"ref"`
	Reason string `json:"reason,omitempty"`
}

// Open asks for a ticket to the dashboard. The answer's body holds a URL. With
// Pair it lets in the page that shows these letters, in place of a ticket.
type Open struct {
	Head
	Host string `json:"host,omitempty"`
	Pair string `json:"pair,omitempty"`
}

// Stop asks butler to stop.
type Stop struct{ Head }

// Status asks how butler is.
type Status struct{ Head }

// Watch asks for every change of the inbox until one side hangs up. Ticks show
// that butler lives.
type Watch struct{ Head }

// Host asks the extension host for something: what butler ps, start, logs and
// their like do. What it can be asked, and what the body of the answer is, stands
// in package butler/host. Some verbs send items before the final; ticks show that
// butler lives.
type Host struct {
	Head
	Verb string          `json:"verb"`
	Args json.RawMessage `json:"args,omitempty"`
}

// Reply is any frame that answers a request on owner.sock. Its type is item,
// items, change, tick or final; an error comes as a [Fault].
type Reply struct {
	Head
	Body json.RawMessage `json:"body,omitempty"`
}

// batch is an items frame whose items are JSON already.
type batch struct {
	Head
	items []json.RawMessage
}

// line is the frame. The items are taken as they are: to read them once more would
// take longer than to send them.
func (b batch) line() ([]byte, error) {
	size := 0
	for _, x := range b.items {
		if size += len(x) + 1; bytes.IndexByte(x, '\n') >= 0 {
			return nil, errors.New("coord: an item is not on one line")
		}
	}
	out := make([]byte, 0, size+128)
	out = append(append(out, beforeBody(b.Head)...), '[')
	for i, x := range b.items {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, x...)
	}
	if out = append(out, "]}\n"...); len(out) > MaxLine {
		return nil, errLong
	}
	return out, nil
}

// beforeBody is how a frame with this head and a body begins.
func beforeBody(h Head) []byte {
	b, err := encode(h)
	if err != nil {
		return nil // a head can always be encoded
	}
	return append(bytes.TrimSuffix(b, []byte("}\n")), `,"body":`...)
}

// items is the body of an items frame that begins as butler begins them. That the
// body is JSON is left to who reads it, so that a long list is read once.
func items(line, begin []byte) (json.RawMessage, bool) {
	rest, ok := bytes.CutPrefix(line, begin)
	if !ok {
		return nil, false
	}
	return bytes.CutSuffix(rest, []byte("}"))
}

// decodeOwner reads a request of owner.sock.
func decodeOwner(line []byte) (any, Head, error) {
	return decode(line, map[string]func() request{
		TList:    func() request { return new(List) },
		TShow:    func() request { return new(Show) },
		TPrepare: func() request { return new(Prepare) },
		TDecide:  func() request { return new(Decide) },
		TRevoke:  func() request { return new(Revoke) },
		TOpen:    func() request { return new(Open) },
		TStop:    func() request { return new(Stop) },
		TStatus:  func() request { return new(Status) },
		TWatch:   func() request { return new(Watch) },
		THost:    func() request { return new(Host) },
		TPing:    func() request { return new(Ping) },
	})
}

var errRef = errors.New("it names no item")

func (l *List) check() error {
	if l.Limit < 0 {
		return errors.New("its limit is below zero")
	}
	return nil
}

func (s *Show) check() error    { return refGiven(s.Ref) }
func (p *Prepare) check() error { return refGiven(p.Ref) }
func (r *Revoke) check() error  { return refGiven(r.Ref) }

func (d *Decide) check() error {
	if d.Token == "" || d.Idem == "" || d.Hash == "" || len(d.Decision) == 0 {
		return errors.New("it needs the token, the content hash, an idempotency key and a decision")
	}
	if len(d.Token) > 256 || len(d.Idem) > 256 || len(d.Hash) > 256 || len(d.Scope) > 64 {
		return errors.New("a member is too long")
	}
	return refGiven(d.Ref)
}

func (o *Open) check() error {
	if len(o.Host) > 256 || len(o.Pair) > 64 {
		return errors.New("a member is too long")
	}
	return nil
}

func (h *Host) check() error {
	if h.Verb == "" || len(h.Verb) > 64 {
		return errors.New("it names no verb")
	}
	return nil
}

func (*Stop) check() error   { return nil }
func (*Status) check() error { return nil }
func (*Watch) check() error  { return nil }

func refGiven(ref string) error {
	if ref == "" || len(ref) > 64 {
		return errRef
	}
	return nil
}
