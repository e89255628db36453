package classify

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestOwnRows(t *testing.T) {
	own, errs := ParseRows(`
shipit|ship-it                    run-project
shipit go TEXT...                 publish
    -f --force                    rewrite
    -o=WRITE --output=WRITE
    -n --dry-run                  dry
    -c --command                  run-project
    with -c --command: SCRIPT
shipit status                     read-remote
    TEXT...
shipit prune TEXT...              discard
    where prod* live              rewrite
inside CMD
askdb
    -e=SQL
    standard input is SQL
git town sync                     read-remote
    --all
git status
    --fancy
`)
	require.Empty(t, errs)
	assert.Equal(t, []string{"shipit", "ship-it", "inside", "askdb", "git"}, own.Names())
	p := &Policy{Own: []*Own{own}}
	for _, c := range []struct{ want, line string }{
		{"approve", "shipit go a"},
		{"approve", "ship-it go a"},
		{"allow", "shipit go -n a"},
		{"allow", "shipit go -n -o ~/x a"},
		{"approve", "shipit go -o ~/x a"},
		{"defer", "shipit a"},
		{"allow", "shipit status x"},
		{"approve", "shipit go --frob a"},
		{"defer", "shipit status --frob"},
		{"refuse", "shipit go -c 'rm -rf ~'"},
		{"approve", "shipit prune live"},
		{"refuse", "inside rm -rf ~"},
		{"allow", "inside ls"},
		{"approve", "askdb -e 'drop table users'"},
		{"allow", "askdb -e 'select 1'"},
		{"approve", "echo 'drop table users' | askdb"},
		{"allow", "git town sync --all"},
		{"defer", "git town frob"},
		{"allow", "git status --fancy"},
		{"allow", "git status -s"},
		{"approve", "git push origin main"},
		{"approve", "git -c core.pager='sh -c x' town sync"},
		{"refuse", "sudo inside rm -rf /"},
	} {
		r := Line(c.line, scene(), p)
		assert.Equal(t, c.want, r.Verdict.String(), "%s\n%s", c.line, explain(r))
	}
	// guard's own tables are as they were.
	assert.Equal(t, Defer, Line("git town sync", scene(), nil).Verdict)
}

// TestOwnRowsKeepTheTables: with rows for programs that guard knows, no fixture
// gets another verdict.
func TestOwnRowsKeepTheTables(t *testing.T) {
	own, errs := ParseRows("git town sync\n    --all\nrm\n    --frob\nkubectl frob  publish\n")
	require.Empty(t, errs)
	p := &Policy{Own: []*Own{own}}
	for _, c := range cases(t) {
		if got := Line(c.line, scene(), p); got.Verdict.String() != c.want {
			t.Errorf("%s: got %s, want %s\n%s", c.line, got.Verdict, c.want, explain(got))
		}
	}
}

func TestWrongRows(t *testing.T) {
	for text, want := range map[string]RowError{
		"    -f":                              {1, "this row belongs to no command"},
		"ship\n    -f  frob":                  {2, `"frob" is no effect`},
		"ship  frob":                          {1, `"frob" is no effect`},
		"ship\n    force":                     {2, `"force" is no row`},
		"ship\n    -f rewrite":                {2, `"rewrite" is no flag`},
		"ship\n    -f -f":                     {2, `"-f" is spelled twice`},
		"ship\n    -f\n    -x -f":             {3, `"-f" is spelled twice`},
		"ship\n    -o=FILE":                   {2, `"FILE" is no kind`},
		"ship\n    READ... WRITE...":          {2, "two open ends"},
		"ship READ\n    WRITE":                {2, "given twice"},
		"ship\n\nship":                        {3, `"ship" has rows already, at line 1`},
		"a b\na|c":                            {2, `"a" stands in "a" already`},
		"rm\n    -f":                          {2, `guard's own table of "rm" has "-f" already`},
		"rm\n    TEXT...":                     {2, "guard's own table gives the operands"},
		"rm\n    --x\n    with -f: TEXT":      {3, `"-f" is no flag of a row above`},
		"git push\n    --mirror":              {2, `guard's own table of "push" has "--mirror" already`},
		"git|hg x":                            {1, `guard knows "git"; give it a block of its own`},
		"ship\n    with -c SCRIPT":            {2, "has no colon"},
		"ship\n    where x":                   {2, "says nothing"},
		"ship\n    standard input is READ":    {2, "want SCRIPT, SQL, SEND"},
		"/usr/bin/ship":                       {1, "is no name of a program"},
		"ship\n    -r=RUN:cobol":              {2, `"RUN:cobol" is no kind`},
		"TEXT...":                             {1, "begins with no name"},
		"ship\n    TEXT...   publish":         {2, "effects stand beside"},
		"ok\nship\n    -f  x\nboat\n    -g y": {3, `"x" is no effect`},
	} {
		_, errs := ParseRows(text)
		require.NotEmpty(t, errs, text)
		assert.Equal(t, want.Line, errs[0].Line, text)
		assert.Contains(t, errs[0].Text, want.Text, text)
	}
}
