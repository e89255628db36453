package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// hello is the least that a hook could be: it reads its input and prints.
const hello = `package main

import (
	"io"
	"os"
)

func main() {
	b, _ := io.ReadAll(os.Stdin)
	if len(b) == 0 {
		os.Exit(1)
	}
	os.Stdout.WriteString("{}\n")
}
`

// benchPrograms builds guard and hello, both static, as they are released.
func benchPrograms(b *testing.B) (guard, other, home string) {
	dir := b.TempDir()
	require.NoError(b, os.WriteFile(filepath.Join(dir, "hello.go"), []byte(hello), 0o600))
	guard, other, home = filepath.Join(dir, "guard"), filepath.Join(dir, "hello"), filepath.Join(dir, "home")
	git := filepath.Join(home, "project", ".git") // as git init leaves it
	require.NoError(b, os.MkdirAll(git, 0o700))
	require.NoError(b, os.WriteFile(filepath.Join(git, "HEAD"), []byte("ref: refs/heads/main\n"), 0o600))
	require.NoError(b, os.WriteFile(filepath.Join(git, "config"), []byte("[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n\tlogallrefupdates = true\n"), 0o600))
	for _, args := range [][]string{{"-o", guard, "."}, {"-o", other, filepath.Join(dir, "hello.go")}} {
		cmd := exec.Command("go", append([]string{"build", "-trimpath", "-ldflags=-s -w -funcalign=4", "-gcflags=all=-l"}, args...)...)
		cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
		out, err := cmd.CombinedOutput()
		require.NoError(b, err, string(out))
	}
	return guard, other, home
}

func hookInput(home, line string) []byte {
	return fmt.Appendf(nil, `{"session_id":"bench","hook_event_name":"PreToolUse","permission_mode":"default","cwd":%q,"tool_name":"Bash","tool_use_id":"t","tool_input":{"command":%s}}`, home+"/project", quoteJSON(line))
}

func timed(b *testing.B, home string, in []byte, name string, args ...string) (time.Duration, string) {
	cmd := exec.Command(name, args...)
	cmd.Dir = home + "/project"
	cmd.Env = []string{"HOME=" + home}
	cmd.Stdin = bytes.NewReader(in)
	var out bytes.Buffer
	cmd.Stdout = &out
	start := time.Now()
	require.NoError(b, cmd.Run())
	return time.Since(start), out.String()
}

func median(d []time.Duration) time.Duration {
	slices.Sort(d)
	return d[len(d)/2]
}

// BenchmarkHook times whole hook calls (classify, append to the log, answer)
// beside a static program that reads its input and prints, turn by turn. The
// goal is a ratio of medians of at most 1.5.
func BenchmarkHook(b *testing.B) {
	guard, other, home := benchPrograms(b)
	for _, line := range []string{"git status", "cd sub && timeout 30 git -C x log --oneline -20 | head -5", "rm -rf /"} {
		b.Run(strings.ReplaceAll(line, "/", "_"), func(b *testing.B) {
			in := hookInput(home, line)
			var g, h []time.Duration
			for b.Loop() {
				d, _ := timed(b, home, in, other)
				h = append(h, d)
				d, _ = timed(b, home, in, guard, "hook", "claude")
				g = append(g, d)
			}
			mg, mh := median(g), median(h)
			b.ReportMetric(float64(mg.Microseconds()), "guard-us")
			b.ReportMetric(float64(mh.Microseconds()), "hello-us")
			b.ReportMetric(float64(mg)/float64(mh), "ratio")
		})
	}
}

// BenchmarkHostile times lines that are made to be slow. The goal is at most
// 100 ms over the hello program, with a verdict that is neither allow nor defer.
func BenchmarkHostile(b *testing.B) {
	guard, other, home := benchPrograms(b)
	for name, line := range hostileLines() {
		b.Run(name, func(b *testing.B) {
			in := hookInput(home, line)
			var g, h []time.Duration
			for b.Loop() {
				d, _ := timed(b, home, in, other)
				h = append(h, d)
				d, out := timed(b, home, in, guard, "hook", "claude")
				g = append(g, d)
				require.Regexp(b, `"permissionDecision":"(ask|deny)"`, out)
			}
			b.ReportMetric(float64((median(g)-median(h)).Microseconds())/1000, "ms-over-hello")
		})
	}
}

// hostileLines are lines that are made to be slow.
func hostileLines() map[string]string {
	return map[string]string{
		"a MiB":             "echo " + strings.Repeat("a", 1<<20),
		"unclosed $(":       strings.Repeat("$(", 100000),
		"nested $( )":       strings.Repeat("$(", 20000) + "id" + strings.Repeat(")", 20000),
		"env env env":       strings.Repeat("env ", 4000) + "id",
		"pipes":             "id" + strings.Repeat("|id", 10000),
		"brace bomb":        "echo " + strings.Repeat("{a,b}", 40),
		"brace ranges":      "echo {1..100000}{1..100000}",
		"parentheses":       strings.Repeat("(", 60000),
		"if if if":          strings.Repeat("if ", 20000),
		"arithmetic":        "echo $((" + strings.Repeat("(", 30000) + "1" + strings.Repeat(")", 30000) + "))",
		"nested ${":         strings.Repeat("${a:-", 10000) + "b" + strings.Repeat("}", 10000),
		"backquotes":        "echo " + strings.Repeat("`", 30000),
		"nested bash -c":    nestedBash(14),
		"nested loops":      strings.Repeat("for i in 1 2 3; do ", 300) + "id" + strings.Repeat("; done", 300),
		"functions":         manyFunctions(1000),
		"exponential alias": aliasBomb(40),
		"doubling variable": doubling(60),
		"here-documents":    strings.Repeat("cat <<A\n", 5000) + strings.Repeat("A\n", 5000),
		"quotes":            "rm ~/" + strings.Repeat(`"'`, 30000),
		"a deep pattern":    "rm " + strings.Repeat("*/", 15000),
		"cd cd cd":          strings.Repeat("cd a;", 9000) + "rm x",
		"case":              strings.Repeat("case x in x) ", 5000) + "id" + strings.Repeat(";; esac", 5000),
	}
}

func nestedBash(n int) string {
	line := "id"
	for range n {
		line = "bash -c " + "'" + strings.ReplaceAll(line, "'", `'\''`) + "'"
		if len(line) > 1<<20 {
			break
		}
	}
	return line
}

func manyFunctions(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "f%d() { f%d; f%d; }; ", i, i+1, i+1)
	}
	return b.String() + "f0"
}

func aliasBomb(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "alias a%d='a%d; a%d'; ", i, i+1, i+1)
	}
	return b.String() + "a0"
}

func doubling(n int) string {
	return "x=aaaaaaaaaaaaaaaa; " + strings.Repeat(`x="$x$x"; `, n) + "echo $x"
}
