package steward

import (
	"fmt"
	"strings"
)

// Caller is who asks, as the door found out. The zero value is nobody.
type Caller uint8

// The callers.
const (
	Nobody    Caller = iota
	Agent            // a process with a client among its ancestors, or a client over MCP
	Extension        // a program that butler runs, by its token
	Owner            // a person at a terminal of their own, or in the dashboard
)

func (c Caller) String() string {
	return [...]string{"nobody", "an agent", "an extension", "the owner"}[min(c, Owner)]
}

// Tier is how much a verb can do. The zero value is the strictest.
type Tier uint8

// The tiers.
const (
	Forbidden Tier = iota // no agent and no extension, ever
	Outward               // reaches beyond this machine: the owner alone, with a second confirmation
	Dangerous             // cannot be taken back easily: the owner alone, with a second confirmation
	Guarded               // changes what runs: the owner alone
	Note                  // adds a note that somebody reads: agents and extensions too
	Look                  // changes nothing: agents too
)

func (t Tier) String() string {
	return [...]string{"forbidden", "outward", "dangerous", "guarded", "note", "look"}[min(t, Look)]
}

// Answer is what a door does. The zero value refuses.
type Answer uint8

// The answers.
const (
	Refuse  Answer = iota
	Ask            // the owner must do it; the message says how
	Confirm        // the owner does it, and confirms once more
	Allow
)

func (a Answer) String() string {
	return [...]string{"refuse", "ask", "confirm", "allow"}[min(a, Allow)]
}

// Verb is something that can be done: what it is done to, a dot, and what.
type Verb string

// The verbs.
const (
	HealthRead       Verb = "health.read"
	CatalogRead      Verb = "catalog.read"
	StatusRead       Verb = "status.read"
	RunsRead         Verb = "runs.read"
	OutputRead       Verb = "output.read"
	InboxRead        Verb = "inbox.read"
	ObservationAdd   Verb = "observation.add"
	CatalogRescan    Verb = "catalog.rescan"
	ProgramStart     Verb = "program.start"
	ProgramStop      Verb = "program.stop"
	RunStart         Verb = "run.start"
	RunCancel        Verb = "run.cancel"
	LayoutEdit       Verb = "layout.edit"
	ExtensionAdd     Verb = "extension.add"
	ExtensionEdit    Verb = "extension.edit"
	ExtensionRemove  Verb = "extension.remove"
	SettingsEdit     Verb = "settings.edit"
	AutomationEdit   Verb = "automation.edit"
	ToolAccept       Verb = "tool.accept"
	ButlerStop       Verb = "butler.stop"
	PolicyEdit       Verb = "policy.edit"
	ConnectOutward   Verb = "connect.outward"
	CredentialName   Verb = "credential.name"
	InboxDecide      Verb = "inbox.decide"
	GrantAdd         Verb = "grant.add"
	LogRewrite       Verb = "log.rewrite"
	GuardDisable     Verb = "guard.disable"
	CredentialReveal Verb = "credential.reveal"
)

// Row is one line of the table.
type Row struct {
	Verb Verb
	Tier Tier
	Does string
	Own  bool // the owner may do it through butler; false: nobody, by any door
}

// Table is the whole of it, from the mildest to the strictest.
var Table = []Row{
	{HealthRead, Look, "ask whether butler is well", true},
	{CatalogRead, Look, "see which extensions there are, without commands and environments", true},
	{StatusRead, Look, "see what runs", true},
	{RunsRead, Look, "see past runs", true},
	{InboxRead, Look, "see what waits for the owner", true},
	{OutputRead, Look, "read what a program printed, with secrets masked", true},
	{ObservationAdd, Note, "add an observation", true},
	{CatalogRescan, Guarded, "look for new and changed extensions now", true},
	{ProgramStart, Guarded, "start or restart a tool or a service", true},
	{ProgramStop, Guarded, "stop a tool or a service", true},
	{RunStart, Guarded, "run an action, a command or a report", true},
	{RunCancel, Guarded, "end a run", true},
	{LayoutEdit, Guarded, "change what the dashboard shows", true},
	{ExtensionAdd, Guarded, "see what a new extension does and let it run", true},
	{ExtensionEdit, Guarded, "let an extension run as its changed manifest says", true},
	{ExtensionRemove, Dangerous, "remove an extension", true},
	{SettingsEdit, Dangerous, "change butler.json", true},
	{AutomationEdit, Dangerous, "change what runs at set times", true},
	{ToolAccept, Dangerous, "accept a changed tool of an MCP provider", true},
	{ButlerStop, Dangerous, "stop butler, so that nobody can be asked", true},
	{PolicyEdit, Dangerous, "change guard's policy", true},
	{ConnectOutward, Outward, "connect to another machine", true},
	{InboxDecide, Forbidden, "say yes or no to what waits", true},
	{GrantAdd, Forbidden, "let a call through ahead of time", true},
	{CredentialName, Forbidden, "say which variable holds a credential", true},
	{CredentialReveal, Forbidden, "show a credential", false},
	{LogRewrite, Forbidden, "change or remove records of guard's log", false},
	{GuardDisable, Forbidden, "switch guard off", false},
}

// high are things whose every change is at least dangerous, whatever the table
// says of the verb. It is a second look, for the day when a row is added in a
// hurry.
var high = map[string]bool{
	"policy": true, "grant": true, "log": true, "guard": true, "credential": true,
	"inbox": true, "settings": true, "automation": true, "connect": true,
}

// TierOf is the tier of a verb. One that is not known is forbidden.
func TierOf(v Verb) Tier {
	for _, r := range Table {
		if r.Verb == v {
			return backstop(v, r.Tier)
		}
	}
	return Forbidden
}

// backstop only ever makes a tier stricter.
func backstop(v Verb, t Tier) Tier {
	thing, does, _ := strings.Cut(string(v), ".")
	if high[thing] && does != "read" {
		return min(t, Dangerous)
	}
	return t
}

// Judge answers whether a caller may do something.
func Judge(v Verb, who Caller) Answer {
	tier := TierOf(v)
	switch who {
	case Owner:
		return ownerMay(v, tier)
	case Agent:
		return agentMay(tier)
	case Extension:
		if tier == Note {
			return Allow
		}
	}
	return Refuse
}

func ownerMay(v Verb, tier Tier) Answer {
	for _, r := range Table {
		if r.Verb != v || !r.Own {
			continue
		}
		if tier <= Dangerous {
			return Confirm
		}
		return Allow
	}
	return Refuse
}

func agentMay(tier Tier) Answer {
	switch tier {
	case Look, Note:
		return Allow
	case Guarded, Dangerous, Outward:
		return Ask
	}
	return Refuse
}

// Denied says that a caller may not do something, and what to do.
type Denied struct {
	Verb   Verb
	Who    Caller
	Answer Answer // Refuse or Ask
}

func (e *Denied) Error() string {
	does := string(e.Verb)
	for _, r := range Table {
		if r.Verb == e.Verb {
			does = r.Does
		}
	}
	if e.Answer == Ask {
		return fmt.Sprintf("steward: %s may not %s: the owner must\nask the owner to do it in a terminal of their own or in the dashboard", e.Who, does)
	}
	return fmt.Sprintf("steward: %s may not %s", e.Who, does)
}

// Admit is Judge as an error: nil where the caller may. Where the owner has to
// confirm, the door has to have asked: it says so by confirmed.
func Admit(v Verb, who Caller, confirmed bool) error {
	a := Judge(v, who)
	if a == Allow || a == Confirm && confirmed {
		return nil
	}
	return &Denied{v, who, a}
}

// Markdown is the table as docs/extensions.md shows it.
func Markdown() string {
	var b strings.Builder
	b.WriteString("| verb | tier | what it does | an agent | an extension | the owner |\n|---|---|---|---|---|---|\n")
	for _, r := range Table {
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s |\n", r.Verb, TierOf(r.Verb), r.Does, Judge(r.Verb, Agent), Judge(r.Verb, Extension), Judge(r.Verb, Owner))
	}
	return b.String()
}
