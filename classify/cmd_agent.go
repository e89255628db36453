package classify

var agentCommands = []Command{}
