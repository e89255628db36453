package procs

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"time"
)

// Check is one look at a program: exactly one of Port, URL and Exec is set.
type Check struct {
	Port     int      // on 127.0.0.1, must accept
	URL      string   // on this machine, must answer with a status from 200 to 399
	Exec     []string // must end with status 0
	Interval time.Duration
	Timeout  time.Duration
}

// Health is a check that is made again and again while the program runs.
type Health struct {
	Check   Check
	Retries int  // failures in a row that count
	Restart bool // a program that is unhealthy is ended as if it had failed
}

func (c Check) String() string {
	switch {
	case c.Port != 0:
		return fmt.Sprintf("port %d", c.Port)
	case c.URL != "":
		return c.URL
	}
	return "its check"
}

// client follows no redirection: it would lead to another machine.
var client = &http.Client{
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	Transport:     &http.Transport{DisableKeepAlives: true, Proxy: nil},
}

// look makes the check once. An Exec runs with the program's environment.
func (c Check) look(ctx context.Context, l *Launcher, name, dir string, env []string) error {
	ctx, cancel := context.WithTimeout(ctx, c.Timeout)
	defer cancel()
	switch {
	case c.Port != 0:
		conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(c.Port)))
		if err != nil {
			return fmt.Errorf("port %d does not accept", c.Port)
		}
		return conn.Close()
	case c.URL != "":
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.URL, nil)
		if err != nil {
			return err
		}
		resp, err := client.Do(req)
		if err != nil {
			return fmt.Errorf("%s does not answer", c.URL)
		}
		_ = resp.Body.Close()
		if resp.StatusCode < 200 || resp.StatusCode > 399 {
			return fmt.Errorf("%s answers %s", c.URL, resp.Status)
		}
		return nil
	}
	p, err := l.Start(Command{Name: name, Argv: c.Exec, Dir: dir, Env: env})
	if err != nil {
		return err
	}
	select {
	case <-p.Done():
		if !p.Exit().OK() {
			return fmt.Errorf("its check ended: %s", p.Exit())
		}
		return nil
	case <-ctx.Done():
		p.Kill()
		<-p.Done()
		return fmt.Errorf("its check took longer than %s", c.Timeout)
	}
}

// finding is what the checks of one run of a program say.
type finding struct {
	run     int  // which run, so that a late one is passed over
	ready   bool // it became ready, or did not in time
	healthy bool
	err     error // nil: ready, or healthy
}

// checks looks at one run until ctx ends: until it is ready, then at its health.
func (u *unit) checks(ctx context.Context, run int, spec Spec, env []string) {
	defer u.sup.recover(spec.Key() + ": checks")
	send := func(f finding) bool {
		f.run = run
		select {
		case u.found <- f:
			return true
		case <-ctx.Done():
			return false
		}
	}
	look := func(c Check) error { return c.look(ctx, u.sup.opts.Launcher, spec.Key(), spec.Dir, env) }
	if err := untilReady(ctx, spec, look); ctx.Err() != nil || !send(finding{ready: true, err: err}) || err != nil {
		return
	}
	if spec.Health == nil {
		return
	}
	failures := 0
	for pause(ctx, spec.Health.Check.Interval) {
		err := look(spec.Health.Check)
		if err == nil {
			failures = 0
			send(finding{healthy: true})
			continue
		}
		if failures++; failures >= spec.Health.Retries {
			send(finding{err: err})
		}
	}
}

// untilReady waits until all of the checks hold.
func untilReady(ctx context.Context, spec Spec, look func(Check) error) error {
	end := time.Now().Add(spec.ReadyFor)
	for _, c := range spec.Ready {
		wait := min(20*time.Millisecond, c.Interval)
		for {
			err := look(c)
			if err == nil || ctx.Err() != nil {
				break
			}
			if time.Now().After(end) {
				return fmt.Errorf("not ready within %s: %w", spec.ReadyFor, err)
			}
			if !pause(ctx, wait) {
				break
			}
			wait = min(2*wait, c.Interval) // a start is watched more closely at first
		}
	}
	return nil
}

// pause waits, and reports false where ctx ended first.
func pause(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}
