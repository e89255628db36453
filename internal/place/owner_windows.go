package place

// ownedByRoot has no meaning on Windows, where there is no managed policy yet.
func ownedByRoot(string) error { return nil }
