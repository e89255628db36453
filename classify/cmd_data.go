package classify

var dataCommands = []Command{}
