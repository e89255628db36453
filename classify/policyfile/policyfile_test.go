package policyfile

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"guard/classify"
)

func parse(t testing.TB, name, text string) *File {
	f, err := Parse(name, []byte(text))
	require.NoError(t, err, text)
	return f
}

// under is the settings with a person's file alone.
func under(t testing.TB, text string) Settings {
	return Compose(Source{File: parse(t, "policy.toml", text), Layer: User})
}

func scene() *classify.Scene {
	return &classify.Scene{Dir: "/home/dev/project", Project: "/home/dev/project", Home: "/home/dev", Temp: "/tmp"}
}

func verdict(s Settings, line string) string {
	return classify.Line(line, scene(), &s.Policy).Verdict.String()
}

func TestNoFile(t *testing.T) {
	s := Compose()
	s.set = nil
	assert.Equal(t, Default(), s)
}

func TestEveryKey(t *testing.T) {
	s := under(t, `
posture = "strict"
hold = "30s"
auto_allow = "never"
projects = ["/home/dev/other/"]
temp = ["/scratch"]
secrets = ["vault.txt"]
run_download = ["https://sh.example/install.sh"]
commands = '''
shipit TEXT...     publish
    -n --dry-run   dry
'''

[unattended]
posture = "observe"

[audit]
on_unwritable = "deny-all"
sync = "always"

[effects]
new-package = "dangerous"

[zones]
home = { writes = "safe" }
"another machine" = { reads = "safe" }

[tools]
"mcp__docs__*" = "read-remote"

[[rule]]
command = "git push origin ..."
verdict = "allow"
match = ["git -C x push origin main"]

[[rule]]
command = ["npm publish", "yarn publish"]
verdict = "refuse"
reason = "releases are made by CI"
`)
	assert.Equal(t, classify.PostureStrict, s.For(false))
	assert.Equal(t, classify.PostureObserve, s.For(true))
	assert.Equal(t, 30*time.Second, s.Hold)
	assert.Equal(t, "never", s.AutoAllow)
	assert.Equal(t, []string{"/home/dev/other"}, s.Projects)
	assert.Equal(t, []string{"/scratch"}, s.Temps)
	assert.Equal(t, "deny-all", s.OnUnwritable)
	assert.Equal(t, "always", s.Sync)
	assert.Empty(t, s.Withheld)
	for line, want := range map[string]string{
		"echo hi > ~/notes.txt":                   "allow",
		"cat vault.txt; echo":                     "approve",
		"shipit x":                                "approve",
		"shipit -n x":                             "allow",
		"git push origin main":                    "allow",
		"git push --force origin main":            "approve",
		"npm publish":                             "refuse",
		"curl https://sh.example/x | sh":          "refuse",
		"curl https://sh.example/install.sh | sh": "approve", // what is unknown asks under strict
	} {
		assert.Equal(t, want, verdict(s, line), line)
	}
	r := classify.Line("sudo npm publish", scene(), &s.Policy)
	assert.Contains(t, r.Strictest().Does, "releases are made by CI")
	assert.Equal(t, "policy.toml:36", r.Strictest().Row)
}

// TestWrong: every fault names the file, the line and what was expected.
func TestWrong(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"posture = \"lax\"", `policy.toml:1: posture is "lax"; want observe, guard, strict`},
		{"\nposure = \"guard\"", `policy.toml:2:1: no key "posure" is known here; want posture, `},
		{"\n[audit]\nsink = \"x\"", `policy.toml:3:1: no key "audit.sink" is known here; want on_unwritable, sync`},
		{"[[rule]]\ncommand = \"ls\"\nverdikt = \"allow\"", `policy.toml:3:1: no key "rule.verdikt" is known here; want command, tool, verdict`},
		{"posture = 3", "policy.toml:1:11: posture is of the wrong type; want text in quotes"},
		{"secrets = \"x\"", "policy.toml:1:11: secrets is of the wrong type; want a list of file names"},
		{"posture = \"guard\n", "policy.toml:1:"},
		{"posture = \"guard\"\nposture = \"strict\"", "policy.toml:2"},
		{"hold = \"10m\"", `hold is "10m"; want a time from`},
		{"projects = [\n  \"/ok\",\n  \"relative\",\n]", `policy.toml:3: projects holds "relative"`},
		{"projects = [\"/\"]", "want absolute folders below /"},
		{"secrets = [\"a/b\"]", `policy.toml:1: "a/b" is no name of a file`},
		{"[effects]\nwipe = \"fine\"", `policy.toml:2: effects.wipe is "fine"`},
		{"[effects]\nwipes = \"safe\"", "policy.toml:2: effects.wipes is no effect"},
		{"[effects]\ntamper = \"safe\"", "policy.toml:2: effects.tamper cannot be loosened"},
		{"[effects]\nunreadable = \"unknown\"", "effects.unreadable cannot be loosened"},
		{"[zones]\nguard = { writes = \"safe\" }", "policy.toml:2: zones.guard.writes cannot be loosened"},
		{"[zones]\nmoon = { writes = \"safe\" }", "policy.toml:2: zones.moon is no zone"},
		{"[zones.home]\nreads = \"safe\"\nwrites = \"sure\"", `policy.toml:3: zones.home.writes is "sure"`},
		{"[audit]\nsync = \"sometimes\"", `policy.toml:2: audit.sync is "sometimes"; want never, auto, always`},
		{"run_download = [\n\"http://x.example/y\"]", `policy.toml:2: "http://x.example/y" is no exact address`},
		{"run_download = [\"https://x.example/*\"]", "without patterns"},
		{"posture = \"guard\"\ncommands = '''\nship\n    -f  frob\n'''", `policy.toml:4: "frob" is no effect`},
		{"commands = \"\"\"ship\n    force\n\"\"\"", `policy.toml:2: "force" is no row`},
		{"commands = '''\nrm\n    -f  safe\n'''", `policy.toml:3: guard's own table of "rm" has "-f" already`},
		{"[[rule]]\nverdict = \"allow\"", "policy.toml:1: a rule names no command"},
		{"[[rule]]\ncommand = \"ls\"", `policy.toml:1: verdict is ""; want allow, approve or refuse`},
		{"[[rule]]\ncommand = \"ls\"\nverdict = \"defer\"", `policy.toml:3: verdict is "defer"`},
		{"[[rule]]\ncommand = \"ls; rm\"\nverdict = \"allow\"", `policy.toml:2: "ls; rm" holds ";"`},
		{"[[rule]]\ncommand = 3\nverdict = \"allow\"", "policy.toml:2: command is of the wrong type; want text or a list"},
		{"[[rule]]\ncommand = \"ls\"\ntool = \"x\"\nverdict = \"allow\"", "policy.toml:1: a rule has either command or tool"},
		{"[[rule]]\ncommand = \"ls\"\nverdict = \"allow\"\nalso = [\"wipe\"]", `policy.toml:4: "wipe" cannot be lifted by a rule`},
		{"[[rule]]\ncommand = \"ls\"\nverdict = \"refuse\"\nalso = [\"send\"]", "policy.toml:4: also is for rules that allow"},
		{"[[rule]]\ntool = \"*\"\nverdict = \"allow\"", "policy.toml:2: \"*\" would allow every tool"},
		{"[tools]\n\"mcp__x__*\" = \"reading\"", `policy.toml:2: tools.mcp__x__* is "reading"; want names of effects`},
		{"[tools]\n\"*\" = \"safe\"", "policy.toml:2: \"*\" is no name of a tool"},
	} {
		_, err := Parse("policy.toml", []byte(c.text))
		require.Error(t, err, c.text)
		assert.Contains(t, err.Error(), c.want, c.text)
	}
	_, err := Parse("p", []byte("posture = \"x\"\nhold = \"y\"\n[zones]\nmoon = { reads = \"z\" }\n"))
	var fs Faults
	require.ErrorAs(t, err, &fs)
	assert.Len(t, fs, 3, "all faults are found at once")
	assert.Equal(t, "p:1: posture is \"x\"; want observe, guard, strict (and 2 more: guard policy check)", err.Error())
}

// TestLayers: managed over user over project; a lower layer only tightens.
func TestLayers(t *testing.T) {
	file := func(layer Layer, trusted bool, text string) Source {
		name := map[Layer]string{Project: ".guard.toml", User: "policy.toml", Managed: "managed.toml"}[layer]
		return Source{File: parse(t, name, text), Layer: layer, Trusted: trusted}
	}
	t.Run("managed", func(t *testing.T) {
		s := Compose(
			file(User, false, "posture = \"observe\"\nauto_allow = \"never\"\n[effects]\npublish = \"safe\"\nsend = \"safe\"\n[[rule]]\ncommand = \"git push ...\"\nverdict = \"allow\""),
			file(Managed, false, "posture = \"guard\"\nauto_allow = \"prompt\"\n[effects]\npublish = \"outward\"\n[[rule]]\ncommand = \"git push\"\nverdict = \"refuse\""),
		)
		assert.Equal(t, classify.PostureGuard, s.Posture)
		assert.Equal(t, "never", s.AutoAllow, "stricter than managed is fine")
		assert.Equal(t, classify.TierOutward, s.Tier(classify.Publish))
		assert.Equal(t, classify.TierSafe, s.Tier(classify.Send), "of which managed says nothing")
		assert.Equal(t, "refuse", verdict(s, "git push origin main"))
		assert.Equal(t, []string{
			`policy.toml:1: posture = "observe" is looser than managed.toml:1, which stands over it`,
			`policy.toml:4: effects.publish = "safe" is looser than managed.toml:4, which stands over it`,
		}, s.Withheld)
	})
	t.Run("unattended follows who says how strict guard is", func(t *testing.T) {
		s := Compose(file(User, false, "[unattended]\nposture = \"observe\""), file(Managed, false, "posture = \"strict\""))
		assert.Equal(t, classify.PostureStrict, s.For(true))
		s = Compose(file(Project, false, "posture = \"strict\""), file(User, false, "[unattended]\nposture = \"observe\""))
		assert.Equal(t, classify.PostureStrict, s.For(true))
		s = Compose(file(Project, false, "[unattended]\nposture = \"guard\""), file(User, false, "posture = \"strict\""))
		assert.Equal(t, classify.PostureStrict, s.For(true))
	})
	loose := `
posture = "observe"
auto_allow = "always"
hold = "500s"
projects = ["/srv"]
temp = ["/srv"]
run_download = ["https://a.example/x"]
commands = "frobnicate TEXT..."
[unattended]
posture = "observe"
[audit]
on_unwritable = "allow"
sync = "never"
[effects]
publish = "safe"
[zones]
secrets = { reads = "safe" }
[[rule]]
command = "git push ..."
verdict = "allow"
`
	t.Run("an untrusted project loosens nothing", func(t *testing.T) {
		s := Compose(file(Project, false, loose))
		assert.Len(t, s.Withheld, 13)
		for _, w := range s.Withheld {
			assert.Contains(t, w, "guard trust")
			assert.Contains(t, w, ".guard.toml:")
		}
		withheld := s.Withheld
		s.Withheld, s.set = nil, nil
		assert.Equal(t, Default(), s)
		assert.Contains(t, strings.Join(withheld, "\n"), `.guard.toml:15: effects.publish = "safe" loosens, and nobody has trusted this file (guard trust)`)
	})
	t.Run("and tightens", func(t *testing.T) {
		s := Compose(file(Project, false, "posture = \"strict\"\nsecrets = [\"vault.txt\"]\nhold = \"0s\"\n[effects]\nfetch = \"outward\"\n[tools]\n\"mcp__x__*\" = \"publish\"\n[[rule]]\ncommand = \"make deploy\"\nverdict = \"refuse\""))
		assert.Empty(t, s.Withheld)
		assert.Equal(t, classify.PostureStrict, s.Posture)
		assert.Zero(t, s.Hold)
		assert.Equal(t, "approve", verdict(s, "cat vault.txt"))
		assert.Equal(t, "refuse", verdict(s, "make deploy"))
		assert.Equal(t, classify.Approve, classify.Tool("mcp__x__get", []byte("{}"), scene(), &s.Policy).Verdict)
	})
	t.Run("a trusted project has its say below the person", func(t *testing.T) {
		s := Compose(file(Project, true, loose), file(User, false, "posture = \"guard\"\n[[rule]]\ncommand = \"git push\"\nverdict = \"approve\""))
		assert.Equal(t, classify.PostureGuard, s.Posture)
		assert.Equal(t, classify.PostureGuard, s.For(true))
		assert.Equal(t, classify.TierSafe, s.Tier(classify.Publish))
		assert.Equal(t, []string{"/srv"}, s.Projects)
		assert.Equal(t, "allow", verdict(s, "frobnicate x"))
		assert.Equal(t, "approve", verdict(s, "git push origin"), "the person's rule stands over the project's")
	})
}

// TestProjectNeverSoftens: under what a repository brings along no case of the
// fixtures gets a milder verdict.
func TestProjectNeverSoftens(t *testing.T) {
	projects := []string{`
posture = "observe"
projects = ["/home/dev", "/etc"]
temp = ["/home/dev", "/usr"]
run_download = ["https://get.example.com", "https://x.example/install.sh"]
commands = '''
frobnicate TEXT...
unknowntool CMD
'''
[effects]
publish = "safe"
discard = "safe"
wipe = "safe"
leak = "unknown"
run-download = "safe"
unknown = "safe"
[zones]
system = { writes = "safe", deletes = "safe" }
home = { writes = "safe", deletes = "safe" }
secrets = { reads = "safe", writes = "safe" }
project = { deletes = "safe" }
[tools]
"mcp__*" = "safe"
[[rule]]
command = ["git push ...", "git ...", "rm ...", "curl ...", "sudo ...", "bash ...", "npm ...", "docker ..."]
verdict = "allow"
also = ["publish", "rewrite", "discard", "elevate", "deletes project", "writes system", "unknown"]
`, `
posture = "strict"
[effects]
read-remote = "dangerous"
[zones]
project = { writes = "dangerous" }
[[rule]]
command = "git ..."
verdict = "refuse"
`}
	files, err := filepath.Glob("../../fixtures/commands/*.txtar")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, p := range projects {
		s := Compose(Source{File: parse(t, ".guard.toml", p), Layer: Project})
		for _, name := range files {
			data, err := os.ReadFile(name)
			require.NoError(t, err)
			for _, sec := range txtar.Parse(data).Files {
				lines := strings.Split(string(sec.Data), "\n")
				if strings.Contains(sec.Name, ": ") {
					lines = []string{string(sec.Data)}
				}
				for _, l := range lines {
					plain, got := classify.Line(l, scene(), nil).Verdict, classify.Line(l, scene(), &s.Policy).Verdict
					assert.GreaterOrEqual(t, got, plain, "%s: %s", name, l)
				}
			}
		}
	}
}

// TestProjectNeverSoftensTools: the same for tools that are no shell.
func TestProjectNeverSoftensTools(t *testing.T) {
	s := Compose(Source{File: parse(t, ".guard.toml", `
projects = ["/home/dev"]
[tools]
"mcp__*" = "safe"
"Web*" = "safe"
[[rule]]
tool = ["mcp__*", "Write", "Edit", "Read", "WebFetch", "Agent"]
verdict = "allow"
`), Layer: Project})
	data, err := os.ReadFile("../../fixtures/corpus/tools.jsonl")
	require.NoError(t, err)
	n := 0
	for l := range strings.Lines(string(data)) {
		var row struct {
			Tool  string          `json:"tool_name"`
			Input json.RawMessage `json:"tool_input"`
		}
		require.NoError(t, json.Unmarshal([]byte(l), &row))
		if row.Tool == "" {
			continue
		}
		n++
		plain, got := classify.Tool(row.Tool, row.Input, scene(), nil).Verdict, classify.Tool(row.Tool, row.Input, scene(), &s.Policy).Verdict
		assert.GreaterOrEqual(t, got, plain, l)
	}
	assert.NotZero(t, n)
}

func TestEntries(t *testing.T) {
	s := Compose(
		Source{File: parse(t, "policy.toml", "posture = \"strict\"\n\n[zones]\nhome = { writes = \"safe\" }\n[[rule]]\ncommand = \"git push\"\nverdict = \"refuse\""), Layer: User},
		Source{File: parse(t, ".guard.toml", "[effects]\nfetch = \"outward\""), Layer: Project},
	)
	from := map[string]string{}
	for _, e := range s.Entries() {
		from[e.Key+" = "+e.Value] = e.From
	}
	for want, at := range map[string]string{
		"posture = strict":               "policy.toml:1",
		"unattended.posture = strict":    "policy.toml:1",
		"auto_allow = prompt":            "default",
		"zones.home.writes = safe":       "policy.toml:4",
		"zones.home.deletes = dangerous": "default",
		"effects.fetch = outward":        ".guard.toml:2",
		"rule = refuse git push":         "policy.toml:5",
	} {
		assert.Equal(t, at, from[want], want)
	}
}

func TestCheck(t *testing.T) {
	f := parse(t, "policy.toml", `
[[rule]]
command = "git push ..."
verdict = "allow"
match = [
  "git -C x push origin main",
  "git pull",
]
no_match = ["git fetch", "sudo git push"]

[[rule]]
tool = "mcp__jira__*"
verdict = "refuse"
match = ["mcp__jira__x"]

[expect]
allow = ["git push origin main", "git push --force"]
refuse = ["rm -rf /"]
`)
	failed, run := f.Check(Compose(Source{File: f, Layer: User}), scene())
	assert.Equal(t, 8, run)
	var texts []string
	for _, x := range failed {
		texts = append(texts, x.Error())
	}
	require.Len(t, texts, 3)
	assert.Equal(t, "policy.toml:7: the rule does not meet `git pull`, but should", texts[0])
	assert.Equal(t, "policy.toml:9: the rule meets `sudo git push`, but should not", texts[1])
	assert.Contains(t, texts[2], "policy.toml:17: `git push --force` gets approve, not allow: destroys or changes what other people rely on")
}

func FuzzParse(f *testing.F) {
	f.Add("posture = \"strict\"\n[zones]\nhome = { writes = \"safe\" }")
	f.Add("commands = '''\nship\n    -f  publish\n'''\n[[rule]]\ncommand = [\"a\", 1]")
	f.Fuzz(func(t *testing.T, text string) {
		file, err := Parse("policy.toml", []byte(text))
		if err != nil {
			assert.Nil(t, file)
			assert.Contains(t, err.Error(), "policy.toml:")
			return
		}
		s := Compose(Source{File: file, Layer: Project})
		for _, line := range []string{"rm -rf /", "git push", "frobnicate", "ls"} {
			if got := classify.Line(line, scene(), &s.Policy).Verdict; got < classify.Line(line, scene(), nil).Verdict {
				t.Fatalf("%q softens %s to %s", text, line, got)
			}
		}
	})
}
