package inbox

import (
	"encoding/json"
	"slices"
	"time"

	"guard/grants"
)

// State is how an item stands. The zero State is none, and no item has it.
type State string

// The states. Only Pending can be decided.
const (
	Pending   State = "PENDING"
	Approved  State = "APPROVED" // and not used yet
	Consumed  State = "CONSUMED" // approved, and the approval was used up
	Lapsed    State = "LAPSED"   // approved, and not used in time
	Revoked   State = "REVOKED"  // approved, and taken back
	Denied    State = "DENIED"
	Expired   State = "EXPIRED"   // nobody decided in time
	Withdrawn State = "WITHDRAWN" // answered elsewhere, or nobody wants it any more
)

// Open reports whether something can still become of an item in this state.
func (s State) Open() bool { return s == Pending || s == Approved }

// Source says where an item comes from.
type Source string

// The sources. What is approved for a hook becomes a grant; the others ask with
// [Inbox.Consume].
const (
	Hook       Source = "hook"
	MCP        Source = "mcp"
	Loop       Source = "loop"
	Delegation Source = "delegation"
	CardSource Source = "card"
)

// Kind says what the owner is asked for.
type Kind string

// The kinds.
const (
	Approval Kind = "approval" // yes or no
	Choice   Kind = "choice"   // one of Options
	Edit     Kind = "edit"     // a text
)

// Scope says what a yes covers. The zero Scope is Once.
type Scope string

// The scopes. Session and Workspace are for commands that begin as the call's
// commands do, and make prefix grants; see [Offered].
const (
	Once      Scope = "once"
	Session   Scope = "session"   // in this session, for SessionLife
	Workspace Scope = "workspace" // in this project, for WorkspaceLife
)

// How long things live.
const (
	PendingLife    = 24 * time.Hour
	UnattendedLife = 30 * time.Minute // nobody was at the client: its work ends soon
	Cooldown       = 10 * time.Minute // how long a no answers the same call
	TokenLife      = 2 * time.Minute
	SessionLife    = 8 * time.Hour
	WorkspaceLife  = 7 * 24 * time.Hour
	KeepEnded      = 30 * 24 * time.Hour
	redeliver      = 15 * time.Minute // how long the one that was answered may ask again; no hold is longer
)

// Bounds, so that nobody can bury the owner.
const (
	MaxOpen    = 20_000    // items that wait
	MaxSession = 20        // of one session
	MaxBody    = 512 << 10 // bytes of one item
	MaxComment = 4 << 10
	MaxValue   = 64 << 10
	MaxOptions = 50
)

// Content is what the owner is asked about. It never changes.
type Content struct {
	// Subject is the call of an approval that comes from a hook: all that a
	// grant binds.
	Subject *grants.Subject `json:"subject,omitempty"`
	Event   string          `json:"event,omitempty"` // the hook's: PreToolUse, PermissionRequest
	Mode    string          `json:"mode,omitempty"`  // the client's permission mode
	Effects []string        `json:"effects,omitempty"`
	Reasons []Reason        `json:"reasons,omitempty"`
	Needs   []grants.Need   `json:"needs,omitempty"` // commands for which a prefix grant could stand

	Prompt  string   `json:"prompt,omitempty"`
	Options []Option `json:"options,omitempty"` // of a choice
	Field   string   `json:"field,omitempty"`   // of an edit: what is edited
	Text    string   `json:"text,omitempty"`    // of an edit: what stands there now

	// Payload is the asker's own, such as the checkpoint of a loop.
	Payload json.RawMessage `json:"payload,omitempty"`
}

// Reason is one ground for asking.
type Reason struct {
	Rule string `json:"rule"`
	Why  string `json:"why"`
}

// Option is one of a choice.
type Option struct {
	Value string `json:"value"`
	Label string `json:"label,omitempty"`
}

// UnmarshalJSON also takes a string alone, for a value that is its own label.
func (o *Option) UnmarshalJSON(b []byte) error {
	if len(b) > 0 && b[0] == '"' {
		*o = Option{}
		return json.Unmarshal(b, &o.Value)
	}
	type plain Option
	return json.Unmarshal(b, (*plain)(o))
}

// Brief is an item as lists show it.
type Brief struct {
	ID       string    `json:"id"`  // a ULID
	Ref      string    `json:"ref"` // B-7F3K, for people
	Source   Source    `json:"source"`
	Kind     Kind      `json:"kind"`
	State    State     `json:"state"`
	Rev      int64     `json:"rev"`      // grows with each change of state
	Attached bool      `json:"attached"` // somebody holds and hears the answer at once
	Attempts int       `json:"attempts"`
	Tier     string    `json:"tier,omitempty"`
	Client   string    `json:"client,omitempty"`
	Session  string    `json:"session,omitempty"`
	Project  string    `json:"project,omitempty"`
	Alone    bool      `json:"unattended"` // nobody was at the client
	Title    string    `json:"title"`      // what is wanted, on one line
	Reason   string    `json:"reason,omitempty"`
	Rule     string    `json:"rule,omitempty"`
	Created  time.Time `json:"created"`
	Expires  time.Time `json:"expires"` // of the wait, or of a yes that was not used
	Decided  time.Time `json:"decided,omitzero"`
	Ended    time.Time `json:"ended,omitzero"`
}

// Item is all of an item.
type Item struct {
	Brief
	Key     string   `json:"key"`          // two items of one key ask for the same
	Hash    string   `json:"content_hash"` // of what the owner is shown
	Content Content  `json:"content"`
	Scopes  []Scope  `json:"scopes"` // what a yes may cover; the first is the default
	Ruling  *Ruling  `json:"ruling,omitempty"`
	Grants  []string `json:"grants,omitempty"` // ids in guard's grants.json
	History []Event  `json:"history,omitempty"`

	consumer string // the try that was answered with the yes
	owes     bool   // its yes has still to become grants for commands that begin so
	audit    uint64 // seq of the latest decision record about it
	call     string
}

// Ruling is what the owner said. The zero Ruling is no.
type Ruling struct {
	Approved bool      `json:"approved"`
	Changes  bool      `json:"changes_requested,omitempty"` // a no that says what would be a yes
	Comment  string    `json:"comment,omitempty"`
	Value    string    `json:"value,omitempty"` // the choice, or the edited text
	Scope    Scope     `json:"scope,omitempty"`
	By       Actor     `json:"by"`
	At       time.Time `json:"at"`
}

// Via is the channel over which something was said. It is a closed list.
type Via string

// The channels.
const (
	Terminal     Via = "terminal"
	Web          Via = "web"
	Notification Via = "notification"
	Automatic    Via = "butler" // no person: time, a session that ended
	FromHook     Via = "hook"   // guard said so
)

func (v Via) person() bool { return v == Terminal || v == Web || v == Notification }

// Actor is who said something.
type Actor struct {
	Principal string `json:"principal"` // owner, or butler
	Via       Via    `json:"via"`
	Detail    string `json:"detail,omitempty"` // "uid 1000, /dev/pts/3"
}

// String is the actor as the log names it.
func (a Actor) String() string {
	s := a.Principal + ", " + string(a.Via)
	if a.Detail != "" {
		s += ", " + a.Detail
	}
	return s
}

var butler = Actor{Principal: "butler", Via: Automatic}

// Event is one thing that happened to an item. Events are never changed.
type Event struct {
	At   time.Time `json:"at"`
	Rev  int64     `json:"rev"`
	What string    `json:"what"` // submitted, tried, attached, parked, granted, or the new state in small letters
	By   Actor     `json:"by"`
	Note string    `json:"note,omitempty"`
}

// critical are effects for which no yes reaches beyond the one call: what they
// do to a secret, to the machine or to a check is a new question each time.
var critical = []string{
	"elevate", "secret", "machine", "hijack", "skip-checks", "foreign-package", "run-built", "unreadable", "expose", "leak", "tamper",
}

// Offered are the scopes that a yes to c may have. More than Once is offered
// only where every command is told by its words, none of its effects is
// critical, and the tier is dangerous or below: what other people see (outward)
// is asked about each time.
func Offered(kind Kind, tier string, c Content) []Scope {
	out := []Scope{Once}
	if kind != Approval || c.Subject == nil || len(c.Needs) == 0 || c.Subject.Tool != "Bash" || c.Subject.Project == "" {
		return out
	}
	switch tier {
	case "safe", "unknown", "dangerous":
	default:
		return out
	}
	for _, e := range c.Effects {
		if slices.Contains(critical, e) {
			return out
		}
	}
	for _, n := range c.Needs {
		if len(n.Argv) == 0 || len(n.Effects) == 0 {
			return out
		}
		for _, e := range n.Effects {
			if slices.Contains(critical, e) {
				return out
			}
		}
	}
	if c.Subject.Session != "" && !c.Subject.Unattended {
		out = append(out, Session)
	}
	return append(out, Workspace)
}
