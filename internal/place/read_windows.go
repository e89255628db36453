package place

import (
	"fmt"
	"io"
	"os"
)

// ReadFile reads at most limit bytes of a regular file.
func ReadFile(name string, limit int) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !st.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is no regular file", name)
	}
	return io.ReadAll(io.LimitReader(f, int64(limit)))
}
