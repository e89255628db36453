package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"slices"
	"strings"
)

//go:embed ui
var files embed.FS

// static is the files of the page, each with its name, type and hash. They are
// made ready once.
type static struct {
	files  map[string]file // by path
	policy string          // the Content-Security-Policy
}

type file struct {
	text, zipped []byte
	kind, tag    string
}

// importMap leads the bare names that the vendored modules use to their files.
// It is the one inline script of the page; the policy knows it by its hash.
const importMap = `{"imports":{"preact":"/vendor/preact.mjs","preact/hooks":"/vendor/hooks.mjs","htm":"/vendor/htm.mjs","@preact/signals-core":"/vendor/signals-core.mjs"}}`

// first are the modules that the page begins with; the others are loaded when
// their page is looked at.
var first = []string{"api.js", "app.js", "inbox.js", "live.js", "parts.js", "text.js", "vendor/hooks.mjs", "vendor/htm.mjs", "vendor/preact.mjs", "vendor/signals-core.mjs"}

// newStatic reads the embedded files and puts the page together.
func newStatic() (*static, error) {
	s := &static{files: map[string]file{}}
	sum := sha256.Sum256([]byte(importMap))
	s.policy = "default-src 'none'; script-src 'self' 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
		"base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
	var modules []string
	err := fs.WalkDir(files, "ui", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := files.ReadFile(name)
		if err != nil {
			return err
		}
		at := strings.TrimPrefix(name, "ui")
		switch ext := path.Ext(name); ext {
		case ".js", ".mjs":
			if slices.Contains(first, strings.TrimPrefix(at, "/")) {
				modules = append(modules, at)
			}
			s.add(at, "text/javascript; charset=utf-8", text)
		case ".css", ".svg", ".html":
			s.add(at, mime.TypeByExtension(ext), text)
		default: // licences, hashes
			s.add(at, "text/plain; charset=utf-8", text)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("web: %w", err)
	}
	slices.Sort(modules)
	var preload strings.Builder
	for _, m := range modules {
		fmt.Fprintf(&preload, "<link rel=\"modulepreload\" href=\"%s\">\n", m)
	}
	shell := string(s.files["/index.html"].text)
	shell = strings.Replace(shell, "<!--modules-->", `<script type="importmap">`+importMap+"</script>\n"+preload.String(), 1)
	s.add("/", "text/html; charset=utf-8", []byte(shell))
	delete(s.files, "/index.html")
	return s, nil
}

func (s *static) add(at, kind string, text []byte) {
	sum := sha256.Sum256(text)
	f := file{text: text, kind: kind, tag: `"` + hex.EncodeToString(sum[:12]) + `"`}
	var b bytes.Buffer
	z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
	_, _ = z.Write(text) // a buffer takes all
	_ = z.Close()
	if b.Len() < len(text)*9/10 {
		f.zipped = b.Bytes()
	}
	s.files[at] = f
}

// ServeHTTP sends a file. Addresses of pages, such as /inbox, are all the shell.
func (s *static) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		http.Error(w, "files are only read", http.StatusMethodNotAllowed)
		return
	}
	f, ok := s.files[r.URL.Path]
	if !ok && path.Ext(r.URL.Path) == "" {
		f, ok = s.files["/"]
	}
	if !ok {
		http.Error(w, "there is no such file", http.StatusNotFound)
		return
	}
	h := w.Header()
	h.Set("Content-Type", f.kind)
	h.Set("ETag", f.tag)
	h.Set("Cache-Control", "no-cache")
	h.Set("Vary", "Accept-Encoding")
	if r.Header.Get("If-None-Match") == f.tag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	text := f.text
	if f.zipped != nil && strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		h.Set("Content-Encoding", "gzip")
		text = f.zipped
	}
	h.Set("Content-Length", fmt.Sprint(len(text)))
	if r.Method != http.MethodHead {
		_, _ = w.Write(text)
	}
}
