package inbox

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func jsonInto(text string, v any) error { return json.Unmarshal([]byte(text), v) }

// TestOnlyTrueIsYes is the decision reader: anything that is not exactly a yes
// is none.
func TestOnlyTrueIsYes(t *testing.T) {
	for text, want := range map[string]Decision{
		`{"approved":true}`:                                          {Approved: true},
		` {"approved": true, "more": [1, {"a": 2}]} `:                {Approved: true},
		`{"answer":{"approved":true}}`:                               {Approved: true},
		`{"decision":{"approved":true,"note":"fine"}}`:               {Approved: true, Comment: "fine"},
		`{"answer":{"approved":false},"decision":{"approved":true}}`: {},
		`{"answer":{"approved":false},"approved":true}`:              {},
		`{"approved":false,"comment":"no"}`:                          {Comment: "no"},
		`{"kind":"choice","value":"blue"}`:                           {Kind: Choice, Value: "blue", HasValue: true},
		`{"kind":"edit","value":""}`:                                 {Kind: Edit, HasValue: true},
		`{"approved":true,"Approved":false}`:                         {Approved: true},
	} {
		d, err := ReadDecision([]byte(text))
		require.NoError(t, err, text)
		require.Equal(t, want, d, text)
	}
	for _, text := range []string{
		``, `null`, `true`, `"true"`, `1`, `[]`, `[{"approved":true}]`, `{}`, `{"approved":"true"}`, `{"approved":1}`, `{"approved":null}`, `{"approved":[true]}`,
		`{"Approved":true}`, `{"APPROVED":true}`, `{"approved ":true}`, `{"approve":true}`, `{"answer":true}`, `{"answer":"yes"}`, `{"answer":null,"decision":{"approved":true}}`,
		`{"decision":[]}`, `{"approved":true,"approved":true}`, `{"approved":false,"approved":true}`, `{"approved":true`, `{"approved":true}}`, `{"approved":true} x`,
		`{"approved":true}{"approved":true}`, `{"approved":tru}`, `{"approved":true,"note":1}`, `{"approved":true,"comment":{}}`, `{"approved":true,"changesRequested":"no"}`,
		`{"approved":"yes","value":"x"}`, `{"value":1}`, `{"approved":true,"comment":"` + strings.Repeat("x", MaxComment+1) + `"}`, "\xff", `{"approved":true,}`,
	} {
		d, err := ReadDecision([]byte(text))
		require.ErrorIs(t, err, ErrDecision, text)
		require.False(t, d.Approved, text)
	}
}

// FuzzReadDecision: a yes holds the word true behind an exact approved.
func FuzzReadDecision(f *testing.F) {
	for _, s := range []string{yes, no, `{"answer":{"approved":true}}`, `{"kind":"edit","value":"x"}`, `{"approved":false,"approved":true}`, `[`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d, err := ReadDecision([]byte(text))
		if err != nil {
			require.Equal(t, Decision{}, d)
			return
		}
		if d.Approved {
			require.True(t, json.Valid([]byte(text)))
			require.Contains(t, text, "true")
			require.Contains(t, text, `ed"`)
		}
	})
}
