package card

import (
	"guard/classify"
)

// Finding is one finding as programs read it; its members are stable.
type Finding struct {
	Tier   string   `json:"tier"`
	Effect string   `json:"effect,omitempty"`
	Zone   string   `json:"zone,omitempty"`
	Access string   `json:"access,omitempty"`
	Path   string   `json:"path,omitempty"`
	Does   string   `json:"does"`
	Rule   string   `json:"rule"`
	Call   string   `json:"call,omitempty"`
	Via    []string `json:"via,omitempty"`
	Safer  string   `json:"safer,omitempty"`
}

// Findings are fs for programs, as they are: nothing in them is spelled out.
func Findings(fs []classify.Finding) []Finding {
	out := []Finding{}
	for _, f := range fs {
		effect := ""
		if f.Effect != 0 {
			effect = f.Effect.String()
		}
		out = append(out, Finding{f.Tier.String(), effect, f.Zone, f.Access, f.Path, f.Does, f.Row, f.Call, f.Via, f.Safer})
	}
	return out
}

// Explained is how a line is read, for programs: a call's depth below the
// wrappers is the length of Via.
type Explained struct {
	Verdict string          `json:"verdict"`
	Tier    string          `json:"tier"`
	Calls   []ExplainedCall `json:"calls"`
	Outside []Finding       `json:"outside"` // what belongs to no command
}

// ExplainedCall is one command of the line.
type ExplainedCall struct {
	Argv     []string        `json:"argv"`
	Told     bool            `json:"told"`
	Table    string          `json:"table,omitempty"`
	Name     string          `json:"name,omitempty"`
	Via      []string        `json:"via"`
	Text     string          `json:"text"`
	Dirs     []string        `json:"dirs"`
	Env      []string        `json:"env,omitempty"`
	Rule     *ExplainedRule  `json:"rule,omitempty"`
	Words    []ExplainedPart `json:"words"`
	Findings []Finding       `json:"findings"`
}

// ExplainedRule is the rule of a policy that decides for a command.
type ExplainedRule struct {
	Verdict string `json:"verdict"`
	Form    string `json:"form"`
	Where   string `json:"where"`
}

// ExplainedPart is a word, or the words of one flag.
type ExplainedPart struct {
	Text  string `json:"text"`
	Kind  string `json:"kind"`
	Row   string `json:"row,omitempty"`
	Known bool   `json:"known"`
	Why   string `json:"why,omitempty"`
}

// Explain is the tree of r.
func Explain(r classify.Result) Explained {
	steps, loose := r.Explain()
	out := Explained{Verdict: r.Verdict.String(), Tier: r.Tier.String(), Calls: []ExplainedCall{}, Outside: Findings(loose)}
	for _, s := range steps {
		c := ExplainedCall{
			Argv: s.Argv, Told: s.Told, Table: s.Table, Name: s.Name, Via: append([]string{}, s.Via...), Text: s.Text,
			Dirs: append([]string{}, s.Dirs...), Env: s.Env, Words: []ExplainedPart{}, Findings: Findings(s.Findings),
		}
		if s.Rule != nil {
			c.Rule = &ExplainedRule{s.Rule.Verdict.String(), s.Rule.Text, s.Rule.Where}
		}
		for _, p := range s.Words {
			c.Words = append(c.Words, ExplainedPart(p))
		}
		out.Calls = append(out.Calls, c)
	}
	return out
}
