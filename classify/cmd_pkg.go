package classify

var pkgCommands = []Command{}
