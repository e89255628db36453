// Command example is another program that keeps a log with guard's audit
// package, and nothing else of guard: go run . DIR TEXT
package main

import (
	"context"
	"fmt"
	"os"

	"guard/audit"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: example DIR TEXT")
		os.Exit(2)
	}
	log := audit.Open(os.Args[1], audit.Options{Bin: "example"})
	head, err := log.Append(context.Background(), audit.Entry{Type: audit.TypeSession, Reason: os.Args[2]})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	r := audit.Verify([]string{os.Args[1]}, audit.VerifyOptions{})
	fmt.Println(head.Seq, r.Summary())
	os.Exit(int(r.Exit))
}
