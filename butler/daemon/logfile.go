package daemon

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"sync"

	"guard/audit/redact"
)

// Bounds of butler's own log.
const (
	logSize = 10 << 20 // bytes of one file
	logKeep = 4        // older files: butler.log.1 is the latest of them
)

// newLog writes JSON lines in which secrets are masked.
func newLog(w io.Writer) *slog.Logger {
	r := redact.Environ(os.Environ())
	return slog.New(slog.NewJSONHandler(w, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Value.Kind() == slog.KindString {
			s, _ := r.String(a.Value.String())
			a.Value = slog.StringValue(s)
		}
		return a
	}}))
}

// logFile is a file that is put aside when it is large, and opened anew.
type logFile struct {
	name string
	max  int64

	mu   sync.Mutex
	f    *os.File
	size int64
}

func openLogFile(name string) (*logFile, error) {
	l := &logFile{name: name, max: logSize}
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return nil, fmt.Errorf("daemon: butler's log: %w", err)
	}
	if err := l.open(); err != nil {
		return nil, fmt.Errorf("daemon: butler's log: %w", err)
	}
	return l, nil
}

func (l *logFile) open() error {
	f, err := os.OpenFile(l.name, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	fi, err := f.Stat()
	if err != nil {
		_ = f.Close()
		return err
	}
	l.f, l.size = f, fi.Size()
	return nil
}

// Write writes one record. A file that cannot be put aside goes on growing:
// better than no log.
func (l *logFile) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.f == nil {
		if err := l.open(); err != nil {
			return 0, err
		}
	}
	if l.size > 0 && l.size+int64(len(p)) > l.max {
		if err := l.rotate(); err != nil {
			return 0, err
		}
	}
	n, err := l.f.Write(p)
	l.size += int64(n)
	return n, err
}

func (l *logFile) rotate() error {
	for i := logKeep; i > 0; i-- {
		from := l.name
		if i > 1 {
			from = fmt.Sprintf("%s.%d", l.name, i-1)
		}
		if err := os.Rename(from, fmt.Sprintf("%s.%d", l.name, i)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			break
		}
	}
	_ = l.f.Close()
	l.f = nil
	return l.open()
}

// Close closes the file.
func (l *logFile) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.f == nil {
		return nil
	}
	err := l.f.Close()
	l.f = nil
	return err
}
