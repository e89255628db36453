// Package audit keeps a log of what was decided about every call: one JSON
// object a line, each line chained to the one before by SHA-256, written by
// many short-lived processes at once.
//
// # Promise
//
// A record that Append acknowledged is in the log exactly once, its seq is
// never used again, and nothing is ever truncated, renamed or rewritten: what
// a crash leaves behind stays in place and the next record declares it. Verify
// finds any changed bit of what was written, and never says that nothing is
// fine. Every string is redacted (package redact), cut to its limit and made
// safe to print before it is hashed.
//
// # The chain
//
// The hash covers the raw bytes of the line, so no canonical form is needed:
//
//	body = the line without its last member `,"hash":"<64 hex>"`, closed by "}"
//	hash = hex(SHA-256(0x00 || body))
//	prev = hash of the record before; 64 zeros in the first
//
// The same hash is an RFC 6962 leaf, so the file is a transparency log as it
// is: the Merkle root over the lines in file order is what a checkpoint signs.
//
// # Layout
//
// A directory (mode 0700, owned by the user) holds lock, head, and segments
// named by the seq of their first record, 20 digits and ".jsonl". The segment
// with the highest name is the active one. head is 512 bytes of text that name
// the last acknowledged record; a head that is ahead of the log means that
// records are gone.
//
// # Limit
//
// The chain shows accidents and edits that were not followed by a rehash. A
// process under the same user can rewrite the whole log; only a head or a
// checkpoint kept elsewhere (another user, a repository, CI) shows that. Nor
// does the log know of calls that never reached it. Local filesystems only.
// Windows builds and is not tested.
package audit
