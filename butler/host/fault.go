package host

import (
	"errors"
	"net/http"

	"guard/butler/ext"
	"guard/butler/procs"
	"guard/butler/runs"
	"guard/butler/spool"
	"guard/butler/steward"
)

// Error is a refusal as the API tells it: a status of HTTP, a code for programs
// and a sentence for people.
type Error struct {
	Status  int    `json:"-"`
	Code    string `json:"code"`
	Message string `json:"message"`
	Data    any    `json:"data,omitempty"`
}

func (e *Error) Error() string { return "host: " + e.Message }

// AsError makes an Error of any error that the host returns.
func AsError(err error) *Error {
	var e *Error
	var args *ext.ArgsError
	var invalid *spool.InvalidError
	var start *procs.StartError
	var denied *steward.Denied
	switch {
	case errors.As(err, &e):
		return e
	case errors.As(err, &args):
		return &Error{http.StatusBadRequest, "invalid_arguments", err.Error(), args.Faults}
	case errors.As(err, &invalid):
		return &Error{http.StatusBadRequest, "invalid_observation", err.Error(), invalid}
	case errors.As(err, &denied):
		return &Error{http.StatusForbidden, "not_allowed", err.Error(), nil}
	case errors.As(err, &start):
		return &Error{http.StatusBadGateway, "start_failed", err.Error(), nil}
	case errors.Is(err, procs.ErrUnknown), errors.Is(err, runs.ErrUnknown):
		return &Error{http.StatusNotFound, "not_found", err.Error(), nil}
	case errors.Is(err, procs.ErrAlready):
		return &Error{http.StatusConflict, "already", err.Error(), nil}
	case errors.Is(err, runs.ErrBusy):
		return &Error{http.StatusTooManyRequests, "busy", err.Error(), nil}
	case errors.Is(err, procs.ErrClosed), errors.Is(err, runs.ErrClosed):
		return &Error{http.StatusServiceUnavailable, "stopping", err.Error(), nil}
	}
	return &Error{http.StatusInternalServerError, "internal", err.Error(), nil}
}

func unknown(kind ext.Kind, id string) *Error {
	return &Error{http.StatusNotFound, "not_found", "there is no " + kind.One() + " " + id + "\nbutler catalog lists what there is", nil}
}

func bad(why string) *Error { return &Error{http.StatusBadRequest, "bad_request", why, nil} }
