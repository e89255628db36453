package main

import (
	"fmt"
	"os"
	"strings"
	"unicode/utf8"

	"golang.org/x/sys/unix"
)

// screen is the whole terminal. It is written here, and not taken from a library,
// because all that it must do is little: what decides should be short enough to be
// read.
type screen struct {
	in, out *os.File
	before  *unix.Termios
}

// openScreen takes the terminal: keys come one by one, and what was on it comes
// back at close.
func openScreen(in, out *os.File) (*screen, error) {
	before, err := unix.IoctlGetTermios(int(in.Fd()), getTermios)
	if err != nil {
		return nil, fmt.Errorf("the terminal cannot be taken: %w", err)
	}
	raw := *before
	raw.Iflag &^= unix.BRKINT | unix.ICRNL | unix.INPCK | unix.ISTRIP | unix.IXON
	raw.Lflag &^= unix.ECHO | unix.ICANON | unix.IEXTEN | unix.ISIG
	raw.Cflag |= unix.CS8
	raw.Cc[unix.VMIN], raw.Cc[unix.VTIME] = 1, 0
	if err := unix.IoctlSetTermios(int(in.Fd()), setTermios, &raw); err != nil {
		return nil, fmt.Errorf("the terminal cannot be taken: %w", err)
	}
	_, err = fmt.Fprint(out, "\x1b[?1049h\x1b[?25l") // another screen, no cursor
	return &screen{in, out, before}, err
}

func (s *screen) close() {
	fmt.Fprint(s.out, "\x1b[?25h\x1b[?1049l")
	_ = unix.IoctlSetTermios(int(s.in.Fd()), setTermios, s.before)
}

// size is the terminal's, in columns and lines.
func (s *screen) size() (width, height int) {
	w, err := unix.IoctlGetWinsize(int(s.out.Fd()), unix.TIOCGWINSZ)
	if err != nil || w.Col < 20 || w.Row < 5 {
		return 80, 24
	}
	return int(w.Col), int(w.Row)
}

// draw replaces what is shown. lines are as wide as the screen at most.
func (s *screen) draw(lines []string) {
	var b strings.Builder
	b.WriteString("\x1b[H")
	for i, l := range lines {
		if i > 0 {
			b.WriteString("\r\n")
		}
		b.WriteString(l)
		b.WriteString("\x1b[K")
	}
	b.WriteString("\x1b[J")
	_, _ = s.out.WriteString(b.String())
}

// keys reads what is typed: one name for each key, until the terminal ends.
func (s *screen) keys(to chan<- string) {
	defer close(to)
	buf := make([]byte, 256)
	for {
		n, err := s.in.Read(buf)
		for text := string(buf[:n]); text != ""; {
			var k string
			k, text = nextKey(text)
			to <- k
		}
		if err != nil {
			return
		}
	}
}

// sequences are what terminals send for keys that are no letters.
var sequences = []struct{ seq, name string }{
	{"\x1b[A", "up"}, {"\x1b[B", "down"}, {"\x1b[C", "right"}, {"\x1b[D", "left"}, {"\x1bOA", "up"}, {"\x1bOB", "down"}, {"\x1bOC", "right"}, {"\x1bOD", "left"},
	{"\x1b[5~", "pgup"}, {"\x1b[6~", "pgdown"}, {"\x1b[H", "home"}, {"\x1b[F", "end"}, {"\r", "enter"}, {"\n", "enter"}, {"\x7f", "back"}, {"\b", "back"}, {"\x03", "quit"}, {"\x04", "quit"},
}

func nextKey(text string) (key, rest string) {
	for _, s := range sequences {
		if strings.HasPrefix(text, s.seq) {
			return s.name, text[len(s.seq):]
		}
	}
	if strings.HasPrefix(text, "\x1b[") || strings.HasPrefix(text, "\x1bO") { // some other key: up to its last letter
		for i := 2; i < len(text); i++ {
			if text[i] >= 0x40 && text[i] <= 0x7e {
				return "", text[i+1:]
			}
		}
		return "", ""
	}
	if text[0] == '\x1b' {
		return "esc", text[1:]
	}
	r, n := utf8.DecodeRuneInString(text)
	if r == utf8.RuneError || r < ' ' {
		return "", text[n:]
	}
	return text[:n], text[n:]
}

// wrap breaks text into lines of at most width columns, counted as one a rune.
func wrap(text string, width int) []string {
	var out []string
	for line := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
		rs := []rune(line)
		for len(rs) > width {
			out, rs = append(out, string(rs[:width])), rs[width:]
		}
		out = append(out, string(rs))
	}
	return out
}

// clip is text in at most width columns.
func clip(text string, width int) string {
	rs := []rune(text)
	if len(rs) <= width {
		return text
	}
	return string(rs[:max(width-1, 0)]) + "…"
}
