package classify

var langCommands = []Command{}
