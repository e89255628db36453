package web

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"
)

// BodyLimit is the most that a request may bring, in bytes.
const BodyLimit = 1 << 20

// Error is a fault as the API tells it: a status of HTTP, a code for programs
// and a sentence for people.
type Error struct {
	Status  int    `json:"-"`
	Code    string `json:"code"`
	Message string `json:"message"`
	Data    any    `json:"data,omitempty"` // what the caller needs to go on, such as who won
}

func (e *Error) Error() string { return "web: " + e.Message }

// fault makes an Error.
func fault(status int, code, format string, args ...any) *Error {
	return &Error{Status: status, Code: code, Message: fmt.Sprintf(format, args...)}
}

// notFound is the fault of a thing that is not there.
func notFound(format string, args ...any) *Error {
	return fault(http.StatusNotFound, "not_found", format, args...)
}

// badRequest is the fault of a request that is not understood.
func badRequest(format string, args ...any) *Error {
	return fault(http.StatusBadRequest, "bad_request", format, args...)
}

// missing is the fault of a part of butler that does not run here.
func missing(what string) *Error {
	return fault(http.StatusServiceUnavailable, "unavailable", "%s does not run in this butler", what)
}

// answer is the one form of every answer of the API.
type answer struct {
	OK    bool   `json:"ok"`
	Data  any    `json:"data,omitempty"`
	Error *Error `json:"error,omitempty"`
}

// status is an answer with another status than 200.
type status struct {
	code int
	data any
}

func reply(w http.ResponseWriter, v any) {
	code := http.StatusOK
	if st, ok := v.(status); ok {
		code, v = st.code, st.data
	}
	write(w, code, answer{OK: true, Data: v})
}

// replyError answers with err. What is no Error is a fault of butler's own: its
// text may hold a path, so that it goes to the log, not to the page.
func (s *Server) replyError(w http.ResponseWriter, r *http.Request, err error) {
	var e *Error
	if !errors.As(err, &e) {
		s.log.Error("web: a request failed", "method", r.Method, "route", r.Pattern, "err", err)
		e = fault(http.StatusInternalServerError, "internal", "butler could not do this; its log says why")
	}
	write(w, e.Status, answer{Error: e})
}

func write(w http.ResponseWriter, code int, a answer) {
	text, err := json.Marshal(a)
	if err != nil {
		code, text = http.StatusInternalServerError, []byte(`{"ok":false,"error":{"code":"internal","message":"the answer cannot be written as JSON"}}`)
	}
	h := w.Header()
	h.Set("Content-Type", "application/json; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(code)
	_, _ = w.Write(append(text, '\n')) // who went away needs no answer
}

// readJSON reads the body as one JSON value of v's form, and no other.
func readJSON(w http.ResponseWriter, r *http.Request, v any) error {
	if t, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || t != "application/json" {
		return fault(http.StatusUnsupportedMediaType, "bad_request", "the body must be JSON, and its Content-Type say so")
	}
	dec := json.NewDecoder(http.MaxBytesReader(w, r.Body, BodyLimit))
	dec.DisallowUnknownFields()
	err := dec.Decode(v)
	if err == nil {
		if _, more := dec.Token(); more != io.EOF {
			err = errors.New("something stands behind the JSON value")
			var large *http.MaxBytesError
			if errors.As(more, &large) {
				err = more
			}
		}
	}
	var large *http.MaxBytesError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &large):
		return fault(http.StatusRequestEntityTooLarge, "too_large", "the body may have %d bytes at most", BodyLimit)
	case errors.Is(err, io.EOF):
		return badRequest("the body is empty")
	}
	return badRequest("the body is not understood: %s", strings.TrimPrefix(err.Error(), "json: "))
}
