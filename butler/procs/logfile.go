package procs

import (
	"os"
	"time"
)

// logFile is the copy of a log on disk: the file itself and the one before it,
// with .1 at its end. It is opened anew when somebody moved it away.
type logFile struct {
	name   string
	f      *os.File
	size   int64
	looked time.Time // when it was last seen to be the one of that name
}

// write adds a line. A disk that is full costs the lines on it and nothing else.
func (l *logFile) write(line Line) {
	text := line.Time.Format("2006-01-02T15:04:05.000Z ") + line.Stream + " " + line.Text + "\n"
	if l.f != nil && l.size+int64(len(text)) > maxFile {
		l.close()
		_ = os.Rename(l.name, l.name+".1")
	}
	l.reopen()
	if l.f == nil {
		return
	}
	n, _ := l.f.WriteString(text)
	l.size += int64(n)
}

// reopen opens the file where it is not open, or, looking once a second, is no
// longer the one of its name.
func (l *logFile) reopen() {
	if l.f != nil && time.Since(l.looked) > time.Second {
		l.looked = time.Now()
		ours, err1 := l.f.Stat()
		named, err2 := os.Stat(l.name)
		if err1 != nil || err2 != nil || !os.SameFile(ours, named) {
			l.close()
		}
	}
	if l.f != nil {
		return
	}
	f, err := os.OpenFile(l.name, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return
	}
	l.f, l.size, l.looked = f, 0, time.Now()
	if st, err := f.Stat(); err == nil {
		l.size = st.Size()
	}
}

func (l *logFile) close() {
	if l.f != nil {
		_ = l.f.Close()
		l.f = nil
	}
}
