// Package db is butler's one database, the SQLite file butler.db. A room of
// butler brings its tables as a [Room]: steps of SQL that only ever grow at
// their end. [Open] brings an older file forward, and the rooms then write
// through [DB.Write] and read through [DB.Read].
//
// Promise: what Write returned for is on the disk (WAL, synchronous=FULL). One
// transaction writes at a time, in the order of asking; readers never wait for
// it and see whole transactions only. A file that a later butler wrote is
// refused and left as it is; steps run in one transaction, so that a crash in
// between leaves the old schema. The file can be read by its user alone.
//
// Limit: the file must lie on a local disk, since the journal is shared memory.
// Who can write the file as this user can change what it says; the log of guard
// is what shows that.
package db
