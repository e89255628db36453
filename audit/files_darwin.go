package audit

import (
	"os"

	"golang.org/x/sys/unix"
)

// bootText identifies the boot (sysctl kern.bootsessionuuid, macOS 10.12 on).
func bootText() string {
	s, err := unix.Sysctl("kern.bootsessionuuid")
	if err != nil {
		return ""
	}
	return s
}

func hostText() string {
	if s, err := unix.Sysctl("kern.uuid"); err == nil && s != "" {
		return s
	}
	name, _ := os.Hostname()
	return name
}

func remoteFS(dir string) (string, error) {
	var st unix.Statfs_t
	if err := unix.Statfs(dir, &st); err != nil {
		return "", err
	}
	if st.Flags&unix.MNT_LOCAL == 0 {
		return unix.ByteSliceToString(st.Fstypename[:]), nil
	}
	return "", nil
}

// dataSync orders the write before later ones (fcntl(2), F_BARRIERFSYNC), four
// times cheaper than F_FULLFSYNC. Where that is refused, the full sync is done.
func dataSync(f *file) error {
	const barrierFsync = 85
	if _, err := unix.FcntlInt(uintptr(f.fd), barrierFsync, 0); err == nil {
		return nil
	}
	return again(func() error {
		_, err := unix.FcntlInt(uintptr(f.fd), unix.F_FULLFSYNC, 0)
		return err
	})
}

func dirSync(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer f.Close()
	return f.Sync()
}

func reserve(*file, int64) {}

func freeBytes(dir string) (free, total uint64, err error) {
	var st unix.Statfs_t
	if err := unix.Statfs(dir, &st); err != nil {
		return 0, 0, err
	}
	return st.Bavail * uint64(st.Bsize), st.Blocks * uint64(st.Bsize), nil
}
