package grants

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"slices"
	"sort"
)

// Subject is all of a call that a once-grant binds. Anything of it changed is
// another call and needs another yes.
type Subject struct {
	Client     string  `json:"client"`
	Session    string  `json:"session"`
	Project    string  `json:"project"`    // root of the project; "" is none
	Unattended bool    `json:"unattended"` // nobody could be asked: the project binds, not the session
	Tool       string  `json:"tool"`
	Dir        string  `json:"dir"` // working folder, its links followed
	Policy     string  `json:"policy"`
	Fields     []Field `json:"fields"`
	Files      []File  `json:"files"`
}

// Field is one member of the tool's input that has an effect, as the bytes that
// the client sent. The name "" stands for the whole input.
type Field struct {
	Name string `json:"name"`
	Raw  string `json:"raw"`
}

// File is a file that the judgement rests on, such as a script that the line
// runs, and the SHA-256 of its content in hex; "" where there was none to read.
type File struct {
	Path   string `json:"path"`
	SHA256 string `json:"sha256"`
}

// Fingerprint is the SHA-256 of s as "sha256:" and 64 hex digits. A retry of an
// unattended client comes from a new session, so its fingerprint holds the
// project in place of the session. Every part is hashed with its length before
// it, so that no two subjects have the same bytes. The order of Fields and
// Files does not count.
func (s Subject) Fingerprint() string {
	h := sha256.New()
	part := func(text string) {
		var n [8]byte
		binary.BigEndian.PutUint64(n[:], uint64(len(text)))
		h.Write(n[:])
		h.Write([]byte(text))
	}
	part("guard grant 1")
	part(s.Client)
	if s.Unattended {
		part("project")
		part(s.Project)
	} else {
		part("session")
		part(s.Session)
	}
	part(s.Tool)
	part(s.Dir)
	part(s.Policy)
	fields := slices.Clone(s.Fields)
	sort.Slice(fields, func(i, j int) bool {
		return cmp.Or(cmp.Compare(fields[i].Name, fields[j].Name), cmp.Compare(fields[i].Raw, fields[j].Raw)) < 0
	})
	part("fields")
	for _, f := range fields {
		part("field")
		part(f.Name)
		part(f.Raw)
	}
	files := slices.Clone(s.Files)
	sort.Slice(files, func(i, j int) bool {
		return cmp.Or(cmp.Compare(files[i].Path, files[j].Path), cmp.Compare(files[i].SHA256, files[j].SHA256)) < 0
	})
	part("files")
	for _, f := range files {
		part("file")
		part(f.Path)
		part(f.SHA256)
	}
	return "sha256:" + hex.EncodeToString(h.Sum(nil))
}

// bound reports whether there is something that the fingerprint ties the call
// to: without a session or a project it would hold anywhere.
func (s Subject) bound() bool {
	if s.Client == "" || s.Tool == "" || len(s.Fields) == 0 {
		return false
	}
	if s.Unattended {
		return s.Project != "" || s.Dir != ""
	}
	return s.Session != ""
}

func (s Subject) size() int {
	n := len(s.Client) + len(s.Session) + len(s.Project) + len(s.Tool) + len(s.Dir) + len(s.Policy)
	for _, f := range s.Fields {
		n += len(f.Name) + len(f.Raw)
	}
	for _, f := range s.Files {
		n += len(f.Path) + len(f.SHA256)
	}
	return n
}
