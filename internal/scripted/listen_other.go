//go:build !unix

package scripted

import "errors"

func listen(func(request) response) (int, func(), error) {
	return 0, nil, errors.New("the scripted model is for Linux and macOS")
}
