//go:build patient

package main

import "time"

// With this build tag guard waits longer for butler's first word, so that tests of
// both programs do not fail on a machine with much else to do. What it answers is
// the same.
func init() {
	wireTiming.Dial, wireTiming.Ack, wireTiming.Write = 20*time.Second, 20*time.Second, 20*time.Second
	remindTime = 20 * time.Second
}
