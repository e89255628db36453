package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"guard/coord"
)

// errStopped is that there is no butler to ask.
var errStopped = errors.New("butler is not running\nstart it with butler serve, or have it started at login with butler install-service")

// butler is the running one.
func theButler() (coord.Client, error) {
	p, err := coord.Find(os.Getenv)
	if err != nil {
		return coord.Client{}, err
	}
	t := coord.Usual()
	t.Dial, t.Ack = time.Second, 5*time.Second
	return coord.Client{Places: p.Reach(), Timing: t}, nil
}

// ask sends a request of the owner's and reads the body of its answer into out,
// which may be nil. each gets the frames before it.
func ask(ctx context.Context, t string, r, out any, each func(coord.Reply) error) error {
	b, err := theButler()
	if err != nil {
		return err
	}
	body, err := b.Call(ctx, t, r, each)
	if errors.Is(err, coord.ErrAbsent) {
		return errStopped
	}
	if err != nil {
		return err
	}
	if out == nil {
		return nil
	}
	if err := json.Unmarshal(body, out); err != nil {
		return fmt.Errorf("butler's answer cannot be read: %w", err)
	}
	return nil
}

// printJSON writes v for programs.
func printJSON(v any) error {
	e := json.NewEncoder(os.Stdout)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}
