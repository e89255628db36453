package audit

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sort"
)

// The reasons in recover and gap records.
const (
	whyTorn        = "torn"            // a write did not end; nothing acknowledged is lost
	whyCorrupt     = "corrupt"         // acknowledged bytes were changed
	whyHeadLost    = "head-lost"       // the head file was removed or damaged
	whyTruncated   = "truncated"       // acknowledged records are gone, and no crash does that
	whyUncleanBoot = "unclean-boot"    // acknowledged records are gone after a power loss
	whySegment     = "segment-missing" // a whole segment is gone
)

// repair finds the end of the chain in the log itself and declares what the
// head or the bytes do not explain. It never drops, moves or cuts anything, and
// it may itself be cut short at any byte: what it leaves then is one more torn
// write for the next. lost says that the head file is gone or unreadable.
func (t *tx) repair(head Head, lost bool) error {
	t.repaired = true
	segs, err := segments(t.log.dir)
	if err != nil {
		return err
	}
	if len(segs) == 0 {
		if head.Seq == 0 {
			return t.genesis(1, region{}, "")
		}
		return t.afterLoss(head, head, whySegment, region{})
	}
	active := segs[len(segs)-1]
	t.seg, t.size, err = openPrivate(t.path(active), os.O_RDWR|os.O_APPEND)
	if err != nil {
		return err
	}
	end, err := t.endOf(segs)
	if err != nil {
		return err
	}
	switch {
	case end.ok || head.Seq > 0:
	case lost && end.rest.len() > 0:
		return t.genesis(active, end.rest, whyHeadLost)
	default:
		return t.genesis(active, end.rest, whyTorn)
	}

	held := head.Seq > 0 && t.holds(head, segs)
	t.head = Head{Segment: active, Offset: t.size, Last: end.end - end.start, Seq: end.seq, Hash: end.hash}
	if err := t.survey(head, held, segs, end); err != nil {
		return err
	}
	t.torn = end.unended
	if head.Seq > 0 && !held {
		return t.afterLoss(head, t.head, t.cause(head, segs, end.rest), end.rest)
	}
	switch {
	case lost:
		err = t.declare(TypeRecover, whyHeadLost, end.rest, nil)
	case end.rest.len() > 0:
		err = t.declare(TypeRecover, whyTorn, end.rest, nil)
	}
	if err != nil {
		return err
	}
	switch {
	case end.seg != active:
		return t.open(segs)
	case end.kind == TypeClose && end.rest.len() == 0:
		if err := t.append(); err != nil { // the declaration belongs to the old segment
			return err
		}
		return t.follow(segs)
	}
	return nil
}

func (t *tx) path(seg uint64) string {
	return filepath.Join(t.log.dir, segmentName(seg))
}

// ending is the last record of the log and what lies behind it.
type ending struct {
	record
	seg  uint64 // the segment that holds the record
	kind Type
	rest region // bytes of the active segment behind the record
}

// endOf looks for the last record, in older segments when the active one has
// none yet. A record that lacks nothing but its newline is adopted: setting it
// aside would fork the chain, since its hash may be known outside.
func (t *tx) endOf(segs []uint64) (ending, error) {
	active := segs[len(segs)-1]
	r, err := lastRecord(t.seg, t.size)
	e := ending{record: r, seg: active, rest: region{r.end, t.size}}
	for i := len(segs) - 2; i >= 0 && !e.ok && err == nil; i-- {
		e.seg = segs[i]
		e.record, err = t.lastOf(segs[i])
		e.rest.off = 0
	}
	if err != nil {
		return e, err
	}
	if next, ok := t.adoptable(e.rest, e.link); ok {
		e = ending{record: next, seg: active, rest: region{t.size, t.size}}
	}
	if e.ok {
		e.kind = lineType(e.line)
	}
	return e, nil
}

// cause says why the record that head names is not in the log. Within one boot
// the page cache keeps what was written, so no crash of a process explains it.
func (t *tx) cause(head Head, segs []uint64, rest region) string {
	switch {
	case !slices.Contains(segs, head.Segment):
		return whySegment
	case head.Boot != bootID(head.Log):
		return whyUncleanBoot
	case head.Segment == segs[len(segs)-1] && t.size >= head.Offset && rest.len() > 0:
		return whyCorrupt
	}
	return whyTruncated
}

// afterLoss continues behind found with a seq that was never used, and says
// which acknowledged records are gone.
func (t *tx) afterLoss(head, found Head, why string, rest region) error {
	lost := loss{from: min(found.Seq, head.Seq-1) + 1, to: head.Seq, head: head.Hash}
	t.head = found
	t.head.Log = head.Log
	t.head.Seq = max(head.Seq, found.Seq)
	if found.Seq == 0 { // nothing is left to follow but what was acknowledged
		t.head.Hash = head.Hash
	}
	if t.seg == nil {
		t.head.Count = 0
		if err := t.create(t.head.Seq + 1); err != nil {
			return err
		}
	}
	kind := TypeGap
	if why == whyCorrupt {
		kind = TypeRecover
	}
	return t.declare(kind, why, rest, &lost)
}

type loss struct {
	from, to uint64
	head     Hash
}

// declare adds a recover or gap record. rest must be all bytes between the last
// record and the end of the segment; where they end in no newline, the one that
// is written first belongs to them.
func (t *tx) declare(kind Type, why string, rest region, lost *loss) error {
	w := writer{b: make([]byte, 0, 512)}
	w.time("time", t.log.opts.now())
	w.token("type", string(kind))
	w.token("boot", bootID(t.head.Log))
	if err := t.quarantine(&w, rest); err != nil {
		return err
	}
	if lost != nil {
		w.int("lost_from", int64(lost.from))
		w.int("lost_to", int64(lost.to))
		w.hex("head_hash", lost.head[:])
	}
	w.token("why", why)
	t.add(w.b)
	return nil
}

// quarantine commits to the bytes of rest.
func (t *tx) quarantine(w *writer, rest region) error {
	if rest.len() == 0 {
		return nil
	}
	h := sha256.New()
	if _, err := io.Copy(h, io.NewSectionReader(t.seg, rest.off, rest.len())); err != nil {
		return err
	}
	n := rest.len()
	var end [1]byte
	if _, err := t.seg.ReadAt(end[:], rest.end-1); err != nil {
		return err
	}
	if end[0] != '\n' {
		h.Write([]byte{'\n'})
		n++
		t.torn = true
	}
	w.int("torn_off", rest.off)
	w.int("torn_len", n)
	w.hex("torn_sha256", h.Sum(nil))
	return nil
}

// genesis begins a log. The head comes first, so that a log without a head has
// lost it.
func (t *tx) genesis(seg uint64, rest region, why string) error {
	var id [16]byte
	if _, err := rand.Read(id[:]); err != nil {
		return err
	}
	t.head = Head{Log: hex.EncodeToString(id[:])}
	if t.seg == nil {
		if _, err := t.headFile.WriteAt(Head{}.encode(), 0); err != nil {
			return err
		}
		if err := t.create(seg); err != nil {
			return err
		}
	}
	t.head.Segment, t.head.Born = seg, t.log.opts.now()
	w := writer{b: make([]byte, 0, 512), redact: t.log.opts.Redact.String}
	w.time("time", t.log.opts.now())
	w.token("type", string(TypeGenesis))
	w.token("fmt", "guard-audit/1")
	w.token("log", t.head.Log)
	w.token("host", hostID())
	w.int("uid", int64(os.Getuid()))
	w.text("bin", t.log.opts.Bin, MaxName)
	w.token("boot", bootID(t.head.Log))
	if before := t.log.readOrigin(); before != "" {
		w.token("prev_log", before)
	}
	if err := t.quarantine(&w, rest); err != nil {
		return err
	}
	if rest.len() > 0 {
		w.token("why", why)
	}
	t.add(w.b)
	t.log.writeOrigin(t.head.Log)
	return nil
}

// create makes a segment and takes it as the active one.
func (t *tx) create(first uint64) error {
	f, _, err := openPrivate(filepath.Join(t.log.dir, segmentName(first)), os.O_RDWR|os.O_APPEND|os.O_CREATE|os.O_EXCL)
	if err != nil {
		return err
	}
	if t.seg != nil {
		_ = t.seg.Close()
	}
	t.seg, t.size, t.torn = f, 0, false
	t.head.Segment, t.head.Offset, t.head.Born = first, 0, t.log.opts.now()
	if t.log.opts.Sync == SyncNever {
		return nil
	}
	return dirSync(t.log.dir)
}

// region is a range of bytes of the active segment.
type region struct{ off, end int64 }

func (r region) len() int64 { return r.end - r.off }

// record is a line that holds by itself, found in a segment.
type record struct {
	link
	ok         bool
	unended    bool // its newline is missing
	start, end int64
	line       []byte
}

// segments lists the first seqs of the segments of dir, in order.
func segments(dir string) ([]uint64, error) {
	list, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var segs []uint64
	for _, e := range list {
		if first, ok := parseSegment(e.Name()); ok {
			segs = append(segs, first)
		}
	}
	sort.Slice(segs, func(i, j int) bool { return segs[i] < segs[j] })
	return segs, nil
}

func (t *tx) lastOf(seg uint64) (record, error) {
	f, size, err := openPrivate(filepath.Join(t.log.dir, segmentName(seg)), os.O_RDONLY)
	if err != nil {
		return record{}, err
	}
	defer f.Close()
	return lastRecord(f, size)
}

// lastRecord finds the last line of a file that holds by itself and ends in a
// newline, past any amount of garbage behind it.
func lastRecord(r io.ReaderAt, size int64) (record, error) {
	b := backward{r: r, lo: size, hi: size}
	end, err := b.newline(size)
	for err == nil && end >= 0 {
		var before int64
		if before, err = b.newline(end); err != nil {
			break
		}
		start := before + 1
		if n := end - start; n >= int64(minLine) && n <= MaxRead {
			buf := make([]byte, 1+n)
			if _, err = r.ReadAt(buf[1:], start); err != nil {
				break
			}
			if k, bad := parseLink(buf); bad == nil {
				return record{link: k, ok: true, start: start, end: end + 1, line: buf[1:]}, nil
			}
		}
		end = before
	}
	return record{}, err
}

// backward finds newlines from the end of a file, in windows that grow.
type backward struct {
	r      io.ReaderAt
	buf    []byte
	lo, hi int64 // buf holds the bytes [lo, hi)
}

// newline returns the offset of the last newline before off, or -1.
func (b *backward) newline(off int64) (int64, error) {
	for off > 0 {
		if off <= b.lo || off > b.hi {
			n := min(max(int64(4<<10), 4*int64(len(b.buf))), 256<<10, off)
			b.buf = slices.Grow(b.buf[:0], int(n))[:n]
			b.lo, b.hi = off-n, off
			if _, err := b.r.ReadAt(b.buf, b.lo); err != nil && !errors.Is(err, io.EOF) {
				return -1, err
			}
		}
		if i := bytes.LastIndexByte(b.buf[:off-b.lo], '\n'); i >= 0 {
			return b.lo + int64(i), nil
		}
		off = b.lo
	}
	return -1, nil
}

// adoptable reports whether the bytes of rest end in the record that follows
// last, without its newline. What stands before it there must be the fragment
// that it declares.
func (t *tx) adoptable(rest region, last link) (record, bool) {
	n := min(rest.len(), MaxRead+1)
	if n < int64(minLine) {
		return record{}, false
	}
	buf := make([]byte, 1+n)
	start := rest.end - n
	if _, err := t.seg.ReadAt(buf[1:], start); err != nil {
		return record{}, false
	}
	if i := bytes.LastIndexByte(buf[1:], '\n'); i >= 0 {
		start += int64(i) + 1
		buf = buf[i+1:] // the newline is the byte that parseLink borrows
	} else if start != rest.off {
		return record{}, false
	}
	k, err := parseLink(buf)
	if err != nil || k.prev != last.hash || k.seq <= last.seq {
		return record{}, false
	}
	if start != rest.off {
		if r, err := ParseRecord(buf[1:]); err != nil || r.TornOff != rest.off || r.TornLen != start-rest.off {
			return record{}, false
		}
	}
	return record{link: k, ok: true, unended: true, start: start, end: rest.end, line: buf[1:]}, true
}

// holds reports whether the record that head names is in the log.
func (t *tx) holds(head Head, segs []uint64) bool {
	if !slices.Contains(segs, head.Segment) {
		return false
	}
	f, _, err := openPrivate(t.path(head.Segment), os.O_RDONLY)
	if err != nil {
		return false
	}
	defer f.Close()
	return endsIn(f, head)
}

// survey fills in what the last record does not say: the id of the log, when
// the active segment began, and how many records there are. It counts from the
// head where that holds, else from the last segment that says its number.
func (t *tx) survey(head Head, held bool, segs []uint64, end ending) error {
	active := segs[len(segs)-1]
	t.head.Log, t.head.Born = head.Log, head.Born
	if t.head.Log == "" {
		err := t.walk(segs[0], 0, 1<<62, func(_ link, line []byte) error {
			t.head.Log = member(line, "log")
			return io.EOF
		})
		if err != nil {
			return err
		}
	}
	if head.Segment != active || t.head.Born.IsZero() {
		t.head.Born = t.log.opts.now()
		err := t.walk(active, 0, 1<<62, func(_ link, line []byte) error {
			t.head.Born = lineTime(line)
			return io.EOF
		})
		if err != nil {
			return err
		}
	}
	if !held {
		tr, err := t.tree(segs, end.seg, end.end)
		t.head.Count = tr.size
		return err
	}
	t.head.Count = head.Count
	for _, seg := range segs[slices.Index(segs, head.Segment):] {
		var off, limit int64 = 0, 1 << 62
		if seg == head.Segment {
			off = head.Offset
		}
		if seg == end.seg {
			limit = end.end
		}
		err := t.walk(seg, off, limit, func(link, []byte) error {
			t.head.Count++
			return nil
		})
		if err != nil {
			return err
		}
		if seg == end.seg {
			break
		}
	}
	return nil
}

// tree builds the Merkle tree over all records up to the given place, from the
// last segment whose open record carries the tree before it.
func (t *tx) tree(segs []uint64, seg uint64, end int64) (tree, error) {
	var tr tree
	last := slices.Index(segs, seg)
	i := last
	for ; i > 0; i-- {
		found := false
		n := 0
		err := t.walk(segs[i], 0, 1<<62, func(_ link, line []byte) error {
			_, found = opened(line)
			if n++; found || n >= 4 {
				return io.EOF
			}
			return nil
		})
		if err != nil {
			return tr, err
		}
		if found {
			break
		}
	}
	for ; i <= last; i++ {
		limit := int64(1 << 62)
		if i == last {
			limit = end
		}
		err := t.walk(segs[i], 0, limit, func(k link, line []byte) error {
			if o, ok := opened(line); ok {
				tr = o
			}
			tr.add(k.hash)
			return nil
		})
		if err != nil {
			return tr, err
		}
	}
	return tr, nil
}

// segment is a segment that is read.
type segment interface {
	io.ReaderAt
	io.Closer
	Name() string
}

// openSegment opens a segment to read it, and returns its size. For a reader it
// may be a copy that others own.
func (t *tx) openSegment(seg uint64) (segment, int64, error) {
	if !t.reader {
		return openPrivate(t.path(seg), os.O_RDONLY)
	}
	f, err := os.Open(t.path(seg))
	if err != nil {
		return nil, 0, err
	}
	fi, err := f.Stat()
	if err != nil {
		_ = f.Close()
		return nil, 0, err
	}
	return f, fi.Size(), nil
}

// walk calls f with every line of a segment in [off, limit) that holds by
// itself, a last one without newline included, until f returns io.EOF.
func (t *tx) walk(seg uint64, off, limit int64, f func(link, []byte) error) error {
	file, size, err := t.openSegment(seg)
	if err != nil {
		return err
	}
	defer file.Close()
	limit = min(limit, size)
	s := newScanner(io.NewSectionReader(file, off, limit-off), off, limit-off)
	for {
		p, err := s.next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s: %w", file.Name(), err)
		}
		if !p.whole && !p.last {
			continue
		}
		k, err := parseLink(p.buf)
		if err != nil {
			continue
		}
		if err := f(k, p.line()); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}
