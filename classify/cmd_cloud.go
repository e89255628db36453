package classify

var cloudCommands = []Command{}
