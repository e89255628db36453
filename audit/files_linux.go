package audit

import (
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

// bootText identifies the running kernel's boot (proc(5), random/boot_id).
func bootText() string { return firstLine("/proc/sys/kernel/random/boot_id") }

func hostText() string {
	if s := firstLine("/etc/machine-id"); s != "" {
		return s
	}
	name, _ := os.Hostname()
	return name
}

// firstLine is the first line of a small file of the kernel or the system. It
// goes past package os, which would start its poller for the kernel's files.
func firstLine(path string) string {
	fd, err := unix.Open(path, unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return ""
	}
	defer func() { _ = unix.Close(fd) }()
	var b [256]byte
	n, err := unix.Read(fd, b[:])
	if err != nil {
		return ""
	}
	line, _, _ := strings.Cut(string(b[:n]), "\n")
	return strings.TrimSpace(line)
}

// remoteFS names the filesystem of dir when it is one on which O_APPEND and
// flock are not known to be atomic (statfs(2), linux/magic.h, Linux 6.12).
func remoteFS(dir string) (string, error) {
	var st unix.Statfs_t
	if err := unix.Statfs(dir, &st); err != nil {
		return "", err
	}
	switch uint32(st.Type) {
	case 0x6969:
		return "NFS", nil
	case 0x517b, 0xff534d42, 0xfe534d42:
		return "SMB", nil
	case 0x01021997:
		return "9p", nil
	case 0x65735546:
		return "FUSE", nil
	case 0x00c36400:
		return "Ceph", nil
	case 0x5346414f, 0x6b414653:
		return "AFS", nil
	case 0x73757245:
		return "Coda", nil
	case 0x0bd00bd0:
		return "Lustre", nil
	case 0x01161970:
		return "GFS2", nil
	case 0x7461636f:
		return "OCFS2", nil
	}
	return "", nil
}

func dataSync(f *file) error {
	return again(func() error { return unix.Fdatasync(f.fd) })
}

func dirSync(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer f.Close()
	return f.Sync()
}

// reserve keeps room behind the end of the file, so that a full disk still
// takes the records that say so. Where the filesystem cannot, nothing happens.
func reserve(f *file, off int64) {
	_ = unix.Fallocate(f.fd, unix.FALLOC_FL_KEEP_SIZE, off, reserveBytes)
}

// freeBytes returns the room that an unprivileged process has left.
func freeBytes(dir string) (free, total uint64, err error) {
	var st unix.Statfs_t
	if err := unix.Statfs(dir, &st); err != nil {
		return 0, 0, err
	}
	return st.Bavail * uint64(st.Bsize), st.Blocks * uint64(st.Bsize), nil
}
