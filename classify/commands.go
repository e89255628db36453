package classify

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
)

// index says where each program's row stands: a line "name family row" each. It
// keeps a hook from touching the memory of all tables to find one row, which
// costs more than reading the line. make index rewrites it; a test holds it to
// the tables.
//
//go:embed index.txt
var index string

// tables is every command that guard knows, one file of rows for each family.
// To add a command, add a row to the file of its family, or a file and a line
// here; then its cases to the file of the same name in fixtures/commands.
var tables []family

type family struct {
	name string
	rows []Command
}

// The list is filled here and not where it is declared, since rows name
// functions that look other rows up.
func init() {
	tables = []family{
		{"git", gitCommands},
		{"files", fileCommands},
		{"text", textCommands},
		{"wrap", wrapCommands},
		{"shell", shellCommands},
		{"net", netCommands},
		{"lang", langCommands},
		{"build", buildCommands},
		{"migrate", migrateCommands},
		{"pkg", pkgCommands},
		{"box", boxCommands},
		{"cloud", cloudCommands},
		{"data", dataCommands},
		{"system", systemCommands},
		{"service", serviceCommands},
		{"tool", toolCommands},
		{"agent", agentCommands},
	}
}

// found remembers the answers of Lookup.
var found sync.Map

// Lookup returns the table of the program called name, or nil. No map is built
// when the hook starts: see index.
func Lookup(name string) *Command {
	if c, ok := found.Load(name); ok {
		return c.(*Command)
	}
	c := search(name)
	if c != nil { // what a line may hold besides is without end
		found.Store(name, c)
	}
	return c
}

// search finds the row by the index. Where the index does not know the name, or
// is older than the tables, the rows are searched as they stand.
func search(name string) *Command {
	if name == "" || strings.ContainsAny(name, " \n") {
		return nil
	}
	if at := strings.Index(index, "\n"+name+" "); at >= 0 {
		line, _, _ := strings.Cut(index[at+len(name)+2:], "\n")
		fam, row, _ := strings.Cut(line, " ")
		i, err1 := strconv.Atoi(fam)
		j, err2 := strconv.Atoi(row)
		if err1 == nil && err2 == nil && i < len(tables) && j < len(tables[i].rows) {
			if c := &tables[i].rows[j]; hasName(c.Name, name) {
				return c
			}
		}
	}
	for i := range tables {
		rows := tables[i].rows
		for j := range rows {
			if rows[j].Name == name || len(rows[j].Name) > len(name) && hasName(rows[j].Name, name) {
				return &rows[j]
			}
		}
	}
	return nil
}
