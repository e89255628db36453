package audit

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// Lines yields the records of the log in dir, oldest first, each as the raw
// line without its newline. A line is valid until the next one is asked for.
// What is no record is passed over; whether the records hold is for Verify to
// say. No lock is taken: a record that is being written now may be missed.
func Lines(dir string) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		segs, err := segments(dir)
		if err != nil {
			yield(nil, fmt.Errorf("audit: %w", err))
			return
		}
		for _, seg := range segs {
			if !segmentLines(dir, seg, yield) {
				return
			}
		}
	}
}

func segmentLines(dir string, seg uint64, yield func([]byte, error) bool) bool {
	f, err := os.OpenFile(filepath.Join(dir, segmentName(seg)), os.O_RDONLY|noFollow, 0)
	if err != nil {
		return yield(nil, fmt.Errorf("audit: %w", err))
	}
	defer f.Close()
	s := newScanner(f, 0, 1<<62)
	for {
		p, err := s.next()
		if err == io.EOF {
			return true
		}
		if err != nil {
			return yield(nil, fmt.Errorf("audit: read %s: %w", f.Name(), err))
		}
		if p.whole && looksWhole(p.line()) && !yield(p.line(), nil) {
			return false
		}
	}
}

// looksWhole is a cheap test for a record, without its hash.
func looksWhole(line []byte) bool {
	return len(line) >= minLine && bytes.HasPrefix(line, []byte(lineStart)) &&
		bytes.HasPrefix(line[len(line)-tailLen:], []byte(hashKey)) && line[len(line)-1] == '}'
}

// Backward yields the records of the log in dir, newest first, as Lines does.
func Backward(dir string) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		segs, err := segments(dir)
		if err != nil {
			yield(nil, fmt.Errorf("audit: %w", err))
			return
		}
		for _, seg := range slices.Backward(segs) {
			if !segmentBackward(dir, seg, yield) {
				return
			}
		}
	}
}

func segmentBackward(dir string, seg uint64, yield func([]byte, error) bool) bool {
	path := filepath.Join(dir, segmentName(seg))
	fail := func(err error) bool { return yield(nil, fmt.Errorf("audit: read %s: %w", path, err)) }
	f, err := os.OpenFile(path, os.O_RDONLY|noFollow, 0)
	if err != nil {
		return fail(err)
	}
	defer f.Close()
	size, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return fail(err)
	}
	b := backward{r: f, lo: size, hi: size}
	end, err := b.newline(size)
	for err == nil && end >= 0 {
		var before int64
		if before, err = b.newline(end); err != nil {
			break
		}
		if n := end - before - 1; n >= int64(minLine) && n <= MaxRead {
			line := make([]byte, n)
			if _, err = f.ReadAt(line, before+1); err != nil {
				break
			}
			if looksWhole(line) && !yield(line, nil) {
				return false
			}
		}
		end = before
	}
	if err != nil {
		return fail(err)
	}
	return true
}

// Find returns the record with the given seq, as a raw line, or nil.
func Find(dir string, seq uint64) ([]byte, error) {
	segs, err := segments(dir)
	if err != nil {
		return nil, fmt.Errorf("audit: %w", err)
	}
	i, exact := slices.BinarySearch(segs, seq)
	if !exact {
		i--
	}
	if i < 0 {
		return nil, nil
	}
	var found []byte
	var failed error
	segmentLines(dir, segs[i], func(line []byte, err error) bool {
		if err != nil {
			failed = err
			return false
		}
		n, ok := lineSeq(line)
		if ok && n == seq {
			found = bytes.Clone(line)
		}
		return found == nil
	})
	return found, failed
}

func lineSeq(line []byte) (uint64, bool) {
	rest := line[len(lineStart):]
	i := bytes.IndexByte(rest[:min(len(rest), 20)], ',')
	if i < 0 {
		return 0, false
	}
	return parseUint(rest[:i])
}

// Tail returns the last n records, oldest first.
func Tail(dir string, n int) ([][]byte, error) {
	var lines [][]byte
	if n <= 0 {
		return nil, nil
	}
	for line, err := range Backward(dir) {
		if err != nil {
			return nil, err
		}
		if lines = append(lines, line); len(lines) == n {
			break
		}
	}
	slices.Reverse(lines)
	return lines, nil
}

// followEvery is how often Follow looks for new records.
const followEvery = 200 * time.Millisecond

// Follow calls f with the last n records of the log in dir and then with each
// new one, across segments, until ctx ends (which is no error) or f returns an
// error. A log that does not exist yet is waited for.
func Follow(ctx context.Context, dir string, n int, f func(line []byte) error) error {
	var at Position
	lines, err := Tail(dir, n)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	for _, line := range lines {
		if err := f(line); err != nil {
			return err
		}
		at.Seq, _ = lineSeq(line)
	}
	if len(lines) == 0 {
		if last, err := Tail(dir, 1); err == nil && len(last) == 1 {
			at.Seq, _ = lineSeq(last[0])
		}
	}
	for {
		if at, err = Since(dir, at, f); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(followEvery):
		}
	}
}

// Position is a place between two records. The zero Position is the beginning.
type Position struct {
	Seq     uint64 // of the record before it
	Segment uint64 // 0: not looked up yet
	Offset  int64
}

// Since calls f with the records behind at and returns the place behind the
// last one. It costs nothing when there are none.
func Since(dir string, at Position, f func(line []byte) error) (Position, error) {
	segs, err := segments(dir)
	if err != nil {
		return at, fmt.Errorf("audit: %w", err)
	}
	i, _ := slices.BinarySearch(segs, max(at.Segment, 1))
	if at.Segment == 0 {
		var exact bool
		if i, exact = slices.BinarySearch(segs, max(at.Seq, 1)); !exact && i > 0 {
			i--
		}
	}
	for ; i < len(segs); i++ {
		if segs[i] != at.Segment {
			at.Segment, at.Offset = segs[i], 0
		}
		if at, err = sinceIn(dir, at, f); err != nil {
			return at, err
		}
	}
	return at, nil
}

func sinceIn(dir string, at Position, f func([]byte) error) (Position, error) {
	file, err := os.OpenFile(filepath.Join(dir, segmentName(at.Segment)), os.O_RDONLY|noFollow, 0)
	if err != nil {
		return at, fmt.Errorf("audit: %w", err)
	}
	defer file.Close()
	fi, err := file.Stat()
	if err != nil {
		return at, fmt.Errorf("audit: %w", err)
	}
	if fi.Size() <= at.Offset {
		return at, nil
	}
	s := newScanner(io.NewSectionReader(file, at.Offset, fi.Size()-at.Offset), at.Offset, fi.Size()-at.Offset)
	for {
		p, err := s.next()
		if err == io.EOF {
			return at, nil
		}
		if err != nil {
			return at, fmt.Errorf("audit: read %s: %w", file.Name(), err)
		}
		if p.last { // still being written, or torn
			return at, nil
		}
		if p.whole && looksWhole(p.line()) {
			if seq, ok := lineSeq(p.line()); ok && seq > at.Seq {
				if err := f(p.line()); err != nil {
					return at, err
				}
				at.Seq = seq
			}
		}
		at.Offset = p.off + int64(len(p.raw))
	}
}
