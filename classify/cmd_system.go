package classify

var systemCommands = []Command{}
