package main

import (
	"fmt"
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// onTerminal reports whether both ends are one.
func onTerminal() bool { return isTerminal(os.Stdin) && isTerminal(os.Stdout) }

func isTerminal(f *os.File) bool {
	_, err := unix.IoctlGetWinsize(int(f.Fd()), unix.TIOCGWINSZ)
	return err == nil
}

// ink colours text on terminals. NO_COLOR is honoured.
type ink bool

func inkFor(w io.Writer) ink {
	f, ok := w.(*os.File)
	return ink(ok && isTerminal(f) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb")
}

func (i ink) in(code, s string) string {
	if !i || s == "" {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}

func (i ink) bold(s string) string { return i.in("1", s) }
func (i ink) dim(s string) string  { return i.in("2", s) }

// tier is a tier as a word of one width, so that it is never told by colour
// alone.
func (i ink) tier(t string) string {
	word := fmt.Sprintf("%-9s", t)
	switch t {
	case "dangerous":
		return i.in("33", word)
	case "outward":
		return i.in("35", word)
	case "forbidden":
		return i.in("31", word)
	}
	return word
}
