package classify

var fileCommands = []Command{}
