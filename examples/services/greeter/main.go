// Command greeter is an example of a service with a port.
//
// Promise: it listens on the port that its manifest declares, on this machine
// alone, and tells butler once that it is up.
//
// Limit: it is an example.
package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"guard/sdk"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "greeter:", err)
		os.Exit(1)
	}
}

func run() error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, os.Interrupt)
	defer stop()
	ln, err := sdk.ServePort()
	if err != nil {
		return err
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /health", func(http.ResponseWriter, *http.Request) {})
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "hello") })
	srv := &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second}
	go func() {
		<-ctx.Done()
		_ = srv.Close()
	}()
	fmt.Println("listening on", ln.Addr())
	go announce(ctx)
	if err := srv.Serve(ln); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	fmt.Println("bye")
	return nil
}

func announce(ctx context.Context) {
	err := sdk.Observe(ctx, sdk.Observation{Type: "milestone", Text: "the greeter is up"})
	if err != nil {
		fmt.Fprintln(os.Stderr, "greeter:", err)
	}
}
