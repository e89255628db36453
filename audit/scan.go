package audit

import (
	"bytes"
	"io"
)

// scanner walks the lines of a segment in bounded memory, however long they
// are.
type scanner struct {
	r    io.Reader
	buf  []byte // buf[0] is room for the byte that parseLink borrows
	i, n int    // unread bytes are buf[i:n]; i >= 1
	off  int64  // offset of buf[i]
	mid  bool   // the next bytes continue a line that is too long
	eof  bool
}

// piece is one line, or a part of a line that no record can be.
type piece struct {
	buf   []byte // one byte to borrow, then the bytes without the newline
	raw   []byte // the bytes with the newline, if there is one
	off   int64
	whole bool // a complete line, newline included
	last  bool // the end of the file without a newline
}

func (p *piece) line() []byte { return p.buf[1:] }

const scanBuf = 256 << 10

// newScanner reads r, whose first byte is at off and which holds about size
// bytes.
func newScanner(r io.Reader, off, size int64) *scanner {
	n := int64(scanBuf)
	if size < n {
		n = size + 1
	}
	return &scanner{r: r, buf: make([]byte, 1+n), i: 1, n: 1, off: off}
}

// next returns io.EOF after the last piece. A piece is valid until the next
// call.
func (s *scanner) next() (piece, error) {
	for {
		if nl := bytes.IndexByte(s.buf[s.i:s.n], '\n'); nl >= 0 {
			whole := !s.mid && nl <= MaxRead
			s.mid = false
			return s.take(nl+1, nl, whole, false), nil
		}
		if s.n-s.i > MaxRead+1 {
			s.mid = true
			return s.take(s.n-s.i, s.n-s.i, false, false), nil
		}
		if s.eof {
			if s.i == s.n {
				return piece{}, io.EOF
			}
			return s.take(s.n-s.i, s.n-s.i, false, !s.mid), nil
		}
		if err := s.fill(); err != nil {
			return piece{}, err
		}
	}
}

func (s *scanner) take(n, text int, whole, last bool) piece {
	p := piece{buf: s.buf[s.i-1 : s.i+text], raw: s.buf[s.i : s.i+n], off: s.off, whole: whole, last: last}
	s.i += n
	s.off += int64(n)
	return p
}

func (s *scanner) fill() error {
	if s.n == len(s.buf) {
		if s.i == 1 { // the file grew since its size was asked
			s.buf = append(s.buf, make([]byte, scanBuf)...)
		} else {
			s.n = 1 + copy(s.buf[1:], s.buf[s.i:s.n])
			s.i = 1
		}
	}
	n, err := s.r.Read(s.buf[s.n:])
	s.n += n
	if err == io.EOF {
		s.eof = true
		return nil
	}
	return err
}
