package scripted

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Bounds of a request. The clients send the whole conversation each time, with
// the descriptions of all their tools.
const (
	maxHeader = 64 << 10
	maxBody   = 32 << 20
)

// request is one HTTP/1.1 request.
type request struct {
	method, target string
	body           []byte
}

type response struct {
	status int
	kind   string // content type
	body   []byte
}

// converse reads one request and answers it. The connection is over then.
func converse(c io.ReadWriter, answer func(request) response) error {
	r, err := readRequest(bufio.NewReader(c), c)
	if err != nil {
		return err
	}
	out := answer(r)
	_, err = fmt.Fprintf(c, "HTTP/1.1 %d %s\r\nContent-Type: %s\r\nContent-Length: %d\r\nCache-Control: no-cache\r\nConnection: close\r\n\r\n%s",
		out.status, phrase(out.status), out.kind, len(out.body), out.body)
	return err
}

func phrase(status int) string {
	switch status {
	case 200:
		return "OK"
	case 400:
		return "Bad Request"
	case 403:
		return "Forbidden"
	}
	return "Not Found"
}

// readRequest reads a request with its body. goOn is told to the client that waits
// for it.
func readRequest(in *bufio.Reader, goOn io.Writer) (request, error) {
	var r request
	left := maxHeader
	line, err := readLine(in, &left)
	if err != nil {
		return r, err
	}
	var version string
	var ok bool
	if r.method, line, ok = strings.Cut(line, " "); ok {
		r.target, version, ok = strings.Cut(line, " ")
	}
	if !ok || !strings.HasPrefix(version, "HTTP/1.") {
		return r, errors.New("no HTTP/1.1 request")
	}
	length, chunked := int64(0), false
	for {
		if line, err = readLine(in, &left); err != nil {
			return r, err
		}
		if line == "" {
			break
		}
		name, value, _ := strings.Cut(line, ":")
		value = strings.TrimSpace(value)
		switch strings.ToLower(name) {
		case "content-length":
			if length, err = strconv.ParseInt(value, 10, 64); err != nil || length < 0 || length > maxBody {
				return r, errors.New("a body of a length that is not taken")
			}
		case "transfer-encoding":
			chunked = strings.EqualFold(value, "chunked")
		case "expect":
			if strings.EqualFold(value, "100-continue") {
				if _, err := io.WriteString(goOn, "HTTP/1.1 100 Continue\r\n\r\n"); err != nil {
					return r, err
				}
			}
		}
	}
	if chunked {
		r.body, err = readChunks(in)
		return r, err
	}
	r.body, err = readExactly(in, length)
	return r, err
}

// readExactly takes memory for what comes, not for what is announced.
func readExactly(in io.Reader, n int64) ([]byte, error) {
	b, err := io.ReadAll(io.LimitReader(in, n))
	if err == nil && int64(len(b)) < n {
		err = io.ErrUnexpectedEOF
	}
	return b, err
}

// readLine reads one line without its end.
func readLine(in *bufio.Reader, left *int) (string, error) {
	var b []byte
	for {
		part, err := in.ReadSlice('\n')
		if *left -= len(part); *left < 0 {
			return "", errors.New("a header that is too long")
		}
		b = append(b, part...)
		if err == nil {
			return strings.TrimRight(string(b), "\r\n"), nil
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return "", err
		}
	}
}

func readChunks(in *bufio.Reader) ([]byte, error) {
	var body []byte
	for {
		left := maxHeader
		line, err := readLine(in, &left)
		if err != nil {
			return nil, err
		}
		size, _, _ := strings.Cut(line, ";")
		n, err := strconv.ParseUint(strings.TrimSpace(size), 16, 32)
		if err != nil || len(body)+int(n) > maxBody {
			return nil, errors.New("a chunk that is not taken")
		}
		chunk, err := readExactly(in, int64(n))
		if err != nil {
			return nil, err
		}
		body = append(body, chunk...)
		// The line end behind the chunk; behind the last one, trailers and an
		// empty line.
		for {
			if line, err = readLine(in, &left); err != nil {
				return nil, err
			}
			if line == "" {
				break
			}
			if n > 0 {
				return nil, errors.New("a chunk that does not end")
			}
		}
		if n == 0 {
			return body, nil
		}
	}
}
