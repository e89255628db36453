// Package workdir is the folder of a butler instance, BUTLER_HOME: its settings
// in butler.json, the skeleton that butler init lays down, and the JSON Schemas
// that say what may stand in the settings and in the manifests of extensions.
//
// Promise: what is there is never overwritten, and butler never rewrites
// butler.json, so that keys it does not know stay. Every fault of a file is
// told at its place, as file, line, column and JSON pointer, all of them at
// once; a key that is not known is a warning and no fault. Reading is bounded:
// 1 MiB a file, 64 levels.
//
// Limit: it reads what its owner wrote and judges only the form. Whether a
// program named there exists or does what it says is found when it is run.
package workdir
