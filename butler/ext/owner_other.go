//go:build !unix

package ext

import "guard/butler/workdir"

// writableByOthers cannot tell on this system.
func writableByOthers(...string) *workdir.Problem { return nil }
