package stats

import "math/bits"

// histogram counts values in buckets that are a sixteenth of their power of two
// wide, so that any quantile is right to about 6 % in constant memory.
type histogram struct {
	n       [64 * 16]int
	total   int
	longest uint64
}

func bucket(v uint64) int {
	if v < 16 {
		return int(v)
	}
	e := bits.Len64(v) - 5
	return (e+1)*16 + int(v>>e)&15
}

// value is the middle of a bucket.
func value(i int) uint64 {
	if i < 16 {
		return uint64(i)
	}
	e := i/16 - 1
	return (16+uint64(i%16))<<e + (1<<e)/2
}

func (h *histogram) add(v uint64) {
	h.n[bucket(v)]++
	h.total++
	h.longest = max(h.longest, v)
}

func (h *histogram) quantile(percent int) uint64 {
	if h.total == 0 {
		return 0
	}
	rank := (h.total*percent + 99) / 100
	for i, n := range h.n {
		if rank -= n; rank <= 0 {
			return min(value(i), h.longest)
		}
	}
	return h.longest
}

func (h *histogram) spread() Spread {
	return Spread{N: h.total, P50: h.quantile(50), P90: h.quantile(90), P99: h.quantile(99), Max: h.longest}
}
