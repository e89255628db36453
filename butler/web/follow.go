package web

import (
	"context"
	"errors"
	"io/fs"
	"time"

	"guard/audit"
)

// How often the log is looked at for new records: while a page is open, and for a
// while after the last one was closed, since it may be a page that is loaded anew.
// Then nothing looks until the next page comes.
const (
	followWatched = 200 * time.Millisecond
	followAfter   = 2 * time.Second
	followFor     = time.Minute
)

// catchUp is how many of the records that came while nobody looked are sent to the
// first page. It has read its lists at about the same time, and knows what it has.
const catchUp = 100

// follow sends the new records of the log to the open pages.
func (s *Server) follow(ctx context.Context) {
	at, err := logEnd(s.conf.Places.LogDir())
	if err != nil {
		s.log.Warn("web: the log cannot be followed", "err", err)
	}
	seen := time.Now() // when a page was open
	for ctx.Err() == nil {
		slept := false
		switch {
		case s.stream.watching() > 0:
			seen = time.Now()
			s.await(ctx, followWatched)
		case time.Since(seen) < followFor:
			s.await(ctx, followAfter)
		default:
			slept = s.stream.sleep(ctx)
			seen = time.Now()
		}
		if at, err = s.sendRecords(at, slept); err != nil {
			s.log.Warn("web: the log cannot be followed", "err", err)
			s.await(ctx, 5*time.Second)
		}
	}
}

func (s *Server) await(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// logEnd is the place behind the last record.
func logEnd(dir string) (audit.Position, error) {
	last, err := audit.Tail(dir, 1)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(last) == 0 {
		return audit.Position{}, nil
	}
	if err != nil {
		return audit.Position{}, err
	}
	r, err := audit.ParseRecord(last[0])
	return audit.Position{Seq: r.Seq}, err
}

// sendRecords sends what is new behind at; after a sleep the last of it alone.
func (s *Server) sendRecords(at audit.Position, slept bool) (audit.Position, error) {
	var late [][]byte
	at, err := audit.Since(s.conf.Places.LogDir(), at, func(line []byte) error {
		if slept {
			if late = append(late, append([]byte(nil), line...)); len(late) > catchUp {
				late = late[1:]
			}
			return nil
		}
		s.sendRecord(line)
		return nil
	})
	for _, line := range late {
		s.sendRecord(line)
	}
	if errors.Is(err, fs.ErrNotExist) {
		err = nil // there is no log yet
	}
	return at, err
}

func (s *Server) sendRecord(line []byte) {
	if r, err := audit.ParseRecord(line); err == nil {
		s.Publish("record", asRecord(r))
	}
}
