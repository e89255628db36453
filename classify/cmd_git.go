package classify

var gitCommands = []Command{}
