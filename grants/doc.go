// Package grants keeps what a person has allowed ahead of time, and the calls
// that wait for a person.
//
// There is one file, grants.json, in guard's state folder. A grant of scope
// once binds the fingerprint of one call ([Subject]); a grant of scope until or
// session binds the beginning of a command and the effects that it names. A
// hook takes grants with [Store.Take] and leaves a call to a person with
// [Store.Park]; a person's verbs end it with [Store.Approve] or [Store.Deny].
//
// Promise: a grant covers all that needs a person in a call, or it is not used.
// It is used up, on disk, before Take returns: a crash in between costs the
// grant, never a second run. Only one of any number of processes gets the last
// use. A grant that has expired stays so when the clock is set back. Whatever
// goes wrong, from a lock that is not free within 2 s to a file that cannot be
// read, ends as "no grant"; a file that is not understood is set aside with its
// bytes.
//
// Limit: the package believes its caller. Whether a person sits at the
// terminal, and whether a call may be lifted at all, is decided elsewhere: Take
// must never be asked about a refused call. Who can write the file as this user
// can write grants into it.
package grants
