package cli

import (
	"bytes"
	"errors"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The verbs of a shop, with every kind of tag that guard and butler use.
type shop struct {
	Buy   buyCmd   `cmd:"" help:"Buy fruit."`
	Stock stockCmd `cmd:"" help:"What is there."`
	Close closeCmd `cmd:"" help:"Close the shop."`
}

type buyCmd struct {
	Fruit []string `arg:"" enum:"apple,pear" help:"apple, pear."`
	Money int      `required:"" short:"m" placeholder:"N" help:"What you have."`
	Bag   bool     `default:"true" negatable:"" help:"In a bag."`
	Note  []string `sep:"none" help:"A remark. May be repeated."`
	Tag   []string `help:"Some tags."`
	Size  string   `enum:",small,large" default:"" help:"Which ones."`
}

func (buyCmd) Help() string { return "Examples:\n  shop buy apple -m 3" }

func (c *buyCmd) Run() error {
	bought = *c
	if c.Money == 13 {
		return Status(7)
	}
	if c.Money < 0 {
		return errors.New("no credit")
	}
	return nil
}

type stockCmd struct {
	Show  showCmd  `cmd:"" default:"withargs" help:"Show it."`
	Count countCmd `cmd:"" help:"Count it."`
}

type showCmd struct {
	From string `arg:"" optional:"" type:"path" help:"A list."`
	N    int    `short:"n" default:"3" help:"How many."`
}

func (c showCmd) Run(call *Call) error { shown, given = c, call.Given("n"); return nil }

type countCmd struct {
	Shelf string `arg:"" help:"A shelf."`
	Box   string `arg:"" help:"A box."`
}

func (countCmd) Run() error { return nil }

type closeCmd struct{}

func (*closeCmd) Run(call *Call) error { tree = call.Root(); return nil }

// What ran, for the tests to look at.
var (
	bought buyCmd
	shown  showCmd
	given  bool
	tree   Verb
)

// in runs a command line of the shop.
func in(line string) (status int, stdout, stderr string) {
	bought, shown, given = buyCmd{}, showCmd{}, false
	var out, errs bytes.Buffer
	p := Program{Name: "shop", About: "A shop.", Stdout: &out, Stderr: &errs, Complain: func(err error) int {
		errs.WriteString("complains: " + err.Error())
		return 1
	}}
	status = p.Run(&shop{}, strings.Fields(line))
	return status, out.String(), errs.String()
}

func TestWrongUsage(t *testing.T) {
	for _, tt := range []struct{ line, says, help string }{
		{"sell", `unexpected argument sell`, "shop"},
		{"--", `expected one of "buy", "stock", "close"`, "shop"},
		{"byu", `unexpected argument byu, did you mean "buy"?`, "shop"},
		{"buy apple --nosuch", "unknown flag --nosuch", "shop buy"},
		{"buy apple --note", `--note: missing value, expecting "<arg>"`, "shop buy"},
		{"buy apple", "missing flags: --money=N", "shop buy"},
		{"buy -m 3", `expected "<fruit> ..."`, "shop buy"},
		{"buy apple plum -m 3", `<fruit> ... must be one of "apple","pear" but got "plum"`, "shop buy"},
		{"buy apple -m 3 --size huge", `--size must be one of "","small","large" but got "huge"`, "shop buy"},
		{"buy apple -m much", `--money: expected a valid 64 bit int but got "much"`, "shop buy"},
		{"close now", "unexpected argument now", "shop close"},
		{"stock count", `expected "<shelf> <box>"`, "shop stock count"},
		{"stock count A", `expected "<box>"`, "shop stock count"},
		{"stock count A B C", "unexpected argument C", "shop stock count"},
		{"stock show --nosuch", "unknown flag --nosuch", "shop stock show"},
	} {
		status, out, errs := in(tt.line)
		assert.Equal(t, Usage, status, tt.line)
		assert.Empty(t, out, tt.line)
		assert.Equal(t, "shop: "+tt.says+"\nshop: hint: "+tt.help+" --help shows the usage\n", errs, tt.line)
		assert.Zero(t, bought, "%s: nothing has run", tt.line)
	}
}

// TestHintsWork: the help that a hint names is there.
func TestHintsWork(t *testing.T) {
	for _, verb := range []string{"", "buy", "stock", "stock show", "stock count", "close"} {
		_, _, errs := in(verb + " --nosuch")
		_, hint, ok := strings.Cut(errs, "hint: shop")
		require.True(t, ok, errs)
		status, out, errs := in(strings.TrimSuffix(strings.TrimSpace(hint), " shows the usage"))
		assert.Zero(t, status, verb)
		assert.Contains(t, out, "Usage: "+strings.TrimSpace("shop "+verb))
		assert.Empty(t, errs)
	}
}

func TestFills(t *testing.T) {
	for line, want := range map[string]buyCmd{
		"buy apple -m 3":                             {Fruit: []string{"apple"}, Money: 3, Bag: true},
		"buy -m3 apple pear --no-bag":                {Fruit: []string{"apple", "pear"}, Money: 3},
		"buy apple --money=4 --bag=false":            {Fruit: []string{"apple"}, Money: 4},
		"buy --money 4 --size=large -- pear":         {Fruit: []string{"pear"}, Money: 4, Bag: true, Size: "large"},
		"buy apple -m 3 --note=a,b --note c":         {Fruit: []string{"apple"}, Money: 3, Bag: true, Note: []string{"a,b", "c"}},
		"buy apple -m 3 --tag=a,b --tag c":           {Fruit: []string{"apple"}, Money: 3, Bag: true, Tag: []string{"a", "b", "c"}},
		"buy apple --bag --no-bag --size= -m 1 -m 2": {Fruit: []string{"apple"}, Money: 2},
	} {
		status, _, errs := in(line)
		assert.Zero(t, status, "%s: %s", line, errs)
		assert.Equal(t, want, bought, line)
	}
}

func TestDefaultVerb(t *testing.T) {
	for line, want := range map[string]struct {
		n     int
		given bool
	}{
		"stock":           {3, false},
		"stock -n 5":      {5, true},
		"stock show":      {3, false},
		"stock show -n 3": {3, true},
	} {
		status, _, errs := in(line)
		assert.Zero(t, status, "%s: %s", line, errs)
		assert.Equal(t, want.n, shown.N, line)
		assert.Equal(t, want.given, given, line)
	}
}

func TestStatus(t *testing.T) {
	status, _, errs := in("buy apple -m 13")
	assert.Equal(t, 7, status)
	assert.Empty(t, errs, "a status says nothing more")
	status, _, errs = in("buy apple --money=-1")
	assert.Equal(t, 1, status)
	assert.Equal(t, "complains: no credit", errs)
}

func TestHelp(t *testing.T) {
	for line, want := range map[string][]string{
		"":                           {"Usage: shop <command>", "A shop.", "buy", "Buy fruit.", "stock count"},
		"--help":                     {"Usage: shop <command>"},
		"buy -h":                     {"Usage: shop buy", "<fruit> ...", "--money=N", "--[no-]bag", "shop buy apple -m 3"},
		"buy --help plum --size=big": {"Usage: shop buy"}, // help is given before the values are looked at
		"stock --help":               {"stock count", "Count it."},
	} {
		status, out, errs := in(line)
		assert.Zero(t, status, line)
		assert.Empty(t, errs, line)
		for _, s := range want {
			assert.Contains(t, out, s, line)
		}
		assert.Zero(t, bought, line)
	}
}

func TestRoot(t *testing.T) {
	status, _, _ := in("close")
	require.Zero(t, status)
	require.Len(t, tree.Verbs, 3)
	buy := tree.Verbs[0]
	assert.Equal(t, "buy", buy.Path)
	assert.Equal(t, []Value{{Fixed: []string{"apple", "pear"}}}, buy.Args)
	assert.Equal(t, Flag{Name: "money", Short: "m", Help: "What you have.", Takes: true}, buy.Flags[0])
	assert.Equal(t, Flag{Name: "bag", Help: "In a bag.", Negates: true}, buy.Flags[1])
	assert.Equal(t, []string{"small", "large"}, buy.Flags[4].Fixed)
	show := tree.Verbs[1].Verbs[0]
	assert.Equal(t, "stock show", show.Path)
	assert.Equal(t, []Value{{Path: true}}, show.Args)
}

// TestMistakes: what a program's own verbs get wrong is said at once.
func TestMistakes(t *testing.T) {
	for _, tt := range []struct {
		name, says string
		verbs      any
	}{
		{"no Run", "p a has no method Run", &struct {
			A struct{} `cmd:""`
		}{}},
		{"no Run below", "p a b has no method Run", &struct {
			A struct {
				B struct{} `cmd:""`
			} `cmd:""`
		}{}},
		{"a tag of kong that is not known", "one of p: the tags xor, and, env and lastwins", &struct {
			One bool     `xor:"x"`
			C   closeCmd `cmd:""`
		}{}},
		{"an environment variable", "the tags xor, and, env", &struct {
			One string   `env:"ONE"`
			C   closeCmd `cmd:""`
		}{}},
	} {
		assert.ErrorContains(t, Program{Name: "p"}.Check(tt.verbs, []string{"c"}), tt.says, tt.name)
	}
	require.NoError(t, Program{Name: "p"}.Check(&shop{}, []string{"close"}))
	assert.ErrorContains(t, Program{Name: "p"}.Check(&shop{}, []string{"clos"}), "unexpected argument clos")
}

// TestOnlyHere: kong is one package's business.
func TestOnlyHere(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}} {{join .TestImports " "}}`, "guard/...").Output()
	require.NoError(t, err)
	var users []string
	for line := range strings.Lines(string(out)) {
		if strings.Contains(line, "github.com/alecthomas/kong") {
			users = append(users, strings.Fields(line)[0])
		}
	}
	assert.Equal(t, []string{"guard/internal/cli"}, users)
}
