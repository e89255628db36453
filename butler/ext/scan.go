package ext

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"guard/butler/workdir"
)

// maxFolders bounds how many extensions are read below one scan root.
const maxFolders = 1000

// Extension is one folder with a butler.json below a scan root.
type Extension struct {
	Kind     Kind   // "" where neither the scan root nor the manifest says it
	ID       string // the folder's name where the manifest is at fault
	Folder   string // the folder's name
	Dir      string // absolute
	Manifest *Manifest
	Problems workdir.Problems

	// Waits is why nothing of it may start: New or Changed, and "" where the owner
	// has accepted it as it is. Scan leaves it empty.
	Waits Waits

	text   []byte            // of the manifest
	digest [sha256.Size]byte // of the text
}

// Waits says why an extension waits for the owner's word.
type Waits string

// The reasons.
const (
	New     Waits = "new"     // the owner has never accepted it
	Changed Waits = "changed" // it is not what the owner has accepted
)

// Valid reports whether the extension can be used.
func (e *Extension) Valid() bool { return e.Manifest != nil }

// Key is kind and id, as in tools/clock. It is unique among valid extensions.
func (e *Extension) Key() string { return Key(e.Kind, e.ID) }

// Key joins a kind and an id.
func Key(k Kind, id string) string { return string(k) + "/" + id }

// Run finds a bounded command by its name.
func (e *Extension) Run(name string) (*Run, bool) {
	for _, list := range [][]Run{e.Manifest.Actions, e.Manifest.Commands, e.Manifest.Reports} {
		for i := range list {
			if list[i].Name == name {
				return &list[i], true
			}
		}
	}
	return nil, false
}

// Catalog is what one scan found, in the order of kind and path.
type Catalog struct {
	Extensions []*Extension
	Problems   workdir.Problems // of the scan roots themselves
}

// Scan reads all extensions of an instance. What is at fault is in the result.
func Scan(c *workdir.Config) *Catalog {
	cat := &Catalog{}
	for i, root := range c.ScanRoots {
		if slices.Contains(c.ScanRoots[:i], root) {
			continue
		}
		cat.scanRoot(root)
	}
	slices.SortStableFunc(cat.Extensions, func(a, b *Extension) int {
		return cmp.Or(cmp.Compare(slices.Index(Kinds(), a.Kind), slices.Index(Kinds(), b.Kind)), cmp.Compare(a.Dir, b.Dir))
	})
	cat.refuseDuplicates()
	return cat
}

func (cat *Catalog) scanRoot(root string) {
	f, err := os.Open(root)
	if err != nil {
		cat.Problems = append(cat.Problems, workdir.Problem{File: root, Text: plainError(err), Warning: true})
		return
	}
	defer f.Close()
	entries, err := f.ReadDir(-1)
	if err != nil {
		cat.Problems = append(cat.Problems, workdir.Problem{File: root, Text: plainError(err)})
	}
	if p := writableByOthers(root); p != nil {
		cat.Problems = append(cat.Problems, *p)
		return
	}
	slices.SortFunc(entries, func(a, b os.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	kind := Kind(filepath.Base(root))
	if !slices.Contains(Kinds(), kind) {
		kind = ""
	}
	n := 0
	for _, e := range entries {
		dir := filepath.Join(root, e.Name())
		if strings.HasPrefix(e.Name(), ".") || !holdsManifest(dir) {
			continue
		}
		if n++; n > maxFolders {
			cat.Problems = append(cat.Problems, workdir.Problem{File: root, Text: fmt.Sprintf("holds more than %d extensions; the rest was not read", maxFolders)})
			return
		}
		cat.Extensions = append(cat.Extensions, scanFolder(dir, kind))
	}
}

func holdsManifest(dir string) bool {
	_, err := os.Lstat(filepath.Join(dir, workdir.FileName))
	return err == nil
}

func scanFolder(dir string, root Kind) *Extension {
	e := &Extension{Folder: filepath.Base(dir), ID: filepath.Base(dir), Dir: dir}
	var text []byte
	e.Manifest, e.Kind, text, e.Problems = read(dir, root)
	sortProblems(e.Problems)
	if e.Manifest != nil {
		e.ID = e.Manifest.ID
	}
	e.text, e.digest = text, sha256.Sum256(text)
	return e
}

// refuseDuplicates lets the first of each id stand, in the order of paths.
func (cat *Catalog) refuseDuplicates() {
	first := map[string]*Extension{}
	for _, e := range cat.Extensions {
		if !e.Valid() {
			continue
		}
		f, ok := first[e.Key()]
		if !ok {
			first[e.Key()] = e
			continue
		}
		e.Problems = append(e.Problems, workdir.Problem{
			File: filepath.Join(e.Dir, workdir.FileName), Pointer: "/id",
			Text: fmt.Sprintf("%s is the id of the %s in the folder %s already", e.ID, f.Kind.One(), f.Folder),
		})
		e.ID, e.Manifest = e.Folder, nil
	}
}

// Find returns the valid extension of a kind with an id.
func (cat *Catalog) Find(k Kind, id string) (*Extension, bool) {
	for _, e := range cat.Extensions {
		if e.Valid() && e.Kind == k && e.ID == id {
			return e, true
		}
	}
	return nil, false
}

// Valid returns the extensions that can be used.
func (cat *Catalog) Valid() []*Extension {
	return slices.DeleteFunc(slices.Clone(cat.Extensions), func(e *Extension) bool { return !e.Valid() })
}

// Changes are what a scan found otherwise than the one before, each in the
// order of the catalog.
type Changes struct {
	Added   []*Extension
	Removed []*Extension // as they were
	Changed []*Extension // as they are
}

// None reports whether nothing changed.
func (c Changes) None() bool { return len(c.Added)+len(c.Removed)+len(c.Changed) == 0 }

// Since compares the valid extensions with those of an older catalog. An
// extension that became invalid counts as removed: it is no longer there to use.
func (cat *Catalog) Since(old *Catalog) Changes {
	var c Changes
	for _, e := range cat.Valid() {
		switch was, ok := old.Find(e.Kind, e.ID); {
		case !ok:
			c.Added = append(c.Added, e)
		case was.digest != e.digest || was.Dir != e.Dir:
			c.Changed = append(c.Changed, e)
		}
	}
	for _, e := range old.Valid() {
		if _, ok := cat.Find(e.Kind, e.ID); !ok {
			c.Removed = append(c.Removed, e)
		}
	}
	return c
}

// Digest changes when the manifest does.
func (e *Extension) Digest() string { return hex.EncodeToString(e.digest[:]) }
