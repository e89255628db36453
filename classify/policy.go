package classify

import (
	"math/bits"
	"strings"
)

// This file is the policy, and nothing else is: commands say what they do
// (cmd_*.go), the two tables here say what we think of it.

// Effect is a set of things that a call does besides touching files.
type Effect uint64

// The effects, in the order of the table below.
const (
	RunProject     Effect = 1 << iota // the project's own code, by its own tools
	Loopback                          // talks to this machine
	ReadRemote                        // reads through a forge's, registry's, cloud's own client
	Fetch                             // a GET or look-up of a literal name
	RunUnseen                         // runs code that guard cannot read
	NewPackage                        // a package that the project does not name yet
	Unknown                           // no row knows the program, flag or operand
	Send                              // local data leaves
	Publish                           // changes what others see
	Spend                             // money leaves
	Rewrite                           // destroys what others see
	Remote                            // runs on another machine
	Expose                            // opens this machine
	Discard                           // drops what nothing will hold afterwards
	Elevate                           // as another user, or with more power
	Secret                            // reads or uses a credential
	Machine                           // services, system packages, users, power, kernel
	Kill                              // signals a process that is not its own
	SkipChecks                        // switches checks off
	ForeignPackage                    // a package from elsewhere
	Hijack                            // makes one program load or run another
	RunBuilt                          // runs text that the line builds
	Unreadable                        // guard cannot read the line
	Leak                              // a credential flows to the network
	RunDownload                       // a download reaches an interpreter
	ReverseShell                      // a shell for someone else
	ForkBomb                          // starts itself without end
	Wipe                              // a system folder, a home, a disk
	Tamper                            // guard, butler, or their registration
	endOfEffects
)

// effects is the first table: what each effect is called, how bad it is by
// default, and what it is in words.
var effects = [...]struct {
	Effect
	Name string
	Tier Tier
	Does string
}{
	{RunProject, "run-project", TierSafe, "runs the project's own code or tools"},
	{Loopback, "loopback", TierSafe, "talks to this machine"},
	{ReadRemote, "read-remote", TierSafe, "reads through a service's own client"},
	{Fetch, "fetch", TierUnknown, "fetches from the network"},
	{RunUnseen, "run-unseen", TierUnknown, "runs code that guard cannot read"},
	{NewPackage, "new-package", TierUnknown, "brings in a package that the project does not name yet"},
	{Unknown, "unknown", TierUnknown, "guard does not know what this does"},
	{Send, "send", TierOutward, "sends local data to another machine"},
	{Publish, "publish", TierOutward, "changes what other people see"},
	{Spend, "spend", TierOutward, "spends money"},
	{Rewrite, "rewrite", TierOutward, "destroys or changes what other people rely on"},
	{Remote, "remote", TierOutward, "runs on another machine"},
	{Expose, "expose", TierOutward, "opens this machine to others"},
	{Discard, "discard", TierDangerous, "drops work or data that nothing else holds"},
	{Elevate, "elevate", TierDangerous, "runs as another user or with more power"},
	{Secret, "secret", TierDangerous, "reads or uses a credential"},
	{Machine, "machine", TierDangerous, "changes the machine itself"},
	{Kill, "kill", TierDangerous, "signals a process that it did not start"},
	{SkipChecks, "skip-checks", TierDangerous, "switches checks off"},
	{ForeignPackage, "foreign-package", TierDangerous, "installs a package from outside the usual registry"},
	{Hijack, "hijack", TierDangerous, "makes one program load or run another"},
	{RunBuilt, "run-built", TierDangerous, "runs text that the line builds and guard cannot tell"},
	{Unreadable, "unreadable", TierDangerous, "guard cannot read this line"},
	{Leak, "leak", TierForbidden, "sends a credential over the network"},
	{RunDownload, "run-download", TierForbidden, "runs what it downloads"},
	{ReverseShell, "reverse-shell", TierForbidden, "gives another machine a shell here"},
	{ForkBomb, "fork-bomb", TierForbidden, "starts itself without end"},
	{Wipe, "wipe", TierForbidden, "wipes a system folder, a home or a disk"},
	{Tamper, "tamper", TierForbidden, "changes guard or what keeps it in place"},
}

// String returns the names of the effects in e, joined by commas.
func (e Effect) String() string {
	var names []string
	for _, row := range effects {
		if e&row.Effect != 0 {
			names = append(names, row.Name)
		}
	}
	return strings.Join(names, ",")
}

// ParseEffect returns the effect called name.
func ParseEffect(name string) (Effect, bool) {
	for _, row := range effects {
		if row.Name == name {
			return row.Effect, true
		}
	}
	return 0, false
}

// does says in words what one effect is.
func (e Effect) does() string { return effects[bits.TrailingZeros64(uint64(e))].Does }

// access is what is done to a path.
type access uint8

const (
	reads access = iota
	writes
	deletes
)

func (a access) String() string { return [...]string{"reads", "writes", "deletes"}[a] }

// zone is where a path lies. Where zones overlap, the first counts.
type zone uint8

const (
	zoneGuard     zone = iota // guard, butler, and what registers them
	zoneSecrets               // credentials
	zoneAutorun               // what runs later by itself
	zoneDevice                // disks
	zoneOutput                // build output and caches inside the project
	zoneProject               // the tree the agent works in
	zoneTemp                  // the content of the temp folder
	zoneSystem                // the operating system's folders
	zoneHome                  // the person's home
	zoneElsewhere             // elsewhere on this machine
	zoneNowhere               // cannot be told
	zoneAway                  // another machine
	endOfZones
)

var zoneNames = [...]string{"guard", "secrets", "autorun", "device", "output", "project", "temp", "system", "home", "elsewhere", "nowhere", "another machine"}

func (z zone) String() string { return zoneNames[z] }

// zones is the second table: what we think of each access to each zone.
var zones = [endOfZones][3]Tier{
	//             reads          writes         deletes
	zoneGuard:     {TierSafe, TierForbidden, TierForbidden},
	zoneSecrets:   {TierDangerous, TierDangerous, TierDangerous},
	zoneAutorun:   {TierSafe, TierDangerous, TierDangerous},
	zoneDevice:    {TierDangerous, TierForbidden, TierForbidden},
	zoneOutput:    {TierSafe, TierSafe, TierSafe},
	zoneProject:   {TierSafe, TierSafe, TierDangerous},
	zoneTemp:      {TierSafe, TierSafe, TierSafe},
	zoneSystem:    {TierSafe, TierDangerous, TierDangerous},
	zoneHome:      {TierSafe, TierDangerous, TierDangerous},
	zoneElsewhere: {TierSafe, TierDangerous, TierDangerous},
	zoneNowhere:   {TierUnknown, TierDangerous, TierDangerous},
	zoneAway:      {TierUnknown, TierDangerous, TierDangerous},
}

// Posture says how strict a verdict is for a tier.
type Posture uint8

// The postures. PostureGuard is the default.
const (
	PostureGuard   Posture = iota
	PostureObserve         // guard only watches: nothing is asked or refused
	PostureStrict          // what is unknown asks a person, too
)

var postureNames = [...]string{"guard", "observe", "strict"}

func (p Posture) String() string { return postureNames[min(p, PostureStrict)] }

// ParsePosture returns the posture called name.
func ParsePosture(name string) (Posture, bool) {
	for i, n := range postureNames {
		if n == name {
			return Posture(i), true
		}
	}
	return 0, false
}

// Policy is the two tables as they are in force, and the posture.
type Policy struct {
	Posture Posture
	Tiers   map[Effect]Tier   // in place of the default tier of an effect
	Zones   map[[2]uint8]Tier // in place of the default tier of {zone, access}
	Secrets []string          // more names of credential files

	// Those of the highest layer come first in each list.
	Own       []*Own      // commands besides guard's own tables
	Rules     []*CallRule // rules for calls of one form
	Tools     []KnownTool // tools of servers that the person knows
	Downloads []string    // exact addresses whose download may be run
}

// DefaultPolicy returns the policy without any file.
func DefaultPolicy() *Policy { return &Policy{} }

func (p *Policy) tier(e Effect) Tier {
	if t, ok := p.Tiers[e]; ok {
		return t
	}
	return effects[bits.TrailingZeros64(uint64(e))].Tier
}

func (p *Policy) touch(z zone, a access) Tier {
	if t, ok := p.Zones[[2]uint8{uint8(z), uint8(a)}]; ok {
		return t
	}
	return zones[z][a]
}

// verdict is POLICY's table of tiers and postures. Observe gets the verdict
// that guard would have given: the log keeps it, and only the answer is mild.
func (p *Policy) verdict(t Tier) Verdict {
	switch {
	case t == TierSafe:
		return Allow
	case t == TierUnknown && p.Posture == PostureStrict:
		return Approve
	case t == TierUnknown:
		return Defer
	case t == TierDangerous || t == TierOutward:
		return Approve
	}
	return Refuse
}

// PolicyRow is one line of the printed policy.
type PolicyRow struct {
	Name string
	Does string
	Tier Tier // for an effect
	// for a zone: the tier of each access
	Reads, Writes, Deletes Tier
}

// EffectRows returns the first table as p has it in force.
func (p *Policy) EffectRows() []PolicyRow {
	var out []PolicyRow
	for _, e := range effects {
		out = append(out, PolicyRow{Name: e.Name, Does: e.Does, Tier: p.tier(e.Effect)})
	}
	return out
}

// ZoneRows returns the second table as p has it in force.
func (p *Policy) ZoneRows() []PolicyRow {
	var out []PolicyRow
	for z := range endOfZones {
		out = append(out, PolicyRow{Name: z.String(), Reads: p.touch(z, reads), Writes: p.touch(z, writes), Deletes: p.touch(z, deletes)})
	}
	return out
}

// Tier returns the tier of one effect under p.
func (p *Policy) Tier(e Effect) Tier { return p.tier(e) }

// ZoneTier returns the tier of an access (0 reads, 1 writes, 2 deletes) to a
// zone under p.
func (p *Policy) ZoneTier(z, access uint8) Tier { return p.touch(zone(z), accessOf(access)) }

func accessOf(n uint8) access { return min(access(n), deletes) }

// ParseZone returns the zone called name, as Policy.Zones counts them.
func ParseZone(name string) (uint8, bool) {
	for z := range endOfZones {
		if zoneNames[z] == name {
			return uint8(z), true
		}
	}
	return 0, false
}
