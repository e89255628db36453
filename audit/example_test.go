package audit_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"guard/audit"
)

func Example() {
	tmp, err := os.MkdirTemp("", "audit")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(tmp)
	dir := filepath.Join(tmp, "log")

	log := audit.Open(dir, audit.Options{Bin: "example/1.0"})
	entry := audit.Entry{
		Event: "PreToolUse", Call: "toolu_1", Tool: "Bash",
		Cmd:     "curl -H 'Authorization: Bearer s3cr3t' https://example.com",
		Verdict: "approve", Tier: "outward", Answer: "ask", Reason: "sends to another machine",
	}
	head, err := log.Append(context.Background(), entry)
	if err != nil && !audit.DenyRisky.Pass(entry.Tier, entry.Answer) {
		fmt.Println("deny:", err)
		return
	}
	fmt.Println("seq", head.Seq)

	lines, err := audit.Tail(dir, 1)
	if err != nil {
		panic(err)
	}
	record, err := audit.ParseRecord(lines[0])
	if err != nil {
		panic(err)
	}
	fmt.Println(record.Cmd)
	fmt.Println(audit.Verify([]string{dir}, audit.VerifyOptions{}).Summary())
	// Output:
	// seq 2
	// curl -H 'Authorization: Bearer [redacted]' https://example.com
	// VERIFIED: 2 records, seq 1..2
}

func ExampleSign() {
	tmp, err := os.MkdirTemp("", "audit")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(tmp)
	dir := filepath.Join(tmp, "log")
	log := audit.Open(dir, audit.Options{})
	if _, err := log.Append(context.Background(), audit.Entry{Cmd: "ls"}); err != nil {
		panic(err)
	}

	report := audit.Verify([]string{dir}, audit.VerifyOptions{})
	private, public, err := audit.GenerateKey(report.Origin)
	if err != nil {
		panic(err)
	}
	note, err := audit.Sign(report.TreeHead(), private)
	if err != nil {
		panic(err)
	}

	// Elsewhere, and later: the public key and the note are all that is needed.
	anchor, err := audit.OpenCheckpoint(note, public)
	if err != nil {
		panic(err)
	}
	report = audit.Verify([]string{dir}, audit.VerifyOptions{Anchors: []audit.TreeHead{anchor}, RequireAnchor: true})
	fmt.Println(report.Summary())
	// Output:
	// VERIFIED: 2 records, seq 1..2, anchored to 2
}

// TestAnotherModule builds and runs the module in example, which uses this
// package as any other program would.
func TestAnotherModule(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip(err)
	}
	tmp := t.TempDir()
	for _, name := range []string{"go.mod", "go.sum"} {
		b, err := os.ReadFile(filepath.Join("example", name))
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(tmp, name), b, 0o600))
	}
	// The copy of go.mod takes newer versions of what the root requires.
	run := exec.Command("go", "run", "-C", "example", "-modfile="+filepath.Join(tmp, "go.mod"), "-mod=mod", ".", filepath.Join(tmp, "log"), "hello")
	run.Env = append(os.Environ(), "GOPROXY=off", "GOFLAGS=", "CGO_ENABLED=0")
	out, err := run.CombinedOutput()
	require.NoError(t, err, string(out))
	require.Equal(t, "2 VERIFIED: 2 records, seq 1..2\n", string(out))
}
