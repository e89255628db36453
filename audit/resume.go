package audit

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Resume is a place behind a record from which verification can go on: the
// Merkle tree up to there in its compact form, and where the next record is.
// What lies before is not read again; a signed checkpoint must vouch for it.
type Resume struct {
	Head    TreeHead // what must be vouched for
	Segment uint64
	Offset  int64 // in the segment, behind the record
	Line    int64 // of the record
	Seq     uint64
	Hash    Hash
	Host    string

	nodes []Hash
}

// Resume is the place behind the last record that was verified.
func (r Report) Resume() Resume {
	at := r.resume
	at.Head = r.TreeHead()
	at.nodes = r.tree.clone().nodes
	return at
}

const resumeMagic = "guard-resume/1"

func (r Resume) encode() []byte {
	b := fmt.Appendf(nil, "%s\n%ssegment %d\noffset %d\nline %d\nseq %d\nhash %s\nhost %s\n",
		resumeMagic, r.Head.Note(), r.Segment, r.Offset, r.Line, r.Seq, r.Hash, r.Host)
	for _, h := range r.nodes {
		b = fmt.Appendf(b, "node %s\n", h)
	}
	return b
}

// ParseResume reads what SaveCheckpoint wrote beside a note. It checks that the
// tree hashes to the state that it names, not that this state is a true one:
// compare Head with a checkpoint whose signature holds.
func ParseResume(b []byte) (Resume, error) {
	bad := errors.New("audit: this is no resume file of guard")
	lines := strings.Split(strings.TrimSuffix(string(b), "\n"), "\n")
	if len(lines) < 10 || lines[0] != resumeMagic {
		return Resume{}, bad
	}
	var r Resume
	var err error
	if r.Head, err = ParseNote(strings.Join(lines[1:4], "\n") + "\n"); err != nil {
		return Resume{}, bad
	}
	for _, line := range lines[4:] {
		key, value, _ := strings.Cut(line, " ")
		var err error
		switch key {
		case "segment":
			r.Segment, err = strconv.ParseUint(value, 10, 53)
		case "offset":
			r.Offset, err = strconv.ParseInt(value, 10, 64)
		case "line":
			r.Line, err = strconv.ParseInt(value, 10, 64)
		case "seq":
			r.Seq, err = strconv.ParseUint(value, 10, 53)
		case "hash":
			r.Hash, err = ParseHash(value)
		case "host":
			r.Host = value
		case "node":
			var h Hash
			h, err = ParseHash(value)
			r.nodes = append(r.nodes, h)
		default:
			err = bad
		}
		if err != nil {
			return Resume{}, bad
		}
	}
	tr := tree{size: r.Head.Size, nodes: r.nodes}
	if !tr.fits() || tr.root() != r.Head.Root || r.Offset <= 0 || r.Line <= 0 || r.Seq == 0 {
		return Resume{}, errors.New("audit: the resume file does not fit its own state")
	}
	return r, nil
}

// ReadResume returns the resume file beside a note that SaveCheckpoint made.
func ReadResume(notePath string) (Resume, error) {
	b, err := os.ReadFile(strings.TrimSuffix(notePath, filepath.Ext(notePath)) + ".resume")
	if err != nil {
		return Resume{}, fmt.Errorf("audit: %w", err)
	}
	return ParseResume(b)
}

// resume lets the walk begin behind opts.Since, if an anchor vouches for it and
// the log still holds its record. Otherwise the whole log is walked: no verdict
// rests on a shortcut that does not fit.
func (v *verifier) resume() {
	s := v.opts.Since
	if s == nil {
		return
	}
	vouched := slices.ContainsFunc(v.opts.Anchors, func(a TreeHead) bool {
		return a.Size == s.Head.Size && a.Root == s.Head.Root && (a.Origin == "" || a.Origin == s.Head.Origin)
	})
	i := slices.IndexFunc(v.files, func(f source) bool { return f.first == s.Segment })
	if !vouched || i < 0 || !s.holds(v.files[i]) {
		v.warn("the place to begin from does not fit this log: all of it was checked")
		return
	}
	v.files = v.files[i:]
	v.files[0].from, v.files[0].lines = s.Offset, s.Line
	v.tree = tree{size: s.Head.Size, nodes: slices.Clone(s.nodes)}
	v.last, v.began = link{seq: s.Seq, hash: s.Hash}, true
	v.lastAt = Place{Segment: v.files[0].name, Line: s.Line, Seq: s.Seq, Offset: s.Offset}
	v.log, v.host = strings.TrimPrefix(s.Head.Origin, OriginPrefix), s.Host
	v.end = *s
	v.report.AnchoredTo = s.Head.Size
	v.report.SeqFirst = s.Seq + 1
	v.warn("records up to seq %d were not read again: the checkpoint of %d records vouches for them", s.Seq, s.Head.Size)
}

// holds reports whether the record before the place is the one it names.
func (r *Resume) holds(f source) bool {
	file, err := os.Open(f.path)
	if err != nil || r.Offset > f.size {
		return false
	}
	defer file.Close()
	n := min(r.Offset, MaxRead+2)
	buf := make([]byte, n)
	if _, err := file.ReadAt(buf, r.Offset-n); err != nil || buf[n-1] != '\n' {
		return false
	}
	line := append([]byte{0}, buf[bytes.LastIndexByte(buf[:n-1], '\n')+1:n-1]...)
	k, err := parseLink(line)
	return err == nil && k.seq == r.Seq && k.hash == r.Hash
}

// HeadNote returns the state of the log in dir at its last complete record,
// from the last segment that carries the tree before it. It is fast and proves
// nothing: what is to be signed must come from Verify.
func HeadNote(dir string) (TreeHead, error) {
	segs, err := segments(dir)
	if err != nil {
		return TreeHead{}, fmt.Errorf("audit: %w", err)
	}
	if len(segs) == 0 {
		return TreeHead{}, fmt.Errorf("audit: %s holds no log", dir)
	}
	t := tx{log: &Log{dir: dir}, reader: true}
	tr, err := t.tree(segs, segs[len(segs)-1], 1<<62)
	if err != nil {
		return TreeHead{}, fmt.Errorf("audit: %w", err)
	}
	h := TreeHead{Size: tr.size, Root: tr.root()}
	if head, err := ReadHead(dir); err == nil {
		h.Origin = OriginPrefix + head.Log
		return h, nil
	}
	for line := range Lines(dir) {
		h.Origin = OriginPrefix + member(line, "log")
		break
	}
	return h, nil
}
