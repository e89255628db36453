package classify

var textCommands = []Command{}
