package main

import "io/fs"

// modesCount reports whether the mode of a file says who can reach it.
const modesCount = false

func mine(fs.FileInfo) bool { return true }

func freeSpace(string) (uint64, bool) { return 0, false }
