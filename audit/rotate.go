package audit

import "encoding/hex"

// due reports whether the active segment is full or old.
func (t *tx) due() bool {
	o := &t.log.opts
	return t.size >= o.SegmentBytes || o.now().Sub(t.head.Born) >= o.SegmentAge
}

// rotate ends the active segment and begins the next. The head moves only when
// both is done: a writer that dies in between leaves a head that does not fit,
// and the next one finishes what it finds.
func (t *tx) rotate() error {
	if err := t.shut(); err != nil {
		return err
	}
	if t.log.opts.Sync != SyncNever {
		if err := t.log.sync(t.seg); err != nil {
			return err
		}
	}
	return t.next()
}

// shut writes the close record.
func (t *tx) shut() error {
	segs, err := segments(t.log.dir)
	if err != nil {
		return err
	}
	tr, err := t.tree(segs, t.head.Segment, t.size)
	if err != nil {
		return err
	}
	root := tr.root()
	w := writer{b: make([]byte, 0, 4096)}
	w.time("time", t.log.opts.now())
	w.token("type", string(TypeClose))
	w.int("first", int64(t.head.Segment))
	w.int("last", int64(t.head.Seq))
	w.int("bytes", t.size)
	w.tree(&tr)
	w.hex("root", root[:])
	t.add(w.b)
	if err := t.append(); err != nil {
		return err
	}
	tr.add(t.head.Hash)
	t.shutTree = tr
	return nil
}

// next makes the segment behind a close record that this writer made.
func (t *tx) next() error {
	if err := t.create(t.head.Seq + 1); err != nil {
		return err
	}
	t.begun(&t.shutTree)
	return t.flush()
}

// follow makes the segment behind a close record whose writer did not live long
// enough to do it.
func (t *tx) follow(segs []uint64) error {
	tr, err := t.tree(segs, t.head.Segment, t.size)
	if err != nil {
		return err
	}
	if err := t.create(t.head.Seq + 1); err != nil {
		return err
	}
	t.begun(&tr)
	return nil
}

// open writes the first record of a segment that was made and not begun.
func (t *tx) open(segs []uint64) error {
	if err := t.append(); err != nil {
		return err
	}
	tr, err := t.tree(segs, t.head.Segment, t.size)
	if err != nil {
		return err
	}
	t.begun(&tr)
	return nil
}

// begun adds the open record; tr is the tree over all records before it.
func (t *tx) begun(tr *tree) {
	w := writer{b: make([]byte, 0, 4096)}
	w.time("time", t.log.opts.now())
	w.token("type", string(TypeOpen))
	w.token("log", t.head.Log)
	w.int("seg", int64(t.head.Segment))
	w.tree(tr)
	t.add(w.b)
}

// tree writes the compact form of a tree: the number of records it covers and
// its complete subtrees, so that verification can begin behind it.
func (w *writer) tree(tr *tree) {
	w.int("count", int64(tr.size))
	w.key("frontier")
	w.b = append(w.b, '[')
	for i, h := range tr.nodes {
		if i > 0 {
			w.b = append(w.b, ',')
		}
		w.b = append(w.b, '"')
		w.b = hex.AppendEncode(w.b, h[:])
		w.b = append(w.b, '"')
	}
	w.b = append(w.b, ']')
}

// opened reads the tree of an open record.
func opened(line []byte) (tree, bool) {
	if lineType(line) != TypeOpen {
		return tree{}, false
	}
	return lineTree(line)
}

// lineTree reads the members that writer.tree wrote.
func lineTree(line []byte) (tr tree, ok bool) {
	err := Members(line, func(key, val []byte) bool {
		switch string(key) {
		case "count":
			tr.size, ok = parseUint(val)
		case "frontier":
			for _, s := range stringList(val) {
				h, err := ParseHash(s)
				if err != nil {
					ok = false
					return false
				}
				tr.nodes = append(tr.nodes, h)
			}
		}
		return true
	})
	return tr, ok && err == nil && tr.fits()
}
