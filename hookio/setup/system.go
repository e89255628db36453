package setup

import "runtime"

// isWindows: there modes of files say nothing.
const isWindows = runtime.GOOS == "windows"
