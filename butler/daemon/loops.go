package daemon

import (
	"context"
	"fmt"
	"runtime/debug"
	"time"
)

// report takes down what went wrong where no caller hears of it.
func (d *Daemon) report(err error) {
	if err == nil {
		return
	}
	d.faults.Add(1)
	d.log.Error("fault", "error", err.Error())
}

// recovered keeps a panic from ending butler. It is deferred.
func (d *Daemon) recovered(what string) {
	if p := recover(); p != nil {
		d.faults.Add(1)
		d.log.Error("panic", "in", what, "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
	}
}

// guarded runs do, and lives through its panic.
func (d *Daemon) guarded(what string, do func()) {
	defer d.recovered(what)
	do()
}

// every runs do again and again until ctx ends. A run that is late or that
// breaks is no reason for another one at the same time, or for none later.
func (d *Daemon) every(ctx context.Context, what string, pause time.Duration, do func(context.Context) error) {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	last := ""
	for {
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
		}
		d.guarded(what, func() {
			err := do(ctx)
			if ctx.Err() != nil {
				return
			}
			if err == nil {
				last = ""
			} else if s := err.Error(); s != last { // the same fault is told once
				last = s
				d.report(fmt.Errorf("daemon: %s: %w", what, err))
			}
		})
		timer.Reset(pause)
	}
}
