package main

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"guard/butler/daemon"
	"guard/butler/inbox"
	"guard/coord"
	"guard/internal/card"
)

// seen is a view on a screen of its own, with three items, and what was sent.
func seen(t *testing.T) (*view, *[]map[string]any) {
	var sent []map[string]any
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	var items []inbox.Brief
	for i := range 3 {
		items = append(items, inbox.Brief{
			ID: fmt.Sprint("id", i), Ref: fmt.Sprintf("B-000%d", i), Kind: inbox.Approval, Source: inbox.Hook, State: inbox.Pending, Tier: "outward", Client: "claude",
			Project: "/home/dev/p", Title: fmt.Sprint("git push ", i), Reason: "changes what others see", Created: now.Add(-time.Minute * 5), Expires: now.Add(time.Hour), Attempts: 1,
		})
	}
	v := &view{
		list:    func() ([]inbox.Brief, error) { return items, nil },
		letters: func() string { return "7F3K" },
		now:     func() time.Time { return now },
		width:   60, height: 12,
		decide: func(s daemon.Shown, said map[string]any) (inbox.Outcome, error) {
			sent = append(sent, said)
			for i, x := range items {
				if x.ID == s.Item.ID {
					items = append(append([]inbox.Brief{}, items[:i]...), items[i+1:]...)
					break
				}
			}
			effect := "denied"
			if said["approved"] == true {
				effect = "answered"
			}
			return inbox.Outcome{Item: s.Item, Effect: effect}, nil
		},
	}
	v.prepare = func(ref string) (daemon.Shown, error) {
		for _, x := range items {
			if x.Ref == ref {
				return daemon.Shown{Item: &inbox.Item{Brief: x}, Token: "t", Card: &card.Card{Tool: "Bash", Client: "claude", Fields: []card.Field{{Name: "command", Text: strings.Repeat("echo a long line of it\n", 20)}}}}, nil
			}
		}
		return daemon.Shown{}, &coord.Fault{Code: coord.CodeNotFound, Message: "there is no such item"}
	}
	v.show = v.prepare
	v.read()
	return v, &sent
}

func types(v *view, keys ...string) bool {
	for _, k := range keys {
		if !v.key(k) {
			return false
		}
	}
	return true
}

func text(v *view) string { return strings.Join(v.lines(false), "\n") }

func TestViewMoves(t *testing.T) {
	v, _ := seen(t)
	require.Contains(t, text(v), "3 items wait")
	require.Contains(t, text(v), "> B-0000 outward")
	types(v, "j", "down", "j", "j")
	require.Contains(t, text(v), "> B-0002")
	types(v, "k", "up", "k", "k")
	require.Contains(t, text(v), "> B-0000")
	types(v, "G")
	require.Equal(t, "B-0002", v.ref())
	types(v, "?")
	require.Contains(t, text(v), "say yes: it is shown whole")
	require.True(t, types(v, "q"), "it leaves the help")
	require.False(t, types(v, "q"), "and then the view")
	require.False(t, types(v, "quit"))
	for _, l := range v.lines(false) {
		assert.LessOrEqual(t, len([]rune(l)), v.width)
	}
	assert.Len(t, v.lines(false), v.height)
}

// TestViewApproves: nothing but the four letters says yes, and they stand behind
// all of the item.
func TestViewApproves(t *testing.T) {
	for name, keys := range map[string][]string{
		"a y":              {"y", "enter"},
		"an Enter":         {"enter"},
		"other letters":    {"7", "F", "3", "J", "enter"},
		"letters and more": {"7", "F", "3", "K", "K", "enter"},
		"Esc":              {"7", "F", "3", "K", "esc"},
	} {
		t.Run(name, func(t *testing.T) {
			v, sent := seen(t)
			types(v, "a")
			types(v, keys...)
			require.Empty(t, *sent)
		})
	}
	v, sent := seen(t)
	types(v, "j", "a")
	require.NotContains(t, text(v), "7F3K", "the item is longer than the screen")
	require.Contains(t, text(v), "there is more below")
	types(v, "pgdown", "pgdown", "pgdown", "pgdown", "pgdown")
	require.Contains(t, text(v), "Type 7F3K and Enter")
	types(v, "7", "f", "3", "X", "back", "k", "enter")
	require.Equal(t, []map[string]any{{"approved": true}}, *sent)
	require.Contains(t, text(v), "B-0001 is approved")
	require.Contains(t, text(v), "2 items wait")
}

func TestViewDenies(t *testing.T) {
	v, sent := seen(t)
	types(v, "d")
	types(v, strings.Split("not on a Friday", "")...)
	types(v, "enter")
	require.Equal(t, []map[string]any{{"approved": false, "comment": "not on a Friday"}}, *sent)
	require.Contains(t, text(v), "B-0000 is denied")
	types(v, "d", "n", "o", "esc")
	require.Len(t, *sent, 1)
}

// TestViewSaysWhyNot: what cannot be approved, what is gone, what was answered
// elsewhere, and a butler that does not answer.
func TestViewSaysWhyNot(t *testing.T) {
	v, sent := seen(t)
	prepare := v.prepare
	v.prepare = func(ref string) (daemon.Shown, error) {
		s, err := prepare(ref)
		s.Refused, s.Card = "the policy has changed since this call", nil
		return s, err
	}
	types(v, "a")
	require.Contains(t, text(v), "no yes can be given")
	types(v, "7", "F", "3", "K", "enter", "esc")
	require.Empty(t, *sent)

	v.prepare = func(string) (daemon.Shown, error) {
		return daemon.Shown{}, &coord.Fault{Code: coord.CodeConflict, Message: "B-0000 is DENIED"}
	}
	types(v, "a")
	require.Contains(t, text(v), "B-0000 is DENIED")

	v.prepare = prepare
	types(v, "a")
	v.list = func() ([]inbox.Brief, error) { return nil, nil }
	v.read()
	v.gone()
	require.Contains(t, text(v), "answered elsewhere")
	require.Contains(t, text(v), "nothing waits for you")
	v.list = func() ([]inbox.Brief, error) { return nil, errors.New("butler has stopped") }
	v.read()
	require.Contains(t, text(v), "butler has stopped")
}

func TestKeys(t *testing.T) {
	var got []string
	for in := "j\x1b[A\x1b[6~\x1b[1;5C\x1b\r\x7fé\x00\x03"; in != ""; {
		var k string
		k, in = nextKey(in)
		got = append(got, k)
	}
	require.Equal(t, []string{"j", "up", "pgdown", "", "esc", "enter", "back", "é", "", "quit"}, got)
}

func TestUnit(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", "/srv/state")
	t.Setenv("BUTLER_HOME", "not absolute")
	text, err := unit("/home/jo/.local/bin/butler")
	require.NoError(t, err)
	require.Contains(t, text, "ExecStart=\"/home/jo/.local/bin/butler\" serve\n")
	require.Contains(t, text, "Environment=\"XDG_STATE_HOME=/srv/state\"\n")
	require.NotContains(t, text, "BUTLER_HOME")
	for _, bad := range []string{"/home/jo/100%/butler", "/home/jo/\"/butler", "/home/jo/\n/butler"} {
		_, err := unit(bad)
		require.Error(t, err)
	}
}
