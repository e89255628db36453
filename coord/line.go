package coord

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// errLong is a line that is longer than a frame may be.
var errLong = errors.New("coord: the line is longer than 1024 KiB")

// lines reads frames off a stream, each at most MaxLine bytes.
type lines struct{ r *bufio.Reader }

func newLines(r io.Reader) lines { return lines{bufio.NewReaderSize(r, 4<<10)} }

// newListLines is for who reads a long list, in fewer and larger pieces.
func newListLines(r io.Reader) lines { return lines{bufio.NewReaderSize(r, 64<<10)} }

// next is the next line without its newline. What comes after the last newline
// is no line: it was cut.
func (l lines) next() ([]byte, error) {
	var out []byte
	for {
		part, err := l.r.ReadSlice('\n')
		if len(out)+len(part) > MaxLine {
			return nil, errLong
		}
		out = append(out, part...)
		switch {
		case err == nil:
			return out[:len(out)-1], nil
		case errors.Is(err, bufio.ErrBufferFull):
		case errors.Is(err, io.EOF) && len(out) > 0:
			return nil, io.ErrUnexpectedEOF
		default:
			return nil, err
		}
	}
}

// encode is v as one line.
func encode(v any) ([]byte, error) {
	if b, ok := v.(batch); ok {
		return b.line()
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, fmt.Errorf("coord: %w", err)
	}
	if b.Len() > MaxLine {
		return nil, errLong
	}
	return b.Bytes(), nil
}
