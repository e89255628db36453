//go:build !unix

package hub

import "errors"

func startProcess(*Provider) (Process, error) {
	return nil, errors.New("hub: providers are started on Linux and macOS only")
}
