package classify

var netCommands = []Command{}
