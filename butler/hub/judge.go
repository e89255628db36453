package hub

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"guard/classify"
	"guard/grants"
	"guard/hookio"
	"guard/internal/card"
	"guard/internal/place"
)

// resourceTool is the tool's name under which the reading of a resource is
// judged: clients have one of this name.
const resourceTool = "ReadMcpResource"

// judged is a call with the verdict on it.
type judged struct {
	name    string // of the tool, as policies have it
	line    string // what the log shows of its input
	res     classify.Result
	verdict classify.Verdict // never defer, unless guard only watches
	rule    string
	why     string
	subject grants.Subject // what a yes binds
}

// judge classifies a call under the policy in force. An error says why it
// cannot be judged, and then it must not run.
func judge(at place.Places, pol place.Policy, c *Call) (judged, error) {
	name := c.Name()
	if c.Tool == "" {
		name = resourceTool
	}
	sc := place.NewScene(at, pol, "", c.Dir, c.Origin.Project, place.TempDir(os.Getenv))
	var names []string
	read := sc.ReadFile
	sc.ReadFile = func(file string, limit int) ([]byte, error) {
		names = append(names, file)
		return read(file, limit)
	}
	req := hookio.Request{Client: "mcp", Tool: name, Input: c.Input}
	res, line, err := card.Judge(&req, sc, &pol.Policy)
	if err != nil {
		return judged{}, err
	}
	j := judged{name: name, line: line, res: res, rule: res.Strictest().Row, why: card.Why(res)}
	j.verdict = res.Verdict
	if pol.Posture != classify.PostureObserve {
		j.settle(c)
	}
	j.subject = grants.Subject{
		Client: "mcp", Unattended: true, Project: c.Origin.Project, Tool: name, Dir: realPath(c.Dir), Policy: pol.Digest,
		Fields: []grants.Field{{Raw: string(c.Input)}}, Files: hashes(names),
	}
	return j, nil
}

// reads are the words in front of a tool's name that say that it only looks.
var reads = regexp.MustCompile(`(?i)^(list|get|read|search|find|query|fetch|show|view|lookup|describe|count|recent|browse)([_-]|$)`)

// settle makes an answer of a call of which guard has no opinion, since the
// client that would have one of its own stands behind butler: what the tool's
// definition claims, then its name, tells reading from writing, and what writes
// needs a person. Neither ever lifts what its arguments or its verb brought
// about, and a claim to destroy counts whatever the name says.
func (j *judged) settle(c *Call) {
	needs := func(rule, why string) { j.verdict, j.rule, j.why = classify.Approve, rule, why }
	switch {
	case j.verdict > classify.Defer:
	case c.Confirm:
		needs("the manifest: confirm", "the manifest of "+c.Namespace+" wants a person for each call of it")
	case j.verdict == classify.Allow: // the policy knows the tool
	case c.Destructive != nil && *c.Destructive && c.ReadOnly == nil:
		needs("destructiveHint", "its definition says that it may destroy something")
	case c.Tool == "", c.ReadOnly != nil && *c.ReadOnly, reads.MatchString(c.Tool):
		j.verdict = classify.Allow
	default:
		needs("no readOnlyHint", "nothing says that it only reads")
	}
}

// stricter is the stricter of two postures: nobody knows whether a person sits
// at the client.
func stricter(a, b classify.Posture) classify.Posture {
	switch {
	case a == classify.PostureStrict || b == classify.PostureStrict:
		return classify.PostureStrict
	case a == classify.PostureObserve:
		return b
	}
	return a
}

// hashes are the files that the judgement rests on, as they are now.
func hashes(names []string) []grants.File {
	var out []grants.File
	seen := map[string]bool{}
	for _, name := range names {
		if seen[name] {
			continue
		}
		seen[name] = true
		sum, _, _, err := card.HashFile(name, card.HashLimit, 0)
		if err != nil {
			sum = ""
		}
		out = append(out, grants.File{Path: name, SHA256: sum})
	}
	return out
}

// realPath is p with its links followed, as far as it is there.
func realPath(p string) string {
	if real, err := filepath.EvalSymlinks(p); err == nil {
		return real
	}
	return filepath.Clean(p)
}

// shown is the call as the owner sees it, from the very bytes that would go to
// the provider.
func (j *judged) shown(c *Call) string {
	var b strings.Builder
	row := func(name, value string) {
		if value != "" {
			b.WriteString(name + strings.Repeat(" ", 10-len(name)) + card.OneLine(value, 400) + "\n")
		}
	}
	if c.Tool == "" {
		row("resource", "of "+c.Namespace)
	} else {
		row("tool", c.Tool+" of "+c.Namespace)
	}
	row("asked by", strings.TrimSpace(c.Origin.Client+" over "+c.Origin.Via))
	row("project", c.Origin.Project)
	row("folder", c.Dir)
	return b.String() + "input\n" + shownLines(pretty(c.Input))
}

// shownLines is text of several lines behind a bar, so that none of it can be
// taken for butler's own words.
func shownLines(text string) string {
	var b strings.Builder
	for l := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		b.WriteString("  | " + card.OneLine(l, 1<<20) + "\n")
	}
	return b.String()
}

// pretty is JSON over several lines, with every member that it has.
func pretty(raw json.RawMessage) string {
	b, err := indented(raw)
	if err != nil {
		return string(raw)
	}
	return string(b)
}
