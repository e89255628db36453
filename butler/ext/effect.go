package ext

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"guard/butler/workdir"
)

// Part is one part of what an extension does on this machine: a member of its
// manifest with its value as JSON, or where the extension is.
type Part struct {
	Member string `json:"member"` // command, env, actions.set
	Value  string `json:"value"`  // one line of JSON
}

// Effect is everything of an extension that can change what runs: all parts of
// its manifest but the texts that are only shown.
type Effect []Part

// Digest changes when any part does.
func (e Effect) Digest() string {
	text, _ := json.Marshal(e) // strings cannot fail
	sum := sha256.Sum256(text)
	return "sha256:" + hex.EncodeToString(sum[:])
}

// shownOnly are the members whose text is only shown, of the manifest and of its
// bounded commands. Whatever is not named here counts, what butler does not know
// included: a later butler might.
var shownOnly = map[string]bool{"$schema": true, "name": true, "title": true, "description": true, "version": true}

// Effect is what the extension does under the settings c, from the text of its
// manifest. It is nil where the manifest is at fault.
func (e *Extension) Effect(c *workdir.Config) Effect {
	if !e.Valid() {
		return nil
	}
	out := Effect{{"kind", asJSON(e.Kind.One())}, {"folder", asJSON(e.Dir)}}
	for _, word := range e.interpreters() {
		out = append(out, Part{"runs " + word, asJSON(c.ArgvIn(e.Dir, []string{word})[0])})
	}
	var members map[string]json.RawMessage
	if json.Unmarshal(e.text, &members) != nil {
		return nil
	}
	var rest Effect
	for member, value := range members {
		if !shownOnly[member] {
			rest = append(rest, parts(member, value)...)
		}
	}
	slices.SortFunc(rest, func(a, b Part) int {
		return cmp.Or(cmp.Compare(rank(a.Member), rank(b.Member)), strings.Compare(a.Member, b.Member), strings.Compare(a.Value, b.Value))
	})
	return append(out, rest...)
}

// first are the members that a person looks at first.
var first = []string{"id", "command", "cwd", "env", "hosted", "mcp", "ready", "health"}

func rank(member string) int {
	if i := slices.Index(first, member); i >= 0 {
		return i
	}
	return len(first)
}

// interpreters are the words that butler.json of the instance gives a meaning,
// as far as a command of the extension begins with one.
func (e *Extension) interpreters() []string {
	m := e.Manifest
	commands := [][]string{m.Command}
	if m.MCP != nil {
		commands = append(commands, m.MCP.Command)
	}
	for _, check := range []*Check{m.Ready, m.Health} {
		if check != nil {
			commands = append(commands, check.Exec)
		}
	}
	for _, list := range [][]Run{m.Actions, m.Commands, m.Reports} {
		for i := range list {
			commands = append(commands, list[i].Command)
		}
	}
	var out []string
	for _, word := range []string{"python", "bun"} {
		if slices.ContainsFunc(commands, func(c []string) bool { return len(c) > 0 && c[0] == word }) {
			out = append(out, word)
		}
	}
	return out
}

// parts are a member's value on one line, or the elements of a list of bounded
// commands or steps on a line each.
func parts(member string, value json.RawMessage) Effect {
	var list []map[string]json.RawMessage
	switch {
	case !slices.Contains([]string{"actions", "commands", "reports", "steps"}, member), json.Unmarshal(value, &list) != nil:
		return Effect{{member, compact(value)}}
	}
	var out Effect
	for _, one := range list {
		var name string
		_ = json.Unmarshal(one["name"], &name) // the schema wants a string
		for shown := range shownOnly {
			if shown != "name" {
				delete(one, shown)
			}
		}
		text, err := json.Marshal(one)
		if err != nil {
			return Effect{{member, compact(value)}}
		}
		out = append(out, Part{fmt.Sprintf("%s.%s", member, name), compact(text)})
	}
	return out
}

// compact is JSON on one line. Its members keep their order and its numbers
// their form.
func compact(text []byte) string {
	var b bytes.Buffer
	if json.Compact(&b, text) != nil {
		return string(text)
	}
	return b.String()
}

func asJSON(s string) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(s) // a string cannot fail
	return strings.TrimSuffix(b.String(), "\n")
}
