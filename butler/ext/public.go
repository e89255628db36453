package ext

import (
	"encoding/json"
	"path/filepath"

	"guard/butler/workdir"
)

// Public is an extension as everybody may see it. It has no member for a
// command, a folder or an environment.
type Public struct {
	Kind        Kind            `json:"kind"`
	ID          string          `json:"id"`
	Folder      string          `json:"folder"`
	Valid       bool            `json:"valid"`
	Problems    []PublicProblem `json:"problems"`
	Waits       Waits           `json:"waits,omitempty"` // new, changed: nothing of it starts without the owner's word
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Version     string          `json:"version,omitempty"`
	Startable   bool            `json:"startable"`
	AutoStart   bool            `json:"autoStart"`
	Restart     string          `json:"restart,omitempty"` // the policy, of tools
	Ports       []int           `json:"ports,omitempty"`
	MCP         *PublicMCP      `json:"mcp,omitempty"`
	Actions     []PublicRun     `json:"actions,omitempty"`
	Commands    []PublicRun     `json:"commands,omitempty"`
	Reports     []PublicRun     `json:"reports,omitempty"`
	Steps       []PublicStep    `json:"steps,omitempty"`
}

// PublicProblem is a problem of a manifest, named by scan root and folder.
type PublicProblem struct {
	File    string `json:"file"`
	Line    int    `json:"line,omitempty"`
	Column  int    `json:"column,omitempty"`
	Pointer string `json:"pointer"`
	Text    string `json:"text"`
	Warning bool   `json:"warning,omitempty"`
}

// PublicMCP says that there is an MCP server.
type PublicMCP struct {
	Namespace  string  `json:"namespace"`
	TimeoutSec float64 `json:"timeoutSec"`
}

// PublicRun is a bounded command that can be asked for.
type PublicRun struct {
	Sort        Sort            `json:"sort"`
	Name        string          `json:"name"`
	Title       string          `json:"title"`
	Description string          `json:"description,omitempty"`
	Args        json.RawMessage `json:"args,omitempty"` // JSON Schema
	TimeoutSec  float64         `json:"timeoutSec"`
	Quick       bool            `json:"quick,omitempty"`
}

// PublicStep is a step that needs judgement.
type PublicStep struct {
	Name string `json:"name"`
	Risk string `json:"risk"`
}

// PublicCatalog is a catalog as everybody may see it.
type PublicCatalog struct {
	Extensions []Public        `json:"extensions"`
	Problems   []PublicProblem `json:"problems"`
}

// Public is the catalog as everybody may see it.
func (cat *Catalog) Public() PublicCatalog {
	out := PublicCatalog{Extensions: []Public{}, Problems: publicProblems(cat.Problems)}
	for _, e := range cat.Extensions {
		out.Extensions = append(out.Extensions, e.Public())
	}
	return out
}

// Public is the extension as everybody may see it.
func (e *Extension) Public() Public {
	p := Public{Kind: e.Kind, ID: e.ID, Folder: e.Folder, Valid: e.Valid(), Name: e.ID, Problems: publicProblems(e.Problems)}
	if !e.Valid() {
		return p
	}
	m := e.Manifest
	p.Waits, p.Name, p.Description, p.Version = e.Waits, m.Name, m.Description, m.Version
	p.Startable, p.AutoStart, p.Ports = len(m.Command) > 0, m.Hosted.AutoStart, m.Ports
	if e.Kind == Tools && p.Startable {
		p.Restart = m.Restart.Policy
	}
	if m.MCP != nil {
		p.MCP = &PublicMCP{m.MCP.Namespace, m.MCP.TimeoutSec}
	}
	p.Actions, p.Commands, p.Reports = publicRuns(m.Actions), publicRuns(m.Commands), publicRuns(m.Reports)
	for _, s := range m.Steps {
		p.Steps = append(p.Steps, PublicStep{s.Name, s.Risk})
	}
	return p
}

// Public is the command as everybody may see it.
func (r *Run) Public() PublicRun {
	return PublicRun{r.Sort, r.Name, r.Title, r.Description, r.Args, r.TimeoutSec, r.Quick}
}

func publicRuns(list []Run) []PublicRun {
	var out []PublicRun
	for i := range list {
		out = append(out, list[i].Public())
	}
	return out
}

func publicProblems(ps workdir.Problems) []PublicProblem {
	out := []PublicProblem{}
	for _, p := range ps {
		file := filepath.Base(p.File)
		if file == workdir.FileName {
			dir := filepath.Dir(p.File)
			file = filepath.ToSlash(filepath.Join(filepath.Base(filepath.Dir(dir)), filepath.Base(dir), file))
		}
		out = append(out, PublicProblem{file, p.Line, p.Column, p.Pointer, p.Text, p.Warning})
	}
	return out
}
