package audit

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sort"
	"strings"
	"sync"
	"time"
)

// VerifyOptions says what more than the chain must hold.
type VerifyOptions struct {
	Anchors       []TreeHead // each must be a state that this log was in
	ExpectOrigin  string     // the log must be this one
	Since         *Resume    // check only what came after it, if it fits the log
	AcceptReset   bool       // the log may have followed an older one that is gone
	RequireAnchor bool       // without an anchor that holds nothing is verified
	RequireSeal   bool       // every record must carry a seal
	AllowEmpty    bool       // a log without records is fine
	Strict        bool       // declared damage counts as tampering; members are parsed, none twice
	Jobs          int        // parallel readers; 0 is the number of processors
	Progress      func(done, total int64)
}

// Verify checks logs: one directory, or segment files (and a file named head)
// that are taken in the order of their names. Writers may go on meanwhile: what
// is checked is one state of the log, taken under the shared lock. The memory
// does not depend on the size of the log.
func Verify(paths []string, o VerifyOptions) Report {
	began := time.Now()
	v := verifier{opts: o}
	v.report.Sealed = "no"
	if err := v.snapshot(paths); err != nil {
		v.missing("%v", err)
	} else {
		v.resume()
		v.walk()
	}
	v.conclude()
	v.report.Millis = time.Since(began).Milliseconds()
	return v.report
}

// verifier joins what the readers found, in file order.
type verifier struct {
	opts   VerifyOptions
	report Report

	files []source
	head  *Head
	live  bool // a directory in which writers work, not a copy
	dir   bool

	last     link
	lastAt   Place
	end      Resume
	began    bool // a record was seen
	tree     tree
	sealed   uint64
	host     string
	log      string
	garbage  region // undeclared bytes in the current segment
	garbLine int64
	garbWhy  error
	changed  bool   // a whole line has a wrong hash: no write that did not end
	tail     *Place // a torn write at the very end
	version  bool   // what follows is of a newer format
}

// source is one segment as it was when verification began.
type source struct {
	path  string
	name  string
	first uint64 // from the name; 0 where that does not say
	size  int64
	from  int64 // where verification begins, and the number of lines before
	lines int64
}

func (v *verifier) bad(p Place, format string, args ...any) {
	p.Why = fmt.Sprintf(format, args...)
	v.report.BadCount++
	if v.report.FirstBad != nil {
		return
	}
	v.report.FirstBad = &p
	if v.began {
		good := v.lastAt
		v.report.LastGood = &good
	}
}

func (v *verifier) missing(format string, args ...any) {
	v.report.Missing = append(v.report.Missing, fmt.Sprintf(format, args...))
}

func (v *verifier) damage(format string, args ...any) {
	v.report.damage = append(v.report.damage, fmt.Sprintf(format, args...))
}

func (v *verifier) warn(format string, args ...any) {
	v.report.Warnings = append(v.report.Warnings, fmt.Sprintf(format, args...))
}

// snapshotWait is how long a verification waits for a moment without a writer.
const snapshotWait = 2 * time.Second

func (v *verifier) snapshot(paths []string) error {
	if len(paths) == 0 {
		return errors.New("no directory and no file was named")
	}
	fi, err := os.Stat(paths[0])
	if err != nil {
		return err
	}
	if !fi.IsDir() {
		return v.named(paths)
	}
	if len(paths) > 1 {
		return errors.New("name one directory, or files")
	}
	v.dir = true
	dir := paths[0]
	lock := filepath.Join(dir, lockName)
	locked := false
	if _, err := os.Lstat(lock); err == nil {
		v.live = true
		release, err := acquire(context.Background(), lock, snapshotWait, true)
		if err == nil {
			defer release()
			locked = true
		}
	}
	v.readHead(filepath.Join(dir, headName))
	segs, err := segments(dir)
	if err != nil {
		return err
	}
	for _, seg := range segs {
		if err := v.source(filepath.Join(dir, segmentName(seg)), seg); err != nil {
			return err
		}
	}
	if v.live && !locked {
		v.cutAtHead()
	}
	return nil
}

// cutAtHead leaves out what may be half-written, since the lock was not to be
// had: all that the head does not acknowledge.
func (v *verifier) cutAtHead() {
	if v.head == nil {
		v.warn("the lock was not free: a record that is being written now may look torn")
		return
	}
	v.warn("the lock was not free: checked up to the acknowledged record %d", v.head.Seq)
	for i := range v.files {
		f := &v.files[i]
		if f.first == v.head.Segment {
			f.size = min(f.size, v.head.Offset)
			v.files = v.files[:i+1]
			return
		}
	}
}

func (v *verifier) named(paths []string) error {
	for _, path := range paths {
		name := filepath.Base(path)
		if name == headName {
			v.readHead(path)
			continue
		}
		if name == lockName {
			continue
		}
		first, _ := parseSegment(name)
		if err := v.source(path, first); err != nil {
			return err
		}
	}
	sort.SliceStable(v.files, func(i, j int) bool { return v.files[i].name < v.files[j].name })
	return nil
}

func (v *verifier) source(path string, first uint64) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	fi, err := f.Stat()
	if err != nil {
		return err
	}
	if !fi.Mode().IsRegular() {
		return fmt.Errorf("%s is not a plain file", path)
	}
	v.files = append(v.files, source{path: path, name: filepath.Base(path), first: first, size: fi.Size()})
	return nil
}

func (v *verifier) readHead(path string) {
	b, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		if v.live {
			v.damage("the head file is missing")
		} else if v.dir {
			v.warn("there is no head file: a cut end would not be seen")
		}
		return
	}
	if err != nil {
		v.missing("%v", err)
		return
	}
	h, err := parseHead(b)
	if err != nil {
		v.damage("the head file is damaged")
		return
	}
	v.head = &h
}

// unit is a range of a segment that one reader walks: the lines that begin in
// [from, to).
type unit struct {
	file     *source
	at       int // index of file
	from, to int64
	first    bool // of its file
	final    bool // of its file
	done     chan found
}

const unitBytes = 4 << 20

// found is what a reader saw in a unit: its records are in order by
// themselves, but for the items.
type found struct {
	leaves    []Hash
	items     []item
	last      link // of the last record
	lines     int64
	sealed    uint64
	stepsBack int
	end       int64 // offset behind the last line that began in the unit
	lastAt    spot
	lastEnd   int64 // offset behind the last record
	err       error
}

// spot is a place within a unit.
type spot struct{ off, line int64 }

// item is a place where the plain rule, that each record follows the one
// before, says not enough.
type item struct {
	off    int64
	line   int64 // within the unit
	leaf   int   // leaves before it in the unit
	len    int64 // of a range that is no record; 0: this is a record
	why    error
	strict bool // the line holds, its members do not
	link   link
	prior  link // the record before it in the unit, if leaf > 0
	at     spot // of prior
	kind   Type
	raw    []byte // the record, where its members matter
}

func (v *verifier) walk() {
	var total int64
	for i := range v.files {
		total += v.files[i].size - v.files[i].from
	}
	v.report.Bytes = total
	jobs := v.opts.Jobs
	if jobs <= 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	pool := sync.Pool{New: func() any { s := make([]Hash, 0, unitBytes/400); return &s }}
	queue := make(chan *unit, jobs)
	order := make(chan *unit, jobs+1)
	for range jobs {
		go func() {
			buf := make([]byte, 1+scanBuf)
			for u := range queue {
				u.done <- u.read(v.opts.Strict, buf, *pool.Get().(*[]Hash))
			}
		}()
	}
	stop := make(chan struct{})
	go func() {
		defer close(queue)
		defer close(order)
		for i := range v.files {
			f := &v.files[i]
			for from := f.from; from < f.size || from == f.from; from += unitBytes {
				u := &unit{file: f, at: i, from: from, to: min(from+unitBytes, f.size), first: from == f.from, done: make(chan found, 1)}
				u.final = u.to == f.size
				select {
				case order <- u:
				case <-stop:
					return
				}
				queue <- u
			}
		}
	}()
	var done, line int64
	failed := false
	for u := range order {
		got := <-u.done
		if failed {
			continue
		}
		if u.first {
			line = u.file.lines
			v.garbage = region{}
		}
		if got.err != nil {
			v.missing("%s: %v", u.file.path, got.err)
			close(stop)
			failed = true
			continue
		}
		v.join(u, &got, line)
		leaves := got.leaves[:0]
		pool.Put(&leaves)
		line += got.lines
		done += u.to - u.from
		if v.opts.Progress != nil {
			v.opts.Progress(done, total)
		}
	}
	if !failed {
		v.compareHead()
	}
}

// read walks one unit.
func (u *unit) read(strict bool, buf []byte, leaves []Hash) (r found) {
	r.leaves = leaves[:0]
	f, err := os.Open(u.file.path)
	if err != nil {
		r.err = err
		return r
	}
	defer f.Close()
	start := max(u.from-1, 0) // with the byte before, to see whether a line begins here
	s := &scanner{r: io.NewSectionReader(f, start, u.file.size-start), buf: buf, i: 1, n: 1, off: start}
	if u.from > 0 {
		for s.off < u.from || s.mid {
			_, err := s.next()
			if err == io.EOF {
				return r
			}
			if err != nil {
				r.err = err
				return r
			}
			if s.off >= u.to && s.mid {
				return r // one line longer than the unit: another reader's
			}
		}
	}
	var lastTime []byte
	started := false
	for s.off < u.to || s.mid {
		p, err := s.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			r.err = err
			return r
		}
		ended := p.raw[len(p.raw)-1] == '\n'
		at := r.lines
		if ended {
			r.lines++
		}
		r.end = p.off + int64(len(p.raw))
		k, bad := link{}, errLong
		if p.whole || p.last {
			k, bad = parseLink(p.buf)
		}
		if bad == nil && p.last {
			bad = errUnended
		}
		twice := false
		if bad == nil && strict {
			bad = strictMembers(p.line())
			twice = bad != nil
		}
		if bad != nil {
			if n := len(r.items); n > 0 && r.items[n-1].len > 0 && r.items[n-1].off+r.items[n-1].len == p.off && !twice && bad != errHash {
				r.items[n-1].len += int64(len(p.raw))
				if bad == errVersion {
					r.items[n-1].why = bad
				}
				continue
			}
			r.items = append(r.items, item{off: p.off, line: at, leaf: len(r.leaves), len: int64(len(p.raw)), why: bad, strict: twice, link: k, prior: r.last, at: r.lastAt})
			continue
		}
		line := p.line()
		kind := lineType(line)
		plain := started && k.prev == r.last.hash && k.seq == r.last.seq+1
		if n := len(r.items); n > 0 && r.items[n-1].len > 0 && r.items[n-1].leaf == len(r.leaves) {
			plain = false
		}
		switch kind {
		case TypeGenesis, TypeRecover, TypeGap, TypeClose, TypeOpen, TypePrune, TypeRekey:
			plain = false
		}
		if !plain {
			r.items = append(r.items, item{off: p.off, line: at, leaf: len(r.leaves), link: k, prior: r.last, at: r.lastAt, kind: kind, raw: bytes.Clone(line)})
		}
		if hasSeal(line) {
			r.sealed++
		}
		if now := timeText(line); now != nil {
			if lastTime != nil && bytes.Compare(now, lastTime) < 0 && stepped(lastTime, now) {
				r.stepsBack++
			}
			lastTime = append(lastTime[:0], now...)
		}
		r.leaves = append(r.leaves, k.hash)
		r.last, r.lastAt, r.lastEnd = k, spot{p.off, at}, r.end
		started = true
	}
	return r
}

var errUnended = errors.New("its newline is missing")

// hasSeal looks at the fixed place before the hash.
func hasSeal(line []byte) bool {
	const key = `,"seal":"`
	t := len(line) - tailLen - len(key) - 33
	return t > 0 && string(line[t:t+len(key)]) == key
}

// stepped reports whether the clock went back by more than two seconds.
func stepped(before, now []byte) bool {
	a, ok := parseTime(before)
	b, ok2 := parseTime(now)
	return ok && ok2 && a.Sub(b) > 2*time.Second
}

// strictMembers rejects what other readers could read in another way than this
// one: members twice, names that are not spelled out, values that are not of
// this format.
func strictMembers(line []byte) error {
	var keys [64][]byte
	var seen [4]uint64
	n := 0
	plain := plainText(line)
	var odd error
	err := Members(line, func(key, val []byte) bool {
		bit := keyBit(key)
		if seen[bit>>6]&(1<<(bit&63)) != 0 { // perhaps
			for _, k := range keys[:n] {
				if bytes.Equal(k, key) {
					odd = fmt.Errorf("the member %q is there twice", key)
					return false
				}
			}
		}
		seen[bit>>6] |= 1 << (bit & 63)
		if n == len(keys) {
			odd = errShape
			return false
		}
		keys[n] = key
		n++
		switch {
		case plain:
		case !plainText(key):
			odd = fmt.Errorf("the member %q is not spelled out", key)
		case !validText(val):
			odd = fmt.Errorf("the member %q is no JSON text", key)
		}
		return odd == nil
	})
	if odd != nil {
		return odd
	}
	if err != nil {
		return errShape
	}
	return nil
}

// keyBit is a small hash of a member's name.
func keyBit(key []byte) uint8 {
	n := uint8(len(key))
	if n == 0 {
		return 0
	}
	return n*31 + key[0]*7 + key[n/2]*13 + key[n-1]*3
}

// join adds what one reader found to the whole.
func (v *verifier) join(u *unit, r *found, base int64) {
	next := 0
	see := func(k link, at spot) {
		v.last, v.began = k, true
		v.lastAt = Place{Segment: u.file.name, Line: base + at.line + 1, Seq: k.seq, Offset: at.off}
	}
	for i := range r.items {
		it := &r.items[i]
		v.grow(r.leaves[next:it.leaf])
		next = it.leaf
		if it.leaf > 0 {
			see(it.prior, it.at)
		}
		place := Place{Segment: u.file.name, Line: base + it.line + 1, Seq: it.link.seq, Offset: it.off}
		if it.len > 0 {
			v.noRecord(u, it, place)
			continue
		}
		v.record(u, it, place)
		see(it.link, spot{it.off, it.line})
		v.grow(r.leaves[next : next+1])
		next++
	}
	v.grow(r.leaves[next:])
	if len(r.leaves) > 0 {
		see(r.last, r.lastAt)
		v.end = Resume{Segment: u.file.first, Offset: r.lastEnd, Line: v.lastAt.Line, Seq: r.last.seq, Hash: r.last.hash, Host: v.host}
	}
	v.sealed += r.sealed
	if r.stepsBack > 0 {
		v.warn("%s: the clock stepped back %d times by more than 2 s", u.file.name, r.stepsBack)
	}
	if u.final && v.garbage.len() > 0 {
		v.endGarbage(u)
	}
}

// grow adds leaves to the tree and compares it with the anchors on its way.
func (v *verifier) grow(leaves []Hash) {
	for _, h := range leaves {
		v.tree.add(h)
		for i := range v.opts.Anchors {
			if v.opts.Anchors[i].Size == v.tree.size {
				v.anchor(&v.opts.Anchors[i])
			}
		}
	}
}

func (v *verifier) anchor(a *TreeHead) {
	if v.tree.root() != a.Root {
		v.bad(Place{Seq: v.last.seq}, "the first %d records have another root than the anchor", a.Size)
		return
	}
	if v.report.FirstBad == nil {
		v.report.AnchoredTo = max(v.report.AnchoredTo, a.Size)
	}
}

func (v *verifier) noRecord(u *unit, it *item, p Place) {
	if it.why == errVersion {
		v.version = true
	}
	if it.why == errUnended && u.at == len(v.files)-1 && it.link.prev == v.last.hash && it.link.seq == v.last.seq+1 && v.garbage.len() == 0 {
		// The last write lacks nothing but its newline: the next one adopts it.
		p.Why = "the last record lacks its newline"
		v.tail = &p
		return
	}
	if it.strict {
		v.bad(p, "%v", it.why)
	}
	if it.why == errHash {
		v.changed = true
	}
	if v.garbage.len() > 0 && v.garbage.end == it.off {
		v.garbage.end += it.len
		return
	}
	v.garbage = region{it.off, it.off + it.len}
	v.garbLine, v.garbWhy = p.Line, it.why
}

// endGarbage judges bytes behind the last record of a segment.
func (v *verifier) endGarbage(u *unit) {
	p := Place{Segment: u.file.name, Line: v.garbLine, Offset: v.garbage.off}
	if u.at == len(v.files)-1 && v.began && v.powerLoss() {
		p.Why = "what was written last did not reach the disk"
		v.tail, v.garbage = &p, region{}
		return
	}
	acked := v.head != nil && v.head.Segment == u.file.first && v.head.Offset > v.garbage.off
	if u.at == len(v.files)-1 && !acked && !v.version && !v.changed && v.began {
		p.Why = "the last write did not end"
		v.tail = &p
	} else if !v.version {
		v.bad(p, "%d bytes that are no record: %v", v.garbage.len(), v.garbWhy)
	}
	v.garbage = region{}
}

// record judges a record that needs more than the plain rule.
func (v *verifier) record(u *unit, it *item, p Place) {
	v.version, v.changed = false, false // judged with the fragment before it
	r, err := ParseRecord(it.raw)
	if err != nil {
		v.bad(p, "its members cannot be read: %v", err)
		return
	}
	if v.garbage.len() > 0 || r.TornLen > 0 {
		v.fragment(u, &r, p)
	}
	if !v.began {
		v.start(u, it, &r, p)
		return
	}
	if it.link.prev != v.last.hash {
		v.bad(p, "it does not follow the record before it (seq %d)", v.last.seq)
	} else if it.link.seq != v.last.seq+1 {
		v.jump(&r, p)
	}
	if v.report.FirstBad == nil && u.file.first > it.link.seq {
		v.bad(p, "it is older than the name of its file")
	}
	switch r.Type {
	case TypeGenesis:
		v.bad(p, "a second beginning inside the log")
	case TypeGap, TypeRecover:
		v.declared(&r, p)
	case TypeClose, TypeOpen:
		v.seam(u, it, &r, p)
	}
}

// jump judges a seq that does not follow.
func (v *verifier) jump(r *Record, p Place) {
	want := v.last.seq + 1
	switch {
	case r.Seq < want:
		v.bad(p, "seq %d was used before", r.Seq)
	case (r.Type == TypeGap || r.Type == TypeRecover) && r.LostFrom == want && r.LostTo == r.Seq-1:
	default:
		v.bad(p, "records %d..%d are missing", want, r.Seq-1)
	}
}

// declared judges the damage that a writer found and wrote down.
func (v *verifier) declared(r *Record, p Place) {
	if r.LostTo > 0 {
		lost := Lost{Place: p, From: r.LostFrom, To: r.LostTo}
		lost.Why = r.Why
		v.report.Gaps = append(v.report.Gaps, lost)
	}
	switch r.Why {
	case whyTorn: // counted as a fragment
	case whyHeadLost:
		v.damage("the head file was lost before seq %d", r.Seq)
	case whyUncleanBoot:
		v.damage("records %d..%d were lost with the power", r.LostFrom, r.LostTo)
	case whyTruncated:
		v.bad(p, "records %d..%d were cut off", r.LostFrom, r.LostTo)
	case whySegment:
		v.bad(p, "a segment with the records up to %d is missing", r.LostTo)
	case whyCorrupt:
		v.bad(p, "acknowledged bytes before it were changed (records %d..%d)", r.LostFrom, r.LostTo)
	default:
		v.bad(p, "it declares %q, which is not known", r.Why)
	}
}

// fragment judges bytes that are no record by the record that follows them.
func (v *verifier) fragment(u *unit, r *Record, p Place) {
	g := v.garbage
	v.garbage = region{}
	at := Place{Segment: u.file.name, Line: v.garbLine, Offset: g.off}
	if g.len() == 0 {
		v.bad(p, "it declares %d bytes that are not there", r.TornLen)
		return
	}
	switch r.Type {
	case TypeRecover, TypeGap, TypeGenesis:
	default:
		v.bad(at, "%d bytes that are no record: %v", g.len(), v.garbWhy)
		return
	}
	if r.TornOff != g.off || r.TornLen != g.len() {
		v.bad(at, "%d bytes that are no record, and the next record declares %d at %d", g.len(), r.TornLen, r.TornOff)
		return
	}
	sum, err := fileSum(u.file.path, g)
	if err != nil {
		v.missing("%s: %v", u.file.path, err)
		return
	}
	if sum != r.TornSHA256 {
		v.bad(at, "the declared fragment of %d bytes was changed", g.len())
		return
	}
	at.Why = r.Why
	v.report.Fragments = append(v.report.Fragments, Fragment{Place: at, Len: g.len()})
}

func fileSum(path string, g region) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, io.NewSectionReader(f, g.off, g.len())); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// start judges the first record.
func (v *verifier) start(u *unit, it *item, r *Record, p Place) {
	v.report.SeqFirst = r.Seq
	v.log, v.host = r.Log, r.Host
	if r.PrevLog != "" {
		if v.opts.AcceptReset {
			v.warn("an older log, %s, was here before", r.PrevLog)
		} else {
			v.bad(p, "an older log, %s, was here before and is gone", r.PrevLog)
		}
	}
	switch {
	case r.Type == TypeGenesis && r.Seq == 1 && r.Prev == Hash{}:
		if r.Why == whyHeadLost {
			v.damage("the head file was lost before the log began")
		}
	case r.Seq == 1:
		v.bad(p, "it is no genesis record")
	case v.dir:
		v.bad(p, "the log begins at seq %d: what was before is missing", r.Seq)
	default:
		v.missing("the log begins at seq %d: its beginning was not given", r.Seq)
	}
	if r.Type == TypeOpen {
		if tr, ok := lineTree(it.raw); ok {
			v.tree = tr
		}
	}
}

// seam checks the close and open records against what was walked.
func (v *verifier) seam(u *unit, it *item, r *Record, p Place) {
	tr, ok := lineTree(it.raw)
	if !ok || tr.size != v.tree.size || !slices.Equal(tr.nodes, v.tree.nodes) {
		v.bad(p, "its tree of %d records is not the one of the %d records before it", tr.size, v.tree.size)
		return
	}
	if r.Type == TypeOpen && r.Log != "" && v.log == "" {
		v.log = r.Log
	}
	if r.Type == TypeClose {
		if root := v.tree.root(); member(it.raw, "root") != root.String() {
			v.bad(p, "its root is not the one of the records before it")
		}
	}
}

// compareHead asks whether the acknowledged record is there.
func (v *verifier) compareHead() {
	if v.head == nil || v.head.Seq == 0 {
		return
	}
	h := *v.head
	if v.log != "" && h.Log != v.log {
		v.bad(Place{Segment: headName}, "the head belongs to another log")
		return
	}
	for i := range v.files {
		if v.files[i].first != h.Segment {
			continue
		}
		f, err := os.Open(v.files[i].path)
		if err != nil {
			v.missing("%v", err)
			return
		}
		ok := endsIn(f, h)
		_ = f.Close()
		if ok {
			return
		}
	}
	p := Place{Segment: segmentName(h.Segment), Seq: h.Seq, Offset: h.Offset - h.Last}
	if h.Seq > v.last.seq && v.powerLoss() {
		v.damage("records %d..%d, acknowledged before the last start of the machine, are missing", v.last.seq+1, h.Seq)
		return
	}
	v.bad(p, "the acknowledged record is not there")
}

// powerLoss reports whether the head was written before the last start of this
// very machine, so that a loss of power may have taken what it acknowledges.
func (v *verifier) powerLoss() bool {
	return v.head != nil && v.host == hostID() && v.head.Boot != bootID(v.head.Log)
}

func (v *verifier) conclude() {
	r := &v.report
	r.Records = v.tree.size
	r.SeqLast, r.Head = v.last.seq, v.last.hash
	r.Root = v.tree.root()
	r.tree = v.tree
	r.resume = v.end
	if v.log != "" {
		r.Origin = OriginPrefix + v.log
	}
	switch {
	case v.sealed == 0:
	case v.sealed == v.tree.size:
		r.Sealed = "yes"
	default:
		r.Sealed = "partly"
	}
	if n := len(r.Fragments); n > 0 {
		v.damage("%d torn writes, declared", n)
	}
	if v.tail != nil {
		v.damage("%s at byte %d of %s; the next writer declares it", v.tail.Why, v.tail.Offset, v.tail.Segment)
	}
	for _, a := range v.opts.Anchors {
		switch {
		case a.Origin != "" && r.Origin != "" && a.Origin != r.Origin:
			v.bad(Place{}, "the anchor belongs to %s, the log is %s", a.Origin, r.Origin)
		case a.Size > v.tree.size:
			v.bad(Place{Seq: v.last.seq}, "the anchor knows %d records, here are %d", a.Size, v.tree.size)
		case a.Size == 0 && a.Root != (&tree{}).root():
			v.bad(Place{}, "the anchor of an empty log has a wrong root")
		}
	}
	if v.opts.ExpectOrigin != "" && r.Origin != v.opts.ExpectOrigin {
		v.bad(Place{}, "the log is %s, not %s", r.Origin, v.opts.ExpectOrigin)
	}
	if !v.began && len(r.Missing) == 0 && !v.opts.AllowEmpty {
		v.missing("there is no record")
	}
	if v.opts.RequireSeal && r.Sealed != "yes" {
		v.missing("not every record is sealed")
	}
	if v.opts.RequireAnchor && r.AnchoredTo == 0 {
		v.missing("no anchor holds")
	}
	if v.version {
		v.missing("there are records of a newer format")
	}
	switch {
	case v.version:
		r.Exit = CannotVerify
	case r.FirstBad != nil:
		r.Exit = Tampered
	case len(r.Missing) > 0:
		r.Exit = CannotVerify
	case len(r.damage) > 0 && v.opts.Strict:
		v.bad(Place{}, "declared damage: %s", strings.Join(r.damage, "; "))
		r.Exit = Tampered
	case len(r.damage) > 0:
		r.Exit = Damaged
	default:
		r.Exit = Verified
	}
}
