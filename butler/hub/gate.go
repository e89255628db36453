package hub

import (
	"context"
	"encoding/json"
	"time"

	"guard/audit"
)

// Origin is where a call comes from, as far as it is known. Nothing of it makes
// a verdict milder but Project, whose files count as the ones worked on.
type Origin struct {
	Via     string // http or stdio
	Client  string // what the client calls itself, for the log
	Session string // a name of the connection, "" over HTTP
	Project string // the root of the tree that the client works in, "" where not known
}

// Call is one call of a tool, or one reading of a resource, before it is made.
type Call struct {
	ID        string // of this call alone, for the log
	Namespace string
	Tool      string // the provider's own name for it; "" for a resource
	Input     json.RawMessage
	Dir       string // where the provider runs
	Origin    Origin

	// What the definition claims, nil where it says nothing.
	ReadOnly, Destructive *bool

	Confirm bool // the manifest wants a person for it
}

// Name is the tool's name as clients of a provider alone would give it, and as
// a policy names it.
func (c *Call) Name() string { return "mcp__" + c.Namespace + "__" + c.Tool }

// Answer is what the gate says to a call. The zero Answer is no.
type Answer struct {
	Run    bool
	Reason string // why not, for the model; with what to do
	Seq    uint64 // the log's record of the decision

	log *audit.Log // where it stands
}

// Outcome is how a call that ran ended.
type Outcome struct {
	Failed bool
	Took   time.Duration
}

// Gate answers for calls. Its methods may be called at once.
type Gate interface {
	// Decide returns once the decision is in the log. It may wait for a person,
	// and ends with no when ctx does.
	Decide(ctx context.Context, c *Call) Answer

	// Ended takes down how a call ended that Decide let run.
	Ended(c *Call, a Answer, o Outcome)

	// Standing says how the waiting call ref stands, for an agent. It waits for
	// a change until ctx ends.
	Standing(ctx context.Context, ref string) (Standing, error)
}

// Standing is how a call that waited for a person stands.
type Standing struct {
	Ref     string `json:"ref"`
	State   string `json:"state"`
	Waiting bool   `json:"waiting"` // nobody has decided
	Text    string `json:"text"`    // what to do now
}
