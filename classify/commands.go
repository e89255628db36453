package classify

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
)

// index says where each program's row stands: a line "name family row" each,
// sorted. It keeps a hook from touching the memory of all tables to find one
// row, which costs more than reading the line. make index rewrites it; a test
// holds it to the tables.
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

// search finds the row by the index, whose lines are sorted by name. A name
// that the index lacks has no row: a test holds the two together.
func search(name string) *Command {
	for lo, hi := 0, len(index); lo < hi; {
		mid := lo + (hi-lo)/2
		start := lo + strings.LastIndexByte(index[lo:mid], '\n') + 1
		line, _, _ := strings.Cut(index[start:], "\n")
		at, place, _ := strings.Cut(line, " ")
		switch {
		case at < name:
			lo = start + len(line) + 1
		case at > name:
			hi = start
		default:
			return rowAt(place)
		}
	}
	return nil
}

// rowAt is the row at "family row", or nil where there is none.
func rowAt(place string) *Command {
	fam, row, _ := strings.Cut(place, " ")
	i, err1 := strconv.Atoi(fam)
	j, err2 := strconv.Atoi(row)
	if err1 != nil || err2 != nil || i >= len(tables) || j >= len(tables[i].rows) {
		return nil
	}
	return &tables[i].rows[j]
}
