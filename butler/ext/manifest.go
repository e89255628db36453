package ext

import (
	"encoding/json"
	"strings"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Kind is what an extension is, in the plural, as scan roots and addresses have
// it.
type Kind string

// The kinds.
const (
	Tools     Kind = "tools"     // restarted when they fail
	Services  Kind = "services"  // never restarted by themselves
	Faculties Kind = "faculties" // bounded commands and reports
)

// Kinds are all of them, in the order in which they are shown.
func Kinds() []Kind { return []Kind{Tools, Services, Faculties} }

// One is the kind in the singular: tool, service, faculty.
func (k Kind) One() string {
	if k == Faculties {
		return "faculty"
	}
	return strings.TrimSuffix(string(k), "s")
}

// Runs reports whether extensions of this kind are kept running.
func (k Kind) Runs() bool { return k == Tools || k == Services }

// Manifest is butler.json of an extension, valid and with its defaults put in.
type Manifest struct {
	ID          string            `json:"id"`
	Name        string            `json:"name"`
	Description string            `json:"description"`
	Version     string            `json:"version"`
	Kind        string            `json:"kind"`
	Command     []string          `json:"command"`
	Cwd         string            `json:"cwd"`
	Env         map[string]string `json:"env"`
	Hosted      struct {
		AutoStart bool `json:"autoStart"`
	} `json:"hosted"`
	Restart     Restart `json:"restart"`
	Stop        Stop    `json:"stop"`
	Ports       []int   `json:"ports"`
	Ready       *Check  `json:"ready"`
	Health      *Check  `json:"health"`
	MCP         *MCP    `json:"mcp"`
	Actions     []Run   `json:"actions"`
	Commands    []Run   `json:"commands"`
	Reports     []Run   `json:"reports"`
	Concurrency int     `json:"concurrency"`
	Steps       []Step  `json:"steps"`
}

// Restart says what happens when a tool ends by itself.
type Restart struct {
	Policy     string  `json:"policy"`     // never, on-failure, always
	MaxRetries int     `json:"maxRetries"` // within the window
	BackoffMs  []int   `json:"backoffMs"`  // milliseconds before the first, second, … restart
	WindowSec  int     `json:"windowSec"`
	HealthySec float64 `json:"healthySec"` // a run of this length starts the count anew
}

// Stop says how an extension is stopped.
type Stop struct {
	GraceSec float64 `json:"graceSec"` // seconds between SIGTERM and SIGKILL
}

// Check is one way to see whether a program works: exactly one of TCP, HTTP and
// Exec is set.
type Check struct {
	TCP         int      `json:"tcp"`
	HTTP        string   `json:"http"`
	Exec        []string `json:"exec"`
	IntervalSec float64  `json:"intervalSec"`
	TimeoutSec  float64  `json:"timeoutSec"`
	StartSec    float64  `json:"startSec"`
	Retries     int      `json:"retries"`
	Restart     bool     `json:"restart"`
}

// MCP is the MCP server of a tool or a service.
type MCP struct {
	Transport  string            `json:"transport"` // stdio
	Command    []string          `json:"command"`
	Cwd        string            `json:"cwd"`
	Env        map[string]string `json:"env"`
	Namespace  string            `json:"namespace"` // never empty
	TimeoutSec float64           `json:"timeoutSec"`
	IdleSec    float64           `json:"idleSec"` // 0 keeps it
	Confirm    []string          `json:"confirm"` // its tools that need the owner for each call; * is all
}

// Sort is what a bounded command is declared as.
type Sort string

// The sorts.
const (
	Action  Sort = "action"
	Command Sort = "command"
	Report  Sort = "report"
)

// Run is a bounded command: an action of a tool or service, a command or a
// report of a faculty.
type Run struct {
	Sort        Sort              `json:"-"`
	Name        string            `json:"name"`
	Title       string            `json:"title"`
	Description string            `json:"description"`
	Command     []string          `json:"command"`
	Cwd         string            `json:"cwd"`
	Env         map[string]string `json:"env"`
	Args        json.RawMessage   `json:"args"` // JSON Schema; empty: there are no arguments
	TimeoutSec  float64           `json:"timeoutSec"`
	OutputBytes int               `json:"outputBytes"`
	Quick       bool              `json:"quick"`

	schema *jsonschema.Schema
}

// Step is a step that needs judgement.
type Step struct {
	Name       string          `json:"name"`
	Prompt     string          `json:"prompt"`
	Tools      []string        `json:"tools"`
	Result     json.RawMessage `json:"result"` // JSON Schema
	TimeoutSec float64         `json:"timeoutSec"`
	Risk       string          `json:"risk"` // none, confirm
}

// Seconds makes a duration of seconds in a manifest.
func Seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

// setDefaults puts in what the schema says of members that are left out.
func (m *Manifest) setDefaults() {
	m.Restart = Restart{Policy: "on-failure", MaxRetries: 5, WindowSec: 600, HealthySec: 60}
	m.Stop.GraceSec = 10
	m.Concurrency = 1
}

func (m *Manifest) fill() {
	if m.Name == "" {
		m.Name = m.ID
	}
	if len(m.Restart.BackoffMs) == 0 {
		m.Restart.BackoffMs = []int{1000, 2000, 4000, 8000, 16000, 32000, 60000}
	}
	if m.MCP != nil && m.MCP.Namespace == "" {
		m.MCP.Namespace = strings.ReplaceAll(m.ID, "-", "_")
	}
	for sort, list := range map[Sort][]Run{Action: m.Actions, Command: m.Commands, Report: m.Reports} {
		for i := range list {
			list[i].Sort = sort
			if list[i].Title == "" {
				list[i].Title = list[i].Name
			}
		}
	}
}

// UnmarshalJSON puts the defaults in.
func (c *Check) UnmarshalJSON(text []byte) error {
	type plain Check
	p := plain{IntervalSec: 5, TimeoutSec: 3, StartSec: 60, Retries: 3}
	err := json.Unmarshal(text, &p)
	*c = Check(p)
	return err
}

// UnmarshalJSON puts the defaults in.
func (m *MCP) UnmarshalJSON(text []byte) error {
	type plain MCP
	p := plain{TimeoutSec: 60, IdleSec: 300}
	err := json.Unmarshal(text, &p)
	*m = MCP(p)
	return err
}

// UnmarshalJSON puts the defaults in.
func (r *Run) UnmarshalJSON(text []byte) error {
	type plain Run
	p := plain{TimeoutSec: 60, OutputBytes: 64 << 10}
	err := json.Unmarshal(text, &p)
	*r = Run(p)
	return err
}

// UnmarshalJSON puts the defaults in.
func (s *Step) UnmarshalJSON(text []byte) error {
	type plain Step
	p := plain{TimeoutSec: 600, Risk: "none"}
	err := json.Unmarshal(text, &p)
	*s = Step(p)
	return err
}
