package audit

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/mod/sumdb/tlog"
)

// The published test vector: two sealed records (K0 is 32 zero bytes) and the
// root over them. Whoever implements the format checks against this.
const vector = `{"v":1,"seq":1,"prev":"0000000000000000000000000000000000000000000000000000000000000000","time":"2026-01-01T00:00:00.000000Z","type":"genesis","fmt":"guard-audit/1","log":"00112233445566778899aabbccddeeff","seal":"6e4eed3acd14737a74a8752b845710e2","hash":"c607154a3fe69007d16f17db481a59c568fd2d037cc23ae775fd6f918550382a"}
{"v":1,"seq":2,"prev":"c607154a3fe69007d16f17db481a59c568fd2d037cc23ae775fd6f918550382a","time":"2026-01-01T00:00:01.000000Z","type":"decision","tool":"Bash","verdict":"allow","cmd":"a && b > c 2>&1","seal":"68d99ad5b04d2deddb571502ba70efbe","hash":"5dfc1623162a929319816e2b96c1cc242add238ad26ae87a79b5d5ad70108048"}
`
const vectorRoot = "f2FiljV0aZBnA+ijWEco3I1KzUfohIOJm0GqzpVEVjY="

func TestVector(t *testing.T) {
	file := filepath.Join(t.TempDir(), segmentName(1))
	require.NoError(t, os.WriteFile(file, []byte(vector), 0o600))
	r := Verify([]string{file}, VerifyOptions{Strict: true, RequireSeal: true})
	require.Equal(t, Verified, r.Exit, r.Summary())
	assert.Equal(t, vectorRoot, tlog.Hash(r.Root).String())
	assert.Equal(t, "guard.audit/00112233445566778899aabbccddeeff", r.Origin)
	assert.Equal(t, "yes", r.Sealed)

	// The writer makes the same bytes of the same members.
	b, h := appendLine([]byte{'\n'}, 1, Hash{}, []byte(`,"time":"2026-01-01T00:00:00.000000Z","type":"genesis","fmt":"guard-audit/1","log":"00112233445566778899aabbccddeeff","seal":"6e4eed3acd14737a74a8752b845710e2"`))
	b, _ = appendLine(b, 2, h, []byte(`,"time":"2026-01-01T00:00:01.000000Z","type":"decision","tool":"Bash","verdict":"allow","cmd":"a && b > c 2>&1","seal":"68d99ad5b04d2deddb571502ba70efbe"`))
	assert.Equal(t, "\n"+vector, string(b))
}

func TestTreeIsTheOneOfSumdb(t *testing.T) {
	var tr tree
	var stored []tlog.Hash
	for i := range int64(200) {
		leaf := tlog.RecordHash([]byte{byte(i)})
		tr.add(Hash(leaf))
		hashes, err := tlog.StoredHashesForRecordHash(i, leaf, tlog.HashReaderFunc(func(at []int64) ([]tlog.Hash, error) {
			out := make([]tlog.Hash, len(at))
			for k, x := range at {
				out[k] = stored[x]
			}
			return out, nil
		}))
		require.NoError(t, err)
		stored = append(stored, hashes...)
		want, err := tlog.TreeHash(i+1, tlog.HashReaderFunc(func(at []int64) ([]tlog.Hash, error) {
			out := make([]tlog.Hash, len(at))
			for k, x := range at {
				out[k] = stored[x]
			}
			return out, nil
		}))
		require.NoError(t, err)
		require.Equal(t, want, tlog.Hash(tr.root()), "%d leaves", i+1)
		require.True(t, tr.fits())
	}
}

func TestParseHashTakesOneSpelling(t *testing.T) {
	const good = "c607154a3fe69007d16f17db481a59c568fd2d037cc23ae775fd6f918550382a"
	h, err := ParseHash(good)
	require.NoError(t, err)
	assert.Equal(t, good, h.String())
	for _, s := range []string{"", good[1:], good + "0", "C" + good[1:], "g" + good[1:]} {
		_, err := ParseHash(s)
		assert.Error(t, err, s)
	}
}

// FuzzParseLink: whatever is taken for a record was made by appendLine.
func FuzzParseLink(f *testing.F) {
	f.Add([]byte(vector[:len(vector)/2]))
	f.Add([]byte(lineStart))
	f.Fuzz(func(t *testing.T, line []byte) {
		buf := append([]byte{'x'}, line...)
		k, err := parseLink(buf)
		if string(buf) != "x"+string(line) {
			t.Fatal("the line was changed")
		}
		if err != nil {
			return
		}
		from := len(lineStart) + len(prevKey) + 65
		for c := k.seq; c > 0; c /= 10 {
			from++
		}
		again, h := appendLine([]byte{'\n'}, k.seq, k.prev, line[from:len(line)-tailLen])
		if h != k.hash || string(again[1:len(again)-1]) != string(line) {
			t.Fatalf("%q is taken and not what a writer makes", line)
		}
	})
}
