package classify

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestBoundsOfWork: lines that would take too long are not read to their end,
// and say so.
func TestBoundsOfWork(t *testing.T) {
	var many strings.Builder
	for i := range 7000 {
		fmt.Fprintf(&many, " >f%d", i)
	}
	for name, line := range map[string]string{
		"15,000 redirections to one file":  "echo a" + strings.Repeat(" >f", 15000),
		"7,000 redirections to many files": "echo a" + many.String(),
		"ever deeper folders":              strings.Repeat("cd a;", 9000) + "rm x",
	} {
		t.Run(name, func(t *testing.T) {
			r := Line(line, scene(), nil)
			require.Equal(t, Approve, r.Verdict)
			require.Contains(t, r.Effects(), "unreadable")
			require.Less(t, len(r.Findings), 12000)
		})
	}
	r := Line("ls"+strings.Repeat(" 2>/dev/null", 300), scene(), nil)
	require.Equal(t, Allow, r.Verdict, "what people write is read to its end")
}
