package steward

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestAnswers(t *testing.T) {
	for _, c := range []struct {
		verb                    Verb
		agent, extension, owner Answer
	}{
		{CatalogRead, Allow, Refuse, Allow},
		{ObservationAdd, Allow, Allow, Allow},
		{ProgramStart, Ask, Refuse, Allow},
		{ExtensionAdd, Ask, Refuse, Allow},
		{ExtensionRemove, Ask, Refuse, Confirm},
		{ConnectOutward, Ask, Refuse, Confirm},
		{PolicyEdit, Ask, Refuse, Confirm},
		{InboxDecide, Refuse, Refuse, Confirm},
		{GrantAdd, Refuse, Refuse, Confirm},
		{LogRewrite, Refuse, Refuse, Refuse},
		{GuardDisable, Refuse, Refuse, Refuse},
		{"catalog.burn", Refuse, Refuse, Refuse},
		{"", Refuse, Refuse, Refuse},
	} {
		assert.Equal(t, c.agent, Judge(c.verb, Agent), c.verb)
		assert.Equal(t, c.extension, Judge(c.verb, Extension), c.verb)
		assert.Equal(t, c.owner, Judge(c.verb, Owner), c.verb)
		assert.Equal(t, Refuse, Judge(c.verb, Nobody), c.verb)
		assert.Equal(t, Refuse, Judge(c.verb, Caller(200)), c.verb)
	}
	assert.Equal(t, Refuse, Answer(0))
	assert.Equal(t, Forbidden, Tier(0))
	assert.Equal(t, Nobody, Caller(0))
}

// TestAgentsChangeNothing holds over the whole table: what an agent or an
// extension may do by itself reads, or adds a note.
func TestAgentsChangeNothing(t *testing.T) {
	seen := map[Verb]bool{}
	for _, r := range Table {
		assert.False(t, seen[r.Verb], "%s stands twice", r.Verb)
		seen[r.Verb] = true
		assert.NotEmpty(t, r.Does)
		for _, who := range []Caller{Agent, Extension} {
			if Judge(r.Verb, who) == Allow {
				assert.Contains(t, []Tier{Look, Note}, r.Tier, r.Verb)
			}
		}
		assert.NotEqual(t, Confirm, Judge(r.Verb, Agent))
	}
}

// TestBackstopOnlyTightens: over every tier and verb.
func TestBackstopOnlyTightens(t *testing.T) {
	for tier := Forbidden; tier <= Look; tier++ {
		for _, r := range Table {
			assert.LessOrEqual(t, backstop(r.Verb, tier), tier)
		}
		assert.LessOrEqual(t, backstop("policy.peek", tier), Dangerous, "a row added in a hurry")
		assert.Equal(t, tier, backstop("inbox.read", tier))
	}
}

func TestAdmit(t *testing.T) {
	require.NoError(t, Admit(ProgramStart, Owner, false))
	require.Error(t, Admit(ExtensionRemove, Owner, false))
	require.NoError(t, Admit(ExtensionRemove, Owner, true))
	err := Admit(ProgramStart, Agent, true)
	require.ErrorContains(t, err, "an agent may not start or restart a tool or a service: the owner must")
	require.ErrorContains(t, Admit(GrantAdd, Agent, true), "an agent may not let a call through ahead of time")
	require.ErrorContains(t, Admit("x", Nobody, true), "nobody may not x")
}

// TestDocs holds the documentation to the table.
func TestDocs(t *testing.T) {
	text, err := os.ReadFile("../../docs/extensions.md")
	require.NoError(t, err)
	assert.Contains(t, string(text), Markdown(), "docs/extensions.md must show the table as Markdown prints it")
}
