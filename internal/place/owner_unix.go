//go:build unix

package place

import (
	"fmt"
	"os"
	"syscall"
)

// ownedByRoot reports an error where name could have been written by anybody
// but the administrator.
func ownedByRoot(name string) error {
	st, err := os.Stat(name)
	if err != nil {
		return err
	}
	if sys, ok := st.Sys().(*syscall.Stat_t); !ok || sys.Uid != 0 || st.Mode()&0o022 != 0 {
		return fmt.Errorf("%s must belong to root and be writable by root alone", name)
	}
	return nil
}
