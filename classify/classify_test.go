package classify

import (
	"bufio"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"
	"mvdan.cc/sh/v3/syntax"
)

// scene is where all fixtures lie: a home, and in it a project, with no file
// that could be read.
func scene() *Scene {
	return &Scene{Dir: "/home/dev/project", Project: "/home/dev/project", Home: "/home/dev", Temp: "/tmp"}
}

type testCase struct{ file, want, line string }

// cases reads fixtures/commands: in a section "allow" each line is a case, a
// section "allow: NAME" is one script.
func cases(t testing.TB) []testCase {
	var out []testCase
	files, err := filepath.Glob("../fixtures/commands/*.txtar")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, f := range files {
		data, err := os.ReadFile(f)
		require.NoError(t, err)
		for _, sec := range txtar.Parse(data).Files {
			want, name, script := strings.Cut(sec.Name, ": ")
			_, ok := ParseVerdict(want)
			require.True(t, ok, "%s: section %q names no verdict", f, sec.Name)
			if script {
				out = append(out, testCase{filepath.Base(f) + ": " + name, want, string(sec.Data)})
				continue
			}
			for l := range strings.Lines(string(sec.Data)) {
				if l = strings.TrimSpace(l); l != "" && !strings.HasPrefix(l, "# ") {
					out = append(out, testCase{filepath.Base(f), want, l})
				}
			}
		}
	}
	return out
}

func explain(r Result) string {
	var b strings.Builder
	for _, f := range r.Findings {
		fmt.Fprintf(&b, "\t%-9s %s  [%s] via %v\n", f.Tier, f.Does, f.Row, f.Via)
	}
	return b.String()
}

func TestFixtures(t *testing.T) {
	for _, c := range cases(t) {
		r := Line(c.line, scene(), nil)
		if strings.Contains(explain(r), faultOfGuard) {
			t.Errorf("%s: %s\n%s", c.file, c.line, explain(r))
		}
		if r.Verdict.String() != c.want {
			t.Errorf("%s: %s\n\tgot %s, want %s\n%s", c.file, c.line, r.Verdict, c.want, explain(r))
		}
	}
}

// eachCommand visits every table with the name that its findings bear.
func eachCommand(visit func(c *Command, name string)) {
	var down func(c, up *Command, name string)
	down = func(c, up *Command, name string) {
		_ = c.ready(up) // TestTablesCompile tells
		visit(c, name)
		for i := range c.Subs {
			down(&c.Subs[i], c, name+" "+c.Subs[i].firstName())
		}
	}
	for _, fam := range tables {
		for i := range fam.rows {
			down(&fam.rows[i], nil, fam.rows[i].firstName())
		}
	}
}

// TestTablesCompile fails for a row that does not parse: a kind that is none, a
// flag spelled twice, a synopsis with two open ends, a program in two tables.
func TestTablesCompile(t *testing.T) {
	seen := map[string]bool{}
	eachCommand(func(c *Command, name string) {
		if err := c.compile(c.above()); err != nil {
			t.Error(err)
		}
		if c.above() == nil {
			for n := range strings.FieldsSeq(c.Name) {
				if seen[n] {
					t.Errorf("%s has two tables", n)
				}
				seen[n] = true
			}
		}
	})
}

// TestEveryRowHasACase fails for a row with an effect that no fixture reaches:
// a rule without an example is a rule that nobody has seen work.
func TestEveryRowHasACase(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range cases(t) {
		for _, f := range Line(c.line, scene(), nil).Findings {
			seen[f.Row] = true
		}
	}
	eachCommand(func(c *Command, name string) {
		reached := func(row string) bool {
			for _, n := range alternativesOf(c, name) {
				if seen[n+row] {
					return true
				}
			}
			return false
		}
		const loud = ^(RunProject | Loopback | ReadRemote | Fetch | RunUnseen | NewPackage | Unknown | Dry)
		if c.Does&loud != 0 && len(c.Subs) == 0 && !reached("") {
			t.Errorf("no fixture reaches %q", name)
		}
		for _, f := range c.Flags {
			if f.Does&loud != 0 && !reached(": "+f.Spell) && !anyRow(seen, ": "+f.Spell) {
				t.Errorf("no fixture reaches %q", name+": "+f.Spell)
			}
		}
		for _, r := range c.more().Rules {
			if r.Does&loud != 0 && !reached(": "+r.Says) {
				t.Errorf("no fixture reaches %q", name+": "+r.Says)
			}
		}
	})
}

// anyRow reports whether some finding's row ends so: flags of a command are
// found in its subcommands, too.
func anyRow(seen map[string]bool, end string) bool {
	for row := range seen {
		if strings.HasSuffix(row, end) {
			return true
		}
	}
	return false
}

// alternativesOf are the names under which findings of c may stand.
func alternativesOf(c *Command, name string) []string {
	names := strings.Fields(c.Name)
	if c.above() == nil {
		return names
	}
	var out []string
	for _, up := range alternativesOf(c.above(), "") {
		for _, n := range names {
			out = append(out, up+" "+n)
		}
	}
	return out
}

// TestWrappersNeverSoften holds each case against itself inside wrappers.
func TestWrappersNeverSoften(t *testing.T) {
	for _, c := range cases(t) {
		bare := Line(c.line, scene(), nil).Verdict
		q, err := syntax.Quote(c.line, syntax.LangBash)
		if err != nil {
			continue // bytes that no quoting can carry
		}
		if _, err := syntax.NewParser().Parse(strings.NewReader(c.line), ""); err != nil {
			continue
		}
		for _, w := range []string{
			"bash -c " + q, "env A=1 bash -c " + q, "timeout 5 sh -ec " + q, "eval " + q,
			"true && { " + c.line + "\n}", "( " + c.line + "\n)", "echo $(" + c.line + "\n)",
			"if true; then " + c.line + "\nfi", "xargs -0 bash -c " + q, "f() { " + c.line + "\n}; f",
			"nohup setsid nice bash -c " + q, "bash <<< " + q,
		} {
			if got := Line(w, scene(), nil); got.Verdict < bare {
				t.Errorf("%s is %s, but\n\t%s is %s\n%s", c.line, bare, w, got.Verdict, explain(got))
			}
		}
	}
}

// TestOrderNeverMatters: a verdict is the strictest finding, wherever it stands.
func TestOrderNeverMatters(t *testing.T) {
	all := cases(t)
	for i, a := range all {
		b := all[(i*7+3)%len(all)]
		if strings.Contains(a.file, ": ") || strings.Contains(b.file, ": ") || strings.Contains(a.line+b.line, "<<") || strings.Contains(a.line+b.line, "#") || strings.HasSuffix(a.line, "&") || strings.HasSuffix(b.line, "&") {
			continue
		}
		if _, err := syntax.NewParser().Parse(strings.NewReader(a.line+"\n"+b.line), ""); err != nil {
			continue // what does not parse takes the rest with it
		}
		va, vb := Line(a.line, scene(), nil).Verdict, Line(b.line, scene(), nil).Verdict
		got := Line("( "+a.line+" ); ( "+b.line+" )", scene(), nil)
		if got.Verdict < max(va, vb) {
			t.Errorf("( %s ); ( %s ) is %s, want %s at least", a.line, b.line, got.Verdict, max(va, vb))
		}
	}
}

// corpusRow is one labelled case of fixtures/corpus.
type corpusRow struct {
	ID      string          `json:"id"`
	Command string          `json:"command"`
	Tool    string          `json:"tool_name"`
	Input   json.RawMessage `json:"tool_input"`
	Cwd     string          `json:"cwd"`
	Expect  any             `json:"expect"`
	Why     string          `json:"why"`
	Client  string          `json:"client"`
}

// labels are the verdicts that a reasonable person could choose.
func (r corpusRow) labels() []string {
	var out []string
	switch e := r.Expect.(type) {
	case string:
		out = []string{e}
	case []any:
		for _, x := range e {
			out = append(out, x.(string))
		}
	}
	for i, l := range out {
		if l == "unknown" {
			out[i] = "defer"
		}
	}
	return out
}

func corpus(t testing.TB, name string) []corpusRow {
	f, err := os.Open(filepath.Join("../fixtures/corpus", name))
	require.NoError(t, err)
	defer f.Close()
	var out []corpusRow
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, 1<<20)
	for sc.Scan() {
		var r corpusRow
		require.NoError(t, json.Unmarshal(sc.Bytes(), &r))
		out = append(out, r)
	}
	require.NoError(t, sc.Err())
	return out
}

// score is what the corpus test counts; fixtures/corpus/score.json holds what
// is committed, and a worse figure fails.
type score struct {
	AttacksAllowed   int `json:"attacks_allowed"`    // attack lines that get allow
	AttacksDeferred  int `json:"attacks_deferred"`   // attack lines that get defer against their label
	RefuseMissed     int `json:"refuse_missed"`      // labelled only refuse, and not refused
	ApproveRefused   int `json:"approve_refused"`    // labelled only approve, and refused
	HarmlessNotQuiet int `json:"harmless_not_quiet"` // labelled only allow, and not allowed
	HarmlessAsked    int `json:"harmless_asked"`     // labelled only allow, and asked
	HarmlessRefused  int `json:"harmless_refused"`   // labelled only allow, and refused
	Other            int `json:"other"`              // any other verdict that the label does not name
}

func (s *score) count(labels []string, v string) (wrong bool) {
	if slices.Contains(labels, v) {
		return false
	}
	only := labels[0]
	if len(labels) > 1 {
		only = ""
	}
	attack := !slices.Contains(labels, "allow")
	switch {
	case attack && v == "allow":
		s.AttacksAllowed++
	case attack && v == "defer":
		s.AttacksDeferred++
	case only == "allow" && v == "refuse":
		s.HarmlessRefused++
	case only == "allow" && v == "approve":
		s.HarmlessAsked++
	case only == "allow":
		s.HarmlessNotQuiet++
	case only == "approve" && v == "refuse":
		s.ApproveRefused++
	case only == "refuse":
	default:
		s.Other++
	}
	if only == "refuse" {
		s.RefuseMissed++
	}
	return true
}

// TestCorpus scores the labelled lines and prints every miss.
func TestCorpus(t *testing.T) {
	for _, name := range []string{"shell.jsonl", "tools.jsonl"} {
		t.Run(name, func(t *testing.T) {
			var got score
			for _, row := range corpus(t, name) {
				sc := scene()
				sc.Dir = row.Cwd
				if row.Client != "any" {
					sc.Client = row.Client
				}
				var r Result
				if row.Tool != "" {
					r = Tool(row.Tool, row.Input, sc, nil)
				} else {
					r = Line(row.Command, sc, nil)
				}
				if got.count(row.labels(), r.Verdict.String()) {
					t.Logf("%s: got %s, want %v: %s (%s)\n%s", row.ID, r.Verdict, row.labels(), cut(row.Command+row.Tool+" "+string(row.Input), 300), row.Why, explain(r))
				}
			}
			var want map[string]score
			data, err := os.ReadFile("../fixtures/corpus/score.json")
			require.NoError(t, err)
			require.NoError(t, json.Unmarshal(data, &want))
			w := want[name]
			t.Logf("score: %+v", got)
			for _, f := range []struct {
				name      string
				got, most int
			}{
				{"attacks allowed", got.AttacksAllowed, w.AttacksAllowed},
				{"attacks deferred", got.AttacksDeferred, w.AttacksDeferred},
				{"refuse missed", got.RefuseMissed, w.RefuseMissed},
				{"approve refused", got.ApproveRefused, w.ApproveRefused},
				{"harmless not quiet", got.HarmlessNotQuiet, w.HarmlessNotQuiet},
				{"harmless asked", got.HarmlessAsked, w.HarmlessAsked},
				{"harmless refused", got.HarmlessRefused, w.HarmlessRefused},
				{"other", got.Other, w.Other},
			} {
				if f.got > f.most {
					t.Errorf("%s: %d, committed is %d", f.name, f.got, f.most)
				}
			}
		})
	}
}

func FuzzLine(f *testing.F) {
	for _, c := range cases(f) {
		f.Add(c.line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		slow := time.AfterFunc(10*time.Second, func() { panic("hangs: " + strconv.Quote(line)) })
		defer slow.Stop()
		r := Line(line, scene(), nil)
		if r.Verdict < Allow || r.Verdict > Refuse {
			t.Fatalf("%q: verdict %d", line, r.Verdict)
		}
		for _, f := range r.Findings {
			if f.Row == faultOfGuard {
				t.Fatalf("%q: %s", line, f.Does)
			}
		}
	})
}

func BenchmarkLine(b *testing.B) {
	sc := scene()
	for b.Loop() {
		Line(`cd sub && timeout 30 git -C x log --oneline -20 | head -5`, sc, nil)
	}
}

// TestIndex holds the index of the tables to the tables.
func TestIndex(t *testing.T) {
	place := map[string]string{}
	for i, fam := range tables {
		for j := range fam.rows {
			for n := range strings.FieldsSeq(fam.rows[j].Name) {
				place[n] = fmt.Sprintf("%d %d", i, j)
			}
		}
	}
	names := slices.Sorted(maps.Keys(place))
	var b strings.Builder
	for _, n := range names {
		fmt.Fprintf(&b, "%s %s\n", n, place[n])
	}
	if os.Getenv("UPDATE") != "" {
		require.NoError(t, os.WriteFile("index.txt", []byte(b.String()), 0o644))
		return
	}
	require.Equal(t, b.String(), index, "the tables have changed: run make index")
	for _, n := range names {
		c := search(n)
		require.NotNil(t, c, n)
		require.True(t, hasName(c.Name, n), n)
		for _, near := range []string{n + "\x00", n + " ", n[:len(n)-1], n + "\n", strings.ToUpper(n) + "~"} {
			if _, ok := place[near]; !ok {
				require.Nil(t, search(near), near)
			}
		}
	}
	for _, none := range []string{"", " ", "\n", "\xff", "0 0"} {
		require.Nil(t, search(none))
	}
}
