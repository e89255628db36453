package hookio

import (
	"slices"

	"github.com/tidwall/gjson"
)

// depth returns how deep the objects and arrays of data nest. data need not be
// JSON; the count is then only an upper bound of what a reader would open.
func depth(data []byte) int {
	open, most := 0, 0
	for i := 0; i < len(data); i++ {
		switch data[i] {
		case '"':
			i = stringEnd(data, i)
		case '{', '[':
			open++
			most = max(most, open)
		case '}', ']':
			open--
		}
	}
	return most
}

// stringEnd returns the index of the quote that ends the string begun at i, or
// the length of data.
func stringEnd(data []byte, i int) int {
	for i++; i < len(data); i++ {
		switch data[i] {
		case '\\':
			i++
		case '"':
			return i
		}
	}
	return len(data)
}

// duplicate returns a key that stands twice in one object of data, at any
// depth. JSON readers do not agree which of the two counts, so guard could read
// one and the client run the other. Keys are compared unescaped. data must be
// valid JSON.
func duplicate(data []byte) (string, bool) {
	var open []level
	for i := 0; i < len(data); i++ {
		switch data[i] {
		case '{':
			open = append(open, level{object: true, key: true})
		case '[':
			open = append(open, level{})
		case '}', ']':
			open = open[:len(open)-1]
		case ':':
			open[len(open)-1].key = false
		case ',':
			top := &open[len(open)-1]
			top.key = top.object
		case '"':
			end := stringEnd(data, i)
			if n := len(open); n > 0 && open[n-1].key {
				key := gjson.ParseBytes(data[i : end+1]).Str
				if !open[n-1].add(key) {
					return key, true
				}
			}
			i = end
		}
	}
	return "", false
}

// level is one open object or array.
type level struct {
	object bool
	key    bool // the next string is a key
	few    []string
	many   map[string]bool
}

// add reports false if the level has key already.
func (l *level) add(key string) bool {
	const few = 16 // up to here a slice is faster than a map
	if l.many[key] || slices.Contains(l.few, key) {
		return false
	}
	if l.many == nil && len(l.few) < few {
		l.few = append(l.few, key)
		return true
	}
	if l.many == nil {
		l.many = make(map[string]bool)
	}
	l.many[key] = true
	return true
}
