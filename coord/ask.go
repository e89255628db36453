package coord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// Client is the asking end: guard, and the butler command.
type Client struct {
	Places Places
	Timing Timing
}

// lostError is a connection that broke where nothing wrong was said.
type lostError struct{ err error }

func (e *lostError) Error() string { return "coord: butler went away: " + e.err.Error() }
func (e *lostError) Unwrap() error { return e.err }

var errSilent = errors.New("coord: butler is there and does not answer")

// Ask submits a call and waits for a person until ctx ends. s.ID is the caller's,
// from [NewID]; the rest of the head, the nonce and what is left of the hold are
// filled in. Where ctx has no deadline nothing is held.
//
// A butler that is lost after its ack is looked for again, with the same id, a few
// times. A call that butler has acknowledged stays there, whatever becomes of this
// wait: the answer then is Waits with its Ref.
func (c Client) Ask(ctx context.Context, s Submit) Answer {
	if err := s.Subject.check(); err != nil {
		return Answer{Outcome: Absent, Err: fmt.Errorf("coord: %w", err)}
	}
	key, err := LoadKey(c.Places.Key())
	if err != nil {
		if serr := CheckSocket(c.Places.Guard()); serr != nil {
			err = serr // the plainer reason
		}
		return Answer{Outcome: Absent, Err: err}
	}
	s.V, s.T = Version, TSubmit
	a := Answer{Outcome: Absent}
	for try := 0; ; try++ {
		s.Nonce = newNonce()
		a.Outcome, a.Err = c.once(ctx, s, key, &a)
		if a.Ref == "" || a.Outcome != Absent || try == len(c.Timing.Again) || !pause(ctx, c.Timing.Again[try]) {
			break
		}
	}
	if a.Ref != "" && a.Outcome == Absent {
		a.Outcome = Waits
	}
	return a
}

// once is one connection of Ask.
func (c Client) once(ctx context.Context, s Submit, key Key, a *Answer) (Outcome, error) {
	w, err := c.open(ctx, c.Places.Guard())
	if err != nil {
		return Absent, err
	}
	defer w.close()
	s.HoldMS = 0
	if end, ok := ctx.Deadline(); ok {
		s.HoldMS = max(time.Until(end).Milliseconds(), 0)
	}
	if err := w.send(s); err != nil {
		return Absent, err
	}
	acked := false
	limit := c.Timing.Ack
	for {
		line, err := w.next(limit)
		switch {
		case errors.Is(err, errLong):
			return Faulty, err
		case err != nil && ctx.Err() != nil && acked:
			return Waits, nil // the time is over, or guard was told to stop
		case err != nil && !acked && isTimeout(err):
			return Absent, errSilent
		case err != nil:
			return Absent, err
		}
		h, err := headOf(line, s.ID)
		if err != nil {
			return outcomeOfError(err), err
		}
		switch h.T {
		case TAck:
			var k Ack
			if err := json.Unmarshal(line, &k); err != nil || !ValidRef(k.Ref) || k.State != Pending || acked || a.Ref != "" && a.Ref != k.Ref {
				return Faulty, errors.New("coord: an ack that cannot be")
			}
			acked, limit = true, c.Timing.Tick
			a.Ref, a.Expires = k.Ref, k.Expires
			if s.HoldMS == 0 || s.Class == Attended && !k.Watching {
				if s.Dialog {
					return Unwanted, nil
				}
				return Waits, nil
			}
		case TTick:
		case TFinal:
			var f Final
			if err := json.Unmarshal(line, &f); err != nil {
				return Faulty, errors.New("coord: a final that cannot be read")
			}
			if !key.verify(f, s.Key, s.Nonce) {
				return Faulty, errors.New("coord: a final that butler has not signed for this call")
			}
			if f.Ref != "" && !ValidRef(f.Ref) {
				return Faulty, errors.New("coord: a final with a ref that is none")
			}
			if f.Ref != "" {
				a.Ref = f.Ref
			}
			a.Reason, a.By, a.Expires = f.Reason, f.By, f.Expires
			out := outcomeOf(f)
			if out == Faulty || out == Unwanted && !s.Dialog {
				a.Reason = ""
				return Faulty, fmt.Errorf("coord: a final of state %q and decision %q", clip(string(f.State), 32), clip(string(f.Decision), 32))
			}
			return out, nil
		default:
			return Faulty, fmt.Errorf("coord: a frame %q that answers no submit", clip(h.T, 32))
		}
	}
}

// outcomeOfError is what an error frame, or a line that is no frame, means.
func outcomeOfError(err error) Outcome {
	var f *Fault
	if !errors.As(err, &f) {
		return Faulty
	}
	switch f.Code {
	case CodeVersion, CodeInternal:
		return Absent
	case CodeFull:
		return Refused
	}
	return Faulty
}

// headOf reads the head of an answer to the request id. A version that is not
// known, and an error frame, are returned as a *Fault.
func headOf(line []byte, id string) (Head, error) {
	var h Head
	if err := json.Unmarshal(line, &h); err != nil {
		return h, errors.New("coord: a line that is no frame")
	}
	if h.T == TError {
		f := new(Fault)
		if err := json.Unmarshal(line, f); err != nil {
			return h, errors.New("coord: an error frame that cannot be read")
		}
		f.Message = clip(f.Message, 500)
		if f.Code == CodeVersion {
			f.Message = otherVersion(f.Max)
		}
		return h, f
	}
	if h.V != Version {
		return h, &Fault{Code: CodeVersion, Message: otherVersion(h.V)}
	}
	if h.ID != id {
		return h, errors.New("coord: an answer to another request")
	}
	return h, nil
}

func otherVersion(v int) string {
	return fmt.Sprintf("butler speaks version %d of the wire, this program version %d: install both anew and restart butler", v, Version)
}

// Withdraw takes a submit back, as well as that goes in a moment.
func (c Client) Withdraw(ctx context.Context, id, key, why string) error {
	w, err := c.open(ctx, c.Places.Guard())
	if err != nil {
		return err
	}
	defer w.close()
	return w.send(Withdraw{Head: Head{V: Version, T: TWithdraw, ID: id}, Key: key, Why: why})
}

// Tell sends an event and does not wait for anything.
func (c Client) Tell(ctx context.Context, e Event) error {
	w, err := c.open(ctx, c.Places.Guard())
	if err != nil {
		return err
	}
	defer w.close()
	e.Head = Head{V: Version, T: TEvent}
	return w.send(e)
}

// Ping asks the butler behind one of the sockets how it is. On guard.sock the
// answer must be signed.
func (c Client) Ping(ctx context.Context) (Server, error) {
	key, err := LoadKey(c.Places.Key())
	if err != nil {
		return Server{}, err
	}
	p := Ping{Head: Head{V: Version, T: TPing, ID: NewID()}, Nonce: newNonce()}
	f, err := c.short(ctx, p, p.ID, p.Nonce, "", key)
	switch {
	case err != nil:
		return Server{}, err
	case f.State != Alive || f.Server == nil:
		return Server{}, errors.New("coord: that is no answer to a ping")
	}
	return *f.Server, nil
}

// Standing asks how a call stands, by its ref or its key. The final's decision is
// none: it lets nothing through.
func (c Client) Standing(ctx context.Context, ref, key string) (Final, error) {
	k, err := LoadKey(c.Places.Key())
	if err != nil {
		return Final{}, err
	}
	r := Check{Head: Head{V: Version, T: TCheck, ID: NewID()}, Nonce: newNonce(), Ref: ref, Key: key}
	return c.short(ctx, r, r.ID, r.Nonce, key, k)
}

// Context asks what the session should be told.
func (c Client) Context(ctx context.Context, r Context) (Final, error) {
	k, err := LoadKey(c.Places.Key())
	if err != nil {
		return Final{}, err
	}
	r.Head, r.Nonce = Head{V: Version, T: TContext, ID: NewID()}, newNonce()
	return c.short(ctx, r, r.ID, r.Nonce, "", k)
}

// short sends a request that is answered by a final at once.
func (c Client) short(ctx context.Context, r any, id, nonce, callKey string, k Key) (Final, error) {
	w, err := c.open(ctx, c.Places.Guard())
	if err != nil {
		return Final{}, err
	}
	defer w.close()
	if err := w.send(r); err != nil {
		return Final{}, err
	}
	line, err := w.next(c.Timing.Ack)
	if err != nil {
		return Final{}, err
	}
	h, err := headOf(line, id)
	if err != nil {
		return Final{}, err
	}
	var f Final
	if err := json.Unmarshal(line, &f); err != nil || h.T != TFinal {
		return Final{}, errors.New("coord: that is no final")
	}
	if !k.verify(f, callKey, nonce) {
		return Final{}, errors.New("coord: a final that butler has not signed")
	}
	return f, nil
}

// Call sends a request to owner.sock. each gets every item, items and change before
// the final, whose body is returned; of a watch also the ticks, of which the first says
// that it watches. The body of an items frame need not be JSON: each has to see. An error frame is returned as a *Fault. r's head
// is filled in.
func (c Client) Call(ctx context.Context, t string, r any, each func(Reply) error) (json.RawMessage, error) {
	h := Head{V: Version, T: t, ID: NewID()}
	switch r := r.(type) {
	case *List:
		r.Head = h
	case *Show:
		r.Head = h
	case *Prepare:
		r.Head = h
	case *Decide:
		r.Head = h
	case *Revoke:
		r.Head = h
	case *Open:
		r.Head = h
	case *Stop:
		r.Head = h
	case *Status:
		r.Head = h
	case *Watch:
		r.Head = h
	case *Host:
		r.Head = h
	case *Ping:
		r.Head, r.Nonce = h, newNonce()
	default:
		return nil, fmt.Errorf("coord: %T is no request of the owner's", r)
	}
	w, err := c.open(ctx, c.Places.Owner())
	if err != nil {
		return nil, err
	}
	defer w.close()
	if err := w.send(r); err != nil {
		return nil, err
	}
	w.in = newListLines(w.s) // nothing has been read yet
	begin := beforeBody(Head{V: Version, T: TItems, ID: h.ID})
	for {
		line, err := w.next(c.Timing.Tick)
		if err != nil {
			return nil, err
		}
		if body, ok := items(line, begin); ok {
			if each != nil {
				if err := each(Reply{Head: Head{V: Version, T: TItems, ID: h.ID}, Body: body}); err != nil {
					return nil, err
				}
			}
			continue
		}
		var f Reply
		if err := json.Unmarshal(line, &f); err != nil || f.T == TError || f.V != Version || f.ID != h.ID {
			if _, err := headOf(line, h.ID); err != nil {
				return nil, err
			}
			return nil, errors.New("coord: a frame that cannot be read")
		}
		switch f.T {
		case TFinal:
			return f.Body, nil
		case TTick, TItem, TItems, TChange:
			if each == nil || f.T == TTick && t != TWatch {
				continue
			}
			if err := each(f); err != nil {
				return nil, err
			}
		default:
			return nil, fmt.Errorf("coord: a frame %q that answers no request of the owner's", clip(f.T, 32))
		}
	}
}

// wire is one connection of a client.
type wire struct {
	ctx   context.Context
	s     Stream
	in    lines
	write time.Duration
	stop  func() bool
}

func (c Client) open(ctx context.Context, path string) (*wire, error) {
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("coord: %w", err)
	}
	s, err := dial(ctx, path, c.Timing)
	if err != nil {
		return nil, err
	}
	w := &wire{ctx: ctx, s: s, in: newLines(s), write: c.Timing.Write}
	w.stop = context.AfterFunc(ctx, func() { s.Close() })
	return w, nil
}

func (w *wire) close() {
	w.stop()
	w.s.Close()
}

func (w *wire) send(frame any) error {
	b, err := encode(frame)
	if err != nil {
		return err
	}
	if err := w.s.SetWriteDeadline(time.Now().Add(w.write)); err != nil {
		return &lostError{err}
	}
	if _, err := w.s.Write(b); err != nil {
		return &lostError{err}
	}
	return nil
}

// next is the next line, which must come within limit.
func (w *wire) next(limit time.Duration) ([]byte, error) {
	if err := w.s.SetReadDeadline(time.Now().Add(limit)); err != nil {
		return nil, &lostError{err}
	}
	line, err := w.in.next()
	if err != nil && !errors.Is(err, errLong) {
		err = &lostError{err}
	}
	return line, err
}

func isTimeout(err error) bool {
	var t interface{ Timeout() bool }
	return errors.As(err, &t) && t.Timeout()
}

// pause waits for d, and reports whether ctx lasted.
func pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}
