package policyfile

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestDocs holds docs/policy.md to the reader: its examples are right as they
// stand, their tests pass together, and every key is shown.
func TestDocs(t *testing.T) {
	data, err := os.ReadFile("../../docs/policy.md")
	require.NoError(t, err)
	var top, tables strings.Builder
	for _, m := range regexp.MustCompile("(?s)```toml\n(.*?)```").FindAllStringSubmatch(string(data), -1) {
		parse(t, "policy.md", m[1])
		body := m[1]
		at := strings.Index("\n"+body, "\n[")
		if at < 0 {
			at = len(body)
		}
		top.WriteString(body[:at])
		tables.WriteString(body[at:])
	}
	all := parse(t, "policy.md", top.String()+tables.String())
	failed, run := all.Check(Compose(Source{File: all, Layer: User}), scene())
	assert.Empty(t, failed)
	assert.Equal(t, 5, run)
	for _, at := range keysAt {
		for key := range strings.SplitSeq(at.keys, ", ") {
			assert.Regexp(t, `(?m)(^`+regexp.QuoteMeta(key)+`( = |$)|\{ `+key+` = |, `+key+`\b|`+"`"+key+"`)", string(data), "docs/policy.md shows no %s", key)
		}
	}
}
