package audit

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestRelated: from a decision to what became of it, and back.
func TestRelated(t *testing.T) {
	l := newLog(t, 1, quiet)
	put := func(e Entry) Record {
		_, err := l.Append(context.Background(), e)
		require.NoError(t, err)
		last, err := Tail(l.Dir(), 1)
		require.NoError(t, err)
		r, err := ParseRecord(last[0])
		require.NoError(t, err)
		return r
	}
	seqs := func(r Record) (out []uint64) {
		rel, err := Related(l.Dir(), r)
		require.NoError(t, err)
		for _, r := range rel {
			out = append(out, r.Seq)
		}
		return out
	}
	asked := put(Entry{Type: TypeDecision, Call: "toolu_1"})
	other := put(Entry{Type: TypeDecision, Call: "toolu_2"})
	ruling := put(Entry{Type: TypeRuling, Ref: asked.Seq})
	result := put(Entry{Type: TypeResult, Call: "toolu_1"})
	put(Entry{Type: TypeResult, Call: "toolu_1"}) // behind the result nothing is looked for

	assert.Equal(t, []uint64{ruling.Seq, result.Seq}, seqs(asked))
	assert.Equal(t, []uint64{asked.Seq}, seqs(ruling))
	assert.Empty(t, seqs(other))
	assert.Empty(t, seqs(result), "it names its decision by the call alone")
}
