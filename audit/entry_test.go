package audit

import (
	"context"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func lastLine(t *testing.T, l *Log) string {
	t.Helper()
	lines, err := Tail(l.Dir(), 1)
	require.NoError(t, err)
	require.Len(t, lines, 1)
	return string(lines[0])
}

func TestRecordHasItsMembersInOrder(t *testing.T) {
	at := time.Date(2026, 11, 30, 1, 2, 3, 4567890, time.UTC)
	o := quiet
	o.Home, o.Policy, o.MacKey = "/home/jo", "sha256:0123456789abcdef", []byte("k")
	o.Now = func() time.Time { return at }
	l := newLog(t, 0, o)
	_, err := l.Append(context.Background(), Entry{
		Time: at, Started: at.Add(-1500 * time.Microsecond),
		Session: "S", Client: "claude", ClientVer: "2.1.332", Agent: "A", Event: "PreToolUse", Call: "toolu_1", Tool: "Bash",
		Mode: "default", Turn: "T", Verdict: "approve", Tier: "dangerous", Effects: []string{"delete", "write"}, Answer: "ask", Observe: true,
		Rule: "rm", Reason: "deletes outside the project", Cmd: "rm -rf /srv", Cwd: "/home/jo/p", Project: "/home/jo", Grant: "g1", Ref: 7, By: "jo",
		Outcome: &Outcome{Failed: true, Exit: 3, Dur: 1500 * time.Millisecond},
	})
	require.NoError(t, err)
	line := lastLine(t, l)
	var keys []string
	require.NoError(t, Members([]byte(line), func(k, _ []byte) bool { keys = append(keys, string(k)); return true }))
	assert.Equal(t, strings.Fields(`v seq prev time type session client client_ver agent event call tool verdict tier effects
		answer enforced rule reason cmd cmd_len cmd_mac cwd project grant lat_us failed exit dur_ms ref by pid ppid bin policy mode turn hash`), keys)
	assert.Contains(t, line, `"time":"2026-11-30T01:02:03.004567Z"`)
	assert.Contains(t, line, `"cwd":"~/p","project":"~"`)
	assert.Contains(t, line, `"lat_us":1500,"failed":true,"exit":3,"dur_ms":1500,"ref":7`)
	assert.Contains(t, line, `"effects":["delete","write"]`)

	r, err := ParseRecord([]byte(line))
	require.NoError(t, err)
	assert.Equal(t, "toolu_1", r.Call)
	assert.Equal(t, []string{"delete", "write"}, r.Effects)
	assert.False(t, r.Enforced)
	assert.Equal(t, 3, r.Exit)
	assert.True(t, r.Time.Equal(at.Truncate(time.Microsecond)))
	assert.True(t, json.Valid([]byte(line)))
}

func TestSecretsNeverReachTheDisk(t *testing.T) {
	const secret = "ghp_0123456789abcdefghijABCDEFGHIJ012345"
	l := newLog(t, 0, quiet)
	e := Entry{}
	v := reflect.ValueOf(&e).Elem()
	for i := range v.NumField() {
		switch f := v.Field(i); {
		case v.Type().Field(i).Name == "Type":
		case f.Kind() == reflect.String:
			f.SetString("x " + secret)
		case f.Kind() == reflect.Slice:
			f.Set(reflect.ValueOf([]string{secret}))
		}
	}
	_, err := l.Append(context.Background(), e)
	require.NoError(t, err)
	for name, b := range take(t, l.Dir()) {
		assert.NotContains(t, string(b), secret[4:], name)
	}
	line := lastLine(t, l)
	assert.Contains(t, line, `"cmd":"x ghp_[redacted]","cmd_len":42,"redactions":1`)
}

func TestALongCommandIsCutAfterItWasRedacted(t *testing.T) {
	l := newLog(t, 0, quiet)
	cmd := strings.Repeat("x", MaxCmd-10) + " --password " + strings.Repeat("hunter2", 50000)
	_, err := l.Append(context.Background(), Entry{Cmd: cmd})
	require.NoError(t, err)
	r, err := ParseRecord([]byte(lastLine(t, l)))
	require.NoError(t, err)
	assert.Equal(t, len(cmd), r.CmdLen)
	assert.True(t, r.CmdCut)
	assert.NotContains(t, r.Cmd, "hunter2")
	assert.LessOrEqual(t, len(r.Cmd), MaxCmd)
}

func TestNoEntryIsLongerThanALine(t *testing.T) {
	l := newLog(t, 0, quiet)
	for _, unit := range []string{"a", "\x00", "\u202e", "\xff", "\"", "😀"} {
		e := Entry{}
		v := reflect.ValueOf(&e).Elem()
		for i := range v.NumField() {
			switch f := v.Field(i); {
			case v.Type().Field(i).Name == "Type":
			case f.Kind() == reflect.String:
				f.SetString(strings.Repeat(unit, 100000))
			case f.Kind() == reflect.Slice:
				f.Set(reflect.ValueOf(strings.Split(strings.Repeat(strings.Repeat(unit, 300)+",", 100), ",")))
			}
		}
		_, err := l.Append(context.Background(), e)
		require.NoError(t, err)
		assert.LessOrEqual(t, len(lastLine(t, l)), MaxLine, "%q", unit)
	}
	assert.Equal(t, Verified, Verify([]string{l.Dir()}, VerifyOptions{Strict: true}).Exit)
}

func TestOwnTypesAreRefused(t *testing.T) {
	l := newLog(t, 1, quiet)
	for _, typ := range []Type{TypeGenesis, TypeRecover, TypeGap, TypeClose, TypeOpen, TypePrune, TypeRekey, TypeLate, TypeDegraded, `x","a":"`} {
		_, err := l.Append(context.Background(), Entry{Type: typ})
		assert.ErrorIs(t, err, ErrUnwritable, typ)
	}
}

func TestDurable(t *testing.T) {
	for _, c := range []struct {
		e    Entry
		want bool
	}{
		{Entry{Answer: "none", Tier: "safe", Verdict: "allow"}, false},
		{Entry{Answer: "none", Tier: "unknown", Verdict: "defer"}, false},
		{Entry{Answer: "allow", Tier: "safe", Verdict: "allow"}, false},
		{Entry{Answer: "deny", Tier: "safe"}, true},
		{Entry{Answer: "ask", Tier: "safe"}, true},
		{Entry{Answer: "hold", Tier: "safe"}, true},
		{Entry{Answer: "allow", Tier: "dangerous"}, true},
		{Entry{Answer: "allow", Tier: "outward"}, true},
		{Entry{Answer: "none", Tier: "a tier of tomorrow"}, true},
		{Entry{}, true},
		{Entry{Type: TypeResult}, false},
		{Entry{Type: TypeSession, Event: "SessionStart"}, false},
		{Entry{Type: TypeSession, Event: "SessionEnd"}, true},
		{Entry{Type: TypeRuling}, true},
		{Entry{Type: TypeGrant}, true},
	} {
		if c.e.Type == "" {
			c.e.Type = TypeDecision
		}
		assert.Equal(t, c.want, c.e.durable(), "%+v", c.e)
	}
}

func TestParseRecordRefusesWhatNoWriterMakes(t *testing.T) {
	for _, s := range []string{
		``, `{}`, `[]`, `{"a":null}`, `{"a":1.5}`, `{"a": 1}`, `{"a":1,}`, `{"a":{"b":1}}`, `{"a":[1]}`, `{"a":"b`, `{"a":-1}`,
		`{"a":1}x`, `{"a":"\"}`, `{"seq":"1"}`, `{"seq":9007199254740992}`, `{"enforced":1}`, `{"time":"yesterday"}`, `{"cmd":"\x"}`,
	} {
		_, err := ParseRecord([]byte(s))
		assert.Error(t, err, s)
	}
	r, err := ParseRecord([]byte(`{"cmd":"a\\\"b","new":["x","y"],"n":12,"t":true,"seq":5}` + "\n"))
	require.NoError(t, err)
	assert.Equal(t, `a\"b`, r.Cmd)
	assert.Equal(t, uint64(5), r.Seq)
}
