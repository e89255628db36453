package audit

import (
	"os"
	"path/filepath"
	"strings"
)

// readOrigin returns the id of the log that was here before, by a file that
// lies elsewhere, or "".
func (l *Log) readOrigin() string {
	if l.opts.OriginFile == "" {
		return ""
	}
	b, err := os.ReadFile(l.opts.OriginFile)
	if err != nil {
		return ""
	}
	id := strings.TrimPrefix(strings.TrimSpace(string(b)), OriginPrefix)
	if len(id) != 32 || strings.Trim(id, hexDigits) != "" {
		return ""
	}
	return id
}

// writeOrigin remembers a new log. A place that cannot be written is no reason
// not to log; a reset then shows by the head and the anchors alone.
func (l *Log) writeOrigin(id string) {
	if l.opts.OriginFile == "" {
		return
	}
	_ = os.MkdirAll(filepath.Dir(l.opts.OriginFile), 0o700)
	f, err := openFile(l.opts.OriginFile, os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		return
	}
	_, _ = f.Write([]byte(OriginPrefix + id + "\n"))
	_ = f.Close()
}
