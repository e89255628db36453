package audit

import (
	"context"
	"errors"
	"fmt"
)

// ErrUnwritable is wrapped by every error of Append that leaves an event out of
// the log, or in it without the certainty that was asked for.
var ErrUnwritable = errors.New("audit: the log cannot be written")

// OnUnwritable says what happens to a call that cannot be logged.
type OnUnwritable uint8

const (
	DenyAll   OnUnwritable = iota // no log, no call
	DenyRisky                     // dangerous and above are denied
	AllowAll                      // every answer stands
)

// ParseOnUnwritable reads deny-all, deny-risky or allow.
func ParseOnUnwritable(s string) (OnUnwritable, error) {
	switch s {
	case "deny-all":
		return DenyAll, nil
	case "deny-risky":
		return DenyRisky, nil
	case "allow":
		return AllowAll, nil
	}
	return DenyAll, fmt.Errorf("audit: %q is not deny-risky, deny-all or allow", s)
}

func (p OnUnwritable) String() string {
	switch p {
	case DenyRisky:
		return "deny-risky"
	case AllowAll:
		return "allow"
	}
	return "deny-all"
}

// Pass reports whether an answer may stand although it is not logged. When it
// may, the person must be warned, on every call. A deny stays a deny, and so
// does an answer that is not known.
func (p OnUnwritable) Pass(tier, answer string) bool {
	switch answer {
	case "allow", "ask", "none":
	default:
		return false
	}
	switch p {
	case AllowAll:
		return true
	case DenyRisky:
		return !risky(tier)
	}
	return false
}

// Below either of these the log says that its disk is filling up.
const (
	lowBytes   = 64 << 20
	lowPercent = 5
)

// steps reports whether n more bytes take the segment across a multiple of
// reserveStep: the moments at which room is looked after.
func (t *tx) steps(n int) bool {
	return t.size == 0 || t.size/reserveStep != (t.size+int64(n))/reserveStep
}

// degrade puts a record before the next one when the disk is nearly full. It is
// looked at in steps, so that a full disk is not filled with the news.
func (t *tx) degrade(n int) {
	t.log.warn("")
	if !t.steps(n + 512) {
		return
	}
	free, low := t.log.low()
	if low == "" {
		return
	}
	t.log.warn(low)
	w := writer{b: make([]byte, 0, 256)}
	w.time("time", t.log.opts.now())
	w.token("type", string(TypeDegraded))
	w.token("why", "low-space")
	w.int("free", int64(min(free, 1<<53-1)))
	t.add(w.b)
}

// LowSpace is what a person should know of the disk that the log is on, "" where
// it has room. It asks the disk at every call; Append does so in steps.
func (l *Log) LowSpace() string {
	_, low := l.low()
	return low
}

func (l *Log) low() (free uint64, low string) {
	free, total, err := freeBytes(l.dir)
	if err != nil || total == 0 || free >= lowBytes && free/(total/100+1) >= lowPercent {
		return free, ""
	}
	return free, fmt.Sprintf("audit: the disk of %s has only %d MiB left", l.dir, free>>20)
}

// leaveSegment begins a new segment after a sync that failed, and says there
// which record may be lost. The old one is not synced again: a second sync
// would claim success for pages that the kernel has given up.
func (l *Log) leaveSegment(ctx context.Context, seq uint64, cause error) {
	_, _ = l.write(ctx, false, func(t *tx) error {
		if err := t.shut(); err != nil {
			return err
		}
		if err := t.next(); err != nil {
			return err
		}
		w := writer{b: make([]byte, 0, 512), redact: l.opts.Redact.String}
		w.time("time", l.opts.now())
		w.token("type", string(TypeDegraded))
		w.text("reason", cause.Error(), MaxReason)
		w.int("ref", int64(seq))
		w.token("why", "sync-failed")
		t.add(w.b)
		return t.flush()
	})
}

// Warning is what a person should know after the last Append although it
// succeeded, such as a disk that is filling up; usually "".
func (l *Log) Warning() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.warning
}

func (l *Log) warn(s string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.warning = s
}
