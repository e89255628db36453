package classify

import "sync"

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
		{"agent", agentCommands},
	}
}

// found remembers the answers of Lookup.
var found sync.Map

// Lookup returns the table of the program called name, or nil. The tables are
// searched as they stand: no index is built when the hook starts.
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

func search(name string) *Command {
	if name == "" {
		return nil
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
