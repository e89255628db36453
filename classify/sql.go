package classify

// sql judges the text of a query at a database of this machine.
func (k *call) sql(f flow, row string) {}
