package classify

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestResolve follows links as the kernel would, looks at nothing below what is
// not there, and gives no place to a path that no system opens.
func TestResolve(t *testing.T) {
	links := map[string]string{"/p/out": "/home/dev/.ssh", "/p/up": "..", "/p/self": "self", "/p/a/b": "../c"}
	there := map[string]bool{"/p": true, "/p/a": true, "/home": true, "/home/dev": true, "/home/dev/.ssh": true, "/p/c": true}
	looks := 0
	sc := &Scene{
		Readlink: func(name string) (string, bool) {
			looks++
			to, ok := links[name]
			return to, ok
		},
		Kind: func(name string) Kind {
			if there[name] {
				return KindDir
			}
			return KindNone
		},
	}
	for _, c := range []struct {
		path, want string
		looks      int // at most
	}{
		{"/p/a/x", "/p/a/x", 3},
		{"/p/out/id_rsa", "/home/dev/.ssh/id_rsa", 6},
		{"/p/up/home/dev", "/home/dev", 4},
		{"/p/a/b/d", "/p/c/d", 5},
		{"/p/self/x", "/p/self", 50},
		{"/no/such/folder/at/all", "/no/such/folder/at/all", 1},
		{"/no/such/../../p/out", "/home/dev/.ssh", 8}, // the shell would fail at no
		{"/p/" + strings.Repeat("a/", 1500), "/p/" + strings.TrimSuffix(strings.Repeat("a/", 1500), "/"), 3},
		{"/p/" + strings.Repeat("a/", 5000) + "x", "/", 0},
	} {
		looks = 0
		assert.Equal(t, c.want, sc.resolve(c.path), "%.40s", c.path)
		assert.LessOrEqual(t, looks, c.looks, "%.40s", c.path)
	}
}
