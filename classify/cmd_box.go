package classify

var boxCommands = []Command{}
