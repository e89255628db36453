// Package coord is the wire between guard, which a client's hook starts for one
// call and which must answer soon, and butler, which stays and holds calls for
// a person. It imports neither.
//
// There are two unix sockets in one private folder. guard.sock knows submit,
// check, withdraw, event, context and ping. owner.sock, which the butler command
// uses, knows list, show, prepare, decide, revoke, open, stop, status, ping and
// watch. Nothing that a hook can reach decides anything: the word for it does
// not exist there.
//
// A frame is one JSON object on one line, at most 1 MiB. A connection carries
// one request. To a submit, butler answers
//
//	ack     the call is in the inbox, on disk
//	tick    it still waits; one every ten seconds
//	final   how it ended, once; then the connection is closed
//
// or error, in place of any of them. Members that are not known are ignored. A
// state or a decision that is not known is a denial, and so is the zero value of
// every answer here.
//
// Both ends ask the kernel who the other one is: it must be the same user. guard
// looks at the folder and at the socket before it connects (owner, mode, no
// symbolic link). A final carries a MAC under a key in butler's state folder, over
// the version, the id and the key of the call, the state, the decision and a
// nonce of guard's, so that neither an old answer nor one to another call is taken.
//
// Promise: only a final of state approved and decision allow, with a right MAC,
// to this very submit, is a yes. Everything else is none, whatever the other end
// sends or leaves out, and every wait has an end. Nothing here imports package
// net, which guard would have to carry; coord/serve, which listens, does.
//
// Limit: a process of the same user can read the key and speak for butler. The
// MAC stops a stranger on the path and answers that were mixed up, not that.
// Calls of more than 256 KiB are not submitted: guard then acts as if there were
// no butler, and says so. On Windows there is no butler.
package coord

import "time"

// Version is the version of the wire. Another one is answered with an error that
// says which are known.
const Version = 1

// Bounds of what is read and written, in bytes.
const (
	MaxLine  = 1 << 20   // a frame, its newline included
	MaxInput = 256 << 10 // the subject of a call; grants keep no larger one either
	maxPath  = 100       // of a socket; the systems have room for 104 (macOS) and 108
	keySize  = 32
)

// Timing is how long guard waits for what. The zero Timing waits for nothing.
type Timing struct {
	Dial  time.Duration // to connect
	Ack   time.Duration // from there to the ack
	Tick  time.Duration // between two frames of butler, then it is dead
	Write time.Duration // for a frame to be taken

	// Again are the pauses before guard connects again, once each, after it
	// lost a butler that had acknowledged the call.
	Again []time.Duration
}

// Usual is the timing of guard.
func Usual() Timing {
	return Timing{
		Dial:  150 * time.Millisecond,
		Ack:   500 * time.Millisecond,
		Tick:  30 * time.Second,
		Write: 500 * time.Millisecond,
		Again: []time.Duration{100 * time.Millisecond, time.Second, 3 * time.Second},
	}
}

// MaxNamed is how many calls a session is reminded of at once; of the rest it is
// told the number.
const MaxNamed = 3

// TickEvery is how often butler sends a tick to one that holds.
const TickEvery = 10 * time.Second

// ParkBefore is how long before guard's own deadline butler sends the final
// that parks the call.
const ParkBefore = 2 * time.Second
