package audit

import (
	"crypto/sha256"

	"golang.org/x/mod/sumdb/tlog"
)

// tree is the compact form of an RFC 6962 Merkle tree: the roots of its
// complete subtrees, largest first, one for each bit that is set in size.
type tree struct {
	size  uint64
	nodes []Hash
}

func (t *tree) add(leaf Hash) {
	t.nodes = append(t.nodes, leaf)
	t.size++
	for s := t.size; s&1 == 0; s >>= 1 {
		n := len(t.nodes)
		t.nodes[n-2] = Hash(tlog.NodeHash(tlog.Hash(t.nodes[n-2]), tlog.Hash(t.nodes[n-1])))
		t.nodes = t.nodes[:n-1]
	}
}

// root is the Merkle tree hash; of no leaves it is SHA-256 of nothing.
func (t *tree) root() Hash {
	if len(t.nodes) == 0 {
		return sha256.Sum256(nil)
	}
	h := t.nodes[len(t.nodes)-1]
	for i := len(t.nodes) - 2; i >= 0; i-- {
		h = Hash(tlog.NodeHash(tlog.Hash(t.nodes[i]), tlog.Hash(h)))
	}
	return h
}

// fits reports whether the number of nodes is the one that size asks for.
func (t *tree) fits() bool {
	n := 0
	for s := t.size; s > 0; s >>= 1 {
		n += int(s & 1)
	}
	return n == len(t.nodes)
}

func (t *tree) clone() tree {
	return tree{size: t.size, nodes: append([]Hash(nil), t.nodes...)}
}
