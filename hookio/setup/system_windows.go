package setup

import "io/fs"

// isWindows: there modes of files say nothing.
const isWindows = true

func ownGroup(fs.FileInfo) bool { return true }
